"""Tic-tac-toe as a careful programmer would write it by hand."""

from __future__ import annotations

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = tuple(tuple(line for line in LINES if cell in line) for cell in range(9))


class TicTacToe:
    def __init__(self) -> None:
        self.board = [0] * 9
        self.player = 1
        self.winner = 0
        self.left = 9

    @property
    def over(self) -> bool:
        return self.winner != 0 or self.left == 0

    def legal(self) -> list[int]:
        if self.winner:
            return []
        board = self.board
        return [cell for cell in range(9) if not board[cell]]

    def apply(self, cell: int) -> None:
        board, player = self.board, self.player
        if board[cell] or self.winner:
            raise ValueError("illegal move")
        board[cell] = player
        self.left -= 1
        for a, b, c in THROUGH[cell]:
            if board[a] == board[b] == board[c]:
                self.winner = player
                break
        self.player = 3 - player
