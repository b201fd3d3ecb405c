"""Where merging puts what is new: into lists, and beside keys of mappings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.problems import Place


def sort_of(value: Any) -> str:
    """What sort of value this is, in words."""
    if isinstance(value, Map):
        return "a mapping"
    return "a list" if isinstance(value, Seq) else "a plain value"


def put_beside(holder: Map, anchor: str, side: str, given: Map) -> None:
    """Put keys before or after another one; the order of keys may mean something."""
    keys = list(holder)
    behind = keys[keys.index(anchor) + (side == "after"):]
    later = [(key, *holder.drop(key)) for key in behind]
    for key in given:
        holder.put(key, given[key], given.key_at(key), given.at(key))
    for key, value, key_at, value_at in later:
        holder.put(key, value, key_at, value_at)


def items_to_put(value: Any, holder: Seq, at: Place) -> Iterator[tuple[Any, Place]]:
    """The items to put into a list: those of a list, or one alone."""
    pairs = bool(holder) and isinstance(holder[0], Seq)
    if isinstance(value, Seq) and (not pairs or (value and isinstance(value[0], Seq))):
        yield from zip(value, value.items_at, strict=True)
    elif isinstance(value, (Map, Seq)):
        yield value, value.place
    else:
        yield value, at
