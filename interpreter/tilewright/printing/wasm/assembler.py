"""A few functions of a module, written as instructions by hand.

One function is a head, `name (types) -> type; locals`, and its instructions. `$word` stands for a
number that the program knows, and `call word` for the number of a function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.printing.wasm import encode as w

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TYPES = {"i32": w.I32, "i64": w.I64, "v128": w.V128}
PLAIN = {
    "unreachable": w.UNREACHABLE, "else": w.ELSE, "end": w.END, "return": w.RETURN,
    "drop": w.DROP, "select": w.SELECT, "i32.eqz": w.I32_EQZ, "i32.eq": w.I32_EQ,
    "i32.lt_u": w.I32_LT_U, "i32.gt_u": w.I32_GT_U, "i32.ge_u": w.I32_GE_U,
    "i64.eqz": w.I64_EQZ, "i64.eq": w.I64_EQ, "i64.ne": w.I64_NE, "i64.lt_s": w.I64_LT_S,
    "i64.lt_u": w.I64_LT_U, "i64.gt_s": w.I64_GT_S, "i64.ge_s": w.I64_GE_S, "i64.ge_u": w.I64_GE_U,
    "i64.gt_u": w.I64_GT_U, "i32.add": w.I32_ADD, "i32.sub": w.I32_SUB, "i32.shl": w.I32_SHL,
    "i32.shr_u": w.I32_SHR_U, "i32.and": w.I32_AND, "i64.add": w.I64_ADD, "i64.sub": w.I64_SUB,
    "i64.mul": w.I64_MUL, "i64.div_s": w.I64_DIV_S, "i64.rem_s": w.I64_REM_S,
    "i64.and": w.I64_AND, "i64.xor": w.I64_XOR, "i64.or": w.I64_OR, "i64.shl": w.I64_SHL,
    "i64.shr_u": w.I64_SHR_U, "f64.convert": w.F64_CONVERT_I64, "f64.div": w.F64_DIV,
    "f64.sqrt": w.F64_SQRT, "i64.trunc": w.I64_TRUNC_F64, "wrap": w.I32_WRAP_I64,
    "extend": w.I64_EXTEND_I32_U,
}
WITH_NUMBER = {"get": w.LOCAL_GET, "set": w.LOCAL_SET, "tee": w.LOCAL_TEE, "br": w.BR,
               "br_if": w.BR_IF, "global.get": w.GLOBAL_GET, "global.set": w.GLOBAL_SET}
MEMORY = {"i32.load": (bytes((w.I32_LOAD,)), 2), "i64.load": (bytes((w.I64_LOAD,)), 3),
          "i32.store": (bytes((w.I32_STORE,)), 2), "i64.store": (bytes((w.I64_STORE,)), 3),
          "v128.load": (w.V128_LOAD, 3), "v128.store": (w.V128_STORE, 3)}
BULK = {"memory.copy": w.MEMORY_COPY, "memory.fill": w.MEMORY_FILL}
OPENING = {"block": w.BLOCK, "loop": w.LOOP, "if": w.IF}


def functions(text: str) -> dict[str, tuple[w.Signature, list[int], list[str]]]:
    """The functions of a text by name: signature, locals, and words of instructions."""
    found = {}
    for part in text.strip().split("\n\n"):
        head, *lines = part.splitlines()
        word, rest = head.split(" (", 1)
        given, rest = rest.split(")", 1)
        gives, _, own = rest.partition(";")
        types = [[TYPES[t] for t in said.replace("->", "").split()] for said in (given, gives, own)]
        words = [one for line in lines for one in line.partition("#")[0].split(";")]
        found[word] = ((tuple(types[0]), tuple(types[1])), types[2],
                       [one.strip() for one in words if one.strip()])
    return found


def assembled(own: list[int], instructions: list[str], numbers: Mapping[str, int],
              number_of: Callable[[str], int]) -> bytes:
    """The body of a function."""
    made = bytearray(w.vector([w.unsigned(1) + bytes((kind,)) for kind in own]))
    for line in instructions:
        word, _, rest = line.partition(" ")
        value = numbers[rest[1:]] if rest.startswith("$") else None
        if word in PLAIN:
            made.append(PLAIN[word])
        elif word == "call":
            made += bytes((w.CALL,)) + w.unsigned(number_of(rest))
        elif word in WITH_NUMBER:
            made += bytes((WITH_NUMBER[word],)) + w.unsigned(int(rest))
        elif word in MEMORY:
            code, align = MEMORY[word]
            made += code + bytes((align,)) + w.unsigned(int(rest or 0) if value is None else value)
        elif word in OPENING:
            made += bytes((OPENING[word], TYPES.get(rest, w.EMPTY)))
        elif word in ("i32.const", "i64.const"):
            made.append(w.I32_CONST if word == "i32.const" else w.I64_CONST)
            made += w.signed(int(rest) if value is None else value)
        elif word in BULK:
            made += BULK[word]
        elif word in ("memory.size", "memory.grow"):
            made += bytes((w.MEMORY_SIZE if word == "memory.size" else w.MEMORY_GROW, 0))
        else:
            raise AssertionError(f"no instruction '{line}'")
    made.append(w.END)
    return bytes(made)
