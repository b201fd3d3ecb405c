"""The command line: what scripts and people rely on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import run_here
from tilewright.cli import check
from tilewright.packs.doors import shipped
from tilewright.problems import Problems

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = ("check", "play", "simulate", "text", "show", "why", "replay", "bench", "new", "packs",
            "watch", "migrate", "schema", "reference", "compile", "lab")


def run(*args: str, cwd: Path = ROOT, stdin: str = "") -> subprocess.CompletedProcess:
    return run_here(*args, cwd=cwd, stdin=stdin)


def run_apart(*args: str, cwd: Path = ROOT, stdin: str | None = None
              ) -> subprocess.CompletedProcess:
    """The command in a process of its own, as people start it."""
    env = {**os.environ, "COLUMNS": "100", "PYTHONHASHSEED": "0"}
    return subprocess.run([sys.executable, "-m", "tilewright", *args], cwd=cwd, env=env,
                          input=stdin, capture_output=True, text=True, timeout=900, check=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    done = run(command, "--help")
    assert done.returncode == 0
    assert "Usage" in done.stdout


def test_help_lists_all_commands_without_heavy_imports():
    code = ("import sys; sys.argv = ['tilewright', '--help']\n"
            "from tilewright.__main__ import main\n"
            "try: main()\nexcept SystemExit: pass\n"
            "print('HEAVY', [m for m in ('jsonschema', 'networkx', 'yaml') if m in sys.modules])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "HEAVY []" in done.stdout
    assert all(command in done.stdout for command in COMMANDS)


@pytest.mark.many
@pytest.mark.parametrize("pack", sorted({*shipped("content"), *shipped("variants")}))
def test_check_finds_nothing_in_a_shipped_pack(tmp_path, monkeypatch, pack):
    """In an empty folder. So many games of each setting are played on every machine; the
    situations are tests of their own."""
    monkeypatch.setattr(check, "_otherwise", lambda *_: Problems())
    done = run("check", pack, "--games", "3", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"1 pack: no problems; \d+ games played( .*)?\n", done.stdout)


def test_check_looks_at_all_shipped_packs(tmp_path, monkeypatch):
    """In an empty folder, as the README has it; the test above finds out more about each."""
    seen = []
    monkeypatch.setattr(check, "check_and_play", lambda folder, overlays, *_: (
        seen.append([folder, *overlays]), (Problems(), (1, 0, 0)))[1])
    done = run("check", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{len(seen)} packs: no problems; {len(seen)} games played\n"
    assert sorted(packs[-1] for packs in seen) == sorted(
        [*shipped("content").values(), *shipped("variants").values()])


def broken(tmp_path: Path) -> Path:
    folder = tmp_path / "broken game"
    shutil.copytree(ROOT / "content/tictactoe", folder)
    game = folder / "game.yaml"
    game.write_text(game.read_text().replace("c.mark == none", "c.mrak == none"))
    return folder


def test_check_tells_the_place_with_a_caret(tmp_path):
    done = run("check", str(broken(tmp_path)))
    assert done.returncode == 1
    assert "game.yaml:33:" in done.stdout
    assert "did you mean 'mark'?" in done.stdout
    line, caret = done.stdout.splitlines()[1:3]
    assert line[caret.index("^"):caret.rindex("^") + 1] == "c.mrak"


def test_check_formats(tmp_path):
    folder = broken(tmp_path)
    data = json.loads(run("check", str(folder), "--format", "json").stdout)
    assert [p["code"] for p in data] == ["no-attribute", "note"]
    assert (data[0]["line"], data[0]["file"].endswith("game.yaml")) == (33, True)
    assert run("check", str(folder), "--format", "github").stdout.startswith("::error file=")
    assert run("check", str(folder), "--format", "xml").returncode == 2


def test_wrong_usage_is_exit_2():
    done = run_apart("check", "tictactoo")
    assert done.returncode == 2
    assert "did you mean 'tictactoe'?" in done.stderr
    assert run("simulate", "tictactoe", "--players", "9").returncode == 2
    assert run("simulate", "tictactoe", "--bot", "gready").returncode == 2
    assert run("play", "tictactoe", "--seats", "human,human,human").returncode == 2
    assert "Traceback" not in run("play", "tictactoe", "--seats", "x").stderr


def test_simulate_is_the_same_for_any_number_of_jobs(tmp_path):
    found = []
    for jobs in ("1", "2"):
        target = tmp_path / f"{jobs}.json"
        run("simulate", "connect_four", "--games", "120", "--seed", "5", "--jobs", jobs,
            "--json", str(target))
        found.append(json.loads(target.read_text()))
    assert found[0]["results"] == found[1]["results"]
    wanted = {"game", "players", "games", "seed", "decisions", "seconds",
              "decisions_per_second", "results"}
    assert wanted <= set(found[0])
    assert set(found[0]["results"][0]) == {"seed", "scores", "winners", "rounds", "decisions",
                                           "end_reason", "key"}


def test_play_without_a_terminal_lets_bots_play_to_the_end():
    done = run_apart("play", "tictactoe", "--seed", "3", stdin="")
    assert done.returncode == 0
    assert "The game is over" in done.stdout


def test_a_person_plays_undoes_asks_saves_and_quits(tmp_path):
    said = "1\nwhy mark a1\nundo\n5\nhelp\nscores\nnonsense\nsave one.jsonl\nquit\n"
    done = run("play", "tictactoe", "--seats", "human,human", cwd=tmp_path, stdin=said)
    assert done.returncode == 0
    assert "X: mark a1" in done.stdout
    assert "X: mark b2" in done.stdout
    assert "not possible now" in done.stdout
    assert "not one of the numbers" in done.stdout
    lines = (tmp_path / "one.jsonl").read_text().splitlines()
    header, move = json.loads(lines[0]), json.loads(lines[1])
    assert (move["seat"], move["move"]) == (0, "mark b2")
    assert header["packs"][0]["id"] == "tictactoe"
    assert header["rules"], "a saved game carries its rules"
    again = run("play", "tictactoe", "--seats", "human,human", "--resume", "one.jsonl",
                cwd=tmp_path, stdin="1\nquit\n")
    assert "O: mark a1" in again.stdout


def recorded(tmp_path: Path) -> Path:
    from tilewright import load
    from tilewright.playing.record import Session

    session = Session(load("tictactoe"), seed=4)
    for label in ("mark b2", "mark a1", "mark c3"):
        session.apply(session.state.find(label))
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(session.lines()) + "\n")
    return path


def test_replay_tells_the_game_again(tmp_path):
    done = run("replay", str(recorded(tmp_path)))
    assert done.returncode == 0
    assert "3 moves, and the same end" in done.stdout


@pytest.mark.parametrize(("old", "new", "said"), [
    ('"mark a1"', '"mark b2"', "the first difference is move 2, 'mark b2'"),
    ('"mark a1"', '"mark z9"', "there is no move 'mark z9'"),
    ('"end": 3', '"end": 4', "says 4 moves, but holds 3"),
    ('"version": 3', '"version": 9', "version 9"),
    ('"mark": "', '"mark": "0', "the first difference is after move 1 ('mark b2')"),
    ('"players": 2', '"players": "two"', "the header is damaged"),
    ('{"seat": 1', '{"seat": 0', "seat 1 decides there"),
    ('"format": "tilewright-replay"', '"format": "x"', "is not a replay"),
])
def test_a_changed_replay_is_refused_with_its_first_difference(tmp_path, old, new, said):
    path = recorded(tmp_path)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    done = run("replay", str(path))
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_cut_replay_says_so(tmp_path):
    path = recorded(tmp_path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:-1]))
    assert "cut short" in run("replay", str(path)).stderr
    path.write_text(lines[0][:20])
    assert "is not JSON" in run("replay", str(path)).stderr
    path.write_text("")
    assert "is empty" in run("replay", str(path)).stderr
    assert "cannot be read" in run("replay", str(tmp_path / "none")).stderr


def test_show_why_text_and_compile():
    assert "a kind of 9" in run("show", "tictactoe", "cell").stdout
    assert "game.yaml:" in run("why", "tictactoe", "actions/mark/pick").stdout
    assert run("why", "tictactoe", "actions/mrk").returncode == 2
    assert "a column, or a diagonal" in run("text", "tictactoe").stdout
    assert "Ebisu: 2 points." in run("text", "yamatai", "ebisu").stdout
    assert run("show", "tictactoe", "zzz").returncode == 2
    assert run("show", "yamatai", "kachiko").stdout.endswith(
        "  worth: 3\n  abilities:\n    release:\n      power: {clear_sacred: 2}\n"
        "      limit: once_per_turn\n")
    assert run("show", "namiji", "net_orange_mackerel").stdout.endswith("  count: 2\n")
    assert run("show", "yamatai", "trades").stdout.endswith("  type: int\n  base: 1\n")
    dump = run("compile", "tictactoe", "--dump").stdout
    assert "def " in dump
    assert "lines of Python" in run("compile", "connect_four").stdout


@pytest.mark.late
def test_bench_compares_with_the_same_work_by_hand(tmp_path):
    target = tmp_path / "bench.json"
    assert run_apart("bench", "--seconds", "0.2", "--json", str(target)).returncode == 0
    rows = {row["game"]: row for row in json.loads(target.read_text())}
    for name, decisions in (("tictactoe", 7.63), ("connect_four", 21.3)):
        row = rows[name]
        assert {"decisions_per_second", "games_per_second", "clone_us", "legal_us", "load_ms",
                "ratio", "native_over_handwritten"} <= set(row)
        for one in ("", "handwritten_", "native_"):
            assert abs(row[f"{one}decisions_per_game"] - decisions) < 0.5
    for row in rows.values():
        assert all(row[name] > 0 for name in NATIVE), row


NATIVE = ("native_decisions_per_second", "native_clone_us", "native_compile_ms",
          "native_cached_ms", "native_over_python", "native_two_threads")


@pytest.mark.parametrize(("there", "said"), [
    (True, "times Python, "), (False, "  native play is not installed")])
def test_bench_tells_of_native_play_or_that_it_is_not_there(monkeypatch, there, said):
    monkeypatch.setenv("TILEWRIGHT_NATIVE", str(int(there)))
    done = run_apart("bench", "tictactoe", "--seconds", "0.05")
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout
    assert ("two threads" in done.stdout) == there


def test_a_name_of_any_length_is_only_a_wrong_name(tmp_path):
    done = run("check", "x" * 5000)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "variant.yaml").write_text(
        "language: 1\nid: odd\nversion: 1.0.0\nvariant_of: ../odd\n")
    done = run("check", str(folder))
    assert (done.returncode, "variant.yaml:4:13" in done.stdout) == (1, True)


def test_show_and_why_find_the_game_of_a_thing():
    assert "action (" in run("show", "drop").stdout
    assert "no shipped game" in run("show", "zzz").stderr
    assert "more than one" in run("show", "cell").stderr
    assert "game.yaml:" in run("why", "actions/drop").stdout
    assert run("why", "actions/zzz").returncode == 2
