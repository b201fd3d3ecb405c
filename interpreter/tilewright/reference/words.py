"""All words of the language as entries for people.

Effects and functions come from their own declarations; what has none (kinds of abilities, types,
names, signs) is told in the tables below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.language.effects import EFFECTS, Effect
from tilewright.language.functions import FUNCTIONS

if TYPE_CHECKING:
    from tilewright.language.declared import Word

SORTS = {"effect": "Effects", "function": "Functions", "ability": "Abilities of tiles",
         "type": "Types", "name": "Names", "attribute": "What things know", "sign": "Signs"}
INTRO = {
    "effect": "Statements stand in lists. Each begins with the word of an effect, and each may "
              "carry `when: test`: it happens only if the test holds.",
    "function": "Functions stand in expressions. `x for y in list if test` goes through a list; "
                "the `if` may be left out, and a plain list may stand there instead.",
    "ability": "A tile has `abilities`, each with a name of its own and of exactly one kind. They "
               "use the words that the game publishes in its `vocabulary`.",
    "type": "Every expression has a type, and nothing is converted. Fields, arguments, queries "
            "and attributes declare theirs.",
    "name": "What a name in an expression can mean, besides functions and what is declared.",
    "attribute": "A thing knows its attributes, its fields and, by the name of a relation, what it "
                 "is linked with: `thing.NAME`. `tilewright reference GAME` tells it for each kind "
                 "of a game. Grids bring these by themselves; `cell`, `line` and `direction` stand "
                 "for the names that a game gives these kinds.",
    "sign": "What joins values, from the loosest to the tightest.",
}
SHAPES = {
    "expr": "an expression", "id": "a name", "word": "a name", "target": "a field",
    "bool": "true or false", "statements": "statements", "targets": "fields: numbers or values",
    "bindings": "names: expressions", "binding": "one name: a list", "names": "a list of names",
    "zones": "a zone or a list of zones", "pair": "two fields", "loop": "`loop`",
    "branches": "names: statements, or `if` and `do`", "span": "`turn`, `round` or `game`",
    "end": "`top` or `bottom`", "ends": "a list of `top` and `bottom`",
    "turn": "`turn`", "columns": "fields with their owner", "count": "a number",
    "shortage": "`partial`, `skip` or `fail`", "repeat": "`max`, and `while` or `until`",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One word as people read it; each key is its name, its value and a sentence."""

    sort: str
    name: str
    about: str
    form: str = ""
    keys: tuple[tuple[str, str, str], ...] = ()
    example: str = ""

    @property
    def title(self) -> str:
        return self.form or self.name


LIMIT = ("limit", "`once`, `once_per_turn`, `once_per_round`, or `times` and `per`",
         "how often it can happen")
ABILITIES = (
    Entry("ability", "gain", "What a player gets when the tile is activated.", keys=(
        ("gain", "a list of verbs", "what happens (needed)"),),
        example="now: {gain: [{pay_out: 2}]}\n"),
    Entry("ability", "power", "Something that the owner may do, as a move of its own.", keys=(
        ("power", "a verb", "what it does (needed)"),
        ("window", "`my_turn`, `step:name` or `reaction`", "when it is offered; normally my_turn"),
        LIMIT,
        ("whenever", "`me`, `opponent` or `anyone`: an event", "what a reaction reacts to"),
        ("where", "a condition", "a reaction happens only if it holds")),
        example="relief: {power: pay_back, window: step:shop, limit: once_per_turn}\n"),
    Entry("ability", "change", "Changes a query of the game for the owner.", keys=(
        ("change", "a query", "what changes (needed)"),
        ("to", "a value", "the new value"), ("add", "a number", "what is added"),
        ("times", "a number", "what it is multiplied with"),
        ("for", "arguments: values", "only for these arguments of the query"),
        ("where", "a condition", "only while it holds")),
        example="more: {change: wage, add: 1, where: poor}\n"),
    Entry("ability", "when", "Happens by itself before or after an event.", keys=(
        ("when", "`me`, `opponent` or `anyone`: an event", "whose event (needed)"),
        ("do", "a list of verbs", "what happens (needed)"),
        ("moment", "`before` or `after`", "normally after"), LIMIT,
        ("where", "a condition", "it happens only if it holds")),
        example="alms: {when: {opponent: earns}, do: [{pay_out: 1}], limit: once_per_turn}\n"),
    Entry("ability", "toll", "Makes an action dearer; the owner gets what is paid.", keys=(
        ("toll", "numbers of a player: amounts", "what is paid (needed)"),
        ("whenever", "`me`, `opponent` or `anyone`: an event", "the event of an action (needed)"),
        ("where", "a condition", "only if it holds")),
        example="fee: {toll: {coins: 1}, whenever: {opponent: buys}}\n"),
    Entry("ability", "score", "Points for the owner when the game is scored.", keys=(
        ("score", "a number", "the points (needed)"),
        ("per", "an amount", "they count for each of these")),
        example="wealth: {score: 1, per: coins_owned}\n"),
    Entry("ability", "goal", "Points for the owner if something is reached.", keys=(
        ("goal", "`at_least` or `at_most` with `of`, or `has`",
         "a number of an amount, or a condition (needed)"),
        ("points", "a number", "what it is worth (needed)")),
        example="rich: {goal: {at_least: 4, of: coins_owned}, points: 3}\n"),
)
TYPES = (
    Entry("type", "int", "A whole number."),
    Entry("type", "bool", "True or false."),
    Entry("type", "kind", "One element of a kind, written as the name of that kind."),
    Entry("type", "kind?", "One element of a kind, or none; `int?` is a number or none. It must be "
          "tested with `!= none` before it is used."),
    Entry("type", "[kind]", "A list of elements; also `[int]` and `[bool]`. Only for arguments, "
          "attributes and values in between, not for fields."),
    Entry("type", "relation", "A relation of the board, given by its name: near(c, beside). Only "
          "for arguments of functions and procedures, which ask with it as in reach(c, way), "
          "distance(a, b, way) or c.way."),
    Entry("type", "per", "Written `{type: int, per: kind}`: a number for each element of a "
          "kind, looked up with [ ]."),
    Entry("type", "zone", "Written `{zone: kind}`: a field that holds elements in an order; with "
          "`in_play: true` abilities of its tiles count. With `per: kind` it is one zone for each "
          "element of that kind, me.pile[red], which texts call pile_red."),
    Entry("type", "hidden", "Any field with `visible: owner`, which only its player sees, or "
          "`none`, which nobody does: a zone, a number, a link such as `partner: player?`. What is "
          "written is hidden until `reveal` shows it; `swap` takes along who knows it. With "
          "`size: hidden` others do not see either how much a zone holds."),
)
NAMES = (
    Entry("name", "me", "Who acts, who owns the tile, who is scored; nobody in set-up."),
    Entry("name", "actor", "The player whose turn it is."),
    Entry("name", "round", "The number of the round, from 1."),
    Entry("name", "none", "No element and no number, where a type ends with ?."),
    Entry("name", "true", "The truth value; the other one is `false`."),
    Entry("name", "false", "The truth value; the other one is `true`."),
    Entry("name", "it", "Each element in turn, in `by=`, `until=` and start values of fields."),
    Entry("name", "players", "The list of all players; every kind has such a plural."),
    Entry("name", "game", "In `state`, the owner of fields that belong to nobody; they are read by "
          "their bare name."),
    Entry("name", "kind.element", "An element by its full name, where its bare name has several "
          "meanings."),
)
KNOWN = (
    Entry("attribute", "column", "The number of its column, from 1 at the left.", "cell.column"),
    Entry("attribute", "row", "The number of its row, from 1.", "cell.row"),
    Entry("attribute", "beside", "The cells that share a side with it.", "cell.beside"),
    Entry("attribute", "around", "The cells that share a side or a corner with it.", "cell.around"),
    Entry("attribute", "diagonals", "The cells that share only a corner with it, where the grid "
          "has `directions`.", "cell.diagonals"),
    Entry("attribute", "lines", "The lines through it; called like the plural of the kind of "
          "lines.", "cell.lines"),
    Entry("attribute", "cells", "The cells of a line, in order, or of a piece; called like the "
          "plural of the kind of cells.", "line.cells"),
    Entry("attribute", "opposite", "The direction that leads back.", "direction.opposite"),
    Entry("attribute", "clockwise", "The next direction, in the order of the clock.",
          "direction.clockwise"),
    Entry("attribute", "diagonal", "Whether it leads over a corner.", "direction.diagonal"),
)
SIGNS = (
    Entry("sign", "a if test else b", "One of two values."),
    Entry("sign", "or", "True if one of two tests holds."),
    Entry("sign", "and", "True if both tests hold."),
    Entry("sign", "not", "True if a test does not hold."),
    Entry("sign", "== != < <= > >=", "Comparison; a chain such as 1 < n < 5 is possible."),
    Entry("sign", "in", "True if a list has an element; `not in` is the contrary."),
    Entry("sign", "+ -", "Numbers added and taken away; lists joined, and left out of another."),
    Entry("sign", "* // %", "Multiplied, divided and rounded down (-7 // 2 is -4), and the rest "
          "of a division (-7 % 2 is 1). To divide by 0 is a fault: test the number first."),
    Entry("sign", "[ ]", "A number of a kind, me.stock[wood]; an element of a list, from 0."),
    Entry("sign", "[x for x in list if test]", "The elements of a list for which a test holds."),
)


def _of_effect(effect: Effect) -> Entry:
    keys = tuple((name, SHAPES[key.shape], key.about + (" (needed)" if key.needed else ""))
                 for name, key in effect.keys.items())
    return Entry("effect", effect.name, effect.about, "", keys, effect.example)


def _of_function(word: Word) -> Entry:
    about = f"{word.about[:1].upper()}{word.about[1:]}."
    return Entry("function", word.name, about, word.form, (), word.example + "\n")


def entries() -> list[Entry]:
    """All words: effects by topic, then the rest in the order of their tables."""
    effects = sorted(EFFECTS.values(), key=lambda e: (e.topic, e.name))
    functions = sorted(FUNCTIONS.values(), key=lambda w: w.name)
    return [*map(_of_effect, effects), *map(_of_function, functions), *ABILITIES, *TYPES, *NAMES,
            *KNOWN, *SIGNS]
