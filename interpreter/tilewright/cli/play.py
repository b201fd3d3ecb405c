"""`tilewright play`."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.asking import help_lines, rules_of, why
from tilewright.cli.chart import board_of_names
from tilewright.cli.draw import screen
from tilewright.cli.ink import cut, inked
from tilewright.cli.kept import Keeper, command, kept, meant
from tilewright.cli.mats import player
from tilewright.cli.moves import moves_in_words, step_words, typed
from tilewright.cli.page import Page
from tilewright.cli.report import note_texts
from tilewright.cli.seats import nobody, players_of, seated
from tilewright.cli.sheet import score_sheet
from tilewright.playing.game import load
from tilewright.playing.learned import has_learned
from tilewright.playing.record import Session, read_record
from tilewright.playing.simulate import MOST_DECISIONS
from tilewright.playing.trial import LONGEST
from tilewright.problems import RuleError, UsageError, printable
from tilewright.text import need_language, say, title
from tilewright.wording.pseudo import PSEUDO
from tilewright.writing import write_whole

if TYPE_CHECKING:
    from tilewright.cli.look import Look
    from tilewright.playing.bots import Bot
    from tilewright.playing.state import State

# So many moves of bots in a row are kept one by one; the next that is kept is a person's.
BETWEEN = 1_000
# Nobody reads on where bots alone come to so many decisions; `check` calls that endless.
ALONE = LONGEST


class Table:
    """A game in the terminal, with people and bots in its seats."""

    def __init__(self, session: Session, seats: list[Bot | None], lang: str, seed: int,
                 keeper: Keeper, go_on: str) -> None:
        self.session = session
        self.seats = seats
        self.people = [seat for seat, bot in enumerate(seats) if bot is None]
        self.rng = random.Random(seed)
        self.page = Page(session.game, lang)
        self.keeper, self.go_on = keeper, go_on
        self.unasked = 0
        self.may_keep = bool(self.people)

    def run(self) -> None:
        """Play until the end, until the people leave, or as long as a game can be."""
        self.page.print([inked(title(self.session.game.model, self.page.lang), "bold")])
        if self.people and not self.keeper.holds and kept(self.session.game.id):
            self.page.say("unfinished", command=self.go_on)
        try:
            is_left = self._play()
        except KeyboardInterrupt:
            kept_so = say(self.session.game.model, "cli.kept", self.page.lang,
                          {"command": self.go_on})
            raise KeyboardInterrupt(kept_so if self.keeper.leave() else "") from None
        if not is_left:
            self.page.result(self.session.state)
        if self.keeper.leave():
            self.page.say("kept", command=self.go_on)

    def _play(self) -> bool:
        """Make moves; whether the people have left before the end."""
        while not self.session.state.over:
            most = MOST_DECISIONS if self.people else min(ALONE, MOST_DECISIONS)
            if len(self.session.record.moves) >= most:
                self.page.say("too_long", n=most)
                self.keeper.drop()
                return True
            seat = self.session.state.decider
            assert seat is not None
            bot = self.seats[seat]
            if bot is None:
                if not self._person(seat):
                    return True
            else:
                self._make(bot(self.session.state.view(seat), self.rng))
                if not self.people and not self.session.state.over:
                    self.page.position(self.session.state, seat)
        return False

    def _keep(self) -> None:
        """Keep the game, once a person has moved; while bots go on and on, not after each move."""
        rests = self.unasked > BETWEEN and self.session.state.decider not in self.people
        moves = self.session.record.moves
        begun = self.keeper.holds or any(seat in self.people for seat, _ in moves)
        if rests or not begun or not self.may_keep:
            return
        try:
            self.keeper.keep()
        except OSError as error:
            self.may_keep = False
            self.page.say("not_kept", why=error.strerror or str(error))

    def _make(self, move: int) -> None:
        """Make a move and tell it; what people must not know is told without a name."""
        state = self.session.state
        seat = state.decider
        assert seat is not None
        others = [i for i in self.people if i != seat]
        if others and state.decides_secretly:
            told = self.page.secret_words(state, others[0])
            self._apply(move)
            self.page.print([told])
            return
        watcher = self.people[0] if self.people and seat not in self.people else None
        before = _unseen(state, watcher, move)
        told = self.page.words(state, move)
        hidden = self.page.words(state, move, watcher) if before else told
        self._apply(move)
        is_secret = before and _unseen(self.session.state, watcher, move) >= before
        self.page.print([hidden if is_secret else told])

    def _apply(self, move: int) -> None:
        """Make a move, and keep the game as it is then."""
        seat = self.session.state.decider
        self.session.apply(move)
        self.unasked = 0 if seat in self.people else self.unasked + 1
        self._keep()

    # -- a person's turn ----------------------------------------------------------------------

    def _person(self, seat: int) -> bool:
        """Ask a person for a move; false when they leave."""
        look = self.page.look(self.session.state, seat)
        self.page.print([Text(), *screen(look)])
        while True:
            try:
                said = " ".join(input(self._prompt(look)).split())
            except EOFError:
                print()
                return False
            if said in ("quit", "q", "exit"):
                return False
            if said == "undo":
                self._undo()
                return True
            if said.startswith("lang ") and said.isprintable():
                self._language(said[5:])
                return True
            move = _move_meant(look, said)
            if move is not None:
                self._make_if_it_can(move)
                return True
            self._other(said, look)

    def _make_if_it_can(self, move: int) -> None:
        """Make the move of a person; where a rule fails, the game goes on as it was."""
        try:
            self._make(move)
        except RuleError as error:
            self.page.print([f"  {error}"])

    def _prompt(self, look: Look) -> str:
        """Who decides, and what about."""
        who = player(look, look.view.seat).plain
        return cut(Text(f"{who}, {step_words(look)}"), look.width - 10).plain + "> "

    def _other(self, said: str, look: Look) -> None:
        # What may not be printed is no word and no name.
        word, _, rest = said.partition(" ") if said.isprintable() else ("", "", "")
        state = self.session.state
        if word == "help":
            self.page.print(help_lines(look, look.view.describe(look.view.legal()[0], look.lang)))
        elif word in ("look", "board"):
            self.page.print([Text(), *screen(look)])
        elif word == "names":
            self.page.print(board_of_names(look) or [f"  {look.say('no_board')}"])
        elif word == "rules":
            self.page.print(rules_of(look, rest))
        elif word == "save":
            self._save(rest or "game.jsonl")
        elif word == "why":
            self.page.print(why(state, look, rest))
        elif word == "scores":
            self.page.print(score_sheet(look.view, look.lang, look.width))
        elif said:
            last = len(look.view.legal())
            self.page.say("not_a_number", said=printable(said[:40]), last=last)

    def _undo(self) -> None:
        """Take back to the last decision of a person."""
        moves = self.session.record.moves
        count = next((i for i, (seat, _) in enumerate(reversed(moves), 1)
                      if seat >= 0 and self.seats[seat] is None), 0)
        if count == 0:
            self.page.say("nothing_to_undo")
            return
        if self._has_told(count):
            self.page.say("learned")
            return
        self.session.undo(count)
        self._keep()

    def _has_told(self, count: int) -> bool:
        """Whether one of several people has learned something by the last moves."""
        if len(self.people) < 2:
            return False
        before = self.session.before(count)
        trial, moves = before.clone(), []
        for _, label in self.session.record.moves[-count:]:
            moves.append(trial.find(label))
            trial.apply(moves[-1])
        return has_learned(before, moves, self.people)

    def _language(self, lang: str) -> None:
        """Go on in another language."""
        known = sorted({*self.session.game.model.texts, PSEUDO})
        if lang in known:
            self.page.lang = lang
        self.page.say("language" if lang in known else "no_language", lang=printable(lang[:20]),
                      known=known)

    def _save(self, name: str) -> None:
        shown = printable(name)
        try:
            write_whole(Path(name), "\n".join(self.session.lines(rules=True)) + "\n")
            self.keeper.note_saved()
            self.page.say("saved", name=shown)
        except OSError as error:
            self.page.say("not_written", name=shown, why=error.strerror or str(error))


def _unseen(state: State, watcher: int | None, move: int) -> int:
    """How many elements such as that of a move a watcher does not see."""
    group = state.program.group_of(move)
    if watcher is None or group is None or group.kind not in state.program.game.kinds:
        return 0
    return state.view(watcher).unseen.get(group.kind, []).count(move - group.base)


def _move_meant(look: Look, said: str) -> int | None:
    """The move of a number, or the only one with these words."""
    moves = look.view.legal()
    if said.isdecimal() and len(said) < 6:
        number = int(said)
        return moves[number - 1] if 1 <= number <= len(moves) else None
    meant = moves_in_words(look).get(typed(said), [])
    return meant[0] if len(meant) == 1 else None


def play_game(name: str, variants: list[str], players: int | None, seats: str | None, lang: str,
              seed: int | None, resume: Path | None, options: dict[str, int],
              *, as_recorded: bool) -> None:
    from tilewright.cli.replay import game_for, resumed

    path = meant(resume, name) if resume is not None else None
    if path is None:
        if as_recorded:
            raise UsageError("'--as-recorded' goes with '--resume FILE'")
        game = load(name, variants)
    else:
        if players is not None or seed is not None or options:
            raise UsageError("a saved game keeps its players, its seed and its options; "
                             "leave them out")
        game = game_for(read_record(path), name, variants, as_recorded=as_recorded)
    need_language(game.model, lang)
    note_texts(game, lang)
    chosen = random.SystemRandom().getrandbits(31) if seed is None else seed
    if path is not None:
        session = resumed(path, game, lang)
    else:
        session = Session(game, players or players_of(seats, game), chosen, options)
    who = seated(seats, session.state.players)
    if any(bot is None for bot in who) and not sys.stdin.isatty() and seats is None:
        who = nobody(session.state.players)
    Table(session, who, lang, chosen, Keeper(session, path),
          command(name, variants, seats, lang)).run()
