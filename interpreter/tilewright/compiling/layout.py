"""Where everything lives in the one flat list of ints that is the state."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.compiling.streams import lay_out
from tilewright.language.tree import Do
from tilewright.linking.text_keys import statements
from tilewright.middle.header import ACTOR, HEADER
from tilewright.model import GAME
from tilewright.problems import ContentError, Problem

if TYPE_CHECKING:
    from collections.abc import Container

    from tilewright.model import Field, Game

# Who knows a secret value is a seat plus one, or one of these.
KNOWN_TO_ALL = 0
KNOWN_TO_NOBODY = 1_000


@dataclass(slots=True)
class Room:
    """The slots of one field: `base + owner * width + element`.

    Behind the values of a secret field stand notes, one for each: the bits of who knows it. Where
    they are chosen from what all know, there stands behind them what was offered for each.
    """

    base: int
    owners: int
    width: int
    field: Field
    values: int
    is_offered: bool = False

    @property
    def notes(self) -> int:
        """How far the first note of a secret field is from where its owner begins."""
        return self.values + 1 if self.field.zone else self.values

    @property
    def offers(self) -> int:
        """How far what was offered for a value is from the value."""
        return 2 * self.values

    @property
    def size(self) -> int:
        return self.owners * self.width


Rooms = dict[tuple[str, str], Room]


@dataclass(slots=True)
class Layout:
    """Streams of chance, all rooms, then counters of use and of tiles in play, then the frames of
    suspended rules."""

    players: int
    sizes: dict[str, int]
    rooms: Rooms = field(default_factory=dict)
    # The slots of all streams of chance, and those of each purpose.
    streams: range = range(HEADER, HEADER)
    streams_of: dict[str, range] = field(default_factory=dict)
    # Where elements go that leave the game from a hidden zone, so that guesses can count on them.
    lost: Rooms = field(default_factory=dict)
    scores: int = 0
    used: dict[tuple[tuple[str, str], str], int] = field(default_factory=dict)
    in_play: dict[str, int] = field(default_factory=dict)
    # Where it is noted what some fields have held.
    histories: dict[tuple[str, ...], int] = field(default_factory=dict)
    # Where the group of each element stands, by kind: elements that all saw go into one shuffle.
    groups: dict[str, int] = field(default_factory=dict)
    # The seats that rules say have won, and how many more turns a player has.
    winners: int = 0
    again: int = 0
    # How many turns of a round have begun, and the list of all of them where rules make one.
    turn_index: int = 0
    turn_order: int = 0
    total: int = HEADER

    @property
    def drawn(self) -> slice:
        """What is different once something was drawn by chance."""
        return slice(self.streams.start, self.streams.stop)

    def take(self, count: int) -> int:
        base = self.total
        self.total += count
        if self.total > limits.STATE_SLOTS:
            raise ContentError([self._too_large()])
        return base

    def add(self, key: tuple[str, str], owned: Field, into: Rooms, *, offered: bool = False
            ) -> None:
        """Room for a field: a zone is its length and its elements, another one its values.

        Behind them come the notes.
        """
        owners = 1 if owned.owner == GAME else self.sizes[owned.owner]
        values = owned.cap if owned.zone else self.sizes[owned.per] if owned.per else 1
        width = int(owned.zone) + values * (3 if offered else 2 if owned.secret else 1)
        room = Room(self.total, owners, width, owned, values, offered)
        into[key] = room
        self.take(room.size)

    def _too_large(self) -> Problem:
        """The field that takes most of the state, and how much that is."""
        dearest = max(self.rooms.values(), key=lambda room: room.size)
        return Problem(
            "program-too-big", dearest.field.place,
            f"the state of this game needs more than {limits.STATE_SLOTS:,} numbers, and "
            f"{dearest.size:,} of them are for '{dearest.field.title}'",
            "give zones a 'capacity', or declare fewer elements")

    @property
    def counters(self) -> dict[str, list[int]]:
        """Where it is counted how often things are done, by what they are called."""
        found: dict[str, list[int]] = {}
        for ((_, name), _), base in self.used.items():
            found.setdefault(name, []).append(base)
        return found

    def room(self, owned: Field) -> Room:
        return self.rooms[owned.owner, owned.name]

    def span(self, title: str) -> tuple[int, int]:
        """The slots of a field, of all its owners; or of whose turn it is."""
        room = next((r for r in self.rooms.values() if r.field.title == title), None)
        return (ACTOR, ACTOR + 1) if room is None else (room.base, room.base + room.size)

    def keep_lost(self, key: tuple[str, str], cap: int) -> None:
        """Room for what leaves the game unseen from a hidden zone: a zone that no rule can name."""
        given = self.rooms[key]
        gone = replace(given.field, name=f"{given.field.name} lost", cap=cap, visible="none",
                       start=None, in_play=False, reset="")
        self.add(key, gone, self.lost)


def make_layout(game: Game, players: int, offered: Container[tuple[str, str]]) -> Layout:
    """Lay out all that is declared; counters and frames follow during compilation."""
    sizes = {name: kind.size(players) for name, kind in game.kinds.items()}
    layout = Layout(players, sizes)
    lay_out(layout, game)
    for key, owned in game.fields.items():
        layout.add(key, owned, layout.rooms, offered=key in offered)
    for titles, most in sorted(game.histories.items()):
        layout.histories[titles] = layout.take(1 + most)
    for kind in _grouped_kinds(game):
        layout.groups[kind] = layout.take(sizes[kind])
    if game.names_winners:
        layout.winners = layout.take(1)
    if game.again:
        layout.again = layout.take(1)
    if any(category.value is None for category in game.scoring.values()):
        layout.scores = layout.take(players * len(game.scoring))
    return layout


def _grouped_kinds(game: Game) -> list[str]:
    """The kinds of which hidden zones are shuffled, and of each element there is one at most."""
    effects = [s for s in statements(game) if isinstance(s, Do)]
    shuffled = {s.args["zone"].field.type.kind for s in effects
                if s.word == "shuffle" and s.args["zone"].field.hidden}
    put = {s.args["into"].field.type.kind for s in effects if s.word == "put"}
    starting = [owned for owned in game.fields.values() if owned.zone and _has_start(game, owned)]
    return sorted(kind for kind in shuffled - put
                  if max(game.kinds[kind].copies, default=1) == 1
                  and all(_starts_once(game, owned) for owned in starting
                          if owned.type.kind == kind)
                  and sum(owned.type.kind == kind for owned in starting) == 1)


def _has_start(game: Game, owned: Field) -> bool:
    return bool(owned.start) or (owned.owner, owned.name) in game.starts


def _starts_once(game: Game, owned: Field) -> bool:
    """Whether no element can be in the first list of a zone, or of a zone for each owner, twice."""
    _, start = game.starts.get((owned.owner, owned.name), (None, None))
    if start is not None:
        return owned.owner == GAME and not start.repeats(lambda _name: True)
    return owned.owner == GAME and len(set(owned.start)) == len(owned.start)
