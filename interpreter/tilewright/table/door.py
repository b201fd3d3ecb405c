"""Limits of connections: none of them shuts others out, and none fills the log.

A connection is heard once a whole request has come, or the first message of a socket. Until then it
is silent. Silence may last only so long, and only so many may be silent at once: the one that has
been silent longest makes room for the next.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import uvicorn

from tilewright.table.messages import LARGEST

if TYPE_CHECKING:
    import socket

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

BACKLOG = 64
# Seconds between two looks at all connections.
LOOK = 1.0
# So many messages are written to the log in so many seconds; of more, nothing.
LINES, WHILE = 100, 3_600.0
# However few files there may be.
FEWEST = 64
Client = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Limits:
    """How many connections there may be, and how long each may take."""

    # All of them, those of one address, and those of this machine, where a proxy may run.
    all: int = 1_300
    of_one: int = 256
    of_own: int = 1_000
    silent: int = 256
    # Seconds until a connection is heard, and until it has taken something of what it is sent.
    heard_within: float = 10.0
    taken_within: float = 20.0
    # Files that are kept back for processes and what is kept.
    files: int = 256


@dataclass(eq=False, slots=True)
class Visit:
    """One connection: since when it is silent, and since when it takes nothing."""

    transport: asyncio.Transport
    since: float
    # So many requests of it are being answered.
    heard: int = 0
    waiting: int = 0
    stuck: float | None = None


class Door:
    """Lets connections into an application, within limits."""

    def __init__(self, app: ASGIApp, limits: Limits | None = None) -> None:
        self.app = app
        self.limits = limits or Limits()
        self.most = self.limits.all
        self.visits: dict[Client, Visit] = {}

    # -- connections --------------------------------------------------------------------------

    def enter(self, transport: asyncio.Transport) -> None:
        """Admit a connection, ending a silent one if there are too many; else refuse it."""
        client = _client(transport)
        if client is None:
            transport.abort()
            return
        if client in self.visits:   # a request has become a socket
            return
        of_one = self.limits.of_own if _is_own(client[0]) else self.limits.of_one
        near = [visit for other, visit in self.visits.items() if other[0] == client[0]]
        silent = [visit for visit in self.visits.values() if not visit.heard]
        if len(near) >= of_one:
            self._end_one(transport, [visit for visit in near if not visit.heard])
        elif len(self.visits) >= self.most or len(silent) >= self.limits.silent:
            self._end_one(transport, silent)
        if not transport.is_closing():
            self.visits[client] = Visit(transport, asyncio.get_running_loop().time())

    def _end_one(self, transport: asyncio.Transport, silent: list[Visit]) -> None:
        """End the connection that has been silent longest, or the new one if none is."""
        first = min(silent, key=lambda visit: visit.since, default=None)
        if first is None:
            transport.abort()
        else:
            first.transport.abort()
            self.leave(first.transport)

    def leave(self, transport: asyncio.Transport) -> None:
        """Forget a connection that is gone."""
        client = _client(transport)
        if client is not None and (visit := self.visits.get(client)) is not None and (
                visit.transport is transport):
            del self.visits[client]

    async def watch(self) -> None:
        """Look at all connections again and again, until this is cancelled."""
        while True:  # connections can only be looked at again and again
            await asyncio.sleep(min(LOOK, self.limits.heard_within))
            self.look(asyncio.get_running_loop().time())

    def look(self, now: float) -> None:
        """End connections that are silent for too long, or take nothing of what they are sent."""
        for visit in list(self.visits.values()):
            waiting = visit.transport.get_write_buffer_size()
            if waiting == 0 or waiting < visit.waiting or visit.stuck is None:
                visit.stuck = now
            visit.waiting = waiting
            if now - visit.stuck > self.limits.taken_within or (
                    not visit.heard and now - visit.since > self.limits.heard_within):
                visit.transport.abort()

    # -- requests -----------------------------------------------------------------------------

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        visit = self.visits.get(tuple(scope.get("client") or ("", 0))[:2])
        if visit is None:
            await self.app(scope, receive, send)
            return
        heard = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        visit.heard += heard

        async def receive_heard() -> Message:
            nonlocal heard
            message = await receive()
            is_whole = message["type"] == "websocket.receive" or (
                message["type"] == "http.request" and not message.get("more_body"))
            if is_whole and not heard:
                heard = True
                visit.heard += 1
            return message

        try:
            await self.app(scope, receive_heard, send)
        finally:
            visit.heard -= heard
            visit.since = asyncio.get_running_loop().time()

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        watching = asyncio.create_task(self.watch())
        try:
            await self.app(scope, receive, send)
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching

    # -- serving ------------------------------------------------------------------------------

    def config(self) -> uvicorn.Config:
        """How a server serves through this door."""
        self.most = _most(self.limits)
        made = uvicorn.Config(
            self, log_level="warning", ws_per_message_deflate=False, ws_max_size=LARGEST,
            timeout_graceful_shutdown=1, backlog=BACKLOG, limit_concurrency=self.most + 1)
        made.load()
        made.http_protocol_class = self._guard(made.http_protocol_class)
        if made.ws_protocol_class is not None:
            made.ws_protocol_class = self._guard(made.ws_protocol_class)
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).addFilter(Throttle())
        return made

    def serve(self, door: socket.socket) -> None:
        """Serve until it is stopped."""
        uvicorn.Server(self.config()).run(sockets=[door])

    def _guard(self, base: Any) -> Any:
        """Extend a protocol so that its connections come through this door."""

        def connection_made(protocol: Any, transport: asyncio.Transport) -> None:
            base.connection_made(protocol, transport)
            self.enter(transport)

        def connection_lost(protocol: Any, error: Exception | None) -> None:
            base.connection_lost(protocol, error)
            self.leave(protocol.transport)

        return type(base.__name__, (base,), {"connection_made": connection_made,
                                             "connection_lost": connection_lost})


class Throttle(logging.Filter):
    """Lets only so many messages into a log in a while, so that nobody outside fills the disk."""

    def __init__(self) -> None:
        super().__init__()
        self.began, self.count = 0.0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        if record.created - self.began > WHILE:
            self.began, self.count = record.created, 0
        self.count += 1
        return self.count <= LINES


def _client(transport: asyncio.Transport) -> Client | None:
    told = transport.get_extra_info("peername")
    return (str(told[0]), int(told[1])) if isinstance(told, tuple) else None


def _is_own(host: str) -> bool:
    """Whether a connection comes from this machine, perhaps from a proxy that runs here."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _most(limits: Limits) -> int:
    """As many connections as there are files for, of which some are kept back."""
    try:
        import resource
    except ImportError:   # only where there is such a thing
        return limits.all
    wanted = limits.all + limits.files
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return limits.all
    return max(FEWEST, min(limits.all, soft - limits.files))
