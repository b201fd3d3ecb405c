"""Search for a good move, written in the small language as the kernel is.

One tree over many worlds that agree with what a seat knows (information set search): each round
takes one world, goes down the tree by moves that are legal there, adds one node, plays on at
random, and notes at all nodes on the way what the end was worth to each seat. Chance is drawn anew
in each round. A module runs this, and so does Python where there is none.
"""

from __future__ import annotations

from tilewright.middle.header import DECIDER, RNG, STEPS
from tilewright.printing.wasm.asked import (
    Numbers,
    emptied,
    hint,
    mixed,
    moves,
    next_draw,
    play,
    root,
    scaled,
    sheet,
    step,
    ties,
)

# What a node has: the move that leads to it, its first child, the next child of its parent, how
# often it was taken, how often it could have been; then what that was worth to each seat, together.
MOVE, CHILD, NEXT, TAKEN, OFFERED, WORTH = range(6)
# What a game is worth, in millionths: to have won it, alone; and a part for how far one leads.
WON, LEAD = 900_000, 50_000


def search(s: list[int], worlds: Numbers, many: int, seed: int, first: int, last: int, most: int,
           players: int, sign: int, named: int, bar: int, curious: Numbers, tree: list[int],
           places: list[int], path: list[int], worth: list[int]) -> None:
    """Go down the tree in the rounds from the first up to the last.

    Where the tree ends, `most` random moves are made at most; with none of them the position is
    judged as it is. `sign` is -1 where few points are good, `named` the slot in which rules say who
    has won, or 0; nobody wins with less than `bar`. `curious` says for each number of offers how
    much to prefer what was seldom taken. `places` has a zero for each move; `path` and `worth` have
    room for what is noted in a round.
    """
    size = len(worlds) // many
    for number in range(first, last):
        start = number % many * size
        s[0:size] = worlds[start:start + size]
        draw = mixed(seed + number)
        s[RNG] = draw
        legal = moves(s)
        node = 0
        fresh = 0
        emptied(path)
        path.append(0)
        while len(legal) == 1 or (len(legal) > 1 and fresh == 0):
            move = legal[0]
            if len(legal) > 1:
                draw = next_draw(draw)
                node = chosen(tree, places, node, legal, s[DECIDER], players, curious, mixed(draw))
                path.append(node)
                move = tree[node + MOVE]
                if tree[node + TAKEN] == 0:
                    fresh = 1
            legal = step(s, move)
        if most == 0 and len(legal) > 0:
            judge(s, players, sign, worth)
        else:
            draw = next_draw(draw)
            play(s, legal, mixed(draw), most)
            value(s, players, sign, named, bar, worth)
        for at in path:
            tree[at + TAKEN] += 1
            for seat in range(players):
                tree[at + WORTH + seat] += worth[seat]


def chosen(tree: list[int], places: list[int], node: int, legal: Numbers, seat: int, players: int,
           curious: Numbers, draw: int) -> int:
    """The child of a node to go on with: one that is new, else the most promising."""
    child = tree[node + CHILD]
    while child > 0:
        places[tree[child + MOVE]] = child
        child = tree[child + NEXT]
    untried = 0
    for move in legal:
        child = places[move]
        if child == 0:
            untried += 1
        else:
            tree[child + OFFERED] += 1
    if untried > 0:
        best = grown(tree, places, node, legal, scaled(draw, untried), players)
    else:
        best = promising(tree, places, legal, seat, curious)
    child = tree[node + CHILD]
    while child > 0:
        places[tree[child + MOVE]] = 0
        child = tree[child + NEXT]
    return best


def grown(tree: list[int], places: Numbers, node: int, legal: Numbers, number: int, players: int
          ) -> int:
    """A new child for one of the moves that have none, by its number among these."""
    left = number
    made = len(tree)
    for move in legal:
        if places[move] == 0:
            if left == 0:
                tree.append(move)
                tree.append(0)
                tree.append(tree[node + CHILD])
                tree.append(0)
                tree.append(1)
                tree += [0] * players
                tree[node + CHILD] = made
            left -= 1
    return made


def promising(tree: Numbers, places: Numbers, legal: Numbers, seat: int, curious: Numbers) -> int:
    """The child with the best mean for who decides, more for those that were seldom taken."""
    best = 0
    most = 0
    for move in legal:
        child = places[move]
        taken = tree[child + TAKEN]
        found = -WON   # a rule failed behind it
        if taken > 0:
            found = tree[child + WORTH + seat] // taken + root(curious[tree[child + OFFERED]],
                                                               taken)
        if best == 0 or found > most:
            best = child
            most = found
    return best


def value(s: list[int], players: int, sign: int, named: int, bar: int, worth: list[int]) -> None:
    """What a position is worth to each seat, as if the game had ended there; hints count where it
    has not."""
    said = 0
    if named > 0:
        said = s[named]
    emptied(worth)
    scores = scored(s, players, sign)
    best = 0
    for seat in range(1, players):
        if ahead(s, scores, seat, best) > 0:
            best = seat
    if said == 0 and scores[best] < bar:
        said = 1   # as where rules name nobody
    winners = 0
    for seat in range(players):
        if has_won(s, scores, seat, best, said):
            winners += 1
    for seat in range(players):
        share = 0
        if has_won(s, scores, seat, best, said):
            share = WON // winners
        worth.append(share + LEAD + lead(scores, seat, players))


def judge(s: list[int], players: int, sign: int, worth: list[int]) -> None:
    """What a position in the middle of a game is worth to each seat: how far it leads, from a loss
    to a win."""
    emptied(worth)
    scores = scored(s, players, sign)
    worth += [WON // 2 + LEAD + WON // 2 // LEAD * lead(scores, seat, players)
              for seat in range(players)]


def scored(s: list[int], players: int, sign: int) -> list[int]:
    """The points of each seat, and what the game hints at; the more, the better."""
    scores: list[int] = [0] * players
    for seat in range(players):
        s[STEPS] = 0
        scores[seat] = sign * sum(sheet(s, seat))
        s[STEPS] = 0
        scores[seat] += hint(s, seat)
    return scores


def has_won(s: list[int], scores: Numbers, seat: int, best: int, said: int) -> bool:
    """Whether a seat has won: rules have said so, or it is level with the best."""
    if said != 0:
        return (said >> (seat + 1)) & 1 == 1
    return seat == best or ahead(s, scores, seat, best) == 0


def ahead(s: list[int], scores: Numbers, one: int, other: int) -> int:
    """More than 0 if a seat stands better than another, 0 if they are level."""
    if scores[one] != scores[other]:
        return scores[one] - scores[other]
    s[STEPS] = 0
    mine = ties(s, one)
    s[STEPS] = 0
    theirs = ties(s, other)
    for at, number in enumerate(mine):
        if number != theirs[at]:
            return number - theirs[at]
    return 0


def lead(scores: Numbers, seat: int, players: int) -> int:
    """How far a seat is ahead of the best other, from -LEAD to LEAD."""
    others = [scores[other] for other in range(players) if other != seat]
    if len(others) == 0:
        return 0
    best = max(others)
    mine = scores[seat]
    size = max(mine, -mine) + max(best, -best) + 1
    return LEAD * (mine - best) // size


SEARCHING = (search, chosen, grown, promising, value, judge, scored, has_won, ahead, lead)
