"""The bot that searches: the same in a module and in Python, from what a seat may know alone."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import ladder
import tilewright
from bad_packs import doing, make_pack
from packs.tables import SHIPPED, game
from tilewright.kernel.bounds import HUGE
from tilewright.native import engine
from tilewright.native.machine import native_of
from tilewright.native.searching import NativeTree
from tilewright.playing import mcts
from tilewright.playing.bots import bot_named
from tilewright.playing.mcts import Searcher, searcher
from tilewright.playing.searching import Tree
from tilewright.playing.simulate import Job, simulate
from tilewright.playing.stream import Stream
from tilewright.printing.wasm.searching import LEAD, MOVE, OFFERED, TAKEN, WON, WORTH
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tilewright import Game, State
    from tilewright.playing.view import View

natively = pytest.mark.skipif(not engine.is_there(), reason="wasmtime is not installed")
ROUNDS = 60
# Games that are over soon, and decisions after which they are not.
SHORT = {"tictactoe": 4, "content/cookbook/solo": 2}


def middle(of: Game, seed: int, decisions: int, players: int | None = None) -> State:
    """A position of a random game in which there is a choice."""
    state, rng = of.new(players, seed), Stream(seed)
    while decisions > 0 or len(state.legal()) < 2:
        moves = state.legal()
        state.apply(moves[rng.below(len(moves))])
        decisions -= 1
    return state


def trees(view: View, rounds: int) -> list[Sequence[int]]:
    """What a module and Python find of one position."""
    program = view.program
    bot, seen = Searcher(rounds), Stream(3)
    worlds = bot._worlds(view, seen)
    curious = mcts._curious(rounds)
    native = native_of(program)
    assert native is not None
    room = (rounds + 2) * (WORTH + program.players)
    both = [NativeTree(native.mine(), worlds, curious, room, program.moves, program.players),
            Tree(program, worlds, curious)]
    for tree in both:
        bot._grow(tree, program, 5)
    return [list(tree.numbers()) for tree in both]


@natively
@pytest.mark.parametrize("name", [*SHIPPED, "hearts", "liars_dice", "content/cookbook/solo"])
def test_a_module_finds_what_python_finds(name: str) -> None:
    for decisions in (1, 9):
        state = middle(game(name), 4, min(decisions, SHORT.get(name, decisions)))
        native, plain = trees(state.view(state.decider), ROUNDS)
        assert native == plain
        assert plain[TAKEN] == ROUNDS


def test_all_that_is_noted_adds_up() -> None:
    """Each round goes through one child of the root, and gives out a million between all seats."""
    state = middle(game("namiji"), 2, 30, 3)
    view = state.view(state.decider)
    tree = Tree(state.program, Searcher(ROUNDS)._worlds(view, Stream(1)), mcts._curious(ROUNDS))
    Searcher(ROUNDS)._grow(tree, state.program, 1)
    found = mcts._told(tree.numbers(), view.seat)
    assert sum(one.taken for one in found.values()) == ROUNDS
    assert set(found) <= set(view.legal())
    root = tree.numbers()[WORTH:WORTH + 3]
    won = sum(root) - 3 * LEAD * ROUNDS
    assert abs(won - WON * ROUNDS) <= (LEAD * 3 + 3) * ROUNDS
    assert all(0 <= worth <= (WON + 2 * LEAD) * ROUNDS for worth in root)


def test_a_new_child_was_offered_and_taken_once() -> None:
    state = game("tictactoe").new(seed=1)
    tree = Tree(state.program, [list(state.numbers)], mcts._curious(ROUNDS))
    tree.search(1, 0, 1, 100, 1, state.program.layout.winners or 0, -HUGE)
    numbers = tree.numbers()
    child = WORTH + 2
    assert len(numbers) == 2 * child
    assert numbers[child + MOVE] in state.legal()
    assert (numbers[child + TAKEN], numbers[child + OFFERED]) == (1, 1)


# -- what it plays --------------------------------------------------------------------------------


def share(of: Game, players: int, bots: tuple[str, str], blocks: int) -> float:
    """The share of the wins of a bot against others, in each seat in turn."""
    mine, others = map(bot_named, bots)
    total = 0.0
    for block in range(blocks):
        for seat in range(players):
            state = of.new(players, block)
            rngs = [Stream(block * players + n) for n in range(players)]
            while (now := state.decider) is not None and not state.over:
                state.apply((mine if now == seat else others)(state.view(now), rngs[now]))
            won = state.winners()
            total += (seat in won) / len(won) if won else 1 / players
    return total / (blocks * players)


@natively
def test_it_never_loses_tic_tac_toe() -> None:
    loaded, bot = game("tictactoe"), bot_named("mcts:1000")
    for seed in range(6):
        state, rng = loaded.new(2, seed), Stream(seed)
        while not state.over:
            random = bot_named("random" if seed < 3 else "greedy")
            now = state.decider
            state.apply((bot if now == seed % 2 else random)(state.view(now), rng))
        assert seed % 2 in state.winners()


@natively
def test_more_rounds_are_stronger() -> None:
    assert share(game("connect_four"), 2, ("mcts:100", "greedy"), 4) >= 0.9
    assert share(game("connect_four"), 2, ("mcts:400", "mcts:20"), 4) >= 0.8
    assert share(game("namiji"), 3, ("mcts:100", "greedy"), 3) >= 0.6


@pytest.mark.parametrize("rounds", [100, 400])
def test_it_takes_the_win_that_is_there(rounds: int) -> None:
    """Both have two in a row, and it is X who moves."""
    state = game("tictactoe").new(2, 1)
    for cell in ("a1", "b1", "a2", "b2"):
        state.apply(next(m.code for m in state.moves() if m.label.endswith(cell)))
    found = Searcher(rounds).thoughts(state.view(0), Stream(1))
    best = max(found, key=lambda one: one.taken)
    assert state.describe(best.move).endswith("a3")
    assert best.worth > 0.9
    assert sum(one.taken for one in found) == rounds


def test_the_same_seed_gives_the_same_move() -> None:
    state = middle(game("namiji"), 6, 25, 3)
    view = state.view(state.decider)
    moves = [Searcher(80)(view, Stream(9)) for _ in range(2)]
    assert moves[0] == moves[1]


def test_two_trees_add_up() -> None:
    state = middle(game("connect_four"), 6, 8)
    view = state.view(state.decider)
    found = Searcher(50, trees=2).thoughts(view, Stream(1))
    assert sum(one.taken for one in found) == 100
    assert [one.move for one in found] == view.legal()


def test_only_a_view_is_asked() -> None:
    """Two positions that a seat cannot tell apart: it makes the same move in both."""
    state = middle(game("namiji"), 8, 20, 3)
    view = state.view(state.decider)
    other = view.determinize(77)
    assert list(other.numbers) != list(state.numbers), "nothing is hidden here"
    assert Searcher(60)(view, Stream(2)) == Searcher(60)(other.view(state.decider), Stream(2))


def test_rules_that_fail_in_some_games_do_not_stop_it(tmp_path: Path) -> None:
    rules = doing("[{random: {n: 'range(1, 9)'}, do: [{gain: {me.coins: 7 // (n - 5)}}]}]",
                  ends="{enough: {when: round == 9, check: round}}")
    rules = rules.replace("actions:", "actions:\n  stay:\n    do: [{gain: {me.coins: 0}}]", 1)
    loaded = tilewright.load(str(make_pack(tmp_path / "fails", {"game.yaml": rules})))
    state = loaded.new(2, 3)
    assert Searcher(40)(state.view(state.decider), Stream(1)) in state.legal()


# -- its name -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "bot"), [
    ("mcts", Searcher()), ("mcts:500", Searcher(500)), ("mcts:20ms", Searcher(0, 20)),
    ("mcts:500x2", Searcher(500, 0, 2)), ("mcts+hints", Searcher(judges=True)),
    ("mcts:90ms+hints", Searcher(0, 90, judges=True)), ("mctsx", None), ("greedy", None),
    ("mcts:5+hint", None)])
def test_a_name_tells_the_budget(name: str, bot: Searcher | None) -> None:
    assert searcher(name) == bot


@pytest.mark.parametrize("name", ["mcts:0", "mcts:9999999", "mcts:5x0", "mcts:5x99"])
def test_a_budget_has_limits(name: str) -> None:
    with pytest.raises(UsageError, match="such as mcts:500"):
        bot_named(name)


def test_another_name_is_told_what_there_is() -> None:
    with pytest.raises(UsageError, match=r"no bot 'mtcs'.*mcts:200"):
        bot_named("mtcs")


def test_milliseconds_are_looked_at_between_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    state = game("tictactoe").new(seed=1)
    clock = iter(range(100))
    monkeypatch.setattr(mcts.time, "perf_counter", lambda: next(clock) / 1000)
    found = Searcher(0, 4).thoughts(state.view(0), Stream(1))
    assert sum(one.taken for one in found) == 4 * mcts.AT_ONCE


def test_it_plays_from_the_command_line() -> None:
    words = ["play", "tictactoe", "--seats", "mcts:50,mcts:20", "--seed", "3"]
    shown = subprocess.run([sys.executable, "-m", "tilewright", *words], capture_output=True,
                           text=True, check=False)
    assert shown.returncode == 0, shown.stderr
    assert "The game is over" in shown.stdout


def test_a_series_is_the_same_in_every_process() -> None:
    job = Job("tictactoe", (), 2, 5, "mcts:30")
    told = [simulate(job, 4, jobs)["results"] for jobs in (1, 2)]
    assert told[0] == told[1]


# -- how strong it is, measured -------------------------------------------------------------------


def test_the_page_of_bots_is_made_from_its_figures() -> None:
    kept = json.loads(ladder.FIGURES.read_text("utf-8"))
    assert ladder.PAGE.read_text("utf-8") == ladder.page(kept["rows"], kept["versions"])
    assert {(row["game"], row["bot"], row["others"]) for row in kept["rows"]} == {
        (match.game, match.bot, match.others) for match in ladder.MATCHES}


def test_a_match_takes_every_seat_and_is_the_same_again() -> None:
    match = ladder.Match("tictactoe", 2, "mcts:60", "random", 2)
    rows = [ladder._block(match, block) for block in range(2)]
    assert [len(row) for row in rows] == [2, 2]
    assert rows == [ladder._block(match, block) for block in range(2)]
    assert sum(map(sum, rows)) > 2


def test_openspiel_plays_on_the_same_board() -> None:
    """Both sides know the same moves after each one, or the match would stop."""
    match = ladder.Match("connect_four", 2, "random", "openspiel:20", 1)
    assert ladder._block(match, 3) == [0.0, 0.0], "a random bot beats no search"
