"""What writes code, as words and effects see it: what they may ask of it, and nothing else.

A word or an effect is declared with the code that it becomes, said in the middle language. Where
a field lives, what has been written already and what it all costs is known to the writer alone.
`compiling` has the classes that do all this; here they are not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from tilewright.language.operations import Expr
    from tilewright.language.tree import Do, Target, Var
    from tilewright.middle import ir
    from tilewright.model import Field, Game


class Coder(Protocol):
    """What a word of an expression needs to become code: it reads, and changes nothing."""

    @property
    def game(self) -> Game:
        """The game that becomes code."""

    # -- values -------------------------------------------------------------------------------

    def expr(self, e: Expr) -> ir.Value:
        """The value of an expression."""

    def bulk(self, source: Expr, steps: int = 0) -> ir.Value:
        """A list that is gone through as a whole, for so many steps an element."""

    def simple(self, node: ir.Value) -> ir.Value:
        """The same value as a name or a constant, worked out once: for what is said twice."""

    def list_of_keys(self, var: Var, source: Expr, key: Expr) -> ir.Value:
        """A list of (key, place, element), for sorting."""

    def function_of(self, names: list[Var], body: Expr) -> tuple[ir.Value, int]:
        """A test or a number as a function of elements, and the steps that one call takes."""

    # -- what it costs ------------------------------------------------------------------------

    def spend(self, steps: int) -> None:
        """Count steps that this code takes each time."""

    def spend_copy(self) -> None:
        """Count the steps that a copy of the position takes."""

    def charged(self, items: ir.Value, most: int, steps: int) -> ir.Value:
        """The same list, of at most so many elements, each of which costs steps."""

    def called(self, function: str) -> None:
        """Count the steps of a function that is called here."""

    # -- where things stand -------------------------------------------------------------------

    def address(self, field: Field, index: tuple[Expr, ...]) -> ir.Value:
        """The slot of a field of one owner, or of one of its elements; of a zone, its length."""

    def spans(self, titles: tuple[str, ...]) -> ir.Data:
        """A table of the slots of some fields, from the first to behind the last of each."""

    def history(self, titles: tuple[str, ...]) -> ir.Value:
        """The slot from which on it is noted what some fields have held."""

    # -- tables of what never changes ---------------------------------------------------------

    def size(self, kind: str) -> int:
        """How many elements of a kind take part."""

    def table(self, values: Any, word: str) -> ir.Data:
        """Values that stand beside the code; the word helps to tell tables apart."""

    def attribute_table(self, kind: str, name: str) -> ir.Data:
        """What an attribute is, for each element of a kind."""

    def relation_table(self, kind: str, relation: str) -> ir.Data:
        """The sites that a relation leads to, for each site."""

    def distance_table(self, kind: str, relation: str) -> ir.Data | None:
        """The steps from each site to each other; nothing where there are too many to keep."""

    def most_links(self, kind: str, relation: str) -> int:
        """The most links that one site has."""

    def seat_orders(self) -> tuple[tuple[int, ...], ...]:
        """All seats in order, for each seat that may be the first."""

    # -- functions and statements -------------------------------------------------------------

    def procedure(self, name: str) -> str:
        """The function of a procedure that neither asks nor ends anything."""

    def temp(self, word: str = "t") -> str:
        """A fresh name."""

    def emit(self, stmt: ir.Statement) -> None:
        """Write a statement."""

    def inside(self) -> AbstractContextManager[list[ir.Statement]]:
        """What is written within belongs to a function or a loop inside an expression."""


class Writer(Coder, Protocol):
    """What an effect needs to become code: it also changes the position."""

    def block(self) -> AbstractContextManager[list[ir.Statement]]:
        """What is written within is a block, for the branch of a condition."""

    def keep(self, node: ir.Value) -> ir.Name:
        """The value in a fresh name, as it is now."""

    def amount(self, e: Expr) -> ir.Value:
        """A number that is not negative; less than nothing counts as nothing."""

    def more_turns(self) -> ir.Value:
        """The slot that counts the turns that the player has after this one."""

    # -- fields -------------------------------------------------------------------------------

    def target_address(self, target: Target) -> ir.Value:
        """The slot of what is written to."""

    def write(self, target: Target, value: Expr) -> None:
        """Write a value, which must be within the bounds of its field."""

    def add(self, target: Target, amount: ir.Value) -> None:
        """Add to a number, which must stay within its bounds."""

    def exchange(self, first: Target, second: Target) -> None:
        """Two values change places, and with them who knows them; or all that lies in two zones."""

    def forget_who(self, target: Target, address: ir.Value) -> None:
        """What was just written into a field is known to nobody, if the field is secret."""

    def reveal_values(self, target: Target, to: Expr | None) -> None:
        """A value of a secret field, or all of its values, become known: to all without `to`."""

    def score(self, category: str, value: Expr, to: Expr) -> None:
        """Give points in a counted category."""

    # -- zones --------------------------------------------------------------------------------

    def zone_put(self, into: Target, value: Expr, *, top: bool) -> None:
        """An element comes into a zone out of nowhere."""

    def zone_move(self, stmt: Do) -> None:
        """An element goes from one zone to another, or out of the game."""

    def zone_draw(self, source: Target, to: Target, count: Expr, *, top: bool) -> None:
        """So many elements go from the top of a zone to another, as far as there are any."""

    def zone_shuffle(self, zone: Target) -> None:
        """A zone comes into random order."""

    def zone_sort(self, zone: Target, var: Var, by: Expr) -> None:
        """A zone comes into the order of a number, which is asked for each element."""

    def zone_empty(self, zone: Target, into: Target | None) -> None:
        """All elements of a zone go to another, or out of the game."""

    def zone_reveal(self, zone: Target, count: Expr, to: Expr | None) -> None:
        """The top elements of a zone become known: to all without `to`."""
