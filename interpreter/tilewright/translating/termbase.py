"""The list of terms of a language: as a table for people, and as TBX for tools."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from tilewright.model import FALLBACK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.wording.terms import Term

# How TBX calls the ways in which a word may be used.
WANTED, FORBIDDEN = "preferredTerm-admn-sts", "deprecatedTerm-admn-sts"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
HEAD = ('<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE martif SYSTEM "TBXBasiccoreStructV02.dtd">\n')


def lines_of(terms: Iterable[Term]) -> list[str]:
    """A line for each term: the English words, those of the language, and what is not said."""
    return [f"{term.english} = {term.word}"
            + (f"; not: {', '.join((*term.never, *term.nowhere))}"
               if term.never or term.nowhere else "")
            + (f" ({term.note})" if term.note else "") for term in terms]


def tbx(game: str, lang: str, terms: Iterable[Term]) -> str:
    """The same as TBX-Basic."""
    top = Element("martif", {"type": "TBX-Basic", XML_LANG: FALLBACK})
    source = SubElement(SubElement(SubElement(top, "martifHeader"), "fileDesc"), "sourceDesc")
    SubElement(source, "p").text = f"{game}: terms in '{lang}'"
    body = SubElement(SubElement(top, "text"), "body")
    for number, term in enumerate(terms, 1):
        entry = SubElement(body, "termEntry", {"id": f"t{number}"})
        if term.note:
            SubElement(entry, "descrip", {"type": "definition"}).text = term.note
        english = SubElement(entry, "langSet", {XML_LANG: FALLBACK})
        _word(english, term.english, WANTED)
        if lang == FALLBACK:
            words = english
        else:
            words = SubElement(entry, "langSet", {XML_LANG: lang.replace("_", "-")})
            _word(words, term.word, WANTED)
        for odd in (*term.never, *term.nowhere):
            _word(words, odd.replace("*", "…"), FORBIDDEN)
    indent(top)
    return HEAD + tostring(top, encoding="unicode") + "\n"


def _word(words: Element, said: str, status: str) -> None:
    told = SubElement(words, "tig")
    SubElement(told, "term").text = said
    SubElement(told, "termNote", {"type": "administrativeStatus"}).text = status
