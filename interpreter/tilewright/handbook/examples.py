"""An example of each kind of ability, made of the words of one game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.handbook.pieces import missing_texts
from tilewright.handbook.words import Facts, flow
from tilewright.language.types import INT
from tilewright.linking.tiles import KINDS
from tilewright.model import FALLBACK, PLAYER
from tilewright.text import plain

if TYPE_CHECKING:
    from tilewright.language.tree import Var
    from tilewright.model import Game

TILE = "my_tile"
NOT_COPIED = ("abilities", "count", "source", "was")
HINTS = {
    "gain": "A list of verbs; they happen in this order.",
    "power": "How often: once_per_turn, once_per_round, once, or {times: 2, per: game}.",
    "change": "`to` gives a new value, `add` adds (also less than 0), `times` multiplies.",
    "when": "Whose event: me, opponent or anyone. It happens after the event; with "
            "`moment: before` before it.",
    "toll": "Whoever cannot pay cannot do it, so take it from what all players can have.",
    "score": "With `per: AMOUNT` these points count for each of it.",
    "goal": "`at_least` or `at_most` with `of: AMOUNT`, or `has: CONDITION`.",
}


@dataclass(slots=True)
class Example:
    """An ability that passes `check` in a tile, with all else that it needs in this game."""

    kind: str
    family: str = ""
    ability: dict[str, Any] = field(default_factory=dict)
    rules: str = ""
    changes: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    needs: list[str] = field(default_factory=list)
    why_not: str = ""


def examples(facts: Facts) -> list[Example]:
    return [_example(facts, kind) for kind in KINDS]


def of_family(facts: Facts, family: str) -> list[Example]:
    """The abilities that a tile of a family can have as the rules are."""
    found = []
    for kind in KINDS:
        made = Example(kind, family)
        if _works(facts, kind, family):
            _choose_ability(facts, made)
            if not made.why_not and not made.rules:
                made.texts |= missing_texts(facts, made.ability)
                found.append(made)
    return found


def _works(facts: Facts, kind: str, family: str) -> bool:
    if kind == "gain":
        return family in facts.activated
    if kind in ("score", "goal"):
        return family in facts.counted
    return bool(facts.in_play(family))


def tile_file(facts: Facts, example: Example) -> str:
    """The file of a tile that has the ability; attributes are those of the family's first tile."""
    lines = [f"family: {example.family}", "tiles:", f"  {TILE}:"]
    for row in list(facts.rows(example.family).values())[:1]:
        lines += [f"    {flow({key: value})[1:-1]}" for key, value in row.items()
                  if key not in NOT_COPIED]
    said = facts.sentence(example.ability, FALLBACK)
    lines += ["    abilities:", *([f"      # {said}"] if said else []),
              f"      # {HINTS[example.kind]}",
              f"      my_{example.kind}: {flow(example.ability)}"]
    return "\n".join(lines) + "\n"


def _example(facts: Facts, kind: str) -> Example:
    made = Example(kind)
    _choose_family(facts, made)
    if not made.why_not:
        _choose_ability(facts, made)
    if not made.why_not:
        made.texts |= missing_texts(facts, made.ability)
    return made


# -- where it can work --------------------------------------------------------------------------

def _choose_family(facts: Facts, made: Example) -> None:
    """A family whose tiles can have the ability, or an overlay that lets them have it."""
    names = [k.name for k in facts.families if k.items]
    fit = [n for n in names if _works(facts, made.kind, n)]
    users = {u.family for u in facts.uses if made.kind in u.raw}
    if fit:
        made.family = next((n for n in fit if n in users), fit[0])
    else:
        _open(facts, made, names)


def _open(facts: Facts, made: Example, names: list[str]) -> None:
    held = [n for n in names if facts.zones(n)]
    if not held:
        made.why_not = "No player holds tiles here, so rules for that are needed first."
        return
    made.family = next((n for n in held if facts.in_play(n)), held[0])
    zone = facts.zones(made.family)[0].name
    opening = {"gain": _income, "score": _counting, "goal": _counting}.get(made.kind, _playing)
    opening(facts, made, zone)


def _income(facts: Facts, made: Example, zone: str) -> None:
    course = facts.game.flow
    if course is None or course.after_turn:
        made.why_not = ("Nothing in the rules activates tiles. An overlay can put `- activate: "
                        "…` where a player gets one; or take `when` instead.")
        return
    made.needs.append("Nothing in the rules activates tiles. This overlay does it after each "
                      "turn.")
    made.changes = (f"add:\n  flow/round/after_turn:\n    - for_each: {{tile: actor.{zone}}}\n"
                    "      do:\n        - activate: tile\n")


def _counting(facts: Facts, made: Example, zone: str) -> None:
    line = f"{made.family}_points"
    made.needs.append("No scoring counts the points of tiles. This overlay adds a line to the "
                      "score sheet.")
    made.changes = f"add:\n  scoring/{line}: sum(tile_points(t) for t in me.{zone})\n"
    if facts.game.texts:
        made.texts[f"score.{line}"] = plain(line)


def _playing(facts: Facts, made: Example, zone: str) -> None:
    del facts
    made.needs.append("No tile is in play here. With this overlay those in front of a player are.")
    made.changes = f"add:\n  state/player/{zone}/in_play: true\n"


# -- what it says -------------------------------------------------------------------------------

def _choose_ability(facts: Facts, made: Example) -> None:
    """An ability that a tile of the family has already, or one made of the first words."""
    for use in facts.uses:
        if made.kind in use.raw and use.family == made.family and _is_free(facts.game, use.raw):
            made.ability = dict(use.raw)
            return
    {"gain": _gain, "power": _power, "change": _change, "when": _when, "toll": _toll,
     "score": _score, "goal": _goal}[made.kind](facts, made)


def _is_free(game: Game, raw: dict[str, Any]) -> bool:
    """Whether a second tile may say the same: not if both set one value."""
    return "to" not in raw or "change" not in raw or bool(game.queries[raw["change"]].stack)


def _gain(facts: Facts, made: Example) -> None:
    verbs = _verbs(facts, free=True)
    made.ability = {"gain": verbs[:1]}
    made.why_not = "" if verbs else "The game publishes no verb that costs nothing."


def _power(facts: Facts, made: Example) -> None:
    verbs = _verbs(facts, free=False)
    made.ability = {"power": verbs[0] if verbs else "", "limit": "once_per_turn"}
    made.why_not = "" if verbs else "The game publishes no verb."


def _change(facts: Facts, made: Example) -> None:
    queries = sorted(facts.game.queries.values(), key=lambda q: (q.type != INT, bool(q.changes)))
    for query in queries:
        if query.type == INT:
            made.ability = {"change": query.name, "add": 1}
            return
        if query.type.tag == "bool" and (query.stack or not query.changes):
            made.ability = {"change": query.name, "to": True}
            return
    made.why_not = "The game publishes no query that one more tile can change."


def _when(facts: Facts, made: Example) -> None:
    verbs, event = _verbs(facts, free=True), _event(facts, made)
    made.ability = {"when": {"opponent": event}, "do": verbs[:1]}
    made.why_not = made.why_not or ("" if verbs else
                                    "The game publishes no verb that costs nothing.")


def _toll(facts: Facts, made: Example) -> None:
    numbers = numbers_of_players(facts.game)
    made.ability = {"toll": dict.fromkeys(numbers[:1], 1),
                    "whenever": {"opponent": _event(facts, made)}}
    made.why_not = made.why_not or ("" if numbers else "Players have no number to pay with.")


def _score(facts: Facts, made: Example) -> None:
    amounts = facts.game.published.amounts
    made.ability = {"score": 1, "per": amounts[0]} if amounts else {"score": 2}


def _goal(facts: Facts, made: Example) -> None:
    plain_ones = [c for c in facts.game.published.conditions
                  if not facts.keys("conditions", c).get("args")]
    if facts.game.published.amounts:
        made.ability = {"goal": {"at_least": 3, "of": facts.game.published.amounts[0]}, "points": 2}
    elif plain_ones:
        made.ability = {"goal": {"has": plain_ones[0]}, "points": 2}
    else:
        _own_amount(facts, made)


def _own_amount(facts: Facts, made: Example) -> None:
    """A goal needs something to count, so the variant publishes the first number of players."""
    numbers = numbers_of_players(facts.game)
    if not numbers:
        made.why_not = "The game publishes nothing to count, and players have no number."
        return
    name = f"{numbers[0]}_owned"
    made.needs.append("The game publishes no amounts. A rules file of the variant can.")
    made.rules = f"vocabulary:\n  amounts:\n    {name}: me.{numbers[0]}\n"
    made.ability = {"goal": {"at_least": 3, "of": name}, "points": 2}


def _event(facts: Facts, made: Example) -> str:
    """An event of an action; without one, the variant publishes it."""
    events = {e.name: e.action for e in facts.game.events.values() if e.action}
    if not events:
        return _own_event(facts, made)
    return min(events, key=lambda name: (
        events[name] in facts.forced, not facts.has_text(f"event.{name}.opponent")))


def _own_event(facts: Facts, made: Example) -> str:
    actions = [a.name for a in facts.game.actions.values() if a.tile is None]
    if not actions:
        made.why_not = "The game has no action that could have an event."
        return ""
    action = min(actions, key=lambda name: name in facts.forced)
    made.needs.append("The game publishes no event of an action. A rules file of the variant can.")
    if made.kind == "toll" and action in facts.forced:
        made.needs.append(f"Take care: `{action}` must be done in its step, so the game stops when "
                          "somebody cannot pay. Better give that step an `else` as well.")
    name = f"{action}s" if f"{action}s" not in facts.game.events else f"{action}_is_done"
    made.rules = f"vocabulary:\n  events:\n    {name}: {{action: {action}}}\n"
    return name


def _verbs(facts: Facts, *, free: bool) -> list[Any]:
    """Verbs with values for their arguments; those that ask nothing come first."""
    found = []
    for verb, args in facts.game.published.verbs.items():
        raw = facts.keys("verbs", verb)
        values = {a.name: _value(facts.game, a) for a in args}
        if None not in values.values() and not (free and "pay" in raw):
            found.append((bool(raw.get("pick")), {verb: values} if values else verb))
    return [said for _, said in sorted(found, key=lambda pair: pair[0])]


def _value(game: Game, var: Var) -> Any:
    if var.type.tag == "kind":
        return game.kinds[var.type.kind].items[0] if game.kinds[var.type.kind].items else None
    return {"int": 1, "bool": True}.get(var.type.tag)


def numbers_of_players(game: Game) -> list[str]:
    """The numbers that players can pay with: those that are paid already, then those in sight."""
    names = [n for (owner, n), f in game.fields.items()
             if owner == PLAYER and f.type == INT and not f.per and not f.zone]
    paid = {c.target.field.name for a in game.actions.values() for c in a.costs}
    mat = game.show.get("mat", [])
    return sorted(names, key=lambda n: (n not in paid, n not in mat))
