"""Events as lines of a log, in a language: what was decided, and what came of it.

What everybody sees coming is put together: all that a player gains and loses by one cause is one
line. The lines tell what a seat knows if they are made of the events that it has seen.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.middle.header import NATURE
from tilewright.model import GAME, PLAYER
from tilewright.positions.shown import fields_told, shows_round
from tilewright.spoken import describe, described, question_words, unknown_words, value_words
from tilewright.telling.amounts import amount, counted, title
from tilewright.telling.events import (
    Chance,
    Change,
    Decision,
    Event,
    Moved,
    Reaction,
    Revealed,
    Round,
    Scored,
    Toll,
    Turn,
)
from tilewright.text import filler, labelled, plain, say, seat_name, told
from tilewright.wording.filling import Thing
from tilewright.wording.points import points_told

if TYPE_CHECKING:
    from tilewright.compiling.program import Program
    from tilewright.model import Field
    from tilewright.wording.filling import Value

MINUS = "−"


@dataclass(slots=True)
class Line:
    """A line of the log; `seat` is the player with whose name it begins.

    A line without text says whose turn begins.
    """

    text: str
    seat: int | None = None
    is_move: bool = False
    is_round: bool = False


@dataclass(slots=True)
class _Sum:
    """All that one player gains and loses by one cause."""

    owner: str
    tile: str | None
    amounts: dict[tuple[str, str | None], int] = field(default_factory=dict)


def lines(program: Program, events: list[Event], lang: str, *, turns: bool = False
          ) -> list[Line]:
    """The lines of one move; with `turns`, also one for each turn that begins, and for each round
    where rounds matter."""
    return _Teller(program, lang, turns=turns).told(events)


class _Teller:
    def __init__(self, program: Program, lang: str, *, turns: bool) -> None:
        self.program, self.game, self.lang = program, program.game, lang
        self.turns, self.rounds = turns, turns and shows_round(program.game)
        mat, table = fields_told(self.game, PLAYER, "mat"), fields_told(self.game, GAME, "table")
        self.shown = {(f.owner, f.name) for f in [*mat, *table]}
        self.found: list[Line | _Sum] = []
        # The tile that does something by itself now, and who has made the move.
        self.tile: str | None = None
        self.mover: int | None = None

    def told(self, events: list[Event]) -> list[Line]:
        self.mover = next((e.seat for e in events if isinstance(e, Decision)), None)
        for event in events:
            if event.tile != self.tile:
                self.tile = None
            if isinstance(event, Reaction):
                self.tile = event.tile
            elif isinstance(event, Change):
                self._count(event)
            else:
                self.found += self._line(event)
        made = [self._summed(one) if isinstance(one, _Sum) else one for one in self.found]
        return [line for line in made if line is not None]

    def _line(self, event: Event) -> list[Line]:
        if isinstance(event, Decision):
            return [self._decision(event)]
        if isinstance(event, Turn):
            return [Line("", event.seat)] if self.turns else []
        if isinstance(event, Round):
            said = f"{self._say('cli.round')} {event.number}"
            return [Line(said, is_round=True)] if self.rounds else []
        if isinstance(event, Chance):
            said = self._drawn(event)
            return [self._by(labelled(self.game, self._say("cli.chance"), said, self.lang))]
        if isinstance(event, Scored):
            by = f"{'+' if event.by > 0 else MINUS}{points_told(self.game, abs(event.by))}"
            said = self._say("told.of", n=by, what=self._category(event))
            return [self._by(labelled(self.game, self._name(event.seat), said, self.lang),
                             event.seat)]
        if isinstance(event, Toll):
            owned = self.game.fields[PLAYER, event.field]
            what = amount(self.game, owned, None, event.amount, self.lang)
            return [self._by(self._say("told.toll", who=self._name(event.seat), what=what,
                                       whom=self._name(event.to)), event.seat, event.tile)]
        if isinstance(event, Revealed):
            items = self._items(event.kind, event.items)
            return [self._by(self._say("told.shows", where=self._where(event.path), items=items))]
        return self._moved(event) if isinstance(event, Moved) else []

    # -- the parts of sentences ---------------------------------------------------------------

    def _say(self, key: str, **values: Value) -> str:
        return say(self.game, key, self.lang, values)

    def _name(self, seat: int) -> str:
        return self._say("cli.chance") if seat == NATURE else seat_name(
            self.game, seat, self.lang)

    def _by(self, said: str, seat: int | None = None, tile: str | None = None) -> Line:
        """A line, with the tile that is behind it."""
        tile = tile or self.tile
        if tile is not None:
            kind, _, item = tile.partition(".")
            said = self._say("told.by", said=said, tile=Thing(kind, item))
        return Line(said, seat)

    def _category(self, event: Scored) -> str:
        return told(self.game, f"score.{event.category}", self.lang) or plain(event.category)

    def _field(self, path: str) -> Field:
        """The field of a path."""
        parts = path.split(".")
        if len(parts) == 1:
            return self.game.fields[GAME, path]
        return self.game.fields[PLAYER if len(parts) == 2 else parts[0], parts[-1]]

    def _where(self, path: str) -> str:
        """A zone or a field, with whose it is."""
        owned, parts = self._field(path), path.split(".")
        what = title(self.game, owned, None, self.lang)
        if owned.owner == GAME:
            return what
        return self._say("told.of", n=filler(self.game, self.lang).name(
            Thing(owned.owner, parts[-2]), ""), what=what)

    def _items(self, kind: str, items: tuple[object, ...]) -> str:
        """Elements by name, equal ones once, and how many there are more."""
        fill = filler(self.game, self.lang)
        known = [fill.word(Thing(kind, str(item)) if kind else str(item))
                 for item in items if item is not None]
        hidden = sum(item is None for item in items)
        parts = [one if n == 1 else f"{one} ×{n}" for one, n in Counter(known).items()]
        return fill.word([*parts, *([self._say("cli.hidden", n=hidden)] if hidden else [])])

    def _drawn(self, event: Chance) -> str:
        if event.code is None:
            return str(event.value)
        return described(self.program, event.code, self.lang) or value_words(
            self.program, event.code, self.lang)

    # -- what was decided ---------------------------------------------------------------------

    def _decision(self, event: Decision) -> Line:
        node = self.program.nodes[event.asked]
        if event.code is not None:
            said = describe(self.program, event.code, self.lang, event.asked, event.earlier)
        elif node.secret:
            asked = question_words(self.game, node, self.lang)
            said = self._say("cli.secretly", what=asked)
        else:
            group = next(g for g in self.program.groups if g.name == event.action)
            said = unknown_words(self.game, group, self.lang)
        told = labelled(self.game, self._name(event.seat), said, self.lang)
        return Line(told, event.seat, is_move=True)

    # -- what came of it ----------------------------------------------------------------------

    def _is_of_others(self, path: str | None) -> bool:
        """Whether a field belongs to a player who has not made this move."""
        if self.mover is None or path is None or self._field(path).owner != PLAYER:
            return False
        return self.game.kinds[PLAYER].items.index(path.partition(".")[0]) != self.mover

    def _moved(self, event: Moved) -> list[Line]:
        """What comes out of hidden zones, what other players get or lose, and what tiles move by
        themselves."""
        source = self._field(event.source) if event.source else None
        target = self._field(event.target) if event.target else None
        drawn = source is not None and source.owner == GAME and source.secret
        others = any(self._is_of_others(path) for path in (event.source, event.target))
        if not (drawn or self.tile or others) or (target is not None and target == source):
            return []
        ends_hidden = target is not None and target.owner == GAME and target.secret
        if not self.tile and (ends_hidden or (target is None and not any(event.items))):
            return []   # it goes back to where nobody looks
        items = self._items(event.kind, event.items)
        if target is None or event.target is None:
            return [self._by(self._say("told.leaves", items=items))] if self.tile else []
        if drawn and source is not None and target.owner == PLAYER:
            seat = self.game.kinds[PLAYER].items.index(event.target.partition(".")[0])
            # Only what is there from the start is a deck; other things are handed on.
            said = self._say("told.draws", who=self._name(seat), items=items) if (
                source.start is not None) else (
                self._say("told.gets", who=self._name(seat), what=items))
            return [self._by(said, seat)]
        if event.source is None:
            return [self._by(labelled(self.game, self._where(event.target), items, self.lang))]
        return [self._by(self._say("told.moves", items=items, source=self._where(event.source),
                                   target=self._where(event.target)))]

    def _count(self, event: Change) -> None:
        """Add a change to the line of its cause."""
        if event.by is None or (event.kind, event.field) not in self.shown or (
                event.kind != PLAYER):
            return
        sums = (s for s in self._of_this_turn() if isinstance(s, _Sum))
        mine = next((s for s in sums if (s.owner, s.tile) == (event.owner, self.tile)), None)
        if mine is None:
            mine = _Sum(event.owner, self.tile)
            self.found.append(mine)
        key = event.field, event.element
        mine.amounts[key] = mine.amounts.get(key, 0) + event.by

    def _of_this_turn(self) -> list[Line | _Sum]:
        begun = [at for at, one in enumerate(self.found)
                 if isinstance(one, Line) and (one.is_round or not one.text)]
        return self.found[begun[-1] + 1:] if begun else self.found

    def _summed(self, one: _Sum) -> Line | None:
        """What a player gets or loses; where it is both, or has no words, name by name."""
        amounts = {key: n for key, n in one.amounts.items() if n}
        if not amounts:
            return None
        self.tile, signs = one.tile, {n > 0 for n in amounts.values()}
        seat = self.game.kinds[PLAYER].items.index(one.owner)
        fields = self.game.fields
        parts = [counted(self.game, fields[PLAYER, name], element, abs(n), self.lang)
                 for (name, element), n in amounts.items()]
        if len(signs) == 1 and None not in parts:
            what = filler(self.game, self.lang).word([p for p in parts if p is not None])
            key = "told.gets" if True in signs else "told.loses"
            return self._by(self._say(key, who=self._name(seat), what=what), seat)
        said = ", ".join(f"{self._title(key, amounts)} {_signed(n)}" for key, n in amounts.items())
        return self._by(labelled(self.game, self._name(seat), said, self.lang), seat)

    def _title(self, key: tuple[str, str | None], amounts: dict[tuple[str, str | None], int]
               ) -> str:
        """What is counted; with the field too, if the same is counted in several."""
        owned, element = self.game.fields[PLAYER, key[0]], key[1]
        what = title(self.game, owned, element, self.lang)
        several = element is not None and sum(other == element for _, other in amounts) > 1
        return self._say("told.of", n=what, what=title(self.game, owned, None, self.lang)
                         ) if several else what


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"{MINUS}{abs(n)}"
