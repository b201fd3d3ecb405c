"""`tilewright replay`, and going on with a saved game, also when its rules have changed since."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tilewright.cli.page import Page
from tilewright.merging.addresses import NotFound, find, joined
from tilewright.playing.game import Game, load
from tilewright.playing.record import Record, Session, begun, find_move, read_record, verify
from tilewright.problems import (
    ContentError,
    IllegalMove,
    RecordError,
    RuleError,
    UsageError,
    listed,
    printable,
)
from tilewright.telling.words import lines
from tilewright.text import need_language, say
from tilewright.writing import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.playing.compare import Changed, Difference
    from tilewright.playing.state import State

WAY_OUT = "to play it with the rules that it was recorded with, add: --as-recorded"


def replay_file(path: Path, lang: str, name: str | None, variants: list[str], *,
                as_recorded: bool) -> None:
    """Tell a record move by move, and check that it still comes to the same."""
    record = read_record(path)
    game = game_for(record, name, variants, as_recorded=as_recorded)
    need_language(game.model, lang)
    note_changes(game, record, lang)
    page = Page(game, lang)
    try:
        state = _tell(page, game, record)
    except (IllegalMove, RecordError, RuleError) as error:
        raise RecordError(explained(record, game) or str(error)) from error
    check(record, game)
    _end(page, state)
    print(say(game.model, "cli.same_end", lang, {"n": len(record.moves), "key": state.key()}))


def write_page(path: Path, to: Path | None, seat: int | None, lang: str, name: str | None,
               variants: list[str], *, as_recorded: bool) -> None:
    """Write a record as one page: of one player, or with everything open."""
    from tilewright.table.replay import html

    if to is None:
        raise UsageError("'--seat' says who is looked at in a page; name its file with '--html'")
    record = read_record(path)
    game = game_for(record, name, variants, as_recorded=as_recorded)
    if seat is not None and seat > record.players:
        raise UsageError(f"there is no player {seat}; {record.players} play")
    note_changes(game, record, lang)
    check(record, game)
    session = Session.of(game, record)
    made = html(session, open_=True) if seat is None else html(session, seat - 1)
    try:
        write_whole(to, made)
    except OSError as error:
        raise UsageError(f"'{printable(str(to))}' cannot be written: "
                         f"{error.strerror or error}") from error


def _tell(page: Page, game: Game, record: Record) -> State:
    """Print all moves of a record; the position after them."""
    state = begun(game, record)
    for number, (_, label) in enumerate(record.moves, 1):
        try:
            move = find_move(state, label)
            page.tell(lines(state.program, state.tell(move), page.lang), number)
        except (IllegalMove, RuleError) as error:
            raise RecordError(f"the first difference is move {number}, '{label}': {error}"
                              ) from error
    return state


def check(record: Record, game: Game) -> None:
    """A record has to come to the same: by its rules and those of today, or by its marks."""
    if not _has_other_rules(record, game):
        verify(game, record)
        return
    told = explained(record, game)
    if told:
        raise RecordError(told)


def _has_other_rules(record: Record, game: Game) -> bool:
    """Whether the rules of today are others than those that the record carries."""
    return bool(record.rules and game.hash and record.hash != game.hash)


def _end(page: Page, state: State) -> None:
    """Where a record ends: the result, or the position of a game that goes on."""
    if state.over:
        page.result(state)
    else:
        page.position(state, max(state.decider or 0, 0))


def game_for(record: Record, name: str | None, variants: list[str], *, as_recorded: bool) -> Game:
    """The game of a record: as it is today, or as it was."""
    if as_recorded:
        if not record.rules:
            raise RecordError("this record does not carry its rules, so they must be installed")
        return unpacked(record.rules)
    try:
        return load(name or record.game, variants or record.variants)
    except (UsageError, ContentError) as error:
        if not record.rules:
            raise
        wanted = ", ".join(f"{p['id']} {p['version']}" for p in record.packs)
        raise RecordError(f"this game was recorded with {wanted}, which cannot be loaded now: "
                          f"{error}{_way_out(record)}") from error


def note_changes(game: Game, record: Record, lang: str) -> None:
    """Say that the rules are not those of the record."""
    if game.hash == record.hash or not game.hash:
        return
    now = [f"{i} {version} ({digest[:8]})" for i, version, digest in game.model.packs]
    then = [f"{p['id']} {p['version']} ({p['hash'][:8]})" for p in record.packs]
    told = {"old": ", ".join(then) or record.hash[:8], "new": ", ".join(now)}
    print(say(game.model, "cli.rules_changed", lang, told), file=sys.stderr)


def resumed(path: Path, game: Game, lang: str) -> Session:
    """The session of a saved game, if its moves come to the same today."""
    record = read_record(path)
    if record.game != game.id:
        raise RecordError(f"'{path}' is a game of '{record.game}', not of '{game.id}'")
    missing = [v for v in record.variants if v not in game.model.variants]
    if missing and game.hash:
        raise RecordError(f"'{path}' was saved with {listed(missing, 'and')} on top; to go on, "
                          f"add: --with {' --with '.join(missing)}{_way_out(record)}")
    note_changes(game, record, lang)
    check(record, game)
    return Session.of(game, record)


def explained(record: Record, game: Game) -> str:
    """The first difference in words, with the change that is to blame; empty if there is none."""
    if not _has_other_rules(record, game):
        return ""
    from tilewright.playing.compare import first_difference, responsible

    old = unpacked(record.rules)
    try:
        verify(old, record)
    except RecordError as error:
        raise RecordError(f"this record is damaged, or of another version of the program; with "
                          f"the rules that it carries: {error}") from error
    found = first_difference(record, old, game)
    if found is None:
        return ""
    blamed = responsible(record, found, game)
    return f"{_difference(found)}\n{_blame(blamed, game)}{_way_out(record)}"


def _way_out(record: Record) -> str:
    return f"\n{WAY_OUT}" if record.rules else ""


def unpacked(rules: str) -> Game:
    """The game that a record carries."""
    from tilewright.playing import archive

    return archive.unpacked(rules)


def _difference(found: Difference) -> str:
    if found.number == 0:
        return f"the game begins differently: {found.what}"
    return f"the first difference is move {found.number}, '{found.label}': {found.what}"


def _blame(blamed: Changed | None, game: Game) -> str:
    from tilewright.playing.compare import GONE, shown

    if blamed is None:
        return "no single change of the rules was found that does this by itself"
    old, new = ("nothing" if v is GONE else shown(v) for v in (blamed.old, blamed.new))
    return (f"because of a change of the rules: {joined(blamed.path)} was {old}, now it is {new}"
            f"{_place(blamed, game)}")


def _place(blamed: Changed, game: Game) -> str:
    """Where the value stands today, as far as it does."""
    for length in range(len(blamed.path), 0, -1):
        try:
            spot = find(game.model.data[0], blamed.path[:length])
        except NotFound:
            continue
        if spot.exists:
            return f" ({spot.place})"
    return ""
