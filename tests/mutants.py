"""How many small changes of the core the tests notice: `make mutants`.

Takes a sample of all small changes, the same for a seed. Each is tried alone, in a copy of the
tree, with the tests that come by its place, the likeliest first, until one fails. Prints which
share was noticed, and each change that nobody noticed. All copies are of the tree as it is at the
start; who works on meanwhile changes nothing.

Why no tool does this: mutmut writes all changes of a file into one (30 MB for these rooms, which
each process of a test would read), leaves out decorated functions and what stands in modules;
cosmic-ray runs one command for all changes; mutatest and poodle are not kept up or know no
coverage. None samples by a seed. To record lines test by test would take longer than to try the
changes; so only the places of the sample are marked, and the tests run once with these marks.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from mutating import Mutant, mutants, probed

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path("interpreter") / "tilewright"
ROOMS = ("language", "kernel", "compiling", "playing", "reading", "packs", "merging", "migrating")
KEPT = ROOT / ".mutants"
# Seconds of processor time that the tests of one change may take together.
MOST_WORK = 20.0
# Each file of tests loads games of its own, which costs more than most tests do.
MOST_FILES = 40
# First come tests of so few files and of so little work, since to read all files takes longer than
# most changes need to be noticed.
FIRST_FILES = 8
FIRST_WORK = 8.0
# Who waits for ever does no work. All tests together may wait for longer.
QUARTER = 900
HOUR = 3600
LATE = -1
SECOND = 10**9
_moments = count(1)
# Tests that start programs take long, and tell little that others do not; a few workers that are
# forked do not. So much of the work of a test may be that of its children.
MOST_OF_OTHERS = 1.0
# Declarations are carried out once, by who imports them first; these tests go through all words.
DECLARED = ("tests/test_vocabulary.py", "tests/test_steps.py", "tests/test_bounds.py",
            "tests/test_reference.py")
# Tests that look at the text of the code, so that each change of it would be noticed.
LOOKING = ("tests/test_layout.py", "tests/test_wheel.py")
# What `make test` runs: whatever is only noticed by others is noticed late.
FIRST = ("--part", "first")
# Pages are slow, and a browser keeps a time of its own.
IN_BROWSERS = "\npytestmark = MARKS\n"


@dataclass(slots=True)
class Record:
    """Which tests come by which places, and what work each test is."""

    hits: dict[int, list[str]]
    work: dict[str, float]
    most: float = MOST_WORK
    places: list[str] = field(default_factory=list)

    def of(self, number: int) -> list[str]:
        """The tests of a place, the likeliest to notice a change first, as many as are allowed.

        A game that one test has loaded is used by others of its file, so these follow. A place
        that only imports come by is first of the tests of all words, then of those that come by
        others of its file, then of all.
        """
        direct = [t for t in self.hits.get(number, []) if t in self.work] or [
            t for other, file in enumerate(self.places) if file == self.places[number]
            for t in self.hits.get(other, []) if t in self.work]
        files = {_file(t) for t in direct}
        near = [t for t in self.work if _file(t) in files and t not in set(direct)]
        hits = self.hits.get(number, [])
        first = [t for t in self.work if hits == [""] and t.startswith(DECLARED)]
        more = list(self.work) if "" in hits else []
        found = dict.fromkeys([*self._in_turn(first), *self._in_turn(direct),
                               *self._in_turn(near), *self._in_turn(more)])
        return self._allowed(list(found))

    def parts(self, tests: list[str]) -> list[list[str]]:
        """The tests in two parts, the first of which notices most changes."""
        files = list(dict.fromkeys(map(_file, tests)))[:FIRST_FILES]
        first, total = [], 0.0
        for test in tests:
            if _file(test) in files and total + self.work[test] <= FIRST_WORK:
                total += self.work[test]
                first.append(test)
        rest = set(tests) - set(first)
        return [part for part in (first, [t for t in tests if t in rest]) if part]

    def _in_turn(self, tests: list[str]) -> list[str]:
        """One of each file in turn; of a file first those that come by few places and are quick."""
        often: dict[str, int] = defaultdict(int)
        for names in self.hits.values():
            for name in names:
                often[name] += 1
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in sorted(tests, key=lambda t: (round(self.work[t], 1), often[t], t)):
            by_file[_file(test)].append(test)
        turns = [(at, self.work[t], t) for own in by_file.values() for at, t in enumerate(own)]
        return [t for _, _, t in sorted(turns)]

    def _allowed(self, tests: list[str]) -> list[str]:
        total, found = 0.0, []
        files = set(list(dict.fromkeys(map(_file, tests)))[:MOST_FILES])
        for test in tests:
            if _file(test) in files and total + self.work[test] <= self.most:
                total += self.work[test]
                found.append(test)
        return found


def _file(test: str) -> str:
    return test.partition("::")[0]


# -- the sample -----------------------------------------------------------------------------------


def sample(tree: Path, count: int, seed: int, rooms: Sequence[str] = ROOMS) -> list[Mutant]:
    found: list[Mutant] = []
    for room in rooms:
        for path in sorted((tree / PACKAGE / room).rglob("*.py")):
            found += mutants(path, path.relative_to(tree).as_posix())
    print(f"{len(found):,} small changes can be made; {min(count, len(found))} are tried "
          f"(seed {seed}).")
    return sorted(random.Random(seed).sample(found, min(count, len(found))),
                  key=lambda m: (m.file, m.start, m.new))


def taken(folder: Path) -> Path:
    """A copy of the tree as it is now, without what git leaves out."""
    told = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT,
                          capture_output=True, check=True).stdout
    for file in (os.fsdecode(name) for name in told.split(b"\0") if name):
        # Git lists files that are gone too.
        if (ROOT / file).is_file():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, folder / file)
    return folder


def _env(tree: Path, **more: str) -> dict[str, str]:
    """The code of a copy comes before the installed one."""
    path = os.pathsep.join([str(tree / "interpreter"), str(tree / "tests")])
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "",
            "PYTEST_CURRENT_TEST": "", **more}


def _pytest(tree: Path, args: list[str], limit: int = 0, wait: int = QUARTER, **env: str) -> int:
    """The exit code of pytest in a copy; beyond `limit` seconds of work it is stopped."""
    def bounded() -> None:
        if limit:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    command = [sys.executable, "-m", "pytest", "-q", "-p", "mutant_probe", "-p",
               "no:cacheprovider", *args]
    try:
        return subprocess.run(command, cwd=tree, env=_env(tree, **env), check=False,
                              preexec_fn=bounded, stdin=subprocess.DEVNULL, timeout=wait,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return LATE


# -- which tests come by --------------------------------------------------------------------------


def recorded(tree: Path, chosen: list[Mutant], jobs: int, tests: list[str]) -> Record:
    """Run all tests once, with marks at the places; what came out is kept for this very tree."""
    digest = hashlib.blake2b(digest_size=8)
    for file in sorted(f for f in tree.rglob("*") if f.is_file()):
        digest.update(os.fsencode(file.relative_to(tree)) + file.read_bytes())
    asked = hashlib.blake2b(repr((chosen, tests)).encode(), digest_size=8)
    kept = KEPT / f"{digest.hexdigest()}-{asked.hexdigest()}.json"
    if not kept.is_file():
        print("The tests run once, to see which of them come by these places …", flush=True)
        KEPT.mkdir(exist_ok=True)
        kept.write_text(json.dumps(_record(tree, chosen, jobs, tests)), encoding="utf-8")
    told: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    return Record({int(n): tests for n, tests in told["hits"].items()}, told["work"])


def _record(tree: Path, chosen: list[Mutant], jobs: int, tests: list[str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        marked, told = shutil.copytree(tree, Path(name) / "tree"), Path(name) / "told"
        told.mkdir()
        for file in {m.file for m in chosen}:
            own = [(n, m) for n, m in enumerate(chosen) if m.file == file]
            (marked / file).write_bytes(probed((tree / file).read_bytes(), own))
        start = marked / PACKAGE / "__init__.py"
        start.write_text(start.read_text(encoding="utf-8").replace(
            "from __future__ import annotations", "from __future__ import annotations\n"
            "import mutant_probe", 1), encoding="utf-8")
        if _pytest(marked, ["-n", str(jobs), "-m", "not browser", *(tests or FIRST)], wait=HOUR,
                   MUTANT_HITS=str(told), MUTANT_PLAIN=str(tree)) == LATE:
            sys.exit("the tests of the unchanged tree take more than an hour")
        failed = set(_lines(told, "failed"))
        work = {test: total for test, total in worked(_lines(told, "work")).items()
                if test not in failed and not test.startswith(LOOKING)}
        hits = _places(told, "hits")
        for number, started in _places(told, "programs").items():
            # All programs import the same; that tells nothing about a test.
            if "" not in hits[number]:
                hits[number] |= started
        if not work:
            sys.exit("no test of the unchanged tree has passed; run the tests first")
        part = {_file(t) for t in work}
        if left := [f for f in tests or _files(tree) if f not in part and f not in LOOKING]:
            print(f"No test of these takes part: {', '.join(left)}.", flush=True)
        return {"hits": {n: sorted(tests) for n, tests in hits.items()}, "work": work}


def _files(tree: Path) -> list[str]:
    return sorted(path.relative_to(tree).as_posix() for path in (tree / "tests").glob("test_*.py")
                  if IN_BROWSERS not in path.read_text(encoding="utf-8"))


def _places(told: Path, what: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for number, _, test in (line.partition("\t") for line in _lines(told, what)):
        found[number].add(test)
    return found


def worked(lines: list[str]) -> dict[str, float]:
    """The work of each test that may be used: its own and that of its children."""
    told = [(float(own), float(others), test) for own, others, test in
            (line.split("\t", 2) for line in lines)]
    return {test: round(own + others, 3) for own, others, test in told
            if others <= MOST_OF_OTHERS}


def _lines(folder: Path, what: str) -> list[str]:
    return [line for file in sorted(folder.glob(f"{what}-*"))
            for line in file.read_text(encoding="utf-8").split("\n") if line]


# -- trying ---------------------------------------------------------------------------------------


def survives(tree: Path, mutant: Mutant, tests: Record, own: list[str]) -> bool:
    """Whether all tests pass with a change; the copy is as before afterwards."""
    path = tree / mutant.file
    text, before = path.read_bytes(), path.stat().st_mtime_ns
    _write(path, mutant.applied(text), _moment())
    try:
        return all(_pass(tree, part, sum(tests.work[t] for t in part))
                   for part in tests.parts(own))
    finally:
        _write(path, text, before)


def _moment() -> int:
    """A moment long ago, of another second than each before it, and different in each run.

    Python knows code that it has compiled by the whole seconds and the length of its file, and
    modules are kept from run to run by what is below seconds too.
    """
    return next(_moments) * SECOND + time.time_ns() % SECOND


def _write(path: Path, text: bytes, moment: int) -> None:
    path.write_bytes(text)
    os.utime(path, ns=(moment, moment))


def _pass(tree: Path, tests: list[str], work: float) -> bool:
    order = tree / "wanted-tests"
    order.write_text("\n".join(tests), encoding="utf-8")
    files = sorted({_file(t) for t in tests})
    return not _pytest(tree, ["-x", *files], int(30 + 5 * work), MUTANT_TESTS=str(order))


def tried(tree: Path, chosen: list[Mutant], tests: Record, jobs: int) -> list[str]:
    """All changes that nobody notices, in words."""
    with tempfile.TemporaryDirectory() as name:
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            trees.put(shutil.copytree(tree, Path(name) / str(number)))

        def one(number: int) -> str:
            mutant, own = chosen[number], tests.of(number)
            mine = trees.get()
            try:
                alive = survives(mine, mutant, tests, own)
            finally:
                trees.put(mine)
            print("." if not alive else f"\n{mutant.place}\n", end="", flush=True)
            return f"{mutant.place} ({len(own)} tests)" if alive else ""

        with ThreadPoolExecutor(jobs) as pool:
            return [said for said in pool.map(one, range(len(chosen))) if said]


def _rooms(text: str) -> list[str]:
    """A room that is misspelt has no files; it would not be missed."""
    rooms = text.split(",")
    if unknown := [room for room in rooms if room not in ROOMS]:
        known = ", ".join(ROOMS)
        raise argparse.ArgumentTypeError(f"no such room: {', '.join(unknown)}; there are {known}")
    return rooms


def main() -> None:
    asked = argparse.ArgumentParser(description="how many small changes the tests notice")
    asked.add_argument("--count", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1) + 1)
    asked.add_argument("--work", type=float, default=MOST_WORK,
                       help="seconds of processor time for the tests of one change")
    asked.add_argument("--rooms", type=_rooms, default=ROOMS,
                       help="the rooms to change, such as reading,packs; all of them if not given")
    asked.add_argument("tests", nargs="*",
                       help="files of tests; those of `make test` if none is named")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        tree = taken(Path(name) / "tree")
        chosen = sample(tree, given.count, given.seed, given.rooms)
        tests = recorded(tree, chosen, given.jobs, given.tests)
        tests.most, tests.places = given.work, [m.file for m in chosen]
        alive = tried(tree, chosen, tests, given.jobs)
    killed = len(chosen) - len(alive)
    print(f"\n\n{killed} of {len(chosen)} were noticed: {100 * killed / len(chosen):.1f} %.")
    print("".join(f"  {line}\n" for line in alive))


if __name__ == "__main__":
    main()
