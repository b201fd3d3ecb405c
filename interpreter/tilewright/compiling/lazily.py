"""Walks that go no further than somebody asks.

`size(unique(neighbours of what hangs together)) > 1` is known at the second neighbour, and `any` at
the first element for which it holds. So the walk stands in the code itself, with what is asked of
each site inside it, and stops when the answer is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling import asked
from tilewright.costs import CALL
from tilewright.language.declared import Gives
from tilewright.language.operations import Apply, Const, Gather, Own, variable_of
from tilewright.language.types import kind_of
from tilewright.middle import ir

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.build import Build
    from tilewright.compiling.emit import Expressions
    from tilewright.language.operations import Compare, Expr

    # Code for one element, which stands under a name.
    Each = Callable[[ir.Name], None]

# What is compared with more than this is worked out as a whole.
FEW = 8
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


def leads_to_walk(build: Build, e: Expr) -> bool:
    """Whether the elements of a list come one by one out of a walk."""
    if isinstance(e, Own):
        if e.name not in build.walking:
            build.walking[e.name] = leads_to_walk(build, build.game.functions[e.name].body)
        return build.walking[e.name]
    if isinstance(e, Gather):
        return e.how in ("list", "flat") and (
            leads_to_walk(build, e.source) or (e.how == "flat" and leads_to_walk(build, e.value)))
    if isinstance(e, Apply):
        return e.word.walks is not None or (
            _keeps_all(e) and leads_to_walk(build, e.given[0]))
    return False


def _keeps_all(e: Apply) -> bool:
    """Whether a word gives all of its list, or each of it once, without asking more of it."""
    if e.word.gives is Gives.EACH:
        return bool(e.type.item is not None and e.type.item.tag == "kind")
    return e.word.gives is Gives.ALL and all(variable_of(key) is e.it for key in e.given[1:])


def compared(em: Expressions, e: Compare) -> ir.Value | None:
    """A test of how many elements a walk finds, if it needs few of them."""
    for this, that, sign in ((e.left, e.right, e.sign), (e.right, e.left, MIRRORED[e.sign])):
        if (isinstance(this, Apply) and this.word.gives is Gives.COUNT and isinstance(that, Const)
                and 0 <= that.value <= FEW and leads_to_walk(em.build, this.given[0])):
            return _counted(em, this.given[0], sign, that.value)
    return None


def _counted(em: Expressions, source: Expr, sign: str, few: int) -> ir.Value:
    found = em.keep(ir.const(0))
    walk = Walk(em, lambda: ir.compare(ir.Name(found.word), ">", ir.const(few)))
    walk.all(source, lambda _one: em.emit(ir.Add(found.word, ir.const(1))))
    return ir.compare(found, sign, ir.const(few))


def any_or_all(em: Expressions, e: Gather) -> ir.Value | None:
    """`any` or `all` of what a walk finds, which ends with the walk."""
    if not leads_to_walk(em.build, e.source):
        return None
    found = em.keep(ir.const(e.how == "all"))

    def is_enough() -> ir.Value:
        return _again(found) if e.how == "any" else ir.negated(_again(found))

    def one_of(one: ir.Name) -> None:
        with em.loop_var(e.var, one.word):
            test = em.expr(e.test) if e.test is not None else None
            with em.block() as inner:
                node = em.expr(e.value)
                hit = node if e.how == "any" else ir.negated(node)
                em.emit(ir.when(hit, [ir.Let(found.word, ir.const(e.how == "any"))]))
            if test is None:
                em.sink.extend(inner)
            else:
                em.emit(ir.when(test, inner))

    Walk(em, is_enough).all(e.source, one_of)
    return found


class Walk:
    """Writes loops around what is done with each element; `enough` says when they all end."""

    def __init__(self, em: Expressions, enough: Callable[[], ir.Value]) -> None:
        self.em = em
        self.enough = enough
        self.depth = 0
        self.checks: set[int] = set()

    def all(self, e: Expr, each: Each) -> None:
        """Code for each element of a list, as far as it is needed."""
        if isinstance(e, Own) and leads_to_walk(self.em.build, e):
            with asked.in_place(self.em, e) as body:
                self.all(body, each)
        elif isinstance(e, Gather) and leads_to_walk(self.em.build, e):
            self._gathered(e, each)
        elif isinstance(e, Apply) and e.word.walks is not None:
            self._walked(e, each)
        elif isinstance(e, Apply) and leads_to_walk(self.em.build, e):
            self._kept(e, each)
        else:
            self._looped(e, each)

    def _stops(self) -> None:
        """The loop around ends too, once it is enough."""
        if self.depth:
            self._check()

    def _check(self) -> None:
        """Leave the loop around if it is enough; once is enough to say so."""
        last = self.em.sink[-1] if self.em.sink else None
        if id(last) not in self.checks:
            made = ir.when(self.enough(), [ir.Stop()])
            self.checks.add(id(made))
            self.em.emit(made)

    # -- lists of lists -----------------------------------------------------------------------

    def _kept(self, e: Apply, each: Each) -> None:
        if e.word.gives is Gives.ALL:
            self.all(e.given[0], each)
            return
        # Few are looked for, so a list of them is quicker than a mark for each element.
        known = self.em.keep(ir.new_list())

        def once(one: ir.Name) -> None:
            with self.em.block() as new:
                self.em.emit(ir.Append(known.word, _again(one)))
                each(one)
            self.em.emit(ir.when(ir.compare(_again(one), "not in", _again(known)), new))

        self.all(e.given[0], once)

    def _marks(self, kind: str) -> ir.Name:
        """A mark for each element of a kind, none of them set."""
        return self.em.keep(ir.Repeated(ir.const(0), ir.const(self.em.size(kind))))

    def _gathered(self, e: Gather, each: Each) -> None:
        def one_of(one: ir.Name) -> None:
            with self.em.loop_var(e.var, one.word), self.em.block() as inner:
                if e.test is not None:
                    test = self.em.expr(e.test)
                with self.em.block() as found:
                    if e.how == "flat":
                        self.all(e.value, each)
                    else:
                        each(self.em.keep(self.em.expr(e.value)))
                if e.test is not None:
                    self.em.emit(ir.when(test, found))
                else:
                    self.em.sink.extend(found)
            self.em.sink.extend(inner)

        self.all(e.source, one_of)

    def _looped(self, e: Expr, each: Each) -> None:
        """A list that is there already."""
        em = self.em
        items = em.expr(e)
        word = em.temp("x")
        with em.apart() as steps, em.inside() as body:
            self._inside(each, ir.Name(word, kind_of(e.type.item or e.type)))
        items = em.charged_before(items, em.most(e), steps.steps + 1)
        em.emit(ir.For([word], items, body))
        self._stops()

    def _inside(self, each: Each, one: ir.Name) -> None:
        self.depth += 1
        each(one)
        self._check()
        self.depth -= 1

    # -- walks --------------------------------------------------------------------------------

    def _walked(self, e: Apply, each: Each) -> None:
        """The sites that a walk comes to, which goes on from each that it has found."""
        em, given = self.em, e.asked
        assert given is not None
        kind, links = e.way[0], em.relation_table(*e.way)
        start = em.simple(em.expr(e.given[0]))
        may_enter = self._allowed(kind, given.within)
        marks = self._marks(kind)
        em.emit(ir.Put(_again(marks), _again(start), ir.const(1)))
        found = em.keep(ir.new_list(_again(start)))
        here, there = em.temp("here"), em.temp("there")
        with em.apart() as steps, em.inside() as body, em.loop_var(given.it, here):
            self._visited(e, here, start, each)
            with em.block() as way_on:
                self._goes_on(e, (links, here, there), marks, may_enter, found)
            self._unless_until(e, here, start, way_on)
        with em.block() as first:
            em.charge(ir.const(1), em.size(kind), CALL + steps.steps + em.most_links(*e.way))
        em.emit(ir.For([here], _again(found), [*first, *body]))
        self._stops()

    def _allowed(self, kind: str, within: Expr | None) -> ir.Name | None:
        """Marks of the sites that may be entered, if not all may."""
        if within is None:
            return None
        marks, word = self._marks(kind), self.em.temp("x")
        items = self.em.bulk(within, 1)
        self.em.emit(ir.For([word], items, [ir.Put(_again(marks), ir.Name(word), ir.const(1))]))
        return marks

    def _visited(self, e: Apply, here: str, start: ir.Value, each: Each) -> None:
        """What is asked of a site; of the start only where it is among what is found."""
        with self.em.block() as looked:
            self._inside(each, ir.Name(here))
        if e.word.walks:
            self.em.sink.extend(looked)
        else:
            elsewhere = ir.compare(ir.Name(here), "!=", _again(start))
            self.em.emit(ir.when(elsewhere, looked))
            self._check()

    def _unless_until(self, e: Apply, here: str, start: ir.Value, way_on: list[ir.Statement]
                      ) -> None:
        em = self.em
        assert e.asked is not None
        if e.asked.until is None:
            em.sink.extend(way_on)
            return
        test = em.expr(e.asked.until)
        is_start = ir.compare(ir.Name(here), "==", _again(start))
        em.emit(ir.when(ir.either([is_start, ir.negated(test)]), way_on))

    def _goes_on(self, e: Apply, way: tuple[ir.Data, str, str], marks: ir.Name,
                 may_enter: ir.Name | None, found: ir.Name) -> None:
        """The neighbours of a site that are new are found too."""
        em, (links, here, there) = self.em, way
        assert e.asked is not None
        step: list[ir.Statement] = [
            ir.Put(_again(marks), ir.Name(there), ir.const(1)),
            ir.Append(found.word, ir.Name(there))]
        with em.inside() as body, em.loop_var(e.asked.there, there):
            if e.asked.through is not None:
                with em.block() as asking:
                    test = em.expr(e.asked.through)
                    em.emit(ir.when(test, step))
                step = asking
            new = ir.negated(ir.Item(_again(marks), ir.Name(there)))
            if may_enter is not None:
                new = ir.both([new, ir.Item(_again(may_enter), ir.Name(there))])
            em.emit(ir.when(new, step))
        em.emit(ir.For([there], ir.Item(links, ir.Name(here)), body))


def _again(node: ir.Value) -> ir.Value:
    """The same name once more: a node stands in one place."""
    if isinstance(node, ir.Name):
        return ir.Name(node.word, node.kind)
    return ir.const(ir.value_of(node)) if isinstance(node, ir.Const) else node
