"""What a careful reader of texts would mark: missing texts and forms, signs, length."""

from __future__ import annotations

import json
import re
from hashlib import blake2b
from typing import TYPE_CHECKING

from tilewright.model import FALLBACK
from tilewright.problems import Problems, listed
from tilewright.reading.source import Map
from tilewright.wording import speech
from tilewright.wording.message import BadMessage, Cases, Message, holes, read
from tilewright.wording.own import own_words
from tilewright.wording.pieces import own_texts
from tilewright.wording.reachable import numbers_of

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from tilewright.model import Game
    from tilewright.problems import Place

    Numbers = dict[str, set[int]]
    # The text that is made for a tile of a kind, in a language.
    Generated = Callable[[str, int, str], str]

NAMED = 3
LONG, LONGER = 2, 24
SAME_WORDS = 3
NOT_READ = ("rule", "was")
ELLIPSIS = (r"\w[ \u00a0\u202f]…(?=$|[.,;)])", "no space stands before … at the end of words")
# In each language: what is wrong, and what to write.
SIGNS: dict[str, tuple[tuple[str, str], ...]] = {
    "": ((r"\.\.\.", "three dots are one sign: …"),),
    "fr": ((r"(?<![\u00a0\u202f])[:;!?]", "a no-break space (U+00A0) stands before : ; ! ?"),
           (r"«(?!\u00a0)|(?<!\u00a0)»", "a no-break space (U+00A0) stands inside « »"),
           (r"(?<=\w)'(?=\w)", "the apostrophe is ’ (U+2019)"), ELLIPSIS),
    "en": (ELLIPSIS,),
    "it": ((r"(?<=\w)'", "the apostrophe is ’ (U+2019), and accents are letters of their own: è"),
           ELLIPSIS),
    "pl": (ELLIPSIS, (r'"', "quotes are „ and ”"),
           (r"(?:^|(?<=[\s(„]))[aiouwzAIOUWZ] (?=\w)",
            "a no-break space (U+00A0) stands after a word of one letter")),
    "de": ((r'"|”|“(?=\w)', "quotes are „ and “"),
           (r"(?<=\w)'", "the apostrophe is ’ (U+2019)"),
           (r" - ", "a dash is – (U+2013)")),
}


def proofread(game: Game | None, texts: dict[str, Map], made: Generated) -> Problems:
    """All marks on the texts of all languages; `made` gives the generated text of a tile.

    Without a game, what can be seen in the words alone.
    """
    found = Problems()
    numbers = numbers_of(game) if game is not None else {}
    own: Container[str] = own_texts(game) if game is not None else _named_own(texts)
    flat = {lang: dict(_flat(given, own)) for lang, given in texts.items()}
    model = flat.get(FALLBACK, {})
    for lang, given in texts.items():
        if lang != FALLBACK:
            untranslated(lang, given, texts.get(FALLBACK), found)
        if game is not None:
            _stale(game, lang, given, made, found)
        for key, (template, at) in flat[lang].items():
            _signs(lang, template, at, found)
            _plurals(lang, template, numbers.get(key.partition("@")[0], {}), at, found)
            if lang != FALLBACK and key in model:
                others = [t[key][0] for other, t in flat.items() if other != lang and key in t]
                _compare(lang, template, model[key][0], max(others, key=length), at, found)
                _lost(template, model[key][0], at, found)
    return found


def _named_own(texts: dict[str, Map]) -> set[str]:
    """The texts that look like those of a tile's own."""
    return {key for given in texts.values() for key in given if key.endswith(".says")}


def _flat(texts: Map, own: Container[str]) -> Iterator[tuple[str, tuple[str, Place]]]:
    """All templates by key, forms of names as `key@form`."""
    for key, value in texts.items():
        if isinstance(value, Map):
            for form, inner in value.items():
                if form not in NOT_READ or key not in own:
                    yield f"{key}@{form}", (str(inner), value.at(form))
        else:
            yield key, (str(value), texts.at(key))


def untranslated(lang: str, given: Map, model: Map | None, found: Problems) -> None:
    missing = [key for key in model or () if key not in given and key not in own_words(lang)]
    if missing and model is not None:
        share = 100 * (len(model) - len(missing)) // len(model)
        more = " and more" if len(missing) > NAMED else ""
        found.add("text-untranslated", given.place,
                  f"{share}% of the texts are there in '{lang}'; {len(missing)} "
                  f"{'is' if len(missing) == 1 else 'are'} missing: "
                  f"{listed(missing[:NAMED], 'and')}{more}",
                  "until they are there, another language stands in")


def fingerprint(game: Game, kind: str, index: int) -> str:
    """A short word that changes when the rule of a tile does."""
    values = {n: a.values[index] for n, a in game.kinds[kind].attributes.items()}
    told = [values, game.published.abilities.get((kind, index), {})]
    return blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=4).hexdigest()


def _stale(game: Game, lang: str, texts: Map, made: Generated, found: Problems) -> None:
    """Texts of a tile's own that were written for another rule, with the old and the new one."""
    for key, (kind, index) in own_texts(game).items():
        if not isinstance(texts.get(key), Map):
            continue
        given, item = texts[key], game.kinds[kind].items[index]
        now = fingerprint(game, kind, index)
        if str(given.get("rule")) != now:
            was = f"it was written for '{given['was']}', and " if "was" in given else ""
            found.add("text-stale", given.at("rule") if "rule" in given else texts.at(key),
                      f"the rule of '{item}' has changed: {was}now it says "
                      f"'{made(kind, index, lang)}'", f"correct the text, then write 'rule: {now}'")


def _parts(message: Message) -> Iterator[str]:
    for part in message:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Cases):
            for _, inner in part.cases:
                yield from _parts(inner)


def _read(template: str) -> Message:
    try:
        return read(template)
    except BadMessage:
        return ()


def _signs(lang: str, template: str, at: Place, found: Problems) -> None:
    for part in _parts(_read(template)):
        for pattern, rule in (*SIGNS[""], *SIGNS.get(lang, ())):
            if (odd := re.search(pattern, part)) is not None:
                around = part[max(odd.start() - 8, 0):odd.end() + 8].strip()
                found.add("text-signs", at, f"in '{around}': {rule}")
                return


def _plurals(lang: str, template: str, numbers: Numbers, at: Place, found: Problems) -> None:
    """The forms that a language needs for numbers that really come, and none that there is not."""
    for cases in _all_cases(_read(template)):
        keys = {key for key, _ in cases.cases}
        odd = [k for k in keys - speech.CATEGORIES if not k.startswith("=")]
        if odd and cases.how == "plural":
            found.add("text-plural", at, f"there is no form '{min(odd)}'",
                      f"in '{lang}' the forms are {listed(sorted(speech.categories(lang)), 'and')}")
            break
        for number in sorted(numbers.get(cases.name, ())) if cases.how == "plural" else ():
            needed = speech.category(lang, number)
            if not {needed, f"={number}"} & keys:
                found.add("text-plural", at,
                          f"the form '{needed}' of {cases.name} is missing, which is needed for "
                          f"{number}", f"add '{needed} {{…}}'")
                break


def _all_cases(message: Message) -> Iterator[Cases]:
    for part in message:
        if isinstance(part, Cases):
            yield part
            for _, inner in part.cases:
                yield from _all_cases(inner)


def _compare(lang: str, template: str, model: str, longest: str, at: Place, found: Problems
             ) -> None:
    """Against the English text, which is no translation, and the longest one, which must fit."""
    if is_same(template, model):
        found.add("text-untranslated", at, f"this is the English text, not '{lang}'")
    elif (long := length(template)) > LONG * length(longest) + LONGER:
        found.add("text-long", at,
                  f"this has {long} signs, the longest other text {length(longest)}",
                  "say it shorter, so that it fits where the others do")


def length(template: str) -> int:
    """How many signs a text has at most; of several cases only one is told."""
    return _length(_read(template)) or len(template)


def _length(message: Message) -> int:
    return sum(len(part) if isinstance(part, str)
               else max(_length(inner) for _, inner in part.cases) if isinstance(part, Cases)
               else len(str(part)) for part in message)


def _lost(template: str, model: str, at: Place, found: Problems) -> None:
    """What the English text fills in, the others do too."""
    lost = {h.name for h in holes(_read(model))} - {h.name for h in holes(_read(template))}
    if lost:
        odd = min(lost)
        found.add("text-lost", at, f"the English text has '{{{odd}}}', which is missing here",
                  f"add '{{{odd}}}'")


def is_same(template: str, model: str) -> bool:
    """Whether a text is still the English one; names and single words may well be the same."""
    return template == model and len(" ".join(_parts(_read(model))).split()) >= SAME_WORDS
