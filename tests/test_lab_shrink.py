"""Failing and odd games are cut to the situation that one would write by hand."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import tilewright
from bad_packs import MANIFEST, doing, game_with, make_pack
from command_line import run_here
from packs.tables import folder
from test_trial import FULL
from test_written_faults import FAULTS
from tilewright import RuleError, UsageError
from tilewright.cli.situations import run_situations
from tilewright.lab.deltas import Work, smallest
from tilewright.lab.shrinking import shrunk
from tilewright.lab.stories import of_fault
from tilewright.lab.targets import Failing
from tilewright.lab.wishes import Wanted
from tilewright.playing import trial
from tilewright.playing.record import Record, Session
from tilewright.situations.files import SituationFile, packs_named

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import Game
    from tilewright.lab.shrinking import Shrunk


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def packed(home: Path, text: str, **files: str) -> Game:
    return tilewright.load(str(make_pack(home / "pack", {"game.yaml": text, **files})))


def recorded(game: Game, *moves: str, players: int | None = None, seed: int = 0) -> Record:
    """A record of some moves, of which the last one may fail."""
    session = Session(game, players, seed)
    for label in moves:
        seat = session.state.decider
        assert seat is not None
        try:
            session.apply(label)
        except RuleError:
            session.record.moves.append((seat, label))
    return session.record


def at_random(game: Game, seed: int, most: int = 1_000) -> Record:
    session, rng = Session(game, None, seed), random.Random(seed)
    while not session.state.over and len(session.record.moves) < most:
        session.apply(rng.choice(session.state.legal()))
    return session.record


def cut(game: Game, record: Record, name: str = "pack", **wanted: str) -> Shrunk:
    return shrunk(game, record, Wanted(**wanted), SituationFile(packs_named(name, [])))


def told(home: Path, found: Shrunk, capsys: pytest.CaptureFixture[str], name: str = "pack") -> str:
    """What `tilewright test` says of a situation; nothing if all is as expected."""
    file = SituationFile(packs_named(name, []))
    file.take(found.name, found.body)
    (home / "cut.yaml").write_text(file.text)
    capsys.readouterr()
    wrong = run_situations(["cut.yaml"], [], "text")
    out = capsys.readouterr().out
    return out if wrong else ""


# -- the shortest list ----------------------------------------------------------------------------


@pytest.mark.parametrize("needed", [[], [0], [99], [3, 4], [0, 50, 99], list(range(0, 100, 7))])
def test_only_what_is_needed_is_left(needed: list[int]) -> None:
    def shows(items: list[int]) -> list[int] | None:
        return items if set(needed) <= set(items) else None

    work = Work()
    assert smallest(list(range(100)), shows, work) == needed


def test_what_was_skipped_is_gone_too() -> None:
    assert smallest([1, 2, 3, 4], lambda items: [3] if 3 in items else None, Work()) == [3]


def test_its_work_is_bounded() -> None:
    work, seen = Work(30), list[int]()

    def shows(items: list[int]) -> list[int] | None:
        work.spend(len(items))
        seen.append(len(items))
        return items if sum(items) % 2 == 1 and len(items) > 60 else None

    left = smallest(list(range(99)), shows, work)
    assert sum(seen) <= 30 + 99
    assert len(left) > 60


def test_a_part_of_the_work_can_be_shared_out() -> None:
    work = Work(40)
    with work.share(4):
        work.spend(11)
        assert work.is_done
    assert work.left == 28


# -- faults ---------------------------------------------------------------------------------------


# What each planted fault is cut to.
SHORTEST: dict[str, dict[str, Any]] = {
    "a move": {"given": {"p1.row": ["ace", "ace"]}, "do": ["go"]},
    "a move that is refused when mended": {"given": {"p1.row": ["ace", "ace"]}, "do": ["go"]},
    "the points": {"given": {"p1.coins": 4}},
    "who has won, at the end": {"given": {"turn": "p2", "round": 3, "p1.coins": 6}, "do": ["go"]},
    "the set-up": {},
    "an option": {"options": {"most": 3}, "do": ["go"]},
    "what is certain": {"given": {"p1.coins": 5}},
    "chance": {"chance": [1], "do": ["go"]},
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_cut_to_what_one_would_write(
        name: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, good, _, said = FAULTS[name]
    game = packed(home, bad)
    fault, *_ = trial.tried(game, {}, "", 3).faults
    found = cut(game, of_fault(game, fault))
    assert found.body == {**SHORTEST[name], "expect_no_fault": True}
    assert isinstance(found.target, Failing)
    assert found.target.place == fault.place
    seen = told(home, found, capsys)
    assert found.target.message in seen
    assert said in seen
    packed(home, good)
    assert told(home, found, capsys) == ""


# A shop in which three things are needed before the fourth one fails, among many that are not.
SHOP = game_with(
    state="{player: {coins: {type: int, start: 3}, bag: {type: int}, key: {type: int}}}",
    actions="""
  go: {do: [{gain: {me.coins: 1}}]}
  sew: {do: [{gain: {me.bag: 1}}]}
  file: {if: me.bag > 0, do: [{gain: {me.key: 1}}]}
  open:
    if: me.key > 1
    do:
      - set: {me.coins: 6 // (3 - me.key - me.bag)}""",
    flow="{round: {each: players, turn: [{must: [go, sew, file, open]}]}}",
    ends="{enough: {when: round == 30, check: round}}")


def test_moves_that_do_not_matter_are_left_out(home: Path) -> None:
    game = packed(home, SHOP)
    moves = ["go", "sew", "sew", "go", "file", "go", "go", "go", "file", "sew", "go", "go", "open"]
    record = recorded(game, *moves, players=2)
    found = cut(game, record)
    assert found.body == {"given": {"p1": {"bag": 1, "key": 2}}, "do": ["open"],
                          "expect_no_fault": True}
    line = next(n for n, line in enumerate(SHOP.splitlines(), 1) if "6 //" in line)
    assert (found.moves, found.name) == (13, f"fails at game.yaml:{line}")


def test_another_fault_does_not_count(home: Path) -> None:
    """A sooner one, with another message, is not what the record shows."""
    game = packed(home, doing("[{gain: {me.coins: 9 // (me.coins - 3) if me.coins > 3 else 1}},"
                              "{gain: {me.coins: 9 // (me.coins - 13)}}]"))
    record = recorded(game, "go", players=2)
    state = game.position({"p1.coins": 4})
    with pytest.raises(RuleError):
        state.apply(state.find("go"))
    record.situation = [{"p1.coins": 4, "p2.coins": 9}]
    record.moves = [(0, "go")]
    assert cut(game, record).body["given"] == {"p1.coins": 4}


def test_a_record_that_was_saved_before_the_move_that_fails(home: Path) -> None:
    game = packed(home, FULL)
    found = cut(game, recorded(game, "go", "go", "go", "go", players=2))
    assert found.body["do"] == ["go"]
    assert found.body["given"] == {"p1.row": ["ace", "ace"]}


def test_of_a_zone_only_the_elements_that_are_needed(home: Path) -> None:
    game = packed(home, game_with(
        kinds="{card: [ace, king, queen, ten]}",
        state="{player: {coins: {type: int, start: 3}, row: {zone: card, capacity: 9}}}",
        actions="""
  go: {do: [{put: ace, into: me.row}]}
  add: {do: [{put: king, into: me.row}]}
  ask: {do: [{gain: {me.coins: 3 // (0 if king in me.row else 1)}}]}""",
        flow="{round: {each: players, turn: [{must: [go, add, ask]}]}}"))
    record = recorded(game, players=2)
    record.situation, record.moves = [{"p1.row": ["ten", "king", "queen"]}], [(0, "ask")]
    assert cut(game, record).body["given"] == {"p1.row": ["king"]}


def test_the_same_record_gives_the_same_situation(home: Path) -> None:
    game = packed(home, SHOP)
    record = recorded(game, *["sew", "sew", "file", "file", "file", "go", "open"], players=2)
    assert len({str(cut(game, record)) for _ in range(3)}) == 1


# -- odd games ------------------------------------------------------------------------------------


def test_what_is_kept_becomes_true_with_the_last_move(
        home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = packed(home, SHOP)
    record = recorded(game, *["go"] * 12, "sew", players=2)
    found = cut(game, record, keep="p1.coins + p1.bag == 10")
    assert found.body == {"given": {"p1.coins": 9}, "do": ["sew"],
                          "expect": {"p1.coins": 9, "p1.bag": 1}}
    assert told(home, found, capsys) == ""
    found = cut(game, record, keep="p1.coins > 3")
    assert found.body == {"do": ["go"], "expect": {"p1.coins": 4}}


def test_the_end_for_a_reason(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = packed(home, game_with(ends="{enough: {when: round == 9, check: round}}"))
    found = cut(game, recorded(game, *["go"] * 18, players=2), end="enough")
    assert found.body == {"given": {"turn": "p2", "round": 9}, "do": ["go"],
                          "expect": {"end": "enough"}}
    assert told(home, found, capsys) == ""


def test_a_move_at_the_end(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = packed(home, SHOP)
    found = cut(game, recorded(game, "go", "sew", "sew", "go", "file", players=2), move="file")
    assert found.body["do"] == ["file"]
    assert found.body["given"] == {"p1.bag": 1}
    assert told(home, found, capsys) == ""
    record = recorded(game, "go", "sew", "sew", "go", players=2)
    assert cut(game, record, move="file").body == found.body


@pytest.mark.many
@pytest.mark.parametrize(("name", "read"), [
    ("namiji", ""), ("yamatai", "p1.coins"), ("harbour_town", "p2.coins"),
    ("coast_walk", "size(p1.wares)")])
def test_games_of_size_are_cut_too(name: str, read: str, home: Path,
                                   capsys: pytest.CaptureFixture[str]) -> None:
    where = str(folder(name))
    game = tilewright.load(where)
    session, rng = Session(game, None, 1), random.Random(1)
    while not session.state.over and (not read or len(session.record.moves) < 150):
        session.apply(rng.choice(session.state.legal()))
    wanted = {"keep": f"{read} == {session.state.read(read)}"} if read else {
        "end": str(session.state.end_reason)}
    found = cut(game, session.record, where, **wanted)
    assert len(found.body.get("do", [])) < len(session.record.moves) / 4
    assert told(home, found, capsys, where) == ""


# -- the command ----------------------------------------------------------------------------------


@pytest.fixture
def shop(home: Path) -> Path:
    """A folder with the shop, and two records of it: one that fails, and one that does not."""
    game = packed(home, SHOP)
    for name, moves in {"bad": ["sew", "sew", "file", "go", "file", "go", "open"],
                        "good": ["go"] * 4}.items():
        record = recorded(game, *moves, players=2)
        record.marks = [""] * len(record.moves)
        (home / f"{name}.jsonl").write_text("\n".join(record.lines()) + "\n")
    return home


def test_it_is_printed_or_written(shop: Path) -> None:
    done = run_here("lab", "shrink", "bad.jsonl", "--game", "pack", cwd=shop)
    assert done.returncode == 0, done.stderr
    printed = yaml.safe_load(done.stdout)
    (body,) = printed["situations"].values()
    assert body["do"] == ["open"]
    assert "7 moves cut to 1, with " in done.stderr
    for _ in range(2):
        done = run_here("lab", "shrink", "bad.jsonl", "--game", "pack", "-o", "one.yaml", cwd=shop)
        assert "run it with: tilewright test one.yaml" in done.stdout
    written = yaml.safe_load((shop / "one.yaml").read_text())
    assert list(written["situations"]) == ["fails at game.yaml:11", "fails at game.yaml:11 (2)"]
    done = run_here("test", "one.yaml", cwd=shop)
    assert done.returncode == 1
    assert done.stdout.count("this divides by zero") == 2


def test_what_check_has_written_can_be_cut(home: Path) -> None:
    make_pack(home / "pack", {"game.yaml": FAULTS["chance"][0]})
    run_here("check", "pack", "--games", "3", "--situations", "faults.yaml", cwd=home)
    assert "do: [go" in (home / "faults.yaml").read_text()
    done = run_here("lab", "shrink", "faults.yaml", cwd=home)
    assert done.returncode == 0, done.stderr
    (body,) = yaml.safe_load(done.stdout)["situations"].values()
    assert body == {"chance": [1], "do": ["go"], "expect_no_fault": True}


WRONG = {
    ("nowhere.jsonl",): "'nowhere.jsonl' cannot be read: No such file",
    ("nowhere.yaml",): "there is no file 'nowhere.yaml'",
    ("pack/game.yaml",): "",
    ("good.jsonl",): "nothing fails in this record; say what is to be kept with '--keep",
    ("good.jsonl", "--keep", "p1.coins > 99"): "'p1.coins > 99' is not true at the end",
    ("good.jsonl", "--keep", "p1.coin > 1"): "'--keep' cannot be read: a player has no 'coin'",
    ("good.jsonl", "--keep", "1 // 0 == 1"): "",
    ("good.jsonl", "--keep", "1 // (p1.coins - 5) == 1"): "cannot be worked out at the end",
    ("good.jsonl", "--keep", "p1.coins"): "'--keep' cannot be read: ",
    ("good.jsonl", "--end", "enough"): "does not end because of 'enough': it goes on",
    ("good.jsonl", "--end", "enuogh"): "no game of 'small' ends because of 'enuogh'; did you mean",
    ("good.jsonl", "--move", "open"): "'open' is not the last move of this record, and cannot",
    ("good.jsonl", "--move", "go", "--end", "enough"): "are three things to be shown; give one",
    ("bad.jsonl", "--keep", "p1.coins > 1"): "this record ends with a fault, so leave",
    ("bad.jsonl", "--move", "go"): "this record ends with 'open', which fails, not with 'go'",
    ("bad.jsonl", "-o", "pack/pack.yaml"): "is the name of a manifest",
    ("bad.jsonl", "-o", "nowhere/one.yaml"): "'nowhere/one.yaml' cannot be written",
    ("odd.jsonl",): "move 2 ('open') of this record cannot be made",
}


@pytest.mark.parametrize("args", WRONG)
def test_each_mistake_is_one_sentence(args: tuple[str, ...], shop: Path) -> None:
    lines = (shop / "good.jsonl").read_text().splitlines()
    lines[2] = lines[2].replace('"go"', '"open"')
    (shop / "odd.jsonl").write_text("\n".join(lines))
    file, *more = args
    done = run_here("lab", "shrink", file, "--game", "pack", *more, cwd=shop)
    if WRONG[args]:
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert WRONG[args] in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr


def test_a_game_of_another_pack_is_refused(shop: Path) -> None:
    done = run_here("lab", "shrink", "bad.jsonl", "--game", "tictactoe", cwd=shop)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "this is a game of 'small', not of 'tictactoe'" in done.stderr
    assert "id: small" in MANIFEST


def test_a_situation_that_is_no_game_is_refused(home: Path) -> None:
    packed(home, FULL)
    (home / "s.yaml").write_text("game: pack\nsituations:\n  a: {do: [{until: turn}, go]}\n")
    done = run_here("lab", "shrink", "s.yaml", cwd=home)
    assert (done.returncode, done.stdout) == (2, "")
    assert "'a' has chance or other steps than moves" in done.stderr


def test_what_no_situation_shows_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = packed(home, SHOP)
    record = recorded(game, "sew", "sew", "file", "go", "file", "go", "open", players=2)
    monkeypatch.setattr("tilewright.lab.shrinking._is_seen", lambda *_: False)
    with pytest.raises(UsageError, match=r"no situation in 'situations\.yaml' shows it again"):
        cut(game, record)
