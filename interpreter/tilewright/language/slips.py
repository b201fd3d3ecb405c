"""What people write in expressions out of habit from elsewhere, and what is written here.

It is looked at only where an expression could not be read, so it costs nothing where all is well.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable
from typing import NamedTuple

Way = str | Callable[["re.Match[str]"], str]
CLOSING = {"(": ")", "[": "]", "{": "}"}
OPENING = {shut: opened for opened, shut in CLOSING.items()}
# Words that the syntax keeps for itself, though they mean nothing here.
FOREIGN = {w for w in keyword.kwlist if w.islower()} - {
    "and", "or", "not", "in", "is", "if", "else", "for"}
JOINING = ("and", "or", "not", "in", "is", "if", "else", "for")


class Slip(NamedTuple):
    """A stretch of an expression that cannot be read, and the way out."""

    start: int
    end: int
    hint: str


def _choice(test: str, yes: str, no: str) -> str:
    return f"write it as: {yes.strip()} if {test.strip()} else {no.strip()}"


def _one_more(found: re.Match[str]) -> str:
    return f"write '{found.group()[0]} 1'; a statement counts with 'gain' and 'lose'"


def _each(found: re.Match[str]) -> str:
    source = found.group(1)
    return f"name each one: for {source[0]} in {source}"


def _without_for(found: re.Match[str]) -> str:
    return f"name each one: {found.group(1)} for {found.group(1)} in {found.group(2)} …"


def _word(found: re.Match[str]) -> str:
    return f"write '{found.group().lower()}', in small letters"


# What is found first counts. The part in brackets, else the whole, is where it stands.
SIGNS: tuple[tuple[str, Way], ...] = (
    (r"!==", "'!=' asks whether two values differ"), (r"===", "'==' compares two values"),
    (r"&&?", "the word is 'and'"), (r"\|\|?", "the word is 'or'"),
    (r"<>", "'!=' asks whether two values differ"),
    (r"=>", "'at least' is written '>='"), (r"=<", "'at most' is written '<='"),
    (r"\b(?:and|or)\s+(?P<at><=?|>=?|==|!=)",
     "each test has both sides: x > 2 and x < 5; or in a row: 2 < x < 5"),
    (r"[+\-*/]=", "a statement changes a field: - gain: {me.coins: 1}"),
    (r"\+\+|--", _one_more),
    (r"^.*?(?P<at>\?).*$", lambda m: _choice(*_three(m.group()))),
    (r"^\s*(?P<at>if)\b(.*)\bthen\b(.*)\belse\b(.*)$",
     lambda m: _choice(m.group(2), m.group(3), m.group(4))),
    (r"(?P<at>\bif\s*\()([^,]*),([^,]*),([^,]*)\)\s*$",
     lambda m: _choice(m.group(2), m.group(3), m.group(4))),
    (r"^\s*(?P<at>if)\b", "write it as: a if test else b"),
    (r"\bis\s+(?:not\s+)?(?:at least|at most|more than|less than|greater|equal)",
     "write a sign: '>=', '<=', '>', '<' or '=='"),
    (r"\b(?:more|greater|bigger|larger)\s+than\b", "the sign is '>'"),
    (r"\b(?:less|fewer|smaller)\s+than\b", "the sign is '<'"),
    (r"\b\d+\s*%(?!\s*\w)", "work it out with whole numbers: x * 50 // 100"),
    (r"!(?!=)", "the word is 'not'"),
    (r"(?<![=!<>])=(?!=)", "'==' compares two values"),
    (r"\b(?:AND|OR|NOT|IN|IF|ELSE|FOR)\b", _word),
    (r"\bwhere\b", "the word is 'if': [x for x in list if test]"),
    (r"\bthen\b", "write it as: a if test else b"),
    (r"\bplus\b", "the sign is '+'"), (r"\bminus\b", "the sign is '-'"),
    (r"\btimes\b", "the sign is '*'"), (r"\b(?:mod|modulo)\b", "the sign is '%'"),
    (r"\bequals?\b", "the sign is '=='"), (r";", "leave the ';' out"),
    (r"(\w+)\s*\.\.+\s*(\w+)", lambda m: f"write it as: range({m.group(1)}, {m.group(2)})"),
    (r"[$@`]", "leave it out: names stand without a sign before them"),
    (r"\bfor\s+(\w+)\s*(?=\)|\]|$)", _each),
    (r"(?<=\()(\w+) in ([\w.]+)(?= if\b)", _without_for),
)
LOOKALIKES = {
    **dict.fromkeys("“”„«»‘’‚", "names and numbers stand without quotes"),
    **dict.fromkeys("\xa0\u2007\u2009\u202f\u3000", "it looks like a space; write a plain space"),
    **dict.fromkeys("−–—", "write '-'"), **dict.fromkeys("×·", "write '*'"),
    "÷": "use '//' to divide, it rounds down", "≥": "write '>='", "≤": "write '<='",
    "≠": "write '!='", "∧": "the word is 'and'", "∨": "the word is 'or'", "¬": "the word is 'not'",
    "…": "write a range as range(1, 6)", "#": "a comment begins with ' #', outside of quotes",
}


def _three(text: str) -> tuple[str, str, str]:
    """The parts of `test ? yes : no`."""
    test, _, rest = text.partition("?")
    yes, _, no = rest.partition(":")
    return test, yes or "a", no or "b"


def slip(text: str, at: int) -> Slip:
    """What is wrong with an expression that cannot be read; `at` is where reading it stopped."""
    found = _bracket(text) or _sign(text) or _half(text) or _keyword(text) or _side_by_side(text)
    return found or Slip(min(at, len(text)), min(at, len(text)) + 1, "")


def _sign(text: str) -> Slip | None:
    for pattern, way in SIGNS:
        found = re.search(pattern, text)
        if found is not None:
            group = "at" if "at" in found.re.groupindex else 0
            hint = way if isinstance(way, str) else way(found)
            return Slip(found.start(group), found.end(group), hint)
    return None


def _bracket(text: str) -> Slip | None:
    """A bracket that is not closed, or closes nothing."""
    opened: list[int] = []
    for at, sign in enumerate(text):
        if sign in CLOSING:
            opened.append(at)
        elif sign in OPENING:
            if opened and text[opened[-1]] == OPENING[sign]:
                opened.pop()
            elif opened:
                break
            else:
                return Slip(at, at + 1, f"this '{sign}' closes nothing, leave it out")
    if not opened:
        return None
    last = opened[-1]
    return Slip(last, last + 1, f"this '{text[last]}' is never closed; add '{CLOSING[text[last]]}'")


def _half(text: str) -> Slip | None:
    """A choice without its second half, and a list without brackets."""
    if re.search(r"\bif\b", text) and not re.search(r"\b(?:else|for)\b", text):
        source = re.match(r"\s*([\w.]+) if ", text)
        hint = f"say what it is otherwise: {text.strip()} else …"
        if source is not None:
            hint += f"; or for a list: [x for x in {source.group(1)} if test]"
        return Slip(0, len(text), hint)
    made = re.match(r"[^([]*\bfor \w+ in\b", text)
    if made is not None:
        return Slip(0, len(text), f"put brackets around a list: [{text.strip()}]")
    return None


def _keyword(text: str) -> Slip | None:
    """A word that the syntax keeps for itself."""
    found = next((m for m in re.finditer(r"(?<![\w.])[a-z]+\b", text) if m.group() in FOREIGN),
                 None)
    return None if found is None else Slip(
        found.start(), found.end(),
        f"'{found.group()}' cannot be a name in expressions, choose another one")


def _side_by_side(text: str) -> Slip | None:
    """Two names beside each other, with nothing between them."""
    for found in re.finditer(r"\b(\w+)\s+([A-Za-z]\w*)\b", text):
        first, second = found.group(1), found.group(2)
        if first not in JOINING and second not in JOINING:
            return Slip(found.start(2), found.end(2),
                        f"a sign is missing before '{second}', such as '+' or 'and'; a name of "
                        "two words is written with '_'")
    return None
