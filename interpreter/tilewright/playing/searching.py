"""Search in Python, for games that cannot be modules, and where nothing runs them."""

from __future__ import annotations

import math
from types import FunctionType
from typing import TYPE_CHECKING, Any

from tilewright.kernel.chance import GOLDEN, MASK, mixed
from tilewright.middle.header import STEPS
from tilewright.playing import faults
from tilewright.playing.going import run, step
from tilewright.printing.wasm import searching
from tilewright.printing.wasm.playing import no_hint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilewright.compiling.program import Program


class Tree:
    """A tree that grows in Python, by the same functions that a module has."""

    def __init__(self, program: Program, worlds: Sequence[Sequence[int]], curious: Sequence[int]
                 ) -> None:
        self.program = program
        self.slots = list(worlds[0])
        self.worlds = [n for world in worlds for n in world]
        self.many = len(worlds)
        self.curious = curious
        self.tree = [0] * (searching.WORTH + program.players)
        self.places = [0] * program.moves
        self.run = _bound(program)

    def search(self, seed: int, first: int, last: int, most: int, sign: int, named: int,
               bar: int) -> None:
        """Play rounds; one in which a rule fails counts for nothing."""
        path: list[int] = []
        worth: list[int] = []
        for number in range(first, last):
            try:
                self.run(self.slots, self.worlds, self.many, seed, number, number + 1, most,
                         self.program.players, sign, named, bar, self.curious, self.tree,
                         self.places, path, worth)
            except faults.OF_RULES:
                continue

    def numbers(self) -> Sequence[int]:
        """The tree as it is now."""
        return self.tree


def _bound(program: Program) -> Callable[..., None]:
    """The functions of the search with what they ask of a game."""
    def moves(s: list[int]) -> list[int]:
        s[STEPS] = 0
        return run(program, s, s[0])

    def make(s: list[int], move: int) -> list[int]:
        return step(program, s, move)

    def play(s: list[int], legal: list[int], seed: int, most: int) -> int:
        made = 0
        while legal and made < most:
            seed = (seed + GOLDEN) & MASK
            legal = step(program, s, legal[mixed(seed) * len(legal) >> 64])
            made += 1
        return made

    world: dict[str, Any] = {
        **vars(searching), "moves": moves, "step": make, "play": play, "sheet": program.sheet,
        "ties": program.ties, "hint": program.hint or no_hint,
        "mixed": mixed, "next_draw": _next_draw, "scaled": _scaled,
        "emptied": list.clear, "root": _root}
    for function in searching.SEARCHING:
        world[function.__name__] = FunctionType(function.__code__, world)
    found: Callable[..., None] = world["search"]
    return found


def _next_draw(state: int) -> int:
    return (state + GOLDEN) & MASK


def _scaled(number: int, count: int) -> int:
    return number * count >> 64


def _root(number: int, count: int) -> int:
    return int(math.sqrt(number / count))
