"""Abilities of tiles: the seven kinds, filled with the words that the game publishes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.effects import EFFECTS
from tilewright.language.expressions import expression
from tilewright.language.habits import plain_hint
from tilewright.language.names import Scope, player_scope
from tilewright.language.operations import (
    Both,
    Compare,
    Const,
    Expr,
    Gather,
    Math,
    Nothing,
    Variable,
)
from tilewright.language.tree import Branch, Call, Choose, If, OneOf, Stmt, Var
from tilewright.language.types import BOOL, INT, PLAYER, UNKNOWN, Type, fits
from tilewright.linking.guards import guard
from tilewright.model import Change, Handler, Procedure, TilePoints, Toll
from tilewright.problems import Place, did_you_mean, listed
from tilewright.reading.source import Map, Seq, without_places

if TYPE_CHECKING:
    from tilewright.linking.rules import Rules
    from tilewright.merging.content import Content
    from tilewright.model import EventKind, Kind

KINDS = ("gain", "power", "change", "when", "toll", "score", "goal")
# What only a reaction has, and what to do in place of it.
REACTING = {"whenever": "remove it, or add 'window: reaction'",
            "where": "give the verb an 'if' with this test, or make it a reaction"}


def _counted(args: list[Var]) -> str:
    """How many arguments a verb takes, in words."""
    return listed([a.name for a in args], "and") if args else "no argument"


class Tiles:
    """Reads the abilities of all tiles."""

    def __init__(self, rules: Rules, content: Content) -> None:
        self.rules = rules
        self.names = rules.names
        self.game = rules.game
        self.content = content
        self.verbs = content.section("verbs")
        self.conditions = content.section("conditions")
        self.amounts = content.section("amounts")
        self.gain_scopes: dict[tuple[str, int], list[tuple[Scope, list[Stmt]]]] = {}
        self.windows: list[tuple[str, Place]] = []

    def problem(self, code: str, at: Place, message: str, hint: str = "") -> None:
        self.names.problems.add(code, at, message, hint)

    def link(self) -> None:
        published = self.game.published
        published.conditions, published.amounts = list(self.conditions), list(self.amounts)
        for verb in self.verbs:
            published.verbs[verb] = self.rules.args(self.verbs[verb].get("args"))
        for family, tiles in self.content.tiles:
            kind = self.game.kinds.get(family)
            if kind is None or not kind.tiles:
                families = [k.name for k in self.game.kinds.values() if k.tiles]
                self.problem("unknown-family",
                             self.content.family_at.get(family, tiles.place),
                             f"'{family}' is not a family",
                             did_you_mean(family, families))
                continue
            for tile in tiles:
                abilities = tiles[tile].get("abilities")
                if isinstance(abilities, Map) and tile in kind.items:
                    self._tile(kind, tile, abilities)
        self._gains()

    def _tile(self, kind: Kind, tile: str, abilities: Map) -> None:
        where = (kind.name, kind.items.index(tile))
        self.game.published.abilities[where] = without_places(abilities)
        for name, raw in abilities.items():
            self.rules.reader.charge(abilities.key_at(name))
            found = [k for k in KINDS if k in raw]
            if not found and self.content.left:
                continue   # What it was could not be read, and that was told.
            if len(found) != 1:
                self.problem("ability-kind", abilities.key_at(name),
                             "an ability is exactly one of " + listed(KINDS),
                             "split it in two" if found else "")
                continue
            title = f"{tile}.{name}"
            self.game.published.titles[title] = where
            self.names.within = f"tile {title}"
            getattr(self, f"_{found[0]}")(where, title, raw, abilities.key_at(name))

    # -- shared parts -------------------------------------------------------------------------

    def _note_call(self, what: str, title: str) -> None:
        """Note that something asks for an ability, or carries it out."""
        self.names.calls.setdefault(what, set()).add(f"tile {title}")

    def _constant(self, given: Any, at: Place, type_: Type, scope: Scope) -> Expr | None:
        """A plain value that a tile writes: a number, a word, or something the event tells."""
        if isinstance(given, str) and given in scope.vars and fits(scope.vars[given].type, type_):
            var = scope.vars[given]
            return Variable(var.type, at, var)
        if isinstance(given, str) and type_.tag == "kind":
            items = self.game.kinds[type_.kind].items
            if given in items:
                return Const(type_, at, items.index(given))
            told = [n for n, v in scope.vars.items() if fits(v.type, type_)]
            self.problem("unknown-element", at, f"'{given}' is not a {type_.kind}",
                         did_you_mean(given, [*items, *told]))
            return None
        ok = (type_.tag == "int" and isinstance(given, int) and not isinstance(given, bool)) or (
            type_.tag == "bool" and isinstance(given, bool))
        if ok:
            return Const(type_, at, given)
        if given in ("none", None) and type_.optional:
            return Nothing(type_, at)
        self.problem("wrong-type", at, f"{type_.words} is needed here",
                     plain_hint(given) or "tiles hold plain values; expressions stand in the verbs "
                     "of the game")
        return None

    def _verb_scope(self, verb: str, given: Any, at: Place, scope: Scope,
                    given_at: Place) -> Scope | None:
        """The scope of a verb's rules, with its arguments filled in."""
        raw = self.verbs[verb]
        self.names.use("verb", verb)
        args = self.rules.args(raw.get("args"))
        inner = Scope(scope.me, owner=scope.owner)
        values = given if isinstance(given, Map) else Map(at)
        if not isinstance(given, Map) and given is not None:
            if len(args) != 1:
                self.problem("wrong-arguments", at, f"'{verb}' takes {_counted(args)}",
                             f"write {verb}: {{{args[0].name}: …}}" if args
                             else f"write only '{verb}'")
                return None
            values.put(args[0].name, given, at, given_at)
        extras = [k for k in values if k not in [a.name for a in args]]
        for extra in extras:
            self.problem("wrong-arguments", values.key_at(extra),
                         f"'{verb}' has no argument '{extra}'",
                         did_you_mean(extra, [a.name for a in args]))
        for arg in args:
            if arg.name not in values:
                if not extras:
                    self.problem("wrong-arguments", at, f"'{verb}' needs '{arg.name}'",
                                 f"write {verb}: {{{arg.name}: …}}")
                return None
            value = self._constant(values[arg.name], values.at(arg.name), arg.type, scope)
            if value is None:
                return None
            inner.consts[arg.name] = value
        return inner

    def _verb(self, raw: Any, at: Place) -> tuple[str, Any, Place, Place] | None:
        """The verb and its arguments, `verb` or `{verb: arguments}`, each with its place."""
        given_at = at
        if isinstance(raw, Map) and len(raw) == 1:
            ((word, given),) = raw.items()
            at, given_at = raw.key_at(word), raw.at(word)
        else:
            word, given = raw, None
        if isinstance(word, str) and word in self.verbs:
            return word, given, at, given_at
        hint = did_you_mean(str(word), self.verbs)
        if word in EFFECTS or word in self.names.actions:
            what = "an effect" if word in EFFECTS else "an action"
            hint = f"it is {what}; tiles use verbs, which the 'vocabulary' of the game declares"
        self.problem("unknown-verb", at, f"'{word}' is not a verb of this game", hint)
        return None

    def _verbs(self, raw: Any, scope: Scope) -> list[Stmt]:
        """Statements for a list of verbs."""
        made: list[Stmt] = []
        for index, item in enumerate(raw if isinstance(raw, Seq) else ()):
            found = self._verb(item, raw.at(index))
            if found is None:
                continue
            verb, given, at, given_at = found
            inner = self._verb_scope(verb, given, at, scope, given_at)
            self._note_words(str(scope.owner), verb)
            if inner is not None:
                made += self._as_statements(self.verbs[verb], inner, at)
        return made

    def _as_statements(self, raw: Map, scope: Scope, at: Place) -> list[Stmt]:
        """A verb carried out at once: its picks are choices, its guard a condition."""
        picks = self.rules.picks(raw, scope)
        body: list[Stmt] = []
        for cost in self.rules.costs(raw, scope):
            self.problem("verb-pays", at, "a verb that costs something can only be a power")
            del cost
        body += self.rules.reader.statements(raw.get("do"), scope)
        test, _ = guard(self.names, self.game, raw, scope)
        if test is not None:
            body = [If(at, test, body, [])]
        for pick in reversed(picks):
            by = Variable(PLAYER, at, scope.me)
            site = self.rules.reader.site(scope, pick.name)
            body = [Choose(at, site, pick.var, pick.source, by, chance=False, optional=None,
                           body=body, other=[])]
        return body

    def _note_words(self, title: str, verb: str) -> None:
        """What an ability asks is worded at its verb, where the tile has no words of its own."""
        self.game.published.worded.setdefault(title, []).append(verb)

    def _condition(self, raw: Map, key: str, scope: Scope) -> Expr | None:
        """A published condition by name; its arguments come from what the event tells."""
        if key not in raw:
            return None
        name = str(raw[key])
        if name not in self.conditions:
            self.problem("unknown-condition", raw.at(key), f"'{name}' is not a condition",
                         did_you_mean(name, self.conditions))
            return None
        self.names.use("condition", name)
        found = self.conditions[name]
        inner = Scope(scope.me, owner=name)
        if "actor" in scope.vars:
            inner.vars["actor"] = scope.vars["actor"]
        for arg in self.rules.args(found.get("args")):
            told = scope.vars.get(arg.name)
            if told is None or told.type != arg.type:
                self.problem("condition-needs", raw.at(key),
                             f"the condition '{name}' needs {arg.type.words}, '{arg.name}', "
                             "which is not told here")
                return None
            inner.vars[arg.name] = told
        return expression(self.names, found["is"], found.at("is"), inner, BOOL)

    def _occasion(self, raw: Map, key: str) -> tuple[str, EventKind] | None:
        """`{opponent: builds}`: who, and which event."""
        given = raw.get(key)
        if not isinstance(given, Map) or len(given) != 1:
            return None
        ((who, name),) = given.items()
        event = self.game.events.get(name)
        if event is None:
            self.problem("unknown-event", given.at(who), f"'{name}' is not an event",
                         did_you_mean(str(name), self.game.events))
            return None
        return who, event

    def _event_scope(self, event: EventKind, title: str) -> Scope:
        scope = Scope(event.owner, owner=title)
        scope.vars.update({a.name: a for a in event.args})
        scope.vars["actor"] = event.doer
        return scope

    # -- the seven kinds ----------------------------------------------------------------------

    def _gain(self, tile: tuple[str, int], title: str, raw: Map, at: Place) -> None:
        del at
        scope = Scope(Var("me", PLAYER), owner=title)
        self._note_call(f"gains {tile[0]}", title)
        self.gain_scopes.setdefault(tile, []).append((scope, self._verbs(raw["gain"], scope)))

    def _gains(self) -> None:
        """One procedure for each family: what `activate` does, tile by tile."""
        for kind in [k for k in self.game.kinds.values() if k.tiles]:
            var = Var("tile", Type("kind", kind.name))
            me = Var("me", PLAYER)
            body: list[Stmt] = []
            for index in range(len(kind.items)):
                for scope, stmts in self.gain_scopes.get((kind.name, index), []):
                    test = Compare(BOOL, kind.place, "==", Variable(var.type, kind.place, var),
                                   Const(var.type, kind.place, index))
                    name = f"gain.{kind.name}.{index}.{len(body)}"
                    self.game.procedures[name] = Procedure(
                        name, [], scope.me, stmts, kind.place, (kind.name, index))
                    call = Call(kind.place, name, [], Variable(PLAYER, kind.place, me))
                    body.append(If(kind.place, test, [call], []))
            name = f"gain.{kind.name}"
            self.game.procedures[name] = Procedure(name, [var], me, body, kind.place)

    def _power(self, tile: tuple[str, int], title: str, raw: Map, at: Place) -> None:
        found = self._verb(raw["power"], raw.at("power"))
        if found is None:
            return
        verb, given, verb_at, given_at = found
        outer = Scope(Var("me", PLAYER), owner=title)
        scope = self._verb_scope(verb, given, verb_at, outer, given_at)
        if scope is None:
            return
        window = raw.get("window", "my_turn")
        if window == "reaction":
            self._reaction_power(tile, title, raw, at)
            return
        for key, way in REACTING.items():
            if key in raw:
                self.problem("window-only", raw.key_at(key),
                             f"'{key}' belongs to 'window: reaction'", way)
        self._note_words(title, verb)
        action = self.rules.action(title, self.verbs[verb], at, scope)
        action.tile, action.window = tile, window
        action.limit = self.rules.limit(raw)
        if window.startswith("step:"):
            self.windows.append((window[5:], raw.at("window")))
        self.game.actions[title] = action

    def _reaction_power(self, tile: tuple[str, int], title: str, raw: Map, at: Place) -> None:
        """A power in reaction to an event: the owner is asked."""
        occasion = self._occasion(raw, "whenever")
        if occasion is None:
            self.problem("window-only", raw.at("window"), "a reaction needs 'whenever'",
                         "add 'whenever: {opponent: event}'")
            return
        wrapped = Seq(raw.at("power"))
        wrapped.append(raw["power"])
        wrapped.items_at.append(raw.at("power"))

        def asked(body: list[Stmt], scope: Scope) -> list[Stmt]:
            by = Variable(PLAYER, at, scope.me)
            branches = [Branch("yes", None, body, at), Branch("no", None, [], at)]
            question: list[Stmt] = [
                OneOf(at, self.rules.reader.site(scope, "use"), branches, by)]
            test = _worth_asking(body)
            return [If(at, test, question, [])] if test is not None else question

        self._handler(tile, title, raw, at, occasion, wrapped, asked)

    def _change(self, tile: tuple[str, int], title: str, raw: Map, at: Place) -> None:
        name = str(raw["change"])
        self._note_call(f"query {name}", title)
        query = self.game.queries.get(name)
        if query is None:
            self.problem("unknown-query", raw.at("change"), f"'{name}' is not a query",
                         did_you_mean(name, self.game.queries))
            return
        hows = [h for h in ("to", "add", "times") if h in raw]
        if len(hows) != 1:
            self.problem("ability-kind", at, "a change has exactly one of 'to', 'add' or 'times'")
            return
        how = hows[0]
        numeric = query.type.tag == "int"
        if how != "to" and not numeric:
            self.problem("wrong-type", raw.key_at(how),
                         f"'{name}' is {query.type.words}, which can only be changed with 'to'")
            return
        scope = player_scope(name)
        scope.me = query.me
        type_ = query.type if how == "to" else INT
        value = self._constant(raw[how], raw.at(how), type_, scope)
        if value is None:
            return
        tests = self._for(raw, query)
        if len(tests) < len(raw.get("for") or ()):
            return
        extra = self._change_condition(raw, query)
        tests += [extra] if extra is not None else []
        when = _all_of(tests, at) if tests else None
        clash = [c for c in query.changes if c.how == "to" == how and not query.stack]
        if clash and self._overlap(clash, when):
            self.problem("two-changes", at,
                         f"'{name}' is set by another tile too ({clash[0].place})",
                         "give the query 'stack: highest' or 'stack: lowest'")
        query.changes.append(Change(tile, how, value, when, at))

    def _overlap(self, others: list[Change], when: Expr | None) -> bool:
        """Whether two changes may set the same value: not if they are for different elements."""
        for other in others:
            if not isinstance(when, Compare) or not isinstance(other.when, Compare):
                return True
            same_arg = when.left.arguments() == other.when.left.arguments()
            if not same_arg or when.right.arguments() == other.when.right.arguments():
                return True
        return False

    def _for(self, raw: Map, query: Any) -> list[Expr]:
        given = raw.get("for")
        tests: list[Expr] = []
        for key, value in (given.items() if isinstance(given, Map) else ()):
            var = next((a for a in query.args if a.name == key), None)
            assert isinstance(given, Map)
            if var is None:
                self.problem("wrong-arguments", given.key_at(key),
                             f"'{query.name}' has no argument '{key}'",
                             did_you_mean(key, [a.name for a in query.args]))
                continue
            constant = self._constant(value, given.at(key), var.type, player_scope())
            if constant is not None:
                at = given.at(key)
                tests.append(Compare(BOOL, at, "==", Variable(var.type, at, var), constant))
        return tests

    def _change_condition(self, raw: Map, query: Any) -> Expr | None:
        scope = Scope(query.me)
        scope.vars.update({a.name: a for a in query.args})
        return self._condition(raw, "where", scope)

    def _when(self, tile: tuple[str, int], title: str, raw: Map, at: Place) -> None:
        occasion = self._occasion(raw, "when")
        if occasion is not None:
            self._handler(tile, title, raw, at, occasion, raw.get("do"), None)

    def _handler(self, tile: tuple[str, int], title: str, raw: Map, at: Place,
                 occasion: tuple[str, EventKind], verbs: Any, wrap: Any) -> None:
        who, event = occasion
        told = [Var(a.name, a.type) for a in event.args]
        scope = Scope(Var("me", PLAYER), {v.name: v for v in told}, owner=title)
        body = self._verbs(verbs, scope)
        if wrap is not None:
            body = wrap(body, scope)
        name = f"tile.{title}"
        self.game.procedures[name] = Procedure(name, told, scope.me, body, at, tile)
        self._note_call(f"event {event.name}", title)
        when = self._condition(raw, "where", self._event_scope(event, title))
        event.handlers.append(Handler(
            tile, who, raw.get("moment", "after"), name, list(range(len(told))), when,
            self.rules.limit(raw), at))

    def _toll(self, tile: tuple[str, int], title: str, raw: Map, at: Place) -> None:
        occasion = self._occasion(raw, "whenever")
        if occasion is None:
            return
        who, event = occasion
        if not event.action or event.action not in self.game.actions:
            self.problem("toll-needs-action", raw.at("whenever"),
                         f"'{event.name}' does not come from an action, so it has no price",
                         "declare the event with 'action'")
            return
        self._note_call(f"possible {event.action}", title)
        when = self._condition(raw, "where", self._event_scope(event, title))
        for name, amount in raw["toll"].items():
            field = self.game.fields.get(("player", name))
            if field is None or field.type != INT or field.per or field.zone:
                numbers = [n for (o, n), f in self.game.fields.items()
                           if o == "player" and f.value_type == INT]
                self.problem("unknown-name", raw["toll"].key_at(name),
                             f"players have no number '{name}'", did_you_mean(name, numbers))
                continue
            self.names.use("field", field.title)
            self.game.actions[event.action].tolls.append(
                Toll(tile, who, field, amount, when, at))

    def _score(self, tile: tuple[str, int], title: str, raw: Map, at: Place) -> None:
        points: Expr = Const(INT, raw.at("score"), raw["score"])
        if "per" in raw:
            amount = self._amount(raw, "per", title)
            if amount is None:
                return
            points = Math(INT, at, "*", points, amount)
        self._counts(tile, title, TilePoints(tile, points, None, at))

    def _goal(self, tile: tuple[str, int], title: str, raw: Map, at: Place) -> None:
        goal = raw["goal"]
        test: Expr | None
        if "has" in goal:
            test = self._condition(goal, "has", self._points_scope(title))
        else:
            amount = self._amount(goal, "of", title)
            if amount is None:
                return
            tests: list[Expr] = []
            for key, sign in (("at_least", ">="), ("at_most", "<=")):
                if key in goal:
                    number = Const(INT, goal.at(key), goal[key])
                    tests.append(Compare(BOOL, goal.at(key), sign, amount, number))
            test = _all_of(tests, at)
        if test is not None:
            points = Const(INT, at, raw.get("points", 0))
            self._counts(tile, title, TilePoints(tile, points, test, at))

    def _counts(self, tile: tuple[str, int], title: str, points: TilePoints) -> None:
        """Whoever asks for the points of a tile asks all tiles of its family."""
        self._note_call(f"points {tile[0]}", title)
        self.game.points.append(points)

    def _points_scope(self, title: str) -> Scope:
        """In tile points `me` is the plain argument of the generated function."""
        return Scope(self.game.points_me, owner=title)

    def _amount(self, raw: Map, key: str, title: str) -> Expr | None:
        name = str(raw.get(key, ""))
        if name not in self.amounts:
            self.problem("unknown-amount", raw.at(key), f"'{name}' is not an amount of this game",
                         did_you_mean(name, self.amounts))
            return None
        self.names.use("amount", name)
        found = self.amounts[name]
        text, at = (found["is"], found.at("is")) if isinstance(found, Map) else (
            found, self.amounts.at(name))
        made = expression(self.names, text, at, self._points_scope(title), INT)
        return None if made.type == UNKNOWN else made


def _all_of(tests: list[Expr], at: Place) -> Expr:
    return tests[0] if len(tests) == 1 else Both(BOOL, at, tuple(tests))


def _worth_asking(body: list[Stmt]) -> Expr | None:
    """Whether a reaction can do anything: its guard holds and there is something to pick."""
    if len(body) != 1:
        return None
    (first,) = body
    if isinstance(first, If) and not first.other:
        return first.test
    if isinstance(first, Choose):
        inner = _worth_asking(first.body) or Const(BOOL, first.place, value=True)
        return Gather(BOOL, first.place, "any", first.var, first.source, None, inner)
    return None
