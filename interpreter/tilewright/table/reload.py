"""Tables follow the files of their game: saved a moment ago, played with now."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from tilewright.table.crew import Hand, Lost, Refused, begun

if TYPE_CHECKING:
    from tilewright.packs.saved import Files
    from tilewright.situations.read import Packs
    from tilewright.table.lobby import Lobby

# Seconds between two looks; a save of several files is over when nothing changes any more.
LOOK, SETTLED = 0.06, 0.03


class Reloader:
    """Looks at the files of all games at whose tables somebody sits."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        # For each game a process that has loaded it already: to load it anew is quicker there,
        # where files that are still the same need not be read again.
        self._ready: dict[Packs, Hand] = {}

    async def run(self) -> None:
        """Look, again and again, until it is cancelled."""
        while True:  # files can only be looked at again and again
            await asyncio.sleep(LOOK)
            for packs in [p for p in self._ready if p not in self.lobby.hands]:
                self._ready.pop(packs).end()
            for packs in list(self.lobby.hands):
                if any(t.pages for t in self.lobby.of(packs)):
                    with suppress(Lost):
                        await self._look(packs)

    async def _look(self, packs: Packs) -> None:
        files = self.lobby.hands[packs].files
        if await asyncio.to_thread(files.changed):
            await self._settled(files)
            await self.reload(packs)
        elif packs not in self._ready:
            self._ready[packs] = await begun(packs)

    @staticmethod
    async def _settled(files: Files) -> None:
        """Wait until nothing is being written any more."""
        while True:
            await asyncio.sleep(SETTLED)
            if not await asyncio.to_thread(files.changed):
                return

    async def reload(self, packs: Packs) -> None:
        """Load a game anew, and let its tables go on with it, or tell what is wrong with it."""
        old, new = self.lobby.hands[packs], self._ready.pop(packs, None)
        if new is None or new.is_lost:
            new = await asyncio.to_thread(Hand)
        try:
            await new.load(packs)
        except Lost:
            self._tell(packs, Refused({"text": "these rules take too long or too much to load"}))
            return
        if new.problems is not None:
            self._ready[packs] = new
            self._tell(packs, new.problems)
            return
        self.lobby.hands[packs] = new
        for hosted in self.lobby.of(packs):
            with suppress(Lost, Refused):
                await hosted.move_to(new)
        self._tell(packs)
        old.end()

    def _tell(self, packs: Packs, problems: Refused | None = None) -> None:
        for hosted in self.lobby.of(packs):
            hosted.note_trouble(problems)

    def close(self) -> None:
        for hand in self._ready.values():
            hand.end()
