"""Chance that is seen and chosen, also where rules shuffle.

What is shuffled has too many outcomes to be one decision, so it is drawn one element after the
other, from the top; each is a move of chance. The code of a program knows nothing of that: a move
that comes to a shuffle is made from its beginning again with each element that was drawn. Between
them the position is as before the move, and behind its numbers stands what was drawn so far.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.compiling.build import Group
from tilewright.compiling.rebound import rebound
from tilewright.kernel.notes import forget
from tilewright.middle.header import DECIDER, MANUAL, NATURE, PC
from tilewright.playing.faults import OF_RULES, explained
from tilewright.playing.going import run, step
from tilewright.positions.question import SHUFFLE
from tilewright.problems import UsageError
from tilewright.telling.events import Chance, Event
from tilewright.telling.knowing import Knowers
from tilewright.telling.moves import events_of, in_short
from tilewright.telling.places import places_of
from tilewright.telling.watched import (
    SHUFFLED,
    OpenlyWatched,
    TooMuchError,
    Watched,
    here_now,
    noting,
    watched,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.program import Program
    from tilewright.telling.watched import Here

# Where rules stand while something is drawn, and before a game has begun.
DRAWING, BEGIN = -1, -2


class _Asked(Exception):
    """The next element of something that is shuffled has to be drawn, by one of these moves."""

    def __init__(self, moves: list[int]) -> None:
        self.moves = moves


class _Drawn(list[int]):
    """The numbers of a position, with the moves by which elements are drawn."""

    __slots__ = ("left",)

    def __init__(self, slots: list[int], drawn: list[int]) -> None:
        super().__init__(slots)
        self.left = drawn[::-1]


class _Noted(Watched):
    """The same, with notes of what is done."""

    __slots__ = ("left",)

    def __init__(self, slots: list[int], drawn: list[int]) -> None:
        super().__init__(slots)
        self.left = drawn[::-1]


@dataclass(slots=True)
class Shown:
    """A program with all chance as moves, and what it is made of."""

    program: Program
    plain: Program
    inner: Program
    noting: Program


def show(program: Program) -> Shown:
    """The program with all chance as moves; made once. Its last sorts of moves are the draws."""
    if program.kept.shown is None:
        groups = _draws(program)
        helpers = _helpers(program, groups)
        inner = rebound(program, helpers)
        resumes: dict[int, Any] = dict.fromkeys(program.resumes, _resume(inner))
        resumes |= {DRAWING: _draw(inner), BEGIN: _resume(inner)}
        made = replace(inner, groups=[*program.groups, *groups.values()], resumes=resumes)
        program.kept.shown = Shown(made, program, inner, noting(program, helpers))
    found: Shown = program.kept.shown
    return found


def _draws(program: Program) -> dict[tuple[str, str], Group]:
    """A sort of moves for each zone, with a move for each element that can be drawn there."""
    found, base = {}, program.moves
    for key, owned in program.game.fields.items():
        if owned.zone:
            kind = owned.type.kind
            size = max(program.layout.sizes[kind], 1)
            found[key] = Group(f"{SHUFFLE}.{owned.title}", base, size, kind, ())
            base += size
    if base > limits.MOVES:
        raise UsageError(f"to show all chance this game would need {base:,} different moves, and "
                         f"{limits.MOVES:,} are the most")
    return found


def _helpers(program: Program, groups: dict[tuple[str, str], Group]
             ) -> dict[str, Callable[..., Any]]:
    places = places_of(program)

    def put_in_order(s: _Drawn | _Noted, here: Here, base: int) -> None:
        spot = places.spot(base)
        assert spot is not None
        group = groups[spot.room.field.owner, spot.room.field.name]
        first, last = base + 1, base + 1 + s[base]
        items, order = sorted(s[first:last]), list[int]()
        while items and items[0] != items[-1]:
            if not s.left:
                raise _Asked([group.base + item for item in items])
            order.append(s.left.pop() - group.base)
            items.remove(order[-1])
        list.__setitem__(s, slice(first, last), order + items)
        if isinstance(s, _Noted):
            s.note(here, SHUFFLED, base, order + items)

    def shuffle(s: _Drawn | _Noted, base: int, _stream: int) -> None:
        put_in_order(s, here_now(), base)

    def shuffle_hidden(s: _Drawn | _Noted, base: int, cap: int, seen: int, grouping: int,
                       _stream: int) -> None:
        # What is forgotten is no event, so it is not noted.
        after = list(s)
        forget(after, base, cap, seen, grouping)
        list.__setitem__(s, slice(None), after)
        put_in_order(s, here_now(), base)

    return {"shuffle": shuffle, "shuffle_hidden": shuffle_hidden}


# -- moves ----------------------------------------------------------------------------------------


def _resume(inner: Program) -> Callable[[list[int], int], list[int]]:
    return lambda s, move: _go(inner, s, move, [])


def _draw(inner: Program) -> Callable[[list[int], int], list[int]]:
    def draw(s: list[int], move: int) -> list[int]:
        begun, drawn = _back(inner, s)
        return _go(inner, s, begun, [*drawn, move])

    return draw


def _back(program: Program, s: list[int]) -> tuple[int, list[int]]:
    """Go back to before the move for which something is drawn; the move, and the draws."""
    total = program.layout.total
    begun, s[PC], s[DECIDER], *drawn = s[total:]
    del s[total:]
    return begun, drawn


def _go(inner: Program, s: list[int], move: int, drawn: list[int]) -> list[int]:
    """Make a move with what was drawn for it; if more is to be drawn, the moves for that."""
    trial = _Drawn(s, drawn)
    try:
        moves = run(inner, trial, inner.entry) if move == BEGIN else step(inner, trial, move)
    except _Asked as asked:
        s += [move, s[PC], s[DECIDER], *drawn]
        s[PC], s[DECIDER] = DRAWING, NATURE
        return asked.moves
    s[:] = trial
    return moves


def opened(program: Program, s: list[int]) -> list[int]:
    """The first moves of a game in which all chance is shown."""
    s[MANUAL] = 1
    moves: list[int] = show(program).program.resumes[BEGIN](s, BEGIN)
    return moves


def switched(program: Program, s: list[int], *, shown: bool) -> Program:
    """The program that shows all chance, or the one that shuffles at once."""
    if s[PC] == DRAWING:
        raise UsageError("something is being drawn; go on until a player decides")
    made: Shown | None = program.kept.shown
    if shown:
        return show(program).program
    return made.plain if made is not None else program


# -- what happened --------------------------------------------------------------------------------


def told(program: Program, before: list[int], move: int
         ) -> tuple[list[Event], list[int], list[int]]:
    """What happened with a move, the numbers after it, and the moves."""
    made: Shown | None = program.kept.shown
    if made is None or program is made.plain:
        for watch in (Watched, partial(OpenlyWatched, is_open=places_of(program).is_open)):
            noted = watch(before)
            try:
                moves = _stepped(program, watched(program), noted, move)
            except TooMuchError:
                continue
            return events_of(program, before, move, noted), list(noted), moves
        s = list(before)
        moves = _stepped(program, program, s, move)
        return in_short(program, before, move, s), s, moves
    return _told(made, before, move)


def _stepped(program: Program, made: Program, s: list[int], move: int) -> list[int]:
    """Make a move with the code of a program that is made of this one."""
    try:
        return step(made, s, move)
    except OF_RULES as error:
        raise explained(program, error, s) from error


def _told(made: Shown, before: list[int], move: int
          ) -> tuple[list[Event], list[int], list[int]]:
    """The same where all chance is shown: a move is told when all is drawn for it."""
    s, events, begun, drawn = list(before), list[Event](), move, list[int]()
    moves = _stepped(made.program, made.program, s, move)
    if before[PC] == DRAWING:
        events.append(_element(made, move))
        before = before[:]
        begun, drawn = _back(made.program, before)
        drawn.append(move)
    if s[PC] == DRAWING or begun == BEGIN:
        return events, s, moves
    noted = _Noted(before, drawn)
    try:
        step(made.noting, noted, begun)
    except TooMuchError:
        return [*events, *in_short(made.plain, before, begun, s)], s, moves
    return [*events, *events_of(made.plain, before, begun, noted)], s, moves


def _element(made: Shown, move: int) -> Chance:
    """What was drawn; nobody knows it of a hidden zone."""
    game, group = made.program.game, made.program.group_of(move)
    assert group is not None
    owned = next(f for f in game.fields.values() if f"{SHUFFLE}.{f.title}" == group.name)
    known = frozenset[int]() if owned.secret else Knowers(made.program).all
    return Chance(place=owned.place, known=known, site=group.name, code=move,
                  value=game.kinds[group.kind].items[move - group.base])
