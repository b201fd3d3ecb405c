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
from tilewright.linking.link import link
from tilewright.merging.content import Content
from tilewright.merging.shape import fits_schemas
from tilewright.packs.pack import language_of
from tilewright.playing.game import Game
from tilewright.problems import ContentError, Place, Problems, RecordError, printable
from tilewright.reading.schemas import validate
from tilewright.reading.source import Map, Source, parse, without_places
from tilewright.reading.traits import stops

if TYPE_CHECKING:
    from tilewright import model

# A record may hold this much when it is unpacked.
MOST_BYTES = 8 * limits.FILE_BYTES
MOST_SECTIONS = 100
KEPT = ("language", "id", "version", "stand_in")
DAMAGED = "the rules in this record are damaged"


def data_of(linked: model.Game) -> dict[str, Any]:
    """The merged data of a game as plain values."""
    root, manifest = linked.data
    return {"manifest": {k: without_places(manifest[k]) for k in KEPT if k in manifest},
            "root": without_places(root)}


def packed(linked: model.Game) -> str:
    """The merged data of a game as one word."""
    text = json.dumps(data_of(linked), ensure_ascii=False, separators=(",", ":"))
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
        raise RecordError(DAMAGED) from error
    if not _is_whole(data):
        raise RecordError(DAMAGED)
    return dict(data)


def _is_whole(data: Any) -> bool:
    """Whether this can be the data of a game; what is in its sections is seen later."""
    if not isinstance(data, dict) or not all(isinstance(data.get(k), dict)
                                             for k in ("manifest", "root")):
        return False
    root = data["root"]
    return len(root) <= MOST_SECTIONS and all(isinstance(root.get(k, {}), dict)
                                              for k in ("tiles", "texts"))


def unpacked(word: str) -> Game:
    """The game that a record carries."""
    return game_of(plain_data(word))


def game_of(data: dict[str, Any]) -> Game:
    """A game made of plain merged data."""
    problems = Problems()
    try:
        manifest = _manifest(data["manifest"], problems)
        root = Map(Place("rules in the record"))
        for section, value in data["root"].items():
            made = _table(value, section, problems) if section in ("tiles", "texts") else (
                _read(value, section, problems))
            root.put(section, made, root.place, root.place)
        problems.stop_if_any()
        content = Content(manifest)
        content.take(root)
        fits_schemas(content, root, manifest.place, problems)
        problems.stop_if_any()
        linked = link(content, problems)
        if any(stops(p.code) for p in problems):
            problems.stop_if_any()
    except ContentError as error:
        first = error.problems[0]
        raise RecordError(f"the rules in this record have problems, such as "
                          f"{printable(str(first.place))}: {first.sentence}") from error
    linked.data = (root, manifest)
    linked.folder = "rules in the record"
    return Game(linked)


def _manifest(data: dict[str, Any], problems: Problems) -> Any:
    """What is kept of the manifest; it has to be as in any pack."""
    given = {**{k: data[k] for k in KEPT if k in data}, "rules": ["record.yaml"]}
    made = _read(given, "manifest", problems)
    if validate(Source("record", [], made, made.place), "pack", problems) and (
            language_of(made) is None):
        problems.add("language-version", made.at("language"),
                     "they are written in a language that this program does not read")
    problems.stop_if_any()
    return made


def _table(value: Any, section: str, problems: Problems) -> Any:
    """Families of tiles and languages: each one stood in files of its own."""
    if not isinstance(value, dict) or len(value) > limits.PACK_FILES:
        return _read(value, section, problems)
    made = Map(Place(f"record/{section}"))
    for name, rows in value.items():
        # The name passes the reader as well, as the only key of a mapping.
        for key, inner in _read({name: rows}, f"{section}/{name}", problems).items():
            made.put(key, inner, made.place, made.place)
    return made


def _read(value: Any, section: str, problems: Problems) -> Any:
    """Plain values with places, through the reader that all files pass."""
    try:
        text = json.dumps(value, ensure_ascii=False, indent=1)
        source = parse(text, f"record/{section}", problems)
    except (RecursionError, UnicodeError) as error:
        raise RecordError(DAMAGED) from error
    if source.data is None:
        problems.stop_if_any()
    return source.data
