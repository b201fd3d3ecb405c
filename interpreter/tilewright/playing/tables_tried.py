"""Which random games are tried: for how many players, with which options, and which of many are
looked at move by move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.playing.natively import can_play, whole_games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright import model
    from tilewright.playing.game import Game

# So many games are played of all settings together, a few of each at least.
GAMES = 60
FEW = 3
# Where many games are asked for, only so many of each setting are looked at move by move; of the
# others only those that fail, or do not end.
CLOSELY = 20
# Of an option with more values, only the ends are played.
MOST_VALUES = 3


@dataclass(frozen=True, slots=True)
class Setting:
    """What a table chooses before a game: how many play, and one option that is not as usual."""

    players: int
    options: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        chosen = "".join(f", {name} = {value}" for name, value in self.options)
        return f"{self.players} player{'' if self.players == 1 else 's'}{chosen}"

    @property
    def words(self) -> str:
        """The setting on the command line."""
        return f"--players {self.players}" + "".join(
            f" --option {name}={value}" for name, value in self.options)


def settings(game: model.Game) -> list[Setting]:
    """Each number of players, then each value of each option with the usual number."""
    usual = game.default_players
    return [Setting(n) for n in range(game.least, game.most + 1)] + [
        Setting(usual, ((option.name, value),))
        for option in game.options.values() for value in _values(option)]


def _values(option: model.Option) -> list[int]:
    """The values of an option that are not the usual one; of many, the first and the last."""
    others = [value for value in option.choices if value != option.default]
    return others if len(others) <= MOST_VALUES else [others[0], others[-1]]


def in_turn(all_settings: list[Setting], each: int | None) -> Iterator[tuple[int, Setting]]:
    """One game of every setting, then the next one of every setting.

    With a limit, numbers of players come first: their programs are there already.
    """
    usual = [setting for setting in all_settings if not setting.options]
    first = FEW if each is None else 0
    for seed in range(first):
        yield from ((seed, setting) for setting in usual)
    times = max(GAMES // len(all_settings), FEW) if each is None else min(each, CLOSELY)
    for seed in range(times):
        yield from ((seed, setting) for setting in all_settings
                    if seed >= first or setting.options)


def worth_a_look(game: Game, setting: Setting, seeds: range, longest: int) -> list[int]:
    """The seeds of games that do not come to their end in native play; all of them where a game
    cannot be played there."""
    program = game.program(setting.players, dict(setting.options))
    if not can_play(program, "random"):
        return list(seeds)
    found = zip(seeds, whole_games(program, seeds, longest), strict=True)
    return [seed for seed, is_whole in found if not is_whole]
