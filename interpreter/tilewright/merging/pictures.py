"""The pictures of all packs, of which the last one of a name counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.packs.order import Order, id_of
from tilewright.problems import Place

if TYPE_CHECKING:
    from tilewright.packs.art import Picture
    from tilewright.problems import Problems


def pictures(order: Order, problems: Problems) -> dict[str, Picture]:
    """The pictures of a game by name, those of its variants before its own."""
    found: dict[str, Picture] = {}
    drawn_by: dict[str, str] = {}
    for pack in order.packs:
        own = id_of(pack)
        for name, picture in pack.art.items():
            other = drawn_by.get(name, own)
            if other != own and other not in order.before[own]:
                problems.add("art-twice", Place(picture.file),
                             f"'{name}' has another picture in the pack '{other}' "
                             f"({found[name].file}), and nothing says which comes last",
                             f"write 'after: [{other}]' in the manifest of '{own}'")
            found[name], drawn_by[name] = picture, own
    return found
