"""Sentences of which one half is English: pieces of a variant that a language of its game lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.model import FALLBACK
from tilewright.problems import listed
from tilewright.wording.pieces import keys_of_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.model import Game
    from tilewright.problems import Problems
    from tilewright.reading.source import Source

NAMED = 3


def half_said(game: Game, texts: Mapping[str, Source], found: Problems) -> None:
    """The pieces that a variant has in English alone, for the languages that its game has too."""
    mine = texts[FALLBACK].data
    pieces = [key for key in dict(keys_of_rules(game)) if key in mine]
    others = sorted(lang for lang in game.texts if lang not in texts)
    if not pieces or not others:
        return
    more = f" and {len(pieces) - NAMED} more" if len(pieces) > NAMED else ""
    found.add("text-untranslated", mine.at(pieces[0]),
              f"{listed([repr(key) for key in pieces[:NAMED]], 'and')}{more} "
              f"{'has' if len(pieces) == 1 else 'have'} no words in "
              f"{listed([repr(lang) for lang in others], 'and')}, where tiles are told half in "
              "English", "write a draft for each with: tilewright text draft PACK")
