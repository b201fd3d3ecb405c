"""Chess with draws by repetition, by fifty moves and by too few men, none of which is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyspiel import chess

from lockstep import wholes, won

if TYPE_CHECKING:
    from lockstep import Ways

OPENSPIEL = "chess"
PLAYERS = 2
OPTIONS: dict[str, int] = {}
LETTERS = {"king": "k", "queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p"}
# There black is the first player.
SEATS = [1, 0]
FEW = 1


def result(ours: Any) -> list[float]:
    return won(ours)[::-1]


def ways(ours: Any) -> Ways:
    """Moves as from where and to where, and what a pawn becomes."""
    def name(moves: list[Any]) -> str:
        words = [str(word) for move in moves for word in move.picks.values()]
        return "".join([*words[:2], *(LETTERS[word.partition("_")[2]] for word in words[2:])])

    return wholes(ours, name)


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
