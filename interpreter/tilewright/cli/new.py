"""`tilewright new`: commented starters that already pass `check`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from tilewright.language.names import RESERVED
from tilewright.loading.packs import find, read_pack, shipped
from tilewright.loading.source import Map, Seq, parse
from tilewright.problems import ContentError, Problems, UsageError, did_you_mean, listed
from tilewright.stages import load_folders
from tilewright.text import plain, title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.types import Type
    from tilewright.model import Game, Kind

NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
LONGEST_NAME = 60
MOST_PATHS = 12
STARTERS = Path(__file__).resolve().parent.parent / "starters"
PUBLISHED = ("verbs", "events", "queries", "conditions", "amounts")


def make(what: str, name: str, of: str | None, family: str | None, folder: Path) -> None:
    """Make the starter of a game, a variant or a tile, and tell what to do next."""
    makers = {"game": _game, "variant": _variant, "tile": _tile}
    if what not in makers:
        raise UsageError(f"'{what}' cannot be made; it can be {listed(makers)}")
    _check_name(name)
    if what == "game" and of is not None:
        raise UsageError("a new game is not made of another one; leave '--of' out")
    if what != "tile" and family is not None:
        raise UsageError("only a tile has a family; leave '--family' out")
    if what != "game" and of is None:
        raise UsageError(f"say which game the {what} is for: --of GAME")
    makers[what](name, of or "", family, folder)


def _check_name(name: str) -> None:
    if not NAME.match(name):
        raise UsageError(f"'{name}' cannot be a name; it is a small letter, then small letters, "
                         "digits and _")
    if len(name) > LONGEST_NAME:
        raise UsageError(f"a name has at most {LONGEST_NAME} characters")
    if name in RESERVED or name == "null":
        raise UsageError(f"'{name}' is a word of the rule language; choose another name")


# -- the three starters -----------------------------------------------------------------------


def _game(name: str, _of: str, _family: str | None, folder: Path) -> None:
    if name in shipped("content"):
        raise UsageError(f"there is a shipped game '{name}'; choose another name")
    pack = folder / name
    words = {"name": name, "title": _titled(name), "folder": str(pack)}
    _write(_filled("game", pack, words))
    print(f"next: tilewright check {pack}\n"
          f"      tilewright play {pack}")


def _variant(name: str, of: str, _family: str | None, folder: Path) -> None:
    if name in shipped("variants"):
        raise UsageError(f"there is a shipped variant '{name}'; choose another name")
    base, game = _load(of)
    pack = folder / name
    words = {"name": name, "game": game.id, "title": _titled(name), "most": str(game.most),
             "of_title": json.dumps(f"{title(game)} ({plain(name)})", ensure_ascii=False),
             "paths": "".join(f"\n  # {path}: {value}" for path, value in _paths(base))}
    files = _filled("variant", pack, words)
    text = files.pop(pack / "text" / "en.yaml")
    if "en" in game.texts:
        files[pack / "text" / "en.yaml"] = text
        files[pack / "variant.yaml"] += "texts: {en: text/en.yaml}\n"
    _write(files)
    print(f"next: tilewright check {of} --with {pack}\n"
          f"      tilewright play {of} --with {pack}")


def _tile(name: str, of: str, family: str | None, folder: Path) -> None:
    _, game = _load(of)
    kind = _family_of(game, family)
    taken = next((k.name for k in game.kinds.values() if name in (*k.items, k.name, k.plural)), "")
    if taken:
        raise UsageError(f"'{name}' already means something in '{game.id}' (see '{taken}'); "
                         "choose another name")
    mine = (folder / "variant.yaml").is_file()
    pack = folder if mine else folder / f"{game.id}_tiles"
    words = {"name": f"{game.id}_tiles", "game": game.id, "title": _titled(f"{game.id}_tiles"),
             "tile": name, "family": kind.name,
             "attributes": "".join(f"\n    {line}" for line in _attributes(game, kind)),
             "words": "".join(f"\n    #   {line}" for line in _published(of, game))}
    manifest = pack / "variant.yaml"
    files = {pack / "tiles" / f"{name}.yaml": _fill(STARTERS / "tile" / "tile.yaml", words)}
    if manifest.exists():
        changed = _with_tile(manifest, f"tiles/{name}.yaml", game.id)
        _write(files)
        _rewrite(manifest, changed)
    else:
        files[manifest] = _fill(STARTERS / "tile" / "variant.yaml", words)
        _write(files)
    print(f"next: tilewright check {of} --with {pack}\n"
          f"      tilewright show {of} {name} --with {pack}")


# -- what a starter knows of its game ---------------------------------------------------------


def _load(of: str) -> tuple[Path, Game]:
    folder = find(of, "content")
    loaded = load_folders(folder, [])
    if loaded.game is None:
        raise ContentError(loaded.problems.sorted())
    return folder, loaded.game


def _paths(base: Path) -> Iterator[tuple[str, str]]:
    """The first plain values of a game that an overlay can reach, with their paths."""
    pack = read_pack(base, Problems())
    assert pack is not None
    found: list[tuple[str, str]] = []
    for source in (*pack.files.get("rules", ()), *pack.files.get("boards", ())):
        found += _leaves(source.data, "")
    yield from [f for f in found if f[0] != "players/max"][:MOST_PATHS]


def _leaves(data: Map, prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        # The sections of `vocabulary` are reached without it.
        path = prefix if key == "vocabulary" and not prefix else f"{prefix}{key}"
        if isinstance(value, Map):
            yield from _leaves(value, f"{path}/" if path else "")
        elif isinstance(value, (bool, int)):
            yield path, str(value).lower()


def _family_of(game: Game, family: str | None) -> Kind:
    families = {k.name: k for k in game.kinds.values() if k.tiles}
    if not families:
        raise UsageError(f"the game '{game.id}' has no families of tiles, so it takes no new tile")
    if family is None:
        raise UsageError(f"say which family the tile belongs to with --family; "
                         f"in '{game.id}' it can be {listed(families)}")
    if family not in families:
        raise UsageError(f"the game '{game.id}' has no family '{family}'; "
                         f"{did_you_mean(family, families)}".rstrip("; "))
    return families[family]


def _attributes(game: Game, kind: Kind) -> list[str]:
    """The attributes of the family, with the values of its first tile."""
    lines = []
    for attribute in kind.attributes.values():
        if (kind.name, attribute.name) in game.relations:
            continue
        word = _yaml(game, attribute.type, attribute.values[0])
        lines.append(f"{attribute.name}: {word}" if word else f"# {attribute.name}: none")
    return [f"# As for '{kind.items[0]}', the first of the family:", *lines] if lines else []


def _yaml(game: Game, type_: Type, value: Any) -> str:
    """A linked value as it is written in a tile file; empty for none."""
    if value is None:
        return ""
    if type_.tag == "bool":
        return str(bool(value)).lower()
    if type_.tag == "kind":
        return str(game.kinds[type_.kind].items[value])
    if type_.tag == "list" and type_.item is not None:
        return f"[{', '.join(_yaml(game, type_.item, v) for v in value)}]"
    if type_.tag == "map" and type_.item is not None:
        items = game.kinds[type_.kind].items
        pairs = [f"{items[i]}: {_yaml(game, type_.item, v)}" for i, v in enumerate(value) if v]
        return "{" + ", ".join(pairs) + "}"
    return str(value)


def _published(of: str, game: Game) -> list[str]:
    """The words that a game publishes for tiles, a line for each sort."""
    pack = read_pack(find(of, "content"), Problems())
    assert pack is not None
    words: dict[str, list[str]] = {}
    for source in pack.files.get("rules", ()):
        given = source.data.get("vocabulary")
        for section in PUBLISHED:
            if isinstance(given, Map) and section in given:
                words.setdefault(section, []).extend(given[section])
    lines = [f"{section}: {', '.join(found)}" for section, found in words.items()]
    return lines or [f"(the game '{game.id}' publishes none yet)"]


# -- files ------------------------------------------------------------------------------------


def _titled(name: str) -> str:
    return plain(name).capitalize()


def _fill(path: Path, words: dict[str, str]) -> str:
    return Template(path.read_text(encoding="utf-8")).substitute(words)


def _filled(starter: str, pack: Path, words: dict[str, str]) -> dict[Path, str]:
    root = STARTERS / starter
    return {pack / p.relative_to(root): _fill(p, words) for p in sorted(root.rglob("*.yaml"))}


def _write(files: dict[Path, str]) -> None:
    """Write new files; nothing is written if one of them is there already."""
    for path in files:
        if path.exists():
            raise UsageError(f"'{path}' is there already; nothing was made")
    try:
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            print(f"made {path}")
    except OSError as error:
        raise UsageError(f"'{path}' cannot be written: {error.strerror}") from error


def _rewrite(manifest: Path, text: str) -> None:
    try:
        manifest.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"'{manifest}' cannot be written: {error.strerror}") from error
    print(f"named in {manifest}")


def _with_tile(manifest: Path, tile: str, game: str) -> str:
    """The text of a manifest with one more tile file named, all else as it was."""
    text = manifest.read_text(encoding="utf-8")
    problems = Problems()
    data = parse(text, str(manifest), problems).data
    problems.stop_if_any()
    of = data.get("variant_of") if isinstance(data, Map) else None
    if of != game:
        raise UsageError(f"'{manifest}' is a variant of '{of}', not of '{game}'")
    tiles = data.get("tiles")
    if not isinstance(tiles, Seq) or not tiles:
        return f"{text.rstrip()}\ntiles: [{tile}]\n"
    return _after(text, tiles, tile)


def _after(text: str, tiles: Seq, tile: str) -> str:
    """One more item behind the last one of a list, in the way the list is written."""
    lines = text.split("\n")
    at = tiles.at(len(tiles) - 1)
    line = lines[at.line - 1]
    if line.lstrip().startswith("- "):
        lines.insert(at.line, line[:line.index("-")] + f"- {tile}")
    else:
        end = at.end - 1 + line[at.end - 1:].startswith(("'", '"'))
        lines[at.line - 1] = f"{line[:end]}, {tile}{line[end:]}"
    return "\n".join(lines)
