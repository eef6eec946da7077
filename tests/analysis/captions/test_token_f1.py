"""Token F1 counts shared words, each as often as both texts have it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.captions import TokenF1, token_f1
from annotate.analysis.undefined import Undefined


def test_case_and_punctuation_do_not_count() -> None:
    assert token_f1("A dog, running!", "a dog running.") == TokenF1(1.0, 1.0, 1.0)


def test_a_repeated_word_counts_as_often_as_both_have_it() -> None:
    found = token_f1("dog dog dog", "dog cat")
    assert isinstance(found, TokenF1)
    assert (found.precision, found.recall) == pytest.approx((1 / 3, 1 / 2))
    assert found.f1 == pytest.approx(0.4)


def test_no_shared_word_is_0_and_no_word_at_all_undefined() -> None:
    assert token_f1("dog", "cat") == token_f1("", "cat") == TokenF1(0.0, 0.0, 0.0)
    assert isinstance(token_f1("...", ""), Undefined)


_texts = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=8).map(" ".join)


@given(_texts, _texts)
def test_turning_the_texts_turns_precision_and_recall(a: str, b: str) -> None:
    one, other = token_f1(a, b), token_f1(b, a)
    assert isinstance(one, TokenF1)
    assert isinstance(other, TokenF1)
    assert (one.precision, one.recall) == (other.recall, other.precision)
    assert one.f1 == pytest.approx(other.f1)
