"""A game of harbour_town that tests can arrange."""

from __future__ import annotations

from packs.tables import Table, offers

GOODS = ("rice", "salt", "silk")


class Harbour(Table):
    """A game of three in which the first turn is at its first step, with an empty land."""

    def __init__(self, seed: int = 1, players: int = 3) -> None:
        super().__init__("harbour_town", players, seed)
        self.me = self.state.actor
        self.other = (self.me + 1) % players
        for plot in range(5):
            self.put("plot", "charm", -1, plot)

    def hand(self, **goods: int) -> None:
        for index, good in enumerate(GOODS):
            self.put("player", "hand", goods.get(good, 0), self.me, index)

    def house(self, plot: str, seat: int) -> None:
        self.put("plot", "house", seat, self.item("plot", plot))

    def hire(self, seat: int, *names: str) -> None:
        self.fill("player", "helpers", list(names), seat)

    def coins(self, seat: int | None = None) -> int:
        return self.number("player", "coins", self.me if seat is None else seat)

    def to_work(self, charter: str, lay: list[tuple[str, str]]) -> None:
        """Take a charter, make no trade, and lay boats; the goods are given."""
        self.take(charter)
        self.do("pass")
        goods = [g for g, _ in lay]
        self.hand(**{g: goods.count(g) for g in goods})
        for good, quay in lay:
            self.do(f"lay {good}", f"lay.quay_laid {quay}")
        if "pass" in self.labels() and "lay" in {x.split()[0] for x in self.labels()}:
            self.do("pass")
        if any(x.startswith("lay ") for x in self.labels()):
            raise AssertionError("still laying")

    def take(self, charter: str) -> None:
        spare = [c for c in ("claim", "omen", "tide") if c != charter]
        self.fill("game", "open_charters", [charter, *spare])
        self.do(f"pick_charter {charter}")

    def to_hire(self) -> None:
        """Play a turn without boats up to its last step."""
        self.take("dawn")
        for _ in range(20):
            if offers(self, "recruit") or not self.labels():
                return
            self.do("pass" if "pass" in self.labels() else self.labels()[0])
