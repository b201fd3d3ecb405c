"""What kind of problem a code stands for, as its entry in `codes` declares it."""

from __future__ import annotations

from functools import cache
from importlib import resources

# `texts`: of words alone, the game can be played; `looks`: the same with pictures. `form`: of how a
# file is written, with the same meaning here. `draft`: of what is not finished. `names`: something
# is not there, so it may only follow from what could not be read.
ABOUT = "about: "


@cache
def about(code: str) -> str:
    """What a code is about: 'texts', 'looks', 'form', 'draft', 'names', or nothing of these."""
    lines = (resources.files("tilewright") / "codes" / f"{code}.yaml").read_text(encoding="utf-8")
    return next((line.removeprefix(ABOUT).strip() for line in lines.splitlines()
                 if line.startswith(ABOUT)), "")


def stops(code: str) -> bool:
    """Whether a game with such a problem cannot be played."""
    return about(code) not in ("texts", "looks", "form", "draft")
