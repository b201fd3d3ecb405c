"""The sections that a word or a path means, and an example of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.reference.as_yaml import on_one_line
from tilewright.reference.sections import Section, files, sections

if TYPE_CHECKING:
    from collections.abc import Iterator

# So much beside a key is shown with it.
BESIDE = 100


def sections_of(word: str) -> tuple[list[Section], list[Section]]:
    """What a path leads to, and all keys at the end of whose path it stands."""
    steps = tuple(word.split("."))
    if any(step.isupper() for step in steps) and (said := _as_told(steps)):
        return said, []
    found = [(fit, s) for s in sections() if (fit := fits(s.steps, steps)) is not None]
    best = max((fit for fit, _ in found), default=None)
    whole = [s for fit, s in found if fit == best]
    ends = [s for s in sections() if s not in whole and not s.steps[-1].isupper() and any(
        fits(s.steps[i:], steps) for i, step in enumerate(s.steps) if i and not step.isupper())]
    return whole, ends


def _as_told(steps: tuple[str, ...]) -> list[Section]:
    """The sections whose path ends just so, with names in capitals as the pages have them."""
    whole = [s for s in sections() if s.steps == steps]
    return whole or [s for s in sections() if s.steps[-len(steps):] == steps]


def fits(path: tuple[str, ...], steps: tuple[str, ...]) -> tuple[int, int] | None:
    """How well steps lead to the end of a path: more words that are just so, fewer left out.

    Where a name is chosen, any word will do, or none.
    """
    if not path:
        return None if steps else (0, 0)
    if not path[0].isupper():
        rest = fits(path[1:], steps[1:]) if steps[:1] == path[:1] else None
        return None if rest is None else (rest[0] + 1, rest[1])
    named = fits(path[1:], steps[1:]) if steps else None
    left = fits(path[1:], steps)
    ways = [way for way in (named, left and (left[0], left[1] - 1)) if way is not None]
    return max(ways, default=None)


def names() -> set[str]:
    """All that can be asked for: keys, and paths without names that somebody chooses."""
    found = {s.steps[-1] for s in sections() if not s.steps[-1].isupper()}
    return found | {".".join(w for w in s.steps if not w.isupper()) for s in sections()}


# -- examples -----------------------------------------------------------------------------------


def example_of(section: Section) -> Any:
    """The part of an example in which a key stands; nothing if there is none."""
    home = next(f for f in files().values() if section in f.all())
    steps = section.path[len(home.path):]
    if not steps:
        return next(_wholes(home)) or None
    for whole in _wholes(home):
        found = _cut(whole, steps)
        if found is not None:
            return found
    return None


def _wholes(home: Section) -> Iterator[dict[str, Any]]:
    """A whole file made of the examples of its keys, then what other examples there are."""
    own: dict[str, Any] = home.examples[0] if home.examples else {}
    yield {key.path[-1]: key.examples[0] for key in home.keys if key.examples} | own
    for key in home.keys:
        yield from ({key.path[-1]: example} for example in key.examples[1:])


def _cut(data: Any, steps: tuple[str, ...]) -> Any:
    """Of some data only what leads to a key; what stands beside it, if it is little."""
    if isinstance(data, list):
        return next(([cut] for item in data if (cut := _cut(item, steps)) is not None), None)
    if not isinstance(data, dict):
        return None
    for key in [k for k in data if _is_meant(steps[0], k)]:
        if len(steps) == 1:
            return data if len(on_one_line(data)) <= BESIDE else {key: data[key]}
        cut = _cut(data[key], steps[1:])
        if cut is not None:
            return {key: cut}
    return None


def _is_meant(step: str, key: str) -> bool:
    """Whether a key is what a step of a path stands for; a key of texts has several words."""
    words, said = step.split("."), key.split(".")
    if len(words) == 1:
        return step.isupper() or step == key
    return len(words) == len(said) and words[0] == said[0] and all(
        word.isupper() or word == other for word, other in zip(words, said, strict=True))
