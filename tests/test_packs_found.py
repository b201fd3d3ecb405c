"""Packs that Python packages bring, and what is told of packs that are installed."""

from __future__ import annotations

import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from bad_packs import GAME, make_pack
from tilewright.packs import doors, packages
from tilewright.packs.unpacking import install

if TYPE_CHECKING:
    from collections.abc import Iterator
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
