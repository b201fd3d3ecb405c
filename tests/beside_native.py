"""Python and native play side by side: the same slots, the same moves, the same faults.

`python tests/beside_native.py [--games N] [NAME…]` plays many games of all that is shipped.
"""

from __future__ import annotations

import argparse
import random
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from packs.tables import CLASSICS, PACKS, SHIPPED, VARIANTS, game
from tilewright.kernel.chance import MASK
from tilewright.native.machine import Machine, StoppedError, native_of
from tilewright.playing.begin import begin
from tilewright.playing.state import State
from tilewright.problems import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.program import Program

MOST = 400


def machine_of(program: Program) -> Machine:
    native = native_of(program)
    assert native is not None
    return native.machine()


def assert_same(state: State, machine: Machine) -> None:
    """All slots of a position and of a module are equal, so their keys are."""
    mine = [n & MASK for n in state._s[:machine.made.slots]]
    theirs = [n & MASK for n in machine.slots()]
    differ = [(at, a, b) for at, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b]
    assert not differ, f"slots, in Python, native: {differ[:8]}"


def played_on_both(program: Program, machine: Machine, seed: int, most: int = MOST) -> int:
    """Play one random game on both, and compare after each decision; how many there were."""
    state, rng = begin(program, seed), random.Random(seed)
    assert machine.new(seed) == state.legal()
    for decision in range(most):
        assert_same(state, machine)
        moves = state.legal()
        if not moves:
            return decision
        move = rng.choice(moves)
        try:
            state.apply(move)
        except RuleError:
            stopped(machine, move)
            return decision
        assert machine.step(move) == state.legal()
    return most


def stopped(machine: Machine, move: int) -> None:
    """A move that cannot be made in Python cannot be made natively."""
    try:
        machine.step(move)
    except StoppedError:
        return
    raise AssertionError("a rule fails in Python and not in native play")


@contextmanager
def both(programs: dict[int, tuple[Program, Machine]]) -> Iterator[None]:
    """Inside, each move that any position makes is made natively as well, and compared."""
    apply = State.apply

    def on_both(state: State, move: Any) -> None:
        machine = _kept(state.program, programs)
        before, legal = state._s[:], state.legal()
        try:
            apply(state, move)
        except RuleError:
            if machine is not None and move in legal:
                machine.put(before)
                stopped(machine, move)
            raise
        if machine is not None:
            machine.put(before)
            assert machine.step(move) == state.legal()
            assert_same(state, machine)

    State.apply = on_both  # type: ignore[method-assign]
    try:
        yield
    finally:
        State.apply = apply  # type: ignore[method-assign]


def _kept(program: Program, programs: dict[int, tuple[Program, Machine]]) -> Machine | None:
    """The machine of a program; none for one that only shows chance, or that cannot be native."""
    if id(program) not in programs:
        native = native_of(program)
        if native is None:
            return None
        programs[id(program)] = program, native.machine()
    return programs[id(program)][1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    names = given.names or [*SHIPPED, *CLASSICS, *PACKS, *VARIANTS]
    total = 0
    for name in names:
        loaded = game(name)
        for players in sorted({loaded.players[0], loaded.players[-1]}):
            program = loaded.program(players)
            machine = machine_of(program)
            decisions = sum(played_on_both(program, machine, seed) for seed in range(given.games))
            total += decisions
            print(f"{name}, {players} players: {given.games} games, {decisions:,} decisions, equal")
    print(f"{total:,} decisions, no difference")


if __name__ == "__main__":
    main()
