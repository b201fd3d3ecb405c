"""Which rules a set of games has reached, and which never."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.problems import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

# How often each name was met; of tests on both sides, of actions and zones two numbers too.
Met = dict[str, int]
Pairs = dict[str, list[int]]


@dataclass(slots=True)
class Coverage:
    """What games have reached. Two of the same game can be merged.

    `tests` tell how often each was false and true, `actions` in how many games each was offered and
    taken, `zones` the most that one has held and what it holds at most. Names of files begin with
    the ids of their packs: where these lie on a machine is told to nobody.
    """

    game: str
    games: int = 0
    decisions: int = 0
    statements: dict[Place, int] = field(default_factory=dict)
    tests: dict[Place, list[int]] = field(default_factory=dict)
    actions: Pairs = field(default_factory=dict)
    reactions: Met = field(default_factory=dict)
    ends: Met = field(default_factory=dict)
    zones: Pairs = field(default_factory=dict)
    texts: Met = field(default_factory=dict)
    # Games that a fault has ended, by what failed.
    faults: Met = field(default_factory=dict)

    # -- what it tells ------------------------------------------------------------------------

    @property
    def never_run(self) -> list[Place]:
        """Statements that no game has run."""
        return sorted(place for place, n in self.statements.items() if not n)

    @property
    def never_true(self) -> list[Place]:
        """Tests that were asked and never held."""
        return sorted(place for place, (no, yes) in self.tests.items() if no and not yes)

    @property
    def never_false(self) -> list[Place]:
        """Tests that have held whenever they were asked."""
        return sorted(place for place, (no, yes) in self.tests.items() if yes and not no)

    @property
    def never_asked(self) -> list[Place]:
        """Tests that were not asked at all."""
        return sorted(place for place, met in self.tests.items() if not any(met))

    @property
    def never_offered(self) -> list[str]:
        return [name for name, (offered, _) in self.actions.items() if not offered]

    @property
    def never_taken(self) -> list[str]:
        """Actions and powers that were offered, and that nobody has ever taken."""
        return [name for name, (offered, taken) in self.actions.items() if offered and not taken]

    @property
    def never_full(self) -> list[str]:
        return [name for name, (most, cap) in self.zones.items() if most < cap]

    @staticmethod
    def never(met: Met) -> list[str]:
        """Of reactions, ends or texts, those that were not met."""
        return [name for name, n in met.items() if not n]

    def lines(self, file: str) -> dict[int, int]:
        """How often the lines of a file ran: of several statements, the one that ran most."""
        found: dict[int, int] = {}
        for place, n in sorted(self.statements.items()):
            if place.file == file:
                found[place.line] = max(found.get(place.line, 0), n)
        return found

    @property
    def files(self) -> list[str]:
        return sorted({place.file for place in self.statements})

    # -- several of them ----------------------------------------------------------------------

    def take(self, other: Coverage) -> None:
        """Add what other games of the same rules have reached."""
        self.games += other.games
        self.decisions += other.decisions
        for place, n in other.statements.items():
            self.statements[place] = self.statements.get(place, 0) + n
        for name in ("reactions", "ends", "texts", "faults"):
            mine = getattr(self, name)
            for key, n in getattr(other, name).items():
                mine[key] = mine.get(key, 0) + n
        for name in ("tests", "actions"):
            mine = getattr(self, name)
            for key, (first, second) in getattr(other, name).items():
                before = mine.get(key, (0, 0))
                mine[key] = [before[0] + first, before[1] + second]
        for title, pair in other.zones.items():
            before = self.zones.get(title, (0, 0))
            self.zones[title] = [max(*both) for both in zip(before, pair, strict=True)]

    def as_json(self) -> dict[str, Any]:
        """Plain data for JSON; places stand as `line:column` under their files."""
        return {"game": self.game, "games": self.games, "decisions": self.decisions,
                "statements": _by_file(self.statements), "tests": _by_file(self.tests),
                **{name: getattr(self, name) for name in PLAIN}}

    @classmethod
    def of_json(cls, told: dict[str, Any]) -> Coverage:
        return cls(told["game"], told["games"], told["decisions"], _by_place(told["statements"]),
                   _by_place(told["tests"]), *(told[name] for name in PLAIN))


PLAIN = ("actions", "reactions", "ends", "zones", "texts", "faults")


def _by_file(met: dict[Place, Any]) -> dict[str, dict[str, Any]]:
    made: dict[str, dict[str, Any]] = {}
    for place, told in sorted(met.items()):
        made.setdefault(place.file, {})[f"{place.line}:{place.col}"] = told
    return made


def _by_place(told: dict[str, dict[str, Any]]) -> dict[Place, Any]:
    return {Place(file, *map(int, at.split(":"))): met
            for file, places in told.items() for at, met in places.items()}


def ranges(lines: Iterable[int]) -> str:
    """`3, 7-9`: lines that follow each other as one range."""
    spans: list[list[int]] = []
    for line in sorted(lines):
        if spans and spans[-1][1] == line - 1:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in spans)
