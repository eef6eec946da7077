"""Near-duplicates: the definition at its edges, and real captions with known repeats."""

import gzip
import json
import random
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.duplicates import near_duplicates, plain, similarity_of

CAPTIONS = Path(__file__).parent / "data" / "vizwiz" / "fake_caption_val.json.gz"
CANNED = "Quality issues are too severe to recognize visual content."
LONG = "A red kite with a long yellow tail flies above a green field near the sea"

WORDS = ["red", "kite", "flies", "above", "a", "green", "field"]

short_texts = st.lists(st.sampled_from(WORDS), max_size=9)


def members(texts: list[str], **options: float) -> list[tuple[int, ...]]:
    """Return the members of every group."""
    return [group.members for group in near_duplicates(texts, **options)]  # type: ignore[arg-type]


def test_capitals_punctuation_and_blanks_make_no_difference() -> None:
    texts = [LONG, LONG.upper() + "!!", "  " + LONG.replace(" ", "  ") + "."]
    (group,) = near_duplicates(texts)
    assert (group.members, group.similarity, group.text) == ((0, 1, 2), 1.0, LONG)


def test_a_typing_mistake_is_still_a_near_duplicate() -> None:
    mistyped = LONG.replace("yellow", "yelow")
    (group,) = near_duplicates([LONG, mistyped])
    assert group.members == (0, 1)
    assert 0.8 <= group.similarity == round(similarity_of(LONG, mistyped), 4) < 1


def test_another_thing_in_the_same_place_is_another_text() -> None:
    assert members([LONG, LONG.replace("red kite", "blue airplane")]) == []


def test_the_same_words_in_another_order_are_another_text() -> None:
    assert members(["a dog on the bed and a cat below", "a cat on the bed and a dog below"]) == []


def test_the_similarity_is_that_of_the_definition() -> None:
    # " kite " has the shingles " kite", "kite "; " kites " has " kite", "kites", "ites ".
    assert similarity_of("kite", "kites") == pytest.approx(1 / 4)
    assert similarity_of("kite", "dog") == 0


def test_short_texts_are_left_out() -> None:
    assert members(["a red kite", "a red kite"]) == []
    assert members(["a red kite", "a red kite"], min_words=3) == [(0, 1)]
    assert members(["", ""], min_words=0) == []


def test_what_is_ignored_is_ignored_with_its_near_duplicates() -> None:
    texts = [CANNED, CANNED, CANNED.replace("recognize", "recognise"), LONG, LONG]
    groups = near_duplicates(texts, ignored=[CANNED])
    assert [group.members for group in groups] == [(3, 4)]


def test_a_group_is_what_links_connect() -> None:
    words = LONG.split()
    chain = [" ".join(words[: len(words) - cut]) for cut in range(6)]
    assert similarity_of(chain[0], chain[5]) < 0.8 <= similarity_of(chain[0], chain[1])
    (group,) = near_duplicates(chain)
    assert group.members == (0, 1, 2, 3, 4, 5)


def test_the_greatest_group_comes_first_with_its_usual_wording() -> None:
    other = "a brown dog sleeps on the sofa"
    texts = [LONG, other.upper(), other, LONG, other]
    groups = near_duplicates(texts)
    assert [(group.members, group.text) for group in groups] == [
        ((1, 2, 4), other),
        ((0, 3), LONG),
    ]


@given(st.lists(short_texts.map(" ".join), max_size=25), st.randoms(use_true_random=False))
def test_groups_are_those_of_comparing_all_with_all(texts: list[str], rng: random.Random) -> None:
    found = {frozenset(each) for each in members(texts, min_words=1)}
    links = [
        {a, b}
        for a, b in combinations(range(len(texts)), 2)
        if texts[a] and texts[b] and similarity_of(texts[a], texts[b]) >= 0.8
    ]
    expected: list[set[int]] = []
    for link in links:
        touching = [group for group in expected if group & link]
        expected = [group for group in expected if not group & link]
        expected.append(link.union(*touching))
    assert found == {frozenset(group) for group in expected}
    order = list(range(len(texts)))
    rng.shuffle(order)
    shuffled = members([texts[at] for at in order], min_words=1)
    assert {frozenset(order[at] for at in each) for each in shuffled} == found


@given(st.text(max_size=40), st.text(max_size=40))
def test_similarity_is_symmetric_and_one_for_equal_words(a: str, b: str) -> None:
    assert similarity_of(a, b) == similarity_of(b, a)
    assert 0 <= similarity_of(a, b) <= 1
    assert similarity_of(a, a) == 1
    assert (similarity_of(a, b) == 1) >= (plain(a) == plain(b))


@pytest.fixture(scope="module")
def texts() -> list[str]:
    with gzip.open(CAPTIONS, "rt", encoding="utf-8") as file:
        return [each["caption"] for each in json.load(file)]


def test_every_repeated_caption_is_in_a_group(texts: list[str]) -> None:
    assert len(texts) == 7_750
    groups = near_duplicates(texts, ignored=[CANNED])
    sizes = {plain(group.text): len(group.members) for group in groups}
    assert sizes["imagine how you would describe this image on the phone to a friend"] == 47
    assert sizes["a very wonderful view and worth seeing at all times my friend"] == 31
    assert sizes["a wonderful view of the fog windows in the room is very thick"] == 18
    assert sizes["beautiful view from behind the walls hidden under dark mist"] == 16
    grouped = {at for group in groups for at in group.members}
    counts: dict[str, list[int]] = {}
    for at, text in enumerate(texts):
        counts.setdefault(plain(text), []).append(at)
    repeated = [at for text, all_ in counts.items() if len(all_) > 1 for at in all_]
    canned = {at for at in repeated if plain(texts[at]) == plain(CANNED)}
    assert len(canned) == 1_120
    assert set(repeated) - canned <= grouped
    assert not canned & grouped


def test_no_group_holds_what_is_below_the_limit(texts: list[str]) -> None:
    for group in near_duplicates(texts, ignored=[CANNED]):
        for at in group.members:
            others = [other for other in group.members if other != at]
            assert max(similarity_of(texts[at], texts[other]) for other in others) >= 0.8
