"""The stages of linking, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.bounds import know_lets
from tilewright.language.names import Names
from tilewright.language.tree import Let
from tilewright.linking.actors import actors
from tilewright.linking.doubt import tell_certain
from tilewright.linking.fields import Fields
from tilewright.linking.kinds import Kinds
from tilewright.linking.lints import LINTS, recursion
from tilewright.linking.relating import Relating
from tilewright.linking.rules import Rules
from tilewright.linking.shows import with_piles
from tilewright.linking.text_keys import statements
from tilewright.linking.texts import check_texts
from tilewright.linking.tiles import Tiles
from tilewright.model import Game
from tilewright.problems import ContentError, Problems, too_deep
from tilewright.reading.source import Map, without_places
from tilewright.reading.traits import stops

if TYPE_CHECKING:
    from tilewright.merging.content import Content


NEEDED = ("players", "flow")
LINTED = "searched for unused words, secrets that are shown and missing texts"


def link(content: Content, problems: Problems) -> Game:
    """Resolve every name of a game; all that can be known to be wrong goes into `problems`."""
    manifest = content.manifest
    game = Game(str(manifest.get("id", "")), str(manifest.get("version", "")), 2, 2,
                manifest.place, variants=content.variants)
    # With pieces missing, the lints would only tell what follows from that.
    whole = not any(stops(p.code) for p in problems) and not content.left
    found = Problems()
    try:
        _link(game, content, found, whole=whole)
    except ContentError as error:
        # There is so much of something that it stops at once.
        found.take(error.collected)
        found.leave_out("linked")
    except RecursionError:
        # What is followed through rules that ask each other in a row can be deep, short as each is.
        found.extend([too_deep(game.place)])
        found.leave_out("linked")
    if problems.unseen or found.unseen:
        found.unsure.pop(LINTED, None)   # that says it already
    tell_certain(found, content, problems)
    return game


def _link(game: Game, content: Content, problems: Problems, *, whole: bool) -> None:
    _needed(content, problems)
    Kinds(game, content, problems).link()
    names = Names(game, problems)
    names.add_kind_names()
    for section in ("kinds", "families", "grids", "sites"):
        names.unsure.update(word for name in content.section(section) if name not in game.kinds
                            for word in (name, f"{name}s"))
    fields = Fields(names, content)
    fields.declare()
    Relating(names, content).link()
    rules = Rules(names, content)
    rules.declare()
    rules.turn_variable()
    fields.link_starts()
    rules.link()
    _scored(game, content, problems)
    tiles = Tiles(rules, content)
    tiles.link()
    rules.bodies.waiting_procedures()
    game.counted = names.used_actions
    know_lets(game, [(stmt.var, stmt.value) for stmt in statements(game) if isinstance(stmt, Let)])
    shown = content.single.get("show", (Map(game.place), game.place))[0]
    game.show = with_piles(without_places(shown), names)
    game.art = {n: p.drawn for n, p in (content.art or {}).items() if p.drawn is not None}
    recursion(names, content, tiles)
    actors(names)
    sound = whole and not problems
    if sound:
        for lint in LINTS:
            lint(names, content, tiles)
    elif not content.left:
        # What a mistake above left out would now look unused, and its texts not needed.
        problems.leave_out(LINTED)
    check_texts(game, content, problems, whole=sound)


def _needed(content: Content, problems: Problems) -> None:
    """A game says who plays, how, and for what; unless that stands where nothing could be read."""
    place, left = content.manifest.place, content.left
    for needed in NEEDED if not (left.anything or left.files) else ():
        if not _has(content, needed):
            problems.add("missing-key", place, f"no file of this game has '{needed}'",
                         f"add '{needed}: …' to a file under 'rules'")


def _scored(game: Game, content: Content, problems: Problems) -> None:
    """Points decide who wins, unless rules say who."""
    left = content.left
    if not (game.names_winners or left.anything or left.files or _has(content, "scoring")):
        problems.add("missing-key", content.manifest.place, "no file of this game has 'scoring'",
                     "add 'scoring: …' to a file under 'rules', or 'winner: …' where the game ends")


def _has(content: Content, section: str) -> bool:
    return section in {*content.single, *content.sections, *content.left.words}
