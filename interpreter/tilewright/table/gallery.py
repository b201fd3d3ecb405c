"""The games that can be played here: what they are called, and what they look like."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from tilewright.packs.bases import base_of
from tilewright.packs.doors import of_user, shipped
from tilewright.problems import ContentError
from tilewright.table.crew import Hand, Lost
from tilewright.table.worker import called_so

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.situations.read import Packs
    from tilewright.table.wire import Data


class Gallery:
    """Looks at one game after the other, in a process of its own."""

    def __init__(self, games: list[tuple[str, list[str]]]) -> None:
        self.games: list[Packs] = [(game, tuple(variants)) for game, variants in games]
        self._told: dict[Packs, Data] = {}
        self._pictures: dict[Packs, dict[str, str]] = {}
        self._turn = asyncio.Lock()
        self._looking: asyncio.Task[None] | None = None
        self._hand: Hand | None = None

    def packs(self, number: object) -> Packs:
        """The game of a number; `IndexError` if there is none."""
        if type(number) is not int or not 0 <= number < len(self.games):
            raise IndexError(f"there is no game of the number {number}")
        return self.games[number]

    def told(self) -> list[Data]:
        """What is known of all games; those that were not looked at yet say so."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look_at_all())
        return [{"number": number, "id": game, "variants": list(variants), "title": {},
                 "names": [_name(variant) for variant in variants],
                 "ready": (game, variants) in self._told, **self._told.get((game, variants), {})}
                for number, (game, variants) in enumerate(self.games)]

    async def picture(self, number: int, lang: str) -> str:
        """A picture of the beginning of a game; empty if there is none."""
        packs = self.packs(number)
        await self._look_at(packs)
        found = self._pictures.get(packs, {})
        return found.get(lang) or found.get("en") or next(iter(found.values()), "")

    async def _look_at_all(self) -> None:
        for packs in self.games:
            await self._look_at(packs)
        self.close()

    async def _look_at(self, packs: Packs) -> None:
        async with self._turn:
            if packs in self._told:
                return
            told: Data = {"broken": True}
            try:
                with suppress(Lost):
                    if self._hand is None or self._hand.is_lost:
                        self._hand = await asyncio.to_thread(Hand)
                    await self._hand.load(packs)
                    if self._hand.problems is None:
                        described = (await self._hand.ask("describe"))["answer"]
                        self._pictures[packs] = (await self._hand.ask("pictures"))["answer"]
                        told = described
            finally:
                # Not before: pages take what is told here for all that there is to know.
                self._told[packs] = told

    def close(self) -> None:
        if self._hand is not None:
            self._hand.end()


@cache
def _name(variant: str) -> str:
    """What a variant calls itself."""
    return called_so(variant)[1]


def all_games() -> list[tuple[str, list[str]]]:
    """All shipped games, the largest first, their variants, and what is in the user's folder."""
    games = sorted(shipped("content").items(), key=lambda found: (-_size(found[1]), found[0]))
    found = [(name, list[str]()) for name, _ in games]
    found += [(base_of(path).name, [name]) for name, path in sorted(shipped("variants").items())]
    for own in of_user():
        if (own.path / "pack.yaml").is_file():
            found.append((str(own.path), []))
        else:
            with suppress(ContentError):
                found.append((str(base_of(own.path)), [str(own.path)]))
    return found


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*.yaml"))
