"""Code that changes the state: numbers, marks, the score, zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling.emit import Expressions, as_number
from tilewright.compiling.exchange import exchange_values, exchange_zones, forget_others
from tilewright.compiling.streams import stream_of
from tilewright.costs import BULK, CALL, MOVED
from tilewright.kernel.bounds import HUGE, NO_NUMBER
from tilewright.kernel.notes import EVERYBODY
from tilewright.language.operations import AttributeOf, Const, FieldOf, Option, ZoneOf
from tilewright.middle import ir
from tilewright.model import PLAYER

if TYPE_CHECKING:
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Do, Target, Var


class Emitter(Expressions):
    """Everything that a statement needs to become code."""

    # -- writing ------------------------------------------------------------------------------

    def amount(self, e: Expr) -> ir.Value:
        """A number that is not negative."""
        node = self.expr(e)
        if ir.value_of(node) is not None:
            return node
        return ir.call("max", node, ir.const(0))

    def write(self, target: Target, value: Expr) -> None:
        field = target.field
        node = self.typed(value, target.type)
        address = self.written(target)
        number = ir.value_of(node)
        if field.type.tag == "int" and (
                number is None or not (field.low <= number <= field.high)) and (
                number != NO_NUMBER):
            node = ir.call("within", node, ir.const(field.low), ir.const(field.high),
                           ir.const(field.title))
        if field.type.tag == "bool":
            node = as_number(node)
        self.emit(ir.put(address, node))
        self.forget_who(target, address)
        self._note_offer(target, address)

    def _note_offer(self, target: Target, address: ir.Value) -> None:
        """Keep what a value was chosen from, where that can still be told here."""
        source = self.build.offers.lists.get(id(target))
        if source is not None and self.build.can_read(source):
            offered = ir.call("offered", self.bulk(source, CALL))
            self.emit(ir.put(self._offer(target, address), offered))

    def _offer(self, target: Target, address: ir.Value) -> ir.Value:
        return ir.plus(address, self.build.layout.room(target.field).offers)

    # -- who knows what was written -----------------------------------------------------------

    def written(self, target: Target) -> ir.Value:
        """The address of a value; of a secret one it is needed twice."""
        address = self.target_address(target)
        return self.simple(address) if target.field.secret else address

    def note(self, target: Target, address: ir.Value) -> ir.Value:
        """Where it stands who knows a value of a secret field."""
        return ir.plus(address, self.build.layout.room(target.field).values)

    def always(self, target: Target, address: ir.Value) -> ir.Value:
        """The bits of the players who see a secret field whatever it holds.

        The seat follows from the address, since the expression that gave it may be another by now.
        """
        if target.field.visible != "owner":
            return ir.const(0)
        room = self.build.layout.room(target.field)
        number = ir.value_of(address)
        if number is not None:
            return ir.const(1 << (number - room.base) // room.width)
        seat = ir.math("//", ir.plus(address, -room.base), ir.const(room.width))
        return ir.math("<<", ir.const(1), seat)

    def forget_who(self, target: Target, address: ir.Value) -> None:
        """What is written into a secret field was revealed to nobody."""
        if target.field.secret:
            self.emit(ir.put(self.note(target, address), self.always(target, address)))
            self.forget_offer(target, address)

    def forget_offer(self, target: Target, address: ir.Value) -> None:
        if self.build.layout.room(target.field).is_offered:
            self.emit(ir.put(self._offer(target, address), ir.const(0)))

    def who_knows(self, target: Target, address: ir.Value) -> ir.Value:
        """The bits of the players who know the value of a field, in a fresh name."""
        if not target.field.secret:
            return ir.const(EVERYBODY)
        return self.keep(ir.state(self.note(target, address)))

    def exchange(self, first: Target, second: Target) -> None:
        """Two values change places, and with them who knows them; or all that lies in two zones."""
        (exchange_zones if first.field.zone else exchange_values)(self, first, second)

    def reveal_values(self, target: Target, to: Expr | None) -> None:
        """A value of a secret field, or all of its values, become known."""
        first = self.note(target, self.simple(self.target_address(target)))
        room = self.build.layout.room(target.field)
        many = room.values if target.type.tag == "map" else 1
        self.spend(CALL + many)
        self.emit(ir.Run(ir.call("tell", ir.Position(), first, ir.const(many), self.bits(to))))

    def bits(self, to: Expr | None) -> ir.Value:
        return ir.const(EVERYBODY) if to is None else ir.math("<<", ir.const(1), self.expr(to))

    def add(self, target: Target, amount: ir.Value) -> None:
        """Add to a number, which must stay within its bounds."""
        address = self.simple(self.target_address(target))
        self.emit(ir.add_to(address, amount))
        self.forget_who(target, address)
        high = ir.const(target.field.high)
        too_many = ir.Run(ir.call("too_many", ir.const(target.field.title), high))
        self.emit(ir.when(ir.compare(ir.state(address), ">", high), [too_many]))

    def score(self, category: str, value: Expr, to: Expr) -> None:
        index = list(self.build.game.scoring).index(category)
        base = self.build.layout.scores + index * self.size(PLAYER)
        address = self.simple(ir.plus(self.expr(to), base))
        self.emit(ir.add_to(address, self.expr(value)))
        # Numbers of the data are small; no game is long enough to count too many of them.
        if not isinstance(value, (Const, Option, AttributeOf, FieldOf)):
            points = ir.state(address)
            for sign, bound in ((">", HUGE), ("<", -HUGE)):
                beyond = ir.compare(points, sign, ir.const(bound))
                self.emit(ir.when(beyond, [ir.Run(ir.call("too_many_points"))]))

    # -- zones --------------------------------------------------------------------------------

    def zone_args(self, target: Target) -> tuple[ir.Value, ir.Value, ir.Value]:
        """Base, capacity, and the bits of the players who always see it (-1 for an open zone)."""
        base = self.simple(self.target_address(target))
        field = target.field
        if not field.hidden:
            return base, ir.const(field.cap), ir.const(-1)
        return base, ir.const(field.cap), self.always(target, base)

    def _count_in_play(self, target: Target, item: ir.Value, change: int) -> None:
        if target.field.in_play:
            kind = target.field.type.kind
            address = self.in_play_address(kind, item, self.expr(target.index[0]))
            self.emit(ir.add_to(address, ir.const(change)))

    def zone_add(self, target: Target, item: ir.Value, mask: ir.Value | None, *, top: bool
                 ) -> None:
        target = self.fix_owner(target)
        base, cap, seen = self.zone_args(target)
        self.spend(MOVED + target.field.cap // BULK)
        title = ir.const(target.field.title)
        state = ir.Position()
        if target.field.hidden:
            known = mask if mask is not None else ir.const(EVERYBODY)
            self.emit(ir.Run(ir.call("hide_top" if top else "hide_bottom", state, base, cap, item,
                                     ir.math("|", known, seen), title)))
        else:
            word = "add_sorted" if target.field.unordered else "add_top" if top else "add_bottom"
            self.emit(ir.Run(ir.call(word, state, base, cap, item, title)))
        self._count_in_play(target, item, 1)

    def zone_take(self, target: Target, item: ir.Value) -> ir.Value | None:
        """Take an element out; the bits of those who know it, if the zone is hidden."""
        base, cap, _seen = self.zone_args(target)
        self.spend(MOVED + target.field.cap // BULK)
        title = ir.const(target.field.title)
        mask: ir.Value | None = None
        if target.field.hidden:
            mask = self.keep(ir.call("take_hidden", ir.Position(), base, cap, item, title))
        else:
            self.emit(ir.Run(ir.call("take", ir.Position(), base, item, title)))
        self._count_in_play(target, item, -1)
        return mask

    def zone_put(self, into: Target, value: Expr, *, top: bool) -> None:
        """An element out of nowhere; everybody knows it who knows where it is from."""
        known = None if self.build.provenance.all_know(value) else ir.const(0)
        self.zone_add(into, self.keep(self.expr(value)), known, top=top)

    def zone_move(self, stmt: Do) -> None:
        """An element from one zone to another, or out of the game."""
        source, to, known = stmt.args["from"], stmt.args["to"], self.build.provenance
        item = self.keep(self.expr(stmt.args["item"]))
        source = self.fix_owner(source)
        if (to is None or to.field.hidden) and not known.all_can_follow(stmt.args["item"]):
            forget_others(self, source, to, known.chooser(stmt.args["item"]))
        mask = self.zone_take(source, item)
        if mask is None and not known.all_know(stmt.args["item"]):
            mask = ir.const(0)
        if to is not None:
            self.zone_add(to, item, mask, top=stmt.args["top"])
        elif known.loses(stmt):
            self.zone_lose(source, item, mask)

    def zone_lose(self, source: Target, item: ir.Value, known: ir.Value | None) -> None:
        """An element leaves the game from a hidden zone; nobody needs to see which."""
        room = self.build.layout.lost.get((source.field.owner, source.field.name))
        if room is None:
            return
        assert known is not None
        base = self._address(room, [self.expr(i) for i in source.index])
        self.emit(ir.Run(ir.call("lose", ir.Position(), base, ir.const(room.field.cap), item,
                                 known)))

    def zone_draw(self, source: Target, to: Target, count: Expr, *, top: bool) -> None:
        if not top and self._pours(source, to):
            self._pour(source, to, self.expr(count))
            return
        source, to = self.fix_owner(source), self.fix_owner(to)
        base = self.simple(self.target_address(source))
        number = self.keep(ir.call("min", self.amount(count), ir.state(base)))
        with self.apart() as each, self.block() as body:
            item = self.keep(ir.state(ir.plus(base, 1)))
            mask = self.zone_take(source, item)
            self.zone_add(to, item, mask, top=top)
        self.charge(number, source.field.cap, each.steps)
        self.emit(ir.Count("_", None, number, body))

    def zone_shuffle(self, zone: Target) -> None:
        base, cap, seen = self.zone_args(zone)
        self.charge(ir.state(base), zone.field.cap, MOVED)
        word = "shuffle_hidden" if zone.field.hidden else "shuffle"
        groups = ir.const(self.build.layout.groups.get(zone.field.type.kind, 0))
        known = [cap, seen, groups] if zone.field.hidden else []
        self.emit(ir.Run(ir.call(word, ir.Position(), base, *known, stream_of(self, zone))))

    def zone_sort(self, zone: Target, var: Var, by: Expr) -> None:
        base = self.simple(self.target_address(zone))
        source = ZoneOf(zone.type, zone.place, zone.field, zone.index)
        keyed = self.list_of_keys(var, source, by)
        self.emit(ir.Run(ir.call("replace", ir.Position(), base, ir.call("in_order_by", keyed))))

    def _pours(self, *zones: Target) -> bool:
        """Whether elements can be moved all at once: none enters or leaves play, none is sorted."""
        return not any(z.field.in_play or z.field.unordered for z in zones)

    def _pour(self, source: Target, to: Target, count: ir.Value) -> None:
        self.spend(CALL + (source.field.cap + to.field.cap) // BULK)
        self.emit(ir.Run(ir.call("pour", ir.Position(), *self.zone_args(source), count,
                                 *self.zone_args(to), ir.const(to.field.title))))

    def zone_empty(self, zone: Target, into: Target | None) -> None:
        zone = self.fix_owner(zone)
        base = self.simple(self.target_address(zone))
        if into is not None and self._pours(zone, into):
            self._pour(zone, into, ir.state(base))
            return
        lost = into is None and (zone.field.owner, zone.field.name) in self.build.layout.lost
        if into is None and not zone.field.in_play and not lost:
            self.emit(ir.Run(ir.call("clear", ir.Position(), *self.zone_args(zone))))
            return
        into = into and self.fix_owner(into)
        with self.apart() as each, self.block() as body:
            item = self.keep(ir.state(ir.plus(base, 1)))
            mask = self.zone_take(zone, item)
            if into is not None:
                self.zone_add(into, item, mask, top=False)
            elif lost:
                self.zone_lose(zone, item, mask)
        self.charge(ir.state(base), zone.field.cap, each.steps)
        self.emit(ir.Count("_", None, ir.state(base), body))

    def zone_reveal(self, zone: Target, count: Expr, to: Expr | None) -> None:
        base, cap, _seen = self.zone_args(zone)
        self.charge(ir.state(base), zone.field.cap, 1)
        self.emit(ir.Run(ir.call("reveal", ir.Position(), base, cap, self.amount(count),
                                 self.bits(to))))
