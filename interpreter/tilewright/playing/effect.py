"""What a change does: random games with the same seeds, with it and without it."""

from __future__ import annotations

import math
import os
import random
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.compiling.layout import DECIDER, REASON, ROUND, STEPS
from tilewright.playing import faults
from tilewright.playing.simulate import seed_of
from tilewright.playing.state import begin, run
from tilewright.problems import UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tilewright.compiling.program import Program
    from tilewright.playing.game import Game

GAMES = 200
# With fewer games to compare, a difference is chance.
FEW = 30
# Random games that take longer are cut off; this limit is ours, not the game's.
LONGEST = 10_000
# Of a normal distribution: nineteen of twenty values lie within so many deviations.
NORMAL = 1.959964
PROCESSES = 2

# A tile is named by its family and its own word.
Tile = tuple[str, str]


class Played(NamedTuple):
    """One game: the points, which seats used each watched tile, its length and its end."""

    scores: tuple[int, ...]
    used: tuple[tuple[int, ...], ...]
    decisions: int
    rounds: int
    reason: str | None

    @property
    def mean(self) -> float:
        return sum(self.scores) / len(self.scores)


class Estimate(NamedTuple):
    """A mean over games with its 95 % interval, by the normal approximation."""

    mean: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class TileEffect:
    """What random games tell about one tile.

    `users`, `others` and `difference` compare the seats of the same games; each game counts
    once. They are None if too few games have both sorts of seats.
    """

    tile: Tile
    games: int
    compared: int
    users: float | None = None
    others: float | None = None
    difference: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """What random games tell about a changed game, and about its tiles.

    `difference` is the mean score with the change less that without it, game by game with the
    same seed; None if there is nothing to compare with.
    """

    games: list[Played]
    without: list[Played] | None
    tiles: list[TileEffect]
    difference: Estimate | None


def effect(game: Game, tiles: Sequence[Tile], games: int = GAMES, seed: int = 0,
           players: int | None = None, without: list[Played] | None = None,
           jobs: int = PROCESSES) -> Effect:
    """Play random games and tell what came out; equal for any number of processes.

    `without` is what `series` gave for the game without the change.
    """
    played = series(game, tiles, games, seed, players, jobs)
    told = [_tile_effect(tile, at, played) for at, tile in enumerate(tiles)]
    return Effect(played, without, told, _paired(played, without))


def series(game: Game, tiles: Sequence[Tile] = (), games: int = GAMES, seed: int = 0,
           players: int | None = None, jobs: int = PROCESSES) -> list[Played]:
    """Random games, in the order of their numbers. A rule that fails raises `RuleError`."""
    program = game.program(players)
    play = _player(program, tiles, seed)
    jobs = min(jobs, games) if _can_fork() else 1
    shares = [range(first, games, jobs) for first in range(jobs)]
    found = dict(_all_played(play, shares))
    # A game that failed is missing. The first of them is played once more, to tell why.
    return [found[n] if n in found else play(n) for n in range(games)]


# -- one game ---------------------------------------------------------------------------------


def _player(program: Program, tiles: Sequence[Tile], seed: int) -> Callable[[int], Played]:
    """A function that plays the game of a number: the moves of the random bot, in a tight loop."""
    marks = marked_moves(program, tiles)
    rooms = [_in_play(program, tile) for tile in tiles]
    resumes = program.resumes

    def play(number: int) -> Played:
        own_seed = seed_of(seed, number)
        draw = random.Random(own_seed).random
        state = begin(program, own_seed)
        s, moves = state._s, state._moves
        seen: set[tuple[int, int]] = set()
        decisions = 0
        while moves and decisions < LONGEST:
            move = moves[int(draw() * len(moves))]
            if move in marks:
                seen.update((at, s[DECIDER]) for at in marks[move])
            s[STEPS] = 0
            found = resumes[s[0]](s, move)
            if found.__class__ is int:
                found = run(program, s, found)
            moves = found
            decisions += 1
        seen.update((at, seat) for at, room in enumerate(rooms)
                    for seat, slot in enumerate(room) if s[slot] > 0)
        return _ended(program, s, decisions, seen, len(rooms))

    def guarded(number: int) -> Played:
        try:
            return play(number)
        except Exception as error:
            raise faults.explained(program, error) from error

    return guarded


def _ended(program: Program, s: list[int], decisions: int, seen: set[tuple[int, int]],
           tiles: int) -> Played:
    used = tuple(tuple(sorted(seat for at, seat in seen if at == tile)) for tile in range(tiles))
    scores = tuple(sum(program.sheet(s, seat)) for seat in range(program.players))
    reason = program.game.reasons[s[REASON] - 1] if s[REASON] else None
    return Played(scores, used, decisions, s[ROUND], reason)


def marked_moves(program: Program, tiles: Sequence[Tile]) -> dict[int, list[int]]:
    """The moves that name a tile or carry out its power, with the places of these tiles."""
    marks: dict[int, list[int]] = {}
    for at, (kind, item) in enumerate(tiles):
        index = _index(program, kind, item)
        powers = {a.name for a in program.game.actions.values() if a.tile == (kind, index)}
        for group in program.groups:
            codes: Iterable[int] = ()
            if group.name in powers:
                codes = range(group.base, group.base + group.size)
            elif group.kind == kind and not group.names:
                codes = (group.base + index,)
            for code in codes:
                marks.setdefault(code, []).append(at)
    return marks


def _index(program: Program, kind: str, item: str) -> int:
    """The number of a tile in its family."""
    game = program.game
    tiles = {f"{k.name}.{i}": n for k in game.kinds.values() if k.tiles
             for n, i in enumerate(k.items)}
    if f"{kind}.{item}" not in tiles:
        hint = did_you_mean(f"{kind}.{item}", tiles)
        raise UsageError(f"'{game.id}' has no tile '{kind}.{item}'; {hint}".rstrip("; "))
    return tiles[f"{kind}.{item}"]


def _in_play(program: Program, tile: Tile) -> list[int]:
    """For each seat, the slot that counts how often it has a tile in play; none if not counted."""
    base = program.layout.in_play.get(tile[0])
    if base is None:
        return []
    first, size = base + _index(program, *tile), program.layout.sizes[tile[0]]
    return [first + seat * size for seat in range(program.players)]


# -- processes --------------------------------------------------------------------------------


def _can_fork() -> bool:
    return hasattr(os, "fork") and (os.cpu_count() or 1) > 1


Numbered = list[tuple[int, Played]]


def _all_played(play: Callable[[int], Played], shares: list[range]) -> Numbered:
    """The games of all shares. A forked process has the loaded game and needs nothing sent."""
    if len(shares) < 2:
        return _share(play, shares[0]) if shares else []
    from multiprocessing import get_context

    context = get_context("fork")
    children: list[tuple[Any, Any]] = []
    try:
        for share in shares[1:]:
            here, there = context.Pipe(duplex=False)
            child = context.Process(target=_send, args=(play, share, there), daemon=True)
            child.start()
            there.close()
            children.append((child, here))
        found = _share(play, shares[0])
        for _, here in children:
            with suppress(EOFError, OSError):  # what a lost process owes is played here
                found += here.recv()
    finally:
        for child, here in children:
            here.close()
            child.terminate()
            child.join()
    return found


def _send(play: Callable[[int], Played], share: range, there: Any) -> None:
    """The work of a forked process; it ends quietly when its parent stops."""
    with suppress(KeyboardInterrupt, OSError):
        there.send(_share(play, share))


def _share(play: Callable[[int], Played], share: range) -> Numbered:
    """Some games; after one whose rules fail, no more are played."""
    from tilewright.problems import RuleError

    found: Numbered = []
    with suppress(RuleError):
        found.extend((number, play(number)) for number in share)
    return found


# -- numbers ----------------------------------------------------------------------------------


def _quantile(freedom: int) -> float:
    """Student's t for 95 %, by the first terms of its expansion about the normal quantile."""
    z = NORMAL
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def estimate(values: Sequence[float]) -> Estimate | None:
    """A mean and its interval; None if there are too few values."""
    n = len(values)
    if n < FEW:
        return None
    mean = math.fsum(values) / n
    variance = math.fsum((v - mean) ** 2 for v in values) / (n - 1)
    margin = _quantile(n - 1) * math.sqrt(variance / n)
    return Estimate(mean, mean - margin, mean + margin, n)


def _paired(played: list[Played], without: list[Played] | None) -> Estimate | None:
    """The difference of the mean scores, game by game; both series have the same seeds."""
    if without is None or len(without) != len(played):
        return None
    pairs = zip(played, without, strict=True)
    if any(len(a.scores) != len(b.scores) for a, b in zip(played, without, strict=True)):
        return None
    return estimate([a.mean - b.mean for a, b in pairs])


def _tile_effect(tile: Tile, at: int, played: list[Played]) -> TileEffect:
    """The seats that used a tile beside those that did not, in the games that have both."""
    used = [game for game in played if game.used[at]]
    mixed = [game for game in used if len(game.used[at]) < len(game.scores)]
    sides = [_sides(game, at) for game in mixed]
    difference = estimate([a - b for a, b in sides])
    if difference is None:
        return TileEffect(tile, len(used), len(mixed))
    users, others = (math.fsum(side) / len(sides) for side in zip(*sides, strict=True))
    return TileEffect(tile, len(used), len(mixed), users, others, difference)


def _sides(game: Played, at: int) -> tuple[float, float]:
    """The mean points of those who used a tile, and of the others."""
    users = [n for seat, n in enumerate(game.scores) if seat in game.used[at]]
    others = [n for seat, n in enumerate(game.scores) if seat not in game.used[at]]
    return sum(users) / len(users), sum(others) / len(others)
