"""Which pieces of text the tiles of a game are made of, and what may be filled in there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.operations import Const

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.model import Game
    from tilewright.wording.filling import Value

    Ability = dict[str, Any]
    # Whether there is a text of this key.
    Has = Callable[[str], bool]

HOWS = ("to", "add", "times")
BOUNDS = ("at_least", "at_most")
WHOSE = ("me", "opponent", "anyone")
# What is worded at a verb, for all tiles that use it: `verb.VERB.move.PICK`.
ASKED = ("move", "ask", "pass")
# The hole for the one number of the rule behind a text.
SOLE = "number"
# A piece for what is set to false, and one for less than nothing.
FALSE, LESS = ".false", ".less"


def facts(game: Game, key: str = "") -> dict[str, Value]:
    """Numbers of the rules that texts may name: options, what is one fixed number, and the number
    of the rule behind a text, if that has only one."""
    found: dict[str, Value] = {name: option.default for name, option in game.options.items()}
    found |= {name: f.body.value for name, f in game.functions.items()
              if not f.args and isinstance(f.body, Const) and f.body.type.tag == "int"}
    found |= {name: query.base.value for name, query in game.queries.items()
              if isinstance(query.base, Const) and not query.base.type.kind}
    for there in (key, *at_verb(game, key)) if game.numbers else ():
        if there in game.numbers:
            found[SOLE] = game.numbers[there]
    return found


def own_texts(game: Game) -> dict[str, tuple[str, int]]:
    """The keys of texts that stand in for generated ones, and their tiles."""
    return {f"{kind.name}.{item}.says": (kind.name, index) for kind in game.kinds.values()
            if kind.tiles for index, item in enumerate(kind.items)}


def at_verb(game: Game, key: str) -> list[str]:
    """The keys at the verbs of an ability that stand in where a tile has no words of its own:
    `verb.V.move.pick` for `move.tile.ability.pick`."""
    sort, _, rest = key.partition(".")
    if sort not in ASKED or rest.count(".") < 1:
        return []
    tile, name, *inner = rest.split(".")
    return [".".join(["verb", verb, sort, *inner])
            for verb in game.published.worded.get(f"{tile}.{name}", ())]


def keys_of_rules(game: Game, has: Has = lambda _: False) -> Iterator[tuple[str, set[str]]]:
    """The keys of the pieces that the tiles of a game really use, with their holes; `has` tells
    which texts there are, because some make others needless."""
    for kind in game.kinds.values():
        if kind.tiles and kind.attributes:
            yield f"family.{kind.name}", set(kind.attributes)
    for abilities in game.published.abilities.values():
        for raw in abilities.values():
            yield from _keys(game, raw, has)


def keys_of_choice(game: Game) -> Iterator[tuple[str, set[str]]]:
    """The keys of pieces that say something better than others, where there is a text for them."""
    for abilities in game.published.abilities.values():
        for raw in abilities.values():
            for key, holes in _keys(game, raw, lambda _: False):
                if holes and not key.startswith("family."):
                    yield key + LESS, holes
            yield from ((at_once(raw, how), set()) for how in ("when", "whenever")
                        if how in raw and "where" in raw)
    yield from _keys_of_words(game)


def _keys_of_words(game: Game) -> Iterator[tuple[str, set[str]]]:
    """The keys of pieces for all published words, so that a tile which is the first to use one has
    its text at once."""
    for event in game.events:
        yield from ((f"event.{event}.{who}", set()) for who in WHOSE)
    yield from ((f"condition.{name}", set()) for name in game.published.conditions)
    for name in game.published.amounts:
        yield f"amount.{name}", set()
        yield from ((f"goal.{name}.{bound}", {"n"}) for bound in BOUNDS)
    for query in game.queries.values():
        for how in HOWS:
            holes = {"n", *(a.name for a in query.args)}
            yield from ((f"change.{query.name}.{how}{end}", holes) for end in ("", LESS))
        if query.type.tag == "bool":
            yield f"change.{query.name}.to{FALSE}", holes


def at_once(raw: Ability, how: str) -> str:
    """The piece that says an occasion and its condition at once."""
    return f"{_event(raw[how])}.{raw['where']}"


def _event(occasion: dict[str, str]) -> str:
    ((who, event),) = occasion.items()
    return f"event.{event}.{who}"


def verbs_of(raw: Ability) -> list[Any]:
    """The verbs of an ability, each a word or a word with its arguments."""
    return [raw["power"]] if "power" in raw else [*raw.get("gain", ()), *raw.get("do", ())]


def arguments(game: Game, verb: Any) -> tuple[str, dict[str, Any]]:
    """A verb and what a tile gives to it, by name."""
    word, given = next(iter(verb.items())) if isinstance(verb, dict) else (verb, None)
    args = game.published.verbs.get(word, [])
    if isinstance(given, dict):
        return word, given
    return word, {args[0].name: given} if given is not None and args else {}


def _keys(game: Game, raw: Ability, has: Has) -> Iterator[tuple[str, set[str]]]:
    for verb in verbs_of(raw):
        word, _ = arguments(game, verb)
        yield f"verb.{word}", {a.name for a in game.published.verbs.get(word, ())}
    if "change" in raw and raw["change"] in game.queries:
        how = next(h for h in HOWS if h in raw)
        key = f"change.{raw['change']}.{how}"
        yield key, {"n", *(a.name for a in game.queries[raw["change"]].args)}
        if raw[how] is False:
            yield key + FALSE, {a.name for a in game.queries[raw["change"]].args}
    yield from _occasions(raw, has)
    if str(raw.get("window", "")).startswith("step:"):
        yield f"window.{raw['window'][5:]}", set()
    for name in raw.get("toll", ()):
        yield f"toll.{name}", {"n"}
    if "per" in raw and "score" in raw:
        yield f"amount.{raw['per']}", set()
    yield from _goal(raw.get("goal", {}))


def _occasions(raw: Ability, has: Has) -> Iterator[tuple[str, set[str]]]:
    """An occasion and its condition: one piece for both, or one for each."""
    there = [how for how in ("when", "whenever") if raw.get(how)]
    if "where" in raw and any(has(at_once(raw, how)) for how in there):
        return
    for how in there:
        yield _event(raw[how]), set()
    if "where" in raw:
        yield f"condition.{raw['where']}", set()


def _goal(goal: Ability) -> Iterator[tuple[str, set[str]]]:
    if "has" in goal:
        yield f"condition.{goal['has']}", set()
    for bound in BOUNDS:
        if bound in goal:
            yield f"goal.{goal['of']}.{bound}", {"n"}
