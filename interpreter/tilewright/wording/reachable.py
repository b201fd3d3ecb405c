"""Which numbers the texts of a game can really meet, so that no plural form is asked in vain."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from tilewright.wording.pieces import facts

if TYPE_CHECKING:
    from tilewright.model import Game

    Numbers = dict[str, dict[str, set[int]]]


def numbers_of(game: Game) -> Numbers:
    """For each key of a text, the numbers that each of its holes can have."""
    found: Numbers = defaultdict(lambda: defaultdict(set))
    for kind in game.kinds.values():
        for name, attribute in kind.attributes.items():
            for value in attribute.values:
                _note_attribute(game, found, kind.name, name, attribute.type, value)
    for abilities in game.published.abilities.values():
        for raw in abilities.values():
            _note_ability(game, found, raw)
    numbers = {name: value for name, value in facts(game).items() if isinstance(value, int)}
    for key in _about(game) if numbers else ():
        for name, value in numbers.items():
            found[key][name].add(value)
    return found


def _about(game: Game) -> list[str]:
    named = [f"{kind.name}.{item}.about" for kind in game.kinds.values() for item in kind.items]
    return [*named, *(f"action.{name}.about" for name in game.actions)]


def _note_attribute(game: Game, found: Numbers, kind: str, name: str, type_: Any, value: Any
                    ) -> None:
    if type_.tag == "int" and value is not None:
        found[f"family.{kind}"][name].add(value)
    if type_.tag == "list":
        found[f"family.{kind}"][name].add(len(value))
    if type_.tag == "map" and type_.item.tag == "int":
        found[f"family.{kind}"][name].add(sum(value))
        for item, number in zip(game.kinds[type_.kind].items, value, strict=False):
            if number:
                found[f"{type_.kind}.{item}.count"]["n"].add(number)


def _note_ability(game: Game, found: Numbers, raw: dict[str, Any]) -> None:
    verbs = [raw["power"]] if "power" in raw else [*raw.get("gain", ()), *raw.get("do", ())]
    for verb in verbs:
        if isinstance(verb, dict):
            ((word, given),) = verb.items()
            _note_verb(game, found, word, given)
    for how in ("to", "add", "times"):
        if "change" in raw and isinstance(raw.get(how), int):
            found[f"change.{raw['change']}.{how}"]["n"].add(int(raw[how]))
    for name, number in raw.get("toll", {}).items():
        found[f"toll.{name}"]["n"].add(number)
    goal = raw.get("goal", {})
    for bound in ("at_least", "at_most"):
        if bound in goal:
            found[f"goal.{goal['of']}.{bound}"]["n"].add(goal[bound])


def _note_verb(game: Game, found: Numbers, word: str, given: Any) -> None:
    args = game.published.verbs.get(word, [])
    values = given if isinstance(given, dict) else {a.name: given for a in args[:1]}
    for name, value in values.items():
        if isinstance(value, int) and not isinstance(value, bool):
            found[f"verb.{word}"][name].add(value)
