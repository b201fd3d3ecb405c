"""Hints that a page gives to a bot, so that it fishes: they fit the game and do what it says."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import tilewright
from merging.making import write_pack
from test_docs import steps
from tilewright.playing.bots import greedy_bot
from tilewright.playing.simulate import play_out
from tilewright.playing.stream import Stream

PAGE = Path(__file__).parents[1] / "docs/house-numbers.md"
SEEDS = (2, 3, 4)


def points_of(variants: list[str]) -> Counter[str]:
    """What four greedy bots score together by category, in a few games."""
    game, found = tilewright.load("namiji", variants), Counter[str]()
    for seed in SEEDS:
        state = game.new(4, seed)
        play_out(state, greedy_bot, Stream(seed))
        for seat in range(4):
            found.update(state.score_sheet(seat))
    return found


def test_with_the_hints_of_the_page_a_greedy_bot_fishes(tmp_path: Path) -> None:
    hints, = (content for language, _, content in steps(PAGE.read_text(encoding="utf-8"))
              if language == "yaml")
    fisher = write_pack(tmp_path, "fisher", "namiji", None, {"rules": ["hints.yaml"]},
                        {"hints.yaml": hints})
    plain, fishing = points_of([]), points_of([str(fisher)])
    assert plain["lines"] == plain["rocks"] == 0
    # A bot that only likes to stop there has 27 and 10: what it takes and keeps counts too.
    assert fishing["lines"] > 45
    assert fishing["rocks"] > 20
