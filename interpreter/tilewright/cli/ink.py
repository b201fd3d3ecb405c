"""How things look in the terminal: symbols, colours, and lines that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.positions.shown import colour, symbol
from tilewright.text import element

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.model import Game

UNKNOWN = "?"
GAP = "  "
QUIET = "dim"
# The colours that a game may name, as the terminal knows them.
STYLES = {
    "red": "red", "green": "green", "yellow": "yellow", "blue": "dodger_blue1",
    "magenta": "magenta", "cyan": "cyan", "white": "bright_white", "grey": "grey62",
    "black": "grey46", "orange": "dark_orange", "brown": "orange4", "violet": "medium_purple1",
    "purple": "purple", "pink": "hot_pink", "beige": "wheat1",
}


# What stands in for signs that an encoding lacks; each is as wide.
PLAINER = dict(zip("×·─│╱╲┼╳–−…’“”", "x.-|/\\+x--.'\"\"", strict=True))


def inked(words: str, look: str) -> Text:
    """A text in a style of its own, which does not spread to what follows it."""
    made = Text(words)
    made.stylize(look)
    return made


def style(game: Game, kind: str, index: int) -> str:
    return STYLES.get(colour(game, kind, index), "")


def sign(game: Game, kind: str, index: int) -> Text:
    """The symbol of an element in its colour."""
    return inked(symbol(game, kind, index), style(game, kind, index))


def named(game: Game, kind: str, index: int, lang: str) -> Text:
    """The name of an element in its colour."""
    return inked(element(game, kind, index, lang), style(game, kind, index))


def joined(parts: Iterable[Text], gap: str) -> Text:
    return Text(gap).join(parts)


def centred(text: Text, width: int) -> Text:
    return _aside(text, before(text, width), width)


def before(text: Text, width: int) -> int:
    """How many columns are free before a text in the middle of so many."""
    return max(width - text.cell_len, 0) // 2


def padded(text: Text, width: int) -> Text:
    return _aside(text, 0, width)


def _aside(text: Text, left: int, width: int) -> Text:
    """A copy of a text behind some spaces, with more of them up to a width."""
    made, wide = text.copy(), text.cell_len
    made.pad_left(left)
    made.pad_right(max(width - left - wide, 0))
    return made


def cut(text: Text, width: int) -> Text:
    """A text that is not wider than that."""
    if text.cell_len > width:
        text = text.copy()
        text.truncate(width, overflow="ellipsis")
    return text


def packed(parts: Iterable[Text], width: int, indent: int = 0) -> list[Text]:
    """Parts one after the other, in as few lines as they need."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + len(GAP) + part.cell_len <= width:
            lines[-1] = lines[-1] + Text(GAP) + part
        else:
            for piece in folded(part, width - indent):
                lines.append(Text(" " * (indent if lines else 0)) + piece)
    return lines


def folded(text: Text, width: int) -> list[Text]:
    """A text in lines; a word that is longer than a line is cut."""
    lines: list[Text] = []
    while text.cell_len > width:
        at = text.plain.rfind(" ", 0, width + 1)
        if at <= 0:
            at = text.plain.find(" ")
        if at <= 0:
            break
        line, text = text.divide([at])
        lines.append(cut(line, width))
        text = text[1:]
    return [*lines, cut(text, width)]


def beside(left: list[Text], right: list[Text], width: int) -> list[Text]:
    """Two blocks of lines next to each other; the left one takes `width` columns."""
    count = max(len(left), len(right))
    rows = zip(left + [Text()] * (count - len(left)), right + [Text()] * (count - len(right)),
               strict=True)
    return [padded(one, width) + two for one, two in rows]


def in_columns(parts: list[Text], width: int) -> list[Text]:
    """Many short parts, in columns that are read from top to bottom."""
    if not parts:
        return []
    widest = max(p.cell_len for p in parts) + len(GAP)
    count = max((width + len(GAP)) // widest, 1)
    rows = -(-len(parts) // count)
    lines = [[padded(p, widest) for p in parts[row::rows]] for row in range(rows)]
    return [_trimmed(joined(line, "")) for line in lines]


def _trimmed(text: Text) -> Text:
    text.rstrip()
    return text


def encodable(text: Text, encoding: str) -> Text:
    """A text in signs that an encoding has, as far as there are others that mean the same."""
    try:
        text.plain.encode(encoding)
    except UnicodeEncodeError:
        text = text.copy()
        text.plain = "".join(_plainer(sign, encoding) for sign in text.plain)
    return text


def _plainer(sign: str, encoding: str) -> str:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return PLAINER.get(sign, sign)
    return sign
