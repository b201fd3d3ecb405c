"""Names in sentences: the forms that they need, and articles that go with them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.proofreading.holes import typed_holes
from tilewright.wording.message import BadMessage, Cases, Hole, Message, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.language.types import Type
    from tilewright.model import Game
    from tilewright.problems import Place, Problems

    Templates = Mapping[str, tuple[str, Place]]
    Kinds = dict[str, dict[str, str]]

WORD = re.compile(r"[^\W\d_]{2}")
# Words that change with the name after them, where a language has genders or elision.
ARTICLES = {
    "fr": re.compile(r"(?:(?<!\w)(?:le|la|les|un|une|du|au|aux|de la|à la) |(?<!\w)[dl]’)$",
                     re.IGNORECASE),
    "it": re.compile(r"(?:(?<!\w)(?:il|lo|la|i|gli|le|un|uno|una|del|dello|della|dei|degli|delle|al"
                     r"|allo|alla|ai|agli|alle|dal|dalla|nel|nella|sul|sulla) |(?<!\w)\w*l’|un’)$",
                     re.IGNORECASE),
    "de": re.compile(r"(?<!\w)(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|vom|zum|zur|im"
                     r"|ins|am) $", re.IGNORECASE),
    "es": re.compile(r"(?<!\w)(?:el|la|los|las|un|una|del|al) $", re.IGNORECASE),
    "pt": re.compile(r"(?<!\w)(?:o|a|os|as|um|uma|do|da|no|na|ao|à) $", re.IGNORECASE),
    "en": re.compile(r"(?<!\w)an? $", re.IGNORECASE),
}


def kinds_of_holes(game: Game) -> Kinds:
    """The kind of the things that each hole of a text can be filled with, by key."""
    found: Kinds = {}
    for key, there in typed_holes(game).items():
        for hole, given in there.items():
            type_: Type | None = given
            while type_ is not None and type_.tag == "list":
                type_ = type_.item
            if type_ is not None and type_.tag == "kind":
                found.setdefault(key, {})[hole] = type_.kind
    return found


def check_names(game: Game, kinds: Kinds, lang: str, texts: Templates, found: Problems) -> None:
    """Forms that names lack, and articles that do not change with a name."""
    asked: dict[tuple[str, str], str] = {}
    for key, (template, at) in texts.items():
        there = kinds.get(key)
        if there is None:
            continue
        for hole, before in _holes(template):
            if hole.name in there and hole.form:
                asked.setdefault((there[hole.name], hole.form), key)
            elif hole.name in there and _has_words(game, there[hole.name], texts):
                _article(lang, hole, before, at, found)
    for (kind, form), key in asked.items():
        _lacking(game, kind, form, key, texts, lang, found)


def _has_words(game: Game, kind: str, texts: Templates) -> bool:
    """Whether names are words, which have a gender; `3` and `a1` have none."""
    names = (texts.get(f"{kind}.{item}", (item, None))[0] for item in game.kinds[kind].items)
    return any(WORD.search(name) for name in names)


def _holes(template: str) -> Iterator[tuple[Hole, str]]:
    """All that is filled in, with the words before it."""
    try:
        yield from _within(read(template))
    except BadMessage:
        return


def _within(message: Message) -> Iterator[tuple[Hole, str]]:
    before = ""
    for part in message:
        if isinstance(part, Hole):
            yield part, before
        elif isinstance(part, Cases):
            for _, inner in part.cases:
                yield from _within(inner)
        before = part if isinstance(part, str) else ""


def _article(lang: str, hole: Hole, before: str, at: Place, found: Problems) -> None:
    match = ARTICLES.get(lang, ARTICLES["en"]).search(before) if lang in ARTICLES else None
    if match is not None:
        word = match.group().strip()
        found.add("text-article", at,
                  f"'{word}' stands before {hole}, and not every name goes with it",
                  f"write {{{hole.name}:form}} for both, and give each name this form: "
                  f"{{is: …, form: {word} …}}")


def _lacking(game: Game, kind: str, form: str, key: str, texts: Templates, lang: str,
             found: Problems) -> None:
    """Names without a form that others of their kind have."""
    items = game.kinds[kind].items
    if not any(f"{kind}.{item}@{form}" in texts for item in items):
        return   # That no name has it is told where it is asked for.
    for item in items:
        name = f"{kind}.{item}"
        if name in texts and f"{name}@{form}" not in texts:
            found.add("text-form", texts[name][1],
                      f"'{item}' has no form '{form}' in '{lang}', and '{key}' needs it",
                      f"write {{is: {texts[name][0]}, {form}: …}}")
