"""Who wrote what: every change that a pack makes, in order, with what was there before."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.merging.addresses import Path
    from tilewright.problems import Place

LONGEST = 60
ODD = re.compile(r"[-+]?[0-9]+|true|false|null|~")
# What a game calls itself is no rule: there the pack that comes last counts.
NAMES_OF_GAMES = ("game", "game.about")


@dataclass(frozen=True, slots=True)
class Write:
    """One change: the path, by which verb, of which pack, and the values before and after.

    A write that only `uses` a path needs it as it is: the neighbour of an insert, a guard.
    One that has `lost` was left out, because a later pack decided for another one. `whole` is the
    value without a cut, where it does not matter who writes it: two that say the same agree.
    """

    path: Path
    verb: str
    pack: str
    place: Place
    before: str = ""
    after: str = ""
    was_at: Place | None = None
    uses: bool = False
    lost: bool = False
    whole: str = ""


@dataclass(slots=True)
class History:
    """All writes by path. Operations are numbered from 1; one of them may be left out."""

    without: int = 0
    begun: int = 0
    first_of: dict[int, Write] = field(default_factory=dict)
    writes: list[Write] = field(default_factory=list)
    by_path: dict[Path, list[Write]] = field(default_factory=lambda: defaultdict(list))
    inside: dict[Path, list[Write]] = field(default_factory=lambda: defaultdict(list))

    def next(self) -> bool:
        """Whether the operation that comes now shall be carried out."""
        self.begun += 1
        return self.begun != self.without

    def add(self, write: Write) -> None:
        self.writes.append(write)
        self.first_of.setdefault(self.begun, write)
        self.by_path[write.path].append(write)
        for length in range(1, len(write.path)):
            self.inside[write.path[:length]].append(write)

    def ages(self) -> dict[int, int]:
        """The place of each write in the order of all, by its identity."""
        return {id(write): number for number, write in enumerate(self.writes)}

    def above(self, path: Path) -> Iterator[Write]:
        """Writes of a path and of all that holds it."""
        for length in range(1, len(path) + 1):
            yield from self.by_path.get(path[:length], ())

    def touching(self, path: Path) -> list[Write]:
        """Writes of a path, of what holds it and of what is below it."""
        return [*self.above(path), *self.inside.get(path, ())]


def short(value: Any, *, cut: bool = True) -> str:
    """A value on one line, as YAML would say it, cut where it gets long."""
    said = _flow(value)
    return said if len(said) <= LONGEST or not cut else f"{said[:LONGEST]}…"


def _flow(value: Any) -> str:
    if isinstance(value, Map):
        return "{" + ", ".join(f"{k}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, Seq):
        return "[" + ", ".join(_flow(v) for v in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    # A text that looks like a number or a word of YAML is told from it by its quotes.
    if isinstance(value, str) and "\n" in value:
        return json.dumps(value, ensure_ascii=False)
    odd = isinstance(value, str) and (ODD.fullmatch(value) or not value.strip())
    return f'"{value}"' if odd else str(value)


@dataclass(frozen=True, slots=True)
class Clash:
    """Two packs wrote one path, and nothing says which of them comes last."""

    path: Path
    first: Write
    second: Write


def clashes(history: History, ordered: dict[str, set[str]]) -> list[Clash]:
    """All pairs of writes that need an order and have none.

    `ordered` has for each pack those that come before it by a declared edge. A later pack that
    writes the path itself, and comes after both, settles the matter.
    """
    found = []
    age = history.ages()
    for deeper in history.writes:
        for other in history.above(deeper.path):
            if other.path == deeper.path and age[id(other)] >= age[id(deeper)]:
                continue
            if _unordered(other, deeper, ordered) and not _harmless(other, deeper) and (
                    not _settled(deeper, other, history, ordered)):
                first, second = sorted((other, deeper), key=lambda w: age[id(w)])
                found.append(Clash(other.path, first, second))
    return found


def _unordered(a: Write, b: Write, ordered: dict[str, set[str]]) -> bool:
    return a.pack != b.pack and a.pack not in ordered[b.pack] and b.pack not in ordered[a.pack]


def _harmless(a: Write, b: Write) -> bool:
    """Two that only look, or a look at a whole of which a part was changed by name."""
    if a.lost or b.lost or (a.uses and b.uses):
        return True
    if a.path == b.path and a.verb == b.verb and a.whole and a.whole == b.whole:
        return True
    if a.path == b.path and b.path[0] == "texts" and b.path[-1] in NAMES_OF_GAMES:
        return True
    looks, writes = (a, b) if a.uses else (b, a)
    if not looks.uses or looks.verb == "expect":
        return False
    if looks.verb in ("plus", "times"):
        # A mapping whose numbers are counted: what comes or goes there is counted or not.
        return writes.verb in ("set", "plus", "times")
    return len(writes.path) > len(looks.path) or writes.verb in ("set", "plus", "times")


def _settled(deeper: Write, other: Write, history: History, ordered: dict[str, set[str]]) -> bool:
    return any(deeper.pack in ordered[w.pack] and other.pack in ordered[w.pack] and not w.uses
               and w.verb not in ("plus", "times") for w in history.above(deeper.path))
