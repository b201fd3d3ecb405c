"""A small game of which blocks are played, with variants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bad_packs import game_with, make_pack

if TYPE_CHECKING:
    from pathlib import Path

GAME = game_with(
    actions="""
  plain: {do: []}
  good: {do: [{gain: {me.coins: 1}}]}
  great: {do: [{gain: {me.coins: 2}}]}""",
    flow="\n  round: {each: players, turn: [{must: [plain, good, great]}]}")


def packs_in(folder: Path) -> Path:
    """A game, a variant of it, and another one that needs the first and is beside it."""
    make_pack(folder / "small", {"game.yaml": GAME, "notes.txt": "no part of it"})
    for name, more in (("one", ""), ("two", "requires: {one: '*'}\n")):
        (folder / name).mkdir()
        (folder / name / "variant.yaml").write_text(
            f"language: 2\nid: {name}\nversion: 1.0.0\nvariant_of: small\n{more}"
            "overlays: [changes.yaml]\n", encoding="utf-8")
    (folder / "one" / "changes.yaml").write_text(
        "set: {actions/great/do/gain/gain/me.coins: 7}\n", encoding="utf-8")
    (folder / "two" / "changes.yaml").write_text(
        "set: {actions/good/do/gain/gain/me.coins: 5}\n", encoding="utf-8")
    return folder
