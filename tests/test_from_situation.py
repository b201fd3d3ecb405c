"""Games that begin at a situation: in the terminal, saved, resumed and told again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright
from test_situations import RULES, pack
from tilewright import UsageError
from tilewright.cli.play import play_game
from tilewright.cli.replay import replay_file, resumed
from tilewright.playing.compare import first_difference
from tilewright.playing.record import Session, begun, read_record
from tilewright.playing.table import Table
from tilewright.problems import ContentError, RecordError, TilewrightError
from tilewright.situations.begin import begun_in
from tilewright.situations.compare import Otherwise
from tilewright.situations.named import named

if TYPE_CHECKING:
    from tilewright.situations.read import Situation

TEXT = """\
players: 3
given: {p1.coins: 7, p2.coins: 8, deck: [queen, ace, king]}
situations:
  rich: {given: {p1: {coins: 9}, turn: p2, round: 2}}
  a card in hand: {seed: 5, given: {p2.hand: [king], step: clear, turn: p2}, do: [put_down king]}
  begun so: {players: 2, begins: {decider: p1}}
  nowhere: {given: {step: never}}
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user, and where one is, for this test alone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return pack(tmp_path / "small", TEXT)


def situation(name: str, game: Path | str, *variants: str) -> Situation:
    return named(name, str(game), list(variants))


def played(monkeypatch: pytest.MonkeyPatch, game: Path | str, lines: list[str],
           seats: str | None = "human,human,human", variants: tuple[str, ...] = (),
           lang: str = "en", **more: Any) -> None:
    typed = iter(lines)
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed, "quit"))
    play_game(str(game), list(variants), None, seats, lang, None, more.get("resume"), {},
              as_recorded=False, situation=more.get("situation"))


# -- the game -------------------------------------------------------------------------------------


def test_a_game_begins_at_what_is_given_and_before_what_is_done(small: Path) -> None:
    game = tilewright.load(str(small))
    session = begun_in(game, situation("a card in hand", small))
    assert session.state["p2"].hand == ["king"]
    assert session.state["p1"].coins == 7
    assert session.state.question.name == "clear"
    assert (session.state.decider, session.state.players, session.record.seed) == (1, 3, 5)
    assert session.record.moves == []
    assert begun_in(game, situation("begun so", small)).state.players == 2


def test_it_is_saved_resumed_and_told_again(small: Path, monkeypatch: pytest.MonkeyPatch,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    played(monkeypatch, small, ["put_down king", "save one.jsonl", "quit"],
           situation="a card in hand")
    assert "put down king" in capsys.readouterr().out.casefold()
    path = small.parent / "one.jsonl"
    header = json.loads(path.read_text().splitlines()[0])
    assert header["situation"] == [
        {"p1.coins": 7, "p2.coins": 8, "deck": ["queen", "ace", "king"]},
        {"p2.hand": ["king"], "step": "clear", "turn": "p2"}]
    replay_file(path, "en", str(small), [], as_recorded=False)
    replay_file(path, "en", None, [], as_recorded=True)
    assert capsys.readouterr().out.count("1 move, and the same end") == 2
    game = tilewright.load(str(small))
    session = resumed(path, game, "en")
    assert session.state.common_zone("pile") == ["king"]
    assert session.lines()[1:] == path.read_text().splitlines()[1:]
    played(monkeypatch, small, ["take", "save two.jsonl"], resume=path)
    again = read_record(small.parent / "two.jsonl")
    assert [label for _, label in again.moves] == ["put_down king", "take"]
    assert again.situation == header["situation"]
    session.undo()
    assert session.state.facts() == begun(game, again).facts()


def test_what_is_kept_goes_on_where_it_was(small: Path, monkeypatch: pytest.MonkeyPatch,
                                           capsys: pytest.CaptureFixture[str]) -> None:
    played(monkeypatch, small, ["take"], situation="rich")
    assert "--resume last" in capsys.readouterr().out
    played(monkeypatch, small, ["save one.jsonl"], resume=Path("last"))
    record = read_record(small.parent / "one.jsonl")
    assert record.moves == [(1, "take")]
    assert record.situation[1] == {"p1": {"coins": 9}, "turn": "p2", "round": 2}


def test_bots_play_on_from_it_in_any_language(monkeypatch: pytest.MonkeyPatch,
                                              capsys: pytest.CaptureFixture[str]) -> None:
    played(monkeypatch, "tictactoe", [], seats="bot,bot", situation="Three in a row WIN",
           lang="fr")
    told = capsys.readouterr().out
    assert told.splitlines()[0] == "Morpion"
    assert "1   X   X" in told


def test_a_situation_of_a_variant_brings_the_variant(home: Path, monkeypatch: pytest.MonkeyPatch,
                                                     capsys: pytest.CaptureFixture[str]) -> None:
    (home / "wide.yaml").write_text(
        "game: tictactoe\nvariants: [wide_board]\nsituations:\n  far out: {given: {d1.mark: x}}\n")
    for variants in ((), ("wide_board",)):
        played(monkeypatch, "tictactoe", ["1", "save one.jsonl"], "human,human", variants,
               situation="wide.yaml")
        record = read_record(home / "one.jsonl")
        assert record.variants == ("wide_board",)
        assert record.situation == [{"d1.mark": "x"}]
    played(monkeypatch, "tictactoe", ["1"], "human,human", situation="wide.yaml")
    assert "tictactoe --with wide_board --seats human,human --resume last" in (
        capsys.readouterr().out)


def test_a_seat_learns_nothing_of_what_was_given(small: Path) -> None:
    table = Table(begun_in(tilewright.load(str(small)), situation("a card in hand", small)))
    assert "situation" in table.session.record.header()
    assert "king" not in "".join(table.record(0))


# -- which one ------------------------------------------------------------------------------------


# What is said, and what is wrong with it.
WRONG = {
    "ritch": "there is no situation 'ritch' in 'SMALL'; did you mean 'rich'?",
    "a card": "did you mean 'a card in hand'?",
    "zzz": "there are 'rich', 'a card in hand', 'begun so' and 'nowhere'; one of a file is named",
    "": "there is no situation '' in 'SMALL'",
    "small/situations.yaml": "holds 4 situations; name one, such as 'small/situations.yaml#rich'",
    "small/situations.yaml#ritch": "in 'small/situations.yaml'; did you mean 'rich'?",
    "small/none.yaml": "there is no file 'small/none.yaml'",
    "none.yaml#rich": "there is no file 'none.yaml'",
    "other.yaml": "'one' is a situation of 'tictactoe', not of 'SMALL'",
    "a\0b.yaml": "there is no file",
}


@pytest.mark.parametrize("said", WRONG, ids=ascii)
def test_what_is_not_there_is_told(said: str, small: Path) -> None:
    (small.parent / "other.yaml").write_text("game: tictactoe\nsituations: {one: {do: [mark a1]}}")
    with pytest.raises(UsageError) as error:
        situation(said, small)
    assert WRONG[said].replace("SMALL", str(small)[:60]) in str(error.value).replace("…", "")


def test_it_is_found_by_its_name_or_in_its_file(small: Path) -> None:
    for said in ("rich", "RICH", " rich ", "small/situations.yaml#rich"):
        assert situation(said, small).name == "rich"
    (small.parent / "one.yml").write_text("game: small\nsituations: {a#b: {given: {p1.coins: 1}}}")
    assert situation("one.yml", small).name == situation("one.yml#a#b", small).name == "a#b"


def test_a_file_of_a_wrong_shape_tells_its_problems(small: Path) -> None:
    (small.parent / "one.yaml").write_text("game: small\nsituations: {one: {give: {}}}")
    with pytest.raises(ContentError, match="did you mean 'given'"):
        situation("one.yaml#one", small)


def test_what_cannot_be_given_is_told_at_its_place(small: Path) -> None:
    with pytest.raises(Otherwise, match=r"situations.yaml:7:27: there is no step or choice 'neve"):
        begun_in(tilewright.load(str(small)), situation("nowhere", small))


@pytest.mark.parametrize(("more", "said"), [
    ({"players": 2}, "how many play"), ({"options": {"a": 1}}, "its options; leave them out"),
    ({"resume": "x.jsonl"}, "leave '--from' or '--resume' out")])
def test_settings_beside_a_situation_are_refused(more: dict[str, Any], said: str, small: Path
                                                 ) -> None:
    resume = Path(more["resume"]) if "resume" in more else None
    with pytest.raises(UsageError, match=said):
        play_game(str(small), [], more.get("players"), None, "en", None, resume,
                  more.get("options", {}), as_recorded=False, situation="rich")


# -- records --------------------------------------------------------------------------------------


def record_with(folder: Path, value: Any) -> Path:
    session = begun_in(tilewright.load(str(folder)), situation("rich", folder))
    session.apply("take")
    first, *rest = session.lines()
    path = folder.parent / "made.jsonl"
    header = json.loads(first) | {"situation": value}
    path.write_text("\n".join([json.dumps(header), *rest]), encoding="utf-8")
    return path


@pytest.mark.parametrize("value", [
    None, 1, "x", {}, {"p1.coins": 1}, [1], [None], [[]], [{}, {}, {}], [{"p1.coins": 1.5}],
    [{"p1.coins": 10 ** 10}], [{"points.marks": {"p1": -10 ** 12}}], [{"\x1b[2J": 1}],
    [{"p1.hand": ["\x1b[2J"]}], [{"a": {"b": {"c": {"d": {"e": {}}}}}}], [{"a": [[[[[1]]]]]}]],
    ids=lambda v: str(v)[:14].encode("unicode_escape").decode())
def test_a_situation_in_a_record_that_is_damaged(small: Path, value: Any) -> None:
    with pytest.raises(RecordError, match="'situation' is missing or wrong"):
        read_record(record_with(small, value))


@pytest.mark.parametrize(("value", "said"), [
    ([{"p9.coins": 1}], "there is nothing called 'p9'"),
    ([{"p1.coins": 10}], "from 0 to 9, not 10"), ([{"step": "x"}], "there is no step"),
    ([{"turn": {}}], "there is no player"), ([{"round": -1}], "from 0 on"),
    ([{"deck": [None]}], "there is no card"), ([{"points": 1}], "has no field 'points'"),
    ([{"cell": {"a1": {"mark": [1]}}}], "there is no player")])
def test_a_situation_in_a_record_that_does_not_fit(small: Path, value: Any, said: str) -> None:
    record = read_record(record_with(small, value))
    with pytest.raises(RecordError, match="does not fit the game") as error:
        begun(tilewright.load(str(small)), record)
    assert said in str(error.value)


INNER = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.sampled_from(
        ["ace", "p1", "p2", "wood", "act", "clear", "a1", "coins", "", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
        ["p1", "coins", "hand", "deck", "stock", "wood", "a1", "mark", "cell", "cell.mark", "x",
         "p1.hand", "points", "points.marks", "turn", "step", "round", "game", "", "."]),
        inner, max_size=3), max_leaves=8)


@pytest.fixture(scope="module")
def any_game(tmp_path_factory) -> tilewright.Game:
    return tilewright.load(str(pack(tmp_path_factory.mktemp("any") / "small", TEXT)))


@given(value=INNER)
@settings(max_examples=300, derandomize=True, deadline=None)
def test_any_situation_in_a_record_is_taken_or_refused(any_game, value: Any) -> None:
    record = Session(any_game).record
    record.situation = [value] if isinstance(value, dict) else [{"p1.coins": value}]
    said = ""
    try:
        begun(any_game, record)
    except TilewrightError as error:
        said = str(error)
    assert said.isprintable()


def test_records_of_other_games_stay_as_they_are() -> None:
    assert "situation" not in Session(tilewright.load("tictactoe")).record.header()


def test_ids_that_have_changed_since_are_found(small: Path) -> None:
    session = begun_in(tilewright.load(str(small)), situation("a card in hand", small))
    session.apply("put_down king")
    path = small.parent / "old.jsonl"
    path.write_text("\n".join(session.lines(rules=True)))
    (small / "game.yaml").write_text(RULES.replace("king", "emperor").replace("coins", "money"))
    (small / "pack.yaml").write_text((small / "pack.yaml").read_text() + (
        "was: {kinds/card/emperor: king, state/player/money: coins, scoring/money: coins}\n"))
    (small / "situations.yaml").write_text("situations: {one: {expect: {round: 1}}}\n")
    game = tilewright.load(str(small))
    record = read_record(path)
    assert begun(game, record)["p1"].money == 7
    made = Session.of(game, record)
    assert made.state.common_zone("pile") == ["emperor"]
    assert made.record.situation[1]["p2.hand"] == ["emperor"]


def test_the_first_difference_of_two_rules_is_told_from_there_on(small: Path) -> None:
    old = tilewright.load(str(small))
    session = begun_in(old, situation("rich", small))
    session.apply("buy wood")
    (small / "game.yaml").write_text(RULES.replace("pay: {me.coins: 2}", "pay: {me.coins: 3}"))
    found = first_difference(session.record, old, tilewright.load(str(small)))
    assert found is not None
    assert (found.number, found.what) == (1, "player.p2.coins is 5, it was 6")
