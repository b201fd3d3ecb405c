"""The functions about boards: what hangs together, ways, directions.

Each walk looks at what it reaches and no more, and is charged for that.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from tilewright.costs import CALL, QUEUED
from tilewright.language import bounds
from tilewright.language.declared import declare, given
from tilewright.language.operations import Apply
from tilewright.language.relations import leading
from tilewright.language.signatures import arguments, list_of
from tilewright.language.tree import Var
from tilewright.language.types import BOOL, INT, Type, many
from tilewright.middle import ir
from tilewright.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.language.coder import Coder
    from tilewright.language.declared import Check, Word
    from tilewright.language.expressions import Checker
    from tilewright.language.names import Scope
    from tilewright.language.operations import Expr
    from tilewright.model import Game


class Asked(NamedTuple):
    """What is asked at each site or link of a walk, over the names of the sites."""

    it: Var
    there: Var
    within: Expr | None
    until: Expr | None
    through: Expr | None
    number: Expr | None


# -- what the arguments must be -------------------------------------------------------------------


def takes_sites(result: Callable[[Type], Type], sites: int, *keys: str, of_list: bool = False
                ) -> Check:
    """A function of sites, or of a list of them, and the name of a relation."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        named = arguments(word, ch, node, sites + 1, sites + 1, keys)
        first = list_of(ch, node.args[0], scope) if of_list else ch.check(node.args[0], scope)
        site = (first.type.item or first.type) if of_list else first.type
        if site.tag != "kind" or site.optional:
            ch.fail("wrong-type", node.args[0], f"this is {first.type.words}, not "
                    f"{'a list of sites' if of_list else 'a site'}")
        rest = [ch.need(a, scope, first.type) for a in node.args[1:sites]]
        way = node.args[sites]
        relation = leading(ch, way, way.id if isinstance(way, ast.Name) else "", site.kind,
                           site.kind, scope)
        asked = _asked(ch, named, scope, site)
        return Apply(result(site), ch.at(node), word, (first, *rest), way=(site.kind, relation),
                     asked=asked)

    return check


def _asked(ch: Checker, named: dict[str, ast.expr], scope: Scope, site: Type) -> Asked:
    it, there = Var("it", site), Var("there", site)
    one, both = scope.with_var(it), scope.with_var(it).with_var(there)

    def need(key: str, inside: Scope, want: Type) -> Expr | None:
        return ch.need(named[key], inside, want) if key in named else None

    return Asked(it, there, need("within", scope, many(site)), need("until", one, BOOL),
                 need("through", both, BOOL), _number(ch, named, one))


def _number(ch: Checker, named: dict[str, ast.expr], scope: Scope) -> Expr | None:
    """`cost=`, a number, or `by=`, anything that can be compared."""
    if "cost" in named:
        return ch.need(named["cost"], scope, INT)
    if "by" not in named:
        return None
    found = ch.check(named["by"], scope)
    if found.type.tag not in ("int", "bool", "kind"):
        ch.fail("wrong-type", named["by"], f"this is {found.type.words}, and cannot be compared")
    return found


def takes_links(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
    """longest_trail: a list of links, and their attribute that names the two ends of each."""
    named = arguments(word, ch, node, 2, 2, ("until",))
    first = list_of(ch, node.args[0], scope)
    kind = ch.names.game.kinds.get(first.type.item.kind if first.type.item else "")
    if kind is None:
        ch.fail("wrong-type", node.args[0], f"this is {first.type.words}, not of links")
    assert kind is not None
    name = node.args[1].id if isinstance(node.args[1], ast.Name) else ""
    pairs = [a for a, values in kind.attributes.items() if values.type.tag == "list"
             and values.type.item and values.type.item.tag == "kind"
             and all(len(v) == 2 for v in values.values)]
    if name not in pairs:
        ch.fail("unknown-relation", node.args[1],
                f"this names no two sites that each {kind.name} lies between",
                did_you_mean(name, pairs))
    site = kind.attributes[name].type.item
    assert site is not None
    asked = _asked(ch, named, scope, site)
    return Apply(INT, ch.at(node), word, (first,), way=(kind.name, name), asked=asked)


def takes_direction(result: Callable[[Type], Type], *keys: str) -> Check:
    """step and ray: a cell of a grid, and one of its directions."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        named = arguments(word, ch, node, 2, 2, keys)
        cell = ch.check(node.args[0], scope)
        ways = ch.names.game.ways.get(cell.type.kind)
        if cell.type.tag != "kind" or cell.type.optional or ways is None:
            ch.fail("wrong-type", node.args[0],
                    f"this is {cell.type.words}, not a cell of a grid with directions",
                    "give the grid 'directions: direction'")
        assert ways is not None
        way = ch.need(node.args[1], scope, Type("kind", ways.kind))
        asked = _asked(ch, named, scope, cell.type)
        return Apply(result(cell.type), ch.at(node), word, (cell, way), asked=asked)

    return check


# -- code -----------------------------------------------------------------------------------------


def _asked_by(e: Apply) -> Asked:
    assert e.asked is not None
    return e.asked


def _function(em: Coder, names: list[Var], body: Expr | None) -> tuple[ir.Value, int]:
    if body is None:
        return ir.const(None), 0
    return em.function_of(names, body)


def _walked(em: Coder, e: Apply, way: ir.Value, steps: int = 0, each_link: int = 0) -> ir.Value:
    """Sites that a walk finds; it looks at the links of each."""
    kind, relation = e.way
    links = em.most_links(kind, relation)
    return em.charged(way, em.size(kind), CALL + steps + links * (1 + each_link))


def _component(em: Coder, e: Apply) -> ir.Value:
    asked = _asked_by(e)
    site = em.expr(e.given[0])
    inside = em.bulk(asked.within, 1) if asked.within is not None else ir.const(None)
    through, steps = _function(em, [asked.it, asked.there], asked.through)
    return _walked(em, e, ir.call("component", em.relation_table(*e.way), site, inside,
                                  through), each_link=steps)


def _reach(em: Coder, e: Apply) -> ir.Value:
    asked = _asked_by(e)
    site = em.expr(e.given[0])
    until, steps = _function(em, [asked.it], asked.until)
    through, each = _function(em, [asked.it, asked.there], asked.through)
    return _walked(em, e, ir.call("reach", em.relation_table(*e.way), site, until, through),
                   steps, each)


def _distance(em: Coder, e: Apply) -> ir.Value:
    asked = _asked_by(e)
    a, b = given(em, e)
    if asked.number is not None or asked.through is not None:
        cost, steps = _function(em, [asked.it], asked.number)
        through, each = _function(em, [asked.it, asked.there], asked.through)
        em.spend(CALL)
        links = em.most_links(*e.way)
        weight = ir.const(QUEUED + steps + links * (1 + each))
        return ir.call("cheapest", ir.Position(), em.relation_table(*e.way), a, b, cost, through,
                       weight)
    table = em.distance_table(*e.way)
    if table is not None:
        return ir.Item(ir.Item(table, a), b)
    em.spend(CALL)
    return ir.call("steps_between", ir.Position(), em.relation_table(*e.way), a, b)


def _groups(em: Coder, e: Apply) -> ir.Value:
    asked = _asked_by(e)
    by, steps = _function(em, [asked.it], asked.number)
    links = em.most_links(*e.way)
    items = em.bulk(e.given[0], CALL + steps + links)
    return ir.call("groups", em.relation_table(*e.way), items, by)


def _cuts(em: Coder, e: Apply) -> ir.Value:
    links = em.most_links(*e.way)
    items = em.bulk(e.given[0], QUEUED + 2 * links)
    return ir.call("cuts", em.relation_table(*e.way), items)


def _longest_path(em: Coder, e: Apply) -> ir.Value:
    em.spend(CALL)
    return ir.call("longest_path", ir.Position(), em.relation_table(*e.way),
                   em.bulk(e.given[0], CALL))


def _longest_trail(em: Coder, e: Apply) -> ir.Value:
    asked = _asked_by(e)
    ends = em.attribute_table(*e.way)
    until, steps = _function(em, [asked.it], asked.until)
    return ir.call("longest_trail", ir.Position(), ends,
                   em.bulk(e.given[0], 2 * (CALL + steps)), until)


def _step(em: Coder, e: Apply) -> ir.Value:
    cell, way = given(em, e)
    table = em.table(em.game.ways[e.given[0].type.kind].steps, "steps")
    return ir.Item(ir.Item(table, cell), way)


def _ray(em: Coder, e: Apply) -> ir.Value:
    asked = _asked_by(e)
    ways = em.game.ways[e.given[0].type.kind]
    cell, way = given(em, e)
    ray = ir.Item(ir.Item(em.table(ways.rays, "rays"), cell), way)
    if asked.until is None:
        return ray
    until, steps = _function(em, [asked.it], asked.until)
    return em.charged(ir.call("up_to", ray, until), ways.longest, 1 + steps)


def _longest_ray(game: Game, args: tuple[Expr, ...]) -> int:
    return game.ways[args[0].type.kind].longest


# -- the words ------------------------------------------------------------------------------------


def declare_all() -> None:
    """Put the words about boards into the table of functions."""
    declare("component(site, relation, within=list, through=test of it and there)",
            "all sites of the list that hang together with a site; the site itself is among them. "
            "With `through=` a link counts only where the test holds, from `it` to `there`",
            "size(component(first_cell(), beside, within=cells))",
            takes_sites(many, 1, "within", "through"), _component, walks=True,
            most=bounds.of_kind, distinct=True)
    declare("groups(list, relation, by=value of it)",
            "the parts of the list that hang together, each as a list; with `by=` only what has "
            "the same value hangs together. Go through them: `for g in groups(…)`",
            "max(size(g) for g in groups(cells, beside, by=it.mark)) > 0",
            takes_sites(lambda site: many(many(site)), 1, "by", of_list=True), _groups,
            most=bounds.as_given)
    declare("cuts(list, relation)",
            "the sites of the list without which what hangs together there would fall apart",
            "size(cuts(cells, beside)) == 0", takes_sites(many, 1, of_list=True), _cuts,
            most=bounds.as_given, distinct=True)
    declare("distance(site, site, relation, cost=number of it, through=test of it and there)",
            "the fewest steps between two sites; -1 if there is none. With `cost=` the least sum "
            "of the numbers of all sites that are entered; with `through=` a link counts only "
            "where the test holds, from `it` to `there`",
            "distance(a1, c1, beside) == 2", takes_sites(lambda _t: INT, 2, "cost", "through"),
            _distance)
    declare("longest_path(list, relation)",
            "how many sites of the list the longest way has that comes to none of them twice",
            "longest_path(cells, beside) > 0", takes_sites(lambda _t: INT, 1, of_list=True),
            _longest_path)
    declare("longest_trail(links, ends, until=test of it)",
            "how many links of the list the longest way has that uses none of them twice; `ends` "
            "is the attribute that names the two sites of each. At a site where the test holds a "
            "way may begin or end, but not go on", "longest_trail(sides, corners) > 0",
            takes_links, _longest_trail)
    declare("ray(cell, direction, until=test of it)",
            "the cells that lie in a direction, the nearest first, without the cell itself; with "
            "`until=` up to the first one where the test holds, which is still among them",
            "size(ray(a1, north)) == 2", takes_direction(many, "until"), _ray, most=_longest_ray)
    declare("reach(site, relation, until=test of it, through=test of it and there)",
            "all sites that can be walked to, without the start itself; a site where the test "
            "holds ends the walk and is still among them. With `through=` a link counts only where "
            "the test holds, from `it` to `there`",
            "size(reach(a1, beside, until=it.mark != none))",
            takes_sites(many, 1, "until", "through"), _reach, walks=False,
            most=bounds.of_kind, distinct=True)
    declare("step(cell, direction)", "the next cell in a direction, or none at the edge",
            "step(a1, south) == none", takes_direction(Type.or_none), _step)
