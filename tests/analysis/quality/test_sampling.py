"""The random sample repeats from its seed and draws evenly."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.quality.texts import random_flags_of, random_sample

keys_ = st.lists(st.integers(0, 500), unique=True, max_size=60)


@given(keys_, st.integers(0, 70), st.integers())
def test_the_draw_depends_on_the_seed_and_not_on_the_order(
    keys: list[int], count: int, seed: int
) -> None:
    drawn = random_sample(keys, count=count, seed=seed)
    assert len(drawn) == len(set(drawn)) == min(count, len(keys))
    assert set(drawn) <= set(keys)
    assert random_sample(sorted(keys, reverse=True), count=count, seed=seed) == drawn


@given(keys_, st.integers(0, 30), st.integers(0, 30), st.integers())
def test_a_greater_draw_holds_the_smaller_one(
    keys: list[int], count: int, more: int, seed: int
) -> None:
    small = random_sample(keys, count=count, seed=seed)
    assert random_sample(keys, count=count + more, seed=seed)[: len(small)] == small


def test_another_seed_draws_others_and_each_as_often() -> None:
    draws = Counter(
        key for seed in range(2_000) for key in random_sample(range(10), count=3, seed=seed)
    )
    assert sum(draws.values()) == 6_000
    # 600 each are expected, with a standard deviation of 20.5.
    assert all(500 < draws[key] < 700 for key in range(10))


def test_every_drawn_answer_gets_a_flag_with_the_seed() -> None:
    flags = random_flags_of({1: "Ann", 2: "Ben", 3: "Ann"}, count=2, seed=5)
    assert [flag.key for flag in flags] == random_sample([1, 2, 3], count=2, seed=5)
    assert all(flag.numbers == {"count": 2, "of": 3, "seed": 5} for flag in flags)
    assert flags[0].explanation == "One of 2 answers drawn by chance from 3 with the seed 5."
