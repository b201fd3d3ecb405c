"""A test that somebody types, in the words of the rules, asked of any position."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tilewright.language.expressions import expression
from tilewright.language.names import TURN_PLAYER, Names, Scope, Signature
from tilewright.language.types import BOOL
from tilewright.playing.ask import asking
from tilewright.positions.facts import seat_name
from tilewright.problems import Place, Problems, RuleError, UsageError
from tilewright.situations.compare import reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.program import Program
    from tilewright.model import Game
    from tilewright.playing.state import State

# What may be a path of a situation: `p1.coins`, `p1.stock[wood]`, `size(p1.hand)`.
PATH = r"[a-z_]\w*(?:\.\w+|\[\w+\])*"
PATHS = re.compile(rf"size\({PATH}\)|{PATH}")
KEYS = ("round",)


class Test:
    """A test of one game; `where` is what it was typed behind."""

    def __init__(self, game: Game, said: str, where: str) -> None:
        self.said = said
        self.asked = _read(game, said, where)
        # Each with its program, since a program with more players has other numbers.
        self._made: dict[int, tuple[Program, Callable[[State], Any]]] = {}

    def holds(self, state: State) -> bool:
        """Whether it holds; `RuleError` where it cannot be worked out."""
        key = id(state.program)
        if key not in self._made:
            self._made[key] = state.program, asking(state.program, self.asked)
        return bool(self._made[key][1](state))

    def paths(self, state: State) -> dict[str, Any]:
        """What it reads and a situation can expect: paths, with what stands there."""
        actor = str(seat_name(state.program, state.actor))
        found: dict[str, Any] = {}
        for path in PATHS.findall(re.sub(r"\b(me|actor)\b", actor, self.said)):
            plain = path.replace("[", ".").replace("]", "")
            owned = plain.removeprefix("size(").partition(".")[0].rstrip(")")
            if owned in state.program.game.kinds:
                continue
            try:
                told = reading(state, state, plain)
            except (UsageError, RuleError):
                continue
            if not _is_fixed(state, plain):
                found[plain] = told
        return found


def _is_fixed(state: State, path: str) -> bool:
    """Whether a path leads to something that no game changes."""
    return path not in KEYS and not any(
        name in re.split(r"\W+", path) for _, name in state.program.game.fields)


def _read(game: Game, said: str, where: str) -> Any:
    problems = Problems()
    place = Place(where, 1, 1, len(said) + 1)
    found = expression(_names(game, problems), said, place, Scope(TURN_PLAYER), BOOL)
    for problem in problems.sorted():
        raise UsageError(f"'{where}' cannot be read: {problem.sentence}")
    return found


def _names(game: Game, problems: Problems) -> Names:
    """What the rules of a linked game can name."""
    names = Names(game, problems)
    names.add_kind_names()
    names.functions = {name: Signature(made.args, made.type, made.place)
                       for name, made in game.functions.items()}
    names.queries = {name: Signature(made.args, made.type, made.place)
                     for name, made in game.queries.items()}
    names.procedures = {name: Signature(made.args, None, made.place)
                        for name, made in game.procedures.items()}
    names.actions = set(game.actions)
    return names


__all__ = ["Test"]
