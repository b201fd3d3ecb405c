"""What an expression depends on, so that what is said in its words can be forgotten."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tilewright.language.operations import Asking, Reading
from tilewright.linking.secrets.keys import FAR

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.language.operations import Expr
    from tilewright.model import Game


def shown(title: str) -> str:
    """Stands among the changes of statements for what they show of a field."""
    return f"shown {title}"


class Changes:
    """Which functions and queries give something else when fields change."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._widened: dict[frozenset[str], frozenset[str]] = {}

    def widened(self, changed: Iterable[str]) -> frozenset[str]:
        """All words of keys whose value may have changed with some fields."""
        given = frozenset(changed)
        if given not in self._widened:
            self._widened[given] = self._with_readers(given) if given else given
        return self._widened[given]

    def _with_readers(self, changed: frozenset[str]) -> frozenset[str]:
        found = set(changed)
        more = {*found, FAR}
        while more:
            found |= more
            more = {name for name, words in self._depends.items()
                    if name not in found and not words.isdisjoint(found)}
        return frozenset(found)

    @cached_property
    def _depends(self) -> dict[str, set[str]]:
        """The fields, functions and queries that each function or query reads itself."""
        made: dict[str, set[str]] = {}
        for function in self.game.functions.values():
            made.setdefault(function.name, set()).update(_words([function.body]))
        in_play = {f.title for f in self.game.fields.values() if f.in_play}
        for query in self.game.queries.values():
            parts = [query.base, *(c.value for c in query.changes),
                     *(c.when for c in query.changes if c.when is not None)]
            words = made.setdefault(query.name, set())
            words.update(_words(parts), in_play if query.changes else ())
        return made


def _words(parts: Iterable[Expr]) -> set[str]:
    found: set[str] = set()
    for e in (e for part in parts for e in part.walk()):
        if isinstance(e, Reading):
            found.add(e.field.title)
        elif isinstance(e, Asking):
            found.add(e.name)
        elif e.FAR:
            found.add(FAR)
    return found
