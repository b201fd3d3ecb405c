"""The rules text of tiles, made from the data that plays.

Each word that a game publishes has a piece of text in each language, and each kind of ability a
frame around it. A sentence is a frame filled with such pieces, so text and rule cannot differ.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tilewright.wording.filling import Filler, Thing
from tilewright.wording.pieces import (
    BOUNDS,
    FALSE,
    HOWS,
    LESS,
    SOLE,
    arguments,
    at_once,
    facts,
    verbs_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

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
        self.numbers = facts(game)

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
            return self._each(type_, value)
        if type_.tag == "list" and type_.item is not None:
            return [self._attribute(type_.item, v) for v in value]
        if type_.tag == "kind":
            return "" if value is None or value < 0 else self._thing(type_.kind, value)
        return value if value is not None else ""

    def _each(self, type_: Type, values: Any) -> Value:
        """What is given for each element of a kind: its number, whether it is one, or what it has.
        """
        assert type_.item is not None
        given = zip(self.game.kinds[type_.kind].items, values, strict=False)
        if type_.item.tag == "int":
            return {Thing(type_.kind, item): n for item, n in given}
        if type_.item.tag == "bool":
            return [Thing(type_.kind, item) for item, holds in given if holds]
        return [self._thing(type_.item.kind, n) for _, n in given if n is not None and n >= 0]

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
            when, where = self._occasion(raw, "whenever")
            return self._where(where, self._framed("reaction", raw, when, said))
        if window.startswith("step:"):
            said = self._framed("in_step", raw, self._said(f"window.{window[5:]}"), said)
        else:
            limit = self._limit(raw)
            said = self._frame("limited", {"limit": limit, "what": said}) if limit else (
                self._frame("free", {"what": said}))
        return self._where(raw.get("where"), said)

    def _framed(self, name: str, raw: dict[str, Any], when: str, what: str) -> str:
        """An occasion and what may be done, with how often if that is limited."""
        limit = self._limit(raw)
        return self._frame(f"{name}_limited" if limit else name,
                           {"when": when, "what": what, "limit": limit})

    def _change(self, raw: dict[str, Any]) -> str:
        how = next(h for h in HOWS if h in raw)
        query = self.game.queries[raw["change"]]
        given = raw.get("for") or {}
        values: dict[str, Value] = {a.name: self._value(a, given[a.name])
                                    for a in query.args if a.name in given}
        values["n"] = self._changed(query.type, raw[how])
        key = f"change.{query.name}.{how}" + (FALSE if raw[how] is False else "")
        return self._where(raw.get("where"), self._said(key, values))

    def _changed(self, type_: Type, given: Any) -> Value:
        """What a query is changed to: an element by its name."""
        if type_.tag == "kind" and given in self.game.kinds[type_.kind].items:
            return Thing(type_.kind, given)
        return given if isinstance(given, (int, bool)) else str(given)

    def _when(self, raw: dict[str, Any]) -> str:
        verbs = self._verbs(raw.get("do", []))
        when, where = self._occasion(raw, "when")
        values: Values = {"event": when, "what": verbs}
        said = self._frame("when", values) if where is None else self._frame(
            "when_where", {**values, "test": self._said(f"condition.{where}")})
        return self._limited(raw, said)

    def _occasion(self, raw: dict[str, Any], how: str) -> tuple[str, str | None]:
        """An occasion in words, and a condition that is still to be said."""
        where = raw.get("where")
        if where is not None and self.lookup(at_once(raw, how)) is not None:
            return self._said(at_once(raw, how)), None
        return self._event(raw[how]), where

    def _gain(self, raw: dict[str, Any]) -> str:
        return self._frame("gain", {"what": self._verbs(raw["gain"])})

    def _toll(self, raw: dict[str, Any]) -> str:
        parts = [self._said(f"toll.{name}", {"n": n}) for name, n in raw["toll"].items()]
        when, where = self._occasion(raw, "whenever")
        return self._where(where, self._frame("toll", {"event": when, "what": parts}))

    def _score(self, raw: dict[str, Any]) -> str:
        if "per" not in raw:
            return self._frame("points", {"n": raw["score"]})
        return self._frame("points_per", {
            "n": raw["score"], "amount": self._said(f"amount.{raw['per']}")})

    def _goal(self, raw: dict[str, Any]) -> str:
        goal = raw["goal"]
        tests: list[Value] = [self._said(f"condition.{goal['has']}")] if "has" in goal else [
            self._said(f"goal.{goal['of']}.{how}", {"n": goal[how]})
            for how in BOUNDS if how in goal]
        return self._frame("goal", {"n": raw.get("points", 0), "tests": tests})

    # -- pieces -------------------------------------------------------------------------------

    def _verbs(self, raws: list[Any]) -> list[Value]:
        return [self._verb(raw) for raw in raws]

    def _verb(self, raw: Any) -> str:
        return self._said(f"verb.{arguments(self.game, raw)[0]}", self.given(raw))

    def given(self, raw: Any) -> dict[str, Value]:
        """What a tile gives to a verb, to be filled in."""
        word, given = arguments(self.game, raw)
        return {a.name: self._value(a, given[a.name])
                for a in self.game.published.verbs.get(word, ()) if a.name in given}

    def verb_of(self, title: str) -> str:
        """What an ability does, without how often and when; nothing if it has no words."""
        self.is_whole = True
        said = [self._verb(verb) for verb in self._verbs_of(title)]
        return self.filler.word(said) if self.is_whole else ""

    def given_to(self, title: str) -> dict[str, Value]:
        """What an ability gives to its verbs."""
        found: dict[str, Value] = {}
        for verb in self._verbs_of(title):
            found |= self.given(verb)
        return found

    def _verbs_of(self, title: str) -> list[Any]:
        where = self.game.published.titles[title]
        return verbs_of(self.game.published.abilities[where][title.partition(".")[2]])

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
        return self._frame("when_limited", {"limit": limit, "what": said}) if limit else said

    def _where(self, condition: str | None, said: str) -> str:
        if condition is None:
            return said
        test = self._said(f"condition.{condition}")
        return self._frame("where", {"what": said, "test": test})

    def _frame(self, name: str, values: Values) -> str:
        # Without one of its pieces nothing is said.
        return self._said(f"frame.{name}", values) if self.is_whole else ""

    def _said(self, key: str, values: Values | None = None) -> str:
        given = values or {}
        if _less(given) and (template := self.lookup(key + LESS)) is not None:
            given = {k: abs(v) if type(v) is int else v for k, v in given.items()}
        else:
            template = self.lookup(key)
        if template is None:
            self.is_whole = False
            return ""
        sole = {SOLE: self.game.numbers[key]} if key in self.game.numbers else {}
        return self.filler.fill(template, {**self.numbers, **sole, **given})


def _less(values: Values) -> bool:
    """Whether a number is less than nothing, which has words of its own."""
    return any(type(value) is int and value < 0 for value in values.values())


def sentence(words: str) -> str:
    """Words as a sentence: a capital letter at the beginning, a stop at the end."""
    words = re.sub(" +", " ", words).strip(" ")
    words = words[:1].upper() + words[1:]
    return words if words.endswith(STOPS) else f"{words}."
