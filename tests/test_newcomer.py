"""A newcomer, with nothing but the commands that are documented: a tile, a variant and a board.

Each command is run as a person types it, in an empty folder, and what is looked at is what the
person sees. A command that no page shows would be of no use to them, so that is asserted as well.
"""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from command_line import run_here

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "docs/first-tile.md", "docs/first-variant.md",
         "docs/first-game.md", "variants/README.md")
COMMAND = re.compile(r"tilewright ((?:[a-z]+ ?)+)")
# These have commands of their own behind them; of others only the first word is a command.
GROUPS = {"packs": 2, "new": 2}


class Seen(NamedTuple):
    """What a command printed, and how it ended."""

    text: str
    code: int


class Newcomer:
    """Types commands in a folder, and writes files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def types(self, line: str, *keys: str) -> Seen:
        words = shlex.split(line)
        missing = wanted(words) - documented()
        assert not missing, f"no page shows {missing}: tilewright {line}"
        done = run_here(*words, cwd=self.folder, stdin="".join(f"{k}\n" for k in keys),
                        together=True, env={"XDG_DATA_HOME": str(self.folder / "data"),
                                            "NO_COLOR": "1"})
        assert "Traceback" not in done.stdout, done.stdout
        return Seen(done.stdout, done.returncode)

    def sees(self, line: str, *wanted_words: str, keys: tuple[str, ...] = (), code: int = 0) -> str:
        """A command that has to end so and to print these words."""
        seen = self.types(line, *keys)
        assert seen.code == code, f"$ tilewright {line}\n{seen.text}"
        for words in wanted_words:
            assert words in seen.text, f"'{words}' is not in\n$ tilewright {line}\n{seen.text}"
        return seen.text

    def writes(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def changes(self, path: str, old: str, new: str) -> None:
        text = (self.folder / path).read_text(encoding="utf-8")
        assert old in text, f"'{old}' is not in {path}"
        self.writes(path, text.replace(old, new))


@cache
def documented() -> frozenset[str]:
    """The commands and the options that pages show."""
    text = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    found = set(re.findall(r"(?<!\S)--[a-z-]+", text.replace("`", " ")))
    for said in COMMAND.findall(text):
        words = said.split()
        found.add(" ".join(words[:GROUPS.get(words[0], 1)]))
    return frozenset(found)


def wanted(words: list[str]) -> set[str]:
    """The command and the options of a command line."""
    command = " ".join(words[:GROUPS.get(words[0], 1)])
    return {command, *(w for w in words if w.startswith("--"))}


@pytest.fixture
def newcomer(tmp_path: Path) -> Newcomer:
    return Newcomer(tmp_path)


def test_a_command_that_no_page_shows_is_noticed(newcomer: Newcomer) -> None:
    with pytest.raises(AssertionError, match="no page shows"):
        newcomer.types("frobnicate yamatai")
    with pytest.raises(AssertionError, match="no page shows"):
        newcomer.types("check --frobnicate")


def test_a_newcomer_makes_a_tile(newcomer: Newcomer) -> None:
    newcomer.sees("new tile yamatai specialist herald", "tilewright check yamatai_tiles")
    newcomer.sees("check yamatai_tiles", "no problems")
    tile = "yamatai_tiles/tiles/herald.yaml"
    newcomer.changes(tile, "change: trades", "change: traids")
    newcomer.sees("check yamatai_tiles", "unknown-query", f"{tile}:", "did you mean 'trades'?",
                  code=1)
    newcomer.changes(tile, "change: traids", "change: trades")
    newcomer.changes(tile, "worth: 2", "worth: 4")
    newcomer.sees("text yamatai herald --with yamatai_tiles", "Herald: 4 points.")
    newcomer.writes("yamatai_tiles/text/fr.yaml", "specialist.herald: Le Héraut\n")
    newcomer.changes("yamatai_tiles/variant.yaml", "{en: text/en.yaml}",
                     "{en: text/en.yaml, fr: text/fr.yaml}")
    newcomer.sees("check yamatai_tiles", "no problems")
    newcomer.sees("text yamatai herald --with yamatai_tiles --lang fr", "Le Héraut", "4 points")
    # Two languages still lack the name, and `watch` says so; it tells what the tile does as well.
    told = newcomer.types("watch yamatai_tiles --once").text
    assert "specialist.herald: new" in told
    assert re.search(r"specialist\.herald: used in [1-9]\d* of 200 games", told)
    newcomer.sees("play yamatai --with yamatai_tiles --players 2 --seats human,bot --seed 1",
                  "Herald: 4 points.", keys=("rules herald", "quit"))


def test_a_newcomer_makes_a_variant_and_a_board(newcomer: Newcomer) -> None:
    newcomer.sees("new variant tictactoe long_board", "tilewright check long_board")
    newcomer.sees("show tictactoe cell --resolved", "columns: 3", "tictactoe/game.yaml:")
    newcomer.writes("long_board/changes.yaml",
                    "set: {grids/cell/rows: 2}\nplus: {grids/cell/columns: 3}\n")
    newcomer.sees("check long_board", "no problems")
    newcomer.sees("why tictactoe grids/cell/columns --with long_board", "grids/cell/columns = 6",
                  "plus: 6 (3 + 3)", "long_board/changes.yaml:2:")
    newcomer.sees("watch long_board --once", "200 random games", "without the variant")
    drawn = newcomer.sees("play tictactoe --with long_board --seats bot,bot --seed 1",
                          "The game is over")
    assert re.search(r"^ +a +b +c +d +e +f$", drawn, re.MULTILINE)
    assert not re.search(r"^ +3 ", drawn, re.MULTILINE)


def test_a_newcomer_meets_a_variant_that_disagrees(newcomer: Newcomer) -> None:
    for name, rows in (("high", 5), ("higher", 6)):
        newcomer.sees(f"new variant tictactoe {name}")
        newcomer.writes(f"{name}/changes.yaml", f"set: {{grids/cell/rows: {rows}}}\n")
        newcomer.changes(f"{name}/variant.yaml", "texts:", "# texts:")
        (newcomer.folder / name / "text/en.yaml").unlink()
    both = "tictactoe --with high --with higher"
    told = newcomer.sees(f"check {both}", "overlay-conflict", "high/changes.yaml:1:7", code=1)
    way_out = re.search(r"tilewright (packs reconcile \w+ \w+)", told)
    assert way_out, told
    newcomer.sees(f"{way_out[1]} --name peace", "peace/decisions.yaml")
    newcomer.sees(f"check {both} --with peace", "no problems")
    newcomer.sees(f"packs order {both} --with peace --why", "4. peace", "peace requires it")


def test_a_newcomer_replays_after_a_change(newcomer: Newcomer) -> None:
    newcomer.sees("new variant connect_four wide")
    newcomer.writes("wide/changes.yaml", "plus: {grids/cell/columns: 1}\n")
    newcomer.sees("play connect_four --with wide --seats human,human --seed 1", "saved as",
                  keys=("1", "8", "save game.jsonl", "quit"))
    newcomer.sees("replay game.jsonl", "2 moves, and the same end")
    newcomer.writes("wide/changes.yaml", "plus: {grids/cell/rows: 1}\n")
    newcomer.sees("replay game.jsonl", "first difference is", "--as-recorded", code=1)
    newcomer.sees("replay game.jsonl --as-recorded", "2 moves, and the same end")
    newcomer.sees("play connect_four --with wide --resume game.jsonl --as-recorded",
                  "The game is over")


def test_a_newcomer_gives_a_variant_away(newcomer: Newcomer) -> None:
    newcomer.sees("new variant tictactoe gift")
    newcomer.sees("packs install gift", "installed gift 0.1.0")
    friend = Newcomer(newcomer.folder / "elsewhere")
    friend.folder.mkdir()
    (friend.folder / "data").symlink_to(newcomer.folder / "data")
    friend.sees("packs list", "gift")
    friend.sees("packs info gift", "changes        tictactoe")
    friend.sees("play tictactoe --with gift --seats bot,bot --seed 1", "The game is over")
    friend.sees("packs remove gift", "removed")
    friend.sees("play tictactoe --with gift --seats bot,bot", "there is no variant 'gift'", code=2)
