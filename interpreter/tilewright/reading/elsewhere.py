"""Names that other files of the same packs declare, for hints about words that mean nothing here.

They are only looked for where such a word stands.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.problems import Problems
from tilewright.reading.files import read_text
from tilewright.reading.source import Map, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

# Data of other files, made when it is asked for.
_others: ContextVar[tuple[Callable[[], Iterable[Any]], ...]] = ContextVar("others", default=())


@contextmanager
def with_others(find: Callable[[], Iterable[Any]]) -> Iterator[None]:
    """Inside, names are looked for in more data."""
    token = _others.set((*_others.get(), find))
    try:
        yield
    finally:
        _others.reset(token)


def declares(data: Any, *path: str) -> Callable[[str], bool]:
    """Whether a name stands in a section of a file, or of any other that is known."""
    def known(name: str) -> bool:
        return name in _at(data, path) or any(
            name in _at(other, path) for find in _others.get() for other in find())

    return known


def _at(data: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        data = data.get(key) if isinstance(data, Map) else None
    return data if isinstance(data, Map) else ()


def rules_in(paths: Iterable[tuple[Path, str]]) -> Iterator[Any]:
    """What stands in some files, as far as they can be read; what is wrong there is told anyway."""
    values = 0
    for path, shown in paths:
        text = read_text(path, shown, Problems())
        if text is not None and values <= limits.PACK_NODES:
            source = parse(text, shown, Problems())
            values += source.values
            yield source.data
