"""No rule may tell somebody what they must not know: what is offered, shown and counted.

Each expression has what it reads that is hidden; each place of the rules has readers. Whoever
learns something there must know it already, or have been shown it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.names import TURN_PLAYER
from tilewright.language.tree import Choose, ChooseMany, OneOf
from tilewright.linking.secrets.flows import Flows
from tilewright.linking.secrets.keys import HOLDS
from tilewright.linking.secrets.knowing import EVERYBODY, Here, Knowing
from tilewright.linking.text_keys import statements

if TYPE_CHECKING:
    from tilewright.language.names import Names
    from tilewright.linking.secrets.keys import Secrets
    from tilewright.linking.tiles import Tiles
    from tilewright.merging.content import Content
    from tilewright.model import Game


def secrets(names: Names, content: Content, tiles: Tiles) -> None:
    del content, tiles
    if not _any(names.game):
        return
    knowing = Knowing(names.game, names.problems)
    _whole(names.game, knowing)
    _scores(names.game, knowing)


def _any(game: Game) -> bool:
    """Whether a game has secrets at all."""
    return any(f.secret for f in game.fields.values()) or any(
        (isinstance(s, (Choose, ChooseMany, OneOf)) and s.secret)
        or (isinstance(s, Choose) and s.to is not None) for s in statements(game))


def _whole(game: Game, knowing: Knowing) -> None:
    """All that is read in a game, from where it is begun."""
    flows = Flows(knowing)
    turn = Here(TURN_PLAYER)
    for action in game.actions.values():
        flows.action(action)
    for ending in game.endings:
        knowing.told(knowing.read(ending.test, turn), EVERYBODY, what="that the game ends here")
    flow = game.flow
    if flow is not None:
        for part in (flow.each, flow.next, flow.test, flow.player):
            if part is not None:
                knowing.told(knowing.read(part, turn), EVERYBODY, what="whose turn it is")
        flows.set_up(flow.setup, TURN_PLAYER)
        for stmts in (flow.before, flow.turn, flow.after_turn, flow.after):
            flows.begin(stmts, TURN_PLAYER)
    flows.finish()


def _scores(game: Game, knowing: Knowing) -> None:
    """Who may know the points of a category before the end."""
    here = Here(game.score_me)
    for category in game.scoring.values():
        if category.value is not None:
            found = knowing.read(category.value, here)
            own = not knowing.unknown(found, game.score_me)
            category.known_to = "all" if not found else "owner" if own else "nobody"
            _open_at_end(game, found)
    for tie in game.ties:
        _open_at_end(game, knowing.read(tie, here))


def _open_at_end(game: Game, found: Secrets) -> None:
    """At the end, all may look at what is counted."""
    game.opened_at_end.update(s.what for s in found if s.sort == HOLDS and isinstance(s.what, str))
