"""`tilewright packs order` and `packs reconcile`: who comes after whom, and peace between two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.cli.new import check_name, write_new
from tilewright.merging.addresses import joined
from tilewright.packs.bases import base_of
from tilewright.packs.doors import find, search
from tilewright.packs.order import explained, id_of
from tilewright.problems import ContentError, UsageError
from tilewright.stages import Loaded, load_folders

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.merging.history import Clash, Write
    from tilewright.packs.pack import Pack

OF_ORDER = ("pack-circle", "pack-twice", "pack-missing", "pack-range", "pack-version",
            "pack-conflict", "variant-of")


def print_order(game: str, variants: list[str], *, why: bool) -> None:
    """The order in which packs change a game."""
    loaded = load_folders(find(game, "content"), [find(v, "variants") for v in variants])
    if not loaded.order.packs:
        raise ContentError(loaded.problems)
    if why:
        print("\n".join(explained(loaded.order)))
    else:
        print("\n".join(id_of(p) for p in loaded.order.packs))
    problems = [p for p in loaded.problems.sorted() if p.code in OF_ORDER]
    if problems:
        raise ContentError(problems)


def reconcile(first: str, second: str, folder: Path, name: str | None) -> None:
    """Write a pack that decides wherever two packs disagree."""
    packs = [find(first, "variants"), find(second, "variants")]
    if packs[0].resolve() == packs[1].resolve():
        raise UsageError("name two different packs")
    game = base_of(packs[0])
    loaded = load_folders(game, packs)
    if loaded.layers is None:
        raise ContentError(loaded.problems)
    ids = [_id_in(loaded, path) for path in packs]
    found = [c for c in loaded.layers.clashes if {c.first.pack, c.second.pack} == set(ids)]
    if not found:
        print(f"'{ids[0]}' and '{ids[1]}' agree: no two changes of theirs need an order")
        return
    own = name or f"{ids[0]}_and_{ids[1]}"
    check_name(own)
    write_new({
        folder / own / "variant.yaml": _manifest(own, loaded, ids),
        folder / own / "decisions.yaml": _decisions(found),
    })
    beside = all(p.resolve().parent == folder.resolve() or find_known(i) for p, i in
                 zip(packs, ids, strict=True))
    more = "" if beside else f" --with {packs[0]} --with {packs[1]}"
    print(f"next: look at each line of {folder / own / 'decisions.yaml'}, then\n"
          f"      tilewright check {id_of(loaded.order.packs[0])} --with {folder / own}{more}")


def find_known(id_: str) -> bool:
    """Whether a pack can be found by its id alone."""
    return bool(search(id_, "variants"))


def _id_in(loaded: Loaded, folder: Path) -> str:
    return next(id_of(p) for p in loaded.order.packs if p.folder.resolve() == folder.resolve())


def _manifest(own: str, loaded: Loaded, ids: list[str]) -> str:
    by_id: dict[str, Pack] = {id_of(p): p for p in loaded.order.packs}
    wanted = ", ".join(f'{i}: ">={by_id[i].manifest["version"]}"' for i in ids)
    return (f"# Peace between '{ids[0]}' and '{ids[1]}', which write the same values.\n"
            f"language: 2\nid: {own}\nversion: 0.1.0\n"
            f"variant_of: {id_of(loaded.order.packs[0])}\n"
            f"requires: {{{wanted}}}\noverlays: [decisions.yaml]\n")


def _decisions(found: list[Clash]) -> str:
    """One decision for each path, with what both packs want beside it."""
    lines = ["# For each path: the pack whose change counts. To write a value of your own instead,",
             "# take the line out and name the path under 'set:' or 'replace:'.", "decide:"]
    paths: dict[str, list[Clash]] = {}
    for clash in found:
        paths.setdefault(joined(clash.path), []).append(clash)
    wide = [p for p in paths if not any(p.startswith(f"{other}/") for other in paths)]
    for path in wide:
        told = {w.pack: f"  #   {w.pack}: {_wish(w)} ({w.place})"
                for c in paths[path] for w in (c.first, c.second)}
        lines += [*told.values(), f"  {_quoted(path)}: {paths[path][0].second.pack}"]
    return "\n".join(lines) + "\n"


def _wish(write: Write) -> str:
    """What a pack wants; of a number change how it counts, for what comes out depends on order."""
    if write.verb in ("plus", "times"):
        return write.after.rpartition("(")[2].rstrip(")").partition(" ")[2]
    return f"{write.verb} {write.after}".rstrip()


def _quoted(path: str) -> str:
    import yaml

    said: str = yaml.safe_dump(path, allow_unicode=True, width=10_000)
    return said.removesuffix("\n").removesuffix("\n...")

