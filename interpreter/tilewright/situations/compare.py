"""What a situation expects, compared with what is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.model import GAME, PLAYER
from tilewright.positions.facts import seat_name
from tilewright.positions.named import EMPTY, SEES
from tilewright.positions.names import Names
from tilewright.problems import IllegalMove, TilewrightError, UsageError
from tilewright.reading.source import Map, Seq, without_places
from tilewright.situations.moves import made

if TYPE_CHECKING:
    from tilewright.playing.state import State
    from tilewright.problems import Place

CHECKS = ("expect", "offers", "moves", "refuses")
EVENTS = "events"
SAME, SHEET = "same ", "sheet."


class Otherwise(TilewrightError):
    """Something in a situation is not as it is expected."""

    def __init__(self, place: Place, message: str) -> None:
        self.place = place
        self.message = message
        super().__init__(f"{place}: {message}")


def checks(state: State, begun: State, key: str, told: Map) -> None:
    """Compare one of `expect`, `offers`, `moves` and `refuses` with a position."""
    value = told[key]
    if key == "expect":
        for path, wanted in value.items():
            if is_of_events(state, path):
                continue   # `events.py` looks at these
            try:
                found = reading(state, begun, path)
            except UsageError as error:
                raise Otherwise(value.key_at(path), str(error)) from error
            if found != wanted_of(without_places(wanted)):
                raise Otherwise(value.at(path), f"{path} is {said(found)}, not {said(wanted)}")
    elif key == "refuses":
        _refusals(state, value)
    else:
        _moves(state, key, value, told.at(key))


def is_of_events(state: State, path: str) -> bool:
    """Whether a name of `expect` is not about the position, but about what happened before it."""
    return path.rpartition(SEES)[2] == EVENTS and (GAME, EVENTS) not in state.program.game.fields


def _moves(state: State, key: str, wanted: Seq, place: Place) -> None:
    labels = [state.label(move) for move in state.legal()]
    missing = [one for one in wanted if str(one) not in labels
               and (key == "moves" or not _can_be_made(state, str(one)))]
    more = [one for one in labels if one not in wanted] if key == "moves" else []
    if missing or more:
        parts = [f"{said(missing)} cannot be made"] if missing else []
        parts += [f"{said(more)} can be made too"] if more else []
        if missing:
            parts.append(f"what can be made is {said(labels)}")
        raise Otherwise(wanted.at(list(wanted).index(missing[0])) if missing else place,
                        "; ".join(parts))


def _can_be_made(state: State, label: str) -> bool:
    """Whether a move can be made that is written as in `do`, with all that is picked."""
    try:
        made(state.clone(), label)
    except IllegalMove:
        return False
    return True


def _refusals(state: State, wanted: Map | Seq) -> None:
    reasons = wanted if isinstance(wanted, Map) else dict.fromkeys(wanted, "")
    for index, (label, reason) in enumerate(reasons.items()):
        place = wanted.key_at(label) if isinstance(wanted, Map) else wanted.at(index)
        _refusal(state, str(label), str(reason), place)


def _refusal(state: State, label: str, reason: str, place: Place) -> None:
    try:
        made(state.clone(), label)
    except IllegalMove as error:
        if error.code == "unknown":
            raise Otherwise(place, f"'{label}' is never a move: {error}") from error
        if not is_reason(error, reason):
            raise Otherwise(place, f"'{label}' is refused for another reason ({error.code}): "
                            f"{error}") from error
        return
    raise Otherwise(place, f"'{label}' is not refused")


def is_reason(error: IllegalMove, reason: str) -> bool:
    """Whether a refusal is for a reason, a word or a part of what players read; any, if empty."""
    return reason in ("", error.code) or reason in str(error)


def wanted_of(value: Any) -> Any:
    """A mapping tells what is not empty, so that zeros may be left out or written."""
    if not isinstance(value, dict):
        return value
    return {key: wanted_of(one) for key, one in value.items() if wanted_of(one) not in EMPTY}


def reading(state: State, begun: State, path: str) -> Any:
    """What a position tells under a name of `expect`."""
    if path in ("over", "round") or (path == "order" and (
            GAME, path) not in state.program.game.fields):
        return getattr(state, path)
    if path in ("end", "end_reason"):
        return state.end_reason
    if path in ("decider", "actor"):
        return seat_name(state.program, getattr(state, path))
    if path == "question":
        return state.question.name if state.question is not None else None
    if path == "winners":
        return [seat_name(state.program, seat) for seat in state.winners()]
    if path == "scores":
        return state.scores()
    if path.startswith(SHEET):
        return _sheet(state, path.removeprefix(SHEET))
    if path.startswith(SAME):
        same = path.removeprefix(SAME)
        return reading(state, begun, same) == reading(begun, begun, same)
    seat, sees, rest = path.partition(SEES)
    if sees:
        return wanted_of(state.view(seat_of(state, seat)).read(rest))
    return wanted_of(state.read(path))


def _sheet(state: State, category: str) -> list[int]:
    if category not in state.program.game.scoring:
        raise UsageError(f"the score sheet has no '{category}'")
    return [state.score_sheet(seat)[category] for seat in range(state.players)]


def seat_of(state: State, name: str) -> int:
    return Names(state.program).thing(f"{PLAYER}.{name}")[1]


def said(value: Any) -> str:
    """A value as YAML would have it, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {said(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(said, value)) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
