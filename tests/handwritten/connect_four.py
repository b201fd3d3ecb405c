"""Connect Four as a careful programmer would write it by hand."""

from __future__ import annotations

COLUMNS, ROWS = 7, 6


class ConnectFour:
    def __init__(self) -> None:
        self.columns: list[list[int]] = [[] for _ in range(COLUMNS)]
        self.player = 1
        self.winner = 0

    @property
    def over(self) -> bool:
        return not self.legal()

    def legal(self) -> list[int]:
        if self.winner:
            return []
        return [i for i, column in enumerate(self.columns) if len(column) < ROWS]

    def apply(self, move: int) -> None:
        column = self.columns[move]
        if len(column) >= ROWS or self.winner:
            raise ValueError("illegal move")
        column.append(self.player)
        if self._wins(move, len(column) - 1):
            self.winner = self.player
        self.player = 3 - self.player

    def _wins(self, x: int, y: int) -> bool:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = 1 + self._run(x, y, dx, dy) + self._run(x, y, -dx, -dy)
            if run >= 4:
                return True
        return False

    def _run(self, x: int, y: int, dx: int, dy: int) -> int:
        columns, player, count = self.columns, self.player, 0
        while True:
            x += dx
            y += dy
            if not (0 <= x < COLUMNS and 0 <= y < len(columns[x])) or columns[x][y] != player:
                return count
            count += 1
