"""What the analysis of secrets takes from the words and operations that make lists of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml

from bad_packs import Dumper
from case_runner import MANIFEST, merged, read_yaml
from tilewright import stages
from tilewright.language.operations import Domain, ZoneOf
from tilewright.linking.secrets.lists import base_of, counted, elements_of, part_of_first, whole_of
from tilewright.linking.secrets.reads import Reads

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.language.operations import Expr

ZONES = {"deck": {"zone": "good", "visible": "none", "size": "hidden", "start": "all"},
         "row": {"zone": "good"}}
# An expression, and the zones from which its elements come.
COME_FROM = {
    "deck": {"deck"},
    "deck + row": {"deck", "row"},
    "deck - row": {"deck"},
    "deck if coins > 0 else row": {"deck", "row"},
    "deck[0]": {"deck"},
    "top(deck, 2)": {"deck"},
    "reverse(deck)": {"deck"},
    "sort(deck, by=index(it))": {"deck"},
    "unique(deck)": {"deck"},
    "argmin(deck, by=index(it))": {"deck"},
    "argmax(deck, by=index(it))": {"deck"},
    "[g for g in deck if g == gold]": {"deck"},
    "first(g for g in deck if g == gold)": {"deck"},
    "[gold for g in deck]": set(),
    "size(deck)": set(),
    "kinds(tally(deck))": set(),
}
# An expression, and whether no more than its length shows what is hidden: how much a zone holds.
AS_LONG_AS = {
    "deck": True,
    "deck + deck": True,
    "reverse(deck)": True,
    "sort(deck, by=index(it))": True,
    "top(deck, 2)": True,
    "[index(g) for g in deck]": True,
    "deck if coins > 0 else row": True,
    "unique(deck)": False,
    "[g for g in deck if g == gold]": False,
}
# An expression, and how much of the front of a list it reads.
OF_FIRST = {"deck[1]": 2, "top(deck, 2)": 2, "first(deck)": 1, "reverse(deck)": None,
            "first(g for g in deck if g == gold)": None}


def checked(text: str, folder: Path) -> tuple[Any, Expr]:
    """A small game with hidden goods, and an expression of it."""
    more = {"state": {"game": {**ZONES, "coins": {"type": "int"}}},
            "functions": {"asked": {"is": text}}}
    for name, data in {"pack": MANIFEST, "game": merged(read_yaml("base"), more)}.items():
        (folder / f"{name}.yaml").write_text(yaml.dump(data, Dumper=Dumper, sort_keys=False),
                                             encoding="utf-8")
    game = stages.load(str(folder), []).game
    assert game is not None
    return game, game.functions["asked"].body


@pytest.mark.parametrize("text", COME_FROM)
def test_from_which_zones_elements_come(text: str, tmp_path: Path) -> None:
    _, found = checked(text, tmp_path)
    assert elements_of(found, {}) == COME_FROM[text]


@pytest.mark.parametrize("text", AS_LONG_AS)
def test_what_tells_how_long_a_list_is(text: str, tmp_path: Path) -> None:
    game, found = checked(text, tmp_path)
    sorts = {secret.sort for secret in Reads(game).of(found, size=True).secrets}
    assert (sorts == {"size"}) is AS_LONG_AS[text]


@pytest.mark.parametrize("text", OF_FIRST)
def test_how_much_of_a_list_is_read(text: str, tmp_path: Path) -> None:
    _, found = checked(text, tmp_path)
    assert part_of_first(found) == OF_FIRST[text]


@pytest.mark.parametrize("text", ["size(deck)", "count(g for g in deck)"])
def test_a_number_that_tells_only_the_length(text: str, tmp_path: Path) -> None:
    _, found = checked(text, tmp_path)
    source = counted(found)
    assert source is not None
    assert elements_of(source, {}) == {"deck"}


@pytest.mark.parametrize("text", ["players", "reverse(players)", "seats_from(p1)",
                                  "unique(sort(seats_from(p1), by=index(it)))"])
def test_all_players_in_whatever_order(text: str, tmp_path: Path) -> None:
    _, found = checked(text, tmp_path)
    whole = whole_of(found)
    assert isinstance(whole, Domain)
    assert whole.kind == "player"


def test_a_part_of_a_part_of_a_list(tmp_path: Path) -> None:
    _, found = checked("[g for g in [h for h in row if h != clay] if g != gold]", tmp_path)
    assert isinstance(base_of(found), ZoneOf)
