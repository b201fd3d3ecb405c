"""Values that may be worked out although nobody asked: they read little, and stop at nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.printing.wasm.body import LISTS
from tilewright.printing.wasm.growing import Growing

if TYPE_CHECKING:
    from collections.abc import Iterable


class Harmless(Growing):
    """Tells which values these are, and about how many instructions they take."""

    def work(self, node: ir.Value) -> int | None:
        """How much work a value is; nothing if it must not be worked out unasked."""
        if isinstance(node, ir.Const):
            return 0
        if isinstance(node, ir.Name):
            return None if node.type in LISTS else 0
        if isinstance(node, ir.Load):
            return self._sum([node.address], 1) if self._is_slot(node.address) else None
        if isinstance(node, ir.Math):
            return self._sum([node.left, node.right], 1) if node.sign in "+-*|&^" else None
        if isinstance(node, ir.Compare):
            return self._sum([node.left, node.right], 1)
        if isinstance(node, ir.Between):
            return self._sum([node.low, node.number, node.high], 2)
        if isinstance(node, ir.Not):
            return self._sum([node.test], 1)
        if isinstance(node, (ir.Both, ir.Either)):
            return self._sum(node.tests, len(node.tests))
        if isinstance(node, ir.Item):
            return self._item_work(node)
        return None

    def _is_slot(self, address: ir.Value) -> bool:
        return self.ranges.inside(address, self.program.total)

    def _item_work(self, node: ir.Item) -> int | None:
        """Numbers of tables, at an index that is certainly there."""
        known = self.program.count_of(node.holder)
        if known is not None and node.type == ir.INT:
            return self._sum([node.index], 1) if self.ranges.inside(node.index, known[1]) else None
        grid = self.program.grid(node.holder.holder) if isinstance(node.holder, ir.Item) else None
        if grid is None or not isinstance(node.holder, ir.Item):
            return None
        _, count, width = grid
        if not (self.ranges.inside(node.holder.index, count)
                and self.ranges.inside(node.index, width)):
            return None
        return self._sum([node.holder.index, node.index], 3)

    def _sum(self, parts: Iterable[ir.Value], own: int) -> int | None:
        works = [self.work(part) for part in parts]
        known = [found for found in works if found is not None]
        return own + sum(known) if len(known) == len(works) else None
