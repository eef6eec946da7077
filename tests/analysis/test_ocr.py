"""How captions use text, on the released example worked out by hand, and how well text was read."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.caption_files import Caption, OcrToken, captions_of, ocr_of
from annotate.analysis.geometry import Box
from annotate.analysis.ocr import Statistics, reading_of, statistics_of, use_of
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

DATA = Path(__file__).parent / "data" / "textcaps"
TOKENS = ["LESS", "INTENSE", "ZERO", "ALCOHOL", "LISTERINE", "ZERO", "MOUTHWASH"]


@pytest.fixture(scope="module")
def captions() -> list[Caption]:
    return captions_of(json.loads((DATA / "textcaps_0.1_sample.json").read_text()))


@pytest.fixture(scope="module")
def ocr() -> dict[int | str, list[OcrToken]]:
    return ocr_of(json.loads((DATA / "rosetta_ocr_v0.2_sample.json").read_text()))


class TestUse:
    @pytest.mark.parametrize(
        ("caption", "tokens", "switches"),
        [  # the five captions of the released image, O for OCR and - for vocabulary
            ("Five Listerine Zero mouthwash bottles on a store shelf", 3, 2),  # -OOO-----
            ("Many bottles of Listerine Zero are placed together.", 2, 2),  # ---OO---
            ("Listerine Zero mouthwash is less intense with zero alcohol.", 7, 4),  # OOO-OO-OO
            ("Several bottles of Listerine Zero sit on display on a shelf", 2, 2),
            ("Listerine zero bottles which is less intense and zero alcohol.", 6, 4),
            ("A dark room", 0, 0),
            ("zero", 1, 0),
            ("", 0, 0),
        ],
    )
    def test_tokens_and_switches(self, caption: str, tokens: int, switches: int) -> None:
        use = use_of(caption, TOKENS)
        assert (len(use.tokens), use.switches) == (tokens, switches)

    def test_a_token_of_several_words_is_one_token_and_the_longest_is_taken(self) -> None:
        use = use_of("an AT&T sign, a cola and a coca-cola", ["AT&T", "Cola", "Coca Cola", "at"])
        assert use.tokens == (("at", "t"), ("cola",), ("coca", "cola"))
        assert use.switches == 5  # -OO--O--OO... : an|at t|sign a|cola|and a|coca cola

    def test_ignored_words_and_marks_are_no_tokens(self) -> None:
        assert use_of("a dog of a man", ["A", "OF", "--"], ignored=["a", "Of"]).tokens == ()
        assert len(use_of("a dog of a man", ["A", "OF"]).tokens) == 3

    @given(st.lists(st.sampled_from(["red", "stop", "no", "parking"]), max_size=10))
    def test_there_are_fewer_switches_than_words(self, words: list[str]) -> None:
        use = use_of(" ".join(words), ["no parking", "STOP"])
        assert use.words == len(words)
        assert 0 <= use.switches <= max(0, len(words) - 1)
        assert sum(len(phrase) for phrase in use.tokens) <= len(words)


class TestStatistics:
    def test_of_the_released_example(
        self, captions: list[Caption], ocr: dict[int | str, list[OcrToken]]
    ) -> None:
        found = statistics_of(captions, ocr, train=["Zero bottles on a shelf", "a mouthwash"])
        assert {each.n for each in found.intervals.values()} == {1}
        assert replace(found, intervals={}) == Statistics(
            captions=5,
            images=1,
            captions_without_ocr=5,
            words_per_caption=47 / 5,
            captions_with_token=1.0,
            captions_with_two=1.0,
            images_with_token=1.0,
            tokens_mean=4.0,
            tokens_per_caption={2: 2, 3: 1, 6: 1, 7: 1},
            switches_mean=14 / 5,
            captions_with_two_switches=1.0,
            switches_per_caption={2: 3, 4: 2},
            unique_tokens=6,
            tokens_below_five=4 / 6,  # all but listerine and zero
            tokens_above_ten=0.0,
            zero_shot_tokens=4,  # listerine, less, intense, alcohol
            coverage=1.0,
            intervals={},
        )

    def test_coverage_counts_repeated_tokens_and_shares_are_over_all_captions(self) -> None:
        ocr = {
            1: [OcrToken("STOP"), OcrToken("STOP"), OcrToken("AHEAD"), OcrToken("--")],
            2: [OcrToken("EXIT")],
        }
        captions = [Caption(1, "a stop sign"), Caption(1, "a red sign"), Caption(2, "a door")]
        found = statistics_of(captions, ocr)
        assert found.captions_with_token == pytest.approx(1 / 3)
        assert found.captions_with_two == 0.0
        assert found.images_with_token == 0.5
        assert found.coverage == 0.5  # two of four
        assert found.zero_shot_tokens == Undefined(Message("no_train_split"))

    def test_without_captions_or_text_the_figures_are_undefined(self) -> None:
        found = statistics_of([Caption(1, "a dog")], {}, train=[])
        assert (found.captions, found.captions_without_ocr, found.unique_tokens) == (0, 1, 0)
        assert isinstance(found.captions_with_token, Undefined)
        assert isinstance(found.coverage, Undefined)
        assert isinstance(statistics_of([Caption(1, "a dog")], {1: []}).coverage, Undefined)

    def test_zero_shot_tokens_of_several_words_are_looked_up_as_such(self) -> None:
        ocr = {1: [OcrToken("Coca Cola"), OcrToken("7UP")]}
        captions = [Caption(1, "coca cola and 7up")]
        assert statistics_of(captions, ocr, train=["a cola", "coca"]).zero_shot_tokens == 2
        assert statistics_of(captions, ocr, train=["a coca cola can"]).zero_shot_tokens == 1


def box(x: float, *, width: float = 10) -> Box:
    return Box(x=x, y=0, width=width, height=10)


class TestReading:
    def test_right_wrong_missing_and_invented_words(self) -> None:
        truth = {
            1: [OcrToken("STOP", box(0)), OcrToken("AHEAD", box(20)), OcrToken("EXIT", box(40))]
        }
        read = {
            1: [
                OcrToken("stop", box(2)),  # IoU 8/12
                OcrToken("AHEAP", box(20)),  # another text
                OcrToken("EXIT", box(46)),  # IoU 4/16
                OcrToken("noise", box(90)),
            ]
        }
        found = reading_of(read, truth)
        assert (found.matched, found.read, found.there) == (1, 4, 3)
        assert found.precision == 0.25
        assert found.recall == pytest.approx(1 / 3)
        assert found.f1 == pytest.approx(2 / 7)

    def test_capitals_matter_on_request_only(self) -> None:
        truth, read = {1: [OcrToken("STOP", box(0))]}, {1: [OcrToken("stop", box(0))]}
        assert reading_of(read, truth).matched == 1
        assert reading_of(read, truth, case_sensitive=True).matched == 0

    def test_the_least_overlap_is_a_setting_and_itself_enough(self) -> None:
        truth, read = {1: [OcrToken("a", box(0))]}, {1: [OcrToken("a", box(0, width=5))]}
        assert reading_of(read, truth, min_iou=0.5).matched == 1
        assert reading_of(read, truth, min_iou=0.51).matched == 0

    def test_each_box_counts_once_and_as_many_as_possible_match(self) -> None:
        truth = {1: [OcrToken("a", box(0)), OcrToken("a", box(3))]}
        # The first overlaps both enough, the second only the first: both can be right.
        read = {1: [OcrToken("a", box(1)), OcrToken("a", box(-2))]}
        assert reading_of(read, truth).matched == 2
        twice = {1: [OcrToken("a", box(0)), OcrToken("a", box(0))]}
        assert reading_of(twice, {1: [OcrToken("a", box(0))]}).precision == 0.5

    def test_text_that_nobody_can_read_does_not_count(self) -> None:
        truth = {1: [OcrToken("STOP", box(0)), OcrToken("###", box(50), legible=False)]}
        read = {1: [OcrToken("STOP", box(0)), OcrToken("guess", box(50))]}
        found = reading_of(read, truth)
        assert (found.precision, found.recall, found.f1) == (1.0, 1.0, 1.0)

    def test_what_cannot_be_said_is_undefined(self) -> None:
        nothing = reading_of({}, {1: []})
        assert isinstance(nothing.precision, Undefined)
        assert isinstance(nothing.recall, Undefined)
        assert isinstance(nothing.f1, Undefined)
        missed = reading_of({}, {1: [OcrToken("STOP", box(0))]})
        assert isinstance(missed.precision, Undefined)
        assert (missed.recall, missed.f1) == (0.0, 0.0)

    def test_tokens_without_boxes_cannot_be_compared(self) -> None:
        with pytest.raises(ValueError, match="needs a box"):
            reading_of({1: [OcrToken("a")]}, {1: [OcrToken("a", box(0))]})
