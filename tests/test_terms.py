"""Lists of terms, the spelling of English, and the plain words of templates."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bad_packs import from_yaml
from command_line import run_here
from tilewright.cli.check import check_folder
from tilewright.packs.pack import read_pack
from tilewright.playing.beside import beside, in_english
from tilewright.problems import Place, Problems
from tilewright.stages import load
from tilewright.wording.spelling import check_spelling
from tilewright.wording.stretches import blanked
from tilewright.wording.terms import Term, check_terms

ROOT = Path(__file__).parent.parent


# -- the plain words of a template ----------------------------------------------------------------

@pytest.mark.parametrize(("template", "words"), [
    ("take {what:acc} now", "take now"),
    ("take {n, plural, one {# coin} other {{x} # coins}} of {y}", "take coin coins of"),
    ("{x, select, true {a rare one} other {}} #1", "a rare one 1"),
    ("{n, plural, =0 {none} other {{x, select, a {this} other {that}}}}", "none this that"),
])
def test_plain_words_stay_where_they_are(template, words):
    plain = blanked(template)
    assert plain.split() == words.split()
    assert len(plain) == len(template)
    assert all(sign in (" ", template[at]) for at, sign in enumerate(plain))


# -- terms ----------------------------------------------------------------------------------------

def forbidden(text: str, english: str = "a token", lang: str = "fr", **more: list[str]
              ) -> list[str]:
    found = Problems()
    term = Term("token", "jeton", **{key: tuple(words) for key, words in more.items()})
    check_terms([term], lang, {"k": (text, Place("f.yaml", 3, 5, 5 + len(text)))},
                {"k": (english, Place("e.yaml"))}, found)
    assert all(p.code == "term-forbidden" for p in found)
    return [f"{p.place.col}-{p.place.end}" for p in found.sorted()]


@pytest.mark.parametrize(("words", "text", "places"), [
    ("pion", "un pion", ["8-12"]),
    ("pion", "un pionnier", []),
    ("pion*", "un pionnier", ["8-16"]),
    ("pion", "Pion !", ["5-9"]),
    ("pion", "un Pion", []),
    ("Pion", "un pion", []),
    ("pion*", "deux pions et un pion", ["10-15", "22-26"]),
    ("pion de jeu", "un pion\u00a0de jeu", ["8-19"]),
    ("pion", "{pion} {n, plural, one {# pion} other {#}}", ["31-35"]),
])
def test_words_are_found_as_wholes(words, text, places):
    assert forbidden(text, never=[words]) == places


def test_each_of_several_words_is_found():
    words = ["pion", "pions de*", "Pion"]
    assert forbidden("un pion", never=words) == ["8-12"]
    assert forbidden("pions de jeu", nowhere=["jetons"], never=words) == ["5-13"]
    assert forbidden("un Pion, des jetons", nowhere=["jetons"], never=words) == ["8-12", "18-24"]
    assert forbidden("un jeton", never=words) == forbidden("un pion") == []


def test_words_that_are_wrong_for_a_term_may_stand_elsewhere():
    assert forbidden("un pion", never=["pion"], english="the tokens lie here")
    assert not forbidden("un pion", never=["pion"], english="a pawn")
    assert not forbidden("un pion", never=["pion"], english="a {token}")
    assert forbidden("un pion", never=["pion"], english="discarding", found=["discard*"])
    assert forbidden("un pion", nowhere=["pion"], english="a pawn")
    # English has no other text to look at.
    assert forbidden("a pawn", never=["pawn"], english="a pawn", lang="en")


@pytest.mark.parametrize(("game", "lang", "old", "new"), [
    ("yamatai", "pl", "odrzuć {donated:token}", "oddaj {donated:token}"),
    ("yamatai", "fr", "jeton Culture", "jeton de culture"),
    ("namiji", "it", "la tua nassa", "la tua trappola"),
])
def test_a_text_with_another_word_is_told_at_that_word(game, lang, old, new, tmp_path):
    folder = tmp_path / game
    shutil.copytree(ROOT / "content" / game, folder)
    path = folder / "text" / f"{lang}.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    number = next(i for i, line in enumerate(lines) if old in line and "'" not in line
                  and '"' not in line)
    lines[number] = lines[number].replace(old, new, 1)
    path.write_text("".join(lines), encoding="utf-8")
    before = [p for p in beside(load(game, [])) if p.code == "term-forbidden"]
    (problem,) = [p for p in check_folder(folder, []) if p.code == "term-forbidden"]
    assert before == []
    word = new.split(" {")[0].removeprefix("la tua ")
    assert problem.place.line == number + 1
    start = problem.place.col - 1
    assert lines[number][start:problem.place.end - 1] == word


@pytest.mark.parametrize("lang", ["en", "fr", "it", "pl"])
@pytest.mark.parametrize(("term", "wrong"), [("crab", "craqz"), ("pier", "peer")])
def test_a_term_that_no_english_text_holds_is_told(lang, term, wrong, tmp_path):
    """Also where other words are listed by which it is found."""
    folder = tmp_path / "namiji"
    shutil.copytree(ROOT / "content" / "namiji", folder)
    path = folder / "text" / f"terms.{lang}.yaml"
    said = path.read_text(encoding="utf-8")
    assert f"  {term}: " in said
    path.write_text(said.replace(f"  {term}: ", f"  {wrong}: "), encoding="utf-8")
    (problem,) = check_folder(folder, [])
    assert problem.code == "term-unknown"
    assert f"no English text speaks of '{wrong}'; name it as the English texts do" in (
        problem.sentence)


@pytest.mark.parametrize("lang", ["en", "fr", "it", "pl"])
@pytest.mark.parametrize("game", ["yamatai", "namiji"])
def test_shipped_lists_are_in_use(game, lang):
    """A dozen terms and more, each for something that the game speaks of."""
    said = from_yaml((ROOT / f"content/{game}/text/terms.{lang}.yaml").read_text("utf-8"))
    english = (ROOT / f"content/{game}/text/en.yaml").read_text("utf-8")
    assert len(said["terms"]) >= 12
    for name, one in said["terms"].items():
        assert Term(name, one["is"], tuple(one.get("found", ()))).is_in(english), name


def test_terms_are_printed_and_go_out_as_tbx(tmp_path):
    told = run_here("text", "terms", "yamatai", "--lang", "pl").stdout.splitlines()
    assert any(line.startswith("discard = odrzucić; not: oddaj*") for line in told)
    run_here("text", "terms", "yamatai", "--lang", "pl", "--tbx", "--to", "x.tbx", cwd=tmp_path)
    top = ET.parse(tmp_path / "x.tbx").getroot()
    assert top.get("type") == "TBX-Basic"
    entries = top.findall("./text/body/termEntry")
    assert len(entries) == len(told)
    (entry,) = [e for e in entries if e.findtext("./langSet/tig/term") == "discard"]
    tigs = entry.findall("./langSet[2]/tig")
    words = {t.findtext("term"): (t.findtext("termNote") or "")[:10] for t in tigs}
    assert words["odrzucić"] == "preferredT"
    assert words["oddaj…"] == "deprecated"


def test_a_game_without_a_list_says_how_to_begin_one():
    done = run_here("text", "terms", "tictactoe", "--lang", "fr")
    assert done.returncode == 2
    assert "terms: {fr: text/terms.fr.yaml}" in done.stderr


# -- spelling -------------------------------------------------------------------------------------

def spelled(text: str, spelling: str = "american") -> list[str]:
    found = Problems()
    check_spelling(spelling, {"k": (text, Place("f.yaml", 1, 1, 200))}, found)
    return [p.hint.removeprefix("write ").strip("'") for p in found.sorted()]


@pytest.mark.parametrize(("text", "right"), [
    ("any colour", ["color"]), ("Grey", ["Gray"]), ("neighbours", ["neighbors"]),
    ("{colour}: {n, plural, one {# colour} other {#}}", ["color"]),
    ("organise, organised, realising", ["organize", "organized", "realizing"]),
    ("a specialist organist, realistic finalists", []), ("the traveller", ["traveler"]),
    ("color, gray, harbor", []),
])
def test_american_english_is_told_from_british(text, right):
    assert spelled(text) == right


@pytest.mark.parametrize(("text", "right"), [
    ("any color", ["colour"]), ("laborious, humorous, honorary", []), ("colour", []),
])
def test_british_english_is_told_from_american(text, right):
    assert spelled(text, "british") == right


def spelling_in(folder: Path, spelling: str, about: str) -> list[tuple[str, str]]:
    """The problems of a pack that says how English is spelled."""
    shutil.copytree(ROOT / "content" / "connect_four", folder)
    manifest = folder / "pack.yaml"
    said = manifest.read_text("utf-8").replace("about: ", f"about: {about} ")
    more = "terms: {en: terms.yaml}\n" if spelling else ""
    manifest.write_text(f"{said}{more}", encoding="utf-8")
    (folder / "terms.yaml").write_text(f"spelling: {spelling}\nterms: {{}}\n", encoding="utf-8")
    return [(p.code, p.place.file[-9:]) for p in check_folder(folder, [])
            if p.place.file.endswith("pack.yaml")]


@pytest.mark.parametrize(("spelling", "about", "told"), [
    ("american", "In colour.", True), ("british", "In colour.", False), ("", "In colour.", False),
    ("british", "In color.", True), ("american", "In color.", False), ("", "In color.", False)])
def test_a_pack_is_spelled_as_it_says(tmp_path, spelling, about, told):
    found = spelling_in(tmp_path / "connect_four", spelling, about.rstrip("."))
    assert found == ([("text-spelling", "pack.yaml")] if told else [])


@pytest.mark.parametrize("folder", sorted(
    path.parent for place in ("content", "variants")
    for name in ("pack.yaml", "variant.yaml") for path in (ROOT / place).rglob(name)),
    ids=lambda path: path.name)
def test_shipped_texts_are_american(folder):
    problems = Problems()
    pack = read_pack(folder, problems)
    check_spelling("american", in_english(pack), problems)
    assert problems.sorted() == []
