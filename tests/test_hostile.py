"""Packs that mean harm: they are refused with problems, and never hang, crash or reach out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright
from bad_packs import (
    GAME,
    MANIFEST,
    codes_of,
    doing,
    game_with,
    impatient,
    make_pack,
    played,
    problems_of,
)
from command_line import run_here
from tilewright.problems import ContentError, RuleError, UsageError

SECRET = "secret: this must not be shown\n"


# -- paths ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [
    "../outside.yaml", "/etc/outside.yaml", "text/../../outside.yaml", "link.yaml",
    "linked/outside.yaml", "loop.yaml", "device.yaml",
])
def test_no_file_outside_of_the_folder_is_read(tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text(SECRET)
    folder = make_pack(tmp_path / "pack", {"pack.yaml": f"{MANIFEST}boards: [{name}]\n"})
    (folder / "link.yaml").symlink_to(outside)
    (folder / "linked").symlink_to(tmp_path)
    (folder / "loop.yaml").symlink_to("loop.yaml")
    (folder / "device.yaml").symlink_to("/dev/zero")
    with impatient():
        found = problems_of(folder)
    assert {p.code for p in found} == {"file-outside"}
    assert "secret" not in "".join(p.sentence for p in found)


def test_a_manifest_that_is_a_link_to_elsewhere_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "outside.yaml").write_text(SECRET)
    folder = make_pack(tmp_path / "pack")
    (folder / "pack.yaml").unlink()
    (folder / "pack.yaml").symlink_to(tmp_path / "outside.yaml")
    assert codes_of(folder) == {"file-outside"}


def test_a_pipe_does_not_keep_the_reader_waiting(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "pack", {"pack.yaml": f"{MANIFEST}boards: [pipe.yaml]\n"})
    os.mkfifo(folder / "pipe.yaml")
    with impatient():
        assert codes_of(folder) == {"file-unreadable"}


def test_a_manifest_that_is_a_pipe_is_no_manifest(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "pack")
    (folder / "pack.yaml").unlink()
    os.mkfifo(folder / "pack.yaml")
    with impatient(), pytest.raises(UsageError):
        tilewright.load(str(folder))


@pytest.mark.parametrize("name", ["a" * 5000, "nul\0byte", "", "\x1b[31m", "/dev/null", "..."])
def test_names_of_packs_that_are_no_names(name: str) -> None:
    with pytest.raises(UsageError):
        tilewright.load(name)


def test_names_of_files_cannot_steer_the_terminal(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "pack", {"\x1b[31mred.yaml": "a: 1\n"})
    (Path(os.fsencode(folder).decode()) / os.fsdecode(b"\xff.yaml")).write_text("a: 1\n")
    found = problems_of(folder)
    assert [p.code for p in found] == ["file-unused", "file-unused"]
    assert all(str(p.place).isprintable() for p in found)
    for form in ("text", "json", "github"):
        said = _check(folder, form)
        assert said.returncode == 1
        assert "\x1b" not in said.stdout
        assert "Traceback" not in said.stderr


def _check(folder: Path, form: str) -> subprocess.CompletedProcess[str]:
    return run_here("check", str(folder), "--format", form)


# -- size -------------------------------------------------------------------------------------

LINKS = ", ".join(f"[s_{i}, s_{i + 1}]" for i in range(1, 20_000))
TILES = f"{MANIFEST}tiles: [tiles.yaml]\n"
GRID = "\n  cell:\n    columns: 26\n    rows: 70\n    "
# The text of game.yaml, a code that must come out, and its line (0 for any).
BIG: dict[str, tuple[str, tuple[str, int]]] = {
    "flow lists": ("players: " + "[" * 100_000, ("yaml-too-deep", 1)),
    "flow maps": ("players: " + "{a: " * 100_000, ("yaml-too-deep", 1)),
    "blocks": ("".join(" " * i + "a:\n" for i in range(1000)), ("yaml-too-deep", 41)),
    "dashes": ("- " * 50_000, ("yaml-too-deep", 1)),
    "a long text": (f"players: {'a' * 900_000}", ("yaml-too-big", 1)),
    "a long number": (f"players: {{min: {'9' * 3000}, max: 2}}", ("yaml-number-size", 1)),
    "a number with many marks": (f"players: 1{'_' * 3900}x", ("wrong-value", 1)),
    "a long key": (f"{'k' * 900}: 1\n", ("yaml-key", 1)),
    "many values": ("a: [" + "1, " * 90_000 + "1]", ("yaml-too-big", 1)),
    "many keys": ("".join(f"k{i}: 1\n" for i in range(9000)), ("unknown-key", 1)),
    "two megabytes": (f"# {'a' * 2_000_000}", ("file-too-big", 1)),
    "many kinds": (game_with(kinds="".join(f"\n  k{i}: {{count: 2000}}" for i in range(3000))),
                   ("too-many", 27)),
    "many lines": (game_with(grids=f"{GRID}lines:" + "".join(
        f"\n      l{i}: {{length: 2}}" for i in range(2000))), ("too-many", 21)),
    "many shapes": (game_with(grids=f"{GRID}shapes:" + "".join(
        f"\n      s{i}: {{turns: true, cells: [[0, 0], [0, 1], [1, 1]]}}" for i in range(500))),
        ("too-many", 21)),
    "a huge shape": (game_with(grids=f"{GRID}shapes: {{s: {{cells: [" + ", ".join(
        f"[{i}, 0]" for i in range(5000)) + "]}}"), ("no-lines", 20)),
    "many links": (game_with(sites="{s: {count: 2000}}",
                             relations=f"{{r: {{from: s, to: s, links: [{LINKS}]}}}}"),
                   ("yaml-too-big", 17)),
    "many wrong links": (game_with(sites="{s: {count: 2000}}", relations=(
        "{r: {from: s, to: s, links: [" + ", ".join(
            f"[s_{i}x, t_{i}]" for i in range(6000)) + "]}}")), ("unknown-element", 17)),
    "a long chain of functions": (game_with(scoring="{coins: f2999()}", functions=(
        "\n  f0: {is: 1}" + "".join(f"\n  f{i}: {{is: f{i - 1}() + 1}}" for i in range(1, 3000)))),
        ("too-many", 0)),
    "a long chain, backwards": (game_with(scoring="{coins: f2999()}", functions=(
        "".join(f"\n  f{i}: {{is: f{i - 1}() + 1}}" for i in range(2999, 0, -1))
        + "\n  f0: {is: 1}")), ("too-many", 0)),
    "a long chain of procedures": (doing("[{call: p0}]", procedures=(
        "".join(f"\n  p{i}: [{{call: p{i + 1}}}]" for i in range(2000))
        + "\n  p2000: [{gain: {me.coins: 1}}]")), ("too-many", 0)),
    "large expressions": (game_with(functions="".join(
        f"\n  f{i}: {{is: {'+'.join(['1'] * 140)}}}" for i in range(1500))),
        ("expression-too-big", 0)),
    "distant tables": (game_with(
        sites="{s: {count: 2000}}", scoring="{coins: 'sum(sum(x.v) for x in ss)'}",
        state="\n  player: {coins: {type: int, start: 3}}\n  s: {v: {type: int, per: s}}"),
        ("program-too-big", 0)),
}


@pytest.mark.parametrize("name", BIG)
def test_too_much_of_anything_is_refused(tmp_path: Path, name: str) -> None:
    text, (code, line) = BIG[name]
    folder = make_pack(tmp_path / "pack", {"game.yaml": text})
    with impatient():
        found = problems_of(folder)
    lines = [p.place.line for p in found if p.code == code]
    assert lines, {p.code for p in found}
    assert line in (0, *lines)
    assert len(found) <= 200


@pytest.mark.parametrize(("tiles", "extra"), [
    ("".join(f"  t{i}: {{extends: t{i - 1}}}\n" for i in range(1, 1900)) + "  t0: {}\n", {}),
    ("  a:\n    abilities: {" + ", ".join(f"x{i}: {{score: 1}}" for i in range(2000)) + "}\n"
     + "".join(f"  t{i}: {{extends: a}}\n" for i in range(1500)), {}),
    ("  a: {" + ", ".join(f"k{i}: 1" for i in range(5000)) + "}\n"
     + "".join(f"  t{i}: {{extends: a}}\n" for i in range(1500)), {}),
    ("  a:\n    abilities: {" + ", ".join(f"x{i}: {{power: v}}" for i in range(1000)) + "}\n",
     {"vocabulary": "{verbs: {v: {do: [" + ", ".join(["{gain: {me.coins: 1}}"] * 1000) + "]}}}"}),
], ids=["chain", "abilities", "keys", "verbs"])
def test_tiles_that_multiply_are_refused(tmp_path: Path, tiles: str, extra: dict[str, str]) -> None:
    folder = make_pack(tmp_path / "pack", {
        "pack.yaml": TILES, "game.yaml": game_with(families="{card: {}}", **extra),
        "tiles.yaml": f"family: card\ntiles:\n{tiles}"})
    with impatient():
        assert codes_of(folder) & {"too-many", "expression-too-big", "unknown-key"}


def test_many_files_share_one_limit(tmp_path: Path) -> None:
    files = {f"f{i}.yaml": "grids: {}\nsites:\n" + "".join(
        f"  s{i}_{n}: [a]\n" for n in range(6000)) for i in range(30)}
    folder = make_pack(tmp_path / "pack", {
        **files, "pack.yaml": f"{MANIFEST}boards: [{', '.join(files)}]\n"})
    with impatient():
        assert "yaml-too-big" in codes_of(folder)


# -- while playing ----------------------------------------------------------------------------

CELLS = "{cell: {columns: 20, rows: 100}}"
LOOPS: dict[str, tuple[str, str]] = {
    "repeat": (doing("[{repeat: {max: 1000}, do: [{repeat: {max: 1000}, do: [{repeat: {max: 1000},"
                     " do: [{gain: {me.coins: 1}}]}]}]}]"), "steps"),
    "repeat nothing": (doing("[{repeat: {max: 1000}, do: [{repeat: {max: 1000}, do: ["
                             "{repeat: {max: 1000}, do: []}]}]}]"), "steps"),
    "costly sums": (doing("[{repeat: {max: 1000}, do: [{repeat: {max: 1000}, do: ["
                          "{gain: {me.coins: 'sum(1 for i in range(1, 900))'}}]}]}]"), "steps"),
    "big kinds": (doing("[{for_each: {a: cells}, do: [{for_each: {b: cells}, do: ["
                        "{for_each: {c: cells}, do: [{gain: {me.coins: 1}}]}]}]}]", grids=CELLS),
                  "steps"),
    "procedures": (doing("[{for_each: {a: cells}, do: [{call: p}]}]", grids=CELLS, procedures=(
        "\n  p: [{for_each: {b: cells}, do: [{call: q}]}]"
        "\n  q: [{for_each: {d: cells}, do: [{gain: {me.coins: 1}}]}]")), "steps"),
    "counter": (doing("[{repeat: {max: 1000}, do: [{gain: {me.coins: 1000000000}}]}]"),
                "more than 1000000000"),
    "square": (doing("[" + ", ".join(["{set: {me.coins: (me.coins + 9) * (me.coins + 9)}}"] * 9)
                     + "]"), "outside of 0 to 1000000000"),
    "below zero": (doing("[{set: {me.coins: me.coins - 5}}]"), "outside of 0"),
    "division": (doing("[{set: {me.coins: 7 // (me.coins - 3)}}]"), "divides by zero"),
    "remainder": (doing("[{set: {me.coins: '7 % (me.coins - 3)'}}]"), "divides by zero"),
    "list": (doing("[{set: {me.coins: 'range(1, 3)[me.coins]'}}]"), "no element .3"),
    "list from behind": (doing("[{set: {me.coins: 'range(1, 3)[me.coins - 4]'}}]"),
                         "no element .-1"),
    "range": (doing("[{set: {me.coins: 'size(range(me.coins, 1000000000))'}}]"), "a range holds"),
    "repeat number": (doing("[{repeat: {max: me.coins * 1000000}, do: []}]"), "'repeat' goes up"),
}


@pytest.mark.parametrize("name", LOOPS)
def test_rules_that_run_away_are_stopped_and_undone(tmp_path: Path, name: str) -> None:
    text, words = LOOPS[name]
    folder = make_pack(tmp_path / "pack", {"game.yaml": text})
    with impatient():
        state = tilewright.load(str(folder)).new()
        before = state.save()
        with pytest.raises(RuleError, match=words) as error:
            state.apply(state.find("go"))
    place = error.value.place
    assert place is not None
    assert Path(place.file).name == "game.yaml"
    assert place.line >= 13
    assert state.save() == before
    assert state.legal() == [state.find("go")]


def test_a_start_that_runs_away_is_stopped(tmp_path: Path) -> None:
    loop = "{repeat: {max: 1000}, do: ["
    flow = f"{{setup: [{loop * 3}]}}]}}]}}], round: {{each: players, turn: [{{must: [go]}}]}}}}"
    folder = make_pack(tmp_path / "pack", {"game.yaml": game_with(flow=flow)})
    with impatient():
        game = tilewright.load(str(folder))
        with pytest.raises(RuleError, match="steps"):
            game.new()


@pytest.mark.parametrize("name", ["let", "arguments", "functions"])
def test_numbers_do_not_grow_without_end(tmp_path: Path, name: str) -> None:
    """Squares of squares fill the memory; the test looks from outside, for nothing else can."""
    text = {
        "let": doing("[{let: {a0: me.coins * 1000000}}, " + ", ".join(
            f"{{let: {{a{i}: a{i - 1} * a{i - 1}}}}}" for i in range(1, 40))
            + ", {gain: {me.coins: a39}}]"),
        "arguments": doing("[{call: p0, with: {n: me.coins * 1000000}}]", procedures="".join(
            f"\n  p{i}: {{args: {{n: int}}, do: [{{call: p{i + 1}, with: {{n: n * n}}}}]}}"
            for i in range(40)) + "\n  p40: {args: {n: int}, do: [{gain: {me.coins: n}}]}"),
        "functions": game_with(
            functions="\n  f0: {args: {n: int}, is: n * n}" + "".join(
                f"\n  f{i}: {{args: {{n: int}}, is: 'f{i - 1}(n * n)'}}" for i in range(1, 40)),
            scoring="{coins: f39(me.coins + 7)}"),
    }[name]
    assert _played_apart(tmp_path, text) == "failed"


def test_calls_that_double_are_stopped(tmp_path: Path) -> None:
    text = doing("[{call: p0}]", procedures="".join(
        f"\n  p{i}: [{{call: p{i + 1}}}, {{call: p{i + 1}}}]" for i in range(40))
        + "\n  p40: [{set: {me.coins: 1}}]")
    assert _played_apart(tmp_path, text) in ("failed", "refused")


def _played_apart(tmp_path: Path, text: str) -> str:
    """How a game goes, played in another process that can be stopped whatever it does."""
    folder = make_pack(tmp_path / "pack", {"game.yaml": text})
    code = ("import sys; from bad_packs import MOST_WORK, played; from pathlib import Path; "
            "from resource import RLIMIT_CPU, setrlimit; "
            "setrlimit(RLIMIT_CPU, (MOST_WORK, MOST_WORK)); print(played(Path(sys.argv[1])))")
    done = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True,
                          cwd=Path(__file__).parent, timeout=900, check=False)
    return done.stdout.strip() or done.stderr


# -- what people see --------------------------------------------------------------------------


def test_problems_are_counted_up_to_a_limit(tmp_path: Path) -> None:
    text = game_with(scoring="".join(f"\n  s{i}: nothing_{i}" for i in range(1000)))
    with pytest.raises(ContentError) as error:
        tilewright.load(str(make_pack(tmp_path / "pack", {"game.yaml": text})))
    assert len(error.value.problems) == 200


def test_all_kinds_of_problems_in_one_run(tmp_path: Path) -> None:
    text = GAME.replace("actions:", "action:").replace("me.coins: 1", "me.coin: 1").replace(
        "round == 3", "runde == 3")
    found = problems_of(make_pack(tmp_path / "pack", {"game.yaml": text}))
    assert [(p.code, p.place.line) for p in found] == [
        ("unknown-key", 4), ("no-attribute", 7), ("unknown-name", 14)]


def test_the_small_game_itself_is_fine(tmp_path: Path) -> None:
    assert played(make_pack(tmp_path / "pack"), 100) == "played"


@pytest.mark.parametrize(("text", "code"), [
    ("<<: {players: 3}\n" + GAME, "yaml-merge"), ("&a players: 3\n" + GAME, "yaml-anchor"),
    ("sites: &a {x: [y]}\n" + GAME, "yaml-anchor"), ("kinds: &a [x]\n" + GAME, "yaml-anchor"),
    ("sites: !x {x: {count: 1}}\n" + GAME, "yaml-tag"), ("kinds: !x [x]\n" + GAME, "yaml-tag"),
    ("!x players: 3\n" + GAME, "yaml-tag"), ("? [a]\n: 3\n" + GAME, "yaml-key"),
    (GAME + "---\nwrong: [\n", "yaml-documents"), (GAME + '"a\\tb": 1\n', "yaml-key"),
    (GAME + 'a: "\\e[31m"\nb: "\\e[31m"\n', "yaml-control")])
def test_a_file_that_is_no_strict_yaml_is_read_no_further(
        tmp_path: Path, text: str, code: str) -> None:
    found = problems_of(make_pack(tmp_path / "pack", {"game.yaml": text}))
    assert [p.code for p in found] == [code]


def test_numbers_for_tiles_of_a_family_that_has_none(tmp_path: Path) -> None:
    """There is no first tile that could stand for the one that is not there."""
    text = GAME + ("families: {card: {}}\nkinds: {k: {attributes: {o: {type: int, per: card}}, "
                   "items: {x: {o: {lost: 1}}}}}\n")
    found = problems_of(make_pack(tmp_path / "pack", {"game.yaml": text}))
    assert {"unknown-element", "empty-family"} <= {p.code for p in found}
