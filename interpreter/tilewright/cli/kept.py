"""The game that is kept while it is played, so that what ends the program does not end the game."""

from __future__ import annotations

import re
import secrets
import shlex
from contextlib import suppress
from typing import TYPE_CHECKING

from tilewright.packs.doors import find, manifest_of
from tilewright.problems import UsageError
from tilewright.writing import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.playing.record import Session

# So many unfinished games of each sort are kept; the oldest goes.
MOST = 5
# `--resume last` is the newest of them.
LAST = "last"


def folder() -> Path | None:
    """Where games are kept; nothing where the system names no such place."""
    from platformdirs import user_data_path

    home = user_data_path("tilewright", appauthor=False) / "games"
    return home if home.is_absolute() else None


def kept(game: str) -> list[Path]:
    """The unfinished games of a sort, the newest first."""
    home = folder()
    if home is None:
        return []
    wanted = re.compile(rf"{re.escape(game)}-[0-9a-f]{{8}}\.jsonl")
    found = []
    with suppress(OSError):
        found = [(p.stat().st_mtime_ns, p) for p in home.iterdir() if wanted.fullmatch(p.name)]
    return [path for _, path in sorted(found, reverse=True)]


def meant(resume: Path, name: str) -> Path:
    """The file to go on with: the one named, or the game of that sort that was kept last."""
    if str(resume) != LAST or resume.exists():
        return resume
    found = kept(_id_of(name))
    if not found:
        raise UsageError(f"no unfinished game of '{name}' is kept")
    return found[0]


def _id_of(name: str) -> str:
    try:
        said = manifest_of(find(name, "content"))
    except UsageError:
        return name   # gone since; its rules may be in the record
    return str(said["id"]) if said is not None and "id" in said else name


def command(name: str, variants: list[str], seats: str | None, lang: str) -> str:
    """What to type to go on with the game that was kept last."""
    words = ["tilewright", "play", name]
    words += [word for variant in variants for word in ("--with", variant)]
    words += ["--seats", seats] if seats is not None else []
    words += ["--lang", lang] if lang != "en" else []
    return shlex.join([*words, "--resume", LAST])


class Keeper:
    """Keeps one game in a file of its own, anew after each move."""

    def __init__(self, session: Session, old: Path | None = None) -> None:
        self.session = session
        home = folder()
        # A game that goes on gets a new file, so that the same one can be going on elsewhere.
        self.old = old if old is not None and old.parent == home else None
        self.file: Path | None = None
        self.saved = -1

    @property
    def holds(self) -> bool:
        """Whether the game can be gone on with."""
        return self.file is not None or self.old is not None

    def keep(self) -> None:
        """Keep the game as it is now; `OSError` if that cannot be."""
        home = folder()
        if home is None:
            raise OSError(0, "this system names no folder for it")
        home.mkdir(parents=True, exist_ok=True)
        file = self.file or home / f"{self.session.game.id}-{secrets.token_hex(4)}.jsonl"
        write_whole(file, "\n".join(self.session.lines(rules=True)) + "\n")
        if self.file is None:
            self.file = file
            self._remove(self.old)
            self.old = None
            for path in kept(self.session.game.id)[MOST:]:
                self._remove(path)

    def note_saved(self) -> None:
        """The players have saved the game themselves."""
        self.saved = len(self.session.record.moves)

    def leave(self) -> bool:
        """The players leave; true if the game is kept for them."""
        if self.session.state.over or self.saved == len(self.session.record.moves):
            self.drop()
        return self.holds

    def drop(self) -> None:
        """The game is at its end, or saved elsewhere."""
        self._remove(self.file)
        self._remove(self.old)
        self.file = self.old = None

    @staticmethod
    def _remove(path: Path | None) -> None:
        if path is not None:
            with suppress(OSError):
                path.unlink()
