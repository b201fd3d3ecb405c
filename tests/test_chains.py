"""Rules that ask for another one twice: 2 ** 50 calls as written, and 50 things to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bad_packs import doing, impatient, make_pack, problems_of

if TYPE_CHECKING:
    from pathlib import Path

MANY = 50
HARMLESS = {"unused", "text-missing"}
STATE = """
  player:
    coins: {type: int, start: 3}
    secret: {type: int, visible: owner}
    wish: {type: "good?", visible: owner}
    stock: {type: int, per: good, max: 9}"""
KEPT = ("let: {z: '{0}'}}, "
        "{choose: {x: goods}, secretly: true, do: [{set: {me.secret: z}}]")
CHOICE = ("choose: {x: '[x for x in goods if index(x) < {0}]'}, secretly: true, "
          "do: [{set: {me.wish: x}}]")
GAIN = "{gain: {me.coins: 1}}"
# What the first function is, what each is made of the one before it, and who asks for the last.
CHAINS = {
    "lists": ("goods", "unique([y for x in {0} for y in {0}])",
              f"if: size({{0}}) > 2, then: [{GAIN}]"),
    "one of two lists": ("goods", "{0} if me.coins > 1 else {0}",
                         f"for_each: {{x: '{{0}}'}}, do: [{GAIN}]"),
    "one of two rows of numbers": ("me.stock", "{0} if me.coins > 1 else {0}",
                                   f"for_each: {{x: 'spread({{0}})'}}, do: [{GAIN}]"),
    "kept secrets": ("me.secret", "{0} - {0}", KEPT),
    "secret choices": ("me.coins", "{0} - {0}", CHOICE),
}


def chain(first: str, more: str) -> str:
    rows = [first, *(more.replace("{0}", f"f{n}()") for n in range(MANY - 1))]
    return "".join(f"\n  f{n}: {{is: '{row}'}}" for n, row in enumerate(rows))


def game(first: str, more: str, asked: str, **sections: str) -> dict[str, str]:
    last = f"f{MANY - 1}()"
    return {"game.yaml": doing(f"[{{{asked.replace('{0}', last)}}}]", state=STATE,
                               functions=chain(first, more), kinds="{good: [wood, clay]}",
                               **sections)}


def codes(folder: Path, files: dict[str, str]) -> set[str]:
    return {p.code for p in problems_of(make_pack(folder / "game", files))}


@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_is_followed_once(tmp_path: Path, name: str) -> None:
    with impatient():
        assert codes(tmp_path, game(*CHAINS[name])) <= HARMLESS


def test_a_chain_that_is_certain_is_followed_once(tmp_path: Path) -> None:
    made = game("me.secret", "{0} - {0}", "set: {me.secret: 1}",
                certain=f"{{fact: f{MANY - 1}() >= 0}}")
    with impatient():
        assert codes(tmp_path, made) <= HARMLESS


def test_a_chain_of_procedures_is_followed_once(tmp_path: Path) -> None:
    """Where a game begins, it is known what is written for sure, and that no turn ends."""
    calls = "".join(f"\n  p{n + 1}: [{{call: p{n}}}, {{call: p{n}}}]" for n in range(MANY))
    made = game("me.secret", "{0} - {0}", "set: {me.secret: 1}",
                procedures=f"\n  p0: [{GAIN}, {{set: {{me.secret: 2}}}}]{calls}",
                flow=f"{{setup: [{{for_each: {{p: players}}, do: [{{call: p{MANY}, of: p}}]}}], "
                     "round: {each: players, turn: [{must: [go]}]}}")
    with impatient():
        assert codes(tmp_path, made) <= HARMLESS


def test_a_chain_that_is_too_deep_is_refused_where_secrets_are_looked_for(tmp_path: Path) -> None:
    sums = "{0}" + " - me.coins" * 40
    made = game("me.secret", sums, "set: {me.secret: '{0}'}")
    assert codes(tmp_path, made) == {"program-too-deep"}
