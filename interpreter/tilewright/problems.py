"""What can be wrong, where it is, and how it is said.

Two families that never mix: a `Problem` is in a pack (many are collected in one run); the
exceptions `IllegalMove`, `RuleError` and `RecordError` belong to play.
"""

from __future__ import annotations

import difflib
import heapq
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from tilewright import limits

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

# So many words are compared with a wrong one: those that begin alike, and are no longer than that.
NEAR = 60
LONGEST_WORD = 60
# To compare a word with its nearest ones takes about as long as to look at so many.
LOOK = 300
SENTENCE = 400
NAMED_FILES = 3
FEW = 12


class Place(NamedTuple):
    """A stretch of one line in a file; lines and columns count from 1.

    There is one for each value of each file, so it is what Python makes and compares quickest.
    """

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


def too_deep(place: Place) -> Problem:
    """Rules that lead into each other more deeply than Python can follow them."""
    return Problem(
        "program-too-deep", place,
        "functions and queries use each other inside of deep expressions, over too many steps",
        "let fewer of them use each other in a row, or nest them less")


@dataclass(slots=True)
class Problems:
    """Collects problems. Each is kept once, none is lost, and they come out sorted by place."""

    found: dict[tuple[str, Place, str], Problem] = field(default_factory=dict)
    unreadable: set[tuple[str, int, int]] = field(default_factory=set)
    # What was not done because of the problems: for some files, and for nobody knows which.
    unseen: dict[str, dict[str, None]] = field(default_factory=dict)
    unsure: dict[str, None] = field(default_factory=dict)

    def add(self, code: str, place: Place, message: str, hint: str = "") -> None:
        self.extend([Problem(code, place, _said(message), _said(hint))])

    def extend(self, problems: Iterable[Problem]) -> None:
        for p in problems:
            # A value that YAML reads in another way is only a wrong value because of that.
            start = (p.place.file, p.place.line, p.place.col)
            if p.code.startswith("yaml-"):
                self.unreadable.add(start)
            elif start in self.unreadable:
                continue
            self.found.setdefault((p.code, p.place, p.message), p)

    def leave_out(self, what: str, files: Iterable[str] = ()) -> None:
        """Remember that something was not done, such as 'linked', for some files or for all."""
        named = dict.fromkeys(files)
        if named:
            self.unseen.setdefault(what, {}).update(named)
        else:
            self.unsure[what] = None

    @property
    def enough(self) -> bool:
        """Whether there are so many that it is no use to look at what is left."""
        return len(self.found) >= limits.ENOUGH

    def take(self, other: Problems) -> None:
        """All that another collector holds."""
        self.extend(other)
        self.take_notes(other)

    def take_notes(self, other: Problems) -> None:
        """What another collector says was not done."""
        for what, files in other.unseen.items():
            self.leave_out(what, files)
        self.unsure |= other.unsure

    def __iter__(self) -> Iterator[Problem]:
        """All problems, in the order in which they were found."""
        yield from self.found.values()

    def __bool__(self) -> bool:
        return bool(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def sorted(self) -> list[Problem]:
        """The problems that are told: as many as a person can use."""
        return heapq.nsmallest(limits.PROBLEMS, self.found.values(),
                               key=lambda p: (p.place, p.code, p.message))

    def notes(self) -> tuple[str, ...]:
        """What a report says below its problems: how many more there are, and what was not done."""
        more = max(len(self.found) - limits.PROBLEMS, 0)
        said = [f"and {more:,} more problem{'' if more == 1 else 's'}"] if more else []
        return (*said, *(_not_done(what, list(files)) for what, files in self.unseen.items()),
                *(_not_done(what, []) for what in self.unsure))

    def stop_if_any(self) -> None:
        if self.found:
            raise ContentError(self)


def collected(problems: Iterable[Problem]) -> Problems:
    """A collector that holds some problems."""
    made = Problems()
    made.extend(problems)
    return made


def _not_done(what: str, files: list[str]) -> str:
    """'2 files not looked at, because of the problems above: a.yaml, b.yaml'."""
    why = "because of the problems above"
    what = what.replace("linked", "looked at")   # a word of ours, and of nobody else
    if not files:
        return f"not everything was {what}, {why}"
    named = f": {', '.join(files)}" if len(files) <= NAMED_FILES else ""
    return f"{len(files):,} file{'' if len(files) == 1 else 's'} not {what}, {why}{named}"


class TilewrightError(Exception):
    """The base of everything that this package raises on purpose."""


class ContentError(TilewrightError):
    """A pack that cannot be played, with its problems, and what is to be said below them."""

    def __init__(self, found: Problems | Iterable[Problem]) -> None:
        self.collected = found if isinstance(found, Problems) else collected(found)
        if not self.collected:
            raise ValueError("a ContentError tells at least one problem")
        self.problems, self.notes = self.collected.sorted(), self.collected.notes()
        said = [f"{p.place}: {p.code}: {p.sentence}" for p in self.problems]
        super().__init__("\n".join([*said, *self.notes]))


class IllegalMove(TilewrightError):
    """A move that the rules do not offer now, with the guard that refuses it where there is one.

    `code` is the reason in a word: over, unknown, must, step, limit, cost, toll, condition, list or
    not_in_play; at a table also not_yours, stale, nothing or learned. `said` is the reason without
    the place of the rule, which is for designers; `worded` is whether it says all that a player
    needs, so that nobody has to look at the rule.
    """

    def __init__(self, message: str, place: Place | None = None, code: str = "unknown", *,
                 worded: bool = False) -> None:
        self.worded = worded
        self.said = message
        self.place = place
        self.code = code
        super().__init__(f"{message} ({place})" if place else message)


class RuleError(TilewrightError):
    """A rule that failed while a game was played; the game before the move is intact."""

    def __init__(self, message: str, place: Place | None, causes: tuple[str, ...] = ()) -> None:
        self.place = place
        self.causes = causes
        # What it took to come there, where somebody has counted it.
        self.steps = 0
        chain = "".join(f"\n  {cause}" for cause in causes)
        super().__init__(f"{place}: {message}{chain}" if place else f"{message}{chain}")


class RecordError(TilewrightError):
    """A replay or a save that is broken, cut short, or belongs to another game."""


class UsageError(TilewrightError):
    """A call that cannot be carried out as it was made: wrong name, wrong number of players."""


# How many more words may be compared in this run; without one, as many as there are.
_words_left: ContextVar[list[int] | None] = ContextVar("words_left", default=None)


@contextmanager
def few_words() -> Iterator[None]:
    """Inside, so many words are compared that a pack full of mistakes is refused quickly too."""
    before = _words_left.set([limits.NEAR_WORDS])
    try:
        yield
    finally:
        _words_left.reset(before)


def _may_look(at: int) -> bool:
    """Charge a search for a near word; whether it may still be made."""
    left = _words_left.get()
    if left is None:
        return True
    left[0] -= at + LOOK
    return left[0] >= 0


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint with the nearest valid word, else the choices if they are few, else nothing."""
    if not _may_look(0):
        return ""
    names = set(known)
    near = nearest(word, names)
    if near:
        return f"did you mean '{near}'?"
    return f"it can be {listed(sorted(names))}" if 0 < len(names) <= FEW else ""


def nearest(word: str, names: Collection[str]) -> str:
    """The word that was probably meant, or nothing."""
    if len(word) > LONGEST_WORD or not _may_look(len(names)):
        return ""
    names = sorted({n for n in names if n != word and len(n) <= LONGEST_WORD})
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
