"""The colours that a game may name: how they are painted, and their inks.

Neighbours in the wheel differ in lightness too, so that they can be told apart without seeing
colours; and whatever has a colour has a sign besides.
"""

from __future__ import annotations

PAPER, INK, QUIET, LINE, SOFT = "#f7f3ea", "#2b2a27", "#6d675c", "#cfc5b2", "#ece4d4"
GLOW = "#d97b00"

# Fill and ink of each colour that `show` may name.
PAINTS: dict[str, tuple[str, str]] = {
    "red": ("#c8322b", "#ffffff"), "green": ("#2f8f4e", "#ffffff"),
    "yellow": ("#f2c92b", "#2b2a27"), "blue": ("#2166ac", "#ffffff"),
    "magenta": ("#b5308a", "#ffffff"), "cyan": ("#6cc4d8", "#2b2a27"),
    "white": ("#fdfdfa", "#2b2a27"), "grey": ("#8d9298", "#14161a"),
    "black": ("#33333a", "#ffffff"), "orange": ("#ef8a1d", "#2b2a27"),
    "brown": ("#7d4f2a", "#ffffff"), "violet": ("#8e63c4", "#ffffff"),
    "purple": ("#5b2a86", "#ffffff"), "pink": ("#f2a0bf", "#2b2a27"),
    "beige": ("#e6d3ac", "#2b2a27"),
}
# Who has no colour of its own gets one of these, by its number.
WHEEL = ("blue", "orange", "green", "violet", "red", "cyan", "yellow", "brown", "pink", "grey",
         "magenta", "beige", "purple", "white", "black")
PLAIN = "white"


def pale(colour: str, share: float = 0.55) -> str:
    """A colour mixed with paper, for grounds."""
    pairs = zip(_parts(paint(colour)[0]), _parts(PAPER), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


def _parts(colour: str) -> list[int]:
    return [int(colour[at:at + 2], 16) for at in (1, 3, 5)]


def paint(colour: str) -> tuple[str, str]:
    """Fill and ink of a colour."""
    return PAINTS.get(colour, PAINTS[PLAIN])
