"""Strict YAML: plain data that remembers where it stands.

Read from the event stream, so that depth and size are bounded before anything is built.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from tilewright import limits
from tilewright.problems import Place, Problems
from tilewright.reading.files import BREAK, CONTROL, add_control, read_text
from tilewright.reading.syntax import fault

if TYPE_CHECKING:
    from collections.abc import Iterator

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
ODD_NUMBER = re.compile(
    r"[-+]?(0[0-9_]+|0x[0-9a-fA-F_]+|0o?[0-7_]+|0b[01_]+|[0-9]+_[0-9_]*"
    r"|[0-9]*\.[0-9]+([eE][-+]?[0-9]+)?|[0-9]+\.([eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+"
    r"|\.inf|\.Inf|\.INF|\.nan|\.NaN|\.NAN)\Z"
)
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
BAD_WORDS = {"True", "TRUE", "False", "FALSE", "Null", "NULL"}


class Map(dict[str, Any]):
    """A mapping that knows the place of each key and value; as an item of a list, also its name."""

    __slots__ = ("keys_at", "name", "place", "values_at")

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.name = ""
        self.keys_at: dict[str, Place] = {}
        self.values_at: dict[str, Place] = {}

    def put(self, key: str, value: Any, key_at: Place, value_at: Place) -> None:
        self[key] = value
        self.keys_at[key] = key_at
        self.values_at[key] = value_at

    def drop(self, key: str) -> tuple[Any, Place, Place]:
        """Take a key out; gives what `put` needs to put the value in under another name."""
        return self.pop(key), self.keys_at.pop(key), self.values_at.pop(key)

    def at(self, key: str) -> Place:
        """Where the value of `key` stands; the mapping itself if there is none."""
        return self.values_at.get(key, self.place)

    def key_at(self, key: str) -> Place:
        return self.keys_at.get(key, self.place)


class Seq(list[Any]):
    """A list that knows the place of each item."""

    __slots__ = ("items_at", "place")

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.items_at: list[Place] = []

    def at(self, index: int) -> Place:
        return self.items_at[index]


@dataclass(slots=True)
class Source:
    """One file that was read: its name for people, its lines for excerpts, its data."""

    name: str
    lines: list[str]
    data: Any = None
    place: Place = field(default_factory=lambda: Place("?"))
    values: int = 0
    broken: bool = False


@dataclass(slots=True)
class _Open:
    """A mapping or a list that is still being read."""

    holder: Map | Seq
    key: str | None = None
    key_at: Place | None = None
    flow: bool = False
    cut: Any = None


class _Stop(Exception):
    """Enough is known: this file cannot be read further."""


def parse(text: str, name: str, problems: Problems) -> Source:
    """Read one YAML document; whatever is wrong with it goes into `problems`."""
    source = Source(name, BREAK.split(text), None, Place(name))
    builder = _Builder(source, problems)
    try:
        for event in _events(text, name, problems):
            builder.take(event)
    except _Stop:
        source.data = None
        source.broken = True
    source.values = builder.nodes
    return source


def _events(text: str, name: str, problems: Problems) -> Iterator[Any]:
    try:
        yield from yaml.parse(text, Loader=Loader)
    except yaml.reader.ReaderError as error:
        line = text[:error.position].count("\n") + 1
        problems.add(
            "yaml-syntax", Place(name, line), "this file holds a character that YAML does not allow"
        )
        raise _Stop from error
    except yaml.MarkedYAMLError as error:
        found = fault(error, text)
        problems.add("yaml-syntax", Place(name, found.line + 1, found.column + 1),
                     f"not readable as YAML: {found.said}", found.hint)
        raise _Stop from error


class _Builder:
    """Turns events into `Map`, `Seq` and scalars, and refuses what is not strict."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source = source
        self.problems = problems
        self.stack: list[_Open] = []
        self.nodes = 0
        self.documents = 0

    def take(self, event: Any) -> None:
        kind = type(event).__name__
        if kind in ("MappingStartEvent", "SequenceStartEvent"):
            self._start(event, kind)
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            done = self.stack.pop()
            self._store(done.holder, done.holder.place)
        elif kind == "ScalarEvent":
            self._scalar(event)
        elif kind == "AliasEvent":
            self._refuse_anchor(event)
        elif kind == "DocumentStartEvent":
            self._document(event)

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self.problems.add(
                "yaml-documents", self._place(event), "a file holds one document only",
                "remove the '---' line or split the file",
            )
            raise _Stop

    def _place(self, event: Any) -> Place:
        start, stop = event.start_mark, event.end_mark
        end = stop.column + 1 if stop.line == start.line else 0
        return Place(self.source.name, start.line + 1, start.column + 1, end)

    def _count(self, event: Any) -> None:
        self.nodes += 1
        if self.nodes > limits.YAML_NODES:
            self.problems.add(
                "yaml-too-big", self._place(event),
                f"a file may hold at most {limits.YAML_NODES:,} values",
            )
            raise _Stop

    def _start(self, event: Any, kind: str) -> None:
        self._count(event)
        place = self._place(event)
        if event.anchor:
            self._refuse_anchor(event)
        if event.tag:
            self._refuse_tag(event)
        if len(self.stack) >= limits.YAML_DEPTH:
            self.problems.add(
                "yaml-too-deep", place, f"nesting goes at most {limits.YAML_DEPTH} levels deep"
            )
            raise _Stop
        if self._awaits_key():
            self.problems.add("yaml-key", place, "a key is a plain word, not a list or mapping")
            raise _Stop
        holder = Map(place) if kind == "MappingStartEvent" else Seq(place)
        self.stack.append(_Open(holder, flow=bool(event.flow_style)))

    def _awaits_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1].holder, Map) and (
            self.stack[-1].key_at is None
        )

    def _scalar(self, event: Any) -> None:
        self._count(event)
        if event.anchor:
            self._refuse_anchor(event)
        if event.tag:
            self._refuse_tag(event)
        place = self._place(event)
        if len(event.value) > limits.TEXT_LENGTH:
            self.problems.add(
                "yaml-too-big", place, f"one text holds at most {limits.TEXT_LENGTH:,} characters"
            )
            raise _Stop
        odd = CONTROL.search(event.value)
        if odd is not None:
            add_control(self.problems, place, odd.group())
            raise _Stop
        if not event.style:
            self._plain(event, place)
        if self._awaits_key():
            self._key(event, place)
            return
        value = event.value if event.style else self._resolve(event.value, place)
        if isinstance(value, str):
            place = _exact(_inside_quotes(place, event), value)
        self._store(value, place)

    def _plain(self, event: Any, place: Place) -> None:
        """What some readers of YAML refuse or take for a mark, in brackets and without quotes."""
        if not (self.stack and self.stack[-1].flow):
            return
        # The end of a text counts as a line of its own.
        line = "".join(self.source.lines[place.line - 1:place.line])[:place.col - 1]
        if "?" in event.value or event.value == "-" or line.endswith("?"):
            self.problems.add(
                "quotes-needed", place, "not every program reads this without quotes inside { }",
                f'put quotes around it: "{event.value}"')

    def _key(self, event: Any, place: Place) -> None:
        value = event.value
        opened = self.stack[-1]
        if value == "<<" and not event.style:
            self.problems.add(
                "yaml-merge", place, "merge keys are not part of this language",
                "write the keys out, or use 'extends' on a tile",
            )
            raise _Stop
        if not 0 < len(value) <= limits.KEY_LENGTH or "\n" in value or "\t" in value:
            self.problems.add(
                "yaml-key", place,
                f"a key has 1 to {limits.KEY_LENGTH} characters and stands on one line",
            )
            raise _Stop
        assert isinstance(opened.holder, Map)
        if value in opened.holder:
            first = opened.holder.key_at(value)
            self.problems.add(
                "yaml-duplicate-key", place,
                f"the key '{value}' is already used on line {first.line}",
                "remove one of the two or rename it",
            )
        opened.key = value
        opened.key_at = _exact(_inside_quotes(place, event), event.value)

    def _resolve(self, value: str, place: Place) -> Any:
        """YAML 1.2 words and whole numbers; every other number-like thing is refused."""
        if value in WORDS:
            return WORDS[value]
        if WHOLE.match(value):
            return self._number(value, place)
        if ODD_NUMBER.match(value):
            self.problems.add(
                "yaml-number", place, f"'{value}' is not a plain whole number", self._digits())
            return 0
        if value in BAD_WORDS:
            self.problems.add(
                "yaml-word", place, f"'{value}' is read differently by different programs",
                f"write {value.lower()}, or quotes around it if it is a text",
            )
            return WORDS[value.lower()]
        return value

    def _digits(self) -> str:
        """How to write what is no plain number."""
        keys = [opened.key for opened in self.stack]
        if keys[-1:] == ["version"]:
            return "a version is three numbers, such as 1.0.0"
        if "times" in keys[:1]:
            return 'write a fraction: {by: "3/2", round: down}'
        return "write digits only, or put quotes around it if it is a text"

    def _number(self, value: str, place: Place) -> int:
        if len(value) > 12 or abs(int(value)) > limits.NUMBER:
            self.problems.add(
                "yaml-number-size", place, f"numbers go up to {limits.NUMBER:,} here"
            )
            # Other numbers that are within it as it was meant are no mistakes.
            return -limits.NUMBER if value.startswith("-") else limits.NUMBER
        return int(value)

    def _joined(self, opened: _Open, value: Any) -> bool:
        """Put together again what a comma has cut, as in `{me.coins: max(1, 2)}`; tell it once."""
        holder, cut = opened.holder, opened.cut
        more = opened.key if isinstance(holder, Map) and value is None else value
        if cut is None or not isinstance(more, str) or (
                isinstance(holder, Map) and value is not None):
            opened.cut = None
            return False
        whole = f"{holder[cut]}, {more}"
        holder[cut] = whole
        first = holder.at(cut)
        place = Place(first.file, first.line, first.col)
        if isinstance(holder, Map):
            holder.values_at[cut] = place
        else:
            holder.items_at[cut] = place
        if whole.count("(") <= whole.count(")"):
            opened.cut = None
            self.problems.add("yaml-plain", first, "a comma ends this text inside { } and [ ]",
                              f'put quotes around the whole: "{whole}"')
        return True

    def _store(self, value: Any, place: Place) -> None:
        if not self.stack:
            self.source.data = value
            self.source.place = place
            return
        opened = self.stack[-1]
        if opened.cut is not None and self._joined(opened, value):
            opened.key = opened.key_at = None
            return
        if opened.flow and isinstance(value, str) and value.count("(") > value.count(")"):
            opened.cut = opened.key if isinstance(opened.holder, Map) else len(opened.holder)
        if isinstance(opened.holder, Seq):
            opened.holder.append(value)
            opened.holder.items_at.append(place)
            return
        assert opened.key is not None
        assert opened.key_at is not None
        if opened.key not in opened.holder:
            opened.holder.put(opened.key, value, opened.key_at, place)
        opened.key = opened.key_at = None

    def _refuse_anchor(self, event: Any) -> None:
        self.problems.add(
            "yaml-anchor", self._place(event), "anchors and aliases (& and *) are not allowed",
            "write the value out, or quotes around a text that starts with & or *",
        )
        raise _Stop

    def _refuse_tag(self, event: Any) -> None:
        self.problems.add(
            "yaml-tag", self._place(event), "tags (!) are not allowed",
            "in a test the word is 'not'; put quotes around a text that starts with '!'",
        )
        raise _Stop


def _inside_quotes(place: Place, event: Any) -> Place:
    """The place of the text itself, so that columns inside an expression are exact."""
    if event.style in ("'", '"'):
        return Place(place.file, place.line, place.col + 1, max(place.end - 1, 0))
    return place


def _exact(place: Place, value: str) -> Place:
    """A text with escapes, or over several lines, has no exact columns inside: no end."""
    exact = place.end - place.col == len(value)
    return place if exact else Place(place.file, place.line, place.col)


def place_of(data: Any, path: list[Any], root: Place) -> Place:
    """The place of the value at `path` below `data`."""
    place = root
    for step in path:
        place = data.at(step)
        data = data[step]
    return place


__all__ = ["Map", "Seq", "Source", "parse", "place_of", "read_text"]


def without_places(value: Any) -> Any:
    """Plain data, without the places where it stands."""
    if isinstance(value, dict):
        return {key: without_places(inner) for key, inner in value.items()}
    return [without_places(inner) for inner in value] if isinstance(value, list) else value
