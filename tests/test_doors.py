"""Where packs are found: each door, which is nearer, and what happens if two know the same id."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bad_packs import make_pack
from command_line import run_here
from tilewright.packs import doors
from tilewright.packs.given import LONGEST_ID
from tilewright.problems import UsageError
from tilewright.stages import load

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A project, a folder of the user and a folder of Python packages, all empty."""
    project, user, site = (tmp_path / name for name in ("project", "data", "site"))
    for folder in (project / "variants", project / "content", user / "tilewright/packs", site):
        folder.mkdir(parents=True)
    monkeypatch.chdir(project)
    monkeypatch.setenv("XDG_DATA_HOME", str(user))
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
    return {"project": project / "variants", "content": project / "content",
            "user": user / "tilewright/packs", "package": site / "brought"}


def manifest(id_: str) -> str:
    return f"language: 1\nid: {id_}\nversion: 1.2.3\nvariant_of: tictactoe\n"


def variant(folder: Path, id_: str, rest: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "variant.yaml").write_text(manifest(id_) + rest)
    return folder


def announce(site: Path, points: str, name: str = "brought") -> None:
    """A Python package as pip would leave it there."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[tilewright.packs]\n{points}\n")


def bring(site: Path, points: str = "packs = brought") -> None:
    (site / "brought").mkdir(exist_ok=True)
    (site / "brought/__init__.py").write_text("")
    announce(site, points)


DOORS = ("project", "content", "user", "package")


@pytest.mark.parametrize("door", DOORS)
def test_a_variant_is_found_behind_each_door(places, door):
    bring(places["package"].parent)
    folder = variant(places[door] / "some_folder", "mine")
    assert doors.find("mine", "variants") == folder
    [found] = doors.known("variants")["mine"]
    assert (found.version, found.path) == ("1.2.3", folder)
    assert found.door == {"content": "project"}.get(door, door)
    assert found.owner == ("brought" if door == "package" else "")


@pytest.mark.parametrize("door", DOORS)
def test_a_game_is_found_behind_each_door(places, door):
    bring(places["package"].parent)
    folder = make_pack(places[door] / "some_folder")
    assert doors.find("small", "content") == folder
    assert load("small", []).game is not None


def test_a_shipped_pack_is_found_from_anywhere(places):
    assert doors.find("wide_board", "variants") == ROOT / "variants/wide_board"
    assert [f.door for f in doors.known("content")["yamatai"]] == ["shipped"]


def test_the_same_content_behind_several_doors_is_no_question(places):
    bring(places["package"].parent)
    for door in ("package", "user", "project"):
        variant(places[door] / "x", "mine")
        assert doors.find("mine", "variants").parent == places[door]
    assert [f.door for f in doors.known("variants")["mine"]] == ["project", "user", "package"]


@pytest.mark.parametrize(("near", "far"), [
    ("project", "user"), ("project", "content"), ("user", "package"), ("project", "project")])
def test_other_content_behind_two_doors_is_a_question(places, near, far):
    bring(places["package"].parent)
    first = variant(places[near] / "one", "mine")
    second = variant(places[far] / "two", "mine", "title: Another\n")
    with pytest.raises(UsageError) as caught:
        doors.find("mine", "variants")
    said = str(caught.value)
    assert "more than one variant 'mine'" in said
    assert all(f.name in said for f in (first, second))
    assert "name the folder" in said
    assert doors.find(str(second), "variants") == second


def test_a_shipped_game_that_somebody_else_has_too_is_a_question(places):
    make_pack(places["user"] / "x", {"pack.yaml": "language: 1\nid: tictactoe\nversion: 1.0.0\n"
                                                  "rules: [game.yaml]\n"})
    with pytest.raises(UsageError, match="more than one game 'tictactoe'"):
        doors.find("tictactoe", "content")


def test_line_ends_do_not_make_other_content(places):
    variant(places["user"] / "x", "mine")
    folder = variant(places["project"] / "x", "mine")
    (folder / "variant.yaml").write_bytes(manifest("mine").replace("\n", "\r\n").encode())
    assert doors.find("mine", "variants") == folder


def test_two_ways_to_one_folder_count_once(places):
    real = variant(places["user"] / "x", "mine")
    (places["project"] / "link").symlink_to(real)
    assert len(doors.search("mine", "variants")) == 1


def test_the_folders_of_the_program_itself_count_once(places, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert [f.door for f in doors.known("variants")["wide_board"]] == ["shipped"]


# -- names that are paths -------------------------------------------------------------------------


def test_a_folder_is_nearer_than_an_id(places, monkeypatch):
    monkeypatch.chdir(places["project"])
    variant(places["project"] / "wide_board", "wide_board", "title: Mine\n")
    assert doors.find("wide_board", "variants") == Path("wide_board")
    assert doors.find("wide_board/variant.yaml", "variants") == Path("wide_board")


@pytest.mark.parametrize(("name", "kind", "said"), [
    ("wide_bord", "variants", "did you mean 'wide_board'?"),
    ("wide_bord", "content", "did you mean the variant 'wide_board'?"),
    ("wide_board", "content", "'wide_board' is a variant, not a game; play its game --with"),
    ("tictactoe", "variants", "'tictactoe' is a game, not a variant"),
    ("empty", "content", "the folder 'empty' holds no pack.yaml"),
    ("notes.yaml", "content", "is one file"),
    ("no/such", "content", "there is no game 'no/such'"),
    ("", "content", "there is no game ''"),
    ("a\0b", "content", "there is no game"),
    ("x" * 5000, "content", "there is no game 'xxx"),
    ("..", "variants", "holds no variant.yaml"),
    ("changed", "content", "'changed' is a variant, not a game; name its game, and add: --with"),
    ("changed", "variants", None),
    ("cookbook/bluffing", "variants", "'cookbook/bluffing' is a game, not a variant"),
])
def test_what_is_not_there_is_told_with_a_way_out(places, name, kind, said):
    Path("empty").mkdir()
    variant(Path("changed"), "of_another_name")
    if said is None:
        assert doors.find(name, kind) == Path(name)
        return
    with pytest.raises(UsageError) as caught:
        doors.find(name, kind)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("kind", ["content", "variants"])
def test_a_name_is_told_as_far_as_an_id_can_go(places, kind):
    variant(places["project"] / "x", "m" * LONGEST_ID)
    for name, shown, near in (("m" * (LONGEST_ID - 1) + "n", "m" * (LONGEST_ID - 1) + "n", True),
                              ("m" * LONGEST_ID + "n", "m" * LONGEST_ID + "…", False)):
        with pytest.raises(UsageError) as caught:
            doors.find(name, kind)
        said = str(caught.value)
        assert f"'{shown}'" in said
        assert (f"'{'m' * LONGEST_ID}'?" in said) == near


# -- packs that are broken ------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    b"", b"[", b"id: [1]\n", b"\xff\xfe", b"id: broken\nid: mine\n", b"- 1\n", b"a: " + b"[" * 500])
def test_a_broken_manifest_hides_no_other_and_is_found_by_its_folder(places, text):
    folder = places["project"] / "broken"
    folder.mkdir()
    (folder / "variant.yaml").write_bytes(text)
    good = variant(places["project"] / "good", "mine")
    assert doors.find("mine", "variants") == good
    assert doors.find("broken", "variants") == folder
    assert load("tictactoe", ["broken"]).problems


def test_hidden_folders_and_stray_files_are_no_packs(places):
    before = set(doors.known("variants"))
    variant(places["user"] / ".install-x", "mine")
    (places["user"] / "notes.txt").write_text("mine")
    (places["user"] / "empty").mkdir()
    assert set(doors.known("variants")) == before


def test_an_id_in_quotes_or_escapes_is_an_id(places):
    folder = variant(places["project"] / "x", '"\\x6dine"')
    assert doors.find("mine", "variants") == folder


def test_a_word_in_a_manifest_is_not_its_id(places):
    variant(places["project"] / "x", "other", "about: mine\n")
    assert doors.search("mine", "variants") == []


# -- Python packages ------------------------------------------------------------------------------

BROKEN = {
    "no module": ("packs = no_such_module", "", "there is no module 'no_such_module'"),
    "no parent": ("packs = no_such.module", "", "No module named 'no_such'"),
    "no value": ("packs = brought:NOTHING", "", "NOTHING"),
    "a number": ("packs = brought:WHERE", "WHERE = 3", "is not the path of a folder"),
    "no folder": ("packs = brought:WHERE", "WHERE = '/no/such/folder'", "is no folder"),
    "not whole": ("packs = brought:WHERE", "WHERE = '.'", "is no folder"),
    "an error": ("packs = brought:WHERE", "1 / 0", "division by zero"),
    "an exit": ("packs = brought:WHERE", "raise SystemExit", "SystemExit"),
    "control signs": ("packs = brought:WHERE", "raise OSError('\\x1b[31m')", "\\x1b[31m"),
    "no sense": ("packs = %%%", "", "brings no packs by 'packs'"),
}


@pytest.fixture
def fresh(monkeypatch):
    """A module of an earlier test is not remembered."""
    sys.modules.pop("brought", None)
    yield
    sys.modules.pop("brought", None)


@pytest.mark.parametrize("case", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_package_is_told_and_breaks_nothing(places, fresh, case):
    points, code, said = case
    bring(places["package"].parent, points)
    (places["package"] / "__init__.py").write_text(code)
    good = variant(places["project"] / "x", "mine")
    assert doors.find("mine", "variants") == good
    [told] = doors.troubles()
    assert "the Python package 'brought'" in told
    assert said in told
    with pytest.raises(UsageError) as caught:
        doors.find("nothing_like_it", "variants")
    assert told in str(caught.value)


def test_a_broken_package_does_not_hide_the_next_one(places, fresh):
    site = places["package"].parent
    announce(site, "packs = no_such_module", "aaa")
    bring(site)
    folder = variant(places["package"] / "x", "mine")
    assert doors.find("mine", "variants") == folder
    assert len(doors.troubles()) == 1


@pytest.mark.parametrize("value", ["brought.inner", "brought:WHERE", "single"])
def test_an_entry_point_names_a_module_or_a_folder(places, fresh, value):
    site = places["package"].parent
    bring(site, f"packs = {value}")
    inner = places["package"] / "inner"
    variant(inner / "x", "mine")
    (places["package"] / "__init__.py").write_text(
        "from pathlib import Path\nWHERE = Path(__file__).parent / 'inner'\n")
    (site / "single.py").write_text("")
    if value == "single":
        shutil.copytree(inner / "x", site / "x")
    assert [f.owner for f in doors.search("mine", "variants")] == ["brought"]


def test_a_package_can_be_a_pack_itself(places, fresh):
    bring(places["package"].parent)
    variant(places["package"], "mine")
    assert doors.find("mine", "variants") == places["package"]


def test_without_such_packages_no_metadata_is_read(places):
    """The usual start does not pay for what is not there."""
    code = ("import sys\nfrom tilewright.packs import doors\n"
            "doors.find('tictactoe', 'content'); doors.find('wide_board', 'variants')\n"
            "print('importlib.metadata' in sys.modules, 'yaml' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_help_asks_no_door(places):
    code = ("import sys; sys.argv = ['tilewright', 'packs', '--help']\n"
            "from tilewright.__main__ import main\n"
            "try: main()\nexcept SystemExit: pass\n"
            "print('HEAVY', [m for m in ('platformdirs', 'yaml', 'jsonschema')"
            " if m in sys.modules])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "HEAVY []" in done.stdout
    assert all(word in done.stdout for word in ("list", "info", "install", "remove"))


# -- the folder of the user -----------------------------------------------------------------------


def test_without_a_home_there_is_no_folder_of_the_user(monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: Path("~/.local/share/x"))
    assert doors.user_folder() is None
    assert doors.find("tictactoe", "content")


def test_a_folder_of_the_user_that_is_a_file_is_told(places):
    places["user"].rmdir()
    places["user"].write_text("")
    assert doors.find("tictactoe", "content")
    assert "the folder of your packs" in doors.troubles()[0]


def test_a_current_folder_that_is_gone_is_no_door(places, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    assert doors.find("tictactoe", "content")


# -- the commands ---------------------------------------------------------------------------------


def run(*args: str) -> subprocess.CompletedProcess:
    return run_here(*args)


def test_list_tells_each_pack_with_its_first_problem(places):
    variant(places["user"] / "x", "mine", "colour: red\nshape: round\n")
    variant(places["project"] / "y", "twice")
    variant(places["user"] / "y", "twice", "title: Other\n")
    done = run("packs", "list")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("mine "))
    assert lines[at].split()[1:6] == ["1.2.3", "variant", "of", "tictactoe", "user"]
    assert lines[at + 1].strip().startswith("broken: ")
    assert "unknown-key: " in lines[at + 1]
    assert "variant.yaml:5:1" in lines[at + 1]
    assert "and 1 more" in lines[at + 1]
    assert sum("that differ" in line for line in lines) == 2
    assert any(line.startswith("yamatai ") for line in lines)


def test_list_as_json_holds_whatever_manifests_say(places):
    variant(places["user"] / "x", "mine", "requires: {other: '>=1.0'}\noptions: [1, {a: b}]\n")
    bring(places["package"].parent, "packs = no_such_module")
    found = json.loads(run("packs", "list", "--json").stdout)
    [mine] = [p for p in found["packs"] if p["id"] == "mine"]
    assert mine["requires"] == {"other": ">=1.0"}
    assert mine["options"] == [1, {"a": "b"}]
    assert (mine["kind"], mine["door"], mine["variant_of"]) == ("variant", "user", "tictactoe")
    assert "no_such_module" in found["troubles"][0]


def test_info_tells_everything_of_a_pack(places):
    variant(places["user"] / "x", "mine", "title: My game\nabout: Long.\nlicense: MIT\n"
                                          "authors: [A, B]\n")
    done = run("packs", "info", "mine")
    assert done.returncode == 0
    for said in ("mine 1.2.3: My game", "Long.", "MIT", "A, B", "variant.yaml", "packs/x",
                 "tilewright play tictactoe --with mine"):
        assert said in done.stdout
    assert run("packs", "info", str(places["user"] / "x")).returncode == 0


def test_info_of_a_broken_pack_tells_its_problems(places):
    variant(places["user"] / "x", "mine", "title: [1\n")
    done = run("packs", "info", "x")
    assert done.returncode == 1
    assert "yaml-syntax" in done.stdout
    assert run("packs", "info", "nobody").returncode == 2


def test_check_finds_the_game_of_a_variant_behind_any_door(places):
    make_pack(places["user"] / "small")
    folder = variant(places["project"] / "x", "mine")
    (folder / "variant.yaml").write_text(manifest("mine").replace("tictactoe", "small"))
    done = run("check", "mine", "--no-play")
    assert (done.returncode, done.stdout) == (0, "1 pack: no problems\n")
