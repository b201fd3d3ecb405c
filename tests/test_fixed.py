"""What is worked out while a game is loaded takes only so many steps, however long its lists are
and however large its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bad_packs import game_with, impatient, make_pack, problems_of
from tilewright import limits, stages
from tilewright.linking import tables
from tilewright.linking.tables import rows_of

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.model import Game

HARMLESS = {"text-missing", "unused"}


def codes(folder: Path, texts: str = "", **sections: str) -> set[str]:
    return {p.code for p in problems_of(pack(folder, texts, **sections))} - HARMLESS


def pack(folder: Path, texts: str = "", **sections: str) -> Path:
    files: dict[str, str | bytes] = {"game.yaml": game_with(**sections)}
    if texts:
        files["text/en.yaml"] = texts
        files["pack.yaml"] = ("language: 2\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n"
                              "texts: {en: text/en.yaml}\n")
    return make_pack(folder / "game", files)


def loaded(folder: Path, **sections: str) -> Game:
    game = stages.load(str(pack(folder, **sections)), []).game
    assert game is not None
    return game


LINKED = "coins: me.coins + size(s_1.r)"


@pytest.mark.parametrize("test", [
    "sum(range(1, 1000000000)) > index(here)",
    "size(range(1, 20000000)) > index(here)",
    "5 in range(1, 1000000000)",
    "size(reverse(unique(range(1, 300000)))) > 1",
    "size([n for a in ss for n in range(1, 100000)]) > 1",
    "size(unique(ss)) < 300",
])
def test_lists_in_the_rule_of_a_relation_are_counted(tmp_path: Path, test: str) -> None:
    with impatient():
        assert codes(
            tmp_path, sites="{s: {count: 300}}", scoring=f"{{{LINKED}}}",
            relations=f"{{r: {{from: s, to: s, both_ways: false, when: '{test}'}}}}",
        ) == {"too-many"}


def test_short_lists_are_not_much(tmp_path: Path) -> None:
    game = loaded(tmp_path, sites="{s: {count: 20}}", scoring=f"{{{LINKED}}}", relations=(
        "{r: {from: s, to: s, both_ways: false, when: 'index(here) in range(2, 3)'}}"))
    assert len(game.relations["s", "r"].links) == 2 * 19


def functions(*lines: str, last: str) -> dict[str, str]:
    made = "".join(f"\n  f{n}: {{args: {{n: int}}, is: '{line}'}}" for n, line in enumerate(lines))
    return {"functions": made, "scoring": f"{{coins: me.coins + {last}}}"}


def test_numbers_in_tables_end_where_they_end_in_play(tmp_path: Path) -> None:
    squares = functions("n * n", *(f"f{n}(f{n}(n))" for n in range(8)), last="f8(0)")
    with impatient():
        assert codes(tmp_path, "game: Small\ntable.f6: Powers\n", **squares) == set()
        assert rows_of(loaded(tmp_path / "play", **squares), "f6") == [(0, 0), (1, 1)]


def test_a_table_ends_before_a_number_that_is_too_large(tmp_path: Path) -> None:
    power = "*".join(["n"] * 18)
    game = loaded(tmp_path, **functions(power, last="f0(0)"))
    assert rows_of(game, "f0") == [(n, n ** 18) for n in range(11)]


def test_all_tables_of_a_game_share_their_steps(tmp_path: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["sum(1 for a in cards) + [7, 8, 9][n]"] * 3
    game = loaded(tmp_path, kinds="{card: {count: 100}}",
                  **functions(*lines, last="f0(0) + f1(0) + f2(0)"))
    rows = [(n, 107 + n) for n in range(3)]
    assert rows_of(game, "f0") == rows
    monkeypatch.setattr(tables, "ALL_STEPS", game.fixed.steps * 2 - 1)
    assert rows_of(game, "f1") == []
    assert game.fixed.too_long == {"f1"}
    assert rows_of(game, "f0") == rows
    monkeypatch.setattr(tables, "ALL_STEPS", 10 ** 9)
    assert rows_of(game, "f2") == rows


def test_tables_that_take_too_long_say_so(tmp_path: Path) -> None:
    made = functions(*["sum(1 for a in cards for b in cards) + n"] * 30,
                     last=" + ".join(f"f{n}(0)" for n in range(30)))
    texts = "game: Small\n" + "".join(f"table.f{n}: T\n" for n in range(30))
    with impatient():
        found = problems_of(pack(tmp_path, texts, kinds="{card: {count: 2000}}", **made))
    told = [p.message for p in found if p.code == "text-table"]
    assert len(told) == 30
    assert all("takes too many steps" in message for message in told)


def test_a_list_costs_its_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two rules that differ in their lists alone one may fit and the other not."""
    def linked(folder: str, last: int) -> set[str]:
        rule = f"{{from: s, to: s, when: 'size(range(1, {last})) > 0'}}"
        return codes(tmp_path / folder, sites="{s: {count: 2}}", relations=f"{{r: {rule}}}",
                     scoring=f"{{{LINKED}}}")

    monkeypatch.setattr(limits, "BOARD_STEPS", 200)
    assert linked("few", 20) == set()
    assert linked("many", 60) == {"too-many"}
