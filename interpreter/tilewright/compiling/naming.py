"""Every name of generated code comes from here, so that no two things share one.

A name is a word for people and a number: `word_1`. Words may be anything that a stranger wrote;
the number after the last `_` keeps them apart. Names that are always the same (`S`, `m`, those of
the kernel) have no number, so nothing can be taken for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable


class Naming:
    """The names that one compilation has given."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._given: dict[Hashable, str] = {}
        # What a generated function is called in messages.
        self.titles: dict[str, str] = {}

    def fresh(self, word: str) -> str:
        """A name that nothing else has."""
        number = self._counts.get(word, 0) + 1
        self._counts[word] = number
        return f"{word}_{number}"

    def of(self, key: Hashable, word: str, title: str = "") -> str:
        """The one name of a thing."""
        if key not in self._given:
            self._given[key] = self.fresh(plain(word))
            if title:
                self.titles[self._given[key]] = title
        return self._given[key]

    def known(self, key: Hashable) -> str | None:
        """The name of a thing, if it has got one."""
        return self._given.get(key)

    def copy(self) -> Naming:
        made = Naming()
        made._counts, made._given = dict(self._counts), dict(self._given)
        made.titles = self.titles
        return made


def plain(word: str) -> str:
    """A word with nothing but letters, digits and `_` in it."""
    return "".join(c if c.isalnum() else "_" for c in word)
