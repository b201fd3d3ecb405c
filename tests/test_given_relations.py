"""Relations that are given to functions: so many that nobody needs them are refused soon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bad_packs import game_with, impatient, make_pack
from tilewright import limits, stages

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.problems import Problem

SITES = "\n  port: [north, south]"


def found(folder: Path, relations: int, functions: dict[str, str], value: str) -> list[Problem]:
    ways = "".join(f"\n  r{n}: {{from: port, to: port, links: [[north, south]]}}"
                   for n in range(relations))
    made = "".join(f"\n  {name}: {body}" for name, body in functions.items())
    folder = make_pack(folder, {"game.yaml": game_with(
        sites=SITES, relations=ways, functions=made, scoring=f'{{all: "{value}"}}')})
    with impatient():
        return stages.load(str(folder), []).problems.sorted()


def test_two_relations_in_all_ways_are_too_many(tmp_path: Path) -> None:
    both = " + ".join(f"far(r{a}, r{b})" for a in range(5) for b in range(5))
    assert found(tmp_path / "few", 5, {
        "far": "{args: {a: relation, b: relation}, is: size(north.a) + size(south.b)}"},
        both) == []
    # Each function asks the next one with all relations in place of its second one.
    asked = {n: " + ".join(f"f{n + 1}(b, r{m})" for m in range(30)) for n in range(3)}
    chain = {f"f{n}": f"{{args: {{a: relation, b: relation}}, is: '{asked[n]}'}}"
             for n in range(3)}
    told = found(tmp_path / "many", 30, {
        **chain, "f3": "{args: {a: relation, b: relation}, is: size(north.a) + size(south.b)}"},
        "f0(r1, r2)")
    assert {p.code for p in told} == {"too-many"}
    assert f"{limits.RELATED:,} ways" in told[0].message


def test_a_long_chain_is_refused_like_any_other(tmp_path: Path) -> None:
    chain = {f"f{n}": f"{{args: {{way: relation}}, is: f{n + 1}(way) + 1}}" for n in range(400)}
    told = found(tmp_path, 1, {**chain, "f400": "{args: {way: relation}, is: size(north.way)}"},
                 "f0(r0)")
    assert {p.code for p in told} == {"too-many"}
    assert "use each other" in told[0].message


def test_procedures_are_bounded_too(tmp_path: Path) -> None:
    made = make_pack(tmp_path, {"game.yaml": game_with(
        sites=SITES,
        relations="".join(f"\n  r{n}: {{from: port, to: port, links: [[north, south]]}}"
                          for n in range(30)),
        procedures="\n  go_on: {args: {a: relation, b: relation}, do: [" + ", ".join(
            f"{{call: go_on, with: {{a: b, b: r{n}}}}}" for n in range(30)) + "]}",
        actions="{go: {do: [{call: go_on, with: {a: r1, b: r2}}]}}")})
    with impatient():
        told = stages.load(str(made), []).problems.sorted()
    assert {p.code for p in told} == {"too-many"}
