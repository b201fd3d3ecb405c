"""Words for conditions: what players read where a move is not offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import make_pack
from packs.tables import game as shipped
from tilewright.language.operations import Gather
from tilewright.linking.guards import conjuncts, reason_of, reasons

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.language.operations import Expr
    from tilewright.model import Action, Game

RULES = """\
players: {min: 2, max: 2}
kinds: {stall: [red, blue, green]}
functions:
  is_open: {args: {s: stall}, is: s != blue}
  is_far: {args: {s: stall}, is: s == green}
  least: {is: 3}
  near: {is: "[s for s in stalls if s != green]"}
state:
  player: {coins: {type: int, start: 1}}
  game: {stalls_on_show: {zone: stall, start: "[red, blue]"}}
actions:
  visit:
    pick: {stall: "[s for s in stalls if is_open(s) and not is_far(s)]"}
    do: [gain: {me.coins: 1}]
  enter: {pick: {door: stalls_on_show}, do: [gain: {me.coins: 1}]}
  knock: {pick: {wall: near()}, do: [gain: {me.coins: 1}]}
  feast:
    if:
      - round > 1
      - {is: me.coins >= least() and me.coins < 9, why: purse}
    do: [lose: {me.coins: 1}]
flow: {round: {each: players, turn: [must: [visit, enter, knock, feast]]}}
ends: {late: {when: round > 5}}
scoring: {coins: me.coins}
"""
TEXTS = {
    "en": 'game: Fair\nstall.blue: the blue one\nwhy.is_open: it is closed\n'
          'why.not_is_far: it is too far\nwhy.purse: "one needs {least} coins, and not nine"\n'
          'field.game.stalls_on_show: the stalls on show\nmove.visit: visit {stall}\n'
          'move.enter: enter {door}\nmove.knock: knock\nwhy.near: too far for a hand\n'
          'move.feast: feast\nend.late: late\nscore.coins: coins\n',
    "fr": "game: Foire\nwhy.is_open: il est fermé\n",
}


def fair(folder: Path, rules: str = RULES) -> Path:
    return make_pack(folder / "fair", {
        "pack.yaml": "language: 2\nid: fair\nversion: 1.0.0\nrules: [game.yaml]\n"
                     "texts: {en: en.yaml, fr: fr.yaml}\n",
        "game.yaml": rules, **{f"{lang}.yaml": said for lang, said in TEXTS.items()}})


def move_of(state: tilewright.State, label: str) -> int:
    """A move by its label, also where it is not offered."""
    return next(m for g in state.program.groups for m in range(g.base, g.base + g.size)
                if state.label(m) == label)


def refused(state: tilewright.State, label: str, lang: str = "en") -> str:
    return state.refusal(move_of(state, label), lang).said


def test_a_condition_with_words_is_told_in_them(tmp_path: Path) -> None:
    state = tilewright.load(str(fair(tmp_path))).new(seed=1)
    assert refused(state, "visit blue").endswith("it is closed")
    assert refused(state, "visit blue", "fr").endswith("il est fermé")
    assert refused(state, "visit green").endswith("it is too far")
    assert refused(state, "enter green").endswith("not among: the stalls on show")
    assert refused(state, "knock green").endswith("too far for a hand")
    assert state.refusal(move_of(state, "visit blue"), "en").worded


def test_a_test_of_several_has_the_words_that_it_names(tmp_path: Path) -> None:
    state = tilewright.load(str(fair(tmp_path))).new(seed=1)
    assert refused(state, "feast").endswith("this does not hold")
    assert not state.refusal(move_of(state, "feast"), "en").worded
    state.apply(state.find("visit red"))
    state.apply(state.find("visit red"))
    assert refused(state, "feast").endswith("one needs 3 coins, and not nine")
    state.apply(state.find("visit red"))
    state.apply(state.find("visit red"))
    assert move_of(state, "feast") in state.legal()


@pytest.mark.parametrize(("test", "code"), [
    ("- true", "always-same"), ("- {is: me.gold > 2, why: gold}", "no-attribute"),
    ("- {is: me.coins > 2, who: gold}", "unknown-key"), ("- {why: gold}", "missing-key"),
    ("[]", "wrong-size"), ("- {is: me.coins, why: gold}", "wrong-type")])
def test_what_is_wrong_with_a_test_of_several_is_told_at_its_line(
        tmp_path: Path, test: str, code: str) -> None:
    rules = RULES.replace("      - round > 1\n", f"      {test}\n") if test[0] == "-" else (
        RULES.replace("    if:\n      - round > 1\n      - {is: me.coins >= least() "
                      "and me.coins < 9, why: purse}\n", f"    if: {test}\n"))
    with pytest.raises(tilewright.ContentError) as found:
        tilewright.load(str(fair(tmp_path, rules)))
    line = rules.splitlines().index(f"      {test}" if test[0] == "-" else f"    if: {test}") + 1
    told = [(p.code, p.place.line) for p in found.value.problems if "game.yaml" in p.place.file]
    assert told == [(code, line)]


# -- the games ----------------------------------------------------------------------------------


def conditions(game: Game, action: Action) -> list[Expr]:
    """The tests of an action that words are needed for: not its limit, nor what it costs."""
    found = [] if action.guard is None else conjuncts(action.guard)
    for pick in action.picks:
        source = pick.source
        while isinstance(source, Gather) and source.how == "list":
            found += conjuncts(source.test) if source.test is not None else []
            source = source.source
    return found


@pytest.mark.parametrize("lang", ["en", "fr", "it", "pl"])
@pytest.mark.parametrize("name", ["yamatai", "namiji"])
def test_each_condition_of_a_shipped_action_has_words(name: str, lang: str) -> None:
    game = shipped(name).model
    silent = {f"{action.name}: {test.place}" for action in game.actions.values()
              for test in conditions(game, action)
              if f"why.{reason_of(game, test)}" not in game.texts[lang]}
    assert not silent
    assert {k[4:] for k in game.texts[lang] if k.startswith("why.")} <= reasons(game)
