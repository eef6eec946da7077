from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.kinds import InvalidValueError, Problem, Stimulus
from annotate.kinds.objects.kind import ObjectsKind
from annotate.kinds.objects.model import ObjectsAnswer
from tests.kinds.strategies import an_object, first_measure

KIND = ObjectsKind()
IMAGE = Stimulus(width=640, height=427)


def answer(*objects: dict[str, Any]) -> ObjectsAnswer:
    return KIND.parse({"objects": list(objects)})


def problems(*objects: dict[str, Any], **settings: Any) -> list[Problem]:
    return KIND.problems(answer(*objects), IMAGE, KIND.parse_settings(settings))


def only_problem(*objects: dict[str, Any], **settings: Any) -> Problem:
    found = problems(*objects, **settings)
    assert len(found) == 1, found
    return found[0]


def box(x: float, y: float, width: float, height: float) -> dict[str, float]:
    return {"x": x, "y": y, "width": width, "height": height}


# --- Problems ---------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["", "   ", "\u200d", "\x00"])
def test_an_object_needs_a_visible_label(label: str) -> None:
    problem = only_problem(an_object("o1"), an_object("o2", label=label))
    assert (problem.code, problem.path) == ("label_empty", "objects[1].label")


def test_a_label_has_at_most_200_characters() -> None:
    assert problems(an_object(label="x" * 200)) == []
    problem = only_problem(an_object(label="x" * 201))
    assert problem.code == "label_too_long"
    assert "201" in problem.message


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (0.004, 5), (0, 0)])
def test_a_box_needs_a_size(size: tuple[float, float]) -> None:
    problem = only_problem(an_object(box=box(1, 1, *size)))
    assert (problem.code, problem.path) == ("box_without_size", "objects[0].box")


@pytest.mark.parametrize(
    ("outside", "how_much"),
    [
        (box(-3, 0, 10, 10), "3 px beyond the left edge"),
        (box(0, -0.5, 10, 10), "0.5 px beyond the top edge"),
        (box(600, 0, 52, 10), "12 px beyond the right edge"),
        (box(0, 400, 10, 30), "3 px beyond the bottom edge"),
        (box(630, 420, 20, 20), "10 px beyond the right edge and 13 px beyond the bottom edge"),
    ],
)
def test_a_box_outside_the_image_is_told_by_how_much(
    outside: dict[str, float], how_much: str
) -> None:
    problem = only_problem(an_object(box=outside))
    assert (problem.code, problem.path) == ("box_outside_image", "objects[0].box")
    assert how_much in problem.message
    assert "640 x 427" in problem.message
    assert "Move or shrink" in problem.message


def test_a_box_may_fill_the_whole_image() -> None:
    assert problems(an_object(box=box(0, 0, 640, 427))) == []


def test_rounding_to_two_decimals_never_pushes_a_box_out() -> None:
    assert problems(an_object(box=box(0.005, 0.005, 639.995, 426.995))) == []


def test_two_objects_cannot_have_one_id() -> None:
    problem = only_problem(an_object("a"), an_object("b"), an_object("a"))
    assert (problem.code, problem.path) == ("duplicate_id", "objects[2].id")


def test_a_description_is_needed_unless_the_project_says_otherwise() -> None:
    problem = only_problem(an_object(description=" "))
    assert (problem.code, problem.path) == ("description_missing", "objects[0].description")
    assert problems(an_object(description=""), description_required=False) == []


def test_a_description_over_the_limit_is_told_by_how_much() -> None:
    problem = only_problem(an_object(description="x" * 12), max_description_characters=10)
    assert problem.code == "description_too_long"
    assert "2 more than the limit of 10" in problem.message


def test_the_number_of_objects_is_bounded_both_ways() -> None:
    two = (an_object("a"), an_object("b"))
    assert only_problem(*two, max_objects=1).code == "too_many_objects"
    assert only_problem(*two, min_objects=3).code == "too_few_objects"
    assert problems(*two, min_objects=2, max_objects=2) == []


def test_lineage_may_only_cite_objects_of_the_base() -> None:
    settings = KIND.parse_settings({})
    edited = answer(an_object("a", derived_from=["a", "ghost"]))
    assert KIND.problems(edited, IMAGE, settings) == []
    found = KIND.problems(edited, IMAGE, settings, base=answer(an_object("a")))
    assert [(p.code, p.path) for p in found] == [
        ("unknown_derived_from", "objects[0].derived_from[1]")
    ]
    assert "“ghost”" in found[0].message
    assert len(KIND.problems(edited, IMAGE, settings, base=KIND.seed_from(None))) == 2


def test_every_problem_is_reported_at_once() -> None:
    found = problems(an_object("a", label="", description=""), an_object("a", box=box(0, 0, 0, 1)))
    assert {p.code for p in found} == {
        "duplicate_id",
        "label_empty",
        "description_missing",
        "box_without_size",
    }


# --- Shape ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"box": box(0, 0, -1, 5)}, "objects[0].box.width", "too_small"),
        ({"box": {"x": 0, "y": 0, "width": 5}}, "objects[0].box.height", "missing"),
        ({"box": box(0, 0, 5, 5) | {"angle": 3}}, "objects[0].box.angle", "unknown_field"),
        ({"box": box("0", 0, 5, 5)}, "objects[0].box.x", "wrong_type"),  # type: ignore[arg-type]
        ({"box": box(float("nan"), 0, 5, 5)}, "objects[0].box.x", "wrong_type"),
        ({"id": "no spaces"}, "objects[0].id", "wrong_form"),
        ({"id": ""}, "objects[0].id", "too_short"),
        ({"id": "x" * 41}, "objects[0].id", "too_long"),
        ({"id": "line\n"}, "objects[0].id", "wrong_form"),
        ({"label": 7}, "objects[0].label", "wrong_type"),
        ({"description": "e" + "\u0301" * 31}, "objects[0].description", "too_many_accents"),
        ({"derived_from": "a"}, "objects[0].derived_from", "wrong_type"),
        ({"author": "ada"}, "objects[0].author", "unknown_field"),
    ],
)
def test_a_wrong_shape_is_named_by_its_path(changes: dict[str, Any], path: str, code: str) -> None:
    with pytest.raises(InvalidValueError) as caught:
        answer(an_object(**changes))
    assert [(p.path, p.code) for p in caught.value.problems] == [(path, code)]
    assert "Input" not in caught.value.problems[0].message


def test_more_objects_than_can_be_stored_are_refused() -> None:
    with pytest.raises(InvalidValueError) as caught:
        answer(*(an_object(f"o{number}") for number in range(1_001)))
    assert caught.value.problems[0].code == "too_many"
    assert caught.value.problems[0].message == "At most 1,000 entries can be given."


def test_a_draft_keeps_what_was_typed_however_unfinished() -> None:
    raw = an_object(label="Ger ", description=" \n", box=box(-5, 0, 0, 9_999))
    kept = KIND.parse_draft({"objects": [raw, an_object("o1", label="x" * 1_500)]})
    assert kept.objects[0].label == "Ger "
    assert kept.objects[0].description == " \n"
    assert len(kept.objects[1].label) == 1_500


def test_a_draft_drops_only_what_no_database_can_store() -> None:
    kept = KIND.parse_draft({"objects": [an_object(label="a\x00b\ud800 ")]})
    assert kept.objects[0].label == "ab "


def test_a_label_is_one_line_with_single_spaces() -> None:
    assert answer(an_object(label=" German\n Shepherd ")).objects[0].label == "German Shepherd"


def test_settings_with_limits_the_wrong_way_round_are_refused() -> None:
    with pytest.raises(InvalidValueError, match="must not exceed"):
        KIND.parse_settings({"min_objects": 5, "max_objects": 4})


def test_the_default_axes_are_the_thirteen_of_the_guidelines() -> None:
    assert len(KIND.parse_settings({}).axes) == 13


# --- Comparing --------------------------------------------------------------------------------


def test_similarity_reads_labels_and_descriptions_in_order() -> None:
    before = answer(an_object("a", label="kite", description="red"))
    after = answer(an_object("a", label="kite", description="blue"))
    assert KIND.similarity(before, after, n=1) == 1 / 3
    assert KIND.similarity(before, after, n=2) == 0.0


def test_agreement_matches_the_hand_worked_example() -> None:
    one = an_object("a", box=box(0, 0, 10, 10))
    two = an_object("b", box=box(200, 200, 10, 10))
    answers = [answer(one), answer(one, two), answer()]
    assert first_measure(KIND, answers) == pytest.approx((1 / 2 + 0 + 0) / 3)


def test_annotators_with_shifted_boxes_agree_by_their_overlap() -> None:
    left, right = an_object(box=box(0, 0, 4, 4)), an_object(box=box(2, 0, 4, 4))
    assert first_measure(KIND, [answer(left), answer(right)]) == pytest.approx(8 / 24)


def test_agreement_on_an_image_without_objects_is_undefined() -> None:
    assert first_measure(KIND, [answer(), answer()]) is None


@given(st.text(max_size=50))
def test_any_label_is_cleaned_to_one_trimmed_line(label: str) -> None:
    try:
        cleaned = answer(an_object(label=label)).objects[0].label
    except InvalidValueError:
        return  # only a run of accents is refused, which has its own test
    assert cleaned == " ".join(cleaned.split())
