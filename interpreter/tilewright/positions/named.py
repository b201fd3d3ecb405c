"""A position by the names of its game: what states and views have in common."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.model import GAME
from tilewright.positions.decoder import Decoder, plain
from tilewright.positions.names import Names, Spot, need_counted, no_such
from tilewright.positions.reader import Reader
from tilewright.positions.things import Thing
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.compiling.program import Program
    from tilewright.positions.names import At, Owner

SIZE = re.compile(r"size\((.*)\)")
POINTS, USED, SEES = "points", "used", " sees "
EMPTY: tuple[Any, ...] = (None, 0, False, [], {})
GAME_ITSELF = (GAME, 0)


class Named:
    """Reads the fields of a position by name, with ids for elements.

    In a view, None stands for what the seat does not know; `knows` tells that from none.
    """

    __slots__ = ()
    program: Program
    hides: ClassVar[bool] = False

    @property
    def numbers(self) -> Sequence[int]:
        """The position as numbers, always as many; what a seat does not know is below zero."""
        raise NotImplementedError

    @property
    def reader(self) -> Reader:
        """The numbers of this position by field; for programs that draw or search."""
        return Reader(self.program, self.numbers, hides=self.hides)

    @property
    def decoder(self) -> Decoder:
        """The same with ids for elements."""
        return Decoder(self.reader)

    @property
    def options(self) -> dict[str, int]:
        """The settings that this game is played with, also those that nobody has chosen."""
        return dict(self.program.options)

    def facts(self) -> dict[str, Any]:
        """All of it as plain data for JSON; `Game.facts_schema` tells its shape."""
        from tilewright.positions.facts import facts

        return facts(self)

    # -- by path ------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Thing:
        """A player, a cell, a tile or another element, or `game`: its fields are attributes."""
        return Thing(self, *(GAME_ITSELF if name == GAME else Names(self.program).thing(name)))

    def _ipython_key_completions_(self) -> list[str]:
        names = Names(self.program)
        return [GAME, *(item for kind in self.program.game.kinds for item in names.items(kind))]

    def read(self, path: str) -> Any:
        """What stands at a path: `pot`, `p1.coins`, `p1.stock.wood`, `cell.a1.mark`, for all of a
        kind `cell.mark`; `size(p1.hand)` is how many a zone holds, `size(cell.mark)` how many cells
        have one, `points.stones` what each player has counted in a category of the score sheet,
        `used.buy` how often each has done something that has a limit."""
        names = Names(self.program)
        sized = SIZE.fullmatch(path)
        if sized and names.is_of_all(*sized[1].partition(".")[::2]):
            return sum(one not in EMPTY for one in self.read(sized[1]).values())
        if sized:
            at, (name, *_) = names.at(sized[1])
            return self.decoder.size(Spot(names.field(at[0], name), at[1]))
        first, _, rest = path.partition(".")
        if names.is_of_all(first, rest):
            if (first, rest) in self.program.game.fields:
                held = self.decoder.all_held(self.program.game.fields[first, rest])
                return dict(zip(names.items(first), held, strict=True))
            return {item: self._at((first, index), *rest.split(".", 1))
                    for index, item in enumerate(names.items(first))}
        if first == POINTS and names.is_free(first) and rest:
            return self.points(rest)
        if first == USED and names.is_free(first) and rest:
            return self.used(rest)
        at, parts = names.at(path)
        return self._at(at, *parts)

    def _at(self, thing: At, name: str, element: str | None = None) -> Any:
        """A field, an attribute, or the ids of what a relation links a thing to."""
        kind, index = thing
        names, game = Names(self.program), self.program.game
        if (kind, name) in game.fields:
            return self.decoder.held(Spot(game.fields[kind, name], index), element)
        if name in names.attributes(kind):
            attribute = game.kinds[kind].attributes[name]
            found = plain(game.kinds, attribute.type, attribute.values[index])
        elif (kind, name) in game.relations:
            found = names.linked(kind, index, name)
        else:
            raise UsageError(no_such(kind, name, names.of(kind)))
        if element is None:
            return found
        if not isinstance(found, dict) or element not in found:
            raise UsageError(f"'{name}' of a {kind} holds nothing for '{element}'")
        return found[element]

    # -- by owner and field -------------------------------------------------------------------

    def field(self, owner: Owner, name: str, element: str | None = None) -> Any:
        """What a field holds, with ids; of values per element one of them, or all by id.

        The owner is a seat, the id of an element, or `game`.
        """
        return self.decoder.held(Names(self.program).spot(owner, name), element)

    @property
    def order(self) -> list[str]:
        """Whose turns are still to come in this round, by id; of turns that are not those of
        players, such as those of pieces, whatever has them."""
        reader = self.reader
        items = self.program.game.kinds[reader.order_of].items if reader.order_of else []
        return [items[one] for one in reader.order]

    def knows(self, owner: Owner, name: str, element: str | None = None) -> bool:
        """Whether all that a field holds is known, or one of its values per element."""
        names = Names(self.program)
        spot = names.spot(owner, name)
        if element is None:
            return self.reader.knows_all(spot.field, spot.owner)
        return self.reader.knows(spot.field, spot.owner, names.index(spot.field, element))

    def size(self, owner: Owner, name: str) -> int | None:
        """How many elements a zone holds; None where that is not known."""
        return self.decoder.size(Names(self.program).spot(owner, name))

    def zone(self, owner: Owner, field: str) -> list[str | None]:
        """The elements of a zone by name; None where this seat does not know.

        Of a zone with a hidden size these are the elements that this seat knows.
        """
        return self.decoder.elements(Names(self.program).spot(owner, field))

    def common_zone(self, field: str) -> list[str | None]:
        """The elements of a zone of the game by name; None where this seat does not know."""
        return self.zone(GAME, field)

    def points(self, category: str) -> dict[str, int]:
        """What each player has counted so far in a category of the score sheet."""
        need_counted(self.program.game, category)
        reader = self.reader
        return {player: reader.points(category, seat)
                for seat, player in enumerate(Names(self.program).items("player"))}

    def used(self, what: str) -> dict[str, int]:
        """How often each player has done something that has a limit."""
        names = Names(self.program)
        names.need_limited(what)
        return dict(zip(names.items("player"), self.reader.used()[what], strict=True))
