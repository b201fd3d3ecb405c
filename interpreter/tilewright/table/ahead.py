"""What every process that plays needs, loaded once before any of them begins."""

from __future__ import annotations

from contextlib import suppress

from tilewright.packs.doors import shipped
from tilewright.playing.game import load
from tilewright.problems import TilewrightError
from tilewright.table import worker

# To load the smallest game reads the schemas and all modules that only loading needs.
with suppress(TilewrightError):
    load(min(shipped("content"), key=len))

__all__ = ["worker"]
