"""What the program itself says in each language, and which of its words a game may put otherwise.

The words are in `words/`: frames of rules, words of the terminal, lines of the log.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

import yaml

from tilewright.model import FALLBACK
from tilewright.reading.source import Loader
from tilewright.wording.message import holes, read

# What the pages in a browser and reports say, whatever the game.
PAGES = ("page.", "tool.", "lab.")
LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Za-z]{2,8})?$")


@cache
def own_words(lang: str) -> dict[str, str]:
    """What the program itself says in a language."""
    if not LANGUAGE.match(lang):
        return {}
    path = resources.files("tilewright") / "words" / f"{lang}.yaml"
    if not path.is_file():
        return {}
    found: dict[str, str] = yaml.load(path.read_text(encoding="utf-8"), Loader)  # noqa: S506
    return found


@cache
def spoken() -> tuple[str, ...]:
    """The languages that the program speaks."""
    files = (resources.files("tilewright") / "words").iterdir()
    return tuple(sorted(lang for lang, _, rest in (f.name.partition(".") for f in files)
                        if rest == "yaml"))


@cache
def own_keys() -> dict[str, frozenset[str]]:
    """The keys of all that, with the holes of each; a game may have words of its own for them."""
    return {key: frozenset(hole.name for hole in holes(read(words)))
            for key, words in own_words(FALLBACK).items() if not key.startswith(PAGES)}
