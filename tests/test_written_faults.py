"""Rules that fail in random games become situations, which fail until the rules are mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bad_packs import MANIFEST, doing, game_with, make_pack
from test_trial import FULL
from tilewright import UsageError
from tilewright.cli.check import check_packs
from tilewright.cli.situations import run_situations
from tilewright.playing import trial
from tilewright.problems import ContentError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def packed(home: Path, text: str, **files: str) -> Path:
    return make_pack(home / "pack", {"game.yaml": text, **files})


def kept(home: Path, file: str = "faults.yaml", *variants: str, name: str = "pack",
         games: int | None = 3) -> str:
    """What random games of a pack write."""
    path = home / file
    check_packs([name], list(variants), "text", play=True, games=games, faults_to=path)
    return path.read_text() if path.exists() else ""


def otherwise(capsys: pytest.CaptureFixture[str], file: str = "faults.yaml") -> str:
    """What is otherwise in a file; nothing if all is as expected."""
    capsys.readouterr()
    wrong = run_situations([file], [], "text")
    told = capsys.readouterr()
    assert wrong == ("otherwise" in told.err)
    return told.out if wrong else ""


CALM = "[{gain: {me.coins: 1}}]"
# The rules that fail, those that are mended, what is done last, and what is told.
FAULTS: dict[str, tuple[str, str, str, str]] = {
    "a move": (
        FULL, FULL.replace("- put: ace", "- if: size(me.row) < 2\n        then: [{put: ace, into: "
                           "me.row}]").replace("        into: me.row", "", 1),
        "do: [go]", "player.row is full, it holds 2"),
    "a move that is refused when mended": (
        FULL, FULL.replace("    do:\n", "    if: size(me.row) < 2\n    do:\n").replace(
            "must: [go]", "may: [go]"), "do: [go]", "player.row is full"),
    "the points": (
        game_with(scoring="{coins: '9 // (me.coins - 4)'}"),
        game_with(scoring="{coins: '9 // (me.coins + 4)'}"), "do: [go]", "divides by zero"),
    "who has won, at the end": (
        game_with(ranking="{best: most, ties: ['9 // (me.coins - 6)']}"),
        game_with(ranking="{best: most, ties: [me.coins]}"), "do: [go]", "divides by zero"),
    "the set-up": (
        game_with(flow="{setup: [{set: {p1.coins: 4 // (size(players) - 2)}}], "
                       "round: {each: players, turn: [{must: [go]}]}}"),
        game_with(flow="{setup: [{set: {p1.coins: 4 // size(players)}}], "
                       "round: {each: players, turn: [{must: [go]}]}}"),
        "expect_no_fault", "divides by zero"),
    "an option": (
        doing("[{gain: {me.coins: 6 // (3 - most)}}]",
              options="{most: {type: int, default: 1, min: 1, max: 3}}"),
        doing("[{gain: {me.coins: 6 // most}}]",
              options="{most: {type: int, default: 1, min: 1, max: 3}}"),
        "do: [go]", "divides by zero"),
    "what is certain": (
        game_with(certain="{few: me.coins < 5}"), game_with(certain="{few: me.coins < 500}"),
        "do: [go]", "'few' does not hold"),
    "chance": (
        doing("[{random: {n: 'range(1, 9)'}, do: [{gain: {me.coins: 7 // (n - 1)}}]}]",
              state="{player: {coins: {type: int, start: 3, min: -99}}}"),
        doing("[{random: {n: 'range(1, 9)'}, do: [{gain: {me.coins: 7}}]}]"),
        "do: [go, go", "divides by zero"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_a_failing_situation_until_it_is_mended(
        name: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, good, done, said = FAULTS[name]
    packed(home, bad)
    text = kept(home)
    told = capsys.readouterr().err
    assert "1 situation written to " in told
    assert text.count("expect_no_fault: true") == 1
    assert done in text
    found = otherwise(capsys)
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines, 1) if "do: [" in line or "expect_no" in line)
    assert found.split(":")[0] == "faults.yaml"
    assert at <= int(found.split(":")[1]) <= len(lines)
    assert "pack/game.yaml:" in found
    assert said in found
    packed(home, good)
    assert otherwise(capsys) == ""


def test_it_is_short_where_values_tell_the_position(home: Path) -> None:
    packed(home, FULL)
    text = kept(home)
    assert text == f"""\
game: {home}/pack
situations:
  rule-fails at game.yaml:18, 2 players, seed 0:
    players: 2
    seed: 0
    given:
      step: go
      turn: p1
      round: 3
      p1:
        row: [ace, ace]
      p2:
        row: [ace, ace]
    do: [go]
    expect_no_fault: true
"""


def test_where_chance_decides_it_is_the_whole_game(home: Path) -> None:
    packed(home, FAULTS["chance"][0])
    text = kept(home)
    assert "given" not in text
    assert "do: [go, go, " in text


def test_options_are_those_of_the_game(home: Path) -> None:
    packed(home, FAULTS["an option"][0])
    text = kept(home)
    assert "options: {most: 3}" in text
    assert "2 players, most = 3, seed 0:" in text


def test_what_is_there_already_is_not_written_again(home: Path, capsys: pytest.CaptureFixture[str]
                                                    ) -> None:
    packed(home, game_with(
        actions="\n  go:\n    do: [{gain: {me.coins: 1 // (me.coins - 3)}}]"
                "\n  stay:\n    do: [{gain: {me.coins: 1 // (3 - me.coins)}}]",
        flow="{round: {each: players, turn: [{must: [go, stay]}]}}"))
    text = kept(home)
    assert "2 situations written to " in capsys.readouterr().err
    assert text.count("expect_no_fault") == 2
    assert kept(home) == text
    assert "no situations written to " in capsys.readouterr().err
    (home / "faults.yaml").write_text(text[:text.rindex("  rule-fails")])
    assert kept(home).count("expect_no_fault") == 2
    assert "1 situation written to " in capsys.readouterr().err


def test_no_fault_writes_no_file(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed(home, doing(CALM))
    assert kept(home) == ""
    assert capsys.readouterr().err == f"no situations written to {home}/faults.yaml\n"


def test_what_is_not_seen_again_is_counted(home: Path, capsys: pytest.CaptureFixture[str],
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    packed(home, FULL)
    monkeypatch.setattr(trial.Trial, "_fault", lambda self, code, place: trial.Fault(
        code, place, self.setting, self.seed, (), None))
    assert kept(home) == ""
    assert "no situations written to" in capsys.readouterr().err


def test_a_variant_on_top_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed(home, doing(CALM))
    far = home / "far"
    far.mkdir()
    (far / "variant.yaml").write_text("language: 2\nid: far\nversion: 1.0.0\nvariant_of: small\n"
                                      "overlays: [a.yaml]\n")
    (far / "a.yaml").write_text("set: {actions/go/do/gain/gain/me.coins: 1 // (me.coins - 3)}\n")
    text = kept(home, "faults.yaml", "far")
    assert f"variants: [{home}/far]\n" in text
    assert "divides by zero" in otherwise(capsys)


def test_a_file_of_the_pack_is_run_by_check_too(home: Path, capsys: pytest.CaptureFixture[str]
                                                ) -> None:
    packed(home, FULL, **{"pack.yaml": f"{MANIFEST}situations: [faults.yaml]\n",
                          "faults.yaml": "situations:\n  fine: {expect: {round: 1}}\n"})
    text = kept(home, "pack/faults.yaml")
    assert text.startswith("situations:\n  fine: {expect: {round: 1}}\n\n  rule-fails at")
    capsys.readouterr()
    assert check_packs(["pack"], [], "text", play=True, games=1) == 1
    assert "pack/faults.yaml:15:10: situation: rule-fails at" in capsys.readouterr().out


@pytest.mark.parametrize(("names", "play", "said"), [
    ([], True, "name one pack to check"), (["pack", "tictactoe"], True, "name one pack"),
    (["pack"], False, "leave '--no-play' out")])
def test_where_it_cannot_be_kept_it_is_said_first(home: Path, names: list[str], play: bool,
                                                  said: str) -> None:
    packed(home, FULL)
    with pytest.raises(UsageError, match=said):
        check_packs(names, [], "text", play=play, faults_to=home / "faults.yaml")


def test_a_file_that_cannot_be_used_is_told(home: Path) -> None:
    packed(home, FULL)
    (home / "faults.yaml").write_text("game: tictactoe\nsituations:\n  a: {seed: 1}\n")
    with pytest.raises(UsageError, match="name another file"):
        kept(home)
    (home / "faults.yaml").write_text("- 1\n")
    with pytest.raises(ContentError):
        kept(home)
    with pytest.raises(UsageError, match=r"faults\.yaml' cannot be written: No such file"):
        kept(home, "nowhere/faults.yaml")


# -- the key ----------------------------------------------------------------------------------


# What stands in a situation of the game that is full after two moves, and what is otherwise.
BODIES = {
    "do: [go, go, go, go]\nexpect_no_fault: true": "",
    "do: [go, go, go, go, go]\nexpect_no_fault: true": "3:26: situation: one: pack/game.yaml:18",
    "do: [go, go, go, go, go]": "3:26: situation: one: pack/game.yaml:18",
    "do: [go, go, go, go, gone]\nexpect_no_fault: true": "there is no move 'gone'",
    "do: [go, stop]\nexpect_no_fault: true": "",
    "do: [stop, go]\nexpect_no_fault: true": "“stop” is not possible",
    "do: [go, stop]\nexpect_no_fault: false": "“stop” is not possible",
    "expect_no_fault: true": "",
}


@pytest.mark.parametrize("body", BODIES)
def test_the_last_move_may_be_refused_but_may_not_fail(body: str, home: Path,
                                                       capsys: pytest.CaptureFixture[str]) -> None:
    packed(home, f"{FULL}  stop: {{if: me.coins > 9, do: [{{gain: {{me.coins: 1}}}}]}}\n".replace(
        "must: [go]", "must: [go, stop]"))
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    (home / "one.yaml").write_text(f"situations:\n  one:\n{lines}game: pack\n")
    found = otherwise(capsys, "one.yaml")
    assert BODIES[body] in found
    assert bool(found) == bool(BODIES[body])
