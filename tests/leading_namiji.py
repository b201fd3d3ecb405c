"""Leads games of Namiji until everything that the rules can do was shown in one of them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from counting_namiji import GOALS, LENGTHS, STRIPS, alike, counted, game, seats
from leading import Leader
from positions import read
from showing_namiji import EVERYTHING, MET, UPGRADES, shown
from tilewright.playing.record import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leading import Turn
    from tilewright.playing.state import State

PLAYERS = (2, 3, 4, 5)
SAMPLES = 60
TRIED_SEEDS = 8
MOST_SEEDS = 40
PLAYERS_FOR_GOALS = 4   # the fewest for whom double stations have both places
MOST_RECORDS = 12
SHOWN = 1000.0


class Voyage(Leader):
    """Leads to what is wanted; a turn begins when a boat sails."""

    opening = "sail"

    def __init__(self, session: Session, rng: random.Random, wanted: set[str]) -> None:
        super().__init__(session, self.worth, rng)
        self.missing = set(wanted)
        kind = session.game.model.kinds["place"]
        self.stops = dict(zip(kind.items, kind.attributes["stop"].values, strict=True))

    def made(self, turn: Turn) -> None:
        self.missing -= shown(turn)

    def worth(self, turn: Turn) -> float:
        missing, state = self.missing - shown(turn), turn.end
        worth = -SHOWN * len(missing)
        if state.over:
            return worth
        found = [Collection(state, seat) for seat in seats(state)]
        return worth + self.ahead(state) + prepared(found, missing) + sum(
            mine.prospects(missing) for mine in found)

    def ahead(self, state: State) -> float:
        """Better the more of the route is left, so that boats stop often."""
        return -5.0 * sum(self.stops[place] for place in read(state, "boat.at").values())


class Collection:
    """What a player has, and what it may still show."""

    def __init__(self, state: State, seat: str) -> None:
        self.numbers = counted(state, seat)
        self.parts = progress_of_lines(read(state, f"{seat}.crate"))
        self.cards = set(read(state, f"{seat}.cards"))
        self.secrets = read(state, f"{seat}.secrets")

    def progress(self, goal: str) -> float:
        """How much of a goal is done, from 0 to 1; lines that are not full count in part."""
        asked = GOALS[goal][1]
        done = [sum(self.parts[what][:least]) if what in self.parts
                else min(self.numbers[what], least) for what, least in asked.items()]
        return sum(done) / sum(asked.values())

    def prospects(self, missing: set[str]) -> float:
        """What its cards and pictures are worth."""
        bonuses = [self.numbers[kind] / length for kind, length in LENGTHS.items()
                   if f"bonus {kind}" in missing]
        upgrades = self.cards & UPGRADES & missing
        goals = [self.goal_worth(card, missing) for card in self.secrets]
        return 100 * sum(bonuses) + 150 * len(upgrades) + sum(goals)

    def goal_worth(self, goal: str, missing: set[str]) -> float:
        """A goal that nobody has met yet is to be met, any other is to be missed."""
        if f"met {goal}" in missing:
            return 200 + 600 * self.progress(goal)
        if f"missed {goal}" in missing:
            return 600 - 400 * self.progress(goal)
        return 0


def prepared(found: list[Collection], missing: set[str]) -> float:
    """How near somebody is to each goal that nobody has met and whose card is still in the deck.
    The fewer are left, the more each is worth."""
    goals = [goal for goal in GOALS if f"met {goal}" in missing]
    weight = 100 + 500 / max(len(goals), 1)
    held = {goal for mine in found for goal in mine.secrets}
    return sum(weight * max(mine.progress(goal) for mine in found)
               for goal in goals if goal not in held)


def progress_of_lines(crate: dict[str, str]) -> dict[str, list[float]]:
    """How full rows and columns are that can still score, the best ones first."""
    found: dict[str, list[float]] = {"rows": [], "columns": [], "lines": []}
    for strip in STRIPS:
        fish = [crate[cell] for cell in strip if cell in crate]
        part = (len(fish) / len(strip)) ** 2 if fish and alike(fish) else 0.0
        found["rows" if len(strip) == 4 else "columns"].append(part)
        found["lines"].append(part)
    return {what: sorted(values, reverse=True) for what, values in found.items()}


# -- the records ----------------------------------------------------------------------------------

def voyage(players: int, seed: int, wanted: set[str]) -> Voyage:
    made = Voyage(Session(game(), players, seed), random.Random(seed), wanted)
    made.play(SAMPLES)
    return made


def best_voyage(players: int, wanted: set[str]) -> Voyage:
    """Of some seeds the one that shows most; if none shows anything, more are tried."""
    found: list[Voyage] = []
    for seed in range(1, MOST_SEEDS + 1):
        found.append(voyage(players, seed, wanted))
        best = min(found, key=lambda made: len(made.missing) + len(made.missing & MET))
        if seed >= TRIED_SEEDS and best.missing < wanted:
            break
    return best


def records() -> Iterator[tuple[str, list[str]]]:
    """A game for each number of players, then as many more as it takes."""
    missing = set(EVERYTHING)
    for number in range(MOST_RECORDS):
        players = PLAYERS[number] if number < len(PLAYERS) else PLAYERS_FOR_GOALS
        made = best_voyage(players, missing)
        missing = made.missing
        late = number + 1 - len(PLAYERS)
        yield (f"goals-{late}" if late > 0 else f"{players}-players"), made.session.lines()
        if not missing and late >= 0:
            return
    raise SystemExit(f"no game shows {', '.join(sorted(missing))}")
