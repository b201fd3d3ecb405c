"""Sections about players: seats, and where points come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.lab.report.digest import even_share
from tilewright.lab.report.parts import (
    Cell,
    Figure,
    Figures,
    Head,
    Part,
    Plot,
    Plots,
    Section,
    Series,
    Table,
    Text,
    Traits,
)
from tilewright.lab.report.plots import (
    axis,
    course,
    histogram,
    interval_row,
    pair_row,
    row_scale,
)
from tilewright.lab.report.traits import tells
from tilewright.lab.report.words import COUNT, DIFFERENCE, MEAN, SHARE, Unit, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.lab.report.words import Interval

    Findings = Mapping[str, Any]


def seats(findings: Findings, words: Words) -> Section:
    """How often each seat wins, beside what would be even, and how often nobody does."""
    found = list(findings.get("seats") or ())
    if not found:
        return Section("seats", words.says("seats"))
    even = even_share(findings)
    if len(found) == 1:
        return _alone(findings, found[0], words)
    scale = row_scale([s.get("share") for s in found], even)
    rows = [[Cell(words.name(s["name"], f"{s['seat'] + 1}"), s["seat"]),
             _share(s.get("share"), scale, even, words),
             Cell(words.interval(s.get("score")), mean(s.get("score")))] for s in found]
    traits = [Traits(tells=tells(s.get("share"), even)) for s in found]
    heads = [Head(words.says("seats.seat")),
             Head(words.says("seats.share"), number=True,
                  axis=axis(scale, lambda v: words.tell(v, SHARE), even)),
             Head(words.says("seats.score"), number=True)]
    return Section("seats", words.says("seats"), [
        Text(words.says("seats.note", even=words.tell(even, SHARE)), quiet=True),
        Table(words.says("seats"), heads, rows, traits), *_nobody(findings, words)])


def _alone(findings: Findings, seat: Mapping[str, Any], words: Words) -> Section:
    """How often one player alone wins, if rules tell that, and with how many points."""
    share, score = seat.get("share"), seat.get("score")
    heads = [Head(words.says(f"seats.{key}"), number=True) for key in ("share", "score")]
    cells = [Cell(words.interval(share, SHARE), mean(share)), Cell(words.interval(score),
                                                                   mean(score))]
    told = Table(words.says("seats"), heads, [cells]) if share else Table(
        words.says("seats"), heads[1:], [cells[1:]])
    return Section("seats", words.says("seats"), [told, *_nobody(findings, words)])


def _nobody(findings: Findings, words: Words) -> list[Part]:
    nobody = (findings.get("spread") or {}).get("nobody")
    return [Text(words.says("spread.nobody", n=words.interval(nobody, SHARE)))] if nobody else []


def _share(found: Interval | None, scale: Any, even: float, words: Words) -> Cell:
    told = words.interval(found, SHARE)
    if found is None:
        return Cell(told)
    return Cell(told, found["mean"],
                drawn=interval_row(found, scale, even, told, marked=tells(found, even)))


def mean(found: Interval | None) -> float | None:
    return None if found is None else float(found["mean"])


def points(findings: Findings, words: Words, *, hover: bool) -> Section:
    """Where points come from, how far apart players end, and when a game is decided."""
    tension, spread = findings.get("tension") or {}, findings.get("spread") or {}
    parts: list[Part] = figures(words, [
        ("figure.lead", spread.get("lead"), MEAN), ("figure.ties", spread.get("ties"), SHARE),
        ("figure.nobody", spread.get("nobody"), SHARE),
        ("figure.changes", tension.get("lead_changes"), MEAN),
        ("figure.decided", tension.get("decided"), SHARE)])
    if findings.get("points"):
        parts.append(_sheet(findings["points"], words))
    plots = _plots(findings.get("histogram") or {}, words, hover=hover)
    return Section("points", words.says("points"), [*parts, *([Plots(plots)] if plots else [])])


def figures(words: Words, found: list[tuple[str, Interval | None, Unit]]) -> list[Part]:
    """Numbers that matter, large; none of those that cannot be told."""
    made = [Figure(words.mean(value, unit), words.says(key), words.range(value, unit))
            for key, value, unit in found if value is not None]
    return [Figures(made)] if made else []


def _sheet(found: list[Mapping[str, Any]], words: Words) -> Table:
    """The lines of the score sheet: what all have of each, winners, and the others."""
    pairs = [(p, p["winners"], p["others"]) for p in found if p.get("winners") and p.get("others")]
    scale = row_scale([i for p in pairs for i in p[1:]], 0.0)
    heads = [Head(words.says("points.category")), Head(words.says("points.mean"), number=True),
             Head(words.says("points.winners"), number=True),
             Head(words.says("points.others"), number=True),
             Head(words.says("points.difference"), number=True,
                  axis=axis(scale, lambda v: words.tell(v, COUNT), 0.0))]
    series = [Series(words.says("points.winners"), "dot", ".dot, .link"),
              Series(words.says("points.others"), "hollow", ".hollow, .link")] if pairs else []
    return Table(words.says("points.sheet"), heads, [_line(p, scale, words) for p in found],
                 series=series)


def _line(point: Mapping[str, Any], scale: Any, words: Words) -> list[Cell]:
    winners, others = point.get("winners"), point.get("others")
    told = [Cell(words.name(point["name"], point["category"])),
            *(Cell(words.mean(point.get(k)), mean(point.get(k)))
              for k in ("mean", "winners", "others"))]
    if winners is None or others is None:
        return [*told, Cell("–")]
    ahead = winners["mean"] - others["mean"]
    said = words.tell(ahead, DIFFERENCE)
    alt = words.says("points.pair", winners=words.mean(winners), others=words.mean(others))
    return [*told, Cell(said, ahead, drawn=pair_row(winners["mean"], others["mean"], scale, alt))]


def _plots(found: Mapping[str, Any], words: Words, *, hover: bool) -> list[Plot]:
    scores, leads = found.get("scores"), found.get("leads_over_time")
    made = []
    if scores and sum(scores["counts"]):
        made.append(columns(scores, "scores", words, hover=hover))
    if leads:
        made.append(_leads(leads, words, hover=hover))
    return made


def columns(found: Mapping[str, Any], key: str, words: Words, *, hover: bool) -> Plot:
    """How often something came out so high, as columns; the highest is told in words."""
    edges, counts = found["edges"], found["counts"]
    at = max(range(len(counts)), key=counts.__getitem__)
    peak = words.says("range", low=words.count(edges[at]), high=words.count(edges[at + 1]))
    told = words.says(f"plot.{key}.told", peak=peak, low=words.count(edges[0]),
                      high=words.count(edges[-1]))

    def tip(low: float, high: float, count: float) -> str:
        between = words.says("range", low=words.count(low), high=words.count(high))
        return words.says("plot.tip.column", what=between, n=words.count(count),
                          share=words.tell(count / sum(counts), SHARE))

    drawn = histogram(edges, counts, told, words.says(f"plot.{key}.below"), words.count,
                      tip if hover else None)
    return Plot(words.says(f"plot.{key}"), told, drawn)


def _leads(leads: list[list[float]], words: Words, *, hover: bool) -> Plot:
    """By how much the later winner leads, from the first to the last decision."""
    at, last = min(leads, key=lambda p: abs(p[0] - 0.5)), leads[-1]
    told = words.says("plot.leads.told", half=words.tell(at[1], DIFFERENCE),
                      end=words.tell(last[1], DIFFERENCE))

    def tip(part: float, lead: float) -> str:
        return words.says("plot.tip", what=words.tell(part, SHARE), n=words.tell(lead, DIFFERENCE))

    drawn = course(leads, told, words.says("plot.leads.below"),
                   lambda v: words.tell(v, SHARE), words.count, tip if hover else None)
    return Plot(words.says("plot.leads"), told, drawn)
