"""What players see of a game: things that lie anywhere, boards of each player, links, functions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from rich.text import Text

import tilewright
from bad_packs import MANIFEST, game_with, make_pack
from drawn import texts_of
from tilewright.cli.draw import look_at, position, screen
from tilewright.cli.ink import encodable, folded, packed
from tilewright.cli.values import beside_name
from tilewright.picture.compose import scene_of
from tilewright.picture.looks import Looks

if TYPE_CHECKING:
    from tilewright import State
    from tilewright.picture.scene import Thing

ROOT = Path(__file__).resolve().parent.parent
SQUARE = "{north: {at: [1, 0]}, west: {at: [0, 1]}, east: {at: [2, 1]}, south: {at: [1, 2]}}"
ROUND = "[[north, west], [north, east], [south, west], [south, east]]"
STALL = {
    "kinds": "{suit: [clubs, hearts], die: [die_1, die_2], walker: [ann, bob]}",
    "families": "{card: {attributes: {price: int, suit: suit}}, ware: {attributes: {price: int}}}",
    "grids": "{cell: {columns: 4, rows: 2}, bed: {columns: 3, rows: 2}}",
    "sites": f"{{town: {{items: {SQUARE}}}}}",
    "relations": f"{{road: {{from: town, to: town, links: {ROUND}}}}}",
    "state": """
  game:
    row: {zone: card, start: all}
    shelf: {zone: ware}
    pile: {zone: card, capacity: 9}
    deck: {zone: card, capacity: 9, visible: none}
  die: {pips: {type: int, start: 3}}
  walker: {at: "town?", strength: int, ready: bool, mood: {type: int, visible: none, start: 7}}
  ware: {coins: int}
  cell: {stone: "player?"}
  town: {held: "player?"}
  player:
    coins: int
    hand: {zone: card, capacity: 9, visible: owner}
    queue: {zone: card, capacity: 9, visible: owner}
    bag: {zone: ware, visible: owner}
    garden: {type: int, per: bed}
    plan: {type: int, per: bed, visible: owner}
""",
    "functions": """
  strength:
    args: {c: cell}
    is: "size(component(c, beside, through=it.stone == there.stone)) if c.stone != none else none"
""",
    "actions": """
  go:
    do:
      - shuffle: me.queue
      - if: size(pile) > 0
        then: [{gain: {me.coins: "pile[0].price"}}]
""",
    "show": "{cells: {cell: strength, town: held}, symbols: {p1: X, p2: O}}",
}
WARES = "family: ware\ntiles: {kettle: {price: 2}, basket: {price: 1}, chest: {price: 1}}\n"
TILES = """\
family: card
tiles:
  lamp: {price: 2, suit: clubs, count: 3}
  rope: {price: 1, suit: hearts, count: 3}
  clock: {price: 3, suit: hearts, count: 3}
"""


def stall(folder: Path, given: dict[str, Any] | None = None, **sections: str) -> State:
    """A position of a small game with things of all sorts."""
    pack = make_pack(folder / "pack", {
        "pack.yaml": MANIFEST + "tiles: [card.yaml, ware.yaml]\n", "card.yaml": TILES,
        "ware.yaml": WARES,
        "game.yaml": game_with(**{**STALL, **sections})})
    return tilewright.load(str(pack)).position({"round": 1, **(given or {})}, players=2)


def lines(state: State, seat: int = 0, width: int = 100) -> list[str]:
    return [line.plain for line in position(look_at(state.view(seat), "en", width, None))]


def things(state: State, seat: int = 0) -> dict[str, Thing]:
    return {thing.id: thing for thing in scene_of(state.view(seat)).things}


# -- things that lie anywhere ---------------------------------------------------------------------


CARRIED = {"row": [], "shelf": ["kettle", "basket"], "kettle.coins": 2, "die_1.pips": 5,
           "ann.at": "west", "ann.strength": 4, "bob.ready": True}


def test_what_cards_carry_stands_beside_their_names(tmp_path: Path) -> None:
    state = stall(tmp_path, {**CARRIED, "p1.bag": ["chest"], "chest.coins": 1})
    told = "\n".join(lines(state))
    assert "shelf kettle (2 coins), basket" in told
    assert "bag chest (1 coins)" in told
    drawn = things(state)
    card = next(t for t in drawn.values() if t.item == "kettle")
    assert card.label.startswith("kettle (2 coins)")
    assert [said.text for said in texts_of(card)] == ["kettle", "2"]
    other = next(t for t in drawn.values() if t.item == "basket")
    assert [said.text for said in texts_of(other)] == ["basket"]


def test_several_things_that_a_card_carries_stand_at_its_lower_edge(tmp_path: Path) -> None:
    state = stall(tmp_path, {**CARRIED, "kettle.kept": True},
                  state=STALL["state"].replace("ware: {coins: int}", (
                      "ware: {coins: int, kept: bool}")))
    card = next(t for t in things(state).values() if t.item == "kettle")
    assert [said.text for said in texts_of(card)] == ["kettle", "coins 2, kept"]
    assert "kettle (coins 2, kept)" in "\n".join(lines(state))


def test_what_a_card_carries_is_drawn_anew_when_it_changes(tmp_path: Path) -> None:
    state = stall(tmp_path, CARRIED)
    told = []
    for coins in (2, 3):
        state._s[state.program.layout.rooms["ware", "coins"].base] = coins
        told.append(next(t.label for t in things(state).values() if t.item == "kettle"))
    assert told == ["kettle (2 coins)", "kettle (3 coins)"]


def test_others_do_not_see_what_a_hidden_card_carries(tmp_path: Path) -> None:
    state = stall(tmp_path, {"row": [], "p1.bag": ["chest"], "chest.coins": 6})
    assert "chest (6 coins)" in "\n".join(lines(state))
    assert "chest" not in "\n".join(lines(state, seat=1))
    assert not any("chest" in t.label for t in things(state, seat=1).values())


def test_things_that_lie_nowhere_have_a_list_of_their_own(tmp_path: Path) -> None:
    told = "\n".join(lines(stall(tmp_path, CARRIED)))
    assert "die 1: 5  die 2: 3" in told
    assert "ann: at west, strength 4, mood ?  bob: ready, mood ?" in told


def test_things_that_lie_nowhere_are_drawn_beside_the_board(tmp_path: Path) -> None:
    drawn = things(stall(tmp_path, CARRIED))
    assert drawn["die:die_1:apart"].label == "die 1"
    assert drawn["die:0:pips"].label == "5"
    assert drawn["walker:0:mood"].label == "?"
    # Where it stands is seen on the board.
    assert "walker:0:at" not in drawn
    assert drawn["walker:ann:at"].item == "ann"
    board = drawn["board"]
    assert drawn["die:die_1:apart"].x > board.x + board.wide
    titles = [said.text for said in texts_of(drawn["walker:apart:title"])]
    assert titles == ["walker: strength, ready, mood"]


@pytest.mark.parametrize(("things_shown", "told"), [
    ("{}", True), ("{die: []}", False), ("{die: pips}", True), ("{walker: [ready]}", True)])
def test_a_game_chooses_what_is_told_of_things(tmp_path: Path, things_shown: str, told: bool
                                               ) -> None:
    state = stall(tmp_path, CARRIED, show=STALL["show"].replace("{cells", (
        f"{{things: {things_shown}, cells")))
    said = "\n".join(lines(state))
    assert ("die 1: 5" in said) is told
    assert ("die:0:pips" in things(state)) is told
    assert ("bob: ready" in said) is True
    assert ("strength 4" in said) is ("walker" not in things_shown)


def test_a_place_tells_beside_the_board_what_it_cannot_show_on_it(tmp_path: Path) -> None:
    state = stall(tmp_path, {"town.visits": {"west": {"p2": 2}}},
                  state=STALL["state"].replace('town: {held: "player?"}', (
                      "town: {visits: {type: int, per: player}}")),
                  show="{cells: {cell: strength}}")
    assert "west: p2: 2" in "\n".join(lines(state))


# -- long lists and hands -------------------------------------------------------------------------


def test_equal_things_are_told_once(tmp_path: Path) -> None:
    row = ["lamp", "lamp", "rope", "lamp", "rope"]
    told = "\n".join(lines(stall(tmp_path, {"row": row})))
    assert "row lamp ×3, rope ×2" in told


def test_where_order_matters_only_those_in_a_row_are_told_together(tmp_path: Path) -> None:
    pile = ["lamp", "lamp", "rope", "lamp"]
    told = "\n".join(lines(stall(tmp_path, {"row": [], "pile": pile})))
    assert "pile lamp ×2, rope, lamp" in told


def test_a_few_equal_signs_stay_signs(tmp_path: Path) -> None:
    show = STALL["show"].replace("p1: X", "p1: X, lamp: L, rope: R")
    state = stall(tmp_path, {"row": ["lamp"] * 3 + ["rope"] * 2}, show=show)
    assert "row L L L R R" in "\n".join(lines(state))


def test_many_equal_signs_become_a_number(tmp_path: Path) -> None:
    show = STALL["show"].replace("p1: X", "p1: X, lamp: L, rope: R")
    with_pot = STALL["state"].replace("pile:", "pot: {type: int, per: card}\n    pile:")
    state = stall(tmp_path, {"row": []}, show=show, state=with_pot)
    for number, told in ((1, "pot L"), (2, "pot L×2"), (12, "pot L×12")):
        state._s[state.program.layout.rooms["game", "pot"].base] = number
        assert told in [part.rstrip() for line in lines(state) for part in line.split("  ")]


def test_a_zone_for_each_element_is_told_zone_by_zone(tmp_path: Path) -> None:
    of_players = STALL["state"].replace("    coins: int\n    hand", (
        "    coins: int\n    pile: {zone: card, per: suit}\n    hand"))
    given = {"row": [], "p1.pile_hearts": ["lamp"], "p2.pile_clubs": ["rope", "rope"]}
    for mat, told in (("[pile]", ["pile hearts lamp", "pile clubs rope ×2"]),
                      ("[pile_clubs]", ["p1", "pile clubs rope ×2"])):
        state = stall(tmp_path / mat, given, state=of_players,
                      show=STALL["show"].replace("{cells", f"{{mat: {mat}, cells"))
        mats = lines(state)[-2:]
        assert [words in line for words, line in zip(told, mats, strict=True)] == [True, True]
        assert ("pile hearts" in mats[0]) is (mat == "[pile]")


@pytest.mark.parametrize("dealt", [["clock", "lamp", "rope", "lamp"],
                                   ["lamp", "rope", "lamp", "clock"]])
def test_a_hand_is_sorted_unless_its_order_matters(tmp_path: Path, dealt: list[str]) -> None:
    state = stall(tmp_path, {"row": [], "p1.hand": dealt, "p1.queue": []})
    assert "hand lamp ×2, rope, clock" in "\n".join(lines(state))
    shown = [t.item for t in scene_of(state.view(0)).things
             if t.id.startswith("player:0:hand:") and t.item]
    assert shown == ["lamp", "lamp", "rope", "clock"]


def test_a_queue_is_never_sorted(tmp_path: Path) -> None:
    state = stall(tmp_path, {"row": [], "p1.queue": ["clock", "lamp", "rope", "lamp"]})
    assert "queue clock, lamp, rope, lamp" in "\n".join(lines(state))
    shown = [t.item for t in scene_of(state.view(0)).things
             if t.id.startswith("player:0:queue:") and t.item]
    assert shown == ["clock", "lamp", "rope", "lamp"]


@pytest.mark.parametrize(("rule", "keeps"), [
    ("size(pile)", False), ("count(c for c in pile if c.price > 1)", False),
    ("1 if lamp in pile else 0", False), ("1 if first(c for c in pile) == lamp else 0", False),
    ("pile[0].price", True), ("size(top(pile, 2))", True),
    ("sum(c.price for c in top(pile, 2))", True),
    ("1 if index_of(pile, lamp) == 2 else 0", True),
    ("[c for c in pile if c.price > 1][0].price", True)])
def test_order_matters_where_a_rule_asks_for_it(tmp_path: Path, rule: str, keeps: bool) -> None:
    then = f'{{gain: {{me.coins: "{rule}"}}}}'
    model = stall(tmp_path, actions=f"{{go: {{do: [{then}]}}}}").program.game
    assert model.fields["game", "pile"].keeps_order is keeps


@pytest.mark.parametrize(("effect", "keeps"), [
    ("for_each: {c: pile}\n        do: [{gain: {me.coins: c.price}}]", True),
    ("shuffle: pile", True), ("draw: 1\n        from: pile\n        to: row", True),
    ("empty: pile\n        into: row", False)])
def test_order_matters_to_effects(tmp_path: Path, effect: str, keeps: bool) -> None:
    model = stall(tmp_path, actions=f"\n  go:\n    do:\n      - {effect}").program.game
    assert model.fields["game", "pile"].keeps_order is keeps


def test_a_long_row_goes_on_in_the_next_line(tmp_path: Path) -> None:
    pile = ["lamp", "rope"] * 3
    told = lines(stall(tmp_path, {"row": [], "pile": pile}), width=30)
    assert [line for line in told if "lamp" in line] == [
        "pile lamp, rope, lamp, rope,", "lamp, rope  deck –"]


def test_lines_are_folded_at_spaces() -> None:
    assert [line.plain for line in folded(Text("one two three"), 7)] == ["one two", "three"]
    assert [line.plain for line in folded(Text("immense two"), 5)] == ["imme…", "two"]
    assert [line.plain for line in folded(Text("immense"), 5)] == ["imme…"]
    made = packed([Text("a"), Text("one two three"), Text("b")], 10, 2)
    assert [line.plain for line in made] == ["a", "  one two", "  three  b"]


@pytest.mark.parametrize(("name", "found", "told"), [
    ("wood", "4", "wood 4"), ("box 2", "3", "box 2: 3"), ("box 2", "–", "box 2 –")])
def test_a_number_is_kept_apart_from_a_name_that_ends_with_one(
        tmp_path: Path, name: str, found: str, told: str) -> None:
    look = look_at(stall(tmp_path).view(0), "en")
    assert beside_name(look, Text(name), Text(found)).plain == told
    look.lang = "fr"
    assert beside_name(look, Text(name), Text(found)).plain == told.replace(":", "\xa0:")


# -- boards of each player ------------------------------------------------------------------------


GARDENS = {"p1.garden": {"a1": 1}, "p2.garden": {"c2": 5}, "p1.plan": {"b1": 8},
           "p2.plan": {"b1": 9}, "row": []}


def test_boards_of_all_players_stand_side_by_side(tmp_path: Path) -> None:
    told = lines(stall(tmp_path, GARDENS))
    at = next(n for n, line in enumerate(told) if "garden p1" in line)
    assert told[at].split("garden ") == ["", "p1          ".rstrip() + " " * 10, "p2"]
    assert [line.split() for line in told[at + 1:at + 4]] == [
        ["2", "·", "·", "·", "2", "·", "·", "5"], ["1", "1", "·", "·", "1", "·", "·", "·"],
        ["a", "b", "c", "a", "b", "c"]]


def test_boards_stand_below_each_other_where_it_is_narrow(tmp_path: Path) -> None:
    told = lines(stall(tmp_path, GARDENS), width=30)
    heads = [n for n, line in enumerate(told) if line.startswith("garden ")]
    assert [told[n] for n in heads] == ["garden p1", "garden p2"]
    assert heads[1] - heads[0] == 4
    assert all(len(line) <= 30 for line in told)


@pytest.mark.parametrize(("seat", "own", "others"), [(0, "8", "9"), (1, "9", "8")])
def test_a_board_that_only_its_owner_sees_is_drawn_for_nobody_else(
        tmp_path: Path, seat: int, own: str, others: str) -> None:
    told = "\n".join(lines(stall(tmp_path, GARDENS), seat))
    assert f"plan p{seat + 1}" in told
    assert f"plan p{2 - seat}" not in told
    assert "plan 6 unknown" in told
    assert own in told
    assert others not in told


def test_moves_have_their_numbers_on_the_board_of_who_decides(tmp_path: Path) -> None:
    actions = '{go: {pick: {b: beds}, do: [{gain: {"me.garden[b]": 1}}]}}'
    state = stall(tmp_path, {"row": [], "p1.garden": {"a1": 7}}, actions=actions)
    told = [line.plain for line in screen(look_at(state.view(0), "en", 100, []))]
    at = next(n for n, line in enumerate(told) if line.startswith("garden p1"))
    assert [line.split() for line in told[at + 1:at + 3]] == [
        ["2", "4", "5", "6", "2", "·", "·", "·"], ["1", "1:7", "2", "3", "1", "·", "·", "·"]]


def test_what_is_drawn_is_not_told_on_the_mat_again(tmp_path: Path) -> None:
    mats = lines(stall(tmp_path, GARDENS))[-2:]
    assert all("garden" not in line for line in mats)
    assert ["plan" in line for line in mats] == [False, True]


HEXES = {"grids": "{land: {of: hexagons, side: 2, corners: crossing}}",
         "state": "{player: {coins: int, mine: {type: 'player?', per: land}, "
                  "huts: {type: bool, per: crossing, visible: owner}}}"}


def hexes(folder: Path, **given: Any) -> State:
    pack = make_pack(folder / "pack", {"game.yaml": game_with(**HEXES)})
    return tilewright.load(str(pack)).position({"round": 1, **given}, players=2)


def test_each_player_can_have_a_board_of_hexagons(tmp_path: Path) -> None:
    given: dict[str, Any] = {"p1.mine": {"a1": "p2"}, "p2.huts": {"crossing_1": True}}
    state = hexes(tmp_path, **given)
    told = lines(state)
    at = next(n for n, line in enumerate(told) if line.startswith("mine p1"))
    assert [line.split() for line in told[at:at + 4]] == [
        ["mine", "p1", "mine", "p2"], ["·"] * 4, ["·"] * 6, ["P2", "·", "·", "·"]]
    assert any(line.startswith("huts p1") for line in told)
    assert not any("huts p2" in line for line in told)


def test_boards_of_hexagons_are_drawn_on_mats(tmp_path: Path) -> None:
    given: dict[str, Any] = {"p1.mine": {"a1": "p2"}, "p2.huts": {"crossing_1": True}}
    state = hexes(tmp_path, **given)
    drawn = things(state)
    model = state.program.game
    for seat in range(2):
        cells = [drawn[f"player:{seat}:mine:{item}:cell"] for item in model.kinds["land"].items]
        assert {(c.kind, c.owner) for c in cells} == {("land", seat)}
        corners = [drawn[f"player:{seat}:huts:{item}:cell"]
                   for item in model.kinds["crossing"].items]
        assert len({(round(t.x), round(t.y)) for t in [*cells, *corners]}) == 7 + 24
        mat = drawn[f"mat:{seat}"]
        assert all(mat.x < t.x < mat.x + mat.wide and mat.y < t.y < mat.y + mat.high
                   for t in [*cells, *corners])
    assert drawn["player:0:mine:a1"].label == "p2"
    assert drawn["player:1:huts:crossing_1"].label == "?"
    assert things(state, seat=1)["player:1:huts:crossing_1"].label == "huts"


@pytest.mark.parametrize("wide", [300.0, 390.0, None])
def test_a_board_of_ones_own_has_no_more_room_than_there_is(tmp_path: Path, wide: float | None
                                                            ) -> None:
    pack = make_pack(tmp_path / "pack", {"game.yaml": game_with(**{
        **HEXES, "grids": "{land: {of: hexagons, side: 8, corners: crossing}}"})})
    scene = scene_of(tilewright.load(str(pack)).new().view(0), "en", wide)
    cells = [t for t in scene.things if t.kind in ("land", "crossing")]
    assert all(0 < t.x < scene.wide and 0 < t.y < scene.high for t in cells)


@pytest.mark.parametrize(("cells", "is_board"), [("{town: held}", False), ("{}", True)])
def test_sites_are_boards_of_players_where_nothing_else_is_shown(
        tmp_path: Path, cells: str, is_board: bool) -> None:
    of_town = STALL["state"].replace('  town: {held: "player?"}\n', (
        '  town: {held: "player?"}\n' if not is_board else "")).replace(
        "    coins: int\n", "    coins: int\n    seen: {type: bool, per: town}\n")
    state = stall(tmp_path, {"row": [], "p1.seen": {"west": True}}, state=of_town,
                  show=f"{{cells: {cells}}}")
    told = "\n".join(lines(state))
    assert ("seen p1  " in told) is is_board
    assert ("seen west" in told) is not is_board
    assert ("player:0:seen:north:cell" in things(state)) is is_board


# -- links ----------------------------------------------------------------------------------------


def board_of(state: State) -> list[str]:
    """The lines of the towns."""
    told = lines(state, width=40)
    at = next(n for n, line in enumerate(told) if line.strip().startswith("a "))
    return told[at + 1:at + 6]


def test_links_are_lines_where_they_fit(tmp_path: Path) -> None:
    assert board_of(stall(tmp_path, {"west.held": "p1"})) == [
        "   ·", "  ╱ ╲", " X   ·", "  ╲ ╱", "   ·"]


@pytest.mark.parametrize(("items", "links", "drawn"), [
    # Across, and over what lies between.
    ("{a1: {at: [0, 0]}, b1: {at: [1, 0]}, c1: {at: [2, 0]}}", "[[a1, b1], [b1, c1]]",
     [" ·───·───·"]),
    ("{a1: {at: [0, 0]}, b1: {at: [1, 0]}, c1: {at: [2, 0]}}", "[[a1, c1]]", [" ·   ·   ·"]),
    # Down, with room made for it, and crossing lines.
    ("{a1: {at: [0, 0]}, b1: {at: [0, 1]}}", "[[a1, b1]]", [" ·", " │", " ·"]),
    ("{a1: {at: [0, 0]}, b1: {at: [1, 0]}, c1: {at: [0, 1]}, d1: {at: [1, 1]}}",
     "[[a1, d1], [b1, c1]]", [" ·   ·", "   ╳", " ·   ·"]),
    ("{a1: {at: [0, 1]}, b1: {at: [2, 1]}, c1: {at: [1, 0]}, d1: {at: [1, 2]}}",
     "[[a1, b1], [c1, d1]]", ["   ·", " ·─┼─·", "   ·"]),
    # Too far to the side to be followed: then no line is drawn at all.
    ("{a1: {at: [0, 0]}, b1: {at: [1, 0]}, c1: {at: [2, 0]}, d1: {at: [3, 1]}}",
     "[[a1, b1], [a1, d1]]", [" ·   ·   ·", "             ·"]),
])
def test_lines_are_drawn_for_all_links_or_for_none(tmp_path: Path, items: str, links: str,
                                                   drawn: list[str]) -> None:
    rules = game_with(sites=f"{{spot: {{items: {items}}}}}",
                      relations=f"{{road: {{from: spot, to: spot, links: {links}}}}}",
                      state='{player: {coins: int}, spot: {held: "player?"}}')
    state = tilewright.load(str(make_pack(tmp_path / "pack", {"game.yaml": rules}))).new()
    told = lines(state, width=40)
    at = next(n for n, line in enumerate(told) if "P1 p1" in line)
    assert told[:at] == drawn


def test_a_board_that_is_too_wide_has_narrower_columns() -> None:
    state = tilewright.load("namiji").new(3, seed=1)
    wide, narrow, least = (lines(state, width=width)[1] for width in (100, 70, 50))
    assert wide.replace(" ", "") == narrow.replace(" ", "") == least.replace(" ", "")
    assert len(least) < len(narrow) <= 70 < len(wide)


def test_the_names_of_sites_stand_without_lines() -> None:
    from tilewright.cli.chart import board_of_names

    state = tilewright.load(str(ROOT / "content" / "classics" / "nine_mens_morris")).new()
    look = look_at(state.view(0), "en")
    assert any("─" in line.plain for line in position(look))
    assert not any("─" in line.plain for line in board_of_names(look))


@pytest.mark.parametrize(("encoding", "said"), [
    ("ascii", "x3 -|/\\ . ?"), ("cp1252", "×3 -|/\\ · ?"), ("utf-8", "×3 ─│╱╲ · ♥")])
def test_signs_that_an_encoding_lacks_have_others(encoding: str, said: str) -> None:
    shown = encodable(Text("×3 ─│╱╲ · ♥", "bold"), encoding)
    assert shown.plain.encode(encoding, "replace").decode(encoding) == said
    assert shown.style == "bold"


# -- functions ------------------------------------------------------------------------------------


STONES = {"a1.stone": "p1", "b1.stone": "p1", "d2.stone": "p2", "row": []}


def test_a_cell_shows_what_a_function_gives(tmp_path: Path) -> None:
    state = stall(tmp_path, STONES)
    for seat in (0, 1):
        told = lines(state, seat, 40)
        assert [line.split() for line in told[:2]] == [
            ["2", "·", "·", "·", "1"], ["1", "2", "2", "·", "·"]]
    drawn = things(state)
    assert drawn["cell:a1:strength"].label == "2"
    assert "cell:c1:strength" not in drawn


def test_what_a_function_gives_changes_with_what_lies_elsewhere(tmp_path: Path) -> None:
    first = things(stall(tmp_path, STONES))
    state = stall(tmp_path / "more", {**STONES, "c1.stone": "p1"})
    assert first["cell:a1:strength"].label == "2"
    assert things(state)["cell:a1:strength"].label == "3"
    state._s[state.program.layout.rooms["cell", "stone"].base + 2] = -1
    assert things(state)["cell:a1:strength"].label == "2"


@pytest.mark.parametrize(("body", "told", "label"), [
    ("c.stone == p1", "B", "big"), ("c.stone", "X", "p1"), ("12 // (size(row) - 1)", "!", "!")])
def test_functions_of_other_types_and_such_that_fail(tmp_path: Path, body: str, told: str,
                                                     label: str) -> None:
    state = stall(tmp_path, {**STONES, "row": ["lamp"]},
                  functions=f'{{big: {{args: {{c: cell}}, is: "{body}"}}}}',
                  show=STALL["show"].replace("strength", "big"))
    assert lines(state, width=40)[1].split()[1] == told
    assert things(state)["cell:a1:big"].label == label


# -- colours --------------------------------------------------------------------------------------


def test_things_have_the_colour_of_what_an_attribute_names(tmp_path: Path) -> None:
    show = STALL["show"].replace("{cells", (
        "{colours: {hearts: red, clock: blue}, coloured_by: {card: suit}, cells"))
    state = stall(tmp_path, {"row": ["lamp", "rope", "clock"]}, show=show)
    looks = Looks(state.program.game, "en")
    assert [looks.colour("card", index) for index in range(3)] == ["white", "red", "blue"]
    row = next(line for line in position(look_at(state.view(0), "en", 100, None))
               if "rope" in line.plain)
    coloured = {row.plain[span.start:span.end]: span.style for span in row.spans}
    assert (coloured.get("rope"), coloured.get("clock")) == ("red", "dodger_blue1")
    assert not coloured.get("lamp")
