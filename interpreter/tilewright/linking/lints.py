"""Checks of meaning over the whole game: recursion, things that nothing uses, dangling words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.language.tree import Menu
from tilewright.linking.ahead import ahead
from tilewright.linking.boards import boards
from tilewright.linking.secrets import secrets
from tilewright.linking.shows import shown
from tilewright.linking.text_keys import statements
from tilewright.problems import Place, did_you_mean
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from tilewright.language.names import Names
    from tilewright.linking.tiles import Tiles
    from tilewright.merging.content import Content


def recursion(names: Names, content: Content, tiles: Tiles) -> None:
    """Nothing may lead back to itself, or too deep: functions, queries, procedures, reactions."""
    del tiles
    depths: dict[str, int] = {}

    def visit(name: str, chain: list[str]) -> int:
        if name in chain:
            # A circle of functions alone was found when they were read.
            cycle = [*chain[chain.index(name):], name]
            place = _place(names, content, cycle)
            if not all(step.startswith("function ") for step in cycle):
                names.problems.add("recursion", place, f"this leads back to itself: "
                                   f"{' -> '.join(cycle)}", "break the circle at one of these")
            return 0
        if name not in depths:
            if len(chain) > limits.CALLS:
                return limits.CALLS
            inner = [visit(other, [*chain, name]) for other in called(name)]
            deepest = max(inner, default=0)
            depths[name] = 1 + deepest
            if deepest <= limits.CALLS < depths[name]:
                names.problems.add("too-many", _place(names, content, [name]),
                                   f"rules use each other over at most {limits.CALLS} steps")
        return depths[name]

    def called(name: str) -> list[str]:
        found = names.calls.get(name, set())
        if name.startswith("possible "):
            asked = names.calls.get(f"action {name.removeprefix('possible ')}", set())
            found = found | {o for o in asked if o.startswith(("function", "query", "possible"))}
        return sorted(found)

    for name in sorted(names.calls):
        visit(name, [])


def power_circles(names: Names, content: Content, tiles: Tiles) -> None:
    """No power leads back to the rules of the step that offers it: they keep one set of picks.

    Rules that only powers lead to offer none, for no power is open while another is carried out.
    """
    del content, tiles
    powers = [a for a in names.game.actions.values() if a.tile is not None]
    played = _ways_from(names, "flow")
    for rules, step, place in names.open_steps if powers else ():
        if rules == "flow" or rules not in played:
            continue
        for power in [p for p in powers if p.window in ("my_turn", f"step:{step}")]:
            way = _ways_from(names, f"action {power.name}").get(rules)
            if way is not None:
                names.problems.add(
                    "recursion", place, "a power that is offered here leads back to this step: "
                    f"{' -> '.join([rules, *way])}", "offer no powers here: powers: false")
                break


def _ways_from(names: Names, start: str) -> dict[str, list[str]]:
    """All rules to which some lead, each with a way there."""
    found, todo = {start: [start]}, [start]
    for here in todo:
        for there in sorted(names.calls.get(here, ())):
            if there not in found:
                found[there] = [*found[here], there]
                todo.append(there)
    return found


def _place(names: Names, content: Content, cycle: list[str]) -> Place:
    section = {"function": "functions", "query": "queries", "procedure": "procedures",
               "action": "actions", "event": "events"}
    for step in cycle:
        kind, _, name = step.partition("(")[0].partition(" ")
        found = content.section(section.get(kind, "")) if kind in section else None
        if found is not None and name in found:
            return found.key_at(name)
    titles = [step.removeprefix("tile ") for step in cycle if step.startswith("tile ")]
    found_at = [_ability(names, content, title) for title in titles]
    return next((at for at in found_at if at is not None), names.game.place)


def _ability(names: Names, content: Content, title: str) -> Place | None:
    """Where an ability stands, by the name that rules have for it: TILE.ABILITY."""
    family, _ = names.game.published.titles.get(title, ("", 0))
    tile, _, name = title.partition(".")
    for of, tiles in content.tiles:
        abilities = tiles[tile].get("abilities") if of == family and tile in tiles else None
        if isinstance(abilities, Map) and name in abilities:
            return abilities.key_at(name)
    return None


def unused(names: Names, content: Content, tiles: Tiles) -> None:
    """Whatever is declared and never read is probably a typing mistake.

    Not where a variant took the last user of a word away that belongs to another pack.
    """
    del tiles
    _rows_unused(names, content)
    _parts_unused(names, content)


def _unused(names: Names, content: Content, place: Place, what: str,
            hint: str = "use it or remove it") -> None:
    if not content.is_of_earlier(place.file):
        names.problems.add("unused", place, what, hint)


def _rows_unused(names: Names, content: Content) -> None:
    checks = (
        ("functions", "function", "function"), ("queries", "query", "query"),
        ("actions", "action", "action"), ("procedures", "procedure", "procedure"),
        ("verbs", "verb", "verb"), ("conditions", "condition", "condition"),
        ("amounts", "amount", "amount"), ("options", "option", "option"),
    )
    for section, what, word in checks:
        for name, _, at, _ in content.each(section):
            if (what, name) not in names.used:
                _unused(names, content, at, f"the {word} '{name}' is never used",
                        f"offer it in a step, must: [{name}] or may: [{name}], or remove it"
                        if what == "action" else "use it or remove it")


def _parts_unused(names: Names, content: Content) -> None:
    for field in names.game.fields.values():
        if not field.in_play and ("field", field.title) not in names.used:
            _unused(names, content, field.place, f"'{field.title}' is never used")
    for event in names.game.events.values():
        if not event.action and ("event", event.name) not in names.used:
            _unused(names, content, event.place, f"the event '{event.name}' never happens",
                    "write '- event: …' where it happens, or remove it")
    for category in names.game.scoring.values():
        if category.value is None and ("category", category.name) not in names.used:
            _unused(names, content, category.place,
                    f"no 'score' gives points for '{category.name}'")


def windows(names: Names, content: Content, tiles: Tiles) -> None:
    """A window names a step of the game."""
    del content
    steps = {name for what, name in names.used if what == "step"}
    for step, at in tiles.windows:
        if step not in steps:
            names.problems.add("unknown-step", at, f"there is no step '{step}'",
                               did_you_mean(step, steps))


def never_ends(names: Names, content: Content, tiles: Tiles) -> None:
    """A game without any end is not a game, nor is one whose ends are never looked at."""
    if not names.game.reasons:
        _, at = content.single.get("flow", (None, names.game.place))
        names.problems.add("never-ends", at, "nothing ends this game",
                           "add 'ends', or '- end: game' somewhere")
    for end in names.game.endings:
        if end.check == "action" and not any(isinstance(s, Menu) for s in statements(names.game)):
            names.problems.add(
                "never-looked-at", end.place, f"'{end.name}' is looked at after each action, and "
                "no step of this game offers one", "add 'check: round'")
    del tiles


def useless_activate(names: Names, content: Content, tiles: Tiles) -> None:
    """`gain` abilities need `activate`; `score` and `goal` need `tile_points` or `goal_met`."""
    del content
    for family in sorted({kind for kind, _ in tiles.gain_scopes}):
        if ("gain", family) not in names.used:
            names.problems.add("never-activated", names.game.kinds[family].place,
                               f"tiles of '{family}' have 'gain' abilities that nothing activates",
                               "write '- activate: …' where a player gets one")
    for family in sorted({p.tile[0] for p in names.game.points}):
        if ("points", family) not in names.used:
            names.problems.add("never-scored", names.game.kinds[family].place,
                               f"tiles of '{family}' have points that no scoring counts",
                               "add 'sum(tile_points(t) for t in me.…)' to 'scoring'")
    held = {f.type.kind for f in names.game.fields.values() if f.in_play}
    needing = {a.tile[0] for a in names.game.actions.values() if a.tile is not None}
    needing |= {c.tile[0] for q in names.game.queries.values() for c in q.changes}
    needing |= {h.tile[0] for e in names.game.events.values() for h in e.handlers}
    for family in sorted(needing - held):
        names.problems.add("never-in-play", names.game.kinds[family].place,
                           f"tiles of '{family}' have abilities, but are never in play",
                           "give a zone of the player 'in_play: true'")


LINTS = (secrets, ahead, boards, shown, unused, windows, never_ends, useless_activate,
         power_circles)
