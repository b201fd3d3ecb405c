"""What a search for a number says, in plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.cli.lab_told import UNTOLD, called, number, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def tuning(found: Mapping[str, Any]) -> list[str]:
    """With which number a figure reaches a goal."""
    return list(_tuning(found))


def _tuning(found: Mapping[str, Any]) -> Iterator[str]:
    made, goal = found["made"], found["goal"]
    bots = ", ".join(dict.fromkeys(made["bots"]))
    yield (f"{called(made['game']['title'])}: {found['path']} so that {goal['said']}; "
           f"{made['game']['players']} players, bots {bots}, seed {made['seed']}, "
           f"{made['games']:,} games")
    yield from table([["number", "games", "figure"], *(
        [f"{one['number']}{' (now)' if one['number'] == found['now'] else ''}",
         f"{one['games']:,}", _level(one, goal)] for one in found["trials"])])
    yield from _ended(found)


def _level(one: Mapping[str, Any], goal: Mapping[str, Any]) -> str:
    """A figure with its interval; it has no sign of its own."""
    times, unit = (100, "%") if goal["share"] else (1, "")
    known = one["figure"]
    said = f"{number(one['mean'] * times, 2 - goal['share'])}{unit}"
    if known is None:
        return f"{said} (not known yet)"
    if known["low"] == known["high"]:
        return said
    low, high = (number(known[key] * times, 2 - goal["share"]) for key in ("low", "high"))
    return f"{said} ({low} to {high})"


def _ended(found: Mapping[str, Any]) -> Iterator[str]:
    """What came of it."""
    goal, (low, high) = found["goal"], found["between"]
    told = {"unreached": f"it is not reached with a number from {low} to {high}; try others with "
                         "--between",
            "not_monotone": "the figure goes up and down with this number, so halves lead nowhere; "
                            "try fewer numbers with --between",
            "no_effect": "this number changes nothing of it",
            "too_few": "so few games do not tell what it is; play more with --games"}
    if found["status"] in told:
        yield told[found["status"]]
        return
    fresh, value = found["fresh"], found["value"]
    sure = found["status"] != "open"
    if not sure:
        yield f"{UNTOLD} which number it is: {_left(found)}"
    elif found["left"] is not None:
        yield f"{UNTOLD} whether others do it, too: {_left(found)}"
    best = ("reached already with" if found["status"] == "already" else "nearest so far is"
            if not sure else "reached with" if found["holds"] else "nearest with")
    yield (f"{best} {value}: in {fresh['games']:,} other games it is {_level(fresh, goal)}"
           f"{f'; {_agreed(found)}' if sure else ''}")
    if value != found["now"]:
        yield f"in a variant: set: {{{found['path']}: {value}}}; now it is {found['now']}"


def _left(found: Mapping[str, Any]) -> str:
    """The numbers that it may be, and how many games would tell."""
    first, last = found["left"]
    said = f"{first} is left" if first == last else f"{first} to {last} are left"
    return (f"{said} (about {found['more']:,} more games with each)" if found["more"] else
            f"{said}; play more with --games")


def _agreed(found: Mapping[str, Any]) -> str:
    if found["goal"]["sign"] != "=":
        return "that is clear"
    return ("that agrees with the goal" if found["holds"] else
            "no whole number comes nearer to the goal")
