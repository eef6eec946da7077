"""One text and some others: the first that is nearly the same, by the definition."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis import near_texts
from annotate.analysis.duplicates import similarity_of
from annotate.analysis.near_texts import Compared

CAPTIONS = Path(__file__).parent / "data" / "vizwiz" / "fake_caption_val.json.gz"
LONG = "A red kite with a long yellow tail flies above a green field near the sea"
MISTYPED = LONG.replace("yellow", "yelow")
OTHER = LONG.replace("red kite", "blue airplane")

WORDS = st.lists(st.sampled_from(LONG.split()), max_size=9).map(" ".join)
TEXTS = st.one_of(WORDS, st.text(max_size=40))


def first(text: str, others: list[str], similarity: float) -> int | None:
    """What comparing one with each of the others gives."""
    alike = (at for at, other in enumerate(others) if similarity_of(text, other) >= similarity)
    return next(alike, None)


@given(TEXTS, st.lists(TEXTS, max_size=6), st.sampled_from([0.1, 0.5, 0.8, 1.0]))
def test_the_first_is_found_that_is_as_similar_by_the_definition(
    text: str, others: list[str], similarity: float
) -> None:
    assert Compared(others).first_near(text, similarity) == first(text, others, similarity)


def test_a_typing_mistake_is_found_among_texts_of_all_lengths() -> None:
    long = f"{LONG} " + " ".join(str(number) for number in range(2_000))
    others = ["", "kite", long, OTHER, MISTYPED, LONG]
    assert Compared(others).first_near(LONG) == 4
    assert Compared(others).first_near(long) == 2
    assert Compared(others[:4]).first_near(LONG) is None


def test_where_the_bound_leaves_all_open_they_are_compared_exactly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(near_texts, "_PLACE_BITS", 1)
    below = " ".join(LONG.split()[:-4])
    assert 0.7 < similarity_of(LONG, below) < 0.8
    assert Compared([OTHER, *([below] * 50)]).first_near(LONG) is None
    assert Compared([OTHER, *([below] * 50), MISTYPED]).first_near(LONG) == 51


def test_published_captions_are_near_the_same_ones_as_compared_one_by_one() -> None:
    with gzip.open(CAPTIONS, "rt", encoding="utf-8") as file:
        texts = [each["caption"] for each in json.load(file)[:90]]
    others = [text.replace("a ", "the ", 1) for text in texts[:30]] + texts[60:]
    compared = Compared(others)
    found = [compared.first_near(text) for text in texts]
    assert found == [first(text, others, 0.8) for text in texts]
    assert None in found
    assert any(at is not None and at < 30 for at in found)
