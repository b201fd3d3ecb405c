"""The file of a whole game in a real browser, which is offline and has no server."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from browsing import MARKS, browser, offline
from test_replay import LANGS, page_of, whole_game
from tilewright.playing.table import Table
from tilewright.table import wire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytest.importorskip("playwright.sync_api", reason="no Playwright: nothing is seen")
pytestmark = MARKS
__all__ = ["browser"]
END = -1
# What the picture and the log show now.
SHOWN = """() => [...document.querySelectorAll("#board svg g[data-id]")].map(
    (g) => [g.dataset.id, g.getAttribute("transform"), g.getAttribute("aria-label")])"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "game.html"
    path.write_text(page_of("namiji"), encoding="utf-8")
    return path


@pytest.fixture
def opened(browser: Any, file: Path) -> Iterator[Any]:
    """Opens the file; nothing may be asked of any network, and nothing may go wrong."""
    with offline(browser, file, ready="() => document.body?.dataset.ready") as page:
        yield page


def at(page: Any) -> int:
    return int(page.evaluate("() => document.body?.dataset.n"))


def count() -> int:
    return len(whole_game("namiji").events)


def come(page: Any, n: int) -> None:
    page.evaluate("n => document.querySelector('replay-bar').go(n)", n)


def expected(n: int, seat: int | None, lang: str, *, open_: bool) -> set[tuple[str, str, str]]:
    told = wire.past(Table(whole_game("namiji")), n, seat, lang, open_=open_)
    return {(t["id"], "translate({:g} {:g})".format(*t["at"]), t["label"])
            for t in told["things"].values() if t["label"] and t["layer"]}


def test_every_position_is_drawn_as_it_was(opened: Any) -> None:
    page, rng = opened(), random.Random(3)
    for _ in range(25):
        n, who, lang = rng.randint(0, count()), rng.choice(["open", 0, 3, None]), rng.choice(LANGS)
        come(page, n)
        page.locator("#lang").select_option(lang)
        page.locator("replay-bar select").last.select_option(json.dumps(who).strip('"'))
        shown = {(id_, place.partition(" rotate")[0], label)
                 for id_, place, label in page.evaluate(SHOWN)}
        seat = who if type(who) is int else None
        wanted = expected(n, seat, lang, open_=who == "open")
        assert wanted
        assert wanted <= shown, (n, who, lang)


def test_the_slider_goes_to_the_end_where_the_points_are(opened: Any) -> None:
    page = opened()
    assert page.locator("#points").is_hidden()
    page.locator("replay-bar input[type=range]").fill(str(count()))
    assert at(page) == count()
    assert page.locator("#points").is_visible()
    session = whole_game("namiji")
    totals = [cell.inner_text() for cell in page.locator("#points tr").last.locator("td").all()]
    assert totals == [str(n) for n in session.state.scores()]
    page.locator("replay-bar input[type=range]").fill("0")
    assert page.locator("#points").is_hidden()


@pytest.mark.parametrize("lang", LANGS)
def test_the_log_is_in_all_languages(opened: Any, lang: str) -> None:
    page, table = opened(locale="pl-PL"), Table(whole_game("namiji"))
    page.locator("#lang").select_option(lang)
    told = [line["say"] for entry in table.log
            for line in wire.lines(table, entry, None, lang, open_=True)]
    shown = page.evaluate("() => [...document.querySelectorAll('#log span')].map("
                          "(one) => one.textContent)")
    assert shown[1:] == told
    assert page.evaluate("() => document.documentElement.lang") == lang


KEYS = [("ArrowRight", 11), ("ArrowLeft", 9), ("Home", 0), ("End", END)]


@pytest.mark.parametrize("where", ["body", "#log button", "replay-bar input[type=range]",
                                   "replay-bar .next"])
def test_keys_work_wherever_one_is(opened: Any, where: str) -> None:
    page = opened()
    page.locator(where).first.evaluate("one => one.focus()")
    for key, there in KEYS:
        come(page, 10)
        page.keyboard.press(key)
        assert at(page) == (count() if there == END else there), key
    turns = page.evaluate("() => document.querySelector('replay-bar').turns")
    come(page, turns[3])
    page.keyboard.press("PageDown")
    assert at(page) == turns[4]
    page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    assert at(page) == turns[2]


def test_it_plays_by_itself_and_stops(opened: Any) -> None:
    page = opened("#n=3")
    page.locator("replay-bar select").first.select_option("4")
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press(" ")
    page.wait_for_function("() => +document.body?.dataset.n > 4")
    page.keyboard.press(" ")
    assert not page.evaluate("() => document.querySelector('replay-bar').playing")
    come(page, count() - 1)
    page.locator("replay-bar .play").click()
    page.wait_for_function("n => +document.body?.dataset.n === n", arg=count())
    page.wait_for_function("() => !document.querySelector('replay-bar').playing")


def test_a_line_of_the_log_leads_there(opened: Any) -> None:
    page = opened()
    page.locator("#log button").nth(7).click()
    assert at(page) == 7
    assert page.locator("#log [aria-current=step]").count() == 1
    assert page.locator("#log button").nth(7).get_attribute("aria-current") == "step"


def test_a_link_opens_at_its_place_with_its_marks(opened: Any) -> None:
    page = opened("#n=12&marks=5,12:a%20good%2C%20old%3A%20move,99999")
    assert at(page) == 12
    page.locator("replay-bar summary").click()
    assert [one.inner_text() for one in page.locator("replay-bar .go").all()] == ["5", "12"]
    notes = page.locator("replay-bar li input")
    assert [one.input_value() for one in notes.all()] == ["", "a good, old: move"]
    notes.first.fill("x=1&y, ż")
    for key in ("ArrowLeft", "Home", "End", " ", "Backspace"):
        notes.first.press(key)
    assert at(page) == 12
    notes.first.press("Tab")
    page.locator("replay-bar .go").first.click()
    page.locator("replay-bar .next").click()
    page.locator("replay-bar .mark").click()
    assert at(page) == 6
    again = opened(page.evaluate("() => location.hash"))
    assert at(again) == 6
    again.locator("replay-bar summary").click()
    assert [one.inner_text() for one in again.locator("replay-bar .go").all()] == ["5", "6", "12"]
    assert again.locator("replay-bar li input").first.input_value() == "x=1&y, ż"
    again.locator("replay-bar .remove").first.click()
    assert "marks=6,12" in again.evaluate("() => location.hash")


@pytest.mark.parametrize("fragment", ["#n=x&marks=,,a:b,%", "#n=-5", "#n=1e9", "#marks", "#%%%"])
def test_an_odd_link_opens_the_game(opened: Any, fragment: str) -> None:
    page = opened(fragment)
    assert at(page) in (0, count())


def test_marks_are_kept_where_a_page_wants_it(opened: Any) -> None:
    page = opened("#n=4")
    page.evaluate("""() => { const bar = document.createElement("replay-bar");
        Object.assign(bar, { count: 9, n: 4, lang: "fr", seats: ["A", "B"], open: true,
                             bookmarks: "replay:one" });
        bar.id = "second"; document.body.append(bar); bar.mark(); bar.mark(2); }""")
    assert page.evaluate("() => localStorage.getItem('replay:one')") == "2,4"
    second = page.locator("#second")
    assert second.get_attribute("aria-label") == "Revoir la partie"
    assert [one.inner_text() for one in second.locator("label").last.locator("option").all()] == [
        "moi", "tous ensemble", "A", "B", "qui ne fait que regarder"]
    closed = page.evaluate("""() => new Promise((done) => {
        const bar = document.querySelector("#second");
        bar.addEventListener("close", () => done([bar.seat === undefined, bar.n]));
        bar.querySelector(".close").click(); })""")
    assert closed == [True, 4]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(opened: Any, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    tags = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}}
    page = opened("#n=20&marks=3,20", color_scheme=scheme)
    for n in (20, count()):
        come(page, n)
        page.locator("replay-bar summary").click()
        told = axe.run(page, options=tags).response["violations"]
        assert [f"{v['id']}: {v['nodes'][0]['html']}" for v in told] == []


@pytest.mark.parametrize("n", [20, END])
def test_a_small_screen_shows_all(opened: Any, n: int) -> None:
    n = count() if n == END else n
    page = opened(f"#n={n}&marks=3,{n}", viewport={"width": 320, "height": 640}, has_touch=True)
    page.locator("replay-bar summary").click()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 320
    boxes = [one.bounding_box() for one in page.locator(
        "header button, header select, replay-bar button:visible, replay-bar select").all()]
    assert min(box["height"] for box in boxes) >= 44
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 320 for box in boxes)
