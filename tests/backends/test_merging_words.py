"""Several readings of the same ink become one, and lines are read from the left."""

from hypothesis import given
from hypothesis import strategies as st

from annotate.backends import Box, Word
from annotate.backends.tesseract.reader import in_reading_order, merge


def word(text: str, x: float, y: float, *, score: float = 0.9, width: float = 50) -> Word:
    return Word(text=text, box=Box(x=x, y=y, width=width, height=20), score=score)


def texts(words: list[Word]) -> list[str]:
    return [each.text for each in words]


def test_the_surer_reading_of_the_same_ink_stays() -> None:
    found = merge([word("PARKIN", 0, 0, score=0.6), word("PARKING", 2, 1, score=0.95)])
    assert texts(found) == ["PARKING"]


def test_of_equally_sure_readings_the_longer_stays() -> None:
    part, whole = word("oday", 12, 0, width=38), word("Today", 0, 0)
    assert texts(merge([part, whole])) == ["Today"]


def test_the_same_word_at_two_places_stays_twice() -> None:
    assert texts(merge([word("ZERO", 0, 0), word("ZERO", 0, 100)])) == ["ZERO", "ZERO"]


def test_lines_come_from_the_top_and_words_from_the_left() -> None:
    words = [word("PARKING", 60, 11), word("8", 0, 40), word("NO", 0, 14)]
    assert texts(in_reading_order(words)) == ["NO", "PARKING", "8"]


def test_a_slanted_line_is_not_torn_apart() -> None:
    words = [word("first", 0, 0), word("second", 60, 6), word("third", 0, 30)]
    assert texts(in_reading_order(words)) == ["first", "second", "third"]


words = st.lists(
    st.builds(
        word,
        st.text(min_size=1, max_size=8),
        st.floats(0, 500),
        st.floats(0, 500),
        score=st.floats(0, 1),
        width=st.floats(1, 200),
    ),
    max_size=12,
)


@given(words)
def test_merging_again_changes_nothing_and_invents_nothing(found: list[Word]) -> None:
    once = merge(found)
    assert merge(once) == once
    assert all(each in found for each in once)


@given(words)
def test_ordering_loses_no_word_and_adds_none(found: list[Word]) -> None:
    def key(each: Word) -> str:
        return each.model_dump_json()

    assert sorted(in_reading_order(found), key=key) == sorted(found, key=key)
