"""Helpers of the pack tests: read and arrange positions by name, and make moves by label."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import tilewright
from tilewright import Game, State
from tilewright.packs.bases import base_of
from tilewright.packs.doors import shipped
from tilewright.playing.going import run

ROOT = Path(__file__).resolve().parents[2]
PACKS = ("harbour_town", "coast_walk", "hexagon_villages")
SHIPPED = tuple(sorted(p.name for p in (ROOT / "content").iterdir() if (p / "pack.yaml").exists()))
# Known games, kept short; only the most important laws look at them, with few steps.
CLASSICS = tuple(sorted(p.parent.name for p in (ROOT / "content/classics").glob("*/pack.yaml")))
VARIANTS = tuple(sorted(name for name, path in shipped("variants").items()
                        if base_of(path).name not in CLASSICS))
ALL = (*SHIPPED, *PACKS, *VARIANTS)


def folder(name: str) -> Path:
    home = ROOT / "tests" / "packs" if name in PACKS else ROOT / "content"
    return home / name


@cache
def shipped_game(name: str, *variants: str) -> Game:
    """A shipped game with shipped variants, made once for all tests of a process."""
    return tilewright.load(name, list(variants))


@cache
def game(name: str) -> Game:
    """A game, or a shipped variant on the game that it changes."""
    if name in VARIANTS:
        return shipped_game(base_of(shipped("variants")[name]).name, name)
    return tilewright.load(str(folder(name))) if name in PACKS else shipped_game(name)


def walked(name: str, players: int | None, seed: int, steps: int, *, to_the_end: bool = True
           ) -> State:
    """The position after some random moves; if the game ends first, its end or the one before."""
    state = game(name).new(players, seed)
    rng = random.Random(seed)
    for _ in range(steps):
        before = state if to_the_end else state.clone()
        if state.legal():
            state.apply(rng.choice(state.legal()))
        if state.over:
            return before
    return state


class Table:
    """A game at play whose position can be read and changed by the names of the rules."""

    def __init__(self, name: str, players: int, seed: int = 1) -> None:
        self.game = game(name)
        self.state = self.game.new(players, seed)
        self.stale = False

    @property
    def program(self) -> Any:
        return self.state.program

    def item(self, kind: str, name: str) -> int:
        return self.program.game.kinds[kind].items.index(name)

    def where(self, owner: str, field: str, index: int, element: int = 0) -> int:
        room = self.program.layout.rooms[owner, field]
        return room.base + index * room.width + element

    def number(self, owner: str, field: str, index: int = 0, element: int = 0) -> int:
        return self.state._s[self.where(owner, field, index, element)]

    def numbers(self, owner: str, field: str, index: int = 0) -> list[int]:
        room = self.program.layout.rooms[owner, field]
        start = self.where(owner, field, index)
        return self.state._s[start:start + room.width]

    def zone(self, owner: str, field: str, index: int = 0) -> list[str]:
        return zone_names(self.state, owner, field, index)

    def put(self, owner: str, field: str, value: int, index: int = 0, element: int = 0) -> None:
        """Write one number."""
        self.state._s[self.where(owner, field, index, element)] = value
        self.stale = True

    def fill(self, owner: str, field: str, names: list[str], index: int = 0) -> None:
        """Let an open zone hold exactly these elements; what is in play is counted anew."""
        room = self.program.layout.rooms[owner, field]
        kind = room.field.type.kind
        base = self.where(owner, field, index)
        cap = room.field.cap
        values = [self.item(kind, n) for n in names]
        s = self.state._s
        s[base:base + 1 + cap] = [len(values), *values, *[0] * (cap - len(values))]
        if room.field.hidden:
            bits = 1 << index if room.field.visible == "owner" else 0
            s[base + 1 + cap:base + 1 + 2 * cap] = (
                [bits] * len(values) + [0] * (cap - len(values)))
        for slot, count in in_play_counts(self.state).items():
            s[slot] = count
        self.stale = True

    def look_again(self) -> None:
        """Work out anew what may be done; a step that offers nothing any more is passed over."""
        if self.stale:
            s = self.state._s
            self.state._moves = run(self.program, s, s[0])
            self.stale = False

    def labels(self) -> list[str]:
        self.look_again()
        return [self.state.label(m) for m in self.state.legal()]

    def do(self, *labels: str) -> None:
        self.look_again()
        for label in labels:
            self.state.apply(self.state.find(label))

    def first(self, start: str) -> str:
        """The first legal label that starts like this."""
        return next(x for x in self.labels() if x.startswith(start))


def zone_names(state: State, owner: str, field: str, index: int = 0) -> list[str]:
    room = state.program.layout.rooms[owner, field]
    base = room.base + index * room.width
    items = state.program.game.kinds[room.field.type.kind].items
    return [items[i] for i in state._s[base + 1:base + 1 + state._s[base]]]


def in_play_counts(state: State) -> dict[int, int]:
    """What the derived counters of tiles in play must hold, worked out from the zones."""
    layout = state.program.layout
    counts: dict[int, int] = {}
    for kind, base in layout.in_play.items():
        for slot in range(base, base + state.players * layout.sizes[kind]):
            counts[slot] = 0
    for room in layout.rooms.values():
        kind = room.field.type.kind
        if not room.field.in_play or kind not in layout.in_play:
            continue
        for owner in range(room.owners):
            base = room.base + owner * room.width
            for tile in state._s[base + 1:base + 1 + state._s[base]]:
                counts[layout.in_play[kind] + owner * layout.sizes[kind] + tile] += 1
    return counts


def offers(table: Table, word: str) -> list[str]:
    return [x for x in table.labels() if x.split()[0] == word]
