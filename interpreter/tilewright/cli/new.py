"""`tilewright new`: commented starters that already pass `check`."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from tilewright import editors, writing
from tilewright.cli.reference import write_file
from tilewright.language.names import RESERVED
from tilewright.packs.doors import find, shipped
from tilewright.packs.pack import read_pack
from tilewright.problems import ContentError, Problems, UsageError, listed, printable
from tilewright.reading.source import Map
from tilewright.stages import load_folders
from tilewright.text import plain, title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tilewright.stages import Loaded

NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
LONGEST_NAME = 60
MOST_PATHS = 12
KINDS = ("game", "variant", "tile")
STARTERS = Path(__file__).resolve().parent.parent / "starters"


def sorted_out(what: str, names: list[str], of: str | None, family: str | None
               ) -> tuple[str, str | None, str | None]:
    """The id, the game and the family, whether they were given one after the other or by name."""
    if what not in KINDS:
        raise UsageError(f"'{what}' cannot be made; it can be {listed(KINDS)}")
    wanted = {"variant": ["GAME"], "tile": ["GAME", "FAMILY"]}.get(what, [])
    form = " ".join(["new", what, *wanted, "ID"])
    if not names:
        raise UsageError(f"the new {what} needs a name; write: {form}")
    *before, name = names
    if len(before) > len(wanted):
        raise UsageError(f"too many names; write: {form}")
    given = dict(zip(wanted, before, strict=False))
    for key, option in (("GAME", of), ("FAMILY", family)):
        if key in given and option is not None:
            raise UsageError(f"the {key.lower()} is named twice: '{given[key]}' and '{option}'")
    return name, given.get("GAME", of), given.get("FAMILY", family)


def make(what: str, name: str, of: str | None, family: str | None, folder: Path) -> None:
    """Make the starter of a game, a variant or a tile, and tell what to do next."""
    makers = {"game": _game, "variant": _variant, "tile": _tile}
    if what not in makers:
        raise UsageError(f"'{what}' cannot be made; it can be {listed(KINDS)}")
    check_name(name)
    if what == "game" and of is not None:
        raise UsageError("a new game is not made of another one; leave '--of' out")
    if what != "tile" and family is not None:
        raise UsageError("only a tile has a family; leave '--family' out")
    if what != "game" and of is None:
        raise UsageError(f"say which game the {what} is for: new {what} GAME"
                         f"{' FAMILY' if what == 'tile' else ''} ID")
    makers[what](name, of or "", family, folder)


def check_name(name: str) -> None:
    if not NAME.match(name):
        made = re.sub(r"\W+", "_", name).strip("_").lower()
        meant = f", such as '{made}'" if NAME.match(made) else ""
        raise UsageError(f"'{name}' cannot be a name; it is a small letter, then small letters, "
                         f"digits and _{meant}")
    if len(name) > LONGEST_NAME:
        raise UsageError(f"a name has at most {LONGEST_NAME} characters")
    if name in RESERVED or name == "null":
        raise UsageError(f"'{name}' is a word of the rule language; choose another name")


# -- the three starters -----------------------------------------------------------------------


def _game(name: str, _of: str, _family: str | None, folder: Path) -> None:
    if name in shipped("content"):
        raise UsageError(f"there is a shipped game '{name}'; choose another name")
    pack = folder / name
    words = {"name": name, "title": titled(name), "folder": printable(str(pack))}
    write_new(_filled("game", pack, words))
    game = load_folders(pack, []).game
    assert game is not None
    write_new(editors.write_beside(pack, game, manifest="pack"))
    print(f"next: tilewright check {pack}\n"
          f"      tilewright test {pack}\n"
          f"      tilewright play {pack}")


def _variant(name: str, of: str, _family: str | None, folder: Path) -> None:
    if name in shipped("variants"):
        raise UsageError(f"there is a shipped variant '{name}'; choose another name")
    base = find(of, "content")
    game = load_game(of, []).game
    assert game is not None
    pack = folder / name
    words = {"name": name, "game": game.id, "title": titled(name), "most": str(game.most),
             "of_title": json.dumps(f"{title(game)} ({plain(name)})", ensure_ascii=False),
             "paths": "".join(f"\n  # {path}: {value}" for path, value in _paths(base))}
    files = _filled("variant", pack, words)
    text = files.pop(pack / "text" / "en.yaml")
    if "en" in game.texts:
        files[pack / "text" / "en.yaml"] = text
        files[pack / "variant.yaml"] += "texts: {en: text/en.yaml}\n"
    write_new(files | editors.write_beside(pack, game))
    print(f"next: tilewright check {pack}\n"
          f"      tilewright watch {pack}\n"
          f"      tilewright play {of} --with {pack}")


def _tile(name: str, of: str, family: str | None, folder: Path) -> None:
    from tilewright.cli.new_tile import make_tile

    make_tile(name, of, family, folder)


# -- what a starter knows of its game ---------------------------------------------------------


def load_game(of: str, overlays: list[Path]) -> Loaded:
    """A game that has no problems, with variants that have none either."""
    loaded = load_folders(find(of, "content"), overlays)
    if loaded.game is None:
        raise ContentError(loaded.problems)
    return loaded


def _paths(base: Path) -> Iterator[tuple[str, str]]:
    """The first plain values of a game that an overlay can reach, with their paths."""
    pack = read_pack(base, Problems())
    assert pack is not None
    found: list[tuple[str, str]] = []
    for source in (*pack.files.get("rules", ()), *pack.files.get("boards", ())):
        found += _leaves(source.data, "")
    yield from [f for f in found if f[0] != "players/max"][:MOST_PATHS]


def _leaves(data: Map, prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        # The sections of `vocabulary` are reached without it.
        path = prefix if key == "vocabulary" and not prefix else f"{prefix}{key}"
        if isinstance(value, Map):
            yield from _leaves(value, f"{path}/" if path else "")
        elif isinstance(value, (bool, int)):
            yield path, str(value).lower()


# -- files ------------------------------------------------------------------------------------


def titled(name: str) -> str:
    return plain(name).capitalize()


def fill(path: Path, words: dict[str, str]) -> str:
    return Template(path.read_text(encoding="utf-8")).substitute(words)


def _filled(starter: str, pack: Path, words: dict[str, str]) -> dict[Path, str]:
    root = STARTERS / starter
    return {pack / p.relative_to(root): fill(p, words) for p in sorted(root.rglob("*.yaml"))}


def write_new(files: dict[Path, str]) -> None:
    """Write new files; nothing is written if one of them is there already."""
    for path in files:
        if _is_there(path):
            raise UsageError(f"'{path}' is there already; nothing was made")
    made: list[Path] = []
    folders = _missing(files)
    try:
        for path, text in files.items():
            write_file(path, text, writing.write_new)
            made.append(path)
    except BaseException:
        for path in made:
            path.unlink(missing_ok=True)
        for folder in folders:
            with suppress(OSError, ValueError):   # as in `_is_there`
                folder.rmdir()
        raise
    for path in made:
        print(f"made {path}")


def _missing(files: Iterable[Path]) -> list[Path]:
    """The folders of some files that are not there yet, the innermost ones first."""
    found = {folder for path in files for folder in path.parents if not _is_there(folder)}
    return sorted(found, key=lambda folder: len(folder.parts), reverse=True)


def _is_there(path: Path) -> bool:
    try:
        return os.path.lexists(path)
    except ValueError:   # a name that no file can have; writing it tells so
        return False


def rewrite(manifest: Path, text: str) -> None:
    write_file(manifest, text)
    print(f"named in {manifest}")
