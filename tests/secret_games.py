"""Small honest games with secrets, made from a seed: hands, decks, reveals, swaps, secret bids.

Each game is put together from pieces that all keep what is hidden. What `check` finds clean must
obey the law; `secret_leaks` plants in each of them one piece that does not.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import yaml

from bad_packs import Dumper

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Rules = dict[str, Any]
    Piece = Callable[[random.Random], list[Any] | dict[str, Any]]

MANIFEST = """\
language: 2
id: secrets
version: 1.0.0
rules: [game.yaml]
tiles: [gear.yaml]
texts: {en: en.yaml, fr: fr.yaml}
"""
TEXTS = {"game": "Secrets", "player.p1": "Ann", "player.p2": "Ben", "player.p3": "Cis"}


def number(rng: random.Random) -> int:
    return rng.randint(1, 4)


# -- actions: what to pick, and what to do --------------------------------------------------------

def lay_open(rng: random.Random) -> Rules:
    return {"pick": {"c": f"[c for c in me.hand if index(c) > {number(rng)}]"},
            "do": [{"move": "c", "from": "me.hand", "to": "row"},
                   {"gain": {"me.coins": "index(c)"}}]}


def lay_away(rng: random.Random) -> Rules:
    to = rng.choice(["me.kept", "pile"])
    return {"pick": {"c": "me.hand"}, "do": [{"move": "c", "from": "me.hand", "to": to}]}


def draw(rng: random.Random) -> Rules:
    return {"if": "size(deck) > 0",
            "do": [{"draw": number(rng) // 2, "from": "deck", "to": "me.hand"}]}


def look_ahead(rng: random.Random) -> Rules:
    n = number(rng)
    return {"if": f"size(deck) >= {n}",
            "do": [{"reveal": "deck", "count": n, "to": "me"},
                   {"choose": {"c": f"top(deck, {n})"},
                    "do": [{"move": "c", "from": "deck", "to": "me.hand"}]}]}


def show_hand(rng: random.Random) -> Rules:
    return {"do": [{"reveal": "me.hand"}, {"gain": {
        "me.coins": f"count(c for c in me.hand if index(c) > {number(rng)})"}}]}


def trade(rng: random.Random) -> Rules:
    other = rng.choice(["next_player(me)", "partner()"])
    return {"if": f"size(me.hand) > 0 and size({other}.hand) > 0",
            "do": [{"choose": {"mine": "me.hand"}, "do": [
                {"choose": {"theirs": f"{other}.hand"}, "by": other, "do": [
                    {"move": "mine", "from": "me.hand", "to": f"{other}.hand"},
                    {"move": "theirs", "from": f"{other}.hand", "to": "me.hand"}]}]}]}


def steal(rng: random.Random) -> Rules:
    to = rng.choice(["me.hand", "row"])
    return {"do": [{"random": {"c": "next_player(me).hand"}, "do": [
        {"move": "c", "from": "next_player(me).hand", "to": to}]}]}


def turn_up(rng: random.Random) -> Rules:
    return {"do": [{"for_each": {"c": "top(deck, 1)"}, "do": [
        {"move": "c", "from": "deck", "to": "row"},
        {"if": f"index(c) > {number(rng)}", "then": [{"gain": {"me.coins": 1}}],
         "else": [{"lose": {"me.coins": 1}}]}]}]}


def take_open(rng: random.Random) -> Rules:
    return {"pick": {"c": "row"}, "do": [
        {"move": "c", "from": "row", "to": rng.choice(["me.hand", "me.kept"])}]}


def guess(rng: random.Random) -> Rules:
    return {"if": "size(deck) > 0", "pick": {"c": "cards"}, "do": [
        {"reveal": "deck", "count": 1}, {"gain": {"me.coins": number(rng)}, "when": "deck[0] == c"},
        {"shuffle": "deck"}]}


def boast(rng: random.Random) -> Rules:
    return {"if": f"strong() > {number(rng)} and open_now()", "do": [{"gain": {"me.coins": 1}}]}


def put_back(rng: random.Random) -> Rules:
    ends = {"ends": ["top"]} if rng.random() < 0.5 else {}
    return {"if": "size(me.kept) > 0", "do": [{"arrange": "me.kept", "onto": "deck", **ends}]}


def discard_some(rng: random.Random) -> Rules:
    return {"do": [{"choose": {"some": "me.hand"}, "up_to": number(rng), "do": [
        {"for_each": {"c": "some"}, "do": [{"move": "c", "from": "me.hand", "to": "pile"}]}]}]}


def mix(rng: random.Random) -> Rules:
    return {"do": [{"empty": "pile", "into": "deck"}, {"shuffle": "deck"},
                   {"refill": "row", "to": number(rng), "from": "deck"}]}


def change(rng: random.Random) -> Rules:
    other = rng.choice(["next_player(me).hand", "me.kept", "row", "pile"])
    return {"do": [{"swap": ["me.hand", other]}]}


def answer(rng: random.Random) -> Rules:
    return {"pick": {"c": "cards"}, "do": [
        {"for_each": {"p": "seats_from(next_player(me))"}, "do": [
            {"if": "c in p.hand", "then": [{"ask": "give_it", "by": "p", "do": [
                {"move": "c", "from": "p.hand", "to": "row"},
                {"gain": {"p.coins": number(rng)}}]}]}]}]}


# -- hidden fields, private chance and secret choices ---------------------------------------------

def bid(rng: random.Random) -> Rules:
    prize = f"{number(rng)} if me.bid == max(p.bid for p in players) else 0"
    return {"do": [{"secretly": {"p.bid": f"range(0, {number(rng)})"}, "each": {"p": "players"}},
                   {"gain": {"me.coins": prize}}]}


def roll(rng: random.Random) -> Rules:
    who = rng.choice(["me", "next_player(me)"])
    return {"do": [{"random": {"n": "range(1, 6)"}, "to": who,
                    "do": [{"set": {f"{who}.die": "n"}}]}]}


def show_die(rng: random.Random) -> Rules:
    return {"if": f"me.die > {number(rng)}",
            "do": [{"reveal": "me.die"}, {"gain": {"me.coins": "me.die"}}, {"set": {"me.die": 0}}]}


def doubt(rng: random.Random) -> Rules:
    return {"do": [{"choose": {"n": "range(1, 6)"}, "by": "next_player(me)", "do": [
        {"reveal": "me.die"},
        {"gain": {"next_player(me).coins": number(rng)}, "when": "n == me.die"}]}]}


def plan(rng: random.Random) -> Rules:
    del rng
    return {"do": [{"ask": "be_brave", "secretly": True, "do": [{"set": {"me.brave": True}}],
                    "else": [{"set": {"me.brave": False}}]}]}


def vow(rng: random.Random) -> Rules:
    marks = rng.choice(["cards", "[c for c in cards if me.brave or index(c) > 2]"])
    return {"do": [{"choose": {"c": marks}, "secretly": True, "do": [{"set": {"me.vow": "c"}}]}]}


def stow(rng: random.Random) -> Rules:
    secretly = {"secretly": True} if rng.random() < 0.5 else {}
    return {"if": "size(me.stash) < 9", "do": [{"choose": {"c": "me.hand"}, **secretly, "do": [
        {"move": "c", "from": "me.hand", "to": "me.stash"}]}]}


def strike(rng: random.Random) -> Rules:
    """A secret choice that shows itself when the other has answered."""
    return {"do": [{"choose": {"n": "range(1, 3)"}, "secretly": True, "do": [
        {"choose": {"m": "range(1, 3)"}, "by": "next_player(me)", "do": [
            {"gain": {"me.coins": number(rng)}, "when": "n != m"}]}]}]}


CLOSED = (bid, roll, show_die, doubt, plan, vow, stow, strike)
OPEN = (lay_open, lay_away, draw, look_ahead, show_hand, trade, steal, turn_up, take_open, guess,
        boast, put_back, discard_some, mix, answer, change)


# -- a whole game ---------------------------------------------------------------------------------

def base(rng: random.Random) -> Rules:
    cards = [f"k{n}" for n in range(1, rng.randint(8, 11))]
    deal = rng.randint(1, 3)
    rules: Rules = {
        "players": {"min": 2, "max": 3},
        "kinds": {"card": cards},
        "families": {"gear": {}},
        "state": {
            "game": {"deck": {"zone": "card", "visible": "none", "start": "all"},
                     "pile": {"zone": "card", "visible": "none"}, "row": {"zone": "card"}},
            "player": {"coins": {"type": "int", "start": 3},
                       "hand": {"zone": "card", "visible": "owner"},
                       "kept": {"zone": "card", "visible": "owner"},
                       "stash": {"zone": "card", "visible": "owner", "size": "hidden"},
                       "die": {"type": "int", "max": 6, "visible": "owner"},
                       "bid": {"type": "int", "max": 6, "visible": "owner"},
                       "brave": {"type": "bool", "visible": "owner"},
                       "vow": {"type": "card?", "visible": "owner"},
                       "gear": {"zone": "gear", "in_play": True, "start": "[lens]"}}},
        "functions": {"strong": {"is": "sum(index(c) for c in me.hand + me.kept)"},
                      "partner": {"is": "next_player(me)"}},
        "vocabulary": {"queries": {"open_now": {"type": "bool", "base": "round > 1"}},
                       "conditions": {"rich": {"is": f"me.coins > {number(rng)}"}}},
        "actions": {"wait": {"if": ("open_now() or strong() >= 0 or partner() != me or size(deck) "
                                    "+ size(pile) + size(row) + size(me.stash) + me.die > 0 "
                                    "or me.bid > 0 or me.brave or me.vow == k1"), "do": []}},
        "flow": {
            "setup": [{"shuffle": "deck"},
                      {"for_each": {"p": "players"}, "do": [
                          {"draw": deal, "from": "deck", "to": "p.hand"}]},
                      {"draw": rng.randint(0, 2), "from": "deck", "to": "row"}],
            "round": {"each": "players", "turn": [{"must": ["wait"]}]}},
        "ends": {"late": {"when": "round == 4", "check": "round"}},
        "scoring": {"coins": "me.coins", "cards": rng.choice([
            "strong()", "me.die + size(me.stash)", "sum(index(c) for c in me.kept)", "size(row)",
            "count(p for p in players if strong() >= strong(of=p))"])},
    }
    return rules


def game(seed: int) -> Rules:
    """An honest game of some pieces."""
    rng = random.Random(seed)
    rules = base(rng)
    for piece in [*rng.sample(OPEN, 3), *rng.sample(CLOSED, 2)]:
        rules["actions"][piece.__name__] = piece(rng)
        rules["flow"]["round"]["turn"][0]["must"].append(piece.__name__)
    return rules


def write(rules: Rules, folder: Path) -> Path:
    gear = {"family": "gear", "tiles": rules.get("gear", GEAR)}
    files = {"game": {k: v for k, v in rules.items() if k != "gear"}, "gear": gear,
             "en": _texts(rules, "do"), "fr": _texts(rules, "faire")}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    for name, data in files.items():
        text = yaml.dump(data, Dumper=Dumper, sort_keys=False, width=10_000)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def _texts(rules: Rules, word: str) -> dict[str, str]:
    """Texts of a language, in which moves begin with a word of their own."""
    texts = {f"{what}.{name}": name for what, section in (("score", "scoring"), ("end", "ends"))
             for name in rules[section]}
    for name, given in rules["actions"].items():
        hole = "".join(f" {{{pick}}}" for pick in list(given.get("pick", {}))[:1])
        texts[f"move.{name}"] = f"{word} {name}{hole}"
    return TEXTS | texts


GEAR = {"lens": {"abilities": {"see": {"change": "open_now", "to": True, "where": "rich"}}}}
