"""The parts of a rules page about things: what there is, with what it begins, tables, tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.handbook.rules_words import capital, part
from tilewright.linking.tables import number_of, one_argument, rows_of
from tilewright.model import GAME, PLAYER
from tilewright.reference.layout import table
from tilewright.telling.amounts import amount
from tilewright.text import about, rules_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.handbook.rules_words import Words
    from tilewright.language.types import Type
    from tilewright.model import Field, Game, Kind, Option


# -- what there is --------------------------------------------------------------------------------

def things(words: Words) -> list[str]:
    """The kinds of things that a player would look for."""
    return part(words.own("things"), (
        _thing(words, kind) for kind in words.game.kinds.values() if _is_seen(words, kind)))


def _is_seen(words: Words, kind: Kind) -> bool:
    if not words.is_called(f"kind.{kind.name}"):
        return False
    if words.has(f"kind.{kind.name}.about"):
        return True
    boards = {*words.game.grids, *words.game.tilings} - {kind.name}
    if any(a.type.item is not None and a.type.item.kind in boards and not a.written
           for a in kind.attributes.values()):
        # Lines and shapes of a board, which are found on it.
        return bool(words.named(kind))
    owns = any(owner == kind.name for owner, _ in words.game.fields)
    return kind.tiles or owns or words.has_names(kind)


def _thing(words: Words, kind: Kind) -> str:
    names = [] if kind.tiles else words.named(kind)
    there = words.listed(names) if names else _how_many(words, kind)
    told = words.about(f"kind.{kind.name}")
    return words.item(words.name(f"kind.{kind.name}"), told, there)


def _how_many(words: Words, kind: Kind) -> str:
    grid = words.game.grids.get(kind.name)
    if grid is not None:
        return f"{words.number(grid.columns)} × {words.number(grid.rows)}"
    if kind.name == PLAYER:
        sizes = {words.game.least, words.game.most}
    elif kind.tiles:
        sizes = {sum(kind.copies) or len(kind.items)}
    else:
        sizes = set(kind.counts.values()) or {len(kind.items)}
    return "–".join(words.number(n) for n in dict.fromkeys((min(sizes), max(sizes))))


# -- set-up ---------------------------------------------------------------------------------------

def beginning(words: Words) -> list[str]:
    """The numbers with which players begin, and those in the middle of the table."""
    fixed = {(owner, name): _start(words, owned) for (owner, name), owned
             in words.game.fields.items() if owner in (GAME, PLAYER)}
    mine = [said for (owner, _), said in fixed.items() if said and owner == PLAYER]
    ours = [words.item(words.name(f"field.game.{name}"), said)
            for (owner, name), said in fixed.items() if said and owner == GAME]
    return [*([words.own("each_begins", what=words.listed(mine)), ""] if mine else []),
            *([words.own("at_first"), "", *ours] if ours else [])]


def _start(words: Words, owned: Field) -> str:
    """What a field holds at first, if that is a number, and more than none."""
    game = words.game
    if owned.zone or owned.type.tag != "int" or owned.type.optional or not words.is_called(
            f"field.{owned.owner}.{owned.name}"):
        return ""
    if owned.per:
        items = game.kinds[owned.per].items
        given = owned.start if isinstance(owned.start, list) else []
        return words.listed([amount(game, owned, one, n, words.lang)
                             for one, n in zip(items, given, strict=False) if n])
    _, rule = game.starts.get((owned.owner, owned.name), (None, None))
    begins = owned.start if rule is None else number_of(game, rule)
    if type(begins) is not int or not begins:
        return ""
    return words.number(begins) if owned.owner == GAME else amount(
        game, owned, None, begins, words.lang)


# -- tables ---------------------------------------------------------------------------------------

def tables(words: Words) -> list[str]:
    """The fixed values that the game has headings for, those of one kind side by side."""
    named = [name for name in one_argument(words.game) if words.has(f"table.{name}")]
    lines: list[str] = []
    for kind in dict.fromkeys(_asked_kind(words.game, name) for name in named):
        of_kind = [name for name in named if _asked_kind(words.game, name) == kind]
        for together in ([of_kind] if kind else [[name] for name in of_kind]):
            lines += _table(words, kind, together)
    return part(words.own("tables"), lines)


def _asked_kind(game: Game, name: str) -> str:
    made = game.queries.get(name) or game.functions[name]
    return made.args[0].type.kind


def _table(words: Words, kind: str, names: list[str]) -> list[str]:
    """A row for each element or number; nothing of what is not fixed."""
    columns = {name: dict(found) for name in names if (found := rows_of(words.game, name))}
    if not columns:
        return []
    of = f"table.{names[0]}.of"
    first = words.name(of) if words.has(of) else (
        words.name(f"kind.{kind}") if kind else words.own("number"))
    heads = [capital(first), *(capital(words.name(f"table.{name}")) for name in columns)]
    types = {name: _answer(words.game, name) for name in columns}
    rows = [[words.element(kind, one) if kind else words.number(one),
             *(words.value(types[name], column[one]) for name, column in columns.items())]
            for one in next(iter(columns.values()))]
    return table(tuple(heads), rows)


def _answer(game: Game, name: str) -> Type:
    return game.queries[name].type if name in game.queries else game.functions[name].body.type


# -- tiles and other elements ---------------------------------------------------------------------

def elements(words: Words) -> list[str]:
    """What places and other elements do that are no tiles."""
    return [line for kind in words.game.kinds.values() if not kind.tiles
            for line in part(words.name(f"kind.{kind.name}"), _told(words, kind))]


def _told(words: Words, kind: Kind) -> Iterator[str]:
    for index, one in enumerate(kind.items):
        said = about(words.game, f"{kind.name}.{one}", words.lang)
        if said:
            yield words.item(words.element(kind.name, index), said)


def tiles(words: Words) -> list[str]:
    """The text of every tile, family by family, with how often it is there."""
    return [line for kind in words.game.kinds.values() if kind.tiles
            for line in part(words.name(f"kind.{kind.name}"), _tiles(words, kind))]


def _tiles(words: Words, kind: Kind) -> Iterator[str]:
    for index, one in enumerate(kind.items):
        said = rules_text(words.game, kind.name, index, words.lang)
        copies = kind.copies[index] if kind.copies else 1
        if said or words.is_called(f"{kind.name}.{one}"):
            often = f"×{words.number(copies)}" if copies > 1 else ""
            yield words.item(words.element(kind.name, index), said, often)


# -- settings -------------------------------------------------------------------------------------

def settings(words: Words) -> list[str]:
    """What a table may choose before a game."""
    return part(words.own("settings"), (
        _setting(words, option) for option in words.game.options.values()))


def _setting(words: Words, option: Option) -> str:
    if option.type.tag == "bool":
        said = words.own("usual", usual=words.value(option.type, option.default))
    else:
        ends = dict.fromkeys((min(option.choices), max(option.choices)))
        said = words.own("values", values="–".join(words.number(n) for n in ends),
                         usual=words.number(option.default))
    told = words.about(f"option.{option.name}")
    return words.item(words.name(f"option.{option.name}"), told, said)
