"""Texts out of a PO file, as far as nothing is lost by taking them."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from babel.messages.pofile import PoFileError, read_po

from tilewright import limits
from tilewright.problems import UsageError, did_you_mean, listed
from tilewright.reading.files import read_bytes
from tilewright.translating.po import STATE, keys_to_translate

if TYPE_CHECKING:
    from pathlib import Path

    from babel.messages.catalog import Catalog

    from tilewright.translating.work import Work

PO_TEXT = re.compile(r'\s*(msgctxt|msgid|msgstr|")')
PO_WHOLE = re.compile(r'\s*((msgctxt|msgid(_plural)?|msgstr(\[\d\])?)\s*)?"([^"\\]|\\.)*"\s*$')
CONTEXT = re.compile(r'msgctxt\s+"(.*)"\s*$')
FORM = re.compile(r"[a-z][a-z0-9_]*\Z")
# What a file says of its letters, and what may stand there: UTF-8, a part of it, or nothing yet.
CHARSET = re.compile(r'^"Content-Type:[^\n"]*charset=([^\s\\;"]*)', re.IGNORECASE | re.MULTILINE)
UTF_8 = ("utf-8", "utf8", "ascii", "us-ascii", "charset", "")
NAMED = 3
# How catalogs call themselves that have no name yet.
NAMELESS = ("PROJECT", "PACKAGE", "")


@dataclass(slots=True)
class Brought:
    """What a PO file brings: translations, and the English words that they were made from."""

    said: dict[str, str] = field(default_factory=dict)
    english: dict[str, str] = field(default_factory=dict)
    fuzzy: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    # The translations that there were when the file was made, in short.
    state: str = ""


def from_po(file: Path, work: Work | None = None) -> Brought:
    """The texts of a PO file; one for another game or language is refused."""
    said = _text(file)
    try:
        # As text, so that nothing is decoded once more.
        catalog = read_po(io.StringIO(said), abort_invalid=True)
    except (PoFileError, ValueError, LookupError, TypeError, AttributeError,
            RecursionError) as error:
        raise UsageError(f"'{file}' cannot be read as a PO file: {error}") from error
    _check_lines(file, said)
    if work is not None:
        _check_head(file, catalog, work)
    state = re.search(rf'^"{STATE}: (\w+)\\n"$', said, re.MULTILINE)
    made = Brought(state=state.group(1) if state is not None else "")
    for message in catalog:
        if not message.context or not isinstance(message.string, str):
            continue
        key, english = str(message.context), str(message.id)
        if not message.string:
            made.empty.append(key)
        elif message.fuzzy:
            made.fuzzy.append(key)
        else:
            made.said[key], made.english[key] = message.string, english
    if not made.said:
        raise UsageError(f"'{file}' cannot be read: no text in it has a context and a translation; "
                         "begin with: tilewright text export GAME --lang LANG")
    if work is not None:
        _check_keys(file, made, work)
    return made


def _text(file: Path) -> str:
    """The text of a file, which is UTF-8 whatever it says of itself."""
    try:
        raw = read_bytes(file)
        said = raw.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise UsageError(f"'{file}' cannot be read as a PO file: {error}") from error
    if len(raw) > limits.FILE_BYTES:
        raise UsageError(f"'{file}' cannot be read: a file may hold at most "
                         f"{limits.FILE_BYTES:,} bytes")
    named = CHARSET.search(said)
    if named is not None and named.group(1).lower() not in UTF_8:
        raise UsageError(f"'{file}' says that it is in '{named.group(1)}'; save it as UTF-8, with "
                         "charset=UTF-8 in its head")
    return said


def _check_lines(file: Path, said: str) -> None:
    """What a reader of PO files lets pass, but would damage texts."""
    seen: dict[str, int] = {}
    for number, line in enumerate(said.splitlines(), 1):
        if PO_TEXT.match(line) and not PO_WHOLE.match(line):
            raise UsageError(f"{file}:{number}: this line cannot be read; a text stands between "
                             'two signs "')
        if line.startswith("msgid_plural"):
            raise UsageError(f"{file}:{number}: plural forms stand in the text itself: "
                             "{n, plural, one {…} other {…}}")
        context = CONTEXT.match(line)
        if context is not None:
            first = seen.setdefault(context.group(1), number)
            if first != number:
                raise UsageError(f"{file}:{number}: '{context.group(1)}' stands on line {first} "
                                 "already; keep one of the two")


def _check_head(file: Path, catalog: Catalog, work: Work) -> None:
    project, language = str(catalog.project or ""), str(catalog.locale_identifier or work.lang)
    if project not in (work.id, *NAMELESS):
        raise UsageError(f"'{file}' has the texts of '{project}', not of '{work.id}'")
    if language != work.lang:
        raise UsageError(f"'{file}' is in '{language}', not in '{work.lang}'")


def _check_keys(file: Path, made: Brought, work: Work) -> None:
    """Translations that nothing could be done with."""
    known = {*work.known, *work.given, *keys_to_translate(work)}
    odd = [key for key in made.said if not _is_known(key, known)]
    if odd:
        more = f", and {len(odd) - NAMED} more" if len(odd) > NAMED else ""
        raise UsageError(f"'{file}' has texts that '{work.id}' has no place for: "
                         f"{listed(odd[:NAMED])}{more}; {did_you_mean(odd[0], known)}".rstrip("; ")
                         + "; take them out, or correct their context")
    for key in made.said:
        name, at, form = key.partition("@")
        if at and form != "is" and name not in made.said and name not in work.given and (
                f"{name}@is" not in made.said):
            raise UsageError(f"'{file}' has '{key}', but '{name}' is not translated; a name with "
                             "forms has its usual form too")


def _is_known(key: str, known: set[str]) -> bool:
    """Whether there can be such a text; a language may have forms of its own for each name."""
    name, at, form = key.partition("@")
    return name in known and (not at or FORM.match(form) is not None)
