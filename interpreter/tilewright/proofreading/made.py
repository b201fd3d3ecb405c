"""Sentences as they come out: what is wrong only where pieces meet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.text import made_text
from tilewright.wording.pieces import keys_of_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.model import Game
    from tilewright.problems import Place, Problems

    Templates = Mapping[str, tuple[str, Place]]

CUT_FR = (r"(?<!\w)(?:[Dd]e|[Qq]ue|[Ll]e|[Ll]a|[Nn]e|[Ss]e|[Jj]e|[Jj]usque) "
          r"(?!onze|oui|un\b)(?=[aeiouéèêàâîôû])")
# What cannot stand in a sentence of any language, and of some: a pattern, and what to do.
ODD: dict[str, tuple[tuple[str, str], ...]] = {
    "": ((r"(?: |\u00a0|^)[,;](?! |\u00a0|\u202f)|,,|;;|\.\.(?!\.)", "signs meet here"),
         (r"\(\s*\)|“\s*”|«\s*»|„\s*”", "nothing stands between these signs"),
         (r"(?<![\w ])-\d", "a minus is − (U+2212)"),
         (r"^[^.!?]*:[^.!?:]*:", "two colons stand in one sentence")),
    "fr": ((r"(?<!\w)[Ss]i ils?(?!\w)", "si il is s’il"),
           (CUT_FR, "a vowel follows, so this word is cut: d’, qu’, l’"),
           (r"(?<!\w)[Àà] les? ", "this is one word: au, aux")),
    "it": ((r"(?<!\w)(?:[Dd]i|[Aa]|[Dd]a|[Ii]n|[Ss]u) (?:il|lo|la|i|gli|le) (?=\w)",
            "this is one word: del, alla, nel …"),),
    "en": ((r"(?<!\w)[Aa] (?=[aeio])", "a vowel follows: an"),
           (r"(?<!\w)[Aa]n (?=[bcdfgjklmnpqrstvwxyz])", "no vowel follows: a")),
}


def check_made(game: Game, lang: str, texts: Templates, found: Problems) -> None:
    """The texts of all tiles, as players read them."""
    at = _places(game, texts)
    for kind in game.kinds.values():
        for index, item in enumerate(kind.items) if kind.tiles else ():
            said = made_text(game, kind.name, index, lang)
            for pattern, rule in (*ODD[""], *ODD.get(lang, ())):
                odd = re.search(pattern, said, re.MULTILINE)
                place = at.get((kind.name, index))
                if odd is not None and place is not None:
                    around = said[max(odd.start() - 20, 0):odd.end() + 12].strip()
                    found.add("text-signs", place, f"'{item}' reads '… {around} …': {rule}")
                    break


def _places(game: Game, texts: Templates) -> dict[tuple[str, int], Place]:
    """A piece of the text of each tile, where it can be mended."""
    from dataclasses import replace

    found: dict[tuple[str, int], Place] = {}
    for kind in game.kinds.values():
        for index in range(len(kind.items)) if kind.tiles else ():
            mine = {(kind.name, index): game.published.abilities.get((kind.name, index), {})}
            one = replace(game, kinds={}, published=replace(game.published, abilities=mine))
            keys = [*(key for key, _ in keys_of_rules(one)), f"family.{kind.name}"]
            there = next((texts[key][1] for key in keys if key in texts), None)
            if there is not None:
                found[kind.name, index] = there
    return found
