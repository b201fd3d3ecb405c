"""Effects that steer: conditions, loops, names, calls, ends and events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.language.calls import arguments, named_ways
from tilewright.language.effects.declare import Key, effect
from tilewright.language.expressions import expression
from tilewright.language.habits import no_list_hint, without_none
from tilewright.language.operations import Const, Expr, ListOf, Not, Nothing, order_matters
from tilewright.language.relations import for_relations
from tilewright.language.tree import (
    Call,
    Do,
    End,
    Event,
    ForEach,
    If,
    Let,
    Repeat,
    Stmt,
    Stop,
)
from tilewright.language.types import BOOL, INT, PLAYER, UNKNOWN, fits, many
from tilewright.middle import ir
from tilewright.problems import did_you_mean
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from tilewright.language.coder import Writer
    from tilewright.language.names import Scope
    from tilewright.language.reader import Reader

TOPIC = "control"


@effect(
    "if", TOPIC, "Does one list of statements or another.",
    {"if": Key("expr", "the test", needed=True),
     "then": Key("statements", "what happens when it holds", needed=True),
     "else": Key("statements", "what happens when it does not")},
    "- if: me.coins >= 3\n  then:\n    - lose: {me.coins: 3}\n",
)
def _if(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    test, sure, sure_not = rd.test(raw, "if", scope)
    then = rd.statements(raw.get("then"), scope.knowing(sure))
    other = rd.statements(raw.get("else"), scope.knowing(sure_not))
    if isinstance(test, Const) and test.type == BOOL:
        rd.problem("always-same", raw.at("if"), f"this test is always {str(test.value).lower()}")
    return [If(raw.place, test, then, other)]


@effect(
    "for_each", TOPIC, "Repeats statements for each element of a list, taken when it begins.",
    {"for_each": Key("binding", "a name and the list it goes through", needed=True),
     "do": Key("statements", "what happens for each", needed=True)},
    "- for_each: {p: players}\n  do:\n    - gain: {p.coins: 1}\n",
)
def _for_each(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    name, given, name_at, given_at = rd.binding(raw, "for_each")
    source = expression(rd.names, given, given_at, scope)
    if source.type.tag != "list" or source.type.item is None:
        if source.type != UNKNOWN:
            rd.problem("wrong-type", given_at, f"this is {source.type.words}, not a list",
                       no_list_hint(source.type.tag, given))
        return []
    order_matters(source)
    inner = scope.child()
    inner.in_loop = True
    var = rd.bind(name, source.type.item, name_at, inner)
    return [ForEach(raw.place, var, source, rd.statements(raw.get("do"), inner))]


@effect(
    "repeat", TOPIC,
    "Repeats statements, at most so many times. After `max` times it goes on behind the loop, "
    "whatever the test says: what is left over stays undone.",
    {"repeat": Key("repeat", "`max`, and `while` or `until` a test holds, looked at before each "
                   "time; without a test, exactly `max` times, and not at all below 1",
                   needed=True),
     "do": Key("statements", "what is repeated", needed=True)},
    "- repeat: {max: 5, until: me.coins >= 8}\n  do:\n    - gain: {me.coins: 2}\n",
)
def _repeat(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    how = raw["repeat"]
    times = rd.expr(how, "max", scope, INT)
    if isinstance(times, Const) and times.value > limits.REPEAT:
        rd.problem("too-many", how.at("max"), f"'repeat' goes up to {limits.REPEAT:,} times")
    if "while" in how and "until" in how:
        rd.problem("two-counts", how.key_at("until"), "repeat it either 'while' or 'until' a test",
                   "remove one of them, or join both: while: a and not (b)")
    test = None
    if "while" in how:
        test = rd.expr(how, "while", scope, BOOL)
    elif "until" in how:
        until = rd.expr(how, "until", scope, BOOL)
        test = Not(BOOL, until.place, until)
    inner = scope.child()
    inner.in_loop = True
    return [Repeat(raw.place, times, test, rd.statements(raw.get("do"), inner))]


@effect(
    "let", TOPIC, "Gives a value a name, for the statements that follow in the same list.",
    {"let": Key("bindings", "names and their values", needed=True)},
    "- let: {rich: me.coins >= 8}\n- gain: {me.coins: 1 if rich else 2}\n",
)
def _let(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    made: list[Stmt] = []
    for name, given in raw["let"].items():
        value = expression(rd.names, given, raw["let"].at(name), scope)
        if value.type.tag not in ("int", "bool", "kind", "list", "unknown"):
            rd.problem("wrong-type", raw["let"].at(name),
                       f"{value.type.words} cannot be given a name")
            continue
        var = rd.bind(name, value.type, raw["let"].key_at(name), scope)
        made.append(Let(raw["let"].key_at(name), var, value))
    return made


@effect(
    "call", TOPIC, "Carries out a procedure of the game.",
    {"call": Key("word", "the procedure", needed=True),
     "with": Key("bindings", "its arguments by name"),
     "of": Key("expr", "the player who is `me` in it; normally the same `me`")},
    "- call: harvest\n",
)
def _call(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    name = rd.name(raw, "call", rd.names.procedures, "a procedure", "unknown-procedure")
    if name is None:
        return []
    rd.names.use("procedure", name)
    signature = rd.names.procedures[name]
    args = arguments(rd, raw, "with", signature, scope, raw.at("call"))
    ways = named_ways(rd, raw, "with", signature, scope)
    if len(ways) < len(signature.ways):
        return []
    name = for_relations(rd.names, "procedure", name, ways)[0] if ways else name
    rd.names.call(f"procedure {name}")
    return [Call(raw.place, name, args, rd.player(raw, "of", scope), str(raw.get("id", "")))]


@effect(
    "stop", TOPIC, "Leaves the innermost loop.",
    {"stop": Key("loop", "always the word `loop`", needed=True)},
    "- for_each: {p: players}\n  do:\n    - gain: {p.coins: 1}\n    - if: p.coins > 9\n"
    "      then: [{stop: loop}]\n",
)
def _stop(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    if not scope.in_loop:
        rd.problem("stop-outside", raw.place, "there is no loop to stop here",
                   "'stop' belongs inside 'for_each' or 'repeat'")
        return []
    return [Stop(raw.place)]


@effect(
    "end", TOPIC,
    "Ends the turn, the round or the game at once. What stands under `after_turn` follows the end "
    "of a turn, but not that of a round; what stands under `after` follows both.",
    {"end": Key("span", "`turn`, `round` or `game`", needed=True),
     "because": Key("word", "the reason, for `end: game`; a word of your own"),
     "winner": Key("expr", "for `end: game`: the player who wins, a list of players, or none if "
                   "nobody does; normally the score decides")},
    "- end: game\n  because: enough\n",
)
def _end(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    reason = str(raw.get("because", ""))
    if raw["end"] == "game":
        reason = reason or "ended"
        if reason not in rd.names.game.reasons:
            rd.names.game.reasons.append(reason)
    elif reason:
        rd.problem("reason-unused", raw.key_at("because"), "only the end of a game has a reason",
                   "remove 'because'")
    return [End(raw.place, str(raw["end"]), reason, _winner(rd, raw, scope))]


def _winner(rd: Reader, raw: Map, scope: Scope) -> Expr | None:
    """Who wins whatever the points are: a list of players."""
    if "winner" not in raw:
        return None
    if raw["end"] != "game":
        rd.problem("reason-unused", raw.key_at("winner"), "only the end of a game has a winner",
                   "write 'end: game', or remove 'winner'")
        return None
    found = rd.expr(raw, "winner", scope)
    if isinstance(found, Nothing):
        found = ListOf(many(PLAYER), found.place, ())
    elif found.type == PLAYER:
        found = ListOf(many(PLAYER), found.place, (found,))
    if not fits(found.type, many(PLAYER)):
        rd.problem("wrong-type", raw.at("winner"),
                   f"this is {found.type.words}, but a player or a list of players is needed",
                   without_none(raw["winner"]) if found.type == many(PLAYER.or_none()) else "")
        return None
    rd.names.game.names_winners = True
    return found


def _emit_again(em: Writer, stmt: Do) -> None:
    del stmt
    em.emit(ir.add_to(em.more_turns(), ir.const(1)))


@effect(
    "again", TOPIC,
    "The player whose turn it is has one more turn after this one; said twice, two more.",
    {"again": Key("turn", "always the word `turn`", needed=True)},
    "- again: turn\n", _emit_again,
)
def _again(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    del scope
    rd.names.game.again = True
    return [Do(raw.place, "again", {})]


@effect(
    "event", TOPIC, "Something that tiles can react to, before and after its statements.",
    {"event": Key("word", "the event, declared in the vocabulary", needed=True),
     "with": Key("bindings", "what it tells the tiles; worked out only where the game has tiles "
                 "that react"),
     "do": Key("statements", "what happens between `before` and `after`")},
    "- event: harvests\n  with: {amount: 2}\n  do:\n    - gain: {me.coins: 2}\n",
)
def _event(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    name = rd.name(raw, "event", rd.names.game.events, "an event", "unknown-event")
    if name is None:
        return []
    event = rd.names.game.events[name]
    if event.action:
        rd.problem("event-of-action", raw.at("event"),
                   f"'{name}' happens by itself with the action '{event.action}'",
                   "declare another event for this place")
        return []
    rd.names.use("event", name)
    rd.names.call(f"event {name}")
    given = raw.get("with")
    given = given if isinstance(given, Map) else Map(raw.at("event"))
    names = [a.name for a in event.args]
    extras = [k for k in given if k not in names]
    for extra in extras:
        rd.problem("wrong-arguments", given.key_at(extra), f"the event does not tell '{extra}'",
                   did_you_mean(extra, names))
    args = []
    for arg in event.args:
        if arg.name in given:
            args.append(expression(rd.names, given[arg.name], given.at(arg.name), scope, arg.type))
        elif not extras:
            rd.problem("wrong-arguments", raw.at("event"), f"the event tells '{arg.name}'",
                       "add it under 'with'")
    outer, rd.names.within = rd.names.within, f"event {name}"
    body = rd.statements(raw.get("do"), scope)
    rd.names.within = outer
    return [Event(raw.place, name, args, body)]


@effect(
    "activate", TOPIC, "Carries out the `gain` abilities of a tile for a player.",
    {"activate": Key("expr", "the tile", needed=True),
     "of": Key("expr", "the player; normally `me`")},
    "- for_each: {c: me.cards}\n  do:\n    - activate: c\n",
)
def _activate(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    tile = rd.expr(raw, "activate", scope)
    kind = rd.names.game.kinds.get(tile.type.kind)
    if tile.type.optional:
        rd.problem("maybe-none", raw.at("activate"), "this may be none, but a tile is needed",
                   "test it first: 'if: x != none'")
        return []
    if kind is None or not kind.tiles:
        if tile.type != UNKNOWN:
            rd.problem("wrong-type", raw.at("activate"), f"this is {tile.type.words}, not a tile",
                       f"take each one: for_each: {{t: {raw['activate']}}}, and activate: t"
                       if tile.type.tag == "list" else "")
        return []
    rd.names.use("gain", kind.name)
    rd.names.call(f"gains {kind.name}")
    return [Call(raw.place, f"gain.{kind.name}", [tile], rd.player(raw, "of", scope))]
