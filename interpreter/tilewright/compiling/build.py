"""The workshop of one compilation: tables, functions, slots and counters of a program."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.compiling.budget import Budget
from tilewright.compiling.following import provenance
from tilewright.compiling.knowing import Knowing
from tilewright.compiling.layout import make_layout
from tilewright.compiling.naming import Naming, plain
from tilewright.compiling.offers import offers_of
from tilewright.compiling.provenance import free_variables
from tilewright.compiling.rows import Rows
from tilewright.compiling.suspend import Suspension
from tilewright.compiling.underway import asked_under_way
from tilewright.compiling.writer import Emitter
from tilewright.kernel.bounds import NO_NUMBER
from tilewright.language.types import kind_of
from tilewright.middle import ir
from tilewright.model import PLAYER
from tilewright.problems import ContentError, Problem, RuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from tilewright.compiling.board import Board
    from tilewright.compiling.counting import Counts
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var
    from tilewright.model import Attribute, Game
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

    def __init__(self, game: Game, players: int, options: dict[str, Any], board: Board,
                 counts: Counts | None = None) -> None:
        self.game = game
        self.counts = counts
        self.players = players
        self.options = options
        # Files of which pieces stand in rules of other files.
        self.files: list[str] = []
        self.secrets: dict[Var, int] = {}
        self.knowing = Knowing(self)
        self.offers = offers_of(game, self.knowing.is_secret)
        self.layout = make_layout(game, players, self.offers.fields)
        self.provenance = provenance(game)
        self._keep_lost()
        self.board = board
        self.suspension = Suspension(game)
        self.naming = Naming()
        # Code that counts is for a look at the rules, and larger.
        self.budget = Budget(game.most - game.least + 1 if counts is None else 1)
        self.tables: dict[str, Any] = {}
        # Tables whose rows name slots, of which the numbers are fetched together.
        self.fetched: set[str] = set()
        self.table_names: dict[Hashable, str] = {}
        self.attributes: dict[int, tuple[Any, ...]] = {}
        self.functions: list[ir.Function] = []
        # Of each function that is made: the steps that a call takes and that it does not charge.
        self.steps_of: dict[str, int] = {}
        self.locals: dict[Var, str] = {}
        self.aliases: dict[Var, str | ir.Value] = {}
        # Lists of marks: each has a number for every element of a kind, which says if it is in.
        self.marks: set[Var] = set()
        self.pinned: dict[Var, str] = {}
        self.steps: dict[str, int] = {}
        self.rows = Rows()
        self.slots: dict[Var, int] = {}
        self.caps: dict[Var, int] = {}
        # What the lists were taken from that loops go through.
        self.gone_through: dict[Var, Expr] = {}
        self.groups: dict[Hashable, Group] = {}
        self.codes = 0
        self.limited: dict[tuple[str, str], list[int]] = {}
        self.under_way: dict[str, int] = {}
        self.fixed: dict[str, bool] = {}
        self.walking: dict[str, bool] = {}
        self.worked_out: dict[str, tuple[Any, ...] | None] = {}
        self.table_steps = limits.STEPS - limits.TABLE_STEPS

    def copy(self) -> Build:
        """A workshop that goes on from here and leaves this one as it is."""
        made = copy.copy(self)
        made.naming = self.naming.copy()
        made.budget = Budget(1)
        made.functions = []
        for name in ("tables", "fetched", "table_names", "attributes", "steps_of", "locals",
                     "aliases", "slots", "fixed", "worked_out"):
            setattr(made, name, copy.copy(getattr(self, name)))
        return made

    def _keep_lost(self) -> None:
        for key in sorted(self.provenance.losing):
            kind = self.game.fields[key].type.kind
            cap = sum(len(self.game.kinds[f.type.kind].items) + len(f.start or ())
                      for f in self.game.fields.values() if f.zone and f.type.kind == kind)
            self.layout.keep_lost(key, min(cap, limits.ELEMENTS))

    # -- names and tables ---------------------------------------------------------------------

    def fresh(self, word: str) -> str:
        return self.naming.fresh(word)

    def local(self, var: Var) -> str:
        if var not in self.locals:
            self.locals[var] = self.fresh(var.name)
        return self.locals[var]

    def argument(self, var: Var) -> ir.Argument:
        """A variable as what a function is given."""
        return ir.Argument(self.local(var), kind_of(var.type))

    def tile_number(self, tile: tuple[str, int]) -> int:
        """A number for a tile of any family, of which `tile_of` tells which it is."""
        return list(self.game.kinds).index(tile[0]) * limits.ELEMENTS + tile[1]

    def tile_of(self, number: int) -> tuple[str, int]:
        kind, index = divmod(number, limits.ELEMENTS)
        return list(self.game.kinds)[kind], index

    def table(self, values: Any, word: str) -> str:
        """A constant that generated code can name."""
        key = (word, repr(values))   # True and 1 are equal, but not the same
        if key not in self.table_names:
            self.budget.table(values)
            name = self.table_names[key] = self.fresh(f"T_{plain(word)}")
            self.tables[name] = values
        return self.table_names[key]

    def derived(self, key: tuple[Hashable, ...], word: str, make: Callable[[], Any]) -> str:
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
            elif attribute.type.tag == "map":
                n = self.layout.sizes[attribute.type.kind]
                values = tuple(v[:n] for v in attribute.values)
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

    def group(self, key: Hashable, name: str, kind: str, names: tuple[str, ...] = ()) -> Group:
        """The codes of one sort of moves, numbered when they are first needed.

        Two sorts may have one name for people: an action, and a question of another one.
        """
        if key not in self.groups:
            size = len(names) if names else self._domain(kind)
            self.groups[key] = Group(name, self.codes, size, kind, names)
            self.codes += size
            if self.codes > limits.MOVES:
                raise ContentError([Problem(
                    "program-too-big", self._place_of(key),
                    f"this game has more than {limits.MOVES:,} different moves, and this makes "
                    f"{size:,} of them", "let players choose among fewer things")])
        return self.groups[key]

    def _place_of(self, key: Hashable) -> Place:
        name = key[1] if isinstance(key, tuple) and len(key) > 1 else ""
        action = self.game.actions.get(name)
        return action.place if action is not None else self.game.place

    def _domain(self, kind: str) -> int:
        if kind == "int":
            return INT_CHOICES
        return max(self.layout.sizes[kind], 1) if kind else 1

    # -- slots --------------------------------------------------------------------------------

    def slot(self, var: Var, cap: int = 0) -> int:
        """A place in the frames of the state for a variable that outlives a decision."""
        if var not in self.slots:
            if cap > limits.STATE_SLOTS:
                raise ContentError([Problem(
                    "program-too-big", self.game.place,
                    f"'{var.name}' can have {cap:,} elements and is kept over a decision; the "
                    f"state of a game has {limits.STATE_SLOTS:,} numbers at most",
                    "choose from fewer things, or loop over a shorter list")])
            self.slots[var] = self.layout.take(1 + cap)
            self.caps[var] = cap
        return self.slots[var]

    def can_read(self, value: Expr) -> bool:
        """Whether all variables of an expression are in the state, wherever rules are now."""
        return all(v in self.slots or v.slot is not None for v in free_variables(value))

    def secret(self, var: Var) -> int:
        """A slot that says which seat knows a secret variable: its number plus one, or nobody."""
        if var not in self.secrets:
            self.secrets[var] = self.layout.take(1)
        return self.secrets[var]

    def used(self, what: tuple[str, str], span: str) -> int:
        """The counters, one a player, of how often a thing was done in a span of time."""
        key = (what, span)
        if key not in self.layout.used:
            self.layout.used[key] = self.layout.take(self.players)
            self.limited.setdefault(what, []).append(self.layout.used[key])
        return self.layout.used[key]

    def count_under_way(self) -> None:
        """Frames for actions that `used` asks about: whether a player is still carrying one out."""
        for name in asked_under_way(self.game):
            self.under_way[name] = self.layout.take(self.players)

    def counters(self, action: str) -> list[int]:
        return self.limited.get(("action", action), [])

    def in_play(self, kind: str) -> int:
        """Where it is counted which player has which tile in play."""
        if kind not in self.layout.in_play:
            size = self.players * self.layout.sizes[kind]
            self.layout.in_play[kind] = self.layout.take(size)
        return self.layout.in_play[kind]

    # -- functions ----------------------------------------------------------------------------

    def define(self, key: tuple[str, ...], word: str, args: list[ir.Argument],
               place: Place, write: Callable[[Emitter], None], title: str = "", gives: str = ir.INT
               ) -> str:
        """Make a function once; nested needs are met first."""
        name = self.naming.of(key, word, title)
        if name not in self.steps_of:
            em = Emitter(self, place)
            write(em)
            self.steps_of[name] = em.settle()
            self.functions.append(ir.function(name, args, em.root, place, gives))
        return name


__all__ = ["INT_CHOICES", "PLAYER", "Build", "Group"]
