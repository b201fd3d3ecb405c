"""Addresses: how a path such as `tiles/FAMILY/TILE/worth` leads to one value.

Keys of mappings are their own names. Items of lists have names too, so that nothing is ever
addressed by its position: a word is its own name, a pair is `a-b`, and a statement answers to its
`id`, else to its step, else to the procedure that it calls, else to its effect (`shuffle`), else to
its effect and what that is about (`shuffle deck`); the first of these that only it has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from tilewright.problems import Place, did_you_mean, listed
from tilewright.reading.source import Map, Seq

# Sections that a game may leave out, and a variant may begin.
TABLES = ("options", "kinds", "families", "state", "functions", "queries", "actions",
          "procedures", "ends", "certain", "scoring", "bots", "grids", "sites", "relations",
          "events", "verbs", "conditions", "amounts")
NAMING_KEYS = ("id", "step", "call")
LONGEST = 60
COUNTED = "items of a list are named, never counted"
NAMED = 6
Path = tuple[str, ...]


class NotFound(Exception):
    """A path that leads nowhere, in words."""

    def __init__(self, message: str, hint: str = "", *, parent_is_there: bool = False) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint
        # Whether only the last step leads nowhere.
        self.parent_is_there = parent_is_there


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
        longer = [f"{w} {main}" for w in words if (main := _main(item[w]))]
        return list(dict.fromkeys((*named, *words, *longer))) or [""]
    if isinstance(item, list):
        return ["-".join(_plain(i) for i in item)]
    return [_plain(item)]


def _main(value: Any) -> str:
    """What a statement is about: its plain value, or the first key below its effect."""
    if isinstance(value, dict):
        value = next(iter(value), "")
    said = "" if isinstance(value, list) else _plain(value)
    return said if "/" not in said and len(said) <= LONGEST else ""


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
    turned = "-".join(reversed(step.split("-")))
    known = list(spot.holder) if isinstance(spot.holder, Map) else [
        n for n in item_names(spot.holder) if n]
    hint = did_you_mean(step, known)
    counted = step.partition("[")[0]
    if counted != step and isinstance(spot.holder, Map) and isinstance(
            spot.holder.get(counted), Seq):
        names = listed([n for n in item_names(spot.holder[counted]) if n][:NAMED])
        hint = f"{COUNTED}; below '{counted}' it can be {names}" if names else COUNTED
    if isinstance(spot.holder, Seq) and step.isdigit():
        hint = f"{COUNTED}; {hint}".rstrip("; ")
    if turned in known:
        hint = f"it is called '{turned}'"
    where = f" in '{joined(path)}'" if len(path) > 1 else ""
    return NotFound(f"there is no '{step}'{where}", hint,
                    parent_is_there=1 < len(path) == len(spot.path))


def _step(here: Any, step: str, taken: Path, renamed: dict[Path, str] | None) -> Spot:
    if isinstance(here, Map):
        name = step if step in here else (renamed or {}).get((*taken, step), step)
        return Spot(here, name, (*taken, name), name in here)
    if isinstance(here, Seq):
        spot = _item(here, step, taken)
        now = (renamed or {}).get(spot.path)
        return spot if spot.exists or now is None else _item(here, now, taken)
    raise NotFound(f"'{joined(taken)}' is a plain value, so nothing is below it",
                   "end the path there")


def _item(items: Seq, step: str, taken: Path) -> Spot:
    if items.count(step) == 1:
        # A plain word is its own name; lists of them can be long.
        return Spot(items, items.index(step), (*taken, step), exists=True)
    known = [i for i, item in enumerate(items) if isinstance(item, Map) and item.name == step]
    best = known if len(known) == 1 else [
        i for i, item in enumerate(items) if names_of(item)[:1] == [step]]
    found = best if len(best) == 1 else [
        i for i, item in enumerate(items) if step in names_of(item)]
    if len(found) > 1:
        better = [n for i in found if (n := item_names(items)[i])]
        raise NotFound(f"{len(found)} items of '{joined(taken)}' answer to '{step}'",
                       f"name one of them: {listed(better)}" if better
                       else "replace the whole list, or give one an 'id: …' where it stands")
    if not found:
        return Spot(items, len(items), (*taken, step), exists=False)
    return Spot(items, found[0], (*taken, _lasting(items, found[0]) or step), exists=True)


def name_items(value: Any) -> None:
    """Give all statements the names by which they are found before anybody changes anything."""
    for inner in value.values() if isinstance(value, Map) else value:
        if isinstance(inner, (Map, Seq)):
            name_items(inner)
    if isinstance(value, Seq):
        for name, item in zip(item_names(value), value, strict=True):
            if isinstance(item, Map):
                item.name = name


def _lasting(items: Seq, index: int) -> str:
    """The name by which an item was found first: it may be called otherwise later, when another
    item comes or goes, but it is still the same one."""
    item = items[index]
    if not isinstance(item, Map):
        return item_names(items)[index]
    item.name = item.name or item_names(items)[index]
    return item.name
