"""What comes from outside: closed, full and narrow streams, odd bytes, Ctrl-C, and a game kept."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import tilewright
from bad_packs import MANIFEST, game_with, make_pack
from command_line import run_with
from tilewright.cli import kept, play, streams
from tilewright.cli.asking import help_lines
from tilewright.cli.look import Look
from tilewright.cli.seats import seated
from tilewright.playing import processes, simulate
from tilewright.playing.record import Session, read_record
from tilewright.playing.table import Table
from tilewright.problems import IllegalMove, RecordError, UsageError
from tilewright.telling.watched import watched
from tilewright.text import own_words

ROOT = Path(__file__).resolve().parent.parent
LONG, A_WHILE = 900, 3
TWO = ("--seats", "human,human")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user, for this test alone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "tilewright" / "games"


def told(*args: str, typed: bytes = b"", cwd: Path = ROOT, **env: str
         ) -> subprocess.CompletedProcess[bytes]:
    """A command run in this process, for what does not depend on real streams."""
    return run_with(typed, *args, cwd=cwd, env=env)


def told_apart(*args: str, typed: bytes = b"", cwd: Path = ROOT, **env: str
               ) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "tilewright", *args], cwd=cwd, input=typed,
                          env={**os.environ, **env}, capture_output=True, timeout=LONG,
                          check=False)


def in_shell(line: str, cwd: Path = ROOT) -> tuple[int, str]:
    """A command with its streams led elsewhere; its exit code, and what it complained of."""
    whole = line.replace("tilewright", f"{sys.executable} -m tilewright", 1)
    done = subprocess.run(["bash", "-c", whole], cwd=cwd, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=LONG, check=False)
    return done.returncode, done.stderr


# -- streams --------------------------------------------------------------------------------------


COMMANDS = ("check tictactoe", "simulate tictactoe --games 3", "play tictactoe --seed 3",
            "reference set", "--help")


@pytest.mark.many
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("led", "code", "said"), [
    (">/dev/full", 1, "No space left on device"),
    (">&-", 1, "Bad file descriptor"),
    ("<&- >/dev/null", 0, ""),
    (">/dev/null 2>&-", 0, ""),
    ("<&- >&- 2>&-", 1, ""),
])
def test_a_stream_that_is_closed_or_full_is_one_sentence(command: str, led: str, code: int,
                                                         said: str) -> None:
    done, complaint = in_shell(f"tilewright {command} {led}")
    assert done == code
    assert len(complaint.splitlines()) == bool(said)
    assert said in complaint


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    assert in_shell("set -o pipefail; tilewright reference | head -1 >/dev/null") == (0, "")


@pytest.mark.parametrize(("encoding", "env"), [
    ("cp1252", {"PYTHONIOENCODING": "cp1252"}),
    ("ascii", {"PYTHONIOENCODING": "ascii"}),
    ("a bare locale", {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
])
def test_what_an_encoding_lacks_is_replaced(encoding: str, env: dict[str, str],
                                            tmp_path: Path) -> None:
    done = told_apart("text", "namiji", "--lang", "pl", **env)
    assert (done.returncode, done.stderr) == (0, b"")
    wide = told("text", "namiji", "--lang", "pl").stdout
    name = "cp1252" if encoding == "cp1252" else "ascii"
    assert done.stdout == wide.decode().encode(name, errors="replace")
    assert b"?" in done.stdout
    typed = "ą\nhelp\n1\nsave gra.jsonl\nquit\n".encode()
    done = told_apart("play", "tictactoe", "--lang", "pl", *TWO, typed=typed, cwd=tmp_path, **env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(read_record(tmp_path / "gra.jsonl").moves) == 1


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("line", [
    b"\0", b"\xff\xfe\xc3", b"save a\0b", b"why \0", b"rules \xff\0", b"lang \x1b[2J\0",
    "save \u202eabc".encode(), b"why \x1b]0;x\x07", b"x" * 100_000, b"save " + b"x" * 5_000,
    b"save none/there/x", b"save .", b"\xed\xa0\x80",
])
def test_odd_bytes_are_one_sentence_and_the_game_goes_on(line: bytes, tmp_path: Path) -> None:
    done = told("play", "tictactoe", *TWO, typed=b"5\n" + line + b"\n1\nsave it.jsonl\nquit\n",
                cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert all(c.isprintable() for c in done.stdout.decode().replace("\n", ""))
    assert [label for _, label in read_record(tmp_path / "it.jsonl").moves] == [
        "mark b2", "mark a1"]
    assert sorted(p.name for p in tmp_path.iterdir() if p.is_file()) == ["it.jsonl"]


@pytest.mark.parametrize("name", [b"\xff\xfe", b"a\x01b", "ł".encode(), b"x" * 300])
def test_folders_with_odd_names(name: bytes, tmp_path: Path) -> None:
    """What is made there is a game, or there is one sentence and nothing is made."""
    folder = os.fsencode(tmp_path) + b"/" + name
    done = subprocess.run([os.fsencode(sys.executable), b"-m", b"tilewright", b"new", b"game",
                           b"one", b"--in", folder], capture_output=True, timeout=LONG, check=False)
    assert b"Traceback" not in done.stderr
    if done.returncode == 0:
        check = subprocess.run([os.fsencode(sys.executable), b"-m", b"tilewright", b"check",
                                folder + b"/one"], capture_output=True, timeout=LONG, check=False)
        assert check.returncode == 0
    else:
        assert len(done.stderr.splitlines()) == 1
        assert not os.path.lexists(folder + b"/one")


def test_a_name_with_a_nul_is_refused(tmp_path: Path) -> None:
    from tilewright.cli.new import make

    with pytest.raises(UsageError, match="its name is not possible"):
        make("game", "one", None, None, tmp_path / "a\0b")
    assert list(tmp_path.iterdir()) == []


# -- Ctrl-C ---------------------------------------------------------------------------------------


RAISING = """\
import builtins, sys
stop, real, sys.argv = sys.argv[1], builtins.__import__, ["tilewright", *sys.argv[2:]]
def counted(name, *args, **kwargs):
    if name == stop:
        raise KeyboardInterrupt
    return real(name, *args, **kwargs)
builtins.__import__ = counted
from tilewright.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["tilewright.cli.app", "typer", "tilewright.playing.game",
                                    "yaml", "rich.text", "tilewright.cli.play"])
def test_ctrl_c_while_something_is_imported(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", RAISING, module, "play", "tictactoe"],
                          capture_output=True, text=True, timeout=LONG, check=False)
    assert (done.returncode, done.stderr) == (130, "tilewright: interrupted\n")


def at_terminal(*args: str, **env: str) -> tuple[subprocess.Popen[bytes], int]:
    """A command at a terminal of its own, which Ctrl-C reaches as it does a person's."""
    mine, its = pty.openpty()
    running = subprocess.Popen([sys.executable, "-m", "tilewright", *args], stdin=its, stdout=its,
                               stderr=its, start_new_session=True, close_fds=True,
                               preexec_fn=partial(_take, its),  # noqa: PLW1509
                               env={**os.environ, "TERM": "xterm", **env})
    os.close(its)
    return running, mine


def _take(terminal: int) -> None:
    """Whoever opens a terminal first in a session of its own is reached by its Ctrl-C."""
    os.close(os.open(os.ttyname(terminal), os.O_RDWR))


def interrupted(terminal: int) -> str:
    """All that is shown after Ctrl-C. Python hears one that comes between a prompt and the reading
    only with the next key; whoever sees nothing happen presses it again."""
    os.write(terminal, b"\x03")
    return until(terminal, b"never", again=b"\x03").decode()


def until(terminal: int, wanted: bytes, again: bytes = b"") -> bytes:
    """What is shown until something comes; the end of the stream ends it too."""
    shown = b""
    while wanted not in shown:
        if not select.select([terminal], [], [], A_WHILE if again else LONG)[0]:
            assert again, f"only this came: {shown!r}"
            os.write(terminal, again)
        try:
            more = os.read(terminal, 10_000)
        except OSError:
            break
        if not more:
            break
        shown += more
    return shown


@pytest.mark.parametrize("moved", [False, True])
def test_ctrl_c_at_the_prompt(moved: bool, home: Path) -> None:
    running, terminal = at_terminal("play", "tictactoe", *TWO)
    until(terminal, b"X, mark a cell> ")
    if moved:
        os.write(terminal, b"1\n")
        until(terminal, b"O, mark a cell> ")
    rest = interrupted(terminal)
    assert running.wait(LONG) == 130
    os.close(terminal)
    last = rest.strip().splitlines()[-1]
    assert "Traceback" not in rest
    assert last == ("tilewright: the game is saved; go on with: tilewright play tictactoe --seats "
                    "human,human --resume last" if moved else "tilewright: interrupted")
    assert len(list(home.glob("*.jsonl"))) == moved


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_ctrl_c_while_games_are_simulated(jobs: str, tmp_path: Path) -> None:
    """One line is said; the terminal ends, so no process is left that could write to it."""
    endless = make_pack(tmp_path / "endless", {
        "pack.yaml": MANIFEST, "game.yaml": game_with(ends="{never: {when: round == 0}}")})
    running, terminal = at_terminal("simulate", str(endless), "--games", "300", "--jobs", jobs)
    until(terminal, b" games")
    rest = interrupted(terminal)
    assert running.wait(LONG) == 130
    os.close(terminal)
    assert "Traceback" not in rest
    plain = re.sub(r"\x1b\[[?0-9;]*[A-Za-z]|\r", "", rest)
    assert plain.endswith("\ntilewright: interrupted\n")


def test_ctrl_c_in_the_middle_of_a_move_keeps_the_game(
        home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(tilewright.load("tictactoe"), seed=1)
    typed = iter(["1", "2"])

    def stopping(resume: Any) -> Any:
        def once(*args: Any) -> Any:
            if not stopped:
                stopped.append(True)
                raise KeyboardInterrupt
            return resume(*args)
        return once

    stopped: list[bool] = []
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    table = play.Terminal(Table(session), "en", kept.Keeper(session), "go on")
    table._person()
    before, resumes = session.state.key(), watched(session.state.program).resumes
    for label, resume in dict(resumes).items():
        monkeypatch.setitem(resumes, label, stopping(resume))   # type: ignore[arg-type]
    with pytest.raises(KeyboardInterrupt, match="the game is saved; go on with: go on"):
        table.run()
    assert [label for _, label in read_record(next(home.iterdir())).moves] == ["mark a1"]
    assert session.state.key() == before
    capsys.readouterr()


# -- a game that is kept --------------------------------------------------------------------------


def labels(path: Path) -> list[str]:
    return [label for _, label in read_record(path).moves]


def test_a_game_is_whole_at_each_prompt_whatever_kills_it(home: Path) -> None:
    running, terminal = at_terminal("play", "connect_four", "--seed", "1", "--seats", "human,bot")
    for number in range(4):
        until(terminal, b"> ")
        files = list(home.glob("*"))
        assert len(files) == bool(number)
        assert all(len(labels(f)) == 2 * number for f in files)
        os.write(terminal, b"12"[number % 2:][:1] + b"\n")
    until(terminal, b"> ")
    os.kill(running.pid, signal.SIGKILL)
    assert running.wait(LONG) == -signal.SIGKILL
    os.close(terminal)
    (file,) = home.iterdir()
    assert len(labels(file)) == 8


def test_a_kept_game_is_offered_gone_on_with_and_removed_at_its_end(home: Path) -> None:
    go_on = b"go on with: tilewright play tictactoe --seats human,human --resume last"
    done = told("play", "tictactoe", *TWO, typed=b"1\n1\n")
    assert done.returncode == 0
    assert go_on in done.stdout.splitlines()[-1]
    assert b"unfinished" not in done.stdout
    (first,) = home.iterdir()
    done = told("play", "tictactoe", *TWO, typed=b"quit\n")
    assert b"there is an unfinished game; " + go_on in done.stdout.splitlines()[1]
    assert list(home.iterdir()) == [first]
    done = told("play", "tictactoe", *TWO, "--resume", "last", typed=b"mark a2\nquit\n")
    assert b"unfinished" not in done.stdout
    (second,) = home.iterdir()
    assert second != first
    assert labels(second) == ["mark a1", "mark b1", "mark a2"]
    done = told("play", "tictactoe", *TWO, "--resume", "last", typed=b"mark c1\nmark a3\n")
    assert b"X wins" in done.stdout
    assert list(home.iterdir()) == []
    done = told("play", "tictactoe", *TWO, "--resume", "last")
    assert (done.returncode, b"no unfinished game" in done.stderr) == (2, True)


def test_nothing_is_kept_where_no_person_moves_or_a_person_saves(home: Path, tmp_path: Path
                                                                 ) -> None:
    told("play", "tictactoe", "--seed", "1")
    told("play", "tictactoe", *TWO, typed=b"quit\n")
    done = told("play", "tictactoe", *TWO, typed=b"1\nsave one.jsonl\nquit\n", cwd=tmp_path)
    assert b"kept" not in done.stdout
    assert not home.exists() or list(home.iterdir()) == []
    told("play", "tictactoe", *TWO, typed=b"1\nsave two.jsonl\n2\nquit\n", cwd=tmp_path)
    assert len(list(home.iterdir())) == 1


def test_the_newest_few_games_are_kept(home: Path) -> None:
    session = Session(tilewright.load("tictactoe"))
    session.apply(0)
    for number in range(kept.MOST + 3):
        keeper = kept.Keeper(session)
        keeper.keep()
        assert keeper.file is not None
        os.utime(keeper.file, (number, number))
    left = kept.kept("tictactoe")
    assert len(left) == kept.MOST
    assert left[0] == keeper.file
    assert kept.kept("tictac") == []
    assert {p.stat().st_mtime for p in home.iterdir()} == set(range(3, kept.MOST + 3))


def test_a_game_that_cannot_be_kept_goes_on_and_says_so_once(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")
    done = told("play", "tictactoe", *TWO, typed=b"1\n1\n1\nquit\n",
                XDG_DATA_HOME=str(tmp_path / "home"))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"this game cannot be kept while you play: ") == 1


def test_a_full_disk_leaves_the_save_that_is_there(tmp_path: Path, home: Path) -> None:
    """The limit of file sizes is met as a full disk is."""
    code = ("import resource, signal, sys\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "from tilewright.__main__ import main\nmain()\n")
    (tmp_path / "it.jsonl").write_text("the old save")
    done = subprocess.run([sys.executable, "-B", "-c", code, "play", "tictactoe", *TWO],
                          input=b"1\nsave it.jsonl\n1\nquit\n", cwd=tmp_path, capture_output=True,
                          timeout=LONG, check=False)
    assert done.returncode == 0
    assert "“it.jsonl” cannot be written: File too large".encode() in done.stdout
    assert (tmp_path / "it.jsonl").read_text() == "the old save"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["home", "it.jsonl"]
    assert list(home.iterdir()) == []


def test_marks_are_made_as_moves_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A save replays nothing, and says the same as one that tells the game again."""
    game = tilewright.load("namiji")
    session = Session(game, seed=5)
    for _ in range(40):
        session.apply(session.state.legal()[0])
    session.undo(7)
    session.apply(session.state.label(session.state.legal()[-1]))
    again = Session.of(game, read_record("\n".join(session.lines(rules=True))))
    monkeypatch.setattr(game, "new", None)
    assert session.lines() == again.lines()
    assert session.lines(rules=True) == again.lines(rules=True)


# -- endless games --------------------------------------------------------------------------------


def test_an_endless_game_stops_at_the_limit_of_simulate(
        tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> None:
    assert play.MOST_DECISIONS == simulate.MOST_DECISIONS == 100_000
    monkeypatch.setattr(play, "MOST_DECISIONS", 30)
    endless = make_pack(tmp_path / "endless", {
        "game.yaml": game_with(ends="{never: {when: round == 0}}")})
    monkeypatch.setattr("builtins.input", lambda _prompt: "1")
    for seats in ("bot,bot", "human,bot", "human,human"):
        play.play_game(str(endless), [], None, seats, "en", 1, None, {}, as_recorded=False)
        shown = capsys.readouterr().out
        assert shown.splitlines()[-1].strip() == (
            "the game has gone on for 30 decisions and stops here")
        assert not home.exists() or list(home.iterdir()) == []


def test_bots_among_themselves_do_not_wear_the_disk(monkeypatch: pytest.MonkeyPatch, home: Path,
                                                    tmp_path: Path) -> None:
    monkeypatch.setattr(play, "MOST_DECISIONS", 60)
    monkeypatch.setattr(play, "BETWEEN", 10)
    endless = make_pack(tmp_path / "endless", {"game.yaml": game_with(
        flow="{round: {each: players, turn: [{must: [go], when: round == 1 or me != p1}]}}",
        ends="{never: {when: round == 0}}")})
    monkeypatch.setattr("builtins.input", lambda _prompt: "1")
    counts = []
    keep = kept.Keeper.keep
    monkeypatch.setattr(kept.Keeper, "keep", lambda self: (
        counts.append(len(self.session.record.moves)), keep(self)))
    play.play_game(str(endless), [], None, "human,bot", "en", 1, None, {}, as_recorded=False)
    assert counts == list(range(1, 12))
    assert home.exists()


# -- undo -----------------------------------------------------------------------------------------


CARDS = """\
players: {min: 2, max: 2}
families: {card: {attributes: {worth: int}}}
state:
  game:
    deck: {zone: card, visible: none, start: all}
    pile: {zone: card}
    coins: int
  player:
    hand: {zone: card, visible: owner}
flow:
  setup:
    - shuffle: deck
    - for_each: {p: players}
      do: [{draw: 3, from: deck, to: p.hand}]
  round:
    each: players
    turn: [{must: [wait, take, lay, hide, mix, roll, show]}]
actions:
  wait: {do: [{gain: {coins: 1}}]}
  take: {do: [{draw: 1, from: deck, to: me.hand}]}
  lay: {pick: {laid: me.hand}, do: [{move: laid, from: me.hand, to: pile}]}
  hide: {pick: {hidden: me.hand}, do: [{move: hidden, from: me.hand, to: deck, at: bottom}]}
  mix: {do: [{shuffle: deck}]}
  roll: {do: [{random: {n: "range(1, 1000)"}, do: [{set: {coins: n}}]}]}
  show: {do: [{draw: 1, from: deck, to: pile}]}
ends: {late: {when: round > 20, check: round}}
scoring: {coins: coins}
"""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    tiles = "".join(f"  c{n}: {{worth: {n}}}\n" for n in range(1, 21))
    return make_pack(tmp_path / "cards", {
        "pack.yaml": f"{MANIFEST}tiles: [cards.yaml]\n", "game.yaml": CARDS,
        "cards.yaml": f"family: card\ntiles:\n{tiles}"})


def table_of(source: Path | str, seats: str) -> play.Terminal:
    session = Session(tilewright.load(str(source)), seed=3)
    return play.Terminal(Table(session, seated(seats, 2)), "en", kept.Keeper(session), "")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("move", "stays"), [
    ("wait", False), ("mix", False), ("take", True), ("lay", True), ("roll", True),
    ("show", True)])
def test_several_people_take_back_only_what_taught_nobody(
        cards: Path, move: str, stays: bool, capsys: pytest.CaptureFixture[str]) -> None:
    for seats in ("human,human", "human,bot"):
        table = table_of(cards, seats)
        state = table.table.session.state
        table._make(0, next(m for m in state.legal() if state.label(m).split()[0] == move))
        table._undo("")
        is_refused = "learned something" in capsys.readouterr().out
        assert is_refused == (stays and seats == "human,human")
        assert len(table.table.log) == is_refused


@pytest.mark.usefixtures("home")
def test_a_game_without_secrets_and_chance_is_taken_back_to_its_beginning() -> None:
    table = table_of("tictactoe", "human,human")
    for _ in range(5):
        table._make(table.table.decider or 0, table.table.session.state.legal()[0])
    for left in range(4, -1, -1):
        table._undo("")
        assert len(table.table.log) == left


def test_help_says_what_undo_stops_at() -> None:
    for lang, word in (("en", "learned"), ("fr", "appris"), ("it", "scoperto"),
                       ("pl", "dowiedział")):
        assert word in own_words(lang)["cli.help.undo"]
        assert word in own_words(lang)["why.learned"]


@pytest.mark.parametrize("lang", ["en", "fr", "it", "pl", "de"])
def test_what_can_be_typed_and_what_it_does_are_two_columns(lang: str) -> None:
    view = tilewright.load("tictactoe").new(2, 1).view(0)
    typed = [words for key, words in own_words(lang).items() if key.startswith("cli.typed.")]
    said = help_lines(Look(view, lang), "a1")
    firsts = [line for line in said if line[2] != " "]
    wide = max(map(len, typed))
    assert sorted(line[2:2 + wide].rstrip() for line in firsts) == sorted(typed)
    assert all(line[2 + wide] == " " != line[3 + wide] for line in firsts)
    assert all(line.startswith(" " * (3 + wide)) for line in said if line not in firsts)


# -- processes ------------------------------------------------------------------------------------


def squared(number: int) -> int:
    if number == 7:
        raise UsageError("seven")
    return number * number


def lost(number: int) -> int:
    """A process that is killed from outside."""
    if number == 4 and os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


HERE = os.getpid()


@pytest.mark.parametrize(("start", "jobs"), [
    ("fork", 1), ("fork", 2), ("fork", 3), ("fork", 9), ("spawn", 2)])
def test_work_is_the_same_in_any_number_of_processes(jobs: int, start: Any) -> None:
    assert list(processes.shared(squared, 7, jobs, start)) == [n * n for n in range(7)]
    found = []
    with pytest.raises(UsageError, match="seven"):
        found.extend(processes.shared(squared, 20, jobs, start))


def test_what_a_lost_process_owes_is_done_here() -> None:
    assert list(processes.shared(lost, 12, 3, "fork")) == [n * n for n in range(12)]


# -- what is asked wrongly ------------------------------------------------------------------------


def test_a_session_takes_moves_by_label_and_refuses_others() -> None:
    session = Session(tilewright.load("tictactoe"))
    session.apply("mark b2")
    session.apply(session.state.find("mark a1"))
    assert [label for _, label in session.record.moves] == ["mark b2", "mark a1"]
    for wrong in ("x", "mark b2", 99_999, None, 1.0):
        with pytest.raises(IllegalMove):
            session.apply(wrong)  # type: ignore[arg-type]
    assert len(session.record.moves) == len(session.record.marks) == 2


def test_numbers_that_are_no_moves_have_no_words() -> None:
    state = tilewright.load("tictactoe").new()
    for wrong in (99_999, -1, "x", None):
        for ask in (state.describe, state.label, state.view(0).describe):
            with pytest.raises(IllegalMove, match="there is no move"):
                ask(wrong)  # type: ignore[operator]


@pytest.mark.parametrize("value", ["yes", None, 1.5, [], "0"])
def test_an_option_that_is_no_number_is_refused(value: Any, tmp_path: Path) -> None:
    rules = game_with(options="{gift: {type: int, default: 0, min: 0, max: 3}}",
                      actions="{go: {do: [{gain: {me.coins: gift}}]}}")
    game = tilewright.load(str(make_pack(tmp_path / "pack", {"game.yaml": rules})))
    assert game.new(options={"gift": 3}).program.options == {"gift": 3}
    with pytest.raises(UsageError, match="the option 'gift' cannot be"):
        game.new(options={"gift": value})


def test_a_record_is_read_from_a_path_a_text_lines_or_a_stream(tmp_path: Path) -> None:
    session = Session(tilewright.load("tictactoe"), seed=4)
    session.apply("mark b2")
    text = "\n".join(session.lines()) + "\n"
    path = tmp_path / "one.jsonl"
    path.write_text(text)
    with path.open(encoding="utf-8") as stream:
        found = [read_record(source) for source in (
            path, str(path), text, session.lines(), iter(session.lines()), stream)]
    assert all(record == found[0] for record in found)
    assert found[0].moves == [(0, "mark b2")]
    for wrong, said in (("nowhere.jsonl", "cannot be read"), ("a\0b", "its name is not possible"),
                        ("{", "is not JSON"), ([], "is empty"), ([b"{}"], "is text, not bytes"),
                        (json.dumps({"format": "x"}), "is not a replay")):
        with pytest.raises(RecordError, match=said):
            read_record(wrong)  # type: ignore[arg-type]


def test_numbers_of_any_size_that_rules_can_make_are_saved_and_restored(tmp_path: Path) -> None:
    rules = game_with(
        state="{cell: {n: int}, player: {coins: {type: int, start: 1000000}}}",
        grids="{cell: {columns: 26, rows: 60}}", scoring="{coins: me.coins}", actions="""
  go:
    do:
      - let: {x: sum(me.coins * me.coins * 100000 for c in cells)}
      - choose: {d: cells}
        do:
          - set: {d.n: 1}
            when: x > 5
""")
    game = tilewright.load(str(make_pack(tmp_path / "pack", {"game.yaml": rules})))
    state = game.new()
    state.apply(state.legal()[0])
    assert max(state._s) > 1 << 64
    again = game.restore(json.loads(json.dumps(state.save())))
    assert (again.key(), again.legal()) == (state.key(), state.legal())


def test_streams_that_are_there_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    before = (sys.stdin, sys.stdout, sys.stderr)
    streams.prepare()
    assert (sys.stdin, sys.stdout, sys.stderr) == before
    monkeypatch.undo()
