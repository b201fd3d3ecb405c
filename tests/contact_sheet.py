"""All games at a glance: `python tests/contact_sheet.py FOLDER` draws each of them into the folder.

One picture for each shipped game, variant, recipe and game of the tests, after some random moves,
as a seat sees it; and `sheet.svg` and `sheet.png` with all of them. Look at it when you have
changed `picture/`: what is cut, empty, tiny or on top of something else is seen here first.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from packs.tables import ALL, ROOT, game
from tilewright import load
from tilewright.picture.compose import scene_of
from tilewright.picture.nodes import box, node, number, words
from tilewright.picture.svg import NAMESPACE, svg

if TYPE_CHECKING:
    from tilewright import Game
    from tilewright.picture.nodes import Node
    from tilewright.picture.scene import Scene

MOVES, SEED = 45, 5
COLUMNS, CELL, PAD, TITLE = 4, 460.0, 16.0, 26.0


def games() -> dict[str, Game]:
    """All there are, by name."""
    found = {name: game(name) for name in ALL}
    for manifest in sorted((ROOT / "content" / "recipes").rglob("pack.yaml")):
        found[f"recipe {manifest.parent.name}"] = load(str(manifest.parent))
    return found


def scene(of: Game, wide: float | None = None, moves: int = MOVES, lang: str = "en",
          players: int | None = None) -> Scene:
    """A game after some random moves, as whoever decides sees it; if nobody does, the first."""
    state, rng = of.new(players, seed=SEED), random.Random(SEED)
    for _ in range(moves):
        before = state.clone()
        if state.over:
            break
        state.apply(rng.choice(state.legal()))
        if state.over:
            state = before
            break
    seat = state.decider if state.decider in range(state.players) else 0
    return scene_of(state.view(seat), lang, wide)


def sheet(scenes: dict[str, Scene]) -> str:
    """All scenes in one picture, in columns of which each is as short as it can be."""
    ends = [PAD] * COLUMNS
    inside: list[Node] = []
    for name, one in scenes.items():
        column = ends.index(min(ends))
        share = min(CELL / one.wide, 1.0)
        x, y = PAD + column * (CELL + PAD), ends[column]
        drawn = [node("g", [t.node], transform=f"translate({number(t.x)} {number(t.y)}) "
                                               f"rotate({number(t.turned)})")
                 for t in sorted(one.things, key=lambda t: t.layer)]
        inside += [words(x, y + 16, name, 15, bold=True),
                   box(x, y + TITLE, one.wide * share, one.high * share, fill="#f7f3ea"),
                   node("g", drawn, transform=f"translate({number(x)} {number(y + TITLE)}) "
                                              f"scale({number(share, 4)})")]
        ends[column] += TITLE + one.high * share + PAD
    wide, high = PAD + COLUMNS * (CELL + PAD), max(ends)
    from tilewright.picture.nodes import FONT, written

    return written(node("svg", [box(0, 0, wide, high, fill="#ffffff"), *inside], xmlns=NAMESPACE,
                        width=number(wide), height=number(high), font_family=FONT))


def _keep(file: Path, drawn: str) -> None:
    import resvg_py

    file.with_suffix(".svg").write_text(drawn, encoding="utf-8")
    file.with_suffix(".png").write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=drawn)))


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="games with this in their names")
    parser.add_argument("--wide", type=float, default=None)
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--lang", default="en")
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    scenes = {name: scene(of, given.wide, given.moves, given.lang, given.players)
              for name, of in games().items() if given.only in name}
    for name, one in scenes.items():
        _keep(given.folder / name.replace(" ", "_"), svg(one))
    _keep(given.folder / "sheet", sheet(scenes))


if __name__ == "__main__":
    main(sys.argv[1:])
