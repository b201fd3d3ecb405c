"""The stages of loading, in order: read, put packs in order, merge, check the shape, link."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.linking.doubt import tell_certain
from tilewright.linking.link import link
from tilewright.merging.layers import Layers, layered, miss_failed
from tilewright.packs.doors import find, find_all
from tilewright.packs.order import Order, id_of, order, ranges
from tilewright.packs.pack import Pack, read_pack, show_path
from tilewright.problems import Problems, few_words
from tilewright.reading.elsewhere import with_others
from tilewright.reading.traits import stops

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
    """All stages for some packs, as far as they get; problems of all stages come in one run."""
    loaded = Loaded(None, Problems())
    with few_words():
        game = _load([folder, *overlays], loaded)
        if loaded.problems and len(loaded.order.packs) > 1:
            from tilewright.merging.blame import blamed

            loaded.problems = blamed(loaded.order, loaded.layers, loaded.problems, link)
    # A draft can be played: ids and shapes stand in for texts and pictures. With very many problems
    # not all has been looked at.
    if not any(stops(p.code) for p in loaded.problems) and not loaded.problems.enough:
        loaded.game = game
    return loaded


def _load(folders: list[Path], loaded: Loaded) -> Game | None:
    """The game, as far as it could be linked; None if too little of it could be read."""
    problems = loaded.problems
    packs = _read(folders, loaded)
    if not packs or not packs[0].fine or packs[0].folder != folders[0]:
        problems.leave_out("linked", _files(packs))
        return None
    found = Problems()
    complete = all(p.fine for p in packs) and {p.folder for p in packs} >= set(folders)
    if complete:
        loaded.order = order(packs, found)
    if not complete or found:
        # Nobody knows what comes on top of the game, but the game itself can be looked at.
        problems.take(found)
        problems.leave_out("linked", _files(packs[1:]))
        layers = _layered(Order(packs[:1]), problems)
    else:
        layers = loaded.layers = _layered(loaded.order, problems)
    if not layers.fits:
        return None
    game = link(layers.content, problems)
    loaded.texts = layers.content.texts
    game.renamed = layers.renamed
    game.data = (layers.root, layers.content.manifest)
    return _named(game, packs[:1] if loaded.layers is None else loaded.order.packs)


def _files(packs: list[Pack]) -> list[str]:
    """The files of some packs, without their manifests."""
    return [name for p in packs for name in p.sources if name != p.manifest.place.file]


def _layered(made: Order, problems: Problems) -> Layers:
    """The merged data, and what could not be merged or read."""
    found = Problems()
    layers = layered(made, found)
    left = layers.content.left
    if left.files:
        problems.leave_out("linked", left.files)
    if left.parts:
        problems.leave_out("linked in full", left.parts)
    tell_certain(found, layers.content, problems)
    miss_failed(made, found, layers.content)
    return layers


def _named(game: Game, packs: list[Pack]) -> Game:
    """The game with the packs that it is made of."""
    game.folder = packs[0].shown
    game.packs = tuple((id_of(p), str(p.manifest["version"]), p.digest) for p in packs)
    game.folders = tuple((p.shown, id_of(p)) for p in packs)
    game.hash = hashlib.blake2b("".join(p.digest for p in packs).encode(),
                                digest_size=16).hexdigest()
    return game


def _read(folders: list[Path], loaded: Loaded) -> list[Pack]:
    """All packs that are asked for and those that they require, as far as they can be read."""
    packs: list[Pack] = []
    waiting, seen = list(folders), set()
    while waiting:
        for folder in waiting:
            if folder.resolve() in seen:
                continue
            seen.add(folder.resolve())
            pack = _one(folder, packs, loaded.problems)
            if pack is not None:
                loaded.sources |= pack.sources
                packs.append(pack)
        wanted = {name: place for p in packs[1:] if p.fine
                  for name, _, place in ranges(p.manifest, "requires")}
        waiting = [f for f in _required(packs, list(wanted)) if f.resolve() not in seen]
        if len(seen) + len(waiting) > limits.PACKS and waiting:
            loaded.problems.add("too-many", next(iter(wanted.values())),
                                f"at most {limits.PACKS} packs make one game")
            break
    return packs


def _one(folder: Path, packs: list[Pack], problems: Problems) -> Pack | None:
    with with_others(lambda: [s.data for p in packs for s in p.files.get("rules", ())]):
        pack = read_pack(folder, problems)
    if pack is None:
        problems.leave_out("linked", [show_path(folder)] if packs else ())
    return pack


def _required(packs: list[Pack], wanted: list[str]) -> list[Path]:
    """The folders of required packs that nobody named: beside the pack, or through a door.

    What is not found is told with the order, at the line that asks for it.
    """
    here = {id_of(p) for p in packs}
    names = [name for name in wanted if name not in here]
    found = {}
    for folder in dict.fromkeys(p.folder.resolve().parent for p in packs[1:]):
        for name in names:
            if name not in found and (folder / name / "variant.yaml").is_file():
                found[name] = folder / name
    return [*found.values(), *find_all([n for n in names if n not in found], "variants")]
