"""Hidden things, and keys by which expressions are compared that say whose they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.language.declared import Word
from tilewright.language.operations import Const, Expr, Gather, Variable
from tilewright.language.tree import Var
from tilewright.model import Attribute, Field

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.problems import Place

HOLDS, SIZE, CHOICE, CHOSEN, CHANCE = "holds", "size", "choice", "chosen", "chance"
# What one player alone has just decided or learned.
PRIVATE = (CHOICE, CHANCE)


class Secret(NamedTuple):
    """One hidden thing: what a field holds, how much a zone holds, what was chosen or came.

    `whose` and `part` are keys of expressions. A `part` is what can be revealed alone: so many
    from the top, or one element. `told` are those who were shown it.
    """

    sort: str
    what: Any
    whose: Any = None
    part: Any = None
    told: frozenset[Any] = frozenset()


class Read(NamedTuple):
    """Where a hidden thing is read, and through what."""

    place: Place
    through: str = ""


Secrets = dict[Secret, Read]
Key = Any


@dataclass(slots=True)
class Found:
    """What is found in an expression: hidden things, and variables that may hold such.

    `fails` has what decides whether it can be worked out at all: a divisor, a place in a list.
    """

    secrets: Secrets = field(default_factory=dict)
    variables: dict[Var, Read] = field(default_factory=dict)
    fails: Found | None = None


# What has no name at a place; it is like nothing else.
ELSEWHERE = ("elsewhere",)
# Keys of more parts than this are not compared.
KEY_PARTS = 60
# The word for all that is read where it is not followed what is read; no field has such a name.
FAR = "* far"


def key_of(value: Any) -> Key:
    """Equal for expressions that say the same."""
    if isinstance(value, Expr):
        return _key_of(value)
    if isinstance(value, (tuple, list)):
        return _bounded(tuple(key_of(v) for v in value))
    if isinstance(value, Field):
        return value.title
    if isinstance(value, Word):
        return value.form
    return value.name if isinstance(value, Attribute) else value


def _key_of(e: Expr) -> Key:
    if isinstance(e, Variable):
        return e.var
    if isinstance(e, Const):
        return e.value
    key = _bounded((type(e), *(key_of(a) for a in e.said())))
    return _unnamed(key, e.var) if isinstance(e, Gather) else key


def replaced(key: Key, by: dict[Any, Key]) -> Key:
    """A key in the names of another place."""
    if isinstance(key, tuple) and key != ELSEWHERE:
        return _bounded(tuple(replaced(k, by) for k in key))
    return by.get(key, key) if isinstance(key, Var) else key


def _unnamed(key: Key, bound: Var) -> Key:
    """A list is the same whatever it calls what it goes through."""
    return replaced(key, {bound: ("it", _count(key, "it"))})


def _count(key: Key, word: str) -> int:
    if isinstance(key, tuple):
        return sum(_count(part, word) for part in key)
    return int(key == word)


def _bounded(key: tuple[Any, ...]) -> Key:
    """A key, unless it has too many parts or a part without a name."""
    waiting, count = list(key), 0
    while waiting:
        part = waiting.pop()
        count += 1
        if part == ELSEWHERE or count > KEY_PARTS:
            return ELSEWHERE
        if isinstance(part, tuple):
            waiting += part
    return key


def renamed(secret: Secret, named: Callable[[Key], bool]) -> Secret:
    """A hidden thing of which only some keys still say whose it is and who was shown it."""
    whose = secret.whose if named(secret.whose) else ELSEWHERE
    return secret._replace(whose=whose, told=frozenset(k for k in secret.told if named(k)))


def alike(key: Key, other: Key) -> bool:
    return bool(key == other) and key != ELSEWHERE


def covers(shown: Key, part: Key) -> bool:
    """Whether showing one part shows another; None is the whole."""
    if shown is None or alike(shown, part):
        return True
    return isinstance(shown, int) and isinstance(part, int) and part <= shown


def words_of(key: Key) -> set[str]:
    """All words in a key, among them the fields that it reads."""
    if isinstance(key, str):
        return {key}
    if isinstance(key, type):
        return {FAR} if issubclass(key, Expr) and key.FAR else set()
    return {w for part in key for w in words_of(part)} if isinstance(key, tuple) else set()


def via(read: Read, place: Place | None = None) -> str:
    """Through what, or where, something hidden is read."""
    if read.through:
        it = "" if read.through.startswith("it was") else "it is read in the "
        return f" ({it}{read.through})"
    return f" (it is read at {read.place})" if place is not None and place != read.place else ""


def way_out(secret: Secret) -> str:
    """What to do so that it is hidden no more."""
    if secret.sort in PRIVATE:
        return "'reveal' or 'move' it into the open first"
    if secret.sort == SIZE:
        return "let all see how much it holds, without 'size: hidden'"
    return ("'reveal' it in the same statements before, move it into the open, or let a player "
            "choose who knows it")

