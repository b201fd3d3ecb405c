"""What an attack once found, line by line: each stays refused, stopped or told.

What is about time or memory looks for the problem or the limit that ends the work, at no clock.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import MANIFEST, codes_of, doing, game_with, make_pack, problems_of
from tilewright import limits
from tilewright.cli.check import check_folder
from tilewright.problems import RuleError

if TYPE_CHECKING:
    from types import FrameType


def loaded(tmp_path: Path, text: str) -> tilewright.Game:
    return tilewright.load(str(make_pack(tmp_path / "pack", {"game.yaml": text})))


def command(*words: str, keys: str | bytes = "", **extra: str
            ) -> subprocess.CompletedProcess[bytes]:
    typed = keys.encode() if isinstance(keys, str) else keys
    return subprocess.run([sys.executable, "-m", "tilewright", *words], input=typed,
                          capture_output=True, check=False, env={**os.environ, **extra})


def stopped(tmp_path: Path, text: str, words: str = "steps") -> None:
    """The move `go` is stopped by the limit of steps and leaves no trace."""
    state = loaded(tmp_path, text).new()
    before = state.save()
    with pytest.raises(RuleError, match=words):
        state.apply(state.find("go"))
    assert state.save() == before


# -- problems ---------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [199, 201, 400])
def test_01_more_unused_options_than_the_limit_are_problems(tmp_path: Path, count: int) -> None:
    options = "".join(f"\n  o{i}: {{type: bool, default: false}}" for i in range(count))
    folder = make_pack(tmp_path / "pack", {"game.yaml": game_with(options=options)})
    found = check_folder(folder, [])
    assert len(found) == min(count, limits.PROBLEMS)
    assert {p.code for p in found} == {"unused"}


# -- names ------------------------------------------------------------------------------------


def test_02_fields_that_join_to_one_name_keep_their_own_starts(tmp_path: Path) -> None:
    text = game_with(
        kinds="{a: [one], a_b: [two]}",
        state="{a: {b_c: {type: int, start: '5 + 6'}}, a_b: {c: {type: int, start: '70 + 1'}},"
              " player: {coins: int}}",
        scoring="{coins: one.b_c + 1000 * two.c}")
    assert loaded(tmp_path, text).new().scores() == [71_011, 71_011]


def test_03_tables_of_one_length_keep_their_own_numbers(tmp_path: Path) -> None:
    text = game_with(
        kinds="{x: [p, q], x_1: [r, t], x_2: [u, v]}",
        functions="{f: {args: {n: x}, is: index(n) + 7}, "
                  "f_1: {args: {n: x_1}, is: index(n) + 1000}, "
                  "f_2: {args: {n: x_2}, is: index(n) + 1}}",
        scoring="{coins: me.coins - 3 + f(p) * 1000000 + f_1(r) * 100 + f_2(u)}")
    assert loaded(tmp_path, text).new().scores()[0] == 8_100_102


def test_04_tolls_of_names_that_join_are_asked_for_the_right_action(tmp_path: Path) -> None:
    text = game_with(
        families="{card: {}}",
        state="\n  game: {deck: {zone: card, start: all}}\n"
              "  player: {a_b: {type: int, start: 1}, b: {type: int, start: 9}, "
              "mine: {zone: card, in_play: true}}",
        vocabulary="{events: {goes: {action: go}, goes_a: {action: go_a}}}",
        actions="\n  go: {do: [{draw: 1, from: deck, to: me.mine}]}"
                "\n  go_a: {do: [{gain: {me.b: 1}}]}",
        flow="{round: {each: players, turn: [{must: [go, go_a]}]}}", scoring="{b: me.b + me.a_b}")
    tiles = ("family: card\ntiles:\n  gate: {abilities: {t: {toll: {a_b: 5}, "
             "whenever: {opponent: goes}}, t_2: {toll: {b: 2}, whenever: {opponent: goes_a}}}}\n")
    state = tilewright.load(str(make_pack(tmp_path / "pack", {
        "pack.yaml": f"{MANIFEST}tiles: [tiles.yaml]\n", "game.yaml": text, "tiles.yaml": tiles,
    }))).new()
    state.apply(state.find("go"))
    assert [state.label(m) for m in state.legal()] == ["go_a"], "go costs 5, of which there is 1"


@pytest.mark.parametrize("text", [
    game_with(functions="{foo_1: {args: {f_foo: int}, is: f_foo + 1}, foo: {is: 2}}",
              scoring="{coins: foo_1(foo()) + me.coins}"),
    doing("[{let: {p_foo: 1}}, {call: foo, with: {n: p_foo}}]",
          procedures="{foo: {args: {n: int}, do: [{gain: {me.coins: n}}]}}"),
])
def test_05_variables_named_as_functions_are_in_code(tmp_path: Path, text: str) -> None:
    state = loaded(tmp_path, text).new()
    state.apply(state.find("go"))
    assert state.scores()[0] > 3


@pytest.mark.parametrize("times", [40, 145, 990])
def test_06_many_nots_are_an_expression_like_others(tmp_path: Path, times: int) -> None:
    text = doing("[{if: " + "not " * times + "me.coins > 1, then: [{gain: {me.coins: 1}}]}]")
    codes = codes_of(make_pack(tmp_path / "pack", {"game.yaml": text}))
    assert codes == (set() if times == 40 else {"expression-too-big"})


# -- work -------------------------------------------------------------------------------------

CARDS = {"kinds": "{card: {count: 2000}}", "state": (
    "\n  game: {deck: {zone: card, start: all}}\n  player: {coins: {type: int, start: 3}}")}


def test_07_nested_questions_are_refused_or_small(tmp_path: Path) -> None:
    inner = "[{gain: {me.coins: 1}}]"
    for i in range(18):
        inner = (f"[{{if: me.coins > {i}, then: [{{choose: {{k{i}: players}}, do: {inner}}}], "
                 f"else: [{{choose: {{m{i}: players}}, do: []}}]}}, {{gain: {{me.coins: 1}}}}]")
    found = problems_of(make_pack(tmp_path / "pack", {"game.yaml": doing(inner)}))
    assert all(p.place.line > 0 for p in found)
    if not found:
        game = loaded(tmp_path, doing(inner))
        assert len(game.program().modules) > 0


@pytest.mark.parametrize("sections", [
    {"scoring": "{coins: size(spread(me.stock))}"},
    {"actions": "{go: {do: [{gain: {me.coins: size(spread(me.stock))}}]}}"},
    {"actions": "{go: {pick: {g: spread(me.stock)}, do: [{gain: {me.coins: 1}}]}}"},
])
def test_08_spread_has_a_bound_or_is_refused_at_its_place(tmp_path: Path, sections: dict[str, str]
                                                          ) -> None:
    text = game_with(kinds="{good: [wood]}", state=(
        "{player: {coins: int, stock: {type: int, per: good, start: {wood: 1000000000}}}}"),
        **sections)
    (problem,) = problems_of(make_pack(tmp_path / "pack", {"game.yaml": text}))
    assert "spread" in text.splitlines()[problem.place.line - 1]


def test_09_distances_of_many_sites_are_not_all_worked_out_first(tmp_path: Path) -> None:
    links = ", ".join(f"[s_{i}, s_{i + 1}]" for i in range(1, 2000))
    text = game_with(
        sites="{s: {count: 2000}}", scoring="{coins: 'distance(s_1, s_2000, r) + me.coins'}",
        relations=f"{{r: {{from: s, to: s, both_ways: true, links: [{links}]}}}}")
    game = loaded(tmp_path, text)
    held = sum(len(row) for table in game.program().build.tables.values()
               if isinstance(table, tuple) for row in table if isinstance(row, tuple))
    assert held < limits.DISTANCES
    assert game.new().scores() == [2002, 2002]


def test_10_picks_with_a_guard_over_later_ones_are_charged(tmp_path: Path) -> None:
    game = loaded(tmp_path, game_with(
        grids="{cell: {columns: 26, rows: 76}}", actions=(
            "\n  go:\n    pick: {a: cells, b: cells, d: cells}\n"
            "    if: index(a) + index(b) + index(d) < 0\n    do: [{gain: {me.coins: 1}}]")))
    with pytest.raises(RuleError, match="steps"):
        game.new()


@pytest.mark.parametrize("effect", [
    "{shuffle: deck}", "{sort: deck, by: index(it)}", "{draw: 2000, from: deck, to: deck_2}",
    "{gain: {me.coins: 'count(c for c in cards if c in deck)'}}",
])
def test_11_zone_effects_and_membership_are_charged_by_their_size(tmp_path: Path, effect: str
                                                                  ) -> None:
    state = CARDS["state"].replace("deck: {zone: card, start: all}",
                                   "deck: {zone: card, start: all}, deck_2: {zone: card}")
    back = ", {draw: 2000, from: deck_2, to: deck}" if "deck_2" in effect else ""
    used = "size(deck_2) + me.coins"
    stopped(tmp_path, doing(f"[{{repeat: {{max: 1000}}, do: [{{repeat: {{max: 20}}, do: "
                            f"[{effect}{back}]}}]}}]", kinds=CARDS["kinds"], state=state,
                            scoring=f"{{coins: {used}}}"))


def test_12_many_questions_are_within_the_budget_of_a_program(tmp_path: Path) -> None:
    asked = ", ".join(f"{{choose: {{k{i}: players}}, optional: true, do: "
                      "[{gain: {me.coins: 1}}]}" for i in range(400))
    folder = make_pack(tmp_path / "pack", {"game.yaml": doing(f"[{asked}]")})
    assert all(p.place.line > 0 for p in problems_of(folder))


def test_12_files_of_one_pack_share_a_limit_of_bytes(tmp_path: Path) -> None:
    files = {f"f{i}.yaml": f"# {'a' * 900_000}\nkinds: {{k{i}: [a{i}]}}\n" for i in range(12)}
    named = ", ".join(["game.yaml", *files])
    found = problems_of(make_pack(tmp_path / "pack", {
        **files, "pack.yaml": MANIFEST.replace("[game.yaml]", f"[{named}]")}))
    assert "bytes" in " ".join(p.sentence for p in found)


def test_14_many_unknown_packs_are_one_kind_of_problem(tmp_path: Path) -> None:
    needed = "".join(f"  other_{i}: '1'\n" for i in range(3000))
    folder = make_pack(tmp_path / "small")
    variant = tmp_path / "v"
    variant.mkdir()
    (variant / "variant.yaml").write_text(
        "language: 2\nid: v\nversion: 1.0.0\nvariant_of: small\noverlays: [c.yaml]\n"
        f"requires:\n{needed}")
    (variant / "c.yaml").write_text("set: {players/min: 2}\n")
    found = check_folder(folder, [variant])
    assert 0 < len(found) <= limits.PROBLEMS
    assert all(p.place.line > 0 for p in found)


# -- numbers, names in loops ------------------------------------------------------------------


def test_15_whatever_score_is_accepted_can_be_saved_and_restored(tmp_path: Path) -> None:
    many = ", ".join(["{score: {points: me.coins * 1000000000}}"] * 5)
    game = loaded(tmp_path, doing(
        f"[{{repeat: {{max: 1000}}, do: [{{repeat: {{max: 200}}, do: [{many}]}}]}}]",
        state="{player: {coins: {type: int, start: 1000000000}}}",
        scoring="{coins: me.coins, points: counted}"))
    state = game.new()
    try:
        state.apply(state.find("go"))
    except RuleError:
        return
    saved = json.loads(json.dumps(state.save()))
    assert game.restore(saved).scores() == state.scores()


@pytest.mark.parametrize("word", ["__class__", "S", "T_player", "_", "Me"])
def test_16_names_in_loops_have_the_form_of_names(tmp_path: Path, word: str) -> None:
    text = game_with(scoring=f"{{coins: 'sum({word}.coins for {word} in players)'}}")
    codes = codes_of(make_pack(tmp_path / "pack", {"game.yaml": text}))
    assert codes & {"wrong-name", "expression-word", "expression-syntax"}


# -- at a table -------------------------------------------------------------------------------

ENDLESS = game_with(ends="{never: {when: round < 0}}")


def test_13_play_stops_an_endless_game(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "pack", {"game.yaml": ENDLESS})
    code = ("import sys; from tilewright.playing import simulate\n"
            "import tilewright.cli.play as play\n"
            "for at in (simulate, play):\n"
            "    if hasattr(at, 'MOST_DECISIONS'): at.MOST_DECISIONS = 30\n"
            "from tilewright.playing.record import Session\n"
            "was, made = Session.apply, []\n"
            "def count(self, move):\n"
            "    made.append(move)\n"
            "    if len(made) > 100: print('ENDLESS'); sys.exit(9)\n"
            "    return was(self, move)\n"
            "Session.apply = count\n"
            "play.play_game(sys.argv[1], [], None, 'bot', 'en', 1, None, {}, as_recorded=False)\n")
    done = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True,
                          check=False)
    assert "ENDLESS" not in done.stdout


def test_17_a_save_that_fails_leaves_the_old_one_whole(tmp_path: Path) -> None:
    saved = tmp_path / "game.jsonl"
    script = f"1\nsave {saved}\nquit\n"
    assert command("play", "tictactoe", "--seats", "human,bot", "--seed", "1",
                   keys=f"save {saved}\nquit\n").returncode == 0
    before = saved.read_bytes()
    code = ("import resource, signal, sys\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))\n"
            "sys.argv = ['tilewright', 'play', 'tictactoe', '--seats', 'human,bot']\n"
            "from tilewright.__main__ import main\nmain()\n")
    done = subprocess.run([sys.executable, "-c", code], input=script.encode(), capture_output=True,
                          check=False)
    assert b"Traceback" not in done.stderr
    assert saved.read_bytes() == before


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1"])
def test_18_narrow_encodings_print_what_they_can(encoding: str) -> None:
    done = command("text", "namiji", "--lang", "pl", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)


@pytest.mark.parametrize("keys", [
    b"\x00\n1\nquit\n", b"\xff\xfe\n1\nquit\n", b"why \xed\xa0\x80\nquit\n"])
def test_19_odd_bytes_that_are_typed_do_not_end_a_game(keys: bytes) -> None:
    done = command("play", "tictactoe", "--seats", "human,bot", "--seed", "1", keys=keys)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)


def test_19_a_full_device_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-m", "tilewright", "text", "tictactoe"],
                              stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode != 0
    assert b"Traceback" not in done.stderr


class Interrupted(KeyboardInterrupt):
    """What a person who presses Ctrl-C in the middle of a move makes of it."""


@pytest.mark.parametrize("error", [TimeoutError, Interrupted, SystemExit])
def test_20_a_move_that_is_interrupted_is_not_half_made(tmp_path: Path, error: type[BaseException]
                                                        ) -> None:
    state = loaded(tmp_path, doing(
        "[{gain: {me.coins: 1}}, "
        "{repeat: {max: 1000}, do: [{set: {me.coins: me.coins + 1}}]}]")).new()
    before, legal = list(state._s), state.legal()
    seen = 0

    def interrupt(frame: FrameType, event: str, _arg: object) -> object:
        nonlocal seen
        if frame.f_code.co_filename.endswith("game.yaml"):
            seen += event == "line"
            if seen == 20:
                raise error
        return interrupt

    sys.settrace(interrupt)
    try:
        with pytest.raises((error, RuleError)):
            state.apply(legal[0])
    finally:
        sys.settrace(None)
    assert (list(state._s), state.legal()) == (before, legal)
    state.apply(legal[0])
    assert state.scores()[0] > 1000
