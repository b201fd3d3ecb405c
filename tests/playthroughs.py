"""Remakes the recorded games: python tests/playthroughs.py [GAME | variants]

Each record is a whole legal game from a real start. A leader steers it to what it shall show. What
a turn shows is read from its positions, by the leaders and the tests alike.
"""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import leading_namiji
import leading_namiji_variants
import leading_variants
import leading_yamatai

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = Path(__file__).parent / "playthroughs"
MAKERS: dict[str, Callable[[], Iterator[tuple[str, list[str]]]]] = {
    "namiji": leading_namiji.records, "yamatai": leading_yamatai.records,
}


def of_variants() -> Iterator[tuple[str, list[str]]]:
    """The games of all shipped variants, which share one folder."""
    return chain(leading_namiji_variants.records(), leading_variants.records())


FOLDERS = {**MAKERS, "variants": of_variants}


def remake(name: str) -> None:
    """Write all records of a game, or of the variants; those that are no longer made go."""
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    made = set()
    for title, lines in FOLDERS[name]():
        path = folder / f"{title}.jsonl"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        made.add(path)
        print(f"{path.relative_to(FOLDER)}: {len(lines) - 2} moves")
    for path in set(folder.glob("*.jsonl")) - made:
        path.unlink()


if __name__ == "__main__":
    for wanted in sys.argv[1:] or FOLDERS:
        remake(wanted)
