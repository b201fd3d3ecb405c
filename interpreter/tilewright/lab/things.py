"""What somebody means by a tile or an action: the moves that take it, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.lab.findings.names import move_names
from tilewright.language.operations import AttributeOf, Expr, variable_of
from tilewright.language.tree import Target
from tilewright.positions.moves import action_of
from tilewright.problems import UsageError, did_you_mean, listed
from tilewright.spoken import label_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.compiling.program import Program
    from tilewright.model import Action, Game

MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Thing:
    """What can be taken: its moves, and the element that it is, if it is one."""

    label: str
    name: Mapping[str, str]
    codes: frozenset[int]
    action: str
    kind: str = ""
    element: str = ""


def thing_of(program: Program, word: str) -> Thing:
    """What a word means: a move such as 'buy apple', a tile that one action takes, or an action."""
    labels = {label_of(program, code): code for code in range(program.moves)}
    if word in labels:
        return _one(program, word, labels[word])
    taking = {label: code for label, code in labels.items()
              if label.rpartition(" ")[2] == word and " " in label and _element(program, code)}
    if len(taking) > 1:
        # What is asked for later, or by the way, is not how one comes by a tile.
        paid = {label: code for label, code in taking.items() if _is_paid(program, code)}
        taking = paid if len(paid) == 1 else taking
    if len(taking) > 1:
        names = _some(list(taking))
        raise UsageError(f"'{word}' stands in several moves; name one of them: {names}")
    if taking:
        return _one(program, *next(iter(taking.items())))
    group = next((one for one in program.groups if one.name == word), None)
    if group is None:
        known = [*labels, *(one.name for one in program.groups),
                 *(label.rpartition(" ")[2] for label in labels)]
        raise UsageError(f"nobody can take '{word}' in this game; {did_you_mean(word, known)}"
                         .rstrip("; "))
    return Thing(word, move_names(program, group.base) if group.size == 1 else {"en": word},
                 frozenset(range(group.base, group.base + group.size)),
                 action_of(program.game, word))


def _one(program: Program, label: str, code: int) -> Thing:
    group = program.group_of(code)
    assert group is not None
    found = _element(program, code)
    kind, element = (group.kind, found) if found else ("", "")
    return Thing(label, move_names(program, code), frozenset([code]),
                 action_of(program.game, group.name), kind, element)


def _element(program: Program, code: int) -> str:
    """The element that a move is of."""
    group = program.group_of(code)
    if group is None or group.kind not in program.game.kinds or group.names:
        return ""
    return program.game.kinds[group.kind].items[code - group.base]


def _is_paid(program: Program, code: int) -> bool:
    group = program.group_of(code)
    action = program.game.actions.get(group.name) if group is not None else None
    return action is not None and bool(action.costs)


def _some(names: list[str]) -> str:
    if len(names) > MOST_NAMED:
        told = ", ".join(f"'{name}'" for name in names[:MOST_NAMED])
        return f"{told} and {len(names) - MOST_NAMED} more"
    return listed(names)


# -- what it costs --------------------------------------------------------------------------------


def price_path(game: Game, thing: Thing, named: str = "") -> tuple[str, str]:
    """The path of the number that is its price, or in one sentence why there is none."""
    if "/" in named:
        return named, ""
    if not thing.element:
        return "", (f"'{thing.label}' is no tile with a price of its own; name a number by its "
                    "path with '--field'")
    kind = game.kinds[thing.kind]
    numbers = [name for name, one in kind.attributes.items() if one.type.tag == "int"]
    if named and named not in numbers:
        raise UsageError(f"a {kind.name} has no number '{named}'; {did_you_mean(named, numbers)}"
                         .rstrip("; "))
    found = [named] if named else [name for name in _paid_with(game.actions.get(thing.action), kind
                                                               .name) if name in numbers]
    if len(found) != 1:
        why = "several numbers" if found else "no number"
        return "", (f"a {kind.name} has {why} with which it is paid; name one with '--field'"
                    if numbers else f"a {kind.name} has no number that could be its price")
    where = ("tiles", kind.name) if kind.tiles else ("kinds", kind.name, "items")
    return "/".join((*where, thing.element, found[0])), ""


def _paid_with(action: Action | None, kind: str) -> list[str]:
    """The attributes of a picked element that the costs of an action read."""
    if action is None:
        return []
    picked = {pick.var for pick in action.picks}
    return list(dict.fromkeys(
        e.attribute.name for cost in action.costs for e in _within(cost.amount)
        if isinstance(e, AttributeOf) and e.kind == kind and variable_of(e.element) in picked))


def _within(value: object) -> Iterator[Expr]:
    """All expressions inside of one."""
    if isinstance(value, Expr):
        yield value
        yield from _within(value.arguments())
    elif isinstance(value, Target):
        yield from _within(value.index)
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from _within(one)
