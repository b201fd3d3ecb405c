"""Pictures: every game can be drawn, nothing hidden is drawn, and things can be told apart."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

import tilewright
from bad_packs import MANIFEST, doing, game_with, make_pack
from command_line import run_here
from packs.tables import ALL, ROOT, SHIPPED, game
from secret_games import game as made
from secret_games import write
from secret_worlds import other_world
from tilewright import limits
from tilewright.cli.app import app
from tilewright.picture.colours import PAINTS
from tilewright.picture.compose import scene_of
from tilewright.picture.nodes import cut, width, wrapped
from tilewright.picture.shapes import SHAPES
from tilewright.picture.svg import svg
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import State

LANGUAGES = ("en", "fr", "it", "pl")
# The pictures of the documentation, and the commands that make them.
PICTURES = {
    "yamatai.svg": ["yamatai", "--players", "3", "--seed", "4", "--moves", "140"],
    "namiji.svg": ["namiji", "--players", "3", "--seed", "2", "--moves", "40"],
    "connect_four.svg": ["connect_four", "--seed", "3", "--moves", "14"],
    "tictactoe.svg": ["tictactoe", "--seed", "3", "--moves", "5"],
}


def walked(name: str, seed: int, moves: int) -> State:
    state, rng = game(name).new(seed=seed), random.Random(seed)
    for _ in range(moves):
        if state.over:
            break
        state.apply(rng.choice(state.legal()))
    return state


@pytest.mark.parametrize("name", ALL)
def test_every_game_can_be_drawn(name: str) -> None:
    for moves in (0, 30, 400):
        state = walked(name, 3, moves)
        for seat in (None, 0):
            scene = scene_of(state.view(seat))
            root = ET.fromstring(svg(scene))
            assert root.tag.endswith("svg")
            ids = [t.id for t in scene.things if t.id]
            assert len(ids) == len(set(ids))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_pictures_are_in_all_languages(name: str, lang: str) -> None:
    state = walked(name, 2, 60)
    told = svg(scene_of(state.view(0), lang))
    assert game(name).model.texts[lang]["game"] in told
    assert "None" not in told


@pytest.mark.parametrize("name", [n for n in ALL if any(
    f.secret for f in game(n).model.fields.values())])
def test_nothing_hidden_is_drawn(name: str) -> None:
    state, rng, seen = walked(name, 5, 40), random.Random(5), 0
    for seat in range(state.players):
        world = other_world(state, seat, rng)
        if world is not None:
            seen += 1
            assert scene_of(world.view(seat)).data() == scene_of(state.view(seat)).data()
    assert seen


@pytest.mark.parametrize("seed", range(12))
def test_made_games_are_drawn_without_their_secrets(seed: int, tmp_path: Path) -> None:
    played = tilewright.load(str(write(made(seed), tmp_path)))
    state, rng = played.new(seed=seed), random.Random(seed)
    for _ in range(30):
        if state.over:
            break
        state.apply(rng.choice(state.legal()))
        # At the end all points are told, also those of hidden things.
        for seat in range(state.players) if not state.over else ():
            world = other_world(state, seat, rng)
            if world is not None:
                assert scene_of(world.view(seat)).data() == scene_of(state.view(seat)).data()


# -- what is seen ---------------------------------------------------------------------------------


def test_a_cell_tells_what_lies_there_in_words() -> None:
    state = game("tictactoe").new()
    state.apply(state.find("mark b2"))
    labels = {t.id: t.label for t in scene_of(state.view(0)).things}
    assert labels["cell:b2"].endswith("b2, X")
    assert labels["cell:a1"].endswith("a1")


@pytest.mark.parametrize(("lang", "said"), [
    ("en", "entry spot"), ("fr", "emplacement de départ"), ("it", "spazio di ingresso"),
    ("pl", "pole startowe")])
def test_a_mark_is_told_by_its_text(lang: str, said: str) -> None:
    labels = {t.id: t.label for t in scene_of(game("yamatai").new().view(0), lang).things}
    assert labels["spot:v10"].endswith(f"v10, {said}")
    assert said not in labels["spot:v20"]


def test_words_and_signs_of_strangers_stay_words(tmp_path: Path) -> None:
    """A text that looks like a piece of a page is drawn as it stands."""
    home = make_pack(tmp_path, {
        "pack.yaml": f"{MANIFEST}texts: {{en: en.yaml}}\n",
        "game.yaml": game_with(show="{symbols: {p1: '<&>'}}"),
        "en.yaml": "game: <script>alert(1)</script>\nplayer.p1: \"<b onclick='x'>&amp;\"\n"
                   "move.go: go\nend.late: late\nscore.coins: coins\n"})
    state = tilewright.load(str(home)).new()
    root = ET.fromstring(svg(scene_of(state.view(0))))
    said = [t.text for t in root.iter() if t.text]
    assert "<script>alert(1)</script>" in said
    assert not [t for t in root.iter() if t.tag.endswith(("script", "b"))]


def test_long_words_are_cut_where_there_is_no_room() -> None:
    assert cut("a short one", 10, 200) == "a short one"
    long = cut("a very long name of something", 10, 60)
    assert long.endswith("…")
    assert width(long, 10) <= 60
    lines = wrapped("one two three four five six seven eight", 10, 50, 3)
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert wrapped("", 10, 70, 3) == []


# -- what is known of it elsewhere -----------------------------------------------------------------


def test_what_schema_and_program_know_is_the_same() -> None:
    import json

    schema: dict[str, Any] = json.loads((ROOT / "schema" / "game.schema.json").read_text())
    show = schema["properties"]["show"]["properties"] if "properties" in schema else {}
    assert set(show["shapes"]["additionalProperties"]["examples"]) == set(SHAPES)
    assert set(show["colours"]["additionalProperties"]["enum"]) == set(PAINTS)


# -- the command ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_of_the_documentation_are_fresh(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    done = CliRunner().invoke(app, ["picture", *PICTURES[name], "-o", str(file)])
    assert done.exit_code == 0, done.output
    kept = ROOT / "docs" / "pictures" / name
    assert kept.read_text() == file.read_text(), f"remake it: tilewright picture -o {kept}"


def test_a_png_is_drawn_where_the_extra_is(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = tmp_path / "a.png"
    assert CliRunner().invoke(app, ["picture", "tictactoe", "-o", str(file)]).exit_code == 0
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("relations", "show", "lines"), [
    ("{}", "{}", set()), ("{}", "{routes: [stop]}", {"route:stop:0:1", "route:stop:1:2"}),
    ("{lane: {from: stop, to: stop, links: [[a, b], [b, c]]}}", "{}",
     {"lane:stop:0:1", "lane:stop:1:2"})])
def test_lines_join_what_is_linked_and_routes_that_are_named(
        tmp_path: Path, relations: str, show: str, lines: set[str]) -> None:
    """Sites that nothing links are no way from one to the next."""
    folder = make_pack(tmp_path / "ways", {"game.yaml": doing(
        "[{set: {at: 'any(s.taken for s in stops)', a.taken: at}}]", sites="{stop: [a, b, c]}",
        state="{game: {at: bool}, player: {coins: int}, stop: {taken: bool}}", show=show,
        **({"relations": relations} if relations != "{}" else {}))})
    scene = scene_of(tilewright.load(str(folder)).new(seed=1))
    assert {t.id for t in scene.things if t.id.startswith(("lane:", "route:"))} == lines


# -- what costs much ------------------------------------------------------------------------------


def _calls(folder: Path, count: int) -> int:
    """How many functions are called to draw so many places with a card each."""
    text = game_with(kinds=f"{{card: {{count: {count}}}}}", sites=f"{{spot: {{count: {count}}}}}",
                     state="\n  player: {coins: {type: int, start: 3}}"
                           "\n  spot: {held: {type: card, start: card_1}}")
    state = tilewright.load(str(make_pack(folder / str(count), {"game.yaml": text}))).new(seed=1)
    calls = 0

    def count_one(_frame: object, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count_one)
    try:
        svg(scene_of(state))
    finally:
        sys.setprofile(None)
    return calls


def test_a_picture_costs_as_much_as_there_is_on_it(tmp_path: Path) -> None:
    """All signs of a kind are found at once: twice as many places are twice the work."""
    _calls(tmp_path, 50)   # what is remembered for all pictures
    assert _calls(tmp_path, 400) < 2.5 * _calls(tmp_path, 200)


def test_a_picture_has_so_many_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = game("tictactoe").new(seed=1)
    for most in (8, 11):
        monkeypatch.setattr(limits, "SCENE_PARTS", most)
        with pytest.raises(UsageError, match=f"no more than {most} are drawn"):
            scene_of(state, "en", 700 + most)
    done = run_here("picture", "tictactoe")
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert "places and things" in done.stderr
