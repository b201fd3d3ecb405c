"""`tilewright reference` and `tilewright schema`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tilewright.problems import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.playing.game import Game

SCHEMA = "effect.schema.json"


def schema_text() -> str:
    from tilewright.language.shapes import effect_schema

    return json.dumps(effect_schema(), indent=1, ensure_ascii=False) + "\n"


def print_schema(*, write: bool) -> None:
    """Print the schema of effects, or write it where the other schemas are."""
    from tilewright.loading.paths import data_folder

    if not write:
        print(schema_text(), end="")
        return
    put(data_folder("schema") / SCHEMA, schema_text())


def print_reference(word: str | None, folder: Path | None) -> None:
    """Print a word or all words; with a folder write the pages into it."""
    from tilewright import reference

    if word is not None:
        print("\n".join(reference.explain(word)))
    elif folder is None:
        print("\n".join(reference.summary()))
    if folder is not None:
        for name, text in {**reference.pages(), **text_pages()}.items():
            put(folder / name, text)


def text_pages() -> dict[str, str]:
    """A page for each shipped game and language with all that it says."""
    from tilewright.loading.packs import shipped
    from tilewright.playing.game import load

    games = [load(name) for name in shipped("content")]
    return {f"texts/{game.id}.{lang}.md": text_page(game, lang)
            for game in games for lang in game.model.texts}


def text_page(game: Game, lang: str) -> str:
    """What tiles, actions and places say; then moves, questions and all other words."""
    from tilewright.cli.show import whole_text

    lines = whole_text(game.model, lang)
    head = [f"# {lines[0]}", "", "Made by `tilewright reference --write docs`.", ""]
    told = [f"- {line.strip()}" if line.startswith("  ") else f"## {line}" if line else ""
            for line in lines[2:]]
    return "\n".join([*head, *lines[1:2], *told, *_moves(game, lang), *_words(game, lang)]) + "\n"


def _moves(game: Game, lang: str) -> list[str]:
    """One move of each sort, in words."""
    from tilewright.text import describe

    program = game.program()
    said = [describe(program, group.base + (index if group.names else group.size // 2), lang)
            for group in program.groups if group.name != "pass"
            for index in range(len(group.names) or 1)]
    return ["", "## Moves", *(f"- {words}" for words in said)]


def _words(game: Game, lang: str) -> list[str]:
    """Questions, steps, ends, lines of the score sheet, and what things are called."""
    texts = game.model.texts[lang]
    lines: list[str] = []
    for start in ("step", "ask", "pass", "end", "score", "kind", "field"):
        found = [f"- `{key}`: {words}" for key, words in texts.items()
                 if key == start or key.startswith(f"{start}.")]
        lines += ["", f"## {start}", *found] if found else []
    return lines


def put(path: Path, text: str) -> None:
    """Write a file and say so."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"'{path}' cannot be written: {error.strerror}") from error
    print(f"wrote {path}")
