"""How strong bots are, each against the one below it; makes the page `docs/bots.md`.

Not a test. On two cores it takes about half an hour, most of it for Yamataï:

    .venv/bin/python tests/ladder.py                      # play all, and write docs/bots.md
    .venv/bin/python tests/ladder.py --only connect_four  # play one game; the others stay as kept
    .venv/bin/python tests/ladder.py --page               # only the page, from what is kept

In a block of games of one seed the stronger bot sits at each seat in turn, and all others are the
weaker one. Figures are kept in `docs/bots.json`.
"""

from __future__ import annotations

import argparse
import json
import os
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import tilewright
from tilewright.kernel.chance import mixed
from tilewright.lab.numbers.sequences import interval
from tilewright.playing.bots import bot_named
from tilewright.playing.processes import shared
from tilewright.playing.stream import Stream

DOCS = Path(__file__).resolve().parent.parent / "docs"
FIGURES, PAGE = DOCS / "bots.json", DOCS / "bots.md"
# OpenSpiel counts a win as 1 and a loss as -1, we as 1 and 0: this is as curious as our search.
CURIOUS = 1.4


class Match(NamedTuple):
    """One bot at one seat, another one at all others."""

    game: str
    players: int
    bot: str
    others: str
    blocks: int


MATCHES = (
    Match("tictactoe", 2, "greedy", "random", 100),
    Match("tictactoe", 2, "mcts:100", "greedy", 100),
    Match("tictactoe", 2, "mcts:1000", "mcts:100", 100),
    Match("tictactoe", 2, "mcts:1000", "greedy", 100),
    Match("connect_four", 2, "greedy", "random", 100),
    Match("connect_four", 2, "mcts:100", "greedy", 100),
    Match("connect_four", 2, "mcts:1000", "mcts:100", 100),
    Match("connect_four", 2, "mcts:1000", "greedy", 100),
    Match("connect_four", 2, "mcts:100", "openspiel:100", 200),
    Match("connect_four", 2, "mcts:1000", "openspiel:1000", 100),
    Match("namiji", 3, "greedy", "random", 60),
    Match("namiji", 3, "mcts:100", "greedy", 60),
    Match("namiji", 3, "mcts:1000", "mcts:100", 30),
    Match("namiji", 3, "mcts:1000", "greedy", 30),
    Match("yamatai", 2, "greedy", "random", 30),
    Match("yamatai", 2, "mcts:100", "greedy", 20),
    Match("yamatai", 2, "mcts:1000", "mcts:100", 10),
    Match("yamatai", 2, "mcts:1000", "greedy", 10),
)


@cache
def _game(name: str) -> tilewright.Game:
    return tilewright.load(name)


def _theirs(playouts: int, seed: int) -> Any:
    import pyspiel

    game = pyspiel.load_game("connect_four")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), CURIOUS, playouts, 1000,
                          False, seed, False)
    return game.new_initial_state(), bot


def _won(match: Match, block: int, mine: int) -> float:
    """The share of the win of the bot at one seat."""
    state = _game(match.game).new(match.players, block)
    rngs = [Stream(mixed(block) + seat) for seat in range(match.players)]
    playouts = match.others.removeprefix("openspiel:")
    theirs, bot = _theirs(int(playouts), block) if playouts != match.others else (None, None)
    while not state.over:
        seat = state.decider
        assert seat is not None
        if seat != mine and theirs is not None:
            move = state.legal()[theirs.legal_actions().index(bot.step(theirs))]
        else:
            named = bot_named(match.bot if seat == mine else match.others)
            move = named(state.view(seat), rngs[seat])
        if theirs is not None:
            theirs.apply_action(theirs.legal_actions()[state.legal().index(move)])
        state.apply(move)
    won = state.winners()
    return (mine in won) / len(won) if won else 1 / match.players


def _block(match: Match, block: int) -> list[float]:
    return [_won(match, block, seat) for seat in range(match.players)]


def played(match: Match) -> dict[str, Any]:
    """The share of the win, and how many games were lost altogether."""
    rows = list(shared(partial(_block, match), match.blocks, os.cpu_count() or 1, "fork"))
    found = interval([sum(row) / len(row) for row in rows], bounds=(0, 1))
    told = {**match._asdict(), "share": round(found.mean, 4), "low": round(found.low, 4),
            "high": round(found.high, 4), "lost": sum(one == 0 for row in rows for one in row)}
    print(told, flush=True)
    return told


HEAD = """# How strong bots are

<!-- Made by tests/ladder.py from docs/bots.json; do not edit. -->

A bot takes a seat wherever seats are named: `tilewright play namiji --seats human,mcts:500,bot`,
`tilewright simulate yamatai --bot mcts:100`, or at the table in the browser. Each gets what its
seat may know, and nothing else.

| bot | what it does |
| --- | --- |
| `random` | any move, all equally likely |
| `greedy` | the move after which it leads most, in one way that hidden things may lie |
| `mcts:500` | plays 500 games on from each decision, mostly where it looks good |
| `mcts:200ms` | the same for so long; another machine then plays otherwise |
| `mcts:500x2` | two such trees at once, on two cores, added up |
| `mcts:500+hints` | judges by points and [hints](#hints) where it would play on at random |

Where all choose with `secretly`, `greedy` says little: only the last seat to choose sees what
comes of it, and wins far more often. Take `mcts` there, or `random` for a look at the rules.

What a search plays on from are worlds that agree with all that its seat knows, so it cannot peek.
It is a good playtester; it does not play for being hard to read, and does not bluff as people do.

## Hints

Where points come late, a bot that looks one move ahead sees nothing to like. A game can say under
`bots` what things are worth meanwhile, in points, as expressions for `me`; a variant can change it
or begin it:

```yaml
bots:
  seeds: 3 * me.seeds
  cards: 2 * size(me.cards)
```

Greedy bots add this to the points of each seat until the game is over. A search plays games to
their end, where points alone count, and needs hints only where a game is too long for that. With
`+hints` it does not play on, and judges by points and hints how far each seat leads. Which is
better depends on the game. In Namiji random moves hardly ever fill a row of fish: with the hints of
[house numbers](house-numbers.md#the-piers-of-namiji) two `mcts:200` won 1 of 20 games against two
greedy bots, and two `mcts:200+hints` won 14. In Mancala, where random moves lead to a fair end,
`mcts:300+hints` with a hint for seeds in the store won 11½ of 40 games against `mcts:300`. Hints
change no rule and no score, and `check` looks at them as at any expression.

## The ladder

Below, one bot sits at each seat in turn against the other one at all other seats, in games of the
same seed. An even share is 50% with two players and 33% with three. Intervals are those of 95%
over blocks of games of one seed, and stay true however often one looks.

| game | players | bot | against | share of the wins | games | of them not won at all |
| --- | ---: | --- | --- | --- | ---: | ---: |
"""
TAIL = """
OpenSpiel's search in Connect Four is `MCTSBot` of OpenSpiel {openspiel} with one random playout for
each look, `uct_c` {curious} (its results go from -1 to 1, ours from 0 to 1) and no solver.
"""


def page(rows: list[dict[str, Any]], versions: dict[str, str]) -> str:
    lines = [
        f"| {row['game']} | {row['players']} | `{row['bot']}` | {_who(row['others'])} | "
        f"{row['share']:.0%} ({row['low']:.0%} to {row['high']:.0%}) | "
        f"{row['blocks'] * row['players']} | {row['lost']} |" for row in rows]
    return HEAD + "\n".join(lines) + "\n" + TAIL.format(curious=CURIOUS, **versions)


def _who(name: str) -> str:
    playouts = name.removeprefix("openspiel:")
    return f"`{name}`" if playouts == name else f"OpenSpiel's search, {playouts} playouts"


def _keep(row: dict[str, Any]) -> None:
    """Put a row in the place of the one of the same match, in the order of matches."""
    kept = json.loads(FIGURES.read_text("utf-8")) if FIGURES.is_file() else {"rows": []}
    rows = {_match(one): one for one in (*kept["rows"], row)}
    versions = {"openspiel": version("open_spiel"), "tilewright": tilewright.__version__}
    told = {"versions": versions, "rows": [
        rows[match[:4]] for match in MATCHES if match[:4] in rows]}
    FIGURES.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _match(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["game"], row["players"], row["bot"], row["others"]


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asks.add_argument("--only", action="append", help="the id of a game")
    asks.add_argument("--blocks", type=int, help="other numbers of blocks than usual")
    asks.add_argument("--page", action="store_true", help="play nothing")
    given = asks.parse_args()
    if not given.page:
        for match in MATCHES:
            if given.only is None or match.game in given.only:
                _keep(played(match._replace(blocks=given.blocks or match.blocks)))
    kept = json.loads(FIGURES.read_text("utf-8"))
    PAGE.write_text(page(kept["rows"], kept["versions"]), encoding="utf-8")


if __name__ == "__main__":
    main()
