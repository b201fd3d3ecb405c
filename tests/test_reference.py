"""The generated pages are fresh and whole, and every example in the reference works."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

import made_pages
from tilewright import limits, reference, stages
from tilewright.catalogue import TILE_GAME, codes, trial
from tilewright.cli.reference import SCHEMA, print_reference, print_schema, schema_text
from tilewright.language.effects import EFFECTS
from tilewright.language.functions import FUNCTIONS
from tilewright.language.names import BUILT_IN, RESERVED
from tilewright.linking.tiles import KINDS
from tilewright.playing.game import Game
from tilewright.problems import UsageError
from tilewright.reading.paths import data_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
# The example of this function is right; the program is not yet.
BROKEN: set[str] = set()
PYTHON_WORDS = {"if", "else", "for", "is"}

MANIFEST = "{language: 1, id: examples, version: 1.0.0, rules: [game.yaml], tiles: [tiles.yaml]}\n"
TILES = """\
family: card
tiles:
  mill: {count: 5, abilities: {now: {gain: [pay_out]}, points: {score: 2}}}
"""
# A game with everything that the examples name.
BASE = """\
players: {min: 2, max: 2}
grids:
  cell: {of: squares, columns: 3, rows: 3, directions: direction, corners: corner, edges: side}
kinds: {good: [wood, stone]}
families: {card: {}}
state:
  game:
    deck: {zone: card, start: all, visible: none}
    row: {zone: card}
    visited: {zone: cell, order: set}
  player:
    coins: {type: int, start: 9}
    stock: {type: int, per: good, max: 9, start: 1}
    cards: {zone: card, in_play: true}
    bid: {type: int, visible: owner}
  cell:
    mark: player?
functions: {first_cell: {is: a1}}
vocabulary:
  {verbs: {pay_out: {do: [{gain: {me.coins: 1}}]}}, events: {harvests: {gives: {amount: int}}}}
procedures: {harvest: [{gain: {me.coins: 1}}]}
actions:
  mark:
    pick: {c: "[c for c in cells if c.mark == none]"}
    do:
      - set: {c.mark: me}
  buy: {do: [{gain: {me.coins: 1}}]}
  sell: {do: [{gain: {me.coins: 1}}]}
  collect: {do: [{gain: {me.coins: 1}}]}
  build: {do: [{gain: {me.coins: 1}}]}
ends: {late: {when: round > 2}}
scoring: {coins: me.coins, lines: counted}
flow:
  setup: [{draw: 1, from: deck, to: row}, {remember: [cell.mark]}]
  round:
    each: players
    turn:
      - must: [mark]
        else: [{end: game, because: late}]
"""


def _indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


def _playable(example: str, folder: Path) -> None:
    """Put an example at the end of each turn and play a game to its end."""
    state = _loaded(BASE + _indented(USES + example, 6), folder).new(players=2, seed=1)
    for _ in range(1000):
        if state.over:
            return
        state.apply(state.legal()[-1])
    raise AssertionError("the game does not end")


def _loaded(game: str, folder: Path) -> Game:
    for name, text in (("pack.yaml", MANIFEST), ("tiles.yaml", TILES), ("game.yaml", game)):
        (folder / name).write_text(text, encoding="utf-8")
    loaded = stages.load_folders(folder, [])
    assert [p.sentence for p in loaded.problems.sorted()] == []
    assert loaded.game is not None
    return Game(loaded.game)


# Whatever an example leaves unused is used here, before it.
USES = """\
- if: actor.coins > 1000 and size(visited) + index(first_cell()) + sum(actor.stock) > 1000
  then:
    - may: [buy, sell, collect, build]
    - call: harvest
    - score: {lines: 1}
    - event: harvests
      with: {amount: 1}
    - for_each: {tile: actor.cards}
      do: [{activate: tile}]
    - gain: {actor.coins: "sum(tile_points(t) for t in actor.cards)"}
    - gain: {actor.bid: 1}
"""


@pytest.mark.parametrize("name", sorted(EFFECTS))
def test_the_example_of_each_effect_works(name: str, tmp_path: Path) -> None:
    example = EFFECTS[name].example
    statements = yaml.safe_load(example)
    assert any(name in s for s in _every_statement(statements))
    _playable(example, tmp_path)


def _every_statement(statements: list[dict[str, object]]) -> list[dict[str, object]]:
    found = []
    for statement in statements:
        found.append(statement)
        for value in statement.values():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                found += _every_statement(value)
    return found


def _functions(names: Iterable[str]) -> list[object]:
    crash = pytest.mark.xfail(raises=AttributeError, reason="reach(…, until=…) cannot be checked")
    return [pytest.param(n, marks=[crash] if n in BROKEN else []) for n in sorted(names)]


def _is_comparison(example: str) -> bool:
    tree = ast.parse(example, mode="eval").body
    return isinstance(tree, ast.Compare) and isinstance(tree.ops[0], (ast.Eq, ast.NotEq))


@pytest.mark.parametrize("name", _functions(FUNCTIONS))
def test_the_example_of_each_function_works(name: str, tmp_path: Path) -> None:
    example = FUNCTIONS[name].example
    assert re.search(rf"\b{name}\(", example)
    _playable(f'- let: {{value: "{example}"}}\n', tmp_path)


@pytest.mark.parametrize(
    "name", sorted(n for n, word in FUNCTIONS.items() if _is_comparison(word.example)))
def test_an_example_that_is_a_comparison_is_true(name: str, tmp_path: Path) -> None:
    """Examples such as `half(7) == 3` tell what comes out; here for the first player at first."""
    gain = f'- if: "{FUNCTIONS[name].example}"\n  then: [{{score: {{lines: 5}}}}]\n'
    game = BASE.replace("      - must: [mark]", _indented(gain, 6) + "      - must: [mark]")
    state = _loaded(game + _indented(USES, 6), tmp_path).new(players=2, seed=1)
    assert state.score_sheet(0)["lines"] == 5


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_of_each_kind_of_ability_works(kind: str) -> None:
    (entry,) = [a for a in reference.ABILITIES if a.name == kind]
    (ability,) = yaml.safe_load(entry.example).values()
    assert kind in ability
    game = TILE_GAME.replace("    gets_paid:", "    buys: {action: buy}\n    gets_paid:")
    assert game != TILE_GAME
    tiles = f"family: card\ntiles:\n  mill:\n    abilities:\n{_indented(entry.example, 6)}"
    assert trial({"tiles.yaml": tiles, "game.yaml": game}, "tiles") == []


def test_the_keys_of_abilities_are_those_of_the_schema() -> None:
    schema = json.loads((data_folder("schema") / "tiles.schema.json").read_text(encoding="utf-8"))
    ability = schema["properties"]["tiles"]["additionalProperties"]["properties"]["abilities"]
    shape = ability["additionalProperties"]
    for entry in reference.ABILITIES:
        ruled_out = {k for k, v in shape["dependentSchemas"][entry.name]["properties"].items()
                     if v == {"not": {}}}
        told = {key for key, _, _ in entry.keys}
        assert told <= set(shape["properties"])
        assert not told & ruled_out
        assert set(shape["properties"]) - ruled_out - told <= set(KINDS) | {"for", "when"}


def test_every_word_is_explained() -> None:
    found = reference.entries()
    assert {e.name for e in found if e.sort == "effect"} == set(EFFECTS)
    assert {e.name for e in found if e.sort == "function"} == set(FUNCTIONS)
    assert tuple(e.name for e in found if e.sort == "ability") == KINDS
    explained = {w for e in found if e.sort in ("name", "sign") for w in e.name.split()}
    assert explained >= (RESERVED | set(BUILT_IN)) - PYTHON_WORDS
    for entry in found:
        assert entry.about[0].isupper()
        assert entry.about.endswith("."), entry.name


def test_every_word_and_code_is_on_a_page() -> None:
    words, errors = (made_pages.of_words()[name] for name in ("words.md", "errors.md"))
    for entry in reference.entries():
        long = f"\n### {entry.name}\n" in words
        assert long if entry.example else f"\n- `{entry.title}`:" in words
        assert entry.example.strip() in words
        assert all(f"| `{key}` |" in words for key, _, _ in entry.keys)
    for code in codes().values():
        assert f"\n## {code.name}\n" in errors
        assert code.means in errors
        assert code.guard or re.search(rf"^\S+:\d+:\d+: {code.name}: ", errors, re.MULTILINE)


def test_every_limit_is_used() -> None:
    package = Path(limits.__file__).parent
    source = "".join(p.read_text(encoding="utf-8") for p in package.rglob("*.py"))
    assert [n for n in limits.WHAT if not re.search(rf"\blimits\.{n}\b", source)] == []


def test_every_limit_is_on_its_page() -> None:
    numbers = {n for n, v in vars(limits).items() if n.isupper() and isinstance(v, int)}
    assert set(limits.WHAT) == numbers
    page = reference.limits_page()
    for name, (number, _) in limits.WHAT.items():
        assert f"| `{name}` | {number:,} |" in page


def test_pages_tell_nothing_of_the_machine_that_made_them() -> None:
    for text in made_pages.of_words().values():
        assert not re.search(r"/tmp|/home|/work|/root|[A-Z]:\\\\|site-packages", text)
        assert "\t\t" not in text
        assert not re.search(r"[ \t]+$", text, re.MULTILINE)
        assert text.endswith("\n")


@pytest.mark.parametrize("name", ["words.md", "sections.md", "errors.md", "limits.md"])
def test_the_page_is_fresh(name: str) -> None:
    path = DOCS / name
    assert path.is_file(), f"make it with: {reference.REMAKE}"
    fresh = path.read_text(encoding="utf-8") == made_pages.of_words()[name]
    assert fresh, f"docs/{name} is stale; make it again with: {reference.REMAKE}"


def test_the_schema_of_effects_is_fresh() -> None:
    path = ROOT / "schema" / SCHEMA
    assert path.is_file(), "make it with: tilewright schema --write"
    fresh = path.read_text(encoding="utf-8") == schema_text()
    assert fresh, f"schema/{SCHEMA} is stale; make it again with: tilewright schema --write"


# -- the commands -----------------------------------------------------------------------------


def test_a_word_with_two_meanings_is_told_with_both(capsys: pytest.CaptureFixture[str]) -> None:
    print_reference("sort", None)
    printed = capsys.readouterr().out
    assert "sort  (effect)" in printed
    assert "sort(list, by=number of it)  (function)" in printed


@pytest.mark.parametrize("word", [*sorted({e.name for e in reference.entries()}), *codes()])
def test_every_word_can_be_asked_for(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_reference(word, None)
    assert word in capsys.readouterr().out


def test_without_a_word_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    print_reference(None, None)
    printed = capsys.readouterr().out
    assert all(f"  {e.title}: " in printed for e in reference.entries())
    assert all(f"  {name}: " in printed for name in codes())


def test_an_unknown_word_gets_a_hint() -> None:
    with pytest.raises(UsageError, match=r"no word and no problem 'gian'; did you mean 'gain'\?"):
        print_reference("gian", None)


def test_pages_are_written_into_a_folder(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
        ) -> None:
    made_pages.given_to_the_command(monkeypatch)
    print_reference(None, tmp_path / "new")
    made = {p.relative_to(tmp_path / "new").as_posix() for p in (tmp_path / "new").rglob("*.md")}
    pages = {**made_pages.of_words(), **made_pages.of_texts(), **made_pages.of_tiles(),
             **made_pages.of_recipes()}
    assert made == set(pages)
    assert capsys.readouterr().out.count("wrote ") == len(pages)
    for name, text in pages.items():
        assert (tmp_path / "new" / name).read_text(encoding="utf-8") == text


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                 ) -> None:
    made_pages.given_to_the_command(monkeypatch)
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be written"):
        print_reference(None, tmp_path / "file")


def test_the_schema_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    print_schema(write=False)
    assert set(json.loads(capsys.readouterr().out)["$defs"]) >= set(EFFECTS)


def test_every_shape_of_a_key_has_words() -> None:
    used = {key.shape for effect in EFFECTS.values() for key in effect.keys.values()}
    assert used == set(reference.SHAPES)
