"""The order of packs: what their manifests declare, and never how they were listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from merging.making import BASES, read_data, write_pack
from merging.running import check_refused
from tilewright.packs.order import explained, id_of
from tilewright.stages import Loaded, load_folders

if TYPE_CHECKING:
    from pathlib import Path

BASE = "market"


def cases() -> list[Any]:
    return [pytest.param(case, id=case["note"], marks=[
        pytest.mark.xfail(strict=True, reason=case["known_bug"])] if "known_bug" in case else [])
        for case in read_data("order")]


def loaded(folder: Path, packs: dict[str, Any], listed: list[str]) -> Loaded:
    for name, manifest in packs.items():
        write_pack(folder, name, BASE, None, manifest)
    return load_folders(BASES / BASE, [folder / name for name in listed])


@pytest.mark.parametrize("case", cases())
@pytest.mark.parametrize("turned", [False, True], ids=["listed", "turned round"])
def test_order(tmp_path, case, turned):
    listed = case.get("listed", list(case["packs"]))
    made = loaded(tmp_path, case["packs"], listed[::-1] if turned else listed)
    if "refused" not in case:
        assert not made.problems, made.problems.sorted()
        assert made.game is not None
        assert [id_of(p) for p in made.order.packs] == [BASE, *case["comes"]]
        return
    assert made.game is None
    check_refused(case["refused"], made.problems.sorted(), tmp_path)


def test_two_folders_with_one_id_are_both_told(tmp_path):
    packs = {"alpha": {}, "beta": {"id": "alpha"}}
    for listed in (["alpha", "beta"], ["beta", "alpha"]):
        made = loaded(tmp_path / listed[0], packs, listed)
        (problem,) = made.problems.sorted()
        assert problem.code == "pack-twice"
        assert problem.place.file.endswith(f"/{listed[1]}/variant.yaml")
        assert f"/{listed[0]}/variant.yaml:2:5" in problem.message


def test_a_circle_is_told_where_its_first_pack_waits(tmp_path):
    """Who waits for the circle from outside is no part of it, also where it names all of them."""
    packs = {"alpha": {"requires": {"beta": "*", "gamma": "*"}}, "beta": {"after": ["gamma"]},
             "gamma": {"after": ["beta"]}}
    (problem,) = loaded(tmp_path, packs, list(packs)).problems.sorted()
    assert problem.message == "these packs wait for each other: beta -> gamma -> beta"
    assert problem.place.file.endswith("/beta/variant.yaml")


def test_an_order_goes_on_through_others(tmp_path):
    packs = {"alpha": {"after": ["beta"]}, "beta": {"requires": {"gamma": "*"}}, "gamma": {},
             "delta": {}}
    made = loaded(tmp_path, packs, list(packs))
    assert made.order.before == {
        "market": set(), "gamma": {"market"}, "delta": {"market"}, "beta": {"market", "gamma"},
        "alpha": {"market", "gamma", "beta"}}


def test_the_order_in_words(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    packs = {"alpha": {"after": ["beta"], "optional": {"gamma": ">=1"}},
             "beta": {"version": "2.1.0", "requires": {"gamma": "*"}}, "gamma": {}}
    made = loaded(tmp_path, packs, list(packs))
    game, *rest = explained(made.order)
    assert game.startswith("1. market 1.4.0 (")
    assert rest == [
        "   the game itself comes first",
        "2. gamma 1.0.0 (gamma)",
        "   nothing says where it stands, so the ids decide",
        "3. beta 2.1.0 (beta)",
        "   after gamma: beta requires it (beta/variant.yaml:6:3)",
        "4. alpha 1.0.0 (alpha)",
        "   after gamma: alpha uses it if it is there (alpha/variant.yaml:8:3)",
        "   after beta: alpha says that it comes after (alpha/variant.yaml:6:3)",
    ]
