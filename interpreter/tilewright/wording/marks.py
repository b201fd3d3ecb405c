"""Which English words a translation was made from, so that it is told when they change.

A file of marks stands beside the texts of a language: `text/fr.marks.yaml` beside `text/fr.yaml`.
For each key it has the English words, and a fingerprint of the translation. Who changes a
translation by hand needs no mark: it is taken as made for the English words of that day.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from tilewright.problems import did_you_mean
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tilewright.problems import Place, Problems

    Templates = Mapping[str, tuple[str, Place]]

HEAD = ("# Which English words each text was translated from; made by: tilewright text mark\n")
LONGEST = 60


def fingerprint_of(words: str) -> str:
    return blake2b(words.encode(), digest_size=4).hexdigest()


def mark_of(english: str, translated: str) -> dict[str, str]:
    return {"from": english, "as": fingerprint_of(translated)}


def older(marks: Mapping[str, Any], key: str, english: str, translated: str) -> str | None:
    """The English words that a translation was made from, if they were others than now and the
    translation is still the same; none otherwise."""
    mark = marks.get(key)
    if not isinstance(mark, dict) or str(mark.get("as")) != fingerprint_of(translated):
        return None
    was = str(mark.get("from", ""))
    return was if was != english else None


def check_marks(marks: Mapping[str, Any], texts: Templates, english: Templates, found: Problems
                ) -> None:
    """Translations that were made from other English words than there are now, and marks of texts
    that are not there."""
    if isinstance(marks, Map):
        # What English alone has is told as not translated.
        for key in (key for key in marks if key not in texts and key not in english):
            found.add("mark-unknown", marks.key_at(key), f"there is no text '{key}' to be marked",
                      did_you_mean(key, texts)
                      or "take it out, or make all marks again: tilewright text mark PACK")
    for key, (template, at) in texts.items():
        was = older(marks, key, english[key][0], template) if key in english else None
        if was is not None:
            found.add("text-behind", at,
                      f"the English text was '{_short(was)}' when this was written, and is now "
                      f"'{_short(english[key][0])}'",
                      "correct this text; if it is right as it is, note so with: "
                      f"tilewright text mark PACK {key.partition('@')[0]}")


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


def marks_now(marks: Mapping[str, Any], texts: Mapping[str, str], english: Mapping[str, str],
              right: Iterable[str]) -> dict[str, dict[str, str]]:
    """The marks of the present state: what is behind stays so, unless it is said to be right."""
    sure, made = set(right), dict[str, dict[str, str]]()
    for key, words in texts.items():
        if key not in english:
            continue
        was = older(marks, key, english[key], words)
        fine = was is None or key in sure or key.partition("@")[0] in sure
        made[key] = mark_of(english[key] if fine else str(was), words)
    return made
