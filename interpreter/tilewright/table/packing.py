"""What a page is sent, made small: drawings once, and of a thing only what is new.

`page/unpack.js` makes the same messages of it again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.table.wire import Data

# What a thing is that does not say otherwise.
USUAL: dict[str, Any] = {"layer": 0, "kind": "", "item": "", "owner": None, "label": "",
                         "size": [0, 0], "turned": 0}


class Packing:
    """What one page has already: drawings by number, and things as it was sent them."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        # Drawings by identity; to hold them keeps it theirs.
        self._known: dict[int, tuple[Any, int]] = {}
        self._things: dict[str, Data] = {}

    def _begin(self) -> None:
        for held in (self._numbers, self._known, self._things):
            held.clear()

    def packed(self, message: Data) -> Data:
        """A whole scene, or a step from the one before."""
        drawings: list[Any] = []
        if "things" in message:
            self._begin()
            return {**message, "things": [self._thing(t, drawings) for t in message["things"]],
                    "drawings": drawings}
        for id_ in message["drop"]:
            self._things.pop(id_, None)
        small = {**message, "set": [self._thing(t, drawings) for t in message["set"]],
                 "drawings": drawings}
        # What is not said is none.
        return {name: value for name, value in small.items()
                if value or name not in ("set", "drop", "drawings", "log")}

    def _thing(self, thing: Data, drawings: list[Any]) -> Data:
        before = self._things.get(thing["id"], USUAL)
        now = {**thing, "node": self._number(thing["node"], drawings)}
        self._things[thing["id"]] = now
        # A list, such as a place, is new if it is another one.
        return {"id": thing["id"], **{name: value for name, value in now.items()
                                      if name != "id" and before.get(name) != value}}

    def _number(self, node: Any, drawings: list[Any]) -> int:
        """The number of a drawing; one that the page does not have goes along."""
        known = self._known.get(id(node))
        if known is not None:
            return known[1]
        text = json.dumps(node, sort_keys=True)
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self._numbers)
            drawings.append(node)
        self._known[id(node)] = (node, number)
        return number
