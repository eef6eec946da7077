"""ROUGE equals the reference implementations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.captions import rouge_l, rouge_n
from annotate.analysis.undefined import Undefined
from tests.analysis.captions.reference import coco, iiw, iiw_texts, iiw_tokens, published


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
    found = rouge_l(*iiw_tokens(), tokenizer=str.split)
    assert found.mean == pytest.approx(golden["corpus"]["ROUGE_L"], abs=1e-12)
    assert found.per_item == pytest.approx(golden["per_image"]["ROUGE_L"], abs=1e-6)


@pytest.mark.parametrize("case", published())
def test_published_scores_to_five_places(case: dict[str, object]) -> None:
    found = rouge_l(case["hyps"], case["refs"], tokenizer=str.split)  # type: ignore[arg-type]
    assert found.mean == pytest.approx(case["ROUGE_L"], abs=5e-6)


def test_empty_texts_score_0_and_no_texts_are_undefined() -> None:
    assert rouge_l(["", "a", ""], [["a"], [""], [""]]).per_item == [0.0, 0.0, 0.0]
    assert isinstance(rouge_l([], []).mean, Undefined)


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("stem", [False, True])
def test_n_grams_score_as_in_rouge_score(n: int, stem: bool) -> None:
    items = iiw_texts()
    found = rouge_n(
        [item["candidate"] for item in items],
        [item["references"] for item in items],
        n=n,
        stem=stem,
    )
    assert found.mean == pytest.approx(iiw()["corpus"][f"rouge{n}_F_stem{stem}"], abs=1e-12)


def test_the_best_reference_counts_for_n_grams() -> None:
    assert rouge_n(["a red dog"], [["no", "a red dog", "a dog"]], n=2).mean == 1.0
    assert rouge_n(["", "dog"], [["a"], [""]], n=1).per_item == [0.0, 0.0]
    with pytest.raises(ValueError, match="1 or more"):
        rouge_n(["a"], [["a"]], n=0)


_texts = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=8).map(" ".join)


@given(_texts, st.lists(_texts, max_size=3))
def test_a_text_that_stands_among_the_references_scores_1(text: str, others: list[str]) -> None:
    assert rouge_l([text], [[*others, text]]).per_item == pytest.approx([1.0])
