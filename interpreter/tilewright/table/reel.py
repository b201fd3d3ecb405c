"""A whole game as data: what everybody saw, and when, in all languages at once.

Most things stay as they are for long. So each is told by its way through the game: after which
decisions it looked otherwise or lay elsewhere. What is the same in several languages, or to several
who look, is told once. A page can work out every position from that, forwards and backwards.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from tilewright.picture.art import shared
from tilewright.picture.compose import Composer
from tilewright.picture.scene import Thing, pictures
from tilewright.playing.opened import Opened
from tilewright.playing.table import Table
from tilewright.table.wire import facts, lines, sheets_in
from tilewright.telling.events import Turn
from tilewright.text import seat_name, title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.picture.nodes import Node
    from tilewright.picture.scene import Scene
    from tilewright.playing.record import Session
    from tilewright.playing.state import State
    from tilewright.playing.view import View
    from tilewright.table.wire import Data

VERSION = 1
# Who looks: a seat, nobody's, or all together.
OPEN = "open"
Who = int | str | None
# What is told once for the whole game, or not at all.
ONCE = ("key", "you", "lang", "title", "hides", "seats", "who")
GONE = -1
# Places are told as whole numbers, so many for each unit of a picture.
FINE = 10
_looks = attrgetter(*(f.name for f in fields(Thing) if f.name not in ("id", "x", "y")))
_place = attrgetter("x", "y")


class Shelf:
    """Values in all languages, each kept once and known by its number."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], int] = {}

    def number(self, each: Sequence[Any]) -> int:
        key = tuple(json.dumps(one, ensure_ascii=False) for one in each)
        return self._numbers.setdefault(key, len(self._numbers))

    def data(self) -> list[list[Any]]:
        """All values of the first language, then those of others; 0 where they are the same."""
        made = [[json.loads(one) for one in column] for column in zip(*self._numbers, strict=True)]
        return [column if not at else [0 if one == first else one
                                       for one, first in zip(column, made[0], strict=True)]
                for at, column in enumerate(made)]


@dataclass(slots=True)
class Mark:
    """From a decision on, a thing looks so and lies there, in each language."""

    n: int
    looks: int
    places: tuple[int, ...]


@dataclass(slots=True)
class Drawn:
    """A thing as it was drawn last: what it was made of, and what became of that."""

    raw_looks: list[Any]
    raw_places: list[Any]
    looks: int
    places: tuple[int, ...]


@dataclass(slots=True)
class Seen:
    """What one who looks has seen so far: the marks of each thing, and what is there now."""

    tracks: dict[str, list[Mark]] = field(default_factory=dict)
    facts: list[int] = field(default_factory=list)
    log: list[int] = field(default_factory=list)
    now: dict[str, Drawn] = field(default_factory=dict)

    def note(self, n: int, now: dict[str, Drawn]) -> None:
        """Note what has changed."""
        for id_, new in now.items():
            old = self.now.get(id_)
            if old is None or (old is not new and (
                    old.looks != new.looks or old.places != new.places)):
                self.tracks.setdefault(id_, []).append(Mark(n, new.looks, new.places))
        for id_, old in self.now.items():
            if id_ not in now:
                self.tracks[id_].append(Mark(n, GONE, old.places))
        self.now = now


def reel(session: Session, watching: list[Who], langs: list[str]) -> Data:
    """A game as some saw it, in some languages."""
    return _Reel(session, watching, langs).data()


class _Reel:
    def __init__(self, session: Session, watching: list[Who], langs: list[str]) -> None:
        self.table, self.watching, self.langs = Table(session), watching, langs
        self.count = self.table.count
        self.seen: list[Seen] = [Seen() for _ in watching]
        self.shelves = {name: Shelf() for name in ("rest", "labels", "nodes", "facts", "lines")}
        self.looks: dict[tuple[int, int, int], int] = {}
        # The pictures of the game that were seen, each once.
        self.art: dict[str, Node] = {}
        self.composers = [Composer(session.state.program, lang) for lang in langs]
        for n, state in enumerate(session.positions()):
            self._position(n, state)
            for who, seen in zip(watching, self.seen, strict=True) if n else ():
                seen.log.append(self._lines(n, who))

    def _position(self, n: int, state: State) -> None:
        """Note what has changed for each who looks; what is alike to several is made once."""
        known: dict[Any, tuple[int, dict[str, Drawn]]] = {}
        for who, seen in zip(self.watching, self.seen, strict=True):
            view = Opened(state) if who == OPEN else state.view(_seat(who))
            alike = view.alike()
            if alike not in known:
                scenes = [composer.scene(view) for composer in self.composers]
                known[alike] = self._facts(state, view, scenes), self._drawn(seen.now, scenes)
            number, now = known[alike]
            seen.facts.append(number)
            seen.note(n, now)

    def _facts(self, state: State, view: View, scenes: list[Scene]) -> int:
        sheets = sheets_in(view)
        told = [facts(state, view, None, lang, sheets) for lang in self.langs]
        size = [[round(scene.wide), round(scene.high)] for scene in scenes]
        return self.shelves["facts"].number([
            {"size": s, **{k: v for k, v in one.items() if k not in ONCE}}
            for s, one in zip(size, told, strict=True)])

    def _lines(self, n: int, who: Who) -> int:
        entry = self.table.entry(n)
        return self.shelves["lines"].number([
            [[line["say"], int(line["head"]), line["seat"]] for line in lines(
                self.table, entry, _seat(who), lang, open_=who == OPEN)] for lang in self.langs])

    # -- things -------------------------------------------------------------------------------

    def _drawn(self, before: dict[str, Drawn], scenes: list[Scene]) -> dict[str, Drawn]:
        """All things of a scene; what is as it was before need not be looked at closely."""
        made: dict[str, Drawn] = {}
        for each in zip(*(scene.things for scene in scenes), strict=True):
            looks, places = [_looks(one) for one in each], [_place(one) for one in each]
            id_ = each[0].id
            old = before.get(id_)
            if old is not None and old.raw_looks == looks:
                made[id_] = old if old.raw_places == places else Drawn(
                    looks, places, old.looks, _fine(places))
            else:
                made[id_] = Drawn(looks, places, self._number(each), _fine(places))
        return made

    def _number(self, each: tuple[Thing, ...]) -> int:
        told = [thing.data() for thing in each]
        for one in told:
            del one["id"], one["at"], one["node"]
        labels = self.shelves["labels"].number([one.pop("label") for one in told])
        nodes = self.shelves["nodes"].number([shared(thing.node, self.art) for thing in each])
        key = self.shelves["rest"].number(told), labels, nodes
        return self.looks.setdefault(key, len(self.looks))

    # -- as data ------------------------------------------------------------------------------

    def data(self) -> Data:
        game, seats = self.table.session.game.model, range(len(self.table.bots))
        ids = list(dict.fromkeys(id_ for seen in self.seen for id_ in seen.tracks))
        first = self.seen[0]
        return {
            "v": VERSION, "count": self.count, "langs": self.langs, "turns": self._turns(),
            "title": [title(game, lang) for lang in self.langs],
            "seats": [[seat_name(game, seat, lang) for seat in seats] for lang in self.langs],
            **{name: shelf.data() for name, shelf in self.shelves.items() if self.count
               or name != "lines"},
            "art": [thing.data() for thing in pictures(self.art)],
            "looks": [list(key) for key in self.looks], "ids": ids,
            "views": [{"who": who, "facts": _steps(seen.facts), "log": _steps(seen.log),
                       "tracks": [_track(seen, first if at else None, id_, len(self.langs))
                                  for id_ in ids]}
                      for at, (who, seen) in enumerate(zip(self.watching, self.seen,
                                                           strict=True))]}

    def _turns(self) -> list[int]:
        """After which decisions a turn begins; where there are no turns, somebody else decides."""
        entries = self.table.log
        turns = [entry.number for entry in entries
                 if any(isinstance(event, Turn) for event in entry.events)]
        if not turns:
            turns = [entry.number for entry, after in pairwise(entries)
                     if entry.seat != after.seat]
        return [0, *(n for n in turns if n < self.count)]


def _seat(who: Who) -> int | None:
    return who if type(who) is int else None


def _fine(places: list[Any]) -> tuple[int, ...]:
    return tuple(round(at * FINE) for place in places for at in place)


def _track(seen: Seen, first: Seen | None, id_: str, langs: int) -> list[Any] | int:
    """The way of a thing in columns, each as differences; 0 where the first one saw the same.

    The places in a language are told by how far they differ from those in the first language.
    """
    marks = seen.tracks.get(id_, [])
    if first is not None and marks == first.tracks.get(id_, []):
        return 0
    columns = [_steps([mark.places[at] for mark in marks]) for at in range(2 * langs)]
    told = columns[:2] + [[one - base for one, base in zip(column, columns[at % 2], strict=True)]
                          for at, column in enumerate(columns[2:])]
    return [_steps([mark.n for mark in marks]), [mark.looks for mark in marks],
            *(column if any(column) else 0 for column in told)]


def _steps(numbers: list[int]) -> list[int]:
    """The first number, then by how much each differs from the one before."""
    return [n - before for before, n in zip([0, *numbers], numbers, strict=False)]
