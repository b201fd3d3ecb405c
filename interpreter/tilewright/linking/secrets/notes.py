"""Where somebody may have been shown something that lies hidden, so that a change is seen there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.tree import Do, Target
from tilewright.linking.secrets.changes import shown
from tilewright.linking.secrets.keys import key_of
from tilewright.linking.text_keys import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.linking.secrets.knowing import Fact
    from tilewright.model import Game

# From where elements or values go, and where to.
PASSED = {"move": ("from", "to"), "draw": ("from", "to"), "empty": ("zone", "into"),
          "put": ("", "into"), "swap": ("first", "second")}


class Notes:
    """Of which hidden fields others may know something in play."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.titles: set[str] = set()
        effects = [s for s in statements(game) if isinstance(s, Do)]
        before = -1
        while before < len(self.titles):
            before = len(self.titles)
            for stmt in effects:
                self.titles |= {t.field.title for t in self.shows(stmt)}

    def shows(self, stmt: Do) -> Iterator[Target]:
        """The hidden fields of which others may know something after an effect."""
        if stmt.word == "reveal":
            yield stmt.args["target"]
        for source, to in _passed(stmt):
            if to is not None and to.field.secret and self._known(source, to):
                yield to

    def _known(self, source: Target | None, to: Target) -> bool:
        """Whether what comes out of a place may be known to more than those who see the next."""
        if source is None or not source.field.secret or source.field.title in self.titles:
            return True
        if source.field.visible != "owner":
            return False
        return to.field.visible != "owner" or (
            key_of(source.index[:1]) != key_of(to.index[:1]))

    def unseen(self) -> set[Fact]:
        """Before anything happens nobody was shown anything."""
        return {("unseen", shown(f.title)) for f in self.game.fields.values() if f.secret}

    def noticed(self, target: Target, facts: set[Fact]) -> bool:
        """Whether others may see that a hidden place changes."""
        title = target.field.title
        return title in self.titles and ("unseen", shown(title)) not in facts


def _passed(stmt: Do) -> Iterator[tuple[Target | None, Target | None]]:
    """The places between which an effect passes something on."""
    if stmt.word in PASSED:
        source, to = (stmt.args.get(name) for name in PASSED[stmt.word])
        yield source, to
        if stmt.word == "swap":
            yield to, source
