"""One running module: a state of its own, and whole games in one call."""

from __future__ import annotations

import struct
import threading
import weakref
from array import array
from typing import TYPE_CHECKING, Any

from tilewright.native.engine import NoNativeError, engine, is_there, told_if_missing
from tilewright.native.kept import native_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.compiling.program import Program

HEAD = struct.Struct("<iiii")
NUMBER, SIGN = 1 << 64, 1 << 63


class StoppedError(Exception):
    """A game stopped inside; the same moves in Python tell why."""


class Native:
    """The module of a program, compiled once; each thread has a machine of its own."""

    def __init__(self, program: Program, *, timed: bool = False) -> None:
        self.program = program
        self.timed = timed
        self.engine = engine(timed=timed)
        self.made, self.module = native_parts(program, timed=timed)
        self._own = threading.local()
        # Before Python has taken down what is needed for it.
        weakref.finalize(self, self.module.close)

    def machine(self) -> Machine:
        return Machine(self)

    def mine(self) -> Machine:
        """The machine of this thread; what it plays next begins with an empty memory."""
        if not hasattr(self._own, "machine"):
            self._own.machine = Machine(self)
        found: Machine = self._own.machine
        return found


def native_of(program: Program) -> Native | None:
    """The module of a program, made when it is first asked for; nothing if there is none here."""
    made = _made(program)
    return made if isinstance(made, Native) else None


def machine_of(program: Program) -> Machine | None:
    """The machine of this thread for a program; nothing if Python has to play it."""
    native = native_of(program) if is_there() else None
    if native is None:
        return None
    try:
        return native.mine()
    except NoNativeError as error:
        program.kept.native = NoNativeError(str(error))
        return None


def no_native(program: Program) -> str:
    """Why a program could not be played natively, as far as that was tried."""
    found = program.kept.native
    return str(found) if isinstance(found, NoNativeError) else ""


def why_python(program: Program) -> str:
    """Why a program is played in Python here; nothing if it is played natively."""
    if not is_there():
        return "native play is not installed, or it is switched off"
    made = _made(program)
    return f"there is no native play: {made}" if isinstance(made, NoNativeError) else ""


def _made(program: Program) -> Native | NoNativeError:
    if program.kept.native is None:
        try:
            native = Native(program)
            # That there is a module does not yet mean that there is memory for it to run in.
            native.mine()
            program.kept.native = native
        except NoNativeError as error:
            program.kept.native = NoNativeError(str(error))
    made: Native | NoNativeError = program.kept.native
    return made


class Machine:
    """An instance of a module with memory of its own. It belongs to one thread."""

    def __init__(self, native: Native) -> None:
        self.made = native.made
        with told_if_missing():
            import wasmtime

            self.trap = wasmtime.Trap
            self.engine = native.engine
            self.store = wasmtime.Store(self.engine)
            weakref.finalize(self, self.store.close)
            if native.timed:
                self.store.set_epoch_deadline(1)
            instance: Any = wasmtime.Instance(self.store, native.module, [])
            self.exports: Any = instance.exports(self.store)
            self.memory: Any = self.exports["memory"]
            self._begin = self.exports["reserve"](self.store, 0)

    # -- memory -------------------------------------------------------------------------------

    def clear(self) -> None:
        """Give back all lists that were put into memory."""
        self.exports["reserved"].set_value(self.store, self._begin)

    def list_of(self, numbers: Sequence[int], room: int = 0) -> int:
        """A list in memory, with room for more; where its head lies."""
        room = max(room, len(numbers))
        at: int = self.call("reserve", HEAD.size + 8 * room)
        raw = HEAD.pack(len(numbers), room, at + HEAD.size, 0) + _packed(numbers)
        self.memory.write(self.store, raw, at)
        return at

    def numbers(self, head: int) -> array[int]:
        """What a list holds."""
        count, at = self._lies(head)
        return self._read(at, count)

    def raw(self, head: int, count: int) -> bytearray:
        """The first elements of a list as they lie in memory, 64 bits each."""
        return self._bytes(self._lies(head)[1], 8 * count)

    def _lies(self, head: int) -> tuple[int, int]:
        """How many elements a list has, and where they lie."""
        count, _, at, _ = HEAD.unpack(self._bytes(head, HEAD.size))
        return count, at

    def _bytes(self, at: int, size: int) -> bytearray:
        found: bytearray = self.memory.read(self.store, at, at + size)
        return found

    def _read(self, at: int, count: int) -> array[int]:
        found = array("q")
        found.frombytes(self._bytes(at, 8 * count))
        if found.itemsize != 8 or struct.pack("=h", 1) != struct.pack("<h", 1):
            found.byteswap()
        return found

    # -- one game -----------------------------------------------------------------------------

    def slots(self) -> list[int]:
        """The state, as Python has it."""
        return as_state(self._read(self.made.state, self.made.slots))

    def put(self, slots: Sequence[int]) -> None:
        """Another state."""
        self.memory.write(self.store, _packed(slots), self.made.state)

    def new(self, seed: int) -> list[int]:
        """Begin a game; the first moves."""
        return self._moves("opened", seed)

    def step(self, move: int) -> list[int]:
        """Make a legal move; those that come next."""
        return self._moves("step", move)

    def _moves(self, word: str, number: int) -> list[int]:
        return list(self.numbers(self.call(word, self.made.state, number)))

    def call(self, word: str, *given: int) -> Any:
        try:
            return self.exports[word](self.store, *given)
        except self.trap as error:
            raise StoppedError(self.fault()) from error

    def call_within(self, seconds: float, word: str, *given: int) -> Any:
        """A call that stops after a time; the module must have been made `timed`.

        The clock is that of all machines of its engine: what others play meanwhile stops too.
        """
        self.store.set_epoch_deadline(1)
        clock = threading.Timer(seconds, self.engine.increment_epoch)
        clock.start()
        try:
            return self.call(word, *given)
        finally:
            clock.cancel()
            self.store.set_epoch_deadline(1)

    def fault(self) -> str:
        """What stopped the last call, as far as the module tells."""
        number = self.exports["fault"].value(self.store) - FIRST
        return self.made.faults[number] if 0 <= number < len(self.made.faults) else ""


FIRST = 16


def as_state(numbers: array[int]) -> list[int]:
    """Slots as Python has them: the generator of chance is a number without a sign."""
    from tilewright.middle.header import RNG

    slots = numbers.tolist()
    slots[RNG] %= NUMBER
    return slots


def _packed(numbers: Sequence[int]) -> bytes:
    try:
        return struct.pack(f"<{len(numbers)}q", *numbers)
    except struct.error:
        return struct.pack(f"<{len(numbers)}q", *[
            (n + SIGN) % NUMBER - SIGN for n in numbers])
