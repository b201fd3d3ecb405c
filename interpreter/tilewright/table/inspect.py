"""A thing looked at closely: what it holds now, where its values are written, and its texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.positions.decoder import Decoder, with_names
from tilewright.positions.names import Spot
from tilewright.situations.files import SituationFile
from tilewright.situations.played import in_file
from tilewright.telling.amounts import title
from tilewright.text import element, plain, rules_text, text

if TYPE_CHECKING:
    from tilewright.model import Game, Kind
    from tilewright.playing.record import Session
    from tilewright.playing.view import View
    from tilewright.problems import Place
    from tilewright.situations.read import Packs

Data = dict[str, Any]


def about(view: View, kind: str, item: str, lang: str) -> Data:
    """All that there is to know of an element, as far as a view knows it; empty for no element."""
    game = view.program.game
    found = game.kinds.get(kind)
    if found is None or item not in found.items:
        return {}
    index = found.items.index(item)
    return {"kind": kind, "item": item, "name": element(game, kind, index, lang),
            "what": text(game, f"kind.{kind}", lang) or plain(kind),
            "at": _at(found.places.get(item, found.place)),
            "fields": _fields(view, found, index, lang),
            "values": _values(game, found, index),
            "texts": {one: {"name": element(game, kind, index, one),
                            "says": rules_text(game, kind, index, one)}
                      for one in sorted(game.texts)}}


def _at(place: Place) -> str:
    """A place without the folders above its pack."""
    return "/".join(str(place).replace("\\", "/").split("/")[-3:])


def _fields(view: View, kind: Kind, index: int, lang: str) -> list[Data]:
    """What holds of it now."""
    game, decoder = view.program.game, Decoder(view.reader)
    if index >= kind.size(view.program.players):
        return []
    return [{"name": owned.name, "say": title(game, owned, None, lang),
             "is": decoder.held(Spot(owned, index)), "at": _at(owned.place),
             "known": view.reader.knows_all(owned, index)}
            for (owner, _), owned in game.fields.items() if owner == kind.name]


def _values(game: Game, kind: Kind, index: int) -> list[Data]:
    """What is written of it in the data."""
    return [{"name": one.name, "is": with_names(game.kinds, one.type, one.values[index]),
             "at": _at(one.place_of(index)), "own": one.place_of(index) is not one.place}
            for one in kind.attributes.values()]


def situation(session: Session, packs: Packs) -> str:
    """The position as the text of a file of situations."""
    return in_file(session, SituationFile(packs))[0]
