"""Series on a cluster: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import logging
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from distributed import Client, LocalCluster

from lab_packs import packs_in
from lab_play import FATAL, PLAYED, play_and_die, play_and_fail, play_block, pretend
from tilewright.lab import cluster, pieces
from tilewright.lab.parcels import Parcel, Refused, parcel_of
from tilewright.lab.pieces import run
from tilewright.lab.plan import Arm, Plan
from tilewright.lab.store import Store
from tilewright.playing.game import load
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCKS = range(20)


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """Two workers that somebody else has started."""
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, memory_limit=0,
                      dashboard_address=None, worker_dashboard_address=None, scheduler_port=0,
                      silence_logs=logging.CRITICAL,
                      local_directory=str(tmp_path_factory.mktemp("dask"))) as made:
        yield made


@pytest.fixture
def where(workers: LocalCluster) -> str:
    return str(workers.scheduler_address)


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packs_in(tmp_path_factory.mktemp("packs"))


@pytest.fixture
def plan(packs: Path, tmp_path: Path) -> Plan:
    (tmp_path / "tests").write_text(str(os.getpid()), encoding="utf-8")
    return Plan(Arm(str(tmp_path), str(packs / "small"), (str(packs / "two"),)), 2,
                ("random", "greedy"), 7)


@pytest.fixture
def expected(plan: Plan) -> list[list[dict[str, Any]]]:
    game = load(plan.arm.game, plan.arm.variants)
    return [play_block(game, plan, block) for block in BLOCKS]


@pytest.fixture(autouse=True)
def _nothing_played(plan: Plan, expected: Any) -> None:
    PLAYED.clear()


def test_results_are_those_of_one_process(plan: Plan, expected: Any, where: str, tmp_path: Path,
                                          monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    with Store(tmp_path / "kept.sqlite") as store:
        found = run(plan, BLOCKS, play_block, cluster=where, size=3, store=store, tell=told.append)
        monkeypatch.chdir(tmp_path)
        assert list(found) == expected
        assert PLAYED == []   # none of it was played here
        assert sum(told) == len(BLOCKS) * plan.players
        # What machines have played need not be played here.
        assert list(run(plan, BLOCKS, play_block, jobs=1, store=store)) == expected
        assert PLAYED == []


def test_a_worker_that_is_killed_does_no_harm(plan: Plan, expected: Any, workers: LocalCluster,
                                              where: str) -> None:
    before = {worker.pid for worker in workers.workers.values()}
    assert list(run(plan, BLOCKS, play_and_die, cluster=where, size=1)) == expected
    assert all((Path(plan.arm.name) / str(block)).exists() for block in FATAL)
    assert PLAYED == []
    # Those that came instead got the packs too.
    assert before != {worker.pid for worker in workers.workers.values()}
    assert workers.scheduler.allowed_failures == cluster.FAILURES


def test_nothing_is_left_when_nobody_wants_the_rest(plan: Plan, expected: Any,
                                                    workers: LocalCluster, where: str) -> None:
    found = run(plan, BLOCKS, play_block, cluster=where, size=1)
    assert [next(found), next(found)] == expected[:2]
    assert list(workers.scheduler.worker_plugins)
    found.close()   # type: ignore[attr-defined]
    assert not [name for name in workers.scheduler.worker_plugins if "tilewright" in name]


def test_an_error_comes_as_it_would_here(plan: Plan, where: str) -> None:
    with pytest.raises(ValueError, match="block 5 cannot be played"):
        list(run(plan, BLOCKS, play_and_fail, cluster=where, size=1))


def test_two_plans_of_one_game_do_not_take_results_from_each_other(
        plan: Plan, expected: Any, packs: Path, where: str) -> None:
    other = replace(plan, seed=8)
    game = load(plan.arm.game, plan.arm.variants)
    here = run(plan, BLOCKS, play_block, cluster=where, size=2)
    there = run(other, BLOCKS, play_block, cluster=where, size=2)
    both = list(zip(here, there, strict=True))
    assert [one for one, _ in both] == expected
    assert [two for _, two in both] == [play_block(game, other, block) for block in BLOCKS]


def test_another_program_is_refused(plan: Plan, where: str) -> None:
    with Client(where, set_as_default=False) as client:
        (one, _) = client.scheduler_info()["workers"]
        client.run(pretend, other=True, workers=[one])
        try:
            with pytest.raises(Refused, match=f"the worker {one} runs tilewright 0.0.9 .other., "
                                              "and here it is .*; install the same version"):
                list(run(plan, BLOCKS, play_block, cluster=where))
        finally:
            client.run(pretend, other=False, workers=[one])
    assert PLAYED == []


def test_packs_that_are_not_what_they_should_be_are_refused(
        plan: Plan, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "parcel_of",
                        lambda loaded: Parcel("0" * 32, parcel_of(loaded).packs))
    with pytest.raises(Refused, match="but 00000000 is to be played"):
        list(run(plan, BLOCKS, play_block, cluster=where))
    assert PLAYED == []


@pytest.mark.parametrize(("given", "said"), [
    ("local:0", "'local:0' is no cluster; give the address of a Dask scheduler"),
    ("somewhere", "'somewhere' is no cluster"),
    ("nothing://here:1", "no Dask scheduler answers at nothing://here:1"),
])
def test_what_is_no_cluster_is_told(plan: Plan, given: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as told:
        list(run(plan, BLOCKS, play_block, cluster=given))
    assert "\n" not in str(told.value)


def test_what_has_to_be_installed_is_told(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tilewright.lab.cluster")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r'pip install "tilewright\[cluster\]"'):
        run(plan, BLOCKS, play_block, cluster="local:2")
