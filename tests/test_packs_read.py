"""Reading a pack: each limit holds to the last one, and what is left out is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tilewright import limits
from tilewright.merging.content import Content
from tilewright.packs import doors, saved
from tilewright.packs.bases import base_of
from tilewright.packs.pack import Pack, read_pack
from tilewright.problems import ContentError, Place, Problems
from tilewright.reading.elsewhere import declares, rules_in, with_others
from tilewright.reading.excerpt import excerpt
from tilewright.reading.files import read_bytes, read_text
from tilewright.reading.pruning import VALUES_AGAIN, LeftOut, passes
from tilewright.reading.source import Source, parse
from tilewright.reading.words_meant import other_kind

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "pack.yaml": "language: 2\nid: small\nversion: 1.0.0\nrules: [a.yaml, b.yaml, c.yaml]\n"
                 "boards: [d.yaml]\n",
    "a.yaml": "players: {min: 1, max: 2}\n", "b.yaml": "kinds: {good: [wood]}\n",
    "c.yaml": "scoring: {wood: 1}\n", "d.yaml": "grids: {cell: {columns: 1, rows: 1}}\n",
}
SIZES = [len(text) for name, text in FILES.items() if name != "pack.yaml"]


def read(folder: Path, **more: str) -> tuple[Pack, list[tuple[str, str, int]]]:
    """A pack, and its problems with their files and columns."""
    for name, text in {**FILES, **{f"{k}.yaml": v for k, v in more.items()}}.items():
        (folder / name).write_text(text, encoding="utf-8")
    problems = Problems()
    pack = read_pack(folder, problems)
    assert pack is not None
    return pack, [(p.code, p.place.file.rpartition("/")[2], p.place.col) for p in problems.sorted()]


def names(pack: Pack) -> list[str]:
    """The files of which something was read."""
    return sorted(s.name.rpartition("/")[2] for found in pack.files.values() for s in found)


def test_a_pack_may_have_just_so_many_files(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PACK_FILES", 4)
    pack, told = read(tmp_path, odd="a: 1\n")
    assert (names(pack), pack.left.anything) == (["a.yaml", "b.yaml", "c.yaml", "d.yaml"], False)
    # What is too many may be what is not named.
    assert [code for code, _, _ in told] == ["file-unused"]
    monkeypatch.setattr(limits, "PACK_FILES", 3)
    pack, told = read(tmp_path, odd="a: 1\n")
    assert (names(pack), pack.left.anything) == (["a.yaml", "b.yaml", "c.yaml"], True)
    assert told == [("too-many", "pack.yaml", 10)]


@pytest.mark.parametrize(("most", "is_read"), [
    (sum(SIZES), 4), (sum(SIZES) - 1, 3), (SIZES[0] + SIZES[1], 2), (SIZES[0] + SIZES[1] - 1, 1)])
def test_all_files_may_have_just_so_many_bytes(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, is_read: int) -> None:
    monkeypatch.setattr(limits, "PACK_BYTES", most)
    pack, told = read(tmp_path)
    assert names(pack) == ["a.yaml", "b.yaml", "c.yaml", "d.yaml"][:is_read]
    # It is told once, however many come after it.
    assert [code for code, _, _ in told] == ["file-too-big"] * (is_read < 4)


@pytest.mark.parametrize(("more", "is_read"), [(0, 4), (-1, 3)])
def test_no_more_is_read_after_so_many_values(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: int, is_read: int) -> None:
    whole = read(tmp_path)[0]
    before = whole.values - parse(FILES["d.yaml"], "d.yaml", Problems()).values
    monkeypatch.setattr(limits, "PACK_NODES", before + more)
    pack, told = read(tmp_path)
    assert len(names(pack)) == is_read
    assert [code for code, _, _ in told] == ["yaml-too-big"] * (is_read < 4)


def test_only_files_of_the_pack_itself_can_be_forgotten(tmp_path: Path) -> None:
    apart = tmp_path / "apart"
    (apart / "deep").mkdir(parents=True)
    for path in (apart / "out.yaml", apart / "deep" / "far.yaml"):
        path.write_text("a: 1\n", encoding="utf-8")
    pack = tmp_path / "pack"
    (pack / "more").mkdir(parents=True)
    (pack / "link.yaml").symlink_to(apart / "out.yaml")
    (pack / "linked").symlink_to(apart / "deep")
    (pack / "own.yaml").symlink_to(pack / "a.yaml")
    (pack / "more" / "odd.yaml").write_text("a: 1\n", encoding="utf-8")
    told = read(pack)[1]
    assert told == [("file-unused", "odd.yaml", 1), ("file-unused", "own.yaml", 1)]


def test_files_that_a_manifest_may_mean_are_not_forgotten(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    for name in ("more/x.yaml", "more.yaml", "e.yaml", "nothing_like_them.yaml"):
        (tmp_path / name).write_text("a: 1\n", encoding="utf-8")
    manifest = FILES["pack.yaml"].replace("d.yaml]", "d.yaml, more/, ee.yaml]")
    told = [t for t in read(tmp_path, pack=manifest)[1] if t[0] == "file-unused"]
    assert told == [("file-unused", "nothing_like_them.yaml", 1)]


@pytest.mark.parametrize(("limit", "most", "text", "code"), [
    ("YAML_NODES", 5, "a: [1, 2]\n", "yaml-too-big"),
    ("YAML_DEPTH", 3, "a: [[1]]\n", "yaml-too-deep"),
    ("TEXT_LENGTH", 4, "a: wood\n", "yaml-too-big"), ("KEY_LENGTH", 4, "wood: 1\n", "yaml-key"),
    ("NUMBER", 7, "a: 7\n", "yaml-number-size"), ("NUMBER", 7, "a: -7\n", "yaml-number-size"),
])
def test_a_file_may_be_just_so_large(
        monkeypatch: pytest.MonkeyPatch, limit: str, most: int, text: str, code: str) -> None:
    for value, codes in ((most, []), (most - 1, [code])):
        monkeypatch.setattr(limits, limit, value)
        problems = Problems()
        source = parse(text, "a.yaml", problems)
        assert [p.code for p in problems] == codes
        assert source.broken is (codes not in ([], ["yaml-number-size"]))


def test_a_file_may_have_just_so_many_bytes(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: 1\n", encoding="utf-8")
    for most, text, codes in ((5, "a: 1\n", []), (4, None, ["file-too-big"]),
                              (3, None, ["file-too-big"])):
        monkeypatch.setattr(limits, "FILE_BYTES", most)
        problems = Problems()
        assert read_text(path, "a.yaml", problems) == text
        assert [p.code for p in problems] == codes
        assert read_bytes(path) == b"a: 1\n"[:most + 1]


def test_a_number_that_is_none_has_a_way_out_for_where_it_stands() -> None:
    for text, hint in (
            ("version: 1.5\n", "three numbers"), ("a: {version: 1.5}\n", "three numbers"),
            ("a: {times: 1.5}\n", "digits only"), ("times: 1.5\n", "a fraction"),
            ("times: {a: 1.5}\n", "a fraction"), ("version: [1.5]\n", "digits only")):
        problems = Problems()
        parse(text, "a.yaml", problems)
        assert [hint in p.hint for p in problems] == [True], text


@pytest.mark.parametrize(("data", "kind", "other"), [
    ("{players: {min: 1}}", "tiles", "rules"), ("{players: {min: 1}}", "overlay", ""),
    ("{players: {min: 1}}", "board", ""), ("{players: 1}", "tiles", ""), ("{}", "tiles", ""),
    ("[1]", "tiles", ""), ("{family: a, tiles: {}}", "game", "tiles"),
    ("{family: a, tiles: {}}", "overlay", "tiles"), ("{family: a}", "game", ""),
    ("{situations: {}}", "game", "situations"), ("{situations: []}", "game", ""),
    ("{game: a, b.c: d}", "game", "texts"), ("{game: a, b: d}", "game", ""),
    ("{game: a, b.c: d}", "pack", ""), ("{game: a}", "text", ""),
])
def test_a_file_of_another_kind_is_known(data: str, kind: str, other: str) -> None:
    assert other_kind(parse(data, "a.yaml", Problems()).data, kind) == other


def test_a_number_that_is_too_large_keeps_its_sign() -> None:
    problems = Problems()
    data = parse("[9999999999, -9999999999, 99999999999999, -99999999999999, 12]", "a", problems)
    most = limits.NUMBER
    assert data.data == [most, -most, most, -most, 12]
    assert [p.code for p in problems] == ["yaml-number-size"] * 4


def test_words_that_others_read_differently_mean_what_they_say() -> None:
    problems = Problems()
    assert parse("[True, FALSE, Null, true, ~]", "a", problems).data == [
        True, False, None, True, None]
    assert [p.code for p in problems] == ["yaml-word"] * 3


@pytest.mark.parametrize(("values", "most", "times"), [
    (0, 3, 3), (VALUES_AGAIN // 3 - 1, 4, 3), (VALUES_AGAIN // 3, 4, 2), (VALUES_AGAIN - 1, 4, 1),
    (VALUES_AGAIN, 4, 1), (10 * VALUES_AGAIN, 4, 1),
])
def test_a_large_file_is_not_looked_through_so_often(values: int, most: int, times: int) -> None:
    assert passes(Source("a", [], values=values), most) == times


def test_what_is_left_out_is_remembered() -> None:
    left = LeftOut()
    assert not left
    left.part("a.yaml", "wood", {"clay": ["gold", 3, ("iron",)]})
    assert (left.parts, left.words, left.anything) == (
        {"a.yaml": None}, {"wood", "clay", "gold", "iron"}, False)
    left.whole("a.yaml", ["salt: 1", "b c"])
    assert (left.files, left.parts, left.anything) == ({"a.yaml": None}, {}, False)
    assert left.words == {"wood", "clay", "gold", "iron", "salt", "b", "c"}
    other = LeftOut()
    other.whole("b.yaml")
    assert (other.files, other.words, other.anything) == ({"b.yaml": None}, set(), True)
    other.part("c.yaml")
    other.words.add("tin")
    left.add(other)
    assert (left.files, left.parts, left.anything) == (
        {"a.yaml": None, "b.yaml": None}, {"c.yaml": None}, True)
    assert left.words == {"wood", "clay", "gold", "iron", "salt", "b", "c", "tin"}
    left.add(LeftOut())
    assert left.anything
    assert [bool(one) for one in (LeftOut({"a": None}), LeftOut({}, {"a": None}),
                                  LeftOut(words={"a"}), LeftOut(anything=True))] == [
        True, False, True, True]


@pytest.mark.parametrize(("most", "count"), [(9, 3), (5, 3), (4, 2), (3, 2), (2, 0)])
def test_so_many_files_are_watched(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, count: int) -> None:
    """A folder counts as well, and so do files that are nothing to us."""
    for name in ("a.yaml", "b.yml", "in/c.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    monkeypatch.setattr(saved, "MOST_FILES", most)
    assert len(saved.snapshot([tmp_path])) == count


def test_names_of_other_files_are_known_only_inside() -> None:
    here, there, third = (parse(f"actions: {{{name}: 1}}", "a", Problems()).data
                          for name in ("one", "two", "three"))
    known = declares(here, "actions")
    asked = ("one", "two", "three", "actions")
    assert [*map(known, asked)] == [True, False, False, False]
    with with_others(lambda: [there]):
        assert [*map(known, asked)] == [True, True, False, False]
        with with_others(lambda: [3, third]):
            assert [*map(known, asked)] == [True, True, True, False]
        assert [*map(known, asked)] == [True, True, False, False]
    assert [*map(known, asked)] == [True, False, False, False]
    assert [*map(declares(here, "actions", "one"), asked)] == [False] * 4


def test_so_much_of_other_files_is_looked_at(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abc":
        (tmp_path / name).write_text(f"{name}: 1\n", encoding="utf-8")
    paths = [(tmp_path / name, name) for name in ("a", "gone", "b", "c")]
    assert [*rules_in(paths)] == [{"a": 1}, {"b": 1}, {"c": 1}]
    each = parse("a: 1\n", "a", Problems()).values
    for most, found in ((2 * each, 3), (2 * each - 1, 2), (each, 2), (each - 1, 1)):
        monkeypatch.setattr(limits, "PACK_NODES", most)
        assert len([*rules_in(paths)]) == found


# -- the line of a problem ------------------------------------------------------------------------


LONG = "".join(chr(ord("a") + n // 10 % 26) for n in range(200))


@pytest.mark.parametrize(("text", "place", "shown", "mark"), [
    ("one\ntwo", (2, 1, 3), "two", (0, 2)), ("one\ntwo", (2, 3, 9), "two", (2, 1)),
    ("one\ntwo", (1, 2, 0), "one", (1, 1)), ("one\ntwo", (1, 2, 2), "one", (1, 1)),
    ("one", (1, 4, 0), "one", (3, 1)), ("a\tb\x01", (1, 3, 4), "a b ", (2, 1)),
    (LONG[:110], (1, 1, 2), LONG[:110], (0, 1)), (LONG[:110], (1, 109, 111), LONG[:110], (108, 2)),
    (LONG[:111], (1, 1, 2), LONG[:110], (0, 1)), (LONG, (1, 51, 52), LONG[:110], (50, 1)),
    (LONG, (1, 52, 53), LONG[1:111], (50, 1)), (LONG, (1, 101, 103), LONG[50:160], (50, 2)),
    (LONG, (1, 200, 201), LONG[149:], (50, 1)), (LONG, (1, 101, 201), LONG[50:160], (50, 60)),
])
def test_the_line_of_a_place_is_shown_with_a_mark(
        tmp_path: Path, text: str, place: tuple[int, int, int], shown: str, mark: tuple[int, int],
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    line, below = excerpt(Place(str(path), *place))
    assert line == f"{place[0]:5} | {shown}"
    assert below == " " * (8 + mark[0]) + "^" * mark[1]


@pytest.mark.parametrize(("raw", "line"), [
    (b"one", 0), (b"one", 2), (b"one\n", 3), (b"one\0", 1), (None, 1)])
def test_what_has_no_such_line_shows_none(tmp_path: Path, raw: bytes | None, line: int) -> None:
    path = tmp_path / "a.yaml"
    if raw is not None:
        path.write_bytes(raw)
    assert excerpt(Place(str(path), line, 1)) == []


# -- several at once ------------------------------------------------------------------------------


def test_those_without_doubt_are_found_at_once(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    manifest = "language: 2\nid: {}\nversion: 1.0.0\nvariant_of: small\n"
    for folder, id_ in (("variants/one", "one"), ("variants/two", "two"), ("apart", "apart"),
                        ("data/tilewright/packs/one", "one"),
                        ("data/tilewright/packs/two", "two")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "variant.yaml").write_text(manifest.format(id_), encoding="utf-8")
    (tmp_path / "data/tilewright/packs/two/variant.yaml").write_text(
        manifest.format("two") + "title: Other\n", encoding="utf-8")
    found = doors.find_all(["./apart", "one", "two", "nobody"], "variants")
    assert [f.resolve() for f in found] == [tmp_path / "apart", tmp_path / "variants/one"]
    assert doors.find_all(["./apart"], "variants") == doors.find_all(["./apart"], "variants")
    assert doors.find_all(["nobody", "No Body"], "variants") == []


# -- the game of a variant ------------------------------------------------------------------------


def variant(folder: Path, manifest: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "variant.yaml").write_text(manifest, encoding="utf-8")
    return folder


OF = "language: 2\nid: more\nversion: 1.0.0\nvariant_of: {}\n"


GONE = "the game '{}' of this variant is not here"


def test_the_game_of_a_variant_lies_beside_it_or_behind_a_door(tmp_path: Path) -> None:
    beside = tmp_path / "own_game"
    beside.mkdir()
    assert base_of(variant(tmp_path / "a", OF.format("tictactoe"))).name == "tictactoe"
    with pytest.raises(ContentError):
        base_of(variant(tmp_path / "b", OF.format("own_game")))
    (beside / "pack.yaml").write_text("id: own_game\n", encoding="utf-8")
    assert base_of(variant(tmp_path / "c", OF.format("own_game"))) == beside


@pytest.mark.parametrize(("manifest", "told"), [
    (OF.format("own_gam"), f"variant-of 4:13 {GONE.format('own_gam')}; did you mean 'own_game'?"),
    (OF.format("tictacto"), (f"variant-of 4:13 {GONE.format('tictacto')}; did you mean "
                             "'tictactoe'?")),
    (OF.format("nothing_like_it"), (f"variant-of 4:13 {GONE.format('nothing_like_it')}; check it "
                                   "with: tilewright check GAME --with VARIANT")),
    (OF.format("[a]"), ("wrong-value 4:13 this is a list, but a text is needed; if it is an "
                       "expression, put quotes around it")),
    ("a: b: c\n", ("yaml-syntax 1:5 not readable as YAML: mapping values are not allowed in this "
                  "context; put quotes around a text that contains ': '")),
])
def test_a_variant_without_its_game_tells_what_is_wrong(
        tmp_path: Path, manifest: str, told: str) -> None:
    (tmp_path / "own_game").mkdir()
    (tmp_path / "own_game" / "pack.yaml").write_text("id: own_game\n", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        base_of(variant(tmp_path / "a", manifest))
    assert [f"{p.code} {p.place.line}:{p.place.col} {p.sentence}"
            for p in caught.value.collected] == [told]


# -- twice in one game ----------------------------------------------------------------------------


AGAIN = "is already defined in a.yaml, line {}; rename or remove one of them"


def test_what_stands_in_two_files_of_a_game_is_told_where_it_stands_again() -> None:
    problems = Problems()
    first, second = (parse(text, f"{name}.yaml", problems).data for name, text in (
        ("a", "state: {player: {coins: int}}\nkinds: {good: [wood]}\nflow: 1\n"),
        ("b", ("state: {player: {goods: int, coins: bool, hand: int}, game: {x: int}}\n"
              "kinds: {wish: [fame], good: [clay]}\nflow: 2\nvocabulary: {events: {e: 1}}\n"))))
    content = Content(first)
    content.add(first, problems)
    content.add(second, problems)
    assert [f"{p.code} {p.place} {p.sentence}" for p in problems.sorted()] == [
        f"defined-twice b.yaml:1:30 'coins' {AGAIN.format(1)}",
        f"defined-twice b.yaml:2:23 'good' {AGAIN.format(2)}",
        "section-twice b.yaml:3:1 'flow' stands in a.yaml already; keep it in one file"]
    assert content.sections == {
        "state": {"player": {"coins": "int", "goods": "int", "hand": "int"}, "game": {"x": "int"}},
        "kinds": {"good": ["wood"], "wish": ["fame"]}, "events": {"e": 1}}
