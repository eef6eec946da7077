"""An export, and a study, of the samples that were chosen in the list."""

from typing import Any

import pytest

from annotate.core.jobs import services as job_services
from annotate.evaluation.models import Study
from annotate.exchange.models import Export
from annotate.projects.models import AuditEvent, Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.texts_scene import prepared, two_files

pytestmark = pytest.mark.django_db


@pytest.fixture
def samples(project: Project) -> list[Sample]:
    return add_samples(project, 4)


def post(people: Cast, project: Project, where: str, **body: Any) -> Any:
    url = f"/api/v1/projects/{project.pk}/{where}"
    return client_of(people.lead).post(url, body, format="json")


def order(people: Cast, project: Project, **body: Any) -> Any:
    return post(people, project, "exports", format="iiw-jsonl", with_unfinished=True, **body)


def exported(answer: Any) -> int:
    """Let a worker write the export; return how many samples are in it."""
    assert answer.status_code == 201, answer.content
    job_services.run(answer.json()["job"]["id"])
    return int(Export.objects.get(pk=answer.json()["id"]).samples)


def test_only_the_named_samples_are_exported(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    answer = order(people, project, samples=[samples[0].pk, samples[2].pk])
    assert answer.json()["chosen"] == 2
    assert exported(answer) == 2
    assert AuditEvent.objects.get(verb="export.started").data["chosen"] == 2


def test_all_that_match_are_exported_while_they_are_as_many_as_were_seen(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    Sample.objects.filter(pk=samples[0].pk).update(split="test")
    assert exported(order(people, project, matching={"split": "test"}, expected=1)) == 1
    assert order(people, project, matching={"split": "test"}, expected=3).status_code == 409


def test_nothing_chosen_is_an_export_of_all(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    answer = order(people, project)
    assert answer.json()["chosen"] is None
    assert exported(answer) == len(samples)


def test_a_sample_of_elsewhere_is_refused(people: Cast, project: Project, new_project: Any) -> None:
    other = add_samples(new_project(), 1)
    answer = order(people, project, samples=[other[0].pk])
    assert [field["path"] for field in answer.json()["error"]["fields"]] == ["samples"]


def test_as_many_as_may_be_chosen_fit_into_the_statements(
    project: Project, samples: list[Sample]
) -> None:
    from annotate.exchange.exports.reading import Scope, Selection
    from annotate.workflow.selectors.chosen import MOST

    chosen = [*range(1_000_000, 1_000_000 + MOST - 1), samples[0].pk]
    scope = Scope.of(project, Selection(with_unfinished=True, chosen=chosen))
    assert scope.samples().count() == 1
    assert sum(scope.left_out().values()) == 0


def test_a_study_is_of_the_chosen_samples_alone(people: Cast, project: Project) -> None:
    sources = two_files(project, 5)
    chosen = sorted(Sample.objects.filter(project=project).values_list("pk", flat=True))[:2]
    told = post(
        people,
        project,
        "studies/preview",
        design="side_by_side.v1",
        sources=[each["source"] for each in sources],
        samples=chosen,
    )
    assert told.json()["items"] == 2, told.content
    study: Study = prepared(project, sources, samples=chosen)
    images = Sample.objects.filter(pk__in=chosen).values_list("image_id", flat=True)
    assert set(study.items.values_list("image", flat=True)) == set(images)


def test_a_study_of_matching_samples_is_made_over_http(people: Cast, project: Project) -> None:
    sources = two_files(project, 5)
    pk = Sample.objects.filter(project=project)[0].pk
    Sample.objects.filter(pk=pk).update(split="val")
    answer = post(
        people,
        project,
        "studies",
        name="Of these",
        design="side_by_side.v1",
        sources=sources,
        matching={"split": "val"},
        expected=1,
    )
    assert answer.status_code == 201, answer.content
    assert Study.objects.get(name="Of these").options["samples"] == [pk]
