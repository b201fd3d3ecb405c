"""All stages of loading tell what they know in one run, and what was not looked at is said."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright
from bad_packs import GAME, MANIFEST, doing, game_with, make_pack
from command_line import run_here
from tilewright import limits, problems, stages
from tilewright.cli.check import check_packs, checked
from tilewright.linking.link import LINTED
from tilewright.merging.renames import _ends, newest_id, text_key, text_keys
from tilewright.packs import doors
from tilewright.playing import game as games
from tilewright.problems import ContentError, Place, Problem, Problems, collected, did_you_mean
from tilewright.reading import files
from tilewright.reading.traits import about

SOURCE = Path(tilewright.__file__).parent
WITH_TEXTS = f"{MANIFEST}texts: {{en: en.yaml}}\n"
TEXTS = "game: g\nmove.go: go\nend.enough: e\nscore.coins: c\n"
BOARDS = f"{MANIFEST}boards: [board.yaml]\n"
TILES = f"{MANIFEST}tiles: [tiles.yaml]\n"


def _many(count: int) -> Problems:
    return collected(Problem("unused", Place("a.yaml", count - n), f"number {n}")
                     for n in range(count))


# -- the collector ----------------------------------------------------------------------------


def test_a_collector_loses_nothing_and_tells_the_first() -> None:
    found = _many(1_632)
    assert len(found) == 1_632
    assert [p.place.line for p in found.sorted()] == list(range(1, 201))
    assert found.notes() == ("and 1,432 more problems",)
    error = ContentError(found)
    assert len(error.problems) == 200
    assert error.collected is found
    assert str(error).endswith("\nand 1,432 more problems")


@pytest.mark.parametrize(("count", "note"), [(200, ()), (201, ("and 1 more problem",))])
def test_what_is_told_and_what_is_counted_meet(count: int, note: tuple[str, ...]) -> None:
    assert _many(count).notes() == note


def test_no_error_is_without_problems() -> None:
    for empty in (Problems(), []):
        with pytest.raises(ValueError, match="at least one"):
            ContentError(empty)


def test_what_was_not_done_is_named_where_it_is_little() -> None:
    found = Problems()
    found.leave_out("linked", ["b.yaml", "a.yaml"])
    found.leave_out("linked", ["b.yaml"])
    found.leave_out("proofread", [f"{n}.yaml" for n in range(4)])
    found.leave_out("merged")
    why = "because of the problems above"
    assert found.notes() == (f"2 files not looked at, {why}: b.yaml, a.yaml",
                             f"4 files not proofread, {why}", f"not everything was merged, {why}")


def _handlers() -> list[tuple[str, ast.ExceptHandler]]:
    return [(path.stem, node) for path in SOURCE.rglob("*.py")
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ExceptHandler) and node.type is not None
            and "ContentError" in ast.dump(node.type)]


def test_nobody_swallows_problems() -> None:
    """Whoever catches problems takes all of them, or says that they are there."""
    assert len(_handlers()) > 4
    for name, handler in _handlers():
        read = {n.id for n in ast.walk(handler) if isinstance(n, ast.Name)}
        assert handler.name in read, name


# -- many of one sort -------------------------------------------------------------------------

OPTIONS = game_with(options="".join(
    f"\n  o{i}: {{type: bool, default: false}}" for i in range(limits.PROBLEMS + 1)))
WRONG = OPTIONS.replace("default: false", "default: 3")


def test_many_problems_of_one_sort_stop_a_game(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "pack", {"game.yaml": WRONG})
    assert stages.load(str(folder), []).game is None
    with pytest.raises(ContentError) as refused:
        tilewright.load(str(folder))
    assert {p.code for p in refused.value.problems} == {"option-default"}
    assert refused.value.notes[0] == "and 1 more problem"


def test_the_rest_is_counted_in_each_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = make_pack(tmp_path / "pack", {"game.yaml": OPTIONS})
    said = {}
    for form in ("text", "json", "github"):
        assert check_packs([str(folder)], [], form) == 1
        said[form] = capsys.readouterr()
    assert said["text"].out.endswith("\nand 1 more problem\n")
    assert said["text"].err == "1 pack: 201 problems\n"
    data = json.loads(said["json"].out)
    assert len(data) == 201
    assert (data[-1]["code"], data[-1]["message"]) == ("note", "and 1 more problem")
    assert set(data[-1]) == set(data[0])
    assert said["github"].out.splitlines()[-1] == (
        f"::notice file={folder}/game.yaml::and 1 more problem")


@pytest.mark.parametrize("command", [["play"], ["simulate", "--games", "1"], ["watch", "--once"]])
def test_every_command_says_why_it_stops(tmp_path: Path, command: list[str]) -> None:
    folder = make_pack(tmp_path / "pack", {"game.yaml": WRONG})
    done = run_here(*command[:1], str(folder), *command[1:])
    assert done.returncode == 1
    assert "the default is not one" in done.stdout
    assert "and 1 more problem\n" in done.stdout


def test_words_are_compared_for_so_many_problems_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0
    real = problems.difflib.get_close_matches

    def counting(word: str, names: list[str], n: int, cutoff: float) -> list[str]:
        nonlocal compared
        compared += 1
        return real(word, names, n, cutoff)

    monkeypatch.setattr(problems.difflib, "get_close_matches", counting)
    folder = make_pack(tmp_path / "pack", {"game.yaml": game_with(
        kinds="{good: {count: 1900}}",
        scoring="".join(f"\n  s{i}: good_{i}x" for i in range(1_500)))})
    assert len(checked(folder, [])) > 1_000
    assert 10 < compared < limits.NEAR_WORDS // 1_900
    # Outside of a run each question has its answer.
    assert did_you_mean("good_1x", [f"good_{i}" for i in range(1900)]) == "did you mean 'good_1'?"


def test_after_enough_problems_the_rest_is_not_looked_at(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "pack", {"game.yaml": game_with(
        scoring="".join(f"\n  s{i}: nothing_{i}" for i in range(limits.ENOUGH + 500)))})
    found = checked(folder, [])
    assert len(found) == limits.ENOUGH
    assert found.notes() == (f"and {limits.ENOUGH - 200:,} more problems",
                             "not everything was looked at, because of the problems above",
                             f"not everything was {LINTED}, because of the problems above")


# -- one run for all stages -------------------------------------------------------------------

# Files of a pack; what must be told, as code, file and line; and what was not linked.
RUNS: dict[str, tuple[dict[str, str | bytes], list[tuple[str, str, int]], str]] = {
    "a wrong statement and a wrong name": (
        {"game.yaml": GAME.replace("- gain: {me.coins: 1}", "- gain: [me.coins]\n      "
                                   "- gain: {me.coin: 1}")},
        [("wrong-value", "game.yaml", 7), ("no-attribute", "game.yaml", 8)], "in full"),
    "a name that a wrong entry brings": (
        {"game.yaml": game_with(kinds="{good: {itemz: [wood], count: many}, ore: [tin]}",
                                scoring="{a: size(goods), b: index(wood), c: size(ores) + oops}")},
        [("unknown-key", "game.yaml", 15), ("key-not-here", "game.yaml", 15),
         ("unknown-name", "game.yaml", 16)], "in full"),
    "what hangs on a wrong entry": (
        {"game.yaml": game_with(
            kinds="{good: {count: many}}", functions="\n  f: {args: {g: good}, is: 'index(g)'}",
            state="\n  player:\n    coins: {type: int, start: 3}\n    pile: {zone: good}\n",
            scoring="{a: size(me.pile), b: sum(f(g) for g in me.pile), c: me.heap}")},
        [("wrong-value", "game.yaml", 13), ("no-attribute", "game.yaml", 21)], "in full"),
    "a file that is no YAML": (
        {"pack.yaml": BOARDS, "board.yaml": "sites:\n  spot: [a1, a2\n",
         "game.yaml": game_with(scoring="{a: size(spots), b: oops, c: index(a1)}")},
        [("yaml-syntax", "board.yaml", 2), ("unknown-name", "game.yaml", 15)], "looked at: board"),
    "a file that is not there": (
        {"pack.yaml": BOARDS,
         "game.yaml": game_with(scoring="{a: size(spots), b: 1 + true}")},
        [("file-missing", "pack.yaml", 5), ("wrong-type", "game.yaml", 15)], "looked at: board"),
    "a tile file of the wrong shape": (
        {"pack.yaml": TILES, "tiles.yaml": "family: card\ntiles: [purse]\n",
         "game.yaml": game_with(families="{card: {}}", scoring="{a: index(purse), b: me.oops}")},
        [("wrong-value", "tiles.yaml", 2), ("no-attribute", "game.yaml", 16)], "looked at: tiles"),
    "a wrong tile among others": (
        {"pack.yaml": TILES, "tiles.yaml": "family: card\ntiles:\n  purse: {count: x}\n"
                                           "  sack: {cost: 1}\n",
         "game.yaml": game_with(families="{card: {}}",
                                scoring="{a: '1 if any(c == purse for c in cards) else 0'}")},
        [("wrong-value", "tiles.yaml", 3), ("unknown-key", "tiles.yaml", 4)], "in full"),
    "a course of the wrong shape": (
        {"game.yaml": game_with(flow="[x]", scoring="{coins: me.coin}")},
        [("wrong-value", "game.yaml", 10), ("no-attribute", "game.yaml", 11)], "in full"),
    "no course and a wrong name": (
        {"game.yaml": GAME.replace("flow:\n  round:\n    each: players\n    turn:\n"
                                   "      - must: [go]\n", "").replace("me.coins}", "me.coin}")},
        [("missing-key", "pack.yaml", 1), ("no-attribute", "game.yaml", 10)], LINTED),
    "a manifest with a wrong key": (
        {"pack.yaml": f"{MANIFEST}licence_text: me\n",
         "game.yaml": game_with(scoring="{coins: me.coin}")},
        [("unknown-key", "pack.yaml", 5), ("no-attribute", "game.yaml", 15)], LINTED),
    "a manifest without an id": (
        {"pack.yaml": "language: 1\nversion: 1.0.0\nrules: [game.yaml]\n"},
        [("missing-key", "pack.yaml", 1)], "looked at: game"),
    "all stages of texts": (
        {"pack.yaml": f"{MANIFEST}texts: {{en: en.yaml, fr: fr.yaml}}\n",
         "en.yaml": TEXTS.replace("move.go: go\n", "move.went: went...\n"),
         "fr.yaml": "game: j'ai\n"},
        [("text-signs", "en.yaml", 2), ("text-signs", "fr.yaml", 1),
         ("text-unknown", "en.yaml", 2), ("text-untranslated", "fr.yaml", 1)], ""),
    "texts beside a wrong rule": (
        {"pack.yaml": WITH_TEXTS, "en.yaml": f"{TEXTS}a.b: '{{'\nb.c: wait...\n",
         "game.yaml": game_with(scoring="{coins: me.coin}")},
        [("no-attribute", "game.yaml", 15), ("text-message", "en.yaml", 5),
         ("text-signs", "en.yaml", 6)], LINTED),
    "texts beside what only a whole game can have": (
        {"pack.yaml": WITH_TEXTS, "en.yaml": f"{TEXTS}a.b: stray\n",
         "game.yaml": game_with(state="{player: {coins: int, never: int}}")},
        [("unused", "game.yaml", 14), ("text-unknown", "en.yaml", 5)], ""),
    "a text that is no YAML": (
        {"pack.yaml": WITH_TEXTS, "en.yaml": "game: [\n",
         "game.yaml": game_with(scoring="{coins: me.coin}")},
        [("no-attribute", "game.yaml", 15), ("yaml-syntax", "en.yaml", 2)], "proofread: en"),
}


@pytest.mark.parametrize("name", RUNS)
def test_one_run_tells_all(tmp_path: Path, name: str) -> None:
    files, wanted, note = RUNS[name]
    folder = make_pack(tmp_path / "pack", files)
    found = checked(folder, [])
    assert sorted((p.code, Path(p.place.file).name, p.place.line) for p in found) == sorted(wanted)
    short = [n.replace(f"{folder}/", "").replace(", because of the problems above", "")
             for n in found.notes()]
    assert len(short) == (1 if note else 0), short
    assert note in "".join(short)


VARIANT = "language: 2\nid: other\nversion: 1.0.0\nvariant_of: small\noverlays: [changes.yaml]\n"


@pytest.mark.parametrize(("changes", "manifest", "wanted"), [
    ("set: {actions/gone/do: []}\nadd: {scoring/more: me.oops}\n", VARIANT,
     [("overlay-path", 1), ("no-attribute", 2)]),
    ("set: {scoring/coins: me.oops}\nadd: [x]\n", VARIANT,
     [("wrong-value", 2), ("no-attribute", 1)]),
    ("set: {scoring/coins: me.oops}\n", VARIANT.replace("id: other\n", ""), [("missing-key", 1)]),
], ids=["path", "shape", "manifest"])
def test_one_run_tells_all_of_a_variant(
    tmp_path: Path, changes: str, manifest: str, wanted: list[tuple[str, int]]
) -> None:
    game = make_pack(tmp_path / "small")
    variant = tmp_path / "other"
    variant.mkdir()
    (variant / "variant.yaml").write_text(manifest)
    (variant / "changes.yaml").write_text(changes)
    found = checked(game, [variant])
    assert sorted((p.code, p.place.line) for p in found) == sorted(wanted)


def test_the_game_below_a_broken_variant_is_looked_at(tmp_path: Path) -> None:
    game = make_pack(tmp_path / "small", {"game.yaml": game_with(scoring="{coins: me.oops}")})
    variant = tmp_path / "other"
    variant.mkdir()
    (variant / "variant.yaml").write_text(VARIANT.replace("variant_of: small", "variant_of: big"))
    (variant / "changes.yaml").write_text("set: {scoring/coins: 1}\n")
    found = checked(game, [variant])
    assert {p.code for p in found} == {"variant-of", "no-attribute"}
    (note,) = found.notes()
    assert note == f"1 file not looked at, because of the problems above: {variant}/changes.yaml"


# -- drafts are played ------------------------------------------------------------------------


def test_a_game_with_things_that_nothing_uses_is_there(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "pack", {"game.yaml": game_with(
        state="{player: {coins: int, later: int}}")})
    game = tilewright.load(str(folder))
    assert [p.code for p in game.unused_problems] == ["unused"]
    assert not game.text_problems
    assert game.new().legal()
    assert "unused" in {p.code for p in checked(folder, [])}


# -- texts do not stop a game -----------------------------------------------------------------

STRAY = {"pack.yaml": WITH_TEXTS, "en.yaml": TEXTS.replace("move.go", "move.went")}


def test_a_game_with_problems_of_texts_alone_is_there(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "pack", STRAY)
    game = tilewright.load(str(folder))
    assert {p.code for p in game.text_problems} == {"text-unknown"}
    assert game.text_problems.sorted() == checked(folder, []).sorted()
    assert game.new().describe(game.new().legal()[0]) == "go"


def test_texts_are_read_again_once_and_only_for_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    real = games.text_problems
    monkeypatch.setattr(games, "text_problems", lambda loaded: asked.append(1) or real(loaded))
    game = tilewright.load(str(make_pack(tmp_path / "pack", STRAY)))
    assert not asked
    assert [len(game.text_problems), len(game.text_problems), len(asked)] == [1, 1, 1]


@pytest.mark.parametrize("lang", ["en", "fr", "it", "pl"])
def test_play_goes_on_with_ids_and_says_so(tmp_path: Path, lang: str) -> None:
    folder = make_pack(tmp_path / "pack", STRAY | {
        "pack.yaml": WITH_TEXTS.replace("{en: en.yaml}", "{en: en.yaml, fr: b.yaml, it: c.yaml, "
                                        "pl: d.yaml}"),
        **{f"{name}.yaml": TEXTS.replace("move.go", "move.went") for name in "bcd"}})
    done = run_here("play", str(folder), "--lang", lang, "--seed", "1")
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"tilewright: {len(checked(folder, []))} ")
    assert line.endswith("tilewright check")


def test_simulate_goes_on_and_says_so(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "pack", STRAY)
    done = run_here("simulate", str(folder), "--games", "2", "--json", "-")
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["results"]) == 2
    assert done.stderr.startswith("tilewright: 1 problem in its texts")
    assert check_packs([str(folder)], [], "text") == 1


def test_what_codes_are_about_is_one_of_few_words() -> None:
    codes = [p.stem for p in (SOURCE / "codes").glob("*.yaml")]
    assert {about(code) for code in codes} == {"", "draft", "form", "looks", "names", "texts"}
    assert {code for code in codes if code.startswith("text-")} <= {
        code for code in codes if about(code) == "texts"}


# -- long chains ------------------------------------------------------------------------------


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.dictionaries(st.sampled_from("abcdef"), st.sampled_from("abcdefg"), max_size=6))
def test_many_renames_end_where_each_alone_ends(renamed: dict[str, str]) -> None:
    assert _ends(renamed) == {word: newest_id(word, renamed) for word in renamed}


class Counted(dict[str, str]):
    """A mapping that counts how often it is asked."""

    asked = 0

    def __getitem__(self, key: str) -> str:
        self.asked += 1
        return super().__getitem__(key)


def test_a_chain_of_renames_is_gone_once() -> None:
    chain = Counted({f"n{i}": f"n{i + 1}" for i in range(3_000)})
    assert set(_ends(chain).values()) == {"n3000"}
    assert chain.asked <= 2 * len(chain)


def test_text_keys_follow_renames() -> None:
    today = text_keys({("actions", "old"): "new", ("tiles", "card", "a"): "b",
                       ("state", "player", "x"): "y"})
    for key, now in {"move.old": "move.new", "move.old.site": "move.new.site", "card.a": "card.b",
                     "field.player.x": "field.player.y", "move.older": "move.older"}.items():
        assert text_key(key, today) == now


@pytest.mark.parametrize("path", ["actions/go/do", "scoring/coins"])
def test_nesting_is_refused_before_it_is_followed(tmp_path: Path, path: str) -> None:
    """In all ways to nest, up to the limit it is fine, and beyond it is one problem."""
    deep = limits.EXPRESSION_DEPTH
    for before, inner, after, step in (
            ("not ", "true", "", 1), ("-", "me.coins", "", 1), ("1 + (", "1", ")", 1),
            ("min(1, ", "1", ")", 1), ("1 if true else ", "1", "", 1), ("", "1", " + 1", 1)):
        for levels, fine in ((deep - 10, True), (deep + 5, False), (200, False)):
            if len(f"{before}{after}") * levels > limits.EXPRESSION_LENGTH - 10 and fine:
                continue
            text = before * (levels // step) + inner + after * (levels // step)
            whole = f"1 if {text} else 0" if inner == "true" else text
            game = (doing(f"[{{gain: {{me.coins: '{whole}'}}}}]") if path.startswith("actions")
                    else game_with(scoring=f"{{coins: '{whole}'}}"))
            folder = make_pack(tmp_path / f"{before}{after}{levels}".replace("/", ""),
                               {"game.yaml": game})
            codes = [p.code for p in checked(folder, [])]
            assert codes == ([] if fine else ["expression-too-big"]), whole


def test_a_deep_test_is_not_read_a_second_time(tmp_path: Path) -> None:
    for levels in (70, 500, 990):
        text = doing(f"[{{if: '{'not ' * levels}true', then: [{{gain: {{me.coins: 1}}}}]}}]")
        folder = make_pack(tmp_path / str(levels), {"game.yaml": text})
        assert [p.code for p in checked(folder, [])] == ["expression-too-big"]


def test_a_long_chain_of_functions_is_linked_without_recursion(tmp_path: Path) -> None:
    """However deep they are, linking does not recurse; only compiling may find them too deep."""
    calls = "".join(f"\n  f{i}: {{is: '{'-' * 40}f{i - 1}()'}}" for i in range(1, 59))
    folder = make_pack(tmp_path / "chain", {"game.yaml": game_with(
        functions=f"\n  f0: {{is: me.coins}}{calls}", scoring="{coins: f58()}")})
    assert not stages.load(str(folder), []).problems
    assert [p.code for p in checked(folder, [])] == ["program-too-deep"]
    circle = make_pack(tmp_path / "circle", {"game.yaml": game_with(
        functions=f"\n  f0: {{is: f58()}}{calls}", scoring="{coins: f58()}")})
    assert {p.code for p in checked(circle, [])} == {"recursion"}


# -- how much is read -------------------------------------------------------------------------


def test_the_files_of_a_pack_share_one_limit_of_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0
    real = files.read_bytes

    def counting(path: Path) -> bytes:
        nonlocal read
        found = real(path)
        read += len(found)
        return found

    monkeypatch.setattr(files, "read_bytes", counting)
    names = [f"f{i}.yaml" for i in range(12)]
    folder = make_pack(tmp_path / "pack", {
        "pack.yaml": f"{MANIFEST}boards: [{', '.join(names)}]\n",
        **dict.fromkeys(names, f"sites: {{}}\n#{'a' * 900000}")})
    assert {p.code for p in checked(folder, [])} == {"file-too-big"}
    assert 4_000_000 < read < limits.PACK_BYTES + limits.FILE_BYTES


def test_doors_are_opened_once_for_all_packs_that_are_required(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = 0
    real = doors.doors

    def counting() -> object:
        nonlocal opened
        opened += 1
        return real()

    monkeypatch.setattr(doors, "doors", counting)
    game = make_pack(tmp_path / "small")
    variant = tmp_path / "other"
    variant.mkdir()
    wanted = ", ".join(f"pack_{i}" for i in range(1_500))
    (variant / "variant.yaml").write_text(
        VARIANT.replace("overlays: [changes.yaml]", f"requires: [{wanted}]"))
    found = checked(game, [variant])
    assert [p.code for p in found] == ["pack-missing"] * 1_500
    assert opened <= 2


def test_more_packs_than_can_make_a_game_are_refused(tmp_path: Path) -> None:
    game = make_pack(tmp_path / "small")
    for i in range(limits.PACKS + 5):
        folder = tmp_path / f"v{i}"
        folder.mkdir()
        (folder / "variant.yaml").write_text(
            VARIANT.replace("other", f"v{i}").replace("overlays: [changes.yaml]",
                                                      f"requires: [v{i + 1}]"))
    found = checked(game, [tmp_path / "v0"])
    assert "too-many" in {p.code for p in found}
