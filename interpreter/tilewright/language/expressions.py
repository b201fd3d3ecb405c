"""From the text of an expression to a typed tree, with a problem for everything that is wrong."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from tilewright.language import functions
from tilewright.language.habits import HOLDS, PLACES, SIZES, call_hint
from tilewright.language.names import BUILT_IN
from tilewright.language.operations import Both, Expr, Gather, ListOf, Own, Query, Variable
from tilewright.language.operators import Operators, facts
from tilewright.language.relations import for_call
from tilewright.language.signatures import element, gathered, over_list
from tilewright.language.types import BOOL, EMPTY_LIST, NAME, NAME_HINT, NONE, Type, many, one
from tilewright.model import PLAYER
from tilewright.problems import Place, did_you_mean

if TYPE_CHECKING:
    from tilewright.language.names import Names, Scope
    from tilewright.language.tree import Var


class Checker(Operators):
    """Checks one expression in one scope: lists and calls, on top of all the rest."""

    # -- lists --------------------------------------------------------------------------------

    def _list(self, node: ast.List, scope: Scope, want: Type | None) -> Expr:
        if not node.elts:
            return ListOf(EMPTY_LIST, self.at(node), ())
        hint = want.item if want and want.tag == "list" else None
        nothing = [e for e in node.elts if isinstance(e, ast.Name) and e.id == "none"]
        some = [e for e in node.elts if e not in nothing]
        item = self.check(some[0], scope, hint).type if some else NONE
        if nothing and some:
            item = item.or_none()
        return ListOf(many(item), self.at(node),
                      tuple(self.need(e, scope, item) for e in node.elts))

    _tuple = _list

    def _listcomp(self, node: ast.ListComp, scope: Scope, _want: Type | None) -> Expr:
        return self.comprehension("list", node.elt, node.generators, scope, node)

    def _generatorexp(self, node: ast.GeneratorExp, scope: Scope, _want: Type | None) -> Expr:
        return self.comprehension("list", node.elt, node.generators, scope, node)

    def comprehension(
        self, how: str, body: ast.expr, generators: list[ast.comprehension], scope: Scope,
        node: ast.expr,
    ) -> Expr:
        """`body for name in list if test`, gathered in the way that `how` says."""
        if len(generators) > 1:
            return self._nested(how, body, generators, scope, node)
        var, source, cond, inner = self._generator(generators[0], scope)
        value = self.check(body, inner)
        if how == "count" and value.type == BOOL:
            self.fail("always-same", body, "this counts every element, whatever the test says",
                       "put the test behind: count(x for x in list if test)")
        result = gathered(how, value.type)
        if result is None:
            self.fail("wrong-type", body, f"'{how}' does not take {value.type.words}",
                      f"leave none out: … if {self.source_of(body)} != none"
                      if value.type.optional else "")
        return Gather(result, self.at(node), how, var, source, cond, value)

    def _nested(self, how: str, body: ast.expr, generators: list[ast.comprehension],
                scope: Scope, node: ast.expr) -> Expr:
        """`body for a in list for b in a.others`: what the inner lists give, one after another."""
        if how in ("min", "max", "first"):
            listed = self.comprehension("list", body, generators, scope, node)
            return over_list(how, listed, self.at(node))
        var, source, cond, inner = self._generator(generators[0], scope)
        value = self.comprehension(how, body, generators[1:], inner, node)
        around = {"list": "flat", "count": "sum"}.get(how, how)
        return Gather(value.type, self.at(node), around, var, source, cond, value)

    def _generator(self, made: ast.comprehension, scope: Scope
                   ) -> tuple[Var, Expr, Expr | None, Scope]:
        """`for name in list if test`: the name, the list, the test, and what the rest can read."""
        if not isinstance(made.target, ast.Name):
            self.fail("expression-word", made.target, "each 'for' has one name",
                       "write [x for x in list], and a second 'for' for a second list")
        assert isinstance(made.target, ast.Name)
        source = self.check(made.iter, scope)
        if source.type.tag != "list" or source.type.item is None:
            self.fail("wrong-type", made.iter, f"this is {source.type.words}, not a list")
        assert source.type.item is not None
        if not NAME.match(made.target.id):
            self.fail("wrong-name", made.target, f"'{made.target.id}' is not a name", NAME_HINT)
        if self.names.taken(made.target.id) or made.target.id in scope.relations:
            self.fail("name-taken", made.target,
                      f"'{made.target.id}' {self.names.meaning(made.target.id)}",
                      "choose another name")
        var = element(self, made.target.id, source.type.item)
        inner = scope.with_var(var)
        tests = []
        for test in made.ifs:
            tests.append(self.need(test, inner, BOOL))
            inner = inner.knowing(facts(test, when=True))
        cond = None
        if tests:
            cond = tests[0] if len(tests) == 1 else Both(BOOL, tests[0].place, tuple(tests))
        return var, source, cond, inner

    # -- calls --------------------------------------------------------------------------------

    def _call(self, node: ast.Call, scope: Scope, want: Type | None) -> Expr:
        if not isinstance(node.func, ast.Name):
            self._called_part(node, scope)
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        self._named_once(node)
        if name in self.names.functions or name in self.names.queries:
            return self._own_call(node, name, scope)
        word = functions.FUNCTIONS.get(name)
        if word is None:
            self._called_value(node, node.func, scope)
            if name in self.names.procedures:
                self.fail("unknown-function", node.func, f"'{name}' is a procedure, not a function",
                          f"a statement carries it out: - call: {name}")
            if name in self.names.verbs:
                self.fail("unknown-function", node.func, f"'{name}' is a verb, not a function",
                          "tiles use verbs; put what rules need too into a function or a procedure")
            known = [*functions.FUNCTIONS, *self.names.functions, *self.names.queries]
            self.fail("unknown-function", node.func, f"unknown function '{name}'",
                       call_hint(name) or did_you_mean(name, known))
        self.names.use("function", name)
        return word.check(self, node, scope, want)

    def _named_once(self, node: ast.Call) -> None:
        """Of two arguments of one name only the last one would count."""
        names = [k.arg for k in node.keywords]
        for index, given in enumerate(node.keywords):
            if given.arg and given.arg in names[:index]:
                self.fail("wrong-arguments", given.value, f"'{given.arg}=' is given twice",
                          "keep one of the two")

    def _called_part(self, node: ast.Call, scope: Scope) -> None:
        """`me.hand.size()`: what other languages ask of a list, or a value with brackets."""
        part = node.func
        hint = ""
        if isinstance(part, ast.Attribute) and part.attr in HOLDS and node.args:
            hint = f"write {self.source_of(node.args[0])} in {self.source_of(part.value)}"
        elif isinstance(part, ast.Attribute) and part.attr in PLACES and node.args:
            hint = f"write index_of({self.source_of(part.value)}, {self.source_of(node.args[0])})"
        elif isinstance(part, ast.Attribute) and part.attr in SIZES:
            hint = f"write size({self.source_of(part.value)})"
        elif isinstance(part, ast.Attribute):
            self._brackets(node, self.check(part, scope), part)
        self.fail("expression-word", node, "only functions by name can be called", hint)

    def _called_value(self, node: ast.Call, name: ast.Name, scope: Scope) -> None:
        """A value with brackets, as if it were a function."""
        if self._is_known(name.id, scope) or name.id in BUILT_IN:
            self._brackets(node, self.check(name, scope), name)

    def _brackets(self, node: ast.Call, value: Expr, name: ast.expr) -> None:
        source = self.source_of(name)
        looked_up = value.type.tag in ("list", "map") and len(node.args) == 1
        self.fail("expression-word", node, f"'{source}' is {value.type.words}, not a function",
                  f"write {source}[{self.source_of(node.args[0])}]" if looked_up
                  else f"write {source} without brackets")

    def _own_call(self, node: ast.Call, name: str, scope: Scope) -> Expr:
        is_query = name in self.names.queries
        signature = (self.names.queries if is_query else self.names.functions)[name]
        args = {k.arg: k.value for k in node.keywords}
        of = args.pop("of", None)
        if args or len(node.args) != len(signature.args):
            takes = ", ".join(a.name for a in signature.args)
            of_p = f"{takes}, of=p" if takes else "of=p"
            self.fail("wrong-arguments", node, f"it is called like this: {name}({takes})",
                      f"for another player than 'me' it takes 'of=p': {name}({of_p})"
                      if len(node.args) >= len(signature.args) else "")
        given = node.args
        self.names.use("query" if is_query else "function", name)
        if signature.ways:
            name, signature, given = for_call(self, "function", name, signature, given, scope)
        values = [self.need(a, scope, v.type) for a, v in zip(given, signature.args, strict=True)]
        me = (self.need(of, scope, one(PLAYER)) if of is not None
              else Variable(scope.me.type, self.place, scope.me))
        self.names.call(f"{'query' if is_query else 'function'} {name}")
        if signature.result is None and signature.link is not None:
            signature.link()
        result = signature.result or self._pending(node, name)
        made = Query if is_query else Own
        return made(result, self.at(node), name, me, tuple(values))

    def _pending(self, node: ast.expr, name: str) -> Type:
        self.fail("recursion", node, f"'{name}' needs itself to be worked out",
                   "a function may only use functions that do not lead back to it")


def _checker(names: Names, raw: Any, place: Place) -> Checker:
    """The checker of what stands where an expression is expected."""
    text = "none" if raw is None else str(raw)
    if isinstance(raw, bool):
        text = text.lower()
    # A long one may go on in the next line.
    words = text.strip().replace("\n", " ")
    start = len(text) - len(text.lstrip())
    at = place.shifted(start, start + len(words)) if words else place
    return Checker(names, words, at)


def expression(
    names: Names, raw: Any, place: Place, scope: Scope, want: Type | None = None
) -> Expr:
    """Check what stands where an expression is expected: a text, a number, true or false."""
    return _checker(names, raw, place).run(scope, want)


def condition(
    names: Names, raw: Any, place: Place, scope: Scope
) -> tuple[Expr, list[str], list[str]]:
    """A test, and what is known not to be none when it holds and when it does not."""
    checker = _checker(names, raw, place)
    test = checker.run(scope, BOOL)
    if checker.tree is None:
        return test, [], []
    return test, facts(checker.tree, when=True), facts(checker.tree, when=False)


__all__ = ["Checker", "condition", "expression", "facts"]
