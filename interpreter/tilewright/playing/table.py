"""A table: one game with people and bots in its seats, each of whom gets what it may know.

A terminal, a page in a browser and a test are clients of it, and none of them looks at a state.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tilewright.middle.header import SPECTATOR
from tilewright.model import FALLBACK, PLAYER
from tilewright.playing.forced import only_move
from tilewright.playing.learned import UndoLimit, has_learned
from tilewright.problems import IllegalMove, RuleError
from tilewright.telling.events import Event, Turn, seen
from tilewright.telling.words import Line, lines
from tilewright.text import say

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from tilewright.playing.bots import Bot
    from tilewright.playing.record import Session
    from tilewright.playing.state import State
    from tilewright.playing.view import View
    from tilewright.positions.moves import Move
    from tilewright.positions.question import Question

# How far back: the last decision of a person, or the first of the turn.
STEP, TURN = "step", "turn"


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision of the log: its number, from 1, who made it, and what happened."""

    number: int
    seat: int
    events: list[Event]

    def seen_by(self, seats: Iterable[int]) -> list[Event]:
        """What all of some seats may know of it."""
        events = self.events
        for seat in seats:
            events = seen(events, seat)
        return events


class Table:
    """A game with seats. `bots` has a bot for each seat, None where a person sits."""

    def __init__(self, session: Session, bots: Sequence[Bot | None] = (), seed: int = 0,
                 *, automatic: bool | None = None) -> None:
        """`automatic` is whether the only move of a person is made at once: in any game with true,
        in none with false, else where the rules say so."""
        self.session = session
        self.automatic = automatic
        # The numbers of the decisions that were made so.
        self._only: set[int] = set()
        self.bots = [*bots, *[None] * (session.state.players - len(bots))]
        self._rng = random.Random(seed)
        # Whether a rule has failed. What fails may depend on hidden things, so nobody may find out
        # move by move what does; the game goes on when its rules have been mended.
        self.failed = False

    @property
    def persons(self) -> list[int]:
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    @cached_property
    def elements(self) -> frozenset[str]:
        """The ids of all elements that are no players."""
        kinds = self.session.game.model.kinds
        return frozenset(item for name in kinds if name != PLAYER for item in kinds[name].items)

    @property
    def _state(self) -> State:
        return self.session.state

    # -- what a seat gets ---------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._state.over

    @property
    def decider(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        return self._state.decider

    @property
    def waits(self) -> bool:
        """Whether a person is to decide."""
        seat = self._state.decider
        return (seat is not None and seat >= 0 and self.bots[seat] is None
                and self._only_move() is None)

    def _only_move(self) -> int | None:
        """What is done for a person who has no choice."""
        if self.automatic is False:
            return None
        return only_move(self._state, always=bool(self.automatic))

    def view(self, seat: int | None) -> View:
        """What a seat may know; without a seat, what everybody may."""
        return self._state.view(seat)

    def question(self, seat: int | None) -> Question | None:
        return self.view(seat).question

    def moves(self, seat: int) -> list[Move]:
        """What a seat may do now, with prices; nothing for others than the one that decides."""
        return self._state.moves() if seat == self._state.decider else []

    # -- play ---------------------------------------------------------------------------------

    def act(self, seat: int, move: int | str, key: str | None = None) -> Entry:
        """Make the move of a seat, given by its code or its label.

        With a `key`, of the view for which it was chosen, it is refused if that is gone by.
        """
        if seat != self._state.decider:
            raise self._refused("over" if self.over else "not_yours")
        if key is not None and key != self.view(seat).key():
            raise self._refused("stale")
        if self.failed:
            raise self._refused("failed")
        try:
            self.session.apply(move)
        except RuleError:
            self.failed = True
            raise
        return self.entry(self.count)

    def go_on(self) -> Entry | None:
        """Let the bot move whose turn it is, or make the only move of a person.

        None if a person decides, or nobody.
        """
        seat = self._state.decider
        if seat is None or seat < 0:
            return None
        bot = self.bots[seat]
        if bot is not None:
            return self.act(seat, bot(self.view(seat), self._rng))
        move = self._only_move()
        if move is None:
            return None
        made = self.act(seat, move)
        self._only.add(made.number)
        return made

    def refusal(self, move: int, lang: str = FALLBACK) -> IllegalMove:
        """Why a move is not offered; people read what it does, not what it is called."""
        from tilewright.playing.why import why_not

        is_move = self._state.program.group_of(move) is not None
        said = self._state.describe(move, lang) if is_move else ""
        return why_not(self._state, move, lang, said)

    def _refused(self, code: str) -> IllegalMove:
        return IllegalMove(self.words(code, FALLBACK), None, code)

    def words(self, code: str, lang: str) -> str:
        """Why a table refuses something, in a language."""
        return say(self._state.program.game, f"why.{code}", lang)

    # -- the log ------------------------------------------------------------------------------

    @property
    def log(self) -> list[Entry]:
        """All decisions of the game with what happened."""
        return self.since(0)

    @property
    def count(self) -> int:
        """How many decisions have been made."""
        return len(self.session.events)

    def since(self, count: int) -> list[Entry]:
        """The decisions of the log that come after so many."""
        return [self.entry(number) for number in range(count + 1, self.count + 1)]

    def entry(self, number: int) -> Entry:
        """The decision of a number, from 1."""
        return Entry(number, self._seat_of(number), self.session.events[number - 1])

    def told(self, entry: Entry, seats: Iterable[int], lang: str = FALLBACK, *,
             turns: bool = False) -> list[Line]:
        """A decision in words, for readers who are in some seats; of nobody hides nothing."""
        told = lines(self._state.program, entry.seen_by(seats), lang, turns=turns)
        if entry.number not in self._only:
            return told
        game = self._state.program.game
        return [replace(line, text=say(game, "told.only", lang, {"said": line.text}))
                if line.is_move else line for line in told]

    def record(self, seat: int | None) -> list[str]:
        """The game as a seat has seen it, line by line as JSON; nothing else can be found there.

        The first line has neither a seed nor the situation in which the game began, and no line
        has a mark of all that holds: they would tell.
        """
        watcher = SPECTATOR if seat is None else seat
        header = {name: value for name, value in self.session.record.header().items()
                  if name not in ("seed", "situation", "rules")}
        told: list[dict[str, Any]] = [{**header, "seat": seat}]
        told += [{"seat": entry.seat, "events": [e.facts() for e in entry.seen_by([watcher])]}
                 for entry in self.log]
        told.append({"end": self.count})
        return [json.dumps(line, ensure_ascii=False) for line in told]

    # -- undo ---------------------------------------------------------------------------------

    def undo(self, to: str | int = STEP, *, agreed: bool = False,
             by: Collection[int] | None = None) -> int:
        """Take moves back, and say how many.

        `to` is `step`, `turn`, or the number of a line of the log, which is taken back too. Where
        several people sit, nothing is taken back by which one of them has learned something, unless
        all have `agreed`. With the seats of those who ask in `by`, they take back nothing that
        another person has decided.
        """
        count = self._count(to)
        if count == 0:
            raise self._refused("nothing")
        if by is not None and self._others(count, by):
            raise self._refused("others")
        if not agreed and len(self.persons) > 1 and self._has_learned(self.count + 1 - count):
            raise self._refused("learned")
        self.session.undo(count)
        self._only = {number for number in self._only if number <= self.count}
        return count

    def undo_limit(self, by: Collection[int]) -> UndoLimit:
        """How far some seats may take back, as `undo` allows it."""
        last, turn = (self.count + 1 - self._count(to) for to in (STEP, TURN))
        if last > self.count:
            return UndoLimit(0, last, turn, "nothing")
        if self._others(self.count + 1 - last, by):
            return UndoLimit(0, last, turn, "others")
        first = next((number for number in range(last - 1, 0, -1) if number not in self._only
                      and self._of_others(self._seat_of(number), by)), 0) + 1
        if len(self.persons) < 2 or not self._has_learned(first):
            return UndoLimit(first, last, turn, "others" if first > 1 else "nothing")
        if self._has_learned(last):
            return UndoLimit(0, last, turn, "learned")
        return UndoLimit(self._first_unlearned(first, last), last, turn, "learned")

    def _first_unlearned(self, learned: int, last: int) -> int:
        """The first decision by which nobody has learned anything, between two of which somebody
        has learned something since the former."""
        while last - learned > 1:
            middle = (learned + last) // 2
            learned, last = (middle, last) if self._has_learned(middle) else (learned, middle)
        return last

    def _has_learned(self, number: int) -> bool:
        """Whether a person has learned something by the decisions from a number on."""
        count = self.count + 1 - number
        return has_learned(self.session.before(count), self.session.last(count), self.persons,
                           self._state)

    def _others(self, count: int, by: Collection[int]) -> bool:
        """Whether another person has made one of the last moves."""
        return any(self._of_others(self._seat_of(number), by)
                   for number in range(self.count - count + 1, self.count + 1)
                   if number not in self._only)

    def _of_others(self, seat: int, by: Collection[int]) -> bool:
        return seat not in by and seat in self.persons

    def _seat_of(self, number: int) -> int:
        return self.session.record.moves[number - 1][0]

    def _count(self, to: str | int) -> int:
        """How many moves there are from a point on; none where there is no such point."""
        seats = [seat for seat, _ in self.session.record.moves]
        if isinstance(to, int):
            return max(len(seats) + 1 - to, 0) if to > 0 else 0
        # What was done for a person would be done again.
        last = next((at for at in range(len(seats) - 1, -1, -1)
                     if seats[at] in self.persons and at + 1 not in self._only), -1)
        if to == TURN:
            while last > 0 and seats[last - 1] == seats[last] and not self._ends_turn(last - 1):
                last -= 1
        return len(seats) - last if last >= 0 else 0

    def _ends_turn(self, at: int) -> bool:
        return any(isinstance(event, Turn) for event in self.session.events[at])
