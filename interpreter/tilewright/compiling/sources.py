"""What hidden things were chosen from: lists that can be worked out where a game stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.compiling.plan import Source, function
from tilewright.compiling.provenance import CHANCE, CHOICE, OPEN, free_variables, replaced
from tilewright.language.operations import Domain, Expr, Gather, Own, Reading
from tilewright.language.tree import Var
from tilewright.language.types import many, one

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.build import Build
    from tilewright.compiling.provenance import Entry, FieldKey


def sources_of(build: Build, key: FieldKey) -> list[Source]:
    """The lists from which something in a hidden field can be."""
    field = build.game.fields[key]
    entries = build.provenance.thrown(key) if field.zone else build.provenance.entries.get(key, ())
    found = [_source(build, key, entry) for entry in entries]
    if field.zone:
        whole = Domain(many(one(field.type.kind)), field.place, field.type.kind)
        return [s or Source(_word(build, whole, None), ()) for s in found]
    # Without a list for one of the ways a value can be anything.
    return [s for s in found if s is not None] if None not in found else []


def _source(build: Build, key: FieldKey, entry: Entry) -> Source | None:
    source, how = entry.origin.source, entry.origin.how
    if source is None or how not in (CHANCE, CHOICE, OPEN):
        return None
    if how != OPEN:
        source = _loosened(build, source)
    if any(v.slot is None for v in free_variables(source) - {entry.owner}):
        return None
    is_fixed = not free_variables(source) and _reads(build, source) <= {""}
    reads_zone = f"{key[0]}.{key[1]}" in _reads(build, source) and build.game.fields[key].zone
    return Source(_word(build, source, entry.owner), () if is_fixed else None, reads_zone)


def _word(build: Build, source: Expr, owner: Var | None) -> str:
    """A function of the position and of whose it is."""
    whose = Var("owner", owner.type) if owner is not None else Var("owner", source.type)
    value = source if owner is None else replaced(source, owner, whose)
    return function(build, "thrown", value, whose)


def _loosened(build: Build, source: Expr) -> Expr:
    """A list without the tests that depend on open things, which may have been others then."""
    if not isinstance(source, Gather) or not source.is_filter:
        return source
    inner = _loosened(build, source.source)
    if source.test is None or not _is_lasting(build, source.test):
        return inner
    return replace(source, source=inner)


def _is_lasting(build: Build, test: Expr) -> bool:
    """Whether a test only reads what never changes, and hidden fields."""
    return "open" not in _reads(build, test)


def _reads(build: Build, value: Expr) -> set[str]:
    """The hidden fields that an expression reads, `open` for open ones, and nothing else."""
    return {"", *(_read(part) for part in _followed(build, value, set()))}


def _read(part: Expr) -> str:
    if isinstance(part, Reading):
        return part.field.title if part.field.secret else "open"
    return "" if part.FIXED or isinstance(part, Own) else "open"


def _followed(build: Build, value: Expr, seen: set[str]) -> Iterator[Expr]:
    """All of an expression, and of each function that it leads to, once: many may ask for one."""
    for part in value.walk():
        yield part
        if isinstance(part, Own) and part.name not in seen:
            seen.add(part.name)
            yield from _followed(build, build.game.functions[part.name].body, seen)
