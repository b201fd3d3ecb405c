"""How many steps code takes, and where it charges them in play.

Each piece of code is counted while it is written. What is light is charged with what stands
around it, all at once; a loop, a list or a zone that can be long charges for its real length.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.costs import BULK, CALL, LIGHT, RARE
from tilewright.language.bounds import in_play
from tilewright.middle import ir
from tilewright.middle.header import STEPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.build import Build
    from tilewright.language.operations import Expr
    from tilewright.problems import Place


class Steps:
    """How many steps a piece of code takes."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps = 0


class Branches:
    """Pieces of code of which only one is carried out."""

    __slots__ = ("em", "most")

    def __init__(self, em: Metered) -> None:
        self.em = em
        self.most = 0

    @contextmanager
    def one(self) -> Iterator[None]:
        with self.em.apart() as found:
            yield
        self.most = max(self.most, found.steps)


def _charging(steps: int) -> list[ir.Statement]:
    """Charge a fixed number of steps, without a call where there are enough left."""
    return [ir.add_to(STEPS, ir.const(steps)), _stopping()]


def _stopping() -> ir.Statement:
    """Stop if no steps are left."""
    over = ir.Run(ir.call("charge", ir.Position(), ir.const(0)))
    return ir.when(ir.compare(ir.state(STEPS), ">", ir.const(limits.STEPS)), [over])


class Metered:
    """Where code goes, and what it takes; `expr` comes with the class that writes expressions."""

    def __init__(self, build: Build, place: Place) -> None:
        self.build = build
        self.place = place
        self.root: list[ir.Statement] = []
        self.sink = self.root
        # What the code takes that is not charged by itself.
        self.steps = 0
        # In what is worked out only sometimes, less is counted before it is known to be done.
        self.light = LIGHT

    def expr(self, e: Expr) -> ir.Value:
        raise NotImplementedError

    def keep(self, node: ir.Value) -> ir.Name:
        raise NotImplementedError

    def emit(self, stmt: ir.Statement) -> None:
        self._placed(stmt, self.place)
        self.sink.append(stmt)

    def _placed(self, node: ir.Node, place: Place) -> None:
        self.build.budget.spend(ir.stamp(node, place), place)

    def most(self, source: Expr) -> int:
        """The most elements that a list can have."""
        return in_play(self.build.game, source)

    def spend(self, steps: int) -> None:
        """Count steps that this code takes each time."""
        self.steps += steps

    @contextmanager
    def apart(self) -> Iterator[Steps]:
        """Count the steps of a piece by themselves: of the inside of a loop, or of a branch."""
        outer, self.steps = self.steps, 0
        found = Steps()
        try:
            yield found
        finally:
            found.steps, self.steps = self.steps, outer

    def charged(self, items: ir.Value, most: int, steps: int) -> ir.Value:
        """A list of which each element costs steps, charged in play if there can be many.

        The code of few elements is counted with what stands around it.
        """
        if self._is_light(most * steps):
            return items
        return ir.call("metered", ir.Position(), items, ir.const(steps))

    def charged_before(self, items: ir.Value, most: int, steps: int) -> ir.Value:
        """The same where a statement can stand, which is quicker than a call."""
        if self._is_light(most * steps):
            return items
        word = self.keep(items)
        length = ir.call("len", word)
        self.emit(ir.add_to(STEPS, ir.times(length, steps)))
        self.emit(_stopping())
        return word

    def _is_light(self, whole: int) -> bool:
        """Count steps with the code around them, if they are few; else note the charge."""
        is_light = whole <= self.light
        self.steps += whole if is_light else CALL
        return is_light

    def bulk(self, source: Expr, steps: int = 0) -> ir.Value:
        """A list that is gone through as a whole; without steps of its own, many in one step."""
        most = self.most(source)
        if not steps:
            # A list of which nothing is known is charged for what it holds in play.
            most, steps = most if most >= limits.SPREAD else most // BULK, 1
        return self.charged(self.expr(source), most, steps)

    def charge(self, count: ir.Value, most: int, steps: int) -> None:
        """The same where a statement can stand, for a number of elements."""
        if self._is_light(most * steps):
            return
        number = ir.value_of(count)
        if number is None:
            self.emit(ir.Run(ir.call("charge", ir.Position(), ir.times(count, steps))))
        else:
            for stmt in _charging(number * steps):
                self.emit(stmt)

    @contextmanager
    def sometimes(self) -> Iterator[None]:
        """What is worked out here may be left out, as behind `and` and `or`."""
        outer, self.light = self.light, RARE
        try:
            yield
        finally:
            self.light = outer

    @contextmanager
    def branches(self) -> Iterator[Branches]:
        """Pieces of which only one is carried out: the dearest one counts."""
        found = Branches(self)
        yield found
        self.steps += found.most

    def settle(self) -> int:
        """Charge what the whole code takes, if it is much; what is left is for the caller."""
        left = self.steps
        if left > LIGHT:
            for index, stmt in enumerate(_charging(left)):
                self._placed(stmt, self.place)
                self.root.insert(index, stmt)
            left = CALL
        return left

    def called(self, function: str) -> None:
        """Count the steps of a function that does not charge them itself."""
        self.steps += CALL + self.build.steps_of.get(function, 0)
