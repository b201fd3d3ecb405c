"""Watching: what saved changes do, in words and in random games."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

from tilewright import RuleError, UsageError, load
from tilewright.cli.watch import Desk, watch
from tilewright.native import engine
from tilewright.packs.saved import Files, rounds, since_saved, snapshot
from tilewright.playing import effect as effects
from tilewright.playing.effect import FEW, effect, estimate, series
from tilewright.playing.simulate import Job, one_game, seed_of
from tilewright.playing.stream import Stream

ROOT = Path(__file__).resolve().parent.parent
HARBOUR = ROOT / "tests" / "packs" / "harbour_town"

# Three cards of equal worth; each of two players takes one, so one card is left over.
CARDS = """\
players: {min: 2, max: 3}
families:
  card: {attributes: {worth: int}}
state:
  game:
    row: {zone: card}
    deck: {zone: card, start: all}
  player:
    hand: {zone: card}
flow:
  setup: [{shuffle: deck}, {draw: 3, from: deck, to: row}]
  round:
    each: players
    turn: [{must: [take]}]
actions:
  take:
    pick: {taken: row}
    do: [{move: taken, from: row, to: me.hand}]
ends:
  all_have: {when: all(size(p.hand) > 0 for p in players), check: action}
scoring:
  cards: sum(c.worth for c in me.hand) + size(players)
"""
TILES = "family: card\ntiles:\n  apple: {worth: 1}\n  pear: {worth: 1}\n  plum: {worth: 1}\n"
TEXTS = """\
game: Three cards
game.about: Take a card.
move.take: take {taken}
step.take: take a card
end.all_have: everybody has a card
score.cards: cards
card.apple: Apple
card.pear: Pear
card.plum: Plum
"""
GERMAN = """\
game: Drei Karten
game.about: Nimm eine Karte.
move.take: nimm {taken}
step.take: nimm eine Karte
end.all_have: alle haben eine Karte
score.cards: Karten
card.apple: Apfel
card.pear: Birne
card.plum: Pflaume
"""
MANIFEST = """\
language: 1
id: three_cards
version: 1.0.0
title: Three cards
about: A game for tests.
license: MIT
rules: [game.yaml]
tiles: [cards.yaml]
texts: {en: en.yaml, de: de.yaml}
"""
VARIANT = """\
language: 1
id: dear_plum
version: 1.0.0
variant_of: three_cards
title: A dear plum
about: A variant for tests.
license: MIT
overlays: [changes.yaml]
"""


@pytest.fixture
def cards(tmp_path):
    folder = tmp_path / "three_cards"
    folder.mkdir()
    for name, text in (("pack.yaml", MANIFEST), ("game.yaml", CARDS), ("cards.yaml", TILES),
                       ("en.yaml", TEXTS), ("de.yaml", GERMAN)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def dear_plum(cards: Path, worth: int) -> Path:
    folder = cards.parent / "dear_plum"
    folder.mkdir()
    (folder / "variant.yaml").write_text(VARIANT)
    (folder / "changes.yaml").write_text(f"set: {{tiles/card/plum/worth: {worth}}}\n")
    return folder


# -- random games ---------------------------------------------------------------------------------


def naive(game, tile, games, players):
    """The same by the public ways only: the words of each move, and the zones at the end."""
    kind, item = tile
    zones = [name for (owner, name), f in game.model.fields.items()
             if owner == "player" and f.in_play and f.type.kind == kind]
    found = []
    for number in range(games):
        seed = seed_of(0, number)
        state, rng, users = game.new(players, seed), Stream(seed), set()
        while moves := state.legal():
            move = moves[rng.below(len(moves))]
            group, label = state.program.group_of(move), state.label(move).split()
            is_power = label[0].startswith(f"{item}.") and label[0].count(".") == 1
            if is_power or (group.kind == kind and label[-1] == item):
                users.add(state.decider)
            state.apply(move)
        users |= {seat for seat in range(players) for name in zones
                  if item in state.view(seat).zone(seat, name)}
        found.append((tuple(state.scores()), tuple(sorted(users))))
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_the_numbers_are_those_of_a_slow_count(players):
    game = load(str(HARBOUR))
    tiles = [("helper", "banker"), ("charter", "tide"), ("workshop", "hut"), ("charter", "claim")]
    told = effect(game, tiles, 40, 0, players)
    assert {bool(t.games) for t in told.tiles} == {True}
    for at, tile in enumerate(tiles):
        expected = naive(game, tile, 40, players)
        assert [(g.scores, g.used[at]) for g in told.games] == expected
        mixed = [(s, u) for s, u in expected if 0 < len(u) < players]
        assert told.tiles[at].games == sum(bool(u) for _, u in expected)
        assert told.tiles[at].compared == len(mixed)
        if told.tiles[at].difference is not None:
            sides = [(sum(s[i] for i in u) / len(u),
                      sum(n for i, n in enumerate(s) if i not in u) / (players - len(u)))
                     for s, u in mixed]
            assert told.tiles[at].users == pytest.approx(sum(a for a, _ in sides) / len(sides))
            assert told.tiles[at].difference.mean == pytest.approx(
                sum(a - b for a, b in sides) / len(sides))


def test_games_are_those_of_a_simulation():
    game = load(str(HARBOUR))
    job = Job(str(HARBOUR), (), 3, 5, "random")
    for number, played in enumerate(series(game, (), 6, 5, 3)):
        one = one_game(game, job, number)
        assert list(played.scores) == one["scores"]
        assert (played.decisions, played.rounds, played.reason) == (
            one["decisions"], one["rounds"], one["end_reason"])


@pytest.mark.skipif(not engine.is_there(), reason="wasmtime is not installed")
def test_native_play_tells_the_same(monkeypatch):
    game, tiles = load(str(HARBOUR)), [("helper", "broker"), ("helper", "cooper")]
    monkeypatch.setattr(effects, "PAYS", 0)
    natively = series(game, tiles, 40, 3)
    monkeypatch.setenv(engine.SWITCH, "0")
    plainly = series(game, tiles, 40, 3)
    assert (natively.native, plainly.native) == (True, False)
    assert list(natively) == list(plainly)
    assert any(any(played.used) for played in natively), "no tile was used at all"


@pytest.mark.skipif(not engine.is_there(), reason="wasmtime is not installed")
def test_what_stops_natively_is_told_as_in_python(cards, monkeypatch):
    """The second card is taken from a place where it is no more."""
    rules = CARDS.replace("do: [{move", "do: [{move: taken, from: row, to: deck}, {move")
    (cards / "game.yaml").write_text(rules, encoding="utf-8")
    game, said = load(str(cards)), []
    monkeypatch.setattr(effects, "PAYS", 0)
    for switch in ("1", "0"):
        monkeypatch.setenv(engine.SWITCH, switch)
        with pytest.raises(RuleError) as error:
            series(game, (), 9)
        said.append(str(error.value))
    assert said[0] == said[1]


@pytest.mark.parametrize("games", [1, 2, 31])
def test_any_number_of_processes_gives_the_same(games):
    game = load(str(HARBOUR))
    told = [effect(game, [("helper", "broker")], games, 3, jobs=jobs) for jobs in (1, 2, 3)]
    assert told[0] == told[1] == told[2]
    assert told[0] != effect(game, [("helper", "broker")], games, 4)


def test_an_interval_is_the_textbook_one():
    found = estimate([1.0, 3.0] * 50)
    assert found is not None
    # The standard deviation is 1.00504, its hundred values make 0.100504; t is that of a table.
    assert found[:3] == pytest.approx((2.0, 2 - 1.98422 * 0.100504, 2 + 1.98422 * 0.100504),
                                      abs=1e-5)
    few = estimate([1.0, 3.0] * 15)
    assert few is not None
    assert few.high - few.mean == pytest.approx(2.04523 * 1.017095 / 30**0.5, abs=1e-4)
    assert estimate([1.0] * (FEW - 1)) is None
    assert estimate([1.0] * FEW) == (1.0, 1.0, 1.0, FEW)


def test_a_planted_effect_is_found(cards):
    base = load(str(cards))
    without = series(base, (), 200)
    plum, pear = ("card", "plum"), ("card", "pear")
    calm = effect(base, [plum], 200, without=without)
    assert calm.difference.mean == calm.difference.low == calm.difference.high == 0
    assert calm.tiles[0].difference.low <= 0 <= calm.tiles[0].difference.high

    dear = load(str(cards), [str(dear_plum(cards, 11))])
    found = effect(dear, [plum, pear], 200, without=without)
    used = found.tiles[0].games
    assert 100 < used < 170
    assert found.tiles[0].difference[:3] == (10, 10, 10)
    assert found.difference.mean == pytest.approx(10 * used / 200 / 2)
    assert found.difference.low > 2 < found.tiles[0].users
    # Who has the pear only lacks what the other may have.
    assert found.tiles[1].difference.high < 0


def test_a_tile_that_nobody_or_everybody_uses(cards):
    change(cards / "cards.yaml", "tiles:\n", "tiles:\n  fig: {count: 9, worth: 1}\n")
    change(cards / "game.yaml", "pick: {taken: row}",
           "pick: {taken: '[c for c in row if c == fig]'}")
    change(cards / "game.yaml", "draw: 3", "draw: size(deck)")
    for name in ("en.yaml", "de.yaml"):
        (cards / name).write_text((cards / name).read_text() + "card.fig: Fig\n")
    plum, fig = effect(load(str(cards)), [("card", "plum"), ("card", "fig")], 30).tiles
    assert (plum.games, plum.difference) == (0, None)
    assert (fig.games, fig.compared, fig.difference) == (30, 0, None)


# Everybody is dealt a card. Only who has the plum has more to do, and all hands are empty at last.
DEALT = """\
players: {min: 3, max: 3, names: [ann, bob, eve]}
families:
  card: {attributes: {worth: int}}
state:
  game:
    deck: {zone: card, start: all}
  player:
    hand: {zone: card, in_play: true}
    light: int
vocabulary:
  verbs:
    glow:
      do: [{gain: {me.light: 1}}]
flow:
  setup:
    - shuffle: deck
    - for_each: {p: players}
      do: [{draw: 1, from: deck, to: p.hand}]
  round:
    each: players
    turn: [{may: [], step: rest}, {call: close}]
    after: [{end: game, because: all_done}]
procedures:
  close: []
scoring:
  light: me.light
"""


@pytest.mark.parametrize(("at_the_end", "always"), [
    ("[]", True), ("[{empty: me.hand, into: deck}]", False)])
def test_a_tile_in_play_or_a_power_is_a_use_too(cards, at_the_end, always):
    (cards / "game.yaml").write_text(DEALT.replace("close: []", f"close: {at_the_end}"))
    change(cards / "cards.yaml", "plum: {worth: 1}",
           "plum: {worth: 1, abilities: {shine: {power: glow, limit: once_per_turn}}}")
    change(cards / "pack.yaml", "texts: {en: en.yaml, de: de.yaml}\n", "")
    for name in ("en.yaml", "de.yaml"):
        (cards / name).unlink()
    game = load(str(cards))
    found = series(game, [("card", "plum"), ("card", "pear")], 40)
    lit = [tuple(seat for seat, points in enumerate(g.scores) if points) for g in found]
    assert 5 < sum(bool(seats) for seats in lit) < 35
    if always:
        assert {tuple(map(len, g.used)) for g in found} == {(1, 1)}
        assert all(set(seats) <= set(g.used[0]) for seats, g in zip(lit, found, strict=True))
    else:
        assert [g.used for g in found] == [(seats, ()) for seats in lit]


def test_a_rule_that_fails_is_told_alike_for_any_number_of_processes(cards):
    change(cards / "game.yaml", "to: me.hand}]", "to: me.hand}, {gain: {me.luck: 1 // (3 - "
           "index(taken))}}]")
    change(cards / "game.yaml", "  player:\n", "  player:\n    luck: int\n")
    game = load(str(cards))
    said = set()
    for jobs in (1, 2):
        with pytest.raises(RuleError, match="divides by zero") as caught:
            series(game, (), 30, jobs=jobs)
        said.add(str(caught.value))
    assert len(said) == 1


def test_a_tile_that_is_not_there_is_refused(cards):
    with pytest.raises(UsageError, match=r"did you mean 'card\.plum'"):
        effect(load(str(cards)), [("card", "plumm")], 1)


def test_games_with_other_numbers_of_players_are_not_compared(cards):
    game = load(str(cards))
    assert effect(game, (), 30, players=3, without=series(game, (), 30, players=2)
                  ).difference is None
    assert effect(game, (), 30, without=series(game, (), 29)).difference is None


# -- what was saved -------------------------------------------------------------------------------


def test_what_is_saved_replaced_or_gone_is_noticed(cards):
    files = Files([cards])
    assert len(files.changed()) == 5
    assert files.changed() == {}
    file = cards / "cards.yaml"
    file.write_text(TILES + "# more\n")
    assert set(files.changed()) == {str(file)}
    # An editor writes another file, then gives it the name; size and time can be equal.
    at, twin = file.stat(), cards / "twin.tmp"
    shutil.copyfile(file, twin)
    os.utime(twin, ns=(at.st_atime_ns, at.st_mtime_ns))
    assert files.changed() == {}
    twin.replace(file)
    assert set(files.changed()) == {str(file)}
    file.unlink()
    assert files.changed() == {str(file): None}
    (cards / ".hidden").mkdir()
    (cards / ".hidden" / "a.yaml").write_text("a: 1\n")
    assert files.changed() == {}
    (cards / "inner").mkdir()
    (cards / "inner" / "new.yml").write_text("a: 1\n")
    assert set(files.changed()) == {str(cards / "inner" / "new.yml")}


def test_packs_that_others_need_are_watched_too(cards):
    variant = dear_plum(cards, 3)
    files = Files([cards])
    files.changed()
    files.follow({f"{cards}/pack.yaml": None, f"{variant}/variant.yaml": None,
                  f"{variant}/changes.yaml": None})
    assert files.folders == [cards, variant]
    assert files.changed() == {}
    change(variant / "changes.yaml", "3", "14")
    assert set(files.changed()) == {str(variant / "changes.yaml")}


def test_only_a_change_makes_a_round():
    looks = iter([{}, {}, {"a": None}, {}, {"b": (1, 2, 3)}])
    waited = []
    found = rounds(lambda: next(looks), lambda: waited.append(1))
    assert next(found) == {"a": None}
    assert len(waited) == 3
    assert next(found) == {"b": (1, 2, 3)}
    assert len(waited) == 5


@pytest.mark.parametrize(("written", "expected"), [
    (99.75, 0.25), (50.0, 0.0), (101.0, 0.0)])
def test_the_time_since_a_save(written, expected):
    saved = {"gone": None, "old": (1, 1, 1), "a": (int(written * 1e9), 1, 1)}
    assert since_saved(saved, 100.0) == pytest.approx(expected)


def test_a_folder_that_is_gone_has_no_files(tmp_path):
    assert snapshot([tmp_path / "nowhere"]) == {}


# -- rounds ---------------------------------------------------------------------------------------


def told(desk, capsys):
    """What one round prints, without its last line, the time it took."""
    fine = desk.round()
    lines = capsys.readouterr().out.splitlines()
    return fine, "\n".join(line for line in lines if not line.endswith(" s"))


def test_good_broken_good(cards, capsys):
    desk = Desk(cards, [])
    fine, said = told(desk, capsys)
    assert fine
    assert "three_cards: 3 tiles" in said

    change(cards / "cards.yaml", "plum: {worth: 1}", "plum: {worth: 1")
    fine, said = told(desk, capsys)
    assert not fine
    assert "cards.yaml:" in said
    assert "^" in said
    assert "random games" not in said

    (cards / "cards.yaml").unlink()
    assert "there is no file 'cards.yaml'" in told(desk, capsys)[1]

    (cards / "cards.yaml").write_text(TILES)
    assert told(desk, capsys) == (
        True, "All is as it was when it was last good; nothing to tell.")

    change(cards / "cards.yaml", "plum: {worth: 1}", "plum: {worth: 11}")
    fine, said = told(desk, capsys)
    assert fine
    assert "card.plum: changed\n  worth: 11, was 1\n" in said
    assert "  en  Plum" in said
    assert "  de  Pflaume" in said
    assert "+10.0 (+10.0 to +10.0)" in said
    assert "3.0 at the start" in said
    assert "apple" not in said


def test_a_new_tile_and_one_that_is_gone(cards, capsys):
    desk = Desk(cards, [])
    told(desk, capsys)
    change(cards / "cards.yaml", "  plum: {worth: 1}", "  fig: {worth: 1}")
    fine, said = told(desk, capsys)
    assert not fine
    assert "no text is needed for 'card.plum'" in said
    assert "card.plum: removed" in said
    assert "card.fig: new" in said
    for name in ("en.yaml", "de.yaml"):
        text = (cards / name).read_text()
        (cards / name).write_text(text[:text.index("card.plum")] + "card.fig: Fig\n")
    change(cards / "de.yaml", "Fig", "Feige")
    fine, said = told(desk, capsys)
    assert fine
    assert "card.fig: changed\n  en  Fig" in said
    assert "\n  de  Feige" in said


def test_a_change_of_the_rules_is_told_for_the_whole_game(cards, capsys):
    desk = Desk(cards, [])
    told(desk, capsys)
    change(cards / "game.yaml", "+ size(players)", "+ 7")
    fine, said = told(desk, capsys)
    assert fine
    assert "No tile changed" in said
    assert "points of a seat: 8.0, 3.0 at the start, +5.0 (+5.0 to +5.0)" in said
    assert "length: 2.0 decisions and 1.0 rounds" in said
    assert "ends: 100.0% everybody has a card" in said


def test_a_file_that_the_manifest_names_anew(cards, capsys):
    desk = Desk(cards, [])
    told(desk, capsys)
    change(cards / "pack.yaml", "tiles: [cards.yaml]", "tiles: [cards.yaml, inner/more.yaml]")
    assert "there is no file 'inner/more.yaml'" in told(desk, capsys)[1]
    (cards / "inner").mkdir()
    (cards / "inner" / "more.yaml").write_text("family: card\ntiles: {fig: {worth: 4}}\n")
    for name in ("en.yaml", "de.yaml"):
        (cards / name).write_text((cards / name).read_text() + "card.fig: Fig\n")
    change(cards / "de.yaml", "Fig", "Feige")
    fine, said = told(desk, capsys)
    assert fine
    assert "card.fig: new" in said
    assert str(cards / "inner" / "more.yaml") in desk.files.changed()


def test_a_variant_is_told_beside_its_game(cards, capsys, monkeypatch):
    from tilewright.cli import watch as module

    played = []
    real = module.series
    monkeypatch.setattr(module, "series", lambda *a: played.append(a[0].id) or real(*a))
    variant = dear_plum(cards, 11)
    desk = Desk(cards, [variant])
    fine, said = told(desk, capsys)
    assert fine
    assert "card.plum: changed\n  worth: 11, was 1" in said
    assert "3.0 without the variant" in said
    change(variant / "changes.yaml", "11", "3")
    said = told(desk, capsys)[1]
    assert "worth: 3, was 11" in said
    assert played == ["three_cards"]
    change(cards / "game.yaml", "+ size(players)", "+ 7")
    fine, said = told(desk, capsys)
    assert fine
    assert "8.0 without the variant" in said
    assert len(played) == 2


def test_a_rule_that_fails_in_play_does_not_end_it(cards, capsys):
    desk = Desk(cards, [])
    told(desk, capsys)
    change(cards / "game.yaml", "to: me.hand}]", "to: me.hand}, {gain: {me.luck: 1 // (3 - "
           "index(taken))}}]")
    change(cards / "game.yaml", "  player:\n", "  player:\n    luck: int\n")
    fine, said = told(desk, capsys)
    assert not fine
    assert "A rule failed in a random game" in said
    assert "divides by zero" in said


def test_a_problem_with_another_number_of_players_is_told(cards, capsys):
    change(cards / "game.yaml", "families:\n",
           "kinds: {guest: {count: {2: 1, 3: 2}}}\nfamilies:\n")
    change(cards / "game.yaml", "me.hand}]", "me.hand}, {set: {me.guest: taken.host}}]")
    change(cards / "game.yaml", "  player:\n", "  player:\n    guest: guest?\n")
    change(cards / "game.yaml", "{worth: int}", "{worth: int, host: guest}")
    change(cards / "game.yaml", "max: 3}", "max: 3, usual: 3}")
    (cards / "cards.yaml").write_text(TILES.replace("1}", "1, host: guest_2}"))
    fine, said = told(Desk(cards, []), capsys)
    assert not fine
    assert "200 random games of 3 players" in said
    assert "does not take part with 2 players" in said


# -- the command ----------------------------------------------------------------------------------


def test_one_round_tells_by_its_exit_code(cards, capsys):
    variant = dear_plum(cards, 11)
    assert watch(str(cards), [], once=True) == 0
    assert watch(str(cards), [str(variant)], once=True) == 0
    capsys.readouterr()
    # The game of a variant is found beside it.
    assert watch(None, [str(variant)], once=True) == 0
    with_option = capsys.readouterr().out
    assert watch(str(variant), [], once=True) == 0
    alone = capsys.readouterr().out
    assert "card.plum: changed" in alone
    assert alone.splitlines()[:-1] == with_option.splitlines()[:-1]
    change(variant / "changes.yaml", "plum", "plumm")
    assert watch(str(variant), [], once=True) == 1


@pytest.mark.parametrize(("game", "players", "said"), [
    (None, None, "name a game or a variant"),
    ("no_such_game", None, "there is no game 'no_such_game'"),
    ("tictactoe", 5, "players, not 5"),
])
def test_a_wrong_call_is_refused(game, players, said):
    with pytest.raises(UsageError, match=said):
        watch(game, [], players, once=True)


def lines_until(stream, last):
    """The lines of a running command, up to one that has these words."""
    found = []
    for line in stream:
        found.append(line)
        if last in line:
            return "".join(found)
    raise AssertionError(f"it ended after {found}")


def test_the_command_waits_tells_and_ends_calmly(cards):
    with subprocess.Popen([sys.executable, "-m", "tilewright", "watch", str(cards)], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        watchdog = Timer(900, running.kill)  # a reader that waits for ever says nothing
        watchdog.start()
        try:
            assert running.stdout is not None
            lines_until(running.stdout, "Watching")
            change(cards / "cards.yaml", "plum: {worth: 1}", "plum: {worth 1}")
            assert "cards.yaml" in lines_until(running.stdout, " problem")
            change(cards / "cards.yaml", "plum: {worth 1}", "plum: {worth: 11}")
            said = lines_until(running.stdout, " s\n")
            assert "card.plum: changed" in said
            assert "+10.0 (+10.0 to +10.0)" in said
            running.send_signal(signal.SIGINT)
            rest, errors = running.communicate(timeout=900)
        finally:
            watchdog.cancel()
            running.kill()
    assert (running.returncode, rest.strip(), errors) == (0, "", "")
