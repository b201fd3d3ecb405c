"""The closed table of what an expression can be."""

from tilewright.language.operations.asked import (
    Apply,
    Asking,
    Own,
    Points,
    Possible,
    Query,
    Tolls,
    Used,
)
from tilewright.language.operations.base import OPERATIONS, Expr, same
from tilewright.language.operations.lists import (
    Entry,
    Gather,
    Join,
    ListOf,
    Nth,
    Total,
    Without,
    order_matters,
)
from tilewright.language.operations.signs import (
    Both,
    ByItem,
    Compare,
    Either,
    IfElse,
    IsIn,
    Math,
    Negative,
    Not,
)
from tilewright.language.operations.values import (
    AttributeOf,
    Column,
    Const,
    Domain,
    FieldOf,
    InPlay,
    Nothing,
    NumbersOf,
    Option,
    Reading,
    Slot,
    Unlimited,
    ValueAt,
    Variable,
    ZoneOf,
    reading,
    variable_of,
)

__all__ = [
    "OPERATIONS", "Apply", "Asking", "AttributeOf", "Both", "ByItem", "Column", "Compare", "Const",
    "Domain", "Either", "Entry", "Expr", "FieldOf", "Gather", "IfElse", "InPlay", "IsIn", "Join",
    "ListOf", "Math", "Negative", "Not", "Nothing", "Nth", "NumbersOf", "Option", "Own", "Points",
    "Possible", "Query", "Reading", "Slot", "Tolls", "Total", "Unlimited", "Used", "ValueAt",
    "Variable", "Without", "ZoneOf", "order_matters", "reading", "same", "variable_of",
]
