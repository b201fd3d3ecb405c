"""How a series is played: by whom, where its games are kept, and how far it is."""

from __future__ import annotations

import sys
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tilewright.cli.lab_begin import bar
from tilewright.model import FALLBACK
from tilewright.problems import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from tilewright.lab.plan import Plan
    from tilewright.lab.series import Hands, Series
    from tilewright.lab.store import Store
    from tilewright.playing.game import Game

# Where the games of a report are kept, in its folder.
KEPT = "series.sqlite"


@dataclass(frozen=True, slots=True)
class Wanted:
    """How long a series is, who plays it, and where it is kept."""

    blocks: int | None
    precise: float | None
    jobs: int
    cluster: str | None
    file: Path | None
    goes_on: bool
    quick: bool
    lang: str = FALLBACK
    resumes: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A series, shorter ones with other bots, what its rules reached, and how many games were there
    before."""

    series: Series
    others: list[Series]
    coverage: dict[str, Any] | None
    before: int


def file_for(store: Path | None, out: Path | None, *, resume: bool) -> tuple[Path | None, bool]:
    """The file in which games are kept, and whether one that has some is gone on with."""
    if resume and store is None and out is None:
        raise UsageError("'--resume' needs the folder of the series that it goes on with: '--out'")
    file = store if store is not None else None if out is None else out / KEPT
    if resume and file is not None and not file.exists():
        raise UsageError(f"there is no '{printable(str(file))}' to go on with; leave '--resume' "
                         "away to begin")
    return file, resume or store is not None


def played(game: Game, plan: Plan, wanted: Wanted) -> Played:
    """Play a series and what belongs to it; what was played until Ctrl-C is there."""
    from tilewright.lab.series import Hands

    opened: AbstractContextManager[Store | None] = nullcontext()
    if wanted.file is not None:
        opened = _opened(wanted.file, goes_on=wanted.goes_on)
    with opened as store:
        if store is not None and wanted.resumes:
            _tell_unused(game, plan, store, wanted.lang)
        return _played(game, plan, wanted, Hands(wanted.jobs, wanted.cluster, store, game))


@contextmanager
def _opened(file: Path, *, goes_on: bool) -> Iterator[Store]:
    from tilewright.lab.store import Store

    with Store(file) as store:
        if not goes_on and not store.is_empty:
            raise UsageError(f"'{printable(str(file))}' has games of an earlier run; go on with "
                             "them by '--resume', or name another folder with '--out'")
        yield store


def _tell_unused(game: Game, plan: Plan, store: Store, lang: str) -> None:
    """Why games that were to be gone on with are played anew."""
    from tilewright.lab.report.words import Words
    from tilewright.lab.series import not_kept

    words, found = Words(lang), not_kept(plan, game, store)
    if found:
        what = words.listed([words.says(f"unused.{key}") for key in found])
        said = words.says("unused", file=printable(str(store.path)), what=what)
        print(f"tilewright: {said}", file=sys.stderr)


def _played(game: Game, plan: Plan, wanted: Wanted, hands: Hands) -> Played:
    from tilewright.lab.series import INTERRUPTED, kept, play, play_others

    before = 0 if hands.store is None else kept(plan, game, hands.store, wanted.blocks)
    with bar(", ".join(dict.fromkeys(plan.bots)), "games") as tell:
        series = play(plan, wanted.blocks, wanted.precise, hands, tell)
    if not series.noted:
        raise KeyboardInterrupt
    found = Played(series, [], None, min(before, len(series.noted)))
    if series.stopped == INTERRUPTED:
        return found
    found = replace(found, coverage=_covered(game, series))
    if wanted.quick or series.stopped == INTERRUPTED:
        return found
    with bar("weaker and stronger bots", "games") as tell:
        return replace(found, others=play_others(series, hands, tell))


def _covered(game: Game, series: Series) -> dict[str, Any] | None:
    """What the rules of a series reach; nothing if Ctrl-C ends that."""
    from tilewright.lab.reaching import reached
    from tilewright.lab.series import INTERRUPTED

    try:
        return reached(game, series.plan, len(series.noted)).as_json()
    except KeyboardInterrupt:
        series.stopped = INTERRUPTED
        return None
