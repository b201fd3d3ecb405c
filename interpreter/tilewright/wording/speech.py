"""How a language writes numbers, plural forms and lists. The facts are those of CLDR.

Babel is read when a language is first spoken, so that loading a game does not wait for it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

from tilewright.model import FALLBACK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from babel import Locale


@cache
def known(lang: str) -> Locale | None:
    """What is known of a language; nothing of what is none."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(lang.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return None


def own_name(lang: str) -> str:
    """What a language calls itself, with a capital letter."""
    name = locale(lang).get_display_name(lang) or lang
    return name[:1].upper() + name[1:]


def is_language(lang: str) -> bool:
    return known(lang) is not None


def locale(lang: str) -> Locale:
    """What is known of a language; of an unknown one, what holds for English."""
    found = known(lang) or known(FALLBACK)
    assert found is not None
    return found


@lru_cache(maxsize=10_000)
def category(lang: str, number: int) -> str:
    """The plural category of a number: one, few, many, other …"""
    return str(locale(lang).plural_form(abs(number)))


# The plural categories of all languages.
CATEGORIES = frozenset({"zero", "one", "two", "few", "many", "other"})


@cache
def categories(lang: str) -> frozenset[str]:
    """All plural categories of a language."""
    return frozenset({*map(str, locale(lang).plural_form.tags), "other"})


@lru_cache(maxsize=10_000)
def number(lang: str, value: int) -> str:
    from babel.numbers import format_decimal

    # CLDR has the sign of keyboards where printers set a minus.
    return format_decimal(value, locale=locale(lang)).replace("-", "−")


def percent(lang: str, share: int) -> str:
    """So many per cent, with the space before the sign where a language has one."""
    from babel.numbers import format_percent

    return str(format_percent(share / 100, locale=locale(lang)))


def listed(lang: str, parts: Sequence[str], *, either: bool = False) -> str:
    """`a, b and c`, or `a, b or c`, in the manner of the language."""
    from babel.lists import format_list

    style: Literal["or", "standard"] = "or" if either else "standard"
    told = format_list(list(parts), style, locale(lang)) if parts else ""
    # CLDR has a plain space after the Polish `i`, where printers do not break a line.
    return told.replace(" i ", " i\u00a0") if lang == "pl" else told
