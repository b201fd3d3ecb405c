"""A server of tables and a real browser, for the tests that look at pages."""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MISSING = "no Chromium: nobody looks at the pages"
CHROMIUM = next((p for w in ("chromium", "chromium-browser", "google-chrome")
                 if (p := shutil.which(w))), None)
# Where Playwright puts the browsers that it brings itself.
OWN = [Path.home() / ".cache" / "ms-playwright", Path.home() / "Library/Caches/ms-playwright"]
IS_THERE = CHROMIUM is not None or any(list(folder.glob("chromium-*")) for folder in OWN)
# The continuous integration says that there has to be one.
IS_NEEDED = bool(os.environ.get("TILEWRIGHT_NEEDS_BROWSER"))
MARKS = [pytest.mark.browser,
         pytest.mark.skipif(not IS_THERE and not IS_NEEDED, reason=MISSING),
         pytest.mark.xdist_group("browser")]
GAMES: list[tuple[str, list[str]]] = [
    ("tictactoe", []), ("yamatai", []), ("namiji", []), ("connect_four", []),
    ("yamatai", ["tides_and_tolls"]), ("yamatai", ["two_captains"])]
WAIT = 60_000


class Served:
    """A server in a thread, on a port of its own."""

    def __init__(self, file: Path, games: list[tuple[str, list[str]]] = GAMES) -> None:
        self.file, self.port, self.games = file, 0, games
        self.start()

    def start(self) -> None:
        import uvicorn

        from tilewright.table.door import Door
        from tilewright.table.server import Server
        from tilewright.table.store import Store

        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(("127.0.0.1", self.port))
        self.port = door.getsockname()[1]
        self.store = Store(self.file)
        self.tables = Server(self.store, ["127.0.0.1", "localhost"], self.games, pace=10)
        self.door = Door(self.tables.app())
        self.server = uvicorn.Server(self.door.config())
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

    def table(self, number: int, players: int, seats: list[str], **more: Any) -> dict[str, Any]:
        """A new table, made without the gallery."""
        request = urllib.request.Request(
            f"{self.url}/api/tables", method="POST",
            data=json.dumps({"number": number, "players": players, "seats": seats,
                             **more}).encode(),
            headers={"origin": self.url, "content-type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            told: dict[str, Any] = json.loads(answer.read())
        return told


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("tables") / "tables.sqlite")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as p:
        made = p.chromium.launch(executable_path=CHROMIUM,
                                 args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield made
        made.close()


@pytest.fixture
def pages(browser: Any) -> Iterator[Any]:
    """Makes pages, each with a memory of its own; no page may have said that anything is wrong."""
    made, wrong = [], list[str]()

    def noted(message: Any) -> None:
        if message.type == "error":
            wrong.append(message.text)

    def page(lang: str = "en", **more: Any) -> Any:
        context = browser.new_context(**{
            "viewport": {"width": 1200, "height": 850}, "locale": lang,
            "reduced_motion": "reduce", **more})
        made.append(context)
        one = context.new_page()
        one.set_default_timeout(WAIT)
        one.on("pageerror", lambda e: wrong.append(str(e)))
        one.on("console", noted)
        return one

    yield page
    for context in made:
        context.close()
    left = [w for w in wrong if "WebSocket" not in w and "ERR_CONNECTION" not in w]
    assert not left, "\n".join(left)


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
    page.locator("#board svg[aria-label]").first.wait_for()


def asked(page: Any) -> str:
    return str(page.locator("#asked").inner_text())


@contextmanager
def offline(browser: Any, file: Path, complaints: Sequence[str] = ("error",), ready: str = ""
            ) -> Iterator[Any]:
    """Opens a file that works alone: it asks for nothing else, and nothing may go wrong."""
    made, wrong = [], list[str]()

    def page(fragment: str = "", **more: Any) -> Any:
        context = browser.new_context(**{
            "viewport": {"width": 1200, "height": 850}, "locale": "en-US",
            "reduced_motion": "reduce", "offline": True, **more})
        made.append(context)
        one = context.new_page()
        one.on("pageerror", lambda e: wrong.append(str(e)))
        one.on("console", lambda m: m.type in complaints and wrong.append(m.text))
        one.on("request", lambda r: r.url.partition("#")[0] == f"file://{file}"
               or wrong.append(r.url))
        one.goto(f"file://{file}{fragment}")
        if ready:
            one.wait_for_function(ready)
        return one

    yield page
    for context in made:
        context.close()
    assert wrong == []


def settled(page: Any) -> None:
    """Wait until this person is to decide, or the game is over."""
    page.wait_for_function(
        "() => document.querySelector('#asked')?.className === 'mine' || "
        "/over|finie|finita|Koniec/.test(document.querySelector('#asked')?.textContent)")


def is_over(page: Any) -> bool:
    return any(word in asked(page) for word in ("over", "finie", "finita", "Koniec"))


def count(page: Any) -> int:
    return int(page.evaluate("() => document.body?.dataset.n"))


def until(page: Any, n: int) -> None:
    """Wait until so many decisions have been made."""
    page.wait_for_function("n => Number(document.body?.dataset.n) === n", arg=n)


def told_more(page: Any, change: Callable[[dict[str, Any]], None]) -> None:
    """Let the server tell more than it does."""
    def between(there: Any) -> None:
        server = there.connect_to_server()

        def back(text: str) -> None:
            message = json.loads(text)
            change(message)
            there.send(json.dumps(message))

        server.on_message(back)

    page.route_web_socket("**/ws", between)
