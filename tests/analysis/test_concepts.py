"""Concepts of a list in captions: whole words, in how many images, and how sure that is."""

import gzip
import json
from pathlib import Path

import pytest

from annotate.analysis.caption_files import captions_of, usable_by_image
from annotate.analysis.commands.base import range_of
from annotate.analysis.concepts import PEOPLE, coverage

CAPTIONS = Path(__file__).parent / "data" / "vizwiz" / "fake_caption_val.json.gz"


def test_a_concept_of_several_words_is_named_where_they_follow_one_another() -> None:
    images = [
        ["A stop sign.", "The sign says stop"],
        ["Signs say: STOP! Sign here."],
        ["Stop at the sign"],
        ["Stops signs"],
    ]
    found = coverage(images, ["stop sign", "sign", "stops", "bus"])
    assert {each.name: each.images for each in found.concepts} == {
        "stop sign": 2,  # punctuation is no word
        "sign": 3,
        "stops": 1,
        "bus": 0,
    }
    assert (found.found.mean, found.found.n) == (0.75, 4)
    assert (found.naming.mean, found.naming.n) == (1.0, 4)


def test_people_are_found_in_released_captions_as_often_as_by_a_plain_search() -> None:
    content = json.loads(gzip.decompress(CAPTIONS.read_bytes()))
    images = list(usable_by_image(captions_of(content)).values())
    found = coverage(images, PEOPLE)
    plain = sum(
        any(
            f" {name} " in "".join(sign if sign.isalnum() else " " for sign in f" {text} ").lower()
            for name in PEOPLE
            for text in captions
        )
        for captions in images
    )
    assert found.naming.n == 6630
    assert found.naming.mean == plain / 6630
    assert {each.name: each.images for each in found.concepts}["hand"] == 268
    assert range_of(found.naming, ".3f") == "[0.097, 0.112]"


@pytest.mark.parametrize(
    ("names", "said"), [(["dog", "Dog"], "stands twice"), (["?"], "has no word")]
)
def test_a_list_that_cannot_be_counted_is_refused(names: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        coverage([["a dog"]], names)


def test_without_images_nothing_has_a_share() -> None:
    found = coverage([], ["dog"])
    assert not found.naming.mean
    assert found.found.mean == 0.0
