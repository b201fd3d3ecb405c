"""Which moves go well together: seats that took both, beside what each alone would add."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.lab.numbers.blocks import per_time
from tilewright.lab.numbers.many import e_bh
from tilewright.lab.numbers.sequences import e_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tilewright.lab.findings.games import Games
    from tilewright.lab.numbers.base import Flags, Floats

# What nearly nobody or nearly everybody takes says nothing about pairs; so many moves are looked
# at, so many pairs closely, and so many are told for a move.
SELDOM, MOST_MOVES, MOST_PAIRS, TOLD = 0.05, 150, 60, 3
# Seats with both, with one, with the other and with neither: each needs so many.
FEW, RATE = 30, 0.05
# Seats that are looked at together.
AT_ONCE = 20_000

Mates = dict[str, list[dict[str, Any]]]


def mates(games: Games, taken: Mapping[str, Flags]) -> Mates:
    """For each move those that it goes well with, after looking at all pairs."""
    often = {label: took for label, took in taken.items() if SELDOM <= took.mean() <= 1 - SELDOM}
    labels = sorted(often, key=lambda label: (-int(often[label].sum()), label))[:MOST_MOVES]
    if len(labels) < 2:
        return {}
    values = games.without_seats(games.shares).ravel()
    pairs, asked = _promising([often[label] for label in labels], values)
    ids = np.repeat(games.ids, games.players)
    series = [together(values, often[labels[a]], often[labels[b]], ids) for a, b in pairs]
    # All pairs were looked at, also those of which nothing more is asked.
    evidence = np.zeros(max(asked, len(pairs)))
    evidence[:len(pairs)] = [e_value(one, 0) for one in series]
    chosen = e_bh(evidence, RATE)[:len(pairs)]
    return _by_move(labels, [(pair, float(one.mean())) for pair, one, good in zip(
        pairs, series, chosen, strict=True) if good and one.mean() > 0])


def together(values: Floats, one: Flags, other: Flags, ids: NDArray[Any]) -> Floats:
    """What both add beyond what each adds alone, one value a block."""
    cells = [(1, one & other), (-1, one & ~other), (-1, ~one & other), (1, ~one & ~other)]
    found: Floats = np.sum([sign * per_time(np.where(cell, values, np.nan), ids)
                            for sign, cell in cells], axis=0)
    return found


def _promising(taken: list[Flags], values: Floats) -> tuple[list[tuple[int, int]], int]:
    """The pairs that may go well together, and among how many pairs they were looked for."""
    n, sums = _counted(taken, values)
    # Seats with both, with only the first, with only the second, with neither.
    alone, alone_sums = n.diagonal(), sums.diagonal()
    counts = [n, alone[:, None] - n, alone[None, :] - n,
              values.size - alone[:, None] - alone[None, :] + n]
    totals = [sums, alone_sums[:, None] - sums, alone_sums[None, :] - sums,
              values.sum() - alone_sums[:, None] - alone_sums[None, :] + sums]
    enough = np.triu(np.min(counts, axis=0) >= FEW, 1)
    safe = [np.maximum(count, 1) for count in counts]
    means = [total / count for total, count in zip(totals, safe, strict=True)]
    added = means[0] - means[1] - means[2] + means[3]
    error = np.sqrt(values.var() * sum(1 / count for count in safe))
    away = np.where(enough & (added > 0), added / np.maximum(error, 1e-12), 0.0)
    order = np.argsort(-away, axis=None, kind="stable")[:MOST_PAIRS]
    found = [(int(at) // len(taken), int(at) % len(taken)) for at in order
             if away.flat[at] > 0]
    return found, int(enough.sum())


def _counted(taken: list[Flags], values: Floats) -> tuple[Floats, Floats]:
    """How many seats took each two of the moves, and the sums of their values."""
    size = len(taken)
    counts, sums = np.zeros((size, size)), np.zeros((size, size))
    for start in range(0, values.size, AT_ONCE):
        part = np.array([took[start:start + AT_ONCE] for took in taken], dtype=np.float64)
        counts += part @ part.T
        sums += (part * values[start:start + AT_ONCE]) @ part.T
    return counts, sums


def _by_move(labels: list[str], found: list[tuple[tuple[int, int], float]]) -> Mates:
    told: Mates = {}
    for pair, lift in sorted(found, key=lambda both: -both[1]):
        for mine, other in (pair, pair[::-1]):
            told.setdefault(labels[mine], []).append({"id": labels[other], "lift": lift})
    return {label: best[:TOLD] for label, best in told.items()}
