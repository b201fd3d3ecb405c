"""`tilewright watch`: what a change does, shown as soon as a file is saved."""

from __future__ import annotations

import gc
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tilewright.cli.effects import change_lines, changed_tiles, effect_lines, facts
from tilewright.cli.report import print_problems
from tilewright.native.machine import no_native
from tilewright.packs.bases import base_of
from tilewright.packs.doors import find
from tilewright.packs.saved import Files, rounds, since_saved, snapshot
from tilewright.playing.effect import GAMES, effect, series
from tilewright.playing.game import Game
from tilewright.playing.texts import text_problems
from tilewright.problems import (
    ContentError,
    Place,
    Problem,
    Problems,
    RuleError,
    UsageError,
    collected,
)
from tilewright.stages import load_folders

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import model
    from tilewright.cli.effects import Facts
    from tilewright.packs.saved import Stamp
    from tilewright.playing.effect import Series, Tile
    from tilewright.stages import Loaded

PAUSE = 0.05
SEED = 0


def watch(game: str | None, variants: list[str], players: int | None = None, *,
          once: bool = False) -> int:
    """Show what changes, round by round, until Ctrl-C; with `once`, one round."""
    folder, overlays = _packs(game, variants)
    desk = Desk(folder, overlays, players)
    try:
        desk.files.changed()
        fine = desk.round()
        if once:
            return 0 if fine else 1
        _say(f"Watching {len(desk.files.seen)} files; Ctrl-C ends.")
        for saved in rounds(desk.files.changed, partial(time.sleep, PAUSE)):
            _say("")
            desk.round(since_saved(saved, time.time()))
    except KeyboardInterrupt:
        _say("")
    return 0


def _packs(game: str | None, variants: list[str]) -> tuple[Path, list[Path]]:
    """The folder of the game and those of the variants."""
    overlays = [find(v, "variants") for v in variants]
    if game is not None and _is_variant(game):
        overlays.append(find(game, "variants"))
    elif game is not None:
        return find(game, "content"), overlays
    if not overlays:
        raise UsageError("name a game or a variant, such as: tilewright watch GAME --with VARIANT")
    return base_of(overlays[0]), overlays


def _is_variant(name: str) -> bool:
    """Whether a name leads to a variant and not to a game."""
    with suppress(UsageError):
        find(name, "content")
        return False
    with suppress(UsageError):
        find(name, "variants")
        return True
    return False


# -- a round --------------------------------------------------------------------------------------


class Good(NamedTuple):
    """A game that can be played, and what its tiles are."""

    game: Game
    facts: dict[Tile, Facts]


@dataclass(slots=True)
class Base:
    """What a change is compared with; its games are played once."""

    good: Good | None
    stamps: dict[str, Stamp]
    played: Series | None = None


@dataclass(slots=True)
class Desk:
    """What is watched, and what it was when it was last good."""

    folder: Path
    overlays: list[Path]
    players: int | None = None
    files: Files = field(init=False)
    last: Good | None = None
    base: Base | None = None
    native: bool = False

    def __post_init__(self) -> None:
        self.files = Files([self.folder, *self.overlays])

    def round(self, late: float = 0.0) -> bool:
        """Read the packs, and show the problems or what changed; whether all is well."""
        # To collect garbage in the middle costs a tenth of the time; it can wait until after.
        gc.disable()
        try:
            return self._round(time.perf_counter() - late)
        finally:
            gc.enable()
            gc.collect()

    def _round(self, started: float) -> bool:
        loaded = load_folders(self.folder, self.overlays)
        self.files.follow(loaded.sources)
        try:
            good = self._good(loaded)
        except ContentError as error:
            self._problems(error.collected)
            return False
        loaded.problems.take(text_problems(loaded))
        fine = self._problems(loaded.problems)
        if self.last is not None and self.last.game.hash == good.game.hash:
            _say("All is as it was when it was last good; nothing to tell.")
            return fine
        base = self._refresh_base(good)
        before, self.last = self.last or base.good or good, good
        fine = self._changed(before, good, base) and fine
        why = no_native(good.game.program(self.players))
        native = " in native play" if self.native else f"; no native play: {why}" if why else ""
        _say(f"{time.perf_counter() - started:.2f} s{native}")
        return self._all_numbers(good.game) and fine

    def _good(self, loaded: Loaded) -> Good:
        if loaded.game is None:
            loaded.problems.take(text_problems(loaded))
            raise ContentError(loaded.problems)
        game = _compiled(loaded.game)
        if self.players is not None and self.players not in game.players and self.last:
            _say(f"There is no game for {self.players} players any more; the usual number plays.")
            self.players = None
        game.program(self.players)
        return Good(game, facts(game.model))

    def _refresh_base(self, good: Good) -> Base:
        """The game without the variants; without any variant, the game as it was at first."""
        stamps = snapshot([self.folder]) if self.overlays else {}
        if self.base is None or self.base.stamps != stamps:
            self.base = Base(_playable(self.folder) if self.overlays else good, stamps)
        return self.base

    def _without(self, base: Base) -> Series | None:
        """The games of the base; None if it cannot be played so."""
        if base.good is not None and base.played is None:
            with suppress(RuleError, UsageError):
                base.played = series(base.good.game, (), GAMES, SEED, self.players)
        return base.played

    def _changed(self, before: Good, good: Good, base: Base) -> bool:
        """Which tiles are new or other than they were, in words; then what random games tell."""
        is_start = good is base.good
        if is_start:
            _say(f"{good.game.id}: {len(good.facts)} tiles. Save a change, and what it does is "
                 "told here.")
        else:
            _say(*(change_lines(good.facts, before.facts)
                   or ["No tile changed; this is told for the whole game."]))
        tiles = changed_tiles(good.facts, before.facts)
        try:
            without = None if is_start else self._without(base)
            found = effect(good.game, tiles, GAMES, SEED, self.players, without)
        except RuleError as error:
            _say(f"A rule failed in a random game: {error}")
            return False
        self.native = found.games.native
        if is_start:
            base.played = found.games
        _say(*effect_lines(good.game.model, found, self._versus))
        return True

    def _all_numbers(self, game: Game) -> bool:
        """Compile for the other numbers of players, which can have problems of their own."""
        try:
            for players in game.players:
                game.program(players)
        except (ContentError, RuleError, UsageError) as error:
            return self._problems(_as_problems(game.model, error))
        return True

    @property
    def _versus(self) -> str:
        variants = "variant" if len(self.overlays) == 1 else "variants"
        return f"without the {variants}" if self.overlays else "at the start"

    @staticmethod
    def _problems(problems: Problems) -> bool:
        if problems:
            print_problems(problems.sorted(), "text", problems.notes())
            _say(f"{len(problems):,} problem{'' if len(problems) == 1 else 's'}")
        return not problems


def _say(*lines: str) -> None:
    """Print at once, also into a pipe."""
    for line in lines:
        print(line)
    sys.stdout.flush()


def _compiled(linked: model.Game) -> Game:
    try:
        return Game(linked)
    except (RuleError, UsageError) as error:
        raise ContentError(_as_problems(linked, error)) from error


def _playable(folder: Path) -> Good | None:
    """A game without variants; None if it has problems of its own."""
    linked = load_folders(folder, []).game
    with suppress(ContentError):
        if linked is not None:
            return Good(_compiled(linked), facts(linked))
    return None


def _as_problems(linked: model.Game, error: Exception) -> Problems:
    if isinstance(error, ContentError):
        return error.collected
    place = getattr(error, "place", None) or Place(f"{linked.folder}/pack.yaml")
    return collected([Problem("cannot-compile", place, str(error).removeprefix(f"{place}: "))])
