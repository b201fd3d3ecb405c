"""`tilewright reference` and `tilewright schema`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tilewright.problems import ContentError, UsageError, printable
from tilewright.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tilewright.playing.game import Game

SCHEMA = "effect.schema.json"
MOST_RECIPES = 2
MOST_SEEN = 6


def schema_text() -> str:
    from tilewright.editors import effects

    return json.dumps(effects(), indent=1, ensure_ascii=False) + "\n"


def print_schema(game: str | None = None, *, write: bool) -> None:
    """Print the schema of effects, or those of one game; or write them where they belong."""
    if game is None and not write:
        print(schema_text(), end="")
        return
    from tilewright.editors.files import files_of, shipped_files
    from tilewright.reading.paths import data_folder

    made = files_of(game) if game is not None else shipped_files()
    if game is None:
        made.files[data_folder("schema") / SCHEMA] = schema_text()
    for path, text in made.files.items():
        if write:
            put(path, text)
        else:
            print(text, end="")
    for note in made.notes if write else ():
        print(note)


def print_reference(word: str | None, folder: Path | None, lang: str | None = None,
                    variants: Sequence[str] = ()) -> None:
    """Print a word, the page of a game, or all words; with a folder write the pages into it."""
    from tilewright import reference

    if word is not None:
        print("\n".join(_explained(word, lang, list(variants))))
    elif lang is not None or variants:
        raise UsageError("--lang and --with belong to the page of a game, so name a game too")
    elif folder is None:
        print("\n".join(reference.summary()))
    if folder is not None:
        for name, text in _pages().items():
            put(folder / name, text)


def _pages() -> dict[str, str]:
    """All generated pages; a text that comes out with nothing somewhere is not written."""
    from tilewright import reference
    from tilewright.wording.filling import noted_holes

    with noted_holes() as hollow:
        made = {**reference.pages(), **recipe_pages(), **text_pages(), **tile_pages()}
    if hollow:
        lang, _, said = hollow[0]
        raise UsageError(f"no page was written: '{said.strip()}' in '{lang}' is filled in with "
                         "nothing somewhere; 'tilewright check' tells where it stands")
    return made


def _explained(word: str, lang: str | None, variants: list[str]) -> list[str]:
    """What a word or a code means; the page of a game if that is asked for, or nothing else is."""
    from difflib import get_close_matches

    from tilewright import reference
    from tilewright.packs.doors import is_game, shipped

    if lang is not None or variants:
        return tile_page(word, lang, variants).splitlines()
    try:
        lines = [*reference.explain(word), *_recipes_for(word)]
    except UsageError:
        recipes = [] if is_game(word) or "." in word else _recipes(word)
        if recipes:
            return recipes
        if is_game(word) or "/" in word or get_close_matches(word, shipped("content")):
            return tile_page(word, lang, variants).splitlines()
        raise
    if is_game(word):
        lines += ["", f"'{word}' is a game too; its page: tilewright reference {word} --lang en"]
    return lines


def _recipes(wish: str) -> list[str]:
    """The recipes for a wish: the nearest, or all that are called just so, and where others are."""
    from tilewright.cookbook import called, found, in_short, is_known, told

    near = found(wish)
    if near and not is_known(wish):
        return [f"Nothing here is called '{wish}', and no recipe is about it.",
                "Recipes that have some of these words:", *map(in_short, near[:MOST_SEEN])]
    first = called(wish)[:MOST_RECIPES] or near[:1]
    rest = [r for r in near if r not in first][:MOST_SEEN]
    lines = [line for recipe in first for line in (*told(recipe), "")][:-1]
    return [*lines, *(["", "Near to it:"] if rest else []), *map(in_short, rest)]


def _recipes_for(word: str) -> list[str]:
    """What the cookbook has beside the reference: in full where that only leads elsewhere."""
    from tilewright.cookbook import called, found, in_short
    from tilewright.reference.everyday import everyday_of

    same = called(word)
    if everyday_of(word):
        if same:
            return ["", *_recipes(word)]
        near = found(word)[:MOST_SEEN]
        return ["", "Recipes near to it:", *map(in_short, near)] if near else []
    return ["", f"Recipes for '{word}':", *map(in_short, same)] if same else []


def recipe_pages() -> dict[str, str]:
    """The cookbook."""
    from tilewright.cookbook import page

    return {"cookbook.md": page()}


def tile_page(name: str, lang: str | None = None, variants: Sequence[str] = ()) -> str:
    """What a tile of a game can change, in one language or in all of the game."""
    from tilewright.handbook import handbook
    from tilewright.stages import load
    from tilewright.text import need_language

    loaded = load(name, list(variants))
    if loaded.game is None or loaded.layers is None:
        raise ContentError(loaded.problems)
    if lang is not None:
        need_language(loaded.game, lang)
    return handbook(loaded.game, loaded.layers.content, [lang] if lang is not None else [])


def tile_pages() -> dict[str, str]:
    """The page of each shipped game that has tiles."""
    from tilewright.packs.doors import shipped
    from tilewright.playing.game import load

    return {f"tiles/{name}.md": tile_page(name) for name in shipped("content")
            if any(kind.tiles for kind in load(name).model.kinds.values())}


def text_pages() -> dict[str, str]:
    """A page for each shipped game and language with all that it says."""
    from tilewright.packs.doors import shipped
    from tilewright.playing.game import load

    games = [load(name) for name in shipped("content")]
    return {f"texts/{game.id}.{lang}.md": text_page(game, lang)
            for game in games for lang in game.model.texts}


def text_page(game: Game, lang: str) -> str:
    """The rules page; then what a proofreader looks for: moves, questions and all other words."""
    from tilewright.handbook.rules import rules_page
    from tilewright.text import say

    return "\n".join([
        *rules_page(game.model, lang), "", f"## {say(game.model, 'rules.words', lang)}", "",
        "<!-- Made by `tilewright reference --write docs`. -->", *_moves(game, lang),
        *_words(game, lang)]) + "\n"


def _moves(game: Game, lang: str) -> list[str]:
    """One move of each sort, in words."""
    from tilewright.spoken import describe

    program = game.program()
    said = [describe(program, group.base + (index if group.names else group.size // 2), lang)
            for group in program.groups if group.name != "pass"
            for index in range(len(group.names) or 1)]
    return ["", "### move", "", *(f"- {words}" for words in said)]


def _words(game: Game, lang: str) -> list[str]:
    """Questions, steps, ends, lines of the score sheet, and what things are called."""
    texts = game.model.texts[lang]
    lines: list[str] = []
    for start in ("step", "ask", "pass", "end", "score", "kind", "field"):
        found = [f"- `{key}`: {words}" for key, words in texts.items()
                 if (key == start or key.startswith(f"{start}.")) and not key.endswith(".about")]
        lines += ["", f"### {start}", "", *found] if found else []
    return lines


def put(path: Path, text: str) -> None:
    """Write a file and say so."""
    write_file(path, text)
    print(f"wrote {path}")


def write_file(path: Path, text: str | bytes, write: Callable[[Path, Any], None] = write_whole
               ) -> None:
    """Write a file whole; whatever is in the way is told."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, text)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is not possible"
        raise UsageError(f"'{printable(str(path))}' cannot be written: {why}") from error
