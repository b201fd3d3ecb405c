"""The documentation is true: commands run, links lead somewhere, the tutorials work as printed.

After a change that is meant, remake the outputs in the tutorials with: python tests/test_docs.py
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from command_line import run_here
from tilewright import stages
from tilewright.cli.situations import run_situations
from tilewright.merging.addresses import NotFound, find, split
from tilewright.merging.merge import VERBS
from tilewright.playing import tables_tried, trial
from tilewright.reading.source import without_places

ROOT = Path(__file__).resolve().parent.parent
TUTORIAL = ROOT / "docs" / "first-game.md"
LAB = ROOT / "docs" / "lab.md"
TUTORIALS = [*sorted((ROOT / "docs").glob("first-*.md")), ROOT / "docs" / "translating.md", LAB]
# A tutorial of which only the blocks `console` are run: its long commands stand in blocks `text`.
STORY = ROOT / "docs" / "lab-story.md"
VARIANTS = ROOT / "variants" / "README.md"
SKIPPED = {".venv", ".git", "node_modules", "build", "dist"}
# Behind the language stands the file that a listing is; `made` marks one that a command has made.
FENCE = re.compile(r"^```(\w+)(?: +(\S+))?(?: +(made))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
# What is another number each time: speeds, and how long a round of `watch` or a series took.
NATIVE = r"(?: in native play(?: \([\d,]+ of [\d,]+ games\))?)?"
TIMES = re.compile(rf", [\d,]+ a second{NATIVE}| · \d+ [a-z]+ \([a-z ]+\)$|"
                   rf"^\d+\.\d\d s{NATIVE}$\n?", re.MULTILINE)
# A slow machine plays fewer games while it checks.
PLAYED = re.compile(r"\d+ games? played")
SHELLS = ("console", "sh", "bash")
# Test_cli looks at each shipped pack, and at more than the exit code.
RUN_ELSEWHERE = {"tilewright check"}


def pages() -> list[Path]:
    return sorted(p for p in ROOT.rglob("*.md")
                  if not SKIPPED & set(p.relative_to(ROOT).parts)
                  and not any(part.startswith(".") for part in p.relative_to(ROOT).parts))


def run(command: str, folder: Path) -> tuple[int, str]:
    """Run a `tilewright` command; its exit code and all that it printed.

    Packs are installed beside the folder, and names of files do not tell where it all is.
    """
    words = shlex.split(command, comments=True)
    assert words[0] == "tilewright", f"this is not a command of the package: {command}"
    words, typed = (words[:-2], words[-1]) if words[-2:-1] == ["<"] else (words, os.devnull)
    home = folder.resolve().parent / f"{folder.name}-data"
    made = run_here(*words[1:], cwd=folder, stdin=(folder / typed).read_text(encoding="utf-8"),
                    columns=80, together=True, env={"NO_COLOR": "1", "XDG_DATA_HOME": str(home)})
    printed = made.stdout.replace(f"{home}/", "~/.local/share/").replace(f"{ROOT}/", "")
    lines = (line.rstrip() for line in TIMES.sub("", printed).splitlines())
    return made.returncode, "\n".join(lines).strip("\n")


def steps(text: str) -> list[tuple[str, str, str]]:
    """The fenced blocks of a page in order: language, file name, content."""
    return [(m[1], m[2] or "", m[4]) for m in FENCE.finditer(text)]


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that stands below it."""
    found = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(c.partition("\n")[0], c.partition("\n")[2].strip("\n")) for c in found]


def matches(printed: str, expected: str) -> bool:
    """Whether an output is the one shown; a line `...` stands for any lines between."""
    printed, expected = (PLAYED.sub("games played", said) for said in (printed, expected))
    first, dots, last = expected.partition("\n...\n")
    if not dots:
        return printed == expected
    return printed.startswith(f"{first}\n") and printed.endswith(f"\n{last}")


def listing(path: str, content: str, folder: Path) -> None:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")


# -- the tutorials ----------------------------------------------------------------------------


@dataclass
class Followed:
    """A tutorial that somebody followed: what was seen, and what should have been."""

    page: Path
    folder: Path
    shown: list[tuple[str, int, str, str]] = field(default_factory=list)
    made: list[tuple[str, str, str]] = field(default_factory=list)


@pytest.fixture(scope="module", params=TUTORIALS, ids=lambda p: p.stem)
def followed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Followed:
    """Each command of a tutorial is run once, for all tests."""
    done = Followed(request.param, tmp_path_factory.mktemp("reader"))
    with pytest.MonkeyPatch.context() as patch:
        # To `check`, a few games for each number of players are enough here, the same on every
        # machine. To compile a game anew for each option would take longer than to play.
        patch.setattr(tables_tried, "GAMES", 0)
        patch.setattr(tables_tried, "_values", lambda _option: [])
        patch.setattr(trial, "SECONDS", float("inf"))
        _follow(done, done.folder)
    return done


def _follow(done: Followed, folder: Path) -> None:
    for match in FENCE.finditer(done.page.read_text(encoding="utf-8")):
        if match[3]:
            done.made.append((match[2], (folder / match[2]).read_text("utf-8"), match[4]))
        elif match[2]:
            listing(match[2], match[4], folder)
        elif match[1] == "console":
            done.shown += [(command, *run(command, folder), expected)
                           for command, expected in commands(match[4])]


@pytest.mark.many
def test_a_tutorial_prints_what_it_says(followed: Followed) -> None:
    for command, _, printed, expected in followed.shown:
        assert matches(printed, expected), f"$ {command}\n{printed}"
    assert len(followed.shown) >= 8


def test_files_that_a_command_made_are_shown_as_they_are(followed: Followed) -> None:
    for path, made, shown in followed.made:
        assert shown == made, path


def pictures_made(text: str, folder: Path) -> list[Path]:
    """The pictures that the commands of a tutorial make."""
    return [folder / command.split()[-1] for language, _, block in steps(text)
            if language == "console" for command, _ in commands(block)
            if command.startswith("tilewright picture")]


def test_the_pictures_of_a_tutorial_are_those_that_its_commands_make(followed: Followed) -> None:
    text = followed.page.read_text(encoding="utf-8")
    for made in pictures_made(text, followed.folder):
        assert f"(pictures/{made.name})" in text
        shown = ROOT / "docs" / "pictures" / made.name
        assert shown.read_text("utf-8") == made.read_text("utf-8"), made.name


def test_a_tutorial_has_a_mistake_and_ends_well(followed: Followed) -> None:
    if followed.page == LAB:
        # Nothing is written there; one series is refused, since its folder has another one.
        assert sorted(code for _, code, *_ in followed.shown) == [0] * 7 + [2]
        return
    codes = [code for command, code, *_ in followed.shown if command.startswith("tilewright check")]
    assert 1 in codes
    assert codes[-1] == 0
    assert not any(code > 1 for _, code, *_ in followed.shown)


def test_every_listing_of_a_tutorial_names_its_file(followed: Followed) -> None:
    for language, path, _ in steps(followed.page.read_text(encoding="utf-8")):
        assert language == "console" or path


def test_a_tutorial_mentions_each_file_before_it_shows_it(followed: Followed) -> None:
    text = followed.page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        if match[2]:
            said = text[:match.start()].rsplit("```", 1)[-1]
            assert f"`{match[2]}`" in said or "manifest" in said, match[2]


# -- a story with long commands ---------------------------------------------------------------


def test_the_short_commands_of_the_story_print_what_it_says(tmp_path: Path) -> None:
    for language, path, content in steps(STORY.read_text(encoding="utf-8")):
        if path:
            listing(path, content, tmp_path)
        for command, expected in commands(content) if language == "console" else ():
            code, printed = run(command, tmp_path)
            assert code == 0
            assert matches(printed, expected), f"$ {command}\n{printed}"


def test_the_long_commands_of_the_story_are_of_the_lab() -> None:
    """They are not played again; their options are known, and their paths are on the page."""
    text = STORY.read_text(encoding="utf-8")
    long = [command for language, _, content in steps(text) if language == "text"
            for command, _ in commands(content)]
    assert {shlex.split(command)[2] for command in long} >= {"price", "tune", "compare"}
    helps = run_here("lab", "run", "--help", columns=80).stdout
    for name in ("price", "tune", "compare"):
        helps += run_here("lab", name, "--help", columns=80).stdout
    for command in long:
        assert command.startswith("tilewright lab ")
        assert all(f"{word} " in helps for word in shlex.split(command) if word.startswith("--"))
    assert len(text.splitlines()) < 220


# -- commands on other pages ------------------------------------------------------------------


def shown_commands() -> list[tuple[str, str]]:
    """Commands of the package in code blocks; those with words to fill in are left out."""
    found = []
    for page in pages():
        if page in TUTORIALS or page == STORY:
            continue
        for language, _, content in steps(page.read_text(encoding="utf-8")):
            if language in SHELLS:
                lines = [line.strip().removeprefix("$ ") for line in content.splitlines()]
                found += [(page.relative_to(ROOT).as_posix(), line) for line in lines
                          if line.startswith("tilewright") and not re.search(r"[A-Z]{3}|…", line)
                          # The table serves until it is stopped; its own tests try it.
                          and not line.startswith("tilewright table")]
    return found


@pytest.mark.many
@pytest.mark.parametrize(("page", "command"), [
    shown for shown in shown_commands()
    if shlex.join(shlex.split(shown[1], comments=True)) not in RUN_ELSEWHERE])
def test_commands_on_pages_run(page: str, command: str, tmp_path: Path) -> None:
    code, printed = run(command, tmp_path)
    assert code == 0, f"{page}: {command}\n{printed}"


def test_the_readme_shows_commands() -> None:
    assert sum(page == "README.md" for page, _ in shown_commands()) >= 3


def test_the_readme_picture_is_real(tmp_path: Path) -> None:
    """The picture of a game is the output of the command above it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    pictures = [c for language, _, block in steps(text) if language == "console"
                for c in commands(block)]
    assert pictures
    for command, expected in pictures:
        _, printed = run(command, tmp_path)
        assert matches(printed, expected), f"$ {command}\n{printed}"


def test_the_python_of_the_readme_runs(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = [content for language, _, content in steps(text) if language == "python"]
    assert blocks
    for block in blocks:
        made = subprocess.run([sys.executable, "-W", "error", "-c", block], cwd=tmp_path,
                              check=False, capture_output=True, text=True)
        assert made.returncode == 0, made.stderr
        assert made.stdout


def test_the_game_in_the_readme_is_the_real_one() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    game = (ROOT / "content/tictactoe/game.yaml").read_text(encoding="utf-8")
    blocks = [content for language, _, content in steps(text) if language == "yaml"]
    assert blocks
    assert all(block in game for block in blocks if not block.startswith("situations:"))


def test_the_situations_in_the_readme_come_out(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (told,) = [content for language, _, content in steps(text)
               if language == "yaml" and content.startswith("situations:")]
    (tmp_path / "told.yaml").write_text(f"game: connect_four\n{told}")
    assert run_situations([str(tmp_path / "told.yaml")], [], "text") == 0


def test_the_mistake_in_the_readme_is_told_like_that(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    said = next(content for language, _, content in steps(text) if language == "text")
    shutil.copytree(ROOT / "content" / "tictactoe", tmp_path / "content" / "tictactoe")
    game = tmp_path / "content" / "tictactoe" / "game.yaml"
    right = game.read_text(encoding="utf-8")
    game.write_text(right.replace("in cells if c.mark == none", "in cels if c.mark == none"),
                    encoding="utf-8")
    code, printed = run("tilewright check content/tictactoe", tmp_path)
    assert code == 1
    assert said.strip("\n") in printed


def test_the_smallest_example_of_a_pack_is_whole(tmp_path: Path) -> None:
    page = (ROOT / "content" / "README.md").read_text(encoding="utf-8")
    for _, path, content in steps(page):
        if path:
            listing(path, content, tmp_path / "coins")
    for command in ("check coins", "simulate coins --games 20 --players 6"):
        code, printed = run(f"tilewright {command}", tmp_path)
        assert code == 0, printed


SECRETS = ROOT / "docs" / "secret-choices.md"


def games_of_secret_choices() -> dict[str, str]:
    """The games of the page, each as it stands there."""
    page = steps(SECRETS.read_text("utf-8"))
    return {Path(path).parent.name: rules for _, path, rules in page if path.endswith("game.yaml")}


@pytest.mark.parametrize("name", games_of_secret_choices())
def test_the_games_of_secret_choices_are_whole(name: str, tmp_path: Path) -> None:
    """Each is a pack with the manifest that the page shows."""
    (manifest,) = (c for _, path, c in steps(SECRETS.read_text("utf-8")) if "pack.yaml" in path)
    listing("pack.yaml", re.sub(r"\bid: \w+", f"id: {name}", manifest), tmp_path / name)
    listing("game.yaml", games_of_secret_choices()[name], tmp_path / name)
    for command in (f"tilewright check {name}", f"tilewright simulate {name} --games 20",
                    f"tilewright simulate {name} --games 2 --bot greedy"):
        code, printed = run(command, tmp_path)
        assert code == 0, printed


def test_the_page_of_secret_choices_has_what_it_promises() -> None:
    assert set(games_of_secret_choices()) == {"signs", "auction", "ships", "cup"}
    assert len(SECRETS.read_text("utf-8").splitlines()) <= 200


ELSEWHERE = ROOT / "docs" / "longer-elsewhere.md"


def test_the_lines_of_a_tile_elsewhere_are_counted() -> None:
    text = ELSEWHERE.read_text("utf-8")
    counted = [sum(1 for line in content.splitlines() if line and not line.startswith(("#", "//")))
               for _, _, content in steps(text)]
    assert counted == [int(n) for n in re.findall(r"\(#in-[\w-]+\) \| (\d+) \|", text)]


def test_the_tile_that_is_longer_elsewhere_is_the_real_one() -> None:
    game = ROOT / "content" / "yamatai"
    real = {line.partition("  #")[0].strip() for name in (
        "tiles/specialists.yaml", "vocabulary.yaml", "text/en.yaml")
        for line in (game / name).read_text("utf-8").splitlines()}
    (told,) = [c for language, _, c in steps(ELSEWHERE.read_text("utf-8")) if language == "yaml"]
    assert {line.strip() for line in told.splitlines() if not line.startswith("#")} <= real | {""}


# -- how a variant changes a game -------------------------------------------------------------


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the game of the tutorial, without its texts."""
    folder = tmp_path_factory.mktemp("orchard")
    for _, path, content in steps(TUTORIAL.read_text(encoding="utf-8")):
        if path and "/text/" not in path:
            listing(path, re.sub(r"^texts:.*\n", "", content, flags=re.MULTILINE), folder)
    return folder


def table(*head: str) -> list[list[str]]:
    """The rows of a table of the page about variants, found by its head."""
    text = VARIANTS.read_text(encoding="utf-8")
    _, found, rest = text.partition(f"| {' | '.join(head)} |\n")
    assert found, head
    rows = [line for line in rest.partition("\n\n")[0].splitlines()[1:] if line.startswith("|")]
    return [[cell.strip().removeprefix("`").removesuffix("`")
             for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]


def variant(folder: Path, name: str, overlay: str = "", more: str = "", language: int = 2) -> Path:
    """A variant of Orchard beside it."""
    overlays = "overlays: [changes.yaml]\n" if overlay else ""
    listing("variant.yaml", f"language: {language}\nid: {name}\nversion: 1.0.0\n"
            f"variant_of: orchard\n{more}{overlays}", folder / name)
    if overlay:
        listing("changes.yaml", f"{overlay}\n", folder / name)
    return folder / name


def check_values(loaded: stages.Loaded, said: str) -> None:
    """Whether a game has the value that a cell of a table tells, as `PATH: VALUE`."""
    assert loaded.layers is not None
    for path, value in {} if said == "nothing" else yaml.safe_load(said).items():
        assert without_places(find(loaded.layers.root, split(path)).value) == value, path


def check_gone(loaded: stages.Loaded, said: str) -> None:
    """Whether there is nothing yet, or any more, where another cell tells a value."""
    assert loaded.layers is not None
    for path in yaml.safe_load(said):
        with suppress(NotFound):
            assert not find(loaded.layers.root, split(path)).exists, path


@pytest.mark.parametrize("row", table("overlay", "before", "after"), ids=lambda row: row[0])
def test_each_operation_does_what_its_row_says(row: list[str], orchard: Path,
                                               tmp_path: Path) -> None:
    overlay, before, after = row
    base = stages.load(str(orchard / "orchard"), [])
    changed = stages.load(str(orchard / "orchard"), [str(variant(tmp_path, "mine", overlay))])
    assert not changed.problems, changed.problems.sorted()
    for loaded, here, there in ((base, before, after), (changed, after, before)):
        check_values(loaded, here)
        if here == "nothing":
            check_gone(loaded, there)


@pytest.mark.parametrize("row", table("overlay", "problem"), ids=lambda row: row[0])
def test_what_is_refused_is_told_so(row: list[str], orchard: Path, tmp_path: Path) -> None:
    overlay, code = row
    loaded = stages.load(str(orchard / "orchard"), [str(variant(tmp_path, "mine", overlay))])
    assert [p.code for p in loaded.problems.sorted()] == [code]


@pytest.mark.parametrize("row", table("item", "its name", "for example", "in"),
                         ids=lambda row: row[2])
def test_items_of_lists_have_the_names_that_are_told(row: list[str]) -> None:
    path, name = row[2:]
    on_top = (ROOT / "variants" / name).is_dir()
    loaded = stages.load("yamatai" if on_top else name, [name] if on_top else [])
    assert loaded.layers is not None
    assert find(loaded.layers.root, split(path)).exists


@pytest.mark.parametrize("row", table("in the manifest", "what follows"), ids=lambda row: row[0])
def test_manifests_mean_what_is_told(row: list[str], orchard: Path, tmp_path: Path) -> None:
    said, follows = row
    folders = [variant(tmp_path, "mine", more=f"{said}\n"), variant(tmp_path, "other")]
    loaded = stages.load(str(orchard / "orchard"), [str(f) for f in folders])
    codes = [p.code for p in loaded.problems.sorted()]
    assert codes == ([] if follows in ("fine", "comes after it") else [follows])
    if not codes:
        last = "mine" if follows == "comes after it" else "other"
        assert loaded.order.packs[-1].manifest["id"] == last


@pytest.mark.parametrize("row", table("overlay", "in language 1", "in language 2"),
                         ids=lambda row: row[0])
def test_the_versions_of_the_language_differ_so(row: list[str], orchard: Path,
                                                tmp_path: Path) -> None:
    for version in (1, 2):
        mine = variant(tmp_path / str(version), "mine", row[0], language=version)
        loaded = stages.load(str(orchard / "orchard"), [str(mine)])
        assert not loaded.problems
        check_values(loaded, row[version])


@pytest.mark.parametrize("kind", ["overlay", "variant"])
def test_the_page_about_variants_is_complete(kind: str) -> None:
    """Each key of an overlay and of a manifest is on the page."""
    page = VARIANTS.read_text(encoding="utf-8")
    schema: dict[str, Any] = yaml.safe_load((ROOT / f"schema/{kind}.schema.json").read_text())
    assert [key for key in schema["properties"] if f"`{key}" not in page] == []
    assert ", ".join(f"`{verb}`" for verb in VERBS) in " ".join(page.split())


# -- links and sizes --------------------------------------------------------------------------


@pytest.mark.parametrize("page", pages(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), f"{target} leads nowhere"
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file), f"{target}: there is no such heading"


def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as GitHub makes them."""
    heads = re.findall(r"^#+ +(.+)$", FENCE.sub("", page.read_text(encoding="utf-8")),
                       re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in heads}


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_front_pages_stay_short(name: str) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "interpreter/README.md"])
def test_files_named_on_front_pages_exist(name: str) -> None:
    """A path in `code` that begins with a folder of this repository leads to something."""
    page = ROOT / name
    tops = {p.name for p in ROOT.iterdir() if p.is_dir()}
    for path in re.findall(r"`([\w./-]+/[\w./-]*)`", page.read_text(encoding="utf-8")):
        if path.split("/")[0] in tops:
            assert (ROOT / path).exists(), f"{name} names {path}"


# -- remaking the tutorials -------------------------------------------------------------------


def as_before(printed: str, before: str) -> str:
    """An output, cut in the middle where it was cut before."""
    first, dots, last = before.partition("\n...\n")
    if not dots:
        return printed
    lines, head, tail = printed.split("\n"), first.count("\n") + 1, last.count("\n") + 1
    return "\n".join([*lines[:head], "...", *lines[-tail:]])


def remade(text: str, folder: Path) -> str:
    """A tutorial with the outputs, and the files that commands make, as they are now."""

    def block(match: re.Match[str]) -> str:
        if match[3]:
            made = (folder / match[2]).read_text(encoding="utf-8")
            return f"```{match[1]} {match[2]} made\n{made}```"
        if match[2]:
            listing(match[2], match[4], folder)
        if match[1] != "console":
            return match[0]
        shown = [f"$ {command}\n{as_before(run(command, folder)[1], before)}".strip("\n")
                 for command, before in commands(match[4])]
        return "```console\n" + "\n".join(shown) + "\n```"

    return FENCE.sub(block, text)


if __name__ == "__main__":
    for tutorial in TUTORIALS:
        with tempfile.TemporaryDirectory() as made_in:
            at = Path(made_in) / "reader"
            at.mkdir()
            new = remade(tutorial.read_text(encoding="utf-8"), at)
            tutorial.write_text(new, encoding="utf-8")
            for picture in pictures_made(new, at):
                shutil.copy(picture, ROOT / "docs" / "pictures" / picture.name)
