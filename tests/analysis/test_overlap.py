import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis import overlap

WORDS = st.lists(st.sampled_from("abcd"), max_size=12)
SIZES = st.integers(1, 4)


def test_jaccard_matches_a_hand_worked_example() -> None:
    before = ["a", "red", "kite", "flies", "over", "a", "hill"]
    after = ["a", "red", "kite", "flies", "high", "over", "a", "green", "hill"]
    # Words: {a red kite flies over hill} and those + {high green}: 6 of 8.
    assert overlap.jaccard(before, after, 1) == 6 / 8
    # Bigrams: a-red red-kite kite-flies flies-over over-a a-hill (6) and
    # a-red red-kite kite-flies flies-high high-over over-a a-green green-hill (8): 4 of 10.
    assert overlap.jaccard(before, after, 2) == 4 / 10


def test_jaccard_counts_a_repeated_word_once() -> None:
    assert overlap.jaccard(["a", "a", "b"], ["a", "b"], 1) == 1.0


def test_texts_without_a_common_word_have_similarity_zero() -> None:
    assert overlap.jaccard(["a"], ["b"], 1) == 0.0


def test_jaccard_is_zero_when_only_one_text_is_long_enough() -> None:
    assert overlap.jaccard(["a"], ["a", "b"], 2) == 0.0


def test_jaccard_is_undefined_when_neither_text_is_long_enough() -> None:
    assert overlap.jaccard([], [], 1) is None
    assert overlap.jaccard(["a"], ["a"], 2) is None


@pytest.mark.parametrize("n", [0, -1])
def test_ngrams_of_no_size_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match="1 or more"):
        overlap.ngrams(["a"], n)


@given(WORDS, SIZES)
def test_there_are_as_many_ngrams_as_places_for_them(words: list[str], n: int) -> None:
    assert len(overlap.ngrams(words, n)) == max(0, len(words) - n + 1)


@given(WORDS, WORDS, SIZES)
def test_jaccard_is_symmetric_and_between_zero_and_one(a: list[str], b: list[str], n: int) -> None:
    value = overlap.jaccard(a, b, n)
    assert value == overlap.jaccard(b, a, n)
    assert value is None or 0 <= value <= 1
    assert (value is None) == (len(a) < n and len(b) < n)


@given(WORDS, SIZES)
def test_a_text_is_wholly_like_itself(words: list[str], n: int) -> None:
    assert overlap.jaccard(words, words, n) in (1.0, None)
    assert overlap.edit_distance(words, words) == 0


def _distance(a: list[str], b: list[str]) -> int:
    """The textbook recurrence, as an independent check."""
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, start=1):
        previous, row[0] = row[0], i
        for j, right in enumerate(b, start=1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (left != right))
    return row[-1]


@given(WORDS, WORDS)
def test_edit_distance_is_the_textbook_one(a: list[str], b: list[str]) -> None:
    assert overlap.edit_distance(a, b) == _distance(a, b)


@given(WORDS, WORDS)
def test_edit_share_is_between_zero_and_one(a: list[str], b: list[str]) -> None:
    share = overlap.edit_share(a, b)
    assert (share is None) == (not a and not b)
    assert share is None or 0 <= share <= 1


def test_edit_share_is_one_when_every_word_differs() -> None:
    assert overlap.edit_share(["a", "b"], ["c", "d"]) == 1.0


def test_comparing_gives_the_same_keys_with_and_without_a_base() -> None:
    assert overlap.no_comparison().keys() == overlap.compare(["a"], ["b"]).keys()
    assert set(overlap.no_comparison().values()) == {None}
