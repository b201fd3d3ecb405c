"""Counts what a player of Namiji has collected, by the words of the checklist.

The engine keeps a running score; this one looks at the crate, the cards and the tokens anew.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from packs.tables import shipped_game
from positions import read
from tilewright.playing.bots import bot_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.playing.game import Game
    from tilewright.playing.state import State

COLUMNS, ROWS = "abcd", "123"
STRIPS = {tuple(f"{c}{r}" for c in COLUMNS): worth for r, worth in zip(ROWS, (5, 7, 9), strict=True)
          } | {tuple(f"{c}{r}" for r in ROWS): 3 for c in COLUMNS}
LENGTHS = {"dolphins": 3, "octopuses": 4, "whales": 5}
MEALS = {"small_meal": 4, "good_meal": 5, "feast": 6}
ARRIVAL = [7, 5, 3, 2, 1]
PENALTY = [0, 3, 6, 10, 15]
OFFERINGS = 4
MOST_MOVES = 500

# Rock cards: their points, and how many of what they ask for (N-ROCK-03).
GOALS: dict[str, tuple[int, dict[str, int]]] = {
    "skilled_fisher": (4, {"rows": 2}),
    "three_lines": (4, {"lines": 3}),
    "both_ways": (4, {"rows": 1, "columns": 1}),
    "full_crate": (4, {"fish": 12}),
    "big_catch": (4, {"crustaceans": 8}),
    "three_crabs": (4, {"crabs": 3}),
    "octopus_painter": (4, {"octopuses": 4}),
    "whale_painter": (4, {"whales": 4}),
    "grand_tour": (4, {"kinds": 3, "sections": 7}),
    "devoted": (4, {"given": 4}),
    "one_row": (3, {"rows": 1}),
    "two_columns": (3, {"columns": 2}),
    "eight_fish": (3, {"fish": 8}),
    "five_shrimps": (3, {"shrimps": 5}),
    "two_crabs": (3, {"crabs": 2}),
    "dolphin_painter": (3, {"dolphins": 3}),
    "first_painter": (3, {"bonuses": 1}),
    "one_of_each": (3, {"kinds": 3}),
    "pious": (3, {"given": 3}),
    "two_meals": (3, {"meals": 2}),
}


def game() -> Game:
    return shipped_game("namiji")


def positions(players: int, seed: int, bot: str, **options: bool) -> Iterator[State]:
    """The positions of a game from its first decision to its end, which must come."""
    state, rng, choose = game().new(players, seed, options), random.Random(seed), bot_named(bot)
    yield state
    for _ in range(MOST_MOVES):
        if state.over:
            return
        state, seat = state.clone(), state.decider
        assert seat is not None
        state.apply(choose(state.view(seat), rng))
        yield state
    raise AssertionError("the game does not end")


def seats(state: State) -> list[str]:
    return [f"p{n + 1}" for n in range(state.players)]


def alike(fish: list[str]) -> bool:
    """All of one colour or all of one species."""
    return any(len(set(words)) == 1 for words in zip(*(f.split("_") for f in fish), strict=True))


def scored_strips(crate: dict[str, str]) -> list[tuple[str, ...]]:
    """Full rows and columns that are worth something (N-CRATE-05 to N-CRATE-07)."""
    return [strip for strip in STRIPS
            if all(cell in crate for cell in strip) and alike([crate[cell] for cell in strip])]


def counted(state: State, seat: str) -> dict[str, int]:
    """All numbers that goals ask for."""
    crate: dict[str, str] = read(state, f"{seat}.crate")
    caught: dict[str, int] = read(state, f"{seat}.caught")
    seen: dict[str, int] = read(state, f"{seat}.seen")
    strips = [len(strip) for strip in scored_strips(crate)]
    return {
        "rows": strips.count(4), "columns": strips.count(3), "lines": len(strips),
        "fish": len(crate),
        "crustaceans": sum(caught.values()),
        "shrimps": caught.get("shrimp", 0), "crabs": caught.get("crab", 0),
        **{kind: seen.get(kind, 0) for kind in LENGTHS},
        "kinds": len(seen), "sections": sum(seen.values()),
        "bonuses": list(read(state, "panorama.bonus_of").values()).count(seat),
        "given": OFFERINGS - read(state, f"{seat}.offerings"),
        "meals": sum(card in MEALS for card in read(state, f"{seat}.cards")),
    }


def is_met(goal: str, numbers: dict[str, int]) -> bool:
    return all(numbers[what] >= least for what, least in GOALS[goal][1].items())


def recount(state: State, seat: str) -> dict[str, int]:
    """The score sheet of a player (N-SCORE-01 to N-SCORE-03)."""
    numbers = counted(state, seat)
    place: int = read(state, f"{seat}.arrived_as")
    secrets: list[str] = read(state, f"{seat}.secrets")
    cards: list[Any] = read(state, f"{seat}.cards")
    sections = sum(sum(range(1, numbers[kind] + 1)) for kind in LENGTHS)
    return {
        "lines": sum(STRIPS[strip] for strip in scored_strips(read(state, f"{seat}.crate"))),
        "crustaceans": numbers["crustaceans"],
        "panoramas": sections + read(state, f"{seat}.sketches"),
        "bonuses": 3 * numbers["bonuses"],
        "meals": sum(MEALS.get(card, 0) for card in cards),
        "arrival": ARRIVAL[place - 1] if place else 0,
        "rocks": sum(GOALS[card][0] for card in secrets if is_met(card, numbers)),
        "offerings": -PENALTY[OFFERINGS - numbers["given"]],
    }
