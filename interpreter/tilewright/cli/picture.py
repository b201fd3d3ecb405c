"""`tilewright picture`: a position as SVG or PNG."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.replay import game_for
from tilewright.picture.compose import scene_of
from tilewright.picture.naming import with_names
from tilewright.picture.svg import svg
from tilewright.playing.game import load
from tilewright.playing.record import Session, read_record
from tilewright.problems import UsageError, printable
from tilewright.situations.begin import begun_in
from tilewright.situations.named import named, with_those_of
from tilewright.text import need_language
from tilewright.writing import write_whole

if TYPE_CHECKING:
    from tilewright.playing.state import State

KINDS = (".svg", ".png")


def position(name: str, variants: list[str], players: int | None, seed: int, moves: int,
             start: str | None) -> State:
    """The position that is meant: of a save, a situation, or of some random moves."""
    state = _begun(name, variants, players, seed, start)
    rng = random.Random(seed)
    for _ in range(moves):
        if state.over:
            break
        state.apply(rng.choice(state.legal()))
    return state


def _begun(name: str, variants: list[str], players: int | None, seed: int, start: str | None
           ) -> State:
    if start is None:
        return load(name, variants).new(players, seed)
    if players is not None:
        raise UsageError("what is kept says how many play; leave '--players' out")
    if start.endswith(".jsonl"):
        record = read_record(Path(start))
        return Session.of(game_for(record, name, variants, as_recorded=False), record).state
    situation = named(start, name, variants)
    return begun_in(load(name, with_those_of(situation, variants)), situation).state


def draw(state: State, seat: int | None, lang: str, file: Path | None, *, names: bool = False
         ) -> None:
    """Write or print the picture of a position."""
    need_language(state.program.game, lang)
    if seat is not None and seat > state.players:
        raise UsageError(f"there is no player {seat}; {state.players} play")
    scene = scene_of(state.view(None if seat is None else seat - 1), lang)
    made = svg(with_names(scene) if names else scene)
    if file is None:
        print(made, end="")
        return
    if file.suffix.lower() not in KINDS:
        raise UsageError(f"'{printable(file.name)}' is no name of a picture; let it end in .svg or "
                         ".png")
    try:
        write_whole(file, _png(made) if file.suffix.lower() == ".png" else made)
    except OSError as error:
        raise UsageError(f"'{printable(str(file))}' cannot be written: "
                         f"{error.strerror or error}") from error


def _png(made: str) -> bytes:
    try:
        import resvg_py
    except ModuleNotFoundError:
        raise UsageError('to write PNG files, install: pip install "tilewright[picture]"; an SVG '
                         "file needs nothing more") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=made))
