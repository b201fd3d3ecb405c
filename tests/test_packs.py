"""Three demanding games: they check clean, end, and do exactly what their rules say."""

from __future__ import annotations

import random

import pytest

import tilewright
from packs.tables import PACKS, folder, game
from tilewright import stages
from tilewright.playing.simulate import play_out


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_has_no_problems(name):
    assert stages.load(str(folder(name)), []).problems.sorted() == []


# Its games are long, so fewer of them tell as much.
SERIES = [(name, n, games) for name, most, games in (
    ("harbour_town", 4, 200), ("coast_walk", 5, 200), ("hexagon_villages", 4, 20))
          for n in range(2, most + 1)]


@pytest.mark.many
@pytest.mark.parametrize(("name", "players", "games"), SERIES)
def test_random_games_end(name, players, games):
    reasons = set()
    for seed in range(games):
        state = game(name).new(players, seed)
        play_out(state, random_move, random.Random(seed))
        assert state.over
        reasons.add(state.end_reason)
    assert reasons <= set(state.program.game.reasons)


def random_move(view, rng):
    return rng.choice(view.legal())


# -- small games for one word each ------------------------------------------------------------


def small(tmp_path, rules: str, tiles: str = ""):
    """A game of a few lines, or its problems."""
    home = tmp_path / "small"
    home.mkdir()
    (home / "game.yaml").write_text(rules + "scoring: {coins: me.coins}\n")
    manifest = "language: 1\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n"
    if tiles:
        (home / "tiles.yaml").write_text(tiles)
        manifest += "tiles: [tiles.yaml]\n"
    (home / "pack.yaml").write_text(manifest)
    return tilewright.load(str(home))


def test_all_means_those_that_take_part(tmp_path):
    """With too few players the statements write behind the end of a field, into the next one."""
    state = small(tmp_path, """
players: {min: 2, max: 4}
kinds:
  marker: {count: {2: 2, 3: 3, 4: 4}}
state:
  game:
    seats: {zone: player, start: all}
    markers_left: {zone: marker, start: all}
  player: {coins: int, other: {type: int, start: 7}}
flow:
  setup:
    - for_each: {p: seats}
      do: [{gain: {p.coins: 1}}]
  round:
    each: players
    turn: [{must: [go]}]
actions:
  go: {do: [{gain: {me.coins: me.other + size(markers_left)}}, {end: game}]}
""").new(2)
    state.apply(state.legal()[0])
    assert sorted(state.scores()) == [1, 1 + 7 + 2]


def test_a_reset_brings_the_start_back(tmp_path):
    state = small(tmp_path, """
players: {min: 2, max: 2}
state:
  player: {coins: int, left: {type: int, start: 2, reset: turn}}
flow:
  round:
    each: players
    turn: [{must: [go], else: [{end: game}]}]
actions:
  go: {if: me.left > 0, do: [{lose: {me.left: 1}}, {gain: {me.coins: 1}}]}
""").new(2)
    assert not state.over


def test_powers_are_offered_in_the_steps_of_procedures(tmp_path):
    state = small(tmp_path, """
players: {min: 2, max: 2}
families: {card: {}}
state:
  player: {coins: int, cards: {zone: card, in_play: true, start: all}}
procedures:
  stop: [{may: [wait], step: inner}]
vocabulary:
  verbs:
    cash: {do: [{gain: {me.coins: size(me.cards)}}]}
flow:
  round:
    each: players
    turn: [{call: stop}]
actions:
  wait: {do: [{end: game}]}
""", "family: card\ntiles:\n  x: {abilities: {a: {power: cash, limit: once}}}\n").new(2)
    assert "x.a" in [state.label(m) for m in state.legal()]


def test_an_action_may_serve_for_possible_alone(tmp_path):
    assert small(tmp_path, """
players: {min: 2, max: 2}
state:
  player: {coins: int}
flow:
  round:
    each: players
    turn: [{may: [go], pass_when: not possible(hop)}]
actions:
  go: {do: [{end: game}]}
  hop: {if: me.coins > 3, do: [{end: game}]}
""")


def test_a_zone_in_play_needs_no_other_use(tmp_path):
    assert small(tmp_path, """
players: {min: 2, max: 2}
families: {card: {}}
state:
  player: {coins: int, cards: {zone: card, in_play: true, start: all}}
vocabulary:
  verbs:
    cash: {do: [{gain: {me.coins: 5}}]}
flow:
  round:
    each: players
    turn: [{may: [wait]}]
actions:
  wait: {do: [{end: game}]}
""", "family: card\ntiles:\n  x: {abilities: {a: {power: cash, limit: once}}}\n")
