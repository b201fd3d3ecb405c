"""The server: pages, tables, and who may reach them."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from tilewright.problems import TilewrightError, UsageError, printable
from tilewright.table.crew import Lost, Refused
from tilewright.table.gallery import Gallery, all_games
from tilewright.table.line import Line
from tilewright.table.lobby import PERSONS, Lobby
from tilewright.table.messages import LARGEST, read_table
from tilewright.table.reload import Reloader
from tilewright.table.said import is_page_file, page_file

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.websockets import WebSocket

    from tilewright.table.store import Store
    from tilewright.table.wire import Data

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
          "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
          "frame-ancestors 'self'")
HEADERS = {"content-security-policy": POLICY, "x-content-type-options": "nosniff",
           "referrer-policy": "no-referrer", "cache-control": "no-store"}
TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
PAGES = re.compile(r"[a-z]+\.(js|css|svg)")
PICTURE = re.compile(r"([0-9]{1,6})\.svg")
# Limits for whoever is out there.
CONNECTIONS, LONGEST_LINK = 1_000, 500
# The bots that a page offers.
BOTS = ("mcts:400", "greedy", "random")


def _answer(name: str) -> Response:
    return Response(page_file(name), media_type=TYPES[name.rpartition(".")[2]], headers=HEADERS)


def _nothing(what: str) -> Response:
    return Response(f"there is no such {what}", 404, HEADERS)


class Server:
    """All tables of a process, and the pages for them."""

    def __init__(self, store: Store, hosts: list[str], games: list[tuple[str, list[str]]],
                 pace: int | None = None,
                 begin: Callable[[Server], Awaitable[None]] | None = None) -> None:
        self.store, self.hosts, self.begin = store, hosts, begin
        self.lobby = Lobby(store, pace)
        self.gallery = Gallery(games)
        self.connections = 0

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", lambda _: _answer("index.html")),
                Route("/t/{table}", lambda _: _answer("table.html")),
                Route("/side/{table}/{other}", lambda _: _answer("side.html")),
                Route("/page/{name}", self._static),
                Route("/api/games", self._games),
                Route("/api/picture/{name}", self._picture),
                Route("/api/tables", self._new_table, methods=["POST"]),
                Route("/api/qr", self._square, methods=["POST"]),
                WebSocketRoute("/ws", self._line),
            ],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=self.hosts)],
            lifespan=self._life)

    @asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        """While it serves, files are looked at; afterwards no process is left."""
        del app
        import asyncio

        reloader = Reloader(self.lobby)
        looking: asyncio.Task[None] = asyncio.create_task(reloader.run())
        try:
            if self.begin is not None:
                await self.begin(self)
            yield
        finally:
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking
            reloader.close()
            self.lobby.close()
            self.gallery.close()

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        return _answer(name) if PAGES.fullmatch(name) and is_page_file(name) else _nothing("page")

    # -- games --------------------------------------------------------------------------------

    async def _games(self, request: Request) -> Response:
        looked = request.query_params.get("look", "")
        if looked:
            try:
                await self.gallery.look(int(looked))
            except (IndexError, ValueError):
                return _nothing("game")
        return JSONResponse(self.gallery.told(), headers=HEADERS)

    async def _picture(self, request: Request) -> Response:
        named = PICTURE.fullmatch(request.path_params["name"])
        if named is None:
            return _nothing("picture")
        try:
            drawn = await self.gallery.picture(int(named[1]),
                                               request.query_params.get("lang", "en"))
        except UsageError:
            return _nothing("game")
        return Response(drawn, media_type=TYPES["svg"], headers=HEADERS) if drawn else _nothing(
            "picture")

    async def _square(self, request: Request) -> Response:
        """A link as a square that a telephone can read."""
        import segno

        text = await self._body(request)
        if text is None or not 0 < len(text) <= LONGEST_LINK:
            return JSONResponse({"text": "this is no link"}, 400, HEADERS)
        made = await run_in_threadpool(segno.make_qr, text)
        return Response(made.svg_inline(scale=4, border=2, light="#fff"), media_type=TYPES["svg"],
                        headers=HEADERS)

    # -- tables -------------------------------------------------------------------------------

    async def _new_table(self, request: Request) -> Response:
        body = await self._body(request)
        if body is None:
            return Response("not from here", 403, HEADERS)
        try:
            made = await self.opened(read_table(body))
        except Refused as error:
            return JSONResponse({"text": str(error), "problems": error.problems}, 400, HEADERS)
        except Lost:
            return JSONResponse({"text": "this game takes too long, or too much memory"}, 400,
                                HEADERS)
        except TilewrightError as error:
            return JSONResponse({"text": str(error)}, 400, HEADERS)
        return JSONResponse(made, headers=HEADERS)

    async def opened(self, asked: Data, *, by_page: bool = True) -> Data:
        """A new table, and the tokens of its seats. Who only has the page may not set bots to
        think as long as they like."""
        players, seats = asked["players"], asked.get("seats") or ["me"]
        strange = {*seats} - {*PERSONS, *BOTS} if by_page else ()
        if strange:
            raise UsageError(f"'{printable(min(strange))}' cannot sit at this table")
        hosted, tokens = await self.lobby.open(self.gallery.packs(asked["number"]), players, seats,
                                               asked.get("options") or {})
        return {"table": hosted.kept.id, "seats": tokens[:-1], "watch": tokens[-1],
                "persons": hosted.persons}

    async def first(self, seats: list[str]) -> str:
        """A table of the first game, and the address of the first person's seat in it."""
        words = ["greedy" if word == "bot" else word for word in seats]
        made = await self.opened({"number": 0, "players": len(seats), "seats": words},
                                 by_page=False)
        token = made["seats"][made["persons"][0]] if made["persons"] else made["watch"]
        return f"t/{made['table']}#{token}"

    async def _body(self, request: Request) -> bytes | None:
        """What a page of ours sends; nothing if it is of others. Too much of it is nothing good."""
        if not self.is_ours(request.headers.get("origin"), request.headers.get("host", "")):
            return None
        body = b""
        with suppress(ClientDisconnect):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGEST:
                    return b""
            return body
        return b""

    def is_ours(self, origin: str | None, host: str) -> bool:
        """Whether a request comes from a page of this server."""
        try:
            said = urlsplit(origin or "")
        except ValueError:
            return False
        return said.netloc == host and said.hostname in self.hosts

    # -- the line to a page -------------------------------------------------------------------

    async def _line(self, socket: WebSocket) -> None:
        headers = socket.headers
        if not self.is_ours(headers.get("origin"), headers.get("host", "")) or (
                self.connections >= CONNECTIONS):
            await socket.close(1008)
            return
        await socket.accept()
        self.connections += 1
        try:
            await Line(socket, self.lobby, self.gallery.offers).serve()
        finally:
            self.connections -= 1


__all__ = ["Server", "all_games"]
