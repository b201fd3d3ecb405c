"""Positions and games written as situations: read and run again, they come to the same."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from bad_packs import make_pack
from packs.tables import ALL, VARIANTS, folder, game
from test_situations import MANIFEST, pack
from tilewright import UsageError
from tilewright.cli.play import play_game
from tilewright.cli.situations import as_situation, run_situations
from tilewright.packs.bases import base_of
from tilewright.packs.doors import shipped
from tilewright.playing.record import Session
from tilewright.problems import ContentError, Problems
from tilewright.situations.begin import begun_in
from tilewright.situations.files import SituationFile, packs_named
from tilewright.situations.named import named
from tilewright.situations.played import written
from tilewright.situations.read import in_file
from tilewright.situations.run import played
from tilewright.situations.write import given_of

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import Game, State
    from tilewright.situations.read import Packs

SEEDS, STEPS = range(2), 120
BARE = MANIFEST.replace("situations: [situations.yaml]\n", "")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user, and where one is, for this test alone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def packs_of(name: str) -> Packs:
    if name in VARIANTS:
        return base_of(shipped("variants")[name]).name, (name,)
    return str(folder(name)), ()


def again(path: Path, text: str, made: Game) -> State:
    """The position of the last situation of a text, read from its file and run."""
    path.write_text(text)
    problems = Problems()
    *_, last = in_file(path, [], problems)
    assert not problems, problems.sorted()
    return played(made, last)


def same(one: State, other: State) -> bool:
    known = [[state.view(seat).facts() for seat in range(state.players)] for state in (one, other)]
    return one.facts() == other.facts() and known[0] == known[1] and (
        sorted(map(one.label, one.legal())) == sorted(map(other.label, other.legal())))


# -- the laws -------------------------------------------------------------------------------------


@pytest.mark.many
@pytest.mark.parametrize("name", ALL)
def test_a_position_comes_out_again_unless_it_has_no_name(name: str, home: Path) -> None:
    made, file = game(name), SituationFile(packs_of(name))
    steps = refused = 0
    for seed in SEEDS:
        rng = random.Random(seed)
        begun = made.new(rng.choice(list(made.players)), seed)
        state = begun.clone()
        for _ in range(STEPS):
            asked = state.question
            if asked is None:
                break
            steps += asked.is_step
            try:
                given = given_of(state, begun)
            except UsageError as error:
                said = str(error)
                refused += asked.is_step
                assert said.startswith("this position cannot be told by its values: "
                                       if asked.is_step else "the game stands in the middle of")
            else:
                assert asked.is_step
                if rng.random() < 1 / 8:
                    text, _ = file.with_one("one", {"players": begun.players, "seed": seed,
                                                    "given": given})
                    assert same(again(home / "one.yaml", text, made), state)
            state.apply(rng.choice(state.legal()))
    assert steps
    assert refused <= steps / 8


@pytest.mark.many
@pytest.mark.parametrize("name", ALL)
def test_any_position_of_a_game_at_play_comes_out_again(name: str, home: Path) -> None:
    made, packs = game(name), packs_of(name)
    short = count = 0
    for seed in SEEDS:
        rng = random.Random(seed)
        session = Session(made, rng.choice(list(made.players)), seed)
        for number in range(rng.choice([40, 90, STEPS])):
            if number % 10 == seed or session.state.over:
                text, _, _ = as_situation(session, packs, "")
                found = again(home / "one.yaml", text, made)
                assert same(found, session.state)
                count += 1
                short += text.count("\n    - ") < 10
            if session.state.over:
                break
            session.apply(rng.choice(session.state.legal()))
    assert short > count * 2 / 3


# -- what is given --------------------------------------------------------------------------------


ODD = """\
players: {min: 2, max: 2}
kinds:
  good: [wood, clay]
  box: [red, p1]
  gem: [ruby]
grids: {cell: {columns: 2, rows: 1}}
state:
  game:
    turn: int
    p2: int
    bag: {zone: good, capacity: 8, visible: none, start: "[wood, wood, clay, clay]"}
    heap: {zone: good, capacity: 8, start: "[wood, wood]"}
    best: player?
    vault: {zone: gem, capacity: 8}
  player:
    gems: {zone: gem, capacity: 8}
    coins: {type: int, start: 3}
    stock: {type: int, per: good}
    rack: {zone: good, capacity: 8, visible: owner}
  box: {full: bool, owner: "player?", of: {type: int, per: good}}
  cell: {mark: "player?", pile: {zone: good, capacity: 8}}
actions:
  take: {limit: {times: 2, per: game}, do: [{draw: 1, from: bag, to: me.rack}]}
  mark: {pick: {cell_marked: cells}, do: [{set: {cell_marked.mark: me}}, {score: {marks: 1}}]}
  fill: {pick: {box_filled: boxs}, do: [{set: {box_filled.full: true, box_filled.owner: me}}]}
  dig: {do: [{put: ruby, into: me.gems}]}
flow:
  setup: [{put: ruby, into: vault}]
  round: {each: players, turn: [{may: [take, mark, fill, dig], step: act}]}
ends: {late: {when: round > 30, check: round}}
scoring:
  marks: counted
  all: >-
    turn + p2 + size(heap) + me.coins + me.stock[wood] + (1 if best == me else 0)
    + sum(b.of[wood] for b in boxs) + sum(size(c.pile) for c in cells) + size(vault) + size(me.gems)
"""


@pytest.fixture
def odd(home: Path) -> Game:
    """A game with names that mean several things."""
    return tilewright.load(str(make_pack(home / "odd", {
        "pack.yaml": BARE, "game.yaml": ODD})))


def position(made: Game, **given: Any) -> tuple[State, State]:
    dotted = {key.replace("__", "."): value for key, value in given.items()}
    return made.position(dotted), made.new()


# What is set, and what is to be given for it beside the step.
GIVEN: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "nothing": ({}, {}),
    "a field that is called like the course": ({"turn": 4}, {"turn": 4}),
    "a field that is called like a player": ({"game__p2": 1, "player__p2__coins": 4},
                                             {"game.p2": 1, "player.p2.coins": 4}),
    "a box that is called like a player": ({"box__p1__full": True, "player__p1__coins": 0},
                                           {"box.full": {"p1": True}, "p1": {"coins": 0}}),
    "values per good": ({"player__p1__stock": {"clay": 2}, "box__of": {"red": {"wood": 1}}},
                        {"p1": {"stock": {"clay": 2}}, "box.of": {"red": {"wood": 1}}}),
    "marks, and one that is gone": ({"best": "p1", "cell__mark": {"a1": "p2"}},
                                    {"best": "p1", "cell.mark": {"a1": "p2"}}),
    "points": ({"points__marks": {"p2": 5}}, {"points.marks": {"p2": 5}}),
    "what was done": ({"used__take": {"p1": 2}}, {"used.take": {"p1": 2}}),
    "another order": ({"bag": ["clay", "wood", "clay", "wood"]},
                      {"bag": ["clay", "wood", "clay", "wood"]}),
    "a round": ({"round": 7}, {"round": 7}),
}


@pytest.mark.parametrize("name", GIVEN)
def test_only_what_is_otherwise_is_given_by_names_that_are_sure(name: str, odd: Game) -> None:
    told, wanted = GIVEN[name]
    assert given_of(*position(odd, **told)) == {"step": "act", **wanted}


def test_where_elements_have_come_or_gone_all_zones_with_such_are_told(odd: Game) -> None:
    """Else the one that is new would come out of the vault, where one lies as before."""
    begun = odd.new()
    state = odd.position({"heap": ["wood"], "cell.pile": {"a1": ["wood"]}})
    assert set(given_of(state, begun)) == {"step", "heap", "cell.pile"}
    state = odd.position({"heap": ["wood"]})
    assert set(given_of(state, begun)) == {"step", "heap", "bag", "p1", "player.p2.rack",
                                           "cell.pile"}
    state = begun.clone()
    for move in ("dig", "pass"):
        state.apply(state.find(move))
    given = given_of(state, begun)
    assert (given["vault"], given["p1"]) == (["ruby"], {"gems": ["ruby"]})


@pytest.mark.parametrize("where", ["the end", "a choice", "chance"])
def test_positions_without_a_name_are_refused(where: str, home: Path) -> None:
    made = tilewright.load(str(pack(home / "small", "situations: {a: {expect: {round: 1}}}")))
    begun = made.new()
    state = begun.clone()
    if where == "the end":
        while not state.over:
            state.apply(state.legal()[-1])
    elif where == "a choice":
        state = made.position({"p1.stock": {"wood": 1}})
        state.apply(state.find("mark a1"))
    else:
        state.show_chance()
        state.apply(state.find("roll"))
    said = {"the end": "the game is over", "chance": "chance decides here",
            "a choice": "in the middle of something, at the choice 'mark.good_left'"}
    with pytest.raises(UsageError, match=said[where]):
        given_of(state, begun)


# -- a game at play -------------------------------------------------------------------------------


def at_play(made: Game, *moves: str, seed: int = 3) -> Session:
    session = Session(made, 2, seed)
    for move in moves:
        session.apply(move)
    return session


@pytest.fixture
def small(home: Path) -> Game:
    return tilewright.load(str(pack(home / "small", "situations: {a: {expect: {round: 1}}}")))


PACKS: Packs = ("small", ())


def test_in_the_middle_of_an_action_the_moves_since_are_done(small: Game) -> None:
    session = at_play(small, "trade", "pass", "mark a1")
    text, name, path = as_situation(session, PACKS, "")
    assert (name, path) == ("p1 at mark.good_left in round 2", None)
    assert "    do: [mark a1]\n" in text
    assert "    expect: {decider: p1, question: mark.good_left}\n" in text


def test_chance_since_then_is_told(home: Path) -> None:
    made = tilewright.load(str(make_pack(home / "dice", {
        "pack.yaml": BARE,
        "game.yaml": ODD.replace("  mark: {pick", """\
  roll:
    do:
      - random: {thrown: "range(1, 7)"}
        do: [{gain: {me.coins: thrown}}]
      - choose: {good_kept: goods}
        do: [{gain: {"me.stock[good_kept]": 1}}]
  mark: {pick""").replace("[take, mark", "[take, roll, mark")})))
    for seed in range(4):
        session = at_play(made, "roll", seed=seed)
        body = written(session, SituationFile(("dice", ())), "one")
        assert body["do"] == ["roll"]
        assert body["chance"] == [session.state["p1"].coins - 3]


def test_what_no_values_tell_is_the_whole_game(small: Game, monkeypatch: pytest.MonkeyPatch
                                               ) -> None:
    def never(_state: State, _begun: State) -> dict[str, Any]:
        raise UsageError("no")

    monkeypatch.setattr("tilewright.situations.played.given_of", never)
    body = written(at_play(small, "take", "pass", "roll"), SituationFile(PACKS), "one")
    assert body == {"players": 2, "seed": 3, "do": ["take", "pass", "roll"],
                    "expect": {"decider": "p1", "question": "act"}}


def test_a_game_that_began_at_a_situation(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_ = pack(home / "rich", "given: {p2.coins: 8}\nsituations:\n"
                                  "  one: {given: {turn: p2, p1.hand: [king]}}\n")
    made = tilewright.load(str(folder_))
    session = begun_in(made, named("one", "rich", []))
    session.apply("trade")
    file = SituationFile(("rich", ()))
    assert written(session, file, "x")["given"]["p2"] == {"coins": 8, "stock": {"wood": 1}}
    monkeypatch.setattr("tilewright.situations.played.MOST_BACK", -1)
    body = written(session, file, "x")
    assert body["given"] == {"p2.coins": 8}
    assert body["do"] == [{"given": {"turn": "p2", "p1.hand": ["king"]}}, "trade"]


def test_options_and_a_seed_that_no_file_can_hold(home: Path) -> None:
    made = tilewright.load(str(make_pack(home / "odd", {
        "pack.yaml": BARE, "game.yaml": ODD.replace("start: 3", "start: 3 if long else 2") + (
            "options: {long: {type: bool, default: false}}\n")})))
    session = Session(made, 2, 2 ** 40, {"long": True})
    session.apply("take")
    body = written(session, SituationFile(("odd", ())), "x")
    assert (body["options"], body["seed"]) == ({"long": True}, 0)


def test_a_game_out_of_its_record_is_refused(small: Game) -> None:
    from tilewright.cli.replay import unpacked
    from tilewright.playing.archive import packed

    with pytest.raises(UsageError, match="the rules of its record"):
        as_situation(at_play(unpacked(packed(small.model))), PACKS, "")


# -- files ----------------------------------------------------------------------------------------


def test_a_file_gets_one_more_and_stays_as_it_is(small: Game, home: Path) -> None:
    path = home / "mine.yaml"
    old = ("# mine\ngame: ./small   # the small one\nsituations:\n    first: {expect: {round: 1}}\n"
           "    # the last word\n\n")
    path.write_text(old)
    for name in ("second", "", ""):
        path.write_text(as_situation(at_play(small, "take"), PACKS, f"{name} mine.yaml")[0])
    text = path.read_text()
    assert text.startswith(old.rstrip() + "\n\n    second:\n      players: 2\n")
    assert "\n    p1 at clear in round 1 (2):\n" in text
    assert run_situations(["mine.yaml"], [], "text") == 0
    path.write_bytes(old.replace("\n", "\r\n").encode())
    text = as_situation(at_play(small), PACKS, "x mine.yaml")[0]
    assert text.count("\n") == text.count("\r\n")


def test_a_file_in_the_folder_of_the_game_does_not_name_it(small: Game, home: Path) -> None:
    packs = packs_named("small", [])
    assert packs == (str(home / "small"), ())
    with pytest.raises(UsageError, match=r"name it first: 'situations: \[new/one.yaml\]'"):
        as_situation(at_play(small), packs, "small/new/one.yaml")
    manifest = home / "small" / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("[situations.yaml]", "[new/one.yaml]"))
    (home / "small" / "situations.yaml").unlink()
    text = as_situation(at_play(small), packs, "small/new/one.yaml")[0]
    assert text.startswith("situations:\n")
    (home / "small" / "new").mkdir()
    (home / "small" / "new" / "one.yaml").write_text(text)
    assert run_situations(["small/new/one.yaml"], [], "text") == 0
    assert run_situations(["small"], [], "text") == 0
    assert as_situation(at_play(small), packs, "new.yaml")[0].startswith(f"game: {home}/small\n")
    assert packs_named("tictactoe", ["wide_board"]) == ("tictactoe", ("wide_board",))


def test_a_file_of_a_variant_names_nothing_either(home: Path) -> None:
    far = home / "far"
    far.mkdir()
    (far / "variant.yaml").write_text(
        "language: 2\nid: far\nversion: 1.0.0\nvariant_of: tictactoe\n"
        "overlays: [a.yaml]\nsituations: [new.yaml]\n")
    (far / "a.yaml").write_text("set: {grids/cell/columns: 4}\n")
    (far / "new.yaml").write_text("situations:\n  one: {expect: {round: 1}}\n")
    made = tilewright.load("tictactoe", [str(far)])
    text = as_situation(Session(made), packs_named("tictactoe", ["far"]), "far/new.yaml")[0]
    (far / "new.yaml").unlink()
    again_ = as_situation(Session(made), packs_named("tictactoe", ["far"]), "far/new.yaml")[0]
    assert again_.startswith("situations:\n")
    for one in (text, again_):
        (far / "new.yaml").write_text(one)
        assert run_situations(["far/new.yaml"], [], "text") == 0


# What stands in a file, and why nothing is added to it.
REFUSED = {
    "flow style": ("game: small\nsituations: {a: {expect: {round: 1}}}", "cannot be added to"),
    "not the last": ("situations:\n  a: {expect: {round: 1}}\ngame: small\n", "cannot be added to"),
    "another game": ("game: tictactoe\nsituations:\n  a: {expect: {round: 1}}\n",
                     "are of tictactoe, and this is of small"),
    "with a variant": ("game: tictactoe\nvariants: [wide_board]\nsituations:\n  a: {seed: 1}\n",
                       "are of tictactoe with wide_board, and this is of small"),
    "no such game": ("game: smal\nsituations:\n  a: {seed: 1}\n", "there is no game 'smal'"),
    "values of its own": ("game: small\ngiven: {p2.coins: 9}\nsituations:\n  a: {seed: 1}\n",
                          "gives its situations values of its own"),
    "the name": ("game: small\nsituations:\n  one: {seed: 1}\n", "give this one another name"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_files_that_are_not_added_to(name: str, small: Game, home: Path) -> None:
    text, said = REFUSED[name]
    (home / "mine.yaml").write_text(text)
    with pytest.raises(UsageError, match=said):
        as_situation(at_play(small, "take"), PACKS, "one mine.yaml")


@pytest.mark.parametrize("text", ["", "- 1\n", "situations: 3\n", "game: small\n", "a: [\n",
                                  "game: small\nsituations:\n  a: {wrong: 1}\n"])
def test_files_that_hold_something_else_tell_their_problems(text: str, small: Game, home: Path
                                                            ) -> None:
    (home / "mine.yaml").write_text(text)
    with pytest.raises(ContentError, match=r"mine\.yaml"):
        as_situation(at_play(small), PACKS, "mine.yaml")


def test_a_manifest_is_not_written(small: Game) -> None:
    for name in ("pack.yaml", "small/variant.yaml"):
        with pytest.raises(UsageError, match="the name of a manifest"):
            as_situation(at_play(small), PACKS, name)


# -- the terminal ---------------------------------------------------------------------------------


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str, lang: str = "en") -> None:
    waiting = iter(lines)
    monkeypatch.setattr("builtins.input", lambda _prompt: next(waiting, "quit"))
    play_game("tictactoe", ["wide_board"], None, "human,human", lang, None, None, {},
              as_recorded=False)


def test_it_is_typed_at_the_terminal(home: Path, monkeypatch: pytest.MonkeyPatch,
                                     capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "1", "situation", "situation s.yaml", "situation far out s.yaml",
          "situation far out s.yaml", "situation nowhere/s.yaml", "situation pack.yaml", "help")
    told = capsys.readouterr().out
    assert "game: tictactoe\nvariants: [wide_board]\nsituations:\n  o at mark in round 1:\n" in told
    assert "“far out” is in s.yaml; run it with: tilewright test s.yaml" in told
    assert "there is a situation 'far out' in 's.yaml'" in told
    assert "“nowhere/s.yaml” cannot be written" in told
    assert "the name of a manifest" in told
    assert "  situation FILE write this position as a situation, with all that is hidden" in told
    assert run_situations(["s.yaml"], [], "text") == 0
    assert capsys.readouterr().out == "2 situations: all as expected\n"
    assert not (home / "pack.yaml").exists()


@pytest.mark.parametrize(("lang", "said"), [
    ("fr", "situation FICHIER"), ("it", "situation FILE"), ("pl", "situation PLIK")])
def test_it_is_in_the_help_of_all_languages(lang: str, said: str, monkeypatch: pytest.MonkeyPatch,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "help", "situation s.yaml", lang=lang)
    told = capsys.readouterr().out
    assert said in told
    assert "tilewright test s.yaml" in told


def test_a_play_from_what_was_written(home: Path, monkeypatch: pytest.MonkeyPatch,
                                      capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "mark a1", "mark c1", "situation s.yaml")
    monkeypatch.setattr("builtins.input", lambda _prompt: "quit")
    capsys.readouterr()
    play_game("tictactoe", [], None, "human,human", "en", None, None, {}, as_recorded=False,
              situation="s.yaml")
    assert "1   X   1   O" in capsys.readouterr().out
