"""Reports on many games: one page without network, the same in Markdown, and in four languages."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from copy import deepcopy
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from lab_sample import LANGUAGES, findings
from packs.tables import game
from tilewright.lab.report import label, summary_lines, write
from tilewright.lab.report.plots import Scale, histogram, interval_row
from tilewright.lab.report.things import shared_words
from tilewright.lab.report.words import COUNT, LIFT, SHARE, Words
from tilewright.picture.nodes import written
from tilewright.problems import UsageError
from tilewright.wording.message import holes, read
from tilewright.wording.own import own_words

if TYPE_CHECKING:
    from pathlib import Path

VOID = {"meta", "br", "hr", "img", "input", "link"}
EVIL = "<script>alert('x')</script> | [a](b) `c` & \"d\""


class Page(HTMLParser):
    """A page taken apart: whether its tags are balanced, its addresses, and what stands in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open or tag in VOID | {"svg"}, f"<{tag}/> is open in HTML"
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.inside.append((self.open[-1] if self.open else "", data))

    def words(self) -> str:
        return " ".join(data for tag, data in self.inside if tag not in ("style", "script"))

    def sections(self) -> list[str]:
        return [attrs["id"] or "" for tag, attrs in self.tags if tag == "section"]


@pytest.fixture(scope="module")
def sample() -> dict[str, Any]:
    return findings(game("yamatai"))


def written_to(folder: Path, found: dict[str, Any], lang: str = "en", *, pictures: bool = True,
               interactive: bool = False) -> tuple[str, str]:
    write(found, game("yamatai") if pictures else None, folder, lang, interactive)
    return tuple((folder / f"report.{end}").read_text(encoding="utf-8") for end in ("html", "md"))


# -- the page as a file ---------------------------------------------------------------------------


@pytest.mark.parametrize("interactive", [False, True])
def test_a_page_is_balanced_and_needs_no_network(tmp_path, sample, interactive) -> None:
    html, _ = written_to(tmp_path, sample, interactive=interactive)
    page = Page(html)
    asked = [value for _, attrs in page.tags for key, value in attrs.items()
             if key in ("src", "href", "xlink:href", "action", "data")]
    assert asked, "there are links within the page"
    assert [a for a in asked if not (a or "").startswith(("#", "data:"))] == []
    assert not re.search(r"https?:|url\(|@import", html)


def test_a_page_of_a_large_game_is_small(tmp_path, sample) -> None:
    html, _ = written_to(tmp_path, sample)
    assert 60_000 < len(html.encode()) < 200_000


def test_the_policy_of_the_page_allows_its_own_script_and_style(tmp_path, sample) -> None:
    html, _ = written_to(tmp_path, sample)
    policy = re.search(r'security-policy" content="([^"]*)"', html)[1]
    for tag, name in (("script", "script"), ("style", "style")):
        inside = re.search(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{name}-src &#x27;sha256-{digest}&#x27;" in policy
    # The policy forbids styles at elements.
    assert not [attrs for _, attrs in Page(html).tags if "style" in attrs]


def test_every_picture_has_words(tmp_path, sample) -> None:
    html, _ = written_to(tmp_path, sample)
    drawn = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert len(drawn) > 40
    for one in drawn:
        root = ET.fromstring(one)
        is_shown = root.get("aria-hidden") != "true"
        assert not is_shown or (root.get("role") == "img" and len(root[0].text) > 2), one[:200]


def test_the_kinds_of_pictures_are_all_there(tmp_path, sample) -> None:
    html, _ = written_to(tmp_path, sample)
    kinds = {attrs.get("class") for tag, attrs in Page(html).tags if tag == "svg"}
    assert {"row", "axis", "plot", "map", "face"} <= kinds
    shaded = html.count('class="heat"')
    assert shaded == sum(len(found) for found in sample["traffic"].values())


def test_only_an_interactive_page_has_words_at_each_column(tmp_path, sample) -> None:
    quiet, _ = written_to(tmp_path, sample)
    told, _ = written_to(tmp_path, sample, interactive=True)
    assert re.search(r"<rect[^>]*class=\"column\"><title>", told)
    assert not re.search(r"<rect[^>]*class=\"column\"><title>", quiet)


def test_tables_can_be_sorted_and_say_how_they_are(tmp_path, sample) -> None:
    html, _ = written_to(tmp_path, sample)
    section = re.search(r'<section id="things".*?</section>', html, re.DOTALL)[0]
    told = [float(a["data-v"]) for tag, a in Page(section).tags
            if tag == "td" and a["class"] == "number drawn" and "data-v" in a]
    assert told == sorted((t["lift_share"]["mean"] for t in sample["things"]
                           if t["lift_share"] is not None), reverse=True)
    assert section.count('aria-sort="descending"') == 1
    assert 'setAttribute("aria-sort"' in html
    assert 'createElement("button")' in html


def test_links_lead_to_sections_that_are_there(tmp_path, sample) -> None:
    page = Page(written_to(tmp_path, sample)[0])
    links = [attrs["href"][1:] for tag, attrs in page.tags if tag == "a"]
    assert page.sections()[1:] == links
    assert page.sections() == ["answers", "played", "seats", "points", "things", "board", "rules",
                               "length", "robust", "odd", "limits"]


# -- the numbers ----------------------------------------------------------------------------------


def test_all_numbers_are_in_the_page_and_beside_it(tmp_path, sample) -> None:
    html, _ = written_to(tmp_path, sample)
    inside = re.search(r'<script type="application/json" id="findings">(.*?)</script>', html,
                       re.DOTALL)[1]
    kept = json.loads(inside)
    assert kept == small(sample)
    assert set(kept) == set(sample)
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8")) == sample


def small(value: Any) -> Any:
    """Names in English alone, and numbers with five digits."""
    if isinstance(value, dict):
        return {k: {"en": v["en"]} if k in ("name", "title") else small(v)
                for k, v in value.items()}
    if isinstance(value, list):
        return [small(inner) for inner in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value


def test_tables_tell_the_numbers_of_the_findings(tmp_path, sample) -> None:
    """Read back out of the Markdown, up to how they are rounded."""
    _, text = written_to(tmp_path, sample)
    rows = [[cell.strip(" *") for cell in line.strip("| ").split(" | ")]
            for line in text.splitlines() if line.startswith("| ")]
    told = {row[0]: row[1:] for row in rows}
    for seat in sample["seats"]:
        mean, low, high = map(int, re.findall(r"(\d+)%", told[seat["name"]["en"]][0]))
        share = seat["share"]
        assert (mean, low, high) == tuple(round(100 * share[k]) for k in ("mean", "low", "high"))
    for thing in sample["things"]:
        lift, offered, taken = told[thing["name"]["en"]][:3]
        assert offered == f"{thing['games_offered']:.0%}"
        assert taken == f"{thing['games_taken']:.0%}"
        if thing["lift_share"] is None:
            assert lift == "–"
        else:
            first = int(lift.partition("%")[0].replace("−", "-"))
            assert abs(first - 100 * thing["lift_share"]["mean"]) <= 0.5
    for point in sample["points"]:
        row = told[point["name"]["en"]]
        assert float(row[1].replace("−", "-")) == point["winners"]["mean"]


def test_what_stands_out_is_marked_and_only_that(tmp_path, sample) -> None:
    html, text = written_to(tmp_path, sample)
    out = [t["name"]["en"] for t in sample["things"] if t["stands_out"]]
    assert html.count(f"<em>{own_words('en')['lab.things.out']}</em>") == len(out) == 4
    assert sorted(re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.MULTILINE)) == sorted(out)
    # In color stands what lies off the line, and nothing else.
    assert html.count('class="bar sure"') == len(out) + sum(
        r["same_sign"] for r in sample["robust"])


@pytest.mark.parametrize(("value", "unit", "lang", "said"), [
    (0.58, SHARE, "en", "58%"), (0.58, SHARE, "fr", "58\u202f%"), (0.58, SHARE, "pl", "58%"),
    (1234, COUNT, "en", "1,234"), (1234, COUNT, "it", "1.234"), (1234, COUNT, "pl", "1\u202f234"),
    (0.094, LIFT, "en", "+9%"), (-0.058, LIFT, "en", "−6%"), (-0.004, LIFT, "en", "0%"),
    (0.004, LIFT, "en", "0%"),
])
def test_numbers_are_written_as_a_language_writes_them(value, unit, lang, said) -> None:
    told = Words(lang).tell(value, unit)
    assert told.replace("\u00a0", "\u202f") == said.replace("\u00a0", "\u202f")


def test_what_is_known_well_is_told_with_one_digit_more() -> None:
    words = Words("en")
    assert words.interval({"mean": 0.3312, "low": 0.3251, "high": 0.3377}, SHARE) == (
        "33.1% (32.5% to 33.8%)")
    assert words.interval({"mean": 0.33, "low": 0.25, "high": 0.4}, SHARE) == "33% (25% to 40%)"
    assert words.interval(None, SHARE) == "–"


# -- sentences ------------------------------------------------------------------------------------


def answered(sample: dict[str, Any], about: str, verdict: str, **more: Any) -> str:
    """The lines of a terminal with one answer alone."""
    found = {**sample, "answers": [{"about": about, "verdict": verdict, "more": None, "facts": {},
                                    **more}], "seats": sample["seats"]}
    return next(line for line in summary_lines(found) if line.startswith(("●", "◐", "○")))


def test_each_verdict_has_its_sentence_and_its_sign(sample) -> None:
    clear = answered(sample, "seats", "clear")
    likely = answered(sample, "seats", "likely", more=700)
    open_ = answered(sample, "seats", "cannot_tell", more=2400)
    assert clear == ("● Blue clearly wins more often than would be even: 36% (33% to 39%) of the "
                     "games instead of 33%. (clear)")
    assert "◐ Blue probably wins more often" in likely
    assert "(likely; about 700 more games would tell)" in likely
    assert "○ No seat is seen to be better or worse." in open_
    assert "(cannot tell yet; about 2,400 more games would tell)" in open_


def test_a_seat_that_wins_less_is_told_as_such(sample) -> None:
    found = deepcopy(sample)
    found["seats"][0]["share"].update(mean=0.2, low=0.17, high=0.23)
    assert "Blue clearly wins less often" in answered(found, "seats", "clear")


def test_seats_without_a_difference_that_matters_are_called_fair(sample) -> None:
    said = answered(sample, "seats", "clear", facts={"small": True})
    assert "Every seat wins 31% to 36% of the games" in said


@pytest.mark.parametrize("about", ["seats", "length", "choice", "tension", "spread", "points",
                                   "things", "rules", "ends", "robust"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_is_answered_in_every_language(sample, about, lang) -> None:
    found = {**sample, "answers": [{"about": about, "verdict": "likely", "more": 400}]}
    line = next(one for one in summary_lines(found, lang) if one.startswith("◐"))
    assert len(line) > 40
    assert not re.search(r"[{}_]|lab\.", line)
    empty = {"made": sample["made"], "answers": found["answers"]}
    assert Words(lang).says("no_data") in "\n".join(summary_lines(empty, lang))


def test_a_question_that_is_not_known_is_not_lost(tmp_path, sample) -> None:
    found = {**sample, "answers": [{"about": "late_swings", "verdict": "new_one", "more": 3}],
             "warnings": ["odd_thing"]}
    html, _ = written_to(tmp_path, found)
    assert "late swings" in html
    assert "odd thing" in html


def test_there_are_no_p_values(tmp_path, sample) -> None:
    html, text = written_to(tmp_path, sample)
    assert not re.search(r"p-value|\bp\s*[<=]|significan", Page(html).words() + text)


# -- languages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", [*LANGUAGES, "de"])
def test_every_word_of_the_report_is_there(lang) -> None:
    keys = {k for k in own_words("en") if k.startswith("lab.")}
    assert len(keys) > 150
    assert {k for k in own_words(lang) if k.startswith("lab.")} == keys


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_has_no_holes_and_no_keys(tmp_path, sample, lang) -> None:
    html, text = written_to(tmp_path, sample, lang)
    for said in (Page(html).words(), text):
        assert not re.search(r"\{\w+|\blab\.[a-z]|\bNone\b|\bnan\b", said)
    assert f'<html lang="{lang}">' in html


@pytest.mark.parametrize("lang", ["fr", "it", "pl"])
def test_no_sentence_of_a_translation_is_english(tmp_path, sample, lang) -> None:
    words = Page(written_to(tmp_path, sample, lang)[0]).words()
    english = {key: said for key, said in own_words("en").items()
               if key.startswith("lab.") and len(said) > 20 and "{" not in said}
    assert len(english) > 30
    assert [said for said in english.values() if said in words] == []
    assert [key for key, said in english.items() if own_words(lang)[key] == said] == []


@pytest.mark.parametrize("lang", [*LANGUAGES[1:], "de"])
def test_every_translation_fills_in_the_same(lang) -> None:
    def filled(said: str) -> set[str]:
        return {hole.name for hole in holes(read(said))}
    keys = [key for key in own_words("en") if key.startswith("lab.")]
    assert [k for k in keys if filled(own_words(lang)[k]) != filled(own_words("en")[k])] == []


def test_of_all_things_it_is_told_how_many_were_taken(tmp_path, sample) -> None:
    things = sample["things"]
    met = sum(one["games_taken"] > 0 for one in things)
    out = sum(one["stands_out"] for one in things)
    assert out < met < len(things)
    wanted = f"{met} of {len(things)} things were taken at least once. {out} of them stand out."
    assert any(wanted in line for line in summary_lines(sample))
    assert wanted in written_to(tmp_path, sample)[1]
    assert f"{out} of {met} taken stand out" in label(sample)
    plain = [{**one, "stands_out": False} for one in things]
    found = {**sample, "things": plain}
    assert any(f"{met} of {len(things)} things were taken at least once. None of them stands out."
               in line for line in summary_lines(found))
    assert f"none of {met} stands out" in label(found)


def test_what_is_told_of_offers_is_not_called_chance(tmp_path, sample) -> None:
    found = deepcopy(sample)
    for thing in found["things"]:
        thing["offer_share"] = {"mean": 0.1, "low": 0.05, "high": 0.15, "blocks": 400}
    _, text = written_to(tmp_path, found)
    assert "| Wins when offered |" in text
    assert "offered only to those who can" in text
    for thing in found["things"]:
        thing["offer_share"] = None
    assert "offered it win" not in written_to(tmp_path, found)[1]
    chance = {"en": "chance", "de": "Zufall", "fr": "hasard", "it": "caso", "pl": "los"}
    assert [lang for lang, word in chance.items() if word in own_words(lang)["lab.things.offer"]
            ] == []


QUOTES = {"de": "„“", "fr": "«»", "it": "«»", "pl": "„”"}


@pytest.mark.parametrize("lang", QUOTES)
def test_signs_are_those_of_the_language(lang) -> None:
    said = [words for key, words in own_words(lang).items() if key.startswith("lab.")]
    assert set(re.findall("[„“”«»]", "".join(said))) == set(QUOTES[lang])
    if lang == "fr":
        assert [words for words in said if re.search("[^\u00a0\u202f][:;?!»%]|«[^\u00a0]", re.sub(
            "\\{[^{}]*(\\{[^{}]*\\}[^{}]*)*\\}", "", words))] == []


def test_one_play_of_a_game_is_no_game_in_polish() -> None:
    # A 'gra' stands in a box; what is played of it is a 'partia'.
    said = [words for key, words in own_words("pl").items() if key.startswith("lab.")
            if re.search(r"\b(gier|grach)\b|[#}] gr[aęy]\b", words)]
    assert said == []


# -- what is missing, and what is meant badly -----------------------------------------------------


def hollow(sample: dict[str, Any]) -> dict[str, Any]:
    """The same with every interval gone."""
    def without(value: Any) -> Any:
        if isinstance(value, dict):
            if set(value) == {"mean", "low", "high", "blocks"}:
                return None
            return {key: without(inner) for key, inner in value.items()}
        return [without(inner) for inner in value] if isinstance(value, list) else value
    made = without(sample)
    assert isinstance(made, dict)
    return made


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_intervals_the_report_still_stands(tmp_path, sample, lang) -> None:
    found = hollow(sample)
    html, _ = written_to(tmp_path, found, lang)
    words = Page(html).words()
    assert not re.search(r"\bNone\b|\bnull\b|\bnan\b|\(\)", words)
    assert label(found, lang).count("\n") >= 3
    assert summary_lines(found, lang)


def test_sections_without_data_are_left_out(tmp_path, sample) -> None:
    bare = {"made": sample["made"], "answers": [], "seats": [], "length": {}, "choice": {},
            "tension": {}, "spread": {}, "points": [], "ends": [], "histogram": {}, "things": [],
            "traffic": {}, "coverage": None, "robust": [], "odd": [], "warnings": []}
    html, text = written_to(tmp_path, bare)
    assert Page(html).sections() == ["played", "limits"]
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## What was played", "## What these numbers cannot say"]
    assert label(bare).count("\n") == 3


def test_all_empty_pictures_can_be_drawn() -> None:
    flat = {"mean": 0.0, "low": 0.0, "high": 0.0}
    for drawn in (histogram([0.0, 1.0], [0], "none", "points", str),
                  histogram([0.0, 0.0], [5], "one", "points", str),
                  interval_row(flat, Scale(0, 0, 0, 10), 0.0, "nothing", marked=False)):
        ET.fromstring(written(drawn))


def test_without_the_game_there_are_numbers_but_no_pictures_of_it(tmp_path, sample) -> None:
    html, _ = written_to(tmp_path, sample, pictures=False)
    page = Page(html)
    assert "board" not in page.sections()
    assert "things" in page.sections()
    assert not {"map", "face"} & {a.get("class") for tag, a in page.tags if tag == "svg"}


def test_things_and_sites_that_the_game_no_longer_has_are_told_by_name(tmp_path, sample) -> None:
    found = deepcopy(sample)
    found["things"][0].update(kind="dragon", element="smaug", stands_out=True)
    found["things"][1].update(element="smaug", stands_out=True)
    found["traffic"] = {"cave": {"c1": 2.0}}
    html, _ = written_to(tmp_path, found)
    assert found["things"][0]["name"]["en"] in html
    assert "board" not in Page(html).sections()


def test_what_never_came_up_is_told_by_its_place_or_name(tmp_path, sample) -> None:
    _, text = written_to(tmp_path, sample)
    section = text.partition("## Rules")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    assert rows[2:] == [
        "| steps that never ran | 3 | `content/yamatai/turn.yaml:141–142, 150` |",
        "| conditions that never held | 1 | `content/yamatai/turn.yaml:248` |",
        "| actions that were never offered | 1 | `hetsuka.alms` |",
        "| actions that were offered and never taken | 1 | `f03.foresee` |",
        "| ends that no game reached | 1 | `buildings_out` |"]
    assert "7 parts of the rules never came up" in text


def test_where_everything_came_up_there_is_no_table(tmp_path, sample) -> None:
    found = {**sample, "coverage": {"statements": {"turn.yaml": {"1:2": 3}}}}
    html, _ = written_to(tmp_path, found)
    section = re.search(r'<section id="rules".*?</section>', html, re.DOTALL)[0]
    assert "Every part of the rules came up at least once." in section
    assert "<table" not in section


def test_a_short_series_is_told_by_its_means(tmp_path, sample) -> None:
    means = {"decisions": 301.5, "rounds": 20.25, "minutes": 61.0, "options": 5.5, "lead": 9.0,
             "lead_changes": 3.25, "scores": [40.0, 41.5, 42.0]}
    found = {**hollow(sample), "means": means}
    html, text = written_to(tmp_path, found)
    assert "A game takes 61 minutes, 20 rounds, and 302 decisions." in text
    assert "| Orange | – | 41.5 |" in text
    assert "<b>3.2</b><span></span>" in html
    assert "None" not in text


def test_a_game_without_rounds_is_not_told_to_have_some(tmp_path, sample) -> None:
    found = {**hollow(sample), "means": {"rounds": 1.0, "decisions": 71.0}}
    found["length"] = {**found["length"], "quantiles": {"decisions": [1, 2, 3, 4, 5], "rounds": []}}
    _, text = written_to(tmp_path, found)
    assert "A game takes 71 decisions." in text


def test_what_is_taken_so_seldom_that_it_says_nothing_does_not_lead_the_table(sample) -> None:
    found = deepcopy(sample)
    found["things"][3]["lift_share"] = {"mean": 1.05, "low": -0.2, "high": 2.0, "blocks": 3}
    lines = summary_lines(found)
    assert not [line for line in lines if found["things"][3]["name"]["en"] in line]
    assert not [line for line in lines if "105%" in line]


def test_an_interval_that_says_nothing_is_not_told(tmp_path, sample) -> None:
    found = deepcopy(sample)
    found["robust"] = [{"figure": "recruit riu", "bots": "random", "mean": 0.5, "low": -0.9,
                        "high": 1.4, "same_sign": True}]
    _, text = written_to(tmp_path, found)
    assert "| Riu | `random` | +50% | yes |" in text


def test_more_things_than_have_room_are_counted(tmp_path, sample) -> None:
    many = [{**sample["things"][n % 18], "id": f"x{n}"} for n in range(100)]
    at_sites = [{**sample["things"][3], "id": f"y{n}", "kind": "spot", "name": {"en": "to a spot"},
                 "stands_out": n == 0} for n in range(700)]
    html, _ = written_to(tmp_path, {**sample, "things": many + at_sites})
    assert "740 more things are in the data." in html
    section = re.search(r'<section id="things".*?</section>', html, re.DOTALL)[0]
    assert section.count("<span>to a spot</span>") == 1
    assert len(html.encode()) < 220_000
    # The others are there in short, and each once.
    assert section.count("<th>to a spot</th>") == 699
    assert re.findall("<summary>(.*?)</summary>", section) == ["Things and actions (735)"]
    assert len(json.loads((tmp_path / "report.json").read_text("utf-8"))["things"]) == 800


def test_what_has_no_room_is_told_in_short_by_what_is_done(tmp_path, sample) -> None:
    def move(group: str, n: int, name: str, **more: Any) -> dict[str, Any]:
        return {**sample["things"][3], "id": f"{group} {n}", "group": group, "kind": "x",
                "name": {"en": name}, "stands_out": False, "lift_share": None, "games_taken": .001,
                **more}
    sail = [move("sail", n, f"sail to bay {n}", games_taken=n / 9e4) for n in range(5)]
    few = [move("rest", 1, "rest"), move("wait", 1, "wait")]
    kept = [{**sample["things"][0], "id": f"k{n}"} for n in range(60)]
    html, text = written_to(tmp_path, {**sample, "things": [*kept, *sail, *few]})
    folded = re.findall("<details>.*?</details>", html, re.DOTALL)
    assert [re.search("<summary>(.*?)</summary>", one)[1] for one in folded] == [
        "sail to bay … (4)", "Things and actions (2)"]
    # Bay 0 was never taken, which is told elsewhere; what is taken most stands first.
    assert re.findall(r"<th>sail to bay (.*?)</th>", folded[0]) == ["4", "3", "2", "1"]
    assert "- sail to bay … (4)" in text
    assert "sail to bay 3" not in text


@pytest.mark.parametrize(("names", "said"), [
    (["sail to bay 1", "sail to bay 2"], "sail to bay …"),
    (["give a cup for gold", "give an old hat for gold"], "give … for gold"),
    (["give a cup for wood", "give an old hat for wood"], "give … for wood"),
    (["go on", "go on"], "go on"), (["wait", "wait long"], "wait …"),
    (["a b b", "a b b b"], "a b b …"), (["rest", "wait"], ""), (["a x", "b x"], "")])
def test_things_in_short_have_the_words_that_they_share(names: list[str], said: str) -> None:
    assert shared_words(names) == said


def test_of_too_many_that_stand_out_those_are_whole_that_do_so_most(tmp_path, sample) -> None:
    out = [{**sample["things"][0], "id": f"x{n}", "name": {"en": f"thing {n}"},
            "lift_share": {"mean": n / 200 + .05, "low": n / 200, "high": n / 200 + .1,
                           "blocks": 90},
            "games_taken": 1 - n / 200, "stands_out": True} for n in range(90)]
    html, _ = written_to(tmp_path, {**sample, "things": out})
    assert html.count("<em>stands out</em>") == 80
    assert sorted(re.findall(r"<th>thing (\d)</th>", html)) == [str(n) for n in range(10)]


def test_a_page_with_a_thousand_moves_is_not_large(tmp_path, sample) -> None:
    things = [{**sample["things"][n % 17], "id": f"m{n}", "group": f"group_{n // 30}",
               "games_taken": .5, "stands_out": n % 10 == 0,
               "name": {"en": f"put the boat on h{n}"}}
              for n in range(1000)]
    html, _ = written_to(tmp_path, {**sample, "things": things})
    assert len(html.encode()) < 300_000
    assert all(f">put the boat on h{n}<" in html for n in range(1000))


def test_names_of_strangers_are_words_and_nothing_else(tmp_path, sample) -> None:
    found = deepcopy(sample)
    for names in (found["made"]["game"]["title"], found["seats"][0]["name"],
                  found["things"][0]["name"], found["points"][0]["name"], found["ends"][0]["name"]):
        names.update(dict.fromkeys(names, EVIL))
    found["things"][0]["stands_out"] = True
    found["made"]["bots"] = [EVIL] * 3
    found["odd"][0]["command"] = found["made"]["command"] = EVIL
    found["coverage"]["ends"][EVIL] = 0
    html, text = written_to(tmp_path, found)
    page = Page(html)
    assert [a for tag, a in page.tags if tag == "script"] == [
        {"type": "application/json", "id": "findings"}, {}]
    assert EVIL in page.words()
    kept = json.loads(next(d for t, d in page.inside if t == "script" and '"made"' in d))
    assert kept["made"]["game"]["title"] == {"en": EVIL}
    # In Markdown it stands escaped, or as code, in which nothing is markup.
    assert "<script>" not in re.sub(r"(`+) .*? \1(?!`)", "", text)
    assert "[a](b)" not in re.sub(r"(`+) .*? \1(?!`)", "", text)
    rows = [line for line in label(found).splitlines() if line]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 3 for row in rows)


# -- in short -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_label_has_ten_lines(sample, lang) -> None:
    lines = label(sample, lang).splitlines()
    assert len(lines) == 10
    assert all(line.startswith("| ") and line.endswith(" |") for line in lines)
    assert sample["made"]["game"]["hash"][:12] in lines[-1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lines_for_a_terminal_are_few(sample, lang) -> None:
    lines = summary_lines(sample, lang)
    assert 20 <= len(lines) <= 35
    bars = [line.count("█") for line in lines if "█" in line]
    assert len(bars) == 3
    assert bars[0] > bars[1] > bars[2]
    assert any(" (71" in line for line in lines)


def test_what_nobody_won_is_told_below_the_seats(tmp_path, sample) -> None:
    found = deepcopy(sample)
    assert not any("Nobody" in line for line in summary_lines(found))
    found["spread"]["nobody"] = {"mean": 0.37, "low": 0.3, "high": 0.44, "blocks": 400}
    found["means"] = {**(found.get("means") or {}), "even": 0.21}
    wanted = "Nobody won in 37% (30% to 44%) of the games."
    assert f"  {wanted}" in summary_lines(found)
    _, text = written_to(tmp_path, found)
    assert wanted in text
    # What is even is what is left.
    assert "what would be even: 21%" in text


def test_a_folder_that_cannot_be_written_is_told(tmp_path, sample) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match=r"the report cannot be written to .* name another folder"):
        write(sample, None, tmp_path / "taken")


# -- signs and order of words ---------------------------------------------------------------------

@pytest.mark.parametrize("lang", LANGUAGES)
def test_markdown_is_set_as_the_language_is(lang: str, sample: dict[str, Any], tmp_path: Path
                                            ) -> None:
    """A label that goes on from its number stands behind it, and French sets a space before `:`."""
    _, said = written_to(tmp_path, sample, lang)
    words = Words(lang)
    for key in ("ties", "decided", "forced", "obvious"):
        assert re.search(rf"^- \*\*[^*]+\*\* {re.escape(words.says(f'figure.{key}'))}", said,
                         re.MULTILINE), key
    colons = re.findall(r"^(?:- |## ).*?(.):(?: |$)", said, re.MULTILINE)
    assert len(colons) > 10
    assert {sign in "\u00a0\u202f" for sign in colons} == {lang == "fr"}
