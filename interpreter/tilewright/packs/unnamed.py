"""Files in the folder of a pack that its manifest does not name."""

from __future__ import annotations

import re
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.problems import Place, Problems, nearest, printable
from tilewright.reading.files import read_text

if TYPE_CHECKING:
    from collections.abc import Collection

    from tilewright.packs.pack import Pack

# Beside the texts of a language: which English words they were made from.
MARKS = ".marks.yaml"
# An experiment of the lab lies beside a pack and is no part of it; NAME.lab.yaml is another one.
EXPERIMENT = "lab.yaml"
ASKING = re.compile(r"^(question|ask):", re.MULTILINE)


def yaml_files(root: Path) -> list[Path]:
    """YAML files in the folder and in folders of it; what links lead to elsewhere is not seen."""
    root = root.resolve()
    patterns = ("*.yaml", "*.yml", "*/*.yaml", "*/*.yml")
    found = chain.from_iterable(root.glob(pattern) for pattern in patterns)
    own = (p for p in found if p.is_file() and (
        _is_straight(p) or p.resolve().is_relative_to(root)))
    return sorted(islice(own, limits.PACK_FILES))


def _is_straight(path: Path) -> bool:
    """Whether no link is on the way to a file that is at most one folder deep, which is seen
    without a look at each folder above."""
    return not path.is_symlink() and not path.parent.is_symlink()


def tell_unnamed(pack: Pack, manifests: Collection[str], problems: Problems) -> None:
    """Each file that would be forgotten."""
    manifest = Path(pack.manifest.place.file).name
    for path in pack.there:
        name = path.relative_to(pack.root).as_posix()
        shown = f"{pack.shown}/{printable(name)}"
        if shown not in pack.named and path.name not in manifests and not _is_meant(pack, name):
            problems.add("file-unused", Place(shown), "this file is not named in the manifest",
                         f"add it to {pack.shown}/{manifest} or remove it")


def is_experiment(path: Path) -> bool:
    """Whether a file is called as experiments are, and asks something."""
    if path.name != EXPERIMENT and not path.name.endswith(f".{EXPERIMENT}"):
        return False
    text = read_text(path, path.name, Problems())
    return text is not None and ASKING.search(text) is not None


def _is_meant(pack: Pack, name: str) -> bool:
    """Whether a file goes with a named one, or the manifest may mean it by another name, which was
    told."""
    if name.endswith(MARKS) and f"{pack.shown}/{name.removesuffix(MARKS)}.yaml" in pack.named:
        return True
    if is_experiment(pack.folder / name):
        return True
    return any(Path(slip).stem == Path(name).stem or nearest(slip, (name,)) or (
        slip.endswith("/") and name.startswith(slip)) for slip in pack.slips)
