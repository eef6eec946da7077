"""The time rule works for any number of answers, and says by which clock."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.quality.captions import flags_of
from annotate.analysis.quality.clocks import Clocks, Timed, clock_of
from annotate.analysis.quality.model import CaptionWork, FlagFound


def work(
    image: int, worker: str, seconds: float | None, *, round: int = 0, key: str = ""
) -> CaptionWork:
    return CaptionWork(
        key=key or f"{worker}/{image}/{round}",
        image=image,
        worker=worker,
        text="A red kite flies above a green field.",
        seconds_image=seconds,
        round=round,
    )


def time_flags(works: list[CaptionWork]) -> list[FlagFound]:
    return [flag for flag in flags_of(works) if flag.code == "time_outlier_image"]


# Eight images that take about a minute, and one that somebody clicked through.
USUAL = [48.0, 55.0, 60.0, 62.0, 66.0, 70.0, 58.0, 75.0]


@pytest.mark.parametrize("answers", [1, 2, 3, 4])
def test_somebody_who_clicks_through_is_found_with_any_number_of_answers(answers: int) -> None:
    people = ["Ann", "Ben", "Cem", "Dee"][:answers]
    works = [
        work(image, person, seconds) for image, seconds in enumerate(USUAL) for person in people
    ]
    quick = work(99, "Eve", 1.0)
    beside = [work(99, person, 60.0) for person in people[: answers - 1]]
    [flag] = time_flags([*works, *beside, quick])
    assert flag.key == quick.key
    assert flag.numbers["clock"] == "project"
    assert "the project's clock" in flag.explanation
    assert "1 s" in flag.explanation


def test_with_five_answers_the_image_alone_decides() -> None:
    usual = [work(image, "Ann", seconds) for image, seconds in enumerate(USUAL)]
    quick = [work(99, f"person {at}", 1.0) for at in range(5)]
    assert time_flags([*usual, *quick]) == []
    slow = [work(98, f"person {at}", 60.0 if at == 0 else 10.0) for at in range(5)]
    [flag] = time_flags([*usual, *slow])
    assert "clock" not in flag.numbers
    assert flag.numbers["z"] == 2.0


def test_somebody_who_is_always_slow_is_measured_by_their_own_clock_too() -> None:
    usual = [work(image, "Ann", seconds) for image, seconds in enumerate(USUAL * 2)]
    own = [work(50 + image, "Ben", 9 * seconds) for image, seconds in enumerate(USUAL)]
    odd = work(99, "Ben", 45.0)
    flags = {flag.key: flag for flag in time_flags([*usual, *own, odd])}
    assert flags[odd.key].numbers["clock"] == "person"
    assert "this person's own clock" in flags[odd.key].explanation


def test_rounds_of_a_text_have_clocks_of_their_own() -> None:
    first = [work(image, "Ann", 10 * seconds, round=1) for image, seconds in enumerate(USUAL)]
    third = [work(image, "Ben", seconds / 10, round=3) for image, seconds in enumerate(USUAL)]
    assert time_flags([*first, *third]) == []


def test_four_answers_in_all_make_no_clock() -> None:
    assert time_flags([work(image, "Ann", 10.0**image) for image in range(4)]) == []


@pytest.mark.parametrize("unknown", [None, 0.0, -1.0, math.nan, math.inf])
def test_an_unknown_time_is_neither_flagged_nor_counted(unknown: float | None) -> None:
    usual = [work(image, "Ann", seconds) for image, seconds in enumerate(USUAL)]
    assert time_flags([*usual, work(99, "Eve", unknown)]) == []
    assert clock_of([10.0, 11.0, 12.0, 13.0, unknown]) is None


def test_the_clock_is_the_median_and_the_median_absolute_deviation_of_logarithms() -> None:
    clock = clock_of([40, 50, 50, 60, 80])
    assert clock is not None
    assert clock.median == pytest.approx(50)
    assert clock.spread == pytest.approx(1.4826 * math.log(60 / 50))
    assert clock.distance(2) == pytest.approx(math.log(2 / 50) / (1.4826 * math.log(60 / 50)))


@given(st.lists(st.floats(30, 90), min_size=5, max_size=40), st.floats(0.001, 1e6))
def test_one_odd_time_among_many_does_not_move_the_clock_far(
    times: list[float], odd: float
) -> None:
    before, after = clock_of(times), clock_of([*times, odd])
    assert before is not None
    assert after is not None
    assert min(times) * 0.99 <= after.median <= max(times) * 1.01


def test_of_two_clocks_the_one_that_is_further_is_named() -> None:
    people = [Timed("Ann", 0, seconds) for seconds in (10.0, 11.0, 12.0, 13.0, 14.0)]
    project = [Timed("Ben", 0, seconds) for seconds in (100.0, 110.0, 120.0, 130.0, 140.0)]
    clocks = Clocks.from_times(people, project)
    furthest = clocks.furthest(Timed("Ann", 0, 12.0))
    assert furthest is not None
    assert furthest[0] == "project"
