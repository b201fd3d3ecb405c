"""Texts follow their rules: whatever value of a tile changes, its words do, in every language.

Each number, each true or false and each element that a tile gives is changed to other values. Then
its text is another one and passes the checks, or a problem names the piece that does not follow.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bad_packs import make_pack
from tilewright.problems import Problems
from tilewright.proofreading.truth import check_truth
from tilewright.stages import load_folders
from tilewright.telling.nouns import check_nouns
from tilewright.text import made_text
from tilewright.wording.flat import placed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.types import Type
    from tilewright.model import Game
    from tilewright.stages import Loaded

ROOT = FilePath(__file__).resolve().parent.parent
GAMES = ("yamatai", "namiji")
NUMBERS = (-21, -2, -1, 0, 1, 2, 3, 4, 5, 12, 21, 22, 101)
# Where in an ability something stands: its name, then keys and places.
Path = tuple[Any, ...]


@cache
def loaded(name: str) -> Loaded:
    return load_folders(ROOT / "content" / name, [])


def leaves(raw: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All plain values of an ability, with the way to each."""
    if isinstance(raw, (dict, list)):
        for key, value in raw.items() if isinstance(raw, dict) else enumerate(raw):
            yield from leaves(value, (*path, key))
    else:
        yield path, raw


def others(game: Game, ability: dict[str, Any], path: Path, value: Any) -> list[Any]:
    """What else may stand there."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        least = 1 if path[-1] == "times" or "toll" in path else min(NUMBERS)
        return [n for n in NUMBERS if n != value and n >= least]
    if "for" in path:
        query = game.queries[ability["change"]]
        arg = next(a for a in query.args if a.name == path[-1])
        return [item for item in game.kinds[arg.type.kind].items if item != value]
    return []


def changes(name: str) -> list[tuple[tuple[str, int], Path, Any]]:
    """Every value of every tile of a game that can be another one, with one such."""
    game = loaded(name).game
    assert game is not None
    return [(tile, path, other) for tile, abilities in game.published.abilities.items()
            for path, value in leaves(abilities)
            for other in others(game, abilities[path[0]], path[1:], value)]


def changed(game: Game, tile: tuple[str, int], path: Path, value: Any) -> Game:
    """A game of which one tile says something else."""
    abilities = deepcopy(game.published.abilities[tile])
    inner: Any = abilities
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return replace(game, published=replace(
        game.published, abilities={**game.published.abilities, tile: abilities}))


def problems(name: str, game: Game) -> set[str]:
    one = loaded(name)
    assert one.layers is not None
    return {p.sentence for p in check_truth(game, one.layers.content, one.texts)}


def pieces(ability: dict[str, Any]) -> set[str]:
    """The words of an ability, one of which a problem has to name."""
    return {str(part) for path, value in leaves(ability) for part in (*path, value)
            if isinstance(part, str)}


def values(game: Game, type_: Type, value: Any) -> list[Any]:
    """Other values of an attribute."""
    if type_.tag == "int":
        return [n for n in NUMBERS if n != value] if value is not None else []
    if type_.tag == "bool":
        return [not value]
    if type_.tag == "kind":
        return [n for n in range(len(game.kinds[type_.kind].items)) if n != value]
    if type_.tag == "map":
        return [[*value[:n], value[n] + more, *value[n + 1:]]
                for n in range(len(value)) for more in (1, 4)]
    return []


def attributes(name: str) -> list[tuple[str, str, int, Any]]:
    """Each attribute of each tile with another value: kind, attribute, place of the tile."""
    game = loaded(name).game
    assert game is not None
    return [(kind.name, word, index, other) for kind in game.kinds.values() if kind.tiles
            for word, attribute in kind.attributes.items() for index in range(len(kind.items))
            for other in values(game, attribute.type, attribute.values[index])]


def with_attribute(game: Game, kind: str, word: str, index: int, value: Any) -> Game:
    old = game.kinds[kind]
    held = list(old.attributes[word].values)
    held[index] = value
    one = replace(old.attributes[word], values=held)
    made = replace(old, attributes={**old.attributes, word: one})
    return replace(game, kinds={**game.kinds, kind: made})


ATTRIBUTES = [(name, *change) for name in GAMES for change in attributes(name)]
CHANGES = [(name, *change) for name in GAMES for change in changes(name)]


def test_there_is_much_to_change() -> None:
    assert len(CHANGES) > 200


@pytest.mark.parametrize("name", GAMES)
def test_the_texts_of_shipped_games_follow_their_rules(name: str) -> None:
    game = loaded(name).game
    assert game is not None
    assert problems(name, game) == set()


@given(st.sampled_from(CHANGES))
def test_a_text_changes_with_its_rule_or_a_problem_names_the_piece(
        change: tuple[str, tuple[str, int], Path, Any]) -> None:
    name, tile, path, value = change
    game = loaded(name).game
    assert game is not None
    other = changed(game, tile, path, value)
    told = problems(name, other)
    words = {*pieces(other.published.abilities[tile][path[0]]), game.kinds[tile[0]].items[tile[1]]}
    named = {said for said in told if any(word in said for word in words)}
    assert named == told, "what is told is about this tile"
    for lang in ("en", "fr", "it", "pl"):
        before, after = made_text(game, *tile, lang), made_text(other, *tile, lang)
        assert before != after or named, (lang, after)
        assert not {"{", "}"} & set(after)


@given(st.sampled_from(ATTRIBUTES))
def test_what_a_tile_is_stands_in_its_text(change: tuple[str, str, str, int, Any]) -> None:
    name, kind, word, index, value = change
    game = loaded(name).game
    assert game is not None
    other = with_attribute(game, kind, word, index, value)
    assert {said for said in problems(name, other) if game.kinds[kind].items[index] not in said
            and kind not in said} == set()
    for lang in ("en", "fr", "it", "pl"):
        before, after = (made_text(g, kind, index, lang) for g in (game, other))
        assert before != after, (lang, after)
        assert not {"{", "}"} & set(after)


# -- cases of a text ------------------------------------------------------------------------------

CRAFTS = """
players: {min: 2, max: 2}
kinds: {good: [wood, clay], side: [left, right]}
families:
  card:
    attributes:
      cost: {type: int, per: good}
      makes: {type: "[good]", default: []}
      price: {type: "int?"}
      ways: {type: bool, per: side}
      colour: good
state: {player: {coins: int}, game: {row: {zone: card, start: all}}}
flow: {round: {each: players, turn: [{must: [go]}]}}
actions: {go: {if: size(row) > 0, do: [{gain: {me.coins: 1}}]}}
ends: {late: {when: round == 3}}
scoring: {coins: me.coins}
"""
CARDS = """
family: card
tiles:
  cabin: {cost: {wood: 2}, makes: [clay, wood], price: 3, ways: {left: true}, colour: wood}
  tent: {colour: clay}
"""


def crafts(folder: FilePath, text: str) -> Loaded:
    """A game whose cards have numbers per kind, lists, and a number that can be none."""
    texts = {"game": "Crafts", "move.go": "go", "score.coins": "coins", "end.late": "late",
             "family.card": text, "field.game.row": "row", "field.player.coins": "coins",
             **{f"{kind}.{item}": item for kind, items in (
                 ("good", ("wood", "clay")), ("side", ("left", "right")),
                 ("card", ("cabin", "tent"))) for item in items}}
    return load_folders(make_pack(folder, {
        "pack.yaml": "language: 2\nid: crafts\nversion: 1.0.0\nrules: [game.yaml]\n"
                     "tiles: [card.yaml]\ntexts: {en: en.yaml}\n",
        "game.yaml": CRAFTS, "card.yaml": CARDS,
        "en.yaml": "".join(f"{key}: '{said}'\n" for key, said in texts.items())}), [])


@pytest.mark.parametrize(("text", "cabin", "tent"), [
    ("{cost, select, none {Free} other {Costs {cost}}}", "Costs 2 wood.", "Free."),
    ("{cost, plural, =0 {Free} one {# good} other {# goods}}", "2 goods.", "Free."),
    ("{makes, select, none {Nothing} other {Makes {makes}}}", "Makes clay and wood.", "Nothing."),
    ("{price, select, none {Free} other {{price, plural, one {# coin} other {# coins}}}}",
     "3 coins.", "Free."),
    ("Ways: {ways}; {colour}", "Ways: left; wood.", "Ways: ; clay."),
])
def test_cases_tell_what_is_there(tmp_path: FilePath, text: str, cabin: str, tent: str) -> None:
    one = crafts(tmp_path, text)
    assert one.game is not None, one.problems.sorted()
    assert [made_text(one.game, "card", n, "en") for n in (0, 1)] == [cabin, tent]
    assert not of_cases(one)


@pytest.mark.parametrize(("text", "said"), [
    ("{colour, plural, one {# good} other {# goods}}",
     "'plural' takes a number, and 'colour' is good; choose by what it is: {colour, select, … "),
    ("{price, plural, one {# coin} other {# coins}}",
     "'price' can be none, which 'plural' takes for 0; write {price, select, none {…} other {{p"),
    ("{cost, select, wood {Wood} other {Other}}", "'cost' is int per good, so it is never 'wood'"),
    ("{makes, select, wood {Wood} other {Other}}", "'makes' is [good], so it is never 'wood'"),
    ("{price, select, 3 {Three} other {{price, plural, one {# coin} other {# coins}}}}",
     "'price' can be none, which 'plural' takes for 0"),
])
def test_cases_that_would_always_be_the_same_are_told(tmp_path: FilePath, text: str, said: str
                                                      ) -> None:
    (found,) = of_cases(crafts(tmp_path, text))
    assert said in found


def of_cases(one: Loaded) -> list[str]:
    assert one.game is not None
    assert one.layers is not None
    return [p.sentence for p in check_truth(one.game, one.layers.content, one.texts)
            if p.code == "text-plural"]


def nouns_without_forms(name: str, lang: str, lost: str = "") -> list[str]:
    """What is told of the nouns of a game that stand behind numbers, with one text less."""
    one, found = loaded(name), Problems()
    assert one.game is not None
    texts = {key: said for key, said in placed(one.texts[lang]).items() if key != lost}
    check_nouns(one.game, lang, texts, found)
    return [p.sentence for p in found]


# What players begin with, what a thing carries alone, and what is paid.
@pytest.mark.parametrize("key", ["field.player.coins", "field.specialist.purse"])
@pytest.mark.parametrize(("lang", "forms"), [
    ("en", "one {# …} other {# …}"), ("fr", "one {# …} other {# …}"),
    ("it", "one {# …} other {# …}"),
    ("pl", "one {# …} few {# …} many {# …} other {# …}")])
def test_a_noun_behind_numbers_needs_plural_forms(lang: str, forms: str, key: str) -> None:
    assert not nouns_without_forms("yamatai", lang)
    found, = nouns_without_forms("yamatai", lang, f"{key}.count")
    assert f'{key}.count: "{{n, plural, {forms}}}"' in found


def test_a_language_without_plural_forms_needs_none() -> None:
    one, found = loaded("yamatai"), Problems()
    assert one.game is not None
    check_nouns(one.game, "ja", {"field.player.coins": ("金", one.game.place)}, found)
    assert not list(found)
