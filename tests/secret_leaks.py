"""One piece of rules for each way in which a game can tell a secret, to be planted in a game.

`at` is how the text begins at the place to which a problem must point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Rules = dict[str, Any]

OFFERED, SHOWN, OPENLY = "secret-choice", "secret-shown", "openly-hidden"
FIRST = "deck[0] == k1"


@dataclass(frozen=True)
class Leak:
    name: str
    code: str
    at: str
    plant: Callable[[Rules], None]


def leaking(name: str, code: str, at: str, **action: Any) -> Leak:
    """A leak in an action of its own, which may be done in each turn."""

    def plant(rules: Rules) -> None:
        rules["actions"]["leak"] = {"do": [], **action}
        rules["flow"]["round"]["turn"][0]["must"].append("leak")

    return Leak(name, code, at, plant)


def doing(name: str, code: str, at: str, *statements: Any) -> Leak:
    return leaking(name, code, at, do=list(statements))


def adding(name: str, code: str, at: str, more: Callable[[Rules], None],
           **action: Any) -> Leak:
    """A leak that needs more than an action."""
    made = leaking(name, code, at, **action)

    def plant(rules: Rules) -> None:
        made.plant(rules)
        more(rules)

    return Leak(name, code, at, plant)


def put(path: str, value: Any) -> Callable[[Rules], None]:
    """Writes a value into the rules, at a path."""

    def more(rules: Rules) -> None:
        *steps, last = path.split("/")
        for step in steps:
            rules = rules.setdefault(step, {})
        rules[last] = value

    return more


def both(*parts: Callable[[Rules], None]) -> Callable[[Rules], None]:
    def more(rules: Rules) -> None:
        for part in parts:
            part(rules)

    return more


def tile(ability: dict[str, Any]) -> Callable[[Rules], None]:
    """One more tile that everybody has."""

    def more(rules: Rules) -> None:
        from secret_games import GEAR

        rules["gear"] = {**GEAR, "spy": {"abilities": {"leak": ability}}}
        rules["state"]["player"]["gear"]["start"] = "[lens, spy]"

    return more


CONDITION = put("vocabulary/conditions/spied", {"is": FIRST})
GAIN = {"gain": {"me.coins": 1}}
OTHERS = "next_player(me).hand"

LEAKS = (
    leaking("a card of another", OFFERED, OTHERS, pick={"c": OTHERS}),
    doing("a card of another, shown by another action only", OFFERED, OTHERS,
          {"choose": {"c": OTHERS}, "do": []}, {"reveal": OTHERS}),
    leaking("the size of what fits", OFFERED, "deck, 1)",
            pick={"c": "[x for x in cards if size([d for d in top(deck, 1) if d == x]) > 0]"}),
    leaking("a test of an action", OFFERED, "deck[0]", **{"if": f"round > 9 or {FIRST}"}),
    leaking("a price", OFFERED, "deck[0]", pay={"me.coins": f"0 if {FIRST} else 1"}),
    leaking("a price that tells the own hand", SHOWN, "me.hand",
            pay={"me.coins": "0 if k1 in me.hand else 1"}),
    adding("a function", OFFERED, "spied()", put("functions/spied", {"is": FIRST}),
           **{"if": "spied() or round > 9"}),
    adding("a function of a function", OFFERED, "spied()",
           both(put("functions/spied", {"is": "seen_card() == k1"}),
                put("functions/seen_card", {"is": "deck[0]"})), **{"if": "spied() or round > 9"}),
    adding("a query that a tile changes", OFFERED, "spied_now()",
           both(CONDITION, put("vocabulary/queries/spied_now", {"type": "bool", "base": "false"}),
                tile({"change": "spied_now", "to": True, "where": "spied"})),
           **{"if": "spied_now()"}),
    adding("the base of a query", OFFERED, "spied_now()",
           put("vocabulary/queries/spied_now", {"type": "bool", "base": FIRST}),
           **{"if": "spied_now()"}),
    adding("what could be done", OFFERED, "possible(spy)",
           put("actions/spy", {"if": FIRST, "do": []}), **{"if": "possible(spy)"}),
    adding("a goal of a tile", OFFERED, "goal_met(t)",
           both(CONDITION, tile({"goal": {"has": "spied"}, "points": 1})),
           **{"if": "any(goal_met(t) for t in me.gear)"}),
    adding("a toll", OFFERED, "leak", both(
        CONDITION, put("vocabulary/events/leaks", {"action": "leak"}),
        tile({"toll": {"coins": 1}, "whenever": {"opponent": "leaks"}, "where": "spied"}))),
    doing("a name", OFFERED, "kept_card", {"let": {"kept_card": "deck[0]"}},
          {"choose": {"x": "cards"}, "do": []},
          {"choose": {"y": "[z for z in cards if z == kept_card]"}, "do": []}),
    adding("an argument", OFFERED, "given", put(
        "procedures/spied", {"args": {"given": "card"}, "do": [
            {"choose": {"y": "[z for z in cards if z == given]"}, "do": []}]}),
        do=[{"call": "spied", "with": {"given": "deck[0]"}}]),
    doing("a choice that is not shown", OFFERED, "mine", {"choose": {"mine": "me.hand"}, "do": [
        {"choose": {"x": "[c for c in cards if c != mine]"}, "by": "next_player(me)", "do": []}]}),
    doing("a way to take", OFFERED, "deck[0]", {"one_of": {
        "left": {"if": FIRST, "do": []}, "right": []}}),
    doing("whether one may decline", OFFERED, "deck[0]",
          {"choose": {"x": "cards"}, "optional": FIRST, "do": []}),
    doing("how many", OFFERED, "deck[0]",
          {"choose": {"x": "cards"}, "up_to": "index(deck[0])", "do": []}),
    adding("a step", OFFERED, "deck[0]", lambda rules: rules["flow"]["round"]["turn"].append(
        {"may": ["leak"], "while": FIRST})),
    adding("passing", OFFERED, "deck[0]", lambda rules: rules["flow"]["round"]["turn"].append(
        {"may": ["leak"], "pass_when": FIRST})),
    doing("shown, then mixed", OFFERED, "deck", {"reveal": "deck"}, {"shuffle": "deck"},
          {"choose": {"x": "deck"}, "do": []}),
    doing("shown to another", OFFERED, "deck", {"reveal": "deck", "to": "next_player(me)"},
          {"choose": {"x": "deck"}, "do": []}),
    doing("more than was shown", OFFERED, "deck, 2)", {"reveal": "deck", "count": 1},
          {"choose": {"x": "top(deck, 2)"}, "do": []}),
    doing("more than was shown, by a number that grew", OFFERED, "deck, me.coins)",
          {"reveal": "deck", "count": "me.coins"}, GAIN,
          {"choose": {"x": "top(deck, me.coins)"}, "do": []}),
    adding("shown in the step, chosen in the action", OFFERED, "deck",
           lambda rules: rules["flow"]["round"]["turn"].insert(0, {"reveal": "deck"}),
           pick={"c": "deck"}),
    doing("a number", SHOWN, OTHERS, {"gain": {"me.coins": f"index({OTHERS}[0])"}}),
    doing("who decides", SHOWN, "deck[0]", {
        "choose": {"x": "cards"}, "do": [], "by": f"me if {FIRST} else next_player(me)"}),
    adding("points", SHOWN, "me.hand", put("scoring/bonus", "counted"),
           do=[{"score": {"bonus": "index(me.hand[0])"}}]),
    doing("whether something happens", SHOWN, "1",
          {"if": FIRST, "then": [GAIN]}),
    doing("whether something happens, by the own hand", SHOWN, "1",
          {"if": "k1 in me.hand", "then": [GAIN]}),
    doing("whether a step is there", SHOWN, "draw",
          {"draw": 1, "from": "deck", "to": "row", "when": "k1 in me.hand"}),
    doing("whom a loop goes through", SHOWN, "1",
          {"for_each": {"c": "[x for x in deck if index(x) > 2]"}, "do": [GAIN]}),
    doing("when a loop is left", SHOWN, "1", {"for_each": {"c": "deck"}, "do": [
        {"if": "c == k1", "then": [{"stop": "loop"}]}, GAIN]}),
    doing("how often", SHOWN, "1",
          {"repeat": {"max": 3, "while": f"k1 in {OTHERS}"}, "do": [GAIN]}),
    doing("which open card goes", SHOWN, "move",
          {"for_each": {"c": "[x for x in row if x == deck[0]]"}, "do": [
              {"move": "c", "from": "row"}]}),
    doing("an end", SHOWN, "end", {"if": FIRST, "then": [{"end": "turn"}]}),
    doing("what chance could choose from", SHOWN, "1",
          {"random": {"c": "[x for x in deck if index(x) > 4]"}, "do": [GAIN]}),
    doing("what chance chose", SHOWN, "c)", {"random": {"c": "deck"}, "do": [
        {"gain": {"me.coins": "index(c)"}}]}),
    doing("a question to one who must not know", SHOWN, "ask", {
        "if": "k1 in me.hand", "then": [{"ask": "well", "by": "next_player(me)", "do": []}]}),
    doing("a reveal", SHOWN, "reveal", {"reveal": "me.hand", "when": f"k1 in {OTHERS}"}),
    adding("a reaction", SHOWN, "1", both(
        put("vocabulary/conditions/spied", {"is": "k1 in me.hand"}),
        put("vocabulary/verbs/earn", {"do": [GAIN]}),
        put("vocabulary/events/leaks", {"action": "leak"}),
        tile({"when": {"opponent": "leaks"}, "where": "spied", "do": ["earn"]}))),
    Leak("the end of the game", SHOWN, "deck[0]", put("ends/spied", {"when": FIRST})),
    Leak("whose turn it is", SHOWN, "it.hand", put(
        "flow/round/each", "sort(players, by=sum(index(c) for c in it.hand))")),
    leaking("a hidden number of another", OFFERED, "next_player(me).die",
            pick={"c": "[c for c in cards if index(c) > next_player(me).die]"}),
    leaking("a hidden size", OFFERED, "next_player(me).stash",
            **{"if": "size(next_player(me).stash) > 1"}),
    doing("a hidden number", SHOWN, "me.die", {"gain": {"me.coins": "me.die"}}),
    doing("a hidden vow", SHOWN, "1", {"if": "me.vow == k1", "then": [GAIN]}),
    doing("a die of one's own", SHOWN, "n", {"random": {"n": "range(1, 6)"}, "to": "me", "do": [
        {"gain": {"me.coins": "n"}}]}),
    doing("a secret choice", SHOWN, "c)", {"choose": {"c": "cards"}, "secretly": True, "do": [
        {"gain": {"me.coins": "index(c)"}}]}),
    doing("a secret way", SHOWN, "1", {"one_of": {"left": [GAIN], "right": []}, "secretly": True}),
    doing("a bid before all have chosen", SHOWN, "p.bid", {
        "for_each": {"p": "players"}, "do": [
            {"choose": {"n": "range(0, 3)"}, "by": "p", "secretly": True, "do": [
                {"set": {"p.bid": "n"}}]}]}, {"gain": {"me.coins": "max(p.bid for p in players)"}}),
    doing("a bid that was written again", SHOWN, "me.bid",
          {"secretly": {"p.bid": "range(0, 3)"}, "each": {"p": "players"}},
          {"random": {"n": "range(0, 3)"}, "to": "me", "do": [{"set": {"me.bid": "n"}}]},
          {"gain": {"me.coins": "me.bid"}}),
    doing("what hidden money could pay", SHOWN, "me.die",
          {"lose": {"me.die": 1}, "to": "me.coins"}),
    doing("chosen openly, into a hidden field", OPENLY, "c", {"choose": {"c": "cards"}, "do": [
        {"set": {"me.vow": "c"}}]}),
    doing("chosen openly and hidden", OPENLY, "c", {"choose": {"c": "cards"}, "do": [
        {"put": "c", "into": "pile"}]}),
    doing("an open way into a hidden field", OPENLY, "5", {"one_of": {
        "left": [{"set": {"me.bid": 5}}], "right": [{"set": {"me.bid": 4}}]}}),
    doing("an open answer into a hidden field", OPENLY, "5", {
        "ask": "well", "do": [{"set": {"me.bid": 5}}]}),
    doing("chance that all see into a hidden field", OPENLY, "index(x)", {
        "random": {"x": "cards"}, "do": [{"set": {"me.vow": "x", "me.bid": "index(x)"}}]}),
    doing("how many are chosen after a secret choice", SHOWN, "choose", {
        "choose": {"n": "range(0, 2)"}, "secretly": True, "do": [
            {"choose": {"c": "cards"}, "exactly": "n", "secretly": True, "do": []}]}),
    doing("a question in a secret way", SHOWN, "ask", {"one_of": {
        "left": [{"ask": "well", "secretly": True, "do": []}], "right": []}, "secretly": True}),
    adding("a hidden size that was changed in secret", SHOWN, "draw", put(
        "state/player/store", {"zone": "card", "visible": "owner", "size": "hidden"}), do=[
            {"ask": "well", "secretly": True, "do": [
                {"draw": 1, "from": "me.stash", "to": "me.store"}]},
            {"draw": 9, "from": "me.store", "to": "me.kept"}]),
    doing("a secret shuffle of what others were shown", SHOWN, "shuffle", {"reveal": "deck"}, {
        "ask": "well", "secretly": True, "do": [{"shuffle": "deck"}]}),
    doing("a secret end of what others were shown", SHOWN, "0", {"reveal": "me.bid"}, {
        "if": "me.die > 3", "then": [{"set": {"me.bid": 0}}]}),
    doing("which one is shown", SHOWN, "p.die", {
        "for_each": {"p": "players"}, "do": [{"reveal": "players[(p.die + 1) % 2].hand"}]}),
)
