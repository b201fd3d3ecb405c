"""Files that are read and have the right shape.

A file that was fine is not read again as long as it stays the same: to copy what was found takes
a tenth of the time. That helps where one game is loaded again and again: to watch it, to find the
change that is to blame, to try many changes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tilewright.problems import Problems
from tilewright.reading.files import read_text
from tilewright.reading.schemas import validate
from tilewright.reading.source import Map, Seq, Source, parse

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.reading.pruning import LeftOut

Key = tuple[str, str, str]
HOLDERS = frozenset({Map, Seq})
# Enough for the largest shipped games with several variants; what nobody asked for longest is
# forgotten first.
MOST_VALUES = 60_000
_fine: dict[Key, Source] = {}


def checked(path: Path, shown: str, kind: str, problems: Problems, left: LeftOut
            ) -> tuple[Source | None, bool]:
    """A file, and whether anything of it fits its kind; None if it cannot be read at all."""
    text = read_text(path, shown, problems)
    if text is None:
        return None, False
    key = kind, shown, text
    known = _fine.get(key)
    if known is not None:
        _fine[key] = _fine.pop(key)
        return _copy(known), True
    own = Problems()
    source = parse(text, shown, own)
    fits = not source.broken and validate(source, kind, own, left)
    if fits and not own:
        _keep(key, source)
    problems.take(own)
    return source, fits


def _keep(key: Key, source: Source) -> None:
    """Remember a file; its data may be changed by whoever asked for it, so a copy is kept."""
    total = source.values + sum(s.values for s in _fine.values())
    while total > MOST_VALUES and _fine:
        total -= _fine.pop(next(iter(_fine))).values
    if source.values <= MOST_VALUES:
        _fine[key] = _copy(source)


def _copy(source: Source) -> Source:
    return replace(source, data=_copied(source.data))


def _copied(data: Any) -> Any:
    """The same data with the same places, to be changed on its own."""
    # Nearly all time goes into this, so the two classes are made without a call of theirs.
    if type(data) is Map:
        made = Map.__new__(Map)
        made.update(data)
        made.place, made.name = data.place, ""
        made.keys_at, made.values_at = data.keys_at.copy(), data.values_at.copy()
        for key, value in data.items():
            if type(value) in HOLDERS:
                made[key] = _copied(value)
        return made
    if type(data) is Seq:
        items = Seq.__new__(Seq)
        items.extend([_copied(v) if type(v) in HOLDERS else v for v in data])
        items.place, items.items_at = data.place, data.items_at.copy()
        return items
    return data
