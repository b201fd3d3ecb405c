"""The tools of designers, in a real browser: reload, a closer look, a look back, other tables."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browsing import MARKS, Served, browser, count, pages, settled, told_more, until

if TYPE_CHECKING:
    from collections.abc import Iterator

pytest.importorskip("playwright.sync_api", reason="no Playwright: nothing is seen")
pytest.importorskip("uvicorn")
pytestmark = MARKS
__all__ = ["browser", "pages"]

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose files may be changed."""
    made = tmp_path_factory.mktemp("packs") / "tictactoe"
    shutil.copytree(ROOT / "content" / "tictactoe", made)
    return made


@pytest.fixture(scope="module")
def served(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("tables") / "tables.sqlite",
                  [(str(folder), []), ("yamatai", []), (str(folder), ["wide_board"]),
                   ("namiji", []), ("namiji", ["duet"])])
    yield made
    made.stop()


def sat(page: Any, served: Served, number: int, seats: list[str], seat: int = 0) -> None:
    """Sit down at a new table, by its link."""
    told = served.table(number, len(seats), seats)
    page.goto(f"{served.url}/t/{told['table']}#{told['seats'][seat]}")
    page.locator("#board svg[aria-label]").first.wait_for()
    if "friend" not in seats:
        settled(page)


def tool(page: Any, name: str) -> None:
    page.locator("#desk details").evaluate("node => { node.open = true; }")
    page.locator("#tool-list button", has_text=name).click()


def changed(folder: Path, old: str, new: str) -> None:
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_saved_change_is_played_with_at_once_and_a_broken_one_is_told(
        served: Served, pages: Any, folder: Path) -> None:
    page = pages()
    sat(page, served, 0, ["me", "random"])
    page.locator(".live").nth(4).click()
    until(page, 2)
    changed(folder, "x: X, o: O", "x: Z, o: O")
    page.locator("#board svg text", has_text="Z").first.wait_for()
    assert count(page) == 2
    changed(folder, "if c.mark == none", "if c.mrak == none")
    problems = page.locator("#trouble li")
    problems.first.wait_for()
    told = problems.first.inner_text()
    assert "tictactoe/game.yaml:" in told
    assert "mrak" in told
    pre = page.locator("#trouble pre").first.bounding_box()
    sign = page.locator("#trouble mark").first.bounding_box()
    assert pre["x"] <= sign["x"] <= pre["x"] + pre["width"]
    done = count(page)
    settled(page)
    page.locator(".live").first.click()
    page.wait_for_function("n => Number(document.body?.dataset.n) > n", arg=done)
    changed(folder, "if c.mrak == none", "if c.mark == none")
    page.locator("#trouble").wait_for(state="hidden")
    changed(folder, "x: Z, o: O", "x: X, o: O")


def test_prices_stay_when_rules_are_saved(served: Served, pages: Any, folder: Path) -> None:
    page = pages()

    def more(message: dict[str, Any]) -> None:
        for option in message.get("options", []):
            option.update(cost="two shells")

    told_more(page, more)
    sat(page, served, 0, ["me", "random"])
    changed(folder, "x: X, o: O", "x: Z, o: O")
    page.locator("#board svg text", has_text="Z").first.wait_for(state="attached")
    page.locator(".chip text", has_text="Z").first.wait_for(state="attached")
    said = page.locator("#moves button").all_inner_texts()
    changed(folder, "x: Z, o: O", "x: X, o: O")
    assert len(said) == 9
    assert all("two shells" in one for one in said), said


def test_what_does_not_fit_is_named_and_it_can_begin_again(
        served: Served, pages: Any, folder: Path) -> None:
    page = pages()
    sat(page, served, 0, ["me", "random"])
    page.locator(".live").first.click()
    until(page, 2)
    rule = "[c for c in cells if c.mark == none]"
    changed(folder, rule, "[c for c in cells if c.mark == none and c.row == 3]")
    page.locator("#trouble p", has_text="mark a1").wait_for()
    page.locator("#trouble button").click()
    page.locator("#trouble").wait_for(state="hidden")
    page.wait_for_function("() => document.querySelectorAll('.live').length === 3")
    changed(folder, "c.mark == none and c.row == 3]", "c.mark == none]")


def test_a_closer_look_tells_values_places_and_texts(served: Served, pages: Any) -> None:
    page = pages("fr")
    sat(page, served, 1, ["me", "random"])
    tool(page, "Regarder de près")
    done = count(page)
    page.locator(".live").first.click()
    told = page.locator("#about")
    told.locator("dl").wait_for()
    said = told.inner_text()
    assert ".yaml:" in said
    for lang in ("English", "Français", "Italiano", "Polski"):
        assert lang in said
    assert count(page) == done
    panel, board = told.bounding_box(), page.locator("#board").bounding_box()
    assert board["y"] < panel["y"] < panel["y"] + panel["height"] <= board["y"] + board["height"]
    tool(page, "Regarder de près")
    assert told.is_hidden()
    page.locator(".live").first.click()
    page.wait_for_function("n => Number(document.body?.dataset.n) > n", arg=done)


def test_a_look_back_and_play_on_from_there(served: Served, pages: Any) -> None:
    page = pages()
    sat(page, served, 0, ["me", "random"])
    page.locator(".live").nth(4).click()
    until(page, 2)
    settled(page)
    tool(page, "Look back")
    bar = page.locator("replay-bar")
    bar.wait_for()
    page.keyboard.press("Home")
    page.wait_for_function("() => !document.querySelector('#board [data-id=\"cell:b2:mark\"]')")
    assert page.locator(".live").count() == 0
    page.keyboard.press("ArrowRight")
    page.locator("#board [data-id='cell:b2:mark']").wait_for()
    page.keyboard.press("Home")
    page.wait_for_function("() => !document.querySelector('#board [data-id=\"cell:b2:mark\"]')")
    before = page.url
    tool(page, "Play on from here")
    page.wait_for_function("before => location.href !== before", arg=before)
    settled(page)
    assert count(page) == 0
    assert page.locator(".live").count() == 9
    assert "decision 0" in page.locator("#beside").inner_text()
    page.locator("#beside a").click()
    page.wait_for_function("before => location.href === before", arg=before)
    until(page, 2)


def test_a_look_back_can_be_left(served: Served, pages: Any) -> None:
    page = pages()
    sat(page, served, 0, ["me", "random"])
    page.locator(".live").nth(4).click()
    until(page, 2)
    tool(page, "Look back")
    page.locator("replay-bar").wait_for()
    page.keyboard.press("Home")
    page.wait_for_function("() => !document.querySelector('#board [data-id=\"cell:b2:mark\"]')")
    assert "decision 0 of 2" in page.locator("#asked").inner_text()
    assert page.locator("#undo").is_hidden()
    bar, board = page.locator("replay-bar").bounding_box(), page.locator("#board").bounding_box()
    assert board["y"] + board["height"] <= bar["y"] + 1
    page.locator("#lang").select_option("fr")           # the past stays, in other words
    page.locator("#asked", has_text="décision 0 sur 2").wait_for()
    page.wait_for_function("() => !document.querySelector('#board [data-id=\"cell:b2:mark\"]')")
    page.locator("#lang").select_option("en")
    page.locator("#moves button", has_text="Back to the game").click()
    page.locator("#board [data-id='cell:b2:mark']").wait_for()
    settled(page)
    assert page.locator("replay-bar").count() == 0
    assert page.locator(".live").count() == 7


def test_a_position_as_a_situation(served: Served, pages: Any) -> None:
    page = pages()
    sat(page, served, 0, ["me", "random"])
    tool(page, "As a situation")
    text = page.locator("#choice textarea")
    text.wait_for()
    assert "situations:" in text.input_value()


def test_a_variant_is_played_beside_the_game(served: Served, pages: Any) -> None:
    page = pages()
    sat(page, served, 0, ["me", "random"])
    tool(page, "Beside a variant")
    page.locator("#choice button", has_text="Four in a row").click()
    page.wait_for_url("**/side/**")
    cells = [page.frame_locator("iframe").nth(at).locator(".live") for at in (0, 1)]
    for frame, many in zip(cells, (9, 36), strict=True):
        frame.first.wait_for()
        assert frame.count() == many
    cells[1].first.click()


def test_variants_that_keep_the_title_of_the_game_are_offered_by_their_names(
        served: Served, pages: Any) -> None:
    page = pages("fr")
    sat(page, served, 3, ["me", "random"])
    page.locator("#desk details").evaluate("node => { node.open = true; }")
    page.locator("#tool-list button").nth(4).click()
    page.locator("#choice li").first.wait_for()
    assert page.locator("#choice li").all_inner_texts() == ["Duo"]


def test_a_replay_as_a_file(served: Served, pages: Any) -> None:
    page = pages()
    sat(page, served, 0, ["me", "random"])
    page.locator(".live").nth(4).click()
    until(page, 2)
    with page.expect_download() as waiting:
        tool(page, "Replay as a file")
    path = Path(str(waiting.value.path()))
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert path.stat().st_size < 300_000


def test_friends_have_no_tools_that_show_hands(served: Served, pages: Any) -> None:
    page = pages()
    sat(page, served, 1, ["me", "friend"])
    page.locator("#desk details").evaluate("node => { node.open = true; }")
    page.locator("#tool-list button").first.wait_for()
    said = page.locator("#tool-list").inner_text()
    assert "Look closer" in said
    assert "Play on from here" not in said
    assert "As a situation" not in said


# -- all that there is ----------------------------------------------------------------------------


def test_every_shipped_game_and_variant_opens(pages: Any, tmp_path: Path) -> None:
    from tilewright.packs.given import COOKBOOK
    from tilewright.table.gallery import all_games, shelf_of

    games = [(name, variants) for name, variants in all_games() if shelf_of(name) != COOKBOOK]
    assert len(games) > 24
    own = Served(tmp_path / "tables.sqlite", games)
    page = pages()
    for number, (name, variants) in enumerate(games):
        players = 4 if name == "hearts" else 2
        told = own.table(number, players, ["me", *["random"] * (players - 1)])
        page.goto(f"{own.url}/t/{told['table']}#{told['seats'][0]}")
        page.locator("#board svg[aria-label] [data-id]").first.wait_for()
        settled(page)
        assert page.locator("#moves button").count(), (name, variants)
    own.stop()


def test_an_address_may_name_a_language(served: Served, pages: Any) -> None:
    page = pages("en")
    page.goto(f"{served.url}/?lang=pl")
    page.wait_for_function("() => document.documentElement.lang === 'pl'")


def test_a_net_glows_on_the_cells_of_ones_own_crate(served: Served, pages: Any) -> None:
    """What is made of cells and has no place of its own glows where the cells are."""
    page = pages()
    sat(page, served, 3, ["me", "random"])
    for _ in range(200):
        settled(page)
        options = page.evaluate("() => [...document.querySelectorAll('#moves button')].map("
                                "(one) => one.textContent)")
        if any("net on" in one for one in options):
            break
        net = [at for at, one in enumerate(options) if "net" in one] or [0]
        done = count(page)
        page.locator("#moves button").nth(net[0]).click()
        page.wait_for_function("n => Number(document.body?.dataset.n) > n", arg=done)
    ids = page.evaluate("() => [...document.querySelectorAll('.live')].map((g) => g.dataset.id)")
    assert ids
    assert all(":crate:" in one for one in ids), ids
