"""What a turn of Yamataï shows, read from the positions before and after each of its moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from positions import read

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from leading import Turn
    from tilewright.playing.state import State


@dataclass(slots=True)
class Step:
    """A move of a turn, with the positions before and after it."""

    turn: Turn
    labels: list[str]
    index: int

    @property
    def what(self) -> str:
        return self.labels[self.index].partition(" ")[2]

    @property
    def me(self) -> str:
        return f"p{self.turn.seat + 1}"

    @property
    def earlier(self) -> Step:
        return Step(self.turn, self.labels, self.index - 1)

    def was(self, place: str) -> Any:
        return read(self.turn.states[self.index], place)

    def now(self, place: str) -> Any:
        return read(self.turn.states[self.index + 1], place)

    def gain(self, place: str) -> int:
        """How much a number has grown, or all numbers of a place together."""
        owner, dot, rest = place.replace("[what]", f"[{self.what}]").rpartition(".")
        field, _, key = rest.rstrip("]").partition("[")
        place = {"me": self.me, "what": self.what}.get(owner, owner) + dot + field
        was, now = self.was(place), self.now(place)
        if not isinstance(was, dict):
            return int(now - was)
        return sum(now.get(k, 0) - was.get(k, 0) for k in ([key] if key else {*was, *now}))

    def mine(self, specialist: str) -> bool:
        return specialist in self.was(f"{self.me}.specialists")

    def beside(self, kind: str, relation: str) -> list[str]:
        """What is linked to the element of this move."""
        kinds = self.turn.end.program.game.kinds
        found = self.turn.end.program.game.relations[kind, relation]
        links = [(kinds[found.source].items[a], kinds[found.target].items[b])
                 for a, b in found.links]
        back = found.source == found.target
        return [b for a, b in links if a == self.what] + [
            a for a, b in links if back and b == self.what]

    def attribute(self, kind: str, name: str, element: str) -> Any:
        found = self.turn.end.program.game.kinds[kind]
        return found.attributes[name].values[found.items.index(element)]


def reserves(step: Step) -> bool:
    kept = step.what
    return (kept in step.was("row") and kept not in step.now("row")
            and kept in step.now(f"{step.me}.reserved"))


def foresees(step: Step) -> bool:
    first = Step(step.turn, step.labels, step.labels.index("f03.foresee"))
    was, now = first.was("building_deck"), step.now("building_deck")
    return was != now and sorted(was) == sorted(now)


def drifts(step: Step) -> bool:
    goal, start = f"{step.what}.boat", f"{step.earlier.what}.boat"
    boat = step.was(start)
    return boat and (step.was(goal), step.now(goal), step.now(start)) == (None, boat, None)


def swaps(field: str) -> Callable[[Step], bool]:
    def check(step: Step) -> bool:
        one, other = f"{step.earlier.what}.{field}", f"{step.what}.{field}"
        was = step.was(one), step.was(other)
        return was[0] != was[1] and (step.now(other), step.now(one)) == was

    return check


def clears(step: Step) -> bool:
    first = step.earlier
    gone = [first.was(p) and not step.now(p) for p in (f"{first.what}.boat", f"{step.what}.boat")]
    return all(gone) and first.gain("reserve") == step.gain("reserve") == 1


def waives(step: Step) -> bool:
    tile = step.earlier.what
    cost = step.attribute("building", "cost", tile)
    boats = [step.was(f"{s}.boat") for s in step.beside("island", "shore")]
    colours = step.turn.end.program.game.kinds["colour"].items
    missing = sum(max(n - boats.count(c), 0) for c, n in zip(colours, cost, strict=True))
    return "f09" in step.was(f"{step.me}.fleet") and missing == 1 and (
        tile in step.now(f"{step.me}.built"))


def deals_again(step: Step) -> bool:
    dealt = [label.startswith(("buy ", "sell ")) for label in step.labels[:step.index + 1]]
    return step.mine("izanagi") and sum(dealt) == 2 and step.gain("me.coins") != 0


def gold_for_two(step: Step) -> bool:
    first = step.earlier
    return (first.gain("me.hand[gold]") == -1
            and first.gain("me.hand[what]") == step.gain("me.hand[what]") == 1)


def takes_rent(step: Step) -> bool:
    others = {step.was(f"{i}.house") for i in step.beside("island", "border")} - {None, step.me}
    return any("ananda" in step.was(f"{p}.specialists") and step.gain(f"{p}.coins") == 2
               for p in others)


def rewards_figure(step: Step) -> bool:
    return (step.mine("awashima") and step.now(f"{step.what}.figure") is not None
            and step.gain("me.prestige") + step.gain("me.coins") > 0)


def honours_pioneer(step: Step) -> bool:
    usual = sum(step.was(f"{i}.figure") is not None for i in step.beside("island", "border"))
    usual += step.was(f"{step.what}.mountain")
    return (step.mine("kagutsuchi") and step.now(f"{step.what}.house") == step.me
            and step.gain("me.prestige") == usual + 1)


def collects_more(step: Step) -> bool:
    island = f"{step.what}.culture"
    return step.now(island) is None and step.gain(f"me.culture[{step.was(island)}]") == 1


def starts_at_border(step: Step) -> bool:
    return (step.mine("toyo_tama") and step.was("last_spot") is None
            and not step.attribute("spot", "entry", step.what)
            and step.earlier.what == step.now(f"{step.what}.boat")
            and all(step.was(f"{s}.boat") != step.earlier.what
                    for s in step.beside("spot", "route")))


def shares_purse(step: Step) -> bool:
    share, end = step.was(f"{step.what}.purse") // 2, step.turn.end
    others = {f"p{n + 1}" for n in range(end.players)} - {step.me}
    return share > 0 and any(
        "izanami" in step.was(f"{p}.specialists")
        and read(end, f"{p}.coins") == step.was(f"{p}.coins") + share for p in others)


def joins(step: Step) -> bool:
    return not step.mine(step.what) and step.what in read(step.turn.end, f"{step.me}.specialists")


def keeps_two(step: Step) -> bool:
    kept = step.now(f"{step.me}.harbour")
    return step.mine("riu") and step.gain("me.harbour") == 1 and sum(kept.values()) >= 2


# A power, how the move that may show it begins, and a test or how much some numbers must grow.
CHECKS: list[tuple[str, str, Callable[[Step], bool] | dict[str, int]]] = [
    ("f02", "f02.reserve", reserves), ("f03", "f03.foresee.arrange_end", foresees),
    ("f04", "f04.drift.goal", drifts),
    ("f05", "f05.hallow", {"what.sacred": 1, "sacred_left": -1}),
    ("f06", "f06.trade_places.other", swaps("culture")),
    ("f07", "f07.clear.cleared_too", clears), ("f08", "f08.cross.crossing", swaps("boat")),
    ("f09", "build.island_built", waives),
    ("f10", "f10.third.boat_wished", {"me.hand[what]": 1, "reserve[what]": -1}),
    ("izanagi", "buy ", deals_again), ("izanagi", "sell ", deals_again),
    ("tomoe", "buy gold", {"me.coins": -5, "me.hand[gold]": 1, "reserve[gold]": -1}),
    ("tomoe", "sell gold", {"me.coins": 5, "me.hand[gold]": -1, "reserve[gold]": 1}),
    ("susanoo", "sell stone", {"me.coins": 6}), ("susanoo", "sell clay", {"me.coins": 7}),
    ("raijin", "raijin.two_for_gold.given_too",
     {"me.hand": -1, "me.hand[gold]": 1, "reserve": 1, "reserve[gold]": -1}),
    ("michimata", "michimata.barter", {"me.culture[what]": -1, "me.hand[gold]": 1}),
    ("hetsuka", "hetsuka.alms", {"me.culture[what]": -1, "me.coins": 4}),
    ("nakatsu", "nakatsu.change.swapped_too", gold_for_two),
    ("kachiko", "kachiko.release", {"me.coins": -2, "what.sacred": -1, "sacred_left": 1}),
    ("ananda", "build.island_built", takes_rent),
    ("awashima", "build.island_built", rewards_figure),
    ("kagutsuchi", "build.island_built", honours_pioneer),
    ("ebisu", "ebisu.extra.island_extra", collects_more),
    ("toyo_tama", "place.spot_placed", starts_at_border),
    ("izanami", "recruit ", shares_purse), ("yasoma", "recruit yasoma", joins),
    ("riu", "stow.kept", keeps_two),
]
POWERS = {power for power, _, _ in CHECKS} | {"f01", "amateratsu", "fu_hsi"}


def holds(check: Callable[[Step], bool] | dict[str, int], step: Step) -> bool:
    if isinstance(check, dict):
        return all(step.gain(place) == n for place, n in check.items())
    return check(step)


def shown(turn: Turn, among: Collection[str] = POWERS) -> set[str]:
    """The powers, of those that are asked for, that a turn shows at work."""
    labels, checks = turn.labels(), [c for c in CHECKS if c[0] in among]
    found = {power for index, label in enumerate(labels) for power, move, check in checks
             if label.startswith(move) and holds(check, Step(turn, labels, index))}
    found |= at_the_end(turn.end) if turn.end.over else goes_first(turn)
    return found & set(among)


def goes_first(turn: Turn) -> set[str]:
    """The meeple that took fleet 1 acts first now, and did not in the round before."""
    start, end = turn.states[0], turn.end
    before, now = read(start, "meeple.place"), read(end, "meeple.place")
    first = min(now, key=now.get)
    fine = (end.round > start.round and now[first] == 1 and before[first] > min(before.values())
            and read(end, f"{first}.owner") == f"p{end.actor + 1}")
    return {"f01"} if fine else set()


def at_the_end(state: State) -> set[str]:
    """The powers that change the score, as it would be if the game were over."""
    found = set()
    for seat in range(state.players):
        me, sheet = f"p{seat + 1}", state.score_sheet(seat)
        prestige, coins = read(state, f"{me}.prestige"), read(state, f"{me}.coins")
        owned = read(state, f"{me}.specialists")
        if "amateratsu" in owned and sheet["prestige"] == 2 * prestige > 0:
            found.add("amateratsu")
        if "fu_hsi" in owned and sheet["coins"] == coins // 3 > coins // 5:
            found.add("fu_hsi")
    return found
