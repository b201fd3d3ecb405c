"""Writes down which tests come by which places of the code, also in processes that they start.

A plugin of pytest, and what the code with probes in it calls; `mutants.py` uses both.
"""

from __future__ import annotations

import builtins
import linecache
import os
from pathlib import Path

import pytest

FOLDER = os.environ.get("MUTANT_HITS", "")
PLAIN = os.environ.get("MUTANT_PLAIN", "")
WANTED = os.environ.get("MUTANT_TESTS", "")
_open = open
_seen: set[tuple[str, int]] = set()
# Holds something in a process that runs tests, and in its copies; not in programs that tests start.
_begun: list[str] = []


def hit(number: int) -> None:
    """One place was come by; a test is written down with it once."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    if (test, number) not in _seen:
        _seen.add((test, number))
        _write("hits" if _begun or not test else "programs", f"{number}\t{test}\n")


def _hide_marks() -> None:
    """The kernel is read as text too; whoever reads code sees it as it is without marks."""
    for path in Path(PLAIN, "interpreter").rglob("*.py"):
        text = path.read_text("utf-8")
        marked = str(Path(__file__).parent.parent / path.relative_to(PLAIN))
        linecache.cache[marked] = len(text), None, text.splitlines(keepends=True), marked


def _write(what: str, line: str) -> None:
    if FOLDER:
        with _open(f"{FOLDER}/{what}-{os.getpid()}", "a", encoding="utf-8") as out:
            out.write(line)


def _work() -> tuple[float, float]:
    """The work of this process, and of those that it has started."""
    times = os.times()
    return times.user + times.system, times.children_user + times.children_system


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item):
    _begun[:] = [item.nodeid]
    own, others = _work()
    yield
    now = _work()
    _write("work", f"{now[0] - own:.3f}\t{now[1] - others:.3f}\t{item.nodeid}\n")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed and "PYTEST_XDIST_WORKER" in os.environ:
        _write("failed", f"{report.nodeid}\n")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Only the tests that are wanted, in the order in which they are."""
    if WANTED:
        order = {name: at for at, name in
                 enumerate(Path(WANTED).read_text("utf-8").split("\n"))}
        items[:] = sorted((i for i in items if i.nodeid in order), key=lambda i: order[i.nodeid])


builtins.__hit__ = hit
if PLAIN:
    _hide_marks()
