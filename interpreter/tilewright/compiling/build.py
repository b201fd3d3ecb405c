"""The workshop of one compilation: tables, functions, slots and counters of a program."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.compiling import pyast as py
from tilewright.compiling import rewrite
from tilewright.compiling.board import Board
from tilewright.compiling.emit import NO_NUMBER
from tilewright.compiling.layout import REASON, make_layout
from tilewright.compiling.suspend import Suspension
from tilewright.compiling.writer import Emitter
from tilewright.language.tree import Expr, Var
from tilewright.language.types import INT
from tilewright.model import PLAYER
from tilewright.problems import RuleError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.model import Action, Attribute, Category, Game
    from tilewright.problems import Place

INT_CHOICES = 201


class Group:
    """Moves of one sort: a name and the elements that it can be made with."""

    __slots__ = ("base", "kind", "name", "names", "size")

    def __init__(self, name: str, base: int, size: int, kind: str, names: tuple[str, ...]) -> None:
        self.name = name
        self.base = base
        self.size = size
        self.kind = kind
        self.names = names


class Build:
    """What the compilation of one game for one number of players has made so far."""

    def __init__(self, game: Game, players: int, options: dict[str, Any]) -> None:
        self.game = game
        self.players = players
        self.options = options
        # Files of which pieces stand in rules of other files.
        self.files: list[str] = []
        self.layout = make_layout(game, players)
        self.board = Board(game)
        self.suspension = Suspension(game)
        self.tables: dict[str, Any] = {}
        self.table_names: dict[Any, str] = {}
        self.attributes: dict[int, tuple[Any, ...]] = {}
        self.functions: list[tuple[str, ast.FunctionDef]] = []
        self.made: set[str] = set()
        self.words: dict[str, int] = {}
        self.locals: dict[Var, str] = {}
        self.aliases: dict[Var, str | ast.expr] = {}
        self.pinned: dict[Var, str] = {}
        self.steps: dict[str, int] = {}
        self.unpacked: dict[tuple[int, str], list[str]] = {}
        self.shifted: dict[str, int] = {}
        self.slots: dict[Var, int] = {}
        self.caps: dict[Var, int] = {}
        self.secrets: dict[Var, int] = {}
        self.groups: dict[str, Group] = {}
        self.codes = 0
        self.limited: dict[str, list[int]] = {}
        self.fixed: dict[str, bool] = {}
        self.worked_out: dict[str, tuple[Any, ...] | None] = {}
        self.table_steps = limits.STEPS

    # -- names and tables ---------------------------------------------------------------------

    def fresh(self, word: str) -> str:
        count = self.words.get(word, 0) + 1
        self.words[word] = count
        return f"{word}_{count}"

    def local(self, var: Var) -> str:
        if var not in self.locals:
            self.locals[var] = self.fresh(var.name)
        return self.locals[var]

    def table(self, values: Any, word: str) -> str:
        """A constant that generated code can name."""
        key = (word, repr(values))   # True and 1 are equal, but not the same
        if key not in self.table_names:
            name = f"T_{word}"
            if name in self.tables:
                name = f"{name}_{len(self.tables)}"
            self.table_names[key] = name
            self.tables[name] = values
        return self.table_names[key]

    def derived(self, key: tuple[Any, ...], word: str, make: Callable[[], Any]) -> str:
        """A table that is worked out from another one, once."""
        if key not in self.table_names:
            self.table_names[key] = self.table(make(), word)
        return self.table_names[key]

    def attribute(self, kind: str, attribute: Attribute) -> tuple[Any, ...]:
        """The values of an attribute, limited to the elements of this number of players."""
        key = id(attribute)
        if key not in self.attributes:
            item = attribute.type.item
            if item is not None and item.tag == "kind" and attribute.type.tag == "list":
                n = self.layout.sizes[item.kind]
                values: tuple[Any, ...] = tuple(
                    tuple(x for x in v if x < n) for v in attribute.values)
            elif attribute.type.tag == "int":
                values = tuple(NO_NUMBER if v is None else v for v in attribute.values)
            else:
                values = tuple(-1 if v is None else v for v in attribute.values)
                self._all_take_part(kind, attribute, values)
            self.attributes[key] = values
        return self.attributes[key]

    def _all_take_part(self, kind: str, attribute: Attribute, values: tuple[Any, ...]) -> None:
        """Elements that take part may only refer to elements that do too."""
        if attribute.type.tag != "kind":
            return
        other = attribute.type.kind
        for owner, value in enumerate(values[: self.layout.sizes[kind]]):
            if value >= self.layout.sizes[other]:
                raise RuleError(
                    f"'{attribute.name}' of '{self.game.kinds[kind].items[owner]}' is "
                    f"'{self.game.kinds[other].items[value]}', which does not take part with "
                    f"{self.players} players", attribute.place)

    def group(self, name: str, kind: str, names: tuple[str, ...] = ()) -> Group:
        """The codes of one sort of moves, numbered when they are first needed."""
        if name not in self.groups:
            size = len(names) if names else self._domain(kind)
            self.groups[name] = Group(name, self.codes, size, kind, names)
            self.codes += size
            if self.codes > limits.MOVES:
                raise UsageError(f"this game has more than {limits.MOVES:,} different moves")
        return self.groups[name]

    def _domain(self, kind: str) -> int:
        if kind == "int":
            return INT_CHOICES
        return max(self.layout.sizes[kind], 1) if kind else 1

    # -- slots --------------------------------------------------------------------------------

    def slot(self, var: Var, cap: int = 0) -> int:
        """A place in the frames of the state for a variable that outlives a decision."""
        if var not in self.slots:
            self.slots[var] = self.layout.take(1 + cap)
            self.caps[var] = cap
        return self.slots[var]

    def secret(self, var: Var) -> int:
        """A slot that says which seat knows a secret variable: its number plus one, or nobody."""
        if var not in self.secrets:
            self.secrets[var] = self.layout.take(1)
        return self.secrets[var]

    def used(self, name: str, span: str) -> int:
        """The counters, one a player, of how often something was done in a span of time."""
        key = (name, span)
        if key not in self.layout.used:
            self.layout.used[key] = self.layout.take(self.players)
            self.limited.setdefault(name, []).append(self.layout.used[key])
        return self.layout.used[key]

    def counters(self, action: str) -> list[int]:
        return self.limited.get(action, [])

    def in_play(self, kind: str) -> int:
        """Where it is counted which player has which tile in play."""
        if kind not in self.layout.in_play:
            size = self.players * self.layout.sizes[kind]
            self.layout.in_play[kind] = self.layout.take(size)
        return self.layout.in_play[kind]

    # -- functions ----------------------------------------------------------------------------

    def define(self, word: str, args: list[str], place: Place, me: Var | None,
               write: Callable[[Emitter], None]) -> str:
        """Make a Python function once; nested needs are met first."""
        if word not in self.made:
            self.made.add(word)
            em = Emitter(self, place, me)
            write(em)
            node = py.function(word, args, em.root, place)
            py.stamp(node, place)
            self.functions.append((place.file, node))
        return word

    def when_holds(self, em: Emitter, test: Expr | None, body: list[ast.stmt]) -> list[ast.stmt]:
        if test is None:
            return body
        with em.block() as outer:
            em.emit(py.when(em.expr(test), body))
        return outer

    def points(self, what: str, kind: str) -> str:
        """`tile_points` or `goal_met` for the tiles of a family."""
        place = self.game.kinds[kind].place
        mine = [p for p in self.game.points if p.tile[0] == kind]

        def write(em: Emitter) -> None:
            start = py.const(0) if what == "tile_points" else py.const(True)
            value = em.keep(start)
            for each in mine:
                with em.at(each.place), em.block() as body:
                    if each.test is not None and what == "goal_met":
                        em.emit(py.assign(value.id, py.both([value, em.expr(each.test)])))
                    elif what == "tile_points":
                        with em.block() as gain:
                            em.emit(py.bump(value.id, em.expr(each.points)))
                        em.sink.extend(self.when_holds(em, each.test, gain))
                if body:
                    em.emit(py.when(
                        py.compare(py.name("tile"), "==", py.const(each.tile[1])), body))
            em.emit(py.back(value))

        me = self.local(self.game.points_me)
        return self.define(f"{what}_{kind}", ["S", me, "tile"], place, None, write)

    def possible(self, name: str) -> str:
        action = self.game.actions[name]
        test = rewrite.completable(self, action, 0)
        me = self.local(action.me)

        def write(em: Emitter) -> None:
            with em.loop_var(action.me, me):
                em.emit(py.back(em.expr(test) if test is not None else py.const(True)))

        return self.define(f"possible_{name}", ["S", me], action.place, action.me, write)

    def tolls(self, action: Action, field: str) -> str:
        """What a player owes for an action in one currency; event arguments are parameters."""
        event = self.game.events[action.event]
        args = ["S", self.fresh("doer"), *[self.fresh(a.name) for a in event.args]]

        def write(em: Emitter) -> None:
            total = em.keep(py.const(0))
            self.each_toll(em, action, field, args[1:],
                           lambda _owner, owed: em.emit(py.bump(total.id, owed)))
            em.emit(py.back(total))

        return self.define(f"toll_{action.name}_{field}", args, action.place, None, write)

    def each_toll(self, em: Emitter, action: Action, field: str, names: list[str],
                  use: Callable[[ast.expr, ast.expr], None]) -> None:
        """Code for each toll that is owed: `use` gets the owner and the amount."""
        from contextlib import ExitStack

        event = self.game.events[action.event]
        with ExitStack() as stack:
            stack.enter_context(em.loop_var(event.doer, names[0]))
            for var, word in zip(event.args, names[1:], strict=True):
                stack.enter_context(em.loop_var(var, word))
            owner = stack.enter_context(em.loop_var(event.owner))
            with em.block() as body:
                for toll in [t for t in action.tolls if t.field.name == field]:
                    place = toll.place
                    me = rewrite.var_of(event.owner, place)
                    tests = rewrite.who_tests(
                        toll.who, me, rewrite.var_of(event.doer, place), place)
                    tests += [toll.when] if toll.when is not None else []
                    copies = em.expr(Expr("in_play", INT, place, (toll.tile, me)))
                    with em.block() as pay:
                        use(py.name(owner), py.math("*", copies, py.const(toll.amount)))
                    test = rewrite.conjunction(tests, place)
                    with em.at(place):
                        em.emit(py.when(copies, self.when_holds(em, test, pay)))
            seats = py.call("range", py.const(self.players))
            em.emit(py.loop(py.store(owner), seats, body))

    def scorer(self) -> str:
        """A function that gives the points of a player, category by category."""
        place = next((c.place for c in self.game.scoring.values()), self.game.place)
        me = self.score_me()

        def write(em: Emitter) -> None:
            values: list[ast.expr] = []
            for index, category in enumerate(self.game.scoring.values()):
                base = self.layout.scores + index * self.players
                if category.value is None:
                    values.append(py.state(py.plus(py.name(me), base)))
                else:
                    with em.at(category.place):
                        values.append(self._category(em, category))
            em.emit(py.back(ast.Tuple(values, py.LOAD)))

        return self.define("score_sheet", ["S", me], place, None, write)

    def _category(self, em: Emitter, category: Category) -> ast.expr:
        """What a category gives now; one for the end gives nothing before."""
        assert category.value is not None
        if not category.at_end:
            return em.keep(em.expr(category.value))
        points = em.keep(py.const(0))
        with em.block() as body:
            em.emit(py.assign(points.id, em.expr(category.value)))
        em.emit(py.when(py.state(REASON), body))
        return points

    def score_me(self) -> str:
        return self.local(self.game.score_me)

    def tie_breaker(self) -> str:
        place = self.game.place
        me = self.score_me()

        def write(em: Emitter) -> None:
            values = [em.expr(tie) for tie in self.game.ties]
            em.emit(py.back(ast.Tuple(values, py.LOAD)))

        return self.define("tie_break", ["S", me], place, None, write)


__all__ = ["INT_CHOICES", "PLAYER", "Build", "Group"]
