"""The games that can be played here: what they are called, and what they look like."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from tilewright.packs.bases import base_of
from tilewright.packs.doors import find, manifest_of, of_user, shipped
from tilewright.packs.given import COOKBOOK
from tilewright.problems import ContentError, Problems, TilewrightError, UsageError
from tilewright.reading.paths import data_folder
from tilewright.reading.source import parse
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

    def packs(self, number: int) -> Packs:
        """The game of a number."""
        if not 0 <= number < len(self.games):
            raise UsageError(f"there is no game of the number {number}")
        return self.games[number]

    def offers(self, packs: Packs, variants: tuple[str, ...]) -> bool:
        """Whether the game of some packs is among the games here with these variants too."""
        return any(with_ == variants and self._id((game, with_)) == self._id(packs)
                   for game, with_ in self.games)

    def _id(self, packs: Packs) -> str:
        """The id of a game, or where it is while nobody has looked at it."""
        return str(self._told.get(packs, {}).get("id", packs[0]))

    def told(self) -> list[Data]:
        """What is known of all games; those that were not looked at yet say so."""
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look_at_all())
        return [{"number": number, **_manifest(*packs), "ready": packs in self._told,
                 **self._told.get(packs, {})} for number, packs in enumerate(self.games)]

    async def look(self, number: int) -> None:
        """Look at a game now, because somebody wants to know more of it."""
        packs = self.packs(number)
        if packs in self._told:
            return   # It need not wait until the others are looked at.
        await self._look_at(packs)
        if self._looking is None or self._looking.done():
            await self._rest()

    async def picture(self, number: int, lang: str) -> str:
        """A picture of the beginning of a game; empty if there is none."""
        await self.look(number)
        found = self._pictures.get(self.packs(number), {})
        return found.get(lang) or found.get("en") or next(iter(found.values()), "")

    async def _look_at_all(self) -> None:
        """Recipes are many, and have no pictures on the page: each has to be asked for."""
        for packs in self.games:
            if shelf_of(packs[0]) != COOKBOOK:
                await self._look_at(packs)
        await self._rest()

    async def _rest(self) -> None:
        async with self._turn:
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
def _manifest(game: str, variants: tuple[str, ...]) -> Data:
    """What is known of a game without looking at its rules."""
    shelf, said = shelf_of(game), _said(game)
    told: Data = {"id": str(said.get("id", game)), "variants": list(variants), "shelf": shelf,
                  "names": [called_so(variant)[1] for variant in variants]}
    told |= {key: {"en": str(said[key])} if key in said else {} for key in ("title", "about")}
    if shelf == COOKBOOK:
        told |= _index().get(game.partition("/")[2], {})
    return told


def _said(game: str) -> Data:
    """What the manifest of a game says; nothing where there is none any more."""
    with suppress(TilewrightError):
        return manifest_of(find(game, "content")) or {}
    return {}


@cache
def _index() -> dict[str, Data]:
    """The chapter of each recipe, and the words for it."""
    file = data_folder("content") / COOKBOOK / "index.yaml"
    chapters = parse(file.read_text(encoding="utf-8"), file.name, Problems()).data["chapters"]
    return {name: {"chapter": str(chapter), "words": [str(word) for word in entry["words"]]}
            for chapter, entries in chapters.items() for name, entry in entries.items()}


@cache
def shelf_of(game: str) -> str:
    """Where a game stands in the gallery: `games`, `classics` and `cookbook` come with the program,
    all others are somebody's `own`."""
    with suppress(TilewrightError):
        home = find(game, "content").resolve().parent
        if home == data_folder("content").resolve():
            return "games"
        if home.parent == data_folder("content").resolve():
            return home.name
    return "own"


def all_games() -> list[tuple[str, list[str]]]:
    """All shipped games, the largest first, classics, variants, what is in the user's folder, and
    the recipes of the cookbook."""
    games = sorted(shipped("content").items(), key=lambda found: (-_size(found[1]), found[0]))
    found = [(name, list[str]()) for name, _ in games]
    found += [(name, []) for name in shipped("content", "classics")]
    found += [(base_of(path).name, [name]) for name, path in sorted(shipped("variants").items())]
    for own in of_user():
        if (own.path / "pack.yaml").is_file():
            found.append((str(own.path), []))
        else:
            with suppress(ContentError):
                found.append((str(base_of(own.path)), [str(own.path)]))
    recipes = shipped("content", COOKBOOK)
    return found + [(f"{COOKBOOK}/{name}", []) for name in _index() if name in recipes]


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*.yaml"))
