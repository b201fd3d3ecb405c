"""Installed Python packages that bring packs, by the entry points of one group."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.problems import printable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import Distribution, EntryPoint

GROUP = "tilewright.packs"
NOWHERE = Path()
# A folder of packs, the Python package that brings it, and what is wrong with it.
Brought = tuple[Path, str, str]


def some_bring_packs() -> bool:
    """Whether any installed package speaks of packs; a quick look that reads no metadata."""
    return any(_brings(entry) for entry in sys.path)


def _brings(entry: str) -> bool:
    """Whether a place of Python packages may bring packs. A folder is looked into again when
    something was put there or taken away, as Python's own search does it."""
    folder = Path(entry).absolute()
    try:
        now = folder.stat()
    except (OSError, ValueError):
        return False
    return _looked_into(folder, now.st_ino, now.st_mtime_ns)


@lru_cache(maxsize=200)
def _looked_into(folder: Path, _number: int, _changed: int) -> bool:
    try:
        names = [p.name for p in folder.iterdir()]
    except NotADirectoryError:
        return True   # an archive; only Python's own search can look into it
    except OSError:
        return False
    return any(_speaks(folder / n) for n in names if n.endswith((".dist-info", ".egg-info")))


def _speaks(info: Path) -> bool:
    try:
        return GROUP.encode() in (info / "entry_points.txt").read_bytes()
    except OSError:
        return False


def folders() -> Iterator[Brought]:
    """All folders that packages bring; one that is broken never hides the others."""
    from importlib import metadata

    seen = set()
    for package in metadata.distributions():
        try:
            owner, points = _points(package)
        except Exception as error:  # noqa: BLE001 - whatever the files of a package hold
            yield NOWHERE, "", printable(f"an installed Python package cannot be read: {error}")
            continue
        if owner not in seen:
            yield from (_folder(point, owner) for point in points)
        seen.add(owner)


def _points(package: Distribution) -> tuple[str, list[EntryPoint]]:
    """The entry points of one package; its name is only read if it has some."""
    points = list(package.entry_points.select(group=GROUP))
    return (str(package.name), points) if points else ("", [])


def _folder(point: EntryPoint, owner: str) -> Brought:
    try:
        folder = _led_to(point)
        wrong = "" if folder.is_absolute() and folder.is_dir() else f"'{folder}' is no folder"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - to import runs their code
        folder, wrong = NOWHERE, str(error) or type(error).__name__
    told = f"the Python package '{owner}' brings no packs by '{point.name}': {wrong}"
    return folder, owner, printable(told) if wrong else ""


def _led_to(point: EntryPoint) -> Path:
    """The folder that an entry point names: as a value, or as a module that lives in it."""
    from importlib import util

    if point.attr:
        value = point.load()
        if isinstance(value, (str, os.PathLike)):
            return Path(os.fspath(value))
        raise TypeError(f"'{point.value}' is not the path of a folder")
    spec = util.find_spec(point.module)
    if spec is None:
        raise ModuleNotFoundError(f"there is no module '{point.module}'")
    inside = list(spec.submodule_search_locations or ())
    return Path(inside[0]) if inside else Path(spec.origin or "").parent
