"""A report as plain parts, from which HTML, Markdown and lines for a terminal are made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.picture.nodes import Node


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; a quiet one explains."""

    said: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """One question answered in a sentence, with how sure that is: what it takes to know `more`, and
    both `told` as one."""

    about: str
    said: str
    verdict: str
    sure: str
    more: str
    told: str


@dataclass(frozen=True, slots=True)
class Answers:
    answers: list[Answer]


@dataclass(frozen=True, slots=True)
class Figure:
    """One number that matters, and what it is."""

    value: str
    what: str
    range: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    figures: list[Figure]


@dataclass(frozen=True, slots=True)
class Series:
    """Marks of a picture that belong together: what they are called, how they look, and which ones
    they are, as a selector. An interactive page switches them on and off."""

    name: str
    look: str
    marks: str


@dataclass(frozen=True, slots=True)
class Traits:
    """What an interactive page knows of a row or a card besides: what it is about, and whether its
    interval leaves out the line where nothing differs."""

    of: tuple[str, ...] = ()
    tells: bool = True


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture with a heading; `told` says in words what it shows."""

    title: str
    told: str
    drawn: Node
    wide: bool = False
    series: list[Series] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Plots:
    plots: list[Plot]


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table: words, by what it is sorted, and perhaps a picture."""

    said: str
    sort: float | str | None = None
    drawn: Node | None = None
    icon: Node | None = None
    below: str = ""
    mark: str = ""
    code: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column; `axis` is drawn above pictures in it. In a `falling` one the largest
    stands first."""

    said: str
    number: bool = False
    axis: Node | None = None
    falling: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below heads; `traits` are none, or one for each row."""

    caption: str
    heads: list[Head]
    rows: list[list[Cell]]
    traits: list[Traits] = field(default_factory=list)
    series: list[Series] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Folded:
    """Rows of words that are seen when somebody unfolds them."""

    title: str
    heads: list[str]
    rows: list[list[str]]
    traits: list[Traits] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Card:
    """A thing worth looking at, with its picture."""

    name: str
    said: str
    up: bool
    drawn: Node | None = None
    traits: Traits = field(default_factory=Traits)


@dataclass(frozen=True, slots=True)
class Cards:
    cards: list[Card]


@dataclass(frozen=True, slots=True)
class Points:
    """Sentences one below the other."""

    said: list[str]


Part = Text | Answers | Figures | Plots | Table | Folded | Cards | Points


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: str
    parts: list[Part] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Report:
    """The whole: its title, what stands below that, warnings, and all sections."""

    lang: str
    title: str
    under: list[str]
    warnings: list[str]
    sections: list[Section]
