"""The list of samples tells and finds what images are called where they come from."""

import pytest

from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow import services
from tests.conftest import Cast, add_samples, client_of

pytestmark = pytest.mark.django_db


def found(people: Cast, project: Project, search: str) -> list[str]:
    answer = client_of(people.lead).get(
        f"/api/v1/projects/{project.pk}/samples", {"search": search}
    )
    return sorted(row["external_id"] for row in answer.json()["results"])


def test_a_sample_is_found_by_its_external_id_and_by_its_name(
    people: Cast, project: Project
) -> None:
    one, two, three = add_samples(project, 3)
    for sample, external_id, name in (
        (one, "big-00042", "00042.jpg"),
        (two, "big-00043", "00043.jpg"),
        (three, "small-1", "BIG-house.jpg"),
    ):
        Image.objects.filter(pk=sample.image_id).update(external_id=external_id, name=name)
    services.refresh_documents([one.pk, two.pk, three.pk])
    assert found(people, project, "big-00042") == ["big-00042"]
    assert found(people, project, "00043.jpg") == ["big-00043"]
    assert found(people, project, "Big-") == ["big-00042", "big-00043", "small-1"]
    assert found(people, project, "nothing") == []
    assert found(people, project, "") == ["big-00042", "big-00043", "small-1"]
