"""The score sheet: a line for each category, a column for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.ink import cut, inked, named
from tilewright.model import PLAYER
from tilewright.text import plain, reason, say, seat_name, told
from tilewright.wording.points import points_told

if TYPE_CHECKING:
    from tilewright.model import Game
    from tilewright.playing.state import State
    from tilewright.playing.view import View
    from tilewright.wording.filling import Value

NARROWEST = 5
UNKNOWN = "?"


def score_sheet(seen: State | View, lang: str, width: int) -> list[Text]:
    """All points of all players, as far as they may be known."""
    game, players = seen.program.game, range(seen.program.players)
    sheets = [seen.score_sheet(seat) for seat in players]
    rows: list[tuple[str, list[int | None]]] = [
        (category_words(game, c, lang), [sheet[c] for sheet in sheets]) for c in game.scoring]
    if not rows:   # the rules say who has won
        return []
    if len(rows) > 1:
        rows.append((say(game, "cli.total", lang), list(seen.scores())))
    names = [named(game, PLAYER, seat, lang) for seat in players]
    left = max(len(words) for words, _ in rows)
    widths = [max(name.cell_len, NARROWEST) for name in names]
    lines = [_line("", names, left, widths)]
    lines += [_line(w, [_points(game, v) for v in values], left, widths) for w, values in rows]
    if len(rows) > 1:
        lines[-1].stylize("bold")
    return [cut(line, width) for line in lines]


def _points(game: Game, number: int | None) -> Text:
    return Text(UNKNOWN if number is None else points_told(game, number))


def _line(words: str, cells: list[Text], left: int, widths: list[int]) -> Text:
    line = Text(f"  {words:<{left}}")
    for one, width in zip(cells, widths, strict=True):
        line += Text("  " + " " * (width - one.cell_len)) + one
    return line


def category_words(game: Game, category: str, lang: str) -> str:
    return told(game, f"score.{category}", lang) or plain(category)


def result(state: State, lang: str, width: int) -> list[Text]:
    """How a game ended."""
    game = state.program.game
    winners = [seat_name(game, seat, lang) for seat in state.winners()]
    told: dict[str, Value] = {"winners": winners, "n": len(winners),
                              "reason": reason(game, state.end_reason, lang)}
    return [Text(say(game, "cli.game_over", lang, told)),
            *score_sheet(state, lang, width),
            inked(say(game, "cli.winners" if winners else "cli.nobody", lang, told), "bold")]
