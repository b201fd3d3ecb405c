"""A door for algorithms of OpenSpiel: any game as a pyspiel game with explicit chance.

    game = tilewright.openspiel.load("my_game", players=2)
    state = game.new_initial_state()

All chance is explicit, with the odds of the engine: an element that is in a list twice is twice as
likely. What is shuffled is drawn one element after the other, also in the set-up, so a game with a
deck begins with as many chance nodes as the deck has cards.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from tilewright import limits
from tilewright.middle import ir
from tilewright.playing.game import Game
from tilewright.playing.game import load as load_rules
from tilewright.playing.scores import rewards
from tilewright.problems import UsageError

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as missing:
    raise ImportError(
        f"tilewright.openspiel needs the package '{missing.name}', which is not installed; "
        'install it with: pip install "tilewright[openspiel]"') from None

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tilewright.compiling.program import Program
    from tilewright.playing.state import State

    # A position, the number of moves before it, and a digest of what each seat remembers.
    Past = tuple[State | None, int, list[bytes]]

# Names stand in these as in a web address: commas and brackets have a meaning there.
PARAMETERS: dict[str, Any] = {"game": "", "players": 0, "variants": "", "options": "",
                              "rewards": "rank"}
# No rule may work out a larger number.
MOST = 10**18
CHANCE = int(pyspiel.PlayerId.CHANCE)
# Rules that were read already: OpenSpiel loads a game anew for each state that it restores.
_RULES: dict[tuple[str, tuple[str, ...]], Game] = {}


def load(game: str, players: int | None = None, variants: Iterable[str] = (),
         options: dict[str, Any] | None = None, rewards: str = "rank") -> PySpielGame:
    """A game for OpenSpiel; `game` and `variants` are folders or ids, as for `tilewright.load`.

    `rewards` are a `rank` from 1 (first alone) to -1 (last alone), of which the sum is zero; or the
    `score`, with its sign changed where the least points win.
    """
    packs = tuple(str(v) for v in variants)
    rules = _RULES[str(game), packs] = load_rules(game, packs)
    rules.program(players, options)     # tells what is wrong with the settings
    return PySpielGame({
        "game": quote(str(game)), "players": players or 0, "rewards": rewards,
        "variants": ";".join(map(quote, packs)),
        "options": ";".join(f"{quote(k)}:{int(v)}" for k, v in (options or {}).items())})


def _type(name: str, players: range, *, by_chance: bool = True, hides: bool = True,
          ranks: bool = False) -> Any:
    kind = pyspiel.GameType
    return kind(
        "tilewright", name, kind.Dynamics.SEQUENTIAL,
        kind.ChanceMode.EXPLICIT_STOCHASTIC if by_chance else kind.ChanceMode.DETERMINISTIC,
        kind.Information.IMPERFECT_INFORMATION if hides else kind.Information.PERFECT_INFORMATION,
        kind.Utility.ZERO_SUM if ranks else kind.Utility.GENERAL_SUM, kind.RewardModel.TERMINAL,
        # All four are there: information states and observations, as strings and as tensors.
        players[-1], players[0], True, True, True, True, PARAMETERS, default_loadable=False)


class PySpielGame(pyspiel.Game):  # type: ignore[misc]
    """The rules, for OpenSpiel."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | (params or {})
        self._read(given)
        self.ranks = given["rewards"] == "rank"
        _check(given["rewards"], self.program.players)
        self.by_chance = _has_chance(self.program)
        begun = self.begun()
        self.size, self.moves = len(begun.numbers), begun.program.moves
        super().__init__(
            _type(self.rules.id, self.rules.players, by_chance=self.by_chance, ranks=self.ranks,
                  hides=self.program.plan.hides),
            _info(self), given | {"players": self.program.players})

    def _read(self, given: dict[str, Any]) -> None:
        """The rules that the parameters of OpenSpiel mean."""
        key = unquote(str(given["game"])), _list(given["variants"])
        self.rules = _RULES.get(key) or _RULES.setdefault(key, load_rules(*key))
        pairs = [pair.rpartition(":") for pair in _list(given["options"])]
        self.options = {option: int(value) for option, _, value in pairs}
        self.program = self.rules.program(given["players"] or None, self.options)

    def begun(self) -> State:
        """The beginning of a game; where there is chance, it is shown."""
        return self.rules.new(self.program.players, 0, self.options, show_chance=self.by_chance)

    def played(self, moves: list[int], state: State | None = None) -> State:
        """A position after moves were made in it, or from the beginning."""
        state = self.begun() if state is None else state
        for move in moves:
            state.apply(move)
        return state

    def new_initial_state(self, _text: str | None = None) -> PySpielState:
        return PySpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type, params)


def _list(text: Any) -> tuple[str, ...]:
    return tuple(unquote(word) for word in str(text).split(";") if word)


def _check(rewards: str, players: int) -> None:
    if rewards not in ("rank", "score"):
        raise UsageError("rewards are by 'rank' or by 'score'")
    if rewards == "rank" and players == 1:
        raise UsageError("one player alone has no rank; ask for rewards by 'score'")


def _has_chance(program: Program) -> bool:
    """Whether compiled rules pick something by chance, or shuffle."""
    words = {node.word for functions in program.modules.values() for made in functions
             for stmt in made.body for node in stmt.walk() if isinstance(node, ir.Call)}
    return not words.isdisjoint({"pick", "shuffle", "shuffle_hidden"})


def _info(game: PySpielGame) -> Any:
    most = 1.0 if game.ranks else float(MOST)
    return pyspiel.GameInfo(
        num_distinct_actions=game.program.moves, num_players=game.program.players,
        max_chance_outcomes=game.moves if game.by_chance else 0,
        min_utility=-most, max_utility=most, max_game_length=100_000,
        utility_sum=0.0 if game.ranks else None)


class Held:
    """A position that can be copied in depth, as OpenSpiel clones; pickled, it is played anew."""

    __slots__ = ("past", "state")

    def __init__(self, state: State | None = None, past: Past | None = None) -> None:
        self.state, self.past = state, past

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return Held(None if self.state is None else self.state.clone(), self.past)

    def __reduce__(self) -> tuple[type[Held], tuple[()]]:
        return Held, ()


class PySpielState(pyspiel.State):  # type: ignore[misc]
    """A position, for OpenSpiel."""

    def __init__(self, game: PySpielGame) -> None:
        super().__init__(game)
        self.held = Held()

    @property
    def position(self) -> State:
        if self.held.state is None:
            self.held.state = self.get_game().played(self.history())
        return self.held.state

    def current_player(self) -> int:
        seat = self.position.decider
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.position.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Moves of chance; one that is listed more than once is as much more likely."""
        moves = self.position.legal()
        return [(move, times / len(moves)) for move, times in sorted(Counter(moves).items())]

    def _apply_action(self, action: int) -> None:
        self.held.state = self.get_game().played([action], self.position)

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.position.label(action)

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        if not self.position.over:
            return [0.0] * self.num_players()
        return rewards(self.position, by_rank=self.get_game().ranks)

    def resample_from_infostate(self, player: int, chance: Callable[[], float]) -> PySpielState:
        """A state that a player cannot tell from this one: the hidden things dealt anew."""
        state = self.position.view(player).determinize(int(chance() * 2**53))
        made: PySpielState = self.clone()
        made.held = Held(state, (state.clone(), *self.recalled()[1:]))
        return made

    def recalled(self) -> Past:
        """What the seats have seen and done so far."""
        self.held.past = past = _recalled(self.get_game(), self.held.past, self.history())
        return past

    def __str__(self) -> str:
        return f"round {self.position.round}, {self.position.key()}"


def _recalled(game: PySpielGame, past: Past | None, moves: list[int]) -> Past:
    """The past after more moves; nobody sees a position in which chance decides."""
    state, done, digests = past or (None, -1, [b""] * game.program.players)
    for number in range(done, len(moves)):
        move = moves[max(number, 0):number + 1]     # none, to look for the first time
        if state is not None and (seat := state.decider) not in (None, CHANCE):
            digests = digests[:]
            digests[seat] = _digest(digests[seat], moves[number])
        state = game.played(move, state.clone() if state is not None else None)
        if _shown(state, 0):
            digests = [_digest(digest, _shown(state, seat)) for seat, digest in enumerate(digests)]
    return state, len(moves), digests


def _digest(before: bytes, now: Any) -> bytes:
    return blake2b(before + repr(now).encode(), digest_size=16).digest()


def _shown(state: State, seat: int) -> tuple[int, ...]:
    """The view of a seat as numbers; none while chance decides, which players do not see."""
    return () if state.decider == CHANCE else state.view(seat).numbers


class Observer:
    """What a seat sees; the string of an information state tells its past too, as a digest.

    The tensor is the view as numbers: where the rules stand, whose turn it is, who decides, the
    round, how it ended; then each field in the order of the game. Elements are numbered from 0;
    what the seat does not know is below zero. All is zero while chance decides: nobody sees that.
    """

    def __init__(self, game: PySpielGame, kind: Any, params: Any) -> None:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        one = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or kind.private_info != one or not kind.public_info:
            raise UsageError("the only observation is the view of a seat, with what it alone knows")
        self.recalls, self.tensor = kind.perfect_recall, np.zeros(game.size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: PySpielState, player: int) -> None:
        self.tensor[:] = [min(max(x, -MOST), MOST) for x in _shown(state.position, player)] or 0

    def string_from(self, state: PySpielState, player: int) -> str:
        past = f" after {state.recalled()[2][player].hex()}" if self.recalls else ""
        seen = " ".join(map(str, _shown(state.position, player)))
        return f"seat {player}{past}: {seen}"


pyspiel.register_game(_type("tilewright", range(1, limits.PLAYERS + 1)), PySpielGame)
