"""Prints: they leave out only what the full comparison would not have found."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.duplicates import near_duplicates
from annotate.analysis.minhash import Hashes
from annotate.analysis.pasted import MIN_IMAGES, SHARE, pasted
from annotate.analysis.prints import (
    Prints,
    any_alike,
    any_made_of,
    pasted_passages,
    to_compare,
)

LONG = "A red kite with a long yellow tail flies above a green field near the sea"
PHRASE = "this is a photo of a"
WORDS = ["red", "kite", "flies", "above", "a", "green", "field", "with", "two", "boats", "and"]

texts = st.lists(st.sampled_from(WORDS), min_size=5, max_size=14).map(" ".join)
few_images = st.integers(0, 3)


def passages(new: list[str], known: list[str], images: list[int]) -> Hashes:
    prints = Prints.of(new), Prints.of(known)
    return pasted_passages(*prints, images=images, share=SHARE, min_images=MIN_IMAGES)


def found(new: str, known: list[str], images: list[int] | None = None) -> list[int]:
    pasted_before = passages([new], known, images or list(range(len(known) + 1)))
    return to_compare(Prints.of([new]), Prints.of(known), pasted_before)


def test_nothing_is_compared_with_nothing() -> None:
    assert found(LONG, []) == []
    assert to_compare(Prints.of([]), Prints.of([LONG]), passages([], [LONG], [1])) == []


def test_a_text_with_a_typing_mistake_is_compared_with_what_it_copies() -> None:
    other = "Two dogs and a boat lie in the shade of a tree by the river"
    assert found(LONG.replace("yellow", "yelow").upper(), [other, LONG, other]) == [1]


def test_a_phrase_that_is_not_most_of_a_text_brings_nothing() -> None:
    """Everybody writes "in the background of the" again and again."""
    known = [f"{PHRASE} {thing}" for thing in ("kite", "dog", "boat")]
    own_words = f"{PHRASE} man who leans on the rail of a bridge and looks at two white swans"
    assert found(own_words, known) == []
    assert found(f"{PHRASE} swan", known) == [0, 1, 2]


def test_two_images_do_not_make_a_passage_pasted() -> None:
    known = [f"{PHRASE} kite", "Quite another text about six other things"]
    about = [1, 2, 3]
    assert 1 not in found(f"{PHRASE} swan in the mist", known, about)


@given(known=st.lists(texts, max_size=8), new=texts)
def test_every_near_duplicate_is_compared(known: list[str], new: str) -> None:
    groups = near_duplicates([new, *known])
    beside = {at for group in groups if 0 in group.members for at in group.members if at}
    direct = {at for at in beside if near_duplicates([new, known[at - 1]])}
    assert {at - 1 for at in direct} <= set(found(new, known))


@given(written=st.lists(texts, max_size=8))
def test_where_no_two_are_alike_none_are_near_duplicates(written: list[str]) -> None:
    if not any_alike(Prints.of(written)):
        assert near_duplicates(written) == []


def test_two_of_many_that_are_alike_are_seen() -> None:
    others = ["Two dogs lie in the shade of a tree", "Somebody holds up a cracked phone"]
    assert not any_alike(Prints.of(others))
    assert any_alike(Prints.of([LONG, *others, LONG.upper()]))


@given(known=st.lists(st.tuples(texts, few_images), max_size=8), new=texts, image=few_images)
def test_a_pasted_text_is_found_among_those_that_are_compared(
    known: list[tuple[str, int]], new: str, image: int
) -> None:
    earlier, about = [text for text, _ in known], [image, *(image for _, image in known)]
    fully = [hit for hit in pasted([new, *earlier], images=about) if hit.position == 0]
    places = found(new, earlier, about)
    fewer = pasted(
        [new, *(earlier[at] for at in places)], images=[image, *(about[at + 1] for at in places)]
    )
    assert [hit for hit in fewer if hit.position == 0] == fully


@given(written=st.lists(st.tuples(texts, few_images), max_size=8), task=texts)
def test_where_prints_rule_it_out_no_text_is_pasted(
    written: list[tuple[str, int]], task: str
) -> None:
    own, about = [text for text, _ in written], [image for _, image in written]
    ruled_out = not any_made_of(Prints.of(own), Prints.of([task]), SHARE)
    if ruled_out and not passages(own, [], about).size:
        assert pasted(own, images=about, instructions=[task]) == []


@given(before=texts, after=texts, task=texts)
def test_a_text_with_much_of_the_instructions_is_never_ruled_out(
    before: str, after: str, task: str
) -> None:
    text = " ".join([*before.split()[:1], task, *after.split()[:1]])
    if pasted([text], images=[1], instructions=[task]):
        assert any_made_of(Prints.of([text]), Prints.of([task]), SHARE)


def lists(prints: Prints) -> tuple[list[object], ...]:
    return tuple(
        each.tolist() for each in (prints.bands, prints.tails, prints.passages, prints.sizes)
    )


@given(written=st.lists(texts, max_size=5))
def test_prints_are_stored_whole(written: list[str]) -> None:
    own = Prints.of(written)
    columns = zip(*own.to_bytes(), strict=True) if written else [(), (), ()]
    assert lists(Prints.from_bytes(*columns)) == lists(own)


@given(written=st.lists(texts, max_size=5), more=st.lists(texts, max_size=5))
def test_tables_of_prints_are_joined_and_divided_text_by_text(
    written: list[str], more: list[str]
) -> None:
    joined = Prints.of(written) + Prints.of(more)
    assert lists(joined) == lists(Prints.of([*written, *more]))
    are_first = np.arange(len(joined)) < len(written)
    assert lists(joined.only(are_first)) == lists(Prints.of(written))
    assert lists(joined.only(~are_first)) == lists(Prints.of(more))
    sizes = [part.size for part in joined.split(joined.passages)]
    assert sizes == joined.sizes.tolist()


def test_texts_with_half_of_their_words_in_common_are_not_compared() -> None:
    """They share a band now and then, and too few of the other values."""
    known = Prints.of([f"{LONG} with {word} and {word}s beside {word}ing" for word in WORDS])
    other = Prints.of(["A red kite with a long yellow tail flies above a green hill and two boats"])
    assert (known.bands == other.bands).any()
    assert to_compare(other, known, np.empty(0, dtype=np.uint32)) == []
    lower = to_compare(other, known, np.empty(0, dtype=np.uint32), similarity=0.3)
    assert lower, "somebody may ask for less"
