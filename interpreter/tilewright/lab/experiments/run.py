"""The answers of an experiment: each question asked as the command of the lab asks it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.lab.chosen import keys_of, only
from tilewright.lab.compare import Arm, comparison, play_both
from tilewright.lab.covering import covered_by
from tilewright.lab.price import Wish, price, usual_playouts
from tilewright.lab.series import INTERRUPTED
from tilewright.lab.studied import Length, studied
from tilewright.lab.tune import Wish as Tuned
from tilewright.lab.tune import tune
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.lab.experiments.read import Experiment, Question
    from tilewright.lab.forking import Games
    from tilewright.lab.plan import Plan
    from tilewright.lab.series import Hands
    from tilewright.lab.studied import Bar

    Told = dict[str, Any]

# What commands play where nobody says it.
GAMES, POSITIONS, COVERED = 400, 200, 100


@dataclass(frozen=True, slots=True)
class Answer:
    """A question, and what was found, as data for JSON; the same each time."""

    question: Question
    found: Told


@dataclass(frozen=True, slots=True)
class Asking:
    """Who plays, what shows how far it is, and the command that repeats it all."""

    experiment: Experiment
    hands: Hands
    bar: Bar
    command: str
    # Games of which several prices take positions.
    games_of: dict[Plan, Games] = field(default_factory=dict)

    def answers(self) -> Iterator[Answer]:
        """The answers, one after another; Ctrl-C ends a question without one."""
        for question in self.experiment.questions:
            try:
                yield Answer(question, ASKED[question.kind](self, question))
            except UsageError as error:
                raise UsageError(f"{question.place}: {error}") from error

    def blocks(self, question: Question, usual: int = GAMES) -> int:
        """How many blocks are played for a question."""
        return -(-self.games(question, usual) // question.sides[0].plan.players)

    def games(self, question: Question, usual: int) -> int:
        found: int = question.get("games", self.experiment.told.get("games", usual))
        return found


def _series(asking: Asking, question: Question) -> Told:
    (side,) = question.sides
    told = asking.experiment.told
    precise = question.get("precise", None if "games" in question.told else told.get("precise"))
    length = Length(asking.blocks(question) if precise is None else None, precise,
                    _others(question))
    found = studied(side.game, side.plan, length, asking.hands, asking.bar)
    if found.series.stopped == INTERRUPTED:
        raise KeyboardInterrupt
    return found.findings(precise, timed=False)


def _others(question: Question) -> list[tuple[str, ...]] | None:
    """The bots with which a series is played again; nothing for weaker and for stronger ones."""
    again = question.get("again", True)
    if isinstance(again, bool):
        return None if again else []
    return [(bot,) * question.sides[0].plan.players for bot in again]


def _compare(asking: Asking, question: Question) -> Told:
    before, after = (Arm(side.game, side.plan) for side in question.sides)
    with asking.bar("both sides", "games") as tell:
        both = play_both(before, after, asking.blocks(question), asking.hands, tell)
    if both.stopped == INTERRUPTED:
        raise KeyboardInterrupt
    found = comparison(both, asking.command)
    found["made"]["seconds"] = None
    if "figures" in question.told:
        found = only(found, {key for said in question.told["figures"]
                             for key in keys_of(said, (before, after))})
    return found


def _price(asking: Asking, question: Question) -> Told:
    (side,) = question.sides
    plan = side.plan
    finish = question.finishing()
    wish = Wish(question.told["price"], question.get("positions", POSITIONS),
                question.get("playouts", usual_playouts(finish or plan.bots)),
                question.get("field", ""), _between(question), question.get("unit", ""), finish)
    with asking.bar(wish.word, "positions") as tell:
        return price(side.game, plan, wish, tell, asking.command,
                     asking.games_of.setdefault(plan, {}))


def _tune(asking: Asking, question: Question) -> Told:
    (side,) = question.sides
    wish = Tuned(question.told["tune"], question.told["goal"], asking.blocks(question),
                 _between(question), asking.hands)
    with asking.bar(wish.path, "numbers") as tell:
        return tune(side.game, side.plan, wish, tell, asking.command)


def _between(question: Question) -> tuple[int, int] | None:
    if "between" not in question.told:
        return None
    low, high = question.told["between"]
    return low, high


def _coverage(asking: Asking, question: Question) -> Told:
    (side,) = question.sides
    plan = side.plan
    found = covered_by(side.game, [plan.players], dict(plan.arm.options),
                       asking.games(question, COVERED), plan.seed, plan.bots[0])
    return found.as_json()


ASKED: dict[str, Callable[[Asking, Question], Told]] = {
    "series": _series, "compare": _compare, "price": _price, "tune": _tune, "coverage": _coverage}
