"""Sweeps: finding what raters gave as their reasons, by its words and by who said it of what."""

import csv
import io
from collections.abc import Sequence

import pytest

from annotate.evaluation.models import ImportedRating, Study
from annotate.projects.models import Membership, Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Assignment
from tests.conftest import Cast, client_of
from tests.evaluation.judging import address, judge
from tests.evaluation.studies import brought_in, csv_of, get
from tests.evaluation.texts_scene import prepared, two_files

SAID = [
    ("a", "tldr", 2, "x", "A names the red hat; Red is right."),
    ("a", "tldr", -2, "y", "B is longer"),
    ("a", "colour", 0, "x", ""),
    ("b", "tldr", 1, "x", "the HAT is not red"),
    ("c", "colour", 1, "y", "🙂 a red car"),
]


@pytest.fixture
def swept(people: Cast, project: Project) -> str:
    study = brought_in(people.owner, project, csv_of([row[:4] for row in SAID]))
    for image, metric, _, rater, text in SAID:
        rows = ImportedRating.objects.filter(item__image_name=image, metric=metric, rater=rater)
        assert rows.update(justification=text) == 1
    return study


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["A names", "B is", "the HAT", "🙂 a"]),
        ("words=RED", ["A names", "the HAT", "🙂 a"]),
        ("words=hat+red", ["A names", "the HAT"]),
        ("words=hat&score=1", ["the HAT"]),
        ("metric=colour", ["🙂 a"]),
        ("words=red.", []),
        ("words=right.", ["A names"]),
        ("role=none", ["A names", "B is", "the HAT", "🙂 a"]),
        ("role=annotator", []),
        ("verdict=rejected", []),
    ],
)
def test_justifications_are_found_by_words_metric_score_and_rater(
    people: Cast, swept: str, query: str, found: Sequence[str]
) -> None:
    page = get(people.reviewer, f"{swept}/justifications?{query}")
    texts = [one["text"] for item in page["results"] for one in item["justifications"]]
    assert [text.split()[:2] for text in texts] == [start.split() for start in found]
    assert page["total"] == len(found)
    assert page["items"] == len(page["results"])


def test_the_words_that_were_found_are_told_by_their_places(people: Cast, swept: str) -> None:
    page = get(people.reviewer, f"{swept}/justifications?words=red+re")
    found = {
        one["text"]: [one["text"][span["start"] : span["end"]] for span in one["found"]]
        for item in page["results"]
        for one in item["justifications"]
    }
    assert found["A names the red hat; Red is right."] == ["red", "Red"]
    assert found["🙂 a red car"] == ["red"]


@pytest.mark.parametrize(
    ("query", "field"),
    [("metric=size", "metric"), ("score=9", "score"), ("role=king", "role"), ("q=red", "q")],
)
def test_a_filter_that_means_nothing_is_refused(
    people: Cast, swept: str, query: str, field: str
) -> None:
    answer = client_of(people.owner).get(f"{swept}/justifications?{query}")
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["path"] == field


def test_what_was_found_can_be_taken_away_as_a_sheet(people: Cast, swept: str) -> None:
    answer = client_of(people.reviewer).get(f"{swept}/justifications.csv?words=hat")
    content = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    rows = list(csv.DictReader(io.StringIO(content)))
    assert [(row["item"], row["image"], row["score"]) for row in rows] == [
        ("1", "a", "2"),
        ("2", "b", "1"),
    ]
    assert rows[1]["justification"] == "the HAT is not red"


def test_what_a_rater_is_and_what_a_lead_made_of_it_can_be_asked_for(
    people: Cast, project: Project
) -> None:
    study: Study = prepared(project, two_files(project, 2), raters=[people.ada.pk, people.ben.pk])
    metrics = [each["key"] for each in study.options["metrics"]]
    (spam, *_) = judge(study, people.ben, lambda item: dict.fromkeys(metrics, -2), times=1)
    judge(study, people.ada, lambda item: dict.fromkeys(metrics, item.number))
    Membership.objects.filter(project=study.work, user=people.ada).update(role="reviewer")
    assert spam.answer is not None
    workflow.set_verdict(
        annotation=spam.answer,
        verdict=Assignment.Verdict.REJECTED,
        actor=people.owner,
        reason="Spam.",
    )

    def told(query: str) -> set[tuple[str, str, int | None]]:
        page = get(people.owner, f"{address(study)}/justifications?words=reads&{query}")
        of_items = (item["justifications"] for item in page["results"])
        return {(one["rater"], one["role"], one["score"]) for own in of_items for one in own}

    assert told("role=reviewer") == {("Rater 2", "reviewer", 1), ("Rater 2", "reviewer", 2)}
    assert told("verdict=rejected") == {("Rater 1", "annotator", -2)}
    assert told("verdict=unreviewed") == told("role=reviewer")
    assert told("verdict=unreviewed&role=annotator") == set()


def test_nobody_else_reads_them(people: Cast, swept: str) -> None:
    for person in (people.ada, people.ben):
        for path in ("justifications", "justifications.csv"):
            assert client_of(person).get(f"{swept}/{path}").status_code in (403, 404)
