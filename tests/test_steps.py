"""What each word costs in steps, held as data: `steps.yaml`.

Where code is small, nothing of it is charged by itself, so that no game would show a charge that is
gone. Here each line is counted as it is written, and once more charged to the last step.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from bad_packs import Dumper
from tilewright import limits, stages
from tilewright.compiling import metering
from tilewright.language.effects import EFFECTS
from tilewright.language.functions import FUNCTIONS
from tilewright.middle.header import STEPS
from tilewright.playing.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).with_name("steps.yaml")
FIRST = "plain"
FAR = 1_000
# The steps of a turn are no effects that an action could have.
IN_TURNS = {"must", "may", "must_if_possible"}
# An expression of each type as a number that is written down.
WRITTEN = {"number": "{}", "test": "1 if {} else 0", "element": "index({})",
           "one or none": "1 if ({}) == none else 0", "list": "size({})", "numbers": "sum({})"}


def lines(told: dict[str, Any]) -> dict[str, str]:
    """All lines, each as the statement that it becomes."""
    return {text: text if kind == "statement" else
            "{set: {me.sum: " + repr(WRITTEN[kind].format(text)) + "}}"
            for kind, of_kind in told["lines"].items() for text in of_kind}


def written(folder: Path, told: dict[str, Any]) -> Path:
    """A pack with a procedure for each line, which stands on a line of its own, and its action."""
    files = {f"{family}.yaml": {"family": family, "tiles": tiles}
             for family, tiles in told["tiles"].items()}
    files["pack.yaml"] = {"language": 2, "id": "steps", "version": "1.0.0",
                          "rules": ["game.yaml"], "tiles": list(files)}
    for name, data in files.items():
        (folder / name).write_text(yaml.dump(data, Dumper=Dumper), encoding="utf-8")
    game = dict(told["game"])
    procedures = "".join(f"  {name}: {{do: [{line}]}}\n" for name, line in zip(
        names(told), lines(told).values(), strict=True))
    procedures += _section(game.pop("procedures"))
    game["actions"] |= {f"do_{name}": {"do": [{"call": name}]} for name in names(told)}
    offered = [f"do_{name}" for name in names(told)]
    game["flow"] = {"round": {"each": "players", "turn": [{"must": offered}, {"must": [FIRST]}]}}
    text = f"procedures:\n{procedures}{yaml.dump(game, Dumper=Dumper, sort_keys=False)}"
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


def _section(data: dict[str, Any]) -> str:
    return "".join(f"  {name}: {yaml.dump(value, default_flow_style=True, width=10_000)}"
                   for name, value in data.items())


def names(told: dict[str, Any]) -> list[str]:
    return [f"line_{number}" for number in range(len(lines(told)))]


@contextmanager
def far() -> Iterator[pytest.MonkeyPatch]:
    """Boards of twenty cells are large inside: distances are found in play there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "DISTANCES", FAR)
        yield patch


def counted(folder: Path, told: dict[str, Any]) -> list[int]:
    """The steps that the code of each line is said to take, where nothing is charged by itself."""
    found: dict[int, int] = {}
    settle = metering.Metered.settle

    def noted(em: metering.Metered) -> int:
        if Path(em.place.file).name == "game.yaml":
            found[em.place.line] = found.get(em.place.line, 0) + em.steps
        return settle(em)

    with far() as patch:
        patch.setattr(metering.Metered, "settle", noted)
        _loaded(folder).program()
    rows = (folder / "game.yaml").read_text("utf-8").splitlines()
    return [found.get(next(at for at, row in enumerate(rows, 1) if row.startswith(f"  {name}:")), 0)
            for name in names(told)]


def charged(folder: Path, told: dict[str, Any]) -> list[int]:
    """The steps that each line takes in play, where all is charged."""
    with far() as patch:
        patch.setattr(metering, "LIGHT", 0)
        patch.setattr(metering, "RARE", 0)
        game = _loaded(folder)
        start = game.new(seed=1)
        found = []
        for name in names(told):
            state = start.clone()
            state.apply(state.find(f"do_{name}"))
            found.append(state._s[STEPS])
    return found


def _loaded(folder: Path) -> Game:
    loaded = stages.load_folders(folder, [])
    errors = [p for p in loaded.problems.sorted() if p.code not in (
        "unused", "never-linked", "text-missing")]
    assert loaded.game is not None, errors
    return Game(loaded.game)


def read() -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load(DATA.read_text(encoding="utf-8"))
    return told


def wanted(told: dict[str, Any]) -> dict[str, list[int]]:
    return {text: given for of_kind in told["lines"].values() for text, given in of_kind.items()}


def found(folder: Path, told: dict[str, Any]) -> dict[str, list[int]]:
    pack = written(folder, told)
    both = zip(counted(pack, told), charged(pack, told), strict=True)
    return dict(zip(lines(told), map(list, both), strict=True))


def test_words_cost_what_is_told(tmp_path: Path) -> None:
    told = read()
    assert found(tmp_path, told) == wanted(told)


def test_each_word_has_its_costs() -> None:
    said = " ".join(lines(read()).values())
    words = set(re.findall(r"\w+", said))
    assert (set(EFFECTS) | set(FUNCTIONS)) - words == IN_TURNS


def _renewed(text: str, numbers: dict[str, list[int]]) -> Iterator[str]:
    for line in text.splitlines():
        row = re.fullmatch(r'    (".*"): \[.*\]', line)
        yield line if row is None else f"    {row[1]}: {numbers[yaml.safe_load(row[1])]}"


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        now = found(Path(name), read())
    DATA.write_text("\n".join(_renewed(DATA.read_text("utf-8"), now)) + "\n", encoding="utf-8")
