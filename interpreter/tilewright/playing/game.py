"""The door of the package: load a game, start it, restore it."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from tilewright.compiling.board import Board
from tilewright.compiling.program import Program, compile_game
from tilewright.merging.addresses import NotFound, find, split
from tilewright.merging.near_paths import nowhere
from tilewright.playing.begin import begin, restore
from tilewright.playing.setting import arranged
from tilewright.playing.texts import text_problems
from tilewright.positions.facts import facts_schema
from tilewright.positions.moves import move_of
from tilewright.problems import ContentError, Problems, UsageError, did_you_mean
from tilewright.reading.source import without_places
from tilewright.reading.traits import about
from tilewright.stages import Loaded
from tilewright.stages import load as load_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tilewright import model
    from tilewright.compiling.counting import Counts
    from tilewright.playing.state import State
    from tilewright.positions.moves import Move


class Game:
    """A compiled game; it never changes, so states and threads can share it."""

    def __init__(self, linked: model.Game, proofread: Callable[[], Problems] = Problems) -> None:
        self.model = linked
        self._proofread = proofread
        # What a draft has that nothing uses yet.
        self.unused_problems = Problems()
        self._programs: dict[tuple[Any, ...], Program] = {}
        self._board = Board(linked)
        self.program()

    @cached_property
    def text_problems(self) -> Problems:
        """What is wrong with its texts; they do not keep anybody from playing, so all of them are
        only read again for somebody who asks."""
        return self._proofread()

    @property
    def id(self) -> str:
        return self.model.id

    @property
    def hash(self) -> str:
        """A hash of all files that the game is made of."""
        return self.model.hash

    @property
    def players(self) -> range:
        """The numbers of players that can play."""
        return range(self.model.least, self.model.most + 1)

    def program(self, players: int | None = None, options: dict[str, Any] | None = None
                ) -> Program:
        """The compiled code for a number of players and a choice of options."""
        if not options and (players,) in self._programs:
            return self._programs[players,]
        count = self.model.default_players if players is None else players
        if count not in self.players:
            raise UsageError(f"'{self.id}' is for {self._range()} players, not {count}")
        chosen = self._options(options or {})
        key = (count, *sorted(chosen.items()))
        if key not in self._programs:
            self._programs[key] = compile_game(self.model, count, chosen, self._board)
        if not options:
            self._programs[players,] = self._programs[key]
        return self._programs[key]

    def counted(self, counts: Counts, players: int | None = None,
                options: dict[str, Any] | None = None) -> Program:
        """The same program with code that counts what it does; compiled anew, and kept nowhere."""
        usual = self.program(players, options)
        return compile_game(counts.game, usual.players, usual.options, self._board, counts)

    def _range(self) -> str:
        low, high = self.model.least, self.model.most
        return str(low) if low == high else f"{low} to {high}"

    def _options(self, given: dict[str, Any]) -> dict[str, Any]:
        chosen = {name: option.default for name, option in self.model.options.items()}
        for name, value in given.items():
            option = self.model.options.get(name)
            if option is None:
                hint = did_you_mean(name, self.model.options)
                raise UsageError(f"'{self.id}' has no option '{name}'; {hint}".rstrip("; "))
            if not isinstance(value, int) or int(value) not in option.choices:
                raise UsageError(f"the option '{name}' cannot be {value!r}")
            chosen[name] = bool(value) if option.type.tag == "bool" else int(value)
        return chosen

    def new(self, players: int | None = None, seed: int = 0,
            options: dict[str, Any] | None = None, *, show_chance: bool = False) -> State:
        """A new game at its first decision; the same seed gives the same game.

        With `show_chance` all chance is moves of seat -1, also that of the set-up.
        """
        if type(seed) is not int:
            raise UsageError(f"a seed is a whole number, not {seed!r}")
        return begin(self.program(players, options), seed, shows_chance=show_chance)

    def position(self, given: Mapping[str, Any], players: int | None = None, seed: int = 0,
                 options: dict[str, Any] | None = None) -> State:
        """A position with some values, as `{"p1": {"coins": 3}, "step": "act", "turn": "p2"}`.

        What is not named is as after the set-up with that seed.
        """
        return arranged(self.new(players, seed, options), given)

    def move(self, code: int, players: int | None = None, options: dict[str, Any] | None = None
             ) -> Move:
        """The structure of a move by its code, also of one by which chance shuffles."""
        program = self.program(players, options)
        if type(code) is int and code >= program.moves:
            from tilewright.playing.shown import show

            program = show(program).program
        return move_of(program, code)

    @property
    def options(self) -> dict[str, tuple[int, ...]]:
        """The settings that a table can choose, each with all that it can be, the usual first."""
        return {name: tuple(bool(c) if option.type.tag == "bool" else int(c) for c in (
            option.default, *(c for c in option.choices if c != option.default)))
                for name, option in self.model.options.items()}

    def rules(self, path: str = "") -> Any:
        """What the packs say together, as plain data: all of it, or what is at a path such as
        `tiles/card/ace`, `queries/hand_size/base` or `procedures/harvest`."""
        root, _ = self.model.data
        try:
            spot = find(root, split(path)) if path else None
        except NotFound as error:
            raise UsageError(nowhere(root, split(path))) from error
        if spot is not None and not spot.exists:
            raise UsageError(nowhere(root, split(path)))
        return without_places(root if spot is None else spot.value)

    def facts_schema(self) -> dict[str, Any]:
        """The JSON Schema of what `facts` of a position tells."""
        return facts_schema(self.model)

    def restore(self, saved: Any) -> State:
        """A position that `State.save` gave."""
        players = saved.get("players") if isinstance(saved, dict) else None
        options = saved.get("options") if isinstance(saved, dict) else None
        return restore(self.program(players if isinstance(players, int) else None,
                                    options if isinstance(options, dict) else None), saved)


def load(name: str, variants: Iterable[str] = ()) -> Game:
    """Load and compile a game: a folder, or the id of a shipped game, with variants on top.

    Raises `ContentError` with all problems if its rules have any; those of its texts alone are in
    `Game.text_problems`, and what nothing uses yet in `Game.unused_problems`.
    """
    return made(load_files(str(name), [str(v) for v in variants]))


def made(loaded: Loaded) -> Game:
    """The game that was loaded, compiled; all its problems if it cannot be played."""
    proofread = partial(text_problems, loaded)
    if loaded.game is None:
        loaded.problems.take(proofread())
        raise ContentError(loaded.problems)
    game = Game(loaded.game, proofread)
    game.unused_problems.extend(p for p in loaded.problems if about(p.code) == "draft")
    return game
