"""Hidden fields, sizes, choices and chance: whatever they are, others get the same."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import tilewright
from case_runner import Case, write_pack
from tilewright import State, UsageError
from tilewright.cli.draw import look_at, screen
from tilewright.cli.kept import Keeper
from tilewright.cli.play import Terminal
from tilewright.playing.bots import bot_named
from tilewright.playing.going import run
from tilewright.playing.record import Session
from tilewright.playing.table import Table


def secret_slots(state: State) -> list[tuple[int, int, int, str]]:
    """Of each secret variable: its slot, its room if it is a list, who knows it, and its kind."""
    return [(v.slot, v.cap, v.knower, v.kind) for v in state.program.plan.values]


PAGE = Path(__file__).resolve().parent.parent / "docs" / "secret-choices.md"
# A game with everything that can be hidden.
ALL = """\
players: {min: 2, max: 3}
kinds: {card: {count: 9}}
grids: {cell: {columns: 2, rows: 2}}
state:
  game:
    pot: {type: int, max: 9, visible: none}
    bag: {zone: card, visible: none, size: hidden, start: all}
  cell:
    mine: {type: bool, visible: none}
  player:
    coins: {type: int, start: 5}
    die: {type: int, max: 6, visible: owner}
    bid: {type: int, visible: owner}
    friend: {type: "player?", visible: owner}
    flag: {type: bool, per: cell, visible: owner}
    hand: {zone: card, visible: owner}
    stash: {zone: card, visible: owner, size: hidden}
flow:
  setup:
    - shuffle: bag
    - random: {n: "range(0, 9)"}
      do: [{set: {pot: n}}]
    - for_each: {p: players}
      do:
        - draw: 2
          from: bag
          to: p.hand
        - random: {c: cells}
          to: p
          do:
            - choose: {mine: cells}
              by: p
              secretly: true
              do: [{set: {c.mine: true, mine.mine: true}}]
  round:
    each: players
    turn:
      - for_each: {p: players}
        do:
          - random: {n: "range(1, 6)"}
            to: p
            do: [{set: {p.die: n}}]
      - choose: {kept: me.hand}
        secretly: true
        optional: true
        do:
          - ask: look
            by: next_player(me)
            do: [{reveal: pot, to: next_player(me)}]
          - move: kept
            from: me.hand
            to: me.stash
      - choose: {flags: cells}
        up_to: 2
        secretly: true
        do:
          - for_each: {c: flags}
            do: [{set: {"me.flag[c]": true}}]
      - one_of:
          none_at_all: [{set: {me.friend: none}}]
          the_next: [{set: {me.friend: next_player(me)}}]
        secretly: true
      - secretly: {p.bid: "range(0, p.coins)"}
        each: {p: players}
      - reveal: me.flag[a1]
      - swap: [me.die, next_player(me).die]
ends: {enough: {when: round == 2, check: round}}
scoring: {coins: me.coins}
"""
MANIFEST = "{{language: 2, id: {}, version: 1.0.0, rules: [game.yaml]}}\n"
GAMES = {"all": ALL} | {m[1]: m[2] for m in re.finditer(
    r"^```yaml (\w+)/game.yaml\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)}


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The games, loaded once."""
    home = tmp_path_factory.mktemp("secrets")
    for name, rules in GAMES.items():
        (home / name).mkdir()
        (home / name / "pack.yaml").write_text(MANIFEST.format(name), encoding="utf-8")
        (home / name / "game.yaml").write_text(rules, encoding="utf-8")
    return {name: tilewright.load(str(home / name)) for name in GAMES}


# -- what is hidden, made otherwise -----------------------------------------------------------


def possible(state: State, field) -> range:
    if field.type.tag == "bool":
        return range(2)
    if field.type.tag == "int":
        return range(field.low, min(field.high, 40) + 1)
    return range(-1 if field.type.optional else 0, state.program.layout.sizes[field.type.kind])


def rooms(state: State):
    for room in state.program.layout.rooms.values():
        for owner in range(room.owners if room.field.secret else 0):
            yield room, room.base + owner * room.width, owner


def otherwise(state: State, seat: int, rng: random.Random) -> State:
    """The same position with other things wherever a seat does not know them."""
    made, bit = state.clone(), 1 << seat
    s = made._s
    unseen: dict[str, list[int]] = {}
    for room, base, owner in rooms(state):
        own = room.field.visible == "owner" and owner == seat
        if room.field.secret_size and not own:
            grow(s, room, base, bit, rng)
        elif room.field.zone:
            unseen.setdefault(room.field.type.kind, []).extend(
                base + 1 + i for i in range(s[base]) if not s[base + room.notes + i] & bit)
        else:
            for i in range(room.values):
                if not s[base + room.notes + i] & bit:
                    s[base + i] = rng.choice(possible(state, room.field))
    for slots in unseen.values():
        values = [s[i] for i in slots]
        rng.shuffle(values)
        for slot, value in zip(slots, values, strict=True):
            s[slot] = value
    other_knowledge(made, seat, rng)
    other_choices(made, seat, rng)
    return made


def grow(s, room, base, bit, rng) -> None:
    """A zone with a hidden size holds other unknown elements, and another number of them."""
    known = [s[base + 1 + i] for i in range(s[base]) if s[base + room.notes + i] & bit]
    more = [rng.randrange(9) for _ in range(rng.randrange(room.values - len(known) + 1))]
    items = known + more
    s[base] = len(items)
    s[base + 1:base + 1 + len(items)] = items
    s[base + room.notes:base + room.notes + len(items)] = [bit] * len(known) + [0] * len(more)


def other_knowledge(state: State, seat: int, rng) -> None:
    """Others know other things."""
    for room, base, _ in rooms(state):
        count = state._s[base] if room.field.zone else room.values
        for note in range(base + room.notes, base + room.notes + count):
            mine = state._s[note] & 1 << seat
            state._s[note] = mine | rng.randrange(8) & ~(1 << seat)


def other_choices(state: State, seat: int, rng) -> None:
    """Others have chosen other things that wait to be carried out."""
    for slot, cap, knower, kind in secret_slots(state):
        if state._s[knower] not in (0, seat + 1):
            size = state.program.layout.sizes.get(kind, 3)
            for i in range(1, state._s[slot] + 1) if cap else (0,):
                state._s[slot + i] = rng.randrange(size)


def all_that_a_seat_gets(state: State, seat: int) -> tuple:
    """The view with its moves and words, each field by name, and what a terminal draws."""
    view = state.view(seat)
    moves = view.legal()
    read = [(view.field(owner if kind != "game" else kind, name), view.knows(
        owner if kind != "game" else kind, name))
            for kind, name in state.program.layout.rooms if kind in ("game", "player")
            for owner in range(state.players)]
    drawn = [line.plain for line in screen(look_at(view, "en"))] if moves else []
    return (view.slots, view.unseen, moves, [view.describe(m) for m in moves], read, drawn)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_seat_gets_the_same_whatever_is_hidden_from_it(tables, name, seed):
    table, rng = tables[name], random.Random(seed)
    players = rng.randint(table.players.start, table.players.stop - 1)
    state = table.new(players, seed=seed)
    compared = 0
    while not state.over:
        for seat in range(players):
            other = otherwise(state, seat, rng)
            if state.decider == seat:
                other._moves = run(other.program, other._s, other._s[0])
            assert all_that_a_seat_gets(other, seat) == all_that_a_seat_gets(state, seat)
            compared += other._s != state._s
        state.apply(rng.choice(state.legal()))
    assert compared > 5


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_knows_is_told(tables, name):
    """The view of a seat has all that it always sees: nothing is hidden by mistake."""
    state, rng = tables[name].new(seed=2), random.Random(2)
    while not state.over:
        for room, base, owner in rooms(state):
            if room.field.visible == "owner" and not room.field.zone:
                last = base + room.values
                assert list(state.view(owner).slots[base:last]) == state._s[base:last]
                assert state.view(owner).knows(owner, room.field.name)
        state.apply(rng.choice(state.legal()))


# -- secret choices ---------------------------------------------------------------------------


def after_each(state: State) -> list[State]:
    """What comes after each move; that somebody declines is no secret."""
    made = []
    for move in [m for m in state.legal() if state.label(m) != "pass"]:
        other = state.clone()
        other.apply(move)
        made.append(other)
    return made


@pytest.mark.parametrize(("name", "before"), [
    ("signs", 0), ("auction", 0), ("ships", 0), ("ships", 1), ("all", 2), ("all", 4), ("all", 6)])
def test_others_learn_only_that_a_choice_was_made(tables, name, before):
    """Also where they could know what there was to choose from."""
    state = tables[name].new(2, seed=5)
    for _ in range(before):
        state.apply(state.legal()[0])
    assert state.decides_secretly
    seat = state.decider
    after = after_each(state)
    assert len({s.view(1 - seat).slots for s in after}) == 1
    if after[0].decider == 1 - seat:
        assert all_that_a_seat_gets(after[0], 1 - seat) == all_that_a_seat_gets(after[1], 1 - seat)
    assert len({s.view(seat).slots for s in after}) == len(after)


def test_all_is_shown_when_all_have_chosen(tables):
    state = tables["signs"].new(seed=1)
    state.apply(state.find("flow.shows paper"))
    assert [state.view(seat).field(0, "shows") for seat in (0, 1)] == ["paper", None]
    assert [state.view(seat).knows(0, "shows") for seat in (0, 1)] == [True, False]
    state.apply(state.find("flow.shows rock"))
    for seat in (0, 1):
        assert [state.view(seat).field(i, "shows") for i in (0, 1)] == ["paper", "rock"]
        assert [state.view(seat).field(i, "points") for i in (0, 1)] == [1, 0]


def test_private_chance_is_seen_by_one(tables):
    state = tables["cup"].new(2, seed=1)
    state.show_chance()
    while state.decider != -1:
        state.apply(state.legal()[0])
    after = after_each(state)
    assert len(after) == 6
    assert len({s.view(1).slots for s in after}) == 1
    assert [s.view(0).field(0, "die") for s in after] == [1, 2, 3, 4, 5, 6]


def test_chance_that_waits_is_kept_from_others(tables):
    """The cell of the first mine is drawn for p1 alone, and kept while p1 chooses."""
    states = [tables["all"].new(2, seed=seed) for seed in range(8)]
    kept = [(slot, knower) for slot, cap, knower, kind in secret_slots(states[0])
            if kind == "cell" and not cap and states[0]._s[knower] == 1]
    assert kept
    assert len({tuple(s._s[slot] for slot, _ in kept) for s in states}) > 1
    for state in states:
        assert [state.view(1).slots[slot] for slot, _ in kept] == [-1] * len(kept)
        assert [state.view(0).slots[slot] for slot, _ in kept] == [state._s[i] for i, _ in kept]


# -- reading a view by name -------------------------------------------------------------------


def test_fields_are_read_by_name(tables):
    state = tables["all"].new(2, seed=1)
    state.apply(state.legal()[0])
    view = state.view(0)
    assert view.field(0, "coins") == view.field("p1", "coins") == 5
    assert view.field(0, "flag") == {"a1": False, "b1": False, "a2": False, "b2": False}
    assert view.field(0, "flag", "b2") is False
    assert view.field(1, "flag", "b2") is None
    assert view.field("a1", "mine") is None
    assert not view.knows("a1", "mine")
    assert view.field(0, "friend") is None
    assert view.knows(0, "friend")
    assert len(view.field(0, "hand")) == view.size(0, "hand") == 2
    assert view.zone(1, "hand") == [None, None]
    assert view.size("game", "bag") is None
    assert view.size(1, "stash") is None
    assert view.size(0, "stash") == 0
    assert view.common_zone("bag") == []


@pytest.mark.parametrize(("ask", "said"), [
    (lambda v: v.field(0, "coin"), "a player has no field 'coin'; did you mean 'coins'?"),
    (lambda v: v.field("game", "pott"), "the game has no field 'pott'; did you mean 'pot'?"),
    (lambda v: v.zone(0, "crate"), "a player has no field 'crate'"),
    (lambda v: v.zone(9, "hand"), "there is no seat 9, seats go from 0 to 1"),
    (lambda v: v.zone(-1, "hand"), "there is no seat -1"),
    (lambda v: v.zone(0, "coins"), "player.coins is not a zone; read it with 'field'"),
    (lambda v: v.size(0, "coins"), "player.coins is not a zone"),
    (lambda v: v.field("p3", "coins"), "there is nothing called 'p3'"),
    (lambda v: v.field(0, "flag", "a3"), "player.flag holds nothing for 'a3'"),
    (lambda v: v.field(0, "coins", "a1"), "player.coins holds nothing for 'a1'"),
])
def test_what_is_not_there_is_told(tables, ask, said):
    with pytest.raises(UsageError, match=re.escape(said)):
        ask(tables["all"].new(2, seed=1).view(0))


# -- the terminal -----------------------------------------------------------------------------


@pytest.fixture
def at_the_table(tables, capsys, monkeypatch, tmp_path):
    """What is printed while persons, or bots, play with these moves."""
    def play(name: str, seats: list, moves: list[str]) -> str:
        answers = iter(moves)
        monkeypatch.setattr("builtins.input", lambda _: next(answers, "quit"))
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        session = Session(tables[name], 2, 1, {})
        Terminal(Table(session, seats), "en", Keeper(session), "").run()
        return capsys.readouterr().out

    return play


def test_a_choice_is_told_without_its_name(at_the_table):
    printed = at_the_table("signs", [None, None], ["flow.shows paper", "flow.shows rock"])
    assert printed.count("p1: chooses secretly") == printed.count("p2: chooses secretly") == 1
    assert not re.search("^p[12]: .*(rock|paper)", printed, re.MULTILINE)


def test_a_person_among_bots_reads_what_was_chosen(at_the_table):
    bot = bot_named("random")
    printed = at_the_table("signs", [None, bot], ["flow.shows paper"])
    assert "p1: flow shows paper" in printed
    assert "p2: chooses secretly" in printed


def test_what_is_not_known_is_drawn_so(tables):
    state = tables["all"].new(2, seed=1)
    while not any("bid" in state.label(m) for m in state.legal()):
        state.apply(state.legal()[0])
    drawn = "\n".join(line.plain for line in screen(look_at(state.view(0), "en")))
    mine, other = re.search(r"^> p1 .*(?:\n    .*)?", drawn, re.MULTILINE), re.search(
        r"^  p2 .*(?:\n    .*)?", drawn, re.MULTILINE)
    assert re.search(r"pot \?.*bag \?", drawn)
    assert "die ?" not in mine[0]
    for told in ("die ?", "bid ?", "friend ?", "flag 4 unknown", "hand 2 hidden", "stash ?"):
        assert told in other[0]


# -- values that are kept while somebody decides ----------------------------------------------

# What nobody ever sees, so that a value can be used without telling it.
MEMO = {"game": {"memo": {"type": "int", "visible": "none"}}}
HANDS = {"player": {"hand": {"zone": "good", "visible": "owner", "start": "[wood, gold]"}}}


def kept(state: State) -> dict[int, list[int]]:
    """What each seat gets of the secret values that wait, in the order of their slots."""
    slots = sorted(slot for slot, cap, *_ in secret_slots(state) if not cap)
    return {seat: [state.view(seat).slots[slot] for slot in slots]
            for seat in range(state.players)}


def after_go(tmp_path, go: list, **more) -> State:
    """The base game of the cases, stopped in the first action."""
    case = Case("kept", 1, {"note": "kept", "go": go, **more})
    state = tilewright.load(str(write_pack(case, tmp_path))).new(3, seed=1)
    state.apply(state.find("go"))
    return state


WAIT = {"ask": "wait", "by": "p2", "do": [{"gain": {"p2.coins": 1}}]}


def test_a_secret_choice_out_of_an_open_list_is_kept_for_the_chooser(tmp_path):
    state = after_go(tmp_path, [{"choose": {"c": "cells"}, "secretly": True, "do": [
        WAIT, {"set": {"c.mark": "me"}}]}], rules={"state": {"cell": {"mark": "player?"}}})
    state.apply(state.find("go.c b1"))
    assert kept(state) == {0: [1], 1: [-1], 2: [-1]}


@pytest.mark.parametrize(("value", "seen"), [
    ("first(g for g in me.hand)", {0: [0], 1: [-1], 2: [-1]}),
    ("mine()", {0: [0], 1: [-1], 2: [-1]}),
    ("of(me)", {0: [0], 1: [-1], 2: [-1]}),
    ("of(p2)", {0: [-1], 1: [-1], 2: [-1]}),
    ("twice(me)", {0: [0], 1: [-1], 2: [-1]}),
    ("twice(p2)", {0: [-1], 1: [-1], 2: [-1]}),
    ("me.liked", {0: [2], 1: [-1], 2: [-1]}),
    ("p2.liked", {0: [-1], 1: [-1], 2: [-1]}),
    ("me.likes[wood]", {0: [0], 1: [-1], 2: [-1]}),
])
def test_what_is_read_from_hidden_fields_is_kept_for_who_knew_it(tmp_path, value, seen):
    """Also through functions, with whose it is as an argument."""
    first = "first(g for g in {}.hand)"
    rules = {
        "state": {"player": {
            **HANDS["player"], "liked": {"type": "good", "start": "gold", "visible": "owner"},
            "likes": {"type": "int", "per": "good", "visible": "owner"}}, **MEMO},
        "functions": {"mine": {"is": first.format("me")},
                      "of": {"args": {"p": "player"}, "is": first.format("p")},
                      "twice": {"args": {"q": "player"}, "is": "of(q)"}}}
    noted = {"set": {"memo": 1}, "when": f"x == {value}"}
    others = {"set": {"memo": 2}, "when": "mine() == twice(me) and me.liked == gold and "
              "me.likes[wood] == 9"}
    state = after_go(tmp_path, [{"let": {"x": value}}, WAIT, noted, others], rules=rules)
    assert kept(state) == seen


def test_what_is_made_of_two_secrets_is_kept_for_who_knows_both(tmp_path):
    def both(by: str) -> list:
        return [{"random": {"a": "range(1, 3)"}, "to": "me", "do": [
            {"random": {"b": "range(1, 3)"}, "to": by, "do": [
                {"let": {"both": "a + b"}}, WAIT, {"set": {"memo": "both"}}]}]}]

    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    same = kept(after_go(tmp_path / "one", both("me"), rules={"state": MEMO}))
    other = kept(after_go(tmp_path / "two", both("p3"), rules={"state": MEMO}))
    assert all(n > 0 for n in same[0])
    assert same[1] == same[2] == [-1, -1, -1]
    assert [n > 0 for n in other[0]].count(True) == [n > 0 for n in other[2]].count(True) == 1
    assert other[1] == [-1, -1, -1]


def test_whose_field_it_is_may_change_from_round_to_round(tmp_path):
    """What is read for another player is not known to the one who acts."""
    state = after_go(tmp_path, [{"for_each": {"q": "[p2]"}, "do": [
        {"let": {"x": "q.liked"}}, WAIT, {"set": {"memo": 1}, "when": "x == gold"}]}],
        rules={"state": {"player": {"liked": {
            "type": "good", "start": "gold", "visible": "owner"}}, **MEMO}})
    assert kept(state) == {0: [-1], 1: [-1], 2: [-1]}


def test_an_argument_is_known_to_all_where_it_is_open(tmp_path):
    """Though the same procedure is called with what is hidden later, and keeps a value of it."""
    rules = {"state": HANDS | MEMO, "procedures": {"note": {"args": {"g": "good"}, "do": [
        {"let": {"again": "g"}}, WAIT, {"set": {"memo": 1}, "when": "again == gold"}]}}}
    state = after_go(tmp_path, [
        {"call": "note", "with": {"g": "clay"}},
        {"for_each": {"own": "me.hand"}, "do": [{"call": "note", "with": {"g": "own"}}]},
        {"call": "note", "with": {"g": "clay"}}],
        rules=rules)
    assert [sorted(seen)[-2:] for seen in kept(state).values()] == [[1, 1]] * 3
    for told in ([0, 0, 0], [2, 2, 2]):
        state.apply(state.find("note.wait no"))
        assert kept(state) == {0: told, 1: [-1, -1, -1], 2: [-1, -1, -1]}
    state.apply(state.find("note.wait no"))
    assert [sorted(seen)[-2:] for seen in kept(state).values()] == [[1, 1]] * 3


# -- tiles ------------------------------------------------------------------------------------


def test_hidden_tiles_in_play_are_not_counted_in_the_open(tmp_path):
    rules = {"state": {"player": {"team": {
        "zone": "helper", "visible": "owner", "in_play": True, "start": "[cook]"}}}}
    tiles = {"helper": {"cook": {"count": 1}, "maid": {"count": 1}}}
    state = after_go(tmp_path, [{"shuffle": "me.team"}], rules=rules, tiles=tiles)
    other = state.clone()
    room = state.program.layout.rooms["player", "team"]
    counts = state.program.layout.in_play["helper"]
    other._s[room.base + 1], other._s[counts], other._s[counts + 1] = 1, 0, 1
    assert other.view(1).slots == state.view(1).slots
    assert other.view(0).slots != state.view(0).slots
    dealt = state.view(1).determinize(3)
    assert dealt._s[counts:counts + 6] == state._s[counts:counts + 6]
