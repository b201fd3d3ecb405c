"""The middle language as text, for people: one line for each statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.middle import ir

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tilewright.middle.code import Code


def value_text(value: ir.Value) -> str:
    """A value, in one line; equal values give equal lines."""
    return VALUES[type(value)](value)


def _listed(values: Iterable[ir.Value]) -> str:
    return ", ".join(map(value_text, values))


def _inner(value: ir.Value) -> str:
    """A value as part of another one."""
    text = value_text(value)
    return f"({text})" if isinstance(value, BROAD) else text


def _map(value: ir.Map) -> str:
    test = "" if value.test is None else f" if {value_text(value.test)}"
    return f"[{value_text(value.value)} for {value.word} in {_inner(value.source)}{test}]"


def _cut(value: ir.Cut) -> str:
    start, stop = ("" if end is None else value_text(end) for end in (value.start, value.stop))
    return f"{_inner(value.items)}[{start}:{stop}]"


def _list(value: ir.ListOf) -> str:
    return f"[{_listed(value.items)}]"


BROAD = (ir.Math, ir.Minus, ir.Compare, ir.Between, ir.Has, ir.Not, ir.Both, ir.Either, ir.Choose,
         ir.Repeated, ir.Asked)
VALUES: dict[type[ir.Node], Callable[[Any], str]] = {
    ir.Const: lambda v: str(v.value).lower(),
    ir.Text: lambda v: repr(v.value),
    ir.Nothing: lambda _: "nothing",
    ir.Name: lambda v: v.word,
    ir.Data: lambda v: v.word,
    ir.Position: lambda _: "S",
    ir.Load: lambda v: f"S[{value_text(v.address)}]",
    ir.View: lambda v: f"S[{value_text(v.start)}:{value_text(v.stop)}]",
    ir.Fetch: lambda v: f"S[each of {v.table.word}[{value_text(v.row)}]]",
    ir.Math: lambda v: f"{_inner(v.left)} {v.sign} {_inner(v.right)}",
    ir.Minus: lambda v: f"-{_inner(v.number)}",
    ir.Compare: lambda v: f"{_inner(v.left)} {v.sign} {_inner(v.right)}",
    ir.Between: lambda v: f"{_inner(v.low)} <= {_inner(v.number)} < {_inner(v.high)}",
    ir.Has: lambda v: f"{_inner(v.number)} {'not in' if v.absent else 'in'} {_inner(v.items)}",
    ir.Not: lambda v: f"not {_inner(v.test)}",
    ir.Both: lambda v: " and ".join(map(_inner, v.tests)),
    ir.Either: lambda v: " or ".join(map(_inner, v.tests)),
    ir.Choose: lambda v: f"{_inner(v.then)} if {_inner(v.test)} else {_inner(v.other)}",
    ir.ListOf: _list,
    ir.Chain: lambda v: f"[{', '.join('*' + _inner(part) for part in v.parts)}]",
    ir.Pair: lambda v: f"({_listed([v.key, v.item])})",
    ir.Map: _map,
    ir.Item: lambda v: f"{_inner(v.holder)}[{value_text(v.index)}]",
    ir.Cut: _cut,
    ir.Repeated: lambda v: f"[{value_text(v.value)}] * {_inner(v.count)}",
    ir.Backwards: lambda v: f"backwards({value_text(v.items)})",
    ir.Extreme: lambda v: f"{v.word}({value_text(v.items)}, default={value_text(v.default)})",
    ir.Call: lambda v: f"{v.word}({_listed(v.given)})",
    ir.Asked: lambda v: f"{', '.join(v.words)} -> {value_text(v.value)}",
}


# -- statements -----------------------------------------------------------------------------------


def statement_lines(stmt: ir.Statement) -> Iterator[str]:
    """A statement with all inside it, indented."""
    if isinstance(stmt, ir.If):
        yield from _block(f"if {value_text(stmt.test)}:", stmt.then)
        if stmt.other:
            yield from _block("else:", stmt.other)
    elif isinstance(stmt, ir.For):
        yield from _block(f"for {', '.join(stmt.words)} in {value_text(stmt.source)}:", stmt.body)
    elif isinstance(stmt, ir.Count):
        ends = [end for end in (stmt.start, stmt.stop, stmt.step) if end is not None]
        yield from _block(f"for {stmt.word} in range({_listed(ends)}):", stmt.body)
    elif isinstance(stmt, ir.While):
        yield from _block(f"while {value_text(stmt.test)}:", stmt.body)
    elif isinstance(stmt, ir.Define):
        yield from _block(f"function {stmt.word}({', '.join(stmt.words)}):", stmt.body)
    else:
        yield STATEMENTS[type(stmt)](stmt)


def _block(head: str, body: list[ir.Statement]) -> Iterator[str]:
    yield head
    for stmt in body:
        for line in statement_lines(stmt):
            yield f"    {line}"


STATEMENTS: dict[type[ir.Node], Callable[[Any], str]] = {
    ir.Let: lambda s: f"{s.word} = {value_text(s.value)}",
    ir.Add: lambda s: f"{s.word} += {value_text(s.value)}",
    ir.Extend: lambda s: f"{s.word} extended by {value_text(s.items)}",
    ir.Append: lambda s: f"{s.word} appended {value_text(s.item)}",
    ir.Put: lambda s: f"{value_text(s.items)}[{value_text(s.index)}] = {value_text(s.value)}",
    ir.Store: lambda s: f"S[{value_text(s.address)}] = {value_text(s.value)}",
    ir.Bump: lambda s: f"S[{value_text(s.address)}] {s.sign}= {value_text(s.value)}",
    ir.Write: lambda s: f"S[{value_text(s.start)}:{value_text(s.stop)}] = {value_text(s.items)}",
    ir.Run: lambda s: value_text(s.value),
    ir.Next: lambda _: "next",
    ir.Stop: lambda _: "stop",
    ir.Return: lambda s: "return" if s.value is None else f"return {value_text(s.value)}",
    ir.Jump: lambda s: f"jump to {s.label}",
    ir.Decide: lambda s: f"decide at {s.label}: {value_text(s.by)} among {value_text(s.moves)}",
}


# -- programs -------------------------------------------------------------------------------------


def function_text(made: ir.Function, name: str = "") -> str:
    """A function with its head."""
    args = ", ".join(arg.word if arg.kind in (ir.INT, ir.STATE) else f"{arg.word}: {arg.kind}"
                     for arg in made.args)
    head = f"{name or 'function'} {made.word}({args}) -> {made.gives}:  # {made.place}"
    lines = [line for stmt in made.body for line in statement_lines(stmt)]
    return "\n".join([head, *(f"    {line}" for line in lines or ["nothing"])])


def code_text(code: Code) -> str:
    """A whole program; blocks with their labels, and what goes on after decisions."""
    parts = [function_text(made) for made in code.functions]
    parts += [function_text(made, f"block {label}") for label, made in code.blocks.items()]
    parts += [function_text(made, f"after {label}") for label, made in code.resumes.items()]
    return "\n\n".join(parts)
