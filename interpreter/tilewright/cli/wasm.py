"""`tilewright compile --wasm`: a game as a WebAssembly module, and what a host must know of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tilewright.cli.reference import write_file
from tilewright.native.interface import INTERFACE, described
from tilewright.native.making import NoModuleError, module_of
from tilewright.playing.game import load
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def write_module(name: str, variants: list[str], players: int | None, options: dict[str, int],
                 file: Path, dump: str | None = None) -> None:
    """Write both files; the second one is named like the first, with `.json` behind it."""
    if dump is not None:
        raise UsageError("--dump prints code and --wasm writes a module; say one of them")
    program = load(name, variants).program(players, options)
    try:
        made = module_of(program)
    except NoModuleError as error:
        raise UsageError(f"'{program.game.id}' cannot be a module: {error}") from None
    beside = file.with_name(f"{file.name}.json")
    write_file(file, made.data)
    write_file(beside, f"{json.dumps(described(program, made), ensure_ascii=False, indent=1)}\n")
    print(f"{file}: {program.game.id}, {program.players} players, {len(made.data):,} bytes")
    print(f"{beside}: how to use it, by interface {INTERFACE}")
