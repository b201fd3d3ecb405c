"""From checked expressions to Python code on the flat state `S`."""

from __future__ import annotations

import ast
import copy
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.compiling import asked, columns, derived, loops, rows
from tilewright.compiling import pyast as py
from tilewright.compiling.budget import BULK, CALL
from tilewright.compiling.kernel import NO_NUMBER
from tilewright.compiling.layout import ACTOR
from tilewright.compiling.metering import Metered
from tilewright.language.names import TURN_PLAYER
from tilewright.language.tree import Expr, Target, Var
from tilewright.model import GAME, PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.compiling.build import Build
    from tilewright.compiling.layout import Room
    from tilewright.model import Field
    from tilewright.problems import Place


def as_number(value: ast.expr) -> ast.expr:
    """True and false as 1 and 0: the state holds plain numbers only."""
    number = py.value_of(value)
    if number is not None:
        return py.const(int(number))
    return ast.IfExp(value, py.const(1), py.const(0))


class Expressions(Metered):
    """Writes the body of one Python function; `sink` is where statements go."""

    def __init__(self, build: Build, place: Place, me: Var | None = None) -> None:
        super().__init__(build, place)
        self.me = me
        self.turn_player = ""
        self.written_at: Place | None = None
        self.loops = 0

    # -- statements ---------------------------------------------------------------------------

    @contextmanager
    def block(self) -> Iterator[list[ast.stmt]]:
        """Collect statements for a nested block."""
        outer, self.sink = self.sink, []
        try:
            yield self.sink
        finally:
            self.sink = outer

    @contextmanager
    def inside(self) -> Iterator[list[ast.stmt]]:
        """Collect statements for the inside of a loop within an expression."""
        self.loops += 1
        with self.block() as body:
            yield body
        self.loops -= 1

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        outer, self.place = self.place, place
        try:
            yield
        finally:
            self.place = outer

    # -- names --------------------------------------------------------------------------------

    def temp(self, word: str = "t") -> str:
        return self.build.fresh(word)

    def simple(self, node: ast.expr) -> ast.expr:
        """The same value as a name or constant, worked out once."""
        if isinstance(node, (ast.Name, ast.Constant)):
            return node
        return self.keep(node)

    def keep(self, node: ast.expr) -> ast.Name:
        """The value in a fresh name."""
        word = self.temp()
        self.emit(py.assign(word, node))
        return py.name(word)

    # -- what the build knows -----------------------------------------------------------------

    def size(self, kind: str) -> int:
        return self.build.layout.sizes[kind]

    def table(self, values: Any, word: str) -> ast.Name:
        return py.name(self.build.table(values, word))

    def relation_table(self, kind: str, relation: str) -> ast.Name:
        return self.table(self.build.board.neighbours(kind, relation), f"{kind}_{relation}")

    def distance_table(self, kind: str, relation: str) -> ast.Name:
        return self.table(self.build.board.distances(kind, relation), f"{kind}_{relation}_far")

    def seat_orders(self) -> tuple[tuple[int, ...], ...]:
        n = self.size(PLAYER)
        return tuple(tuple((i + k) % n for k in range(n)) for i in range(n))

    # -- expressions --------------------------------------------------------------------------

    def expr(self, e: Expr) -> ast.expr:
        node: ast.expr = getattr(self, f"_{e.op}")(e)
        self.steps += 1
        self._placed(node, self.written_at or e.place)
        return node

    def is_absent(self, e: Expr) -> bool:
        """An element by name that does not take part with this number of players."""
        return e.op == "const" and e.type.tag == "kind" and e.args[0] >= self.size(e.type.kind)

    def _const(self, e: Expr) -> ast.expr:
        if self.is_absent(e):
            item = self.build.game.kinds[e.type.kind].items[e.args[0]]
            return py.call("absent", py.const(item), py.const(self.size(PLAYER)))
        return py.const(e.args[0])

    def _none(self, e: Expr) -> ast.expr:
        del e
        return py.const(-1)

    def _option(self, e: Expr) -> ast.expr:
        return py.const(self.build.options[e.args[0]])

    def _var(self, e: Expr) -> ast.expr:
        return self.variable(e.args[0])

    def variable(self, var: Var) -> ast.expr:
        if var is TURN_PLAYER:
            return self._turn_player()
        alias = self.build.aliases.get(var)
        if alias is not None:
            return py.name(alias) if isinstance(alias, str) else copy.copy(alias)
        slot = var.slot if var.slot is not None else self.build.slots.get(var)
        if slot == ACTOR:
            return self._turn_player()
        if slot is None:
            return py.name(self.build.local(var))
        if var.is_list:
            size = py.state(slot)
            return py.span(py.const(slot + 1), py.plus(size, slot + 1))
        return py.state(slot)

    def _turn_player(self) -> ast.expr:
        """`me` in a turn, read once per function."""
        if not self.turn_player:
            self.turn_player = self.temp("me")
            first = py.assign(self.turn_player, py.state(ACTOR))
            py.stamp(first, self.place)
            self.root.insert(0, first)
        return py.name(self.turn_player)

    @contextmanager
    def loop_var(self, var: Var, word: str = "") -> Iterator[str]:
        """Inside, the variable is a plain name, whatever it is elsewhere."""
        aliases = self.build.aliases
        outer = aliases.get(var)
        chosen = word or self.build.pinned.get(var) or self.build.fresh(var.name)
        aliases[var] = chosen
        try:
            yield chosen
        finally:
            if outer is None:
                del aliases[var]
            else:
                aliases[var] = outer

    def bind(self, var: Var, value: ast.expr) -> None:
        """Give a variable its value, wherever it is stored."""
        slot = self.build.slots.get(var)
        if slot is None:
            self.emit(py.assign(self.build.local(var), value))
        elif var.type.tag == "bool":
            self.emit(py.put(slot, as_number(value)))
        elif var.is_list:
            self.emit(py.run(py.call("keep_list", py.name("S"), py.const(slot),
                                     py.const(self.build.caps[var]), value)))
        else:
            self.emit(py.put(slot, value))

    def _domain(self, e: Expr) -> ast.expr:
        return self.table(tuple(range(self.size(e.args[0]))), e.args[0])

    def address(self, field: Field, index: tuple[Expr, ...]) -> ast.expr:
        """Where a field of one owner (and element) lives."""
        room = self.build.layout.room(field)
        return self._address(room, [self.expr(i) for i in index])

    def _address(self, room: Room, index: list[ast.expr]) -> ast.expr:
        field = room.field
        where: ast.expr = py.const(room.base)
        if field.owner != GAME:
            first = index.pop(0)
            where = py.plus(py.times(first, room.width), room.base - self.build.rows.shift(first))
        if index:
            where = py.math("+", where, index.pop(0))
        return where

    def target_address(self, target: Target) -> ast.expr:
        return self.address(target.field, target.index)

    def _field(self, e: Expr) -> ast.expr:
        return py.state(self.address(*e.args))

    def _zone(self, e: Expr) -> ast.expr:
        self.spend(e.args[0].cap // BULK)
        base = self.simple(self.address(*e.args))
        return py.span(py.plus(base, 1), py.plus(py.math("+", base, py.state(base)), 1))

    def _vector(self, e: Expr) -> ast.expr:
        field, index = e.args
        base = self.simple(self.address(field, index))
        self.spend(self.size(field.per) // BULK)
        return py.span(base, py.plus(base, self.size(field.per)))

    def _attr(self, e: Expr) -> ast.expr:
        attribute, kind, inner = e.args
        names = rows.taken_apart(self, e)
        if names is not None:
            return names
        values = self.build.attribute(kind, attribute)
        index = self.expr(inner)
        number = py.value_of(index)
        if number is not None and isinstance(values[number], (int, bool)):
            return py.const(values[number])
        return py.item(self.table(values, f"{kind}_{attribute.name}"), index)

    def _target(self, e: Expr) -> ast.expr:
        return py.state(self.target_address(e.args[0]))

    def _item(self, e: Expr) -> ast.expr:
        holder, index = e.args
        if holder.op == "vector":
            return py.state(self.address(holder.args[0], (*holder.args[1], index)))
        return py.item(self.expr(holder), self.expr(index))

    def _nth(self, e: Expr) -> ast.expr:
        return py.call("nth", self.expr(e.args[0]), self.expr(e.args[1]))

    def _not(self, e: Expr) -> ast.expr:
        inner = e.args[0]
        if inner.op == "cmp" and inner.args[0] in ("==", "!="):
            sign = "!=" if inner.args[0] == "==" else "=="
            return self._cmp(Expr("cmp", e.type, e.place, (sign, *inner.args[1:])))
        return py.negated(self.expr(inner))

    def _neg(self, e: Expr) -> ast.expr:
        return ast.UnaryOp(ast.USub(), self.expr(e.args[0]))

    def _math(self, e: Expr) -> ast.expr:
        op, left, right = e.args
        a, b = self.expr(left), self.expr(right)
        if op == "*" and not (py.value_of(a) in (0, 1, 2) or py.value_of(b) in (0, 1, 2)):
            # Products of products grow without end; everything else only adds up.
            return py.call("product", a, b)
        return py.math(op, a, b)

    def _cmp(self, e: Expr) -> ast.expr:
        sign, left, right = e.args
        for this, that in ((left, right), (right, left)):
            if this.op == "none":
                return self._is_none(that, sign)
            if self.is_absent(this):
                return py.const(sign == "!=")
        return py.compare(self.expr(left), sign, self.expr(right))

    def _is_none(self, e: Expr, sign: str) -> ast.expr:
        if e.type.tag == "int":
            return py.compare(self.expr(e), sign, py.const(NO_NUMBER))
        return py.compare(self.expr(e), "<" if sign == "==" else ">=", py.const(0))

    def _isin(self, e: Expr) -> ast.expr:
        sign, left, right = e.args
        if self.is_absent(left):
            return py.const(sign == "not in")
        return py.compare(self.expr(left), sign, self.bulk(right))

    def _and(self, e: Expr) -> ast.expr:
        return self._lazy(list(e.args[0]), is_and=True)

    def _or(self, e: Expr) -> ast.expr:
        return self._lazy(list(e.args[0]), is_and=False)

    def _lazy(self, parts: list[Expr], *, is_and: bool) -> ast.expr:
        """`and`/`or`; parts that need statements are worked out only when they count."""
        done = [self.expr(parts[0])]
        join = py.both if is_and else py.either
        for index, part in enumerate(parts[1:], 1):
            with self.block() as body, self.sometimes():
                node = self.expr(part)
            if body:
                word = self.temp()
                self.emit(py.assign(word, join(done)))
                with self.block() as rest:
                    for stmt in body:
                        self.sink.append(stmt)
                    self.emit(py.assign(word, node))
                    if index + 1 < len(parts):
                        tail = self._lazy_rest(py.name(word), parts[index + 1:], join, is_and)
                        self.emit(py.assign(word, tail))
                test: ast.expr = py.name(word)
                self.emit(py.when(test if is_and else py.negated(test), rest))
                return py.name(word)
            done.append(node)
        return join(done)

    def _lazy_rest(self, first: ast.expr, parts: list[Expr],
                   join: Callable[[list[ast.expr]], ast.expr], is_and: bool) -> ast.expr:
        with self.block() as body, self.sometimes():
            node = self._lazy(parts, is_and=is_and)
        if not body:
            return join([first, node])
        word = self.temp()
        self.emit(py.assign(word, first))
        with self.block() as inner:
            self.sink.extend(body)
            self.emit(py.assign(word, node))
        test: ast.expr = py.name(word)
        self.emit(py.when(test if is_and else py.negated(test), inner))
        return py.name(word)

    def _ifelse(self, e: Expr) -> ast.expr:
        test, then, other = e.args
        condition = self.expr(test)
        with self.block() as body, self.sometimes():
            a = self.typed(then, e)
        with self.block() as rest, self.sometimes():
            b = self.typed(other, e)
        if not body and not rest:
            return ast.IfExp(condition, a, b)
        word = self.temp()
        with self.block() as one:
            self.sink.extend(body)
            self.emit(py.assign(word, a))
        with self.block() as two:
            self.sink.extend(rest)
            self.emit(py.assign(word, b))
        self.emit(py.when(condition, one, two))
        return py.name(word)

    def _by_item(self, e: Expr) -> ast.expr:
        """One of several values, one for each element of a kind."""
        which, values = e.args
        nodes = [self.typed(v, e) for v in values]
        if not which.type.optional and all(isinstance(n, ast.Constant) for n in nodes):
            table = tuple(n.value for n in nodes if isinstance(n, ast.Constant))
            return py.item(self.table(table, f"by_{which.type.kind}"), self.expr(which))
        index, made = self.simple(self.expr(which)), self.typed(Expr("none", e.type, e.place), e)
        for number, node in reversed(list(enumerate(nodes))):
            made = ast.IfExp(py.compare(index, "==", py.const(number)), node, made)
        return made

    def typed(self, e: Expr, whole: Expr) -> ast.expr:
        """The value, where `none` means what it means for the type of the whole."""
        if e.op == "none" and whole.type.tag == "int":
            return py.const(NO_NUMBER)
        return self.expr(e)

    def _list(self, e: Expr) -> ast.expr:
        one = Expr("none", e.type.item or e.type, e.place)
        items = [self.typed(i, one) for i in e.args[0] if not self.is_absent(i)]
        if all(isinstance(i, ast.Constant) for i in items):
            return self.table(tuple(i.value for i in items if isinstance(i, ast.Constant)), "list")
        return ast.List(items, py.LOAD)

    def _join(self, e: Expr) -> ast.expr:
        a, b = (ast.Starred(self.bulk(i), py.LOAD) for i in e.args)
        both = ast.List([a, b], py.LOAD)
        return both if self.most(e) < limits.SPREAD else py.call("bounded", both)

    def _without(self, e: Expr) -> ast.expr:
        return py.call("without", self.bulk(e.args[0], CALL), self.bulk(e.args[1], CALL))

    def _total(self, e: Expr) -> ast.expr:
        self.spend(self.size(e.args[0].type.kind) // BULK)
        return py.call("sum", self.expr(e.args[0]))

    def _comp(self, e: Expr) -> ast.expr:
        return loops.comprehension(self, e)

    def _column(self, e: Expr) -> ast.expr:
        return columns.column(self, e)

    def _call(self, e: Expr) -> ast.expr:
        node: ast.expr = e.args[0].emit(self, e)
        return node

    def _own(self, e: Expr) -> ast.expr:
        return asked.function(self, e)

    def _query(self, e: Expr) -> ast.expr:
        return asked.query(self, e)

    def _points(self, e: Expr) -> ast.expr:
        what, kind, me, tile = e.args
        word = derived.points(self.build, what, kind)
        self.called(word)
        return py.call(word, py.name("S"), self.expr(me), self.expr(tile))

    def _used(self, e: Expr) -> ast.expr:
        """How often an action was finished: what was begun without what is under way."""
        action, me = e.args
        begun = self.build.used(("action", action), "turn")
        going_on = self.build.under_way.get(action)
        if going_on is None:
            return py.state(py.plus(self.expr(me), begun))
        who = self.simple(self.expr(me))
        return py.math("-", py.state(py.plus(who, begun)), py.state(py.plus(who, going_on)))

    def _possible(self, e: Expr) -> ast.expr:
        action, me = e.args
        word = derived.possible(self.build, action)
        self.called(word)
        return py.call(word, py.name("S"), self.expr(me))

    def _in_play(self, e: Expr) -> ast.expr:
        (kind, index), player = e.args
        return py.state(self.in_play_address(kind, py.const(index), self.expr(player)))

    def _tolls(self, e: Expr) -> ast.expr:
        action, field, me, args = e.args
        word = derived.tolls(self.build, action, field)
        self.called(word)
        return py.call(word, py.name("S"), self.expr(me), *[self.expr(a) for a in args])

    def _unlimited(self, e: Expr) -> ast.expr:
        """Whether a limited action is still open to a player."""
        base, limit, me = e.args
        return py.compare(py.state(py.plus(self.expr(me), base)), "<", py.const(limit))

    def _slot(self, e: Expr) -> ast.expr:
        base, me = e.args
        return py.state(py.plus(self.expr(me), base))

    def in_play_address(self, kind: str, tile: ast.expr, player: ast.expr) -> ast.expr:
        base, n = self.build.in_play(kind), self.size(kind)
        return py.plus(py.math("+", py.times(player, n), tile), base)

    def list_of_keys(self, var: Var, source: Expr, key: Expr) -> ast.expr:
        """A list of (key, place, element), for sorting."""
        return loops.keyed(self, var, source, key)

    def function_of(self, names: list[Var], body: Expr) -> tuple[ast.expr, int]:
        """A test or a number as a function of elements, and the steps that it takes."""
        return loops.function_of(self, names, body)

    def procedure(self, name: str) -> str:
        """The Python function of a procedure that never waits."""
        from tilewright.compiling.plain import Plain

        return Plain(self.build).procedure(name)
