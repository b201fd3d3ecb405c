"""Laws that hold in every position of every game."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs.tables import ALL, CLASSICS, PACKS, folder, game, in_play_counts, walked
from tilewright.kernel.zones import UNUSED
from tilewright.playing.record import Record, Session, replayed, verify
from tilewright.problems import IllegalMove, RecordError

if TYPE_CHECKING:
    from tilewright import State

SEEDS = st.integers(0, 10_000)
STEPS = st.integers(0, 120)


def players_of(name: str) -> st.SearchStrategy[int]:
    counts = game(name).players
    return st.integers(counts.start, counts.stop - 1)


def law(examples: int = 12):
    return settings(max_examples=examples, derandomize=True, deadline=None)


every_game = pytest.mark.parametrize("name", ALL)


# -- conservation -----------------------------------------------------------------------------

# Families whose tiles the packs never take out of the game.
KEPT_FAMILIES = {"harbour_town": ("charter", "workshop", "helper"), "coast_walk": ("ware", "wish"),
                 "hexagon_villages": ("plan",)}


def held(state: State, kind: str) -> Counter[int]:
    """How often each element lies in some zone."""
    found: Counter[int] = Counter()
    for room in state.program.layout.rooms.values():
        if room.field.zone and room.field.type.kind == kind:
            for owner in range(room.owners):
                base = room.base + owner * room.width
                found.update(state._s[base + 1:base + 1 + state._s[base]])
    return found


def total(state: State, owner: str, field: str) -> int:
    room = state.program.layout.rooms[owner, field]
    return sum(state._s[room.base:room.base + room.owners * room.width])


@pytest.mark.parametrize("name", PACKS)
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law(25)
def test_tiles_are_in_one_zone_each(name, data, seed, steps):
    state = walked(name, data.draw(players_of(name)), seed, steps)
    for family in KEPT_FAMILIES[name]:
        copies = state.program.game.kinds[family].copies
        assert held(state, family) == Counter(dict(enumerate(copies)))


@given(players=st.integers(2, 4), seed=SEEDS, steps=STEPS)
@law(25)
def test_goods_of_harbour_town_are_conserved(players, seed, steps):
    state = walked("harbour_town", players, seed, steps)
    room = state.program.layout.rooms["quay", "boat"]
    boats = sum(x >= 0 for x in state._s[room.base:room.base + room.owners])
    elsewhere = [("game", "supply"), ("player", "hand"), ("player", "stored"), ("player", "aside")]
    assert boats + sum(total(state, *place) for place in elsewhere) == 14 + 12 + 7


@given(players=st.integers(2, 5), seed=SEEDS, steps=STEPS)
@law(25)
def test_catches_of_coast_walk_are_conserved(players, seed, steps):
    state = walked("coast_walk", players, seed, steps)
    places = [("game", "bag"), ("game", "basket"), ("player", "kept")]
    assert sum(total(state, *place) for place in places) == 20


@every_game
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_tiles_in_play_are_those_in_the_zones(name, data, seed, steps):
    state = walked(name, data.draw(players_of(name)), seed, steps)
    for slot, count in in_play_counts(state).items():
        assert state._s[slot] == count


@every_game
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_unused_room_is_clean(name, data, seed, steps):
    """Behind the elements of a zone stands what always does, else equal positions would differ."""
    state = walked(name, data.draw(players_of(name)), seed, steps)
    for room in state.program.layout.rooms.values():
        if not room.field.zone:
            continue
        for owner in range(room.owners):
            base, cap = room.base + owner * room.width, room.field.cap
            used = state._s[base]
            ends = [base + 1, *([base + 1 + cap] if room.field.hidden else [])]
            for first in ends:
                rest = slice(first + used, first + cap)
                assert tuple(state._s[rest]) == UNUSED[rest]


# -- moves ------------------------------------------------------------------------------------


@every_game
@given(data=st.data(), seed=SEEDS)
@law(6)
def test_there_are_moves_until_the_game_is_over(name, data, seed):
    state = game(name).new(data.draw(players_of(name)), seed)
    rng = random.Random(seed)
    while not state.over:
        moves = state.legal()
        assert moves
        assert len(set(moves)) == len(moves)
        assert state.decider in range(state.players)
        state.apply(rng.choice(moves))
    assert state.legal() == []
    assert state.decider is None
    assert state.winners()
    assert state.end_reason


@pytest.mark.many
@every_game
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law(6)
def test_exactly_the_legal_moves_are_accepted(name, data, seed, steps):
    state = walked(name, data.draw(players_of(name)), seed, steps)
    legal = set(state.legal())
    before, moves, slots = state.save(), state.legal(), state._s.copy()
    for code in range(-1, state.program.build.codes + 1):
        if code in legal:
            state.clone().apply(code)
            continue
        # There are thousands, so this is `pytest.raises` without what it takes long for.
        try:
            state.apply(code)
        except IllegalMove:
            assert state._s == slots
        else:
            pytest.fail(f"{code} is accepted")
    assert state.save() == before
    assert state.legal() == moves


@every_game
@pytest.mark.parametrize("odd", [None, "pass", [], (), -1, 10**30])
def test_what_is_no_move_is_refused(name, odd):
    state = game(name).new(seed=3)
    before = state.save()
    with pytest.raises(IllegalMove):
        state.apply(odd)
    assert state.save() == before


@pytest.mark.parametrize("name", ["tictactoe", "connect_four"])
def test_a_float_is_no_move(name):
    state = game(name).new(seed=3)
    with pytest.raises(IllegalMove):
        state.apply(float(state.legal()[0]))


@every_game
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_moves_have_labels_and_words(name, data, seed, steps):
    state = walked(name, data.draw(players_of(name)), seed, steps)
    labels = [state.label(m) for m in state.legal()]
    assert len(set(labels)) == len(labels)
    for move, label in zip(state.legal(), labels, strict=True):
        assert state.find(label) == move
        words = state.describe(move, "en")
        assert words.strip()
        assert "{" not in words
    with pytest.raises(IllegalMove):
        state.find("no such move")


@every_game
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_scores_are_the_sum_of_the_sheet(name, data, seed, steps):
    state = walked(name, data.draw(players_of(name)), seed, steps)
    sheets = [state.score_sheet(seat) for seat in range(state.players)]
    assert state.scores() == [sum(sheet.values()) for sheet in sheets]
    assert all(list(s) == list(state.program.game.scoring) for s in sheets)


# -- positions --------------------------------------------------------------------------------


@every_game
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_the_same_seed_gives_the_same_game(name, data, seed, steps):
    players = data.draw(players_of(name))
    one, two = (walked(name, players, seed, steps) for _ in range(2))
    assert one.key() == two.key()
    assert one.save() == two.save()


SCRIPT = """
import sys
from packs.tables import walked
for name in sys.argv[1:]:
    print(name, walked(name, None, 5, 60).key())
"""


@pytest.mark.late
def test_games_are_the_same_in_every_process():
    outputs = set()
    for hash_seed in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        outputs.add(subprocess.run(
            [sys.executable, "-c", SCRIPT, *ALL], capture_output=True, text=True, check=True,
            env=env, cwd=folder(PACKS[0]).parents[1]).stdout)
    (output,) = outputs
    here = {name: walked(name, None, 5, 60).key() for name in ALL}
    assert dict(line.split() for line in output.splitlines()) == here


@every_game
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_a_clone_is_independent(name, data, seed, steps):
    state = walked(name, data.draw(players_of(name)), seed, steps)
    before, legal = state.save(), state.legal()
    copy = state.clone()
    rng = random.Random(seed)
    for _ in range(8):
        if copy.legal():
            copy.apply(rng.choice(copy.legal()))
    assert state.save() == before
    assert state.legal() == legal
    state.legal().clear()
    assert state.legal() == legal


RESTORED = ALL


@pytest.mark.parametrize("name", RESTORED)
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_save_and_restore(name, data, seed, steps):
    state = walked(name, data.draw(players_of(name)), seed, steps)
    back = game(name).restore(json.loads(json.dumps(state.save())))
    assert back.save() == state.save()
    assert (back.legal(), back.key(), back.over) == (state.legal(), state.key(), state.over)
    rng = random.Random(seed)
    for _ in range(10):
        if state.over:
            break
        move = rng.choice(state.legal())
        state.apply(move)
        back.apply(move)
    assert back.save() == state.save()


def broken_saves(saved: dict) -> list:
    slots = saved["slots"]
    return [
        None, [], "x", {}, {**saved, "slots": None}, {**saved, "slots": slots[:-1]},
        {**saved, "slots": [*slots, 0]}, {**saved, "slots": ["0", *slots[1:]]},
        {**saved, "slots": [0.5, *slots[1:]]}, {**saved, "slots": [10**9, *slots[1:]]},
        {**saved, "slots": [True, *slots[1:]]}, {**saved, "slots": [slots[0], 10**30, *slots[2:]]},
        {**saved, "hash": "0"},
        {k: v for k, v in saved.items() if k != "hash"},
    ]


@every_game
def test_broken_saves_are_refused(name):
    saved = walked(name, None, 4, 7).save()
    for broken in broken_saves(saved):
        with pytest.raises(RecordError):
            game(name).restore(broken)


@every_game
@given(data=st.data(), seed=SEEDS)
@law(8)
def test_a_save_with_one_wrong_number_is_refused_or_plays_on(name, data, seed):
    """Any damage gives a `RecordError` or a position whose moves can all be made or refused."""
    from tilewright.problems import TilewrightError

    saved = walked(name, None, seed, 20).save()
    slots = list(saved["slots"])
    where = data.draw(st.integers(0, len(slots) - 1))
    slots[where] = data.draw(st.sampled_from([-2, -1, 0, 1, 2, 99, 10**6]))
    try:
        state = game(name).restore({**saved, "slots": slots})
        for move in state.legal():
            state.clone().apply(move)
    except TilewrightError:
        pass


@every_game
@given(data=st.data(), seed=SEEDS)
@law(8)
def test_wrong_players_and_options_of_a_save_are_refused(name, data, seed):
    from tilewright.problems import TilewrightError

    saved = walked(name, None, seed, 5).save()
    for change in ({"players": 99}, {"players": "2"}, {"players": None}, {"options": {"no": 1}},
                   {"options": []}):
        try:
            back = game(name).restore({**saved, **change})
        except TilewrightError:
            continue
        assert back.players == saved["players"]


def transpositions() -> list[tuple[str, list[str], list[str]]]:
    return [
        ("tictactoe", ["mark a1", "mark b2", "mark c3"], ["mark c3", "mark b2", "mark a1"]),
        ("connect_four",
         ["drop column_of_cells_1", "drop column_of_cells_3", "drop column_of_cells_2"],
         ["drop column_of_cells_2", "drop column_of_cells_3", "drop column_of_cells_1"]),
    ]


@pytest.mark.parametrize(("name", "one", "two"), transpositions())
def test_positions_reached_in_two_ways_have_one_key(name, one, two):
    keys = set()
    for labels in (one, two):
        state = game(name).new(seed=1)
        for label in labels:
            state.apply(state.find(label))
        keys.add(state.key())
    assert len(keys) == 1


def what_is_to_be_seen(state: State) -> tuple:
    """All declared fields, points and counters, and what may be done: a position without frames."""
    layout, s = state.program.layout, state._s
    rooms = [tuple(s[r.base:r.base + r.owners * r.width]) for r in layout.rooms.values()]
    points = s[layout.scores:layout.scores + state.players * len(state.program.game.scoring)]
    counters = [tuple(s[b:b + state.players]) for b in layout.used.values()]
    return (s[0], state.actor, state.decider, state.round, tuple(rooms), tuple(points),
            tuple(counters), tuple(state.legal()))


@every_game
@given(data=st.data(), seed=SEEDS, steps=st.integers(0, 60))
@law(6)
def test_a_key_holds_no_forgotten_history(name, data, seed, steps):
    """At a step of a turn nothing but declared things may tell two positions apart."""
    start = walked(name, data.draw(players_of(name)), seed, steps)
    found: dict[tuple, set[str]] = {}
    rng = random.Random(seed)
    for _ in range(150):
        state = start.clone()
        for _ in range(rng.randint(1, 6)):
            if state.over:
                break
            state.apply(rng.choice(state.legal()))
        node = state.program.nodes.get(state._s[0])
        if node is not None and node.actions:
            found.setdefault(what_is_to_be_seen(state), set()).add(state.key())
    assert all(len(keys) == 1 for keys in found.values())


# -- records ----------------------------------------------------------------------------------


def played(name: str, players: int, seed: int, steps: int) -> Session:
    session = Session(game(name), players, seed)
    rng = random.Random(seed)
    for _ in range(steps):
        if session.state.over:
            break
        session.apply(rng.choice(session.state.legal()))
    return session


@pytest.mark.many
@pytest.mark.parametrize("name", [*ALL, *CLASSICS])
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_a_replay_is_the_game(name, data, seed, steps):
    session = played(name, data.draw(players_of(name)), seed, steps)
    session.lines()
    told = verify(game(name), session.record)
    assert told.save() == session.state.save()


@pytest.mark.many
@every_game
@given(data=st.data(), seed=SEEDS, steps=STEPS, back=st.integers(1, 9))
@law()
def test_undo_is_the_shorter_game(name, data, seed, steps, back):
    session = played(name, data.draw(players_of(name)), seed, steps)
    record: Record = session.record
    shorter = record.moves[:max(len(record.moves) - back, 0)]
    session.undo(back)
    assert session.state.save() == replayed(game(name), record, shorter).save()
    assert session.record.moves == shorter
