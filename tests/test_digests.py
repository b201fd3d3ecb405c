"""What many small games become, as digests: no part of it changes unless somebody means it.

Where code becomes other code that does the same, no game would show it. After a change that is
meant, `python tests/test_digests.py` writes `digests.yaml` anew; first look at what has changed,
with `tilewright compile GAME --dump ir` of a small game before and after.

The second digest of a game is what can be asked in its first moves (`courses.py`): what each seat
sees, guesses at what it does not see, refusals, records. `python tests/test_digests.py NAME` prints
that of one game; compare it before and after. What is only worked out has no course of its own.
"""

from __future__ import annotations

import hashlib
import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import compiled
import courses
import test_steps
from case_runner import Case, all_cases, write_pack
from test_guess import GAMES, PACK
from tilewright import limits
from tilewright.compiling.counting import Counts
from tilewright.compiling.inline import inlined
from tilewright.middle.text import code_text
from tilewright.playing.game import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.program import Program

DATA = Path(__file__).with_name("digests.yaml")
TOLD: dict[str, str] = yaml.safe_load(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
WHOLE = sorted(p.parent for p in (Path(__file__).parent / "packs").glob("*/pack.yaml"))


def shape(program: Program) -> Iterator[Any]:
    """All of a program, as plain data."""
    build, plan, layout = program.build, program.plan, program.layout
    yield code_text(program.code)
    # The text leaves out what only printers need.
    yield program.code
    yield code_text(inlined(program.code))
    yield sorted(build.tables.items())
    yield program.start, program.entry, sorted(program.callers.items())
    yield [(g.name, g.base, g.size, g.kind, g.names) for g in program.groups]
    yield [(n.label, n.site, n.place, [g.name for g in n.groups], n.actions, n.step, n.secret)
           for n in program.nodes.values()]
    yield [(key, r.base, r.width, r.values, r.owners) for key, r in layout.rooms.items()]
    yield layout.streams_of, layout.used, layout.in_play, layout.histories, layout.total
    yield plan.zones, plan.fields, plan.pools, plan.groups, plan.tests, plan.values
    yield plan.starts, plan.open_zones, [given[:2] for given in plan.in_play]


def digest(folder: Path, *, played: bool = True) -> list[str]:
    """Short texts that are others as soon as anything of the program is, or of how it is played."""
    game = load(str(folder))
    counted = game.counted(Counts(game.model), game.players[-1])
    parts = [*shape(game.program()), code_text(counted.code), counted.build.counts.numbers]
    texts = ["\n".join(map(repr, parts)), *([courses.told(game)] if played else [])]
    return [_short(text.replace(str(folder), "")) for text in texts]


def _short(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


# -- the games ------------------------------------------------------------------------------------


def _cases() -> dict[str, list[Case]]:
    """The cases of each file that can be played."""
    found = defaultdict(list)
    for case in all_cases():
        if "expect_error" not in case.raw:
            found[f"cases {case.file}"].append(case)
    return found


CASES = _cases()
WORKED_OUT = ("cases functions/", "cases expressions/", "cases boards/")
ALONE = {f"alone {raw['note']}": Case("compiled", number, raw)
         for number, raw in enumerate(compiled.GAMES)}
NAMES = ["each word", *(f"pack {path.name}" for path in WHOLE),
         *(f"guess {name}" for name in GAMES), *ALONE, *CASES]


def found(name: str, folder: Path, most: int = limits.YAML_NODES) -> str:
    """The digests of a game, or of the first cases of a file with their number."""
    if name == "each word":
        with test_steps.far():
            return " ".join(digest(test_steps.written(folder, test_steps.read())))
    if name not in CASES:
        return " ".join(digest(written(name, folder)))
    digests = []
    for case in CASES[name][:most]:
        own = folder / str(case.number)
        own.mkdir()
        digests.append(digest(write_pack(case, own), played=not name.startswith(WORKED_OUT)))
    return " ".join([str(len(digests)), *(_short(" ".join(sort))
                                          for sort in zip(*digests, strict=True))])


def written(name: str, folder: Path) -> Path:
    """The folder of a game that stands alone."""
    if name in ALONE:
        return write_pack(ALONE[name], folder)
    sort, _, rest = name.partition(" ")
    if sort == "pack":
        return WHOLE[0].parent / rest
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "game.yaml").write_text(GAMES[rest].rules, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", [name for name in NAMES if name in TOLD])
def test_a_game_becomes_what_it_was(name: str, tmp_path: Path) -> None:
    """Of a file that has got more cases the first ones, as many as it had."""
    count, _, _ = TOLD[name].partition(" ")
    most = {"most": int(count)} if name in CASES else {}
    assert found(name, tmp_path, **most) == TOLD[name], __doc__


def test_hardly_any_game_is_left_out() -> None:
    assert not TOLD.keys() - set(NAMES), __doc__
    assert len(TOLD) > 0.9 * len(NAMES), __doc__


def _write() -> None:
    with TemporaryDirectory() as home:
        for number, name in enumerate(NAMES):
            (Path(home) / str(number)).mkdir()
            TOLD[name] = found(name, Path(home) / str(number))
    DATA.write_text("".join(f"{name}: {TOLD[name]!r}\n" for name in NAMES), encoding="utf-8")


def _print(name: str) -> None:
    """The course of one game, or of each case of a file."""
    with TemporaryDirectory() as home:
        for number, case in enumerate(CASES.get(name, [None])):
            own = Path(home) / str(number)
            own.mkdir()
            print(courses.told(load(str(written(name, own) if case is None else
                                        write_pack(case, own)))))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        _print(name)
    if not sys.argv[1:]:
        _write()
