"""Mistakes that people make, and what they must be told: reads and tries the files of `mistakes/`.

Each is written into a small whole game. What must be said is written from what helps a person, not
from what the program prints; `python tests/mistaken.py` tells how many come out so.
"""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from command_line import run_here
from marks import check_mark
from said import check_said, in_words
from tilewright.cli.check import check_and_play, check_folder
from tilewright.problems import ContentError, TilewrightError
from tilewright.reading.source import Loader

if TYPE_CHECKING:
    from tilewright.problems import Problem

FOLDER = Path(__file__).parent / "mistakes"
BASE = {path.relative_to(FOLDER / "base").as_posix(): path.read_text(encoding="utf-8")
        for path in (FOLDER / "base").rglob("*.yaml")}
# Stands in a snippet before the character that the problem must point to.
MARK = "▸"
OF_VARIANT = ("variant.yaml", "overlay.yaml")
# What is only there when a mistake is made in it.
TEXTS = ("text/en.yaml",)
SPARE = (*TEXTS, "situations.yaml", *OF_VARIANT)
# So many steps down the entries of a section are laid over one by one.
DEEP = {"state": 3, "vocabulary": 3, "flow": 3, "situations": 1}
KEYS = {"mistake", "do", "value", "test", "says", "never", "at", "only", "plays", "known", "bytes",
        "run", "exit", "alone", "gone"}


@dataclass(slots=True)
class Mistake:
    """One mistake: what is written or typed, and what must be said of it."""

    file: str
    raw: dict[str, Any]
    files: dict[str, str] = field(default_factory=dict)
    place: str = ""

    @property
    def id(self) -> str:
        return f"{self.file}: {self.raw['mistake']}"

    @property
    def phrases(self) -> list[list[str]]:
        """What must be said; of several ways to say it, one."""
        return [[p] if isinstance(p, str) else p for p in self.raw.get("says", ())]

    @property
    def known(self) -> str:
        """Why it is not told well yet, if it is not."""
        return str(self.raw.get("known", ""))


def read() -> list[Mistake]:
    """All mistakes of all files."""
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        for raw in yaml.load(path.read_text(encoding="utf-8"), Loader):
            odd = {k for k in raw if k not in KEYS and not k.endswith((".yaml", ".yml"))}
            assert not odd, f"{path.name}, {raw.get('mistake')}: unknown keys {odd}"
            found.append(_marked(Mistake(path.stem, raw)))
    names = [m.id for m in found]
    assert len(set(names)) == len(names), "two mistakes have one name"
    return found


# -- writing the game -------------------------------------------------------------------------


def _marked(mistake: Mistake) -> Mistake:
    """The files of a mistake, without the mark, and the place where the mark stood."""
    mistake.place = str(mistake.raw.get("at", ""))
    for name, text in _whole(mistake.raw).items():
        clean = text.replace(MARK, "")
        if MARK in text:
            before = text[:text.index(MARK)]
            line = before.count("\n") + 1
            mistake.place = f"{name}:{line}:{len(before) - (before.rfind(chr(10)) + 1) + 1}"
        mistake.files[name] = clean
    return mistake


def _whole(raw: dict[str, Any]) -> dict[str, str]:
    """All files of the game in which a mistake is made."""
    written = {n: str(t) for n, t in raw.items() if n not in KEYS}
    for key, form in FORMS.items():
        if key in raw:
            written["game.yaml"] = form.format(_indented(str(raw[key]), form))
    files = {n: t for n, t in BASE.items() if n not in SPARE or (n in TEXTS and "run" in raw)}
    files = {n: t for n, t in files.items() if n not in raw.get("gone", ())}
    manifest = ""
    if "text/en.yaml" in written or "run" in raw:
        manifest += "texts: {en: text/en.yaml}\n"
    if "situations.yaml" in written:
        manifest += "situations: [situations.yaml]\n"
    files["pack.yaml"] += manifest
    if set(written) & set(OF_VARIANT):
        files["variant.yaml"] = BASE["variant.yaml"]
    for name, text in written.items():
        whole = ("alone" in raw or name == "pack.yaml" or name in OF_VARIANT or name not in BASE)
        files[name] = text if whole else laid_over(text, BASE[name])
    return files


FORMS = {
    "do": "actions:\n  go:\n    do:\n      {}\n",
    "value": "actions:\n  go:\n    do:\n      - gain:\n          me.coins: {}\n",
    "test": "actions:\n  go:\n    do:\n      - gain: {{me.coins: 1}}\n      - if: {}\n"
            "        then:\n          - gain: {{me.coins: 1}}\n",
}


def _indented(text: str, form: str) -> str:
    """Lines below each other, where the form has its hole."""
    line = next(row for row in form.splitlines() if "{}" in row)
    return text.rstrip("\n").replace("\n", "\n" + " " * line.index("{}"))


def laid_over(snippet: str, base: str) -> str:
    """The base with the entries of the snippet instead of its own of the same name."""
    return "".join(_laid(_blocks(snippet, 0), _blocks(base, 0), 0, None))


def _blocks(text: str, indent: int) -> list[tuple[str, str]]:
    """The entries of one depth with their lines; what stands before them has no name."""
    parts = re.split(rf"^(?={' ' * indent}{MARK}?[A-Za-z_][\w.]*:)", text, flags=re.MULTILINE)
    found = []
    for part in parts:
        name = re.match(rf"{' ' * indent}{MARK}?([A-Za-z_][\w.]*):", part)
        found.append((name.group(1) if name else "", part))
    return [(n, p if p.endswith("\n") else p + "\n") for n, p in found if p]


def _laid(new: list[tuple[str, str]], old: list[tuple[str, str]], indent: int, deep: int | None
          ) -> list[str]:
    rest = dict(old)
    made = []
    for name, text in new:
        before = rest.pop(name, None) if name else None
        left = deep if deep is not None else DEEP.get(name, 2)
        if before is not None and left > 1 and _is_open(text) and _is_open(before):
            head, _, body = text.partition("\n")
            inner = _laid(_blocks(body, indent + 2),
                          _blocks(before.partition("\n")[2], indent + 2), indent + 2, left - 1)
            made.append(f"{head}\n{''.join(inner)}")
        else:
            made.append(text)
    return made + list(rest.values())


def _is_open(text: str) -> bool:
    """Whether entries stand below the first line, in lines of their own."""
    head, _, body = text.partition("\n")
    return head.rstrip().endswith(":") and not body.replace(MARK, "").lstrip().startswith("- ")


# -- trying it --------------------------------------------------------------------------------


def told(mistake: Mistake, top: Path) -> list[tuple[str, str]]:
    """All that is said of a mistake: places and sentences, with file names as in the snippets."""
    if "run" in mistake.raw:
        _write(mistake, top)
        return _run(mistake, top)
    try:
        found = problems(mistake, top)
    except TilewrightError as error:
        return [("", str(error))]
    check_said(mistake.id, in_words(found, top))
    return [_plain(p, top) for p in found]


def problems(mistake: Mistake, top: Path) -> list[Problem]:
    """The problems of a mistake that is in files."""
    _write(mistake, top)
    if "run" in mistake.raw:
        return []
    game, variant = top / "game", top / "variant"
    overlays = [variant] if variant.is_dir() else []
    games = mistake.raw.get("plays")
    try:
        return (check_and_play(game, overlays, games)[0].sorted() if games
                else check_folder(game, overlays))
    except ContentError as error:
        return list(error.problems)


def _write(mistake: Mistake, top: Path) -> None:
    for name, text in mistake.files.items():
        path = top / ("variant" if name in OF_VARIANT else "game") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        written = mistake.raw.get("bytes", "utf-8") if name in mistake.raw else "utf-8"
        path.write_bytes(text.encode(written))


def _run(mistake: Mistake, top: Path) -> list[tuple[str, str]]:
    """What a command prints, as one thing that is said, and its exit code in place of a place."""
    words = [w.replace("BASE", "game") for w in shlex.split(mistake.raw["run"])]
    done = run_here(*words, cwd=top)
    return [(str(done.returncode), done.stdout + done.stderr)]


def _plain(problem: Problem, top: Path) -> tuple[str, str]:
    def short(text: str) -> str:
        for folder in ("game", "variant"):
            text = text.replace(f"{top / folder}/", "").replace(str(top / folder), folder)
        return text

    check_mark(problem.place)
    return short(str(problem.place)), f"{problem.code}: {short(problem.sentence)}"


def amiss(mistake: Mistake, found: list[tuple[str, str]]) -> list[str]:
    """What is not said as it must be; nothing if all is well."""
    if "run" in mistake.raw:
        return _missed(mistake, found[0][1]) + _code(mistake, found[0][0])
    wanted = mistake.raw.get("only", 1 if mistake.phrases else 0)
    faults = [] if len(found) == wanted else [f"{len(found)} problems, not {wanted}"]
    if mistake.phrases and not any(_fits(mistake, place) for place, _ in found):
        faults.append(f"nothing is said at {mistake.place}")
    here = [said for place, said in found if _fits(mistake, place)] or [s for _, s in found]
    said = "\n".join(here)
    return faults + _missed(mistake, said)


def _missed(mistake: Mistake, said: str) -> list[str]:
    """What is not among the words, and what should not be."""
    missed = [f"no word of: {' | '.join(ways)}" for ways in mistake.phrases
              if not any(way in said for way in ways)]
    return missed + [f"says: {phrase}" for phrase in mistake.raw.get("never", ()) if phrase in said]


def _code(mistake: Mistake, code: str) -> list[str]:
    wanted = mistake.raw.get("exit")
    fits = code == str(wanted) if wanted is not None else code in ("1", "2")
    return [] if fits else [f"the exit code is {code}"]


def _fits(mistake: Mistake, place: str) -> bool:
    return place == mistake.place or (mistake.place.count(":") < 2
                                      and place.startswith(mistake.place))


def tried(mistake: Mistake) -> tuple[list[str], list[tuple[str, str]]]:
    """What is amiss with what is said of a mistake, and all that is said."""
    with tempfile.TemporaryDirectory() as made:
        found = told(mistake, Path(made).resolve())
    return amiss(mistake, found), found


def main(only: list[str]) -> None:
    mistakes = [m for m in read() if not only or any(word in m.id for word in only)]
    bad = 0
    for mistake in mistakes:
        faults, found = tried(mistake)
        if faults:
            bad += 1
            print(f"\n{mistake.id}{'  (known)' if mistake.known else ''}")
            print("".join(f"    - {fault}\n" for fault in faults), end="")
            print("".join(f"    {place}: {said}\n" for place, said in found), end="")
    print(f"\n{len(mistakes)} mistakes, {len(mistakes) - bad} told as they must be, {bad} not")


if __name__ == "__main__":
    main(sys.argv[1:])
