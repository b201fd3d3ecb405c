"""Which program this is: games are only the same where all who play them run the same code."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path


@cache
def program() -> str:
    """The version of this package, and its code in short, the same on every machine."""
    top = Path(__file__).parent.parent
    digest = hashlib.blake2b(digest_size=6)
    for name in sorted(path.relative_to(top).as_posix() for path in top.rglob("*.py")):
        # Some systems change the ends of lines.
        digest.update(f"{name}\0".encode() + (top / name).read_bytes().replace(b"\r\n", b"\n"))
    return f"{version('tilewright')} ({digest.hexdigest()})"
