"""What moves cost in a position: their prices, and what tiles of others ask for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.compiling import rewrite
from tilewright.language.tree import Target
from tilewright.model import GAME, PLAYER
from tilewright.playing.ask import Questions

if TYPE_CHECKING:
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var
    from tilewright.playing.state import State
    from tilewright.positions.moves import Move


def priced(state: State, moves: list[Move]) -> list[Move]:
    """Moves with what they cost now, as far as no later pick changes it."""
    dear = [m for m in moves if _has_price(state, m)]
    if not dear:
        return moves
    asked = Questions(state)
    return [_priced(state, asked, move) if move in dear else move for move in moves]


def _has_price(state: State, move: Move) -> bool:
    """Whether a move is an action that costs something, or a pick of one; whatever the action asks
    for later was paid for before."""
    action = state.program.game.actions.get(move.action or "")
    if action is None or not (action.costs or action.tolls):
        return False
    return move.name == move.action or any(pick.name in move.picks for pick in action.picks)


def _priced(state: State, asked: Questions, move: Move) -> Move:
    action = state.program.game.actions[move.action or ""]
    at = next((i for i, pick in enumerate(action.picks) if pick.name in move.picks), -1)
    bill = _Bill(state, asked, {action.me: state.decider or 0},
                 {pick.var for pick in action.picks[at + 1:]})
    if at >= 0:
        group = state.program.group_of(move.code)
        assert group is not None
        bill.given[action.picks[at].var] = move.code - group.base
    for cost in action.costs:
        bill.note(bill.price, cost.target, cost.amount)
    me = rewrite.var_of(action.me, action.place)
    for name in rewrite.toll_fields(action):
        owned = state.program.game.fields[PLAYER, name]
        bill.note(bill.tolls, Target(owned, (me,), action.place),
                  rewrite.toll_expr(action, name, me))
    return replace(move, price=bill.price, tolls=bill.tolls)


class _Bill:
    """What one move costs, by field: `coins`, or `stock.wood` of values per element."""

    def __init__(self, state: State, asked: Questions, given: dict[Var, int], later: set[Var]
                 ) -> None:
        self.state, self.asked, self.given, self.later = state, asked, given, later
        self.price: dict[str, int] = {}
        self.tolls: dict[str, int] = {}

    def note(self, into: dict[str, int], target: Target, amount: Expr) -> None:
        """Add an amount, unless what is picked later may change it."""
        if rewrite.depends((target.index, amount), self.later):
            return
        owed = max(int(self.value(amount)), 0)
        if owed:
            name = self.name(target)
            into[name] = into.get(name, 0) + owed

    def value(self, what: Expr) -> int:
        found: int = self.asked.value_of(what, self.given)
        return found

    def name(self, target: Target) -> str:
        """The field that is paid from; with its owner, unless it is of whoever pays."""
        kinds, owned = self.state.program.game.kinds, target.field
        places = [self.value(index) for index in target.index]
        told = owned.name
        if owned.owner != GAME:
            owner = places.pop(0)
            if owned.owner != PLAYER or owner != (self.state.decider or 0):
                told = f"{kinds[owned.owner].items[owner]}.{told}"
        return f"{told}.{kinds[owned.per].items[places[0]]}" if places else told
