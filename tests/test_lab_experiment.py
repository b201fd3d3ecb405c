"""Experiments: what a file asks, what is wrong with it, and that the same comes out again."""

from __future__ import annotations

import json
import platform
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from bad_packs import codes_of, make_pack
from command_line import run_here
from tilewright.lab.chosen import keys_of
from tilewright.lab.compare import Arm
from tilewright.lab.experiments.names import whole_experiment
from tilewright.lab.noting import Noted
from tilewright.lab.parcels import parcel_of
from tilewright.lab.plan import Arm as Rules
from tilewright.lab.plan import Plan
from tilewright.packs.doors import find
from tilewright.packs.unpacking import install
from tilewright.playing.game import load
from tilewright.problems import ContentError
from tilewright.reading.schemas import read_schema
from tilewright.stages import load as load_files

ROOT = Path(__file__).resolve().parent.parent
# Everybody buys one card of three, or waits; `rounds` says how often there is work before.
MARKET = """\
players: {min: 2, max: 3}
options:
  rounds: {type: int, default: 3, min: 2, max: 9}
families:
  card:
    attributes: {price: int, points: int}
state:
  player:
    coins: {type: int, start: 2}
    points: {type: int, start: 0}
actions:
  work: {do: [{gain: {me.coins: 1}}]}
  toil:
    do:
      - random: {found: "range(0, 3)"}
        do: [{gain: {me.coins: found}}]
  buy:
    pick: {c: "[c for c in cards if c.price <= me.coins]"}
    pay: {me.coins: c.price}
    do: [{gain: {me.points: c.points}}]
  wait: {do: [{gain: {me.points: 0}}]}
flow:
  round:
    each: players
    turn:
      - if: round < rounds
        then: [{must: [work, toil]}]
        else: [{must: [buy, wait]}]
ends:
  enough: {when: round == rounds, check: round}
scoring: {points: me.points, coins: me.coins}
"""
CARDS = "family: card\ntiles:\n  bread: {price: 2, points: 2}\n  gem: {price: 3, points: 7}\n"
PACK = "language: 2\nid: market\nversion: 1.0.0\nrules: [game.yaml]\ntiles: [cards.yaml]\n"
RICH = ("language: 2\nid: rich\nversion: 1.0.0\ntitle: rich\nvariant_of: market\n"
        'game_version: "*"\noverlays: [changes.yaml]\n')
START = "state/player/coins/start"

WHOLE = """\
question: What is a gem worth, and what do more coins change?
players: 2
arms:
  base: {}
  rich: {with: [../rich]}
  long: {options: {rounds: 5}}
bots: random
seed: 3
games: 80
ask:
  - series: base
    again: [greedy]
  - compare: [base, rich]
  - compare: [base, long]
    figures: [decisions, score p1, taken gem]
    games: 60
  - price: gem
    arm: rich
    between: [1, 9]
    unit: player.coins
    positions: 40
    playouts: 4
  - tune: state/player/coins/start
    goal: taken gem > 1
    between: [1, 6]
  - coverage: long
    games: 12
"""


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game, a variant of it beside it, and an experiment in the game's folder."""
    top = tmp_path_factory.mktemp("lab")
    make_pack(top / "market", {"pack.yaml": PACK, "game.yaml": MARKET, "cards.yaml": CARDS,
                               "lab.yaml": WHOLE})
    (top / "rich").mkdir()
    (top / "rich" / "variant.yaml").write_text(RICH)
    (top / "rich" / "changes.yaml").write_text(f"set: {{{START}: 5}}\n")
    return top


def asked(folder: Path, *words: str) -> Any:
    return run_here("lab", "experiment", *words, "--jobs", "1", cwd=folder)


@pytest.fixture(scope="module")
def answered(market: Path) -> dict[str, Any]:
    """What the whole experiment finds."""
    done = asked(market, "market/lab.yaml", "--json", "-")
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# -- what single commands say ---------------------------------------------------------------------


def single(folder: Path, command: str, *words: str) -> Any:
    """What a single command finds, with its lines."""
    words = ("lab", command, *words, "--players", "2", "--seed", "3")
    words += () if command in ("price", "coverage") else ("--jobs", "1")
    printed = run_here(*words, cwd=folder)
    assert printed.returncode == 0, printed.stderr
    return (json.loads(run_here(*words, "--json", "-", cwd=folder).stdout),
            printed.stdout.splitlines())


def without_command(found: dict[str, Any]) -> dict[str, Any]:
    """What was found, but for how it was asked and how long it took."""
    left = ("command", "seconds")
    return found | {"made": {key: value for key, value in found["made"].items()
                             if key not in left}}


RANDOM = ("--bot", "random")
SINGLE = {
    0: ("run", "market", *RANDOM, "--games", "80", "--quick"),
    1: ("compare", "market", "--against", "rich", *RANDOM, "--games", "80"),
    3: ("price", "market", "gem", "--with", "rich", *RANDOM, "--between", "1", "9", "--unit",
        "player.coins", "--positions", "40", "--playouts", "4"),
    4: ("tune", "market", START, "--goal", "taken gem > 1", "--between", "1", "6", *RANDOM,
        "--games", "80"),
    5: ("coverage", "market", "--option", "rounds=5", *RANDOM, "--games", "12"),
}


@pytest.mark.parametrize("number", SINGLE)
def test_an_answer_is_that_of_the_single_command(market: Path, answered: dict[str, Any],
                                                 number: int) -> None:
    alone, lines = single(market, *SINGLE[number])
    answer = answered["answers"][number]
    found = answer["found"]
    if number == 0:
        assert {one["bots"] for one in found["robust"]} == {"greedy"}
        about = {one["about"] for one in alone["answers"]}
        found = found | {"robust": alone["robust"], "answers": [
            one for one in found["answers"] if one["about"] in about]}
        # A single series also says how long it took, and which commands show more of it.
        lines = [lines[0].rpartition(" · ")[0], *lines[1:-2]]
        answer["lines"] = [line for line in answer["lines"] if "weaker" not in line]
    if number == 5:
        assert found == alone
    else:
        assert without_command(found) == without_command(alone)
    assert answer["lines"][1:] == lines


def test_an_answer_says_of_which_arm_it_is(answered: dict[str, Any]) -> None:
    heads = [answer["lines"][0] for answer in answered["answers"]]
    assert "price gem, rich:" in heads
    assert "series base:" in heads


def test_figures_that_are_named_are_told_whatever_they_say(answered: dict[str, Any]) -> None:
    answer = answered["answers"][2]
    told = [(one["about"], one["id"]) for group in ("whole", "points", "things")
            for one in answer["found"][group]]
    assert told == [("score", "p1"), ("length", "decisions"), ("taken", "buy gem")]
    decisions = answer["found"]["whole"][1]
    assert (decisions["before"], decisions["after"]) == (6, 10)
    assert answer["found"]["made"]["games"] == 60
    assert answer["found"]["made"]["after"]["options"] == {"rounds": 5}
    assert "after: with rounds=5" in answer["lines"]
    assert any(line.startswith("  buy ") or "gem" in line for line in answer["lines"][1:])


def test_results_carry_hashes_versions_and_the_command(market: Path, answered: dict[str, Any],
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(market)
    made = answered["made"]
    rules = {name: load("market", variants).hash
             for name, variants in (("base", ()), ("rich", ("rich",)), ("long", ()))}
    assert {name: arm["hash"] for name, arm in made["arms"].items()} == rules
    assert rules["base"] != rules["rich"]
    assert made["arms"]["long"]["options"] == {"rounds": 5}
    assert made["command"] == "tilewright lab experiment market/lab.yaml"
    assert made["python"] == platform.python_version()
    assert made["program"].startswith(made["tilewright"])
    assert answered["asked"] == yaml.safe_load(WHOLE)
    asked_again = whole_experiment(Path("market/lab.yaml"))
    assert made["file"] == {"name": "lab.yaml", "hash": asked_again.hash}
    Path("other.lab.yaml").write_text(WHOLE.replace("seed: 3", "game: market\nseed: 4").replace(
        "../rich", "rich"))
    assert whole_experiment(Path("other.lab.yaml")).hash != asked_again.hash


def test_precise_series_play_until_it_is_enough(market: Path, tmp_path: Path) -> None:
    text = WHOLE.partition("ask:")[0].replace("games: 80", "precise: 20")
    file = market / "market" / "precise.lab.yaml"
    file.write_text(f"{text}ask:\n  - series: base\n    again: false\n"
                    "  - series: base\n    games: 10\n    again: false\n")
    found = json.loads(asked(market, str(file), "--json", "-").stdout)
    first, second = (one["found"]["made"] for one in found["answers"])
    assert (first["stopped"], second["stopped"], second["games"]) == ("precise", "games", 10)
    assert first["command"].endswith("--precise 20")


def test_a_question_can_have_bots_of_its_own(market: Path, tmp_path: Path) -> None:
    """Each series of one arm has a folder of its own, too."""
    file = market / "market" / "bots.lab.yaml"
    file.write_text(WHOLE.partition("ask:")[0].replace("games: 80", "games: 16") + """ask:
  - {series: base, again: ["mcts:2"]}
  - {series: base, bots: [greedy, random]}
  - {series: long, again: false}
  - {series: base, again: true}
""")
    assert asked(market, str(file), "--out", str(tmp_path)).returncode == 0
    found = json.loads((tmp_path / "experiment.json").read_text())
    series = [one["found"] for one in found["answers"]]
    assert [one["made"]["bots"] for one in series] == [
        ["random"] * 2, ["greedy", "random"], ["random"] * 2, ["random"] * 2]
    assert [{other["bots"] for other in one["robust"]} for one in series] == [
        {"mcts:2"}, {"random", "mcts:50,greedy"}, set(), {"greedy"}]
    assert {path.parent.name for path in tmp_path.rglob("report.html")} == {
        "base", "base-2", "long", "base-3"}


def test_in_all_arms_as_many_play_as_in_the_first_one(market: Path, tmp_path: Path) -> None:
    shutil.copytree(market / "rich", tmp_path / "crowd")
    manifest = tmp_path / "crowd" / "variant.yaml"
    manifest.write_text(RICH.replace("rich", "crowd"))
    (tmp_path / "crowd" / "changes.yaml").write_text("add: {players: {usual: 3}}\n")
    file = tmp_path / "lab.yaml"
    text = (f"question: why?\ngame: {market / 'market'}\narms: {{base: {{}}, "
            "crowd: {with: [crowd]}}\nask:\n  - series: base\n")
    for arms, players in ((text, 2), (text.replace("base: {}, ", "").replace(": base", ": crowd"),
                                      3)):
        file.write_text(arms)
        assert {side.plan.players for side in whole_experiment(file).arms.values()} == {players}


# -- again ----------------------------------------------------------------------------------------


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".sqlite"}


@pytest.fixture(scope="module")
def written(market: Path) -> Path:
    """The folder with all answers."""
    done = asked(market, "market", "--out", "whole")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "answers: whole/experiment.md"
    return market / "whole"


def test_what_is_written(written: Path, answered: dict[str, Any]) -> None:
    files = files_of(written)
    assert set(files) == {"experiment.json", "experiment.md", "base/report.html",
                          "base/report.md", "base/report.json"}
    found = json.loads(files["experiment.json"])
    assert [one["kind"] for one in found["answers"]] == [
        "series", "compare", "compare", "price", "tune", "coverage"]
    assert json.loads(files["base/report.json"]) == found["answers"][0]["found"]
    page = files["experiment.md"].decode()
    for answer in found["answers"]:
        assert f"## {answer['kind']} " in page
        assert "\n".join(answer["lines"][1:]) in page
    assert "](base/report.html)" in page


def test_what_is_asked_again_is_the_same_bytes(market: Path, written: Path) -> None:
    assert asked(market, "market", "--out", "again").returncode == 0
    assert files_of(market / "again") == files_of(written)


def test_games_that_are_there_are_not_played_again(market: Path, written: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    before = files_of(written)
    refused = asked(market, "market", "--out", "whole")
    assert refused.returncode == 2
    assert "go on with them by '--resume'" in refused.stderr
    monkeypatch.setattr("tilewright.lab.work.packed", lambda _: pytest.fail("it was played"))
    done = asked(market, "market", "--out", "whole", "--resume")
    assert (done.returncode, done.stderr) == (0, "")
    assert files_of(written) == before


@pytest.mark.parametrize("at", [45, 130, 260, 420])
def test_who_interrupts_it_goes_on_to_the_same_bytes(
        market: Path, written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
        ) -> None:
    """Games are read in each question that plays some: that of the number `at` does not come."""
    made, read = [], Noted.read

    def once(told: dict[str, Any]) -> Noted:
        made.append(told)
        if len(made) == at:
            raise KeyboardInterrupt
        return read(told)

    out = str(tmp_path / "out")
    monkeypatch.setattr(Noted, "read", once)
    with pytest.raises(KeyboardInterrupt) as told:
        asked(market, "market", "--out", out)
    said = str(told.value)
    assert said.startswith("interrupted; of 6 questions ")
    assert said.endswith(f" have an answer, and what was played is kept in '{out}/series.sqlite'")
    assert "\n" not in said
    assert files_of(Path(out)) == {}
    assert asked(market, "market", "--out", out, "--resume").returncode == 0
    assert files_of(Path(out)) == files_of(written)


def test_questions_share_the_games_that_they_have_in_common(
        market: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = market / "market" / "shared.lab.yaml"
    file.write_text(WHOLE.partition("ask:")[0] + "ask:\n  - series: base\n    again: false\n"
                    "  - compare: [base, rich]\n")
    played: list[int] = []
    from tilewright.lab import work

    packed = work.packed
    monkeypatch.setattr(work, "packed",
                        lambda blocks: played.append(len(blocks)) or packed(blocks))
    assert asked(market, str(file)).returncode == 0
    assert sum(played) == 40 + 40


def test_all_hands_of_a_series_are_those_of_comparisons_and_searches(
        market: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays goes through: a cluster that is none is told by the question that asks for it."""
    goal = "goal: rounds > 9\n    between: [1, 4]"
    for kind in ("compare: [base, rich]", f"tune: {START}\n    {goal}", "series: base"):
        file = market / "market" / "there.lab.yaml"
        file.write_text(WHOLE.partition("ask:")[0] + f"ask:\n  - {kind}\n")
        done = run_here("lab", "experiment", str(file), "--cluster", "nowhere", cwd=market)
        assert done.returncode == 2
        assert done.stderr.startswith("tilewright: market/there.lab.yaml:11:5: ")
        assert "nowhere" in done.stderr or "install" in done.stderr


# -- what is wrong with a file --------------------------------------------------------------------


def test_a_file_can_be_looked_at_alone(market: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.lab.experiments.run.Asking.answers",
                        lambda _: pytest.fail("it was asked"))
    done = asked(market, "market", "--check")
    assert (done.returncode, done.stdout) == (
        0, "market/lab.yaml: no problem; 3 arms and 6 questions\n")


# What is changed in the file, by what; the code and the text that is pointed at, and what is said.
WRONG = [
    ("question:", "qestion:", "unknown-key", "qestion", "did you mean 'question'?"),
    ("games: 80", "game: maket", "pack-missing", "maket", "there is no game 'maket'"),
    ("games: 80", "game: ../nowhere", "pack-missing", "../nowhere", "name a folder or an id"),
    ("players: 2", "players: 5", "wrong-value", "5", "is for 2 to 3 players, not 5"),
    ("[../rich]", "[../richt]", "pack-missing", "../richt", "there is no variant"),
    ("rounds: 5", "round: 5", "unknown-key", "round:", "did you mean 'rounds'?"),
    ("rounds: 5", "rounds: 50", "wrong-value", "50", "the option 'rounds' cannot be 50"),
    ("rich: {with", "Rich: {with", "wrong-name", "Rich", "write 'rich'"),
    ("bots: random", "bots: grady", "wrong-value", "grady", "did you mean 'greedy'?"),
    ("bots: random", "bots: [random, greedy, random]", "wrong-value", "[random, g",
     "there are 3 bots for 2 players"),
    ("games: 80", "games: 80\nprecise: 2", "key-not-here", "games: 80", "'games' does not belong"),
    ("seed: 3", "seed: three", "wrong-value", "three", "a whole number is needed"),
    ("- series: base", "- serie: base", "unknown-key", "serie", "did you mean 'series'?"),
    ("- series: base", "- series: bse", "wrong-value", "bse", "did you mean 'base'?"),
    ("again: [greedy]", "again: [gredy]", "wrong-value", "gredy", "did you mean 'greedy'?"),
    ("again: [greedy]", "price: gem", "key-not-here", "price: gem", "'price' does not belong"),
    ("again: [greedy]", "goal: rounds > 1", "key-not-here", "goal: rounds", "does not belong"),
    ("[base, rich]", "[base, rick]", "wrong-value", "rick", "did you mean 'rich'?"),
    ("[base, rich]", "[base, base]", "wrong-value", "[base, base]", "have the same rules"),
    ("[base, rich]", "[base]", "wrong-size", "[base]", "needs 2"),
    ("[decisions", "[decision", "wrong-value", "decision,", "did you mean 'decisions'?"),
    ("score p1", "score p9", "wrong-value", "score p9", "'p9' is no seat"),
    ("taken gem]", "taken gen]", "wrong-value", "taken gen", "nobody can take 'gen'"),
    ("taken gem]", "end enuf]", "wrong-value", "end enuf", "did you mean 'enough'?"),
    ("price: gem", "price: gen", "wrong-value", "gen", "did you mean 'gem'?"),
    ("arm: rich", "arm: rick", "wrong-value", "rick", "there is no arm 'rick'"),
    ("arm: rich", "field: prize", "wrong-value", "prize", "did you mean 'price'?"),
    ("arm: rich", "field: tiles/card/gem/prize", "wrong-value", "tiles/card/gem/prize", "prize"),
    ("[1, 9]", "[9, 1]", "wrong-value", "[9, 1]", "a lower and a higher number, not 9 and 1"),
    ("unit: player.coins", "unit: player.cons", "wrong-value", "player.cons", "'coins'"),
    ("playouts: 4", "playouts: 0", "wrong-size", "0\n  - tune", "1 or more"),
    ("tune: state/player/coins/start", "tune: state/player/coin/start", "wrong-value",
     "state/player/coin/start", "coins"),
    (f"tune: {START}\n    goal: taken gem > 1\n    between: [1, 6]",
     "tune: state/player/points/start\n    goal: taken gem > 1", "wrong-value",
     "state/player/points", "say with 'between A B' which numbers are tried"),
    ("goal: taken gem > 1", "goal: taken gen > 1", "wrong-value", "taken gen", "'gem'"),
    ("goal: taken gem > 1", "goal: many", "wrong-value", "many", "is no goal"),
    ("    goal: taken gem > 1\n", "", "missing-key", "tune: state", "'goal' is missing"),
    ("coverage: long", "coverage: lang", "wrong-value", "lang", "there is no arm 'lang'"),
    ("games: 12", "bots: [random, greedy]", "wrong-value", "[random, greedy]\n", "one bot plays"),
]


@pytest.mark.parametrize(("old", "new", "code", "at", "said"), WRONG)
def test_what_is_wrong_is_told_with_its_place(market: Path, old: str, new: str, code: str, at: str,
                                              said: str) -> None:
    """One mistake is one problem."""
    assert old in WHOLE
    text = WHOLE.replace(old, new, 1)
    file = market / "market" / "wrong.lab.yaml"
    file.write_text(text)
    start = text.index(at)
    line, col = text.count("\n", 0, start) + 1, start - (text.rfind("\n", 0, start) + 1) + 1
    with pytest.raises(ContentError) as told:
        whole_experiment(file)
    found = [(p.code, p.place.line, p.place.col) for p in told.value.problems]
    assert found == [(code, line, col)], told.value
    assert said in told.value.problems[0].sentence


def test_all_mistakes_are_told_in_one_run(market: Path) -> None:
    text = WHOLE
    for old, new in (("seed: 3", "sed: 3"), ("price: gem", "price: gen"),
                     ("coverage: long", "coverage: lang"), ("[../rich]", "[../reich]")):
        text = text.replace(old, new)
    (market / "market" / "wrong.lab.yaml").write_text(text)
    done = asked(market, "market/wrong.lab.yaml")
    assert done.returncode == 1
    codes = [line.split(": ")[1] for line in done.stdout.splitlines() if line[0] == "m"]
    # The arm that is not there takes its question about a gem with it.
    assert codes == ["pack-missing", "unknown-key", "wrong-value"]


@pytest.mark.parametrize(("text", "code"), [
    ("", "file-empty"), ("question: [", "yaml-syntax"), ("- ask", "wrong-value"),
    ("question: why?\nask: []\n", "wrong-size"), ("question: why?\n", "missing-key"),
])
def test_what_is_no_experiment_is_told(tmp_path: Path, text: str, code: str) -> None:
    file = tmp_path / "lab.yaml"
    file.write_text(text)
    with pytest.raises(ContentError) as told:
        whole_experiment(file)
    assert [p.code for p in told.value.problems] == [code]


def test_a_file_without_a_game_has_to_name_one(tmp_path: Path) -> None:
    file = tmp_path / "lab.yaml"
    file.write_text("question: why?\nask:\n  - series: base\n")
    with pytest.raises(ContentError, match="does not say of which game it is"):
        whole_experiment(file)


def test_beside_a_variant_it_is_of_the_game_of_that(market: Path) -> None:
    file = market / "rich" / "lab.yaml"
    file.write_text("question: why?\narms: {base: {}, rich: {with: [.]}}\n"
                    "ask:\n  - compare: [base, rich]\n")
    found = whole_experiment(file)
    assert {name: side.game.model.variants for name, side in found.arms.items()} == {
        "base": (), "rich": ("rich",)}
    assert {side.game.id for side in found.arms.values()} == {"market"}
    file.unlink()


def test_what_cannot_be_asked_is_one_sentence(market: Path, tmp_path: Path) -> None:
    for words, said in ((("nowhere",), "there is no experiment 'nowhere'"),
                        (("rich",), "there is no experiment 'rich'"), (("\0",), "experiment"),
                        (("market", "--resume"), "'--resume' needs the folder"),
                        (("market", "--cluster", "local"), "'--jobs' and '--cluster' both"),
                        (("market", "--lang", "xx"), "'xx'")):
        done = asked(market, *words)
        assert done.returncode == 2
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_question_that_fails_while_it_is_played_names_its_place(market: Path) -> None:
    file = market / "market" / "late.lab.yaml"
    file.write_text(WHOLE.partition("ask:")[0] + "ask:\n  - coverage: base\n    games: 1\n"
                    "  - tune: options/rounds/max\n    goal: rounds = 3\n    between: [1, 4]\n")
    done = asked(market, str(file))
    assert "coverage base:" in done.stdout
    assert done.returncode == 2
    assert done.stderr.startswith("tilewright: market/late.lab.yaml:13:5: 'options/rounds/max' "
                                  "cannot be 1: ")


# -- beside a pack --------------------------------------------------------------------------------


def test_beside_a_pack_it_need_not_be_named(market: Path, tmp_path: Path) -> None:
    folder = tmp_path / "market"
    shutil.copytree(market / "market", folder, ignore=shutil.ignore_patterns("*.lab.yaml"))
    assert codes_of(folder) == set()
    before = load(str(folder)).hash
    (folder / "second.lab.yaml").write_text(WHOLE)
    assert codes_of(folder) == set()
    # It says nothing of the rules, so games and records are the same with it.
    assert load(str(folder)).hash == before
    # What asks nothing is forgotten, as any other file.
    (folder / "lab.yaml").write_text("players: {min: 2, max: 2}\n")
    assert codes_of(folder) == {"file-unused"}
    (folder / "lab.yaml").write_text(WHOLE)
    (folder / "laboratory.yaml").write_text(WHOLE)
    assert codes_of(folder) == {"file-unused"}


def test_it_is_installed_with_its_pack_and_does_not_travel(
        market: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "market"
    shutil.copytree(market / "market", folder, ignore=shutil.ignore_patterns("*.lab.yaml"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    assert (install(folder).path / "lab.yaml").read_text() == WHOLE
    (sent,) = parcel_of(load_files(str(folder), [])).packs
    assert b"cards.yaml" in sent
    assert b"lab.yaml" not in sent


# -- what is shipped ------------------------------------------------------------------------------


def test_the_shipped_experiments_are_answered(tmp_path: Path) -> None:
    for name, kinds in (("cookbook/income", ["series", "price", "tune", "coverage"]),
                        ("calm_seas", ["compare"])):
        done = asked(tmp_path, name, "--json", "-")
        assert (done.returncode, done.stderr) == (0, "")
        found = json.loads(done.stdout)
        assert [one["kind"] for one in found["answers"]] == kinds
        assert found["made"]["command"] == f"tilewright lab experiment {name}"
    page = (ROOT / "docs" / "lab-experiment.md").read_text(encoding="utf-8")
    for name in ("content/cookbook/income", "variants/calm_seas"):
        text = (ROOT / name / "lab.yaml").read_text(encoding="utf-8")
        assert text[text.index("question:" if "cookbook" in name else "ask:"):] in page


def test_a_recipe_brings_its_experiment_for_the_new_game(tmp_path: Path) -> None:
    assert run_here("new", "mine", "--from", "income", cwd=tmp_path).returncode == 0
    for folder, name, game in ((tmp_path, "mine", "mine"),
                               (tmp_path, "cookbook/income", "cookbook/income"),
                               (ROOT / "content" / "cookbook", "income", "cookbook/income")):
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            found = whole_experiment(find(name, "content") / "lab.yaml")
        assert [one.plan.arm.game for one in found.arms.values()] == [game]


def test_the_example_of_the_schema_asks_all_that_can_be_asked() -> None:
    (example,) = read_schema("experiment")["examples"]
    asked_of = read_schema("experiment")["$defs"]["question"]["anyOf"]
    kinds = [kind for one in asked_of for kind in one["required"]]
    assert [next(iter(one)) for one in example["ask"]] == kinds


def test_figures_can_be_named_in_each_way(market: Path) -> None:
    game = load(str(market / "market"))
    side = Arm(game, Plan(Rules("one", str(market / "market")), 2, ("random",) * 2, 0))
    for said, keys in (("lead", {("spread", "lead")}), ("share 2", {("share", "p2")}),
                       ("points", {("points", "")}), ("points coins", {("points", "coins")}),
                       ("end enough", {("end", "enough")}),
                       ("taken buy", {("taken", "buy bread"), ("taken", "buy gem")})):
        assert keys_of(said, [side, side]) == keys


def test_the_schema_for_editors_comes_where_there_is_an_experiment(market: Path, tmp_path: Path
                                                                   ) -> None:
    folder = tmp_path / "market"
    shutil.copytree(market / "market", folder, ignore=shutil.ignore_patterns("*.lab.yaml"))
    printed = run_here("schema", "market", "--write", cwd=tmp_path).stdout
    schema = folder / "schema" / "experiment.schema.json"
    line = "# yaml-language-server: $schema=schema/experiment.schema.json"
    assert f"{folder.name}/lab.yaml: {line}" in printed
    fits = jsonschema.Draft202012Validator(json.loads(schema.read_text()))
    assert fits.is_valid(yaml.safe_load(WHOLE))
    assert not fits.is_valid({**yaml.safe_load(WHOLE), "qestion": "why?"})
    (folder / "lab.yaml").write_text(f"{line}\n{WHOLE}")
    assert "lab.yaml" not in run_here("schema", "market", "--write", cwd=tmp_path).stdout
    shutil.rmtree(folder / "schema")
    (folder / "lab.yaml").unlink()
    run_here("schema", "market", "--write", cwd=tmp_path)
    assert not schema.exists()
