"""Guesses about hidden things: each possible world comes, as often as it should, and no other.

Small games, each with a list of all worlds that can be, made here by brute force from what
the rules of the game say in words, and not from how guesses are made.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from packs.tables import ALL, ROOT, game, walked, zone_names
from tilewright import RuleError, State
from tilewright.kernel.notes import GROUP
from tilewright.middle.header import MANUAL, RNG
from tilewright.playing.guess import broken_certainties

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PACK = "language: 2\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n"
GUESSES = 3_000
World = tuple[Any, ...]


@dataclass(frozen=True)
class Small:
    """A small game, the moves to make, who guesses, and how likely each world is."""

    rules: str
    moves: tuple[str, ...]
    seat: int
    zones: tuple[tuple[str, str, int], ...]
    worlds: Callable[[State], Counter[World]]
    players: int = 2


def start(tmp_path: Path, rules: str, players: int = 2, seed: int = 5) -> State:
    (tmp_path / "pack.yaml").write_text(PACK)
    (tmp_path / "game.yaml").write_text(rules)
    return tilewright.load(str(tmp_path)).new(players, seed=seed)


def world(state: State, zones: tuple[tuple[str, str, int], ...]) -> World:
    rooms = state.program.layout.rooms
    return tuple(tuple(zone_names(state, *given)) if rooms[given[:2]].field.zone
                 else numbers_of(state, *given) if rooms[given[:2]].field.per
                 else number_of(state, *given) for given in zones)


def number_of(state: State, owner: str, name: str, seat: int = 0) -> int:
    return numbers_of(state, owner, name, seat)[0]


def numbers_of(state: State, owner: str, name: str, seat: int) -> tuple[int, ...]:
    room = state.program.layout.rooms[owner, name]
    base = room.base + seat * room.width
    return tuple(state._s[base:base + room.values])


def splits(items: str, *sizes: int) -> Counter[World]:
    """All ways to lay out elements in zones of such sizes, each way once for each permutation."""
    found: Counter[World] = Counter()
    for order in permutations(items):
        left, laid = list(order), []
        for size in sizes:
            laid.append(tuple(left[:size]))
            del left[:size]
        found[tuple(laid)] += 1
    return found


def only(worlds: Counter[World], fits: Callable[[World], bool]) -> Counter[World]:
    return Counter({w: n for w, n in worlds.items() if fits(w)})


ENDING = """
scoring: {coins: me.coins}
"""

# 1. A deck of five cards; each of two players has drawn one.
DECK = """
players: {min: 2, max: 2}
kinds: {card: [a, b, c, d, e]}
state:
  game: {deck: {zone: card, visible: none, start: all}}
  player: {coins: int, hand: {zone: card, visible: owner}}
flow:
  setup:
    - shuffle: deck
    - for_each: {p: players}
      do: [{draw: 1, from: deck, to: p.hand}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def deck_worlds(state: State) -> Counter[World]:
    (mine,) = zone_names(state, "player", "hand", 0)
    return only(splits("abcde", 1, 1, 3), lambda w: w[0] == (mine,))


# 2. Hands of three and two of the same card; the first player has given one card to the second.
SWAP = """
players: {min: 2, max: 2}
kinds: {card: [a1, a2, b1, b2]}
state:
  game: {deck: {zone: card, visible: none, start: all}}
  player: {coins: int, hand: {zone: card, visible: owner}}
flow:
  setup:
    - shuffle: deck
    - for_each: {p: players}
      do: [{draw: 2, from: deck, to: p.hand}]
  round:
    each: players
    turn:
      - choose: {given: me.hand}
        do: [{move: given, from: me.hand, to: next_player(me).hand}]
      - if: round > 1
        then: [{end: game}]
""" + ENDING


def swap_worlds(state: State) -> Counter[World]:
    """The card that was given is the last of the other hand, and is known there."""
    mine, theirs = zone_names(state, "player", "hand", 0), zone_names(state, "player", "hand", 1)
    cards = ("a1", "a2", "b1", "b2")
    found: Counter[World] = Counter()
    for order in permutations(cards):
        if list(order[:1]) == mine and order[3] == theirs[2]:
            found[order[:1], order[1:]] += 1
    return found


# 3. Two dice in each cup, thrown from a list in which the six stands twice.
DICE = """
players: {min: 2, max: 3}
kinds: {face: [one, two, six]}
state:
  player: {coins: int, cup: {zone: face, capacity: 2, visible: owner}}
flow:
  setup:
    - for_each: {p: players}
      do:
        - repeat: {max: 2}
          do:
            - random: {f: "[one, two, six, six]"}
              to: p
              do: [{put: f, into: p.cup}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def dice_worlds(state: State) -> Counter[World]:
    mine = tuple(zone_names(state, "player", "cup", 0))
    faces = ("one", "two", "six", "six")
    return Counter((mine, pair) for pair in product(faces, faces))


# 4. Each player has the same options of their own and has laid one of them face down.
OPTIONS = """
players: {min: 2, max: 3}
kinds: {hand_sign: [rock, paper, scissors]}
state:
  player:
    coins: int
    options: {zone: hand_sign, visible: owner, start: all}
    chosen: {zone: hand_sign, visible: owner}
flow:
  round:
    each: players
    turn:
      - choose: {sign: me.options}
        do: [{move: sign, from: me.options, to: me.chosen}]
      - if: round > 1
        then: [{end: game}]
""" + ENDING


def options_worlds(state: State) -> Counter[World]:
    """What is left lies in the order in which it began; nobody has a second rock."""
    del state
    signs = ("rock", "paper", "scissors")
    return Counter((tuple(s for s in signs if s != chosen), (chosen,), signs)
                   for chosen in signs)


# 5. Two ships of each player on a hidden row of four cells.
SHIPS = """
players: {min: 2, max: 2}
kinds: {cell: [c1, c2, c3, c4]}
state:
  player: {coins: int, ship: {type: bool, per: cell, visible: owner}}
certain:
  two_ships: round == 0 or count(c for c in cells if me.ship[c]) == 2
flow:
  setup:
    - for_each: {p: players}
      do:
        - choose: {places: cells}
          by: p
          exactly: 2
          secretly: true
          do: [{for_each: {c: places}, do: [{set: {"p.ship[c]": true}}]}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def ships_worlds(state: State) -> Counter[World]:
    mine = numbers_of(state, "player", "ship", 0)
    rows = [row for row in product((0, 1), repeat=4) if sum(row) == 2]
    return Counter((mine, row) for row in rows)


# 6. A bag of which two were drawn and shown, and one put back in sight of all.
BAG = """
players: {min: 2, max: 2}
kinds: {bead: [red, blue, green, white]}
state:
  game:
    bag: {zone: bead, visible: none, start: all}
    row: {zone: bead}
  player: {coins: int, held: {zone: bead, visible: owner}}
flow:
  setup:
    - shuffle: bag
    - draw: 2
      from: bag
      to: row
    - move: top(row, 1)[0]
      from: row
      to: bag
    - shuffle: bag
    - draw: 1
      from: bag
      to: p2.held
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def bag_worlds(state: State) -> Counter[World]:
    (shown,) = zone_names(state, "game", "row")
    left = [b for b in ("red", "blue", "green", "white") if b != shown]
    return Counter((order[:1], order[1:]) for order in permutations(left))


# 7. The deck is empty, and the discards, seen by all, were shuffled to be the new one.
DISCARD = """
players: {min: 2, max: 2}
kinds: {card: [a, b, c, d]}
state:
  game:
    deck: {zone: card, visible: none, start: all}
    discards: {zone: card}
  player: {coins: int, hand: {zone: card, visible: owner}}
flow:
  setup:
    - shuffle: deck
    - for_each: {p: players}
      do: [{draw: 1, from: deck, to: p.hand}]
    - draw: 2
      from: deck
      to: discards
    - empty: discards
      into: deck
    - shuffle: deck
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def discard_worlds(state: State) -> Counter[World]:
    """The cards of the new deck were seen by all, so the other hand is known by what is not there.
    """
    (mine,), (theirs,) = (zone_names(state, "player", "hand", seat) for seat in (0, 1))
    return only(splits("abcd", 1, 1, 2), lambda w: w[:2] == ((mine,), (theirs,)))


# 8. Three hands of two; each passes its first card to the left, unseen by the third player.
PASSING = """
players: {min: 3, max: 3}
kinds: {card: [a, b, c, d, e, f]}
state:
  game: {deck: {zone: card, visible: none, start: all}}
  player:
    coins: int
    hand: {zone: card, visible: owner}
    passed: {zone: card, visible: none}
flow:
  setup:
    - shuffle: deck
    - for_each: {p: players}
      do: [{draw: 2, from: deck, to: p.hand}]
    - for_each: {p: players}
      do: [{draw: 1, from: p.hand, to: next_player(p).passed}]
    - for_each: {p: players}
      do: [{draw: 1, from: p.passed, to: p.hand}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def passing_worlds(state: State) -> Counter[World]:
    """The first player knows the own hand and the card that went to the second player."""
    mine = tuple(zone_names(state, "player", "hand", 0))
    gone = zone_names(state, "player", "hand", 1)[1]
    return only(splits("abcdef", 2, 2, 2), lambda w: w[0] == mine and w[1][1] == gone)


# 9. Each of three players has another secret role, of four.
ROLES = """
players: {min: 3, max: 3}
kinds: {role: [king, thief, guard, fool]}
state:
  game: {left: {zone: role, visible: none}}
  player: {coins: int, role: {zone: role, capacity: 1, visible: owner}}
flow:
  setup:
    - for_each: {r: roles}
      do: [{put: r, into: left}]
    - shuffle: left
    - for_each: {p: players}
      do: [{draw: 1, from: left, to: p.role}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def roles_worlds(state: State) -> Counter[World]:
    (mine,) = zone_names(state, "player", "role", 1)
    roles = ("king", "thief", "guard", "fool")
    return Counter(((a,), (b,), (c,), (d,)) for a, b, c, d in permutations(roles) if b == mine)


# 10. One card was taken out of the game before the deal, and nobody has seen it.
REMOVED = """
players: {min: 2, max: 2}
kinds: {card: [a, b, c, d, e]}
state:
  game: {deck: {zone: card, visible: none, start: all}}
  player: {coins: int, hand: {zone: card, visible: owner}}
flow:
  setup:
    - shuffle: deck
    - for_each: {gone: "top(deck, 1)"}
      do: [{move: gone, from: deck}]
    - for_each: {p: players}
      do: [{draw: 1, from: deck, to: p.hand}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


# The same, from a box that everybody saw being turned into the deck.
BOXED = REMOVED.replace("deck: {zone: card, visible: none, start: all}", """
    deck: {zone: card, visible: none}
    box: {zone: card, start: all}""").replace("    - shuffle: deck\n", """    - empty: box
      into: deck
    - shuffle: deck
""").replace("game: {", "game:").replace("start: all}}", "start: all}")

# The same, with a whole zone that is thrown away.
TAKEN = '    - for_each: {gone: "top(deck, 1)"}\n      do: [{move: gone, from: deck}]\n'
THROWN = REMOVED.replace(TAKEN, """
    - draw: 1
      from: deck
      to: refuse
    - empty: refuse
""").replace("start: all}}", "start: all}, refuse: {zone: card, visible: none}}")


def removed_worlds(state: State) -> Counter[World]:
    (mine,) = zone_names(state, "player", "hand", 0)
    found: Counter[World] = Counter()
    for order in permutations("abcde"):
        if order[1] == mine:
            found[order[1:2], order[2:3], order[3:]] += 1
    return found


# 11. Ships put by secret choices, of which the later ones depend on the earlier ones.
FLEET = """
players: {min: 2, max: 2}
kinds: {cell: [c1, c2, c3, c4]}
state:
  player: {coins: int, sea: {zone: cell, visible: owner}}
functions:
  fits:
    args: {c: cell, p: player}
    is: all(abs(index(c) - index(s)) > 1 for s in p.sea)
flow:
  setup:
    - for_each: {p: players}
      do:
        - repeat: {max: 2}
          do:
            - choose: {c: "[c for c in cells if fits(c, p)]"}
              by: p
              secretly: true
              do: [{put: c, into: p.sea}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def fleet_worlds(state: State) -> Counter[World]:
    """The first ship anywhere, then the second one anywhere that is left."""
    mine = tuple(zone_names(state, "player", "sea", 0))
    cells = ("c1", "c2", "c3", "c4")
    found: Counter[World] = Counter()
    for a in cells:
        free = [b for b in cells if abs(cells.index(a) - cells.index(b)) > 1]
        for b in free:
            found[mine, (a, b)] += 2 // len(free)
    return found


# 12. Numbers that only their players see: a thrown one, a chosen one, and one worked out of both.
NUMBERS = """
players: {min: 2, max: 2}
state:
  game: {total: {type: int, max: 20, visible: none}}
  player:
    coins: {type: int, start: 2}
    die: {type: int, max: 6, visible: owner}
    bid: {type: int, visible: owner}
certain:
  adds_up: round == 0 or total == sum(p.die + p.bid for p in players)
flow:
  setup:
    - for_each: {p: players}
      do:
        - random: {n: "[1, 2, 2]"}
          to: p
          do: [{set: {p.die: n}}]
    - for_each: {p: players}
      do:
        - choose: {n: "range(1, p.coins)"}
          by: p
          secretly: true
          do: [{set: {p.bid: n}}]
    - set: {total: sum(p.die + p.bid for p in players)}
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def numbers_worlds(state: State) -> Counter[World]:
    mine = number_of(state, "player", "die", 0) + number_of(state, "player", "bid", 0)
    return Counter((die, bid, mine + die + bid)
                   for die, bid in product((1, 2, 2), (1, 2)))


# 15. One of two beads was drawn from a bag and shown, and one of other colours thrown in, unseen.
THROWN_IN = """
players: {min: 2, max: 2}
kinds: {bead: [red, blue, green, white]}
state:
  game:
    bag: {zone: bead, visible: none, start: "[green, white]"}
    row: {zone: bead}
  player: {coins: int}
flow:
  setup:
    - shuffle: bag
    - draw: 1
      from: bag
      to: row
    - random: {b: "[red, blue]"}
      to: p2
      do: [{put: b, into: bag}]
    - shuffle: bag
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def thrown_in_worlds(state: State) -> Counter[World]:
    """What is shown in the row lies in the bag no more."""
    (shown,) = zone_names(state, "game", "row")
    (left,) = {"green", "white"} - {shown}
    return Counter((order,) for bead in ("red", "blue") for order in permutations((left, bead)))


HANDS = (("player", "hand", 0), ("player", "hand", 1))
# Cards that all have seen are shuffled and put below a deck, twice; then all but one come up again.
GROUPS = """
players: {min: 2, max: 2}
kinds: {card: [a, b, c, d, e, f]}
state:
  game:
    deck: {zone: card, visible: none, start: all}
    row: {zone: card}
    used: {zone: card, visible: none}
  player: {coins: int}
procedures:
  use:
    args: {n: int}
    do:
      - draw: n
        from: deck
        to: row
      - empty: row
        into: used
      - shuffle: used
      - empty: used
        into: deck
flow:
  setup:
    - shuffle: deck
    - call: use
      with: {n: 3}
    - call: use
      with: {n: 2}
    - draw: 2
      from: deck
      to: row
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def groups_worlds(state: State) -> Counter[World]:
    """The first three cards are known as a set of which one lies on top and one came up."""
    deck = zone_names(state, "game", "deck", 0)
    low, seen = set(deck[2:]), set(zone_names(state, "game", "row", 0))
    top = set("abcdef") - low - seen
    assert (len(top), len(low)) == (2, 2)
    return Counter({(one + other,): 1 for one in permutations(top) for other in permutations(low)})


GAMES = {
    "deck and hands": Small(DECK, (), 0, (*HANDS, ("game", "deck", 0)), deck_worlds),
    "cards that all saw": Small(GROUPS, (), 0, (("game", "deck", 0),), groups_worlds),
    "a card given on": Small(SWAP, ("{hand0}",), 0, HANDS, swap_worlds),
    "dice in cups": Small(
        DICE, (), 0, (("player", "cup", 0), ("player", "cup", 1)), dice_worlds),
    "options of each player": Small(
        OPTIONS, ("rock", "paper"), 0,
        (("player", "options", 1), ("player", "chosen", 1), ("player", "options", 2)),
        options_worlds, players=3),
    "ships on a grid": Small(
        SHIPS, ("c1", "c3", "c2", "c4"), 0, (("player", "ship", 0), ("player", "ship", 1)),
        ships_worlds),
    "a bag that is refilled": Small(
        BAG, (), 0, (("player", "held", 1), ("game", "bag", 0)), bag_worlds),
    "discards as the new deck": Small(
        DISCARD, (), 0, (*HANDS, ("game", "deck", 0)), discard_worlds),
    "cards passed to the left": Small(
        PASSING, (), 0, (*HANDS, ("player", "hand", 2)), passing_worlds, players=3),
    "secret roles": Small(
        ROLES, (), 1, (*(("player", "role", p) for p in range(3)), ("game", "left", 0)),
        roles_worlds, players=3),
    "a bead thrown into a bag": Small(
        THROWN_IN, (), 0, (("game", "bag", 0),), thrown_in_worlds),
    "a card out of the game": Small(
        REMOVED, (), 0, (*HANDS, ("game", "deck", 0)), removed_worlds),
    "a card of a box out of the game": Small(
        BOXED, (), 0, (*HANDS, ("game", "deck", 0)), removed_worlds),
    "a zone out of the game": Small(
        THROWN, (), 0, (*HANDS, ("game", "deck", 0)), removed_worlds),
    "ships one after the other": Small(
        FLEET, ("c1", "c3", "c2", "c4"), 0, (("player", "sea", 0), ("player", "sea", 1)),
        fleet_worlds),
    "hidden numbers": Small(
        NUMBERS, ("1", "2"), 0, (("player", "die", 1), ("player", "bid", 1), ("game", "total", 0)),
        numbers_worlds),
}


def played(small: Small, tmp_path: Path) -> State:
    state = start(tmp_path, small.rules, small.players)
    for move in small.moves:
        label = move
        if "{hand0}" in move:
            label = move.format(hand0=zone_names(state, "player", "hand", 0)[0])
        state.apply(next(m for m in state.legal() if state.label(m).endswith(f" {label}")))
    return state


def chi_square(seen: Counter[World], expected: Counter[World]) -> float:
    total, guesses = sum(expected.values()), sum(seen.values())
    return sum((seen[w] - guesses * n / total) ** 2 / (guesses * n / total)
               for w, n in expected.items())


def unlikely(freedoms: int) -> float:
    """What chi-square passes once in 10,000 times (the formula of Wilson and Hilferty)."""
    k = max(freedoms, 1)
    return k * (1 - 2 / (9 * k) + 3.72 * (2 / (9 * k)) ** 0.5) ** 3


@pytest.mark.parametrize("name", GAMES)
def test_each_world_that_can_be_comes_as_often_as_it_should_and_no_other(name, tmp_path):
    small = GAMES[name]
    state = played(small, tmp_path)
    expected = small.worlds(state)
    assert world(state, small.zones) in expected
    view = state.view(small.seat)
    seen = Counter(world(view.determinize(seed), small.zones) for seed in range(GUESSES))
    assert set(seen) == set(expected)
    assert chi_square(seen, expected) < unlikely(len(expected) - 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_guess_does_not_depend_on_what_the_seat_cannot_know(name, tmp_path):
    """In each world that can be, the seat guesses the same: the truth has no part in it."""
    small = GAMES[name]
    state = played(small, tmp_path)
    view = state.view(small.seat)
    guesses = [world(view.determinize(seed), small.zones) for seed in range(20)]
    for other in range(20):
        again = view.determinize(1_000 + other).view(small.seat)
        assert [world(again.determinize(s), small.zones) for s in range(20)] == guesses


# -- sizes that nobody else knows -----------------------------------------------------------------

SIZES = """
players: {min: 3, max: 3}
kinds: {card: [a, b, c, d]}
state:
  game: {deck: {zone: card, visible: none, start: all}}
  player: {coins: int, hand: {zone: card, visible: owner, size: hidden}}
flow:
  setup:
    - shuffle: deck
    - for_each: {p: players}
      do: [{draw: 1, from: deck, to: p.hand}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def test_elements_may_lie_in_each_zone_of_hidden_size(tmp_path):
    """Two cards are in the two other hands, in whatever way, and one is in the deck."""
    state = start(tmp_path, SIZES, players=3)
    (mine,) = zone_names(state, "player", "hand", 0)
    rest = [c for c in "abcd" if c != mine]
    possible = {(order[:split], order[split:2], order[2:])
                for order in permutations(rest) for split in range(3)}
    zones = (("player", "hand", 1), ("player", "hand", 2), ("game", "deck", 0))
    view = state.view(0)
    guesses = [view.determinize(seed) for seed in range(600)]
    assert {world(g, zones) for g in guesses} == possible
    assert all(g.view(0).slots == view.slots for g in guesses)


def test_a_zone_of_hidden_size_may_hold_as_many_that_were_thrown_as_it_has_room_for(tmp_path):
    rules = DICE.replace("visible: owner}", "visible: owner, size: hidden}")
    view = start(tmp_path, rules).view(0)
    cups = (("player", "cup", 0), ("player", "cup", 1))
    guesses = {world(view.determinize(seed), cups) for seed in range(300)}
    mine = {guess[0] for guess in guesses}
    faces = ("one", "two", "six")
    assert len(mine) == 1
    assert {guess[1] for guess in guesses} == {
        cup for size in range(3) for cup in product(faces, repeat=size)}


def test_what_is_known_of_a_zone_of_hidden_size_may_lie_anywhere_in_it(tmp_path):
    """The second player was given a card by the first one, and has perhaps drawn since."""
    rules = SWAP.replace("hand: {zone: card, visible: owner}",
                         "hand: {zone: card, visible: owner, size: hidden}")
    state = start(tmp_path, rules)
    given = zone_names(state, "player", "hand", 0)[0]
    state.apply(next(m for m in state.legal() if state.label(m).endswith(given)))
    guesses = [state.view(0).determinize(seed) for seed in range(300)]
    hands = [zone_names(g, "player", "hand", 1) for g in guesses]
    assert {(len(hand), hand.index(given)) for hand in hands} == {(3, 0), (3, 1), (3, 2)}


def test_a_secret_choice_tells_nothing_to_those_who_knew_a_card(tmp_path):
    """The card that I gave may be the one that was laid aside, and may be another one."""
    rules = SWAP.replace("owner}}", "owner}, laid: {zone: card, visible: owner}}").replace(
        "      - if: round > 1", """      - choose: {mine: next_player(me).hand}
        by: next_player(me)
        secretly: true
        do: [{move: mine, from: next_player(me).hand, to: next_player(me).laid}]
      - if: round > 1""")
    state = start(tmp_path, rules)
    state.apply(state.legal()[0])
    views = []
    for move in state.legal():
        after = state.clone()
        after.apply(move)
        views.append(after.view(0).slots)
    assert len(views) == 3
    assert views[0] == views[1] == views[2]


# -- secret values in the middle of a rule ---------------------------------------------------------

PENDING = """
players: {min: 2, max: 2}
kinds: {card: [a, b, c, d, e, f]}
state:
  game:
    deck: {zone: card, visible: none, start: all}
    table: {zone: card}
  player:
    coins: int
    hand: {zone: card, visible: owner}
    LAID
flow:
  setup:
    - shuffle: deck
    - for_each: {p: players}
      do: [{draw: 2, from: deck, to: p.hand}]
  round:
    each: players
    turn:
      - choose: {first: me.hand}
        secretly: true
        do:
          LAY
          - choose: {second: next_player(me).hand}
            by: next_player(me)
            do:
              - move: second
                from: next_player(me).hand
                to: table
              - move: first
                from: FROM
                to: table
              - end: game
""" + ENDING


def pending(*, laid: bool) -> str:
    """The rules, with the chosen card laid aside first or not."""
    if not laid:
        return PENDING.replace("    LAID\n", "").replace("LAY", "- gain: {me.coins: 1}").replace(
            "FROM", "me.hand")
    return PENDING.replace("LAID", "laid: {zone: card, visible: owner}").replace(
        "LAY", "- {move: first, from: me.hand, to: me.laid}").replace("FROM", "me.laid")


@pytest.mark.parametrize("laid", [False, True])
def test_a_choice_that_another_seat_is_about_to_carry_out_is_guessed_too(tmp_path, laid):
    """The other player has chosen one of two cards that can be any two of those not seen."""
    state = start(tmp_path, pending(laid=laid))
    state.apply(state.legal()[0])
    mine = zone_names(state, "player", "hand", 1)
    view = state.view(1)
    shown = Counter()
    for seed in range(400):
        guess = view.determinize(seed)
        assert guess.legal() == state.legal()
        guess.apply(guess.legal()[0])
        assert guess.over
        shown[zone_names(guess, "game", "table")[1]] += 1
    assert set(shown) == set("abcdef") - set(mine)
    assert chi_square(shown, Counter(dict.fromkeys(shown, 1))) < unlikely(3)


def test_several_that_are_being_chosen_stand_in_the_order_of_their_kind(tmp_path):
    """Another seat has chosen four of six cells: so many can still follow in each guess."""
    state = start(tmp_path, GRID)
    for _ in range(4):
        state.apply(state.legal()[3])
    (value,) = (v for v in state.program.plan.values if v.many)
    seen = set()
    for seed in range(30):
        guess = state.view(1).determinize(seed)
        chosen = guess._s[value.slot + 1:value.slot + 5]
        assert chosen == sorted(set(chosen))
        assert len(guess.legal()) >= 2
        seen.add(tuple(chosen))
    assert len(seen) > 20


def test_a_seat_guesses_what_another_seat_could_do_now(tmp_path):
    """The other seat decides, from a hand that is guessed: so are its moves."""
    state = start(tmp_path, pending(laid=False))
    guesses = [state.view(1).determinize(seed) for seed in range(40)]
    offered = {tuple(guess.label(m)[-1] for m in guess.legal()) for guess in guesses}
    assert len(offered) > 5
    assert all(set(zone_names(g, "player", "hand", 0)) == {g.label(m)[-1] for m in g.legal()}
               for g in guesses)


# -- what is certain -------------------------------------------------------------------------------

GRID = """
players: {min: 2, max: 2}
grids: {cell: {columns: 10, rows: 10}}
state:
  player:
    coins: int
    ship: {type: bool, per: cell, visible: owner}
functions:
  ships: {is: "count(c for c in cells if me.ship[c])"}
  is_middle: {args: {c: cell}, is: index(c) % 10 > 2 and index(c) % 10 < 8}
certain:
  fleet: round == 0 or ships() == 6
  in_the_middle: all(is_middle(c) for c in cells if me.ship[c])
flow:
  setup:
    - for_each: {p: players}
      do:
        - choose: {places: "[c for c in cells if is_middle(c)]"}
          by: p
          exactly: 6
          secretly: true
          do: [{for_each: {c: places}, do: [{set: {"p.ship[c]": true}}]}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def placed(tmp_path: Path, rules: str = GRID) -> State:
    state = start(tmp_path, rules)
    while state.decider is not None and state.round == 0:
        state.apply(state.legal()[0])
    return state


def test_what_is_certain_holds_in_guesses_that_chance_would_hardly_find(tmp_path):
    """Six of a hundred cells, all in some columns: found by changing one thing after the other."""
    state = placed(tmp_path)
    room = state.program.layout.rooms["player", "ship"]
    seen = set()
    for seed in range(10):
        guess = state.view(0).determinize(seed)
        cells = guess._s[room.base + room.width:room.base + room.width + 100]
        assert sum(cells) == 6
        assert all(2 < (i + 1) % 10 < 8 for i, ship in enumerate(cells) if ship)
        assert broken_certainties(guess) == []
        seen.add(tuple(cells))
    assert len(seen) == 10


POWER = """
players: {min: 3, max: 3}
families: {gear: {}}
vocabulary: {queries: {power: {type: int, base: 0}}}
state:
  game: {deck: {zone: gear, visible: none, start: "[one, two, three]"}}
  player:
    coins: {type: int, start: index(it)}
    gear: {zone: gear, visible: owner, in_play: true}
certain:
  as_strong_as_rich: round == 0 or power() == me.coins
flow:
  setup: [{for_each: {p: players}, do: [{draw: 1, from: deck, to: p.gear}]}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING
GEAR = "family: gear\ntiles:\n" + "".join(
    f"  {name}: {{abilities: {{strength: {{change: power, add: {add}}}}}}}\n"
    for add, name in enumerate(("one", "two", "three"), 1))


def test_what_is_certain_of_tiles_in_hidden_zones_holds_in_guesses(tmp_path):
    """Each seat has the tile that makes it as strong as it is rich."""
    (tmp_path / "gear.yaml").write_text(GEAR)
    (tmp_path / "pack.yaml").write_text(PACK + "tiles: [gear.yaml]\n")
    (tmp_path / "game.yaml").write_text(POWER)
    view = tilewright.load(str(tmp_path)).new(3, seed=5).view(0)
    zones = tuple(("player", "gear", seat) for seat in range(3))
    assert {world(view.determinize(seed), zones) for seed in range(20)} == {
        (("one",), ("two",), ("three",))}


def test_a_guess_that_cannot_be_made_says_what_stands_against_it(tmp_path):
    state = placed(tmp_path, GRID.replace("ships() == 6", "ships() == 6 and me.coins == 7"))
    with pytest.raises(RuleError, match="and 'fleet' holds") as caught:
        state.view(0).determinize(1)
    assert caught.value.place.line == 12


def test_what_should_be_certain_and_is_not_is_told_with_its_place(tmp_path):
    state = placed(tmp_path, GRID.replace("ships() == 6", "ships() == 5"))
    ((name, place),) = broken_certainties(state)
    assert (name, place.line) == ("fleet", 12)


@pytest.mark.parametrize(("test", "code"), [
    ("me.coins", "wrong-type"), ("me.purse == 1", "no-attribute"), ("true", "always-same"),
])
def test_what_is_certain_is_checked_as_other_tests_are(tmp_path, test, code):
    with pytest.raises(tilewright.ContentError) as caught:
        start(tmp_path, DECK + f"certain: {{odd: {test}}}\n")
    assert [problem.code for problem in caught.value.problems] == [code]


# -- what guesses rest on --------------------------------------------------------------------------

@pytest.mark.parametrize("rules", [DECK, GROUPS])
def test_a_forged_group_is_no_group(tmp_path, rules):
    """A save may say of any element that it belongs to a group; a guess is made all the same."""
    state = start(tmp_path, rules)
    base = state.program.layout.rooms["game", "deck"].base
    cap = state.program.layout.rooms["game", "deck"].field.cap
    for at in range(state._s[base]):
        state._s[base + 1 + cap + at] |= 99 << GROUP
    assert None not in state.view(0).determinize(1).read("deck")


def test_guesses_of_yamatai_put_used_fleets_where_everybody_saw_them_go():
    """The last places hold those of the last round, and what was on offer is known."""
    checked = 0
    for players in (2, 3, 4):
        state, rng = game("yamatai").new(players, seed=1), random.Random(1)
        seen: list[set[str] | None] = [None] * 5
        while not state.over:
            before = state.read("hidden_fleets")
            state.apply(rng.choice(state.legal()))
            now = state.read("hidden_fleets")
            came = [fleet for fleet in now if fleet not in before]
            seen = seen[len([fleet for fleet in before if fleet not in now]):] + [
                set(came)] * len(came)
            if came:
                for seat in range(players):
                    dealt = state.view(seat).determinize(seat).read("hidden_fleets")
                    assert all(group is None or fleet in group
                               for fleet, group in zip(dealt, seen, strict=True))
                    checked += 1
    assert checked > 20


@pytest.mark.parametrize("manual", [False, True])
def test_chance_that_is_shown_stays_shown_in_a_guess(tmp_path, manual):
    state = start(tmp_path, DECK)
    state.show_chance(shown=manual)
    assert state.view(0).determinize(1)._s[MANUAL] == manual


def test_each_guess_has_chance_of_its_own(tmp_path):
    view = start(tmp_path, DECK).view(0)
    assert len({view.determinize(seed)._s[RNG] for seed in range(20)} | {0}) == 21


def test_an_element_that_leaves_a_hidden_hand_unseen_may_be_any(tmp_path):
    """Nobody else is shown which card was chosen, so nobody else can leave it out."""
    rules = SWAP.replace(", to: next_player(me).hand", "")
    state = start(tmp_path, rules)
    gone = zone_names(state, "player", "hand", 0)[0]
    state.apply(next(m for m in state.legal() if state.label(m).endswith(gone)))
    assert {gone in zone_names(state.view(1).determinize(seed), "player", "hand", 0)
            for seed in range(50)} == {True, False}



SMALL_PAGES = ("signs", "auction", "ships", "cup")


@pytest.mark.parametrize("page", SMALL_PAGES)
def test_games_of_the_handbook_go_on_from_guesses(page, tmp_path):
    """In each position of a game, for each seat: the same view, the same moves, and an end."""
    text = (ROOT / "docs" / "secret-choices.md").read_text(encoding="utf-8")
    rules = re.search(rf"```yaml {page}/game.yaml\n(.*?)```", text, re.DOTALL)
    state = start(tmp_path, rules[1])
    rng = random.Random(3)
    while not state.over:
        for seat in range(state.players):
            view = state.view(seat)
            guess = view.determinize(rng.getrandbits(30))
            assert guess.view(seat).slots == view.slots
            assert seat != state.decider or guess.legal() == state.legal()
            for _ in range(8):
                if not guess.over:
                    guess.apply(rng.choice(guess.legal()))
        state.apply(rng.choice(state.legal()))


@pytest.mark.parametrize("name", ALL)
def test_what_is_certain_in_games_holds_in_play_and_in_guesses(name):
    for seed in range(4):
        state = walked(name, None, seed, 20 * seed, to_the_end=False)
        assert broken_certainties(state) == []
        for seat in range(state.players):
            assert broken_certainties(state.view(seat).determinize(seed)) == []


# -- lists that are others when somebody guesses --------------------------------------------------

BIDS = """
players: {min: 2, max: 2}
state:
  player:
    coins: {type: int, start: 6}
    bid: {type: int, max: 20, visible: owner}
    oath: {type: int, max: 20, visible: owner}
actions:
  offer: {do: [{choose: {n: "range(1, me.coins)"}, secretly: true, do: [{set: {me.bid: n}}]}]}
  swear: {do: [{choose: {n: "range(3, 5)"}, secretly: true, do: [{set: {me.oath: n}}]}]}
  change: {do: [{swap: [me.bid, me.oath]}]}
  rob: {do: [{set: {p1.coins: 2}}]}
  fill: {do: [{set: {p1.coins: 9}}]}
flow: {round: {each: players, turn: [{must: [offer, swear, change, rob, fill]}]}}
ends: {late: {when: round > 9, check: round}}
scoring: {coins: "me.coins + me.bid + me.oath - me.bid - me.oath"}
"""


@pytest.mark.parametrize(("moves", "bids", "oaths"), [
    (("swear", "swear.n 4", "rob"), [0], [3, 4, 5]),
    (("offer", "offer.n 5", "rob"), [1, 2, 3, 4, 5, 6], [0]),
    (("offer", "offer.n 5", "fill"), [1, 2, 3, 4, 5, 6], [0]),
    (("offer", "offer.n 5", "rob", "offer", "offer.n 1", "fill"), [1, 2], [0]),
])
def test_a_bid_is_guessed_from_what_was_offered_then(
        tmp_path: Path, moves: tuple[str, ...], bids: list[int], oaths: list[int]) -> None:
    swap = "  change: {do: [{swap: [me.bid, me.oath]}]}\n"
    rules = BIDS.replace(swap, "").replace("change, ", "")
    state = start(tmp_path, rules)
    for label in moves:
        state.apply(state.find(label))
    view = state.view(1)
    found = Counter((world["p1"].bid, world["p1"].oath)
                    for world in (view.determinize(seed) for seed in range(600)))
    assert set(found) == set(product(bids, oaths))
    assert min(found.values()) > 600 / len(found) / 2


def test_a_bid_that_changes_places_is_guessed_from_all_that_can_be(tmp_path: Path) -> None:
    state = start(tmp_path, BIDS)
    for label in ("offer", "offer.n 5", "rob", "change", "rob"):
        state.apply(state.find(label))
    found = {state.view(1).determinize(seed)["p1"].oath for seed in range(300)}
    assert 5 in found or found > {0, 1, 2}


@pytest.mark.parametrize(("how", "bid"), [
    ("{set: {me.bid: 12}}", 12), ("{set: {me.bid: me.oath + 12}}", 12),
    ("{set: {me.bid: me.bid * 3}}", 15), ("{gain: {me.bid: 10}}", 15), ("{lose: {me.bid: 5}}", 0),
    ("{set: {me.oath: 17}}, {swap: [me.bid, me.oath]}", 17),
    ("{set: {me.oath: 17}}, {swap: [me.oath, me.bid]}", 17),
    ("{random: {n: '[18, 19]'}, to: me, do: [{set: {me.bid: n}}]}", None),
    ("{gain: {me.oath: 5}, from: me.bid}", 0), ("{lose: {me.bid: 5}, to: me.oath}", 0),
    ("pay: {me.bid: 5}", 0),
])
def test_a_bid_that_is_another_now_is_not_guessed_from_what_was_offered_before(
        tmp_path: Path, how: str, bid: int | None) -> None:
    """One to six were offered; what it is now must be among the guesses."""
    how = f"{how}, do: []" if how.startswith("pay") else f"do: [{how}]"
    state = start(tmp_path, BIDS.replace("do: [{swap: [me.bid, me.oath]}]", how))
    for label in ("offer", "offer.n 5", "fill", "change"):
        state.apply(state.find(label))
    now = number_of(state, "player", "bid", 0)
    assert now == bid or (bid is None and now > 17)
    found = {number_of(state.view(1).determinize(seed), "player", "bid", 0)
             for seed in range(300)}
    assert now in found
