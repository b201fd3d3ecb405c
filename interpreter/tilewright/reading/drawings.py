"""Drawings of a stranger: SVG, of which shapes, groups, gradients and clips are left.

What a drawing program writes besides is dropped. What would be lost to the eye, or could act, is
told with its place, so that nobody wonders where it went.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.problems import Problem, Problems, did_you_mean, nearest
from tilewright.reading import paints
from tilewright.reading.markup import GAP, Broken, Element, tree

if TYPE_CHECKING:
    from collections.abc import Iterator

# A tag, its attributes, and what is inside.
Drawn = tuple[str, dict[str, Any], "list[Drawn] | str"]

SPACES = ("http://www.w3.org/2000/svg", "")
LINK = f"http://www.w3.org/1999/xlink{GAP}href"
SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
GRADIENTS = ("linearGradient", "radialGradient")
SKIPPED = ("title", "desc", "metadata", "defs", "style", *GRADIENTS, "stop", "clipPath", "symbol",
           "pattern", "filter", "mask", "marker", "view", "cursor", "font", "font-face")
OUTLINES = "make paths of it: in Inkscape 'Path > Object to Path', elsewhere 'outline' or 'expand'"
PARTS = {
    "text": OUTLINES, "use": "unlink the clone, or draw it again", "a": "take the link away",
    "image": "save the whole picture as PNG instead", "switch": "ungroup it", "svg": "ungroup it",
    "style": "give colours to the shapes themselves ('presentation attributes' when you save)",
}
ACTING = ("script", "foreignObject", "set", "animate", "animateTransform", "animateMotion",
          "animateColor", "discard", "handler", "listener", "a", "iframe", "audio", "video",
          "canvas")
# Gradients that take their stops from each other, so many in a row.
STEPS = 8
LONGEST = 200
HALF = 50


@lru_cache(maxsize=limits.ART_FILES)
def drawing(text: str, name: str, shown: str) -> tuple[Drawn | None, tuple[Problem, ...]]:
    """A drawing in the square of a shape, or what is wrong with it."""
    problems = Problems()
    try:
        drawn = _Cleaner(name, problems).whole(tree(text, shown))
    except Broken as error:
        problems.add("art-part", error.place, error.why, error.hint)
    return (None, tuple(problems)) if problems else (drawn, ())


def framed(name: str, frame: str, inside: list[Drawn], **more: str) -> Drawn:
    """What is seen of a picture, fitted into the square in which shapes are drawn."""
    return "svg", {"id": f"art-{name}", "x": -HALF, "y": -HALF, "width": 2 * HALF,
                   "height": 2 * HALF, "viewBox": frame, **more}, inside


class _Cleaner:
    def __init__(self, name: str, problems: Problems) -> None:
        self.name, self.problems = name, problems
        self.known: dict[str, Element] = {}
        # What shapes take their paint or their edge from, under its old name and its new one.
        self.taken: dict[str, tuple[str, Drawn]] = {}
        # Clips and gradients that are being made: what they take from each other could go on for
        # ever.
        self.making: list[Element] = []
        self.stops = 0

    def whole(self, root: Element) -> Drawn | None:
        if root.space not in SPACES or root.tag != "svg":
            raise Broken(root.place, f"this is '{root.tag}', not a drawing",
                         "the outermost element of an SVG file is 'svg'")
        self._look(root)
        painted = self._painted(root, "g")
        inside = self._inside(root)
        if not inside and not self.problems:
            raise Broken(root.place, "nothing in it can be drawn", OUTLINES)
        kept: list[Drawn] = [drawn for _, drawn in self.taken.values()]
        if kept:
            inside.insert(0, ("defs", {}, kept))
        return framed(self.name, self._frame(root), inside, **(painted or {}))

    def _frame(self, root: Element) -> str:
        given = root.given.get("viewBox")
        if given is None:
            wide, high = (paints.length(root.given.get(k, "")) for k in ("width", "height"))
            given = f"0 0 {wide} {high}"
        frame = paints.frame(given)
        if frame is None:
            raise Broken(root.place, "it does not say how large it is",
                         "give 'svg' a 'viewBox', such as \"0 0 100 100\"")
        return " ".join(f"{n:.6g}" for n in frame)

    def _look(self, top: Element) -> None:
        """Tell what acts, wherever it stands, and remember what has a name."""
        waiting = [top]
        while waiting:
            one = waiting.pop()
            waiting += one.inside
            if "id" in one.given:
                self.known.setdefault(one.given["id"], one)
            handler = next((k for k in one.given if k.lower().startswith("on")), "")
            if one.tag in ACTING or (one.tag == "style" and one.text):
                self._part(one)
            elif handler:
                self._problem(one, f"'{handler}' is not allowed in a picture", "take it out")

    def _part(self, one: Element) -> None:
        self._problem(one, f"'{one.tag}' is not drawn in pictures",
                      PARTS.get(one.tag) or (did_you_mean(one.tag, SHAPES) if nearest(
                          one.tag, SHAPES) else "take it out"))

    def _problem(self, one: Element, why: str, hint: str) -> None:
        self.problems.add("art-part", one.place, why, hint)

    # -- elements -----------------------------------------------------------------------------

    def _inside(self, holder: Element) -> list[Drawn]:
        return [drawn for one in holder.inside if one.space in SPACES
                for drawn in [self._drawn(one)] if drawn is not None]

    def _drawn(self, one: Element) -> Drawn | None:
        """An element that is seen; nothing for all others."""
        if one.tag in SKIPPED or one.tag in ACTING:
            return None
        if one.tag != "g" and one.tag not in SHAPES:
            self._part(one)
            return None
        given = self._painted(one, one.tag)
        if given is None:
            return None
        inside = self._inside(one) if one.tag == "g" else []
        return (one.tag, given, inside) if inside or one.tag != "g" else None

    def _painted(self, one: Element, tag: str) -> dict[str, str] | None:
        """The attributes that count, whether they stand in `style` or alone; None if it is hidden.
        """
        said = {**one.given, **paints.declared(one.given.get("style", ""))}
        if any(said.get(name) in words for name, words in paints.HIDING.items()):
            return None
        if tag in SHAPES and (one.given.get("href") or one.given.get(LINK)):
            self._problem(one, "shapes link to nothing", "take 'href' out")
        made: dict[str, str] = {}
        for name, value in said.items():
            if value.strip().lower() not in paints.USUAL:
                self._take(one, tag, name, value.strip(), made)
        return made

    def _take(self, one: Element, tag: str, name: str, value: str, made: dict[str, str]) -> None:
        """Take an attribute over, if it is one that counts."""
        if name in paints.NOT_DRAWN:
            if value != "none":
                self._problem(one, f"'{name}' is not drawn in pictures",
                              "take it out, or draw it with shapes")
            return
        checked = self._checked(tag, name, value)
        if checked is None:
            self._problem(one, f'{name}="{value[:LONGEST]}" is not possible in a picture',
                          "write plain numbers and colours")
        elif checked:
            made[name] = checked

    def _checked(self, tag: str, name: str, value: str) -> str | None:
        """The value of an attribute; empty where it does not count, None where it is wrong."""
        if name == paints.LISTS.get(tag):
            return paints.outline(tag, value)
        if name in ("transform", "gradientTransform"):
            return paints.moved(value)
        if name in paints.COLOURS:
            return self._paint(value)
        if name == "clip-path":
            return self._from(value, ("clipPath",)) if value != "none" else ""
        if name in paints.PLACES[tag]:
            is_share = tag in GRADIENTS or tag == "stop"
            return (paints.share(value) if is_share else None) or paints.length(value)
        if name in paints.LENGTHS:
            return paints.length(value)
        if name in paints.SHARES:
            return paints.share(value)
        words = paints.WORDS.get(name)
        return "" if words is None or value not in words else value

    def _paint(self, value: str) -> str | None:
        return self._from(value, GRADIENTS) if value.startswith("url") else (
            paints.colour(value))

    # -- what shapes take their paint or their edge from ----------------------------------------

    def _from(self, value: str, tags: tuple[str, ...]) -> str | None:
        id_ = paints.link(value)
        source = self.known.get(id_ or "")
        is_clip = "clipPath" in tags
        # The shapes of a clip may have gradients; nothing else takes from what is being made.
        if id_ is None or source is None or source.tag not in tags or (
                self.making and (is_clip or self.making[-1].tag in GRADIENTS)):
            return None
        if id_ not in self.taken:
            self.making.append(source)
            try:
                made = self._clip(source) if is_clip else self._gradient(source)
            finally:
                self.making.pop()
            made[1]["id"] = f"art-{self.name}-{len(self.taken) + 1}"
            self.taken[id_] = made[1]["id"], made
        return f"url(#{self.taken[id_][0]})"

    def _clip(self, source: Element) -> Drawn:
        given = self._painted(source, "clipPath") or {}
        given |= _named(source, "clipPathUnits", ("userSpaceOnUse", "objectBoundingBox"))
        return "clipPath", given, [d for d in self._inside(source) if d[0] in SHAPES]

    def _gradient(self, source: Element) -> Drawn:
        """A gradient with all that it takes over from others."""
        made: dict[str, str] = {}
        stops: list[Drawn] = []
        for one in self._row(source):
            own = {**(self._painted(one, one.tag) or {}),
                   **_named(one, "gradientUnits", ("userSpaceOnUse", "objectBoundingBox")),
                   **_named(one, "spreadMethod", ("pad", "reflect", "repeat"))}
            made = {**{k: v for k, v in own.items() if one.tag == source.tag
                       or k not in paints.PLACES[one.tag]}, **made}
            stops = stops or [("stop", self._painted(s, "stop") or {}, []) for s in one.inside
                              if s.tag == "stop" and s.space in SPACES]
        self.stops += len(stops)
        if self.stops > limits.ART_NODES:
            raise Broken(source.place, f"its gradients have more than {limits.ART_NODES:,} stops",
                         "use fewer gradients")
        return source.tag, made, stops

    def _row(self, source: Element) -> Iterator[Element]:
        """A gradient, the one that it is based on, and so on."""
        one: Element | None = source
        for _ in range(STEPS):
            if one is None or one.tag not in GRADIENTS:
                return
            yield one
            base = one.given.get("href") or one.given.get(LINK) or ""
            if base and not base.startswith("#"):
                self._problem(one, "a picture takes nothing from elsewhere", "take 'href' out")
            one = self.known.get(base.removeprefix("#"))


def _named(one: Element, name: str, words: tuple[str, ...]) -> dict[str, str]:
    return {name: one.given[name]} if one.given.get(name) in words else {}

