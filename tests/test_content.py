"""Packs under `content/`: dropping a folder in makes a test.

`positive/<name>/` must load and play. `older/<name>/` is as it was right at some time in language 2
and has not been touched since: it must load and play, and what is told of it is about words alone,
once it has been migrated. `negative/<name>/` holds a file `EXPECT` with all problems
of the pack, one on each line: code and line, and the file if it is not `game.yaml`.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

import tilewright
from bad_packs import impatient, problems_of
from packs.tables import CLASSICS, SHIPPED, VARIANTS, game
from tilewright.cli.check import check_folder
from tilewright.cli.migrate import migrate
from tilewright.cli.situations import run_situations
from tilewright.packs.bases import base_of
from tilewright.reading.traits import about
from tilewright.table.worker import Worker

FOLDER = Path(__file__).parent / "content"
LANGUAGES = ["en", "fr", "it", "pl"]
Wanted = tuple[str, str, int]


def _packs(kind: str) -> list[object]:
    folders = [p for p in sorted((FOLDER / kind).iterdir()) if p.is_dir()]
    return [pytest.param(p, id=p.name) for p in folders]


def _expected(folder: Path) -> list[Wanted]:
    wanted = []
    for line in (folder / "EXPECT").read_text(encoding="utf-8").splitlines():
        if line.strip():
            code, number, *file = line.split()
            wanted.append((code, file[0] if file else "game.yaml", int(number)))
    return sorted(wanted)


@pytest.mark.parametrize("folder", _packs("positive"))
def test_a_good_pack_loads_and_plays(folder: Path) -> None:
    _play(tilewright.load(str(folder)))


def _play(loaded: tilewright.Game) -> None:
    state, rng = loaded.new(seed=1), random.Random(1)
    for _ in range(500):
        if state.over:
            break
        state.apply(rng.choice(state.legal()))
    assert state.over
    assert state.winners()


@pytest.mark.parametrize("folder", _packs("older"))
def test_what_was_right_in_its_language_stays_right(folder: Path, tmp_path: Path) -> None:
    made = tmp_path / folder.name
    shutil.copytree(folder, made)
    bases = [base_of(made)] if (made / "variant.yaml").is_file() else []
    _play(tilewright.load(str(*bases or [made]), [str(made)] if bases else []))
    migrate([str(made)], write=True)
    told = check_folder(*bases or [made], [made] if bases else [])
    assert [p for p in told if about(p.code) not in ("texts", "looks")] == []
    if any((folder / name).is_file() for name in ("situations.yaml", "cases.yaml")):
        assert run_situations([str(made)], [], "text") == 0


@pytest.mark.parametrize("folder", _packs("negative"))
def test_a_bad_pack_has_these_problems(folder: Path) -> None:
    with impatient():
        found = problems_of(folder)
    assert sorted((p.code, Path(p.place.file).name, p.place.line) for p in found) == (
        _expected(folder))
    for problem in found:
        assert len(problem.sentence) > 10
        assert problem.sentence.isprintable()
        assert problem.place.col >= 1


@pytest.mark.parametrize("folder", _packs("negative"))
def test_the_library_tells_the_same(folder: Path) -> None:
    """It refuses a pack, unless it is only a draft: then it has the same list of problems."""
    with impatient():
        try:
            game = tilewright.load(str(folder))
            found = sorted([*game.text_problems, *game.unused_problems], key=lambda p: p.place)
            assert {about(p.code) for p in found} <= {"texts", "draft"}
        except tilewright.ContentError as refused:
            found = list(refused.problems)
            assert {about(p.code) for p in found} - {"texts", "draft"}
    assert found == list(problems_of(folder))


# -- what is shipped ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SHIPPED, *CLASSICS, *VARIANTS])
def test_all_that_people_can_meet_has_a_name_in_each_language(name: str) -> None:
    model = game(name).model
    marks = ((kind, one) for kind, given in model.show.get("marks", {}).items() for one in given)
    keys = {*(f"field.{owner}.{one}" for owner, one in [*model.fields, *marks]),
            *(f"kind.{kind}" for kind in model.kinds),
            *(f"variant.{variant}" for variant in model.variants)}
    # A game may speak more languages than all do.
    assert set(LANGUAGES) <= set(model.texts)
    assert [(lang, key) for lang in LANGUAGES for key in keys - {*model.texts[lang]}] == []


@pytest.mark.parametrize(("base", "variants", "lang", "named"), [
    ("tictactoe", [], "fr", []),
    ("tictactoe", ["wide_board"], "fr", ["Quatre à la suite"]),
    ("yamatai", ["far_islands", "short_voyage"], "it", ["Le isole lontane", "Un breve viaggio"]),
    # What a variant requires was not asked for.
    ("namiji", ["calm_seas"], "pl", ["Spokojne morze"]),
])
def test_a_gallery_names_variants_in_each_language(
        base: str, variants: list[str], lang: str, named: list[str]) -> None:
    worker = Worker()
    worker.load(base, variants)
    assert worker.describe()["named"][lang] == named


def test_a_variant_without_texts_is_named_by_its_manifest(tmp_path: Path) -> None:
    home = tmp_path / "tall_board"
    home.mkdir()
    (home / "variant.yaml").write_text(
        "language: 2\nid: tall_board\nversion: 1.0.0\nvariant_of: tictactoe\ntitle: Tall board\n"
        "overlays: [changes.yaml]\n")
    (home / "changes.yaml").write_text("set: {grids/cell/rows: 4}\n")
    worker = Worker()
    worker.load("tictactoe", [str(home)])
    named = worker.describe()["named"]
    assert set(LANGUAGES) <= set(named)
    assert {*map(tuple, named.values())} == {("Tall board",)}
