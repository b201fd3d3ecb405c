"""Templates of texts: plain words with holes, plural forms and choices between cases.

    take {n, plural, one {# coin} other {# coins}}
    put {card_chosen} on {pile_chosen:acc}
    {rare, select, true {a rare one} other {}}

This is the part of ICU MessageFormat that translators know, and a form of a name after a colon.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = re.compile(r"\s*([a-z][a-z0-9_]*)\s*")
CASE = re.compile(r"\s*(=?[a-z0-9_]+)\s*\{")
DEEPEST = 4


class BadMessage(Exception):
    """A template that cannot be read; `at` is the place in the text."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


@dataclass(frozen=True, slots=True)
class Hole:
    """`{name}` or `{name:form}`."""

    name: str
    form: str = ""

    def __str__(self) -> str:
        return f"{{{self.name}:{self.form}}}" if self.form else f"{{{self.name}}}"


@dataclass(frozen=True, slots=True)
class Number:
    """`#`: the number that the plural around it is about."""

    def __str__(self) -> str:
        return "#"


@dataclass(frozen=True, slots=True)
class Cases:
    """`{name, plural, …}` or `{name, select, …}`."""

    name: str
    how: str
    cases: tuple[tuple[str, Message], ...]

    def case(self, *keys: str) -> Message:
        """The first of some cases that is there."""
        known = dict(self.cases)
        return next((known[key] for key in (*keys, "other") if key in known), ())


Message = tuple["str | Hole | Number | Cases", ...]


@lru_cache(maxsize=20_000)
def read(text: str) -> Message:
    """A template, taken apart."""
    parts, end = _parts(text, 0, inside=False, depth=0)
    assert end == len(text)
    return parts


def _parts(text: str, at: int, *, inside: bool, depth: int) -> tuple[Message, int]:
    if depth > DEEPEST:
        raise BadMessage("braces are nested too deeply", at)
    found: list[str | Hole | Number | Cases] = []
    plain = ""
    while at < len(text):
        sign = text[at]
        if sign == "}":
            if inside:
                break
            raise BadMessage("'}' closes nothing", at)
        if sign not in "{#" or (sign == "#" and not inside):
            plain += sign
            at += 1
            continue
        if plain:
            found.append(plain)
            plain = ""
        if sign == "#":
            found.append(Number())
            at += 1
        else:
            part, at = _hole(text, at, depth)
            found.append(part)
    if inside and at >= len(text):
        raise BadMessage("a '{' is not closed; add '}'", len(text))
    return (*found, plain) if plain else tuple(found), at


def _hole(text: str, at: int, depth: int) -> tuple[Hole | Cases, int]:
    match = NAME.match(text, at + 1)
    if match is None:
        raise BadMessage("after '{' stands the name of what is filled in", at)
    name, end = match.group(1), match.end()
    if text[end:end + 1] == "}":
        return Hole(name), end + 1
    if text[end:end + 1] == ":":
        form = NAME.match(text, end + 1)
        if form is None or text[form.end():form.end() + 1] != "}":
            raise BadMessage("after ':' stands the name of a form, then '}'", end)
        return Hole(name, form.group(1)), form.end() + 1
    if text[end:end + 1] == ",":
        return _cases(text, at, end + 1, name, depth)
    raise BadMessage(f"after '{name}' stands '}}', ':form' or ', plural, …'", at)


def _cases(text: str, opened: int, at: int, name: str, depth: int) -> tuple[Cases, int]:
    match = NAME.match(text, at)
    how = match.group(1) if match else ""
    if match is None or how not in ("plural", "select") or text[match.end():match.end() + 1] != ",":
        raise BadMessage("after the first ',' stands 'plural,' or 'select,'", opened)
    at = match.end() + 1
    cases: list[tuple[str, Message]] = []
    while (case := CASE.match(text, at)) is not None:
        inner, at = _parts(text, case.end(), inside=True, depth=depth + 1)
        cases.append((case.group(1), inner))
        at += 1
    rest = len(text) - len(text[at:].lstrip())
    if text[rest:rest + 1] != "}":
        raise BadMessage("each case is written 'name {words}'", at)
    if "other" not in dict(cases):
        raise BadMessage("the case 'other' is missing; add 'other {…}'", opened)
    return Cases(name, how, tuple(cases)), rest + 1


def holes(message: Message) -> Iterator[Hole | Cases]:
    """All that is filled in, however deep."""
    for part in message:
        if isinstance(part, (Hole, Cases)):
            yield part
        if isinstance(part, Cases):
            for _, inner in part.cases:
                yield from holes(inner)


@lru_cache(maxsize=20_000)
def names(text: str) -> frozenset[str]:
    """What a template fills in."""
    return frozenset(hole.name for hole in holes(read(text)))


@lru_cache(maxsize=20_000)
def forms(text: str) -> tuple[str, ...]:
    """The forms in which a template fills something in, in their order."""
    found = (hole.form for hole in holes(read(text)) if isinstance(hole, Hole))
    return tuple(dict.fromkeys(filter(None, found)))
