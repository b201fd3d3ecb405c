"""Values made anew from their parts."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, TypeVar

from tilewright.middle.base import Value

if TYPE_CHECKING:
    from collections.abc import Callable

Made = TypeVar("Made", bound=Value)


def rebuilt(value: Made, change: Callable[[Value], Value]) -> Made:
    """A value with each value right inside it changed by a function."""
    made = value
    for name in value.VALUES:
        part = getattr(value, name)
        if part is not None:
            made = _with(made, value, name, change(part))
    for name in value.MANY:
        made = _with(made, value, name, [change(part) for part in getattr(value, name)])
    return made


def _with(made: Made, value: Made, name: str, part: object) -> Made:
    if made is value:
        made = copy.copy(value)
    setattr(made, name, part)
    return made
