"""Files are written whole or not at all, and nothing is left lying beside them."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from test_whole_moves import cut_short
from tilewright import writing
from tilewright.writing import write_new, write_whole

PACKAGE = Path(writing.__file__).parent


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "one.txt"
    path.write_text("old\n")
    return path


def alone(path: Path) -> bool:
    return [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_file_is_made_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "żółw.txt"
    for text in ("one\r\ntwo\n", "ą" * 100_000, ""):
        write_whole(path, text)
        assert path.read_bytes() == text.encode()
        assert alone(path)


@pytest.mark.parametrize("name", ["write", "fsync", "replace"])
def test_a_full_disk_leaves_the_old_file(target: Path, monkeypatch: pytest.MonkeyPatch,
                                         name: str) -> None:
    def full(*_: Any) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if name == "write":
        monkeypatch.setattr(os, "fdopen", full)
    elif name == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    else:
        monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(target, "new\n")
    assert target.read_text() == "old\n"
    assert alone(target)


def test_the_new_text_is_on_the_disk_before_it_takes_the_place(
        target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a power cut would leave: at the time of the renaming, all has been handed over."""
    synced: list[tuple[int, bytes]] = []
    sync, replace = os.fsync, Path.replace

    def noted(handle: int) -> None:
        sync(handle)
        if stat.S_ISREG(os.fstat(handle).st_mode):
            synced.append((os.fstat(handle).st_size, target.read_bytes()))

    def put(self: Path, to: Path) -> Path:
        assert synced == [(4, b"old\n")]
        return replace(self, to)

    monkeypatch.setattr(os, "fsync", noted)
    monkeypatch.setattr(Path, "replace", put)
    write_whole(target, "new\n")
    assert target.read_text() == "new\n"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interruption_leaves_the_old_file_or_the_new_one(target: Path) -> None:
    """Before each instruction; what comes while it tidies up may leave a file with our name."""
    found = set()
    for at in range(10_000):
        target.write_text("old\n")
        if not cut_short(lambda: write_whole(target, "new\n"), at):
            break
        found.add(target.read_text())
        assert alone(target)
    assert found == {"old\n", "new\n"}
    assert at > 50


def test_what_stands_there_keeps_its_rights_and_its_links(target: Path, tmp_path: Path) -> None:
    target.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(target.name)
    write_whole(link, "new\n")
    assert link.is_symlink()
    assert target.read_text() == "new\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_new_file_has_the_rights_of_any_new_file(tmp_path: Path) -> None:
    plain, ours = tmp_path / "plain", tmp_path / "ours"
    plain.write_text("x")
    write_whole(ours, "x")
    assert ours.stat().st_mode == plain.stat().st_mode


def test_what_may_not_be_written_is_refused(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError):
        write_whole(target, "new\n")
    assert target.read_text() == "old\n"


def test_what_is_no_plain_file_stays_what_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "through\n")
    assert os.read(reader, 100) == b"through\n"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(OSError, match="directory"):
        write_whole(tmp_path, "x")


@pytest.mark.parametrize("name", ["nul\0byte", "none/one.txt", "x" * 300])
def test_names_that_cannot_be_are_told_as_other_troubles(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match=r"name|directory") as error:
        write_whole(tmp_path / name, "x")
    assert error.value.strerror


def test_a_new_file_never_takes_the_place_of_another(target: Path) -> None:
    with pytest.raises(FileExistsError):
        write_new(target, "new\n")
    assert target.read_text() == "old\n"


def test_every_file_is_written_here() -> None:
    """The catalogue tries its examples in a folder that vanishes, and installing has its own."""
    writes = re.compile(r"\.write_(text|bytes)\(|open\([^)]*[\"'][waxr]?b?[wax+]")
    there = {p.relative_to(PACKAGE).as_posix() for p in PACKAGE.rglob("*.py")
             if writes.search(p.read_text(encoding="utf-8"))}
    assert there == {"writing.py", "catalogue.py", "packs/unpacking.py"}
