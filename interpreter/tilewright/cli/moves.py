"""The moves that are offered: numbers, words, and what a decision is about."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.chart import content, sites
from tilewright.cli.ink import in_columns, inked
from tilewright.spoken import general_words, question_words
from tilewright.telling.amounts import costs
from tilewright.text import element

if TYPE_CHECKING:
    from tilewright.cli.look import Look
    from tilewright.compiling.build import Group
    from tilewright.compiling.context import Node
    from tilewright.playing.view import View

MANY = 8
NUMBER = "bold"


def numbers(view: View) -> dict[tuple[str, int], int]:
    """The number of a move for each site that it names; the first sort of moves wins."""
    found: dict[tuple[str, int], int] = {}
    drawn = sites(view.program.game)
    for group, moves in _sorts(view):
        at = {(group.kind, move - group.base): n for n, move in moves}
        if group.kind in drawn and not at.keys() & found.keys():
            found |= at
    return found


def _sorts(view: View) -> list[tuple[Group, list[tuple[int, int]]]]:
    """The moves with their numbers, those of one sort together."""
    groups = view.program.group_of
    told = groupby(enumerate(view.legal(), 1), key=lambda pair: groups(pair[1]))
    return [(group, list(moves)) for group, moves in told if group is not None]


def list_of_moves(look: Look) -> list[Text]:
    """All moves in words; many sites of one sort stand in one line, their numbers on the board."""
    single: list[Text] = []
    whole: list[Text] = []
    for group, moves in _sorts(look.view):
        first, last = moves[0][0], moves[-1][0]
        on_board = look.numbers.get((group.kind, moves[0][1] - group.base)) == first
        if on_board and len(moves) > MANY:
            told = f"{general(look, group, look.reader.node)} ({look.say('see_board')})"
            whole.append(_entry(f"{first}-{last}", told))
        else:
            single += [_entry(str(n), _words(look, group, move, on_board)) for n, move in moves]
    return in_columns(single, look.width) + whole


def _entry(number: str, words: str) -> Text:
    return inked(f"{number:>4}", NUMBER) + Text(f"  {words}")


def _words(look: Look, group: Group, move: int, on_board: bool) -> str:
    words = look.view.describe(move, look.lang) + price(look, move)
    there = content(look, group.kind, move - group.base).plain if on_board else ""
    return f"{words} ({there})" if there else words


def price(look: Look, move: int) -> str:
    """What a move costs, as far as that is certain now."""
    made = look.moves.get(move)
    if made is None:
        return ""
    told = costs(made, look.lang)
    return f" ({', '.join(told)})" if told else ""


def general(look: Look, group: Group, node: Node | None) -> str:
    """A sort of moves in words, with the kind in place of an element."""
    return general_words(look.game, group, look.lang, node)


def step_words(look: Look) -> str:
    """What is decided now, in words."""
    question = look.view.question
    return question.words(look.lang) if question is not None else ""


def node_words(look: Look, node: Node) -> str:
    return question_words(look.game, node, look.lang)


def moves_in_words(look: Look) -> dict[str, list[int]]:
    """What a person may type instead of a number: words, labels, and names of elements."""
    found: dict[str, list[int]] = {}
    for group, moves in _sorts(look.view):
        for _, move in moves:
            for words in _typed(look, group, move):
                found.setdefault(typed(words), []).append(move)
    return found


def typed(words: str) -> str:
    """Words as a person types them: small letters, plain spaces."""
    return " ".join(words.casefold().split())


def _typed(look: Look, group: Group, move: int) -> set[str]:
    view, index = look.view, move - group.base
    told = {view.describe(move, look.lang)}
    if group.names:
        return told | {group.names[index]}
    if not group.kind or group.kind == "int":
        return told
    item = look.game.kinds[group.kind].items[index]
    return told | {item, f"{group.name} {item}", element(look.game, group.kind, index, look.lang)}
