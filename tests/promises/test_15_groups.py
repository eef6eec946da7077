"""Groups are seen by nobody but in sums, and an image only while somebody is asked about it."""

import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.evaluation.group_models import GroupAnswer, GroupReading, GroupScheme
from annotate.evaluation.selectors.groups import groups_of
from annotate.images import services as images
from annotate.images.models import Image
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.workflow import services
from annotate.workflow.models import Batch, BatchBlock, Sample
from tests.conftest import Cast, Clock, client_of
from tests.evaluation.groups_scene import LIGHTER, said, scheme_in
from tests.exchange.tables import exported
from tests.images.pictures import jpeg
from tests.promises.test_04_images import GONE, THERE, seen
from tests.workflow.acts import mark, thing

pytestmark = pytest.mark.django_db


@pytest.fixture
def image(project: Project, time: Clock) -> Image:
    added = images.add_image(project=project, data=jpeg(), name="ada-lovelace.jpg")
    services.add_samples(project=project, image_ids=[added.pk])
    return added


@pytest.fixture
def scheme(project: Project, people: Cast) -> GroupScheme:
    made = scheme_in(project)
    for user in (people.ada, people.ben):
        GroupReading.objects.create(scheme=made, person=user, version=1)
    return made


def ask(project: Project, user: User) -> Any:
    return client_of(user).post(f"/api/v1/projects/{project.pk}/groups/next").json()


def test_an_image_is_seen_while_it_is_asked_about(
    scheme: GroupScheme, people: Cast, image: Image
) -> None:
    assert seen(people.ada, image) == GONE
    question = ask(scheme.project, people.ada)["question"]
    assert seen(people.ada, image) == THERE
    assert seen(people.ben, image) == GONE
    address = f"/api/v1/group-questions/{question['id']}/answer"
    client_of(people.ada).post(address, {"value": LIGHTER}, format="json")
    assert seen(people.ada, image) == GONE


def off(scene: "Scene") -> None:
    body = {
        "name": scene.scheme.name,
        "values": scene.scheme.values,
        "guideline": scene.scheme.guideline,
        "is_enabled": False,
    }
    scene.lead.put(f"{scene.base}/groups", body, format="json")


def withdrawn(scene: "Scene") -> None:
    sample = Sample.objects.select_related("project", "image").get(pk=scene.sample)
    services.withdraw_sample(sample=sample, actor=scene.owner, reason="a passport")


def batch_kept_away(scene: "Scene") -> None:
    batch = Batch.objects.create(project=scene.scheme.project, number=1, created_by=scene.owner)
    Sample.objects.filter(pk=scene.sample).update(batch=batch)
    BatchBlock.objects.create(batch=batch, user=scene.ada)


ENDS: dict[str, Callable[["Scene"], object]] = {
    "skipped": lambda scene: scene.client.post(f"/api/v1/group-questions/{scene.question}/skip"),
    "too late": lambda scene: scene.time.forward(minutes=31),
    "deleted": lambda scene: scene.lead.delete(f"{scene.base}/groups"),
    "of it deleted": lambda scene: scene.lead.delete(f"{scene.base}/groups/images/{scene.sample}"),
    "turned off": off,
    "withdrawn": withdrawn,
    "paused": lambda scene: scene.lead.patch(scene.base, {"state": "paused"}, format="json"),
    "kept away": batch_kept_away,
}


@dataclass(frozen=True)
class Scene:
    """Ada is being asked about an image."""

    scheme: GroupScheme
    sample: int
    question: int
    owner: User
    ada: User
    time: Clock

    @property
    def base(self) -> str:
        return f"/api/v1/projects/{self.scheme.project.pk}"

    @property
    def lead(self) -> APIClient:
        return client_of(self.owner)

    @property
    def client(self) -> APIClient:
        return client_of(self.ada)


@pytest.mark.parametrize("end", ENDS)
def test_the_image_is_gone_with_the_question(
    scheme: GroupScheme, people: Cast, image: Image, time: Clock, end: str
) -> None:
    question = ask(scheme.project, people.ada)["question"]["id"]
    assert seen(people.ada, image) == THERE
    sample = Sample.objects.get(image=image).pk
    ENDS[end](Scene(scheme, sample, question, people.owner, people.ada, time))
    assert seen(people.ada, image) == GONE


def test_whoever_is_blocked_is_asked_nothing_from_that_moment(
    scheme: GroupScheme, people: Cast, image: Image
) -> None:
    question = ask(scheme.project, people.ada)["question"]
    Membership.objects.filter(user=people.ada).update(is_blocked=True)
    assert seen(people.ada, image) == GONE
    address = f"/api/v1/group-questions/{question['id']}/answer"
    client = client_of(people.ada)
    assert client.post(address, {"value": LIGHTER}, format="json").status_code == 404
    assert client.get("/api/v1/group-questions").json() == []
    assert not GroupAnswer.objects.filter(state="answered").exists()


def test_no_answer_of_the_api_says_the_group_of_an_image(
    scheme: GroupScheme, people: Cast, image: Image
) -> None:
    sample = Sample.objects.get(image=image)
    GroupScheme.objects.update(values=["Zyxwv", "Other"])
    said(scheme, sample, ben=(people.ben, "Zyxwv"))
    assert groups_of(scheme.project) == {sample.pk: "Zyxwv"}
    base = f"/api/v1/projects/{scheme.project.pk}"
    for user in (people.ada, people.reviewer, people.lead):
        for address in (f"/api/v1/samples/{sample.pk}", f"{base}/samples", f"{base}/audit"):
            assert "Zyxwv" not in client_of(user).get(address).content.decode()
    for user in (people.ada, people.reviewer, people.stranger):
        assert client_of(user).get(f"{base}/groups").status_code in (403, 404)


def readable(data: bytes) -> bytes:
    """What a file says, or all files of an archive."""
    if not zipfile.is_zipfile(BytesIO(data)):
        return data
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


@pytest.mark.parametrize("name", ["csv", "iiw-jsonl"])
def test_no_export_knows_of_groups(
    scheme: GroupScheme, people: Cast, image: Image, name: str
) -> None:
    sample = Sample.objects.get(image=image)
    services.open_samples(project=scheme.project, samples=[sample])
    mark(scheme.project, people.cleo, thing(box={"x": 1, "y": 1, "width": 9, "height": 9}))
    said(scheme, sample, ben=(people.ben, "Zyxwv"))
    packed, _ = exported(scheme.project, name)
    content = readable(packed)
    assert b"ada-lovelace" in content
    assert b"Zyxwv" not in content
    assert scheme.name.encode() not in content
