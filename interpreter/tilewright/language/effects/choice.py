"""Effects that ask: menus of actions, choices of players, and chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.effects.declare import Key, effect
from tilewright.language.expressions import expression
from tilewright.language.habits import no_list_hint
from tilewright.language.longhand import choice_for, in_turn, reveal
from tilewright.language.operations import Const, Expr, Variable
from tilewright.language.tree import (
    Branch,
    Choose,
    ChooseMany,
    Menu,
    OneOf,
    Stmt,
    Var,
)
from tilewright.language.types import BOOL, INT, PLAYER, UNKNOWN, many
from tilewright.problems import did_you_mean
from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from tilewright.language.names import Scope
    from tilewright.language.reader import Reader
    from tilewright.problems import Place

TOPIC = "choice"

SECRETLY = Key("bool", "whether nobody else learns what is chosen, only that something is")

LEFT_OUT = ("`else` happens, and the game goes on at once with what follows, up to the next "
            "decision. Chance on that way is drawn too, also in the turn of the next player.")
STEP_KEYS = {
    "step": Key("id", "a name for the step, for windows and texts"),
    "by": Key("expr", "the player who decides; normally `me`"),
    "while": Key("expr", "offer it only while this holds; the step repeats"),
    "repeat": Key("bool", "offer it again until the player passes"),
    "powers": Key("bool", "whether powers of tiles are offered too, each as often as its limit "
                  "allows: after one of them the same step is offered again; normally yes"),
    "automatic": Key("bool", "whether people's only move is made for them, where all can know that "
                     "it is the only one; normally as `flow` says"),
    "else": Key("statements", "what happens when no action is possible"),
}


def _menu(rule: str, raw: Map, rd: Reader, scope: Scope) -> list[Stmt]:
    given = raw.get(rule)
    actions = []
    for index, name in enumerate(given if isinstance(given, Seq) else []):
        assert isinstance(given, Seq)
        if name in rd.names.actions:
            actions.append(name)
            rd.names.use("action", name)
            rd.names.call(f"action {name}")
        else:
            rd.problem("unknown-action", given.at(index), f"'{name}' is not an action",
                       rd.other_sense(str(name)) or did_you_mean(str(name), rd.names.actions))
    by = rd.expr(raw, "by", scope, PLAYER) if "by" in raw else None
    test = rd.expr(raw, "while", scope, BOOL) if "while" in raw else None
    passing = rd.expr(raw, "pass_when", scope, BOOL) if "pass_when" in raw else None
    step = str(raw.get("step", ""))
    if step:
        rd.names.use("step", step)
    if raw.get("powers", True):
        rd.names.open_steps.append((rd.names.within, step, raw.place))
    if by is None and scope.me.slot != 1:
        by = Variable(PLAYER, raw.place, scope.me)
    return [Menu(raw.place, step, rule, actions, by, test,
                 bool(raw.get("repeat", test is not None)), bool(raw.get("powers", True)),
                 passing, rd.statements(raw.get("else"), scope), "else" in raw,
                 raw.get("automatic"))]


@effect(
    "must", TOPIC,
    "A step in which the player must do one of some actions. Where none is possible, `else` "
    "happens, also if a power of a tile could be used; without `else` the game stops with a fault "
    "of the rules.",
    {"must": Key("names", "the actions", needed=True), **STEP_KEYS},
    "- must: [mark]\n  else:\n    - end: game\n      because: full\n",
)
def _must(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    return _menu("must", raw, rd, scope)


@effect(
    "may", TOPIC,
    "A step in which the player may do one of some actions, or pass. Where none is possible, and "
    f"no power of a tile either, the player is not asked: {LEFT_OUT}",
    {"may": Key("names", "the actions", needed=True), **STEP_KEYS,
     "pass_when": Key("expr", "passing is offered only when this holds")},
    "- may: [buy, sell]\n  step: trade\n",
)
def _may(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    return _menu("may", raw, rd, scope)


@effect(
    "must_if_possible", TOPIC,
    "A step in which the player must do one of some actions if any of them is possible. Where "
    f"none is, and no power of a tile either, the player is not asked: {LEFT_OUT}",
    {"must_if_possible": Key("names", "the actions", needed=True), **STEP_KEYS,
     "pass_when": Key("expr", "passing is also offered when this holds")},
    "- must_if_possible: [collect, build]\n",
)
def _must_if_possible(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    return _menu("must_if_possible", raw, rd, scope)


def _one_of_list(rd: Reader, raw: Map, key: str, scope: Scope
                 ) -> tuple[str, Expr, Place] | None:
    name, given, name_at, given_at = rd.binding(raw, key)
    source = expression(rd.names, given, given_at, scope)
    if source.type.tag == "list" and source.type.item is not None and (
            source.type.item.tag in ("kind", "int")):
        return None if rd.may_hold_none(source, given, given_at) else (name, source, name_at)
    if source.type != UNKNOWN:
        rd.problem("wrong-type", given_at, f"this is {source.type.words}, not a list of choices",
                   no_list_hint(source.type.tag, given))
    return None


@effect(
    "choose", TOPIC, "A player chooses from a list: one, or several with `up_to` or `exactly`.",
    {"choose": Key("binding", "a name for what is chosen, and the list", needed=True),
     "by": Key("expr", "the player who decides; normally `me`"),
     "optional": Key("expr", "whether the player may decline"),
     "up_to": Key("expr", "choose so many at most; the name then means a list"),
     "exactly": Key("expr", "choose so many, or all if there are fewer"),
     "ordered": Key("bool", "whether the order of several matters"),
     "secretly": SECRETLY,
     "do": Key("statements", "what happens with it", needed=True),
     "else": Key("statements", "what happens when nothing is or can be chosen")},
    "- choose: {c: '[c for c in cells if c.mark == none]'}\n  do:\n    - set: {c.mark: me}\n",
)
def _choose(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    found = _one_of_list(rd, raw, "choose", scope)
    if found is None:
        return []
    name, source, name_at = found
    by = rd.player(raw, "by", scope)
    inner = scope.child()
    if "up_to" in raw or "exactly" in raw:
        return _choose_many(rd, raw, scope, inner, found, by)
    assert source.type.item is not None
    var = rd.bind(name, source.type.item, name_at, inner)
    site = rd.site(scope, name)
    return [Choose(raw.place, site, var, source, by, chance=False,
                   optional=rd.expr(raw, "optional", scope, BOOL) if "optional" in raw else None,
                   body=rd.statements(raw.get("do"), inner),
                   other=rd.statements(raw.get("else"), scope), secret=_is_secret(raw))]


def _is_secret(raw: Map) -> bool:
    return bool(raw.get("secretly", False))


def _choose_many(rd: Reader, raw: Map, scope: Scope, inner: Scope,
                 found: tuple[str, Expr, Place], by: Expr) -> list[Stmt]:
    name, source, name_at = found
    assert source.type.item is not None
    if "up_to" in raw and "exactly" in raw:
        rd.problem("two-counts", raw.key_at("exactly"), "choose either 'up_to' or 'exactly'",
                   "remove one of them")
    key = "exactly" if "exactly" in raw else "up_to"
    most = rd.expr(raw, key, scope, INT)
    least = most if key == "exactly" else Const(most.type, raw.place, 0)
    var = rd.bind(name, many(source.type.item), name_at, inner)
    one = rd.bind(f"{name}__one", source.type.item, name_at, inner.child())
    return [ChooseMany(raw.place, rd.site(scope, name), var, one, source, by, least, most,
                       bool(raw.get("ordered", False)),
                       rd.statements(raw.get("do"), inner),
                       rd.statements(raw.get("else"), scope), _is_secret(raw))]


@effect(
    "one_of", TOPIC,
    "A player chooses one of some named possibilities. Those without a test are offered first.",
    {"one_of": Key("branches", "names, each with its statements", needed=True),
     "by": Key("expr", "the player who decides; normally `me`"),
     "secretly": SECRETLY},
    "- one_of:\n    take: [{gain: {me.coins: 2}}]\n    leave: {if: round > 1, do: []}\n",
)
def _one_of(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    branches = []
    given = raw["one_of"]
    for name, value in given.items():
        guard, inner, body = None, scope, value
        if isinstance(value, Map):
            body = value.get("do")
            if "if" in value:
                guard, sure, _ = rd.test(value, "if", scope)
                inner = scope.knowing(sure)
        branches.append(Branch(name, guard, rd.statements(body, inner), given.key_at(name)))
    site = rd.site(scope, "one_of")
    return [OneOf(raw.place, site, branches, rd.player(raw, "by", scope), _is_secret(raw))]


@effect(
    "ask", TOPIC, "A player answers yes or no.",
    {"ask": Key("id", "a name for the question, for texts", needed=True),
     "by": Key("expr", "the player who decides; normally `me`"),
     "secretly": SECRETLY,
     "do": Key("statements", "what happens after yes", needed=True),
     "else": Key("statements", "what happens after no")},
    "- ask: pay_toll\n  do:\n    - lose: {me.coins: 1}\n",
)
def _ask(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    branches = [
        Branch("yes", None, rd.statements(raw.get("do"), scope), raw.place),
        Branch("no", None, rd.statements(raw.get("else"), scope), raw.place),
    ]
    site = rd.site(scope, str(raw["ask"]))
    return [OneOf(raw.place, site, branches, rd.player(raw, "by", scope), _is_secret(raw))]


@effect(
    "random", TOPIC, "Chance chooses one element of a list, all with equal chances.",
    {"random": Key("binding", "a name for the outcome, and the list", needed=True),
     "to": Key("expr", "the only player who learns the outcome; normally everybody does"),
     "do": Key("statements", "what happens with it", needed=True),
     "else": Key("statements", "what happens when the list is empty")},
    "- random: {n: 'range(1, 6)'}\n  do:\n    - gain: {me.coins: n}\n",
)
def _random(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    found = _one_of_list(rd, raw, "random", scope)
    if found is None:
        return []
    name, source, name_at = found
    inner = scope.child()
    assert source.type.item is not None
    var = rd.bind(name, source.type.item, name_at, inner)
    return [Choose(raw.place, rd.site(scope, name), var, source, None, chance=True,
                   optional=None, body=rd.statements(raw.get("do"), inner),
                   other=rd.statements(raw.get("else"), scope),
                   to=rd.expr(raw, "to", scope, PLAYER) if "to" in raw else None)]


@effect(
    "secretly", TOPIC,
    "Several players each choose for a hidden field of their own; when all have chosen, all is "
    "revealed to everybody.",
    {"secretly": Key("targets", "hidden fields of the player, each with the list to choose from; "
                     "with an empty list the field stays as it is", needed=True),
     "each": Key("binding", "a name for the player, and the list of the players who choose",
                 needed=True)},
    "- secretly: {p.bid: 'range(0, p.coins)'}\n  each: {p: players}\n",
)
def _secretly(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    name, given, name_at, given_at = rd.binding(raw, "each")
    who = expression(rd.names, given, given_at, scope, many(PLAYER))
    inner, after = scope.child(), scope.child()
    player = rd.bind(name, PLAYER, name_at, inner)
    again = after.vars[name] = Var(name, PLAYER)
    choices: list[Stmt] = []
    shown: list[Stmt] = []
    for key in raw["secretly"]:
        choice = choice_for(rd, raw["secretly"], key, player, inner)
        target = rd.target(key, raw["secretly"].key_at(key), after) if choice else None
        if choice is not None and target is not None:
            choices.append(choice)
            shown.append(reveal(choice.place, target))
    return in_turn(raw.place, who, [(player, choices), (again, shown)])
