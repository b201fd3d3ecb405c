"""`tilewright play` and `tilewright replay`."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.draw import draw, symbol
from tilewright.loading.packs import shipped
from tilewright.playing.bots import bot_named
from tilewright.playing.game import Game, load
from tilewright.playing.record import Session, read_record, verify
from tilewright.problems import IllegalMove, RecordError, UsageError
from tilewright.text import reason, seat_name, title

if TYPE_CHECKING:
    from tilewright.playing.bots import Bot

HELP = """\
  a number   make that move
  undo       take back your last move
  save FILE  write the game to a file; go on with: tilewright play GAME --resume FILE
  why TEXT   why a move is not offered, such as: why {example}
  scores     the score sheet
  help       this list
  quit       leave the game"""


class Table:
    """A game in the terminal, with people and bots in its seats."""

    def __init__(self, session: Session, seats: list[Bot | None], lang: str, seed: int) -> None:
        self.session = session
        self.seats = seats
        self.lang = lang
        self.rng = random.Random(seed)

    @property
    def game(self) -> Game:
        return self.session.game

    def name(self, seat: int) -> str:
        return f"{seat_name(self.game.model, seat, self.lang)}"

    def run(self) -> None:
        print(title(self.game.model, self.lang))
        people = any(bot is None for bot in self.seats)
        while not self.session.state.over:
            seat = self.session.state.decider
            assert seat is not None
            bot = self.seats[seat]
            if bot is None:
                if not self._person(seat):
                    return
            else:
                move = bot(self.session.state.view(seat), self.rng)
                self._make(seat, move)
                if not people:
                    self._board(seat)
        self._board(0)
        self._result()

    def _make(self, seat: int, move: int) -> None:
        words = self.session.state.describe(move, self.lang)
        self.session.apply(move)
        print(f"{self.name(seat)}: {words}")

    def _board(self, seat: int) -> None:
        print()
        for line in draw(self.session.state.view(seat), self.lang):
            print(line)

    def _result(self) -> None:
        state, model = self.session.state, self.game.model
        print(f"The game is over: {reason(model, state.end_reason, self.lang)}.")
        for seat, points in enumerate(state.scores()):
            print(f"  {self.name(seat)}: {points}")
        winners = [self.name(w) for w in state.winners()]
        print(f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}.")

    # -- a person's turn ----------------------------------------------------------------------

    def _person(self, seat: int) -> bool:
        """Ask a person for a move; false when they leave."""
        self._board(seat)
        moves = self.session.state.view(seat).legal()
        for number, move in enumerate(moves, 1):
            print(f"  {number:>3}  {self.session.state.describe(move, self.lang)}")
        mark = symbol(self.game.model, "player", seat)
        while True:
            try:
                said = input(f"{self.name(seat)} ({mark})> ").strip()
            except (EOFError, KeyboardInterrupt):
                print()
                return False
            if said in ("quit", "q", "exit"):
                return False
            if said == "undo":
                self._undo()
                return True
            if said.isdigit() and 1 <= int(said) <= len(moves):
                self._make(seat, moves[int(said) - 1])
                return True
            self._other(said, moves)

    def _other(self, said: str, moves: list[int]) -> None:
        word, _, rest = said.partition(" ")
        if word == "help":
            print(HELP.format(example=self.session.state.label(moves[0])))
        elif word == "save":
            self._save(rest.strip() or "game.jsonl")
        elif word == "why":
            self._why(rest.strip())
        elif word == "scores":
            for seat in range(self.session.state.players):
                sheet = self.session.state.score_sheet(seat)
                print(f"  {self.name(seat)}: " + ", ".join(f"{k} {v}" for k, v in sheet.items()))
        elif said:
            print(f"  '{said[:40]}' is not one of the numbers 1 to {len(moves)}; "
                  "try 'help'")

    def _why(self, label: str) -> None:
        try:
            self.session.state.find(label)
            print("  that move is offered")
        except IllegalMove as error:
            print(f"  {error}")

    def _undo(self) -> None:
        """Take back to the last decision of a person."""
        moves = self.session.record.moves
        count = next((i for i, (seat, _) in enumerate(reversed(moves), 1)
                      if seat >= 0 and self.seats[seat] is None), 0)
        if count == 0:
            print("  there is nothing to take back")
            return
        self.session.undo(count)

    def _save(self, name: str) -> None:
        try:
            Path(name).write_text("\n".join(self.session.lines()) + "\n", encoding="utf-8")
            print(f"  saved as {name}")
        except OSError as error:
            print(f"  '{name}' cannot be written: {error.strerror}")


def _seats(given: str | None, players: int) -> list[Bot | None]:
    """Who sits where: people at a terminal, bots else."""
    if given is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            return [None, *[bot_named("greedy")] * (players - 1)]
        return [bot_named("random")] * players
    words = [w.strip() for w in given.split(",") if w.strip()]
    if len(words) > players:
        raise UsageError(f"there are {len(words)} seats for {players} players")
    words += ["random"] * (players - len(words))
    return [None if w == "human" else bot_named("random" if w == "bot" else w) for w in words]


def play_game(name: str, variants: list[str], players: int | None, seats: str | None, lang: str,
              seed: int | None, resume: Path | None) -> None:
    game = load(name, variants)
    chosen = random.SystemRandom().getrandbits(31) if seed is None else seed
    if resume is not None:
        record = read_record(resume)
        if record.hash != game.hash:
            raise RecordError(f"'{resume}' was saved with another version of '{game.id}'")
        session = Session.of(game, record)
    else:
        session = Session(game, players, chosen)
    who = _seats(seats, session.state.players)
    if any(bot is None for bot in who) and not sys.stdin.isatty() and seats is None:
        who = [bot_named("random")] * session.state.players
    Table(session, who, lang, chosen).run()


def replay_file(path: Path, lang: str, folder: str | None) -> None:
    record = read_record(path)
    known = shipped("content")
    if folder is None and record.game not in known:
        raise RecordError(f"the game '{record.game}' of this replay is not a shipped one; "
                          "name its folder with --game")
    game = load(folder or record.game, record.variants)
    if game.hash != record.hash:
        print(f"note: the rules have changed since this game was recorded "
              f"({record.hash[:8]} -> {game.hash[:8]})", file=sys.stderr)
    session = Session(game, record.players, record.seed, record.options)
    for number, (seat, label) in enumerate(record.moves, 1):
        try:
            move = session.state.find(label)
        except IllegalMove as error:
            raise RecordError(f"the first difference is move {number}, '{label}': {error}"
                              ) from error
        name = seat_name(game.model, seat, lang) if seat >= 0 else "chance"
        print(f"{number:>4}  {name}: {session.state.describe(move, lang)}")
        session.apply(move)
    state = verify(game, record)
    print(f"{len(record.moves)} moves, and the same end: {state.key()}")
