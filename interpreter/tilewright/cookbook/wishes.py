"""The recipe that somebody means, by the words they use for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.cookbook.recipes import recipes

if TYPE_CHECKING:
    from tilewright.cookbook.recipes import Recipe

# How near a recipe comes to a wish: just so, as a part of a name, with a name as a part, by its
# title and sentence, or only with some words. Nearness beyond that is a number of words.
JUST, WITHIN, AROUND, TOLD, PARTLY = range(5)
Near = tuple[int, int]
# What people say around a wish.
FILLING = frozenset((
    "a", "an", "and", "any", "are", "as", "at", "be", "by", "can", "could", "do", "does",
    "each", "every", "for", "from", "game", "games", "have", "how", "i", "if", "in", "is", "it",
    "its", "like", "make", "me", "my", "of", "on", "one", "or", "other", "our", "own", "player",
    "players", "should", "so", "some", "somebody", "something", "than", "that", "the", "their",
    "them", "then", "there", "they", "this", "to", "want", "we", "when", "which", "while",
    "who", "whoever", "will", "wish", "with", "you", "your"))
SAME = {"dice": "die", "chosen": "choose", "choice": "choose", "choosing": "choose",
        "hidden": "hide", "hiding": "hide", "bought": "buy", "buying": "buy", "drawn": "draw",
        "drawing": "draw", "rolled": "roll", "rolling": "roll", "thrown": "throw"}
LONG = 3


def found(words: str) -> list[Recipe]:
    """The recipes for a wish, the nearest first; order, case and plurals do not matter."""
    wish = stems(words)
    near = [(how, recipe) for recipe in recipes().values()
            if (how := _near(wish, recipe)) is not None]
    near.sort(key=lambda pair: pair[0])
    sure = [recipe for (sort, _), recipe in near if sort < PARTLY]
    return sure or [recipe for _, recipe in near]


def called(words: str) -> list[Recipe]:
    """The recipes that are called just so."""
    wish = stems(words)
    return [r for r in recipes().values() if any(stems(w) == wish for w in (r.id, *r.words))]


def _near(wish: frozenset[str], recipe: Recipe) -> Near | None:
    """How near a recipe comes to a wish; nothing if it is about something else."""
    names = [stems(w) for w in (recipe.id, *recipe.words)]
    if not wish:
        return None
    if wish in names:
        return JUST, 0
    if more := [len(name - wish) for name in names if wish < name]:
        return WITHIN, min(more)
    if more := [len(wish - name) for name in names if name < wish]:
        return AROUND, min(more)
    if wish <= stems(recipe.title) | stems(recipe.about):
        return TOLD, 0
    shared = max(len(wish & name) for name in names)
    return (PARTLY, -shared) if 2 * shared >= len(wish) else None


def stems(words: str) -> frozenset[str]:
    """The words of a wish without their endings, and without those that say nothing."""
    said = re.findall(r"[^\W_]+", words.casefold())
    telling = [w for w in said if w not in FILLING] or said
    return frozenset(SAME.get(w, _singular(w)) for w in telling)


def _singular(word: str) -> str:
    if len(word) <= LONG or word.endswith(("ss", "us", "is")):
        return word
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
