"""How an effect is declared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.language.tree import Do, Stmt

if TYPE_CHECKING:
    from tilewright.language.coder import Writer
    from tilewright.language.names import Scope
    from tilewright.language.reader import Reader
    from tilewright.reading.source import Map

Build = Callable[["Reader", "Map", "Scope"], list[Stmt]]
Emit = Callable[["Writer", Do], None]


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an effect: the shape of its value, and a sentence about it."""

    shape: str
    about: str
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    """One word of the language: what people read, how it is checked, what code it becomes."""

    name: str
    topic: str
    about: str
    keys: dict[str, Key]
    example: str
    build: Build
    emit: Emit | None = None


EFFECTS: dict[str, Effect] = {}


def effect(
    name: str, topic: str, about: str, keys: dict[str, Key], example: str, emit: Emit | None = None
) -> Callable[[Build], Build]:
    """Declare an effect around the function that checks it."""

    def declare(build: Build) -> Build:
        EFFECTS[name] = Effect(name, topic, about, keys, example, build, emit)
        return build

    return declare
