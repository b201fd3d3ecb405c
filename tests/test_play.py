"""The terminal: what is drawn, what is offered, and what a person may ask."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.text import Text

import tilewright
from command_line import run_here
from tilewright import stages
from tilewright.cli import ink
from tilewright.cli.asking import rules_of, why
from tilewright.cli.chart import board_of_names, cell
from tilewright.cli.draw import look_at, position, screen
from tilewright.cli.mats import mats, table, value
from tilewright.cli.moves import general, moves_in_words, step_words
from tilewright.cli.play import _move_meant
from tilewright.cli.seats import players_of, seated
from tilewright.cli.sheet import result, score_sheet
from tilewright.positions.shown import letters
from tilewright.text import rules_text

if TYPE_CHECKING:
    from tilewright.cli.look import Look

ROOT = Path(__file__).resolve().parent.parent
LINES, COLUMNS = 40, 100
TOLD = re.compile(r"(?:^|  ) *(\d+)(?:-(\d+))?  (?=\S)", re.MULTILINE)


@cache
def game(name: str = "yamatai") -> tilewright.Game:
    return tilewright.load(name)


def started(name: str = "yamatai", players: int = 4, seed: int = 3, **options: int):
    return game(name).new(players, seed, options)


def look(state, width: int = COLUMNS):
    return look_at(state.view(state.decider), "en", width)


def plain(lines) -> list[str]:
    return [line.plain for line in lines]


def until(state, wanted: str, seed: int = 0):
    """Random moves until a step or a question of that name; None if the game ends before."""
    rng = random.Random(seed)
    while not state.over:
        if state.program.nodes[state._s[0]].site == wanted:
            return state
        state.apply(rng.choice(state.legal()))
    return None


def decision(wanted: str, **options: int):
    for seed in range(40):
        found = until(started(seed=seed, **options), wanted, seed)
        if found is not None:
            return found
    raise AssertionError(f"no game came to '{wanted}'")


# -- size -------------------------------------------------------------------------------------


@cache
def screens(seed: int) -> list[tuple[Look, list[Text], int]]:
    """What is shown at each decision of a random game, and how many moves there are."""
    state, rng, found = started(seed=seed), random.Random(seed), []
    while not state.over:
        seen = look(state)
        found.append((seen, screen(seen), len(state.legal())))
        state.apply(rng.choice(state.legal()))
    return found


def test_decisions_fit_the_screen() -> None:
    heights = []
    for seed in range(5):
        for _, lines, _ in screens(seed):
            assert max(line.cell_len for line in lines) <= COLUMNS
            heights.append(len(lines) + 1)                  # the prompt is one more
    assert len(heights) > 300
    assert sum(h <= LINES for h in heights) >= 0.95 * len(heights)


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("name", ["tictactoe", "connect_four", "yamatai"])
def test_what_can_wrap_keeps_to_a_narrow_screen(name: str, width: int) -> None:
    state = game(name).new(None, 1)
    seen = look(state, width)
    assert all(line.cell_len <= width for line in position(seen))
    assert all(line.cell_len <= width for line in mats(seen) + table(seen, width))


def test_a_narrow_screen_has_the_table_below_the_board() -> None:
    state = started()
    wide, narrow = plain(position(look(state))), plain(position(look(state, 80)))
    assert "·" in next(line for line in wide if "reserve b×22" in line)
    assert "·" not in next(line for line in narrow if "reserve b×22" in line)
    assert len(narrow) > len(wide)


# -- the board --------------------------------------------------------------------------------


def index(kind: str, item: str) -> int:
    return game().model.kinds[kind].items.index(item)


def with_values(state, **values: str | bool):
    """A copy in which fields of sites hold other values: kind_item_field=value."""
    program, made = state.program, state.clone()
    for key, new in values.items():
        kind, item, name = key.split("_")
        room = program.layout.rooms[kind, name]
        kind_of = room.field.type.kind
        number = int(new) if isinstance(new, bool) else index(kind_of, new)
        made._s[room.base + index(kind, item) * room.width] = number
    return made


def drawn(state, kind: str, item: str) -> str:
    return cell(look(state), kind, index(kind, item)).plain


def test_each_thing_on_the_board_has_its_sign() -> None:
    state = with_values(
        started(), spot_h10_boat="stone", spot_v10_boat="gold", island_i10_house="p2",
        island_i10_mountain=True, island_i20_figure="torii", island_i30_sacred=True)
    assert drawn(state, "spot", "h10") == "s"
    assert drawn(state, "spot", "v10") == "g>"
    assert drawn(state, "spot", "v01") == ">"
    assert drawn(state, "spot", "h20") == "·"
    assert drawn(state, "island", "i10") == "@O^"
    assert drawn(state, "island", "i20").startswith("T")
    assert "#" in drawn(state, "island", "i30")


def test_the_first_field_that_is_not_empty_is_drawn() -> None:
    state = with_values(started(), island_i10_culture="violet")
    assert drawn(state, "island", "i10")[0] == "V"
    assert drawn(with_values(state, island_i10_house="p1"), "island", "i10")[:2] == "@B"


def test_sites_stand_at_their_coordinates() -> None:
    rows = plain(board_of_names(look(started())))
    at = {name: (m.start(), y) for y, row in enumerate(rows)
          for m in re.finditer(r"[hvi]\d\d", row) for name in [m[0]]}
    assert len(at) == 114
    columns = sorted({x for x, _ in at.values()})
    for kind, places in game().model.coordinates.items():
        for number, (column, line) in places.items():
            assert at[game().model.kinds[kind].items[number]] == (columns[column], line)


def test_each_row_of_hexagons_begins_half_of_one_later() -> None:
    rows = plain(board_of_names(look(started("hex", 2))))
    assert [row.split() for row in rows] == [
        [f"{column}{row}" for column in "abcdefghijk"] for row in range(1, 12)]
    middles = [[(m.start() + m.end()) // 2 for m in re.finditer(r"\S+", row)] for row in rows]
    assert middles == [[row * 2 + column * 4 + 1 for column in range(11)] for row in range(11)]


def test_what_a_sign_means_is_told_once() -> None:
    told = "\n".join(plain(position(look(started("dots_and_boxes", 2)))))
    assert told.count("B Blue") == 1


def test_elements_have_different_signs_without_a_word_of_show() -> None:
    for items in (tuple(f"p{n}" for n in range(1, 10)), ("fish", "figure", "fig"), ("red", "reed")):
        assert len(set(letters(items))) == len(items)


def test_the_numbers_of_moves_stand_at_their_sites() -> None:
    state = decision("place.spot_placed")
    seen = look(state)
    for number, move in enumerate(state.legal(), 1):
        group = state.program.group_of(move)
        assert seen.numbers["spot", move - group.base] == number
        there = cell(seen, "spot", move - group.base)
        assert there.plain.startswith(str(number))
        assert any("bold" in str(span.style) for span in there.spans)


def test_others_see_no_numbers() -> None:
    state = decision("place.spot_placed")
    other = (state.decider + 1) % 4
    assert look_at(state.view(other), "en").numbers == {}


def test_the_legend_tells_all_signs() -> None:
    text = " ".join(" ".join(plain(position(look(started())))).split())
    for sign in ("b bamboo", "g gold", "@B Blue", "T torii", "O orange", "^ mountain",
                 "# Sacred Ground", "> entry"):
        assert sign in text


def test_a_grid_shows_numbers_and_no_legend_of_itself() -> None:
    state = game("tictactoe").new(2, 0)
    state.apply(state.find("mark b2"))
    lines = plain(position(look(state)))
    assert lines[1].split() == ["2", "4", "X", "5"]
    assert not any("X X" in line for line in lines)


# -- colours ----------------------------------------------------------------------------------


def test_the_schema_and_the_terminal_know_the_same_colours() -> None:
    shape = json.loads((ROOT / "schema" / "game.schema.json").read_text())
    named = shape["properties"]["show"]["properties"]["colours"]["additionalProperties"]["enum"]
    assert set(named) == set(ink.STYLES)


def test_a_colour_does_not_spread() -> None:
    made = ink.inked("b", "red") + Text(" bamboo")
    assert [(s.start, s.end) for s in made.spans] == [(0, 1)]
    assert str(made.style) == ""


# -- table and mats ---------------------------------------------------------------------------


def row_of(lines: list[str], start: str) -> str:
    return next(line for line in lines if line.strip().startswith(start))


def test_rows_tell_each_tile_and_its_words() -> None:
    state = started()
    lines = plain(table(look(state), 200))
    for zone, kind in (("fleet_track", "fleet"), ("specialists_shown", "specialist")):
        for item in state.view(0).common_zone(zone):
            name = game().model.texts["en"][f"{kind}.{item}"]
            said = rules_text(game().model, kind, game().model.kinds[kind].items.index(item), "en")
            assert row_of(lines, name).endswith(said[-12:])


def test_a_narrow_table_cuts_what_tiles_say() -> None:
    seen = look(started())
    lines = plain(table(seen, 46))
    # What lies apart has a line for each.
    assert len(lines) <= 23 + seen.size("meeple")
    assert any(line.endswith("…") for line in lines)


def test_the_table_keeps_to_the_order_of_show() -> None:
    text = "\n".join(plain(table(look(started()), 100)))
    order = ["reserve", "prestige buildings left", "deck of buildings", "fleets on offer",
             "buildings on offer", "specialists on offer"]
    assert sorted(order, key=text.index) == order
    assert "seating" not in text


def test_a_purse_stands_before_the_words() -> None:
    state = started()
    room = state.program.layout.rooms["specialist", "purse"]
    for number in range(room.owners):
        state._s[room.base + number] = 6
    assert sum("6 coins · " in line for line in plain(table(look(state), 60))) == 5


def test_amounts_are_short() -> None:
    state = started()
    room = state.program.layout.rooms["player", "hand"]
    state._s[room.base:room.base + 5] = [2, 0, 5, 4, 1]
    assert value(look(state), room.field, 0).plain == "bb s×5 cccc g"
    assert value(look(state), room.field, 0, repeated=False).plain == "b×2 s×5 c×4 g"


def test_hidden_things_are_counted() -> None:
    state = started()
    field = game().model.fields["game", "building_deck"]
    assert value(look(state), field, 0).plain == "23 hidden"


def test_a_mat_has_at_most_two_lines_and_an_arrow_for_the_turn() -> None:
    state = started()
    room = state.program.layout.rooms["player", "specialists"]
    state._s[room.base:room.base + 13] = [12, *range(12)]
    lines = plain(mats(look(state)))
    assert len(lines) <= 8
    assert [line[:2] for line in lines if not line.startswith("    ")].count("> ") == 1
    assert any("specialists (12)" in line for line in lines)


# -- moves ------------------------------------------------------------------------------------


def test_many_sites_are_one_line() -> None:
    state = next(s for s in (until(started(seed=n), "f08.cross.crossing", n) for n in range(60))
                 if s is not None and len(s.legal()) > 8)
    last = len(state.legal())
    lines = plain(screen(look(state)))
    assert f"1-{last}  swap it with the boat on <spot> (see the board)" in lines[-1]


def test_every_move_is_told_once() -> None:
    for seed in range(3):
        for seen, lines, moves in screens(seed)[:120]:
            text = "\n".join(plain(lines)[len(position(seen)):])
            told: list[int] = []
            for first, last in TOLD.findall(text):
                told += range(int(first), int(last or first) + 1)
            assert sorted(told) == list(range(1, moves + 1)), text


def test_no_move_is_told_twice_over() -> None:
    words = {game().new(4, 0).describe(m) for group in game().program(4).groups
             for m in range(group.base, group.base + group.size) if group.name == "pick_fleet"}
    assert "take fleet 10" in words
    assert not any("fleet fleet" in w for w in words)


def test_the_step_is_named() -> None:
    assert step_words(look(started())) == "choose a fleet"
    assert step_words(look(decision("trade"))) == "buy or sell a boat"
    assert step_words(look(decision("stow.kept"))) == "which boat stays in the harbor?"


def test_a_question_without_a_text_is_told_by_its_move() -> None:
    state = decision("place.spot_placed")
    group = state.program.group_of(state.legal()[0])
    assert general(look(state), group, None) == "put the boat on <spot>"


def test_words_are_as_good_as_numbers() -> None:
    state = next(s for s in (until(started(seed=n), "trade", n) for n in range(60))
                 if s is not None and {"buy bamboo", "sell bamboo"} <= set(map(s.label, s.legal())))
    seen, move = look(state), state.find("buy bamboo")
    assert _move_meant(seen, "Buy Bamboo") == move
    assert _move_meant(seen, str(state.legal().index(move) + 1)) == move
    assert _move_meant(seen, "0") is None
    assert _move_meant(seen, "999999999") is None
    # Bamboo may be bought or sold, so one word is not enough.
    assert len(moves_in_words(seen)["bamboo"]) == 2
    assert _move_meant(seen, "bamboo") is None


# -- why --------------------------------------------------------------------------------------


def asked(state, text: str, *, lines: bool = False) -> str:
    return " ".join(" ".join(why(state, look(state), text, lines=lines)).split())


def test_why_tells_the_step() -> None:
    said = asked(started(), "buy gold")
    assert "“buy a gold boat” is not possible in this step" in said
    assert "“buy or sell a boat”" in said
    assert "“choose a fleet”" in said


def test_why_tells_the_cost() -> None:
    state = decision("trade", starting_coins=0)
    said = asked(state, "buy clay")
    assert "it needs 4 coins" in said
    assert "turn.yaml:" not in said
    said = asked(state, "buy clay", lines=True)
    assert "turn.yaml:" in said
    assert "buying_price(bought)" in said


def test_line_quotes_the_condition_for_designers() -> None:
    said = asked(decision("trade"), "buy gold", lines=True)
    assert "can_be_traded(c)" in said
    assert "^^^^^^^^^^^^" in said
    assert "turn.yaml:" not in asked(decision("trade"), "buy gold")


def test_why_tells_the_limit() -> None:
    for seed in range(30):
        state, rng = started(seed=seed), random.Random(seed)
        for _ in range(80):
            if state.over:
                break
            move = rng.choice(state.legal())
            label = state.label(move)
            state.apply(move)
            if label.startswith("f02.reserve"):
                assert "it was already used this turn" in asked(state, label)
                return
    raise AssertionError("nobody reserved a building")


def test_why_tells_what_is_not_in_play() -> None:
    assert "“Raijin” is not in play" in asked(started(), "raijin.two_for_gold bamboo")


def test_why_tells_what_is_not_among_the_choices() -> None:
    state = decision("place.spot_placed")
    offered = {state.label(move) for move in state.legal()}
    other = next(item for item in game().model.kinds["spot"].items
                 if f"place.spot_placed {item}" not in offered)
    said = asked(state, f"place.spot_placed {other}")
    assert "is not one of the choices" in said


def test_why_knows_beginnings_offers_and_nonsense() -> None:
    state = started()
    assert "is offered: 1" in asked(state, state.describe(state.legal()[0]))
    assert "choose a fleet" in asked(state, "recr")
    said = asked(state, "buy gald")
    assert "there is no move “buy gald”" in said
    assert "did you mean “buy a gold boat”?" in said


def test_why_alone_lists_the_steps() -> None:
    lines = why(started(), look(started()), "")
    assert lines[0].startswith("> choose a fleet: take <fleet>")
    assert sum(line.startswith(">") for line in lines) == 1
    assert all(len(line) <= COLUMNS for line in lines)


def test_questions_leave_the_game_as_it_is() -> None:
    state = decision("trade")
    before, moves = list(state._s), state.legal()
    for text in ("buy gold", "place", "sell", "go", ""):
        why(state, look(state), text)
    assert (state._s, state.legal()) == (before, moves)


# -- other questions --------------------------------------------------------------------------


def test_rules_of_a_tile_by_name_and_by_id() -> None:
    seen = look(started())
    assert rules_of(seen, "Raijin") == rules_of(seen, "raijin")
    assert " ".join(line.strip() for line in rules_of(seen, "f09")) == (
        "fleet 9: Take 1 wood boat and 1 stone boat. Next turn order: 9. "
        "When you build, one boat of the cost may be missing.")
    assert "did you mean" in rules_of(seen, "flee")[0]
    assert "nothing called" in rules_of(seen, "zzzzz")[0]


def test_things_are_meant_by_their_names_and_not_their_ids() -> None:
    assert "did you mean “fleet 1”, “fleet 2”," in " ".join(rules_of(look(started()), "f0"))


@pytest.mark.parametrize(("lang", "said"), [
    ("en", "did you mean “Izanagi” or “Izanami”?"),
    ("fr", "vouliez-vous dire « Izanagi » ou « Izanami » ?"),
    ("it", "forse volevi dire «Izanagi» o «Izanami»?"),
    ("pl", "czy chodziło o: „Izanagi” lub „Izanami”?"),
])
def test_one_of_several_names_was_meant(lang: str, said: str) -> None:
    seen = replace(look(started()), lang=lang)
    assert said in " ".join(rules_of(seen, "izan")[0].replace("\u00a0", " ").replace(
        "\u202f", " ").split())


# -- the end ----------------------------------------------------------------------------------


def finished():
    state, rng = started(), random.Random(1)
    while not state.over:
        state.apply(rng.choice(state.legal()))
    return state


def test_the_sheet_adds_up() -> None:
    state = finished()
    lines = plain(score_sheet(state, "en", COLUMNS))
    assert lines[0].split() == ["Blue", "Orange", "Purple", "Gray"]
    rows = [[int(n.replace("−", "-")) for n in re.findall(r"−?\d+", line)] for line in lines[1:]]
    assert rows[-1] == state.scores() == [sum(column) for column in zip(*rows[:-1], strict=True)]
    assert lines[2].strip().startswith("prestige tokens")


def test_the_end_tells_reason_and_winners() -> None:
    state = finished()
    lines = plain(result(state, "en", COLUMNS))
    assert game().model.texts["en"][f"end.{state.end_reason}"] in lines[0]
    assert lines[-1].startswith(("Blue", "Orange", "Purple", "Gray"))
    assert lines[-1].endswith(("wins.", "share the win."))


# -- show in game.yaml ------------------------------------------------------------------------


@pytest.mark.parametrize(("show", "code", "at"), [
    ("cells: {cel: mark}", "unknown-kind", "cel"),
    ("cells: {cell: mrak}", "unknown-name", "mrak"),
    ("cells: {cell: [mark, mrak]}", "unknown-name", "mrak"),
    ("marks: {cell: {mark: x}}", "unknown-name", "mark"),
    ("marks: {cel: {}}", "unknown-kind", "cel"),
    ("empty: {cel: _}", "unknown-kind", "cel"),
    ("symbols: {y: Y}", "unknown-element", "y"),
    ("colours: {y: red}", "unknown-element", "y"),
    ("colours: {x: redd}", "wrong-value", "redd"),
    ("symbols: {x: long}", "wrong-size", "long"),
    ("table: [mark]", "unknown-name", "mark"),
    ("mat: [mark]", "unknown-name", "mark"),
    ("chart: {}", "unknown-key", "chart"),
])
def test_a_mistake_in_show_is_told_at_its_place(tmp_path: Path, show: str, code: str, at: str
                                                ) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(ROOT / "content" / "tictactoe", folder)
    file = folder / "game.yaml"
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole[:whole.index("show:")] + f"show:\n  {show}\n", encoding="utf-8")
    found = stages.load(str(folder), []).problems.sorted()
    assert [p.code for p in found] == [code]
    line = file.read_text(encoding="utf-8").splitlines()[found[0].place.line - 1]
    assert line[found[0].place.col - 1:].startswith(at)


# -- the whole command ------------------------------------------------------------------------


def play(said: str, *args: str, **env: str) -> subprocess.CompletedProcess:
    return run_here("play", *args, cwd=ROOT, stdin=said, env=env)


def test_a_person_asks_everything() -> None:
    said = "names\nhelp\nrules f09\nwhy\nwhy buy gold\nlook\nscores\n1\nquit\n"
    done = play(said, "yamatai", "--seats", "human,human", "--players", "2", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "v01 i01 v11" in done.stdout
    assert "rules NAME" in done.stdout
    assert "fleet 9: Take 1 wood boat and 1 stone boat." in done.stdout
    assert "buy or sell a boat: buy <boat>" in done.stdout
    assert "prestige tokens" in done.stdout
    assert done.stdout.count("fleets on offer") == 3
    assert re.search(r"(Blue @B|Orange @O), choose a fleet> ", done.stdout)
    assert all(len(line) <= COLUMNS for line in done.stdout.splitlines() if "> " not in line)


def in_a_terminal(*args: str, **env: str) -> str:
    """What a terminal gets while bots play."""
    main, side = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tilewright", "play", *args], cwd=ROOT, stdin=subprocess.DEVNULL,
        stdout=side, env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **env})
    os.close(side)
    told = b""
    while True:
        try:
            piece = os.read(main, 65536)
        except OSError:
            break
        if not piece:
            break
        told += piece
    os.close(main)
    assert process.wait(timeout=900) == 0
    return told.decode()


def test_a_terminal_gets_colours_unless_it_wants_none() -> None:
    args = ("connect_four", "--seats", "bot,bot", "--seed", "1")
    coloured = in_a_terminal(*args, NO_COLOR="")
    without = in_a_terminal(*args, NO_COLOR="1")
    assert "\x1b[31mR\x1b[0m" in coloured
    assert "\x1b" not in without
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == without


def test_replay_ends_with_the_position(tmp_path: Path) -> None:
    said = f"1\nmark c1\nsave {tmp_path / 'game.jsonl'}\nquit\n"
    play(said, "tictactoe", "--seats", "human,human")
    done = run_here("replay", str(tmp_path / "game.jsonl"), cwd=ROOT)
    assert done.returncode == 0
    assert "  1   X   ·   O" in done.stdout
    assert "2 moves, and the same end" in done.stdout


# -- secrets --------------------------------------------------------------------------------------


def told_by(game_name: str, seed: int, players: int) -> list[str]:
    """The log of a game with one person, who always takes the first move."""
    done = play("1\n" * 200, game_name, "--seed", str(seed), "--players", str(players),
                "--seats", "human" + ",random" * (players - 1))
    return done.stdout.splitlines()


def test_the_log_does_not_tell_what_others_keep_in_secret() -> None:
    names = {text for key, text in tilewright.load("namiji").model.texts["en"].items()
             if key.startswith("rock_card.")}
    lines = [line for seed in range(4) for line in told_by("namiji", seed, 3)]
    kept = [line for line in lines if ": keep " in line and not line.startswith("Blue")]
    assert kept
    assert all(line.endswith("keep a sacred rock card") for line in kept)
    assert not any(name in line for line in kept for name in names)
    taken = [line for line in lines if ": take " in line and line.startswith("Pink")]
    assert any("<" not in line for line in taken), "what lies open is told"


def test_the_prompt_changes_with_the_language() -> None:
    done = play("lang pl\nquit\n", "yamatai", "--seats", "human,human")
    assert done.stdout.rstrip().splitlines()[-1].endswith("wybierz flotę>")


# -- who sits where -------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "players"), [
    ("bot,bot,bot", 3), ("human,bot,bot,bot", 4), ("bot,bot", 2), ("human", None), ("bot", None),
    (None, None)])
def test_as_many_play_as_seats_are_named(seats: str | None, players: int | None) -> None:
    """Also where usually four play; one alone leaves the number open, beside it sit bots."""
    namiji = tilewright.load("namiji")
    assert (namiji.model.least, namiji.model.most, namiji.model.default_players) == (2, 5, 4)
    assert players_of(seats, namiji) == players
    assert len(seated(seats, players or namiji.model.default_players)) == (
        players or namiji.model.default_players)


@pytest.mark.parametrize(("options", "said"), [
    (["--seats", "bot,bot,bot"], "there are 3 seats, and 'connect_four' is for 2 players; name"),
    (["--seats", "bot,bot", "--players", "2"], ""),
    (["--seats", "bot", "--players", "2"], ""),
])
def test_a_wrong_number_of_seats_is_told(options: list[str], said: str) -> None:
    done = run_here("play", "connect_four", "--seed", "1", *options)
    assert done.returncode == (2 if said else 0)
    assert said in done.stderr


def test_seats_that_do_not_go_with_players_are_told() -> None:
    done = run_here("play", "namiji", "--seats", "bot,bot", "--players", "3")
    assert done.returncode == 2
    assert "there are 2 seats for 3 players; name 3, or change '--players'" in done.stderr
