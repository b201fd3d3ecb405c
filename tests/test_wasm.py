"""Games as WebAssembly modules, played by a host that knows nothing but what `docs/wasm.md` says.

`tests/wasm/play.mjs` is that host. It runs under node, and in a browser.
"""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import browsing
from command_line import run_here
from tilewright.middle import header
from tilewright.native.interface import EXPORTS, GLOBALS, HEADER, described
from tilewright.native.making import module_of
from tilewright.playing.bots import random_bot
from tilewright.playing.game import Game, load
from tilewright.playing.simulate import play_out
from tilewright.playing.stream import Stream

ROOT = Path(__file__).parent.parent
HOST = ROOT / "tests" / "wasm"
PAGE = ROOT / "docs" / "wasm.md"
SHIPPED = ("tictactoe", "connect_four", "yamatai", "namiji")
GAMES = 100
NODE = shutil.which("node")
# Continuous integration has node, so there these tests fail without it.
needs_node = pytest.mark.skipif(NODE is None and not os.environ.get("CI"),
                                reason="node is not installed: no JavaScript plays modules")
browser, pages = browsing.browser, browsing.pages
Told = dict[str, Any]


@functools.cache
def game(name: str) -> Game:
    return load(name)


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the module of each shipped game."""
    folder = tmp_path_factory.mktemp("modules")
    for name in SHIPPED:
        made = run_here("compile", name, "--wasm", f"{name}.wasm", cwd=folder)
        assert made.returncode == 0, made.stderr
    return folder


def node(*args: str, cwd: Path) -> str:
    done = subprocess.run(["node", *args], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def script(code: str, cwd: Path) -> Any:
    """What some lines print, to which the host is known."""
    (cwd / "script.mjs").write_text(
        'import { readFileSync } from "node:fs";\n'
        f'import {{ Game, played }} from "{HOST.as_uri()}/play.mjs";\n'
        'const open = file => new Game(new WebAssembly.Module(readFileSync(file)),\n'
        '  JSON.parse(readFileSync(`${file}.json`, "utf8")));\n'
        f"const print = said => console.log(JSON.stringify(said, (_, v) =>\n"
        f"  typeof v === 'bigint' ? String(v) : v));\n{code}", encoding="utf-8")
    return json.loads(node("script.mjs", cwd=cwd))


def in_python(name: str, seed: int) -> Told:
    """The same game as the host plays, as it tells it."""
    state = game(name).new(seed=seed)
    decisions = play_out(state, random_bot, Stream(seed))
    return {"decisions": decisions, "key": state.key(), "rng": str(state._s[header.RNG]),
            "points": [list(state.score_sheet(seat).values()) for seat in range(state.players)]}


def pack(folder: Path, old: str = "", new: str = "") -> None:
    """The smallest example of a pack, with something else in it."""
    page = (ROOT / "content" / "README.md").read_text(encoding="utf-8")
    for name, text in re.findall(r"^```yaml (\S+)\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        assert name == "pack.yaml" or old in text
        (folder / "coins").mkdir(exist_ok=True)
        (folder / "coins" / name).write_text(text.replace(old, new) if old else text,
                                             encoding="utf-8")


# -- the same games ---------------------------------------------------------------------------

@pytest.mark.many
@needs_node
@pytest.mark.parametrize("name", SHIPPED)
def test_javascript_plays_the_same_games(name: str, modules: Path) -> None:
    told = json.loads(node(str(HOST / "under_node.mjs"), f"{name}.wasm", str(GAMES), cwd=modules))
    assert len(told) == GAMES
    for seed, mine in enumerate(told):
        assert mine == in_python(name, seed), seed


@pytest.mark.browser
@pytest.mark.skipif(not browsing.IS_THERE and not browsing.IS_NEEDED, reason=browsing.MISSING)
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("name", SHIPPED)
def test_a_browser_plays_the_same_game(name: str, modules: Path, pages: Any) -> None:
    kinds = {".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}

    def serve(route: Any) -> None:
        asked = Path(route.request.url).name
        file = next((f / asked for f in (HOST, modules) if (f / asked).is_file()), None)
        if file is None:
            route.fulfill(body="<!doctype html><title>a game</title>", content_type="text/html")
        else:
            route.fulfill(body=file.read_bytes(), content_type=kinds[file.suffix])

    page = pages()
    page.route("**/*", serve)
    page.goto("http://localhost/")
    told = page.evaluate("""async name => {
        const { Game, played } = await import("/play.mjs");
        const module = await WebAssembly.compileStreaming(fetch(`/${name}.wasm`));
        return played(new Game(module, await (await fetch(`/${name}.wasm.json`)).json()), 5n);
    }""", name)
    assert told == in_python(name, 5)


@needs_node
def test_the_example_of_the_page_prints_what_it_says(modules: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (code,) = re.findall(r"^```js\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (printed,) = re.findall(r"^```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (modules / "example.mjs").write_text(code, encoding="utf-8")
    assert node("example.mjs", cwd=modules) == printed


@needs_node
@pytest.mark.parametrize("name", ["connect_four", "yamatai"])
def test_a_position_of_python_goes_on_in_a_module(name: str, modules: Path) -> None:
    state = game(name).new(seed=3)
    for _ in range(9):
        state.apply(state.legal()[-1])
    slots, before = state.save()["slots"], state.legal()
    state.apply(before[0])
    told = script(f"""
        const game = open("{name}.wasm");
        const at = game.state = game.exports.reserve(8 * game.told.memory.slots);
        game.slots.set({json.dumps([str(n) for n in slots])}.map(BigInt));
        const moves = game.list(game.exports.moves(at));
        game.step(moves[0]);
        const key = game.key(), damaged = [-5n, 9999n].map(stands => {{
          game.slots[game.told.header.pc] = stands;
          try {{ return game.exports.moves(at); }} catch {{
            return game.told.faults[game.exports.fault.value]; }} }});
        print([moves, game.moves, key, damaged]);""", modules)
    assert told == [[str(m) for m in before], [str(m) for m in state.legal()], state.key(),
                    ["this position is damaged"] * 2]


@needs_node
def test_whole_games_in_one_call_are_those_of_single_moves(modules: Path) -> None:
    """By the page: lists in room that stays."""
    wholes, alone, played_on = script("""
        const game = open("yamatai.wasm"), { memory, reserve, reserved } = game.exports;
        const begin = reserved.value;
        const put = (numbers, room = numbers.length) => {
          const head = reserve(16 + 8 * room);
          new Uint32Array(memory.buffer, head, 3).set([numbers.length, room, head + 16]);
          new BigInt64Array(memory.buffer, head + 16, numbers.length).set(numbers);
          return head;
        };
        const { categories, ties } = game.told.points, seeds = [4n, 5n, 6n];
        const found = put([], 3 * (4 + 4 * (categories.length + ties)));
        game.exports.random_games(game.state, put(seeds), 100000n, 4n, 0n, found);
        const wholes = game.list(found);
        reserved.value = begin;
        const alone = seeds.map(seed => played(game, seed));
        game.begin(6n);
        const on = put([], 1 + 4);
        game.exports.playouts(game.state, put([...game.slots]), put(game.moves), put([6n]),
                              100000n, 4n, on);
        print([wholes, alone, game.list(on)]);""", modules)
    numbers = [int(n) for n in wholes]
    width = len(numbers) // 3
    for at, single in enumerate(alone):
        decisions, block, _, reason, *rest = numbers[at * width:(at + 1) * width]
        assert (decisions, block) == (single["decisions"], header.OVER)
        assert reason >= 1
        each = len(rest) // 4
        assert [rest[at:at + len(single["points"][0])] for at in range(0, len(rest), each)] == \
            single["points"]
    assert [int(n) for n in played_on] == [
        alone[2]["decisions"], *[sum(points) for points in alone[2]["points"]]]


@needs_node
def test_points_and_ties_are_as_many_as_told(modules: Path) -> None:
    for name, ties in (("tictactoe", 0), ("yamatai", 1)):
        told = script(f"""
            const game = open("{name}.wasm");
            game.begin(2n);
            const {{ sheet, ties }} = game.exports, points = game.told.points;
            print([sheet, ties].map(asked => game.list(asked(game.state, 1n)).length).concat(
              [points.categories.length, points.ties]));""", modules)
        assert told[:2] == told[2:]
        assert told[3] == ties


@needs_node
def test_a_rule_that_cannot_go_on_is_told_by_number(tmp_path: Path) -> None:
    pack(tmp_path, "coins: int", "coins: {type: int, max: 5}")
    assert run_here("compile", "coins", "--wasm", "c.wasm", cwd=tmp_path).returncode == 0
    told = script("""
        const game = open("c.wasm");
        game.begin(1n);
        const before = game.slots.slice(), moves = game.moves;
        const tried = move => { try { game.step(move); return "fine"; } catch (error) {
          const said = game.told.faults[game.exports.fault.value];
          game.exports.fault.value = 0;
          return [error instanceof WebAssembly.RuntimeError, said]; } };
        const found = [0, 0, 0, 0].map(() => tried(game.moves[2]));
        game.slots.set(before);
        game.moves = moves;
        print([...found, tried(moves[1])]);""", tmp_path)
    assert told[:2] == ["fine", "fine"]
    assert told[2][0] is True
    assert told[2][1].startswith("would become more than …; give it a larger 'max'")
    assert told[4] == "fine"


# -- what the description says ----------------------------------------------------------------

@functools.cache
def told_of(name: str, players: int | None = None) -> Told:
    program = game(name).program(players)
    told: Told = json.loads(json.dumps(described(program, module_of(program))))
    return told


def value(told: Told, field: Told, number: int) -> Any:
    if number == field.get("none"):
        return None
    if field["type"] == "kind":
        return told["kinds"][field["kind"]][number]
    if field["type"] == "int":
        assert field["low"] <= number <= field["high"]
    return bool(number) if field["type"] == "bool" else number


def held(told: Told, field: Told, owner: int, slots: list[int]) -> Any:
    """What a field holds, by the page."""
    base = field["base"] + owner * field["width"]
    if field["zone"]:
        return [value(told, field, n) for n in slots[base + 1:base + 1 + slots[base]]]
    found = [value(told, field, n) for n in slots[base:base + field["values"]]]
    return dict(zip(told["kinds"][field["per"]], found, strict=True)) if "per" in field \
        else found[0]


@pytest.mark.parametrize(("name", "players"), [
    *((name, None) for name in SHIPPED), ("yamatai", 2), ("namiji", 2)])
def test_fields_and_moves_are_read_as_python_reads_them(name: str, players: int | None) -> None:
    told, state, chance = told_of(name, players), game(name).new(players, seed=8), Stream(8)
    while not state.over:
        slots, facts = state.save()["slots"], state.facts()["fields"]
        for field in told["fields"]:
            kind = field["owner"] or "game"
            owners = told["kinds"][kind] if field["owner"] else ["game"]
            assert field["owners"] == len(owners)
            for at, owner in enumerate(owners):
                assert held(told, field, at, slots) == facts[kind][owner][field["name"]]
        for move in state.legal():
            (group,) = [g for g in told["moves"] if 0 <= move - g["base"] < g["size"]]
            ids = group.get("ids") or told["kinds"].get(group.get("kind"))
            picked = ids[move - group["base"]] if ids else move - group["base"]
            said = f"{group['name']} {picked}" if ids or "kind" in group else group["name"]
            assert said == state.label(move)
        assert told["decisions"][str(slots[told["header"]["pc"]])]["asks"]
        state.apply(random_bot(state.view(state.decider), chance))
    slots = state.save()["slots"]
    assert slots[told["header"]["pc"]] == told["over"]
    assert told["reasons"][slots[told["header"]["reason"]] - 1] == state.end_reason


def test_a_number_can_be_none(tmp_path: Path) -> None:
    pack(tmp_path, "coins: int", "coins: int\n    best: int?")
    program = load(str(tmp_path / "coins")).program(2)
    told = described(program, module_of(program))
    coins, best = told["fields"]
    assert [value(told, best, program.start[best["base"] + seat]) for seat in (0, 1)] == [None] * 2
    assert "none" not in coins


def test_notes_tell_what_a_seat_knows() -> None:
    told, state, chance = told_of("namiji"), game("namiji").new(seed=2), Stream(2)
    secrets = [f for f in told["fields"] if "notes" in f]
    assert secrets
    seen = set()
    while not state.over:
        slots = state.save()["slots"]
        for field in secrets:
            model = game("namiji").model.fields[field["owner"] or "game", field["name"]]
            for owner in range(field["owners"]):
                base = field["base"] + owner * field["width"]
                count = slots[base] if field["zone"] else field["values"]
                for seat in range(state.players):
                    reader = state.view(seat).reader
                    for at in range(count):
                        knows = bool(slots[base + field["notes"] + at] >> seat & 1)
                        assert knows == reader.knows(model, owner, at)
                        seen.add(knows)
        state.apply(random_bot(state.view(state.decider), chance))
    assert seen == {True, False}


def test_names_of_the_first_slots_are_those_that_the_engine_has() -> None:
    assert len(HEADER) == header.HEADER
    assert [getattr(header, name.upper()) for name in HEADER] == list(range(header.HEADER))


def test_what_is_promised_is_exported_and_told() -> None:
    made, page = module_of(game("tictactoe").program()), PAGE.read_text(encoding="utf-8")
    assert set(made.exports) >= set(EXPORTS)
    for word in (*EXPORTS, *GLOBALS, *HEADER, *told_of("tictactoe")):
        assert f"`{word}`" in page, word


def test_the_same_rules_give_the_same_files(modules: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", "compile", "yamatai", "--wasm", "yamatai.wasm"],
        cwd=tmp_path, check=False, capture_output=True, text=True,
        env={**os.environ, "PYTHONHASHSEED": "17"})
    assert done.returncode == 0, done.stderr
    for file in ("yamatai.wasm", "yamatai.wasm.json"):
        assert (tmp_path / file).read_bytes() == (modules / file).read_bytes()


# -- the command ------------------------------------------------------------------------------

def test_the_command_says_what_it_wrote(tmp_path: Path) -> None:
    made = run_here("compile", "namiji", "--players", "3", "--option", "reverse=true",
                    "--wasm", "new/n.wasm", cwd=tmp_path)
    size = len((tmp_path / "new/n.wasm").read_bytes())
    assert made.stdout.splitlines() == [f"new/n.wasm: namiji, 3 players, {size:,} bytes",
                                        "new/n.wasm.json: how to use it, by interface 1"]
    told = json.loads((tmp_path / "new/n.wasm.json").read_text(encoding="utf-8"))
    assert told["game"]["players"] == 3
    assert told["game"]["options"]["reverse"] is True
    assert told["module"]["bytes"] == size


def test_it_needs_no_engine(tmp_path: Path) -> None:
    """Where `wasmtime` is not installed modules are written all the same."""
    code = ("import sys; sys.modules['wasmtime'] = None; from tilewright.__main__ import main; "
            "sys.argv = ['tilewright', 'compile', 'tictactoe', '--wasm', 't.wasm']; main()")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=False,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "t.wasm").read_bytes()[:4] == b"\0asm"


def test_a_game_that_cannot_be_a_module_is_refused(tmp_path: Path) -> None:
    """A bid may be any number, and what could be bid would have to stand in a slot."""
    pack(tmp_path, "coins: int", "coins: int\n    bid: {type: int, visible: owner}")
    rules = tmp_path / "coins" / "game.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace(
        "      - must: [earn]", '      - must: [earn]\n      - secretly: {p.bid: "range(0, 3)"}\n'
        "        each: {p: players}"), encoding="utf-8")
    made = run_here("compile", "coins", "--wasm", "c.wasm", cwd=tmp_path)
    assert made.returncode == 2
    assert "'coins' cannot be a module: 'player.bid' is chosen in secret" in made.stderr
    assert [f.name for f in tmp_path.iterdir()] == ["coins"]
    rules.write_text(rules.read_text(encoding="utf-8").replace(
        "bid: {type: int", "bid: {type: int, max: 3"), encoding="utf-8")
    assert run_here("compile", "coins", "--wasm", "c.wasm", cwd=tmp_path).returncode == 0


def test_a_module_or_code_but_not_both(tmp_path: Path) -> None:
    made = run_here("compile", "tictactoe", "--dump", "--wasm", "t.wasm", cwd=tmp_path)
    assert made.returncode == 2
    assert "say one of them" in made.stderr
    assert not list(tmp_path.iterdir())


def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    made = run_here("compile", "tictactoe", "--wasm", "taken/t.wasm", cwd=tmp_path)
    assert made.returncode == 2
    assert "'taken/t.wasm' cannot be written" in made.stderr
