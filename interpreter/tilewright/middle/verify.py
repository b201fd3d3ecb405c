"""Whether a program keeps the rules of the middle language, which printers count on.

Names

- A name is bound on every way before it is read: as an argument, by a `Let`, by a loop, by a `Map`,
  as the name of a `Define`, or as what a `Define` or an `Asked` is given. What only one of two
  branches binds is bound behind them if the other one leaves; what a loop binds is not bound behind
  the loop.
- A name keeps one kind in a function. Numbers and tests are one kind; an empty list is of the kind
  that it is used as first. What a name is read as is what it is.
- No name of a function is the name of a table, an operation or a function of the program; in the
  kernel it may be that of a primitive.
- The names that a `Define` binds are its own.
- The state is there where it is read: the function is given it, or a `Define` is.

Kinds

- Numbers and tests stand for each other; everything else stands where it is needed and nowhere
  else: lists where lists are gone through or asked for elements, pairs where elements are put in
  order by something, words in faults, functions of as many elements as they are asked about.
  Nothing else looks into pairs.
- A list holds values of one kind. Both values of a choice are of one kind.
- A condition is a test, a number or a list. So is what stands in `not`, and in `and` and `or` if
  they are conditions; if they are values, what stands in them is a number.
- A list that becomes longer or other was made for that in this function: it is no table, no
  argument and no element of another list. If it has a second name, that one is not read any more.
  In the kernel an argument may be changed, if it is given for that.
- Several names in a loop go over rows of a table that are as long as that.
- Numbers that are written into a program have at most 64 bits.

Calls

- What is called is a function of the program, an operation of the kernel, or a function of elements
  under a name. It is given as much as it takes, of the right kinds, and gives what the call says.
  A call for a value calls what gives one. Nothing may be given for a list or a function only.

Tables

- Each table is there, and all of its rows have the depth that is said.

The course

- Each node has a place.
- Jumps and decisions stand in blocks and in what goes on after decisions, never in loops; their
  labels are those of blocks, and something goes on after each decision but the last.
- A block ends on every way: it jumps, decides, returns a label or an outcome, or fails. So does
  what goes on after a decision, but for moves that were not offered. A function that gives a value
  gives it on every way.
- Nothing stands behind `Jump`, `Decide`, `Return`, `Stop` and `Next`; the latter two stand in
  loops. A loop with a step has one that is not 0.
- `While` stands in the kernel only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.middle import ir
from tilewright.middle.code import Code
from tilewright.middle.kinds import PRIMITIVES, kind_of, signatures
from tilewright.middle.verify_names import Frame
from tilewright.middle.verify_statements import Verifier

if TYPE_CHECKING:
    from collections.abc import Mapping

    Kernel = Mapping[str, ir.Function]


def problems(code: Code, tables: Mapping[str, Any], kernel: Kernel) -> list[str]:
    """What is wrong with a program, in sentences; nothing if it keeps all rules.

    The kernel is its operations as they were read.
    """
    found = [f"there is no block {label}, which is kept"
             for label in sorted({code.entry, *code.kept}) if label not in code.blocks]
    checker = Verifier(code, tables, signatures(code, kernel))
    for made in code.functions:
        checker.function(made, Frame(kind_of(made.gives)))
    for made in code.blocks.values():
        checker.function(made, Frame(ir.OUTCOME, is_block=True))
    for made in code.resumes.values():
        checker.function(made, Frame(ir.OUTCOME, is_block=True, is_resume=True))
    return found + checker.found


def kernel_problems(kernel: Kernel, tables: Mapping[str, Any]) -> list[str]:
    """What is wrong with the operations of the kernel."""
    code = Code(0)
    checker = Verifier(code, tables, signatures(code, kernel))
    checker.taken -= set(PRIMITIVES)
    for made in kernel.values():
        checker.function(made, Frame(kind_of(made.gives), in_kernel=True))
    return checker.found
