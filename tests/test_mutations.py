"""Every shipped file with one thing wrong: each slip is told, and nothing crashes."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from bad_packs import Dumper, impatient, played
from tilewright import stages
from tilewright.playing.beside import beside
from tilewright.problems import Place, Problems
from tilewright.reading.source import Map, Seq, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
# What situations name is told when they run, see `test_situations.py`; what is small or
# made says nothing that the large games do not.
SHIPPED, OURS = ([p.relative_to(ROOT) for p in sorted((ROOT / folder).rglob("*.yaml"))
                  if p.name != "situations.yaml" and not p.name.endswith(".marks.yaml")
                  and not {"cookbook", "classics"} & {*p.parts}]
                 for folder in ("content", "tests/packs"))
# Large files are sampled, always in the same way.
RENAMED, REMOVED, DAMAGED = 30, 10, 2
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


@pytest.fixture
def copy(file: Path, tmp_path: Path) -> Path:
    """A copy of the pack of a file; the file in it may be damaged."""
    original = _folder(ROOT / file)
    shutil.copytree(original, tmp_path / "pack")
    return tmp_path / "pack" / (ROOT / file).relative_to(original)


def _folder(copy: Path) -> Path:
    return next(p for p in copy.parents if (p / "pack.yaml").is_file())


def _is_free(copy: Path, path: tuple[Any, ...], key: str) -> bool:
    """Whether a key is the name of a tile, an ability or an element that nothing refers to."""
    if path[-1:] == ("abilities",):
        return True
    # A term that has words by which it is found is only called so.
    if path == ("terms",) and copy.name.startswith("terms."):
        return "found" in yaml.safe_load(copy.read_text("utf-8"))["terms"].get(key, ())
    if path[-1:] not in (("tiles",), ("items",)):
        return False
    texts = [p.read_text("utf-8") for p in _folder(copy).rglob("*.yaml")]
    return sum(len(re.findall(rf"\b{key}\b", text)) for text in texts) == 1


@pytest.mark.parametrize("file", SHIPPED, ids=str)
def test_a_key_with_a_slip_is_told(file: Path, copy: Path) -> None:
    text = (ROOT / file).read_text("utf-8")
    silent = []
    for path, key, at in _sample(file, RENAMED):
        if _is_free(copy, path, key):
            continue
        lines = text.split("\n")
        end = at.col - 1 + len(key)
        line = lines[at.line - 1]
        assert line[at.col - 1:end] == key
        lines[at.line - 1] = f"{line[:end]}x{line[end:]}"
        copy.write_text("\n".join(lines), "utf-8")
        with impatient():
            loaded = stages.load_folders(_folder(copy), [])
            loaded.problems.take(beside(loaded))
            found = loaded.problems.sorted()
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


def test_a_file_without_one_of_its_keys(file: Path, copy: Path) -> None:
    ends = _damage(file, copy, (...,), REMOVED)
    assert set(ends) <= {"refused", "failed", "played"}


def test_a_value_of_another_type(file: Path, copy: Path) -> None:
    ends = _damage(file, copy, OTHERS, DAMAGED)
    assert set(ends) <= {"refused", "failed", "played"}
    assert ends["refused"] > sum(ends.values()) / 3
