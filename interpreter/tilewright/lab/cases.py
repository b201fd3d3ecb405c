"""A game as a situation can tell it: how it begins, what chance brings, and its moves."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tilewright.lab.targets import End, Failing
from tilewright.model import PLAYER
from tilewright.playing.setting import STEP, TURN, first_of
from tilewright.positions.names import Names
from tilewright.problems import IllegalMove, RuleError, UsageError
from tilewright.situations.moves import typed_move

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.lab.deltas import Work
    from tilewright.lab.targets import Body, Target
    from tilewright.playing.game import Game
    from tilewright.playing.state import State

# To come to a step, some games are played; they count as so many moves.
LED = 200
# So many ways are tried in which chance can go.
CHANCES = 200
# A value that is given, with the names under which it stands.
Leaf = tuple[tuple[Any, ...], Any]


@dataclass(frozen=True)
class Case:
    """How a game begins and goes on; `given` are values that are given one after the other."""

    game: Game
    players: int
    seed: int
    options: dict[str, Any]
    given: list[dict[str, Any]] = field(default_factory=list)
    moves: tuple[str, ...] = ()
    chance: tuple[Any, ...] = ()

    def begin(self) -> State:
        return first_of(self.game, self.players, self.seed, self.options, self.given)

    def play(self, work: Work) -> tuple[State | None, End | None]:
        """The position before its moves, and where they lead; none where one cannot be made."""
        led = any({STEP, TURN} & given.keys() for given in self.given)
        work.spend(len(self.moves) + (LED if led else 0))
        try:
            begun = self.begin()
        except RuleError as error:
            return None, End(None, [], error)
        except UsageError:
            return None, None
        state = begun.clone()
        state.show_chance(shown=bool(self.chance), shuffles=False)
        return begun, self._end(state)

    def _end(self, state: State) -> End | None:
        made: list[int] = []
        left = list(self.chance)
        try:
            for label in self.moves:
                code = next((m for m in state.legal() if state.label(m) == label), None)
                if code is None:
                    return None
                made.append(code)
                state.apply(code)
                while left and state.decider == -1:
                    state.apply(typed_move(state, str(left.pop(0))))
        except RuleError as error:
            return End(state, made, error)
        except IllegalMove:
            return None
        return None if left else End(state, made)

    def shows(self, target: Target, work: Work) -> bool:
        """Whether its moves bring what is to be seen; what is odd is not simply given."""
        begun, end = self.play(work)
        if end is None or not target.seen(end):
            return False
        if isinstance(target, Failing) and not self.moves:
            return True
        return end.fault is not None or begun is None or not (
            any(self.given) and target.seen(End(begun)))

    def with_chance(self, target: Target, work: Work) -> Case | None:
        """The same with what chance has to bring; the shortest and first way is taken."""
        ways: list[tuple[Any, ...]] = [()]
        for way in ways:
            one = replace(self, chance=way)
            if work.is_done or len(ways) > CHANCES:
                return None
            if way and one.shows(target, work):
                return one
            ways += [(*way, outcome) for outcome in one.outcomes(work)]
        return None

    def outcomes(self, work: Work) -> list[Any]:
        """What chance can bring next, where it is asked and nothing more is said."""
        work.spend(len(self.moves))
        try:
            state = self.begin()
            state.show_chance(shuffles=False)
            left = list(self.chance)
            for label in self.moves:
                state.apply(typed_move(state, label))
                while state.decider == -1:
                    if not left:
                        return _values(state)
                    state.apply(typed_move(state, str(left.pop(0))))
        except (IllegalMove, RuleError, UsageError):
            pass
        return []

    @property
    def size(self) -> int:
        """How much there is to read."""
        model = self.game.model
        odd = len([name for name in self.options
                   if self.options[name] != model.options[name].default])
        begun = odd + (self.seed != 0) + (self.players != model.default_players)
        return begun + len(leaves(self.given)) + len(self.moves) + len(self.chance)

    def body(self) -> Body:
        """The situation, but for what is expected."""
        model = self.game.model
        options = {name: value for name, value in self.options.items()
                   if value != model.options[name].default}
        given, *more = [one for one in self.given if one] or [{}]
        told = {"players": self.players if self.players != model.default_players else None,
                "options": options, "seed": self.seed or None, "given": given,
                "chance": list(self.chance), "do": [*({"given": one} for one in more), *self.moves]}
        return {key: value for key, value in told.items() if value not in (None, {}, [])}


def _values(state: State) -> list[Any]:
    """Each outcome by the last word of its label, as situations write it."""
    words = [state.label(code).rpartition(" ")[2] for code in state.legal()]
    return [int(word) if word.lstrip("-").isdecimal() else word for word in dict.fromkeys(words)]


# -- values that are given ------------------------------------------------------------------------


def leaves(given: list[dict[str, Any]]) -> list[Leaf]:
    """Each value that is given, with the names under which it stands."""
    return [leaf for at, one in enumerate(given) for leaf in _leaves((at,), one)]


def _leaves(path: tuple[Any, ...], value: Any) -> Iterable[Leaf]:
    if isinstance(value, dict) and value:
        for key, one in value.items():
            yield from _leaves((*path, key), one)
    elif value != {} or len(path) > 1:
        yield path, value


def given_of(found: Iterable[Leaf]) -> list[dict[str, Any]]:
    """The same values as they are written."""
    made: dict[Any, Any] = {}
    for (*path, last), value in found:
        inner = made
        for key in path:
            inner = inner.setdefault(key, {})
        inner[last] = deepcopy(value)
    return [made[at] for at in sorted(made)]


def on_one_line(case: Case) -> list[dict[str, Any]]:
    """What is given, with `p1.coins: 3` for `p1: {coins: 3}` where one value is given."""
    players = Names(case.game.program(case.players, case.options)).items(PLAYER)
    made: list[dict[str, Any]] = []
    for one in case.given:
        made.append({})
        for key, value in one.items():
            if key in players and isinstance(value, dict) and len(value) == 1:
                made[-1] |= {f"{key}.{name}": inner for name, inner in value.items()}
            else:
                made[-1][key] = value
    return made
