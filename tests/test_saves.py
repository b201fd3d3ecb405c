"""Records and saved games: told again, also when their rules have changed or are gone."""

from __future__ import annotations

import base64
import contextlib
import copy
import io
import json
import os
import random
import shutil
import subprocess
import sys
import zlib
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import run_here
from packs.tables import ALL, folder, game, walked
from tilewright import load
from tilewright.cli.replay import check, explained, replay_file, resumed
from tilewright.model import GAME
from tilewright.playing.archive import packed, unpacked
from tilewright.playing.compare import Changed, changes, shown
from tilewright.playing.facts import facts, mark
from tilewright.playing.record import Record, Session, read_record, verify
from tilewright.problems import ContentError, RecordError, TilewrightError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
# With what the numbers of old records were then.
NUMBERS_OF_OLD = {"yamatai": ("first_points",)}
WAY_OUT = "add: --as-recorded"

# -- a small game, and changes of it ----------------------------------------------------------

MARKET = {
    "pack.yaml": """\
language: 2
id: market
version: 1.0.0
title: Market
license: MIT
rules: [game.yaml]
tiles: [cards.yaml]
texts: {en: en.yaml}
""",
    "game.yaml": """\
players: {min: 2, max: 3}
options:
  gift: {type: int, default: 0, min: 0, max: 3}
  kind: {type: bool, default: false}
families:
  card:
    attributes: {price: int, worth: int}
state:
  game:
    deck: {zone: card, visible: none, start: all}
    row: {zone: card}
    visits: int
  player:
    coins: {type: int, start: 9}
    cards: {zone: card}
    lucky: {type: bool}
    last: card?
flow:
  setup:
    - shuffle: deck
    - draw: 4
      from: deck
      to: row
  round:
    each: players
    turn:
      - must: [buy, rest]
actions:
  buy:
    pick: {bought: "[c for c in row if c.price <= me.coins]"}
    do:
      - lose: {me.coins: bought.price}
      - set: {me.last: bought}
      - move: bought
        from: row
        to: me.cards
      - refill: row
        to: 4
        from: deck
  rest:
    do:
      - gain: {me.coins: 1 + gift, visits: 1}
      - set: {me.lucky: true}
        when: kind or me.coins > 90
ends:
  late: {when: round > 4, check: round}
scoring:
  coins: me.coins
  cards: sum(c.worth for c in me.cards)
""",
    "cards.yaml": """\
family: card
tiles:
  apple: {price: 1, worth: 1}
  pear: {price: 1, worth: 2}
  plum: {price: 2, worth: 3}
  fig: {price: 2, worth: 3}
  date: {price: 3, worth: 5}
  nut: {price: 3, worth: 4}
  kiwi: {price: 1, worth: 1}
  lime: {price: 2, worth: 2}
  yam: {price: 5, worth: 7}
  okra: {price: 8, worth: 9}
""",
    "en.yaml": """\
game: Market
move.buy: buy {bought}
move.rest: rest
end.late: it is late
score.coins: Coins
score.cards: Cards
""",
}
Change = tuple[str, str, str]


def market(folder: Path, *changed: Change) -> Path:
    """The pack in a folder; each change is a file, words in it, and what stands there instead."""
    folder.mkdir(parents=True, exist_ok=True)
    files = dict(MARKET)
    for name, old, new in changed:
        assert old in files[name], old
        files[name] = files[name].replace(old, new, 1)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def played(source: Path | str, seed: int = 1, steps: int = 100, variants: tuple[str, ...] = (),
           **options: Any) -> Session:
    """Some random moves of a game; the same seed makes the same ones."""
    session = Session(load(str(source), variants), seed=seed, options=options, one_stream=True)
    rng = random.Random(seed)
    while steps and not session.state.over:
        session.apply(rng.choice(session.state.legal()))
        steps -= 1
    return session


def saved(session: Session, path: Path, *, rules: bool = True) -> Path:
    path.write_text("\n".join(session.lines(rules=rules)) + "\n", encoding="utf-8")
    return path


def told_again(record: Path, source: Path | str, *variants: str, as_recorded: bool = False) -> str:
    """What `replay` ends with: nothing, or the error."""
    try:
        replay_file(record, "en", str(source), list(variants), as_recorded=as_recorded)
    except RecordError as error:
        return str(error)
    return ""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# -- the rules of today against those of a record -----------------------------------------------

PRICE = ("cards.yaml", "yam: {price: 5", "yam: {price: 4")
NEXT = ("cards.yaml", "fig: {price: 2", "fig: {price: 1")
NEVER = ("cards.yaml", "nut: {price: 3", "nut: {price: 2")
GONE = ("cards.yaml", "  nut: {price: 3, worth: 4}\n", "")

# What is changed, and words of what must be told, in order; nothing where all stays the same.
CHANGES: dict[str, tuple[list[Change], list[str]]] = {
    "nothing": ([], []),
    "texts": ([("en.yaml", "it is late", "the market closes")], []),
    "a comment": ([("game.yaml", "players:", "# Who plays.\nplayers:")], []),
    "a rule that never mattered": ([NEVER], []),
    "a field that nothing uses": (
        [("game.yaml", "    visits: int", "    visits: int\n    weather: int"),
         ("game.yaml", "visits: 1}", "visits: 1, weather: 1}")], []),
    "a price": ([PRICE], [
        "the first difference is move 4, 'buy yam': player.p2.coins is 6, it was 5\n",
        "tiles/card/yam/price was 5, now it is 4 (market/cards.yaml:11:16)", WAY_OUT]),
    "two prices, of which the later one matters later": ([NEXT, PRICE], [
        "move 4, 'buy yam'", "tiles/card/yam/price was 5, now it is 4"]),
    "a price and a rule that never mattered": ([NEVER, NEXT], [
        "move 6, 'buy fig'", "tiles/card/fig/price was 2, now it is 1"]),
    "two changes that only matter together": (
        [("cards.yaml", "pear: {price: 1, worth: 2", "pear: {price: 1, worth: 40"),
         ("game.yaml", "1 + gift", "1 + gift + count(c for c in row if c.worth > 30)")],
        ["move 2, 'rest': player.p2.coins is 11, it was 10",
         "no single change of the rules was found"]),
    "what may be done": (
        [("game.yaml", "c.price <= me.coins", "c.price < me.coins")],
        ["move 3, 'buy okra'", "actions/buy/pick/bought was", "game.yaml:30:21"]),
    "the points": ([("cards.yaml", "okra: {price: 8, worth: 9}", "okra: {price: 8, worth: 1}")], [
        "move 10, 'buy pear': scores is [5, 14], it was [13, 14]",
        "tiles/card/okra/worth was 9, now it is 1 (market/cards.yaml:12:27)"]),
    "the score sheet": ([("game.yaml", "coins: me.coins\n", "coins: me.coins // 2\n")], [
        "move 10, 'buy pear': scores is", "scoring/coins was me.coins, now it is me.coins // 2"]),
    "who wins": ([("game.yaml", "scoring:", "ranking: {best: least}\nscoring:")], [
        "move 10, 'buy pear': winners is [0], it was [1]", "ranking was nothing"]),
    "when it ends": ([("game.yaml", "round > 4", "round > 3")], [
        "move 8, 'buy lime'", "ends/late/when was round > 4, now it is round > 3"]),
    "what is there in the beginning": ([("game.yaml", "coins: {type: int, start: 9}",
                                         "coins: {type: int, start: 7}")], [
        "the game begins differently: player.p1.coins is 7, it was 9; player.p2.coins is 7",
        "state/player/coins/start was 9, now it is 7 (market/game.yaml:14:31)"]),
    "how it is set up": ([("game.yaml", "- draw: 4", "- draw: 3")], [
        "the game begins differently: game.deck is", "flow/setup/draw/draw was 4, now it is 3"]),
    "how many play": ([("game.yaml", "{min: 2, max: 3}", "{min: 3, max: 3}")], [
        "the game begins differently: 'market' is for 3 players, not 2"]),
    "a tile that is gone": ([GONE], [
        "the game begins differently: game.deck is",
        "tiles/card/nut was {price: 3, worth: 4}, now it is nothing (market/cards.yaml:3:3)"]),
    "a tile that is new": ([("cards.yaml", "  nut:", "  egg: {price: 4, worth: 4}\n  nut:")], [
        "the game begins differently", "tiles/card/egg was nothing, now it is {price: 4"]),
    "tiles in another order": (
        [("cards.yaml", "  apple: {price: 1, worth: 1}\n", ""),
         ("cards.yaml", "  nut:", "  apple: {price: 1, worth: 1}\n  nut:")],
        ["the game begins differently", "tiles/card was {apple:"]),
    "an action that is gone": (
        [("game.yaml", "[buy, rest]", "[buy, wait]"), ("game.yaml", "  rest:\n", "  wait:\n"),
         ("en.yaml", "move.rest: rest", "move.wait: wait")],
        ["the first difference is move 2, 'rest': there is no move 'rest' in this game"]),
    "an option that is gone": (
        [("game.yaml", "  gift: {type: int, default: 0, min: 0, max: 3}\n", ""),
         ("game.yaml", "1 + gift", "1")],
        ["the game begins differently: 'market' has no option 'gift'", WAY_OUT]),
    "another name for a tile": ([("cards.yaml", "yam: {", "sweet: {was: yam, ")], []),
    "another name for a tile, declared in the manifest": (
        [("cards.yaml", "yam: {", "sweet: {"),
         ("pack.yaml", "license", "was: {tiles/card/sweet: yam}\nlicense")], []),
    "another name for an action, a field and a tile": (
        [("game.yaml", "[buy, rest]", "[get, rest]"), ("game.yaml", "  buy:", "  get:"),
         ("en.yaml", "move.buy", "move.get"),
         ("game.yaml", "    visits: int", "    rests: int"),
         ("game.yaml", "visits: 1", "rests: 1"), ("cards.yaml", "fig: {", "date2: {was: fig, "),
         ("pack.yaml", "license", "was: {actions/get: buy, state/game/rests: visits}\nlicense")],
        []),
    "another name that nobody declares": ([("cards.yaml", "yam: {", "sweet: {")], [
        "the game begins differently: game.deck is"]),
    "another name and another price": (
        [("cards.yaml", "yam: {price: 5", "sweet: {was: yam, price: 4")],
        ["move 4, 'buy yam': player.p2.coins is 6, it was 5"]),
    "a tile that another one stands in for": (
        [GONE, ("cards.yaml", "date: {price: 3", "date: {count: 2, price: 3"),
         ("pack.yaml", "license", "fallback: {tiles/card/nut: date}\nlicense")], []),
    "the same without a declaration": (
        [GONE, ("cards.yaml", "date: {price: 3", "date: {count: 2, price: 3")],
        ["the game begins differently: game.deck is", "tiles/card/date/count was nothing"]),
    "an action that another one stands in for": (
        [("game.yaml", "[buy, rest]", "[buy, wait]"), ("game.yaml", "  rest:\n", "  wait:\n"),
         ("en.yaml", "move.rest: rest", "move.wait: wait"),
         ("pack.yaml", "license", "fallback: {actions/rest: wait}\nlicense")], []),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_record_under_other_rules(name: str, place: Path) -> None:
    changed, wanted = CHANGES[name]
    record = saved(played(market(place / "market")), place / "one.jsonl")
    said = told_again(record, market(place / "market", *changed))
    assert said if wanted else said == ""
    for words in wanted:
        assert words in said
        said = said.split(words, 1)[1]


@pytest.mark.parametrize("name", CHANGES)
def test_a_record_is_always_told_as_it_was_recorded(name: str, place: Path,
                                                    capsys: pytest.CaptureFixture[str]) -> None:
    record = saved(played(market(place / "market")), place / "one.jsonl")
    market(place / "market", *CHANGES[name][0])
    assert told_again(record, place / "market", as_recorded=True) == ""
    assert "10 moves, and the same end" in capsys.readouterr().out


def test_without_the_rules_the_first_position_that_differs_is_named(place: Path) -> None:
    record = saved(played(market(place / "market")), place / "one.jsonl", rules=False)
    assert told_again(record, market(place / "market", NEVER)) == ""
    said = told_again(record, market(place / "market", PRICE))
    assert said == ("the first difference is after move 4 ('buy yam'): it can be made, but the "
                    "position is another one")
    renamed = market(place / "market", ("cards.yaml", "yam: {", "sweet: {was: yam, "))
    assert told_again(record, renamed) == ""
    with pytest.raises(RecordError, match="does not carry its rules"):
        replay_file(record, "en", None, [], as_recorded=True)


def test_a_blamed_change_is_found_among_many(place: Path) -> None:
    """Each alone would be tried for a long time in a big game; halves are tried first."""
    many = "".join(f"  c{n}: {{price: 90, worth: {n}}}\n" for n in range(60))
    start = ("cards.yaml", "  apple", f"{many}  apple")
    record = saved(played(market(place / "market", start)), place / "one.jsonl")
    later = [("cards.yaml", f"price: 90, worth: {n}}}", f"price: {n + 95}, worth: {n}}}")
             for n in range(60)]
    said = told_again(record, market(place / "market", start, *later,
                                     ("game.yaml", "start: 9", "start: 5")))
    assert "the game begins differently" in said
    assert "state/player/coins/start was 9, now it is 5" in said


@pytest.mark.parametrize(("old", "new", "wanted"), [
    ({"a": 1}, {"a": 2}, [(("a",), 1, 2)]),
    ({"a": {"b": 1, "c": 1}}, {"a": {"b": 2, "c": 2}}, [(("a", "b"), 1, 2), (("a", "c"), 1, 2)]),
    ({"a": 1}, {"a": True}, [(("a",), 1, True)]),
    ({"a": ["x", "y"]}, {"a": ["y", "x"]}, [(("a",), ["x", "y"], ["y", "x"])]),
    ({"a": {"b": 1, "c": 2}}, {"a": {"c": 2, "b": 1}},
     [(("a",), {"b": 1, "c": 2}, {"c": 2, "b": 1})]),
    ({"a": [{"draw": 4}, {"end": "game"}]}, {"a": [{"draw": 3}, {"end": "game"}]},
     [(("a", "draw", "draw"), 4, 3)]),
    ({"texts": {"en": {"game": "A"}}, "show": {}}, {"texts": {}, "show": {"x": 1}}, []),
])
def test_changes_are_told_as_deep_as_they_have_names(old: Any, new: Any, wanted: Any) -> None:
    assert changes({"root": old}, {"root": new}) == [Changed(*c) for c in wanted]


def test_values_are_shown_on_one_line() -> None:
    assert shown({"a": [True, None, {"b": 0}], "c": "x"}) == "{a: [true, none, {b: 0}], c: x}"
    assert shown(["long"] * 50).endswith("…")
    assert len(shown(["long"] * 50)) < 100


# -- variants -------------------------------------------------------------------------------------


def rich(folder: Path, coins: int = 2) -> Path:
    """A variant in which resting brings more, or the same."""
    made = folder / "variants" / "rich"
    made.mkdir(parents=True, exist_ok=True)
    (made / "variant.yaml").write_text(
        "language: 2\nid: rich\nversion: 1.0.0\nvariant_of: market\noverlays: [changes.yaml]\n")
    (made / "changes.yaml").write_text(
        f'set: {{actions/rest/do/gain/gain/me.coins: "{coins} + gift"}}\n')
    return made


def test_a_variant_that_is_put_on_top_is_to_blame(place: Path) -> None:
    record = saved(played(market(place / "market")), place / "one.jsonl")
    assert told_again(record, place / "market", str(rich(place, 1))) == ""
    said = told_again(record, place / "market", str(rich(place, 2)))
    assert "move 2, 'rest': player.p2.coins is 11, it was 10" in said
    assert "was 1 + gift, now it is 2 + gift (variants/rich/changes.yaml:1:44)" in said


def test_a_variant_of_a_record_is_found_or_missed(place: Path) -> None:
    source, made = market(place / "content" / "market"), rich(place)
    record = saved(played(source, variants=(str(made),)), place / "one.jsonl")
    assert told_again(record, source) == ""
    shutil.rmtree(made)
    said = told_again(record, source)
    assert said.startswith("this game was recorded with market 1.0.0, rich 1.0.0, which cannot be "
                           "loaded now: there is no variant 'rich'")
    assert said.endswith(WAY_OUT)
    assert told_again(record, source, as_recorded=True) == ""
    with pytest.raises(RecordError, match=r"saved with 'rich' on top; to go on, add: --with rich"):
        resumed(record, load(str(source)), "en")


# -- going on -------------------------------------------------------------------------------------


def test_a_saved_game_goes_on_where_it_was(place: Path) -> None:
    record = saved(played(market(place / "market"), steps=6, gift=2), place / "one.jsonl")
    whole = played(place / "market", gift=2)
    session = resumed(record, load(str(place / "market")), "en")
    for _, label in whole.record.moves[6:]:
        session.apply(session.state.find(label))
    assert session.record.moves == whole.record.moves
    assert session.lines(rules=True) == whole.lines(rules=True)
    assert session.state.save() == whole.state.save()


@pytest.mark.parametrize(("changed", "wanted"), [
    ([NEVER], ""), ([("cards.yaml", "pear: {price: 1", "pear: {price: 2")], ""),
    ([PRICE], "the first difference is move 4, 'buy yam'"),
    ([("cards.yaml", "okra: {price: 8", "okra: {price: 9")],
     "the first difference is move 3, 'buy okra': “buy okra” is not possible now"),
])
def test_a_saved_game_goes_on_if_nothing_differs_yet(changed: list[Change], wanted: str,
                                                     place: Path) -> None:
    record = saved(played(market(place / "market"), steps=6), place / "one.jsonl")
    today = load(str(market(place / "market", *changed)))
    if not wanted:
        assert len(resumed(record, today, "en").record.moves) == 6
        return
    with pytest.raises(RecordError) as error:
        resumed(record, today, "en")
    assert str(error.value).startswith(wanted)
    assert WAY_OUT in str(error.value)


def test_what_is_saved_again_has_the_ids_and_packs_of_its_rules(place: Path) -> None:
    before = played(market(place / "market"), steps=6)
    record = saved(before, place / "one.jsonl")
    renamed = load(str(market(place / "market", ("cards.yaml", "yam: {", "sweet: {was: yam, "))))
    again = resumed(record, renamed, "en")
    assert again.record.moves[3] == (1, "buy sweet")
    assert again.record.hash == renamed.hash
    told = read_record(record)
    kept = Session.of(unpacked(told.rules), told)
    assert kept.lines(rules=True) == before.lines(rules=True)


def test_marks_that_are_others_are_seen_without_a_change_of_rules(place: Path) -> None:
    record = saved(played(market(place / "market")), place / "one.jsonl")
    lines = record.read_text().splitlines()
    data = json.loads(lines[4])
    record.write_text("\n".join([*lines[:4], json.dumps(data | {"mark": "0" * 10}), *lines[5:]]))
    with pytest.raises(RecordError, match=r"after move 4 \('buy yam'\)"):
        resumed(record, load(str(place / "market")), "en")
    market(place / "market", NEVER)
    said = told_again(record, place / "market")
    assert said.startswith("this record is damaged, or of another version of the program; with the "
                           "rules that it carries: the first difference is after move 4")


def test_a_game_of_another_name_is_no_game_to_go_on_with(place: Path) -> None:
    record = saved(played(market(place / "market")), place / "one.jsonl")
    with pytest.raises(RecordError, match="is a game of 'market', not of 'tictactoe'"):
        resumed(record, load("tictactoe"), "en")


# -- shipped games --------------------------------------------------------------------------------


def copy_of(name: str, place: Path, file: str, old: str, new: str) -> Path:
    made = place / "new" / name
    shutil.copytree(ROOT / "content" / name, made)
    text = (made / file).read_text(encoding="utf-8")
    assert old in text
    (made / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return made


@cache
def lines_of(name: str) -> str:
    return "\n".join(played(ROOT / "content" / name, seed=3, steps=1_000).lines(rules=True))


@pytest.mark.many
@pytest.mark.parametrize(("name", "file", "old", "new", "wanted"), [
    ("yamatai", "text/en.yaml", "game: ", "game: The game of ", []),
    ("yamatai", "game.yaml", "coins: me.coins //", "coins: 1 + me.coins //",
     ["scores is [", "scoring/coins was me.coins // coins_per_point(), now it is 1 + me",
      "game.yaml:90:10)"]),
    ("yamatai", "vocabulary.yaml", "stone: 3, clay: 4, gold: 5", "stone: 2, clay: 4, gold: 5",
     ["the first difference is move ", ", 'buy stone': player.p", ".coins is ",
      "queries/buying_price/base/stone was 3, now it is 2 (new/yamatai/vocabulary.yaml:36:41)"]),
    ("namiji", "pack.yaml", "version: 1.0.0", "version: 1.0.1", []),
    ("namiji", "stations.yaml", 'panoramas: "me.seen[v]', 'panoramas: "1 + me.seen[v]',
     ["the first difference is move ", ".panoramas is 2, it was 1\n",
      "because of a change of the rules: procedures/paint/do/if/then/score/score/panoramas was",
      "(new/namiji/stations.yaml:221:"]),
])
def test_a_record_of_a_shipped_game(name: str, file: str, old: str, new: str, wanted: list[str],
                                    place: Path) -> None:
    path = place / "one.jsonl"
    path.write_text(lines_of(name) + "\n", encoding="utf-8")
    record, today = read_record(path), load(str(copy_of(name, place, file, old, new)))
    assert today.hash != record.hash
    said = explained(record, today)
    assert bool(said) == bool(wanted)
    assert [w for w in wanted if w not in said] == []
    if not wanted:
        check(record, today)


@pytest.mark.parametrize("path", sorted(ROOT.glob("tests/records/*.jsonl")), ids=lambda p: p.stem)
def test_records_of_version_1_are_read_and_compared_by_their_key(path: Path, place: Path) -> None:
    record = read_record(path)
    played = load(record.game, NUMBERS_OF_OLD.get(record.game, ()))
    record.key, record.marks = verify(played, record).key(), []
    assert verify(played, record).key() == record.key
    record.key = record.key[::-1]
    with pytest.raises(RecordError, match="the final position differs"):
        verify(played, record)


# -- what a stranger gives ------------------------------------------------------------------------


@cache
def good_lines() -> tuple[str, ...]:
    session = Session(load("tictactoe"), seed=4)
    for label in ("mark b2", "mark a1", "mark c3"):
        session.apply(session.state.find(label))
    return tuple(session.lines(rules=True))


def opened(path: Path) -> None:
    """All that can be done with a record, with the rules of today and with its own."""
    record = read_record(path)
    for as_recorded in (False, True):
        replay_file(path, "en", None, [], as_recorded=as_recorded)
    resumed(path, load("tictactoe"), "en")
    assert record.moves


def refused(path: Path) -> str:
    with pytest.raises(TilewrightError) as error:
        opened(path)
    said = str(error.value)
    assert said.replace("\n", "").isprintable()
    assert len(said) < 2_000
    return said


def with_header(path: Path, **changed: Any) -> Path:
    header = json.loads(good_lines()[0]) | changed
    header = {key: value for key, value in header.items() if value is not ...}
    path.write_text("\n".join([json.dumps(header), *good_lines()[1:]]), encoding="utf-8")
    return path


def test_the_record_that_is_damaged_below_is_good(tmp_path: Path) -> None:
    opened(with_header(tmp_path / "one.jsonl"))


WRONG: dict[str, list[Any]] = {
    "format": [..., None, "x", 1, []],
    "version": [..., None, "2", 2.5, True, [], {}, 0, 4, 10 ** 40],
    "game": [..., None, 1, [], {}, "", "no such game", "x" * 5_000, "\x1b[2J", "\ud800", "a\nb",
             "/dev/zero", "../..", "a\0b"],
    "hash": [..., None, 1, [], "\x1b[2J"],
    "variants": [..., None, 1, "abc", {"a": 1}, [1], [None], [[]], ["\x1b[2J"], ["none_such"]],
    "options": [..., None, 1, "x", [], [["a", 1]], {"a": 1.5}, {"a": None}, {"a": "1"},
                {"a": [1]}, {"\x1b[2J": 1}, {"none_such": 1}, {"none_such": 10 ** 400}],
    "players": [..., None, 2.0, "2", True, [], -1, 0, 99, 10 ** 40],
    "seed": [..., None, 1.5, "1", False, []],
    "packs": [None, 1, "x", {}, [1], [[]], [["ab"]], [{"id": 1}], [{"id": "a"}],
              [{"id": "\x1b", "version": "1", "hash": "2"}]],
    "rules": [None, 1, [], {}, "%", "é", "abcd", "AAAA", "\x1b[2J", "A" * 4_001],
}


@pytest.mark.parametrize(("key", "value"), [(k, v) for k, many in WRONG.items() for v in many],
                         ids=lambda v: str(v)[:12].encode("unicode_escape").decode())
def test_a_header_that_is_damaged(key: str, value: Any, tmp_path: Path) -> None:
    refused(with_header(tmp_path / "one.jsonl", **{key: value}))


def test_a_header_without_packs_or_rules_is_an_older_one(tmp_path: Path) -> None:
    path = with_header(tmp_path / "one.jsonl", packs=..., rules=...)
    assert read_record(path).packs == []
    assert told_again(path, "tictactoe") == ""


MOVE = '{"seat": 1, "move": "mark a1", "mark": "0123456789"}'


@pytest.mark.parametrize(("number", "line", "said"), [
    (0, "", "1: this line is not JSON"), (0, "[]", "1: this line is not part of a replay"),
    (1, "[" * 100_000, "2: this line is not JSON"), (1, "9" * 5_000, "2: this line is not"),
    (1, '{"seat": 1' + "1" * 5_000 + "}", "2: this line is not JSON"),
    (2, '{"seat": "1", "move": "mark a1", "mark": "x"}', "3: this line is not a move"),
    (2, '{"seat": true, "move": "mark a1", "mark": "x"}', "3: this line is not a move"),
    (2, '{"seat": 1, "move": ["mark a1"], "mark": "x"}', "3: this line is not a move"),
    (2, '{"seat": 1, "move": "\\u001b[2J", "mark": "x"}', "3: this line is not a move"),
    (2, '{"seat": 1, "move": "\\ud800", "mark": "x"}', "3: this line is not a move"),
    (2, '{"seat": 1, "move": "mark a1"}', "3: this move has no mark"),
    (2, '{"seat": 1, "move": "mark a1", "mark": 7}', "3: this move has no mark"),
    (2, '{"seat": 1, "move": "mark a1", "mark": null}', "3: this move has no mark"),
    (2, MOVE, "the first difference is after move 2 ('mark a1')"),
    (2, MOVE.replace("0123456789", ""), "the first difference is after move 2 ('mark a1')"),
    (2, MOVE.replace("0123456789", "0" * 10_000), "the first difference is after move 2"),
    (2, MOVE.replace("1,", "-1,"), "was made by seat -1"),
    (2, MOVE.replace("1,", f"{10 ** 40},"), "was made by seat 1"),
    (2, MOVE.replace("mark a1", ""), "the first difference is move 2, ''"),
    (2, MOVE.replace("mark a1", "mark b2"), "the first difference is move 2, 'mark b2'"),
    (2, "", "3: this line is not JSON"),
    (2, '{"end": 1}', "4: this line stands after the end"),
    (4, '{"end": 4}', "5: the record says 4 moves, but holds 3"),
    (4, '{"end": "3"}', "5: the record says 3 moves, but holds 3"),
    (4, '{"end": [3]}', "5: the record says [3] moves"),
    (4, "", "5: this line is not JSON"),
    (4, '{"end": 3}\n{"end": 3}', "6: this line stands after the end"),
])
def test_a_line_that_is_damaged(number: int, line: str, said: str, tmp_path: Path) -> None:
    lines = list(good_lines())
    lines[number] = line
    path = tmp_path / "one.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert said in refused(path)


@pytest.mark.parametrize("end", ['{"end": 3}', '{"end": 3, "key": 5}', '{"end": 3, "key": []}'])
def test_a_record_of_version_1_needs_its_key(end: str, tmp_path: Path) -> None:
    header = json.loads(good_lines()[0]) | {"version": 1}
    moves = [json.dumps({k: v for k, v in json.loads(m).items() if k != "mark"})
             for m in good_lines()[1:-1]]
    path = tmp_path / "one.jsonl"
    path.write_text("\n".join([json.dumps(header), *moves, end]))
    assert "5: the key of the last position is missing" in refused(path)


@pytest.mark.parametrize(("raw", "said"), [
    (b"", "is empty"), (b"\xff\xfe", "is not UTF-8"), (b"\0" * 100, "is not JSON"),
    (b"[" * 20_000_001, "is larger than 20,000,000 bytes"),
    (b"\n" * 1_000, "1: this line is not JSON"),
])
def test_a_file_that_is_no_record(raw: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_bytes(raw)
    assert said in refused(path)


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    assert "is not a plain file" in refused(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert "is not a plain file" in refused(tmp_path / "pipe")


def test_line_endings_and_marks_of_other_editors_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(good_lines()).encode() + b"\r\n")
    opened(path)


def blob(data: Any) -> str:
    raw = data if isinstance(data, bytes) else (
        data if isinstance(data, str) else json.dumps(data)).encode()
    return base64.b64encode(zlib.compress(raw)).decode()


@cache
def _market_data() -> str:
    return zlib.decompress(base64.b64decode(packed(load("tictactoe").model))).decode()


def with_part(*path: str, value: Any = ...) -> dict[str, Any]:
    """The rules of a game with another value at a path, or with nothing there."""
    data = json.loads(_market_data())
    here = data
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    if value is ...:
        del here[path[-1]]
    return copy.copy(data)


HEAD = '{"manifest": {"id": "x", "version": "1.0.0", "language": 2}, "root": '
ODD: list[Any] = [None, [], 5, "x", True, 1.5, float("nan"), float("inf"), [[]], {"a": None},
                  {"a": []}, {"a": {"b": None}}, {"": 1}, {"\x1b[2J": "\x1b[2J"}, "\ud800"]
BROKEN: dict[str, Any] = {
    "nothing": "", "no JSON": "{", "a number": "5", "a list": "[]", "no UTF-8": b"\xff\xfe\0",
    "no root": {"manifest": {}}, "no manifest": {"root": {}}, "both empty": {"manifest": {},
                                                                              "root": {}},
    "a list as root": {"manifest": {}, "root": []},
    "deep": HEAD + '{"flow": ' + "[" * 900 + "]" * 900 + "}}",
    "deeper": HEAD + '{"flow": ' + "[" * 100_000 + "]" * 100_000 + "}}",
    "a long number": HEAD + '{"flow": ' + "9" * 4_000 + "}}",
    "a longer number": HEAD + '{"flow": ' + "9" * 5_000 + "}}",
    "a long text": HEAD + '{"flow": "' + "x" * 7_000_000 + '"}}',
    "many sections": HEAD + json.dumps({str(n): {} for n in range(100_000)}) + "}",
    "many keys": HEAD + json.dumps({"flow": {str(n): {} for n in range(100_000)}}) + "}",
    "too much": HEAD + '{"flow": "' + "x" * 9_000_000 + '"}}',
    "another language": with_part("manifest", "language", value=99),
    "a language in words": with_part("manifest", "language", value="two"),
    "a rule that is broken": with_part("root", "actions", "mark", "pick", value={"c": "nonsense"}),
    "a rule that is missing": with_part("root", "flow"),
    "a section of nobody": with_part("root", "\x1b[2J", value={}),
    "a state that is too big": with_part("root", "state", "player",
                                         value={"z": {"zone": "cell", "capacity": 10 ** 9}}),
    **{f"{key} {value!r}": with_part("manifest", key, value=value)
       for key in ("id", "version", "stand_in") for value in ODD if value not in ("x", {"a": []})},
    **{f"{key} {value!r}": with_part("root", key, value=value)
       for key in ("players", "grids", "state", "flow", "actions", "scoring") for value in ODD},
    **{f"{key} {value!r}": with_part("root", key, value=value)
       for key in ("show", "tiles", "texts") for value in ODD[2:9]},
}


@pytest.mark.parametrize("name", BROKEN, ids=lambda n: n.encode("unicode_escape").decode())
def test_rules_in_a_record_that_are_broken(name: str, tmp_path: Path) -> None:
    path = with_header(tmp_path / "one.jsonl", rules=blob(BROKEN[name]), hash="another")
    assert "the rules in this record" in refused(path)


def test_rules_that_unpack_to_a_gigabyte_are_not_unpacked(tmp_path: Path) -> None:
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(bytes(10_000_000)) for _ in range(100)) + packer.flush()
    path = with_header(tmp_path / "one.jsonl", rules=base64.b64encode(bomb).decode(), hash="x")
    assert len(bomb) < 2_000_000
    assert "too big or cut short" in refused(path)
    cut = base64.b64encode(base64.b64decode(packed(load("tictactoe").model))[:-20]).decode()
    assert "too big or cut short" in refused(with_header(path, rules=cut, hash="x"))


def test_rules_of_another_game_in_a_record_are_seen(tmp_path: Path) -> None:
    path = with_header(tmp_path / "one.jsonl", rules=packed(load("connect_four").model), hash="x")
    assert "move 1 ('mark b2')" in refused(path)


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                        st.text(max_size=5), inner, max_size=3), max_leaves=8)


def refusal(call: Callable[[], object]) -> str:
    """What is said where something is refused; nothing where it is taken."""
    try:
        call()
    except TilewrightError as error:
        return str(error).replace("\n", " ")
    return ""


@given(key=st.sampled_from(sorted(WRONG)), value=JSON)
@settings(max_examples=150, derandomize=True, deadline=None)
def test_any_value_in_a_header_is_taken_or_refused(key: str, value: Any, tmp_path_factory) -> None:
    path = with_header(tmp_path_factory.getbasetemp() / "any.jsonl", **{key: value})
    with contextlib.redirect_stdout(io.StringIO()):
        said = refusal(lambda: opened(path))
    assert said.isprintable()
    fits = json.loads(good_lines()[0])[key] == value or key in ("packs", "seed", "hash", "variants")
    assert said or fits or value in ({}, "")


@given(section=st.sampled_from(("players", "state", "grids", "flow", "actions", "scoring", "show",
                                "tiles", "texts", "ends", "kinds", "options")), value=JSON)
@settings(max_examples=150, derandomize=True, deadline=None)
def test_any_value_in_the_rules_of_a_record_is_taken_or_refused(section: str, value: Any) -> None:
    said = refusal(lambda: unpacked(blob(with_part("root", section, value=value))))
    assert said.isprintable()
    assert said or not value or section in ("show", "tiles", "texts")


# -- the command line -----------------------------------------------------------------------------


def run(*args: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return run_here(*args, cwd=cwd, stdin=stdin)


def test_resume_on_the_command_line(place: Path) -> None:
    saved(played(market(place / "market"), steps=6), place / "one.jsonl")
    go_on = ("play", "market", "--seats", "human,human", "--resume", "one.jsonl")
    done = run(*go_on, cwd=place, stdin="save two.jsonl\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert (place / "two.jsonl").read_text() == (place / "one.jsonl").read_text()
    market(place / "market", PRICE)
    done = run(*go_on, cwd=place, stdin="quit\n")
    assert done.returncode == 1
    assert "tiles/card/yam/price was 5, now it is 4" in done.stderr
    assert "Traceback" not in done.stderr
    done = run(*go_on, "--as-recorded", cwd=place, stdin="save three.jsonl\nquit\n")
    assert done.returncode == 0
    assert (place / "three.jsonl").read_text() == (place / "one.jsonl").read_text()


def test_a_hostile_record_ends_the_command_with_1(place: Path) -> None:
    with_header(place / "one.jsonl", rules=blob(BROKEN["deep"]), hash="x")
    for args in (("replay", "one.jsonl"), ("replay", "one.jsonl", "--as-recorded"),
                 ("play", "tictactoe", "--resume", "one.jsonl"),
                 ("play", "tictactoe", "--resume", "one.jsonl", "--as-recorded")):
        done = run(*args, cwd=place)
        assert done.returncode == 1
        assert done.stderr.startswith(("tilewright: ", "note: the rules have changed"))
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [("play", "--seed", "1"), ("simulate", "--games", "2")])
@pytest.mark.parametrize(("given", "said"), [
    (("gift=2", "kind=true"), ""),
    (("gift=02",), ""),
    (("gift",), "'gift' is no setting; write it as NAME=VALUE"),
    (("=2",), "'=2' is no setting"),
    (("gift=",), "the option 'gift' cannot be ''; it is true, false or a number"),
    (("gift=much",), "the option 'gift' cannot be 'much'"),
    (("gift=9",), "the option 'gift' cannot be 9"),
    (("gift=-1",), "the option 'gift' cannot be -1"),
    (("kind=2",), "the option 'kind' cannot be 2"),
    (("gift=1", "gift=1"), "the option 'gift' is given twice"),
    (("gfit=1",), "'market' has no option 'gfit'; did you mean 'gift'?"),
])
def test_settings_on_the_command_line(command: tuple[str, ...], given: tuple[str, ...], said: str,
                                      place: Path) -> None:
    market(place / "market")
    words = [word for one in given for word in ("--option", one)]
    done = run_here(command[0], "market", *command[1:], *words, cwd=place)
    assert done.returncode == (2 if said else 0)
    assert said in done.stderr
    assert bool(done.stderr) == bool(said)


def test_a_setting_changes_the_game_and_stands_in_its_record(place: Path) -> None:
    market(place / "market")
    done = run("play", "market", "--option", "gift=3", "--option", "kind=yes", "--seats",
               "human,human", "--seed", "1", cwd=place, stdin="rest\nsave one.jsonl\nquit\n")
    assert done.returncode == 0
    record = read_record(place / "one.jsonl")
    assert record.options == {"gift": 3, "kind": True}
    told = facts(Session.of(load(str(place / "market")), record).state)
    assert (told["player.p1.coins"], told["player.p1.lucky"]) == (13, True)


# -- facts ----------------------------------------------------------------------------------------


def another(game: Any, field: Any, number: int) -> int:
    """Another number that a field can hold."""
    type_ = (field.type.item or field.type) if field.per else field.type
    if type_.tag == "kind":
        return (number + 1) % len(game.kinds[type_.kind].items)
    return 1 - number if type_.tag == "bool" else number + 1


@pytest.mark.parametrize("name", ALL)
def test_a_mark_is_of_its_position_whatever_was_marked_before(name: str) -> None:
    for steps in (0, 7, 3, 30, 30):
        state = walked(name, None, steps, steps)
        told = json.dumps(facts(state), sort_keys=True, ensure_ascii=False)
        assert mark(state) == blake2b(told.encode(), digest_size=5).hexdigest()


@pytest.mark.parametrize("name", ALL)
def test_every_declared_field_is_in_the_facts_and_in_the_mark(name: str) -> None:
    """Each number of each field is changed; what the engine keeps for itself is not seen."""
    state = game(name).new(seed=1)
    before, first = facts(state), mark(state)
    for (owner, field), room in state.program.layout.rooms.items():
        for index in range(room.owners):
            other = state.clone()
            base = room.base + index * room.width
            if room.field.zone:
                # One element more or less, or another one in its place.
                full = other._s[base]
                other._s[base:base + 2] = [full - 1, 0] if full else [1, 0]
            else:
                slot = base + room.width - 1
                other._s[slot] = another(state.program.game, room.field, other._s[slot])
            changed = [k for k, v in facts(other).items() if v != before[k]]
            item = state.program.game.kinds[owner].items[index] if owner != GAME else ""
            assert changed == [f"{owner}.{item}.{field}" if item else f"game.{field}"]
            assert mark(other) != first
    used = {room.base + n for room in state.program.layout.rooms.values()
            for n in range(room.owners * room.width)}
    scores = state.program.layout.scores
    for slot in range(scores, scores + (state.players if scores else 0)):
        other = state.clone()
        other._s[slot] += 1
        assert mark(other) != first
    used |= set(range(scores, scores + state.players * len(state.program.game.scoring)))
    other = state.clone()
    for slot in set(range(11, len(state._s))) - used:
        other._s[slot] += 1
    assert mark(other) == first


def test_points_are_told_by_seat_and_category() -> None:
    state = played(ROOT / "content" / "namiji", steps=1_000).state
    told = facts(state)
    counted = [name for name, c in state.program.game.scoring.items() if c.value is None]
    assert {k: v for k, v in told.items() if k.startswith("points.")} == {
        f"points.{seat + 1}.{name}": state.score_sheet(seat)[name]
        for name in counted for seat in range(state.players)}
    assert sum(told["scores"]) > 0
    assert (told["scores"], told["winners"]) == (state.scores(), state.winners())


def test_elements_of_two_kinds_with_one_name_are_two(place: Path) -> None:
    setup = "".join(f"    - for_each: {{x: {kind}s}}\n      do: [{{gain: {{x.amount: {n}}}}}]\n"
                    for n, kind in ((1, "fruit"), (2, "drink")))
    source = market(
        place / "market",
        ("game.yaml", "families:", "kinds: {fruit: [apple], drink: [apple]}\nfamilies:"),
        ("game.yaml", "  player:\n", "  fruit: {amount: int}\n  drink: {amount: int}\n  player:\n"),
        ("game.yaml", "  setup:\n", f"  setup:\n{setup}"))
    told = facts(load(str(source)).new(seed=1))
    assert (told["fruit.apple.amount"], told["drink.apple.amount"]) == (1, 2)


def test_marks_are_equal_in_every_process(place: Path) -> None:
    code = ("import sys; sys.path.insert(0, sys.argv[1])\n"
            "from test_saves import played\n"
            "print(*played(sys.argv[2]).lines(rules=True), sep='\\n')")
    source = folder("harbour_town")
    made = [subprocess.run([sys.executable, "-c", code, str(ROOT / "tests"), str(source)],
                           env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True,
                           text=True, check=True, cwd=place).stdout for seed in ("1", "2")]
    assert made[0] == made[1] == "\n".join(played(source).lines(rules=True)) + "\n"


def test_marks_do_not_depend_on_where_numbers_are_kept(place: Path) -> None:
    """A new field moves all that follows; the marks of the others stay comparable."""
    before = load(str(market(place / "a"))).new(seed=1)
    after = load(str(market(place / "b", (
        "game.yaml", "  game:\n", "  game:\n    weather: int\n"),
        ("game.yaml", "visits: 1}", "visits: 1, weather: 1}")))).new(seed=1)
    assert before._s != after._s
    assert facts(before) | {"game.weather": 0} == facts(after)


def test_the_rules_in_a_record_are_the_game(place: Path) -> None:
    """What comes out of a record plays like the game and says the same."""
    today = load(str(market(place / "market")))
    then = unpacked(packed(today.model))
    assert packed(then.model) == packed(today.model)
    assert then.hash == ""
    assert then.model.texts == today.model.texts
    record = played(place / "market").record
    record.marks = []
    a, b = (Session.of(g, record) for g in (today, then))
    assert a.state.key() == b.state.key()
    assert isinstance(record, Record)
    with pytest.raises((UsageError, ContentError)):
        load(str(place / "none"))
