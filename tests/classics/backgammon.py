"""Backgammon. One action there plays two dice, and doubles are two turns in a row; so what is
compared are the positions that can be reached. A game there is cut off after so many turns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lockstep import paths

if TYPE_CHECKING:
    from lockstep import Ways

OPENSPIEL = "backgammon(scoring_type=full_scoring,max_player_turns=5000)"
PLAYERS = 2
OPTIONS: dict[str, int] = {}
FEW = 6

FACES = ["one", "two", "three", "four", "five", "six"]
BAR = 100
PASS = "Pass"


def placed(state: Any) -> tuple[int, ...]:
    """The checkers of both on the points as White counts them, on the bar, and off."""
    piles = state.read("point.pile")
    points = [_signed(piles[f"p{n}"]) for n in range(1, 25)]
    return (*points, *(state.read(f"{who}.{zone}") for zone in ("bar", "off")
                       for who in ("white", "black")))


def _signed(pile: str | None) -> int:
    """White's checkers are above zero, Black's below."""
    owner, _, height = (pile or "white_0").partition("_")
    return int(height) if owner == "white" else -int(height)


def placed_there(theirs: Any) -> tuple[int, ...]:
    points = [theirs.board(0, 24 - n) - theirs.board(1, 24 - n) for n in range(1, 25)]
    off = [int(n) for n in re.search(r"Scores, X: (\d+), O: (\d+)", str(theirs)).groups()]
    return *points, theirs.board(0, BAR), theirs.board(1, BAR), *off


def board(state: Any, theirs: Any) -> tuple[Any, Any]:
    return placed(state), placed_there(theirs)


def follow(_ours: Any, theirs: Any) -> Any:
    """Who cannot move is not asked here."""
    while not theirs.is_terminal() and not theirs.is_chance_node():
        actions = theirs.legal_actions()
        if len(actions) > 1 or theirs.action_to_string(actions[0]) != PASS:
            break
        theirs.apply_action(actions[0])
    return theirs


def ways(state: Any) -> Ways:
    return _throws(state) if state.decider < 0 else paths(state, _moved, placed)


def _moved(state: Any) -> bool:
    """Whether two dice were played, or all that can be."""
    if state.over or state.decider < 0:
        return True
    return state.question.is_step and len(state["game"].dice) == 2 and not state["game"].both \
        and len(set(state["game"].dice)) == 1


def _throws(state: Any) -> Ways:
    """What two dice in a row can show: who begins, in the first throw, and the dice."""
    found: Ways = {}
    first = state.round == 0
    for one in state.moves():
        after = state.clone()
        after.apply(one.code)
        for other in after.moves():
            dice = [FACES.index(*m.picks.values()) + 1 for m in (one, other)]
            begins = int(dice[0] < dice[1]) if first else None
            found.setdefault((begins, *sorted(dice)), []).append([one.code, other.code])
    return found


def their_ways(theirs: Any) -> Ways:
    found: Ways = {}
    for action in theirs.legal_actions():
        found.setdefault(_name(theirs, action), []).append([action])
    return found


def _name(theirs: Any, action: int) -> tuple[Any, ...]:
    if not theirs.is_chance_node():
        return placed_there(theirs.child(action))
    text = theirs.action_to_string(action)
    low, high = sorted(map(int, re.search(r"roll: (\d)(\d)", text).groups()))
    return "XO".index(text.split("starts")[0][-2]) if "starts" in text else None, low, high


def kind(state: Any, name: Any) -> str:
    """Rare are checkers that are hit, that enter, and that go off."""
    return str(name) if state.decider < 0 else str(name[24:])


def result(state: Any) -> list[float]:
    white, black = state.scores()
    return [float(white - black), float(black - white)]
