"""What a change does: random games with the same seeds, with it and without it."""

from __future__ import annotations

import math
import os
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tilewright.middle.header import DECIDER
from tilewright.native.machine import why_python
from tilewright.native.noting import EACH, MOVE, SEAT
from tilewright.playing.begin import begin
from tilewright.playing.natively import can_play, notes_of
from tilewright.playing.processes import shared
from tilewright.playing.simulate import PAYS, seed_of
from tilewright.playing.stream import Stream
from tilewright.problems import UsageError, did_you_mean
from tilewright.wording.points import points_meant

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tilewright.compiling.program import Program
    from tilewright.native.noting import Noted
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

    scores: tuple[float, ...]
    used: tuple[tuple[int, ...], ...]
    decisions: int
    rounds: int
    reason: str | None

    @property
    def mean(self) -> float:
        return sum(self.scores) / len(self.scores)


class Series(list[Played]):
    """Games in the order of their numbers, and whether some of them were played natively."""

    native = False


class Estimate(NamedTuple):
    """A mean over games with its 95% interval, by the normal approximation."""

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

    games: Series
    without: Series | None
    tiles: list[TileEffect]
    difference: Estimate | None


def effect(game: Game, tiles: Sequence[Tile], games: int = GAMES, seed: int = 0,
           players: int | None = None, without: Series | None = None,
           jobs: int = PROCESSES) -> Effect:
    """Play random games and tell what came out; equal for any number of processes.

    `without` is what `series` gave for the game without the change.
    """
    played = series(game, tiles, games, seed, players, jobs)
    told = [_tile_effect(tile, at, played) for at, tile in enumerate(tiles)]
    return Effect(played, without, told, _paired(played, without))


def series(game: Game, tiles: Sequence[Tile] = (), games: int = GAMES, seed: int = 0,
           players: int | None = None, jobs: int = PROCESSES) -> Series:
    """Random games, in the order of their numbers. A rule that fails raises `RuleError`.

    To compile a module takes longer than a few games, so these are played in Python.
    """
    program = game.program(players)
    watched = Watched.of(program, tiles)
    play = partial(_in_python, program, watched, seed)
    if not can_play(program, "random"):
        alone = (os.cpu_count() or 1) < 2
        return Series(shared(play, games, 1 if alone else jobs, "fork"))
    found = Series()
    began = time.perf_counter()
    while len(found) < games and time.perf_counter() - began < PAYS:
        found.append(play(len(found)))
    seeds = [seed_of(seed, number) for number in range(len(found), games)]
    found.native = bool(seeds) and not why_python(program)
    for noted in notes_of(program, seeds, LONGEST):
        found.append(play(len(found)) if noted is None else _noted(program, watched, noted))
    return found


# -- one game ---------------------------------------------------------------------------------


class Watched(NamedTuple):
    """What is looked at in a game: moves with the places of tiles that they mean, and for each
    tile the slots that count it, one for each seat."""

    marks: dict[int, list[int]]
    rooms: list[list[int]]

    @classmethod
    def of(cls, program: Program, tiles: Sequence[Tile]) -> Watched:
        return cls(marked_moves(program, tiles), [_in_play(program, tile) for tile in tiles])

    def used(self, seats: Sequence[int], moves: Sequence[int], slots: Sequence[int]
             ) -> tuple[tuple[int, ...], ...]:
        """The seats that used each tile: by their moves, or because they have it at the end."""
        seen = {(at, seat) for seat, move in zip(seats, moves, strict=True) if move in self.marks
                for at in self.marks[move]}
        seen.update((at, seat) for at, room in enumerate(self.rooms)
                    for seat, slot in enumerate(room) if slots[slot] > 0)
        return tuple(tuple(sorted(seat for at, seat in seen if at == tile))
                     for tile in range(len(self.rooms)))


def _in_python(program: Program, watched: Watched, seed: int, number: int) -> Played:
    """The game of a number, with the moves of the random bot."""
    own_seed = seed_of(seed, number)
    draw = Stream(own_seed).below
    state = begin(program, own_seed)
    legal, apply = state.legal, state.apply
    seats: list[int] = []
    made: list[int] = []
    while (moves := legal()) and len(made) < LONGEST:
        move = moves[draw(len(moves))]
        seats.append(state._s[DECIDER])
        apply(move)
        made.append(move)
    return Played(_points(program, state.scores()), watched.used(seats, made, state._s), len(made),
                  state.round, state.end_reason)


def _noted(program: Program, watched: Watched, noted: Noted) -> Played:
    """The same of a game that was played natively."""
    played = noted.played
    used = watched.used(noted.decided[SEAT::EACH], noted.decided[MOVE::EACH], played.slots)
    reason = program.game.reasons[played.reason - 1] if played.reason else None
    scores = [sum(points) for points in played.points]
    return Played(_points(program, scores), used, played.decisions, played.rounds, reason)


def _points(program: Program, scores: Iterable[int]) -> tuple[float, ...]:
    return tuple(points_meant(program.game, score) for score in scores)


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


# -- numbers ----------------------------------------------------------------------------------


def _quantile(freedom: int) -> float:
    """Student's t for 95%, by the first terms of its expansion about the normal quantile."""
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
