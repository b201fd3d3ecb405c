"""Situations written into files: a new one, or one that is there and stays as it is otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from tilewright.packs.doors import find, manifest_of, search
from tilewright.packs.given import given_folder
from tilewright.packs.pack import MANIFESTS, show_path
from tilewright.problems import Problems, UsageError, printable
from tilewright.reading.files import read_text
from tilewright.situations.read import files_of, folder_of, home, in_text

if TYPE_CHECKING:
    from tilewright.situations.read import Packs, Situation

WIDTH = 110
# A text that is only printed is read again as if it stood here.
NOWHERE = Path("situations.yaml")


class SituationFile:
    """The text of a file of situations, to which some are added; `path` is not written here."""

    def __init__(self, packs: Packs, path: Path | None = None) -> None:
        self.packs, self.path = packs, path or NOWHERE
        self.shown = printable(show_path(self.path))
        self.text, self.names, self.indent = "", list[str](), 0
        if path is not None:
            self._need_place()
            if path.exists():
                self._read()

    def _need_place(self) -> None:
        """Refuse a file with which a pack would be broken."""
        if self.path.name in MANIFESTS:
            raise UsageError(f"'{self.shown}' is the name of a manifest; name another file")
        folder = folder_of(self.path)
        if folder is not None and self.path.resolve() not in map(Path.resolve, files_of(folder)):
            where = self.path.resolve().relative_to(folder.resolve()).as_posix()
            raise UsageError(f"'{self.shown}' is in the folder of a pack, whose manifest has to "
                             f"name it first: 'situations: [{printable(where)}]'")

    def _read(self) -> None:
        problems = Problems()
        text = read_text(self.path, self.shown, problems)
        found = in_text(text, self.path, problems) if text is not None else []
        problems.stop_if_any()
        self.text, self.names = text or "", [one.name for one in found]
        self.indent = found[0].place.col - 1
        there = found[0].game, found[0].variants
        if _folders(there) != _folders(self.packs):
            raise UsageError(f"the situations in '{self.shown}' are of {_listed(there)}, and this "
                             f"is of {_listed(self.packs)}; name another file")

    def free_name(self, name: str) -> str:
        """A name that no situation there has yet."""
        number, made = 1, name
        while made in self.names:
            number += 1
            made = f"{name} ({number})"
        return made

    def with_one(self, name: str, body: dict[str, Any]) -> tuple[str, Situation]:
        """The text with one situation more, and that one as it is read again."""
        if name in self.names:
            raise UsageError(f"there is a situation '{name}' in '{self.shown}'; "
                             "give this one another name")
        text, problems = self._with(name, body), Problems()
        found = in_text(text, self.path, problems)
        if problems or [one.name for one in found] != [*self.names, name]:
            why = "".join(f" ({problem.message})" for problem in problems.sorted()[:1])
            raise UsageError(f"'{self.shown}' cannot be added to: 'situations' has to be its last "
                             f"section, with one situation below the other{why}; name another file")
        return text, found[-1]

    def take(self, name: str, body: dict[str, Any]) -> None:
        """Add a situation."""
        self.text, made = self.with_one(name, body)
        self.indent = made.place.col - 1
        self.names.append(name)

    def _with(self, name: str, body: dict[str, Any]) -> str:
        if not self.text:
            return _dumped({**self._header(), "situations": {name: body}})
        end = "\r\n" if "\r\n" in self.text else "\n"
        lines = [" " * self.indent + line for line in _dumped({name: body}).splitlines()]
        return end.join([self.text.rstrip(), "", *lines, ""])

    def _header(self) -> dict[str, Any]:
        """The packs, where the folder of the file does not tell them."""
        if _folders(home(self.path)) == _folders(self.packs):
            return {}
        game, variants = self.packs
        return {"game": game, **({"variants": list(variants)} if variants else {})}


def packs_named(game: str, variants: list[str]) -> Packs:
    """Packs as a file names them: by id if that leads to the same one, else by the whole path."""
    return (_whole(game, "content"), tuple(_whole(name, "variants") for name in variants))


def _whole(name: str, kind: str) -> str:
    folder = given_folder(name, kind)
    if folder is None:
        return name
    said = manifest_of(folder)
    id_ = str(said.get("id", "")) if said is not None else ""
    there = [found.path.resolve() for found in search(id_, kind)[:1]]
    return id_ if there == [folder.resolve()] else str(folder.resolve())


def _folders(packs: Packs) -> tuple[Path | None, set[Path]]:
    """Where packs are, however they are called."""
    game, variants = packs
    there = find(game, "content").resolve() if game else None
    return there, {find(name, "variants").resolve() for name in variants}


def _listed(packs: Packs) -> str:
    game, variants = packs
    return printable(" with ".join([game, *variants]))


def _dumped(data: dict[str, Any]) -> str:
    """YAML with what is innermost on one line."""
    made: str = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=WIDTH,
                               default_flow_style=None)
    return made
