"""What a tile of a game can change: a page made of the game itself, for people who write tiles."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tilewright.handbook.entries import amounts, conditions, events, queries, texts, verbs
from tilewright.handbook.examples import Example, examples, tile_file
from tilewright.handbook.things import things
from tilewright.handbook.words import Facts, type_words
from tilewright.merging.content import VOCABULARY
from tilewright.model import FALLBACK
from tilewright.reference import ABILITIES
from tilewright.text import text, title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright import model
    from tilewright.language.tree import Menu
    from tilewright.merging.content import Content
    from tilewright.model import Kind

INTRO = """\
A tile has abilities, and an ability uses words that the game publishes. Here are all of these
words: what holds without any tile, which tiles use a word, and what players read. To make a tile
of your own: take an example, change its words and numbers, and let `tilewright check` tell what
does not fit. `tilewright new tile {game} {family} MY_TILE` makes the files.

Texts that need a number are shown with a small one. A text that is missing in a language has to
come with your tile, in each language of the game.
"""
WINDOWS = """\
A power is offered in each step of its owner's turn (`window: my_turn`, which holds if nothing
else is said), only in one step (`window: "step:NAME"`), or as the answer to an event (`window:
reaction` with `whenever`). Steps with a name:
"""
NO_TILES = """\
`{game}` has no families of tiles, so there are no tiles that could change anything. An overlay can
change all of its rules: see [how a variant changes a game](../../variants/README.md).
"""
CANNOT = """\
Abilities only combine what is published. Whatever else a tile shall do needs an overlay or a
rules file, both in a variant (see [how a variant changes a game](../../variants/README.md)):

- A new word: a rules file with `vocabulary`, where verbs, queries, events, conditions and amounts
  are defined.
- Another value of the rules, such as what players begin with or what a thing costs: `set` in an
  overlay. `tilewright why {game} PATH` tells where a value stands.
- Another course of the game, other actions, another board, another end: an overlay too.
- Points in a new line of the score sheet: `add` in an overlay, below `scoring`.

What no ability can do by itself:

- Change a query for somebody else than the owner of the tile. Against others there are `toll` and
  `when: {{opponent: …}}`.
- Calculate: values are whole numbers and words, not expressions. What is worked out stands in a
  verb or an amount.
- Change an action itself (here {actions}); only the queries that it asks.
- Work from a place where it is not in play; the table of families tells where tiles are.
"""


def handbook(game: model.Game, content: Content, langs: Iterable[str] = ()) -> str:
    """The page of a game; without languages all of the game stand side by side."""
    shown = list(langs) or sorted(game.texts, key=lambda lang: (lang != FALLBACK, lang))
    facts = Facts(game, content, shown)
    name = title(game, shown[0] if shown else FALLBACK)
    lines = [f"# {name}: what can a tile change?", "", f"Made by `tilewright reference {game.id}`.",
             ""]
    lines += _page(facts) if facts.families else [NO_TILES.format(game=game.id), *things(game)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _page(facts: Facts) -> list[str]:
    families = [k.name for k in facts.families]
    first = next((name for name in families if facts.in_play(name)), families[0])
    lines = [INTRO.format(game=facts.game.id, family=first), *_contents(facts), *_families(facts),
             "## The seven kinds of abilities", ""]
    for example in examples(facts):
        lines += _kind(facts, example)
    for section in (queries, verbs, events, conditions, amounts, _windows):
        lines += section(facts)
    return [*lines, *things(facts.game), "## What abilities cannot do", "", CANNOT.format(
        game=facts.game.id, actions=_own_actions(facts.game))]


def _own_actions(game: model.Game) -> str:
    return ", ".join(f"`{a.name}`" for a in game.actions.values() if a.tile is None)


def _contents(facts: Facts) -> list[str]:
    """The words of the game at a glance."""
    lines = [f"- {section}: {', '.join(f'`{w}`' for w in facts.content.section(section)) or 'none'}"
             for section in VOCABULARY]
    return [*lines, ""]


# -- families -----------------------------------------------------------------------------------

def _families(facts: Facts) -> list[str]:
    rows = [[f"`{kind.name}`", facts.names(f"kind.{kind.name}"), str(len(kind.items)),
             _attributes(kind), *_where_it_works(facts, kind.name)] for kind in facts.families]
    return ["## Families of tiles", "",
            "The last three columns tell where abilities of these kinds work.", "",
            *_table(["family", "called", "tiles", "attributes", "gain",
                     "power, change, when, toll", "score, goal"], rows)]


def _attributes(kind: Kind) -> str:
    said = [f"`{a.name}`: {type_words(a.type)}" for a in kind.attributes.values()]
    return "; ".join(said) or "none"


def _where_it_works(facts: Facts, family: str) -> list[str]:
    zones = " and ".join(f"`{zone}`" for zone in facts.in_play(family))
    return ["where the rules activate the tile" if family in facts.activated else "nowhere",
            f"in {zones}" if zones else "nowhere",
            "where the rules count the tile" if family in facts.counted else "nowhere"]


def _kind(facts: Facts, example: Example) -> list[str]:
    """A kind of ability: what it is, and an example for this game."""
    entry = next(a for a in ABILITIES if a.name == example.kind)
    lines = [f"### {example.kind}", "",
             f"{entry.about} [All its keys](../words.md#abilities-of-tiles).", ""]
    if example.why_not:
        return [*lines, f"Not in this game as it is: {example.why_not}", ""]
    lines += [*example.needs, ""] if example.needs else []
    lines += ["A file under `tiles`:", "", *_fence(tile_file(facts, example))]
    if example.rules:
        lines += ["A file under `rules`:", "", *_fence(example.rules)]
    if example.changes:
        lines += ["A file under `overlays`:", "", *_fence(example.changes)]
    if example.texts:
        missing = "".join(f"{key}: {json.dumps(said, ensure_ascii=False)}\n"
                          for key, said in example.texts.items())
        langs = ", ".join(facts.game.texts)
        lines += [f"Texts under `texts`, in each of {langs}; find better words:", "",
                  *_fence(missing)]
    said = [f"- {lang}: {words}" for lang in facts.langs
            if (words := facts.sentence(example.ability, lang))]
    return lines + (["What players read:", "", *said, ""] if said and not example.texts else [])


# -- windows ------------------------------------------------------------------------------------

def _windows(facts: Facts) -> list[str]:
    named = {menu.step: menu for menu in facts.menus if menu.step}
    rows = [_step(facts, menu) for menu in named.values()]
    unnamed = [m for m in facts.menus if not m.step and m.powers]
    closed = [m for m in facts.menus if not m.powers]
    lines = ["## When a power can be used", "", WINDOWS]
    lines += _table(["step", "actions", "powers", *facts.langs], rows) if rows else ["None.", ""]
    lines += [f"- Powers are offered beside {_actions(m)} too." for m in unnamed]
    lines += [f"- Beside {_actions(m)} no powers are offered." for m in closed if not m.step]
    lines += texts(facts, [f"window.{step}" for step in named])
    return [*lines, ""]


def _step(facts: Facts, menu: Menu) -> list[str]:
    said = [text(facts.game, f"step.{menu.step}", lang) or "" for lang in facts.langs]
    return [f"`{menu.step}`", _actions(menu), "yes" if menu.powers else "no", *said]


def _actions(menu: Menu) -> str:
    return ", ".join(f"`{name}`" for name in menu.actions) or "none"


def _fence(words: str) -> list[str]:
    return ["```yaml", *words.rstrip("\n").split("\n"), "```", ""]


def _table(heads: list[str], rows: Iterable[list[str]]) -> list[str]:
    body = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in [heads, ["---"] * len(heads), *body]] + [""]
