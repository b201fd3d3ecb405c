"""What is to be played: plain data, so that it can be kept, sent and compared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.kernel.chance import mixed
from tilewright.playing.simulate import seed_of
from tilewright.playing.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.compiling.program import Program
    from tilewright.playing.game import Game


def shared(word: str) -> str:
    """A word of a command for others: of a path from the top of this disk its last part."""
    option, equals, path = word.rpartition("=")
    return f"{option}{equals}{Path(path).name}" if Path(path).is_absolute() else word


@dataclass(frozen=True, slots=True)
class Arm:
    """A game with its variants and settings, under a name."""

    name: str
    game: str
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, int], ...] = ()

    @property
    def shared(self) -> Arm:
        """The same as it can be told to others."""
        return replace(self, game=shared(self.game), variants=tuple(map(shared, self.variants)))

    def told(self) -> dict[str, Any]:
        """The arm as data for JSON."""
        return {"name": self.name, "game": self.game, "variants": list(self.variants),
                "options": dict(self.options)}

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Arm:
        """The arm that `told` gave."""
        return cls(told["name"], told["game"], tuple(told["variants"]),
                   tuple(told["options"].items()))


@dataclass(frozen=True, slots=True)
class Plan:
    """A series of blocks: `bots` holds one for each person, who sit at every seat in turn."""

    arm: Arm
    players: int
    bots: tuple[str, ...]
    seed: int

    def __post_init__(self) -> None:
        if len(self.bots) != self.players:
            raise ValueError(f"{len(self.bots)} bots cannot play with {self.players} players")

    def told(self) -> dict[str, Any]:
        """The plan as data for JSON."""
        return {"arm": self.arm.told(), "players": self.players, "bots": list(self.bots),
                "seed": self.seed}

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Plan:
        """The plan that `told` gave."""
        return cls(Arm.read(told["arm"]), told["players"], tuple(told["bots"]), told["seed"])

    def program(self, game: Game) -> Program:
        """The program that its games are played with."""
        return game.program(self.players, dict(self.arm.options))

    def seed_of(self, block: int) -> int:
        """The seed of all games of a block."""
        return seed_of(self.seed, block)

    def person_at(self, seat: int, rotation: int) -> int:
        """Who sits at a seat: in each game of a block everybody sits one seat further."""
        return (seat - rotation) % self.players

    def chance_of(self, person: int, block: int) -> Stream:
        """What somebody draws from in a block: the same in every game of it, and in every arm."""
        return Stream(mixed(self.seed_of(block) + 1 + person))
