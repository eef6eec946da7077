"""Captions that must use the text in the image (TC §3.1)."""

import pytest

from annotate.kinds import Stimulus
from annotate.kinds.caption.kind import CaptionKind
from tests.kinds.strategies import a_caption

KIND = CaptionKind()
IMAGE = Stimulus(width=640, height=427)
SIGN = Stimulus(width=640, height=427, tokens=("STOP", "All-Way"))


def advice(text: str, image: Stimulus = SIGN, *, must_read: bool = True) -> list[str]:
    settings = KIND.parse_settings({"must_read_text": must_read, "min_words": 0})
    found = KIND.problems(KIND.parse(a_caption(text)), image, settings)
    assert {problem.severity for problem in found} <= {"advice"}
    return [problem.code for problem in found]


def test_a_caption_without_a_word_of_the_image_is_advised_to_read() -> None:
    assert advice("A red sign at a crossing") == ["text_not_used"]


@pytest.mark.parametrize("text", ["A red stop sign", "A sign for all", 'The word "STOP" in white'])
def test_a_caption_with_a_word_of_the_image_reads(text: str) -> None:
    assert advice(text) == []


def test_without_known_words_or_the_wish_nothing_is_advised() -> None:
    assert advice("A red sign", IMAGE) == []
    assert advice("A red sign", must_read=False) == []
