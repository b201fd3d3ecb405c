"""Effects on zones: piles, rows, hands and bags of elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.effects.declare import Key, effect
from tilewright.language.longhand import Once, first_that_holds, reveal, size_of
from tilewright.language.operations import Compare, Const, Expr, Math, Variable, ZoneOf
from tilewright.language.reader import is_zone
from tilewright.language.tree import (
    Branch,
    Choose,
    Do,
    If,
    OneOf,
    Repeat,
    Stmt,
    Target,
    Var,
)
from tilewright.language.types import BOOL, INT, PLAYER, UNKNOWN

if TYPE_CHECKING:
    from tilewright.language.coder import Writer
    from tilewright.language.names import Scope
    from tilewright.language.reader import Reader
    from tilewright.problems import Place
    from tilewright.reading.source import Map

TOPIC = "zones"
AT = Key("end", "`top` or `bottom` of the zone; normally the bottom")


def _ordered(rd: Reader, zone: Target | None, at: Place) -> None:
    """Words about top, bottom and order mean nothing for a set."""
    if zone is not None:
        zone.field.keeps_order = True
    if zone is not None and zone.field.unordered:
        rd.problem("no-order", at, f"'{zone.field.title}' is a set, it keeps no order",
                   "leave this out, name elements with 'move', or remove 'order: set'")


def _end(rd: Reader, raw: Map, zone: Target | None) -> bool:
    """Whether `at` says the top of a zone."""
    if "at" in raw:
        _ordered(rd, zone, raw.key_at("at"))
    return bool(raw.get("at") == "top")


def _same_kind(rd: Reader, raw: Map, key: str, a: Any, b: Target | None) -> bool:
    """Whether an element or zone belongs to the kind of a zone; a problem if not."""
    if a is None or b is None:
        return False
    kind = a.field.type.kind if isinstance(a, Target) else a.type.kind
    if isinstance(a, Expr) and a.type == UNKNOWN:
        return False
    if kind != b.field.type.kind:
        rd.problem("wrong-type", raw.at(key),
                   f"this zone holds {b.field.type.kind}, not {kind}")
        return False
    return True


def _emit_put(em: Writer, stmt: Do) -> None:
    em.zone_put(stmt.args["into"], stmt.args["item"], top=stmt.args["top"])


@effect(
    "put", TOPIC, "Adds an element to a zone, out of nowhere.",
    {"put": Key("expr", "the element", needed=True),
     "into": Key("expr", "the zone", needed=True), "at": AT},
    "- put: a1\n  into: visited\n", _emit_put,
)
def _put(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    into = rd.zone(raw, "into", scope)
    item = rd.expr(raw, "put", scope, into.field.type if into else None)
    if not _same_kind(rd, raw, "into", item, into):
        return []
    return [Do(raw.place, "put", {"item": item, "into": into, "top": _end(rd, raw, into)})]


def _emit_move(em: Writer, stmt: Do) -> None:
    em.zone_move(stmt)


@effect(
    "move", TOPIC, "Moves an element from one zone to another, or out of the game without `to`.",
    {"move": Key("expr", "the element", needed=True),
     "from": Key("zones", "the zone that holds it, or a list of zones that may", needed=True),
     "to": Key("expr", "the zone that it goes to"), "at": AT},
    "- for_each: {c: 'top(deck, 1)'}\n  do:\n    - move: c\n      from: deck\n"
    "      to: me.cards\n", _emit_move,
)
def _move(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    sources = rd.zones(raw, "from", scope)
    kind = sources[0].field.type if sources else None
    item = rd.expr(raw, "move", scope, kind)
    to = rd.zone(raw, "to", scope) if "to" in raw else None
    if not sources or not all(_same_kind(rd, raw, "from", item, s) for s in sources):
        return []
    if "to" in raw and not _same_kind(rd, raw, "to", sources[0], to):
        return []
    top = _end(rd, raw, to)
    moves = [Do(raw.place, "move", {"item": item, "from": source, "to": to, "top": top})
             for source in sources]
    return first_that_holds(item, moves)


def _emit_draw(em: Writer, stmt: Do) -> None:
    em.zone_draw(stmt.args["from"], stmt.args["to"], stmt.args["count"], top=stmt.args["top"])


@effect(
    "draw", TOPIC,
    "Moves so many elements from the top of one zone to another: all, if it holds fewer, and none "
    "for 0 or less. Whose zones they are is worked out once, before the first one is moved.",
    {"draw": Key("expr", "how many", needed=True),
     "from": Key("expr", "the zone that gives", needed=True),
     "to": Key("expr", "the zone that gets", needed=True), "at": AT},
    "- draw: 2\n  from: deck\n  to: me.cards\n", _emit_draw,
)
def _draw(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    count = rd.expr(raw, "draw", scope, INT)
    source, to = rd.zone(raw, "from", scope), rd.zone(raw, "to", scope)
    if not _same_kind(rd, raw, "to", source, to):
        return []
    _ordered(rd, source, raw.at("from"))
    if isinstance(count, Const) and count.value < 0:
        rd.problem("negative-amount", raw.at("draw"), "the amount is negative",
                   "draw from the other zone with a positive number")
    return [Do(raw.place, "draw",
               {"count": count, "from": source, "to": to, "top": _end(rd, raw, to)})]


@effect(
    "refill", TOPIC,
    "Draws until a zone holds so many; `else` happens if it stays short. It never takes away.",
    {"refill": Key("expr", "the zone to fill", needed=True),
     "to": Key("expr", "how many it shall hold", needed=True),
     "from": Key("expr", "the zone to draw from", needed=True),
     "else": Key("statements", "what happens when there are too few")},
    "- refill: row\n  to: 3\n  from: deck\n",
)
def _refill(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    row, source = rd.zone(raw, "refill", scope), rd.zone(raw, "from", scope)
    wanted = rd.expr(raw, "to", scope, INT)
    if not _same_kind(rd, raw, "from", source, row):
        return []
    assert row is not None
    _ordered(rd, source, raw.at("from"))
    once = Once(raw)
    if "else" in raw:
        row, wanted = once.target(row), once.value(wanted)
    holds = ZoneOf(row.type, raw.place, row.field, row.index)
    size = size_of(holds)
    missing = Math(INT, raw.at("to"), "-", wanted, size)
    made: list[Stmt] = [
        Do(raw.place, "draw", {"count": missing, "from": source, "to": row, "top": False})]
    if "else" in raw:
        short = Compare(BOOL, raw.place, "<", size, wanted)
        made.append(If(raw.place, short, rd.statements(raw["else"], scope), []))
    return once.before(made)


def _emit_shuffle(em: Writer, stmt: Do) -> None:
    em.zone_shuffle(stmt.args["zone"])


@effect(
    "shuffle", TOPIC, "Puts a zone in random order; nobody knows it any more.",
    {"shuffle": Key("expr", "the zone", needed=True)},
    "- shuffle: deck\n", _emit_shuffle,
)
def _shuffle(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    zone = rd.zone(raw, "shuffle", scope)
    _ordered(rd, zone, raw.at("shuffle"))
    return [Do(raw.place, "shuffle", {"zone": zone})] if zone else []


def _emit_sort(em: Writer, stmt: Do) -> None:
    em.zone_sort(stmt.args["zone"], stmt.args["var"], stmt.args["by"])


@effect(
    "sort", TOPIC, "Puts a zone in the order of a number.",
    {"sort": Key("expr", "the zone", needed=True),
     "by": Key("expr", "the number of each `it`; the least comes to the top", needed=True)},
    "- sort: row\n  by: index(it)\n", _emit_sort,
)
def _sort(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    zone = rd.zone(raw, "sort", scope)
    if zone is None:
        return []
    if zone.field.hidden:
        rd.problem("sort-hidden", raw.at("sort"), "a hidden zone cannot be sorted",
                   "its order would tell what it holds")
        return []
    _ordered(rd, zone, raw.at("sort"))
    var = Var("it", zone.field.type)
    by = rd.expr(raw, "by", scope.with_var(var), INT)
    return [Do(raw.place, "sort", {"zone": zone, "var": var, "by": by})]


def _emit_empty(em: Writer, stmt: Do) -> None:
    em.zone_empty(stmt.args["zone"], stmt.args["into"])


@effect(
    "empty", TOPIC,
    "Takes all elements out of a zone, into another or out of the game. Whose zones they are is "
    "worked out once, before the first one is taken.",
    {"empty": Key("expr", "the zone", needed=True),
     "into": Key("expr", "the zone that gets them, in the same order")},
    "- empty: row\n  into: deck\n", _emit_empty,
)
def _empty(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    zone = rd.zone(raw, "empty", scope)
    into = rd.zone(raw, "into", scope) if "into" in raw else None
    if zone is None or ("into" in raw and not _same_kind(rd, raw, "into", zone, into)):
        return []
    return [Do(raw.place, "empty", {"zone": zone, "into": into})]


def _emit_reveal(em: Writer, stmt: Do) -> None:
    target: Target = stmt.args["target"]
    if target.field.zone:
        em.zone_reveal(target, stmt.args["count"], stmt.args["to"])
    else:
        em.reveal_values(target, stmt.args["to"])


@effect(
    "reveal", TOPIC, "Lets players know a hidden field, or the top elements of a hidden zone, "
    "which stay in place. What is written into a field later is hidden again.",
    {"reveal": Key("expr", "the field or the zone", needed=True),
     "count": Key("expr", "how many from the top of a zone; normally all"),
     "to": Key("expr", "the player who may look; normally everybody")},
    "- reveal: deck\n  count: 3\n  to: me\n", _emit_reveal,
)
def _reveal(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    found = rd.expr(raw, "reveal", scope)
    target = rd.zone(raw, "reveal", scope) if is_zone(found) else rd.as_target(found)
    if target is None:
        if found.type != UNKNOWN:
            rd.problem("not-a-zone", raw.at("reveal"),
                       f"this is {found.type.words}, neither a zone nor a field",
                       "name a field that 'state' declares with 'visible'")
        return []
    what = "zone" if target.field.zone else "field"
    if not target.field.secret:
        rd.problem("already-open", raw.at("reveal"), f"everybody sees this {what} already",
                   "declare it with 'visible: none' or 'visible: owner'")
    if "count" in raw and not target.field.zone:
        rd.problem("key-not-here", raw.key_at("count"), "only a zone has a top",
                   "remove 'count'")
    count = rd.number(raw, "count", scope, max(target.field.cap, 1))
    to = rd.expr(raw, "to", scope, PLAYER) if "to" in raw else None
    return [reveal(raw.place, target, count, to)]


@effect(
    "arrange", TOPIC,
    "A player puts the elements of a zone one by one on the top or the bottom of another.",
    {"arrange": Key("expr", "the zone to empty", needed=True),
     "onto": Key("expr", "the zone that gets them", needed=True),
     "ends": Key("ends", "the ends that may be used; normally both"),
     "by": Key("expr", "the player who decides; normally `me`")},
    "- arrange: me.cards\n  onto: deck\n",
)
def _arrange(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    source, onto = rd.zone(raw, "arrange", scope), rd.zone(raw, "onto", scope)
    if not _same_kind(rd, raw, "onto", source, onto):
        return []
    assert source is not None
    assert onto is not None
    _ordered(rd, onto, raw.at("onto"))
    place, once = raw.place, Once(raw)
    source, onto = once.target(source), once.target(onto)
    by = once.value(rd.player(raw, "by", scope))
    item = Variable(source.field.type, place, var := Var("item", source.field.type))
    branches = [
        Branch(end, None, [Do(place, "move", {"item": item, "from": source, "to": onto,
                                              "top": end == "top"})], place)
        for end in raw.get("ends", ["top", "bottom"])
    ]
    body: list[Stmt] = list(branches[0].body)
    if len(branches) > 1:
        body = [OneOf(place, rd.site(scope, "arrange_end"), branches, by)]
    zone = ZoneOf(source.type, place, source.field, source.index)
    choose = Choose(place, rd.site(scope, "arrange"), var, zone, by, chance=False,
                    optional=None, body=body, other=[])
    left = Compare(BOOL, place, ">", size_of(zone), Const(INT, place, 0))
    times = Const(INT, place, max(source.field.cap, 1))
    return once.before([Repeat(place, times, left, [choose])])
