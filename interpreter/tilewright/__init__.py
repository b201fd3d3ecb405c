"""Tilewright runs whole board games from data.

    game = tilewright.load("my_game")
    state = game.new(players=2, seed=7)
    while not state.over:
        state.apply(state.legal()[0])
    print(state.scores(), state.winners())
"""

from __future__ import annotations

# Without `typing`, which takes time in which Ctrl-C would end in a traceback.
TYPE_CHECKING = False

__version__ = "0.1.0"

if TYPE_CHECKING:
    from typing import Any

    from tilewright.playing.game import Game, load
    from tilewright.playing.state import State
    from tilewright.playing.view import View
    from tilewright.problems import (
        ContentError,
        IllegalMove,
        RecordError,
        RuleError,
        TilewrightError,
        UsageError,
    )

__all__ = ["ContentError", "Game", "IllegalMove", "RecordError", "RuleError", "State",
           "TilewrightError", "UsageError", "View", "__version__", "load"]

# Doors to agents of others; each needs an extra of its name.
DOORS = ("openspiel", "pettingzoo")
_HOMES = {"Game": "playing.game", "load": "playing.game", "State": "playing.state",
          "View": "playing.view"}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for, so that the command line starts fast."""
    if name in DOORS:
        from importlib import import_module

        return import_module(f"tilewright.{name}")
    if name not in __all__:
        raise AttributeError(f"module 'tilewright' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f"tilewright.{_HOMES.get(name, 'problems')}"), name)
