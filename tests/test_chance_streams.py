"""Chance comes in streams by purpose: a change of one draw leaves the others as they were."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import MANIFEST, make_pack
from packs.tables import ALL, game
from tilewright.compiling.streams import first_numbers
from tilewright.kernel.chance import GOLDEN, below, mixed
from tilewright.middle.header import CHANCE_KEY, HEADER, RNG
from tilewright.playing.record import Session, read_record, verify
from tilewright.problems import RecordError

if TYPE_CHECKING:
    from tilewright import Game, State

RECORDS = sorted((Path(__file__).parent / "records").glob("*.jsonl"))
# With what their numbers were then.
NUMBERS_OF_OLD = {"yamatai": ("first_points",)}
# A deck for each player, one for all, and a die; what comes more stands at MORE.
DRAWS = """
players: {min: 2, max: 3}
kinds: {card: [a, b, c, d, e, f, g, h]}
state:
  game: {deck: {zone: card, visible: none, start: cards}, EXTRA, luck: int}
  player:
    mine: {zone: card, visible: none, start: cards}
    coins: int
flow:
  setup:
    - MORE
    - shuffle: deck
    - for_each: {p: players}
      do: [{shuffle: p.mine}]
  round: {each: players, turn: [{must: [roll]}]}
actions:
  roll:
    do:
      - random: {n: "[1, 2, 3, 4, 5, 6]"}
        do: [{gain: {me.coins: n}}]
ends: {late: {when: round > 3, check: round}}
scoring: {coins: me.coins}
"""
FIELDS = ("deck", "p1.mine", "p2.mine")
# What comes more, and of which fields it changes the order.
MORE = [
    ("{gain: {luck: 1}}", set()),
    ("{shuffle: deck}", {"deck"}),
    ("{shuffle: other}", set()),
    ("{for_each: {p: players}, do: [{if: p == first(players), then: [{shuffle: p.mine}]}]}",
     {"p1.mine"}),
    ("{random: {n: '[1, 2, 3]'}, do: [{gain: {luck: n}}]}", set()),
]


def drawn(folder: Path, more: str) -> Game:
    rules = DRAWS.replace("MORE", more).replace(
        "EXTRA", "other: {zone: card, visible: none, start: cards}" if "other" in more
        else "unused: int")
    return tilewright.load(str(make_pack(folder, {"pack.yaml": MANIFEST, "game.yaml": rules})))


def rolls(state: State) -> list[list[int]]:
    found = []
    while not state.over:
        state.apply(state.legal()[0])
        found.append([state.read("p1.coins"), state.read("p2.coins")])
    return found


@pytest.mark.parametrize(("more", "changed"), MORE, ids=[more for more, _ in MORE])
def test_one_more_draw_changes_no_other(tmp_path: Path, more: str, changed: set[str]) -> None:
    plain, other = drawn(tmp_path / "a", "{gain: {luck: 1}}"), drawn(tmp_path / "b", more)
    for seed in range(5):
        before, after = plain.new(2, seed), other.new(2, seed)
        assert {path for path in FIELDS if before.read(path) != after.read(path)} == changed
        assert rolls(before) == rolls(after)


def test_streams_differ_from_each_other(tmp_path: Path) -> None:
    """Decks with the same cards do not lie in the same order, nor in that of another seed."""
    one = drawn(tmp_path / "a", "{shuffle: other}")
    orders = [tuple(one.new(2, seed).read(path))
              for seed in range(5) for path in (*FIELDS, "other")]
    assert len(set(orders)) == len(orders)


@pytest.mark.parametrize("name", ALL)
def test_streams_begin_far_from_each_other(name: str) -> None:
    """None comes to where another one begins."""
    layout = game(name).program().layout
    begun = sorted(number for _, number in first_numbers(layout))
    assert len(begun) == len(layout.streams)
    assert all(after - before > 10**9 for before, after in pairwise(begun))


def test_how_often_was_drawn_is_no_part_of_a_position(tmp_path: Path) -> None:
    one = drawn(tmp_path / "a", "{shuffle: other}")
    state = one.new(2, 1)
    again = state.clone()
    slot = again.program.layout.streams.start
    again._s[slot] += 5
    assert again.key() == state.key()
    assert again.view(0).key() == state.view(0).key()
    assert again.view(0).slots == state.view(0).slots
    assert again.view(None).slots == state.view(None).slots


def test_each_bit_of_a_wide_seed_counts(tmp_path: Path) -> None:
    one = drawn(tmp_path / "a", "{shuffle: other}")
    wide = 0xB7E151628AED2A6ABF7158809CF4F3C7
    seeds = [wide, *(wide ^ 1 << bit for bit in range(128)), -wide]
    orders = {tuple(tuple(one.new(2, seed).read(path)) for path in (*FIELDS, "other"))
              for seed in seeds}
    assert len(orders) == len(seeds)
    assert rolls(one.new(2, wide)) == rolls(one.new(2, wide))


def test_both_words_of_a_wide_seed_are_mixed_into_each_draw() -> None:
    """Neither can be found alone by trying all numbers of one word."""
    draws = []
    for first, second in ((1, 0), (1, 1), (1, 2), (2, 1)):
        s = [0] * (HEADER + 1)
        s[RNG], s[CHANCE_KEY] = first, second
        draws.append([below(s, HEADER, 1 << 64) for _ in range(3)])
    for one, other in combinations(draws, 2):
        assert not {*one} & {*other}
    # A seed of one word draws what splitmix64 draws.
    assert draws[0] == [mixed(1 + n * GOLDEN) for n in (1, 2, 3)]


# -- games of old, with all chance from one stream ------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_a_record_of_old_is_played_as_it_was(path: Path) -> None:
    """They were written when all chance came from one stream, and say after each move what held."""
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    played = tilewright.load(record.game, NUMBERS_OF_OLD.get(record.game, ()))
    assert record.version == 2
    assert verify(played, record).over
    session = Session.of(played, record)
    assert session.lines()[1:] == text.splitlines()[1:]
    assert read_record(session.lines()).version == 2
    assert any(event for events in session.events for event in events)


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_with_streams_it_is_another_game(path: Path) -> None:
    record = read_record(path)
    record.version = 3
    with pytest.raises(RecordError):
        verify(tilewright.load(record.game, NUMBERS_OF_OLD.get(record.game, ())), record)
