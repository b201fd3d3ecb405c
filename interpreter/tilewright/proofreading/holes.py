"""The types of what is filled into texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.tree import Choose, ChooseMany, Menu
from tilewright.linking.text_keys import statements
from tilewright.wording.message import BadMessage, Cases, read
from tilewright.wording.pieces import HOWS, at_verb

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.language.types import Type
    from tilewright.model import Game
    from tilewright.problems import Place, Problems
    from tilewright.wording.message import Message

    Templates = Mapping[str, tuple[str, Place]]

Holes = dict[str, "Type"]
# Of these it is known how many there are.
COUNTED = ("int", "map", "list")


def check_cases(game: Game, templates: Templates, found: Problems) -> None:
    """Cases that do not go with what is filled in: they would always be the same one."""
    typed = typed_holes(game)
    for key, (template, at) in templates.items():
        holes = typed.get(key.partition("@")[0], {})
        for cases, is_there in _cases(template) if holes else ():
            type_ = holes.get(cases.name)
            said = None if type_ is None else _misfit(
                cases, type_, may_be_none=not is_there and cases.name in _with_none(game, key))
            if said is not None:
                found.add("text-plural", at, *said)
                break


def _misfit(cases: Cases, type_: Type, *, may_be_none: bool) -> tuple[str, str] | None:
    """What is wrong with cases for a value of a type, and what to write."""
    name, there = cases.name, [key for key, _ in cases.cases]
    if cases.how == "plural":
        if type_.tag not in COUNTED:
            return (f"'plural' takes a number, and '{name}' is {type_}",
                    f"choose by what it is: {{{name}, select, … {{…}} other {{…}}}}")
        if may_be_none:
            return (f"'{name}' can be none, which 'plural' takes for 0",
                    f"write {{{name}, select, none {{…}} other {{{{{name}, plural, …}}}}}}")
    elif type_.tag in ("map", "list"):
        odd = next((key for key in there if key not in ("none", "other")), None)
        if odd is not None:
            whether, many = f"{{{name}, select, none {{…}} other {{…}}}}", f"{{{name}, plural, …}}"
            return (f"'{name}' is {type_}, so it is never '{odd}'",
                    f"{whether} tells whether there is anything, {many} how many there are")
    return None


def _with_none(game: Game, key: str) -> set[str]:
    """The attributes of a family that are none for some of its tiles."""
    sort, _, kind = key.partition(".")
    if sort != "family" or kind not in game.kinds:
        return set()
    return {name for name, a in game.kinds[kind].attributes.items() if None in a.values}


def _cases(template: str) -> Iterator[tuple[Cases, bool]]:
    """All cases of a template, and whether their value is there for sure."""
    try:
        yield from _within(read(template), frozenset())
    except BadMessage:
        return


def _within(message: Message, there: frozenset[str]) -> Iterator[tuple[Cases, bool]]:
    for part in message:
        if isinstance(part, Cases):
            yield part, part.name in there
            tests = part.how == "select" and any(key == "none" for key, _ in part.cases)
            for key, inner in part.cases:
                yield from _within(
                    inner, there | {part.name} if tests and key != "none" else there)


def typed_holes(game: Game) -> dict[str, Holes]:
    """The types of what is filled in, for each key of which they are known."""
    found: dict[str, Holes] = {}
    for key, holes in (*_of_moves(game), *_of_pieces(game)):
        for there in (key, *at_verb(game, key)):
            found.setdefault(there, {}).update(holes)
    return found


def _of_moves(game: Game) -> Iterator[tuple[str, Holes]]:
    for action in game.actions.values():
        for index, pick in enumerate(action.picks):
            key = f"move.{action.name}" + (f".{pick.name}" if index else "")
            # What was picked before can be said once more.
            yield key, {p.name: p.var.type for p in action.picks[:index + 1]}
    for stmt in statements(game):
        if isinstance(stmt, (Choose, ChooseMany)):
            yield f"move.{stmt.site}", {stmt.var.name: stmt.var.type}
        if isinstance(stmt, Menu):
            for action in (game.actions[name] for name in stmt.actions):
                yield (f"step.{stmt.step}.move.{action.name}",
                       {p.name: p.var.type for p in action.picks[:1]})


def _of_pieces(game: Game) -> Iterator[tuple[str, Holes]]:
    for verb, args in game.published.verbs.items():
        yield f"verb.{verb}", {a.name: a.type for a in args}
    for query in game.queries.values():
        holes = {a.name: a.type for a in query.args}
        for how in HOWS:
            yield f"change.{query.name}.{how}", {"n": query.type, **holes}
    for kind in game.kinds.values():
        if kind.tiles:
            yield f"family.{kind.name}", {n: a.type for n, a in kind.attributes.items()}
