"""`tilewright reference` and `tilewright schema`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tilewright.problems import UsageError

if TYPE_CHECKING:
    from pathlib import Path

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
    """A page for each shipped game and language with all that its tiles, actions and places say."""
    from tilewright.cli.show import whole_text
    from tilewright.loading.packs import shipped
    from tilewright.playing.game import load

    pages = {}
    for name in shipped("content"):
        game = load(name).model
        for lang in game.texts:
            lines = whole_text(game, lang)
            head = [f"# {lines[0]}", "", "Made by `tilewright reference --write docs`.", ""]
            told = [f"- {line.strip()}" if line.startswith("  ") else f"## {line}" if line else ""
                    for line in lines[2:]]
            pages[f"texts/{name}.{lang}.md"] = "\n".join([*head, lines[1], *told]) + "\n"
    return pages


def put(path: Path, text: str) -> None:
    """Write a file and say so."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"'{path}' cannot be written: {error.strerror}") from error
    print(f"wrote {path}")
