"""PNG files of a stranger: looked at without being unpacked, and cleaned of all but the picture."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from tilewright import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGINNING = b"\x89PNG\r\n\x1a\n"
# Of which sort the pixels are, and how many bits each of their numbers may have.
SORTS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
PALETTE = 3
# All else is words about the picture, such as where and when it was made, or moves it.
KEPT = frozenset({b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"sRGB", b"IDAT", b"IEND"})


class Unfit(ValueError):
    """A picture that cannot be used, and why."""


def cleaned(raw: bytes) -> tuple[int, int, bytes]:
    """How wide and high a picture is, and the file without what is not needed to draw it."""
    if not raw.startswith(BEGINNING):
        raise Unfit("this is not a PNG file, whatever its name says")
    chunks = list(_chunks(raw))
    names = [name for name, _ in chunks]
    if names[:1] != [b"IHDR"] or names[-1] != b"IEND" or b"IDAT" not in names:
        raise Unfit("this PNG file is damaged or cut short")
    wide, high = _size(chunks[0][1], has_palette=b"PLTE" in names)
    whole = [_chunk(name, held) for name, held in chunks if name in KEPT]
    return wide, high, BEGINNING + b"".join(whole)


def _chunks(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a file up to its end, each with its name; what comes behind is not read."""
    at, name = len(BEGINNING), b""
    while name != b"IEND" and at + 12 <= len(raw):
        length, name = struct.unpack_from(">I4s", raw, at)
        held = raw[at + 8:at + 8 + length]
        at += 12 + length
        if at > len(raw) or raw[at - 4:at] != _sum(name, held):
            raise Unfit("this PNG file is damaged or cut short")
        yield name, held


def _size(header: bytes, *, has_palette: bool) -> tuple[int, int]:
    if len(header) != 13:
        raise Unfit("this PNG file is damaged or cut short")
    wide, high, bits, sort, packing, filters, lace = struct.unpack(">IIBBBBB", header)
    if bits not in SORTS.get(sort, ()) or packing or filters or lace > 1 or (
            sort == PALETTE and not has_palette):
        raise Unfit("this PNG file is of a sort that nobody can draw")
    if not (0 < wide <= limits.ART_SIDE and 0 < high <= limits.ART_SIDE):
        raise Unfit(f"it is {wide:,} by {high:,} pixels, and a picture has at most "
                    f"{limits.ART_SIDE:,} by {limits.ART_SIDE:,}")
    return wide, high


def _chunk(name: bytes, held: bytes) -> bytes:
    return struct.pack(">I", len(held)) + name + held + _sum(name, held)


def _sum(name: bytes, held: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(name + held))
