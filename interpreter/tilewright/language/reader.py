"""From YAML statements to checked ones: dispatch on the effect's own word, then its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.language.expressions import condition, expression
from tilewright.language.habits import without_none
from tilewright.language.operations import (
    Const,
    Entry,
    Expr,
    FieldOf,
    IfElse,
    NumbersOf,
    Variable,
    ZoneOf,
)
from tilewright.language.tree import (
    End,
    If,
    Let,
    Stmt,
    Stop,
    Target,
    Var,
)
from tilewright.language.types import INT, Type
from tilewright.model import GAME, PLAYER
from tilewright.problems import Place, did_you_mean, listed
from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from tilewright.language.effects import Effect
    from tilewright.language.names import Names, Scope

# Where a test chooses between zones, and how far inside of such a choice.
Way = tuple[Place, int]
# So many zones are named where something else is written.
ZONES = 3


class Reader:
    """Reads statements and the parts they share: tests, targets, zones, bindings."""

    def __init__(self, names: Names, effects: dict[str, Effect]) -> None:
        self.names = names
        self.effects = effects
        # A zone that is chosen by a test, and which way is taken at each such place.
        self.asked: tuple[IfElse, Way] | None = None
        self.ways: dict[Way, bool] = {}

    def problem(self, code: str, place: Place, message: str, hint: str = "") -> None:
        self.names.problems.add(code, place, message, hint)

    # -- statements ---------------------------------------------------------------------------

    def statements(self, raw: Any, scope: Scope) -> list[Stmt]:
        """A list of statements in a scope of its own."""
        if not isinstance(raw, Seq):
            return []
        inner = scope.child()
        made: list[Stmt] = []
        ended: Stmt | None = None
        for item in raw:
            if isinstance(item, Map):
                if ended is not None:
                    self.problem("unreachable", item.place, "this is never reached",
                                 f"line {ended.place.line} always leaves before it")
                    break
                made += self.statement(item, inner)
                ended = made[-1] if made and leaves(made[-1]) else None
        return made

    def charge(self, place: Place) -> None:
        """Count a statement or an ability, and stop at once when there are too many."""
        self.names.statements += 1
        if self.names.statements > limits.STATEMENTS:
            self.problem("too-many", place,
                         f"a game has at most {limits.STATEMENTS:,} statements and abilities")
            self.names.problems.stop_if_any()

    def statement(self, raw: Map, scope: Scope) -> list[Stmt]:
        self.charge(raw.place)
        effect = self.effect_of(raw)
        if effect is None:
            return []
        if "when" in raw:
            return [self._guarded(effect, raw, scope)]
        return self._built(effect, raw, scope)

    def _built(self, effect: Effect, raw: Map, scope: Scope) -> list[Stmt]:
        """A statement; where a test chooses a zone, one for each zone, of which one is done."""
        outer = self._take_asked()
        made = effect.build(self, raw, scope)
        asked = self._take_asked()
        self.asked = outer
        if asked is None:
            return made
        then, other = (self._built_with(effect, raw, scope, asked[1], way=way)
                       for way in (True, False))
        return [If(raw.place, asked[0].test, then, other)]

    def _take_asked(self) -> tuple[IfElse, Way] | None:
        found, self.asked = self.asked, None
        return found

    def _built_with(self, effect: Effect, raw: Map, scope: Scope, at: Way, *, way: bool
                    ) -> list[Stmt]:
        self.ways[at] = way
        made = self._built(effect, raw, scope.child())
        del self.ways[at]
        return made

    def _guarded(self, effect: Effect, raw: Map, scope: Scope) -> Stmt:
        test, sure, _ = self.test(raw, "when", scope)
        body = self._built(effect, raw, scope.child().knowing(sure))
        if any(isinstance(s, Let) for s in body):
            self.problem("when-let", raw.key_at("when"), "'let' cannot depend on 'when'",
                         "write the condition into the value: 'a if test else b'")
        return If(raw.place, test, body, [])

    def effect_of(self, raw: Map) -> Effect | None:
        """The effect that a statement is; the schema has said so already if there is none."""
        found = [self.effects[k] for k in raw if k in self.effects]
        main = [e for e in found if not any(e.name in o.keys for o in found if o is not e)]
        return main[0] if len(main) == 1 else None

    # -- parts --------------------------------------------------------------------------------

    def expr(self, raw: Map, key: str, scope: Scope, want: Type | None = None) -> Expr:
        return expression(self.names, raw[key], raw.at(key), scope, want)

    def test(self, raw: Map, key: str, scope: Scope) -> tuple[Expr, list[str], list[str]]:
        return condition(self.names, raw[key], raw.at(key), scope)

    def player(self, raw: Map, key: str, scope: Scope) -> Expr:
        """The player that a key names, else `me`."""
        if key in raw:
            return self.expr(raw, key, scope, Type("kind", "player"))
        return Variable(scope.me.type, raw.place, scope.me)

    def may_hold_none(self, source: Expr, given: object, at: Place) -> bool:
        """Whether some element of a list to choose from may be none, which is told."""
        found = source.type.item is not None and source.type.item.optional
        if found:
            self.problem("maybe-none", at, f"this is {source.type.words}, and none is nothing to "
                         "choose", without_none(given))
        return found

    def number(self, raw: Map, key: str, scope: Scope, default: int) -> Expr:
        if key in raw:
            return self.expr(raw, key, scope, INT)
        return Const(INT, raw.place, default)

    def binding(self, raw: Map, key: str) -> tuple[str, Any, Place, Place]:
        """The one `name: value` pair below a key."""
        value = raw[key]
        ((name, given),) = value.items()
        return name, given, value.key_at(name), value.at(name)

    def bind(self, name: str, type_: Type, place: Place, scope: Scope) -> Var:
        """A new local name; one that hides another meaning is a problem."""
        if name in {*scope.vars, *scope.relations} or self.names.taken(name):
            self.problem("name-taken", place, f"'{name}' {self.names.meaning(name)}",
                         "choose another name")
        var = Var(name, type_)
        scope.vars[name] = var
        self.names.bound.setdefault((scope.owner, name), place)
        return var

    def target(self, raw: str, place: Place, scope: Scope) -> Target | None:
        """A field that a statement writes."""
        owner, _, part = raw.partition(".")
        if owner in self.names.plurals and part.isidentifier():
            self.problem("not-writable", place, f"'{owner}' are many, and one is written at a time",
                         f"take each: for_each: {{x: {owner}}}, and below it x.{part}")
            return None
        found = expression(self.names, raw, place, scope)
        target = self.as_target(found)
        if target is None and isinstance(found, ZoneOf):
            self.problem("not-writable", place, "this is a zone, which is not written as one value",
                         "elements come and go with 'move', 'draw', 'put' and 'empty'")
        elif target is None and found.type.tag != "unknown":
            self.problem("not-writable", place, "this cannot be written",
                         "name a field from 'state', such as me.coins")
        return target

    def as_target(self, found: Expr) -> Target | None:
        if isinstance(found, (FieldOf, NumbersOf)):
            return Target(found.field, found.index, found.place)
        if isinstance(found, Entry) and isinstance(found.numbers, NumbersOf):
            index = (*found.numbers.index, found.element)
            return Target(found.numbers.field, index, found.place)
        return None

    def zone(self, raw: Map, key: str, scope: Scope) -> Target | None:
        """A zone that a statement changes."""
        if raw[key] in self.names.game.kinds:
            self.problem("not-a-zone", raw.at(key), f"'{raw[key]}' is a kind, not a zone",
                         self._zones())
            return None
        found = self.expr(raw, key, scope)
        depth = 0
        while isinstance(found, IfElse):
            # Each of the two zones has its turn; which one is done is decided in play.
            at = found.place, depth
            if at not in self.ways:
                self.asked = found, at
            found = found.then if self.ways.get(at, True) else found.other
            depth += 1
        if isinstance(found, ZoneOf):
            return Target(found.field, found.index, found.place)
        if found.type.tag != "unknown":
            self.problem("not-a-zone", raw.at(key), f"this is {found.type.words}, not a zone",
                         self._zones())
        return None

    def _zones(self) -> str:
        """Some zones of the game, as rules name them."""
        fields = [f for f in self.names.game.fields.values() if f.zone]
        named = [f.name if f.owner == GAME else f"me.{f.name}" for f in fields
                 if f.owner in (GAME, PLAYER)]
        such = f", such as {listed(named[-ZONES:])}" if named else ""
        return f"name a field that 'state' declares with 'zone'{such}"

    def zones(self, raw: Map, key: str, scope: Scope) -> list[Target]:
        """One zone, or a list of them; empty if any of them is none."""
        given = raw[key]
        if not isinstance(given, Seq):
            zone = self.zone(raw, key, scope)
            return [zone] if zone is not None else []
        found = []
        for index, text in enumerate(given):
            each = Map(given.at(index))
            each.put(key, text, given.at(index), given.at(index))
            zone = self.zone(each, key, scope)
            found += [zone] if zone is not None else []
        return found if len(found) == len(given) else []

    def name(self, raw: Map, key: str, known: Any, what: str, code: str) -> str | None:
        """A word from a closed list."""
        word = raw.get(key)
        if isinstance(word, str) and word in known:
            return word
        if isinstance(word, str):
            self.problem(code, raw.at(key), f"'{word}' is not {what}",
                         self.other_sense(word) or did_you_mean(word, known))
        return None

    def other_sense(self, word: str) -> str:
        """What a word is, if it is something else than what is needed, and how that is used."""
        if word in self.names.procedures:
            return f"it is a procedure, carried out with 'call': - call: {word}"
        if word in self.names.actions:
            return (f"'{word}' is an action, which steps offer: must: [{word}]; put what both do "
                    "into a procedure")
        if word in self.names.functions or word in self.names.queries:
            return f"'{word}' is a function, for expressions: {word}(…)"
        return ""

    def site(self, scope: Scope, name: str) -> str:
        """A stable name for a choice, unique in the game."""
        base = f"{scope.owner}.{name}" if scope.owner else name
        site, n = base, 2
        while site in self.names.sites:
            site, n = f"{base}_{n}", n + 1
        self.names.sites.add(site)
        return site


def is_zone(found: Expr) -> bool:
    """Whether this is a zone, or one that a test chooses."""
    while isinstance(found, IfElse):
        found = found.then
    return isinstance(found, ZoneOf)


def leaves(stmt: Stmt) -> bool:
    """Whether nothing after a statement can be reached."""
    return isinstance(stmt, (Stop, End))
