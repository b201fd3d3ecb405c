"""The effect that notes a position, so that rules can ask whether it has been before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.costs import BULK
from tilewright.language.effects.declare import Key, effect
from tilewright.language.look_words import columns
from tilewright.language.tree import Do, Stmt
from tilewright.middle import ir
from tilewright.reading.source import Seq

if TYPE_CHECKING:
    from tilewright.language.coder import Writer
    from tilewright.language.names import Scope
    from tilewright.language.reader import Reader
    from tilewright.reading.source import Map

TOPIC = "history"
USUAL = 500


def _emit_remember(em: Writer, stmt: Do) -> None:
    titles = stmt.args["titles"]
    most = em.game.histories[titles]
    em.spend(most // BULK)
    em.emit(ir.Run(ir.call("remember", ir.Position(), em.history(titles), ir.const(most),
                           em.spans(titles))))


@effect(
    "remember", TOPIC,
    "Notes what some open fields hold now, of all their owners, for `times_seen`.",
    {"remember": Key("columns", "the fields with their owner, such as cell.mark; `actor` is the "
                     "player whose turn it is", needed=True),
     "last": Key("count", f"how many times are kept at most; normally the last {USUAL}")},
    "- remember: [cell.mark, actor]\n", _emit_remember,
)
def _remember(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    del scope
    said = raw["remember"]
    assert isinstance(said, Seq)
    titles = columns(rd.names, [(str(word), said.at(i)) for i, word in enumerate(said)])
    if len(titles) < len(said):
        return []
    last = min(raw.get("last", USUAL), limits.ELEMENTS)
    histories = rd.names.game.histories
    histories[titles] = max(histories.get(titles, 0), last)
    return [Do(raw.place, "remember", {"titles": titles})]
