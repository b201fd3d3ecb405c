"""What things know, on the page of a game and in the terminal: with type and sentence."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tilewright import catalogue
from tilewright.cli.reference import tile_page
from tilewright.cli.show import print_thing
from tilewright.handbook.things import known
from tilewright.model import GAME
from tilewright.playing.game import load

if TYPE_CHECKING:
    from pathlib import Path

GAMES = ["tictactoe", "connect_four", "yamatai", "namiji", "dots_and_boxes", "hex"]


@cache
def rows(game: str) -> dict[str, tuple[str, str]]:
    """What stands on a page, by how it is written."""
    part = tile_page(game, "en").partition("## What things know\n")[2]
    found = re.findall(r"^\| `([\w.]+)` \| ([^|]+) \| ([^|]+) \|$", part, re.MULTILINE)
    return {name: (type_, about) for name, type_, about in found}


@pytest.mark.parametrize("game", GAMES)
def test_all_that_things_know_is_on_the_page(game: str) -> None:
    model = load(game).model
    written = {f"{kind.name}.{name}" for kind in model.kinds.values() for name in kind.attributes}
    written |= {name if owner == GAME else f"{owner}.{name}" for owner, name in model.fields}
    assert set(rows(game)) == written
    bare = {name for name, kind in model.kinds.items() if not known(model, name)}
    listed = re.search(r"^These have nothing but their names: (.*)\.$", tile_page(game, "en"),
                       re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", listed[1] if listed else "")) == bare


@pytest.mark.parametrize(("game", "name", "said"), [
    ("tictactoe", "cell.row", ("a number", "the number of its row, from 1")),
    ("tictactoe", "cell.beside", ("a list of cells", "the cells that share a side with it")),
    ("tictactoe", "cell.lines", ("a list of lines", "the lines through it")),
    ("tictactoe", "line.cells", ("a list of cells", "its cells, in order")),
    ("tictactoe", "cell.mark", ("a player or none", "changes in play")),
    ("yamatai", "island.shore", ("a list of spots", "the spots to which 'shore' leads")),
    ("yamatai", "building.worth", ("a number", "never changes")),
    ("yamatai", "last_spot", ("a spot or none", "as at first again with each turn")),
    ("yamatai", "player.fleet", ("a zone of fleets",
                                 "took; at most 1; abilities of its tiles count")),
    ("yamatai", "player.hand", ("a number for each colour", "changes in play")),
    ("yamatai", "building_deck", ("a zone of buildings", "deck of buildings; nobody sees it")),
    ("dots_and_boxes", "box.lines", ("a list of lines", "its lines")),
    ("dots_and_boxes", "line.dots", ("a list of dots", "its dots")),
    ("dots_and_boxes", "dot.boxes", ("a list of boxes", "the boxes that it touches")),
    ("dots_and_boxes", "dot.beside", ("a list of dots",
                                      "the corners at the other ends of its edges")),
    ("dots_and_boxes", "line.beside", ("a list of lines",
                                       "the edges that share a corner with it")),
    ("namiji", "player.secrets", ("a zone of rock cards",
                                  "sacred rock cards; only its player sees it")),
    ("namiji", "bank", ("a number for each fish", "face-down fish; from 0 to 40")),
])
def test_a_thing_is_told_in_a_line(game: str, name: str, said: tuple[str, str]) -> None:
    assert rows(game)[name] == said


def test_a_game_without_texts_is_told_by_types(tmp_path: Path) -> None:
    files = {"pack.yaml": "language: 2\nid: bare\nversion: 1.0.0\nrules: [game.yaml]\n",
             "game.yaml": catalogue.GAME.replace("coins: int", "coins: {type: int, min: -2}")}
    page = tile_page(str(catalogue.write({**files}, tmp_path / "bare")))
    assert "| `player.coins` | a number | from -2 |\n" in page


def test_the_terminal_tells_a_kind(capsys: pytest.CaptureFixture[str]) -> None:
    print_thing("tictactoe", [], "cell", resolved=False)
    printed = capsys.readouterr().out
    assert "  mark: a player or none; changes in play\n" in printed
    assert "  beside: a list of cells; the cells that share a side with it\n" in printed
