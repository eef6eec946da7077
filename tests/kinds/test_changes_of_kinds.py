"""What a kind must keep that tells one answer from another: changes, fates and likeness."""

from hypothesis import given
from hypothesis import strategies as st

from annotate.kinds import AnyKind, able
from annotate.kinds.capabilities import Refinable
from tests.kinds.battery import OVERLAP, SIZES, disagreeing, drawn, every


@every(Refinable)
@given(data=st.data())
def test_what_a_fresh_editor_shows_is_no_change(kind: AnyKind, data: st.DataObject) -> None:
    previous = drawn(data, kind)
    changes = able(kind, Refinable).changes(previous, kind.seed_from(previous))
    assert changes["edit_distance"] == 0
    assert changes["tokens_before"] == changes["tokens_after"]


@every(Refinable)
@given(data=st.data())
def test_an_answer_does_not_differ_from_itself(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    changes = able(kind, Refinable).changes(answer, answer)
    assert changes["edit_distance"] == 0
    assert changes["edit_share"] in (0, None)
    assert {changes[f"jaccard_{n}"] for n in (1, 2, 3, 4)} <= {1.0, None}


@every(Refinable)
@given(data=st.data())
def test_changes_have_the_same_keys_with_and_without_a_base(
    kind: AnyKind, data: st.DataObject
) -> None:
    before, after = drawn(data, kind), drawn(data, kind)
    compared, alone = (
        able(kind, Refinable).changes(before, after),
        able(kind, Refinable).changes(None, after),
    )
    assert compared.keys() == alone.keys() >= OVERLAP | {"tokens_before", "tokens_after"}
    assert alone["tokens_before"] == 0
    assert {alone[key] for key in OVERLAP} == {None}


@every(Refinable)
@given(data=st.data(), n=SIZES)
def test_changes_and_similarity_tell_the_same_jaccard(
    kind: AnyKind, data: st.DataObject, n: int
) -> None:
    before, after = drawn(data, kind), drawn(data, kind)
    assert able(kind, Refinable).changes(before, after)[f"jaccard_{n}"] == able(
        kind, Refinable
    ).similarity(before, after, n=n)


@every(Refinable)
@given(data=st.data(), n=SIZES)
def test_similarity_is_symmetric_and_between_zero_and_one(
    kind: AnyKind, data: st.DataObject, n: int
) -> None:
    a, b = drawn(data, kind), drawn(data, kind)
    value = able(kind, Refinable).similarity(a, b, n=n)
    assert value == able(kind, Refinable).similarity(b, a, n=n)
    assert value is None or 0 <= value <= 1


@every(Refinable)
@given(data=st.data(), n=SIZES)
def test_similarity_is_undefined_only_where_neither_answer_has_an_ngram(
    kind: AnyKind, data: st.DataObject, n: int
) -> None:
    a, b = drawn(data, kind), drawn(data, kind)
    alone = (
        able(kind, Refinable).similarity(a, a, n=n),
        able(kind, Refinable).similarity(b, b, n=n),
    )
    assert set(alone) <= {1.0, None}
    assert (able(kind, Refinable).similarity(a, b, n=n) is None) == (alone == (None, None))


@every(Refinable)
def test_different_answers_are_not_similar(kind: AnyKind) -> None:
    a, b = disagreeing(kind)
    assert able(kind, Refinable).similarity(a, b, n=1) == 0.0
    assert able(kind, Refinable).changes(a, b)["edit_share"] == 1.0
