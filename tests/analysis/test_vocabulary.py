"""Words that two collections share, against the definition done slowly, and how sure that is."""

import gzip
import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.caption_files import captions_of, usable_by_image
from annotate.analysis.intervals import Interval
from annotate.analysis.tokens import words
from annotate.analysis.undefined import Undefined, defined
from annotate.analysis.vocabulary import (
    MOST,
    Counts,
    common_words,
    different_words,
    novel_words,
    word_overlap,
)

DATA = Path(__file__).parent / "data"


def counted(images: list[list[str]]) -> list[Counter[str]]:
    return [Counter(word for text in captions for word in words(text)) for captions in images]


@pytest.fixture(scope="module")
def vizwiz() -> list[Counter[str]]:
    content = json.loads(
        gzip.decompress((DATA / "vizwiz" / "fake_caption_val.json.gz").read_bytes())
    )
    return counted(list(usable_by_image(captions_of(content)).values()))


@pytest.fixture(scope="module")
def coco() -> list[Counter[str]]:
    content = json.loads(
        gzip.decompress((DATA / "captions" / "coco_fakecap_first500.json.gz").read_bytes())
    )
    return counted([item["references"] for item in content["items"]])


def test_of_released_captions_it_is_what_the_definition_gives_done_slowly(
    vizwiz: list[Counter[str]], coco: list[Counter[str]]
) -> None:
    def top(counts: Counts) -> set[str]:
        whole = sum(map(Counter, counts), Counter())
        return {word for _, word in sorted((-n, word) for word, n in whole.items())[:1000]}

    found = word_overlap(vizwiz, coco, most=1000)
    assert not isinstance(found, Undefined)
    assert found.shared == len(top(vizwiz) & top(coco)) == 438
    assert found.share.mean == 0.438
    assert found.share.n == 500
    assert found.lowest <= 0.438 <= found.highest


def test_with_fewer_different_words_than_asked_for_there_is_no_overlap(
    vizwiz: list[Counter[str]], coco: list[Counter[str]]
) -> None:
    assert MOST == 3000
    missing = word_overlap(vizwiz, coco)
    assert isinstance(missing, Undefined)
    assert missing.reason == ("Each of the two needs 3,000 different words or more; one has 2,332.")


@given(
    st.dictionaries(st.sampled_from("abcdefg"), st.integers(1, 3), min_size=3),
    st.dictionaries(st.sampled_from("abcdefg"), st.integers(1, 3), min_size=3),
)
def test_what_ties_can_do_is_what_all_choices_among_them_do(
    first: dict[str, int], second: dict[str, int]
) -> None:
    def choices(whole: dict[str, int]) -> list[set[str]]:
        best = sum(sorted(whole.values(), reverse=True)[:3])
        return [
            set(own) for own in combinations(whole, 3) if sum(whole[word] for word in own) == best
        ]

    found = word_overlap([first], [second], most=3)
    assert not isinstance(found, Undefined)
    shared = [len(one & other) for one in choices(first) for other in choices(second)]
    assert (found.lowest, found.highest) == (min(shared) / 3, max(shared) / 3)
    assert found.lowest <= found.shared / 3 <= found.highest


def test_the_interval_holds_what_such_collections_give_on_average() -> None:
    """Of 60 pairs of collections from two vocabularies whose average overlap is known."""
    generator = np.random.default_rng(3)
    names = [f"w{place:03}" for place in range(300)]
    weights = 1 / np.arange(1, 301) * np.exp(generator.normal(0, 0.6, (2, 300)))
    weights /= weights.sum(axis=1, keepdims=True)

    def collection(own: np.ndarray) -> list[dict[str, int]]:
        drawn = generator.multinomial(12, own, size=120)
        return [{names[at]: int(row[at]) for at in np.flatnonzero(row)} for row in drawn]

    found = [
        word_overlap(collection(weights[0]), collection(weights[1]), most=60) for _ in range(60)
    ]
    ends = [_ends(each.share) for each in found if not isinstance(each, Undefined)]
    average = float(np.mean([mean for _, mean, _ in ends]))
    assert len(ends) == 60
    assert sum(low <= average <= high for low, _, high in ends) >= 54


def _ends(share: Interval) -> tuple[float, float, float]:
    low, mean, high = map(defined, (share.low, share.mean, share.high))
    assert low is not None
    assert mean is not None
    assert high is not None
    return low, mean, high


def test_the_same_collections_share_everything_and_have_nothing_new() -> None:
    own = counted([["a red kite"], ["a blue kite in the sky"]])
    found = word_overlap(own, own, most=3)
    assert not isinstance(found, Undefined)
    assert found.share.mean == 1.0
    assert novel_words(own, different_words(own)).words == 0


def test_new_words_are_the_commonest_first_and_the_first_by_the_alphabet() -> None:
    found = novel_words(counted([["kite ball", "ball a"], ["ant kite ball"]]), ["a"])
    assert found.commonest == [("ball", 3), ("kite", 2), ("ant", 1)]
    assert (found.words, found.of_words, found.share.mean) == (3, 4, 6 / 7)
    assert common_words({"b": 1, "a": 1, "c": 2}) == ["c", "a", "b"]


def test_a_list_of_no_word_is_refused() -> None:
    with pytest.raises(ValueError, match="most must be 1 or more"):
        word_overlap([{"a": 1}], [{"a": 1}], most=0)
