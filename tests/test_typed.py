"""What expressions and statements become: types, places and parts of each, or what is said of it.

`typed/asked.txt` has hundreds of expressions about one game, `typed/done.txt` as many statements,
and `typed/shaped.txt` files that do not fit their schemas, with what became of each below. After a
change that is meant, or with a new line there that is not indented, `python tests/test_typed.py`
writes the rest anew; read what changed.
"""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
import yaml

from case_runner import Case, write_pack
from tilewright import stages
from tilewright.language.effects import EFFECTS
from tilewright.language.expressions import condition, expression
from tilewright.language.names import Names, Scope
from tilewright.language.operations import Expr
from tilewright.language.reader import Reader
from tilewright.language.tree import Branch, Stmt, Target, Var
from tilewright.language.types import BOOL, INT, PLAYER, Type, parse_type
from tilewright.linking import link
from tilewright.problems import Place, Problems
from tilewright.reading.pruning import LeftOut
from tilewright.reading.schemas import validate
from tilewright.reading.source import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tilewright.model import Game

    Way = Callable[[Names, str], list[str]]

FOLDER = Path(__file__).parent / "typed"
ASKED, DONE, SHAPED = (FOLDER / f"{name}.txt" for name in ("asked", "done", "shaped"))
NEW_LINE = " ⏎ "
# What else the file declares in which a statement stands.
BESIDE = "trade: []}, actions: {go: {do: []}}, vocabulary: {verbs: {pay_out: {do: []}}}"


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


def fresh(names: Names) -> Scope:
    """A scope with a number and a site that may be none; nothing was read before."""
    names.problems = Problems()
    names.statements = 0
    for kept in (names.used, names.calls, names.sites, names.bound, names.looked_ahead,
                 names.asked_histories, names.used_actions, names.game.histories):
        kept.clear()
    spot = Var("spot", Type("kind", "cell", optional=True))
    return Scope(Var("me", PLAYER), {"n": Var("n", INT), "spot": spot}, owner="asked")


def understood(names: Names, text: str) -> list[str]:
    """What becomes of an expression, in lines; behind `->` is the type that is wanted."""
    scope = fresh(names)
    words, _, wanted = text.partition(" -> ")
    at, want = Place("asked", 1, 1, len(words) + 1), parse_type(wanted, names.game.kinds)
    yes: list[str] = []
    no: list[str] = []
    if want == BOOL:
        found, yes, no = condition(names, words, at, scope)
    else:
        found = expression(names, words, at, scope, want)
    return said(names) or [told(found), *also({"if so": yes, "if not": no}), *known(names),
                           *bounds(found, names.game)]


def carried_out(names: Names, text: str) -> list[str]:
    """What becomes of a statement, or of several in brackets, in lines."""
    scope = fresh(names)
    listed = text if text.startswith("[") else f"[{text}]"
    written = f"{{procedures: {{asked: {{do: {listed}}}, {BESIDE}}}".replace(NEW_LINE, "\n")
    source = parse(written, "asked", names.problems)
    if not source.broken and validate(source, "game", names.problems):
        given = source.data["procedures"]["asked"]["do"]
        made = Reader(names, EFFECTS).statements(given, scope)
        return said(names) or [*map(told, made), *known(names), f"weighs {names.statements}"]
    return said(names)


def shaped(names: Names, text: str) -> list[str]:
    """What is said of a file of some kind, written on one line, and what is left of it."""
    names.problems = Problems()
    left = LeftOut()
    kind, _, written = text.partition(": ")
    source = parse(written.replace(NEW_LINE, "\n"), "asked", names.problems)
    if source.broken:
        return said(names)
    fits = validate(source, kind, names.problems, left)
    kept = f"left {json.dumps(source.data, ensure_ascii=False)}" if fits else "nothing left"
    return [*said(names), kept, *also({"missed": left.words})]


def said(names: Names) -> list[str]:
    """All problems, with their marks, as they are wherever the game lies."""
    folder = names.game.place.file.removesuffix("pack.yaml")
    return [f"{p.place.line}:{p.place.col}-{p.place.end} {p.code}: {p.sentence}".replace(folder, "")
            .removeprefix("1:") for p in names.problems.sorted()]


def known(names: Names) -> Iterator[str]:
    """What is remembered of what was read."""
    return also({"used": [" ".join(one) for one in names.used],
                 "calls": [f"{by} {one}" for by, all_ in names.calls.items() for one in all_],
                 "sites": names.sites, "actions": names.used_actions,
                 "bound": [f"{name} {p.col}" for (_, name), p in names.bound.items()],
                 "tried": [f"{name} {p.col}" for name, p in names.looked_ahead.items()],
                 "asked": [f"{told(k)} {p.col}" for k, p in names.asked_histories.items()],
                 "histories": [f"{told(k)}: {most}" for k, most in names.game.histories.items()]})


def bounds(found: Expr, game: Game) -> Iterator[str]:
    """How long a list can get, or what numbers add up to, and what else is known of a list."""
    if found.type.tag == "list":
        facts = {"twice": found.repeats(lambda _: False), "open": found.is_open(game)}
        yield " ".join([f"at most {found.longest(game)}", *(name for name in facts if facts[name])])
    if found.type.tag == "map":
        yield f"adds up to {found.adds_up_to(game)}"


def also(more: dict[str, Iterable[str]]) -> Iterator[str]:
    return (f"{what}: {'; '.join(sorted(some))}" for what, some in more.items() if some)


def told(part: Any) -> str:
    """A part of what was read on one line, without what is the same for all of its sort."""
    if isinstance(part, Expr):
        inside = ", ".join(map(told, part.said()))
        return f"{type(part).__name__} {part.place.col}-{part.place.end} {part.type} ({inside})"
    if isinstance(part, (Stmt, Target, Branch)):
        given = {f.name: getattr(part, f.name) for f in fields(part) if f.name != "place"}
        at = f"{type(part).__name__} {part.place.col}-{part.place.end}"
        return f"{at} {told({k: v for k, v in given.items() if v not in (None, [], '')})}"
    if isinstance(part, Var):
        return f"{part.name}: {part.type} {part.slot or ''} {part.cap or ''}".strip()
    if isinstance(part, (list, tuple)):
        return "[" + ", ".join(map(told, part)) + "]"
    if isinstance(part, dict):
        return "{" + ", ".join(f"{k}: {told(v)}" for k, v in part.items()) + "}"
    for name in ("title", "name") if not isinstance(part, str) else ():
        if hasattr(part, name):
            return str(getattr(part, name))
    return str(part)


def read(file: Path) -> dict[str, list[str]]:
    """What was asked, with what became of it, which stands below each."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            lines.append(line.strip())
        else:
            lines = found.setdefault(line, [])
    return found


WAYS = [(ASKED, understood), (DONE, carried_out), (SHAPED, shaped)]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Names:
    return names_of(tmp_path_factory.mktemp("typed"))


@pytest.mark.parametrize(("file", "way"), WAYS, ids=["expressions", "statements", "files"])
def test_each_becomes_what_it_was_read_as(names: Names, file: Path, way: Way) -> None:
    wanted = read(file)
    assert len(wanted) > 100
    assert {text: way(names, text) for text in wanted} == wanted, __doc__


def _written(file: Path, way: Way) -> Iterator[str]:
    with TemporaryDirectory() as folder:
        names = names_of(Path(folder))
        for text in read(file):
            yield f"{text}\n"
            yield from (f"    {line}\n" for line in way(names, text))


if __name__ == "__main__":
    for file, way in WAYS:
        file.write_text("".join(list(_written(file, way))), encoding="utf-8")
