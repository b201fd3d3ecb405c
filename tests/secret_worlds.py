"""Other worlds that a seat cannot tell from the real one, and all that a seat gets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packs.tables import in_play_counts
from tilewright.cli.draw import look_at, screen
from tilewright.cli.sheet import score_sheet
from tilewright.playing.going import run
from tilewright.wording.pseudo import PSEUDO

if TYPE_CHECKING:
    import random

    from tilewright.playing.state import State

REFUSED = 12
HIGHEST = 12


# -- other worlds ---------------------------------------------------------------------------------

def other_world(state: State, seat: int, rng: random.Random) -> State | None:
    """The same position with other hidden things; None if a seat knows all of them.

    If the seat decides, its moves are worked out anew.
    """
    other = state.clone()
    _mix_elements(other, seat, rng)
    _change_values(other, seat, rng)
    _change_choices(other, seat, rng)
    for slot, count in in_play_counts(other).items():
        other._s[slot] = count
    if other._s == state._s:
        return None
    if state.decider == seat:
        other._moves = run(other.program, other._s, other._s[0])
    return other


def _mix_elements(state: State, seat: int, rng: random.Random) -> None:
    """Elements that look alike to a seat change places, also where they may differ in number."""
    pools: dict[int, list[int]] = {}
    for zone in state.program.plan.zones:
        if state.over and zone.opened:
            continue
        first = zone.base + 1
        pools.setdefault(zone.pool, []).extend(
            slot for slot in range(first, first + state._s[zone.base])
            if not state._s[slot + zone.cap] & 1 << seat)
    for slots in pools.values():
        items = [state._s[slot] for slot in slots]
        rng.shuffle(items)
        for slot, item in zip(slots, items, strict=True):
            state._s[slot] = item


def _change_values(state: State, seat: int, rng: random.Random) -> None:
    for values in state.program.plan.fields:
        if state.over and values.opened:
            continue
        for slot in range(values.base, values.base + values.count):
            if not state._s[slot + values.count] & 1 << seat:
                state._s[slot] = rng.choice(values.possible[:HIGHEST])


def _change_choices(state: State, seat: int, rng: random.Random) -> None:
    """What another seat has chosen, and nobody else knows yet."""
    sizes = state.program.layout.sizes
    for var, knower in state.program.build.secrets.items():
        if var not in state.program.build.slots or state._s[knower] in (0, seat + 1):
            continue
        slot = state.program.build.slots[var]
        items = range(sizes.get((var.type.item or var.type).kind, HIGHEST))
        for at in range(slot + 1, slot + 1 + state._s[slot]) if var.is_list else (slot,):
            state._s[at] = rng.choice(items)


# -- what a seat gets -----------------------------------------------------------------------------

def languages(state: State) -> list[str]:
    return [*list(state.program.game.texts), "en", PSEUDO][:2]


def what_a_seat_gets(state: State, seat: int) -> dict[str, Any]:
    """All that a seat can read, hear and see. In the end all points are told."""
    view = state.view(seat)
    got: dict[str, Any] = {"slots": view.slots, "unseen": view.unseen, "decider": view.decider,
                           "moves": view.legal()}
    if not state.over:
        got["points"] = view.scores(), [view.score_sheet(n) for n in range(state.players)]
    for lang in languages(state):
        got[f"words in {lang}"] = [view.describe(m, lang) for m in view.legal()]
        got[f"screen in {lang}"] = [line.plain for line in screen(look_at(view, lang))]
        if not state.over:
            got[f"sheet in {lang}"] = [line.plain for line in score_sheet(view, lang, 80)]
        if view.decider == seat:
            got[f"refusals in {lang}"] = [str(state.refusal(m, lang)) for m in _refused(state)]
    return got


def _refused(state: State) -> list[int]:
    """Some moves that are not legal, from all over the game."""
    legal = set(state.legal())
    codes = [code for group in state.program.groups
             for code in range(group.base, group.base + group.size) if code not in legal]
    return codes[::max(len(codes) // REFUSED, 1)]
