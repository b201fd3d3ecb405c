"""Recipes as people read them: in a terminal, and all on one page."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from tilewright.cookbook.recipes import recipes
from tilewright.cookbook.wishes import stems
from tilewright.text import plain

if TYPE_CHECKING:
    from tilewright.cookbook.recipes import Recipe

HEAD = """\
# Cookbook

Made by `tilewright reference --write docs`.

What do you wish for? Look for your word below; it leads to a recipe. Each recipe is a whole
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
            f"  to change: {_without_links(recipe.change)}",
            f"  to begin with it: {_begin(recipe)}", f"  to try it: {_play(recipe)}"]


def in_short(recipe: Recipe) -> str:
    """A recipe as a line that tells how to see it."""
    return f"  {recipe.title}: tilewright reference {recipe.id}"


def page() -> str:
    """All recipes, with an index by wish."""
    lines = [*HEAD.split("\n"), *_by_word(), "## All recipes", ""]
    chapters = [(name, list(members))
                for name, members in groupby(recipes().values(), key=lambda r: r.chapter)]
    for name, members in chapters:
        lines += [f"- {name}", *(f"  - {_link(recipe.title, recipe)}" for recipe in members)]
    for name, members in chapters:
        lines += ["", f"## {name}", "", *(line for recipe in members for line in _section(recipe))]
        lines.pop()
    return "\n".join(lines) + "\n"


def _by_word() -> list[str]:
    """The words by the alphabet, each letter a paragraph, and each word leads to its recipes."""
    leads: dict[str, list[Recipe]] = {}
    for recipe in recipes().values():
        # Of words that are looked up as one, such as a plural, the first is told.
        told = {stems(word): word for word in reversed(recipe.words)}
        for word in told.values():
            leads.setdefault(word, []).append(recipe)
    lines = ["## By wish", ""]
    for letter, words in groupby(sorted(leads, key=str.casefold), key=lambda w: w[0].upper()):
        lines += [f"**{letter}** {' · '.join(_word(w, leads[w]) for w in words)}", ""]
    return lines


def _word(word: str, found: list[Recipe]) -> str:
    if len(found) == 1:
        return _link(word, found[0])
    return f"{word} ({', '.join(_link(plain(r.id), r) for r in found)})"


def _link(said: str, recipe: Recipe) -> str:
    """A link to the section of a recipe, as GitHub names it."""
    anchor = re.sub(r"[^\w\- ]", "", recipe.title.lower()).replace(" ", "-")
    return f"[{said}](#{anchor})"


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


def _without_links(text: str) -> str:
    """What a terminal cannot follow, as words; links lead to pages beside the cookbook."""
    named = re.sub(r"\[([^\]]+)\]\(([^)#]+)[^)]*\)", r"\1 (docs/\2)", text)
    return re.sub(r"\[([^\]]+)\]\(#[^)]*\)", r"\1", named)


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}".rstrip() for line in lines]


def _fenced(lines: list[str]) -> list[str]:
    return ["```yaml", *lines, "```", ""]
