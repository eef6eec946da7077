"""An upload that was interrupted goes on: what the project has by content need not be sent."""

import hashlib

import pytest

from annotate.exchange import services
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject, client_of
from tests.images import pictures

pytestmark = pytest.mark.django_db

A, B = pictures.jpeg(seed=1), pictures.png(seed=2)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def there(people: Cast, project: Project, *data: bytes) -> list[str]:
    answer = client_of(people.lead).post(
        f"/api/v1/projects/{project.pk}/uploads/there",
        {"sha256": [digest(part) for part in data]},
        content_type="application/json",
    )
    assert answer.status_code == 200, answer.content
    told: list[str] = answer.json()["sha256"]
    return told


def test_files_are_known_by_their_content_whatever_their_name(
    people: Cast, project: Project
) -> None:
    assert there(people, project, A, B) == []
    services.upload_image(project=project, data=A, name="a.jpg")
    assert there(people, project, B, A) == [digest(A)]


def test_what_another_project_has_is_not_told(
    people: Cast, project: Project, new_project: NewProject
) -> None:
    services.upload_image(project=new_project(name="Other"), data=A, name="a.jpg")
    assert there(people, project, A) == []


def test_only_those_who_may_upload_may_ask(people: Cast, project: Project) -> None:
    for user, status in ((people.ada, 403), (people.stranger, 404)):
        answer = client_of(user).post(
            f"/api/v1/projects/{project.pk}/uploads/there",
            {"sha256": []},
            content_type="application/json",
        )
        assert answer.status_code == status
