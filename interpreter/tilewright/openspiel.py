"""A door for algorithms of OpenSpiel: any game as a pyspiel game with explicit chance.

    game = tilewright.openspiel.load("my_game", players=2)
    state = game.new_initial_state()

What rules let chance choose (`random`) is a chance node with the odds of the engine: an element
that is in a list twice is twice as likely. What is shuffled has too many outcomes for that. So a
game that shuffles, or uses chance while it is set up, begins with one chance node more: outcomes
0, 1, 2… are seeds, all equally likely, a sample of all set-ups that there are. Outcome 7 is the
game that `Game.new(seed=7)` begins; later shuffles come from the same seed, which nobody can see.
"""

from __future__ import annotations

import ast
from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from tilewright import limits
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
                              "rewards": "rank", "setups": 100}
# No rule may work out a larger number.
MOST = 10**18
CHANCE = int(pyspiel.PlayerId.CHANCE)
# Rules that were read already: OpenSpiel loads a game anew for each state that it restores.
_RULES: dict[tuple[str, tuple[str, ...]], Game] = {}


def load(game: str, players: int | None = None, variants: Iterable[str] = (),
         options: dict[str, Any] | None = None, rewards: str = "rank",
         setups: int = 100) -> PySpielGame:
    """A game for OpenSpiel; `game` and `variants` are folders or ids, as for `tilewright.load`.

    `rewards` are a `rank` from 1 (first alone) to -1 (last alone), of which the sum is zero; or the
    `score`, with its sign changed where the least points win. `setups` is how many set-ups there
    are to begin with, in a game that needs chance for that.
    """
    packs = tuple(str(v) for v in variants)
    rules = _RULES[str(game), packs] = load_rules(game, packs)
    rules.program(players, options)     # tells what is wrong with the settings
    return PySpielGame({
        "game": quote(str(game)), "players": players or 0, "rewards": rewards, "setups": setups,
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
        self.ranks, setups = given["rewards"] == "rank", given["setups"]
        _check(given["rewards"], setups, self.program.players)
        picks, shuffles = _chance(self.program)
        drawn = picks and len({self.begun(seed).key() for seed in range(setups)}) > 1
        self.setups = setups if shuffles or drawn else 0
        self.size = len(self.begun(0).view(0).numbers)
        by_chance, plan = picks or self.setups > 0, self.program.plan
        super().__init__(
            _type(self.rules.id, self.rules.players, by_chance=by_chance, ranks=self.ranks,
                  hides=bool(self.setups or plan.zones or plan.fields or plan.values)),
            _info(self, by_chance=by_chance), given | {"players": self.program.players})

    def _read(self, given: dict[str, Any]) -> None:
        """The rules that the parameters of OpenSpiel mean."""
        key = unquote(str(given["game"])), _list(given["variants"])
        self.rules = _RULES.get(key) or _RULES.setdefault(key, load_rules(*key))
        pairs = [pair.rpartition(":") for pair in _list(given["options"])]
        self.options = {option: int(value) for option, _, value in pairs}
        self.program = self.rules.program(given["players"] or None, self.options)

    def begun(self, seed: int) -> State:
        """The first position of a game in which chance is shown."""
        state = self.rules.new(self.program.players, seed, self.options)
        state.show_chance()
        return state

    def played(self, moves: list[int], state: State | None = None) -> State | None:
        """A position after moves were made in it; where there is none, the first is a seed."""
        if state is None and self.setups:
            if not moves:
                return None
            state, moves = self.begun(moves[0]), moves[1:]
        state = self.begun(0) if state is None else state
        for move in moves:
            state.apply(move)
        return state

    def new_initial_state(self, _text: str | None = None) -> PySpielState:
        return PySpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type, params)


def _list(text: Any) -> tuple[str, ...]:
    return tuple(unquote(word) for word in str(text).split(";") if word)


def _check(rewards: str, setups: int, players: int) -> None:
    if rewards not in ("rank", "score") or setups < 1:
        raise UsageError("rewards are by 'rank' or by 'score', and set-ups are one or more")
    if rewards == "rank" and players == 1:
        raise UsageError("one player alone has no rank; ask for rewards by 'score'")


def _chance(program: Program) -> tuple[bool, bool]:
    """Whether compiled rules pick something by chance, and whether they shuffle."""
    words = {getattr(node, "id", "") for module in program.modules.values()
             for node in ast.walk(module)}
    return "pick" in words, not words.isdisjoint({"shuffle", "shuffle_hidden"})


def _info(game: PySpielGame, *, by_chance: bool) -> Any:
    moves, most = game.program.moves, 1.0 if game.ranks else float(MOST)
    return pyspiel.GameInfo(
        num_distinct_actions=moves, num_players=game.program.players,
        max_chance_outcomes=max(game.setups, moves) if by_chance else 0,
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
    """A position, for OpenSpiel; before the set-up is chosen there is none."""

    def __init__(self, game: PySpielGame) -> None:
        super().__init__(game)
        self.held = Held()

    @property
    def position(self) -> State | None:
        if self.held.state is None:
            self.held.state = self.get_game().played(self.history())
        return self.held.state

    def current_player(self) -> int:
        if self.position is None:
            return CHANCE
        seat = self.position.decider
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, _player: int) -> list[int]:
        return [] if self.position is None else sorted(self.position.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Moves of chance; one that is listed more than once is as much more likely."""
        state = self.position
        moves = list(range(self.get_game().setups)) if state is None else state.legal()
        return [(move, times / len(moves)) for move, times in sorted(Counter(moves).items())]

    def _apply_action(self, action: int) -> None:
        self.held.state = self.get_game().played([action], self.position)

    def _action_to_string(self, _player: int, action: int) -> str:
        return f"setup:{action}" if self.position is None else self.position.label(action)

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.over

    def returns(self) -> list[float]:
        ended = self.is_terminal() and self.position
        return (rewards(ended, by_rank=self.get_game().ranks) if ended
                else [0.0] * self.num_players())

    def resample_from_infostate(self, player: int, chance: Callable[[], float]) -> PySpielState:
        """A state that a player cannot tell from this one: the hidden things dealt anew."""
        assert self.position is not None
        state = self.position.view(player).determinize(int(chance() * 2**53))
        made: PySpielState = self.clone()
        made.held = Held(state, (state.clone(), *self.recalled()[1:]))
        return made

    def recalled(self) -> Past:
        """What the seats have seen and done so far."""
        self.held.past = past = _recalled(self.get_game(), self.held.past, self.history())
        return past

    def __str__(self) -> str:
        state = self.position
        return "before the set-up" if state is None else f"round {state.round}, {state.key()}"


def _recalled(game: PySpielGame, past: Past | None, moves: list[int]) -> Past:
    """The past after more moves; nobody sees a position in which chance decides."""
    state, done, digests = past or (None, -1, [b""] * game.program.players)
    for number in range(done, len(moves)):
        move = moves[max(number, 0):number + 1]     # none, to look for the first time
        if state is not None and (seat := state.decider) not in (None, CHANCE):
            digests = digests[:]
            digests[seat] = _digest(digests[seat], moves[number])
        state = game.played(move, None if state is None else state.clone())
        if _shown(state, 0):
            digests = [_digest(digest, _shown(state, seat)) for seat, digest in enumerate(digests)]
    return state, len(moves), digests


def _digest(before: bytes, now: Any) -> bytes:
    return blake2b(before + repr(now).encode(), digest_size=16).digest()


def _shown(state: State | None, seat: int) -> tuple[int, ...]:
    """The view of a seat as numbers; none while chance decides, which players do not see."""
    return () if state is None or state.decider == CHANCE else state.view(seat).numbers


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
