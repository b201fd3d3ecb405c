"""Pictures of numbers as SVG. Colours are classes, so that a page can be light or dark."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

from tilewright.picture.nodes import Node, node, number, width

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilewright.lab.report.words import Interval

    Say = Callable[[float], str]

# Rows in tables, and pictures that stand alone; a phone shows these a little smaller.
ROW_WIDE, ROW_HIGH, END = 168.0, 22.0, 10.0
WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 460.0, 190.0, 44.0, 20.0, 12.0, 34.0
AXIS, WIDER = 11.0, 1.5
STEPS = (1, 2, 2.5, 5, 10)


class Scale:
    """From values to places along an axis."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high = low, high if high > low else low + 1
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.start + min(max(share, 0.0), 1.0) * (self.end - self.start)

    def ticks(self, about: int) -> list[float]:
        """Round numbers within, about so many."""
        rough = (self.high - self.low) / max(about, 1)
        power = 10.0 ** floor(log10(rough))
        step = next(s * power for s in STEPS if s * power >= rough * 0.999)
        first = ceil(self.low / step - 1e-9)
        return [n * step for n in range(first, floor(self.high / step + 1e-9) + 1)]


def row_scale(found: Sequence[Interval | None], *others: float) -> Scale:
    """One scale for all rows of a column; of intervals that are very wide the ends lie outside."""
    known = [i for i in found if i is not None]
    means = [*(float(i["mean"]) for i in known), *others] or [0.0, 1.0]
    reach = WIDER * (max(means) - min(means) or 1.0)
    low, high = min(means) - reach, max(means) + reach
    values = [*means, *(min(max(float(i[end]), low), high)
                        for i in known for end in ("low", "high"))]
    room = 0.04 * (max(values) - min(values)) or 0.5
    return Scale(min(values) - room, max(values) + room, END, ROW_WIDE - END)


def drawing(wide: float, high: float, told: str, *inside: Node, kind: str) -> Node:
    """A picture with its words for those who do not see it."""
    return node("svg", [node("title", told), *inside], viewBox=f"0 0 {number(wide)} {number(high)}",
                width=number(wide), height=number(high), role="img", **{"class": kind})


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Node:
    return node("line", x1=number(x1), y1=number(y1), x2=number(x2), y2=number(y2),
                **{"class": kind})


def label(x: float, y: float, said: str, anchor: str = "middle") -> Node:
    return node("text", said, x=number(x), y=number(y), text_anchor=anchor)


def dot(x: float, y: float, reach: float, kind: str) -> Node:
    return node("circle", cx=number(x), cy=number(y), r=number(reach), **{"class": kind})


# -- rows in tables -------------------------------------------------------------------------------


def interval_row(found: Interval, scale: Scale, null: float, told: str, *, marked: bool) -> Node:
    """A mean as a dot and its interval as a bar, beside a line where nothing would differ."""
    middle, low, high = ROW_HIGH / 2, scale(found["low"]), scale(found["high"])
    kind = "sure" if marked else "unsure"
    bar = node("rect", x=number(low), y=number(middle - 3), width=number(max(high - low, 2)),
               height="6", rx="3", **{"class": f"bar {kind}"})
    return drawing(ROW_WIDE, ROW_HIGH, told, line(scale(null), 0, scale(null), ROW_HIGH, "null"),
                   bar, dot(scale(found["mean"]), middle, 5, f"dot {kind}"), kind="row")


def pair_row(first: float, second: float, scale: Scale, told: str) -> Node:
    """Two means beside each other: those of winners full, those of others hollow."""
    middle = ROW_HIGH / 2
    return drawing(ROW_WIDE, ROW_HIGH, told, line(scale(0), 0, scale(0), ROW_HIGH, "null"),
                   line(scale(first), middle, scale(second), middle, "link"),
                   dot(scale(second), middle, 4.5, "hollow"), dot(scale(first), middle, 5, "dot"),
                   kind="row")


def share_row(share: float, most: float, told: str) -> Node:
    """A share as a bar from the left."""
    scale = Scale(0, most, 0, ROW_WIDE)
    bar = node("rect", x="0", y="5", width=number(max(scale(share), 1)), height="12", rx="3",
               **{"class": "column"})
    return drawing(ROW_WIDE, ROW_HIGH, told, bar, kind="row")


def axis(scale: Scale, say: Say, null: float | None = None) -> Node:
    """The numbers above a column of rows; the line where nothing differs has its number first."""
    ticks = [null] if null is not None else []
    for tick in sorted(scale.ticks(4), key=abs):
        room = width(say(tick), AXIS) + AXIS / 2
        if all(abs(scale(tick) - scale(t)) > room for t in ticks):
            ticks.append(tick)
    labels = [label(min(max(scale(t), 16), ROW_WIDE - 16), 11, say(t)) for t in ticks]
    return node("svg", labels, viewBox=f"0 0 {number(ROW_WIDE)} 14", width=number(ROW_WIDE),
                height="14", aria_hidden="true", **{"class": "axis"})


# -- pictures that stand alone --------------------------------------------------------------------


def histogram(edges: Sequence[float], counts: Sequence[float], told: str, below: str, say: Say,
              tip: Callable[[float, float, float], str] | None = None) -> Node:
    """How often values lay between edges, as columns."""
    across = Scale(edges[0], edges[-1], LEFT, WIDE - RIGHT)
    up = Scale(0, max(counts, default=0), HIGH - BOTTOM, TOP)
    columns = []
    for (left, right), count in zip(pairwise(edges), counts, strict=True):
        x, wide = across(left) + 0.75, max(across(right) - across(left) - 1.5, 0.5)
        inside = [node("title", tip(left, right, count))] if tip is not None else []
        columns.append(node("rect", inside, x=number(x), y=number(up(count)), width=number(wide),
                            height=number(HIGH - BOTTOM - up(count)), rx="1.5",
                            **{"class": "column"}))
    frame = _frame(across, up, below, say, say)
    return drawing(WIDE, HIGH, told, *frame, *columns, kind="plot")


def course(points: Sequence[Sequence[float]], told: str, below: str, say_x: Say, say_y: Say,
           tip: Callable[[float, float], str] | None = None) -> Node:
    """A value over time as a line, with the ground below it shaded."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    across = Scale(min(xs), max(xs), LEFT, WIDE - RIGHT)
    up = Scale(min(0.0, *ys), max(*ys, 0.0), HIGH - BOTTOM, TOP)
    places = [f"{number(across(x))} {number(up(y))}" for x, y in points]
    zero = number(up(0))
    area = f"M{number(across(xs[0]))} {zero}L{'L'.join(places)}L{number(across(xs[-1]))} {zero}Z"
    dots = [_tipped(dot(across(x), up(y), 7, "catch"), tip(x, y)) for x, y in points] if tip else []
    return drawing(WIDE, HIGH, told, *_frame(across, up, below, say_x, say_y),
                   node("path", d=area, **{"class": "area"}),
                   node("path", d=f"M{'L'.join(places)}", **{"class": "line"}),
                   dot(across(xs[-1]), up(ys[-1]), 4.5, "dot"), *dots, kind="plot")


def _frame(across: Scale, up: Scale, below: str, say_x: Say, say_y: Say) -> list[Node]:
    """Lines and numbers behind a picture, and what its lower axis tells."""
    made = []
    for tick in up.ticks(3):
        y = up(tick)
        made += [line(LEFT, y, WIDE - RIGHT, y, "grid" if tick else "ground"),
                 label(LEFT - 7, y + 4, say_y(tick), "end")]
    made += [label(across(tick), HIGH - BOTTOM + 16, say_x(tick)) for tick in across.ticks(6)]
    return [*made, label((LEFT + WIDE - RIGHT) / 2, HIGH - 3, below)]


def _tipped(one: Node, told: str) -> Node:
    tag, attributes, _ = one
    inside: list[Any] = [node("title", told)]
    return tag, attributes, inside
