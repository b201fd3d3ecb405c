"""The findings in short: a label for the README of a game, and lines for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.lab.report.answers import answers, lasts, taken
from tilewright.lab.report.digest import even_share, ready, things_told
from tilewright.lab.report.markdown import plain
from tilewright.lab.report.parts import Answers
from tilewright.lab.report.played import HASH, counted, duration, warnings
from tilewright.lab.report.unreached import unreached
from tilewright.lab.report.words import COUNT, LIFT, MEAN, SHARE, Words
from tilewright.text import labelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Findings = Mapping[str, Any]

BAR, NAMED, LISTED = 24, 3, 3
SIGNS = {"clear": "●", "likely": "◐", "cannot_tell": "○"}


def label(findings: Findings, lang: str = "en") -> str:
    """What a game is like in at most ten lines of Markdown."""
    words, made, findings = Words(lang), findings["made"], ready(findings)
    title = words.says("label.title", game=words.name(made["game"]["title"], made["game"]["id"]),
                       n=made["game"]["players"])
    rows = [(words.says(f"label.{key}"), said) for key, said in _nutrients(findings, words) if said]
    return "\n".join([f"| **{plain(title)}** | |", "| --- | --- |",
                      *(f"| {plain(what)} | {plain(said)} |" for what, said in rows)]) + "\n"


def _nutrients(findings: Findings, words: Words) -> Iterator[tuple[str, str]]:
    length, made = findings.get("length") or {}, findings["made"]
    shares = [s["share"]["mean"] for s in findings.get("seats") or () if s.get("share")]
    if shares:
        yield "seats", words.says("label.seats.said", low=words.tell(min(shares), SHARE),
                                  high=words.tell(max(shares), SHARE),
                                  even=words.tell(even_share(findings), SHARE))
    yield "length", words.listed(lasts(length, words, lambda found: words.mean(found, COUNT)))
    yield "choice", _choice(findings, words)
    yield "tension", _tension(findings, words)
    yield "points", _sources(findings, words)
    yield "things", _standing_out(findings, words)
    yield "rules", _never(findings, words)
    yield "made", words.says("label.made.said", games=made["games"], program=made["tilewright"],
                             bots=words.listed(counted(made["bots"], words)),
                             rules=str(made["game"]["hash"])[:HASH])


def _choice(findings: Findings, words: Words) -> str:
    options = (findings.get("choice") or {}).get("options")
    forced = (findings.get("length") or {}).get("forced")
    if options is None or forced is None:
        return ""
    return words.says("label.choice.said", n=words.mean(options), forced=words.mean(forced, SHARE))


def _tension(findings: Findings, words: Words) -> str:
    tension, spread = findings.get("tension") or {}, findings.get("spread") or {}
    if tension.get("decided") is None or spread.get("lead") is None:
        return ""
    return words.says("label.tension.said", lead=words.mean(spread["lead"]),
                      decided=words.mean(tension["decided"], SHARE))


def _sources(findings: Findings, words: Words) -> str:
    """The lines of the score sheet that give most."""
    known = [p for p in findings.get("points") or () if p.get("mean") is not None]
    most = sorted(known, key=lambda p: -p["mean"]["mean"])[:NAMED]
    return words.listed([words.says("label.of", what=words.name(p["name"], p["category"]),
                                    n=words.mean(p["mean"], MEAN)) for p in most])


def _standing_out(findings: Findings, words: Words) -> str:
    things = findings.get("things") or ()
    if not things:
        return ""
    out = [t for t in things if t.get("stands_out")]
    if not out:
        return words.says("label.things.none", count=taken(things))
    most = sorted(out, key=_far)[:NAMED]
    return words.says("label.things.said", n=len(out), count=taken(things), what=words.listed(
        [words.name(t["name"], t["id"]) for t in most]))


def _far(thing: Mapping[str, Any]) -> float:
    found = thing.get("lift_share")
    return 0.0 if found is None else -abs(float(found["mean"]))


def _never(findings: Findings, words: Words) -> str:
    coverage = findings.get("coverage")
    if coverage is None:
        return ""
    n = sum(part.count for part in unreached(coverage))
    return words.says("rules.some" if n else "rules.all", n=n)


# -- a terminal -----------------------------------------------------------------------------------


def summary_lines(findings: Findings, lang: str = "en") -> list[str]:
    """What the report says first, in about 25 lines."""
    words, made, findings = Words(lang), findings["made"], ready(findings)
    title = words.name(made["game"]["title"], made["game"]["id"])
    took = [] if made["seconds"] is None else [
        words.says("played.took", time=duration(made["seconds"], words), engine=made["engine"])]
    lines = [" · ".join([title, words.says("head.players", n=made["game"]["players"]),
                         words.says("played.blocks", games=made["games"], blocks=made["blocks"]),
                         words.listed(counted(made["bots"], words)),
                          head("played.seed", str(made["seed"]), words), *took]),
             words.known(f"stopped.{made['stopped']}", made["stopped"])]
    lines += [f"! {said}" for said in warnings(findings, words)]
    for part in answers(findings, words).parts:
        if isinstance(part, Answers):
            lines += ["", *(f"{SIGNS.get(a.verdict, '○')} {a.said} ({a.told})"
                            for a in part.answers)]
    return [*lines, *_bars(findings, words), *_ends(findings, words), *_extremes(findings, words)]


def head(key: str, said: str, words: Words) -> str:
    """What is told below a head, in one line with it."""
    return labelled(None, words.says(key), said, words.lang)


def _bars(findings: Findings, words: Words) -> list[str]:
    """The shares of the seats as bars, with their points, and what nobody won."""
    seats = [(words.name(s["name"], f"{s['seat'] + 1}"), s["share"], s.get("score"))
             for s in findings.get("seats") or () if s.get("share") is not None]
    if not seats:
        return []
    wide = max(len(name) for name, *_ in seats)
    most = max(share["mean"] for _, share, _ in seats) or 1
    nobody = (findings.get("spread") or {}).get("nobody")
    return ["", head("seats.share", "", words).rstrip(), *(
        f"  {name:<{wide}}  {'█' * round(BAR * share['mean'] / most):<{BAR}}  "
        f"{words.interval(share, SHARE)} · {head('seats.score', words.interval(score), words)}"
        for name, share, score in seats),
        *([f"  {words.says('spread.nobody', n=words.interval(nobody, SHARE))}"] if nobody else [])]


def _ends(findings: Findings, words: Words) -> list[str]:
    """Why games end."""
    told = [words.says("label.of", what=words.name(end["name"], end["reason"]),
                       n=words.mean(end["share"], SHARE))
            for end in (findings.get("ends") or ())[:NAMED] if end.get("share") is not None]
    return ["", head("ends", words.listed(told), words)] if told else []


def _extremes(findings: Findings, words: Words) -> list[str]:
    """The things whose takers win most, and least."""
    known = sorted((t for t in things_told(findings) if t.get("lift_share") is not None),
                   key=lambda t: -float(t["lift_share"]["mean"]))
    if not known:
        return []
    shown = known if len(known) <= 2 * LISTED else [*known[:LISTED], *known[-LISTED:]]
    named = [(words.name(t["name"], t["id"]), t) for t in shown]
    wide = max(len(name) for name, _ in named)
    out = f"  * {words.says('things.out')}"
    return ["", head("things.lift", "", words).rstrip(), *(
        f"  {name:<{wide}}  {words.interval(t['lift_share'], LIFT)}"
        f"{' *' if t.get('stands_out') else ''}" for name, t in named),
        *([out] if any(t.get("stands_out") for _, t in named) else [])]
