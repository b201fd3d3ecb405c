"""Names that mean nothing in an expression, and what was probably meant by them."""

from __future__ import annotations

from collections import ChainMap
from itertools import chain
from typing import TYPE_CHECKING, NoReturn

from tilewright.language import functions
from tilewright.language.checking import Bad, Checking
from tilewright.language.habits import ACTING, SECTIONS, member_hint, name_hint
from tilewright.language.types import one
from tilewright.model import GAME, PLAYER
from tilewright.problems import did_you_mean, listed, nearest

if TYPE_CHECKING:
    import ast

    from tilewright.language.names import Scope
    from tilewright.language.operations import Expr
    from tilewright.language.types import Type

SHORT_NAME = 2
# So many elements of a kind are all named where another one is written.
FEW_ITEMS = 6


class Unknown(Checking):
    """Tells what a name that is not there could have been."""

    def _unknown_name(self, node: ast.expr, name: str, scope: Scope, want: Type | None = None
                      ) -> NoReturn:
        if name in self.names.unsure:
            raise Bad
        if (GAME, name) in self.names.piles:
            self._which_pile(node, self.names.piles[GAME, name])
        if name in scope.relations:
            self.fail("unknown-name", node, f"'{name}' is a relation, not a value",
                      f"ask from where: x.{name}, reach(x, {name}) with x as a place")
        if kinds := [k for k, _ in self.names.elements.get(name, ())]:
            self.fail(
                "ambiguous-name", node, f"'{name}' is {listed(kinds, 'and')} at once",
                f"write {listed([f'{k}.{name}' for k in kinds])}",
            )
        if name in self.names.game.kinds:
            plural = self.names.game.kinds[name].plural
            self.fail("unknown-name", node, f"'{name}' is a kind, not one of its elements",
                      f"the list of all of them is '{plural}'")
        for owner in ("player", *(self.names.game.kinds)):
            if (owner, name) in self.names.game.fields:
                start = "me" if owner == "player" else one(owner).words
                self.fail("unknown-name", node, f"'{name}' belongs to each {owner}",
                          f"write {start}.{name}" if owner == "player"
                          else f"name {start} first, such as x.{name}")
        calls = ChainMap(self.names.functions, self.names.queries)
        if name in calls or name in functions.FUNCTIONS:
            form = f"{name}({', '.join(a.name for a in calls[name].args)})" if name in calls else (
                functions.FUNCTIONS[name].form)
            self.fail("unknown-name", node, f"'{name}' is a function", f"call it: {form}")
        if name in self.names.actions:
            self.fail("unknown-name", node, f"'{name}' is an action",
                      f"possible({name}) asks whether it can be done, used({name}) how often")
        self._out_of_reach(node, name, scope)
        self._no_element(node, name, scope, want)
        known = chain(scope.vars, self.names.everything(), functions.FUNCTIONS, calls)
        self.fail("unknown-name", node, f"unknown name '{name}'",
                  self._plural_hint(name, scope) or name_hint(name) or did_you_mean(name, known))

    def _which_pile(self, node: ast.expr, per: str) -> None:
        source = self.source_of(node)
        self.fail("no-attribute", node, f"there is one '{source}' for each {per}",
                  f"say which one: {source}[{self.names.game.kinds[per].items[0]}]")

    def _plural_hint(self, name: str, scope: Scope) -> str:
        """A plural as English wants it, and the names of two sites."""
        if "here" in scope.vars and "there" in scope.vars:
            return "the two sites are called 'here' and 'there'"
        near = nearest(name, self.names.plurals) if name.endswith(("ies", "es", "ves")) else ""
        return f"did you mean '{near}'? A kind can say another: plural: {name}" if near else ""

    def _out_of_reach(self, node: ast.expr, name: str, scope: Scope) -> None:
        """A name that stands above, in a list of statements that ends before."""
        bound = self.names.bound.get((scope.owner, name))
        if bound is not None and bound.file == self.place.file and bound.line < self.place.line:
            self.fail("unknown-name", node, f"'{name}' of line {bound.line} is not known here",
                      "a name is known in the list of statements in which it stands, and inside "
                      "its loop")

    def _no_element(self, node: ast.expr, name: str, scope: Scope, want: Type | None) -> None:
        """A word where an element is wanted, and no name is meant by it."""
        kind = self.names.game.kinds.get(want.kind) if want is not None else None
        if kind is None or nearest(name, scope.vars) or kind.name == PLAYER:
            return
        listing = f"it can be {listed(kind.items)}" if len(kind.items) <= FEW_ITEMS else (
            did_you_mean(name, kind.items))
        if listing:
            self.fail("unknown-name", node, f"'{name}' is not {one(kind.name).words}", listing)

    def _unknown_holder(self, node: ast.Name, part: str, scope: Scope) -> None:
        """Nothing is called that, though it is asked for a part: say where names come from."""
        if node.id in (GAME, *SECTIONS) and (
                self.names.game_field(part) is not None or part in self.names.game.options):
            self.fail("unknown-name", node, "the game has no name in expressions",
                      f"fields and options of the game stand alone: {part}")
        small = node.id.lower()
        if small != node.id and (small == "me" or (small in scope.vars or self.names.taken(small))):
            self.fail("unknown-name", node, f"unknown name '{node.id}'", f"did you mean '{small}'?")
        if node.id in ACTING and (PLAYER, part) in self.names.game.fields:
            self.fail("unknown-name", node, f"unknown name '{node.id}'", f"write me.{part}")
        self._out_of_reach(node, node.id, scope)
        self._kind_as_holder(node, part)
        owner = next((kind.plural for kind in self.names.game.kinds.values()
                      if part in kind.attributes or (kind.name, part) in self.names.game.fields),
                     None)
        near = nearest(node.id, scope.vars)
        if owner is not None and not near and len(node.id) <= SHORT_NAME:
            self.fail("unknown-name", node, f"there is no '{node.id}' here",
                      f"name each one, as in any({node.id}.{part} … for {node.id} in {owner})")

    def _kind_as_holder(self, node: ast.Name, part: str) -> None:
        """A kind, of which a part is asked as if it were one of its elements."""
        kind = self.names.game.kinds.get(node.id)
        if kind is None or not (part in kind.attributes
                                or (kind.name, part) in self.names.game.fields):
            return
        each = kind.name[0]
        all_of_them = f"any({each}.{part} … for {each} in {kind.plural})"
        self.fail("unknown-name", node, f"'{kind.name}' is a kind, not one of its elements",
                  f"write me.{part}, or name each one, as in {all_of_them}"
                  if kind.name == PLAYER else f"name each one, as in {all_of_them}")

    def _of_all(self, inner: Expr, part: str, source: str) -> str:
        """What could be meant by a part of a list, or of numbers per element."""
        item = inner.type.item.kind if inner.type.item is not None else ""
        kind = self.names.game.kinds.get(inner.type.kind or item)
        if kind is not None and part in kind.items:
            return f"write {source}[{part}]" if inner.type.tag == "map" else f"write {part}"
        return member_hint(part, source, item) if inner.type.tag == "list" else ""

    def _numbers_of(self, kind: str, name: str, source: str) -> str:
        """The numbers per element in which an element stands that is asked for like a field."""
        for owner, _ in self.names.elements.get(name, ()):
            for field in self.names.game.fields.values():
                if field.owner == kind and field.per == owner:
                    return f"did you mean {source}.{field.name}[{name}]?"
        return ""
