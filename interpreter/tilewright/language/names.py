"""What a name in an expression can mean, and the scopes that bind new ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tilewright.language.tree import Var
from tilewright.language.types import INT, PLAYER, RELATION, Type
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tilewright.language.operations import Expr
    from tilewright.model import Field, Game
    from tilewright.problems import Place, Problems

TURN_PLAYER = Var("actor", PLAYER, slot=1)
ROUND = Var("round", INT, slot=6)
BUILT_IN = {"actor": TURN_PLAYER, "round": ROUND}
RESERVED = {"me", "actor", "round", "it", "none", "true", "false", "and", "or", "not", "in", "if",
            "else", "for", "is", "game", "players"}


@dataclass(slots=True)
class Signature:
    """How a function of the game is called, known before its body was read."""

    args: list[Var]
    result: Type | None
    place: Place
    link: Callable[[], None] | None = None

    @property
    def ways(self) -> list[str]:
        """The arguments that are relations; for each choice of them there is a body of its own."""
        return [a.name for a in self.args if a.type == RELATION]


class Given(NamedTuple):
    """The relation that an argument stands for, and where it was named."""

    relation: str
    place: Place


@dataclass(slots=True)
class Names:
    """All that the whole game can name. Filled by the linker, read by expressions."""

    game: Game
    problems: Problems
    elements: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    functions: dict[str, Signature] = field(default_factory=dict)
    queries: dict[str, Signature] = field(default_factory=dict)
    procedures: dict[str, Signature] = field(default_factory=dict)
    actions: set[str] = field(default_factory=set)
    turn_of: Var | None = None
    used: set[tuple[str, str]] = field(default_factory=set)
    calls: dict[str, set[str]] = field(default_factory=dict)
    # Steps that offer powers: in which rules, under which name, and where.
    open_steps: list[tuple[str, str, Place]] = field(default_factory=list)
    # Functions and procedures with the relations that they are given, and who makes them.
    related: dict[tuple[str, str], Signature] = field(default_factory=dict)
    relate: Callable[[str, str, dict[str, Given]], str] | None = None
    within: str = ""
    used_actions: set[str] = field(default_factory=set)
    statements: int = 0
    parts: int = 0
    sites: set[str] = field(default_factory=set)
    # Procedures that are tried on a copy, and contents that are asked for, with one place of each.
    looked_ahead: dict[str, Place] = field(default_factory=dict)
    asked_histories: dict[tuple[str, ...], Place] = field(default_factory=dict)
    # Rules of relations that lead only one way, with the first such link of each.
    one_way: dict[str, tuple[int, int]] = field(default_factory=dict)
    # What only tiles use.
    verbs: set[str] = field(default_factory=set)
    # Names of what could not be made, because of a problem that was told.
    unsure: set[str] = field(default_factory=set)
    # Fields that are a zone for each element of a kind, with that kind.
    piles: dict[tuple[str, str], str] = field(default_factory=dict)
    # Where a name was given to something, by the rule in which it was.
    bound: dict[tuple[str, str], Place] = field(default_factory=dict)

    def use(self, what: str, name: str) -> None:
        """Remember that something was read, for the lints on unused things."""
        self.used.add((what, name))

    def call(self, callee: str) -> None:
        """Remember who calls whom, for the search for recursion."""
        self.calls.setdefault(self.within, set()).add(callee)

    def game_field(self, name: str) -> Field | None:
        return self.game.fields.get((GAME, name))

    def taken(self, name: str) -> bool:
        """Whether a name means the same thing everywhere, so that no other thing may have it."""
        return (name in RESERVED or name in self.elements or name in self.plurals
                or self.game_field(name) is not None)

    def meaning(self, name: str) -> str:
        """What a taken name means already, as the end of a sentence."""
        if name in self.plurals:
            return f"is the plural of the kind '{self.plurals[name]}' already"
        if name in self.elements:
            return f"is an element of '{self.elements[name][0][0]}' already"
        field = self.game_field(name)
        return f"is a field of the game ({field.place}) already" if field is not None else (
            "already means something here")

    def everything(self) -> Iterable[str]:
        """All names that an expression may start with, for suggestions."""
        yield from BUILT_IN
        yield from ("me", "none", "true", "false")
        yield from (name for owner, name in self.game.fields if owner == GAME)
        yield from self.elements
        yield from self.plurals
        yield from self.game.options
        yield from self.game.kinds

    def add_kind_names(self) -> None:
        for kind in self.game.kinds.values():
            self.plurals[kind.plural] = kind.name
            for index, item in enumerate(kind.items):
                self.elements.setdefault(item, []).append((kind.name, index))


@dataclass(slots=True)
class Scope:
    """The local names of one piece of rules, and what is known not to be none there."""

    me: Var
    vars: dict[str, Var] = field(default_factory=dict)
    sure: frozenset[str] = frozenset()
    in_loop: bool = False
    owner: str = ""
    consts: dict[str, Expr] = field(default_factory=dict)
    relations: dict[str, Given] = field(default_factory=dict)

    def child(self) -> Scope:
        return Scope(self.me, dict(self.vars), self.sure, self.in_loop, self.owner, self.consts,
                     self.relations)

    def with_var(self, var: Var) -> Scope:
        inner = self.child()
        inner.vars[var.name] = var
        return inner

    def knowing(self, facts: Iterable[str]) -> Scope:
        inner = self.child()
        inner.sure = self.sure | frozenset(facts)
        return inner


def player_scope(owner: str = "") -> Scope:
    """A scope in which `me` is an argument."""
    return Scope(Var("me", PLAYER), owner=owner)


def turn_scope(owner: str = "") -> Scope:
    """A scope in which `me` is the player whose turn it is."""
    return Scope(TURN_PLAYER, owner=owner)

