"""What was looked at is kept with the draft and is evidence; no annotator is told of it."""

import uuid
from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, DailyStats
from annotate.workflow.services.counters import rebuild
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import thing

pytestmark = pytest.mark.django_db

SIX = [thing(f"seed{number}", label=f"thing {number}") for number in range(6)]
Task = dict[str, Any]


@pytest.fixture
def seeded(project: Project) -> Project:
    for sample in add_samples(project, 2, opened=False):
        for stage, value in (("objects", {"objects": SIX}), ("description", {"text": "A tree."})):
            services.add_seed(
                project=project, sample=sample, stage_key=stage, value=value, producer="model 1"
            )
        services.open_samples(project=project, samples=[sample])
    return project


def claim(project: Project, user: User, stage: str) -> Task:
    path = f"/api/v1/projects/{project.pk}/claim"
    answer = client_of(user).post(path, {"stage": stage}, format="json")
    task: Task = answer.json()["assignment"]
    return task


def submit(user: User, task: Task, answer: Task, **more: Any) -> dict[str, Any]:
    """Hand it in, and return what is stored of it."""
    body = {"key": str(uuid.uuid4()), "answer": answer, **more}
    path = f"/api/v1/assignments/{task['id']}/submit"
    handed = client_of(user).post(path, body, format="json")
    assert handed.status_code == 200, handed.content
    stored = Annotation.objects.get(assignment=task["id"]).measures
    return dict(stored)


def ids(task: Task) -> list[str]:
    return [item["id"] for item in task["start"]["objects"]]


def test_what_was_looked_at_is_kept_with_the_draft(seeded: Project, people: Cast) -> None:
    task = claim(seeded, people.ada, "objects")
    client, path = client_of(people.ada), f"/api/v1/assignments/{task['id']}"
    draft = {"version": 0, "answer": task["start"], "looked_at": ids(task)[:2]}
    assert client.put(f"{path}/draft", draft, format="json").status_code == 200
    assert client.get(path).json()["draft"]["looked_at"] == ids(task)[:2]
    silent = {"version": 1, "answer": task["start"]}
    assert client.put(f"{path}/draft", silent, format="json").status_code == 200
    assert client.get(path).json()["draft"]["looked_at"] == ids(task)[:2]
    # From another device, which does not know of the first two.
    other = {"version": 2, "answer": task["start"], "looked_at": ids(task)[2:3]}
    assert client.put(f"{path}/draft", other, format="json").status_code == 200
    assert set(client.get(path).json()["draft"]["looked_at"]) == set(ids(task)[:3])
    measures = submit(people.ada, task, task["start"], looked_at=ids(task)[5:])
    assert measures["looked"] == {"of": 6, "unread": 2}


def test_seeds_passed_on_unread_are_counted_and_the_others_not(
    seeded: Project, people: Cast
) -> None:
    task = claim(seeded, people.ada, "objects")
    objects = task["start"]["objects"]
    # One looked at, one edited, one removed, three passed on as they came, and a new one.
    new = thing("new1")
    edited = objects[1] | {"label": "other"}
    answer = {"objects": [objects[0], edited, *objects[3:], new]}
    measures = submit(people.ada, task, answer, looked_at=[objects[0]["id"]])
    assert measures["looked"] == {"of": 6, "unread": 3}


def test_who_says_nothing_of_what_was_looked_at_is_not_judged_by_it(
    seeded: Project, people: Cast
) -> None:
    task = claim(seeded, people.ada, "objects")
    assert "looked" not in submit(people.ada, task, task["start"])
    assert DailyStats.objects.get(annotator=people.ada).given == 0


def test_a_text_without_a_change_is_passed_on_unread(seeded: Project, people: Cast) -> None:
    for user, change in ((people.ada, ""), (people.ben, " It is tall.")):
        task = claim(seeded, people.cleo, "objects")
        submit(people.cleo, task, task["start"], looked_at=ids(task))
        task = claim(seeded, user, "description")
        submit(user, task, {"text": task["start"]["text"] + change})
    unread = dict(DailyStats.objects.values_list("annotator", "unread"))
    assert unread == {people.cleo.pk: 0, people.ada.pk: 1, people.ben.pk: 0}


def test_the_sums_are_recounted_from_the_answers(seeded: Project, people: Cast) -> None:
    for looked in (0, 4):
        task = claim(seeded, people.ada, "objects")
        submit(people.ada, task, task["start"], looked_at=ids(task)[:looked])
    names = ("looks", "given", "unread", "given_squared", "unread_squared", "given_by_unread")
    right = (2, 12, 8, 72, 40, 48)
    assert DailyStats.objects.values_list(*names).get(annotator=people.ada) == right
    DailyStats.objects.all().delete()
    rebuild.rebuild(seeded)
    assert DailyStats.objects.values_list(*names).get(annotator=people.ada) == right


@pytest.mark.parametrize("looked", [0, 6])
def test_later_annotators_receive_nothing_of_it(seeded: Project, people: Cast, looked: int) -> None:
    task = claim(seeded, people.ada, "objects")
    submit(people.ada, task, task["start"], looked_at=ids(task)[:looked])
    client = client_of(people.ben)
    held = claim(seeded, people.ben, "description")
    told = [held, client.get(f"/api/v1/assignments/{held['id']}").json()]
    assert "looked" not in str(told)
    assert "unread" not in str(told)


@pytest.mark.parametrize(
    "wrong", [["x" * 41], [7], "seed0", [""], [f"id{number}" for number in range(1001)]]
)
def test_no_more_is_kept_than_an_answer_has_parts(
    seeded: Project, people: Cast, wrong: object
) -> None:
    task = claim(seeded, people.ada, "objects")
    body = {"version": 0, "answer": task["start"], "looked_at": wrong}
    path = f"/api/v1/assignments/{task['id']}/draft"
    refused = client_of(people.ada).put(path, body, format="json")
    assert refused.status_code == 422
    assert refused.json()["error"]["fields"][0]["path"].startswith("looked_at")
