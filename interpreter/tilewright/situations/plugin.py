"""A plugin for pytest: the situations of a pack are tests, wherever its folder lies.

It is there as soon as the package is installed; `-p no:tilewright` leaves it out.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tilewright.problems import ContentError, Problems, TilewrightError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tilewright.playing.game import Game
    from tilewright.playing.work import Work
    from tilewright.situations.read import Situation


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Files that hold situations; other YAML files are none of its business."""
    if file_path.suffix not in (".yaml", ".yml"):
        return None
    from tilewright.situations.read import is_of_situations

    if not is_of_situations(file_path):
        return None
    made: pytest.Collector = SituationFile.from_parent(parent, path=file_path)
    return made


@cache
def loaded(game: str, variants: tuple[str, ...]) -> Game:
    """A game, once for all its situations."""
    from tilewright.playing.game import load

    return load(game, variants)


class SituationFile(pytest.File):
    """A file of situations."""

    def collect(self) -> Iterator[pytest.Item]:
        from tilewright.playing.work import of_all
        from tilewright.situations.read import in_file

        problems = Problems()
        found = in_file(self.path, [], problems)
        if problems:
            raise self.CollectError(str(ContentError(problems)))
        whole = of_all()
        for situation in found:
            shows = " ".join(map(str, situation.get("shows", ())))
            name = f"{situation.name} [{shows}]" if shows else situation.name
            yield SituationItem.from_parent(self, name=name, situation=situation, whole=whole)


class SituationItem(pytest.Item):
    """One situation."""

    def __init__(self, *, situation: Situation, whole: Work, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.situation, self.whole = situation, whole

    def runtest(self) -> None:
        from tilewright.situations.run import run

        run(loaded(self.situation.game, self.situation.variants), self.situation,
            self.whole)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was otherwise, at its line; without the inside of the program."""
        if isinstance(excinfo.value, TilewrightError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.situation.place.line - 1, self.name
