"""Packs of an older language, or with old ids, are rewritten; all else in them stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from command_line import run_here
from tilewright.cli.migrate import migrate
from tilewright.cli.situations import run_situations
from tilewright.migrating.migrate import quoted as in_quotes
from tilewright.migrating.migrate import rewritten
from tilewright.migrating.rewriting import replaced, with_entry, with_item
from tilewright.packs.pack import read_pack
from tilewright.problems import ContentError, Place, Problems, UsageError
from tilewright.reading.source import parse, without_places
from tilewright.stages import Loaded, load_folders

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

# A game, and things in it that were called otherwise once: a tile, an action, an element, a word.
GAME = {
    "pack.yaml": """\
language: 2
id: stall
version: 2.0.0
title: Stall
license: MIT
rules: [game.yaml]
tiles: [cards.yaml]
texts: {en: en.yaml}
was:
  tiles/card/sweet_potato: yam
  actions/take: get
  kinds/colour/crimson: red
  options/fast: quick
  state/player/money: coins
  scoring/wealth: money
  ends/closed: late
""",
    "game.yaml": """\
players: {min: 2, max: 3}
options:
  fast: {type: bool, default: false}
kinds:
  colour: [crimson, blue]
families:
  card:
    attributes: {price: int, per_colour: {type: int, per: colour}}
state:
  game:
    row: {zone: card, start: all}
  player:
    money: {type: int, start: 9}
    paint: {type: int, per: colour}
flow:
  round:
    each: players
    turn:
      - must: [take, rest]
actions:
  take:
    pick: {taken: "[c for c in row if c.price <= me.money]"}
    do:
      - lose: {me.money: taken.price}
      - for_each: {c: colours}
        do:
          - gain: {"me.paint[c]": "taken.per_colour[c]"}
  rest:
    do:
      - gain: {me.money: 1}
ends:
  closed: {when: "round > (3 if fast else 6)", check: round}
scoring:
  wealth: me.money + me.paint[crimson] + me.paint[blue]
""",
    "cards.yaml": """\
family: card
tiles:
  apple: {price: 1, per_colour: {crimson: 1}}
  sweet_potato: {price: 4, per_colour: {blue: 2}}
  yam_roll: {extends: sweet_potato, price: 5}
  bread: {was: loaf, price: 2}
""",
    "en.yaml": """\
game: Stall
move.take: take {taken}
move.rest: rest
end.closed: it is late
score.wealth: Money
""",
}
MANIFEST = """\
# yaml-language-server: $schema=x
language: 2   # keep me
id: more
version: 1.0.0
variant_of: stall
overlays: [changes.yaml]
"""
Files = dict[str, str]

# What a pack says before and after, file by file; a file that is not named after stays as it was.
CASES: dict[str, tuple[Files, Files]] = {
    "nothing to do": ({
        "variant.yaml": MANIFEST,
        "changes.yaml": "set:\n  tiles/card/apple/price: 2   # yam\n"}, {}),
    "only the version of the language": ({
        "variant.yaml": MANIFEST.replace("language: 2 ", "language: 1 "),
        "changes.yaml": "set: {tiles/card/apple/price: 2}\n"}, {"variant.yaml": MANIFEST}),
    "a range in an odd place and in quotes": ({
        "variant.yaml": "id: more\n'language' : \">=1,<2\"\nversion: '1.1.1'\nvariant_of: stall\n"
                        "overlays: [changes.yaml]\n",
        "changes.yaml": "set: {tiles/card/apple/price: 1}\n"}, {
        "variant.yaml": "id: more\n'language' : \"==2.*\"\nversion: '1.1.1'\nvariant_of: stall\n"
                        "overlays: [changes.yaml]\n"}),
    "a range without quotes": ({
        "variant.yaml": "{language: <2, id: more, version: 1.0.0, variant_of: stall, "
                        "overlays: [changes.yaml]}",
        "changes.yaml": "set: {tiles/card/apple/price: 1}\n"}, {
        "variant.yaml": "{language: ==2.*, id: more, version: 1.0.0, variant_of: stall, "
                        "overlays: [changes.yaml]}"}),
    "a range that reads both languages": ({
        "variant.yaml": MANIFEST.replace("language: 2 ", "language: <3 "),
        "changes.yaml": "set: {tiles/card/apple/price: 1}\n"}, {}),
    "the whole manifest in one line": ({
        "variant.yaml": "{version: 1.0.0, language: 1, id: more, variant_of: stall,"
                        " overlays: [changes.yaml]}\n",
        "changes.yaml": "set: {tiles/card/apple/price: 1}\n"}, {
        "variant.yaml": "{version: 1.0.0, language: 2, id: more, variant_of: stall,"
                        " overlays: [changes.yaml]}\n"}),
    "set wrote something whole, in block form": ({
        "variant.yaml": MANIFEST.replace("language: 2 ", "language: 1 "),
        "changes.yaml": "# set: all of it\nremove: [tiles/card/bread]  # set\n"
                        "set:  # set\n  tiles/card/apple/price: 3\n"
                        "  'tiles/card/apple/per_colour':\n      blue:   2\n"}, {
        "variant.yaml": MANIFEST,
        "changes.yaml": "# set: all of it\nremove: [tiles/card/bread]  # set\n"
                        "replace:  # set\n  tiles/card/apple/price: 3\n"
                        "  'tiles/card/apple/per_colour':\n      blue:   2\n"}),
    "set wrote a list whole, in flow form": ({
        "variant.yaml": MANIFEST.replace("language: 2 ", "language: 1 "),
        "changes.yaml": '{"remove": [tiles/card/bread], "set":\n   {flow/round/turn/must/must:'
                        ' [rest, take], ends/closed/when: round > 2}}'}, {
        "variant.yaml": MANIFEST,
        "changes.yaml": '{"remove": [tiles/card/bread], "replace":\n   {flow/round/turn/must/must:'
                        ' [rest, take], ends/closed/when: round > 2}}'}),
    "set wrote a plain value over a mapping": ({
        "variant.yaml": MANIFEST.replace("language: 2 ", "language: 1 "),
        "changes.yaml": "set: {state/player/money: int}\n"}, {
        "variant.yaml": MANIFEST, "changes.yaml": "replace: {state/player/money: int}\n"}),
    "old ids in paths, in all forms": ({
        "variant.yaml": MANIFEST,
        "changes.yaml": "expect:\n  tiles/card/yam/price: 4     # the yam\n"
                        '  "tiles/card/loaf/price": 2\n'
                        "set: {'tiles/card/yam/price': 6, tiles/card/yam_roll/price: 7,\n"
                        "      actions/get/do/lose/lose/me.money: taken.price + 1}\n"
                        "plus:\n  state/player/coins/start: 1\n"
                        "insert:\n  tiles/card/loaf: {after: {roll: {price: 1}}}\n"
                        "replace: {ends/late/when: round > 3}\n"
                        "add:\n  tiles/card/bun:\n    extends: loaf   # not yam\n"
                        "  tiles/card/yam_bun: {price: 2, extends: 'yam'}\n"}, {
        "changes.yaml": "expect:\n  tiles/card/sweet_potato/price: 4     # the yam\n"
                        '  "tiles/card/bread/price": 2\n'
                        "set: {'tiles/card/sweet_potato/price': 6, tiles/card/yam_roll/price: 7,\n"
                        "      actions/take/do/lose/lose/me.money: taken.price + 1}\n"
                        "plus:\n  state/player/money/start: 1\n"
                        "insert:\n  tiles/card/bread: {after: {roll: {price: 1}}}\n"
                        "replace: {ends/closed/when: round > 3}\n"
                        "add:\n  tiles/card/bun:\n    extends: bread   # not yam\n"
                        "  tiles/card/yam_bun: {price: 2, extends: 'sweet_potato'}\n"}),
    "old ids in a list of what is removed": ({
        "variant.yaml": MANIFEST,
        "changes.yaml": "remove:\n- tiles/card/loaf\n-   'tiles/card/yam_roll'\n"}, {
        "changes.yaml": "remove:\n- tiles/card/bread\n-   'tiles/card/yam_roll'\n"}),
    "two in one line, and ids within other ids": ({
        "variant.yaml": MANIFEST,
        "changes.yaml": "plus: {tiles/card/yam_roll/price: 1, tiles/card/yam/price: 1, "
                        "tiles/card/loaf/price: 1}\n"}, {
        "changes.yaml": "plus: {tiles/card/yam_roll/price: 1, tiles/card/sweet_potato/price: 1, "
                        "tiles/card/bread/price: 1}\n"}),
    "tiles and texts of its own": ({
        "variant.yaml": "language: 2\nid: more\nversion: 1.0.0\nvariant_of: stall\n"
                        "tiles: [yam.yaml]\ntexts: {en: en.yaml}\n",
        "yam.yaml": "tiles: # yam\n    yam_pie: {price: 3, extends: yam}\n"
                    '    loaf_pie:\n        extends:  "loaf"\nfamily: card\n',
        "en.yaml": "card.yam: Yam\n'card.loaf':  loaf\nmove.get: get {taken}\n"
                   "card.yam_roll: card.yam\nend.late: the end\nscore.money: money\n"
                   "field.player.coins: coins\noption.quick: a quick game\n"}, {
        "yam.yaml": "tiles: # yam\n    yam_pie: {price: 3, extends: sweet_potato}\n"
                    '    loaf_pie:\n        extends:  "bread"\nfamily: card\n',
        "en.yaml": "card.sweet_potato: Yam\n'card.bread':  loaf\nmove.take: get {taken}\n"
                   "card.yam_roll: card.yam\nend.closed: the end\nscore.wealth: money\n"
                   "field.player.money: coins\noption.fast: a quick game\n"}),
    "both at once": ({
        "variant.yaml": MANIFEST.replace("language: 2 ", "language: 1 "),
        "changes.yaml": "set: {tiles/card/yam: {price: 4}}\nremove: [tiles/card/yam_roll]\n"}, {
        "variant.yaml": MANIFEST,
        "changes.yaml": "replace: {tiles/card/sweet_potato: {price: 4}}\n"
                        "remove: [tiles/card/yam_roll]\n"}),
}
# What tiles extend is looked up later than paths, so merged data may still hold the old ids.
NOW = {"yam": "sweet_potato", "loaf": "bread"}
ENDINGS = {"lines": "\n", "lines of Windows": "\r\n"}


def write(folder: Path, files: Files, ending: str = "\n", mark: str = "") -> Path:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_bytes((mark + text).replace("\n", ending).encode())
    return folder


def read(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir())}


def data(*folders: Path) -> Any:
    """The merged data of a game and packs on it."""
    loaded: Loaded = load_folders(folders[0], list(folders[1:]))
    assert loaded.problems.sorted() == []
    assert loaded.layers is not None
    root: Any = without_places(loaded.layers.root)
    for tile in root["tiles"]["card"].values():
        if "extends" in tile:
            tile["extends"] = NOW.get(tile["extends"], tile["extends"])
    return root


@pytest.fixture
def stall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write(tmp_path / "stall", GAME)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("name", CASES)
def test_a_pack_before_and_after(name: str, ending: str, stall: Path,
                                 capsys: pytest.CaptureFixture[str]) -> None:
    before, changed = CASES[name]
    more = write(stall.parent / "more", before, ENDINGS[ending])
    wanted = {n: (before | changed)[n].replace("\n", ENDINGS[ending]).encode()
              for n in sorted(before)}
    resolved, untouched = data(stall, more), read(more)
    assert migrate(["more"], write=False) == (1 if changed else 0)
    assert read(more) == untouched
    assert migrate(["more"], write=True) == 0
    assert read(more) == wanted
    assert data(stall, more) == resolved
    capsys.readouterr()
    assert migrate(["more"], write=False) == 0
    assert capsys.readouterr().out == "more: nothing to do\n"
    assert read(stall) == {n: GAME[n].encode() for n in sorted(GAME)}


def test_the_mark_of_some_editors_stays(stall: Path) -> None:
    before, changed = CASES["both at once"]
    more = write(stall.parent / "more", before, mark="\ufeff")
    assert migrate(["more"], write=True) == 0
    assert read(more) == {n: f"\ufeff{changed[n]}".encode() for n in sorted(changed)}


def test_what_would_change_is_told_with_its_place(stall: Path,
                                                  capsys: pytest.CaptureFixture[str]) -> None:
    write(stall.parent / "more", CASES["both at once"][0])
    assert migrate(["more"], write=False) == 1
    assert capsys.readouterr().out == """\
more/changes.yaml:1:1: 'set' becomes 'replace': a mapping or a list is written whole with 'replace'
more/changes.yaml:1:7: 'tiles/card/yam' becomes 'tiles/card/sweet_potato': an id has changed
more/variant.yaml:2:11: '1' becomes '2': the version of the rule language
--- more/changes.yaml
+++ more/changes.yaml
@@ -1,2 +1,2 @@
-set: {tiles/card/yam: {price: 4}}
+replace: {tiles/card/sweet_potato: {price: 4}}
 remove: [tiles/card/yam_roll]
--- more/variant.yaml
+++ more/variant.yaml
@@ -1,3 +1,3 @@
 # yaml-language-server: $schema=x
-language: 1   # keep me
+language: 2   # keep me
 id: more
nothing is written yet; to do so: tilewright migrate more --write
"""


def test_a_game_of_language_1_becomes_one_of_language_2(stall: Path) -> None:
    (stall / "pack.yaml").write_text(GAME["pack.yaml"].replace("language: 2", "language: 1"))
    resolved = data(stall)
    assert migrate(["stall"], write=True) == 0
    assert (stall / "pack.yaml").read_text() == GAME["pack.yaml"]
    assert data(stall) == resolved


def test_ids_that_were_renamed_twice_in_a_row(stall: Path) -> None:
    manifest = GAME["pack.yaml"] + "  tiles/card/bread: bun\n"
    (stall / "pack.yaml").write_text(manifest)
    more = write(stall.parent / "more", {
        "variant.yaml": MANIFEST,
        "changes.yaml": "set: {tiles/card/bun/price: 3}\nplus: {tiles/card/yam/price: 3}\n"})
    resolved = data(stall, more)
    assert migrate(["more"], write=True) == 0
    assert (more / "changes.yaml").read_text() == (
        "set: {tiles/card/bread/price: 3}\nplus: {tiles/card/sweet_potato/price: 3}\n")
    # The next version calls them otherwise again, and knows all names that they had.
    for name in ("pack.yaml", "cards.yaml"):
        text = (stall / name).read_text().replace("sweet_potato", "batata")
        (stall / name).write_text(text.replace("batata: {price", "batata: {was: sweet_potato, "
                                                                 "price"))
    old = write(stall.parent / "old", {
        "variant.yaml": MANIFEST.replace("id: more", "id: old"),
        "changes.yaml": "plus: {tiles/card/yam/price: 3}\n"})
    assert migrate(["more", "old"], write=True) == 0
    assert "plus: {tiles/card/batata/price: 3}" in (more / "changes.yaml").read_text()
    assert "plus: {tiles/card/batata/price: 3}" in (old / "changes.yaml").read_text()
    assert data(stall, old)["tiles"]["card"]["batata"]["price"] == 7
    assert data(stall, more)["tiles"] != resolved["tiles"]


def test_an_id_that_is_in_use_again_is_itself(stall: Path) -> None:
    """What is called so today is meant, in what is played and in what is rewritten."""
    cards = GAME["cards.yaml"] + "  yam: {price: 1}\n"
    (stall / "cards.yaml").write_text(cards)
    more = write(stall.parent / "more", {
        "variant.yaml": MANIFEST + "texts: {en: en.yaml}\n",
        "changes.yaml": "set: {tiles/card/yam/price: 3}\n", "en.yaml": "card.yam: Yam\n"})
    assert migrate(["more"], write=False) == 0
    made = data(stall, more)
    assert made["texts"]["en"]["card.yam"] == "Yam"
    assert "card.sweet_potato" not in made["texts"]["en"]
    assert {t: made["tiles"]["card"][t]["price"] for t in ("yam", "sweet_potato")} == {
        "yam": 3, "sweet_potato": 4}


def test_an_element_with_attributes_that_is_in_use_again_is_itself(stall: Path) -> None:
    """Its name stands deeper than those of others."""
    manifest = (stall / "pack.yaml").read_text() + "  sites/town/items/oslo: rome\n"
    (stall / "pack.yaml").write_text(manifest)
    rules = GAME["game.yaml"] + (
        "sites: {town: {attributes: {far: int}, items: {oslo: {far: 1}, OTHER: {far: 2}}}}\n")
    more = write(stall.parent / "more", {
        "variant.yaml": MANIFEST, "changes.yaml": "set: {sites/town/items/rome/far: 3}\n"})
    for other, far in (("bern", {"oslo": 3, "bern": 2}), ("rome", {"oslo": 1, "rome": 3})):
        (stall / "game.yaml").write_text(rules.replace("OTHER", other))
        items = data(stall, more)["sites"]["town"]["items"]
        assert {name: item["far"] for name, item in items.items()} == far


def test_renames_of_a_variant_that_is_required_count_too(stall: Path) -> None:
    write(stall.parent / "herbs", {
        "variant.yaml": MANIFEST.replace("id: more", "id: herbs").replace(
            "overlays: [changes.yaml]", "tiles: [herbs.yaml]"),
        "herbs.yaml": "family: card\ntiles: {basil: {was: sage, price: 1}}\n"})
    more = write(stall.parent / "more", {
        "variant.yaml": MANIFEST + "requires: {herbs: '>=1.0'}\n",
        "changes.yaml": "set: {tiles/card/sage/price: 2}\n"})
    assert migrate(["more"], write=True) == 0
    assert (more / "changes.yaml").read_text() == "set: {tiles/card/basil/price: 2}\n"


@pytest.mark.parametrize(("name", "text", "code"), [
    ("variant.yaml", MANIFEST.replace("language: 2", "language: 3"), "language-version"),
    ("variant.yaml", MANIFEST.replace("language: 2", "language: '>=7'"), "language-version"),
    ("variant.yaml", MANIFEST.replace("language: 2", "language: two"), "pack-range"),
    ("variant.yaml", MANIFEST.replace("version: 1.0.0\n", ""), "missing-key"),
    ("changes.yaml", "set: [", "yaml-syntax"),
    ("changes.yaml", "sett: {tiles/card/yam/price: 1}\n", "unknown-key"),
    ("changes.yaml", "remove: {a: 1}\n", "wrong-value"),
])
def test_a_broken_pack_is_refused_and_stays(name: str, text: str, code: str, stall: Path) -> None:
    files = {"variant.yaml": MANIFEST, "changes.yaml": "set: {tiles/card/yam/price: 1}\n"}
    more = write(stall.parent / "more", files | {name: text})
    before = read(more)
    with pytest.raises(ContentError) as error:
        migrate(["more"], write=True)
    assert code in [p.code for p in error.value.problems]
    assert read(more) == before


@pytest.mark.parametrize(("changes", "said"), [
    ("set: {tiles/card/apple: {price: 4}}\nreplace: {tiles/card/yam/price: 4}\n",
     "more/changes.yaml:1:1: 'set' writes mappings or lists whole, and there is a 'replace' too"),
    ('set: {"tiles/card/y\\x61m/price": 4}\n',
     ("more/changes.yaml:1:8: 'tiles/card/yam/price' is written in an unusual way; write "
     "'tiles/card/sweet_potato/price' there by hand")),
])
def test_what_cannot_be_rewritten_is_said_and_nothing_is_written(
        changes: str, said: str, stall: Path) -> None:
    more = write(stall.parent / "more", {
        "variant.yaml": MANIFEST.replace("language: 2 ", "language: 1 "), "changes.yaml": changes})
    before = read(more)
    with pytest.raises(UsageError) as error:
        migrate(["more"], write=True)
    assert str(error.value).startswith(said)
    assert read(more) == before


def test_a_pack_that_does_not_fit_its_game_can_be_migrated(stall: Path) -> None:
    """What it says is old, and that may be all that is wrong with it."""
    more = write(stall.parent / "more", {
        "variant.yaml": MANIFEST.replace("language: 2 ", "language: 1 "),
        "changes.yaml": "set: {texts/en/move.get: get it, tiles/card/nothing: {price: 1}}\n"
                        "insert: {kinds/colour/red: {before: [green]}}\n"})
    assert migrate(["more"], write=True) == 0
    assert (more / "changes.yaml").read_text() == (
        "replace: {texts/en/move.take: get it, tiles/card/nothing: {price: 1}}\n"
        "insert: {kinds/colour/crimson: {before: [green]}}\n")


@pytest.mark.parametrize(("text", "line", "col", "old", "wanted"), [
    ("a b a", 1, 5, "a", "a b new"),
    ("a b a", 1, 3, "a", None),
    ("x\r\ny: a # a\r\nz", 2, 4, "a", "x\r\ny: new # a\r\nz"),
    ("x\ry\na\r\n", 3, 1, "a", "x\ry\nnew\r\n"),
    ("é: ü", 1, 4, "ü", "é: new"),
    ("a", 1, 9, "a", None),
])
def test_one_word_is_replaced_and_nothing_else(text: str, line: int, col: int, old: str,
                                               wanted: str | None) -> None:
    assert replaced(text, Place("file", line, col), old, "new") == wanted


@pytest.mark.parametrize(("text", "made"), [
    ("a:\n  x: 1\n  yy: 'two' # why\nb: 3\n", "a:\n  x: 1\n  yy: 'two' # why\n  k: v\nb: 3\n"),
    ("a: {x: 1}\n", "a: {x: 1, k: v}\n"),
    ("a: {x: 1, y: 22} # why\n", "a: {x: 1, y: 22, k: v} # why\n"),
    ("a: {x: 1, y: 'z', z: \"two\"}\nb: 3\n", "a: {x: 1, y: 'z', z: \"two\", k: v}\nb: 3\n"),
    ("a: {x: 1,\n    y: 2}\n", "a: {x: 1,\n    y: 2, k: v}\n"),
    ("a: {\n  x: 1\n}\n", "a: {\n  x: 1, k: v\n}\n"),
    ("a:\n  {x: 1}\n", "a:\n  {x: 1, k: v}\n"),
    ("a:\n  'x{': 1\n", "a:\n  'x{': 1\n  k: v\n"),
    ("b: {a:\n  {x: 1}}\n", "b: {a:\n  {x: 1, k: v}}\n"),
    ("- a:\n    x: 1\n    y: 2\n- b\n", "- a:\n    x: 1\n    y: 2\n    k: v\n- b\n"),
])
def test_an_entry_comes_behind_the_last_one(text: str, made: str) -> None:
    read: Any = parse(text, "f", Problems()).data
    inner = read[0] if text[0] == "-" else read["b"] if text[0] == "b" else read
    assert with_entry(text, inner["a"], "k", "v") == made


@pytest.mark.parametrize(("text", "made"), [
    ("a:\n  - x\n  - 'y' # why\nb: 3\n", "a:\n  - x\n  - 'y' # why\n  - v\nb: 3\n"),
    ("a: [x]\n", "a: [x, v]\n"),
    ("a: [x, yy, 'z'] # why\nb: 3\n", "a: [x, yy, 'z', v] # why\nb: 3\n"),
])
def test_an_item_comes_behind_the_last_one(text: str, made: str) -> None:
    read: Any = parse(text, "f", Problems()).data
    assert with_item(text, read["a"], "v") == made


def test_migrate_on_the_command_line(stall: Path) -> None:
    def run(*args: str) -> subprocess.CompletedProcess[str]:
        return run_here("migrate", *args, cwd=stall.parent)

    more = write(stall.parent / "more", CASES["both at once"][0])
    assert run("more").returncode == 1
    done = run("more", "--write")
    assert (done.returncode, done.stderr) == (0, "")
    assert "wrote " in done.stdout
    done = run("more", "stall")
    assert (done.returncode, done.stdout) == (0, "more: nothing to do\nstall: nothing to do\n")
    (more / "variant.yaml").write_text(MANIFEST.replace("language: 2", "language: 9"))
    done = run("more")
    assert done.returncode == 1
    assert "language-version" in done.stdout
    assert run("nowhere").returncode == 2


QUOTES = {
    "pack.yaml": "language: 2\nid: marks\nversion: 1.0.0\nrules: [game.yaml]\n"
                 "situations: [cases.yaml]\n",
    "game.yaml": """\
players: {min: 2, max: 2}
grids: {cell: {columns: 2, rows: 2}}
state:
  player: {points: int}   # player?
  game: {last: {type: player?}}
  cell: {mark: player?, second: "player?"}
actions:
  mark: {pick: {c: "[c for c in cells if c.mark == none]"}, do: [
    {set: {c.mark: me, c.second: last}}, {set: {last: me}}, {gain: {me.points: 1}}]}
flow: {round: {each: players, turn: [{must: [mark]}]}}
ends: {full: {when: round == 2, check: round}}
scoring: {marks: me.points}
""",
    "cases.yaml": "situations:\n  {it is marked?: {do: [mark a1], expect: {a1.mark: p1}}}\n",
}


def test_text_that_only_some_programs_read_gets_quotes(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
        ) -> None:
    monkeypatch.chdir(tmp_path)
    made = write(tmp_path / "marks", QUOTES)
    before = load_folders(made, [])
    assert {p.code for p in before.problems} == {"quotes-needed"}
    assert migrate(["marks"], write=False) == 1
    assert migrate(["marks"], write=True) == 0
    after = load_folders(made, [])
    assert after.problems.sorted() == []
    assert run_situations(["marks"], [], "text") == 0
    assert (made / "cases.yaml").read_text().startswith('situations:\n  {"it is marked?": {do')
    assert before.layers is not None
    assert after.layers is not None
    assert without_places(after.layers.root) == without_places(before.layers.root)
    assert (made / "game.yaml").read_text() == QUOTES["game.yaml"].replace(
        "type: player?", 'type: "player?"').replace("mark: player?", 'mark: "player?"')
    capsys.readouterr()
    assert migrate(["marks"], write=False) == 0


@pytest.mark.parametrize(("plain", "quoted"), [
    ("[a?]", '["a?"]'), ("[-]", '["-"]'), ('[a"?]', "['a\"?']"), ("{a?: 1}", '{"a?": 1}'),
    (r"[it's \a?]", r"['it''s \a?']"), ("{?a: b}", '{"a": b}'), ("[it's?, x]", '["it\'s?", x]'),
])
def test_quotes_keep_what_is_meant(plain: str, quoted: str, stall: Path) -> None:
    text = f"{GAME['game.yaml']}extra: {plain}   # {plain}\n"
    (stall / "game.yaml").write_text(text)
    before = parse(text, "game.yaml", Problems())
    pack = read_pack(stall, Problems())
    assert pack is not None
    (_, after), = rewritten(pack, list(in_quotes(pack))).values()
    assert after == f"{GAME['game.yaml']}extra: {quoted}   # {plain}\n"
    found = Problems()
    assert without_places(parse(after, "game.yaml", found).data) == without_places(before.data)
    assert not found


def test_plain_text_of_several_lines_is_left_to_people(stall: Path) -> None:
    (stall / "game.yaml").write_text(f"{GAME['game.yaml']}extra: [go\n  on?]\n")
    pack = read_pack(stall, Problems())
    assert pack is not None
    with pytest.raises(UsageError, match=r"game\.yaml:\d+:9: this text is written in several"):
        list(in_quotes(pack))
