"""Many tables driven at once: the figures are sane, whatever the machine."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from command_line import run_here
from tilewright.cli.table import _door
from tilewright.table import load

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES, LATE = 3, 120


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, int]]:
    with load.served("tictactoe", []) as found:
        yield found


def in_time(work: Any) -> Any:
    """What never comes is a failure, not a test that hangs."""
    return asyncio.run(asyncio.wait_for(work, LATE))


def test_the_figures_of_some_tables(server: tuple[str, int]) -> None:
    url, pid = server
    told = in_time(load.drive(url, TABLES, 2, 0.5, 0, partial(load.memory_mb, pid)))
    assert (told["tables"], told["seats"], told["think_s"]) == (TABLES, 2, 0)
    assert told["moves"] > 0
    assert told["moves_per_second"] > 0
    for name in ("all_seats_ms", "step_bytes"):
        found = told[name]
        assert 0 < found["median"] <= found["p95"] <= found["p99"], name
    if sys.platform == "linux":
        # The server itself, and the process that plays the game.
        assert len(load._family(pid)) > 1
        assert all(held > 20 for held in told["looked"])


async def played(url: str, moves: int) -> tuple[load.Driven, list[tuple[int, int | None]]]:
    """A table after so many moves; before each how many had been made, and whose turn it was."""
    driven, before = load.Driven(url, 2, 7), []
    await driven.open()
    for _ in range(moves):
        before.append((driven.seen[0]["n"], driven.decider()))
        await driven.move()
    await driven.close()
    return driven, before


def test_a_game_that_has_ended_is_followed_by_another(server: tuple[str, int]) -> None:
    """No game of tic-tac-toe has more than 9 moves; every move is told to both seats."""
    driven, before = in_time(played(server[0], 20))
    assert len(driven.figures.waits) == 20
    assert 2 <= driven.figures.ended <= 3
    assert [turn for _, turn in before].count(None) == driven.figures.ended
    assert len(driven.figures.steps) == 2 * 20
    assert max(n for n, _ in before) <= 9
    assert all(turn in (n % 2, None) for n, turn in before)


def test_small_messages_go_out_at_once() -> None:
    """Whoever comes through the door; 40 ms for the first move of each page were lost here."""
    with (_door("127.0.0.1", 0) as door, socket.create_connection(door.getsockname()),
          door.accept()[0] as line):
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


QUANTILES = {
    "nothing": ([], (0.0, 0.0, 0.0)),
    "one": ([3.0], (3.0, 3.0, 3.0)),
    "alike": ([5.0] * 10, (5.0, 5.0, 5.0)),
    "a hundred": ([float(n) for n in range(1, 101)], (50.5, 95.05, 99.01)),
}


@pytest.mark.parametrize("name", QUANTILES)
def test_the_middle_and_the_tail(name: str) -> None:
    found, (median, p95, p99) = QUANTILES[name]
    assert load._quantiles(found) == {"median": median, "p95": p95, "p99": p99}


def bench(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tilewright", "bench", *args], check=False,
                          capture_output=True, text=True, timeout=LATE)


def test_tables_are_measured_from_the_command_line() -> None:
    done = bench("tictactoe", "--table", "2", "--seconds", "0.2", "--think", "0", "--json", "-")
    assert (done.returncode, done.stderr) == (0, "")
    (row,) = json.loads(done.stdout)
    assert (row["game"], row["tables"], row["seats"]) == ("tictactoe", 2, 2)
    assert row["moves"] > 0
    assert set(row["memory_mb"]) == {"idle", "one_table", "all"}
    assert "looked" not in row


REFUSED = {
    "no tables": (["tictactoe", "--table", "0"], "--table"),
    "more than a server has": (["tictactoe", "--table", "451"], "--table"),
    "a pause below nothing": (["tictactoe", "--table", "2", "--think", "-1"], "--think"),
    "no such game": (["nosuchgame", "--table", "2"], "cannot be served"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_measured_is_said(name: str) -> None:
    args, said = REFUSED[name]
    done = run_here("bench", *args)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
