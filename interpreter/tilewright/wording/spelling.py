"""American or British English, as a pack says that it is spelled."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import yaml

from tilewright.reading.source import Loader
from tilewright.wording.stretches import blanked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.problems import Place, Problems

AMERICAN, BRITISH = "american", "british"
# What makes a verb of `organis`, but not of `organist`; and what is spelled alike everywhere.
GOES_ON, NOT = "(?=e|ing|ation|able)", "(?!ous|ious|ary|atory)"


@cache
def _spelled() -> tuple[tuple[str, str], ...]:
    """What is spelled in two ways: the British one and the American one, each a beginning."""
    file = resources.files("tilewright") / "wording" / "spelling.yaml"
    said: dict[str, str] = yaml.load(file.read_text(encoding="utf-8"), Loader)  # noqa: S506
    return tuple(said.items())


@cache
def _other(spelling: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Finds words of the other spelling, and what to write for their beginnings."""
    pairs = _spelled() if spelling == AMERICAN else tuple((us, uk) for uk, us in _spelled())
    starts = "|".join(old + GOES_ON if old.endswith(("is", "iz")) else old for old, _ in pairs)
    return re.compile(rf"(?<!\w)({starts}){NOT}(\w*)", re.IGNORECASE), dict(pairs)


def check_spelling(spelling: str, texts: Mapping[str, tuple[str, Place]], found: Problems) -> None:
    """Words of English texts that are spelled as in the other half of the world."""
    instead = _other(spelling)[1]
    for template, at in texts.values():
        for odd in _odd(spelling, template):
            start = odd.group(1)
            right = instead[start.lower()]
            right = right.capitalize() if start[0].isupper() else right
            found.add("text-spelling", at.shifted(*odd.span()),
                      f"'{odd.group()}' is not {spelling.capitalize()} spelling",
                      f"write '{right}{odd.group(2)}'")


@lru_cache(maxsize=10_000)
def _odd(spelling: str, template: str) -> tuple[re.Match[str], ...]:
    """The words of a template that are spelled in the other way; most texts stay as they are."""
    return tuple(_other(spelling)[0].finditer(blanked(template)))
