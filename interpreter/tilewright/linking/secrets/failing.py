"""What decides whether an operation can be carried out: a fault would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.functions import INDEX, MAX, SIZE
from tilewright.language.operations import Apply, Const, Domain, FieldOf, Math, Nth, same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.operations import Expr


def deciding_failure(e: Expr) -> Iterator[Expr]:
    """What decides whether an operation can be carried out: a divisor, or a place in a list."""
    if isinstance(e, Math) and e.sign in ("//", "%") and not _is_never_zero(e.right):
        yield e.right
    elif isinstance(e, Nth) and not _is_always_there(e.at, e.items):
        yield e.at


def _is_never_zero(e: Expr) -> bool:
    match e:
        case Const(value=value):
            return bool(value != 0)
        case FieldOf(field=owned):
            return owned.low > 0 or owned.high < 0
        case Apply(word=word, given=given) if word is MAX:
            return any(isinstance(part, Const) and part.value > 0 for part in given)
    return False


def _is_always_there(at: Expr, items: Expr) -> bool:
    """Whether a list has a place whatever is hidden: a fixed one, or one counted round the list."""
    match at:
        case Const():
            return True
        case Math(sign="%", right=Apply(word=word, given=(counted,))) if word is SIZE:
            return same(counted, items)
        case Math(sign="-", left=Apply(word=word, given=(element,)), right=Const(value=1)):
            return (word is INDEX and isinstance(items, Domain)
                    and items.kind == element.type.kind)
    return False
