"""Tables go on whatever happens: files that change, processes that end, other tables from here."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

import tilewright
from packs.tables import ALL, game
from tilewright.playing import mcts
from tilewright.playing.record import Session
from tilewright.playing.searching import Tree
from tilewright.playing.table import Table
from tilewright.problems import UsageError

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient

from tilewright.table import crew, hosted, line, lobby, thinking, wire, worker
from tilewright.table import store as store_module
from tilewright.table.packing import Packing
from tilewright.table.room import Room
from tilewright.table.server import Server
from tilewright.table.store import LATER, SCHEMA, Kept, Store

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
HERE = "http://localhost"
OURS = {"origin": HERE}
LATE = 120
MARKED = "[c for c in cells if c.mark == none]"


@pytest.fixture(autouse=True)
def _not_for_ever() -> Iterator[None]:
    """What never comes is a failure, not a test that hangs."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def late(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(LATE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game whose files may be changed."""
    made = tmp_path / "tictactoe"
    shutil.copytree(ROOT / "content" / "tictactoe", made)
    return made


@pytest.fixture
def server(tmp_path: Path, folder: Path) -> Server:
    variant = tmp_path / "turned"
    variant.mkdir()
    (variant / "variant.yaml").write_text(
        "language: 2\nid: turned\nversion: 1.0.0\nvariant_of: tictactoe\ntitle: Turned\n"
        "license: MIT\noverlays: [changes.yaml]\n")
    (variant / "changes.yaml").write_text("set: {show/symbols/x: Y}\n")
    return Server(Store(tmp_path / "tables.sqlite"), ["localhost"],
                  [(str(folder), []), (str(folder), [str(variant)])], pace=100)


@pytest.fixture
def client(server: Server) -> Iterator[TestClient]:
    with TestClient(server.app(), base_url=HERE) as made:
        yield made


class Seat:
    """A page at a table: says hello, and waits for what it is told."""

    def __init__(self, client: TestClient, told: dict[str, Any], seat: int | str = 0) -> None:
        self.token = told["seats"][seat] if isinstance(seat, int) else seat
        self.table, self.other = told["table"], told["seats"][-1]
        self.line = client.websocket_connect("ws://localhost/ws", headers=OURS).__enter__()
        self.line.send_json({"t": "hello", "v": 1, "table": self.table, "seat": self.token})
        self.scene = self.until("scene")

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of some kind; what a scene or a step tells is remembered."""
        while True:
            told: dict[str, Any] = self.line.receive_json()
            if told["t"] in ("scene", "step") and hasattr(self, "scene"):
                self.scene |= told
            if told["t"] in kinds:
                return told

    def ask(self, *kinds: str, **message: Any) -> dict[str, Any]:
        self.line.send_json(message)
        return self.until(*kinds)

    def act(self, at: int = 0) -> dict[str, Any]:
        return self.ask("ok", "no", t="act", id=str(random.random()), key=self.scene["key"],
                        move=self.scene["options"][at]["move"])


@pytest.fixture
def sit(client: TestClient) -> Iterator[Any]:
    """Opens a table, and sits down there."""
    seats: list[Seat] = []

    def sits(seat: int | str = 0, told: dict[str, Any] | None = None, **asked: Any) -> Seat:
        told = told or client.post("/api/tables", headers=OURS, json={
            "number": 0, "players": 2, "seats": ["me", "me"], **asked}).json()
        seats.append(Seat(client, told, seat))
        return seats[-1]

    yield sits
    for seat in seats:
        seat.line.__exit__(None, None, None)


# -- files that change ----------------------------------------------------------------------------


def change(folder: Path, name: str, old: str, new: str) -> None:
    file = folder / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_table_goes_on_with_rules_that_were_changed(sit: Any, folder: Path) -> None:
    seat = sit()
    seat.act(4)
    change(folder, "text/en.yaml", "move.mark: mark", "move.mark: scribble on")
    scene = seat.until("scene")
    assert scene["n"] == 1
    assert any("scribble on" in told["say"] for told in scene["log"])


def test_what_is_wrong_in_a_file_is_told_and_the_table_goes_on(sit: Any, folder: Path) -> None:
    seat = sit()
    change(folder, "game.yaml", "pick: {cell_to_mark:", "pik: {cell_to_mark:")
    told = seat.until("trouble")
    assert told["problems"]
    first = told["problems"][0]
    assert (Path(first["file"]).name, first["line"] > 1, first["excerpt"] != []) == (
        "game.yaml", True, True)
    assert seat.act()["t"] == "ok"
    late = sit(1, {"table": seat.table, "seats": ["", ""]} | {"seats": [seat.token, seat.token]})
    assert late.until("trouble")["problems"] == told["problems"]
    change(folder, "game.yaml", "pik: {cell_to_mark:", "pick: {cell_to_mark:")
    assert seat.until("trouble")["problems"] == []


def test_moves_that_do_not_fit_any_more_are_named_and_it_can_begin_again(
        sit: Any, folder: Path) -> None:
    seat = sit()
    seat.act(0)
    first = seat.scene["log"][0]["say"]
    change(folder, "game.yaml", MARKED, "[c for c in cells if c.mark == none and c.row == 2]")
    told = seat.until("trouble")
    assert "move 1 ('mark a1')" in told["misfit"]
    assert first
    # It goes on with the rules from before: all other cells are free.
    assert len(sit(1, {"table": seat.table, "seats": ["", seat.other]}).scene["options"]) == 8
    moved = seat.ask("moved", t="restart")
    again = sit(0, {"table": moved["table"], "seats": [seat.token]})
    assert (again.scene["n"], len(again.scene["options"])) == (0, 3)


def test_nobody_takes_a_game_from_the_others_by_beginning_again(
        sit: Any, folder: Path, server: Server) -> None:
    seat = sit()
    seat.act(0)
    assert seat.ask("no", "moved", t="restart", id="r")["code"] == "unknown"
    change(folder, "game.yaml", MARKED, "[c for c in cells if c.mark == none and c.row == 2]")
    seat.until("trouble")
    other = sit(1, {"table": seat.table, "seats": ["", seat.other]})
    assert other.scene["n"] == 1
    # Each page goes on its own, all to the same table; and whoever stays plays on.
    assert other.act()["t"] == "ok"
    moved = [page.ask("moved", t="restart")["table"] for page in (seat, other)]
    assert moved[0] == moved[1] != seat.table
    kept = [server.store.find(table) for table in (seat.table, moved[0])]
    assert [len(one.moves) for one in kept if one is not None] == [2, 0]
    assert len({one.seed for one in kept if one is not None}) == 2


def test_what_does_not_fit_is_still_played_after_a_restart(
        tmp_path: Path, folder: Path, client: TestClient, sit: Any) -> None:
    seat = sit()
    seat.act(0)
    store = Store(tmp_path / "tables.sqlite")
    change(folder, "game.yaml", MARKED, "[c for c in cells if c.mark == none and c.row == 2]")
    again = Server(store, ["localhost"], [(str(folder), [])])
    with TestClient(again.app(), base_url=HERE) as other:
        late = Seat(other, {"table": seat.table, "seats": [seat.token]})
        assert late.until("trouble")["misfit"]
        assert (late.scene["n"], len(late.scene["options"])) == (1, 0)
        late.line.__exit__(None, None, None)
    change(folder, "game.yaml", "actions:", "actions: [")
    again = Server(store, ["localhost"], [(str(folder), [])])
    with TestClient(again.app(), base_url=HERE) as other:
        late = Seat(other, {"table": seat.table, "seats": [seat.token]})
        assert late.until("trouble")["problems"]
        assert late.scene["n"] == 1
        late.line.__exit__(None, None, None)
    assert client is not None


# -- processes that end ---------------------------------------------------------------------------


def test_a_process_that_is_killed_costs_nothing(sit: Any, server: Server) -> None:
    seat = sit()
    seat.act(4)
    (hand,) = server.lobby.hands.values()
    hand._process.kill()
    hand._process.join()
    assert seat.ask("bye", t="act", id="x", move=0, key="")["code"] == "again"
    late = sit(0, {"table": seat.table, "seats": [seat.token]})
    assert late.scene["n"] == 1


def test_a_table_that_is_gone_is_opened_again_and_others_do_not_notice(
        sit: Any, server: Server, client: TestClient) -> None:
    seat, other = sit(), sit()
    seat.act(4)
    (hand,) = server.lobby.hands.values()
    assert client.portal is not None
    client.portal.call(partial(hand.ask, "close", table=seat.table))
    assert seat.ask("bye", t="act", id="x", move=0, key="")["code"] == "again"
    assert sit(0, {"table": seat.table, "seats": [seat.token]}).scene["n"] == 1
    assert other.act()["t"] == "ok"
    assert not hand.is_lost


def test_a_message_that_cost_a_process_is_not_asked_again_but_others_are(
        sit: Any, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, other = sit(), sit()
    hands = list(server.lobby.hands.values())
    monkeypatch.setattr(crew.Hand, "_asked", lambda *_: None)
    lost = seat.ask("no", t="why", id="mine", kind="cell", item="a1")
    assert (lost["code"], lost["id"]) == ("lost", "mine")
    assert hands[0].is_lost
    assert other.ask("bye", t="act", id="theirs", move=0, key="")["code"] == "again"


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped here")
def test_a_process_that_takes_too_long_is_ended(
        sit: Any, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = sit()
    (hand,) = server.lobby.hands.values()
    monkeypatch.setattr(crew, "PATIENCE", 0.1)
    hand._process._popen and __import__("os").kill(hand._process.pid, signal.SIGSTOP)
    assert seat.ask("no", t="act", id="x", move=0, key="")["code"] == "lost"
    assert seat.until("bye")["code"] == "again"
    assert hand.is_lost
    monkeypatch.setattr(crew, "PATIENCE", 10.0)
    assert sit(0, {"table": seat.table, "seats": [seat.token]}).scene["n"] == 0


def test_a_bot_that_ends_its_process_is_asked_no_more(
        sit: Any, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that come again and again would end it again and again, under all tables there."""
    asked = crew.Hand._asked
    ended: list[str] = []

    def ends(hand: crew.Hand, what: dict[str, Any], patience: float) -> Any:
        if what["do"] == "go_on":
            ended.append(what["table"])
            return None
        return asked(hand, what, patience)

    monkeypatch.setattr(crew.Hand, "_asked", ends)
    seat = sit(1, seats=["random", "me"])
    told = {"table": seat.table, "seats": ["", seat.token]}
    for _ in range(hosted.STALLS):
        assert seat.until("bye")["code"] == "again"
        seat = sit(1, told)
    assert "was stopped" in seat.until("no")["text"]
    assert len(ended) == hosted.STALLS
    other = sit()
    assert other.act()["t"] == "ok"
    assert len(server.lobby.hands) == 1


def test_a_table_of_an_ended_process_leaves_the_next_one_alone(
        sit: Any, client: TestClient, server: Server) -> None:
    """What waited there is told of it when others play in a new process already."""
    seat = sit()
    old, (hand,) = server.lobby.tables[seat.table], server.lobby.hands.values()
    assert client.portal is not None
    client.portal.call(lambda: [server.lobby.dismiss(old.kept.packs)])
    assert seat.until("bye")["code"] == "again"
    again = sit(0, {"table": seat.table, "seats": [seat.token]})
    client.portal.call(lambda: [server.lobby.lost(old)])
    assert again.act()["t"] == "ok"
    assert [one is hand for one in server.lobby.hands.values()] == [False]


STRONG = ["tictactoe", "connect_four", "namiji", "yamatai", "hearts", "go"]


@pytest.fixture
def strong(tmp_path: Path) -> Iterator[TestClient]:
    serving = Server(Store(tmp_path / "strong.sqlite"), ["localhost"],
                     [(name, []) for name in STRONG], pace=100)
    with TestClient(serving.app(), base_url=HERE) as made:
        yield made


@pytest.mark.parametrize("name", STRONG)
def test_bots_that_look_ahead_answer_under_the_limits_of_a_table(
        strong: TestClient, name: str) -> None:
    """In a process as users have it: with all that is installed, and its limit of memory."""
    seats = ["me", *["mcts:400"] * (game(name).program().players - 1)]
    told = strong.post("/api/tables", headers=OURS, json={
        "number": STRONG.index(name), "players": len(seats), "seats": seats}).json()
    seat = Seat(strong, told)
    while (n := seat.scene["n"]) < 2 * len(seats):
        if seat.scene["options"]:
            seat.act()
        while seat.scene["n"] == n:
            seat.until("step")
    seat.line.__exit__(None, None, None)


def test_a_page_that_cannot_be_drawn_keeps_nothing_from_others(
        monkeypatch: pytest.MonkeyPatch) -> None:
    one = worker.Worker()
    one.load("tictactoe", [])

    def asked(do: str, **more: Any) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(one.reply(json.dumps(
            {"do": do, "table": "t", **more}).encode()))
        return told

    asked("open", kept=asdict(Kept("t", "tictactoe", [], 2, 5, [None, None], [])))
    for page, seat in ((1, 0), (2, 1)):
        asked("join", page=page, seat=seat, lang="en", wide=700 + page)
    room, whole = one.rooms["t"], wire.whole

    def drawn(table: Table, seat: int | None, lang: str, wide: int) -> dict[str, Any]:
        if wide == 701:
            raise UsageError("too many things")
        return whole(table, seat, lang, wide)

    monkeypatch.setattr(wire, "whole", drawn)
    told = asked("act", page=1, id="a", move=room.table.view(0).legal()[0],
                 key=room.table.view(0).key())
    assert told["answer"]["t"] == "ok"
    said = {page: json.loads(text)["t"] for page, text in told["said"]}
    assert said == {1: "no", 2: "step"}


UNDER = """
import sys
from tilewright.native.machine import machine_of, why_python
from tilewright.playing.game import load
from tilewright.table.worker import _limit_memory
_limit_memory()
programs = [load(name).program(players) for name in sys.argv[1:] for players in load(name).players]
print([why for program in programs if (why := why_python(program))])
"""


def test_a_table_plays_natively_where_it_can(tmp_path: Path) -> None:
    """All numbers of players of all games at once, where a machine has many processors."""
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "RAYON_NUM_THREADS": "16"}
    done = subprocess.run([sys.executable, "-c", UNDER, *STRONG], env=env, capture_output=True,
                          text=True, timeout=LATE, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_the_process_of_a_table_has_its_limit(sit: Any, server: Server) -> None:
    resource = pytest.importorskip("resource")
    sit()
    (hand,) = server.lobby.hands.values()
    if not hasattr(resource, "prlimit"):
        pytest.skip("nothing tells the limits of other processes here")
    assert resource.prlimit(hand._process.pid, resource.RLIMIT_AS)[0] == worker.MEMORY


def test_a_picture_that_cannot_be_drawn_is_a_sentence(
        client: TestClient, sit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes is told, and stays: the next position may be smaller."""
    async def refuses(*_: Any, **__: Any) -> None:
        raise crew.Refused({"text": "the picture would have too many things"})

    seat = sit()
    monkeypatch.setattr(hosted.Hosted, "join", refuses)
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as line:
        line.send_json({"t": "hello", "v": 1, "table": seat.table, "seat": seat.other})
        assert "too many things" in line.receive_json()["text"]
        line.send_json({"t": "ping", "id": "p"})
        assert line.receive_json() == {"t": "pong", "id": "p"}


def _for_ever(*_: Any) -> int:
    while True:
        pass


def _all_memory(*_: Any) -> int:
    raise MemoryError


@pytest.mark.parametrize("thinks", [_for_ever, _all_memory])
def test_a_bot_that_takes_too_much_moves_at_random(monkeypatch: pytest.MonkeyPatch, thinks: Any
                                                   ) -> None:
    monkeypatch.setattr(thinking, "bot_named", lambda _: thinks)
    monkeypatch.setattr(thinking, "LONGEST", 0.01)
    bot, state = thinking.prompt_bot("any"), game("tictactoe").new(seed=1)
    for _ in range(3):
        state.apply(bot(state.view(state.decider), random.Random(1)))


def test_a_search_at_a_table_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Python searches, in a long game, all rounds would take longer than others wait."""
    monkeypatch.setenv("TILEWRIGHT_NATIVE", "0")
    monkeypatch.setattr(thinking, "SEARCH", 1)
    monkeypatch.setattr(mcts, "AT_ONCE", 1)
    rounds: list[int] = []
    search = Tree.search
    monkeypatch.setattr(Tree, "search", lambda tree, seed, first, last, *more: (
        rounds.append(last), search(tree, seed, first, last, *more))[-1])
    state = game("yamatai").new(seed=1)
    assert thinking.prompt_bot("mcts:400")(state.view(0), random.Random(1)) in state.legal()
    assert len(rounds) < 400


def test_what_fails_in_a_process_ends_nothing_and_is_noted_once(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    one = worker.Worker()
    one.load("tictactoe", [])
    kept = asdict(Kept("t", "tictactoe", [], 2, 5, [None, None], []))

    def asked(do: str, **more: Any) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(one.reply(json.dumps(
            {"do": do, "table": "t", **more}).encode()))
        return told

    asked("open", kept=kept)
    asked("join", page=1, seat=0, lang="en")
    monkeypatch.setattr(Room, "about", lambda *_, **__: {"text": "\ud800", "more": {1}})
    monkeypatch.setattr(Room, "act", lambda *_, **__: {}["nothing"])
    for _ in range(3):
        assert asked("about", page=1, kind="x", item="x")["error"] == "failed"
    assert capsys.readouterr().err.count("Traceback") == 1
    assert asked("peek", page=1, n=0, who=None)["answer"]["t"] == "past"
    # A change may be half made, so the table is opened again from what is kept.
    assert asked("act", page=1, id="a", move=0, key="")["error"] == "failed"
    assert asked("peek", page=1, n=0, who=None) == {"error": "gone"}


@pytest.mark.parametrize("kind", ["why", "beside", "restart", "act", "undo", "rematch", "replay"])
def test_a_refusal_names_the_question_that_it_answers(
        kind: str, sit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks again, whenever it comes back, what was never answered by its id."""
    seat = sit(seats=["me", "me"])
    message = {"t": kind, "id": "mine", **{
        "why": {"kind": "x", "item": "x"}, "beside": {"n": 0, "variants": []},
        "act": {"move": 0, "key": ""}, "undo": {"to": "step"}}.get(kind, {})}

    async def refuses(*_: Any, **__: Any) -> None:
        raise crew.Refused({"text": "not now"})

    monkeypatch.setattr(crew.Hand, "ask", refuses)
    monkeypatch.setattr(lobby.Lobby, "apart", refuses)
    assert seat.ask("no", **message)["id"] == "mine"


def test_too_much_memory_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(worker, "Room", greedy)
    one = worker.Worker()
    one.load("tictactoe", [])
    told = one.answer({"do": "open", "table": "t", "kept": {}})
    assert "more memory" in told["text"]


def test_a_table_that_nobody_looks_at_is_put_away(
        sit: Any, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = sit()
    seat.line.__exit__(None, None, None)
    seat.line.__enter__ = None
    monkeypatch.setattr(lobby, "TABLES", 1)
    other = sit()
    assert list(server.lobby.tables) == [other.table]


def test_there_are_not_more_tables_than_a_server_can_hold(
        sit: Any, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    sit()
    monkeypatch.setattr(lobby, "TABLES", 1)
    answer = client.post("/api/tables", headers=OURS, json={"number": 0, "players": 2})
    assert (answer.status_code, "too many tables" in answer.json()["text"]) == (400, True)


def test_a_table_has_so_many_pages(sit: Any, monkeypatch: pytest.MonkeyPatch,
                                   client: TestClient) -> None:
    seat = sit()
    monkeypatch.setattr(line, "PAGES", 1)
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as other:
        other.send_json({"t": "hello", "v": 1, "table": seat.table, "seat": seat.token})
        assert other.receive_json()["t"] == "bye"


# -- other tables from here -----------------------------------------------------------------------


def test_a_fork_goes_on_from_a_position_with_the_same_seats(sit: Any) -> None:
    seat = sit(seats=["me", "me"])
    seat.act(0)
    seat.line.send_json({"t": "fork", "n": 0})
    forked = seat.until("forked")
    other = sit(0, {"table": forked["table"], "seats": [seat.token]})
    assert (other.scene["n"], other.scene["mine"], other.table != seat.table) == (0, True, True)
    assert seat.scene["n"] == 1


def thrown(room: Room, count: int) -> list[Any]:
    """What is shown at a table after some moves, each the first that may be made."""
    session, seen = room.table.session, []
    for _ in range(count):
        session.apply(session.state.legal()[0])
        seen.append(session.state.key())
    return seen


@pytest.fixture
def dice(tmp_path: Path) -> Path:
    """A game that hides nothing and throws a die after each decision."""
    made = tmp_path / "dice"
    shutil.copytree(ROOT / "content" / "classics" / "pig", made)
    return made


@pytest.mark.parametrize(("seats", "is_same"), [
    (["me", "me"], False), (["me", "friend"], False), (["me", "random"], True)])
@pytest.mark.parametrize("tool", ["fork", "beside"])
@pytest.mark.parametrize("n", [0, 2])
def test_no_table_beside_foretells_the_dice_of_a_game_among_people(
        n: int, tool: str, seats: list[str], is_same: bool, dice: Path, tmp_path: Path) -> None:
    server = Server(Store(tmp_path / "tables.sqlite"), ["localhost"], [(str(dice), [])])
    with TestClient(server.app(), base_url=HERE) as client:
        told = client.post("/api/tables", headers=OURS, json={
            "number": 0, "players": 2, "seats": seats}).json()
        seat = Seat(client, told)
        kept = server.store.find(told["table"])
        assert kept is not None
        here = Room(tilewright.load(str(dice)), asdict(kept))
        thrown(here, 2)
        server.store.note(kept.id, 0, here.table.session.record.moves)
        hosted = server.lobby.tables[kept.id]
        client.portal.call(hosted.move_to, hosted.hand)
        answer = seat.ask("forked", "beside", "no", t=tool, n=n, **(
            {"variants": []} if tool == "beside" else {}))
        seat.line.__exit__(None, None, None)
    for table in answer.get("tables") or [answer["table"]]:
        found = server.store.find(table)
        assert found is not None
        assert len(found.moves) == n
        kept.moves = found.moves
        rooms = [Room(here.game, asdict(one)) for one in (kept, found)]
        assert rooms[0].table.session.state.key() == rooms[1].table.session.state.key()
        # Not so many throws that a game could end.
        assert (thrown(rooms[0], 12) == thrown(rooms[1], 12)) is is_same


def test_moves_that_are_taken_back_bring_no_old_chance(dice: Path, tmp_path: Path) -> None:
    """Where a table has other chance from a move on, it has it before too, once that is undone."""
    store = Store(tmp_path / "a.sqlite")
    played = tilewright.load(str(dice))
    old = Kept("old", str(dice), [], 2, 5, [None, None], [])
    first = Room(played, asdict(old))
    thrown(first, 6)
    old.moves = first.table.session.record.moves[:4]
    forked = Kept("new", str(dice), [], 2, 5, [None, None], [], moves=old.moves, later=[(4, 77)])
    store.add(forked)
    room = Room(played, asdict(forked))
    session = room.table.session
    keys = [state.key() for state in session.positions()]
    assert keys == [state.key() for state in Room(played, asdict(old)).table.session.positions()]
    thrown(room, 20)
    keys = [state.key() for state in session.positions()]
    assert keys == [session.before(24 - n).key() for n in range(25)]
    session.undo(22)
    assert room.take()["later"] == [(2, 77)]
    forked.later = room.take()["later"]
    store.forget(forked, 2)
    kept = store.find("new")
    assert kept is not None
    assert kept.later == [(2, 77)]
    old.moves = old.moves[:2]
    assert thrown(Room(played, asdict(old)), 20) != thrown(Room(played, asdict(kept)), 20)
    assert thrown(room, 20) == thrown(Room(played, asdict(kept)), 20)
    store.close()


def test_a_rematch_is_another_game_for_the_same_seats(sit: Any) -> None:
    seat = sit(seats=["me", "random"])
    assert seat.ask("no", t="rematch")["code"] == "unknown"
    while not seat.scene["over"]:
        if seat.scene["mine"]:
            seat.act()
        else:
            seat.until("step")
    moved = seat.ask("moved", t="rematch")
    other = sit(0, {"table": moved["table"], "seats": [seat.token]})
    assert (other.scene["over"], other.scene["n"] <= 1) == (False, True)


def test_a_variant_beside_the_game(sit: Any, tmp_path: Path) -> None:
    seat = sit(seats=["me", "me"])
    seat.act(0)
    told = seat.ask("beside", "no", t="beside", n=1, variants=[str(tmp_path / "turned")])
    for table in told["tables"]:
        assert sit(1, {"table": table, "seats": ["", seat.token]}).scene["n"] == 1


@pytest.mark.parametrize("variant", ["/etc", "/etc/passwd", "nosuch", "..", "unlisted"])
def test_only_variants_that_are_offered_can_be_played_beside(
        variant: str, sit: Any, tmp_path: Path, server: Server) -> None:
    shutil.copytree(tmp_path / "turned", tmp_path / "unlisted")
    name = str(tmp_path / variant) if variant == "unlisted" else variant
    seat = sit(seats=["me", "me"])
    told = seat.ask("no", "beside", t="beside", n=0, variants=[name])
    assert (told["t"], told["code"], told["text"]) == ("no", "unknown", "")
    assert len(server.lobby.hands) == 1


def test_a_position_can_be_written_as_a_situation(sit: Any) -> None:
    seat = sit()
    seat.act(4)
    told = seat.ask("situation", t="situation")
    assert "cell.mark: {b2: x}" in told["text"] or "b2.mark: x" in told["text"]


def test_a_thing_can_be_looked_at_closely(sit: Any, server: Server) -> None:
    told = sit().ask("about", t="about", kind="player", item="x")
    assert told["name"] == "X"
    assert set(told["texts"]) == {"en", "fr", "it", "pl", "de"}
    assert "tictactoe/game.yaml:3:" in told["at"]
    seat = sit()
    seat.act(4)
    told = seat.ask("about", t="about", kind="cell", item="b2")
    assert told["fields"] == [{"name": "mark", "say": told["fields"][0]["say"], "is": "x",
                               "at": told["fields"][0]["at"], "known": True}]
    assert {"name": "row", "is": 2} .items() <= told["values"][1].items()
    assert sit().ask("about", t="about", kind="nothing", item="x") == {"t": "about", "id": None}
    assert server.lobby.tables


SECRET = {
    "fork": {"t": "fork", "n": 0}, "situation": {"t": "situation"},
    "beside": {"t": "beside", "n": 0, "variants": []}}


@pytest.mark.parametrize("name", SECRET)
def test_nobody_sees_the_hands_of_others_by_way_of_a_tool(name: str, tmp_path: Path) -> None:
    server = Server(Store(tmp_path / "tables.sqlite"), ["localhost"], [("namiji", [])])
    with TestClient(server.app(), base_url=HERE) as client:
        told = client.post("/api/tables", headers=OURS, json={
            "number": 0, "players": 2, "seats": ["me", "friend"]}).json()
        seat = Seat(client, told)
        assert seat.scene["alone"] is False
        assert seat.ask("no", "forked", "situation", "beside", **SECRET[name])["t"] == "no"
        past = seat.ask("past", t="peek", n=0, **{"as": "open"})
        own = seat.ask("past", t="peek", n=0)
        assert past["things"] == own["things"]
        seat.line.__exit__(None, None, None)


# -- what is kept ---------------------------------------------------------------------------------


def test_a_file_of_an_older_version_is_still_read(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    with sqlite3.connect(file) as db:
        db.executescript(SCHEMA)
        db.execute("INSERT INTO tables VALUES ('t', 'tictactoe', '[]', 2, 5, '[null, null]', "
                   "'[]', 0, 9e9)")
        db.execute("INSERT INTO moves VALUES ('t', 1, 0, 'mark b2')")
    for _ in range(2):
        store = Store(file)
        kept = store.find("t")
        assert kept is not None
        assert (kept.moves, kept.options, kept.rules) == ([(0, "mark b2")], {}, "")
        assert kept.one_stream
        # What is still to come follows from more than 31 bits.
        ((count, seed),) = kept.later
        assert (count, seed.bit_length() > 64) == (1, True)
        store.close()


def test_tables_of_before_go_on_with_one_stream_of_chance(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as db, db:
        db.executescript(SCHEMA)
        for change in LATER[0]:
            db.execute(change)
        db.execute("PRAGMA user_version = 1")
        db.execute("INSERT INTO tables (id, game, variants, players, seed, bots, tokens, epoch, "
                   "touched) VALUES ('old', 'namiji', '[]', 3, 5, '[null, null, null]', '[]', 0, "
                   "9e9)")
    store = Store(file)
    store.add(Kept("new", "namiji", [], 3, 5, [None] * 3, []))
    begun = {}
    for id_ in ("old", "new"):
        kept = store.find(id_)
        assert kept is not None
        room = Room(tilewright.load(kept.game), asdict(kept))
        begun[id_] = room.table.session.state.read("pier_deck")
    assert begun["new"] == tilewright.load("namiji").new(3, 5).read("pier_deck")
    assert begun["old"] != begun["new"]
    store.close()


@pytest.mark.parametrize("limit", ["MOST_TABLES", "MOST_BYTES"])
def test_tables_that_nobody_has_touched_for_longest_go_first(
        limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sqlite"
    store, clock = Store(path), iter(range(1, 1_000))
    monkeypatch.setattr(store_module.time, "time", lambda: float(next(clock)))
    ids = [f"t{number}" for number in range(40)]
    for id_ in ids:
        # Of each four one is empty; t1 is touched last.
        store.add(Kept(id_, "tictactoe", [], 2, 5, [], [], situation=[{"x": "y" * 9_000}]))
        if int(id_[1:]) % 4:
            store.note(id_, 0, [(0, "mark b2")])
    store.note("t1", 1, [(1, "mark a1")])
    store.make_room()
    assert all(map(store.find, ids))
    monkeypatch.setattr(store_module, "MOST_TABLES", 99)   # one goes at a time
    most = 11 if limit == "MOST_TABLES" else 200_000
    monkeypatch.setattr(store_module, limit, most)
    store.make_room(["t0", "t2"])
    left = [id_ for id_ in ids if store.find(id_) is not None]
    assert 4 < len(left) < 20
    assert {"t0", "t1", "t2"} < {*left}
    # The rest are the newest that have moves.
    moved = [id_ for id_ in ids if int(id_[1:]) % 4]
    assert left[3:] == moved[-len(left) + 3:]
    store.close()


def test_a_page_that_opens_tables_for_ever_fills_no_disk(
        sit: Any, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MOST_TABLES", 3)
    first = sit()
    first.act()
    made = [sit() for _ in range(5)]
    assert all(server.store.find(one.table) for one in (first, *made))   # somebody looks at them
    for one in made:
        one.line.__exit__(None, None, None)
        one.line.__exit__ = lambda *_: None
    server.lobby.tables = {first.table: server.lobby.tables[first.table]}
    last = sit()
    assert [bool(server.store.find(one.table)) for one in (first, *made, last)] == [
        True, *[False] * 4, True, True]


def test_rules_that_no_table_has_are_let_go(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    store.add(Kept("t", "tictactoe", [], 2, 5, [], [], rules="one"))
    for hash_ in ("one", "two", "three"):
        store.keep_rules(hash_, f"packed {hash_}")
    assert [store.rules(h) for h in ("one", "two", "three")] == ["packed one", "", "packed three"]


# -- what goes over the line ----------------------------------------------------------------------


class Unpacking:
    """What `page/unpack.js` does, for tests that need no browser."""

    usual: ClassVar[dict[str, Any]] = {
        "layer": 0, "kind": "", "item": "", "owner": None, "label": "", "size": [0, 0],
        "turned": 0}

    def __init__(self) -> None:
        self.drawings: list[Any] = []
        self.things: dict[str, Any] = {}

    def open(self, message: dict[str, Any]) -> None:
        if "things" in message:
            self.drawings, self.things = [], {}
        self.drawings += message.get("drawings", [])
        for id_ in message.get("drop", ()):
            del self.things[id_]
        for told in message.get("things", message.get("set", [])):
            self.things[told["id"]] = {**self.things.get(told["id"], self.usual), **told}

    def drawn(self) -> dict[str, Any]:
        return {id_: {**thing, "node": self.drawings[thing["node"]]}
                for id_, thing in self.things.items()}


@pytest.mark.many
@pytest.mark.parametrize("name", ALL)
def test_a_page_can_make_the_whole_of_what_it_is_sent(name: str) -> None:
    table = Table(Session(game(name), seed=3))
    packing, page, rng, seen = Packing(), Unpacking(), random.Random(3), None
    for _ in range(20):
        now = wire.whole(table, 0, "en")
        plain = json.loads(json.dumps(now["things"]))
        message = {**now, "things": list(now["things"].values())} if seen is None else (
            wire.changed(seen, now))
        page.open(json.loads(json.dumps(packing.packed(message))))
        usual = Unpacking.usual
        assert page.drawn() == {id_: {**usual, **thing} for id_, thing in plain.items()}
        seen = now
        if table.over:
            break
        state = table.session.state
        table.session.apply(rng.choice(state.legal()))


def test_steps_are_small() -> None:
    """Half of the steps of a whole game are below a kilobyte or two, whatever is on the table."""
    sizes = []
    for name in ("yamatai", "namiji"):
        room = Room(tilewright.load(name),
                    asdict(Kept("t", name, [], 4, 1, ["random"] * 4, [], bot_seed=1)))
        room.join(1, None, "en")
        room.take()
        while not room.table.over:
            room.go_on()
            sizes += [len(message.encode()) for _, message in room.take()["said"]]
    assert sorted(sizes)[len(sizes) // 2] < 2_000
