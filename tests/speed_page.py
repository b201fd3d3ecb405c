"""The page of speeds, from the figures that `speed.py` keeps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from beside_catanatron import DIFFERENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Data = dict[str, Any]
DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE, FIGURES = DOCS / "speed.md", DOCS / "speed.json"
NONE = "–"

HEAD = """# How fast it is

<!-- Made by tests/speed.py from docs/speed.json; do not edit. -->

Random games, as many as fit: list the moves, take one, go on; when a game ends, begin the next.
Counted are decisions a second. What stands in one row was measured in the same run, in turns, one
after the other, and the best round of each counts, so that all see the same machine. Speeds are
figures of one day on one machine; ratios say more. All digits are kept in
[speed.json](speed.json).

**Python** is the code that the compiler makes of the rules, driven move by move from Python.
**Native** is the same program as a WebAssembly module, run by `wasmtime` (the extra `fast`): a call
plays whole games inside, with the same rules and checks.
"""
GAMES = """## The shipped games

By hand is a class in plain Python that plays the same game as directly as can be, in
`tests/handwritten`. The last column is two threads over one, each with a machine of its own; it
needs two cores that have nothing else to do.
"""
MADE = """\
What it costs to get there. Load is from YAML to the first position, with the code in Python. A
module is printed and compiled, or all that is taken from the cache. A copy is of a whole position,
with the loop around it when it is native.
"""
CLASSICS = """## The shelf of classics, and OpenSpiel

The same rules on both sides: `tests/test_classics.py` plays the shelf in step. OpenSpiel is written
in C++. It is measured in two ways: driven move by move from Python, as most who use it do, and with
whole games between its own random bots, of which a call from Python plays one in C++
(`evaluate_bots`). So the first is like our Python, and the second is nearest to our native play.
"""
CLASSICS_DIFFER = """What differs:

- Chance is a move in OpenSpiel. From Python it is the driver that draws it (52 cards dealt, one by
  one, in hearts); it is no decision in these figures on either side.
- Decisions are not always cut alike: where a man is picked and then where it goes, we ask twice and
  OpenSpiel once. How many of ours stand for one of theirs was counted in games that were played on
  both sides at once. Speeds are in each side's own decisions, ratios in those of OpenSpiel.
- A game of theirs is one deal of ours in hearts, and one throw in liar's dice.
- Random bots of OpenSpiel note how likely each legal move is before they draw one, and are told of
  each move of others. We found nothing of theirs with less work that can be called from Python.
- A position there keeps its history. Ours works out a list of moves after each move and keeps
  nothing else.
- Native play here works out no points at the end.
"""
SIZES = """## Larger boards

Go on more and more cells. Dearer is how many times as dear a decision is as on 5 by 5.
"""
ZOO = """## PettingZoo

Its classic environments, asked as an agent asks: look at the observation and the legal moves, take
one, step. Our door to PettingZoo is asked in the same way by the same code. Native play makes no
observations, so it is no like work; it is what somebody gets here who only wants many games. Ratios
are in decisions as PettingZoo cuts them.
"""
ZOO_DIFFER = """\
What differs: observations of PettingZoo are planes of a board, ours are rows of numbers with what a
seat knows. Its chess asks python-chess for the rules and ends a game as soon as a draw could be
claimed; its go has no rule against repeated positions but ko.
"""
BGIO = """## boardgame.io

A client of its own without a server, in one process of node, with rules written for it
(`tests/speed_peers.py`); for each new game the client is reset. Every move makes a new state, with
a log and what is needed to take the move back: more than we do.
"""
CATAN = """## catanatron

A map of hexagons with roads and towns for four players, without trades between them: our test pack
`packs/hexagon_villages`, and catanatron, which is written for this one game in Python. Decisions
are not cut alike, so throws of the dice are the honest unit: there is one in each turn.
`tests/beside_catanatron.py` measures it alone.
"""
CATAN_DIFFERS = DIFFERENT.replace("\n", "\n\n", 1) + "\n"


def page(figures: Data) -> str:
    """The whole page."""
    parts = [HEAD, _made(figures["made"]), GAMES, _games(figures["games"]), MADE,
             _costs(figures["games"]), CLASSICS, _classics(figures["classics"]), CLASSICS_DIFFER,
             SIZES, _sizes(figures["sizes"])]
    for key, head, rows, foot in (("pettingzoo", ZOO, _zoo, ZOO_DIFFER),
                                  ("boardgameio", BGIO, _boardgameio, ""),
                                  ("catanatron", CATAN, _catanatron, CATAN_DIFFERS)):
        if found := figures[key]:
            parts += [head, rows(found["rows"]), *([foot] if foot else [])]
    return "\n".join(parts)


def _made(made: Data) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in made["versions"].items())
    first, last = made["load"]
    rows = [
        ("day", made["date"]),
        ("machine", f"{made['processor'] or '?'}, {made['cores']} cores, {made['system']}"),
        ("load of the machine", f"{first} when it began, {last} when it ended; others used it too"),
        ("Python", made["python"]), ("versions", versions),
        ("how", f"`python tests/speed.py`, {made['minutes']} minutes")]
    return "| | |\n| --- | --- |\n" + "".join(f"| {what} | {told} |\n" for what, told in rows)


def _games(rows: list[Data]) -> str:
    return _table(
        ("game", "players", "by hand", "Python", "native", "native over by hand",
         "native over Python", "two threads"),
        [(row["game"], str(row["players"]), _speed(row.get("handwritten_decisions_per_second")),
          _speed(row["decisions_per_second"]), _speed(row.get("native_decisions_per_second")),
          _times(row.get("native_over_handwritten")), _times(row.get("native_over_python")),
          _times(row.get("native_two_threads"))) for row in rows])


def _costs(rows: list[Data]) -> str:
    return _table(
        ("game", "load, ms", "module, ms", "from the cache, ms", "module, bytes", "numbers",
         "copy in Python, µs", "copy inside, µs"),
        [(row["game"], _short(row["load_ms"]), _short(row.get("native_compile_ms")),
          _short(row.get("native_cached_ms")), _speed(row.get("native_bytes")),
          f"{row['state']:,}", _short(row["clone_us"]), _short(row.get("native_clone_us")))
         for row in rows])


def _classics(rows: list[Data]) -> str:
    return _table(
        ("game", "Python", "native", "OpenSpiel, from Python", "OpenSpiel, its bots",
         "ours for one of theirs", "Python over from Python", "native over from Python",
         "native over its bots"),
        [(row["game"], *(_of(row, who) for who in ("python", "native", "driven", "inside")),
          f"{row['cut']:.2f}", _over(row, "python", "driven"), _over(row, "native", "driven"),
          _over(row, "native", "inside")) for row in rows])


def _sizes(rows: list[Data]) -> str:
    first = rows[0]
    return _table(
        ("board", "cells, times", "Python", "native", "OpenSpiel, its bots", "dearer, Python",
         "dearer, native", "dearer, OpenSpiel"),
        [(f"{row['game']} by {row['game']}", f"{(int(row['game']) / int(first['game'])) ** 2:.1f}",
          *(_of(row, who) for who in ("python", "native", "inside")),
          *(_dearer(first, row, who) for who in ("python", "native", "inside")))
         for row in rows])


def _zoo(rows: list[Data]) -> str:
    return _table(
        ("game", "PettingZoo", "our door to it", "Python", "native", "ours for one of theirs",
         "our door over PettingZoo", "native over PettingZoo"),
        [(row["game"], *(_of(row, who) for who in ("there", "door", "python", "native")),
          f"{row['cut']:.2f}", _over(row, "door", "there"), _over(row, "native", "there"))
         for row in rows])


def _boardgameio(rows: list[Data]) -> str:
    return _table(
        ("game", "boardgame.io", "Python", "native", "Python over it", "native over it"),
        [(row["game"], *(_of(row, who) for who in ("there", "python", "native")),
          _over(row, "python", "there"), _over(row, "native", "there")) for row in rows])


def _catanatron(rows: list[Data]) -> str:
    there = rows[-1]["throws_per_second"]
    return _table(
        ("", "decisions a second", "decisions a game", "throws a second", "throws a game",
         "games a second", "throws, over catanatron"),
        [(row["name"], _speed(row["decisions_per_second"]), str(row["decisions_per_game"]),
          _speed(row["throws_per_second"]), str(row["throws_per_game"]),
          _speed(round(row["games_per_second"])), _times(row["throws_per_second"] / there))
         for row in rows])


# -- cells of tables ------------------------------------------------------------------------------


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in (
        heads, ["---", *["---:"] * (len(heads) - 1)], *rows))


def _of(row: Data, who: str) -> str:
    return _speed(row[who]["decisions_per_second"]) if who in row else NONE


def _speed(number: float | None) -> str:
    """A number without digits that only this run had."""
    if number is None:
        return NONE
    return f"{float(f'{number:.3g}'):,.0f}"


def _short(number: float | None) -> str:
    return NONE if number is None else f"{float(f'{number:.3g}'):,g}"


def _over(row: Data, one: str, other: str) -> str:
    """How many times as fast we are, in decisions as the other side cuts them."""
    if one not in row or other not in row:
        return NONE
    return _times(_rate(row, one) / _rate(row, other) / row.get("cut", 1))


def _dearer(first: Data, row: Data, who: str) -> str:
    return _times(_rate(first, who) / _rate(row, who)) if who in row else NONE


def _rate(row: Data, who: str) -> float:
    rate: float = row[who]["decisions_per_second"]
    return rate


def _times(number: float | None) -> str:
    if number is None:
        return NONE
    return f"{number:,.0f}" if number >= 20 else f"{number:.1f}" if number >= 2 else f"{number:.2f}"
