"""What all expressions share, and how an operation is put into the closed table of them.

Each operation is a class, declared once. Its fields are its arguments by name; the rest of the
declaration says what everybody needs to know of it: whether it is the same in every position,
whether it may stand in the place of a name, how long its list can get, whether that may hold an
element twice, and how much is looked at at once. Nobody else lists operations, or asks for one by
a string.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

from tilewright import limits
from tilewright.language.operations.sizes import of_type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tilewright.language.tree import Var
    from tilewright.language.types import Type
    from tilewright.model import Game
    from tilewright.problems import Place

    # Whether a list that a function of the rules gives may hold an element twice.
    OfFunction = Callable[[str], bool]

# All operations, in the order of their declaration.
OPERATIONS: list[type[Expr]] = []
Made = TypeVar("Made", bound="Expr")


@dataclass(slots=True)
class Expr:
    """A checked expression: its type, where it stands, and what its class adds."""

    # The names of its arguments.
    NAMES: ClassVar[tuple[str, ...]] = ()
    # Those that may be left out, with what they are then.
    LEFT_OUT: ClassVar[dict[str, Any]] = {}
    # Whether it is the same in every position where its parts are.
    FIXED: ClassVar[bool] = False
    # Whether it needs no statement of its own and cannot fail, so that no traceback points at it.
    HARMLESS: ClassVar[bool] = False
    # Whether what it reads is not followed: it may be anything.
    FAR: ClassVar[bool] = False
    # Whether to work it out costs no more than to read a name.
    CHEAP: ClassVar[bool] = False

    type: Type
    place: Place

    def arguments(self) -> tuple[Any, ...]:
        """What the class adds, in the order of its declaration."""
        return tuple([getattr(self, name) for name in self.NAMES])

    def said(self) -> tuple[Any, ...]:
        """Its arguments, but for those that are left out."""
        return tuple([getattr(self, name) for name in self.NAMES if name not in self.LEFT_OUT
                      or getattr(self, name) != self.LEFT_OUT[name]])

    def with_arguments(self, given: tuple[Any, ...]) -> Expr:
        """The same operation with other arguments."""
        return type(self)(self.type, self.place, *given)

    def changed(self, change: Callable[[Any], Any]) -> Expr:
        """The same operation, with each argument as a function gives it, those in tuples too."""
        return self.with_arguments(tuple([_changed(x, change) for x in self.arguments()]))

    def binds(self) -> Iterator[Var]:
        """The names that it gives to what stands inside."""
        yield from ()

    def parts(self) -> Iterator[Expr]:
        """The expressions directly inside this one."""
        for name in self.NAMES:
            arg = getattr(self, name)
            if isinstance(arg, Expr):
                yield arg
            elif isinstance(arg, (list, tuple)):
                yield from (a for a in arg if isinstance(a, Expr))

    def walk(self) -> Iterator[Expr]:
        yield self
        for part in self.parts():
            yield from part.walk()

    @property
    def is_fixed(self) -> bool:
        """Whether it is the same in every position where its parts are."""
        return self.FIXED

    def longest(self, game: Game) -> int:
        """The most elements that a list can have."""
        return of_type(game, self.type)

    def repeats(self, of_function: OfFunction) -> bool:
        """Whether a list may hold the same element twice."""
        del of_function
        return True

    def is_open(self, game: Game) -> bool:
        """Whether it is a list of any length: of an argument, or what a function makes of one."""
        del game
        return False

    def adds_up_to(self, game: Game) -> int:
        """The most that numbers per element can add up to."""
        del game
        return limits.NUMBER

    def looked_at(self, sizes: Mapping[str, int]) -> int:
        """How many numbers are fetched at once, with so many elements of each kind."""
        del sizes
        return 0


@dataclass_transform()
def operation(*, fixed: bool = False, harmless: bool = False, far: bool = False,
              cheap: bool = False) -> Callable[[type[Made]], type[Made]]:
    """Declare an operation, and put it into the table."""

    def declared(given: type[Made]) -> type[Made]:
        made: type[Made] = dataclass(slots=True)(given)
        made.NAMES = tuple(f.name for f in fields(made) if f.name not in ("type", "place"))
        made.LEFT_OUT = {f.name: f.default for f in fields(made) if f.default is not MISSING}
        made.FIXED, made.HARMLESS, made.FAR, made.CHEAP = fixed, harmless, far, cheap
        OPERATIONS.append(made)
        return made

    return declared


def _changed(given: Any, change: Callable[[Any], Any]) -> Any:
    """An argument as a function gives it; each part of a tuple, which stays of its class."""
    if not isinstance(given, tuple):
        return change(given)
    parts = [_changed(x, change) for x in given]
    return given._make(parts) if hasattr(given, "_make") else tuple(parts)


def same(a: Any, b: Any) -> bool:
    """Whether two expressions say the same."""
    if isinstance(a, Expr) and isinstance(b, Expr):
        return type(a) is type(b) and same(a.arguments(), b.arguments())
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b)
