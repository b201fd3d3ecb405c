"""Ways out: what a problem says of mistakes that newcomers make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bad_packs import doing, game_with, make_pack, problems_of
from tilewright import stages
from tilewright.cli.seats import players_of
from tilewright.linking.actors import HINT
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.problems import Problem

STATE = ("{game: {pot: int}, player: {coins: int, stock: {type: int, per: good}, "
         "hand: {zone: good}}}")
SCORING = "{coins: me.coins + pot + sum(me.stock) + size(me.hand)}"
KINDS = "{good: [wood, clay]}"


def said(folder: Path, statements: str, **sections: str) -> list[Problem]:
    """The problems of a small game whose action does something."""
    more = {"kinds": KINDS, "state": STATE, "scoring": SCORING, **sections}
    return problems_of(make_pack(folder, {"game.yaml": doing(statements, **more)}))


# Each is told once, with these words as the way out.
ONE = {
    "a zone is not written": ("[{set: {me.hand: 3}}]", "not-writable", "'move', 'draw'"),
    "nor swapped": ("[{swap: [me.coins, me.hand]}]", "not-writable", "'empty'"),
    "a key with brackets": ("[{set: {me.stock[wood]: 3}}]", "yaml-syntax", "put quotes around a"),
    "a list in brackets": ("[{set: {me.coins: 1 if wood in [wood] else 2}}]", "yaml-syntax",
                           "an expression that holds [ ]"),
    "a cut expression": ("[{set: {me.coins: max(1, 2)}}]", "yaml-plain", '"max(1, 2)"'),
    "cut twice": ("[{set: {me.coins: max(1, min(2, 3))}}]", "yaml-plain", '"max(1, min(2, 3))"'),
    "cut where names are bound": ("[{let: {n: max(1, 2)}}, {set: {me.coins: n}}]", "yaml-plain",
                                  '"max(1, 2)"'),
    "a field of the game": ("[{gain: {me.coins: game.pot}}]", "unknown-name", "stand alone: pot"),
    "a name that is nowhere": ("[{gain: {me.coins: p.coins}}]", "unknown-name",
                               "for p in players"),
    "a slip in a variable": ("[{for_each: {person: players}, do: [{gain: {persn.coins: 1}}]}]",
                             "unknown-name", "did you mean 'person'?"),
    "a function without brackets": ("[{gain: {me.coins: size}}]", "unknown-name",
                                    "call it: size(list)"),
    "nothing by another name": ("[{set: {me.coins: 'null'}}]", "unknown-name", "'none'"),
    "another word for gain": ("[{add: {me.coins: 1}}]", "unknown-effect", "'gain'"),
    "another word for move": ("[{discard: wood, from: me.hand}]", "unknown-effect", "'empty'"),
    "one that is near to a wrong word": ("[{remove: {me.coins: 1}}]", "unknown-effect", "'lose'"),
    "a word of Python": ("[{gain: {me.coins: class}}]", "expression-syntax", "'class' cannot be"),
    "a name in a list": ("[{gain: {me.coins: count(S for S in goods)}}]", "wrong-name",
                         "a small letter"),
    "a name with lines before it": ("[{gain: {me.coins: count(__class__ for __class__ in goods)}}]",
                                    "wrong-name", "a small letter"),
    "a taken name": ("[{for_each: {goods: players}, do: [{gain: {me.coins: 1}}]}]", "name-taken",
                     "choose another name"),
    "nobody acts": ("[{gain: {me.coins: 1}}]", "no-player", HINT),
}
SECTIONS = {"nobody acts": {
    "flow": "{setup: [{gain: {me.coins: 1}}], round: {each: players, turn: [{must: [go]}]}}"}}


@pytest.mark.parametrize("what", ONE)
def test_there_is_one_problem_with_a_way_out(what: str, tmp_path: Path) -> None:
    statements, code, hint = ONE[what]
    found = said(tmp_path, statements, **SECTIONS.get(what, {}))
    assert [p.code for p in found] == [code], found
    assert hint in found[0].hint


def test_each_action_needs_an_event_of_its_own(tmp_path: Path) -> None:
    (found,) = said(tmp_path, "[]", vocabulary="{events: {trades: {action: [go, stay]}}}")
    assert found.hint == "declare one event for each action"


def test_a_zone_is_not_shown_in_cells(tmp_path: Path) -> None:
    (found,) = said(tmp_path, "[]", show="{cells: {player: hand}}")
    assert found.message == "'hand' is a zone, which cannot be shown here"


def test_a_number_is_no_text(tmp_path: Path) -> None:
    files = {"pack.yaml": "language: 1\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n"
                          "texts: {en: en.yaml}\n",
             "en.yaml": "texts:\n  game: 2\n"}
    found = problems_of(make_pack(tmp_path, files))
    assert "put quotes around it" in [p.hint for p in found]


def test_a_language_does_not_stand_in_for_itself(tmp_path: Path) -> None:
    files = {"pack.yaml": "language: 1\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n"
                          "texts: {en: en.yaml}\nstand_in: {en: [en]}\n",
             "en.yaml": "game: Small\n"}
    (found,) = [p for p in problems_of(make_pack(tmp_path, files)) if p.code == "wrong-value"]
    assert (found.place.line, found.place.col) == (6, 17)
    assert found.hint == "name another language"


def test_a_plural_is_told_once_and_by_name(tmp_path: Path) -> None:
    state = "{game: {goods: int}, player: {coins: int}}"
    (found,) = said(tmp_path, "[{gain: {me.coins: goods}}, {gain: {me.coins: goods + 1}}]",
                    state=state, scoring="{coins: me.coins + goods}")
    assert found.message == "'goods' is the plural of the kind 'good' already"


def test_two_kinds_share_no_plural_in_either_order(tmp_path: Path) -> None:
    both = ("{good: [wood], goods: [sack]}", "{goods: [sack], good: [wood]}")
    for number, kinds in enumerate(both):
        rules = game_with(kinds=kinds)
        found = problems_of(make_pack(tmp_path / str(number), {"game.yaml": rules}))
        assert "name-taken" in {p.code for p in found}


def test_a_question_mark_is_read_the_same_by_all_programs(tmp_path: Path) -> None:
    for number, (text, fine) in enumerate((
            ("{type: player?}", False), ("{type: 'player?'}", True),
            ("\n    type: player?", True))):
        state = f"\n  player: {{coins: int}}\n  game:\n   first: {text}"
        rules = doing("[{set: {first: me}}, {gain: {me.coins: 1 if first == me else 2}}]",
                      state=state)
        loaded = stages.load(str(make_pack(tmp_path / str(number), {"game.yaml": rules})), [])
        assert [p.code for p in loaded.problems] == ([] if fine else ["quotes-needed"])
        assert loaded.game is not None, "it means the same here, so it can be played"


class _Game:
    players = range(2, 5)

    class model:  # noqa: N801
        id, least, default_players, most = "small", 2, 2, 4


@pytest.mark.parametrize(("seats", "players"), [
    (None, None), ("human", None), ("human,bot", 2), ("human,bot,bot", 3)])
def test_so_many_play_as_seats_are_named(seats: str | None, players: int | None) -> None:
    assert players_of(seats, _Game) == players  # type: ignore[arg-type]


def test_more_seats_than_can_play_are_refused_with_how_many_can() -> None:
    with pytest.raises(UsageError, match="5 seats, and 'small' is for 2 to 4 players"):
        players_of("human,bot,bot,bot,bot", _Game)  # type: ignore[arg-type]


USES = "procedures:\n  more:\n    - cheer: me\n    - rest: 1\n"
DECLARES = "procedures: {cheer: [{gain: {me.coins: 1}}]}\nactions: {rest: {do: []}}\n"


@pytest.mark.parametrize("files", ["[game.yaml, uses.yaml, other.yaml]",
                                   "[game.yaml, other.yaml, uses.yaml]"])
def test_what_another_file_declares_is_told_from_what_nobody_does(files: str, tmp_path: Path
                                                                  ) -> None:
    folder = make_pack(tmp_path, {
        "pack.yaml": f"language: 2\nid: small\nversion: 1.0.0\nrules: {files}\n",
        "other.yaml": DECLARES, "uses.yaml": USES})
    assert hints(stages.load(str(folder), [])) == ["call: cheer", "must: [rest]"]


def test_a_variant_knows_what_its_game_declares(tmp_path: Path) -> None:
    game = make_pack(tmp_path / "game", {
        "pack.yaml": "language: 2\nid: small\nversion: 1.0.0\nrules: [game.yaml, other.yaml]\n",
        "other.yaml": DECLARES})
    variant = tmp_path / "more"
    variant.mkdir()
    (variant / "variant.yaml").write_text(
        "language: 2\nid: more\nversion: 1.0.0\nvariant_of: small\nrules: [uses.yaml]\n",
        encoding="utf-8")
    (variant / "uses.yaml").write_text(USES, encoding="utf-8")
    assert hints(stages.load(str(game), [str(variant)])) == ["call: cheer", "must: [rest]"]


def hints(loaded: stages.Loaded) -> list[str]:
    """The statements that are named as ways out, of what is no effect."""
    found = [p for p in loaded.problems.sorted() if p.place.file.endswith("uses.yaml")]
    assert {p.code for p in found} == {"unknown-effect"}
    return [": ".join(p.hint.split(": ")[-2:]) for p in found]


@pytest.mark.parametrize(("call", "is_told"), [
    ("far(1)", False), ("far()", False), ("far(1, b=2)", False), ("far(1, 2)", None),
    ("far(1, 2, of=p2)", None), ("far(1, 2, p2)", True), ("far(1, 2, player=p2)", True),
])
def test_how_another_player_is_asked_for_is_told_to_who_gives_more_than_enough(
        tmp_path: Path, call: str, is_told: bool | None) -> None:
    found = said(tmp_path, f"[{{gain: {{me.coins: '{call}'}}}}]",
                 functions="{far: {args: {a: int, b: int}, is: a + b + me.coins}}")
    hint = "for another player than 'me' it takes 'of=p': far(a, b, of=p)"
    assert [(p.code, p.hint) for p in found] == (
        [] if is_told is None else [("wrong-arguments", hint if is_told else "")])


def test_a_long_chain_of_reactions_is_told_at_one_of_them(tmp_path: Path) -> None:
    many = range(50)
    files = {
        "pack.yaml": "language: 1\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n"
                     "tiles: [card.yaml]\n",
        "game.yaml": doing("[{event: e0, do: []}]", families="{card: {}}",
                           state="{player: {coins: int, hand: {zone: card, in_play: true}}}",
                           vocabulary="{events: {" + ", ".join(f"e{n}: {{}}" for n in many) + "}, "
                           "verbs: {" + ", ".join(
                               f"v{n}: {{do: [{{event: e{n + 1}, do: []}}]}}" for n in many[:-1])
                           + ", v49: {do: [{gain: {me.coins: 1}}]}}}"),
        "card.yaml": "family: card\ntiles:\n" + "".join(
            f"  t{n}: {{abilities: {{go_on: {{when: {{me: e{n}}}, do: [v{n}]}}}}}}\n"
            for n in many),
    }
    (found,) = [p for p in problems_of(make_pack(tmp_path, files)) if p.code == "too-many"]
    line = files["card.yaml"].splitlines()[found.place.line - 1]
    assert found.place.file.endswith("card.yaml")
    assert line[found.place.col - 1:].startswith("go_on: {when:")
