"""Situations: how they are set up, played and compared, and what is said where one is otherwise."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from bad_packs import make_pack
from tilewright import UsageError
from tilewright.cli.check import check_and_play
from tilewright.cli.situations import run_situations
from tilewright.playing.setting import arranged
from tilewright.problems import Problems
from tilewright.situations.read import situations_in
from tilewright.situations.run import Otherwise, run

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = ("language: 2\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n"
            "situations: [situations.yaml]\n")
RULES = """\
players: {min: 2, max: 3}
kinds:
  good: [wood, clay]
  card: [ace, king, queen]
  face: [one, two, six]
grids: {cell: {columns: 2, rows: 2}}
state:
  game:
    deck: {zone: card, start: all, visible: none}
    pile: {zone: card, capacity: 2}
    die: {type: "face?"}
  player:
    coins: {type: int, start: 3, max: 9}
    stock: {type: int, per: good}
    hand: {zone: card, visible: owner}
  cell: {mark: "player?"}
actions:
  take: {do: [{draw: 1, from: deck, to: me.hand}]}
  buy:
    pick: {good_bought: goods}
    pay: {me.coins: 2}
    do: [{gain: {"me.stock[good_bought]": 1}}]
  mark:
    pick: {cell_marked: "[c for c in cells if c.mark == none]", good_left: goods}
    if: me.stock[good_left] > 0
    do:
      - lose: {"me.stock[good_left]": 1}
      - set: {cell_marked.mark: me}
      - score: {marks: 2}
  roll:
    do:
      - random: {face_up: faces}
        do: [{set: {die: face_up}}]
  trade:
    limit: {times: 2, per: turn}
    do: [{gain: {"me.stock[wood]": 1}}]
  put_down:
    pick: {card_put: me.hand}
    do: [{move: card_put, from: me.hand, to: pile}]
flow:
  round:
    each: players
    turn:
      - may: [take, buy, mark, roll, trade]
        step: act
      - may: [put_down]
        step: clear
ends: {long: {when: round == 5, check: round}}
scoring: {marks: counted, coins: me.coins + size(pile) + (1 if die == six else 0)}
"""


def pack(folder: Path, text: str) -> Path:
    return make_pack(folder, {"pack.yaml": MANIFEST, "game.yaml": RULES, "situations.yaml": text})


def otherwise(folder: Path, body: str) -> str | None:
    """What is otherwise in one situation; None if all is as expected."""
    indented = "".join(f"    {line}\n" for line in body.splitlines())
    made = pack(folder, f"situations:\n  one:\n{indented}")
    problems = Problems()
    (one,) = situations_in(str(made), [], problems)
    assert not problems, problems.sorted()
    try:
        run(tilewright.load(str(made)), one)
    except Otherwise as found:
        return f"{found.place.line}: {found.message}"
    return None


# Each is as expected.
FINE = {
    "values of players": "given: {p1: {coins: 5, stock: {wood: 2}}, p2.coins: 0}\n"
                         "expect: {player.coins: {p1: 5}, p1.stock: {wood: 2}}",
    "a zone in order": "given: {deck: [queen, ace, king]}\ndo: [take]\n"
                       "expect: {p1.hand: [queen], deck: [ace, king]}",
    "what is placed comes from where it lay": "given: {p1.hand: [king]}\n"
                                              "expect: {size(deck): 2, p1.hand: [king]}",
    "all of a kind, and some": "given: {cell.mark: {a1: p1, b2: p2}}\n"
                               "expect: {cell.mark: {a1: p1, b2: p2}, size(cell.mark): 2}",
    "points": "given: {points.marks: {p2: 4}}\n"
              "expect: {points.marks: {p2: 4}, sheet.marks: [0, 4]}",
    "a turn": "given: {turn: p2}\nexpect: {decider: p2, actor: p2, question: act, p1.coins: 3}",
    "a step": "given: {step: clear, turn: p2, p2.hand: [ace]}\ndo: [put_down ace]\n"
              "expect: {pile: [ace]}",
    "a choice": "given: {step: mark.good_left, p1.stock: {clay: 1}}\nmoves: [mark.good_left clay]",
    "what was done as often as it may be": "given: {used.trade: {p1: 2}}\nrefuses: {trade: limit}",
    "what was done less often": "given: {used: {trade: {p1: 1, p2: 2}}}\noffers: [trade]",
    "how often it was done": "given: {p1.hand: [ace]}\ndo: [trade]\n"
                             "expect: {used.trade: {p1: 1}}",
    "who has looked": "given: {deck: [ace, king, queen], p2 sees deck: [null, king, null]}\n"
                      "expect: {p1 sees deck: [null, null, null], "
                      "p2 sees deck: [null, king, null]}",
    "who knows its own no more": "given: {p1.hand: [ace, king], p1 sees p1.hand: [null, king]}\n"
                                 "expect: {p1 sees p1.hand: [null, king]}",
    "what was seen goes along": "given: {deck: [ace, king], p2 sees deck: [ace, null]}\n"
                                "do: [take]\nexpect: {p2 sees p1.hand: [ace]}",
    "who comes next": "players: 3\ngiven: {order: [p3]}\n"
                      "do: [{until: turn, expect: {decider: p3, order: []}}]",
    "a round": "given: {round: 3}\nexpect: {round: 3}",
    "picks in a row": "given: {p1.stock: {wood: 1}}\ndo: [mark a1 wood]\n"
                      "expect: {a1.mark: p1, points.marks: {p1: 2}}",
    "labels are read in any case": "do: [BUY Wood]\nexpect: {p1.stock.wood: 1}",
    "values in the middle": "do: [buy wood, {given: {p1.coins: 9}, expect: {p1.coins: 9}}]\n"
                            "expect: {p1.coins: 0}",
    "until a turn, a round, a step, a move, the end":
        "do: [{until: turn, expect: {decider: p2}}, {until: round, expect: {round: 2}}, "
        "{until: buy}, {until: act}, {until: end}]\n"
        "expect: {over: true, end: long, winners: [p1, p2]}",
    "chance in order": "chance: [six]\ndo: [roll]\nexpect: {die: six}",
    "chance by moves": "chance: true\ndo: [roll, roll.face_up two]\nexpect: {die: two}",
    "offers and refusals": "given: {p1.coins: 1, p1.hand: [ace]}\noffers: [take, pass]\n"
                           "refuses: {buy wood: cost, put_down ace: step, mark a1: condition}",
    "offers of a move with two picks": "given: {p1.stock: {wood: 1}}\n"
                                       "offers: [mark a1 wood, mark b2, buy clay]",
    "refusals as a list": "given: {p1.coins: 1}\nrefuses: [buy wood, buy clay]",
    "a limit": "chance: [one]\ndo: [roll, {given: {step: act}}]\nexpect: {question: act}",
    "the last move is refused": "given: {p1.coins: 3}\ndo: [buy wood, {given: {step: act, "
                                "turn: p1}}, buy clay]\nexpect_refused: cost",
    "what a seat sees": "given: {deck: [ace, king, queen]}\ndo: [take]\n"
                        "expect: {p1 sees p1.hand: [ace], p2 sees p1.hand: [null], "
                        "p2 sees size(p1.hand): 1}",
    "the same as before": "do: [buy wood]\nexpect: {same p2.coins: true, same p1.coins: false}",
    "a seed and players": "players: 3\nseed: 4\nexpect: {size(deck): 3, scores: [3, 3, 3]}",
    "a game that begins so": "begins: {decider: p1}\nexpect: {decider: p1}",
}


@pytest.mark.parametrize("name", FINE)
def test_it_comes_out_as_expected(tmp_path: Path, name: str) -> None:
    body = FINE[name].replace("expect: {p1.coins: 0}", "expect: {p1.coins: 9}")
    if name == "the last move is refused":
        body = "given: {p1.coins: 1}\ndo: [buy wood]\nexpect_refused: cost"
    assert otherwise(tmp_path / "pack", body) is None


# Line and words of what is said.
WRONG = {
    "a value": ("do: [buy wood]\nexpect: {p1.coins: 3}", "4: p1.coins is 1, not 3"),
    "a mapping": ("expect: {player.coins: {p1: 2}}", "3: player.coins is {p1: 3, p2: 3}, not {"),
    "an unknown field": ("expect: {p1.coin: 3}", "3: a player has no field 'coin'; did you mean"),
    "an unknown owner": ("given: {p7: {coins: 3}}",
                         "3: there is nothing called 'p7'; players are 'p1' and 'p2'"),
    "a move that is refused": ("given: {p1.coins: 1}\ndo: [buy wood]", "4: “buy wood” is not poss"),
    "a move that never is": ("do: [buy wod]", "3: there is no move 'buy wod' in this game"),
    "too much in a zone": ("given: {pile: [ace, king, queen]}", "pile holds 2 at most, and these"),
    "twice the same": ("given: {pile: [ace], p1.hand: [ace]}", "'ace' is placed 2 times, and"),
    "a number out of bounds": ("given: {p1.coins: 10}", "player.coins is from 0 to 9, not 10"),
    "a number that is none": ("given: {p1.coins: many}", "player.coins is a number, not 'many'"),
    "an element that is none": ("given: {a1.mark: p9}", "there is no player 'p9' for cell.mark"),
    "a zone that is no list": ("given: {pile: ace}", "pile is a zone; write a list"),
    "values for no kind": ("given: {p1.stock: 3}", "player.stock holds a value for each good; wri"),
    "an unknown step": ("given: {step: ack}", "there is no step or choice 'ack'; did you mean"),
    "a turn of nobody": ("given: {turn: p8}", "there is no player 'p8' for turn"),
    "what has no limit": ("given: {used.tade: {p1: 1}}", "'tade' is done; did you mean 'trade'"),
    "how often by nobody": ("given: {used.trade: 1}", "each player has: 'used.trade: {p1: 1}'"),
    "what lies elsewhere is known": ("given: {deck: [ace, king], p1 sees deck: [king, null]}",
                                     "p1 cannot know 'king' there: deck holds 'ace'"),
    "less is known than there is": ("given: {deck: [ace, king], p1 sees deck: [ace]}",
                                    "'p1 sees deck' with as many as there are: 2, and 'null'"),
    "what all see is known": ("given: {p1 sees pile: []}", "everybody sees pile, so nobody has to"),
    "known by nobody": ("given: {p9 sees deck: []}", "there is no player 'p9' for p9 sees deck"),
    "an order that is not": ("given: {order: [p1]}", "turns come in this order: 'p1' and 'p2'"),
    "an order of nobody": ("given: {order: [p7]}", "there is no player 'p7' for order"),
    "less than never": ("given: {used.trade: {p1: -1}}", "nobody can have done 'trade' -1 times"),
    "offers": ("offers: [take, take_two]", "3: [take_two] cannot be made; what can be made"),
    "offers of a second pick": ("offers: [mark a1 clay, buy clay]",
                                "3: [mark a1 clay] cannot be made; what can be made"),
    "moves": ("moves: [take, pass]", "3: [buy wood, buy clay, roll, trade] can be made too"),
    "no refusal": ("refuses: [take]", "3: 'take' is not refused"),
    "another reason": ("given: {p1.coins: 0}\nrefuses: {buy wood: toll}", "another reason (cost)"),
    "a refusal that comes not": ("do: [take]\nexpect_refused: cost", "'take' is not refused"),
    "a last move refused otherwise": ("do: [mark a1]\nexpect_refused: cost",
                                      "'mark a1' is refused for another reason (condition)"),
    "chance that was not asked": ("chance: [six]\ndo: [take]", "chance was never asked for 'six'"),
    "no such outcome": ("chance: [nine]\ndo: [roll]", "there is no move 'nine'"),
    "what never comes": ("do: [{until: never}]", "the game ended before 'never' came"),
    "what no game begins with": ("begins: {p1.coins: 4}", "none of 2,000 games begins so"),
    "no such line of the sheet": ("expect: {sheet.mark: [1]}", "the score sheet has no 'mark'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_otherwise_is_told_at_its_place(tmp_path: Path, name: str) -> None:
    body, said = WRONG[name]
    found = otherwise(tmp_path / "pack", body)
    assert found is not None
    assert said in found


# Somebody else is asked in each turn, and all are asked before a round.
OFFERS = """\
players: {min: 3, max: 3}
state: {player: {coins: {type: int, start: 5}}}
actions:
  go: {do: [{gain: {me.coins: 1}}]}
  bid: {do: [{lose: {me.coins: 1}}]}
  wish: {do: [{gain: {me.coins: 2}}]}
flow:
  round:
    before: [{for_each: {p: players}, do: [{may: [wish], by: p, step: wishes}]}]
    each: players
    turn: [{must: [go]}, {for_each: {p: players}, do: [{may: [bid], by: p, step: offer}]}]
ends: {long: {when: round == 5, check: round}}
scoring: {coins: me.coins}
"""


@pytest.mark.parametrize(("given", "actor", "decider", "question"), [
    *[({"turn": seat}, seat, seat, "go") for seat in ("p1", "p2", "p3")],
    ({"step": "offer", "turn": "p3"}, "p3", "p1", "offer"),
    ({"step": "offer", "turn": "p2"}, "p2", "p1", "offer"),
    ({"step": "wishes", "turn": "p3"}, None, "p3", "wishes"),
])
def test_a_turn_is_of_whoever_has_it_and_not_of_whoever_is_asked(
        tmp_path: Path, given: dict[str, str], actor: str | None, decider: str, question: str
        ) -> None:
    folder = make_pack(tmp_path / "pack", {
        "pack.yaml": MANIFEST, "game.yaml": OFFERS, "situations.yaml": "situations: {a: {}}\n"})
    game = tilewright.load(str(folder))
    state = arranged(game.new(3, 1), given)
    players = game.model.kinds["player"].items
    assert state.question is not None
    assert (players[state.question.decider], state.question.name) == (decider, question)
    assert actor in (None, players[state.actor])


# -- files ----------------------------------------------------------------------------------------


def test_what_a_file_gives_comes_first_and_a_situation_may_say_otherwise(tmp_path: Path) -> None:
    folder = pack(tmp_path / "pack", """\
players: 3
given: {p1.coins: 7, p2.coins: 8}
situations:
  shared: {expect: {player.coins: {p1: 7, p2: 8, p3: 3}}}
  own: {players: 2, given: {p1.coins: 1}, expect: {player.coins: {p1: 1, p2: 8}}}
""")
    assert run_situations([str(folder)], [], "text") == 0


def test_the_command_tells_what_is_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]
                                             ) -> None:
    folder = pack(tmp_path / "pack", "situations:\n  fine: {expect: {p1.coins: 3}}\n"
                                     "  odd: {expect: {p1.coins: 4}}\n")
    assert run_situations([str(folder)], [], "text") == 1
    told = capsys.readouterr()
    assert "situations.yaml:3:28: situation: odd: p1.coins is 3, not 4" in told.out
    assert told.err == "2 situations: 1 otherwise\n"
    (folder / "situations.yaml").write_text("situations:\n  fine: {expect: {p1.coins: 3}}\n")
    assert run_situations([str(folder)], [], "text") == 0
    assert capsys.readouterr().out == "1 situation: all as expected\n"


def test_a_pack_without_any_is_no_success(tmp_path: Path) -> None:
    folder = pack(tmp_path / "pack", "situations:\n  fine: {expect: {p1.coins: 3}}\n")
    (folder / "pack.yaml").write_text(
        (folder / "pack.yaml").read_text().replace("situations: [situations.yaml]\n", ""))
    with pytest.raises(UsageError, match=r"there are no situations in .*'; name a file of them"):
        run_situations([str(folder)], [], "text")


def test_check_tells_their_shape_and_what_is_otherwise(tmp_path: Path) -> None:
    folder = pack(tmp_path / "pack", "situations:\n  odd: {expects: {p1.coins: 4}}\n")
    (found,) = check_and_play(folder, [])[0].sorted()
    assert (found.code, found.place.line) == ("unknown-key", 2)
    assert "did you mean 'expect'" in found.sentence
    (folder / "situations.yaml").write_text("situations:\n  odd: {expect: {p1.coins: 4}}\n")
    codes = {p.code for p in check_and_play(folder, [])[0]}
    assert "situation" in codes


def test_a_file_of_its_own_names_its_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("game: connect_four\nvariants: []\nsituations:\n"
                    "  a disc falls: {do: [drop a], expect: {a1.disc: red}}\n")
    told: dict[str, Any] = {}
    for name in (str(path), str(tmp_path)):
        problems = Problems()
        told[name] = [one.name for one in situations_in(name, [], problems)]
    assert set(map(str, told.values())) == {"['a disc falls']"}
    path.write_text("situations:\n  one: {expect: {round: 1}}\n")
    problems = Problems()
    assert situations_in(str(path), [], problems) == []
    assert "of which game it is" in problems.sorted()[0].sentence
    with pytest.raises(UsageError, match="there is no pack, file or folder"):
        situations_in(str(tmp_path / "nothing"), [], problems)


def test_situations_change_no_hash_of_a_game(tmp_path: Path) -> None:
    folder = pack(tmp_path / "pack", "situations:\n  fine: {expect: {p1.coins: 3}}\n")
    before = tilewright.load(str(folder)).hash
    (folder / "situations.yaml").write_text("situations:\n  other: {expect: {p2.coins: 3}}\n")
    assert tilewright.load(str(folder)).hash == before


def test_pytest_collects_them_from_any_folder(tmp_path: Path) -> None:
    pack(tmp_path / "pack", "situations:\n  fine:\n    shows: [R-1]\n    expect: {p1.coins: 3}\n"
                            "  odd: {expect: {p1.coins: 4}}\n")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA",
                           str(tmp_path)], capture_output=True, text=True, cwd=tmp_path,
                          timeout=900, check=False)
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert "fine [R-1]" in done.stdout
    assert "situations.yaml:5:28: p1.coins is 3, not 4" in done.stdout
    assert "Traceback" not in done.stdout
