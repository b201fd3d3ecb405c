"""A scene with the ids of its sites, for those who write rules and situations."""

from __future__ import annotations

from dataclasses import replace

from tilewright.picture.colours import INK, LINE, PAPER
from tilewright.picture.nodes import box, node, width, words
from tilewright.picture.scene import MARKS, SITES, Scene, Thing

SIZE, HIGH, LARGE = 10.0, 13.0, 60.0


def with_names(scene: Scene) -> Scene:
    """The same scene with the id of each site on it; `path_12` is told as `…12` where many share
    its first part."""
    sites = [t for t in scene.things if t.layer == SITES and t.kind and t.item]
    return replace(scene, things=[*scene.things, *(_name(site) for site in sites)])


def _name(site: Thing) -> Thing:
    said = site.item
    if said.startswith(f"{site.kind}_") and said.rpartition("_")[2].isdigit():
        said = f"{site.kind[0]}…{said.rpartition('_')[2]}"
    wide = width(said, SIZE) + 6
    drawn = node("g", [
        box(-wide / 2, -HIGH / 2, wide, HIGH, fill=PAPER, round_by=4, stroke=LINE,
            stroke_width=0.8),
        words(0, SIZE * 0.36, said, SIZE, fill=INK, anchor="middle")])
    # On a large site it stands below what lies there.
    lower = site.high * 0.3 if site.high > LARGE else 0
    return Thing(f"{site.id}:id", site.x, site.y + lower, drawn, "", MARKS)
