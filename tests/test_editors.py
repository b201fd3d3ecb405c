"""Schemas for editors: fresh, in one piece, right about shipped files, and of use in an editor."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from referencing import Registry, Resource

from language_server import LanguageServer, server_folder
from tilewright import editors, stages
from tilewright.cli.reference import SCHEMA, print_schema, schema_text
from tilewright.editors.files import shipped_files
from tilewright.editors.paths import SORTS
from tilewright.linking.text_keys import keys_of
from tilewright.packs.pack import LISTS, MANIFESTS
from tilewright.packs.unnamed import MARKS
from tilewright.problems import ContentError, Problems, UsageError
from tilewright.reading.paths import data_folder
from tilewright.reading.source import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = data_folder("schema")
STARTERS = ROOT / "interpreter" / "tilewright" / "starters"
GAMES = sorted(p.parent.name for p in ROOT.glob("content/*/pack.yaml"))
REMAKE = "tilewright schema --write"


@cache
def loaded(game: str) -> stages.Loaded:
    return stages.load(game, [])


def data(text: str) -> Any:
    """YAML as the program reads it."""
    problems = Problems()
    found = parse(text, "file.yaml", problems).data
    problems.stop_if_any()
    return found


# -- shipped files --------------------------------------------------------------------------------


def kinds() -> Iterator[tuple[Path, str, str]]:
    """Each shipped file: where it is, its game, and its kind."""
    yield ROOT / "content/cookbook/index.yaml", "", "cookbook"
    ways = [f"{way}/{name}" for way in ("content/*", "content/*/*", "variants/*")
            for name in MANIFESTS]
    for manifest in sorted(p for way in ways for p in ROOT.glob(way)):
        said = data(manifest.read_text(encoding="utf-8"))
        game = said.get("variant_of", said["id"])
        yield manifest, game, MANIFESTS[manifest.name]
        for key, kind in LISTS.items():
            yield from ((manifest.parent / name, game, kind) for name in said.get(key, ()))
        for name in said.get("texts", {}).values():
            yield manifest.parent / name, game, "text"
            marks = (manifest.parent / name).with_suffix(MARKS)
            yield from ((path, game, "marks") for path in (marks,) if path.is_file())
        yield from ((path, game, "experiment") for path in manifest.parent.glob("*lab.yaml"))
        yield from ((manifest.parent / name, game, "terms")
                    for name in said.get("terms", {}).values())


# Folders of content that hold packs and are none themselves.
SHELVES = ("classics", "cookbook")
SHIPPED = [(path.relative_to(ROOT).as_posix(), game, kind) for path, game, kind in kinds()
           if path.relative_to(ROOT).parts[0] in ("content", "variants")]


def led_to(path: Path) -> Path:
    """The schema that the first line of a file names."""
    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
    begin = "# yaml-language-server: $schema="
    assert first.startswith(begin), f"the first line has to be: {begin}…"
    return (path.parent / first.removeprefix(begin)).resolve()


@cache
def validator(path: Path) -> Any:
    schema = json.loads(path.read_text(encoding="utf-8"))
    return validator_of(schema)


def validator_of(schema: dict[str, Any]) -> Any:
    """What plain JSON Schema makes of it, without anything of the program."""
    shared: Any = Registry().with_resources(
        (p.name, Resource.from_contents(json.loads(p.read_text(encoding="utf-8"))))
        for p in SCHEMAS.glob("*.json"))
    return jsonschema.validators.validator_for(schema)(schema, registry=shared)


def test_shipped_files_are_looked_at() -> None:
    there = {p.relative_to(ROOT).as_posix() for folder in ("content", "variants")
             for p in (ROOT / folder).rglob("*.yaml")}
    assert {name for name, _, _ in SHIPPED} == there


@pytest.mark.parametrize(("name", "game", "kind"), SHIPPED, ids=[s[0] for s in SHIPPED])
def test_a_shipped_file_begins_with_the_best_schema(name: str, game: str, kind: str) -> None:
    """Of its variant, if that brings words of its own; else of its game; else of all games.

    A recipe has schemas with its words only when a game begins with it.
    """
    inner = Path(name).parts[1:]
    pack = inner[1] if inner[0] in SHELVES else inner[0]
    best = () if inner[0] == "cookbook" else (pack, game)
    ways = [SCHEMAS / folder / f"{kind}.schema.json" for folder in (*best, "")]
    assert led_to(ROOT / name) == next(way for way in ways if way.is_file()).resolve()


@pytest.mark.parametrize("name", [s[0] for s in SHIPPED])
def test_a_shipped_file_fits_its_schema(name: str) -> None:
    path = ROOT / name
    wrong = [f"{list(e.absolute_path)}: {e.message[:200]}"
             for e in validator(led_to(path)).iter_errors(data(path.read_text(encoding="utf-8")))]
    assert wrong == []


@pytest.mark.parametrize("path", sorted(STARTERS.rglob("*.yaml")), ids=lambda p: p.name)
def test_a_starter_leads_to_the_schema_beside_it(path: Path) -> None:
    kind = {"pack": "pack", "variant": "variant", "game": "game", "changes": "overlay",
            "en": "text", "text": "text", "tile": "tiles", "situations": "situations"}[path.stem]
    # A starter is a template, in which `$$` stands for one `$`.
    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
    assert first.replace("$$", "$") == editors.MODELINES[kind]


# -- generated files ------------------------------------------------------------------------------


@cache
def generated() -> dict[str, str]:
    files = {SCHEMAS / SCHEMA: schema_text(), **shipped_files().files}
    return {path.relative_to(SCHEMAS).as_posix(): text for path, text in files.items()}


def test_all_generated_schemas_are_there_and_no_others() -> None:
    there = {p.relative_to(SCHEMAS).as_posix() for p in SCHEMAS.glob("*/*.json")} | {SCHEMA}
    assert there == set(generated()), f"make them again with: {REMAKE}"


def test_the_schemas_of_games_are_fresh() -> None:
    stale = [name for name, text in generated().items()
             if (SCHEMAS / name).read_text(encoding="utf-8") != text]
    assert stale == [], f"make them again with: {REMAKE}"


def test_keys_of_texts_begin_with_a_known_sort() -> None:
    for game in GAMES:
        linked = loaded(game).game
        assert linked is not None
        begin = {key.partition(".")[0] for key in keys_of(linked) if "." in key}
        assert begin - set(linked.kinds) - {"game"} <= set(SORTS)


def test_a_shipped_variant_without_words_has_no_schemas_of_its_own() -> None:
    with pytest.raises(UsageError, match="use the schemas of the game that it changes"):
        print_schema("wide_board", write=True)


@pytest.mark.parametrize("game", GAMES)
def test_only_a_game_with_families_has_a_schema_of_tiles(game: str) -> None:
    linked = loaded(game).game
    assert linked is not None
    families = any(kind.tiles for kind in linked.kinds.values())
    assert (f"{game}/tiles.schema.json" in generated()) == families


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)


@pytest.mark.many
@pytest.mark.parametrize("manifest", ["variant", "pack"])
@pytest.mark.parametrize("game", GAMES)
def test_schemas_beside_a_pack_are_in_one_piece(game: str, manifest: str) -> None:
    linked = loaded(game).game
    assert linked is not None
    made = editors.write_beside(Path("mine"), linked, manifest=manifest)
    kinds_made = {path.name.removesuffix(".schema.json") for path in made}
    tiles = {"tiles"} if any(kind.tiles for kind in linked.kinds.values()) else set()
    assert kinds_made == {manifest, "game", "board", "overlay", "text", "situations"} | tiles
    for path, text in made.items():
        schema = json.loads(text)
        assert path.parent == Path("mine/schema")
        jsonschema.validators.validator_for(schema).check_schema(schema)
        names = {ref.removeprefix("#/$defs/") for ref in references(schema)}
        assert names <= set(schema.get("$defs", {})), path.name


@pytest.mark.parametrize(("name", "_game", "kind"), SHIPPED, ids=[s[0] for s in SHIPPED])
def test_a_schema_in_one_piece_says_the_same(name: str, _game: str, kind: str) -> None:
    """It takes what the shared schema takes, and refuses a key that nobody knows."""
    found = data((ROOT / name).read_text(encoding="utf-8"))
    one = validator_of(editors.bundled(kind))
    assert one.is_valid(found)
    assert not one.is_valid({**found, "no-such-key!": 1})


# -- what the schemas of a game know --------------------------------------------------------------

FINE_TILES = """
building: {a: {worth: 2, cost: {bamboo: 1}}}
building: {a: {worth: 2, figure: torii, post: true, count: 3, source: house}}
building: {a: {worth: 2, figure: none}}
building: {a: {worth: 2}, b: {extends: a}}
token: {a: {}}
specialist: {a: {worth: 1, abilities: {x: {power: move_boat}}}}
specialist: {a: {worth: 1, abilities: {x: {power: {move_boat: {}}}}}}
specialist: {a: {worth: 1, abilities: {x: {power: move_boat, limit: {times: 2, per: round}}}}}
specialist: {a: {worth: 1, abilities: {x: {power: {arrange_deck: 3}, window: my_turn}}}}
specialist: {a: {worth: 1, abilities: {x: {power: {arrange_deck: {n: 3}}, window: "step:act"}}}}
specialist: {a: {worth: 1, abilities: {x: {gain: [take_any_boat, {take_prestige: 1}]}}}}
specialist: {a: {worth: 1, abilities: {x: {change: trades, add: 1}}}}
specialist: {a: {worth: 1, abilities: {x: {change: rewarded, to: true}}}}
specialist: {a: {worth: 1, abilities: {x: {when: {me: recruits}, do: [{take_half: hired}]}}}}
specialist: {a: {worth: 1, abilities: {x: {toll: {coins: 1}, whenever: {opponent: builds}}}}}
specialist: {a: {worth: 1, abilities: {x: {score: 2}}}}
"""
WRONG_TILES = """
buildin: {a: {worth: 2}}
building: {a: {worth: two}}
building: {a: {cost: {bamboo: 1}}}
building: {a: {worth: 2, cost: {bambo: 1}}}
building: {a: {worth: 2, cost: 1}}
building: {a: {worth: 2, figure: toriii}}
building: {a: {worth: 2, post: 1}}
building: {a: {worth: 2, price: 1}}
building: {a: {worth: 2, count: 0}}
building: {a: {worth: 2, count: 201}}
specialist: {a: {worth: 1, abilities: {x: {}}}}
specialist: {a: {worth: 1, abilities: {x: {limit: once}}}}
specialist: {a: {worth: 1, abilities: {x: {power: move_boot}}}}
specialist: {a: {worth: 1, abilities: {x: {power: arrange_deck}}}}
specialist: {a: {worth: 1, abilities: {x: {power: {arrange_dek: 3}}}}}
specialist: {a: {worth: 1, abilities: {x: {power: {move_boat: 3}}}}}
specialist: {a: {worth: 1, abilities: {x: {power: {arrange_deck: many}}}}}
specialist: {a: {worth: 1, abilities: {x: {power: {arrange_deck: {m: 3}}}}}}
specialist: {a: {worth: 1, abilities: {x: {power: {take_half: hired}}}}}
specialist: {a: {worth: 1, abilities: {x: {power: move_boat, window: "step:nowhere"}}}}
specialist: {a: {worth: 1, abilities: {x: {power: move_boat, whenever: {opponent: builds}}}}}
specialist: {a: {worth: 1, abilities: {x: {power: move_boat, limit: {times: 2}}}}}
specialist: {a: {worth: 1, abilities: {x: {power: move_boat, do: [move_boat]}}}}
specialist: {a: {worth: 1, abilities: {x: {power: move_boat, gain: [move_boat]}}}}
specialist: {a: {worth: 1, abilities: {x: {gain: [move_boot]}}}}
specialist: {a: {worth: 1, abilities: {x: {change: trades}}}}
specialist: {a: {worth: 1, abilities: {x: {change: trades, add: 1, to: 2}}}}
specialist: {a: {worth: 1, abilities: {x: {change: trads, add: 1}}}}
specialist: {a: {worth: 1, abilities: {x: {change: trades, to: true}}}}
specialist: {a: {worth: 1, abilities: {x: {change: rewarded, add: 1}}}}
specialist: {a: {worth: 1, abilities: {x: {change: trades, for: {colour_asked: clay}, to: 1}}}}
specialist: {a: {worth: 1, abilities: {x: {change: is_traded, for: {colour: clay}, to: true}}}}
specialist: {a: {worth: 1, abilities: {x: {change: is_traded, for: {colour_asked: cla}, to: true}}}}
specialist: {a: {worth: 1, abilities: {x: {when: {me: recruits}}}}}
specialist: {a: {worth: 1, abilities: {x: {when: {you: recruits}, do: [move_boat]}}}}
specialist: {a: {worth: 1, abilities: {x: {when: {me: recruit}, do: [move_boat]}}}}
specialist: {a: {worth: 1, abilities: {x: {when: {me: builds}, do: [move_boat], where: alone}}}}
specialist: {a: {worth: 1, abilities: {x: {toll: {coin: 1}, whenever: {opponent: builds}}}}}
specialist: {a: {worth: 1, abilities: {x: {toll: {coins: 1}}}}}
specialist: {a: {worth: 1, abilities: {x: {score: 2, per: coins}}}}
"""


def tiles_of(line: str) -> dict[str, Any]:
    ((family, tiles),) = data(line).items()
    return {"family": family, "tiles": tiles}


@pytest.mark.parametrize("line", FINE_TILES.strip().split("\n"))
def test_a_tile_that_is_fine(line: str) -> None:
    assert validator(SCHEMAS / "yamatai" / "tiles.schema.json").is_valid(tiles_of(line))


@pytest.mark.parametrize("line", WRONG_TILES.strip().split("\n"))
def test_a_tile_that_is_wrong(line: str) -> None:
    assert not validator(SCHEMAS / "yamatai" / "tiles.schema.json").is_valid(tiles_of(line))


@pytest.mark.parametrize(("fine", "goal"), [
    (True, "{goal: {at_least: 2, of: shrimps}, points: 1}"),
    (True, "{goal: {has: row_and_column}, points: 1}"),
    (False, "{goal: {at_least: 2, of: shrimp}, points: 1}"),
    (False, "{goal: {of: shrimps}, points: 1}"),
    (False, "{goal: {has: row_and_column, of: shrimps}, points: 1}"),
    (False, "{goal: {has: row}, points: 1}"),
    (False, "{goal: {has: row_and_column}}"),
])
def test_goals_know_amounts_and_conditions(*, fine: bool, goal: str) -> None:
    tiles = tiles_of(f"rock_card: {{a: {{abilities: {{x: {goal}}}}}}}")
    assert validator(SCHEMAS / "namiji" / "tiles.schema.json").is_valid(tiles) == fine


def test_published_words_tell_what_they_do() -> None:
    defs = json.loads((SCHEMAS / "yamatai" / "tiles.schema.json").read_text())["$defs"]
    verbs = {way["const"]: way["description"] for way in defs["verb_name"]["anyOf"]}
    assert verbs["move_boat"] == "move a boat on the board to a connected free spot"
    call = defs["verb_call"]["properties"]["arrange_deck"]["description"]
    assert call.endswith("\n\narrange_deck(n: int)")
    queries = {way["const"]: way["description"]
               for way in defs["ability"]["properties"]["change"]["anyOf"]}
    assert "coins_per_point(): a number" in queries["coins_per_point"]
    assert "normally 5" in queries["coins_per_point"]
    assert "of several values the lowest counts" in queries["coins_per_point"]
    number = defs["tile_fleet"]["properties"]["number"]["description"]
    assert number.endswith("every tile says it")


@pytest.mark.parametrize(("fine", "overlay"), [
    (True, "set: {options/coins_per_wait/default: 3}"),
    (True, "set: {options/of_another_variant/default: 3}"),
    (True, "set: {tiles/building/s01: {worth: 3}}"),
    (True, "plus: {queries/buying_price/base: 1}"),
    (True, "times: {queries/trades/base: {by: '3/2', round: up}}"),
    (True, "remove: [tiles/building/s01]"),
    (True, "insert: {kinds/colour/gold: {before: silver}}"),
    (True, "vocabulary: 1"),
    (False, "set: {options/coins_per_wait/default: [3]}"),
    (False, "set: {tiles/building/s01: 3}"),
    (False, "set: {option/coins_per_wait/default: 3}"),
    (False, "plus: {queries/buying_price/base: more}"),
    (False, "times: {queries/trades/base: {by: '3/2'}}"),
    (False, "remove: [tile/building/s01]"),
    (False, "insert: {kinds/colour/gold: silver}"),
    (False, "sett: {options/coins_per_wait/default: 3}"),
])
def test_overlays(*, fine: bool, overlay: str) -> None:
    found = data(overlay)
    if "vocabulary" in found:   # a path may begin with this word, an overlay may not
        found = {"set": {"vocabulary/queries/trades/base": 2}}
    assert validator(SCHEMAS / "yamatai" / "overlay.schema.json").is_valid(found) == fine


def test_an_overlay_is_told_what_is_there_now() -> None:
    schema = json.loads((SCHEMAS / "yamatai" / "overlay.schema.json").read_text())
    said = schema["properties"]["set"]["properties"]
    assert said["options/coins_per_wait/default"]["description"] == "now 2"
    assert said["procedures/take_turn/trade/step"]["description"] == "now trade"
    offered = schema["$defs"]["number"]["anyOf"][0]["enum"]
    assert "queries/buying_price/base" in offered
    assert "queries/border_open/base" not in offered


@pytest.mark.parametrize(("fine", "line"), [
    (True, "verb.move_boat: x"), (True, "specialist.of_a_variant: x"),
    (True, "specialist.raijin: {is: x, acc: y}"), (True, "specialist.raijin.says: {text: x}"),
    (False, "vreb.move_boat: x"), (False, "verb.move_boat: [x]"),
    (False, "specialist.raijin.says: {words: x}"), (False, "specialist.of_a_variant: 3"),
])
def test_texts(*, fine: bool, line: str) -> None:
    assert validator(SCHEMAS / "yamatai" / "text.schema.json").is_valid(data(line)) == fine


@pytest.mark.parametrize(("fine", "statement"), [
    (True, "{may: [build], repeat: true}"),
    (True, "{repeat: {max: 3}, do: []}"),
    (False, "{repeat: true}"),
    (False, "{may: [build], repeat: true, do: []}"),
])
def test_a_word_can_be_an_effect_and_a_key_of_another(*, fine: bool, statement: str) -> None:
    game = {"procedures": {"p": [data(statement)]}}
    assert validator(SCHEMAS / "game.schema.json").is_valid(game) == fine


# -- the command ----------------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small variant of somebody, with a tile of its own."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    (folder / "tiles").mkdir(parents=True)
    (folder / "variant.yaml").write_text(
        f"{editors.MODELINES['variant']}\nlanguage: 2\nid: mine\nversion: 0.1.0\n"
        "variant_of: yamatai\ntiles: [tiles/more.yaml]\n", encoding="utf-8")
    (folder / "tiles" / "more.yaml").write_text(
        "family: specialist\ntiles:\n  nobody: {worth: 2}\n", encoding="utf-8")
    return folder


def test_schemas_are_written_beside_a_pack(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    print_schema("mine", write=True)
    said = capsys.readouterr().out
    assert f"{Path('mine', 'tiles', 'more.yaml')}: {editors.MODELINES['tiles']}" in said
    assert editors.MODELINES["variant"] not in said, "this file has its line already"
    for path in (pack / "variant.yaml", pack / "tiles" / "more.yaml"):
        found = data(path.read_text(encoding="utf-8"))
        kind = "variant" if path.name == "variant.yaml" else "tiles"
        made = json.loads((pack / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8"))
        assert jsonschema.validators.validator_for(made)(made).is_valid(found)
    assert "tiles/specialist/nobody/worth" in (pack / "schema" / "overlay.schema.json").read_text()


def test_nothing_more_is_told_when_all_files_have_their_lines(
        pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tiles = pack / "tiles" / "more.yaml"
    tiles.write_text(f"{editors.MODELINES['tiles']}\n{tiles.read_text()}", encoding="utf-8")
    print_schema("mine", write=True)
    assert all(line.startswith("wrote ") for line in capsys.readouterr().out.splitlines())


def test_a_variant_with_problems_gets_the_schemas_of_its_game(
        pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "tiles" / "more.yaml").write_text("family: specialst\ntiles: {nobody: {worth: 2}}\n")
    print_schema(str(pack), write=True)
    assert f"'{pack}' has problems" in capsys.readouterr().out
    assert "nobody" not in (pack / "schema" / "overlay.schema.json").read_text()


def test_a_game_with_problems_is_told(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("language: 2\nid: odd\nversion: 1.0.0\nrules: [no.yaml]\n")
    with pytest.raises(ContentError, match=r"no\.yaml"):
        print_schema(str(tmp_path), write=True)
    assert not (tmp_path / "schema").exists()


def test_schemas_of_a_game_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    print_schema("tictactoe", write=False)
    decoder, text, found = json.JSONDecoder(), capsys.readouterr().out.strip(), []
    while text:
        schema, end = decoder.raw_decode(text)
        found.append(schema["description"])
        text = text[end:].lstrip()
    assert found == ["Changes to a game, by path", "Texts of 'tictactoe' in one language",
                     "Situations of 'tictactoe': given this, do that, expect this."]


def test_an_unknown_game_is_told() -> None:
    with pytest.raises(UsageError, match="did you mean 'yamatai'"):
        print_schema("yamata", write=True)


# -- the language server --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[LanguageServer]:
    running = LanguageServer(server_folder(), ROOT)
    yield running
    running.stop()


def read(name: str) -> tuple[Path, str]:
    path = ROOT / "content" / name
    return path, path.read_text(encoding="utf-8")


# Recipes and classics lead to the schemas of all games, as these here do.
QUIET = [name for name, _, kind in SHIPPED if kind in ("tiles", "overlay", "variant", "pack")
         and not {"cookbook", "classics"} & {*name.split("/")}]
# One text, and the rules in which `repeat` stands beside another effect.
QUIET += ["content/yamatai/turn.yaml", "content/namiji/stations.yaml",
          "content/tictactoe/text/en.yaml"]


@pytest.mark.many
@pytest.mark.parametrize("name", QUIET)
def test_an_editor_marks_nothing_in_a_shipped_file(server: LanguageServer, name: str) -> None:
    path = ROOT / name
    assert server.problems(path, path.read_text(encoding="utf-8")) == []


MISTAKES = [
    # the file, what is there, what somebody writes instead, what the editor says of its line
    ("yamatai/tiles/specialists.yaml", "{power: two_boats_for_gold,", "{power: two_boats_for_god,",
     "Value must be"),
    ("yamatai/tiles/specialists.yaml", "{clear_sacred: 2}", "{clear_scared: 2}",
     "Property clear_scared is not allowed"),
    ("yamatai/tiles/specialists.yaml", "worth: 3", "worth: three", "Incorrect type"),
    ("yamatai/tiles/specialists.yaml", "colour_asked: stone", "colour_asked: ston",
     'Value must be "bamboo"'),
    ("yamatai/tiles/specialists.yaml", "change: trades", "change: trads", "Value must be"),
    ("yamatai/tiles/specialists.yaml", "opponent: recruits", "opponent: recruit", "Value must be"),
    ("yamatai/tiles/buildings.yaml", "cost: {bamboo: 2}", "cost: {bambu: 2}",
     "Property bambu is not allowed"),
    ("yamatai/tiles/buildings.yaml", "figure: palace", "figure: place", 'Value must be "torii"'),
    ("namiji/tiles/rock_cards.yaml", "of: shrimps", "of: shrimp", "Value must be"),
    ("namiji/tiles/pier_cards.yaml", "{power: give_offering,", "{power: give_offerings,",
     "Value must be"),
    ("namiji/tiles/pier_cards.yaml", "meal: 6", "meal: much", "Incorrect type"),
    ("yamatai/tiles/buildings.yaml", "figure: torii", "figure: tori", "Value must be"),
]


@pytest.mark.many
@pytest.mark.parametrize(("name", "right", "wrong", "said"), MISTAKES, ids=lambda v: v)
def test_an_editor_marks_a_mistake(server: LanguageServer, name: str, right: str, wrong: str,
                                   said: str) -> None:
    path, text = read(name)
    before, found, _ = text.partition(right)
    assert found
    marked = server.problems(path, text.replace(right, wrong, 1))
    assert [line for line, _ in marked] == [before.count("\n") + 1]
    assert marked[0][1].startswith(said)


TILE = "family: specialist\ntiles:\n  x:\n    worth: 2\n    abilities:\n"
BARE = {"move_boat", "two_boats_for_gold", "take_any_boat"}
FULL = {"arrange_deck", "clear_sacred", "take_half"}
OFFERED = [
    (TILE + "      a: {power: |}\n", BARE),
    (TILE + "      a:\n        power: |\n", BARE),
    (TILE + "      a:\n        power: {a|}\n", FULL),
    (TILE + "      a:\n        gain:\n          - |\n", BARE | FULL),
    (TILE + "      a:\n        change: |\n", {"trades", "selling_price", "rewarded"}),
    (TILE + "      a:\n        when: {opponent: |}\n", {"builds", "recruits", "collects"}),
    (TILE + "      a:\n        |\n", {"gain", "power", "change", "when", "score", "limit"}),
    ("family: |\n", {"fleet", "building", "specialist", "token"}),
    ("family: building\ntiles:\n  x:\n    |\n", {"cost", "worth", "post", "figure", "count"}),
    ("family: building\ntiles:\n  x:\n    figure: |\n", {"torii", "palace", "none"}),
]


def as_tiles(text: str) -> tuple[Path, str]:
    path = ROOT / "content" / "yamatai" / "tiles" / "mine.yaml"
    line = "# yaml-language-server: $schema=../../../schema/yamatai/tiles.schema.json"
    return path, f"{line}\n{text}"


@pytest.mark.parametrize(("text", "words"), OFFERED, ids=range(len(OFFERED)))
def test_an_editor_offers_the_words_of_the_game(server: LanguageServer, text: str,
                                                words: set[str]) -> None:
    assert words <= set(server.completions(*as_tiles(text)))


def test_an_editor_offers_the_paths_of_the_game(server: LanguageServer) -> None:
    path = ROOT / "variants" / "mine" / "changes.yaml"
    line = "# yaml-language-server: $schema=../../schema/yamatai/overlay.schema.json\n"
    offered = server.completions(path, f"{line}set:\n  |\n")
    assert {"options/coins_per_wait/default", "tiles/specialist/raijin/worth"} <= set(offered)
    numbers = server.completions(path, f"{line}plus:\n  |\n")
    assert "tiles/specialist/raijin/worth" in numbers
    assert "tiles/specialist/raijin/abilities" not in numbers


@pytest.mark.parametrize(("text", "said"), [
    ("{power: mov|e_boat}", "move a boat on the board to a connected free spot"),
    ("{power: {arr|ange_deck: 3}}", "building tiles and put each back on top of or under the deck"),
    ("{change: tra|des, add: 1}", "normally 1"),
    ("{when: {opponent: rec|ruits}, do: [move_boat]}", "when another player recruits"),
    ("{power: move_boat, lim|it: once}", "once in a game"),
])
def test_an_editor_tells_about_a_word(server: LanguageServer, text: str, said: str) -> None:
    assert said in server.hover(*as_tiles(f"{TILE}      a: {text}\n"))


# -- sections ------------------------------------------------------------------------------------

RULES = [
    ("fl|ow:\n  round: {}\n", "The course of the game", "each: players"),
    ("flow:\n  round:\n    ea|ch: players\n", "whose turns there are in a round", ""),
    ("flow:\n  round:\n    next: me\n    wh|ile: true\n", "another turn begins only while", ""),
    ("state:\n  pla|yer:\n    coins: int\n", "whose fields these are", ""),
    ("state:\n  player:\n    hand: {zone: card, capa|city: 3}\n", "how many fit into the zone", ""),
    ("ends:\n  full: {when: round > 3, fin|ish: now}\n", "after the round that is going on", ""),
    ("show:\n  ce|lls: {cell: mark}\n", "what is drawn at a site", ""),
    ("grids:\n  cell: {columns: 3, rows: 3, first|_row: top}\n", "where row 1 is drawn", ""),
    ("kinds:\n  fruit: {items: [fig], plu|ral: fruit}\n", "the word for all of them", ""),
    ("actions:\n  buy: {pa|y: {me.coins: 1}, do: []}\n", "who cannot pay is not offered it", ""),
]


def as_rules(text: str, schema: str = "../../schema/game.schema.json") -> tuple[Path, str]:
    path = ROOT / "content" / "tictactoe" / "mine.yaml"
    return path, f"# yaml-language-server: $schema={schema}\n{text}"


@pytest.mark.parametrize(("text", "said", "example"), RULES, ids=range(len(RULES)))
def test_an_editor_tells_about_a_key_of_a_section(server: LanguageServer, text: str, said: str,
                                                  example: str) -> None:
    told = server.hover(*as_rules(text))
    assert said.lower() in told.lower().replace("\\", "")
    assert example in told


@pytest.mark.parametrize(("text", "words"), [
    ("flow:\n  round:\n    |\n", {"each", "next", "as", "player", "while", "after_turn"}),
    ("state:\n  player:\n    hand:\n      |\n", {"zone", "capacity", "visible", "in_play"}),
    ("ends:\n  full:\n    finish: |\n", {"now", "round"}),
    ("show:\n  |\n", {"cells", "marks", "mat", "symbols", "colours"}),
    ("grids:\n  cell:\n    |\n", {"columns", "rows", "lines", "shapes"}),
])
def test_an_editor_offers_the_keys_of_a_section(server: LanguageServer, text: str, words: set[str]
                                                ) -> None:
    assert words <= set(server.completions(*as_rules(text)))


def test_the_schema_beside_a_pack_tells_the_same(server: LanguageServer, tmp_path: Path) -> None:
    """In one piece, as `tilewright schema GAME --write` makes it."""
    made = tmp_path / "game.schema.json"
    made.write_text(editors.written(editors.bundled("game")), encoding="utf-8")
    told = server.hover(*as_rules("flow:\n  round:\n    ea|ch: players\n", str(made)))
    assert "whose turns there are" in told
    told = server.hover(*as_rules("ki|nds: {}\n", str(made)))
    assert "closed lists of things" in told
    assert "  weather: [sun, rain]\n" in f"  {told.partition('```yaml')[2].strip()}"


def test_an_example_is_shown_and_not_written() -> None:
    """An editor offers whole examples as values, and writes them down when a key is chosen."""
    made = editors.bundled("game")
    kinds_made = made["properties"]["kinds"]
    assert "examples" not in kinds_made
    assert kinds_made["markdownDescription"].endswith("```")
    assert "disc" in made["properties"]["show"]["properties"]["shapes"]["additionalProperties"][
        "examples"]


@pytest.mark.parametrize("kind", ["game", "board", "pack", "variant", "tiles"])
def test_a_schema_in_one_piece_keeps_its_sentences(kind: str) -> None:
    def told(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            for name, inner in part.get("properties", {}).items():
                if isinstance(inner, dict) and "description" in inner:
                    yield f"{name}: {inner['description']}"
        for inner in part.values() if isinstance(part, dict) else (
                part if isinstance(part, list) else ()):
            yield from told(inner)

    here = set(told(editors.bundled(kind)))
    shared = json.loads((SCHEMAS / f"{kind}.schema.json").read_text(encoding="utf-8"))
    assert set(told(shared)) <= here
    assert len(here) > 10


@pytest.mark.parametrize("kind", ["overlay", "situations"])
def test_the_schemas_of_a_game_have_no_examples_of_another(kind: str) -> None:
    assert "garden" not in (SCHEMAS / "yamatai" / f"{kind}.schema.json").read_text("utf-8")
    assert "robin" not in (SCHEMAS / "yamatai" / f"{kind}.schema.json").read_text("utf-8")
