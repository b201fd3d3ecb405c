"""Hidden sizes of zones that show where all that there is goes, if somebody does not know them.

Everybody can count along with a zone to which nothing happens but what all see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tilewright.linking.secrets.keys import Read

if TYPE_CHECKING:
    from tilewright.linking.secrets.keys import Key, Secret
    from tilewright.linking.secrets.knowing import Knowing
    from tilewright.problems import Place


class Drawn(NamedTuple):
    """From a zone of a hidden size into another, and who sees how much that one holds."""

    size: Secret
    to: str
    seen_by: Key
    place: Place


class Sizes:
    """What is known of sizes when all statements were followed."""

    def __init__(self, knowing: Knowing) -> None:
        self.knowing = knowing
        # The zones that grew or shrank when not everybody knew.
        self.varied: set[str] = set()
        self.drawn: list[Drawn] = []

    def finish(self) -> None:
        before = -1
        while before < len(self.varied):
            before = len(self.varied)
            self.varied |= {d.to for d in self.drawn if d.size.what in self.varied}
        for each in self.drawn:
            if each.size.what in self.varied:
                self.knowing.told({each.size: Read(each.place)}, each.seen_by, each.place,
                                  "how much comes here")
