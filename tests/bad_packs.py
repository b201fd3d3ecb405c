"""What the tests of bad input share: small packs, and all that is wrong with them."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import yaml

from tilewright import stages
from tilewright.cli.check import check_folder
from tilewright.packs.doors import find
from tilewright.playing.game import Game
from tilewright.problems import ContentError, Problem, RuleError, UsageError
from tilewright.reading.source import Loader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Several times as quick as what `yaml.safe_dump` and `yaml.safe_load` take.
Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
from_yaml = partial(yaml.load, Loader=Loader)
MANIFEST = "language: 1\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n"
GAME = """\
players: {min: 2, max: 3}
state:
  player: {coins: {type: int, start: 3}}
actions:
  go:
    do:
      - gain: {me.coins: 1}
flow:
  round:
    each: players
    turn:
      - must: [go]
ends:
  enough: {when: round == 3, check: round}
scoring: {coins: me.coins}
"""
# Seconds of processor time; all that is tried here takes less than a hundredth of it.
MOST_WORK = 60
QUARTER = 900


def make_pack(folder: Path, files: dict[str, str | bytes] | None = None) -> Path:
    """A folder with the small game, and other files on top."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, given in {"pack.yaml": MANIFEST, "game.yaml": GAME, **(files or {})}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(given if isinstance(given, bytes) else given.encode())
    return folder


def game_with(**sections: str) -> str:
    """The small game with some sections replaced or added."""
    kept = []
    skip = False
    for line in GAME.splitlines():
        if line[0] != " ":
            skip = line.split(":")[0] in sections
        if not skip:
            kept.append(line)
    return "\n".join([*kept, *(f"{k}: {v}" for k, v in sections.items())]) + "\n"


def doing(statements: str, **sections: str) -> str:
    """The small game with other statements for its action, one flow list."""
    return game_with(actions=f"\n  go:\n    do: {statements}", **sections)


@contextmanager
def impatient() -> Iterator[None]:
    """Nothing inside may go on for ever.

    What counts is the work of this process, so a busy machine changes nothing. Who only waits does
    no work, and is given up after an hour.
    """
    def late(_number: int, _frame: Any) -> None:
        raise AssertionError("this hangs")

    signals = (signal.SIGVTALRM, signal.SIGALRM)
    before = [signal.signal(number, late) for number in signals]
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_WORK)
    signal.alarm(QUARTER)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.alarm(0)
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def problems_of(folder: Path) -> list[Problem]:
    """All problems of a pack: of its files, of its meaning, or of its code."""
    return check_folder(find(str(folder), "content"), [])


def codes_of(folder: Path) -> set[str]:
    return {p.code for p in problems_of(folder)}


def played(folder: Path, moves: int = 20) -> str:
    """Load and play the first moves; tells how that ended, and lets no other error pass."""
    try:
        loaded = stages.load(str(folder), [])
        if loaded.game is None:
            return "refused" if loaded.problems else "nothing"
        state = Game(loaded.game).new()
        for _ in range(moves):
            if state.over:
                break
            before = state.save()
            try:
                state.apply(state.legal()[0])
            except RuleError:
                assert state.save() == before
                raise
        state.scores()
    except (ContentError, UsageError):
        return "refused"
    except RuleError:
        return "failed"
    return "played"
