"""Pictures of designers: what is drawn of them, what is refused, and which one stands for what."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import tilewright
from bad_packs import GAME, MANIFEST, game_with, impatient, make_pack
from tilewright import limits
from tilewright.packs import doors
from tilewright.packs.pack import read_pack
from tilewright.packs.saved import Files
from tilewright.packs.unpacking import install
from tilewright.picture.compose import scene_of
from tilewright.picture.looks import Looks
from tilewright.picture.nodes import written
from tilewright.picture.shapes import SHAPES
from tilewright.picture.svg import svg
from tilewright.playing.record import Session
from tilewright.problems import ContentError, Problems, UsageError
from tilewright.reading.drawings import drawing
from tilewright.reading.excerpt import excerpt
from tilewright.stages import load_folders

NS = 'xmlns="http://www.w3.org/2000/svg"'
LINKS = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
DOT = f'<svg {NS} viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>'
# What drawing programs write: words of their own, styles, definitions that nothing uses.
INKSCAPE = f"""\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape -->
<svg width="24mm" height="24mm" viewBox="0 0 24 24" version="1.1" id="svg5" xml:space="preserve"
   inkscape:version="1.2" sodipodi:docname="ship.svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" {LINKS} {NS}>
  <sodipodi:namedview id="nv"><inkscape:grid type="xygrid"/></sodipodi:namedview>
  <title>A ship</title>
  <metadata><rdf:RDF><rdf:about>by somebody</rdf:about></rdf:RDF></metadata>
  <defs id="defs2">
    <linearGradient id="lg1"><stop style="stop-color:#fff;stop-opacity:1" offset="0"/>
      <stop style="stop-color:#777" offset="100%"/></linearGradient>
    <radialGradient xlink:href="#lg1" id="lg2" cx="6" cy="0" r="9" gradientUnits="userSpaceOnUse"/>
    <filter id="unused"><feGaussianBlur stdDeviation="2"/></filter>
    <style id="empty"></style>
  </defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" style="display:inline">
    <path style="color:#000;fill:currentColor;stroke:#222;stroke-width:0.5px;stroke-dasharray:none;
      -inkscape-stroke:none;filter:none" d="M 4,20 12,2 20,20 Z" id="p1"
      sodipodi:nodetypes="cccc"/>
    <ellipse fill="url(#lg2)" cx="12" cy="12" rx="4" ry="6" id="e1" class="x"/>
    <g style="display:none"><rect width="5" height="5"/></g>
  </g>
</svg>
"""
FIGMA = f"""\
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg width="24" height="24" fill="none" {NS}><g clip-path="url(#clip0_1)">
<path d="M3 3h18v18H3z" stroke="rgb(10, 20, 30)" stroke-linejoin="round"/></g>
<defs><clipPath id="clip0_1"><rect width="24" height="24" fill="white"/></clipPath></defs></svg>
"""


def drawn(text: str) -> ET.Element:
    """What is left of a drawing."""
    made, wrong = drawing(text, "ship", "art/ship.svg")
    assert not wrong
    assert made is not None
    return ET.fromstring(written(made))


def told(text: str) -> list[tuple[int, int, str]]:
    """Where and why a drawing is refused."""
    made, wrong = drawing(text, "ship", "art/ship.svg")
    assert made is None
    assert all(p.code == "art-part" and p.hint for p in wrong)
    return [(p.place.line, p.place.col, p.message) for p in wrong]


def svg_with(inside: str, more: str = "") -> str:
    return f'<svg {NS} {LINKS} viewBox="0 0 10 10" {more}>\n{inside}\n</svg>'


# -- what is left of drawings ---------------------------------------------------------------------


def test_a_drawing_of_inkscape_is_cleaned() -> None:
    root = drawn(INKSCAPE)
    assert [e.tag for e in root.iter()] == [
        "svg", "defs", "radialGradient", "stop", "stop", "g", "path", "ellipse"]
    assert root.attrib == {"id": "art-ship", "x": "-50", "y": "-50", "width": "100",
                           "height": "100", "viewBox": "0 0 24 24"}
    path, ellipse = root.find("g/path"), root.find("g/ellipse")
    assert path is not None
    assert path.attrib == {"d": "M 4,20 12,2 20,20 Z", "fill": "currentColor", "stroke": "#222",
                           "stroke-width": "0.5"}
    assert ellipse is not None
    assert ellipse.attrib["fill"] == "url(#art-ship-1)"
    assert set(ellipse.attrib) == {"cx", "cy", "rx", "ry", "fill"}
    gradient = root.find("defs/radialGradient")
    assert gradient is not None
    assert gradient.attrib == {"id": "art-ship-1", "cx": "6", "cy": "0", "r": "9",
                               "gradientUnits": "userSpaceOnUse"}
    assert [s.attrib for s in gradient] == [
        {"stop-color": "#fff", "stop-opacity": "1", "offset": "0"},
        {"stop-color": "#777", "offset": "100%"}]


def test_a_drawing_of_figma_keeps_its_clip_and_its_colours() -> None:
    root = drawn(FIGMA)
    assert (root.get("viewBox"), root.get("fill")) == ("0 0 24 24", "none")
    assert [e.tag for e in root.iter()] == ["svg", "defs", "clipPath", "rect", "g", "path"]
    group, path = root.find("g"), root.find("g/path")
    assert group is not None
    assert group.attrib == {"clip-path": "url(#art-ship-1)"}
    assert path is not None
    assert path.get("stroke") == "rgb(10, 20, 30)"


@pytest.mark.parametrize(("given", "frame"), [
    ('viewBox="1,2 30 40"', "1 2 30 40"), ('width="10mm" height="1in"', "0 0 37.7953 96"),
    ('width="12px" height="7"', "0 0 12 7"), ('width="2.54cm" height="6pt"', "0 0 96 8"),
    ('width="3pc" height="25.4mm"', "0 0 48 96")])
def test_how_large_a_drawing_is(given: str, frame: str) -> None:
    assert drawn(f'<svg {NS} {given}><rect width="3" height="4"/></svg>').get("viewBox") == frame


@pytest.mark.parametrize("shape", [
    '<path d="m1 1l2-3e-1a1 1 0 0 1 2 2z"/>', '<rect x="1" y="2" width="3" height="4" rx="0.5"/>',
    '<circle cx="5" cy="5" r="4"/>', '<ellipse cx="5" cy="5" rx="4" ry="2"/>',
    '<line x1="0" y1="0" x2="9" y2="9"/>', '<polyline points="0,0 5,5 9 1"/>',
    '<polygon points="0,0 5,5 9 1"/>',
    '<path d="M0 0h1" transform="rotate(45 5 5), matrix(1 0 0 1 0 -2.5)"/>',
    '<path d="M0 0h1" fill="#12ab" stroke="none" opacity=".5" stroke-linecap="round"/>'])
def test_shapes_stay_as_they_are(shape: str) -> None:
    given, [left] = ET.fromstring(shape), drawn(svg_with(shape))
    assert (left.tag, left.attrib) == (given.tag, given.attrib)


# -- what is refused ------------------------------------------------------------------------------

REFUSED = {
    "script": ("<script>alert(1)</script>", "'script' is not drawn"),
    "script in a group": ("<g><g><script/></g></g>", "'script' is not drawn"),
    "script among definitions": ("<defs><script>x</script></defs>", "'script' is not drawn"),
    "style sheet": ("<style>path {fill: red}</style>", "'style' is not drawn"),
    "page inside": ("<foreignObject><p/></foreignObject>", "'foreignObject' is not drawn"),
    "animation": ('<circle r="1"><animate attributeName="r"/></circle>', "'animate' is not drawn"),
    "change of an attribute": ('<set attributeName="href" to="x"/>', "'set' is not drawn"),
    "link around": ('<a href="http://a.example"><path d="M0 0h1"/></a>', "'a' is not drawn"),
    "handler": ('<path onclick="x()" d="M0 0h1"/>', "'onclick' is not allowed"),
    "handler in capitals": ('<g OnLoad="x()"/>', "'OnLoad' is not allowed"),
    "text": ("<text>hello</text>", "'text' is not drawn"),
    "image": ('<image href="http://a.example/b.png"/>', "'image' is not drawn"),
    "clone": ('<use xlink:href="#a"/>', "'use' is not drawn"),
    "something else": ("<blink/>", "'blink' is not drawn"),
    "filter": ('<path filter="url(#f)" d="M0 0h1"/>', "'filter' is not drawn"),
    "mask in a style": ('<path style="mask:url(#f)" d="M0 0h1"/>', "'mask' is not drawn"),
    "dashes": ('<path stroke-dasharray="0.0001" d="M0 0h1"/>', "'stroke-dasharray' is not"),
    "paint from elsewhere": ('<path fill="url(http://a.example/#b)" d="M0 0h1"/>', "fill="),
    "paint of data": ('<path style="fill:url(data:image/png;base64,AA)" d="M0 0h1"/>', "fill="),
    "paint that is not there": ('<path fill="url(#b)" d="M0 0h1"/>', "fill="),
    "pattern": ('<defs><pattern id="b"/></defs><path fill="url(#b)" d="M0 0"/>', "fill="),
    "colour that is none": ('<path fill="red;x" d="M0 0h1"/>', "fill="),
    "clip of a clip": (('<clipPath id="c"><path clip-path="url(#c)" d="M0 0h1"/></clipPath>'
                       '<path clip-path="url(#c)" d="M0 0h1"/>'), "clip-path="),
    "clip with a clip": (
        ('<clipPath id="a" clip-path="url(#b)"><rect width="9" height="9"/></clipPath>'
         '<clipPath id="b" clip-path="url(#a)"><rect width="9" height="9"/></clipPath>'
         '<rect clip-path="url(#a)" width="9" height="9"/>'), "clip-path="),
    "clip with itself": (('<clipPath id="a" clip-path="url(#a)"/>'
                         '<rect clip-path="url(#a)" width="9" height="9"/>'), "clip-path="),
    "gradient with itself": (('<linearGradient id="b" fill="url(#b)"/>'
                             '<path fill="url(#b)" d="M0 0h1"/>'), "fill="),
    "stop with its gradient": (('<linearGradient id="b"><stop stroke="url(#b)"/></linearGradient>'
                               '<path fill="url(#b)" d="M0 0h1"/>'), "stroke="),
    "clip with a gradient of its own": (
        ('<linearGradient id="g" clip-path="url(#c)"/><clipPath id="c"><path fill="url(#g)" '
         'd="M0 0h1"/></clipPath><path clip-path="url(#c)" d="M0 0h1"/>'), "clip-path="),
    "link of a shape": ('<path xlink:href="javascript:x()" d="M0 0h1"/>', "link to nothing"),
    "gradient from elsewhere": (('<linearGradient id="b" href="http://a.example/#c"/>'
                                '<path fill="url(#b)" d="M0 0h1"/>'), "nothing from elsewhere"),
    "path with words": ('<path d="M0 0 javascript"/>', "d="),
    "number without end": (f'<path d="M0 0h{"9" * 400}"/>', "d="),
    "large number": ('<path d="M0 0h1e7"/>', "d="),
    "share of the page": ('<rect width="100%" height="5"/>', "width="),
    "move that is none": ('<g transform="url(x)"><path d="M0 0h1"/></g>', "transform="),
    "nothing": ("<g/>", "nothing in it can be drawn"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_plain_shape_is_refused_at_its_line(name: str) -> None:
    inside, why = REFUSED[name]
    [(line, _, message), *more] = told(svg_with(f'<path d="M0 0h1"/>\n{inside}'
                                                if name != "nothing" else inside))
    assert not more
    assert why in message
    assert line == (1 if name == "nothing" else 3)


BROKEN = {
    "no XML": ("hello", "that can be read", (1, 1)),
    "cut short": (DOT[:-8], "that can be read", (1, DOT.index("<circle") + 1)),
    "another language": ("<html><body/></html>", "'html', not a drawing", (1, 1)),
    "entities": ('<!DOCTYPE svg [<!ENTITY a "aaaa">]>\n' + DOT, "no entities", (1, 15)),
    "many entities": ('<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>\n<svg>&b;</svg>',
                      "no entities", (1, 15)),
    "entity from outside": (('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n'
                            "<svg>&a;</svg>"), "no entities", (1, 15)),
    "style sheet": ('<?xml-stylesheet href="a.css"?>\n' + DOT, "no style sheet", (1, 1)),
    "no size": (f'<svg {NS}><circle r="4"/></svg>', "how large", (1, 1)),
    "size of the page": (f'<svg {NS} width="100%" height="100%"><circle r="4"/></svg>',
                         "how large", (1, 1)),
    "flat": (f'<svg {NS} viewBox="0 0 0 10"><circle r="4"/></svg>', "how large", (1, 1)),
    "deep": (svg_with("<g>" * 60 + "</g>" * 60), "deep", (2, 148)),
    "many": (svg_with("<g/>" * limits.ART_NODES), "2,000 elements", (2, 4 * 1999 + 1)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_drawing_is_refused(name: str) -> None:
    text, why, place = BROKEN[name]
    [(line, col, message)] = told(text)
    assert why in message
    assert (line, col) == place


def test_a_small_drawing_does_not_become_a_large_one() -> None:
    """Gradients that take their stops from one with many."""
    count = 900
    stops = '<stop offset="0"/>' * count
    shapes = "".join(f'<linearGradient id="g{n}" href="#all"/><path fill="url(#g{n})" d="M0 0"/>'
                     for n in range(200))
    [(_, _, message)] = told(svg_with(f'<linearGradient id="all">{stops}</linearGradient>{shapes}'))
    assert "stops" in message


@pytest.mark.parametrize("inside", [
    f'<path d="{"1" * 60_000}"/>', f'<g transform="{" " * 60_000}x"/>',
    f'<rect width="{"1" * 60_000}x"/>', f'<path style="{"/*" * 30_000}"/>',
    f'<path fill="url({" " * 60_000}"/>', f'<path d="{"e" * 60_000}"/>',
    "".join(f'<clipPath id="c{n}"><path d="M0 0" clip-path="url(#c{n + 1})"/></clipPath>'
            for n in range(500)) + '<path clip-path="url(#c0)" d="M0 0"/>',
    "".join(f'<linearGradient id="c{n}" href="#c{n + 1}"/>' for n in range(500))
    + '<path fill="url(#c0)" d="M0 0"/>',
    '<linearGradient id="c" href="#c"/><path fill="url(#c)" d="M0 0"/>',
    *("".join(f'<{tag} id="c{n}" {name}="url(#c{n + 1})"/>' for n in range(500))
      + f'<path {name}="url(#c0)" d="M0 0"/>'
      for tag, name in (("linearGradient", "fill"), ("clipPath", "clip-path")))])
def test_a_drawing_that_is_made_to_take_long_does_not(inside: str) -> None:
    with impatient():
        drawing(svg_with(inside), "ship", "art/ship.svg")


# -- PNG ------------------------------------------------------------------------------------------


def chunk(name: bytes, held: bytes) -> bytes:
    return struct.pack(">I", len(held)) + name + held + struct.pack(">I", zlib.crc32(name + held))


def png(wide: int = 4, high: int = 4, more: bytes = b"", sort: int = 2, bits: int = 8) -> bytes:
    """A picture of one colour."""
    pixels = zlib.compress((b"\0" + b"\xc0\x40\x20" * min(wide, 9)) * min(high, 9))
    header = struct.pack(">IIBBBBB", wide, high, bits, sort, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + more + chunk(b"IDAT", pixels)
            + chunk(b"IEND", b""))


def flipped(raw: bytes, at: int) -> bytes:
    return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1:]


PNGS = {
    "not a picture": (b"GIF89a", "not a PNG"),
    "cut short": (png()[:-15], "damaged or cut short"),
    "without an end": (png()[:-12], "damaged or cut short"),
    "only its beginning": (png()[:8], "damaged or cut short"),
    "damaged": (flipped(png(), 50), "damaged or cut short"),
    "damaged size": (flipped(png(), 17), "damaged or cut short"),
    "a chunk without end": (png()[:33] + b"\xff\xff\xff\xffIDAT" + b"x" * 40, "damaged"),
    "no pixels": (png(0, 4), "0 by 4 pixels"),
    "a bomb": (png(60_000, 60_000), "60,000 by 60,000 pixels"),
    "a little too wide": (png(limits.ART_SIDE + 1, 1), "1,025 by 1 pixels"),
    "strange pixels": (png(sort=5), "nobody can draw"),
    "strange depth": (png(bits=4), "nobody can draw"),
    "no palette": (png(sort=3), "nobody can draw"),
    "too large": (png(more=chunk(b"tEXt", b"x" * limits.ART_PNG_BYTES)), "at most 256,000 bytes"),
}


def problems(home: Path, *variants: Path) -> list[tuple[str, str, str]]:
    """Codes, files and sentences of what is wrong with a pack."""
    found = load_folders(home, list(variants)).problems
    return [(p.code, Path(p.place.file).name, p.sentence) for p in found.sorted()
            if not p.code.startswith("text-")]


def pack(folder: Path, files: dict[str, str | bytes], **sections: str) -> Path:
    """The small game with pictures."""
    rules = game_with(**sections) if sections else GAME
    return make_pack(folder, {"game.yaml": rules, **{f"art/{n}": f for n, f in files.items()}})


@pytest.mark.parametrize("name", PNGS)
def test_a_png_that_cannot_be_used_is_refused(name: str, tmp_path: Path) -> None:
    raw, why = PNGS[name]
    [(code, file, sentence)] = problems(pack(tmp_path, {"player.png": raw}))
    assert (code, file) == ("art-file", "player.png")
    assert why in sentence


def test_of_a_png_the_picture_is_left(tmp_path: Path) -> None:
    import base64

    raw = png(more=chunk(b"tEXt", b"Author\0somebody") + chunk(b"acTL", b"\0" * 8))
    home = pack(tmp_path, {"player.png": raw + b"<script>"})
    assert problems(home) == []
    game = tilewright.load(str(home)).model
    _, given, [(tag, about, _)] = game.art["player"]
    assert (given["viewBox"], tag) == ("0 0 4 4", "image")
    kind, _, data = about["href"].partition(",")
    assert kind == "data:image/png;base64"
    assert base64.b64decode(data) == png()


# -- files ----------------------------------------------------------------------------------------

FILES = {
    "a name of nothing": ({"plyer.svg": DOT}, "art-name", "did you mean 'player'?"),
    "no name": ({"Player.svg": DOT}, "art-file", "NAME.svg or NAME.png"),
    "another sort": ({"player.webp": b"RIFF"}, "art-file", "NAME.svg or NAME.png"),
    "a folder": ({"player/a.svg": DOT}, "art-file", "NAME.svg or NAME.png"),
    "a folder like a picture": ({"player.svg/a.svg": DOT}, "art-file", "cannot be read"),
    "two of one name": ({"player.svg": DOT, "player.png": png()}, "art-twice", "two pictures"),
    "no text": ({"player.svg": b"\xff\xfe<\0"}, "art-file", "not UTF-8"),
    "too large": ({"player.svg": DOT + " " * limits.ART_SVG_BYTES}, "art-file", "64,000 bytes"),
    "a script": ({"player.svg": svg_with("<script/>")}, "art-part", "'script'"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_wrong_with_a_file_is_told(name: str, tmp_path: Path) -> None:
    files, code, why = FILES[name]
    [(found, _, sentence)] = problems(pack(tmp_path, files))
    assert found == code
    assert why in sentence


def test_so_many_pictures_are_too_many(tmp_path: Path) -> None:
    count = limits.ART_FILES
    home = pack(tmp_path, {f"a{n:03}.svg": DOT for n in range(count + 1)},
                kinds=f"{{a: {{items: [{', '.join(f'a{n:03}' for n in range(count + 1))}]}}}}")
    assert [(c, f) for c, f, _ in problems(home) if c != "unused"] == [("art-file", "a200.svg")]


def test_all_files_of_a_pack_have_so_many_bytes(tmp_path: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    home = pack(tmp_path, {"p1.svg": DOT, "p2.svg": DOT})
    monkeypatch.setattr(limits, "PACK_BYTES", len(GAME) + len(DOT) + 50)
    assert [(c, f) for c, f, _ in problems(home)] == [("art-file", "p2.svg")]


def test_a_report_prints_no_line_of_a_png(tmp_path: Path) -> None:
    home = pack(tmp_path, {"player.png": png()[:-3], "p1.svg": svg_with("<script/>")})
    lines = {p.code: excerpt(p.place) for p in load_folders(home, []).problems
             if p.code.startswith("art-")}
    assert lines["art-file"] == []
    assert lines["art-part"][0].endswith("| <script/>")


def test_links_out_of_the_pack_are_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.svg").write_text(DOT)
    home = pack(tmp_path / "a", {"p1.svg": DOT})
    (home / "art/p2.svg").symlink_to(tmp_path / "secret.svg")
    (home / "art/p3.svg").symlink_to(home / "art/p1.svg")
    [(code, file, sentence)] = problems(home)
    assert (code, file) == ("art-file", "p2.svg")
    assert "outside of the pack" in sentence
    other = pack(tmp_path / "b", {})
    (other / "art").symlink_to(home / "art", target_is_directory=True)
    [(code, _, sentence)] = problems(other)
    assert code == "art-file"
    assert "outside of the pack" in sentence


def test_words_about_the_pictures_may_lie_beside_them(tmp_path: Path) -> None:
    home = pack(tmp_path, {"player.svg": DOT, "README.md": "by me", "LICENSE": "MIT",
                           ".DS_Store": b"\0"})
    assert problems(home) == []
    assert list(tilewright.load(str(home)).model.art) == ["player"]


def test_a_game_is_played_while_a_picture_is_mended(tmp_path: Path) -> None:
    home = pack(tmp_path, {"p1.svg": svg_with("<script/>"), "p2.svg": DOT},
                show="{shapes: {player: rocket}}")
    assert sorted(c for c, _, _ in problems(home)) == ["art-part", "unknown-shape"]
    game = tilewright.load(str(home))
    assert list(game.model.art) == ["p2"]
    assert SHAPES["meeple"] in svg(scene_of(game.new(2).view(0)))


# -- which picture stands for what ----------------------------------------------------------------


def picture(mark: str, more: str = "") -> str:
    """A picture that can be told from others."""
    return f'<svg {NS} viewBox="0 0 10 10"><path d="M0 0h{mark}" {more}/></svg>'


def seats(home: Path, *variants: Path) -> list[str]:
    """How the seats of a game are drawn."""
    looks = Looks(tilewright.load(str(home), [str(v) for v in variants]).model, "en")
    return [written(looks.piece("player", seat, 40)) for seat in range(looks.game.most)]


CASES: dict[str, tuple[list[str], str, list[str]]] = {
    "an element": (["p1"], "{}", ["p1", "", ""]),
    "a kind": (["player"], "{}", ["player"] * 3),
    "a shape": (["meeple"], "{}", ["meeple"] * 3),
    "another shape": (["boat"], "{}", ["", "", ""]),
    "an element before its kind": (["p2", "player"], "{}", ["player", "p2", "player"]),
    "a kind before its shape": (["player", "meeple"], "{}", ["player"] * 3),
    "named for the kind": (["rocket"], "{shapes: {player: rocket}}", ["rocket"] * 3),
    "named for an element": (["rocket"], "{shapes: {p3: rocket}}", ["", "", "rocket"]),
    "a shape that is named": (["boat"], "{shapes: {p3: boat}}", ["", "", "boat"]),
    "a shape instead": (["player"], "{shapes: {p3: star}}", ["player", "player", ""]),
    "its own before what is named": (["rocket", "p3"], "{shapes: {p3: rocket}}", ["", "", "p3"]),
}


@pytest.mark.parametrize("name", CASES)
def test_which_picture_stands_for_a_seat(name: str, tmp_path: Path) -> None:
    names, show, wanted = CASES[name]
    files: dict[str, str | bytes] = {
        f"{n}.svg": picture(f"{at}.5") for at, n in enumerate(names)}
    home = pack(tmp_path, files, **({"show": show} if show != "{}" else {}))
    assert [c for c, _, _ in problems(home)] == []
    found = [next((n for n in names if f'id="art-{n}"' in one), "") for one in seats(home)]
    assert found == wanted


def test_signs_stand_on_pictures_that_several_share(tmp_path: Path) -> None:
    home = pack(tmp_path, {"player.svg": DOT, "p3.svg": DOT}, show="{symbols: {p1: α, p2: β}}")
    first, second, alone = seats(home)
    assert ">α<" in first
    assert ">β<" in second
    assert "<text" not in alone


def test_what_is_painted_in_the_current_colour_has_that_of_the_element(tmp_path: Path) -> None:
    home = pack(tmp_path, {"player.svg": picture("1", 'fill="currentColor"')},
                show="{colours: {p1: red, p2: yellow}}")
    looks = Looks(tilewright.load(str(home)).model, "en")
    colours = [looks.piece("player", seat, 40)[1]["color"] for seat in range(3)]
    assert len(set(colours)) == 3


def variant(folder: Path, id_: str, files: dict[str, str], rest: str = "") -> Path:
    (folder / "art").mkdir(parents=True)
    (folder / "variant.yaml").write_text(
        f"language: 2\nid: {id_}\nversion: 1.0.0\nvariant_of: small\n{rest}")
    for name, text in files.items():
        (folder / "art" / name).write_text(text)
    return folder


def test_the_picture_of_a_variant_comes_before_that_of_its_game(tmp_path: Path) -> None:
    home = pack(tmp_path / "small", {"player.svg": picture("1"), "p3.svg": picture("2")})
    mine = variant(tmp_path / "mine", "mine", {"player.svg": picture("3")})
    assert problems(home, mine) == []
    assert ["M0 0h3" in one for one in seats(home, mine)] == [True, True, False]
    assert ["M0 0h1" in one for one in seats(home)] == [True, True, False]


def test_two_variants_with_one_picture_need_an_order(tmp_path: Path) -> None:
    home = pack(tmp_path / "small", {})
    one = variant(tmp_path / "one", "one", {"player.svg": picture("1")})
    two = variant(tmp_path / "two", "two", {"player.svg": picture("2")})
    [(code, _, sentence)] = problems(home, one, two)
    assert code == "art-twice"
    assert "write 'after: [one]' in the manifest of 'two'" in sentence
    (two / "variant.yaml").write_text((two / "variant.yaml").read_text() + "after: [one]\n")
    assert problems(home, two, one) == []
    assert all("M0 0h2" in seat for seat in seats(home, two, one))


def test_names_of_pictures_are_those_of_the_whole_game(tmp_path: Path) -> None:
    """A variant may draw what it brings; what it takes away is no fault of the game's pictures."""
    kinds = "{gem: {items: [ruby, opal]}}"
    home = pack(tmp_path / "small", {"opal.svg": DOT}, kinds=kinds,
                scoring="{coins: sum(1 for g in gems)}")
    mine = variant(tmp_path / "mine", "mine", {"jade.svg": DOT}, "overlays: [changes.yaml]\n")
    (mine / "changes.yaml").write_text("replace: {kinds/gem/items: [ruby, jade]}\n")
    assert problems(home) == []
    assert problems(home, mine) == []
    (mine / "art/jad.svg").write_text(DOT)
    [(code, file, sentence)] = problems(home, mine)
    assert (code, file) == ("art-name", "jad.svg")
    assert "did you mean 'jade'?" in sentence


# -- scenes and pictures --------------------------------------------------------------------------


def test_a_picture_is_written_once_however_often_it_is_seen(tmp_path: Path) -> None:
    home = pack(tmp_path, {"player.svg": INKSCAPE})
    scene = scene_of(tilewright.load(str(home)).new(3).view(0))
    root = ET.fromstring(svg(scene))
    assert len([e for e in root.iter() if e.get("id") == "art-player"]) == 1
    uses = [e for e in root.iter() if e.tag.endswith("}use")]
    assert [e.get("href") for e in uses] == ["#art-player"] * 3
    data = json.loads(json.dumps(scene.data()))
    [made] = [t for t in data["things"] if t["id"] == "art-player"]
    assert made["node"][0] == "defs"
    assert json.dumps(data).count("M 4,20 12,2 20,20 Z") == 1
    assert len({t["id"] for t in data["things"]}) == len(data["things"])


def test_without_pictures_a_scene_is_as_it_was(tmp_path: Path) -> None:
    scene = scene_of(tilewright.load(str(pack(tmp_path, {}))).new(3).view(0))
    assert [t["node"] for t in scene.data()["things"]] == [t.node for t in scene.things]
    assert "<use" not in svg(scene)


def test_pages_build_all_that_pictures_are_made_of() -> None:
    import re

    page = Path(tilewright.__file__).parent / "table/page/picture.js"
    [tags] = re.findall(r"const TAGS = new Set\((\[.*?\])\);", page.read_text(), re.DOTALL)
    assert {"svg", "defs", "use", "image", "ellipse", "polyline", "polygon", "linearGradient",
            "radialGradient", "stop", "clipPath"} <= set(json.loads(tags))


TILES = "family: card\ntiles:\n  purse: {}\n  guild: {count: 2}\n"


def test_tiles_and_sites_have_pictures_too(tmp_path: Path) -> None:
    wide = f'<svg {NS} viewBox="0 0 100 50"><rect width="100" height="50"/></svg>'
    home = make_pack(tmp_path, {
        "pack.yaml": MANIFEST + "tiles: [tiles.yaml]\n", "tiles.yaml": TILES,
        "game.yaml": game_with(
            families="{card: {}}", grids="{field: {columns: 2, rows: 1}}",
            state="{game: {row: {zone: card, start: all}}, field: {gone: bool}, "
                  "player: {coins: {type: int, start: 3}}}",
            scoring="{coins: me.coins + size(row) + sum(1 for f in fields if f.gone)}"),
        "art/guild.svg": wide, "art/a1.svg": DOT})
    assert problems(home) == []
    scene = scene_of(tilewright.load(str(home)).new(2).view(0))
    nodes = {t.id: written(t.node) for t in scene.things}
    assert [i for i, one in nodes.items() if 'id="art-a1"' in one] == ["field:a1"]
    cards = [one for one in nodes.values() if "purse" in one or "guild" in one]
    assert len(cards) == 3
    assert ['id="art-guild"' in one for one in cards] == ["guild" in one for one in cards]
    assert {t.high for t in scene.things if t.kind == "card"} != {0}


def test_a_picture_with_art_can_be_drawn_as_png(tmp_path: Path) -> None:
    resvg = pytest.importorskip("resvg_py")
    red = f'<svg {NS} viewBox="0 0 1 1"><rect width="1" height="1" fill="currentColor"/></svg>'
    home = pack(tmp_path / "art", {"player.svg": red, "p1.png": png()})
    plain = pack(tmp_path / "plain", {})
    made = [bytes(resvg.svg_to_bytes(svg_string=svg(scene_of(tilewright.load(str(h)).new(3).view(
        0))))) for h in (home, plain)]
    assert made[0].startswith(b"\x89PNG")
    assert made[0] != made[1]


# -- packs ----------------------------------------------------------------------------------------


def test_a_saved_game_goes_on_with_other_pictures(tmp_path: Path) -> None:
    home = pack(tmp_path, {})
    before = Session(tilewright.load(str(home)), 2, 7)
    before.apply(before.state.labels()[0] if hasattr(before.state, "labels") else "go")
    (home / "art").mkdir(exist_ok=True)
    (home / "art/player.svg").write_text(DOT)
    after = tilewright.load(str(home))
    assert after.hash == before.game.hash
    assert after.model.packs == before.game.model.packs
    assert doors.content(home) != read_pack(home, Problems()).digest  # type: ignore[union-attr]


def test_a_record_with_named_pictures_carries_its_rules(tmp_path: Path) -> None:
    from tilewright.playing.archive import packed, unpacked

    home = pack(tmp_path, {"rocket.svg": DOT}, show="{shapes: {player: rocket}}")
    game = unpacked(packed(tilewright.load(str(home)).model))
    assert game.model.art == {}
    assert SHAPES["meeple"] in svg(scene_of(game.new(2).view(0)))


@pytest.fixture
def _user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def zipped(path: Path, files: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, held in {"pack.yaml": MANIFEST, "game.yaml": GAME, **files}.items():
            archive.writestr(f"small/{name}", held)
    return path


@pytest.mark.usefixtures("_user")
def test_pictures_are_installed_with_their_pack(tmp_path: Path) -> None:
    source = zipped(tmp_path / "a.zip", {"art/player.svg": DOT, "art/p1.png": png(),
                                         "art/README.md": "by me"})
    done = install(source)
    assert (done.path / "art/p1.png").read_bytes() == png()
    assert sorted(tilewright.load("small").model.art) == ["p1", "player"]
    assert install(source).how == "already installed:"


REFUSED_ZIPS = {
    "beside art": ({"player.svg": DOT}, "no file of a pack"),
    "in a folder": ({"art/more/player.svg": DOT}, "no file of a pack"),
    "another sort": ({"art/player.gif": b"GIF89a"}, "no file of a pack"),
    "a program": ({"art/player.png.exe": b"MZ"}, "no file of a pack"),
    "no text": ({"game.yaml": b"a\0b"}, "not a text file"),
    "a script": ({"art/player.svg": svg_with("<script/>")}, "'script' is not drawn"),
    "damaged": ({"art/player.png": png()[:-3]}, "damaged"),
}


@pytest.mark.usefixtures("_user")
@pytest.mark.parametrize("name", REFUSED_ZIPS)
def test_a_pack_with_bad_pictures_is_not_installed(name: str, tmp_path: Path) -> None:
    files, why = REFUSED_ZIPS[name]
    with pytest.raises((UsageError, ContentError), match=why):
        install(zipped(tmp_path / "a.zip", dict(files)))
    assert not (tmp_path / "data").exists()


def test_pictures_that_are_saved_are_noticed(tmp_path: Path) -> None:
    home = pack(tmp_path, {"player.svg": DOT})
    files = Files([home])
    files.changed()
    assert files.changed() == {}
    (home / "art/player.svg").write_text(DOT + "\n")
    (home / "art/p1.png").write_bytes(png())
    (home / "art/notes.txt").write_text("x")
    assert sorted(Path(name).name for name in files.changed()) == ["p1.png", "player.svg"]
