"""A server of boardgame.io with tic-tac-toe, and tables there that are driven as ours are."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import connect

from tilewright.table.load import Driven

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Data = dict[str, Any]
FETCHING = 300
SPACE = "/tictactoe"
# Since 4.2.0 it copies its list of handlers; boardgame.io 0.50.2 adds its own later, so that every
# address would answer 404.
PINNED = {"koa-compose": "4.1.0"}
SERVER = """
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');
const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'];

const game = {
  name: 'tictactoe',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ cells: new Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark({ G, playerID }, at) {
      if (G.cells[at] !== null) return INVALID_MOVE;
      G.cells[at] = playerID;
    },
  },
  endIf({ G }) {
    for (const [a, b, c] of LINES) {
      const mark = G.cells[a];
      if (mark !== null && mark === G.cells[b] && mark === G.cells[c]) return { winner: mark };
    }
    if (!G.cells.includes(null)) return { draw: true };
  },
};

const server = Server({ games: [game], origins: [] });
server.router.get('/settled', (ctx) => { global.gc(); ctx.body = 'yes'; });
server.run(0).then(({ appServer }) => console.log('port', appServer.address().port));
"""


class Answering:
    """A socket that answers pings whenever somebody reads from it."""

    def __init__(self, line: Any) -> None:
        self.send, self.close, self._received = line.send, line.close, line.recv

    async def recv(self) -> str:
        while (text := await self._received()) == "2":
            await self.send("3")
        return str(text)


class Beside(Driven):
    """A table of boardgame.io, over Socket.IO as its own client uses it."""

    async def open(self) -> None:
        made = await asyncio.to_thread(self.posted, f"/games{SPACE}/create", {"numPlayers": 2})
        self.match, self.keys = made["matchID"], []
        for seat in ("0", "1"):
            joined = await asyncio.to_thread(self.posted, f"/games{SPACE}/{self.match}/join",
                                             {"playerID": seat, "playerName": seat})
            self.keys.append(joined["playerCredentials"])
            line = Answering(await connect(
                self.url.replace("http", "ws") + "/socket.io/?EIO=4&transport=websocket",
                compression=None, max_size=None, ping_interval=None))
            await self._until(line, "0")
            await line.send(f"40{SPACE},")
            await self._until(line, "40")
            await line.send(_event("sync", self.match, seat, self.keys[-1], 2))
            text = await self._until(line, _event("sync")[:-1])
            self.lines.append(line)
            self.seen.append(_stood(json.loads(text[text.index("["):])[2]["state"]))

    @staticmethod
    async def _until(line: Answering, start: str) -> str:
        while not (text := await line.recv()).startswith(start):
            assert not text.startswith("44"), text
        return text

    def decider(self) -> int | None:
        seen = self.seen[0]
        return None if seen["over"] else int(seen["who"])

    def chosen(self, seat: int) -> str:
        seen = self.seen[seat]
        at = self.rng.choice([at for at, mark in enumerate(seen["cells"]) if mark is None])
        payload = {"type": "mark", "args": [at], "playerID": str(seat),
                   "credentials": self.keys[seat]}
        return _event("update", {"type": "MAKE_MOVE", "payload": payload}, seen["n"], self.match,
                      str(seat))

    def step(self, text: str) -> Data | None:
        if not text.startswith(_event("update")[:-1]):
            return None
        return _stood(json.loads(text[text.index("["):])[2])


def _event(*words: Any) -> str:
    """A message of Socket.IO: an event with what it carries."""
    return f"42{SPACE}," + json.dumps(words, separators=(",", ":"))


def _stood(state: Data) -> Data:
    return {"n": state["_stateID"], "cells": state["G"]["cells"],
            "who": state["ctx"]["currentPlayer"], "over": "gameover" in state["ctx"]}


# -- the two servers ------------------------------------------------------------------------------


def fetched(folder: Path) -> str:
    """Install boardgame.io into a folder; its version, or nothing if it cannot be had."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        print("boardgame.io is left out: there is no node or no npm here")
        return ""
    (folder / "package.json").write_text(json.dumps({"overrides": PINNED}), encoding="utf-8")
    try:
        subprocess.run([npm, "install", "--no-audit", "--no-fund", "--ignore-scripts",
                        "boardgame.io@latest"], cwd=folder, check=True, capture_output=True,
                       text=True, timeout=FETCHING)
    except (subprocess.SubprocessError, OSError) as error:
        lines = str(getattr(error, "stderr", "") or error).splitlines()
        said = next((line for line in lines if "error" in line), str(error))
        print(f"boardgame.io is left out: npm cannot fetch it ({said})")
        return ""
    told = json.loads((folder / "node_modules/boardgame.io/package.json").read_text("utf-8"))
    return str(told["version"])


@contextmanager
def served_beside(folder: Path) -> Iterator[tuple[str, int]]:
    """The server of boardgame.io in a process of its own: its address and its number."""
    (folder / "server.js").write_text(SERVER, encoding="utf-8")
    with subprocess.Popen(["node", "--expose-gc", "server.js"], cwd=folder, text=True,
                          stdout=subprocess.PIPE,
                          env={**os.environ, "NODE_ENV": "production"}) as running:
        assert running.stdout is not None
        try:
            port = next(line.split()[1] for line in running.stdout if line.startswith("port"))
            yield f"http://127.0.0.1:{port}", running.pid
        finally:
            running.terminate()
