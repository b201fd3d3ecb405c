"""The server: pages, tables, and a line to each page."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect

from tilewright.packs.bases import base_of
from tilewright.packs.doors import shipped
from tilewright.picture.compose import scene_of
from tilewright.picture.svg import svg
from tilewright.playing.game import load
from tilewright.problems import TilewrightError
from tilewright.table.hosted import Hosted, Page, opened, reopened
from tilewright.table.wire import VERSION, why_not
from tilewright.text import title

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.websockets import WebSocket

    from tilewright.playing.game import Game
    from tilewright.table.store import Store

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
          "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
HEADERS = {"content-security-policy": POLICY, "x-content-type-options": "nosniff",
           "referrer-policy": "no-referrer", "cache-control": "no-store"}
TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
PAGES = re.compile(r"[a-z]+\.(js|css|svg)")
# Limits for whoever is out there.
TABLES, CONNECTIONS, LARGEST = 200, 64, 65_536
HELLO_WITHIN, ACTS_A_SECOND = 5.0, 20


@cache
def _page(name: str) -> bytes:
    return (resources.files("tilewright.table") / "page" / name).read_bytes()


def _answer(name: str) -> Response:
    return Response(_page(name), media_type=TYPES[name.rpartition(".")[2]], headers=HEADERS)


@cache
def game_of(name: str, variants: tuple[str, ...]) -> Game:
    """A game, loaded once for the gallery and all tables."""
    return load(name, variants)


class Server:
    """All tables of a process."""

    def __init__(self, store: Store, hosts: list[str], games: list[tuple[str, list[str]]]) -> None:
        self.store, self.hosts, self.games = store, hosts, games
        self.tables: dict[str, Hosted] = {}
        self.pace: float | None = None

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", lambda _: _answer("index.html")),
                Route("/t/{table}", lambda _: _answer("table.html")),
                Route("/page/{name}", self._static),
                Route("/api/games", self._games),
                Route("/api/picture/{number:int}.svg", self._picture),
                Route("/api/tables", self._new_table, methods=["POST"]),
                WebSocketRoute("/ws", self._line),
            ],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=self.hosts)])

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        return _answer(name) if PAGES.fullmatch(name) and _is_there(name) else Response(
            "there is no such page", 404, HEADERS)

    # -- games --------------------------------------------------------------------------------

    def game(self, name: str, variants: list[str]) -> Game:
        return game_of(name, tuple(variants))

    async def _games(self, request: Request) -> Response:
        del request
        told = [await run_in_threadpool(self._told, number) for number in range(len(self.games))]
        return JSONResponse(told, headers=HEADERS)

    def _told(self, number: int) -> dict[str, Any]:
        name, variants = self.games[number]
        model = self.game(name, variants).model
        return {"number": number, "id": model.id, "variants": variants,
                "title": {lang: title(model, lang) for lang in sorted(model.texts)} or {
                    "en": title(model)},
                "least": model.least, "most": model.most, "usual": model.default_players}

    async def _picture(self, request: Request) -> Response:
        number = request.path_params["number"]
        if number >= len(self.games):
            return Response("there is no such game", 404, HEADERS)
        drawn = await run_in_threadpool(self._drawn, number)
        return Response(drawn, media_type=TYPES["svg"], headers=HEADERS)

    def _drawn(self, number: int) -> str:
        name, variants = self.games[number]
        return svg(scene_of(self.game(name, variants).new(seed=1).view(None)))

    # -- tables -------------------------------------------------------------------------------

    async def _new_table(self, request: Request) -> Response:
        if not self._is_ours(request.headers.get("origin"), request.headers.get("host", "")):
            return Response("not from here", 403, HEADERS)
        if len(self.tables) >= TABLES:
            return Response("there are too many tables", 429, HEADERS)
        body = await request.body()
        try:
            asked = json.loads(body) if len(body) < LARGEST else None
            made = await run_in_threadpool(self._opened, asked)
        except (TilewrightError, TypeError, KeyError, ValueError, IndexError) as error:
            return JSONResponse({"text": str(error)}, 400, HEADERS)
        return JSONResponse(made, headers=HEADERS)

    def _opened(self, asked: Any) -> dict[str, Any]:
        name, variants = self.games[int(asked["number"])]
        bots = [None if seat == "me" else str(seat) for seat in asked.get("seats", ["me"])]
        hosted, tokens = opened(self.store, self.game(name, variants), name, variants,
                                int(asked["players"]), bots)
        self._host(hosted)
        return {"table": hosted.kept.id, "seats": tokens[:-1], "watch": tokens[-1],
                "persons": hosted.table.persons}

    def _host(self, hosted: Hosted) -> Hosted:
        hosted.pace = hosted.pace if self.pace is None else self.pace
        self.tables[hosted.kept.id] = hosted
        return hosted

    def _is_ours(self, origin: str | None, host: str) -> bool:
        """Whether a request comes from a page of this server."""
        return origin is not None and urlsplit(origin).netloc == host and (
            urlsplit(origin).hostname in self.hosts)

    async def _find(self, id_: str) -> Hosted | None:
        if id_ in self.tables:
            return self.tables[id_]
        kept = self.store.find(id_)
        if kept is None:
            return None
        made = await run_in_threadpool(
            lambda: reopened(self.store, game_of(kept.game, tuple(kept.variants)), kept))
        return self.tables.get(id_) or self._host(made)

    # -- the line to a page -------------------------------------------------------------------

    async def _line(self, socket: WebSocket) -> None:
        headers = socket.headers
        if not self._is_ours(headers.get("origin"), headers.get("host", "")):
            await socket.close(1008)
            return
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._serve(socket)

    async def _serve(self, socket: WebSocket) -> None:
        hello = await _hello(socket)
        hosted = await self._find(str(hello.get("table"))) if hello is not None else None
        if hello is None or hosted is None or len(hosted.pages) >= CONNECTIONS:
            await _bye(socket, "unknown")
            return
        try:
            seat = hosted.seat_of(hello.get("seat"))
        except KeyError:
            await _bye(socket, "no_seat")
            return
        page = Page(seat, _language(hosted, str(hello.get("lang", "en"))))
        writer = asyncio.create_task(_write(socket, page))
        hosted.join(page)
        try:
            await self._read(socket, hosted, page)
        finally:
            hosted.leave(page)
            writer.cancel()

    async def _read(self, socket: WebSocket, hosted: Hosted, page: Page) -> None:
        """Answer what a page asks, until it is gone; who asks too much is slowed down."""
        second, asked = 0.0, 0
        while True:
            message = await _received(socket)
            if message is None:
                await _bye(socket, "unknown")
                return
            now = time.monotonic()
            second, asked = (second, asked + 1) if now - second < 1 else (now, 1)
            if asked > ACTS_A_SECOND:
                await asyncio.sleep(1)
            answer = _answered(hosted, page, message)
            if answer is not None:
                await page.waiting.put({**answer, "id": message.get("id")})


def _answered(hosted: Hosted, page: Page, message: dict[str, Any]) -> dict[str, Any] | None:
    """What a page is answered; nothing where all that it gets is a new scene."""
    what = message.get("t")
    if what == "act":
        return hosted.act(page, str(message.get("id"))[:64], message.get("move"),
                          message.get("key"))
    if what == "undo":
        to = message.get("to", "step")
        return hosted.undo(page, to if isinstance(to, int) or to == "turn" else "step")
    if what == "lang":
        hosted.set_language(page, str(message.get("lang")))
        return None
    if what == "why":
        return {"t": "because", "text": why_not(
            hosted.table, page.seat, str(message.get("kind")), str(message.get("item")),
            page.lang)}
    return {"t": "pong"} if what == "ping" else {"t": "no", "code": "unknown", "text": ""}


def _language(hosted: Hosted, lang: str) -> str:
    texts = hosted.table.session.game.model.texts
    return lang if lang in texts or not texts else "en"


async def _write(socket: WebSocket, page: Page) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            message = await page.waiting.get()
            await socket.send_text(json.dumps(message, ensure_ascii=False,
                                              separators=(",", ":")))


async def _received(socket: WebSocket) -> dict[str, Any] | None:
    """The next message of a page; None for what is not one."""
    try:
        told = json.loads(await socket.receive_text())
    except (ValueError, KeyError):
        return None
    return told if isinstance(told, dict) else None


async def _hello(socket: WebSocket) -> dict[str, Any] | None:
    try:
        told = await asyncio.wait_for(_received(socket), HELLO_WITHIN)
    except TimeoutError:
        return None
    is_hello = told is not None and told.get("t") == "hello" and told.get("v") == VERSION
    return told if is_hello else None


async def _bye(socket: WebSocket, code: str) -> None:
    await socket.send_text(json.dumps({"t": "bye", "code": code}))
    await socket.close(4401)


@cache
def _is_there(name: str) -> bool:
    return (resources.files("tilewright.table") / "page" / name).is_file()


def all_games() -> list[tuple[str, list[str]]]:
    """All shipped games, and each variant on its game."""
    order = sorted(shipped("content"), key=lambda name: (-game_of(name, ()).model.most, name))
    games = [(name, list[str]()) for name in order]
    return games + [(base_of(path).name, [name])
                    for name, path in sorted(shipped("variants").items())]


__all__ = ["Server", "all_games"]

