"""What a turn of Namiji shows, read from the positions before and after its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counting_namiji import GOALS, LENGTHS, counted, is_met, seats
from positions import arrange, read

if TYPE_CHECKING:
    from collections.abc import Callable

    from leading import Turn
    from tilewright.playing.state import State

PAINTED = {"dolphin": "dolphins", "octopus": "octopuses", "whale": "whales"}
STATIONS = {"line", "net", "trap", "whirlpool", "rock", *PAINTED}
UPGRADES = {"spare_hook", "wide_net", "crab_pot", "paper_boats", "sketchbook", "staff"}
MISHAPS = {"series lost", "net declined", "fish released", "place blocked"}
BONUSES = {f"bonus {kind}" for kind in LENGTHS}
MET = {f"met {goal}" for goal in GOALS}
MISSED = {f"missed {goal}" for goal in GOALS}
EVERYTHING = STATIONS | UPGRADES | MISHAPS | BONUSES | MET | MISSED


class Stop:
    """The stop of a player's boat at a station."""

    def __init__(self, turn: Turn, me: str, place: str) -> None:
        self.turn, self.me, self.place = turn, me, place
        self.states = turn.states

    @property
    def sort(self) -> str:
        return self.place.partition("_")[0]

    def was(self, place: str) -> Any:
        return read(self.states[0], self.at(place))

    def now(self, place: str) -> Any:
        return read(self.states[-1], self.at(place))

    def at(self, place: str) -> str:
        return place.replace("me.", f"{self.me}.")

    def more(self, place: str) -> int:
        """How much a number has grown, or how many more are there now."""
        return size(self.now(place)) - size(self.was(place))

    def has(self, card: str) -> int:
        return int(self.was("me.cards").count(card))

    def points(self, category: str) -> int:
        was, now = (read(s, f"points.{category}").get(self.me, 0)
                    for s in (self.states[0], self.states[-1]))
        return int(now - was)

    def most(self, place: str) -> int:
        """The most that lay there during the stop."""
        return max(len(read(s, self.at(place))) for s in self.states)


def size(value: Any) -> int:
    if isinstance(value, dict):
        return sum(v if isinstance(v, int) else 1 for v in value.values())
    return value if isinstance(value, int) else len(value)


# -- stations -------------------------------------------------------------------------------------

def fishes(stop: Stop) -> set[str]:
    kept, found = stop.more("me.crate"), set()
    if kept:
        found.add("line")
    if kept == 2 and stop.has("spare_hook"):
        found.add("spare_hook")
    for before, after in zip(stop.states, stop.states[1:], strict=False):
        fish = read(before, "hooked")
        free = fish and len(before.legal()) > 1
        if free and read(after, "shown").get(fish, 0) == read(before, "shown").get(fish, 0) + 1:
            found.add("fish released")
    return found


def nets(stop: Stop) -> set[str]:
    placed, found = stop.more("me.crate"), set()
    if placed == 2:
        found.add("net")
    if stop.has("wide_net") and stop.most("turned") == 2:
        found.add("wide_net")
    before = stop.states[-2]
    held, free = read(before, "turned"), len(before.legal()) > 1
    if not placed and len(held) == 1 and free and stop.now("net_pile")[-1] == held[0]:
        found.add("net declined")
    return found


def traps(stop: Stop) -> set[str]:
    if not stop.more("me.caught"):
        borne = max(read(s, "basket").get("crab", 0) for s in stop.states)
        back = stop.was("bag") == stop.now("bag")
        return {"series lost"} if back and borne == 1 + stop.has("crab_pot") else set()
    crabs = [read(s, "me.caught".replace("me", stop.me)).get("crab", 0)
             for s in (stop.states[0], stop.states[-1])]
    saved = stop.has("crab_pot") and crabs[1] - crabs[0] >= 2
    return {"trap", "crab_pot"} if saved else {"trap"}


def offers(stop: Stop) -> set[str]:
    given = -stop.more("me.offerings")
    found = {"whirlpool"} if given else set()
    return found | {"paper_boats"} if given == 2 and stop.has("paper_boats") else found


def prays(stop: Stop) -> set[str]:
    found = {"rock"} if stop.more("me.secrets") == 1 else set()
    return found | {"staff"} if stop.has("staff") and stop.most("me.looking") == 3 else found


def paints(stop: Stop) -> set[str]:
    kind = PAINTED[stop.sort]
    section, found = stop.now("me.seen").get(kind, 0), set()
    if stop.more("me.seen") == 1 and stop.points("panoramas") >= section:
        found.add(stop.sort)
    more = stop.points("panoramas") - section
    if more == stop.has("sketchbook") == stop.more("me.sketches") > 0:
        found.add("sketchbook")
    owners = [read(s, "panorama.bonus_of").get(kind) for s in (stop.states[0], stop.states[-1])]
    if owners == [None, stop.me] and stop.points("bonuses") == 3:
        found.add(f"bonus {kind}")
    return found


STOPS: dict[str, Callable[[Stop], set[str]]] = {
    "line": fishes, "net": nets, "trap": traps, "whirlpool": offers, "rock": prays,
    "dolphin": paints, "octopus": paints, "whale": paints,
}


# -- turns ----------------------------------------------------------------------------------------

def shown(turn: Turn) -> set[str]:
    """All of EVERYTHING that a turn shows."""
    was, now = (read(s, "boat.at") for s in (turn.states[0], turn.end))
    moved = [boat for boat in was if was[boat] != now[boat]]
    owner = read(turn.end, "boat.owner").get(moved[0]) if moved else None
    found = goals_at_the_end(turn.end) if moved and turn.end.over else set()
    if owner is None:
        return found
    stop = Stop(turn, owner, now[moved[0]])
    if stop.sort in STOPS:
        found |= STOPS[stop.sort](stop)
    if blocked(turn.states[0]):
        found.add("place blocked")
    return found


def goals_at_the_end(state: State) -> set[str]:
    found = set()
    for seat in seats(state):
        numbers = counted(state, seat)
        for card in read(state, f"{seat}.secrets"):
            found.add(f"{'met' if is_met(card, numbers) else 'missed'} {card}")
    return found


def blocked(state: State) -> bool:
    """A place would be a target if the boat of nobody were not there."""
    owners = read(state, "boat.owner")
    for boat, place in read(state, "boat.at").items():
        if boat not in owners and place != "port":
            cleared = arrange(state, {f"{place}.boat_here": None})
            label = f"sail {place}"
            return label in labels(cleared) and label not in labels(state)
    return False


def labels(state: State) -> list[str]:
    return [state.label(move) for move in state.legal()]
