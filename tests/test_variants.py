"""Shipped variants: each is clean, has its texts, its cases and a game that shows it, and plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from leading_variants import SIGNS, shown_in
from packs.tables import VARIANTS, game, shipped_game
from tilewright.packs.bases import base_of
from tilewright.packs.doors import shipped
from tilewright.packs.pack import read_pack
from tilewright.playing.record import read_record, verify
from tilewright.playing.simulate import Job, simulate
from tilewright.problems import Problems
from tilewright.situations.read import situations_in

# Those of the shelf of classics are only of another size; `test_classics.py` looks at them.
SHIPPED = list(VARIANTS)
RECORDS = Path(__file__).parent / "playthroughs" / "variants"
LANGUAGES = {"en", "fr", "it", "pl"}
GAMES = 200


def game_of(variant: str) -> str:
    return base_of(shipped("variants")[variant]).name


@pytest.mark.parametrize("variant", SHIPPED)
def test_a_shipped_variant_has_texts_in_four_languages(variant: str) -> None:
    pack = read_pack(shipped("variants")[variant], Problems())
    assert pack is not None
    assert set(pack.texts) == LANGUAGES
    keys = {language: set(source.data) for language, source in pack.texts.items()}
    assert all(found == keys["en"] for found in keys.values())


@pytest.mark.parametrize("variant", SHIPPED)
def test_a_shipped_variant_has_cases_and_a_game_that_shows_it(variant: str) -> None:
    problems = Problems()
    assert situations_in(variant, [], problems)
    assert not problems
    assert list(RECORDS.glob(f"{variant}*.jsonl"))


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.jsonl")), ids=lambda p: p.stem)
def test_a_recorded_game_of_a_variant_ends_as_it_did(path: Path) -> None:
    record = read_record(path)
    assert record.variants
    verify(shipped_game(record.game, *record.variants), record)


@pytest.mark.parametrize("variant", SHIPPED)
def test_random_games_of_a_variant_come_to_an_end(variant: str) -> None:
    played = game(variant)
    counts = list(played.players)
    for players in {counts[0], counts[-1]}:
        job = Job(game_of(variant), (variant,), players, 1, "random")
        results = simulate(job, GAMES // 2 if len(counts) > 1 else GAMES, game=played)["results"]
        assert all(r["end_reason"] != "limit" for r in results)
        assert all(r["winners"] for r in results)


@pytest.mark.parametrize("variant", sorted(SIGNS))
def test_the_recorded_games_show_all_that_a_variant_brings(variant: str) -> None:
    shown: set[str] = set()
    for path in RECORDS.glob(f"{variant}*.jsonl"):
        shown |= shown_in(path)
    assert {sign.__name__ for sign in SIGNS[variant]} - shown == set()


@pytest.mark.parametrize("variant", ["duet", "two_captains"])
def test_a_variant_for_two_is_for_two(variant: str) -> None:
    assert list(game(variant).players) == [2]
