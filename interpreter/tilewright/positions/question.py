"""What is asked at a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.middle.header import NATURE
from tilewright.positions.earlier import picked_before
from tilewright.spoken import question_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.compiling.context import Node
    from tilewright.compiling.program import Program
    from tilewright.positions.reader import Reader
    from tilewright.problems import Place
    from tilewright.wording.filling import Values

PASS = "pass"  # noqa: S105  a move, not a secret


@dataclass(frozen=True, slots=True)
class Question:
    """A step, in which one of some actions is done, or a choice that an action asks for.

    `name` is that of the step, or of the choice as `action.pick`; `actions` are what can be done in
    a step. `decider` is the seat that is asked, -1 for chance; `actor` the seat whose turn it is.
    `may_pass` is None in the view of somebody else, who may not know.
    """

    name: str
    is_step: bool
    actions: tuple[str, ...]
    decider: int
    actor: int
    may_pass: bool | None
    is_secret: bool
    place: Place
    program: Program = field(repr=False, compare=False)
    node: Node = field(repr=False, compare=False)
    # What was picked before with the same action.
    earlier: Values = field(default_factory=dict, repr=False, compare=False)

    @property
    def is_chance(self) -> bool:
        return self.decider == NATURE

    def words(self, lang: str = "en") -> str:
        """The question as players read it."""
        return question_words(self.program.game, self.node, lang, self.earlier)


def question(reader: Reader, moves: Sequence[int] | None) -> Question | None:
    """What is asked now, with the moves that are offered; None when the game is over."""
    node, decider = reader.node, reader.decider
    if node is None or decider is None:
        return None
    return Question(
        name=name_of(node), is_step=bool(node.actions),
        actions=tuple(node.actions), decider=decider, actor=reader.actor,
        may_pass=None if moves is None else _passes(reader.program, moves), is_secret=node.secret,
        place=node.place, program=reader.program, node=node, earlier=_earlier(reader, node))


def _earlier(reader: Reader, node: Node) -> Values:
    """What was picked before; nothing of a secret decision: others see its question too."""
    if node.secret or not node.groups:
        return {}
    return picked_before(reader.program, node.groups[0].base, reader.slots)


def name_of(node: Node) -> str:
    """What a decision is called in the rules."""
    return node.step or "_".join(node.actions) or node.site


def _passes(program: Program, moves: Sequence[int]) -> bool:
    groups = {program.group_of(move) for move in moves}
    return any(group is not None and group.name == PASS for group in groups)
