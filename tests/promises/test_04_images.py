"""Images are seen by those who work on them, and by nobody from the moment it is over."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.images import services as images
from annotate.images import storage
from annotate.images.models import Image
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.workflow import services
from annotate.workflow.models import Assignment, Sample
from annotate.workflow.services.release import expire_dead
from tests.conftest import Cast, Clock, client_of
from tests.images import pictures
from tests.images.large import wide
from tests.workflow.acts import claim, fresh, submit, use_recipe

pytestmark = pytest.mark.django_db

# Every address that says something of one image; of a large one the tiles besides.
ADDRESSES = ("", "/content?size=thumb", "/content?size=full", "/tiles")
TILE = "/tiles/0/0/0"
GONE = dict.fromkeys(ADDRESSES, 404)
THERE = dict.fromkeys(ADDRESSES, 200)


@dataclass(frozen=True)
class Scene:
    """A project with an image in two rounds of descriptions."""

    project: Project
    image: Image
    sample: Sample


@pytest.fixture
def scene(project: Project, time: Clock) -> Scene:
    use_recipe(project, {"key": "description", "rounds": 2})
    return with_image(project, pictures.jpeg())


def with_image(project: Project, data: bytes) -> Scene:
    image = images.add_image(project=project, data=data, name="a.jpg")
    [sample] = services.add_samples(project=project, image_ids=[image.pk])
    services.open_samples(project=project, samples=[sample])
    return Scene(project, image, sample)


def asked(user: User, image: Image, rest: str, **headers: str) -> Any:
    return read(client_of(user).get(f"/api/v1/images/{image.pk}{rest}", headers=headers))


def read(answer: Any) -> Any:
    """Read a file to its end, as a browser does, which closes it."""
    if answer.streaming:
        for _ in answer.streaming_content:
            pass
    return answer


def seen(user: User, image: Image) -> dict[str, int]:
    """By address what somebody is answered."""
    statuses = {}
    for rest in ADDRESSES:
        answer = asked(user, image, rest)
        statuses[rest] = answer.status_code
    return statuses


def block(scene: Scene, user: User) -> None:
    members = Membership.objects.filter(project=scene.project, user=user)
    members.update(is_blocked=True)


def test_nobody_who_annotates_can_go_through_the_images(scene: Scene, people: Cast) -> None:
    assert seen(people.ada, scene.image) == GONE
    answers = [asked(user, scene.image, "").json() for user in (people.ada, people.stranger)]
    assert answers[0] == answers[1], "nor learn that an image is there"


@pytest.mark.parametrize("role", ["owner", "lead", "reviewer", "admin"])
def test_who_leads_or_reviews_sees_every_image(scene: Scene, people: Cast, role: str) -> None:
    assert seen(getattr(people, role), scene.image) == THERE


def test_who_holds_an_image_sees_it(scene: Scene, people: Cast) -> None:
    claim(scene.project, people.ada)
    assert seen(people.ada, scene.image) == THERE
    assert seen(people.ben, scene.image) == GONE


def test_who_has_handed_in_may_look_back(scene: Scene, people: Cast) -> None:
    submit(claim(scene.project, people.ada), {"text": "A kite."})
    assert seen(people.ada, scene.image) == THERE


@pytest.mark.parametrize("way", ["release", "skip"])
def test_who_gives_an_image_back_sees_it_no_more(scene: Scene, people: Cast, way: str) -> None:
    held = fresh(claim(scene.project, people.ada))
    if way == "skip":
        services.skip(
            assignment=held, actor=people.ada, reason="inappropriate", comment="A passport."
        )
    else:
        services.release(assignment=held, actor=people.ada)
    assert seen(people.ada, scene.image) == GONE


def test_whose_time_ran_out_sees_it_as_long_as_they_can_go_on(
    scene: Scene, people: Cast, time: Clock
) -> None:
    claim(scene.project, people.ada)
    time.forward(minutes=31)
    expire_dead(scene.project.pk, time.at)
    assert Assignment.objects.get().state == "expired"
    assert seen(people.ada, scene.image) == THERE
    claim(scene.project, people.ben)
    assert seen(people.ada, scene.image) == GONE


@pytest.mark.parametrize("has_handed_in", [False, True])
def test_a_withdrawn_image_is_gone_at_once(scene: Scene, people: Cast, has_handed_in: bool) -> None:
    held = claim(scene.project, people.ada)
    if has_handed_in:
        submit(held, {"text": "A kite."})
    services.withdraw_sample(sample=scene.sample, actor=people.owner, reason="a passport")
    assert seen(people.ada, scene.image) == GONE
    assert seen(people.owner, scene.image) == THERE, "whoever restores it must see what it is"
    services.restore_sample(sample=fresh_sample(scene), actor=people.owner)
    assert seen(people.ada, scene.image) == THERE, "what was typed can be gone on with"


def test_of_a_withdrawn_image_no_metadata_is_left_in_the_history(
    scene: Scene, people: Cast
) -> None:
    Image.objects.filter(pk=scene.image.pk).update(metadata={"Title": "Passport of Ada"})
    held = claim(scene.project, people.ada)
    submit(held, {"text": "A kite."})
    history = f"/api/v1/history/{held.pk}"
    assert "Passport" in str(client_of(people.ada).get(history).json())
    services.withdraw_sample(sample=fresh_sample(scene), actor=people.owner, reason="private")
    for address in (history, "/api/v1/history"):
        assert "Passport" not in str(client_of(people.ada).get(address).json())


def fresh_sample(scene: Scene) -> Sample:
    return Sample.objects.select_related("image", "project").get(pk=scene.sample.pk)


@pytest.mark.parametrize("role", ["ada", "reviewer", "lead"])
@pytest.mark.parametrize("where", ["project", "platform"])
def test_whoever_is_blocked_sees_nothing_at_once(
    scene: Scene, people: Cast, role: str, where: str
) -> None:
    user = getattr(people, role)
    if role == "ada":
        claim(scene.project, user)
    assert seen(user, scene.image) == THERE
    if where == "project":
        block(scene, user)
    else:
        User.objects.filter(pk=user.pk).update(is_blocked=True)
    assert set(seen(user, scene.image).values()) <= {401, 403, 404}
    if where == "project":
        assert seen(user, scene.image) == GONE


@pytest.mark.parametrize("rest", ["/content?size=view", TILE])
def test_browsers_ask_again_and_are_told_that_nothing_changed(
    project: Project, people: Cast, rest: str
) -> None:
    use_recipe(project, {"key": "description"})
    scene = with_image(project, wide() if rest == TILE else pictures.jpeg())
    assert asked(people.ada, scene.image, rest).status_code == 404
    claim(project, people.ada)
    first = asked(people.ada, scene.image, rest)
    assert first["Cache-Control"] == "private, no-cache"
    known = {"If-None-Match": first["ETag"]}
    again = asked(people.ada, scene.image, rest, **known)
    assert (again.status_code, again.content) == (304, b"")
    services.withdraw_sample(sample=fresh_sample(scene), actor=people.owner, reason="private")
    assert asked(people.ada, scene.image, rest, **known).status_code == 404


def test_to_say_that_nothing_changed_reads_no_file(scene: Scene, people: Cast) -> None:
    claim(scene.project, people.ada)
    first = asked(people.ada, scene.image, "/content?size=view")
    default_storage.delete(storage.copy(scene.image.sha256, "view"))
    default_storage.delete(storage.original(scene.image.sha256))
    known = {"If-None-Match": first["ETag"]}
    again = asked(people.ada, scene.image, "/content?size=view", **known)
    assert again.status_code == 304


# Session (unless it is cached), user, image, membership with project; an annotator's own work.
@pytest.mark.parametrize(("role", "queries"), [("lead", 4), ("ada", 5)])
def test_to_ask_costs_the_same_few_queries(
    scene: Scene, people: Cast, role: str, queries: int
) -> None:
    claim(scene.project, people.ada)
    client = client_of(getattr(people, role))
    address = f"/api/v1/images/{scene.image.pk}/content?size=thumb"
    etag = read(client.get(address))["ETag"]
    for headers in ({}, {"If-None-Match": etag}):
        with CaptureQueriesContext(
            connection,
        ) as counted:
            answer = read(client.get(address, headers=headers))
        assert answer.status_code in (200, 304)
        assert len(counted) <= queries


def test_a_blocked_person_no_longer_reads_the_guidelines(people: Cast, project: Project) -> None:
    address = f"/api/v1/projects/{project.pk}/guidelines"
    assert client_of(people.ada).get(address).status_code == 200
    Membership.objects.filter(project=project, user=people.ada).update(is_blocked=True)
    assert client_of(people.ada).get(address).status_code == 404
