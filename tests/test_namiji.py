"""Laws of Namiji: what is conserved in every position, and how boats sail."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from counting_namiji import GOALS, LENGTHS, game, positions, seats
from positions import read
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from tilewright.playing.state import State

FISH = Counter({f"{hue}_{species}": 5 for hue in ("blue", "orange", "green")
                for species in ("bream", "mackerel", "sardine")})
FISH += Counter(["blue_bream", "orange_mackerel", "green_sardine"])
ONE_OF_EACH = Counter(FISH.keys()) + Counter(["blue_bream", "orange_mackerel", "green_sardine"])
NETS = Counter({f"net_{fish}": n for fish, n in ONE_OF_EACH.items()})
CRUSTACEANS = Counter(shrimp=30, crab=20)
PIER_CARDS = Counter(small_meal=4, good_meal=3, feast=1, spare_hook=2, wide_net=2, crab_pot=2,
                     paper_boats=2, sketchbook=2, staff=2)
COURSES = [(2, False), (2, True), (3, False), (3, True), (4, False), (4, True), (5, False),
           (5, True)]
PLAYED = [("random", range(12)), ("greedy", range(100, 104))]
games = pytest.mark.parametrize(("players", "reverse"), COURSES)
played = pytest.mark.parametrize(("bot", "seeds"), PLAYED, ids=["random", "greedy"])


# -- what is conserved ----------------------------------------------------------------------------

def everywhere(state: State, *zones: str) -> Counter[str]:
    """What lies in zones of the game and of all players."""
    found: Counter[str] = Counter()
    for zone in zones:
        owned = ("game", zone) not in state.program.layout.rooms
        for place in ([f"{seat}.{zone}" for seat in seats(state)] if owned else [zone]):
            found.update(read(state, place))
    return found


def placed_nets(state: State) -> Counter[str]:
    return NETS - everywhere(state, "net_pile", "turned")


def check_nets(state: State) -> None:
    lying = everywhere(state, "net_pile", "turned")
    assert lying <= NETS
    assert lying + placed_nets(state) == NETS


def check_fish(state: State) -> None:
    """The fish of placed nets are no tokens of the bank."""
    found = Counter(read(state, "bank")) + Counter(read(state, "shown"))
    hooked = read(state, "hooked")
    found.update([hooked] if hooked else [])
    for seat in seats(state):
        found.update(read(state, f"{seat}.crate").values())
    for net, number in placed_nets(state).items():
        found[net.removeprefix("net_")] -= 2 * number
    assert found == FISH
    assert found.total() == 48


def check_crustaceans(state: State) -> None:
    found = Counter(read(state, "bag")) + Counter(read(state, "basket"))
    for seat in seats(state):
        found.update(read(state, f"{seat}.caught"))
    assert found == CRUSTACEANS


def check_cards(state: State) -> None:
    assert everywhere(state, "pier_deck", "passing", "dealt", "cards") == PIER_CARDS
    assert everywhere(state, "rock_deck", "looking", "secrets") == Counter(GOALS.keys())
    assert max(Counter(read(state, "panorama.bonus_of").keys()).values(), default=1) == 1


def check_boards(state: State) -> None:
    for seat in seats(state):
        assert 0 <= read(state, f"{seat}.offerings") <= 4
        for kind, sections in read(state, f"{seat}.seen").items():
            assert sections <= LENGTHS[kind]
        crate = read(state, f"{seat}.crate")
        assert not crate or "a1" in crate
        assert crate.keys() <= joined(crate)


def joined(crate: dict[str, str]) -> set[str]:
    """The filled cells that hang together with the top left one."""
    found, edge = set[str](), ["a1"]
    while edge:
        cell = edge.pop()
        if cell in crate and cell not in found:
            found.add(cell)
            column, row = map(ord, cell)
            edge += [chr(column + 1) + chr(row), chr(column - 1) + chr(row),
                     chr(column) + chr(row + 1), chr(column) + chr(row - 1)]
    return found


def check_hand(state: State) -> None:
    """One card more than boats goes round, and each slot before has taken one (N-PIER-05)."""
    slots = {boat: int(place[-1]) for boat, place in read(state, "boat.at").items()
             if place.startswith("pier")}
    for boat, owner in read(state, "boat.owner").items():
        hand = read(state, f"{owner}.dealt")
        assert not hand or len(hand) == max(state.players, 3) + 2 - slots[boat]


CHECKS = (check_hand, check_nets, check_fish, check_crustaceans, check_cards, check_boards)


@pytest.mark.many
@games
@played
def test_everything_is_conserved(players: int, reverse: bool, bot: str, seeds: range) -> None:
    for seed in seeds:
        for state in positions(players, seed, bot, reverse=reverse):
            for check in CHECKS:
                check(state)


# -- boats ----------------------------------------------------------------------------------------

class Route:
    """The route as a boat meets it, read from the attributes of places."""

    def __init__(self, *, reverse: bool) -> None:
        kind = game().model.kinds["place"]
        self.about = {place: {name: a.values[i] for name, a in kind.attributes.items()}
                      for i, place in enumerate(kind.items)}
        self.sorts = game().model.kinds["station"].items
        self.reverse = reverse

    def sort(self, place: str) -> str:
        return str(self.sorts[self.about[place]["sort"]])

    def step(self, place: str) -> int:
        stop = int(self.about[place]["stop"])
        ends = self.sort(place) in ("start", "port")
        return 48 - stop if self.reverse and not ends else stop

    def order(self, place: str) -> tuple[int, int]:
        """Less is behind: the outer place, and the higher slot (N-MOVE-02)."""
        outer = place.endswith("_outer")
        return self.step(place), -1 if outer else -int(self.about[place]["slot"])


def check_places(state: State, route: Route) -> None:
    at = read(state, "boat.at")
    assert len(at) == max(state.players, 3)
    standing = {place: boat for boat, place in at.items() if place != "port"}
    assert read(state, "place.boat_here") == standing
    few = state.players < 4
    for place in standing:
        assert not (few and place.endswith("_outer"))
        assert route.about[place]["slot"] <= max(state.players, 3)


def moved(before: State, after: State) -> str | None:
    one, two = read(before, "boat.at"), read(after, "boat.at")
    boats = [boat for boat in one if one[boat] != two[boat]]
    assert len(boats) <= 1
    return boats[0] if boats else None


def targets(state: State, boat: str, route: Route) -> set[str]:
    """Free places ahead, up to the next pier or the port (N-MOVE-04 to N-MOVE-12)."""
    at = read(state, "boat.at")
    owner = read(state, "boat.owner").get(boat)
    start = route.step(at[boat])
    ahead = {p for p in route.about if start < route.step(p) <= start // 12 * 12 + 12}
    taken = {place for place in at.values() if place != "port"}
    for place in sorted(ahead):
        inner = place.removesuffix("_outer")
        closed = owner and already_painted(state, owner, route.sort(place))
        exists = route.about[place]["slot"] <= max(state.players, 3)
        fits = inner == place or (state.players > 3 and inner in taken)
        if place in taken or closed or not exists or not fits:
            ahead.remove(place)
    return ahead


def check_sailing(before: State, after: State, boat: str, route: Route) -> None:
    was, now = read(before, "boat.at"), read(after, "boat.at")
    start, goal = route.step(was[boat]), route.step(now[boat])
    assert start < goal
    assert all(not start < pier < goal for pier in (12, 24, 36))
    sailing = [b for b, place in was.items() if place != "port"]
    assert boat == min(sailing, key=lambda b: route.order(was[b]))
    offered = {before.label(move).removeprefix("sail ") for move in before.legal()}
    assert offered == targets(before, boat, route)
    owner = read(before, "boat.owner").get(boat) or leader(before, route)
    assert seats(before)[before.actor] == owner
    assert before.decider == before.actor


def already_painted(state: State, seat: str, sort: str) -> bool:
    kind = {"dolphin": "dolphins", "octopus": "octopuses", "whale": "whales"}.get(sort, "")
    return bool(kind) and read(state, f"{seat}.seen").get(kind) == LENGTHS[kind]


def leader(state: State, route: Route) -> str:
    """Who steers the boat of nobody (N-2P-03, R-N-13)."""
    at, owners = read(state, "boat.at"), read(state, "boat.owner")
    order = {owner: (*route.order(at[boat]), -read(state, f"{owner}.arrived_as"))
             for boat, owner in owners.items()}
    return max(order, key=lambda seat: order[seat])


@pytest.mark.many
@games
@played
def test_boats_sail_by_the_rules(players: int, reverse: bool, bot: str, seeds: range) -> None:
    route = Route(reverse=reverse)
    for seed in seeds:
        for before, after in pairwise(positions(players, seed, bot, reverse=reverse)):
            check_places(after, route)
            boat, label = moved(before, after), before.label(before.legal()[0])
            assert bool(boat) == label.startswith("sail ")
            if boat:
                check_sailing(before, after, boat, route)
        assert after.over
        assert after.end_reason == "all_arrived"
        assert set(read(after, "boat.at").values()) == {"port"}


@pytest.mark.parametrize("players", [2, 3])
def test_without_double_stations_nobody_stops_there(players: int) -> None:
    route = Route(reverse=False)
    for seed in range(5):
        for state in positions(players, seed, "random", no_double_stations=True):
            assert not any(route.about[p]["double"] for p in read(state, "place.boat_here"))


@pytest.mark.parametrize("players", [1, 6])
def test_only_two_to_five_can_play(players: int) -> None:
    with pytest.raises(UsageError, match="2 to 5"):
        game().new(players)
