"""What `show` names exists, fits there, and tells nobody what they must not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.linking.secrets.reads import Reads
from tilewright.model import GAME, PLAYER
from tilewright.picture.shapes import SHAPES
from tilewright.problems import Place, did_you_mean
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.language.names import Names
    from tilewright.linking.tiles import Tiles
    from tilewright.merging.content import Content
    from tilewright.model import Function

# The lists of fields that are told, and whose fields these are.
LISTS = {"table": GAME, "mat": PLAYER}


def with_piles(show: dict[str, Any], names: Names) -> dict[str, Any]:
    """What is shown, with each zone of a field that is a zone for each element of a kind."""
    made = {what: _each_pile(names, owner, show[what])
            for what, owner in LISTS.items() if what in show}
    things = {kind: _each_pile(names, kind, [told] if isinstance(told, str) else told)
              for kind, told in show.get("things", {}).items()}
    return {**show, **made, **({"things": things} if things else {})}


def _each_pile(names: Names, owner: str, told: list[str]) -> list[str]:
    found: list[str] = []
    for name in told:
        per = names.piles.get((owner, name))
        found += [name] if per is None else [
            f"{name}_{item}" for item in names.game.kinds[per].items]
    return found


def shown(names: Names, content: Content, tiles: Tiles) -> None:
    """What `show` names exists."""
    del tiles
    raw, place = content.single.get("show", (Map(names.game.place), names.game.place))
    for what in ("cells", "marks", "empty", "things", "coloured_by"):
        for kind, value, at in _entries(raw, what, place):
            _shown_kind(names, kind, at)
            if what in SHOWN_PARTS and kind in names.game.kinds:
                SHOWN_PARTS[what](names, content, kind, value, raw[what].at(kind))
    for index, kind in enumerate(raw.get("routes", ())):
        _shown_kind(names, kind, raw["routes"].at(index))
    for what in ("symbols", "colours", "shapes"):
        for item, _, at in _entries(raw, what, place):
            is_kind = what == "shapes" and item in names.game.kinds
            if item not in names.elements and not is_kind and not _for_more_players(names, item):
                names.problems.add("unknown-element", at,
                                   f"'{item}' is not an element of this game",
                                   did_you_mean(item, names.elements))
    if content.art is not None:
        _pictures(names, content, raw.get("shapes", Map(place)))
    for what, owner in (*LISTS.items(), ("odds", GAME)):
        for index, name in enumerate(raw.get(what, ())):
            known = [n for (o, n), f in names.game.fields.items()
                     if o == owner and (what != "odds" or f.per)]
            known += _piles(names, owner) if what in LISTS else []
            _known_field(names, owner, name, known, raw[what].at(index))


def _pictures(names: Names, content: Content, shapes: Map) -> None:
    """What `shapes` names is built in or a picture, and each picture is of something."""
    pictures = content.art or {}
    for item, shape in shapes.items():
        if shape not in SHAPES and shape not in pictures:
            names.problems.add("unknown-shape", shapes.at(item),
                               f"'{shape}' is neither a shape nor a picture in 'art'",
                               did_you_mean(shape, [*SHAPES, *pictures]))
    known = {*names.elements, *names.game.kinds, *SHAPES, *shapes.values()}
    for name, picture in pictures.items():
        if name not in known and not content.is_of_earlier(picture.file) and (
                not _for_more_players(names, name)):
            names.problems.add("art-name", Place(picture.file),
                               f"'{name}' is no element, kind or shape of this game",
                               did_you_mean(name, known) or "name the picture like one of them")


def _for_more_players(names: Names, item: str) -> bool:
    """Whether an element is only there with more players than a variant lets play."""
    if item in [f"p{n}" for n in range(1, limits.PLAYERS + 1)]:
        return PLAYER in names.game.kinds and "p1" in names.game.kinds[PLAYER].items
    stem, line, number = item.rpartition("_")
    return bool(line) and number.isdigit() and f"{stem}_1" in names.elements


def _entries(raw: Map, what: str, place: Place) -> list[tuple[str, Any, Place]]:
    section: Map = raw.get(what, Map(place))
    return [(key, value, section.key_at(key)) for key, value in section.items()]


def _shown_kind(names: Names, kind: str, at: Place) -> None:
    if kind not in names.game.kinds:
        names.problems.add("unknown-kind", at, f"'{kind}' is not a kind",
                           did_you_mean(kind, names.game.kinds))


def _in_cells(names: Names, content: Content, kind: str, value: Any, at: Place) -> None:
    """What is drawn at a kind: fields with one value, attributes, and functions of one of them."""
    declared = content.section("functions")
    known = [*_single(names, kind), *names.game.kinds[kind].attributes]
    for name, where in _each(value, at):
        made = names.game.functions.get(name)
        if name in known or (kind, name) in names.game.fields or name not in declared:
            if name not in known:
                _meant_perhaps(names, kind)
            _known_field(names, kind, name, [*known, *declared], where)
        elif made is not None:
            names.use("function", name)
            _in_a_cell(names, kind, made, where)


def _meant_perhaps(names: Names, kind: str) -> None:
    """With a slip in its name, a function is not also told to be of no use."""
    for name, made in names.game.functions.items():
        if [arg.type.kind for arg in made.args] == [kind]:
            names.use("function", name)


def _in_a_cell(names: Names, kind: str, made: Function, at: Place) -> None:
    """A function that is shown asks about one place alone, and about nothing hidden."""
    reading = Reads(names.game).of(made.body)
    if len(made.args) != 1 or made.args[0].type.kind != kind or made.args[0].type.tag != "kind":
        names.problems.add("wrong-arguments", at,
                           f"'{made.name}' cannot be shown here: it is to be asked about one "
                           f"{kind}", f"declare it with 'args: {{x: {kind}}}', line "
                           f"{made.place.line}, and no other")
    elif made.type.tag not in ("int", "bool", "kind"):
        names.problems.add("wrong-type", at, f"'{made.name}' gives {made.type.words}, which cannot "
                           "be shown here", "give a number, true or false, or one element")
    elif made.me in reading.variables:
        names.problems.add("wrong-arguments", at, f"'{made.name}' asks about 'me', but the board "
                           "is the same for all",
                           f"leave 'me' out of it (line {made.place.line})")
    elif reading.secrets:
        secret = next(iter(reading.secrets))
        names.problems.add("secret-shown", at, f"'{made.name}' reads '{secret.what}', which not "
                           "everybody may know",
                           "show what is open, or leave hidden things out of the function")


def _in_marks(names: Names, _content: Content, kind: str, value: Map, _at: Place) -> None:
    """What has a sign there is true or false."""
    flags = [n for n in _single(names, kind) if names.game.fields[kind, n].type.tag == "bool"]
    flags += [n for n, a in names.game.kinds[kind].attributes.items() if a.type.tag == "bool"]
    for name in value:
        _known_field(names, kind, name, flags, value.key_at(name), "that is true or false")


def _of_things(names: Names, _content: Content, kind: str, value: Any, at: Place) -> None:
    """What is told beside the name of a thing are its own fields."""
    known = [n for (o, n) in names.game.fields if o == kind] + _piles(names, kind)
    for name, where in _each(value, at):
        _known_field(names, kind, name, known, where)


def _of_colours(names: Names, _content: Content, kind: str, value: str, at: Place) -> None:
    """What gives a thing its colour is an attribute that names an element."""
    attributes = names.game.kinds[kind].attributes
    known = [n for n, a in attributes.items() if a.type.tag == "kind"]
    if value not in known:
        names.problems.add("unknown-name", at, f"a {kind} has no attribute '{value}' that names "
                           "an element", did_you_mean(value, known))


SHOWN_PARTS: dict[str, Callable[[Names, Content, str, Any, Place], None]] = {
    "cells": _in_cells, "marks": _in_marks, "things": _of_things, "coloured_by": _of_colours}


def _piles(names: Names, owner: str) -> list[str]:
    return [name for of, name in names.piles if of == owner]


def _single(names: Names, kind: str) -> list[str]:
    """The fields of a kind that hold one value each."""
    return [n for (o, n), f in names.game.fields.items() if o == kind and not f.zone and not f.per]


def _each(value: Any, at: Place) -> Iterator[tuple[str, Place]]:
    """One name or several, each with its place."""
    if isinstance(value, str):
        yield value, at
    else:
        yield from ((name, value.at(index)) for index, name in enumerate(value))


def _known_field(names: Names, owner: str, name: str, known: list[str], at: Place,
                 which: str = "") -> None:
    field = names.game.fields.get((owner, name))
    if name not in known and field is not None:
        what = "a zone" if field.zone else field.value_type.words
        names.problems.add("unknown-name", at, f"'{name}' is {what}, which cannot be shown here",
                           did_you_mean(name, known))
    elif name not in known:
        kind = names.game.kinds.get(owner)
        if kind is not None and name in kind.attributes:
            names.problems.add("unknown-name", at,
                               f"'{name}' is an attribute of a {owner}; here stand fields, which "
                               "change in play", did_you_mean(name, known))
            return
        names.problems.add("unknown-name", at, f"a {owner} has no field '{name}' {which}".strip(),
                           did_you_mean(name, known))
