"""Samples by the ratings that studies gave to their texts."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.evaluation.models import Study, StudyItem
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Assignment, Sample
from tests.conftest import Cast, NewProject, client_of
from tests.evaluation.judging import judge
from tests.evaluation.studies import brought_in, csv_of
from tests.evaluation.texts_scene import prepared, sources_of, two_files

METRICS = [{"key": "tldr", "title": "First lines"}, {"key": "colour", "title": "Colours"}]
# Session, user, membership; the study; the page by keys, its rows, flags and names, and the count.
MOST_STATEMENTS = 10


def listed(people: Cast, project: Project, **query: Any) -> list[int]:
    answer = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/samples", query)
    assert answer.status_code == 200, answer.content
    return [row["id"] for row in answer.json()["results"]]


def samples_of(project: Project) -> list[int]:
    return list(Sample.objects.filter(project=project).order_by("pk").values_list("pk", flat=True))


def place_of(item: StudyItem) -> int:
    """Say which of the project's images an item is about, counted from 0."""
    return samples_of(item.study.project).index(Sample.objects.get(image=item.image_id).pk)


def rating(people: Cast, project: Project, images: int = 4) -> Study:
    """Two texts of each image; the second is one better, and the image's place is the grade."""
    study = prepared(
        project, two_files(project, images), design="likert.v1", raters=[people.ada.pk]
    )
    judge(
        study,
        people.ada,
        lambda item: {"overall": min(4, 1 + place_of(item)) + sources_of(item)[0]},
    )
    return study


def test_a_rating_finds_samples_by_the_mean_of_all_that_was_given(
    people: Cast, project: Project
) -> None:
    study = rating(people, project)
    mine = samples_of(project)  # means 1.5, 2.5, 3.5, 4.5
    assert listed(people, project, study=study.pk) == mine
    assert listed(people, project, study=study.pk, rating_from=2.5) == mine[1:]
    assert listed(people, project, study=study.pk, rating_from=2, rating_to=3.5) == mine[1:3]


def test_a_rating_can_be_that_of_one_source(people: Cast, project: Project) -> None:
    study = rating(people, project)
    mine = samples_of(project)  # the second source: 2, 3, 4, 5
    assert listed(people, project, study=study.pk, source=1, rating_from=5) == mine[3:]
    assert listed(people, project, study=study.pk, source=0, rating_from=4) == mine[3:]
    assert listed(people, project, study=study.pk, source=0, rating_to=1) == mine[:1]


def test_a_comparison_is_read_from_its_first_source_however_it_was_shown(
    people: Cast, project: Project
) -> None:
    study = prepared(project, two_files(project, 6), metrics=METRICS, raters=[people.ada.pk])
    orders = {tuple(sources_of(item)) for item in study.items.all()}
    assert orders == {(0, 1), (1, 0)}
    judge(
        study,
        people.ada,
        lambda item: {"tldr": -2 if place_of(item) < 2 else 1, "colour": 2},
    )
    mine = samples_of(project)
    by_metric = {"study": study.pk, "metric": "tldr"}
    assert listed(people, project, **by_metric, rating_to=-1) == mine[:2]
    assert listed(people, project, **by_metric, rating_from=0) == mine[2:]
    # Of all metrics together: 0 for the first two, 1.5 for the others.
    assert listed(people, project, study=study.pk, rating_from=1.5) == mine[2:]
    assert listed(people, project, study=study.pk, rating_to=0) == mine[:2]


def test_what_a_lead_rejected_or_withdrew_counts_in_no_mean(people: Cast, project: Project) -> None:
    study = rating(people, project, images=2)
    first, second = samples_of(project)
    items = StudyItem.objects.filter(study=study)
    rejected = items.filter(image__sample=first)
    Assignment.objects.filter(task__about__study_item__in=rejected).update(verdict="rejected")
    assert listed(people, project, study=study.pk) == [second]
    item = items.filter(image__sample=second).first()
    judged = item.sample if item else None
    assert judged is not None
    workflow.withdraw_sample(sample=judged, actor=people.owner, reason="broken")
    assert listed(people, project, study=study.pk) == []


def test_ratings_that_were_brought_in_count_as_others_do(people: Cast, project: Project) -> None:
    two_files(project, 3)
    names = list(Sample.objects.filter(project=project).order_by("pk").values_list("image__name"))
    said = [
        (names[0][0], "tldr", -2, "a"),
        (names[0][0], "tldr", -1, "b"),
        (names[1][0], "tldr", 2, "a"),
    ]
    address = brought_in(people.owner, project, csv_of(said))
    mine, study = samples_of(project), address.rsplit("/", 1)[1]
    assert listed(people, project, study=study) == mine[:2]
    assert listed(people, project, study=study, rating_to=-1.5) == mine[:1]
    assert listed(people, project, study=study, metric="colour") == []


def test_a_study_of_another_project_rated_nothing_here(
    people: Cast, project: Project, new_project: NewProject
) -> None:
    study = rating(people, project, images=1)
    other = new_project()
    two_files(other, 1)
    assert listed(people, other, study=study.pk) == []


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ({"rating_from": 3}, "rating_from"),
        ({"metric": "overall"}, "metric"),
        ({"source": 0}, "source"),
        ({"study": 1, "rating_from": 4, "rating_to": 2}, "rating_to"),
    ],
)
def test_a_range_that_means_nothing_is_refused(
    people: Cast, project: Project, query: dict[str, int], path: str
) -> None:
    answer = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/samples", query)
    assert answer.status_code == 422
    assert [field["path"] for field in answer.json()["error"]["fields"]] == [path]


def test_the_menu_says_which_studies_rate_on_which_scale(people: Cast, project: Project) -> None:
    study = rating(people, project, images=1)
    compared = prepared(
        project, study.sources, name="Pairs", metrics=METRICS, raters=[people.ben.pk]
    )
    prepared(project, study.sources, name="Order", design="ranking.v1", raters=[people.ben.pk])
    answer = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/samples/choices")
    pairs, single = answer.json()["studies"]
    assert (pairs["id"], pairs["lowest"], pairs["highest"]) == (compared.pk, -2, 2)
    assert (pairs["compares"], pairs["metrics"]) == (True, METRICS)
    assert (single["id"], single["lowest"], single["highest"]) == (study.pk, 1, 5)
    assert (single["compares"], single["sources"]) == (False, ["GPT-4V", "IIW-Human"])


def test_a_view_keeps_a_rating(people: Cast, project: Project) -> None:
    study = rating(people, project, images=1)
    query = {"study": study.pk, "metric": "overall", "rating_from": 4.5}
    client = client_of(people.lead)
    kept = client.post(
        f"/api/v1/projects/{project.pk}/samples/views",
        {"name": "Good ones", "query": query},
        format="json",
    )
    assert kept.status_code == 201, kept.content
    assert {name: kept.json()["query"][name] for name in query} == query


def test_more_ratings_cost_no_more_statements(people: Cast, new_project: NewProject) -> None:
    counts = []
    for images in (2, 6):
        project = new_project()
        study = rating(people, project, images)
        client = client_of(people.owner)
        address = f"/api/v1/projects/{project.pk}/samples"
        with CaptureQueriesContext(connection) as statements:
            assert client.get(address, {"study": study.pk, "rating_from": 1}).status_code == 200
        counts.append(len(statements))
    assert counts[0] == counts[1] <= MOST_STATEMENTS
