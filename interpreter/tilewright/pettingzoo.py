"""A door for agents of PettingZoo: any game as an AEC environment.

    env = tilewright.pettingzoo.env("my_game", players=2)
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
"""

from __future__ import annotations

import random
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from tilewright.model import PLAYER
from tilewright.playing.game import load
from tilewright.playing.scores import rewards
from tilewright.problems import UsageError

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as missing:
    raise ImportError(
        f"tilewright.pettingzoo needs the package '{missing.name}', which is not installed; "
        'install it with: pip install "tilewright[pettingzoo]"') from None

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.playing.game import Game
    from tilewright.playing.state import State

    Seen = dict[str, np.ndarray[Any, Any]]

REWARDS = ("rank", "score")
# No rule may work out a larger number, so nothing is lost by this bound.
MOST = 10**18


def env(game: str, players: int | None = None, variants: Iterable[str] = (),
        options: dict[str, Any] | None = None, rewards: str = "rank") -> Any:
    """A game as an AEC environment, for agents that move one after the other.

    `game` and `variants` are folders or ids, as for `tilewright.load`. `rewards` come at the end
    and are a `rank` from 1 (first alone) to -1 (last alone), those who are level get the mean of
    their places; or the `score`, with its sign changed where the least points win.
    """
    packs = tuple(str(v) for v in variants)
    return OrderEnforcingWrapper(Environment(str(game), players, packs, options, rewards))


class Environment(AECEnv):  # type: ignore[misc]
    """One table. Agents have the ids of the seats, and see nothing but the view of their seat.

    An observation is a dict. `observation` is the view as numbers, always as many: where the rules
    stand, whose turn it is, who decides, the round, how it ended; then each field in the order of
    the game. Elements are numbered from 0, a zone is its size and its elements, and behind a
    secret field stands what this seat knows of it. What the seat does not know is below zero, as
    is none. Room of a zone that is not used holds numbers that mean nothing and never change.
    `action_mask` has 1 for each move that this agent can make now; for all others it is zeros.

    Chance is drawn by the engine: `reset(seed=7)` begins what `Game.new(seed=7)` begins. Without
    a seed, the next game of the same series follows. A move that is not legal is refused with
    `IllegalMove`, which tells why, and changes nothing.
    """

    render_mode = None
    game: Game
    position: State

    def __init__(self, game: str, players: int | None, packs: tuple[str, ...],
                 options: dict[str, Any] | None, rewards: str) -> None:
        super().__init__()
        self.named, self.options, self.by = (game, packs), options, rewards
        self.game = load(game, packs)
        program = self.game.program(players, options)
        _check_rewards(rewards, program.players)
        self.metadata = {"name": f"{self.game.id}_v0", "render_modes": [],
                         "is_parallelizable": False}
        self.possible_agents = self.game.model.kinds[PLAYER].items[:program.players]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.moves = program.moves
        self.chance = random.Random()
        self.position = self._new(0)
        size = len(self.position.view(0).numbers)
        self.observation_spaces = {agent: _seen_space(size, self.moves)
                                   for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.moves) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def label(self, action: int) -> str:
        """An action by the names of the game."""
        return self.position.label(int(action))

    def _new(self, seed: int) -> State:
        return self.game.new(len(self.possible_agents), seed, self.options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  the environment has its options already
        """Begin another game."""
        if seed is not None:
            self.chance = random.Random(seed)
        self.position = self._new(self.chance.getrandbits(63) if seed is None else int(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> Seen:
        """What the view of an agent's seat holds now, and the moves that it can make."""
        view = self.position.view(self.seats[agent])
        mask = np.zeros(self.moves, np.int8)
        mask[view.legal()] = 1
        return {"observation": _clipped(view.numbers), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is selected; at the end it is None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UsageError(f"'{agent}' decides now, so it needs a move; None is for the end")
        self.position.apply(int(action))
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Say who is next, or who gets which reward."""
        seat, over = self.position.decider, self.position.over
        self.agent_selection = self.possible_agents[seat or 0]
        self.terminations = dict.fromkeys(self.agents, over)
        if over:
            found = rewards(self.position, by_rank=self.by != "score")
            self.rewards = dict(zip(self.agents, map(float, found), strict=True))

    def close(self) -> None:
        """There is nothing to close."""

    # -- copies: the rules are shared, and in another process they are read again -------------

    def _own(self) -> dict[str, Any]:
        return {k: v for k, v in vars(self).items() if k not in ("game", "position")}

    def __deepcopy__(self, memo: dict[int, Any]) -> Environment:
        made = Environment.__new__(Environment)
        made.__dict__.update(deepcopy(self._own(), memo))
        made.game, made.position = self.game, self.position.clone()
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {**self._own(), "saved": self.position.save()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        saved = kept.pop("saved")
        self.__dict__.update(kept)
        self.game = load(*self.named)
        self.position = self.game.restore(saved)


def _check_rewards(rewards: str, players: int) -> None:
    if rewards not in REWARDS:
        raise UsageError(f"rewards are by 'rank' or by 'score', not by {rewards!r}")
    if rewards == "rank" and players == 1:
        raise UsageError("one player alone has no rank; ask for rewards by 'score'")


def _seen_space(size: int, moves: int) -> spaces.Dict:
    return spaces.Dict({
        "observation": spaces.Box(-MOST, MOST, (size,), np.int64),
        "action_mask": spaces.Box(0, 1, (moves,), np.int8)})


def _clipped(numbers: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Numbers in an array; a sum that waits for a decision can be larger than any other number."""
    try:
        return np.array(numbers, np.int64).clip(-MOST, MOST)
    except OverflowError:
        return np.array([min(max(x, -MOST), MOST) for x in numbers], np.int64)
