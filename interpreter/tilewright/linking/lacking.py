"""Which texts the rules page of a game still needs, once its authors have begun to write it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.declared import Gives
from tilewright.language.operations import Apply, Domain, FieldOf, Negative, ZoneOf
from tilewright.language.tree import Menu
from tilewright.linking.tables import one_argument, rows_of
from tilewright.linking.text_keys import statements

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from tilewright.language.operations import Expr
    from tilewright.model import Field, Game
    from tilewright.problems import Problems
    from tilewright.reading.source import Map

# With one of these, the page has begun.
FIRST = ("setup.about", "round.about", "turn.about")


def check_page(game: Game, texts: Map, problems: Problems, *, first: bool) -> None:
    """What is wrong with the page; what it lacks is told for the `first` language alone, for which
    the others have translations."""
    for key in texts:
        section, _, name = str(key).partition(".")
        if section == "table" and name in one_argument(game) and not rows_of(game, name):
            problems.add("text-table", texts.key_at(key), *_no_table(game, name))
    for key, why in lacking(game, texts).items() if first else ():
        problems.add("rules-missing", texts.place,
                     f"the rules page does not tell {why}: '{key}' is missing", f"add '{key}: …'")


def _no_table(game: Game, name: str) -> tuple[str, str]:
    """Why there is no table of a rule, and what to do."""
    if name in game.fixed.too_long:
        return (f"to work out all values of '{name}' takes too many steps",
                "have fewer tables, or rules that look at fewer things")
    return (f"the values of '{name}' change in play, so there is no table of them",
            ("a table needs a query or function of one element or number, which asks about nothing "
             "that changes"))


def has_begun(game: Game, texts: Container[str]) -> bool:
    """Whether a game says anything that only its rules page tells."""
    return any(key in texts for key in (*FIRST, *(f"score.{c}.about" for c in game.scoring)))


def lacking(game: Game, texts: Container[str]) -> dict[str, str]:
    """The keys that the page still needs, each with what it is for."""
    if not has_begun(game, texts):
        return {}
    return {key: why for key, why in _needed(game) if key not in texts}


def _needed(game: Game) -> Iterator[tuple[str, str]]:
    flow = game.flow
    if flow is not None:
        yield "setup.about", "how the game is set up"
        yield "turn.about", "what a player does in a turn"
        if flow.before or flow.after or not isinstance(flow.each, Domain):
            yield "round.about", "how a round goes, and in which order turns come"
    menus = [stmt for stmt in statements(game) if isinstance(stmt, Menu)]
    beside = {name for menu in menus if len(menu.actions) > 1 for name in menu.actions}
    for action in game.actions.values():
        if action.tile is None:
            if action.name in beside:
                yield f"action.{action.name}", "the name of this action"
            yield f"action.{action.name}.about", "what this action does"
    for name in dict.fromkeys(m.step for m in menus if m.step and not m.actions):
        yield f"step.{name}.about", "what this step is for"
    for name in game.scoring:
        yield f"score.{name}.about", "how this line of the score sheet is counted"
    if any(field_of_tie(tie) is None for tie in game.ties):
        yield "ranking.about", "who wins with equal points"
    for kind in game.kinds.values():
        if kind.tiles:
            yield f"kind.{kind.name}", "what these tiles are called"
            yield f"kind.{kind.name}.about", "what these tiles are, and what one does with them"
    for name in game.options:
        yield f"option.{name}", "what this setting means"


def field_of_tie(e: Expr) -> Field | None:
    """The field that decides between equal points; none if that is worked out in another way."""
    inner = e.number if isinstance(e, Negative) else e
    if isinstance(inner, Apply) and inner.word.gives is Gives.COUNT:
        inner = inner.given[0]
    return inner.field if isinstance(inner, (FieldOf, ZoneOf)) else None
