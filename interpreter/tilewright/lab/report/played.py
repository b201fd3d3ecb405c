"""Sections about the series itself: what was played, with which bots, odd games, and limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.lab.report.parts import Cell, Head, Points, Section, Table, Text, Traits
from tilewright.lab.report.plots import axis, interval_row, row_scale
from tilewright.lab.report.traits import key, tells
from tilewright.lab.report.words import COUNT, LIFT, MEAN, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    Findings = Mapping[str, Any]

HASH = 12


def played(findings: Findings, words: Words) -> Section:
    """What was played, so that somebody else can play the same."""
    made = findings["made"]
    game = made["game"]
    rows = [
        ("game", f"{words.name(game['title'], game['id'])} {game.get('version') or ''}".strip()),
        ("variants", words.listed(list(game.get("variants") or ()))),
        ("options", words.listed([f"{name} = {value}" for name, value in
                                  (game.get("options") or {}).items()])),
        ("players", words.count(game["players"])),
        ("bots", words.listed(counted(made["bots"], words))),
        ("games", words.says("played.blocks", games=made["games"], blocks=made["blocks"])),
        ("stopped", words.known(f"stopped.{made['stopped']}", made["stopped"])),
        ("seed", str(made["seed"])),
        ("seconds", words.says("played.took", time=duration(made["seconds"], words),
                               engine=made["engine"]) if made["seconds"] is not None else ""),
        ("program", f"tilewright {made['tilewright']}"),
    ]
    coded = [("rules", str(game["hash"])[:HASH]), ("command", made["command"])]
    cells = [[Cell(words.says(f"played.{key}")), Cell(said, code=code)]
             for code, found in ((False, rows), (True, coded)) for key, said in found if said]
    return Section("played", words.says("played"), [
        Table("", [Head(""), Head("")], cells), Text(words.says("played.note"), quiet=True)])


def counted(bots: list[str], words: Words) -> list[str]:
    """`3 × mcts:100` for bots that are equal."""
    return [f"{words.count(bots.count(bot))} × {bot}" for bot in dict.fromkeys(bots)]


def duration(seconds: float, words: Words) -> str:
    """So many seconds, minutes or hours, whatever is short to say."""
    for name, size in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return words.says(name, n=round(seconds / size))
    return words.says("seconds", n=max(round(seconds), 1))


def robust(findings: Findings, words: Words) -> Section:
    """Whether the signs hold with weaker and with stronger bots."""
    rows = list(findings.get("robust") or ())
    if not rows:
        return Section("robust", words.says("robust"))
    scale = row_scale(rows, 0.0)
    names = {t["id"]: words.name(t["name"], t["id"]) for t in findings.get("things") or ()}
    cells = [[Cell(names.get(r["figure"]) or words.known(f"about.{r['figure']}", r["figure"])),
              Cell(r["bots"], code=True),
              Cell(words.interval(r, LIFT), r["mean"], drawn=interval_row(
                  r, scale, 0.0, words.interval(r, LIFT), marked=r["same_sign"])),
              Cell(words.says("robust.yes" if r["same_sign"] else "robust.no"),
                   mark="good" if r["same_sign"] else "bad")] for r in rows]
    heads = [Head(words.says("robust.figure")), Head(words.says("played.bots")),
             Head(words.says("robust.difference"), number=True,
                  axis=axis(scale, lambda v: words.tell(v, LIFT), 0.0)),
             Head(words.says("robust.holds"))]
    same = all(r["same_sign"] for r in rows)
    traits = [Traits((key(r["figure"]),), tells(r, 0.0)) for r in rows]
    return Section("robust", words.says("robust"), [
        Text(words.says("robust.same" if same else "robust.other")),
        Table(words.says("robust"), heads, cells, traits)])


def odd(findings: Findings, words: Words) -> Section:
    """Games worth looking at, each with the command that shows it."""
    rows = [[Cell(words.known(f"odd.{o['what']}", o["what"])),
             Cell(words.tell(o["value"], MEAN if o["value"] % 1 else COUNT), o["value"]),
             Cell(o["command"], code=True)] for o in findings.get("odd") or ()]
    heads = [Head(words.says("odd.what")), Head(words.says("odd.value"), number=True),
             Head(words.says("played.command"))]
    return Section("odd", words.says("odd"), [
        Text(words.says("odd.note"), quiet=True), Table(words.says("odd"), heads, rows)]
        if rows else [])


def limits(findings: Findings, words: Words) -> Section:
    """What these numbers cannot say."""
    told = [words.says(f"limits.{key}") for key in ("people", "interval", "taken", "rules")]
    if findings.get("robust"):
        told.append(words.says("limits.robust"))
    return Section("limits", words.says("limits"), [Points(told)])


def warnings(findings: Findings, words: Words) -> list[str]:
    return [words.known(f"warning.{key}", key) for key in findings.get("warnings") or ()]
