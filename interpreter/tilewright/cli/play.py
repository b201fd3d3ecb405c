"""`tilewright play`."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.asking import help_lines, rules_of, why
from tilewright.cli.chart import board_of_names
from tilewright.cli.draw import look_at, make_console, position, screen, width_of
from tilewright.cli.ink import cut, inked, style
from tilewright.cli.mats import player
from tilewright.cli.moves import general, moves_in_words, step_words, typed
from tilewright.cli.sheet import result, score_sheet
from tilewright.model import PLAYER
from tilewright.playing.bots import bot_named
from tilewright.playing.game import Game, load
from tilewright.playing.record import Session, read_record
from tilewright.problems import UsageError
from tilewright.text import labelled, need_language, say, seat_name, title
from tilewright.wording.pseudo import PSEUDO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.cli.look import Look
    from tilewright.playing.bots import Bot
    from tilewright.playing.state import State
    from tilewright.wording.filling import Value


class Page:
    """Where positions are printed, and in which language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.console = make_console()

    def print(self, lines: Iterable[Text | str]) -> None:
        for line in lines:
            self.console.print(line if isinstance(line, Text) else Text(line), soft_wrap=True)

    @property
    def width(self) -> int:
        return width_of(self.console)

    def look(self, state: State, seat: int, *, moves: bool = True) -> Look:
        return look_at(state.view(seat), self.lang, self.width, moves=moves)

    def position(self, state: State, seat: int) -> None:
        self.print([Text(), *position(self.look(state, seat, moves=False))])

    def name(self, seat: int) -> str:
        if seat < 0:
            return say(self.game.model, "cli.chance", self.lang)
        return seat_name(self.game.model, seat, self.lang)

    def say(self, key: str, **values: Value) -> None:
        """Print a text of the terminal."""
        self.print([f"  {say(self.game.model, f'cli.{key}', self.lang, values)}"])

    def secret_words(self, state: State, watcher: int) -> Text:
        """That a seat chooses, for those who must not know what."""
        seat = state.decider
        assert seat is not None
        said = say(self.game.model, "cli.secretly", self.lang,
                   {"what": step_words(self.look(state, watcher, moves=False))})
        return Text(labelled(self.game.model, self.name(seat), said, self.lang))

    def words(self, state: State, move: int, watcher: int | None = None, number: str = "") -> Text:
        """What a seat does; for a watcher from whom it is hidden, only what sort of move it is."""
        seat = state.decider
        assert seat is not None
        said = state.describe(move, self.lang)
        if watcher is not None:
            group = state.program.group_of(move)
            said = general(self.look(state, watcher), group) if group is not None else said
        told = Text(number + labelled(self.game.model, self.name(seat), said, self.lang))
        colour = style(self.game.model, PLAYER, seat) if seat >= 0 else ""
        told.stylize(colour, len(number), len(number) + len(self.name(seat)))
        return told

    def result(self, state: State) -> None:
        self.position(state, 0)
        self.print([Text(), *result(state, self.lang, self.width)])


class Table:
    """A game in the terminal, with people and bots in its seats."""

    def __init__(self, session: Session, seats: list[Bot | None], lang: str, seed: int) -> None:
        self.session = session
        self.seats = seats
        self.rng = random.Random(seed)
        self.page = Page(session.game, lang)

    def run(self) -> None:
        self.page.print([inked(title(self.session.game.model, self.page.lang), "bold")])
        people = any(bot is None for bot in self.seats)
        while not self.session.state.over:
            seat = self.session.state.decider
            assert seat is not None
            bot = self.seats[seat]
            if bot is None:
                if not self._person(seat):
                    return
            else:
                self._make(bot(self.session.state.view(seat), self.rng))
                if not people and not self.session.state.over:
                    self.page.position(self.session.state, seat)
        self.page.result(self.session.state)

    def _make(self, move: int) -> None:
        """Make a move and tell it; what people must not know is told without a name."""
        state = self.session.state
        seat = state.decider
        assert seat is not None
        people = [i for i, bot in enumerate(self.seats) if bot is None]
        others = [i for i in people if i != seat]
        if others and state.decides_secretly:
            told = self.page.secret_words(state, others[0])
            self.session.apply(move)
            self.page.print([told])
            return
        watcher = people[0] if people and seat not in people else None
        before = _unseen(state, watcher, move)
        told = self.page.words(state, move)
        hidden = self.page.words(state, move, watcher) if before else told
        self.session.apply(move)
        is_secret = before and _unseen(self.session.state, watcher, move) >= before
        self.page.print([hidden if is_secret else told])

    # -- a person's turn ----------------------------------------------------------------------

    def _person(self, seat: int) -> bool:
        """Ask a person for a move; false when they leave."""
        look = self.page.look(self.session.state, seat)
        self.page.print([Text(), *screen(look)])
        while True:
            try:
                said = " ".join(input(self._prompt(look)).split())
            except (EOFError, KeyboardInterrupt):
                print()
                return False
            if said in ("quit", "q", "exit"):
                return False
            if said == "undo":
                self._undo()
                return True
            if said.startswith("lang "):
                self._language(said[5:])
                return True
            move = _move_meant(look, said)
            if move is not None:
                self._make(move)
                return True
            self._other(said, look)

    def _prompt(self, look: Look) -> str:
        """Who decides, and what about."""
        who = player(look, look.view.seat).plain
        return cut(Text(f"{who}, {step_words(look)}"), look.width - 10).plain + "> "

    def _other(self, said: str, look: Look) -> None:
        word, _, rest = said.partition(" ")
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
            self.page.print(score_sheet(state, look.lang, look.width))
        elif said:
            last = len(look.view.legal())
            self.page.say("not_a_number", said=said[:40], last=last)

    def _undo(self) -> None:
        """Take back to the last decision of a person."""
        moves = self.session.record.moves
        count = next((i for i, (seat, _) in enumerate(reversed(moves), 1)
                      if seat >= 0 and self.seats[seat] is None), 0)
        if count == 0:
            self.page.say("nothing_to_undo")
            return
        self.session.undo(count)

    def _language(self, lang: str) -> None:
        """Go on in another language, in which there are texts."""
        known = sorted({*self.session.game.model.texts, PSEUDO})
        if lang in known:
            self.page.lang = lang
        self.page.say("language" if lang in known else "no_language", lang=lang[:20], known=known)

    def _save(self, name: str) -> None:
        try:
            lines = self.session.lines(rules=True)
            Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
            self.page.say("saved", name=name)
        except OSError as error:
            self.page.say("not_written", name=name, why=str(error.strerror))


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


def _named(given: str | None) -> list[str]:
    """The seats of an option `--seats human,bot`."""
    return [w.strip() for w in (given or "").split(",") if w.strip()]


def _seats(given: str | None, players: int) -> list[Bot | None]:
    """Who sits where: people at a terminal, bots else."""
    if given is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            return [None, *[bot_named("greedy")] * (players - 1)]
        return [bot_named("random")] * players
    words = _named(given)
    if len(words) > players:
        raise UsageError(f"there are {len(words)} seats for {players} players; name fewer, or "
                         "change '--players'")
    words += ["random"] * (players - len(words))
    return [None if w == "human" else bot_named("random" if w == "bot" else w) for w in words]


def _players_of(seats: str | None, game: Game) -> int | None:
    """As many players as seats were named, if the game is for so many and not usually for more."""
    named = len(_named(seats))
    return named if game.model.default_players < named <= game.model.most else None


def play_game(name: str, variants: list[str], players: int | None, seats: str | None, lang: str,
              seed: int | None, resume: Path | None, options: dict[str, int],
              *, as_recorded: bool) -> None:
    from tilewright.cli.replay import game_for, resumed

    if resume is None:
        if as_recorded:
            raise UsageError("'--as-recorded' goes with '--resume FILE'")
        game = load(name, variants)
    else:
        if players is not None or seed is not None or options:
            raise UsageError("a saved game keeps its players, its seed and its options; "
                             "leave them out")
        game = game_for(read_record(resume), name, variants, as_recorded=as_recorded)
    need_language(game.model, lang)
    chosen = random.SystemRandom().getrandbits(31) if seed is None else seed
    if resume is not None:
        session = resumed(resume, game, lang)
    else:
        session = Session(game, players or _players_of(seats, game), chosen, options)
    who = _seats(seats, session.state.players)
    if any(bot is None for bot in who) and not sys.stdin.isatty() and seats is None:
        who = [bot_named("random")] * session.state.players
    Table(session, who, lang, chosen).run()
