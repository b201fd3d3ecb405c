"""Ids and arguments into words. The engine emits ids; only this module makes sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.model import FALLBACK
from tilewright.problems import UsageError, listed
from tilewright.wording.filling import Filler, Thing
from tilewright.wording.own import own_words
from tilewright.wording.pieces import at_verb, facts
from tilewright.wording.pseudo import PSEUDO, pseudo
from tilewright.wording.sentences import Sentences

if TYPE_CHECKING:
    from tilewright import model
    from tilewright.wording.filling import Values


def need_language(game: model.Game, lang: str) -> None:
    """Refuse a language in which neither the game nor the program says anything."""
    if game.texts and lang != PSEUDO and lang not in game.texts:
        known = listed(sorted(game.texts), "and")
        raise UsageError(f"'{game.id}' has no texts in '{lang[:20]}'; it has {known}, and "
                         "'tilewright text new' begins another language")
    if not game.texts and lang != PSEUDO and not own_words(lang):
        raise UsageError(f"there are no words in '{lang[:20]}'")


def chain(game: model.Game | None, lang: str) -> list[str]:
    """A language and those that stand in for it."""
    declared = game.fallbacks.get(lang, []) if game is not None else []
    return list(dict.fromkeys([lang, *declared, FALLBACK]))


def text(game: model.Game | None, key: str, lang: str) -> str | None:
    """The template of a key in a language, or in one that stands in for it."""
    if lang == PSEUDO:
        found = text(game, key, FALLBACK)
        return None if found is None else pseudo(found)
    for language in chain(game, lang):
        found = _of_game(game, key, language) if game is not None else None
        found = own_words(language).get(key) if found is None else found
        if found is not None:
            return found
    return None


def _of_game(game: model.Game, key: str, language: str) -> str | None:
    """The template of a key, or what is said at the verb of an ability."""
    texts = game.texts.get(language, {})
    if key in texts:
        return texts[key]
    return next((texts[k] for k in at_verb(game, key) if k in texts), None)


def plain(word: str) -> str:
    """An id as words, where there is no text."""
    return word.replace("_", " ").replace(".", " ")


def filler(game: model.Game | None, lang: str) -> Filler:
    def name(thing: Thing, form: str) -> str:
        key = f"{thing.kind}.{thing.item}"
        in_form = text(game, f"{key}@{form}", lang) if form else None
        return in_form or text(game, key, lang) or plain(thing.item)

    def count(thing: Thing, number: int, form: str) -> str:
        key = f"{thing.kind}.{thing.item}.count"
        in_form = text(game, f"{key}@{form}", lang) if form else None
        template = in_form or text(game, key, lang)
        if template is None:
            return f"{number} {name(thing, form)}"
        return made.fill(template, {"n": number})

    made = Filler(FALLBACK if lang == PSEUDO else lang, name, count)
    return made


def say(game: model.Game | None, key: str, lang: str, values: Values | None = None) -> str:
    """A text of the game or of the program, filled in; without one, its key as words."""
    template = text(game, key, lang)
    return filler(game, lang).fill(template, values or {}) if template is not None else plain(key)


def quoted(game: model.Game | None, what: str, lang: str) -> str:
    return say(game, "cli.quoted", lang, {"what": what})


def labelled(game: model.Game | None, what: str, said: str, lang: str) -> str:
    """`what: said`, with the space before the colon where a language has one; no colon after ?."""
    key = "cli.asked" if what.endswith("?") else "cli.labelled"
    return say(game, key, lang, {"what": what, "said": said})


def element(game: model.Game, kind: str, index: int, lang: str) -> str:
    """The name of an element."""
    item = game.kinds[kind].items[index]
    return text(game, f"{kind}.{item}", lang) or plain(item)


def rules_text(game: model.Game, kind: str, index: int, lang: str) -> str:
    """What a tile does, made from its data; what another element is, as its game tells it."""
    if not game.kinds[kind].tiles:
        return about(game, f"{kind}.{game.kinds[kind].items[index]}", lang)
    key = kind, index, lang
    if key not in game.told:
        game.told[key] = sentences(game, lang).tile(kind, index)
    return game.told[key]


def made_text(game: model.Game, kind: str, index: int, lang: str) -> str:
    """The text of a tile as it is made from its data, also where it has one of its own."""
    return sentences(game, lang).made(kind, index)


def sentences(game: model.Game, lang: str) -> Sentences:
    return Sentences(game, filler(game, lang), lambda key: text(game, key, lang))


def about(game: model.Game, what: str, lang: str) -> str:
    """The words of a game about an action or a place, with the numbers of its rules."""
    return told(game, f"{what}.about", lang) or ""


def told(game: model.Game, key: str, lang: str) -> str | None:
    """A text about rules, with their numbers; none if there is none."""
    template = text(game, key, lang)
    if template is None or "{" not in template:
        return template
    return filler(game, lang).fill(template, facts(game, key))


def seat_name(game: model.Game, seat: int, lang: str = FALLBACK) -> str:
    return element(game, "player", seat, lang)


def title(game: model.Game, lang: str = FALLBACK) -> str:
    return text(game, "game", lang) or plain(game.id)


def reason(game: model.Game, name: str | None, lang: str = FALLBACK) -> str:
    if name is None:
        return ""
    return told(game, f"end.{name}", lang) or plain(name)
