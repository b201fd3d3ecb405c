"""The catalogue of problem codes: what each means, with a snippet that has it and one that has not.

Each code is a file of the folder `codes`. Its snippets are laid over a small complete game, so
that they can be tried: a section in a snippet replaces the section of the small game.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import yaml

from tilewright.packs.unnamed import MARKS
from tilewright.problems import Place, Problem
from tilewright.reading.source import Loader

SECTION = re.compile(r"([a-z_]+):")
TIMES = re.compile(r'<(\d+) times "([^"]*)">')
BYTE = re.compile(r"<byte ([0-9A-F]{2})>")
OF_VARIANT = ("variant.yaml", "overlay.yaml")
# Files of a second variant; its manifest has to say another id.
OTHER = "other/"

GAME = """\
players: {min: 2, max: 2}
state:
  player: {coins: int}
flow:
  round:
    each: players
    turn:
      - must: [earn]
actions:
  earn:
    do:
      - gain: {me.coins: 1}
ends:
  rich: {when: any(p.coins >= 5 for p in players)}
scoring:
  coins: me.coins
"""

TILE_GAME = """\
players: {min: 2, max: 2}
families: {card: {}}
state:
  game:
    deck: {zone: card, start: all}
  player:
    coins: int
    cards: {zone: card, in_play: true}
flow:
  round:
    each: players
    turn:
      - for_each: {tile: me.cards}
        do: [{activate: tile}]
      - must: [earn]
      - may: [buy]
        step: shop
actions:
  earn:
    do:
      - event: gets_paid
        with: {amount: wage()}
        do:
          - gain: {me.coins: wage()}
  buy:
    pay: {me.coins: 2}
    do:
      - draw: 1
        from: deck
        to: me.cards
vocabulary:
  verbs:
    pay_out: {args: {amount: int}, do: [{gain: {me.coins: amount}}]}
    pay_back: {pay: {me.coins: 2}, do: [{score: {debts: 1}}]}
  queries:
    wage: {type: int, base: 1}
  events:
    earns: {action: earn}
    gets_paid: {gives: {amount: int}}
  conditions:
    poor: {is: me.coins < 3}
    worthy: {args: {amount: int}, is: amount < 3}
  amounts:
    coins_owned: me.coins
ends:
  rich: {when: any(p.coins >= 5 for p in players)}
scoring:
  coins: me.coins
  debts: counted
  cards: sum(tile_points(t) for t in me.cards)
"""

TILES = """\
family: card
tiles:
  purse: {abilities: {now: {gain: [{pay_out: 1}]}}}
  guild: {abilities: {more: {change: wage, add: 1}}}
  beggar: {abilities: {alms: {when: {me: earns}, where: poor, do: [{pay_out: 1}]}}}
  monk: {abilities: {alms: {when: {me: gets_paid}, where: worthy, do: [{pay_out: 1}]}}}
  lender: {abilities: {relief: {power: pay_back, limit: once_per_turn}}}
  banker: {abilities: {wealth: {score: 1, per: coins_owned}}}
"""

MANIFEST = "language: 2\nid: small_game\nversion: 1.0.0\n"
VARIANT = "language: 2\nid: small_change\nversion: 1.0.0\nvariant_of: small_game\n"

Files = dict[str, str | None]


@dataclass(frozen=True, slots=True)
class Code:
    """One problem code for people, and its proof.

    `at` is the text, or the file, that the problem points to; `also` are codes that come
    with it. A `guard` has no snippets: it is a safety net that no known file reaches. What
    `plays` is found in random games.
    """

    name: str
    means: str
    fix: str
    at: str
    bad: Files
    good: Files
    base: str
    also: tuple[str, ...]
    guard: bool
    plays: bool


@cache
def codes() -> dict[str, Code]:
    """All codes by name, in alphabetical order."""
    folder = resources.files("tilewright") / "codes"
    found = {}
    for file in folder.iterdir():
        name = file.name.removesuffix(".yaml")
        if name != file.name:
            found[name] = _code(name, yaml.load(file.read_text("utf-8"), Loader))  # noqa: S506
    return dict(sorted(found.items()))


def _code(name: str, raw: dict[str, Any]) -> Code:
    bad, good = raw.get("bad", {}), raw.get("good", {})
    usual = "tiles" if "tiles.yaml" in bad else "plain"
    return Code(name, raw["means"].strip(), raw["fix"].strip(), raw.get("at", ""), bad, good,
                raw.get("base", usual), tuple(raw.get("also", ())), raw.get("guard", False),
                raw.get("plays", False))


def spot(code: Code) -> Place:
    """Where the problem of the bad snippet shall be."""
    fragment = expanded(code.at)
    for name, text in code.bad.items():
        whole_text = expanded(text or "")
        start = whole_text.find(fragment)
        if start >= 0 and code.at not in code.bad:
            before = whole_text[:start]
            return Place(name, before.count("\n") + 1, start - (before.rfind("\n") + 1) + 1)
    return Place(code.at)


# -- trying a snippet -------------------------------------------------------------------------


def expanded(text: str) -> str:
    """A text with its holes filled: `<40 times "x">`, and `<byte E9>` for a stray byte."""
    text = TIMES.sub(lambda m: m.group(2) * int(m.group(1)), text)
    return BYTE.sub(lambda m: bytes.fromhex(m.group(1)).decode("utf-8", "surrogateescape"), text)


def laid_over(snippet: str, base: str) -> str:
    """The snippet, followed by those sections of the base that it does not have."""
    parts = re.split(r"^(?=[a-z_]+:)", base, flags=re.MULTILINE)
    own = {m.group(1) for line in snippet.splitlines() if (m := SECTION.match(line))}
    rest = [p for p in parts if (m := SECTION.match(p)) and m.group(1) not in own]
    return snippet + "".join(rest)


def whole(snippets: Files, base: str = "plain") -> tuple[Files, Files]:
    """The files of the game and of the variant that some snippets stand for."""
    tiles = base == "tiles"
    start = {"game.yaml": TILE_GAME if tiles else GAME, "variant.yaml": VARIANT,
             "pack.yaml": _manifest(snippets, tiles=tiles)}
    if "overlay.yaml" in snippets:
        start["variant.yaml"] += "overlays: [overlay.yaml]\n"
    files: Files = dict(start)
    if tiles:
        files["base_tiles.yaml"] = TILES
    for name, text in snippets.items():
        files[name] = None if text is None else laid_over(expanded(text), start.get(name, ""))
    variant = {n: files.pop(n) for n in OF_VARIANT if n in files}
    return files, variant if any(n in snippets for n in OF_VARIANT) else {}


def _manifest(snippets: Files, *, tiles: bool) -> str:
    """A manifest that names the files that there are."""
    lines = [MANIFEST, "rules: [game.yaml]\n"]
    found = [n for n in ("base_tiles.yaml", "tiles.yaml")
             if n in snippets or (tiles and n == "base_tiles.yaml")]
    if found:
        lines.append(f"tiles: [{', '.join(found)}]\n")
    if "board.yaml" in snippets:
        lines.append("boards: [board.yaml]\n")
    for key, folder in (("texts", "text/"), ("terms", "terms/")):
        named = sorted(n for n in snippets if n.startswith(folder) and not n.endswith(MARKS))
        if named:
            each = ", ".join(f"{name[len(folder):-5]}: {name}" for name in named)
            lines.append(f"{key}: {{{each}}}\n")
    return "".join(lines)


def write(files: Files, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        if text is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
    return folder


def trial(snippets: Files, base: str = "plain", *, plays: bool = False) -> list[Problem]:
    """The problems of some snippets, with file names as in the catalogue."""
    from tilewright.cli.check import check_and_play, check_folder

    other = {n.removeprefix(OTHER): text for n, text in snippets.items() if n.startswith(OTHER)}
    first = {n: text for n, text in snippets.items() if not n.startswith(OTHER)}
    game, variant = whole(first, base)
    with tempfile.TemporaryDirectory() as made:
        top = Path(made).resolve()
        folder = write(game, top / "game")
        overlays = [write(variant, top / "variant")] if variant else []
        if other:
            overlays.append(write(whole(other, base)[1], top / "other"))
        found = (check_and_play(folder, overlays)[0].sorted() if plays
                 else check_folder(folder, overlays))
        return [_plain(p, top) for p in found]


def tried(code: Code, snippets: Files) -> list[Problem]:
    """The problems of the bad or the good snippets of a code."""
    return trial(snippets, code.base, plays=code.plays)


def _plain(problem: Problem, top: Path) -> Problem:
    """A problem without the folder that it was tried in."""

    def short(text: str) -> str:
        for pack in ("game", "variant"):
            text = text.replace(f"{top / pack}/", "").replace(str(top / pack), pack)
        return text.replace(f"{top}/{OTHER}", OTHER)

    place = problem.place
    return Problem(problem.code, Place(short(place.file), place.line, place.col, place.end),
                   short(problem.message), short(problem.hint))
