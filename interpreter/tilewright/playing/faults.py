"""What went wrong while a rule ran: its YAML line, and the chain of rules that led there."""

from __future__ import annotations

import traceback
from collections import Counter
from typing import TYPE_CHECKING, Any

from tilewright.kernel.faults import Fault, Passed
from tilewright.middle.header import STEPS
from tilewright.problems import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.program import Program
    from tilewright.problems import Place


# So many jumps are followed, to see which rules go round.
FOLLOWED = 500
PLACES_TOLD = 6
# What a rule can fail with. All else comes from outside, such as the time-out of a server, and is
# for whoever called.
OF_RULES = (RuleError, Fault, ArithmeticError, LookupError, RecursionError, TypeError, ValueError,
            AttributeError, NameError)


class GoesRound(Fault):
    """Rules that jump from one to the next and never come to a decision."""

    def __init__(self, message: str, place: Place | None) -> None:
        super().__init__(message)
        self.place = place


def goes_round(program: Program, s: list[int], label: int, rounds: int) -> GoesRound:
    """The rules that come again and again from a label on, in the order of their lines."""
    times: Counter[Place] = Counter()
    found: Any = label
    taken, s[STEPS] = s[STEPS], 0
    try:
        while found.__class__ is int and times.total() < FOLLOWED:
            times[_block_place(program, found)] += 1
            found = program.blocks[found](s)
    except Exception:  # noqa: BLE001  what comes further on does not matter
        found = label
    s[STEPS] += taken
    often = max(times.values())
    again = sorted(place for place, n in times.items() if 2 * n > often)
    what = f"rounds pass and nobody has anything to decide; {_way_out(program)}" if rounds > 1 \
        else "this move goes round and round and never comes to a decision"
    told = ", ".join(str(place) for place in again[:PLACES_TOLD])
    return GoesRound(f"{what}; what comes again and again: {told}", again[0])


def _way_out(program: Program) -> str:
    """How a game ends although nobody acts."""
    if any(e.check == "action" for e in program.game.endings):
        return "an end without 'check' is looked at only after an action: write 'check: round'"
    return "let an end hold by then, with 'check: round', or let somebody always be able to act"


def _block_place(program: Program, label: int) -> Place:
    """Where the rules of a block begin."""
    code = program.blocks[label].__code__
    return program.place(code.co_filename, code.co_firstlineno)


def explained(program: Program, error: Exception, s: list[int] | None = None) -> RuleError:
    """The error of a rule, at the YAML that caused it; the position tells what it took."""
    if isinstance(error, RuleError):
        return error
    frames = _rule_frames(program, error)
    flow = program.game.flow
    place = frames[-1][1] if frames else flow.place if flow is not None else None
    if isinstance(error, GoesRound):
        place = error.place
    causes = tuple(f"in {name}, {where}" for name, where in frames[:-1])
    told = RuleError(_sentence(error) + _declared(program, error), place, causes)
    told.steps = s[STEPS] if s is not None else 0
    return told


def _declared(program: Program, error: Exception) -> str:
    """Where the field is declared whose bounds were passed."""
    if not isinstance(error, Passed):
        return ""
    field = next((f for f in program.game.fields.values() if f.title == error.title), None)
    if field is None:
        return ""
    return f" (declared in {field.place}{'; its capacity says how many' if field.zone else ''})"


def _sentence(error: Exception) -> str:
    if isinstance(error, Fault):
        return str(error)
    if isinstance(error, ZeroDivisionError):
        return "this divides by zero; test the number first: 'a // b if b != 0 else 0'"
    if isinstance(error, IndexError):
        return "there is no such element"
    if isinstance(error, KeyError):
        return "the game stands at no decision; this position is damaged"
    return f"{type(error).__name__}: {error}"


def _rule_frames(program: Program, error: Exception) -> list[tuple[str, Place]]:
    """The frames of generated code, outermost first, as names and places in YAML."""
    found = []
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename in program.modules:
            place = program.place(frame.filename, frame.lineno or 1, (frame.colno or 0) + 1,
                                  (frame.end_colno or 0) + 1)
            title = program.build.naming.titles.get(frame.name, f"'{frame.name}'")
            found.append((title, place))
    return [f for f in found[:-1] if "<" not in f[0]] + found[-1:]   # a loop has no name


def guarded(program: Program, function: Callable[[list[int], int], Any], s: list[int], seat: int
            ) -> Any:
    """Call a generated function with steps of its own; an error is told at its YAML line."""
    before, s[STEPS] = s[STEPS], 0
    try:
        return function(s, seat)
    except OF_RULES as error:
        raise explained(program, error, s) from error
    finally:
        program.kept.asked += s[STEPS]
        s[STEPS] = before
