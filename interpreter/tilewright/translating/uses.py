"""What each text is for, and where it is shown."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import yaml

from tilewright.reading.source import Loader

if TYPE_CHECKING:
    from tilewright.model import Game


@cache
def data(name: str) -> Any:
    """A table of this room."""
    file = resources.files("tilewright") / "translating" / f"{name}.yaml"
    return yaml.load(file.read_text(encoding="utf-8"), Loader)  # noqa: S506


def use_of(key: str, game: Game | None) -> str:
    """What a text is for, in a sentence or two."""
    name, _, form = key.partition("@")
    if game is not None and game.kinds.keys() & {name.partition(".")[0]}:
        # A kind may be called like a sort of keys.
        ends = (k for k in ("*.says", "*.about", "*.count", "*.for_*") if fnmatchcase(name, k))
        said = _of(next(ends, "*"))
    else:
        said = next(said for pattern, said in data("uses") if fnmatchcase(name, pattern))
    return str(said) if not form else f"The form '{form}'. {said}"


def _of(pattern: str) -> str:
    return next(str(said) for one, said in data("uses") if one == pattern)
