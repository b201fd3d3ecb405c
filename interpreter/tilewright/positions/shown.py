"""What is shown to players, and by which signs, as the `show` section says."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from tilewright.language.names import ROUND
from tilewright.language.operations import variable_of
from tilewright.model import GAME, PLAYER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tilewright.model import Attribute, Field, Function, Game
    from tilewright.positions.reader import Reader

    Site = tuple[str, int]

# The sign of nothing, and how long others are where these tell elements apart.
EMPTY, LENGTHS = "·", (1, 2, 3)
# Relations that link more than this to each site would hide the board.
MOST_LINKS = 5


def fields_told(game: Game, owner: str, listed: str) -> list[Field]:
    """What is told of the game or of a player: what a list of `show` names, else all."""
    chosen = game.show.get(listed)
    if chosen is not None:
        return [game.fields[owner, name] for name in chosen]
    return [f for (who, _), f in game.fields.items() if who == owner]


def shows_round(game: Game) -> bool:
    """Whether the number of the round says something: where there are rounds of turns, and it
    stands with other facts or ends the game."""
    if game.flow is None or game.flow.each is None:
        return False
    ends = [*(e.test for e in game.endings), *(f.body for f in game.functions.values())]
    return bool(fields_told(game, GAME, "table")) or any(
        variable_of(part) is ROUND for test in ends for part in test.walk())


def unseen_zones(game: Game) -> list[Field]:
    """The zones of players that their owners may look at, and that stand nowhere."""
    told = [f.name for f in fields_told(game, PLAYER, "mat")]
    return [f for (owner, name), f in game.fields.items()
            if owner == PLAYER and f.zone and f.visible != "none" and name not in told]


def has_symbol(game: Game, kind: str, index: int) -> bool:
    return game.kinds[kind].items[index] in game.show.get("symbols", {})


def symbol(game: Game, kind: str, index: int) -> str:
    """One to three characters for an element; without a word of `show`, its first letters."""
    if index < 0:
        return EMPTY
    items = game.kinds[kind].items
    given = game.show.get("symbols", {}).get(items[index])
    return str(given) if given is not None else letters(tuple(items))[index]


# So many kinds have their letters looked for once.
@lru_cache(maxsize=64)
def letters(items: tuple[str, ...]) -> list[str]:
    """For each element the shortest beginning that no other one has."""
    starts = Counter(start for item in items for start in {item[:length] for length in LENGTHS})
    return [next((start.upper() for length in LENGTHS if starts[start := item[:length]] == 1),
                 f"{item[:1].upper()}{index + 1}"[:3]) for index, item in enumerate(items)]


def colour(game: Game, kind: str, index: int) -> str:
    """The colour that `show` names for an element, or for what one of its attributes names."""
    given: dict[str, str] = game.show.get("colours", {})
    own = given.get(game.kinds[kind].items[index])
    whose = element_of_colour(game, kind, index)
    return own or (given.get(game.kinds[whose[0]].items[whose[1]], "") if whose else "")


def element_of_colour(game: Game, kind: str, index: int) -> Site | None:
    """The element after which another one is coloured."""
    by = game.show.get("coloured_by", {}).get(kind)
    if by is None:
        return None
    attribute = game.kinds[kind].attributes[by]
    value = attribute.values[index]
    return None if value is None or value < 0 else (attribute.type.kind, value)


def cell_fields(game: Game, kind: str) -> list[Field | Attribute | Function]:
    """What is drawn at an element: as `show` says, else its first field."""
    chosen = game.show.get("cells", {}).get(kind)
    if chosen is None:
        plain_ones = [f for (owner, _), f in game.fields.items()
                      if owner == kind and not f.zone and not f.per]
        return list(plain_ones[:1])
    return [game.fields.get((kind, n)) or game.kinds[kind].attributes.get(n) or game.functions[n]
            for n in listed(chosen)]


def listed(chosen: str | list[str]) -> list[str]:
    """One name or several, as `show` has them."""
    return [chosen] if isinstance(chosen, str) else list(chosen)


def is_marked(game: Game, reader: Reader, kind: str, index: int, name: str) -> bool:
    """Whether a site is marked by a field or an attribute, as far as is known."""
    owned = game.fields.get((kind, name))
    if owned is not None:
        return reader.knows(owned, index) and bool(reader.number(owned, index))
    return bool(game.kinds[kind].attributes[name].values[index])


# -- what has a place ---------------------------------------------------------------------------


def fields_carried(game: Game, kind: str) -> list[Field]:
    """The fields of a thing that are told beside its name: what `show` lists, else all, unless
    the thing is a place whose board shows one of them."""
    chosen = game.show.get("things", {}).get(kind)
    if chosen is not None:
        return [game.fields[kind, name] for name in listed(chosen)]
    if kind in (GAME, PLAYER) or (cell_fields(game, kind) and is_place(game, kind)):
        return []
    return [f for (owner, _), f in game.fields.items()
            if owner == kind and not _is_held_there(game, f)]


def is_place(game: Game, kind: str) -> bool:
    """Whether elements of a kind have places on a board."""
    return kind in game.grids or kind in game.coordinates


def own_boards(game: Game, kind: str) -> list[Field]:
    """What each player has on the places of a kind for themselves, one thing on each: in cells, or
    on sites where nothing else is shown."""
    if not is_place(game, kind):
        return []
    is_cell = kind in game.grids or kind in game.tilings
    return [f for f in game.fields.values() if f.owner == PLAYER and f.per == kind and not f.zone
            and (is_cell or not cell_fields(game, kind))]


def _is_held_there(game: Game, owned: Field) -> bool:
    """Whether a field says where a thing is, and the place shows the thing itself."""
    if owned.type.tag != "kind" or owned.zone or owned.per:
        return False
    return any(f.type.tag == "kind" and f.type.kind == owned.owner
               for f in cell_fields(game, owned.type.kind))


def kinds_apart(game: Game) -> list[str]:
    """The kinds whose fields are told in a list of their own: their elements lie in no zone."""
    in_zones = {f.type.kind for f in game.fields.values() if f.zone}
    return [kind for kind in game.kinds if kind not in in_zones and fields_carried(game, kind)]


def in_order(owned: Field, items: list[int]) -> list[int]:
    """The elements of a zone as they are told: a hand is sorted if no rule asks for its order."""
    return sorted(items) if owned.visible == "owner" and not owned.keeps_order else items


def links(game: Game, sites: Collection[Site]) -> Iterator[tuple[str, Site, Site]]:
    """Relations between sites that are few enough to be read, each pair of sites once."""
    seen = set[frozenset[tuple[str, int]]]()
    for (kind, name), relation in game.relations.items():
        is_drawn = kind not in game.grids and kind not in game.tilings and (
            relation.target == kind or not game.coordinates)
        count = sum(k == kind for k, _ in sites)
        if not is_drawn or len(relation.links) > MOST_LINKS * count:
            continue
        for a, b in relation.links:
            one, other = (kind, a), (relation.target, b)
            pair = frozenset({one, other})
            if pair not in seen and one in sites and other in sites and len(pair) == 2:
                seen.add(pair)
                yield name, one, other
