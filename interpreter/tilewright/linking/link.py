"""The stages of linking, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.names import Names
from tilewright.linking.actors import actors
from tilewright.linking.fields import Fields
from tilewright.linking.kinds import Kinds
from tilewright.linking.lints import LINTS, recursion
from tilewright.linking.rules import Rules
from tilewright.linking.texts import check_texts
from tilewright.linking.tiles import Tiles
from tilewright.model import Game
from tilewright.reading.source import Map, without_places

if TYPE_CHECKING:
    from tilewright.merging.content import Content
    from tilewright.problems import Problems


def link(content: Content, problems: Problems) -> Game:
    """Resolve every name of a game."""
    manifest = content.manifest
    game = Game(str(manifest.get("id", "")), str(manifest.get("version", "")), 2, 2,
                manifest.place)
    # With pieces missing, the lints would only tell what follows from that.
    lints = () if problems else LINTS
    missing = False
    for needed in ("players", "flow", "scoring"):
        if needed not in content.single and needed not in content.sections:
            problems.add("missing-key", manifest.place, f"no file of this game has '{needed}'",
                         f"add '{needed}: …' to a file under 'rules'")
            missing = True
    if missing:
        problems.stop_if_any()
    Kinds(game, content, problems).link()
    names = Names(game, problems)
    names.add_kind_names()
    fields = Fields(names, content)
    fields.declare()
    rules = Rules(names, content)
    rules.declare()
    rules.turn_variable()
    fields.link_starts()
    rules.link()
    tiles = Tiles(rules, content)
    tiles.link()
    game.counted = names.used_actions
    shown = content.single.get("show", (Map(manifest.place), manifest.place))[0]
    game.show = without_places(shown)
    recursion(names, content, tiles)
    actors(names)
    if problems:
        # What a mistake above left out would now look unused.
        return game
    for lint in lints:
        lint(names, content, tiles)
    check_texts(game, content, problems)
    return game
