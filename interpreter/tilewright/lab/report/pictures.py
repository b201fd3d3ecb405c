"""What the picture room draws for a report: the board with its traffic, and things as pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.lab.report.plots import drawing
from tilewright.lab.report.traits import key
from tilewright.picture.compose import scene_of
from tilewright.picture.faces import Faces
from tilewright.picture.looks import Looks
from tilewright.picture.nodes import FONT, Node, group, node, number
from tilewright.picture.scene import SITES, Scene, Thing, once

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tilewright.playing.game import Game

    Traffic = Mapping[str, Mapping[str, float]]

ICON, ROOM, BORDER, PAGE = 26.0, 32.0, 10.0, 1320.0


class Pictures:
    """Pictures of the things of one game; without a game there are none."""

    def __init__(self, game: Game | None, lang: str) -> None:
        self.game, self.lang = game, lang
        self._looks = Looks(game.model, lang) if game is not None else None
        self._faces = Faces(self._looks) if self._looks is not None else None

    def icon(self, thing: Mapping[str, Any]) -> Node | None:
        """A thing as a small piece beside its name; tiles say nothing when they are so small."""
        found = self._found(thing)
        if found is None or self._looks is None or self._looks.game.kinds[found[0]].tiles:
            return None
        return node("svg", [group(ROOM / 2, ROOM / 2, self._looks.piece(*found, ICON))],
                    viewBox=f"0 0 {number(ROOM)} {number(ROOM)}", width=number(ROOM),
                    height=number(ROOM), aria_hidden="true", **{"class": "icon"})

    def face(self, thing: Mapping[str, Any], told: str) -> Node | None:
        """A tile as it lies open."""
        found = self._found(thing)
        if found is None or self._faces is None or self.game is None:
            return None
        if not self.game.model.kinds[found[0]].tiles:
            return None
        face = self._faces.of(*found)
        card = self._faces.card(*found, face.high)
        tag, attributes, inside = drawing(face.wide + 2, face.high + 2, told, group(1, 1, card),
                                          kind="face")
        return tag, {**attributes, "font-family": FONT}, inside

    def _found(self, thing: Mapping[str, Any]) -> tuple[str, int] | None:
        """The kind and the number of the element that a thing is about."""
        kinds = self.game.model.kinds if self.game is not None else {}
        kind, element = thing.get("kind"), thing.get("element")
        if kind not in kinds or element not in kinds[kind].items:
            return None
        return str(kind), kinds[kind].items.index(element)

    def kind(self, kind: str) -> str:
        return self._looks.kind(kind) if self._looks is not None else kind

    def site(self, kind: str, item: str) -> str:
        """What a site is called."""
        found = self._found({"kind": kind, "element": item})
        return item if found is None or self._looks is None else self._looks.name(*found)

    # -- the board ----------------------------------------------------------------------------

    def board(self, made: Mapping[str, Any], traffic: Traffic, told: str,
              tip: Callable[[str, float], str] | None) -> Node | None:
        """The first position, and how much happened at each site; nothing without such sites."""
        if self.game is None or not any(traffic.values()):
            return None
        state = self.game.new(made["game"]["players"], made["seed"],
                              dict(made["game"].get("options") or {}))
        scene = scene_of(state.view(None), self.lang, PAGE)
        sites = [t for t in scene.things if t.layer == SITES and t.item in traffic.get(t.kind, {})]
        return _map(scene, sites, traffic, told, tip) if sites else None


def _map(scene: Scene, sites: list[Thing], traffic: Traffic, told: str,
         tip: Callable[[str, float], str] | None) -> Node:
    left, upper = (min(at) for at in zip(*((t.x - t.wide / 2, t.y - t.high / 2) for t in sites),
                                         strict=True))
    right, lower = (max(at) for at in zip(*((t.x + t.wide / 2, t.y + t.high / 2) for t in sites),
                                          strict=True))
    below = [t for t in scene.things if t.layer <= SITES and t.owner is None
             and left <= t.x <= right and upper <= t.y <= lower]
    most = {kind: max(found.values(), default=0) for kind, found in traffic.items()}
    shades = [_shade(t, traffic[t.kind][t.item], most[t.kind], tip) for t in sites]
    paper = node("rect", x="0", y="0", width="100%", height="100%", **{"class": "paper"})
    moved = group(BORDER - left, BORDER - upper, node("g", [
        group(t.x, t.y, t.node, turned=t.turned) for t in once(below)], **{"class": "faint"}),
        *shades)
    return drawing(right - left + 2 * BORDER, lower - upper + 2 * BORDER, told, paper, moved,
                   kind="map")


def _shade(site: Thing, often: float, most: float, tip: Callable[[str, float], str] | None) -> Node:
    """A site, the darker the more happened there; what is seldom is also small."""
    share = often / most if most else 0.0
    inside, known = list[Node](), dict[str, str]()
    if tip is not None:
        inside = [node("title", tip(site.label.partition(",")[0], often))]
        known = {"data-kind": site.kind, "data-of": key(site.kind, site.item)}
    return node("circle", inside, cx=number(site.x), cy=number(site.y),
                r=number(site.wide / 2 * (0.35 + 0.62 * share**0.5)),
                fill_opacity=number(0.15 + 0.8 * share, 2), **{"class": "heat", **known})
