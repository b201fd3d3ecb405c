"""Recipes: each is a whole game that works, is found by its words, and can be begun with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command_line import run_here
from tilewright.cli.check import check_and_play, check_packs, to_check
from tilewright.cli.new_recipe import make_from
from tilewright.cli.reference import print_reference
from tilewright.cli.situations import run_situations
from tilewright.cookbook import called, found, page, recipes, told
from tilewright.cookbook.excerpts import excerpt, first_entry
from tilewright.cookbook.recipes import cookbook
from tilewright.cookbook.wishes import stems
from tilewright.packs.doors import find, is_game, known, manifest_of
from tilewright.problems import UsageError

DOCS = Path(__file__).resolve().parent.parent / "docs"
FEWEST, MOST = 5, 20
LEAST_PROOF = 3
GAMES = 3
NAMES = sorted(recipes())


def test_the_index_names_every_recipe_and_no_other() -> None:
    there = {p.name for p in cookbook().iterdir() if p.is_dir()}
    assert set(recipes()) == there
    assert len(there) >= 40


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_works(name: str) -> None:
    """All that `check` looks for, with random games and its situations."""
    for folder, overlays in to_check([f"cookbook/{name}"], []):
        problems, _ = check_and_play(folder, overlays, games=GAMES)
        assert [f"{p.place}: {p.sentence}" for p in problems.sorted()] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_can_be_read(name: str) -> None:
    recipe = recipes()[name]
    said = manifest_of(recipe.folder)
    assert said is not None
    assert said["id"] == name
    assert re.fullmatch(r"[A-Z][^.]*[^. ]", recipe.title)
    assert re.fullmatch(r"[A-Z].*\.", recipe.about)
    shown = [line for lines in recipe.lines().values() for line in lines]
    counted = [line for line in shown if line.strip() and not line.lstrip().startswith("#")]
    assert FEWEST <= len(counted) <= MOST, "\n".join(shown)
    assert len(recipe.proof()) > LEAST_PROOF


def test_no_two_recipes_look_alike() -> None:
    titles = [r.title for r in recipes().values()]
    assert len(set(titles)) == len(titles)
    for recipe in recipes().values():
        assert len(set(recipe.words)) == len(recipe.words)
        assert all(w == w.strip().lower() for w in recipe.words)


# -- wishes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wish", "name"), [
    ("push your luck", "push_your_luck"),
    ("Push one's LUCK", "push_your_luck"),
    ("luck, push your", "push_your_luck"),
    ("push_your_luck", "push_your_luck"),
    ("dice", "dice"),
    ("extra turns", "extra_turn"),
    ("how do I give somebody an extra turn", "extra_turn"),
    ("rolled dice", "dice"),
    ("auction with passing out", "open_auction"),
    ("spy on a card", "look_at_card"),
    ("catch-up for the last player", "catch_up"),
    ("a card that does something when another player builds", "tile_reacts"),
    ("board game with hexes", "hexagon_map"),
    ("how can I let players trade with each other?", "bank_trade"),
    ("first to", "win_at_once"),
    ("first player", "start_player"),
])
def test_a_wish_finds_its_recipe(wish: str, name: str) -> None:
    assert found(wish)[0].id == name


def test_only_what_is_called_so_is_told_in_full_beside_a_word_of_every_day(
        capsys: pytest.CaptureFixture[str]) -> None:
    out = printed("round up", capsys)
    assert "coins // 4" in out
    assert "\nRecipes near to it:\n  Income" in out
    assert "to begin with it" not in out


def test_every_word_of_the_index_finds_its_recipe_first() -> None:
    for recipe in recipes().values():
        for word in (recipe.id, *recipe.words):
            assert recipe in called(word)
            assert found(word)[0] in called(word)


@pytest.mark.parametrize(("one", "other"), [
    ("trades", "trading"), ("bid", "bidding"), ("Block", "blocked"), ("cities", "city"),
    ("dice", "die"), ("pass the hands on", "hand, passed on"),
])
def test_endings_do_not_matter(one: str, other: str) -> None:
    assert stems(one) == stems(other)


@pytest.mark.parametrize(("one", "other"), [
    ("bus", "bu"), ("pass", "pas"), ("bid", "bind"), ("ring", "r"),
])
def test_other_words_stay_apart(one: str, other: str) -> None:
    assert stems(one) != stems(other)


def test_some_of_the_words_are_enough_where_nothing_is_nearer() -> None:
    assert "event_cards" in [r.id for r in found("cards with animals")]
    assert found("cards with animals of a forest") == []


def test_nothing_is_found_where_nothing_fits() -> None:
    assert found("banana") == []
    assert found("") == []


# -- lines ----------------------------------------------------------------------------------------

FILE = """\
# yaml-language-server: $schema=x
players: {min: 2}

# What changes.
state:
  game:
    pot: int

    deck: {zone: card}
  player:
    # Why.
    coins: int
flow: {}
"""


@pytest.mark.parametrize(("paths", "lines"), [
    (["players"], ["players: {min: 2}"]),
    (["state/player"], ["state:", "  player:", "    # Why.", "    coins: int"]),
    (["state"], ["# What changes.", "state:", "  game:", "    pot: int", "    deck: {zone: card}",
                 "  player:", "    # Why.", "    coins: int"]),
    (["flow", "state/game"], ["state:", "  game:", "    pot: int",
                              "    deck: {zone: card}", "", "flow: {}"]),
])
def test_the_lines_that_matter(paths: list[str], lines: list[str]) -> None:
    assert excerpt(FILE, paths) == lines


def test_lines_that_are_not_there() -> None:
    with pytest.raises(KeyError, match="state/coins"):
        excerpt(FILE, ["state/coins"])


def test_the_first_entry_of_a_section() -> None:
    text = "players: 2\nsituations:\n  # Why.\n  one:\n    do: [a]\n\n  two:\n    do: [b]\n"
    assert first_entry(text, "situations") == ["situations:", "  one:", "    do: [a]"]


# -- the commands ---------------------------------------------------------------------------------


def printed(word: str, capsys: pytest.CaptureFixture[str]) -> str:
    print_reference(word, None)
    return capsys.readouterr().out


def test_the_reference_answers_a_wish(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed("push your luck", capsys)
    assert recipes()["push_your_luck"].title in out
    assert "    actions:\n      roll:\n" in out
    assert "      a one takes all that was won in this turn:\n" in out
    assert "tilewright new game my_game --from push_your_luck" in out
    assert "tilewright play cookbook/push_your_luck" in out


@pytest.mark.parametrize("wish", ["visible to others", "read points", "zones with animals"])
def test_the_reference_says_that_it_does_not_know_a_wish(
        wish: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A recipe that only has a word in common with it is no answer."""
    try:
        out = printed(wish, capsys)
    except UsageError as error:
        assert "there is no word" in str(error)   # noqa: PT017  either is told
        return
    assert out.startswith(f"Nothing here is called '{wish}', and no recipe is about it.\n")
    assert "tilewright new game" not in out


@pytest.mark.parametrize(("word", "function"), [
    ("through", "distance("), ("within", "component("), ("until=", "reach(")])
def test_words_that_functions_are_given_are_known(
        word: str, function: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert function in printed(word, capsys)


@pytest.mark.parametrize(("name", "said"), [
    ("secret_choice", "More about it: secret choices (docs/secret-choices.md)."),
    ("doom_track", "make the numbers options."),
])
def test_a_terminal_shows_no_links(name: str, said: str) -> None:
    assert said in "\n".join(told(recipes()[name]))


def test_a_word_of_the_language_that_is_a_wish_too(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed("random", capsys)
    assert "random  (effect)" in out
    assert "tilewright reference dice" in out


def test_recipes_are_played_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_game("cookbook/dice")
    assert find("cookbook/dice", "content") == cookbook() / "dice"
    assert not is_game("cookbook")
    assert not is_game("cookbook/nothing")
    assert not is_game("dice")
    assert not is_game("cookbook/../tictactoe")
    assert not set(known("content")) & set(recipes())


@pytest.mark.parametrize("name", ["dice", "verb_of_its_own"])
def test_check_and_test_take_recipes(name: str, tmp_path: Path) -> None:
    checked = run_here("check", f"cookbook/{name}", "--games", "1", cwd=tmp_path)
    assert checked.stdout.startswith("1 pack: no problems")
    tested = run_here("test", f"cookbook/{name}", cwd=tmp_path)
    assert tested.stdout.endswith("all as expected\n")


def test_a_recipe_is_played(tmp_path: Path) -> None:
    played = run_here("play", "cookbook/rondel", "--seats", "bot,bot", cwd=tmp_path)
    assert "The game is over: 10 rounds are over." in played.stdout
    variant = run_here("play", "cookbook/verb_of_its_own", cwd=tmp_path)
    assert "play its game --with cookbook/verb_of_its_own" in variant.stderr


def test_several_words_need_no_quotes() -> None:
    assert run_here("reference", "push", "your", "luck").stdout == (
        run_here("reference", "push your luck").stdout)


@pytest.mark.parametrize("words", [
    ["--from", "dice", "mine"], ["game", "mine", "--from", "dice"],
    ["variant", "mine", "--from", "verb_of_its_own"],
    ["variant", "yamatai", "mine", "--from", "verb_of_its_own"],
])
def test_new_takes_a_recipe(words: list[str], tmp_path: Path) -> None:
    made = run_here("new", *words, cwd=tmp_path)
    assert made.returncode == 0
    assert "next: tilewright check mine\n" in made.stdout
    assert run_here("test", "mine", cwd=tmp_path).returncode == 0
    said = (tmp_path / "mine/text/en.yaml").read_text(encoding="utf-8")
    assert ("\nvariant.mine: Mine\n" in said) == ("variant" in words)


def test_a_new_game_needs_a_name() -> None:
    assert "new variant GAME ID" in run_here("new", "variant").stderr


@pytest.mark.parametrize(("recipe", "said"), [
    ("push_your_luck", ["mine"]),
    ("push your luck", ["game", "mine"]),
    ("cookbook/dice", ["mine"]),
])
def test_a_game_begins_with_a_recipe(recipe: str, said: list[str], tmp_path: Path,
                                     capsys: pytest.CaptureFixture[str]) -> None:
    what, *names = said
    make_from(recipe, what, names, tmp_path)
    mine = str(tmp_path / "mine")
    assert f"next: tilewright check {mine}" in capsys.readouterr().out
    manifest = manifest_of(tmp_path / "mine")
    assert manifest is not None
    assert (manifest["id"], manifest["title"]) == ("mine", "Mine")
    assert "\ngame: Mine\n" in (tmp_path / "mine/text/en.yaml").read_text(encoding="utf-8")
    assert check_packs([mine], [], "text", play=True, games=1) == 0
    assert run_situations([mine], [], "text") == 0
    for path in (tmp_path / "mine").rglob("*.yaml"):
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        assert (path.parent / first.partition("$schema=")[2]).is_file()


@pytest.mark.parametrize(("recipe", "said", "message"), [
    ("push_your_lick", ["mine"], "did you mean 'push_your_luck'"),
    ("push_your_luck", ["variant", "mine"], "this recipe makes a game"),
    ("push_your_luck", ["Mine"], "cannot be a name"),
    ("push_your_luck", ["yamatai"], "there is a shipped pack"),
    ("banana", ["mine"], "tilewright reference WISH"),
    ("auction", ["mine"], "several recipes; take one of 'sealed_bid' or 'open_auction'"),
    ("verb_of_its_own", ["game", "mine"], "this recipe makes a variant"),
    ("verb_of_its_own", ["variant", "namiji", "mine"], "this recipe makes a variant"),
])
def test_a_wrong_wish_makes_nothing(recipe: str, said: list[str], message: str,
                                    tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        make_from(recipe, said[0], said[1:], tmp_path)
    assert list(tmp_path.iterdir()) == []


# -- the page -------------------------------------------------------------------------------------


def test_the_page_is_fresh() -> None:
    fresh = (DOCS / "cookbook.md").read_text(encoding="utf-8") == page()
    assert fresh, "docs/cookbook.md is stale; make it again: tilewright reference --write docs"


def test_the_page_has_all_words_and_lines() -> None:
    text = page()
    index = text.partition("## All recipes")[0]
    said = {stems(w) for w in re.findall(r"(?:· |\*\* )\[?([^\]\[(]+?)(?=\]| \()", index)}
    assert said >= {stems(word) for recipe in recipes().values() for word in recipe.words}
    for recipe in recipes().values():
        assert len(re.findall(rf"\n### {re.escape(recipe.title)}\n", text)) == 1
        assert "\n".join(recipe.proof()) in text
        assert recipe.change in text
