"""Boards by rule as pictures and in the terminal: cells that touch, corners and edges."""

from __future__ import annotations

from math import dist, isclose, sqrt
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

import tilewright
from bad_packs import game_with, make_pack
from tilewright.cli.app import app
from tilewright.picture.compose import scene_of
from tilewright.picture.scene import SITES

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.picture.scene import Thing

STATE = ("{land: {held: 'player?'}, path: {road: 'player?'}, crossing: {town: 'player?'}, "
         "player: {coins: int}}")
GO = ("{go: {pick: {way: paths}, do: [{set: {way.road: me}}, {set: {a1.held: me}}, "
      "set: {crossing_1.town: me}]}}")


def pack(folder: Path, grid: str) -> Path:
    rules = game_with(grids=f"{{land: {{{grid}, corners: crossing, edges: path}}}}", state=STATE,
                      actions=GO, show="{cells: {land: held, path: road, crossing: town}}")
    return make_pack(folder / "pack", {"game.yaml": rules})


def sites(folder: Path, grid: str) -> dict[str, list[Thing]]:
    state = tilewright.load(str(pack(folder, grid))).new()
    state.apply(state.legal()[0])
    found: dict[str, list[Thing]] = {}
    for thing in scene_of(state.view(None)).things:
        if thing.layer == SITES and thing.kind in ("land", "crossing", "path"):
            found.setdefault(thing.kind, []).append(thing)
    return found


@pytest.mark.parametrize(("grid", "cells", "corners", "edges", "side"), [
    ("of: hexagons, side: 2", 7, 24, 30, 1 / sqrt(3)), ("columns: 3, rows: 2", 6, 12, 17, 1.0)])
def test_corners_and_edges_lie_where_cells_meet(tmp_path, grid, cells, corners, edges, side):
    found = sites(tmp_path, grid)
    assert {kind: len(things) for kind, things in found.items()} == {
        "land": cells, "crossing": corners, "path": edges}
    lands = [(t.x, t.y) for t in found["land"]]
    apart = min(dist(a, b) for a in lands for b in lands if a != b)
    spots = [(t.x, t.y) for t in found["crossing"]]
    assert isclose(min(dist(a, b) for a in spots for b in spots if a != b), side * apart,
                   rel_tol=1e-3)
    for edge in found["path"]:
        near = sorted(dist((edge.x, edge.y), spot) for spot in spots)[:2]
        assert near == pytest.approx([side * apart / 2] * 2, rel=1e-3)


def test_cells_touch_and_nothing_lies_outside(tmp_path):
    state = tilewright.load(str(pack(tmp_path, "of: hexagons, side: 3"))).new()
    scene = scene_of(state.view(None))
    lands = [t for t in scene.things if t.layer == SITES and t.kind == "land"]
    apart = min(dist((a.x, a.y), (b.x, b.y)) for a in lands for b in lands if a is not b)
    # A hexagon is drawn 1.27 times as far as its site reaches; its side walls are nearer.
    assert lands[0].wide / 2 * 1.27 * sqrt(3) == pytest.approx(apart, rel=0.03)
    assert all(0 < t.x < scene.wide and 0 < t.y < scene.high for t in lands)


def test_the_terminal_draws_edges_as_lines(tmp_path):
    folder = pack(tmp_path, "of: hexagons, side: 1")
    said = CliRunner().invoke(app, ["play", str(folder), "--seats", "random,random", "--seed", "3"])
    lines = [line.split() for line in said.output.splitlines()[3:10]]
    assert lines == [["P1", "round", "1"], ["/", "P1"], ["·", "·"], ["|", "P1", "|"], ["·", "·"],
                     ["\\", "/"], ["·"]]


def test_names_stand_on_all_places(tmp_path):
    folder = pack(tmp_path, "of: hexagons, side: 1")
    plain = CliRunner().invoke(app, ["picture", str(folder)]).output
    named = CliRunner().invoke(app, ["picture", str(folder), "--names"]).output
    for word in (">a1<", ">c…6<", ">p…6<"):
        assert word in named
        assert word not in plain


@pytest.mark.parametrize("legend", [True, False])
def test_the_legend_can_be_left_out(tmp_path, legend):
    folder = pack(tmp_path, "of: hexagons, side: 1")
    rules, said = folder / "game.yaml", str(legend).lower()
    rules.write_text(rules.read_text().replace("show: {", f"show: {{legend: {said}, "))
    said = CliRunner().invoke(app, ["play", str(folder), "--seats", "random,random"]).output
    assert ("P1 p1  P2 p2" in said) is legend
