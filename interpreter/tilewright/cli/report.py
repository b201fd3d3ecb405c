"""Problems for people, for tools and for GitHub."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from tilewright.model import FALLBACK
from tilewright.problems import Place, Problem
from tilewright.reading.excerpt import excerpt
from tilewright.text import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.playing.game import Game

FORMATS = ("text", "json", "github")
# Stands in place of a code where something is said of all problems together.
NOTE = "note"


def print_problems(problems: list[Problem], form: str, notes: Iterable[str] = ()) -> None:
    """Problems, and below them what is to be said of all of them together."""
    last = problems[-1].place if problems else Place("")
    below = [Problem(NOTE, Place(last.file), note) for note in notes]
    if form == "json":
        print(json.dumps([_as_data(p) for p in (*problems, *below)], ensure_ascii=False, indent=1))
    elif form == "github":
        for p in problems:
            print(f"::error file={_property(p.place.file)},line={p.place.line},"
                  f"col={p.place.col},title={p.code}::{_escaped(p.sentence)}")
        for p in below:
            print(f"::notice file={_property(p.place.file)}::{_escaped(p.message)}")
    else:
        for p in problems:
            print(f"{p.place}: {p.code}: {p.sentence}")
            for line in excerpt(p.place):
                print(line)
        for p in below:
            print(p.message)


def note_texts(game: Game, lang: str = FALLBACK) -> None:
    """Say in a line each what is wrong with the texts of a game that is played all the same, and
    how much of it nothing uses."""
    for key, found in (("cli.text_problems", game.text_problems),
                       ("cli.unused", game.unused_problems)):
        if found:
            print(f"tilewright: {say(game.model, key, lang, {'n': len(found)})}", file=sys.stderr)


def _as_data(p: Problem) -> dict[str, object]:
    return {"code": p.code, "file": p.place.file, "line": p.place.line, "col": p.place.col,
            "message": p.message, "hint": p.hint}


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A value before the '::', where ':' and ',' have a meaning."""
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
