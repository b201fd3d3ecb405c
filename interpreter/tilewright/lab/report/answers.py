"""Section 1: one sentence for each question, and how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.lab.report.digest import even_share
from tilewright.lab.report.parts import Answer, Answers, Section
from tilewright.lab.report.unreached import unreached
from tilewright.lab.report.words import COUNT, LIFT, SHARE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tilewright.lab.report.words import Interval, Words

    Findings = Mapping[str, Any]

CLEAR, LIKELY, CANNOT_TELL = "clear", "likely", "cannot_tell"
# So many things are named in a sentence.
NAMED = 4


def answers(findings: Findings, words: Words) -> Section:
    told = [answer(one, findings, words) for one in findings.get("answers") or ()]
    return Section("answers", words.says("answers"), [Answers(told)] if told else [])


def answer(one: Mapping[str, Any], findings: Findings, words: Words) -> Answer:
    """The sentence of a question, made from the findings that it is about."""
    about, verdict = str(one["about"]), str(one["verdict"])
    is_small = bool((one.get("facts") or {}).get("small"))
    make = SENTENCES.get(about)
    said = make(findings, words, verdict, is_small) if make is not None else ""
    more = one.get("more")
    wanted = words.says("more", n=int(more)) if verdict != CLEAR and more else ""
    sure = words.known(f"verdict.{verdict}", verdict)
    return Answer(words.known(f"about.{about}", about), said or words.says("no_data"), verdict,
                  sure, wanted, words.joined(sure, wanted))


def _seats(findings: Findings, words: Words, verdict: str, is_small: bool) -> str:
    """About the seat that is furthest from what would be even."""
    seats = [s for s in findings.get("seats") or () if s.get("share") is not None]
    if not seats:
        return ""
    even = even_share(findings)
    if is_small:
        low, high = (f(s["share"]["mean"] for s in seats) for f in (min, max))
        return words.says("seats.fair", low=words.tell(low, SHARE), high=words.tell(high, SHARE))
    most = max(seats, key=lambda s: abs(s["share"]["mean"] - even))
    return words.says(
        f"seats.{verdict}", who=words.name(most["name"], f"{most['seat'] + 1}"),
        share=words.interval(most["share"], SHARE), even=words.tell(even, SHARE),
        way="more" if most["share"]["mean"] >= even else "less")


def _length(findings: Findings, words: Words, _verdict: str, _is_small: bool) -> str:
    length = findings.get("length") or {}
    told = words.listed(lasts(length, words, lambda found: words.interval(found, COUNT)))
    return words.says("length.sentence", what=told) if told else ""


def lasts(length: Mapping[str, Any], words: Words, tell: Callable[[Interval], str]) -> list[str]:
    """How many minutes, rounds and decisions a game takes."""
    return [words.says(f"length.{key}", n=tell(length[key]), count=round(length[key]["mean"]))
            for key in ("minutes", "rounds", "decisions") if length.get(key) is not None]


def _choice(findings: Findings, words: Words, _verdict: str, _is_small: bool) -> str:
    choice, forced = findings.get("choice") or {}, (findings.get("length") or {}).get("forced")
    told = []
    if choice.get("options") is not None:
        told.append(words.says("choice.sentence", n=words.interval(choice["options"])))
    if forced is not None:
        told.append(words.says("choice.forced", n=words.mean(forced, SHARE)))
    if choice.get("clear") is not None:
        told.append(words.says("choice.obvious", n=words.mean(choice["clear"], SHARE)))
    return " ".join(told)


def _tension(findings: Findings, words: Words, _verdict: str, _is_small: bool) -> str:
    tension = findings.get("tension") or {}
    told = []
    if tension.get("lead_changes") is not None:
        told.append(words.says("tension.changes", n=words.interval(tension["lead_changes"])))
    if tension.get("decided") is not None:
        told.append(words.says("tension.decided", n=words.interval(tension["decided"], SHARE)))
    return " ".join(told)


def _spread(findings: Findings, words: Words, _verdict: str, _is_small: bool) -> str:
    spread = findings.get("spread") or {}
    told = []
    if spread.get("lead") is not None:
        told.append(words.says("spread.lead", n=words.interval(spread["lead"])))
    if spread.get("ties") is not None:
        told.append(words.says("spread.ties", n=words.mean(spread["ties"], SHARE)))
    if spread.get("nobody") is not None:
        told.append(words.says("spread.nobody", n=words.interval(spread["nobody"], SHARE)))
    return " ".join(told)


def _points(findings: Findings, words: Words, _verdict: str, _is_small: bool) -> str:
    """About the category in which winners are furthest ahead."""
    known = [p for p in findings.get("points") or ()
             if p.get("winners") is not None and p.get("others") is not None]
    if not known:
        return ""
    most = max(known, key=lambda p: p["winners"]["mean"] - p["others"]["mean"])
    return words.says("points.sentence", what=words.name(most["name"], most["category"]),
                      winners=words.mean(most["winners"]), others=words.mean(most["others"]))


def _things(findings: Findings, words: Words, _verdict: str, _is_small: bool) -> str:
    things = findings.get("things") or ()
    if not things:
        return ""
    met = words.says("things.met", n=taken(things), count=len(things))
    out = sorted((t for t in things if t.get("stands_out")), key=lambda t: -abs(_lift(t)))
    if not out:
        return f"{met} {words.says('things.none')}"
    named = [words.says("things.one", what=words.name(t["name"], t["id"]),
                        lift=words.mean(t.get("lift_share"), LIFT)) for t in out[:NAMED]]
    if len(out) > NAMED:
        named.append(words.says("things.more", n=len(out) - NAMED))
    return f"{met} {words.says('things.some', n=len(out), what=words.listed(named))}"


def taken(things: Sequence[Mapping[str, Any]]) -> int:
    """How many things were taken in some game; of others it cannot be asked how takers fare."""
    return sum(bool(thing["games_taken"]) for thing in things)


def _lift(thing: Mapping[str, Any]) -> float:
    found = thing.get("lift_share")
    return 0.0 if found is None else float(found["mean"])


def _rules(findings: Findings, words: Words, _verdict: str, _is_small: bool) -> str:
    coverage = findings.get("coverage")
    if coverage is None:
        return ""
    never = sum(part.count for part in unreached(coverage))
    return words.says("rules.some" if never else "rules.all", n=never)


def _ends(findings: Findings, words: Words, _verdict: str, _is_small: bool) -> str:
    ends = [e for e in findings.get("ends") or () if e.get("share") is not None]
    if not ends:
        return ""
    most = max(ends, key=lambda e: e["share"]["mean"])
    return words.says("ends.sentence", what=words.name(most["name"], most["reason"]),
                      n=words.interval(most["share"], SHARE))


def _robust(findings: Findings, words: Words, _verdict: str, _is_small: bool) -> str:
    rows = findings.get("robust") or ()
    if not rows:
        return ""
    return words.says("robust.same" if all(r["same_sign"] for r in rows) else "robust.other")


SENTENCES = {
    "seats": _seats, "length": _length, "choice": _choice, "tension": _tension, "spread": _spread,
    "points": _points, "things": _things, "rules": _rules, "ends": _ends, "robust": _robust,
}
