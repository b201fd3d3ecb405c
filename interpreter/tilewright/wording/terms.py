"""The words that a game has for its things, as its publisher writes them, and those it never has.

A list of terms is for one language. Words are compared as wholes; `*` stands for any ending.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from tilewright.model import FALLBACK
from tilewright.reading.source import Map
from tilewright.wording.stretches import blanked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tilewright.problems import Place, Problems

    # The templates of one language with their places, by key.
    Templates = Mapping[str, tuple[str, Place]]

# Between two words, also where a line may not break.
SPACE = "[ \u00a0\u202f]"
# Where a word may have a capital letter that it normally has not.
BEGINS = re.compile(r"(^|[.!?:…])[\s„“«(]*$")


@dataclass(frozen=True, slots=True)
class Term:
    """One thing, what it is called, and which words are not for it."""

    english: str
    word: str
    found: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    nowhere: tuple[str, ...] = ()
    note: str = ""

    def is_in(self, english: str) -> bool:
        """Whether an English text speaks of it."""
        return _are_in(self.found or (self.english, f"{self.english}s"), english)


@lru_cache(maxsize=100_000)
def _are_in(words: tuple[str, ...], english: str) -> bool:
    plain = blanked(english)
    return any(pattern(word).search(plain) for word in words)


def terms_of(data: Mapping[str, Any]) -> list[Term]:
    """The terms of a file that has the right shape."""
    return [Term(name, str(one["is"]), _words(one, "found"), _words(one, "never"),
                 _words(one, "nowhere"), str(one.get("note", "")))
            for name, one in data.get("terms", {}).items()]


def _words(one: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(map(str, one.get(key, ())))


@cache
def pattern(words: str) -> re.Pattern[str]:
    """Words as whole ones, `*` for any ending; the first letter may be a capital."""
    parts = [re.escape(word).replace(r"\*", r"[\w’']*") for word in words.split()]
    first = parts[0][:1]
    if first.islower():
        parts[0] = f"[{first}{first.upper()}]{parts[0][1:]}"
    return re.compile(rf"(?<!\w){SPACE.join(parts)}(?!\w)")


def check_terms(terms: Iterable[Term], lang: str, texts: Templates, english: Templates,
                found: Problems) -> None:
    """Words that a list of terms does not want, where they stand."""
    listed = list(terms)
    odd = _any_of(tuple(dict.fromkeys(w for term in listed for w in (*term.nowhere, *term.never))))
    suspects = {key: text for key, text in texts.items() if odd(text[0])}
    for term in listed:
        for key, (template, at) in suspects.items():
            model = english.get(key)
            of_it = lang == FALLBACK or (model is not None and term.is_in(model[0]))
            for words in (*term.nowhere, *(term.never if of_it else ())):
                _tell(term, words, template, at, found)


@lru_cache(maxsize=20)
def _any_of(words: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether a template has any of some words. Few do, and the same ones are asked for each time
    that a game is loaded."""
    if not words:
        return lambda _template: False
    found = re.compile("|".join(pattern(word).pattern for word in words))

    @lru_cache(maxsize=10_000)
    def has(template: str) -> bool:
        return found.search(blanked(template)) is not None

    return has


def check_spoken(data: Map, english: Templates, found: Problems) -> None:
    """Terms of which no English text speaks, so that nothing is held by them."""
    listed: Any = data.get("terms")
    for term in terms_of(data) if isinstance(listed, Map) else ():
        # A name that nobody speaks of is a slip, also where other words are listed for it.
        named = Term(term.english, term.word)
        if not any(named.is_in(words) for words, _ in english.values()):
            found.add("term-unknown", listed.key_at(term.english),
                      f"no English text speaks of '{term.english}'",
                      "name it as the English texts do; 'found' only lists its other forms"
                      if term.found else "name it as the English texts do")


def _tell(term: Term, words: str, template: str, at: Place, found: Problems) -> None:
    plain = blanked(template)
    for odd in pattern(words).finditer(plain):
        if words[0].islower() and odd.group()[0].isupper() and not BEGINS.search(
                plain[:odd.start()]):
            continue   # A name, where the small letter would be the wrong word.
        found.add("term-forbidden", at.shifted(*odd.span()),
                  f"'{odd.group()}' is not the word for '{term.english}'",
                  f"write '{term.word}'" + (f": {term.note}" if term.note else ""))


def spoken_of(terms: Iterable[Term], english: str) -> Iterator[Term]:
    """The terms that an English text speaks of."""
    return (term for term in terms if term.is_in(english))
