"""Laws of Yamataï: what is conserved in every position, and a recount of every score."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from packs.tables import shipped_game
from positions import read
from tilewright.playing.bots import bot_named
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.playing.game import Game
    from tilewright.playing.state import State

BOATS = {"bamboo": 22, "wood": 19, "stone": 16, "clay": 13, "gold": 10}
HOUSES = {2: 10, 3: 8, 4: 6}
ZONES = {
    "building": ["row", "building_deck", "reserved", "built", "glance"],
    "specialist": ["specialists_shown", "specialist_deck", "specialists"],
    "fleet": ["fleet_track", "hidden_fleets", "used_fleets", "fleet"],
}
SIZES = {"building": 28, "specialist": 18, "fleet": 10}
EVERY = 4


def game() -> Game:
    return shipped_game("yamatai")


def positions(players: int, seed: int, bot: str) -> Iterator[State]:
    """The positions of a game from its first decision to its end."""
    state, rng, choose = game().new(players, seed), random.Random(seed), bot_named(bot)
    yield state
    while not state.over:
        state.apply(choose(state.view(state.decider), rng))
        yield state


def seats(state: State) -> list[str]:
    return [f"p{n + 1}" for n in range(state.players)]


def all_of(state: State, owner: str, field: str) -> Counter[str]:
    """Numbers per kind, added up over all players."""
    found: Counter[str] = Counter()
    for seat in seats(state):
        found.update(read(state, f"{seat}.{field}"))
    return found if owner == "player" else Counter(read(state, field))


def check_boats(state: State) -> None:
    found = Counter(read(state, "reserve"))
    found.update(read(state, "spot.boat").values())
    for field in ("hand", "harbour"):
        found += all_of(state, "player", field)
    aside = sum(read(state, f"{s}.aside") for s in seats(state))
    assert found.total() + aside == 80
    assert all(found[c] <= n for c, n in BOATS.items())
    assert aside or found == Counter(BOATS)


def check_tiles(state: State) -> None:
    for family, zones in ZONES.items():
        found = [tile for zone in zones for tile in everywhere(state, zone)]
        assert len(found) == len(set(found)) == SIZES[family], family


def everywhere(state: State, zone: str) -> list[str]:
    """The content of a zone of the game, or of all players."""
    if ("game", zone) in state.program.layout.rooms:
        return list(read(state, zone))
    return [tile for seat in seats(state) for tile in read(state, f"{seat}.{zone}")]


def check_islands(state: State) -> None:
    things = [read(state, f"island.{f}") for f in ("house", "figure", "culture", "sacred")]
    assert all(n == 1 for n in Counter(i for thing in things for i in thing).values())
    houses, figures = Counter(things[0].values()), Counter(things[1].values())
    for seat in seats(state):
        left = read(state, f"{seat}.houses")
        assert houses[seat] + left == HOUSES[state.players]
        tiles = [tile for tile in read(state, f"{seat}.built") if not tile.startswith("p")]
        assert len(tiles) == houses[seat]
    assert figures + Counter(read(state, "figures_left")) == Counter(torii=3, palace=4)
    assert len(things[3]) + read(state, "sacred_left") == 8
    assert len(read(state, "island.mountain")) == 7


def check_money(state: State) -> None:
    assert all(read(state, f"{s}.coins") >= 0 for s in seats(state))
    if state.legal() and state.label(state.legal()[0]).startswith("pick_fleet"):
        assert all(n % 2 == 0 for n in read(state, "specialist.purse").values())


def tokens(state: State) -> Counter[str]:
    found = Counter(read(state, "island.culture").values())
    return found + all_of(state, "player", "culture")


SPENDING = ("recruit", "michimata", "hetsuka")


@pytest.mark.many
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("bot", "seeds"), [("random", range(8)), ("greedy", range(100, 102))])
def test_everything_is_conserved(players: int, bot: str, seeds: range) -> None:
    for seed in seeds:
        held = Counter[str]()
        for number, state in enumerate(positions(players, seed, bot)):
            if number == 0:
                held = tokens(state)
                assert sorted(held.values()) == [5] * 6
            if number % EVERY and not state.over:
                continue
            for check in (check_boats, check_tiles, check_islands, check_money):
                check(state)
            now = tokens(state)
            assert now <= held
            held = now


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tokens_leave_the_game_only_as_payment(players: int) -> None:
    state, rng = game().new(players, 5), random.Random(5)
    while not state.over:
        before, move = tokens(state).total(), rng.choice(state.legal())
        label = state.label(move)
        state.apply(move)
        assert tokens(state).total() == before or label.startswith(SPENDING), label


@pytest.mark.parametrize("players", [1, 5])
def test_only_two_to_four_can_play(players: int) -> None:
    with pytest.raises(UsageError, match="2 to 4"):
        game().new(players)


# -- a recount ------------------------------------------------------------------------------------

def recount(state: State, seat: str) -> dict[str, int]:
    """The score of a player from what lies on the mat, by the words of the checklist."""
    kinds = state.program.game.kinds
    mine = read(state, f"{seat}.specialists")

    def worth(family: str, tile: str) -> int:
        kind = kinds[family]
        return int(kind.attributes["worth"].values[kind.items.index(tile)])

    return {
        "coins": read(state, f"{seat}.coins") // (3 if "fu_hsi" in mine else 5),
        "prestige": read(state, f"{seat}.prestige") * (2 if "amateratsu" in mine else 1),
        "buildings": sum(worth("building", t) for t in read(state, f"{seat}.built")),
        "specialists": sum(worth("specialist", t) for t in mine),
        "reserved": -len(read(state, f"{seat}.reserved")),
        "aside": -(read(state, f"{seat}.aside") // 2),
    }


def winners(state: State, totals: dict[str, int]) -> list[str]:
    """Most points; among equals the earliest turn of the last round."""
    best = [s for s, points in totals.items() if points == max(totals.values())]
    order: dict[str, Any] = read(state, "meeple.place")
    owners = read(state, "meeple.owner")
    first = {s: min(n for m, n in order.items() if owners[m] == s) for s in best}
    return [s for s in best if first[s] == min(first.values())]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("bot", "seeds"), [("random", range(20)), ("greedy", range(3))])
def test_scores_and_winners_are_what_a_recount_gives(players: int, bot: str, seeds: range) -> None:
    for seed in seeds:
        *_, end = positions(players, seed, bot)
        sheets = [recount(end, seat) for seat in seats(end)]
        assert [end.score_sheet(n) for n in range(players)] == sheets
        totals = {seat: sum(sheet.values()) for seat, sheet in zip(seats(end), sheets, strict=True)}
        assert [seats(end)[w] for w in end.winners()] == winners(end, totals)
