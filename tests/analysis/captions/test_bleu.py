"""BLEU equals the reference implementation, of the corpus and of every item."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.captions import bleu
from annotate.analysis.undefined import Undefined
from tests.analysis.captions.reference import coco, iiw, iiw_tokens, published


def test_short_captions_score_as_in_the_reference_implementation() -> None:
    items = coco()
    found = bleu(
        [item["tok_candidate"] for item in items],
        [item["tok_references"] for item in items],
        tokenizer=str.split,
    )
    for n, scores in enumerate(found, start=1):
        expected = [item["scores"][f"Bleu_{n}"] for item in items]
        assert scores.per_item == pytest.approx(expected, abs=1e-6)


def test_long_texts_score_as_in_the_reference_implementation() -> None:
    golden = iiw()
    for n, scores in enumerate(bleu(*iiw_tokens(), tokenizer=str.split), start=1):
        assert scores.mean == pytest.approx(golden["corpus"][f"Bleu_{n}"], abs=1e-12)
        assert scores.per_item == pytest.approx(golden["per_image"][f"Bleu_{n}"], abs=1e-6)


@pytest.mark.parametrize("case", published())
def test_published_scores_to_five_places(case: dict[str, object]) -> None:
    found = bleu(case["hyps"], case["refs"], tokenizer=str.split)  # type: ignore[arg-type]
    for n, scores in enumerate(found, start=1):
        assert scores.mean == pytest.approx(case[f"Bleu_{n}"], abs=5e-6)


def test_the_closer_reference_and_of_two_as_close_the_shorter_sets_the_length() -> None:
    near, *_ = bleu(["a b c"], [["a b c d e f", "a b c d"]])
    tie, *_ = bleu(["a b c"], [["a b", "a b c d"]])
    assert near.per_item == pytest.approx([2.718281828 ** (1 - 4 / 3)])
    assert tie.per_item == pytest.approx([1.0])


def test_empty_texts_score_next_to_0_and_no_texts_are_undefined() -> None:
    one, _, _, four = bleu(["", "a"], [["a b"], [""]])
    assert max(one.per_item + four.per_item) < 1e-3
    assert all(isinstance(scores.mean, Undefined) for scores in bleu([], []))


_texts = st.lists(st.sampled_from("abcdef"), min_size=4, max_size=8).map(" ".join)


@given(_texts, st.lists(_texts, max_size=3))
def test_a_text_that_stands_among_the_references_scores_1(text: str, others: list[str]) -> None:
    for scores in bleu([text], [[*others, text]]):
        assert scores.per_item == pytest.approx([1.0])
        assert scores.mean == pytest.approx(1.0)
