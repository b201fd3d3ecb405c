"""Runs the cases of whole games under `games/<game>/`: a position, moves, and what comes of them.

A file has `cases:` and, if all of them share it, `given:`. Cases of shipped variants stand in
`variants/<variant>.yaml`; such a file says `game:` and `variants:` too, and its cases need no
`rules:`. A case has

    rules    the ids of the rules that it shows; it must fail without them
    note     what it shows, in a few words
    players  how many, 2 if not told
    first    seats in the order of their turns (else p1, p2, …); the first of them decides first
    where    what a game must begin with by itself, by place: the first seed is taken that does so
    chance   true: chance is moves too, made by their labels
    options  settings of the game
    given    values of the position after the set-up, by place (see `positions.py`)
    do       what happens, step by step
    expect, offers, refuses, moves   what holds at the end

A step is a move by its label, or one of

    given:   other values, in the middle of the game
    expect:  values by place, or of over, end_reason, round, decider, winners, scores, sheet.NAME,
             `p2 sees PLACE`, `same PLACE` (as it was at the beginning of the case)
    offers:  labels that are legal now
    refuses: labels that are not, as a list, or with words that the refusal must contain
    moves:   exactly the legal labels, in any order
    until:   `turn`, `round` or `end`: the game goes on by passing, or with the first legal move,
             until the next turn, the next round or the end; or the start of a label that is offered
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import tilewright
from positions import read
from tilewright.playing.setting import arranged
from tilewright.problems import IllegalMove, Problems
from tilewright.reading.source import Loader, parse, read_text

if TYPE_CHECKING:
    from tilewright.playing.game import Game
    from tilewright.playing.state import State

FOLDER = Path(__file__).parent / "games"
VARIANTS = Path(__file__).parent / "variants"
FILE_KEYS = {"given", "cases", "players", "game", "variants"}
CHECKS = {"expect", "offers", "refuses", "moves"}
CASE_KEYS = CHECKS | {"rules", "note", "players", "first", "where", "chance", "options", "given",
                      "do", "seed"}
STEP_KEYS = CHECKS | {"given", "until"}
PATIENCE = 2_000


@dataclass(slots=True)
class GameCase:
    game: str
    file: str
    number: int
    raw: dict[str, Any]
    variants: tuple[str, ...] = ()

    @property
    def rules(self) -> list[str]:
        return list(self.raw["rules"])

    @property
    def id(self) -> str:
        return f"{self.game}-{self.file}-{self.number}-{'-'.join(self.rules)}"


def all_game_cases() -> list[GameCase]:
    return [case for path in sorted(FOLDER.glob("*/*.yaml")) for case in cases_of(path)]


def all_variant_cases() -> list[GameCase]:
    return [case for path in sorted(VARIANTS.glob("*.yaml")) for case in cases_of(path)]


def cases_of(path: Path) -> list[GameCase]:
    problems = Problems()
    name = f"{path.parent.name}/{path.name}"
    parse(read_text(path, name, problems) or "", name, problems)
    assert not problems, [f"{p.place} {p.message}" for p in problems.sorted()]
    data = yaml.load(path.read_text(encoding="utf-8"), Loader)
    assert not set(data) - FILE_KEYS, f"{name}: unknown keys {sorted(set(data) - FILE_KEYS)}"
    return [_case(path, number, raw, data) for number, raw in enumerate(data["cases"], 1)]


def _case(path: Path, number: int, raw: dict[str, Any], data: dict[str, Any]) -> GameCase:
    where = f"{path.name}, case {number}"
    odd = set(raw) - CASE_KEYS
    assert not odd, f"{where}: unknown keys {sorted(odd)}"
    assert raw.get("rules") or "variants" in data, f"{where}: a case names its rules"
    assert raw.get("note"), f"{where}: a case needs a note"
    steps = [s for s in raw.get("do", []) if not isinstance(s, str)]
    assert CHECKS & set(raw).union(*steps), f"{where}: this case expects nothing"
    given = {k: v for k, v in data.get("given", {}).items() if k not in raw.get("given", {})}
    players = raw.get("players", data.get("players", 2))
    whole = {"rules": [], "given": {}, **raw, "shared": given, "players": players}
    if "variants" in data:
        return GameCase(data["game"], path.stem, number, whole, tuple(data["variants"]))
    return GameCase(path.parent.name, path.stem, number, whole)


@cache
def _loaded(name: str, variants: tuple[str, ...]) -> Game:
    return tilewright.load(name, variants)


def run_game_case(case: GameCase) -> None:
    raw = case.raw
    state = arranged(arranged(_opening(case), raw["shared"]), raw["given"])
    start = state.clone()
    for step in raw.get("do", []):
        state = _step(state, step, start)
    for key in CHECKS & set(raw):
        _check(state, key, raw[key], start)


def _opening(case: GameCase) -> State:
    """A new game in which the seats have their turns in the order that the case wants."""
    raw, game = case.raw, _loaded(case.game, case.variants)
    players = raw["players"]
    wanted = raw.get("first", [f"p{n}" for n in range(1, players + 1)])
    for seed in range(1, 2_000):
        state = game.new(players, raw.get("seed", seed), raw.get("options", {}))
        if "seed" in raw or _begins_as(state, wanted, raw.get("where")):
            state.show_chance(shown=raw.get("chance", False))
            return state
    raise AssertionError(f"no game begins with {wanted}")


def _begins_as(state: State, wanted: list[str], where: dict[str, Any] | None) -> bool:
    if where is not None:
        return all(read(state, place) == value for place, value in where.items())
    names = state.program.game.kinds["player"].items
    order = _order(state)
    is_fixed = order == names[:len(order)]
    return state.decider == names.index(wanted[0]) and (
        is_fixed or order[:len(wanted)] == wanted)


def _order(state: State) -> list[str]:
    """Who acts after whom, if the game has marks for it; else only who begins."""
    names = state.program.game.kinds["player"].items
    for (kind, field), room in state.program.layout.rooms.items():
        if field == "owner" and room.field.type.kind == "player":
            return [str(v) for v in read(state, f"{kind}.owner").values()][:state.players]
    assert state.decider is not None
    return [names[state.decider]]


def _step(state: State, step: Any, start: State) -> State:
    if isinstance(step, str):
        state.apply(state.find(step))
        return state
    assert set(step) <= STEP_KEYS, f"unknown step {step}"
    for key, value in step.items():
        if key == "given":
            state = arranged(state, value)
        elif key == "until":
            _go_on(state, value)
        else:
            _check(state, key, value, start)
    return state


def _go_on(state: State, until: str) -> None:
    begin = _moment(state, until)
    for _ in range(PATIENCE):
        labels = {state.label(m): m for m in state.legal()}
        if state.over or (any(w.startswith(until) for w in labels) if begin is None
                          else _moment(state, until) != begin):
            return
        state.apply(labels.get("pass", state.legal()[0]))
    raise AssertionError(f"'{until}' never came")


def _moment(state: State, until: str) -> Any:
    """What changes when the wanted moment comes; nothing for the start of a label."""
    if until == "end":
        return False
    if until == "round":
        return state.round
    if until == "turn":
        return state.round, state._s[_acting_slot(state)]
    return None


def _acting_slot(state: State) -> int:
    """Where the game keeps whose turn it is: the variable of `flow.round.as`, or the actor."""
    flow = state.program.game.flow
    assert flow is not None
    slots = state.program.build.slots
    return int(slots.get(flow.turn_of, 1)) if flow.turn_of is not None else 1


# -- checks ---------------------------------------------------------------------------------------

def _check(state: State, key: str, wanted: Any, start: State) -> None:
    labels = sorted(state.label(m) for m in state.legal())
    if key == "expect":
        for place, value in wanted.items():
            found = _found(state, place, start)
            assert found == _wanted(value), f"{place} is {found}, not {value}"
    elif key == "moves":
        assert labels == sorted(wanted), f"the moves are {labels}"
    elif key == "offers":
        assert not set(wanted) - set(labels), f"{sorted(set(wanted) - set(labels))} not in {labels}"
    else:
        reasons = wanted if isinstance(wanted, dict) else dict.fromkeys(wanted, "")
        for label, reason in reasons.items():
            _refused(state, label, reason)
    _check_position(state)


def _wanted(value: Any) -> Any:
    """A mapping tells what is not empty, so zeros may be left out or written."""
    return {k: v for k, v in value.items() if v not in (None, 0, [], {})} if isinstance(
        value, dict) else value


def _refused(state: State, label: str, reason: str) -> None:
    before = state.key()
    with pytest.raises(IllegalMove) as refusal:
        state.apply(state.find(label))
    assert state.key() == before
    said = str(refusal.value)
    assert "there is no move" not in said, f"'{label}' is never a move"
    assert reason in said, f"{label}: {said}"


def _check_position(state: State) -> None:
    """What holds in every position: copies and saved positions are the same position."""
    copy = state.clone()
    assert (copy.key(), copy.legal()) == (state.key(), state.legal())


def _found(state: State, what: str, start: State) -> Any:
    names = state.program.game.kinds["player"].items
    if what in ("over", "end_reason", "round"):
        return getattr(state, what)
    if what == "decider":
        return (None if state.decider is None else "chance" if state.decider < 0
                else names[state.decider])
    if what == "winners":
        return [names[w] for w in state.winners()]
    if what == "scores":
        return state.scores()
    if what.startswith("sheet."):
        return [state.score_sheet(s)[what[6:]] for s in range(state.players)]
    if what.startswith("same "):
        return read(state, what[5:]) == read(start, what[5:])
    seat, sees, place = what.partition(" sees ")
    if sees:
        return read(state, place, state.view(names.index(seat)).slots)
    return read(state, what)
