"""The first state of a game, before set-up runs."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from tilewright.compiling.streams import first_numbers
from tilewright.compiling.writer import Emitter
from tilewright.kernel.bounds import NO_NUMBER
from tilewright.kernel.faults import Fault
from tilewright.kernel.notes import EVERYBODY
from tilewright.kernel.runtime import tables_of
from tilewright.kernel.zones import UNUSED
from tilewright.middle import ir
from tilewright.middle.header import STEPS
from tilewright.model import GAME
from tilewright.printing.python.running import run
from tilewright.problems import RuleError

if TYPE_CHECKING:
    from tilewright.compiling.build import Build
    from tilewright.compiling.layout import Room
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var
    from tilewright.model import Field


def first_state(build: Build, names: dict[str, Any]) -> list[int]:
    """All fields at their start."""
    state = [0] * build.layout.total
    for room in build.layout.rooms.values():
        for owner in range(room.owners):
            base = room.base + owner * room.width
            value = _start_value(build, names, state, room.field, owner)
            _write(build, state, room, base, owner, value)
    for room in build.layout.lost.values():
        for owner in range(room.owners):
            _write(build, state, room, room.base + owner * room.width, owner, [])
    for slot, number in first_numbers(build.layout):
        state[slot] = number
    state[STEPS] = 0
    return state


def _start_value(build: Build, names: dict[str, Any], state: list[int], field: Field,
                 owner: int) -> Any:
    var, expr = build.game.starts.get((field.owner, field.name), (None, None))
    if expr is not None:
        value = _evaluate(build, names, state, field, var, expr, owner)
        return _with_copies(build, field, value) if field.zone else value
    if field.zone:
        return list(field.start) if isinstance(field.start, list) else []
    if field.per:
        given = field.start if isinstance(field.start, list) else None
        size = build.layout.sizes[field.per]
        return (given or [_blank(field)] * size)[:size]
    return _blank(field) if field.start is None else field.start


def _with_copies(build: Build, field: Field, items: list[int]) -> list[int]:
    """A list of tiles, each as often as it has copies; one that stands there twice is as told."""
    copies = build.game.kinds[field.type.kind].copies
    named = Counter(items)
    return [i for i in items for _ in range(copies[i] if copies and named[i] == 1 else 1)]


def _blank(field: Field) -> int:
    if field.type.tag == "int":
        return NO_NUMBER if field.type.optional else max(field.low, min(0, field.high))
    return -1 if field.type.optional else 0


def _evaluate(build: Build, names: dict[str, Any], state: list[int], field: Field,
              var: Var | None, expr: Expr, owner: int) -> Any:
    """Work out a start expression for one owner, with the code that it compiles to."""
    em = Emitter(build, field.place)
    word = build.naming.of(("start", field.owner, field.name), field.title)
    if word not in names:
        args = ir.numbers("it")
        with em.loop_var(var, "it") if var is not None else nullcontext():
            node = em.typed(expr, field.type)
        em.emit(ir.Return(node))
        em.settle()
        made = ir.function(word, args, em.root, field.place, node.type)
        names.update(tables_of(build.tables, build.fetched))
        run(field.place.file, [made], names, build.files)
    try:
        value = names[word](state, owner)
    except (Fault, ZeroDivisionError, IndexError) as error:
        raise RuleError(f"the start of {field.title}: {error}", field.place) from error
    return list(value) if isinstance(value, (list, tuple, range)) else int(value)


def _write(build: Build, state: list[int], room: Room, base: int, owner: int, value: Any) -> None:
    field = room.field
    if field.zone:
        # Elements that do not take part with this number of players are left out.
        items = [i for i in value if i < build.layout.sizes[field.type.kind]]
        if len(items) > field.cap:
            raise RuleError(f"{field.title} starts with {len(items)} elements and holds only "
                            f"{field.cap}", field.place)
        items = sorted(items) if field.unordered else items
        state[base + 1:base + room.width] = UNUSED[base + 1:base + room.width]
        state[base] = len(items)
        state[base + 1:base + 1 + len(items)] = items
        if field.hidden:
            start = base + room.notes
            state[start:start + len(items)] = [_always(field, owner)] * len(items)
        if field.in_play:
            counts = build.in_play(field.type.kind)
            for tile in items:
                state[counts + owner * build.layout.sizes[field.type.kind] + tile] += 1
    elif field.per:
        state[base:base + len(value)] = value
    else:
        state[base] = _fitting(field, value)
    if field.secret and not field.zone:
        notes = base + room.notes
        state[notes:notes + room.values] = [_always(field, owner)] * room.values


def _always(field: Field, owner: int) -> int:
    """The bits of the players who see a secret field whatever it holds."""
    return 1 << owner & EVERYBODY if field.visible == "owner" and field.owner != GAME else 0


def _fitting(field: Field, value: int) -> int:
    """A start value within its bounds; an element that does not take part was refused before."""
    if field.type.tag == "int" and value != NO_NUMBER and not field.low <= value <= field.high:
        raise RuleError(f"the start of {field.title} does not fit: it is {value}", field.place)
    return value
