"""Pictures of designers in a real browser, under the policy of served pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

import tilewright
from tilewright.picture.compose import scene_of
from tilewright.table.server import POLICY

from browsing import CHROMIUM, MARKS  # isort: skip
from test_art import INKSCAPE, pack, png  # isort: skip

if TYPE_CHECKING:
    from collections.abc import Iterator

api = pytest.importorskip("playwright.sync_api", reason="no Playwright: nothing is seen")
pytestmark = MARKS
PAGE = Path(tilewright.__file__).parent / "table/page"
DRAW = """async (scene) => {
  const { Picture } = await import("/page/picture.js");
  new Picture(document.body).whole(scene);
}"""
BUILD = """async (node) => {
  const { build } = await import("/page/picture.js");
  document.body.append(build(node));
  return document.body.lastChild.outerHTML || "";
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    """An empty page of ours; whatever it asks of elsewhere, or complains of, is an error."""
    wrong: list[str] = []

    def answer(route: Any) -> None:
        url = urlsplit(route.request.url)
        if url.netloc != "table.test":
            wrong.append(route.request.url)
            route.abort()
        elif url.path == "/":
            route.fulfill(body="<!doctype html><title>t</title><body></body>",
                          headers={"content-security-policy": POLICY,
                                   "content-type": "text/html"})
        else:
            route.fulfill(path=str(PAGE / url.path.removeprefix("/page/")),
                          content_type="text/javascript")

    with api.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM,
                                    args=["--no-sandbox", "--disable-dev-shm-usage"])
        made = browser.new_page()
        made.on("pageerror", lambda error: wrong.append(str(error)))
        made.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        made.route("**/*", answer)
        made.goto("http://table.test/")
        yield made
        browser.close()
    assert wrong == []


def colour_at(page: Any, name: str, x: float, y: float) -> list[int]:
    """What is really painted at a place of a thing, as red, green and blue."""
    import zlib

    box = page.locator(f'[data-id="{name}"]').bounding_box()
    raw = page.screenshot(clip={"x": round(box["x"] + box["width"] * x),
                                "y": round(box["y"] + box["height"] * y),
                                "width": 1, "height": 1})
    at, held = 8, b""
    while at < len(raw):
        length, name_ = int.from_bytes(raw[at:at + 4], "big"), raw[at + 4:at + 8]
        held += raw[at + 8:at + 8 + length] if name_ == b"IDAT" else b""
        at += 12 + length
    return list(zlib.decompress(held)[1:4])


def test_pictures_are_painted_in_the_colours_of_their_elements(page: Any, tmp_path: Path) -> None:
    home = pack(tmp_path, {"player.svg": INKSCAPE, "p2.png": png(2, 2)},
                show="{colours: {p1: red, p3: yellow}, symbols: {p1: A}}")
    scene = scene_of(tilewright.load(str(home)).new(3).view(0)).data()
    page.evaluate(DRAW, scene)
    assert page.locator("use").count() == 3
    seats = [f"seat:{n}" for n in range(3)]
    red, _, yellow = (colour_at(page, seat, 0.3, 0.75) for seat in seats)
    assert red[0] > 150 > max(red[1:])
    assert min(yellow[:2]) > 150 > yellow[2]
    assert colour_at(page, seats[1], 0.5, 0.5) == [0xc0, 0x40, 0x20]


@pytest.mark.parametrize("node", [
    ["script", {}, "document.title = 'x'"], ["foreignObject", {}, []], ["a", {}, []],
    ["style", {}, "* {}"], ["iframe", {}, []], ["animate", {}, []]])
def test_pages_build_nothing_that_acts(page: Any, node: list[Any]) -> None:
    assert page.evaluate(BUILD, node) == ""


@pytest.mark.parametrize("href", [
    "http://elsewhere.test/a.png", "javascript:x()", "data:image/svg+xml;base64,PHN2Zz4=",
    "//elsewhere.test/a", "#title", "data:text/html,x"])
@pytest.mark.parametrize("tag", ["use", "image", "linearGradient"])
def test_pages_refer_to_pictures_of_the_game_alone(page: Any, tag: str, href: str) -> None:
    assert "href" not in page.evaluate(BUILD, [tag, {"href": href, "onload": "x()"}, []])
    assert "onload" not in page.evaluate(BUILD, [tag, {"href": "#art-a", "onload": "x()"}, []])
    assert 'href="#art-a"' in page.evaluate(BUILD, [tag, {"href": "#art-a"}, []])
