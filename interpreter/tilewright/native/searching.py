"""Search inside of a module: worlds and a tree are put into memory, rounds are played in one call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.printing.wasm.searching import WORTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.native.machine import Machine


class NativeTree:
    """A tree that grows inside of a module."""

    def __init__(self, machine: Machine, worlds: Sequence[Sequence[int]], curious: Sequence[int],
                 room: int, moves: int, players: int) -> None:
        """`room` is how many numbers the tree can have, `moves` how many moves there are."""
        self.machine = machine
        machine.clear()
        self.worlds = machine.list_of([n for world in worlds for n in world])
        self.many = len(worlds)
        self.players = players
        self.curious = machine.list_of(curious)
        self.tree = machine.list_of([0] * (WORTH + players), room)
        self.places = machine.list_of([0] * moves)
        self.path = machine.list_of((), room)
        self.worth = machine.list_of((), players)

    def search(self, seed: int, first: int, last: int, most: int, sign: int, named: int,
               bar: int) -> None:
        """Play rounds; a rule that fails raises `StoppedError`."""
        self.machine.call("search", self.machine.made.state, self.worlds, self.many, seed, first,
                          last, most, self.players, sign, named, bar, self.curious,
                          self.tree, self.places, self.path, self.worth)

    def numbers(self) -> Sequence[int]:
        """The tree as it is now."""
        return self.machine.numbers(self.tree)
