"""What the tests of merging share: packs written to a folder, and what comes out of them."""

from __future__ import annotations

import json
import pickle
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import yaml

from bad_packs import Dumper
from tilewright.merging.layers import Layers, layered
from tilewright.packs.order import order
from tilewright.packs.pack import read_pack
from tilewright.problems import ContentError, Problem, Problems
from tilewright.reading.source import Map, Seq, parse, read_text, without_places

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).parent
BASES = FOLDER / "bases"
OVERLAY = "changes.yaml"


def read_data(name: str) -> Any:
    """A file of cases, read as strictly as packs are."""
    problems = Problems()
    text = read_text(FOLDER / f"{name}.yaml", name, problems)
    data = parse(text or "", f"{name}.yaml", problems).data
    assert not problems, [f"{p.place} {p.message}" for p in problems.sorted()]
    return without_places(data)


def write_pack(folder: Path, name: str, of: str, overlay: Any = None,
               manifest: Mapping[str, Any] | None = None,
               files: Mapping[str, str] | None = None) -> Path:
    """A variant: its manifest, an overlay as text or as data, and other files."""
    made = folder / name
    made.mkdir(parents=True)
    head: dict[str, Any] = {"language": 2, "id": name, "version": "1.0.0", "variant_of": of}
    head |= manifest or {}
    if overlay is not None:
        head.setdefault("overlays", [OVERLAY])
        text = overlay if isinstance(overlay, str) else as_yaml(overlay)
        (made / OVERLAY).write_text(text, encoding="utf-8")
    for path, text in (files or {}).items():
        target = made / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    (made / "variant.yaml").write_text(as_yaml(head), encoding="utf-8")
    return made


def as_yaml(data: Any) -> str:
    said: str = yaml.dump(data, Dumper=Dumper, sort_keys=False, width=100_000, allow_unicode=True)
    return said


@cache
def _base(name: str) -> bytes:
    """A game as it was read; each merge begins with a copy of its own."""
    problems = Problems()
    pack = read_pack(BASES / name, problems)
    assert pack is not None
    assert not problems
    return pickle.dumps(pack)


def merged(base: str, *folders: Path) -> tuple[Layers | None, list[Problem]]:
    """The layers of a game and packs, and the problems of merging alone.

    Whether the result fits the schemas is left out: that check takes out what does not fit, and
    the cases of merging put all sorts of things in.
    """
    problems = Problems()
    packs = [pickle.loads(_base(base)), *(read_pack(f, problems) for f in folders)]
    read = [p for p in packs if p is not None and p.fine]
    if problems or len(read) < len(packs):
        return None, problems.sorted()
    made = order(read, problems)
    if problems:
        return None, problems.sorted()
    try:
        with patch("tilewright.merging.layers.fits_schemas"):
            layers = layered(made, problems)
    except ContentError:
        layers = None
    return layers, problems.sorted()


@cache
def base_dump(base: str) -> str:
    layers, problems = merged(base)
    assert layers is not None
    assert not problems
    return dumped(layers.root)


def dumped(root: Any) -> str:
    """All of it as one text, in order."""
    return json.dumps(without_places(root), ensure_ascii=False)


def leaves(root: Any) -> set[tuple[Any, Any]]:
    """All plain values with their places, after a look whether each place belongs to a value."""
    if isinstance(root, Map):
        assert list(root.values_at) == list(root.keys_at) == list(root)
        inner = [(root[key], root.at(key)) for key in root]
    else:
        assert len(root.items_at) == len(root)
        inner = [(value, root.at(index)) for index, value in enumerate(root)]
    found: set[tuple[Any, Any]] = set()
    for value, place in inner:
        found |= leaves(value) if isinstance(value, (Map, Seq)) else {(str(value), place)}
    return found


@cache
def base_leaves(base: str) -> set[tuple[Any, Any]]:
    layers, _ = merged(base)
    assert layers is not None
    return leaves(layers.root)
