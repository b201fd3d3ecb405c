"""The door for translators: texts out as PO files, and back as YAML."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import polib
import pytest

from bad_packs import from_yaml
from command_line import run_here
from tilewright import limits
from tilewright.cli.check import check_folder
from tilewright.problems import UsageError
from tilewright.reading.source import without_places
from tilewright.translating.bringing import brought_in
from tilewright.translating.in_yaml import with_texts
from tilewright.translating.marking import marked
from tilewright.translating.po import entries, po_of
from tilewright.translating.po_in import from_po
from tilewright.translating.work import Work, loaded_for, work_on, work_on_program
from tilewright.wording.flat import flat

ROOT = Path(__file__).parent.parent
LANGUAGES = ("fr", "it", "pl")
GAMES = ("yamatai", "namiji", "tictactoe", "connect_four")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "connect_four"
    shutil.copytree(ROOT / "content" / "connect_four", folder)
    return folder


def exported(work: Work, folder: Path) -> Path:
    file = folder / "texts.po"
    file.write_text(po_of(work), encoding="utf-8")
    return file


def entry_of(work: Work, key: str) -> polib.POEntry:
    (found,) = [e for e in polib.pofile(po_of(work)) if e.msgctxt == key]
    return found


def replace(path: Path, old: str, new: str) -> None:
    said = path.read_text(encoding="utf-8")
    assert old in said
    path.write_text(said.replace(old, new), encoding="utf-8")


# -- out ------------------------------------------------------------------------------------------

def msgfmt(file: Path) -> str:
    """What gettext itself says to a file; in continuous integration it has to be there."""
    if shutil.which("msgfmt") is None and not os.environ.get("CI"):
        pytest.skip("gettext is not installed: apt-get install gettext")
    done = subprocess.run(["msgfmt", "--check", "--verbose", "-o", os.devnull, str(file)],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_po_file_holds_every_text_and_changes_none(name, lang, tmp_path):
    work = work_on(name, [], lang)
    file = exported(work, tmp_path)
    shipped = ROOT / f"content/{name}/text/{lang}.yaml"
    texts = flat(from_yaml(shipped.read_text(encoding="utf-8")))
    assert {e.msgctxt: e.msgstr for e in polib.pofile(str(file)) if e.msgstr} == texts
    made = brought_in(file, work, shipped)
    assert made.texts == shipped.read_text(encoding="utf-8")
    assert flat(from_yaml(brought_in(file, work, None).texts)) == texts
    assert "translated message" in msgfmt(file)


@pytest.mark.parametrize("lang", ["fr", "de", "ar", "ja"])
def test_the_words_of_the_program_go_through_the_same_door(lang, tmp_path):
    work = work_on_program(lang)
    file = exported(work, tmp_path)
    msgfmt(file)
    assert len(polib.pofile(str(file))) >= 120
    if work.file is not None:
        words = work.file.read_text(encoding="utf-8")
        assert brought_in(file, work, work.file).texts == words


def test_a_template_has_no_language(tmp_path):
    file = tmp_path / "texts.pot"
    run_here("text", "export", "yamatai", "--pot", "--to", str(file))
    found = polib.pofile(str(file))
    assert not any(e.msgstr for e in found)
    assert found.metadata["Language"] == ""
    assert found.metadata_is_fuzzy
    assert "max-length" in next(iter(found)).flags[0]


def test_an_entry_tells_what_a_translator_needs():
    work = work_on("yamatai", [], "fr")
    entry = entry_of(work, "verb.culture_for_coins")
    assert "A piece of a sentence: starts with a small letter, no period." in entry.comment
    assert "{n}: a number" in entry.comment
    assert re.search(r"^Example: .*4 coins \(Hetsuka\)$", entry.comment, re.MULTILINE)
    assert re.search(r"^At most \d+ characters\.$", entry.comment, re.MULTILINE)
    assert entry.flags[0] == "icu-message-format"
    assert re.fullmatch(r"max-length:\d+", entry.flags[1])
    ((file, line),) = entry.occurrences
    lines = (ROOT / "content/yamatai" / file).read_text(encoding="utf-8").splitlines()
    assert lines[int(line) - 1].startswith("verb.culture_for_coins:")


@pytest.mark.parametrize(("key", "said"), [
    ("move.pick_fleet", r"\{taken\}: the name of one fleet, such as fleet 1 or fleet 2"),
    ("change.selling_price.to", r"Example: you sell .* for \d coins"),
    ("action.buy.about", r"\{trades\}: a number of the rules, now 1"),
    ("pass", r"The move that does nothing"),
])
def test_comments_tell_the_truth(key, said):
    assert re.search(said, entry_of(work_on("yamatai", [], "fr"), key).comment)


def test_a_form_tells_where_it_is_used():
    found = [e for e in polib.pofile(po_of(work_on("yamatai", [], "fr"))) if "@" in e.msgctxt]
    assert len(found) > 10
    for entry in found:
        form = entry.msgctxt.partition("@")[2]
        assert entry.comment.startswith(f"The form '{form}'.")
        assert re.search(rf"^Used in [\w.]+: .*\{{\w+:{form}\}}", entry.comment, re.MULTILINE)


@pytest.mark.parametrize("name", ["yamatai", "namiji"])
def test_comments_are_no_noise(name):
    for entry in entries(work_on(name, [], "pl")):
        assert sum(line.startswith(("Example", "Said by")) for line in entry.comments) <= 3
        assert len(entry.comments) <= 20, entry.key


def test_plural_forms_are_flagged_where_only_the_translation_has_them():
    found = [e for e in polib.pofile(po_of(work_on("yamatai", [], "pl")))
             if ", plural," in e.msgstr and ":" not in e.msgstr]
    assert any(", plural," not in e.msgid for e in found)
    assert all("icu-message-format" in e.flags for e in found)


def test_where_only_a_name_differs_one_example_is_enough():
    entry = entry_of(work_on("yamatai", [], "fr"), "move.pick_fleet")
    assert entry.comment.count("Example: ") == 1


def test_the_length_that_a_tool_may_take_is_the_one_that_check_takes(copy):
    """A text as long as the flag says is not too long; one sign more is."""
    flags = entry_of(work_on(str(copy), [], "fr"), "end.full_board").flags
    most = int(flags[0].removeprefix("max-length:"))
    path = copy / "text/fr.yaml"
    said = from_yaml(path.read_text("utf-8"))["end.full_board"]
    for length, told in ((most, []), (most + 1, ["text-long"])):
        replace(path, f"end.full_board: {said}\n", f"end.full_board: {'x' * length}\n")
        said = "x" * length
        assert codes(copy) == told


def test_names_that_english_takes_from_ids_are_exported():
    """Also where no other language shows that they are names."""
    found = {e.key: e.english for e in entries(work_on("yamatai", [], "cs"))}
    assert found["colour.stone"] == "stone"
    assert found["figure.palace"] == "palace"
    assert found["culture.orange"] == "orange"
    keys = set(found)
    for lang in LANGUAGES:
        file = ROOT / f"content/yamatai/text/{lang}.yaml"
        there = flat(from_yaml(file.read_text("utf-8")))
        assert {key.partition("@")[0] for key in there} <= keys


def test_codes_and_numbers_are_said_alike_everywhere():
    found = {e.key for e in entries(work_on("tictactoe", [], "cs"))}
    assert {"kind.cell", "player.x"} <= found
    assert not {"cell.a1", "line.line_1"} & found


def test_a_language_that_the_program_does_not_speak_gets_its_words_too():
    assert "frame.limited" in {e.key for e in entries(work_on("tictactoe", [], "cs"))}
    assert "frame.limited" not in {e.key for e in entries(work_on("tictactoe", [], "fr"))}


def test_the_texts_of_a_variant_are_those_that_it_brings(tmp_path):
    for words in (["yamatai", "--with", "tides_and_tolls"], ["tides_and_tolls"]):
        run_here("text", "export", *words, "--lang", "pl", "--to", "x.po", cwd=tmp_path)
        found = polib.pofile(str(tmp_path / "x.po"))
        own = flat(from_yaml(
            (ROOT / "variants/tides_and_tolls/text/pl.yaml").read_text("utf-8")))
        assert {e.msgctxt: e.msgstr for e in found if e.msgstr} == own
        assert found.metadata["Project-Id-Version"].startswith("tides_and_tolls ")
        # Names of the game are no concern of the variant.
        assert "colour.stone" not in {e.msgctxt for e in found}


# -- in -------------------------------------------------------------------------------------------

@pytest.mark.parametrize("broken", ["msgstr", 'msgid "a"\nmsgstr "b', "\x00\xff"])
def test_a_broken_po_file_is_refused(broken, tmp_path):
    file = tmp_path / "x.po"
    file.write_bytes(broken.encode("latin-1"))
    with pytest.raises(UsageError, match="cannot be read"):
        from_po(file)


HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset={}\\n"\n\n'
ONE = 'msgctxt "{}"\nmsgid "play"\nmsgstr "żółć"\n'


@pytest.mark.parametrize("charset", ["nonsense", "zlib", "rot13", "ISO-8859-2", "x" * 999])
def test_a_po_file_of_other_letters_is_refused(charset, tmp_path):
    file = tmp_path / "x.po"
    file.write_text(HEAD.format(charset) + ONE.format("a"), encoding="utf-8")
    with pytest.raises(UsageError, match=r"says that it is in .* save it as UTF-8"):
        from_po(file)


@pytest.mark.parametrize("charset", ["UTF-8", "utf8", "us-ascii", "CHARSET", ""])
def test_a_po_file_is_utf_8_whatever_it_says(charset, tmp_path):
    file = tmp_path / "x.po"
    file.write_text(HEAD.format(charset) + ONE.format("a"), encoding="utf-8")
    assert from_po(file).said == {"a": "żółć"}


def test_a_po_file_is_as_large_as_other_files(tmp_path, monkeypatch):
    file = tmp_path / "x.po"
    file.write_text("".join(ONE.format(f"a{number}") for number in range(40)), encoding="utf-8")
    assert len(from_po(file).said) == 40
    monkeypatch.setattr(limits, "FILE_BYTES", file.stat().st_size - 1)
    with pytest.raises(UsageError, match=r"at most .* bytes"):
        from_po(file)


@pytest.mark.parametrize(("old", "new", "said"), [
    ('msgstr "jouer', "msgstr jouer", "this line cannot be read"),
    ("connect_four 1.0.0", "namiji 1.0.0", "has the texts of 'namiji', not of 'connect_four'"),
    ("Language: fr", "Language: it", "is in 'it', not in 'fr'"),
    ('msgid "Connect Four"', 'msgid "Connect Four"\nmsgid_plural "x"', "plural forms stand in"),
    ('msgctxt "game"', 'msgctxt "gaem"', "has no place for: 'gaem'; did you mean 'game'"),
    ('msgctxt "game.about"', 'msgctxt "game"', "stands on line [0-9]+ already"),
    ('msgctxt "game.about"', 'msgctxt "line.line_1@acc"', "'line.line_1' is not translated"),
])
def test_a_po_file_that_does_not_fit_is_refused(old, new, said, tmp_path):
    work = work_on("connect_four", [], "fr")
    text = po_of(work)
    old = old if old in text else re.search(r'msgstr "\w+', text)[0]
    file = tmp_path / "x.po"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        brought_in(file, work, None)


def changed(po: Path, key: str, said: str, *flags: str) -> None:
    """A PO file after somebody has worked on it with a tool."""
    catalog = polib.pofile(str(po))
    (entry,) = [e for e in catalog if e.msgctxt == key]
    entry.msgstr = said
    entry.flags += flags
    catalog.save()


def test_comments_and_order_of_a_file_stay(copy, tmp_path):
    path = copy / "text" / "fr.yaml"
    before = path.read_text(encoding="utf-8").splitlines()
    before.insert(3, "# What stands here stays here.")
    path.write_text("\n".join(before) + "\n", encoding="utf-8")
    po = exported(work_on(str(copy), [], "fr"), tmp_path)
    changed(po, "end.full_board", "plus de place")
    done = run_here("text", "import", str(copy), str(po), "--lang", "fr", "--to", str(path))
    after = path.read_text(encoding="utf-8").splitlines()
    assert [new for old, new in zip(before, after, strict=True) if old != new] == [
        "end.full_board: plus de place"]
    assert "texts taken" in done.stdout


def test_work_by_hand_is_not_lost(copy, tmp_path):
    """Somebody changes the file while somebody else has the texts in a tool."""
    path = copy / "text" / "fr.yaml"
    run_here("text", "mark", str(copy))
    po = exported(work_on(str(copy), [], "fr"), tmp_path)
    before = from_yaml(path.read_text("utf-8"))
    replace(path, before["game.about"], "Alignez-en quatre.")
    changed(po, "end.full_board", "plus de place")
    words = ["text", "import", str(copy), str(po), "--lang", "fr", "--to", str(path)]
    assert "1 text kept as changed by hand since" in run_here(*words).stdout
    after = from_yaml(path.read_text("utf-8"))
    assert {k for k in after if after[k] != before[k]} == {"game.about", "end.full_board"}
    assert after["game.about"] == "Alignez-en quatre."
    # Both have changed the same text: nobody knows which one is right.
    changed(po, "game.about", "Soyez le premier à en aligner quatre.")
    done = run_here(*words)
    assert done.returncode == 2
    assert "'game.about' has changed in the texts as well" in done.stderr
    assert from_yaml(path.read_text("utf-8")) == after
    # What was exported afterwards is newer than both.
    po = exported(work_on(str(copy), [], "fr"), tmp_path)
    changed(po, "game.about", "Soyez le premier à en aligner quatre.")
    assert run_here(*words).returncode == 0


def test_what_is_fuzzy_is_skipped_and_told(copy, tmp_path):
    path = copy / "text" / "fr.yaml"
    before = path.read_text(encoding="utf-8")
    po = exported(work_on(str(copy), [], "fr"), tmp_path)
    changed(po, "end.full_board", "plus de place", "fuzzy")
    changed(po, "game", "")
    done = run_here("text", "import", str(copy), str(po), "--lang", "fr", "--to", str(path))
    assert "1 fuzzy one skipped" in done.stdout
    # What the file has is kept, also where the PO file has nothing.
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(("before", "said", "after"), [
    ("b: two\n", {"a": "one"}, "a: one\nb: two\n"),
    ("a: one\n", {"a": "1"}, 'a: "1"\n'),
    ('a: "one: x"\n', {"a": "two"}, 'a: "two"\n'),
    ("a: one  # a note\n", {"a": "two"}, "a: two  # a note\n"),
    ("a: one\n", {"a@acc": "uno"}, "a: {is: one, acc: uno}\n"),
    ("a: {is: one}\n", {"a": "two, three", "a@acc": "uno"}, 'a: {is: "two, three", acc: uno}\n'),
    ("a:\n  is: one\nb: x\n", {"a@acc": "uno"}, "a:\n  is: one\n  acc: uno\nb: x\n"),
    ("a:\n  is: one\nc: x\n", {"b": "two"}, "a:\n  is: one\nb: two\nc: x\n"),
    ("# a: one\nc: x\n", {"a": "two"}, "a: two\nc: x\n"),
    ("", {"c": "yes", "a": "{n} it"}, 'a: "{n} it"\nc: "yes"\n'),
    ("a: >-\n  one\n  two\nb: x\n", {"a": "three"}, "a: three\nb: x\n"),
    ("a.says: {text: one, rule: '12'}\n", {"a.says": "two"}, "a.says: {text: two, rule: '12'}\n"),
])
def test_texts_are_put_into_a_file(before, said, after):
    assert with_texts(before, said, ["a", "b", "c"], {}) == after
    assert {**flat(from_yaml(before) or {}), **said} == flat(from_yaml(after))


def test_a_form_can_be_added_in_the_tool(copy, tmp_path):
    """A language needs a form that no other has: an entry more, with the key and the form."""
    path = copy / "text" / "pl.yaml"
    po = exported(work_on(str(copy), [], "pl"), tmp_path)
    catalog = polib.pofile(str(po))
    said = next(e.msgstr for e in catalog if e.msgctxt == "kind.player")
    catalog.append(polib.POEntry(msgctxt="kind.player@gen", msgid="player", msgstr="gracza"))
    catalog.save()
    run_here("text", "import", str(copy), str(po), "--lang", "pl", "--to", str(path))
    assert f"kind.player: {{is: {said}, gen: gracza}}" in path.read_text(encoding="utf-8")


# -- when English changes -------------------------------------------------------------------------

def codes(folder: Path) -> list[str]:
    return [p.code for p in check_folder(folder, [])]


def test_a_translation_of_older_words_is_told(copy, tmp_path):
    assert codes(copy) == []
    run_here("text", "mark", str(copy))
    assert codes(copy) == []
    replace(copy / "text/en.yaml", "the board is full", "no cell is free")
    found = check_folder(copy, [])
    assert [(p.code, p.place.file[-7:]) for p in found] == [
        ("text-behind", f"{lang}.yaml") for lang in LANGUAGES]
    assert "'the board is full'" in found[0].sentence
    # The tool of the translator sees it too.
    entry = entry_of(work_on(str(copy), [], "it"), "end.full_board")
    assert "fuzzy" in entry.flags
    assert entry.previous_msgid == "the board is full"
    # By hand, in the file:
    said = from_yaml((copy / "text/fr.yaml").read_text("utf-8"))["end.full_board"]
    replace(copy / "text/fr.yaml", said, "plus aucune case libre")
    # In the tool:
    po = exported(work_on(str(copy), [], "it"), tmp_path)
    catalog = polib.pofile(str(po))
    (entry,) = [e for e in catalog if e.msgctxt == "end.full_board"]
    entry.flags.remove("fuzzy")
    entry.msgstr = "nessuna casella libera"
    catalog.save()
    run_here("text", "import", str(copy), str(po), "--lang", "it", "--to",
             str(copy / "text/it.yaml"))
    assert [p.place.file[-7:] for p in check_folder(copy, [])] == ["pl.yaml"]
    # Right as it is:
    assert "still made from older" in run_here("text", "mark", str(copy)).stdout
    run_here("text", "mark", str(copy), "end.full_board", "--lang", "pl")
    assert codes(copy) == []


@pytest.mark.parametrize(("key", "wrong", "hint"), [
    ("game", "gamqz", "did you mean 'game'?"),
    ("score.lines", "score.lost_words", "take it out"),
])
def test_a_mark_of_a_text_that_is_not_there_is_told(copy, key, wrong, hint):
    run_here("text", "mark", str(copy))
    path = copy / "text/pl.marks.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    number = next((i for i, line in enumerate(lines) if line.startswith(f"{key}:")), len(lines))
    lines[number:number + 1] = [f'{wrong}: {{from: x, as: "12345678"}}']
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (problem,) = check_folder(copy, [])
    assert (problem.code, problem.place.line, problem.place.col) == ("mark-unknown", number + 1, 1)
    assert f"there is no text '{wrong}' to be marked" in problem.sentence
    assert hint in problem.sentence


def test_a_po_file_of_older_words_is_taken_and_told(copy, tmp_path):
    po = exported(work_on(str(copy), [], "fr"), tmp_path)
    replace(copy / "text/en.yaml", "the board is full", "no cell is free")
    done = run_here("text", "import", str(copy), str(po), "--lang", "fr", "--to",
                    str(copy / "text/fr.yaml"))
    assert "1 one made from older English words" in done.stdout
    assert set(codes(copy)) == {"text-behind"}


def test_marks_and_terms_change_nothing_in_play(copy):
    with (copy / "pack.yaml").open("a", encoding="utf-8") as file:
        file.write("terms: {fr: terms.yaml}\n")
    (copy / "terms.yaml").write_text("terms: {board: {is: plateau}}\n", encoding="utf-8")
    before = loaded_for(str(copy), [])[0].game
    run_here("text", "mark", str(copy))
    (copy / "terms.yaml").write_text("terms: {board: {is: grille}}\n", encoding="utf-8")
    after = loaded_for(str(copy), [])[0].game
    assert before is not None
    assert after is not None
    assert (before.hash, before.packs) == (after.hash, after.packs)


@pytest.mark.parametrize(("words", "said"), [
    (["tictactoe", "end.full_bord", "--lang", "fr"], "there is no text 'end.full_bord'"),
    (["tictactoe", "--lang", "ja"], "has no texts in 'ja'"),
])
def test_only_what_is_there_can_be_marked(words, said):
    done = run_here("text", "mark", *words)
    assert done.returncode == 2
    assert said in done.stderr


def test_the_words_of_the_program_are_made_from_those_of_today():
    for file in sorted((ROOT / "interpreter/tilewright/words").glob("*.marks.yaml")):
        found = entries(work_on_program(file.name.partition(".")[0]))
        assert [e.key for e in found if "fuzzy" in e.flags] == [], file.name


# -- words of a game's own for the program ---------------------------------------------------------

def test_a_game_may_put_the_words_of_the_program_otherwise(copy):
    with (copy / "text/en.yaml").open("a", encoding="utf-8") as file:
        file.write('cli.winners: "{winners}: well done!"\n')
    assert codes(copy) == []
    said = run_here("play", str(copy), "--seed", "1").stdout
    assert ": well done!" in said
    assert ": well done!" not in run_here("play", str(copy), "--seed", "1", "--lang", "fr").stdout


def test_a_strange_hole_in_them_is_told(copy):
    with (copy / "text/en.yaml").open("a", encoding="utf-8") as file:
        file.write('cli.winners: "{winer} wins"\n')
    assert "text-hole" in codes(copy)


@pytest.mark.parametrize(("texts", "keys"), [
    ({"a": "x"}, {"a": "x"}),
    ({"a": {"is": "x", "acc": "y"}}, {"a": "x", "a@acc": "y"}),
    ({"a.says": {"text": "x", "rule": "1", "was": "z"}}, {"a.says": "x"}),
    ({"score.says": "x"}, {"score.says": "x"}),
    ({"a": {"is": "x", "text": "y"}}, {"a": "x", "a@text": "y"}),
])
def test_each_form_has_a_key_of_its_own(texts, keys):
    assert flat(texts) == keys


def test_places_are_forgotten():
    """`flat` reads plain data as well as data with places."""
    loaded, _ = loaded_for("tictactoe", [])
    assert flat(loaded.texts["fr"]) == flat(without_places(loaded.texts["fr"]))


def test_marks_of_a_language_that_is_not_there():
    with pytest.raises(UsageError, match="has no texts in 'ja'"):
        marked([work_on("tictactoe", [], "ja")], [])


MARKED = sorted(p.relative_to(ROOT).as_posix() for folder in ("content", "variants")
                for p in (ROOT / folder).rglob("*.marks.yaml"))


@pytest.mark.parametrize("name", MARKED)
def test_shipped_marks_are_of_today(name):
    """After work on shipped texts by hand: tilewright text mark PACK."""
    file = ROOT / name
    (made,) = marked([work_on(str(file.parent.parent), [], file.name.partition(".")[0])], [])
    assert made.text == file.read_text(encoding="utf-8")
    assert made.behind == []


def test_some_marks_are_shipped():
    assert MARKED
