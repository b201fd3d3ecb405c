"""Games that were begun when all chance came from one stream: they go on as they began.

Only what draws is another one; the program is the same, and so is everything else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tilewright.compiling.program import Kept
from tilewright.compiling.rebound import rebound
from tilewright.kernel.chance import GOLDEN, MASK, mixed
from tilewright.kernel.notes import forget
from tilewright.middle.header import RNG
from tilewright.telling.watched import DREW, SHUFFLED, Watched, here_now, noting, there

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilewright.compiling.program import Program


def with_one_stream(program: Program) -> Program:
    """The program with all its chance from one stream; made once."""
    if program.kept.one_stream is None:
        made = replace(rebound(program, HELPERS), kept=Kept())
        made.kept.watched = noting(made, NOTING)
        program.kept.one_stream = made
    found: Program = program.kept.one_stream
    return found


def _below(s: list[int], n: int) -> int:
    s[RNG] = seed = (s[RNG] + GOLDEN) & MASK
    return (mixed(seed) * n) >> 64


def shuffle(s: list[int], base: int, _stream: int) -> None:
    for k in range(base + s[base], base + 1, -1):
        j = base + 1 + _below(s, k - base)
        s[j], s[k] = s[k], s[j]


def shuffle_hidden(s: list[int], base: int, cap: int, seen: int, grouping: int, stream: int
                   ) -> None:
    forget(s, base, cap, seen, grouping)
    shuffle(s, base, stream)


def pick(s: list[int], items: Sequence[int], _stream: int, _label: int) -> int:
    return items[_below(s, len(items))]


def _shuffle_noted(s: Watched, base: int, stream: int) -> None:
    here = here_now()
    shuffle(s, base, stream)
    s.note(here, SHUFFLED, base, there(s, base))


def _shuffle_hidden_noted(s: Watched, base: int, cap: int, seen: int, grouping: int,
                          stream: int) -> None:
    here = here_now()
    shuffle_hidden(s, base, cap, seen, grouping, stream)
    s.note(here, SHUFFLED, base, there(s, base))


def _pick_noted(s: Watched, items: Sequence[int], stream: int, label: int) -> int:
    found = pick(s, items, stream, label)
    s.note(here_now(), DREW, label, found)
    return found


HELPERS: dict[str, Callable[..., Any]] = {
    "shuffle": shuffle, "shuffle_hidden": shuffle_hidden, "pick": pick}
NOTING: dict[str, Callable[..., Any]] = {
    "shuffle": _shuffle_noted, "shuffle_hidden": _shuffle_hidden_noted, "pick": _pick_noted}
