"""What comparisons and prices say, in plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.model import FALLBACK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MOST_THINGS = 12
ABOUT = {"share": "wins", "score": "points", "end": "ends because:", "points": "points from",
         "taken": "times a game:"}
SHARES = ("share", "nobody", "end")
UNTOLD = "cannot tell yet"

Told = dict[str, Any]


def number(value: float | None, digits: int = 1) -> str:
    """A number with a real minus sign."""
    return "?" if value is None else f"{round(value, digits) or 0.0:,.{digits}f}".replace("-", "−")


def signed(value: float, digits: int = 1) -> str:
    """A difference, which has a sign."""
    return f"{'+' * (round(value, digits) > 0)}{number(value, digits)}"


def figure(one: Mapping[str, Any] | None, digits: int = 1, times: float = 1) -> str:
    """A difference with its interval."""
    if one is None:
        return ""
    mean, low, high = (one[key] * times for key in ("mean", "low", "high"))
    said = signed(mean, digits)
    return f"{said} ({signed(low, digits)} to {signed(high, digits)})" if low < high else said


def games_more(more: int | None) -> str:
    return f"{UNTOLD} (about {more:,} more games)" if more else UNTOLD


def on_top(made: Mapping[str, Any]) -> str:
    """The variants and settings with which a game is played."""
    said = [*made["variants"], *(f"{name}={value}" for name, value in made["options"].items())]
    return f"with {', '.join(said)}" if said else "the game alone"


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows in columns, the first on the left and numbers on the right; the last is as it comes."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    return ["  ".join([f"  {row[0]:{widths[0]}}",
                       *(f"{cell:>{width}}" for cell, width in zip(row[1:-1], widths[1:],
                                                                   strict=True)),
                       row[-1]]).rstrip() for row in rows]


def called(names: Mapping[str, str]) -> str:
    """A name in English, as all that stands around it; in another language if it has no other."""
    return names.get(FALLBACK) or next(iter(names.values()), "?")


# -- comparisons ----------------------------------------------------------------------------------


def comparison(found: Mapping[str, Any]) -> list[str]:
    """What a change does."""
    return list(_Comparison(found).lines())


class _Comparison:
    def __init__(self, found: Mapping[str, Any]) -> None:
        self.found = found

    def lines(self) -> Iterator[str]:
        yield from self.head()
        yield from table([self.row(one) for one in self.found["whole"]])
        points = [one for one in self.found["points"] if one["verdict"] != "never"]
        if points:
            yield "where points come from, a player"
            yield from table([self.row({**one, "about": ""}) for one in points])
        yield from self.things()
        yield from self.gained()

    def head(self) -> Iterator[str]:
        made = self.found["made"]
        title = called(made["before"]["title"])
        bots = ", ".join(dict.fromkeys(made["bots"]))
        yield (f"{title}: {made['games']:,} games of {made['players']} players on each side, in "
               f"the same {made['blocks']:,} blocks, bots {bots}, seed {made['seed']}"
               f"{', interrupted' if made['stopped'] == 'interrupted' else ''}")
        for side in ("before", "after"):
            yield f"{side}: {on_top(made[side])}"

    def label(self, one: Mapping[str, Any]) -> str:
        name, about = called(one["name"]), ABOUT.get(one["about"], "")
        if one["about"] in ("share", "score"):
            return f"{name} {about}"
        return f"{about} {name}".strip()

    def row(self, one: Mapping[str, Any]) -> list[str]:
        """A figure: before, after, the difference, and how sure that is."""
        share = one["about"] in SHARES
        times, digits, unit = (100, 1, "%") if share else (1, 2, "")
        means = [f"{number(one[side] * times, digits)}{unit}" if one[side] is not None else "-"
                 for side in ("before", "after")]
        return [self.label(one), means[0], "→", means[1],
                figure(one["difference"], digits, times), self.verdict(one)]

    @staticmethod
    def verdict(one: Mapping[str, Any]) -> str:
        said = {"never": "never differed", "clear": "clear", "likely": "likely",
                "only_before": "only before", "only_after": "only after"}.get(one["verdict"])
        if said is None and one["small"]:
            return "no difference that matters"
        return said or games_more(one["more"])

    def things(self) -> Iterator[str]:
        """Things whose number changed, and how many did not."""
        by: dict[str, list[Told]] = {}
        for one in self.found["things"]:
            by.setdefault(one["verdict"], []).append(one)
        clear, likely = (sorted(by.get(sort, ()), key=lambda one: -abs(one["after"]
                                                                     - one["before"]))
                         for sort in ("clear", "likely"))
        shown = [*by.get("only_before", ()), *by.get("only_after", ()), *clear, *likely]
        if "figures" in self.found:   # What somebody names is told whatever comes of it.
            shown, by = self.found["things"], {}
        if shown:
            yield "times a game that something is done"
            yield from table([self.row({**one, "about": ""}) for one in shown[:MOST_THINGS]])
            if len(shown) > MOST_THINGS:
                yield f"  and {len(shown) - MOST_THINGS} more"
        never, untold = (len(by.get(sort, ())) for sort in ("never", "cannot_tell"))
        if never or untold:
            told = [f"{never:,} never differed"] * bool(never)
            told += [f"of {untold:,} it cannot be told yet"] * bool(untold)
            yield f"of {len(self.found['things']):,} things that can be done, {', '.join(told)}"

    def gained(self) -> Iterator[str]:
        """What it gained to play the same blocks."""
        told = [(one["gain"], self.label(one)) for one in self.found["whole"]
                if one["gain"] is not None and one["about"] in ("score", "length")]
        if told:
            most, label = max(told)
            least, other = min(told)
            yield (f"to play the same blocks on both sides was worth {most:.1f} times the games "
                   f"for '{label}'"
                   f"{f', {least:.1f} times for {other!r}' if label != other else ''}")


# -- prices ---------------------------------------------------------------------------------------


def price(found: Mapping[str, Any]) -> list[str]:
    """What a thing is worth and should cost."""
    return list(_price(found))


def _price(found: Mapping[str, Any]) -> Iterator[str]:
    made = found["made"]
    bots = ", ".join(dict.fromkeys(made["bots"]))
    on = "" if made["finish"] == made["bots"] else (
        f", played on by {', '.join(dict.fromkeys(made['finish']))}")
    yield (f"{called(made['game']['title'])}: {called(found['thing']['name'])}, in "
           f"{made['positions']:,} positions of {made['games']:,} games of "
           f"{made['game']['players']} players, bots {bots}{on}, seed {made['seed']}")
    said = figure(found["effect"], 2) or signed(found["mean"], 2)
    sure = {"clear": "clear", "likely": "likely", "never": "it never made a difference"}.get(
        found["verdict"], f"{UNTOLD} (about {found['more']:,} more positions)"
        if found["more"] else UNTOLD)
    yield f"to take it now and not the best other move is worth {said} points of lead; {sure}"
    unit = found["unit"]
    if unit is not None:
        one = figure(unit["worth"], 2) or signed(unit["mean"], 2)
        times = figure(unit["effect"], 1)
        yield (f"one more of {unit['of']} is worth {one}, so it is worth {times} of them" if times
               else f"one more of {unit['of']} is worth {one}")
    if found["price"] is None:
        yield f"no price: {found['no_price']}"
    else:
        yield from _fair(found["price"])


def _fair(found: Mapping[str, Any]) -> Iterator[str]:
    """The band in which a fair price lies, and what was tried for it."""
    low, high, now = found["low"], found["high"], found["now"]
    first, last = found["between"]
    unpaid = found["unpaid"]
    if low is None and high is None:
        said = "cannot be told yet"
    elif high == first == 0 and not found["grows"]:
        said = "is less than nothing"
    elif high is None:
        said = f"is more than {number(low, 0)}" + (
            f"; try more than {last} with --between" if low == last else
            f"; {unpaid} could hardly ever be paid" if unpaid is not None else "")
    elif low is None:
        said = f"is less than {number(high, 0)}" + (
            f"; try less than {first} with --between" if high == first else "")
    else:
        said = f"is {number(low, 0)} to {number(high, 0)}, about {number(found['estimate'], 1)}"
    what, now_is = ("number", "is") if found["grows"] else ("price", "costs")
    yield f"a fair {what} {said}; now it {now_is} {now} ({found['path']})"
    if found["grows"]:
        yield "it is no price: the more there is of it, the better it is to take"
    yield from table([[what, "positions", "points of lead"], *(
        [str(one["price"]), f"{one['positions']:,}",
         f"{figure(one['effect'], 2) or _mean(one)}  {_sign(one)}"]
        for one in found["trials"])])


def _mean(one: Mapping[str, Any]) -> str:
    return "" if one["mean"] is None else signed(one["mean"], 2)


def _sign(one: Mapping[str, Any]) -> str:
    if one["effect"] is None:
        return "cannot be told yet"
    return one["sign"] if one["sign"] != "fair" else "cannot be told from fair"
