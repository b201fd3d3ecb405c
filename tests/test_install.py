"""Installing packs: whole or not at all, and nothing is ever written beside the target.

Each trick is a case of a table. After each, the folder of the user is as it was, byte for byte.
"""

from __future__ import annotations

import io
import os
import shutil
import stat
import struct
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bad_packs import impatient
from command_line import run_here
from tilewright import limits
from tilewright.packs import archives, doors, unpacking
from tilewright.packs.members import Member, chosen
from tilewright.packs.unpacking import install, needs, remove
from tilewright.problems import ContentError, UsageError

if TYPE_CHECKING:
    import subprocess
    from types import ModuleType

MANIFEST = "language: 1\nid: mine\nversion: 1.0.0\nvariant_of: tictactoe\n"
CHANGES = "set: {players/max: 2}\n"
PLAIN = {"variant.yaml": MANIFEST + "overlays: [changes.yaml]\n", "changes.yaml": CHANGES}
LINK = (stat.S_IFLNK | 0o777) << 16
BIG = "x" * (limits.FILE_BYTES + 1)
PIPE = (stat.S_IFIFO | 0o644) << 16


@pytest.fixture(autouse=True)
def user(tmp_path, monkeypatch):
    """The folder of the user, with a pack in it, in an empty project."""
    home = tmp_path / "data/tilewright/packs"
    (home / "old_one").mkdir(parents=True)
    (home / "old_one/variant.yaml").write_text(MANIFEST.replace("mine", "old_one"))
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return home


def everything(top: Path) -> dict[str, bytes | str]:
    """All that is below a folder: names, bytes, and where links lead."""
    return {str(p.relative_to(top)): str(p.readlink()) if p.is_symlink() else
            p.read_bytes() if p.is_file() else "folder" for p in sorted(top.rglob("*"))}


def zipped(path: Path, files, *, compression: int = zipfile.ZIP_DEFLATED) -> Path:
    """A zip file; a file is text, or its bytes and what is said of it."""
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, held in files.items():
            text, attributes = held if isinstance(held, tuple) else (held, 0)
            info = zipfile.ZipInfo(name)
            info.compress_type = compression
            info.external_attr = attributes
            archive.writestr(info, text)
    return path


def unpacked(folder: Path, files) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


# -- tricks with names, in zip files ---------------------------------------------------------------

NAMES = {
    "up": ("../evil.yaml", "leads out"),
    "up from inside": ("text/../../evil.yaml", "leads out"),
    "up at the end": ("text/..", "leads out"),
    "here": ("./evil.yaml", "leads out"),
    "absolute": ("/tmp/evil.yaml", "from the top of a disk"),
    "twice absolute": ("//server/evil.yaml", "from the top of a disk"),
    "drive": ("C:/evil.yaml", "from the top of a disk"),
    "drive without slash": ("c:evil.yaml", "from the top of a disk"),
    "backslash": ("text\\evil.yaml", "sign that names"),
    "backslash up": ("..\\evil.yaml", "sign that names"),
    "stream": ("changes.yaml:evil.yaml", "sign that names"),
    "empty part": ("text//evil.yaml", "leads out"),
    "nothing": ("text/ /evil.yaml", "dot or a space"),
    "dot at the end": ("text./evil.yaml", "dot or a space"),
    "space at the end": ("evil.yaml ", "dot or a space"),
    "device": ("con.yaml", "device on Windows"),
    "device in capitals": ("text/NUL.yaml", "device on Windows"),
    "device with a number": ("Com1.en.yaml", "device on Windows"),
    "device with a small number": ("lpt².yaml", "device on Windows"),
    "question mark": ("what?.yaml", "sign that names"),
    "control sign": ("evil\x1b[31m.yaml", "sign that names"),
    "line": ("evil\n.yaml", "sign that names"),
    "turned around": ("evil\u202elmay.yaml", "sign that names"),
    "too long": ("a" * 300 + ".yaml", "longer than"),
    "too deep": ("a/" * 150 + "b.yaml", "longer than"),
    "capitals": ("Changes.yaml", "the same name"),
    "capitals of a folder": ("TEXT/en.yaml", "the same name"),
    "sharp s": ("strasse.md", "the same name"),
    "another form": ("cafe\u0301.md", "the same name"),
    "file and folder": ("changes.yaml/a.yaml", "both a file and a folder"),
    "program": ("run.py", "no file of a pack"),
    "module": ("text/evil.so", "no file of a pack"),
    "nested zip": ("more.zip", "no file of a pack"),
    "two endings": ("readme.md.exe", "no file of a pack"),
    "plain json": ("data.json", "no file of a pack"),
    "licence that is none": ("LICENSE.exe", "no file of a pack"),
    "no ending": ("yaml", "no file of a pack"),
    "second pack": ("more/pack.yaml", "2 packs"),
    "both manifests": ("pack.yaml", "neither game nor variant"),
}
BESIDE = {"straße.md": "x", "café.md": "x", "text/en.md": "x"}


@pytest.mark.parametrize("case", NAMES.values(), ids=NAMES.keys())
def test_no_trick_with_names_gets_in(tmp_path, case):
    name, said = case
    source = zipped(tmp_path / "mine.zip", {**PLAIN, **BESIDE, name: "x"})
    before = everything(tmp_path)
    with pytest.raises(UsageError) as caught:
        install(source)
    assert said in str(caught.value)
    assert str(caught.value).isprintable()
    assert everything(tmp_path) == before


@pytest.mark.parametrize("name", ["../evil/", "/evil/", "con/", "a\\b/"])
def test_folders_are_names_too(tmp_path, name):
    before = everything(tmp_path)
    with pytest.raises(UsageError):
        install(zipped(tmp_path / "mine.zip", {**PLAIN, name: ""}))
    (tmp_path / "mine.zip").unlink()
    assert everything(tmp_path) == before


# -- tricks with entries and archives --------------------------------------------------------------


def plain_zip(files=None) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, text in (files or PLAIN).items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return held.getvalue()


def renamed(old: bytes, new: bytes) -> bytes:
    """A name in the raw bytes; the two have the same length."""
    assert len(old) == len(new)
    return plain_zip({**PLAIN, old.decode(): "x"}).replace(old, new)


def flagged(offset: int, value: int) -> bytes:
    """A zip whose last entry has another number in the directory and in its own head."""
    raw = bytearray(plain_zip())
    for sign, add in ((b"PK\x01\x02", 2), (b"PK\x03\x04", 0)):
        at = raw.rfind(sign) + offset + add
        raw[at:at + 2] = struct.pack("<H", value)
    return bytes(raw)


def said_small(data: bytes) -> bytes:
    """A zip in which the directory says that a large file is small."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {**PLAIN, "big.md": data}.items():
            archive.writestr(name, text)
    size = struct.pack("<I", len(data))
    return held.getvalue().replace(size, struct.pack("<I", 10))


def bomb(size: int, sign: bytes) -> bytes:
    """A zip with so many of one sign, made in small pieces."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, text in PLAIN.items():
            archive.writestr(name, text)
        with archive.open("bomb.md", "w", force_zip64=True) as stream:
            for _ in range(size >> 20):
                stream.write(sign * (1 << 20))
    return held.getvalue()


def many(count: int, name: str) -> bytes:
    return plain_zip({**PLAIN, **{name.format(i): "" for i in range(count)}})


def many_big() -> bytes:
    """Each file is small enough, all together are not."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {**PLAIN, **{f"{i}.md": BIG[:-1] for i in range(6)}}.items():
            archive.writestr(name, text)
    return held.getvalue()


ARCHIVES = {
    "nothing": (lambda: b"", "neither a folder nor a zip"),
    "no zip": (lambda: b"language: 1\n", "neither a folder nor a zip"),
    "only a sign": (lambda: b"PK\x03\x04", "broken"),
    "tar": (lambda: b"variant.yaml" + bytes(500), "neither a folder nor a zip"),
    "behind something": (lambda: b"#!/bin/sh\n" + plain_zip(), "neither a folder nor a zip"),
    "an empty zip": (lambda: b"PK\x05\x06" + bytes(18), "no 'pack.yaml' or 'variant.yaml'"),
    "cut short": (lambda: plain_zip()[:-40], "broken"),
    "cut in the middle": (lambda: plain_zip()[:60], "broken"),
    "one bit": (lambda: plain_zip().replace(CHANGES.encode(), CHANGES.upper().encode()), "broken"),
    "no pack": (lambda: plain_zip({"readme.md": "x"}), "no 'pack.yaml' or 'variant.yaml'"),
    "too deep": (lambda: plain_zip({f"a/b/{n}": t for n, t in PLAIN.items()}), "one folder deep"),
    "two packs": (lambda: plain_zip({f"{d}/{n}": t for n, t in PLAIN.items() for d in "ab"}),
                  "2 packs ('a' and 'b')"),
    "beside": (lambda: plain_zip({**{f"a/{n}": t for n, t in PLAIN.items()}, "b.md": "x"}),
               "outside of the folder"),
    "NUL": (lambda: renamed(b"evil0.yaml", b"evil\0.yaml"), "sign that names"),
    "NUL at the end": (lambda: renamed(b"evil.md000", b"evil.md\0.x"), "sign that names"),
    "not the same name": (lambda: plain_zip({**PLAIN, "a.md": "x"}).replace(b"a.md", b"b.md", 1),
                          "broken"),
    "encrypted": (lambda: flagged(6, 1), "'changes.yaml' is encrypted"),
    "rare compression": (lambda: flagged(8, zipfile.ZIP_LZMA), "compressed in a rare way"),
    "unknown compression": (lambda: flagged(8, 99), "compressed in a rare way"),
    "big": (lambda: plain_zip({**PLAIN, "a.md": BIG}), "more than 1,000,000 bytes"),
    "big, said to be small": (lambda: said_small(BIG.encode()), "broken"),
    "many big": (many_big, "at most"),
    "large": (lambda: plain_zip({"a.md": BIG * 6}), "a zip file has at most 5,000,000 bytes"),
    "many files": (lambda: many(300, "{}.md"), "more than 200 files"),
    "many hidden ones": (lambda: many(3000, ".a{}"), "more than 2,000 entries"),
    "many folders": (lambda: many(3000, "{}/"), "more than 2,000 entries"),
    "not a text": (lambda: plain_zip({**PLAIN, "a.md": "x\0"}), "is not a text file"),
    "a bomb": (lambda: bomb(1 << 30, b"\0"), "'bomb.md' is not a text file"),
    "a bomb of blanks": (lambda: bomb(1 << 28, b" "), "'bomb.md' has more than 1,000,000 bytes"),
}


@pytest.mark.parametrize("case", ARCHIVES.values(), ids=ARCHIVES.keys())
def test_no_trick_with_archives_gets_in(tmp_path, case):
    made, said = case
    source = tmp_path / "mine.zip"
    source.write_bytes(made())
    before = everything(tmp_path)
    with impatient(), pytest.raises(UsageError) as caught:
        install(source)
    assert said in str(caught.value)
    assert everything(tmp_path) == before


@pytest.mark.parametrize("attributes", [LINK, PIPE, (stat.S_IFCHR | 0o644) << 16])
def test_links_and_devices_in_a_zip_are_refused(tmp_path, attributes):
    source = zipped(tmp_path / "mine.zip", {**PLAIN, "evil.md": ("/etc/passwd", attributes)})
    before = everything(tmp_path)
    with pytest.raises(UsageError, match="link or a device"):
        install(source)
    assert everything(tmp_path) == before


def test_a_name_that_is_there_twice_is_refused(tmp_path):
    source = tmp_path / "mine.zip"
    source.write_bytes(plain_zip({**PLAIN, "changer.yaml": "x"}).replace(b"changer", b"changes"))
    with pytest.raises(UsageError, match="is in it twice"):
        install(source)


def test_what_really_comes_out_is_counted(tmp_path):
    """Of each file and of all together, whatever a header says."""
    def lying(name: str, text: str) -> Member:
        return Member(name, lambda: io.BytesIO(text.encode()))

    with pytest.raises(UsageError, match=r"'a\.md' has more than"):
        unpacking.written([lying("a.md", BIG)], tmp_path / "one")
    assert (tmp_path / "one/a.md").stat().st_size <= limits.FILE_BYTES
    with pytest.raises(UsageError, match="a pack has at most"):
        unpacking.written([lying(f"{i}.md", BIG[1:]) for i in range(9)], tmp_path / "all")
    assert len(list((tmp_path / "all").iterdir())) == limits.PACK_BYTES // limits.FILE_BYTES + 1


# -- folders --------------------------------------------------------------------------------------


def test_a_folder_is_installed_whole(tmp_path, user):
    files = {**PLAIN, "README.md": "x", "LICENSE": "MIT", "schema/a.schema.json": "{}"}
    done = install(unpacked(tmp_path / "anything", files))
    assert (done.path, done.how, done.notes) == (user / "mine", "installed", [])
    assert {n: (user / "mine" / n).read_text() for n in files} == files
    assert sorted(p.name for p in user.iterdir()) == ["mine", "old_one"]
    assert doors.find("mine", "variants") == user / "mine"


@pytest.mark.parametrize("top", ["", "anything/"])
def test_a_zip_is_installed_whole(tmp_path, user, top):
    done = install(zipped(tmp_path / "a.zip", {f"{top}{n}": t for n, t in PLAIN.items()}))
    assert {p.name: p.read_text() for p in done.path.iterdir()} == PLAIN
    assert sorted(p.name for p in user.iterdir()) == ["mine", "old_one"]


def link(folder: Path) -> None:
    (folder / "evil.md").symlink_to("/etc/passwd")


def link_to_folder(folder: Path) -> None:
    (folder / "text").symlink_to("/etc")


def hard_link(folder: Path) -> None:
    os.link(folder.parent / "secret.md", folder / "evil.md")


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "evil.md")


def stray_byte(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.md")).write_text("x")


def program(folder: Path) -> None:
    (folder / "run.sh").write_text("x")


def other_capitals(folder: Path) -> None:
    (folder / "CHANGES.yaml").write_text("x")


def pile(folder: Path) -> None:
    for i in range(limits.PACK_FILES):
        (folder / f"{i}.md").write_text("")


def pile_of_folders(folder: Path) -> None:
    for i in range(3_000):
        (folder / str(i)).mkdir()


def no_manifest(folder: Path) -> None:
    (folder / "variant.yaml").unlink()


FOLDERS = {
    link: "link or a device", link_to_folder: "link or a device", hard_link: "link or a device",
    pipe: "link or a device", stray_byte: "sign that names", program: "no file of a pack",
    other_capitals: "the same name", pile: "more than 200 files",
    pile_of_folders: "more than 2,000 files and folders", no_manifest: "no 'pack.yaml'",
}


@pytest.mark.parametrize("trick", FOLDERS, ids=lambda t: t.__name__)
def test_no_trick_in_a_folder_gets_in(tmp_path, user, trick):
    (tmp_path / "secret.md").write_text("secret")
    folder = unpacked(tmp_path / "mine", PLAIN)
    trick(folder)
    before = everything(user)
    with impatient(), pytest.raises(UsageError) as caught:
        install(folder)
    assert FOLDERS[trick] in str(caught.value)
    assert everything(user) == before


def test_what_tools_leave_behind_is_left_out_and_told(tmp_path):
    files = {**PLAIN, ".git/config": "x", ".DS_Store": "x", "__MACOSX/._variant.yaml": "x"}
    for source in (unpacked(tmp_path / "mine", files), zipped(tmp_path / "mine.zip", files)):
        done = install(source)
        assert sorted(p.name for p in done.path.rglob("*")) == sorted(PLAIN)
        assert done.notes[0].startswith("left out: ")
        remove("mine")


@pytest.mark.parametrize(("source", "said"), [
    ("nothing", "there is no 'nothing'"), ("a\0b", "there is no 'a\\x00b'"),
    ("/dev/null", "neither a folder nor a zip"), ("pipe", "neither a folder nor a zip"), ("/", "")])
def test_what_is_no_pack_is_refused(tmp_path, source, said):
    os.mkfifo("pipe")
    before = everything(tmp_path)
    with impatient(), pytest.raises(UsageError) as caught:
        install(Path(source))
    assert said in str(caught.value)
    assert everything(tmp_path) == before


# -- packs with problems --------------------------------------------------------------------------

BAD = {
    "no id": ({"variant.yaml": MANIFEST.replace("id: mine\n", "")}, "missing-key", 1),
    "id that leads out": ({"variant.yaml": MANIFEST.replace("mine", "../mine")}, "wrong-name", 2),
    "id of a path": ({"variant.yaml": MANIFEST.replace("mine", "a/b")}, "wrong-name", 2),
    "unknown key": ({"variant.yaml": MANIFEST + "colour: red\n"}, "unknown-key", 5),
    "not yaml": ({"variant.yaml": "a: [\n"}, "yaml-syntax", 2),
    "file that is not there": ({"variant.yaml": MANIFEST + "tiles: [a.yaml]\n"}, "file-missing", 5),
    "file of somebody else": ({"variant.yaml": MANIFEST + "tiles: [../old_one/variant.yaml]\n"},
                              "file-outside", 5),
    "file that nobody names": ({**PLAIN, "more.yaml": "a: 1\n"}, "file-unused", 1),
    "version": ({"variant.yaml": MANIFEST.replace("1.0.0", "one")}, "wrong-name", 3),
}


@pytest.mark.parametrize("case", BAD.values(), ids=BAD.keys())
@pytest.mark.parametrize("form", ["folder", "zip"])
def test_a_pack_with_problems_is_not_installed_and_all_are_told(tmp_path, user, case, form):
    files, code, line = case
    source = (unpacked(tmp_path / "their", files) if form == "folder"
              else zipped(tmp_path / "their.zip", files))
    before = everything(tmp_path)
    with pytest.raises(ContentError) as caught:
        install(source)
    [problem] = caught.value.problems
    assert (problem.code, problem.place.line) == (code, line)
    assert ".install" not in str(caught.value)
    assert source.name in problem.place.file
    assert everything(tmp_path) == before


def test_an_id_that_is_a_device_is_refused(tmp_path):
    with pytest.raises(UsageError, match="device on Windows"):
        install(unpacked(tmp_path / "x", {"variant.yaml": MANIFEST.replace("mine", "nul")}))


# -- packs that are there already -----------------------------------------------------------------


def test_the_same_pack_again_is_no_mistake(tmp_path, user):
    source = unpacked(tmp_path / "x", PLAIN)
    install(source)
    before = everything(user)
    assert install(source).how == "already installed:"
    assert install(user / "mine").how == "already installed:"
    assert everything(user) == before


def test_another_pack_of_that_id_needs_a_word(tmp_path, user):
    install(unpacked(tmp_path / "x", PLAIN))
    other = unpacked(tmp_path / "y", {**PLAIN, "README.md": "new"})
    before = everything(user)
    with pytest.raises(UsageError, match="--replace"):
        install(other)
    assert everything(user) == before
    assert install(other, replace=True).how == "replaced"
    assert everything(user / "mine") == everything(other)
    assert sorted(p.name for p in user.iterdir()) == ["mine", "old_one"]


@pytest.mark.parametrize("error", [OSError(28, "No space left"), KeyboardInterrupt()])
@pytest.mark.parametrize("when", ["mkdir", "rename", "second rename", "read"])
@pytest.mark.parametrize("installed", [True, False])
def test_the_old_one_comes_back_if_the_new_one_fails(
        tmp_path, user, monkeypatch, error, when, installed):
    if installed:
        install(unpacked(tmp_path / "x", PLAIN))
    other = unpacked(tmp_path / "y", {**PLAIN, "README.md": "new"})
    before = everything(tmp_path)
    calls = iter(range(9))
    rename = Path.rename

    def fail(*_args, **_options):
        raise error

    def fail_second(path, target):
        return rename(path, target) if next(calls) == 0 and installed else fail()

    first, second = (Path, "rename"), (unpacking, "read_pack")
    target, name = {"mkdir": (unpacking.tempfile, "mkdtemp"), "read": second}.get(when, first)
    with monkeypatch.context() as patch:
        undo = patch.undo
        patch.setattr(target, name, fail_second if when == "second rename" else fail)
        if when == "second rename":
            restore(patch, fail_second, undo)
        is_stopped = isinstance(error, KeyboardInterrupt)
        with pytest.raises(KeyboardInterrupt if is_stopped else UsageError,
                           match=None if is_stopped else "No space left"):
            install(other, replace=True)
    assert everything(tmp_path) == before


def restore(patch, fail_second, undo) -> None:
    """Only the move of the new pack fails; the one that brings the old one back works."""
    def move(path, target):
        if path.name == "old":
            undo()
            return path.rename(target)
        return fail_second(path, target)

    patch.setattr(Path, "rename", move)


def test_a_link_of_the_user_is_replaced_and_not_what_it_leads_to(tmp_path, user):
    mine = unpacked(tmp_path / "x", PLAIN)
    (user / "mine").symlink_to(mine)
    other = unpacked(tmp_path / "y", {**PLAIN, "README.md": "new"})
    install(other, replace=True)
    assert not (user / "mine").is_symlink()
    assert {p.name for p in mine.iterdir()} == set(PLAIN)


def test_a_failure_makes_no_folder_of_the_user(tmp_path, user, monkeypatch):
    shutil.rmtree(tmp_path / "data")
    with pytest.raises(ContentError):
        install(unpacked(tmp_path / "x", {"variant.yaml": "a: 1\n"}))
    assert not (tmp_path / "data").exists()
    install(unpacked(tmp_path / "y", PLAIN))
    assert (user / "mine").is_dir()


def test_a_shipped_pack_cannot_be_hidden(tmp_path, user):
    before = everything(user)
    with pytest.raises(UsageError, match="another variant 'wide_board' already"):
        install(unpacked(tmp_path / "x", {"variant.yaml": MANIFEST.replace("mine", "wide_board")}))
    assert everything(user) == before


def test_a_place_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(UsageError, match=r"Not a directory \(.*file/tilewright"):
        install(unpacked(tmp_path / "x", PLAIN))


def test_a_system_without_a_place_for_packs_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(doors, "user_folder", lambda: None)
    with pytest.raises(UsageError, match="XDG_DATA_HOME"):
        install(unpacked(tmp_path / "x", PLAIN))
    with pytest.raises(UsageError, match="you have not installed 'mine'"):
        remove("mine")


# -- what a pack needs ----------------------------------------------------------------------------


@pytest.mark.parametrize(("manifest", "said"), [
    ({"variant_of": "tictactoe"}, []),
    ({"variant_of": "tictactoe", "game_version": ">=1.0"}, []),
    ({"variant_of": "tictactoe", "game_version": ">=7"},
     ["it needs the game 'tictactoe' >=7, but version 1.0.0 is here"]),
    ({"variant_of": "shogi"}, ["it needs the game 'shogi', which is not here"]),
    ({"variant_of": "tictactoe", "requires": {"old_one": "~=1.0", "wide_board": "*"}}, []),
    ({"variant_of": "tictactoe", "requires": {"old_one": "<1"}},
     ["it needs the variant 'old_one' <1, but version 1.0.0 is here"]),
    ({"variant_of": "tictactoe", "requires": {"nobody": "*", "nothing": ">=2"}},
     ["it needs the variant 'nobody', which is not here",
      "it needs the variant 'nothing' >=2, which is not here"]),
])
def test_what_is_needed_and_not_here_is_told(manifest, said):
    from tilewright.problems import Place
    from tilewright.reading.source import Map

    def placed(value):
        made = Map(Place("x"))
        for key, inner in value.items():
            held = placed(inner) if isinstance(inner, dict) else inner
            made.put(key, held, Place("x"), Place("x"))
        return made

    assert needs(placed(manifest)) == said


def test_a_pack_without_its_game_is_installed_with_a_note(tmp_path):
    done = install(unpacked(tmp_path / "x", {"variant.yaml": MANIFEST.replace("tictac", "nine")}))
    assert done.notes == ["it needs the game 'ninetoe', which is not here"]


# -- remove ---------------------------------------------------------------------------------------


def test_remove_takes_only_what_was_installed(tmp_path, user):
    install(unpacked(tmp_path / "x", PLAIN))
    assert remove("mine") == user / "mine"
    assert [p.name for p in user.iterdir()] == ["old_one"]


@pytest.mark.parametrize(("name", "said"), [
    ("old_on", "did you mean 'old_one'?"), ("yamatai", "comes with the program"),
    ("here", "belongs to this project"), ("..", "not installed"), ("../packs", "not installed"),
    ("old_one/", "not installed"), ("", "not installed"), ("a\0", "not installed"),
    ("same", "give the name of its folder: 'one' and 'two'")])
def test_remove_of_anything_else_changes_nothing(tmp_path, user, name, said):
    unpacked(Path("variants/here"), {"variant.yaml": MANIFEST.replace("mine", "here")})
    for folder in ("one", "two"):
        unpacked(user / folder, {"variant.yaml": MANIFEST.replace("mine", "same")})
    before = everything(tmp_path)
    with pytest.raises(UsageError) as caught:
        remove(name)
    assert said in str(caught.value)
    assert everything(tmp_path) == before


def test_remove_of_a_broken_pack_or_a_link(tmp_path, user):
    unpacked(user / "broken", {"variant.yaml": "["})
    mine = unpacked(tmp_path / "x", PLAIN)
    (user / "linked").symlink_to(mine)
    remove("broken")
    remove("mine")
    assert [p.name for p in user.iterdir()] == ["old_one"]
    assert {p.name for p in mine.iterdir()} == set(PLAIN)


# -- random names and bytes -----------------------------------------------------------------------

SETTINGS = settings(max_examples=150, deadline=None,
                    suppress_health_check=[HealthCheck.function_scoped_fixture,
                                           HealthCheck.too_slow])
PIECES = st.sampled_from(["..", ".", "/", "\\", "a", "A", "é", "e\u0301", "con", ".yaml", ".md",
                          ":", " ", "\0", "~", "$HOME", "x" * 90, "\u202e", "pack.yaml", "\r"])
ODD_NAMES = st.one_of(st.text(max_size=20), st.lists(PIECES, max_size=6).map("".join))


def tried(source: Path) -> None:
    """Install, or a clear refusal; the same again for the next try."""
    with suppress(UsageError, ContentError):
        install(source)
        remove("mine")


@SETTINGS
@given(names=st.lists(ODD_NAMES, max_size=4))
def test_no_name_leads_anywhere_else(tmp_path, names):
    source = tmp_path / "mine.zip"
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, text in PLAIN.items():
            archive.writestr(name, text)
        for i, name in enumerate(names):
            info = zipfile.ZipInfo(f"n{i}")
            info.filename = info.orig_filename = name.encode(errors="replace").decode()
            try:
                archive.writestr(info, "x")
            except (zipfile.BadZipFile, UserWarning, struct.error):
                continue
    source.write_bytes(held.getvalue())
    before = everything(tmp_path)
    tried(source)
    assert everything(tmp_path) == before


@SETTINGS
@given(data=st.data())
def test_a_broken_zip_ends_in_a_sentence(tmp_path, data):
    raw = bytearray(plain_zip())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    source = tmp_path / "mine.zip"
    source.write_bytes(raw[:data.draw(st.integers(4, len(raw)))])
    before = everything(tmp_path)
    tried(source)
    assert everything(tmp_path) == before


# -- the commands ---------------------------------------------------------------------------------


def run(*args: str) -> subprocess.CompletedProcess:
    return run_here(*args)


def test_the_commands_install_play_and_remove(tmp_path):
    source = zipped(tmp_path / "mine.zip", PLAIN)
    done = run("packs", "install", str(source))
    assert (done.returncode, done.stderr) == (0, "")
    assert "installed mine 1.0.0: " in done.stdout
    assert "play: tilewright play tictactoe --with mine" in done.stdout
    assert run("check", "tictactoe", "--with", "mine").returncode == 0
    assert run("packs", "remove", "mine").returncode == 0
    assert run("packs", "remove", "mine").returncode == 2


def test_the_command_tells_problems_of_a_pack_and_refusals(tmp_path):
    bad = run("packs", "install", str(unpacked(tmp_path / "x", {"variant.yaml": "a: 1\n"})))
    assert bad.returncode == 1
    assert "variant.yaml:1:1: " in bad.stdout
    assert "    1 | a: 1" in bad.stdout
    refused = run("packs", "install", str(zipped(tmp_path / "a.zip", {"../a.yaml": "x"})))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("tilewright: this cannot be installed: ")


def test_a_link_that_comes_while_a_folder_is_read_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    with archives._plain(tmp_path / "file") as stream:
        assert stream.read() == b"a"
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="it is not a plain file"):
        archives._plain(tmp_path / "pipe")
    for name in ("link", ".", "gone"):
        with pytest.raises(OSError, match=r".+"):
            archives._plain(tmp_path / name)


# -- limits ---------------------------------------------------------------------------------------


def is_taken(source: Path, user: Path) -> bool:
    """Whether a source is installed; nothing is left of it."""
    try:
        shutil.rmtree(install(source).path)
    except (ContentError, UsageError):
        return False
    finally:
        assert sorted(p.name for p in user.iterdir()) == ["old_one"]
    return True


@pytest.mark.parametrize(("module", "limit", "size"), [
    (limits, "PACK_BYTES", sum(map(len, PLAIN.values()))),
    (limits, "FILE_BYTES", max(map(len, PLAIN.values()))), (limits, "PACK_FILES", 2),
    (archives, "MOST_ENTRIES", 2),
])
@pytest.mark.parametrize("is_zip", [False, True])
def test_a_pack_may_be_just_so_large(tmp_path: Path, user: Path, monkeypatch: pytest.MonkeyPatch,
                                     module: ModuleType, limit: str, size: int, *, is_zip: bool
                                     ) -> None:
    source = unpacked(tmp_path / "source", PLAIN)
    if is_zip:
        source = zipped(tmp_path / "mine.zip", PLAIN)
        # The file itself may not be larger than what is in it.
        size = source.stat().st_size if limit == "PACK_BYTES" else size
    for most, fine in ((size, True), (size - 1, False)):
        monkeypatch.setattr(module, limit, most)
        assert is_taken(source, user) is fine


def test_files_that_are_no_pictures_do_not_count_as_such(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PACK_FILES", 2)
    monkeypatch.setattr(limits, "ART_FILES", 1)
    names = ["variant.yaml", "a.yaml", "b.yaml", "c.yaml"]
    members = [Member(name, lambda: io.BytesIO(b"")) for name in names]
    assert len(chosen(members[:2])[0]) == 2
    for count, said in ((3, "more than 2 files$"), (4, "more than 2 files and 1 pictures")):
        with pytest.raises(UsageError, match=said):
            chosen(members[:count])
