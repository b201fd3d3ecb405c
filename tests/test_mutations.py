"""Every shipped file with one thing wrong: each slip is told, and nothing crashes."""

from __future__ import annotations

import random
import re
import shutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from bad_packs import Dumper, impatient, played
from tilewright import stages
from tilewright.packs.unnamed import EXPERIMENT
from tilewright.playing.beside import beside
from tilewright.problems import Place, Problems
from tilewright.reading.source import Map, Seq, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.problems import Problem

ROOT = Path(__file__).parent.parent
# What situations name is told when they run and not when a game is loaded, so `test_situations.py`
# holds their slips; what is small or made says nothing that the large games do not.
SHIPPED, OURS = ([p.relative_to(ROOT) for p in sorted((ROOT / folder).rglob("*.yaml"))
                  if p.name not in ("situations.yaml", EXPERIMENT)
                  and not p.name.endswith(".marks.yaml")
                  and not {"cookbook", "classics", "situations"} & {*p.parts}]
                 for folder in ("content", "tests/packs"))
# Large files are sampled, always in the same way.
RENAMED, REMOVED, DAMAGED = 30, 10, 2
# So many keys of a file have a slip at the same time.
TOGETHER = 8
OTHERS: tuple[Any, ...] = (
    None, True, -7, "strange words", [], [1, ["a"]], {}, {"strange": {"a": 1}})

Key = tuple[tuple[Any, ...], str, Place]


def _keys(data: Any, path: tuple[Any, ...] = ()) -> Iterator[Key]:
    """Each key of a file: the path to its mapping, the key and its place."""
    if isinstance(data, Map):
        for key, value in data.items():
            yield path, key, data.key_at(key)
            yield from _keys(value, (*path, key))
    elif isinstance(data, Seq):
        for index, value in enumerate(data):
            yield from _keys(value, (*path, index))


def _keys_of(file: Path) -> list[Key]:
    problems = Problems()
    keys = list(_keys(parse((ROOT / file).read_text("utf-8"), "", problems).data))
    assert not problems
    assert keys
    return keys


def _sample(file: Path, most: int) -> list[Key]:
    keys = _keys_of(file)
    # Texts are all alike, so a few of them tell as much as many.
    most = -(-most // 4) if "text" in file.parts else most
    return keys if len(keys) <= most else random.Random(str(file)).sample(keys, most)


@pytest.fixture(params=[*SHIPPED, *OURS], ids=str)
def file(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Copies of packs, one of each, so that what stays the same in them need not be read again."""
    @cache
    def made(original: Path) -> Path:
        folder = tmp_path_factory.mktemp("copy") / "pack"
        shutil.copytree(original, folder)
        return folder

    return made


@pytest.fixture
def copy(file: Path, copies: Callable[[Path], Path]) -> Iterator[Path]:
    """A file in a copy of its pack; it may be damaged."""
    original = _folder(ROOT / file)
    made = copies(original) / (ROOT / file).relative_to(original)
    yield made
    shutil.copyfile(ROOT / file, made)


def _folder(copy: Path) -> Path:
    return next(p for p in copy.parents if (p / "pack.yaml").is_file())


@cache
def _texts(folder: Path) -> list[str]:
    return [p.read_text("utf-8") for p in folder.rglob("*.yaml")]


def _is_free(file: Path, key: Key) -> bool:
    """Whether a key is the name of a tile, an ability or an element that nothing refers to."""
    path, name, _ = key
    if path[-1:] == ("abilities",):
        return True
    # A term that has words by which it is found is only called so.
    if path == ("terms",) and file.name.startswith("terms."):
        return (*path, name, "found") in {(*there, inner) for there, inner, _ in _keys_of(file)}
    if path[-1:] not in (("tiles",), ("items",)):
        return False
    word = re.compile(rf"\b{name}\b")
    return sum(len(word.findall(text)) for text in _texts(_folder(ROOT / file))) == 1


def _found(copy: Path, text: str, slips: list[Key]) -> list[Problem]:
    """All that is told where these keys have a letter too much."""
    lines = text.split("\n")
    for _, key, at in slips:
        end = at.col - 1 + len(key)
        line = lines[at.line - 1]
        assert line[at.col - 1:end] == key
        lines[at.line - 1] = f"{line[:end]}x{line[end:]}"
    copy.write_text("\n".join(lines), "utf-8")
    with impatient():
        loaded = stages.load_folders(_folder(copy), [])
        loaded.problems.take(beside(loaded))
        return loaded.problems.sorted()


def _apart(lines: list[str], one: Key, other: Key) -> bool:
    """Whether nothing is told at a key because of a slip in the other: they stand in different
    lines and mappings, neither is inside of the other, neither is named where the other stands."""
    (path, key, at), (other_path, other_key, other_at) = one, other
    long, short = sorted([(*path, key), (*other_path, other_key)], key=len, reverse=True)
    return (path != other_path and at.line != other_at.line and long[:len(short)] != short
            and (key == other_key or (key not in lines[other_at.line - 1]
                                      and other_key not in lines[at.line - 1])))


def _together(text: str, keys: list[Key]) -> list[list[Key]]:
    """Keys that can have slips at the same time."""
    lines, groups = text.split("\n"), list[list[Key]]()
    for key in keys:
        fitting = (g for g in groups
                   if len(g) < TOGETHER and all(_apart(lines, key, other) for other in g))
        group = next(fitting, None)
        if group is None:
            groups.append([key])
        else:
            group.append(key)
    return groups


def _at_it(found: list[Problem], file: Path, at: Place) -> bool:
    return any((p.place.line, p.place.col) == (at.line, at.col)
               and p.place.file.endswith(file.name) for p in found)


@pytest.mark.many
@pytest.mark.parametrize("file", SHIPPED, ids=str)
def test_a_key_with_a_slip_is_told(file: Path, copy: Path) -> None:
    """Many are told at their place, also where there are others. The rest is tried alone."""
    text = (ROOT / file).read_text("utf-8")
    alone, silent = list[Key](), list[str]()
    for slips in _together(text, [k for k in _sample(file, RENAMED) if not _is_free(file, k)]):
        found = _found(copy, text, slips) if len(slips) > 1 else []
        alone += [slip for slip in slips if not _at_it(found, file, slip[2])]
    for slip in alone:
        _, key, at = slip
        found = _found(copy, text, [slip])
        here = [p for p in found if p.place.line == at.line and p.place.file.endswith(file.name)]
        if not here and not any(key in p.sentence for p in found):
            silent.append(f"{at.line}: {key}: {[(str(p.place), p.sentence) for p in found]}")
    assert not silent


def _changed(data: Any, path: tuple[Any, ...], key: str, value: Any) -> Any:
    """The data of a file with another value at a key; without the key for `...`."""
    if path:
        made: Any = list(data) if isinstance(data, list) else dict(data)
        made[path[0]] = _changed(data[path[0]], path[1:], key, value)
        return made
    return {k: value if k == key else v for k, v in data.items() if k != key or value is not ...}


def _plain(data: Any) -> Any:
    if isinstance(data, Map):
        return {k: _plain(v) for k, v in data.items()}
    return [_plain(v) for v in data] if isinstance(data, Seq) else data


def _damage(file: Path, copy: Path, values: tuple[Any, ...], most: int) -> dict[str, int]:
    """Play the game with each change; tells how these games went."""
    data = _plain(parse((ROOT / file).read_text("utf-8"), "", Problems()).data)
    ends: dict[str, int] = {}
    for path, key, _ in _sample(file, most):
        for value in values:
            changed = _changed(data, path, key, value)
            copy.write_text(yaml.dump(changed, Dumper=Dumper, sort_keys=False), "utf-8")
            with impatient():
                end = played(_folder(copy))
            ends[end] = ends.get(end, 0) + 1
    return ends


@pytest.mark.many
def test_a_file_without_one_of_its_keys(file: Path, copy: Path) -> None:
    ends = _damage(file, copy, (...,), REMOVED)
    assert set(ends) <= {"refused", "failed", "played"}


@pytest.mark.many
def test_a_value_of_another_type(file: Path, copy: Path) -> None:
    ends = _damage(file, copy, OTHERS, DAMAGED)
    assert set(ends) <= {"refused", "failed", "played"}
    assert ends["refused"] > sum(ends.values()) / 3
