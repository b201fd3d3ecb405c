"""Which blocks are written into others: on both sides of each limit."""

from __future__ import annotations

import pytest

from tilewright.compiling import inline
from tilewright.compiling.inline import inlined, targets
from tilewright.middle import ir
from tilewright.middle.code import Code
from tilewright.problems import Place

HERE, ELSEWHERE = Place("game.yaml", 1, 1), Place("other.yaml", 1, 1)


def block(label: int, length: int, *ends: ir.Statement, place: Place = HERE) -> ir.Function:
    """A block of so many statements, ends and all."""
    body = [ir.put(20, ir.const(label)) for _ in range(length - len(ends))]
    return ir.function(f"block_{label}", [ir.POSITION], [*body, *ends], place, ir.OUTCOME)


def stays(blocks: dict[int, ir.Function]) -> bool:
    """Whether the first block still jumps away; it is kept, and the others are not."""
    return bool(targets(inlined(Code(1, blocks=blocks, kept={1})).blocks[1].body))


def two(length: int, place: Place = HERE) -> dict[int, ir.Function]:
    decision = ir.Decide(2, ir.const(0), ir.new_list())
    return {1: block(1, 1, ir.Jump(2)), 2: block(2, length, decision, place=place)}


def test_a_decision_counts_as_three_statements() -> None:
    assert [stays(two(length)) for length in (9, 10, 11)] == [False, False, True]


def test_what_another_file_says_stays_there() -> None:
    """Each file is a module of its own, and errors are told by its lines."""
    assert stays(two(2, ELSEWHERE))


@pytest.mark.parametrize(("left", "wanted"), [(4, False), (3, True)])
def test_a_program_never_becomes_mostly_copies(left: int, wanted: bool,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = two(2)
    monkeypatch.setattr(inline, "COPIES", left - sum(inline.size(b.body) for b in blocks.values()))
    assert stays(blocks) == wanted


def chain(count: int, length: int) -> dict[int, ir.Function]:
    last = ir.Decide(count + 1, ir.const(0), ir.new_list())
    return {n: block(n, length, ir.Jump(n + 1) if n <= count else last)
            for n in range(1, count + 2)}


@pytest.mark.parametrize(("count", "wanted"), [(12, False), (13, True)])
def test_blocks_stand_inside_of_each_other_to_a_depth(count: int, wanted: bool) -> None:
    """The first one is inside of itself, so to say."""
    assert stays(chain(count, 2)) == wanted


def test_a_loop_of_blocks_is_left() -> None:
    assert stays({1: block(1, 2, ir.Jump(2)), 2: block(2, 2, ir.Jump(1))})


@pytest.mark.parametrize(("length", "wanted"), [(499, False), (500, True)])
def test_what_is_long_takes_no_more_in(length: int, wanted: bool) -> None:
    assert stays({**two(2), 1: block(1, length, ir.Jump(2))}) == wanted
