"""A pack that is given by its folder, or by where it lies among what is shipped."""

from __future__ import annotations

import re
from pathlib import Path

from tilewright.reading.paths import data_folder

MANIFEST = {"content": "pack.yaml", "variants": "variant.yaml"}
ID = re.compile(r"[a-z][a-z0-9_]*\Z")
LONGEST_ID = 60
COOKBOOK = "cookbook"


def given_folder(name: str, kind: str) -> Path | None:
    """The folder that a name leads to; nothing if it can only be an id."""
    manifest, path = MANIFEST[kind], Path(name)
    try:
        if path.name == manifest and path.is_file():
            return path.parent
        if name and (path / manifest).is_file():
            return path
        if is_recipe(name, kind):
            return data_folder("content") / path
    except (OSError, ValueError):
        return None
    return None


def is_recipe(name: str, kind: str) -> bool:
    """Recipes are in no list of games; they are called as they lie among what is shipped."""
    shelf, _, inner = name.partition("/")
    return shelf == COOKBOOK and can_be_id(inner) and (
        data_folder("content") / name / MANIFEST[kind]).is_file()


def is_folder(name: str) -> bool:
    try:
        return bool(name) and Path(name).is_dir()
    except (OSError, ValueError):
        return False


def can_be_id(name: str) -> bool:
    return len(name) <= LONGEST_ID and ID.match(name) is not None
