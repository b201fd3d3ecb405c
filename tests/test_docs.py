"""The documentation is true: commands run, links lead somewhere, the tutorial works as printed.

After a change that is meant, remake the outputs in the tutorial with: python tests/test_docs.py
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TUTORIAL = ROOT / "docs" / "first-game.md"
SKIPPED = {".venv", ".git", "node_modules", "build", "dist"}
FENCE = re.compile(r"^```(\w+)(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
SPEED = re.compile(r", [\d,]+ a second")
SHELLS = ("console", "sh", "bash")


def pages() -> list[Path]:
    return sorted(p for p in ROOT.rglob("*.md")
                  if not SKIPPED & set(p.relative_to(ROOT).parts)
                  and not any(part.startswith(".") for part in p.relative_to(ROOT).parts))


def run(command: str, folder: Path) -> tuple[int, str]:
    """Run a `tilewright` command; its exit code and all that it printed."""
    words = shlex.split(command, comments=True)
    assert words[0] == "tilewright", f"this is not a command of the package: {command}"
    made = subprocess.run(  # the command line as a reader types it
        [sys.executable, "-m", "tilewright", *words[1:]], cwd=folder, check=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, encoding="utf-8", env={**os.environ, "PYTHONIOENCODING": "utf-8",
                                          "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"})
    return made.returncode, SPEED.sub("", made.stdout).strip("\n")


def steps(text: str) -> list[tuple[str, str, str]]:
    """The fenced blocks of a page in order: language, file name, content."""
    return [(m[1], m[2] or "", m[3]) for m in FENCE.finditer(text)]


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that stands below it."""
    found = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(c.partition("\n")[0], c.partition("\n")[2].strip("\n")) for c in found]


def matches(printed: str, expected: str) -> bool:
    """Whether an output is the one shown; a line `...` stands for any lines between."""
    first, dots, last = expected.partition("\n...\n")
    if not dots:
        return printed == expected
    return printed.startswith(f"{first}\n") and printed.endswith(f"\n{last}")


def listing(path: str, content: str, folder: Path) -> None:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")


# -- the tutorial -----------------------------------------------------------------------------


def test_the_tutorial_prints_what_it_says(tmp_path: Path) -> None:
    ran = 0
    for language, path, content in steps(TUTORIAL.read_text(encoding="utf-8")):
        if path:
            listing(path, content, tmp_path)
        elif language == "console":
            for command, expected in commands(content):
                _, printed = run(command, tmp_path)
                assert matches(printed, expected), f"$ {command}\n{printed}"
                ran += 1
    assert ran >= 8


def test_the_tutorial_has_one_mistake_and_ends_well(tmp_path: Path) -> None:
    codes = []
    for language, path, content in steps(TUTORIAL.read_text(encoding="utf-8")):
        if path:
            listing(path, content, tmp_path)
        elif language == "console":
            codes += [run(command, tmp_path)[0] for command, _ in commands(content)
                      if command.startswith("tilewright check")]
    assert codes.count(1) == 1
    assert codes[-1] == 0


def test_every_listing_of_the_tutorial_names_its_file() -> None:
    for language, path, _ in steps(TUTORIAL.read_text(encoding="utf-8")):
        assert language == "console" or path.startswith("orchard/")


def test_the_tutorial_mentions_each_file_before_it_shows_it() -> None:
    text = TUTORIAL.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        if match[2]:
            said = text[:match.start()].rsplit("```", 1)[-1]
            assert f"`{match[2]}`" in said or "manifest" in said, match[2]


# -- commands on other pages ------------------------------------------------------------------


def shown_commands() -> list[tuple[str, str]]:
    """Commands of the package in code blocks; those with words to fill in are left out."""
    found = []
    for page in pages():
        if page == TUTORIAL:
            continue
        for language, _, content in steps(page.read_text(encoding="utf-8")):
            if language in SHELLS:
                lines = [line.strip().removeprefix("$ ") for line in content.splitlines()]
                found += [(page.relative_to(ROOT).as_posix(), line) for line in lines
                          if line.startswith("tilewright") and not re.search(r"[A-Z]{3}|…", line)]
    return found


@pytest.mark.parametrize(("page", "command"), shown_commands())
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
    assert all(block in game for block in blocks)


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


def test_the_overlays_in_the_table_of_variants_work(tmp_path: Path) -> None:
    """Each overlay of the table does what it says, on the game of the tutorial."""
    for _, path, content in steps(TUTORIAL.read_text(encoding="utf-8")):
        if path and "/text/" not in path:
            listing(path, re.sub(r"^texts:.*\n", "", content, flags=re.MULTILINE), tmp_path)
    page = (ROOT / "variants" / "README.md").read_text(encoding="utf-8")
    overlays = re.findall(r"\| `((?:set|add|remove): [^`]+)` \|", page)
    assert [o.partition(":")[0] for o in overlays] == ["set", "add", "remove"]
    for number, overlay in enumerate(overlays):
        name = f"mine_{number}"
        listing("variant.yaml", f"language: 1\nid: {name}\nversion: 1.0.0\nvariant_of: orchard\n"
                "overlays: [changes.yaml]\n", tmp_path / name)
        listing("changes.yaml", f"{overlay}\n", tmp_path / name)
        code, printed = run(f"tilewright check {name}", tmp_path)
        assert code == 0, printed


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


# -- remaking the tutorial --------------------------------------------------------------------


def as_before(printed: str, before: str) -> str:
    """An output, cut in the middle where it was cut before."""
    first, dots, last = before.partition("\n...\n")
    if not dots:
        return printed
    lines, head, tail = printed.split("\n"), first.count("\n") + 1, last.count("\n") + 1
    return "\n".join([*lines[:head], "...", *lines[-tail:]])


def remade(text: str, folder: Path) -> str:
    """The tutorial with the outputs as they are now."""

    def block(match: re.Match[str]) -> str:
        if match[2]:
            listing(match[2], match[3], folder)
        if match[1] != "console":
            return match[0]
        shown = [f"$ {command}\n{as_before(run(command, folder)[1], before)}"
                 for command, before in commands(match[3])]
        return "```console\n" + "\n".join(shown) + "\n```"

    return FENCE.sub(block, text)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made_in:
        new = remade(TUTORIAL.read_text(encoding="utf-8"), Path(made_in))
        TUTORIAL.write_text(new, encoding="utf-8")
