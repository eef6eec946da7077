"""CIDEr-D equals the reference implementation, and behaves where that has nothing to say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.captions import cider_d, document_frequency
from annotate.analysis.undefined import Undefined
from tests.analysis.captions.reference import coco, iiw, iiw_tokens, published, read


def test_short_captions_score_as_in_the_reference_implementation() -> None:
    items, expected = coco(), read("coco_fakecap_first500_cider.json")
    found = cider_d(
        [item["tok_candidate"] for item in items],
        [item["tok_references"] for item in items],
        tokenizer=str.split,
    )
    assert found.mean == pytest.approx(expected["mean"], abs=1e-6)
    assert found.per_item == pytest.approx(expected["per_item"], abs=1e-6)


def test_raw_captions_score_as_their_reference_tokens() -> None:
    items, expected = coco(), read("coco_fakecap_first500_cider.json")
    found = cider_d([item["candidate"] for item in items], [item["references"] for item in items])
    assert found.mean == pytest.approx(expected["mean"], abs=1e-6)
    assert found.per_item == pytest.approx(expected["per_item"], abs=1e-6)


def test_long_texts_score_as_in_the_reference_implementation() -> None:
    golden = iiw()
    found = cider_d(*iiw_tokens(), tokenizer=str.split)
    assert found.mean == pytest.approx(golden["corpus"]["CIDEr"], abs=1e-12)
    assert found.per_item == pytest.approx(golden["per_image"]["CIDEr"], abs=1e-6)


@pytest.mark.parametrize("case", published())
def test_published_scores_to_five_places(case: dict[str, object]) -> None:
    found = cider_d(case["hyps"], case["refs"], tokenizer=str.split)  # type: ignore[arg-type]
    assert found.mean == pytest.approx(case["CIDEr"], abs=5e-6)


def test_weights_of_another_corpus_do_not_depend_on_the_evaluated_images() -> None:
    references = [item["references"] for item in coco()]
    candidates = [item["candidate"] for item in coco()]
    frequency = document_frequency(references)
    whole = cider_d(candidates, references)
    first = cider_d(candidates[:1], references[:1], frequency=frequency)
    assert first.per_item == whole.per_item[:1]
    assert cider_d(candidates[:1], references[:1]).per_item == [0.0]


def test_nothing_to_score_is_undefined() -> None:
    assert isinstance(cider_d([], []).mean, Undefined)
    assert cider_d(["", "a dog"], [["a cat"], [""]]).per_item == [0.0, 0.0]


@pytest.mark.parametrize(
    ("references", "said"),
    [
        ([["a"]], "2 candidates but 1 lists"),
        ([["a"], []], r"references\[1\] is empty"),
        ([["a"], "a"], r"references\[1\] must be a list"),
    ],
)
def test_lists_that_do_not_fit_are_refused(references: list[list[str]], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        cider_d(["a", "b"], references)


_texts = st.lists(st.sampled_from("abcdef"), max_size=8).map(" ".join)


@given(st.lists(st.tuples(_texts, st.lists(_texts, min_size=1, max_size=3)), max_size=4))
def test_scores_stay_between_0_and_10_and_ignore_the_order_of_references(
    items: list[tuple[str, list[str]]],
) -> None:
    candidates, references = [text for text, _ in items], [own for _, own in items]
    found = cider_d(candidates, references).per_item
    assert all(0 <= score <= 10 + 1e-9 for score in found)
    turned = cider_d(candidates, [own[::-1] for own in references]).per_item
    assert turned == pytest.approx(found)
