"""Names, numbers and paths in expressions."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.language.checking import Bad
from tilewright.language.names import BUILT_IN, Scope
from tilewright.language.operations import (
    AttributeOf,
    Compare,
    Const,
    Domain,
    Entry,
    Expr,
    IfElse,
    ListOf,
    Nothing,
    Nth,
    Option,
    Variable,
    ZoneOf,
    order_matters,
    reading,
)
from tilewright.language.relations import leading
from tilewright.language.types import BOOL, INT, NONE, UNKNOWN, Type, many, one
from tilewright.language.unknown import Unknown
from tilewright.model import GAME
from tilewright.problems import Place, did_you_mean

if TYPE_CHECKING:
    from tilewright.language.tree import Var
    from tilewright.model import Field


class Leaves(Unknown):
    """Checks what an expression is made of."""

    # -- leaves -------------------------------------------------------------------------------

    def _constant(self, node: ast.Constant, _scope: Scope, _want: Type | None) -> Expr:
        value = node.value
        if isinstance(value, bool):
            self.fail("unknown-name", node, f"unknown name '{value}'",
                       f"did you mean '{str(value).lower()}'?")
        if value is None:
            self.fail("unknown-name", node, "unknown name 'None'", "did you mean 'none'?")
        if not isinstance(value, int):
            is_text = isinstance(value, (str, bytes))
            what = "a text" if is_text else f"'{value!s}'"
            self.fail("expression-word", node, f"{what} is not part of expressions",
                      "names stand without quotes" if is_text
                      else "numbers are whole; '//' divides: 3 * x // 2")
        written = self.text[node.col_offset:node.end_col_offset]
        if not written.isdigit() and node.lineno == node.end_lineno == 1:
            self.fail("expression-word", node, f"'{written}' is not a plain whole number",
                      "write digits only")
        if value > limits.NUMBER:
            self.fail("expression-number", node, f"numbers go up to {limits.NUMBER:,} here")
        return Const(INT, self.at(node), value)

    def _name(self, node: ast.Name, scope: Scope, want: Type | None) -> Expr:
        name, place = node.id, self.at(node)
        if name in scope.vars:
            return self._variable(scope.vars[name], place)
        if name in scope.consts:
            return replace(scope.consts[name], place=place)
        if name == "me":
            return Variable(scope.me.type, place, scope.me)
        if name in BUILT_IN:
            return Variable(BUILT_IN[name].type, place, BUILT_IN[name])
        if name in ("true", "false"):
            return Const(BOOL, place, name == "true")
        if name == "none":
            return Nothing(NONE, place)
        if self.names.turn_of is not None and name == self.names.turn_of.name:
            return self._variable(self.names.turn_of, place)
        field = self.names.game_field(name)
        if field is not None:
            return self._field(field, (), place)
        return self._static_name(node, place, scope, want)

    def _static_name(self, node: ast.Name, place: Place, scope: Scope, want: Type | None) -> Expr:
        name = node.id
        element = self._element(name, want)
        if element is not None:
            kind, index = element
            return Const(one(kind), place, index)
        if name in self.names.plurals:
            kind = self.names.plurals[name]
            return Domain(many(one(kind)), place, kind)
        if name in self.names.game.options:
            self.names.use("option", name)
            option = self.names.game.options[name]
            return Option(option.type, place, name)
        return self._unknown_name(node, name, scope, want)

    def _element(self, name: str, want: Type | None) -> tuple[str, int] | None:
        """The element of that name; where several kinds have one, the wanted kind decides."""
        found = self.names.elements.get(name, [])
        if len(found) == 1:
            return found[0]
        if want is not None:
            wanted = want.item.kind if want.tag == "list" and want.item else want.kind
            for kind, index in found:
                if kind == wanted:
                    return kind, index
        return None

    def _variable(self, var: Var, place: Place) -> Expr:
        return Variable(var.type, place, var)

    def _field(self, field: Field, index: tuple[Expr, ...], place: Place) -> Expr:
        self.names.use("field", field.title)
        return reading(field, field.value_type, place, index)

    def _is_known(self, name: str, scope: Scope) -> bool:
        if name == GAME:
            return False
        known = {*scope.vars, *scope.consts, *self.names.game.options}
        known |= {self.names.turn_of.name} if self.names.turn_of is not None else set()
        return name in known or self.names.taken(name)

    # -- paths --------------------------------------------------------------------------------

    def _attribute(self, node: ast.Attribute, scope: Scope, want: Type | None) -> Expr:
        place = self.at(node)
        if isinstance(node.value, ast.Name) and node.value.id not in scope.vars:
            known = self.names.game.kinds.get(node.value.id)
            if known is not None and node.attr in known.items:
                return Const(one(known.name), place, known.items.index(node.attr))
        if isinstance(node.value, ast.Name) and not self._is_known(node.value.id, scope):
            self._unknown_holder(node.value, node.attr, scope)
        inner = self.check(node.value, scope)
        if inner.type == UNKNOWN:
            raise Bad
        if inner.type.tag != "kind":
            self.fail("no-attribute", node, f"{inner.type.words} has no '.{node.attr}'",
                      self._of_all(inner, node.attr, self.source_of(node.value)))
        if inner.type.optional:
            self._mismatch(inner, inner.type.plain)
            raise Bad
        del want
        name = node.attr
        if name in scope.relations:
            name = leading(self, node, name, inner.type.kind, "", scope)
        return self._member(inner, node, name, place)

    def _member(self, inner: Expr, node: ast.Attribute, name: str, place: Place) -> Expr:
        kind = inner.type.kind
        field = self.names.game.fields.get((kind, name))
        if field is not None:
            return self._field(field, (inner,), place)
        attribute = self.names.game.kinds[kind].attributes.get(name)
        if attribute is not None:
            return AttributeOf(attribute.type, place, attribute, kind, inner)
        if name in self.names.unsure:
            raise Bad
        if (kind, name) in self.names.piles:
            self._which_pile(node, self.names.piles[kind, name])
        known = [*self.names.game.kinds[kind].attributes,
                 *(n for owner, n in self.names.game.fields if owner == kind)]
        return self.fail("no-attribute", node, f"{one(kind).words} has no '{name}'",
                         self._numbers_of(kind, name, self.source_of(node.value))
                         or did_you_mean(name, known))

    def _subscript(self, node: ast.Subscript, scope: Scope, _want: Type | None) -> Expr:
        pile = self._pile(node, scope)
        if pile is not None:
            return pile
        holder = self.check(node.value, scope)
        place = self.at(node)
        if holder.type.tag == "map":
            assert holder.type.item is not None
            index = self.need(node.slice, scope, one(holder.type.kind))
            return Entry(holder.type.item, place, holder, index)
        if holder.type.tag == "list":
            if holder.type.item is None:
                self.fail("wrong-type", node, "this list is always empty")
            index = self.need(node.slice, scope, INT)
            assert holder.type.item is not None
            self._in_list(holder, index)
            return Nth(holder.type.item, place, holder, index)
        return self.fail("wrong-type", node, f"{holder.type.words} cannot be looked up with [ ]")

    def _pile(self, node: ast.Subscript, scope: Scope) -> Expr | None:
        """One of the zones of a field that is a zone for each element of a kind."""
        part, owner = node.value, GAME
        index: tuple[Expr, ...] = ()
        names = {name for _, name in self.names.piles}
        if isinstance(part, ast.Attribute) and part.attr in names:
            inner = self.check(part.value, scope)
            if inner.type.optional:
                self.need(part.value, scope, inner.type.plain)
            owner, name, index = inner.type.kind, part.attr, (inner,)
        elif isinstance(part, ast.Name) and part.id not in scope.vars:
            name = part.id
        else:
            return None
        per = self.names.piles.get((owner, name))
        if per is None:
            return None
        which: Expr = self.need(node.slice, scope, one(per))
        place, game = self.at(node), self.names.game
        zones: list[Expr] = [self._field(game.fields[owner, f"{name}_{item}"], index, place)
                 for item in game.kinds[per].items]
        if isinstance(which, Const):
            return zones[int(which.value)]
        made = zones[-1]
        for at in range(len(zones) - 2, -1, -1):
            test = Compare(BOOL, place, "==", which, Const(which.type, place, at))
            made = IfElse(made.type, place, test, zones[at], made)
        return made

    def _in_list(self, holder: Expr, index: Expr) -> None:
        """A plain number as a place that no list of this sort has, and places in a set."""
        self.needs_order(holder)
        number, most = index.value if isinstance(index, Const) else 0, self._most(holder)
        if number < 0 or (most is not None and number >= most):
            holds = f"it holds {most} at most" if most is not None else "places are not negative"
            self.names.problems.add(
                "no-element", index.place, f"the list never has an element [{number}]: {holds}",
                "the first one is [0], the last one is list[size(list) - 1]")

    def _most(self, holder: Expr) -> int | None:
        """How many elements a list can have, where that is declared."""
        if isinstance(holder, Domain):
            return len(self.names.game.kinds[holder.kind].items)
        if isinstance(holder, AttributeOf):
            return holder.longest(self.names.game)
        if isinstance(holder, ListOf):
            return len(holder.items)
        return int(holder.field.cap) if isinstance(holder, ZoneOf) else None

    def needs_order(self, zone: Expr) -> None:
        """A zone with `order: set` keeps no order that a rule could mean."""
        order_matters(zone)
        if isinstance(zone, IfElse):
            self.needs_order(zone.then)
            self.needs_order(zone.other)
        if isinstance(zone, ZoneOf) and zone.field.unordered:
            self.names.problems.add(
                "no-order", zone.place, f"'{zone.field.title}' is a set, it keeps no order",
                "choose with a test, as in first(x for x in …), or remove 'order: set'")
