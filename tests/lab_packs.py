"""Small games of which blocks are played, with variants."""

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


# Coins are points; who saves gets more than who earns, and needs a coin for it, so the first move
# of everybody is forced. A variant can give the first player more at the beginning.
SAVING = """\
players: {min: 2, max: 2}
state:
  player: {coins: {type: int, start: 0}}
actions:
  earn: {do: [{gain: {me.coins: 2}}]}
  save: {if: me.coins > 0, do: [{gain: {me.coins: 3}}]}
flow:
  setup:
    - gain: {p1.coins: 0}
      id: gift
  round:
    each: players
    turn: [{must: [earn, save]}]
ends:
  enough: {when: round == 5, check: round}
scoring: {coins: me.coins}
"""


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
