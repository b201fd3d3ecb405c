"""What tiles are, what changed, and what random games tell about it, in lines of text."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from tilewright.cli.show import value_words
from tilewright.model import FALLBACK
from tilewright.playing.effect import FEW, LONGEST
from tilewright.text import element, labelled, reason, rules_text

if TYPE_CHECKING:
    from tilewright import model
    from tilewright.playing.effect import Effect, Estimate, Played, Tile, TileEffect

# What a tile is: its attributes and abilities, and its words, each under a name.
Facts = dict[str, str]
WORDS = "words "
# So many tiles are told in full; a change of a family or of a sentence can touch all.
MOST_TILES = 8


def named(tile: Tile) -> str:
    return ".".join(tile)


# -- what tiles are -------------------------------------------------------------------------------


def facts(game: model.Game) -> dict[Tile, Facts]:
    """What each tile is after all changes, as texts that can be compared."""
    return {(kind.name, item): _facts(game, kind, index)
            for kind in game.kinds.values() if kind.tiles
            for index, item in enumerate(kind.items)}


def _facts(game: model.Game, kind: model.Kind, index: int) -> Facts:
    found = {a.name: value_words(game, a.type, a.values[index]) for a in kind.attributes.values()}
    found["count"] = str(kind.copies[index])
    for name, raw in game.published.abilities.get((kind.name, index), {}).items():
        found[f"ability {name}"] = json.dumps(raw, ensure_ascii=False)
    for lang in game.texts or (FALLBACK,):
        said = rules_text(game, kind.name, index, lang)
        name = element(game, kind.name, index, lang)
        found[WORDS + lang] = labelled(game, name, said, lang) if said else name
    return found


def changed_tiles(now: dict[Tile, Facts], before: dict[Tile, Facts]) -> list[Tile]:
    """The first tiles that are new or other than before; only so many are told in full."""
    return _changed(now, before)[:MOST_TILES]


def _changed(now: dict[Tile, Facts], before: dict[Tile, Facts]) -> list[Tile]:
    return [tile for tile, told in now.items() if before.get(tile) != told]


def change_lines(now: dict[Tile, Facts], before: dict[Tile, Facts]) -> list[str]:
    """All tiles that are gone, new or changed; nothing if there are none."""
    lines = [f"{named(tile)}: removed" for tile in before if tile not in now]
    for tile in changed_tiles(now, before):
        lines += _tile_lines(tile, now[tile], before.get(tile))
    more = [named(tile) for tile in _changed(now, before)[MOST_TILES:]]
    return [*lines, f"and {len(more)} more: {', '.join(more)}"] if more else lines


def _tile_lines(tile: Tile, now: Facts, before: Facts | None) -> list[str]:
    """A tile in all languages, and which of its values are other than before."""
    lines = [f"{named(tile)}: {'new' if before is None else 'changed'}"]
    for name in [n for n in {**(before or {}), **now} if not n.startswith(WORDS)]:
        new, old = now.get(name), (before or {}).get(name)
        if before is not None and new != old:
            lines.append(f"  {name}: {_was(new, old)}")
    lines += [f"  {name.removeprefix(WORDS)}  {said}" for name, said in now.items()
              if name.startswith(WORDS)]
    return lines


def _was(new: str | None, old: str | None) -> str:
    if new is None:
        return f"gone, was {old}"
    return f"{new}, new" if old is None else f"{new}, was {old}"


# -- what random games tell -----------------------------------------------------------------------


def effect_lines(game: model.Game, found: Effect, versus: str) -> list[str]:
    """The tiles, then the whole game, beside the game that it is compared with."""
    count, seats = len(found.games), len(found.games[0].scores)
    lines = [f"{count} random games of {seats} players, 95% intervals:"]
    lines += [f"  {named(told.tile)}: {_tile(told, count)}" for told in found.tiles]
    lines.append(f"  points of a seat: {_points(found, versus)}")
    lines.append(f"  length: {_length(found.games)}{_beside(found, versus, _length)}")
    lines.append(f"  ends: {_ends(game, found.games)}")
    if found.without is not None and _reasons(found.without) != _reasons(found.games):
        lines.append(f"  ends {versus}: {_ends(game, found.without)}")
    return lines


def _tile(told: TileEffect, count: int) -> str:
    if not told.games:
        return f"never used in {count} games"
    used = f"used in {told.games} of {count} games"
    if told.difference is None:
        return (f"{used}; in {told.compared} of them by some seats and not by others, too few "
                f"to compare ({FEW} are needed)")
    return (f"{used}; {told.users:.1f} points for those who used it, {told.others:.1f} for the "
            f"others, {_estimate(told.difference)}")


def _estimate(found: Estimate) -> str:
    return f"{found.mean:+.1f} ({found.low:+.1f} to {found.high:+.1f})"


def _points(found: Effect, versus: str) -> str:
    mean = f"{_mean([g.mean for g in found.games]):.1f}"
    if found.without is None:
        return mean
    if found.difference is None:
        return f"{mean}; they cannot be compared with the game {versus}"
    other = _mean([g.mean for g in found.without])
    return f"{mean}, {other:.1f} {versus}, {_estimate(found.difference)}"


def _beside(found: Effect, versus: str, tell: Any) -> str:
    return f"; {versus} {tell(found.without)}" if found.without is not None else ""


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _length(games: list[Played]) -> str:
    decisions = _mean([float(g.decisions) for g in games])
    return f"{decisions:.1f} decisions and {_mean([float(g.rounds) for g in games]):.1f} rounds"


def _reasons(games: list[Played]) -> Counter[str | None]:
    return Counter(g.reason for g in games)


def _ends(game: model.Game, games: list[Played]) -> str:
    told = [f"{n / len(games):.1%} {_reason(game, word)}"
            for word, n in sorted(_reasons(games).items(), key=lambda p: (-p[1], str(p[0])))]
    return ", ".join(told)


def _reason(game: model.Game, word: str | None) -> str:
    return reason(game, word) or f"cut off after {LONGEST:,} decisions"
