import hashlib
from io import BytesIO
from typing import Any
from zipfile import ZIP_STORED, ZipFile

import pytest

from annotate.core.jobs import services as job_services
from annotate.projects.models import AuditEvent, Project
from tests.conftest import Cast, NewProject, client_of
from tests.exchange.finished import Finished, finished
from tests.exchange.released import files, released

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(no_repeat="stage")


@pytest.fixture
def work(project: Project, people: Cast) -> Finished:
    return finished(project, people)


def url(project: Project, rest: str = "") -> str:
    return f"/api/v1/projects/{project.pk}/releases{rest}"


def body_of(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_a_lead_freezes_a_release_and_takes_it_away(
    project: Project, people: Cast, work: Finished
) -> None:
    client = client_of(people.lead)
    wanted = {"name": "Street scenes", "version": "1.0.0", "licence": "CC BY 4.0"}
    answer = client.post(url(project), wanted, format="json")
    assert answer.status_code == 201
    begun = answer.json()
    assert (begun["state"], begun["digest"], begun["url"]) == ("queued", "", None)
    assert begun["formats"] == ["coco", "iiw-jsonl"]
    early = client.get(url(project, f"/{begun['id']}/archive"))
    assert (early.status_code, early.json()["error"]["message_code"]) == (404, "release_not_frozen")
    job_services.run(begun["job"]["id"])
    (listed,) = client.get(url(project)).json()["results"]
    one = client.get(url(project, f"/{begun['id']}")).json()
    assert one["digest"] == listed["digest"]
    assert (one["state"], one["samples"]) == ("succeeded", 1)
    assert one["size_bytes"] == sum(file["size_bytes"] for file in one["files"])
    for file in one["files"]:
        data = body_of(client.get(file["url"]))
        assert hashlib.sha256(data).hexdigest() == file["sha256"]
    taken = AuditEvent.objects.filter(verb="release.downloaded")
    assert taken.count() == len(one["files"])
    assert set(taken.values_list("actor", "target")) == {(people.lead.pk, "Street scenes 1.0.0")}


def test_the_archive_is_the_same_bytes_every_time(
    project: Project, people: Cast, work: Finished
) -> None:
    release = released(project, people.lead)
    first, second = (
        body_of(client_of(people.reviewer).get(url(project, f"/{release.pk}/archive")))
        for _ in range(2)
    )
    assert first == second
    with ZipFile(BytesIO(first)) as archive:
        assert archive.testzip() is None
        assert {entry.compress_type for entry in archive.infolist()} == {ZIP_STORED}
        names = archive.namelist()
        assert names[0] == "street-scenes-1.0.0/manifest.json"
        for path, data in files(release).items():
            assert archive.read(f"street-scenes-1.0.0/{path}") == data


def test_what_would_be_in_it_is_told_before(project: Project, people: Cast, work: Finished) -> None:
    client = client_of(people.lead)
    told = client.get(url(project, "/preview")).json()
    assert (told["samples"], told["left_out"]["unfinished_samples"]) == (1, 1)
    assert told["latest"] == []
    approved = client.get(url(project, "/preview?only_approved=true&split=train")).json()
    assert (approved["samples"], approved["left_out"]["unapproved_samples"]) == (0, 1)
    for version in ("1.9.0", "1.10.0"):
        released(project, people.lead, version)
    latest = client.get(url(project, "/preview")).json()["latest"]
    assert latest == [{"name": "Street scenes", "version": "1.10.0"}]


def test_releases_are_listed_by_pages_newest_first(project: Project, people: Cast) -> None:
    for number in range(3):
        released(project, people.lead, f"1.{number}.0")
    client = client_of(people.lead)
    page = client.get(url(project, "?page_size=2")).json()
    assert [each["version"] for each in page["results"]] == ["1.2.0", "1.1.0"]
    rest = client.get(url(project), {"page_size": 2, "cursor": page["next"]}).json()
    assert [each["version"] for each in rest["results"]] == ["1.0.0"]


def test_a_version_that_is_taken_is_refused_with_field_and_remedy(
    project: Project, people: Cast
) -> None:
    client = client_of(people.lead)
    wanted = {"name": "Street scenes", "version": "1.0.0"}
    client.post(url(project), wanted, format="json")
    answer = client.post(url(project), wanted, format="json")
    error = answer.json()["error"]
    assert (answer.status_code, error["fields"][0]["path"]) == (422, "version")
    assert error["remedy"]


@pytest.mark.parametrize("who", ["ada", "stranger", "blocked"])
def test_only_who_reads_all_work_reads_releases(
    project: Project, people: Cast, work: Finished, who: str
) -> None:
    release = released(project, people.lead)
    client = client_of(getattr(people, who))
    places = ["", "/preview", f"/{release.pk}", f"/{release.pk}/archive"]
    for rest in (*places, f"/{release.pk}/files/records.jsonl"):
        assert client.get(url(project, rest)).status_code in (403, 404)
    assert not AuditEvent.objects.filter(verb="release.downloaded").exists()


def test_reviewers_read_releases_and_freeze_none(project: Project, people: Cast) -> None:
    client = client_of(people.reviewer)
    assert client.get(url(project)).status_code == 200
    wanted = {"name": "Street scenes", "version": "1.0.0"}
    assert client.post(url(project), wanted, format="json").status_code == 403


def test_a_release_of_another_project_is_not_there(
    project: Project, people: Cast, work: Finished, new_project: NewProject
) -> None:
    release = released(project, people.lead)
    elsewhere = new_project(name="Elsewhere")
    assert client_of(people.lead).get(url(elsewhere, f"/{release.pk}")).status_code == 404
