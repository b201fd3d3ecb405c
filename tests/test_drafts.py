"""Drafts of texts: what a pack with words of its own lacks, in each language of its game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from bad_packs import make_pack
from tilewright.cli.check import check_and_play
from tilewright.playing.texts import text_problems
from tilewright.stages import load_folders
from tilewright.translating.drafting import drafted, with_files
from tilewright.translating.work import loaded_for

ROOT = Path(__file__).resolve().parent.parent
VERB = """\
vocabulary:
  verbs:
    call_home:
      args: {fee: int}
      pick: {called: "[s for s in spots if s.boat != none]"}
      pay: {me.coins: fee}
      do: [{set: {called.boat: none}}]
"""
TILE = """\
family: specialist
tiles:
  pilot: {worth: 1, abilities: {guide: {power: {call_home: 2}, limit: once_per_turn}}}
"""


@pytest.fixture
def pilots(tmp_path: Path) -> Path:
    """A variant with a verb of its own, of which only the name of its tile has words."""
    shutil.copytree(ROOT / "content" / "yamatai", tmp_path / "yamatai")
    folder = tmp_path / "pilots"
    (folder / "text").mkdir(parents=True)
    (folder / "variant.yaml").write_text(
        "language: 2\nid: pilots\nversion: 1.0.0\nvariant_of: yamatai\nrules: [words.yaml]\n"
        "tiles: [pilot.yaml]\ntexts: {en: text/en.yaml}\n")
    (folder / "words.yaml").write_text(VERB)
    (folder / "pilot.yaml").write_text(TILE)
    (folder / "text" / "en.yaml").write_text("specialist.pilot: Pilot   # a helper\n")
    return folder


def problems(folder: Path) -> dict[str, str]:
    loaded = load_folders(folder.parent / "yamatai", [folder])
    return {p.code: p.sentence for p in text_problems(loaded) if "call_home" in p.sentence}


def draft_into(folder: Path) -> list[str]:
    files = drafted(*loaded_for(str(folder.parent / "yamatai"), [str(folder)]))
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")
    return sorted(file.relative_to(folder).as_posix() for file in files)


def test_each_language_that_lacks_a_piece_is_told_with_a_draft(pilots: Path) -> None:
    said = problems(pilots)["text-missing"]
    assert "in 'en', 'fr', 'it' and 'pl'" in said
    assert "add 'verb.call_home: call home {fee}'; {fee} is a number" in said


def test_drafts_speak_english_and_wait_in_other_languages(pilots: Path) -> None:
    assert draft_into(pilots) == [
        "text/en.yaml", "text/fr.yaml", "text/it.yaml", "text/pl.yaml", "variant.yaml"]
    english = (pilots / "text" / "en.yaml").read_text()
    assert english == "specialist.pilot: Pilot   # a helper\nverb.call_home: call home {fee}\n"
    french = (pilots / "text" / "fr.yaml").read_text()
    assert "# {fee} is a number\n# verb.call_home: call home {fee}\n" in french
    assert yaml.safe_load(french) is None
    assert "call_home" in problems(pilots)["text-untranslated"]


def test_a_second_draft_adds_nothing_and_keeps_what_was_translated(pilots: Path) -> None:
    draft_into(pilots)
    file = pilots / "text" / "fr.yaml"
    file.write_text(file.read_text().replace("# verb.call_home: call home {fee}",
                                             "verb.call_home: rappelez un bateau pour {fee}"))
    assert draft_into(pilots) == []
    (pilots / "text" / "it.yaml").unlink()
    assert "rappelez" in file.read_text()


def test_a_piece_in_english_alone_is_told_for_the_languages_of_the_game(pilots: Path) -> None:
    with (pilots / "text" / "en.yaml").open("a") as file:
        file.write("verb.call_home: call a boat home for {fee}\n")
    said = problems(pilots)["text-untranslated"]
    assert "'verb.call_home' has no words in 'fr', 'it' and 'pl'" in said


@pytest.mark.parametrize(("manifest", "made"), [
    ("id: a\n", "id: a\ntexts: {it: t/it.yaml}\n"),
    ("texts: {en: t/en.yaml}   # ours\nid: a\n",
     "texts: {en: t/en.yaml, it: t/it.yaml}   # ours\nid: a\n"),
    ("texts:\n  en: t/en.yaml\nid: a\n", "texts:\n  en: t/en.yaml\n  it: t/it.yaml\nid: a\n"),
])
def test_a_new_file_is_named_in_the_manifest(manifest: str, made: str) -> None:
    assert with_files(manifest, {"it": "t/it.yaml"}) == made


def test_a_pack_may_say_which_languages_it_is_for(pilots: Path) -> None:
    with (pilots / "text" / "en.yaml").open("a") as file:
        file.write("verb.call_home: call a boat home for {fee}\n")
    manifest = (pilots / "variant.yaml").read_text()
    (pilots / "variant.yaml").write_text(f"{manifest}speaks: [en]\n")
    assert problems(pilots) == {}
    (pilots / "variant.yaml").write_text(f"{manifest}speaks: [en, fr]\n")
    assert "no words in 'fr', where" in problems(pilots)["text-untranslated"]
    (pilots / "variant.yaml").write_text(f"{manifest}speaks: [en, fra]\n")
    loaded = load_folders(pilots.parent / "yamatai", [pilots])
    assert "unknown-language" in {p.code for p in text_problems(loaded)}


def test_another_hole_in_english_is_told_to_whoever_wrote_it(pilots: Path) -> None:
    """At the line of the variant, for the languages that it is for, and in no file of its game."""
    with (pilots / "text" / "en.yaml").open("a") as file:
        file.write("verb.call_home: call a boat home for {fee}\nturn.about: Begin with {fair}.\n")
    with (pilots / "words.yaml").open("a") as file:
        file.write("functions: {fair: {is: 3}}\n")
    manifest = (pilots / "variant.yaml").read_text()

    def lost() -> list[tuple[str, str]]:
        loaded = load_folders(pilots.parent / "yamatai", [pilots])
        return [(p.place.file, p.sentence) for p in text_problems(loaded) if p.code == "text-lost"]

    ((file, said),) = lost()
    assert file.endswith("pilots/text/en.yaml")
    assert "write 'turn.about' in 'fr', 'it' and 'pl' too" in said
    (pilots / "variant.yaml").write_text(f"{manifest}speaks: [en, fr]\n")
    ((_, said),) = lost()
    assert "write 'turn.about' in 'fr' too, or name" in said
    (pilots / "variant.yaml").write_text(f"{manifest}speaks: [en]\n")
    loaded = load_folders(pilots.parent / "yamatai", [pilots])
    assert not [p for p in text_problems(loaded) if "pilots" not in p.place.file]


GAME = """\
players: {min: 2, max: 2}
kinds: {good: [wood, clay], side: [left, right, middle]}
state: {player: {coins: int, hope: {type: "good?"}}, game: {row: {type: side, start: left}}}
flow:
  setup: [{random: {s: sides}, do: [{set: {row: s}}]}]
  round: {each: players, turn: [{must: [go, take]}, {may: [go], step: more}]}
actions:
  go: {do: [{gain: {me.coins: 1}}]}
  take:
    pick: {g: goods, s: sides}
    do:
      - if: row == s
        then: [{gain: {me.coins: 1}}]
      - choose: {h: goods}
        do: [{set: {me.hope: h}}]
      - one_of: {less: [{gain: {me.coins: 1}}], more: [{gain: {me.coins: 2}}]}
ends: {late: {when: round == 3, check: round}}
scoring: {coins: "me.coins + (1 if me.hope == wood else 0)"}
"""


@pytest.mark.parametrize("begun", [
    "game: A game\n", "setup.about: Nothing.\nside.left: left\nside.right: right\n"])
def test_nothing_is_missing_for_check_where_a_draft_was_written(tmp_path: Path, begun: str) -> None:
    folder = make_pack(tmp_path / "small", {
        "pack.yaml": "language: 2\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n"
                     "texts: {en: en.yaml}\n", "game.yaml": GAME, "en.yaml": begun})
    missing = {"text-missing", "rules-missing", "move-wordless"}

    def told() -> set[str]:
        return {p.code for p in check_and_play(folder, [])[0]}

    assert told() & missing
    for file, text in drafted(*loaded_for(str(folder), [])).items():
        file.write_text(text, encoding="utf-8")
    assert told() == set()
    assert drafted(*loaded_for(str(folder), [])) == {}
