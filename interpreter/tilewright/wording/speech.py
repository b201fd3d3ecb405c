"""How a language writes numbers, plural forms and lists. The facts are those of CLDR."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

FALLBACK = "en"


@cache
def locale(lang: str) -> Locale:
    """What is known of a language; of an unknown one, what holds for English."""
    try:
        return Locale.parse(lang.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale.parse(FALLBACK)


def is_language(lang: str) -> bool:
    try:
        Locale.parse(lang.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return False
    return True


def category(lang: str, number: int) -> str:
    """The plural category of a number: one, few, many, other …"""
    return str(locale(lang).plural_form(abs(number)))


def categories(lang: str) -> list[str]:
    """All plural categories of a language that whole numbers can have."""
    return sorted(locale(lang).plural_form.tags | {"other"})


def number(lang: str, value: int) -> str:
    return format_decimal(value, locale=locale(lang))


def listed(lang: str, parts: Sequence[str]) -> str:
    """`a, b and c`, in the manner of the language."""
    told = format_list(list(parts), locale=locale(lang)) if parts else ""
    # CLDR has a plain space after the Polish `i`, where printers do not break a line.
    return told.replace(" i ", " i\u00a0") if lang == "pl" else told
