"""The published files of ARO, SVO-Probes and Winoground become questions with two captions."""

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from annotate.analysis.compositional.layouts import probes_in
from annotate.analysis.compositional.model import ProbeFile, ProbesError
from tests.analysis.compositional import samples


def read(rows: Iterable[Mapping[str, Any]]) -> ProbeFile:
    return probes_in(enumerate(rows, start=1))


def test_each_layout_is_known_by_its_fields() -> None:
    attribution, relation = read(samples.ATTRIBUTION), read(samples.RELATION)
    assert (attribution.set, relation.set) == ("vg-attribution", "vg-relation")
    assert [probe.kind for probe in relation.probes] == ["above", "behind", "above"]
    first = attribution.probes[0]
    assert (first.id, first.image, first.kind) == ("vg-attribution/1", "1.jpg", "red, old")
    assert first.true == "the red bus 1 and the old man"
    assert first.false == "the old bus 1 and the red man"


def test_a_winoground_example_is_two_questions() -> None:
    found = read(samples.WINOGROUND)
    assert found.set == "winoground"
    assert len(found.probes) == 2 * len(samples.WINOGROUND)
    one, other = found.probes[:2]
    assert (one.image, other.image) == ("ex_0_img_0", "ex_0_img_1")
    assert (one.true, one.false) == (other.false, other.true)
    assert one.group == other.group == "0"


def test_a_negative_image_of_svo_probes_lends_its_own_sentence_else_a_word_is_exchanged() -> None:
    found = read(csv.DictReader(io.StringIO(samples.SVO)))
    assert found.set == "svo-probes"
    assert [(probe.image, probe.true, probe.false, probe.kind) for probe in found.probes] == [
        ("1", "A girl sits on grass.", "A girl lying on grass.", "verb"),
        ("2", "A girl lying on grass.", "A boy lying on grass.", "subject"),
    ]
    assert found.left_out == {
        "no_negative": 1,
        "no_sentence": 1,
        "not_in_sentence": 1,
        "same_caption": 1,
    }


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "neither ARO"),
        ([{"caption": "a"}], "neither ARO"),
        ([{**samples.RELATION[0], "true_caption": None}], "Row 1: true_caption must be a text."),
        ([*samples.RELATION, {}], "Row 4: image_path must be a text."),
        ([{**samples.WINOGROUND[0], "caption_1": ["a"]}], "Row 1: caption_1 must be a text."),
        ([{"sentence": "", "pos_triplet": "", "pos_image_id": 1, "neg_image_id": 2}], "No row"),
    ],
)
def test_a_file_that_is_none_of_them_is_refused_in_words(
    rows: list[dict[str, Any]], said: str
) -> None:
    with pytest.raises(ProbesError, match=said):
        read(rows)


def test_a_row_that_is_no_object_is_named() -> None:
    with pytest.raises(ProbesError, match="Row 2 must be an object"):
        probes_in([(1, samples.RELATION[0]), (2, None)])
