"""`tilewright migrate`: packs of an older language, or with old ids, made to be of today."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from tilewright.cli.check import to_check
from tilewright.loading.migrating import edits, rewritten
from tilewright.loading.packs import read_pack
from tilewright.loading.renames import now_called
from tilewright.problems import ContentError, Problems, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.loading.packs import Pack


def migrate(names: list[str], *, write: bool) -> int:
    """Show what would change in packs, or change it; 1 if something waits to be written."""
    waiting = 0
    for folder, overlays in to_check(names, []):
        packs = [_read(path) for path in (folder, *overlays)]
        waiting += _one(packs[-1], packs, write=write)
    return 1 if waiting and not write else 0


def _read(folder: Path) -> Pack:
    problems = Problems()
    pack = read_pack(folder, problems)
    if pack is None or not pack.fine:
        raise ContentError(problems.sorted())
    return pack


def _one(pack: Pack, packs: list[Pack], *, write: bool) -> int:
    found = edits(pack, now_called(packs))
    if not found:
        print(f"{pack.shown}: nothing to do")
        return 0
    for edit in sorted(found, key=lambda e: e.place):
        print(f"{edit.place}: '{edit.old}' becomes '{edit.new}': {edit.why}")
    made = rewritten(pack, found)
    for name, text in made.items():
        if write:
            _write(pack, name, text)
        else:
            before = pack.sources[name].lines
            print("\n".join(difflib.unified_diff(before, text.split("\n"), name, name,
                                                 lineterm="", n=1)))
    if not write:
        print(f"nothing is written yet; to do so: tilewright migrate {pack.shown} --write")
    return len(made)


def _write(pack: Pack, name: str, text: str) -> None:
    path = pack.folder / name.removeprefix(f"{pack.shown}/")
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"'{path}' cannot be written: {error.strerror}") from error
    print(f"wrote {path}")
