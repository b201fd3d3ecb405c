"""The rules text of tiles, made from the data that plays.

Each word that a game publishes has a piece of text in each language, and each kind of ability a
frame around it. A sentence is a frame filled with such pieces, so text and rule cannot differ.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tilewright.wording.filling import Filler, Thing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.language.tree import Var
    from tilewright.language.types import Type
    from tilewright.model import Game
    from tilewright.wording.filling import Value, Values

    # The template of a key in the language, or none.
    Lookup = Callable[[str], str | None]

STOPS = (".", "!", "?", ":", "…")
SPANS = {"once": ("game", 1), "once_per_turn": ("turn", 1), "once_per_round": ("round", 1)}


class Sentences:
    """Writes what the tiles of a game do, in one language."""

    def __init__(self, game: Game, filler: Filler, lookup: Lookup) -> None:
        self.game = game
        self.filler = filler
        self.lookup = lookup
        self.is_whole = True

    def tile(self, kind: str, index: int) -> str:
        """All that a tile says: in a text of its own, else made from its rule."""
        own = self.lookup(f"{kind}.{self.game.kinds[kind].items[index]}.says")
        return self.made(kind, index) if own is None else own

    def made(self, kind: str, index: int) -> str:
        """What it is, then what each of its abilities does."""
        told = [self._attributes(kind, index)]
        abilities = self.game.published.abilities.get((kind, index), {})
        told += [self.ability(raw) for raw in abilities.values()]
        return " ".join(sentence(t) for t in told if t)

    def _attributes(self, kind: str, index: int) -> str:
        attributes = self.game.kinds[kind].attributes
        values: dict[str, Value] = {
            name: self._attribute(a.type, a.values[index]) for name, a in attributes.items()}
        return self._said(f"family.{kind}", values)

    def _attribute(self, type_: Type, value: Any) -> Value:
        if type_.tag == "map":
            items = self.game.kinds[type_.kind].items
            return {Thing(type_.kind, item): n for item, n in zip(items, value, strict=False)}
        if type_.tag == "list" and type_.item is not None:
            return [self._attribute(type_.item, v) for v in value]
        if type_.tag == "kind":
            return "" if value is None or value < 0 else self._thing(type_.kind, value)
        return value if value is not None else ""

    def _thing(self, kind: str, index: int) -> Thing:
        return Thing(kind, self.game.kinds[kind].items[index])

    # -- abilities ----------------------------------------------------------------------------

    def ability(self, raw: dict[str, Any]) -> str:
        """One ability in words; nothing if a piece of it has no text."""
        write = next(w for kind, w in (
            ("power", self._power), ("change", self._change), ("when", self._when),
            ("gain", self._gain), ("toll", self._toll), ("score", self._score),
            ("goal", self._goal)) if kind in raw)
        self.is_whole = True
        said = write(raw)
        return said if self.is_whole else ""

    def _power(self, raw: dict[str, Any]) -> str:
        said = self._verb(raw["power"])
        window = str(raw.get("window", ""))
        if window == "reaction":
            said = self._framed("reaction", raw, self._event(raw["whenever"]), said)
        elif window.startswith("step:"):
            said = self._framed("in_step", raw, self._said(f"window.{window[5:]}"), said)
        else:
            said = self._limited(raw, said)
        return self._where(raw, said)

    def _framed(self, name: str, raw: dict[str, Any], when: str, what: str) -> str:
        """An occasion and what may be done, with how often if that is limited."""
        limit = self._limit(raw)
        return self._frame(f"{name}_limited" if limit else name,
                           {"when": when, "what": what, "limit": limit})

    def _change(self, raw: dict[str, Any]) -> str:
        how = next(h for h in ("to", "add", "times") if h in raw)
        query = self.game.queries[raw["change"]]
        given = raw.get("for") or {}
        values: dict[str, Value] = {a.name: self._value(a, given[a.name])
                                    for a in query.args if a.name in given}
        values["n"] = raw[how] if not isinstance(raw[how], str) else str(raw[how])
        return self._where(raw, self._said(f"change.{query.name}.{how}", values))

    def _when(self, raw: dict[str, Any]) -> str:
        verbs = self._verbs(raw.get("do", []))
        said = self._frame("when", {"event": self._event(raw["when"]), "what": verbs})
        return self._where(raw, self._limited(raw, said))

    def _gain(self, raw: dict[str, Any]) -> str:
        return self._frame("gain", {"what": self._verbs(raw["gain"])})

    def _toll(self, raw: dict[str, Any]) -> str:
        parts = [self._said(f"toll.{name}", {"n": n}) for name, n in raw["toll"].items()]
        said = self._frame("toll", {"event": self._event(raw["whenever"]), "what": parts})
        return self._where(raw, said)

    def _score(self, raw: dict[str, Any]) -> str:
        if "per" not in raw:
            return self._frame("points", {"n": raw["score"]})
        return self._frame("points_per", {
            "n": raw["score"], "amount": self._said(f"amount.{raw['per']}")})

    def _goal(self, raw: dict[str, Any]) -> str:
        goal = raw["goal"]
        tests: list[Value] = [self._said(f"condition.{goal['has']}")] if "has" in goal else [
            self._said(f"goal.{goal['of']}.{how}", {"n": goal[how]})
            for how in ("at_least", "at_most") if how in goal]
        return self._frame("goal", {"n": raw.get("points", 0), "tests": tests})

    # -- pieces -------------------------------------------------------------------------------

    def _verbs(self, raws: list[Any]) -> list[Value]:
        return [self._verb(raw) for raw in raws]

    def _verb(self, raw: Any) -> str:
        word, given = next(iter(raw.items())) if isinstance(raw, dict) else (raw, None)
        args = self.game.published.verbs[word]
        if not isinstance(given, dict):
            given = {args[0].name: given} if given is not None and args else {}
        return self._said(f"verb.{word}", {
            a.name: self._value(a, given[a.name]) for a in args if a.name in given})

    def _value(self, var: Var, given: Any) -> Value:
        if var.type.tag == "kind" and given in self.game.kinds[var.type.kind].items:
            return Thing(var.type.kind, given)
        return given if isinstance(given, (int, bool)) else str(given)

    def _event(self, occasion: dict[str, str]) -> str:
        ((who, event),) = occasion.items()
        return self._said(f"event.{event}.{who}")

    def _limit(self, raw: dict[str, Any]) -> str:
        """How often, in words; nothing without a limit."""
        limit = raw.get("limit")
        if not limit:
            return ""
        span, times = (limit["per"], limit["times"]) if isinstance(limit, dict) else SPANS[limit]
        return self._frame(f"per_{span}", {"n": times})

    def _limited(self, raw: dict[str, Any], said: str) -> str:
        limit = self._limit(raw)
        return self._frame("limited", {"limit": limit, "what": said}) if limit else said

    def _where(self, raw: dict[str, Any], said: str) -> str:
        if "where" not in raw:
            return said
        test = self._said(f"condition.{raw['where']}")
        return self._frame("where", {"what": said, "test": test})

    def _frame(self, name: str, values: Values) -> str:
        return self._said(f"frame.{name}", values)

    def _said(self, key: str, values: Values | None = None) -> str:
        template = self.lookup(key)
        if template is None:
            self.is_whole = False
            return ""
        return self.filler.fill(template, values or {})


def facts(game: Game) -> dict[str, Value]:
    """Numbers of the rules that texts about actions and places may name: queries and options."""
    found: dict[str, Value] = {name: option.default for name, option in game.options.items()}
    found |= {name: query.base.args[0] for name, query in game.queries.items()
              if query.base.op == "const"}
    return found


def sentence(words: str) -> str:
    """Words as a sentence: a capital letter at the beginning, a stop at the end."""
    words = re.sub(" +", " ", words).strip(" ")
    words = words[:1].upper() + words[1:]
    return words if words.endswith(STOPS) else f"{words}."


def own_texts(game: Game) -> dict[str, tuple[str, int]]:
    """The keys of texts that stand in for generated ones, and their tiles."""
    return {f"{kind.name}.{item}.says": (kind.name, index) for kind in game.kinds.values()
            if kind.tiles for index, item in enumerate(kind.items)}


def keys_of_rules(game: Game) -> Iterator[tuple[str, set[str]]]:
    """The keys of the pieces that the tiles of a game really use, with their holes."""
    for kind in game.kinds.values():
        if kind.tiles and kind.attributes:
            yield f"family.{kind.name}", set(kind.attributes)
    for abilities in game.published.abilities.values():
        for raw in abilities.values():
            yield from _keys(game, raw)


def _keys(game: Game, raw: dict[str, Any]) -> Iterator[tuple[str, set[str]]]:
    for verb in [raw["power"]] if "power" in raw else [*raw.get("gain", ()), *raw.get("do", ())]:
        word = next(iter(verb)) if isinstance(verb, dict) else verb
        yield f"verb.{word}", {a.name for a in game.published.verbs.get(word, ())}
    if "change" in raw and raw["change"] in game.queries:
        how = next(h for h in ("to", "add", "times") if h in raw)
        yield (f"change.{raw['change']}.{how}",
               {"n", *(a.name for a in game.queries[raw["change"]].args)})
    for occasion in (raw.get("when"), raw.get("whenever")):
        if occasion:
            ((who, event),) = occasion.items()
            yield f"event.{event}.{who}", set()
    if str(raw.get("window", "")).startswith("step:"):
        yield f"window.{raw['window'][5:]}", set()
    if "where" in raw:
        yield f"condition.{raw['where']}", set()
    for name in raw.get("toll", ()):
        yield f"toll.{name}", {"n"}
    if "per" in raw and "score" in raw:
        yield f"amount.{raw['per']}", set()
    goal = raw.get("goal", {})
    if "has" in goal:
        yield f"condition.{goal['has']}", set()
    for bound in ("at_least", "at_most"):
        if bound in goal:
            yield f"goal.{goal['of']}.{bound}", {"n"}
