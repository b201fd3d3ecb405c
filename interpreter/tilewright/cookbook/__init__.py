"""The cookbook: small whole games by the words in which people wish for them.

A recipe is a pack in `content/cookbook/`. The file `index.yaml` there says what people call it and
which lines of its files are the recipe proper.
"""

from __future__ import annotations

from tilewright.cookbook.pages import in_short, page, told
from tilewright.cookbook.recipes import Recipe, recipes
from tilewright.cookbook.wishes import called, found, is_known

__all__ = ["Recipe", "called", "found", "in_short", "is_known", "page", "recipes", "told"]
