"""Colours get the names people would give them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from skimage.color import rgb2lab

from annotate.backends.classical.colour import ANCHORS, NAMES, name_of, name_pixels, term_of

channel = st.integers(0, 255)


def named(red: int, green: int, blue: int) -> str:
    lab = rgb2lab(np.array([[[red, green, blue]]], dtype=np.uint8))[0, 0]
    return name_of(tuple(lab))


@pytest.mark.parametrize(
    ("rgb", "term"),
    [
        ((0, 0, 0), "black"),
        ((255, 255, 255), "white"),
        ((128, 128, 128), "grey"),
        ((60, 60, 60), "grey"),
        ((255, 0, 0), "red"),
        ((139, 0, 0), "red"),
        ((0, 255, 0), "green"),
        ((0, 100, 0), "green"),
        ((0, 0, 255), "blue"),
        ((0, 0, 100), "blue"),
        ((135, 206, 235), "blue"),
        ((255, 255, 0), "yellow"),
        ((255, 165, 0), "orange"),
        ((139, 69, 19), "brown"),
        ((128, 0, 128), "purple"),
        ((255, 0, 255), "magenta"),
        ((255, 192, 203), "pink"),
        ((64, 224, 208), "turquoise"),
        ((0, 128, 128), "teal"),
        ((128, 128, 0), "olive"),
        ((210, 180, 140), "tan"),
        ((245, 245, 220), "cream"),
        ((250, 128, 114), "salmon"),
    ],
)
def test_well_known_colours_have_their_common_names(rgb: tuple[int, int, int], term: str) -> None:
    assert term_of(named(*rgb)) == term


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((139, 0, 0), "dark red"),
        ((0, 0, 100), "dark blue"),
        ((173, 216, 230), "light blue"),
        ((60, 60, 60), "dark grey"),
        ((200, 200, 200), "light grey"),
        ((70, 40, 20), "dark brown"),
    ],
)
def test_light_and_dark_forms_are_told_apart(rgb: tuple[int, int, int], name: str) -> None:
    assert named(*rgb) == name


def test_every_anchor_is_called_by_its_own_name() -> None:
    assert {anchor.lab: name_of(anchor.lab) for anchor in ANCHORS} == {
        anchor.lab: anchor.name for anchor in ANCHORS
    }


def test_there_are_twenty_basic_terms() -> None:
    assert len({anchor.term for anchor in ANCHORS}) == 20


@given(channel, channel, channel)
def test_every_colour_has_a_name_from_the_table(red: int, green: int, blue: int) -> None:
    assert named(red, green, blue) in NAMES


@given(st.integers(0, 255))
def test_greys_have_no_colour(level: int) -> None:
    assert term_of(named(level, level, level)) in {"black", "grey", "white"}


@given(st.lists(st.tuples(channel, channel, channel), min_size=1, max_size=12))
def test_a_pixel_is_named_as_its_colour_alone_would_be_or_as_a_close_neighbour(
    pixels: list[tuple[int, int, int]],
) -> None:
    """Pixels share look-ups in bins of 3 units, so only a borderline colour may differ."""
    lab = rgb2lab(np.array([pixels], dtype=np.uint8))
    for pixel, index in zip(lab[0], name_pixels(lab)[0], strict=True):
        corners = [pixel + (np.indices((3, 3, 3)).reshape(3, -1).T[k] - 1) * 1.6 for k in range(27)]
        near = {name_of(tuple(corner)) for corner in corners}
        assert NAMES[index] in near | {name_of(tuple(pixel))}
