"""What lies beside the board: rows of tiles with their words, and the mats of the players."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.chart import sites
from tilewright.cli.ink import (
    GAP,
    QUIET,
    UNKNOWN,
    cut,
    inked,
    joined,
    named,
    packed,
    padded,
    sign,
)
from tilewright.cli.own import draws
from tilewright.cli.values import apart, beside_name, carried, times, together, value, whole_name
from tilewright.model import GAME, PLAYER
from tilewright.positions.shown import has_symbol, shows_round
from tilewright.wording.speech import percent

if TYPE_CHECKING:
    from tilewright.cli.look import Look
    from tilewright.model import Field

LINES_OF_A_MAT = 2
LINES_OF_A_TILE = 3
LINES_OF_THE_TABLE = 22
INDENT = 4
HEADING = "bold"


# -- the table --------------------------------------------------------------------------------


def table(look: Look, width: int) -> list[Text]:
    """The fields of the game: short ones side by side, then the rows of tiles."""
    told = look.fields(GAME, "table")
    rows = [f for f in told if _is_row(look, f)]
    facts = [_fact(look, f, 0, repeated=False) + _odds(look, f) for f in told if f not in rows]
    if shows_round(look.game):
        facts.insert(0, inked(f"{look.say('round')} ", QUIET) + Text(str(look.reader.round)))
    whole = [*packed(facts, width), *apart(look, width)]
    for most in (LINES_OF_A_TILE, 1):
        lines = [*whole, *[line for f in rows for line in _row(look, f, width, most)]]
        if len(lines) <= LINES_OF_THE_TABLE:
            break
    return lines


def _odds(look: Look, owned: Field) -> Text:
    """How likely chance is to draw each element."""
    found = look.reader.amounts(owned, 0)
    whole = sum(number for _, number in found)
    is_told = owned.name in look.game.show.get("odds", ()) and not look.reader.unknown(owned, 0)
    if not is_told or not whole:
        return Text()
    shares = [named(look.game, owned.per, i, look.lang)
              + Text(f" {percent(look.lang, round(100 * n / whole))}") for i, n in found]
    return Text(" (") + joined(shares, ", ") + Text(")")


def _is_row(look: Look, owned: Field) -> bool:
    """Whether the elements of a zone have words of their own to be told."""
    return owned.zone and not owned.hidden and any(
        look.about(owned.type.kind, i) for i in look.reader.zone(owned, 0))


def _row(look: Look, owned: Field, width: int, most: int) -> list[Text]:
    """A heading, then so many lines for each tile at most; `rules` tells the rest."""
    kind, items = owned.type.kind, look.reader.zone(owned, 0)
    told = [whole_name(look, kind, i).plain for i in items]
    found = [(times(named(look.game, kind, items[at], look.lang), n), items[at])
             for at, n in together(owned, told)]
    left = 1 + max(name.cell_len for name, _ in found) + len(GAP)
    lines = [inked(look.title(owned), HEADING)]
    for name, index in found:
        words = _words(look, kind, index, max(width - left, 1), most)
        heads = [padded(Text(" ") + name, left), *[Text(" " * left)] * (len(words) - 1)]
        lines += [cut(head + text, width) for head, text in zip(heads, words, strict=True)]
    return lines


def _words(look: Look, kind: str, index: int, width: int, most: int) -> list[Text]:
    """What lies on a tile, and what it does."""
    on_it = carried(look, kind, index)
    told = " · ".join(filter(None, (on_it, look.about(kind, index))))
    lines = [Text(line) for line in wrap(told, width, max_lines=most, placeholder="…")] or [Text()]
    lines[0].stylize(HEADING, 0, len(on_it))
    return lines


def _fact(look: Look, owned: Field, owner: int, *, repeated: bool = True) -> Text:
    found = value(look, owned, owner, repeated=repeated)
    return beside_name(look, inked(look.title(owned), QUIET), found if found.plain else Text("–"))


# -- mats -------------------------------------------------------------------------------------


def mats(look: Look) -> list[Text]:
    """A mat for each player."""
    fields = look.fields(PLAYER, "mat")
    heads = [_head(look, seat) for seat in look.seats]
    widest = max(head.cell_len for head in heads)
    return [line for seat, head in enumerate(heads) if fields
            for line in _mat(look, seat, padded(head, widest), fields)]


def _mat(look: Look, seat: int, head: Text, fields: list[Field]) -> list[Text]:
    """One or two lines; where they are too narrow, long zones become numbers."""
    parts = {f.name: _fact(look, f, seat) for f in fields if _is_told(look, f, seat)}
    short: dict[str, Text] = {}
    room = look.width - INDENT
    while True:
        lines = packed([head, *parts.values()], look.width, INDENT)
        if len(lines) <= LINES_OF_A_MAT and all(p.cell_len <= room for p in parts.values()):
            return lines
        short = short or {f.name: _count(look, f, seat) for f in fields if f.name in parts}
        gains = {n: p.cell_len - short[n].cell_len for n, p in parts.items()}
        longest = max(gains, key=lambda n: gains[n], default="")
        if not longest or gains[longest] <= 0:
            return lines
        parts[longest] = short[longest]


def player(look: Look, seat: int) -> Text:
    """The name of a player, with the symbol if it can be seen on a board."""
    name, short = named(look.game, PLAYER, seat, look.lang), sign(look.game, PLAYER, seat)
    seen = has_symbol(look.game, PLAYER, seat) or sites(look.game)
    return name + Text(" ") + short if seen and short.plain != name.plain else name


def _head(look: Look, seat: int) -> Text:
    head = inked("> " if seat == look.reader.actor else "  ", HEADING) + player(look, seat)
    if seat == look.reader.actor:
        head.stylize(HEADING)
    return head


def _is_told(look: Look, owned: Field, seat: int) -> bool:
    if draws(look, owned, seat):
        return False
    if owned.zone:
        return bool(look.reader.zone(owned, seat)) or look.reader.size(owned, seat) is None
    if owned.per:
        return bool(look.reader.amounts(owned, seat) or look.reader.unknown(owned, seat))
    return owned.type.tag == "int" or look.reader.is_set(owned, seat)


def _count(look: Look, owned: Field, seat: int) -> Text:
    title = inked(f"{look.title(owned)} ", QUIET)
    if owned.zone:
        count = look.reader.size(owned, seat)
        return title + Text(f"({UNKNOWN if count is None else count})")
    if owned.per:
        told = look.reader.amounts(owned, seat)
        number = sum(v for _, v in told) if owned.type.tag == "int" else len(told)
        return title + Text(f"({UNKNOWN if look.reader.unknown(owned, seat) else number})")
    return _fact(look, owned, seat)
