"""Functions, queries, procedures, actions, flow, ends and scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.language.declared import YOUNG
from tilewright.language.effects import EFFECTS
from tilewright.language.expressions import expression
from tilewright.language.habits import no_list_hint
from tilewright.language.names import (
    RESERVED,
    Names,
    Scope,
    Signature,
    player_scope,
    turn_scope,
)
from tilewright.language.operations import ByItem, Const, Expr, Nothing, Variable
from tilewright.language.reader import Reader
from tilewright.language.tree import Var
from tilewright.language.types import BOOL, INT, PLAYER, RELATION, UNKNOWN, Type, one, parse_type
from tilewright.linking.bodies import Bodies
from tilewright.linking.fields import no_bounds
from tilewright.linking.guards import guard
from tilewright.model import (
    Action,
    Category,
    Certainty,
    Cost,
    Ending,
    EventKind,
    Flow,
    Option,
    Pick,
    Query,
)
from tilewright.packs.pack import language_of
from tilewright.problems import Place, did_you_mean
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from collections.abc import Collection

    from tilewright.merging.content import Content

NEARLY_COUNTED = ("count", "counts", "counter", "tally", "couted", "Counted")
AT_ROUND = {"turns": "round"}
SPANS = {"once": (1, "game"), "once_per_turn": (1, "turn"), "once_per_round": (1, "round")}


class Rules:
    """Declares all that can be called, then reads the bodies."""

    def __init__(self, names: Names, content: Content) -> None:
        self.names = names
        self.game = names.game
        self.content = content
        self.reader = Reader(names, EFFECTS)
        self.bodies = Bodies(names, content, self.reader)

    def problem(self, code: str, at: Place, message: str, hint: str = "") -> None:
        self.names.problems.add(code, at, message, hint)

    # -- declaring ----------------------------------------------------------------------------

    def declare(self) -> None:
        self._options()
        for name, raw, at, _ in self.content.each("functions"):
            self._free(name, at, self.names.functions)
            self.names.functions[name] = Signature(
                self.args(raw.get("args"), ways=True), None, at, self.bodies.linker(name))
        for name, raw, at, _ in self.content.each("queries"):
            self._free(name, at, self.names.queries)
            type_ = self.type_of(raw, "type") or UNKNOWN
            self.names.queries[name] = Signature(self.args(raw.get("args")), type_, at, None)
        for name, raw, at, _ in self.content.each("procedures"):
            args = self.args(raw.get("args"), ways=True) if isinstance(raw, Map) else []
            self.names.procedures[name] = Signature(args, None, at)
        self.names.actions = set(self.content.section("actions"))
        self.names.verbs = set(self.content.section("verbs"))
        if "pass" in self.names.actions:
            self.problem("name-taken", self.content.section("actions").key_at("pass"),
                         "'pass' is the name of the move that does nothing",
                         "choose another name for this action")
        for name, raw, at, _ in self.content.each("events"):
            self._event(name, raw, at)
        for name, raw, at, _ in self.content.each("scoring"):
            # A category that is worked out gets its value later; until then it is not `counted`.
            pending = None if self._is_counted(name, raw) else Const(INT, at, 0)
            self.game.scoring[name] = Category(name, pending, at)

    def _is_counted(self, name: str, raw: Any) -> bool:
        """Whether a category is counted; a slip in that word is told, and taken for it."""
        if raw in NEARLY_COUNTED:
            section = self.content.section("scoring")
            self.problem("unknown-name", section.at(name), f"'{raw}' cannot be read here",
                         "did you mean 'counted'?")
            section[name] = "counted"
            return True
        return bool(raw == "counted")

    def _free(self, name: str, at: Place, mine: Any) -> None:
        from tilewright.language.functions import FUNCTIONS

        if name in FUNCTIONS.keys() - YOUNG or name in RESERVED or (
                name in self.names.functions and mine is not self.names.functions):
            self.problem("name-taken", at, f"'{name}' already means something",
                         "choose another name")

    def _options(self) -> None:
        for name, raw, at, _ in self.content.each("options"):
            if raw["type"] == "bool":
                type_, default, choices = BOOL, bool(raw.get("default", False)), [0, 1]
                no_bounds(raw, self.names.problems)
            else:
                type_, default = INT, raw.get("default", 0)
                least, most = raw.get("min", 0), raw.get("max", 10)
                choices = [default]
                if least > most:
                    self.problem("player-range", raw.at("min" if "min" in raw else "max"),
                                 f"'min' is {least} and 'max' is {most}", "swap them")
                elif most - least > limits.REPEAT:
                    self.problem("too-many", at,
                                 f"an option has at most {limits.REPEAT:,} possible values")
                else:
                    choices = list(range(least, most + 1))
            if default not in choices or isinstance(raw["default"], bool) != (type_ == BOOL):
                self.problem("option-default", raw.at("default"),
                             "the default is not one of the possible values",
                             "write true or false" if type_ == BOOL
                             else f"write a number from {choices[0]} to {choices[-1]}")
            self.game.options[name] = Option(name, type_, default, choices, at)

    def type_of(self, raw: Map, key: str) -> Type | None:
        word = str(raw.get(key, "int"))
        found = parse_type(word, self.game.kinds)
        if found is None:
            known = ["int", "bool", *self.game.kinds]
            self.problem("unknown-type", raw.at(key), f"'{word}' is not a type",
                         "only functions and procedures are given relations"
                         if word == str(RELATION) else did_you_mean(word.rstrip("?"), known))
        return found

    def args(self, raw: Any, *, ways: bool = False) -> list[Var]:
        made: list[Var] = []
        for name in raw if isinstance(raw, Map) else ():
            assert isinstance(raw, Map)
            if ways and raw[name] == str(RELATION) and raw[name] not in self.game.kinds:
                made.append(self._way(name, raw.key_at(name)))
                continue
            found = self.type_of(raw, name) or UNKNOWN
            if self.names.taken(name):
                self.problem("name-taken", raw.key_at(name),
                             f"'{name}' {self.names.meaning(name)}", "choose another name")
            made.append(Var(name, found))
        return made

    def _way(self, name: str, at: Place) -> Var:
        """An argument that is a relation; a place knows nothing else by its name."""
        kinds = self.game.kinds.values()
        others = [f"{one(kind.name).words} has '{name}' already" for kind in kinds
                  if name in kind.attributes or (kind.name, name) in self.game.fields]
        if self.names.taken(name) or others:
            self.problem("name-taken", at, others[0] if others else
                         f"'{name}' {self.names.meaning(name)}", "choose another name")
        return Var(name, RELATION)

    def _event(self, name: str, raw: Map, at: Place) -> None:
        action = raw.get("action", "")
        if action and action not in self.names.actions:
            self.problem("unknown-action", raw.at("action"), f"'{action}' is not an action",
                         did_you_mean(action, self.names.actions))
            return
        self.game.events[name] = EventKind(
            name, self.args(raw.get("gives")), action, at, Var("owner", PLAYER),
            Var("doer", PLAYER))

    # -- bodies -------------------------------------------------------------------------------

    def link(self) -> None:
        self.bodies.functions()
        for name, raw, at, _ in self.content.each("queries"):
            self._query(name, raw, at)
        for name, raw, at, _ in self.content.each("actions"):
            self.game.actions[name] = self.action(name, raw, at)
        self.bodies.procedures()
        self._action_events()
        self._flow()
        self._ends()
        self._certain()
        self._scoring()
        self._hints()

    def _query(self, name: str, raw: Map, at: Place) -> None:
        signature = self.names.queries[name]
        assert signature.result is not None
        scope = player_scope(name)
        scope.vars.update({a.name: a for a in signature.args})
        self.names.within = f"query {name}"
        base = self._base(raw, scope, signature)
        self.game.queries[name] = Query(name, signature.result, signature.args, scope.me, base,
                                        raw.get("stack", ""), at)

    def _base(self, raw: Map, scope: Scope, signature: Signature) -> Expr:
        """A base value: an expression, or a table for the elements of the one argument."""
        given = raw["base"]
        assert signature.result is not None
        if not isinstance(given, Map):
            return expression(self.names, given, raw.at("base"), scope, signature.result)
        kinds = [a.type.kind for a in signature.args]
        if len(kinds) != 1 or kinds[0] not in self.game.kinds:
            self.problem("wrong-type", raw.at("base"),
                         "a table of base values needs exactly one argument of a kind")
            return Nothing(UNKNOWN, raw.at("base"))
        items = self.game.kinds[kinds[0]].items
        var = signature.args[0]
        at = raw.at("base")
        values: dict[str, Expr] = dict.fromkeys(items, (
            Nothing(signature.result, at) if signature.result.optional else
            Const(signature.result, at, 0)))
        for key, value in given.items():
            if key in items:
                values[key] = expression(self.names, value, given.at(key), scope, signature.result)
            else:
                self.problem("unknown-element", given.key_at(key), f"'{key}' is not a {kinds[0]}",
                             did_you_mean(key, items))
        for item in items:
            if item not in given and not signature.result.optional:
                self.problem("missing-attribute", at, f"'{item}' has no base value",
                             f"add '{item}: …'")
        which = Variable(var.type, at, var)
        return ByItem(signature.result, at, which, tuple(values.values()))

    def action(self, name: str, raw: Map, at: Place, scope: Scope | None = None) -> Action:
        """An action, or the power of a tile, which is an action too."""
        scope = scope or Scope(Var("me", PLAYER), owner=name)
        self.names.within = f"action {name}"
        picks = self.picks(raw, scope)
        test, inner = guard(self.names, self.game, raw, scope)
        costs = self.costs(raw, inner)
        body = self.reader.statements(raw.get("do"), inner)
        return Action(name, scope.me, picks, test, costs, body, at,
                      self.limit(raw), window=raw.get("window", ""))

    def limit(self, raw: Map) -> tuple[int, str]:
        given = raw.get("limit")
        if isinstance(given, Map):
            return given["times"], {"turn": "turn", "round": "round", "game": "game"}[given["per"]]
        return SPANS.get(str(given), (0, ""))

    def picks(self, raw: Map, scope: Scope) -> list[Pick]:
        made = []
        given = raw.get("pick")
        for name in given if isinstance(given, Map) else ():
            assert isinstance(given, Map)
            source = expression(self.names, given[name], given.at(name), scope)
            if source.type.tag != "list" or source.type.item is None:
                if source.type != UNKNOWN:
                    self.problem("wrong-type", given.at(name),
                                 f"this is {source.type.words}, not a list to pick from",
                                 no_list_hint(source.type.tag, given[name]))
                scope.vars[name] = Var(name, UNKNOWN)
                continue
            if self.reader.may_hold_none(source, given[name], given.at(name)):
                scope.vars[name] = Var(name, UNKNOWN)
                continue
            var = self.reader.bind(name, source.type.item, given.key_at(name), scope)
            made.append(Pick(name, var, source))
        return made

    def costs(self, raw: Map, scope: Scope) -> list[Cost]:
        made = []
        given = raw.get("pay")
        for key in given if isinstance(given, Map) else ():
            assert isinstance(given, Map)
            target = self.reader.target(key, given.key_at(key), scope)
            amount = expression(self.names, given[key], given.at(key), scope, INT)
            if isinstance(amount, Const) and amount.type == INT and amount.value < 0:
                self.problem("negative-amount", given.at(key), "the price is negative",
                             "give money with 'gain' under 'do'")
            if target is not None and target.type == INT:
                made.append(Cost(target, amount))
            elif target is not None:
                self.problem("wrong-type", given.key_at(key),
                             f"this is {target.type.words}, not a number")
        return made

    def _action_events(self) -> None:
        """Events that happen with an action tell its picks."""
        for event in self.game.events.values():
            if not event.action or event.action not in self.game.actions:
                continue
            action = self.game.actions[event.action]
            picks = {p.name: p.var for p in action.picks}
            if action.event:
                self.problem("event-of-action", event.place,
                             f"'{event.action}' already has the event '{action.event}'")
            for arg in event.args:
                if arg.name not in picks or picks[arg.name].type != arg.type:
                    self._not_picked(event, arg, picks)
                    return
            action.event = event.name
            action.event_args = [Variable(picks[a.name].type, action.place, picks[a.name])
                                 for a in event.args]
            self.names.calls.setdefault(f"action {action.name}", set()).add(f"event {event.name}")

    def _not_picked(self, event: EventKind, arg: Var, picks: Collection[str]) -> None:
        """What an event should tell, and its action does not pick; unless that could not be read.
        """
        raw = self.content.section("actions")[event.action]
        if arg.name not in picks and arg.name in (raw.get("pick") or ()):
            return
        told: Any = self.content.section("events")[event.name].get("gives")
        at = told.key_at(arg.name) if isinstance(told, Map) else event.place
        self.problem("wrong-arguments", at,
                     f"the action '{event.action}' picks no {arg.type} '{arg.name}'",
                     did_you_mean(arg.name, picks))

    # -- the course of the game ---------------------------------------------------------------

    def _flow(self) -> None:
        if "flow" not in self.content.single:
            return
        raw, at = self.content.single["flow"]
        self.game.automatic = bool(raw.get("automatic"))
        turns = raw["round"]
        scope = turn_scope("flow")
        self.names.within = "flow"
        self.names.turn_of, var = None, self.names.turn_of
        each = expression(self.names, turns["each"], turns.at("each"), turn_scope("flow")) if (
            "each" in turns) else None
        after_next = turn_scope("flow")
        following = expression(self.names, turns["next"], turns.at("next"), after_next) if (
            "next" in turns) else None
        self.names.turn_of = var
        player = self._turn_player(turns, each, following, scope)
        test = expression(self.names, turns["while"], turns.at("while"), scope, BOOL) if (
            "while" in turns) else None
        if each is not None and test is not None:
            self.problem("key-not-here", turns.key_at("while"), "'while' goes with 'next'; a round "
                         "with 'each' is over when all in the list have had a turn",
                         "remove it, or end the round by a statement in 'turn': - end: round")
        if following is not None and test is None:
            self.problem("endless-round", turns.key_at("next"),
                         "a round whose turns are found with 'next' needs 'while'",
                         "say how long it goes on: while: …")
        read = self.reader.statements
        setup, before, after_turn, after = (read(holder.get(key), scope) for holder, key in (
            (raw, "setup"), (turns, "before"), (turns, "after_turn"), (turns, "after")))
        self.bodies.waiting_procedures()
        self.game.flow = Flow(setup, before, each, following, test, var, player,
                              read(turns["turn"], scope), after_turn, after, at)

    def _turn_player(self, turns: Map, each: Expr | None, following: Expr | None, scope: Scope
                     ) -> Expr | None:
        """Who plays the turn, when turns belong to something else than players."""
        which = each or following
        kind = which.type if which is not None else UNKNOWN
        if each is not None:
            kind = each.type.item or UNKNOWN if each.type.tag == "list" else UNKNOWN
            if each.type.tag != "list" and each.type != UNKNOWN:
                self.problem("wrong-type", turns.at("each"),
                             f"this is {each.type.words}, not a list")
        if "player" in turns:
            return expression(self.names, turns["player"], turns.at("player"), scope, PLAYER)
        if kind not in (PLAYER, UNKNOWN):
            self.problem("no-owner", turns.at("each" if each is not None else "next"),
                         f"turns go to {kind.words}, so say who plays them",
                         "add 'as: name' and 'player: name.owner'")
        return None

    def turn_variable(self) -> None:
        """Find the type of the `as` name before anything uses it."""
        raw, _ = self.content.single.get("flow", (Map(self.game.place), self.game.place))
        turns = raw.get("round")
        if not isinstance(turns, Map) or "as" not in turns:
            return
        quiet = Names(self.game, type(self.names.problems)(), self.names.elements,
                      self.names.plurals, self.names.functions, self.names.queries,
                      related=self.names.related, relate=self.names.relate, piles=self.names.piles)
        key = "each" if "each" in turns else "next"
        found = expression(quiet, turns.get(key), turns.at(key), turn_scope("flow"))
        item = found.type.item if key == "each" else found.type
        if item is not None and item != UNKNOWN:
            self.names.turn_of = Var(turns["as"], item)

    def _ends(self) -> None:
        for name, raw, at, _ in self.content.each("ends"):
            self.names.within = "flow"
            test = expression(self.names, raw["when"], raw.at("when"), turn_scope(name), BOOL)
            # In the first language, the end of a round was before what stands under 'after'.
            early = ("turns", "round") if language_of(self.content.manifest) == 1 else ("turns",)
            check, finish = raw.get("check", "action"), raw.get("finish", "now")
            self.game.endings.append(Ending(
                name, test, AT_ROUND.get(check, check), AT_ROUND.get(finish, finish), at,
                check_early=check in early, finish_early=finish in early))
            if name not in self.game.reasons:
                self.game.reasons.append(name)

    def _certain(self) -> None:
        scope = Scope(self.game.certain_me, owner="certain")
        self.names.within = "certain"
        for name, raw, at, value_at in self.content.each("certain"):
            test = expression(self.names, raw, value_at, scope, BOOL)
            self.game.certain[name] = Certainty(name, test, at)
            if isinstance(test, Const) and test.type == BOOL:
                self.problem("always-same", value_at,
                             f"this test is always {str(test.value).lower()}")

    def _scoring(self) -> None:
        scope = Scope(self.game.score_me, owner="scoring")
        for name, raw, at, value_at in self.content.each("scoring"):
            if raw == "counted":
                continue
            self.names.within = "scoring"
            late = isinstance(raw, Map)
            text, text_at = (raw["points"], raw.at("points")) if late else (raw, value_at)
            value = expression(self.names, text, text_at, scope, INT)
            self.game.scoring[name] = Category(name, value, at, late and bool(raw.get("at_end")))
        raw, _ = self.content.single.get("ranking", (Map(self.game.place), self.game.place))
        self.game.best = raw.get("best", "most")
        self.game.halves = raw.get("unit") == "half"
        self._needs(raw)
        ties = raw.get("ties", [])
        for index, tie in enumerate(ties):
            self.game.ties.append(expression(self.names, tie, ties.at(index), scope, INT))

    def _needs(self, raw: Map) -> None:
        needs = raw.get("needs")
        self.game.needs_alone = isinstance(needs, Map)
        self.game.needs = needs["alone"] if isinstance(needs, Map) else needs
        if self.game.needs_alone and self.game.least > 1:
            self.problem("player-range", raw.key_at("needs"),
                         f"nobody plays this game alone; it begins with {self.game.least} players",
                         "write the number itself for any number of players: needs: "
                         f"{self.game.needs}")

    def _hints(self) -> None:
        scope = Scope(self.game.score_me, owner="bots")
        self.names.within = "bots"
        for name, raw, _, value_at in self.content.each("bots"):
            self.game.hints[name] = expression(self.names, raw, value_at, scope, INT)
