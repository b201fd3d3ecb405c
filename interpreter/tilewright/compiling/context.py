"""Where a piece of rules stands, and what a decision is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.compiling.build import Group
    from tilewright.language.tree import Choose, ChooseMany, Menu, Var
    from tilewright.problems import Place


@dataclass(slots=True)
class Context:
    """Where a piece of rules stands: who is `me`, where `stop` leads, and what it must forget.

    `kept` are the variables in slots that statements around it, up to the loop, forget at their
    end.
    """

    me: Var
    stop: int = 0
    kept: tuple[Var, ...] = ()
    # The procedure whose rules they are; that of actions and of the course has no name.
    procedure: str = ""

    def looping(self, exit_label: int) -> Context:
        return Context(self.me, exit_label, procedure=self.procedure)

    def keeping(self, variables: list[Var]) -> Context:
        return replace(self, kept=(*self.kept, *variables))


@dataclass(frozen=True, slots=True)
class Called:
    """A call of a procedure that waits for decisions: what it is called, where it is, and the
    procedure in which it is written.

    Its name is the `id` of the statement, or that of the procedure.
    """

    name: str
    procedure: str
    place: Place
    within: str = ""


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
