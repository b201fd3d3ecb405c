"""Series in pieces: the same for any cutting and for any number of who plays, and what is kept."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lab_packs import packs_in
from lab_play import FATAL, PLAYED, play_and_die, play_and_fail, play_block, whose
from tilewright.lab import pieces, work
from tilewright.lab import store as store_module
from tilewright.lab.cutting import GROWTH, LONG, Cutter, laid_out
from tilewright.lab.parcels import Parcel, Refused, bring, forget, game_of, parcel_of
from tilewright.lab.pieces import run, series_of
from tilewright.lab.plan import Arm, Plan
from tilewright.lab.program import program
from tilewright.lab.store import Series, Store, packed
from tilewright.lab.work import Work
from tilewright.playing.game import load
from tilewright.playing.processes import as_done
from tilewright.problems import UsageError
from tilewright.stages import load as load_files

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCKS = range(20)


@pytest.fixture(scope="session")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packs_in(tmp_path_factory.mktemp("packs"))


@pytest.fixture
def plan(packs: Path, tmp_path: Path) -> Plan:
    (tmp_path / "tests").write_text(str(os.getpid()), encoding="utf-8")
    return Plan(Arm(str(tmp_path), str(packs / "small")), 2, ("random", "greedy"), 7)


@pytest.fixture
def expected(plan: Plan) -> list[list[dict[str, Any]]]:
    game = load(plan.arm.game)
    return [play_block(game, plan, block) for block in BLOCKS]


@pytest.fixture(autouse=True)
def _nothing_played(plan: Plan, expected: Any) -> None:
    PLAYED.clear()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "kept.sqlite") as made_:
        yield made_


# -- cutting --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 3, 20, 100, None])
def test_results_are_the_same_for_any_cutting(plan: Plan, expected: Any, size: int | None) -> None:
    told: list[int] = []
    assert list(run(plan, BLOCKS, play_block, jobs=1, size=size, tell=told.append)) == expected
    assert sum(told) == len(BLOCKS) * plan.players
    assert list(PLAYED) == list(BLOCKS)


def test_results_are_the_same_for_several_processes(plan: Plan, expected: Any) -> None:
    assert list(run(plan, BLOCKS, play_block, jobs=2, size=3)) == expected
    assert PLAYED == []


def test_blocks_need_not_begin_with_the_first(plan: Plan, expected: Any) -> None:
    assert list(run(plan, range(4, 9), play_block, jobs=1, size=2)) == expected[4:9]
    assert list(run(plan, range(4, 4), play_block, jobs=2)) == []


def test_pieces_get_as_long_as_they_should_be() -> None:
    cutter = Cutter([range(100_000)], 2)
    piece = next(cutter)
    assert piece == range(1)
    cutter.learn(1, LONG / 1000)
    assert next(cutter) == range(1, 1 + GROWTH)   # one short piece says little
    for _ in range(5):
        piece = next(cutter)
        cutter.learn(len(piece), len(piece) * LONG / 1000)
    assert len(piece) == 1000
    cutter.learn(1000, 10 * LONG)
    assert len(next(cutter)) == 100
    cutter.learn(100, 1000 * LONG)
    assert len(next(cutter)) == 1


def test_at_the_end_pieces_get_shorter() -> None:
    cutter = Cutter([range(10), range(20, 110)], 2)
    for _ in range(5):
        cutter.learn(1000, LONG)
    found = list(cutter)
    assert [b for piece in found for b in piece] == [*range(10), *range(20, 110)]
    assert len(found[0]) == 10   # it ends with the gap
    assert [len(piece) for piece in found[1:]] == sorted(map(len, found[1:]), reverse=True)
    assert len(found[1]) == 22
    assert len(found[-1]) == 1


@pytest.mark.parametrize(("kept", "parts", "gaps"), [
    ([], [], [range(2, 10)]),
    ([range(20)], [(0, 2, 10)], []),
    ([range(4, 6)], [(4, 4, 6)], [range(2, 4), range(6, 10)]),
    ([range(3), range(3, 5)], [(0, 2, 3), (3, 3, 5)], [range(5, 10)]),
    ([range(2, 6), range(4, 8), range(5, 7)], [(2, 2, 6), (4, 6, 8)], [range(8, 10)]),
    ([range(2), range(10, 12)], [], [range(2, 10)]),
])
def test_no_block_comes_twice_and_none_is_missing(kept: Any, parts: Any, gaps: Any) -> None:
    found, missing = laid_out(range(2, 10), reversed(kept))
    assert [(piece.start, part.start, part.stop) for piece, part in found] == parts
    assert missing == gaps


# -- processes ------------------------------------------------------------------------------------


def test_a_process_that_is_killed_does_no_harm(plan: Plan, expected: Any) -> None:
    assert list(run(plan, BLOCKS, play_and_die, jobs=2, size=1)) == expected
    assert all((Path(plan.arm.name) / str(block)).exists() for block in FATAL)
    assert PLAYED   # both processes were lost, so what was left was played here


def test_no_process_outlives_the_run(plan: Plan, expected: Any, tmp_path: Path,
                                     monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "free").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "free"))
    played = run(plan, BLOCKS, play_block, jobs=2, size=1)
    assert next(played) == expected[0]
    assert len(multiprocessing.active_children()) == 2
    (room,) = (tmp_path / "free").iterdir()
    (room / "left").mkdir()   # by a process that is ended
    played.close()   # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []
    assert list((tmp_path / "free").iterdir()) == []


def test_an_error_comes_as_it_would_here(plan: Plan) -> None:
    for jobs in (1, 2):
        with pytest.raises(ValueError, match="block 5 cannot be played"):
            list(run(plan, BLOCKS, play_and_fail, jobs=jobs, size=1))


def test_items_are_asked_for_when_somebody_can_begin_with_them() -> None:
    asked: list[int] = []

    def items() -> Iterator[int]:
        for number in range(9):
            asked.append(number)
            yield number

    coming = as_done(whose, items(), 2)
    found = [next(coming)]
    assert len(asked) == 3   # two at the beginning, and one for who was ready
    found += list(coming)
    assert sorted(number for number, _ in found) == list(range(9))
    assert os.getpid() not in {pid for _, pid in found}


# -- what is kept ---------------------------------------------------------------------------------


def test_what_is_there_is_not_played_again(plan: Plan, expected: Any, store: Store) -> None:
    played = run(plan, BLOCKS, play_block, jobs=1, size=3, store=store)
    assert [next(played) for _ in range(8)] == expected[:8]
    played.close()   # type: ignore[attr-defined]
    assert list(PLAYED) == list(range(9))
    PLAYED.clear()
    told: list[int] = []
    again = list(run(plan, BLOCKS, play_block, jobs=1, size=4, store=store, tell=told.append))
    assert again == expected
    assert list(PLAYED) == list(range(9, 20))
    assert sum(told) == len(BLOCKS) * plan.players
    PLAYED.clear()
    assert list(run(plan, range(5, 15), play_block, jobs=2, store=store)) == expected[5:15]
    assert PLAYED == []


def test_gaps_in_the_middle_are_played(plan: Plan, expected: Any, store: Store) -> None:
    for part in (range(3, 6), range(10, 14)):
        list(run(plan, part, play_block, jobs=1, store=store))
    PLAYED.clear()
    assert list(run(plan, BLOCKS, play_block, jobs=1, store=store)) == expected
    assert list(PLAYED) == [b for b in BLOCKS if b not in range(3, 6) and b not in range(10, 14)]


def test_a_piece_is_kept_before_the_next_one_is_waited_for(plan: Plan, store: Store) -> None:
    played = run(plan, BLOCKS, play_block, jobs=1, size=3, store=store)
    next(played)
    with Store(store.path) as other:
        assert other.pieces(series_of(plan, load(plan.arm.game), play_block)) == [range(3)]
    played.close()   # type: ignore[attr-defined]


def another(game: Any, plan: Plan, block: int) -> list[dict[str, Any]]:
    PLAYED.append(block)
    return []


OTHER = {
    "seed": lambda plan, _: replace(plan, seed=8),
    "bots": lambda plan, _: replace(plan, bots=("greedy", "random")),
    "players": lambda plan, _: replace(plan, players=3, bots=("random",) * 3),
    "rules": lambda plan, packs: replace(plan, arm=replace(
        plan.arm, variants=(str(packs / "one"),))),
    "options": lambda plan, _: replace(plan, arm=replace(plan.arm, options=(("rounds", 4),))),
}


def test_a_piece_of_something_else_is_never_used(
        plan: Plan, packs: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(plan.arm.game)
    seen = {series_of(plan, game, play_block).id}
    for name, change in OTHER.items():
        other = change(plan, packs)
        seen.add(series_of(other, load(other.arm.game, other.arm.variants), play_block).id)
        assert len(seen) == 2 + list(OTHER).index(name), name
    # Neither the name of the arm nor the folder of the game changes a game.
    same = replace(plan, arm=replace(plan.arm, name="other", game=f"{plan.arm.game}/pack.yaml"))
    assert series_of(same, load(same.arm.game), play_block).id in seen
    list(run(plan, range(4), play_block, jobs=1, store=store))
    PLAYED.clear()
    list(run(OTHER["seed"](plan, packs), range(2), play_block, jobs=1, store=store))
    list(run(plan, range(2), another, jobs=1, store=store))
    monkeypatch.setattr(pieces, "program", lambda: "0.0.9 (other)")
    monkeypatch.setattr(work, "program", lambda: "0.0.9 (other)")
    list(run(plan, range(2), play_block, jobs=1, store=store))
    assert list(PLAYED) == [0, 1] * 3


SERIES = Series({"seed": 1})


def holding(store: Store) -> list[range]:
    """What is there, if every piece can be read and the file is whole."""
    found = store.pieces(SERIES)
    for piece in found:
        assert store.read(SERIES, piece) == [[{"block": b}] for b in piece]
    with sqlite3.connect(store.path) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    db.close()
    return found


def rows(piece: range) -> bytes:
    return packed([[{"block": b}] for b in piece])


# Held at the end of its second piece, of which some is on the disk already.
HELD = """
import os, sys
from tilewright.lab.store import Store
from test_lab_pieces import SERIES, rows
store = Store(sys.argv[1])
store.write(SERIES, range(3), rows(range(3)))
store._db.execute("PRAGMA cache_size = 4")
def hold(statement):
    if statement == "COMMIT":
        print("held", flush=True)
        sys.stdin.read()
store._db.set_trace_callback(hold)
store.write(SERIES, range(3, 4), os.urandom(1 << 20))
"""


def test_who_is_killed_while_he_writes_leaves_the_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    process = subprocess.Popen([sys.executable, "-c", HELD, str(path)], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, cwd=Path(__file__).parent)
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        assert path.stat().st_size > 1 << 20   # half of it is there
        assert path.with_name("kept.sqlite-journal").exists()
        process.kill()
    with Store(path) as store:
        assert holding(store) == [range(3)]
        store.write(SERIES, range(3, 5), rows(range(3, 5)))
        assert holding(store) == [range(3), range(3, 5)]


KILLED = """
import sys
from pathlib import Path
from lab_play import play_and_die
from tilewright.lab.pieces import run
from tilewright.lab.plan import Arm, Plan
from tilewright.lab.store import Store
plan = Plan(Arm(sys.argv[1], sys.argv[2]), 2, ("random", "greedy"), 7)
with Store(Path(sys.argv[1], "kept.sqlite")) as store:
    list(run(plan, range(20), play_and_die, jobs=1, size=2, store=store))
"""


def test_a_run_that_is_killed_goes_on(plan: Plan, expected: Any) -> None:
    path = Path(plan.arm.name, "kept.sqlite")
    for done in (4, 14):
        command = [sys.executable, "-c", KILLED, plan.arm.name, plan.arm.game]
        assert subprocess.run(command, cwd=Path(__file__).parent, check=False).returncode == -9
        with Store(path) as store:
            found = store.pieces(series_of(plan, load(plan.arm.game), play_and_die))
        assert [b for piece in found for b in piece] == list(range(done))
    with Store(path) as store:
        assert list(run(plan, BLOCKS, play_and_die, jobs=1, store=store)) == expected
    assert list(PLAYED) == list(range(14, 20))


def test_a_file_is_begun_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                             ) -> None:
    path = tmp_path / "kept.sqlite"
    with monkeypatch.context() as broken:
        broken.setattr(store_module, "SCHEMA", store_module.SCHEMA.split(";")[0] + "; NONSENSE")
        with pytest.raises(UsageError, match="cannot be kept"):
            Store(path)
    with Store(path) as store:
        assert holding(store) == []


@pytest.mark.parametrize("spoil", [
    lambda raw: b"this is no database at all" * 100,
    lambda raw: raw[:4096] + bytes(len(raw) - 4096),
    lambda raw: raw[:len(raw) // 2],
    lambda raw: raw.replace(rows(range(3))[8:20], b"x" * 12),
])
def test_a_damaged_file_is_told_in_one_sentence(tmp_path: Path, spoil: Any) -> None:
    path = tmp_path / "kept.sqlite"
    with Store(path) as store:
        store.write(SERIES, range(3), rows(range(3)))
        store.write(SERIES, range(3, 100), rows(range(3, 100)))
    raw = path.read_bytes()
    path.write_bytes(spoil(raw))
    assert path.read_bytes() != raw
    with pytest.raises(UsageError, match=r"kept\.sqlite' is damaged .*play anew") as told, \
            Store(path) as store:
        holding(store)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("held", [
    "word", b"bytes", '{"a": 1}', "[1]", 1.5, -1, 1 << 62])
@pytest.mark.parametrize("column", ["first", "last"])
def test_a_forged_piece_is_told_in_one_sentence(tmp_path: Path, column: str, held: Any) -> None:
    path = tmp_path / "kept.sqlite"
    with Store(path) as store:
        store.write(SERIES, range(3, 9), rows(range(3, 9)))
        store._db.execute(f"UPDATE pieces SET {column} = ?", (held,))
        with pytest.raises(UsageError, match="is damaged or was never a file of played games"):
            store.pieces(SERIES)


@pytest.mark.parametrize("told", ["[]", "7", "[" * 100_000, "x"])
def test_a_forged_series_is_told_in_one_sentence(tmp_path: Path, told: str) -> None:
    with Store(tmp_path / "kept.sqlite") as store:
        store.write(SERIES, range(3), rows(range(3)))
        store._db.execute("UPDATE series SET told = ?", (told,))
        with pytest.raises(UsageError, match="is damaged or was never a file of played games"):
            store.all_told()


def test_a_piece_that_unpacks_without_end_is_damaged(tmp_path: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path / "kept.sqlite") as store:
        store.write(SERIES, range(3), rows(range(3)))
        monkeypatch.setattr(store_module, "BYTES", 16)
        with pytest.raises(UsageError, match="is damaged or was never a file of played games"):
            store.read(SERIES, range(3))


def test_no_room_is_told_as_such(tmp_path: Path) -> None:
    """SQLite takes back on its own what there was no room for."""
    with Store(tmp_path / "kept.sqlite") as store:
        store.write(SERIES, range(3), rows(range(3)))
        (pages,) = store._db.execute("PRAGMA page_count").fetchone()
        store._db.execute("PRAGMA cache_size = 2")
        store._db.execute(f"PRAGMA max_page_count = {pages + 4}")
        with pytest.raises(UsageError, match=r"cannot be kept in .*disk is full"):
            store.write(SERIES, range(3, 6), bytes(1 << 20))
        assert store.pieces(SERIES) == [range(3)]
        store.write(SERIES, range(3, 6), rows(range(3, 6)))
        assert store.pieces(SERIES) == [range(3), range(3, 6)]


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE tables (id)")
    db.commit()
    before = path.read_bytes()
    with pytest.raises(UsageError, match="is a file of another program"):
        Store(path)
    assert path.read_bytes() == before
    with Store(tmp_path / "old.sqlite") as store:
        store._db.execute("PRAGMA user_version = 99")
    with pytest.raises(UsageError, match="by another version of Tilewright"):
        Store(tmp_path / "old.sqlite")
    with pytest.raises(UsageError, match=r"cannot be kept in '.*nowhere.*unable to open"):
        Store(tmp_path / "nowhere" / "kept.sqlite")
    db.close()


# -- packs that travel ----------------------------------------------------------------------------


def parcel(packs: Path, *variants: str) -> Parcel:
    return parcel_of(load_files(str(packs / "small"), [str(packs / v) for v in variants]))


@pytest.mark.parametrize("variants", [(), ("one",), ("two",), ("two", "one")])
def test_packs_that_travel_give_the_same_game(
        packs: Path, plan: Plan, variants: tuple[str, ...], monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path) -> None:
    here = load(str(packs / "small"), [str(packs / v) for v in variants])
    sent = parcel(packs, *variants)
    monkeypatch.chdir(tmp_path)   # what lies around here is of no use
    there = sent.game()
    assert there.hash == here.hash == sent.hash
    assert there.model.variants == here.model.variants
    assert play_block(there, plan, 3) == play_block(here, plan, 3)
    assert sent == parcel(packs, *variants)


def test_only_the_game_that_was_sent_is_played(packs: Path) -> None:
    one, other = parcel(packs), parcel(packs, "one")
    with pytest.raises(Refused, match=f"make the game {one.hash[:8]}, but {other.hash[:8]} is"):
        Parcel(other.hash, one.packs).game()
    for raw in (b"", b"PK\x03\x04", one.packs[0][:-30]):
        with pytest.raises(Refused, match="the packs that came cannot be read"):
            Parcel(one.hash, (raw,)).game()


def test_a_game_that_came_is_made_once_and_forgotten(packs: Path) -> None:
    sent = parcel(packs)
    with pytest.raises(Refused, match="did not come along"):
        game_of(sent.hash)
    bring(sent)
    bring(sent)
    game = game_of(sent.hash)
    forget(sent.hash)
    assert game_of(sent.hash) is game
    forget(sent.hash)
    with pytest.raises(Refused):
        game_of(sent.hash)


def test_another_program_does_not_play(packs: Path, plan: Plan) -> None:
    here = Work(program(), parcel(packs), plan, play_block)
    assert here(range(2)).games == 4
    there = Work("0.0.9 (other)", parcel(packs), plan, play_block)
    with pytest.raises(Refused, match=r"runs tilewright .*0\.0\.9 .*install the same version"):
        there(range(2))
    assert list(PLAYED) == [0, 1]


def test_problems_of_a_game_are_told_at_once(plan: Plan, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no game 'nowhere'"):
        run(replace(plan, arm=Arm("a", "nowhere")), BLOCKS, play_block)
