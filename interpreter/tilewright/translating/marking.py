"""Files of marks: which English words the texts of a pack were made from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.problems import UsageError, did_you_mean, listed
from tilewright.translating.in_yaml import written
from tilewright.wording.marks import HEAD, marks_now, older

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tilewright.translating.work import Work

# The first line of a shipped file of texts, far below the folder of schemas.
SCHEMA = re.compile(r"(# yaml-language-server: \$schema=(?:\.\./){3,}schema/)"
                    r"(?:[a-z0-9_]+/)?text\.schema\.json\n")


@dataclass(slots=True)
class Marked:
    """The file of marks of a language as it shall be, and what is still behind."""

    file: Path
    text: str
    behind: list[str] = field(default_factory=list)


def marks_text(marks: Mapping[str, Mapping[str, str]], texts: str = "") -> str:
    """A file of marks, one line for each text; it leads to the schemas as the texts do."""
    first = SCHEMA.match(texts)
    lines = [f"{key}: {{from: {written(mark['from'], inside=True)}, as: \"{mark['as']}\"}}"
             for key, mark in sorted(marks.items())]
    head = f"{first.group(1)}marks.schema.json\n" if first is not None else ""
    return head + HEAD + "\n".join(lines) + "\n"


def marked(works: Sequence[Work], right: Sequence[str]) -> list[Marked]:
    """The marks of the present state, for some languages."""
    found = []
    for work in works:
        if work.file is None or work.marks_file is None:
            raise UsageError(f"'{work.id}' has no texts in '{work.lang}'")
        names = {key.partition("@")[0] for key in work.given}
        odd = next((key for key in right if key not in names and key not in work.given), None)
        if odd is not None:
            raise UsageError(f"there is no text '{odd}' in '{work.lang}'; "
                             f"{did_you_mean(odd, names)}".rstrip("; "))
        english = {key: work.english.get(key) or work.english.get(key.partition("@")[0], "")
                   for key in work.given}
        english = {key: words for key, words in english.items() if words}
        made = marks_now(work.marks, work.given, english, right)
        behind = [key for key, words in work.given.items()
                  if key in english and older(made, key, english[key], words) is not None]
        text = marks_text(made, work.file.read_text(encoding="utf-8"))
        found.append(Marked(work.marks_file, text, behind))
    return found


def told(one: Marked) -> str:
    """What is still behind, for people."""
    if not one.behind:
        return ""
    return (f"still made from older English words: {listed(one.behind, 'and')}; correct them, or "
            "name those that are right as they are")
