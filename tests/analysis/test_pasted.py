"""Pasted texts: from the instructions, or the same passage for many images."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.pasted import pasted

CAPTIONS = Path(__file__).parent / "data" / "vizwiz" / "fake_caption_val.json.gz"
# As the VizWiz-Captions task said it (github.com/nilavra/mturk-crowdsourcing-pipeline, MIT).
TASK = (
    "Describe all parts of the image that may be important to a person who is blind. "
    "E.g., imagine how you would describe this image on the phone to a friend."
)
KITE = "a red kite flies above a green field"
VIEW = "a very wonderful view and worth seeing"


def positions(texts: list[str], **given_: object) -> list[int]:
    """Return which texts are pasted; every text is about an image of its own."""
    options = {"images": list(range(len(texts)))} | given_
    return [found.position for found in pasted(texts, **options)]  # type: ignore[arg-type]


def test_a_passage_of_the_instructions_is_found() -> None:
    (found,) = pasted(
        [KITE, "Imagine how you would describe this image!"], images=[1, 2], instructions=[TASK]
    )
    assert (found.position, found.source, found.share, found.images) == (1, "instructions", 1.0, 0)
    assert found.passage == "imagine how you would describe this image"


def test_eight_of_ten_words_are_enough_seven_are_not() -> None:
    eight = "imagine how you would describe this image on red kites"
    seven = "imagine how you would describe this image of red kites"
    assert positions([eight, seven], instructions=[TASK]) == [0]
    (found,) = pasted([eight], images=[1], instructions=[TASK])
    assert found.share == 0.8


def test_words_of_the_instructions_in_another_order_are_ones_own() -> None:
    assert positions(["how would you imagine to describe an image"], instructions=[TASK]) == []


def test_fewer_than_five_words_are_no_passage() -> None:
    assert positions(["on the phone to"], instructions=["on the phone to"]) == []


def test_one_persons_passage_for_three_images_is_pasted() -> None:
    assert positions([VIEW, VIEW]) == []
    assert positions([VIEW, VIEW, VIEW, KITE]) == [0, 1, 2]
    (first, *_) = pasted([VIEW] * 3, images=[1, 2, 3])
    assert (first.source, first.images) == ("answers", 3)


def test_something_added_around_it_does_not_hide_it() -> None:
    texts = [VIEW, f"{VIEW} indeed", f"oh {VIEW}"]
    assert positions(texts) == [0, 1, 2]


def test_the_same_image_three_times_is_no_paste() -> None:
    assert positions([VIEW] * 3, images=[1, 1, 1]) == []


def test_three_people_with_the_same_words_have_not_pasted() -> None:
    assert positions([VIEW] * 3, workers=["Ann", "Ben", "Eve"]) == []
    assert positions([VIEW] * 4, workers=["Ann", "Ben", "Ann", "Ann"]) == [0, 2, 3]


def test_nothing_gives_nothing() -> None:
    assert pasted([], images=[]) == []
    assert pasted(["", "one two"], images=[1, 2], instructions=[""]) == []


@given(st.lists(st.sampled_from([KITE, VIEW, TASK, "short", ""]), max_size=12))
def test_every_share_reaches_the_limit(texts: list[str]) -> None:
    found = pasted(texts, images=list(range(len(texts))), instructions=[TASK])
    assert all(0.8 <= each.share <= 1 for each in found)
    expected = {
        at
        for at, text in enumerate(texts)
        if text == TASK or (len(text.split()) >= 5 and texts.count(text) >= 3)
    }
    assert {each.position for each in found} == expected


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    with gzip.open(CAPTIONS, "rt", encoding="utf-8") as file:
        found: list[dict[str, str]] = json.load(file)
    return found


def test_in_real_captions_the_pasted_instruction_is_found(rows: list[dict[str, str]]) -> None:
    texts, images = [row["caption"] for row in rows], [row["image_id"] for row in rows]
    found = pasted(texts, images=images, instructions=[TASK])
    assert sum(each.source == "instructions" for each in found) == 47
