"""A whole program in the middle language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.middle.statements import Function


@dataclass(slots=True)
class Code:
    """Functions that rules call, and blocks: pieces of the course that jump to each other.

    A block is known by its label. `resumes` go on after the decision of a label, with the move;
    labels that are `kept` may stand in the state, so that these blocks stay as they are.
    """

    entry: int
    functions: list[Function] = field(default_factory=list)
    blocks: dict[int, Function] = field(default_factory=dict)
    resumes: dict[int, Function] = field(default_factory=dict)
    kept: set[int] = field(default_factory=set)

    def all(self) -> Iterator[Function]:
        """Everything that can run."""
        yield from self.functions
        yield from self.resumes.values()
        yield from self.blocks.values()

    def by_file(self) -> dict[str, list[Function]]:
        """The same by the YAML files that it was made from."""
        found: dict[str, list[Function]] = {}
        for made in self.all():
            found.setdefault(made.place.file, []).append(made)
        return found
