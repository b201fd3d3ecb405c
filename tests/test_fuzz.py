"""Random structures and random words: there are only ever problems, never a crash."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bad_packs import GAME, MANIFEST, Dumper, game_with, impatient, make_pack, played
from tilewright import stages
from tilewright.language.expressions import Checker
from tilewright.language.names import Names, player_scope
from tilewright.language.types import BOOL, INT, PLAYER, many
from tilewright.problems import Place, Problems
from tilewright.reading.schemas import KINDS, read_schema
from tilewright.reading.source import parse

FEW = settings(max_examples=60, derandomize=True, deadline=None,
               suppress_health_check=list(HealthCheck))
MORE = settings(FEW, max_examples=400)
# The second file of a pack, by the kind of the file and the manifest's key for it.
NAMED = {"game": "rules: [game.yaml, more.yaml]", "board": "boards: [more.yaml]",
         "tiles": "tiles: [more.yaml]", "text": "texts: {en: more.yaml}"}


def _words() -> list[str]:
    """The keys that the schemas know, and some words of games."""
    found = {"me", "go", "coins", "players", "me.coins", "a", "card", "int", "[player]", "player?",
             "counted", "round", "game", "en", "game.yaml", "1.0.0"}

    def search(schema: Any) -> None:
        if isinstance(schema, dict):
            found.update(schema.get("properties", {}))
            found.update(e for e in schema.get("enum", ()) if isinstance(e, str))
            for value in schema.values():
                search(value)
        elif isinstance(schema, list):
            for value in schema:
                search(value)

    for kind in KINDS:
        search(read_schema(kind))
    return sorted(found)


WORDS = _words()
PLAIN = st.one_of(st.none(), st.booleans(), st.integers(-3, 10**10), st.sampled_from(WORDS),
                  st.text(max_size=5))
DATA = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(WORDS) | st.text(max_size=3), inner, max_size=4), max_leaves=25)


def _well_shaped(schema: Any, depth: int = 0) -> st.SearchStrategy[Any]:
    """Data that nearly fits a schema, so that it gets further than random data does."""
    if not isinstance(schema, dict) or depth > 7:
        return PLAIN
    if "$ref" in schema:
        file, _, path = schema["$ref"].partition("#/")
        if file.startswith("effect"):
            return st.just([])
        found: Any = read_schema(file.removesuffix(".schema.json") or "game")
        for step in path.split("/"):
            found = found[step]
        return _well_shaped(found, depth)
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    if "if" in schema and "then" in schema and "properties" not in schema:
        return st.one_of(_well_shaped(schema["then"], depth + 1),
                         _well_shaped(schema.get("else", {}), depth + 1))
    kind = schema.get("type")
    if kind == "object":
        return _mapping(schema, depth)
    if kind == "array":
        return st.lists(_well_shaped(schema.get("items", {}), depth + 1), min_size=1, max_size=3)
    if kind == "integer":
        return st.integers(schema.get("minimum", -2), schema.get("maximum", 5))
    return st.booleans() if kind == "boolean" else st.sampled_from(WORDS)


def _mapping(schema: dict[str, Any], depth: int) -> st.SearchStrategy[Any]:
    known = {k: _well_shaped(v, depth + 1) for k, v in schema.get("properties", {}).items() if v}
    needed = {k: v for k, v in known.items() if k in schema.get("required", ())}
    if known:
        rest = {k: v for k, v in known.items() if k not in needed}
        return st.fixed_dictionaries(needed, optional=rest)
    return st.dictionaries(st.sampled_from(["a", "card", "player", "game", "go"]),
                           _well_shaped(schema.get("additionalProperties"), depth + 1), max_size=2)


def _fares(files: dict[str, str | bytes]) -> None:
    with tempfile.TemporaryDirectory() as name, impatient():
        folder = make_pack(Path(name) / "pack", files)
        assert played(folder, 5) in ("refused", "failed", "played")


def _write(data: Any) -> str:
    return str(yaml.dump(data, Dumper=Dumper, allow_unicode=True, sort_keys=False))


@FEW
@given(data=DATA)
def test_random_manifests(data: Any) -> None:
    _fares({"pack.yaml": _write(data)})


@pytest.mark.parametrize("kind", NAMED)
def test_random_files(kind: str) -> None:
    manifest = MANIFEST.replace("rules: [game.yaml]\n", "")
    rules = "" if kind == "game" else "rules: [game.yaml]\n"

    @FEW
    @given(data=DATA)
    def fares(data: Any) -> None:
        _fares({"pack.yaml": f"{manifest}{rules}{NAMED[kind]}\n", "more.yaml": _write(data)})

    fares()


@pytest.mark.parametrize("kind", NAMED)
def test_files_that_nearly_fit(kind: str) -> None:
    manifest = MANIFEST.replace("rules: [game.yaml]\n", "")
    rules = "" if kind == "game" else "rules: [game.yaml]\n"
    schema = read_schema(kind)

    @FEW
    @given(data=_well_shaped(schema))
    def fares(data: Any) -> None:
        _fares({"pack.yaml": f"{manifest}{rules}{NAMED[kind]}\n", "more.yaml": _write(data),
                "game.yaml": game_with(families="{card: {attributes: {a: 'int?'}}}")})

    fares()


SECTIONS = [k for k in read_schema("game")["properties"] if k != "vocabulary"]


@pytest.mark.many
@pytest.mark.parametrize("section", SECTIONS)
def test_sections_that_nearly_fit(section: str) -> None:
    @FEW
    @given(data=_well_shaped(read_schema("game")["properties"][section]))
    def fares(data: Any) -> None:
        game = {**yaml.safe_load(GAME), section: data}
        _fares({"game.yaml": _write(game)})

    fares()


EFFECTS = ["gain", "lose", "set", "swap", "score", "if", "then", "else", "for_each", "repeat", "do",
           "let", "call", "with", "stop", "end", "because", "event", "choose", "one_of", "ask",
           "random", "must", "may", "put", "into", "move", "from", "to", "draw", "refill",
           "shuffle", "sort", "by", "empty", "reveal", "arrange", "onto", "when", "up_to", "max"]
VALUES = st.sampled_from(["me.coins", "1", "true", "players", "me", "bag", "me.hand", "a", "none",
                          "[]", "range(1, 3)", "first(goods)", "loop", "game", "me.coins > 2", 3])
STATEMENTS = st.recursive(
    st.lists(st.dictionaries(st.sampled_from(EFFECTS), VALUES, min_size=1, max_size=2), max_size=2),
    lambda inner: st.lists(st.dictionaries(
        st.sampled_from(EFFECTS),
        VALUES | inner | st.dictionaries(st.sampled_from(["me.coins", "x", "max", "while"]), VALUES,
                                         min_size=1, max_size=2),
        min_size=1, max_size=3), min_size=1, max_size=3), max_leaves=8)


@settings(FEW, max_examples=300)
@given(statements=STATEMENTS)
def test_random_statements(statements: Any) -> None:
    game = {**yaml.safe_load(GAME), "kinds": {"good": ["a", "b"]},
            "actions": {"go": {"do": statements}},
            "state": {"game": {"bag": {"zone": "good", "visible": "none", "start": "all"}},
                      "player": {"coins": {"type": "int", "start": 3}, "hand": {"zone": "good"}}}}
    _fares({"game.yaml": _write(game)})


@MORE
@given(raw=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_random_bytes_as_a_file(raw: bytes) -> None:
    _fares({"game.yaml": raw})


MARKS = st.text(alphabet="{}[]()&*!|>'\"%@`,:-?#\n\t abc01.~<=", max_size=40)


@MORE
@given(text=MARKS | st.text(max_size=40))
def test_random_yaml(text: str) -> None:
    problems = Problems()
    source = parse(text, "some.yaml", problems)
    lines = text.count("\n") + text.count("\r") + 1
    assert all(1 <= p.place.line <= lines for p in problems.sorted())
    assert source.data is None or not any(p.code == "yaml-syntax" for p in problems.sorted())


# -- expressions ------------------------------------------------------------------------------

TOKENS = ["me", "players", "cells", "c", "p", "it", "a1", "wood", "goods", "none", "true", "round",
          "actor", "me.coins", "me.stock", "c.mark", "bag", "(", ")", "[", "]", ".", ",", "+", "-",
          "*", "//", "%", "**", "==", "!=", "<", "in", "not", "and", "or", "if", "else", "for",
          "1", "0", "7", "any(", "all(", "count(", "sum(", "min(", "max(", "first(", "sort(",
          "by=", "default=", "size(", "top(", "unique(", "range(", "index(", "shortfall(",
          "spread(", "tally(", "reach(", "distance(", "component(", "beside", "used(", "possible(",
          "go", "next_player(", "seats_from(", ":=", "lambda", "f''", "'", "__class__",
          "\u00e9", "#"]
RICH = game_with(
    kinds="{good: [wood, clay]}", grids="{cell: {columns: 3, rows: 3}}",
    state="\n  game: {bag: {zone: good}}\n  cell: {mark: 'player?'}\n"
          "  player: {coins: {type: int, start: 3}, stock: {type: int, per: good}}",
    scoring="{coins: 'me.coins + size(bag) + sum(me.stock) + count(c for c in cells if "
            "c.mark == me)'}")


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Names:
    """What a game with all sorts of things can name."""
    folder = make_pack(tmp_path_factory.mktemp("rich") / "pack", {"game.yaml": RICH})
    loaded = stages.load(str(folder), [])
    assert loaded.game is not None, loaded.problems.sorted()
    made = Names(loaded.game, Problems())
    made.add_kind_names()
    made.actions = {"go"}
    return made


@MORE
@given(text=st.lists(st.sampled_from(TOKENS), max_size=9).map(" ".join)
       | st.lists(st.sampled_from(TOKENS), max_size=9).map("".join) | st.text(max_size=30),
       want=st.sampled_from([None, INT, BOOL, PLAYER, many(PLAYER)]))
def test_random_expressions(names: Names, text: str, want: Any) -> None:
    names.problems, names.parts = Problems(), 0
    place = Place("some.yaml", 3, 10, 10 + len(text))
    found = Checker(names, text, place).run(player_scope(), want)
    problems = names.problems.sorted()
    assert problems or found.type.tag != "unknown"
    for problem in problems:
        assert problem.place.line == 3
        assert 10 <= problem.place.col <= 10 + len(text)
        assert problem.message.isprintable()


@settings(FEW, max_examples=150)
@given(text=st.lists(st.sampled_from(TOKENS), min_size=1, max_size=6).map(" ".join))
def test_random_expressions_in_a_game(text: str) -> None:
    _fares({"game.yaml": RICH.replace("'me.coins + ", f"'{text.replace(chr(39), '')} + ")})
