"""Where a piece of rules stands, and what a decision is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.compiling.build import Group
    from tilewright.language.tree import Choose, ChooseMany, Menu, Var
    from tilewright.problems import Place


@dataclass(slots=True)
class Context:
    """Where a piece of rules stands: who is `me`, and where `stop` and `end` lead."""

    me: Var
    stop: int = 0

    def looping(self, exit_label: int) -> Context:
        return Context(self.me, exit_label)


@dataclass(slots=True)
class Node:
    """A decision: where it stands, its name, and the groups of moves that belong to it."""

    label: int
    site: str
    place: Place
    groups: list[Group] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    choice: Choose | ChooseMany | None = None
    step: str = ""
    menu: Menu | None = None
    # Nobody but the one who decides learns what was chosen.
    secret: bool = False
