"""Small games made to do harm: valid rules of all sorts with odd sizes, names, bytes and nesting.

The same number gives the same pack, on every machine.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from bad_packs import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Callable

HUGE = ("1000000000", "999999999", "2000000", "1000", "100", "-1", "0", "1000000000000", "1e9")
LARGE = ("0", "7", "100", "999", "1000", "1000000000")
# Names such as the compiler makes, that run into each other when joined, or that Python has.
NAMES = ("a_b", "b", "a", "c", "b_c", "x_1", "x_1_1", "f_foo", "foo_1", "p_foo", "q_1", "t_1", "m",
         "s", "start", "len", "range", "charge", "me_1", "go_a", "toll_go_a", "r2_x", "b2_x", "it",
         "for_", "lambda", "none_", "S", "T_player", "__class__", "__init__", "é", "self", "cls",
         "class", "import", "def", "None", "a-b", "1a", "")
OWN = ("go", "buy", "coins", "stock", "hand", "deck", "pile", "pot", "mark", "wood", "clay", "near",
       "half_of", "give", "level", "card_kept", "seen")

HEAD = """\
players: {{min: {low}, max: {high}}}
kinds:
  good: [wood, clay, gold]
  card: {{count: {cards}}}
grids: {{cell: {{columns: {columns}, rows: {rows}, directions: way}}}}
sites: {{spot: {{count: {spots}}}}}
relations: {{near: {{from: spot, to: spot, links: [{links}], both_ways: true}}}}
state:
  game:
    deck: {{zone: card, start: all, visible: {seen}}}
    pile: {{zone: card, capacity: {room}, visible: {seen}}}
    pot: {{type: int, start: {pot}}}
  player:
    coins: {{type: int, start: 3{most}}}
    stock: {{type: int, per: good, max: {stock}}}
    hand: {{zone: card, visible: owner, capacity: {room}}}
  cell: {{mark: "player?"}}
  spot: {{level: int, boss: "player?"}}
functions:
  half_of: {{args: {{n: int}}, is: n // 2 + {tiny}}}
  best: {{args: {{g: good}}, is: "max(p.stock[g] for p in players)"}}
procedures:
  give:
    args: {{n: int}}
    do: [{{gain: {{me.coins: n}}}}]
  ask_all:
    args: {{n: int}}
    do:
      - for_each: {{q: players}}
        do:
          - choose: {{taken: goods}}
            by: q
            optional: true
            do: [{{gain: {{"q.stock[taken]": n}}}}]
"""
TAIL = """\
flow:
  setup:
    - shuffle: deck
{setup}
  round:
    each: players
    turn:
      - remember: [cell.mark]
      - {how}: [{actions}]
        step: main
      - if: round == 0 - 1
        then: [{{call: give, with: {{n: 1}}}}, {{call: ask_all, with: {{n: 1}}}}]
ends:
  enough: {{when: round == {rounds}, check: round}}
scoring:
  coins: {score}
  # So that nothing is unused.
  rest: >-
    pot + size(pile) + size(me.hand) + half_of(1) + best(wood) + spot_1.level + count(s for s in
    spots if s.boss == me) + count(c for c in cells if c.mark == me) + size(reach(spot_1, near))
"""
# Amounts and lists; `N` becomes a number, `L` a list of cells.
AMOUNTS = ("1", "N", "me.coins", "half_of(me.coins)", "size(deck)", "size(me.hand)", "best(wood)",
           "count(c for c in cells if c.mark == me)", "sum(index(c) for c in cells)",
           "N // me.coins", "me.coins * N", "me.coins * me.coins", "N % (me.coins - 3)",
           "sum(me.stock)",
           "size(spread(me.stock))", "size(component(spot_1, near))", "max(range(1, N))",
           "size(reach(spot_1, near))", "distance(spot_1, spot_2, near)",
           "size(unique([c.row for c in cells]))", "size(top(deck, 2))", "range(1, 3)[me.coins]",
           "sum(sum(index(b) for b in cells) for a in cells)", "min(p.coins for p in players)",
           "max((size(g) for g in groups(cells, beside, by=it.mark) if size(g) > 0), default=0)",
           "size(cuts(spots, near))", "longest_path(spots, near)",
           "distance(spot_1, spot_2, near, cost=it.level)", "size(cuts(L, beside))",
           "size(ray(a1, east, until=it.mark != none))", "times_seen(cell.mark)",
           "sum(1 for a in cells for b in cells if a.mark == b.mark)",
           "size([d for c in cells for w in ways for d in ray(c, w)])",
           "after(give(N), me.coins)", "sum(after(give(1), pot) for c in cells)",
           "size(component(a1, beside, through=it.mark == there.mark))",
           "sum(1 for g in goods if possible(buy))", "used(go)", "abs(me.coins - N)", "pot")
TESTS = ("round < 99", "me.coins > N", "pot > 2", "size(deck) > 0", "not not not me.coins > 1",
         "any(c.mark == me for c in cells)", "me == actor", "round % 2 == 0",
         "all(any(c.mark != p for p in players) for c in cells)",
         "a1 in [c for c in cells if c.mark == none]")
CELLS = ("cells", "[c for c in cells if c.mark == none]", "[c for c in cells if c.row == 1]",
         "[c for c in cells if c.mark == none and T]", "reverse(cells)",
         "sort([c for c in cells if index(c) % 2 == 0], by=index(it))")


class Maker:
    """Makes the text of one pack from chance of its own."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lets = 0
        self.ways: tuple[Callable[[int], str], ...] = (
            self._gain, self._set, self._if, self._loop, self._repeat, self._choose, self._zones,
            self._call, self._one_of, self._let, self._random, self._mark, self._may)

    def one(self, of: tuple[str, ...]) -> str:
        return self.rng.choice(of)

    def number(self) -> str:
        return self.one(LARGE) if self.rng.random() < 0.15 else str(self.rng.randrange(6))

    def amount(self) -> str:
        made = re.sub(r"\bN\b", lambda _: self.number(), self.one(AMOUNTS))
        return re.sub(r"\bL\b", lambda _: self.cells(), made)

    def test(self) -> str:
        return re.sub(r"\bN\b", lambda _: self.number(), self.one(TESTS))

    def cells(self) -> str:
        return re.sub(r"\bT\b", lambda _: self.test(), self.one(CELLS))

    def fresh(self, word: str) -> str:
        self.lets += 1
        return f"{word}{self.lets}"

    # -- statements, each a flow mapping ----------------------------------------------------------

    def statements(self, depth: int) -> str:
        count = self.rng.choice((0, 1, 1, 2, 2, 3))
        return f"[{', '.join(self.statement(depth) for _ in range(count))}]"

    def statement(self, depth: int) -> str:
        way = self.ways[0] if depth > 4 else self.rng.choice(self.ways)
        return way(depth)

    def _gain(self, depth: int) -> str:
        target = self.one(("me.coins", "pot", "'me.stock[wood]'", "spot_1.level"))
        return f"{{{self.one(('gain', 'lose', 'gain'))}: {{{target}: '{self.amount()}'}}}}"

    def _set(self, depth: int) -> str:
        return f"{{set: {{{self.one(('me.coins', 'pot'))}: '{self.amount()}'}}}}"

    def _mark(self, depth: int) -> str:
        return f"{{set: {{a1.mark: {self.one(('me', 'none', 'next_player(me)'))}}}}}"

    def _if(self, depth: int) -> str:
        other = f", else: {self.statements(depth + 1)}" if self.rng.random() < 0.4 else ""
        return f"{{if: '{self.test()}', then: {self.statements(depth + 1)}{other}}}"

    def _loop(self, depth: int) -> str:
        source = self.one(("players", "goods", self.cells(), "spots", "me.hand", "deck"))
        return (f"{{for_each: {{{self.fresh('each_')}: '{source}'}}, "
                f"do: {self.statements(depth + 1)}}}")

    def _repeat(self, depth: int) -> str:
        until = f", while: '{self.test()}'" if self.rng.random() < 0.3 else ""
        return f"{{repeat: {{max: {self.number()}{until}}}, do: {self.statements(depth + 1)}}}"

    def _choose(self, depth: int) -> str:
        name = self.fresh("kept_")
        source = self.one((self.cells(), "goods", "players", "me.hand", "spots",
                           "[c for c in me.hand if index(c) > 1]"))
        optional = ", optional: true" if self.rng.random() < 0.6 else ""
        return f"{{choose: {{{name}: '{source}'}}{optional}, do: {self.statements(depth + 1)}}}"

    def _zones(self, depth: int) -> str:
        return self.one((
            "{draw: 1, from: deck, to: me.hand}", "{shuffle: deck}", "{shuffle: me.hand}",
            "{draw: N, from: deck, to: pile}", "{refill: pile, to: 3, from: deck}",
            "{sort: pile, by: index(it)}", "{draw: 2, from: pile, to: me.hand}",
            "{reveal: me.hand}", "{empty: pile, into: deck}",
        )).replace("N", self.number())

    def _call(self, depth: int) -> str:
        return f"{{call: {self.one(('give', 'ask_all'))}, with: {{n: '{self.amount()}'}}}}"

    def _one_of(self, depth: int) -> str:
        return (f"{{one_of: {{left: {self.statements(depth + 1)}, "
                f"right: {self.statements(depth + 1)}}}}}")

    def _let(self, depth: int) -> str:
        return f"{{let: {{{self.fresh('value_')}: '{self.amount()}'}}}}"

    def _random(self, depth: int) -> str:
        return (f"{{random: {{{self.fresh('won_')}: '{self.one(('goods', 'players', 'cells'))}'}}, "
                f"do: {self.statements(depth + 1)}}}")

    def _may(self, depth: int) -> str:
        return "{may: [buy]}" if self.rng.random() < 0.2 else self._gain(depth)

    # -- the whole --------------------------------------------------------------------------------

    def action(self, name: str) -> str:
        lines = [f"  {name}:"]
        picks: list[str] = []
        for index in range(self.rng.choice((0, 0, 1, 1, 2, 3))):
            source = self.one((self.cells(), "goods", "spots", "me.hand"))
            if picks and self.rng.random() < 0.5:
                source = f"[x for x in cells if index(x) > index({name}_{index - 1})]"
            picks.append(f"{name}_{index}: '{source}'")
        if picks:
            lines.append(f"    pick: {{{', '.join(picks)}}}")
        if self.rng.random() < 0.4:
            lines.append(f"    if: '{self.test()}'")
        if self.rng.random() < 0.4:
            lines.append(f"    pay: {{me.coins: '{self.amount()}'}}")
        if self.rng.random() < 0.2:
            lines.append(f"    limit: {self.one(('once_per_turn', 'once_per_round'))}")
        lines.append(f"    do: {self.statements(0)}")
        made = "\n".join(lines)
        # What asks whether it is possible itself would be a circle.
        return made.replace("possible(buy)", "g != wood") if name == "buy" else made

    def game(self) -> str:
        rng = self.rng
        big = rng.random() < 0.15
        high = rng.choice((2, 3, 4))
        spots = rng.choice((300, 1000)) if big else rng.randrange(2, 8)
        head = HEAD.format(
            low=rng.choice((1, 2, 2)), high=high, cards=rng.choice((500, 2000)) if big else 7,
            columns=rng.choice((20, 26)) if big else 3, rows=rng.choice((20, 70)) if big else 3,
            spots=spots, links=", ".join(f"[spot_{i}, spot_{i + 1}]" for i in range(1, spots)),
            seen=self.one(("none", "all")), room=self.one(("3", "7", "200")), pot=self.number(),
            stock=self.one(("9", "100", "6000")),
            most=rng.choice((", max: 5", ", max: 1000000000", "")), tiny=self.number())
        tail = TAIL.format(
            setup="    - for_each: {q: players}\n"
                  f"      do: [{{gain: {{q.coins: {self.number()}}}}}]",
            how=self.one(("must", "may")), actions="go, buy", rounds=rng.randrange(2, 9),
            score=f'"{self.amount()}"')
        actions = "\n".join(["actions:", self.action("go"), self.action("buy")])
        return f"{head}{actions}\n{tail}"


# -- what is done to a game ---------------------------------------------------------------------


def _huge(rng: random.Random, text: str) -> str:
    """Some numbers become very large, negative or no numbers."""
    return re.sub(r"\b\d+\b", lambda m: rng.choice(HUGE) if rng.random() < 0.06 else m[0], text)


def _renamed(rng: random.Random, text: str) -> str:
    """Some names of the game become names such as the compiler has, everywhere."""
    for name in rng.sample(OWN, 4):
        new = rng.choice(NAMES)
        text = new.join(re.split(rf"\b{name}\b", text))
    return text


def _twice(rng: random.Random, text: str) -> str:
    """A section or a line stands there twice."""
    lines = text.splitlines()
    at = rng.randrange(len(lines))
    return "\n".join([*lines[:at], lines[at], *lines[at:]]) + "\n"


def _without(rng: random.Random, text: str) -> str:
    lines = text.splitlines()
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines) + "\n"


def _deep(rng: random.Random, text: str) -> str:
    """The statements of an action stand in many conditions, loops or choices."""
    times = rng.choice((3, 8, 12, 30))
    opened, closed = rng.choice((
        ("[{if: me.coins > 0, then: ", "}]"), ("[{repeat: {max: 3}, do: ", "}]"),
        ("[{for_each: {zz: players}, do: ", "}]"),
        ("[{if: pot > 1, then: [{choose: {zz: goods}, do: []}], else: ", "}]"),
        ("[{choose: {zz: cells}, optional: true, do: ", "}]")))
    unique = [opened.replace("zz", f"z{i}") for i in range(times)]
    return re.sub(r"^(    do: )(.*)$", lambda m: f"{m[1]}{''.join(unique)}{m[2]}{closed * times}",
                  text, count=1, flags=re.MULTILINE)


def _long(rng: random.Random, text: str) -> str:
    """An expression that is long, or nested deeply."""
    made = rng.choice(("not " * 400 + "true", "(" * 150 + "1" + ")" * 150 + " > 0",
                       " and ".join(["pot > 1"] * 80), "1" + " + 1" * 290 + " > 0",
                       "-" * 300 + "1"))
    return re.sub(r"if: '[^']*'", f"if: '{made}'", text, count=1)


def _bytes(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text))
    odd = rng.choice(("\x00", "\ufeff", "\u202e", "\x85", "\u2028", "\t", "\x1b[31m", "'", "{",
                      "&a ", "*a ", "!!python/object ", "? ", "é" * 50, "\ud800".encode(
                          "utf-8", "surrogatepass").decode("utf-8", "surrogateescape")))
    return text[:at] + odd + text[at:]


CHANGES = (_huge, _renamed, _twice, _without, _deep, _long, _bytes)


def pack(seed: int) -> dict[str, bytes]:
    """The files of one pack; every third is left as it was made."""
    maker = Maker(seed)
    text = maker.game()
    for _ in range(maker.rng.choice((0, 1, 1, 2)) if seed % 3 else 0):
        text = maker.rng.choice(CHANGES)(maker.rng, text)
    return {"pack.yaml": MANIFEST.replace("language: 1", "language: 2").encode(),
            "game.yaml": text.encode("utf-8", "surrogateescape")}
