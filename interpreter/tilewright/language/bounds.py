"""How long a list can get: what capacities and cost estimates rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.model import PLAYER

if TYPE_CHECKING:
    from tilewright.language.tree import Expr
    from tilewright.model import Game

NUMBERS = 200


def longest(game: Game, source: Expr) -> int:
    """The most elements that a list can have."""
    if source.op == "zone":
        return max(int(source.args[0].cap), 1)
    if source.op == "attr":
        return max((len(v) for v in source.args[0].values), default=1)
    if source.op == "comp":
        return longest(game, source.args[2])
    if source.op == "list":
        return max(len(source.args[0]), 1)
    if source.op in ("join", "without"):
        return longest(game, source.args[0]) + longest(game, source.args[1])
    if source.op == "ifelse":
        return max(longest(game, source.args[1]), longest(game, source.args[2]))
    if source.op == "var" and source.args[0].cap:
        return int(source.args[0].cap)
    if source.op == "call" and source.args[1] and source.args[1][0].type.tag == "list":
        return longest(game, source.args[1][0])
    if source.op == "call" and source.args[0].name == "spread":
        return 4 * NUMBERS
    if source.type.item and source.type.item.tag == "kind":
        kind = source.type.item.kind
        return game.most if kind == PLAYER else max(
            len(game.kinds[kind].items), sum(game.kinds[kind].copies), 1)
    return NUMBERS
