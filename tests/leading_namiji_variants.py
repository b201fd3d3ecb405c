"""Leads games of Namiji's variants until the new things of each have happened in one of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from counting_namiji import counted, seats
from leading import Leader
from leading_namiji import progress_of_lines
from packs.tables import shipped_game
from positions import read
from tilewright.playing.record import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from leading import Turn
    from tilewright.playing.game import Game
    from tilewright.playing.state import State

SAMPLES = 80
MOST_SEEDS = 20
DECKS = 300          # seeds that are looked at before a game is played
SHOWN = 1000.0
HELD = 200.0
DONE = 600.0
READY = 150.0

# The double stations that only the northern route has, by section.
NEW_DOUBLES = {1: {"whale_1", "whirlpool_1"}, 2: {"net_2", "rock_2", "whale_3"},
               3: {"octopus_4", "net_4"}, 4: {"line_7", "dolphin_4", "line_8"}}
# What the new rock cards ask for: an amount and how many of it, as new_goals has it.
ASKED = {"tidy_crate": ("lines", 2), "mixed_crate": ("different", 7), "album": ("sections", 9),
         "light_crate": ("fish", 4), "well_equipped": ("upgrades", 2), "first_home": ("first", 1),
         "fair_shares": ("even", 1)}
CALM = {"mixed_crate": ("different", 6), "album": ("sections", 7), "travel_diary": ("sections", 7),
        "light_crate": ("fish", 6), "first_home": ("first", 1), "fair_shares": ("even", 1)}
AT_MOST = {"light_crate"}


def game(variant: str) -> Game:
    return shipped_game("namiji", variant)


@dataclass(frozen=True)
class Plan:
    """A record: what it shall show, how that is seen in a turn, and what brings it nearer."""

    name: str
    variant: str
    players: int
    wanted: frozenset[str]
    shows: Callable[[Turn], set[str]]
    hope: Callable[[State, set[str]], float] = lambda _state, _missing: 0.0
    options: dict[str, Any] = field(default_factory=dict)


class Voyage(Leader):
    """Leads to what a plan wants; a turn begins when a boat sails."""

    opening = "sail"

    def __init__(self, plan: Plan, seed: int, wanted: set[str]) -> None:
        session = Session(game(plan.variant), plan.players, seed, plan.options)
        super().__init__(session, self.worth, random.Random(seed))
        self.plan = plan
        self.missing = set(wanted)
        program = session.state.program
        kind = program.game.kinds["place"]
        self.far = dict(zip(kind.items, kind.attributes["stop"].values, strict=True))
        if program.options["reverse"]:
            inner = {p for p in self.far if not p.startswith("start") and p != "port"}
            self.far |= {p: self.far["port"] - self.far[p] for p in inner}

    def made(self, turn: Turn) -> None:
        self.missing -= self.plan.shows(turn)

    def worth(self, turn: Turn) -> float:
        """Better the more it shows, and the more of the route is left, so that boats stop often."""
        missing = self.missing - self.plan.shows(turn)
        ahead: int = sum(self.far[place] for place in read(turn.end, "boat.at").values())
        return -SHOWN * len(missing) + self.plan.hope(turn.end, missing) - 5.0 * ahead


# -- what turns show ------------------------------------------------------------------------------

def doubles(turn: Turn) -> set[str]:
    """The sections in which both places of a new double station are taken."""
    here = set(read(turn.end, "place.boat_here"))
    return {f"section {section}" for section, stations in NEW_DOUBLES.items()
            for station in stations if {station, f"{station}_outer"} <= here}


def half_doubles(state: State, missing: set[str]) -> float:
    """A boat at the inner place of a new double station is half of it."""
    here = set(read(state, "place.boat_here"))
    return 100.0 * sum(station in here for section, stations in NEW_DOUBLES.items()
                       if f"section {section}" in missing for station in stations)


def meetings(turn: Turn) -> set[str]:
    return {f"{seat} meets" for seat in read(turn.end, "points.meetings")}


def goals(asked: dict[str, tuple[str, int]]) -> Callable[[Turn], set[str]]:
    """The new goals that are met at the end, and whether offerings were left."""
    def shows(turn: Turn) -> set[str]:
        if not turn.end.over:
            return set()
        found = {f"met {card}" for seat in seats(turn.end)
                 for card in read(turn.end, f"{seat}.secrets")
                 if card in asked and progress(turn.end, seat, card, asked) >= 1}
        return found | ({"offerings left"} if read(turn.end, "player.offerings") else set())
    return shows


def towards(asked: dict[str, tuple[str, int]]) -> Callable[[State, set[str]], float]:
    """New cards in the hands of those who are near their goals, or somebody near to one that
    still lies in the deck."""
    def hope(state: State, missing: set[str]) -> float:
        cards = [card for card in asked if f"met {card}" in missing]
        held = {seat: set(read(state, f"{seat}.secrets")) for seat in seats(state)}
        found = 0.0
        for card in cards:
            done = {seat: progress(state, seat, card, asked) for seat in held}
            mine = [HELD + DONE * done[seat] for seat in held if card in held[seat]]
            found += max(mine, default=READY * max(done.values()))
        return found
    return hope


def progress(state: State, seat: str, card: str, asked: dict[str, tuple[str, int]]) -> float:
    """How much of a goal is done, from 0 to 1; only a goal that is met is 1."""
    what, number = asked[card]
    have = amounts(state, seat)[what]
    if card in AT_MOST:
        return 1.0 if have <= number else 0.0
    if have < number and what == "lines":
        best = progress_of_lines(read(state, f"{seat}.crate"))["lines"][:number]
        return min(sum(best) / number, 0.99)
    return min(have / number, 1.0)


def amounts(state: State, seat: str) -> dict[str, float]:
    """The numbers that the new goals ask for, counted anew from what a player has."""
    numbers = counted(state, seat)
    few, many = sorted((numbers["shrimps"], numbers["crabs"]))
    place = read(state, f"{seat}.arrived_as")
    return {
        **numbers,
        "different": len(set(read(state, f"{seat}.crate").values())),
        "upgrades": len(read(state, f"{seat}.cards")) - numbers["meals"],
        "first": float(place == 1) if place else 0.5,
        "even": few / many if many else 0.0,
    }


# -- the records ----------------------------------------------------------------------------------

SECTIONS = frozenset(f"section {n}" for n in NEW_DOUBLES)
PLANS = (
    Plan("northern_route", "northern_route", 4, SECTIONS, doubles, half_doubles),
    Plan("northern_route-reverse", "northern_route", 5, SECTIONS, doubles, half_doubles,
         {"reverse": True}),
    Plan("new_goals", "new_goals", 3, frozenset(f"met {card}" for card in ASKED), goals(ASKED),
         towards(ASKED)),
    Plan("calm_seas", "calm_seas", 3, frozenset({*(f"met {c}" for c in CALM), "offerings left"}),
         goals(CALM), towards(CALM), {"offering_cost": 3}),
    Plan("duet", "duet", 2, frozenset({"p1 meets", "p2 meets"}), meetings),
)


def best_voyage(plan: Plan, wanted: set[str]) -> Voyage:
    """Of some seeds the one that shows most; the first that shows all is enough."""
    found: list[Voyage] = []
    for seed in seeds(plan, wanted):
        found.append(Voyage(plan, seed, wanted))
        found[-1].play(SAMPLES)
        if not found[-1].missing:
            break
    return min(found, key=lambda made: len(made.missing))


def seeds(plan: Plan, wanted: set[str]) -> list[int]:
    """The most promising ones first: those in which wanted cards lie high in the rock deck."""
    def depth(seed: int) -> int:
        deck = read(game(plan.variant).new(plan.players, seed, plan.options), "rock_deck")
        return sum(deck.index(card) for card in deck if f"met {card}" in wanted)
    return sorted(range(1, DECKS + 1), key=depth)[:MOST_SEEDS]


def records() -> Iterator[tuple[str, list[str]]]:
    """For each plan as many games as it takes."""
    for plan in PLANS:
        missing, number = set(plan.wanted), 0
        while missing:
            number += 1
            made = best_voyage(plan, missing)
            if made.missing == missing:
                raise SystemExit(f"no game of {plan.name} shows {', '.join(sorted(missing))}")
            missing = made.missing
            yield (plan.name if number == 1 else f"{plan.name}-{number}"), made.session.lines()
