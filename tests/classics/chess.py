"""Chess with draws by repetition, by fifty moves and by too few men, none of which is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyspiel import chess

from lockstep import won

if TYPE_CHECKING:
    from lockstep import Ways

OPENSPIEL = "chess"
PLAYERS = 2
OPTIONS: dict[str, int] = {}
LETTERS = {"king": "k", "queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p"}
# There black is the first player.
SEATS = [1, 0]
FEW = 3


def result(ours: Any) -> list[float]:
    return won(ours)[::-1]


def ways(ours: Any) -> Ways:
    """Moves as from where and to where, and what a pawn becomes. Others are not made here, since
    all answers to them would be worked out."""
    found: Ways = {}
    for start in ours.moves():
        begun = ours.clone()
        begun.apply(start.code)
        for goal in begun.moves():
            name, way = start.picks["start"] + goal.picks["goal"], [start.code, goal.code]
            found[name] = [way]
            if ours[start.picks["start"]].holds.endswith("_pawn") and name[-1] in "18":
                del found[name]
                found |= _promoted(begun, goal.code, name, way)
    return found


def _promoted(begun: Any, goal: int, name: str, way: list[int]) -> Ways:
    begun = begun.clone()
    begun.apply(goal)
    return {name + LETTERS[move.picks["promoted"].partition("_")[2]]: [[*way, move.code]]
            for move in begun.moves()}


def their_ways(theirs: Any) -> Ways:
    here = theirs.board()
    return {chess.action_to_move(action, here).to_lan(): [[action]]
            for action in theirs.legal_actions()}


def board(ours: Any, theirs: Any) -> tuple[str, str]:
    there = theirs.board().to_fen().partition(" ")[0]
    for empty in range(1, 9):
        there = there.replace(str(empty), empty * ".")
    return "/".join("".join(_letter(ours[f"{column}{row}"].holds) for column in "abcdefgh")
                    for row in range(8, 0, -1)), there


def _letter(man: str | None) -> str:
    side, _, sort = (man or "").partition("_")
    letter = LETTERS.get(sort, ".")
    return letter.upper() if side == "white" else letter
