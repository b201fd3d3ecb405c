"""Silent, slow and many connections: they shut nobody out, and write no log without end."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import subprocess
import sys
import threading
import urllib.request
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

import uvicorn
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tilewright.cli.table import _door
from tilewright.table import door as doors
from tilewright.table.door import Door, Limits, Throttle, Visit
from tilewright.table.server import Server
from tilewright.table.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOST, LATE = "127.0.0.1", 60
HEAD = f"POST /api/tables HTTP/1.1\r\nhost: {HOST}\r\n"
UNFINISHED = {
    "nothing": "", "half a head": HEAD, "no body": f"{HEAD}content-length: 90\r\n\r\n",
    "half a body": f'{HEAD}origin: http://{HOST}\r\ncontent-length: 90\r\n\r\n{{"number":',
    "a socket without a hello": (
        f"GET /ws HTTP/1.1\r\nhost: {HOST}\r\norigin: http://{HOST}\r\nupgrade: websocket\r\n"
        "connection: upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")}


@contextmanager
def serving(folder: Path, **limits: Any) -> Iterator[tuple[Door, int]]:
    """A server in a thread, with limits of its own."""
    store = Store(folder / "tables.sqlite")
    door = Door(Server(store, [HOST], [("tictactoe", [])]).app(), Limits(**limits))
    opened = _door(HOST, 0)
    server = uvicorn.Server(door.config())
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]}, daemon=True)
    thread.start()
    try:
        yield door, opened.getsockname()[1]
    finally:
        server.force_exit = server.should_exit = True
        thread.join(LATE)
        store.close()
        opened.close()


def come(port: int, said: str = "", source: str = HOST) -> socket.socket:
    made = socket.create_connection((HOST, port), LATE, (source, 0))
    made.sendall(said.encode())
    return made


def is_cut(line: socket.socket) -> bool:
    """Whether the other end closes a connection; what it says before is of no interest."""
    with suppress(ConnectionError):
        while line.recv(65_536):
            pass
    return True


def status(port: int, source: str = HOST) -> str:
    with come(port, f"GET / HTTP/1.1\r\nhost: {HOST}\r\nconnection: close\r\n\r\n", source) as line:
        return line.recv(12).decode()


@pytest.mark.parametrize("name", UNFINISHED)
def test_what_never_ends_is_cut_off(name: str, tmp_path: Path) -> None:
    with serving(tmp_path, heard_within=0.2) as (_, port), come(port, UNFINISHED[name]) as line:
        assert is_cut(line)
        assert status(port) == "HTTP/1.1 200"


@pytest.mark.parametrize("name", UNFINISHED)
def test_silent_connections_make_room_for_others(name: str, tmp_path: Path) -> None:
    with serving(tmp_path, silent=8) as (door, port), ExitStack() as stack:
        lines = [stack.enter_context(come(port, UNFINISHED[name])) for _ in range(20)]
        assert status(port) == "HTTP/1.1 200"
        assert len(door.visits) <= 9
        # Those that came first had to go.
        assert all(map(is_cut, lines[:11]))


def test_one_address_leaves_room_for_others(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "_is_own", lambda _: False)
    with serving(tmp_path, of_one=4) as (_, port), ExitStack() as stack:
        url = f"http://{HOST}:{port}"
        asked = urllib.request.Request(
            f"{url}/api/tables", method="POST", headers={"origin": url},
            data=json.dumps({"number": 0, "players": 2, "seats": ["me", "me"]}).encode())
        with urllib.request.urlopen(asked) as answer:
            told = json.loads(answer.read())
        for _ in range(4):
            page = stack.enter_context(connect(f"ws://{HOST}:{port}/ws", origin=url))
            page.send(json.dumps({"t": "hello", "v": 1, "table": told["table"],
                                  "seat": told["watch"]}))
            assert json.loads(page.recv())["t"] == "scene"
        with pytest.raises((WebSocketException, OSError)):
            connect(f"ws://{HOST}:{port}/ws", origin=url)
        if sys.platform == "linux":   # where all of 127.0.0.0/8 is this machine
            assert status(port, "127.0.0.2") == "HTTP/1.1 200"


class Transport:
    """The end of a connection, as far as a door looks at it."""

    def __init__(self) -> None:
        self.waiting, self.is_ended = 0, False

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.is_ended = True


@pytest.mark.parametrize(("waiting", "ends"), [
    ([9, 9, 9, 9], True), ([9, 9, 12, 15], True), ([9, 8, 7, 6], False), ([9, 9, 0, 9], False),
    ([0, 0, 0, 0], False)])
def test_whoever_takes_nothing_of_what_is_sent_is_cut_off(
        waiting: list[int], *, ends: bool) -> None:
    end: Any = Transport()
    door = Door(None, Limits(taken_within=25))  # type: ignore[arg-type]
    door.visits[HOST, 1] = Visit(end, since=0, heard=1)
    for turn, size in enumerate(waiting):
        end.waiting = size
        door.look(10.0 * turn)
    assert end.is_ended is ends


def test_there_are_no_more_connections_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    limits = Limits()
    for soft, hard, most in ((1_024, 1_024, 768), (100, 300, 64), (256, 9_999, limits.all)):
        held = [(soft, hard)]
        monkeypatch.setattr(resource, "getrlimit", lambda _, held=held: held[-1])
        monkeypatch.setattr(resource, "setrlimit", lambda _, to, held=held: held.append(to))
        assert doors._most(limits) == most


def test_a_log_ends_somewhere() -> None:
    throttle, record = Throttle(), logging.makeLogRecord({"msg": "accept failed", "created": 1e9})
    assert sum(throttle.filter(record) for _ in range(10_000)) == doors.LINES
    record.created += doors.WHILE + 1
    assert throttle.filter(record)


@pytest.mark.skipif(sys.platform != "linux", reason="files are counted otherwise here")
def test_a_server_with_few_files_answers_among_many_silent_connections(tmp_path: Path) -> None:
    program = ("import resource, sys\nfrom tilewright.__main__ import main\n"
               "resource.setrlimit(resource.RLIMIT_NOFILE, (160, 160))\n"
               "sys.argv = ['tilewright', *sys.argv[1:]]\nmain()\n")
    command = [sys.executable, "-c", program, "table", "tictactoe", "--port", "0", "--no-open",
               "--keep", str(tmp_path / "tables.sqlite")]
    with (tmp_path / "log").open("wb") as log, subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True) as running:
        try:
            assert running.stdout is not None
            said = running.stdout.readline()
            port = int(said.split(":")[2].split("/")[0])
            with ExitStack() as stack:
                for _ in range(400):
                    stack.enter_context(come(port))
                assert status(port) == "HTTP/1.1 200"
        finally:
            running.terminate()
    assert (tmp_path / "log").stat().st_size < 200_000


def test_requests_that_follow_each_other_are_each_heard() -> None:
    """Between two requests a connection keeps silent; while it is answered it does not."""
    seen: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        del scope, send
        seen.append(door.visits[HOST, 1].heard)
        await receive()
        seen.append(door.visits[HOST, 1].heard)

    async def told() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    end: Any = Transport()
    door = Door(app)
    door.visits[HOST, 1] = Visit(end, since=0)
    for method in ("GET", "POST", "POST"):
        asyncio.run(door({"type": "http", "method": method, "client": (HOST, 1)}, told, told))  # type: ignore[arg-type]
    assert seen == [1, 1, 0, 1, 0, 1]
    assert door.visits[HOST, 1].heard == 0
