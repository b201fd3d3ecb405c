"""The rules page of a game: all that somebody needs who wants to play, laid out by its data."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.handbook.rules_course import Course
from tilewright.handbook.rules_score import ends, points
from tilewright.handbook.rules_things import beginning, elements, settings, tables, things, tiles
from tilewright.handbook.rules_words import Words
from tilewright.text import quoted, title
from tilewright.wording.sentences import sentence

if TYPE_CHECKING:
    from tilewright.model import Game

# What is markup in Markdown or HTML, the marks that stand for it while words are put together, and
# what is written in the end.
SPECIAL = "\\`*_[]|#<&"
MARKS = {ord(sign): 0xE000 + at for at, sign in enumerate(SPECIAL)}
WRITTEN = {MARKS[ord(sign)]: {"<": "&lt;", "&": "&amp;"}.get(sign, f"\\{sign}")
           for sign in SPECIAL}


def rules_page(game: Game, lang: str) -> list[str]:
    """The page in Markdown, line by line."""
    words = Words(_marked(game), lang)
    course = Course(words)
    lines = [
        f"# {title(words.game, lang)}", "", *_first(words),
        *things(words), *course.setup(beginning(words)), *course.rounds(), *elements(words),
        *tables(words), *ends(words), *points(words), *tiles(words), *settings(words)]
    return _ended([line.translate(WRITTEN) for line in lines])


def _marked(game: Game) -> Game:
    """The same game with marks in its texts for all that would be markup on the page."""
    return replace(game, texts={lang: {key: _without_markup(said) for key, said in texts.items()}
                                for lang, texts in game.texts.items()})


def _without_markup(said: str) -> str:
    """A text with marks; what is inside of a hole is no text, but what its cases say is."""
    depth, made = 0, []
    for letter in said:
        depth += (letter == "{") - (letter == "}")
        # Inside of a case, this is where its number is told.
        is_text = depth % 2 == 0 and (letter != "#" or depth == 0)
        made.append(letter.translate(MARKS) if is_text else letter)
    return "".join(made)


def _first(words: Words) -> list[str]:
    """What the game is about, for how many, and with which variants."""
    game = words.game
    told = sentence(words.name("game.about")) if words.has("game.about") else ""
    many = words.own("players_fixed", n=game.least) if game.least == game.most else words.own(
        "players", least=game.least, most=game.most)
    # A variant may have given the game its own name.
    variants = [called for called in (words.name(f"variant.{name}") for name in game.variants)
                if called != title(game, words.lang)]
    with_ = [words.own("variants", n=len(variants), what=words.listed(
        [quoted(game, called, words.lang) for called in variants]))] if variants else []
    changed = [words.about(f"variant.{name}") for name in game.variants]
    return [line for said in (told, many, *with_, *changed) if said for line in (said, "")]


def _ended(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines.pop()
    return lines
