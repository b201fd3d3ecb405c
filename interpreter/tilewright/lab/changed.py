"""A game with another number at one place: a variant that is made for it and put on top."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tilewright.merging.addresses import NotFound, find, joined, missing, split
from tilewright.merging.near_paths import near_paths
from tilewright.playing.game import load
from tilewright.problems import ContentError, UsageError, listed
from tilewright.stages import load as load_files
from tilewright.writing import write_new

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.playing.game import Game
    from tilewright.reading.source import Map

# The variant is called so, and has as many more marks behind it as it takes to be the only one.
NAME = "tried_number"
MOST_SAID = 40


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a game: its path, what it is now, and how a variant writes another one."""

    game: str
    variants: tuple[str, ...]
    path: str
    now: int
    verb: str


def number_at(game: str, variants: tuple[str, ...], path: str) -> Number:
    """The whole number at a path, as `tilewright why` shows it."""
    loaded = load_files(game, list(variants))
    if loaded.layers is None or loaded.game is None:
        raise ContentError(loaded.problems)
    root, content = loaded.layers.root, loaded.layers.content
    steps = split(path)
    try:
        spot = find(root, steps, content.renamed)
        if not spot.exists:
            raise missing(spot, steps)
    except NotFound as error:
        raise UsageError(_nowhere(root, path, error)) from error
    value = spot.value
    if type(value) is not int:
        raise UsageError(f"'{joined(spot.path)}' is {_short(value)}, which is no whole number")
    # What a tile takes over from the one that it extends is not there to be set.
    verb = "add" if spot.path[1:4] in content.inherited and len(spot.path) > 3 else "set"
    return Number(game, variants, joined(spot.path), value, verb)


def _nowhere(root: Map, path: str, error: NotFound) -> str:
    alike = near_paths(root, split(path))
    hint = f"did you mean {listed(alike)}?" if alike else (
        error.hint or "a path looks like state/player/coins/start")
    return f"{error.message}; {hint}"


def _short(value: object) -> str:
    said = json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else f"{value}"
    return f"'{said}'" if len(said) <= MOST_SAID else f"'{said[:MOST_SAID]}…'"


@contextmanager
def trying(number: Number) -> Iterator[Callable[[int], tuple[str, ...]]]:
    """What gives the variants with which the number is another one; they are gone behind it."""
    model = load(number.game, number.variants).model
    name = NAME
    while name in model.variants:
        name += "_"
    with TemporaryDirectory(prefix="tilewright-") as folder:
        def given(value: int) -> tuple[str, ...]:
            if value == number.now:
                return number.variants
            made = Path(folder) / f"{name}_{value}".replace("-", "minus")
            if not made.exists():
                _write(made, name, model.id, model.variants, {number.verb: {number.path: value}})
            return *number.variants, str(made)

        yield given


def _write(folder: Path, name: str, game: str, after: tuple[str, ...],
           changes: dict[str, dict[str, int]]) -> None:
    """A variant that comes after all others; JSON is YAML."""
    folder.mkdir()
    manifest = {"language": 2, "id": name, "version": "1.0.0", "title": name, "variant_of": game,
                "game_version": "*", "overlays": ["changes.yaml"],
                **({"after": list(after)} if after else {})}
    for file, told in (("variant.yaml", manifest), ("changes.yaml", changes)):
        write_new(folder / file, json.dumps(told))


def with_number(number: Number, variants: tuple[str, ...], value: int) -> Game:
    """The game of some variants that `trying` gave; why it cannot be played, if it cannot."""
    try:
        return load(number.game, variants)
    except ContentError as error:
        raise UsageError(f"'{number.path}' cannot be {value}: {error.problems[0].sentence}"
                         ) from error
