"""Short texts for positions, equal for equal ones."""

from __future__ import annotations

import sys
from array import array
from hashlib import blake2b
from typing import TYPE_CHECKING

from tilewright.middle.header import MANUAL, ROUND, STEPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.compiling.program import Program


def key_of(program: Program, slots: Sequence[int]) -> str:
    """A short text that is equal for equal positions, in every process."""
    streams = program.layout.streams
    # Steps, chance and how it is decided differ between equal positions.
    told = [slots[:STEPS], slots[ROUND:MANUAL], slots[MANUAL + 1:streams.start],
            slots[streams.stop:]]
    numbers = array("q")
    try:
        for part in told:
            numbers.extend(part)
    except OverflowError:
        whole = tuple(number for part in told for number in part)
        return blake2b(repr(whole).encode(), digest_size=12).hexdigest()
    if sys.byteorder == "big":
        numbers.byteswap()
    return blake2b(numbers.tobytes(), digest_size=12).hexdigest()
