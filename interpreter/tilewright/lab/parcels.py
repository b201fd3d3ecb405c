"""The packs of a game as bytes, so that it can be played where they are not.

Each pack is a zip as `packs install` takes it, and passes the same doors: plain files that a pack
may have, within its limits. Nothing of it is code. A game is made of it in another process, which
compares its hash with the one it should have.
"""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from typing import TYPE_CHECKING

from tilewright.packs.archives import opened
from tilewright.packs.members import chosen
from tilewright.packs.unpacking import written
from tilewright.playing.game import Game, made
from tilewright.problems import TilewrightError, UsageError
from tilewright.stages import load_folders
from tilewright.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.packs.pack import Pack
    from tilewright.stages import Loaded

# A pack that does not change is the same zip, whenever it is made.
DAY = (1980, 1, 1, 0, 0, 0)


class Refused(UsageError):
    """What came to be played cannot be played here, or must not be; it says why."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """The hash of a game and its packs, the game itself first."""

    hash: str
    packs: tuple[bytes, ...]

    def game(self, room: str | None = None) -> Game:
        """The game that is in it, if it is the one that it should be.

        It is unpacked below a folder that somebody else takes away, should this process be ended.
        """
        with TemporaryDirectory(prefix="tilewright-", dir=room) as folder:
            try:
                folders = [_unpacked(raw, Path(folder) / str(number))
                           for number, raw in enumerate(self.packs)]
                game = made(load_folders(folders[0], folders[1:]))
            except (TilewrightError, OSError) as error:
                raise Refused(f"the packs that came cannot be read: {error}") from error
        if game.hash != self.hash:
            raise Refused(f"the packs that came make the game {game.hash[:8]}, but "
                          f"{self.hash[:8]} is to be played; begin anew, and change no file of it "
                          "meanwhile")
        return game


def parcel_of(loaded: Loaded) -> Parcel:
    """The packs of a game that was loaded, as they lie on the disk."""
    assert loaded.game is not None
    try:
        return Parcel(loaded.game.hash, tuple(_zipped(pack) for pack in loaded.order.packs))
    except OSError as error:
        raise UsageError(f"'{error.filename}' cannot be read: {error.strerror}") from error


def _zipped(pack: Pack) -> bytes:
    """The files that a pack uses; whatever else lies in its folder stays there."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        for name in sorted(set(_names(pack))):
            archive.writestr(zipfile.ZipInfo(name, DAY), (pack.folder / name).read_bytes(),
                             zipfile.ZIP_DEFLATED)
    return raw.getvalue()


def _names(pack: Pack) -> Iterator[str]:
    shown = (pack.manifest.place.file, *pack.named, *(one.file for one in pack.art.values()))
    return (name.removeprefix(f"{pack.shown}/") for name in shown)


def _unpacked(raw: bytes, folder: Path) -> Path:
    source = folder.with_suffix(".zip")
    write_whole(source, raw)
    with opened(source) as members:
        return written(chosen(members)[0], folder)


# -- what came to this process ---------------------------------------------------------------------

_came: dict[str, tuple[Parcel, str | None]] = {}
_wanted: Counter[str] = Counter()
_games: dict[str, Game] = {}
_lock = RLock()


def bring(parcel: Parcel, room: str | None = None) -> None:
    """The game can be played here, until who brought it forgets it."""
    with _lock:
        _came[parcel.hash] = parcel, room
        _wanted[parcel.hash] += 1


def forget(hash_: str) -> None:
    """One who brought the game does not want it any more."""
    with _lock:
        _wanted[hash_] -= 1
        if _wanted[hash_] <= 0:
            for kept in (_came, _wanted, _games):
                kept.pop(hash_, None)


def game_of(hash_: str) -> Game:
    """A game that came, by its hash; it is made once."""
    with _lock:
        if hash_ not in _games:
            if hash_ not in _came:
                raise Refused(f"the packs of the game {hash_[:8]} did not come along")
            parcel, room = _came[hash_]
            _games[hash_] = parcel.game(room)
        return _games[hash_]
