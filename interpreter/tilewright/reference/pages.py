"""The reference as pages, written with `tilewright reference --write`."""

from __future__ import annotations

from tilewright import limits
from tilewright.catalogue import GAME, TILE_GAME, TILES, Code, Files, codes, tried
from tilewright.reference.layout import REMAKE, fence, table
from tilewright.reference.sections_page import sections_page
from tilewright.reference.words import INTRO, SORTS, Entry, entries

ERRORS = (
    "`tilewright reference CODE` prints one of these. The snippets are parts of a small game: a "
    "section of a snippet stands in place of the section of that game. "
    '`<40 times "x">` stands for so many letters, and `<byte E9>` for a single odd byte.')
LIMITS = (
    "A pack of a stranger can neither fill the memory nor run for ever. What goes beyond these "
    "limits is a problem of the pack, or ends the game that is played.")


def _word(entry: Entry) -> list[str]:
    if not (entry.keys or entry.example):
        return [f"- `{entry.title}`: {entry.about}"]
    lines = [f"### {entry.name}", "", entry.about, ""]
    if entry.form:
        lines[2:2] = [f"`{entry.form}`", ""]
    if entry.keys:
        lines += table(("key", "value", "meaning"),
                        ((f"`{name}`", value, about) for name, value, about in entry.keys))
    return lines + fence(entry.example, "text" if entry.sort == "function" else "yaml")


def words_page() -> str:
    lines = ["# Words of the language", "", f"Made by `{REMAKE}`.", ""]
    for sort, heading in SORTS.items():
        lines += [f"## {heading}", "", INTRO[sort], ""]
        for entry in [e for e in entries() if e.sort == sort]:
            lines += _word(entry)
        lines += [""] if lines[-1] else []
    return "\n".join(lines).rstrip("\n") + "\n"


def _snippets(files: Files) -> list[str]:
    lines = []
    for name, text in files.items():
        lines += [f"`{name}`" + (":" if text is not None else " is not there."), ""]
        sort = {"svg": "xml", "png": "text"}.get(name[-3:], "yaml")
        lines += fence(text, sort) if text is not None else []
    return lines


def _code(code: Code) -> list[str]:
    lines = [f"## {code.name}", "", code.means, ""]
    if code.guard:
        return [*lines, f"What to do: {code.fix}", ""]
    said = next(p for p in tried(code, code.bad) if p.code == code.name)
    lines += ["Wrong:", "", *_snippets(code.bad), "What is said:", "",
              *fence(f"{said.place}: {said.code}: {said.sentence}", "text")]
    return [*lines, f"What to do: {code.fix}", "", "Right:", "", *_snippets(code.good)]


def errors_page() -> str:
    """Each code with its snippets; what is said is what the program really says."""
    lines = [
        "# Problems and what to do", "", f"Made by `{REMAKE}`.", "", ERRORS, "",
        "The small game:", "", *fence(GAME),
        "Snippets with tiles, or with `families`, belong to this one:", "", *fence(TILE_GAME),
        "It has these tiles already:", "", *fence(TILES),
    ]
    for code in codes().values():
        lines += _code(code)
    return "\n".join(lines).rstrip("\n") + "\n"


def limits_page() -> str:
    rows = ((f"`{name}`", f"{number:,}", what) for name, (number, what) in limits.WHAT.items())
    head = ["# Limits", "", f"Made by `{REMAKE}`.", "", LIMITS, ""]
    return "\n".join([*head, *table(("name", "limit", "what"), rows)]) + "\n"


def pages() -> dict[str, str]:
    """All generated pages by file name."""
    return {"words.md": words_page(), "sections.md": sections_page(), "errors.md": errors_page(),
            "limits.md": limits_page()}
