"""`tilewright new` makes starters that pass `check`, never overwrites, and refuses bad wishes."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

import tilewright
from tilewright import stages, writing
from tilewright.cli.check import check_packs
from tilewright.cli.new import make
from tilewright.packs.doors import shipped
from tilewright.playing.bots import bot_named
from tilewright.playing.simulate import Job, simulate
from tilewright.problems import ContentError, UsageError

ORCHARD = {
    "pack.yaml": "language: 2\nid: orchard\nversion: 1.0.0\nrules: [game.yaml]\n"
                 "tiles: [tiles/card.yaml, tiles/tool.yaml]\ntexts: {en: en.yaml}\n",
    "en.yaml": "game: 'Orchard: a game'\nmove.buy: buy {fruit}\nend.sold_out: sold out\n"
               "score.fruit: fruit\n",
    "tiles/card.yaml": """\
family: card
tiles:
  apple:
    price: 1
    ripe: true
    colour: red
    back: blue
    looks: [red, blue]
    needs: {blue: 2}
    turns: {red: blue, blue: red}
    abilities:
      many: {score: 1, per: cards}
      pears: {score: 1, per: pears}
  pear: {price: 2, colour: blue}
""",
    "tiles/tool.yaml": "family: tool\ntiles:\n  ladder: {}\n",
    "game.yaml": """\
players: {min: 2, max: 3}
kinds:
  colour: [red, blue]
families:
  card:
    attributes:
      turns: {type: colour, per: colour, default: {red: red, blue: red}}
      price: int
      ripe: bool
      colour: colour
      back: colour?
      looks: "[colour]"
      needs: {type: int, per: colour}
  tool: {}
vocabulary:
  amounts:
    pears: count(c for c in me.basket if c == pear)
    cards: size(me.basket)
state:
  game:
    row: {zone: card, start: all}
    shed: {zone: tool, start: all}
  player:
    basket: {zone: card}
    coins: {type: int, start: 2}
actions:
  buy:
    pick: {fruit: row}
    do:
      - move: fruit
        from: row
        to: me.basket
flow:
  round:
    each: players
    turn:
      - must: [buy]
        else: [{end: game, because: sold_out}]
scoring:
  fruit: sum(tile_points(c) for c in me.basket) + size(shed) + min(me.coins, 0)
""",
}


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def orchard(here: Path) -> Path:
    return write(here / "orchard", ORCHARD)


def everything(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8")
            for p in folder.rglob("*") if p.is_file()}


def fine(name: str, *variants: str) -> bool:
    return check_packs([name], list(variants), "text") == 0


# -- games ------------------------------------------------------------------------------------


def test_a_new_game_passes_check(here: Path) -> None:
    make("game", "my_game", None, None, Path())
    assert fine("my_game")
    assert tilewright.load("my_game").id == "my_game"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game_can_be_played(here: Path, players: int) -> None:
    make("game", "my_game", None, None, Path())
    bot_named("random")
    made = simulate(Job("my_game", (), players, 1, "random"), 20, 1, None)
    assert {r["end_reason"] for r in made["results"]} == {"heap_is_gone"}
    assert all(sum(r["scores"]) == 19 for r in made["results"])


def test_a_new_game_says_what_was_made_and_what_is_next(
        here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make("game", "my_game", None, None, Path("games"))
    said = capsys.readouterr().out.splitlines()
    made = {line.removeprefix("made ") for line in said if line.startswith("made ")}
    assert made == {Path("games", "my_game", name).as_posix() for name in everything(
        here / "games" / "my_game")}
    assert f"next: tilewright check {Path('games', 'my_game')}" in said


def test_starters_are_commented(here: Path) -> None:
    make("game", "my_game", None, None, Path())
    make("variant", "my_variant", "my_game", None, Path())
    texts = everything(here)
    yaml = {name: text for name, text in texts.items() if not name.endswith(".json")}
    assert all("#" in text for text in yaml.values()), "each file says what it is for"
    assert not any("$" in text.replace("$schema=", "") for text in yaml.values())


# -- variants ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(shipped("content")))
def test_a_new_variant_of_a_shipped_game_passes_check(here: Path, game: str) -> None:
    make("variant", "my_variant", game, None, Path())
    assert fine("my_variant")
    assert fine(game, "my_variant")


def test_a_new_variant_of_ones_own_game(here: Path, orchard: Path) -> None:
    make("variant", "rich", "orchard", None, Path())
    assert fine("rich")
    texts = tilewright.load("orchard", ["rich"]).model.texts["en"]
    assert texts["game"] == "Orchard: a game (rich)"
    assert "# state/player/coins/start: 2" in (here / "rich/changes.yaml").read_text()


def test_the_values_that_a_variant_lists_can_be_set(here: Path, orchard: Path) -> None:
    make("variant", "rich", "orchard", None, Path())
    file = here / "rich" / "changes.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("  # state/player/coins/start: 2",
                                 "  state/player/coins/start: 5"), encoding="utf-8")
    assert fine("rich")
    assert tilewright.load("orchard", ["rich"]).hash != tilewright.load("orchard").hash


def test_a_variant_of_a_game_without_texts(here: Path) -> None:
    files = {**ORCHARD, "pack.yaml": ORCHARD["pack.yaml"].replace("texts: {en: en.yaml}\n", "")}
    del files["en.yaml"]
    write(here / "orchard", files)
    make("variant", "rich", "orchard", None, Path())
    assert not (here / "rich" / "text").exists()
    assert fine("rich")


# -- tiles ------------------------------------------------------------------------------------


def families() -> list[tuple[str, str]]:
    found = []
    for name in shipped("content"):
        game = stages.load(name, []).game
        found += [(name, k.name) for k in (game.kinds.values() if game else ()) if k.tiles]
    return found


@pytest.mark.many
@pytest.mark.parametrize(("game", "family"), families())
def test_a_new_tile_of_a_shipped_family_passes_check(here: Path, game: str, family: str) -> None:
    make("tile", "my_own_tile", game, family, Path())
    assert fine(game, f"{game}_tiles")
    assert tilewright.load(game, [f"{game}_tiles"]).hash != tilewright.load(game).hash


@pytest.mark.parametrize("family", ["card", "tool"])
def test_a_new_tile_passes_check(here: Path, orchard: Path, family: str) -> None:
    make("tile", "fig", "orchard", family, Path())
    assert fine("orchard", "orchard_tiles")
    kind = tilewright.load("orchard", ["orchard_tiles"]).model.kinds[family]
    assert kind.items[-1] == "fig"
    assert kind.copies[-1] == 1


def test_a_new_tile_has_the_values_of_the_first_one(here: Path, orchard: Path) -> None:
    make("tile", "fig", "orchard", "card", Path())
    kind = tilewright.load("orchard", ["orchard_tiles"]).model.kinds["card"]
    for attribute in kind.attributes.values():
        assert attribute.values[-1] == attribute.values[0], attribute.name


def test_a_tile_file_has_examples_with_the_words_of_the_game(here: Path, orchard: Path) -> None:
    make("tile", "fig", "orchard", "card", Path())
    text = (here / "orchard_tiles/tiles/fig.yaml").read_text()
    assert "abilities:\n" in text
    assert "per: cards" in text
    assert "of: pears" in text


def test_the_examples_of_a_tile_file_are_true(here: Path, orchard: Path) -> None:
    """Each example that is a comment works as it stands."""
    make("tile", "fig", "orchard", "card", Path())
    path = here / "orchard_tiles/tiles/fig.yaml"
    lines = path.read_text().splitlines()
    commented = [n for n, line in enumerate(lines) if line.startswith("    #   my_")]
    assert commented
    for number in commented:
        live = [*lines]
        live[number] = live[number].replace("#   ", "  ")
        live = [line.replace("# abilities:", "abilities:") for line in live]
        path.write_text("\n".join(live) + "\n")
        assert fine("orchard", "orchard_tiles"), live[number]


@pytest.mark.parametrize("form", [
    "tiles: [tiles/fig.yaml]", "tiles: [ 'tiles/fig.yaml' ]  # mine",
    "tiles:\n  - tiles/fig.yaml", "tiles:\n- tiles/fig.yaml  # mine\nabout: figs", "about: figs",
])
def test_one_more_tile_goes_into_the_same_pack(here: Path, orchard: Path, form: str) -> None:
    make("tile", "fig", "orchard", "card", Path())
    manifest = here / "orchard_tiles" / "variant.yaml"
    kept = [line for line in manifest.read_text().splitlines()
            if not line.startswith(("tiles:", "about:"))]
    manifest.write_text("\n".join([*kept, form]) + "\n")
    if "tiles" not in form:
        (here / "orchard_tiles/tiles/fig.yaml").unlink()
        text = here / "orchard_tiles/text/en.yaml"
        text.write_text(text.read_text().replace("card.fig: Fig", "card.date: A date"))
    make("tile", "date", "orchard", "card", Path())
    make("tile", "plum", "orchard", "tool", here / "orchard_tiles")
    assert fine("orchard", "orchard_tiles")
    assert "# mine" not in form or "# mine" in manifest.read_text()
    kinds = tilewright.load("orchard", ["orchard_tiles"]).model.kinds
    assert "date" in kinds["card"].items
    assert "plum" in kinds["tool"].items


# -- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "name", "of", "family", "said"), [
    ("thing", "a", None, None, "it can be 'game', 'variant' or 'tile'"),
    ("game", "My", None, None, "cannot be a name"),
    ("game", "1st", None, None, "cannot be a name"),
    ("game", "a-b", None, None, "cannot be a name"),
    ("game", "../a", None, None, "cannot be a name"),
    ("game", "a\n", None, None, "cannot be a name"),
    ("game", "", None, None, "cannot be a name"),
    ("game", "a" * 61, None, None, "at most 60"),
    ("game", "me", None, None, "a word of the rule language"),
    ("game", "true", None, None, "a word of the rule language"),
    ("game", "null", None, None, "a word of the rule language"),
    ("game", "tictactoe", None, None, "a shipped game"),
    ("game", "mine", "orchard", None, "leave '--of' out"),
    ("game", "mine", None, "card", "leave '--family' out"),
    ("variant", "mine", None, None, "new variant GAME ID"),
    ("variant", "mine", "orchart", None, "there is no game 'orchart'"),
    ("variant", "wide_board", "tictactoe", None, "a shipped variant"),
    ("variant", "mine", "orchard", "card", "leave '--family' out"),
    ("tile", "fig", None, "card", "new tile GAME FAMILY ID"),
    ("tile", "fig", "tictactoe", "card", "no families of tiles"),
    ("tile", "fig", "orchard", None, "it can be 'card' or 'tool'"),
    ("tile", "fig", "orchard", "cart", "no family 'cart'; did you mean 'card'?"),
    ("tile", "apple", "orchard", "card", "already means something"),
    ("tile", "red", "orchard", "card", "already means something"),
    ("tile", "cards", "orchard", "card", "already means something"),
])
def test_refusals(orchard: Path, what: str, name: str, of: str | None, family: str | None,
                  said: str) -> None:
    before = everything(orchard.parent)
    with pytest.raises(UsageError) as refused:
        make(what, name, of, family, Path())
    assert said in str(refused.value)
    assert everything(orchard.parent) == before, "a refusal leaves nothing behind"


@pytest.mark.parametrize(("what", "of", "family", "file"), [
    ("game", None, None, "mine/text/en.yaml"),
    ("variant", "orchard", None, "mine/changes.yaml"),
    ("tile", "orchard", "card", "orchard_tiles/tiles/mine.yaml"),
])
def test_nothing_is_overwritten(here: Path, orchard: Path, what: str, of: str | None,
                                family: str | None, file: str) -> None:
    write(here, {file: "kept"})
    before = everything(here)
    with pytest.raises(UsageError, match="is there already; nothing was made"):
        make(what, "mine", of, family, Path())
    assert everything(here) == before


def test_a_tile_does_not_go_into_a_variant_of_another_game(here: Path, orchard: Path) -> None:
    make("variant", "mine", "tictactoe", None, Path())
    before = everything(here)
    with pytest.raises(UsageError, match="is a variant of 'tictactoe', not of 'orchard'"):
        make("tile", "fig", "orchard", "card", here / "mine")
    assert everything(here) == before


def test_a_broken_game_gets_no_variant(here: Path, orchard: Path) -> None:
    (orchard / "tiles" / "tool.yaml").write_text("family: tool\ntiles: {ladder: {rungs: 3}}\n")
    with pytest.raises(ContentError, match="rungs"):
        make("variant", "mine", "orchard", None, Path())
    assert not (here / "mine").exists()


def test_a_file_where_the_folder_should_be(here: Path) -> None:
    write(here, {"mine": "a file"})
    with pytest.raises(UsageError, match="cannot be written"):
        make("game", "mine", None, None, Path())


# -- on the command line ----------------------------------------------------------------------


def test_the_command_line_door(here: Path, monkeypatch: pytest.MonkeyPatch,
                               capsys: pytest.CaptureFixture[str]) -> None:
    from tilewright.__main__ import main

    monkeypatch.setattr("sys.argv", ["tilewright", "new", "game", "mine", "--in", "games"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code in (0, None)
    monkeypatch.setattr("sys.argv", ["tilewright", "new", "game", "Mine"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert "cannot be a name" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["game", "variant"])
@pytest.mark.parametrize("room", range(4))
def test_without_room_nothing_is_left_behind(what: str, room: int, tmp_path: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    write = writing.write_new

    def full(path: Path, text: str) -> None:
        if len(written) == room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        written.append(path)
        write(path, text)

    monkeypatch.setattr(writing, "write_new", full)
    of = None if what == "game" else "tictactoe"
    with pytest.raises(UsageError, match="No space left"):
        make(what, "mine", of, None, tmp_path / "new" / "packs")
    assert len(written) == room
    assert list(tmp_path.iterdir()) == []
