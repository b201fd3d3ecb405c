"""Whole games inside of a module, written in the small language as the kernel is."""

from __future__ import annotations

from tilewright.middle.header import PC, REASON, ROUND, STEPS
from tilewright.printing.wasm.asked import Numbers, keep_state, mixed, opened, play, sheet, ties


def random_games(s: list[int], seeds: Numbers, most: int, seats: int, keeps: int,
                 found: list[int]) -> None:
    """Play a game for each seed, and note how it ended.

    These are: decisions, block, round, reason; the points of each seat, those that break ties; and
    all slots, if they are to be kept.
    """
    for seed in seeds:
        decisions = play(s, opened(s, seed), mixed(seed), most)
        found.append(decisions)
        found.append(s[PC])
        found.append(s[ROUND])
        found.append(s[REASON])
        for seat in range(seats):
            s[STEPS] = 0
            found += sheet(s, seat)
            s[STEPS] = 0
            found += ties(s, seat)
        if keeps:
            keep_state(s, found)


def playouts(s: list[int], start: Numbers, moves: Numbers, seeds: Numbers, most: int, seats: int,
             found: list[int]) -> None:
    """Play on from one position by random moves, once for each seed, and note the points."""
    for seed in seeds:
        s[0:len(start)] = start
        found.append(play(s, moves, mixed(seed), most))
        for seat in range(seats):
            s[STEPS] = 0
            found.append(sum(sheet(s, seat)))


PLAYING = (random_games, playouts)
