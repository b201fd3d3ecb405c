"""Texts of a game: which keys there can be, and which are missing or unknown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.linking.lacking import check_page
from tilewright.linking.text_keys import OF_RULES, keys_of, of_idle_verb, short_keys
from tilewright.linking.text_numbers import Behind
from tilewright.model import FALLBACK
from tilewright.problems import Problems, did_you_mean, listed, nearest
from tilewright.reading.source import Map
from tilewright.wording import message
from tilewright.wording.own import own_keys
from tilewright.wording.pieces import SOLE, own_texts
from tilewright.wording.proofs import fingerprint
from tilewright.wording.speech import is_language

# Languages that need no look into the tables of all languages.
USUAL = ("en", "fr", "it", "pl", "de", "es", "nl", "pt", "cs", "sv", "ja", "uk")

CODE = re.compile(r"[a-z]{2,3}(_[A-Za-z]+)?\Z")
# How other programs fill something in.
FOREIGN_HOLE = re.compile(r"%[sd]|\$\{?\w+")

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tilewright.merging.content import Content
    from tilewright.model import Game
    from tilewright.problems import Place


def needed(game: Game) -> list[str]:
    """The keys without which a player would read ids."""
    actions = [f"move.{a.name}" for a in game.actions.values() if a.tile is None]
    return ["game", *actions, *(f"end.{r}" for r in game.reasons),
            *(f"score.{c}" for c in game.scoring)]


def check_texts(game: Game, content: Content, problems: Problems, *, whole: bool) -> None:
    """The texts of all languages; of a game that is not whole, only what needs no game."""
    named = content.manifest.get("texts")
    if isinstance(named, Map) and named and FALLBACK not in named:
        problems.add("text-missing", content.manifest.key_at("texts"),
                     f"there are texts, but none in '{FALLBACK}'",
                     f"add '{FALLBACK}: …', which stands in where another language has no text")
    _stand_ins(game, content, problems)
    known, own = (_known(game), set(own_texts(game))) if whole else (None, set())
    short, behind = short_keys(game, known or ()), Behind(game, content)
    for language, texts in content.texts.items():
        if language not in USUAL and CODE.match(language) and not is_language(language):
            problems.add("unknown-language", texts.place,
                         f"the manifest says '{language}', which is not the code of a language",
                         did_you_mean(language, USUAL))
        flat, strange = game.texts.setdefault(language, {}), set[str]()
        if known is None:
            _words_alone(texts, problems)
            continue
        for key in texts:
            whole_key = short[key] if key in short and short[key] not in texts else key
            if key in own:
                _override(game, texts, key, flat, problems)
            elif whole_key in known or of_idle_verb(game, key):
                told = _allowed(game, behind, whole_key, texts[key], known.get(whole_key))
                _take(texts, key, told, flat, problems, whole_key)
            elif not content.is_of_earlier(texts.key_at(key).file):
                # A variant may have taken away what its game had a text for.
                problems.add("text-unknown", texts.key_at(key), f"no text is needed for '{key}'",
                             _meant(key, texts[key], known, strange))
        # Where another language lacks a text, this one stands in.
        for key in needed(game) if language == FALLBACK else ():
            if key not in texts and key not in strange:
                problems.add("text-missing", texts.place, f"the text '{key}' is missing",
                             f"add '{key}: …'")
        _forms(language, {k: v for k, v in texts.items() if k in known or k in short}, texts, own,
               problems)
        if not content.is_of_earlier(texts.place.file):   # Who changes a game needs no page.
            check_page(game, texts, problems, first=language == FALLBACK)


def _allowed(game: Game, behind: Behind, key: str, given: Any, holes: set[str] | None) -> Allowed:
    """The holes of a text, with the one number of the rule behind it if it tells that."""
    if holes is None:
        return Allowed(set(), set(), unknown=True)
    numbers = behind.named
    if SOLE not in holes and f"{{{SOLE}" in str(given):
        number = behind.sole(key)
        if number is not None:
            game.numbers[key] = number
            return Allowed({*holes, SOLE}, {*numbers, SOLE})
    return Allowed(holes, numbers, of_rules=key.partition(".")[0] in OF_RULES)


def _known(game: Game) -> dict[str, set[str]]:
    """The keys of a game, and those of the program, for which a game may have words of its own."""
    return {key: set(holes) for key, holes in own_keys().items()} | keys_of(game)


def _meant(key: str, given: Any, known: Collection[str], strange: set[str]) -> str:
    """The key that was probably meant; noted, so that it is not told as missing too."""
    if isinstance(given, Map) and any(f"{key}.{inner}" in known for inner in given):
        strange.update(f"{key}.{inner}" for inner in given)
        inner = next(i for i in given if f"{key}.{i}" in known)
        return f"keys are written whole, each in a line of its own: {key}.{inner}: …"
    if isinstance(given, Map) and any(inner in known for inner in given):
        strange.update(known)
        return f"leave '{key}:' out, keys stand at the beginning of their lines"
    tile = f"{key.rpartition('.')[0]}.says"
    if tile in known and key.count(".") == 2:
        return f"the text of a tile is '{tile}'"
    ends = [k for k in known if k.endswith(f".{key}")]
    # The same thing under another first word is nearer than another word of the same length.
    alike = [k for k in known if k.partition(".")[2] == key.partition(".")[2] != ""]
    sure = next((found[0] for found in (alike, ends) if len(found) == 1), "")
    near = sure or nearest(key, known)
    strange.add(near)
    return f"did you mean '{near}'?" if near else ""


def _words_alone(texts: Map, problems: Problems) -> None:
    """Whether each text can be read, whatever it is for."""
    for key, given in texts.items():
        for form, template in (given if isinstance(given, Map) else {"is": given}).items():
            at = given.at(form) if isinstance(given, Map) else texts.at(key)
            _holes(str(template), at, problems, ())


def _stand_ins(game: Game, content: Content, problems: Problems) -> None:
    """The declared languages that stand in for others; they need texts."""
    declared = content.manifest.get("stand_in", Map(content.manifest.place))
    for language, chain in declared.items():
        if language not in content.texts:
            problems.add("unknown-language", declared.key_at(language),
                         f"there are no texts in '{language}'",
                         did_you_mean(language, content.texts))
        for index, other in enumerate(chain):
            if other == language:
                problems.add("wrong-value", chain.at(index),
                             f"'{language}' cannot stand in for itself", "name another language")
            if other not in content.texts:
                problems.add("unknown-language", chain.at(index),
                             f"there are no texts in '{other}'",
                             did_you_mean(str(other), content.texts))
        game.fallbacks[language] = [str(other) for other in chain]


def _forms(language: str, known: dict[str, Any], texts: Map, own: set[str], problems: Problems
           ) -> None:
    """Forms of names and the texts that use them must agree."""
    named = {key: given for key, given in known.items()
             if isinstance(given, Map) and key not in own}
    there = {form for given in named.values() for form in given} - {"is"}
    asked: dict[str, Place] = {}
    for given, at in _templates(texts):
        for form in _forms_in(given):
            end = given.find(f":{form}}}")
            start = given.rfind("{", 0, max(end, 0))
            asked.setdefault(form, at.shifted(max(start, 0), end + len(form) + 2))
    for forms in named.values():
        for form in forms:
            if form != "is" and form not in asked:
                problems.add("text-form", forms.key_at(form),
                             f"no text in '{language}' uses the form '{form}'",
                             did_you_mean(form, asked)
                             or f"a text asks for it in its hole: {{name:{form}}}")
    for form, at in asked.items():
        if form not in there:
            problems.add("text-form", at, f"no name in '{language}' has the form '{form}'",
                         did_you_mean(form, there)
                         or f"give names this form: {{is: …, {form}: …}}")


def _templates(texts: Map) -> Iterator[tuple[str, Place]]:
    for key, given in texts.items():
        if not isinstance(given, Map):
            yield str(given), texts.at(key)


def _forms_in(template: str) -> tuple[str, ...]:
    try:
        return message.forms(template)
    except message.BadMessage:
        return ()


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a text may fill in, some of it numbers of the rules; of some texts nobody knows."""

    holes: set[str]
    numbers: set[str]
    unknown: bool = False
    # Whether numbers of the rules may be told here.
    of_rules: bool = False

    def hint(self, odd: str) -> str:
        """What is meant by a hole that cannot be filled in."""
        own = self.holes - self.numbers
        number = (f", or give the number a name: functions: {{{odd}: {{is: 3}}}}"
                  if self.of_rules else "")
        if own or not self.holes or nearest(odd, self.holes):
            return did_you_mean(odd, self.holes) or (
                f"nothing can be filled in here, write plain words{number}")
        return ("nothing is picked here, so only numbers of the rules can be filled in: "
                f"{listed(sorted(self.holes))}{number}")


def _take(texts: Map, key: str, holes: Allowed, flat: dict[str, str], problems: Problems,
          whole: str) -> None:
    """Put a text in under its whole key, or all forms of a name: the usual one is `is`."""
    given = texts[key]
    forms = given if isinstance(given, Map) else {"is": given}
    if "is" not in forms:
        problems.add("text-missing", texts.at(key), "a name with forms has its usual form in 'is'",
                     "add 'is: …'")
    for form, template in forms.items():
        at = given.at(form) if isinstance(given, Map) else texts.at(key)
        if _is_fine(str(template), holes, at, problems):
            flat[whole if form == "is" else f"{whole}@{form}"] = str(template)


def _is_fine(template: str, allowed: Allowed, at: Place, problems: Problems) -> bool:
    holes = allowed.holes
    named = _holes(template, at, problems, holes)
    if allowed.unknown:
        return named is not None
    if named is not None and not named <= holes:
        odd = min(named - holes)
        start = max(template.find(f"{{{odd}"), 0)
        problems.add("text-hole", at.shifted(start, start + len(odd) + 2),
                     f"'{{{odd}}}' cannot be filled in here",
                     allowed.hint(odd))
    elif holes and not named and (foreign := FOREIGN_HOLE.search(template)) is not None:
        problems.add("text-hole", at, f"'{foreign.group()}' is told as it stands, not filled in",
                     f"write {_as_holes(holes)}")
    return named is not None and named <= holes


def _as_holes(holes: Collection[str]) -> str:
    return listed([f"{{{name}}}" for name in sorted(holes)])


def _holes(template: str, at: Place, problems: Problems, known: Collection[str]
           ) -> frozenset[str] | None:
    """What a text fills in; nothing if it cannot be read."""
    try:
        return message.names(template)
    except message.BadMessage as error:
        forms = "'{n, plural, one {# card} other {# cards}}'"
        problems.add("text-message", at.shifted(error.at, error.at + 1),
                     f"this text cannot be read: {error}",
                     f"write {_as_holes(known) if known else chr(39) + '{name}' + chr(39)}, "
                     f"or {forms}")
        return None


# -- texts of a tile's own ------------------------------------------------------------------------

def _override(game: Game, texts: Map, key: str, flat: dict[str, str], problems: Problems) -> None:
    """A text that stands in for the generated one; `check` tells when its rule has changed."""
    given = texts[key]
    if not isinstance(given, Map) or set(given) - {"text", "rule", "was"} or "text" not in given:
        kind, index = own_texts(game)[key]
        problems.add("text-message", texts.at(key), "a text of its own has 'text' and 'rule', the "
                     "mark of the rule for which it was written",
                     f"write {{text: …, rule: {fingerprint(game, kind, index)}}}")
        return
    flat[key] = str(given["text"])
