"""`tilewright packs`: what packs there are, what is in one, install and remove."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tilewright.packs.doors import Found
    from tilewright.problems import Problems
    from tilewright.reading.source import Map

app = typer.Typer(
    no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None,
    help="List, show, install and remove packs: games and variants.")

NAME = typer.Argument(help="The id of a pack, or its folder.", show_default=False)
# What a manifest says beside its title and its files, in the order in which it is told.
TOLD = {"variant_of": "changes", "game_version": "versions of it", "license": "licence",
        "authors": "authors", "requires": "needs", "optional": "uses if there",
        "conflicts": "not with", "after": "comes after", "options": "options"}
LONGEST = 300


@app.command(name="list")
def list_(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List all packs that can be named by their id, and where each one is."""
    from tilewright.packs.doors import troubles

    rows = _rows()
    if as_json:
        print(json.dumps({"packs": rows, "troubles": troubles()}, ensure_ascii=False, indent=1))
        return
    _print_table(rows)
    for trouble in troubles():
        print(trouble, file=sys.stderr)


@app.command()
def info(name: Annotated[str, NAME]) -> None:
    """Tell what a pack is, what it needs and how to play with it; exit 1 if it has problems."""
    broken = [_print_info(folder, kind, name) for folder, kind in _named(name)]
    sys.exit(1 if any(broken) else 0)


@app.command()
def install(
    source: Annotated[Path, typer.Argument(help="A folder or a zip file.", show_default=False)],
    replace: Annotated[bool, typer.Option(
        "--replace", help="Put it in the place of another one with the same id.")] = False,
) -> None:
    """Install a pack for you, from a folder or a zip file."""
    from tilewright.packs.pack import show_path
    from tilewright.packs.unpacking import install as put_in

    done = put_in(source, replace=replace)
    print(f"{done.how} {done.manifest['id']} {done.manifest['version']}: {show_path(done.path)}")
    for note in done.notes:
        print(f"note: {note}")
    _warn(done.path, done.kind)
    print(_how_to_play(done.manifest, done.kind, str(done.manifest["id"])))


@app.command()
def remove(name: Annotated[str, typer.Argument(
        help="The id of a pack that you installed.", show_default=False)]) -> None:
    """Remove a pack that was installed for you."""
    from tilewright.packs.pack import show_path
    from tilewright.packs.unpacking import remove as take_out

    print(f"removed {show_path(take_out(name))}")


@app.command()
def order(
    game: Annotated[str, typer.Argument(
        help="The game that the packs change.", show_default=False)],
    variants: Annotated[list[str] | None, typer.Option(
        "--with", help="A variant on top: a folder or an id.")] = None,
    why: Annotated[bool, typer.Option("--why", help="Tell the reason for each place.")] = False,
) -> None:
    """Print the order in which packs change a game."""
    from tilewright.cli.order import print_order

    print_order(game, variants or [], why=why)


@app.command()
def reconcile(
    first: Annotated[str, typer.Argument(metavar="A", help="A variant.", show_default=False)],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.", show_default=False)],
    name: Annotated[str | None, typer.Option(help="The id of the new pack; normally A_and_B.")
                    ] = None,
    folder: Annotated[Path, typer.Option("--in", help="Where to make it.")] = Path(),
) -> None:
    """Write a pack that decides wherever two packs write the same value."""
    from tilewright.cli.order import reconcile as make_peace

    make_peace(first, second, folder, name)


def _warn(folder: Path, kind: str) -> None:
    """Say if what was installed cannot be played."""
    from tilewright.cli.check import checked
    from tilewright.packs.bases import base_of
    from tilewright.problems import ContentError

    try:
        variant = kind == "variants"
        found = checked(base_of(folder) if variant else folder, [folder] if variant else [])
    except ContentError as error:
        found = error.collected
    if found:
        more = "" if len(found) == 1 else f", the first of {len(found):,}"
        first = found.sorted()[0]
        print(f"note: it has a problem{more}: {first.place}: {first.sentence}")


# -- the list -------------------------------------------------------------------------------------


def _rows() -> list[dict[str, Any]]:
    """All packs, games first; packs that share an id and differ say so."""
    from tilewright.packs import doors

    rows = []
    for kind, word in doors.WORD.items():
        for same in doors.known(kind).values():
            differ = len(same) > 1 and len({doors.content(f.path) for f in same}) > 1
            rows += [_row(one, word, differ=differ) for one in same]
    return rows


def _row(one: Found, word: str, *, differ: bool) -> dict[str, Any]:
    from tilewright.packs.doors import manifest_of
    from tilewright.packs.pack import show_path

    manifest: dict[str, Any] = manifest_of(one.path) or {}
    problems = _problems(one.path).sorted()
    return {"id": one.id, "version": one.version, "kind": word, "door": one.door,
            **({"package": one.owner} if one.owner else {}), "folder": show_path(one.path),
            **{key: _plain(manifest[key]) for key in ("title", *TOLD) if key in manifest},
            "problems": len(problems), "differs": differ,
            "first_problem": f"{problems[0].place}: {problems[0].code}: {problems[0].sentence}"
            if problems else ""}


def _problems(folder: Path) -> Problems:
    """What is wrong with the files of a pack, each taken by itself."""
    from tilewright.packs.pack import read_pack
    from tilewright.problems import Problems

    problems = Problems()
    read_pack(folder, problems)
    return problems


def _print_table(rows: list[dict[str, Any]]) -> None:
    table = [(str(r["id"]), str(r["version"] or "?"), _what(r), str(r["door"]), str(r["folder"]))
             for r in rows]
    widths = [max((len(cells[i]) for cells in table), default=0) for i in range(4)]
    for row, cells in zip(rows, table, strict=True):
        print("  ".join([*(c.ljust(w) for c, w in zip(cells, widths, strict=False)), cells[-1]]))
        if row["first_problem"]:
            more = f" (and {row['problems'] - 1} more)" if row["problems"] > 1 else ""
            print(f"    broken: {row['first_problem']}{more}")
        if row["differs"]:
            print(f"    there are several '{row['id']}' that differ, so name the folder")


def _what(row: dict[str, Any]) -> str:
    return f"variant of {_said(row['variant_of'])}" if "variant_of" in row else str(row["kind"])


# -- one pack -------------------------------------------------------------------------------------


def _named(name: str) -> list[tuple[Path, str]]:
    """The packs of that name: one, or a game and a variant."""
    from tilewright.packs import doors
    from tilewright.packs.given import MANIFEST, given_folder

    folders = [(folder, kind) for kind in MANIFEST
               if (folder := given_folder(name, kind)) is not None]
    return folders or [(doors.find(name, kind), kind) for kind in MANIFEST
                       if doors.search(name, kind)] or [(doors.find(name, "content"), "content")]


def _print_info(folder: Path, kind: str, name: str) -> bool:
    """Print what a pack says of itself; whether it has problems."""
    from tilewright.cli.report import print_problems
    from tilewright.packs.pack import show_path

    manifest = _manifest(folder)
    if manifest is not None:
        _print_manifest(manifest, folder)
    print(f"  {'folder':15}{show_path(folder)}")
    problems = _problems(folder)
    if manifest is not None and not problems:
        print(_how_to_play(manifest, kind, name))
    print_problems(problems.sorted(), "text", problems.notes())
    return bool(problems)


def _manifest(folder: Path) -> Map | None:
    from tilewright.packs.doors import manifest_of

    return manifest_of(folder)


def _print_manifest(manifest: Map, folder: Path) -> None:
    from tilewright.packs.unpacking import needs

    title = f": {_said(manifest['title'])}" if "title" in manifest else ""
    print(f"{_said(manifest.get('id', '?'))} {_said(manifest.get('version', '?'))}{title}")
    if "about" in manifest:
        print(f"  {_said(manifest['about'])}")
    rows = {TOLD[key]: _said(manifest[key]) for key in TOLD if key in manifest}
    files, digest = _contents(folder)
    for word, said in {**rows, "files": files, "content": digest}.items():
        print(f"  {word:15}{said}")
    for need in needs(manifest):
        print(f"  note: {need}")


def _contents(folder: Path) -> tuple[str, str]:
    """The files that the manifest names, and the hash of what they say."""
    from tilewright.packs.pack import read_pack
    from tilewright.problems import Problems

    pack = read_pack(folder, Problems())
    if pack is None:
        return "cannot be read", "none"
    names = [name.removeprefix(f"{pack.shown}/")
             for name in (*pack.sources, *sorted(pack.named - pack.sources.keys()))]
    names += [f"{len(pack.art)} in art"] if pack.art else []
    return ", ".join(names), pack.digest


def _how_to_play(manifest: Map, kind: str, name: str) -> str:
    if kind == "content":
        return f"play: tilewright play {name}"
    return f"play: tilewright play {_said(manifest.get('variant_of', 'GAME'))} --with {name}"


def _plain(value: Any) -> Any:
    from tilewright.reading.source import without_places

    return without_places(value)


def _said(value: Any) -> str:
    """A value of a stranger's manifest in one line, whatever it is."""
    from tilewright.problems import printable

    plain = _plain(value)
    if isinstance(plain, dict):
        plain = ", ".join(f"{key} {_said(inner)}" for key, inner in plain.items())
    elif isinstance(plain, list):
        plain = ", ".join(_said(inner) for inner in plain)
    said = printable(" ".join(str(plain).split()))
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
