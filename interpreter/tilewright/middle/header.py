"""The first numbers of a state, which are the same in all games."""

from __future__ import annotations

from tilewright import limits

# Where the game stands, whose turn it is, who decides, the steps of this move, the generator of
# chance and the second half of a wide seed, the round, why the game ended, which end was reached in
# this round, whether chance is decided by somebody, whose turn a rule made it, and where a power
# leads back to.
(PC, ACTOR, DECIDER, STEPS, RNG, CHANCE_KEY, ROUND, REASON, ENDING, MANUAL, TURN_OF,
 POWER_BACK) = range(12)
HEADER = 12
NATURE = -1
NOBODY = -2
# The block in which a game is over.
OVER = 1
# The seat of whoever only watches: nobody's, and it knows what everybody knows.
SPECTATOR = limits.PLAYERS
