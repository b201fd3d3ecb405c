"""Where positions and moves are printed, and in which language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.draw import look_at, make_console, position, width_of
from tilewright.cli.ink import style
from tilewright.cli.moves import general, step_words
from tilewright.cli.sheet import result
from tilewright.model import PLAYER
from tilewright.text import labelled, say, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.cli.look import Look
    from tilewright.playing.game import Game
    from tilewright.playing.state import State
    from tilewright.wording.filling import Value


class Page:
    """Where positions are printed, and in which language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.console = make_console()

    def print(self, lines: Iterable[Text | str]) -> None:
        for line in lines:
            self.console.print(line if isinstance(line, Text) else Text(line), soft_wrap=True)

    @property
    def width(self) -> int:
        return width_of(self.console)

    def look(self, state: State, seat: int, *, moves: bool = True) -> Look:
        return look_at(state.view(seat), self.lang, self.width, moves=moves)

    def position(self, state: State, seat: int) -> None:
        self.print([Text(), *position(self.look(state, seat, moves=False))])

    def name(self, seat: int) -> str:
        if seat < 0:
            return say(self.game.model, "cli.chance", self.lang)
        return seat_name(self.game.model, seat, self.lang)

    def say(self, key: str, **values: Value) -> None:
        """Print a text of the terminal."""
        self.print([f"  {say(self.game.model, f'cli.{key}', self.lang, values)}"])

    def secret_words(self, state: State, watcher: int) -> Text:
        """That a seat chooses, for those who must not know what."""
        seat = state.decider
        assert seat is not None
        said = say(self.game.model, "cli.secretly", self.lang,
                   {"what": step_words(self.look(state, watcher, moves=False))})
        return Text(labelled(self.game.model, self.name(seat), said, self.lang))

    def words(self, state: State, move: int, watcher: int | None = None, number: str = "") -> Text:
        """What a seat does; for a watcher from whom it is hidden, only what sort of move it is."""
        seat = state.decider
        assert seat is not None
        said = state.describe(move, self.lang)
        if watcher is not None:
            group = state.program.group_of(move)
            said = general(self.look(state, watcher), group) if group is not None else said
        told = Text(number + labelled(self.game.model, self.name(seat), said, self.lang))
        colour = style(self.game.model, PLAYER, seat) if seat >= 0 else ""
        told.stylize(colour, len(number), len(number) + len(self.name(seat)))
        return told

    def result(self, state: State) -> None:
        self.position(state, 0)
        self.print([Text(), *result(state, self.lang, self.width)])
