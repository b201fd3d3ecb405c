"""A failing or odd game cut to the shortest situation that still shows it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from tilewright.lab.cases import Case, given_of, leaves, on_one_line
from tilewright.lab.deltas import Work, smallest
from tilewright.lab.targets import End, Failing, Making, failing
from tilewright.lab.wishes import Wanted, need_none, target_of, told
from tilewright.playing.record import first
from tilewright.problems import RuleError, TilewrightError, UsageError
from tilewright.situations import write
from tilewright.situations.run import played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.lab.cases import Leaf
    from tilewright.lab.targets import Body, Target
    from tilewright.playing.game import Game
    from tilewright.playing.record import Record
    from tilewright.playing.state import State
    from tilewright.situations.files import SituationFile

# So many moves back a position is looked for that can be given.
MOST_BACK = 40


@dataclass(frozen=True, slots=True)
class Shrunk:
    """The situation, and what it was made of."""

    name: str
    body: Body
    target: Target
    moves: int
    tries: int


def shrunk(game: Game, record: Record, wanted: Wanted, file: SituationFile,
           work: Work | None = None) -> Shrunk:
    """The shortest situation that shows what a record shows at its end."""
    work = work or Work()
    case = Case(game, record.players, record.seed, dict(record.options), record.situation)
    try:
        start = first(game, record)
    except RuleError as error:
        target: Target = failing(error)
        need_none(wanted, error)
        return _kept([simpler(case, target, work)], target, file, len(record.moves), work)
    end = told(start, record)
    target, end = target_of(game, end, wanted)
    with work.share(2):
        codes = _fewest(start, end.made, target, work)
    whole = replace(case, moves=tuple(map(start.label, codes)))
    found = []
    # What follows from few moves is often less; but from some positions only many moves tell.
    for begun in (codes, end.made):
        with work.share(2):
            found += [simpler(one, target, work)
                      for one in _cut(start, begun, case, target, work)]
    return _kept([*found, simpler(whole, target, work)], target, file, len(record.moves), work)


# -- fewer moves ----------------------------------------------------------------------------------


def _fewest(start: State, codes: list[int], target: Target, work: Work) -> list[int]:
    """The moves without those that are not needed; what is illegal then is skipped."""

    def shows(some: list[int]) -> list[int] | None:
        found = _replayed(start, some, work)
        return found.made if target.seen(found) else None

    return smallest(_soonest(start, codes, target, work), shows, work)


def _soonest(start: State, codes: list[int], target: Target, work: Work) -> list[int]:
    """The moves up to the first one after which it is seen."""
    if not isinstance(target, Failing) or target.asked:
        work.spend(len(codes))
        state = start.clone()
        for number, code in enumerate(codes):
            if target.seen(End(state, codes[:number])):
                return codes[:number]
            try:
                state.apply(code)
            except RuleError:
                break
    return codes


def _replayed(start: State, codes: list[int], work: Work) -> End:
    state, made = start.clone(), list[int]()
    try:
        for code in codes:
            if code in state.legal():
                made.append(code)
                state.apply(code)
    except RuleError as error:
        return End(state, made, error)
    finally:
        work.spend(len(made))
    return End(state, made)


# -- less before them -----------------------------------------------------------------------------


def _cut(start: State, codes: list[int], case: Case, target: Target, work: Work) -> Iterator[Case]:
    """The game from the last position that can be given and from which it is still seen."""
    begun = case.game.new(case.players, case.seed, case.options)
    labels = tuple(map(start.label, codes))
    fails = isinstance(target, Failing) and not target.asked
    for back in range(min(MOST_BACK, len(codes)) + 1):
        at = len(codes) - back
        if work.is_done or (not back and fails):
            continue
        state = _replayed(start, codes[:at], work).state
        assert state is not None
        try:
            given = write.given_of(state, begun)
        except UsageError:
            continue
        one = replace(case, given=[given], moves=labels[at:])
        # A seed with which it happens by luck tells less than the chance that it takes.
        found = [made for made in (one if one.shows(target, work) else None,
                                   one.with_chance(target, work)) if made is not None]
        if found:
            yield from found
            return


def simpler(case: Case, target: Target, work: Work) -> Case:
    """The same with as little as possible that is not usual: settings, values, elements, moves."""
    case = _usual(case, target, work)
    case = _less(case, leaves(case.given), lambda found: {"given": given_of(found)}, target, work)
    for at, (_, value) in enumerate(leaves(case.given)):
        if isinstance(value, list):
            case = _less(case, value, partial(_given_with, leaves(case.given), at), target, work)
    case = _less(case, list(case.moves), lambda found: {"moves": tuple(found)}, target, work)
    # With fewer values, fewer players may do.
    case = _usual(case, target, work)
    flat = replace(case, given=on_one_line(case))
    return flat if flat.shows(target, work) else case


def _usual(case: Case, target: Target, work: Work) -> Case:
    """The same with the usual players, seed and options, as far as it is still seen."""
    model = case.game.model
    changes: list[dict[str, Any]] = [{"players": model.default_players}, {"seed": 0}]
    changes += [{"options": {**case.options, name: option.default}}
                for name, option in model.options.items()]
    for change in changes:
        one = replace(case, **change)
        if one != case and one.shows(target, work):
            case = one
    return case


def _given_with(found: list[Leaf], at: int, value: list[Any]) -> dict[str, Any]:
    """What is given, with another list as one of its values."""
    return {"given": given_of([*found[:at], (found[at][0], value), *found[at + 1:]])}


def _less(case: Case, parts: list[Any], change: Callable[[list[Any]], dict[str, Any]],
          target: Target, work: Work) -> Case:
    """A case with fewer of some parts of it."""

    def shows(found: list[Any]) -> list[Any] | None:
        return found if replace(case, **change(found)).shows(target, work) else None

    return replace(case, **change(smallest(parts, shows, work)))


# -- as a situation -------------------------------------------------------------------------------


def _kept(cases: list[Case], target: Target, file: SituationFile, moves: int, work: Work) -> Shrunk:
    """The shortest of them that is seen again when it is read and run as a situation."""
    name = file.free_name(target.name)
    for case in sorted(cases, key=lambda one: one.size):
        _, end = case.play(work)
        body = {**case.body(), **target.expected(end.state if end is not None else None)}
        if _is_seen(case.game, file, name, body, target):
            return Shrunk(name, body, target, moves, work.tries)
    raise UsageError(f"no situation in '{file.shown}' shows it again")


def _is_seen(game: Game, file: SituationFile, name: str, body: Body, target: Target) -> bool:
    _, situation = file.with_one(name, body)
    try:
        state = played(game, situation)
    except TilewrightError as error:
        return isinstance(target, Failing) and target.message in str(error)
    return not isinstance(target, Failing) and (
        isinstance(target, Making) or target.seen(End(state)))
