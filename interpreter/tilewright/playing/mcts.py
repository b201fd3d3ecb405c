"""A bot that searches: it asks what comes of its moves, in many worlds that may be the real one."""

from __future__ import annotations

import math
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Protocol

from tilewright.native.machine import StoppedError, machine_of
from tilewright.native.searching import NativeTree
from tilewright.playing.scores import bar_of
from tilewright.playing.searching import Tree
from tilewright.printing.wasm.searching import CHILD, MOVE, NEXT, TAKEN, WORTH
from tilewright.problems import IllegalMove, RuleError, UsageError

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from tilewright.compiling.program import Program
    from tilewright.playing.view import View

# Rounds where none are named; most of them, for the room that a tree takes.
USUAL, MOST = 200, 100_000
# Worlds that are guessed: one for so many rounds, and how many at least and at most.
ROUNDS_A_WORLD, LEAST_WORLDS, MOST_WORLDS = 8, 16, 64
# How curious a search is: about this much for what is worth 0 to 1.
CURIOUS = 0.7
MILLION = 1_000_000
# Random moves after which a game is judged as it stands.
LONGEST = 10_000
# Rounds that are begun without a look at the clock.
AT_ONCE = 32
NAME = re.compile(r"mcts(?::(?P<count>[0-9]+)(?P<ms>ms)?(?:x(?P<trees>[0-9]+))?)?"
                  r"(?P<hints>\+hints)?")


class Grows(Protocol):
    """A tree, in a module or in Python."""

    def search(self, seed: int, first: int, last: int, most: int, sign: int, named: int,
               bar: int) -> None:
        """Play rounds from the first up to the last."""

    def numbers(self) -> Sequence[int]:
        """The nodes, one after another."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search thinks of a move: how often it was taken, and what it was worth, 0 to 1."""

    move: int
    taken: int
    worth: float


@dataclass(frozen=True, slots=True)
class Searcher:
    """A bot with a budget of rounds, or of milliseconds, for each of some trees. Where a tree ends,
    it plays on at random, or judges by points and hints. With `patience`, so many milliseconds are
    enough for its rounds, which are fewer then."""

    rounds: int = USUAL
    milliseconds: int = 0
    trees: int = 1
    judges: bool = False
    patience: int = 0

    def __call__(self, view: View, rng: random.Random) -> int:
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        found = self.thoughts(view, rng)
        return max(found, key=lambda one: (one.taken, one.worth)).move if found else moves[0]

    def thoughts(self, view: View, rng: random.Random) -> list[Found]:
        """What the search thinks of each move, in the order of the view; nothing where no world
        could be guessed."""
        seeds = [rng.getrandbits(63) for _ in range(self.trees)]
        worlds = self._worlds(view, rng)
        if not worlds:
            return []
        grown = partial(self._tree, view, worlds)
        if self.trees == 1:
            told = [grown(seeds[0])]
        else:
            with ThreadPoolExecutor(self.trees) as pool:
                told = list(pool.map(grown, seeds))
        return [_together(move, [tree[move] for tree in told if move in tree])
                for move in view.legal()]

    def _worlds(self, view: View, rng: random.Random) -> list[list[int]]:
        """Positions that this seat cannot tell from the real one; one if nothing is hidden."""
        many = 1
        if view.program.plan.hides:
            many = min(max(self.rounds // ROUNDS_A_WORLD, LEAST_WORLDS), MOST_WORLDS)
        found = []
        for _ in range(many):
            try:
                found.append(list(view.determinize(rng.getrandbits(63)).numbers))
            except (IllegalMove, RuleError):
                continue
        return found

    def _tree(self, view: View, worlds: list[list[int]], seed: int) -> dict[int, Found]:
        program = view.program
        curious = _curious(self._room())
        machine = machine_of(program)
        if machine is not None:
            room = (self._room() + 2) * (WORTH + program.players)
            native = NativeTree(machine, worlds, curious, room, program.moves, program.players)
            try:
                self._grow(native, program, seed)
            except StoppedError:
                pass
            else:
                return _told(native.numbers(), view.seat)
        here = Tree(program, worlds, curious)
        self._grow(here, program, seed)
        return _told(here.numbers(), view.seat)

    def _room(self) -> int:
        return MOST if self.milliseconds else self.rounds

    def _grow(self, tree: Grows, program: Program, seed: int) -> None:
        sign = 1 if program.game.best == "most" else -1
        told = (0 if self.judges else LONGEST, sign, program.layout.winners or 0,
                bar_of(program))
        limit, most = self.milliseconds or self.patience, self._room()
        if not limit:
            tree.search(seed, 0, most, *told)
            return
        ends = time.perf_counter() + limit / 1000
        done = 0
        while done < most and (done == 0 or time.perf_counter() < ends):
            tree.search(seed, done, min(done + AT_ONCE, most), *told)
            done += AT_ONCE


def searcher(name: str) -> Searcher | None:
    """The bot of a name such as `mcts:500`, `mcts:200ms`, `mcts:500x2` or `mcts:500+hints`; none
    for other names."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    count, trees = int(found["count"] or USUAL), int(found["trees"] or 1)
    if not (1 <= count <= MOST and 1 <= trees <= 64):
        raise UsageError(f"'{name}': a search has 1 to {MOST:,} rounds or milliseconds, and up to "
                         "64 trees, such as mcts:500, mcts:200ms or mcts:500x2")
    rounds, milliseconds = (0, count) if found["ms"] else (count, 0)
    return Searcher(rounds, milliseconds, trees, judges=found["hints"] is not None)


@cache
def _curious(rounds: int) -> list[int]:
    """How much to prefer what was seldom taken, by how often it was offered: squares."""
    by = (CURIOUS * MILLION) ** 2
    return [int(by * math.log(max(n, 1))) for n in range(rounds + 2)]


def _told(tree: Sequence[int], seat: int) -> dict[int, Found]:
    """What was found of the moves at the root."""
    found = {}
    at = tree[CHILD]
    while at:
        taken = tree[at + TAKEN]
        worth = tree[at + WORTH + seat] / taken / MILLION if taken else 0.0
        found[tree[at + MOVE]] = Found(tree[at + MOVE], taken, worth)
        at = tree[at + NEXT]
    return found


def _together(move: int, parts: list[Found]) -> Found:
    """What several trees found of one move."""
    taken = sum(part.taken for part in parts)
    worth = sum(part.taken * part.worth for part in parts) / taken if taken else 0.0
    return Found(move, taken, worth)
