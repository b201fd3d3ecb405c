"""`tilewright lab coverage`: which rules random games never reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.given import GAME, Json, Options, Players, Seed, With

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tilewright.lab.coverage import Coverage
    from tilewright.playing.game import Game
    from tilewright.problems import Place


def coverage(
    game: Annotated[str, GAME],
    players: Players = None,
    games: Annotated[int, typer.Option(
        min=1, help="How many games, of each number of players in turn.")] = 100,
    seed: Seed = 0,
    bot: Annotated[str, typer.Option(help="random, greedy or mcts:200.")] = "random",
    variants: With = None,
    json_to: Json = None,
    options: Options = None,
) -> None:
    """Play games between bots, and tell which rules none of them has reached."""
    from tilewright.cli.lab_begin import put_out
    from tilewright.cli.options import settings
    from tilewright.lab.covering import covered_by
    from tilewright.playing.bots import bot_named
    from tilewright.playing.game import load

    bot_named(bot)
    made = load(game, variants or [])
    counts = list(made.players) if players is None else [players]
    found = covered_by(made, counts, dict(settings(options)), games, seed, bot)
    put_out(found.as_json(), lines(found, made, counts, f"seed {seed}, bot {bot}"), json_to)


def lines(found: Coverage, game: Game, counts: Sequence[int], how: str) -> list[str]:
    """What was played, and what it has reached."""
    from tilewright.text import title

    span = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    head = (f"{title(game.model)}: {found.games:,} games of {span} players, "
            f"{found.decisions:,} decisions, {how}")
    return [head, *report(found)]


def report(found: Coverage) -> list[str]:
    """What was reached, as lines: a table of the files, and all that was not met."""
    return [*_table(found), *_said("test that was never true", found.never_true),
            *_said("test that was never false", found.never_false),
            *_said("test that was never asked", found.never_asked),
            *_said("action that was never offered", found.never_offered),
            *_said("action that was offered and never taken", found.never_taken),
            *_said("reaction that never happened", found.never(found.reactions)),
            *_said("end that was never reached", found.never(found.ends)),
            *_said("zone that was never full when somebody decided", [
                f"{name} ({found.zones[name][0]} of {found.zones[name][1]})"
                for name in found.never_full]),
            *_said("text that was never read", found.never(found.texts)),
            *(f"fault in {n:,} games: {said}" for said, n in found.faults.items())]


def _table(found: Coverage) -> list[str]:
    from tilewright.lab.coverage import ranges

    rows = [("file", "statements", "run", "never run")]
    for file in found.files:
        met = [(place.line, n) for place, n in found.statements.items() if place.file == file]
        rows.append((file, f"{len(met):,}", f"{sum(n > 0 for _, n in met):,}",
                     ranges({line for line, n in met if not n})))
    run = sum(n > 0 for n in found.statements.values())
    share = f"{run / len(found.statements):.1%}" if found.statements else ""
    rows.append(("all", f"{len(found.statements):,}", f"{run:,}", share))
    widths = [max(len(row[at]) for row in rows) for at in range(3)]
    return [f"  {file:{widths[0]}}  {there:>{widths[1]}}  {ran:>{widths[2]}}  {rest}".rstrip()
            for file, there, ran, rest in rows]


def _said(what: str, names: Iterable[str | Place]) -> list[str]:
    """So many of a sort, each on a line of its own where it is a place."""
    found = list(map(str, names))
    if not found:
        return []
    head, _, rest = what.partition(" that ")
    many = what if len(found) == 1 else f"{head}s that {rest.replace('was ', 'were ')}"
    return [f"{len(found):,} {many}:", *(f"  {name}" for name in found)]
