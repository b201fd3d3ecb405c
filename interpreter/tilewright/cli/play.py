"""`tilewright play`."""

from __future__ import annotations

import random
import re
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
from tilewright.cli.situations import as_situation
from tilewright.playing.game import load
from tilewright.playing.record import Session, read_record
from tilewright.playing.simulate import MOST_DECISIONS
from tilewright.playing.table import STEP, Table
from tilewright.playing.trial import LONGEST
from tilewright.problems import IllegalMove, RuleError, TilewrightError, UsageError, printable
from tilewright.situations.begin import begun_in
from tilewright.situations.files import packs_named
from tilewright.situations.named import named, with_those_of
from tilewright.text import need_language, say, title
from tilewright.wording.pseudo import PSEUDO
from tilewright.writing import write_whole

if TYPE_CHECKING:
    from tilewright.cli.look import Look
    from tilewright.playing.table import Entry
    from tilewright.situations.read import Packs, Situation

# So many moves of bots in a row are kept one by one; the next that is kept is a person's.
BETWEEN = 1_000
# Nobody reads on where bots alone come to so many decisions; `check` calls that endless.
ALONE = LONGEST
# A file of situations can hold such a seed.
SEED_BITS = 29
UNDO = re.compile(r"undo( turn| \d{1,6})?")


class Terminal:
    """A table at a terminal; all its people read what is printed."""

    def __init__(self, table: Table, lang: str, keeper: Keeper, go_on: str,
                 packs: Packs | None = None) -> None:
        self.table = table
        # What is played, as a file of situations names it.
        self.packs = packs or (table.session.game.id, table.session.game.model.variants)
        self.page = Page(table.session.game, lang)
        self.keeper, self.go_on = keeper, go_on
        self.unasked = 0
        self.may_keep = bool(table.persons)

    def run(self) -> None:
        """Play until the end, until the people leave, or as long as a game can be."""
        game = self.table.session.game
        self.page.print([inked(title(game.model, self.page.lang), "bold")])
        if self.table.persons and not self.keeper.holds and kept(game.id):
            self.page.say("unfinished", command=self.go_on)
        try:
            is_left = self._play()
        except KeyboardInterrupt:
            kept_so = say(game.model, "cli.kept", self.page.lang, {"command": self.go_on})
            raise KeyboardInterrupt(kept_so if self.keeper.leave() else "") from None
        if not is_left:
            self.page.result(self.table.session.state)
        if self.keeper.leave():
            self.page.say("kept", command=self.go_on)

    def _play(self) -> bool:
        """Make moves; whether the people have left before the end."""
        most = MOST_DECISIONS if self.table.persons else min(ALONE, MOST_DECISIONS)
        while not self.table.over:
            if len(self.table.session.record.moves) >= most:
                self.page.say("too_long", n=most)
                self.keeper.drop()
                return True
            if self.table.waits:
                if not self._person():
                    return True
                continue
            made = self.table.go_on()
            assert made is not None
            self._made(made)
            if not self.table.persons and not self.table.over:
                self.page.position(self.table.session.state, made.seat)
        return False

    def _made(self, entry: Entry) -> None:
        """Tell a move, to people only what all of them may know; keep the game as it is then."""
        readers = self.table.persons
        self.unasked = 0 if entry.seat in readers else self.unasked + 1
        self._keep()
        self.page.tell(self.table.told(entry, readers, self.page.lang))

    def _keep(self) -> None:
        """Keep the game, once a person has moved; while bots go on and on, not after each move."""
        people = self.table.persons
        rests = self.unasked > BETWEEN and self.table.decider not in people
        begun = self.keeper.holds or any(
            seat in people for seat, _ in self.table.session.record.moves)
        if rests or not begun or not self.may_keep:
            return
        try:
            self.keeper.keep()
        except OSError as error:
            self.may_keep = False
            self.page.say("not_kept", why=error.strerror or str(error))

    # -- a person's turn ----------------------------------------------------------------------

    def _person(self) -> bool:
        """Ask a person for a move; false when they leave."""
        seat = self.table.decider
        assert seat is not None
        look = self.page.look(self.table, seat)
        self.page.print([Text(), *screen(look)])
        while True:
            try:
                said = " ".join(input(self._prompt(look)).split())
            except EOFError:
                print()
                return False
            if said in ("quit", "q", "exit"):
                return False
            if UNDO.fullmatch(said):
                self._undo(said.removeprefix("undo").strip())
                return True
            if said.startswith("lang ") and said.isprintable():
                self._language(said[5:])
                return True
            move = _move_meant(look, said)
            if move is not None:
                self._make(seat, move)
                return True
            self._other(said, look)

    def _make(self, seat: int, move: int) -> None:
        """Make the move of a person; where a rule fails, the game goes on as it was."""
        try:
            self._made(self.table.act(seat, move))
        except RuleError as error:
            self.page.print([f"  {error}"])

    def _prompt(self, look: Look) -> str:
        """Who decides, and what about."""
        who = player(look, look.view.seat).plain
        return cut(Text(f"{who}, {step_words(look)}"), look.width - 10).plain + "> "

    def _other(self, said: str, look: Look) -> None:
        # What may not be printed is no word and no name.
        word, _, rest = said.partition(" ") if said.isprintable() else ("", "", "")
        state = self.table.session.state
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
        elif word == "situation":
            self._situation(rest)
        elif word in ("why", "line"):
            self.page.print(why(state, look, rest, lines=word == "line"))
        elif word == "log":
            self._log()
        elif word == "scores":
            self.page.print(score_sheet(look.view, look.lang, look.width))
        elif said:
            last = len(look.view.legal())
            self.page.say("not_a_number", said=printable(said[:40]), last=last)

    def _undo(self, to: str) -> None:
        """Take back the last decision of a person, the turn, or all from a line of the log on."""
        try:
            self.table.undo(int(to) if to.isdecimal() else to or STEP)
        except IllegalMove as error:
            self.page.print([f"  {self.table.words(error.code, self.page.lang)}"])
            return
        self._keep()

    def _log(self) -> None:
        """All that happened, as far as all people at the table may know it."""
        for entry in self.table.log:
            told = self.table.told(entry, self.table.persons, self.page.lang)
            self.page.tell(told, number=entry.number)

    def _language(self, lang: str) -> None:
        """Go on in another language."""
        known = sorted({*self.table.session.game.model.texts, PSEUDO})
        if lang in known:
            self.page.lang = lang
        self.page.say("language" if lang in known else "no_language", lang=printable(lang[:20]),
                      known=known)

    def _save(self, name: str) -> None:
        shown = printable(name)
        try:
            write_whole(Path(name), "\n".join(self.table.session.lines(rules=True)) + "\n")
            self.keeper.note_saved()
            self.page.say("saved", name=shown)
        except OSError as error:
            self.page.say("not_written", name=shown, why=error.strerror or str(error))

    def _situation(self, said: str) -> None:
        """Write the position as a situation into a file, or print it."""
        try:
            text, name, path = as_situation(self.table.session, self.packs, said)
            if path is None:
                self.page.print(text.splitlines())
            else:
                write_whole(path, text)
                self.page.say("situation", name=printable(name), file=printable(str(path)))
        except OSError as error:
            self.page.say("not_written", name=said.rpartition(" ")[2],
                          why=error.strerror or str(error))
        except TilewrightError as error:
            self.page.print(f"  {line}" for line in str(error).splitlines())


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
              *, as_recorded: bool, situation: str | None = None,
              automatic: bool | None = None) -> None:
    from tilewright.cli.replay import game_for, resumed

    path = meant(resume, name) if resume is not None else None
    start = None
    if situation is not None:
        start = _situation(situation, name, variants, kept=path is not None,
                           settled=players is not None or bool(options))
        variants = with_those_of(start, variants)
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
    chosen = random.SystemRandom().getrandbits(SEED_BITS) if seed is None else seed
    if path is not None:
        session = resumed(path, game, lang)
    elif start is not None:
        session = begun_in(game, start)
    else:
        session = Session(game, players or players_of(seats, game), chosen, options)
    who = seated(seats, session.state.players)
    if any(bot is None for bot in who) and not sys.stdin.isatty() and seats is None:
        who = nobody(session.state.players)
    Terminal(Table(session, who, chosen, automatic=automatic), lang, Keeper(session, path),
             command(name, variants, seats, lang),
             packs_named(name, variants or list(game.model.variants))).run()


def _situation(said: str, name: str, variants: list[str], *, kept: bool, settled: bool
               ) -> Situation:
    """The situation to begin at, which has its own players and options."""
    if kept:
        raise UsageError("a saved game goes on where it was; leave '--from' or '--resume' out")
    if settled:
        raise UsageError("a situation says how many play, and its options; leave them out")
    return named(said, name, variants)
