"""What moves cost where they are offered: their own prices, and the tolls that tiles ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import make_pack
from tilewright.problems import IllegalMove
from tilewright.telling.amounts import costs

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import State

MANIFEST = "language: 1\nid: small\nversion: 1.0.0\nrules: [game.yaml]\ntiles: [cards.yaml]\n"
RULES = """\
players: {min: 2, max: 3}
kinds: {good: [wood, clay]}
families: {card: {}}
grids: {cell: {columns: 2, rows: 2}}
vocabulary:
  events:
    goes: {action: go}
    walks: {action: walk, gives: {c: cell}}
  conditions: {low: {args: {c: cell}, is: c.row == 1}}
  verbs:
    dig: {args: {price: int}, pay: {me.coins: price}, do: []}
    trade: {pick: {a: goods, b: goods}, pay: {"me.stock[a]": 1, me.gems: 2},
            do: [{choose: {c: cells}, do: []}]}
state:
  game: {pot: {type: int, start: 9}}
  player:
    coins: {type: int, start: 9}
    gems: {type: int, start: 9}
    stock: {type: int, per: good, start: 4}
    cards: {zone: card, in_play: true}
actions:
  rest: {do: []}
  go: {pay: {me.coins: 1, me.gems: 0, pot: 2}, do: []}
  walk: {pick: {c: cells, g: goods}, pay: {me.coins: c.row, "me.stock[g]": 1}, do: []}
  rob: {pick: {g: goods}, pay: {"next_player(me).stock[g]": 3, next_player(me).gems: 1},
        do: []}
  twice: {pick: {a: goods, b: goods}, pay: {"me.stock[a]": 1, "me.stock[b]": 1, me.gems: round - 4},
          do: []}
flow:
  setup: [SETUP]
  round: {each: players, turn: [{must: [rest, go, walk, rob, twice], step: act}]}
ends: {enough: {when: round == 9, check: round}}
scoring: {coins: me.coins}
"""
CARDS = """\
family: card
tiles:
  gate: {count: 3, abilities: {a: {toll: {coins: 2}, whenever: {opponent: goes}}}}
  road: {abilities: {a: {toll: {coins: 1, gems: 3}, whenever: {opponent: walks}, where: low}}}
"""
POWERS = """\
  spade: {abilities: {dig: {power: {dig: {price: 3}}, window: "step:act"}}}
  cart: {abilities: {trade: {power: trade, window: "step:act"}}}
"""
Bill = dict[str, int]


def begun(folder: Path, setup: str, players: int = 2, then: str = "[]") -> State:
    """A game in which `then` is what comes of going and of walking."""
    rules = RULES.replace("[SETUP]", f"[{setup}]").replace("2}, do: []}", f"2}}, do: {then}}}")
    rules = rules.replace('"me.stock[g]": 1}, do: []}', f'"me.stock[g]": 1}}, do: {then}}}')
    return tilewright.load(str(make_pack(folder, {
        "pack.yaml": MANIFEST, "game.yaml": rules, "cards.yaml": CARDS + POWERS}))).new(players)


def bills(state: State) -> dict[str, tuple[Bill, Bill]]:
    return {m.label: (m.price, m.tolls) for m in state.moves()}


def test_a_price_is_told_as_far_as_it_is_known(tmp_path: Path) -> None:
    state = begun(tmp_path, "")
    told = bills(state)
    assert told["rest"] == ({}, {})
    assert told["go"] == ({"coins": 1, "pot": 2}, {})
    assert told["walk a1"] == ({"coins": 1}, {})
    assert told["walk b2"] == ({"coins": 2}, {})
    assert told["rob clay"] == ({"p2.stock.clay": 3, "p2.gems": 1}, {})
    assert told["twice wood"] == ({"stock.wood": 1}, {})
    state.apply(state.find("twice wood"))
    # What was picked first is paid too.
    assert bills(state) == {"twice.b wood": ({"stock.wood": 2}, {}),
                            "twice.b clay": ({"stock.wood": 1, "stock.clay": 1}, {})}


@pytest.mark.parametrize(("setup", "players", "go"), [
    ("{put: gate, into: p2.cards}", 2, {"coins": 2}),
    ("{put: gate, into: p1.cards}", 2, {}),
    ("{put: gate, into: p2.cards}, {put: gate, into: p2.cards}", 2, {"coins": 4}),
    ("{put: gate, into: p2.cards}, {put: gate, into: p3.cards}", 3, {"coins": 4}),
    ("{put: road, into: p2.cards}", 2, {}),
])
def test_tolls_are_those_of_the_tiles_of_others(tmp_path: Path, setup: str, players: int, go: Bill
                                                ) -> None:
    state = begun(tmp_path, setup, players)
    assert bills(state)["go"] == ({"coins": 1, "pot": 2}, go)
    before = state["p1"].coins
    state.apply(state.find("go"))
    assert before - state["p1"].coins == 1 + go.get("coins", 0)


def test_a_toll_where_a_condition_holds_is_told_when_it_is_known(tmp_path: Path) -> None:
    state = begun(tmp_path, "{put: road, into: p2.cards}")
    told = bills(state)
    assert told["go"] == ({"coins": 1, "pot": 2}, {})
    assert told["walk a1"] == ({"coins": 1}, {"coins": 1, "gems": 3})
    assert told["walk a2"] == ({"coins": 2}, {})
    state.apply(state.find("walk a1"))
    assert bills(state)["walk.g clay"] == (
        {"coins": 1, "stock.clay": 1}, {"coins": 1, "gems": 3})
    state.apply(state.find("walk.g clay"))
    # The owner pays no toll to itself.
    assert bills(state)["walk a1"] == ({"coins": 1}, {})
    assert (state["p1"].coins, state["p2"].coins, state["p2"].gems) == (7, 10, 12)


@pytest.mark.parametrize("then", [
    "{choose: {n: '[1, 2]'}, do: []}", "{choose: {other: goods}, do: []}",
    "{one_of: {left: [], right: []}}", "{ask: sure, do: []}"])
@pytest.mark.parametrize("moves", [["go"], ["walk a2", "walk.g clay"]])
def test_what_an_action_asks_for_later_was_paid_for(tmp_path: Path, then: str, moves: list[str]
                                                    ) -> None:
    state = begun(tmp_path, "{put: gate, into: p2.cards}, {put: road, into: p2.cards}",
                  then=f"[{then}]")
    for label in moves:
        assert any(bills(state)[label])
        state.apply(state.find(label))
    asked = bills(state)
    assert len(asked) == 2
    assert all(label.startswith(f"{moves[0].split()[0]}.") for label in asked)
    assert all(bill == ({}, {}) for bill in asked.values())


def test_moves_of_powers_have_their_prices_and_actions(tmp_path: Path) -> None:
    """What a tile can do is an action with a dot in its name, and so are its choices."""
    state = begun(tmp_path, "{put: spade, into: p1.cards}, {put: cart, into: p1.cards}")
    told = {m.label: (m.action, m.picks, m.price) for m in state.moves() if "." in m.name}
    assert told == {
        "spade.dig": ("spade.dig", {}, {"coins": 3}),
        "cart.trade wood": ("cart.trade", {"a": "wood"}, {"stock.wood": 1, "gems": 2}),
        "cart.trade clay": ("cart.trade", {"a": "clay"}, {"stock.clay": 1, "gems": 2})}
    assert costs(state.move(state.find("spade.dig")), "en") == ["3 coins"]
    state.apply(state.find("cart.trade", a="wood", b="clay"))
    (first, _) = state.moves()
    assert (first.name, first.action, first.price) == (
        "cart.trade.b", "cart.trade", {"stock.wood": 1, "gems": 2})
    # A later pick can be named by its action.
    state.apply(state.find("cart.trade", a="wood", b="clay"))
    (choice, *_) = state.moves()
    assert (choice.name, choice.action, choice.picks, choice.price) == (
        "cart.trade.c", "cart.trade", {"c": "a1"}, {})
    with pytest.raises(IllegalMove, match=r"did you mean 'c'\?"):
        state.find("cart.trade", cc="a1")
