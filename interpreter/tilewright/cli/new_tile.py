"""`tilewright new tile`: a commented tile in a variant pack of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import editors
from tilewright.cli.new import STARTERS, fill, load_game, rewrite, titled, write_new
from tilewright.handbook.examples import of_family
from tilewright.handbook.words import Facts, flow
from tilewright.migrating.rewriting import with_entry, with_item
from tilewright.model import FALLBACK
from tilewright.packs.doors import find
from tilewright.problems import Problems, UsageError, did_you_mean, listed
from tilewright.reading.source import Map, Seq, parse
from tilewright.stages import load_folders

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.handbook.examples import Example
    from tilewright.language.types import Type
    from tilewright.model import Game, Kind
    from tilewright.stages import Loaded

# Which example a new tile begins with: what shows an effect most simply.
FIRST = ("change", "score", "gain", "power", "when", "toll", "goal")
TEXT = "text/en.yaml"


def make_tile(name: str, of: str, family: str | None, folder: Path) -> None:
    """Make the files of a tile, or put it into a variant that is there."""
    mine = (folder / "variant.yaml").is_file()
    loaded = load_game(of, [])
    if mine and loaded.game is not None:
        _same_game(folder / "variant.yaml", loaded.game.id)
        # Its own words count as well, if it is fine as it is.
        again = load_folders(find(of, "content"), [folder])
        loaded = again if again.game is not None else loaded
    game = loaded.game
    assert game is not None
    kind = _family_of(game, family)
    _is_free(game, name)
    pack = folder if mine else folder / f"{game.id}_tiles"
    has_texts = FALLBACK in game.texts
    words = {"name": f"{game.id}_tiles", "game": game.id, "title": titled(f"{game.id}_tiles"),
             "tile": name, "tile_title": titled(name), "family": kind.name,
             "attributes": _indented(_attributes(game, kind)),
             "abilities": _indented(_abilities(loaded, kind))}
    files = {pack / "tiles" / f"{name}.yaml": fill(STARTERS / "tile" / "tile.yaml", words)}
    manifest = pack / "variant.yaml"
    changed: dict[Path, str] = {}
    if manifest.exists():
        changed[manifest] = _with_tile(manifest, f"tiles/{name}.yaml", game.id)
    else:
        files[manifest] = fill(STARTERS / "tile" / "variant.yaml", words)
        files[pack / "situations.yaml"] = fill(STARTERS / "tile" / "situations.yaml", words)
        files |= editors.write_beside(pack, game)
        if has_texts:
            files[manifest] += f"texts: {{{FALLBACK}: {TEXT}}}\n"
    if has_texts:
        _name(pack, f"{kind.name}.{name}", words, files, changed)
    write_new(files)
    for path, text in changed.items():
        rewrite(path, text)
    print(f"next: tilewright check {pack}\n"
          f"      tilewright watch {pack}\n"
          f"      tilewright play {of} --with {pack}")


def _indented(lines: list[str]) -> str:
    return "".join(f"\n    {line}".rstrip() for line in lines)


# -- what the tile is -------------------------------------------------------------------------


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


def _is_free(game: Game, name: str) -> None:
    taken = next((k.name for k in game.kinds.values() if name in (*k.items, k.name, k.plural)), "")
    if taken:
        raise UsageError(f"'{name}' already means something in '{game.id}' (see '{taken}'); "
                         "choose another name")


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
        # The first element of a kind is 0 as well, and no number that goes without saying.
        pairs = [f"{items[i]}: {_yaml(game, type_.item, v)}" for i, v in enumerate(value)
                 if v or (type_.item.tag == "kind" and v is not None)]
        return "{" + ", ".join(pairs) + "}"
    return str(value)


def _abilities(loaded: Loaded, kind: Kind) -> list[str]:
    """One ability that works, and examples of the other kinds as comments."""
    assert loaded.game is not None
    assert loaded.layers is not None
    facts = Facts(loaded.game, loaded.layers.content, [FALLBACK])
    found = {e.kind: e for e in of_family(facts, kind.name)}
    live = next((found[k] for k in FIRST if k in found and not found[k].texts), None)
    if not found:
        return ["# Nothing in the rules asks what tiles of this family do, so it has no abilities."]
    lines = ["# What it can do. An ability has a name of your choice; these use words of the game:"]
    lines += ["abilities:", *_example(facts, live, "  ")] if live else ["# abilities:"]
    for example in found.values():
        if example is not live:
            lines += _example(facts, example, "#   ")
    return lines


def _example(facts: Facts, example: Example, lead: str) -> list[str]:
    said = facts.sentence(example.ability, FALLBACK)
    note = [f"{lead}# {said}"] if said and lead.isspace() else []
    return [*note, f"{lead}my_{example.kind}: {flow(example.ability)}"]


# -- the pack that it goes into ---------------------------------------------------------------


def _same_game(manifest: Path, game: str) -> None:
    of = _read(manifest)[1].get("variant_of")
    if of != game:
        raise UsageError(f"'{manifest}' is a variant of '{of}', not of '{game}'")


def _with_tile(manifest: Path, tile: str, game: str) -> str:
    """The text of a manifest with one more tile file named, all else as it was."""
    _same_game(manifest, game)
    text, data = _read(manifest)
    tiles: Any = data.get("tiles")
    if not isinstance(tiles, Seq) or not tiles:
        return f"{text.rstrip()}\ntiles: [{tile}]\n"
    return with_item(text, tiles, tile)


def _name(pack: Path, key: str, words: dict[str, str], files: dict[Path, str],
          changed: dict[Path, str]) -> None:
    """The name of the tile in English; other languages show it until they have their own."""
    manifest = pack / "variant.yaml"
    texts: Any = _read(manifest)[1].get("texts") if manifest.exists() else None
    named = texts.get(FALLBACK) if isinstance(texts, Map) else None
    path = pack / (named or TEXT)
    if path.exists():
        text = path.read_text(encoding="utf-8")
        if f"\n{key}:" not in f"\n{text}":
            changed[path] = f"{text.rstrip()}\n{key}: {words['tile_title']}\n"
        return
    files[path] = fill(STARTERS / "tile" / "text.yaml", words)
    if manifest.exists() and named is None:
        before = changed[manifest]
        again = parse(before, str(manifest), Problems()).data.get("texts")
        changed[manifest] = (with_entry(before, again, FALLBACK, TEXT) if again else
                             f"{before.rstrip()}\ntexts: {{{FALLBACK}: {TEXT}}}\n")


def _read(manifest: Path) -> tuple[str, Map]:
    text = manifest.read_text(encoding="utf-8")
    problems = Problems()
    data = parse(text, str(manifest), problems).data
    problems.stop_if_any()
    if not isinstance(data, Map):
        raise UsageError(f"'{manifest}' is no manifest of a variant")
    return text, data

