"""What verifying shares: what was found, what names are, and of which kind a value has to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.middle import ir
from tilewright.middle.kinds import ANY, EMPTY, NUMBER, Kind, fits, is_list, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.middle.kinds import Signature

Bound = frozenset[str]


class Base:
    """What is known of the function at hand, and what was found in all of them."""

    def __init__(self, tables: Mapping[str, Any], known: Mapping[str, Signature]) -> None:
        self.tables = tables
        self.known = known
        self.taken = set(known)
        self.found: list[str] = []
        # Of the function at hand: the kind of each name, and what its functions of elements give.
        self.kinds: dict[str, Kind] = {}
        self.answers: dict[str, Kind] = {}
        # Names of lists that were changed under another name.
        self.stale: set[str] = set()
        self.where = ""

    def wrong(self, what: str) -> None:
        self.found.append(f"{self.where}: {what}")

    # -- names and kinds ----------------------------------------------------------------------

    def settle(self, word: str, kind: Kind) -> None:
        """A name gets a value of a kind, which is the same wherever it gets one."""
        before = self.kinds.get(word, ANY)
        if word in self.taken or word in self.tables or word == "S":
            self.wrong(f"'{word}' is the name of something else already")
        if before in (ANY, EMPTY):
            self.kinds[word] = kind
        if not fits(kind, before):
            self.wrong(f"'{word}' is {words_of(before)} and becomes {words_of(kind)}")

    def wanted(self, node: ir.Value, bound: Bound, kind: Kind) -> Kind:
        """A value that has to be of a kind."""
        found = self.value(node, bound)
        if not fits(found, kind):
            self.wrong(f"{words_of(found)} stands where {words_of(kind)} is needed")
        return found

    def numbers(self, bound: Bound, *nodes: ir.Value | None) -> None:
        for node in nodes:
            if node is not None:
                self.wanted(node, bound, NUMBER)

    def listed(self, node: ir.Value, bound: Bound) -> Kind:
        """A value that has to be a list of any kind."""
        found = self.value(node, bound)
        if found != ANY and (not is_list(found) or found == ir.PAIRS):
            self.wrong(f"{words_of(found)} stands where a list is needed")
            return ANY
        return found

    def truth(self, node: ir.Value, bound: Bound) -> None:
        """A value that is asked whether it holds: a test, a number, or a list."""
        if isinstance(node, (ir.Both, ir.Either)):
            for test in node.tests:
                self.truth(test, bound)
            return
        found = self.value(node, bound)
        if not (fits(found, NUMBER) or is_list(found)):
            self.wrong(f"{words_of(found)} stands where a test is needed")

    def same(self, first: Kind, second: Kind) -> Kind:
        if not (fits(first, second) or fits(second, first)):
            self.wrong(f"{words_of(first)} and {words_of(second)} can stand for each other here")
        return second if first in (EMPTY, ANY) else first

    def value(self, node: ir.Value, bound: Bound) -> Kind:
        """Verify a value and tell its kind."""
        raise NotImplementedError
