"""What is wrong with the texts of a game: it can be played all the same, with ids as words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tilewright.model import FALLBACK
from tilewright.playing.beside import beside
from tilewright.problems import Problem, Problems, listed
from tilewright.proofreading.missing import check_halves, spoken
from tilewright.proofreading.truth import check_truth
from tilewright.reading.traits import about
from tilewright.telling.nouns import check_nouns
from tilewright.text import made_text
from tilewright.wording.flat import placed as placed_texts
from tilewright.wording.proofs import proofread, untranslated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.stages import Loaded


def text_problems(loaded: Loaded) -> Problems:
    """All problems of texts, from linking and from reading them again; of a variant its own."""
    found = Problems()
    found.extend(p for p in loaded.problems if about(p.code) == "texts")
    found.extend(_proofs(loaded))
    found.take(beside(loaded))
    return found


def _proofs(loaded: Loaded) -> Iterator[Problem]:
    game = loaded.game
    found = proofread(game, loaded.texts, partial(made_text, game) if game else _nothing)
    if game is not None and loaded.layers is not None:
        found.take(check_truth(game, loaded.layers.content, loaded.texts))
        for lang, texts in loaded.texts.items():
            check_nouns(game, lang, placed_texts(texts), found)
    if len(loaded.order.packs) == 1 or loaded.layers is None:
        yield from found
        return
    yield from _told_to_variant(found, loaded)
    mine = Problems()
    for own in loaded.order.packs[1:]:
        model = own.texts.get(FALLBACK)
        for language, source in own.texts.items():
            if not loaded.layers.content.is_of_earlier(source.name):
                untranslated(language, source.data, model.data if model else None, mine)
        if game is not None and model is not None:
            check_halves(game, own, mine)
    yield from mine


def _nothing(_kind: str, _index: int, _language: str) -> str:
    return ""


def _told_to_variant(found: Problems, loaded: Loaded) -> Iterator[Problem]:
    """Problems of texts, at the change that is behind them.

    What a variant says only in English is no fault of the texts of its game, nor does it matter in
    languages that it is not for.
    """
    from tilewright.merging.blame import named_by, placed

    assert loaded.layers is not None
    lost: dict[str, list[str]] = {}
    for problem in found:
        if not loaded.layers.content.is_of_earlier(problem.place.file):
            yield problem
            continue
        lang, key = _text_at(problem, loaded)
        if not _is_spoken(loaded, lang) or problem.code == "text-untranslated":
            continue
        if problem.code == "text-lost" and _is_own(loaded, key):
            lost.setdefault(key, []).append(lang)
        else:
            yield placed(problem, named_by(problem, loaded.layers.history.writes), loaded.order)
    for key, langs in lost.items():
        mine = loaded.texts[FALLBACK]
        where = listed(langs, "and")
        yield Problem("text-lost", mine.key_at(key),
                      f"this English text has another hole than '{key}' in {where}, which stays "
                      "that of the game",
                      f"write '{key}' in {where} too, or name the languages that this pack is for "
                      f"in the manifest: 'speaks: [{FALLBACK}]'")


def _text_at(problem: Problem, loaded: Loaded) -> tuple[str, str]:
    """The language and the key of the text that a problem is about; empty for what is no text."""
    file = problem.place.file
    lang = next((lang for pack in loaded.order.packs for lang, source in pack.texts.items()
                 if source.name == file), "")
    given = loaded.texts.get(lang)
    return lang, next((str(key) for key in given or () if given is not None
                       and given.at(key) == problem.place), "")


def _is_spoken(loaded: Loaded, lang: str) -> bool:
    """Whether all packs are for a language, also where their rules are wrong."""
    later = loaded.order.packs[1:]
    return not lang or all(lang in spoken(loaded.texts, pack) for pack in later)


def _is_own(loaded: Loaded, key: str) -> bool:
    """Whether a later pack has brought the English text of a key."""
    english = loaded.texts.get(FALLBACK)
    assert loaded.layers is not None
    return english is not None and key in english and not loaded.layers.content.is_of_earlier(
        english.key_at(key).file)
