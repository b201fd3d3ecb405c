"""Looking back at games: past positions, and whole games in one file that works alone."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
import zlib
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

import tilewright
from packs.tables import ALL, game
from secret_games import game as made
from secret_games import write
from secret_worlds import other_world
from tilewright.cli.app import app
from tilewright.playing.bots import bot_named
from tilewright.playing.opened import Opened
from tilewright.playing.record import Session
from tilewright.playing.table import Table
from tilewright.problems import UsageError
from tilewright.table import wire
from tilewright.table.reel import FINE, OPEN, reel
from tilewright.table.replay import LARGEST, html
from tilewright.telling.events import seen

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import Game, State

HIDING = [n for n in ALL if any(f.secret for f in game(n).model.fields.values())]
LANGS = ["en", "fr", "it", "pl"]


def walked(played: Game, seed: int, moves: int, players: int | None = None) -> Session:
    """A session after some random moves."""
    session, rng = Session(played, players, seed), random.Random(seed)
    for _ in range(moves):
        if session.state.over:
            break
        session.apply(rng.choice(session.state.legal()))
    return session


@cache
def whole_game(name: str, players: int = 4) -> Session:
    session = Session(game(name), players, 3)
    table = Table(session, [bot_named("greedy")] * players, 3)
    while table.go_on() is not None:
        pass
    assert session.state.over
    return session


@cache
def page_of(name: str, seat: int | None = None, *, open_: bool = True) -> str:
    return html(whole_game(name), seat, open_=open_)


def first_part(session: Session, share: float) -> Session:
    """The same game, not gone on with after some of its decisions."""
    made = Session(session.game, session.state.players, session.record.seed)
    for _, label in session.record.moves[:round(len(session.record.moves) * share)]:
        made.apply(label)
    return made


# -- positions of the past ------------------------------------------------------------------------


@pytest.mark.many
@pytest.mark.parametrize("name", ALL)
def test_the_past_is_what_was_seen_then(name: str) -> None:
    session, rng = Session(game(name), None, 5), random.Random(5)
    table, then = Table(session), []
    seats = [None, *range(session.state.players)]
    for _ in range(40):
        seat, lang = rng.choice(seats), rng.choice(LANGS)
        then.append((seat, lang, wire.whole(table, seat, lang)))
        if table.over:
            break
        session.apply(rng.choice(session.state.legal()))
    for n, (seat, lang, told) in enumerate(then):
        past = wire.past(table, n, seat, lang)
        assert past == {**told, "mine": False, "options": [], "frozen": True}


def test_there_is_no_past_before_the_game_or_after_now() -> None:
    table = Table(walked(game("tictactoe"), 1, 3))
    for n in (-1, 4):
        with pytest.raises(ValueError, match=f"none with the number {n}"):
            wire.past(table, n, None, "en")


@pytest.mark.parametrize("name", HIDING)
def test_what_is_open_is_what_somebody_knows(name: str) -> None:
    state = walked(game(name), 2, 30).state
    views = [state.view(seat) for seat in (None, *range(state.players))]
    opened, hidden, shown = Opened(state), 0, 0
    for zone in state.program.plan.zones:
        for slot in range(zone.base + 1, zone.base + 1 + state._s[zone.base]):
            known = [view.slots[slot] for view in views if view.slots[zone.base] >= 0
                     and view.slots[slot] >= 0]
            if known:
                shown += len(known) < len(views)
                assert opened.slots[slot] == state._s[slot]
            elif all(view.slots[zone.base] >= 0 for view in views):
                hidden += 1
                assert opened.slots[slot] < 0
    assert opened.scores() == state.scores()
    assert shown or hidden


# -- a whole game as data -------------------------------------------------------------------------


def things_at(data: dict[str, Any], n: int, view: int, lang: str) -> dict[str, Any]:
    """What a page makes of the data, told once more in another language."""
    at, found = data["langs"].index(lang), {one["id"]: one for one in data["art"]}

    def value(shelf: str, number: int) -> Any:
        return data[shelf][at][number] or data[shelf][0][number]

    tracks = zip(data["ids"], data["views"][view]["tracks"], data["views"][0]["tracks"],
                 strict=True)
    for id_, told, first in tracks:
        steps, looks, *columns = told or first
        mark = sum(then <= n for then in accumulate(steps)) - 1
        if mark < 0 or looks[mark] < 0:
            continue
        place = [sum((columns[one] or [0] * (mark + 1))[:mark + 1])
                 + (sum((columns[one + 2 * at] or [0])[:mark + 1]) if at else 0)
                 for one in (0, 1)]
        rest, label, node = data["looks"][looks[mark]]
        found[id_] = {**value("rest", rest), "id": id_, "at": [p / FINE for p in place],
                      "label": value("labels", label) or "", "node": value("nodes", node)}
    return found


@pytest.mark.many
@pytest.mark.parametrize("name", sorted({"tictactoe", "connect_four", *HIDING}))
def test_the_data_holds_every_position(name: str) -> None:
    session, rng = walked(game(name), 7, 25), random.Random(7)
    table, watching = Table(session), [OPEN, *range(session.state.players), None]
    data = json.loads(json.dumps(reel(session, watching, LANGS)))
    for _ in range(12):
        n, view, lang = rng.randint(0, table.count), rng.randrange(len(watching)), rng.choice(LANGS)
        seat = watching[view] if type(watching[view]) is int else None
        told = wire.past(table, n, seat, lang, open_=view == 0)
        assert things_at(data, n, view, lang) == json.loads(json.dumps(told["things"]))
        number = list(accumulate(data["views"][view]["facts"]))[n]
        at = LANGS.index(lang)
        facts = data["facts"][at][number] or data["facts"][0][number]
        assert facts == {key: told[key] for key in facts}
        assert {"size", "decider", "asked", "over", "scores"} <= facts.keys()


@pytest.mark.many
@pytest.mark.parametrize(("name", "share"), [("yamatai", 0.2), ("namiji", 1)])
def test_a_whole_game_is_small(name: str, share: float) -> None:
    """A game of hundreds of decisions takes long; of its first part, the page is so much smaller.
    What is the same for any length is a third of it."""
    page = html(first_part(whole_game(name), share), open_=True)
    assert len(page.encode()) < LARGEST * (1 + 2 * share) / 3
    data = packed(page)
    assert data["langs"] == LANGS
    assert [view["who"] for view in data["views"]] == [OPEN, 0, 1, 2, 3, None]


def test_what_does_not_fit_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    session = walked(game("namiji"), 1, 8)
    sizes = [len(html(session, open_=True).encode())]
    for left in ([OPEN, None], [OPEN]):
        monkeypatch.setattr("tilewright.table.replay.LARGEST", sizes[-1] - 1)
        page = html(session, open_=True)
        sizes.append(len(page.encode()))
        assert [view["who"] for view in packed(page)["views"]] == left
    assert sizes == sorted(sizes, reverse=True)


def packed(page: str) -> dict[str, Any]:
    found = re.search(r'id="reel">([^<]*)<', page)
    assert found is not None
    told: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return told


def test_the_page_needs_nothing_and_runs_nothing_else() -> None:
    page = page_of("namiji")
    script = re.search(r'<script type="module">(.*)</script>', page, re.DOTALL)
    style = re.search(r"<style>(.*)</style>", page, re.DOTALL)
    assert script is not None
    assert style is not None
    for text in (script[1], style[1]):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in page
    assert "default-src 'none'" in page
    assert "unsafe" not in page.partition("<title>")[0]
    assert not re.search(r"<[^>]* (src|href|on\w+)=", page.replace(script[1], ""))
    assert not re.search(r"^(import|export) ", script[1], re.MULTILINE)
    assert "fetch(" not in script[1]


# -- secrets --------------------------------------------------------------------------------------


def twins(session: Session, seat: int, rng: random.Random) -> tuple[Session, Session] | None:
    """Two games that differ, as far as a seat cannot tell them apart; None if there are none."""
    start = session.before(len(session.events))
    world = other_world(start, seat, rng)
    if world is None:
        return None
    one, other = _beginning(session.game, start), _beginning(session.game, world)
    for code in session.last(len(session.events)):
        if code not in one.state.legal() or code not in other.state.legal():
            break
        told = [seen(each.apply(code), seat) for each in (one, other)]
        if one.state.over or told[0] != told[1] or (
                one.state.view(seat).key() != other.state.view(seat).key()):
            one.undo()
            other.undo()
            break
    return (one, other) if one.events and one.state.key() != other.state.key() else None


def _beginning(played: Game, state: State) -> Session:
    made = Session(played, state.players)
    made.state, made._kept = state, [state.clone()]
    return made


def alike(session: Session, seat: int, rng: random.Random) -> tuple[Session, Session] | None:
    """Twins for a seat, which gets the same of both."""
    pair = twins(session, seat, rng)
    if pair is not None:
        assert html(pair[0], seat) == html(pair[1], seat)
    return pair


@pytest.mark.many
@pytest.mark.parametrize("name", HIDING)
def test_no_byte_depends_on_what_a_seat_did_not_know(name: str) -> None:
    session, rng = walked(game(name), 4, 12), random.Random(4)
    pairs = [alike(session, seat, rng) for seat in (0, 1)]
    assert any(pairs)


def test_no_byte_of_made_games_either(tmp_path: Path) -> None:
    found = differ = 0
    for seed in range(8):
        session = walked(tilewright.load(str(write(made(seed), tmp_path / str(seed)))), seed, 6)
        for seat in range(session.state.players):
            pair = alike(session, seat, random.Random(seed))
            if pair is not None:
                found += 1
                differ += html(pair[0], open_=True) != html(pair[1], open_=True)
    assert found > 4
    assert differ, "nothing that is hidden is ever shown"


def test_without_a_word_nothing_is_open() -> None:
    page = html(walked(game("namiji"), 1, 8))
    assert [view["who"] for view in packed(page)["views"]] == [None]


# -- the command ----------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(walked(game("namiji"), 1, 8, 2).lines()))
    return path


@pytest.mark.parametrize(("args", "who"), [
    ([], [OPEN, 0, 1, None]), (["--seat", "2"], [1])])
def test_a_record_becomes_a_page(record: Path, args: list[str], who: list[Any]) -> None:
    to = record.with_name("out.html")
    done = CliRunner().invoke(app, ["replay", str(record), "--html", str(to), *args])
    assert done.exit_code == 0, done.output
    data = packed(to.read_text(encoding="utf-8"))
    assert [view["who"] for view in data["views"]] == who
    assert data["count"] == 8


@pytest.mark.parametrize(("args", "said"), [
    (["--seat", "1"], "name its file with '--html'"),
    (["--html", "out.html", "--seat", "3"], "there is no player 3; 2 play"),
    (["--html", "none/out.html"], "cannot be written"),
])
def test_what_cannot_become_a_page_is_told(record: Path, args: list[str], said: str,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(record.parent)
    done = CliRunner().invoke(app, ["replay", str(record), *args])
    assert isinstance(done.exception, UsageError), done.output
    assert said in str(done.exception)
