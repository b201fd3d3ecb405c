"""The generated pages, made once by each process of tests: all of them take five seconds."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tilewright import reference
from tilewright.cli import reference as command

if TYPE_CHECKING:
    import pytest

of_words = cache(reference.pages)
of_texts = cache(command.text_pages)
of_tiles = cache(command.tile_pages)
of_recipes = cache(command.recipe_pages)


def given_to_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tilewright reference --write` writes these pages instead of making them again."""
    monkeypatch.setattr(reference, "pages", of_words)
    monkeypatch.setattr(command, "text_pages", of_texts)
    monkeypatch.setattr(command, "tile_pages", of_tiles)
    monkeypatch.setattr(command, "recipe_pages", of_recipes)
