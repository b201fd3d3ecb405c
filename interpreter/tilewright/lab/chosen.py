"""Figures of a comparison that somebody names, such as `decisions` or `taken tower`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.lab.goals import OF_SEAT, seat_of
from tilewright.lab.things import thing_of
from tilewright.problems import UsageError, did_you_mean
from tilewright.spoken import label_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tilewright.lab.compare import Arm

# Figures of which there is one, and what they are about; and those of which there are several.
SINGLE = {"decisions": "length", "rounds": "length", "lead": "spread"}
SEVERAL = ("share", "score", "end", "points", "taken")
GROUPS = ("whole", "points", "things")

# What a figure is about, and of what it is; nothing where all of these are meant.
Key = tuple[str, str]


def keys_of(said: str, sides: Sequence[Arm]) -> set[Key]:
    """The figures of both sides of a comparison that are meant."""
    about, _, rest = said.partition(" ")
    if said in SINGLE:
        return {(SINGLE[said], said)}
    if about not in SEVERAL:
        hint = did_you_mean(about, (*SINGLE, *SEVERAL))
        raise UsageError(f"there is no figure '{said}'; {hint}".rstrip("; "))
    if not rest:
        return {(about, "")}
    if about == "taken":
        return {(about, label) for label in _labels(rest, sides)}
    if about in OF_SEAT:
        program = sides[0].plan.program(sides[0].game)
        return {(about, program.game.kinds["player"].items[seat_of(rest, program)])}
    known = {name for side in sides for name in (
        side.game.model.reasons if about == "end" else side.game.model.scoring)}
    if rest not in known:
        hint = did_you_mean(rest, known)
        raise UsageError(f"there is no '{rest}' for '{about}'; {hint}".rstrip("; "))
    return {(about, rest)}


def _labels(word: str, sides: Sequence[Arm]) -> set[str]:
    """The moves of a thing that at least one side has."""
    found: set[str] = set()
    missing: UsageError | None = None
    for side in sides:
        program = side.plan.program(side.game)
        try:
            found |= {label_of(program, code) for code in thing_of(program, word).codes}
        except UsageError as error:
            missing = error
    if missing is not None and not found:
        raise missing
    return found


def only(found: Mapping[str, Any], keys: Iterable[Key]) -> dict[str, Any]:
    """A comparison that tells the figures that were named."""
    wanted = set(keys)
    return {**found, "figures": sorted(wanted), **{
        group: [one for one in found[group]
                if {(one["about"], one["id"]), (one["about"], "")} & wanted] for group in GROUPS}}
