"""The effects: each is declared once, with its keys, its words for people, check and code.

The list of topic modules is explicit; a test holds that no file is left out.
"""

from __future__ import annotations

from tilewright.language.effects import choice, control, history, numbers, zones
from tilewright.language.effects.declare import EFFECTS, Effect, Key

TOPICS = (control, choice, numbers, zones, history)

__all__ = ["EFFECTS", "TOPICS", "Effect", "Key"]
