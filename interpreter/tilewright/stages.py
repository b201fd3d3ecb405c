"""The stages of loading, in order: read, check the shape, overlay, link."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.linking.content import Content
from tilewright.linking.link import link
from tilewright.loading.merge import Overlay
from tilewright.loading.packs import Pack, find, read_pack
from tilewright.loading.schemas import validate
from tilewright.loading.source import Map, Source
from tilewright.problems import ContentError, Problems, UsageError, did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.model import Game


@dataclass(slots=True)
class Loaded:
    """What came out of loading: a game if there are no problems, and the lines of all files."""

    game: Game | None
    problems: Problems
    sources: dict[str, Source] = field(default_factory=dict)
    texts: dict[str, Map] = field(default_factory=dict)


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
        return loaded
    loaded.game = None if loaded.problems else game
    return loaded


def _load(folders: list[Path], loaded: Loaded) -> Game | None:
    """The linked game; None, or an error, if too little of it could be read."""
    packs = [read_pack(path, loaded.problems) for path in folders]
    read = [p for p in packs if p is not None]
    loaded.sources = {name: s for p in read for name, s in p.sources.items()}
    if len(read) < len(packs) or not all(p.fine for p in read):
        return None
    return _link(read, loaded)


def _link(packs: list[Pack], loaded: Loaded) -> Game:
    base, problems = packs[0], loaded.problems
    before = len(problems.found)
    content = _merged(packs, problems)
    if len(problems.found) > before:
        raise ContentError(problems.sorted())
    game = link(content, problems)
    loaded.texts = content.texts
    game.folder = base.shown
    game.variants = tuple(str(p.manifest["id"]) for p in packs[1:])
    game.hash = hashlib.blake2b("".join(p.digest for p in packs).encode(),
                                digest_size=16).hexdigest()
    return game


def _merged(packs: list[Pack], problems: Problems) -> Content:
    """All sections of all packs, after the overlays."""
    base = packs[0]
    content = Content(base.manifest)
    for pack in packs:
        if pack is not base:
            _fits(base, pack, problems)
        for source in (*pack.files.get("rules", ()), *pack.files.get("boards", ())):
            if isinstance(source.data, Map):
                content.add(source.data, problems)
        for source in pack.files.get("tiles", ()):
            content.add_tiles(source.data, problems)
        for language, source in pack.texts.items():
            _texts(content, language, source.data)
    overlays = [s for pack in packs for s in pack.files.get("overlays", ())]
    _overlay(content, overlays, base, problems)
    return content


def _overlay(content: Content, overlays: list[Source], base: Pack, problems: Problems) -> None:
    """Apply overlays; what comes out has to fit the schemas that the files had to fit."""
    if not overlays:
        return
    content.base = base.shown
    overlay = Overlay(content, problems)
    for source in overlays:
        overlay.apply(source.data)
    merged = Source("overlay", [], content.as_rules(), base.manifest.place)
    validate(merged, "game", problems)
    for family, rows in content.tiles:
        tiles = Map(rows.place)
        tiles.put("family", family, rows.place, rows.place)
        tiles.put("tiles", rows, rows.place, rows.place)
        validate(Source("overlay", [], tiles, rows.place), "tiles", problems)


def origin(name: str, variants: list[str], path: str) -> list[str]:
    """The value at a path such as `state/player/coins`, with the place of each step."""
    problems = Problems()
    folders = [find(name, "content"), *(find(v, "variants") for v in variants)]
    packs = [p for p in (read_pack(f, problems) for f in folders) if p is not None]
    problems.stop_if_any()
    content = _merged(packs, problems)
    problems.stop_if_any()
    here: object = Overlay(content, problems).roots()
    lines = []
    for step in path.strip("/").split("/"):
        if not isinstance(here, Map) or step not in here:
            known = list(here) if isinstance(here, Map) else []
            hint = did_you_mean(step, known) or "a path looks like state/player/coins"
            raise UsageError(f"there is no '{step}' in '{path}'; {hint}")
        place = here.at(step)
        here = here[step]
        lines.append(f"{step}: {place}")
    lines.append(f"  = {here}")
    return lines


def _fits(base: Pack, variant: Pack, problems: Problems) -> None:
    wanted = variant.manifest.get("variant_of")
    if wanted != base.manifest.get("id"):
        problems.add("variant-of", variant.manifest.at("variant_of"),
                     f"this is a variant of '{wanted}', not of '{base.manifest.get('id')}'")


def _texts(content: Content, language: str, data: Map) -> None:
    """Texts of a variant replace those of the game."""
    target = content.texts.setdefault(language, Map(data.place))
    for key, value in data.items():
        target.put(key, value, data.key_at(key), data.at(key))
