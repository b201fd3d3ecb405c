"""A position of a game: one flat list of ints, and what may be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.middle.header import ACTOR, DECIDER, MANUAL, OVER, REASON, ROUND, SPECTATOR, STEPS
from tilewright.playing import faults
from tilewright.playing.going import run, step
from tilewright.playing.keys import key_of
from tilewright.playing.prices import priced
from tilewright.playing.scores import standing_of, winners
from tilewright.playing.shown import told
from tilewright.positions.earlier import picked_before
from tilewright.positions.moves import move_of
from tilewright.positions.named import Named
from tilewright.positions.question import question
from tilewright.positions.reader import Reader
from tilewright.problems import IllegalMove

if TYPE_CHECKING:
    from tilewright.compiling.program import Program
    from tilewright.playing.view import View
    from tilewright.positions.moves import Move, Pick
    from tilewright.positions.question import Question
    from tilewright.telling.events import Event

NATURE = -1
REMEMBERED = 40
# Too long to be gone on with, so that the first move begins another one.
NO_PAST: list[Any] = [None] * (REMEMBERED + 1)


class Cut(list[int]):
    """The moves of a position in which a move is being made: none, and to list them raises."""

    def __getitem__(self, _at: Any) -> Any:
        raise TypeError("a move was cut short")


CUT = Cut()


class State(Named):
    """A position. `legal`, `apply`, `clone` and `key` are all that a search needs.

    A move that is cut short, by a rule that fails or by whatever comes from outside, must leave no
    trace. A copy before each move would cost more than most moves do, so a state remembers its
    past: an earlier position with its moves, and those made since. While a move is made, `_moves`
    is `CUT`; whoever finds it so has the position made anew from the past.
    """

    __slots__ = ("_moves", "_past", "_slots", "program")

    def __init__(self, program: Program, slots: list[int], moves: list[int]) -> None:
        self.program = program
        self._slots = slots
        self._moves = moves
        self._past = NO_PAST

    # -- play ---------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """The moves that may be made now; empty when the game is over."""
        try:
            return self._moves[:]
        except TypeError:
            return self._whole()._moves[:]

    def apply(self, move: int) -> None:
        """Make a move. A move that is not legal is refused and changes nothing."""
        moves = self._moves
        if move.__class__ is not int or move not in moves:
            moves = self._whole()._moves
            if type(move) is not int or move not in moves:
                raise self.refusal(move)
        s = self._slots
        past = self._past
        if len(past) > REMEMBERED:
            self._past = past = [s[:], moves]
        self._moves = CUT
        s[STEPS] = 0
        try:
            found = self.program.resumes[s[0]](s, move)
            if found.__class__ is int:
                found = run(self.program, s, found)
        except faults.OF_RULES as error:
            raise faults.explained(self.program, error, s) from error
        past.append(move)   # now the move is made, whatever comes
        self._moves = found

    def tell(self, move: int) -> list[Event]:
        """Make a move like `apply`, and tell what happened."""
        moves = self.legal()
        if type(move) is not int or move not in moves:
            raise self.refusal(move)
        try:
            events, s, found = told(self.program, self._s, move)
        except faults.OF_RULES as error:
            raise faults.explained(self.program, error) from error
        # As in `apply`, so that no interruption finds a half of it.
        past: list[Any] = [self._slots, moves]
        self._past = past
        self._moves = CUT
        self._slots = s
        past.append(move)
        self._moves = found
        return events

    def _whole(self) -> State:
        """This position; if a move was cut short, as it was before it, or as it is after it."""
        if self._moves is CUT:
            start, found, *moves = self._past
            s = start[:]
            for move in moves:
                found = step(self.program, s, move)
            self._slots = s
            self._moves = found
        return self

    @property
    def _s(self) -> list[int]:
        """All numbers of the position."""
        return self._slots if self._moves is not CUT else self._whole()._slots

    @property
    def numbers(self) -> list[int]:
        return self._s[:self.program.layout.total]

    @property
    def reader(self) -> Reader:
        return Reader(self.program, self._s, hides=False)

    def clone(self) -> State:
        """The same position, independent of this one."""
        made = State.__new__(State)
        made.program = self.program
        made._slots = self._slots[:]
        made._moves = self._moves
        past = self._past
        made._past = past if past is NO_PAST else past[:]
        return made

    # -- what anyone may ask ------------------------------------------------------------------

    @property
    def over(self) -> bool:
        # Whoever has moves is not at the end; `CUT` is empty too.
        return not self._moves and self._whole()._slots[0] == OVER

    @property
    def decider(self) -> int | None:
        """The seat that decides now; -1 when chance does, None when the game is over."""
        return None if self._s[0] == OVER else self._s[DECIDER]

    @property
    def decides_secretly(self) -> bool:
        """Whether nobody but the one who decides may learn what is chosen now."""
        node = self.program.nodes.get(self._s[0])
        return node is not None and node.secret

    @property
    def actor(self) -> int:
        """The seat whose turn it is."""
        return self._s[ACTOR]

    @property
    def round(self) -> int:
        return self._s[ROUND]

    @property
    def end_reason(self) -> str | None:
        number = self._s[REASON]
        return self.program.game.reasons[number - 1] if number else None

    @property
    def players(self) -> int:
        return self.program.players

    def score_sheet(self, seat: int) -> dict[str, int]:
        """The points of a seat, category by category."""
        values = faults.guarded(self.program, self.program.sheet, self._s, seat)
        return dict(zip(self.program.game.scoring, values, strict=True))

    def scores(self) -> list[int]:
        """The points of all seats."""
        sheet, s = self.program.sheet, self._s
        return [sum(faults.guarded(self.program, sheet, s, seat))
                for seat in range(self.program.players)]

    def winners(self) -> list[int]:
        """The seats that have won; all that are level share. Empty until the game is over."""
        return winners(self, self._s)

    def standing(self) -> list[tuple[int, ...]]:
        """How each seat stands, points before tie-breakers; the greater, the better."""
        ties = [faults.guarded(self.program, self.program.ties, self._s, seat)
                for seat in range(self.players)]
        return standing_of(self.program, self.scores(), ties)

    def key(self) -> str:
        """A short text that is equal for equal positions, in every process."""
        return key_of(self.program, self._s)

    def view(self, seat: int | None) -> View:
        """What a seat may know of this position; without a seat, what everybody may know."""
        from tilewright.playing.view import View

        if seat is None:
            return View(self, SPECTATOR)
        if not 0 <= seat < self.program.players:
            raise IllegalMove(f"there is no seat {seat}, seats go from 0 to "
                              f"{self.program.players - 1}")
        return View(self, seat)

    def refusal(self, move: Any, lang: str = "en") -> IllegalMove:
        """Why a move is not legal, with the guard that refuses it."""
        from tilewright.playing.why import why_not

        return why_not(self, move, lang)

    def describe(self, move: int, lang: str = "en") -> str:
        """A move in words."""
        from tilewright.spoken import describe

        return describe(self.program, move, lang, self._s[0],
                        picked_before(self.program, move, self._s))

    def label(self, move: int) -> str:
        """A move as a stable label of ids, for records."""
        from tilewright.spoken import label_of

        return label_of(self.program, move)

    @property
    def question(self) -> Question | None:
        """What is asked now: a step or a choice, and who decides; None at the end."""
        return question(self.reader, self.legal())

    def move(self, code: int) -> Move:
        """The structure of a move: action or choice, what is picked, and what it costs now."""
        return priced(self, [self._move_of(code)])[0]

    def moves(self) -> list[Move]:
        """All moves that may be made now, with their structure and what they cost."""
        return priced(self, [self._move_of(code) for code in self.legal()])

    def _move_of(self, code: int) -> Move:
        return move_of(self.program, code, self._s[0], picked_before(self.program, code, self._s))

    def find(self, name: str, **picks: Pick) -> int:
        """The legal move of a label, or the one of an action or choice with some picks.

        Picks that are asked for later, or were made already, may be named too.
        """
        from tilewright.playing.finding import find

        return find(self, name, picks)

    # -- save and restore ---------------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """The position as plain data for JSON."""
        return {
            "game": self.program.game.id, "hash": self.program.game.hash,
            "players": self.program.players, "options": dict(self.program.options),
            "slots": list(self._s),
        }

    # -- chance -------------------------------------------------------------------------------

    def show_chance(self, *, shown: bool = True, shuffles: bool = True) -> None:
        """Let chance be moves of seat -1 (for a search) instead of being drawn at once.

        What is listed several times is as many times as likely. Without `shuffles`, only what rules
        choose by chance is shown, not the order of what they shuffle.
        """
        from tilewright.playing.shown import switched

        self.program = switched(self.program, self._s, shown=shown and shuffles)
        self._s[MANUAL] = int(shown)
        self._past = NO_PAST
