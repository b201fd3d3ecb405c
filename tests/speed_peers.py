"""Those who are measured beside us: programs of others, each asked in a process of its own.

They come from registries into a folder that is gone afterwards; who cannot be had is left out.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyspiel

if TYPE_CHECKING:
    from tilewright.cli.race import Round, Runner

FETCHING = 300
ZOO = Path(__file__).parent / "speed_pettingzoo.py"
# As boardgame.io has it for a game without a server: its own client, in the same process.
BOARDGAMEIO = """
const { Client } = require('boardgame.io/client');
const { INVALID_MOVE } = require('boardgame.io/core');
const other = (id) => (id === '0' ? '1' : '0');

const line = (marks, at, cols, rows, need) => {
  const mark = marks[at], x = at % cols, y = Math.floor(at / cols);
  return [[1, 0], [0, 1], [1, 1], [1, -1]].some(([dx, dy]) => {
    let count = 1;
    for (const sign of [1, -1]) {
      let cx = x + sign * dx, cy = y + sign * dy;
      while (cx >= 0 && cx < cols && cy >= 0 && cy < rows && marks[cy * cols + cx] === mark) {
        count += 1; cx += sign * dx; cy += sign * dy;
      }
    }
    return count >= need;
  });
};

const board = (cols, rows, need, drops) => {
  const landing = (marks, at) => {
    if (!drops) return marks[at] === null ? at : -1;
    for (let y = 0; y < rows; y += 1) if (marks[y * cols + at] === null) return y * cols + at;
    return -1;
  };
  return {
    rules: {
      setup: () => ({ marks: new Array(cols * rows).fill(null), last: -1 }),
      turn: { minMoves: 1, maxMoves: 1 },
      moves: {
        put({ G, playerID }, at) {
          const to = landing(G.marks, at);
          if (to < 0) return INVALID_MOVE;
          G.marks[to] = playerID;
          G.last = to;
        },
      },
      endIf({ G }) {
        if (G.last >= 0 && line(G.marks, G.last, cols, rows, need)) {
          return { winner: G.marks[G.last] };
        }
        if (!G.marks.includes(null)) return { draw: true };
      },
    },
    legal: (G) => Array.from({ length: drops ? cols : cols * rows }, (_, at) => at)
      .filter((at) => landing(G.marks, at) >= 0),
  };
};
const GAMES = { tictactoe: board(3, 3, 3, false), connect_four: board(7, 6, 4, true) };

for (const game of Object.values(GAMES)) {
  game.client = Client({ game: game.rules, numPlayers: 2, debug: false });
}

const play = ({ client, legal }) => {
  client.reset();
  let decisions = 0;
  for (;;) {
    const { G, ctx } = client.getState();
    if (ctx.gameover) return decisions;
    const moves = legal(G);
    client.moves.put(moves[Math.floor(Math.random() * moves.length)]);
    decisions += 1;
  }
};

const version = require('boardgame.io/package.json').version;
console.log(JSON.stringify({ 'boardgame.io': version, node: process.versions.node }));
require('readline').createInterface({ input: process.stdin }).on('line', (asked) => {
  const [name, seconds] = asked.split(' ');
  let decisions = 0, games = 0;
  const began = performance.now();
  while (performance.now() - began < 1000 * seconds || games === 0) {
    decisions += play(GAMES[name]);
    games += 1;
  }
  console.log(JSON.stringify([decisions, games, (performance.now() - began) / 1000]));
});
"""


class Apart:
    """A process that plays random games when it is asked."""

    def __init__(self, command: list[str], folder: Path | None = None) -> None:
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "NODE_ENV": "production", "PYTHONPATH": ""})
        self.versions: dict[str, str] = self._answer()

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def runner(self, name: str) -> Runner:
        def play(seconds: float, number: int) -> Round:
            assert self.process.stdin is not None
            self.process.stdin.write(f"{name} {seconds} {number}\n")
            self.process.stdin.flush()
            decisions, games, taken = self._answer()
            return taken / decisions, decisions / games

        return play

    def end(self) -> None:
        with self.process as process:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()


def python_with(folder: Path, *packages: str) -> Path | None:
    """A Python that has some packages, in a folder; nothing if they cannot be had."""
    print(f"fetching {', '.join(packages)} …", flush=True)
    python = folder / "bin" / "python"
    try:
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True,
                       capture_output=True, text=True, timeout=FETCHING)
    except (subprocess.SubprocessError, OSError) as error:
        lines = str(getattr(error, "stderr", "") or error).strip().splitlines()
        print(f"  left out: pip cannot fetch it ({lines[-1] if lines else error})")
        return None
    return python


def zoo(folder: Path) -> Apart | None:
    """PettingZoo, with what its classic games ask for."""
    python = python_with(folder, "pettingzoo", "pygame", "chess")
    return None if python is None else Apart([str(python), str(ZOO)])


def zoo_here() -> Apart:
    """Our door to PettingZoo, asked in the same way."""
    return Apart([sys.executable, str(ZOO)])


def boardgameio(folder: Path) -> Apart | None:
    from boardgameio import fetched

    print("fetching boardgame.io …", flush=True)
    if not fetched(folder):
        return None
    (folder / "play.js").write_text(BOARDGAMEIO, encoding="utf-8")
    return Apart(["node", "play.js"], folder)


# -- OpenSpiel, in this process -------------------------------------------------------------------


def driven(text: str) -> Runner:
    """A game of OpenSpiel, move by move from Python; chance is drawn in Python too."""
    game = pyspiel.load_game(text)

    def play(seconds: float, number: int) -> Round:
        rng, decisions, games = random.Random(number), 0, 0
        began = time.perf_counter()
        while time.perf_counter() - began < seconds or games == 0:
            decisions += _one(game.new_initial_state(), rng)
            games += 1
        return (time.perf_counter() - began) / decisions, decisions / games

    return play


def _one(state: Any, rng: random.Random) -> int:
    decisions, draw = 0, rng.random
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            decisions += 1
    return decisions


def inside(text: str) -> Runner:
    """The same game between random bots of OpenSpiel: a call plays a whole game in C++.

    Decisions cannot be seen there without asking for them, so they are counted afterwards.
    """
    game = pyspiel.load_game(text)

    def play(seconds: float, number: int) -> Round:
        bots = [pyspiel.make_uniform_random_bot(seat, number * 10 + seat)
                for seat in range(game.num_players())]
        played = []
        began = time.perf_counter()
        while (taken := time.perf_counter() - began) < seconds or not played:
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, len(played) + 1000 * number)
            played.append(state)
        some = played[:COUNTED]
        decisions = sum(one.player >= 0 for state in some for one in state.full_history())
        each = decisions / len(some)
        return taken / (len(played) * each), each

    return play


# Of how many games of a round the decisions are counted.
COUNTED = 400
