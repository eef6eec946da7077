"""Blind means blind: nothing that an annotator receives tells rounds 1, 2 and 3 apart."""

import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection

from annotate.images import storage
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.projects.services import update_project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Sample
from annotate.workflow.services.external import Finished, record_finished
from tests.conftest import Cast, Clock, NewProject, add_image, client_of
from tests.images import pictures
from tests.promises.guessing import Row, features, telling
from tests.workflow.acts import thing

pytestmark = [pytest.mark.django_db, pytest.mark.once]

TASKS = 300
ROUNDS = (1, 2, 3)
SENTENCE = "A red kite flies above the old harbour while two small boats wait near a green tree"
WORDS = tuple(SENTENCE.split())


@dataclass(frozen=True)
class Told:
    """What the annotators were told of each task, and which round it was of."""

    rows: list[Row]
    rounds: list[int]


def text_of(chance: random.Random) -> str:
    """A text as long and as good in every round: what a text says cannot be hidden."""
    return " ".join(chance.choices(WORDS, k=chance.randint(10, 40))) + "."


def objects_of(chance: random.Random, names: str) -> list[dict[str, Any]]:
    count = chance.randint(2, 5)
    return [thing(f"{names}{number}", label=chance.choice(WORDS)) for number in range(count)]


def finish(
    project: Project, user: User, time: Clock, stage: str, values: list[tuple[Sample, Any]]
) -> None:
    """Somebody has done a round of these samples before."""
    at = time.forward(minutes=5)
    done = [
        Finished(sample=sample, value=value, started_at=at - timedelta(minutes=3), ended_at=at)
        for sample, value in values
    ]
    for start in range(0, len(done), 50):
        record_finished(
            project=project,
            stage_key=stage,
            annotator=user,
            started_at=at - timedelta(minutes=3),
            ended_at=at,
            answers=done[start : start + 50],
            source="",
        )


def people_of(project: Project, number: int, name: str = "person") -> list[User]:
    users = [User.objects.create(username=f"{name}{i}", password="!") for i in range(number)]
    for user in users:
        Membership.objects.create(project=project, user=user, role="annotator")
    return users


def samples_of(project: Project, number: int) -> list[Sample]:
    added = [add_image(project) for _ in range(number)]
    for image in added:
        pixels = ContentFile(pictures.jpeg(16, 12))
        default_storage.save(storage.copy(image.sha256, "thumb"), pixels)
    return services.add_samples(project=project, image_ids=[image.pk for image in added])


def in_full_swing(project: Project, cast: Cast, time: Clock, tasks: int) -> None:
    """As many samples before their first, second and third round, in no order."""
    chance = random.Random(3)
    samples = samples_of(project, tasks)
    for sample in samples:
        # As imports have them, with ids of their own making.
        for stage, value in (
            ("objects", {"objects": objects_of(chance, "m")}),
            ("description", {"text": text_of(chance)}),
        ):
            services.add_seed(
                project=project, sample=sample, stage_key=stage, value=value, producer="model 1"
            )
    services.open_samples(project=project, samples=samples)
    some = [(sample, {"objects": _corrected(sample, chance)}) for sample in samples]
    finish(project, cast.owner, time, "objects", some)
    waiting = list(samples)
    chance.shuffle(waiting)
    for user, before in ((cast.lead, tasks // 3), (cast.reviewer, 2 * tasks // 3)):
        texts = [(sample, {"text": text_of(chance)}) for sample in waiting[before:]]
        finish(project, user, time, "description", texts)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Made for tables that were all but empty, and never counted inside this transaction.
            cursor.execute("DISCARD PLANS")


def _corrected(sample: Sample, chance: random.Random) -> list[dict[str, Any]]:
    """A person leaves some of the model's objects and adds some, in no order."""
    seed = Annotation.objects.get(sample=sample, stage_key="objects")
    kept = [item | {"derived_from": [item["id"]]} for item in seed.value["objects"][1:]]
    objects = [*kept, *objects_of(chance, "n")]
    chance.shuffle(objects)
    return objects


def told_of_one(
    project: Project, user: User, time: Clock, chance: random.Random
) -> tuple[int, Row]:
    """One task from the claim to the submission: all that comes with it."""
    client = client_of(user)
    row: Row = {}

    def note(name: str, answer: Any) -> Any:
        assert answer.status_code == 200, (name, answer.content)
        for header, value in answer.headers.items():
            row.update(features(f"{name} header {header}", value, time.at))
        row[f"{name} headers"] = " ".join(answer.headers)
        if answer.streaming:
            row[f"{name} size"] = float(sum(map(len, answer.streaming_content)))
            return None
        row[f"{name} size"] = float(len(answer.content))
        body = answer.json()
        row.update(features(name, body, time.at))
        return body

    path = f"/api/v1/projects/{project.pk}/claim"
    held = note("claim", client.post(path, {}, format="json"))["assignment"]
    one = f"/api/v1/assignments/{held['id']}"
    note("assignment", client.get(one))
    note("work", client.get("/api/v1/work"))
    note("image", client.get(f"/api/v1/images/{held['image']['id']}"))
    note("pixels", client.get(held["image"]["urls"]["thumb"]))
    note("tiles", client.get(f"/api/v1/images/{held['image']['id']}/tiles"))
    answer = {"text": text_of(chance)}
    draft = {"version": 0, "answer": answer, "active_seconds": 1}
    note("draft", client.put(f"{one}/draft", draft, format="json"))
    note("check", client.post(f"{one}/check", {"answer": held["start"]}, format="json"))
    note("labels", client.get(f"{one}/labels"))
    key = str(uuid.UUID(int=chance.getrandbits(128), version=4))
    submission = {"key": key, "answer": answer, "active_seconds": 2}
    note("submit", client.post(f"{one}/submit", submission, format="json"))
    return Assignment.objects.get(pk=held["id"]).task.index, row


def work_through(project: Project, time: Clock, tasks: int, **stage: bool) -> Told:
    chance = random.Random(5)
    users = people_of(project, 6)
    # Whatever is handed in ends its stage: the mixture of rounds stays as it is.
    settings = {"rounds": {"description": 1}, "stages": {"description": stage}}
    update_project(project=project, actor=project.created_by, changes={"settings": settings})
    project = Project.objects.get(pk=project.pk)
    told = Told([], [])
    for number in range(tasks):
        time.forward(seconds=chance.randint(20, 300))
        which, row = told_of_one(project, users[number % len(users)], time, chance)
        told.rounds.append(which)
        told.rows.append(row)
    return told


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(early_stopping=False)


@pytest.mark.long
def test_nothing_an_annotator_receives_tells_the_round(
    project: Project, people: Cast, time: Clock
) -> None:
    in_full_swing(project, people, time, TASKS)
    told = work_through(project, time, TASKS)
    assert {told.rounds.count(which) for which in ROUNDS} == {TASKS // 3}
    assert telling(told.rows, told.rounds) == {}


def test_earlier_texts_beside_it_tell_the_round_where_a_lead_wants_them(
    project: Project, people: Cast, time: Clock
) -> None:
    """What the setting says it gives away, and the proof that the guesser can find something."""
    in_full_swing(project, people, time, 60)
    told = work_through(project, time, 60, earlier_texts=True)
    found = telling(told.rows, told.rounds)
    assert {"claim.assignment.texts size", "assignment.texts size"} <= set(found)


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_the_guesser_finds_what_tells_only_some_of_the_rounds(share: float) -> None:
    chance = random.Random(11)
    rounds = [chance.choice(ROUNDS) for _ in range(TASKS)]
    rows: Sequence[Row] = [
        {
            "leak": float(which if chance.random() < share else chance.choice(ROUNDS)),
            "noise": chance.random(),
        }
        for which in rounds
    ]
    assert set(telling(rows, rounds)) == {"leak"}


def test_no_id_tells_a_model_s_object_from_a_person_s(
    project: Project, people: Cast, time: Clock
) -> None:
    in_full_swing(project, people, time, 60)
    rows: list[Row] = []
    makers: list[int] = []
    for user in people_of(project, 60):
        held = client_of(user).post(f"/api/v1/projects/{project.pk}/claim", {}, format="json")
        body = held.json()["assignment"]
        stored = Annotation.objects.filter(sample__image=body["image"]["id"], stage_key="objects")
        newest = stored.order_by("-pk")[0].value["objects"]
        for shown, known in zip(body["objects"], newest, strict=True):
            rows.append(features("object", shown, time.at))
            makers.append(1 if known["id"].startswith("m") else 2)
    assert {makers.count(1) > 50, makers.count(2) > 50} == {True}
    assert telling(rows, makers) == {}


def test_ids_of_tasks_do_not_rise_with_time(project: Project, people: Cast) -> None:
    """Later rounds come later: a number that grew would tell them from first ones."""
    services.open_samples(project=project, samples=samples_of(project, 60))
    ids = []
    for _ in range(60):
        claimed = services.claim(project=project, annotator=people.ada)
        assert claimed.assignment is not None
        ids.append(claimed.assignment.pk)
        services.skip(
            assignment=claimed.assignment, actor=people.ada, reason="other", comment="Too dark."
        )
    assert all(0 < number < 2**53 for number in ids), "browsers read greater ones wrong"
    rising = sum(a < b for a, b in pairwise(ids))
    # By chance 29.5 +- 2.3 of 59; more than 48 one time in 10**15.
    assert 11 < rising < 48
