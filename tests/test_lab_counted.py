"""How often moves came up, as arrays: the same as one by one, with labels only where needed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from packs.tables import game
from tilewright.lab.counted import Counted, Grouped
from tilewright.lab.findings.games import Games
from tilewright.lab.findings.things import seen_in
from tilewright.lab.findings.whole import findings
from tilewright.lab.noting import Noted, play_block
from tilewright.lab.plan import Arm, Plan
from tilewright.lab.series import play
from tilewright.lab.store import packed, unpacked
from tilewright.native import counting, engine

if TYPE_CHECKING:
    from tilewright.lab.findings.things import Seen

NAMES = ("yamatai", "namiji", "connect_four", "hearts", "harbour_town")


def plan_of(name: str, seed: int = 3) -> Plan:
    players = max(game(name).players)
    return Plan(Arm("base", name), players, ("random",) * players, seed)


def played(name: str, blocks: int = 6) -> tuple[Plan, list[Noted]]:
    plan = plan_of(name)
    return plan, [one for block in range(blocks) for one in play_block(game(name), plan, block)]


def one_by_one(games: Games) -> dict[str, tuple[list[int], list[int], int]]:
    """What was seen of each move, told game by game and seat by seat."""
    found: dict[str, tuple[list[int], list[int], Counter[str]]] = {}
    for number, one in enumerate(games.noted):
        for at, counts in enumerate((one.offered, one.taken)):
            for label, by_seat in counts.items():
                told = found.setdefault(label, ([], [], Counter()))
                places = told[0] if at == 0 else told[1]
                places += [number * games.players + seat for seat, n in enumerate(by_seat) if n]
                told[2]["times"] += at * sum(by_seat)
    return {label: (offered, taken, times["times"])
            for label, (offered, taken, times) in found.items()}


def told(seen: Seen) -> tuple[list[int], list[int], int]:
    return seen.offered.tolist(), seen.taken.tolist(), seen.times


@pytest.mark.parametrize("name", NAMES)
def test_what_a_series_has_seen_is_that_of_each_game(name: str) -> None:
    plan, noted = played(name)
    games = Games.of(noted, plan)
    found = {label: told(one) for label, one in seen_in(games).items()}
    slow = one_by_one(games)
    assert len(slow) > 5
    assert found == slow
    labels = list(slow)[:3]
    times = Grouped([one.taken for one in games.noted]).times([*labels, "no such move"])
    assert times.tolist() == [sum(sum(one.taken.get(label, ())) for label in labels)
                              for one in games.noted]


@pytest.mark.parametrize("name", NAMES)
def test_counts_come_back_as_they_were_sent(name: str) -> None:
    plan, noted = played(name, 2)
    rows = [[one.told() for one in block]
            for block in (noted[:plan.players], noted[plan.players:])]
    again = [Noted.read(one) for block in unpacked(packed(rows)) for one in block]
    assert again == noted
    assert [list(one.offered.items()) for one in again] == [
        list(one.offered.items()) for one in noted]
    games, back = Games.of(noted, plan), Games.of(again, plan)
    assert {label: told(one) for label, one in seen_in(back).items()} == {
        label: told(one) for label, one in seen_in(games).items()}


@pytest.mark.skipif(not engine.is_there(), reason="wasmtime is not installed")
def test_games_are_counted_alike_in_parts_and_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    _, at_once = played("namiji")
    # So few games go into one call.
    monkeypatch.setattr(counting, "NOTES", 1)
    plan = plan_of("namiji")
    again = game("namiji")
    assert [one for block in (5, 0, 1, 2, 3, 4) for one in play_block(again, plan, block)] == (
        at_once[-plan.players:] + at_once[:-plan.players])


@pytest.mark.skipif(not engine.is_there(), reason="wasmtime is not installed")
def test_labels_are_worked_out_for_the_series_and_not_for_each_game(
        monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(Counted, "_by_label", lambda *_: asked.append(1) or {})
    plan = plan_of("namiji")
    series = play(plan, 5)
    found = findings(series.noted, game("namiji"), plan)
    assert asked == []
    assert max(one["times"] for one in found["things"]) > 0


def test_large_counts_and_none_at_all_can_be_sent() -> None:
    labels = {0: "go", 70_000: "stay"}
    for counts in (Counted.of(labels.__getitem__, [{0: 1}, {0: 1 << 40, 70_000: 2}]),
                   Counted.of(labels.__getitem__, [{}, {}])):
        (((again,),),) = (unpacked(packed([[{"all": counts}]])),)
        assert again["all"] == counts
        assert again["all"].codes.tolist() == counts.codes.tolist()
    assert Grouped([counts, counts]).times(["go"]).tolist() == [0, 0]
    assert Grouped([counts]).places("go").tolist() == []
    assert dict(Counted.of(labels.__getitem__, [{0: 1}, {70_000: 2}])) == {
        "go": [1, 0], "stay": [0, 2]}
    with pytest.raises(TypeError, match="ndarray is no data for JSON"):
        packed([[{"all": np.zeros(2)}]])
