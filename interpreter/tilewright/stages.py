"""The stages of loading, in order: read, put packs in order, merge, check the shape, link."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.linking.link import link
from tilewright.merging.layers import Layers, layered
from tilewright.packs.doors import find
from tilewright.packs.order import Order, id_of, order, ranges
from tilewright.packs.pack import Pack, read_pack
from tilewright.problems import ContentError, Problems, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.model import Game
    from tilewright.reading.source import Map, Source


@dataclass(slots=True)
class Loaded:
    """What came out of loading: a game if there are no problems, and the lines of all files."""

    game: Game | None
    problems: Problems
    sources: dict[str, Source] = field(default_factory=dict)
    texts: dict[str, Map] = field(default_factory=dict)
    order: Order = field(default_factory=Order)
    layers: Layers | None = None


def load(name: str, variants: list[str]) -> Loaded:
    """Load a game by path or id, with variants on top."""
    folder = find(name, "content")
    overlays = [find(v, "variants") for v in variants]
    return load_folders(folder, overlays)


def load_folders(folder: Path, overlays: list[Path]) -> Loaded:
    loaded = Loaded(None, Problems())
    try:
        game = _load([folder, *overlays], loaded)
    except ContentError:
        game = None
    if loaded.problems and len(loaded.order.packs) > 1:
        from tilewright.merging.blame import blamed

        loaded.problems = blamed(loaded.order, loaded.layers, loaded.problems, link)
    loaded.game = None if loaded.problems else game
    return loaded


def _load(folders: list[Path], loaded: Loaded) -> Game | None:
    """The linked game; None, or an error, if too little of it could be read."""
    packs = _read(folders, loaded)
    if packs is None:
        return None
    problems = loaded.problems
    before = len(problems.found)
    loaded.order = order(packs, problems)
    if len(problems.found) > before:
        return None
    loaded.layers = layered(loaded.order, problems)
    if len(problems.found) > before:
        return None
    game = link(loaded.layers.content, problems)
    loaded.texts = loaded.layers.content.texts
    game.renamed = loaded.layers.renamed
    game.data = (loaded.layers.root, loaded.layers.content.manifest)
    return _named(game, loaded.order.packs)


def _named(game: Game, packs: list[Pack]) -> Game:
    """The game with the packs that it is made of."""
    game.folder = packs[0].shown
    game.variants = tuple(id_of(p) for p in packs[1:])
    game.packs = tuple((id_of(p), str(p.manifest["version"]), p.digest) for p in packs)
    game.hash = hashlib.blake2b("".join(p.digest for p in packs).encode(),
                                digest_size=16).hexdigest()
    return game


def _read(folders: list[Path], loaded: Loaded) -> list[Pack] | None:
    """All packs that are asked for and those that they require; None if one has problems."""
    packs: list[Pack] = []
    waiting, seen = list(folders), set()
    fine = True
    while waiting:
        for folder in waiting:
            if folder.resolve() in seen:
                continue
            seen.add(folder.resolve())
            pack = read_pack(folder, loaded.problems)
            fine = fine and pack is not None and pack.fine
            if pack is not None:
                loaded.sources |= pack.sources
                packs.append(pack)
        waiting = [f for p in packs[1:] if p.fine for f in _required(p, packs)
                   if f.resolve() not in seen]
    return packs if fine else None


def _required(pack: Pack, packs: list[Pack]) -> list[Path]:
    """The folders of required packs that nobody named: beside the pack, or through a door."""
    here = {id_of(p) for p in packs}
    found = []
    for name, _, _ in ranges(pack.manifest, "requires"):
        beside = pack.folder.resolve().parent / name
        if name in here:
            continue
        if (beside / "variant.yaml").is_file():
            found.append(beside)
            continue
        try:
            found.append(find(name, "variants"))
        except UsageError:
            # What is missing is told with the order, at the line that asks for it.
            continue
    return found
