"""What things carry: the fields of a card or a piece, in words beside its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.bounds import NO_NUMBER
from tilewright.positions.shown import fields_carried
from tilewright.telling.amounts import amount, counted, title
from tilewright.text import element, say

if TYPE_CHECKING:
    from tilewright.model import Field
    from tilewright.positions.reader import Reader

UNKNOWN = "?"


def carried(reader: Reader, kind: str, index: int, lang: str) -> str:
    """All that the fields of a thing hold, as far as there is something to tell."""
    game = reader.program.game
    fields = fields_carried(game, kind)
    told = (_one(reader, owned, index, lang, alone=len(fields) == 1) for owned in fields)
    return ", ".join(filter(None, told))


def _one(reader: Reader, owned: Field, index: int, lang: str, *, alone: bool) -> str:
    """One of them: a number alone is so many of something, among others it has its title first."""
    game = reader.program.game
    named = title(game, owned, None, lang)
    if owned.zone or owned.per:
        found = _elements(reader, owned, index, lang) if owned.zone else _amounts(
            reader, owned, index, lang)
        return f"{named} {', '.join(found)}" if found else ""
    if not reader.knows(owned, index):
        return f"{named} {UNKNOWN}"
    if not reader.is_set(owned, index):
        return ""
    number = reader.number(owned, index)
    if owned.type.tag == "int":
        said = amount(game, owned, None, number, lang) if alone else counted(
            game, owned, None, number, lang)
        return said or f"{named} {number}"
    if owned.type.tag == "bool":
        return named
    return f"{named} {element(game, owned.type.kind, number, lang)}"


def _elements(reader: Reader, owned: Field, index: int, lang: str) -> list[str]:
    """What lies in a zone; of hidden things only how many there are."""
    game, items = reader.program.game, reader.zone(owned, index)
    known = [element(game, owned.type.kind, i, lang) for i in items if i >= 0]
    if reader.size(owned, index) is None:
        return [UNKNOWN, *known]
    hidden = len(items) - len(known)
    return [say(game, "cli.hidden", lang, {"n": hidden}), *known] if hidden else known


def _amounts(reader: Reader, owned: Field, index: int, lang: str) -> list[str]:
    """A value for each element that has one."""
    game, unknown = reader.program.game, reader.unknown(owned, index)
    found = [say(game, "cli.unknown", lang, {"n": unknown})] if unknown else []
    for at, number in reader.amounts(owned, index):
        name = element(game, owned.per, at, lang)
        if owned.type.tag == "kind":
            name = f"{name} {element(game, owned.type.kind, number, lang)}"
        elif owned.type.tag == "int" and number != NO_NUMBER:
            name = f"{name} {number}"
        found.append(name)
    return found
