"""Findings made ready to be told, and made small to be kept inside of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.model import FALLBACK

if TYPE_CHECKING:
    from collections.abc import Mapping

    Findings = Mapping[str, Any]

# Where plain means stand in for figures that have no interval yet.
MEANS = (("length", "rounds"), ("length", "decisions"), ("length", "minutes"),
         ("choice", "options"), ("tension", "lead_changes"), ("spread", "lead"))
# A table with more rows than this is told only in part; the file of data has all.
MOST_THINGS = 60
# What stands out is told whole as long as there are not more of it, and others in short.
MOST_OUT, MOST_BRIEF = 80, 1500
# So few of a sort are told together with others.
FEW = 3
DIGITS = 5
# What so few games tell of takers says nothing.
VAGUE = 1.0


def ready(findings: Findings) -> dict[str, Any]:
    """The same with plain means, without ends, where a series is too short for intervals, and of
    things only what is known at least roughly."""
    means, made = findings.get("means") or {}, dict(findings)
    made["things"] = [{**t, **{key: _firm(t.get(key)) for key in ("lift_share", "offer_share")}}
                      for t in findings.get("things") or ()]
    counted = (findings.get("length") or {}).get("quantiles") or {}
    for section, name in MEANS:
        known = made.get(section) or {}
        # Without quantiles a game has no rounds to count.
        if (name in known and known[name] is None and means.get(name) is not None
                and (name != "rounds" or counted.get("rounds"))):
            made[section] = {**known, name: plainly(means[name])}
    scores = means.get("scores") or []
    made["seats"] = [{**seat, "score": seat.get("score") or plainly(mean)} for seat, mean in zip(
        findings["seats"], scores, strict=True)] if scores else findings.get("seats") or []
    return made


def _firm(found: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    return found if found is not None and found["high"] - found["low"] < VAGUE else None


def plainly(mean: float) -> dict[str, Any]:
    return {"mean": mean, "low": None, "high": None, "blocks": 0}


def even_share(findings: Findings) -> float:
    """What each seat would win if seats were alike: less where nobody wins some games."""
    even = (findings.get("means") or {}).get("even")
    return 1 / len(findings["seats"]) if even is None else float(even)


def apart_from_sites(findings: Findings) -> list[Mapping[str, Any]]:
    """All things without moves to sites, which the map shows, unless they stand out."""
    sites = set(findings.get("traffic") or ())
    return [t for t in findings.get("things") or ()
            if t.get("stands_out") or t.get("kind") not in sites]


def things_told(findings: Findings) -> list[Mapping[str, Any]]:
    """The things that a report tells whole: of too many those that stand out most, then those of
    which something is known, then those that are taken most."""
    order = sorted(apart_from_sites(findings), key=lambda t: (
        not t.get("stands_out"), -_surely(t), t.get("lift_share") is None, -t["games_taken"]))
    out = sum(bool(t.get("stands_out")) for t in order)
    return order[:max(MOST_THINGS, min(out, MOST_OUT))]


def _surely(thing: Mapping[str, Any]) -> float:
    """How much better or worse takers of what stands out fare at least."""
    found = thing.get("lift_share")
    if not thing.get("stands_out") or found is None:
        return 0.0
    return float(max(found["low"], -found["high"]))


def things_in_short(findings: Findings) -> list[list[Mapping[str, Any]]]:
    """All others that were taken, by what is done, each with those that are taken most first."""
    whole = {t["id"] for t in things_told(findings)}
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for thing in [t for t in findings.get("things") or ()
                  if t["games_taken"] and t["id"] not in whole][:MOST_BRIEF]:
        groups.setdefault(str(thing.get("group") or ""), []).append(thing)
    large = [some for some in groups.values() if len(some) > FEW]
    rest = [t for some in groups.values() if len(some) <= FEW for t in some]
    return [sorted(some, key=lambda t: -t["games_taken"]) for some in (*large, rest) if some]


def kept(findings: Findings, lang: str) -> dict[str, Any]:
    """What a page keeps of its findings: all that it tells, with names in its language."""
    ids = {t["id"] for t in things_told(ready(findings))}
    things = [t for t in findings.get("things") or () if t["id"] in ids]
    made: dict[str, Any] = _small({**findings, "things": things}, lang)
    return made


def _small(value: Any, lang: str) -> Any:
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {key: _named(inner, lang) if key in ("name", "title") and isinstance(inner, dict)
                else _small(inner, lang) for key, inner in value.items()}
    return [_small(inner, lang) for inner in value] if isinstance(value, list | tuple) else value


def _named(names: dict[str, str], lang: str) -> dict[str, str]:
    """The names of a thing in one language, or in the one that stands in for it."""
    for language in (lang, FALLBACK):
        if language in names:
            return {language: names[language]}
    return dict(list(names.items())[:1])
