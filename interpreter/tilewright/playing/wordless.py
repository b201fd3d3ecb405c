"""Moves and questions that players would read as ids, or with nothing where a word belongs."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.linking.text_keys import shortest
from tilewright.model import FALLBACK
from tilewright.problems import Problem, listed
from tilewright.spoken import describe, question_key, words_of_move
from tilewright.text import filler, text
from tilewright.wording.filling import Thing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.build import Group
    from tilewright.compiling.context import Node
    from tilewright.compiling.program import Program
    from tilewright.model import Game
    from tilewright.problems import Place
    from tilewright.reading.source import Map
    from tilewright.wording.filling import Values

NAMED = 3
WORD = re.compile(r"[a-z]{3}")


class Proofreader:
    """Reads each move and each question once, in all languages of a game."""

    def __init__(self, game: Game, texts: dict[str, Map]) -> None:
        self.game = game
        self.texts = texts
        # Moves have other numbers in each program: these were read, and by what they are called.
        self.seen: set[tuple[int, int, int]] = set()
        self.read: set[tuple[str, str, int]] = set()
        self.told: set[str] = set()
        names = self.game.texts.get(FALLBACK, {})
        self.named = {kind.name for kind in self.game.kinds.values()
                      if 2 * sum(f"{kind.name}.{item}" in names for item in kind.items)
                      >= len(kind.items)}

    def problems(self, program: Program, now: int, moves: list[int]) -> Iterator[Problem]:
        """What is wrong with the words of a decision; nothing where a game has no texts at all."""
        seen, here = self.seen, id(program)
        new = [m for m in moves if (here, now, m) not in seen] if self.texts else []
        if not new:
            return
        seen.update((here, now, m) for m in new)
        node = program.nodes[now]
        key = question_key(node)
        if self._is_new(key, "", 0):
            yield from self._question(node, key)
        for move in new:
            group = program.group_of(move)
            assert group is not None
            if self._is_new(key, group.name, move - group.base):
                for lang in self.texts:
                    yield from self._move(program, node, group, move, lang)

    def _is_new(self, question: str, group: str, index: int) -> bool:
        what = question if group in ("", "pass") else "", group, index
        if what in self.read:
            return False
        self.read.add(what)
        return True

    def _question(self, node: Node, key: str) -> Iterator[Problem]:
        # What has no words of its own is told by what may be done.
        general = any(text(self.game, f"move.{group.name}", FALLBACK) for group in node.groups)
        if not text(self.game, key, FALLBACK) and not general:
            yield Problem("move-wordless", node.place,
                          f"this is asked without words; players read '{key.partition('.')[2]}'",
                          f"add '{shortest(self.game, key)}: …' to the texts")

    def _move(self, program: Program, node: Node, group: Group, move: int, lang: str
              ) -> Iterator[Problem]:
        key, template, values = words_of_move(program, move, lang, node.label)
        place = self._place(node, group)
        if template:
            yield from self._filled(key, template, values, lang, place)
        # 'pass' is an English word; in other languages it is none.
        elif group.name != "pass" or lang != FALLBACK:
            said = describe(program, move, lang, node.label)
            yield Problem("move-wordless", place,
                          f"players read '{said}' in '{lang}' for this move, which has no words",
                          f"add '{shortest(self.game, key)}: …' to the texts")

    def _filled(self, key: str, template: str, values: Values, lang: str, place: Place
                ) -> Iterator[Problem]:
        """A text in which a thing has no name, or an empty one, or that comes out empty."""
        usual = filler(self.game, lang)
        things: list[Thing] = []

        def name(thing: Thing, form: str) -> str:
            things.append(thing)
            return usual.name(thing, form)

        said = replace(usual, name=name).fill(template, values)
        where = self.texts[lang].at(key) if key in self.texts[lang] else place
        for thing in things:
            if not usual.name(thing, "").strip():
                yield Problem("hole-empty", where, f"'{thing.item}' is filled in with nothing, so "
                              f"that players read '{' '.join(said.split())}'", "give it a name")
            elif self._is_nameless(thing, lang):
                yield self._nameless(thing, lang, place)
        if not said.strip():
            yield Problem("hole-empty", where, "this text comes out empty", "say something in "
                          "each case")

    def _nameless(self, thing: Thing, lang: str, place: Place) -> Problem:
        """All elements of a kind that have no name are told together, and then no more."""
        kind = self.game.kinds[thing.kind]
        others = [item for item in kind.items if item != thing.item
                  and self._is_nameless(Thing(kind.name, item), lang)]
        self.told |= {f"{kind.name}.{item}" for item in (thing.item, *others)}
        named = listed(others[:NAMED], "and") + (" and more" if len(others) > NAMED else "")
        return Problem("move-wordless", place,
                       f"players read '{thing.item}' here in '{lang}', where it has no name"
                       f"{', nor has ' + named if others else ''}",
                       f"add '{thing.kind}.{thing.item}: …' to the texts")

    def _is_nameless(self, thing: Thing, lang: str) -> bool:
        """Whether an element has no name where others have one, or where it is read as English."""
        key = f"{thing.kind}.{thing.item}"
        if key in self.told or text(self.game, key, lang) is not None:
            return False
        return thing.kind in self.named or (lang != FALLBACK and _is_word(thing.item))

    def _place(self, node: Node, group: Group) -> Place:
        """Where a move is declared."""
        action = self.game.actions.get(group.name)
        return action.place if action is not None else node.place


def _is_word(item: str) -> bool:
    """Whether an id has English words; a number or a place such as `a1` is the same everywhere."""
    return WORD.search(item) is not None
