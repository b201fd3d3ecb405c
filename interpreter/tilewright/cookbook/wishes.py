"""The recipe that somebody means, by the words they use for it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tilewright.cookbook.recipes import recipes

if TYPE_CHECKING:
    from tilewright.cookbook.recipes import Recipe

# How near a recipe comes to a wish: just so, as a part of a name, with a name as a part, by its
# title and sentence, or only with some words. Then words that are too many or too few count, and
# those that stand anywhere in it.
JUST, WITHIN, AROUND, TOLD, PARTLY = range(5)
Near = tuple[int, int, int]
# What people say around a wish.
FILLING = frozenset((
    "a", "an", "and", "any", "are", "as", "at", "be", "by", "can", "could", "do", "does",
    "each", "every", "for", "from", "game", "games", "have", "how", "i", "if", "in", "is", "it",
    "its", "like", "make", "me", "my", "of", "on", "one", "or", "other", "our", "own", "player",
    "players", "should", "so", "some", "somebody", "something", "than", "that", "the", "their",
    "them", "then", "there", "they", "this", "to", "want", "we", "when", "which", "while",
    "who", "whoever", "will", "wish", "with", "you", "your"))
SAME = {"dice": "die", "chosen": "choose", "choice": "choose", "hidden": "hide", "bought": "buy",
        "drawn": "draw", "thrown": "throw", "sold": "sell", "stolen": "steal", "hexes": "hexagon",
        "hex": "hexagon"}
LONG = 3


def found(words: str) -> list[Recipe]:
    """The recipes for a wish, the nearest first; order, case and plurals do not matter."""
    wish = stems(words)
    near = [(how, _otherwise(words, recipe), recipe) for recipe in recipes().values()
            if (how := _near(wish, recipe)) is not None]
    near.sort(key=lambda found: found[:2])
    sure = [recipe for (sort, *_), _, recipe in near if sort < PARTLY]
    return sure or [recipe for *_, recipe in near]


def is_known(words: str) -> bool:
    """Whether any recipe is about a wish; others only have some words in common with it."""
    wish = stems(words)
    nears = (_near(wish, recipe) for recipe in recipes().values())
    return any(near is not None and near[0] < PARTLY for near in nears)


def called(words: str) -> list[Recipe]:
    """The recipes that are called just so, first those with the very words."""
    wish = stems(words)
    same = [r for r in recipes().values() if any(stems(w) == wish for w in (r.id, *r.words))]
    return sorted(same, key=lambda recipe: _otherwise(words, recipe))


def _otherwise(words: str, recipe: Recipe) -> bool:
    """Whether a recipe is called so only by the sense: 'first player' says no more than 'first'."""
    return " ".join(words.casefold().split()) not in recipe.words


def _near(wish: frozenset[str], recipe: Recipe) -> Near | None:
    """How near a recipe comes to a wish; nothing if it is about something else."""
    names = [stems(w) for w in (recipe.id, *recipe.words)]
    told = stems(recipe.title) | stems(recipe.about)
    beside = -len(wish & told.union(*names))
    if not wish:
        return None
    if wish in names:
        return JUST, 0, beside
    if more := [len(name - wish) for name in names if wish < name]:
        return WITHIN, min(more), beside
    if more := [len(wish - name) for name in names if name < wish]:
        return AROUND, min(more), beside
    if wish <= told:
        return TOLD, 0, beside
    return (PARTLY, 0, beside) if -2 * beside >= len(wish) else None


@lru_cache(maxsize=2_000)
def stems(words: str) -> frozenset[str]:
    """The words of a wish without their endings, and without those that say nothing."""
    said = re.findall(r"[^\W_]+", words.casefold())
    telling = [w for w in said if w not in FILLING] or said
    return frozenset(_stem(SAME.get(w, w)) for w in telling)


def _stem(word: str) -> str:
    """The same for `trade`, `trades`, `traded` and `trading`; it need not be a word."""
    if len(word) > LONG and not word.endswith(("ss", "us", "is")):
        word = f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
    for ending in ("ing", "ed"):
        if len(word) > LONG + len(ending) and word.endswith(ending):
            word = word.removesuffix(ending)
            doubled = word[-1] == word[-2] and word[-1] not in "ls"
            return word[:-1] if doubled else word
    return word.removesuffix("e") if len(word) > LONG else word
