"""How a series is played: by whom, where its games are kept, and how far it is."""

from __future__ import annotations

import sys
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.cli.lab_begin import bar
from tilewright.model import FALLBACK
from tilewright.problems import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from tilewright.lab.plan import Plan
    from tilewright.lab.store import Store
    from tilewright.lab.studied import Studied
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


def file_for(store: Path | None, out: Path | None, *, resume: bool) -> tuple[Path | None, bool]:
    """The file in which games are kept, and whether one that has some is gone on with."""
    if resume and store is None and out is None:
        raise UsageError("'--resume' needs the folder of the series that it goes on with: '--out'")
    file = store if store is not None else None if out is None else out / KEPT
    if resume and file is not None and not file.exists():
        raise UsageError(f"there is no '{printable(str(file))}' to go on with; leave '--resume' "
                         "away to begin")
    return file, resume or store is not None


def played(game: Game, plan: Plan, wanted: Wanted) -> Studied:
    """Play a series and what belongs to it; what was played until Ctrl-C is there."""
    from tilewright.lab.series import Hands
    from tilewright.lab.studied import Length, studied

    length = Length(wanted.blocks, wanted.precise, () if wanted.quick else None)
    found: AbstractContextManager[Store | None] = nullcontext()
    if wanted.file is not None:
        found = opened(wanted.file, goes_on=wanted.goes_on)
    with found as store:
        if store is not None and wanted.resumes:
            _tell_unused(game, plan, store, wanted.lang)
        return studied(game, plan, length, Hands(wanted.jobs, wanted.cluster, store, game), bar)


@contextmanager
def opened(file: Path, *, goes_on: bool) -> Iterator[Store]:
    """A file of played games; one that has some already only where that is meant."""
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
