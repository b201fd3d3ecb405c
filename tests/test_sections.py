"""The reference of sections: each key has a sentence, each example runs, each word is found."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import yaml

import made_pages
from tilewright import catalogue, reference
from tilewright.cli.check import check_folder
from tilewright.cli.reference import print_reference
from tilewright.cli.situations import run_situations
from tilewright.linking.text_keys import keys_of
from tilewright.playing.game import load
from tilewright.problems import UsageError
from tilewright.reading.schemas import KINDS, read_schema, validator
from tilewright.reference.as_yaml import written
from tilewright.reference.everyday import everyday, everyday_of
from tilewright.reference.found import example_of, sections_of
from tilewright.reference.sections import Section, files, sections

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

ROOT = Path(__file__).resolve().parent.parent
GAME = files()["game"]
# What a reader puts into `tilewright reference`, and the paths that it leads to.
ASKED = yaml.safe_load((Path(__file__).parent / "asked_sections.yaml").read_text("utf-8"))


# -- sentences ------------------------------------------------------------------------------------


def declared(part: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Each key that a schema declares, wherever; what is only ruled out is none."""
    if isinstance(part, list):
        for inner in part:
            yield from declared(inner, path)
    if not isinstance(part, dict):
        return
    for name, inner in part.get("properties", {}).items():
        if isinstance(inner, dict) and "not" not in inner:
            yield f"{path}.{name}", inner
    for word, inner in part.items():
        if word not in ("examples", "default", "enum"):
            yield from declared(inner, path if word == "properties" else f"{path}.{word}")


@pytest.mark.parametrize("kind", [k for k in KINDS if k != "cookbook"])
def test_each_key_of_a_schema_has_a_sentence(kind: str) -> None:
    found = dict(declared(read_schema(kind), kind))
    assert found
    elsewhere = {p for p, s in found.items() if "/properties/" in s.get("$ref", "")}
    without = [p for p, s in found.items() if not s.get("description") and p not in elsewhere]
    assert without == []


def test_the_law_of_sentences_can_fail() -> None:
    broken = copy.deepcopy(read_schema("game"))
    del broken["properties"]["flow"]["properties"]["round"]["properties"]["as"]["description"]
    assert any(not s.get("description") for _, s in declared(broken, "game"))


def test_a_sentence_is_one_for_people() -> None:
    """Not one that tells the shape of all such keys; and it goes on in other sentences."""
    shapes = {s.get("description") for s in read_schema("common")["$defs"].values()}
    for section in sections():
        assert len(section.about.split()) > 1, section.title
        assert section.about not in shapes, section.title
        assert not section.about.endswith("."), section.title
        assert section.value, section.title


def test_every_section_is_on_the_page() -> None:
    page = made_pages.of_words()["sections.md"]
    for section in sections():
        if section.chosen or len(section.path) == 1:
            continue
        assert f"| `{section.path[-1]}` | " in page, section.title
        assert section.about.partition("; normally ")[0].replace("|", "\\|") in page, section.title
    for key in GAME.keys:
        assert f"\n### {key.title}\n" in page


def defaults() -> list[Section]:
    return [s for s in sections() if s.default]


@pytest.mark.parametrize("section", defaults(), ids=lambda s: s.title)
def test_what_is_normal_is_possible(section: Section) -> None:
    """It may stand there: the schema of the key takes it."""
    (value,) = section.default
    types = {"true or false": bool, "a number": int}
    assert isinstance(value, types.get(section.value.partition(" from ")[0], (str, list)))


# -- the garden -----------------------------------------------------------------------------------


def garden() -> dict[str, Any]:
    """The rules of the game that the examples of all sections make."""
    return {key.path[-1]: copy.deepcopy(key.examples[0]) for key in GAME.keys}


def folder_of(top: Path, rules: dict[str, Any], **more: Any) -> Path:
    """The garden as files, as readers see them; texts and situations only where they are wanted."""
    manifest = {k: v for k, v in files()["pack"].examples[0].items()
                if k not in ("texts", "situations")} | {"id": "garden"}
    named = {"texts": {"en": "text/en.yaml"}, "situations": ["situations.yaml"]}
    manifest |= {key: named[key] for key in more}
    pack = top / "garden"
    (pack / "text").mkdir(parents=True)
    (pack / "pack.yaml").write_text(written(manifest), encoding="utf-8")
    (pack / "game.yaml").write_text(written(rules), encoding="utf-8")
    (pack / "tiles.yaml").write_text(written(files()["tiles"].examples[0]), encoding="utf-8")
    for key, data in more.items():
        name = "text/en.yaml" if key == "texts" else "situations.yaml"
        (pack / name).write_text(written(data), encoding="utf-8")
    return pack


def problems(folder: Path, *variants: Path) -> list[str]:
    return [f"{p.place}: {p.sentence}" for p in check_folder(folder, list(variants))]


def outcome(folder: Path) -> list[Any]:
    """What a random game comes to."""
    state = load(str(folder)).new(players=2, seed=3)
    chance, seen = random.Random(5), []
    while not state.over:
        move = chance.choice(state.legal())
        seen.append(move)
        state.apply(move)
    return [seen, state.scores()]


def test_every_section_of_rules_has_an_example() -> None:
    assert [key.title for key in GAME.keys if not key.examples] == []
    assert [f.title for k, f in files().items() if k != "game" and example_of(f) is None] == []


def test_the_examples_of_all_sections_are_one_game(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, garden())
    assert problems(folder) == []
    assert outcome(folder)[0]


SECOND = [(key.path[-1], i) for key in GAME.keys for i in range(1, len(key.examples))]


# Another board has other places, so it stands in a game without any.
ALONE = {"grids"}


@pytest.mark.parametrize(("name", "index"), SECOND)
def test_another_example_fits_into_a_game(name: str, index: int, tmp_path: Path) -> None:
    (key,) = [k for k in GAME.keys if k.path == (name,)]
    if name in ALONE:
        assert catalogue.trial({"game.yaml": written({name: key.examples[index]})}) == []
        return
    folder = folder_of(tmp_path, garden() | {name: key.examples[index]})
    assert problems(folder) == []
    assert outcome(folder)[0]


def test_the_texts_and_situations_of_the_example_are_right(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, garden(), texts=files()["text"].examples[0],
                       situations=files()["situations"].examples[0])
    assert problems(folder) == []
    assert run_situations([str(folder)], [], "text") == 0


def variant_of(top: Path, name: str, overlay: Any, **manifest: Any) -> Path:
    pack = top / name
    pack.mkdir()
    said = {"language": 2, "id": name, "version": "1.0.0", "variant_of": "garden",
            "overlays": ["changes.yaml"], **manifest}
    (pack / "variant.yaml").write_text(written(said), encoding="utf-8")
    (pack / "changes.yaml").write_text(written(overlay), encoding="utf-8")
    return pack


OPERATIONS = {key.path[-1]: key.examples[0] for key in files()["overlay"].keys}


@pytest.mark.parametrize("name", [o for o in OPERATIONS if o != "decide"])
def test_the_example_of_each_operation_works(name: str, tmp_path: Path) -> None:
    folder = folder_of(tmp_path, garden())
    assert problems(folder, variant_of(tmp_path, "mine", {name: OPERATIONS[name]})) == []


def test_the_examples_of_a_variant_and_all_operations_work_together(tmp_path: Path) -> None:
    """`decide` needs two packs that disagree; they are those that the manifest requires."""
    folder = folder_of(tmp_path, garden())
    ((path, _),) = OPERATIONS["decide"].items()
    manifest = files()["variant"].examples[0]
    others = [variant_of(tmp_path, name, {"set": {path: 3 + i}})
              for i, name in enumerate(manifest["requires"])]
    mine = variant_of(tmp_path, manifest["id"], example_of(files()["overlay"]), **manifest)
    assert problems(folder, *others, mine) == []
    assert problems(folder, *others) != []


@pytest.mark.parametrize("kind", ["pack", "variant", "overlay", "text", "situations", "tiles"])
def test_the_examples_of_other_keys_have_the_right_shape(kind: str) -> None:
    whole = example_of(files()[kind])
    assert list(validator(kind).iter_errors(whole)) == []
    for key in files()[kind].keys:
        for example in key.examples:
            data = {**whole, key.path[-1]: example}
            assert list(validator(kind).iter_errors(data)) == [], key.title


# Only numbers have these.
BOUNDS = ("min", "max")


def put(data: Any, steps: tuple[str, ...], value: Any) -> None:
    """Write a value at a path wherever nothing stands there; a name in capitals is any."""
    if not isinstance(data, dict) or (steps[0] in BOUNDS and data.get("type", "int") != "int"):
        return
    if len(steps) == 1:
        data.setdefault(steps[0], value)
    for key in [k for k in data if steps[0].isupper() or k == steps[0]] if len(steps) > 1 else ():
        put(data[key], steps[1:], value)


# What a grid is made of may not yet be written beside lines and shapes.
APART = {"grids.GRID.of"}


@pytest.mark.parametrize("section", [s for s in defaults() if s.file == "game"
                                     and s.title not in APART],
                         ids=lambda s: s.title)
def test_what_is_normal_changes_nothing_if_it_is_written(section: Section, tmp_path: Path) -> None:
    rules = garden()
    put(rules, section.path, section.default[0])
    whole = validator("game")
    for name, data in list(rules.items()):
        if list(whole.iter_errors({name: data})):
            # Where another key rules it out, it stands only where it may.
            rules[name] = fitting(garden()[name], data, name)
    assert outcome(folder_of(tmp_path / "a", garden())) == outcome(folder_of(tmp_path / "b", rules))


def fitting(before: Any, after: Any, name: str) -> Any:
    """Of what was written into a section, entry by entry, only what has the right shape."""
    made = copy.deepcopy(before)
    for key, entry in after.items():
        for inner, value in entry.items() if isinstance(entry, dict) else ():
            tried = copy.deepcopy(made)
            tried[key][inner] = value
            if not list(validator("game").iter_errors({name: tried})):
                made = tried
    return made


# -- keys of texts ---------------------------------------------------------------------------------

FORMS = [tuple(key.path[-1].split(".")) for key in files()["text"].keys]


@pytest.mark.parametrize("game", ["tictactoe", "connect_four", "yamatai", "namiji"])
def test_every_key_that_a_text_can_have_is_told(game: str) -> None:
    model = load(game).model
    assert [key for key in keys_of(model) if not any(
        is_of(form, tuple(key.split(".")), model.kinds) for form in FORMS)] == []


def is_of(form: tuple[str, ...], key: tuple[str, ...], kinds: Container[str]) -> bool:
    """Whether a key has a form; a power of a tile is an action with two words."""
    where = next((i for i, word in enumerate(form) if word in ("ACTION", "PLACE")), None)
    if where is not None and len(key) == len(form) + 1:
        form = (*form[:where], "TILE", "ABILITY", *form[where + 1:])
    if form[0] == "KIND" and key[0] not in kinds:
        return False
    return len(form) == len(key) and all(
        word.isupper() or word == said or (word == "for_PLAYERS" and said[:4] == "for_"
                                           and said[4:].isdigit())
        for word, said in zip(form, key, strict=True))


# -- asking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ASKED, ids=str)
def test_a_word_or_path_leads_to_sections(word: str) -> None:
    whole, ends = sections_of(word)
    assert [s.title for s in (*whole, *ends)] == ASKED[word]


def test_each_path_can_be_asked_for() -> None:
    assert [s.title for s in sections() if s not in sections_of(s.title)[0]] == []


@pytest.mark.parametrize(("word", "said"), [
    ("flow", ["flow  (section)", "  setup: statements; ", "    flow:\n      setup:"]),
    ("flow.round.each", ["flow.round.each  (key of flow.round)",
                         "    flow:\n      round: {each: players}\n"]),
    ("capacity", ["state.OWNER.FIELD.capacity  (key", "row: {zone: card, capacity: 3}"]),
    ("show.cells", ["  KIND: ", "cells: {bed: plant, place: sells}"]),
    ("ends.END.finish", ["  normally: now", "value: `now`, `round` or `turns`"]),
    ("set", ["set  (effect)", "overlays.set  (key of overlays)", "read: variants/README.md"]),
    ("column", ["cell.column  (attribute)"]),
    ("dice", ["dice  (an everyday word)", "see: random"]),
    ("Turn-Order", ["turn order  (an everyday word)", "flow.round.next"]),
    ("graveyard", ["graveyard, discard  (an everyday word)", "see: move, empty"]),
    ("pass", ["texts.pass  (key of texts)", "pass, skip a turn  (an everyday word)"]),
    ("Capacity:", ["state.OWNER.FIELD.capacity  (key"]),
    ("tiles", ["tiles  (section)", "  TILE.count: a number from 1 to 200", "robin:"]),
    ("because", ["because  (key of statements and abilities)", "  end: "]),
    ("decks", ["decks  (an everyday word)"]),
    ("TILE.count", ["tiles.TILE.count  (key of tiles.TILE)"]),
    ("OWNER.FIELD.capacity", ["state.OWNER.FIELD.capacity  (key"]),
    ("move.ACTION.PICK", ["texts.move.ACTION.PICK  (key of texts)"]),
    ("divide", ["divide, division  (an everyday word)", "see: //, half"]),
])
def test_the_terminal_tells(word: str, said: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    print_reference(word, None)
    printed = capsys.readouterr().out
    assert [s for s in said if s not in printed] == []


def test_a_key_of_many_sections_is_told_in_a_line_for_each_meaning(
        capsys: pytest.CaptureFixture[str]) -> None:
    print_reference("plural", None)
    printed = capsys.readouterr().out
    assert printed.startswith("a key of several sections:\n")
    found = [s.title for part in sections_of("plural") for s in part]
    assert len(found) > 3
    assert all(title in printed for title in found)


@pytest.mark.parametrize(("word", "hint"), [
    ("capacty", "did you mean 'capacity'"), ("flow.rond", "did you mean 'flow.round'"),
    ("auktion", "did you mean 'auction'"), ("zzz", "all sections stand in docs/sections.md"),
])
def test_what_is_no_word_gets_the_nearest(word: str, hint: str) -> None:
    with pytest.raises(UsageError, match=hint):
        print_reference(word, None)


def test_all_sections_are_listed_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    print_reference(None, None)
    printed = capsys.readouterr().out
    assert all(f"\n  {key.title}: {key.about}\n" in printed for key in GAME.keys)


def test_what_grids_bring_is_a_word() -> None:
    known = {e.name for e in reference.entries() if e.sort == "attribute"}
    assert {"beside", "around", "row", "column", "lines", "cells"} <= known


# -- words of every day ---------------------------------------------------------------------------


def test_no_word_of_every_day_stands_twice() -> None:
    names = [name for word in everyday() for name in word.names]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("word", everyday(), ids=lambda w: w.names[0])
def test_a_word_of_every_day_leads_somewhere(word: Any) -> None:
    assert word.see or word.pages
    assert word.say.endswith(".")
    entries = {part for e in reference.entries()
               for part in (e.name, *e.name.split(), *(key for key, _, _ in e.keys))}
    lost = [w for w in word.see if w not in entries and not any(sections_of(w))]
    assert lost == []
    assert [page for page in word.pages if not (ROOT / page).is_file()] == []
    for name in word.names:
        assert word in everyday_of(name)
        assert word in everyday_of(name.upper().replace(" ", "_"))


# -- how examples are written ---------------------------------------------------------------------


@pytest.mark.parametrize("section", [s for s in sections() if s.examples], ids=lambda s: s.title)
def test_an_example_is_the_same_when_it_is_read_again(section: Section) -> None:
    for example in section.examples:
        read = yaml.safe_load(written({"x": example}))["x"]
        assert plain(read) == plain(example)
        assert max(map(len, written({"x": example}).splitlines())) <= 100


def plain(value: Any) -> Any:
    """Data whose keys are all texts."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    return [plain(v) for v in value] if isinstance(value, list) else value


def test_the_schemas_are_schemas() -> None:
    for kind in KINDS:
        jsonschema.Draft202012Validator.check_schema(read_schema(kind))
