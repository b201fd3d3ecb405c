"""The ledger of one pack: what it writes, what it lost by a decision, and where it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.merging.addresses import NAMING_KEYS, Path, joined
from tilewright.merging.history import History, Write, short

if TYPE_CHECKING:
    from tilewright.problems import Place, Problems
    from tilewright.reading.source import Map

# Operations that need something as it is, and do not write it.
LOOKS = ("expect", "insert")
# Operations that go into mappings, key by key.
IN_PARTS = ("set", "plus", "times", "add")


class Ledger:
    """Keeps the books while the changes of a pack are carried out."""

    def __init__(self, root: Map, pack: str, history: History, problems: Problems,
                 *, before: set[str], decided: dict[Path, str],
                 renamed: dict[Path, str], language: int) -> None:
        self.root = root
        self.pack = pack
        self.history = history
        self.problems = problems
        self.before = before
        self.decided = decided
        self.renamed = renamed
        self.language = language

    def lost(self, verb: str, path: Path, value: Any, at: Place) -> bool:
        """Whether a later pack decided this path for another pack; then the change is left out."""
        # Of decisions about a thing and about a part of it, the one about the part counts.
        winner = next((self.decided[path[:length]] for length in range(len(path), 0, -1)
                       if path[:length] in self.decided), self.pack)
        if winner == self.pack or (verb in IN_PARTS and self._has_part(path)):
            return False
        self.history.add(Write(path, verb, self.pack, at, after=short(value), lost=True))
        return True

    def _has_part(self, path: Path) -> bool:
        """Whether a part of a path is decided for this pack."""
        return any(len(d) > len(path) and d[:len(path)] == path and winner == self.pack
                   for d, winner in self.decided.items())

    def note(self, verb: str, path: Path, at: Place, before: Any = None, after: str = "",
             was_at: Place | None = None, whole: str = "") -> None:
        """Write a change down; two changes of one pack at one place are a mistake."""
        for other in self.history.touching(path):
            if other.pack == self.pack and not other.uses and other.place != at:
                self._twice(path, other.place, at)
                return
        self.history.add(Write(path, verb, self.pack, at, short(before) if was_at else "",
                               after, was_at, whole=whole))

    def uses(self, verb: str, path: Path, at: Place) -> None:
        """Write down that a change needs something as it is."""
        self.history.add(Write(path, verb, self.pack, at, uses=True))

    def there_already(self, verb: str, path: Path, at: Place, first: Place, value: Any,
                      now: Any = None) -> None:
        if now is not None and short(now, cut=False) == short(value, cut=False) and any(
                w.pack != self.pack and w.verb == verb for w in self.history.above(path)):
            return   # two packs that add the same agree
        self.refuse(verb, path, at, "overlay-path", f"'{joined(path)}' is there already ({first})",
                    "use 'set' to change it", value)

    def refuse(self, verb: str, path: Path, at: Place, code: str, message: str, hint: str,
               value: Any = None) -> None:
        """Tell a problem; but if a pack without an order is behind it, that is a conflict."""
        touching = self.history.touching(path)
        found = [w for w in (*touching, *self._naming(path)) if not w.uses and not w.lost]
        own = next((w for w in found if w.pack == self.pack), None)
        rival = next((w for w in found if w.pack not in (self.pack, *self.before)), None)
        if own is not None:
            self._twice(path, own.place, at)
        elif rival is not None:
            # So that the two are seen to meet, also where the rival only changed a name.
            meets = path if rival in touching else rival.path[:-1]
            self.history.add(Write(meets, verb, self.pack, at, after=short(value),
                                   uses=verb in LOOKS))
        else:
            by = f"it was changed by '{found[-1].pack}' ({found[-1].place})" if found else hint
            self.problems.add(code, at, message, by)

    def _naming(self, path: Path) -> list[Write]:
        """Writes that gave an item of a list on this path another name."""
        return [write for length in range(1, len(path) + 1) for key in NAMING_KEYS
                for write in self.history.by_path.get((*path[:length], key), ())]

    def nothing(self, path: Path, at: Place) -> None:
        self.problems.add("overlay-path", at, f"there is nothing to put at '{joined(path)}'",
                          "write what is new, or take the line out")

    def _twice(self, path: Path, first: Place, at: Place) -> None:
        self.problems.add("overlay-conflict", at,
                          f"'{joined(path)}' is already written at {first}",
                          "keep one of the two")
