"""The game that a variant changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.types import NAME
from tilewright.packs.doors import find, search
from tilewright.packs.doors import known as games
from tilewright.packs.pack import read_pack
from tilewright.problems import ContentError, Problems, did_you_mean, nearest
from tilewright.reading.source import Map, parse, read_text

if TYPE_CHECKING:
    from pathlib import Path


def base_of(variant: Path) -> Path:
    """The game that a variant changes: in a folder beside it, or behind any door."""
    quiet = Problems()
    text = read_text(variant / "variant.yaml", str(variant / "variant.yaml"), quiet)
    data = parse(text, "", quiet).data if text is not None else None
    game = str(data.get("variant_of", "")) if isinstance(data, Map) else ""
    beside = variant.parent / game
    if NAME.match(game) and (beside / "pack.yaml").is_file():
        return beside
    if search(game, "content"):
        return find(game, "content")
    raise ContentError(_without_game(variant, game))


def _without_game(variant: Path, game: str) -> Problems:
    """The problems of a variant whose game is not here, or not named."""
    problems = Problems()
    pack = read_pack(variant, problems)
    if pack is not None and isinstance(pack.manifest.get("variant_of"), str):
        known = set(games("content")) | {p.parent.name for p in
                                               variant.resolve().parent.glob("*/pack.yaml")}
        problems.add("variant-of", pack.manifest.at("variant_of"),
                     f"the game '{game}' of this variant is not here",
                     did_you_mean(game, known) if nearest(game, known) else
                     "check it with: tilewright check GAME --with VARIANT")
    return problems
