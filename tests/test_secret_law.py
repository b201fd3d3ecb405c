"""The law of secrets: whatever is hidden from a seat, the seat gets the same.

And the other side of it: a game that would break the law is refused before it is played.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from packs.tables import ALL, CLASSICS, game
from secret_games import game as made
from secret_games import write
from secret_leaks import LEAKS, Leak
from secret_worlds import other_world, what_a_seat_gets
from tilewright import Game, State, stages
from tilewright.telling.events import seen
from tilewright.telling.words import lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tilewright.compiling.build import Group

HIDING = tuple(n for n in (*ALL, *CLASSICS)
               if any(f.secret for f in game(n).model.fields.values()))
SEEDS = range(36)
LEAKS_A_GAME = 10
TRIALS = 3


def positions(played: Game, seed: int, steps: int, looked_at: int) -> Iterator[State]:
    """Some positions of a random game, its last one among them."""
    rng = random.Random(seed)
    state = played.new(rng.choice(list(played.players)), seed)
    chosen = set(rng.sample(range(steps), looked_at))
    for step in range(steps):
        if state.over:
            break
        if step in chosen:
            yield state
        state.apply(rng.choice(state.legal()))
    yield state


def hold(state: State, rng: random.Random) -> int:
    """Each seat gets the same in other worlds; how many there were."""
    seen = 0
    for seat in range(state.players):
        got = what_a_seat_gets(state, seat)
        other = other_world(state, seat, rng)
        if other is not None:
            assert what_a_seat_gets(other, seat) == got, f"seat {seat}"
            seen += 1
    return seen


@pytest.mark.many
@pytest.mark.parametrize("name", HIDING)
def test_a_seat_gets_the_same_whatever_is_hidden(name: str) -> None:
    seen = sum(hold(state, random.Random(7)) for state in positions(game(name), 11, 90, 4))
    assert seen, "nothing was hidden from anybody"


@pytest.mark.many
@pytest.mark.parametrize("seed", SEEDS)
def test_a_made_game_that_is_clean_obeys_the_law(seed: int, tmp_path: Path) -> None:
    home = write(made(seed), tmp_path)
    loaded = stages.load(str(home), [])
    assert loaded.problems.sorted() == []
    assert loaded.game is not None
    played = Game(loaded.game)
    seen = sum(hold(state, random.Random(seed)) for n in range(TRIALS)
               for state in positions(played, 100 * seed + n, 40, 6))
    assert seen > 0


# -- what is told of the moves of others ----------------------------------------------------------

@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_told_of_a_move_is_no_more_than_what_is_seen(seed: int, tmp_path: Path) -> None:
    played = tilewright.load(str(write(made(seed), tmp_path)))
    for state in positions(played, seed, 40, 8):
        seat = -1 if state.over else state.decider
        for watcher in range(state.players) if seat is not None and seat >= 0 else ():
            if watcher != seat:
                _told_alike(state, watcher)


def _told_alike(state: State, watcher: int) -> None:
    """Moves after which a watcher sees the same are told in the same words.

    Only those with elements that the watcher does not know; what is said openly may differ.
    """
    told: dict[tuple[object, ...], list[str]] = {}
    for move in state.legal():
        group = state.program.group_of(move)
        if group is not None and _unseen(state, watcher, group, move) and not _is_open(
                state, group):
            after = state.clone()
            events = seen(after.tell(move), watcher)
            said = [line.text for line in lines(state.program, events, "en")]
            key = (group.name, after.view(watcher).slots)
            assert told.setdefault(key, said) == said


def _is_open(state: State, group: Group) -> bool:
    """Whether all elements there are may be named, so that nothing is told by naming one."""
    offered = [move for move in state.legal() if state.program.group_of(move) is group]
    return len(offered) == group.size


def _unseen(state: State, watcher: int, group: Group, move: int) -> bool:
    """Whether what is picked with a move may be something that a watcher does not see."""
    return group.kind in state.program.game.kinds and (
        move - group.base in state.view(watcher).unseen.get(group.kind, []))


# -- games that tell ------------------------------------------------------------------------------

@pytest.mark.many
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_with_a_leak_is_refused_at_its_place(seed: int, tmp_path: Path) -> None:
    first = seed * LEAKS_A_GAME
    for n in range(first, first + LEAKS_A_GAME):
        _refused(LEAKS[n % len(LEAKS)], seed, tmp_path)


def _refused(leak: Leak, seed: int, folder: Path) -> None:
    rules = made(seed)
    leak.plant(rules)
    problems = stages.load(str(write(rules, folder)), []).problems.sorted()
    assert {p.code for p in problems} == {leak.code}, (leak.name, problems)
    lines = (folder / "game.yaml").read_text(encoding="utf-8").splitlines()
    texts = [lines[p.place.line - 1][p.place.col - 1:] for p in problems]
    assert any(text.startswith(leak.at) for text in texts), (leak.name, texts)


def informed(state: State, seat: int, rng: random.Random) -> State:
    """The same position, in which a seat has looked at some hidden elements."""
    other = state.clone()
    for zone in state.program.plan.zones:
        first = zone.base + 1
        for slot in range(first, first + state._s[zone.base]):
            if rng.random() < 0.5:
                other._s[slot + zone.cap] |= 1 << seat
    return other


@pytest.mark.parametrize("name", ["yamatai", "namiji"])
def test_what_is_chosen_in_secret_looks_alike_to_others_whatever_they_knew(name: str) -> None:
    rng, compared = random.Random(5), 0
    for seed in range(12):
        state = game(name).new(rng.choice((3, 4)), seed)
        while not state.over:
            seat = (state.decider + 1) % state.players
            moves = state.legal()[:2]
            if len(moves) > 1 and is_hidden(state, moves, seat):
                before = informed(state, seat, rng)
                one, other = (after(before, move, seat) for move in moves)
                if not comes_into_the_open(state, one[1]):
                    assert one == other
                    compared += 1
            state.apply(rng.choice(state.legal()))
    assert compared


def is_hidden(state: State, moves: list[int], seat: int) -> bool:
    """Whether a seat that knows nothing does not learn which of these moves is made."""
    told = [seen(state.clone().tell(move), seat)[0].facts() for move in moves]
    return all("label" not in facts for facts in told)


def after(state: State, move: int, seat: int) -> tuple[tuple[int, ...], list[dict[str, Any]]]:
    """What a seat gets of a move, and of all that the same player decides before the next step."""
    state, decider, told = state.clone(), state.decider, []
    while state.decider == decider and (not told or not state.question.is_step):
        told += [event.facts() for event in seen(state.tell(move), seat)]
        move = (state.legal() or [0])[0]
    return state.view(seat).slots, told


def comes_into_the_open(state: State, told: list[dict[str, Any]]) -> bool:
    """Whether elements went to where all can see them."""
    zones = {field.name for field in state.program.game.fields.values() if not field.secret}
    return any(facts["event"] == "move" and facts.get("target", "").rpartition(".")[2] in zones
               for facts in told)
