"""How long lists can get: room is kept for that many elements, and steps are charged for them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import MANIFEST, make_pack
from tilewright import limits
from tilewright.compiling import asked
from tilewright.language.bounds import in_play

if TYPE_CHECKING:
    from tilewright.playing.game import Game

# An expression, and the most elements that it can have.
LISTS = {
    "[wood]": 1, "row + []": 5, "[wood, clay]": 2, "[wood, wood, wood, wood]": 4, "[3, 4]": 2,
    "goods": 3, "cells": 9, "players": 3, "cards": 7,
    "row": 4, "small": 1, "p1.hand": 2, "b2.lines": 4, "[x for x in a1.lines]": 4,
    "first(lines).cells if first(lines) != none else []": 3,
    "[g for g in goods if g != wood]": 3, "[index(c) for c in cells]": 9,
    "[c.row for c in cells if c.row > 1]": 9, "[r for r in [g for g in row]]": 4,
    "row + [wood]": 5, "goods - [wood]": 4, "row + goods + row": 11,
    "row if round == 1 else goods": 4, "goods if round == 1 else row": 4,
    "[wood] if round == 1 else []": 1,
    "reverse(row)": 4, "sort(goods)": 3, "unique(row)": 4, "unique([wood])": 1,
    "unique(cards_drawn)": 7,
    "top(row, 2)": 2, "top(row, 4)": 4, "top(row, 9)": 4, "top(row, 0)": 1, "top(row, 1)": 1,
    "top(row, round)": 4,
    "range(1, 6)": 6, "range(3, 3)": 1, "range(0, 1)": 2,
    "range(1, round)": limits.REPEAT, "range(round, 3)": limits.REPEAT,
    "range(1, 2000000)": limits.REPEAT,
    "seats_from(p1)": 3, "kinds(p1.stock)": 3, "kinds(p1.stock) + goods": 6,
    "spread(p1.stock)": 15, "spread(tally(row))": 4, "spread(tally(row + row))": 8,
    "spread(ace.cost)": 6, "spread(king.cost)": 6, "spread(prices())": 6,
    "spread(ace.cost if round == 1 else p1.stock)": 15,
    "spread(p1.stock if round == 1 else ace.cost)": 15,
    "two()": 2, "two() + two()": 4, "longer()": 6, "given([wood])": 3,
    "counted([1])": limits.REPEAT,
    "component(a1, beside)": 9, "reach(a1, beside)": 9, "cuts(cells, beside)": 9,
    "cuts([c for c in cells if c.row > 1], beside)": 9,
    "column_cells(a1)": 9, "column_cells(a1) if round == 1 else [a1]": 9, "doubled(a1)": 2,
    "cells if round == 1 else [a1, a1]": 9, "[a1, a1] if round == 1 else cells": 9,
    "[c for c in [a1, a1]]": 2, "[c for c in column_cells(a1)]": 9,
}
# Those that hold nothing twice, as far as is known before a position is: no move has to be looked
# for twice among them.
ONCE = {
    "[wood]", "[wood] if round == 1 else []", "goods", "cells", "players", "cards",
    "b2.lines", "[x for x in a1.lines]", "first(lines).cells if first(lines) != none else []",
    "[g for g in goods if g != wood]", "unique(row)", "unique([wood])", "unique(cards_drawn)",
    "range(1, 6)", "range(3, 3)", "range(0, 1)", "range(1, round)", "range(round, 3)",
    "range(1, 2000000)", "seats_from(p1)", "kinds(p1.stock)",
    "component(a1, beside)", "reach(a1, beside)", "cuts(cells, beside)",
    "cuts([c for c in cells if c.row > 1], beside)",
    "column_cells(a1)", "column_cells(a1) if round == 1 else [a1]",
    "[c for c in column_cells(a1)]",
}
RULES = """\
players: {min: 2, max: 3}
kinds: {good: [wood, clay, gold]}
grids: {cell: {columns: 3, rows: 3, lines: {line: {length: 3}}}}
families: {card: {attributes: {cost: {type: int, per: good}}}}
state:
  game:
    row: {zone: good, capacity: 4}
    small: {zone: good, capacity: 1}
    cards_drawn: {zone: card, start: all}
  player:
    coins: {type: int, start: 3}
    hand: {zone: good, capacity: 2}
    stock: {type: int, max: 5, per: good}
"""
CARDS = """\
family: card
tiles:
  ace: {count: 4, cost: {wood: 2, clay: 0, gold: 4}}
  king: {count: 3, cost: {clay: 3}}
"""
FUNCTIONS = {
    "two": {"is": "[wood, clay]"}, "longer": {"is": "two() + row"}, "prices": {"is": "ace.cost"},
    "given": {"args": {"some": "[good]"}, "is": "some"},
    "column_cells": {"args": {"a": "cell"}, "is": "[c for c in cells if c.column == a.column]"},
    "doubled": {"args": {"a": "cell"}, "is": "[c for c in [a, a]]"},
    "counted": {"args": {"some": "[int]"}, "is": "[n + 1 for n in some]"},
}


@cache
def game() -> Game:
    asked = {f"f{n}": {"is": said} for n, said in enumerate(LISTS)}
    used = [{"set": {"me.coins": f"size(f{n}())"}} for n in range(len(LISTS))]
    rules = RULES + json.dumps({"functions": FUNCTIONS | asked})[1:-1] + f"""
actions: {{go: {{do: {json.dumps(used)}}}}}
flow: {{round: {{each: players, turn: [{{must: [go]}}]}}}}
ends: {{enough: {{when: round == 3, check: round}}}}
scoring: {{coins: me.coins + sum(me.stock) + size(me.hand) + size(small) + size(cards_drawn)}}
"""
    with TemporaryDirectory() as name:
        return tilewright.load(str(make_pack(Path(name) / "small", {
            "pack.yaml": MANIFEST + "tiles: [cards.yaml]\n", "game.yaml": rules,
            "cards.yaml": CARDS})))


@pytest.mark.parametrize(("number", "most"), list(enumerate(LISTS.values())), ids=list(LISTS))
def test_a_list_has_at_most_so_many_elements(number: int, most: int) -> None:
    body = game().model.functions[f"f{number}"].body
    assert body.longest(game().model) == most


@pytest.mark.parametrize("number", range(len(LISTS)), ids=list(LISTS))
def test_a_list_may_hold_the_same_twice(number: int) -> None:
    build = game().program().build
    body = game().model.functions[f"f{number}"].body
    assert body.repeats(lambda name: asked.may_repeat(build, name)) == (
        list(LISTS)[number] not in ONCE)


def test_what_holds_nothing_twice_is_a_list_here() -> None:
    assert ONCE - set(LISTS) == set()


@pytest.mark.parametrize(("name", "most"), [
    ("two", 2), ("longer", 6), ("given", limits.SPREAD), ("counted", limits.SPREAD)])
def test_a_list_that_is_given_can_be_any(name: str, most: int) -> None:
    assert in_play(game().model, game().model.functions[name].body) == most
