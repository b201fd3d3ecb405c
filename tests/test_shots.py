"""Pictures of the pages in the docs. `python tests/test_shots.py` takes them anew."""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from browsing import CHROMIUM, MARKS, Served, browser, count, settled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytest.importorskip("playwright.sync_api", reason="no Playwright: nothing is seen")
pytest.importorskip("uvicorn")
pytestmark = MARKS
__all__ = ["browser"]

SHOTS = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SEED = 11
# Letters differ a little from browser to browser; of 255 shades, so many on average.
ALIKE = 9.0
DIFFERENCE = """async ([one, other]) => {
  const read = async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return [image.width, image.height, canvas.getImageData(0, 0, image.width, image.height).data];
  };
  const [a, b] = [await read(one), await read(other)];
  if (a[0] !== b[0] || a[1] !== b[1]) return 255;
  let sum = 0;
  for (let at = 0; at < a[2].length; at++) sum += Math.abs(a[2][at] - b[2][at]);
  return sum / a[2].length;
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("tables") / "tables.sqlite")
    yield made
    made.stop()


def page(browser: Any, lang: str = "en", **more: Any) -> Any:
    context = browser.new_context(**{
        "viewport": {"width": 1280, "height": 860}, "locale": lang, "reduced_motion": "reduce",
        **more})
    made = context.new_page()
    made.set_default_timeout(60_000)
    return made


def sat(page: Any, served: Served, number: int, moves: int) -> None:
    """Sit down at a table that is the same each time, and make some moves."""
    served.tables.lobby.draw_seed = lambda: SEED
    told = served.table(number, 3, ["me", "greedy", "greedy"])
    page.goto(f"{served.url}/t/{told['table']}#{told['seats'][0]}")
    page.locator("#board svg[aria-label]").first.wait_for()
    for turn in range(moves):
        settled(page)
        done = count(page)
        buttons = page.locator("#moves button")
        buttons.nth(turn % buttons.count()).click()
        page.wait_for_function("n => Number(document.body?.dataset.n) > n", arg=done)
    settled(page)


def tools(page: Any, at: int) -> None:
    page.locator("#desk details").evaluate("node => { node.open = true; }")
    page.locator("#tool-list button").nth(at).click()


def gallery(browser: Any, served: Served) -> Any:
    one = page(browser, "it")
    one.goto(served.url)
    # What is looked at last has its own name then.
    one.locator(".more button", has_text="Due capitani").wait_for()
    one.reload()
    one.wait_for_function("() => document.querySelectorAll('#games img').length >= 4 && "
                          "[...document.images].every((image) => image.complete)")
    return one


def in_french(browser: Any, served: Served) -> Any:
    one = page(browser, "fr")
    sat(one, served, 1, 12)
    return one


def looked_back(browser: Any, served: Served) -> Any:
    one = page(browser, "pl")
    sat(one, served, 2, 9)
    tools(one, 1)
    one.locator("replay-bar").wait_for()
    one.keyboard.press("ArrowLeft")
    one.wait_for_timeout(400)
    return one


def looked_closely(browser: Any, served: Served) -> Any:
    one = page(browser)
    sat(one, served, 1, 4)
    tools(one, 0)
    one.locator(".live").first.click()
    one.locator("#about dl").wait_for()
    return one


def on_a_phone(browser: Any, served: Served) -> Any:
    one = page(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True,
               color_scheme="dark")
    sat(one, served, 2, 3)
    return one


SCENES: dict[str, Callable[[Any, Served], Any]] = {
    "gallery": gallery, "table-in-french": in_french, "look-back": looked_back,
    "closer-look": looked_closely, "phone": on_a_phone}


@pytest.mark.parametrize("name", SCENES)
def test_the_docs_show_the_pages_as_they_are(name: str, browser: Any, served: Served) -> None:
    one = SCENES[name](browser, served)
    taken = one.screenshot()
    kept = (SHOTS / f"{name}.png").read_bytes()
    blank = browser.new_page()
    found = blank.evaluate(DIFFERENCE, [base64.b64encode(p).decode() for p in (taken, kept)])
    assert found < ALIKE, f"{found:.1f}: take it anew with: python tests/test_shots.py"
    one.context.close()


def main() -> None:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        made = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        served = Served(Path(folder) / "tables.sqlite")
        for name, scene in SCENES.items():
            scene(made, served).screenshot(path=SHOTS / f"{name}.png")
        served.stop()
        made.close()


if __name__ == "__main__":
    main()
