"""What is said of each case and mistake, word by word, in `said.txt`: no word changes unread.

After a change that is meant, `python tests/said.py` writes the file anew; read what changed. What
is not in it yet is only held by its own words.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.problems import Problem

FILE = Path(__file__).with_name("said.txt")


def _read() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else ():
        name, _, words = line.partition(" | ")
        found.setdefault(name, []).append(words)
    return found


SAID = _read()


def in_words(problems: Iterable[Problem], folder: Path) -> list[str]:
    """Problems with their marks, a line each, as they are wherever the pack lies."""
    told = []
    for p in problems:
        name = Path(p.place.file).name
        told.append(f"{name}:{p.place.line}:{p.place.col}-{p.place.end} {p.code}: {p.sentence}")
    return sorted(" ".join(one.replace(f"{folder}/", "").split()) for one in told)


def check_said(name: str, told: list[str]) -> None:
    assert told == SAID.get(name, told), __doc__


def _written() -> Iterable[str]:
    from case_runner import all_cases, problems_of
    from mistaken import problems, read

    with TemporaryDirectory() as home:
        top = Path(home).resolve()
        for number, one in enumerate([*all_cases(), *read()]):
            folder = top / str(number)
            folder.mkdir()
            told = problems_of(one, folder) if hasattr(one, "number") else problems(one, folder)
            for line in in_words(told, folder):
                yield f"{one.id} | {line}\n"


if __name__ == "__main__":
    FILE.write_text("".join(_written()), encoding="utf-8")
