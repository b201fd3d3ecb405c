"""Games with what is counted of them, written in the small language as the kernel is.

To count inside takes less time than to bring all that was offered out.
"""

from __future__ import annotations

from tilewright.middle.header import DECIDER, PC, ROUND
from tilewright.printing.wasm.asked import (
    Numbers,
    as_chance,
    emptied,
    look_ahead,
    mixed,
    next_draw,
    note_game,
    opened,
    points,
    scaled,
    step,
)

# What is counted of a question: how often it was asked, and with how many moves.
TIMES, MOVES, EACH = range(3)
# What is noted of who leads alone, as a seat counted from 1, and 0 for nobody: who did so last, how
# often that was another one than before, who does now, and after which decision that began.
LAST, CHANGES, NOW, SINCE, COURSE = range(5)


def counted_games(s: list[int], seeds: Numbers, draws: list[int], greedy: Numbers, most: int,
                  seats: int, every: int, sign: int, found: list[int], looks: list[int],
                  course: list[int], cells: list[int], rows: list[int], questions: list[int],
                  asked: list[int], held: list[int], best: list[int], room: int) -> None:
    """Games of bots, and for each move how often it was offered to each seat and taken by it.

    Each seat of each game has a generator in `draws`, and a 1 in `greedy` where it looks ahead.
    Points are looked at in the beginning, when a round ends, or after so many decisions if `every`
    is not 0, and in the end: `looks` has how many decisions there were, and the points of each
    seat; `sign` is -1 where few points are good. `course` has room for who leads, `cells` a zero
    for each seat of each move, twice, `questions` two for each block; `held` and `best` have room
    for all moves.

    What came up stands in `rows`: the move, and for each seat how often it was offered and taken;
    in `asked`: the block, how often, and with how many moves. Each has the `room` that is told; a
    game for which there may be too little is left out, and so are those after it.
    """
    first = 0
    for seed in seeds:
        if len(rows) + len(cells) + len(cells) // (2 * seats) > room or (
                len(asked) + len(questions) + len(questions) // EACH > room):
            return
        legal = opened(s, seed)
        made = 0
        forced = 0
        options = 0
        now = s[ROUND]
        for at in range(COURSE):
            course[at] = 0
        while len(legal) > 0 and made < most:
            if made == 0 or (s[ROUND] != now if every == 0 else made % every == 0):
                now = s[ROUND]
                if len(looks) + (1 + seats) * 2 > room:
                    return
                look(s, made, seats, sign, looks, course)
            seat = s[DECIDER]
            at = s[PC] * EACH
            questions[at + TIMES] += 1
            questions[at + MOVES] += len(legal)
            if len(legal) == 1:
                forced += 1
            else:
                options += len(legal)
            for one in legal:
                cells[(one * seats + seat) * 2] += 1
            move = decided(s, legal, draws, first + seat, greedy[first + seat], held, best, sign,
                           seats)
            cells[(move * seats + seat) * 2 + 1] += 1
            legal = step(s, move)
            made += 1
        look(s, made, seats, sign, looks, course)
        first += seats
        note_game(s, made, seats, 1, found)
        came_up(cells, 2 * seats, rows)
        came_up(questions, EACH, asked)
        found += course
        found.append(len(looks))
        found.append(len(rows))
        found.append(len(asked))
        found.append(forced)
        found.append(options)


def decided(s: list[int], legal: Numbers, draws: list[int], at: int, looks: int, held: list[int],
            best: list[int], sign: int, seats: int) -> int:
    """The move of a bot; one that looks ahead draws nothing where there is nothing to choose."""
    if looks == 0:
        draws[at] = next_draw(draws[at])
        return legal[scaled(mixed(draws[at]), len(legal))]
    if len(legal) == 1:
        return legal[0]
    emptied(held)
    held += legal
    draws[at] = next_draw(draws[at])
    look_ahead(s, held, best, as_chance(draws[at]), sign, seats)
    draws[at] = next_draw(draws[at])
    return best[scaled(mixed(draws[at]), len(best))]


def came_up(cells: list[int], each: int, rows: list[int]) -> None:
    """Put what is not zero behind the rows, each with its number, and make it zero."""
    for number in range(len(cells) // each):
        start = number * each
        total = 0
        for at in range(start, start + each):
            total += cells[at]
        if total > 0:
            rows.append(number)
            for at in range(start, start + each):
                rows.append(cells[at])
                cells[at] = 0


def look(s: list[int], made: int, seats: int, sign: int, looks: list[int], course: list[int]
         ) -> None:
    """Note how many decisions there were, the points of each seat, and who leads alone."""
    looks.append(made)
    best = 0
    leader = 0
    for seat in range(seats):
        score = points(s, seat)
        looks.append(score)
        if seat == 0 or sign * score > best:
            best = sign * score
            leader = seat + 1
        elif sign * score == best:
            leader = 0
    if leader > 0:
        if course[LAST] > 0 and course[LAST] != leader:
            course[CHANGES] += 1
        course[LAST] = leader
    if leader != course[NOW]:
        course[NOW] = leader
        course[SINCE] = made


COUNTING = (counted_games, decided, came_up, look)
