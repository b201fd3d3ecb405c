"""German came through the translators' door alone, and any other language can."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import polib
import pytest

from bad_packs import from_yaml
from command_line import run_here
from tilewright.cli.check import check_folder
from tilewright.problems import Problems
from tilewright.reading.source import Map, parse
from tilewright.wording.flat import flat
from tilewright.wording.own import own_words
from tilewright.wording.proofs import proofread

ROOT = Path(__file__).parent.parent
TEXTS = ROOT / "content" / "tictactoe" / "text"
WORDS = ROOT / "interpreter" / "tilewright" / "words"


def filled(po: Path, said: dict[str, str]) -> None:
    """A PO file as a translator gives it back."""
    catalog = polib.pofile(str(po))
    for entry in catalog:
        entry.msgstr = said[entry.msgctxt]
        entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
    catalog.save()


def test_the_way_of_the_game_can_be_gone_again(tmp_path):
    """Out without a word of German, filled in, and back: the shipped file, and nothing to tell."""
    pack = tmp_path / "tictactoe"
    shutil.copytree(TEXTS.parent, pack)
    for name in ("de.yaml", "de.marks.yaml"):
        (pack / "text" / name).unlink()
    manifest = (pack / "pack.yaml").read_text(encoding="utf-8")
    (pack / "pack.yaml").write_text(manifest.replace(", de: text/de.yaml", ""), encoding="utf-8")
    po = tmp_path / "de.po"
    run_here("text", "export", str(pack), "--lang", "de", "--to", str(po))
    assert not any(e.msgstr for e in polib.pofile(str(po)))
    shipped = (TEXTS / "de.yaml").read_text(encoding="utf-8")
    filled(po, flat(from_yaml(shipped)))
    made = run_here("text", "import", str(pack), str(po), "--lang", "de", "--to",
                    str(pack / "text" / "de.yaml")).stdout
    assert made.splitlines()[-1] == f"{len(polib.pofile(str(po)))} texts taken"
    assert (pack / "text" / "de.yaml").read_text(encoding="utf-8") == shipped
    marks = (pack / "text" / "de.marks.yaml").read_text(encoding="utf-8")
    assert marks == (TEXTS / "de.marks.yaml").read_text(encoding="utf-8")
    (pack / "pack.yaml").write_text(manifest, encoding="utf-8")
    assert check_folder(pack, []) == []


def test_the_way_of_the_program_can_be_gone_again(tmp_path):
    po = tmp_path / "de.po"
    run_here("text", "export", "--program", "--lang", "de", "--to", str(po))
    filled(po, own_words("de"))
    run_here("text", "import", "--program", str(po), "--lang", "de", "--to", "de.yaml",
             cwd=tmp_path)
    made = (tmp_path / "de.yaml").read_text(encoding="utf-8")
    assert made == (WORDS / "de.yaml").read_text(encoding="utf-8")
    assert list(own_words("de")) == list(own_words("en"))


@pytest.mark.parametrize("lang", ["de", "fr", "it", "pl"])
def test_the_words_of_the_program_are_proofread(lang):
    """As `check` does it for games: holes, signs, length, what is still English."""
    texts: dict[str, Map] = {}
    for one in ("en", lang):
        text = (WORDS / f"{one}.yaml").read_text(encoding="utf-8")
        texts[one] = parse(text, f"{one}.yaml", Problems()).data
    found = [p for p in proofread(None, texts, lambda *_: "") if p.place.file == f"{lang}.yaml"]
    assert [f"{p.place}: {p.sentence}" for p in found] == []


def words(said: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"[^\W\d_]{2,}", said)}


GERMAN = words(" ".join([*own_words("de").values(), *flat(from_yaml(
    (TEXTS / "de.yaml").read_text(encoding="utf-8"))).values()]))


@pytest.mark.parametrize("command", [
    ["play", "tictactoe", "--seed", "3"], ["play", "tictactoe", "--seed", "9"],
    ["text", "tictactoe"], ["text", "tictactoe", "--rules"],
])
def test_nothing_of_it_is_told_in_english(command):
    done = run_here(*command, "--lang", "de")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) > 200
    assert words(done.stdout) - GERMAN == set()


def test_a_person_plays_in_german():
    """What somebody asks for, and why something is not possible."""
    said = "help\nwhy b2\nscores\nlog\nb2\nrules b2\nboard\nundo\nquit\n"
    done = run_here("play", "tictactoe", "--seats", "human,human", "--lang", "de", stdin=said)
    assert done.returncode == 0, done.stderr
    typed = words(" ".join(v for k, v in own_words("en").items() if k.startswith("cli.typed")))
    # Commands to type are the same in all languages.
    told = re.sub(r"tilewright [\w\s,.=/-]+", "", done.stdout)
    assert words(told) - GERMAN - typed == set()


def test_a_word_of_english_would_be_noticed():
    done = run_here("play", "tictactoe", "--seed", "3", "--lang", "en")
    assert {"win", "wins"} <= words(done.stdout) - GERMAN


def test_a_language_needs_no_program(tmp_path):
    """A pack of texts for somebody else's game, begun by one command and played at once; then the
    rest of it through the door, into the same file."""
    made = run_here("text", "new", "tictactoe", "--lang", "cs", cwd=tmp_path)
    assert "texts to translate" in made.stdout
    pack = tmp_path / "tictactoe_cs"
    assert "are there in 'cs'" in run_here("check", str(pack)).stdout
    path = pack / "text" / "cs.yaml"
    said = path.read_text(encoding="utf-8")
    # The frames of the program are there too: it does not speak Czech.
    for old, new in (("game: Tic-tac-toe", "game: Piškvorky"),
                     ("# move.mark: mark ", "move.mark: označ "),
                     ("# cli.nobody: Nobody wins.", "cli.nobody: Nikdo nevyhrál."),
                     ("# cli.round: round", "cli.round: kolo")):
        assert old in said
        said = said.replace(old, new)
    path.write_text(said, encoding="utf-8")
    told = run_here("play", "tictactoe", "--with", str(pack), "--lang", "cs", "--seed", "3").stdout
    assert told.startswith("Piškvorky")
    assert "označ c1" in told
    po = tmp_path / "cs.po"
    run_here("text", "export", str(pack), "--lang", "cs", "--to", str(po))
    catalog = polib.pofile(str(po))
    assert {e.msgctxt for e in catalog if e.msgstr} == {"game", "move.mark", "cli.nobody",
                                                       "cli.round"}
    for entry in catalog:
        entry.msgstr = entry.msgstr or f"cs {entry.msgid}"
    catalog.save()
    run_here("text", "import", str(pack), str(po), "--lang", "cs", "--to", str(path))
    after = path.read_text(encoding="utf-8")
    assert not any(line.startswith("# ") and ":" in line for line in after.splitlines())
    assert "are there in 'cs'" not in run_here("check", str(pack)).stdout
    told = run_here("play", "tictactoe", "--with", str(pack), "--lang", "cs", "--seed", "3").stdout
    assert "cs The game is over" in told
