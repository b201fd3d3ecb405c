"""Moves and questions in words: of the game, of its tiles' verbs, or made of ids."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.model import FALLBACK
from tilewright.problems import IllegalMove
from tilewright.text import element, filler, plain, say, sentences, text, told
from tilewright.wording.filling import Thing
from tilewright.wording.message import Cases, holes, read
from tilewright.wording.pieces import facts

if TYPE_CHECKING:
    from tilewright import model
    from tilewright.compiling.build import Group
    from tilewright.compiling.context import Node
    from tilewright.compiling.program import Program
    from tilewright.wording.filling import Filler, Value, Values


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
    said = described(program, move, lang, now, earlier)
    if said:
        return said
    group = program.group_of(move)
    assert group is not None
    value = value_words(program, move, lang)
    if group.names:
        return f"{plain(group.name.rsplit('.', 1)[-1])}: {value}"
    return f"{plain(group.name)} {value}".strip()


def described(program: Program, move: int, lang: str = FALLBACK, now: int = -1,
              earlier: Values | None = None) -> str:
    """A move in the words that a game or a tile gives it; empty where there are none."""
    group = program.group_of(move) if type(move) is int else None
    if group is None:
        raise IllegalMove(f"there is no move {move!r} in this game")
    _, template, values = words_of_move(program, move, lang, now, earlier)
    if template:
        return filler(program.game, lang).fill(template, values)
    return _of_ability(program.game, group, move - group.base, lang)


def value_words(program: Program, move: int, lang: str = FALLBACK) -> str:
    """What a move picks, without what it is picked for."""
    group = program.group_of(move)
    assert group is not None
    index = move - group.base
    if group.names:
        return plain(group.names[index])
    if group.kind == "int":
        return str(index)
    return element(program.game, group.kind, index, lang) if group.kind else ""


def _of_ability(game: model.Game, group: Group, index: int, lang: str) -> str:
    """What an ability of a tile offers, in the words of its tile and its verb."""
    title = ability_of(game, group.name)
    if not title:
        return ""
    kind, tile = game.published.titles[title]
    thing = Thing(kind, game.kinds[kind].items[tile])
    if group.names:
        what = sentences(game, lang).verb_of(title)
        key = {"yes": "use", "no": "leave"}.get(group.names[index], "")
        return say(game, f"frame.{key}", lang, {"tile": thing, "what": what}) if key else ""
    chosen: Value = index if group.kind == "int" else (
        Thing(group.kind, game.kinds[group.kind].items[index]) if group.kind else "")
    if group.name not in game.actions:
        return filler(game, lang).word(chosen)
    what = sentences(game, lang).verb_of(title)
    key = "move_of" if group.kind else "move"
    return what and say(game, f"frame.{key}", lang,
                        {"tile": thing, "what": what, "chosen": chosen})


def ability_of(game: model.Game, name: str) -> str:
    """The ability `tile.name` that a move or a question belongs to, if it belongs to one."""
    title = ".".join(name.split(".")[:2])
    return title if title in game.published.titles else ""


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
        return key, text(game, key, lang), facts(game, key)
    key = move_key(game, group, program.nodes.get(now), lang)
    template = text(game, key, lang)
    value_of: Value = index if group.kind == "int" else (
        Thing(group.kind, game.kinds[group.kind].items[index]) if group.kind else "")
    values = dict.fromkeys(holes_of(template or ""), value_of)
    before = _before(game, group.name, {*values}, lang)
    return key, template, {**values, **before, **(earlier or {})}


def move_key(game: model.Game, group: Group, node: Node | None, lang: str) -> str:
    """The key of the text of a move: that of the step at which it is made, if there is one."""
    key = f"move.{group.name}"
    here = f"{question_key(node)}.{key}" if node is not None else key
    return here if text(game, here, lang) is not None else key


def later_pick(game: model.Game, group: str) -> tuple[model.Action, str] | None:
    """The action and the pick that moves of a name are for, if something was picked before it."""
    name, _, last = group.rpartition(".")
    action = None if group in game.actions else game.actions.get(name)
    return None if action is None else (action, last)


def _before(game: model.Game, group: str, named: set[str], lang: str) -> dict[str, Value]:
    """Numbers of the rules; what a tile says to its verb; and the earlier picks of an action, as
    words that say only what they are: 'card', 'place'."""
    found = {word: n for word, n in facts(game, f"move.{group}").items()
             if word in named} if named else {}
    later = later_pick(game, group)
    action = game.actions.get(group) if later is None else later[0]
    if later is not None and action is not None:
        found |= {p.name: text(game, f"kind.{p.var.type.kind}", lang)
                  or plain(p.var.type.kind or p.name)
                  for p in action.picks if p.name in named - {later[1]}}
    title = ability_of(game, group)
    if title:
        given = sentences(game, lang).given_to(title)
        found |= {word: value for word, value in given.items() if word in named}
    return found


def holes_of(template: str) -> list[str]:
    """The names of all that a template fills in."""
    return [hole.name for hole in holes(read(template))]


def _pass(program: Program, now: int, lang: str) -> str | None:
    """To pass, or to decline; what that means depends on the decision."""
    node = program.nodes.get(now)
    keys = ["pass"] if node is None else [f"pass.{node.step or node.site}", "pass"]
    found = (told(program.game, key, lang) for key in keys)
    return next((words for words in found if words is not None), None)


def question_key(node: Node) -> str:
    """The key of what is asked at a decision."""
    name = node.step or "_".join(node.actions)
    return f"step.{name}" if name else f"ask.{node.site}"


def question_words(game: model.Game, node: Node, lang: str = FALLBACK,
                   earlier: Values | None = None) -> str:
    """What is asked at a decision, in words; `earlier` is what was picked before with the same
    action."""
    key = question_key(node)
    found = told(game, key, lang)
    if found is not None:
        return found
    title = ability_of(game, key.partition(".")[2])
    if title:
        kind, tile = game.published.titles[title]
        asked = node.groups[0].kind if node.groups else ""
        return say(game, "frame.ask" if asked in game.kinds else "frame.ask_use", lang, {
            "tile": Thing(kind, game.kinds[kind].items[tile]), "kind": Thing("kind", asked)})
    if node.choice is not None and node.groups:
        return unknown_words(game, node.groups[0], lang, earlier)
    return plain(key.partition(".")[2])


def general_words(game: model.Game, group: Group, lang: str = FALLBACK, node: Node | None = None
                  ) -> str:
    """A sort of moves in words, with a mark where one says which element."""
    plainly = filler(game, lang)
    marked = replace(plainly, name=lambda thing, form: f"<{plainly.name(thing, form)}>")
    return _without_element(game, group, lang, marked, Thing("kind", group.kind), node=node)


def unknown_words(game: model.Game, group: Group, lang: str = FALLBACK,
                  earlier: Values | None = None) -> str:
    """A move in words for those who do not know which element it is of: its kind is named, or left
    open beside what was picked before."""
    said = text(game, f"move.{group.name}.unknown", lang)
    if said is not None:
        return said
    if group.kind == "int":
        said = _without_element(game, group, lang, filler(game, lang), "…", earlier)
        return said.removesuffix(" …")
    stands_in: Value = "…" if earlier else Thing("kind", group.kind) if group.kind else ""
    return _without_element(game, group, lang, filler(game, lang), stands_in, earlier)


def _without_element(game: model.Game, group: Group, lang: str, fill: Filler, stands_in: Value,
                     earlier: Values | None = None, node: Node | None = None) -> str:
    template = text(game, move_key(game, group, node, lang), lang)
    if template is None or _counts(template):
        return f"{plain(group.name)} {fill.word(stands_in)}".strip()
    return fill.fill(template, {**dict.fromkeys(holes_of(template), stands_in), **(earlier or {})})


def _counts(template: str) -> bool:
    """Whether a text needs to know a number."""
    return any(isinstance(hole, Cases) and hole.how == "plural" for hole in holes(read(template)))
