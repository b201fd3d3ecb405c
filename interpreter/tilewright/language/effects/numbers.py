"""Effects on numbers, marks and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.effects.declare import Key, effect
from tilewright.language.expressions import expression
from tilewright.language.longhand import Once
from tilewright.language.operations import Const, Domain, Entry, Expr, Variable
from tilewright.language.reader import is_zone
from tilewright.language.tree import (
    Do,
    ForEach,
    Stmt,
    Target,
    Var,
)
from tilewright.language.types import INT, UNKNOWN, fits, many, one
from tilewright.middle import ir
from tilewright.problems import nearest

if TYPE_CHECKING:
    from collections.abc import Container

    from tilewright.language.coder import Writer
    from tilewright.language.names import Scope
    from tilewright.language.reader import Reader
    from tilewright.problems import Place
    from tilewright.reading.source import Map

TOPIC = "numbers"


def _emit_set(em: Writer, stmt: Do) -> None:
    em.write(stmt.args["target"], stmt.args["value"])


@effect(
    "set", TOPIC, "Writes values into fields.",
    {"set": Key("targets", "fields and their new values", needed=True)},
    "- set: {me.coins: 3}\n", _emit_set,
)
def _set(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    made: list[Stmt] = []
    for key, given in raw["set"].items():
        target = rd.target(key, raw["set"].key_at(key), scope)
        if target is None:
            continue
        if target.type.tag == "map":
            rd.problem("not-writable", raw["set"].key_at(key),
                       f"this is {target.type.words}, which is not one value",
                       f"name one element with [ ]: {key}[x]")
            continue
        value = expression(rd.names, given, raw["set"].at(key), scope, target.type)
        made.append(Do(raw["set"].at(key), "set", {"target": target, "value": value}))
    return made


def _amounts(rd: Reader, raw: Map, word: str, scope: Scope) -> list[tuple[Target, Expr, Any]]:
    """The `field: number` pairs below a word, with the place of each number."""
    made = []
    for key, given in raw[word].items():
        target = rd.target(key, raw[word].key_at(key), scope)
        want = target.type if target is not None and target.type.tag == "map" else INT
        value = expression(rd.names, given, raw[word].at(key), scope, want)
        if target is None:
            continue
        if target.type.tag == "map":
            made.append((target, value, raw[word].at(key)))
            continue
        if target.type != INT:
            rd.problem("wrong-type", raw[word].key_at(key),
                       f"this is {target.type.words}, not a number")
            continue
        if isinstance(value, Const) and value.type == INT and value.value < 0:
            other = "lose" if word == "gain" else "gain"
            rd.problem("negative-amount", raw[word].at(key), "the amount is negative",
                       f"use '{other}' with a positive number")
        made.append((target, value, raw[word].at(key)))
    return made


def _other_side(rd: Reader, raw: Map, key: str, scope: Scope) -> Target | None:
    if key not in raw:
        return None
    target = rd.target(str(raw[key]), raw.at(key), scope)
    if target is not None and target.type != INT and target.type.tag != "map":
        rd.problem("wrong-type", raw.at(key), f"this is {target.type.words}, not a number")
        return None
    return target


def _transfers(rd: Reader, raw: Map, word: str, other: str, scope: Scope, **more: Any
               ) -> list[Stmt]:
    """One statement for each number; numbers per kind are gone through kind by kind."""
    partner = _other_side(rd, raw, other, scope)
    made: list[Stmt] = []
    for target, value, at in _amounts(rd, raw, word, scope):
        if partner is not None and partner.type != target.type:
            rd.problem("wrong-type", raw.at(other),
                       f"this is {partner.type.words}, but {target.type.words} is needed")
            continue
        args = {"target": target, "value": value, other: partner, **more}
        if target.type.tag == "map" and value.type != UNKNOWN:
            made += _kind_by_kind(raw, at, word, other, args)
        elif target.type.tag != "map":
            made.append(Do(at, word, args))
    return made


def _kind_by_kind(raw: Map, at: Place, word: str, other: str, args: dict[str, Any]
                  ) -> list[Stmt]:
    kind = one(args["target"].type.kind)
    var = Var("each_kind", kind)
    which, once = Variable(kind, at, var), Once(raw)
    for key in ("target", other):
        if args[key] is not None:
            owner = once.target(args[key])
            args[key] = Target(owner.field, (*owner.index, which), at)
    args["value"] = Entry(INT, at, args["value"], which)
    whole = Domain(many(kind), at, kind.kind)
    return once.before([ForEach(at, var, whole, [Do(at, word, args)])])


def _emit_gain(em: Writer, stmt: Do) -> None:
    source: Target | None = stmt.args["from"]
    amount = em.amount(stmt.args["value"])
    if source is None:
        em.add(stmt.args["target"], amount)
        return
    home = em.simple(em.target_address(source))
    low = source.field.low
    left = ir.math("-", ir.state(home), ir.const(low)) if low else ir.state(home)
    shortage = stmt.args["shortage"]
    n = em.keep(amount)
    if shortage == "partial":
        em.emit(ir.Let(n.word, ir.call("min", n, left)))
        _transfer(em, stmt.args["target"], source, home, n)
        return
    with em.block() as body:
        _transfer(em, stmt.args["target"], source, home, n)
    other: list[ir.Statement] = []
    if shortage == "fail":
        other = [ir.Run(ir.call("fail", ir.const(f"there are too few of {source.field.title}")))]
    em.emit(ir.when(ir.compare(left, ">=", n), body, other))


def _transfer(em: Writer, target: Target, source: Target, home: ir.Value, n: ir.Value) -> None:
    em.add(target, n)
    em.emit(ir.add_to(home, n, "-"))
    em.forget_who(source, home)


@effect(
    "gain", TOPIC,
    "Adds to numbers, perhaps out of a finite supply. More than the `max` of a field is a fault of "
    "the rules (`lose` takes only what is there), so gain no more than there is room for. An "
    "amount below zero adds nothing.",
    {"gain": Key("targets", "fields and how much they gain", needed=True),
     "from": Key("target", "the field that it is taken from"),
     "shortage": Key("shortage", "with too few there: `partial` (what is left, the normal way), "
                     "`skip` (nothing) or `fail` (a problem of the rules)")},
    "- gain: {me.coins: 2}\n", _emit_gain,
)
def _gain(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    if "shortage" in raw and "from" not in raw:
        rd.problem("shortage-alone", raw.key_at("shortage"), "only a supply can run short",
                   "add 'from', or remove 'shortage'")
    how = raw.get("shortage", "partial")
    return _transfers(rd, raw, "gain", "from", scope, shortage=how)


def _emit_lose(em: Writer, stmt: Do) -> None:
    target: Target = stmt.args["target"]
    address = em.simple(em.target_address(target))
    low = target.field.low
    have = ir.math("-", ir.state(address), ir.const(low)) if low else ir.state(address)
    n = em.keep(ir.call("min", em.amount(stmt.args["value"]), have))
    em.emit(ir.add_to(address, n, "-"))
    em.forget_who(target, address)
    if stmt.args["to"] is not None:
        em.add(stmt.args["to"], n)


@effect(
    "lose", TOPIC,
    "Takes from numbers, but not below their `min`: then only what is there is lost. Perhaps gives "
    "it elsewhere. An amount below zero takes nothing.",
    {"lose": Key("targets", "fields and how much they lose", needed=True),
     "to": Key("target", "the field that gets what was really lost")},
    "- lose: {me.coins: 2}\n", _emit_lose,
)
def _lose(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    return _transfers(rd, raw, "lose", "to", scope)


def _emit_swap(em: Writer, stmt: Do) -> None:
    em.exchange(stmt.args["first"], stmt.args["second"])


@effect(
    "swap", TOPIC,
    "Exchanges the values of two fields, or all that lies in two zones, in the same order; who "
    "knew a secret still knows it.",
    {"swap": Key("pair", "the two fields or zones", needed=True)},
    "- swap: [a1.mark, a3.mark]\n", _emit_swap,
)
def _swap(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    given = raw["swap"]
    zones = [is_zone(expression(rd.names, given[i], given.at(i), scope)) for i in range(2)]
    if all(zones):
        return _swapped_zones(rd, raw, scope)
    first = rd.target(str(given[0]), given.at(0), scope)
    if first is None:
        return []
    second = rd.target(str(given[1]), given.at(1), scope)
    if second is None:
        return []
    if not fits(first.type, second.type) or not fits(second.type, first.type):
        rd.problem("wrong-type", given.at(1),
                   f"{first.type.words} cannot change places with {second.type.words}")
    return [Do(raw.place, "swap", {"first": first, "second": second})]


def _swapped_zones(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    zones = rd.zones(raw, "swap", scope)
    if not zones:
        return []
    first, second = zones
    if first.field.type != second.field.type:
        rd.problem("wrong-type", raw["swap"].at(1), f"this zone holds {second.field.type}, and the "
                   f"other one holds {first.field.type}")
        return []
    return [Do(raw.place, "swap", {"first": first, "second": second})]


def _emit_score(em: Writer, stmt: Do) -> None:
    em.score(stmt.args["category"], stmt.args["value"], stmt.args["to"])


def _counting(key: str, counted: list[str], scoring: Container[str]) -> str:
    """How points can be counted in a category that is not there, or is worked out."""
    if key in scoring:
        return "it is worked out from the position; only a 'counted' one gets points"
    near = nearest(key, counted)
    return f"did you mean '{near}'?" if near else f"add '{key}: counted' to 'scoring'"


@effect(
    "score", TOPIC, "Gives points in a counted category of the score sheet.",
    {"score": Key("targets", "categories and points", needed=True),
     "to": Key("expr", "the player who gets them; normally `me`")},
    "- score: {lines: 3}\n", _emit_score,
)
def _score(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    made: list[Stmt] = []
    to = rd.player(raw, "to", scope)
    counted = [c.name for c in rd.names.game.scoring.values() if c.value is None]
    for key, given in raw["score"].items():
        if key not in counted:
            rd.problem("unknown-category", raw["score"].key_at(key),
                       f"'{key}' is not a counted category of 'scoring'",
                       _counting(key, counted, rd.names.game.scoring))
            continue
        rd.names.use("category", key)
        value = expression(rd.names, given, raw["score"].at(key), scope, INT)
        if value.type != UNKNOWN:
            made.append(Do(raw["score"].at(key), "score",
                           {"category": key, "value": value, "to": to}))
    return made
