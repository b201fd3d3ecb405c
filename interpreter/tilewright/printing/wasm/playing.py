"""Whole games inside of a module, written in the small language as the kernel is."""

from __future__ import annotations

from tilewright.middle.header import DECIDER, PC, REASON, ROUND, STEPS
from tilewright.printing.wasm.asked import (
    Numbers,
    as_chance,
    attempt,
    emptied,
    hint_there,
    keep_state,
    mixed,
    next_draw,
    opened,
    play,
    points_there,
    scaled,
    sheet,
    step,
    ties,
)


def random_games(s: list[int], seeds: Numbers, most: int, seats: int, keeps: int,
                 found: list[int]) -> None:
    """Play a game for each seed, and note how it ended.

    These are: decisions, block, round, reason; the points of each seat, those that break ties; and
    all slots, if they are to be kept.
    """
    for seed in seeds:
        note_game(s, play(s, opened(s, seed), mixed(seed), most), seats, keeps, found)


def note_game(s: list[int], decisions: int, seats: int, keeps: int, found: list[int]) -> None:
    """What is noted of a game that has ended."""
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


def noted_games(s: list[int], seeds: Numbers, most: int, seats: int, found: list[int],
                decided: list[int], room: int) -> None:
    """Random games with all that is decided: who decided, and the move that was made.

    `decided` has the room that is told; a game that needs more is left out, and so are those after
    it.
    """
    for seed in seeds:
        legal = opened(s, seed)
        draw = mixed(seed)
        made = 0
        while len(legal) > 0 and made < most:
            if len(decided) + 2 > room:
                return
            draw = next_draw(draw)
            move = legal[scaled(mixed(draw), len(legal))]
            decided.append(s[DECIDER])
            decided.append(move)
            legal = step(s, move)
            made += 1
        note_game(s, made, seats, 1, found)


def greedy_games(s: list[int], seeds: Numbers, most: int, seats: int, keeps: int,
                 found: list[int], held: list[int], best: list[int], sign: int, players: int
                 ) -> None:
    """The same with greedy bots, for games that hide nothing; `held` and `best` have room for all
    moves, and `sign` is -1 where few points are good."""
    for seed in seeds:
        moves = opened(s, seed)
        draw = mixed(seed)
        decisions = 0
        while len(moves) > 0 and decisions < most:
            emptied(held)
            held += moves
            move = held[0]
            if len(held) > 1:
                draw = next_draw(draw)
                look_ahead(s, held, best, as_chance(draw), sign, players)
                draw = next_draw(draw)
                move = best[scaled(mixed(draw), len(best))]
            moves = step(s, move)
            decisions += 1
        note_game(s, decisions, seats, keeps, found)


def look_ahead(s: list[int], held: Numbers, best: list[int], chance: int, sign: int, players: int
               ) -> None:
    """The moves after which who decides leads most, each tried on a copy of the position."""
    emptied(best)
    most = 0
    for move in held:
        attempt(s, move, chance)
        lead = lead_there(s, s[DECIDER], sign, players)
        if len(best) == 0 or lead > most:
            emptied(best)
            most = lead
        if lead == most:
            best.append(move)


def lead_there(s: list[int], seat: int, sign: int, players: int) -> int:
    """How far a seat is ahead of the next best in the position that was tried."""
    others = [sign * points_there(s, other) + hint_there(s, other)
              for other in range(players) if other != seat]
    mine = sign * points_there(s, seat) + hint_there(s, seat)
    return mine - max(others) if len(others) > 0 else mine


def points(s: list[int], seat: int) -> int:
    """All points of a seat."""
    s[STEPS] = 0
    return sum(sheet(s, seat))


def playouts(s: list[int], start: Numbers, moves: Numbers, seeds: Numbers, most: int, seats: int,
             found: list[int]) -> None:
    """Play on from one position by random moves, once for each seed, and note the points."""
    for seed in seeds:
        s[0:len(start)] = start
        found.append(play(s, moves, mixed(seed), most))
        found += [points(s, seat) for seat in range(seats)]


def no_hint(_s: list[int], _seat: int) -> int:
    """What a seat has beyond its points, where nothing is said of it."""
    return 0


PLAYING = (no_hint, random_games, noted_games, note_game, greedy_games, look_ahead, lead_there,
           points, playouts)
