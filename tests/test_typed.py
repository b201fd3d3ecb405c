"""What expressions become: each with its types, its places and its parts, or what is said of it.

`typed/asked.txt` has hundreds of expressions about one game, with what became of each below.
A line there that is not indented is an expression. After a change that is meant, or with a new
line, `python tests/test_typed.py` writes the rest anew; read what changed.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
import yaml

from case_runner import Case, write_pack
from tilewright import stages
from tilewright.language.expressions import condition, expression
from tilewright.language.names import Names, Scope
from tilewright.language.operations import Expr
from tilewright.language.tree import Var
from tilewright.language.types import BOOL, INT, PLAYER, Type, parse_type
from tilewright.linking import link
from tilewright.problems import Place, Problems

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent / "typed"
ASKED = FOLDER / "asked.txt"


def names_of(folder: Path) -> Names:
    """All that a game can name, as they are when its rules were read."""
    given = yaml.safe_load((FOLDER / "game.yaml").read_text(encoding="utf-8"))
    found: list[Names] = []

    def kept(*args: Any) -> Names:
        found.append(Names(*args))
        return found[-1]

    with patch.object(link, "Names", kept):
        loaded = stages.load(str(write_pack(Case("typed", 0, given), folder)), [])
    wrong = [p.sentence for p in loaded.problems if p.code not in ("unused", "text-missing")]
    assert wrong == [], wrong
    return found[0]


def understood(names: Names, text: str) -> list[str]:
    """What becomes of an expression, in lines; behind `->` is the type that is wanted."""
    names.problems = Problems()
    names.used.clear()
    names.calls.clear()
    spot = Var("spot", Type("kind", "cell", optional=True))
    scope = Scope(Var("me", PLAYER), {"n": Var("n", INT), "spot": spot}, owner="asked")
    words, _, wanted = text.partition(" -> ")
    at, want = Place("asked", 1, 1, len(words) + 1), parse_type(wanted, names.game.kinds)
    yes: list[str] = []
    no: list[str] = []
    if want == BOOL:
        found, yes, no = condition(names, words, at, scope)
    else:
        found = expression(names, words, at, scope, want)
    folder = names.game.place.file.removesuffix("pack.yaml")
    said = [f"{p.place.col}-{p.place.end} {p.code}: {p.sentence}".replace(folder, "")
            for p in names.problems]
    used = {" ".join(one) for one in names.used}
    more = {"if so": yes, "if not": no, "used": used, "calls": names.calls.get("", ())}
    return said or [told(found), *(f"{what}: {'; '.join(sorted(some))}"
                                   for what, some in more.items() if some)]


def told(part: Any) -> str:
    """A part of an expression on one line, without what is the same for all of its sort."""
    if isinstance(part, Expr):
        inside = ", ".join(map(told, part.said()))
        return f"{type(part).__name__} {part.place.col}-{part.place.end} {part.type} ({inside})"
    if isinstance(part, Var):
        return f"{part.name}: {part.type} {part.slot or ''} {part.cap or ''}".strip()
    if isinstance(part, tuple):
        return "[" + ", ".join(map(told, part)) + "]"
    for name in ("title", "name") if not isinstance(part, str) else ():
        if hasattr(part, name):
            return str(getattr(part, name))
    return str(part)


def read() -> dict[str, list[str]]:
    """Expressions with what became of them, which stands below each."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in ASKED.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            lines.append(line.strip())
        else:
            lines = found.setdefault(line, [])
    return found


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Names:
    return names_of(tmp_path_factory.mktemp("typed"))


def test_each_expression_becomes_what_it_was_read_as(names: Names) -> None:
    wanted = read()
    assert len(wanted) > 100
    assert {text: understood(names, text) for text in wanted} == wanted, __doc__


def _written() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        names = names_of(Path(folder))
        for text in read():
            yield f"{text}\n"
            yield from (f"    {line}\n" for line in understood(names, text))


if __name__ == "__main__":
    ASKED.write_text("".join(list(_written())), encoding="utf-8")
