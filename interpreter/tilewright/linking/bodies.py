"""What functions and procedures do; what takes a relation has a body for each that it is given."""

from __future__ import annotations

import ast
import re
import warnings
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.language.expressions import expression
from tilewright.language.names import Given, Scope, Signature, player_scope
from tilewright.language.tree import Var
from tilewright.model import Function, Procedure
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.language.names import Names
    from tilewright.language.reader import Reader
    from tilewright.merging.content import Content
    from tilewright.problems import Place

WORD = re.compile(r"[a-z_][a-z0-9_]*")
Ways = dict[str, Given]


class Bodies:
    """Reads the bodies of functions and procedures."""

    def __init__(self, names: Names, content: Content, reader: Reader) -> None:
        self.names = names
        self.content = content
        self.reader = reader
        self.begun: set[str] = set()
        # What was written for which relations, and the procedures that are still to be read.
        self.made: dict[str, tuple[str, Ways]] = {}
        self.waiting: list[str] = []
        names.relate = self.relate

    def relate(self, what: str, name: str, ways: Ways) -> str:
        """The name of a function or procedure with the relations that it is given."""
        key = f"{name}({', '.join(way.relation for way in ways.values())})"
        if (what, key) in self.names.related:
            return key
        known = self.names.functions if what == "function" else self.names.procedures
        place = next(iter(ways.values())).place
        if len(self.names.related) >= limits.RELATED:
            self.names.problems.add("too-many", place, "functions and procedures are given "
                                    f"relations in at most {limits.RELATED:,} ways")
            self.names.problems.stop_if_any()
        args = [Var(a.name, a.type) for a in known[name].args if a.name not in ways]
        link = self.linker(key) if what == "function" else None
        self.names.related[what, key] = Signature(args, None, known[name].place, link)
        self.made[key] = name, ways
        if what == "procedure":
            self.waiting.append(key)
        return key

    def _scope(self, key: str, args: list[Var]) -> Scope:
        name, ways = self.made.get(key, (key, {}))
        scope = player_scope("_".join([name, *(way.relation for way in ways.values())]))
        scope.vars.update({a.name: a for a in args})
        scope.relations = ways
        return scope

    # -- functions ----------------------------------------------------------------------------

    def linker(self, key: str) -> Callable[[], None]:
        def link() -> None:
            for each in self._with_callees(key):
                self._function(each)

        return link

    def functions(self) -> None:
        """All that take no relation; the others when they are given one."""
        for signature in self.names.functions.values():
            if signature.link is not None and not signature.ways:
                signature.link()

    def _function(self, key: str) -> None:
        signature = self.names.related.get(("function", key)) or self.names.functions[key]
        raw = self.content.section("functions")[self.made.get(key, (key, {}))[0]]
        scope = self._scope(key, signature.args)
        outer, self.names.within = self.names.within, f"function {key}"
        body = expression(self.names, raw["is"], raw.at("is"), scope)
        self.names.within = outer
        signature.result = body.type
        self.names.game.functions[key] = Function(key, signature.args, scope.me, body,
                                                  signature.place)

    def _with_callees(self, key: str) -> list[str]:
        """A function and all that it leads to and that are not linked yet, callees first.

        So nothing recurses, however long the chain: a callee that is not linked when its caller
        is, is part of a circle.
        """
        found: list[str] = []
        todo = [(key, False)]
        while todo:
            here, done = todo.pop()
            if done:
                found.append(here)
            elif here not in self.begun:
                self.begun.add(here)
                todo.append((here, True))
                todo += [(callee, False) for callee in reversed(list(self._callees(here)))]
        return found

    def _callees(self, key: str) -> Iterator[str]:
        name, ways = self.made.get(key, (key, {}))
        raw, known = self.content.section("functions")[name], self.names.functions
        text = str(raw["is"])[:limits.EXPRESSION_LENGTH]
        words = [w for w in WORD.findall(text) if w in known]
        yield from (w for w in words if not known[w].ways)
        if any(known[w].ways for w in words):
            yield from self._given_there(text, raw.at("is"), ways)

    def _given_there(self, text: str, place: Place, ways: Ways) -> Iterator[str]:
        """The functions that an expression gives relations, as far as it can be read."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(text.strip().replace("\n", " "), mode="eval")
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            return
        start = len(text) - len(text.lstrip())
        known = {relation for _, relation in self.names.game.relations}
        for node in ast.walk(tree):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(
                node.func, ast.Name) else ""
            signature = self.names.functions.get(name)
            if signature is None or not isinstance(node, ast.Call) or (
                    len(node.args) != len(signature.args)):
                continue
            given: Ways = {}
            for arg, part in zip(signature.args, node.args, strict=True):
                word = part.id if arg.name in signature.ways and isinstance(part, ast.Name) else ""
                at = place.shifted(start + part.col_offset, start + (part.end_col_offset or 0))
                if word in ways or word in known:
                    given[arg.name] = ways.get(word) or Given(word, at)
            if given and len(given) == len(signature.ways):
                yield self.relate("function", name, given)

    # -- procedures ---------------------------------------------------------------------------

    def procedures(self) -> None:
        for name in self.content.section("procedures"):
            if not self.names.procedures[name].ways:
                self._procedure(name, self.names.procedures[name])
        self.waiting_procedures()

    def waiting_procedures(self) -> None:
        """Those that were given relations since."""
        while self.waiting:
            key = self.waiting.pop()
            self._procedure(key, self.names.related["procedure", key])

    def _procedure(self, key: str, signature: Signature) -> None:
        raw: Any = self.content.section("procedures")[self.made.get(key, (key, {}))[0]]
        scope = self._scope(key, signature.args)
        outer, self.names.within = self.names.within, f"procedure {key}"
        body = self.reader.statements(raw.get("do") if isinstance(raw, Map) else raw, scope)
        self.names.within = outer
        self.names.game.procedures[key] = Procedure(key, signature.args, scope.me, body,
                                                    signature.place)
