"""A situation by its name: of a game and the packs on it, or of a file."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.packs.doors import find, manifest_of
from tilewright.problems import Problems, UsageError, listed, printable
from tilewright.situations.read import in_file, in_pack

if TYPE_CHECKING:
    from tilewright.situations.read import Situation

IN_FILE = re.compile(r"(.+?\.ya?ml)#(.*)", re.DOTALL)
SHOWN = 60
NAMED = 5
NEAR = 0.5


def named(said: str, game: str, variants: list[str]) -> Situation:
    """The situation that is meant by NAME, FILE.yaml#NAME, or FILE.yaml if that holds one."""
    file, name = _parted(said)
    problems = Problems()
    found = _of_packs(game, variants, problems) if file is None else in_file(file, [], problems)
    problems.stop_if_any()
    if file is None:
        return _one(found, name, game)
    if len(found) != 1 and not name:
        few = f"; name one, such as '{_shown(f'{file}#{found[0].name}')}'" if found else ""
        raise UsageError(f"'{_shown(str(file))}' holds {len(found)} situations{few}")
    one = _one(found, name or found[0].name, str(file))
    _need_same(one, game)
    return one


def of_file(said: str) -> str:
    """The game of the situation that is meant by FILE.yaml#NAME, or FILE.yaml if that holds one."""
    file, _ = _parted(said)
    assert file is not None, "no file is named"
    problems = Problems()
    found = in_file(file, [], problems)
    problems.stop_if_any()
    if not found:
        raise UsageError(f"'{_shown(str(file))}' holds no situations")
    return found[0].game


def _parted(said: str) -> tuple[Path | None, str]:
    """The file that is named, if one is, and the name of a situation."""
    parts = IN_FILE.fullmatch(said)
    file, name = (parts[1], parts[2]) if parts else (said, "")
    if not file.endswith((".yaml", ".yml")):
        return None, " ".join(said.split())
    if not _is_file(file):
        raise UsageError(f"there is no file '{_shown(file)}'")
    return Path(file), " ".join(name.split())


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def _of_packs(game: str, variants: list[str], problems: Problems) -> list[Situation]:
    folders = [find(game, "content"), *(find(variant, "variants") for variant in variants)]
    return [one for folder in folders for one in in_pack(folder, [], problems)]


def _one(found: list[Situation], name: str, where: str) -> Situation:
    """The situation of a name, in any case."""
    exact = [one for one in found if one.name == name]
    near = exact or [one for one in found if one.name.casefold() == name.casefold()]
    if not near:
        raise UsageError(f"there is no situation '{_shown(name)}' in '{_shown(where)}'; "
                         f"{_hint(name, [printable(one.name) for one in found])}")
    return near[0]


def _hint(name: str, names: list[str]) -> str:
    """The nearest name, which may be a whole sentence, or how another one is named."""
    folded = {one.casefold(): one for one in names}
    near = [one for fold, one in folded.items()
            if name and name.casefold() in fold]
    near += [folded[one] for one in get_close_matches(name.casefold(), folded, n=1, cutoff=NEAR)]
    if near:
        return f"did you mean '{near[0]}'?"
    some = f"there are {listed(map(_shown, names[:NAMED]), 'and')}; " if names else ""
    return f"{some}one of a file is named so: FILE.yaml#NAME"


def _shown(said: str) -> str:
    said = printable(said)
    return said if len(said) <= SHOWN else f"{said[:SHOWN]}…"


def _need_same(situation: Situation, game: str) -> None:
    """Refuse a situation of another game than the one that is played."""
    wanted, there = _id(game), _id(situation.game)
    if wanted != there:
        raise UsageError(f"'{_shown(situation.name)}' is a situation of '{_shown(there)}', "
                         f"not of '{_shown(game)}'")


def _id(game: str) -> str:
    said = manifest_of(find(game, "content"))
    return str(said.get("id", "")) if said is not None else ""


def with_those_of(situation: Situation, variants: list[str]) -> list[str]:
    """The variants to play with: those that are named, and those that a situation is of."""
    there = [find(name, "variants").resolve() for name in variants]
    more = [name for name in dict.fromkeys(situation.variants)
            if find(name, "variants").resolve() not in there]
    return [*more, *variants]
