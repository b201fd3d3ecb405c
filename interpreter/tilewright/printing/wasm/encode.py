"""WebAssembly as bytes: numbers, instructions, sections."""

from __future__ import annotations

from dataclasses import dataclass, field

I32, I64, V128, EMPTY = 0x7F, 0x7E, 0x7B, 0x40
FUNCTION, MEMORY, GLOBAL = 0x00, 0x02, 0x03
PAGE = 65_536

# Instructions that take nothing along.
UNREACHABLE, ELSE, END, RETURN, DROP, SELECT = 0x00, 0x05, 0x0B, 0x0F, 0x1A, 0x1B
I32_EQZ, I32_EQ, I32_NE, I32_LT_U, I32_GT_U, I32_GE_U = 0x45, 0x46, 0x47, 0x49, 0x4B, 0x4F
I64_EQZ, I64_EQ, I64_NE, I64_LT_S, I64_LT_U = 0x50, 0x51, 0x52, 0x53, 0x54
I64_GT_S, I64_GT_U, I64_LE_S, I64_GE_S, I64_GE_U = 0x55, 0x56, 0x57, 0x59, 0x5A
I32_ADD, I32_SUB, I32_MUL, I32_AND, I32_OR, I32_SHL, I32_SHR_U = (
    0x6A, 0x6B, 0x6C, 0x71, 0x72, 0x74, 0x76)
I64_ADD, I64_SUB, I64_MUL, I64_DIV_S, I64_REM_S = 0x7C, 0x7D, 0x7E, 0x7F, 0x81
I64_AND, I64_OR, I64_XOR, I64_SHL, I64_SHR_S, I64_SHR_U = 0x83, 0x84, 0x85, 0x86, 0x87, 0x88
# Only for roots, which come out alike everywhere.
F64_SQRT, F64_DIV, F64_CONVERT_I64, I64_TRUNC_F64 = 0x9F, 0xA3, 0xB9, 0xB0
I32_WRAP_I64, I64_EXTEND_I32_U = 0xA7, 0xAD
# Instructions that take something along.
BLOCK, LOOP, IF, BR, BR_IF, BR_TABLE, CALL = 0x02, 0x03, 0x04, 0x0C, 0x0D, 0x0E, 0x10
LOCAL_GET, LOCAL_SET, LOCAL_TEE, GLOBAL_GET, GLOBAL_SET = 0x20, 0x21, 0x22, 0x23, 0x24
I32_LOAD, I64_LOAD, I32_STORE, I64_STORE = 0x28, 0x29, 0x36, 0x37
MEMORY_SIZE, MEMORY_GROW, I32_CONST, I64_CONST = 0x3F, 0x40, 0x41, 0x42
# Two numbers of 64 bits at once.
V128_LOAD, V128_STORE, V128_CONST = b"\xfd\x00", b"\xfd\x0b", b"\xfd\x0c"
MEMORY_COPY, MEMORY_FILL = b"\xfc\x0a\x00\x00", b"\xfc\x0b\x00"


def unsigned(number: int) -> bytes:
    """A number that is not negative, seven bits at a time."""
    if number < 128:
        return bytes((number,))
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    made.append(number)
    return bytes(made)


def signed(number: int) -> bytes:
    if -64 <= number < 64:
        return bytes((number & 127,))
    made = bytearray()
    while not -64 <= number < 64:
        made.append(number & 127 | 128)
        number >>= 7
    made.append(number & 127)
    return bytes(made)


def vector(parts: list[bytes]) -> bytes:
    return unsigned(len(parts)) + b"".join(parts)


def sized(content: bytes) -> bytes:
    return unsigned(len(content)) + content


def name(word: str) -> bytes:
    return sized(word.encode())


def section(number: int, parts: list[bytes]) -> bytes:
    return bytes((number,)) + sized(vector(parts)) if parts else b""


Signature = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(slots=True)
class Module:
    """A module that is being put together; functions are known by their numbers."""

    types: dict[Signature, int] = field(default_factory=dict)
    functions: list[int] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    globals: list[tuple[int, int]] = field(default_factory=list)
    exports: list[tuple[str, int, int]] = field(default_factory=list)
    data: list[tuple[int, bytes]] = field(default_factory=list)
    pages: int = 1
    most_pages: int = 1024

    def type(self, signature: Signature) -> int:
        return self.types.setdefault(signature, len(self.types))

    def declare(self, word: str, signature: Signature) -> int:
        """The number of a function whose body comes later, in the same order."""
        self.functions.append(self.type(signature))
        self.names.append(word)
        return len(self.functions) - 1

    def offered(self) -> dict[str, Signature]:
        """The functions that a host may call."""
        signatures = list(self.types)
        return {word: signatures[self.functions[number]]
                for word, kind, number in self.exports if kind == FUNCTION}

    def whole(self) -> bytes:
        """The whole module."""
        types = [b"\x60" + vector([bytes((t,)) for t in given]) + vector(
            [bytes((t,)) for t in gives]) for given, gives in self.types]
        limits = b"\x01" + unsigned(self.pages) + unsigned(self.most_pages)
        held = [bytes((kind, 1)) + _constant(kind, start) + bytes((END,))
                for kind, start in self.globals]
        exports = [name(word) + bytes((kind,)) + unsigned(number)
                   for word, kind, number in self.exports]
        data = [b"\x00" + _constant(I32, at) + bytes((END,)) + sized(content)
                for at, content in self.data]
        return b"".join((
            b"\0asm\1\0\0\0", section(1, types),
            section(3, [unsigned(number) for number in self.functions]),
            section(5, [limits]), section(6, held), section(7, exports),
            section(10, [sized(body) for body in self.bodies]), section(11, data),
            self._named()))

    def _named(self) -> bytes:
        """The names of functions, for those who look at a trap."""
        parts = [unsigned(number) + name(word) for number, word in enumerate(self.names)]
        return b"\x00" + sized(name("name") + b"\x01" + sized(vector(parts)))


def _constant(kind: int, value: int) -> bytes:
    return bytes((I32_CONST if kind == I32 else I64_CONST,)) + signed(value)
