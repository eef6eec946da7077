"""ROUGE equals the reference implementations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.captions import rouge_l
from annotate.analysis.undefined import Undefined
from tests.analysis.captions.reference import coco, iiw, published


def test_short_captions_score_as_in_the_reference_implementation() -> None:
    items = coco()
    found = rouge_l(
        [item["tok_candidate"] for item in items],
        [item["tok_references"] for item in items],
        tokenizer=str.split,
    )
    assert found.per_item == pytest.approx([item["scores"]["ROUGE_L"] for item in items], abs=1e-6)


def test_long_texts_score_as_in_the_reference_implementation() -> None:
    golden = iiw()
    found = rouge_l(
        [text for own in golden["tok_cand"].values() for text in own],
        list(golden["tok_ref"].values()),
        tokenizer=str.split,
    )
    assert found.mean == pytest.approx(golden["corpus"]["ROUGE_L"], abs=1e-12)
    assert found.per_item == pytest.approx(golden["per_image"]["ROUGE_L"], abs=1e-6)


@pytest.mark.parametrize("case", published())
def test_published_scores_to_five_places(case: dict[str, object]) -> None:
    found = rouge_l(case["hyps"], case["refs"], tokenizer=str.split)  # type: ignore[arg-type]
    assert found.mean == pytest.approx(case["ROUGE_L"], abs=5e-6)


def test_empty_texts_score_0_and_no_texts_are_undefined() -> None:
    assert rouge_l(["", "a", ""], [["a"], [""], [""]]).per_item == [0.0, 0.0, 0.0]
    assert isinstance(rouge_l([], []).mean, Undefined)


_texts = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=8).map(" ".join)


@given(_texts, st.lists(_texts, max_size=3))
def test_a_text_that_stands_among_the_references_scores_1(text: str, others: list[str]) -> None:
    assert rouge_l([text], [[*others, text]]).per_item == pytest.approx([1.0])
