"""Leads a whole game to a goal, for the recorded games.

A leader looks at many random ways to play one turn and keeps the best for its goal. It sees all
that is hidden and plays for all seats: it makes games that show something, not good players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from tilewright.playing.record import Session
    from tilewright.playing.state import State


class Turn:
    """A way to play one turn: the position before it and after each of its moves."""

    def __init__(self, start: State) -> None:
        self.states = [start]
        self.moves: list[int] = []

    @property
    def seat(self) -> int:
        return self.states[0].actor

    @property
    def end(self) -> State:
        return self.states[-1]

    def labels(self) -> list[str]:
        return [s.label(m) for s, m in zip(self.states, self.moves, strict=False)]


class Leader:
    """Plays turn by turn; `goal` says how good a turn was, `opening` is how each turn begins."""

    opening = ""

    def __init__(self, session: Session, goal: Callable[[Turn], float], rng: random.Random) -> None:
        self.session = session
        self.goal = goal
        self.rng = rng
        group = next(g for g in session.state.program.groups if g.name == self.opening)
        self.openings = range(group.base, group.base + group.size)

    def play(self, samples: int) -> State:
        """To the end, or until it takes too long."""
        while not self.session.state.over and not self.too_long():
            turn = max((self.try_turn() for _ in range(samples)), key=self.goal)
            for move in turn.moves:
                self.session.apply(move)
            self.made(turn)
        return self.session.state

    def too_long(self) -> bool:
        """For games that need not end."""
        return False

    def made(self, turn: Turn) -> None:
        """For leaders that remember what was shown."""

    def try_turn(self) -> Turn:
        turn = Turn(self.session.state.clone())
        while True:
            state = turn.end.clone()
            moves = state.legal()
            move = moves[int(self.rng.random() * len(moves))]
            state.apply(move)
            turn.moves.append(move)
            turn.states.append(state)
            if state.over or state.legal()[0] in self.openings:
                return turn
