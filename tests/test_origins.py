"""Where values come from: `tilewright why` and `tilewright show --resolved`, to the letter.

The chain: 'harvest' changes the game, 'winter' requires it, and 'feast' comes after both.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from merging.making import BASES, write_pack
from tilewright.cli.app import app
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HARVEST = """\
set: {tiles/card/peddler/worth: 2}
plus: {state/player/coins/start: 3}
insert: {show/table/stock: {after: [deck]}}
remove: [ends/late]
"""
WINTER = """\
expect: {state/player/coins/start: 7}
times: {state/player/coins/start: {by: "1/2", round: up}}
set: {options/goal: {default: 12}}
"""
FEAST = """\
replace: {tiles/card/peddler: {worth: 5, cost: {clay: 2}}}
set: {state/player/coins/start: 9}
add: {tiles/card/porter/rare: true}
"""
WITH = ["--with", "feast", "--with", "winter"]


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("chain")
    shutil.copytree(BASES / "market", folder / "market")
    write_pack(folder, "harvest", "market", HARVEST, {"version": "1.1.0"})
    write_pack(folder, "winter", "market", WINTER,
               {"version": "2.0.0", "requires": {"harvest": ">=1"}})
    write_pack(folder, "feast", "market", FEAST, {"after": ["winter"]})
    return folder


@pytest.fixture(autouse=True)
def _inside(chain: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(chain)
    return


def told(*arguments: str) -> str:
    done = CliRunner().invoke(app, [*arguments, *WITH])
    assert done.exit_code == 0, done.output
    return done.output


WHY = {
    "state/player/coins/start": """\
state/player/coins/start = 9
  market 1.4.0: 4 (market/game.yaml:34:31)
  harvest: plus: 7 (4 + 3) (harvest/changes.yaml:2:8); written over later
  winter: expected as it was (winter/changes.yaml:1:10)
  winter: times: 4 (7 × 1/2, rounded up) (winter/changes.yaml:2:9); written over later
  feast: set: 9 (feast/changes.yaml:2:7)
""",
    "tiles/card/peddler/worth": """\
tiles/card/peddler/worth = 5
  market 1.4.0: 1 (market/cards.yaml:4:12)
  harvest: set: 2 (harvest/changes.yaml:1:7); written over later
  feast: tiles/card/peddler replace: {worth: 5, cost: {clay: 2}} (feast/changes.yaml:1:11)
""",
    "tiles/card/magnate/worth": """\
tiles/card/magnate/worth: not said here, so it is taken over from 'trader' \
(extends: market/cards.yaml:13:14)
tiles/card/trader/worth = 2
  market 1.4.0: 2 (market/cards.yaml:11:12)
""",
    "tiles/card/porter/rare": """\
tiles/card/porter/rare = true
  feast: add: true (feast/changes.yaml:3:7)
""",
    "options/goal/default": """\
options/goal/default = 12
  market 1.4.0: 9 (market/game.yaml:4:30)
  winter: set: 12 (winter/changes.yaml:3:22)
""",
    "ends/late": """\
ends/late is not there any more
  market 1.4.0: {when: round == 6, check: round} (market/course.yaml:80:9)
  harvest: taken away (harvest/changes.yaml:4:10)
""",
    "ends/late/when": """\
ends/late/when is not there any more
  market 1.4.0: round == 6 (market/course.yaml:80:16)
  harvest: ends/late taken away (harvest/changes.yaml:4:10)
""",
    "show/table/deck": """\
show/table/deck = deck
  harvest: insert: deck (harvest/changes.yaml:3:37)
""",
    "show/table/stock": """\
show/table/stock = stock
  market 1.4.0: stock (market/game.yaml:59:16)
""",
    "players/max": """\
players/max = 3
  market 1.4.0: 3 (market/game.yaml:1:24)
""",
    "vocabulary/queries/hand_limit/base": """\
queries/hand_limit/base = 3
  market 1.4.0: 3 (market/words.yaml:4:35)
""",
    "actions/earn/do/gain/gain/me.coins": """\
actions/earn/do/gain/gain/me.coins = 2
  market 1.4.0: 2 (market/course.yaml:5:26)
""",
}
# What a whole mapping or list was in the game, where only a part of it was changed later.
WHY_WHOLE = {
    "options/goal": """\
options/goal = {type: int, default: 12, min: 5, max: 20}
  market 1.4.0: {type: int, default: 9, min: 5, max: 20} (market/game.yaml:4:9)
  winter: options/goal/default set: 12 (winter/changes.yaml:3:22)
""",
    "show/table": """\
show/table = [row, stock, deck, now]
  market 1.4.0: [row, stock, now] (market/game.yaml:59:10)
  harvest: show/table/deck insert: deck (harvest/changes.yaml:3:37)
""",
    "tiles/card/trader/cost/clay": """\
tiles/card/trader/cost/clay: not said here, so it is taken over from 'peddler' \
(extends: market/cards.yaml:10:14)
tiles/card/peddler/cost/clay = 2
  feast: tiles/card/peddler replace: {worth: 5, cost: {clay: 2}} (feast/changes.yaml:1:11)
""",
}
RESOLVED = {
    "peddler": """\
tiles:
  card:
    peddler:                                  # feast/changes.yaml:1:31
      worth: 5                                # feast/changes.yaml:1:39
      cost:                                   # feast/changes.yaml:1:48
        clay: 2                               # feast/changes.yaml:1:55
""",
    "trader": """\
tiles:
  card:
    trader:                                   # market/cards.yaml:10:5
      extends: peddler                        # market/cards.yaml:10:14
      worth: 2                                # market/cards.yaml:11:12
      cost:                                   # feast/changes.yaml:1:48
        clay: 2                               # feast/changes.yaml:1:55
""",
    "goal": """\
options:
  goal:                                       # market/game.yaml:4:9
    type: int                                 # market/game.yaml:4:16
    default: 12                               # winter/changes.yaml:3:31
    min: 5                                    # market/game.yaml:4:38
    max: 20                                   # market/game.yaml:4:46
""",
    "show/table": """\
show:
  table:                                      # market/game.yaml:59:10
    - row                                     # market/game.yaml:59:11
    - stock                                   # market/game.yaml:59:16
    - deck                                    # harvest/changes.yaml:3:37
    - now                                     # market/game.yaml:59:23
""",
    "road": """\
relations:
  road:                                       # market/board.yaml:12:5
    from: stall                               # market/board.yaml:12:11
    to: stall                                 # market/board.yaml:13:9
    links:                                    # market/board.yaml:14:12
      - - north                               # market/board.yaml:14:14
        - south                               # market/board.yaml:14:21
      - - south                               # market/board.yaml:14:30
        - east                                # market/board.yaml:14:37
""",
    "players": """\
players:                                      # market/game.yaml:1:10
  min: 2                                      # market/game.yaml:1:16
  max: 3                                      # market/game.yaml:1:24
  usual: 2                                    # market/game.yaml:1:34
""",
    "actions/earn/do/gain": """\
actions:
  earn:
    do:
      gain:                                   # market/course.yaml:5:9
        gain:                                 # market/course.yaml:5:15
          me.coins: 2                         # market/course.yaml:5:26
""",
}


@pytest.mark.parametrize("path", WHY)
def test_why(path):
    assert told("why", "market", path) == WHY[path]


@pytest.mark.parametrize("path", WHY_WHOLE)
def test_why_of_something_of_which_a_part_was_changed(path):
    assert told("why", "market", path) == WHY_WHOLE[path]


@pytest.mark.parametrize("name", RESOLVED)
def test_show_resolved(name):
    assert told("show", "market", name, "--resolved") == RESOLVED[name]


def test_show_resolved_of_the_whole_game():
    """All sections but the words, each as it is shown by itself, and whole tiles."""
    shown = told("show", "market", "--resolved")
    assert RESOLVED["players"] in shown
    assert "texts:" not in shown
    for name in ("peddler", "trader", "goal", "road"):
        # Without the lines of the sections in which it is.
        lines = [line for line in RESOLVED[name].splitlines(keepends=True) if "#" in line]
        assert "".join(lines) in shown


@pytest.mark.parametrize(("arguments", "words"), [
    (("why", "market", "kinds/goods"), "there is no 'goods' in 'kinds/goods'; did you mean 'good'"),
    (("why", "market", "tiles/card/trader/count"), "there is no 'count'"),
    (("why", "market", "players/max/more"), "nothing is below it"),
    (("why", "market", "nothing"), "there is no 'nothing'"),
    (("show", "market", "pedler", "--resolved"), "did you mean 'peddler'?"),
    (("show", "market", "show/tabel", "--resolved"), "did you mean 'table'?"),
])
def test_what_is_not_there_is_told(arguments, words):
    done = CliRunner().invoke(app, [*arguments, *WITH])
    assert isinstance(done.exception, UsageError)
    assert words in str(done.exception)


def test_a_conflict_is_told_at_the_value(tmp_path):
    for name, number in (("alpha", 11), ("beta", 50)):
        write_pack(tmp_path, name, "market", f"set: {{options/goal/max: {number}}}")
    done = CliRunner().invoke(app, ["why", "market", "options/goal/max", "--with",
                                    str(tmp_path / "alpha"), "--with", str(tmp_path / "beta")])
    lines = done.output.splitlines()
    assert lines[0] == "options/goal/max = 50"
    assert lines[1] == "  market 1.4.0: 20 (market/game.yaml:4:46)"
    assert lines[2].startswith("  alpha: set: 11 (")
    assert lines[3].startswith("  beta: set: 50 (")
    assert lines[4].startswith("  conflict: 'alpha' and 'beta' both write it, and nothing says")
    assert len(lines) == 5


def test_a_change_that_was_left_out_is_told(tmp_path):
    for name, number in (("alpha", 11), ("beta", 50)):
        write_pack(tmp_path, name, "market", f"set: {{options/goal/max: {number}}}")
    write_pack(tmp_path, "judge", "market", "decide: {options/goal/max: beta}",
               {"requires": {"alpha": "*", "beta": "*"}})
    done = CliRunner().invoke(app, ["why", "market", "options/goal/max", "--with",
                                    str(tmp_path / "judge")])
    lines = done.output.splitlines()
    assert lines[:2] == ["options/goal/max = 50", "  market 1.4.0: 20 (market/game.yaml:4:46)"]
    assert lines[2].startswith("  alpha: set: 11 (")
    assert lines[2].endswith("left out, a later pack decided for another one")
    assert lines[3].startswith("  beta: set: 50 (")


def test_tiles_that_extend_each_other_in_a_circle(tmp_path):
    made = write_pack(tmp_path, "alpha", "market", "add: {tiles/card/peddler/extends: magnate}")
    done = CliRunner().invoke(app, ["why", "market", "tiles/card/peddler/rare", "--with",
                                    str(made)])
    assert isinstance(done.exception, UsageError)
    assert "'rare'" in str(done.exception)


def test_a_text_of_several_lines_is_told_on_one_line(tmp_path):
    made = write_pack(tmp_path, "alpha", "market", 'set: {texts/en/game: "one\\ntwo"}')
    done = CliRunner().invoke(app, ["why", "market", "texts/en/game", "--with", str(made)])
    assert len(done.output.splitlines()) == 3
