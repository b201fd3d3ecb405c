"""Which files of packs were saved since the last look."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.packs import art
from tilewright.packs.pack import MANIFESTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST_FILES = 5_000
# A file time that is further away was not made by the save that was noticed.
NEAR = 0.5

# When a file was written, its size and its number; another file under its name has another.
Stamp = tuple[int, int, int]
# The files that were written; None for one that is gone.
Saved = dict[str, Stamp | None]


def rounds(changed: Callable[[], Saved], pause: Callable[[], None]) -> Iterator[Saved]:
    """Wait, look, and give what changed, for ever."""
    while True:
        pause()
        found = changed()
        if found:
            yield found


@dataclass(slots=True)
class Files:
    """The YAML files and pictures of some folders, as they were when they were last looked at."""

    folders: list[Path]
    seen: dict[str, Stamp] = field(default_factory=dict)

    def changed(self) -> Saved:
        """What was written since the last look."""
        now = snapshot(self.folders)
        names = [name for name in {**self.seen, **now} if self.seen.get(name) != now.get(name)]
        self.seen = now
        return {name: now.get(name) for name in names}

    def follow(self, sources: dict[str, Any]) -> None:
        """Watch the packs that were read because others need them, too."""
        known = {folder.resolve() for folder in self.folders}
        read = {Path(name).parent for name in sources if Path(name).name in MANIFESTS}
        new = [folder for folder in sorted(read) if folder.resolve() not in known]
        self.folders += new
        self.seen |= snapshot(new)


def snapshot(folders: list[Path]) -> dict[str, Stamp]:
    """The stamps of all YAML files and pictures; hidden folders are left out."""
    found: dict[str, Stamp] = {}
    left = MOST_FILES
    for folder in folders:
        for root, inner, names in os.walk(folder):
            inner[:] = [name for name in inner if not name.startswith((".", "__"))]
            left -= len(names) + 1
            if left < 0:
                return found
            for name in names:
                if name.endswith((".yaml", ".yml")) or (
                        Path(root).name == art.FOLDER and art.NAME.fullmatch(name)):
                    with suppress(OSError):
                        at = Path(root, name).stat()
                        found[f"{root}/{name}"] = (at.st_mtime_ns, at.st_size, at.st_ino)
    return found


def since_saved(saved: Saved, now: float) -> float:
    """How long ago the last of these files was saved, as far as its time can be trusted."""
    newest = max((stamp[0] for stamp in saved.values() if stamp is not None), default=0)
    gone = now - newest / 1e9
    return gone if 0 <= gone <= NEAR else 0.0
