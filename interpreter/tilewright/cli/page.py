"""Where positions and moves are printed, and in which language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.draw import look_at, make_console, position, width_of
from tilewright.cli.ink import QUIET, encodable, style
from tilewright.cli.sheet import result
from tilewright.model import PLAYER
from tilewright.text import say, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.cli.look import Look
    from tilewright.playing.game import Game
    from tilewright.playing.state import State
    from tilewright.playing.table import Table
    from tilewright.telling.words import Line
    from tilewright.wording.filling import Value

INDENT = " " * 6


class Page:
    """Where positions are printed, and in which language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.console = make_console()

    def print(self, lines: Iterable[Text | str]) -> None:
        for line in lines:
            shown = encodable(line if isinstance(line, Text) else Text(line),
                              self.console.encoding)
            self.console.print(shown, soft_wrap=True)

    @property
    def width(self) -> int:
        return width_of(self.console)

    def look(self, table: Table, seat: int) -> Look:
        """What a seat sees that is to decide."""
        return look_at(table.view(seat), self.lang, self.width, table.moves(seat))

    def position(self, state: State, seat: int) -> None:
        self.print([Text(), *position(look_at(state.view(seat), self.lang, self.width, None))])

    def say(self, key: str, **values: Value) -> None:
        """Print a text of the terminal."""
        self.print([f"  {say(self.game.model, f'cli.{key}', self.lang, values)}"])

    def tell(self, told: Iterable[Line], number: int | None = None) -> None:
        """Print what happened: a move, and below it what came of it."""
        for line in told:
            head = INDENT if number is None or not line.is_move else f"{number:>4}  "
            made = Text(head if number is not None or not line.is_move else "")
            made.append(line.text, "" if line.is_move else QUIET)
            if line.seat is not None and line.seat >= 0 and line.is_move:
                name = seat_name(self.game.model, line.seat, self.lang)
                start = len(made) - len(line.text)
                made.stylize(style(self.game.model, PLAYER, line.seat), start, start + len(name))
            self.print([made])

    def result(self, state: State) -> None:
        self.position(state, 0)
        self.print([Text(), *result(state, self.lang, self.width)])
