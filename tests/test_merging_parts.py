"""Small things of merging: the words of changed numbers, names of items, sections that begin."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from merging.making import write_pack
from tilewright import limits, stages
from tilewright.merging import blame
from tilewright.merging.addresses import (
    NotFound,
    find,
    item_names,
    joined,
    missing,
    names_of,
    split,
)
from tilewright.merging.history import History, Write
from tilewright.merging.near_paths import near_paths
from tilewright.merging.numbers import changed, has_numbers, is_number
from tilewright.merging.renames import _defined, text_key, text_keys
from tilewright.problems import Place, Problem, Problems
from tilewright.reading.source import parse

if TYPE_CHECKING:
    from tilewright.stages import Loaded

GAME = Path(__file__).resolve().parent.parent / "content" / "tictactoe"
MOST = limits.NUMBER
COUNTED = "items of a list are named, never counted"


@pytest.mark.parametrize(("verb", "old", "given", "number", "said"), [
    ("plus", 5, 3, 8, "8 (5 + 3)"),
    ("plus", 5, 0, 5, "5 (5 + 0)"),
    ("plus", 5, -1, 4, "4 (5 - 1)"),
    ("plus", 5, -7, -2, "-2 (5 - 7)"),
    ("plus", MOST - 1, 1, MOST, f"{MOST} ({MOST - 1} + 1)"),
    ("plus", MOST, 1, None, f"{MOST} + 1 is more than {MOST:,}"),
    ("plus", -MOST, -1, None, f"{-MOST} - 1 is more than {MOST:,}"),
    ("times", 6, 2, 12, "12 (6 × 2)"),
    ("times", 6, "1/3", 2, "2 (6 × 1/3)"),
    ("times", 7, "1/2", None, "7 × 1/2 is no whole number, and nothing says how to round it"),
    ("times", 7, {"by": "1/2", "round": "down"}, 3, "3 (7 × 1/2, rounded down)"),
    ("times", 7, {"by": "1/2", "round": "up"}, 4, "4 (7 × 1/2, rounded up)"),
    ("times", 7, {"by": "1/2", "round": "nearest"}, 4, "4 (7 × 1/2, rounded to the nearest)"),
    ("times", 7, {"by": "1/3", "round": "nearest"}, 2, "2 (7 × 1/3, rounded to the nearest)"),
    ("times", 8, {"by": "1/3", "round": "nearest"}, 3, "3 (8 × 1/3, rounded to the nearest)"),
    ("times", -7, {"by": "1/2", "round": "down"}, -4, "-4 (-7 × 1/2, rounded down)"),
    ("times", -7, {"by": "1/2", "round": "nearest"}, -3, "-3 (-7 × 1/2, rounded to the nearest)"),
    ("times", 6, {"by": "1/2"}, 3, "3 (6 × 1/2)"),
    ("times", 6, "1/0", None, "1/0 is no fraction: nothing can be divided by 0"),
    ("times", 6, 0, 0, "0 (6 × 0)"),
    ("times", MOST, 2, None, f"{MOST} × 2 is more than {MOST:,}"),
])
def test_a_changed_number_tells_how_it_came_about(
        verb: str, old: int, given: Any, number: int | None, said: str) -> None:
    assert changed(verb, old, given) == (number, said)


def test_what_is_a_number_and_what_holds_one() -> None:
    assert [is_number(v) for v in (3, 0, -1, True, "3", None)] == [True] * 3 + [False] * 3
    assert [has_numbers(v) for v in ({"a": 1}, {"a": {"b": 0}}, {"a": True}, {"a": "1"}, [1], 1)
            ] == [True, True, False, False, False, False]


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("item", "names"), [
    ("wood", ["wood"]), (3, ["3"]), (True, ["true"]), (False, ["false"]), (None, ["null"]),
    (["a", "b"], ["a-b"]), (["a", None], ["a-null"]), ({}, [""]),
    ({"shuffle": "deck"}, ["shuffle", "shuffle deck"]),
    ({"shuffle": "deck", "id": "first"}, ["first", "shuffle", "shuffle deck"]),
    ({"call": "stow", "step": "end"}, ["end", "stow", "call", "call stow"]),
    ({"gain": {"me.coins": 1}}, ["gain", "gain me.coins"]),
    ({"gain": {}}, ["gain"]), ({"must": ["go"]}, ["must"]), ({"shuffle": "a/b"}, ["shuffle"]),
    ({"odd": 1, "even": 2}, ["odd", "odd 1"]),
    ({"shuffle": "x" * 60}, ["shuffle", "shuffle " + "x" * 60]),
    ({"shuffle": "x" * 61}, ["shuffle"]),
])
def test_what_an_item_of_a_list_answers_to(item: Any, names: list[str]) -> None:
    assert names_of(item) == names


def test_each_item_has_the_best_name_that_no_other_has() -> None:
    assert item_names([{"shuffle": "a"}, {"shuffle": "b"}, {"draw": 1}, {"end": "game"},
                       {"end": "game"}, "x", "x"]) == [
        "shuffle a", "shuffle b", "draw", "", "", "", ""]


@pytest.mark.parametrize(("path", "steps"), [
    ("a/b", ("a", "b")), ("/a/b/", ("a", "b")), ("a", ("a",)),
    ("vocabulary/verbs/x", ("verbs", "x")), ("vocabulary", ("vocabulary",)),
    ("a/vocabulary", ("a", "vocabulary")),
])
def test_a_path_is_split_into_its_steps(path: str, steps: tuple[str, ...]) -> None:
    assert split(path) == steps
    assert joined(steps) == "/".join(steps)


STATEMENTS = """\
do:
  - shuffle: deck
  - gain: {me.coins: 1}
  - gain: {me.gems: 2}
  - end: game
  - end: game
words: [wood, clay]
bag: [a, b, c, d, e, f, g, h]
"""


@pytest.mark.parametrize(("path", "found"), [
    ("do/shuffle", "do/shuffle"), ("do/shuffle deck", "do/shuffle"),
    ("do/shuffle deck/shuffle", "do/shuffle/shuffle"),
    ("do/gain me.gems", "do/gain me.gems"), ("words/clay", "words/clay"),
    ("words/gold", ""), ("do/draw", ""), ("do/2", ""), ("do", "do"), ("other", ""),
])
def test_an_item_has_one_path_whatever_it_is_asked_by(path: str, found: str) -> None:
    root = parse(STATEMENTS, "a.yaml", Problems()).data
    spot = find(root, split(path))
    assert (joined(spot.path) if spot.exists else "") == found


@pytest.mark.parametrize(("path", "said", "hint"), [
    ("do/gain", "2 items of 'do' answer to 'gain'",
     "name one of them: 'gain me.coins' or 'gain me.gems'"),
    ("do/end", "2 items of 'do' answer to 'end'",
     "replace the whole list, or give one an 'id: …' where it stands"),
    ("words/clay/x", "'words/clay' is a plain value, so nothing is below it",
     "end the path there"),
    ("odo/gain/x", "there is no 'odo' in 'odo/gain/x'", "did you mean 'do'?"),
    ("do/2/gain", "there is no '2' in 'do/2/gain'", "items of a list are named, never counted"),
    ("words[1]/x", "there is no 'words[1]' in 'words[1]/x'",
     f"{COUNTED}; below 'words' it can be 'wood' or 'clay'"),
    ("bag[1]/x", "there is no 'bag[1]' in 'bag[1]/x'",
     f"{COUNTED}; below 'bag' it can be 'a', 'b', 'c', 'd', 'e' or 'f'"),
])
def test_a_path_that_leads_nowhere_tells_why(path: str, said: str, hint: str) -> None:
    root = parse(STATEMENTS, "a.yaml", Problems()).data
    with pytest.raises(NotFound) as caught:
        find(root, split(path))
    assert caught.value.message == said
    assert caught.value.hint.startswith(hint)


NESTED = """\
kinds: {good: {items: {wood: {worth: 1}, clay: {worth: 2}}}, wood: {worth: 3}}
state: {player: {coins: {start: 3}, coins_of_gold: 4}}
worth: 5
"""


@pytest.mark.parametrize(("steps", "found"), [
    (("worth",), ["worth", "kinds/wood/worth", "kinds/good/items/wood/worth"]),
    (("wood", "worth"), ["kinds/wood/worth", "kinds/good/items/wood/worth"]),
    (("good", "worth"), ["kinds/good/items/wood/worth", "kinds/good/items/clay/worth"]),
    (("good", "wood"), ["kinds/good/items/wood"]), (("wood", "good"), []),
    (("clay", "start"), []), (("player", "coins"), ["state/player/coins"]),
    # What stands between steps elsewhere, and numbers of items.
    (("player.coins",), ["state/player/coins"]), (("player -> coins",), ["state/player/coins"]),
    (("player coins",), ["state/player/coins"]),
    (("player[2]", "coins[0]"), ["state/player/coins"]),
    (("player", "coins", "start"), ["state/player/coins/start"]),
    # A part of a name, or else a slip in one, but only of a word that stands alone.
    (("gold",), ["state/player/coins_of_gold"]), (("coinz",), ["state/player/coins"]),
    (("player", "coinz"), []), (("nothing_like_it",), []), (("[1]",), []), ((".",), []),
])
def test_paths_that_were_probably_meant(steps: tuple[str, ...], found: list[str]) -> None:
    assert near_paths(parse(NESTED, "a.yaml", Problems()).data, steps) == found


def test_so_much_of_a_game_is_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    data = parse("a: 1\nb: {x: 1, y: 2}\nc: 3\n", "a.yaml", Problems()).data
    for most, found in ((2, []), (3, ["c"]), (5, ["c"])):
        monkeypatch.setattr("tilewright.merging.near_paths.MOST", most)
        assert near_paths(data, ("c",)) == found
    monkeypatch.setattr("tilewright.merging.near_paths.MOST", 4)
    assert [near_paths(data, (name,)) for name in "xy"] == [["b/x"], []]


def test_operations_are_counted_from_one_and_one_may_be_left_out() -> None:
    for without, done in ((0, [True] * 3), (1, [False, True, True]), (3, [True, True, False])):
        history = History(without)
        told = []
        for path in (("a",), ("b",), ("c",)):
            told.append(history.next())
            for part in ("x", "y"):
                history.add(Write((*path, part), "set", "one", Place("a.yaml")))
        assert told == done
        assert {n: w.path for n, w in history.first_of.items()} == {
            1: ("a", "x"), 2: ("b", "x"), 3: ("c", "x")}


@pytest.mark.parametrize(("step", "hint"), [
    ("b-a", "it is called 'a-b'"), ("c-b", "it is called 'b-c'"),
    ("c-a", "it can be 'a-b' or 'b-c'"), ("a-bb", "did you mean 'a-b'?"),
    ("0", f"{COUNTED}; it can be 'a-b' or 'b-c'"), ("-1", "it can be 'a-b' or 'b-c'"),
])
def test_a_pair_that_is_turned_round_is_known(step: str, hint: str) -> None:
    root = parse("pairs: [[a, b], [b, c]]", "a.yaml", Problems()).data
    error = missing(find(root, ("pairs", step)), ("pairs", step))
    assert (error.message, error.hint) == (f"there is no '{step}' in 'pairs/{step}'", hint)
    assert error.parent_is_there
    assert not missing(find(root, (step,)), (step,)).parent_is_there
    assert not missing(find(root, (step,)), (step, "x")).parent_is_there


# -- changes of a game ----------------------------------------------------------------------------


def test_writes_of_a_path_are_those_of_what_holds_it_and_of_what_is_in_it() -> None:
    history = History()
    paths = [("a",), ("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d"), ("a", "x"), ("b",)]
    for path in paths:
        history.add(Write(path, "set", "one", Place("a.yaml")))
    for path in [*paths, ("a", "b", "c", "d", "e")]:
        above = [path[:length] for length in range(1, len(path) + 1) if path[:length] in paths]
        below = [p for p in paths if p[:len(path)] == path != p]
        assert [w.path for w in history.above(path)] == above
        assert [w.path for w in history.touching(path)] == above + below
    assert list(history.ages().values()) == list(range(len(paths)))


def merged(folder: Path, overlay: dict[str, Any]) -> Loaded:
    made = write_pack(folder, "changed", "tictactoe", overlay)
    return stages.load_folders(GAME, [made])


@pytest.mark.parametrize(("path", "value"), [
    ("options/wide", {"type": "bool", "default": False}), ("functions/one", {"is": 1}),
    ("kinds/good", ["wood"]), ("procedures/nothing", [{"end": "game"}]),
    ("certain/sure", "round < 99"),
])
def test_a_section_that_is_not_there_begins_with_what_is_added_to_it(
        tmp_path: Path, path: str, value: Any) -> None:
    loaded = merged(tmp_path, {"add": {path: value}})
    assert loaded.layers is not None
    section, name = path.split("/")
    assert loaded.layers.root[section] == {name: value}
    assert "overlay-path" not in {p.code for p in loaded.problems}


@pytest.mark.parametrize("overlay", [
    {"set": {"options/wide": {"default": False}}}, {"replace": {"functions/one": {"is": 1}}},
    {"remove": ["options/wide"]}, {"add": {"nonsense/one": 1}},
    {"add": {"options/wide/default": 1}}])
def test_any_other_change_needs_its_section(tmp_path: Path, overlay: dict[str, Any]) -> None:
    assert [p.code for p in merged(tmp_path, overlay).problems] == ["overlay-path"]


def test_what_fits_leaves_nothing_out(tmp_path: Path) -> None:
    loaded = merged(tmp_path, {"set": {"texts/en/game": "Wide", "grids/cell/columns": 4}})
    assert (list(loaded.problems), loaded.problems.notes()) == ([], ())


@pytest.mark.parametrize("overlay", [
    {"set": {"grids/cell/columns": "four"}}, {"add": {"scoring/draw": [4]}},
    {"replace": {"texts/en/game": [4]}}, {"add": {"texts/en": {"more": [4]}}}])
def test_what_does_not_fit_tells_what_was_not_looked_at(tmp_path: Path, overlay: dict[str, Any]
                                                        ) -> None:
    loaded = merged(tmp_path, overlay)
    assert len(loaded.problems) == 1
    assert loaded.problems.notes() == (
        "not everything was looked at, because of the problems above",)


@pytest.mark.parametrize(("path", "keys"), [
    (("tiles", "card", "old"), ["card"]), (("actions", "old"), ["action", "move", "ask"]),
    (("procedures", "old"), ["move", "ask", "pass"]), (("options", "old"), ["option"]),
    (("ends", "old"), ["end"]), (("scoring", "old"), ["score"]), (("functions", "old"), []),
    (("state", "player", "old"), ["field.player"]), (("kinds", "good", "old"), ["good"]),
])
def test_keys_of_texts_about_what_has_another_name_now(
        path: tuple[str, ...], keys: list[str]) -> None:
    today = text_keys({path: "new"})
    assert today == {f"{key}.old": f"{key}.new" for key in keys}
    for key in keys:
        assert text_key(f"{key}.old", today) == f"{key}.new"
        assert text_key(f"{key}.old.more", today) == f"{key}.new.more"
        assert text_key(f"{key}.older", today) == f"{key}.older"
    assert text_key("x.old", today) == "x.old"


def test_what_is_defined_in_a_file_is_known_by_its_paths() -> None:
    data = {"a": {"b": ["c", {"d": 1}, "e"]}, "vocabulary": {"verbs": {"vocabulary": 1}}, 3: 4}
    assert ["/".join(path) for path in _defined((), data) if path] == [
        "a", "a/b", "a/b/c", "a/b/e", "verbs", "verbs/vocabulary"]
    assert [*_defined(("a",), ["b"]), *_defined(("a",), "b"), *_defined(("a",), 3)] == [("a", "b")]


# -- who is to blame ------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "tried", "most", "blamed"), [
    # The last change is tried first, unless the message names another one.
    ("odd", {}, 9, "rows"), ("'columns' is odd", {}, 9, "columns"),
    # No more is tried than may be, but what was tried for another problem is known.
    ("odd", {}, 1, "rows"), ("odd", {"columns": True}, 1, "columns"),
    ("odd", {"columns": False}, 1, ""), ("odd", {"rows": False}, 2, "columns"),
    ("odd", {"rows": False, "columns": False}, 9, "length"),
])
def test_the_change_without_which_a_problem_is_gone_is_to_blame(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, tried: dict[str, bool],
        most: int, blamed: str) -> None:
    loaded = merged(tmp_path, {"set": {
        "grids/cell/lines/line/length": 2, "grids/cell/columns": 4, "grids/cell/rows": 4}})
    assert loaded.order is not None
    assert loaded.layers is not None
    history = loaded.layers.history
    problem = Problem("odd", Place("content/tictactoe/game.yaml", 5), said)
    numbers = {write.path[-1]: number for number, write in history.first_of.items()}
    left = {(problem.code, problem.place)}
    trials = {numbers[name]: set() if is_gone else left for name, is_gone in tried.items()}
    monkeypatch.setattr(blame, "MOST", most)
    monkeypatch.setattr(blame, "_without", lambda *_: set())
    culprit = blame._culprit(loaded.order, history, problem, [problem], trials, lambda *_: None)
    assert (culprit.path[-1] if culprit is not None else "") == blamed


@pytest.mark.parametrize(("said", "named"), [
    ("'wood' is missing", 0), ("'move.go' is missing", 1), ("'go' is missing", 1),
    ("wood is missing", None), ("'gold' is missing", None), ("'clay' and 'wood'", 4),
    ("'lost' is missing", None), ("'used' is missing", None),
])
def test_the_last_change_of_what_a_message_names_is_behind_it(said: str, named: int | None) -> None:
    at = Place("a.yaml")
    writes = [Write(("kinds", "wood"), "set", "mine", at),
              Write(("texts", "en", "move.go"), "remove", "mine", at),
              Write(("kinds", "lost"), "set", "mine", at, lost=True),
              Write(("kinds", "used"), "set", "mine", at, uses=True),
              Write(("kinds", "clay"), "set", "mine", at)]
    found = blame.named_by(Problem("odd", at, said), writes)
    assert found == (None if named is None else writes[named])


@pytest.mark.parametrize(("values", "tried"), [
    ([0], 24), ([7_000], 24), ([6_000, 1_999], 24), ([6_000, 2_332], 24), ([6_000, 2_333], 23),
    ([99_998], 2), ([99_999], 2), ([100_000], 1), ([10**9], 1)])
def test_of_a_large_game_fewer_changes_are_tried(values: list[int], tried: int) -> None:
    order: Any = SimpleNamespace(packs=[SimpleNamespace(values=each) for each in values])
    assert blame._most(order) == tried
