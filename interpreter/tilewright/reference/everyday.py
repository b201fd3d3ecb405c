"""Words of every day that are none of the language, and what to read for each.

They stand in `everyday.yaml`. A wish for a whole mechanism is answered by the cookbook.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import yaml

from tilewright.reading.source import Loader


@dataclass(frozen=True, slots=True)
class Everyday:
    """A word with others for the same, what it is here, and the words and pages about it."""

    names: tuple[str, ...]
    say: str
    see: tuple[str, ...]
    pages: tuple[str, ...]


@cache
def everyday() -> tuple[Everyday, ...]:
    text = (resources.files("tilewright") / "reference" / "everyday.yaml").read_text("utf-8")
    raw = yaml.load(text, Loader)  # noqa: S506
    return tuple(Everyday((name, *said.get("also", ())), said["say"].strip(),
                          tuple(said.get("see", ())), tuple(said.get("pages", ())))
                 for name, said in raw.items())


def everyday_of(word: str) -> list[Everyday]:
    """What is known of a word, in the singular or in the plural."""
    asked = tidied(word)
    ways = {asked, f"{asked}s", asked.removesuffix("s"), asked.removesuffix("es")}
    return [e for e in everyday() if ways & set(e.names)]


def tidied(word: str) -> str:
    """A word as the table has it: small, with single spaces."""
    return " ".join(word.lower().replace("_", " ").replace("-", " ").split())
