"""Follows all values and elements through the statements of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling.provenance import (
    ALL_KNOW,
    CHANCE,
    CHOICE,
    DRAWN,
    OPEN,
    PICKED,
    UNCLEAR,
    Entry,
    FieldKey,
    Origin,
    Path,
    Provenance,
)
from tilewright.compiling.rewrite import var_of
from tilewright.language.operations import Const, Expr, same, variable_of
from tilewright.language.tree import (
    Call,
    Choose,
    ChooseMany,
    Do,
    Event,
    ForEach,
    If,
    Let,
    Stmt,
    Target,
    Var,
)
from tilewright.linking.text_keys import statements
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.model import Field, Game


def provenance(game: Game) -> Provenance:
    """Follow all elements through all statements."""
    made = Provenance(game)
    stmts = list(statements(game))
    # What a player picks for an action is seen by all, like each name that is not bound here.
    for action in game.actions.values():
        if action.event:
            _bind_all(made, game.events[action.event].args, action.event_args)
    for stmt in stmts:
        _bind(made, stmt)
    _bind_handlers(made)
    for stmt in stmts:
        if isinstance(stmt, Do):
            _follow(made, stmt)
    if game.flow is not None:
        made.set_up = set(_surely_written(game, game.flow.setup, set()))
    made.losing = {key for key in made.losing if made.keeps(key)}
    return made


# -- variables ------------------------------------------------------------------------------------

def _bind(made: Provenance, stmt: Stmt) -> None:
    if isinstance(stmt, Choose):
        made.bound.setdefault(stmt.var, []).append(_outcome(stmt))
    elif isinstance(stmt, ChooseMany):
        made.bound.setdefault(stmt.var, []).append(_choice_origin(stmt))
    elif isinstance(stmt, ForEach):
        made.bound.setdefault(stmt.var, []).append(stmt.source)
    elif isinstance(stmt, Let):
        made.bound.setdefault(stmt.var, []).append(stmt.value)
    elif isinstance(stmt, Call):
        _bind_all(made, made.game.procedures[stmt.procedure].args, stmt.args)
    elif isinstance(stmt, Event):
        _bind_all(made, made.game.events[stmt.event].args, stmt.args)


def _outcome(stmt: Choose) -> Origin:
    if not stmt.chance:
        return _choice_origin(stmt)
    return Origin(DRAWN, stmt.source) if stmt.to is None else Origin(
        CHANCE, stmt.source, stmt.to)


def _choice_origin(stmt: Choose | ChooseMany) -> Origin:
    return Origin(CHOICE if stmt.secret else PICKED, stmt.source, stmt.by)


def _bind_all(made: Provenance, names: list[Var], values: list[Expr]) -> None:
    for var, value in zip(names, values, strict=True):
        made.bound.setdefault(var, []).append(value)


def _bind_handlers(made: Provenance) -> None:
    """What tiles are told of an event."""
    for event in made.game.events.values():
        for handler in event.handlers:
            told = [event.args[i] for i in handler.args]
            values: list[Expr] = [var_of(var, handler.place) for var in told]
            _bind_all(made, made.game.procedures[handler.procedure].args, values)


# -- elements -------------------------------------------------------------------------------------

def _follow(made: Provenance, stmt: Do) -> None:
    if stmt.word == "shuffle":
        made.mixed_up.add(_key(stmt.args["zone"].field))
    if made.loses(stmt):
        made.losing.add(_key(stmt.args["from" if stmt.word == "move" else "zone"].field))
    if stmt.word == "put":
        into = stmt.args["into"]
        made.mixed_up.add(_key(into.field))
        _enter(made, into, stmt.args["item"])
    for target in stmt.args.values():
        if isinstance(target, Target) and target.field.secret and not target.field.zone:
            _written(made, stmt, target)
    for start, end in _ways(stmt):
        made.mixed_up.add(_key(end.field))
        if start.field.hidden and end.field.hidden:
            made.paths.append(Path(_key(start.field), _key(end.field), _one_owner(start, end)))
        elif end.field.hidden:
            made.refilled.add(_key(end.field))


def _enter(made: Provenance, target: Target, value: Expr) -> None:
    owner = target.index[0] if target.index and target.field.owner != GAME else None
    made.entries.setdefault(_key(target.field), []).extend(
        Entry(o if o is not ALL_KNOW else Origin(OPEN, value), variable_of(owner))
        for o in made.origins(value))


def _written(made: Provenance, stmt: Do, target: Target) -> None:
    """A hidden value is set to something, or a hidden number changed by something."""
    if stmt.word == "set":
        _enter(made, target, stmt.args["value"])
    elif stmt.word != "reveal":
        made.entries.setdefault(_key(target.field), []).append(Entry(UNCLEAR, None))


def _surely_written(game: Game, stmts: list[Stmt], seen: set[str]) -> Iterator[FieldKey]:
    """The fields that are written for each player, whatever happens."""
    for stmt in stmts:
        if isinstance(stmt, Do) and stmt.word == "set" and len(stmt.args["target"].index) < 2:
            yield _key(stmt.args["target"].field)
        elif isinstance(stmt, (Choose, ChooseMany, ForEach)):
            yield from _surely_written(game, stmt.body, seen)
        elif isinstance(stmt, Call) and stmt.procedure not in seen:
            seen.add(stmt.procedure)
            yield from _surely_written(game, game.procedures[stmt.procedure].body, seen)
        elif isinstance(stmt, If) and isinstance(stmt.test, Const):
            yield from _surely_written(game, stmt.then, seen)


def _ways(stmt: Do) -> Iterator[tuple[Target, Target]]:
    """The zones that give and get elements in a statement."""
    given: dict[str, tuple[str, str]] = {
        "move": ("from", "to"), "draw": ("from", "to"), "empty": ("zone", "into"),
        "swap": ("first", "second")}
    if stmt.word in given:
        start, end = (stmt.args[key] for key in given[stmt.word])
        if end is not None and end.field.zone:
            yield start, end
        if end is not None and end.field.zone and stmt.word == "swap":
            yield end, start


def _one_owner(start: Target, end: Target) -> bool:
    a, b = start.field, end.field
    return GAME != a.owner == b.owner and same(start.index[0], end.index[0])


def _key(owned: Field) -> FieldKey:
    return owned.owner, owned.name
