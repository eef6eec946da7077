"""What every kind of work must keep, run over each one that is registered."""

import json
import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from annotate import kinds
from annotate.analysis.undefined import defined
from annotate.kinds import AnyKind, InvalidValueError, Stimulus, able
from annotate.kinds.base import MAX_ANSWER_BYTES
from annotate.kinds.capabilities import (
    Captions,
    Checkable,
    Judges,
    MarksObjects,
    MeasuresAgreement,
    NamesThings,
    ReadsText,
    Refinable,
    Seedable,
    Summarises,
    Summary,
    WritesImageText,
)
from tests.kinds.strategies import EXAMPLES, HEIGHT, JSON_VALUES, WIDTH

IMAGE = Stimulus(width=WIDTH, height=HEIGHT)
OVERLAP = {*(f"jaccard_{n}" for n in (1, 2, 3, 4)), "edit_distance", "edit_share"}
SIZES = st.integers(1, 4)


@pytest.fixture(scope="module", params=kinds.names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def kind(name: str) -> AnyKind:
    return kinds.get(name)


def every(capability: type[object]) -> pytest.MarkDecorator:
    """Ask a test of the kinds that can do something, and of no others."""
    assert kinds.names(capability), f"no kind is {capability.__name__}"
    return pytest.mark.parametrize("name", kinds.names(capability), scope="module")


def drawn(data: st.DataObject, kind: AnyKind) -> Any:
    """Return a submittable answer of the kind."""
    return kind.parse(data.draw(EXAMPLES[kind.name].answers))


def refusal(parse: Callable[[object], object], raw: object) -> list[str] | None:
    """Return why ``raw`` is refused, None if it is accepted."""
    try:
        parse(raw)
    except InvalidValueError as error:
        return [problem.message for problem in error.problems]
    return None


def disagreeing(kind: AnyKind) -> tuple[Any, Any]:
    first, second = EXAMPLES[kind.name].disagreeing
    return kind.parse(first), kind.parse(second)


# --- What it is -------------------------------------------------------------------------------


def test_every_kind_is_in_the_battery() -> None:
    assert set(EXAMPLES) == set(kinds.names())


def test_a_kind_is_registered_under_its_own_versioned_name(name: str, kind: AnyKind) -> None:
    assert kind.name == name
    stem, version = name.rsplit(".v", 1)
    assert stem.isidentifier()
    assert int(version) >= 1
    assert kind.title


def test_an_unknown_kind_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(kinds.UnknownKindError, match=r"objects\.v1"):
        kinds.get("objects.v0")


@pytest.mark.parametrize("part", ["Answer", "Settings"])
def test_its_types_are_frozen_and_closed_and_have_a_schema(kind: AnyKind, part: str) -> None:
    model: type[BaseModel] = getattr(kind, part)
    assert model.model_config["frozen"] is True
    schema = model.model_json_schema()
    nested = [schema, *schema.get("$defs", {}).values()]
    assert all(one["additionalProperties"] is False for one in nested)
    json.dumps(schema)


def test_default_settings_are_valid_and_read_back_as_written(kind: AnyKind) -> None:
    settings = kind.parse_settings({})
    assert kind.parse_settings(settings.model_dump(mode="json")) == settings


def test_an_unknown_setting_is_refused_by_name(kind: AnyKind) -> None:
    with pytest.raises(InvalidValueError) as caught:
        kind.parse_settings({"nonsense": 1})
    assert [(p.path, p.code) for p in caught.value.problems] == [("nonsense", "unknown_field")]


# --- Reading and writing answers --------------------------------------------------------------


@given(data=st.data())
def test_an_answer_is_read_back_as_written(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    written = json.loads(json.dumps(kind.dump(answer)))
    assert kind.parse(written) == answer
    assert kind.dump(kind.parse(written)) == written


@given(data=st.data())
def test_a_finished_answer_is_a_draft_too(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    assert kind.parse_draft(kind.dump(answer)) == answer


@given(data=st.data())
def test_an_answer_cannot_be_changed(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    field = next(iter(type(answer).model_fields))
    with pytest.raises(ValidationError):
        setattr(answer, field, getattr(answer, field))
    assert hash(answer) == hash(answer.model_copy())


def replaced(value: Any, path: list[int], part: object) -> Any:
    """Return ``value`` with ``part`` at a place deep inside that ``path`` leads to."""
    if not path or not isinstance(value, dict | list) or not value:
        return part
    keys = sorted(value) if isinstance(value, dict) else list(range(len(value)))
    key = keys[path[0] % len(keys)]
    changed = replaced(value[key], path[1:], part)
    if isinstance(value, dict):
        return value | {key: changed}
    return [*value[:key], changed, *value[key + 1 :]]


@given(data=st.data(), path=st.lists(st.integers(0, 9), max_size=5), part=JSON_VALUES)
def test_an_answer_with_any_part_replaced_is_taken_or_refused_in_plain_words(
    kind: AnyKind, data: st.DataObject, path: list[int], part: object
) -> None:
    raw = replaced(kind.dump(drawn(data, kind)), path, part)
    for parse in (kind.parse, kind.parse_draft):
        messages = refusal(parse, raw)
        assert messages is None or messages
        assert not any("nput should" in message for message in messages or [])


@given(raw=JSON_VALUES)
def test_any_json_is_an_answer_or_refused_in_plain_words(kind: AnyKind, raw: object) -> None:
    for parse in (kind.parse, kind.parse_draft):
        messages = refusal(parse, raw)
        assert messages is None or messages
        assert all(message.endswith(".") for message in messages or [])
        assert not any("Input should" in message for message in messages or [])


@given(data=st.data(), extra=JSON_VALUES)
def test_an_unknown_field_is_refused(kind: AnyKind, data: st.DataObject, extra: object) -> None:
    raw = kind.dump(drawn(data, kind)) | {"author": extra}
    with pytest.raises(InvalidValueError):
        kind.parse(raw)


@pytest.mark.parametrize("raw", [{"a": object()}, {1, 2}, b"bytes"])
def test_what_is_no_json_is_refused(kind: AnyKind, raw: object) -> None:
    with pytest.raises(InvalidValueError) as caught:
        kind.parse_draft(raw)
    assert caught.value.problems[0].code == "not_json"


def test_a_draft_of_more_than_a_megabyte_is_refused(kind: AnyKind) -> None:
    with pytest.raises(InvalidValueError) as caught:
        kind.parse_draft({"text": "x" * MAX_ANSWER_BYTES})
    assert caught.value.problems[0].code == "answer_too_large"


def test_a_fresh_answer_is_a_valid_draft(kind: AnyKind) -> None:
    fresh = kind.seed_from(None)
    assert kind.parse_draft(kind.dump(fresh)) == fresh


# --- Problems and seeds -----------------------------------------------------------------------


@given(data=st.data())
def test_what_starts_from_a_flawless_answer_is_flawless(kind: AnyKind, data: st.DataObject) -> None:
    previous, settings = drawn(data, kind), kind.parse_settings({})
    assert kind.problems(previous, IMAGE, settings) == []
    start = kind.seed_from(previous)
    assert kind.problems(start, IMAGE, settings, base=previous) == []


@given(data=st.data())
def test_starting_twice_is_starting_once(kind: AnyKind, data: st.DataObject) -> None:
    start = kind.seed_from(drawn(data, kind))
    assert kind.seed_from(start) == start


# --- Figures ----------------------------------------------------------------------------------


@given(data=st.data())
def test_measures_are_finite_and_never_negative(kind: AnyKind, data: st.DataObject) -> None:
    figures = kind.measure(drawn(data, kind))
    assert {"tokens", "words", "sentences", "characters"} <= figures.keys()
    assert all(math.isfinite(value) and value >= 0 for value in figures.values())


def test_a_fresh_answer_measures_nothing(kind: AnyKind) -> None:
    assert set(kind.measure(kind.seed_from(None)).values()) == {0}


# --- Going on from another's answer ------------------------------------------------------------


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


# --- Agreement --------------------------------------------------------------------------------


def figures(kind: AnyKind, items: Sequence[Sequence[Any]]) -> dict[str, float | None]:
    """What is measured of agreement, by name; the share of yes beside it says nothing of that."""
    measures = able(kind, MeasuresAgreement).agreement(items, kind.parse_settings({}))
    found = {measure.name: defined(measure.value) for measure in measures}
    assert len(found) == len(measures) >= 1
    return {name: value for name, value in found.items() if not name.endswith(".yes")}


@every(MeasuresAgreement)
@given(data=st.data())
def test_agreement_is_at_most_one_in_any_order(kind: AnyKind, data: st.DataObject) -> None:
    answers = [drawn(data, kind) for _ in range(3)]
    found = figures(kind, [answers])
    assert all(value is None or -1 <= value <= 1 for value in found.values())
    assert found == pytest.approx(figures(kind, [answers[::-1]]))


@every(MeasuresAgreement)
@given(data=st.data())
def test_equal_answers_agree_wholly_or_are_undefined(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    found = figures(kind, [[answer, answer, answer]])
    assert all(value in (None, pytest.approx(1.0)) for value in found.values())


@every(MeasuresAgreement)
def test_people_who_agree_on_nothing_have_agreement_zero_at_most(kind: AnyKind) -> None:
    found = figures(kind, [disagreeing(kind)])
    assert any(value is not None and value <= 0 for value in found.values())


@every(MeasuresAgreement)
def test_one_dissenter_lowers_agreement(kind: AnyKind) -> None:
    a, b = disagreeing(kind)
    assert pytest.approx(1 / 3) in figures(kind, [[a, a, b]]).values()


@every(MeasuresAgreement)
def test_agreement_of_fewer_than_two_answers_is_undefined(kind: AnyKind) -> None:
    few: list[list[list[Any]]] = [[], [[]], [[disagreeing(kind)[0]]]]
    for items in few:
        assert set(figures(kind, items).values()) == {None}


# --- What others read of an answer ------------------------------------------------------------


def at(raw: Any, path: str) -> Any:
    """Return the part of a JSON value that a path names."""
    for step in path.replace("[", ".").replace("]", "").split("."):
        raw = raw[int(step)] if isinstance(raw, list) else raw[step]
    return raw


@given(data=st.data())
def test_texts_are_what_stands_at_their_paths(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    texts = kind.texts(answer)
    assert all(texts.values())
    assert texts == {path: at(kind.dump(answer), path) for path in texts}


@every(Checkable)
@given(data=st.data())
def test_what_can_be_checked_is_what_stands_at_its_path(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    parts = able(kind, Checkable).checkable(answer)
    assert parts == {path: at(kind.dump(answer), path) for path in parts}
    assert all(isinstance(value, bool | str) for value in parts.values())
    assert parts.keys() <= set(able(kind, Checkable).checkable_paths(kind.parse_settings({})))


def test_a_fresh_answer_has_no_texts(kind: AnyKind) -> None:
    assert kind.texts(kind.seed_from(None)) == {}


@given(data=st.data())
def test_problems_of_any_draft_can_be_told(kind: AnyKind, data: st.DataObject) -> None:
    raw = replaced(
        kind.dump(drawn(data, kind)),
        data.draw(st.lists(st.integers(0, 9), max_size=4)),
        data.draw(st.text() | st.none() | st.just([])),
    )
    try:
        draft = kind.parse_draft(raw)
    except InvalidValueError:
        return  # not even a draft, which has its own tests
    for problem in kind.problems(draft, IMAGE, kind.parse_settings({})):
        assert problem.message.endswith((".", "?", "”"))
        assert problem.span is None or 0 <= problem.span[0] <= problem.span[1]


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
