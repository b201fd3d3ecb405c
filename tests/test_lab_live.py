"""Interactive reports: what they have besides, in all languages; a report without is as it was."""

from __future__ import annotations

import base64
import hashlib
import re
from copy import deepcopy
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from command_line import run_here
from lab_sample import findings
from packs.tables import game
from test_lab_report import EVIL, Page, written_to
from tilewright.lab.report.html import page_file
from tilewright.lab.report.live import MANY
from tilewright.lab.report.traits import key, tells
from tilewright.lab.report.words import Words
from tilewright.wording.own import own_words

if TYPE_CHECKING:
    from pathlib import Path

LANGS = ("en", "de", "fr", "it", "pl")
WORDS = ("live.hint", "live.find", "live.sort", "live.sort.own", "live.turn", "live.only")


@pytest.fixture(scope="module")
def sample() -> dict[str, Any]:
    """Findings in which a specialist is also looked at with other bots and on the map."""
    found = findings(game("yamatai"))
    found["robust"].append({"figure": "recruit yasoma", "bots": "mcts:50", "mean": 0.05,
                            "low": 0.01, "high": 0.09, "same_sign": True})
    site = next(iter(found["traffic"]["island"]))
    out = next(one for one in found["things"] if one["id"] == "recruit yasoma")
    found["things"].append({**out, "id": f"build {site}", "kind": "island", "element": site,
                            "name": {"en": "build there"}, "with": []})
    return found


@pytest.fixture
def live(tmp_path: Path, sample: dict[str, Any]) -> str:
    return written_to(tmp_path, sample, interactive=True)[0]


def section(html: str, name: str) -> str:
    found = re.search(rf'<section id="{name}".*?</section>', html, re.DOTALL)
    assert found is not None
    return found[0]


def rows(html: str) -> dict[str, dict[str, str | None]]:
    """What is noted of each row, by the words at its beginning."""
    found = re.findall(r"(<tr[^>]*>)<th[^>]*>(?:<svg.*?</svg>)?<span>(.*?)</span>", html)
    return {unescape(name): Page(f"{row}</tr>").tags[0][1] for row, name in found}


# -- beside the page without -----------------------------------------------------------------------


def test_without_the_wish_a_page_has_nothing_of_it(tmp_path, sample) -> None:
    html, _ = written_to(tmp_path, sample)
    assert f"<style>{page_file('report.css')}</style>" in html
    assert f"<script>{page_file('report.js')}</script>" in html
    tags = Page(html).tags
    assert not {name for _, attrs in tags for name in attrs} & {
        "data-of", "data-tells", "data-marks", "data-kind", "data-said", "aria-pressed"}
    assert not [tag for tag, _ in tags if tag in ("input", "select", "button", "output")]


@pytest.mark.parametrize("lang", LANGS)
def test_an_interactive_page_is_the_other_one_with_notes(tmp_path, sample, lang) -> None:
    """Whoever has no script sees the same; there is only more for the script."""
    quiet, text = written_to(tmp_path, sample, lang)
    told, same_text = written_to(tmp_path, sample, lang, interactive=True)
    assert text == same_text
    left = re.sub(r'<(div|p) class="live[ "][^>]* hidden>.*?</\1>(?=<div class="scroll|<svg|<div '
                  'class="warning|<p class="warning|<section)', "", told, flags=re.DOTALL)
    left = re.sub(r'(<(?:tr|li|circle)\b[^>]*?)((?: data-(?:of|tells|kind)="[^"]*")+)', r"\1", left)
    # The words at marks, and not those of whole pictures.
    left = re.sub(r"(<(?:rect|circle)[^>]*)><title>[^<]*</title></(?:rect|circle)>", r"\1/>", left)
    left = re.sub(r'<circle[^>]* class="catch"/>', "", left)
    for end in ("css", "js"):
        left = left.replace(page_file(f"live.{end}"), "")
    left = re.sub(r"sha256-[^&]*", "", left)
    assert left == re.sub(r"sha256-[^&]*", "", quiet)


def test_the_policy_allows_script_and_style_and_nothing_else(live) -> None:
    policy = unescape(re.search(r'security-policy" content="([^"]*)"', live)[1])
    for tag in ("script", "style"):
        (inside,) = re.findall(rf"<{tag}>(.*?)</{tag}>", live, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    tags = Page(live).tags
    assert not [a for _, attrs in tags for a in attrs if a == "style" or a.startswith("on")]
    assert not re.search(r"eval|Function\(|innerHTML|fetch\(|XMLHttp|import\b",
                         page_file("live.js"))


def test_an_interactive_page_of_a_large_game_is_not_large(live) -> None:
    assert len(live.encode()) < 260_000


# -- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_all_that_is_said_is_said_in_its_language(tmp_path, sample, lang) -> None:
    html, _ = written_to(tmp_path, sample, lang, interactive=True)
    page, own = Page(html), own_words(lang)
    told = [unescape(data) for _, data in page.inside] + [
        value for _, attrs in page.tags for value in attrs.values() if value]
    words = Words(lang)
    assert [k for k in WORDS if own[f"lab.{k}"] not in told] == []
    for name, what in (("search", words.says("things")), ("legend", words.says("board.map")),
                       ("legend", words.says("points.sheet"))):
        assert words.says(f"live.{name}", what=what) in told
    assert words.says("live.shown", n="{n}", count="{count}") in told
    if lang != "en":
        english = own_words("en")
        assert [k for k in (*WORDS, "live.shown", "live.search", "live.legend")
                if own[f"lab.{k}"] == english[f"lab.{k}"]] == []


def test_columns_tell_how_many_and_which_share_of_all(tmp_path, sample) -> None:
    found = deepcopy(sample)
    found["histogram"]["scores"] = {"edges": [0, 5, 10], "counts": [30, 10]}
    html, _ = written_to(tmp_path, found, interactive=True)
    assert re.findall(r'class="column"><title>(.*?)</title>', section(html, "points")) == [
        "0 to 5: count 30 (75%)", "5 to 10: count 10 (25%)"]


# -- what is noted -------------------------------------------------------------------------------


def test_rows_that_cannot_tell_are_noted(live, sample) -> None:
    noted = rows(section(live, "things"))
    cannot = {name for name, attrs in noted.items() if attrs.get("data-tells") == "no"}
    names = {t["name"]["en"]: t for t in sample["things"]}
    assert cannot == {name for name, t in names.items() if not t["stands_out"] and (
        t["lift_share"] is None or t["lift_share"]["low"] <= 0 <= t["lift_share"]["high"])}
    assert 0 < len(cannot) < len(noted) == len(names)


def test_of_seats_the_line_is_what_would_be_even(live, sample) -> None:
    noted = {name: attrs.get("data-tells") for name, attrs in rows(section(live, "seats")).items()}
    assert noted == {s["name"]["en"]: "no" if s["share"]["low"] <= 1 / 3 <= s["share"]["high"]
                     else None for s in sample["seats"]}


@pytest.mark.parametrize(("low", "high", "said"), [
    (0.1, 0.3, True), (-0.3, -0.1, True), (0.0, 0.3, False), (-0.3, 0.0, False),
    (-0.1, 0.1, False), (None, None, False)])
def test_an_interval_tells_if_it_does_not_touch_the_line(low, high, said) -> None:
    assert tells({"mean": 0.2, "low": low, "high": high}, 0.0) is said
    assert tells(None, 0.0) is False


def test_the_same_thing_has_the_same_key_wherever_it_is(live) -> None:
    here = rows(section(live, "things"))["Yasoma"]["data-of"]
    assert here == "recruit%20yasoma specialist/yasoma"
    assert f'<li class="up" data-of="{here}">' in section(live, "things")
    robust = re.findall(r'<tr data-of="([^"]*)"', section(live, "robust"))
    assert robust[-1] == "recruit%20yasoma"
    site = rows(section(live, "things"))["build there"]["data-of"].split()[1]
    (on_map,) = [attrs for _, attrs in Page(section(live, "board")).tags
                 if attrs.get("data-of") == site]
    assert on_map["class"] == "heat"


def test_keys_have_no_spaces_and_are_different_for_what_is_different() -> None:
    told = [("a b",), ("a", "b"), ("a/b",), ("a%20b",), ("ab",), ('é "<',)]
    made = [key(*one) for one in told]
    assert len(set(made)) == len(made)
    assert not [one for one in made if re.search(r"[\s\"<]", one)]


def test_what_is_folded_is_noted_too(tmp_path, sample) -> None:
    # The map shows moves to a place, so they are told in short.
    sites = [{**sample["things"][3], "id": f"sail {n}", "kind": "spot", "element": f"v{n}",
              "name": {"en": f"sail to {n}"}, "lift_share": {
                  "mean": 0.2, "low": 0.1 if n else -0.1, "high": 0.3, "blocks": 90}}
             for n in range(5)]
    html, _ = written_to(tmp_path, {**sample, "things": sample["things"] + sites},
                         interactive=True)
    folded = re.search("<details>.*?</details>", html, re.DOTALL)[0]
    noted = [attrs for tag, attrs in Page(folded).tags if tag == "tr"][1:]
    assert [attrs["data-of"] for attrs in noted] == [f"sail%20{n} spot/v{n}" for n in range(5)]
    assert [attrs.get("data-tells") for attrs in noted] == ["no", *[None] * 4]


# -- what can be done ----------------------------------------------------------------------------


def test_only_long_tables_with_plots_are_searched(tmp_path, sample, live) -> None:
    assert live.count('type="search"') == 1
    assert '<div class="search"' in section(live, "things")
    for many, wanted in ((MANY, 1), (MANY - 1, 0)):
        few = {**sample, "things": sample["things"][:many]}
        assert written_to(tmp_path, few, interactive=True)[0].count('type="search"') == wanted


def test_where_all_can_be_told_nobody_is_asked_to_leave_out_the_rest(tmp_path, sample) -> None:
    sure = [{**t, "stands_out": True, "lift_share": t["lift_share"] or sample["things"][0][
        "lift_share"]} for t in sample["things"]]
    html, _ = written_to(tmp_path, {**sample, "things": sure}, interactive=True)
    assert 'type="search"' in html
    assert 'type="checkbox"' not in html


def test_legends_name_the_series_and_their_marks(live, sample) -> None:
    def legend(name: str) -> list[tuple[str, str]]:
        return [(unescape(marks), said) for marks, said in re.findall(
            r'aria-pressed="true" data-marks="([^"]*)"><svg.*?</svg>(.*?)</button>',
            section(live, name))]
    assert legend("points") == [(".dot, .link", "Winners"), (".hollow, .link", "Others")]
    assert legend("board") == [(f'[data-kind="{kind}"]', kind) for kind in sample["traffic"]]
    kinds = re.findall(r'class="heat" data-kind="(\w+)"', live)
    assert {kind: kinds.count(kind) for kind in kinds} == {
        kind: len(found) for kind, found in sample["traffic"].items()}
    assert live.count('class="legend"') == 2


def test_one_kind_of_site_alone_has_no_legend(tmp_path, sample) -> None:
    found = {**sample, "traffic": {"island": sample["traffic"]["island"]}}
    html, _ = written_to(tmp_path, found, interactive=True)
    assert 'class="map"' in section(html, "board")
    assert "legend" not in section(html, "board")


def test_names_of_strangers_are_words_here_too(tmp_path, sample) -> None:
    found = deepcopy(sample)
    found["things"][0].update(id=EVIL, name={"en": EVIL}, stands_out=True)
    found["things"][1].update(kind=EVIL, element=EVIL)
    found["robust"][0]["figure"] = EVIL
    page = Page(written_to(tmp_path, found, interactive=True)[0])
    assert [a for tag, a in page.tags if tag == "script"] == [
        {"type": "application/json", "id": "findings"}, {}]
    assert EVIL in page.words()
    noted = [attrs["data-of"] for _, attrs in page.tags if "data-of" in attrs]
    assert {key(EVIL), f"{key(sample['things'][1]['id'])} {key(EVIL, EVIL)}"} <= {
        *noted, *(one.split()[0] for one in noted)}


# -- commands ------------------------------------------------------------------------------------


def test_a_command_makes_an_interactive_report(tmp_path) -> None:
    words = ("lab", "tictactoe", "--bot", "random", "--games", "4", "--quick", "--jobs", "1")
    for more, there in ((("--out", "plain"), False), (("--out", "live", "--interactive"), True)):
        assert run_here(*words, *more, cwd=tmp_path).returncode == 0
        html = (tmp_path / more[1] / "report.html").read_text(encoding="utf-8")
        assert (page_file("live.js") in html) is there
    done = run_here(*words, "--interactive", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == ("tilewright: '--interactive' is about the report; name a folder for it "
                           "with '--out'\n")


def test_an_experiment_makes_its_reports_interactive(tmp_path) -> None:
    (tmp_path / "lab.yaml").write_text("question: why?\ngame: tictactoe\nbots: random\ngames: 4\n"
                                       "ask:\n  - {series: base, again: false}\n")
    words = ("lab", "experiment", "lab.yaml", "--jobs", "1", "--interactive")
    done = run_here(*words, "--out", "all", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    html = (tmp_path / "all/base/report.html").read_text(encoding="utf-8")
    assert page_file("live.js") in html
    done = run_here(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "'--interactive' is about the report" in done.stderr
