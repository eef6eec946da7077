"""Reading single cases: who said what of which item, and finding those that matter."""

import pytest

from annotate.evaluation.models import Study, StudyItem
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Assignment
from tests.conftest import Cast, client_of
from tests.evaluation.judging import address, judge
from tests.evaluation.studies import brought_in, csv_of, get
from tests.evaluation.texts_scene import (
    prepared,
    shown_sources,
    texts_of,
    two_files,
)

SAID = [
    ("a", "tldr", 2, "x"),
    ("a", "tldr", -2, "y"),
    ("a", "colour", 0, "x"),
    ("b", "tldr", 1, "x"),
    ("b", "tldr", 0, "y"),
    ("b", "colour", 1, "x"),
    ("b", "colour", -1, "y"),
    ("c", "tldr", 1, "x"),
]


@pytest.fixture
def labels(people: Cast, project: Project) -> str:
    return brought_in(people.owner, project, csv_of(SAID))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", "abc"),
        ("disagree=1", "ab"),
        ("disagree=1&metric=tldr", "a"),
        ("disagree=1&metric=colour", "b"),
        ("metric=tldr&score=1", "bc"),
        ("score=0", "ab"),
        ("metric=colour", "ab"),
        ("metric=tldr&score=-1", ""),
        ("disagree=1&metric=tldr&score=-2", "a"),
    ],
)
def test_filters_find_the_items_that_were_meant(
    people: Cast, labels: str, query: str, found: str
) -> None:
    page = get(people.reviewer, f"{labels}/items?{query}")
    assert "".join(each["image_name"] for each in page["results"]) == found


@pytest.mark.parametrize(
    ("query", "field"), [("metric=size", "metric"), ("score=3", "score"), ("score=high", "score")]
)
def test_a_filter_that_means_nothing_here_is_refused(
    people: Cast, labels: str, query: str, field: str
) -> None:
    answer = client_of(people.owner).get(f"{labels}/items?{query}")
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["path"] == field


def test_a_case_tells_everything_that_was_said(people: Cast, labels: str) -> None:
    case = get(people.owner, f"{labels}/items/1")
    assert (case["image"], case["image_name"]) == (None, "a")
    assert [(each["title"], each["text"]) for each in case["stimuli"]] == [("Old", ""), ("New", "")]
    assert case["ratings"] == [
        {
            "rater": "Rater 1",
            "order": None,
            "answer": {
                "scores": {
                    "tldr": {"score": 2, "justification": "why"},
                    "colour": {"score": 0, "justification": "why"},
                }
            },
            "seconds": None,
            "verdict": None,
        },
        {
            "rater": "Rater 2",
            "order": None,
            "answer": {"scores": {"tldr": {"score": -2, "justification": "why"}}},
            "seconds": None,
            "verdict": None,
        },
    ]
    assert client_of(people.owner).get(f"{labels}/items/9").status_code == 404


def test_pages_follow_the_numbers(people: Cast, labels: str) -> None:
    first = get(people.owner, f"{labels}/items?page_size=2")
    assert [each["number"] for each in first["results"]] == [1, 2]
    second = get(people.owner, f"{labels}/items?page_size=2&cursor={first['next']}")
    assert [each["number"] for each in second["results"]] == [3]


def test_a_case_of_a_study_here_has_image_texts_and_the_order_of_the_sources(
    people: Cast, project: Project
) -> None:
    study: Study = prepared(project, two_files(project, 3), raters=[people.ada.pk, people.ben.pk])
    metrics = [each["key"] for each in study.options["metrics"]]
    (spam, *_) = judge(study, people.ben, lambda item: dict.fromkeys(metrics, -2), times=1)
    judge(study, people.ada, lambda item: dict.fromkeys(metrics, item.number - 2))
    assert spam.answer is not None
    workflow.set_verdict(
        annotation=spam.answer,
        verdict=Assignment.Verdict.REJECTED,
        actor=people.owner,
        reason="Spam.",
    )
    page = get(people.owner, f"{address(study)}/items")["results"]
    for case, item in zip(
        page, StudyItem.objects.filter(study=study).order_by("number"), strict=True
    ):
        assert [each["text"] for each in case["stimuli"]] == texts_of(item)
        assert [each["title"] for each in case["stimuli"]] == ["GPT-4V", "IIW-Human"]
        assert case["image"]["id"] == item.image_id
        by = {each["rater"]: each for each in case["ratings"]}
        [held] = Assignment.objects.filter(task__about=item.presentation, annotator=people.ada)
        assert by["Rater 2"]["order"] == shown_sources(study, held)
        assert by["Rater 2"]["answer"]["scores"]["tldr"]["score"] == item.number - 2
        if item.sample_id == spam.sample_id:
            assert by["Rater 1"]["verdict"] == "rejected"
    # What was rejected is read, but it is no disagreement.
    assert get(people.owner, f"{address(study)}/items?disagree=1")["results"] == []
