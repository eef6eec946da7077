"""Reading objects from what a model wrote: much is forgiven, nothing is trusted."""

import doctest
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.backends import BackendError, Box, Detection
from annotate.backends.openai import boxes, prompts, server
from annotate.backends.runs import sane

KITE = Box(x=40.0, y=40.0, width=80.0, height=40.0)


def read(text: str, **changes: Any) -> list[Detection]:
    values = {"order": "xyxy", "span": 1000, "size": (400, 200), "sent": (400, 200), "most": 9}
    return boxes.detections(text, **{**values, **changes})


@pytest.mark.parametrize(
    "text",
    [
        '{"objects": [{"label": "kite", "box": [100, 200, 300, 400]}]}',
        '[{"label": "kite", "bbox_2d": [100, 200, 300, 400]}]',
        '```json\n[{"name": "kite", "bbox": ["100", "200", "300", "400"]}]\n```',
        'Sure! {"objects": [{"label": "kite", "box": [[100, 200, 300, 400]]}]} Anything else?',
        '{"label": "kite", "bounding_box": {"x1": 100, "y1": 200, "x2": 300, "y2": 400}}',
        '[{"class": "kite", "xmin": 100, "ymin": 200, "xmax": 300, "ymax": 400}]',
        '{"reasoning": "{[", "detections": [{"label": "kite", "box_2d": [100,200,300,400]}]}',
    ],
)
def test_what_models_make_of_the_form_is_read(text: str) -> None:
    assert [(each.label, each.box) for each in read(text)] == [("kite", KITE)]


def test_one_object_per_line_is_read() -> None:
    text = '{"label": "a", "box": [0, 0, 1, 1]}\n{"label": "b", "box": [0, 0, 2, 2]}'
    assert [each.label for each in read(text)] == ["a", "b"]


def test_a_list_in_words_of_the_fine_tuning_tasks_is_read() -> None:
    """As a model writes that was trained from this project's file (IIW App. C)."""
    [found] = read("kite [200, 100, 400, 300]")
    assert found.label == "kite"
    assert found.box.x == pytest.approx(40, abs=0.5)
    assert found.box.height == pytest.approx(40, abs=0.5)


@pytest.mark.parametrize("text", ['{"objects": []}', "[]", 'Nothing here: {"objects": []}'])
def test_nothing_found_is_an_answer(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    "text", ["", "I see a kite.", '{"objects": [{"label": "ki', "[[[", "12", "{" * 5000]
)
def test_what_is_no_list_is_an_error(text: str) -> None:
    with pytest.raises(BackendError, match="no list of objects"):
        read(text)


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ({"label": "kite"}, "not_a_number"),
        ({"label": "kite", "box": None}, "not_a_number"),
        ({"label": "kite", "box": [1, 2, 3]}, "not_a_number"),
        ({"label": "kite", "box": [1, 2, 3, "far"]}, "not_a_number"),
        ({"label": "kite", "box": [True, 2, 3, 4]}, "not_a_number"),
        ({"label": "kite", "box": [0, 0, 10**400, 9]}, "not_a_number"),
        ({"label": "kite", "box": [300, 400, 100, 200]}, "empty_box"),
        ({"label": "kite", "box": [1200, 1200, 1300, 1300]}, "outside_image"),
        ({"label": " ", "box": [100, 200, 300, 400]}, "empty_label"),
        ({"label": None, "box": [100, 200, 300, 400]}, "empty_label"),
    ],
)
def test_an_object_that_cannot_be_used_is_noted_and_the_others_stay(
    item: dict[str, Any], reason: str
) -> None:
    good = {"label": "kite", "box": [100, 200, 300, 400]}
    result = sane(read(json.dumps({"objects": [item, good]})), 400, 200)
    assert [each.label for each in result.detections] == ["kite"]
    assert [each.reason for each in result.dropped] == [reason]


def test_infinities_of_json_are_no_numbers() -> None:
    found = read('[{"label": "a", "box": [NaN, 0, 1, 1]}, {"label": "b", "box": [0, 0, 1e999, 1]}]')
    assert len(sane(found, 400, 200).dropped) == 2


def test_no_more_objects_are_taken_than_were_asked_for() -> None:
    many = [{"label": f"kite {n}", "box": [0, 0, 9 + n, 9]} for n in range(30)]
    assert len(read(json.dumps(many), most=7)) == 7


def test_a_score_is_taken_where_there_is_one() -> None:
    [one] = read('[{"label": "kite", "box": [0, 0, 9, 9], "confidence": 0.25}]')
    [none] = read('[{"label": "kite", "box": [0, 0, 9, 9]}]')
    assert (one.score, none.score) == (0.25, 1.0)


@given(
    st.text(max_size=300)
    | st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(["label", "box", "objects", "x1", "score"]), inner, max_size=4
            )
        ),
        max_leaves=12,
    ).map(json.dumps)
)
def test_whatever_a_model_writes_is_a_list_or_an_error(text: str) -> None:
    try:
        found = read(text)
    except BackendError:
        return
    for each in sane(found, 400, 200).detections:
        assert all(map(math.isfinite, (each.box.x, each.box.y, each.box.width, each.box.height)))


@pytest.mark.parametrize("module", [boxes, server, prompts])
def test_the_worked_examples_hold(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
