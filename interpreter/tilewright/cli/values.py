"""What fields hold and what things carry, as short as it can be told."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.ink import QUIET, UNKNOWN, inked, joined, named, packed, sign
from tilewright.kernel.bounds import NO_NUMBER
from tilewright.positions.shown import fields_carried, has_symbol, in_order, kinds_apart
from tilewright.telling.carried import carried as in_words
from tilewright.text import labelled

if TYPE_CHECKING:
    from tilewright.cli.look import Look
    from tilewright.model import Field

MOST_REPEATED = 4
# Of kinds with more elements only those are listed of which there is something to tell.
FEW = 12


def value(look: Look, owned: Field, owner: int, *, repeated: bool = True) -> Text:
    """What a field holds, as short as it can be told; empty when there is nothing to tell."""
    if owned.zone:
        return _elements(look, owned, owner)
    if owned.per:
        return _amounts(look, owned, owner, repeated=repeated)
    return held(look, owned, owner)


def held(look: Look, owned: Field, owner: int) -> Text:
    """The one value of a field, or a sign that this seat does not know it."""
    if not look.reader.knows(owned, owner):
        return Text(UNKNOWN)
    return single(look, owned, look.reader.number(owned, owner))


def single(look: Look, owned: Field, found: int) -> Text:
    if owned.type.tag == "kind":
        return named(look.game, owned.type.kind, found, look.lang) if found >= 0 else Text("–")
    if owned.type.tag == "bool":
        return Text(look.say("yes" if found else "no"))
    return Text("–" if found == NO_NUMBER else str(found))


def beside_name(look: Look, name: Text, found: Text) -> Text:
    """A value behind a name; a number is kept apart from a name that ends with one."""
    is_number = name.plain[-1:].isdigit() and found.plain[:1].isdigit()
    return name + Text(f"{_colon(look)} " if is_number else " ") + found


def _colon(look: Look) -> str:
    """What stands between a name and its value in a language."""
    return labelled(look.game, "", "", look.lang).rstrip(" ")


# -- zones ------------------------------------------------------------------------------------


def _elements(look: Look, owned: Field, owner: int) -> Text:
    """The elements of a zone; of hidden ones only how many there are."""
    kind, items = owned.type.kind, look.reader.zone(owned, owner)
    known = in_order(owned, [i for i in items if i >= 0])
    short = all(has_symbol(look.game, kind, i) and not carried(look, kind, i) for i in known)
    told = _signs(look, kind, known) if short else _names(look, owned, known)
    if look.reader.size(owned, owner) is None:
        hidden = Text(UNKNOWN)
    elif len(known) == len(items):
        return told
    else:
        hidden = Text(look.say("hidden", n=len(items) - len(known)))
    return hidden + Text(", ") + told if known else hidden


def _signs(look: Look, kind: str, known: list[int]) -> Text:
    """Signs one after the other; of many equal ones in a row how many there are."""
    parts: list[Text] = []
    for index, run in groupby(known):
        count, one = len(list(run)), sign(look.game, kind, index)
        parts += [one] * count if count <= MOST_REPEATED else [one + Text(f"×{count}")]
    return joined(parts, " ")


def _names(look: Look, owned: Field, known: list[int]) -> Text:
    told = [whole_name(look, owned.type.kind, i) for i in known]
    return joined([times(told[at], n) for at, n in together(owned, [o.plain for o in told])], ", ")


def together(owned: Field, keys: list[str]) -> list[tuple[int, int]]:
    """Equal things once: where the first one is, and how many there are.

    Where order matters, those in a row alone are told together.
    """
    found: dict[tuple[str, int], list[int]] = {}
    run = 0
    for at, key in enumerate(keys):
        run += at > 0 and keys[at - 1] != key
        found.setdefault((key, run if owned.keeps_order else 0), []).append(at)
    return [(places[0], len(places)) for places in found.values()]


def times(one: Text, count: int) -> Text:
    return one if count == 1 else one + Text(f" ×{count}")


# -- numbers for each element -----------------------------------------------------------------


def _amounts(look: Look, owned: Field, owner: int, *, repeated: bool) -> Text:
    parts = [_amount(look, owned, i, found, repeated=repeated)
             for i, found in look.reader.amounts(owned, owner)]
    short = all(has_symbol(look.game, owned.per, i) for i, _ in look.reader.amounts(owned, owner))
    unknown = look.reader.unknown(owned, owner)
    if unknown:
        parts.insert(0, Text(look.say("unknown", n=unknown) + ("," if short and parts else "")))
    return joined(parts, " " if short else ", ")


def _amount(look: Look, owned: Field, index: int, found: int, *, repeated: bool) -> Text:
    short = has_symbol(look.game, owned.per, index)
    what = (sign(look.game, owned.per, index) if short
            else named(look.game, owned.per, index, look.lang))
    if owned.type.tag == "bool":
        return what
    if owned.type.tag == "kind":
        return what + Text(" ") + single(look, owned, found)
    if not short:
        return beside_name(look, what, Text(str(found)))
    if repeated and 0 < found <= MOST_REPEATED and what.cell_len == 1:
        return joined([what] * found, "")
    # A sign with a number behind it would be read as the sign of something else.
    return what if found == 1 else what + Text(f"×{found}")


# -- what things carry ------------------------------------------------------------------------


def carried(look: Look, kind: str, index: int) -> str:
    """What the fields of a thing hold, where there is something to tell."""
    return in_words(look.reader, kind, index, look.lang)


def whole_name(look: Look, kind: str, index: int) -> Text:
    """The name of a thing with what it carries."""
    name, on_it = named(look.game, kind, index, look.lang), carried(look, kind, index)
    return name + Text(f" ({on_it})") if on_it else name


def apart(look: Look, width: int) -> list[Text]:
    """What those things carry that lie in no zone, in a list of their own."""
    lines: list[Text] = []
    for kind in kinds_apart(look.game):
        fields = fields_carried(look.game, kind)
        told = [(named(look.game, kind, index, look.lang), _of_one(look, fields, kind, index))
                for index in range(look.size(kind))]
        after = inked(f"{_colon(look)} ", QUIET)
        lines += packed([name + after + found for name, found in told if found.plain], width)
    return lines


def _of_one(look: Look, fields: list[Field], kind: str, index: int) -> Text:
    """The value alone where a kind has a single one, else each with its title."""
    only = fields[0]
    is_single = not only.zone and not only.per
    if len(fields) > 1 or (is_single and only.type.tag == "bool"):
        return Text(carried(look, kind, index))
    tells = only.type.tag == "int" and look.size(kind) <= FEW
    if is_single and not tells and not look.reader.is_set(only, index):
        return Text()
    return value(look, only, index)
