"""Farthest-first: each comes when it is least like those before it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from annotate.seeding.diversity import Vector, farthest_first, vector


def points(*values: tuple[float, float]) -> list[Vector]:
    return [np.array(each, dtype=np.float32) for each in values]


def ranked(scores: list[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda place: -scores[place])


PLACES = st.lists(
    st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=12, unique=True
)


@given(PLACES, PLACES)
def test_scores_are_the_distances_to_what_is_known_and_came_before(
    raw: list[tuple[int, int]], raw_known: list[tuple[int, int]]
) -> None:
    mine, known = points(*raw), points(*raw_known)
    scores = farthest_first(mine, known)
    before = list(known)
    for place in ranked(scores):
        nearest = min(float(np.linalg.norm(mine[place] - each)) for each in before)
        assert abs(scores[place] - nearest) < 1e-3
        before.append(mine[place])


@given(PLACES, st.integers(1, 12))
def test_bounded_or_not_the_first_are_the_same(raw: list[tuple[int, int]], most: int) -> None:
    mine = points(*raw)
    bounded, full = farthest_first(mine, most=most), farthest_first(mine)
    chosen = [place for place in range(len(mine)) if bounded[place] == full[place]]
    assert len(chosen) >= min(most, len(mine))


def test_nothing_is_nothing() -> None:
    assert farthest_first([]) == []


def test_the_first_of_all_has_the_highest_score() -> None:
    mine = points((0, 0), (1, 0), (10, 0), (5, 5))
    scores = farthest_first(mine)
    assert ranked(scores)[0] == 2
    assert scores[2] == max(scores)


def test_pictures_that_look_alike_lie_close_together() -> None:
    red, reddish, blue = (
        vector(Image.new("RGB", (40, 30), colour)) for colour in ("#cc2020", "#c82424", "#2020cc")
    )
    assert np.linalg.norm(red - reddish) < 0.1 * np.linalg.norm(red - blue)
    assert red.shape == (192,)
