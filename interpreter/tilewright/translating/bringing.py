"""From a PO file to a file of texts, with marks of the English words that they were made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from tilewright.problems import UsageError, listed
from tilewright.translating.in_yaml import with_texts
from tilewright.translating.marking import marks_text
from tilewright.translating.po import keys_to_translate, state_of
from tilewright.translating.po_in import Brought, from_po
from tilewright.wording.flat import USUAL
from tilewright.wording.marks import fingerprint_of, mark_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tilewright.translating.work import Work


FEW = 3


@dataclass(frozen=True, slots=True)
class Result:
    """The two files as they shall be, and what was done in a few words."""

    texts: str
    marks: str
    said: str


def brought_in(po: Path, work: Work, to: Path | None) -> Result:
    """The texts of a PO file in a file that may be there already."""
    brought = from_po(po, work)
    kept = _keep_what_is_newer(po, brought, work)
    before = _before(to, work.head)
    said = {key.removesuffix(f"@{USUAL}"): words for key, words in brought.said.items()}
    english = {key.removesuffix(f"@{USUAL}"): words for key, words in brought.english.items()}
    order = list(dict.fromkeys(k.partition("@")[0] for k in keys_to_translate(work)))
    texts = with_texts(before, said, order, work.model)
    return Result(texts, _marks(work, texts, said, english), _told(brought, work, kept))


def _before(to: Path | None, head: str) -> str:
    """What is there already; nothing of it may get lost."""
    if to is None or not to.is_file():
        return head
    said = to.read_text(encoding="utf-8")
    try:
        there = yaml.safe_load(said)
    except yaml.YAMLError as error:
        raise UsageError(f"'{to}' is there, but cannot be read; see: tilewright check") from error
    if there is not None and not isinstance(there, dict):
        raise UsageError(f"'{to}' is there, and is no file of texts")
    return said


def _marks(work: Work, texts: str, said: Mapping[str, str], english: Mapping[str, str]) -> str:
    made = {key: dict(mark) for key, mark in work.marks.items()}
    made |= {key: mark_of(english[key], words) for key, words in said.items()}
    return marks_text(made, texts)


def _keep_what_is_newer(po: Path, brought: Brought, work: Work) -> int:
    """Leave out what was changed by hand since the PO file was made, and not in it; what was
    changed in both is refused."""
    if brought.state in ("", state_of(work)):
        return 0
    both: list[str] = []
    kept = 0
    for key, said in list(brought.said.items()):
        now, mark = work.given.get(key, said), work.marks.get(key, {}).get("as")
        if now == said or mark == fingerprint_of(now):
            continue
        if mark == fingerprint_of(said):
            del brought.said[key], brought.english[key]
            kept += 1
        else:
            both.append(key)
    if both:
        raise UsageError(f"since '{po}' was exported, {listed(both[:FEW], 'and')} "
                         f"{'has' if len(both) == 1 else 'have'} changed in the texts as well; "
                         "export again, and bring your work into that file")
    return kept


def _told(brought: Brought, work: Work, kept: int) -> str:
    """What was taken and what was left, for people."""
    wanted = keys_to_translate(work)
    missing = [k for k in wanted if k not in brought.said and k not in work.given
               and f"{k}@{USUAL}" not in brought.said]
    older = [k for k in brought.said if k in work.english and brought.english[k] != work.english[k]]
    told = [_many(len(brought.said), "text", "taken")]
    if brought.fuzzy:
        told.append(_many(len(brought.fuzzy), "fuzzy one", "skipped"))
    if kept:
        told.append(_many(kept, "text", "kept as changed by hand since"))
    if missing:
        told.append(f"{len(missing)} not translated yet")
    if older:
        told.append(_many(len(older), "one", "made from older English words, which check tells"))
    return ", ".join(told)


def _many(number: int, what: str, done: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'} {done}"
