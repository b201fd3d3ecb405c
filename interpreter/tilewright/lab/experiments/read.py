"""An experiment read from its file: all that is wrong with it, without a game being played."""

from __future__ import annotations

import hashlib
import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tilewright.lab.plan import Arm as Rules
from tilewright.lab.plan import Plan
from tilewright.lab.seated import bots_of
from tilewright.packs.bases import base_of
from tilewright.packs.doors import WORD, find, manifest_of
from tilewright.packs.given import COOKBOOK, MANIFEST, can_be_id, given_folder, is_recipe
from tilewright.packs.pack import show_path
from tilewright.playing.game import load
from tilewright.problems import UsageError, did_you_mean
from tilewright.reading.checked import checked
from tilewright.reading.pruning import LeftOut
from tilewright.reading.source import Map
from tilewright.situations.read import folder_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tilewright.playing.game import Game
    from tilewright.problems import Place, Problems

KINDS = ("series", "compare", "price", "tune", "coverage")
BOT, BASE = "greedy", "base"
# Sentences of commands call their options so.
OPTION = re.compile(r"--(?=[a-z])")


@dataclass(frozen=True, slots=True)
class Side:
    """An arm as it is played: its game, and by whom."""

    game: Game
    plan: Plan


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that is asked, as it is written, of one arm or of two."""

    kind: str
    told: Map
    sides: tuple[Side, ...]

    @property
    def place(self) -> Place:
        return self.told.key_at(self.kind)

    @property
    def name(self) -> str:
        """What is asked in a few words, such as 'price tower'."""
        asked = self.told[self.kind]
        of = asked if isinstance(asked, str) else " → ".join(asked)
        return f"{self.kind} {of}" + (f", {self.told['arm']}" if "arm" in self.told else "")

    def get(self, key: str, usual: Any = None) -> Any:
        return self.told.get(key, usual)

    def finishing(self) -> tuple[str, ...]:
        """Who plays positions on, where somebody is named for that."""
        if "finish" not in self.told:
            return ()
        return _bots(self.told["finish"], self.sides[0].plan.players)

    def at(self, key: str) -> Place:
        """Where something of it stands; where it is left out, what is asked."""
        return self.told.at(key if key in self.told else self.kind)


@dataclass(slots=True)
class Experiment:
    """What a file asks. The hash is of its text."""

    path: Path
    shown: str
    hash: str
    told: Map
    arms: dict[str, Side] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)


def read_experiment(path: Path, problems: Problems) -> Experiment | None:
    """The experiment of a file, as far as it can be understood; nothing where that is too little.

    What its questions name is not looked at yet."""
    left = LeftOut()
    source, fits = checked(path, show_path(path), "experiment", problems, left)
    if source is None or not fits:
        return None
    text = "\n".join(source.lines)
    found = Experiment(path, source.name, hashlib.blake2b(text.encode(), digest_size=16)
                       .hexdigest(), source.data)
    _Reader(found, problems, whole=not left).read()
    return found


def _called(folder: Path) -> str:
    """A game as commands call it from anywhere, if they can; else its folder, as seen from here."""
    said = manifest_of(folder)
    for name in (f"{COOKBOOK}/{folder.name}", "" if said is None else str(said.get("id", ""))):
        with suppress(UsageError):
            if find(name, "content").resolve() == folder.resolve():
                return name
    return show_path(folder)


@contextmanager
def told_at(place: Place, problems: Problems) -> Iterator[None]:
    """What cannot be carried out inside is a problem of the file."""
    try:
        yield
    except UsageError as error:
        message, _, hint = OPTION.sub("", str(error)).partition("; ")
        problems.add("wrong-value", place, message, hint)


def _bots(named: Any, players: int) -> tuple[str, ...]:
    """Bots as a file names them: one for all, or a list."""
    return bots_of([named] if isinstance(named, str) else named, players)


class _Reader:
    """Arms and questions, one after another."""

    def __init__(self, made: Experiment, problems: Problems, *, whole: bool) -> None:
        self.made, self.told, self.problems = made, made.told, problems
        # Where something could not be read, an arm that is not there may be that.
        self.whole = whole
        # The arms that the file names, also those that cannot be played.
        self.named: dict[str, Map] = dict(self.told.get("arms") or {BASE: Map(self.told.place)})

    def read(self) -> None:
        game = self._game()
        if game is None:
            return
        for name, told in self.named.items():
            side = self._arm(name, game, told)
            if side is not None:
                self.made.arms[name] = side
        for told in self.told.get("ask", ()):
            kind = next((one for one in KINDS if one in told), None)
            sides = self._sides(kind, told) if kind is not None else ()
            if kind is not None and sides:
                self.made.questions.append(Question(kind, told, sides))

    # -- packs --------------------------------------------------------------------------------

    def _game(self) -> str | None:
        """The game that is named, or that of the pack in whose folder the file stands."""
        if "game" in self.told:
            return self._pack(self.told["game"], "content", self.told.at("game"))
        folder = folder_of(self.made.path)
        if folder is None:
            self.problems.add("missing-key", self.told.place,
                              "this file does not say of which game it is",
                              "add 'game: …', or put the file beside a pack.yaml")
            return None
        return _called(folder if (folder / MANIFEST["content"]).is_file() else base_of(folder))

    def _pack(self, name: str, kind: str, place: Place) -> str | None:
        """A pack as commands call it: a folder, seen from the file, or an id."""
        beside = given_folder(str(self.made.path.resolve().parent / name), kind)
        if beside is not None:
            return show_path(beside)
        if not can_be_id(name) and not is_recipe(name, kind):
            self.problems.add("pack-missing", place, f"there is no {WORD[kind]} '{name}', seen "
                              "from the folder of this file", "name a folder or an id")
            return None
        try:
            find(name, kind)
        except UsageError as error:
            message, _, hint = str(error).partition("; ")
            self.problems.add("pack-missing", place, message, hint)
            return None
        return name

    # -- arms ---------------------------------------------------------------------------------

    def _arm(self, name: str, game: str, told: Map) -> Side | None:
        named: Any = told.get("with", ())
        variants = [self._pack(one, "variants", named.at(at)) for at, one in enumerate(named)]
        if None in variants:
            return None
        whole = tuple(one for one in variants if one is not None)
        loaded = load(game, whole)
        options = {key: int(value) for key, value in (told.get("options") or {}).items()}
        if not self._options_fit(loaded, told):
            return None
        players = 0
        with told_at(self.told.at("players"), self.problems):
            players = loaded.program(self._players(), options).players
        if not players:
            return None
        rules = Rules(name, game, whole, tuple(options.items()))
        plan = Plan(rules, players, (BOT,) * players, self.told.get("seed", 0))
        return self._with_bots(Side(loaded, plan), self.told)

    def _players(self) -> int | None:
        """How many play: in all arms as many as in the first one."""
        given: int | None = self.told.get("players")
        first = next(iter(self.made.arms.values()), None)
        return given if given is not None or first is None else first.plan.players

    def _options_fit(self, game: Game, told: Map) -> bool:
        """Whether the game has the settings of an arm, with these values."""
        given: Any = told.get("options") or {}
        there, before = game.model.options, len(self.problems)
        for name, value in given.items():
            if name not in there:
                self.problems.add("unknown-key", given.key_at(name),
                                  f"'{game.id}' has no option '{name}'", did_you_mean(name, there))
            elif int(value) not in there[name].choices:
                self.problems.add("wrong-value", given.at(name),
                                  f"the option '{name}' cannot be {value}",
                                  "'tilewright show' tells what it can be")
        return len(self.problems) == before

    def _with_bots(self, side: Side, told: Map) -> Side | None:
        """The same, played by the bots that are named there, if any are."""
        if "bots" not in told:
            return side
        bots: tuple[str, ...] = ()
        with told_at(told.at("bots"), self.problems):
            bots = _bots(told["bots"], side.plan.players)
        return replace(side, plan=replace(side.plan, bots=bots)) if bots else None

    # -- questions ----------------------------------------------------------------------------

    def _sides(self, kind: str, told: Map) -> tuple[Side, ...]:
        """The arms that a question is about; none if one of them is not there."""
        named: Any = [told[kind]] if kind in ("series", "coverage") else [
            told.get("arm", next(iter(self.named)))]
        places = [told.at(kind if kind in ("series", "coverage") else "arm")]
        if kind == "compare":
            named, places = told[kind], told[kind].items_at
        found = []
        for name, place in zip(named, places, strict=True):
            if name not in self.named and self.whole:
                self.problems.add("wrong-value", place, f"there is no arm '{name}'",
                                  did_you_mean(name, self.named))
            elif name in self.made.arms:
                found.append(self._with_bots(self.made.arms[name], told))
        return tuple(one for one in found if one is not None) if (
            len(found) == len(named) and None not in found) else ()
