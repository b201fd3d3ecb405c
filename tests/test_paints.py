"""What may stand behind the attributes of a drawing, each word to its limits."""

from __future__ import annotations

import pytest

from tilewright.reading import paints

MOST = paints.LARGEST


@pytest.mark.parametrize(("said", "length"), [
    ("5", "5"), (" 5 ", "5"), ("5px", "5"), ("3pt", "4"), ("1pc", "16"), ("1in", "96"),
    ("2.54cm", "96"), ("25.4 mm", "96"), (".5", "0.5"), ("5.", "5"), ("-5", "-5"), ("+5", "5"),
    ("1e2", "100"), (str(MOST), f"{MOST:.6g}"), (str(-MOST), f"{-MOST:.6g}"), (f"{MOST}1", None),
    (f"{MOST}px", f"{MOST:.6g}"), (f"{MOST}pt", None), ("5em", None), ("5%", None), ("", None),
    ("x", None), ("5 5", None),
])
def test_lengths(said: str, length: str | None) -> None:
    assert paints.length(said) == length


@pytest.mark.parametrize(("said", "fits"), [
    ("0.5", True), ("50%", True), ("-1", True), ("5px", False), ("", False), (f"{MOST}", True),
    (f"{MOST}1", False), ("1 %", False),
])
def test_shares(said: str, *, fits: bool) -> None:
    assert paints.share(said) == (said if fits else None)


@pytest.mark.parametrize(("said", "frame"), [
    ("0 0 100 50", (0, 0, 100, 50)), ("-5,-5,0.5,0.25", (-5, -5, 0.5, 0.25)),
    ("0 0 0 1", None), ("0 0 1 0", None), ("0 0 -1 1", None), ("0 0 1 -1", None),
    ("0 0 1", None), ("0 0 1 1 1", None), ("0 0 1 x", None), (f"0 0 1 {MOST}", (0, 0, 1, MOST)),
    (f"0 0 1 {MOST}1", None), (f"{-MOST} 0 1 1", (-MOST, 0, 1, 1)), ("", None),
])
def test_frames(said: str, frame: tuple[float, ...] | None) -> None:
    assert paints.frame(said) == frame


@pytest.mark.parametrize(("tag", "said", "path"), [
    ("path", "M 0 0\n L 1 1 z", "M 0 0 L 1 1 z"),
    ("path", "M0,0 A 1 1 0 0 1 2 2", "M0,0 A 1 1 0 0 1 2 2"),
    ("polygon", "0,0  1,1", "0,0 1,1"), ("polyline", "M 0 0", None), ("path", "M 0 0 (", None),
    ("path", f"M {MOST} 0", f"M {MOST} 0"), ("path", f"M {MOST}1 0", None), ("path", "", ""),
])
def test_outlines(tag: str, said: str, path: str | None) -> None:
    assert paints.outline(tag, said) == path


@pytest.mark.parametrize(("said", "moved"), [
    ("translate(1, 2)", "translate(1, 2)"), ("rotate(45)  scale(2)", "rotate(45) scale(2)"),
    ("matrix(1 0 0 1 0 0), skewX(3)", "matrix(1 0 0 1 0 0), skewX(3)"), ("", ""),
    ("turn(1)", None), ("translate(x)", None), (f"translate({MOST}1)", None), ("rotate(45", None),
])
def test_moves(said: str, moved: str | None) -> None:
    assert paints.moved(said) == moved


@pytest.mark.parametrize(("said", "name"), [
    ("url(#a)", "a"), ("url('#a')", "a"), ('url( "#a-b" ) red', "a-b"), ("url(a)", None),
    ("url(#a", None), ("#a", None), ("url(http://x#a)", None),
])
def test_links(said: str, name: str | None) -> None:
    assert paints.link(said) == name


def test_what_a_style_declares() -> None:
    assert paints.declared("Fill: red !important;stroke:#fff ; ;x") == {
        "fill": "red", "stroke": "#fff", "x": ""}


@pytest.mark.parametrize(("said", "fits"), [
    ("red", True), ("none", True), ("#abc", True), ("#abcd", True), ("#aabbcc", True),
    ("#aabbccdd", True), ("#ab", False), ("#abcde", False), ("rgb(1,2,3)", True),
    ("hsla(1deg 2% 3% / 0.5)", True), ("url(#a)", False), ("re", False), ("rgb(x)", False),
])
def test_colours(said: str, *, fits: bool) -> None:
    assert paints.colour(said) == (said if fits else None)
