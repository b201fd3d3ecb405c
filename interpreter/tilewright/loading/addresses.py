"""Addresses: how a path such as `tiles/FAMILY/TILE/worth` leads to one value.

Keys of mappings are their own names. Items of lists have names too, so that nothing is ever
addressed by its position: a word is its own name, a pair is `a-b`, and a statement answers to its
`id`, else to its step, else to the procedure that it calls, else to its effect.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from tilewright.loading.source import Map, Seq
from tilewright.problems import Place, did_you_mean

NAMING_KEYS = ("id", "step", "call")
Path = tuple[str, ...]


class NotFound(Exception):
    """A path that leads nowhere, in words."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a path leads: the holder and, if it is there, the key or index in it."""

    holder: Map | Seq
    key: str | int
    path: Path
    exists: bool

    @property
    def value(self) -> Any:
        assert self.exists
        return self.holder[self.key]  # type: ignore[index]

    @property
    def place(self) -> Place:
        return self.holder.at(self.key)  # type: ignore[arg-type]


@cache
def _effect_words() -> frozenset[str]:
    from tilewright.language.effects import EFFECTS

    return frozenset(EFFECTS)


def names_of(item: Any) -> list[str]:
    """What an item of a list answers to, the best name first."""
    if isinstance(item, dict):
        named = [str(item[k]) for k in NAMING_KEYS if isinstance(item.get(k), str)]
        words = [k for k in item if k in _effect_words()] or list(item)[:1]
        return [*named, *(w for w in words if w not in named)]
    if isinstance(item, list):
        return ["-".join(_plain(i) for i in item)]
    return [_plain(item)]


def _plain(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def split(path: str) -> Path:
    """The steps of a path; the word `vocabulary` may stand before its sections."""
    steps = tuple(path.strip("/").split("/"))
    return steps[1:] if steps[0] == "vocabulary" and len(steps) > 1 else steps


def joined(path: Path) -> str:
    return "/".join(path)


def item_names(items: list[Any]) -> list[str]:
    """The name of each item of a list: the best that only it answers to, or nothing."""
    answering: dict[str, int] = {}
    for item in items:
        for name in names_of(item):
            answering[name] = answering.get(name, 0) + 1
    return [next((n for n in names_of(item) if answering[n] == 1), "") for item in items]


def find(root: Map, path: Path, renamed: dict[Path, str] | None = None) -> Spot:
    """The spot that a path names; its last step need not be there yet."""
    here: Any = root
    taken: Path = ()
    for step in path[:-1]:
        spot = _step(here, step, taken, renamed)
        if not spot.exists:
            raise missing(spot, path)
        here, taken = spot.value, spot.path
    return _step(here, path[-1], taken, renamed)


def missing(spot: Spot, path: Path) -> NotFound:
    """What to say of a step that is not there."""
    step = spot.path[-1]
    known = list(spot.holder) if isinstance(spot.holder, Map) else [
        n for n in item_names(spot.holder) if n]
    hint = did_you_mean(step, known)
    if isinstance(spot.holder, Seq) and step.isdigit():
        hint = f"items of a list are named, never counted; {hint}".rstrip("; ")
    return NotFound(f"there is no '{step}' in '{joined(path)}'", hint)


def _step(here: Any, step: str, taken: Path, renamed: dict[Path, str] | None) -> Spot:
    if isinstance(here, Map):
        name = step
        for _ in range(len(renamed or ())):
            # A thing may have been renamed more than once.
            if renamed is None or name in here:
                break
            name = renamed.get((*taken, name), name)
        return Spot(here, name, (*taken, name), name in here)
    if isinstance(here, Seq):
        return _item(here, step, taken)
    raise NotFound(f"'{joined(taken)}' is a plain value, so nothing is below it",
                   "end the path there")


def _item(items: Seq, step: str, taken: Path) -> Spot:
    best = [i for i, item in enumerate(items) if names_of(item)[:1] == [step]]
    found = best if len(best) == 1 else [
        i for i, item in enumerate(items) if step in names_of(item)]
    if len(found) > 1:
        raise NotFound(f"{len(found)} items of '{joined(taken)}' answer to '{step}'",
                       "give one of them an 'id: …', or replace the whole list")
    if not found:
        return Spot(items, len(items), (*taken, step), exists=False)
    name = item_names(items)[found[0]] or step
    return Spot(items, found[0], (*taken, name), exists=True)
