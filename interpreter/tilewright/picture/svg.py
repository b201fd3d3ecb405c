"""A scene as an SVG picture that stands alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.picture.colours import PAPER
from tilewright.picture.nodes import FONT, box, group, node, number, written
from tilewright.picture.scene import once

if TYPE_CHECKING:
    from tilewright.picture.scene import Scene

NAMESPACE = "http://www.w3.org/2000/svg"


def svg(scene: Scene) -> str:
    """The picture, with a title for those who cannot see it and a label for each thing."""
    ordered = sorted(once(scene.things), key=lambda t: t.layer)
    drawn = [group(t.x, t.y, *([node("title", t.label)] if t.label else []), t.node,
                   turned=t.turned) for t in ordered]
    whole = node("svg", [
        node("title", scene.title), box(0, 0, scene.wide, scene.high, fill=PAPER, round_by=0),
        *drawn], xmlns=NAMESPACE, viewBox=f"0 0 {number(scene.wide)} {number(scene.high)}",
        width=number(scene.wide), height=number(scene.high), font_family=FONT, role="img")
    return written(whole) + "\n"
