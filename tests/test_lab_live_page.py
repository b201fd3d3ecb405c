"""An interactive report in a real browser, offline, under its own policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from browsing import MARKS, browser, offline
from lab_sample import findings
from packs.tables import game
from tilewright.lab.report import write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytest.importorskip("playwright.sync_api", reason="no Playwright: nothing is seen")
pytestmark = MARKS
__all__ = ["browser"]
LABEL, ROWS = ".tip:not([hidden])", "#things .scroll tbody tr:visible"
NAMES = ".scroll tbody tr:not(.left-out) th > span"
WINNERS = "#points .legend button:first-child"
PHONE: dict[str, Any] = {"viewport": {"width": 380, "height": 760}, "has_touch": True}


def sample() -> dict[str, Any]:
    """With moves that are folded, points from many lines, and a result that others confirm."""
    found = findings(game("yamatai"))
    found["robust"].append({"figure": "recruit yasoma", "bots": "mcts:50", "mean": 0.05,
                            "low": 0.01, "high": 0.09, "same_sign": True})
    found["points"] += [{**found["points"][0], "category": f"line_{n}",
                         "name": {"en": f"line {n}"}} for n in range(3)]
    at_spot = found["things"][3]
    sites = list(found["traffic"]["spot"])[:6]
    found["things"] += [{**at_spot, "id": f"put {site}", "kind": "spot", "element": site,
                         "group": "put", "name": {"en": f"put a boät on {site}"}}
                        for site in sites]
    return found


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    write(sample(), game("yamatai"), folder, "en", True)
    return folder / "report.html"


@pytest.fixture
def opened(browser: Any, file: Path) -> Iterator[Any]:
    """Opens the report; it asks for nothing else, and nothing may go wrong."""
    with offline(browser, file, ("error", "warning")) as page:
        yield page


def label(page: Any) -> list[str]:
    """The lines of the label that is seen."""
    return [one.inner_text() for one in page.locator(f"{LABEL} > *").all()]


def names(page: Any, within: str = "#things") -> list[str]:
    return [str(one) for one in page.locator(f"{within} {NAMES}").all_inner_texts()]


def lit(page: Any) -> list[str]:
    """What is marked, by the section and what it is."""
    return [str(one) for one in page.evaluate("""() => [...document.querySelectorAll(".same")].map(
        (one) => `${one.closest("section").id} ${one.tagName.toLowerCase()}`).sort()""")]


# -- marks ---------------------------------------------------------------------------------------


def test_a_column_is_read_where_somebody_points_above_it(opened: Any) -> None:
    page = opened()
    plot = page.locator("#points .plot").first
    plot.scroll_into_view_if_needed()
    box = plot.locator(".column").nth(2).bounding_box()
    # A low column is found by its place, however far it is below.
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 80)
    assert label(page) == ["10 to 15: count 18 (0%)", "points of one player"]
    seen = page.locator(LABEL).bounding_box()
    assert seen["y"] + seen["height"] <= box["y"]
    # What the label covers can be pointed at all the same.
    assert not page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.tip')",
                             [seen["x"] + 5, seen["y"] + 5])
    page.mouse.move(5, box["y"])
    assert label(page) == []


def test_keys_go_from_mark_to_mark_and_esc_lets_go(opened: Any) -> None:
    page = opened()
    plot = page.locator("#points .plot").nth(1)
    assert plot.locator("[tabindex='0']").count() == 1
    plot.locator("[tabindex='0']").focus()
    page.keyboard.press("End")
    assert label(page) == ["100%: +7.9", "part of the game"]
    page.keyboard.press("ArrowLeft")
    assert label(page)[0] == "95%: +7.2"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == (
        "95%: +7.2, part of the game")
    page.keyboard.press("Escape")
    assert label(page) == []
    page.keyboard.press("Home")
    assert label(page)[0] == "0%: 0.0"
    # The next stop is another picture, and coming back one is where one was.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('#points .plot')")
    page.keyboard.press("Shift+Tab")
    assert label(page)[0].startswith("5%")


def test_on_the_board_keys_go_to_the_nearest_in_their_direction(opened: Any) -> None:
    page = opened()
    first = page.locator("#board .heat[tabindex='0']")
    first.focus()

    def place() -> tuple[float, float]:
        at = page.evaluate("""() => { const at = document.activeElement.getBoundingClientRect();
            return [at.x + at.width / 2, at.y + at.height / 2]; }""")
        return at[0], at[1]

    for key, axis, way in (("ArrowDown", 1, 1), ("ArrowRight", 0, 1), ("ArrowUp", 1, -1),
                           ("ArrowLeft", 0, -1)):
        before = place()
        page.keyboard.press(key)
        after = place()
        assert (after[axis] - before[axis]) * way > 5, key
        assert abs(after[1 - axis] - before[1 - axis]) <= abs(after[axis] - before[axis]) + 1, key
    assert "times a game" in label(page)[0]


def test_a_thing_is_marked_wherever_it_stands(opened: Any) -> None:
    page = opened()
    page.locator(ROWS).filter(has_text="Yasoma").locator("svg.row").hover()
    assert label(page) == ["Yasoma", "+9% (+6% to +13%)", "Wins when taken"]
    assert lit(page) == ["robust tr", "things li", "things svg", "things tr"]
    page.mouse.move(3, 300)
    assert (lit(page), label(page)) == ([], [])
    # What is kept stays when somebody looks elsewhere.
    page.locator("#robust svg.row").last.click()
    page.mouse.move(3, 300)
    assert label(page)[:2] == ["Yasoma", "+5% (+1% to +9%)"]
    assert lit(page) == ["robust svg", "robust tr", "things li", "things tr"]
    page.locator("#board .map .heat").first.hover()
    # A move to this site is among those that are folded.
    assert lit(page) == ["board circle", "robust svg", "robust tr", "things li", "things tr",
                         "things tr"]
    page.keyboard.press("Escape")
    assert (lit(page), label(page)) == ([], [])


def test_a_site_on_the_board_marks_the_moves_to_it(opened: Any) -> None:
    page = opened()
    site = sample()["things"][-1]["element"]
    page.locator(f"#board [data-of='spot/{site}']").focus()
    page.keyboard.press("Enter")
    assert lit(page) == ["board circle", "things tr"]
    assert page.locator("details tr.same th").text_content() == f"put a boät on {site}"
    page.keyboard.press("Enter")
    assert page.locator(".kept").count() == 0


def test_a_finger_is_enough(opened: Any) -> None:
    page = opened(**PHONE)
    page.locator("#length .plot").tap()
    assert label(page)[1] == "decisions in one game"
    seen = page.locator(LABEL).bounding_box()
    assert seen["x"] >= 0
    assert seen["x"] + seen["width"] <= 380
    page.locator("h1").tap()
    assert label(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") == 380
    small = [b for b in page.locator(".live button, .live select, [type=search]").all()
             if b.bounding_box()["height"] < 44]
    assert small == []


# -- rows ----------------------------------------------------------------------------------------


def test_rows_are_found_by_any_part_of_their_name(opened: Any) -> None:
    page = opened()
    whole = names(page)
    find, told = page.locator("#things").get_by_label("Find"), page.locator("#things output")
    assert told.inner_text() == "24 of 24 shown"
    find.fill("NA")
    assert names(page) == [n for n in whole if "na" in n.lower()]
    assert told.inner_text() == f"{len(names(page))} of 24 shown"
    # Accents do not matter, nor the order of words; what is folded opens.
    find.fill("boat put")
    assert names(page) == []
    assert page.locator("details[open] tbody tr:visible").count() == 6
    assert told.inner_text() == "6 of 24 shown"
    find.fill("")
    assert page.locator("details[open]").count() == 0
    find.fill("yasoma")
    assert page.locator("details:visible").count() == 0
    find.fill("")
    assert names(page) == whole
    assert page.locator("details:visible").count() == 1
    assert page.locator("details[open]").count() == 0


def test_a_table_without_intervals_is_searched_too(opened: Any) -> None:
    page = opened()
    told, order = page.locator("#points output"), page.locator("#points").get_by_label("Sort by")
    assert told.inner_text() == "9 of 9 shown"
    assert len(names(page, "#points")) == 9
    # Until somebody chooses, it is as it was written, which has no other way round.
    turn = page.locator("#points").get_by_label("the other way round")
    assert order.locator("option:checked").inner_text() == "as written"
    assert turn.is_disabled()
    page.locator("#points").get_by_label("Find").fill("line")
    assert names(page, "#points") == ["line 0", "line 1", "line 2"]
    order.select_option("What gives points")
    turn.click()
    assert names(page, "#points") == ["line 2", "line 1", "line 0"]
    # Other tables stay as they were.
    assert page.locator("#things output").inner_text() == "24 of 24 shown"


def test_what_cannot_be_told_is_left_out(opened: Any) -> None:
    page = opened()
    page.get_by_label("only what can be told").check()
    assert names(page) == ["Yasoma", "Izanagi", "Riu", "Fu Hsi"]
    assert page.locator("#things output").inner_text() == "4 of 24 shown"
    # The keys skip what is not seen.
    page.locator("#things svg.row[tabindex='0']").focus()
    for name in ("Izanagi", "Riu", "Fu Hsi", "Fu Hsi"):
        page.keyboard.press("ArrowDown")
        assert label(page)[0] == name


def test_the_order_is_chosen_above_the_table_or_in_it(opened: Any) -> None:
    page = opened()
    first, order = names(page), page.locator("#things").get_by_label("Sort by")
    assert order.locator("option:checked").inner_text() == "Wins when taken"
    order.select_option("Thing or action")
    assert names(page) == sorted(first)
    page.locator("#things .turn").click()
    assert names(page) == sorted(first, reverse=True)
    page.locator("#things thead button", has_text="Times a game").click()
    assert order.locator("option:checked").inner_text() == "Times a game"
    assert names(page)[0] == "Yasoma"
    order.select_option("as written")
    assert names(page) == first
    sorted_by = page.locator("#things th[aria-sort='descending']")
    assert sorted_by.inner_text().startswith("Wins when taken")
    # Up and down follow the order.
    page.locator("#things").get_by_label("Sort by").select_option("Thing or action")
    page.locator(ROWS).first.locator("svg.row").focus()
    page.keyboard.press("ArrowDown")
    assert label(page)[0] == sorted(first)[1]


# -- series --------------------------------------------------------------------------------------


def test_series_are_switched_by_their_legend(opened: Any) -> None:
    page = opened()

    def seen(what: str) -> int:
        return sum(one.is_visible() for one in page.locator(what).all())

    many = seen("#points svg.row .dot")
    assert many == seen("#points svg.row .hollow") == 9
    page.locator(f"{WINNERS}[aria-pressed=true]").click()
    assert (seen("#points svg.row .dot"), seen("#points svg.row .link")) == (0, 0)
    assert seen("#points svg.row .hollow") == 9
    page.locator(f"{WINNERS}[aria-pressed=false]").click()
    assert seen("#points svg.row .dot") == 9
    spots, islands = (seen(f"#board [data-kind={kind}]") for kind in ("spot", "island"))
    page.get_by_role("button", name="spot", pressed=True).click()
    assert (seen("#board [data-kind=spot]"), seen("#board [data-kind=island]")) == (0, islands)
    assert spots
    # Keys and the pointer pass over what is switched off.
    page.locator("#board .heat[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    assert label(page)[0].startswith("island")


# -- for everybody -------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [{}, PHONE])
def test_everybody_can_use_it(opened: Any, scheme: str, size: dict[str, Any]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    tags = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}}
    page = opened(color_scheme=scheme, **size)

    def wrong() -> list[str]:
        told = axe.run(page, options=tags).response["violations"]
        return [f"{v['id']}: {v['nodes'][0]['html']}" for v in told]

    assert wrong() == []
    page.locator("#things").get_by_label("Find").fill("a")
    page.locator(WINNERS).click()
    page.locator(ROWS).first.locator("svg.row").focus()
    page.keyboard.press("Enter")
    assert wrong() == []


def test_pictures_are_groups_of_marks_with_names(opened: Any) -> None:
    page = opened()
    plot = page.get_by_role("group", name="Points of the later winner ahead of")
    assert plot.get_by_role("img").count() == 21
    assert plot.get_by_text("part of the game").get_attribute("aria-hidden") == "true"
    assert page.locator("svg title").count() == page.locator("svg.face title").count()
    assert page.get_by_role("img", name="Yasoma, +9% (+6% to +13%), Wins when taken").count() == 1
    assert page.locator("#things output").evaluate("(one) => one.tagName") == "OUTPUT"


def test_on_paper_all_is_there_as_without(opened: Any) -> None:
    page = opened()
    whole = len(names(page))
    page.locator("#things").get_by_label("Find").fill("yasoma")
    page.locator(WINNERS).click()
    page.locator(ROWS).first.locator("svg.row").click()
    page.emulate_media(media="print")
    assert page.locator(ROWS).count() == whole
    assert page.locator(".live:visible, .tip:visible").count() == 0
    assert page.locator("#points svg.row .dot").first.is_visible()


def test_without_scripts_nothing_of_it_is_seen(opened: Any) -> None:
    page = opened(java_script_enabled=False)
    assert page.locator(".live:visible").count() == 0
    assert page.locator("#things .scroll tbody tr:visible").count() == 18
