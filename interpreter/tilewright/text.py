"""Ids and arguments into words. The engine emits ids; only this module makes sentences."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import yaml

from tilewright.model import FALLBACK
from tilewright.problems import IllegalMove, UsageError, listed
from tilewright.reading.source import Loader
from tilewright.wording.filling import Filler, Thing
from tilewright.wording.message import Cases, holes, read
from tilewright.wording.pseudo import PSEUDO, pseudo
from tilewright.wording.sentences import Sentences, facts

LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Za-z]{2,8})?$")

if TYPE_CHECKING:
    from tilewright import model
    from tilewright.compiling.build import Group
    from tilewright.compiling.context import Node
    from tilewright.compiling.program import Program
    from tilewright.wording.filling import Value, Values


@cache
def own_words(lang: str) -> dict[str, str]:
    """What the program itself says in a language: frames of rules, and words of the terminal."""
    if not LANGUAGE.match(lang):
        return {}
    path = resources.files("tilewright") / "words" / f"{lang}.yaml"
    if not path.is_file():
        return {}
    found: dict[str, str] = yaml.load(path.read_text(encoding="utf-8"), Loader)  # noqa: S506
    return found


def need_language(game: model.Game, lang: str) -> None:
    """Refuse a language in which neither the game nor the program says anything."""
    if game.texts and lang != PSEUDO and lang not in game.texts:
        known = listed(sorted(game.texts), "and")
        raise UsageError(f"'{game.id}' has no texts in '{lang[:20]}'; it has {known}, and "
                         "'tilewright text new' begins another language")
    if not game.texts and lang != PSEUDO and not own_words(lang):
        raise UsageError(f"there are no words in '{lang[:20]}'")


def chain(game: model.Game | None, lang: str) -> list[str]:
    """A language and those that stand in for it."""
    declared = game.fallbacks.get(lang, []) if game is not None else []
    return list(dict.fromkeys([lang, *declared, FALLBACK]))


def text(game: model.Game | None, key: str, lang: str) -> str | None:
    """The template of a key in a language, or in one that stands in for it."""
    if lang == PSEUDO:
        found = text(game, key, FALLBACK)
        return None if found is None else pseudo(found)
    for language in chain(game, lang):
        found = game.texts.get(language, {}).get(key) if game is not None else None
        found = own_words(language).get(key) if found is None else found
        if found is not None:
            return found
    return None


def plain(word: str) -> str:
    """An id as words, where there is no text."""
    return word.replace("_", " ").replace(".", " ")


def filler(game: model.Game | None, lang: str) -> Filler:
    def name(thing: Thing, form: str) -> str:
        key = f"{thing.kind}.{thing.item}"
        in_form = text(game, f"{key}@{form}", lang) if form else None
        return in_form or text(game, key, lang) or plain(thing.item)

    def count(thing: Thing, number: int) -> str:
        template = text(game, f"{thing.kind}.{thing.item}.count", lang)
        if template is None:
            return f"{number} {name(thing, '')}"
        return made.fill(template, {"n": number})

    made = Filler(FALLBACK if lang == PSEUDO else lang, name, count)
    return made


def say(game: model.Game | None, key: str, lang: str, values: Values | None = None) -> str:
    """A text of the game or of the program, filled in; without one, its key as words."""
    template = text(game, key, lang)
    return filler(game, lang).fill(template, values or {}) if template is not None else plain(key)


def labelled(game: model.Game | None, what: str, said: str, lang: str) -> str:
    """`what: said`, with the space before the colon where a language has one."""
    return say(game, "cli.labelled", lang, {"what": what, "said": said})


def element(game: model.Game, kind: str, index: int, lang: str) -> str:
    """The name of an element."""
    item = game.kinds[kind].items[index]
    return text(game, f"{kind}.{item}", lang) or plain(item)


def rules_text(game: model.Game, kind: str, index: int, lang: str) -> str:
    """What a tile does, made from its data; what another element is, as its game tells it."""
    if not game.kinds[kind].tiles:
        return about(game, f"{kind}.{game.kinds[kind].items[index]}", lang)
    return _sentences(game, lang).tile(kind, index)


def made_text(game: model.Game, kind: str, index: int, lang: str) -> str:
    """The text of a tile as it is made from its data, also where it has one of its own."""
    return _sentences(game, lang).made(kind, index)


def _sentences(game: model.Game, lang: str) -> Sentences:
    return Sentences(game, filler(game, lang), lambda key: text(game, key, lang))


def about(game: model.Game, what: str, lang: str) -> str:
    """The words of a game about an action or a place, with the numbers of its rules."""
    template = text(game, f"{what}.about", lang)
    return filler(game, lang).fill(template, facts(game)) if template is not None else ""


def label_of(program: Program, move: int) -> str:
    """A move as a stable label of ids."""
    group = program.group_of(move) if type(move) is int else None
    if group is None:
        raise IllegalMove(f"there is no move {move!r} in this game")
    if group.names:
        return f"{group.name} {group.names[move - group.base]}"
    if group.kind == "int":
        return f"{group.name} {move - group.base}"
    if group.kind:
        return f"{group.name} {program.game.kinds[group.kind].items[move - group.base]}"
    return group.name


def describe(program: Program, move: int, lang: str = FALLBACK, now: int = -1,
             earlier: Values | None = None) -> str:
    """A move in words; `now` is the decision at which it is made, where passing has its words, and
    `earlier` what was picked before with the same action."""
    group = program.group_of(move) if type(move) is int else None
    if group is None:
        raise IllegalMove(f"there is no move {move!r} in this game")
    _, template, values = words_of_move(program, move, lang, now, earlier)
    if template:
        return filler(program.game, lang).fill(template, values)
    index = move - group.base
    if group.names:
        return f"{plain(group.name.rsplit('.', 1)[-1])}: {plain(group.names[index])}"
    value = str(index) if group.kind == "int" else (
        element(program.game, group.kind, index, lang) if group.kind else "")
    return f"{plain(group.name)} {value}".strip()


def words_of_move(program: Program, move: int, lang: str, now: int = -1,
                  earlier: Values | None = None) -> tuple[str, str | None, Values]:
    """The key of the text of a move, the text if there is one, and what is filled in there."""
    game = program.game
    group = program.group_of(move)
    assert group is not None
    if group.name == "pass":
        return "pass", _pass(program, now, lang), {}
    index = move - group.base
    if group.names:
        key = f"move.{group.name}.{group.names[index]}"
        return key, text(game, key, lang), {}
    key = f"move.{group.name}"
    template = text(game, key, lang)
    value_of: Value = index if group.kind == "int" else (
        Thing(group.kind, game.kinds[group.kind].items[index]) if group.kind else "")
    values = dict.fromkeys(holes_of(template or ""), value_of)
    before = _before(game, group.name, {*values}, lang)
    return key, template, {**values, **before, **(earlier or {})}


def later_pick(game: model.Game, group: str) -> tuple[model.Action, str] | None:
    """The action and the pick that moves of a name are for, if something was picked before it."""
    name, _, last = group.rpartition(".")
    action = None if group in game.actions else game.actions.get(name)
    return None if action is None else (action, last)


def _before(game: model.Game, group: str, named: set[str], lang: str) -> dict[str, Value]:
    """What a tile says to its verb; and the earlier picks of an action, as words that say only what
    they are: 'card', 'place'."""
    later = later_pick(game, group)
    action = game.actions.get(group) if later is None else later[0]
    if action is None:
        return {}
    found: dict[str, Value] = {}
    if later is not None:
        found = {p.name: text(game, f"kind.{p.var.type.kind}", lang)
                 or plain(p.var.type.kind or p.name)
                 for p in action.picks if p.name in named - {later[1]}}
    for word, e in action.given.items():
        if word in named:
            kind = e.type.kind
            found[word] = Thing(kind, game.kinds[kind].items[e.args[0]]) if kind else e.args[0]
    return found


def holes_of(template: str) -> list[str]:
    """The names of all that a template fills in."""
    return [hole.name for hole in holes(read(template))]


def _pass(program: Program, now: int, lang: str) -> str | None:
    """To pass, or to decline; what that means depends on the decision."""
    node = program.nodes.get(now)
    keys = ["pass"] if node is None else [f"pass.{node.step or node.site}", "pass"]
    found = (text(program.game, key, lang) for key in keys)
    return next((words for words in found if words is not None), None)


def question_key(node: Node) -> str:
    """The key of what is asked at a decision."""
    name = node.step or "_".join(node.actions)
    return f"step.{name}" if name else f"ask.{node.site}"


def question_words(game: model.Game, node: Node, lang: str = FALLBACK) -> str:
    """What is asked at a decision, in words."""
    key = question_key(node)
    found = text(game, key, lang)
    if found is not None:
        return found
    if node.choice is not None and node.groups:
        return unknown_words(game, node.groups[0], lang)
    return plain(key.partition(".")[2])


def general_words(game: model.Game, group: Group, lang: str = FALLBACK) -> str:
    """A sort of moves in words, with a mark where one says which element."""
    kind = f"<{text(game, f'kind.{group.kind}', lang) or plain(group.kind)}>"
    return _without_element(game, group, lang, kind)


def unknown_words(game: model.Game, group: Group, lang: str = FALLBACK) -> str:
    """A move in words for those who do not know which element it is of: its kind is named."""
    said = text(game, f"move.{group.name}.unknown", lang)
    if said is not None:
        return said
    if group.kind == "int":
        return _without_element(game, group, lang, "…").removesuffix(" …")
    return _without_element(game, group, lang, Thing("kind", group.kind) if group.kind else "")


def _without_element(game: model.Game, group: Group, lang: str, stands_in: Value) -> str:
    template, fill = text(game, f"move.{group.name}", lang), filler(game, lang)
    if template is None or _counts(template):
        return f"{plain(group.name)} {fill.word(stands_in)}".strip()
    return fill.fill(template, dict.fromkeys(holes_of(template), stands_in))


def _counts(template: str) -> bool:
    """Whether a text needs to know a number."""
    return any(isinstance(hole, Cases) and hole.how == "plural" for hole in holes(read(template)))


def seat_name(game: model.Game, seat: int, lang: str = FALLBACK) -> str:
    return element(game, "player", seat, lang)


def title(game: model.Game, lang: str = FALLBACK) -> str:
    return text(game, "game", lang) or plain(game.id)


def reason(game: model.Game, name: str | None, lang: str = FALLBACK) -> str:
    if name is None:
        return ""
    return text(game, f"end.{name}", lang) or plain(name)
