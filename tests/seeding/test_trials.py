"""“Try it on this image”: all that a version says, and in words why it says nothing."""

from typing import Any

import pytest
from PIL.Image import Image as Pixels
from rest_framework.test import APIClient

from annotate.backends import BackendError, Box, Detection
from annotate.core.jobs import services as job_services
from annotate.images import services as images
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.seeding.models import Connection, Trial
from annotate.seeding.services import connections, trials, versions
from annotate.workflow.models import Annotation
from tests.conftest import Cast, NewProject, client_of
from tests.images.pictures import jpeg
from tests.seeding.fakes import TREE, Fake

pytestmark = pytest.mark.django_db


@pytest.fixture
def connection(project: Project, fake: Fake) -> Connection:
    return connections.named(project, "fake", "detector")


@pytest.fixture
def image(project: Project) -> Image:
    return images.add_image(project=project, data=jpeg(24, 16, seed=3), name="p.jpg")


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.owner)


def try_it(lead: APIClient, connection: Connection, image: Image, **more: Any) -> dict[str, Any]:
    """Start a trial, do the worker's part, and return what the lead sees then."""
    base = f"/api/v1/projects/{connection.project_id}"
    answer = lead.post(
        f"{base}/connections/{connection.pk}/try", {"image": image.pk, **more}, format="json"
    )
    assert answer.status_code == 201, answer.content
    assert answer.json()["result"] is None
    job_services.run(answer.json()["job"]["id"])
    shown: dict[str, Any] = lead.get(f"{base}/trials/{answer.json()['id']}").json()
    assert shown["job"]["state"] == "succeeded"
    return shown


def test_a_trial_shows_boxes_and_texts_and_what_was_left_out(
    lead: APIClient, connection: Connection, image: Image, fake: Fake
) -> None:
    outside = Detection(label="ufo", box=Box(x=900, y=2, width=8, height=8))
    fake.detect = lambda _: [TREE, outside]
    shown = try_it(lead, connection, image)
    result = shown["result"]
    assert result["detections"] == [
        {"label": "tree", "box": {"x": 2, "y": 2, "width": 8, "height": 8}, "score": 1}
    ]
    assert result["dropped"] == [{"reason": "outside_image", "label": "ufo"}]
    assert result["caption"] == "A tall tree."
    assert result["crops"] == [{"label": "tree", "text": "A tall tree."}]
    assert [each["backend"] for each in result["provenance"]] == ["fake"] * 3
    assert result["problem"] is None
    assert (shown["version"]["label"], shown["image"]["id"]) == ("M0", image.pk)


def test_a_trial_is_no_seed(lead: APIClient, connection: Connection, image: Image) -> None:
    try_it(lead, connection, image)
    assert Annotation.objects.count() == 0


def test_a_failure_is_told_and_what_came_before_it_is_shown(
    lead: APIClient, connection: Connection, image: Image, fake: Fake
) -> None:
    def fail(_: Pixels) -> str:
        raise BackendError("The server is out of memory.")

    fake.caption = fail
    result = try_it(lead, connection, image)["result"]
    assert result["problem"]["message"] == "The server is out of memory."
    assert (len(result["detections"]), result["caption"]) == (1, None)


def test_a_fault_of_a_back_end_is_no_fault_of_the_worker(
    lead: APIClient, connection: Connection, image: Image, fake: Fake
) -> None:
    fake.detect = lambda _: [][1]
    assert "IndexError" in try_it(lead, connection, image)["result"]["problem"]["message"]


def test_any_version_can_be_tried(lead: APIClient, connection: Connection, image: Image) -> None:
    base = connections.serving(connection)
    new = versions.add(connection=connection, source="training", settings={}, base=base)
    shown = try_it(lead, connection, image, version=new.pk)
    assert shown["version"]["label"] == "M1"


def test_images_and_versions_of_other_projects_are_unknown(
    lead: APIClient, connection: Connection, image: Image, new_project: NewProject
) -> None:
    other = new_project(name="Another")
    theirs = images.add_image(project=other, data=jpeg(24, 16, seed=4), name="q.jpg")
    foreign = connections.serving(connections.named(other, "fake", "detector"))
    address = f"/api/v1/projects/{connection.project_id}/connections/{connection.pk}/try"
    unknown = [{"image": pk} for pk in (theirs.pk, 0, 10**30)]
    unknown += [{"image": image.pk, "version": pk} for pk in (foreign.pk, 0, 10**30)]
    for body in unknown:
        assert lead.post(address, body, format="json").status_code == 422
    assert Trial.objects.count() == 0


def test_only_the_newest_trials_are_kept(
    connection: Connection, image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "KEPT", 2)
    version = connections.serving(connection)
    made = [trials.start(version=version, image_id=image.pk, actor=None) for _ in range(4)]
    assert list(Trial.objects.order_by("pk")) == made[2:]
    forgotten = made[0].job
    assert forgotten is not None
    job_services.run(forgotten.pk)
    forgotten.refresh_from_db()
    assert forgotten.state == "succeeded"
