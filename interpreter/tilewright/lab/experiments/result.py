"""What came of an experiment as files: all of it as data and as text, and the reports of series."""

from __future__ import annotations

import json
import platform
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from tilewright.lab.findings.names import game_names
from tilewright.lab.program import program
from tilewright.lab.report import write as write_report
from tilewright.lab.report.markdown import code, plain
from tilewright.problems import UsageError, printable
from tilewright.reading.source import without_places
from tilewright.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from tilewright.lab.experiments.read import Experiment, Side
    from tilewright.lab.experiments.run import Answer

VERSION = 1
Told = dict[str, Any]


def result(asked: Experiment, command: str, answers: Iterable[tuple[Answer, list[str]]]) -> Told:
    """All that was asked and found, as data for JSON; each answer with its lines."""
    return {
        "version": VERSION,
        "made": {"command": command, "tilewright": version("tilewright"), "program": program(),
                 "python": platform.python_version(),
                 "file": {"name": asked.path.name, "hash": asked.hash},
                 "arms": {name: _arm(side) for name, side in asked.arms.items()}},
        "asked": without_places(asked.told),
        "answers": [{"kind": one.question.kind, "ask": without_places(one.question.told),
                     "name": one.question.name, "lines": lines, "found": one.found}
                    for one, lines in answers]}


def _arm(side: Side) -> Told:
    game, plan = side.game, side.plan
    return {"id": game.id, "title": game_names(game.model), "version": game.model.version,
            "hash": game.hash, "variants": list(game.model.variants),
            "options": dict(plan.arm.options), "players": plan.players, "bots": list(plan.bots),
            "seed": plan.seed}


def write(found: Told, answers: Sequence[Answer], folder: Path, lang: str,
          interactive: bool = False) -> None:
    """Write `experiment.json`, `experiment.md`, and the report of each series in a folder of its
    own."""
    reports: list[str] = []
    for answer in answers:
        name = _report(answer, reports)
        if name:
            write_report(answer.found, answer.question.sides[0].game, folder / name, lang,
                         interactive)
        reports.append(name)
    text = _markdown(found, reports)
    whole = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    try:
        for name, said in (("experiment.json", whole), ("experiment.md", text)):
            write_whole(folder / name, said)
    except OSError as error:
        raise UsageError(f"the answers cannot be written to '{printable(str(folder))}': "
                         f"{error.strerror or error}; name another folder with '--out'") from error


def _report(answer: Answer, before: Sequence[str]) -> str:
    """The folder of a report; no arm has a name with this sign."""
    if answer.question.kind != "series":
        return ""
    arm = answer.question.sides[0].plan.arm.name
    number = 1 + sum(name.partition("-")[0] == arm for name in before)
    return arm if number == 1 else f"{arm}-{number}"


def _markdown(found: Told, reports: Sequence[str]) -> str:
    """The answers as a page, each with the lines that the terminal has."""
    made = found["made"]
    rows = [("command", code(made["command"])), ("tilewright", made["program"]),
            ("Python", made["python"]), ("file", f"`{made['file']['hash']}`"),
            *((name, f"`{arm['hash']}` {plain(_on_top(arm))}".rstrip())
              for name, arm in made["arms"].items())]
    lines = [f"# {plain(found['asked']['question'])}", "", "| | |", "| --- | --- |",
             *(f"| {plain(name)} | {said} |" for name, said in rows)]
    for answer, report in zip(found["answers"], reports, strict=True):
        lines += ["", f"## {plain(answer['name'])}", "", "```text", *answer["lines"][1:], "```"]
        lines += ["", f"[The report]({report}/report.html)"] if report else []
    return "\n".join(lines) + "\n"


def _on_top(arm: Told) -> str:
    """The variants and settings of an arm."""
    return ", ".join([*arm["variants"], *(f"{name}={value}"
                                          for name, value in arm["options"].items())])
