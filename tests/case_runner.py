"""Runs the cases under `cases/`: small games in YAML, and what must come out of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from bad_packs import Dumper
from marks import check_mark
from positions import all_told
from said import check_said, in_words
from tilewright import stages
from tilewright.model import GAME, PLAYER
from tilewright.playing import faults
from tilewright.playing.ask import Questions
from tilewright.playing.game import Game
from tilewright.positions import decoder
from tilewright.problems import IllegalMove, Place, Problem, Problems, RuleError
from tilewright.reading.source import parse, read_text

FOLDER = Path(__file__).parent / "cases"
KEYS = {"note", "rules", "go", "values", "tiles", "players", "seed", "chance", "do", "expect",
        "expect_error", "expect_rule_error", "at", "says", "known_bug", "everywhere"}
EMPTY = (None, 0, False, [], {})
MANIFEST = {"language": 1, "id": "case", "version": "1.0.0", "rules": ["game.yaml"]}


@dataclass(slots=True)
class Case:
    """One case of a file."""

    file: str
    number: int
    raw: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.file}-{self.number}"

    @property
    def is_refused(self) -> bool:
        """Whether the case is about rules that are wrong."""
        return "expect_error" in self.raw or "expect_rule_error" in self.raw


def plain(value: Any) -> Any:
    """The same data as ordinary dicts and lists."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    return [plain(v) for v in value] if isinstance(value, list) else value


def read_yaml(name: str) -> Any:
    """A file under `cases/`, read as strictly as rules are."""
    problems = Problems()
    text = read_text(FOLDER / f"{name}.yaml", name, problems)
    data = parse(text or "", name, problems).data
    assert not problems, [f"{p.place} {p.message}" for p in problems.sorted()]
    return plain(data)


def read_cases(name: str) -> list[Case]:
    """The cases of a file such as `control/if`."""
    data = read_yaml(name)
    assert isinstance(data, list), f"{name} is not a list of cases"
    cases = [Case(name, number, raw) for number, raw in enumerate(data, 1)]
    for case in cases:
        _check_shape(case)
    return cases


def _check_shape(case: Case) -> None:
    odd = set(case.raw) - KEYS
    assert not odd, f"{case.id}: unknown keys {sorted(odd)}"
    assert case.raw.get("note"), f"{case.id}: a case needs a 'note'"
    wanted = {"expect", "values", "expect_error", "expect_rule_error"}
    assert wanted & set(case.raw), f"{case.id}: this case expects nothing"


def all_cases() -> list[Case]:
    return [c for name in case_files() for c in read_cases(name)]


def everywhere() -> list[Case]:
    """The cases that other engines play as well."""
    return [case for case in all_cases() if case.raw.get("everywhere")]


def case_files() -> list[str]:
    """The files of cases, without their ending."""
    return sorted(p.relative_to(FOLDER).with_suffix("").as_posix() for p in FOLDER.glob("*/*.*"))


def merged(base: Any, more: Any) -> Any:
    """Mappings are put together, everything else is replaced; `null` removes a key."""
    if not isinstance(base, dict) or not isinstance(more, dict):
        return more
    both = {k: merged(v, more[k]) if k in more else v for k, v in base.items()}
    both.update({k: v for k, v in more.items() if k not in base})
    return {k: v for k, v in both.items() if v is not None or k not in more}


def rules_of(case: Case) -> dict[str, Any]:
    """The base game with the rules of the case on top."""
    rules: dict[str, Any] = merged(read_yaml("base"), case.raw.get("rules", {}))
    if "go" in case.raw:
        rules = merged(rules, {"actions": {"go": {"do": case.raw["go"]}}})
    for family in case.raw.get("tiles", {}):
        rules = merged({"families": {family: {}}}, rules)
    return merged(rules, _asked(case)) if "values" in case.raw else rules


def _asked(case: Case) -> dict[str, Any]:
    """Each expression under `values` becomes a function, and a category so that it is used."""
    functions = {f"value_{n}": {"is": text} for n, text in enumerate(case.raw["values"])}
    uses = [_use(f"{name}()", wanted)
            for name, wanted in zip(functions, case.raw["values"].values(), strict=True)]
    return {"functions": functions, "scoring": dict(zip(functions, uses, strict=True))}


def _use(call: str, wanted: Any) -> str:
    """An expression of 0 that uses a value of the type that is wanted."""
    if isinstance(wanted, list):
        return f"0 * size({call})"
    return f"0 * sum({call})" if isinstance(wanted, dict) else f"0 if {call} == {call} else 0"


def write_pack(case: Case, folder: Path) -> Path:
    """The files of the case's game."""
    tiles = case.raw.get("tiles", {})
    manifest = MANIFEST | ({"tiles": [f"{f}.yaml" for f in tiles]} if tiles else {})
    files = {"pack": manifest, "game": rules_of(case)}
    files |= {name: {"family": name, "tiles": members} for name, members in tiles.items()}
    for name, data in files.items():
        text = yaml.dump(data, Dumper=Dumper, sort_keys=False, width=10_000)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def run_case(case: Case, folder: Path) -> None:
    """Load, play and compare."""
    loaded = stages.load(str(write_pack(case, folder)), [])
    if "expect_error" in case.raw:
        _check_problem(case, loaded, folder)
        return
    assert loaded.game is not None, loaded.problems.sorted()
    if "expect_rule_error" in case.raw:
        _check_rule_error(case, loaded)
        return
    _check(case, _play(case, loaded.game, case.raw.get("do", [])))


def problems_of(case: Case, folder: Path) -> list[Problem]:
    """What is said of a case with which loading ends."""
    if "expect_error" not in case.raw:
        return []
    return stages.load(str(write_pack(case, folder)), []).problems.sorted()


def _check_problem(case: Case, loaded: stages.Loaded, folder: Path) -> None:
    """There is exactly one kind of problem, at the place that the case names."""
    found = loaded.problems.sorted()
    check_said(case.id, in_words(found, folder))
    assert {p.code for p in found} == {case.raw["expect_error"]}, found
    if "at" in case.raw:
        _check_places(case.raw["at"], [_text_at(loaded, p.place) for p in found])
    for problem in found:
        check_mark(problem.place, _line(loaded, problem.place))
    told = [f"{p.message}; {p.hint}" for p in found]
    assert any(case.raw.get("says", "") in words for words in told), told


def _check_places(at: str | list[str], shown: list[str]) -> None:
    """One problem is at the text; with a list of texts there is one at each, and no other."""
    if isinstance(at, str):
        assert any(s.startswith(at) for s in shown), shown
        return
    left = list(shown)
    for text in at:
        there = next((s for s in left if s.startswith(text)), None)
        assert there is not None, (text, shown)
        left.remove(there)
    assert not left, left


def _text_at(loaded: stages.Loaded, place: Place | None) -> str:
    assert place is not None
    return _line(loaded, place)[place.col - 1:]


def _line(loaded: stages.Loaded, place: Place) -> str:
    return loaded.sources[place.file].lines[place.line - 1]


def _play(case: Case, linked: Any, moves: list[str]) -> Any:
    state = Game(linked).new(case.raw.get("players", 2), case.raw.get("seed", 1))
    state.show_chance(shown=case.raw.get("chance", False), shuffles=False)
    for label in moves:
        state.apply(state.find(label))
    return state


def _check_rule_error(case: Case, loaded: stages.Loaded) -> None:
    """A rule fails in the last move; without moves at the start, or in a value."""
    error = _failure(case, loaded.game)
    assert error is not None, "no rule failed"
    if error.place is not None:
        check_mark(error.place, _line(loaded, error.place))
    assert case.raw["expect_rule_error"] in str(error), str(error)
    if "at" in case.raw:
        shown = _text_at(loaded, error.place)
        assert shown.startswith(case.raw["at"]), shown


def _failure(case: Case, linked: Any) -> RuleError | None:
    """The failure of a rule; the move must leave the position as it was."""
    moves = case.raw.get("do", [])
    state, before = None, None
    try:
        state = _play(case, linked, moves[:-1])
        before = (state.key(), state.legal())
        for label in moves[-1:]:
            state.apply(state.find(label))
        _values(case, state)
    except RuleError as error:
        assert before or not moves, f"a rule failed too early: {error}"  # noqa: PT017
        assert state is None or (state.key(), state.legal()) == before
        return error
    return None


def _check(case: Case, state: Any) -> None:
    for (text, wanted), found in zip(case.raw.get("values", {}).items(), _values(case, state),
                                     strict=True):
        assert found == wanted, f"{text} is {found}, not {wanted}"
    for what, wanted in case.raw.get("expect", {}).items():
        if what == "refused":
            _check_refused(state, wanted)
            continue
        found = _found(state, what)
        assert found == wanted, f"{what} is {found}, not {wanted}"
    _check_state(state)


def _check_refused(state: Any, wanted: dict[str, str]) -> None:
    before = state.key()
    for label, reason in wanted.items():
        with pytest.raises(IllegalMove, match=re.escape(reason)):
            state.apply(state.find(label))
        assert state.key() == before


def _check_state(state: Any) -> None:
    """What holds in every position: copies and saved positions are the same position."""
    copy = state.clone()
    assert (copy.key(), copy.legal()) == (state.key(), state.legal())
    game = Game(state.program.game)
    again = game.restore(state.save())
    assert (again.key(), again.legal()) == (state.key(), state.legal())


def _found(state: Any, what: str) -> Any:
    """The value of one key of `expect`."""
    if what in ("over", "end_reason", "round"):
        return getattr(state, what)
    if what == "moves":
        return [state.label(m) for m in state.legal()]
    if what == "decider":
        return _seat(state, state.decider)
    if what == "winners":
        return [_seat(state, w) for w in state.winners()]
    if what == "scores":
        return state.scores()
    if what.startswith("sheet."):
        return [state.score_sheet(s)[what[6:]] for s in range(state.players)]
    player, sees, place = what.rpartition(" sees ")
    if not sees:
        return _field(state, place)
    return _field(state.view(state.program.game.kinds[PLAYER].items.index(player)), place)


def _seat(state: Any, seat: int | None) -> str | None:
    players = state.program.game.kinds[PLAYER].items
    return None if seat is None else "chance" if seat < 0 else players[seat]


def _field(position: Any, place: str) -> Any:
    """One value for the game, a list for players, the elements that are not empty otherwise."""
    owner, name = place.split(".")
    found = all_told(position, owner, name)
    if owner in (GAME, PLAYER):
        return found[GAME] if owner == GAME else list(found.values())
    return {k: v for k, v in found.items() if v not in EMPTY}


def _values(case: Case, state: Any) -> list[Any]:
    """What the expressions under `values` give for the first player."""
    program, found = state.program, []
    for name in [f"value_{n}" for n in range(len(case.raw.get("values", {})))]:
        made = program.game.functions[name]
        raw = faults.guarded(program, lambda _, seat, made=made: Questions(state).value_of(
            made.body, {made.me: seat}), state._s, 0)
        value = decoder.plain(program.game.kinds, made.body.type, raw)
        found.append({k: v for k, v in value.items() if v} if isinstance(value, dict) else value)
    return found


__all__ = ["Case", "all_cases", "case_files", "everywhere", "read_cases", "run_case"]
