"""The page on which people play: drag, keys, fingers, zoom, links for friends, rematch, trouble."""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest

import browsing
from browsing import MARKS, Served, asked, begun, count, is_over, settled, told_more, until

if TYPE_CHECKING:
    from collections.abc import Iterator

pytest.importorskip("playwright.sync_api", reason="no Playwright: nothing is seen")
pytest.importorskip("uvicorn")
pytestmark = MARKS
served, browser, pages = browsing.served, browsing.browser, browsing.pages
PAGE = resources.files("tilewright.table") / "page"
LARGEST, LONGEST = 128_000, 300
# What only files of replays hold, and what is loaded only by those who look back.
REPLAYS = {"replay.js", "replayed.js", "reel.js", "replay.css"}
# Nine moves after which nobody has won; the last is the only one left.
DRAW = ("a3", "b3", "c3", "b2", "a2", "c2", "b1", "a1", "c1")


def cell(page: Any, at: str) -> Any:
    return page.locator(f"[data-id='cell:{at}']")


def middle(place: Any) -> tuple[float, float]:
    """Where the middle of a place is, as soon as it no longer moves."""
    place.element_handle().wait_for_element_state("stable")
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def links(page: Any) -> dict[str, Any]:
    """What whoever opened a table knows of its links."""
    told: dict[str, Any] = json.loads(page.evaluate(
        "() => Object.entries(sessionStorage).find(([key]) => key.startsWith('links:'))[1]"))
    return told


def focused(page: Any) -> str:
    return str(page.evaluate("() => document.activeElement?.dataset.id || ''"))


def seen(page: Any) -> str:
    return str(page.locator("#board > svg").get_attribute("viewBox"))


# -- the files ------------------------------------------------------------------------------------


def test_pages_stay_small() -> None:
    files = {f.name: f.read_text("utf-8") for f in PAGE.iterdir()
             if f.name.endswith((".js", ".css"))}
    assert sum(len(text.encode()) for name, text in files.items()
               if name not in REPLAYS) <= LARGEST
    assert max((text.count("\n"), name) for name, text in files.items())[0] <= LONGEST
    assert not [name for name, text in files.items() if re.search(r"innerHTML|eval\(", text)]


def test_all_languages_have_the_same_words(served: Served, pages: Any) -> None:
    page = pages()
    page.goto(served.url)
    words = page.evaluate("() => import('/page/said.js').then((m) => m.PAGE)")
    holes = {lang: {key: sorted(re.findall(r"{\w+}", said)) for key, said in own.items()}
             for lang, own in words.items()}
    for lang, own in holes.items():
        assert own.keys() == holes["en"].keys(), lang
        assert all(set(own[key]) <= set(holes["en"][key]) for key in own), lang


# -- the gallery ----------------------------------------------------------------------------------


def test_games_are_searched(served: Served, pages: Any) -> None:
    page = pages()
    page.goto(served.url)
    page.locator("#games strong", has_text="Namiji").wait_for()
    page.locator("#search").fill("namij")
    page.locator(".cards > li:nth-child(2)").wait_for(state="detached")
    assert "Namiji" in page.locator("#games").inner_text()
    page.locator("#search").fill("captain")
    page.locator("#games .more button", has_text="two captains").wait_for()
    assert page.locator("#games .more button").count() == 1
    page.locator("#search").fill("no such game")
    page.locator("#none:not(:empty)").wait_for()


SHELVES = [("yamatai", []), ("tictactoe", []), ("chess", []), ("go", []), ("go", ["go_13"]),
           ("nine_mens_morris", []), ("cookbook/income", []), ("cookbook/push_your_luck", [])]


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("shelves") / "tables.sqlite", SHELVES)
    yield made
    made.stop()


@pytest.mark.parametrize(("typed", "title"), [
    ("chess", "Chess"), ("Échecs", "Chess"), ("echecs", "Chess"), ("szachy", "Chess"),
    ("ches", "Chess"), ("cehss", "Chess"), ("TIC TAC", "Tic-tac-toe"), ("tictactoe", "Tic-tac-toe"),
    ("tic-tac-to", "Tic-tac-toe"), ("kolko", "Tic-tac-toe"), ("yamatai", "Yamataï"),
    ("yamtai", "Yamataï"), ("nine mens", "Nine Men’s Morris"), ("13", "Go"),
    ("bust", "Push your luck"), ("incme", "Income")])
def test_search_forgives_how_a_game_is_written(shelves: Served, pages: Any, typed: str, title: str
                                               ) -> None:
    page = pages()
    page.goto(shelves.url)
    page.locator(".cards strong", has_text="Chess").wait_for()
    page.locator(".blank").first.wait_for(state="detached")
    page.locator("#search").fill(typed)
    page.locator(".cards strong", has_text="Yamataï" if title != "Yamataï" else "Chess").wait_for(
        state="detached")
    found = page.locator(".cards strong:visible").all_inner_texts()
    assert found[0].startswith(title), found
    assert len(found) == 1, found


def test_classics_and_the_cookbook_stand_in_the_gallery(shelves: Served, pages: Any) -> None:
    page = pages("fr")
    page.goto(shelves.url)
    page.locator(".cards strong", has_text="Échecs").wait_for()
    assert page.locator(".shelf:visible h2").all_inner_texts() == [
        "Jeux", "Classiques", "Livre de recettes (2)"]
    page.locator(".more button", has_text="13").click()
    page.locator("#start[open]").wait_for()
    assert page.locator("#start-title").inner_text().startswith("Go")
    page.keyboard.press("Escape")
    assert page.locator(".cards strong", has_text="Income").is_hidden()
    page.locator(".cookbook summary").click()
    page.locator(".cookbook button", has_text="Income").click()
    page.locator("#start[open]").wait_for()
    assert page.locator("#players option").all_inner_texts() == ["2", "3", "4"]
    page.locator("#play").click()
    page.wait_for_url("**/t/**")
    settled(page)


def test_who_sat_where_is_remembered(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Namiji", ["greedy", "me", "random"])
    page.goto(served.url)
    page.locator("#games button", has_text="Namiji").first.click()
    chosen = [select.input_value() for select in page.locator("#seats select").all()]
    assert chosen == ["greedy", "me", "random"]


def test_a_tab_that_was_closed_loses_nothing(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    cell(page, "b2").click()
    until(page, 1)
    page.evaluate("() => sessionStorage.clear()")
    page.goto(served.url)
    page.locator("#tables button", has_text="Tic-tac-toe").click()
    settled(page)
    for n, at in enumerate(("a1", "b3", "a2", "b1")):      # the second column is full
        cell(page, at).click()
        until(page, n + 2)
        settled(page)
    page.goto(served.url)
    page.locator("#games strong", has_text="Tic-tac-toe").wait_for()
    assert page.locator("#tables button").count() == 0
    page.evaluate("() => localStorage.setItem('tables', 'nonsense')")
    page.goto(served.url)
    page.locator("#games strong", has_text="Tic-tac-toe").wait_for()
    assert page.locator("#going").is_hidden()


def test_what_the_server_refuses_is_said_in_the_dialog(served: Served, pages: Any) -> None:
    page = pages()
    page.goto(served.url)
    page.route("**/api/tables", lambda route: route.fulfill(
        status=200, content_type="application/json", body="nonsense"))
    page.locator("#games button", has_text="Namiji").first.click()
    page.locator("#play").click()
    page.locator("#trouble:not([hidden])").wait_for()
    assert page.locator("#play").is_enabled()


# -- the board ------------------------------------------------------------------------------------


def test_arrows_walk_over_what_glows(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    cell(page, "b2").focus()
    for key, at in (("ArrowRight", "c2"), ("ArrowUp", "c3"), ("ArrowLeft", "b3"),
                    ("ArrowDown", "b2")):
        page.keyboard.press(key)
        assert focused(page) == f"cell:{at}"
    page.keyboard.press("Enter")
    until(page, 1)
    settled(page)
    assert focused(page) == "cell:b2"       # the focus stays, though it glows no longer
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert focused(page) != "cell:b2"       # what does not glow is passed over
    cell(page, "a2").focus()
    page.keyboard.press("Shift+ArrowRight")
    assert focused(page).startswith("cell:b2")
    page.keyboard.press("Enter")
    page.locator("#card .why:not([hidden])").wait_for()
    page.keyboard.press("Escape")
    assert page.locator("#card").is_hidden()
    page.keyboard.press("Tab")
    assert page.evaluate("() => !document.querySelector('#board > svg').contains("
                         "document.activeElement)")


def to_place(page: Any, served: Served) -> Any:
    """Go on until a piece of the hand may be placed; its place."""
    begun(page, served, "Yamataï", ["me", "random"])
    for _ in range(20):
        settled(page)
        piece = page.locator("[data-id^='player:0:hand'].live")
        if page.locator("#moves button", has_text="place").count() and piece.count():
            return piece.first
        done = count(page)
        away = page.locator("#moves button", has_text="go on")
        (away if away.count() else page.locator("#moves button")).first.click()
        page.wait_for_function("n => Number(document.body?.dataset.n) > n", arg=done)
    raise AssertionError(asked(page))


def test_a_piece_is_dragged_to_its_place(served: Served, pages: Any) -> None:
    page = pages()
    piece = to_place(page, served)
    before = count(page)
    page.mouse.move(*middle(piece))
    page.mouse.down()
    page.mouse.move(300, 300, steps=4)
    until(page, before + 1)
    page.locator("[data-id^='spot:'].live").first.wait_for()
    page.mouse.move(*middle(page.locator("[data-id^='spot:'].live").first), steps=4)
    page.mouse.up()
    until(page, before + 2)
    assert page.locator(".ghost").count() == 0


def test_a_drag_never_moves_for_the_next_person(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    page.mouse.move(*middle(cell(page, "a1")))
    page.mouse.down()
    page.mouse.move(*middle(cell(page, "c3")), steps=4)
    until(page, 1)
    settled(page)
    page.mouse.up()
    page.locator("#lang").select_option("fr")     # answered after whatever was sent before
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    assert count(page) == 1


def test_a_piece_that_is_dropped_nowhere_can_go_back(served: Served, pages: Any) -> None:
    page = pages()
    piece = to_place(page, served)
    before = count(page)
    page.mouse.move(*middle(piece))
    page.mouse.down()
    page.mouse.move(4, 400, steps=4)
    until(page, before + 1)
    page.mouse.up()
    page.locator("#undo").click()
    until(page, before)


def test_a_press_counts_though_all_is_drawn_anew(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    page.mouse.move(*middle(cell(page, "a1")))
    page.mouse.down()
    page.evaluate("""() => { const lang = document.querySelector('#lang'); lang.value = 'pl';
                     lang.dispatchEvent(new Event('change')); }""")
    page.wait_for_function("() => document.documentElement.lang === 'pl'")
    page.mouse.up()
    until(page, 1)


def test_a_column_glows_where_its_cells_are(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Connect Four", ["me", "me"])
    settled(page)
    assert page.locator(".live").count() == 42
    cell(page, "d6").click()
    until(page, 1)
    page.locator("[data-id^='cell:d1:']").wait_for()


def test_zoom_and_pan(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    whole = seen(page)
    page.locator("#closer").click()
    assert float(seen(page).split()[2]) < float(whole.split()[2])
    page.locator("#fit").click()
    assert seen(page) == whole
    x, y = middle(page.locator("[data-id='seat:0']"))
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function("v => document.querySelector('#board > svg').getAttribute('viewBox') "
                           "!== v", arg=whole)
    near, at = seen(page), middle(page.locator("[data-id='seat:0']"))
    assert abs(at[0] - x) + abs(at[1] - y) < 20     # what is pointed at stays where it is
    page.mouse.down()
    page.mouse.move(x + 50, y - 40, steps=3)
    page.mouse.up()
    assert seen(page) != near
    cell(page, "b2").focus()
    page.keyboard.press("0")
    assert seen(page) == whole
    page.keyboard.press("+")
    before = count(page)
    page.locator(".live").first.click()
    until(page, before + 1)


def test_a_finger_pushes_the_board_and_does_not_move(served: Served, pages: Any) -> None:
    page = pages(has_touch=True, viewport={"width": 390, "height": 800})
    begun(page, served, "Yamataï", ["me", "greedy"])
    settled(page)
    assert page.locator("#closer").is_hidden()      # folded, so that it hides nothing
    page.locator("#zooms").click()
    page.locator("#closer").click()
    before, at = count(page), seen(page)
    page.evaluate("""() => {
        const one = document.querySelector('#board > svg');
        const touch = (kind, clientX, clientY) => one.dispatchEvent(new PointerEvent(kind, {
            bubbles: true, pointerId: 7, pointerType: 'touch', clientX, clientY }));
        one.setPointerCapture = () => {};
        const ring = document.querySelector('.ring').getBoundingClientRect();
        const [x, y] = [(ring.left + ring.right) / 2, (ring.top + ring.bottom) / 2];
        touch('pointerdown', x, y);
        for (let n = 1; n < 6; n += 1) touch('pointermove', x - 12 * n, y + 9 * n);
        touch('pointerup', x - 60, y + 45);
    }""")
    assert seen(page) != at
    page.locator("#lang").select_option("fr")     # answered after whatever was sent before
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    assert count(page) == before


def test_a_tap_on_what_does_not_glow_tells_why(served: Served, pages: Any) -> None:
    page = pages(has_touch=True)
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    page.touchscreen.tap(*middle(cell(page, "b2")))
    until(page, 1)
    settled(page)
    page.touchscreen.tap(*middle(cell(page, "b2")))
    page.locator("#card .why:not([hidden])").wait_for()
    assert "b2" in page.locator("#card").inner_text() or "X" in page.locator("#card").inner_text()
    box = page.locator("#card").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1200
    page.keyboard.press("Escape")
    assert page.locator("#card").is_hidden()


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_pieces_move_for_those_who_like_it(served: Served, pages: Any, motion: str,
                                           moves: bool) -> None:
    page = pages(reduced_motion=motion)
    page.add_init_script("""window.ways = []; const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, ...more) {
            window.ways.push(frames[0].translate);
            return animate.call(this, frames, ...more);
        };""")
    begun(page, served, "Namiji", ["me", "greedy"])
    settled(page)
    page.locator("#moves button").first.click()
    page.wait_for_function("() => Number(document.body?.dataset.n) >= 1")
    settled(page)
    assert any(way and way != "0px 0px" for way in page.evaluate("() => window.ways")) == moves


def test_there_is_always_an_answer_to_why(served: Served, pages: Any) -> None:
    page, other = pages(has_touch=True), pages()
    begun(page, served, "Yamataï", ["me", "friend"])
    page.locator("#inviting").wait_for()
    page.keyboard.press("Escape")
    other.goto(f"{page.url}#{links(page)['seats'][1]}")
    other.locator("[data-id='mat:0']").wait_for(state="attached")
    for one in (page, other):
        mine = one.locator("#asked").get_attribute("class") == "mine"
        one.locator("[data-id^='game:0:specialists'][role=img]").first.click()
        said = "Not now" if mine else "decides"
        one.locator("#card .why", has_text=said).wait_for()


def test_prices_odds_and_texts_stand_at_the_move(served: Served, pages: Any) -> None:
    page = pages()

    def more(message: dict[str, Any]) -> None:
        for option in message.get("options", []):
            option.update(cost="two shells", odds="25 % rain")
        for thing in [*message.get("things", []), *message.get("set", [])]:
            if thing["id"] == "cell:b2":
                thing["text"] = "The middle of everything."

    told_more(page, more)
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    said = page.locator("#moves button").first.inner_text()
    assert ("25 % rain" in said, "two shells" in said) == (True, True)
    cell(page, "b2").hover()
    page.locator("#card:not([hidden])").wait_for()
    said = page.locator("#card").inner_text()
    for part in ("b2", "The middle of everything.", "two shells", "25 % rain"):
        assert part in said
    assert "two shells" in str(cell(page, "b2").get_attribute("aria-label"))


@pytest.mark.parametrize("again", ["resized", "told anew"])
def test_prices_and_odds_stay_while_a_move_stays_on_offer(served: Served, pages: Any,
                                                          again: str) -> None:
    page = pages(viewport={"width": 700, "height": 850})

    def more(message: dict[str, Any]) -> None:
        for option in message.get("options", []):
            option.update(cost="two shells", odds="25 % rain")

    told_more(page, more)
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    first = page.locator("#moves button").last
    before, name = first.inner_text(), first.locator("span").inner_html()
    if again == "resized":
        page.set_viewport_size({"width": 420, "height": 850})
        page.wait_for_function("() => document.querySelector('#board > svg').viewBox.baseVal.width "
                               "< 600")
    else:
        page.evaluate("token => { location.hash = token; }", links(page)["seats"][0])
        page.wait_for_function("() => location.hash === ''")
        settled(page)
    assert page.locator("#moves button").last.inner_text() == before
    assert page.locator("#moves button").last.locator("span").inner_html() == name
    for shown in page.locator("#moves button").all():
        assert "two shells" in shown.inner_text()
        assert "25 % rain" in shown.inner_text()


def test_prices_stay_when_somebody_decides_several_times_in_a_row(served: Served,
                                                                  pages: Any) -> None:
    page, stayed = pages(), set[str]()

    def more(message: dict[str, Any]) -> None:
        for option in message.get("options", []):
            option.update(cost="two shells")

    told_more(page, more)
    begun(page, served, "Yamataï", ["me", "random"])
    before = set[str]()
    for _ in range(20):
        settled(page)
        said = page.locator("#moves button").all_inner_texts()
        assert all("two shells" in one for one in said), said
        stayed |= before & {*said}
        before, done = {*said}, count(page)
        page.locator("#moves button").first.click()
        page.wait_for_function("n => Number(document.body?.dataset.n) > n", arg=done)
    assert stayed


def test_what_glows_is_the_choice_and_says_its_name(served: Served, pages: Any) -> None:
    """What is bought glows in the reserve, what is placed in the hand; spots say their names."""
    page = pages(viewport={"width": 1280, "height": 720})
    begun(page, served, "Yamataï", ["me", "random"])
    told = dict[str, set[str]]()
    for _ in range(25):
        settled(page)
        moves = page.locator("#moves button").all_inner_texts()
        glows = page.evaluate("() => [...document.querySelectorAll('.live')].map((g) => "
                              "[g.dataset.id, g.getAttribute('aria-label')])")
        for verb in (r"buy a \w+ boat", r"place a \w+ boat", "put the boat on"):
            told.setdefault(verb, set()).update(
                id_ for id_, label in glows if re.search(verb, label))
        names = page.locator(".tag").all_text_contents()
        spots = [one.split()[4] for one in moves if one.casefold().startswith("put the boat on")]
        assert {*spots} <= {*names}
        done = count(page)
        liked = [at for at, one in enumerate(moves) if one.casefold().startswith(("put", "place"))]
        page.locator("#moves button").nth(liked[0] if liked else 0).click()
        page.wait_for_function("n => Number(document.body?.dataset.n) > n", arg=done)
    homes = [{one.rpartition(":")[0] for one in ids} for ids in told.values()]
    assert homes == [{"game:0:reserve"}, {"player:0:hand"}, {"spot"}]


def test_only_words_of_the_page_are_put_where_elements_name_them() -> None:
    """What a script writes under these names is taken for the name of a word."""
    for file in PAGE.iterdir():
        if file.name.endswith(".js") and file.name != "words.js":
            found = re.findall(r"dataset\.(?:say|name)\b|dataset, {[^}]*\b(?:say|name):",
                               file.read_text("utf-8"))
            assert found == [], file.name


# -- what happened --------------------------------------------------------------------------------


def test_a_line_of_the_log_shows_its_things_and_leads_back(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    for n, at in enumerate(("b2", "a1", "c3")):
        settled(page)
        cell(page, at).click()
        until(page, n + 1)
        page.locator("#log li.head").nth(n).wait_for()
    assert page.locator("#log .turn").count() == 3
    second = page.locator("#log li.head").nth(1)
    second.hover()
    page.locator(".lit").wait_for(state="attached")
    page.mouse.move(5, 5)
    page.locator(".lit").wait_for(state="detached")
    second.focus()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("() => document.activeElement.dataset.n") == "1"
    page.keyboard.press("ArrowDown")
    second.locator("button").click()
    until(page, 1)


def test_what_happens_is_told_to_those_who_listen(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    cell(page, "b2").click()
    page.locator("#said", has_text="mark b2").wait_for(state="attached")
    assert page.locator("#said").get_attribute("aria-live") == "polite"


def test_the_focus_stays_in_the_list_of_moves(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "random"])
    settled(page)
    page.locator("#moves button").nth(3).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => Number(document.body?.dataset.n) >= 2")
    settled(page)
    assert page.evaluate("() => document.querySelector('#moves').contains(document.activeElement)")


def test_a_forced_move_is_played_by_itself_and_can_be_taken_back(served: Served,
                                                                 pages: Any) -> None:
    page = pages()
    page.clock.install()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    page.locator("#settings").click()
    page.locator("#forced").check()
    page.locator("#switched").click()
    for n, at in enumerate(DRAW[:-1]):
        settled(page)
        cell(page, at).click()
        until(page, n + 1)
    until(page, 9)
    assert is_over(page)
    page.locator("#sheet menu button").first.click()
    page.locator("#undo").click()
    until(page, 8)
    settled(page)
    page.clock.run_for(3_000)
    page.locator("#lang").select_option("fr")     # answered after whatever was sent before
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    assert count(page) == 8
    assert page.locator(".live").count() == 1


# -- seats and ends -------------------------------------------------------------------------------


def test_a_friend_is_invited(served: Served, pages: Any) -> None:
    page, friend, watcher = pages(), pages("fr"), pages()
    begun(page, served, "Tic-tac-toe", ["me", "friend"])
    page.locator("#inviting li").nth(1).wait_for()      # opens by itself, once
    said = page.locator("#inviting").inner_text()
    assert ("You are X" in said, "Waiting for O" in said) == (True, True)
    assert said.index("--host") > said.index("To watch only")
    shown = [field.input_value() for field in page.locator("#inviting input").all()]
    assert len(set(shown)) == 2
    page.locator("#inviting button", has_text="QR").first.click()
    page.locator("#inviting .qr img").wait_for()
    page.keyboard.press("Escape")
    page.reload()
    settled(page)
    assert page.locator("#inviting").is_hidden()
    page.locator("#friends").click()
    assert "Waiting" not in page.locator("#inviting").inner_text()
    page.keyboard.press("Escape")
    friend.goto(shown[0])
    watcher.goto(shown[1])
    settled(page)
    cell(page, "b2").click()
    settled(friend)
    cell(friend, "a1").click()
    until(watcher, 2)
    assert watcher.locator("#undo").is_hidden()
    assert friend.locator("#friends").is_hidden()
    told = page.locator("#asked")
    page.locator("#asked.mine").wait_for()
    cell(page, "c3").click()
    page.locator("#asked", has_text="You are X").wait_for()
    assert "O decides" in told.inner_text()


def test_nobody_is_invited_where_no_friend_sits(served: Served, pages: Any) -> None:
    page, watcher = pages(), pages()
    begun(page, served, "Tic-tac-toe", ["me", "random"])
    settled(page)
    assert page.locator("#friends").is_hidden()
    page.locator("#settings").click()
    page.locator("#watchers").click()
    fields = page.locator("#inviting input")
    assert fields.count() == 1
    watcher.goto(fields.input_value())
    watcher.locator("#asked", has_text="You are watching").wait_for()


def test_a_link_of_another_seat_is_followed_at_the_same_table(served: Served, pages: Any) -> None:
    told = served.table(0, 2, ["me", "me"])
    page = pages()
    page.goto(f"{served.url}/t/{told['table']}#{told['seats'][0]}")
    settled(page)
    cell(page, "b2").click()
    page.locator("#asked", has_text="O decides").wait_for()
    page.evaluate("token => { location.hash = token; }", told["seats"][1])
    page.locator("#asked.mine").wait_for()
    assert told["seats"][1] not in page.url
    cell(page, "a1").click()
    until(page, 2)


def test_nothing_offers_to_take_back_what_another_person_has_decided(
        served: Served, pages: Any) -> None:
    told = served.table(0, 2, ["me", "friend"])
    one, other = pages(), pages()
    for seat, page in enumerate((one, other)):
        page.goto(f"{served.url}/t/{told['table']}#{told['seats'][seat]}")
    settled(one)
    cell(one, "b2").click()
    for page in (one, other):
        until(page, 1)
        page.locator("#log li.head").hover()
        for way in ("#undo", "#undo-turn", "#log .back"):
            assert page.locator(way).is_visible() == (page is one), way
    settled(other)
    cell(other, "a1").click()
    until(one, 2)
    one.locator("#undo").wait_for(state="hidden")
    other.locator("#undo").wait_for()
    assert one.locator("#undo-turn").is_hidden()


def test_what_somebody_has_learned_is_not_taken_back_and_says_so(
        served: Served, pages: Any) -> None:
    """Two people; whoever has drawn a token has learned something."""
    page = pages("fr")
    begun(page, served, "Namiji", ["me", "me"])
    for _ in range(20):
        page.wait_for_function("() => document.querySelector('#curtain').open || "
                               "document.querySelector('#asked').className === 'mine'")
        if page.locator("#undo[aria-disabled=true]").is_visible():
            break
        if page.locator("#curtain button").is_visible():
            page.locator("#curtain button").click()
            settled(page)
            continue
        done = count(page)
        page.locator("#moves button").first.click()
        page.wait_for_function("n => document.querySelector('#curtain').open || "
                               "Number(document.body?.dataset.n) > n", arg=done)
    done = count(page)
    assert "appris" in str(page.locator("#undo").get_attribute("title"))
    page.locator("#undo").dispatch_event("click")
    page.locator("#notice", has_text="appris").wait_for()
    assert count(page) == done
    assert page.locator("#log .back:not([hidden])").count() == 0


def test_all_seats_of_a_screen_are_named_to_the_server(served: Served, pages: Any) -> None:
    page = pages()
    said: list[Any] = []

    def sent(text: Any) -> None:
        said.append(text)

    page.on("websocket", lambda line: line.on("framesent", sent))
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    hello = json.loads(said[0])
    assert hello["also"] == links(page)["seats"]
    assert hello["seat"] in hello["also"]


def test_a_table_can_be_gone_on_with_after_other_games(served: Served, pages: Any) -> None:
    """Those who came by a link find it too."""
    page = pages(viewport={"width": 1366, "height": 768})
    told = served.table(0, 2, ["me", "me"])
    page.goto(f"{served.url}/t/{told['table']}#{told['seats'][0]}")
    settled(page)
    page.locator("#home").click()
    again = page.locator("#tables button", has_text="Tic-tac-toe")
    again.wait_for()
    # The list may be made anew while the games come in.
    page.wait_for_function("() => [...document.querySelectorAll('#tables button')].some((one) => "
                           "one.getBoundingClientRect().bottom < 440)")
    again.click()
    page.wait_for_url(f"**/t/{told['table']}")
    settled(page)


def test_an_address_of_ones_own_is_enough_in_another_tab(served: Served, pages: Any) -> None:
    """Copied, kept as a bookmark, or opened again; also when the game is over."""
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    cell(page, "b2").click()
    until(page, 1)
    other = page.context.new_page()
    other.goto(page.url)
    settled(other)
    for n, at in enumerate(("a1", "b3", "a2", "b1")):
        cell(other, at).click()
        until(other, n + 2)
    third = page.context.new_page()
    third.goto(page.url)
    until(third, 5)
    assert third.locator("#again").is_visible()
    third.goto(served.url)
    third.locator("#ended button", has_text="Tic-tac-toe").click()
    until(third, 5)
    stranger = pages()
    stranger.goto(page.url)
    stranger.locator("#notice", has_text="leads to no seat").wait_for()


def test_only_languages_that_a_game_has_are_offered(served: Served, pages: Any) -> None:
    page = pages("de")
    page.goto(served.url)
    assert page.evaluate("() => document.documentElement.lang") == "de"
    begun(page, served, "Connect Four", ["me", "me"])
    settled(page)
    assert page.locator("#lang option").all_inner_texts() == [
        "English", "Français", "Italiano", "Polski"]
    assert page.locator("#lang").input_value() == "en"
    assert "Your turn" in asked(page)
    assert page.locator("#home").get_attribute("title") == "Other games"
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    assert page.locator("#lang").input_value() == "de"
    assert "Deutsch" in page.locator("#lang option").all_inner_texts()


def test_whoever_begins_by_keys_goes_on_by_keys(served: Served, pages: Any) -> None:
    page = pages()
    page.goto(served.url)
    page.locator("#games button", has_text="Tic-tac-toe").first.focus()
    page.keyboard.press("Enter")
    page.locator("#seats select").nth(1).select_option("me")
    page.locator("#play").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/**")
    settled(page)
    page.wait_for_function("() => document.activeElement.dataset.id?.startsWith('cell:')")
    at = focused(page)
    page.keyboard.press("ArrowRight")
    assert focused(page) != at
    page.keyboard.press("Enter")
    until(page, 1)


def test_arrows_work_before_anything_has_the_focus(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    assert focused(page) == ""
    page.keyboard.press("ArrowRight")
    assert focused(page).startswith("cell:")


def test_variants_have_names_before_they_are_looked_at(served: Served, pages: Any) -> None:
    page = pages()
    game = {"id": "some", "title": {}, "ready": False, "variants": [], "names": []}
    more = {**game, "number": 1, "variants": ["odd_id"], "names": ["A fine name"]}
    page.route("**/api/games", lambda route: route.fulfill(
        status=200, content_type="application/json", body=json.dumps([
            {**game, "number": 0}, more])))
    page.goto(served.url)
    assert page.locator("#games .more button").inner_text() == "A fine name"


# -- room -----------------------------------------------------------------------------------------


def test_the_buttons_to_zoom_stay_where_they_are(served: Served, pages: Any) -> None:
    page = pages(viewport={"width": 1366, "height": 768})
    begun(page, served, "Yamataï", ["me", "greedy"])
    settled(page)
    before = [page.locator(name).bounding_box() for name in ("#closer", "#further", "#fit")]
    page.locator("#closer").click()
    page.locator("#closer").click()
    assert before == [page.locator(name).bounding_box()
                      for name in ("#closer", "#further", "#fit")]


def many(message: dict[str, Any]) -> None:
    """As if there were thirty moves, and one to pass in their middle."""
    options = message.get("options")
    if options:
        more = [{**options[0], "say": f"move {n}", "move": 1000 + n} for n in range(30)]
        options[:] = [*more[:15], {"move": 999, "say": "go on", "pass": True}, *more[15:]]


def inside(page: Any, name: str, home: str) -> bool:
    """Whether all of something is within what is seen of something else."""
    one, all_ = page.locator(name).bounding_box(), page.locator(home).bounding_box()
    return bool(one["y"] >= all_["y"] - 1
                and one["y"] + one["height"] <= all_["y"] + all_["height"] + 1)


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_going_on_is_always_in_sight_and_moves_keep_their_room(
        served: Served, pages: Any, size: tuple[int, int]) -> None:
    wide, high = size
    page = pages(viewport={"width": wide, "height": high})
    told_more(page, many)
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    assert page.locator("#moves button").count() == 31
    assert inside(page, "#moves button.pass", "aside")
    if wide < high:
        return
    page.locator("#desk summary").click()
    page.locator("#history:not([open])").wait_for(state="attached")
    for n in (1, 2, 3):
        assert inside(page, f"#moves .list button:nth-child({n})", "#moves .list"), n
    assert inside(page, "#moves button.pass", "aside")
    assert inside(page, "#tool-list", "aside")
    page.locator("#desk summary").click()
    page.locator("#history[open]").wait_for(state="attached")


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_taking_back_a_turn_is_in_sight_below_long_lists(served: Served, pages: Any,
                                                         size: tuple[int, int]) -> None:
    page = pages(viewport=dict(zip(("width", "height"), size, strict=True)))
    crowd = list[bool]()
    told_more(page, lambda message: many(message) if crowd else None)
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    for n, at in enumerate(DRAW[:6]):
        settled(page)
        crowd.extend([True] * (n == 5))
        cell(page, at).click()
        until(page, n + 1)
    settled(page)
    assert page.locator("#moves button").count() == 31
    button, tools = (page.locator(name).bounding_box() for name in ("#undo-turn", "#desk"))
    assert button["y"] + button["height"] <= tools["y"]
    assert inside(page, "#undo-turn", "#history")
    assert inside(page, "#undo-turn", "aside")
    assert page.locator("#log").bounding_box()["height"] >= 40


def test_a_sheet_fits_on_a_phone(served: Served, pages: Any) -> None:
    page = pages("pl", viewport={"width": 390, "height": 844}, has_touch=True)

    def more(message: dict[str, Any]) -> None:
        message.update(sheet=[{"say": "przypłynięcie do portu", "points": [-2, 10, 3, 0, 7]}])

    told_more(page, more)
    begun(page, served, "Namiji", ["me", "greedy", "greedy", "greedy", "greedy"])
    settled(page)
    page.locator("#scores").click()
    assert "−2" in page.locator("#sheet td").all_inner_texts()
    assert page.evaluate("() => { const one = document.querySelector('#sheet .scroll');"
                         " return one.scrollWidth <= one.clientWidth; }")


def test_the_dialog_fits_on_a_phone(served: Served, pages: Any) -> None:
    page = pages("pl", viewport={"width": 390, "height": 844})
    page.goto(served.url)
    page.locator("#games button", has_text="Namiji").first.click()
    column = page.locator("#players").bounding_box()
    menu = page.locator("#seats select").first.bounding_box()
    assert menu["x"] + menu["width"] <= column["x"] + column["width"] + 1


def test_the_end_leaves_the_board_in_sight(served: Served, pages: Any) -> None:
    page = pages(viewport={"width": 1366, "height": 768})
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    played_out(page)
    page.locator("#sheet table").wait_for()
    window = page.locator("#sheet").bounding_box()
    ends = [box["x"] + box["width"] for box in
            (page.locator(f"[data-id='cell:{at}']").bounding_box() for at in DRAW)]
    assert max(ends) <= window["x"]
    page.locator("#sheet button", has_text="Look at the board").click()
    assert page.locator("#sheet").is_hidden()


def test_a_curtain_hides_everything_between_two_people(served: Served, pages: Any) -> None:
    page = pages()
    begun(page, served, "Namiji", ["me", "me"])
    shown = page.locator("#curtain button")
    for _ in range(30):
        page.wait_for_function("() => document.querySelector('#curtain').open || "
                               "document.querySelector('#asked').className === 'mine'")
        if shown.is_visible():
            break
        done = count(page)
        page.locator("#moves button").first.click()
        page.wait_for_function("n => document.querySelector('#curtain').open || "
                               "Number(document.body?.dataset.n) > n", arg=done)
    assert page.locator("[data-id]").count() == page.locator("#log li").count() == 0
    page.keyboard.press("Escape")
    assert shown.is_visible()
    shown.click()
    settled(page)
    assert page.locator("[data-id]").count() > 20


def played_out(page: Any) -> None:
    for n, at in enumerate(DRAW):
        settled(page)
        cell(page, at).click()
        until(page, n + 1)


def test_the_end_has_a_sheet_and_a_rematch(served: Served, pages: Any) -> None:
    page, watcher = pages(), pages()
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    watcher.goto(f"{page.url}#{links(page)['watch']}")
    played_out(page)
    page.locator("#sheet table").wait_for()
    first = page.url
    page.locator("#again").click()
    for one in (page, watcher):
        one.wait_for_url(lambda url: "/t/" in url and url.partition("#")[0] != first)
        until(one, 0)
    settled(page)
    cell(page, "b2").click()
    until(watcher, 1)


def test_the_line_is_opened_again_with_what_was_not_answered(served: Served, pages: Any) -> None:
    page = pages()
    cuts: list[Any] = []

    def between(there: Any) -> None:
        if cuts:
            there.connect_to_server()
            return
        cuts.append(there)
        server = there.connect_to_server()

        def forth(text: str) -> None:
            if '"act"' in text:
                there.close()
            else:
                server.send(text)

        there.on_message(forth)

    page.route_web_socket("**/ws", between)
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    settled(page)
    cell(page, "b2").click()
    until(page, 1)


# -- for everybody --------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_the_dialogs(served: Served, pages: Any, scheme: str) -> None:
    """No serious finding of axe in any dialog, nor in the folded page of a phone."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    tags = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}}

    def found() -> list[str]:
        told = axe.run(page, options=tags).response["violations"]
        return [f"{v['id']}: {v['nodes'][0]['html']}" for v in told
                if v["impact"] in ("serious", "critical")]

    page = pages(color_scheme=scheme)
    begun(page, served, "Tic-tac-toe", ["me", "me"])
    for opens in ("#settings", "#scores"):
        page.locator(opens).click()
        page.locator("dialog[open]").wait_for()
        assert found() == [], opens
        page.keyboard.press("Escape")
    page.locator("#settings").click()
    page.locator("#watchers").click()
    assert found() == []
    page.keyboard.press("Escape")
    cell(page, "b2").hover()
    page.locator("#card:not([hidden])").wait_for()
    assert found() == []
    page.set_viewport_size({"width": 360, "height": 720})
    page.locator("#history summary").click()
    assert found() == []
    played_out(page)
    page.locator("#sheet table").wait_for()
    assert found() == []


@pytest.mark.parametrize("size", [(320, 480), (390, 800), (740, 360), (1024, 768), (2200, 1300)])
def test_what_can_be_done_is_in_sight_on_every_screen(served: Served, pages: Any,
                                                      size: tuple[int, int]) -> None:
    wide, high = size
    page = pages(viewport={"width": wide, "height": high})
    begun(page, served, "Yamataï", ["me", "greedy"])
    settled(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= wide
    board = page.locator("#board").bounding_box()
    assert board["width"] * board["height"] > 0.3 * wide * min(high, 480)
    places = [middle(ring) for ring in page.locator(".ring").all()]
    assert any(board["x"] < x < board["x"] + board["width"]
               and board["y"] < y < board["y"] + board["height"] for x, y in places)
