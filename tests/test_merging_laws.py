"""Laws of merging, tried with overlays that nobody thought of."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from merging.making import BASES, dumped, merged, write_pack
from tilewright import stages
from tilewright.cli.origins import biography, resolved
from tilewright.merging.addresses import (
    NAMING_KEYS,
    find,
    item_names,
    joined,
    names_of,
    split,
)
from tilewright.merging.history import short
from tilewright.problems import ContentError, UsageError
from tilewright.reading.source import Map, Seq, without_places
from tilewright.reading.traits import stops

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.merging.layers import Layers

BASE = "market"
TICTACTOE = Path(__file__).resolve().parent.parent / "content" / "tictactoe"
HARD = settings(derandomize=True, deadline=None, max_examples=60, database=None,
                suppress_health_check=list(HealthCheck))
NAMES = ("alpha", "beta", "gamma")
WRITES = ("replace", "remove", "set")
Operation = tuple[str, str, Any]


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Any]:
    """Gives a new empty folder each time that it is called."""
    numbers = iter(range(1_000_000))
    return lambda: tmp_path / str(next(numbers))


# -- what can be drawn ----------------------------------------------------------------------------


@cache
def base_layers() -> Layers:
    layers, problems = merged(BASE)
    assert layers is not None
    assert not problems
    return layers


def nodes(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All addresses below the sections, with what is there."""
    if len(path) > 1:
        yield path, value
    if isinstance(value, Map):
        for key, inner in value.items():
            yield from nodes(inner, (*path, key))
    elif isinstance(value, Seq):
        for name, inner in zip(item_names(value), value, strict=True):
            if name:
                yield from nodes(inner, (*path, name))


@cache
def addresses() -> list[str]:
    return [joined(path) for path, _ in nodes(base_layers().root)
            if not any("/" in step for step in path)]


def value_at(layers: Layers, path: str) -> Any:
    return without_places(find(layers.root, split(path)).value)


def is_plain(path: str) -> bool:
    return not isinstance(value_at(base_layers(), path), (dict, list))


@cache
def counted() -> list[str]:
    """Numbers that may be a little larger without harm."""
    return [p for p in addresses() if type(value_at(base_layers(), p)) is int
            and p.startswith(("options/goal/max", "kinds/season", "state/game/stock", "queries",
                              "sites", "tiles", "state/player/coins"))
            and not p.endswith("count") and "/at/" not in p]


def overlay_of(operations: list[Operation]) -> str:
    """An overlay of several operations, as JSON, which is YAML."""
    made: dict[str, Any] = {}
    for verb, path, value in operations:
        if verb == "remove":
            made.setdefault(verb, []).append(path)
        else:
            made.setdefault(verb, {})[path] = value
    return json.dumps(made, ensure_ascii=False, indent=1)


def names_an_item(path: str) -> bool:
    """Whether an item of a list answers to this value: whoever changes it changes the address."""
    steps = split(path)
    for length in range(2, len(steps)):
        spot = find(base_layers().root, steps[:length])
        below = steps[length:]
        if isinstance(spot.holder, Seq) and len(below) < 3 and (
                isinstance(spot.value, Seq)
                or below[0] in (*NAMING_KEYS, *names_of(spot.value))):
            return True
    return False


@cache
def free() -> list[str]:
    """Addresses of values that may be changed without a change of another address."""
    return [p for p in addresses() if not names_an_item(p)
            and not p.endswith(("/game", "texts/en", "texts/fr"))]


def touch(one: str, other: str) -> bool:
    a, b = split(one), split(other)
    return a[:len(b)] == b or b[:len(a)] == a


@st.composite
def operations(draw: st.DrawFn, most: int = 4) -> list[Operation]:
    """Operations of one pack that do not touch each other."""
    made: list[Operation] = []
    for path in draw(st.lists(st.sampled_from(free()), min_size=1, max_size=most,
                              unique=True)):
        if any(touch(path, p) for _, p, _ in made):
            continue
        made.append(draw(operation(path)))
    return made


@st.composite
def operation(draw: st.DrawFn, path: str) -> Operation:
    verbs = ["replace", "remove", *(["set"] if is_plain(path) else [])]
    return draw(st.sampled_from(verbs)), path, draw(st.sampled_from([7, "fresh", True]))


@st.composite
def afters(draw: st.DrawFn) -> dict[str, list[str]]:
    """Who comes after whom, without circles."""
    order = draw(st.permutations(NAMES))
    return {name: [o for o in order[:n] if draw(st.booleans())] for n, name in enumerate(order)}


# -- (a) how packs are listed ---------------------------------------------------------------------


@HARD
@given(data=st.data(), after=afters())
def test_it_does_not_matter_how_packs_are_listed(fresh, data, after):
    folder = fresh()
    folders = [write_pack(folder, name, BASE, overlay_of(data.draw(operations())),
                          {"after": after[name]} if after[name] else None) for name in NAMES]
    seen = set()
    for listed in (folders, folders[::-1], [folders[1], folders[2], folders[0]]):
        layers, problems = merged(BASE, *listed)
        assert layers is not None
        seen.add((dumped(layers.root), tuple(problems)))
    assert len(seen) == 1


@settings(HARD, max_examples=12)
@given(paths=st.lists(st.sampled_from(counted()), min_size=3, max_size=3), after=afters())
def test_a_game_is_the_same_however_its_packs_are_listed(fresh, paths, after):
    folder = fresh()
    folders = [write_pack(folder, name, BASE, {"plus": {path: 1}},
                          {"after": after[name]} if after[name] else None)
               for name, path in zip(NAMES, paths, strict=True)]
    games = [stages.load_folders(BASES / BASE, listed) for listed in (folders, folders[::-1])]
    assert games[0].problems.sorted() == games[1].problems.sorted()
    if games[0].game is not None:
        assert games[1].game is not None
        assert games[0].game.hash == games[1].game.hash
        assert games[0].game.variants == games[1].game.variants


# -- (b) applied and taken away -------------------------------------------------------------------


def whole(layers: Layers) -> list[str]:
    return [line for section in layers.root for line in resolved(layers.root, (section,))]


def read_all(*folders: Path) -> dict[Path, bytes]:
    return {p: p.read_bytes() for f in folders for p in sorted(f.rglob("*")) if p.is_file()}


@settings(HARD, max_examples=20)
@given(ops=operations())
def test_nothing_is_left_of_a_pack_that_is_taken_away(fresh, ops):
    made = write_pack(fresh(), "alpha", BASE, overlay_of(ops))
    files = read_all(BASES / BASE, made)
    layers, _ = merged(BASE, made)
    assert layers is not None
    assert whole(layers) != whole(base_layers())
    again, problems = merged(BASE)
    assert again is not None
    assert not problems
    assert whole(again) == whole(base_layers())
    assert read_all(BASES / BASE, made) == files


@HARD
@given(ops=operations(most=3), data=st.data())
def test_an_inverse_pack_gives_the_game_back(fresh, ops, data):
    """It is made from the history, which tells the paths and what was there."""
    parents = [split(p)[:-1] for _, p, _ in ops]
    # An item of a list that is written over has another name.
    assume(all(verb == "remove" or isinstance(find(base_layers().root, split(path)).holder, Map)
               for verb, path, _ in ops))
    assume(len(set(parents)) == len(parents))
    ops += data.draw(st.sampled_from([[], [("add", "show/symbols/fresh", "F")],
                                      [("plus", "queries/base_price/base", 2)]]))
    assume(not any(touch(a[1], b[1]) for a, b in combinations(ops, 2)))
    folder = fresh()
    first = write_pack(folder, "alpha", BASE, overlay_of(ops))
    layers, problems = merged(BASE, first)
    assert layers is not None
    assert not problems
    inverse = [undone(write) for write in layers.history.writes if not write.uses]
    back, problems = merged(BASE, first, write_pack(folder, "beta", BASE, overlay_of(inverse),
                                                    {"requires": {"alpha": "*"}}))
    assert back is not None
    assert not problems
    assert dumped(back.root) == dumped(base_layers().root)


def undone(write: Any) -> Operation:
    path = joined(write.path)
    if write.verb in ("add", "insert"):
        return "remove", path, None
    spot = find(base_layers().root, write.path)
    assert write.before == short(spot.value)
    assert write.was_at == spot.place
    value = without_places(spot.value)
    if write.verb != "remove":
        return "replace", path, value
    holder = spot.holder
    in_map = isinstance(holder, Map)
    names = list(holder) if isinstance(holder, Map) else item_names(holder)
    index = names.index(write.path[-1])
    above = joined(write.path[:-1])
    given = {write.path[-1]: value} if in_map else [value]
    if index + 1 < len(names) and names[index + 1]:
        return "insert", f"{above}/{names[index + 1]}", {"before": given}
    return "add", path if in_map else above, value if in_map else [value]


# -- (c) conflicts --------------------------------------------------------------------------------


@st.composite
def touching(draw: st.DrawFn) -> tuple[Operation, Operation]:
    """Two operations at one path, or one inside of the other."""
    inner = draw(st.sampled_from(free()))
    above = [p for p in free() if touch(p, inner) and len(split(p)) <= len(split(inner))]
    outer = draw(st.sampled_from(above))
    pair = [draw(operation(inner)), draw(operation(outer))]
    guard = draw(st.sampled_from([None, 0, 1]))
    if guard is not None:
        path = pair[guard][1]
        pair[guard] = ("expect", path, value_at(base_layers(), path))
    one, other = draw(st.permutations(pair))
    return one, other


def two(folder: Path, one: Operation, other: Operation, last: str = "") -> list[Path]:
    after = {"alpha": ["beta"], "beta": ["alpha"]}
    return [write_pack(folder, name, BASE, overlay_of([op]),
                       {"after": after[name]} if name == last else None)
            for name, op in (("alpha", one), ("beta", other))]


@settings(HARD, max_examples=120)
@given(pair=touching())
def test_packs_that_write_one_thing_without_an_order_are_a_conflict(fresh, pair):
    assume(pair[0] != pair[1] or pair[0][0] not in ("set", "add"))
    _, problems = merged(BASE, *two(fresh(), *pair))
    conflicts = [p for p in problems if p.code == "overlay-conflict"]
    assert len(conflicts) == 1, problems
    assert conflicts[0].place.file.endswith("/beta/changes.yaml")
    assert conflicts[0].place.line == 3
    assert "/alpha/changes.yaml:3:" in conflicts[0].message


@settings(HARD, max_examples=60)
@given(pair=touching(), last=st.sampled_from(["alpha", "beta"]))
def test_with_an_order_there_is_no_conflict(fresh, pair, last):
    _, problems = merged(BASE, *two(fresh(), *pair, last))
    assert not [p for p in problems if p.code == "overlay-conflict"], problems


@settings(HARD, max_examples=80)
@given(ops=operations(most=2))
def test_packs_that_share_no_path_are_no_conflict(fresh, ops):
    assume(len(ops) == 2)
    _, problems = merged(BASE, *two(fresh(), *ops))
    assert not problems


# -- (d) why --------------------------------------------------------------------------------------


@settings(HARD, max_examples=10)
@given(paths=st.lists(st.sampled_from(counted()), min_size=2, max_size=2, unique=True),
       verbs=st.tuples(*[st.sampled_from(["plus", "times", "set"])] * 3),
       offset=st.integers(0, 29))
def test_why_tells_each_value_that_is_shown(fresh, paths, verbs, offset):
    folder = fresh()
    changes = (verbs[0], paths[0]), (verbs[1], paths[1]), (verbs[2], paths[0])
    folders = [write_pack(folder, name, BASE, {verb: {path: 2}},
                          {"after": list(NAMES[:n])} if n else None)
               for n, (name, (verb, path)) in enumerate(zip(NAMES, changes, strict=True))]
    loaded = stages.load_folders(BASES / BASE, folders)
    assert loaded.layers is not None
    told = 0
    everything = list(nodes(loaded.layers.root))
    changed = [(p, v) for p, v in everything if joined(p) in paths]
    assert len(changed) == len(set(paths))
    for path, value in [*changed, *everything[offset::30]]:
        story = biography(loaded, loaded.layers, path)
        now = [line for line in story if " = " in line and not line.startswith("  ")]
        assert now[-1].endswith(f" = {short(value)}")
        shown = resolved(loaded.layers.root, path)[-1]
        if not isinstance(value, (Map, Seq)):
            place = find(loaded.layers.root, path).place
            assert shown.endswith(f"# {place}")
            told += 1
    assert told > 5


# -- (e) whatever stands in an overlay ------------------------------------------------------------

WORDS = st.sampled_from(["a", "players", "grids/cell", "flow/round/turn", "texts/en/game", "0",
                         "actions/mark/do", "tiles", "texts", "état", "a/b/c/d", "me.coins > 1",
                         "{n, plural, other {#}}", "//", "vocabulary", "vocabulary/queries"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2_000_000_000, 2_000_000_000) | WORDS
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6)


@cache
def small_addresses() -> list[str]:
    layers = stages.load_folders(TICTACTOE, []).layers
    assert layers is not None
    found = [joined(path) for path, _ in nodes(layers.root)]
    return [*layers.root, *found, *(f"{p}/new" for p in found)]


PATHS = st.sampled_from(small_addresses()) | WORDS | st.text(max_size=12)
ASIDE = {"before": VALUES, "after": VALUES}
BY = st.integers(-9, 9) | st.fixed_dictionaries(
    {"by": st.sampled_from(["1/2", "-3/2", "7/0", "0", 3]),
     "round": st.sampled_from(["up", "down", "nearest"])})
OVERLAYS = st.fixed_dictionaries({}, optional={
    "expect": st.dictionaries(PATHS, VALUES, max_size=2),
    "set": st.dictionaries(PATHS, VALUES, max_size=2),
    "replace": st.dictionaries(PATHS, VALUES, max_size=2),
    "add": st.dictionaries(PATHS, VALUES, max_size=2),
    "remove": st.lists(PATHS, max_size=2),
    "insert": st.dictionaries(PATHS, st.fixed_dictionaries({}, optional=ASIDE) | VALUES,
                              max_size=2),
    "plus": st.dictionaries(PATHS, st.integers(-9, 9) | VALUES, max_size=2),
    "times": st.dictionaries(PATHS, BY | VALUES, max_size=2),
    "decide": st.dictionaries(PATHS, WORDS, max_size=1),
})


def load_anything(folder: Path, text: str) -> None:
    """Problems that stop, or a game; and each value that is there can be asked for."""
    made = write_pack(folder, "alpha", "tictactoe", text)
    loaded = stages.load_folders(TICTACTOE, [made])
    assert (loaded.game is None) == any(stops(p.code) for p in loaded.problems)
    for problem in loaded.problems.sorted():
        assert problem.message
        assert problem.place.line >= 1
    if loaded.layers is not None and isinstance(loaded.layers.root.get("tiles"), Map):
        for path in ("players/min", "texts/en/game", "actions/mark/do", "tiles"):
            try:
                biography(loaded, loaded.layers, split(path))
            except (UsageError, ContentError):
                continue


@settings(HARD, max_examples=150)
@given(overlay=OVERLAYS)
def test_whatever_an_overlay_says_there_are_problems_or_a_game(fresh, overlay):
    load_anything(fresh(), json.dumps(overlay, ensure_ascii=True))


@settings(HARD, max_examples=80)
@given(path=st.sampled_from(small_addresses()), value=VALUES,
       verb=st.sampled_from(["set", "replace", "add", "expect", "before", "after"]))
def test_whatever_is_written_anywhere(fresh, path, value, verb):
    overlay = {"insert": {path: {verb: value}}} if verb in ("before", "after") else {
        verb: {path: value}}
    load_anything(fresh(), json.dumps(overlay, ensure_ascii=True))


@settings(HARD, max_examples=60)
@given(text=st.text(max_size=60) | st.binary(max_size=40).map(lambda b: b.decode("latin-1")))
def test_whatever_text_an_overlay_is(fresh, text):
    load_anything(fresh(), text)
