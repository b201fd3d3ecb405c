"""The texts of a language, each under a key of its own: `colour.red`, and `colour.red@some`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.reading.source import Map

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.problems import Place

# What stands beside a text of a tile's own, and is not told to anybody.
NOT_TOLD = ("rule", "was")
USUAL = "is"


def placed(texts: Map) -> dict[str, tuple[str, Place]]:
    """All templates, with where they stand."""
    found: dict[str, tuple[str, Place]] = {}
    for key, value in texts.items():
        if isinstance(value, Map):
            found |= {name: (str(value[form]), value.at(form))
                      for form, name in _forms(key, value)}
        else:
            found[key] = (str(value), texts.at(key))
    return found


def flat(texts: Mapping[str, Any]) -> dict[str, str]:
    """All templates."""
    found: dict[str, str] = {}
    for key, value in texts.items():
        if isinstance(value, dict):
            found |= {name: str(value[form]) for form, name in _forms(key, value)}
        else:
            found[key] = str(value)
    return found


def _forms(key: str, value: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The forms of a name; the usual one has the key of the name, and so has a text of its own."""
    if is_own(key, value):
        yield "text", key
        return
    for form in value:
        yield form, key if form == USUAL else f"{key}@{form}"


def is_own(key: str, value: Any) -> bool:
    """Whether this is a text that a tile has of its own, with the mark of its rule."""
    return key.endswith(".says") and isinstance(value, dict) and "text" in value


def for_players(texts: Mapping[str, str], players: int) -> dict[str, str]:
    """The texts for a number of players: `pawn.third.for_2` takes the place of `pawn.third`."""
    end = f".for_{players}"
    named = ((key.partition("@"), said) for key, said in texts.items())
    return {**texts, **{f"{key.removesuffix(end)}{at}{form}": said
                        for (key, at, form), said in named if key.endswith(end)}}
