"""A game of ours beside the same game of OpenSpiel, decision by decision.

What a module in `tests/classics` says of its game is told in `tests/classics/README.md`.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import pyspiel

from tilewright.playing.scores import rewards

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from types import ModuleType

    from tilewright import Game, State
    from tilewright.positions.moves import Move

    # What a decision is called on both sides, and the ways to it: each some moves in a row.
    Ways = dict[Hashable, list[list[int]]]

CHANCE = -1
ODDS = 1e-9
# A game that goes on for longer is given up.
LONGEST = 20_000


class Difference(AssertionError):
    """Both sides do not agree."""


class Setting(NamedTuple):
    """With what a game is played on both sides."""

    text: str
    players: int
    options: dict[str, int]


class Result(NamedTuple):
    """How a series went."""

    games: int
    decisions: int
    differences: list[str]


def settings(rules: ModuleType) -> list[Setting]:
    """All settings in which a game is compared."""
    first = {"OPENSPIEL": rules.OPENSPIEL, "PLAYERS": rules.PLAYERS, "OPTIONS": rules.OPTIONS}
    return [Setting(*(first | more).values()) for more in ({}, *getattr(rules, "MORE", ()))]


def decider(theirs: Any) -> int | None:
    """Who decides there, told as we do."""
    if theirs.is_terminal():
        return None
    return CHANCE if theirs.is_chance_node() else int(theirs.current_player())


def paths(state: State, ended: Callable[[State], bool], name: Callable[[State], Hashable]) -> Ways:
    """All positions in which a row of moves can end, by their names; one way to each is kept."""
    found: Ways = {}
    seen, waiting = {state.key()}, [([], state)]
    while waiting:
        done, here = waiting.pop()
        for move in dict.fromkeys(here.legal()):
            after = here.clone()
            after.apply(move)
            if ended(after):
                found.setdefault(name(after), [[*done, move]])
            elif after.key() not in seen:
                seen.add(after.key())
                waiting.append(([*done, move], after))
    return found


def rolls(state: State, name: Callable[[State], Hashable]) -> Ways:
    """All that chance can bring until a player decides; every way counts, for the odds."""
    found: Ways = {}
    waiting: list[tuple[list[int], State]] = [([], state)]
    while waiting:
        done, here = waiting.pop()
        if here.decider != CHANCE:
            found.setdefault(name(here), []).append(done)
            continue
        for move in here.legal():
            after = here.clone()
            after.apply(move)
            waiting.append(([*done, move], after))
    return found


def wholes(state: State, name: Callable[[list[Move]], Hashable]) -> Ways:
    """Moves with all that is picked and chosen with them, as one decision each."""
    found: Ways = {}
    waiting: list[tuple[list[Move], State]] = [([], state)]
    while waiting:
        done, here = waiting.pop()
        for code in dict.fromkeys(here.legal()):
            made, after = [*done, here.move(code)], here.clone()
            after.apply(code)
            if any(move.name.startswith(f"{made[0].name}.") for move in after.moves()):
                waiting.append((made, after))
            else:
                found.setdefault(name(made), []).append([move.code for move in made])
    return found


class Match:
    """One game, played on both sides at once."""

    def __init__(self, rules: ModuleType, game: Game, setting: Setting, seed: int,
                 seen: Counter[str] | None = None) -> None:
        self.rules, self.seen = rules, Counter() if seen is None else seen
        self.rng = random.Random(seed)
        self.ours = game.new(setting.players, seed, setting.options, show_chance=True)
        self.theirs = pyspiel.load_game(setting.text).new_initial_state()
        self.decisions = 0
        self.done: list[str] = []

    def hook(self, name: str, usual: Any) -> Any:
        return getattr(self.rules, name, usual)

    def play(self) -> int:
        """Play to the end; the number of decisions that were compared."""
        while not self.finished():
            self.step()
            if self.decisions > LONGEST:
                raise Difference("the game does not end")
        self.same("the result", self.hook("result", won)(self.ours), self.theirs.returns())
        return self.decisions

    def finished(self) -> bool:
        """Bring both sides to the same decision, and ask whether there is one."""
        follow = self.hook("follow", None)
        while True:
            if follow is not None:
                self.theirs = follow(self.ours, self.theirs)
            if not (_forced_there(self.ours, self.theirs) or _forced_here(self.ours, self.theirs)):
                break
        ended = self.hook("over", lambda state: state.over)(self.ours)
        decides = None if ended else self.ours.decider
        seats = self.hook("SEATS", range(self.ours.players))
        self.same("who decides", seats[decides] if decides not in (None, CHANCE) else decides,
                  decider(self.theirs))
        if (board := self.hook("board", None)) is not None:
            self.same("the position", *board(self.ours, self.theirs))
        return ended

    def step(self) -> None:
        """Compare what may be done, and do one of it on both sides."""
        here = self.hook("ways", self.ways)(self.ours)
        there = self.hook("their_ways", their_ways)(self.theirs)
        self.same("what can happen", set(here), set(there))
        if self.ours.decider == CHANCE:
            self.odds(here, there)
        name = self.choose(here)
        ours, theirs = self.rng.choice(here[name]), self.rng.choice(there[name])
        for move in ours:
            self.done.append(self.ours.label(move))
            self.ours.apply(move)
        for action in theirs:
            self.theirs.apply_action(action)
        self.decisions += 1

    def ways(self, state: State) -> Ways:
        """Each move as a way of its own; chance may list one several times."""
        made: Ways = {}
        codes = dict.fromkeys(state.legal())
        for code in codes:
            made.setdefault(self.rules.key(state.move(code), state), []).append([code])
        if len(made) < len(codes):
            raise Difference("two of our moves have one name")
        return made

    def odds(self, here: Ways, there: Ways) -> None:
        """Each outcome must be as likely on both sides."""
        for name, ways in here.items():
            ours = sum(_share(self.ours, way) for way in ways)
            theirs = sum(_their_share(self.theirs, way) for way in there[name])
            if abs(ours - theirs) > ODDS:
                raise Difference(self.told(f"the odds of {name}", ours, theirs))

    def choose(self, here: Ways) -> Hashable:
        """Every other time what was seen least so far, else anything."""
        kind = self.hook("kind", lambda _state, name: str(name))
        kinds = {name: kind(self.ours, name) for name in here}
        names = sorted(here, key=str)
        if self.rng.random() < 0.5:
            least = min(self.seen[kinds[name]] for name in names)
            names = [name for name in names if self.seen[kinds[name]] == least]
        name = self.rng.choice(names)
        self.seen[kinds[name]] += 1
        return name

    def same(self, what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            if isinstance(ours, set):
                ours, theirs = ours - theirs, theirs - ours
            raise Difference(self.told(what, ours, theirs))

    def told(self, what: str, ours: Any, theirs: Any) -> str:
        return (f"{what}: here {ours}, there {theirs}\nafter {', '.join(self.done[-12:])}\n"
                f"{self.theirs}")


def won(state: State) -> list[float]:
    """1 for who is first, -1 for who is last."""
    return rewards(state, by_rank=True)


def their_ways(theirs: Any) -> Ways:
    return {action: [[action]] for action in theirs.legal_actions()}


def _forced_there(ours: State, theirs: Any) -> bool:
    """Chance with one outcome, such as the last card, is nothing to compare."""
    if ours.decider == CHANCE or decider(theirs) != CHANCE or len(theirs.legal_actions()) > 1:
        return False
    theirs.apply_action(theirs.legal_actions()[0])
    return True


def _forced_here(ours: State, theirs: Any) -> bool:
    if ours.decider != CHANCE or decider(theirs) == CHANCE or len(set(ours.legal())) > 1:
        return False
    ours.apply(ours.legal()[0])
    return True


def _share(state: State, way: list[int]) -> float:
    share, here = 1.0, state.clone()
    for move in way:
        moves = here.legal()
        share *= moves.count(move) / len(moves)
        here.apply(move)
    return share


def _their_share(state: Any, way: list[int]) -> float:
    share, here = 1.0, state.clone()
    for action in way:
        share *= dict(here.chance_outcomes())[action]
        here.apply_action(action)
    return share


def compare(rules: ModuleType, game: Game, games: int, seed: int = 0) -> Result:
    """So many games, spread over the settings; rare moves are remembered from game to game."""
    seen: Counter[str] = Counter()
    decisions, differences = 0, []
    chosen = settings(rules)
    for number in range(seed, seed + games):
        match = Match(rules, game, chosen[number % len(chosen)], number, seen)
        try:
            match.play()
        except Difference as difference:
            differences.append(f"game {number}: {difference}")
        decisions += match.decisions
    return Result(games, decisions, differences)
