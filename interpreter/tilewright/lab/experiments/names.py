"""What the questions of an experiment name: things, paths, goals and figures that must be there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lab.changed import number_at
from tilewright.lab.chosen import keys_of
from tilewright.lab.compare import Arm
from tilewright.lab.experiments.read import read_experiment, told_at
from tilewright.lab.goals import goal_of
from tilewright.lab.price import number_of
from tilewright.lab.things import price_path, thing_of
from tilewright.lab.tune import around
from tilewright.playing.bots import bot_named
from tilewright.problems import ContentError, Problems

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tilewright.lab.experiments.read import Experiment, Question

    Look = Callable[[Question, Problems], None]


def whole_experiment(path: Path) -> Experiment:
    """The experiment of a file, of which nothing is wrong."""
    problems = Problems()
    found = read_experiment(path, problems)
    if found is not None:
        for question in found.questions:
            LOOKS[question.kind](question, problems)
    if found is None or problems:
        raise ContentError(problems)
    return found


def _series(question: Question, problems: Problems) -> None:
    """Other bots, if some are named."""
    again = question.get("again")
    for at, bot in enumerate(again if isinstance(again, list) else ()):
        with told_at(question.told["again"].at(at), problems):
            bot_named(bot)


def _compare(question: Question, problems: Problems) -> None:
    before, after = question.sides
    if (before.game.hash, before.plan.arm.options) == (after.game.hash, after.plan.arm.options):
        problems.add("wrong-value", question.at("compare"), "both arms have the same rules",
                     "name an arm with other variants or settings")
    sides = [Arm(one.game, one.plan) for one in question.sides]
    for at, said in enumerate(question.get("figures", ())):
        with told_at(question.told["figures"].at(at), problems):
            keys_of(said, sides)


def _price(question: Question, problems: Problems) -> None:
    (side,) = question.sides
    program, rules = side.plan.program(side.game), side.plan.arm
    with told_at(question.at("finish"), problems):
        question.finishing()
    with told_at(question.at("price"), problems):
        thing = thing_of(program, question.told["price"])
        with told_at(question.at("field"), problems):
            path, _ = price_path(side.game.model, thing, question.get("field", ""))
            if path:
                number_at(rules.game, rules.variants, path)
    if "unit" in question.told:
        with told_at(question.at("unit"), problems):
            number_of(side.game.new(side.plan.players, 0, dict(rules.options)),
                      question.told["unit"], 0)
    _between(question, problems)


def _tune(question: Question, problems: Problems) -> None:
    (side,) = question.sides
    with told_at(question.at("tune"), problems):
        rules = side.plan.arm
        number = number_at(rules.game, rules.variants, question.told["tune"])
        if "between" not in question.told:
            around(number.now, number.path)
    with told_at(question.at("goal"), problems):
        goal_of(question.told["goal"], side.plan.program(side.game))
    _between(question, problems)


def _between(question: Question, problems: Problems) -> None:
    low, high = question.get("between", (0, 1))
    if low >= high:
        problems.add("wrong-value", question.at("between"),
                     f"this needs a lower and a higher number, not {low} and {high}")


def _coverage(question: Question, problems: Problems) -> None:
    (side,) = question.sides
    if len(set(side.plan.bots)) > 1:
        problems.add("wrong-value", question.at("bots"), "here one bot plays for all players",
                     "add 'bots: random' to this question, or another one")


LOOKS: dict[str, Look] = {"series": _series, "compare": _compare, "price": _price, "tune": _tune,
                          "coverage": _coverage}
