"""Recipes as people read them: in a terminal, and all on one page."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from tilewright.cookbook.recipes import recipes

if TYPE_CHECKING:
    from tilewright.cookbook.recipes import Recipe

HEAD = """\
# Cookbook

Made by `tilewright reference --write docs`.

What do you wish for? Look for your word in the list; it leads to a recipe. Each recipe is a whole
small game that works. Here stand the lines of it that matter, and a situation that proves them
([what a situation is](situations.md)).

- `tilewright reference "push your luck"` finds recipes by the words that you would use.
- `tilewright play cookbook/push_your_luck` plays one.
- `tilewright new game my_game --from push_your_luck` begins a game of yours with it.

To put two recipes together, copy the lines of one to the same words in the other: what stands
below `state` to `state`, what stands below `actions` to `actions`.
"""


def told(recipe: Recipe) -> list[str]:
    """A recipe for a terminal."""
    lines = [f"{recipe.title}  (recipe)", f"  {recipe.about}"]
    for file, shown in recipe.lines().items():
        lines += [f"  {file}:", *_indented(shown)]
    return [*lines, "  what proves it:", *_indented(recipe.proof()),
            f"  to change: {recipe.change}",
            f"  to begin with it: {_begin(recipe)}", f"  to try it: {_play(recipe)}"]


def in_short(recipe: Recipe) -> str:
    """A recipe as a line that tells how to see it."""
    return f"  {recipe.title}: tilewright reference {recipe.id}"


def page() -> str:
    """All recipes, with an index by wish."""
    lines = [*HEAD.split("\n"), *_index()]
    for chapter, members in groupby(recipes().values(), key=lambda r: r.chapter):
        lines += [f"## {chapter}", ""]
        for recipe in members:
            lines += _section(recipe)
    return "\n".join(lines).rstrip("\n") + "\n"


def _index() -> list[str]:
    """Each word with its recipes, by the alphabet."""
    leads: dict[str, list[str]] = {}
    for recipe in recipes().values():
        for word in recipe.words:
            leads.setdefault(word, []).append(f"[{recipe.title}](#{_anchor(recipe)})")
    rows = [f"| {word} | {'; '.join(leads[word])} |" for word in sorted(leads, key=str.casefold)]
    return ["## By wish", "", "| you say | recipe |", "| --- | --- |", *rows, ""]


def _section(recipe: Recipe) -> list[str]:
    lines = [f"### {recipe.title}", "", recipe.about, ""]
    for file, shown in recipe.lines().items():
        lines += [f"In `{file}`:", "", *_fenced(shown)]
    return [*lines, "What proves it:", "", *_fenced(recipe.proof()),
            f"To change: {recipe.change}", "",
            f"To begin with it: `{_begin(recipe)}`", "",
            f"[All of its files](../content/cookbook/{recipe.id})", ""]


def _begin(recipe: Recipe) -> str:
    what, name = ("variant", "my_variant") if recipe.variant_of else ("game", "my_game")
    return f"tilewright new {what} {name} --from {recipe.id}"


def _play(recipe: Recipe) -> str:
    here = f"cookbook/{recipe.id}"
    return f"tilewright play {recipe.variant_of} --with {here}" if recipe.variant_of else (
        f"tilewright play {here}")


def _anchor(recipe: Recipe) -> str:
    """Where its section is, as GitHub names it."""
    return re.sub(r"[^\w\- ]", "", recipe.title.lower()).replace(" ", "-")


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}".rstrip() for line in lines]


def _fenced(lines: list[str]) -> list[str]:
    return ["```yaml", *lines, "```", ""]
