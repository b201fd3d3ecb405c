"""The page of all sections: what each key means, what it normally is, and an example."""

from __future__ import annotations

from tilewright.reference.as_yaml import on_one_line, written
from tilewright.reference.found import example_of
from tilewright.reference.layout import REMAKE, fence, table
from tilewright.reference.plain import sentence
from tilewright.reference.sections import MAPPING, Section, files

INTRO = """\
Everything that can be written in the files of a game, key by key. A name in capitals, such as
`OWNER`, stands for one that you choose or that your game has. What stands behind a key is told in
few words: *an expression* is a text such as `me.coins + 2`, *statements* are a list of effects,
and both are made of [the words of the language](words.md). *A type* is `int` (a whole number),
`bool` (true or false), a kind, a kind with `?` for one or none, or `[kind]` for a list. *A
mapping* has keys of its own, which the next table tells.

A long expression may go on in the next lines. Behind `>-` or `|`, as in `if: >-`, it begins below
its key, with each line further right than the key. There it needs no quotes, whatever is in it.

The examples of rules belong together: they are one small game about a garden, and tests play it.
In the terminal, `tilewright reference flow.round` tells one of these sections, and
`tilewright reference capacity` a key wherever it stands."""
# The headings of files, in the order of the page, and what stands below each of them.
HEADS = {"game": "Rules and boards", "tiles": "Tiles", "text": "Texts", "overlay": "Overlays",
         "terms": "Terms", "situations": "Situations", "pack": "The manifest of a game",
         "variant": "The manifest of a variant", "experiment": "Experiments"}
BELOW = {
    "game": "Files under `rules`, such as `game.yaml`. `grids`, `sites` and `relations` may also "
            "stand in files under `boards`.",
    "tiles": "Files under `tiles`, each with one family. [Abilities of "
             "tiles](words.md#abilities-of-tiles) tells the keys of each kind of ability.",
    "text": "Files under `texts`. [Texts of a game](texts-of-a-game.md) tells about holes, "
            "numbers and forms; `tilewright check` tells which keys are missing.",
    "overlay": "Files under `overlays` of a variant. [How a variant changes a "
               "game](../variants/README.md) shows what comes out.",
    "terms": "Files under `terms`. [For translators](translating.md) tells what `check` makes of "
             "them.",
    "situations": "Files under `situations`: [given this, do that, expect this](situations.md).",
    "pack": "The file `pack.yaml`.",
    "variant": "The file `variant.yaml`.",
    "experiment": "The file `lab.yaml` beside a pack: [a study that can be "
                  "repeated](lab-experiment.md).",
}


def sections_page() -> str:
    lines = ["# Sections, key by key", "", f"Made by `{REMAKE}`.", "", INTRO, ""]
    lines += [_contents(), ""]
    told: dict[tuple[str, ...], Section] = {}
    for kind, home in files().items():
        lines += [f"## {HEADS[kind]}", "", BELOW[kind], ""]
        for section in home.keys if kind == "game" else [home]:
            lines += _section(section, told, heading=kind == "game")
    return "\n".join(lines).rstrip("\n") + "\n"


def _contents() -> str:
    """Links to the sections of rules and to the other files."""
    game, *_ = files().values()
    links = [f"[{key.title}](#{key.title})" for key in game.keys]
    heads = [f"[{head}](#{head.lower().replace(' ', '-')})" for head in HEADS.values()]
    return f"{', '.join(heads)}.\n\nIn rules: {', '.join(links)}."


def _section(section: Section, told: dict[tuple[str, ...], Section], *, heading: bool) -> list[str]:
    lines = [f"### {section.title}", "", sentence(section.about), ""] if heading else []
    return [*lines, *_keys(section, told, first=True), *_example(section)]


def _keys(holder: Section, told: dict[tuple[str, ...], Section], *, first: bool = False
          ) -> list[str]:
    """The names that somebody chooses, a table of keys, and what is below each of them."""
    lines = [line for key in holder.keys if key.chosen and (key.keys or first)
             for line in (_chosen(key), "")]
    named = [key for key in holder.keys if not key.chosen]
    same = told.setdefault(_signature(named), holder) if len(named) > 1 else holder
    if same is not holder:
        where = f"[`{same.title}`](#{same.path[0]})"
        return [*lines, f"The keys of `{holder.title}` are those of {where}.", ""]
    lines += _table(holder, named) if named else []
    return [*lines, *(line for key in holder.keys for line in _keys(key, told))]


def _signature(keys: list[Section]) -> tuple[str, ...]:
    return tuple(f"{key.path[-1]}: {key.about}" for key in keys)


def _chosen(key: Section) -> str:
    """What a name is that somebody chooses."""
    ways = "" if key.value == MAPPING else f" Written as {key.value}."
    return f"`{key.title}`: {sentence(key.about)}{ways}"


def _table(holder: Section, keys: list[Section]) -> list[str]:
    rows = []
    for key in keys:
        about, _, normally = key.about.partition("; normally ")
        usual = f"`{on_one_line(key.default[0])}`" if key.default else normally
        rows.append((f"`{key.path[-1]}`", key.value, "(needed)" if key.needed else usual, about))
    head = f"keys of `{holder.title}`" if holder.path else "keys"
    return table((head, "value", "normally", "meaning"), rows)


def _example(section: Section) -> list[str]:
    if not section.examples and section.file == "game":
        return []
    first = example_of(section)
    others = [{section.path[-1]: example} for example in section.examples[1:]]
    return [line for example in (first, *others) if example is not None
            for line in fence(written(example))]
