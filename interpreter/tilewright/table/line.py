"""The line to one open page: what it asks, and what it is answered."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.websockets import WebSocketDisconnect

from tilewright.problems import TilewrightError
from tilewright.table.crew import Lost, Refused
from tilewright.table.hosted import QUICKEST, SLOWEST, Page
from tilewright.table.messages import FRAMES, Unfit, read_frame, read_hello
from tilewright.table.wire import VERSION

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.websockets import WebSocket

    from tilewright.situations.read import Packs
    from tilewright.table.hosted import Hosted
    from tilewright.table.lobby import Lobby
    from tilewright.table.wire import Data

# Limits for whoever is out there.
PAGES, HELLO_WITHIN, ACTS_A_SECOND = 64, 5.0, 20
# A page that is narrower gets a scene for its width; on all others there is room for the usual one.
NARROW, LEAST = 760, 300
UNKNOWN = {"t": "no", "code": "unknown", "text": ""}


class Line:
    """One socket, from its first message to its last."""

    def __init__(self, socket: WebSocket, lobby: Lobby,
                 offers: Callable[[Packs, tuple[str, ...]], bool]) -> None:
        """`offers` is whether a game can be played here with some variants."""
        self.socket, self.lobby, self.offers = socket, lobby, offers
        self.page: Page
        self.hosted: Hosted
        self._making: asyncio.Task[None] | None = None

    async def serve(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            if not await self._hello():
                return
            writer = asyncio.create_task(self._write())
            try:
                await self._come()
            except Lost:
                self.hosted.when_lost()
                self.page.send({"t": "bye", "code": "again"})
                await asyncio.wait([writer], timeout=HELLO_WITHIN)
            finally:
                with suppress(Lost, Refused):
                    await self.hosted.leave(self.page)
                writer.cancel()

    async def _hello(self) -> bool:
        """Find the table and the seat that the first message names."""
        try:
            hello = read_hello(await asyncio.wait_for(self._received(), HELLO_WITHIN))
        except (TimeoutError, Unfit):
            return await self._bye("unknown")
        if hello["v"] != VERSION:
            return await self._bye("unknown")
        try:
            found = await self.lobby.find(hello["table"])
        except (Lost, TilewrightError):
            return await self._bye("again")
        if found is None or len(found.pages) >= PAGES:
            return await self._bye("unknown")
        try:
            seat = found.seat_of(hello.get("seat"))
        except KeyError:
            return await self._bye("no_seat")
        self.hosted = found
        self.page = Page(seat, hello.get("lang") or "en", _wide(hello.get("wide")),
                         _own(found, seat, hello.get("also") or []))
        return True

    async def _come(self) -> None:
        """Join, then answer what is asked until the page is gone; who asks too much has to wait."""
        try:
            await self.hosted.join(self.page)
        except Refused as error:
            self.page.send({"t": "no", "code": "refused", "text": str(error)})
        second, asked = 0.0, 0
        while True:
            sent = await self._received()
            now = time.monotonic()
            second, asked = (second, asked + 1) if now - second < 1 else (now, 1)
            if asked > ACTS_A_SECOND:
                await asyncio.sleep(1)
            try:
                message = read_frame(sent)
            except Unfit as error:
                self.page.send({**UNKNOWN, "id": error.id})
                continue
            await self._answer(message)

    # -- what is asked ------------------------------------------------------------------------

    async def _answer(self, message: Data) -> None:
        """Answer a message by its id, with a refusal too: then the page does not ask again."""
        try:
            told = await DOES[message["t"]](self, message)
        except Lost as lost:
            if lost.by_this:
                self.page.send({"t": "no", "code": "lost", "id": message.get("id"),
                                "text": "this took too long or too much, and was stopped"})
            raise
        except TilewrightError as error:
            told = {"t": "no", "code": "refused", "text": str(error)}
        if told is not None:
            self.page.send({**told, "id": message.get("id")})

    async def _on_act(self, message: Data) -> Data:
        return await self.hosted.ask(
            self.page, "act", id=f"{self.page.seat}:{message.get('id')}",
            move=message["move"], key=message["key"])

    async def _on_undo(self, message: Data) -> Data:
        return await self.hosted.ask(self.page, "undo", to=message.get("to"))

    async def _on_lang(self, message: Data) -> None:
        self.page.lang = message["lang"]
        await self.hosted.ask(self.page, "lang", lang=self.page.lang)

    async def _on_wide(self, message: Data) -> None:
        self.page.wide = _wide(message.get("wide"))
        await self.hosted.ask(self.page, "wide", wide=self.page.wide)

    async def _on_why(self, message: Data) -> Data:
        thing = _thing(message)
        return {**await self.hosted.ask(self.page, "why", **thing), **thing}

    async def _on_about(self, message: Data) -> Data:
        return await self.hosted.ask(self.page, "about", **_thing(message))

    async def _on_peek(self, message: Data) -> Data:
        return await self.hosted.ask(self.page, "peek", n=message["n"],
                                     who=message.get("as", self.page.seat))

    async def _on_situation(self, message: Data) -> Data:
        del message
        return await self.hosted.ask(self.page, "situation")

    async def _on_replay(self, message: Data) -> None:
        """Takes long, so the page goes on meanwhile; one at a time."""
        if self._making is None or self._making.done():
            self._making = asyncio.create_task(self._replay(message.get("id")))

    async def _replay(self, id_: object) -> None:
        try:
            told = await self.hosted.ask(self.page, "sees")
            made = told if told.get("t") == "no" else await self.lobby.apart(
                self.hosted, "replay", seat=self.page.seat, open=told["open"])
        except (Lost, TilewrightError) as error:
            made = {"t": "no", "code": "replay", "text": str(error)}
        self.page.send({**made, "id": id_})

    async def _on_pace(self, message: Data) -> Data:
        if self.page.seat is None:
            return UNKNOWN
        self.hosted.pace = min(max(message["ms"], QUICKEST), SLOWEST)
        self.hosted.tell({"t": "pace", "ms": self.hosted.pace})
        return {"t": "ok"}

    async def _on_rematch(self, message: Data) -> Data:
        del message
        if self.page.seat is None or not self.hosted.is_over:
            return UNKNOWN
        made = await self.lobby.another(self.hosted, seed=self.lobby.draw_seed())
        self.hosted.tell({"t": "moved", "table": made.kept.id})
        return {"t": "ok"}

    async def _on_fork(self, message: Data) -> Data:
        """Another table from a position on."""
        told = await self.hosted.ask(self.page, "fork", n=message.get("n"))
        if told["t"] != "ok":
            return told
        made = await self.lobby.another(self.hosted, moves=told["moves"], seed=self._seed(told))
        return {"t": "forked", "table": made.kept.id}

    def _seed(self, told: Data) -> int | None:
        """Draw another seed where the one of this table would foretell its chance."""
        return self.lobby.draw_seed() if told["foretells"] else None

    async def _on_beside(self, message: Data) -> Data:
        """Two more tables from a position on: this game, and the same with variants."""
        variants = message["variants"]
        if not self.offers(self.hosted.kept.packs, tuple(variants)):
            return UNKNOWN
        told = await self.hosted.ask(self.page, "fork", n=message.get("n"))
        if told["t"] != "ok":
            return told
        moves, seed = told["moves"], self._seed(told)
        same = await self.lobby.another(self.hosted, moves=moves, seed=seed)
        try:
            other = await self.lobby.another(self.hosted, moves=moves, variants=variants,
                                             seed=seed)
        except Refused:
            # These moves do not fit there; it begins as this one began.
            other = await self.lobby.another(self.hosted, variants=variants, seed=seed)
        return {"t": "beside", "tables": [same.kept.id, other.kept.id]}

    async def _on_restart(self, message: Data) -> Data:
        """Lead one page to a table with the rules of today; others follow when they ask too."""
        del message
        if self.page.seat is None or not self.hosted.old:
            return UNKNOWN
        return {"t": "moved", "table": await self.lobby.begin_again(self.hosted)}

    async def _on_ping(self, message: Data) -> Data:
        del message
        return {"t": "pong"}

    # -- the socket ---------------------------------------------------------------------------

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await self.page.waiting.get()
                if isinstance(message, str):
                    await self.socket.send_text(message)
                else:
                    await self.socket.send_text(json.dumps(message))
                    if message["t"] == "bye":
                        await self.socket.close(4401)
                        return

    async def _received(self) -> str:
        """The next message of a page; nothing for one that is no text."""
        try:
            return await self.socket.receive_text()
        except KeyError:
            return ""

    async def _bye(self, code: str) -> bool:
        await self.socket.send_text(json.dumps({"t": "bye", "code": code}))
        await self.socket.close(4401)
        return False


def _own(hosted: Hosted, seat: int | None, also: list[str]) -> list[int]:
    """All seats at a screen: the one that looks, and those of which it has the tokens too."""
    found = {seat}
    for token in also:
        with suppress(KeyError):
            found.add(hosted.seat_of(token))
    return sorted(one for one in found if one is not None)


def _thing(message: Data) -> dict[str, str]:
    return {"kind": message["kind"], "item": message["item"]}


def _wide(given: int | None) -> int | None:
    return max(given, LEAST) if given is not None and given < NARROW else None


# What each message does.
DOES: dict[str, Callable[[Line, Data], Awaitable[Data | None]]] = {
    name: getattr(Line, f"_on_{name}") for name in FRAMES}
