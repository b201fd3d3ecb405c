"""The table in a real browser: whole games by mouse and keyboard, seats, languages, trouble."""

from __future__ import annotations

import json
import shutil
import socket
import threading
from typing import TYPE_CHECKING, Any

import pytest

from tilewright.table.server import Server
from tilewright.table.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

api = pytest.importorskip("playwright.sync_api", reason="no Playwright: nothing is seen")
uvicorn = pytest.importorskip("uvicorn")
CHROMIUM = next((p for w in ("chromium", "chromium-browser", "google-chrome")
                 if (p := shutil.which(w))), None)
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: nothing is seen"),
    pytest.mark.xdist_group("browser")]
GAMES = [("tictactoe", []), ("yamatai", []), ("namiji", []), ("connect_four", [])]
WAIT = 60_000


class Served:
    """A server in a thread, on a port of its own."""

    def __init__(self, file: Path) -> None:
        self.file, self.port = file, 0
        self.start()

    def start(self) -> None:
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(("127.0.0.1", self.port))
        self.port = door.getsockname()[1]
        self.store = Store(self.file)
        self.tables = Server(self.store, ["127.0.0.1", "localhost"], GAMES)
        self.tables.pace = 0.01
        config = uvicorn.Config(self.tables.app(), log_level="error", lifespan="off",
                                timeout_graceful_shutdown=1)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [door]},
                                       daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.server.force_exit = self.server.should_exit = True
        self.thread.join(20)
        self.store.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("tables") / "tables.sqlite")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as p:
        made = p.chromium.launch(executable_path=CHROMIUM,
                                 args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield made
        made.close()


@pytest.fixture
def pages(browser: Any) -> Iterator[Any]:
    """Makes pages, each with a memory of its own; no page may have said that anything is wrong."""
    made, wrong = [], list[str]()

    def page(lang: str = "en", **more: Any) -> Any:
        context = browser.new_context(**{
            "viewport": {"width": 1200, "height": 850}, "locale": lang,
            "reduced_motion": "reduce", **more})
        made.append(context)
        one = context.new_page()
        one.set_default_timeout(WAIT)
        one.on("pageerror", lambda e: wrong.append(str(e)))
        one.on("console", lambda m: m.type == "error" and wrong.append(m.text))
        return one

    yield page
    for context in made:
        context.close()
    assert [w for w in wrong if "WebSocket" not in w and "ERR_CONNECTION" not in w] == []


def begun(page: Any, served: Served, title: str, seats: list[str] | None = None) -> None:
    """Choose a game in the gallery, and who sits where, and play."""
    page.goto(served.url)
    page.locator("#games button", has_text=title).first.click()
    if seats is not None:
        page.locator("#players").select_option(str(len(seats)))
        for at, seat in enumerate(seats):
            page.locator("#seats select").nth(at).select_option(seat)
    page.locator("#play").click()
    page.wait_for_url("**/t/**")
    page.locator("#board svg").wait_for()


def asked(page: Any) -> str:
    return str(page.locator("#asked").inner_text())


def settled(page: Any) -> None:
    """Wait until this person is to decide, or the game is over."""
    page.wait_for_function(
        "() => document.querySelector('#asked').className === 'mine' || "
        "/over|finie|finita|Koniec/.test(document.querySelector('#asked').textContent)")


def is_over(page: Any) -> bool:
    return any(word in asked(page) for word in ("over", "finie", "finita", "Koniec"))


# -- whole games ----------------------------------------------------------------------------------


def test_a_game_by_mouse(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "greedy"])
    for _ in range(9):
        settled(page)
        if is_over(page):
            break
        done = page.evaluate("() => document.body.dataset.n")
        page.locator(".live").first.click()
        page.wait_for_function("n => document.body.dataset.n !== n", arg=done)
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
        done = page.evaluate("() => document.body.dataset.n")
        page.keyboard.press("Enter")
        page.wait_for_function("n => document.body.dataset.n !== n", arg=done)
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
        done = page.evaluate("() => document.body.dataset.n")
        moves.nth(turn * 7 % moves.count()).click()
        page.wait_for_function("n => document.body.dataset.n !== n", arg=done)
    assert is_over(page), asked(page)


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
    assert known[lang] in first, first


# -- together -------------------------------------------------------------------------------------


def made(served: Served, number: int, players: int, seats: list[str]) -> dict[str, Any]:
    import urllib.request

    request = urllib.request.Request(
        f"{served.url}/api/tables", method="POST",
        data=json.dumps({"number": number, "players": players, "seats": seats}).encode(),
        headers={"origin": served.url, "content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        told: dict[str, Any] = json.loads(answer.read())
    return told


def test_two_browsers_with_two_seats(served: Served, pages: Any) -> None:
    told = made(served, 0, 2, ["me", "me"])
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
    told = made(served, 0, 2, ["me", "me"])
    page = pages()
    page.goto(f"{served.url}/t/{told['table']}#wrong")
    page.locator("#notice", has_text="no_seat").wait_for()


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
