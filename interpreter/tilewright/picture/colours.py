"""The colours that a game may name: how they are painted, and their inks.

No two are the same to eyes that do not see red, green or blue, and those that players get first are
far apart for all; `tests/test_picture.py` measures it. Whatever has a colour has a sign besides.
"""

from __future__ import annotations

PAPER, INK, QUIET, LINE, SOFT = "#f7f3ea", "#2b2a27", "#6d675c", "#cfc5b2", "#ece4d4"
GLOW = "#d97b00"

# Fill and ink of each colour that `show` may name.
PAINTS: dict[str, tuple[str, str]] = {
    "red": ("#c63e39", "#ffffff"), "green": ("#04b476", "#2b2a27"),
    "yellow": ("#edd242", "#2b2a27"), "blue": ("#356891", "#ffffff"),
    "magenta": ("#b5308a", "#ffffff"), "cyan": ("#6bc3d8", "#2b2a27"),
    "white": ("#fdfdfa", "#2b2a27"), "grey": ("#8591a7", "#14161a"),
    "black": ("#33333a", "#ffffff"), "orange": ("#f67500", "#2b2a27"),
    "brown": ("#7a3f0a", "#ffffff"), "violet": ("#8b5dd9", "#ffffff"),
    "purple": ("#5a2986", "#ffffff"), "pink": ("#fa94c4", "#2b2a27"),
    "beige": ("#dcd8b3", "#2b2a27"),
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
