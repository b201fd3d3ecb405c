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
FEW = 3

FACES = ["one", "two", "three", "four", "five", "six"]
BAR = 100
ALL = 15
PASS = "Pass"


def placed(state: Any) -> tuple[int, ...]:
    """The checkers of both on the points as White counts them, Black's below zero; on the bar."""
    return (*map(_signed, _numbers(state, "point", "pile")), *_numbers(state, "player", "bar"))


def _signed(pile: int) -> int:
    """Piles are white_1 to white_15, then black_1 to black_15; none is below zero."""
    return pile + 1 if pile < ALL else ALL - 1 - pile


def _numbers(state: Any, owner: str, field: str) -> list[int]:
    """A field of all its owners, read from the numbers of the position: this is asked often."""
    room = state.program.layout.rooms[owner, field]
    return state.numbers[room.base:room.base + room.owners * room.width]


def placed_there(theirs: Any) -> tuple[int, ...]:
    points = [theirs.board(0, 24 - n) - theirs.board(1, 24 - n) for n in range(1, 25)]
    return *points, theirs.board(0, BAR), theirs.board(1, BAR)


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
    left, *dice = _numbers(state, "game", "dice")
    return left == 2 and dice[0] == dice[1] and state.question.is_step


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
    """Rare are checkers on the bar, and some off while others are far away."""
    if state.decider < 0:
        return str(name)
    points, bar = name[:24], name[24:]
    white = [n for n, men in enumerate(points, 1) if men > 0]
    black = [25 - n for n, men in enumerate(points, 1) if men < 0]
    home = [sum(men for men in points if men > 0), -sum(men for men in points if men < 0)]
    return f"{bar} {home} {max(white, default=0)} {max(black, default=0)}"


def result(state: Any) -> list[float]:
    white, black = state.scores()
    return [float(white - black), float(black - white)]
