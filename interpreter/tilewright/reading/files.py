"""Files of a stranger: read as far as the limits allow, and only if they are plain text files."""

from __future__ import annotations

import os
import re
import stat
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.problems import Place, Problems

if TYPE_CHECKING:
    from pathlib import Path

# Characters that steer a terminal or turn a line around; newline and tab are the harmless ones.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]")
BREAK = re.compile(r"\r\n|\r|\n")
# A pipe or a device can keep a reader waiting for ever.
FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def read_bytes(path: Path) -> bytes:
    """The start of a plain file, one byte more than is allowed; `OSError` for anything else."""
    handle = os.open(path, FLAGS)
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(0, "it is not a plain file")
        return stream.read(limits.FILE_BYTES + 1)


def read_text(path: Path, name: str, problems: Problems) -> str | None:
    """The text of a file, or None with a problem."""
    try:
        raw = read_bytes(path)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is not possible"
        problems.add("file-unreadable", Place(name), f"this file cannot be read: {why}")
        return None
    if len(raw) > limits.FILE_BYTES:
        problems.add(
            "file-too-big", Place(name), f"a file may hold at most {limits.FILE_BYTES:,} bytes",
            "split it into several files",
        )
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = BREAK.split(raw[: error.start].decode("utf-8", errors="replace"))
        problems.add(
            "yaml-encoding", Place(name, len(before), len(before[-1]) + 1),
            "this file is not UTF-8 text", "save it again as UTF-8 in your editor",
        )
        return None
    return text if _harmless(text, name, problems) else None


def _harmless(text: str, name: str, problems: Problems) -> bool:
    found = CONTROL.search(text.replace("\r\n", "\n\n"))
    if found is None:
        return True
    before = BREAK.split(text[: found.start()])
    add_control(problems, Place(name, len(before), len(before[-1]) + 1), found.group())
    return False


def add_control(problems: Problems, place: Place, character: str) -> None:
    problems.add(
        "yaml-control", place, f"the character U+{ord(character):04X} is not allowed in a pack",
        "it is invisible or steers the terminal; remove it",
    )
