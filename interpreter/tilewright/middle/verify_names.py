"""What is verified of statements that give names, or change what stands under one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.middle import ir
from tilewright.middle.kinds import ANY, EMPTY, NUMBER, Kind, fits, is_list, words_of
from tilewright.middle.verify_values import Values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.middle.kinds import Signature
    from tilewright.middle.verify_base import Bound

# What makes a list that nobody else has.
MAKES = (ir.ListOf, ir.Chain, ir.Map, ir.Repeated, ir.View, ir.Backwards, ir.Call)


@dataclass(slots=True)
class Frame:
    """What is to be known of the function that is looked at."""

    gives: Kind
    is_block: bool = False
    is_resume: bool = False
    in_kernel: bool = False
    # Of each loop around: what is bound where it is left by a `Stop`.
    stops: list[list[Bound]] = field(default_factory=list)
    # Names of lists that others have too, and of each list its other names in this function.
    shared: set[str] = field(default_factory=set)
    twins: dict[str, set[str]] = field(default_factory=dict)


class Names(Values):
    """Verifies what is bound."""

    def __init__(self, tables: Mapping[str, Any], known: Mapping[str, Signature]) -> None:
        super().__init__(tables, known)
        self.frame = Frame(NUMBER)

    def let(self, stmt: ir.Let, bound: Bound) -> Bound:
        kind, value = self.value(stmt.value, bound), stmt.value
        self.settle(stmt.word, kind)
        if is_list(kind):
            self._owned(stmt.word, value)
        return bound | {stmt.word}

    def _owned(self, word: str, value: ir.Value) -> None:
        """Whether a list is the function's own under a name, and which other names it has."""
        self.stale.discard(word)
        if isinstance(value, ir.Name) and value.word not in self.frame.shared:
            self.frame.twins.setdefault(word, set()).add(value.word)
            self.frame.twins.setdefault(value.word, set()).add(word)
        elif not is_new(value):
            self.frame.shared.add(word)

    def add(self, stmt: ir.Add, bound: Bound) -> Bound:
        self.numbers(bound, stmt.value)
        kind = self.kinds.get(stmt.word, NUMBER)
        if stmt.word not in bound:
            self.wrong(f"'{stmt.word}' is not bound on every way that leads here")
        elif not fits(kind, NUMBER):
            self.wrong(f"'{stmt.word}' is {words_of(kind)} and is added to")
        return bound

    def extend(self, stmt: ir.Extend, bound: Bound) -> Bound:
        self.grown(stmt.word, self.listed(stmt.items, bound), bound)
        return bound

    def append(self, stmt: ir.Append, bound: Bound) -> Bound:
        self.grown(stmt.word, self.list_with(self.value(stmt.item, bound)), bound)
        return bound

    def grown(self, word: str, kind: Kind, bound: Bound) -> None:
        """A list gets more."""
        before = self.kinds.get(word, ANY)
        if word not in bound:
            self.wrong(f"'{word}' is not bound on every way that leads here")
        elif not is_list(before):
            self.wrong(f"'{word}' is {words_of(before)} and cannot grow")
        elif not fits(kind, before):
            self.wrong(f"'{word}' is {words_of(before)} and gets more as {words_of(kind)}")
        elif word in self.frame.shared:
            self.wrong(f"'{word}' is a list that others have too, and is changed")
        else:
            self.kinds[word] = kind if before == EMPTY else before
            self.stale |= self.frame.twins.get(word, set())

    def put(self, stmt: ir.Put, bound: Bound) -> Bound:
        self.wanted(stmt.value, bound, self.element(stmt.items, bound))
        self.numbers(bound, stmt.index)
        holder = stmt.items
        while isinstance(holder, ir.Item):
            holder = holder.holder
        if not isinstance(holder, ir.Name) or holder.word in self.frame.shared:
            self.wrong("a list that others have too is changed")
        return bound


def is_new(value: ir.Value) -> bool:
    """Whether a list is made here, so that nobody else has it."""
    if isinstance(value, ir.Choose):
        return is_new(value.then) and is_new(value.other)
    return isinstance(value, MAKES) and not (isinstance(value, ir.ListOf) and value.fixed)
