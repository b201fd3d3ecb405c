"""Whether merged data has the shape that files must have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.merging.placing import sort_of
from tilewright.reading.pruning import LeftOut
from tilewright.reading.schemas import validate
from tilewright.reading.source import Map, Source

if TYPE_CHECKING:
    from tilewright.merging.addresses import Path
    from tilewright.merging.content import Content
    from tilewright.problems import Place, Problems


def _tables(root: Map, problems: Problems) -> bool:
    """Tiles and texts are tables of tables; no schema sees them as a whole. True if they are."""
    fine = True
    for section in ("tiles", "texts"):
        table = root.get(section, Map(root.place))
        rows = table.items() if isinstance(table, Map) else [(section, table)]
        for name, row in rows:
            if not isinstance(row, Map):
                fine = False
                at = table.at(name) if isinstance(table, Map) else root.at(section)
                problems.add("wrong-value", at, f"this is {sort_of(row)}, but a mapping is needed")
    return fine


def fits_schemas(content: Content, root: Map, at: Place, problems: Problems,
                 written: set[Path] | None = None) -> bool:
    """Check the shape of merged data, at least where it was written; what is wrong is taken out.

    True if what is left can be linked.
    """
    # What is no table at all has taken away whatever stood there.
    left = LeftOut(anything=not _tables(root, problems))

    def is_new(*path: str) -> bool:
        return written is None or path in written or path[:1] in written

    fine = True
    if written is None or any(path[0] not in ("tiles", "texts") for path in written):
        rules = content.as_rules()
        fine = validate(Source("overlay", [], rules, at), "game", problems, left)
        left.anything = content.keep_only(rules) or left.anything
    for family, rows in [t for t in content.tiles if is_new("tiles", t[0])]:
        tiles = Map(rows.place)
        tiles.put("family", family, rows.place, rows.place)
        tiles.put("tiles", rows, rows.place, rows.place)
        fine = validate(Source("overlay", [], tiles, rows.place), "tiles", problems, left) and fine
    for words in [w for language, w in content.texts.items() if is_new("texts", language)]:
        fine = validate(Source("overlay", [], words, words.place), "text", problems, left) and fine
    content.left.words |= left.words
    content.left.anything = content.left.anything or left.anything
    if left or not fine:
        problems.leave_out("linked")
    return fine
