"""What a game says to be certain: which fields it reads, and what that ties together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling.plan import Joined, Node, Plan, Test, function
from tilewright.compiling.provenance import bodies
from tilewright.language.functions import FUNCTIONS
from tilewright.language.tree import Expr
from tilewright.language.types import INT

if TYPE_CHECKING:
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
    for number in range(len(set(together.values()))):
        mine = [p for p, n in together.items() if n == number]
        tests = [t for t in plan.tests if t.pools & set(mine)]
        plan.groups.append((mine, tests))


def broken(test: Expr) -> Expr:
    """How much is missing until a test holds; nothing if it does. Guesses are mended along it."""
    place, parts = test.place, test.args
    if test.op == "and":
        return _sum([broken(part) for part in parts[0]], place)
    if test.op == "or":
        return _unless(test, broken(parts[0][-1]))
    if test.op == "ifelse":
        return Expr("ifelse", INT, place, (parts[0], broken(parts[1]), broken(parts[2])))
    if test.op == "comp" and parts[0] == "all":
        return Expr("comp", INT, place, ("sum", *parts[1:4], broken(parts[4])))
    if test.op == "cmp" and all(part.type == INT for part in parts[1:]):
        apart = Expr("math", INT, place, ("-", parts[1], parts[2]))
        far = Expr("call", INT, place, (FUNCTIONS["abs"], (apart,)))
        return _unless(test, _sum([far, _number(1, place)], place))
    return _unless(test, _number(1, place))


def _unless(test: Expr, missing: Expr) -> Expr:
    return Expr("ifelse", INT, test.place, (test, _number(0, test.place), missing))


def _number(value: int, place: Place) -> Expr:
    return Expr("const", INT, place, (value,))


def _sum(parts: list[Expr], place: Place) -> Expr:
    total = parts[0]
    for part in parts[1:]:
        total = Expr("math", INT, place, ("+", total, part))
    return total


def read_by(game: Game, test: Expr, me: Var) -> set[tuple[FieldKey, bool]]:
    """The fields that a test reads, each with whether only `me` can be its owner."""
    found: set[tuple[FieldKey, bool]] = set()
    _read(game, test, {me}, found, ())
    return found


def _read(game: Game, value: Expr, mine: set[Var], found: set[tuple[FieldKey, bool]],
          within: tuple[str, ...]) -> None:
    for part in value.walk():
        if part.op in ("zone", "field", "vector"):
            owned, index = part.args[:2]
            own = bool(index) and owned.owner == "player" and (
                index[0].op == "var" and index[0].args[0] in mine)
            found.add(((owned.owner, owned.name), own))
        elif part.op in ("own", "query") and part.args[0] not in within:
            _read_inside(game, part, mine, found, (*within, part.args[0]))
            if part.op == "query":
                found.update((key, False) for key, f in game.fields.items() if f.in_play)
        elif part.op in ("points", "possible", "tolls", "in_play"):
            # What tiles and actions read is not followed: it may be anything.
            found.update((key, False) for key in game.fields)


def _read_inside(game: Game, part: Expr, mine: set[Var], found: set[tuple[FieldKey, bool]],
                 within: tuple[str, ...]) -> None:
    name, me, args = part.args
    made = game.functions[name] if part.op == "own" else game.queries[name]
    passed = zip((made.me, *made.args), (me, *args), strict=True)
    inner = {var for var, given in passed if given.op == "var" and given.args[0] in mine}
    for body in bodies(game, part):
        _read(game, body, inner, found, within)
