"""Numbers that players read with a noun: `3 coins`, which needs the plural forms of a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.linking.tables import number_of
from tilewright.model import FALLBACK, PLAYER
from tilewright.positions.shown import fields_carried
from tilewright.wording.speech import category

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.model import Field, Game
    from tilewright.problems import Place, Problems

    Templates = Mapping[str, tuple[str, Place]]

# Numbers that come in games; in some languages millions have a form of their own.
USUAL = range(1, 101)


def check_nouns(game: Game, lang: str, texts: Templates, found: Problems) -> None:
    """Nouns that stand behind numbers without forms for them."""
    forms = dict.fromkeys(category(lang, number) for number in USUAL)
    if len(forms) == 1:   # A language without plural forms needs none.
        return
    told = " ".join(f"{form} {{# …}}" for form in {**forms, "other": None})
    for name in dict.fromkeys(_nouns(game, lang)):
        if name in texts and f"{name}.count" not in texts:
            noun, at = texts[name]
            found.add("text-plural", at, f"players read numbers with this noun, such as '1 {noun}'",
                      f"add its forms: '{name}.count: \"{{n, plural, {told}}}\"'")


def _nouns(game: Game, lang: str) -> Iterator[str]:
    """The keys of all nouns that stand behind numbers. What elements are called may well do in
    English, where nobody expects a plural of `2 wood`."""
    for owned in _counted(game):
        if not owned.per:
            yield f"field.{owned.owner}.{owned.name}"
        elif lang != FALLBACK:
            yield from (f"{owned.per}.{item}" for item in game.kinds[owned.per].items)


def _counted(game: Game) -> Iterator[Field]:
    """Fields whose numbers are told that way: what actions and tiles ask for, the one number that
    a thing carries, and what players begin with."""
    for action in game.actions.values():
        yield from (cost.target.field for cost in action.costs)
        yield from (toll.field for toll in action.tolls)
    for kind in game.kinds:
        carries = fields_carried(game, kind)
        if len(carries) == 1 and carries[0].value_type.tag == "int":
            yield carries[0]
    yield from (owned for owned in game.fields.values() if owned.owner == PLAYER
                and owned.type.tag == "int" and not owned.zone and _begins(game, owned))


def _begins(game: Game, owned: Field) -> bool:
    """Whether players begin with some of it, as the rules page says."""
    _, rule = game.starts.get((owned.owner, owned.name), (None, None))
    return bool(owned.start if rule is None else number_of(game, rule))
