"""Texts that are filled in with nothing on the pages that are made of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.handbook import handbook
from tilewright.handbook.rules import rules_page
from tilewright.problems import Problem
from tilewright.wording.filling import noted_holes
from tilewright.wording.flat import placed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.merging.content import Content
    from tilewright.model import Game
    from tilewright.reading.source import Map


def hollow_texts(game: Game, content: Content, texts: Mapping[str, Map]) -> Iterator[Problem]:
    """The texts of a game in which nothing stands where something belongs, each once."""
    with noted_holes() as found:
        handbook(game, content)
        for lang in texts:
            rules_page(game, lang)
    for lang, template, said in dict.fromkeys(found):
        at = next((place for text, place in placed(texts[lang]).values() if text == template),
                  None) if lang in texts else None
        if at is not None:
            yield Problem("hole-empty", at,
                          f"on a page of the game this is filled in with nothing: '{said.strip()}'",
                          "say something there too: '{x, select, none {…} other {…}}'")
