"""What may stand behind the attributes of a drawing: numbers, colours, and nothing that acts."""

from __future__ import annotations

import re

# What a drawing says of how its shapes are painted.
COLOURS = ("fill", "stroke", "stop-color")
SHARES = ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity")
WORDS = {
    "stroke-linecap": ("butt", "round", "square"), "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"), "clip-rule": ("nonzero", "evenodd"),
}
LENGTHS = ("stroke-width", "stroke-miterlimit")
# These change how a drawing looks, and not everything that draws can do them.
NOT_DRAWN = ("filter", "mask", "marker", "marker-start", "marker-mid", "marker-end",
             "stroke-dasharray")
HIDING = {"display": ("none",), "visibility": ("hidden", "collapse")}
# What each shape says of where it is.
PLACES: dict[str, tuple[str, ...]] = {
    "rect": ("x", "y", "width", "height", "rx", "ry"), "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"), "line": ("x1", "y1", "x2", "y2"),
    "path": (), "polyline": (), "polygon": (), "g": (),
    "linearGradient": ("x1", "y1", "x2", "y2"),
    "radialGradient": ("cx", "cy", "r", "fx", "fy", "fr"), "stop": ("offset",), "clipPath": (),
}
LISTS = {"path": "d", "polyline": "points", "polygon": "points"}
UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54}

LARGEST = 1_000_000
# Each of these reads a text once from end to end, whatever a stranger writes.
NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
NUMBERS = re.compile(NUMBER)
LENGTH = re.compile(rf"({NUMBER})\s*(px|pt|pc|in|cm|mm)?")
SHARE = re.compile(rf"{NUMBER}%?")
COMMANDS = re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-.,\s]*")
POINTS = re.compile(r"[0-9eE+\-.,\s]*")
MOVES = re.compile(
    r"(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([0-9eE+\-.,\s]*\)[\s,]*)*")
COLOUR = re.compile(
    r"none|currentColor|[a-zA-Z]{3,25}|#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})"
    r"|(?:rgb|hsl)a?\([0-9.,%/+\-\sdeg]{1,60}\)")
LINK = re.compile(r"""url\(\s*["']?#([^"')\s]+)["']?\s*\)(?:\s.*)?""", re.DOTALL)
# They say that something is as it is anyway.
USUAL = ("inherit", "initial", "unset", "revert", "auto", "normal", "")


def length(said: str) -> str | None:
    """A length in units of the drawing; None for one that depends on something else."""
    found = LENGTH.fullmatch(said.strip())
    if found is None:
        return None
    value = float(found.group(1)) * UNITS[found.group(2) or ""]
    return f"{value:.6g}" if abs(value) <= LARGEST else None


def share(said: str) -> str | None:
    """A number, or so many per cent."""
    return said if SHARE.fullmatch(said) and _are_small(said) else None


def colour(said: str) -> str | None:
    return said if COLOUR.fullmatch(said) else None


def link(said: str) -> str | None:
    """What of its own drawing a paint is taken from."""
    found = LINK.fullmatch(said)
    return found.group(1) if found is not None else None


def outline(tag: str, said: str) -> str | None:
    """Where a path or a line of points goes."""
    fits = (COMMANDS if tag == "path" else POINTS).fullmatch(said)
    return " ".join(said.split()) if fits and _are_small(said) else None


def moved(said: str) -> str | None:
    """How a shape is moved, turned or made larger."""
    one = " ".join(said.split())
    return one if MOVES.fullmatch(one) and _are_small(one) else None


def frame(said: str) -> tuple[float, ...] | None:
    """The part of the plane that a drawing shows: its corner, how wide and how high."""
    found = tuple(float(n) for n in NUMBERS.findall(said))
    plain = POINTS.fullmatch(said) and len(found) == 4 and _are_small(said)
    return found if plain and found[2] > 0 and found[3] > 0 else None


def declared(style: str) -> dict[str, str]:
    """What a `style` attribute declares."""
    parts = (part.partition(":") for part in style.split(";"))
    return {name.strip().lower(): value.replace("!important", "").strip()
            for name, _, value in parts if name.strip()}


def _are_small(said: str) -> bool:
    return all(abs(float(n)) <= LARGEST for n in NUMBERS.findall(said))
