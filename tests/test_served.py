"""What the server of tables lets out and in: nothing secret, nobody else, nothing lost."""

from __future__ import annotations

import base64
import contextlib
import json
import random
import re
import sqlite3
import zlib
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

import tilewright
from packs.tables import ALL, CLASSICS, game
from secret_games import game as made
from secret_games import write
from secret_worlds import other_world
from tilewright.cli.app import app
from tilewright.middle import header
from tilewright.playing.record import Session
from tilewright.playing.table import Table
from tilewright.problems import IllegalMove, RuleError, UsageError

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tilewright.table import line as lines
from tilewright.table import messages, wire
from tilewright.table import server as serving
from tilewright.table.messages import LARGEST
from tilewright.table.room import Room
from tilewright.table.server import Server
from tilewright.table.store import Kept, Store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright import Game, State

HIDING = [n for n in ALL if any(f.secret for f in game(n).model.fields.values())]
HERE = "http://localhost"
OURS = {"origin": HERE}


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(Store(tmp_path / "tables.sqlite"), ["localhost"],
                  [("tictactoe", []), ("namiji", [])])


@pytest.fixture
def client(server: Server) -> Iterator[TestClient]:
    with TestClient(server.app(), base_url=HERE) as made:
        yield made


def opened(client: TestClient, number: int = 0, players: int = 2, seats: tuple[str, ...] = (
        "me", "me")) -> dict[str, Any]:
    answer = client.post("/api/tables", headers=OURS, json={
        "number": number, "players": players, "seats": list(seats)})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def hello(line: Any, told: dict[str, Any], seat: int | str | None, **more: Any) -> dict[str, Any]:
    token = told["seats"][seat] if isinstance(seat, int) else seat
    line.send_json({"t": "hello", "v": 1, "table": told["table"], "seat": token, **more})
    answer: dict[str, Any] = line.receive_json()
    return answer


# -- secrets --------------------------------------------------------------------------------------


def sent(played: Game, state: State, seat: int | None) -> str:
    session = Session(played, state.players)
    session.state = state
    return json.dumps(wire.whole(Table(session), seat, "en"))


@pytest.mark.parametrize("name", HIDING)
def test_no_byte_depends_on_what_a_seat_must_not_know(name: str) -> None:
    state, rng, seen = game(name).new(seed=4), random.Random(4), 0
    for _ in range(25):
        if state.over:
            break
        state.apply(rng.choice(state.legal()))
    for seat in range(state.players):
        world = other_world(state, seat, rng)
        if world is not None and not state.over:
            seen += 1
            assert sent(game(name), world, seat) == sent(game(name), state, seat)
    assert seen


@pytest.mark.parametrize("seed", range(8))
def test_no_byte_of_made_games_either(seed: int, tmp_path: Path) -> None:
    played = tilewright.load(str(write(made(seed), tmp_path)))
    state, rng = played.new(seed=seed), random.Random(seed)
    for _ in range(12):
        state.apply(rng.choice(state.legal()))
        for seat in range(state.players) if not state.over else ():
            world = other_world(state, seat, rng)
            if world is not None:
                assert sent(played, world, seat) == sent(played, state, seat)
        if state.over:
            break


def stepped(name: str, state: State, seat: int, move: int) -> tuple[str, list[Any]] | None:
    """What a page of a seat is sent when somebody moves, and what was shown openly."""
    session = Session(game(name), state.players)
    session.state = state.clone()
    table = Table(session)
    before = wire.whole(table, seat, "en")
    try:
        session.apply(move)
    except (IllegalMove, RuleError):
        return None   # in another world it is made of other things
    entry = table.log[-1]
    sent = [wire.changed(before, wire.whole(table, seat, "en")),
            wire.lines(table, entry, seat, "en")]
    shown = [e.facts() for e in entry.seen_by([seat]) if e.what == "reveal"]
    return json.dumps(sent), [session.state.view(seat).key(), shown]


@pytest.mark.many
@pytest.mark.parametrize("name", HIDING)
def test_no_step_depends_on_what_a_seat_must_not_know(name: str) -> None:
    state, rng, compared = game(name).new(seed=6), random.Random(6), 0
    for _ in range(20):
        if state.over:
            break
        move = rng.choice(state.legal())
        for seat in range(state.players):
            world = other_world(state, seat, rng)
            one = stepped(name, state, seat, move)
            other = stepped(name, world, seat, move) if world is not None else None
            # Where something is shown, worlds may part; where they look alike, so must the bytes.
            if one is not None and other is not None and one[1] == other[1]:
                compared += 1
                assert one[0] == other[0]
        state.apply(move)
    assert compared


def all_told(line: Any, *until: str) -> str:
    """All that a page is sent up to a message of some kind; the file of a replay is opened."""
    text = ""
    while True:
        told = line.receive_json()
        text += json.dumps(told)
        if told["t"] == "replay":
            packed = re.search(r">([A-Za-z0-9+/=]{200,})<", told["text"])
            assert packed is not None
            text += zlib.decompress(base64.b64decode(packed[1])).decode()
        if told["t"] in until:
            return text


def test_no_page_is_sent_a_seed_or_a_token(client: TestClient, server: Server) -> None:
    """Not by any door, also where nobody could cheat anybody."""
    told = opened(client, 1, 2, ("me", "greedy"))
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as line:
        text = json.dumps(hello(line, told, 0))
        for name in ("situation", "fork", "beside", "peek", "replay"):
            line.send_json({"t": name, **SAID[name], **({"as": "open"} if name == "peek" else {})})
            answers = {"fork": "forked", "peek": "past"}
            text += all_told(line, answers.get(name, name))
    kept = server.store.find(told["table"])
    assert kept is not None
    state = game("namiji").new(2, kept.seed)
    secret = [kept.seed, kept.bot_seed, state._s[header.RNG], state._s[header.CHANCE_KEY]]
    assert min(secret).bit_length() > 40
    assert not any(f"{number:{base}}" in text for number in secret for base in ("d", "x"))
    assert not any(token in text for token in [*told["seats"], told["watch"], *kept.tokens])
    assert not any(token in kept.tokens for token in told["seats"])


def test_chance_is_drawn_from_seeds_that_nobody_can_try(client: TestClient, server: Server) -> None:
    told = [opened(client), opened(client)]
    kept = [server.store.find(one["table"]) for one in told]
    seeds = [seed for one in kept if one is not None for seed in (one.seed, one.bot_seed)]
    assert len({*seeds}) == 4
    assert min(seeds).bit_length() > 64


@pytest.mark.parametrize("seed", [5, 0x1e5, 0x1234567890, (1 << 127) + 12345, (1 << 128) - 1])
def test_a_seed_is_kept_with_all_its_bits(seed: int, tmp_path: Path) -> None:
    for _ in range(2):
        with contextlib.closing(Store(tmp_path / "a.sqlite")) as store:
            if store.find("t") is None:
                store.add(Kept("t", "namiji", [], 2, seed, [None, None], [], bot_seed=seed + 1))
            kept = store.find("t")
            assert kept is not None
            assert (kept.seed, kept.bot_seed) == (seed, seed + 1)
    room = Room(game("namiji"), json.loads(json.dumps(asdict(kept))))
    assert room.table.session.state.key() == game("namiji").new(2, seed).key()


# -- who gets in ----------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [
    {"origin": "http://elsewhere"}, {}, {"origin": "http://localhost:99"}, {"origin": "null"},
    {"origin": ""}, {"origin": "http://["}, {"origin": "http://[::1"}, {"origin": "http://]@["}])
def test_pages_of_others_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/api/tables", headers=headers, json={"number": 0, "players": 2})
    assert answer.status_code == 403
    line = client.websocket_connect("ws://localhost/ws", headers=headers)
    with pytest.raises(WebSocketDisconnect), line:
        pass


def test_other_names_for_this_machine_are_refused(client: TestClient) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    assert client.get("/").status_code == 200


def test_pages_may_run_nothing_but_what_is_ours(client: TestClient) -> None:
    for path in ("/", "/t/any", "/page/table.js", "/page/style.css", "/api/games"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", [
    "/page/none.js", "/page/..%2fserver.py", "/page/../server.py", "/page/server.py",
    "/api/picture/99.svg", "/api/picture/-1.svg", "/api/picture/1.svg.svg",
    f"/api/picture/{'9' * 5_000}.svg", "/nothing"])
def test_what_is_not_there_is_not_there(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("body", [
    b"", b"[]", b"{", b'{"number": 99, "players": 2}', b'{"number": 0}', b"\xff" * 9,
    b'{"number": 0, "players": 2, "seats": ["nobody"]}', b'{"number": 0, "players": 7}',
    b'{"number": 0, "players": 2, "seats": ["me", "mcts:100000x64"]}',
    b'{"number": 0, "players": 2, "seats": 5}', b" " * (LARGEST + 1)])
def test_a_table_that_cannot_be_is_refused(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/tables", headers=OURS, content=body)
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


HALF = '"\\ud800"'
# What a page sends that opens a table, with one thing in it that no page sends.
STRANGE = {
    "players": ["0", "-1", "13", "30000000", '"2"', "2.9", "true", "1e999", "NaN", "[]", "null"],
    "number": ["-1", "99", "true", '"0"', "1e999", "null"],
    "seats": ["5", "[5]", f"[{HALF}]", '["nobody"]', '{"me": 1}', '["me", "me", "me"]',
              '["me","me","me","me","me","me","me","me","me","me","me","me","me"]'],
    "options": ["[1]", "7", '"abc"', f"{{{HALF}: 1}}", '{"x": ' + "[" * 900 + "]" * 900 + "}",
                '{"x": 1.5}'],
    "situation": ['"abc"', "7", "[1]", '["a"]', "[null]", "[[1]]", '{"a": 1}', "true", "1.5",
                  f"[{{{HALF}: 1}}]", "[{}]"],
    "seed": ["7", "9223372036854775808"],
    "pace": ["0"],
}


@pytest.mark.parametrize(("name", "value"), [
    (name, value) for name, values in STRANGE.items() for value in values])
def test_no_process_hears_of_a_body_that_no_page_sends(
        name: str, value: str, client: TestClient, server: Server) -> None:
    fields = {"number": "0", "players": "2", name: value}
    body = "{" + ", ".join(f'"{key}": {one}' for key, one in fields.items()) + "}"
    answer = client.post("/api/tables", headers=OURS, content=body.encode())
    assert (answer.status_code, set(answer.json())) == (400, {"text"})
    assert not server.lobby.hands
    assert not server.lobby.tables


@pytest.mark.parametrize("body", [
    b"[" * 60_000, b'{"number":' * 5_000, b"\xed\xa0\x80", HALF.encode()])
def test_a_body_that_is_no_object_is_refused(body: bytes, client: TestClient) -> None:
    answer = client.post("/api/tables", headers=OURS, content=body)
    assert (answer.status_code, set(answer.json())) == (400, {"text"})


def test_the_page_offers_the_bots_that_it_may_set_down(client: TestClient) -> None:
    page = (Path(serving.__file__).parent / "page" / "gallery.js").read_text("utf-8")
    (offered,) = re.findall(r"const WHO = (\[.*?\]);", page)
    assert {*json.loads(offered)} == {"me", "friend", *serving.BOTS}
    for bot in serving.BOTS:
        assert opened(client, seats=("me", bot))["persons"] == [0]


@pytest.mark.parametrize("seat", [None, "", "wrong", 7, "x" * 9_000])
def test_without_a_seat_nothing_is_told(client: TestClient, seat: Any) -> None:
    told = opened(client)
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as line:
        line.send_json({"t": "hello", "v": 1, "table": told["table"], "seat": seat})
        assert line.receive_json()["t"] == "bye"


@pytest.mark.parametrize("field", [
    f'"seat": {HALF}', f'"table": {HALF}', f'"also": [{HALF}]', '"also": [7]', '"also": 7',
    '"seat": {}', '"lang": 5', f'"lang": {HALF}', '"wide": 1.5', '"wide": -1', '"more": 1',
    '"v": true', '"table": null', '"table": ' + "[" * 60_000])
def test_a_hello_that_no_page_says_is_refused(field: str, client: TestClient) -> None:
    told = opened(client)
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as line:
        line.send_text(f'{{"t": "hello", "v": 1, "table": "{told["table"]}", '
                       f'"seat": "{told["seats"][0]}", {field}}}')
        assert line.receive_json() == {"t": "bye", "code": "unknown"}


@pytest.mark.parametrize("first", [
    "[]", "nonsense", '{"t": "hello"}', '{"t": "hello", "v": 2}', '{"t": "act"}',
    '{"t": "hello", "v": 1, "table": 5, "seat": null}'])
def test_a_line_begins_with_a_hello(client: TestClient, first: str) -> None:
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as line:
        line.send_text(first)
        assert line.receive_json()["t"] == "bye"


# -- moves ----------------------------------------------------------------------------------------


def test_a_move_is_made_once_and_told_to_all(client: TestClient) -> None:
    told = opened(client)
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as one, \
            client.websocket_connect("ws://localhost/ws", headers=OURS) as other, \
            client.websocket_connect("ws://localhost/ws", headers=OURS) as watcher:
        scene, theirs = hello(one, told, 0), hello(other, told, 1)
        assert hello(watcher, told, told["watch"])["options"] == []
        assert (scene["mine"], theirs["mine"], theirs["options"]) == (True, False, [])
        act = {"t": "act", "id": "a", "move": scene["options"][4]["move"], "key": scene["key"]}
        one.send_json(act)
        assert [one.receive_json()["t"] for _ in range(2)] == ["step", "ok"]
        step = other.receive_json()
        assert step["mine"]
        assert step["log"][0]["say"] == "X: mark b2"
        assert {t["id"] for t in step["set"]} >= {"cell:b2:mark"}
        assert watcher.receive_json()["log"] == step["log"]
        one.send_json(act)
        assert one.receive_json()["t"] == "ok"
        one.send_json({**act, "id": "b"})
        assert one.receive_json()["code"] == "not_yours"
        other.send_json({"t": "act", "id": "c", "move": step["options"][0]["move"],
                         "key": theirs["key"]})
        assert other.receive_json()["code"] == "stale"
        watcher.send_json({**act, "id": "d"})
        assert watcher.receive_json()["code"] == "not_yours"


@pytest.mark.parametrize("message", [
    {"t": "act"}, {"t": "act", "id": "x", "move": "0", "key": 1}, {"t": "nothing"},
    {"t": "act", "id": "x", "move": 10**9, "key": "?"}, {"t": "undo", "to": {}}])
def test_odd_messages_are_answered(client: TestClient, message: dict[str, Any]) -> None:
    told = opened(client)
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as line:
        hello(line, told, 0)
        line.send_json(message)
        assert line.receive_json()["t"] == "no"


def played(name: str, bot: str, tmp_path: Path, most: int | None = None) -> dict[str, Any]:
    """What a page is told in the end that plays a game against bots, or after so many decisions of
    its own."""
    players = game(name).model.least
    shown = Server(Store(tmp_path / "tables.sqlite"), ["localhost"], [(name, [])], pace=0)
    with TestClient(shown.app(), base_url=HERE) as client:
        told = opened(client, 0, players, ("me", *[bot] * (players - 1)))
        with client.websocket_connect("ws://localhost/ws", headers=OURS) as line:
            seen, draw, done, key = hello(line, told, 0), random.Random(1), 0, ""
            while not seen["over"] and done != most:
                if seen["mine"] and seen["key"] != key:
                    key, done = seen["key"], done + 1
                    line.send_json({"t": "act", "id": f"{done}", "key": key,
                                    "move": draw.choice(seen["options"])["move"]})
                message = line.receive_json()
                assert message["t"] in ("scene", "step", "ok"), message
                seen |= message
    return seen


@pytest.mark.many
@pytest.mark.parametrize("bot", serving.BOTS)
@pytest.mark.parametrize("name", [
    "tictactoe", "connect_four", "namiji", pytest.param("yamatai", marks=pytest.mark.late)])
def test_a_play_through_the_page_against_each_kind_of_bot_ends(name: str, bot: str, tmp_path: Path
                                                               ) -> None:
    seen = played(name, bot, tmp_path)
    assert seen["over"]
    assert seen["winners"] is not None


@pytest.mark.late
@pytest.mark.parametrize("bot", serving.BOTS)
@pytest.mark.parametrize("name", CLASSICS)
def test_classics_are_played_through_the_page_too(name: str, bot: str, tmp_path: Path) -> None:
    """A search takes its time; some of its answers are enough."""
    seen = played(name, bot, tmp_path, 8 if bot.startswith("mcts") else None)
    # Of eight decisions seven were told for certain, and bots may have had none between them.
    assert seen["over"] or seen["n"] >= 7


# What a page may say, with values that fit; and values that fit nowhere.
SAID: dict[str, dict[str, Any]] = {
    "act": {"move": 0, "key": "x"}, "undo": {"to": "step"}, "lang": {"lang": "en"},
    "wide": {"wide": 600}, "why": {"kind": "cell", "item": "a1"}, "ping": {},
    "about": {"kind": "cell", "item": "a1"}, "peek": {"n": 0, "as": None}, "situation": {},
    "replay": {}, "pace": {"ms": 450}, "rematch": {}, "fork": {"n": 0}, "restart": {},
    "beside": {"n": 0, "variants": []}}
NOWHERE = [HALF, "1.5", "1e999", "-1", "1000000000000", "[[1]]", '{"a": 1}', f'"{"x" * 300}"',
           "[" * 50_000]


def test_each_message_of_a_page_is_declared_and_does_something() -> None:
    assert {*SAID} == {*messages.FRAMES} == {*lines.DOES}
    folder = Path(serving.__file__).parent / "page"
    sent = {name for file in folder.glob("*.js")
            for name in re.findall(r'\{ ?t: "(\w+)"', file.read_text("utf-8"))}
    assert sent >= {"act", "why", "fork"}
    assert sent <= {"hello", *messages.FRAMES}
    for name, fields in SAID.items():
        assert messages.read_frame(json.dumps({"t": name, "id": "a", **fields}))


@pytest.mark.parametrize("name", SAID)
def test_no_frame_that_no_page_sends_reaches_a_process(
        name: str, client: TestClient, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "ACTS_A_SECOND", 10_000)
    told, other = opened(client), opened(client)
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as watching, \
            client.websocket_connect("ws://localhost/ws", headers=OURS) as neighbour:
        hello(watching, told, told["watch"])
        scene = hello(neighbour, other, 0)
        (hand,) = server.lobby.hands.values()
        for field in [*SAID[name], "id", "t", "more"]:
            for value in NOWHERE:
                fields = {key: json.dumps(one) for key, one in SAID[name].items()}
                fields = {"t": f'"{name}"', "id": '"q"', **fields, field: value}
                watching.send_text("{" + ", ".join(
                    f'"{key}": {one}' for key, one in fields.items()) + "}")
                refused = watching.receive_json()
                assert (refused["t"], refused["code"]) == ("no", "unknown")
                assert refused["id"] in ("q", None)
            watching.send_text('"' + "x" * 70_000 + '"')
            assert watching.receive_json()["code"] == "unknown"
        neighbour.send_json({"t": "act", "id": "a", "move": 0, "key": scene["key"]})
        assert [neighbour.receive_json()["t"] for _ in range(2)] == ["step", "ok"]
        assert server.lobby.hands == {("tictactoe", ()): hand}
        assert not hand.is_lost


def test_why_answers_by_what_was_asked(client: TestClient) -> None:
    told = opened(client)
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as one:
        hello(one, told, 0)
        one.send_json({"t": "why", "kind": "no such", "item": "thing", "id": "w"})
        assert one.receive_json() == {"t": "because", "kind": "no such", "item": "thing",
                                      "text": "", "id": "w"}


def test_undo_and_languages(client: TestClient) -> None:
    told = opened(client)
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as line:
        scene = hello(line, told, 0, lang="fr")
        assert scene["title"] == "Morpion"
        line.send_json({"t": "act", "id": "a", "move": scene["options"][0]["move"],
                        "key": scene["key"]})
        assert line.receive_json()["n"] == 1
        line.receive_json()
        line.send_json({"t": "undo", "id": "u", "to": "step"})
        back = line.receive_json()
        assert (back["why"], back["n"], back["log"], back["epoch"]) == ("undo", 0, [], 1)
        assert back["key"] == scene["key"]
        line.receive_json()
        line.send_json({"t": "lang", "lang": "pl"})
        assert line.receive_json()["title"] != "Morpion"


def test_nobody_takes_back_what_another_person_has_decided(client: TestClient) -> None:
    told = opened(client)
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as one, \
            client.websocket_connect("ws://localhost/ws", headers=OURS) as other, \
            client.websocket_connect("ws://localhost/ws", headers=OURS) as both:
        seen = [hello(one, told, 0), hello(other, told, 1),
                hello(both, told, 0, also=[told["seats"][1], "nonsense"])]
        assert [scene["back"]["step"] for scene in seen] == [False, False, False]
        for line, at in ((one, 0), (other, 1)):
            line.send_json({"t": "act", "id": f"{at}", "move": at, "key": seen[at]["key"]})
            for to, page in enumerate((one, other, both)):
                seen[to] |= page.receive_json()
            line.receive_json()
        assert [scene["back"]["step"] for scene in seen] == [False, True, True]
        assert [scene["back"]["from"] for scene in seen] == [0, 2, 1]
        one.send_json({"t": "undo", "id": "a", "to": "step"})
        assert one.receive_json()["code"] == "others"
        one.send_json({"t": "undo", "id": "b", "to": 1})
        assert one.receive_json()["code"] == "others"
        both.send_json({"t": "undo", "id": "c", "to": 1})
        assert one.receive_json()["n"] == 0


def test_steps_are_small(client: TestClient) -> None:
    """A step carries what has changed, not the whole table."""
    told = opened(client, 1, 2, ("me", "me"))
    with client.websocket_connect("ws://localhost/ws", headers=OURS) as line:
        scene = hello(line, told, 0)
        line.send_json({"t": "act", "id": "a", "move": scene["options"][0]["move"],
                        "key": scene["key"]}) if scene["mine"] else None
        if scene["mine"]:
            step = line.receive_json()
            assert len(json.dumps(step)) < len(json.dumps(scene)) / 4


# -- what is kept ---------------------------------------------------------------------------------


def test_a_table_is_there_again_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    told, key = None, ""
    for turn in range(3):
        store = Store(file)
        server = Server(store, ["localhost"], [("tictactoe", [])])
        with TestClient(server.app(), base_url=HERE) as client:
            told = told or opened(client)
            with client.websocket_connect("ws://localhost/ws", headers=OURS) as line:
                scene = hello(line, told, turn % 2)
                assert scene["n"] == turn
                assert len([x for x in scene["log"] if x["head"]]) == turn
                line.send_json({"t": "act", "id": f"{turn}", "move": scene["options"][0]["move"],
                                "key": scene["key"]})
                key = line.receive_json()["key"]
        store.close()
    assert key


def test_a_move_of_a_number_is_kept_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    table = Kept("t", "tictactoe", [], 2, 5, [None, None], ["x", "y", "z"])
    store.add(table)
    store.note("t", 0, [(0, "mark b2")])
    with pytest.raises(sqlite3.IntegrityError):
        store.note("t", 0, [(1, "mark a1")])
    store.note("t", 1, [(1, "mark a1")])
    table.epoch = 4
    store.forget(table, 1)
    kept = store.find("t")
    assert kept is not None
    assert (kept.moves, kept.epoch, kept.bots) == ([(0, "mark b2")], 4, [None, None])
    assert store.find("other") is None


# -- the command ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("args", "said"), [
    (["nosuch"], "there is no game 'nosuch'"),
    (["tictactoe", "--seats", "me,nobody"], "there is no bot 'nobody'"),
    (["tictactoe", "--seats", "me,bot,bot"], "is for 2 players, not 3"),
    (["tictactoe", "--lang", "xx"], "has no texts in 'xx'"),
    (["--seats", "me,bot"], "name the game at which they sit"),
    (["tictactoe", "--host", "0.0.0.0"], "is no name under which others find this machine"),
    (["tictactoe", "--keep", "bad.sqlite"], "'bad.sqlite' holds no tables"),
    (["tictactoe", "--keep", "file/tables.sqlite"], "tables cannot be kept in"),
    (["tictactoe", "--host", "192.0.2.7"], "cannot be had"),
])
def test_a_table_that_cannot_be_served_is_told(
        args: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvicorn")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.sqlite").write_text("this is no file of tables at all, whatever it is called")
    (tmp_path / "file").write_text("a file")
    if "--keep" not in args:
        args = [*args, "--keep", "tables.sqlite"]
    done = CliRunner().invoke(app, ["table", *args, "--no-open", "--port", "0"])
    assert isinstance(done.exception, UsageError), done.output
    assert said in str(done.exception)
