"""Measurements say what is there: place, size, texture, light and what lies around."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from annotate.backends import Box
from annotate.backends.classical.measures import Facts, Surface, measure, place_of
from annotate.backends.classical.view import View
from tests.backends.conftest import Photo


def facts(image: Image.Image, *box: float) -> Facts:
    x, y, width, height = box
    return measure(Surface(View.of(image)), Box(x=x, y=y, width=width, height=height))


def colours(found: Facts) -> list[str]:
    return [item.name for item in found.colours]


@pytest.mark.parametrize(
    ("centre", "place"),
    [
        ((10, 10), "upper left"),
        ((50, 10), "top"),
        ((90, 10), "upper right"),
        ((10, 50), "left"),
        ((50, 50), "centre"),
        ((90, 50), "right"),
        ((10, 90), "lower left"),
        ((50, 90), "bottom"),
        ((90, 90), "lower right"),
    ],
)
def test_places_are_the_fields_of_a_three_by_three_grid(
    centre: tuple[int, int], place: str
) -> None:
    box = Box(x=centre[0] - 5, y=centre[1] - 5, width=10, height=10)
    assert place_of(box, 100, 100) == place


def mirrored(place: str) -> str:
    swap = {"left": "right", "right": "left"}
    return " ".join(swap.get(word, word) for word in place.split())


@given(st.integers(0, 90), st.integers(0, 90), st.integers(1, 10), st.integers(1, 10))
def test_mirroring_a_box_mirrors_its_place(x: int, y: int, width: int, height: int) -> None:
    there = place_of(Box(x=x, y=y, width=width, height=height), 100, 100)
    back = place_of(Box(x=100 - x - width, y=y, width=width, height=height), 100, 100)
    assert back == mirrored(there)


@pytest.mark.parametrize(
    ("name", "box", "expected"),
    [
        ("camera", (350, 350, 150, 150), "fine"),  # grass
        ("camera", (50, 10, 300, 40), "smooth"),  # sky
        ("camera", (60, 250, 100, 150), "smooth"),  # coat
        ("china", (300, 360, 200, 60), "fine"),  # leaves
        ("coffee", (480, 200, 110, 120), "fine"),  # wood grain
        ("coffee", (100, 200, 60, 60), "smooth"),  # saucer
        ("grace-hopper", (180, 200, 150, 100), "coarse"),  # features of a face
        ("retina", (300, 300, 300, 300), "smooth"),
    ],
)
def test_textures_of_known_surfaces(
    photo: Photo, name: str, box: tuple[int, int, int, int], expected: str
) -> None:
    assert facts(photo(name), *box).texture == expected


@pytest.mark.parametrize(
    ("name", "box", "term"),
    [
        ("flower", (168, 85, 279, 275), "orange"),
        ("flower", (10, 10, 100, 300), "teal"),
        ("coffee", (100, 230, 70, 80), "red"),  # saucer
        ("camera", (60, 250, 100, 150), "black"),  # coat
        ("rocket", (120, 60, 150, 100), "blue"),  # evening sky
        ("retina", (300, 300, 300, 300), "red"),
        ("chelsea", (240, 180, 40, 30), "brown"),  # fur
    ],
)
def test_colours_of_known_surfaces(
    photo: Photo, name: str, box: tuple[int, int, int, int], term: str
) -> None:
    assert colours(facts(photo(name), *box))[0].endswith(term)


def test_the_colour_of_a_thing_is_told_without_what_shows_in_the_corners_of_its_box() -> None:
    yy, xx = np.mgrid[:200, :200]
    disc = (yy - 100) ** 2 + (xx - 100) ** 2 < 50**2
    image = Image.fromarray(np.where(disc[..., None], (208, 31, 31), (245, 245, 245)).astype("u1"))
    found = facts(image, 50, 50, 100, 100)
    assert colours(found)[0] == "red"
    assert found.colours[0].share > 0.95
    assert found.around == "white"
    assert found.difference > 30


def test_shares_aspect_and_edges_are_those_of_the_box() -> None:
    found = facts(Image.new("RGB", (400, 200), "white"), 0, 100, 100, 100)
    assert (found.share, found.aspect, found.touches) == (0.125, 1.0, ("bottom", "left"))
    whole = measure(Surface(View.of(Image.new("RGB", (400, 200), "white"))))
    assert (whole.share, whole.aspect, whole.around) == (1.0, 2.0, None)


def test_light_that_falls_from_above_is_measured() -> None:
    slope = np.linspace(220, 30, 120).astype("u1")[:, None, None] + np.zeros((1, 90, 3), "u1")
    found = facts(Image.fromarray(slope), 0, 0, 90, 120)
    assert found.lighter_below < -20
    assert abs(found.lighter_right) < 1


@given(st.integers(1, 30), st.integers(1, 30), st.floats(0, 1), st.floats(0, 1))
def test_any_box_in_any_small_image_can_be_measured(
    width: int, height: int, across: float, down: float
) -> None:
    box = (across * (width - 1), down * (height - 1), 1, 1)
    found = facts(Image.new("RGB", (width, height), (40, 90, 200)), *box)
    assert colours(found) == ["blue"]
    assert found.contrast == 0
