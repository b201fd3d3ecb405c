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
            lines += [*told(part, words), ""]
    return "\n".join([*lines, words.says("head.data", file="report.json"), ""])


@singledispatch
def told(part: Any, words: Words) -> list[str]:
    del words
    raise TypeError(f"no way to write {type(part).__name__}")


@told.register
def _(part: parts.Text, words: Words) -> list[str]:
    del words
    return [plain(part.said)]


@told.register
def _(part: parts.Answers, words: Words) -> list[str]:
    return [_item(f"**{plain(a.about)}** ({plain(a.told)})", plain(a.said), words)
            for a in part.answers]


@told.register
def _(part: parts.Figures, words: Words) -> list[str]:
    del words
    # What a figure is of goes on from it: `7% of games end in a tie`.
    return [f"- **{plain(f.value)}** {plain(f.what)}{f' ({plain(f.range)})' if f.range else ''}"
            for f in part.figures]


@told.register
def _(part: parts.Points, words: Words) -> list[str]:
    del words
    return [f"- {plain(said)}" for said in part.said]


@told.register
def _(part: parts.Plots, words: Words) -> list[str]:
    return [_item(plain(p.title), plain(p.told), words) for p in part.plots]


@told.register
def _(part: parts.Cards, words: Words) -> list[str]:
    return [_item(f"{'▲' if c.up else '▼'} **{plain(c.name)}**", plain(c.said), words)
            for c in part.cards]


@told.register
def _(part: parts.Table, words: Words) -> list[str]:
    if not any(head.said for head in part.heads):
        return [_item(plain(name.said), _cell(value), words) for name, value in part.rows]
    return [_row([plain(h.said) for h in part.heads]),
            _row(["---:" if h.number else "---" for h in part.heads]),
            *(_row([_cell(c) for c in row]) for row in part.rows)]


@told.register
def _(part: parts.Folded, words: Words) -> list[str]:
    del words
    return [f"- {plain(part.title)}"]


def _item(what: str, said: str, words: Words) -> str:
    return f"- {words.labelled(what, said)}"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: parts.Cell) -> str:
    if cell.code and cell.said:
        return code(cell.said)
    said = plain(cell.said)
    return f"**{said}**" if cell.mark == "out" and said else said
