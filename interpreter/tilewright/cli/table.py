"""`tilewright table`: games in a browser."""

from __future__ import annotations

import ipaddress
import socket
import sqlite3
import webbrowser
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.playing.bots import bot_named
from tilewright.problems import UsageError, printable
from tilewright.text import need_language

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.playing.game import Game
    from tilewright.table.server import Server

LOCAL = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Begun:
    """A table that is opened at once: who sits there, and in which language."""

    seats: list[str]
    lang: str | None = None


def serve(game: str | None, variants: list[str], host: str, port: int, keep: Path | None,
          begun: Begun, *, opens: bool) -> None:
    """Serve tables until it is stopped; prints the address first."""
    try:
        from tilewright.playing.game import load
        from tilewright.table.door import Door
        from tilewright.table.server import Server, all_games
        from tilewright.table.store import Store
    except ModuleNotFoundError as missing:
        raise UsageError(f"the table needs '{missing.name}', which is not installed; install it "
                         'with: pip install "tilewright[table]"') from None
    if game is None and begun.seats:
        raise UsageError("name the game at which they sit: tilewright table GAME --seats me,bot")
    if game is not None:
        # What cannot be is told here, before anything is served.
        _check(load(game, variants), begun)
    hosts, file = _hosts(host), _file(keep)
    try:
        store = Store(file)
    except sqlite3.Error as error:
        raise UsageError(f"'{printable(file)}' holds no tables: {error}; name another file with "
                         "'--keep'") from error
    games = all_games() if game is None else [(game, variants)]
    with closing(store), closing(_door(host, port)) as door:
        address = f"http://{'localhost' if host in LOCAL else host}:{door.getsockname()[1]}/"

        async def begin(server: Server) -> None:
            path = await server.first(begun.seats) if begun.seats else ""
            lang = f"?lang={begun.lang}" if begun.lang else ""
            page, _, token = path.partition("#")
            _announce(f"{address}{page}{lang}{'#' if token else ''}{token}", host, opens=opens)

        Door(Server(store, hosts, games, begin=begin).app()).serve(door)


def _check(game: Game, begun: Begun) -> None:
    """Refuse seats that nobody can sit at, and a language that the game has not."""
    from tilewright.table.lobby import PERSONS

    if begun.seats:
        game.program(len(begun.seats))
    for seat in begun.seats:
        if seat not in (*PERSONS, "bot"):
            bot_named(seat)
    if begun.lang is not None:
        need_language(game.model, begun.lang)


def _announce(address: str, host: str, *, opens: bool) -> None:
    print(f"Tilewright is at {address}  (stop it with Ctrl-C)", flush=True)
    if host not in LOCAL:
        print("Whoever reaches this machine by that name can open tables here; seats need their "
              "links.", flush=True)
    if opens:
        webbrowser.open(address)


def _door(host: str, port: int) -> socket.socket:
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(kind, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Otherwise a small message can wait 40 ms until the page has confirmed the one before.
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        door.bind((host, port))
        door.listen()
    except (OSError, OverflowError) as error:
        door.close()
        raise UsageError(f"port {port} of '{host}' cannot be had: "
                         f"{getattr(error, 'strerror', None) or error}; try '--port 0' for any "
                         "that is free") from error
    return door


def _hosts(host: str) -> list[str]:
    """The names under which pages may be asked for; never any name at all."""
    own = [host]
    try:
        if ipaddress.ip_address(host).is_unspecified:
            raise UsageError(f"'{host}' is no name under which others find this machine; give its "
                             "own address")
    except ValueError:
        pass
    return [*dict.fromkeys([*LOCAL, "[::1]", *own])]


def _file(keep: Path | None) -> str:
    """Where tables are kept."""
    from platformdirs import user_data_path

    path = keep or user_data_path("tilewright", appauthor=False) / "tables.sqlite"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"tables cannot be kept in '{path}': {error.strerror}; name another file "
                         "with '--keep'") from error
    return str(path)
