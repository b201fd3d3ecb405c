"""The entries of a handbook: every word that a game publishes for tiles, sort by sort."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.handbook.examples import numbers_of_players
from tilewright.handbook.words import Facts, flow, type_words
from tilewright.language.operations import ByItem, Const, Nothing
from tilewright.merging.content import VOCABULARY
from tilewright.model import PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright import model
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var

WHO = ("me", "opponent", "anyone")
HOWS = ("to", "add", "times")
BOUNDS = ("at_least", "at_most")
QUERIES = """\
A query is a number or a permission that the rules ask for and tiles may change, each for its
owner only. First a new value (`to`) replaces what holds normally, then everything with `add` is
added, then everything with `times` is multiplied. A second copy of a tile adds again, but does
not multiply again. With `for` a change is only for some arguments.
"""
VERBS = """\
A verb is something that happens. `gain`, `power` and `when` use verbs. A verb that has a cost can
only be a power.
"""
EVENTS = """\
An event is a moment of the game. `when`, `toll` and powers with `window: reaction` name it,
together with whose it is: `me` (the owner of the tile), `opponent` or `anyone`. What an event
tells can be given to verbs and conditions.
"""
CONDITIONS = """\
A condition is true or false. `where` and the `has` of a goal use it.
"""
AMOUNTS = """\
An amount is something to count. `score` uses it with `per`, and `goal` with `of`.
"""


def queries(facts: Facts) -> list[str]:
    lines = ["## What can be changed: queries", "", QUERIES]
    for query in facts.game.queries.values():
        lines += [f"### {query.name}", "",
                  f"- Is {type_words(query.type)}; normally {_default(facts, query)}.",
                  *_arguments(facts, query.args, "Asked for"),
                  f"- {_stacking(facts, query)}",
                  *_asked(facts, query.name),
                  *_defined(facts, "queries", query.name),
                  *_users(facts, "queries", query.name),
                  *texts(facts, [f"change.{query.name}.{how}" for how in
                                  (HOWS if query.type.tag == "int" else HOWS[:1])], query.args), ""]
    return lines


def _stacking(facts: Facts, query: model.Query) -> str:
    """What happens if two tiles give a query a new value."""
    if query.stack:
        return f"If several tiles give it a new value with `to`, the {query.stack} counts."
    setting = {c.tile for c in query.changes if c.how == "to"}
    names = [f"`{facts.game.kinds[family].items[index]}`" for family, index in sorted(setting)]
    taken = f" {' and '.join(names)} {'do' if len(names) > 1 else 'does'} so already." * bool(names)
    other = "; for other arguments another tile may" if query.args else ""
    return f"Only one tile may give it a new value with `to`{other}.{taken}"


def _default(facts: Facts, query: model.Query) -> str:
    """What holds without tiles: a value, a table, or the expression as it was written."""
    base = query.base
    if isinstance(base, (Const, Nothing)):
        return f"`{_value(base)}`"
    if isinstance(base, ByItem) and all(isinstance(e, (Const, Nothing)) for e in base.values):
        items = facts.game.kinds[query.args[0].type.kind].items
        return f"`{flow(dict(zip(items, map(_value, base.values), strict=False)))}`"
    written = facts.keys("queries", query.name)["base"]
    return f"`{written if isinstance(written, str) else flow(written)}`"


def _value(constant: Expr) -> Any:
    value = constant.value if isinstance(constant, Const) else None
    return str(value).lower() if isinstance(value, bool) else "none" if value is None else value


def _asked(facts: Facts, query: str) -> list[str]:
    found = facts.asked.get(query, [])
    return [f"- Matters in {', '.join(found)}."] if found else []


def _arguments(facts: Facts, args: list[Var], word: str) -> list[str]:
    """What a word needs, with all values where there are few."""
    lines = []
    for var in args:
        kind = facts.game.kinds.get(var.type.kind)
        few = kind is not None and not kind.tiles and len(kind.items) <= len(VOCABULARY) * 2
        values = f": {', '.join(f'`{i}`' for i in kind.items)}" if kind is not None and few else ""
        lines.append(f"- {word} `{var.name}`, {type_words(var.type)}{values}.")
    return lines


def _users(facts: Facts, section: str, word: str) -> list[str]:
    found = facts.users.get((section, word), [])
    if not found:
        return ["- Used by no tile yet."]
    return ["- Used by:", *(f"  - {facts.tile(u)}, {u.family}: `{flow(u.raw)}`" for u in found)]


def texts(facts: Facts, keys: list[str], args: Iterable[Var] = ()) -> list[str]:
    """What players read of a word in each language, and which texts are not there."""
    if not facts.game.texts:
        return []
    there = [k for k in keys if any(facts.has_text(k, lang) for lang in facts.game.texts)]
    lines = []
    for key in there:
        lines.append(f"- `{key}`:")
        for lang in facts.langs:
            said = f'"{facts.said(key, args, lang)}"'
            lines.append(f"  - {lang}: {said if facts.has_text(key, lang) else 'missing'}")
    rest = ", ".join(f"`{key}`" for key in keys if key not in there)
    return [*lines, f"- Without a text until a tile needs it: {rest}."] if rest else lines


def verbs(facts: Facts) -> list[str]:
    lines = ["## What can happen: verbs", "", VERBS]
    for verb, args in facts.game.published.verbs.items():
        raw = facts.keys("verbs", verb)
        lines += [f"### {verb}", "", *_arguments(facts, args, "Needs"), *_told(facts, args)]
        if "pick" in raw:
            lines += [f"- The player chooses `{name}` from `{source}`."
                      for name, source in raw["pick"].items()]
        if "if" in raw:
            lines.append(f"- Only if `{raw['if']}`.")
        if "pay" in raw:
            lines.append(f"- Costs {_listed(raw['pay'])}, so it can only be a power.")
        lines += [*_defined(facts, "verbs", verb), *_users(facts, "verbs", verb),
                  *texts(facts, [f"verb.{verb}"], args), ""]
    return lines if facts.game.published.verbs else [*lines, *_none("verbs")]


def _listed(costs: dict[str, Any]) -> str:
    return " and ".join(f"`{amount}` of `{paid}`" for paid, amount in costs.items())


def _told(facts: Facts, args: list[Var]) -> list[str]:
    """What events tell that can be given to a verb."""
    fits = [f"`{told.name}`, which `{event.name}` tells" for event in facts.game.events.values()
            for told in event.args if any(told.type == a.type for a in args)]
    return [f"- After an event it can be given {' or '.join(fits)}."] if fits else []


def _defined(facts: Facts, section: str, word: str) -> list[str]:
    return [f"- Defined in `{facts.defined_at(section, word)}`."]


def events(facts: Facts) -> list[str]:
    lines = ["## What can be answered: events", "", EVENTS]
    for event in facts.game.events.values():
        lines += [f"### {event.name}", "", f"- {_happens(facts, event)}",
                  *_arguments(facts, event.args, "Tells"),
                  *_defined(facts, "events", event.name), *_users(facts, "events", event.name),
                  *texts(facts, [f"event.{event.name}.{who}" for who in WHO]), ""]
    if not facts.game.events:
        lines += _none("events")
    numbers = numbers_of_players(facts.game)
    keys = [f"toll.{name}" for name in numbers]
    paid = [f"`{n}` ({facts.names(f'field.{PLAYER}.{n}')})" for n in numbers]
    return [*lines, "### What a toll can take", "",
            f"- Numbers of players: {', '.join(paid) or 'none'}.", *texts(facts, keys), ""]


def _happens(facts: Facts, event: model.EventKind) -> str:
    """When an event happens, and whether something can be asked for it."""
    if not event.action:
        return "Happens where the rules say so. It has no price, so no `toll` can be put on it."
    said = f"Happens with the action `{event.action}`, so a `toll` can be put on it."
    stuck = " It must be done in its step: when somebody cannot pay, the game stops."
    return said + stuck * (event.action in facts.forced)


def conditions(facts: Facts) -> list[str]:
    lines = ["## Conditions", "", CONDITIONS]
    for name in facts.game.published.conditions:
        raw = facts.keys("conditions", name)
        args = dict(raw.get("args") or {})
        lines += [f"### {name}", "", f"- True if `{raw['is']}`.",
                  f"- Fits: {_fitting(facts, args)}.",
                  *_defined(facts, "conditions", name), *_users(facts, "conditions", name),
                  *texts(facts, [f"condition.{name}"]), ""]
    return lines if facts.game.published.conditions else [*lines, *_none("conditions")]


def _fitting(facts: Facts, args: dict[str, str]) -> str:
    """Where a condition can stand: where all that it needs is told."""
    if not args:
        return "everywhere"
    game = facts.game
    told = {**{f"event `{e.name}`": e.args for e in game.events.values()},
            **{f"query `{q.name}`": q.args for q in game.queries.values()}}
    fits = [name for name, given in told.items()
            if args.items() <= {a.name: str(a.type) for a in given}.items()]
    return ", ".join(fits) or "nowhere"


def amounts(facts: Facts) -> list[str]:
    lines = ["## Amounts", "", AMOUNTS]
    for name in facts.game.published.amounts:
        written = facts.definition("amounts", name)
        said = written.get("is") if isinstance(written, dict) else written
        lines += [f"### {name}", "", f"- Is `{said}`.", *_defined(facts, "amounts", name),
                  *_users(facts, "amounts", name),
                  *texts(facts, [f"amount.{name}", *(f"goal.{name}.{b}" for b in BOUNDS)]), ""]
    return lines if facts.game.published.amounts else [*lines, *_none("amounts")]


def _none(section: str) -> list[str]:
    return [f"The game publishes no {section}. A variant can, in a rules file with `vocabulary`.",
            ""]
