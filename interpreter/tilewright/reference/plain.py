"""The reference as plain text, for the terminal."""

from __future__ import annotations

import re

from tilewright.catalogue import Code, codes
from tilewright.problems import UsageError, did_you_mean
from tilewright.reference.as_yaml import on_one_line, written
from tilewright.reference.everyday import Everyday, everyday, everyday_of, tidied
from tilewright.reference.found import example_of, names, sections_of
from tilewright.reference.sections import Section, files
from tilewright.reference.words import SORTS, Entry, entries

NOTHING = "'tilewright reference' lists all words; all sections stand in docs/sections.md"
# What else there is to read about each sort of files.
READ = {"game": "docs/sections.md", "tiles": "docs/words.md", "text": "docs/texts-of-a-game.md",
        "overlay": "variants/README.md", "terms": "docs/translating.md",
        "situations": "docs/situations.md",
        "pack": "content/README.md", "variant": "variants/README.md"}
# So many sections of one name are told in full.
FEW = 3


def indented(text: str) -> list[str]:
    return [f"    {line}".rstrip() for line in text.splitlines()]


def plain_entry(entry: Entry) -> list[str]:
    lines = [f"{entry.title}  ({entry.sort})", f"  {entry.about}"]
    lines += [f"  {name}: {value}; {about}" for name, value, about in entry.keys]
    if entry.example:
        lines += ["  example:", *indented(entry.example)]
    return lines


def plain_code(code: Code) -> list[str]:
    lines = [f"{code.name}  (problem)", f"  {code.means}", f"  {code.fix}"]
    for word, snippets in (("wrong", code.bad), ("right", code.good)):
        for name, text in snippets.items():
            lines += [f"  {word}, in {name}:", *indented(text or "(there is no such file)")]
    return lines


def summary() -> list[str]:
    """All words, each with its sentence."""
    lines = []
    for sort, heading in SORTS.items():
        lines += [f"{heading}:", *(f"  {e.title}: {e.about}" for e in entries() if e.sort == sort)]
    lines += ["Sections:", *(f"  {s.title}: {s.about}" for s in top_sections())]
    return [*lines, "Problems:", *(f"  {c.name}: {c.means}" for c in codes().values())]


def top_sections() -> list[Section]:
    """The sections of rules, then the other files."""
    return [s for home in files().values() for s in ([home] if home.path else home.keys)]


def plain_section(section: Section) -> list[str]:
    """A section with its keys and an example."""
    lines = [f"{section.title}  ({_place(section)})", f"  {sentence(section.about)}"]
    lines += [] if section.keys else [f"  value: {section.value}"]
    lines += [f"  normally: {on_one_line(section.default[0])}"] if section.default else []
    lines += [f"  {'.'.join(key.path[len(section.path):])}: {key.value}; {about_key(key)}"
              for key in section.below()]
    example = example_of(section)
    if example is not None:
        lines += ["  example:", *indented(written(example))]
    return [*lines, f"  read: {READ[section.file]}"] if section.file in READ else lines


def _place(section: Section) -> str:
    if len(section.path) == 1:
        return "section" if section.file in ("game", "tiles") else "file"
    return f"key of {'.'.join(section.path[:-1])}"


def about_key(key: Section) -> str:
    """What a key means, and whether it is needed or what it normally is."""
    if key.needed:
        return f"{key.about} (needed)"
    return f"{key.about}; normally {on_one_line(key.default[0])}" if key.default else key.about


def sentence(about: str) -> str:
    return f"{about[:1].upper()}{about[1:]}{'' if about.endswith('.') else '.'}"


def plain_sections(found: list[Section]) -> list[str]:
    """Several sections: the only ones in full, else one line for each."""
    if len(found) <= FEW:
        return [line for section in found for line in ("", *plain_section(section))][1:]
    told: dict[str, list[str]] = {}
    for section in found:
        told.setdefault(about_key(section), []).append(section.title)
    return ["a key of several sections:",
            *(f"  {', '.join(titles)}: {about}" for about, titles in told.items())]


def plain_everyday(word: Everyday, asked: str) -> list[str]:
    """What an everyday word is here; several of them can be told together."""
    first, asked = word.names[0], tidied(asked)
    name = asked if first in (asked, asked.removesuffix("s")) else f"{asked}, {first}"
    lines = [f"{name}  (an everyday word)", f"  {word.say}"]
    lines += [f"  see: {', '.join(word.see)}   (tilewright reference WORD)"] if word.see else []
    return lines + [f"  read: {page}" for page in word.pages]


def plain_keys(word: str) -> list[list[str]]:
    """The effects and abilities that have a key of this name."""
    found: dict[str, list[str]] = {}
    for entry in entries():
        for key, _, about in entry.keys:
            if key == word != entry.name:
                found.setdefault(about, []).append(entry.name)
    lines = [f"  {', '.join(holders)}: {about}" for about, holders in found.items()]
    return [[f"{word}  (key of statements and abilities)", *lines]] if lines else []


def explain(word: str) -> list[str]:
    """All that a word, a path, a code or a word of every day means, as lines for people."""
    parts = (_parts(word) or _parts(word.strip().rstrip(":").lower())
             or _of_functions(word.strip().rstrip("=")))
    if not parts:
        hint = did_you_mean(word, _known()) or NOTHING
        raise UsageError(f"there is no word and no problem '{word}'; {hint}")
    return [line for part in parts for line in ("", *part)][1:]


def _parts(word: str) -> list[list[str]]:
    parts = [plain_entry(entry) for entry in entries()
             if word in (entry.name, *(entry.name.split() if entry.sort == "sign" else ()))]
    parts += [plain_sections(found) for found in sections_of(word) if found]
    parts += plain_keys(word)
    parts += [plain_code(codes()[word])] if word in codes() else []
    return parts + [plain_everyday(found, word) for found in everyday_of(word)]


def _of_functions(word: str) -> list[list[str]]:
    """The functions that are given something by a name, as in `through=`."""
    named = re.compile(rf"\W{re.escape(word)}=")
    return [plain_entry(e) for e in entries() if word and named.search(e.title)]


def _known() -> list[str]:
    """All that can be asked for, so that the nearest can be named."""
    words = [name for e in entries() for name in (e.name, *(key for key, _, _ in e.keys))]
    return [*words, *codes(), *names(), *(name for e in everyday() for name in e.names)]
