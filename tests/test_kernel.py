"""The kernel: all of it can be read, and each operation does what a plain definition says.

`test_judge.py` runs what is read beside the operations themselves.
"""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tilewright import limits
from tilewright.kernel import primitives, runtime
from tilewright.kernel.bounds import HUGE
from tilewright.kernel.chance import GOLDEN, below, mixed
from tilewright.kernel.faults import Fault, Passed
from tilewright.kernel.words import OPERATIONS, PRIMITIVES, PYTHON
from tilewright.middle import ir
from tilewright.middle.header import HEADER, RNG, STEPS
from tilewright.middle.kernel_words import GIVES
from tilewright.middle.reading import Reader, read_all
from tilewright.middle.text import function_text
from tilewright.problems import Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.kernel.given import Test

PLACE = Place("kernel")
READ = read_all(OPERATIONS.values(), PLACE)
CALLS = {node.word for made in READ.values() for stmt in made.body for node in stmt.walk()
         if isinstance(node, ir.Call)}
DO: Any = type("Operations", (), {k: staticmethod(v) for k, v in OPERATIONS.items()})
NUMBERS = st.lists(st.integers(-3, 9), max_size=12)


# -- reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", sorted(READ))
def test_an_operation_calls_only_what_there_is(word: str) -> None:
    asked = {arg.word for arg in READ[word].args if arg.kind == ir.FUNCTION}
    called = {node.word for stmt in READ[word].body for node in stmt.walk()
              if isinstance(node, ir.Call)}
    assert called <= READ.keys() | PRIMITIVES.keys() | asked


def test_each_primitive_is_used() -> None:
    """By an operation, or only by code of rules."""
    assert PRIMITIVES.keys() - CALLS == {"in_order_by", "least_by", "greatest_by", "tried"}


def test_primitives_are_those_that_python_has() -> None:
    assert list(PRIMITIVES.keys() ^ PYTHON.keys()) == []
    assert list(OPERATIONS.keys() & PYTHON.keys()) == []


@pytest.mark.parametrize("word", sorted(OPERATIONS))
def test_it_is_known_what_an_operation_gives(word: str) -> None:
    assert GIVES.get(word, ir.INT) == READ[word].gives


def test_nothing_else_is_said_to_give_something() -> None:
    assert GIVES.keys() <= OPERATIONS.keys() | PRIMITIVES.keys()


def test_code_reaches_the_kernel_and_nothing_else() -> None:
    names = runtime.namespace({}, ())
    assert names.keys() == {"__builtins__"} | OPERATIONS.keys() | PYTHON.keys()


def test_private_operations_are_read_with_those_that_call_them() -> None:
    private = {word for word in READ if word.startswith("_")}
    assert private == {word for word in CALLS if word.startswith("_")}
    assert private


def _sample(s: list[int], items: list[int], by: Test | None = None) -> int:
    for at, item in enumerate(items):
        if by is not None and 0 <= by(item) < len(s):
            s[at] += item
    while items and not s[0]:
        s[0] = items.pop()
    return sum([at - n for at, n in enumerate(items) if n > 0])


def test_a_function_is_read_as_what_it_says() -> None:
    assert function_text(Reader(_sample, {}, PLACE).read()).splitlines()[1:] == [
        "    for at in range(len(items)):",
        "        item = items[at]",
        "        if given(by) and (0 <= by(item) < len(S)):",
        "            S[at] += item",
        "    while (len(items) > 0) and (not S[0]):",
        "        S[0] = pop(items)",
        "    return sum([at - items[at] for at in range(len(items)) if items[at] > 0])"]


REFUSED: list[Callable[..., Any]] = []


def refused(function: Callable[..., Any]) -> Callable[..., Any]:
    REFUSED.append(function)
    return function


@refused
def a_mapping(s: list[int]) -> None:
    s[0] = len({1: 2})


@refused
def two_names_at_once(s: list[int]) -> None:
    a, b = s[0], s[1]
    s[0] = a + b


@refused
def a_list_as_a_value(s: list[int], items: list[int]) -> list[int]:
    return items or [s[0]]


@refused
def a_loop_that_ends_with_else(s: list[int]) -> None:
    while s[0]:
        break
    else:
        s[0] = 1


@refused
def a_rescue(s: list[int]) -> None:
    try:
        s[0] = 1
    except ValueError:
        s[0] = 2


@refused
def an_unknown_method(s: list[int], items: list[int]) -> None:
    s[0] = 1
    items.reverse()


@refused
def a_default_left_out(s: list[int]) -> list[int]:
    return _with_default(s[0])


@refused
def a_function_inside(s: list[int]) -> list[int]:
    return list(map(lambda x: x + 1, s[0:2]))  # noqa: C417  what is refused


@refused
def two_loops_in_a_list(s: list[int]) -> list[int]:
    return [x for x in s[0:2] for _ in s[0:2]]


def _with_default(first: int, second: int = 1) -> list[int]:
    return [first, second]


@pytest.mark.parametrize("function", REFUSED, ids=[f.__name__ for f in REFUSED])
def test_what_has_no_meaning_is_refused(function: Any) -> None:
    with pytest.raises(AssertionError, match="has no meaning in the middle"):
        Reader(function, {}, PLACE).read()


# -- numbers and lists ----------------------------------------------------------------------------


@example(a=10**17, b=10)
@example(a=10**9, b=-10**9)
@example(a=HUGE - 1, b=1)
@example(a=0, b=10**9)
@example(a=1, b=HUGE)
@example(a=-1, b=HUGE)
@given(st.integers(-2 * HUGE, 2 * HUGE), st.sampled_from([0, 1, -1, 7, 10**9 - 1, 10**9, -10**9]))
def test_a_product_is_below_the_bound(a: int, b: int) -> None:
    assert HUGE == 10**18
    if abs(a * b) < HUGE:
        assert DO.product(a, b) == a * b
    else:
        with pytest.raises(Fault, match="too large"):
            DO.product(a, b)


@example([3, 4, 4], [3, 4], 99)
@given(NUMBERS, NUMBERS, st.sampled_from([-9, 99]))
def test_without_takes_each_once(items: list[int], taken: list[int], other: int) -> None:
    """Few and many to take, also where what is not there comes before or behind them all."""
    few = Counter(items) - Counter(taken)
    assert Counter(DO.without(items, taken)) == few
    taken += [other] * 70
    left = DO.without(items, taken)
    assert Counter(left) == Counter(items) - Counter(taken)
    # What is left keeps its order, and the first of equal ones went.
    back = iter(reversed(items))
    assert all(one in back for one in reversed(left))


@given(NUMBERS, st.integers(0, 3), st.data())
def test_what_may_be_chosen_next_lets_enough_follow(items: list[int], missing: int, data: Any
                                                     ) -> None:
    chosen = sorted(data.draw(st.permutations(items))[:3])
    left = [x for x in DO.without(items, chosen) if not chosen or x >= chosen[-1]]
    expected = [x for x in sorted(set(left)) if sum(y >= x for y in left) >= missing]
    assert DO.many_left(items, chosen, missing, 0) == expected
    assert DO.many_left(items, chosen, missing, 1) == list(
        dict.fromkeys(DO.without(items, chosen)))


@given(st.lists(st.integers(0, 5), min_size=6, max_size=6), st.lists(st.integers(0, 5), min_size=6,
                                                                   max_size=6))
def test_numbers_of_each_kind(have: list[int], cost: list[int]) -> None:
    assert DO.spread(have) == [i for i, n in enumerate(have) for _ in range(n)]
    assert DO.tally(DO.spread(have), len(have)) == have
    assert DO.kinds_in(have) == sorted(set(DO.spread(have)))
    assert DO.shortfall(cost, have) == sum((Counter(DO.spread(cost)) - Counter(
        DO.spread(have))).values())


@given(NUMBERS, st.integers(-3, 9))
def test_places_and_moves(items: list[int], wanted: int) -> None:
    found = DO.index_of(items, wanted)
    assert (found >= 0) == (wanted in items)
    assert found < 0 or items.index(wanted) == found
    assert DO.codes_once(items, 100) == [100 + x for x in dict.fromkeys(items)]
    assert DO.offered(items) == (sum(1 << x for x in set(items)) if min(items, default=0) >= 0
                                 else 0)
    if all(0 <= x < 5 for x in items):
        assert DO.int_codes(items, 7, 5) == DO.codes_once(items, 7)
        assert DO.int_chances(items, 7, 5) == [7 + x for x in items]
    else:
        for word in ("int_codes", "int_chances"):
            with pytest.raises(Fault, match="go from 0 to 4"):
                OPERATIONS[word](items, 7, 5)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9)), min_size=1))
def test_order_by_a_number(pairs: list[tuple[int, int]]) -> None:
    keys = [key for key, _ in pairs]
    assert primitives.in_order_by(pairs) == [
        pairs[at][1] for _, at in sorted((key, at) for at, key in enumerate(keys))]
    assert primitives.least_by(pairs) == pairs[keys.index(min(keys))][1]
    assert primitives.greatest_by(pairs) == pairs[keys.index(max(keys))][1]


@example(limits.REPEAT)
@example(limits.REPEAT + 1)
@given(st.integers(-9, 1_200))
def test_repeats_are_counted_from_zero(times: int) -> None:
    if times <= 1_000:
        assert DO.bounded_times(times) == len(range(times))
    else:
        with pytest.raises(Fault, match="'repeat' goes up to"):
            DO.bounded_times(times)


@example([4, 5], 1)
@example([4, 5], 2)
@example([4, 5], -1)
@given(NUMBERS, st.integers(-13, 13))
def test_an_element_is_one_that_is_there(items: list[int], index: int) -> None:
    if index in range(len(items)):
        assert DO.nth(items, index) == items[index]
    else:
        with pytest.raises(Fault, match=f"no element \\[{index}\\]: it holds {len(items)},"):
            DO.nth(items, index)


@example(1, 2, 3)
@example(2, 2, 3)
@example(5, 2, 3)
@example(6, 2, 3)
@given(st.integers(-5, 5), st.integers(-5, 5), st.integers(0, 5))
def test_numbers_stay_between_bounds(value: int, low: int, width: int) -> None:
    high = low + width
    assert DO.clamp(value, low, high) == sorted([low, value, high])[1]
    if value in range(low, high + 1):
        assert DO.within(value, low, high, "Coins") == value
    else:
        with pytest.raises(Passed, match=f"would become {value}, outside of {low} to {high}"):
            DO.within(value, low, high, "Coins")


@example(7, limits.REPEAT - 1)
@example(7, limits.REPEAT)
@given(st.integers(-1_200, 1_200), st.integers(-9, 1_009))
def test_a_range_goes_from_its_first_number_to_its_last(first: int, more: int) -> None:
    if more < limits.REPEAT:
        assert list(DO.bounded_range(first, first + more)) == [
            first + n for n in range(more + 1)]
    else:
        with pytest.raises(Fault, match="a range holds at most"):
            DO.bounded_range(first, first + more)


@pytest.mark.parametrize("over", [-1, 0, 1])
def test_steps_and_lists_go_up_to_their_limits_and_no_further(over: int) -> None:
    """As many as there may be is not too many."""
    told = pytest.raises(Fault) if over > 0 else nullcontext()
    with told:
        s = _before_steps(limits.STEPS - 6 + over)
        DO.charge(s, 6)
        assert s == _before_steps(limits.STEPS + over)
    with told:
        s = _before_steps(limits.STEPS - 6 + over)
        assert DO.metered(s, [4, 5, 6], 2) == [4, 5, 6]
        assert s == _before_steps(limits.STEPS + over)
    with told:
        items = range(limits.SPREAD + over)
        assert DO.bounded(items) == items


def _before_steps(taken: int) -> list[int]:
    s = [0] * HEADER
    s[STEPS] = taken
    return s


@given(NUMBERS, st.lists(st.tuples(st.integers(0, 2), st.integers(1, 4)), max_size=4))
def test_tolls_go_from_one_to_others(purses: list[int], owed: list[tuple[int, int]]) -> None:
    s = [100, 0, 0, 0, *purses]
    DO.pay_tolls(s, 0, [n for owner, amount in owed for n in (owner, amount, 9)], 1, 1, 99, "T")
    assert sum(s[:4]) == 100
    assert s[1:4] == [sum(n for to, n in owed if to == owner) for owner in range(3)]
    with pytest.raises(Passed, match="T would become more than 3"):
        DO.pay_tolls(s, 0, [0, 200, 9], 1, 1, 3, "T")


# -- chance ---------------------------------------------------------------------------------------

# What splitmix64 gives one after the other if it begins with 1234567, as its authors publish it.
SEED, DRAWN = 1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423,
                        4593380528125082431, 16408922859458223821]
STREAM, ALL = HEADER + 1, 1 << 64


def _before_chance(begins: int = 0) -> list[int]:
    s = [0] * (HEADER + 3)
    s[RNG], s[STREAM] = SEED, begins
    return s


def test_chance_draws_the_numbers_of_splitmix64() -> None:
    assert [mixed(SEED + n * GOLDEN) for n in range(1, 6)] == DRAWN
    s = _before_chance()
    assert [below(s, STREAM, ALL) for _ in DRAWN] == DRAWN
    assert s == _before_chance(len(DRAWN))
    assert [below(_before_chance(n), STREAM, ALL) for n in range(5)] == DRAWN


@given(st.integers(0, 2**62 - 1), st.integers(1, 1_000))
def test_a_draw_is_the_share_of_all_numbers_below_it(begins: int, n: int) -> None:
    s, whole = _before_chance(begins), _before_chance(begins)
    found = below(s, STREAM, n)
    assert found == below(whole, STREAM, ALL) * n // ALL
    assert DO.pick(_before_chance(begins), range(10, 10 + n), STREAM, 0) == 10 + found
    assert 0 <= s[STREAM] < 2**62


def test_a_stream_that_has_come_to_its_end_begins_anew() -> None:
    s = _before_chance(2**62 - 1)
    below(s, STREAM, 6)
    assert s == _before_chance(0)


@pytest.mark.parametrize(("stream", "fits"), [
    (-1, False), (0, True), (HEADER + 2, True), (HEADER + 3, False)])
def test_a_stream_stands_in_the_state(stream: int, *, fits: bool) -> None:
    with nullcontext() if fits else pytest.raises(Fault, match="this position is damaged"):
        below(_before_chance(), stream, 6)


# -- positions ------------------------------------------------------------------------------------

SPANS = ((0, 3), (5, 6))


@given(st.lists(st.integers(-2**41, 2**61), min_size=7, max_size=7))
def test_a_mark_is_what_it_is_said_to_be(s: list[int]) -> None:
    mixture = sum(s[slot] * mixed(slot + 1) for slot in (0, 1, 2, 5))
    assert primitives.marked(s, SPANS) == mixed(mixture % 2**64) >> 2
    assert 0 <= primitives.marked(s, SPANS) < 2**62
    # The last answer is kept: what is asked for afterwards has its own.
    for slot in range(7):
        changed = s[:]
        changed[slot] += 1
        assert (primitives.marked(changed, SPANS) == primitives.marked(s, SPANS)) == (
            slot in (3, 4, 6))


def test_the_last_positions_are_remembered() -> None:
    base, most = 8, 3
    s = [0] * (base + 1 + most)
    for number in (1, 2, 1, 1, 5):
        s[0] = number
        DO.remember(s, base, most, SPANS)
    times = []
    for number in (1, 2, 5, 4):
        s[0] = number
        times.append(DO.times_seen(s, base, SPANS))
    assert times == [2, 0, 1, 0]
    assert DO.times_seen(s, 0, SPANS) == 0


def test_what_is_tried_leaves_only_its_steps() -> None:
    s = [0] * HEADER

    def ask(copy: list[int]) -> int:
        copy[STEPS] += 7
        copy[0] = 5
        return copy[0]

    assert primitives.tried(s, ask) == 5
    assert s == [7 if slot == STEPS else 0 for slot in range(HEADER)]
