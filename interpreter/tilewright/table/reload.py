"""Tables follow the files of their game: saved a moment ago, played with now."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from tilewright.table.crew import Hand, Lost, Refused

if TYPE_CHECKING:
    from tilewright.packs.saved import Files
    from tilewright.table.lobby import Lobby, Packs

# Seconds between two looks; a save of several files is over when nothing changes any more.
LOOK = 0.06


class Reloader:
    """Looks at the files of all games at whose tables somebody sits."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._next: Hand | None = None

    async def run(self) -> None:
        """Look, again and again, until it is cancelled."""
        while True:  # files can only be looked at again and again
            await asyncio.sleep(LOOK)
            for packs in list(self.lobby.hands):
                if any(t.pages for t in self.lobby.of(packs)) and await self._has_changed(packs):
                    with suppress(Lost):
                        await self.reload(packs)

    async def _has_changed(self, packs: Packs) -> bool:
        files = self.lobby.hands[packs].files
        self._next = self._next or await asyncio.to_thread(Hand)
        if not await asyncio.to_thread(files.changed):
            return False
        await self._settled(files)
        return True

    @staticmethod
    async def _settled(files: Files) -> None:
        """Wait until nothing is being written any more."""
        while True:
            await asyncio.sleep(LOOK)
            if not await asyncio.to_thread(files.changed):
                return

    async def reload(self, packs: Packs) -> None:
        """Load a game anew, and let its tables go on with it, or tell what is wrong with it."""
        old, new = self.lobby.hands[packs], await self._fresh()
        try:
            await new.load(packs[0], list(packs[1]))
        except Lost:
            self._tell(packs, Refused({"text": "these rules take too long or too much to load"}))
            return
        if new.problems is not None:
            new.end()
            self._tell(packs, new.problems)
            return
        self.lobby.hands[packs] = new
        for hosted in self.lobby.of(packs):
            with suppress(Lost, Refused):
                await hosted.move_to(new)
        self._tell(packs)
        old.end()

    async def _fresh(self) -> Hand:
        """A process that has begun already, and another one for the next time."""
        found, self._next = self._next, None
        if found is None or found.is_lost:
            found = await asyncio.to_thread(Hand)
        self._next = await asyncio.to_thread(Hand)
        return found

    def _tell(self, packs: Packs, problems: Refused | None = None) -> None:
        for hosted in self.lobby.of(packs):
            hosted.note_trouble(problems)

    def close(self) -> None:
        if self._next is not None:
            self._next.end()
