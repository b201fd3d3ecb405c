"""`check` plays: what only random games can show is told with its place, its seed and its moves."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bad_packs import GAME, MANIFEST, doing, game_with, make_pack
from tilewright.cli.check import check_and_play, check_folder, check_packs
from tilewright.model import Option
from tilewright.native import engine
from tilewright.playing import tables_tried, trial
from tilewright.problems import Problems

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.problems import Problem

NEVER = {"never": "actions:\n  go:\n    if: me.coins > 99\n    do:\n      - gain: {me.coins: 1}"}
FULL = game_with(
    kinds="{card: [ace]}",
    state="\n  player:\n    coins: {type: int, start: 3}\n    row: {zone: card, capacity: 2}",
    actions="\n  go:\n    do:\n      - put: ace\n        into: me.row")


def found(folder: Path, games: int | None = None) -> list[Problem]:
    assert check_folder(folder, []) == [], "this is to be found in play alone"
    return check_and_play(folder, [], games)[0].sorted()


def one(folder: Path, games: int | None = None) -> Problem:
    (problem,) = found(folder, games)
    return problem


def packed(tmp_path: Path, text: str, **files: str) -> Path:
    return make_pack(tmp_path / "pack", {"game.yaml": text, **files})


# -- rules that fail --------------------------------------------------------------------------


def test_a_capacity_that_is_passed_is_told_with_its_declaration(tmp_path: Path) -> None:
    folder = packed(tmp_path, FULL)
    problem = one(folder)
    lines = FULL.splitlines()
    assert problem.code == "rule-fails"
    assert "put: ace" in lines[problem.place.line - 1]
    declared = next(n for n, line in enumerate(lines, 1) if "row:" in line)
    said = (f"player.row is full, it holds 2 (declared in {folder}/game.yaml:{declared}:5; its "
            "capacity says how many)")
    assert said in problem.message
    assert "after 4 moves of a random game of 2 players, seed 0 (the last: " in problem.message
    assert problem.message.endswith("then 'p1: go' failed)")


def test_the_command_that_is_told_shows_the_game(tmp_path: Path) -> None:
    text = doing("[{random: {n: 'range(1, 9)'}, do: [{gain: {me.coins: 7 // (n - 5)}}]}]",
                 ends="{enough: {when: round == 9, check: round}}")
    problem = one(packed(tmp_path, text))
    words = shlex.split(problem.hint.removeprefix("see it with: "))
    shown = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True,
                           check=False, cwd=tmp_path)
    assert shown.returncode == 1, problem.sentence + shown.stdout + shown.stderr
    assert "divides by zero" in shown.stderr
    moves = [line for line in shown.stdout.splitlines() if line.endswith(": go")]
    assert f"after {len(moves)} move" in problem.message


@pytest.mark.parametrize(("sections", "line"), [
    ({"scoring": "{coins: '9 // (me.coins - 4)'}"}, "scoring"),
    ({"ranking": "{best: most, ties: ['9 // (me.coins - 6)']}"}, "ranking"),
])
def test_what_a_table_asks_for_is_asked_in_play(tmp_path: Path, sections: dict[str, str], line: str
                                                ) -> None:
    text = game_with(**sections)
    problem = one(packed(tmp_path, text))
    assert problem.code == "rule-fails"
    assert problem.place.file.endswith("game.yaml")
    assert text.splitlines()[problem.place.line - 1].startswith(line)


def test_what_fails_with_one_number_of_players_or_one_option_is_met(tmp_path: Path) -> None:
    text = doing("[{gain: {me.coins: 6 // (3 - size(players))}}]")
    problem = one(packed(tmp_path, text))
    assert "of 3 players, seed 0" in problem.message
    assert "--players 3 " in problem.hint
    options = "{rich: {type: bool, default: false}, many: {type: int, default: 2, min: 0, max: 9}}"
    text = doing("[{if: rich and size(players) > 1, then: [{gain: {me.coins: 6 // (many - 2)}}]}]",
                 options=options)
    problem = one(packed(tmp_path, text))
    assert "2 players, rich = 1, seed 0" in problem.message
    assert "--option rich=1 " in problem.hint


def test_all_that_fails_is_told_once_for_its_place(tmp_path: Path) -> None:
    text = game_with(
        actions="\n  go:\n    do: [{gain: {me.coins: 1 // (me.coins - 3)}}]"
                "\n  stay:\n    do: [{gain: {me.coins: 1 // (3 - me.coins)}}]",
        flow="{round: {each: players, turn: [{must: [go, stay]}]}}")
    assert [p.place.line for p in found(packed(tmp_path, text))] == [9, 11]


# -- games and moves without an end -----------------------------------------------------------


def test_an_endless_game_tells_what_comes_again_and_again(tmp_path: Path) -> None:
    text = doing("[{swap: [a, b]}]", state="{game: {a: {type: int, start: 1}, b: int}}",
                 ends="{never: {when: a == 7}}", scoring="{points: a}")
    problem = one(packed(tmp_path, text), 1)
    assert problem.code == "game-endless"
    assert "must: [go]" in text.splitlines()[problem.place.line - 1]
    assert "10,000 decisions do not end a random game of 2 players, seed 0" in problem.message
    assert "'go' (10,000 times)" in problem.message
    assert "the last 1,000 positions are 2 that come back" in problem.message


def test_an_endless_game_of_new_positions_says_nothing_of_old_ones(tmp_path: Path) -> None:
    problem = one(packed(tmp_path, game_with(ends="{never: {when: round == 0 - 1}}")), 1)
    assert "in round 5,001" in problem.message
    assert "positions" not in problem.message


def test_a_game_of_much_work_is_stopped_by_its_steps(tmp_path: Path,
                                                      monkeypatch: pytest.MonkeyPatch,
                                                      capsys: pytest.CaptureFixture[str]) -> None:
    """It may end all the same, so that is no problem of its rules."""
    monkeypatch.setattr(trial, "MOST_STEPS", 50_000)
    text = doing("[{repeat: {max: 900}, do: [{repeat: {max: 20}, do: [{set: {me.coins: 3}}]}]}]",
                 ends="{long: {when: round == 999, check: round}}")
    folder = packed(tmp_path, text)
    assert check_and_play(folder, [], 1) == (Problems(), (2, 2, 0))
    check_packs([str(folder)], [], "text", play=True, games=1)
    assert capsys.readouterr().out == (
        "1 pack: no problems; 2 games played, NONE of them to its end, as they take "
        "too long; so no end was tried\n")


def test_turns_without_anything_to_decide_name_their_rules(tmp_path: Path) -> None:
    text = game_with(actions=NEVER["never"].removeprefix("actions:"),
                     flow="\n  round:\n    each: players\n    turn:\n      - may: [go]",
                     ends="{rich: {when: any(p.coins > 99 for p in players)}}")
    problem = one(packed(tmp_path, text))
    assert problem.code == "rule-fails"
    assert "rounds pass and nobody has anything to decide" in problem.message
    assert "at the beginning of a random game of 2 players, seed 0" in problem.message
    assert "jump" not in problem.message
    assert "may: [go]" in text.splitlines()[problem.place.line - 1]


# -- words ------------------------------------------------------------------------------------

TEXTS = {"game": "G", "step.go": "go on", "move.go": "go", "end.enough": "enough",
         "score.coins": "coins"}
ASKING = doing("[{choose: {card_kept: cards}, optional: true, do: [{gain: {me.coins: 1}}]}]",
               kinds="{card: [ace, king]}")
KEPT = {"move.go.card_kept": "'keep {card_kept}'", "ask.go.card_kept": "which one"}


def spoken(tmp_path: Path, text: str, **languages: dict[str, str]) -> Path:
    named = ", ".join(f"{lang}: text/{lang}.yaml" for lang in languages)
    files = {f"text/{lang}.yaml": "".join(f"{k}: {v}\n" for k, v in words.items())
             for lang, words in languages.items()}
    return packed(tmp_path, text, **{**files, "pack.yaml": f"{MANIFEST}texts: {{{named}}}\n"})


def test_each_move_and_each_question_without_words_is_told_with_its_key(tmp_path: Path) -> None:
    told = found(spoken(tmp_path, ASKING, en=TEXTS))
    assert {p.code for p in told} == {"move-wordless"}
    assert sorted(p.hint for p in told) == [
        f"add '{key}: …' to the texts" for key in
        ("ask.go.card_kept", "move.go.card_kept")]
    assert found(spoken(tmp_path, ASKING, en={**TEXTS, **KEPT})) == []


def test_a_step_whose_moves_have_words_needs_none(tmp_path: Path) -> None:
    words = {k: v for k, v in {**TEXTS, **KEPT}.items() if k != "step.go"}
    assert found(spoken(tmp_path, ASKING, en=words)) == []


def test_ids_are_english_words_and_no_french_ones(tmp_path: Path) -> None:
    english = {**TEXTS, **KEPT}
    french = {key: f"{value[:-1]}é'" if value[-1] == "'" else f"{value}é"
              for key, value in english.items()}
    told = found(spoken(tmp_path, ASKING, en=english, fr=french))
    assert sorted((p.message, p.hint) for p in told) == [
        ("players read 'ace' here in 'fr', where it has no name, nor has 'king'",
         "add 'card.ace: …' to the texts"),
        ("players read 'pass' in 'fr' for this move, which has no words",
         "add 'pass: …' to the texts")]


def test_a_name_that_only_one_of_a_kind_lacks_is_told(tmp_path: Path) -> None:
    words = {**TEXTS, **KEPT, "card.king": "the king"}
    assert "'ace' here in 'en'" in one(spoken(tmp_path, ASKING, en=words)).message


def test_a_hole_that_is_filled_with_nothing_is_told_at_its_text(tmp_path: Path) -> None:
    words = {**TEXTS, **KEPT, "card.king": "the king", "card.ace": "'  '"}
    problem = one(spoken(tmp_path, ASKING, en=words))
    assert (problem.code, problem.place.file[-12:]) == ("hole-empty", "text/en.yaml")
    assert "'ace' is filled in with nothing, so that players read 'keep'" in problem.message


def test_a_game_without_any_texts_is_no_problem(tmp_path: Path) -> None:
    assert found(packed(tmp_path, ASKING)) == []


# -- zones ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("visible", "mat", "unseen"), [
    ("owner", "[coins]", True), ("all", "[coins]", True), ("none", "[coins]", False),
    ("owner", "[coins, row]", False),
])
def test_zones_that_their_owner_sees_nowhere(tmp_path: Path, visible: str, mat: str, unseen: bool
                                             ) -> None:
    text = game_with(
        kinds="{card: [ace]}", show=f"{{mat: {mat}}}",
        state=f"\n  player:\n    coins: {{type: int, start: 3}}\n"
              f"    row: {{zone: card, visible: {visible}}}",
        actions="\n  go:\n    do:\n      - if: size(me.row) == 0\n"
                "        then:\n          - put: ace\n            into: me.row")
    codes = [p.code for p in check_folder(packed(tmp_path, text), [])]
    assert codes == (["zone-unseen"] if unseen else [])


# -- how much is played -----------------------------------------------------------------------


def test_settings_are_all_numbers_of_players_and_all_values(tmp_path: Path) -> None:
    from tilewright import load

    options = "{a: {type: bool, default: true}, b: {type: int, default: 2, min: 0, max: 9}}"
    game = load(str(packed(tmp_path, game_with(
        options=options, scoring="{coins: me.coins + (b if a else 0)}")))).model
    assert [str(s) for s in trial.settings(game)] == [
        "2 players", "3 players", "2 players, a = 0", "2 players, b = 0", "2 players, b = 9"]
    assert isinstance(game.options["a"], Option)


def test_the_limit_of_time_is_looked_at_between_games(tmp_path: Path,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    folder = packed(tmp_path, GAME)
    assert check_and_play(folder, [])[1] == (tables_tried.GAMES, 0, 0)
    monkeypatch.setattr(trial, "SECONDS", 0.0)
    monkeypatch.setattr(trial.time, "process_time", iter(range(1000)).__next__)
    assert check_and_play(folder, [])[1] == (1, 0, 0)
    told = check_and_play(folder, [], 7)[1]
    assert told == (14, 0, 0), "with a number of games there is no limit"


@pytest.mark.parametrize("switch", ["1", "0"])
def test_what_fails_seldom_is_found_in_many_games(tmp_path: Path, switch: str,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the first games are played natively, and looked at only where they stop."""
    monkeypatch.setenv(engine.SWITCH, switch)
    text = doing("[{random: {n: 'range(1, 900)'}, do: [{if: n == 4, then: "
                 "[{gain: {me.coins: 7 // (n - 4)}}]}]}]",
                 ends="{enough: {when: round == 9, check: round}}")
    folder = packed(tmp_path, text)
    assert found(folder, tables_tried.CLOSELY) == []
    problems, (games, _, native) = check_and_play(folder, [], 300)
    (problem,) = problems.sorted()
    assert "divides by zero" in problem.message
    assert games == 600
    # All but the first twenty with two and with three players, and but the 10 that fail.
    assert native == (0 if switch == "0" or not engine.is_there() else 600 - 40 - 10)


def test_a_setting_that_cannot_begin_is_not_tried_again_and_again(tmp_path: Path) -> None:
    """With three players the set-up divides by zero."""
    folder = packed(tmp_path, game_with(flow=(
        "{setup: [{gain: {p1.coins: 9 // (3 - size(players))}}], "
        "round: {each: players, turn: [{must: [go]}]}}")))
    problems, (games, _, native) = check_and_play(folder, [], 40)
    (problem,) = problems.sorted()
    assert "at the beginning of a random game of 3 players, seed 0" in problem.message
    # Twenty of each setting, and twenty more of the one that can be played.
    assert games == 60
    assert native in (0, 20)


def test_it_is_the_same_each_time(tmp_path: Path) -> None:
    folder = packed(tmp_path, FULL)
    assert found(folder) == found(folder)


@pytest.mark.parametrize(("words", "last"), [
    ({"play": True, "games": 2}, "1 pack: no problems; 4 games played\n"),
    ({"play": False}, "1 pack: no problems\n"),
])
def test_the_last_line_tells_what_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                             words: dict[str, int], last: str) -> None:
    assert check_packs([str(packed(tmp_path, GAME))], [], "text", **words) == 0
    assert capsys.readouterr().out == last


def test_packs_with_other_problems_are_not_played_and_that_is_said(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_pack(tmp_path / "a")
    make_pack(tmp_path / "b", {"game.yaml": GAME.replace("me.coins: 1", "me.coin: 1")})
    assert check_packs([str(tmp_path)], [], "text", play=True, games=1) == 1
    assert capsys.readouterr().err == ("2 packs: 1 problem; 2 games played, 1 pack not played "
                                       "because of these problems\n")


def test_tools_get_these_problems_as_all_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]
                                                ) -> None:
    folder = packed(tmp_path, FULL)
    assert check_packs([str(folder)], [], "json", play=True) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["code"], told["line"]) == ("rule-fails", one(folder).place.line)
    assert told["hint"].startswith("see it with: tilewright play ")
