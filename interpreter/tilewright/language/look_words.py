"""The functions that look at other positions: what would be after something, what has been."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tilewright.costs import CALL
from tilewright.language.declared import declare
from tilewright.language.operations import Apply, Variable
from tilewright.language.relations import for_call
from tilewright.language.signatures import arguments
from tilewright.language.types import INT, Type, kind_of
from tilewright.middle import ir
from tilewright.model import PLAYER
from tilewright.problems import did_you_mean

if TYPE_CHECKING:
    from tilewright.language.coder import Coder
    from tilewright.language.declared import Word
    from tilewright.language.expressions import Checker
    from tilewright.language.names import Names, Scope
    from tilewright.language.operations import Expr
    from tilewright.problems import Place

# The player whose turn it is counts as a field of the position.
TURN = "actor"
Titles = tuple[str, ...]


def columns(names: Names, said: list[tuple[str, Place]]) -> Titles:
    """The open fields that are compared, of all their owners; a problem for each that is none."""
    known = {f.title: f for f in names.game.fields.values()}
    found = []
    for word, at in said:
        if word == TURN:
            found.append(word)
        elif word not in known:
            names.problems.add("unknown-name", at, f"'{word}' is not a field of the game",
                               did_you_mean(word, [*known, TURN])
                               or "name it with its owner: cell.mark")
        elif known[word].secret:
            names.problems.add("secret-shown", at, f"'{word}' is hidden, and would be compared "
                               "before the eyes of all", "name only open fields")
        else:
            owner = known[word].owner
            names.use("field", f"{owner}.{known[word].name}")
            found.append(word)
    return tuple(sorted(set(found)))


def _takes_fields(word: Word, ch: Checker, node: ast.Call, _scope: Scope, _want: Type | None
                  ) -> Expr:
    """times_seen: fields by name."""
    if not node.args or node.keywords:
        ch.fail("wrong-arguments", node, f"it is called like this: {word.form}")
    titles = columns(ch.names, [(ast.unparse(a), ch.at(a)) for a in node.args])
    ch.names.asked_histories.setdefault(titles, ch.at(node))
    return Apply(INT, ch.at(node), word, (), titles=titles)


def _takes_procedure(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None
                     ) -> Expr:
    """after: a call of a procedure, and what is asked then."""
    arguments(word, ch, node, 2, 2)
    call = node.args[0]
    name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
    if name not in ch.names.procedures or not isinstance(call, ast.Call):
        ch.fail("unknown-procedure", call, "this is not a procedure with its arguments",
                did_you_mean(name, ch.names.procedures)
                or f"it is called like this: {word.form}")
    assert isinstance(call, ast.Call)
    signature = ch.names.procedures[name]
    if call.keywords or len(call.args) != len(signature.args):
        ch.fail("wrong-arguments", call, "it is called like this: "
                f"{name}({', '.join(a.name for a in signature.args)})")
    ch.names.use("procedure", name)
    name, signature, given = for_call(ch, "procedure", name, signature, call.args, scope)
    args = tuple(ch.need(a, scope, v.type) for a, v in zip(given, signature.args, strict=True))
    ch.names.call(f"procedure {name}")
    ch.names.looked_ahead.setdefault(name, ch.at(node))
    test = ch.check(node.args[1], scope)
    if test.type.tag not in ("int", "bool", "kind"):
        ch.fail("wrong-type", node.args[1], f"this is {test.type.words}, and cannot be kept")
    me = Variable(Type("kind", PLAYER), ch.at(node), scope.me)
    return Apply(test.type, ch.at(node), word, (me, *args, test), procedure=name)


# -- code -----------------------------------------------------------------------------------------


def _after(em: Coder, e: Apply) -> ir.Value:
    *given, test = e.given
    procedure = em.procedure(e.procedure)
    em.called(procedure)
    values = [em.simple(em.expr(a)) for a in given]
    em.spend_copy()
    with em.inside() as body:
        em.emit(ir.Run(ir.call(procedure, ir.Position(), *values)))
        em.emit(ir.Return(em.expr(test)))
    word = em.temp("ask")
    em.emit(ir.Define(word, ["S"], body))
    return ir.call("tried", ir.Position(), ir.Name(word, ir.FUNCTION), gives=kind_of(e.type))


def _times_seen(em: Coder, e: Apply) -> ir.Value:
    em.spend(em.game.histories.get(e.titles, 1) // CALL + CALL)
    return ir.call("times_seen", ir.Position(), em.history(e.titles), em.spans(e.titles))


def declare_all() -> None:
    """Put these words into the table of functions."""
    declare("after(procedure(arguments), test)",
            "what a test, a number or an element would be after a procedure, which is carried out "
            "on a copy of the position. It may neither ask, nor draw by chance, nor touch what is "
            "hidden", "after(harvest(), me.coins) == me.coins + 1", _takes_procedure, _after,
            live=True)
    declare("times_seen(fields)",
            "how often what these fields hold was noted with `remember`; fields with their owner, "
            "such as cell.mark, and `actor` for the player whose turn it is",
            "times_seen(cell.mark) < 2", _takes_fields, _times_seen, live=True)


__all__ = ["columns", "declare_all"]
