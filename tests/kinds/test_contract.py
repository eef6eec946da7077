"""What the answers of every kind of work must keep, run over each one that is registered."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from annotate.kinds import AnyKind, InvalidValueError
from annotate.kinds.base import MAX_ANSWER_BYTES
from tests.kinds.battery import IMAGE, at, drawn, refusal
from tests.kinds.strategies import JSON_VALUES

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


# --- What others read of an answer ------------------------------------------------------------


@given(data=st.data())
def test_texts_are_what_stands_at_their_paths(kind: AnyKind, data: st.DataObject) -> None:
    answer = drawn(data, kind)
    texts = kind.texts(answer)
    assert all(texts.values())
    assert texts == {path: at(kind.dump(answer), path) for path in texts}


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
