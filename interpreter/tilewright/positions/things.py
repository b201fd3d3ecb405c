"""One thing of a game in a position: a player, a cell, a tile, or the game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.model import GAME
from tilewright.positions.names import Names
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from tilewright.positions.named import Named


class Thing:
    """What it holds now (fields), what it always is (attributes), the ids that it is linked to.

    `state["p1"].coins` and `state["p1"]["coins"]` are the same; the second also reads a field that
    has the name of something else here.
    """

    __slots__ = ("_index", "_kind", "_position")

    def __init__(self, position: Named, kind: str, index: int) -> None:
        self._position = position
        self._kind = kind
        self._index = index

    def __str__(self) -> str:
        """Its id."""
        if self._kind == GAME:
            return GAME
        return str(self._position.program.game.kinds[self._kind].items[self._index])

    def __repr__(self) -> str:
        return f"<{self._kind} {self}>" if self._kind != GAME else "<game>"

    def __dir__(self) -> list[str]:
        return Names(self._position.program).of(self._kind)

    def _ipython_key_completions_(self) -> list[str]:
        return self.__dir__()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except UsageError as error:
            raise AttributeError(str(error)) from None

    def __getitem__(self, name: str) -> Any:
        return self._position._at((self._kind, self._index), name)

    def __iter__(self) -> Any:
        raise TypeError("a thing has names, no places; dir() lists them")
