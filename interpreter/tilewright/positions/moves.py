"""Moves with their structure: which action or choice, and what is picked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.positions.question import PASS
from tilewright.problems import IllegalMove
from tilewright.spoken import describe, label_of

if TYPE_CHECKING:
    from tilewright.compiling.build import Group
    from tilewright.compiling.program import Program
    from tilewright.model import Game
    from tilewright.wording.filling import Values

Pick = str | int


@dataclass(frozen=True, slots=True)
class Move:
    """A move: `code` is what `apply` takes.

    `name` is the action, or the choice as `action.pick`; `action` is the action that it is or
    belongs to. `picks` is what is picked with this move, by the names of the rules. `price` and
    `tolls` are what it costs in a position, by field, as far as that is certain before what is
    picked later; they are empty for a move that no position was asked for. `earlier` is what was
    picked before with the same action, for the words of the move.
    """

    code: int
    name: str
    action: str | None
    picks: dict[str, Pick]
    label: str
    program: Program = field(repr=False, compare=False)
    now: int = field(default=-1, repr=False, compare=False)
    price: dict[str, int] = field(default_factory=dict)
    tolls: dict[str, int] = field(default_factory=dict)
    earlier: Values = field(default_factory=dict, repr=False, compare=False)

    @property
    def is_pass(self) -> bool:
        return self.name == PASS

    def words(self, lang: str = "en") -> str:
        """The move as players read it."""
        return describe(self.program, self.code, lang, self.now, self.earlier)


def move_of(program: Program, code: int, now: int = -1, earlier: Values | None = None) -> Move:
    """A move by its code; `now` is the decision at which it is made, and `earlier` what was picked
    before with the same action."""
    group = program.group_of(code) if type(code) is int else None
    if group is None:
        raise IllegalMove(f"there is no move {code!r} in this game")
    return Move(code, group.name, action_of(program.game, group.name) or None,
                _picks(program, group, code), label_of(program, code), program, now,
                earlier=earlier or {})


def action_of(game: Game, name: str) -> str:
    """The action that moves of a name are, or are a choice of; empty if they belong to none.

    The action of a tile has a dot in its own name.
    """
    while name and name not in game.actions:
        name = name.rpartition(".")[0]
    return name


def _picks(program: Program, group: Group, code: int) -> dict[str, Pick]:
    """What is picked, under the name that the rules give it."""
    index = code - group.base
    if group.names:
        return {group.name.rpartition(".")[2]: group.names[index]}
    if not group.kind:
        return {}
    action = program.game.actions.get(group.name)
    name = action.picks[0].name if action is not None else group.name.rpartition(".")[2]
    return {name: index if group.kind == "int" else program.game.kinds[group.kind].items[index]}
