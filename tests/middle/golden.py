"""Small rules with what they become in the middle language, one file for each.

A file begins with a sentence, goes on with pieces of a game, which are put into the small game of
the tests, and ends with the functions and blocks that it names. `python tests/test_middle.py`
writes these ends anew; look at what changed before you keep it.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import tilewright
from bad_packs import MANIFEST, game_with, make_pack
from tilewright.middle.text import code_text

RULES = sorted((Path(__file__).parent / "rules").glob("*.txt"))


def written(path: Path) -> str:
    """What has to stand in the file of a rule."""
    rule, _, rest = path.read_text(encoding="utf-8").partition("\n=== ")
    names = rest.partition("\n")[0]
    _, *parts = re.split(r"^--- (.*)\n", rule + "\n", flags=re.MULTILINE)
    files = dict(zip(parts[::2], parts[1::2], strict=True))
    return f"{rule}\n=== {names}\n\n{_shown(_code(files), names.split(', '))}\n"


def _code(files: dict[str, str]) -> str:
    """The game with these pieces in it, for two players."""
    manifest = MANIFEST.replace("language: 1", "language: 2")
    given: dict[str, str | bytes] = {
        **files, "game.yaml": game_with(**_sections(files["game.yaml"])),
        "pack.yaml": f"{manifest}tiles: [tiles.yaml]\n" if "tiles.yaml" in files else manifest}
    with TemporaryDirectory() as home:
        game = tilewright.load(str(make_pack(Path(home) / "small", given)))
        return code_text(game.program(2).code)


def _sections(text: str) -> dict[str, str]:
    """The sections of a game by their names."""
    _, *parts = re.split(r"^(\w+): *", text, flags=re.MULTILINE)
    return {word: body.rstrip() for word, body in zip(parts[::2], parts[1::2], strict=True)}


def _shown(code: str, names: list[str]) -> str:
    """The functions and blocks that have one of these names, before the number behind it."""
    found = []
    for part in code.split("\n\n"):
        head = re.match(r"(?:function|(?:block|after) \d+) (\w+?)(?:_\d+)?\(", part)
        if head is not None and head[1] in names:
            found.append(re.sub(r"  # \S*/(\w+\.yaml:)", r"  # \1", part))
    assert found, f"there is none of {names} in:\n{code}"
    return "\n\n".join(found)
