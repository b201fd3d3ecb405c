"""All that can be wrong between the texts of a game and its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.linking.text_numbers import Behind
from tilewright.problems import Problems
from tilewright.proofreading.holes import check_cases
from tilewright.proofreading.made import check_made
from tilewright.proofreading.missing import check_missing
from tilewright.proofreading.names import check_names, kinds_of_holes
from tilewright.proofreading.numbers import check_less, check_numbers
from tilewright.wording.flat import placed

if TYPE_CHECKING:
    from tilewright.merging.content import Content
    from tilewright.model import Game
    from tilewright.reading.source import Map


def check_truth(game: Game, content: Content, texts: dict[str, Map]) -> Problems:
    """Where a text could say the contrary of a rule, or does not go with the names in it."""
    found = Problems()
    check_missing(game, texts, found)
    behind, kinds = Behind(game, content), kinds_of_holes(game)
    for lang, given in texts.items():
        templates = placed(given)
        check_numbers(behind, lang, templates, found)
        check_less(behind, templates, given.place, found)
        check_names(game, kinds, lang, templates, found)
        check_cases(game, templates, found)
        check_made(game, lang, templates, found)
    return found
