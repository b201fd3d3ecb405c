"""Packs that Python packages bring, and what is told of packs that are installed."""

from __future__ import annotations

import os
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from bad_packs import GAME, make_pack
from tilewright import limits
from tilewright.packs import doors, packages
from tilewright.packs.art import is_art, read_art
from tilewright.packs.unpacking import install
from tilewright.problems import Problems, UsageError
from tilewright.reading.paths import data_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

VARIANT = "language: 2\nid: mine\nversion: 1.2.0\nvariant_of: tictactoe\n"
POINTS = "[tilewright.packs]\npacks = brought_in_a_zip:WHERE\n"
NOTHING = "[console_scripts]\nrun = brought:main\n"


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the user, and a current folder, without any packs."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "data" / "tilewright" / "packs"


def variant(folder: Path, more: str = "") -> Path:
    folder.mkdir(parents=True)
    (folder / "variant.yaml").write_text(VARIANT + more, encoding="utf-8")
    return folder


# -- Python packages ------------------------------------------------------------------------------


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Path]:
    """A zip file with a Python package in it, which names a folder of packs beside the file."""
    path = tmp_path / "lib.zip"
    with zipfile.ZipFile(path, "w") as lib:
        lib.writestr("brought_in_a_zip.py", f"WHERE = {str(tmp_path / 'packs')!r}\n")
        lib.writestr("brought-1.0.dist-info/METADATA",
                     "Metadata-Version: 2.1\nName: brought\nVersion: 1.0\n")
        lib.writestr("brought-1.0.dist-info/entry_points.txt", POINTS)
    yield path
    sys.modules.pop("brought_in_a_zip", None)


def test_a_package_in_an_archive_can_bring_packs(
        tmp_path: Path, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = variant(tmp_path / "packs" / "mine")
    assert doors.search("mine", "variants") == []
    monkeypatch.syspath_prepend(str(archive))
    assert doors.find("mine", "variants") == made
    assert [found.owner for found in doors.search("mine", "variants")] == ["brought"]


@pytest.mark.parametrize(("entries", "brings"), [
    ([], False), (["nowhere"], False), (["lib.zip"], True), (["nowhere", "lib.zip"], True),
    (["plain"], False), (["silent"], False), (["speaking"], True), (["old"], True),
    (["plain", "silent", "speaking"], True), (["x\0y", "speaking"], True),
    (["misnamed"], False), (["empty"], False),
])
def test_only_if_a_package_may_speak_of_packs_more_is_read(
        tmp_path: Path, archive: Path, entries: list[str], monkeypatch: pytest.MonkeyPatch, *,
        brings: bool) -> None:
    for folder, info, text in (
            ("silent", "a-1.dist-info", NOTHING), ("speaking", "b-1.dist-info", POINTS),
            ("old", "c.egg-info", POINTS), ("misnamed", "d-info", POINTS),
            ("empty", "e-1.dist-info", None), ("plain", "f", None)):
        (tmp_path / folder / info).mkdir(parents=True)
        if text is not None:
            (tmp_path / folder / info / "entry_points.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path / entry) for entry in entries])
    assert packages.some_bring_packs() is brings


def test_a_package_that_comes_and_goes_while_the_program_runs_is_noticed(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site, made = tmp_path / "site", tmp_path / "made"
    site.mkdir()
    made.mkdir()
    (made / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(site)])
    # Clocks of files are coarse; each look was long before what happens next.
    for year, (source, target) in enumerate([(made, site / "a-1.dist-info"),
                                             (site / "a-1.dist-info", made)]):
        os.utime(site, ns=(year, year))
        assert packages.some_bring_packs() is (target == made)
        source.rename(target)
    assert packages.some_bring_packs() is False


# -- what is installed ----------------------------------------------------------------------------


def told(source: Path, *, replace: bool = False) -> tuple[Path, str, str, str, str]:
    done = install(source, replace=replace)
    return done.path, done.kind, done.manifest["id"], done.manifest["version"], done.how


@pytest.mark.parametrize("is_game", [False, True])
def test_each_way_to_install_tells_place_sort_and_manifest(
        tmp_path: Path, user: Path, *, is_game: bool) -> None:
    if is_game:
        source = make_pack(tmp_path / "source")
        name, kind, version = "small", "content", "1.0.0"
        newer = make_pack(tmp_path / "newer", {"game.yaml": GAME.replace("start: 3", "start: 4")})
    else:
        source, newer = variant(tmp_path / "source"), variant(tmp_path / "newer", "title: Newer\n")
        name, kind, version = "mine", "variants", "1.2.0"
    for given, how in ((source, "installed"), (source, "already installed:")):
        assert told(given) == (user / name, kind, name, version, how)
    assert told(newer, replace=True) == (user / name, kind, name, version, "replaced")
    assert told(newer, replace=True)[-1] == "already installed:"
    assert [path.name for path in user.iterdir()] == [name]


def renamed(folder: Path) -> None:
    (folder / "README.md").rename(folder / "NOTES.md")


def changed(folder: Path) -> None:
    (folder / "README.md").write_text("other", encoding="utf-8")


def shifted(folder: Path) -> None:
    """The same bytes in all, of which the second file has one more."""
    (folder / "README.md").write_text("sam", encoding="utf-8")
    (folder / "SECOND.md").write_text("eone", encoding="utf-8")


def gone(folder: Path) -> None:
    (folder / "SECOND.md").unlink()


def more(folder: Path) -> None:
    (folder / "THIRD.md").write_text("", encoding="utf-8")


@pytest.mark.parametrize("change", [renamed, changed, shifted, gone, more])
def test_any_other_name_or_byte_is_another_pack(
        tmp_path: Path, change: Callable[[Path], None]) -> None:
    source = variant(tmp_path / "source")
    (source / "README.md").write_text("same", encoding="utf-8")
    (source / "SECOND.md").write_text("one", encoding="utf-8")
    assert told(source)[-1] == "installed"
    assert told(source)[-1] == "already installed:"
    change(source)
    with pytest.raises(UsageError, match="another 'mine' is installed already"):
        install(source)


@pytest.mark.parametrize(("kind", "manifest"), [
    ("content", "pack.yaml"), ("variants", "variant.yaml")])
def test_what_comes_with_the_program_is_found_by_id(kind: str, manifest: str) -> None:
    found = doors.shipped(kind)
    assert found == {path.parent.name: path.parent
                     for path in data_folder(kind).glob(f"*/{manifest}")}
    assert len(found) > 3


# -- pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "fits"), [
    ("art/a.svg", True), ("art/card_ace.png", True), ("art/a.b.png", False),
    ("art/a.gif", False), ("a.svg", False),
    ("art/x/a.svg", False), ("arts/a.svg", False), ("art/", False), ("art", False)])
def test_pictures_are_known_by_their_names(name: str, *, fits: bool) -> None:
    assert is_art(name) is fits


@pytest.mark.parametrize("too_much", [0, 1])
def test_a_drawing_may_be_just_as_large_as_the_limit(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, too_much: int) -> None:
    folder, problems = make_pack(tmp_path / "small"), Problems()
    drawing = folder / "art" / "a.svg"
    drawing.parent.mkdir()
    drawing.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
                       '<rect width="9" height="9"/></svg>', encoding="utf-8")
    monkeypatch.setattr(limits, "ART_SVG_BYTES", drawing.stat().st_size - too_much)
    picture = read_art(folder, "small", 100_000, problems)["a"]
    assert (picture.drawn is None, len(problems)) == (bool(too_much), too_much)
