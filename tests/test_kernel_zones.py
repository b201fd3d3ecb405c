"""Zones in a state, and what comes of lengths that no zone can have."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.kernel import zones
from tilewright.kernel.faults import Fault, Passed
from tilewright.kernel.notes import EVERYBODY, GROUP
from tilewright.kernel.words import OPERATIONS
from tilewright.kernel.zones import UNUSED
from tilewright.middle import ir
from tilewright.middle.header import HEADER, RNG
from tilewright.middle.reading import read_all
from tilewright.problems import Place

if TYPE_CHECKING:
    from collections.abc import Callable

READ = read_all(OPERATIONS.values(), Place("kernel"))
DO: Any = type("Operations", (), {k: staticmethod(v) for k, v in OPERATIONS.items()})


STREAM = HEADER
BASE, CAP = HEADER + 2, 4
OTHER, OTHER_CAP = BASE + 1 + 2 * CAP, 3
END = OTHER + 1 + 2 * OTHER_CAP
HELD = st.lists(st.integers(0, 5), max_size=CAP)


def state_with(mine: list[int], theirs: list[int] | None = None) -> list[int]:
    """A state with two zones, and who knows the elements: 1, 2, 3 … and 11, 12, 13 …"""
    s = list(UNUSED[:END + 2])
    s[:HEADER] = [0] * HEADER
    for base, cap, items, bits in ((BASE, CAP, mine, 1), (OTHER, OTHER_CAP, theirs or [], 11)):
        s[base] = len(items)
        s[base + 1:base + 1 + len(items)] = items
        s[base + 1 + cap:base + 1 + cap + len(items)] = range(bits, bits + len(items))
    return s


def zone(s: list[int], base: int = BASE) -> list[int]:
    return s[base + 1:base + 1 + s[base]]


def known(s: list[int], base: int = BASE, cap: int = CAP) -> list[int]:
    return s[base + 1 + cap:base + 1 + cap + s[base]]


def rest_is_unused(s: list[int]) -> bool:
    return all(s[slot] == UNUSED[slot] for base, cap in ((BASE, CAP), (OTHER, OTHER_CAP))
               for slot in (*range(base + 1 + s[base], base + 1 + cap),
                            *range(base + 1 + cap + s[base], base + 1 + 2 * cap)))


@given(HELD, st.integers(0, 5))
def test_one_more_in_a_zone(held: list[int], item: int) -> None:
    for word, wanted in (("add_bottom", [*held, item]), ("add_top", [item, *held]),
                         ("add_sorted", sorted([*held, item]))):
        s = state_with(held)
        if len(held) == CAP:
            with pytest.raises(Passed, match="Zone is full, it holds 4"):
                OPERATIONS[word](s, BASE, CAP, item, "Zone")
        else:
            OPERATIONS[word](s, BASE, CAP, item, "Zone")
            assert zone(s) == wanted


@given(HELD, st.integers(0, 5))
def test_one_more_in_a_hidden_zone(held: list[int], item: int) -> None:
    bits = list(range(1, len(held) + 1))
    for word, wanted, who in (("hide_bottom", [*held, item], [*bits, 9]),
                              ("hide_top", [item, *held], [9, *bits])):
        s = state_with(held)
        if len(held) < CAP:
            OPERATIONS[word](s, BASE, CAP, item, 9, "Zone")
            assert (zone(s), known(s)) == (wanted, who)
            assert rest_is_unused(s)
        else:
            with pytest.raises(Passed, match="Zone is full, it holds 4"):
                OPERATIONS[word](s, BASE, CAP, item, 9, "Zone")
    s = state_with(held)
    DO.lose(s, BASE, CAP, item, EVERYBODY)
    assert zone(s) == [*held, item][:CAP]
    assert known(s) == [*bits, EVERYBODY][:CAP]


@given(HELD, st.integers(0, 5))
def test_one_less_in_a_zone(held: list[int], item: int) -> None:
    s, hidden = state_with(held), state_with(held)
    if item not in held:
        for word, given_ in (("take", (BASE, item)), ("take_hidden", (BASE, CAP, item))):
            with pytest.raises(Fault, match="the element to take is not in Zone"):
                OPERATIONS[word](s, *given_, "Zone")
        assert s == hidden
        return
    at = held.index(item)
    left = held[:at] + held[at + 1:]
    DO.take(s, BASE, item, "Zone")
    assert zone(s) == left
    assert s[BASE + 1 + len(left)] == UNUSED[BASE + 1 + len(left)]
    assert DO.take_hidden(hidden, BASE, CAP, item, "Zone") == at + 1
    assert (zone(hidden), known(hidden)) == (left, [n + 1 for n in range(len(held)) if n != at])
    assert rest_is_unused(hidden)


@given(HELD, st.integers(0, 2**63))
def test_a_shuffled_zone_holds_the_same(held: list[int], seed: int) -> None:
    s = state_with(held)
    s[RNG] = seed
    DO.shuffle_hidden(s, BASE, CAP, 4, 0, STREAM)
    assert sorted(zone(s)) == sorted(held)
    assert known(s) == [4] * len(held)
    DO.replace(s, BASE, sorted(held))
    assert zone(s) == sorted(held)
    DO.reveal(s, BASE, CAP, 2, 3)
    assert known(s) == ([7, 7, 4, 4])[:len(held)]
    DO.tell(s, BASE + 1 + CAP, len(held), 8)
    DO.forget(s, BASE, CAP, -1, 0)
    assert known(s) == [EVERYBODY] * len(held)
    assert rest_is_unused(s)


@given(st.permutations(range(6)), st.integers(0, CAP), st.integers(0, CAP), st.integers(0, 2**63))
def test_what_everybody_knows_is_shuffled_as_a_group(cards: list[int], many: int, known_to_all: int,
                                                     seed: int) -> None:
    held = cards[:many]
    s = [*state_with(held), *[0] * 6]
    s[RNG], groups = seed, len(s) - 6
    DO.reveal(s, BASE, CAP, known_to_all, EVERYBODY)
    bits = known(s)
    DO.shuffle_hidden(s, BASE, CAP, 4, groups, STREAM)
    grouped = many > 1 and all(note == EVERYBODY for note in bits)
    number = min(held) + 1 if grouped else 0
    assert known(s) == [4 | number << GROUP] * many
    assert s[groups:] == [number if card in held else 0 for card in range(6)]
    # Whoever takes one in secret leaves no trace of which.
    DO.forget_others(s, BASE, CAP, 4)
    assert known(s) == [4] * many


@given(HELD, st.lists(st.integers(0, 5), max_size=OTHER_CAP), st.integers(-1, 6),
       st.sampled_from([-1, 0, 32]), st.sampled_from([-1, 0, 64]))
def test_pouring_keeps_orders(mine: list[int], theirs: list[int], count: int, seen: int,
                              to_seen: int) -> None:
    s = state_with(mine, theirs)
    many = min(max(count, 0), len(mine))
    given_ = (s, BASE, CAP, seen, count, OTHER, OTHER_CAP, to_seen, "Zone")
    if len(theirs) + many > OTHER_CAP:
        with pytest.raises(Passed, match="Zone is full, it holds 3"):
            DO.pour(*given_)
        return
    DO.pour(*given_)
    assert zone(s) == mine[many:]
    assert zone(s, OTHER) == theirs + mine[:many]
    if seen >= 0:
        assert known(s) == list(range(many + 1, len(mine) + 1))
    if to_seen >= 0:
        moved = [EVERYBODY] * many if seen < 0 else [n | to_seen for n in range(1, many + 1)]
        assert known(s, OTHER, OTHER_CAP)[len(theirs):] == moved


@given(HELD, st.lists(st.integers(0, 5), max_size=OTHER_CAP), st.booleans())
def test_an_exchange_is_undone_by_another(mine: list[int], theirs: list[int], sets: bool
                                          ) -> None:
    s = state_with(mine, theirs)
    given_ = (BASE, CAP, 0, sets, "Zone", OTHER, OTHER_CAP, 0, sets, "Other")
    if len(mine) > OTHER_CAP:
        with pytest.raises(Passed, match="Other is full, it holds 3"):
            DO.exchange(s, *given_)
        return
    DO.exchange(s, *given_)
    assert zone(s) == (sorted(theirs) if sets else theirs)
    assert zone(s, OTHER) == (sorted(mine) if sets else mine)
    assert rest_is_unused(s)
    if not sets:
        DO.exchange(s, *given_)
        assert s == state_with(mine, theirs)
    DO.clear(s, BASE, CAP, 0)
    assert zone(s) == []
    assert rest_is_unused(s)


def test_tiles_are_counted_in_play() -> None:
    s = [*[0] * HEADER, 2, 1, 2, 1, 0, 9, *[0] * 6]
    DO.recount(s, HEADER, 3, 2, HEADER + 6, 3, 1)
    assert s[HEADER + 6:] == [0, 1, 1, 1, 0, 0]


def test_a_kept_list_leaves_nothing_behind() -> None:
    s = [5] * 9
    DO.keep_list(s, 2, 4, range(3))
    assert s == [5, 5, 3, 0, 1, 2, 0, 5, 5]
    with pytest.raises(Fault, match="more than 4 elements"):
        DO.keep_list(s, 2, 4, range(5))


# How operations are called that look at the length of a zone.
WRITERS: dict[str, Callable[[list[int]], Any]] = {
    **{word: lambda s, word=word: OPERATIONS[word](s, BASE, CAP, 1, "Zone")  # type: ignore[misc]
       for word in ("add_bottom", "add_top", "add_sorted", "take_hidden")},
    **{word: lambda s, word=word: OPERATIONS[word](s, BASE, CAP, 1, 2, "Zone")  # type: ignore[misc]
       for word in ("hide_bottom", "hide_top")},
    **{word: lambda s, word=word: OPERATIONS[word](s, BASE, CAP, 1)  # type: ignore[misc]
       for word in ("forget_others", "clear")},
    "forget": lambda s: DO.forget(s, BASE, CAP, 1, 0),
    "shuffle_hidden": lambda s: DO.shuffle_hidden(s, BASE, CAP, 1, 0, STREAM),
    "take": lambda s: DO.take(s, BASE, 1, "Zone"),
    "replace": lambda s: DO.replace(s, BASE, zone(s)),
    "shuffle": lambda s: DO.shuffle(s, BASE, STREAM),
    "recount": lambda s: DO.recount(s, BASE, 0, 1, HEADER, 0, 0),
    "lose": lambda s: DO.lose(s, BASE, CAP, 1, 2),
    "reveal": lambda s: DO.reveal(s, BASE, CAP, 2, 3),
    "pour": lambda s: DO.pour(s, BASE, CAP, 0, 2, OTHER, OTHER_CAP, 0, "Zone"),
    "pour back": lambda s: DO.pour(s, OTHER, OTHER_CAP, 0, 2, BASE, CAP, 0, "Zone"),
    "exchange": lambda s: DO.exchange(s, BASE, CAP, 0, 0, "", OTHER, OTHER_CAP, 0, 0, ""),
    "exchange back": lambda s: DO.exchange(s, OTHER, OTHER_CAP, 0, 0, "", BASE, CAP, 0, 0, ""),
    "remember": lambda s: DO.remember(s, BASE, CAP, ((0, 3),)),
    "times_seen": lambda s: DO.times_seen(s, BASE, ((0, 3),)),
}


@pytest.mark.parametrize("word", WRITERS)
@pytest.mark.parametrize("held", [-2**40, -9, -1, 999, 2**40])
def test_a_damaged_length_is_a_fault(word: str, held: int) -> None:
    s = state_with([1, 2], [3])
    s[BASE] = held
    before = s[:]
    if word == "lose" and held > CAP:
        WRITERS[word](s)
        assert s == before
        return
    with pytest.raises(Fault, match="this position is damaged"):
        WRITERS[word](s)
    assert len(s) == len(before)


# These look whether a length fits into the state, the others whether it fits into the zone.
WHOLE = ("take", "replace", "shuffle", "recount", "times_seen")


def is_damaged(word: str, s: list[int]) -> bool:
    """Whether an operation says so; a zone may well be full, or without what is asked for."""
    try:
        WRITERS[word](s)
    except (Fault, Passed) as fault:
        return str(fault).startswith("this position is damaged")
    return False


@pytest.mark.parametrize("word", WRITERS)
def test_the_greatest_length_is_none_too_much(word: str) -> None:
    s = state_with([])
    s[BASE + 1:] = [0] * (len(s) - BASE - 1)
    s[OTHER] = 1
    s[BASE] = len(s) - BASE - 1 if word in WHOLE else CAP
    assert not is_damaged(word, s[:])
    s[BASE] += 1
    before = s[:]
    assert is_damaged(word, s) == (word != "lose")
    # Before it is known that there is no room, the other zone is emptied.
    assert s == before or word == "pour back"


@pytest.mark.parametrize("word", WRITERS)
@given(held=st.integers(-30, 30), items=HELD)
def test_no_length_changes_how_large_a_state_is(word: str, held: int, items: list[int]) -> None:
    s = state_with(items, [1, 2])
    size, s[BASE] = len(s), held
    with suppress(Fault):
        WRITERS[word](s)
    assert len(s) == size


def test_each_operation_that_writes_a_row_is_tried_with_damage() -> None:
    writing = {word for word, made in OPERATIONS.items() if made.__module__ in (
        zones.__name__, "tilewright.kernel.history") and any(
            isinstance(node, ir.Write) for stmt in READ[word].body for node in stmt.walk())}
    assert writing - {word.partition(" ")[0] for word in WRITERS} == {"keep_list"}
