"""Numbers in texts: each stands in the rule alone, and a text says it whatever it is."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import yaml

from tilewright.model import FALLBACK
from tilewright.wording import speech
from tilewright.wording.message import BadMessage, Cases, Hole, Message, Number, holes, read
from tilewright.wording.pieces import LESS

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from tilewright.linking.text_numbers import Behind
    from tilewright.problems import Place, Problems

    Templates = Mapping[str, tuple[str, Place]]

DIGITS = re.compile(r"(?<![\w=])\d+(?!\w)")
# Which numbers share a form is seen from the first ones.
MANY = 130
# Pieces whose numbers have to be told; others may leave one out.
TELLING = ("verb", "change", "toll", "goal")


@cache
def _words(lang: str) -> tuple[re.Pattern[str], dict[str, int]]:
    """The words for numbers of a language, as one pattern, and what each means."""
    file = resources.files("tilewright") / "proofreading" / "counting.yaml"
    said = yaml.safe_load(file.read_text(encoding="utf-8")).get(lang, {})
    meaning = {word: number for number, words in said.items() for word in words}
    pattern = "|".join(map(re.escape, meaning)) or "(?!)"
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE), meaning


def check_numbers(behind: Behind, lang: str, texts: Templates, found: Problems) -> None:
    """Numbers that live twice, that are not told, and forms that say one number for another."""
    for key, (template, at) in texts.items():
        try:
            message = read(template)
        except BadMessage:
            continue
        name = key.partition("@")[0]
        _twice(behind, lang, name, template, at, found)
        _same_words(behind, lang, name, message, at, found)
        if lang == FALLBACK:   # What others leave out of the English text is told as lost.
            _not_told(behind, name, message, at, found)


def _twice(behind: Behind, lang: str, key: str, template: str, at: Place, found: Problems) -> None:
    """A number that the rule has too, so that one of them can change alone."""
    there = None
    for word, number in _literals(lang, template):
        there = behind.numbers(key) if there is None else there
        said = there.get(number)
        if said is None:
            continue
        start = template.find(word)
        found.add("text-number", at.shifted(start, start + len(word)),
                  f"'{word}' stands in these words, and {number} in the rule ({said.place})",
                  f"write {{{said.hole}}} for it" if said.hole else
                  "give the number a name, a function without arguments, and write that in { }")
        return


@lru_cache(20_000)
def _literals(lang: str, template: str) -> tuple[tuple[str, int], ...]:
    """Texts stay the same while their rules are changed again and again."""
    return tuple(literals(lang, read(template)))


def literals(lang: str, message: Message, known: str = "") -> Iterator[tuple[str, int]]:
    """The numbers that a text has in its own words; those of a case such as `=2` are no others."""
    pattern, meaning = _words(lang)
    for part in message:
        if isinstance(part, str):
            for match in (*DIGITS.finditer(part), *pattern.finditer(part)):
                word = match.group()
                number = int(word[:9]) if word.isdigit() else meaning[word.lower()]
                if str(number) != known:
                    yield word, number
        elif isinstance(part, Cases):
            for case, inner in part.cases:
                yield from literals(lang, inner, case.removeprefix("=") or known)


def _same_words(behind: Behind, lang: str, key: str, message: Message, at: Place,
                found: Problems) -> None:
    """A form for several numbers that does not say which of them it is."""
    told = {part.name for part in message if isinstance(part, Hole)}
    for cases in _plurals(message):
        if cases.name in told or not _is_of_rule(behind, key, cases.name):
            continue
        apart = {int(k[1:]) for k, _ in cases.cases if k[1:].isdigit()}
        for case, inner in cases.cases:
            alike = [n for n, form in enumerate(_forms(lang)) if form == case and n not in apart]
            if case[0] == "=" or len(alike) < 2 or _says(inner, cases.name):
                continue
            found.add("text-number", at,
                      f"the form '{case}' is for {alike[0]} and {alike[1]} too in '{lang}', and "
                      "its words do not say which",
                      f"write # in it, or add '={alike[0]} {{…}}'")
            return


@cache
def _forms(lang: str) -> list[str]:
    """The plural forms of the first numbers."""
    return [speech.category(lang, n) for n in range(MANY)]


def _is_of_rule(behind: Behind, key: str, hole: str) -> bool:
    """Whether a number is one that a change of the rules can change."""
    return (hole in behind.facts or hole in behind.given.get(key, ())
            or key.partition(".")[0] in (*TELLING, "frame"))


def _says(message: Message, name: str) -> bool:
    return any(isinstance(part, Number) or (isinstance(part, Hole) and part.name == name)
               or (isinstance(part, Cases) and any(_says(inner, name) for _, inner in part.cases))
               for part in message)


def _plurals(message: Message) -> Iterator[Cases]:
    yield from (part for part in holes(message)
                if isinstance(part, Cases) and part.how == "plural")


def _not_told(behind: Behind, key: str, message: Message, at: Place, found: Problems) -> None:
    """A number that a tile gives and no words tell."""
    sort = key.partition(".")[0]
    if sort not in (*TELLING, "family") or key.endswith(LESS) or key.count(".") > 2:
        return
    named = {hole.name for hole in holes(message)}
    for hole, numbers in behind.given.get(key, {}).items():
        if hole not in named and not behind.is_switch(key):
            found.add("text-number", at,
                      f"tiles say {min(numbers)} here, and these words do not tell it",
                      f"add {{{hole}}}: what another tile says is another number")
            return


def check_less(behind: Behind, texts: Container[str], at: Place, found: Problems) -> None:
    """Numbers below nothing, which need words of their own."""
    for key, given in behind.given.items():
        if key.partition(".")[0] not in TELLING or key + LESS in texts or key not in texts:
            continue
        below = min((n for numbers in given.values() for n in numbers), default=0)
        if below < 0:
            found.add("text-less", at, f"a tile says {below} in '{key}', whose words are for more",
                      f"add '{key}{LESS}: …', where the number is told without its sign")
