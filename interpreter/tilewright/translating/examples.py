"""How texts read in English with what really comes: names and numbers of the game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.model import FALLBACK
from tilewright.proofreading.holes import typed_holes
from tilewright.text import element, filler, text
from tilewright.wording.filling import Thing
from tilewright.wording.message import BadMessage, holes, read
from tilewright.wording.pieces import facts
from tilewright.wording.reachable import numbers_of
from tilewright.wording.sentences import Sentences, sentence

if TYPE_CHECKING:
    from tilewright.model import Game
    from tilewright.proofreading.holes import Holes
    from tilewright.wording.filling import Value, Values

MOST = 3


class Heard(Sentences):
    """Says what tiles do, and remembers which text was filled in how."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, filler(game, FALLBACK), lambda key: text(game, key, FALLBACK))
        # For each key its sentences, each with the tile that says it first.
        self.heard: dict[str, dict[str, str]] = {}
        self.tile_now = ""

    def _said(self, key: str, values: Values | None = None) -> str:
        said = super()._said(key, values)
        if said and self.is_whole:
            self.heard.setdefault(key, {}).setdefault(said, self.tile_now)
        return said


def examples_of(game: Game, english: dict[str, str]) -> dict[str, list[str]]:
    """For each key some sentences, at most three."""
    found, numbers, typed = _of_tiles(game), numbers_of(game), typed_holes(game)
    for key, template in english.items():
        name = key.partition("@")[0]
        if name not in found and "{" in template:
            told = _filled(game, template, numbers.get(name, {}), typed.get(name, {}))
            told = [said for said in told if said != template]
            found[name] = told if _has_cases(template) else told[:1]
    return {key: _few(told, english.get(key, "")) for key, told in found.items() if told}


def _few(told: list[str], template: str) -> list[str]:
    """The first and the last; where forms of numbers differ, one in the middle too."""
    if not _has_cases(template):
        return told[:1] if len(told) < MOST else [told[0], told[-1]]
    return told if len(told) <= MOST else [told[0], told[len(told) // 2], told[-1]]


def _has_cases(template: str) -> bool:
    return ", plural," in template or ", select," in template


def _of_tiles(game: Game) -> dict[str, list[str]]:
    heard = Heard(game)
    for kind in game.kinds.values():
        for index in range(len(kind.items)) if kind.tiles else ():
            heard.tile_now = element(game, kind.name, index, FALLBACK)
            heard.made(kind.name, index)
    return {key: [f"{sentence(said) if key.startswith('frame.') else said} ({tile})"
                  for said, tile in said_by.items()]
            for key, said_by in heard.heard.items()}


def _filled(game: Game, template: str, numbers: dict[str, set[int]], typed: Holes) -> list[str]:
    """A text with the first names of each kind, the numbers that come, and those of the rules."""
    try:
        named = {hole.name for hole in holes(read(template))}
    except BadMessage:
        return []
    found: list[str] = []
    for index in range(MOST):
        values: dict[str, Value] = dict(facts(game))
        for hole in named:
            given = _given(game, hole, index, numbers, typed)
            if given is not None:
                values[hole] = given
        if not named <= values.keys():
            return []
        found.append(filler(game, FALLBACK).fill(template, values))
    return list(dict.fromkeys(found))


def _given(game: Game, hole: str, index: int, numbers: dict[str, set[int]], typed: Holes
           ) -> Value | None:
    """What really comes in a hole, as far as that is known."""
    if hole in typed and typed[hole].tag == "kind":
        kind = typed[hole].kind
        items = game.kinds[kind].items
        return Thing(kind, items[min(index, len(items) - 1)]) if items else None
    if numbers.get(hole):
        some = _spread(sorted(numbers[hole]))
        return some[min(index, len(some) - 1)]
    return None


def _spread(numbers: list[int]) -> list[int]:
    return numbers if len(numbers) <= MOST else [numbers[0], numbers[1], numbers[-1]]
