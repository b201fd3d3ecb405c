"""What all tests share."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

import parts

# A small game into which mistakes are put, which by itself is not whole; and packs in older
# spelling, whose situations `test_content.py` runs once they are migrated.
collect_ignore = ["mistakes", "content/older"]
# The packs that somebody has installed must not change what tests find.
os.environ["XDG_DATA_HOME"] = str(Path(tempfile.gettempdir()) / f"no-packs-{os.getpid()}")


def _hear_ctrl_c() -> None:
    """What runs in the background of a shell ignores Ctrl-C, and so does a command at its end;
    all that is started from there would too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


_hear_ctrl_c()

# Tests load hundreds of games, and most of what is looked through for garbage stays. What is young
# is looked through while it is near the processor, which is quicker than to wait; what is old, only
# when a file of tests ends. By itself Python would take a third of the time for it.
gc.set_threshold(2_000, 10, 1_000)

# Files with the longest single tests. Each of the last tests keeps one worker busy while the others
# have nothing left to do, so these come first.
FIRST = {"test_cli.py", "test_docs.py", "test_wheel.py"}

# A busy machine must not change what tests find, so nothing looks at the time.
settings.register_profile("calm", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("calm")


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What a file of tests leaves behind stays; to look through it again and again for garbage
    would take a tenth of the time of all tests."""
    _hear_ctrl_c()
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", choices=[parts.FIRST, parts.REST],
                     help="only the tests of `make test`, or only those that `make more` adds")


# After `-m` and `-k`, so that there are a few of what is left.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in FIRST)
    part = config.getoption("--part")
    if part is not None:
        first = parts.of_first(items)
        wanted, left = [], []
        for item in items:
            (wanted if (item.nodeid in first) == (part == parts.FIRST) else left).append(item)
        config.hook.pytest_deselected(items=left)
        items[:] = wanted


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Pages that nobody has looked at are not a detail in a list of letters."""
    skipped = [r for r in terminalreporter.stats.get("skipped", ())
               if "nobody looks at the pages" in str(r.longrepr)]
    if skipped:
        terminalreporter.section("NO BROWSER", sep="!", red=True)
        terminalreporter.line(f"{len(skipped)} tests of the pages were skipped: install Chromium, "
                              "or run: .venv/bin/playwright install chromium", red=True)
