"""Things that belong together and are put somewhere as one: beside each other, or as a fan."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, radians, sin

from tilewright.picture.colours import QUIET
from tilewright.picture.nodes import width, words
from tilewright.picture.scene import MARKS, Thing

GAP, TITLE, TITLE_HIGH = 8.0, 12.0, 16.0
# Cards in a hand: how much they hide of each other at least, and how far they are turned.
HIDDEN, LEAN, SPREAD = 9.0, 3.5, 26.0


@dataclass(slots=True)
class Part:
    """Something with a size that can be put anywhere: things from its corner on."""

    wide: float
    high: float
    things: list[Thing] = field(default_factory=list)

    def copy(self) -> Part:
        return Part(self.wide, self.high, [thing.copy() for thing in self.things])

    def at(self, x: float, y: float) -> list[Thing]:
        for thing in self.things:
            thing.x, thing.y = thing.x + x, thing.y + y
        return self.things


def flow(parts: list[Part], most: float, gap: float = GAP) -> Part:
    """Parts beside each other, in as many lines as they need."""
    made, x, y, line = Part(0, 0), 0.0, 0.0, 0.0
    for part in parts:
        if x and x + part.wide > most:
            x, y, line = 0.0, y + line + gap, 0.0
        made.things += part.at(x, y)
        x, line = x + part.wide + gap, max(line, part.high)
        made.wide = max(made.wide, x - gap)
    made.high = y + line
    return made


def titled(title: str, inner: Part, id_: str) -> Part:
    """A part with its name above it."""
    said = Thing(f"{id_}:title", 0, TITLE, words(0, 0, title, TITLE, fill=QUIET), layer=MARKS)
    made = Part(max(inner.wide, width(title, TITLE)), TITLE_HIGH + inner.high, [said])
    made.things += inner.at(0, TITLE_HIGH)
    return made


def fan(cards: list[Thing], most: float) -> Part:
    """Cards as a hand holds them: turned around one point below, closer if they are many."""
    wide, high, count = cards[0].wide, max(c.high for c in cards), len(cards)
    if count < 2:
        return Part(wide, high, cards)
    lean = min(LEAN, SPREAD / (count - 1))
    last = radians(lean * (count - 1) / 2)
    reach = wide * cos(last) + high * sin(last)
    step = max(min(max(c.wide for c in cards) - HIDDEN, (most - reach) / (count - 1)), 1.0)
    far = step * (count - 1) / 2 / sin(last)
    for n, card in enumerate(cards):
        card.turned = lean * (n - (count - 1) / 2)
        turn = radians(card.turned)
        x, y = far * sin(turn), far * (1 - cos(turn))
        card.x = x - wide / 2 * cos(turn) + high / 2 * sin(turn)
        card.y = y - wide / 2 * sin(turn) - high / 2 * cos(turn)
    corners = [at for card in cards for at in corners_of(card)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    made = Part(max(x for x, _ in corners) - left, max(y for _, y in corners) - top, cards)
    made.at(-left, -top)
    return made


def corners_of(thing: Thing) -> list[tuple[float, float]]:
    """Where the corners of an area lie, however it is turned."""
    turn = radians(thing.turned)
    return [(thing.x + x * cos(turn) - y * sin(turn), thing.y + x * sin(turn) + y * cos(turn))
            for x in (0.0, thing.wide) for y in (0.0, thing.high)]


