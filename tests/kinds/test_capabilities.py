"""What a kind must keep for each thing that it says it can do."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate import kinds
from annotate.kinds import AnyKind, able
from annotate.kinds.capabilities import (
    Captions,
    Checkable,
    Judges,
    MarksObjects,
    NamesThings,
    ReadsText,
    Refinable,
    Seedable,
    Summarises,
    Summary,
    WritesImageText,
)
from annotate.kinds.judging import ImportsRatings
from tests.kinds.battery import at, drawn, every

# --- Agreement --------------------------------------------------------------------------------


@every(Checkable)
@given(data=st.data())
def test_what_can_be_checked_is_what_stands_at_its_path(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    parts = able(kind, Checkable).checkable(answer)
    assert parts == {path: at(kind.dump(answer), path) for path in parts}
    assert all(isinstance(value, bool | str) for value in parts.values())
    assert parts.keys() <= set(able(kind, Checkable).checkable_paths(kind.parse_settings({})))


# --- What several answers say together --------------------------------------------------------


@every(Judges)
@given(data=st.data())
def test_who_judges_decides_and_says_why_in_json(kind: AnyKind, data: st.DataObject) -> None:
    judges = able(kind, Judges)
    settings = kind.parse_settings({})
    decided = judges.aggregate([drawn(data, kind) for _ in range(3)], settings)
    assert decided is not None
    assert decided.kept or judges.drops
    assert json.loads(json.dumps(decided.numbers)) == decided.numbers
    assert judges.aggregate([], settings) is None


@every(Summarises)
@given(data=st.data())
def test_a_summary_counts_each_answer_at_most_once(kind: AnyKind, data: st.DataObject) -> None:
    given = [drawn(data, kind) for _ in range(3)]
    summary = able(kind, Summarises).summary(given, kind.parse_settings({}))
    counted = [
        *(summary.votes or {}).values(),
        *([summary.text_detected] if summary.canned else []),
    ]
    assert all(each is not None and each.yes + each.no <= 3 for each in counted)
    assert 0 <= (summary.canned or 0) <= 3
    assert summary != Summary()


# --- What is read of stored answers -----------------------------------------------------------


@every(NamesThings)
@given(data=st.data())
def test_names_of_things_are_among_their_texts(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    labels = able(kind, NamesThings).labels(answer)
    assert {label for label in labels if label} <= set(kind.texts(answer).values())


@every(WritesImageText)
@given(data=st.data())
def test_the_text_of_an_image_stands_at_its_path(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    value, writes = kind.dump(answer), able(kind, WritesImageText)
    assert writes.image_text(value) == at(value, writes.text_path)
    assert writes.says_something(value) == bool(kind.texts(answer))


@every(Captions)
@given(data=st.data())
def test_a_caption_comes_back_from_a_release(kind: AnyKind, data: st.DataObject) -> None:
    value, captions = kind.dump(drawn(data, kind)), able(kind, Captions)
    settings = kind.parse_settings({}).model_dump(mode="json")
    bare = {"text": captions.image_text(value), "text_detected": captions.text_detected(value)}
    released = captions.released(bare, settings, canned=captions.canned(value))
    assert captions.canned(kind.dump(kind.parse(released))) == captions.canned(value)
    said = {"text": settings["canned_text"]}
    assert captions.canned(kind.dump(kind.parse(captions.released(said, settings, canned=None))))


@every(MarksObjects)
@given(data=st.data())
def test_marked_objects_have_their_descriptions_at_their_paths(
    kind: AnyKind, data: st.DataObject
) -> None:
    value, marks = kind.dump(drawn(data, kind)), able(kind, MarksObjects)
    for place, marked in enumerate(marks.marked_objects(value)):
        assert marked["description"] == at(value, marks.description_path(place))
        assert {"id", "label", "box"} <= marked.keys()


@every(ReadsText)
@given(data=st.data())
def test_what_is_read_has_boxes(kind: AnyKind, data: st.DataObject) -> None:
    tokens = able(kind, ReadsText).read_tokens(kind.dump(drawn(data, kind)))
    assert all({"text", "box", "legible"} <= token.keys() for token in tokens)


def test_a_kind_is_not_taken_for_what_it_cannot_do() -> None:
    with pytest.raises(TypeError, match=r"'vote\.v1' is not Refinable"):
        able(kinds.get("vote.v1"), Refinable)


@every(Seedable)
def test_models_that_seed_a_kind_are_named_once_and_somebody_can_go_on_from_the_seed(
    name: str, kind: AnyKind
) -> None:
    seeded = able(kind, Seedable)
    assert seeded.seed_roles
    assert len(set(seeded.seed_roles)) == len(seeded.seed_roles)
    assert set(seeded.seed_authors) <= set(seeded.seed_roles)
    assert seeded.seed_authors
    assert isinstance(kind, Refinable)


def test_only_designs_with_scores_take_judgements_from_elsewhere() -> None:
    """Whoever asks a ranking for it is told so, before anything is read."""
    able = [name for name, each in kinds.designs().items() if isinstance(each, ImportsRatings)]
    assert able == ["side_by_side.v1", "likert.v1"]
    with pytest.raises(TypeError, match="ImportsRatings"):
        kinds.able(kinds.design("ranking.v1"), ImportsRatings)
