"""`tilewright new --from`: a game or a variant that begins with a recipe of the cookbook."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tilewright import editors
from tilewright.cli.new import check_name, titled, write_new
from tilewright.cookbook import Recipe, called, recipes
from tilewright.packs.doors import find, shipped
from tilewright.packs.pack import MANIFESTS
from tilewright.problems import UsageError, listed, nearest
from tilewright.stages import load_folders

if TYPE_CHECKING:
    from pathlib import Path

VERSION = "0.1.0"
MODELINE = re.compile(r"\$schema=(?:\.\./)*schema/")
MOST = 5


def make_from(recipe: str, what: str, names: list[str], folder: Path) -> None:
    """Make a pack with the rules of a recipe under a new id, and tell what to do next."""
    begun = _recipe(recipe)
    name = _name(begun, [what, *names])
    check_name(name)
    for kind in ("content", "variants"):
        if name in shipped(kind):
            raise UsageError(f"there is a shipped pack '{name}'; choose another name")
    pack = folder / name
    write_new(_files(begun, name, pack))
    variant = bool(begun.variant_of)
    base, overlays = (find(begun.variant_of, "content"), [pack]) if variant else (pack, [])
    game = load_folders(base, overlays).game
    assert game is not None
    write_new(editors.write_beside(pack, game, manifest="variant" if variant else "pack"))
    play = f"{begun.variant_of} --with {pack}" if variant else f"{pack}"
    print(f"next: tilewright check {pack}\n"
          f"      tilewright test {pack}\n"
          f"      tilewright play {play}")


def _recipe(said: str) -> Recipe:
    """The recipe of that id, or the only one that is called so."""
    name = said.removeprefix("cookbook/")
    if name in recipes():
        return recipes()[name]
    same = called(said)
    if len(same) == 1:
        return same[0]
    if same:
        raise UsageError(f"'{said}' can be several recipes; take one of "
                         f"{listed([r.id for r in same[:MOST]])}")
    near = nearest(name, recipes())
    hint = f"did you mean '{near}'?" if near else "look for one with: tilewright reference WISH"
    raise UsageError(f"there is no recipe '{said}'; {hint}")


def _name(recipe: Recipe, said: list[str]) -> str:
    """The new id; before it there can be the word for what is made, and the game of a variant."""
    *before, name = said
    what = "variant" if recipe.variant_of else "game"
    if before not in ([], [what], [what, recipe.variant_of]):
        raise UsageError(f"this recipe makes a {what}; write: new {what} ID --from {recipe.id}")
    return name


def _files(recipe: Recipe, name: str, pack: Path) -> dict[Path, str]:
    files = {}
    for path in sorted(recipe.folder.rglob("*.yaml")):
        inner = path.relative_to(recipe.folder)
        text = MODELINE.sub(f"$schema={'../' * (len(inner.parts) - 1)}schema/",
                            path.read_text(encoding="utf-8"))
        if inner.name in MANIFESTS:
            text = _with(text, id=name, version=VERSION, title=titled(name))
        elif inner.parts[0] == "text":
            text = text.replace(f"variant.{recipe.id}:", f"variant.{name}:")
            text = _with(text, **{"game": titled(name), f"variant.{name}": titled(name)})
        files[pack / inner] = text
    return files


def _with(text: str, **values: str) -> str:
    """A file with other values at some keys of its first level, if it has them."""
    for key, value in values.items():
        said = value if re.fullmatch(r"[\w. ]+", value) else json.dumps(value, ensure_ascii=False)
        line = rf"^{re.escape(key)}: .*$"
        text = re.sub(line, f"{key}: {said}", text, count=1, flags=re.MULTILINE)
    return text
