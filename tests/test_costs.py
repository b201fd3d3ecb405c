"""What rules take is counted: programs are small or refused, and moves end or are refused.

Nothing here measures time. Code is counted in nodes, moves in the steps that the engine charges.
"""

from __future__ import annotations

import ast
from collections import Counter
from threading import Thread
from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import doing, game_with, make_pack
from tilewright import limits, stages
from tilewright.compiling.board import Board
from tilewright.compiling.budget import Budget
from tilewright.kernel import bounds
from tilewright.linking import grids, tilings
from tilewright.middle import ir
from tilewright.middle.header import STEPS
from tilewright.playing.game import Game
from tilewright.printing.python.running import _compiled
from tilewright.problems import ContentError, Place, RuleError

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

CARDS = "{card: [" + ", ".join(f"k{i}" for i in range(1_000)) + "]}"
FEW = "{card: [" + ", ".join(f"k{i}" for i in range(60)) + "]}"
PILES = """
  player:
    coins: {type: int, start: 3, max: 1000000}
    stock: {type: int, per: card, max: 15, start: 15}
  game:
    pile: {zone: card, start: all}
    other: {zone: card}
    dark: {zone: card, start: all, visible: none}
    darker: {zone: card, visible: none}
"""


def _loaded(folder: Path, text: str) -> Game:
    """A game of these rules, whatever the lints say of it."""
    loaded = stages.load_folders(make_pack(folder, {"game.yaml": text}), [])
    found = {p.code for p in loaded.problems.sorted()}
    assert found <= {"unused", "never-linked", "text-missing"}, found
    return tilewright.load(str(folder)) if not found else _forced(folder)


def _forced(folder: Path) -> Game:
    from tilewright.linking import link

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(link, "LINTS", ())
        patch.setattr(link, "check_texts", lambda *_a, **_k: None)
        return tilewright.load(str(folder))


def _many(statement: str, kinds: str = CARDS) -> str:
    return doing(f"[{{repeat: {{max: 1000}}, do: [{statement}]}}]", kinds=kinds, state=PILES)


# Each takes far more than the steps of a move, in its own way.
DEAR = {
    "shuffling": _many("{shuffle: pile}, {shuffle: dark}"),
    "sorting": _many("{sort: pile, by: 0 - index(it)}, {sort: pile, by: index(it)}"),
    "looking for one": _many("{gain: {me.coins: 'count(c for c in pile if c in other)'}}"),
    "drawing one by one": _many(
        "{draw: 1000, from: pile, to: other, at: top}, "
        "{draw: 1000, from: other, to: pile, at: top}"),
    "hidden piles": _many(
        "{draw: 1000, from: dark, to: darker, at: top}, "
        "{draw: 1000, from: darker, to: dark, at: top}"),
    "a list of numbers": _many("{gain: {me.coins: size(spread(me.stock)) // 100000}}"),
    "taking lists apart": _many("{gain: {me.coins: size(pile - pile)}}, "
                                "{gain: {me.coins: size(pile - pile)}}"),
    "sorting a list": _many("{gain: {me.coins: 'index(argmax(pile, by=-index(it))) // 5000'}}, "
                            "{gain: {me.coins: 'size(sort(pile, by=-index(it))) // 5000'}}"),
    "loops in loops": doing(
        "[{for_each: {a: cards}, do: [{for_each: {b: cards}, do: [{for_each: {c: cards}, do: "
        "[{gain: {me.coins: 1 if index(a) + index(b) + index(c) < 0 else 0}}]}]}]}]",
        kinds=CARDS, state=PILES),
    "lists in lists": doing(
        "[{gain: {me.coins: 'count(a for a in cards if any(all(index(a) + index(b) + index(c) > 0 "
        "for c in cards) and index(b) < 0 for b in cards))'}}]", kinds=CARDS, state=PILES),
    "functions that double": doing(
        "[{gain: {me.coins: f39() // 1000000000}}]",
        functions="{f0: {is: 1}, " + ", ".join(
            f"f{i}: {{is: f{i - 1}() + f{i - 1}()}}" for i in range(1, 40)) + "}"),
    "what is possible": game_with(kinds=CARDS, actions="""
  go: {do: [{gain: {me.coins: 1 if possible(rare) else 0}}]}
  rare:
    pick: {a: cards, b: cards, c: cards}
    if: index(a) + index(b) + index(c) < 0
    do: [{gain: {me.coins: 1}}]"""),
}


@pytest.mark.parametrize("name", DEAR)
def test_a_dear_move_is_refused_and_changes_nothing(tmp_path: Path, name: str) -> None:
    state = _loaded(tmp_path, DEAR[name]).new(seed=1)
    before, moves = state.save(), state.legal()
    with pytest.raises(RuleError, match="steps") as refused:
        state.apply(moves[0])
    assert refused.value.place is not None
    assert refused.value.place.file.endswith("game.yaml")
    assert (state.save(), state.legal()) == (before, moves)


def _picking(picks: int) -> str:
    names = "abcdef"[:picks]
    picked = ", ".join(f"{n}: cards" for n in names)
    test = " + ".join(f"index({n})" for n in names)
    return game_with(kinds=FEW, actions=(
        f"\n  go:\n    pick: {{{picked}}}\n    if: {test} < 0\n"
        "    do: [{gain: {me.coins: 1}}]"))


def test_looking_for_moves_is_charged_before_the_first_one(tmp_path: Path) -> None:
    """Sixty to the sixth ways to pick cannot be tried."""
    game = _loaded(tmp_path, _picking(6))
    with pytest.raises(RuleError, match="steps"):
        game.new(seed=1)


def test_two_picks_are_tried_to_the_end(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="must be done, but nothing is possible"):
        _loaded(tmp_path, _picking(2)).new(seed=1)


def test_a_score_has_steps_of_its_own_and_leaves_no_trace(tmp_path: Path) -> None:
    dear = ("'sum(count(b for b in cards if any(index(a) + index(b) < 0 for c in cards)) "
            "for a in cards)'")
    game = _loaded(tmp_path, game_with(kinds=CARDS, scoring=f"{{coins: {dear}}}"))
    state = game.new(seed=1)
    before = state.save()
    for ask in (state.scores, lambda: state.score_sheet(0)):
        with pytest.raises(RuleError, match="steps"):
            ask()
    assert state.save() == before


def test_a_light_score_is_not_charged_to_the_next_move(tmp_path: Path) -> None:
    state = _loaded(tmp_path, game_with(kinds=CARDS, scoring=(
        "{coins: 'count(c for c in cards if index(c) > me.coins)'}"))).new(seed=1)
    before = list(state._s)
    assert state.scores()
    assert state._s == before


def test_the_refusal_of_a_move_ends_too(tmp_path: Path) -> None:
    """Why a move is not offered is worked out within the steps of one move."""
    state = _loaded(tmp_path, game_with(kinds=CARDS, actions=(
        "\n  go: {do: [{gain: {me.coins: 1}}]}\n  rare:\n    pick: {a: '[c for c in cards if "
        "count(b for b in cards if any(index(d) + index(b) < 0 for d in cards)) > 0]'}\n"
        "    do: [{gain: {me.coins: 1}}]"), flow=(
        "\n  round:\n    each: players\n    turn:\n      - must: [go]\n"
        "      - if: round > 900\n        then: [{may: [rare]}]"))).new(seed=1)
    rare = next(g for g in state.program.groups if g.name == "rare")
    assert "rare" in str(state.refusal(rare.base))


def test_charged_steps_do_not_outlive_a_move(tmp_path: Path) -> None:
    state = _loaded(tmp_path, doing("[{shuffle: pile}]", kinds=CARDS, state=PILES)).new(seed=1)
    taken = []
    for _ in range(4):
        state.apply(state.legal()[0])
        taken.append(state._s[STEPS])
    assert 1_000 < taken[0] < limits.STEPS
    assert max(taken) < 2 * min(taken)


def _steps(folder: Path, text: str) -> int:
    """What the first move takes."""
    state = _loaded(folder, text).new(seed=1)
    state.apply(state.legal()[0])
    return state._s[STEPS]


READS = ", ".join(["{gain: {me.coins: 'index(pile[3]) // 1000'}}"] * 80)


@pytest.mark.parametrize("text", [
    doing(f"[{READS}]", kinds=CARDS, state=PILES),
    game_with(kinds=CARDS, state=PILES, flow=(
        f"{{round: {{each: players, turn: [{READS}, {{must: [go]}}]}}}}")),
], ids=["by an action", "as a turn begins"])
def test_zones_that_are_read_are_charged_by_their_size(tmp_path: Path, text: str) -> None:
    """A thousand cards are copied eighty times, eight in a step."""
    assert 10_000 <= _steps(tmp_path, text) < 15_000


def _neighbours(links: list[str]) -> str:
    beside = "{gain: {me.coins: 'size([a for a in spots if any(b.mark == me for b in a.near)])'}}"
    return game_with(
        sites="{spot: {count: 100}}",
        relations=f"{{near: {{from: spot, to: spot, links: [{', '.join(links)}]}}}}",
        state="{player: {coins: int}, spot: {mark: 'player?'}}",
        actions=f"{{go: {{do: [{{set: {{spot_1.mark: me}}}}, {beside}, {beside}, {beside}, "
                f"{beside}]}}}}")


def test_looking_for_neighbours_is_charged_by_how_many_there_are(tmp_path: Path) -> None:
    """All pairs of a hundred, each read from both sides, eight in a step, four times."""
    links = [f"[spot_{a}, spot_{b}]" for a in range(1, 101) for b in range(a + 1, 101)]
    few, many = (_steps(tmp_path / name, _neighbours(links[:count]))
                 for name, count in (("few", 1), ("many", len(links))))
    assert many - few >= 4 * (2 * len(links) // 8)


# -- programs -------------------------------------------------------------------------------------


def _nested(depth: int, how: str) -> str:
    """Questions inside of each other, in flow style."""
    inner = "[{gain: {me.coins: 1}}]"
    for level in range(depth):
        choose = f"choose: {{c{level}: players}}, optional: me.coins > {level}"
        either = {
            "what follows": f"do: {inner}, else: [{{lose: {{me.coins: 1}}}}]",
            "otherwise": f"do: [{{lose: {{me.coins: 1}}}}], else: {inner}",
        }[how]
        inner = f"[{{{choose}, {either}}}]"
    return doing(inner)


@pytest.mark.parametrize("how", ["what follows", "otherwise"])
def test_questions_inside_of_each_other_are_written_once(tmp_path: Path, how: str) -> None:
    made = [len(_loaded(tmp_path / f"{depth}", _nested(depth, how)).program().nodes)
            for depth in (2, 9)]
    assert made[1] - made[0] == 7


def test_what_follows_a_condition_is_not_written_twice_and_twice_again(tmp_path: Path) -> None:
    """Each of these leaves the turn sometimes, so that what follows stands in both branches."""
    one = "{if: me.coins > 5, then: [{if: me.coins > 7, then: [{end: turn}]}]}, "
    nodes = [_loaded(tmp_path / f"{n}", doing(f"[{one * n}{{gain: {{me.coins: 1}}}}]"))
             .program().build.budget.nodes for n in (4, 8, 16)]
    assert nodes[2] - nodes[1] < 3 * (nodes[1] - nodes[0])


def test_a_program_that_multiplies_is_refused_at_the_line_that_does(tmp_path: Path) -> None:
    turn = "[" + ", ".join(["{must: [go]}"] * 400) + "]"
    text = doing("[{gain: {me.coins: '" + " + ".join(["me.coins"] * 48) + "'}}]",
                 flow=f"{{round: {{each: players, turn: {turn}}}}}")
    game = stages.load_folders(make_pack(tmp_path, {"game.yaml": text}), []).game
    assert game is not None
    with pytest.raises(ContentError) as refused:
        Game(game).program(2)
    problem, = refused.value.problems
    assert problem.code == "program-too-big"
    assert "gain" in text.splitlines()[problem.place.line - 1]
    assert "%" in problem.message


def test_a_program_may_be_as_big_as_its_limits_and_no_bigger() -> None:
    """A table counts as one number more than it holds."""
    here = Place("game.yaml", 3, 1)
    budget = Budget(1)
    budget.spend(limits.PROGRAM_NODES, here)
    budget.table((0,) * (limits.PROGRAM_NUMBERS - 1))
    with pytest.raises(ContentError, match=", and 100% of them"):
        budget.spend(1, here)
    with pytest.raises(ContentError, match="numbers"):
        budget.table(())


def test_the_line_that_became_most_is_told_with_its_share() -> None:
    """Parts of one line count together; one of very many lines is told by its rank."""
    budget = Budget(1)
    for line, col, share in ((1, 1, 30), (2, 1, 25), (2, 9, 20), (3, 1, 24)):
        budget.spend(limits.PROGRAM_NODES * share // 100, Place("game.yaml", line, col))
    with pytest.raises(ContentError, match="pieces of code, and 44% of them") as refused:
        budget.spend(limits.PROGRAM_NODES // 50, Place("game.yaml", 3, 2))
    assert refused.value.problems[0].place == Place("game.yaml", 2, 1)
    many = Budget(1)
    for line in range(200):
        many.spend(limits.PROGRAM_NODES // 200, Place("game.yaml", line + 1, 1))
    with pytest.raises(ContentError, match="and this line, the dearest of 200, is less than 1%"):
        many.spend(1, Place("game.yaml", 8, 2))


def test_a_program_of_many_numbers_of_players_shares_the_limit() -> None:
    whole, half, least = Budget(1), Budget(2), Budget(1_000)
    assert (whole.most, half.most) == (limits.PROGRAM_NODES, limits.PROGRAM_NODES // 2)
    assert least.most == limits.PROGRAM_LEAST


def test_what_a_field_starts_with_is_charged(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All owners together have the steps of one move, also where each takes few."""
    part = "sum(index(c) for c in cards if index(c) > index(it))"
    cards = ", ".join(f"k{n}" for n in range(400))
    text = game_with(kinds=f"{{card: [{cards}]}}", state=(
        f"{{player: {{coins: {{type: int, max: 10000000, start: '{part} + {part} + {part}'}}}}}}"))
    for most, fits in ((40_000, True), (20_000, False)):
        monkeypatch.setattr(limits, "STEPS", most)
        monkeypatch.setattr(bounds, "MOST", most)
        if fits:
            assert _loaded(tmp_path / "more", text).new(players=3).scores()
            continue
        with pytest.raises(RuleError, match=r"the start of player\.coins: .* 20,000 steps"):
            _loaded(tmp_path / "less", text).new(players=3)


def test_too_many_moves_are_refused_at_the_action_that_makes_them(tmp_path: Path) -> None:
    """Each of the actions can be done with any of a thousand cards."""
    actions = "".join(f"\n  go_{n}: {{pick: {{c: cards}}, do: [{{gain: {{me.coins: index(c)}}}}]}}"
                      for n in range(1, 202))
    text = game_with(kinds=CARDS, actions=actions, flow=(
        f"{{round: {{each: players, turn: [{{must: [{', '.join(f'go_{n}' for n in range(1, 202))}"
        "]}]}}"))
    with pytest.raises(ContentError, match="more than 200,000 different moves") as refused:
        _loaded(tmp_path, text)
    problem, = refused.value.problems
    assert "go_201:" in text.splitlines()[problem.place.line - 1]


def test_too_many_moves_of_a_question_are_refused_at_the_game(tmp_path: Path) -> None:
    choose = "{choose: {c: cards}, do: [{gain: {me.coins: index(c)}}]}"
    text = doing(f"[{', '.join([choose] * 201)}]", kinds=CARDS)
    with pytest.raises(ContentError, match="more than 200,000 different moves") as refused:
        _loaded(tmp_path, text)
    problem, = refused.value.problems
    assert problem.place.line == 1


LINE = game_with(
    sites="{s: {count: 800}}",
    relations="{near: {from: s, to: s, links: ["
              + ", ".join(f"[s_{i}, s_{i + 1}]" for i in range(1, 800)) + "]}}",
    scoring="{coins: 'distance(s_1, s_800, near) + distance(s_9, s_9, near)'}")


def test_distances_of_a_large_board_are_found_in_play(tmp_path: Path) -> None:
    game = _loaded(tmp_path, LINE)
    assert game.new(seed=1).scores() == [799, 799]
    assert game.program().build.budget.numbers < 10_000


def test_loops_deeper_than_python_can_are_refused_with_their_place(tmp_path: Path) -> None:
    inner = "me.coins > 1"
    for letter in "abcdefghijklmnopqrstu":
        inner = f"any({inner} for {letter} in players)"
    text = doing(f"[{{gain: {{me.coins: '1 if {inner} else 0'}}}}]")
    with pytest.raises(ContentError) as refused:
        _loaded(tmp_path, text)
    problem, = refused.value.problems
    assert problem.code == "program-too-deep"
    assert "gain" in text.splitlines()[problem.place.line - 1]


def test_what_python_cannot_place_is_refused_at_the_first_line() -> None:
    """Python names no line where it runs out of levels for what it compiles."""
    at = {"lineno": 1, "col_offset": 0}
    deep: ast.expr = ast.Constant(1, **at)
    for _ in range(100_000):
        deep = ast.UnaryOp(ast.USub(), deep, **at)
    module = ast.Module([ast.Expr(deep, **at)], [])
    with pytest.raises(ContentError) as refused:
        _compiled(module, "game.yaml")
    problem, = refused.value.problems
    assert (problem.code, problem.place) == ("program-too-deep", Place("game.yaml", 1, 1))


# -- threads --------------------------------------------------------------------------------------


def test_eight_threads_share_one_program() -> None:
    """Each plays, asks for scores and for reasons; all games come out as in one thread."""
    game = tilewright.load("yamatai")
    game.program(4)
    names = set(game.program(4).names)
    wanted = [_played(game, seed) for seed in range(8)]
    found: dict[int, list[str]] = {}

    def work(seed: int) -> None:
        found[seed] = _played(game, seed)

    threads = [Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(8)] == wanted
    assert set(game.program(4).names) == names


def _played(game: Game, seed: int) -> list[str]:
    state = game.new(players=4, seed=seed)
    told = []
    for number in range(60):
        moves = state.legal()
        if not moves:
            break
        wrong = next(c for c in range(seed, 900) if c not in moves)
        told += [str(state.refusal(wrong)), str(state.scores()), state.key()]
        state.apply(moves[(seed + number) % len(moves)])
    return told


# -- lists that come as arguments -----------------------------------------------------------------

TEN = " + ".join(["l"] * 10)
GROWING = {"kinds": "{good: [wood, clay]}"}


@pytest.mark.parametrize("sections", [
    {"functions": f'{{f: {{args: {{l: "[good]"}}, is: {TEN}}}, g: {{args: {{l: "[good]"}}, '
                  'is: sum(sum(sum(1 for c in l if a == b) for b in l) for a in l)}}',
     "actions": "{go: {do: [{gain: {me.coins: g(f(f(f(goods))))}}]}}"},
    {"functions": f'{{f: {{args: {{l: "[good]"}}, is: {TEN}}}}}',
     "procedures": '{p: {args: {l: "[good]"}, do: [{for_each: {a: l}, do: [{for_each: {b: l}, '
                   'do: [{gain: {me.coins: 1 if a == b else 0}}]}]}]}}',
     "actions": "{go: {do: [{call: p, with: {l: f(f(f(goods)))}}]}}"},
    {"functions": f'{{f: {{args: {{l: "[good]"}}, is: {TEN}}}}}',
     "actions": "{go: {do: [{gain: {me.coins: size(f(f(f(f(f(f(goods)))))))}}]}}"},
    {"actions": "{go: {do: [{let: {l: goods}}, " + ", ".join(
        f"{{let: {{l{n}: {TEN.replace('l', old)}}}}}" for n, old in enumerate(
            ["l", "l0", "l1", "l2"])) + ", {gain: {me.coins: size(l3 + l3)}}]}}"},
], ids=["a function", "a procedure", "a function of a function", "names"])
def test_a_list_of_an_argument_is_charged_for_its_real_length(tmp_path: Path,
                                                              sections: dict[str, str]) -> None:
    state = _loaded(tmp_path / "pack", game_with(**GROWING, **sections)).new(seed=1)
    with pytest.raises(RuleError, match=r"steps by here|elements, and 20,000 are the most"):
        state.apply(state.find("go"))


def test_what_or_leaves_out_is_not_charged(tmp_path: Path) -> None:
    alone = ("all(d.mark == none or size(component(d, beside, "
             "within=[x for x in cells if x.mark == d.mark and "
             "x.row + x.row + x.row + x.column > 0]))"
             " < 2 for d in c.beside)")
    text = game_with(
        grids="{cell: {columns: 19, rows: 19}}", state='{player: {coins: int}, cell: '
        '{mark: "player?"}}', functions=f'{{alone: {{args: {{c: cell}}, is: "{alone}"}}}}',
        actions='{go: {pick: {c: "[c for c in cells if c.mark == none and alone(c)]"}, '
                'do: [{set: {c.mark: me}}, {gain: {me.coins: 1}}]}}')
    state = _loaded(tmp_path / "pack", text).new(seed=1)
    state.apply(state.find("go j10"))
    assert 0 < state._s[STEPS] < 1_000_000


def test_a_list_that_no_state_can_keep_is_refused_with_its_name(tmp_path: Path) -> None:
    text = game_with(
        kinds="{card: {count: 2000}}", state="{player: {coins: int}}",
        actions='{go: {do: [{let: {many_cards: "' + " + ".join(["cards"] * 11) + '"}}, '
                "{choose: {one: many_cards}, do: [{choose: {two: many_cards}, "
                "do: [{gain: {me.coins: 1}}]}]}]}}")
    with pytest.raises(ContentError, match="'many_cards' can have 22,000 elements"):
        _loaded(tmp_path / "pack", text)


def test_one_field_of_all_cells_is_read_without_a_loop(tmp_path: Path) -> None:
    text = game_with(
        grids="{cell: {columns: 19, rows: 19}}",
        state='{player: {coins: int}, cell: {mark: "player?"}}',
        actions="{go: {do: [{gain: {me.coins: 1 if any(d.mark == me for d in cells) else 2}}]}}")
    program = _loaded(tmp_path / "pack", text).program()
    nodes = [node for made in program.code.all() for stmt in made.body for node in stmt.walk()]
    assert not any(isinstance(node, (ir.For, ir.Map)) for node in nodes)


def test_distances_of_all_relations_share_one_budget(tmp_path: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    text = game_with(
        grids="{cell: {columns: 3, rows: 3}}", state="{player: {coins: int}}",
        scoring='{coins: "me.coins + distance(cells[0], cells[1], beside) + '
                'distance(cells[0], cells[1], around)"}')
    game = _loaded(tmp_path / "pack", text).model
    both = [9 * (9 + len(game.relations["cell", name].links)) for name in ("beside", "around")]
    monkeypatch.setattr(limits, "DISTANCES", sum(both))
    board = Board(game)
    assert [board.is_near("cell", name) for name in ("beside", "around")] == [True, True]
    monkeypatch.setattr(limits, "DISTANCES", sum(both) - 1)
    board = Board(game)
    assert [board.is_near("cell", name) for name in ("beside", "around")] == [True, False]


# -- grids ------------------------------------------------------------------------------------


def _square(columns: int, rows: int) -> str:
    return "[" + ", ".join(f"[{c}, {r}]" for c in range(columns) for r in range(rows)) + "]"


WIDE = "columns: 26, rows: 76"
LINES = ", ".join(f"l{i}: {{length: 76, directions: [column]}}" for i in range(700))
FIVE = ", ".join(f"s{i}: {{cells: {_square(22, 40)}}}" for i in range(5))
# What a grid says, the words of the problem, and the text where it is told.
GRIDS = {
    "many lines": (f"{{{WIDE}, lines: {{{LINES}}}}}", "'directions'", "l6:"),
    "lines without a length": (
        f"{{{WIDE}, wrap: columns, lines: {{{LINES.replace('length: 76, ', '')}}}}}",
        "values", "l50:"),
    "one shape of all cells": (
        f"{{{WIDE}, wrap: both, shapes: {{s: {{cells: {_square(26, 76)}, turns: true}}}}}}",
        "smaller", "s:"),
    "shapes that fit": (f"{{columns: 22, rows: 40, wrap: both, shapes: {{{FIVE}}}}}", "values",
                        "s0:"),
    "directions around a board": ("{columns: 25, rows: 76, wrap: both, directions: way}", "values",
                                  "way}"),
    "a large drawing": (f"{{of: squares, drawing: [{', '.join(['a' * 3_900] * 60)}]}}",
                        "2,000 cells", "[aaa"),
}


@pytest.mark.parametrize("name", GRIDS)
def test_grids_are_refused_before_the_work(name: str, tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    grid, words, spot = GRIDS[name]
    steps = Counter[str]()

    def counted(module: ModuleType, function: str) -> None:
        was = getattr(module, function)

        def call(*given: object) -> object:
            steps[function] += 1
            return was(*given)

        monkeypatch.setattr(module, function, call)

    counted(grids, "_step")
    counted(tilings, "_ray")
    counted(tilings, "_columns")
    text = game_with(grids=f"{{cell: {grid}}}")
    problem, *_ = stages.load_folders(make_pack(tmp_path / "pack", {"game.yaml": text}),
                                      []).problems.sorted()
    assert (problem.code, words in problem.sentence) == ("too-many", True)
    assert text.splitlines()[problem.place.line - 1][problem.place.col - 1:].startswith(spot)
    assert steps["_step"] < limits.PLACINGS + 10 * limits.ELEMENTS
    assert steps["_ray"] < limits.ELEMENTS
    assert not steps["_columns"]


@pytest.mark.parametrize(("grid", "placings", "values"), [
    ("lines: {line: {length: 3}}", 4 * 9 * 3, 2 * 8 * 3),
    ("lines: {line: {directions: [row]}}", 9, 2 * 9),
    ("shapes: {bar: {cells: [[0, 0], [1, 0]], turns: true, alike: true}}", 4 * 9 * 2, 12 * 2),
    ("shapes: {bar: {cells: [[0, 0], [0, 0]]}}", 0, 0)])
def test_what_a_grid_takes_is_known_before(grid: str, placings: int, values: int, tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_pack(tmp_path / "pack", {"game.yaml": game_with(
        grids=f"{{cell: {{columns: 3, rows: 3, {grid}}}}}")})
    before = {"PLACINGS": placings, "ALL_VALUES": values}
    for name, most in before.items():
        for less in (0, 1):
            monkeypatch.setattr(limits, name, most - less)
            codes = [p.code for p in stages.load_folders(folder, []).problems.sorted()]
            assert ("too-many" in codes) == bool(less), (name, less)
        monkeypatch.setattr(limits, name, 10**6)
