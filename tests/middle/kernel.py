"""The kernel as the judge runs it: operations as they are read, primitives as Python has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from tilewright.kernel import zones
from tilewright.kernel.faults import Fault
from tilewright.kernel.words import OPERATIONS, PYTHON
from tilewright.middle import ir
from tilewright.middle.reading import read_all
from tilewright.problems import Place

if TYPE_CHECKING:
    from collections.abc import Callable


def fail(*words: Any) -> NoReturn:
    raise Fault(" ".join(map(str, words)))


READ: dict[str, ir.Function] = read_all(OPERATIONS.values(), Place("kernel"))
KERNEL: dict[str, ir.Function | Callable[..., Any]] = {**READ, **PYTHON, "fail": fail}
# Tables of the kernel itself.
CONSTANTS: dict[str, Any] = {
    node.word: getattr(zones, node.word) for made in READ.values() for stmt in made.body
    for node in stmt.walk() if isinstance(node, ir.Data)}
