"""When a game looks at its ends: before or after what is done at the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import game_with, make_pack
from tilewright.cli.migrate import migrate

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import State

AFTER = """
  round:
    each: players
    turn: [{must: [go]}]
    after: [{for_each: {p: players}, do: [{gain: {p.coins: 10}}]}]"""
BARE = "\n  round: {each: players, turn: [{must: [go]}]}"


def pack(folder: Path, end: str, language: int = 2, flow: str = AFTER) -> str:
    return str(make_pack(folder, {
        "pack.yaml": f"language: {language}\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n",
        "game.yaml": game_with(flow=flow, ends=f"{{enough: {{{end}}}}}")}))


def played(folder: str) -> State:
    state = tilewright.load(folder).new(2)
    while not state.over:
        state.apply(state.legal()[0])
    return state


@pytest.mark.parametrize(("language", "end", "rounds", "coins"), [
    (2, "when: round == 2, check: round", 2, 25),
    (2, "when: round == 2, check: turns", 2, 15),
    (1, "when: round == 2, check: round", 2, 15),
    (2, "when: p1.coins == 15, finish: round", 2, 25),
    (2, "when: p1.coins == 15, finish: turns", 2, 15),
    (1, "when: p1.coins == 15, finish: round", 2, 15),
    (2, "when: p1.coins == 15", 2, 15),
    (2, "when: p1.coins >= 14, check: round", 1, 14),
    (2, "when: p1.coins >= 14, check: turns", 2, 15),
    (2, "when: p1.coins >= 14, check: round, finish: round", 2, 25),
    (2, "when: p1.coins >= 14, check: round, finish: turns", 2, 15)])
def test_an_end_is_looked_at_when_it_says(language: int, end: str, rounds: int, coins: int,
                                          tmp_path: Path) -> None:
    state = played(pack(tmp_path, end, language))
    assert (state.round, state["p1"].coins, state.end_reason) == (rounds, coins, "enough")


@pytest.mark.parametrize("span", ["round", "turns"])
def test_without_anything_at_the_end_it_is_the_same(span: str, tmp_path: Path) -> None:
    state = played(pack(tmp_path, f"when: round == 2, check: {span}", flow=BARE))
    assert (state.round, state["p1"].coins) == (2, 5)


def test_each_of_several_ends_is_told_by_its_own_name(tmp_path: Path) -> None:
    folder = make_pack(tmp_path, {
        "pack.yaml": "language: 2\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n",
        "game.yaml": game_with(flow=AFTER, ends="""
  rich: {when: p1.coins > 90, finish: turns}
  enough: {when: p1.coins == 15, finish: round}
  late: {when: round == 4, check: round}""")})
    state = played(str(folder))
    assert (state.end_reason, state["p1"].coins) == ("enough", 25)


@pytest.mark.parametrize("end", [
    "when: round == 2, check: round", "when: p1.coins == 15, finish: round",
    "when: round == 3, check: turns"])
def test_a_pack_of_the_first_language_plays_the_same_when_it_has_migrated(end: str, tmp_path: Path
                                                                          ) -> None:
    folder = pack(tmp_path, end, language=1)
    before = played(folder)
    migrate([folder], write=True)
    written = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    assert "language: 2" in (tmp_path / "pack.yaml").read_text(encoding="utf-8")
    assert "turns" in written
    assert played(folder).key() == before.key()


def test_nothing_is_rewritten_where_nothing_is_done_at_the_end(tmp_path: Path) -> None:
    folder = pack(tmp_path, "when: round == 2, check: round", language=1, flow=BARE)
    before = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    migrate([folder], write=True)
    assert (tmp_path / "game.yaml").read_text(encoding="utf-8") == before
