"""Pieces that tiles need and that have no words, with a draft and what its holes mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.model import FALLBACK
from tilewright.problems import did_you_mean, listed
from tilewright.proofreading.drafts import draft, explained
from tilewright.reading.source import Seq
from tilewright.wording.pieces import keys_of_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tilewright.model import Game
    from tilewright.packs.pack import Pack
    from tilewright.problems import Problems
    from tilewright.reading.source import Map

NAMED = 3


def lacking(game: Game, texts: Mapping[str, Map]) -> dict[str, set[str]]:
    """The pieces without English words, once any of them has some, with their holes."""
    english = texts.get(FALLBACK)
    if english is None:
        return {}
    needed = dict(keys_of_rules(game, english.__contains__))
    if not any(key in english for key in needed):
        return {}
    return {key: told(game, key, holes) for key, holes in needed.items()
            if key not in english and not key.startswith("family.")}


def told(game: Game, key: str, holes: set[str]) -> set[str]:
    """The holes of a piece that stand for something that can be told."""
    section, _, name = key.partition(".")
    query = game.queries.get(name.removesuffix(".to"))
    switch = section == "change" and query is not None and query.type.tag == "bool"
    return holes - {"n"} if switch else holes


def check_missing(game: Game, texts: Mapping[str, Map], found: Problems) -> None:
    """The words that tiles use need texts; in each language, with first words for them."""
    for key, holes in lacking(game, texts).items():
        langs = [lang for lang in sorted(texts) if key not in texts[lang]]
        where = f" in {listed(langs, 'and')}" if len(langs) > 1 else ""
        meaning = "".join(f"; {words}" for words in explained(game, key, holes))
        found.add("text-missing", texts[FALLBACK].place,
                  f"tiles use '{key}', which has no text{where}, so they say nothing about it",
                  f"add '{key}: {draft(game, key, holes)}'{meaning}; "
                  "'tilewright text draft PACK' writes all that is missing")


def check_halves(game: Game, pack: Pack, found: Problems) -> None:
    """The pieces that a variant has in English alone, for the languages that it is for: those of
    its game, if it does not name them."""
    mine = pack.texts[FALLBACK].data
    _check_spoken(game, pack, found)
    pieces = [key for key in dict(keys_of_rules(game)) if key in mine]
    others = sorted(lang for lang in spoken(game.texts, pack) if lang not in pack.texts)
    if not pieces or not others:
        return
    more = f" and {len(pieces) - NAMED} more" if len(pieces) > NAMED else ""
    found.add("text-untranslated", mine.at(pieces[0]),
              f"{listed(pieces[:NAMED], 'and')}{more} "
              f"{'has' if len(pieces) == 1 else 'have'} no words in {listed(others, 'and')}, where "
              "tiles are told half in English",
              "begin them with 'tilewright text draft PACK', or name the languages that it is for "
              f"in the manifest: 'speaks: [{', '.join(sorted(pack.texts))}]'")


def spoken(texts: Iterable[str], pack: Pack) -> list[str]:
    """The languages that a pack is for: those of all texts, if it does not name them."""
    named = pack.manifest.get("speaks")
    return [str(lang) for lang in named] if isinstance(named, Seq) else list(texts)


def _check_spoken(game: Game, pack: Pack, found: Problems) -> None:
    named = pack.manifest.get("speaks")
    if not isinstance(named, Seq):
        return
    for index, lang in enumerate(named):
        if lang not in game.texts:
            found.add("unknown-language", named.at(index), f"there are no texts in '{lang}'",
                      did_you_mean(str(lang), game.texts))
