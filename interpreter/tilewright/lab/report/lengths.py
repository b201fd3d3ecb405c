"""Sections about the course of games: how long they are, how they end, and rules that never ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.lab.report.parts import Cell, Head, Part, Plots, Section, Table, Text
from tilewright.lab.report.plots import share_row
from tilewright.lab.report.points import columns, figures
from tilewright.lab.report.unreached import unreached
from tilewright.lab.report.words import COUNT, MEAN, SHARE, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    Findings = Mapping[str, Any]

QUANTILES = ("shortest", "low", "middle", "high", "longest")


def length(findings: Findings, words: Words, *, hover: bool) -> Section:
    """How long games are, what there is to choose, and how they end."""
    found, choice = findings.get("length") or {}, findings.get("choice") or {}
    parts: list[Part] = figures(words, [
        ("figure.minutes", found.get("minutes"), COUNT),
        ("figure.rounds", found.get("rounds"), MEAN),
        ("figure.decisions", found.get("decisions"), COUNT),
        ("figure.options", choice.get("options"), MEAN),
        ("figure.forced", found.get("forced"), SHARE),
        ("figure.obvious", choice.get("clear"), SHARE)])
    if any((found.get("quantiles") or {}).values()):
        parts.append(_quantiles(found["quantiles"], words))
    decisions = (findings.get("histogram") or {}).get("decisions")
    if decisions and sum(decisions["counts"]):
        parts.append(Plots([columns(decisions, "decisions", words, hover=hover)]))
    if findings.get("ends"):
        parts.append(_ends(findings["ends"], words))
    return Section("length", words.says("length"), parts)


def _quantiles(found: Mapping[str, list[float]], words: Words) -> Table:
    """The shortest and the longest game, and what lies between."""
    heads = [Head(""), *(Head(words.says(f"length.{key}"), number=True) for key in QUANTILES)]
    return Table(words.says("length.table"), heads, [
        [Cell(words.known(f"figure.{key}", key)), *(Cell(words.count(v), v) for v in values)]
        for key, values in found.items() if values])


def _ends(found: list[Mapping[str, Any]], words: Words) -> Table:
    known = [e["share"]["mean"] for e in found if e.get("share") is not None]
    rows = []
    for end in found:
        share, said = end.get("share"), words.interval(end.get("share"), SHARE)
        rows.append([Cell(words.name(end["name"], end["reason"])),
                     Cell(said, share and share["mean"],
                          drawn=share and share_row(share["mean"], max(known), said))])
    return Table(words.says("ends"), [Head(words.says("ends.reason")),
                                      Head(words.says("ends.share"), number=True)], rows)


def rules(findings: Findings, words: Words) -> Section:
    """Places of the rules that no game came to."""
    coverage = findings.get("coverage")
    if coverage is None:
        return Section("rules", words.says("rules"))
    never = unreached(coverage)
    said = Text(words.says("rules.some" if never else "rules.all",
                           n=sum(part.count for part in never)))
    if not never:
        return Section("rules", words.says("rules"), [said])
    rows = [[Cell(words.says(f"rules.{part.kind}")), Cell(words.count(part.count), part.count),
             Cell(part.what, code=True)] for part in never]
    heads = [Head(words.says("rules.kind")), Head(words.says("rules.count"), number=True),
             Head(words.says("rules.what"))]
    return Section("rules", words.says("rules"), [
        said, Text(words.says("rules.note"), quiet=True), Table(words.says("rules"), heads, rows)])
