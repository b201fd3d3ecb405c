"""Doubtful problems: what is not there may stand in what could not be read, so it is not told."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from tilewright.reading.pruning import WORD, words_in
from tilewright.reading.source import Map
from tilewright.reading.traits import about

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.merging.content import Content
    from tilewright.problems import Place, Problem, Problems

QUOTED = re.compile(r"'([^']+)'")
# Names that nobody writes: of a kind with a count, of players, of the cells of a grid.
NUMBERED = re.compile(r"([a-z][a-z0-9_]*)_[0-9]+\Z")
MADE = re.compile(r"[a-z]{1,2}[0-9]+\Z")
MAKERS = ("players", "columns")
# One thing hangs on another over so many steps; after that, every name is doubtful.
STEPS = 20


def tell_certain(found: Problems, content: Content, problems: Problems) -> None:
    """Hand over those problems that do not only follow from what was left out."""
    problems.take_notes(found)
    problems.extend(_certain(list(found), content) if content.left else found)


def _certain(found: list[Problem], content: Content) -> list[Problem]:
    names = [p for p in found if about(p.code) == "names"]
    words, rows = set(content.left.words), _Rows(content)
    for _ in range(0 if content.left.anything else STEPS):
        doubtful = [p for p in names if _is_doubtful(p, words)]
        if not doubtful:
            sure = {id(p) for p in names}
            return [p for p in found if about(p.code) != "names" or id(p) in sure]
        # What is declared there is not known either.
        words.update(w for p in doubtful for w in rows.words_at(p.place))
        gone = {id(p) for p in doubtful}
        names = [p for p in names if id(p) not in gone]
    return [p for p in found if about(p.code) != "names"]


def _is_doubtful(problem: Problem, words: set[str]) -> bool:
    """Whether a problem is about a word that stood in what could not be read."""
    asked = {w for quoted in QUOTED.findall(problem.message) for w in WORD.findall(quoted)}
    return any(_may_be(word, words) for word in asked)


def _may_be(word: str, words: set[str]) -> bool:
    if word in words or word.removesuffix("s") in words:
        return True
    numbered = NUMBERED.match(word)
    if numbered is not None and numbered.group(1) in words:
        return True
    return MADE.match(word) is not None and not words.isdisjoint(MAKERS)


class _Rows:
    """All entries of a game by the place where they begin."""

    def __init__(self, content: Content) -> None:
        found: dict[str, list[tuple[Place, str, Any]]] = {}
        for name, value, at in _entries(content):
            found.setdefault(at.file, []).append((at, name, value))
        self.rows = {file: sorted(rows, key=lambda r: r[0]) for file, rows in found.items()}

    def words_at(self, place: Place) -> Iterator[str]:
        """The words of the entry in which a place is."""
        rows = self.rows.get(place.file, [])
        spot = (place.line, place.col)
        index = bisect_right(rows, spot, key=lambda r: (r[0].line, r[0].col))
        for _, name, value in rows[max(index - 1, 0):index]:
            yield name
            yield from words_in(value)


def _entries(content: Content) -> Iterator[tuple[str, Any, Place]]:
    for section, rows in content.sections.items():
        for name, value in rows.items():
            if section == "state" and isinstance(value, Map):
                yield from ((f, value[f], value.key_at(f)) for f in value)
            else:
                yield name, value, rows.key_at(name)
    yield from ((name, value, at) for name, (value, at) in content.single.items())
    for _, tiles in content.tiles:
        yield from ((name, value, tiles.key_at(name)) for name, value in tiles.items())
