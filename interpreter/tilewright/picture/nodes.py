"""Pieces of SVG as plain data: a tag, its attributes, and what is inside."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from tilewright.picture.colours import INK, paint
from tilewright.picture.shapes import ANYWHERE, SHAPES, SIGNED

Node = tuple[str, dict[str, Any], "list[Node] | str"]

FONT = "'DejaVu Sans','Segoe UI',system-ui,sans-serif"
# How wide letters are, as a part of their height; what is not named here is of middle width.
NARROW, WIDE = set("iljtfrI.,:;!'’|()[] "), set("mwMW@%&—½")
MIDDLE_WIDTH, NARROW_WIDTH, WIDE_WIDTH, CAPITAL_WIDTH = 0.60, 0.36, 0.92, 0.70
BOLDER = 1.12
ELLIPSIS = "…"


def node(tag: str, inside: list[Node] | str = "", **attributes: Any) -> Node:
    """A piece; `stroke_width` is written `stroke-width`."""
    return tag, {name.replace("_", "-"): value for name, value in attributes.items()}, inside


def group(x: float, y: float, *inside: Node, turned: float = 0) -> Node:
    moved = f"translate({number(x)} {number(y)})"
    if turned:
        moved += f" rotate({number(turned)})"
    return node("g", list(inside), transform=moved)


def box(x: float, y: float, wide: float, high: float, *, fill: str, round_by: float = 6,
        **attributes: Any) -> Node:
    return node("rect", x=number(x), y=number(y), width=number(wide), height=number(high),
                rx=number(round_by), fill=fill, **attributes)


def words(x: float, y: float, said: str, size: float, *, fill: str = INK, anchor: str = "start",
          bold: bool = False, **attributes: Any) -> Node:
    more = {"font_weight": 700, **attributes} if bold else attributes
    return node("text", said, x=number(x), y=number(y), font_size=number(size), fill=fill,
                text_anchor=anchor, **more)


@lru_cache(4096)
def shape(name: str, colour: str, sign: str = "", size: float = 40) -> Node:
    """One of the built-in shapes around its middle, with a sign on it.

    Equal ones are the same piece of data; nobody may change it.
    """
    fill, ink = paint(colour)
    drawn = node("path", d=SHAPES[name], fill=fill, stroke=INK, stroke_width=4,
                 stroke_linejoin="round")
    inside = [drawn]
    if sign:
        x, y, room, most = SIGNED.get(name, ANYWHERE)
        high = min(most, room / width(sign, 1.0, bold=True))
        inside.append(words(x, y + high * 0.36, sign, high, fill=ink, anchor="middle",
                            bold=True))
    return node("g", inside, transform=f"scale({number(size / 100, 3)})")


# -- words that fit -------------------------------------------------------------------------------


@lru_cache(8192)
def width(said: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is, about; nothing here knows the font of whoever looks."""
    units = sum(NARROW_WIDTH if c in NARROW else WIDE_WIDTH if c in WIDE else
                CAPITAL_WIDTH if c.isupper() else MIDDLE_WIDTH for c in said)
    return units * size * (BOLDER if bold else 1)


def cut(said: str, size: float, most: float, *, bold: bool = False) -> str:
    """A text that is not wider than there is room for."""
    if width(said, size, bold=bold) <= most:
        return said
    while said and width(said + ELLIPSIS, size, bold=bold) > most:
        said = said[:-1]
    return said.rstrip() + ELLIPSIS


def wrapped(said: str, size: float, most: float, lines: int, *, bold: bool = False) -> list[str]:
    """A text in lines; what does not fit is cut."""
    found, line = list[str](), ""
    for word in said.split(" "):
        longer = f"{line} {word}".strip()
        if line and width(longer, size, bold=bold) > most:
            found.append(line)
            line = word
        else:
            line = longer
    found.append(line)
    if len(found) > lines:
        found = [*found[:lines - 1], " ".join(found[lines - 1:])]
    return [cut(one, size, most, bold=bold) for one in found if one]


# -- as text --------------------------------------------------------------------------------------


def number(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".")


def written(one: Node) -> str:
    tag, attributes, inside = one
    told = "".join(f" {name}={quoteattr(str(value))}" for name, value in attributes.items())
    within = escape(inside) if isinstance(inside, str) else "".join(map(written, inside))
    return f"<{tag}{told}>{within}</{tag}>" if within else f"<{tag}{told}/>"
