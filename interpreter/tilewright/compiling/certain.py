"""What a game says to be certain: which fields it reads, and what that ties together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling.plan import Joined, Node, Plan, Test, function
from tilewright.compiling.provenance import bodies
from tilewright.compiling.rewrite import number
from tilewright.language.functions import ABS
from tilewright.language.operations import (
    Apply,
    Asking,
    Both,
    Compare,
    Either,
    Expr,
    Gather,
    IfElse,
    InPlay,
    Math,
    Points,
    Possible,
    Query,
    Reading,
    Tolls,
    variable_of,
)
from tilewright.language.types import INT
from tilewright.model import PLAYER

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tilewright.compiling.build import Build
    from tilewright.compiling.provenance import FieldKey
    from tilewright.language.tree import Var
    from tilewright.model import Game
    from tilewright.problems import Place


def add_tests(build: Build, plan: Plan, numbers: dict[Node, int]) -> None:
    me = build.game.certain_me
    joined = Joined(range(len(plan.pools) + len(plan.fields)))
    for name, certainty in build.game.certain.items():
        word = function(build, f"broken_{name}", broken(certainty.test), me)
        read = read_by(build.game, certainty.test, me)
        for seat in range(build.players):
            pools = frozenset(n for node, n in numbers.items() if (node[:2], False) in read or (
                node[2] == seat and (node[:2], True) in read))
            plan.tests.append(Test(name, certainty.place, word, seat, pools))
            for other in pools:
                joined.join(min(pools), other)
    together = joined.numbers()
    for each in range(len(set(together.values()))):
        mine = [p for p, n in together.items() if n == each]
        tests = [t for t in plan.tests if t.pools & set(mine)]
        plan.groups.append((mine, tests))


def broken(test: Expr) -> Expr:
    """How much is missing until a test holds; nothing if it does. Guesses are mended along it."""
    place = test.place
    if isinstance(test, Both):
        return _sum([broken(part) for part in test.tests], place)
    if isinstance(test, Either):
        return _unless(test, broken(test.tests[-1]))
    if isinstance(test, IfElse):
        return IfElse(INT, place, test.test, broken(test.then), broken(test.other))
    if isinstance(test, Gather) and test.how == "all":
        return Gather(INT, place, "sum", test.var, test.source, test.test, broken(test.value))
    if isinstance(test, Compare) and test.left.type == test.right.type == INT:
        apart = Math(INT, place, "-", test.left, test.right)
        far = Apply(INT, place, ABS, (apart,))
        return _unless(test, _sum([far, number(1, place)], place))
    return _unless(test, number(1, place))


def _unless(test: Expr, missing: Expr) -> Expr:
    return IfElse(INT, test.place, test, number(0, test.place), missing)


def _sum(parts: list[Expr], place: Place) -> Expr:
    total = parts[0]
    for part in parts[1:]:
        total = Math(INT, place, "+", total, part)
    return total


def read_by(game: Game, test: Expr, me: Var) -> set[tuple[FieldKey, bool]]:
    """The fields that a test reads, each with whether only `me` can be its owner."""
    found: set[tuple[FieldKey, bool]] = set()
    _read(game, test, {me}, found, set())
    return found


def _read(game: Game, value: Expr, mine: set[Var], found: set[tuple[FieldKey, bool]],
          seen: set[Hashable]) -> None:
    for part in value.walk():
        if isinstance(part, Reading):
            owned, index = part.field, part.index
            own = bool(index) and owned.owner == PLAYER and variable_of(index[0]) in mine
            found.add(((owned.owner, owned.name), own))
        elif isinstance(part, Asking):
            _read_inside(game, part, mine, found, seen)
            if isinstance(part, Query):
                found.update((key, False) for key, f in game.fields.items() if f.in_play)
        elif isinstance(part, (Points, Possible, Tolls, InPlay)):
            # What tiles and actions read is not followed: it may be anything.
            found.update((key, False) for key in game.fields)


def _read_inside(game: Game, part: Asking, mine: set[Var], found: set[tuple[FieldKey, bool]],
                 seen: set[Hashable]) -> None:
    """Once for the same arguments that are `me`: many may ask for it, and it for others."""
    made = (game.queries if isinstance(part, Query) else game.functions)[part.name]
    passed = zip((made.me, *made.args), (part.me, *part.given), strict=True)
    inner = {var for var, given in passed if variable_of(given) in mine}
    key = part.name, frozenset(inner)
    if key not in seen:
        seen.add(key)
        for body in bodies(game, part):
            _read(game, body, inner, found, seen)
