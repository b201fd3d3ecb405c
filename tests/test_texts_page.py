"""The page about the texts of a game: its example works, and what it tells of keys and holes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command_line import run_here
from tilewright.playing.game import load
from tilewright.reference.sections import files
from tilewright.text import filler
from tilewright.wording.filling import Thing, Value

PAGE = Path(__file__).resolve().parent.parent / "docs" / "texts-of-a-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
LISTING = re.compile(r"^```yaml (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLAYED = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST = 140


@pytest.fixture
def stalls(tmp_path: Path) -> Path:
    """The game of the page."""
    for path, content in LISTING.findall(TEXT):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return tmp_path / "stalls"


def test_the_example_has_no_problems(stalls: Path) -> None:
    assert "1 pack: no problems" in run_here("check", str(stalls), "--games", "2").stdout


def test_the_example_is_told_as_the_page_shows_it(stalls: Path) -> None:
    played = run_here("play", str(stalls), "--seats", "human,bot", "--seed", "1", stdin="1\n2\n")
    (shown,) = PLAYED.findall(TEXT)
    assert [part for part in shown.split("...\n") if part not in played.stdout] == []
    about = run_here("text", str(stalls), "work").stdout
    assert "You get 2 coins." in about


@pytest.mark.parametrize(("written", "told"), [
    ("{brought}", "a rope"), ("{place:to}", "to the north"),
    ("{n, plural, one {# coin} other {# coins}}", "1 coin"),
    ("{n, plural, =1 {none but one} other {#}}", "none but one"),
    ("{place, select, north {up} other {down}}", "up"),
])
def test_holes_are_filled_in(written: str, told: str, stalls: Path) -> None:
    game = load(str(stalls)).model
    values: dict[str, Value] = {
        "brought": Thing("ware", "rope"), "place": Thing("stall", "north"), "n": 1}
    assert filler(game, "en").fill(written, values) == told


def test_the_keys_of_the_page_are_those_that_there_are() -> None:
    told = {key for line in TEXT.partition("## Which text")[2].splitlines() if line[:3] == "| `"
            for key in re.findall(r"`([^`]+)`", line.split(" | ")[0])}
    forms = {key.path[-1] for key in files()["text"].keys}
    # A power of a tile is an action with two words.
    assert told - forms == {"move.TILE.ABILITY", "move.TILE.ABILITY.PICK"}
    # What holes they have is told of all others in their own sentences: none.
    assert {form for form in forms - told if "{" in _about(form)} == set()


def _about(form: str) -> str:
    return next(key.about for key in files()["text"].keys if key.path[-1] == form)


def test_the_page_is_short() -> None:
    assert len(TEXT.splitlines()) <= MOST
