"""`tilewright test`: the situations of packs, and what is otherwise in them."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.report import print_problems
from tilewright.playing.game import Game, load
from tilewright.playing.work import Work, of_all
from tilewright.problems import Problems
from tilewright.situations.files import SituationFile
from tilewright.situations.played import in_file
from tilewright.situations.read import situations_in
from tilewright.situations.run import Otherwise, run

if TYPE_CHECKING:
    from tilewright.playing.record import Session
    from tilewright.situations.read import Packs, Situation


def run_situations(names: list[str], variants: list[str], form: str) -> int:
    """Run the situations of packs, files or folders; 1 if anything is otherwise."""
    problems, count = Problems(), 0
    wholes: dict[Game, Work] = {}
    loading = cache(load)
    for name in names:
        for situation in situations_in(name, variants, problems):
            count += 1
            game = loading(situation.game, situation.variants)
            found = _otherwise(situation, game, wholes.setdefault(game, of_all()))
            if found is not None:
                problems.add("situation", found.place, f"{situation.name}: {found.message}")
    print_problems(problems.sorted(), form, problems.notes())
    if form == "text":
        print(_summary(count, len(problems)), file=sys.stderr if problems else sys.stdout)
    return int(bool(problems))


def _otherwise(situation: Situation, game: Game, whole: Work) -> Otherwise | None:
    try:
        run(game, situation, whole)
    except Otherwise as found:
        return found
    return None


def _summary(count: int, otherwise: int) -> str:
    said = f"{count:,} situation{'' if count == 1 else 's'}"
    return f"{said}: {f'{otherwise:,} otherwise' if otherwise else 'all as expected'}"


def as_situation(session: Session, packs: Packs, said: str) -> tuple[str, str, Path | None]:
    """The position as a situation: the text of a whole file, the name of it in there, and the file.

    What was said is `[NAME] [FILE]`.
    """
    words = said.split()
    path = Path(words.pop()) if words and words[-1].endswith((".yaml", ".yml")) else None
    file = SituationFile(packs, path)
    text, name = in_file(session, file, " ".join(words))
    return text, name, path
