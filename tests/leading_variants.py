"""Leads games of Yamataï's variants, and of the small one, until what is new has happened."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from leading import Turn
from leading_yamatai import RoundLeader, Table, common, tokens_in_reach
from packs.tables import shipped_game
from positions import read
from tilewright.playing.bots import greedy_bot
from tilewright.playing.record import Session, read_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tilewright.playing.state import State

SAMPLES = 120
MOST_SEEDS = 40
LATE_ROUND = 9   # from then on a game only hurries to its end
TILES = ("watatsumi", "benten", "toll_gate", "lighthouse", "great_gate")


@dataclass(slots=True)
class Move:
    """A move of a turn, with the positions before and after it."""

    label: str
    before: State
    after: State

    @property
    def me(self) -> str:
        return f"p{self.before.actor + 1}"

    def was(self, place: str) -> Any:
        return read(self.before, place)

    def now(self, place: str) -> Any:
        return read(self.after, place)

    def grown(self, place: str) -> int:
        """How much a number has grown, or all numbers of a place together."""
        return _total(self.now(place)) - _total(self.was(place))

    def others(self) -> list[str]:
        return [f"p{n + 1}" for n in range(self.before.players) if n != self.before.actor]


def _total(value: Any) -> int:
    return sum(value.values()) if isinstance(value, dict) else int(value)


def moves_of(turn: Turn) -> Iterator[Move]:
    for label, before, after in zip(turn.labels(), turn.states, turn.states[1:], strict=False):
        yield Move(label, before, after)


# -- signs: what a move shows -----------------------------------------------------------------


def fetches(move: Move) -> bool:
    return move.label.startswith("f11.fetch ") and move.grown(f"{move.me}.hand") == 1 == -(
        len(move.now("spot.boat")) - len(move.was("spot.boat")))


def _keeps(move: Move, boats: int, *tiles: str) -> bool:
    """Whether a harbour holds so many boats, and of all tiles only these allow it."""
    mine = [t for z in ("specialists", "built", "fleet") for t in move.was(f"{move.me}.{z}")]
    return (move.label.startswith("stow.kept ")
            and {"riu", "lighthouse", "f12"}.intersection(mine) == set(tiles)
            and _total(move.now(f"{move.me}.harbour")) == boats)


def holds_three(move: Move) -> bool:
    return _keeps(move, 3, "f12")


def berths_two(move: Move) -> bool:
    return _keeps(move, 2, "lighthouse")


def nets_a_coin(move: Move) -> bool:
    return move.label.startswith("collect") and any(
        "watatsumi" in move.was(f"{p}.specialists") and move.grown(f"{p}.coins") == 1
        for p in move.others())


def offers(move: Move) -> bool:
    return move.label.startswith("benten.offering ") and (
        move.grown(f"{move.me}.prestige"), move.grown(f"{move.me}.culture")) == (1, -1)


def _takes_toll(move: Move, gate: str, coins: int) -> bool:
    """A toll of this gate alone: nobody else's tile pays its owner for recruiting."""
    gates = {"toll_gate", "great_gate"}
    return move.label.startswith("recruit ") and any(
        gates & set(move.was(f"{p}.built")) == {gate} and move.grown(f"{p}.coins") == coins
        for p in move.others() if "izanami" not in move.was(f"{p}.specialists"))


def takes_toll(move: Move) -> bool:
    return _takes_toll(move, "toll_gate", 1)


def takes_great_toll(move: Move) -> bool:
    return _takes_toll(move, "great_gate", 2)


def _ends_a_round(move: Move) -> bool:
    return move.after.round > move.before.round


def storms(move: Move) -> bool:
    gone = set(move.was("spot.boat")) - set(move.now("spot.boat"))
    return _ends_a_round(move) and len(gone) == 1 and move.grown("reserve") == 1


def finds_wrecks(move: Move) -> bool:
    return _ends_a_round(move) and any(
        "watatsumi" in move.was(f"{p}.specialists") and move.grown(f"{p}.coins") == 2
        for p in [*move.others(), move.me])


def brings_wood(move: Move) -> bool:
    return move.label == "pick_fleet f11" and all(
        move.now(f"{move.me}.hand").get(c, 0) > move.was(f"{move.me}.hand").get(c, 0)
        for c in ("bamboo", "wood"))


def sends_away(move: Move) -> bool:
    sent = move.label.partition(" ")[2]
    return (move.label.startswith("send_fleet_away.sent ")
            and move.now("used_fleets") == [sent]
            and move.after.decider != move.before.decider)


def has_no_choice(move: Move) -> bool:
    return move.label.startswith("pick_fleet ") and len(move.before.legal()) == 1


def berths_a_second(move: Move) -> bool:
    return _keeps(move, 2)


def comes_from_the_lagoon(move: Move) -> bool:
    return move.label == "place.spot_placed c06" and move.was("last_spot") is None


def lies_at_three(move: Move) -> bool:
    spot = move.label.partition(" ")[2]
    return move.label.startswith("place.spot_placed ") and len(_islands(move.before, spot)) == 3


def builds_among_five(move: Move) -> bool:
    island = move.label.partition(" ")[2]
    return move.label.startswith("build.island_built ") and sum(
        move.was(f"{spot}.boat") is not None for spot in _spots(move.before, island)) >= 5


def _shores(state: State) -> list[tuple[str, str]]:
    game = state.program.game
    spots, islands = game.kinds["spot"].items, game.kinds["island"].items
    return [(spots[a], islands[b]) for a, b in game.relations["spot", "shore"].links]


def _islands(state: State, spot: str) -> list[str]:
    return [b for a, b in _shores(state) if a == spot]


def _spots(state: State, island: str) -> list[str]:
    return [a for a, b in _shores(state) if b == island]


def sets_the_sun(move: Move) -> bool:
    return move.after.over and move.after.end_reason == "sunset"


def hires_yasoma(move: Move) -> bool:
    return move.label == "recruit yasoma"


SIGNS: dict[str, tuple[Callable[[Move], bool], ...]] = {
    "tides_and_tolls": (fetches, holds_three, nets_a_coin, offers, takes_toll, berths_two),
    "far_islands": (comes_from_the_lagoon, lies_at_three, builds_among_five),
    "short_voyage": (sets_the_sun,),
    "first_points": (hires_yasoma,),
    "two_captains": (sends_away, has_no_choice, berths_a_second),
    "tides_storm": (storms, finds_wrecks, brings_wood, takes_great_toll),
}


def shown(variant: str, turn: Turn, among: set[str] | None = None) -> set[str]:
    """The names of the signs, of those that are asked for, that a turn shows."""
    wanted = [s for s in SIGNS[variant] if among is None or s.__name__ in among]
    moves = list(moves_of(turn)) if wanted else []
    return {sign.__name__ for sign in wanted if any(sign(move) for move in moves)}


def shown_in(path: Path) -> set[str]:
    """The signs that a recorded game shows."""
    record = read_record(path)
    variant = path.stem.partition("-")[0]
    game = shipped_game(record.game, *record.variants)
    whole = Turn(game.new(record.players, record.seed, record.options))
    for _, label in record.moves:
        whole.moves.append(whole.end.find(label))
        whole.states.append(whole.end.clone())
        whole.end.apply(whole.moves[-1])
    return shown(variant, whole)


# -- the leader -------------------------------------------------------------------------------


class VariantLeader(RoundLeader):
    """Leads to what is still missing, then to the end."""

    def __init__(self, session: Session, rng: random.Random, variant: str, missing: set[str]
                 ) -> None:
        super().__init__(session, self.worth, rng)
        self.variant = variant
        self.missing = set(missing)
        self.table = Table(session.game, session.state.players)
        kinds = session.game.model.kinds
        self.wanted = {family: {kinds[family].items.index(t) for t in TILES
                                if t in kinds[family].items}
                       for family in ("specialist", "building")}

    def made(self, turn: Turn) -> None:
        self.missing -= shown(self.variant, turn, self.missing)

    def worth(self, turn: Turn) -> float:
        state, table = turn.end, self.table.look(turn.end)
        missing = self.missing - shown(self.variant, turn, self.missing)
        worth = -1000.0 * len(missing) - 0.05 * len(turn.moves)
        if state.over:
            return worth
        if not missing or state.round > LATE_ROUND:
            return worth - 20 * min(table.numbers("game", "reserve"))
        return worth + 100 * self.owned() + self.prospects()

    def owned(self) -> int:
        """How many of the new tiles have found an owner."""
        hired = self.table.zones("player", "specialists")
        built = self.table.zones("player", "built")
        return sum(t in self.wanted["specialist"] for zone in hired for t in zone) + sum(
            t in self.wanted["building"] for zone in built for t in zone)

    def prospects(self) -> float:
        """Culture for specialists, and ground and boats for what comes later."""
        table, tokens = self.table, sum(map(sum, self.table.culture()))
        return 40 * table.recruited() + 10 * tokens + tokens_in_reach(table) + common(table)


# -- the records ------------------------------------------------------------------------------


def games_of(variant: str) -> Iterator[list[str]]:
    """Games until each sign was seen in one of them."""
    game = shipped_game("yamatai", variant)
    missing = {sign.__name__ for sign in SIGNS[variant]}
    counts = list(game.players)
    for seed in range(1, MOST_SEEDS + 1):
        session = Session(game, counts[(seed - 1) % len(counts)], seed)
        leader = VariantLeader(session, random.Random(seed), variant, missing)
        if leader.play(SAMPLES).over and leader.missing < missing:
            missing = leader.missing
            yield session.lines()
        if not missing:
            return
    raise SystemExit(f"no game of {variant} shows {', '.join(sorted(missing))}")


def wide_board() -> list[str]:
    """The first game between bots that somebody wins with four in a row."""
    game = shipped_game("tictactoe", "wide_board")
    for seed in range(1, MOST_SEEDS + 1):
        session, rng = Session(game, 2, seed), random.Random(seed)
        while not session.state.over:
            seat = session.state.decider
            assert seat is not None
            session.apply(greedy_bot(session.state.view(seat), rng))
        if session.state.end_reason == "three_in_a_row":
            return session.lines()
    raise SystemExit("nobody gets four in a row")


def records() -> Iterator[tuple[str, list[str]]]:
    yield "wide_board", wide_board()
    for variant in SIGNS:
        for number, lines in enumerate(games_of(variant), 1):
            yield variant if number == 1 else f"{variant}-{number}", lines
