"""Which times to write a caption are flagged and, at the edge of each rule, which are not."""

import math
from statistics import pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.quality.captions import flags_of, spread_of
from annotate.analysis.quality.model import CaptionWork
from annotate.analysis.undefined import Undefined
from annotate.messages import Message
from tests.analysis.quality.test_captions import KITE, found, keys


def timed(seconds: list[float | None]) -> list[CaptionWork]:
    """Return one answer per time about one image."""
    return [
        CaptionWork(key=at, image=1, worker=at, text=KITE, seconds_image=time)
        for at, time in enumerate(seconds)
    ]


class TestTimes:
    def test_of_five_answers_one_far_off_is_flagged_on_either_side(self) -> None:
        assert keys(found(timed([60, 10, 10, 10, 10]), "time_outlier_image")) == [0]
        assert keys(found(timed([10, 60, 60, 60, 60]), "time_outlier_image")) == [0]

    def test_the_flag_carries_its_numbers(self) -> None:
        (flag,) = found(timed([60, 10, 10, 10, 10]), "time_outlier_image")
        assert flag.numbers == {
            "seconds": 60.0,
            "mean": 20.0,
            "sd": 20.0,
            "z": 2.0,
            "limit": 1.95,
            "answers": 5,
        }
        assert flag.related == (1, 2, 3, 4)
        assert flag.explanation == (
            "This image took 60 s; the 5 answers about this image took 20 s on average "
            "(population standard deviation 20 s). That is 2 standard deviations above the "
            "mean; the limit is 1.95."
        )

    def test_four_answers_are_not_enough_to_say_what_is_usual(self) -> None:
        # |z| by the population SD cannot pass the root of n - 1, which is 1.73 for four.
        assert not found(timed([1_000_000, 1, 1, 1]), "time_outlier_image")
        assert not found(timed([1_000_000, 1, 1, 1]), "time_outlier_image", time_z=1)

    def test_the_limit_itself_is_allowed(self) -> None:
        assert not found(timed([60, 10, 10, 10, 10]), "time_outlier_image", time_z=2.0)

    def test_each_clock_has_a_flag_of_its_own(self) -> None:
        works = [
            CaptionWork(
                key=at,
                image=1,
                worker=at,
                text=KITE,
                seconds_hit=9 if at else 99,
                seconds_platform=5,
            )
            for at in range(5)
        ]
        assert {flag.code for flag in flags_of(works)} == {"time_outlier_hit"}

    def test_of_five_answers_other_images_are_not_compared(self) -> None:
        quick = [
            CaptionWork(key=f"b{at}", image=2, worker=at, text=KITE, seconds_image=1)
            for at in range(5)
        ]
        assert not found([*timed([99, 98, 97, 99, 98]), *quick], "time_outlier_image")

    @pytest.mark.parametrize("unknown", [None, 0.0, -1.0, math.nan, math.inf])
    def test_an_unknown_time_is_undefined_and_left_out(self, unknown: float | None) -> None:
        spreads = spread_of([60, 10, 10, 10, 10, unknown])
        assert spreads[0].z == 2.0
        assert spreads[0].answers == 5
        assert spreads[5].z == Undefined(Message("time_of_answer_unknown"))

    def test_one_time_or_no_spread_is_undefined(self) -> None:
        assert spread_of([10])[0].z == Undefined(Message("single_time_of_image"))
        (same, _) = spread_of([0.1, 0.1])
        assert same.z == Undefined(Message("same_time_of_all"))

    @given(st.lists(st.floats(0.001, 1e6), min_size=2, max_size=30))
    def test_z_is_the_distance_in_population_standard_deviations(self, times: list[float]) -> None:
        spreads = spread_of(times)
        sd = pstdev(times)
        for time, spread in zip(times, spreads, strict=True):
            if isinstance(spread.z, Undefined):
                assert min(times) == max(times)
            elif sd > 1e-6 * max(times):
                mean = sum(times) / len(times)
                assert spread.z == pytest.approx((time - mean) / sd, rel=1e-4, abs=1e-4)
                assert abs(spread.z) <= math.sqrt(len(times) - 1) + 1e-6
