"""Merging: each operation on each sort of thing, and packs that change one game together.

`merging/things.yaml` has a row for each sort of thing; a row becomes a case for every operation.
What must come out is worked out here on plain data, by keys and indexes instead of addresses, and
the whole game is compared, so that nothing else may change. The other files under `merging/` hold
cases that are written out one by one.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from merging.making import (
    base_dump,
    base_leaves,
    dumped,
    leaves,
    merged,
    read_data,
    write_pack,
)
from merging.running import cases, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


BASE = "market"
# Where the path of the first operation stands in an overlay that `said` writes.
AT = (2, 4)
ABSENT = object()
SECOND = {"second": {}}
Where = list[Any]


class Thing:
    """A row of the table: an address, and what is, could be and could come there."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.at: str = row["at"]
        self.where: Where = row.get("where", self.at.split("/"))
        self.now: Any = row["now"]
        self.new: Any = row["new"]
        self.part: Any = row.get("part", ABSENT)
        self.more: Any = row.get("more", ABSENT)
        self.named: str = row.get("named", "")

    @property
    def in_list(self) -> bool:
        return isinstance(self.where[-1], int)


THINGS = [Thing(row) for row in read_data("things")]


def things(wanted: Callable[[Thing], bool], each: int = 1) -> Any:
    """The rows for which a test is meant, or each second one of them where that is enough."""
    chosen = [t for t in THINGS if wanted(t)][::each]
    return pytest.mark.parametrize("thing", chosen, ids=lambda t: t.at)


def said(verb: str, path: str, value: Any = ABSENT) -> str:
    """An overlay of one operation."""
    if value is ABSENT:
        return f"{verb}:\n- {json.dumps(path)}\n"
    return f"{verb}:\n  {json.dumps(path)}: {json.dumps(value, ensure_ascii=False)}\n"


def game() -> Any:
    return json.loads(base_dump(BASE))


def holder_of(root: Any, where: Where) -> Any:
    for step in where[:-1]:
        root = root[step]
    return root


def with_value(where: Where, value: Any) -> Any:
    root = game()
    holder_of(root, where)[where[-1]] = value
    return root


def deeply(old: Any, more: Any, *, appending: bool = False) -> Any:
    """Mappings are put together; what is new comes last."""
    if isinstance(old, dict) and isinstance(more, dict):
        both = {k: deeply(v, more[k], appending=appending) if k in more else v
                for k, v in old.items()}
        return both | {k: v for k, v in more.items() if k not in old}
    return [*old, *more] if appending and isinstance(old, list) else more


def numbers(value: Any, change: Callable[[int], int]) -> Any:
    """All numbers of a value changed, and nothing else."""
    if isinstance(value, dict):
        return {k: numbers(v, change) for k, v in value.items()}
    return change(value) if type(value) is int else value


def has_numbers(thing: Thing) -> bool:
    return numbers(thing.now, lambda n: n + 1) != thing.now


def check_result(tmp_path: Path, overlay: str, wanted: Any) -> None:
    layers, problems = merged(BASE, write_pack(tmp_path, "alpha", BASE, overlay))
    assert not problems
    assert layers is not None
    assert json.loads(dumped(layers.root)) == wanted
    assert dumped(layers.root) == json.dumps(wanted, ensure_ascii=False), "another order of keys"
    new = leaves(layers.root) - base_leaves(BASE)
    assert all(place.file.endswith("alpha/changes.yaml") for _, place in new), "a wrong place"


def check_refused(tmp_path: Path, overlay: str, code: str, *words: str) -> None:
    """There is one problem, at the path, and nothing was changed."""
    layers, problems = merged(BASE, write_pack(tmp_path, "alpha", BASE, overlay))
    (problem,) = problems
    assert problem.code == code
    assert problem.place.file.endswith("alpha/changes.yaml")
    assert (problem.place.line, problem.place.col) == AT
    for word in words:
        assert word in problem.sentence
    assert layers is not None
    assert dumped(layers.root) == base_dump(BASE)


# -- one operation on one thing -------------------------------------------------------------------


@things(lambda t: True)
def test_what_is_there_is_as_the_table_says(thing):
    assert holder_of(game(), thing.where)[thing.where[-1]] == thing.now
    assert thing.now != thing.new


@things(lambda t: True)
def test_expect_what_is_there(tmp_path, thing):
    check_result(tmp_path, said("expect", thing.at, thing.now), game())


@things(lambda t: True)
def test_expect_something_else(tmp_path, thing):
    check_refused(tmp_path, said("expect", thing.at, thing.new), "overlay-expect", thing.at)


@things(lambda t: not isinstance(t.now, dict))
def test_set_a_value(tmp_path, thing):
    check_result(tmp_path, said("set", thing.at, thing.new), with_value(thing.where, thing.new))


@things(lambda t: isinstance(t.now, dict))
def test_set_some_keys(tmp_path, thing):
    check_result(tmp_path, said("set", thing.at, thing.part),
                 with_value(thing.where, deeply(thing.now, thing.part)))


@things(lambda t: isinstance(t.now, dict))
def test_set_each_key_by_its_own_path(tmp_path, thing):
    """A mapping is the same as the paths to what is in it."""
    overlay = "set:\n" + "".join(
        f"  {json.dumps('/'.join([thing.at, *path]))}: {json.dumps(value)}\n"
        for path, value in parts(thing.part))
    check_result(tmp_path, overlay, with_value(thing.where, deeply(thing.now, thing.part)))


def parts(value: Any, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    if not isinstance(value, dict):
        return [(path, value)]
    return [leaf for key, inner in value.items() for leaf in parts(inner, (*path, key))]


@things(lambda t: isinstance(t.now, dict))
def test_set_a_key_that_is_not_there(tmp_path, thing):
    layers, problems = merged(BASE, write_pack(tmp_path, "alpha", BASE,
                                               said("set", thing.at, {"nowhere": 1})))
    (problem,) = problems
    assert (problem.code, problem.place.line) == ("overlay-path", 2)
    assert "'nowhere'" in problem.message
    assert problem.place.col > AT[1] + len(thing.at)
    assert layers is not None
    assert dumped(layers.root) == base_dump(BASE)


@things(lambda t: True)
def test_set_another_sort(tmp_path, thing):
    other = [1] if not isinstance(thing.now, list) else {"a": 1}
    check_refused(tmp_path, said("set", thing.at, other), "overlay-sort", thing.at, "'replace'")


@things(lambda t: True)
def test_replace(tmp_path, thing):
    check_result(tmp_path, said("replace", thing.at, thing.new),
                 with_value(thing.where, thing.new))


@things(lambda t: t.at != "tiles/permit")
def test_replace_by_another_sort(tmp_path, thing):
    layers, problems = merged(BASE, write_pack(tmp_path, "alpha", BASE,
                                               said("replace", thing.at, [["odd"]])))
    assert not problems
    assert layers is not None
    assert json.loads(dumped(layers.root)) == with_value(thing.where, [["odd"]])


@things(lambda t: True)
def test_remove(tmp_path, thing):
    root = game()
    del holder_of(root, thing.where)[thing.where[-1]]
    check_result(tmp_path, said("remove", thing.at), root)


@things(lambda t: not isinstance(t.now, (dict, list)))
def test_add_what_is_there_already(tmp_path, thing):
    check_refused(tmp_path, said("add", thing.at, thing.new), "overlay-path", "there already")


@things(lambda t: isinstance(t.now, dict))
def test_add_to_a_mapping(tmp_path, thing):
    check_result(tmp_path, said("add", thing.at, thing.more),
                 with_value(thing.where, deeply(thing.now, thing.more, appending=True)))


@things(lambda t: isinstance(t.now, dict) and not t.in_list)
def test_add_it_again_after_it_is_gone_in_a_later_pack(tmp_path, thing):
    root = game()
    del holder_of(root, thing.where)[thing.where[-1]]
    holder_of(root, thing.where)[thing.where[-1]] = thing.new
    layers, problems = merged(
        BASE, write_pack(tmp_path, "zeta", BASE, said("remove", thing.at)),
        write_pack(tmp_path, "alpha", BASE, said("add", thing.at, thing.new),
                   {"after": ["zeta"]}))
    assert not problems
    assert layers is not None
    assert dumped(layers.root) == json.dumps(root, ensure_ascii=False)


@things(lambda t: isinstance(t.now, list) and bool(t.named))
def test_add_items_to_a_list(tmp_path, thing):
    for number, value in enumerate(([thing.more], thing.more)):
        check_result(tmp_path / str(number), said("add", thing.at, value),
                     with_value(thing.where, [*thing.now, thing.more]))


@things(lambda t: isinstance(t.now, list) and bool(t.named))
def test_a_new_item_answers_to_its_name(tmp_path, thing):
    layers, problems = merged(
        BASE, write_pack(tmp_path, "alpha", BASE, said("add", thing.at, [thing.more])),
        write_pack(tmp_path, "beta", BASE,
                   said("expect", f"{thing.at}/{thing.named}", thing.more), {"after": ["alpha"]}))
    assert layers is not None
    assert not problems


@things(lambda t: t.in_list and not isinstance(t.now, dict))
def test_add_a_second_item_of_one_name(tmp_path, thing):
    above = thing.at.rpartition("/")[0]
    layers, problems = merged(BASE, write_pack(tmp_path, "alpha", BASE,
                                               said("add", above, [thing.now])))
    (problem,) = problems
    assert (problem.code, problem.place.line) == ("overlay-path", 2)
    assert "in the list already" in problem.message
    assert layers is not None
    assert dumped(layers.root) == base_dump(BASE)


@things(lambda t: not isinstance(t.now, (dict, list)))
def test_nothing_is_below_a_plain_value(tmp_path, thing):
    for verb in ("set", "add"):
        check_refused(tmp_path / verb, said(verb, f"{thing.at}/deeper", 1), "overlay-path",
                      "nothing is below it")


@things(lambda t: not t.in_list)
@pytest.mark.parametrize("side", ["before", "after"])
def test_insert_a_key(tmp_path, thing, side):
    root = game()
    holder = holder_of(root, thing.where)
    rows = list(holder.items())
    index = list(holder).index(thing.where[-1]) + (side == "after")
    new = {"fresh": {"a": 1}, "fresher": {"deep": [2]}}
    rows[index:index] = new.items()
    holder.clear()
    holder.update(rows)
    check_result(tmp_path, said("insert", thing.at, {side: new}), root)


@things(lambda t: t.in_list)
@pytest.mark.parametrize("side", ["before", "after"])
def test_insert_an_item(tmp_path, thing, side):
    root = game()
    index = thing.where[-1] + (side == "after")
    more = [["c", "d"], ["e", "f"]] if isinstance(thing.now, list) else [{"id": "new"}, "word"]
    holder_of(root, thing.where)[index:index] = more
    check_result(tmp_path, said("insert", thing.at, {side: more}), root)


@things(has_numbers)
@pytest.mark.parametrize(("verb", "by", "change"), [
    ("plus", 3, lambda n: n + 3), ("plus", -4, lambda n: n - 4), ("times", 3, lambda n: n * 3),
    ("times", {"by": "1/2", "round": "down"}, lambda n: n // 2),
])
def test_count(tmp_path, thing, verb, by, change):
    check_result(tmp_path, said(verb, thing.at, by),
                 with_value(thing.where, numbers(thing.now, change)))


@things(lambda t: not has_numbers(t))
@pytest.mark.parametrize("verb", ["plus", "times"])
def test_what_is_no_number_cannot_be_counted(tmp_path, thing, verb):
    _, problems = merged(BASE, write_pack(tmp_path, "alpha", BASE, said(verb, thing.at, 2)))
    assert {p.code for p in problems} == {"overlay-number"}
    assert {(p.place.line, p.place.col) for p in problems} == {AT}


@things(lambda t: True)
def test_a_wrong_last_step_is_told_for_each_operation(tmp_path, thing):
    wrong = json.dumps(f"{thing.at}_x")
    overlay = (f"expect:\n  {wrong}: 1\nset:\n  {wrong}: 1\nreplace:\n  {wrong}: 1\n"
               f"remove:\n- {wrong}\nplus:\n  {wrong}: 1\ntimes:\n  {wrong}: 1\n"
               f"insert:\n  {wrong}: {{before: {{a: 1}}}}\n")
    layers, problems = merged(BASE, write_pack(tmp_path, "alpha", BASE, overlay))
    assert [p.code for p in problems] == ["overlay-path"] * 7
    assert [(p.place.line, p.place.col) for p in problems] == [(n, 4) for n in range(2, 15, 2)]
    last = thing.at.rpartition("/")[2]
    assert all(f"'{last}_x'" in p.message for p in problems)
    assert layers is not None
    assert dumped(layers.root) == base_dump(BASE)


@things(lambda t: "/" in t.at)
def test_a_wrong_step_above_is_told(tmp_path, thing):
    first, _, rest = thing.at.partition("/")
    for verb in ("set", "add"):
        check_refused(tmp_path / verb, said(verb, f"{first}_x/{rest}", 1), "overlay-path",
                      f"'{first}_x'")


# -- two packs --------------------------------------------------------------------------------


def two(tmp_path: Path, thing: Thing, last: str = "") -> Any:
    """Two packs that replace one thing; one of them may say that it comes last."""
    after = {"alpha": {"after": ["beta"]}, "beta": {"after": ["alpha"]}}
    return merged(BASE, *(
        write_pack(tmp_path, name, BASE, said("replace", thing.at, value),
                   after[name] if name == last else None)
        for name, value in (("alpha", thing.new), ("beta", SECOND))))


@things(lambda t: not t.in_list, each=2)
@pytest.mark.parametrize("last", ["alpha", "beta"])
def test_the_later_pack_has_the_last_word(tmp_path, thing, last):
    layers, problems = two(tmp_path, thing, last)
    assert not problems
    wanted = thing.new if last == "alpha" else SECOND
    assert json.loads(dumped(layers.root)) == with_value(thing.where, wanted)


@things(lambda t: not t.in_list)
def test_without_an_order_it_is_a_conflict(tmp_path, thing):
    _, problems = two(tmp_path, thing)
    (problem,) = problems
    assert problem.code == "overlay-conflict"
    assert problem.place.file.endswith("beta/changes.yaml")
    assert (problem.place.line, problem.place.col) == AT
    assert "alpha/changes.yaml:2:4" in problem.message
    assert f"'{thing.at}'" in problem.message


@things(lambda t: not t.in_list, each=2)
@pytest.mark.parametrize("winner", ["alpha", "beta"])
def test_a_third_pack_decides(tmp_path, thing, winner):
    layers, problems = merged(
        BASE, write_pack(tmp_path, "alpha", BASE, said("replace", thing.at, thing.new)),
        write_pack(tmp_path, "beta", BASE, said("replace", thing.at, SECOND)),
        write_pack(tmp_path, "judge", BASE, said("decide", thing.at, winner),
                   {"requires": {"alpha": "*", "beta": "*"}}))
    assert not problems
    assert layers is not None
    wanted = thing.new if winner == "alpha" else SECOND
    assert json.loads(dumped(layers.root)) == with_value(thing.where, wanted)


@things(lambda t: not t.in_list and t.at.count("/") > 1, each=2)
@pytest.mark.parametrize("verb", ["remove", "replace"])
def test_a_change_inside_of_what_another_pack_takes_away_is_a_conflict(tmp_path, thing, verb):
    above = thing.at.rpartition("/")[0]
    outer = said("remove", above) if verb == "remove" else said("replace", above, {"a": 1})
    inner = said("replace", thing.at, thing.new)
    for number, (first, second) in enumerate(((outer, inner), (inner, outer))):
        _, problems = merged(BASE, write_pack(tmp_path / str(number), "alpha", BASE, first),
                             write_pack(tmp_path / str(number), "beta", BASE, second))
        (problem,) = problems
        assert problem.code == "overlay-conflict"
        assert "alpha/changes.yaml:2:4" in problem.message
        assert problem.place.file.endswith("beta/changes.yaml")


@things(lambda t: not t.in_list, each=2)
def test_one_pack_writes_twice(tmp_path, thing):
    overlay = (f"replace:\n  {json.dumps(thing.at)}: 1\n"
               f"remove:\n- {json.dumps(thing.at)}\n")
    _, problems = merged(BASE, write_pack(tmp_path, "alpha", BASE, overlay))
    (problem,) = problems
    assert problem.code == "overlay-conflict"
    assert "changes.yaml:4:4" in problem.message
    assert (problem.place.line, problem.place.col) == AT


# -- cases that are written out -------------------------------------------------------------------


@pytest.mark.parametrize("case", cases())
def test_a_case(tmp_path, case):
    run(case, tmp_path)


def test_the_history_tells_what_a_text_was(tmp_path):
    made = write_pack(tmp_path, "alpha", BASE, None, {"texts": {"en": "en.yaml"}},
                      {"en.yaml": "game: Fair\nown: mine\n"})
    layers, problems = merged(BASE, made)
    assert layers is not None
    assert not problems
    assert [(w.path[-1], w.verb, w.before, w.after) for w in layers.history.writes] == [
        ("game", "set", "Market", "Fair"), ("own", "add", "", "mine")]
