"""All texts that a pack lacks, with first words for them: what `check` tells to be missing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.language.tree import Choose
from tilewright.linking import lacking as page
from tilewright.linking.text_keys import keys_of
from tilewright.linking.texts import needed
from tilewright.model import FALLBACK
from tilewright.playing.game import Game
from tilewright.playing.wordless import Proofreader
from tilewright.proofreading.drafts import draft
from tilewright.proofreading.missing import lacking
from tilewright.reading.source import Map
from tilewright.text import plain

# The key in the way out of a move without words.
ADDED = re.compile(r"add '([\w.]+): …'")

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright import model
    from tilewright.stages import Loaded


def drafts(loaded: Loaded, *, with_page: bool) -> dict[str, str]:
    """First English words for each missing text; those of the rules page too, if asked."""
    game = loaded.game
    assert game is not None
    english = loaded.texts.get(FALLBACK, Map(game.place))
    found = {key: _named(game, key) for key in needed(game) if key not in english}
    found |= {key: draft(game, key, holes) for key, holes in lacking(game, loaded.texts).items()}
    if with_page:
        found |= {key: f"… ({why})" if key.endswith(".about") else _named(game, key)
                  for key, why in page.lacking(game, english).items()}
    found |= {key: _named(game, key) for key in _of_moves(game, loaded)
              if key not in found and key not in english}
    return found


def _named(game: model.Game, key: str) -> str:
    """Words made of an id, with what is filled in there last of all."""
    if key == "game":
        return plain(game.id)
    sort, _, name = key.partition(".")
    last = name.rpartition(".")[2] or sort
    holes = [hole for hole in keys_of(game).get(key, ()) if hole == last] if "." in name else []
    if sort == "move" and name in game.actions:
        holes = [pick.name for pick in game.actions[name].picks[:1]]
    words = [plain(last)] if not holes or (sort == "move" and name in game.actions) else []
    return " ".join([*words, *(f"{{{hole}}}" for hole in holes)])


def _of_moves(game: model.Game, loaded: Loaded) -> Iterator[str]:
    """What players would read as ids at any decision, whether random games come there or not."""
    reader = Proofreader(game, {FALLBACK: loaded.texts.get(FALLBACK, Map(game.place))})
    whole = Game(game)
    for players in whole.players:
        program = whole.program(players)
        for now, node in program.nodes.items():
            if isinstance(node.choice, Choose) and node.choice.chance:
                continue   # nobody is asked
            moves = [move for group in node.groups
                     for move in range(group.base, group.base + group.size)]
            for problem in reader.problems(program, now, moves):
                found = ADDED.match(problem.hint)
                if found is not None:
                    yield found[1]
    for kind in reader.named:
        yield from (f"{kind}.{item}" for item in game.kinds[kind].items)
