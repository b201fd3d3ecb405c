"""Who plays which part of a series where: here, in other processes or on other machines.

A series is cut into pieces of whole blocks. What comes out is the same for any cutting, for any
number of who plays, and for what was kept of an earlier run: `run` gives block by block, in order.
"""

from __future__ import annotations

import json
from contextlib import closing
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tilewright.lab.cutting import Cutter, laid_out
from tilewright.lab.parcels import parcel_of
from tilewright.lab.program import program
from tilewright.lab.store import Rows, Series, Store
from tilewright.lab.work import Work
from tilewright.playing.game import made
from tilewright.playing.processes import as_done
from tilewright.problems import UsageError
from tilewright.stages import load

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from tilewright.lab.parcels import Parcel
    from tilewright.lab.plan import Plan
    from tilewright.lab.work import Done, Play
    from tilewright.playing.game import Game


# What the games of two series can differ in, and is told of.
DIFFERING = ("game", "variants", "rules", "options", "players", "bots", "seed", "program")


def run(plan: Plan, blocks: range, play: Play, *, jobs: int = 2, cluster: str | None = None,
        store: Store | None = None, tell: Callable[[int], None] | None = None,
        size: int | None = None, game: Game | None = None) -> Iterator[Rows]:
    """What `play` gives for each block, in the order of blocks.

    `play` is a function of a module, and what it gives is kept as JSON. What is in the store is not
    played again, and what is played is there as soon as it comes. `tell` is told how many games
    came. A piece has `size` blocks; without that, so many as fill about two seconds. A game that is
    loaded already need not be loaded again, unless its packs are sent.
    """
    loaded = load(plan.arm.game, list(plan.arm.variants)) if game is None else None
    game = game if loaded is None else made(loaded)
    assert game is not None
    series = series_of(plan, game, play)
    parts, gaps = laid_out(blocks, store.pieces(series) if store is not None else ())
    hands = min(jobs, sum(map(len, gaps)))
    cutter = Cutter(gaps, hands, size)
    rules: Parcel | str = game.hash
    if cluster is not None or hands > 1:
        rules = parcel_of(loaded or load(plan.arm.game, list(plan.arm.variants)))
    work = Work(program(), rules, plan, play, game)
    name = f"{game.id}-{series.id}"
    found = (_here(work, cutter, hands) if cluster is None else
             _there(work, cutter, cluster, name))
    played = _played(found, cutter, series, store, tell or _nobody)
    return _in_order(blocks, parts, series, store, played, tell or _nobody)


def _here(work: Work, cutter: Cutter, hands: int) -> Generator[Done]:
    """What is played on this machine; what processes that are ended leave behind goes too."""
    if hands < 2:
        yield from as_done(work, cutter, hands)
        return
    with TemporaryDirectory(prefix="tilewright-") as room:
        yield from as_done(work.inside(room), cutter, hands)


def _there(work: Work, cutter: Cutter, cluster: str, name: str) -> Generator[Done]:
    """What is played on other machines, if what that needs is installed."""
    try:
        from tilewright.lab.cluster import as_done_there
    except ModuleNotFoundError as missing:
        if missing.name not in ("dask", "distributed"):
            raise
        raise UsageError(f"to play on several machines needs '{missing.name}', which is not "
                         'installed; install it with: pip install "tilewright[cluster]"') from None
    return as_done_there(work, cutter, cluster, name)


def series_of(plan: Plan, game: Game, play: Play) -> Series:
    """What the games of a plan follow from; the name of the arm and of its folder are no part."""
    return Series({
        "rules": game.hash, "game": game.id, "variants": list(game.model.variants),
        "options": dict(plan.arm.options), "players": plan.players, "bots": list(plan.bots),
        "seed": plan.seed, "play": f"{play.__module__}.{play.__qualname__}",
        "program": program()})


def unlike(series: Series, store: Store) -> list[str]:
    """In what the series that is most like this one differs from it, where there is no piece of
    this one; the order is that of `DIFFERING`."""
    if store.pieces(series):
        return []
    mine = json.loads(series.told)
    others = [[key for key in DIFFERING if told.get(key) != mine[key]]
              for told in store.all_told()]
    found = min(others, key=len, default=[])
    # With other packs the rules are others anyway.
    return [key for key in found if key != "rules" or not {"game", "variants"} & set(found)]


def _nobody(_: int) -> None:
    """Where nobody wants to be told."""


def _played(found: Generator[Done], cutter: Cutter, series: Series, store: Store | None,
            tell: Callable[[int], None]) -> Generator[Done]:
    """What is played, as it comes: kept first, then told."""
    # Who plays ends when nobody wants the rest.
    with closing(found):
        for done in found:
            cutter.learn(len(done.piece), done.seconds)
            if store is not None:
                store.write(series, done.piece, done.raw)
            tell(done.games)
            yield done


def _in_order(blocks: range, parts: list[tuple[range, range]], series: Series,
              store: Store | None, played: Generator[Done],
              tell: Callable[[int], None]) -> Iterator[Rows]:
    """The results of each block, from the store or from who plays."""
    kept = {part.start: (piece, part) for piece, part in parts}
    waiting: dict[int, Done] = {}
    at = blocks.start
    with closing(played):
        while at < blocks.stop:
            if store is not None and at in kept:
                piece, part = kept[at]
                found = store.read(series, piece)[part.start - piece.start:][:len(part)]
                tell(sum(map(len, found)))
            elif at in waiting:
                found = waiting.pop(at).blocks
            else:
                done = next(played)
                waiting[done.piece.start] = done
                continue
            at += len(found)
            yield from found
