"""The recorded games: they can be told again, and show what they are there for."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

import leading_namiji
import leading_yamatai
import showing_namiji
import showing_yamatai
from counting_namiji import recount, seats
from leading import Turn
from playthroughs import FOLDER, MAKERS
from tilewright import load
from tilewright.playing.record import read_record, verify

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.playing.game import Game
    from tilewright.playing.state import State

RECORDS = sorted(p for game in ("namiji", "yamatai") for p in FOLDER.glob(f"{game}/*.jsonl"))
VOYAGES = [FOLDER / "namiji" / f"{players}-players.jsonl" for players in leading_namiji.PLAYERS]
VOYAGES += sorted(FOLDER.glob("namiji/goals-*.jsonl"), key=lambda p: int(p.stem[6:]))
ENDINGS = [f"{players}-players-{reason}" for players in leading_yamatai.PLAYERS
           for reason in leading_yamatai.REASONS]
OPENINGS = {"yamatai": leading_yamatai.RoundLeader.opening,
            "namiji": leading_namiji.Voyage.opening}


@cache
def game_of(name: str) -> Game:
    return load(name)


@cache
def end_of(path: Path) -> State:
    record = read_record(path)
    return verify(game_of(record.game), record)


@cache
def turns_of(path: Path) -> list[Turn]:
    """A recorded game, turn by turn, with all its positions."""
    record = read_record(path)
    state = game_of(record.game).new(record.players, record.seed, record.options)
    turns: list[Turn] = []
    for seat, label in record.moves:
        assert state.decider == seat
        if label.startswith(OPENINGS[record.game] + " "):
            turns.append(Turn(state))
        move, state = state.find(label), state.clone()
        state.apply(move)
        turns[-1].moves.append(move)
        turns[-1].states.append(state)
    return turns


@cache
def voyage_shows(path: Path) -> frozenset[str]:
    return frozenset().union(*(showing_namiji.shown(turn) for turn in turns_of(path)))


def without_hash(text: str) -> str:
    """A changed comment or word of the game changes its hash, but no move."""
    return re.sub(r'"hash": "[^"]*"', "", text)


def assert_same_bytes(path: Path, lines: list[str]) -> None:
    made = "\n".join(lines) + "\n"
    assert without_hash(made) == without_hash(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_a_record_leads_to_its_end(path: Path) -> None:
    record, state = read_record(path), end_of(path)
    assert record.game == path.parent.name
    options = game_of(record.game).model.options.values()
    assert record.options == {option.name: option.default for option in options}
    assert record.variants == ()
    assert state.over
    assert state.winners()


def test_no_record_is_left_over() -> None:
    assert {p.parent.name for p in RECORDS} == MAKERS.keys()
    others = {p.stem for p in FOLDER.glob("yamatai/*")} - set(ENDINGS)
    assert others == {f"every-power-{n + 1}" for n in range(len(others))}
    others = {p.stem for p in FOLDER.glob("namiji/*")} - {p.stem for p in VOYAGES[:4]}
    assert others == {f"goals-{n + 1}" for n in range(len(others))}


# -- Yamataï --------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ENDINGS)
def test_each_way_to_end_has_a_record(name: str) -> None:
    path = FOLDER / "yamatai" / f"{name}.jsonl"
    state = end_of(path)
    assert f"{state.players}-players-{state.end_reason}" == name
    assert state.legal() == []


def test_each_power_is_seen_at_work() -> None:
    game = game_of("yamatai").model
    names = {*game.kinds["fleet"].items, *game.kinds["specialist"].items}
    assert names == showing_yamatai.POWERS
    paths = FOLDER.glob("yamatai/every-power-*.jsonl")
    seen = set[str]().union(
        *(showing_yamatai.shown(turn) for path in paths for turn in turns_of(path)))
    assert not names - seen, f"nothing shows {', '.join(sorted(names - seen))}"


def test_a_power_that_was_only_taken_is_not_seen_at_work() -> None:
    """The checks look at positions: the same moves with nothing changed show nothing."""
    path = FOLDER / "yamatai" / "every-power-1.jsonl"
    for turn in turns_of(path):
        still = Turn(turn.states[0])
        still.moves, still.states = turn.moves, [turn.states[0]] * len(turn.states)
        assert showing_yamatai.shown(still) == set()


def test_remaking_gives_the_same_bytes() -> None:
    path = FOLDER / "yamatai" / "4-players-last_building.jsonl"
    assert_same_bytes(path, leading_yamatai.ending(game_of("yamatai"), 4, "last_building"))


# -- Namiji ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("path", VOYAGES, ids=lambda p: p.stem)
def test_the_score_of_a_voyage_is_what_a_recount_gives(path: Path) -> None:
    state = end_of(path)
    assert path.stem.startswith("goals-") or path.stem == f"{state.players}-players"
    sheets = [state.score_sheet(seat) for seat in range(state.players)]
    assert sheets == [recount(state, seat) for seat in seats(state)]


def test_what_the_voyages_show_is_all_there_is() -> None:
    kinds = game_of("namiji").model.kinds
    ends = {"start", "pier", "port"}
    assert set(kinds["station"].items) - ends == showing_namiji.STATIONS
    assert {f"met {card}" for card in kinds["rock_card"].items} == showing_namiji.MET
    assert {f"bonus {kind}" for kind in kinds["panorama"].items} == showing_namiji.BONUSES
    meals = {"small_meal", "good_meal", "feast"}
    assert set(kinds["pier_card"].items) - meals == showing_namiji.UPGRADES


def test_the_voyages_show_everything() -> None:
    missing = showing_namiji.EVERYTHING.difference(*(voyage_shows(path) for path in VOYAGES))
    assert not missing, f"nothing shows {', '.join(sorted(missing))}"


def test_a_boat_that_only_stops_shows_nothing() -> None:
    """The same turns with nothing changed but where the boat is."""
    for turn in (turn for path in VOYAGES[:4] for turn in turns_of(path)):
        still, moved = Turn(turn.states[0]), turn.states[0].clone()
        at = moved.program.game.fields["boat", "at"]
        boats = slice(moved.reader.base(at, 0), moved.reader.base(at, len(moved.read("boat.at"))))
        moved._s[boats] = turn.end._s[boats]
        still.states.append(moved)
        assert showing_namiji.shown(still) <= {"place blocked"}


@pytest.mark.many
@pytest.mark.parametrize("number", [0, len(VOYAGES) - 1])
def test_remaking_a_voyage_gives_the_same_bytes(number: int) -> None:
    path = VOYAGES[number]
    wanted = showing_namiji.EVERYTHING.difference(*map(voyage_shows, VOYAGES[:number]))
    record = read_record(path)
    made = leading_namiji.voyage(record.players, record.seed, wanted)
    assert_same_bytes(path, made.session.lines())
    assert made.missing == wanted - voyage_shows(path)
