"""Small games that are only compiled, for `test_digests.py`: what no case and no pack comes by.

Each is written like a case. Where code is written in one way up to some number, and in another way
beyond it, there is a game on both sides of the number.
"""

from __future__ import annotations

import json
from typing import Any

GAIN = {"gain": {"me.coins": 1}}
COINS: dict[str, Any] = {"type": "int", "start": 3}


def choose(source: str, *do: Any, **more: Any) -> dict[str, Any]:
    return {"choose": {"x": source}, **more, "do": list(do) or [GAIN]}


def when(test: str) -> dict[str, Any]:
    return {"if": test, "then": [GAIN]}


def sums(count: int, first: str = "me.coins") -> str:
    return " + ".join([first, *["me.coins"] * count])


# Functions of elements, of which some give the same in all positions.
FIXED = {
    "note": "functions that are tables, or are not",
    "rules": {"functions": {
        "near": {"args": {"c": "cell"}, "is": "c.beside"},
        "twice": {"args": {"c": "cell"}, "is": "c.beside + c.beside"},
        "shared": {"args": {"c": "cell", "d": "cell"},
                   "is": "[x for x in c.beside if x in d.beside]"},
        "both": {"args": {"c": "cell", "d": "cell"}, "is": "c.beside + d.beside"},
        "bound": {"is": "4"},
        "wealth": {"is": "me.coins"},
        "late": {"args": {"c": "cell"}, "is": "index(c) > bound()"},
        "dear": {"args": {"c": "cell"}, "is": "index(c) > wealth()"},
        "many": {"args": dict.fromkeys("abcdefg", "cell"),
                 "is": "size(unique([a, b, c, d, e, f, g]))"},
    }},
    "go": [*(choose(f) for f in ("near(b2)", "twice(b2)", "shared(a1, b2)", "both(a1, b2)")),
           when("late(b2) or dear(b2) or many(a1, a2, a3, b1, b2, b3, c1) > 3")],
}

# How long code may be that is written in place, and how long lists may be that are loops.
SIZES = {
    "note": "functions, queries, loops and walks on both sides of what is small",
    "rules": {
        "kinds": {"good": ["wood", "clay", "gold"], "tally": [f"t{n}" for n in range(19)]},
        "state": {"player": {"coins": COINS, "gear": {"zone": "gear", "in_play": True}},
                  "tally": {"mark": "player?"}},
        "functions": {f"of_{n}": {"args": {"c": "cell"}, "is": sums(n, "index(c)")}
                      for n in range(10, 20)},
        "vocabulary": {"queries": {f"query_{n}": {"type": "int", "base": 1} for n in range(5)}},
    },
    "tiles": {"gear": {f"gear_{n}": {"abilities": {
        f"q{q}": {"change": f"query_{q}", "add": 1} for q in range(n + 1, 5)}} for n in range(4)}},
    "go": [*({"gain": {"me.coins": f"of_{n}(b2)"}} for n in range(10, 20)),
           *({"gain": {"me.coins": f"query_{n}()"}} for n in range(5)),
           *(when(f"size(reach(b2, beside)) > {n}") for n in range(7, 11)),
           *(when(f"size([t for t in [{', '.join(f't{n}' for n in range(count))}] "
                  "if t.mark == me]) > 1") for count in range(14, 19))],
}

# What comes after a condition is written twice where it is short.
COURSE = {
    "note": "what follows decisions, and what is left in the middle, at many lengths",
    "rules": {
        "actions": {
            **{f"leave_{n}": {"do": [
                {"for_each": {"p": "players"}, "do": [
                    {"if": "p.coins > 3", "then": [{"gain": {"p.coins": 1}}]},
                    {"if": "p.coins > 4", "then": [{"gain": {"p.coins": 2}},
                                                   {"stop": "loop", "when": "p.coins > 9"}]},
                    *[{"gain": {"p.coins": 1}}] * n]}]} for n in range(6)},
            **{f"then_{n}": {"do": [
                choose("cells", {"gain": {"me.coins": "index(x)"}}), *[GAIN] * n]}
               for n in range(14)},
        },
        "flow": {"round": {"each": "players", "turn": [
            {"must": ["go", *(f"leave_{n}" for n in range(6)),
                      *(f"then_{n}" for n in range(14))]}]}},
    },
    "go": [{"if": "me.coins > 2", "then": [{"end": "turn", "when": "me.coins > 4"}]}, GAIN, GAIN,
           GAIN, GAIN],
}
# Each shape of a fact, and what it may ask.
CERTAIN = {
    "note": "facts of each shape, about hidden things of one player and of all",
    "rules": {
        "state": {
            "player": {
                "coins": COINS,
                **{name: {"type": "int", "max": 9, "visible": "owner"} for name in "abcdefgh"},
                "hand": {"zone": "good", "visible": "owner", "start": "all"},
                "bag": {"zone": "good", "visible": "owner"},
                "gear": {"zone": "gear", "in_play": True},
            },
            "game": {"deck": {"zone": "good", "visible": "none", "start": "all"}},
            "cell": {"dark": {"type": "int", "visible": "none"}}},
        "functions": {
            "low": {"args": {"n": "int"}, "is": "me.a + n < 5"},
            "alike": {"args": {"p": "player"}, "is": "p.b == me.c"},
            "again": {"args": {"p": "player"}, "is": "alike(p)"},
        },
        "vocabulary": {"queries": {"most": {"type": "int", "base": "me.d"}}},
        "actions": {"pay": {"if": "me.coins > 1", "do": [GAIN]}},
        "certain": {
            "both": "me.a < 9 and me.b < 9",
            "either": "me.a < 9 or me.b == 3 or me.c < 8",
            "one": "me.a == me.b if me.coins > 3 else me.c == me.d",
            "each": "all(size(me.hand) + index(g) > 0 for g in goods if index(g) > 0)",
            "some": "any(g in me.hand or g in me.bag for g in goods)",
            "plain": "wood in me.bag or wood not in me.bag",
            "asked": "low(2) and low(3)",
            "mine": "alike(me) or again(next_player(me)) or me.e < 9",
            "queried": "most() < 9",
            "whole": "me.f < 9 or possible(pay) or 3 in [me.g, me.h]",
            "decked": "size(deck) < 9",
            "dark": "any(c.dark == 0 for c in cells)",
        },
        "flow": {"round": {"each": "players", "turn": [{"must": ["go", "pay"]}]}},
    },
    "tiles": {"gear": {"scale": {"abilities": {"up": {"change": "most", "add": 1}}}}},
    "go": [{"set": {"a1.dark": 1}},
           *({"set": {f"me.{name}": 1}} for name in "abcdefgh"), {"move": "wood", "from": "me.hand",
                                                                 "to": "me.bag"}],
}
# Walks inside of other lists.
WALKS = {
    "note": "walks that are asked through other lists",
    "rules": {"state": {"player": {"coins": COINS},
                        "cell": {"mark": "player?", "worth": "int", "best": "int?"}},
              "functions": {
                  "longer": {"args": {"xs": "[cell]"}, "is": "xs + xs"},
                  "mine": {"args": {"c": "cell"},
                           "is": "[n for n in reach(c, beside) if n.mark == me]"}}},
    "go": [*map(when, (
        "any(y > 2 for y in [x.worth for x in reach(b2, beside)])",
        "any(x.best == none for x in cells)",
        "any(x.best == 4 for x in cells)",
        "all(x.best != me.coins for x in b2.beside)",
        "p3 in players or p3 not in [me, p2]",
        "size(longer(cells)) > 2",
        "any(any(y.worth > 2 for y in mine(x)) and x.worth > 1 for x in mine(b2))",
        "any(y > 2 for y in [x.worth for x in reach(b2, beside) if x.mark == me])",
        "all(y.mark == me for c in [a1] for y in c.beside)",
        "any(y.mark == me for y in [z for c in [a1, b2] for z in reach(c, beside)])",
        "any(y.mark == me for y in unique([z for c in cells for z in component(c, beside)]))",
        "size(unique([y for c in [a1, b2] for y in reach(c, beside)])) > 3",
        "3 < size(reach(b2, beside))",
        "me.coins > 2 and any(x.mark == me for x in component(b2, beside, within=[b2, b3]))",
    )), *({"gain": {"me.coins": f"index({key})"}} for key in (
        "sort(cells, by=1 if any(n.mark == me for n in it.beside) else 2)[0]",
        "argmax(cells, by=size(reach(it, beside, until=it.mark == me)))",
        "argmin(cells, by=sum(n.worth for n in it.beside if n.mark == me))",
    ))],
}
# What is kept over decisions, and who knows it.
KEPT = {
    "note": "values that outlive a decision, open and hidden, of each type",
    "rules": {
        "state": {"player": {"coins": COINS, "hand": {"zone": "good", "visible": "owner",
                                                       "start": "all"},
                             "bid": {"type": "int", "visible": "owner", "max": 9},
                             "plan": {"type": "good?", "visible": "owner"},
                             "gear": {"zone": "gear", "in_play": True}}},
        "vocabulary": {"amounts": {"bids": "me.bid"}},
        "procedures": {"take": {"args": {"sure": "bool", "n": "int", "g": "good"}, "do": [
            choose("cells"), {"gain": {"me.coins": "n if sure else 0"}},
            {"set": {"me.plan": "g"}}]}},
        "actions": {
            "keep": {"do": [{"let": {"rich": "me.coins > 3"}}, {"let": {"n": "me.bid"}},
                            {"let": {"h": "me.hand"}}, {"let": {"m": "me.bid + n"}},
                            choose("goods", {"set": {"me.plan": "x"}}, secretly=True),
                            {"if": "rich", "then": [
                                {"set": {"me.bid": "clamp(m + size(h), 0, 9)"}}]}]},
            "bet": {"if": "me.bid > 1", "do": [GAIN]},
            "ask": {"do": [
                {"let": {"can": "possible(bet)"}}, {"let": {"worth": "tile_points(lens)"}},
                choose("cells"), {"set": {"me.bid": "worth if can else 1"}}]},
            "tell": {"do": [{"call": "take", "with": {"sure": "true", "n": 3,
                                                       "g": "me.hand[0]"}}]},
            "give": {"do": [{"call": "take", "with": {"sure": "me.coins > 2", "n": 2,
                                                       "g": "clay"}}]},
        },
        "flow": {"round": {"each": "players", "turn": [
            {"must": ["go", "keep", "give", "ask", "tell"]},
            {"choose": {"z": "me.hand"}, "secretly": True, "do": [
                {"set": {"me.plan": "z"}}, choose("cells"), {"set": {"me.plan": "z"}}]}]}},
    },
    "go": [choose("me.hand", {"move": "x", "from": "me.hand"}, secretly=True),
           {"random": {"x": "goods"}, "to": "me", "do": [
               {"choose": {"y": "cells"}, "do": [{"set": {"me.plan": "clay"}}]}]}],
    "tiles": {"gear": {"lens": {"abilities": {"far": {"score": 1, "per": "bids"}}}}},
}
# Fields that begin with something, tiles that are hidden and in play, hints for bots, prices.
BEGUN = {
    "note": "tiles in play from the start, hidden ones too; hints; least values; used words",
    "rules": {
        "state": {
            "player": {
                "coins": {"type": "int", "start": 3, "min": 1, "max": 20},
                "gear": {"zone": "gear", "in_play": True, "start": "[lens]"},
                "dark": {"zone": "gear", "in_play": True, "visible": "owner", "start": "[lamp]"},
                "wish": {"type": "good", "start": "clay", "visible": "owner"},
                "flag": {"type": "bool", "visible": "owner"},
                "big": {"type": "int", "min": -5, "max": 400, "visible": "owner"},
            }},
        "bots": {"coins": "me.coins // 2", "gear": "2 * size(me.gear)"},
        "actions": {"buy": {"pay": {"me.coins": 2}, "limit": {"times": 1, "per": "turn"},
                            "do": [GAIN]},
                    "look": {"if": "used(buy) > 0", "do": [GAIN]},
                    "dim": {"if": "size(me.dark) > 0", "do": [{"empty": "me.dark"}]}},
        "ranking": {"best": "least", "ties": ["-size(me.gear)"]},
        "flow": {
            "setup": [{"set": {"p1.flag": "true"}},
                      {"for_each": {"p": "players"}, "do": [
                          {"set": {"p.big": 4}}, {"set": {"p.wish": "wood"}}]}],
            "round": {"each": "players", "turn": [
                {"must": ["go", "buy", "look", "dim"]}]}},
    },
    "tiles": {"gear": {"lens": {"count": 2}, "lamp": {"count": 2}}},
    "go": [{"set": {"me.flag": "me.big > 3"}}, {"set": {"me.big": "me.coins"}}],
}
# Long piles, which are charged for what they hold.
PILES = {
    "note": "piles of hundreds, shuffled, drawn, emptied, into play and out of the game",
    "rules": {
        "kinds": {"good": ["wood"], "card": [f"k{n}" for n in range(300)]},
        "state": {
            "player": {"coins": COINS, "gear": {"zone": "gear", "in_play": True, "capacity": 260}},
            "game": {name: {"zone": "card", "start": "all", **more} for name, more in (
                ("open", {}), ("sorted", {"order": "set"}),
                ("dark", {"visible": "none"}), ("gone", {"visible": "none"}))} | {
                "store": {"zone": "gear", "start": "all"}}}},
    "tiles": {"gear": {"cog": {"count": 150}, "rod": {"count": 150}}},
    "go": [{"shuffle": "open"}, {"shuffle": "dark"}, {"draw": 4, "from": "dark", "to": "sorted"},
           {"draw": "me.coins", "from": "store", "to": "me.gear"},
           {"draw": "me.coins", "from": "open", "to": "dark", "at": "top"},
           {"empty": "sorted", "into": "open"}, {"empty": "me.gear"}, {"empty": "gone"},
           {"sort": "open", "by": "index(it)"}, {"reveal": "dark", "count": "me.coins"},
           {"random": {"x": "open"}, "do": [{"move": "x", "from": "open"}]}],
}
# Where hidden things come from.
SOURCES = {
    "note": "hidden things put there by chance, by choice and by rules, through functions too",
    "rules": {
        "state": {
            "player": {"coins": COINS, **{name: {"type": "good?", "visible": "owner"}
                                         for name in ("first", "third", "fourth", *"bcdef")},
                       "cup": {"zone": "good", "visible": "owner", "capacity": 20},
                       "gear": {"zone": "gear", "in_play": True},
                       "bid": {"type": "int", "visible": "owner", "max": 9}},
            "game": {"box": {"zone": "good", "visible": "none", "capacity": 40},
                     "row": {"zone": "good"},
                     "bag": {"zone": "good", "visible": "none", "start": "all"}}},
        "functions": {
            "better": {"args": {"g": "good"}, "is": "index(g) > 0"},
            "likely": {"args": {"g": "good"}, "is": "index(g) < me.coins"},
            "hidden": {"args": {"g": "good"}, "is": "g in me.cup"},
            "deeper": {"args": {"g": "good"}, "is": "hidden(g) and hidden(g)"},
            "taken": {"is": "bag[0]"},
            "dealt": {"is": "taken()"},
        },
        # This fails as soon as somebody does it.
        "actions": {"spoil": {"if": "round > 9", "do": [
            {"choose": {"e": "goods if 5 // (0 if wood in goods else 1) > 3 else [wood]"},
             "secretly": True, "do": [{"set": {"me.e": "e"}}]}]}},
        "vocabulary": {"queries": {"best": {"type": "good", "base": "bag[0]"}}},
        "flow": {
            "setup": [
                {"secretly": {"p.bid": "range(0, 3)"}, "each": {"p": "players"}},
                {"for_each": {"p": "players"}, "do": [
                    {"set": {"p.third": "wood"}, "when": "round > 1"},
                    {"set": {"p.fourth": "wood"}}]}],
            "round": {"each": "players", "turn": [{"must": ["go", "spoil"]}]}},
    },
    "tiles": {"gear": {"lens": {"abilities": {"see": {"change": "best", "to": "clay"}}}}},
    "go": [
        *({"random": {var: "goods"}, "to": "me", "do": [{"put": var, "into": "me.cup"}]}
          for var in ("p", "r", "s", "t", "u")),
        # Nothing lies there when it is guessed what came of it.
        {"random": {"q": "row"}, "to": "me", "do": [{"put": "q", "into": "me.cup"}]},
        choose("[g for g in goods if better(g)]", {"set": {"me.first": "x"}}, secretly=True),
        *({"choose": {var: source}, "secretly": True, "do": [{"set": {f"me.{var}": var}}]}
          for var, source in (("b", "[g for g in goods if likely(g)]"),
                              ("c", "[g for g in goods if deeper(g)]"),
                              ("d", "[g for g in [h for h in goods if better(h)] if likely(g)]"),
                              ("f", "row"))),
        {"choose": {"y": "me.cup"}, "secretly": True, "do": [
            {"move": "y", "from": "me.cup", "to": "row"},
            {"move": "y", "from": "row", "to": "box"}]},
        {"put": "dealt()", "into": "box"}, {"put": "best()", "into": "box"},
        {"put": "bag[0]", "into": "box"}, {"draw": 1, "from": "row", "to": "box"},
    ],
}
# What a loop has still to go through, while its list gets shorter.
LOOP = {
    "note": "a loop over what is hidden, and moves that take it away",
    "rules": {"state": {"player": {
        "coins": COINS, "hand": {"zone": "good", "visible": "owner", "start": "all"},
        "bag": {"zone": "good", "visible": "owner"}}}},
    "go": [{"for_each": {"g": "me.hand"}, "do": [
        {"move": "g", "from": "me.hand", "to": "me.bag"}, choose("cells")]}],
}
# What stands in one of them twice would be written once, with an anchor.
GAMES: list[dict[str, Any]] = json.loads(json.dumps(
    [FIXED, SIZES, COURSE, CERTAIN, WALKS, KEPT, BEGUN, PILES, SOURCES, LOOP]))
