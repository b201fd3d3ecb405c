"""A report as Markdown: the same sentences and tables, without pictures."""

from __future__ import annotations

import re
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from tilewright.lab.report import parts
from tilewright.lab.report.words import Words

if TYPE_CHECKING:
    from tilewright.lab.report.parts import Report

SPECIAL = re.compile(r"([\\`*_\[\]|#])")


def plain(said: str) -> str:
    """Words in which nothing is markup."""
    lines = " ".join(said.split("\n")).replace("&", "&amp;").replace("<", "&lt;")
    return SPECIAL.sub(r"\\\1", lines)


def code(said: str) -> str:
    """Words between as many backquotes as it takes."""
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", said)), default=0))
    inner = f" {said} " if "`" in said else said
    return f"{fence}{inner}{fence}".replace("|", r"\|").replace("\n", " ")


def markdown(report: Report) -> str:
    words = Words(report.lang)
    lines = [f"# {plain(words.says('head.title', game=report.title))}", "",
             plain(" · ".join(report.under)), ""]
    for said in report.warnings:
        lines += [f"> **{plain(words.says('head.warning'))}** {plain(said)}", ""]
    for section in report.sections:
        lines += [f"## {plain(section.title)}", ""]
        for part in section.parts:
            lines += [*told(part), ""]
    return "\n".join([*lines, words.says("head.data", file="report.json"), ""])


@singledispatch
def told(part: Any) -> list[str]:
    raise TypeError(f"no way to write {type(part).__name__}")


@told.register
def _(part: parts.Text) -> list[str]:
    return [plain(part.said)]


@told.register
def _(part: parts.Answers) -> list[str]:
    return [f"- **{plain(a.about)}** ({plain(a.told)}): {plain(a.said)}" for a in part.answers]


@told.register
def _(part: parts.Figures) -> list[str]:
    return [f"- {plain(f.what)}: **{plain(f.value)}**{f' ({plain(f.range)})' if f.range else ''}"
            for f in part.figures]


@told.register
def _(part: parts.Points) -> list[str]:
    return [f"- {plain(said)}" for said in part.said]


@told.register
def _(part: parts.Plots) -> list[str]:
    return [f"- {plain(p.title)}: {plain(p.told)}" for p in part.plots]


@told.register
def _(part: parts.Cards) -> list[str]:
    return [f"- {'▲' if c.up else '▼'} **{plain(c.name)}**: {plain(c.said)}" for c in part.cards]


@told.register
def _(part: parts.Table) -> list[str]:
    if not any(head.said for head in part.heads):
        return [f"- {plain(name.said)}: {_cell(value)}" for name, value in part.rows]
    return [_row([plain(h.said) for h in part.heads]),
            _row(["---:" if h.number else "---" for h in part.heads]),
            *(_row([_cell(c) for c in row]) for row in part.rows)]


@told.register
def _(part: parts.Folded) -> list[str]:
    return [f"- {plain(part.title)}"]


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: parts.Cell) -> str:
    if cell.code and cell.said:
        return code(cell.said)
    said = plain(cell.said)
    return f"**{said}**" if cell.mark == "out" and said else said
