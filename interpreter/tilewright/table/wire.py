"""What goes over the line: a table as one seat may see it, as plain data.

Everything is made from a view and from events as that seat has seen them, so nothing else can get
out. A page that has the one before is sent only what has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.compiling.layout import NATURE, SPECTATOR
from tilewright.picture.compose import scene_of
from tilewright.telling.amounts import costs
from tilewright.text import reason, say, seat_name, title

if TYPE_CHECKING:
    from tilewright.playing.table import Entry, Table
    from tilewright.positions.moves import Move
    from tilewright.telling.words import Line

# Messages and files of another version are not understood.
VERSION = 1
Data = dict[str, Any]


def whole(table: Table, seat: int | None, lang: str) -> Data:
    """All that a seat may see now."""
    view, game = table.view(seat), table.session.game.model
    question = view.question
    scene = scene_of(view, lang)
    told: Data = {
        "n": table.count, "key": view.key(), "you": seat, "lang": lang,
        "title": title(game, lang), "size": [round(scene.wide), round(scene.high)],
        "things": {t["id"]: t for t in scene.data()["things"]},
        "decider": table.decider, "mine": seat is not None and table.decider == seat,
        "who": _who(table, lang), "asked": question.words(lang) if question else "",
        "options": [_option(table, move, lang) for move in table.moves(seat)]
        if seat is not None else [],
        "over": table.over, "hides": view.program.plan.hides,
        "seats": [seat_name(game, s, lang) for s in range(view.program.players)],
        "scores": view.scores(),
    }
    if table.over:
        state = table.session.state
        told["end"] = reason(game, state.end_reason, lang)
        told["winners"] = state.winners()
        told["sheet"] = [
            {"say": say(game, f"score.{name}", lang),
             "points": [state.score_sheet(s)[name] for s in range(state.players)]}
            for name in game.scoring]
    return told


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


def _who(table: Table, lang: str) -> str:
    seat, game = table.decider, table.session.game.model
    if seat is None:
        return ""
    return say(game, "cli.chance", lang) if seat == NATURE else seat_name(game, seat, lang)


def _option(table: Table, move: Move, lang: str) -> Data:
    """A move that may be made: its words, what it is about, and what it costs."""
    game, group = table.session.game.model, move.program.group_of(move.code)
    told: Data = {"move": move.code, "say": move.words(lang)}
    if group is not None and group.kind in game.kinds and not group.names:
        told["kind"] = group.kind
        told["item"] = game.kinds[group.kind].items[move.code - group.base]
    owed = costs(move, lang)
    return {**told, "cost": ", ".join(owed)} if owed else told


def lines(table: Table, entry: Entry, seat: int | None, lang: str) -> list[Data]:
    """A decision in words, as a seat may know it."""
    told = table.told(entry, [SPECTATOR if seat is None else seat], lang)
    return [_line(entry, line) for line in told]


def _line(entry: Entry, line: Line) -> Data:
    return {"n": entry.number, "say": line.text, "head": line.is_move, "seat": line.seat}


def changed(before: Data, after: Data) -> Data:
    """What a page needs to make one message of the other."""
    told = {key: value for key, value in after.items()
            if key != "things" and before.get(key) != value}
    old, new = before["things"], after["things"]
    told["set"] = [thing for id_, thing in new.items() if old.get(id_) != thing]
    told["drop"] = [id_ for id_ in old if id_ not in new]
    return told
