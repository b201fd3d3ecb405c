"""`tilewright check PACK --situations FILE`: rules that fail in random games, as situations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.problems import UsageError, printable

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.playing.game import Game
    from tilewright.playing.trial import Fault
    from tilewright.situations.files import SituationFile


class FaultFile:
    """A file of situations that gets one for each fault which it does not hold yet."""

    def __init__(self, file: SituationFile, path: Path) -> None:
        self.file, self.path = file, path
        self.new = self.old = self.unseen = 0

    def take(self, game: Game, faults: list[Fault]) -> None:
        from tilewright.situations.faults import name_of, shown

        for fault in faults:
            name = name_of(fault)
            if name in self.file.names:
                self.old += 1
                continue
            body = shown(game, fault, self.file, name)
            if body is None:
                self.unseen += 1
            else:
                self.file.take(name, body)
                self.new += 1

    def write(self) -> str:
        """Write what is new, and tell what was found."""
        from tilewright.writing import write_whole

        shown = printable(str(self.path))
        if self.new:
            try:
                write_whole(self.path, self.file.text)
            except OSError as error:
                raise UsageError(f"'{shown}' cannot be written: {error.strerror or error}"
                                 ) from error
        told = [f"{self.new or 'no'} situation{'' if self.new == 1 else 's'} written to {shown}"]
        told += [f"{self.old} there already"] if self.old else []
        told += [f"{self.unseen} that cannot be seen again"] if self.unseen else []
        way = f"; run them with: tilewright test {shown}" if self.new else ""
        return f"{', '.join(told)}{way}"


def kept_in(path: Path | None, names: list[str], variants: list[str], *, play: bool
            ) -> FaultFile | None:
    """The file for what is found in one pack, if one is named."""
    from tilewright.cli.check import to_check
    from tilewright.situations.files import SituationFile, packs_named

    if path is None:
        return None
    if not play:
        raise UsageError("'--situations' keeps what random games find; leave '--no-play' out")
    packs = list(to_check(names, variants)) if names else []
    if len(packs) != 1:
        raise UsageError("a file of situations is of one game; name one pack to check")
    (folder, overlays), = packs
    return FaultFile(SituationFile(packs_named(str(folder), list(map(str, overlays))), path), path)
