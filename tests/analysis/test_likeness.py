"""Pictures that were re-encoded, resized or brightened look alike; other photographs do not."""

from collections.abc import Callable
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageEnhance

from annotate.analysis.likeness import COLUMNS, MOST_BITS, ROWS, Index, distance, look_of

PHOTOS = sorted((Path(__file__).parents[2] / "deploy/demo/photos").glob("*.jpg"))
Change = Callable[[Image.Image], Image.Image]


def look(picture: Image.Image) -> int:
    grey = picture.convert("L").resize((COLUMNS, ROWS), Image.Resampling.BOX)
    return look_of(grey.tobytes())


def photo(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        return picture.convert("RGB")


def encoded_anew(picture: Image.Image) -> Image.Image:
    file = BytesIO()
    picture.save(file, "JPEG", quality=30)
    return Image.open(file)


CHANGES: dict[str, Change] = {
    "encoded anew": encoded_anew,
    "half as wide": lambda one: one.resize((one.width // 2, one.height // 2)),
    "brighter": lambda one: ImageEnhance.Brightness(one).enhance(1.1),
    "of more contrast": lambda one: ImageEnhance.Contrast(one).enhance(1.1),
    "in grey": lambda one: one.convert("L"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_photograph_that_was_changed_a_little_is_a_near_duplicate(change: str) -> None:
    for path in PHOTOS:
        one = photo(path)
        assert distance(look(one), look(CHANGES[change](one))) <= MOST_BITS, path.name


def test_different_photographs_are_none() -> None:
    looks = {path.name: look(photo(path)) for path in PHOTOS}
    assert len(looks) >= 10
    for one, other in combinations(looks, 2):
        assert distance(looks[one], looks[other]) > 2 * MOST_BITS, (one, other)


LOOKS = st.integers(min_value=0, max_value=2**64 - 1)


@given(LOOKS, st.sets(st.integers(min_value=0, max_value=63), max_size=9), st.lists(LOOKS))
def test_the_index_finds_what_comparing_all_with_all_finds(
    look_: int, flipped: set[int], others: list[int]
) -> None:
    near = look_ ^ sum(1 << bit for bit in flipped)
    looks = [look_, near, *others]
    index = Index(looks)
    for place, one in enumerate(looks):
        found = [
            at
            for at, other in enumerate(looks)
            if at != place and distance(one, other) <= MOST_BITS
        ]
        assert index.like(place) == found


def test_a_grid_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="72 values"):
        look_of([1, 2, 3])
