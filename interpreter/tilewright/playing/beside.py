"""What is known beside the texts: which English words they were made from, which words the game
has for its things, and how English is spelled."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from tilewright.model import FALLBACK
from tilewright.packs.unnamed import MARKS
from tilewright.problems import Problems, did_you_mean
from tilewright.reading.checked import checked
from tilewright.reading.pruning import LeftOut
from tilewright.wording.flat import placed
from tilewright.wording.marks import check_marks
from tilewright.wording.spelling import check_spelling
from tilewright.wording.terms import Term, check_spoken, check_terms, terms_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tilewright.packs.pack import Pack
    from tilewright.problems import Place
    from tilewright.stages import Loaded

    Templates = dict[str, tuple[str, Place]]

# What of a manifest players read.
SHOWN = ("title", "about")


def beside(loaded: Loaded) -> Problems:
    """The problems of the texts of the last pack with what is known beside them."""
    found = Problems()
    packs = loaded.order.packs
    if not packs:
        return found
    mine = packs[-1]
    english = placed(loaded.texts[FALLBACK]) if FALLBACK in loaded.texts else {}
    for lang, source in mine.texts.items():
        texts = placed(source.data)
        check_terms(terms(packs, lang).values(), lang, texts, english, found)
        if lang != FALLBACK:
            check_marks(marks(mine, lang, found), texts, english, found)
    _check_languages(mine, loaded.texts, found)
    # Without English texts, as where they cannot be read, nothing can be said of terms.
    for source in mine.terms.values() if english else ():
        check_spoken(source.data, english, found)
    if spelling := _spelling(mine):
        check_spelling(spelling, in_english(mine), found)
    return found


def _check_languages(pack: Pack, texts: Mapping[str, Any], found: Problems) -> None:
    """Lists of terms for languages that have no texts."""
    named: Any = pack.manifest.get("terms")
    for lang in pack.terms:
        if lang not in texts:
            found.add("unknown-language", named.key_at(lang), f"there are no texts in '{lang}'",
                      did_you_mean(lang, texts))


def terms(packs: list[Pack], lang: str) -> dict[str, Term]:
    """The terms of a game with its variants; a later pack says better what a thing is called."""
    return {term.english: term for pack in packs if lang in pack.terms
            for term in terms_of(pack.terms[lang].data)}


def marks_file(pack: Pack, lang: str) -> Path:
    """The file of marks beside the texts of a language."""
    name = PurePosixPath(pack.texts[lang].name.removeprefix(f"{pack.shown}/"))
    return pack.folder / name.with_suffix(MARKS)


def marks(pack: Pack, lang: str, problems: Problems) -> dict[str, Any]:
    """Which English words each text of a language was made from."""
    file = marks_file(pack, lang)
    if not file.is_file() or not file.resolve().is_relative_to(pack.folder.resolve()):
        return {}
    shown = f"{pack.shown}/{file.relative_to(pack.folder).as_posix()}"
    source, fits = checked(file, shown, "marks", problems, LeftOut())
    return source.data if source is not None and fits else {}


def _spelling(pack: Pack) -> str:
    """How English is spelled in a pack, if it says so."""
    return str(pack.terms[FALLBACK].data.get("spelling", "")) if FALLBACK in pack.terms else ""


def in_english(pack: Pack) -> Templates:
    """The English texts of a pack, and what its manifest tells players."""
    told: Any = pack.manifest
    found: Templates = {key: (str(told[key]), told.at(key)) for key in SHOWN if key in told}
    return {**found, **(placed(pack.texts[FALLBACK].data) if FALLBACK in pack.texts else {})}
