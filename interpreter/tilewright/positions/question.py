"""What is asked at a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.compiling.context import Node
from tilewright.middle.header import NATURE
from tilewright.positions.earlier import picked_before
from tilewright.spoken import question_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.compiling.context import Called
    from tilewright.compiling.program import Program
    from tilewright.positions.reader import Reader
    from tilewright.problems import Place
    from tilewright.wording.filling import Values

PASS = "pass"  # noqa: S105  a move, not a secret
SHUFFLE = "shuffle"


@dataclass(frozen=True, slots=True)
class Question:
    """A step, in which one of some actions is done, or a choice that an action asks for.

    `name` is that of the step, or of the choice as `action.pick`; `actions` are what can be done in
    a step, with the powers of tiles that are offered now. `decider` is the seat that is asked, -1
    for chance; `actor` the seat whose turn it is. `calls` are the calls of procedures in which it
    is asked, the outermost first. `may_pass` is None in the view of somebody else, who may not
    know; then no powers are named either.
    """

    name: str
    is_step: bool
    actions: tuple[str, ...]
    decider: int
    actor: int
    may_pass: bool | None
    is_secret: bool
    calls: tuple[Called, ...]
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
    """What is asked now, with the moves that are offered; None when the game is over.

    While something is shuffled, which is no decision of the rules, chance is asked `shuffle.ZONE`.
    """
    decider = reader.decider
    if decider is None:
        return None
    node = reader.node or _shuffle(reader.program, moves)
    offered = _offered(reader.program, moves or ())
    return Question(
        name=name_of(node), is_step=node.menu is not None,
        actions=(*node.actions, *(name for name in offered if name not in node.actions
                                   and name in reader.program.game.actions)),
        decider=decider, actor=reader.actor,
        may_pass=None if moves is None else PASS in offered, is_secret=node.secret,
        calls=_calls(reader), place=node.place, program=reader.program, node=node,
        earlier=_earlier(reader, node))


def _earlier(reader: Reader, node: Node) -> Values:
    """What was picked before; nothing of a secret decision: others see its question too."""
    if node.secret or not node.groups:
        return {}
    return picked_before(reader.program, node.groups[0].base, reader.slots)


def _shuffle(program: Program, moves: Sequence[int] | None) -> Node:
    """The decision of chance about the next element of what is shuffled."""
    (site, *_) = (*_offered(program, moves or ()), SHUFFLE)
    fields = program.game.fields.values()
    place = next((f.place for f in fields if f"{SHUFFLE}.{f.title}" == site), program.game.place)
    return Node(-1, site, place)


def name_of(node: Node) -> str:
    """What a decision is called in the rules."""
    return node.step or "_".join(node.actions) or node.site


def _offered(program: Program, moves: Sequence[int]) -> dict[str, None]:
    """The names of all sorts of moves that are offered, in their order."""
    groups = (program.group_of(move) for move in moves)
    return dict.fromkeys(group.name for group in groups if group is not None)


def _calls(reader: Reader) -> tuple[Called, ...]:
    """The calls in which the game stands: each is written in the procedure of the one before."""
    there = (reader.program.calls.get((slot, reader.slots[slot]))
             for slot in reader.program.callers)
    left = [call for call in there if call is not None]
    found: list[Called] = []
    while left:
        under_way = {call.procedure for call in left}
        outer = [call for call in left if call.within not in under_way] or left
        found += outer
        left = [call for call in left if call not in outer]
    return tuple(found)
