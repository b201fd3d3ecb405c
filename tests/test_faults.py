"""A rule that fails while a game runs is told at its YAML line, and the game stays intact."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

import pytest

from tilewright import RuleError, load

if TYPE_CHECKING:
    from pathlib import Path

PACK = "language: 1\nid: t\nversion: 1.0.0\nrules: [game.yaml]\n"
GAME = """\
players: {min: 2, max: 2}
state: {player: {coins: int}}
scoring: {coins: me.coins}
functions:
  share: {args: {n: int}, is: 12 // n}
procedures:
  divide:
    - gain: {me.coins: share(me.coins)}
  forever:
    - repeat: {max: 1000}
      do:
        - repeat: {max: 1000}
          do:
            - repeat: {max: 1000}
              do:
                - set: {me.coins: 1}
actions:
  split: {do: [{call: divide}]}
  spin: {do: [{call: forever}]}
  grow: {do: [{set: {me.coins: me.coins * 1000 + 999999999}}]}
flow: {round: {each: players, turn: [{must: [split, spin, grow]}]}}
ends: {rich: {when: me.coins > 5}}
"""


@pytest.fixture
def state(tmp_path: Path):
    (tmp_path / "pack.yaml").write_text(PACK)
    (tmp_path / "game.yaml").write_text(GAME.replace("me.coins > 5", "actor.coins > 5"))
    return load(str(tmp_path)).new()


def test_the_place_and_the_chain_of_causes(state):
    before = state.save()
    with pytest.raises(RuleError) as caught:
        state.apply(state.find("split"))
    error = caught.value
    assert "divides by zero" in str(error)
    assert (error.place.line, error.place.col, error.place.end) == (5, 31, 38)
    assert GAME.splitlines()[4][30:37] == "12 // n"
    assert any("'divide'" in cause and "game.yaml:8" in cause for cause in error.causes)
    assert state.save() == before
    assert state.legal()


def test_a_traceback_points_into_the_yaml(state):
    with pytest.raises(RuleError) as caught:
        state.apply(state.find("split"))
    frames = traceback.extract_tb(caught.value.__cause__.__traceback__)
    last = frames[-1]
    assert last.filename.endswith("game.yaml")
    assert last.line == "share: {args: {n: int}, is: 12 // n}"


def test_a_loop_stops_at_the_step_budget(state):
    before = state.save()
    with pytest.raises(RuleError, match="more than 10,000,000 steps") as caught:
        state.apply(state.find("spin"))
    assert caught.value.place.line in range(9, 18)
    assert state.save() == before


def test_a_number_out_of_bounds_is_refused(state):
    state.apply(state.find("grow"))
    assert state.over


def test_an_error_in_a_piece_that_a_variant_put_into_a_rule_is_told_there(tmp_path):
    """The rule stands in a file of the game, the piece in one of the variant."""
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "variant.yaml").write_text(
        "language: 2\nid: broken\nversion: 1.0.0\nvariant_of: tictactoe\noverlays: [c.yaml]\n")
    (folder / "c.yaml").write_text(
        "# the next line divides by zero\n"
        "insert: {actions/mark/do/set: {before: {if: round // (round - round) > 0,\n"
        "                                        then: [{score: {win: 0}}]}}}\n")
    state = load("tictactoe", [str(folder)]).new()
    with pytest.raises(RuleError) as failed:
        state.apply(state.legal()[0])
    assert failed.value.place is not None
    assert failed.value.place.file.endswith("broken/c.yaml")
    assert failed.value.place.line == 2


ROUND = """\
players: {min: 5, max: 5}
state: {player: {coins: {type: int, start: 3}}}
actions: {go: {if: me.coins < 0, do: [{gain: {me.coins: 1}}]}}
flow:
  round:
    each: players
    turn:
      - call: every
      - if: index(me) < MANY
        then:
          - call: some
procedures:
  every:
    - may: [go]
  some:
    - may: [go]
ends: {late: {when: p1.coins < 0, check: round}}
scoring: {coins: me.coins}
"""


@pytest.mark.parametrize(("many", "lines"), [(1, [9]), (3, [9]), (4, [5, 9]), (5, [5, 9])])
def test_what_comes_less_than_half_as_often_as_the_rest_is_not_told(tmp_path, many, lines):
    (tmp_path / "pack.yaml").write_text(PACK)
    (tmp_path / "game.yaml").write_text(ROUND.replace("MANY", str(many)))
    with pytest.raises(RuleError, match="nobody has anything to decide") as caught:
        load(str(tmp_path)).new(5)
    said = str(caught.value).partition("again and again: ")[2]
    assert [int(place.split(":")[-2]) for place in said.split(", ")] == lines
