"""A game inside its record: the merged data, small enough to go along with each saved game.

So an old game can be played on with the rules that it began with, whatever has become of its packs.
What stands in a record is a stranger's: it passes the same reader and the same schemas as any file.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.linking.content import Content
from tilewright.linking.layers import fits_schemas
from tilewright.linking.link import link
from tilewright.loading.source import Map, parse, without_places
from tilewright.playing.game import Game
from tilewright.problems import ContentError, Place, Problems, RecordError

if TYPE_CHECKING:
    from tilewright import model

# A record may hold this much when it is unpacked.
MOST_BYTES = 8 * limits.FILE_BYTES
KEPT = ("language", "id", "version", "stand_in")


def packed(linked: model.Game) -> str:
    """The merged data of a game as one word."""
    root, manifest = linked.data
    whole = {"manifest": {k: without_places(manifest[k]) for k in KEPT if k in manifest},
             "root": without_places(root)}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def plain_data(word: str) -> dict[str, Any]:
    """The merged data as plain values; whatever else the word holds is refused."""
    try:
        opener = zlib.decompressobj()
        raw = opener.decompress(base64.b64decode(word, validate=True), MOST_BYTES)
        if opener.unconsumed_tail or not opener.eof:
            raise RecordError("the rules in this record are too big or cut short")
        data = json.loads(raw)
    except (binascii.Error, zlib.error, ValueError, RecursionError) as error:
        raise RecordError("the rules in this record are damaged") from error
    if not isinstance(data, dict) or not all(isinstance(data.get(k), dict)
                                             for k in ("manifest", "root")):
        raise RecordError("the rules in this record are damaged")
    return data


def unpacked(word: str) -> Game:
    """The game that a record carries."""
    return game_of(plain_data(word))


def game_of(data: dict[str, Any]) -> Game:
    """A game made of plain merged data."""
    problems = Problems()
    try:
        manifest = _read({k: data["manifest"].get(k) for k in KEPT if k in data["manifest"]},
                         "manifest", problems)
        root = Map(Place("rules in the record"))
        for section, value in data["root"].items():
            root.put(section, _read(value, section, problems), root.place, root.place)
        problems.stop_if_any()
        content = Content(manifest)
        content.take(root)
        fits_schemas(content, manifest.place, problems)
        problems.stop_if_any()
        linked = link(content, problems)
        problems.stop_if_any()
    except ContentError as error:
        first = error.problems[0]
        raise RecordError(f"the rules in this record have problems, such as {first.place}: "
                          f"{first.sentence}") from error
    linked.data = (root, manifest)
    linked.folder = "rules in the record"
    return Game(linked)


def _read(value: Any, section: str, problems: Problems) -> Any:
    """Plain values with places, through the reader that all files pass."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    source = parse(text, f"record/{section}", problems)
    if source.data is None:
        problems.stop_if_any()
    return source.data
