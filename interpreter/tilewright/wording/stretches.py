"""The plain words of a template, each stretch with the place where it begins."""

from __future__ import annotations

import re
from functools import lru_cache

HOLE = re.compile(r"\{\s*[a-z][a-z0-9_]*\s*(:\s*[a-z][a-z0-9_]*\s*)?\}")
CASES = re.compile(r"\{\s*[a-z][a-z0-9_]*\s*,\s*(plural|select)\s*,")
CASE = re.compile(r"\s*=?[a-z0-9_]+\s*\{")


@lru_cache(maxsize=10_000)
def blanked(template: str) -> str:
    """A template in which all that is no plain word is spaces, so that places stay as they are."""
    made, at, inside = [" "] * len(template), 0, [False]
    while at < len(template):
        found = _syntax(template, at, inside)
        if not found:
            made[at] = template[at]
        at += found or 1
    return "".join(made)


def _syntax(template: str, at: int, inside: list[bool]) -> int:
    """How long the piece of syntax is that begins here; `inside` tells for each open brace whether
    it holds cases rather than words."""
    sign, of_cases = template[at], inside[-1]
    if sign == "}":
        if len(inside) > 1:
            inside.pop()
        return 1
    if of_cases:
        case = CASE.match(template, at)
        if case is not None:
            inside.append(False)
        return case.end() - at if case is not None else 1
    hole, cases = HOLE.match(template, at), CASES.match(template, at)
    if cases is not None:
        inside.append(True)
    match = hole or cases
    return match.end() - at if match is not None else int(sign in "{#")
