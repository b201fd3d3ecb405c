"""Events as situations write them: which names are in them, and what each may say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.language.tree import Choose
from tilewright.language.types import PLAYER as PLAYER_TYPE
from tilewright.linking.text_keys import statements
from tilewright.model import GAME, PLAYER
from tilewright.positions.decoder import single
from tilewright.positions.names import Names, need_counted
from tilewright.positions.writing import encoded
from tilewright.problems import UsageError, did_you_mean
from tilewright.reading.source import Map, Seq, without_places
from tilewright.situations.compare import Otherwise, said
from tilewright.telling.events import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.compiling.program import Program
    from tilewright.model import Field, Game
    from tilewright.problems import Place

# Stands for all that may be there.
ANY: Any = ...
BY = "by"
AMOUNTS = ("gain", "lose")
# What these say by itself is a path; what others say is what came of it.
OF_PATHS = (*AMOUNTS, "set", "reveal", "shuffle", "sort")


@dataclass(frozen=True, slots=True)
class Wanted:
    """One event that must have happened: its word, where or whose it is, and what came of it."""

    word: str
    key: str | None
    value: Any
    by: str | None
    place: Place
    said: str


def wanted_in(program: Program, told: Seq) -> list[Wanted]:
    """All events that a list names, in its order."""
    reader = _Reader(program)
    return [one for index, item in enumerate(told) for one in reader.item(item, told.at(index))]


def chances(game: Game) -> dict[str, str]:
    """Where rules let chance choose, and of which kind; nothing where it is a number."""
    return {stmt.site: stmt.var.type.kind for stmt in statements(game)
            if isinstance(stmt, Choose) and stmt.chance}


def tiles(game: Game) -> list[str]:
    """All tiles, as events name them."""
    return [f"{kind.name}.{item}" for kind in game.kinds.values() if kind.tiles
            for item in kind.items]


class _Reader:
    """Checks the names in events; each is refused with the nearest one."""

    def __init__(self, program: Program) -> None:
        self.program, self.game, self.names = program, program.game, Names(program)
        self.checks: dict[str, Callable[[str | None, Any], tuple[str | None, Any]]] = {
            **dict.fromkeys(OF_PATHS, self._of_path), "decision": self._of_seat,
            "chance": self._chance, "move": self._move, "toll": self._toll,
            "reaction": self._reaction, "score": self._score, "step": self._step,
            "turn": self._turn, "round": lambda _key, value: (None, value), "end": self._end}

    def item(self, item: Any, place: Place) -> Iterator[Wanted]:
        """What one item of the list names; a mapping below its word may name several."""
        words = [key for key in item if key != BY] if isinstance(item, Map) else [str(item)]
        if len(words) != 1 or words[0] not in NAMES:
            wrong = next((word for word in words if word not in NAMES), "")
            hint = did_you_mean(wrong, NAMES) if wrong else "write each with a '-' of its own"
            raise Otherwise(place, f"one event is needed here, not {said(words)}; {hint}")
        word, by = words[0], item.get(BY) if isinstance(item, Map) else None
        self.word = word
        for key, value, at in _parts(word, item, place):
            try:
                found = self.checks[word](key, value)
                tile = None if by is None else self.tile(str(by))
            except UsageError as error:
                raise Otherwise(at, f"{word}: {error}") from error
            yield Wanted(word, *found, tile, at, _told(word, key, value, by))

    # -- names --------------------------------------------------------------------------------

    def path(self, path: str) -> tuple[str, Field]:
        """A path as events name it, and its field."""
        (kind, index), (name, *more) = self.names.at(path)
        owned = self.names.field(kind, name)
        if more:
            self.names.index(owned, more[0])
        owner = self.names.owners(kind)[index]
        above = {GAME: [], PLAYER: [owner]}.get(kind, [kind, owner])
        return ".".join([*above, name, *more]), owned

    def zone(self, path: Any) -> tuple[str | None, Field | None]:
        if path is None:
            return None, None
        found, owned = self.path(str(path))
        if not owned.zone:
            raise UsageError(f"'{path}' is no zone")
        return found, owned

    def seat(self, name: Any) -> str:
        encoded(self.program, PLAYER_TYPE, name, "it")
        return str(name)

    def tile(self, name: str) -> str:
        """A tile as events name it."""
        known = tiles(self.game)
        found = [one for one in known if name in (one, one.partition(".")[2])]
        if not found:
            hint = did_you_mean(name, [*known, *(one.partition(".")[2] for one in known)])
            raise UsageError(f"there is no tile '{name}'; {hint}".rstrip("; "))
        return found[0]

    def elements(self, values: Any, kind: str | None) -> Any:
        """Elements by their ids; null is one that is not known."""
        found = values if isinstance(values, list) else [values]
        for one in found:
            known = [item for name in ([kind] if kind else self.game.kinds)
                     for item in self.names.items(name)]
            if one is not None and str(one) not in known:
                hint = did_you_mean(str(one), known)
                raise UsageError(f"there is no {kind or 'element'} '{one}'; {hint}".rstrip("; "))
        return found

    # -- what each says -----------------------------------------------------------------------

    def _of_path(self, key: str | None, value: Any) -> tuple[str | None, Any]:
        if key is None:
            return None, ANY
        path, owned = self.path(key)
        if self.word in ("shuffle", "sort", "reveal"):
            if self.word != "reveal":
                self.zone(key)
            if value is not ANY and owned.zone:
                value = self.elements(value, owned.type.kind)
            return path, value if value is ANY or isinstance(value, list) else [value]
        if owned.zone:
            raise UsageError(f"'{key}' is a zone, and what goes from one to another is 'move'")
        if value is ANY:
            return path, value
        encoded(self.program, single(owned), value, str(key))
        if self.word in AMOUNTS and (type(value) is not int or value < 1):
            raise UsageError(f"say by how much, a number from 1 on, not '{value}'")
        return path, value

    def _of_seat(self, key: str | None, value: Any) -> tuple[str | None, Any]:
        return (None if key is None else self.seat(key)), value

    def _chance(self, key: str | None, value: Any) -> tuple[str | None, Any]:
        known = chances(self.game)
        if key is not None and key not in known:
            raise UsageError(f"chance is never asked for '{key}'; {did_you_mean(key, known)}"
                             .rstrip("; "))
        if key is not None and known[key]:
            self.elements(value, known[key])
        return key, value

    def _move(self, _key: str | None, value: Any) -> tuple[str | None, Any]:
        if value is ANY:
            return None, {}
        if not isinstance(value, dict):
            raise UsageError("say from where, to where or which items: '{from: …, to: …}'")
        made, kind = dict(value), None
        for end in ("from", "to"):
            if end in made:
                made[end], owned = self.zone(made[end])
                kind = owned.type.kind if owned is not None else kind
        if "items" in made:
            made["items"] = self.elements(made["items"], kind)
        return None, made

    def _toll(self, key: str | None, value: Any) -> tuple[str | None, Any]:
        for name in value if isinstance(value, dict) else ():
            self.seat(name)
        return self._of_seat(key, value)

    def _reaction(self, key: str | None, value: Any) -> tuple[str | None, Any]:
        seat, _ = self._of_seat(key, value)
        return seat, value if value is ANY else self.tile(str(value))

    def _score(self, key: str | None, value: Any) -> tuple[str | None, Any]:
        for name in value if isinstance(value, dict) else ():
            need_counted(self.game, name)
        return self._of_seat(key, value)

    def _step(self, key: str | None, value: Any) -> tuple[str | None, Any]:
        known = [node.step for node in self.program.nodes.values() if node.step]
        _need_known(value, known, "step")
        return self._of_seat(key, value)

    def _turn(self, _key: str | None, value: Any) -> tuple[str | None, Any]:
        return None, value if value is ANY else self.seat(value)

    def _end(self, _key: str | None, value: Any) -> tuple[str | None, Any]:
        _need_known(value, self.game.reasons, "end")
        return None, value


def _need_known(value: Any, known: list[str], what: str) -> None:
    if value is not ANY and value not in known:
        raise UsageError(f"there is no {what} '{value}'; {did_you_mean(str(value), known)}"
                         .rstrip("; "))


def _parts(word: str, item: Any, place: Place) -> Iterator[tuple[str | None, Any, Place]]:
    """Each key with its value and its place; no key where there is none, no value likewise."""
    value = item[word] if isinstance(item, Map) else ANY
    if isinstance(value, Map) and word != "move":
        for key, one in value.items():
            if isinstance(one, Map) and word in (*AMOUNTS, "set"):
                yield from ((f"{key}.{inner}", last, one.key_at(inner))
                            for inner, last in one.items())
            else:
                yield key, without_places(one), value.key_at(key)
    elif word in OF_PATHS and value is not ANY:
        yield str(value), ANY, item.at(word)
    else:
        at = item.key_at(word) if isinstance(item, Map) else place
        yield None, ANY if value is None else without_places(value), at


def _told(word: str, key: str | None, value: Any, by: Any) -> str:
    """The event in a message, as YAML would have it."""
    shown = value if key is None else key if value is ANY else {key: value}
    if by is not None:
        return said({word: shown, BY: by}) if shown is not ANY else said({word: "any", BY: by})
    return word if shown is ANY else said({word: shown})[1:-1]
