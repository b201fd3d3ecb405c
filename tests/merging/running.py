"""Runs the cases that are written out under `merging/`: packs, and what comes out of them.

A case has one overlay (`over`, of a pack 'alpha') or `packs`, which are listed in the order in
which they stand; what a pack says besides `over` and `files` is for its manifest. What comes out:
`gives` (values by address), `gone` (addresses that lead nowhere), `keys` (the order of keys) or
`refused` (all problems, in order: `code`, `at` is the text that stands at the place, `in` the file,
`says` words of the message). The whole game is loaded and has to be good; `by: merging` only
merges, and `by: checking` compiles and proofreads it as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from merging.making import BASES, OVERLAY, merged, read_data, write_pack
from tilewright.cli.check import check_folder
from tilewright.merging.addresses import NotFound, find, split
from tilewright.reading.source import without_places
from tilewright.reading.traits import stops
from tilewright.stages import load_folders

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.merging.layers import Layers
    from tilewright.problems import Problem

KEYS = {"note", "over", "packs", "base", "by", "gives", "gone", "keys", "refused", "known_bug"}
FILES = ("lists", "numbers", "several", "inheritance", "refused", "own_files", "sections")


def cases() -> list[Any]:
    return [_marked(name, number, case) for name in FILES
            for number, case in enumerate(read_data(name), 1)]


def _marked(name: str, number: int, case: dict[str, Any]) -> Any:
    odd = set(case) - KEYS
    assert not odd, f"{name}-{number}: unknown keys {sorted(odd)}"
    assert {"gives", "gone", "keys", "refused"} & set(case), f"{name}-{number} expects nothing"
    bug = case.get("known_bug")
    marks = [pytest.mark.xfail(strict=True, reason=bug)] if bug else []
    return pytest.param(case, id=f"{name}-{number}", marks=marks)


def run(case: dict[str, Any], folder: Path) -> None:
    packs = case.get("packs") or {"alpha": {"over": case["over"]}}
    base = case.get("base", "market")
    folders = [_written(folder, base, name, given) for name, given in packs.items()]
    layers, problems = _loaded(case, base, folders)
    if "refused" in case:
        check_refused(case["refused"], problems, folder)
        return
    assert not problems, [f"{p.place} {p.code} {p.sentence}" for p in problems]
    assert layers is not None
    for path, value in case.get("gives", {}).items():
        found = find(layers.root, split(path))
        assert found.exists, path
        assert without_places(found.value) == value, path
    for path in case.get("gone", ()):
        assert _gone(layers, path), path
    for path, keys in case.get("keys", {}).items():
        assert list(find(layers.root, split(path)).value) == keys, path


def _written(folder: Path, base: str, name: str, given: dict[str, Any]) -> Path:
    manifest = {k: v for k, v in given.items() if k not in ("over", "files")}
    return write_pack(folder, name, base, given.get("over"), manifest, given.get("files"))


def _loaded(case: dict[str, Any], base: str, folders: list[Path]
            ) -> tuple[Layers | None, list[Problem]]:
    if case.get("by") == "merging":
        return merged(base, *folders)
    if case.get("by") == "checking":
        return None, check_folder(BASES / base, folders)
    loaded = load_folders(BASES / base, folders)
    assert (loaded.game is None) == any(stops(p.code) for p in loaded.problems)
    return loaded.layers, loaded.problems.sorted()


def _gone(layers: Layers, path: str) -> bool:
    try:
        return not find(layers.root, split(path)).exists
    except NotFound:
        return True


def check_refused(wanted: list[dict[str, Any]], found: list[Problem], folder: Path) -> None:
    told = [f"{p.place} {p.code} {p.sentence}" for p in found]
    assert [p.code for p in found] == [w["code"] for w in wanted], told
    for want, problem in zip(wanted, found, strict=True):
        name = want.get("in", f"alpha/{OVERLAY}")
        assert problem.place.file.endswith(f"/{name}"), told
        if "at" in want:
            here = problem.place.line, problem.place.col
            assert here == _place(folder / name, want["at"]), told
        for word in want.get("says", ()):
            assert word in problem.sentence, told


def _place(file: Path, text: str) -> tuple[int, int]:
    """The line and column of a text that stands once in a file."""
    lines = file.read_text(encoding="utf-8").splitlines()
    found = [(n, line.index(text) + 1) for n, line in enumerate(lines, 1) if text in line]
    assert len(found) == 1, f"'{text}' stands {len(found)} times in {file.name}"
    return found[0]
