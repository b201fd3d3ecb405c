"""What stands beside each other can be told apart, by all eyes: by colour, shape or sign."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from drawn import texts_of
from packs.tables import ALL, SHIPPED, VARIANTS, game
from tilewright.model import Attribute
from tilewright.picture.colours import INK, PAINTS, PAPER, QUIET, WHEEL, paint, pale
from tilewright.picture.faces import CARD
from tilewright.picture.looks import Looks
from tilewright.picture.mats import MATS
from tilewright.picture.places import colouring, region_of
from tilewright.picture.scene import Thing
from tilewright.picture.shapes import SHAPES
from tilewright.positions.shown import cell_fields

if TYPE_CHECKING:
    from tilewright.model import Game, Kind

# How red-blind, green-blind and blue-blind eyes see linear light (Machado and others, 2009).
EYES: dict[str, tuple[tuple[float, ...], ...]] = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "red-blind": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                  (-0.003882, -0.048116, 1.051998)),
    "green-blind": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                    (-0.011820, 0.042940, 0.968881)),
    "blue-blind": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}
# Distances in OKLab, times 100: at 2 a difference is just seen side by side. Players are told
# apart across a table, elements of a kind beside each other, and no two colours are the same.
SEATS_APART, APART, NOT_THE_SAME = 11.0, 8.0, 5.0
# Contrast as WCAG has it: for signs, which are large and bold, and for words.
SIGNS, WORDS = 3.0, 4.5
# What is easily read as something else.
LOOKALIKES = str.maketrans("015", "OIS")


def light(colour: str, eyes: str = "all") -> list[float]:
    """A colour as linear light, as far as eyes tell it apart."""
    linear = [((c / 255 + 0.055) / 1.055) ** 2.4 if c > 10 else c / 255 / 12.92
              for c in (int(colour[n:n + 2], 16) for n in (1, 3, 5))]
    return [min(max(sum(k * x for k, x in zip(row, linear, strict=True)), 0), 1)
            for row in EYES[eyes]]


def seen_as(colour: str, eyes: str) -> tuple[float, float, float]:
    """A colour in OKLab, in which distances are what eyes tell apart."""
    r, g, b = light(colour, eyes)
    long, middle, short = (
        (x * r + y * g + z * b) ** (1 / 3) for x, y, z in (
            (0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005)))
    return (0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
            1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
            0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short)


def apart(one: str, other: str) -> float:
    """How far two colours are apart for the eyes that tell them apart least."""
    return min(100 * sum((x - y) ** 2 for x, y in zip(
        seen_as(one, eyes), seen_as(other, eyes), strict=True)) ** 0.5 for eyes in EYES)


def contrast(one: str, other: str) -> float:
    low, high = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b
                       for r, g, b in (light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


# -- the colours ----------------------------------------------------------------------------------


def test_the_measure_knows_what_is_the_same() -> None:
    """Black and white are as far apart as can be; red and green are the same to some."""
    assert apart("#000000", "#ffffff") == pytest.approx(100, abs=0.1)
    assert apart("#888888", "#888888") == 0
    assert apart("#c8322b", "#7d4f2a") < NOT_THE_SAME
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_no_two_colours_are_the_same_to_any_eyes() -> None:
    fills = [fill for fill, _ in PAINTS.values()]
    for one, other in itertools.combinations(fills, 2):
        assert apart(one, other) >= NOT_THE_SAME, (one, other)


def test_the_first_colours_of_the_wheel_are_far_apart() -> None:
    """They go to players and elements of games that name no colours."""
    for one, other in itertools.combinations(WHEEL[:5], 2):
        assert apart(paint(one)[0], paint(other)[0]) >= SEATS_APART, (one, other)


@pytest.mark.parametrize("colour", PAINTS)
def test_signs_can_be_read_on_their_colours(colour: str) -> None:
    fill, ink = PAINTS[colour]
    assert contrast(fill, ink) >= SIGNS
    # What a site is for good is written on a paler ground, the name of a card on the palest.
    assert contrast(pale(colour), INK) >= SIGNS
    assert contrast(pale(colour, 0.3), INK) >= WORDS


def test_words_can_be_read_where_they_stand() -> None:
    for ground in (PAPER, CARD, *MATS):
        assert contrast(ground, INK) >= WORDS
        assert contrast(ground, QUIET) >= WORDS


# -- the games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SHIPPED, *VARIANTS])
def test_the_colours_of_seats_are_far_apart_for_all_eyes(name: str) -> None:
    model = game(name).model
    looks = Looks(model, "en")
    fills = {seat: paint(looks.colour("player", seat))[0] for seat in range(model.most)}
    for one, other in itertools.combinations(fills, 2):
        assert apart(fills[one], fills[other]) >= SEATS_APART, (one, other)


def coloured(model: Game) -> list[Kind]:
    """The kinds whose elements are pieces or colours of sites; tiles have names instead."""
    sites = {*model.coordinates, *model.grids, *(k for k, _ in model.relations)}
    return [kind for name, kind in model.kinds.items() if not kind.tiles and name not in sites]


def look(looks: Looks, kind: str, index: int) -> tuple[str, str]:
    """What remains of a piece without colours, and without what is easily confused."""
    sign = looks.sign(kind, index)
    return looks.shape(kind, index), sign.upper().translate(LOOKALIKES)


@pytest.mark.parametrize("name", ALL)
def test_elements_of_a_kind_differ_without_their_colours(name: str) -> None:
    """Also where their colours differ, for eyes and paper that know none."""
    model = game(name).model
    looks = Looks(model, "en")
    for kind in coloured(model):
        for one, other in itertools.combinations(range(len(kind.items)), 2):
            far = apart(*(paint(looks.colour(kind.name, i))[0] for i in (one, other))) >= APART
            assert far or look(looks, kind.name, one) != look(looks, kind.name, other), (
                kind.items[one], kind.items[other])
            assert looks.sign(kind.name, one) != looks.sign(kind.name, other) or (
                looks.shape(kind.name, one) != looks.shape(kind.name, other))


@pytest.mark.parametrize("name", ALL)
def test_whatever_has_a_colour_has_a_sign_that_is_drawn(name: str) -> None:
    model = game(name).model
    looks = Looks(model, "en")
    for kind in coloured(model):
        for index in range(len(kind.items)):
            thing = Thing("", 0, 0, looks.piece(kind.name, index, 32))
            assert [said.text for said in texts_of(thing)] == [looks.sign(kind.name, index)]


@pytest.mark.parametrize("name", ALL)
def test_pieces_that_may_lie_at_one_sort_of_site_differ(name: str) -> None:
    """A red piece of one kind is not taken for the red piece of another."""
    model = game(name).model
    looks = Looks(model, "en")
    for site in model.kinds:
        kinds = {f.type.kind for f in cell_fields(model, site)
                 if not isinstance(f, Attribute) and f.type.tag == "kind"}
        for one, other in itertools.combinations(sorted(kinds), 2):
            ours = {look(looks, one, i) for i in range(len(model.kinds[one].items))}
            theirs = {look(looks, other, i) for i in range(len(model.kinds[other].items))}
            assert not ours & theirs, (site, one, other)


@pytest.mark.parametrize("name", ALL)
def test_what_sites_are_for_good_has_a_sign(name: str) -> None:
    model = game(name).model
    looks = Looks(model, "en")
    for site in model.kinds:
        for owned in (colouring(model, site), region_of(model, site)):
            of = owned.type.kind if owned is not None else ""
            signs = [looks.sign(of, i) for i in range(len(model.kinds[of].items))] if of else []
            assert all(signs)
            assert len(signs) == len(set(signs)), (site, of)


@pytest.mark.parametrize("shape", SHAPES)
def test_signs_stay_on_their_shapes(shape: str) -> None:
    from tilewright.picture.nodes import shape as drawn

    for sign in ("M", "S16", "bM"):
        said, = texts_of(Thing("", 0, 0, drawn(shape, "white", sign, 100)))
        assert max(abs(at) for at in said.box) <= 50, sign
        assert said.box.right - said.box.left <= 70, sign
