"""The `state` section: what changes in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.language.expressions import expression
from tilewright.language.habits import type_hint, type_meant
from tilewright.language.names import BUILT_IN, player_scope
from tilewright.language.operations import Apply, Asking, Const, Reading, variable_of
from tilewright.language.tree import Var
from tilewright.language.types import INT, Type, many, one, parse_type
from tilewright.model import GAME, PLAYER, Field
from tilewright.problems import Place, did_you_mean, nearest
from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from tilewright.language.names import Names
    from tilewright.language.operations import Expr
    from tilewright.merging.content import Content
    from tilewright.problems import Problems


# A zone for each of so many elements can be one field.
MOST_ZONES = 12


class Fields:
    """Declares all fields first; their start values are expressions and follow."""

    def __init__(self, names: Names, content: Content) -> None:
        self.names = names
        self.game = names.game
        self.content = content
        self.starts: list[tuple[Field, Any, Place]] = []

    def declare(self) -> None:
        for owner, raw, at, _ in self.content.each("state"):
            if owner != GAME and owner not in self.game.kinds:
                if owner not in self.names.unsure:
                    self.names.problems.add("unknown-kind", at, f"'{owner}' is not a kind",
                                            did_you_mean(owner, [GAME, *self.game.kinds]))
                self.names.unsure.update(raw)
                continue
            for name, spec in raw.items():
                self._field(owner, name, spec, raw.key_at(name), raw.at(name))

    def _field(self, owner: str, name: str, spec: Any, at: Place, value_at: Place) -> None:
        if (owner, name) in self.game.fields:
            return   # One of the zones of another field has this name, which was told.
        self._taken(owner, name, at)
        raw = spec if isinstance(spec, Map) else None
        if raw is not None and "zone" in raw and "per" in raw:
            self._zones(owner, name, raw, at)
            return
        field = self._zone(owner, name, raw, at) if raw is not None and "zone" in raw else (
            self._plain(owner, name, spec, raw, at, value_at))
        if field is None:
            self.names.unsure.add(name)
            return
        self._shared(owner, name, at)
        self.game.fields[owner, name] = field
        if raw is not None and "start" in raw:
            self.starts.append((field, raw["start"], raw.at("start")))

    def _zones(self, owner: str, name: str, raw: Map, at: Place) -> None:
        """A zone for each element of a kind: fields of their own, of which expressions choose."""
        per = self._kind(raw, "per") or ""
        items = self.game.kinds[per].items if per else []
        if per == PLAYER:
            self.names.problems.add("key-not-here", raw.key_at("per"), "a zone for each player "
                                    "stands under 'player'", f"state: {{player: {{{name}: …}}}}")
        elif len(items) > MOST_ZONES:
            self.names.problems.add(
                "too-many", raw.at("per"), f"'{per}' has {len(items)} elements, and a field is a "
                f"zone for each of at most {MOST_ZONES}",
                f"declare the zone under '{per}', so that each {per} has one")
        else:
            one_zone = Map(raw.place)
            for key in raw:
                if key != "per":
                    one_zone.put(key, raw[key], raw.key_at(key), raw.at(key))
            beside = self.content.section("state")[owner]
            for item in items:
                one_name = f"{name}_{item}"
                if one_name in beside:
                    self.names.problems.add(
                        "name-taken", beside.key_at(one_name), f"'{one_name}' is the zone of "
                        f"'{name}' for '{item}' already", "choose another name for this field")
                self._field(owner, one_name, one_zone, at, at)
            if items and all((owner, f"{name}_{item}") in self.game.fields for item in items):
                self.names.piles[owner, name] = per
                return
        self.names.unsure.add(name)

    def _shared(self, owner: str, name: str, at: Place) -> None:
        """Tell a field of a tile of which there are several: all copies would have the same."""
        kind = self.game.kinds.get(owner)
        many = [] if kind is None or not kind.tiles else [
            (item, n) for item, n in zip(kind.items, kind.copies, strict=True) if n > 1]
        if many:
            item, n = many[0]
            self.names.problems.add(
                "copies-share", at, f"each {owner} has '{name}', but '{item}' is there {n} times, "
                "and its copies share it", f"make each of them a tile of its own, or write "
                f"'{name}: {{type: …, per: {owner}}}' under 'game'")

    def _taken(self, owner: str, name: str, at: Place) -> None:
        """Tell a name that has a meaning; the field is made all the same, for what uses it."""
        clash = owner == GAME and (name in self.game.kinds or name in (
            "me", "actor", "round", "none", "true", "false", "it") or name in self.names.plurals)
        clash = clash or (owner != GAME and name in self.game.kinds[owner].attributes)
        if clash:
            what = self.names.meaning(name) if owner == GAME else "already means something here"
            one = self.names.plurals.get(name)
            other = f", such as '{one}_deck' or '{one}_row'" if owner == GAME and one else ""
            self.names.problems.add("name-taken", at, f"'{name}' {what}",
                                    f"choose another name for this field{other}")

    def _kind(self, raw: Map, key: str) -> str | None:
        word = str(raw[key])
        if word in self.game.kinds:
            return word
        if word in self.names.unsure:
            return None
        self.names.problems.add("unknown-kind", raw.at(key), f"'{word}' is not a kind",
                                did_you_mean(word, self.game.kinds))
        # What was probably meant goes on, so that nothing is told that only follows.
        return nearest(word, self.game.kinds) or None

    def _zone(self, owner: str, name: str, raw: Map, at: Place) -> Field | None:
        kind_name = self._kind(raw, "zone")
        if kind_name is None:
            return None
        kind = self.game.kinds[kind_name]
        usual = sum(kind.copies) if kind.tiles else len(kind.items)
        cap = raw.get("capacity", max(usual, 1))
        if cap > limits.ELEMENTS:
            self.names.problems.add("too-many", raw.at("capacity"),
                                    f"a zone holds at most {limits.ELEMENTS:,} elements")
        visible = self._visible(owner, raw, "zone")
        secret_size = raw.get("size") == "hidden"
        if secret_size and visible == "all":
            self.names.problems.add("open-size", raw.at("size"),
                                    "everybody sees this zone, and so how much it holds",
                                    "declare it with 'visible: none' or 'visible: owner'")
        if raw.get("in_play") and (owner != PLAYER or not kind.tiles):
            self.names.problems.add("no-owner", raw.at("in_play"),
                                    "only tiles in a zone of a player can be in play")
        unordered = raw.get("order") == "set"
        if unordered and visible != "all":
            self.names.problems.add("sort-hidden", raw.at("order"),
                                    "a hidden zone cannot be a set, its order would tell secrets",
                                    "remove 'order'")
        return Field(name, owner, one(kind_name), at, zone=True, cap=cap, visible=visible,
                     reset=raw.get("reset", ""), in_play=bool(raw.get("in_play")),
                     unordered=unordered, secret_size=secret_size)

    def _visible(self, owner: str, raw: Map, what: str) -> str:
        """Who always sees a field."""
        visible = str(raw.get("visible", "all"))
        if visible == "owner" and owner != PLAYER:
            self.names.problems.add("no-owner", raw.at("visible"),
                                    f"only a {what} of a player has an owner",
                                    f"use 'none', or declare the {what} under 'player'")
        return visible

    def _plain(self, owner: str, name: str, spec: Any, raw: Map | None, at: Place,
               value_at: Place) -> Field | None:
        word = str(raw["type"]) if raw is not None else str(spec)
        type_ = parse_type(word, self.game.kinds)
        if type_ is None or type_.tag == "list":
            type_ = self._unknown_type(word, raw.at("type") if raw is not None else value_at)
        if type_ is None:
            return None
        if raw is not None and type_.tag != "int":
            no_bounds(raw, self.names.problems)
        per = ""
        if raw is not None and "per" in raw:
            per = self._kind(raw, "per") or ""
            if not per:
                return None
        low = raw.get("min", 0) if raw is not None else 0
        high = raw.get("max", limits.NUMBER) if raw is not None else limits.NUMBER
        if low > high:
            assert raw is not None
            self.names.problems.add("player-range", raw.at("min"), "'min' is more than 'max'",
                                    "swap them")
        return Field(name, owner, type_, at, per=per, low=low, high=high,
                     visible=self._visible(owner, raw, "field") if raw is not None else "all",
                     reset=raw.get("reset", "") if raw is not None else "")

    def _unknown_type(self, word: str, at: Place) -> Type | None:
        """Tell a word that is no type; gives the one that was probably meant."""
        known = ["int", "bool", *self.game.kinds]
        if word.rstrip("?") not in self.names.unsure:
            self.names.problems.add("unknown-type", at, f"'{word}' is not a type of a field",
                                    type_hint(word, self.names.plurals, known))
        is_list = word in self.names.plurals or word.startswith("[")
        return None if is_list else parse_type(type_meant(word, known), self.game.kinds)

    # -- start values -------------------------------------------------------------------------

    def link_starts(self) -> None:
        for field, given, at in self.starts:
            self._start(field, given, at)

    def _start(self, field: Field, given: Any, at: Place) -> None:
        if field.zone and given == "all":
            kind = self.game.kinds[field.type.kind]
            copies = kind.copies or [1] * len(kind.items)
            field.start = [i for i, n in enumerate(copies) for _ in range(n)]
            return
        if field.per and isinstance(given, Map):
            field.start = self._numbers(field, given)
            return
        if isinstance(given, (Map, Seq)):
            words = ", ".join(str(one) for one in given)
            self.names.problems.add("wrong-type", at, "an expression is needed here",
                                    f'put quotes around a list: "[{words}]"')
            return
        if field.zone and given in ("shuffled", "random", "full", "everything"):
            self.names.problems.add("unknown-name", at, f"'{given}' is no start of a zone",
                                    "write 'all' for all there are, and '- shuffle: …' under "
                                    "'setup' in 'flow'")
            return
        want: Type = field.value_type
        scope = player_scope()
        var = None
        if field.owner != GAME:
            var = Var("it", one(field.owner))
            scope.vars["it"] = var
        if field.per and isinstance(given, int):
            if isinstance(given, bool) or not field.low <= given <= field.high:
                self.names.problems.add("wrong-type", at, "a number from "
                                        f"{field.low} to {field.high} is needed")
            size = len(self.game.kinds[field.per].items)
            field.start = [given] * size
            return
        if field.zone:
            want = many(field.type)
        expr = expression(self.names, given, at, scope, want)
        if any(_asks_the_position(e) or variable_of(e) in (scope.me, *BUILT_IN.values())
               for e in expr.walk()):
            self.names.problems.add("start-not-fixed", at,
                                    "a start value cannot depend on the state",
                                    "set it in 'flow: setup'")
            return
        if isinstance(expr, Const) and field.value_type == INT and not (
                field.low <= expr.value <= field.high):
            self.names.problems.add("wrong-type", at, f"a number from {field.low} to {field.high} "
                                    "is needed")
            return
        self.game.starts[field.owner, field.name] = (var, expr)

    def _numbers(self, field: Field, given: Map) -> list[int]:
        items = self.game.kinds[field.per].items
        numbers = [max(field.low, 0)] * len(items)
        for key, n in given.items():
            if key not in items:
                self.names.problems.add("unknown-element", given.key_at(key),
                                        f"'{key}' is not a {field.per}", did_you_mean(key, items))
            elif not isinstance(n, int) or not field.low <= n <= field.high:
                self.names.problems.add("wrong-type", given.at(key),
                                        f"a number from {field.low} to {field.high} is needed")
            else:
                numbers[items.index(key)] = n
        return numbers


def no_bounds(raw: Map, problems: Problems) -> None:
    """Only numbers have a least and a greatest."""
    for key in ("min", "max"):
        if key in raw:
            problems.add("key-not-here", raw.key_at(key), f"'{key}' goes with numbers, and this "
                         "is none", f"remove '{key}', or write 'type: int'")


def _asks_the_position(e: Expr) -> bool:
    """Whether an expression itself reads what changes."""
    return isinstance(e, (Reading, Asking)) or e.FAR or (isinstance(e, Apply) and e.word.live)
