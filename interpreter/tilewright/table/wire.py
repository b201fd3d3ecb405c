"""What goes over the line: a table as one seat may see it, as plain data.

Everything is made from a view and from events as that seat has seen them, so nothing else can get
out. A page that has the one before is sent only what has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.middle.header import NATURE, SPECTATOR
from tilewright.model import GAME, PLAYER
from tilewright.picture.compose import scene_of
from tilewright.playing.opened import Opened
from tilewright.playing.scores import total
from tilewright.positions.question import PASS
from tilewright.table.odds import odds
from tilewright.telling.amounts import costs
from tilewright.telling.events import Decision, Turn
from tilewright.telling.moves import taken_from
from tilewright.text import element, plain, reason, say, seat_name, text, title
from tilewright.wording.points import points_told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.model import Game
    from tilewright.playing.scores import Sheet
    from tilewright.playing.state import State
    from tilewright.playing.table import Entry, Table
    from tilewright.playing.view import View
    from tilewright.positions.moves import Move
    from tilewright.telling.events import Event
    from tilewright.telling.words import Line

# Messages and files of another version are not understood.
VERSION = 1
# A line of the log shows so many things on the board.
MOST_ABOUT = 12
Data = dict[str, Any]


def whole(table: Table, seat: int | None, lang: str, wide: int | None = None) -> Data:
    """All that a seat may see now, laid out for a page that is so wide."""
    state = table.session.state
    view = state.view(seat)
    moves = table.moves(seat) if seat is not None else []
    likely = odds(view, lang) if moves else {}
    # Where things lie that moves of one name are about.
    lies = {name: _lying(table, move) for name, move in {m.name: m for m in moves}.items()}
    return {"n": table.count, **seen(state, view, seat, lang, wide),
            "mine": seat is not None and table.decider == seat,
            "options": [{**_option(table, move, lang, likely.get(move.code)), **lies[move.name]}
                        for move in moves]}


def past(table: Table, n: int, seat: int | None, lang: str, *, open_: bool = False,
         wide: int | None = None) -> Data:
    """What a seat saw after so many decisions, or what all saw together; nothing can be done."""
    if not 0 <= n <= table.count:
        raise ValueError(f"there are {table.count} decisions, and none with the number {n}")
    state = table.session.before(table.count - n)
    view = Opened(state) if open_ else state.view(seat)
    return {"n": n, **seen(state, view, seat, lang, wide), "mine": False, "options": [],
            "frozen": True}


def seen(state: State, view: View, seat: int | None, lang: str, wide: int | None = None) -> Data:
    """A position as a view of it shows it."""
    scene = scene_of(view, lang, wide)
    sheets = sheets_in(view)
    return {**facts(state, view, seat, lang, sheets), **_points(state, sheets, lang),
            "size": [round(scene.wide), round(scene.high)],
            "things": {t["id"]: t for t in scene.data()["things"]}}


def sheets_in(view: View) -> list[Sheet]:
    """For what each seat has how many points, as far as a view may know."""
    return [view.score_sheet(seat) for seat in range(view.program.players)]


def facts(state: State, view: View, seat: int | None, lang: str, sheets: list[Sheet]) -> Data:
    """What stands beside the picture of a position."""
    game, question = state.program.game, view.question
    told: Data = {
        "key": view.key(), "you": seat, "lang": lang, "title": title(game, lang),
        "decider": state.decider, "who": _who(state, lang),
        "asked": question.words(lang) if question else "", "over": state.over,
        "hides": state.program.plan.hides,
        "seats": [seat_name(game, s, lang) for s in range(state.players)],
        "scores": [_told(game, total(sheet)) for sheet in sheets],
    }
    return {**told, **_end(state, lang)} if state.over else told


def _points(state: State, sheets: list[Sheet], lang: str) -> Data:
    """The points by their parts, in words."""
    game = state.program.game
    return {"parts": [say(game, f"score.{name}", lang) for name in game.scoring],
            "points": [[_told(game, sheet[name]) for sheet in sheets] for name in game.scoring]}


def _told(game: Game, points: int | None) -> int | str | None:
    """Points as a page shows them: in words where halves are counted."""
    return points_told(game, points) if game.halves and points is not None else points


def _end(state: State, lang: str) -> Data:
    """How a game ended: who has won, and for what each has how many points."""
    game, sheets = state.program.game, [state.score_sheet(s) for s in range(state.players)]
    return {"end": reason(game, state.end_reason, lang), "winners": state.winners(),
            "sheet": [{"say": say(game, f"score.{name}", lang),
                       "points": [_told(game, s[name]) for s in sheets]}
                      for name in game.scoring]}


def why_not(table: Table, seat: int | None, kind: str, item: str, lang: str) -> str:
    """Why nothing can be done with something now; empty where no move is about such a thing."""
    question = table.question(seat)
    game = table.session.game.model
    if question is None or seat is None or seat != table.decider or (
            kind not in game.kinds or item not in game.kinds[kind].items):
        return ""
    index = game.kinds[kind].items.index(item)
    codes = [group.base + index for group in question.node.groups
             if group.kind == kind and not group.names and index < group.size]
    return table.refusal(codes[0], lang).said if codes else ""


def _who(state: State, lang: str) -> str:
    seat, game = state.decider, state.program.game
    if seat is None:
        return ""
    return say(game, "cli.chance", lang) if seat == NATURE else seat_name(game, seat, lang)


def _option(table: Table, move: Move, lang: str, likely: str | None) -> Data:
    """A move that may be made: its words, what it is about, what it costs, what chance brings."""
    game, group = table.session.game.model, move.program.group_of(move.code)
    told: Data = {"move": move.code, "say": move.words(lang)}
    if group is not None and group.kind in game.kinds and not group.names:
        told["kind"] = group.kind
        told["item"] = game.kinds[group.kind].items[move.code - group.base]
        told |= _made_of(game, group.kind, move.code - group.base)
        told |= _on_board(game, group.kind, move.code - group.base, lang)
    owed = costs(move, lang)
    more = {"cost": ", ".join(owed), "odds": likely, "pass": move.is_pass}
    return {**told, **{name: value for name, value in more.items() if value}}


def _made_of(game: Game, kind: str, index: int) -> Data:
    """The sites of which an element is made that has no place of its own, as a column of a grid."""
    if kind in game.coordinates or kind in game.grids or game.kinds[kind].tiles:
        return {}
    found = [f"{of.kind}:{game.kinds[of.kind].items[at]}"
             for known in game.kinds[kind].attributes.values()
             for of in [known.type.item] if of is not None and of.kind in game.grids
             for at in known.values[index] or ()]
    return {"sites": found} if found else {}


def _lying(table: Table, move: Move) -> Data:
    """Where the thing lies that is picked, if it is taken from there: with what ids begin."""
    seats = {GAME: 0, PLAYER: table.decider}
    found = {f"{field.owner}:{seats[field.owner]}:{field.name}"
             for field in taken_from(move.program, move) if field.owner in seats}
    return {"lies": sorted(found)} if found else {}


def _on_board(game: Game, kind: str, index: int, lang: str) -> Data:
    """The name of a place, as short as it can stand on the board; cells of a grid have theirs at
    its edges."""
    if kind == PLAYER or kind in game.grids or game.kinds[kind].tiles:
        return {}
    said, what = element(game, kind, index, lang), text(game, f"kind.{kind}", lang) or plain(kind)
    return {"name": said.removeprefix(f"{what} ")}


def lines(table: Table, entry: Entry, seat: int | None, lang: str, *, open_: bool = False
          ) -> list[Data]:
    """A decision in words, as a seat may know it, or with all that there is to know."""
    seats = [] if open_ else [SPECTATOR if seat is None else seat]
    events = entry.seen_by(seats)
    about = _about(table, events)
    turn, told = _turn_before(table, entry, seats), list[Data]()
    for line in table.told(entry, seats, lang, turns=True):
        if not line.text:
            turn = line.seat
            continue
        told.append(_line(entry, line, about))
        if turn is not None and not line.is_round:
            told[-1]["turn"], turn = turn, None
    if len(told) == 1 and any(isinstance(e, Decision) and e.label == PASS for e in events):
        told[0]["pass"] = True
    return told


def _line(entry: Entry, line: Line, about: list[str]) -> Data:
    told = {"n": entry.number, "say": line.text, "head": line.is_move, "seat": line.seat}
    if line.is_round:
        return {**told, "round": True}
    return {**told, "about": about} if line.is_move and about else told


def _turn_before(table: Table, entry: Entry, seats: list[int]) -> int | None:
    """Whose turn the decision before has begun, if nothing was told of it yet."""
    if entry.number < 2:
        return None
    before = table.entry(entry.number - 1)
    if not any(isinstance(event, Turn) for event in before.events):
        return None
    last = next((line for line in reversed(table.told(before, seats, turns=True))
                 if not line.is_round), None)
    return last.seat if last is not None and not last.text else None


def _about(table: Table, events: list[Event]) -> list[str]:
    """The elements that a decision and what came of it are about."""
    known = table.elements
    said = [word for event in events for word in _words(event.facts())]
    return [word for word in dict.fromkeys(said) if word in known][:MOST_ABOUT]


def _words(told: Any) -> Iterator[str]:
    """All words in plain data."""
    if isinstance(told, str):
        yield told
    for inner in told.values() if isinstance(told, dict) else told if isinstance(
            told, list) else ():
        yield from _words(inner)


def changed(before: Data, after: Data) -> Data:
    """What a page needs to make one message of the other."""
    told = {key: value for key, value in after.items()
            if key != "things" and before.get(key) != value}
    old, new = before["things"], after["things"]
    told["set"] = [thing for id_, thing in new.items() if old.get(id_) != thing]
    told["drop"] = [id_ for id_ in old if id_ not in new]
    return told
