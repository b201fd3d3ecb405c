"""A game of coast_walk that tests can arrange."""

from __future__ import annotations

from packs.tables import Table, offers


class Coast(Table):
    """A walk in which walker n belongs to seat n."""

    def __init__(self, players: int, seed: int = 1) -> None:
        super().__init__("coast_walk", players, seed)

    def stand(self, **places: str) -> None:
        """Put walkers on places before the next of them moves."""
        for walker, place in places.items():
            self.state._s[self.where("walker", "at", int(walker[1:]))] = self.item("place", place)
        self.turn_of(min(range(self.program.layout.sizes["walker"]),
                         key=lambda w: self.number("walker", "at", w)))

    def turn_of(self, walker: int) -> None:
        """The turn has begun already, so the walker that moves is written too."""
        build = self.program.build
        slot = build.slots[self.game.model.flow.turn_of]
        owner = self.number("walker", "owner", walker)
        if owner < 0:
            owner = max(range(self.state.players), key=lambda p: self.number("walker", "at", p))
        self.state._s[slot] = walker
        self.state._s[1] = self.state._s[2] = owner
        self.stale = True
        self.look_again()

    def targets(self) -> set[str]:
        return {x.split()[1] for x in offers(self, "sail")}
