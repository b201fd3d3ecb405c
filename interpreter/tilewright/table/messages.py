"""What a page may send, declared once: each message with its fields, and what fits each of them.

Bodies of requests and frames of sockets are read here alone. Whatever does not fit is refused
before it reaches a table or a process.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.playing.recorded import is_options
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.table.wire import Data

# A message is not longer than this, nor is a word in it.
LARGEST, WORD, LONG_WORD = 65_536, 64, 256


class Unfit(UsageError):
    """Something that no page sends; `id` is what the message calls itself, if it does."""

    def __init__(self, text: str, id_: str | None = None) -> None:
        super().__init__(text)
        self.id = id_


def _word(given: Any) -> bool:
    return isinstance(given, str) and len(given) <= WORD


def _long_word(given: Any) -> bool:
    return isinstance(given, str) and len(given) <= LONG_WORD


def _number(given: Any) -> bool:
    return type(given) is int and 0 <= given <= limits.NUMBER


def _players(given: Any) -> bool:
    return _number(given) and 1 <= given <= limits.PLAYERS


def _list_of(fits: Callable[[Any], bool], most: int) -> Callable[[Any], bool]:
    return lambda given: isinstance(given, list) and len(given) <= most and all(map(fits, given))


def _either(*fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda given: any(one(given) for one in fits)


Fields = dict[str, "Callable[[Any], bool]"]
THING: Fields = {"kind": _long_word, "item": _long_word}
# A field with a question mark may be left out, or be null.
TABLE: Fields = {"number": _number, "players": _players, "seats?": _list_of(_word, limits.PLAYERS),
                 "options?": is_options}
HELLO: Fields = {"v": _number, "table": _word, "seat?": _word, "lang?": _word, "wide?": _number,
                 "also?": _list_of(_word, limits.PLAYERS)}
# What a page may say after its hello; each may have an id, by which it is answered.
FRAMES: dict[str, Fields] = {
    "act": {"move": _number, "key": _long_word},
    "undo": {"to?": _either(_number, _word)},
    "lang": {"lang": _word},
    "wide": {"wide?": _number},
    "why": THING,
    "about": THING,
    "peek": {"n": _number, "as?": _either(_number, _word)},
    "situation": {},
    "replay": {},
    "pace": {"ms": _number},
    "rematch": {},
    "fork": {"n?": _number},
    "beside": {"n?": _number, "variants": _list_of(_long_word, limits.PACKS)},
    "restart": {},
    "ping": {},
}


def read_table(sent: bytes) -> Data:
    """Read what a page asks of a new table."""
    return _check(_parse(sent), TABLE)


def read_hello(sent: str) -> Data:
    """Read the first message of a page."""
    told = _parse(sent)
    if told.get("t") != "hello":
        raise Unfit("the first message of a page is 'hello'")
    return _check(told, {"t": _word, **HELLO})


def read_frame(sent: str) -> Data:
    """Read any later message of a page."""
    told = _parse(sent)
    id_, what = told.get("id"), told.get("t")
    fields = FRAMES.get(what) if isinstance(what, str) else None
    if fields is None:
        raise Unfit("no page sends such a message", id_ if _word(id_) else None)
    return _check(told, {"t": _word, "id?": _word, **fields})


def _parse(sent: str | bytes) -> Data:
    """Read a JSON text of ordinary size and depth that holds an object."""
    if len(sent) > LARGEST:
        raise Unfit(f"a page sends at most {LARGEST:,} bytes at a time")
    try:
        told = json.loads(sent)
        # Half a character can be read, but not be written anywhere.
        json.dumps(told, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise Unfit("a page sends an object in JSON, and this is none")
    return told


def _check(told: Data, fields: Fields) -> Data:
    """Return a message that has all required fields, and no field that is not declared."""
    id_ = told.get("id")
    id_ = id_ if _word(id_) else None
    names = {name.rstrip("?"): name for name in fields}
    if any(name not in names for name in told):
        raise Unfit(f"a page sends only {', '.join(names)} here", id_)
    for name, declared in names.items():
        given = told.get(name)
        if not fields[declared](given) and not (given is None and declared != name):
            raise Unfit(f"'{name}' is missing or does not fit", id_)
    return told
