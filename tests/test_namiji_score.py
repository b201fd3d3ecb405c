"""The score of Namiji is what a recount of the collection gives, at any time."""

from __future__ import annotations

import random

import pytest

from counting_namiji import GOALS, LENGTHS, STRIPS, positions, recount, scored_strips, seats
from positions import arrange, read
from test_namiji import FISH, games, played

COUNTED = ("lines", "crustaceans", "panoramas", "bonuses", "meals", "arrival")


@pytest.mark.many
@games
@played
def test_the_marker_is_what_a_recount_gives(players: int, reverse: bool, bot: str, seeds: range
                                            ) -> None:
    for seed in seeds:
        for state in positions(players, seed, bot, reverse=reverse):
            for seat in seats(state):
                sheet = recount(state, seat)
                now = {c: read(state, f"points.{c}").get(seat, 0) for c in COUNTED}
                assert now == {c: sheet[c] for c in COUNTED}


@games
@pytest.mark.parametrize(("bot", "seeds"), [("random", range(40)), ("greedy", range(6))])
def test_scores_and_winners_are_what_a_recount_gives(players: int, reverse: bool, bot: str,
                                                     seeds: range) -> None:
    for seed in seeds:
        *_, end = positions(players, seed, bot, reverse=reverse)
        sheets = [recount(end, seat) for seat in seats(end)]
        assert [end.score_sheet(n) for n in range(players)] == sheets
        totals = [sum(sheet.values()) for sheet in sheets]
        assert end.scores() == totals
        assert end.winners() == [n for n, t in enumerate(totals) if t == max(totals)]
        places = sorted(read(end, f"{seat}.arrived_as") for seat in seats(end))
        ranks = set(range(1, max(players, 3) + 1))
        assert len(set(places)) == players
        assert set(places) <= ranks


def collection(rng: random.Random) -> dict[str, object]:
    """What a player may have at the end."""
    fish = rng.sample(sorted(FISH), rng.randint(1, 3))
    crate = {cell: rng.choice(fish) if rng.random() < 0.8 else None
             for strip in STRIPS for cell in strip}
    scored = scored_strips({cell: fish for cell, fish in crate.items() if fish})
    return {
        "p1.crate": crate,
        "p1.scored": {f"strip_{n}": strip in scored for n, strip in enumerate(STRIPS, 1)},
        "p1.caught": {"shrimp": rng.randint(0, 6), "crab": rng.randint(0, 4)},
        "p1.seen": {kind: rng.randint(0, length) for kind, length in LENGTHS.items()},
        "p1.offerings": rng.randint(0, 4),
        "p1.cards": rng.sample(["small_meal", "good_meal", "staff"], rng.randint(0, 3)),
        **{f"{kind}.bonus_of": rng.choice(["p1", "p2", None]) for kind in LENGTHS},
    }


@pytest.mark.parametrize("goal", GOALS)
def test_goals_are_met_and_missed_by_the_words_of_the_checklist(goal: str) -> None:
    rng, seen = random.Random(1), set()
    *_, end = positions(3, 1, "random")
    for _ in range(150):
        state = arrange(end, collection(rng) | {"p1.secrets": [goal]})
        sheet, told = recount(state, "p1"), state.score_sheet(0)
        assert (told["rocks"], told["offerings"]) == (sheet["rocks"], sheet["offerings"])
        seen.add(sheet["rocks"])
    assert seen == {0, GOALS[goal][0]}
