"""Parts of the tests: each test is in one of them, and what is alike is not all in the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from parts import of_first


@dataclass(frozen=True)
class Item:
    """A test as pytest collects it."""

    nodeid: str
    marker: str = ""

    def get_closest_marker(self, name: str) -> Any:
        return self.marker == name


def first(*items: Item) -> set[str]:
    found = of_first(items)  # type: ignore[arg-type]
    assert found <= {item.nodeid for item in items}
    return found


@pytest.mark.parametrize(("cases", "few"), [(1, 1), (4, 1), (5, 2), (9, 3), (40, 10)])
def test_one_in_four_of_many_comes_first(cases: int, few: int) -> None:
    assert len(first(*(Item(f"a.py::b[{n}]", "many") for n in range(cases)))) == few


def test_each_of_many_has_its_own() -> None:
    assert first(Item("a.py::b[1]", "many"), Item("a.py::c", "many"), Item("d.py::b[1]", "many")
                 ) == {"a.py::b[1]", "a.py::c", "d.py::b[1]"}


def test_which_ones_does_not_depend_on_their_order() -> None:
    items = [Item(f"a.py::b[{n}]", "many") for n in range(40)]
    assert first(*items) == first(*reversed(items)) != {item.nodeid for item in items[:10]}


def test_what_is_late_does_not_come_first() -> None:
    assert first(Item("a.py::b", "late"), Item("a.py::c")) == {"a.py::c"}


def test_all_others_come_first() -> None:
    items = [Item(f"a.py::b[{n}]") for n in range(9)]
    assert first(*items) == {item.nodeid for item in items}
