"""Which texts a game can have, and what may be filled in there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.tree import Choose, ChooseMany, Menu, OneOf, stmts_within
from tilewright.language.types import INT
from tilewright.linking.guards import reasons
from tilewright.linking.tables import one_argument
from tilewright.wording.pieces import ASKED, at_verb, facts, keys_of_choice, keys_of_rules

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tilewright.language.tree import Stmt
    from tilewright.model import Action, Game, Kind

# Texts that may name numbers of the rules.
OF_RULES = (*ASKED, "family", "verb", "condition", "event", "change", "goal", "amount", "toll",
            "window", "step", "end", "score", "option", "why")
# The parts of the rules page that every game has.
PARTS = ("setup", "round", "turn", "end", "ranking")


def keys_of(game: Game) -> dict[str, set[str]]:
    """Each key that a text may have, with the holes that it may use."""
    keys: dict[str, set[str]] = {"game": set(), "game.about": set(), "pass": set()}
    numbers = set(facts(game))
    for action in game.actions.values():
        keys |= _of_action(action, numbers)
    for kind in game.kinds.values():
        keys |= _of_kind(kind, numbers)
    keys |= _of_page(game, numbers)
    keys |= {f"option.{name}": set() for name in game.options}
    keys |= {f"variant.{name}": set() for name in game.variants}
    keys |= {f"end.{reason}": set() for reason in game.reasons}
    keys |= {f"score.{category}": set() for category in game.scoring}
    keys |= {f"why.{name}": set() for name in reasons(game)}
    keys |= {f"field.{owner}.{name}": set() for owner, name in game.fields}
    keys |= {f"field.{owner}.{name}.count": {"n"} for (owner, name), owned in game.fields.items()
             if owned.value_type == INT}
    keys |= {f"field.{kind.name}.{name}": set() for kind in game.kinds.values()
             for name in kind.attributes}
    for key, holes in (*keys_of_rules(game), *keys_of_choice(game)):
        keys.setdefault(key, set()).update(holes)
    for stmt in statements(game):
        keys.update(_asked(game, stmt, numbers))
    for name in game.procedures:
        # A procedure with such texts is a step of its own on the rules page; a menu comes first.
        if "." not in name:
            keys.setdefault(f"step.{name}", set())
            keys.setdefault(f"step.{name}.about", numbers)
    keys = {key: holes | _given(game, key) for key, holes in keys.items()}
    keys |= _at_verbs(game, keys)
    return {key: holes | numbers if key.partition(".")[0] in OF_RULES else holes
            for key, holes in keys.items()}


def _given(game: Game, key: str) -> set[str]:
    """What a tile gives to the verbs of the ability that a text is about."""
    title = ".".join(key.split(".")[1:3]) if key.partition(".")[0] in ASKED else ""
    return {a.name for verb in game.published.worded.get(title, ())
            for a in game.published.verbs.get(verb, ())}


def _at_verbs(game: Game, keys: dict[str, set[str]]) -> dict[str, set[str]]:
    """What is worded at a verb, for all tiles that use it."""
    found: dict[str, set[str]] = {}
    for key, holes in keys.items():
        for there in at_verb(game, key):
            found.setdefault(there, set()).update(holes)
    return found


def of_idle_verb(game: Game, key: str) -> bool:
    """Whether a text words a verb that no tile uses yet, so that nobody knows what it can ask."""
    sort, _, named = key.partition(".")
    verb, _, rest = named.partition(".")
    used = {v for verbs in game.published.worded.values() for v in verbs}
    return (sort == "verb" and verb in game.published.verbs and verb not in used
            and rest.partition(".")[0] in ("", *ASKED))


def _of_page(game: Game, numbers: set[str]) -> dict[str, set[str]]:
    """What only the rules page says: how each part of the game works."""
    parts = [*PARTS, *(f"score.{name}" for name in game.scoring),
             *(f"kind.{name}" for name in game.kinds), *(f"option.{name}" for name in game.options),
             *(f"variant.{name}" for name in game.variants)]
    keys = {f"{part}.about": numbers for part in parts}
    for name in one_argument(game):
        keys |= {f"table.{name}": numbers, f"table.{name}.of": set()}
    return keys


def short_keys(game: Game, known: Collection[str]) -> dict[str, str]:
    """Keys without the place where something is asked, where that adds nothing: `ask.doubt` for
    `ask.flow.doubt`."""
    places = {"flow", *game.procedures}
    found: dict[str, list[str]] = {}
    for key in known:
        first, _, rest = key.partition(".")
        place, _, name = rest.partition(".")
        if first in ASKED and place in places and name:
            found.setdefault(f"{first}.{name}", []).append(key)
    return {short: whole[0] for short, whole in found.items()
            if len(whole) == 1 and short not in known}


def shortest(game: Game, key: str) -> str:
    """A key as people write it best."""
    return next((short for short, whole in short_keys(game, keys_of(game)).items()
                 if whole == key), key)


def _of_action(action: Action, numbers: set[str]) -> dict[str, set[str]]:
    """Its name, its words, how it is said as a move, and its further questions."""
    keys = {f"action.{action.name}": set(), f"action.{action.name}.about": numbers,
            f"move.{action.name}": {p.name for p in action.picks[:1]}}
    keys |= {f"move.{action.name}.unknown": set() for _ in action.picks[:1]}
    for index, pick in enumerate(action.picks[1:], 2):
        # What was picked before can be said once more.
        keys[f"move.{action.name}.{pick.name}"] = {p.name for p in action.picks[:index]}
        keys[f"ask.{action.name}.{pick.name}"] = set()
    return keys


def _of_kind(kind: Kind, numbers: set[str]) -> dict[str, set[str]]:
    """The names of its elements, how many of them, and what they do."""
    keys: dict[str, set[str]] = {f"kind.{kind.name}": set()}
    for item in kind.items:
        keys[f"{kind.name}.{item}"] = set()
        keys[f"{kind.name}.{item}.count"] = {"n"}
        # An element may be something else with so many players: a piece that belongs to nobody.
        keys |= {f"{kind.name}.{item}.for_{players}": set() for players in kind.counts}
        if kind.tiles:
            keys[f"{kind.name}.{item}.says"] = set()
        else:
            keys[f"{kind.name}.{item}.about"] = numbers
    return keys


def _asked(game: Game, stmt: Stmt, numbers: set[str]) -> dict[str, set[str]]:
    """The texts of the question that a statement asks, if it asks one."""
    if isinstance(stmt, (Choose, ChooseMany)):
        return {f"move.{stmt.site}": {stmt.var.name}, f"move.{stmt.site}.unknown": set(),
                f"ask.{stmt.site}": set(), f"pass.{stmt.site}": set()}
    if isinstance(stmt, OneOf):
        branches: dict[str, set[str]] = {f"move.{stmt.site}.{b.name}": set() for b in stmt.branches}
        return branches | {f"ask.{stmt.site}": set()}
    if isinstance(stmt, Menu):
        name = stmt.step or "_".join(stmt.actions)
        # The same move may be said in other words at one step.
        moves = {f"step.{name}.move.{action.name}": {p.name for p in action.picks[:1]}
                 for action in (game.actions[a] for a in stmt.actions)}
        return moves | {f"step.{name}": set(), f"step.{name}.about": numbers,
                        f"pass.{name}": set()}
    return {}


def statements(game: Game) -> Iterator[Stmt]:
    """All statements of a game, however deep."""
    todo = [s for action in game.actions.values() for s in action.body]
    todo += [s for procedure in game.procedures.values() for s in procedure.body]
    if game.flow is not None:
        todo += [*game.flow.setup, *game.flow.before, *game.flow.turn, *game.flow.after_turn,
                 *game.flow.after]
    yield from stmts_within(todo)
