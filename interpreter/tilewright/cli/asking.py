"""What a person may ask instead of making a move: why not, what a tile does, where a site is."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.ink import cut
from tilewright.cli.moves import general, node_words, typed
from tilewright.cli.values import value
from tilewright.playing.why import why_not
from tilewright.positions.shown import EMPTY
from tilewright.problems import nearest
from tilewright.reading.excerpt import excerpt
from tilewright.spoken import describe, label_of
from tilewright.text import element, labelled, quoted
from tilewright.wording.speech import listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.cli.look import Look
    from tilewright.compiling.context import Node
    from tilewright.playing.state import State
    from tilewright.problems import IllegalMove, Place

# What a person may type, and the key of what it does.
HELP = ("number", "look", "names", "rules", "why_text", "why", "line", "scores", "log", "lang",
        "undo", "undo_turn", "save", "situation", "help", "quit")
REASONS = 3


def help_lines(look: Look, example: str) -> list[str]:
    lines: list[str] = []
    named = {word: look.say(f"typed.{word}") for word in HELP}
    wide = max(map(len, named.values()))
    for word, name in named.items():
        told = look.say(f"help.{word}", example=example)
        lines += wrap(told, look.width, initial_indent=f"  {name:<{wide}} ",
                      subsequent_indent=" " * (wide + 3), break_on_hyphens=False)
    return lines


# -- why --------------------------------------------------------------------------------------


def why(state: State, look: Look, said: str, *, lines: bool = False) -> list[str]:
    """Why the moves that a text may mean are not offered; with the lines of the rules if asked."""
    if not said:
        return _steps(look)
    if state.over:
        return [f"  {look.say('over')}"]
    found = _meant(look, said)
    if not found:
        hint = _near_move(look, said)
        told = look.say("no_such_move", said=said[:60])
        return [f"  {look.say('joined', said=told, more=hint) if hint else told}"]
    legal = look.view.legal()
    offered = [legal.index(move) + 1 for move in found if move in legal]
    if offered:
        told = ", ".join(str(n) for n in offered[:REASONS])
        return [f"  {labelled(look.game, look.say('offered'), told, look.lang)}"]
    return _refusals(state, look, found, lines=lines)


def _refusals(state: State, look: Look, found: list[int], *, lines: bool) -> list[str]:
    """The reasons, each once, with the line of the rules."""
    told: dict[object, list[str]] = {}
    for move in found:
        refused = why_not(state, move, look.lang, look.view.describe(move, look.lang))
        group = state.program.group_of(move)
        key = (group.name if group else "", refused.place)
        if key not in told and len(told) < REASONS:
            told[key] = _refusal(look, refused, lines=lines)
    return [line for told_of in told.values() for line in told_of]


def _refusal(look: Look, refused: IllegalMove, *, lines: bool) -> list[str]:
    """One reason in words; if they do not say it all, the condition as it stands in the rules."""
    place = refused.place
    # That it is another step needs no proof.
    needless = refused.worded or place == _here(look)
    if place is None or (needless and not lines):
        return _wrapped(refused.said, look)
    return [*_wrapped(f"{refused.said} ({place})", look), *(e[:look.width] for e in excerpt(place))]


def _here(look: Look) -> Place | None:
    """Where the rules ask what is asked now."""
    question = look.view.question
    return question.place if question is not None else None


def _wrapped(said: str, look: Look) -> list[str]:
    return wrap(said, look.width, initial_indent="  ", subsequent_indent="  ",
                break_on_hyphens=False)


def _meant(look: Look, said: str) -> list[int]:
    """The moves of the game that a text names: all of it, its beginning, or some of its words."""
    said = typed(said)
    best: list[int] = []
    quality = 0
    for move, words in _moves(look):
        fit = max(_fit(said, typed(w)) for w in words)
        if fit > quality:
            best, quality = [], fit
        if fit and fit == quality:
            best.append(move)
    return best


def _fit(said: str, words: str) -> int:
    """How well a text names a move: 3 all of it, 2 the beginning, 1 all its words are there."""
    if said == words:
        return 3
    if words.startswith(said):
        return 2
    return int(set(said.split()) <= set(words.split()))


def _moves(look: Look) -> list[tuple[int, list[str]]]:
    """Each move that the game can have, with its words and its label."""
    node = look.reader.node
    found, now = [], -1 if node is None else node.label
    for group in look.view.program.groups:
        for index in range(group.size):
            if group.kind and group.kind != "int" and index >= look.size(group.kind):
                continue
            move = group.base + index
            found.append((move, [describe(look.view.program, move, look.lang, now),
                                 label_of(look.view.program, move)]))
    return found


def _near_move(look: Look, said: str) -> str:
    """The move that was probably meant, as players read it."""
    known = {word: words[0] for _, words in _moves(look) for word in words}
    near = nearest(said.casefold(), known)
    return _did_you_mean(look, [known[near]]) if near else ""


def _did_you_mean(look: Look, names: Iterable[str]) -> str:
    near = [quoted(look.game, name, look.lang) for name in dict.fromkeys(names)]
    return look.say("did_you_mean", near=listed(look.lang, near, either=True))


def _steps(look: Look) -> list[str]:
    """The steps of the game, with what may be done in each."""
    program = look.view.program
    now = look.reader.node
    lines: dict[str, str] = {}
    for node in program.nodes.values():
        if node.actions:
            arrow = ">" if node is now else " "
            lines[node_words(look, node)] = f"{arrow} {_step_line(look, node)}"
    return list(lines.values())


def _step_line(look: Look, node: Node) -> str:
    told = ", ".join(dict.fromkeys(general(look, g, node) for g in node.groups if g.name != "pass"))
    line = labelled(look.game, node_words(look, node), told, look.lang)
    return cut(Text(line), look.width - 2).plain


# -- the words of things ----------------------------------------------------------------------


def rules_of(look: Look, said: str) -> list[str]:
    """The words of a tile or another element, by its name or its id."""
    known: dict[str, list[tuple[str, int]]] = {}
    for kind in look.game.kinds.values():
        for index in range(look.size(kind.name)):
            for word in (kind.items[index], element(look.game, kind.name, index, look.lang)):
                known.setdefault(word.casefold(), []).append((kind.name, index))
    wanted = said.casefold()
    starting = [word for word in known if wanted and word.startswith(wanted)]
    word = wanted if wanted in known else starting[0] if len(starting) == 1 else ""
    if not word:
        told = look.say("nothing_called", said=said[:40])
        hint = _hint(look, wanted, starting, known)
        return [f"  {look.say('joined', said=told, more=hint)}"]
    return [line for kind, index in dict.fromkeys(known[word])
            for told in _thing(look, kind, index) for line in _wrapped(told, look)]


def _hint(look: Look, wanted: str, starting: list[str], known: dict[str, list[tuple[str, int]]]
          ) -> str:
    """The things that were probably meant, by their names."""
    near = starting[:5] or [n for n in (nearest(wanted, list(known)),) if n]
    names = [element(look.game, kind, index, look.lang) for n in near for kind, index in known[n]]
    return _did_you_mean(look, names) if names else look.say("name_a_tile")


def _thing(look: Look, kind: str, index: int) -> list[str]:
    """The name and the words of an element, and what the position says of it."""
    name = element(look.game, kind, index, look.lang)
    about = look.about(kind, index)
    lines = [labelled(look.game, name, about, look.lang) if about else name]
    for (owner, _), owned in look.game.fields.items():
        told = value(look, owned, index).plain if owner == kind and not owned.hidden else ""
        if told and told not in ("–", "0", look.say("no"), EMPTY):
            lines.append(labelled(look.game, look.title(owned), told, look.lang))
    return lines
