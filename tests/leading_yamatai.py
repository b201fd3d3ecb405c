"""Leads games of Yamataï: to each way in which a game can end, and to the use of each power."""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING

import tilewright
from leading import Leader
from showing_yamatai import POWERS, at_the_end, shown
from tilewright.playing.record import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from leading import Turn
    from tilewright.playing.game import Game
    from tilewright.playing.state import State

REASONS = ("last_building", "boats_out", "specialists_out", "buildings_out")
PLAYERS = (2, 3, 4)
SAMPLES = 150
MOST_SEEDS = 30
RIGHT_END = 1e9
MOST_ROUNDS = 40
LATE_ROUND = 14   # from then on a game that shows powers only hurries to its end
TRIPLES: list[tuple[int, ...]] = list(combinations(range(6), 3))


class RoundLeader(Leader):
    """A turn begins with the choice of a fleet."""

    opening = "pick_fleet"

    def too_long(self) -> bool:
        return self.session.state.round > MOST_ROUNDS


class Table:
    """The fields of a position as plain numbers, read fast; `look` says at which position."""

    def __init__(self, game: Game, players: int) -> None:
        kinds, relations = game.model.kinds, game.model.relations
        self.rooms = game.program(players).layout.rooms
        self.seats = range(players)
        self.around: list[list[int]] = [[] for _ in kinds["island"].items]
        for spot, island in relations["spot", "shore"].links:
            self.around[island].append(spot)
        self.routes: list[list[int]] = [[] for _ in kinds["spot"].items]
        for one, other in relations["spot", "route"].links:
            self.routes[one].append(other)
            self.routes[other].append(one)
        self.entry = kinds["spot"].attributes["entry"].values
        self.costs = kinds["building"].attributes["cost"].values
        self.all_specialists = len(kinds["specialist"].items)
        self.slots: list[int] = []

    def look(self, state: State) -> Table:
        self.slots = state._s
        return self

    def numbers(self, kind: str, name: str) -> list[int]:
        """All numbers of a field, owner by owner."""
        room = self.rooms[kind, name]
        return self.slots[room.base:room.base + room.owners * room.width]

    def zone(self, name: str) -> list[int]:
        return self.zones("game", name)[0]

    def zones(self, kind: str, name: str) -> list[list[int]]:
        """What lies in a zone of each owner."""
        room, s = self.rooms[kind, name], self.slots
        bases = range(room.base, room.base + room.owners * room.width, room.width)
        return [s[base + 1:base + 1 + s[base]] for base in bases]

    def culture(self) -> list[list[int]]:
        """How many tokens of each kind each player has."""
        held = self.numbers("player", "culture")
        return [held[6 * seat:6 * seat + 6] for seat in self.seats]

    def recruited(self) -> int:
        left = self.zone("specialists_shown") + self.zone("specialist_deck")
        return self.all_specialists - len(left)


# -- what is good for every goal ------------------------------------------------------------------

def boats_left(table: Table) -> float:
    """Better the more boats the reserve has, and much worse when a colour is nearly out."""
    return sum(0.3 * n - 40 / (n + 0.3) for n in table.numbers("game", "reserve"))


def tokens_in_reach(table: Table) -> float:
    """Worse for each culture token that boats can hardly get beside."""
    boats, worth = table.numbers("spot", "boat"), 0.0
    for island, culture in enumerate(table.numbers("island", "culture")):
        if culture < 0:
            continue
        free = [s for s in table.around[island] if boats[s] < 0]
        near = any(table.entry[s] or any(boats[n] >= 0 for n in table.routes[s]) for s in free)
        worth -= 15 if not free else 3 * (len(free) == 1) + 3 * (not near)
    return worth


def building_ground(table: Table) -> float:
    """Better the more islands are empty, and best where boats for a tile of the row lie already."""
    boats, row = table.numbers("spot", "boat"), table.zone("row")
    fields = ("culture", "house", "figure")
    taken = [table.numbers("island", f) for f in fields]
    sacred, worth = table.numbers("island", "sacred"), 0.0
    for island, spots in enumerate(table.around):
        if sacred[island] or any(field[island] >= 0 for field in taken):
            continue
        there = [boats[s] for s in spots if boats[s] >= 0]
        if len(there) < len(spots):
            worth += 2 + 2 * max((-missing(table.costs[b], there) for b in row), default=-4) / 4
    return worth


def missing(cost: tuple[int, ...], boats: list[int]) -> int:
    return sum(max(n - boats.count(colour), 0) for colour, n in enumerate(cost))


# -- the goals ------------------------------------------------------------------------------------

def specialists_out(table: Table, _: Turn) -> float:
    """Every one of the 30 tokens is needed: 12 pairs and 2 trios of different kinds."""
    held, on_board = table.culture(), [0] * 6
    for culture in table.numbers("island", "culture"):
        if culture >= 0:
            on_board[culture] += 1
    spent = [5 - on_board[k] - sum(h[k] for h in held) for k in range(6)]
    in_trios = [k for k in range(6) if spent[k] % 2]
    recruited = table.recruited()
    if len(in_trios) != 3 * (sum(spent) - 2 * recruited):
        return -1e6
    worth = 10 * sum(5 - n for n in on_board) + 6 * recruited + boats_left(table)
    return worth + tokens_in_reach(table) - single_tokens(held, on_board, in_trios)


def single_tokens(held: list[list[int]], on_board: list[int], in_trios: list[int]) -> float:
    """How far the tokens are from pairs, but for one of each kind that is left for a trio, and
    three such kinds with one player."""
    odd = [sum(h[k] % 2 for h in held) for k in range(6)]

    def cost(kind: int, wrong: int) -> float:
        return 100 * max(wrong - on_board[kind], 0) + 3 * wrong / (1 + on_board[kind])

    with_owner = [[cost(k, odd[k] + 1 - 2 * (h[k] % 2)) for k in range(6)] for h in held]
    trios = {t: min(sum(costs[k] for k in t) for costs in with_owner) for t in TRIPLES}
    rest = [k for k in range(6) if k not in in_trios]
    paired = sum(cost(k, odd[k]) for k in in_trios)
    if len(rest) < 6:
        return paired + (trios[tuple(rest)] if rest else 0)
    return min(trios[t] + trios[tuple(k for k in rest if k not in t)] for t in TRIPLES)


def last_building(table: Table, _: Turn) -> float:
    """One player builds, the others make room."""
    least = min(table.numbers("player", "houses"))
    return -30 * least - 10 * max(table.recruited() - 11, 0) + common(table)


def buildings_out(table: Table, _: Turn) -> float:
    """All take tiles, but nobody places the last house."""
    none_left = table.numbers("player", "houses").count(0)
    left = len(table.zone("row") + table.zone("building_deck"))
    worth = -20 * left - 500 * none_left - 10 * max(table.recruited() - 11, 0)
    return worth + common(table)


def common(table: Table) -> float:
    return building_ground(table) + boats_left(table)


def boats_out(table: Table, turn: Turn) -> float:
    """All play for their own points."""
    scores, seat = turn.end.scores(), turn.seat
    tokens = sum(table.culture()[seat])
    coins = table.numbers("player", "coins")[seat]
    return 3 * scores[seat] - sum(scores) + tokens + 0.2 * coins


GOALS = {f.__name__: f for f in (last_building, boats_out, specialists_out, buildings_out)}


def goal_of(game: Game, players: int, reason: str) -> Callable[[Turn], float]:
    """How good a turn is for a game that shall end for that reason."""
    table, worth = Table(game, players), GOALS[reason]

    def goal(turn: Turn) -> float:
        if turn.end.over:
            return RIGHT_END if turn.end.end_reason == reason else -RIGHT_END
        points = turn.end.scores()[turn.seat]
        return worth(table.look(turn.end), turn) + 0.1 * points - 0.05 * len(turn.moves)

    return goal


class EveryPower(RoundLeader):
    """Leads to the use of powers that are wanted."""

    def __init__(self, session: Session, rng: random.Random, wanted: set[str]) -> None:
        super().__init__(session, self.worth, rng)
        self.table = Table(session.game, session.state.players)
        self.missing = set(wanted)
        self.names = session.game.model.kinds["specialist"].items

    def made(self, turn: Turn) -> None:
        self.missing -= shown(turn, self.missing)

    def worth(self, turn: Turn) -> float:
        state, table = turn.end, self.table.look(turn.end)
        missing = self.missing - shown(turn, self.missing) - at_the_end(state)
        worth = -1000.0 * len(missing) - 0.05 * len(turn.moves)
        if state.over:
            return worth if missing else RIGHT_END
        tokens = sum(map(sum, table.culture()))
        left = sum(c >= 0 for c in table.numbers("island", "culture"))
        hopeless = tokens + left < 2 and not self.hired(missing)
        if not missing or hopeless or state.round > LATE_ROUND:
            return worth - 20 * min(table.numbers("game", "reserve"))
        return (worth + 60 * self.hired(missing) + 40 * table.recruited() + 10 * tokens
                + self.helps(missing) + tokens_in_reach(table) + common(table))

    def hired(self, missing: set[str]) -> int:
        """How many players have a specialist that has shown nothing yet."""
        zones = self.table.zones("player", "specialists")
        return sum(self.names[s] in missing for zone in zones for s in zone)

    def helps(self, missing: set[str]) -> float:
        """What some powers need before they can work: sacred ground, and houses of Ananda's owner
        beside which others can build."""
        worth, table = 0.0, self.table
        if "kachiko" in missing:
            worth += 10 * (1 in table.numbers("island", "sacred"))
        if "ananda" in missing:
            ananda, houses = self.names.index("ananda"), table.numbers("island", "house")
            for seat, zone in enumerate(table.zones("player", "specialists")):
                worth += 8 * min(houses.count(seat), 4) * (ananda in zone)
        return worth


# -- the records ----------------------------------------------------------------------------------

def ending(game: Game, players: int, reason: str) -> list[str]:
    """A game that ends for a reason; the first seed that leads there."""
    goal = goal_of(game, players, reason)
    for seed in range(1, MOST_SEEDS + 1):
        session = Session(game, players, seed)
        if RoundLeader(session, goal, random.Random(seed)).play(SAMPLES).end_reason == reason:
            return session.lines()
    raise SystemExit(f"no game of {players} players ends with {reason}")


def power_games(game: Game) -> Iterator[list[str]]:
    """Games until each power was shown in one of them."""
    missing = set(POWERS)
    for seed in range(1, MOST_SEEDS + 1):
        session = Session(game, PLAYERS[(seed - 1) % len(PLAYERS)], seed)
        leader = EveryPower(session, random.Random(seed), missing)
        if leader.play(SAMPLES).over and leader.missing < missing:
            missing = leader.missing
            yield session.lines()
        if not missing:
            return
    raise SystemExit(f"no game shows {', '.join(sorted(missing))}")


def records() -> Iterator[tuple[str, list[str]]]:
    game = tilewright.load("yamatai")
    for players in PLAYERS:
        for reason in REASONS:
            yield f"{players}-players-{reason}", ending(game, players, reason)
    for number, lines in enumerate(power_games(game), 1):
        yield f"every-power-{number}", lines
