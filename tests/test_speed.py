"""The page of speeds says what was measured, and what measures it works. No figure is a promise."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import pytest

import speed
import speed_page
import speed_peers
from packs.tables import CLASSICS, SHIPPED

FIGURES = json.loads(speed_page.FIGURES.read_text("utf-8"))


def test_the_page_is_what_the_script_makes_of_the_figures():
    assert speed_page.PAGE.read_text("utf-8") == speed_page.page(FIGURES)


@pytest.mark.parametrize(("part", "names"), [
    ("games", SHIPPED), ("classics", (*speed.ALIKE, *CLASSICS)),
    ("sizes", tuple(str(size) for size in speed.SIZES))])
def test_each_game_was_measured_on_all_sides(part, names):
    """A game that is new waits for the next time."""
    rows = {row["game"]: row for row in FIGURES[part]}
    assert len(rows) >= 4
    assert set(rows) <= set(names)
    for row in rows.values():
        assert _natively(row) > 0


def _natively(row):
    return row.get("native_decisions_per_second") or row["native"]["decisions_per_second"]


def test_another_figure_is_another_page():
    other = json.loads(json.dumps(FIGURES))
    other["classics"][0]["native"]["decisions_per_second"] *= 2
    assert speed_page.page(other) != speed_page.page(FIGURES)


@pytest.mark.parametrize(("part", "title"), [
    ("pettingzoo", "PettingZoo"), ("boardgameio", "boardgame.io"), ("catanatron", "catanatron")])
def test_who_could_not_be_had_is_left_out(part, title):
    assert f"\n## {title}\n" in speed_page.page(FIGURES)
    assert f"\n## {title}\n" not in speed_page.page({**FIGURES, part: {}})


def test_all_sides_of_a_game_are_measured():
    row = speed.classic("checkers", 0.01, 1)
    assert {"python", "native", "driven", "inside"} < set(row)
    assert all(row[who]["decisions_per_second"] > 0 for who in ("native", "driven", "inside"))
    # A man is picked, and then where it goes; there that is one action.
    assert row["cut"] == pytest.approx(2)
    length = [row[who]["decisions_per_game"] for who in ("driven", "inside")]
    assert length[0] == pytest.approx(length[1], rel=0.5)


def test_a_peer_plays_in_a_process_of_its_own():
    peer = speed_peers.zoo_here()
    each, decisions = peer.runner("here:tictactoe")(0.01, 1)
    peer.end()
    assert each > 0
    assert 5 <= decisions <= 9
    assert "pettingzoo" in peer.versions
