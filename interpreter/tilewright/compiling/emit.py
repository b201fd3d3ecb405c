"""From checked expressions to Python code on the flat state `S`: one function body at a time."""

from __future__ import annotations

import copy
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

# Some of these only put their code into the table.
from tilewright.compiling import asked, columns, leaves, lists, loops, signs  # noqa: F401
from tilewright.compiling.coding import code
from tilewright.compiling.metering import Metered
from tilewright.costs import CALL
from tilewright.kernel.bounds import NO_NUMBER
from tilewright.language.names import TURN_PLAYER
from tilewright.language.operations import Const, Nothing, Variable
from tilewright.language.tree import Target, Var
from tilewright.language.types import kind_of
from tilewright.middle import ir
from tilewright.middle.header import ACTOR
from tilewright.model import GAME, PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.build import Build
    from tilewright.compiling.layout import Room
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Stmt
    from tilewright.language.types import Type
    from tilewright.model import Field, Game
    from tilewright.problems import Place


def as_number(value: ir.Value) -> ir.Value:
    """True and false as 1 and 0: the state holds plain numbers only."""
    number = ir.value_of(value)
    if number is not None:
        return ir.const(int(number))
    return ir.Choose(value, ir.const(1), ir.const(0))


def depth_of(values: Any) -> int:
    """How many levels of lists a table has."""
    depth = 0
    while isinstance(values, (tuple, list, range)):
        depth += 1
        values = next((v for v in values if isinstance(v, (tuple, list, range))), None)
    return depth


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
    def block(self) -> Iterator[list[ir.Statement]]:
        """Collect statements for a nested block."""
        outer, self.sink = self.sink, []
        try:
            yield self.sink
        finally:
            self.sink = outer

    @contextmanager
    def inside(self) -> Iterator[list[ir.Statement]]:
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

    def simple(self, node: ir.Value) -> ir.Value:
        """The same value as a name or constant, worked out once."""
        if isinstance(node, (ir.Name, ir.Data, ir.Const)):
            return node
        return self.keep(node)

    def keep(self, node: ir.Value) -> ir.Name:
        """The value in a fresh name."""
        word = self.temp()
        self.emit(ir.Let(word, node))
        return ir.Name(word, node.type)

    # -- what the build knows -----------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.build.game

    def size(self, kind: str) -> int:
        return self.build.layout.sizes[kind]

    def table(self, values: Any, word: str) -> ir.Data:
        return ir.Data(self.build.table(values, word), depth_of(values))

    def relation_table(self, kind: str, relation: str) -> ir.Data:
        return self.table(self.build.board.neighbours(kind, relation), f"{kind}_{relation}")

    def attribute_table(self, kind: str, name: str) -> ir.Data:
        attribute = self.game.kinds[kind].attributes[name]
        return self.table(self.build.attribute(kind, attribute), f"{kind}_{name}")

    def distance_table(self, kind: str, relation: str) -> ir.Data | None:
        """All distances, where they are few enough to be worked out beforehand."""
        board = self.build.board
        if not board.is_near(kind, relation):
            return None
        return self.table(board.distances(kind, relation), f"{kind}_{relation}_far")

    def most_links(self, kind: str, relation: str) -> int:
        return self.build.board.most_links(kind, relation)

    def seat_orders(self) -> tuple[tuple[int, ...], ...]:
        n = self.size(PLAYER)
        return tuple(tuple((i + k) % n for k in range(n)) for i in range(n))

    def spend_copy(self) -> None:
        """Count the steps that a copy of the position takes."""
        self.spend(self.build.layout.total // CALL)

    def spans(self, titles: tuple[str, ...]) -> ir.Data:
        """The slots of some fields, as a table."""
        return self.table(tuple(map(self.build.layout.span, titles)), "spans")

    def history(self, titles: tuple[str, ...]) -> ir.Value:
        """Where it is noted what some fields have held; rules that never note may ask too."""
        return ir.const(self.build.layout.histories.get(titles, 0))

    def more_turns(self) -> ir.Value:
        """Where it is counted how many turns the player has after this one."""
        return ir.const(self.build.layout.again)

    # -- expressions --------------------------------------------------------------------------

    def expr(self, e: Expr) -> ir.Value:
        node = code(self, e)
        self.steps += 1
        if self.build.counts is not None:
            node = self.build.counts.sided(e, node)
        self._placed(node, self.written_at or e.place)
        return node

    def reached(self, stmt: Stmt) -> None:
        """Count a statement, if the program is one that counts."""
        if self.build.counts is not None:
            for counted in self.build.counts.reached(stmt):
                self.emit(counted)

    def is_absent(self, e: Expr) -> bool:
        """An element by name that does not take part with this number of players."""
        return (isinstance(e, Const) and e.type.tag == "kind"
                and e.value >= self.size(e.type.kind))

    def name(self, var: Var, word: str) -> ir.Name:
        """A variable under the name that it has here."""
        return ir.Name(word, kind_of(var.type))

    def variable(self, var: Var) -> ir.Value:
        if var is TURN_PLAYER:
            return self._turn_player()
        alias = self.build.aliases.get(var)
        if alias is not None:
            return self.name(var, alias) if isinstance(alias, str) else copy.copy(alias)
        slot = var.slot if var.slot is not None else self.build.slots.get(var)
        if slot == ACTOR:
            return self._turn_player()
        if slot is None:
            return self.name(var, self.build.local(var))
        if var.is_list:
            size = ir.state(slot)
            return ir.View(ir.const(slot + 1), ir.plus(size, slot + 1))
        return ir.state(slot)

    def _turn_player(self) -> ir.Value:
        """`me` in a turn, read once per function."""
        if not self.turn_player:
            self.turn_player = self.temp("me")
            first = ir.Let(self.turn_player, ir.state(ACTOR))
            ir.stamp(first, self.place)
            self.root.insert(0, first)
        return ir.Name(self.turn_player)

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

    @contextmanager
    def local_names(self, variables: list[Var]) -> Iterator[None]:
        """Inside, variables that are in slots elsewhere are plain names: nothing waits here."""
        with ExitStack() as stack:
            for var in variables:
                if var in self.build.slots:
                    stack.enter_context(self.loop_var(var, self.build.local(var)))
            yield

    def bind(self, var: Var, value: ir.Value) -> None:
        """Give a variable its value, wherever it is stored."""
        slot = None if var in self.build.aliases else self.build.slots.get(var)
        if slot is None:
            self.emit(ir.Let(self.build.local(var), value))
        elif var.type.tag == "bool":
            self.emit(ir.put(slot, as_number(value)))
        elif var.is_list:
            self.emit(ir.Run(ir.call("keep_list", ir.Position(), ir.const(slot),
                                     ir.const(self.build.caps[var]), value)))
        else:
            self.emit(ir.put(slot, value))

    def address(self, field: Field, index: tuple[Expr, ...]) -> ir.Value:
        """Where a field of one owner (and element) lives."""
        room = self.build.layout.room(field)
        return self._address(room, [self.expr(i) for i in index])

    def _address(self, room: Room, index: list[ir.Value]) -> ir.Value:
        field = room.field
        where: ir.Value = ir.const(room.base)
        if field.owner != GAME:
            first = index.pop(0)
            where = ir.plus(ir.times(first, room.width), room.base - self.build.rows.shift(first))
        if index:
            where = ir.math("+", where, index.pop(0))
        return where

    def target_address(self, target: Target) -> ir.Value:
        return self.address(target.field, target.index)

    def fix_owner(self, target: Target) -> Target:
        """The same place, of which is worked out now whose it is: to move things may change that.
        """
        if all(isinstance(e, (Const, Variable)) and not self.is_absent(e) for e in target.index):
            return target
        index: list[Expr] = []
        for e in target.index:
            var = Var("of", e.type)
            self.build.aliases[var] = self.simple(self.expr(e))
            index.append(Variable(e.type, e.place, var))
        return Target(target.field, tuple(index), target.place)

    def typed(self, e: Expr, whole: Type) -> ir.Value:
        """The value, where `none` means what it means for the type of the whole."""
        if isinstance(e, Nothing) and whole.tag == "int":
            return ir.const(NO_NUMBER)
        return self.expr(e)

    def in_play_address(self, kind: str, tile: ir.Value, player: ir.Value) -> ir.Value:
        base, n = self.build.in_play(kind), self.size(kind)
        return ir.plus(ir.math("+", ir.times(player, n), tile), base)

    def list_of_keys(self, var: Var, source: Expr, key: Expr) -> ir.Value:
        """A list of (key, place, element), for sorting."""
        return loops.keyed(self, var, source, key)

    def function_of(self, names: list[Var], body: Expr) -> tuple[ir.Value, int]:
        """A test or a number as a function of elements, and the steps that it takes."""
        return loops.function_of(self, names, body)

    def procedure(self, name: str) -> str:
        """The Python function of a procedure that never waits."""
        from tilewright.compiling.plain import Plain

        return Plain(self.build).procedure(name)
