"""The table in a real browser: whole games by mouse and keyboard, seats, languages, trouble."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import browsing
from browsing import MARKS, Served, asked, begun, is_over, settled

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("playwright.sync_api", reason="no Playwright: nothing is seen")
pytest.importorskip("uvicorn")
pytestmark = MARKS
BOTS = pytest.importorskip("tilewright.table.server").BOTS
served, browser, pages = browsing.served, browsing.browser, browsing.pages


# -- whole games ----------------------------------------------------------------------------------


def test_a_game_by_mouse(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "greedy"])
    for _ in range(9):
        settled(page)
        if is_over(page):
            break
        done = page.evaluate("() => document.body?.dataset.n")
        page.locator(".live").first.click()
        page.wait_for_function("n => document.body?.dataset.n !== n", arg=done)
    assert is_over(page)
    assert page.locator("#log li.head").count() >= 5
    assert page.locator(".live").count() == 0


def test_a_game_by_keyboard(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "random"])
    for _ in range(9):
        settled(page)
        if is_over(page):
            break
        page.locator(".live").last.focus()
        done = page.evaluate("() => document.body?.dataset.n")
        page.keyboard.press("Enter")
        page.wait_for_function("n => document.body?.dataset.n !== n", arg=done)
    assert is_over(page)


@pytest.mark.parametrize(("title", "lang", "seats"), [
    ("Yamataï", "fr", ["me", "greedy"]), ("Namiji", "pl", ["me", "greedy", "random"])])
def test_a_whole_game_against_bots(served: Served, pages: Any, title: str, lang: str,
                                   seats: list[str]) -> None:
    page = pages(lang)
    begun(page, served, title, seats)
    for turn in range(400):
        settled(page)
        if is_over(page):
            break
        moves = page.locator("#moves button")
        done = page.evaluate("() => document.body?.dataset.n")
        moves.nth(turn * 7 % moves.count()).click()
        page.wait_for_function("n => document.body?.dataset.n !== n", arg=done)
    assert is_over(page), asked(page)


@pytest.mark.parametrize("bot", BOTS)
def test_a_game_against_each_kind_of_bot_ends(served: Served, pages: Any, bot: str) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", bot])
    for _ in range(9):
        settled(page)
        if is_over(page):
            break
        done = page.evaluate("() => document.body?.dataset.n")
        page.locator("#moves button").first.click()
        page.wait_for_function("n => document.body?.dataset.n !== n", arg=done)
    assert is_over(page)
    assert page.locator("#notice").is_hidden()


@pytest.mark.parametrize("lang", ["en", "fr", "it", "pl"])
def test_the_language_can_be_changed_in_the_middle(served: Served, pages: Any, lang: str) -> None:
    page = pages("en")
    begun(page, served, "Yamataï")
    settled(page)
    page.locator("#moves button").first.click()
    page.locator("#lang").select_option(lang)
    page.wait_for_function("lang => document.documentElement.lang === lang", arg=lang)
    first = page.locator("#log li").first.inner_text()
    known = {"en": "take fleet", "fr": "prendre", "it": "prendi", "pl": "weź"}
    assert known[lang] in first.lower(), first


# -- together -------------------------------------------------------------------------------------


def test_two_browsers_with_two_seats(served: Served, pages: Any) -> None:
    told = served.table(0, 2, ["me", "me"])
    one, other, watcher = pages(), pages(), pages()
    for page, token in ((one, told["seats"][0]), (other, told["seats"][1]),
                        (watcher, told["watch"])):
        page.goto(f"{served.url}/t/{told['table']}#{token}")
        page.locator("#board svg").wait_for()
        assert token not in page.url
    settled(one)
    assert other.locator(".live").count() == watcher.locator(".live").count() == 0
    one.locator(".live").nth(4).click()
    settled(other)
    for page in (one, other, watcher):
        page.wait_for_function("() => document.querySelectorAll('#log li.head').length === 1")
    assert other.locator(".live").count() == 8
    assert watcher.locator("#undo").is_hidden()


def test_several_people_at_one_screen(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    for count in range(1, 4):
        settled(page)
        page.locator(".live").first.click()
        page.wait_for_function("n => document.querySelectorAll('#log li.head').length === n",
                               arg=count)
    settled(page)
    page.locator("#undo").click()
    page.wait_for_function("() => document.querySelectorAll('#log li.head').length === 2")


def test_nobody_gets_in_without_a_seat(served: Served, pages: Any) -> None:
    told = served.table(0, 2, ["me", "me"])
    page = pages()
    page.goto(f"{served.url}/t/{told['table']}#wrong")
    page.locator("#notice", has_text="leads to no seat").wait_for()


# -- trouble --------------------------------------------------------------------------------------


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path, pages: Any) -> None:
    own = Served(tmp_path / "tables.sqlite")
    page = pages()
    begun(page, own, "Tic-tac-toe", ["me", "me"])
    settled(page)
    page.locator(".live").first.click()
    page.wait_for_function("() => document.querySelectorAll('#log li.head').length === 1")
    own.stop()
    page.locator("#notice:not([hidden])").wait_for()
    own.start()
    page.wait_for_function("() => document.querySelector('#notice').hidden")
    settled(page)
    assert page.locator("#log li.head").count() == 1
    page.locator(".live").first.click()
    page.wait_for_function("() => document.querySelectorAll('#log li.head').length === 2")
    own.stop()


@pytest.mark.parametrize("title", ["Tic-tac-toe", "Connect Four", "Yamataï", "Namiji"])
def test_a_small_screen_shows_all(served: Served, pages: Any, title: str) -> None:
    page = pages(viewport={"width": 320, "height": 640}, has_touch=True)
    begun(page, served, title)
    settled(page)
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 320
    high = [b.bounding_box()["height"] for b in page.locator("button:visible").all()]
    assert min(high) >= 44


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_the_pages(served: Served, pages: Any, scheme: str) -> None:
    """No serious finding of axe in the gallery, its dialog, and tables on a grid and on a map."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    tags = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}}

    def found(page: Any) -> list[str]:
        told = axe.run(page, options=tags).response["violations"]
        return [f"{v['id']}: {v['nodes'][0]['html']}" for v in told
                if v["impact"] in ("serious", "critical")]

    page = pages(color_scheme=scheme)
    for title in ("Connect Four", "Yamataï"):
        page.goto(served.url)
        page.locator("#games button", has_text=title).first.click()
        assert found(page) == []
        page.locator("#play").click()
        page.wait_for_url("**/t/**")
        settled(page)
        assert found(page) == []
