"""The recipes, as their packs and the index tell of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tilewright.cookbook.excerpts import excerpt, first_entry
from tilewright.packs.doors import manifest_of
from tilewright.problems import ContentError, Problems
from tilewright.reading.files import read_text
from tilewright.reading.paths import data_folder
from tilewright.reading.schemas import validate
from tilewright.reading.source import parse

if TYPE_CHECKING:
    from pathlib import Path

INDEX = "index.yaml"
SITUATIONS = "situations.yaml"


@dataclass(frozen=True, slots=True)
class Recipe:
    """A wish, the words for it, and where its lines are."""

    id: str
    title: str
    about: str
    chapter: str
    # The game that it changes; nothing for a game of its own.
    variant_of: str
    words: tuple[str, ...]
    shows: dict[str, tuple[str, ...]]
    change: str
    folder: Path

    def lines(self) -> dict[str, list[str]]:
        """The lines that matter, by file."""
        return {file: excerpt(self._text(file), paths) for file, paths in self.shows.items()}

    def proof(self) -> list[str]:
        """The first of its situations."""
        return first_entry(self._text(SITUATIONS), "situations")

    def _text(self, file: str) -> str:
        return (self.folder / file).read_text(encoding="utf-8")


def cookbook() -> Path:
    """Where the recipes are."""
    return data_folder("content") / "cookbook"


@cache
def recipes() -> dict[str, Recipe]:
    """All recipes by id, in the order of the index."""
    return {name: _recipe(name, chapter, entry)
            for chapter, entries in _index()["chapters"].items()
            for name, entry in entries.items()}


def _recipe(name: str, chapter: str, entry: dict[str, Any]) -> Recipe:
    folder = cookbook() / name
    said: dict[str, Any] = manifest_of(folder) or {}
    title, about, game = (str(said.get(key, "")) for key in ("title", "about", "variant_of"))
    shows = {file: tuple(paths) for file, paths in entry["shows"].items()}
    return Recipe(name, title, about, chapter, game, tuple(entry["words"]), shows,
                  entry["change"].strip(), folder)


def _index() -> dict[str, Any]:
    problems = Problems()
    text = read_text(cookbook() / INDEX, INDEX, problems)
    source = parse(text, INDEX, problems) if text is not None else None
    if source is None or not validate(source, "cookbook", problems) or problems:
        raise ContentError(problems)
    return dict(source.data)
