"""Schemas for editors: what may stand in the files of one game, with its own words.

Editors with a YAML language server complete, check and explain with them while somebody types.
Each schema holds all that it needs. `check` does not use them: it knows more, and says it better.
"""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.editors.paths import overlay_schema, text_schema, without_examples
from tilewright.editors.situations import with_words
from tilewright.editors.tiles import tile_schema
from tilewright.packs.unnamed import is_experiment
from tilewright.reading.schemas import read_schema
from tilewright.reference.as_yaml import written as written_yaml

if TYPE_CHECKING:
    from tilewright.editors.words import Schema
    from tilewright.model import Game
    from tilewright.reading.source import Map

__all__ = ["MODELINES", "bundled", "effects", "first_lines", "modeline", "overlay_schema",
           "schemas", "text_schema", "tile_schema", "write_beside", "written"]

FOLDER = "schema"
SUFFIX = ".schema.json"
WIDTH = 100
# Where the files of a pack normally are, seen from its folder; and the key that names them.
USUAL = {"pack": "pack.yaml", "variant": "variant.yaml", "game": "game.yaml", "board": "board.yaml",
         "tiles": "tiles/x.yaml", "overlay": "changes.yaml", "text": "text/en.yaml",
         "situations": "situations.yaml", "experiment": "lab.yaml"}


def modeline(file: str, kind: str) -> str:
    """The first line of a file of a pack: it leads to the schema in the pack's folder."""
    up = "../" * (len(Path(file).parts) - 1)
    return f"# yaml-language-server: $schema={up}{FOLDER}/{kind}{SUFFIX}"


MODELINES = {kind: modeline(file, kind) for kind, file in USUAL.items()}


def schemas(game: Game, root: Map | None = None) -> dict[str, Schema]:
    """The schemas with the words of a game, by kind of file.

    `root` is the data of the game, as overlays see it; without it the game's folder is read.
    """
    root = _root(game) if root is None else root
    made = {"overlay": overlay_schema(root), "text": text_schema(game),
            "situations": with_words(without_examples(bundled("situations")), game)}
    if any(kind.tiles for kind in game.kinds.values()):
        made["tiles"] = tile_schema(game, root)
    return made


def _root(game: Game) -> Map:
    from tilewright.reading.source import Map
    from tilewright.stages import load_folders

    layers = load_folders(Path(game.folder), []).layers
    return layers.root if layers is not None else Map(game.place)


def write_beside(folder: Path, game: Game, root: Map | None = None, *,
                 manifest: str = "variant") -> dict[Path, str]:
    """The files of `folder/schema/` for a pack of one's own, each with its text.

    The manifest is `variant` or `pack`.
    """
    asked = ("experiment",) if _experiments(folder) else ()
    made = {kind: bundled(kind) for kind in (manifest, "game", "board", *asked)} | schemas(game,
                                                                                          root)
    return {folder / FOLDER / f"{kind}{SUFFIX}": written(schema) for kind, schema in made.items()}


def _experiments(folder: Path) -> list[Path]:
    """The experiments beside a pack."""
    return [path for path in sorted(folder.glob("*.yaml")) if is_experiment(path)]


def first_lines(folder: Path) -> dict[str, str]:
    """The files of a pack that do not begin with their modeline yet, and that line."""
    from tilewright.packs.pack import LISTS, MANIFESTS, read_pack
    from tilewright.problems import Problems
    from tilewright.situations.read import files_of

    pack = read_pack(folder, Problems())
    if pack is None:
        return {}
    kinds = {source.name: LISTS[key] for key, sources in pack.files.items() for source in sources}
    kinds |= {source.name: "text" for source in pack.texts.values()}
    found = {}
    for name, source in pack.sources.items():
        file = name.removeprefix(f"{pack.shown}/")
        kind = MANIFESTS.get(file) or kinds.get(name)
        line = modeline(file, kind) if kind else ""
        if line and source.lines[:1] != [line]:
            found[file] = line
    beside = {path: "situations" for path in files_of(folder) if path.is_file()}
    for path, kind in (beside | dict.fromkeys(_experiments(folder), "experiment")).items():
        file = path.relative_to(folder).as_posix()
        line = modeline(file, kind)
        if not path.read_text(encoding="utf-8").startswith(f"{line}\n"):
            found[file] = line
    return found


# -- schemas that are the same for all games ------------------------------------------------------


def bundled(kind: str) -> Schema:
    """A schema of all games in one piece: what it takes from other files becomes its `$defs`."""
    defs: dict[str, Schema] = {}
    made = _taken(copy.deepcopy(_shared(kind)), kind, defs)
    made.pop("$id", None)
    return {**made, "$defs": defs} if defs else dict(made)


@cache
def _shared(kind: str) -> Schema:
    return effects() if kind == "effect" else read_schema(kind)


def _taken(part: Any, kind: str, defs: dict[str, Schema]) -> Any:
    """A part of a schema, with each reference led to `$defs`."""
    if isinstance(part, list):
        return [_taken(inner, kind, defs) for inner in part]
    if not isinstance(part, dict):
        return part
    made = {key: _taken(inner, kind, defs) for key, inner in part.items()
            if key not in ("$ref", "$defs", "examples")}
    made |= _shown(part)
    if isinstance(part.get("$ref"), str):
        file, _, pointer = part["$ref"].partition("#")
        made["$ref"] = f"#/$defs/{_referred(file.removesuffix(SUFFIX) or kind, pointer, defs)}"
    return made


def _shown(part: Schema) -> Schema:
    """The examples of a key: plain words to choose from, or a piece of a file to look at.

    Editors would write down the piece as soon as its key is chosen, so it stands in what they tell.
    """
    examples = part.get("examples", [])
    if all(isinstance(example, str) for example in examples):
        return {"examples": examples} if examples else {}
    pieces = [f"```yaml\n{written_yaml(example)}```" for example in examples]
    return {"markdownDescription": "\n\n".join([part.get("description", ""), *pieces])}


def _referred(kind: str, pointer: str, defs: dict[str, Schema]) -> str:
    """Take what a reference leads to into `$defs`, and tell its name there."""
    name = f"{kind}_{pointer.rpartition('/')[2]}" if pointer else kind
    if name not in defs:
        found: Any = _shared(kind)
        for step in pointer.split("/")[1:]:
            found = found[step]
        defs[name] = {}
        defs[name].update(_taken(found, kind, defs))
        defs[name].pop("$id", None)
    return name


def effects() -> Schema:
    """The schema of effects. Some words are an effect of their own and a key of another one, such
    as `repeat`; for editors the other one then tells which keys there are."""
    from tilewright.language.effects import EFFECTS
    from tilewright.language.shapes import effect_schema

    made = effect_schema()
    statement = made["$defs"]["statement"]
    for branch in statement["allOf"]:
        (word,) = branch["if"]["required"]
        others = sorted(o for o, effect in EFFECTS.items() if o != word and word in effect.keys)
        if others:
            branch["if"]["not"] = {"anyOf": [{"required": [o]} for o in others]}
    statement["properties"] = {
        key: {"description": EFFECTS[key].about} if key in EFFECTS else {}
        for key in statement["properties"]}
    return made


# -- how schemas are written ----------------------------------------------------------------------


def written(schema: Schema) -> str:
    """A schema as text: what fits on one line stands on one line."""
    return f"{_lines(schema, 0)}\n"


def _lines(part: Any, depth: int) -> str:
    line = json.dumps(part, ensure_ascii=False)
    if not isinstance(part, (dict, list)) or len(line) + depth <= WIDTH:
        return line
    pad = " " * (depth + 1)
    if isinstance(part, list):
        inner = [f"{pad}{_lines(item, depth + 1)}" for item in part]
    else:
        inner = [f"{pad}{json.dumps(key, ensure_ascii=False)}: {_lines(value, depth + 1)}"
                 for key, value in part.items()]
    begin, end = "[]" if isinstance(part, list) else "{}"
    return f"{begin}\n" + ",\n".join(inner) + f"\n{' ' * depth}{end}"
