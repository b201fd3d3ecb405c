"""What can be wrong, where it is, and how it is said.

Two families that never mix: a `Problem` is in a pack (many are collected in one run); the
exceptions `IllegalMove`, `RuleError` and `RecordError` belong to play.
"""

from __future__ import annotations

import difflib
import heapq
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING

from tilewright import limits

if TYPE_CHECKING:
    from collections.abc import Iterable

# So many words are compared with a wrong one: those that begin alike.
NEAR = 60
SENTENCE = 400


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A stretch of one line in a file; lines and columns count from 1."""

    file: str
    line: int = 1
    col: int = 1
    end: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.col}"

    def shifted(self, start: int, end: int) -> Place:
        """The place of the characters `start` to `end` inside this one, if it is on one line."""
        if self.end == 0:
            return self
        return Place(self.file, self.line, self.col + start, self.col + end)


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a pack: a stable code for tools, a sentence and a way out for people."""

    code: str
    place: Place
    message: str
    hint: str = ""

    @property
    def sentence(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


@dataclass(slots=True)
class Problems:
    """Collects problems; each is kept once, and they come out sorted by place."""

    found: dict[tuple[str, Place, str], Problem] = field(default_factory=dict)
    unreadable: set[Place] = field(default_factory=set)

    def add(self, code: str, place: Place, message: str, hint: str = "") -> None:
        self.extend([Problem(code, place, _said(message), _said(hint))])

    def extend(self, problems: Iterable[Problem]) -> None:
        for p in problems:
            # A value that YAML reads in another way is only a wrong value because of that.
            if p.code.startswith("yaml-"):
                self.unreadable.add(p.place)
            elif p.place in self.unreadable:
                continue
            self.found.setdefault((p.code, p.place, p.message), p)
            if len(self.found) >= limits.PROBLEMS:
                raise ContentError(self.sorted())

    def __bool__(self) -> bool:
        return bool(self.found)

    def sorted(self) -> list[Problem]:
        return sorted(self.found.values(), key=lambda p: (p.place, p.code, p.message))

    def stop_if_any(self) -> None:
        if self.found:
            raise ContentError(self.sorted())


class TilewrightError(Exception):
    """The base of everything that this package raises on purpose."""


class ContentError(TilewrightError):
    """A pack that cannot be played, with all its problems."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(f"{p.place}: {p.code}: {p.sentence}" for p in problems))


class IllegalMove(TilewrightError):
    """A move that the rules do not offer now, with the guard that refuses it where there is one."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        self.place = place
        super().__init__(f"{message} ({place})" if place else message)


class RuleError(TilewrightError):
    """A rule that failed while a game was played; the game before the move is intact."""

    def __init__(self, message: str, place: Place | None, causes: tuple[str, ...] = ()) -> None:
        self.place = place
        self.causes = causes
        chain = "".join(f"\n  {cause}" for cause in causes)
        super().__init__(f"{place}: {message}{chain}" if place else f"{message}{chain}")


class RecordError(TilewrightError):
    """A replay or a save that is broken, cut short, or belongs to another game."""


class UsageError(TilewrightError):
    """A call that cannot be carried out as it was made: wrong name, wrong number of players."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint with the nearest valid word, else the choices if they are few, else nothing."""
    names = sorted(set(known))
    near = nearest(word, names)
    if near:
        return f"did you mean '{near}'?"
    if 0 < len(names) <= 12:
        return f"it can be {listed(names)}"
    return ""


def nearest(word: str, names: Iterable[str]) -> str:
    """The word that was probably meant, or nothing."""
    names = [n for n in names if n != word]
    if len(names) > NEAR:
        names = heapq.nlargest(NEAR, names, key=lambda n: _alike(word, n))
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    near += [n for n in names if n.lower() == word.lower()]
    return near[0] if near else ""


def _alike(a: str, b: str) -> int:
    """So many letters at the beginning are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))


def listed(names: Iterable[str], last: str = "or") -> str:
    """'a', 'b' or 'c'."""
    quoted = [f"'{n}'" for n in names]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"


def _said(sentence: str) -> str:
    """A sentence for the screen, even if it quotes something long or strange."""
    return printable(sentence if len(sentence) <= SENTENCE else f"{sentence[:SENTENCE]}…")


def printable(text: str) -> str:
    """A name of a stranger's file, with what is not for the screen written out."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
