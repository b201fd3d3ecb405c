"""The names that generated code can reach: the kernel, zones, walks, its tables, and no others."""

from __future__ import annotations

from typing import Any

from tilewright.compiling.history import HISTORY
from tilewright.compiling.kernel import BUILT_IN, KERNEL
from tilewright.compiling.walks import WALKS
from tilewright.compiling.ways import WAYS
from tilewright.compiling.zones import ZONES


def namespace(tables: dict[str, Any]) -> dict[str, Any]:
    """What a module of generated code sees when it runs."""
    own = {f.__name__: f for f in (*ZONES, *WALKS, *WAYS, *HISTORY)}
    return {"__builtins__": {}, **BUILT_IN, **KERNEL, **own, **tables}
