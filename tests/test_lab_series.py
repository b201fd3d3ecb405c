"""Series of games: plans, blocks, what is noted of a game, and the command that plays them."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from bad_packs import make_pack
from command_line import run_here
from lab_packs import SAVING
from packs.tables import SHIPPED
from packs.tables import game as shared_game
from tilewright import RuleError, load
from tilewright.__main__ import main
from tilewright.cli import lab_playing
from tilewright.lab import ahead, noting, pieces, reaching, seated, series
from tilewright.lab.noting import Noted, play_block, play_one, shares_of
from tilewright.lab.plan import Arm, Plan
from tilewright.lab.store import Store, packed, unpacked
from tilewright.native import counting, engine
from tilewright.playing import bots, natively
from tilewright.playing.bots import random_bot
from tilewright.playing.mcts import Found
from tilewright.playing.record import read_record, verify
from tilewright.playing.simulate import seed_of

BY_HAND = ["earn", "earn", "save", "earn", "earn", "save", "earn", "save", "earn", "earn"]


def game_of(tmp_path, text, name="small"):
    return load(str(make_pack(tmp_path / name, {"game.yaml": text})))


def plan_of(game, bot="random", seed=0, players=None):
    players = players or game.program().players
    return Plan(Arm("base", game.id), players, (bot,) * players, seed)


# -- plans ----------------------------------------------------------------------------------------


def test_a_plan_comes_back_from_json():
    plan = Plan(Arm("dear", "cards", ("one", "two"), (("long", 1),)), 2, ("greedy", "random"), 7)
    assert Plan.read(json.loads(json.dumps(plan.told()))) == plan


def test_a_plan_needs_a_bot_for_each_person():
    with pytest.raises(ValueError, match="1 bots cannot play with 2 players"):
        Plan(Arm("base", "cards"), 2, ("random",), 0)


def test_in_a_block_everybody_sits_at_every_seat_once():
    plan = Plan(Arm("base", "cards"), 3, ("a", "b", "c"), 0)
    seats = [[plan.person_at(seat, rotation) for seat in range(3)] for rotation in range(3)]
    assert seats == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]


def test_people_draw_the_same_in_every_arm_and_each_their_own():
    one = Plan(Arm("base", "cards"), 2, ("random",) * 2, 3)
    other = Plan(Arm("dear", "cards", ("dear",)), 2, ("random",) * 2, 3)
    draws = {(person, block): one.chance_of(person, block).bits()
             for person in range(2) for block in range(3)}
    assert len(set(draws.values())) == 6
    assert all(other.chance_of(*at).bits() == drawn for at, drawn in draws.items())
    assert [one.seed_of(block) for block in range(3)] == [seed_of(3, block) for block in range(3)]


# -- a game by hand -------------------------------------------------------------------------------


@pytest.fixture
def scripted(monkeypatch):
    """A bot that makes the moves of a list, whoever asks."""
    moves = []

    def bot(view, rng):
        wanted = moves.pop(0)
        return next(m for m in view.legal() if view.program.group_of(m).name == wanted)

    monkeypatch.setitem(bots.BOTS, "scripted", bot)
    return moves


def test_a_game_is_noted_as_by_hand(tmp_path, scripted):
    game = game_of(tmp_path, SAVING)
    # Coins at the end of rounds: 2:2, 5:4, 7:7, 9:10, 11:12.
    scripted += BY_HAND
    plan = plan_of(game, "scripted", seed=4)
    found = play_one(plan.program(game), plan, 6, 1)
    assert found.key == _end_of(game, plan).key()
    assert {**found.told(), "key": ""} == {
        "block": 6, "rotation": 1, "seed": seed_of(4, 6), "decisions": 10, "rounds": 5,
        "reason": "enough", "scores": [11, 12], "sheet": [[11], [12]], "shares": [0.0, 1.0],
        "forced": 2, "options": 16, "thought": 0, "clear": 0,
        "lead_changes": 1, "decided": 0.8, "leads": [0, 0, 0, 0, -1, -1, 0, 0, 1, 1, 1],
        "offered": {"earn": [5, 5], "save": [4, 4]}, "taken": {"earn": [4, 3], "save": [1, 2]},
        "asked": {"earn_save": [10, 18]}, "key": ""}


def _end_of(game, plan):
    """The end of the same game, played through the door of the package."""
    state = game.new(2, plan.seed_of(6))
    for name in BY_HAND:
        state.apply(state.find(name))
    return state


def test_who_is_level_has_not_lost_the_lead(tmp_path, scripted):
    game = game_of(tmp_path, SAVING)
    # 2:2, 4:5, 7:7, 9:10, 11:12.
    scripted += ["earn", "earn", "earn", "save", "save", "earn", "earn", "save", "earn", "earn"]
    plan = plan_of(game, "scripted")
    found = play_one(plan.program(game), plan, 0, 0)
    assert (found.lead_changes, found.decided) == (0, 0.8)


@pytest.mark.parametrize(("name", "by_rounds"), [("connect_four", True), ("namiji", False)])
def test_who_leads_is_looked_at_when_rounds_end_or_all_may_have_had_a_turn(
        name, by_rounds, monkeypatch):
    looks = []
    monkeypatch.setattr(noting.Leading, "at", lambda _, at, slots: looks.append(at))
    monkeypatch.setattr(noting.Leading, "course", lambda *_: None)
    monkeypatch.setattr(noting, "_noted", lambda *_: None)
    game = load(name)
    plan = plan_of(game)
    moves = []
    play_one(plan.program(game), plan, 0, 0, tell=moves.append)
    wanted = [0, *range(plan.players, len(moves) + 1, plan.players), len(moves)]
    if by_rounds:
        # The last round ends with the game.
        assert looks[:-1] == wanted[:len(looks) - 1]
    else:
        assert looks == wanted


@pytest.mark.parametrize("name", ["namiji", "yamatai"])
def test_what_was_offered_and_taken_is_counted_like_one_by_one(name):
    game = load(name)
    plan = plan_of(game, seed=1)
    moves = []
    found = play_one(plan.program(game), plan, 0, 1, tell=moves.append)
    offered, taken, asked = Counter(), Counter(), Counter()
    state = game.new(plan.players, plan.seed_of(0))
    for move in moves:
        seat = state.decider
        offered.update((state.label(code), seat) for code in state.legal())
        taken[state.label(move), seat] += 1
        asked[state.question.name, "times"] += 1
        asked[state.question.name, "moves"] += len(state.legal())
        state.apply(move)
    assert {(label, seat): n for label, by_seat in found.offered.items()
            for seat, n in enumerate(by_seat) if n} == offered
    assert {(label, seat): n for label, by_seat in found.taken.items()
            for seat, n in enumerate(by_seat) if n} == taken
    assert found.asked == {name: [asked[name, "times"], asked[name, "moves"]]
                           for name, what in asked if what == "times"}
    assert found.scores == state.scores()
    assert found.key == state.key()
    assert found.decisions == len(moves) == sum(sum(n) for n in found.taken.values())


def test_many_decisions_are_counted_from_time_to_time(monkeypatch):
    game = load("namiji")
    plan = plan_of(game)
    at_once = play_block(game, plan, 0)
    monkeypatch.setattr(noting, "KEPT", 3)
    assert play_block(game, plan, 0) == at_once


# -- always the same ------------------------------------------------------------------------------


def test_the_same_plan_gives_the_same_games_in_any_order():
    game, again = load("connect_four"), load("connect_four")
    plan = plan_of(game, seed=5)
    forwards = [play_block(game, plan, block) for block in range(4)]
    backwards = [play_block(again, plan, block) for block in reversed(range(4))]
    assert forwards == backwards[::-1]
    assert len({one.key for block in forwards for one in block}) > 4


def test_without_chance_in_the_rules_the_second_game_is_the_first_with_changed_seats(tmp_path):
    game = game_of(tmp_path, SAVING)
    games = [play_block(game, plan_of(game), block) for block in range(5)]
    assert all(a.scores == b.scores[::-1] and a.taken["save"] == b.taken["save"][::-1]
               for a, b in games)
    assert any(a.scores != a.scores[::-1] for a, _ in games)


def test_random_bots_without_views_make_the_moves_of_those_with_views(monkeypatch):
    game = load("namiji")
    plan = plan_of(game, seed=3)
    quick = play_block(game, plan, 2)
    monkeypatch.setattr(noting, "seated", lambda _, chance: seated.Looking(random_bot, chance))
    assert play_block(game, plan, 2) == quick


def test_people_keep_their_bots_when_they_change_seats(tmp_path):
    game = game_of(tmp_path, SAVING)
    plan = Plan(Arm("base", game.id), 2, ("greedy", "random"), 0)
    for block in range(3):
        first, second = play_block(game, plan, block)
        # Who is greedy saves whenever that is possible.
        assert first.taken["save"][0] == second.taken["save"][1] == 4


def test_a_noted_game_comes_back_from_json():
    game = load("namiji")
    (found, *_) = play_block(game, plan_of(game), 0)
    ((told,),) = unpacked(packed([[found.told()]]))
    assert Noted.read(told) == found
    assert told["offered"].labels(int(told["offered"].codes[0])) in found.offered


# -- ends -----------------------------------------------------------------------------------------


def test_half_points_are_noted_as_whole_ones(tmp_path):
    whole, half = (game_of(tmp_path, f"{SAVING}ranking: {{unit: {unit}}}\n", unit)
                   for unit in ("whole", "half"))
    for one, two in zip(play_block(whole, plan_of(whole), 0), play_block(half, plan_of(half), 0),
                        strict=True):
        assert one.taken == two.taken
        assert [score / 2 for score in one.scores] == two.scores
        assert [[points / 2 for points in sheet] for sheet in one.sheet] == two.sheet
        assert [lead / 2 for lead in one.leads] == two.leads


def test_who_wins_together_shares_and_where_nobody_wins_nobody_does():
    assert shares_of([1], 3) == [0, 1, 0]
    assert shares_of([0, 2], 3) == [0.5, 0, 0.5]
    assert shares_of([], 4) == [0] * 4


def test_a_game_that_nobody_wins(tmp_path):
    text = SAVING.replace("ends:\n  enough: {when: round == 5, check: round}\n", "").replace(
        "    turn: [{must: [earn, save]}]", "    turn: [{must: [earn, save]}]\n    after:\n"
        "      - {when: round == 5, end: game, because: all_lose, winner: none}")
    game = game_of(tmp_path, text)
    for found in play_block(game, plan_of(game), 0):
        assert (found.shares, found.decided, found.leads) == ([0, 0], 1.0, [])


def test_a_game_that_does_not_end_is_cut_off(tmp_path, monkeypatch):
    monkeypatch.setattr(noting, "LONGEST", 40)
    game = game_of(tmp_path, SAVING.replace("round == 5", "round == 0"))
    for found in play_block(game, plan_of(game), 0):
        assert (found.reason, found.decisions, found.shares) == ("limit", 40, [0, 0])


def test_a_rule_that_fails_is_told_at_its_place(tmp_path):
    game = game_of(tmp_path, SAVING.replace("me.coins: 3", "me.coins: 7 // (round - 3)"))
    with pytest.raises(RuleError, match=r"game\.yaml:6"):
        play_block(game, plan_of(game), 0)


# -- bots that search -----------------------------------------------------------------------------


def test_a_bot_that_searches_tells_how_often_it_was_sure():
    game = load("tictactoe")
    found = play_block(game, plan_of(game, "mcts:20"), 0)
    assert all(one.thought == one.decisions - one.forced > 0 for one in found)
    assert 0 < sum(one.clear for one in found) < sum(one.thought for one in found)


@pytest.mark.parametrize(("visits", "clear"), [
    ([10, 5, 1], True), ([10, 6], False), ([1, 4, 9], True), ([0, 7], True), ([5, 5], False)])
def test_the_best_move_is_clear_if_taken_twice_as_often_as_the_second(visits, clear):
    assert seated.is_clear([Found(at, n, 0.5) for at, n in enumerate(visits)]) is clear


def test_a_bot_that_searches_plays_as_it_does_elsewhere(monkeypatch):
    game = load("tictactoe")
    plan = plan_of(game, "mcts:20", seed=2)
    found = play_block(game, plan, 0)
    monkeypatch.setattr(noting, "seated",
                        lambda name, chance: seated.Looking(bots.bot_named(name), chance))
    assert [one.key for one in play_block(game, plan, 0)] == [one.key for one in found]


# -- series ---------------------------------------------------------------------------------------


def tictactoe(bot="random", seed=0):
    return Plan(Arm("base", "tictactoe"), 2, (bot, bot), seed)


def test_a_series_is_its_blocks_whoever_plays_them():
    plan = tictactoe(seed=9)
    game = load("tictactoe")
    wanted = [one for block in range(6) for one in play_block(game, plan, block)]
    assert series.play(plan, 6).noted == wanted
    assert series.play(plan, 6, hands=series.Hands(2)).noted == wanted


def test_a_series_goes_on_until_seats_are_known_well_enough():
    told = []
    found = series.play(tictactoe(), None, precise=14, tell=lambda *at: told.append(at))
    assert found.stopped == "precise"
    assert found.blocks % series.LOOK == 0
    assert found.blocks > series.LOOK
    assert series.half_width(found) <= 14
    earlier = series.Series(found.plan, found.noted[:-2 * series.LOOK])
    assert series.half_width(earlier) > 14
    assert told[0] == (2, 0)
    # After the first look it is told about how many games it will be.
    assert told[-1][1] > 2 * series.LOOK


def test_a_series_that_cannot_be_so_precise_ends(monkeypatch):
    monkeypatch.setattr(series, "MOST", 30)
    found = series.play(tictactoe(), None, precise=0.01)
    assert (found.blocks, found.stopped) == (30, "games")


@pytest.fixture
def interrupted_at(monkeypatch):
    """Ctrl-C while a block is played; blocks of all series are counted."""
    play = series.told_block
    played = []

    def set_to(number):
        def told_block(game, plan, block):
            played.append(block)
            if len(played) > number:
                raise KeyboardInterrupt
            return play(game, plan, block)

        told_block.__module__, told_block.__qualname__ = play.__module__, play.__qualname__
        monkeypatch.setattr(series, "told_block", told_block)
        # Each piece is one block, so that no others are lost with it.
        run = series.run
        monkeypatch.setattr(series, "run", lambda *args, **how: run(*args, **how, size=1))

    return set_to


def test_what_was_played_before_ctrl_c_stays(interrupted_at):
    interrupted_at(3)
    found = series.play(tictactoe(), 50)
    assert (found.blocks, found.stopped) == (3, "interrupted")


def test_others_are_played_with_fewer_blocks():
    found = series.play(tictactoe("greedy"), 10)
    others = series.play_others(found, [tictactoe(), tictactoe("mcts:2")])
    assert [(one.plan.bots[0], one.blocks) for one in others] == [("random", 8), ("mcts:2", 8)]


# -- the command ----------------------------------------------------------------------------------


def lab(*args, **how):
    return run_here("lab", "tictactoe", "--bot", "random", "--jobs", "1", *args, **how)


def test_a_series_is_told_in_few_lines():
    done = lab("--games", "80", "--quick")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith(
        "Tic-tac-toe · 2 players · 80 games in 40 blocks · 2 × random · Seed: 0 · ")
    assert 15 < len(lines) < 35
    assert sum(line.startswith(("●", "◐", "○")) for line in lines) == 6
    for word in ("Wins:", "How games end: three in a row (", "the longest (decisions): tilewright"):
        assert any(line.startswith(word) for line in lines), word
    assert "! these bots hardly think ahead" in done.stdout


@pytest.mark.parametrize("lang", ["de", "fr", "it", "pl"])
def test_a_series_is_told_in_the_language_that_is_asked_for(lang, tmp_path):
    wanted = ("--games", "60", "--quick", "--out")
    said = lab(*wanted, "one", "--lang", lang, cwd=tmp_path).stdout
    english = lab(*wanted, "two", cwd=tmp_path).stdout
    # Bars, signs and commands are the same; no line with words is.
    there = [line for line in english.splitlines() if re.search("[a-z]{4}", line)]
    assert len(there) > 12
    assert [line for line in there if line in said.splitlines()] == []
    assert len(said.splitlines()) == len(english.splitlines())
    assert not re.search(r"lab\.[a-z]|[{}]", said)


def test_all_numbers_go_to_a_file_or_here(tmp_path):
    # Files of rules are named as they are seen from the folder.
    here = lab("--games", "7", "--quick", "--json", "-", cwd=tmp_path)
    found = json.loads(here.stdout)
    # Games are rounded up to whole blocks.
    assert (found["made"]["games"], found["made"]["blocks"]) == (8, 4)
    assert lab("--games", "7", "--quick", "--json", "all.json", cwd=tmp_path).returncode == 0
    kept = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    for one in (found, kept):
        one["made"].pop("seconds")
    assert kept == found
    words = found["made"]["command"].split()
    assert words[0] == "tilewright"
    again = json.loads(run_here(*words[1:], "--quick", "--json", "-", "--jobs", "1",
                                cwd=tmp_path).stdout)
    again["made"].pop("seconds")
    assert again == found


def test_a_folder_gets_the_report(tmp_path):
    done = lab("--games", "4", "--quick", "--out", "deep/down", cwd=tmp_path)
    assert done.stdout.splitlines()[-1] == "report: deep/down/report.html"
    found = json.loads((tmp_path / "deep/down/report.json").read_text(encoding="utf-8"))
    assert found["made"]["games"] == 4


def test_results_are_tried_with_other_bots_unless_it_has_to_be_quick():
    found = json.loads(lab("--games", "16", "--json", "-").stdout)
    assert {one["bots"] for one in found["robust"]} == {"greedy"}
    assert json.loads(lab("--games", "16", "--quick", "--json", "-").stdout)["robust"] == []


def test_a_series_may_have_a_bot_for_each_player():
    done = lab("--games", "4", "--quick", "--json", "-", "--bot", "greedy, random")
    found = json.loads(done.stdout)
    assert found["made"]["bots"] == ["greedy", "random"]
    assert "--bot greedy,random" in found["made"]["command"]


@pytest.fixture
def whole_lab(monkeypatch, capsys):
    """The command with its end, which makes an exit code of Ctrl-C."""
    def run(*args):
        monkeypatch.setattr("sys.argv", ["tilewright", "lab", "tictactoe", "--bot", "random",
                                         "--jobs", "1", *args])
        with pytest.raises(SystemExit) as left:
            main()
        return left.value.code, *capsys.readouterr()

    return run


def test_the_games_that_were_played_are_told_after_ctrl_c(interrupted_at, whole_lab):
    interrupted_at(5)
    code, out, err = whole_lab("--games", "80")
    assert code == 130
    assert out.splitlines()[1].startswith("It was interrupted")
    assert "10 games in 5 blocks" in out
    assert err == "tilewright: interrupted; this is of the 10 games that were played\n"


def test_nothing_is_told_if_nothing_was_played(interrupted_at, whole_lab):
    interrupted_at(0)
    assert whole_lab("--games", "80") == (130, "", "tilewright: interrupted\n")


def test_ctrl_c_with_other_bots_keeps_the_series(interrupted_at, whole_lab):
    interrupted_at(40 + 3)
    code, out, _ = whole_lab("--games", "80", "--json", "-")
    found = json.loads(out)
    assert (code, found["made"]["games"]) == (130, 80)
    assert found["made"]["stopped"] == "interrupted"
    assert found["robust"]


def test_one_game_of_a_series_is_shown():
    found = json.loads(lab("--games", "8", "--quick", "--json", "-").stdout)
    longest = next(one for one in found["odd"] if one["what"] == "longest")
    done = run_here(*longest["command"].split()[1:])
    moves = [line for line in done.stdout.splitlines() if line[:4].strip().isdigit()
             and line.startswith("   ") and ": mark" in line]
    assert len(moves) == longest["value"]
    assert "The game is over" in done.stdout


def test_a_shown_game_is_saved_so_that_it_can_be_cut(tmp_path):
    shown = lab("--show", "3:1", "--save", "odd/game.jsonl", cwd=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.splitlines()[-1] == "saved: odd/game.jsonl"
    record = read_record(tmp_path / "odd/game.jsonl")
    game, plan = load("tictactoe"), tictactoe()
    assert (record.seed, record.players) == (plan.seed_of(3), 2)
    assert verify(game, record).key() == play_one(game.program(), plan, 3, 1).key
    cut = run_here("lab", "shrink", "odd/game.jsonl", "--keep", "c1.mark != none", cwd=tmp_path)
    assert (cut.returncode, "do: [mark c1]\n" in cut.stdout) == (0, True)


def test_only_a_shown_game_can_be_saved():
    done = lab("--save", "game.jsonl")
    assert (done.returncode, done.stdout, done.stderr) == (
        2, "", "tilewright: '--save' needs '--show BLOCK:ROTATION', which names the game to save\n")


PRECISELY = "'--precise' needs per cent points, more than 0 and less than 50, such as 2"


@pytest.mark.parametrize(("args", "said"), [
    (["--games", "5", "--precise", "2"],
     "'--games' and '--precise' both say when to stop; give one of them"),
    (["--precise", "0"], PRECISELY),
    (["--precise", "nan"], PRECISELY),
    (["--games", "0"], "'--games' needs a number, 1 or more"),
    (["--bot", "clever"],
     "there is no bot 'clever'; it can be 'greedy', 'mcts:200', 'mcts:200+hints' or 'random'"),
    (["--bot", "random,random,greedy"],
     "there are 3 bots for 2 players; give one for all, or one for each"),
    (["--show", "3"], "'3' names no game; write it as BLOCK:ROTATION, such as 17:2"),
    (["--show", "3:2"], "with 2 players there are the rotations 0 to 1, not 2"),
    (["--players", "7"], "'tictactoe' is for 2 players, not 7"),
    (["more"], "'more' is more than this command takes"),
])
def test_a_wrong_argument_is_told_in_one_sentence(args, said):
    done = lab(*args)
    # Which command tells more depends on how these tests were started.
    told = re.sub("; '[^']+ lab run -h' tells more$", "", done.stderr.removesuffix("\n"))
    assert (done.returncode, done.stdout, told) == (2, "", f"tilewright: {said}")


def test_a_folder_that_cannot_be_made_is_told_before_the_games(tmp_path, monkeypatch):
    monkeypatch.setattr(lab_playing, "played", lambda *_, **__: pytest.fail("too late"))
    (tmp_path / "taken").write_text("")
    done = lab("--out", "taken", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("tilewright: the folder 'taken' cannot be made: ")


def test_a_game_stands_right_behind_lab_and_other_words_are_commands():
    assert run_here("lab", "nosuch").stderr == "tilewright: there is no game 'nosuch'\n"
    assert " lab coverage [OPTIONS]" in run_here("lab", "coverage", "-h").stdout
    assert " lab run [OPTIONS]" in run_here("lab", "tictactoe", "-h").stdout
    assert "coverage" in run_here("lab", "-h").stdout


def test_what_series_need_is_named_if_it_is_missing(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    done = lab()
    assert (done.returncode, done.stderr) == (
        2, 'tilewright: for series of games, install: pip install "tilewright[lab]"\n')


# -- native play ----------------------------------------------------------------------------------


@pytest.mark.skipif(not engine.is_there(), reason="wasmtime is not installed")
@pytest.mark.parametrize(("name", "bots"), [
    *((name, ("random",)) for name in (*SHIPPED, "hearts", "harbour_town")),
    ("connect_four", ("greedy",)), ("mancala", ("greedy", "random"))])
def test_native_games_are_noted_as_those_in_python(name, bots, monkeypatch):
    """Also where blocks are not asked for in their order."""
    loaded = shared_game(name)
    players = max(loaded.players)
    plan = Plan(Arm("", name), players, (bots * players)[:players], 5)
    assert ahead.engine_of(plan.program(loaded), plan) == "native"
    natively = {block: play_block(loaded, plan, block) for block in (0, 1, 9, 2)}
    monkeypatch.setenv(engine.SWITCH, "0")
    assert natively == {block: play_block(loaded, plan, block) for block in (0, 1, 9, 2)}


@pytest.mark.skipif(not engine.is_there(), reason="wasmtime is not installed")
def test_what_has_no_room_natively_is_played_in_python(monkeypatch):
    loaded = shared_game("connect_four")
    plan = Plan(Arm("", "connect_four"), 2, ("random", "random"), 6)
    whole = [play_block(loaded, plan, block) for block in range(3)]
    ahead._LAST.clear()
    monkeypatch.setattr(counting, "ROOM", 150)
    assert [play_block(loaded, plan, block) for block in range(3)] == whole


# -- what the rules reached -----------------------------------------------------------------------

UNREACHED = """\
players: {min: 2, max: 2}
state:
  player: {coins: {type: int, start: 0, max: 40}}
actions:
  earn:
    do:
      - {gain: {me.coins: 2}}
      - if: me.coins > 30
        then:
          - {gain: {me.coins: 1}}
flow:
  round:
    each: players
    turn: [{must: [earn]}]
ends:
  enough: {when: round == 5, check: round}
scoring: {coins: me.coins}
"""


def reached_of(tmp_path, *args, rules=UNREACHED):
    """The command with a small game in this folder, and its report."""
    game_of(tmp_path, rules)
    done = run_here("lab", "small", "--games", "8", "--quick", "--jobs", "1", "--bot", "random",
                    "--out", "report", *args, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines(), *((tmp_path / "report" / name).read_text(encoding="utf-8")
                                       for name in ("report.html", "report.md", "report.json"))


def test_a_statement_that_never_ran_is_named_in_the_report(tmp_path):
    lines, html, text, data = reached_of(tmp_path)
    where = 1 + UNREACHED.splitlines().index("          - {gain: {me.coins: 1}}")
    assert f"`small/game.yaml:{where}`" in text
    assert f"<code>small/game.yaml:{where}</code>" in html
    assert json.loads(data)["coverage"]["games"] == reaching.RANDOM
    (line,) = [line for line in lines if line.startswith("Rules that never came up: ")]
    _, _, typed = line.partition(": ")
    assert typed == "tilewright lab coverage small --players 2 --seed 0"
    told = run_here(*typed.split()[1:], cwd=tmp_path).stdout
    assert re.search(rf"small/game\.yaml +4 +3 +{where}\n", told)


def test_where_all_rules_ran_the_summary_says_so(tmp_path):
    lines, *_ = reached_of(tmp_path, rules=SAVING)
    assert any(line.startswith("◐ Every part of the rules came up") for line in lines)
    assert not any("lab coverage" in line for line in lines)


def test_games_with_the_bots_of_a_series_are_looked_at_too(monkeypatch):
    played = []
    monkeypatch.setattr(reaching.Covering, "bots", lambda _, seed, bot: played.append((bot, seed)))
    plan = Plan(Arm("base", "tictactoe"), 2, ("greedy", "mcts:5"), 3)
    reaching.reached(load("tictactoe"), plan, 60)
    assert Counter(bot for bot, _ in played) == {"random": 40, "greedy": 3, "mcts:5": 3}
    assert [seed for bot, seed in played if bot == "greedy"] == [seed_of(3, n) for n in range(3)]


def test_long_games_are_looked_at_less_often(monkeypatch):
    monkeypatch.setattr(reaching, "DECISIONS", 30)
    found = reaching.reached(load("tictactoe"), tictactoe(), 400)
    assert 30 <= found.decisions < 40


# -- what is sent to others -----------------------------------------------------------------------


def test_nothing_that_is_written_tells_where_packs_lie(tmp_path):
    packs = tmp_path / "somebody"
    game = str(make_pack(packs / "small", {"game.yaml": SAVING}))
    for name, change in (("dear", "actions/save/do/gain/gain/me.coins: 4"),
                         ("broken", "actions/save/do/gain/gain/me.coins: 8 // (round - 2)")):
        (packs / name).mkdir()
        (packs / name / "variant.yaml").write_text(
            f"language: 2\nid: {name}\nversion: 1.0.0\nvariant_of: small\n"
            "overlays: [changes.yaml]\n", encoding="utf-8")
        (packs / name / "changes.yaml").write_text(f"set: {{{change}}}\n", encoding="utf-8")
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    for folder in (out, elsewhere):
        folder.mkdir()
    usual = (game, "--players", "2", "--seed", "0")
    quick = ("--bot", "random", "--jobs", "1")
    dear = str(packs / "dear")
    for args in (
            ("lab", *usual, *quick, "--games", "60", "--with", dear, "--out", str(out)),
            ("lab", "coverage", *usual, "--with", str(packs / "broken"), "--games", "20",
             f"--json={out / 'coverage.json'}"),
            ("lab", "compare", *usual, *quick, "--against", dear, "--games", "8", "--json",
             str(out / "compare.json")),
            ("lab", "price", *usual, "save", "--bot", "random", "--positions", "3", "--json",
             str(out / "price.json")),
            ("lab", "tune", dear, "actions/save/do/gain/gain/me.coins", "--goal", "rounds > 3",
             *quick, "--games", "8", "--json", str(out / "tune.json"))):
        done = run_here(*args, cwd=elsewhere)
        assert (done.returncode, done.stderr) == (0, ""), args
    written = {path.name: path.read_bytes() for path in out.iterdir()}
    assert len(written) == 8
    assert [name for name, data in written.items() if str(tmp_path).encode() in data] == []
    found = json.loads(written["report.json"])
    assert set(found["coverage"]["statements"]) == {"small/game.yaml", "dear/changes.yaml"}
    assert found["made"]["command"].startswith("tilewright lab small --with dear --players 2 ")
    assert found["made"]["game"]["variants"] == ["dear"]
    reached = json.loads(written["coverage.json"])
    assert set(reached["statements"]) == {"small/game.yaml", "broken/changes.yaml"}
    (fault,) = reached["faults"]
    assert fault.startswith("broken/changes.yaml:1:")
    assert json.loads(written["tune.json"])["made"]["command"].endswith("--json tune.json")


def test_the_terminal_tells_commands_that_work_here(tmp_path):
    game = str(make_pack(tmp_path / "small", {"game.yaml": SAVING}))
    said = run_here("lab", game, "--bot", "random", "--jobs", "1", "--quick", "--games", "8").stdout
    (shown,) = [line for line in said.splitlines() if line.startswith("the longest")]
    typed = shown.partition(": ")[2].split()
    assert typed[:3] == ["tilewright", "lab", game]
    assert run_here(*typed[1:]).returncode == 0


# -- what is kept ---------------------------------------------------------------------------------


@pytest.fixture
def counted(monkeypatch):
    """The blocks that are played."""
    played = []
    play = series.told_block

    def told_block(game, plan, block):
        played.append(block)
        return play(game, plan, block)

    told_block.__module__, told_block.__qualname__ = play.__module__, play.__qualname__
    monkeypatch.setattr(series, "told_block", told_block)
    return played


def findings_in(folder):
    found = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    found["made"].pop("seconds")
    return found


def test_a_series_goes_on_with_the_games_of_its_folder(tmp_path, counted):
    lab("--games", "8", "--quick", "--out", "one", cwd=tmp_path)
    assert (tmp_path / "one/series.sqlite").exists()
    assert counted == [0, 1, 2, 3]
    done = lab("--games", "12", "--quick", "--out", "one", "--resume", cwd=tmp_path)
    assert counted == [0, 1, 2, 3, 4, 5]
    assert "8 of these games were kept from an earlier run" in done.stdout
    lab("--games", "12", "--quick", "--out", "two", cwd=tmp_path)
    assert findings_in(tmp_path / "one") == findings_in(tmp_path / "two")


@pytest.mark.parametrize(("changed", "args", "why"), [
    ("me.coins: 4", (), "the rules of the game have changed since"),
    ("me.coins: 3", ("--seed", "5"), "they have another seed"),
    ("me.coins: 3", ("--bot", "greedy"), "other bots have played them"),
    ("me.coins: 4", ("--seed", "5"),
     "the rules of the game have changed since and they have another seed"),
    ("me.coins: 3", (), "")])
def test_why_kept_games_are_not_used_is_told(changed, args, why, tmp_path):
    def run(rules, *more):
        make_pack(tmp_path / "small", {"game.yaml": rules})
        return run_here("lab", "small", "--jobs", "1", "--quick", "--games", "4", "--out", "r",
                        *more, cwd=tmp_path)

    assert run(SAVING, "--bot", "random").returncode == 0
    done = run(SAVING.replace("me.coins: 3", changed), "--resume", "--bot", "random", *args)
    said = f"none of the games in “r/series.sqlite” is used, all are played anew: {why}"
    assert (done.returncode, done.stderr) == (0, f"tilewright: {said}\n" if why else "")
    assert ("kept from" in done.stdout) is not bool(why)
    # What was played anew is kept as well, and so is what was there.
    again = run(SAVING, "--resume", "--bot", "random")
    assert (again.stderr, "kept from" in again.stdout) == ("", True)


def test_games_of_another_program_are_told_as_such(tmp_path, monkeypatch):
    assert lab("--games", "4", "--quick", "--out", "r", cwd=tmp_path).returncode == 0
    monkeypatch.setattr(pieces, "program", lambda: "0.0.1 (older)")
    with Store(tmp_path / "r/series.sqlite") as store:
        found = series.not_kept(tictactoe(), load("tictactoe"), store)
    assert found == ["program"]


def test_a_file_of_games_is_gone_on_with_whatever_is_in_it(tmp_path, counted):
    for number, games in enumerate(("4", "8")):
        done = lab("--games", games, "--quick", "--store", "my.games", "--out", f"o{number}",
                   cwd=tmp_path)
        assert done.returncode == 0
    assert counted == [0, 1, 2, 3]
    assert not (tmp_path / "o0/series.sqlite").exists()
    # Another series in the same file has games of its own.
    done = lab("--games", "4", "--quick", "--store", "my.games", "--seed", "5", cwd=tmp_path)
    assert counted[4:] == [0, 1]
    assert "kept from" not in done.stdout


def test_what_was_played_before_ctrl_c_is_kept(interrupted_at, whole_lab, tmp_path):
    interrupted_at(5)
    code, out, _ = whole_lab("--games", "16", "--quick", "--out", str(tmp_path))
    assert (code, "10 games in 5 blocks" in out) == (130, True)
    assert (tmp_path / "report.html").exists()
    with Store(tmp_path / "series.sqlite") as store:
        assert series.kept(tictactoe(), load("tictactoe"), store, 8) == 10


def test_games_with_other_bots_are_kept_as_well(tmp_path, counted):
    lab("--games", "16", "--out", "r", cwd=tmp_path)
    assert len(counted) == 16
    done = lab("--games", "16", "--out", "r", "--resume", cwd=tmp_path)
    assert (done.returncode, len(counted)) == (0, 16)


EARLIER = ("tilewright: 'r/series.sqlite' has games of an earlier run; go on with them by "
           "'--resume', or name another folder with '--out'\n")


def test_an_earlier_run_is_not_taken_for_a_new_one(tmp_path):
    assert lab("--games", "2", "--quick", "--out", "r", cwd=tmp_path).returncode == 0
    again = lab("--games", "2", "--quick", "--out", "r", cwd=tmp_path)
    assert (again.returncode, again.stdout, again.stderr) == (
        2, "", EARLIER)


def test_a_file_without_games_is_no_earlier_run(tmp_path):
    (tmp_path / "r").mkdir()
    Store(tmp_path / "r/series.sqlite").close()
    assert lab("--games", "2", "--quick", "--out", "r", cwd=tmp_path).returncode == 0


NO_CLUSTER = ("'somewhere' is no cluster; give the address of a Dask scheduler, such as "
              "tcp://HOST:8786, or local:2 for two workers here")


@pytest.mark.parametrize(("args", "said"), [
    (["--resume"], "'--resume' needs the folder of the series that it goes on with: '--out'"),
    (["--resume", "--out", "r"],
     "there is no 'r/series.sqlite' to go on with; leave '--resume' away to begin"),
    (["--jobs", "2", "--cluster", "local:2"],
     "'--jobs' and '--cluster' both say who plays; give one of them"),
    (["--cluster", "somewhere"], NO_CLUSTER),
])
def test_what_cannot_be_gone_on_with_is_told(args, said, tmp_path):
    done = run_here("lab", "tictactoe", "--bot", "random", *args, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"tilewright: {said}\n")
    assert not list(tmp_path.iterdir())


def test_a_cluster_is_told_what_is_to_be_played(monkeypatch):
    asked = []

    def run(plan, blocks, play, **how):
        asked.append(how)
        return pieces.run(plan, blocks, play, jobs=1)

    monkeypatch.setattr(series, "run", run)
    run_here("lab", "tictactoe", "--bot", "random", "--games", "4", "--quick", "--cluster",
             "local:2")
    assert [how["cluster"] for how in asked] == ["local:2"]


# -- what plays -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("bots", "there", "not_there"), [
    (("random", "random"), "native", "python"), (("random", "greedy"), "native", "python"),
    (("mcts:9", "greedy"), "native search", "python")])
def test_what_plays_is_told(bots, there, not_there, monkeypatch):
    plan = Plan(Arm("base", "tictactoe"), 2, bots, 0)
    program = load("tictactoe").program()
    assert ahead.engine_of(program, plan) == there
    monkeypatch.setattr(engine, "is_there", lambda: False)
    for module in (ahead, natively):
        monkeypatch.setattr(module, "is_there", lambda: False)
    assert ahead.engine_of(program, plan) == not_there


def test_the_summary_and_the_data_tell_what_plays():
    done = lab("--games", "4", "--quick")
    assert re.search(r" · \d+ seconds? \(native\)$", done.stdout.splitlines()[0])
    found = json.loads(lab("--games", "4", "--quick", "--json", "-").stdout)
    assert found["made"]["engine"] == "native"
