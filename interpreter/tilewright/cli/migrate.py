"""`tilewright migrate`: packs of an older language, or with old ids, made to be of today."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from tilewright.cli.check import to_check
from tilewright.cli.reference import put
from tilewright.merging.renames import now_called
from tilewright.migrating.migrate import QUOTES, edits, path_of, quoted, rewritten
from tilewright.packs.pack import read_pack
from tilewright.problems import ContentError, Problems
from tilewright.reading.files import BREAK
from tilewright.stages import load_folders

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.packs.pack import Pack


def migrate(names: list[str], *, write: bool) -> int:
    """Show what would change in packs, or change it; 1 if something waits to be written."""
    waiting = 0
    for folder, overlays in to_check(names, []):
        waiting += _one([folder, *overlays], write=write)
    return 1 if waiting and not write else 0


def _one(folders: list[Path], *, write: bool) -> int:
    """Migrate the last of some packs; gives how many files change."""
    packs = [_read(path) for path in folders]
    pack, loaded = packs[-1], load_folders(folders[0], folders[1:])
    # Those that are required bring renames too.
    required = [p.folder for p in loaded.order.packs if p.folder not in folders]
    history = loaded.layers.history.writes if loaded.layers is not None else []
    whole = {w.place for w in history if w.verb == "set" and w.before.startswith(("{", "["))}
    found = [*edits(pack, now_called([*map(_read, required), *packs]), whole), *quoted(pack)]
    if not found:
        print(f"{pack.shown}: nothing to do")
        return 0
    made = rewritten(pack, found)
    for edit in sorted(found, key=lambda e: e.place):
        print(f"{edit.place}: '{edit.old}' becomes '{edit.new}': {edit.why}")
    for name, (before, after) in made.items():
        if write:
            put(path_of(pack, name), after)
        else:
            old, new = BREAK.split(before), BREAK.split(after)
            print("\n".join(difflib.unified_diff(old, new, name, name, lineterm="", n=1)))
    if not write:
        print(f"nothing is written yet; to do so: tilewright migrate {pack.shown} --write")
    return len(made)


def _read(folder: Path) -> Pack:
    """A pack whose files can all be read; files that it does not name do no harm, nor does what
    migrating mends."""
    problems = Problems()
    pack = read_pack(folder, problems)
    if pack is None or any(p.code not in ("file-unused", QUOTES) for p in problems.sorted()):
        raise ContentError(problems)
    return pack
