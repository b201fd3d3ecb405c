"""Words and numbers of a report in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.model import FALLBACK
from tilewright.text import labelled, plain, say, text
from tilewright.wording.speech import listed, locale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.wording.filling import Value

# A mean with the two ends of its interval, and from how many blocks.
Interval = Mapping[str, Any]
MINUS = "−"
# Of an interval that is narrower, shares are told with one digit more.
NARROW = 0.0399
# An interval of shares that is so wide says nothing.
WIDEST = 1.5


@dataclass(frozen=True, slots=True)
class Unit:
    """How a number is told: as a share, with how many digits, with its sign."""

    share: bool = False
    digits: int = 1
    signed: bool = False


SHARE, LIFT = Unit(share=True, digits=0), Unit(share=True, digits=0, signed=True)
COUNT, MEAN, DIFFERENCE = Unit(digits=0), Unit(), Unit(signed=True)


class Words:
    """What the report says in a language; English stands in for words that it lacks."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def says(self, key: str, **values: Value) -> str:
        return say(None, f"lab.{key}", self.lang, values)

    def known(self, key: str, otherwise: str) -> str:
        """What is said for a key that the findings bring; of a new one, the key as words."""
        there = text(None, f"lab.{key}", self.lang) is not None
        return self.says(key) if there else plain(otherwise)

    def name(self, names: Any, otherwise: str = "") -> str:
        """A name in this language, or in one that stands in for it."""
        if not isinstance(names, Mapping) or not names:
            return plain(otherwise)
        found = names.get(self.lang) or names.get(FALLBACK) or next(iter(names.values()))
        return str(found) or plain(otherwise)

    def listed(self, parts: Sequence[str]) -> str:
        return listed(self.lang, parts)

    def joined(self, said: str, more: str) -> str:
        """`said; more`, with the space before the sign where a language has one."""
        return say(None, "cli.joined", self.lang, {"said": said, "more": more}) if more else said

    def labelled(self, what: str, said: str) -> str:
        """`what: said`, with the space before the colon where a language has one."""
        return labelled(None, what, said, self.lang)

    def tell(self, value: float, unit: Unit = MEAN) -> str:
        """A number as people of this language write it."""
        from babel.numbers import format_decimal, format_percent

        digits = f".{'0' * unit.digits}" * (unit.digits > 0)
        # No minus before what is told as zero.
        rounded = round(float(value), unit.digits + 2 * unit.share) + 0.0
        if unit.share:
            usual = str(locale(self.lang).percent_formats[None].pattern)
            said = format_percent(rounded, usual.replace("0", f"0{digits}"), locale(self.lang))
        else:
            said = format_decimal(rounded, f"#,##0{digits}", locale(self.lang))
        return ("+" if unit.signed and rounded > 0 else "") + str(said).replace("-", MINUS)

    def count(self, value: float) -> str:
        return self.tell(value, COUNT)

    def range(self, found: Interval, unit: Unit = MEAN) -> str:
        """From the lower to the upper end of an interval; nothing where they say nothing."""
        if found["low"] is None or (unit.share and found["high"] - found["low"] >= WIDEST):
            return ""
        unit = fine(found, unit)
        return self.says("range", low=self.tell(found["low"], unit),
                         high=self.tell(found["high"], unit))

    def interval(self, found: Interval | None, unit: Unit = MEAN) -> str:
        """A mean and its interval; a dash where it cannot be told."""
        if found is None:
            return "–"
        mean, ends = self.mean(found, unit), self.range(found, unit)
        is_exact = ends == self.says("range", low=mean, high=mean)
        return self.says("interval", mean=mean, range=ends) if ends and not is_exact else mean

    def mean(self, found: Interval | None, unit: Unit = MEAN) -> str:
        return "–" if found is None else self.tell(found["mean"], fine(found, unit))


def fine(found: Interval, unit: Unit) -> Unit:
    """A share that is known well is told with one digit more."""
    narrow = unit.share and not unit.digits and found["low"] is not None and (
        found["high"] - found["low"] < NARROW)
    return Unit(unit.share, 1, unit.signed) if narrow else unit
