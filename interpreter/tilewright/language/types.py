"""The types of the expression language: small, exact, without conversions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.middle import base

if TYPE_CHECKING:
    from collections.abc import Container

NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
NAME_HINT = "use a small letter, then small letters, digits and _"


@dataclass(frozen=True, slots=True)
class Type:
    """`int`, `bool`, one of a kind, a list of something, or numbers per element of a kind."""

    tag: str
    kind: str = ""
    item: Type | None = None
    optional: bool = False

    def __str__(self) -> str:
        if self.tag == "kind":
            return self.kind + ("?" if self.optional else "")
        if self.tag == "list":
            return f"[{self.item}]"
        if self.tag == "map":
            return f"{self.item} per {self.kind}"
        return self.tag + ("?" if self.optional else "")

    @property
    def plain(self) -> Type:
        """The same type without 'or none'."""
        return Type(self.tag, self.kind, self.item) if self.optional else self

    def or_none(self) -> Type:
        return Type(self.tag, self.kind, self.item, optional=True)

    @property
    def must_be_said(self) -> bool:
        """Whether there is nothing that an attribute could be where nobody says it."""
        if self.tag == "map" and self.item is not None:
            return self.item.tag == "kind" and not self.item.optional
        return self.tag not in ("list", "bool") and not self.optional

    @property
    def words(self) -> str:
        """The type as a phrase in a message."""
        if self.tag == "int":
            phrase = "a number"
        elif self.tag == "bool":
            phrase = "true or false"
        elif self.tag == "kind":
            phrase = f"{'an' if self.kind[:1] in 'aeio' else 'a'} {self.kind}"
        elif self.tag == "list":
            phrase = f"a list of {self.item}" if self.item else "an empty list"
        elif self.tag == "map":
            phrase = f"{self.item} per {self.kind}"
        elif self.tag in ("none", "relation"):
            return {"none": "none", "relation": "a relation"}[self.tag]
        else:
            phrase = "something unknown"
        return f"{phrase} or none" if self.optional else phrase


INT = Type("int")
BOOL = Type("bool")
NONE = Type("none")
UNKNOWN = Type("unknown")
RELATION = Type("relation")
PLAYER = Type("kind", "player")
EMPTY_LIST = Type("list")


def one(kind: str) -> Type:
    return Type("kind", kind)


def many(item: Type) -> Type:
    return Type("list", item=item)


def per(kind: str, item: Type) -> Type:
    return Type("map", kind, item)


def fits(value: Type, wanted: Type) -> bool:
    """Whether a value of the first type can stand where the second is wanted."""
    if UNKNOWN in (value, wanted):
        return True
    if value == NONE:
        return wanted.optional
    if value.optional and not wanted.optional:
        return False
    if value.tag != wanted.tag or value.kind != wanted.kind:
        return False
    if value.tag == "list":
        return value.item is None or wanted.item is None or fits(value.item, wanted.item)
    if value.tag == "map":
        return value.item == wanted.item
    return True


def parse_type(word: str, kinds: Container[str]) -> Type | None:
    """The type that a word like `int`, `card`, `card?` or `[card]` means."""
    word = word.strip()
    if word.startswith("[") and word.endswith("]"):
        item = parse_type(word[1:-1], kinds)
        return many(item) if item and item.tag in ("int", "bool", "kind") else None
    optional = word.endswith("?")
    base = word[:-1] if optional else word
    if base in ("int", "bool"):
        found = INT if base == "int" else BOOL
        return found.or_none() if optional and base == "int" else (None if optional else found)
    if base in kinds:
        return Type("kind", base, optional=optional)
    return None


def kind_of(type_: Type) -> str:
    """What values of a type are in the middle language."""
    if type_.tag == "list":
        return base.LISTS if type_.item is not None and type_.item.tag == "list" else base.LIST
    return {"map": base.LIST, "bool": base.BOOL}.get(type_.tag, base.INT)
