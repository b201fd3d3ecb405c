"""Names and calls of other languages, and what is written here instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.problems import did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

# What "none" and the player who acts are called elsewhere.
NOTHING = ("null", "nil", "nothing", "undefined", "nobody")
ACTING = ("this", "self", "my", "current_player", "active_player", "current", "player_turn", "you")
OTHERS = ("opponent", "opponents", "other", "others", "other_player", "other_players", "enemies")
# What the size of a list is called elsewhere, and whether something is in it.
SIZES = ("size", "length", "len", "count", "number", "amount")
HOLDS = ("contains", "includes", "has", "holds")
PLACES = ("index", "find", "index_of", "indexOf", "position")
DICE = ("random", "roll", "dice", "die", "rand", "randint", "choice", "shuffle")
SECTIONS = ("state", "options", "option", "kinds", "functions", "queries", "flow", "global")


NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# What types are called elsewhere.
TYPES = {**dict.fromkeys(("integer", "number", "num", "counter", "float"), "int"),
         **dict.fromkeys(("boolean", "flag", "yesno"), "bool")}
LISTS = ("list", "array", "set", "zone", "pile", "deck", "hand", "stack", "bag")
TEXTS = ("text", "string", "str", "word", "name")

# `1-6` is a difference, and mostly not meant as one.
SPAN = re.compile(r"(\d{1,9})\s*-\s*(\d{1,9})")


def type_meant(word: str, known: Collection[str]) -> str:
    """The type that was probably meant, or nothing."""
    return TYPES.get(word.lower(), "") or nearest(word.rstrip("?"), known)


def type_hint(word: str, plurals: Mapping[str, str], known: Collection[str]) -> str:
    """A way out for a word that is no type."""
    if word in plurals:
        kind = plurals[word]
        return f"did you mean '{kind}', one of them, or a zone for many: {{zone: {kind}}}?"
    if word.lower() in LISTS:
        return "elements lie in a zone: {zone: KIND}"
    if word.lower() in TEXTS:
        return ("what changes in play is a number 'int', 'bool', or an element of a kind; words "
                "stand in the texts")
    return did_you_mean(TYPES.get(word.lower(), word.rstrip("?")), known) if (
        word.lower() not in TYPES) else f"did you mean '{TYPES[word.lower()]}'?"


def plain_hint(given: object) -> str:
    """How to write a plain value that has quotes or brackets around it."""
    if isinstance(given, str) and given.strip().lstrip("+-").isdigit():
        return f"write it without quotes: {given.strip()}"
    if isinstance(given, list) and len(given) == 1:
        return f"write it without brackets: {given[0]}"
    return ""


def no_list_hint(tag: str, given: object) -> str:
    """A way out where a list is needed and a number or an element is written."""
    if tag == "int":
        span = SPAN.fullmatch(str(given).strip())
        if span is not None and int(span[1]) < int(span[2]):
            return f'numbers from one to another are: "range({span[1]}, {span[2]})"'
        return f'count up to it: "range(1, {given})"'
    return f'put it in brackets: "[{given}]"' if tag == "kind" else ""


def without_none(given: object) -> str:
    """A way out where each element of a list is needed, and some may be none."""
    return f"leave none out: [x for x in {given} if x != none]"


def name_hint(name: str) -> str:
    """A way out for a name that means nothing here, if it is one that is often used elsewhere."""
    if name in NOTHING:
        return "the word is 'none'"
    if name in ACTING:
        return "the player who acts is 'me'"
    if name in OTHERS:
        return "name them: [p for p in players if p != me]"
    if name in ("turn", "turns", "turn_number"):
        return "the number of the round is 'round'"
    if re.fullmatch(r"d[0-9]+", name):
        return f"a die is the effect 'random': - random: {{n: 'range(1, {name[1:]})'}}"
    if name in NUMBERS:
        return f"numbers are written in digits: '{NUMBERS.index(name)}'"
    return ""


def call_hint(name: str) -> str:
    """A way out for a function that there is not."""
    if name in SIZES:
        return "did you mean 'size'?"
    if name in DICE:
        return ("chance is the effect 'random', a statement: - random: {n: 'range(1, 6)'}, with "
                "what follows under 'do'")
    if name in ("floor", "ceil", "int", "div", "trunc"):
        return "numbers are whole here: '//' divides and rounds down"
    if name in HOLDS:
        return "'in' asks whether something is in a list: x in list"
    return ""


def member_hint(name: str, source: str, item: str) -> str:
    """A way out for what is asked of a whole list: `source` is the list, `item` its kind."""
    if name in SIZES:
        return f"write size({source})"
    if name in HOLDS:
        return f"write x in {source}"
    if name == "first":
        return f"write first({source})"
    if name in ("top", "bottom", "last"):
        return f"write top({source}, 1)" if name == "top" else (
            f"write {source}[size({source}) - 1]")
    each = item[:1] or "x"
    return f"ask each one, as in sum({each}.{name} for {each} in {source})"
