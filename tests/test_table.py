"""A table: seats, persons and bots, what each is told, and what can be taken back."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from bad_packs import MANIFEST, make_pack
from packs.tables import CLASSICS, SHIPPED, game
from tilewright.middle.header import SPECTATOR
from tilewright.playing.bots import bot_named
from tilewright.playing.record import KEEP, Session
from tilewright.playing.table import STEP, TURN, Table
from tilewright.problems import IllegalMove, RuleError
from tilewright.table import wire
from tilewright.telling.events import Chance
from tilewright.text import own_words

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import Game

LANGUAGES = ("en", "fr", "it", "pl")
GAME = """
players: {min: 2, max: 2}
kinds: {card: [ace, king, queen]}
state:
  game: {deck: {zone: card, visible: none, start: all}, pile: {zone: card}}
  player: {coins: {type: int, start: 5}, hand: {zone: card, visible: owner}}
flow:
  setup: [{shuffle: deck}]
  round: {each: players, turn: [{step: act, must: [draw, roll, lay, pay, bid]}, {may: [rest]}]}
actions:
  rest: {do: []}
  draw: {if: size(deck) > 0, do: [{draw: 1, from: deck, to: me.hand}]}
  roll: {do: [{random: {die: "range(1, 6)"}, do: [{gain: {me.coins: die}}]}]}
  lay: {pick: {c: me.hand}, do: [{move: c, from: me.hand, to: pile}, {gain: {me.coins: 1}}]}
  pay: {pay: {me.coins: 4}, do: [{gain: {next_player(me).coins: 1}}]}
  bid: {do: [{choose: {n: "range(0, 3)"}, secretly: true, do: []}]}
ends: {late: {when: round > 30, check: round}}
scoring: {coins: me.coins}
"""


@pytest.fixture
def cards(tmp_path: Path) -> Game:
    return tilewright.load(str(make_pack(tmp_path / "cards", {
        "pack.yaml": MANIFEST, "game.yaml": GAME})))


def table_of(game: Game, *bots: str | None, seed: int = 1) -> Table:
    return Table(Session(game, seed=seed), [b and bot_named(b) for b in bots], seed=seed)


def test_a_rule_that_fails_stops_the_game(tmp_path: Path) -> None:
    """Nobody may try one move after the other to find out what is hidden by what fails."""
    rules = GAME.replace("rest: {do: []}", "rest: {do: []}\n  dare: {do: [{repeat: {max: 9}, "
                         "do: [{gain: {me.nerve: 1}}]}]}").replace("draw, roll", "dare, draw, roll")
    rules = rules.replace("{coins: {type: int, start: 5}", "{nerve: {type: int, max: 3}, "
                          "coins: {type: int, start: 5}")
    table = table_of(tilewright.load(str(make_pack(tmp_path, {"game.yaml": rules}))))
    before = table.view(0).key()
    with pytest.raises(RuleError, match="more than 3"):
        act(table, "dare")
    assert table.view(0).key() == before
    for move in ("dare", "draw"):
        with pytest.raises(IllegalMove) as refused:
            act(table, move)
        assert refused.value.code == "failed"
    assert len({table.words("failed", lang) for lang in LANGUAGES}) == len(LANGUAGES)


def act(table: Table, *moves: str) -> None:
    for move in moves:
        table.act(table.decider or 0, move)


def said(table: Table, seats: list[int], lang: str = "en") -> list[str]:
    return [line.text for entry in table.log for line in table.told(entry, seats, lang)]


# -- who may do what ------------------------------------------------------------------------------


def test_only_the_one_who_decides_may_act(cards: Game) -> None:
    table = table_of(cards)
    with pytest.raises(IllegalMove, match="it is not your turn") as refused:
        table.act(1, "draw")
    assert refused.value.code == "not_yours"
    assert table.moves(1) == []
    assert {m.name: m.price for m in table.moves(0)}["pay"] == {"coins": 4}
    act(table, "pay", "pass", "draw", "pass")
    with pytest.raises(IllegalMove) as poor:
        table.act(0, "pay")
    assert (poor.value.code, "game.yaml" in str(poor.value)) == ("cost", True)
    assert "game.yaml" not in poor.value.said
    assert "there is only 1" in poor.value.said


def test_a_move_for_another_position_is_refused(cards: Game) -> None:
    table = table_of(cards)
    key = table.view(0).key()
    table.act(0, "roll", key)
    with pytest.raises(IllegalMove) as refused:
        table.act(0, "pass", key)
    assert refused.value.code == "stale"
    table.act(0, "pass", table.view(0).key())


def test_bots_go_on_until_a_person_decides(cards: Game) -> None:
    table = table_of(cards, None, "random")
    assert table.waits
    assert table.go_on() is None
    act(table, "draw", "pass")
    assert table.persons == [0]
    while not table.waits:
        made = table.go_on()
        assert made is not None
        assert made.seat == 1
    assert table.decider == 0


def test_the_end(cards: Game) -> None:
    table = table_of(cards, "random", "random")
    while table.go_on() is not None:
        pass
    assert table.over
    assert table.decider is None
    with pytest.raises(IllegalMove) as refused:
        table.act(0, "draw")
    assert refused.value.code == "over"


# -- what is told ---------------------------------------------------------------------------------


def test_each_seat_is_told_what_it_may_know(cards: Game) -> None:
    table = table_of(cards)
    act(table, "draw", "pass", "bid", "bid.n 2", "pass")
    drawn = table.view(0).zone(0, "hand")[0]
    assert said(table, [0])[:2] == ["p1: draw", f"p1 draws {drawn}"]
    assert said(table, [1])[:2] == ["p1: draw", "p1 draws 1 hidden"]
    assert said(table, [0, 1])[:2] == ["p1: draw", "p1 draws 1 hidden"]
    assert "p2: bid n 2" in said(table, [1])
    assert "p2: chooses secretly (bid n)" in said(table, [0])
    assert "p2: bid n 2" in said(table, [])


def test_a_card_that_is_laid_is_told_although_it_was_hidden(cards: Game) -> None:
    table = table_of(cards)
    act(table, "draw", "pass", "draw", "pass")
    card = table.view(0).zone(0, "hand")[0]
    act(table, f"lay {card}")
    assert said(table, [1])[-2:] == [f"p1: lay {card}", "p1: coins +1"]


def test_dice_are_told(cards: Game) -> None:
    table = table_of(cards)
    act(table, "roll")
    assert [re.sub(r"\d$", "N", line) for line in said(table, [0, 1])] == [
        "p1: roll", "chance: N", "p1: coins +N"]


@pytest.mark.parametrize("name", [*SHIPPED, *CLASSICS])
def test_a_move_on_offer_reads_as_it_will_in_the_log(name: str) -> None:
    """Later steps name what was picked before, in the list of moves as everywhere."""
    state, draw, several = game(name).new(seed=2), random.Random(2), 0
    for _ in range(40):
        if state.over:
            break
        for move in state.moves():
            several += bool(move.earlier)
            for lang in ("en", "pl"):
                assert move.words(lang) == state.describe(move.code, lang)
        state.apply(draw.choice(state.legal()))
    assert several or name not in ("chess", "checkers", "backgammon", "yamatai")


@pytest.mark.parametrize(("lang", "asked", "offered"), [
    ("en", "from b1 to …", "from b1 to a3"), ("fr", "de b1 vers …", "de b1 vers a3")])
def test_a_second_step_says_the_first(lang: str, asked: str, offered: str) -> None:
    state = game("chess").new(seed=1)
    state.apply(state.find("move b1"))
    for seat in (0, 1, None):
        question = state.view(seat).question
        assert question is not None
        assert question.words(lang) == asked
    assert offered in [move.words(lang) for move in state.moves()]


def test_others_are_not_told_the_first_step_of_a_secret_decision(tmp_path: Path) -> None:
    secret = tilewright.load(str(make_pack(tmp_path / "cards", {
        "pack.yaml": MANIFEST, "game.yaml": GAME.replace(
            "lay: {pick: {c: me.hand}, do: [",
            "lay: {pick: {c: me.hand, n: 'range(0, 1)'}, do: [")})))
    state = secret.new(seed=1)
    for move in ("draw", "pass", "draw", "pass"):
        state.apply(state.find(move))
    card = state.view(0).zone(0, "hand")[0]
    state.apply(state.find(f"lay {card}"))
    told = [state.view(seat).question.words() for seat in (1, None)]
    assert not any(card in said for said in told), told


CHANCE = ["special_die", "roll_and_write", "dice", "push_your_luck", "hexagon_map", "own_board"]


@pytest.mark.parametrize("name", CHANCE)
def test_what_chance_brings_is_told_without_the_names_of_rules(name: str) -> None:
    session, draw = Session(tilewright.load(f"cookbook/{name}"), seed=3), random.Random(3)
    table, told = Table(session), list[str]()
    for _ in range(30):
        if table.over:
            break
        entry = session.apply(draw.choice(session.state.legal())) and table.log[-1]
        sites = {e.site.rpartition(".")[2] for e in entry.events if isinstance(e, Chance)}
        said = [line.text for line in table.told(entry, [0]) if line.text.startswith("chance: ")]
        told += said
        assert not [one for one in said for site in sites
                    if one.split()[1:2] == [site.replace("_", " ").split()[0]]], said
    assert told


def test_a_move_says_where_what_it_takes_lies() -> None:
    session, draw, told = Session(game("yamatai"), 3, seed=1), random.Random(2), dict[str, Any]()
    table = Table(session)
    for _ in range(90):
        for option in wire.whole(table, table.decider, "en")["options"]:
            name = session.game.move(option["move"]).name
            whose = f"player:{table.decider}"
            places = [one.replace(whose, "me") for one in option.get("lies", [])]
            assert told.setdefault(name, places) == places, name
        session.apply(draw.choice(session.state.legal()))
    assert {name: told[name] for name in ("buy", "sell", "place", "stow.kept", "build")} == {
        "buy": ["game:0:reserve"], "sell": ["me:hand"], "place": ["me:hand"],
        "stow.kept": ["me:hand"], "build": ["game:0:row", "me:reserved"]}
    assert told["place.spot_placed"] == []


def test_the_log_says_where_turns_and_rounds_begin() -> None:
    """What comes after a turn belongs to whose turn it is then."""
    session, draw = Session(game("yamatai"), 3, seed=1), random.Random(2)
    table = Table(session)
    for _ in range(90):
        session.apply(draw.choice(session.state.legal()))
    told = [line for entry in table.log for line in wire.lines(table, entry, 0, "en")]
    rounds = [line["say"] for line in told if line.get("round")]
    assert rounds == [f"round {n}" for n in range(2, len(rounds) + 2)]
    assert rounds
    whose = None
    for line in told:
        whose = None if line.get("round") else line.get("turn", whose)
        if line["head"] and whose is not None:
            assert line["seat"] == whose
    assert any(line.get("turn") is not None and not line["head"] for line in told)
    passed = [line for line in told if line.get("pass")]
    assert passed
    assert all(line["head"] and line["say"].endswith(("go on", "no second boat"))
               for line in passed), passed


def test_whoever_only_watches_sees_what_everybody_may(cards: Game) -> None:
    table = table_of(cards)
    act(table, "draw", "pass")
    assert table.view(None).zone(0, "hand") == [None]
    assert table.view(None).legal() == []
    assert said(table, [SPECTATOR])[:2] == ["p1: draw", "p1 draws 1 hidden"]
    assert table.view(None).determinize(1).zone(0, "hand") != [None]


@pytest.mark.parametrize("name", ["yamatai", "namiji"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_tell_chance_and_reactions_in_all_languages(name: str, lang: str) -> None:
    table = table_of(game(name), *["random"] * 5, seed=5)
    while table.go_on() is not None:
        pass
    told = "\n".join(said(table, [], lang))
    frames = {key: re.escape(text) for key, text in own_words(lang).items()
              if key.startswith("told.")}
    wanted = {"yamatai": ["told.by", "told.gets", "told.moves"], "namiji": ["told.draws"]}
    for key in wanted[name]:
        pattern = re.sub(r"\\\{\w+\\\}", ".+", frames[key])
        assert re.search(pattern, told), key
    if name == "namiji":
        assert f"{own_words(lang)['cli.chance']}" in told
    assert not re.search(r"[{}]|\bNone\b", told)


def test_a_record_for_a_seat_holds_nothing_that_it_must_not_know(cards: Game) -> None:
    one, other = table_of(cards), table_of(cards)
    for table, bid in ((one, 1), (other, 3)):
        act(table, "draw", "pass", "bid", f"bid.n {bid}", "pass")
    assert one.record(0) == other.record(0)
    assert one.record(1) != other.record(1)
    header, *moves, end = map(json.loads, one.record(0))
    assert header["seat"] == 0
    assert not {"seed", "rules"} & set(header)
    assert [m["seat"] for m in moves] == [0, 0, 1, 1, 1]
    assert end == {"end": 5}


# -- undo -----------------------------------------------------------------------------------------


def test_undo_by_step_turn_and_line(cards: Game) -> None:
    table = table_of(cards)
    act(table, "pay", "pass", "bid", "bid.n 1")
    assert table.undo("turn") == 2
    assert len(table.log) == 2
    assert table.undo() == 1
    act(table, "pass", "bid")
    assert table.undo(1) == 3
    assert table.log == []
    with pytest.raises(IllegalMove) as refused:
        table.undo()
    assert refused.value.code == "nothing"
    with pytest.raises(IllegalMove):
        table.undo(7)


def test_undo_of_a_turn_ends_where_the_game_begins(cards: Game) -> None:
    """There is no move before the first one, whoever made the last one."""
    table = table_of(cards)
    act(table, "pay")
    assert table.undo("turn") == 1
    assert table.log == []
    for wrong in (0, -1, 1):
        with pytest.raises(IllegalMove) as refused:
            table.undo(wrong)
        assert refused.value.code == "nothing"


def test_undo_stops_at_what_somebody_has_learned(cards: Game) -> None:
    table = table_of(cards)
    act(table, "draw")
    with pytest.raises(IllegalMove) as refused:
        table.undo()
    assert refused.value.code == "learned"
    assert table.undo(agreed=True) == 1
    alone = table_of(cards, None, "random")
    act(alone, "draw")
    assert alone.undo() == 1


@pytest.mark.parametrize(("name", "players"), [("namiji", 3), ("tictactoe", 2), ("", 2)])
def test_what_is_offered_to_be_taken_back_is_what_can_be(cards: Game, name: str, players: int
                                                         ) -> None:
    class Asked(Session):
        def undo(self, count: int = 1) -> None:
            """It is only asked whether it may be."""

    session, draw = Asked(game(name) if name else cards, players, 4), random.Random(4)
    table, whys = Table(session), []
    for _ in range(40):
        if table.over:
            break
        session.apply(draw.choice(session.state.legal()))
        for by in ([0], [0, 1], [*range(players)]):
            limit = table.undo_limit(by)
            whys.append(limit.why)
            for to in (STEP, TURN, *range(1, table.count + 1)):
                at = {STEP: limit.step, TURN: limit.turn}.get(to, to)
                try:
                    table.undo(to, by=by)
                    refused = ""
                except IllegalMove as error:
                    refused = error.code
                assert (refused == "") == limit.reaches(at), (to, by, limit)
    assert {*whys} >= ({"nothing", "others"} if name == "tictactoe" else {"learned", "others"})


def test_the_words_of_a_refusal_are_there_in_all_languages(cards: Game) -> None:
    table = table_of(cards)
    for code in ("not_yours", "stale", "nothing", "learned", "over"):
        assert len({table.words(code, lang) for lang in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("count", [0, 1, KEEP - 1, KEEP, KEEP + 1, 50])
def test_the_position_before_some_moves_is_found_again(count: int) -> None:
    session, draw, keys = Session(game("namiji"), 3, 4), random.Random(4), list[str]()
    for _ in range(2 * KEEP + 5):
        keys.append(session.state.key())
        session.apply(draw.choice(session.state.legal()))
    wanted = session.state.key() if count == 0 else keys[max(len(keys) - count, 0)]
    assert session.before(count).key() == wanted
    session.undo(count)
    assert session.state.key() == wanted
    assert len(session.record.moves) == len(session.events) == len(session.record.marks) == max(
        len(keys) - count, 0)
    if not session.state.over:
        session.apply(session.state.legal()[0])


