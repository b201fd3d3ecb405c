"""What decides whether an operation can be carried out: a fault would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.operations import Apply, Const, FieldOf, Math, Nth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.operations import Expr


def deciding_failure(e: Expr) -> Iterator[Expr]:
    """What decides whether an operation can be carried out: a divisor, or a place in a list."""
    if isinstance(e, Math) and e.sign in ("//", "%") and not _is_never_zero(e.right):
        yield e.right
    elif isinstance(e, Nth) and not isinstance(e.at, Const):
        yield e.at


def _is_never_zero(e: Expr) -> bool:
    match e:
        case Const(value=value):
            return bool(value != 0)
        case FieldOf(field=owned):
            return owned.low > 0 or owned.high < 0
        case Apply(word=word, given=given) if word.name == "max":
            return any(isinstance(part, Const) and part.value > 0 for part in given)
    return False
