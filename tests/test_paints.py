"""Small parts of pictures: what may stand behind attributes, ways out, headers of PNG files."""

from __future__ import annotations

import struct
from types import SimpleNamespace
from zlib import crc32

import pytest

from tilewright import limits
from tilewright.reading import paints, png
from tilewright.reading.drawings import drawing

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


def chunk(name: bytes, held: bytes) -> bytes:
    return struct.pack(">I", len(held)) + name + held + struct.pack(">I", crc32(name + held))


@pytest.mark.parametrize(("header", "said"), [
    (struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0), ""),
    (struct.pack(">IIBBBB", 1, 1, 8, 0, 0, 0), "damaged or cut short"),
    (struct.pack(">IIBBBBBB", 1, 1, 8, 0, 0, 0, 0, 0), "damaged or cut short"),
    (struct.pack(">IIBBBBB", 1, 1, 8, 3, 0, 0, 0), "nobody can draw"),
    (struct.pack(">IIBBBBB", 1, 1, 3, 0, 0, 0, 0), "nobody can draw"),
    (struct.pack(">IIBBBBB", 1, 1, 8, 0, 1, 0, 0), "nobody can draw"),
    (struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 1, 0), "nobody can draw"),
    (struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 2), "nobody can draw"),
    (struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 1), ""),
    (struct.pack(">IIBBBBB", 0, 1, 8, 0, 0, 0, 0), "0 by 1 pixels"),
    (struct.pack(">IIBBBBB", 1, 0, 8, 0, 0, 0, 0), "1 by 0 pixels"),
    (struct.pack(">IIBBBBB", limits.ART_SIDE, 1, 8, 0, 0, 0, 0), ""),
    (struct.pack(">IIBBBBB", 1, limits.ART_SIDE, 8, 0, 0, 0, 0), ""),
    (struct.pack(">IIBBBBB", limits.ART_SIDE + 1, 1, 8, 0, 0, 0, 0), "at most"),
    (struct.pack(">IIBBBBB", 1, limits.ART_SIDE + 1, 8, 0, 0, 0, 0), "at most"),
])
def test_headers_of_pictures(header: bytes, said: str) -> None:
    raw = png.BEGINNING + chunk(b"IHDR", header) + chunk(b"IDAT", b"x") + chunk(b"IEND", b"")
    if not said:
        assert png.cleaned(raw) == (*struct.unpack_from(">II", header), raw)
        return
    with pytest.raises(png.Unfit, match=said):
        png.cleaned(raw)


@pytest.mark.parametrize(("tag", "hint"), [
    ("recct", "did you mean 'rect'?"), ("blob", "take it out"), ("script", "take it out"),
    ("image", "save the whole picture as PNG instead"), ("switch", "ungroup it"),
    ("use", "unlink the clone, or draw it again"), ("a", "take the link away"),
])
def test_ways_out_for_what_is_not_drawn(tag: str, hint: str) -> None:
    text = f'<svg viewBox="0 0 1 1"><{tag}/><rect width="1" height="1"/></svg>'
    drawn, problems = drawing(text, "x", f"{tag}.svg")
    assert drawn is None
    assert [(p.message, p.hint) for p in problems] == [(f"'{tag}' is not drawn in pictures", hint)]


@pytest.mark.parametrize(("each", "fits"), [(2, True), (3, False)])
def test_so_many_stops_may_all_gradients_have(
        monkeypatch: pytest.MonkeyPatch, each: int, *, fits: bool) -> None:
    made = "".join(f'<linearGradient id="{name}">{"<stop/>" * each}</linearGradient>'
                   for name in "ab")
    text = (f'<svg viewBox="0 0 1 1"><defs>{made}</defs><rect width="1" height="1" '
            'fill="url(#a)" stroke="url(#b)"/></svg>')
    # The elements themselves have the same limit elsewhere.
    monkeypatch.setattr("tilewright.reading.drawings.limits", SimpleNamespace(ART_NODES=4))
    _, problems = drawing(text, f"stops{each}", "n.svg")
    assert [p.message for p in problems] == (
        [] if fits else ["its gradients have more than 4 stops"])
