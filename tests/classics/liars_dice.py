"""Liar's dice. A game there is one throw of ours, in which nobody has lost a die yet; its player
one begins, and the highest face is wild. The bid, two decisions here, is one there."""

from __future__ import annotations

from typing import Any

from lockstep import paths

OPENSPIEL = "liars_dice(numdice=5)"
PLAYERS = 2
OPTIONS: dict[str, int] = {"dice_each": 5}
MORE = [{"OPENSPIEL": f"liars_dice(numdice={n})", "OPTIONS": {"dice_each": n}} for n in (1, 2, 3)]

FEW = 60

FACES = ["one", "two", "three", "four", "five", "six"]


def over(state: Any) -> bool:
    return state.over or state.round > 1


def ways(state: Any) -> dict[int, list[list[int]]]:
    """Outcomes of a die; or the bids, in the order of their height, and after them the call."""
    if state.decider < 0:
        return {FACES.index(m.picks["rolled"]): [[m.code]] for m in state.moves()}
    found = paths(state, lambda s: over(s) or s.question.name != "bid.of", _height)
    return {int(name): way for name, way in found.items()}


def _height(state: Any) -> int:
    """The bid that stands; once it was called, nothing but that matters."""
    if over(state):
        return 6 * _dice(state)
    return 6 * (state["game"].quantity - 1) + FACES.index(state["game"].shown)


def _dice(state: Any) -> int:
    return 2 * state.program.options["dice_each"]


def kind(state: Any, name: int) -> str:
    """Each bid, and to call each bid: so lies and truths of all heights are called."""
    return f"{name} after {_height(state)}" if name == 6 * _dice(state) else str(name)


def result(state: Any) -> list[float]:
    lost = min(range(2), key=lambda seat: state.read(f"p{seat + 1}.dice"))
    return [-1.0 if seat == lost else 1.0 for seat in range(2)]
