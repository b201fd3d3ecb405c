"""A scene: placed things with ids, which anything can draw without knowing a game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tilewright.picture.art import shared

if TYPE_CHECKING:
    from tilewright.picture.nodes import Node

# Layers, from the ground up.
GROUND, SITES, MARKS, THINGS = range(4)


@dataclass(slots=True)
class Thing:
    """Something with a place: its middle, or its upper left corner if it is an area.

    `kind` and `item` say what it is, `label` tells it in words, `owner` is the seat of a player.
    `node` is how it is drawn around its place, turned by so many degrees.
    """

    id: str
    x: float
    y: float
    node: Node
    label: str = ""
    layer: int = THINGS
    kind: str = ""
    item: str = ""
    owner: int | None = None
    wide: float = 0
    high: float = 0
    turned: float = 0

    def copy(self) -> Thing:
        """The same, to be put elsewhere; how it is drawn is shared."""
        return Thing(self.id, self.x, self.y, self.node, self.label, self.layer, self.kind,
                     self.item, self.owner, self.wide, self.high, self.turned)

    def data(self) -> dict[str, Any]:
        size = [round(self.wide, 1), round(self.high, 1)] if self.wide or self.high else [0, 0]
        told = {"id": self.id, "at": [round(self.x, 1), round(self.y, 1)], "layer": self.layer,
                "kind": self.kind, "item": self.item, "owner": self.owner, "label": self.label,
                "size": size, "node": self.node}
        return {**told, "turned": round(self.turned, 1)} if self.turned else told


@dataclass(slots=True)
class Scene:
    """All things of one position, as one seat sees it, and how large it is."""

    wide: float
    high: float
    title: str
    things: list[Thing] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """The scene as plain data for JSON."""
        return {"scene": 1, "size": [round(self.wide, 1), round(self.high, 1)],
                "title": self.title, "things": [t.data() for t in once(self.things)]}


def once(things: list[Thing]) -> list[Thing]:
    """The same with each picture of the game as a thing that is not seen, to which others refer."""
    found: dict[str, Node] = {}
    made = []
    for thing in things:
        node_ = shared(thing.node, found)
        made.append(thing if node_ is thing.node else replace(thing, node=node_))
    return pictures(found) + made


def pictures(found: dict[str, Node]) -> list[Thing]:
    """Pictures of a game as things that are not seen, to which others refer."""
    return [Thing(name, 0, 0, drawn, layer=GROUND) for name, drawn in sorted(found.items())]
