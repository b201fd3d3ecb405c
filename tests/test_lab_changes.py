"""What a change does, what a thing should cost, and the number with which a goal is reached."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bad_packs import make_pack
from command_line import run_here
from lab_packs import SAVING
from tilewright.cli.lab_told import called
from tilewright.lab import compare, forking
from tilewright.lab.changed import number_at, trying, with_number
from tilewright.lab.compare import Arm, comparison, play_both
from tilewright.lab.differing import Figure, Side, compared, known, known_of_forks, seen
from tilewright.lab.forking import Forks
from tilewright.lab.goals import goal_of
from tilewright.lab.noting import Noted
from tilewright.lab.plan import Arm as Rules
from tilewright.lab.plan import Plan
from tilewright.lab.price import Wish, price
from tilewright.lab.series import Hands
from tilewright.lab.things import thing_of
from tilewright.lab.tune import Wish as Tuned
from tilewright.lab.tune import tune
from tilewright.native.machine import Machine
from tilewright.playing.game import load
from tilewright.playing.state import State
from tilewright.problems import UsageError

# Everybody works three times, buys one card or waits, and bets what is left: on average a bet
# brings back what it costs. All cards bring what they cost, but the gem brings three more. What a
# seat has in the end is hard to foresee, but a coin is always worth a point.
MARKET = """\
players: {min: 2, max: 2}
families:
  card:
    attributes: {price: int, points: int}
state:
  player:
    coins: {type: int, start: 4}
    points: int
actions:
  work: {do: [{gain: {me.coins: 1}}]}
  toil: {do: [{gain: {me.coins: 3}}]}
  buy:
    pick: {c: "[c for c in cards if c.price <= me.coins]"}
    pay: {me.coins: c.price}
    do: [{gain: {me.points: c.points}}]
  wait: {do: [{gain: {me.points: 0}}]}
  bet:
    pay: {me.coins: 1}
    do:
      - random: {won: "range(0, 2)"}
        do: [{gain: {me.points: won}}]
  keep: {do: [{gain: {me.points: 0}}]}
flow:
  round:
    each: players
    turn:
      - if: round < 4
        then: [{must: [work, toil]}]
        else:
          - if: round == 4
            then: [{must: [buy, wait]}]
            else: [{must: [bet, keep]}]
ends:
  enough: {when: round == 9, check: round}
scoring: {points: me.points, coins: me.coins}
"""
CARDS = """\
family: card
tiles:
  bread: {price: 2, points: 2}
  cloth: {price: 3, points: 3}
  gem: {price: 4, points: 7}
  pearl: {extends: cloth}
"""
VARIANT = """\
language: 2
id: {id}
version: 1.0.0
title: {id}
variant_of: small
game_version: "*"
overlays: [changes.yaml]
"""


@pytest.fixture(scope="module")
def saving(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_pack(tmp_path_factory.mktemp("saving") / "small", {"game.yaml": SAVING})


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_pack(tmp_path_factory.mktemp("market") / "small", {
        "pack.yaml": "language: 2\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n"
                     "tiles: [cards.yaml]\n",
        "game.yaml": MARKET, "cards.yaml": CARDS})


def variant(folder: Path, name: str, changes: str) -> str:
    """A variant of the small game beside it."""
    files = {"variant.yaml": VARIANT.format(id=name), "changes.yaml": changes}
    made = folder.parent / name
    made.mkdir(exist_ok=True)
    for file, text in files.items():
        (made / file).write_text(text, encoding="utf-8")
    return str(made)


def arm(game: Path, *variants: str, seed: int = 0, bot: str = "random") -> Arm:
    loaded = load(str(game), variants)
    players = loaded.program().players
    return Arm(loaded, Plan(Rules("one", str(game), variants), players, (bot,) * players, seed))


def told(found: dict[str, Any], about: str, id_: str = "") -> dict[str, Any]:
    """One figure of a comparison."""
    return next(one for group in ("whole", "points", "things") for one in found[group]
                if one["about"] == about and id_ in ("", one["id"]))


# -- compare --------------------------------------------------------------------------------------


def test_points_for_one_seat_are_told_with_sign_and_size(saving: Path) -> None:
    gift = variant(saving, "gift", "set: {flow/setup/gift/gain/p1.coins: 4}")
    found = comparison(play_both(arm(saving), arm(saving, gift), 60))
    points = told(found, "score", "p1")
    # Four coins, and half of the first turns is to save where one had to earn before.
    assert points["verdict"] == "clear"
    assert points["difference"]["low"] < 4.5 < points["difference"]["high"]
    assert points["difference"]["low"] > 4
    assert points["after"] - points["before"] == pytest.approx(points["difference"]["mean"])
    assert told(found, "share", "p1")["verdict"] == "clear"
    assert told(found, "share", "p1")["difference"]["low"] > 0
    assert told(found, "share", "p2")["difference"]["high"] < 0
    assert told(found, "score", "p2")["verdict"] == "never"
    assert told(found, "taken", "save")["difference"]["low"] > 0
    assert told(found, "taken", "save")["after"] + told(found, "taken", "earn")["after"] == 10
    # The same draws lead to nearly the same games.
    assert points["correlation"] > 0.8
    assert points["gain"] > 3


def test_a_difference_that_is_always_the_same_is_clear(saving: Path) -> None:
    changes = "add: {scoring: {gift: '3 if me == p2 else 0'}}"
    found = comparison(play_both(arm(saving), arm(saving, variant(saving, "three", changes)), 40))
    points = told(found, "score", "p2")
    assert (points["verdict"], points["difference"]["low"], points["difference"]["high"]) == (
        "clear", 3, 3)
    only = told(found, "points", "gift")
    assert (only["verdict"], only["before"], only["after"]) == ("only_after", None, 1.5)


def test_an_equal_variant_never_differed(saving: Path) -> None:
    same = variant(saving, "same", "expect: {players/max: 2}")
    found = comparison(play_both(arm(saving), arm(saving, same), 31))
    figures = [one for group in ("whole", "points", "things") for one in found[group]]
    assert len(figures) == 11
    assert {one["verdict"] for one in figures} == {"never"}
    said = run_here("lab", "compare", str(saving), "--against", same, "--games", "62",
                    "--bot", "random", "--jobs", "1")
    assert said.returncode == 0
    assert said.stdout.count("never differed") == 9
    assert "of 2 things that can be done, 2 never differed" in said.stdout
    assert "clear" not in said.stdout


def test_things_of_one_side_alone_are_told_as_such(saving: Path) -> None:
    beg = variant(saving, "begging", "add: {actions/beg: {do: [{gain: {me.coins: 1}}]}}\n"
                  "replace: {flow/round/turn: [{must: [earn, beg]}]}\nremove: [actions/save]\n")
    found = comparison(play_both(arm(saving), arm(saving, beg), 10))
    assert (told(found, "taken", "beg")["verdict"], told(found, "taken", "beg")["before"]) == (
        "only_after", None)
    assert (told(found, "taken", "save")["verdict"], told(found, "taken", "save")["after"]) == (
        "only_before", None)
    # Ten blocks say little; of a figure that differs it is told how many games it takes.
    assert told(found, "score", "p1")["difference"] is None
    assert told(found, "score", "p1")["more"] > 0


def test_what_is_chance_alone_is_seldom_clear() -> None:
    chance = np.random.Generator(np.random.PCG64(3))
    ids = np.arange(300)
    figures = [Figure("things", "taken", str(at), {}, *(
        Side(chance.normal(0.2 * (at < 5) * side, 1, 300), ids) for side in (0, 1)))
        for at in range(60)]
    figures[:5] = [Figure("things", "taken", str(at), {}, Side(chance.normal(0, 1, 300), ids),
                          Side(chance.normal(1, 1, 300), ids)) for at in range(5)]
    clear = [at for at, one in enumerate(compared(figures, 0.1, 2)) if one["verdict"] == "clear"]
    assert clear == [0, 1, 2, 3, 4]


def test_games_that_nobody_wins_are_compared(saving: Path) -> None:
    lost = variant(saving, "lost", "replace: {flow/round/turn: [{must: [earn, save]}, {if: 'round "
                   "== 5 and me.coins > 11', then: [{end: game, because: broken, winner: none}]}]}")
    found = comparison(play_both(arm(saving), arm(saving, lost), 60))
    nobody = told(found, "nobody")
    ended = told(found, "end", "broken")
    assert nobody["before"] == 0
    assert nobody["after"] == ended["after"] > 0
    shares = [told(found, "share", f"p{seat}")["after"] for seat in (1, 2)]
    assert sum(shares) == pytest.approx(1 - nobody["after"])
    assert told(comparison(play_both(arm(saving), arm(saving), 2)), "share", "p1")
    assert not any(one["about"] == "nobody" for one in comparison(play_both(
        arm(saving), arm(saving), 2))["whole"])


def test_a_comparison_is_the_same_each_time(saving: Path) -> None:
    gift = variant(saving, "gift", "set: {flow/setup/gift/gain/p1.coins: 4}")
    command = ("lab", "compare", str(saving), "--against", gift, "--games", "20", "--json", "-",
               "--jobs", "1", "--bot", "random")
    one, other, else_ = (json.loads(run_here(*command, "--seed", seed).stdout)
                         for seed in ("1", "1", "2"))
    for found in (one, other, else_):
        del found["made"]
    assert one == other
    assert one != else_


def test_who_interrupts_a_comparison_keeps_the_blocks_of_both_sides(
        saving: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gift = variant(saving, "gift", "set: {flow/setup/gift/gain/p1.coins: 4}")
    whole = play_both(arm(saving), arm(saving, gift), 3)
    calls = []

    def read(given: dict[str, Any]) -> Noted:
        calls.append(given)
        if len(calls) == 12:
            raise KeyboardInterrupt
        return Noted(**given)

    monkeypatch.setattr(Noted, "read", read)
    both = play_both(arm(saving), arm(saving, gift), 3)
    assert both.stopped == "interrupted"
    assert both.before.noted == whole.before.noted[:4]
    assert both.after.noted == whole.after.noted[:4]
    calls.clear()
    with pytest.raises(KeyboardInterrupt, match="this is of the 4 games that were played on each"):
        run_here("lab", "compare", str(saving), "--against", gift, "--games", "6", "--jobs", "1",
                 "--bot", "random")


@pytest.mark.parametrize(("cluster", "order"), [
    (None, ["before", "after", "before", "after"]),
    ("local:2", ["before", "before", "after", "after"])])
def test_a_cluster_plays_one_side_after_the_other(
        saving: Path, monkeypatch: pytest.MonkeyPatch, cluster: str | None, order: list[str]
        ) -> None:
    """Two clusters at once would be in each other's way."""
    gift = variant(saving, "gift", "set: {flow/setup/gift/gain/p1.coins: 4}")
    met, run = [], compare.run

    def here(plan: Plan, *given: Any, cluster: str | None, **how: Any) -> Any:
        for rows in run(plan, *given, **how):
            met.append("after" if plan.arm.variants else "before")
            yield rows

    monkeypatch.setattr(compare, "run", here)
    found = play_both(arm(saving), arm(saving, gift), 2, Hands(1, cluster))
    assert met == order
    monkeypatch.undo()
    assert found.before.noted == play_both(arm(saving), arm(saving, gift), 2).before.noted


@pytest.mark.parametrize(("words", "said"), [
    ((), "both sides have the same rules"),
    (("--against", "GIFT", "--players", "5"), "is for 2 players, not 5"),
    (("--against", "GIFT", "--bot", "random,greedy,random"), "there are 3 bots for 2 players"),
    (("--against", "GIFT", "--bot", "grady"), "did you mean 'greedy'"),
    (("--against", "no_such"), "no variant 'no_such'"),
    (("--against", "GIFT", "--option", "x=1"), "has no option 'x'"),
])
def test_what_cannot_be_compared_is_one_sentence(saving: Path, words: tuple[str, ...], said: str
                                                 ) -> None:
    gift = variant(saving, "gift", "set: {flow/setup/gift/gain/p1.coins: 4}")
    found = run_here("lab", "compare", str(saving), *(gift if w == "GIFT" else w for w in words))
    assert (found.returncode, found.stdout) == (2, "")
    assert said in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1


def test_names_are_in_english_as_all_around_them() -> None:
    assert called({"fr": "Bleu", "en": "Blue"}) == "Blue"
    assert called({"fr": "Bleu"}) == "Bleu"
    assert called({}) == "?"


# -- price ----------------------------------------------------------------------------------------


def priced(game: Path, word: str, bot: str = "random", seed: int = 0, **wishes: Any
           ) -> dict[str, Any]:
    side = arm(game, bot=bot, seed=seed)
    return price(side.game, side.plan, Wish(word, **{"positions": 200, "playouts": 16, **wishes}))


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_price_of_a_planted_tile_is_found(market: Path, bot: str) -> None:
    found = priced(market, "gem", bot, playouts=16 if bot == "random" else 2)
    fair = found["price"]
    # It costs 4 and brings 7, and all else brings what it costs.
    assert found["verdict"] == "clear"
    assert found["effect"]["low"] <= 3 <= found["effect"]["high"]
    assert (fair["path"], fair["now"]) == ("tiles/card/gem/price", 4)
    assert fair["low"] < 7 < fair["high"]
    assert fair["high"] - fair["low"] <= 3
    assert fair["estimate"] == pytest.approx(7, abs=0.5)
    assert all((one["sign"] == "too cheap") is (one["price"] < 7) for one in fair["trials"]
               if one["sign"] != "fair")


def test_forks_are_the_same_in_a_module_and_in_python(market: Path, monkeypatch: pytest.MonkeyPatch
                                                      ) -> None:
    def effect() -> Any:
        found = priced(market, "gem", positions=40, between=(6, 8))
        return found["effect"], found["price"]["trials"]

    calls = []
    monkeypatch.setattr(Machine, "call", lambda *given, _call=Machine.call: (
        calls.append(given[1]), _call(*given))[1])
    native = effect()
    assert calls.count("playouts") > 100
    monkeypatch.setenv("TILEWRIGHT_NATIVE", "0")
    calls.clear()
    assert effect() == native
    assert calls == []


def test_both_ways_of_a_fork_have_the_same_chance(market: Path) -> None:
    side = arm(market)
    program = side.plan.program(side.game)
    code = thing_of(program, "gem").codes
    forks = Forks(side.plan, program, code, 8)
    at = forks.position(0)
    assert at is not None
    assert {at.taking} == code
    # A move that only costs a coin does so in each playout, whatever bets bring.
    same = dataclasses.replace(at, other=at.taking)
    assert forks.effect(program, same) == 0
    # So what differs is what was taken, and nearly nothing else.
    places = [found for block in range(30) if (found := forks.position(block)) is not None]
    effects = [forks.effect(program, at) for at in places]
    leads = [forks.lead_from(State(program, at.numbers, []), at) for at in places]
    assert np.std(effects) < np.std(leads) / 5


def test_what_a_tile_takes_over_from_another_one_has_a_price_too(market: Path) -> None:
    dear = variant(market, "dear", "set: {tiles/card/cloth/price: 5}")
    number = number_at(str(market), (dear,), "tiles/card/pearl/price")
    assert (number.now, number.verb) == (5, "add")
    with trying(number) as variants:
        assert variants(5) == (dear,)
        game = with_number(number, variants(1), 1)
        assert dict(zip(game.model.kinds["card"].items,
                        game.model.kinds["card"].attributes["price"].values, strict=True)) == {
            "bread": 2, "cloth": 5, "gem": 4, "pearl": 1}
        folder = Path(variants(1)[1])
        assert folder.is_dir()
    assert not folder.exists()


def test_the_worth_of_a_tile_in_coins(market: Path) -> None:
    unit = priced(market, "gem", positions=100, unit="player.coins")["unit"]
    assert unit["worth"]["low"] <= 1 <= unit["worth"]["high"]
    assert unit["effect"]["low"] <= 3 <= unit["effect"]["high"]
    assert unit["effect"]["high"] - unit["effect"]["low"] < 0.2


def test_a_tile_that_is_worth_nothing_more_is_not_told_apart(market: Path) -> None:
    found = priced(market, "bread")
    # The best other move is the gem.
    assert found["effect"]["high"] < -2.5
    assert found["price"]["high"] == 0
    assert found["price"]["low"] is None
    assert priced(market, "wait", positions=40)["no_price"].startswith("'wait' is no tile")
    # Where toil brings no more than work, the same chance leads to the same end.
    without = variant(market, "plain", "replace: {actions/toil/do: [{gain: {me.coins: 1}}]}")
    side = arm(market, without)
    same = price(side.game, side.plan, Wish("toil", 40, 8))
    assert (same["verdict"], same["effect"]["low"], same["effect"]["high"]) == ("never", 0, 0)


def test_a_tile_means_the_move_with_which_one_pays_for_it(market: Path) -> None:
    toss = "add: {actions/toss: {pick: {c: cards}, do: [{gain: {me.points: c.points}}]}}\n"
    step = ("replace: {flow/round/turn: [{must: [work, toil, buy, wait, bet, keep, toss]}]}\n")
    side = arm(market, variant(market, "tossing", toss + step))
    program = side.plan.program(side.game)
    assert thing_of(program, "gem").label == "buy gem"
    assert thing_of(program, "toss gem").label == "toss gem"
    assert len(thing_of(program, "toss").codes) == 4
    free = variant(market, "free", "remove: [actions/buy/pay]\n" + toss + step)
    with pytest.raises(UsageError, match="'gem' stands in several moves; name one of them: 'buy "):
        thing_of(arm(market, free).plan.program(load(str(market), [free])), "gem")


def test_a_number_of_which_more_is_better_is_found(market: Path) -> None:
    fair = priced(market, "bread", positions=40, field="points", between=(0, 6))["price"]
    assert fair["grows"]
    signs = {one["price"]: one["sign"] for one in fair["trials"]}
    assert (signs[0], signs[6]) == ("too little", "too much")
    assert fair["low"] < fair["estimate"] < fair["high"]
    assert not priced(market, "bread", positions=40)["price"]["grows"]


def test_a_price_is_the_same_each_time(market: Path) -> None:
    one, other, else_ = (json.loads(run_here(
        "lab", "price", str(market), "gem", "--positions", "40", "--json", "-", "--seed", seed,
        ).stdout)["price"] for seed in ("1", "1", "2"))
    assert one == other
    assert one != else_


def test_bots_that_search_find_the_price_too(market: Path) -> None:
    found = priced(market, "gem", "mcts:8", positions=40, playouts=1, between=(5, 9))
    assert found["price"]["low"] < 7 < found["price"]["high"]


def test_no_more_positions_are_looked_at_than_were_asked_for(market: Path) -> None:
    # A trial looks after 40 positions, and prices that few can pay need them most.
    found = priced(market, "gem", positions=50, playouts=1)
    assert found["made"]["positions"] == 50
    tried = [one["positions"] for one in found["price"]["trials"]]
    assert max(tried) == 50
    assert min(tried) < 50


def test_a_price_in_words(market: Path) -> None:
    said = run_here("lab", "price", str(market), "gem").stdout.splitlines()
    assert said[0].startswith("small: buy gem, in 200 positions of ")
    assert said[1].startswith("to take it now and not the best other move is worth +3.0")
    assert said[1].endswith("points of lead; clear")
    assert said[2].startswith("a fair price is 6 to 8, about 7.0; now it costs 4 (tiles/card/gem/")


@pytest.mark.parametrize(("words", "said"), [
    (("gen",), "nobody can take 'gen' in this game; did you mean 'gem'?"),
    (("gem", "--between", "5", "5"), "a lower and a higher number"),
    (("gem", "--field", "players/min", "--between", "0", "2"), "'players/min' cannot be 0"),
    (("gem", "--field", "prise"), "a card has no number 'prise'; did you mean 'price'?"),
    (("gem", "--field", "tiles/card/gen/price"), "there is no 'gen'"),
    (("gem", "--field", "scoring/coins"), "'me.coins', which is no whole number"),
    (("gem", "--unit", "player.coin"), "coin"),
    (("gem", "--unit", "coins"), "'coins' is no number that somebody has"),
    (("gem", "--bot", "best"), "there is no bot 'best'"),
    (("buy wood",), "nobody can take 'buy wood' in this game"),
])
def test_what_has_no_price_is_one_sentence(market: Path, words: tuple[str, ...], said: str) -> None:
    found = run_here("lab", "price", str(market), *words, "--positions", "3")
    assert (found.returncode, found.stdout) == (2, "")
    assert said in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1


# -- tune -----------------------------------------------------------------------------------------

START = "state/player/coins/start"


def tuned(game: Path, path: str, goal: str, between: tuple[int, int], *variants: str,
          blocks: int = 100) -> dict[str, Any]:
    side = arm(game, *variants)
    return tune(side.game, side.plan, Tuned(path, goal, blocks, between))


def test_a_planted_number_is_found(market: Path) -> None:
    # Three times work or toil bring 2 each time, one of five buys the gem, bets bring nothing.
    found = tuned(market, START, "score = 15.6", (4, 16))
    assert (found["status"], found["value"], found["now"]) == ("found", 9, 4)
    assert found["fresh"]["figure"]["low"] <= 15.6 <= found["fresh"]["figure"]["high"]
    assert found["holds"]
    tried = [one["number"] for one in found["trials"]]
    assert tried[0] == 4
    assert tried[-1] == 16
    assert {8, 9} < set(tried) or {9, 10} < set(tried)
    # What is far from the goal is clear soon.
    assert found["trials"][0]["games"] < 200
    assert found["fresh"]["games"] == 200


@pytest.mark.parametrize(("goal", "value"), [("score > 15", 9), ("score < 12.2", 5)])
def test_on_the_side_that_is_wanted_the_first_number_is_found(market: Path, goal: str, value: int
                                                              ) -> None:
    side = arm(market, variant(market, "rich", f"set: {{{START}: {20 if '<' in goal else 4}}}"))
    found = tune(side.game, side.plan, Tuned(START, goal, 400, (4, 20)))
    assert (found["status"], found["value"], found["holds"]) == ("found", value, True)
    assert found["fresh"]["games"] == 800


def test_numbers_that_cannot_be_told_apart_are_left_and_more_games_tell_them_apart(market: Path
                                                                                  ) -> None:
    few = tuned(market, START, "score 1 = 15.6", (4, 16), blocks=45)
    assert few["status"] == "open"
    first, last = few["left"]
    assert first <= few["value"] <= last
    assert first < last
    by = {one["number"]: one["figure"] for one in few["trials"]}
    # All others are clearly too low or too high, and their neighbours were tried.
    assert by[first - 1]["high"] < 15.6 < by[last + 1]["low"]
    assert all(one["low"] <= 15.6 <= one["high"] for number, one in by.items()
               if first <= number <= last)
    many = tuned(market, START, "score 1 = 15.6", (4, 16), blocks=45 + few["more"])
    assert (many["status"], many["value"], many["left"]) == ("found", 9, None)


def test_a_side_is_reached_only_where_that_is_shown(market: Path) -> None:
    few = tuned(market, START, "score > 15.6", (4, 16), blocks=45)
    shown = few["fresh"]["figure"]["low"] > 15.6
    assert few["status"] == ("found" if shown else "open")
    by = {one["number"]: one["figure"] for one in few["trials"]}
    assert by[few["value"]]["low"] > 15.6
    # Of these it cannot be told yet, and what comes before them does it clearly not.
    first, last = few["left"]
    assert last == few["value"] - (1 if shown else 0)
    assert by[first - 1]["high"] < 15.6
    # Where the mean alone is on the wrong side, nothing is said to be out of reach.
    most = by[16]["mean"] + 0.01
    open_ = tuned(market, START, f"score > {most}", (4, 16), blocks=45)
    assert (open_["status"], open_["value"], open_["left"][1]) == ("open", 16, 16)
    assert tuned(market, START, f"score < {most}", (16, 20), blocks=45)["status"] == "open"


def test_numbers_that_are_left_are_told(market: Path) -> None:
    said = run_here("lab", "tune", str(market), START, "--goal", "score = 15.6", "--between", "4",
                    "16", "--bot", "random", "--games", "90", "--jobs", "1").stdout.splitlines()
    assert re.match(r"cannot tell yet which number it is: \d+ to \d+ are left \(about [\d,]+ more "
                    r"games with each\)$", said[-3])
    assert said[-2].startswith("nearest so far is ")
    assert not any(line.startswith("reached") for line in said)
    side = run_here("lab", "tune", str(market), START, "--goal", "score > 15.6", "--between", "4",
                    "16", "--bot", "random", "--games", "200", "--jobs", "1").stdout
    assert re.search(r"\ncannot tell yet whether others do it, too: .* left \(about", side)
    assert re.search(r"\nreached with \d+: .*; that is clear\n", side)


def test_a_fresh_test_has_other_games(market: Path) -> None:
    found = tuned(market, START, "score = 15.6", (9, 10), blocks=40)
    assert found["value"] == 9
    trial = found["trials"][0]
    assert trial["number"] == 9
    assert trial["games"] == found["fresh"]["games"] == 80
    assert trial["mean"] != found["fresh"]["mean"]


def test_a_variant_is_tuned(saving: Path) -> None:
    gift = variant(saving, "gift", "set: {flow/setup/gift/gain/p1.coins: 4}")
    said = run_here("lab", "tune", gift, "flow/setup/gift/gain/p1.coins", "--goal",
                    "seats share 1 = 92 %", "--games", "600", "--between", "0", "5", "--bot",
                    "random", "--jobs", "1")
    assert said.returncode == 0
    rows = [line.split() for line in said.stdout.splitlines()]
    # With 1 it is 83 %, with 3 nearly always.
    assert rows[-2][0] in ("reached", "nearest")
    assert rows[-2][1:4] == ["with", "2:", "in"]
    assert said.stdout.splitlines()[-1] == (
        "in a variant: set: {flow/setup/gift/gain/p1.coins: 2}; now it is 4")


def test_a_search_that_leads_nowhere_says_so(market: Path, saving: Path) -> None:
    assert tuned(market, START, "score = 100", (4, 16), blocks=75)["status"] == "unreached"
    assert tuned(market, START, "score = 100", (4, 16), blocks=9)["status"] == "too_few"
    assert tuned(market, "tiles/card/bread/points", "rounds < 3", (1, 4), blocks=30
                 )["status"] == "no_effect"
    assert tuned(market, START, "score > 8", (2, 8), blocks=75)["status"] == "already"
    hill = variant(saving, "hill", "set: {state/player/coins/start: 4, "
                                   "scoring/coins: me.coins * (50 - me.coins)}")
    found = tuned(saving, START, "score = 590", (0, 30), hill, blocks=40)
    assert (found["status"], found["value"], found["fresh"]) == ("not_monotone", None, None)
    # Where both ends are on two sides of the goal, what is between them can still go up and down.
    found = tuned(saving, START, "score = 530", (0, 20), hill, blocks=75)
    assert found["status"] == "not_monotone"
    means = [one["mean"] for one in found["trials"]]
    assert means[0] < 530 < means[-1] < max(means)


def test_figures_of_goals(saving: Path) -> None:
    gift = arm(saving, variant(saving, "gift", "set: {flow/setup/gift/gain/p1.coins: 4}"))
    both = play_both(arm(saving), gift, 60)
    games = both.after.games
    program = gift.plan.program(gift.game)

    def mean(said: str) -> float:
        return goal_of(said, program).measured(games).mean

    shares = games.shares.mean(axis=0)
    assert mean("seats share 1 > 50 %") == mean("share p1 = 0.5") == pytest.approx(shares[0])
    assert mean("seats spread < 3 %") == pytest.approx(shares[0] - shares[1])
    assert mean("score = 3") == pytest.approx(games.scores.mean())
    assert mean("score 2 = -3") == pytest.approx(games.scores[:, 1].mean())
    assert (mean("decisions = 1"), mean("rounds = 1")) == (10, 5)
    assert mean("taken save = 1") + mean("taken earn = 1") == pytest.approx(10)
    spread = goal_of("spread = 0", program)
    assert spread.measured(games).low > 0.2
    assert spread.measured(both.before.games).low == 0
    assert goal_of("share 2 = 25 %", program).value == goal_of("share 2=0.25", program).value


def test_a_search_is_the_same_each_time(market: Path) -> None:
    one, other = (tuned(market, START, "score = 15.6", (8, 10), blocks=30) for _ in range(2))
    assert one == other


@pytest.mark.parametrize(("words", "said"), [
    ((START, "--goal", "score is 5"), "'score is 5' is no goal"),
    ((START, "--goal", "scores = 5"), "there is no figure 'scores'; did you mean 'score'?"),
    ((START, "--goal", "seats share 3 = 5 %"), "'3' is no seat; with 2 players there are 1 to 2"),
    ((START, "--goal", "share = 5 %"), "say the share of which seat"),
    ((START, "--goal", "share 1 = 25"), "a share lies between 0 and 100%; '25' does not"),
    ((START, "--goal", "score = 5 %"), "'score' is no share"),
    ((START, "--goal", "rounds 2 = 5"), "'2' says nothing behind 'rounds'"),
    ((START, "--goal", "taken = 5"), "say what is taken"),
    ((START, "--goal", "taken gen = 5"), "did you mean 'gem'?"),
    (("state/player/coin/start", "--goal", "score = 5"), "there is no 'coin'"),
    (("scoring/coins", "--goal", "score = 5"), "which is no whole number"),
    ((START, "--goal", "score = 5", "--between", "9", "5"), "a lower and a higher number"),
    (("players/max", "--goal", "score = 5", "--between", "1", "5"), "'players/max' cannot be 1"),
    ((START,), "--goal"),
])
def test_what_cannot_be_tuned_is_one_sentence(market: Path, words: tuple[str, ...], said: str
                                              ) -> None:
    found = run_here("lab", "tune", str(market), *words, "--games", "2", "--jobs", "1")
    assert (found.returncode, found.stdout) == (2, "")
    assert said in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1


def test_half_and_double_of_nothing_are_not_tried(saving: Path) -> None:
    found = run_here("lab", "tune", str(saving), START, "--goal", "score = 5")
    assert (found.returncode, found.stdout) == (2, "")
    assert "say with '--between A B'" in found.stderr


def test_without_a_choice_nothing_can_be_compared(saving: Path) -> None:
    only = variant(saving, "only", "replace: {flow/round/turn: [{must: [earn]}]}\n"
                   "remove: [actions/save]\n")
    found = run_here("lab", "price", str(saving), "earn", "--with", only, "--positions", "2")
    assert (found.returncode, found.stdout) == (2, "")
    assert "in 10 games nobody had the choice between 'earn' and something else" in found.stderr


def test_others_can_play_positions_on(market: Path) -> None:
    """Games of bots that look ahead, played on at random: positions are theirs, and it is quick."""
    own = priced(market, "gem", "greedy", positions=60, playouts=2)
    found = priced(market, "gem", "greedy", positions=60, playouts=2, finish=("random",) * 2)
    assert (own["made"]["finish"], found["made"]["finish"]) == (["greedy"] * 2, ["random"] * 2)
    assert own["made"]["games"] == found["made"]["games"]
    assert own["thing"] == found["thing"]
    said = run_here("lab", "price", str(market), "gem", "--bot", "greedy", "--finish", "random",
                    "--positions", "40").stdout.splitlines()
    assert "bots greedy, played on by random, seed 0" in said[0]
    wrong = run_here("lab", "price", str(market), "gem", "--finish", "gredy")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "did you mean 'greedy'" in wrong.stderr


def test_an_effect_that_is_nearly_always_the_same_is_known() -> None:
    """Both ways share their luck, so that it hardly ever differs; that leaves no doubt about it."""
    effects = np.array([3.0] * 59 + [2.0])
    assert known(effects).half_width == np.inf
    found = known_of_forks(effects)
    assert 2.5 < found.low < found.mean < 3 < found.high < 3.5
    assert seen(effects) == (1, 4)
    assert seen(effects[:20]) is None
    assert known_of_forks(np.full(40, 3.0)).low == 3


def test_several_things_share_their_games(market: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found of the second one is the same as alone, and no game is played for it."""
    side, games, wish = arm(market), {}, Wish("cloth", 40, 2)   # type: ignore[var-annotated]
    alone = price(side.game, side.plan, wish)
    price(side.game, side.plan, Wish("gem", 60, 2), games=games)
    assert len(games) >= alone["made"]["games"]
    monkeypatch.setattr(forking, "seated", lambda *_: pytest.fail("a game is played again"))
    assert price(side.game, side.plan, wish, games=games) == alone


@pytest.mark.parametrize("words", [
    ("compare", "GAME", "--against", "GIFT"), ("price", "GAME", "save"),
    ("tune", "GAME", START, "--goal", "score = 5")])
def test_what_is_told_in_english_alone_asks_for_no_language(saving: Path, words: tuple[str, ...]
                                                            ) -> None:
    """Half a sentence in another language would be worse."""
    found = run_here("lab", *(str(saving) if w == "GAME" else w for w in words), "--lang", "fr")
    assert (found.returncode, found.stdout) == (2, "")
    assert "there is no option '--lang'" in found.stderr
