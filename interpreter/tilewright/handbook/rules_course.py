"""The course of a game on its rules page: rounds, turns, steps, and what is offered there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.handbook.rules_words import capital, part
from tilewright.language.operations import Asking, AttributeOf, Domain, Variable, variable_of
from tilewright.language.tree import Call, If, Menu
from tilewright.linking.tables import number_of, rows_of
from tilewright.linking.text_keys import statements
from tilewright.model import PLAYER
from tilewright.telling.amounts import amount
from tilewright.text import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tilewright.handbook.rules_words import Words
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Stmt, Var
    from tilewright.model import Action, Cost, Game, Procedure

MOST_PRICES = 12


@dataclass(frozen=True, slots=True)
class Step:
    """A step, and whether it comes only if something holds."""

    menu: Menu
    at_times: bool = False

    @property
    def name(self) -> str:
        return self.menu.step or "_".join(self.menu.actions)


def steps_of(game: Game, stmts: Iterable[Stmt], seen: set[str], *, at_times: bool = False
             ) -> Iterator[Step]:
    """The steps in statements, in the order in which they come; of each procedure and action only
    once, which is noted in `seen`."""
    for stmt in stmts:
        if isinstance(stmt, Menu):
            yield Step(stmt, at_times)
            yield from _within(game, [("action", name) for name in stmt.actions], seen, True)
        if isinstance(stmt, Call):
            yield from _within(game, [("procedure", stmt.procedure)], seen, at_times)
        for name in ("body", "then", "other"):
            yield from steps_of(game, getattr(stmt, name, ()), seen,
                                at_times=at_times or isinstance(stmt, (If, Menu)))
        for branch in getattr(stmt, "branches", ()):
            yield from steps_of(game, branch.body, seen, at_times=True)


def _within(game: Game, named: Iterable[tuple[str, str]], seen: set[str], at_times: bool
            ) -> Iterator[Step]:
    for sort, name in named:
        if f"{sort} {name}" not in seen:
            seen.add(f"{sort} {name}")
            made = game.actions[name] if sort == "action" else game.procedures[name]
            if sort == "procedure" and _is_step(game, name):
                yield Step(_carried_out(game.procedures[name]), at_times)
            yield from steps_of(game, made.body, seen, at_times=at_times)


def _is_step(game: Game, procedure: str) -> bool:
    """Whether players read of a procedure as a step: it has words, and no menu has its name."""
    keys = (f"step.{procedure}", f"step.{procedure}.about")
    return any(key in texts for texts in game.texts.values() for key in keys) and not any(
        isinstance(stmt, Menu) and Step(stmt).name == procedure for stmt in statements(game))


def _carried_out(procedure: Procedure) -> Menu:
    """A procedure as a step in which there is nothing to choose from: it has to be done."""
    return Menu(procedure.place, step=procedure.name, rule="must", actions=[], by=None, test=None,
                repeat=False, powers=False, pass_when=None, other=[])


class Course:
    """Writes the course of a game, each step and action in full where it comes first."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.game = words.game
        self.seen: set[str] = set()
        self.steps: set[str] = set()
        self.actions: set[str] = set()
        self.powers = [a for a in self.game.actions.values()
                       if a.tile is not None and a.window != "reaction"]

    def setup(self, numbers: list[str]) -> list[str]:
        """How the game is set up, with the `numbers` that are there at first."""
        flow = self.game.flow
        told = [self.words.about("setup"), "", *numbers]
        told += ["", *self._steps(flow.setup if flow else [])]
        return part(self.words.own("setup"), _tidy(told))

    def rounds(self) -> list[str]:
        """A round, with what happens before and after its turns."""
        flow = self.game.flow
        if flow is None:
            return []
        told = self.words.about("round")
        if not told and isinstance(flow.each, Domain) and flow.each.kind == PLAYER:
            told = self.words.own("turns")
        before = part(self.words.own("before"), self._steps(flow.before), 3)
        turn = self.turn(flow.turn, flow.after_turn)
        after = part(self.words.own("after"), self._steps(flow.after), 3)
        return [*part(self.words.own("round"), _tidy([told, "", *before])), *turn, *after,
                *part(self.words.own("further"), self._further())]

    def turn(self, stmts: list[Stmt], after: list[Stmt]) -> list[str]:
        told = self.words.about("turn")
        steps = self._steps(stmts)
        last = part(self.words.own("after_turn"), self._steps(after), 3)
        return part(self.words.own("turn"), _tidy([told, "", *steps, "", *last]))

    def _further(self) -> list[str]:
        """Steps of tiles, and actions that no step of the course offers."""
        bodies = [s for procedure in self.game.procedures.values() for s in procedure.body]
        bodies += [s for action in self.game.actions.values() for s in action.body]
        steps = self._steps(bodies)
        left = [a for a in self.game.actions.values()
                if a.tile is None and a.name not in self.actions]
        return [*steps, *(self.words.item(self.words.action(a.name), self._told(a)) for a in left)]

    # -- steps --------------------------------------------------------------------------------

    def _steps(self, stmts: list[Stmt]) -> list[str]:
        steps = [s for s in steps_of(self.game, stmts, self.seen) if self._is_new(s)]
        lines = [] if len(steps) < 2 else [self.words.own("in_order"), ""]
        for number, step in enumerate(steps, 1):
            lines += self._step(f"{number}. " if len(steps) > 1 else "", step)
        told = self._of_powers([step.menu for step in steps])
        return [*lines, *(["", told] if told else [])]

    def _is_new(self, step: Step) -> bool:
        told = step.name in self.steps
        self.steps.add(step.name)
        return not told

    def _step(self, number: str, step: Step) -> Iterator[str]:
        """A step with its actions; the words of one that is alone follow those of the step."""
        words, menu = self.words, step.menu
        actions = [self.game.actions[name] for name in menu.actions]
        told = [words.about(f"step.{step.name}"), self._powers_here(menu)]
        if len(actions) == 1 and not (told[0] and actions[0].name in self.actions):
            told.append(self._told(actions[0]))
        head = f"**{capital(words.step(menu.step, menu.actions))}** ({self._how(step)})"
        yield f"{number}{words.labelled(head, ' '.join(filter(None, told)))}"
        if len(actions) > 1:
            yield from ([] if number else [""])
            for action in actions:
                line = words.item(words.action(action.name), self._told(action))
                yield f"{' ' * len(number)}{line}"

    def _how(self, step: Step) -> str:
        """Whether it has to be done, how often, and what it is called to go on."""
        words, menu = self.words, step.menu
        told = [*([words.own("now_and_then")] if step.at_times else []), words.own(menu.rule)]
        limited = [self.game.actions[name].limit[0] > 0 for name in menu.actions]
        if menu.test is not None:
            told.append(words.own("allowed"))
        elif menu.repeat and not (limited and all(limited)):
            told.append(words.own("often" if menu.rule == "may" else "repeats"))
        if self._some_powers() and self._with_powers(menu):
            told.append(words.own("with_powers"))
        passing = f"pass.{step.name}"
        if menu.rule == "may" and words.has(passing):
            told.append(words.own("passed", what=words.name(passing)))
        return ", ".join(told)

    # -- powers of tiles ----------------------------------------------------------------------

    def _with_powers(self, menu: Menu) -> bool:
        """Whether powers are offered beside the actions of a step."""
        return menu.powers and bool(menu.actions) and any(
            not a.window.startswith("step:") for a in self.powers)

    def _some_powers(self) -> bool:
        """Whether there are powers in some steps of a turn, but not in all."""
        flow = self.game.flow
        steps = steps_of(self.game, flow.turn, set()) if flow else ()
        with_actions = [step.menu for step in steps if step.menu.actions]
        return any(map(self._with_powers, with_actions)) and not all(
            map(self._with_powers, with_actions))

    def _of_powers(self, menus: list[Menu]) -> str:
        if not any(map(self._with_powers, menus)):
            return ""
        return self.words.own("powers_marked" if self._some_powers() else "powers")

    def _powers_here(self, menu: Menu) -> str:
        """The tiles whose powers belong to this step."""
        here = [a.tile for a in self.powers if a.tile is not None
                and a.window == f"step:{menu.step}" and menu.powers]
        if here:
            names = [self.words.element(*tile) for tile in dict.fromkeys(here)]
            return self.words.own("powers_here", what=self.words.listed(names))
        return self.words.own("powers_only") if menu.powers and not menu.actions and (
            self.powers) else ""

    # -- actions ------------------------------------------------------------------------------

    def _told(self, action: Action) -> str:
        """What an action does, how often it may be done, and what it costs."""
        if action.name in self.actions:
            return self.words.own("as_above")
        self.actions.add(action.name)
        told = self.words.about(f"action.{action.name}")
        return " ".join(filter(None, [
            told, self._limit(action, told),
            *(self._price(action, cost) for cost in action.costs)]))

    def _limit(self, action: Action, told: str) -> str:
        """How often an action may be done, unless that was `told` already."""
        times, span = action.limit
        often = say(self.game, f"frame.per_{span}", self.words.lang, {"n": times}) if times else ""
        return self.words.own("limit", limit=often) if often.lower() not in told.lower() else ""

    def _price(self, action: Action, cost: Cost) -> str:
        """What an action costs, as far as that never changes."""
        said = self._cost(action, cost)
        return self.words.own("price", what=said) if said else ""

    def _cost(self, action: Action, cost: Cost) -> str:
        owned, lang = cost.target.field, self.words.lang
        if owned.per:
            return ""
        fixed = number_of(self.game, cost.amount)
        if fixed is not None:
            return amount(self.game, owned, None, fixed, lang) if fixed > 0 else ""
        var, name = _asked_of(cost.amount)
        if self.words.has(f"table.{name}"):
            return self.words.own("see", what=self.words.name(f"table.{name}"))
        if var not in {pick.var for pick in action.picks} or var is None:
            return ""
        rows = rows_of(self.game, name) if name else _of_attribute(cost.amount)
        kind = var.type.kind
        if not kind or not 0 < len(rows) <= MOST_PRICES or not all(
                type(n) is int for _, n in rows):
            return ""
        return self.words.listed([
            self.words.labelled(self.words.element(kind, one),
                                amount(self.game, owned, None, n, lang)) for one, n in rows])


def _asked_of(e: Expr) -> tuple[Var | None, str]:
    """The picked element that an amount depends on alone, and the rule that says how."""
    if isinstance(e, Asking) and len(e.given) == 1 and isinstance(e.given[0], Variable):
        return e.given[0].var, e.name
    return (variable_of(e.element), "") if isinstance(e, AttributeOf) else (None, "")


def _of_attribute(e: Expr) -> list[tuple[int, int]]:
    return list(enumerate(e.attribute.values)) if isinstance(e, AttributeOf) else []


def _tidy(lines: Iterable[str]) -> list[str]:
    """Lines without empty ones at the beginning, at the end, or one after the other."""
    found: list[str] = []
    for line in lines:
        if line or (found and found[-1]):
            found.append(line)
    return found
