"""Games a second of a series of the lab beside those of `simulate`, for docs/lab.md.

    python tests/lab_speed.py [GAME] [GAMES] [ROUNDS]

Random bots, in one process, by the time of the processor. Both take turns, and the shares of
rounds are told by their median, so that other work on the machine matters little. What comes once
for a series, its statistics and what its rules reach, is no part of it.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from typing import TYPE_CHECKING

from tilewright.__main__ import SELDOM
from tilewright.lab.plan import Arm, Plan
from tilewright.lab.series import Hands, play
from tilewright.playing.game import load
from tilewright.playing.simulate import Job, simulate

if TYPE_CHECKING:
    from collections.abc import Callable


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def main(name: str = "yamatai", games: int = 4000, rounds: int = 7) -> None:
    game = load(name)
    players = game.program().players
    plan = Plan(Arm("base", name), players, ("random",) * players, 1)
    hands, job = Hands(game=game), Job(name, (), None, 1, "random")

    def both() -> tuple[float, float]:
        return (seconds(lambda: simulate(job, games, 1, None, game)),
                seconds(lambda: play(plan, games // players, None, hands)))

    # As commands do.
    gc.set_threshold(*SELDOM)
    both()
    told = [both() for _ in range(rounds)]
    simulated, noted = (statistics.median(column) for column in zip(*told, strict=True))
    share = statistics.median(one / other for one, other in told)
    print(f"{name}: {games / simulated:,.0f} games a second in simulate, {games / noted:,.0f} in "
          f"the lab, {abs(100 * (1 - share)):.0f} % {'less' if share < 1 else 'more'}")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:]))
