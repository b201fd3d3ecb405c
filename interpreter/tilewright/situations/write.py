"""A position written as a situation: what is to be given so that it comes out again."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tilewright.model import GAME, PLAYER
from tilewright.playing.setting import ROUNDS, STEP, TURN, arranged
from tilewright.positions.facts import seat_name
from tilewright.positions.named import POINTS, SEES, USED
from tilewright.positions.names import Names, Spot
from tilewright.positions.writing import ORDER
from tilewright.problems import RuleError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.model import Field
    from tilewright.playing.state import State
    from tilewright.positions.question import Question

# A field with its owner by kind and name, and what it holds or what of it has changed.
Held = tuple["Field", str, Any]


def given_of(state: State, begun: State) -> dict[str, Any]:
    """What is to be given in a game, after its set-up, so that it comes to a position.

    Where the game stands in the middle of something it is refused: that has no name.
    """
    asked = _step(state)
    course = {STEP: asked.name, TURN: seat_name(state.program, asked.actor), ROUNDS: state.round}
    made: dict[str, Any] = {
        key: said for key, said in course.items() if (GAME, key) not in state.program.game.fields
        and (key != ROUNDS or said != begun.round)}
    made |= _values(state, begun)
    made |= _points(state, begun)
    made |= _used(state, begun)
    try:
        first = arranged(begun, made)
        more = _order(state, first) | _looks(state, first)
        made |= more
        unlike = difference(arranged(begun, made) if more else first, state)
    except RuleError as error:
        unlike = f"set up so, a rule fails ({error})"
    except UsageError as error:
        unlike = str(error)
    if unlike:
        raise UsageError(f"this position cannot be told by its values: {unlike}")
    return made


def _step(state: State) -> Question:
    """The step at which the game stands."""
    asked = state.question
    if asked is None:
        raise UsageError("the game is over, and nobody decides any more")
    if asked.is_chance:
        raise UsageError(f"chance decides here ('{asked.name}'), so the position has no name")
    if not asked.is_step:
        raise UsageError(f"the game stands in the middle of something, at the choice "
                         f"'{asked.name}', which has no name by itself")
    return asked


def difference(made: State, wanted: State) -> str:
    """How a position is another one than it should be: in its facts, or in its moves."""
    is_so, should = made.facts(), wanted.facts()
    other = [key for key in should if is_so[key] != should[key]]
    if other:
        return f"'{other[0]}' would be another"
    now, then = (set(map(state.label, state.legal())) for state in (made, wanted))
    odd = sorted(now ^ then)
    return f"'{odd[0]}' would {'' if odd[0] in now else 'not '}be possible" if odd else ""


# -- fields -----------------------------------------------------------------------------------


def _values(state: State, begun: State) -> dict[str, Any]:
    """All fields that have changed, by the shortest names that are sure."""
    names = Names(state.program)
    made: dict[str, Any] = {}
    for owned, owner, held in _changed(state, begun):
        kind, name = owned.owner, owned.name
        if kind == GAME:
            made[name if _is_name(names, name) else f"{GAME}.{name}"] = held
        elif kind == PLAYER and (GAME, owner) not in names.program.game.fields and (
                names.at(f"{owner}.{name}")[0][0] == kind):
            made.setdefault(owner, {})[name] = held
        elif kind != PLAYER and names.is_of_all(kind, name):
            made.setdefault(f"{kind}.{name}", {})[owner] = held
        else:
            made[f"{kind}.{owner}.{name}"] = held
    return made


def _is_name(names: Names, name: str) -> bool:
    """Whether a field of the game is meant by its name alone, and no course of the game."""
    return name not in names.program.game.kinds and not names.things(name)


def _changed(state: State, begun: State) -> Iterator[Held]:
    """What has changed; of values per element only those. Where more or fewer of some elements lie
    in the zones that have changed, all zones with such elements are told, so that none moves."""
    both = [(*now, was) for now, (*_, was) in zip(_all(state), _all(begun), strict=True)]
    moved: Counter[tuple[str, str]] = Counter()
    for owned, _, held, was in both:
        if owned.zone and held != was:
            moved.update((owned.type.kind, item) for item in held)
            moved.subtract((owned.type.kind, item) for item in was)
    uneven = {kind for (kind, _), n in moved.items() if n}
    for owned, owner, held, was in both:
        if held != was or (owned.zone and owned.type.kind in uneven):
            yield owned, owner, _part(held, was)


def _part(held: Any, was: Any) -> Any:
    if not isinstance(held, dict):
        return held
    return {item: one for item, one in held.items() if one != was[item]}


def _all(state: State) -> Iterator[Held]:
    fields = state.program.game.fields
    for kind, owners in state.facts()["fields"].items():
        for owner, held in owners.items():
            for name, one in held.items():
                yield fields[kind, name], owner, one


# -- what is counted --------------------------------------------------------------------------


def _points(state: State, begun: State) -> dict[str, Any]:
    now, was = state.facts()["points"], begun.facts()["points"]
    return {f"{POINTS}.{name}": _part(held, was[name]) for name, held in now.items()
            if held != was[name]}


def _used(state: State, begun: State) -> dict[str, Any]:
    """How often what has a limit was done."""
    seats = Names(state.program).items(PLAYER)
    was = begun.reader.used()
    return {f"{USED}.{name}": {seat: n for seat, n, before in zip(
        seats, times, was[name], strict=True) if n != before}
            for name, times in state.reader.used().items() if times != was[name]}


def _order(state: State, made: State) -> dict[str, Any]:
    """Whose turns are still to come, where it is not as the rules would have it."""
    order = state.order
    if (GAME, ORDER) in state.program.game.fields or order == made.order:
        return {}
    return {ORDER: order}


def _looks(state: State, made: State) -> dict[str, Any]:
    """What players know of hidden things, where they have looked at them or have lost sight."""
    found: dict[str, Any] = {}
    names = Names(state.program)
    hidden = [(kind, owned) for (kind, _), owned in state.program.game.fields.items()
              if owned.secret]
    for seat, player in enumerate(names.items(PLAYER) if hidden else ()):
        now, then = state.view(seat), made.view(seat)
        for kind, owned in hidden:
            for index, owner in enumerate(names.owners(kind)):
                spot = Spot(owned, index)
                told = now.decoder.held(spot)
                if told == then.decoder.held(spot) or (
                        owned.zone and now.reader.size(owned, index) is None):
                    continue
                path = owned.name if kind == GAME else f"{kind}.{owner}.{owned.name}"
                found[f"{player}{SEES}{path}"] = told
    return found
