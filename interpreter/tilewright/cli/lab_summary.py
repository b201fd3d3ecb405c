"""The findings of a series in about 25 lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.model import FALLBACK
from tilewright.text import chain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.model import Game

MOST_THINGS, MOST_ENDS = 6, 3
WARNINGS = {
    "few_blocks": "so few games say little; there are no intervals for most figures yet",
    "weak_bots": "random bots play badly; what holds for them need not hold for people",
    "cut_off": "some games did not end and were cut off; look at one of them with --show",
}
STOPPED = {"precise": ", as precise as was asked for", "interrupted": ", interrupted"}
QUESTIONS = {"seats": "whether seats are even", "length": "the length",
             "choice": "how much there is to choose", "tension": "when games are decided",
             "things": "what is stronger or weaker than the rest"}
UNKNOWN = "not known yet"
# Before a plain mean of these games.
LOOSELY = "≈"

Figure = dict[str, Any] | None


def summary(found: Mapping[str, Any], game: Game, lang: str) -> list[str]:
    """What a series says, in plain lines."""
    parts = _Lines(found, game, lang)
    lines = [*parts.head(), *parts.seats(), *parts.course(), *parts.things(), *parts.rules(),
             *parts.robust(), *parts.open_questions(), *parts.odd()]
    loose = any(LOOSELY in line for line in lines)
    return [*lines, *([f"{LOOSELY} stands where there are too few games for an interval"] * loose)]


def number(value: float, digits: int = 1) -> str:
    return f"{value:,.{digits}f}".replace("-", "−")


def figure(found: Figure, *, share: bool = False, digits: int = 1, plain: float | None = None
           ) -> str:
    """A mean with its interval; where that is not known, the plain mean of the series."""
    if found is None:
        return UNKNOWN if plain is None else f"{LOOSELY}{number(plain, digits)}"
    times, unit = (100, " %") if share else (1, "")
    mean, low, high = (number(found[key] * times, digits) for key in ("mean", "low", "high"))
    return f"{mean}{unit}" if low == mean == high else f"{mean}{unit} ({low} to {high})"


def difference(found: Figure) -> str:
    """A difference of shares, in per cent points, with its interval."""
    if found is None:
        return UNKNOWN
    mean, low, high = (number(found[key] * 100) for key in ("mean", "low", "high"))
    return f"{'+' * (found['mean'] > 0)}{mean} points of wins ({low} to {high})"


def _took(made: Mapping[str, Any]) -> str:
    """How long it took, where that is told, and what played."""
    if made["seconds"] is None:
        return ""
    return f", {made['seconds']:.0f} s ({made['engine']})"


class _Lines:
    """Parts of a summary."""

    def __init__(self, found: Mapping[str, Any], game: Game, lang: str) -> None:
        self.found = found
        self._languages = chain(game, lang)

    def name(self, names: Mapping[str, str]) -> str:
        """A name in the language, or in one that stands in for it."""
        return next((names[lang] for lang in (*self._languages, FALLBACK) if lang in names),
                    next(iter(names.values()), "?"))

    def head(self) -> Iterator[str]:
        made = self.found["made"]
        title = self.name(made["game"]["title"])
        bots = ", ".join(dict.fromkeys(made["bots"]))
        yield (f"{title}: {made['games']:,} games of {made['game']['players']} players in "
               f"{made['blocks']:,} blocks, bots {bots}, seed {made['seed']}{_took(made)}"
               f"{STOPPED.get(made['stopped'], '')}")
        for key in self.found["warnings"]:
            yield f"note: {WARNINGS.get(key, key)}"

    def seats(self) -> Iterator[str]:
        verdicts = {one["about"]: one for one in self.found["answers"]}
        told = verdicts.get("seats")
        yield f"seats: {self._even(told)}" if told else "seats: one player"
        for seat, mean in zip(self.found["seats"], self.found["means"]["scores"], strict=True):
            yield (f"  {self.name(seat['name'])}: wins {figure(seat['share'], share=True)}, "
                   f"points {figure(seat['score'], plain=mean)}")

    @staticmethod
    def _even(told: Mapping[str, Any]) -> str:
        if told["facts"]["small"]:
            return "no difference that matters"
        even = f"{100 * told['facts']['even']:.0f} % would be even"
        return {"clear": f"they are not even; {even}", "likely": f"probably not even; {even}"}.get(
            told["verdict"], f"it cannot be told yet whether they are even; {even}")

    def course(self) -> Iterator[str]:
        """Length, choice and tension."""
        found = self.found
        length, means = found["length"], found["means"]
        shortest, *_, longest = length["quantiles"]["decisions"]
        yield (f"length: {figure(length['decisions'], plain=means['decisions'])} decisions, from "
               f"{shortest:,.0f} to {longest:,.0f}")
        if length["quantiles"]["rounds"]:
            yield f"  {figure(length['rounds'], plain=means['rounds'])} rounds"
        yield (f"  {figure(length['minutes'], digits=0, plain=means['minutes'])} minutes with "
               "people, a rough guess")
        yield from self._choice()
        if found["made"]["game"]["players"] > 1:
            yield from self._tension()
        for end in found["ends"][:MOST_ENDS]:
            yield f"  {figure(end['share'], share=True)} end because: {self.name(end['name'])}"

    def _choice(self) -> Iterator[str]:
        choice, forced = self.found["choice"], self.found["length"]["forced"]
        among = figure(choice["options"], plain=self.found["means"].get("options"))
        yield f"choice: {among} moves where there is more than one"
        yield f"  {figure(forced, share=True)} of decisions have only one"
        if choice["clear"] is not None:
            yield f"  {figure(choice['clear'], share=True)} of others have a clearly best one"

    def _tension(self) -> Iterator[str]:
        tension, spread, means = self.found["tension"], self.found["spread"], self.found["means"]
        changes = figure(tension["lead_changes"], plain=means["lead_changes"])
        yield f"tension: the lead changes {changes} times"
        yield f"  decided after {figure(tension['decided'], share=True)} of the game"
        yield (f"  won by {figure(spread['lead'], plain=means.get('lead'))} points; by nobody "
               f"alone in {figure(spread['ties'], share=True)} of games")

    def things(self) -> Iterator[str]:
        told = [one for one in self.found["things"] if one["games_taken"]]
        out = sorted((one for one in told if one["stands_out"]),
                     key=lambda one: -abs((one["lift_share"] or {"mean": 0})["mean"]))
        if not out:
            yield f"things: none of {len(told):,} moves stands out"
            return
        yield f"things: {len(out)} of {len(told):,} moves stand out; those who take them have"
        names = {one["id"]: self.name(one["name"]) for one in told}
        for one in out[:MOST_THINGS]:
            mates = ", ".join(names.get(mate["id"], mate["id"]) for mate in one["with"])
            yield (f"  {names[one['id']]}: {difference(one['lift_share'])}, taken in "
                   f"{100 * one['games_taken']:.0f} % of games"
                   f"{f'; goes well with {mates}' if mates else ''}")
        if len(out) > MOST_THINGS:
            yield f"  and {len(out) - MOST_THINGS} more"

    def rules(self) -> Iterator[str]:
        """How much of the rules never ran, and what tells where that is."""
        if self.found["coverage"] is None:
            return
        from tilewright.lab.coverage import Coverage

        met = Coverage.of_json(self.found["coverage"])
        there = len(met.statements), len(met.tests)
        missed = len(met.never_run), len(met.never_asked)
        if not any(missed):
            yield f"rules: every statement and every test ran in {met.games:,} games"
            return
        yield (f"rules: {missed[0]:,} of {there[0]:,} statements and {missed[1]:,} of "
               f"{there[1]:,} tests never ran in {met.games:,} games; which ones tells "
               f"'{self.found['coverage']['command']}'")

    def robust(self) -> Iterator[str]:
        """Whether main results hold with other bots."""
        by_bots: dict[str, list[dict[str, Any]]] = {}
        for one in self.found["robust"]:
            by_bots.setdefault(one["bots"], []).append(one)
        names = {one["id"]: self.name(one["name"]) for one in self.found["things"]}
        for bots, results in by_bots.items():
            other = [names.get(one["figure"], one["figure"]) for one in results
                     if not one["same_sign"]]
            said = f"not so: {', '.join(other)}" if other else "the same"
            yield f"with {bots}: {len(results) - len(other)} of {len(results)} results hold; {said}"

    def open_questions(self) -> Iterator[str]:
        """What cannot be told yet."""
        left = [one for one in self.found["answers"]
                if one["verdict"] != "clear" and one["about"] in QUESTIONS]
        if left:
            yield "cannot be told yet:"
        for one in left:
            more = f": about {one['more']:,} more games" if one["more"] else ""
            yield f"  {QUESTIONS[one['about']]}{more}"

    def odd(self) -> Iterator[str]:
        for one in self.found["odd"][1:2]:
            yield f"the longest game: {one['command']}"
