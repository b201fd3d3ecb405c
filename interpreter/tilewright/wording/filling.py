"""Fills templates in: numbers, names in their forms, lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from tilewright.wording import speech
from tilewright.wording.message import Cases, Hole, Message, Number, read


@dataclass(frozen=True, slots=True)
class Thing:
    """An element of a kind, which has a name in each language."""

    kind: str
    item: str


Value = int | bool | str | Thing | Sequence["Value"] | Mapping["Thing", int]
Values = Mapping[str, Value]
# The name of a thing in one of its forms; how many of a thing, in words and in a form.
Namer = Callable[[Thing, str], str]
Counter = Callable[[Thing, int, str], str]
# What was filled in with nothing somewhere, while somebody notes it: the language, the template,
# and what came of it.
Hollow = list[tuple[str, str, str]]
_HOLLOW: ContextVar[Hollow | None] = ContextVar("hollow", default=None)
# Stands in the place of nothing meanwhile: a sign of no language.
NOTHING = "\ue000"


@contextmanager
def noted_holes() -> Iterator[Hollow]:
    """Note each text in which nothing stands beside other words, where something belongs."""
    found: Hollow = []
    token = _HOLLOW.set(found)
    try:
        yield found
    finally:
        _HOLLOW.reset(token)


@dataclass(frozen=True, slots=True)
class Filler:
    """What is needed to fill in the templates of one language."""

    lang: str
    name: Namer
    count: Counter

    def fill(self, template: str, values: Values) -> str:
        made, hollow = self._message(read(template), values, None), _HOLLOW.get()
        if hollow is None or NOTHING not in made:
            return made
        said = made.replace(NOTHING, "")
        if said.strip():
            hollow.append((self.lang, template, said))
        return said

    def _message(self, message: Message, values: Values, counted: int | None) -> str:
        return "".join(self._part(part, values, counted) for part in message)

    def _part(self, part: str | Hole | Number | Cases, values: Values, counted: int | None) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Number):
            return "" if counted is None else speech.number(self.lang, counted)
        if isinstance(part, Hole):
            nothing = "" if _HOLLOW.get() is None else NOTHING
            return self.word(values.get(part.name, ""), part.form) or nothing
        return self._cases(part, values, counted)

    def _cases(self, part: Cases, values: Values, counted: int | None) -> str:
        value = values.get(part.name, "")
        if part.how == "plural":
            found = how_many(value)
            keys = (f"={found}", speech.category(self.lang, found))
            return self._message(part.case(*keys), values, found)
        return self._message(part.case(_key(value)), values, counted)

    def word(self, value: Value, form: str = "") -> str:
        """A value in words."""
        if isinstance(value, Thing):
            return self.name(value, form)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return speech.number(self.lang, value)
        if isinstance(value, str):
            return value
        if isinstance(value, Mapping):
            parts = [self.count(thing, n, form) for thing, n in value.items() if n]
            return speech.listed(self.lang, parts)
        return speech.listed(self.lang, [self.word(v, form) for v in value])


def how_many(value: Value) -> int:
    """The number of which a `plural` takes the form: of numbers per kind and of lists it is how
    many there are together."""
    if isinstance(value, str | Thing):
        return 0
    if isinstance(value, int):
        return value
    return sum(value.values()) if isinstance(value, Mapping) else len(value)


def _key(value: Value) -> str:
    """The case of a `select` that a value chooses; where there are several things it is `other`."""
    if isinstance(value, Thing):
        return value.item
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "other" if any(value.values()) else "none"
    if isinstance(value, int | str):
        return "none" if value == "" else str(value)
    return "other" if value else "none"
