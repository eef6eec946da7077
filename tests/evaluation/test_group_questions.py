"""Asking people of the largest person in an image: one at a time, blind to what others say."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.evaluation.group_models import GroupAnswer, GroupReading, GroupScheme
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Batch, BatchBlock, Sample
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.evaluation.groups_scene import DARKER, LIGHTER, said, scheme_in
from tests.workflow.acts import mark, thing, use_recipe

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


@pytest.fixture
def scheme(project: Project, time: Clock) -> GroupScheme:
    return scheme_in(project)


def has_read(scheme: GroupScheme, *users: User) -> None:
    for user in users:
        GroupReading.objects.create(scheme=scheme, person=user, version=scheme.guideline_version)


def ask(project: Project, user: User) -> Json:
    answer = client_of(user).post(f"/api/v1/projects/{project.pk}/groups/next")
    assert answer.status_code == 200, answer.json()
    asked: Json = answer.json()
    return asked


def answer(client: APIClient, asked: Json, value: str | None) -> Any:
    address = f"/api/v1/group-questions/{asked['question']['id']}/answer"
    return client.post(address, {"value": value}, format="json")


def image_of(asked: Json) -> int:
    return int(asked["question"]["image"]["urls"]["thumb"].split("/")[4])


def test_no_question_comes_before_the_guideline_is_read(scheme: GroupScheme, people: Cast) -> None:
    add_samples(scheme.project, 1)
    asked = ask(scheme.project, people.ada)
    assert (asked["has_read"], asked["question"]) == (False, None)
    client, base = client_of(people.ada), f"/api/v1/projects/{scheme.project.pk}/groups"
    read = client.post(f"{base}/guideline", {"version": 1}, format="json")
    assert read.status_code == 204
    asked = ask(scheme.project, people.ada)
    assert asked["has_read"]
    assert asked["question"]
    GroupScheme.objects.update(guideline="Say it otherwise.", guideline_version=2)
    assert answer(client, asked, LIGHTER).json()["error"]["code"] == "groups_guideline_changed"
    assert ask(scheme.project, people.ada)["question"] is None


def test_everybody_says_each_thing_once_until_enough_have(
    scheme: GroupScheme, people: Cast
) -> None:
    GroupScheme.objects.update(per_image=2)
    add_samples(scheme.project, 3)
    for user in (people.ada, people.ben, people.cleo):
        has_read(scheme, user)
        while (asked := ask(scheme.project, user))["question"]:
            assert answer(client_of(user), asked, LIGHTER).status_code == 204
    by_sample = [GroupAnswer.objects.filter(sample=row).count() for row in Sample.objects.all()]
    assert by_sample == [2, 2, 2]
    assert ask(scheme.project, people.cleo)["left"] == 0


def test_what_others_said_changes_nothing_of_what_somebody_is_told(
    scheme: GroupScheme, people: Cast
) -> None:
    samples = add_samples(scheme.project, 4)
    has_read(scheme, people.ada)
    before = ask(scheme.project, people.ada)
    for values in ((LIGHTER, DARKER), (DARKER, DARKER), (LIGHTER, "")):
        GroupAnswer.objects.exclude(person=people.ada).delete()
        for sample in samples:
            said(scheme, sample, ben=(people.ben, values[0]), cleo=(people.cleo, values[1]))
        assert ask(scheme.project, people.ada) == before


def test_only_the_pixels_of_an_image_are_shown(scheme: GroupScheme, people: Cast) -> None:
    add_samples(scheme.project, 1)
    has_read(scheme, people.ada)
    question = ask(scheme.project, people.ada)["question"]
    assert set(question) == {"id", "image", "box"}
    assert set(question["image"]) == {"width", "height", "urls"}, "a name may say who somebody is"


def test_who_passes_an_image_on_is_not_asked_about_it_again(
    scheme: GroupScheme, people: Cast
) -> None:
    add_samples(scheme.project, 2)
    has_read(scheme, people.ada)
    first = ask(scheme.project, people.ada)
    skip = f"/api/v1/group-questions/{first['question']['id']}/skip"
    assert client_of(people.ada).post(skip).status_code == 204
    second = ask(scheme.project, people.ada)
    assert image_of(second) != image_of(first)
    answer(client_of(people.ada), second, None)
    asked = ask(scheme.project, people.ada)
    assert (asked["question"], asked["answered"]) == (None, 1)


def test_an_answer_is_one_of_the_values_or_none(scheme: GroupScheme, people: Cast) -> None:
    add_samples(scheme.project, 1)
    has_read(scheme, people.ada)
    asked = ask(scheme.project, people.ada)
    refused = answer(client_of(people.ada), asked, "Green")
    assert refused.status_code == 422
    assert refused.json()["error"]["fields"][0]["path"] == "value"
    assert answer(client_of(people.ada), asked, None).status_code == 204
    assert answer(client_of(people.ada), asked, None).status_code == 404, "it was said already"


def test_nobody_answers_in_anothers_name(scheme: GroupScheme, people: Cast) -> None:
    add_samples(scheme.project, 1)
    has_read(scheme, people.ada, people.ben)
    asked = ask(scheme.project, people.ada)
    for user in (people.ben, people.lead, people.stranger):
        assert answer(client_of(user), asked, LIGHTER).status_code == 404


def test_images_of_a_file_are_asked_of_nobody(scheme: GroupScheme, people: Cast) -> None:
    [sample] = add_samples(scheme.project, 1)
    GroupAnswer.objects.create(scheme=scheme, sample=sample, source="Zhao", state="answered")
    has_read(scheme, people.ada)
    assert ask(scheme.project, people.ada)["question"] is None


def test_a_batch_that_is_kept_from_somebody_is_not_asked_of_them(
    scheme: GroupScheme, people: Cast
) -> None:
    [sample] = add_samples(scheme.project, 1)
    batch = Batch.objects.create(project=scheme.project, number=1, created_by=people.owner)
    Sample.objects.filter(pk=sample.pk).update(batch=batch)
    has_read(scheme, people.ada, people.ben)
    assert ask(scheme.project, people.ada)["question"]
    BatchBlock.objects.create(batch=batch, user=people.ada)
    assert ask(scheme.project, people.ada)["question"] is None
    assert ask(scheme.project, people.ben)["question"]


def test_who_lets_half_an_hour_pass_makes_room_for_others(
    scheme: GroupScheme, people: Cast, time: Clock
) -> None:
    GroupScheme.objects.update(per_image=1)
    add_samples(scheme.project, 1)
    has_read(scheme, people.ada, people.ben)
    asked = ask(scheme.project, people.ada)
    assert ask(scheme.project, people.ben)["question"] is None
    time.forward(minutes=31)
    assert ask(scheme.project, people.ben)["question"]
    late = answer(client_of(people.ada), asked, LIGHTER)
    assert late.json()["error"]["code"] == "groups_question_over"


@pytest.mark.parametrize("state", ["paused", "archived"])
def test_a_project_that_rests_asks_nobody(scheme: GroupScheme, people: Cast, state: str) -> None:
    has_read(scheme, people.ada)
    Project.objects.filter(pk=scheme.project.pk).update(state=state)
    client = client_of(people.ada)
    refused = client.post(f"/api/v1/projects/{scheme.project.pk}/groups/next")
    assert refused.json()["error"]["code"] == "groups_paused"
    assert client.get("/api/v1/group-questions").json() == []


def test_whoever_has_to_do_something_before_work_is_asked_nothing_yet(
    people: Cast, new_project: Any
) -> None:
    project = new_project(guidelines_required=True)
    scheme_in(project)
    client = client_of(people.ada)
    refused = client.post(f"/api/v1/projects/{project.pk}/groups/next")
    assert refused.json()["error"]["code"] == "groups_after_entry"
    assert client.get("/api/v1/group-questions").json() == []
    client.post(f"/api/v1/projects/{project.pk}/guidelines/read", {}, format="json")
    assert [row["name"] for row in client.get("/api/v1/group-questions").json()] == ["Skin tone"]


def test_the_box_is_that_of_the_largest_person_once_nobody_marks_any_more(
    project: Project, people: Cast, time: Clock
) -> None:
    scheme = scheme_in(project)
    use_recipe(project, {"key": "objects", "kind": "objects.v1", "rounds": 1})
    add_samples(project, 1)
    has_read(scheme, people.cleo)
    assert ask(project, people.cleo)["question"]["box"] is None
    small = {"x": 1, "y": 1, "width": 20, "height": 20}
    large = {"x": 30, "y": 5, "width": 60, "height": 90}
    tree = {"x": 0, "y": 0, "width": 200, "height": 200}
    mark(
        project,
        people.ada,
        thing("t1", box=tree),
        thing("p1", label="boy", box=small),
        thing("p2", label="woman in red", box=large),
    )
    assert ask(project, people.cleo)["question"]["box"] == large


def test_a_person_of_the_seed_that_people_took_out_is_not_drawn(
    project: Project, people: Cast
) -> None:
    scheme = scheme_in(project)
    use_recipe(project, {"key": "objects", "kind": "objects.v1", "rounds": 1})
    [sample] = add_samples(project, 1)
    has_read(scheme, people.ben, people.cleo)
    seen = {"x": 30, "y": 5, "width": 60, "height": 90}
    Annotation.objects.create(
        project=project,
        sample=sample,
        stage_key="objects",
        kind="objects.v1",
        index=0,
        origin=Annotation.Origin.MODEL,
        value={"objects": [thing("p1", label="person", box=seen)]},
    )
    assert ask(project, people.ben)["question"]["box"] == seen
    mark(project, people.ada, thing("t1"))
    assert ask(project, people.cleo)["question"]["box"] is None
