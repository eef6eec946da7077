"""Trainings, the loop and its timeline over HTTP."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate import backends
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from annotate.seeding.selectors.connections import serving
from tests.conftest import Cast, client_of
from tests.learning.acts import connect, finished, one_text, pupil, run_all, set_loop

__all__ = ["pupil"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pupil")]


@pytest.fixture
def connection(project: Project, people: Cast, pupil: backends.Backend) -> Connection:
    one_text(project)
    made = connect(project, people.lead)
    finished(project, people.ada, 6)
    return made


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.lead)


@pytest.fixture
def base(project: Project) -> str:
    return f"/api/v1/projects/{project.pk}"


def start(lead: APIClient, base: str, connection: Connection, **lessons: Any) -> dict[str, Any]:
    sent = {"connection": connection.pk, "settings": lessons}
    answer = lead.post(f"{base}/trainings", sent, format="json")
    assert answer.status_code == 201, answer.content
    told: dict[str, Any] = answer.json()
    return told


def test_a_training_is_started_and_watched_to_its_end(
    connection: Connection, lead: APIClient, base: str
) -> None:
    set_loop(connection.project, connection, is_on=False)
    told = start(lead, base, connection, steps=3)
    assert (told["state"], told["reason"], told["finished_samples"]) == ("queued", "manual", 6)
    assert told["base"]["label"] == "M0"
    assert told["created_by"]["username"] == "leo"
    run_all()
    one = lead.get(f"{base}/trainings/{told['id']}").json()
    assert (one["state"], one["version"]["label"]) == ("succeeded", "M1")
    assert one["snapshot"]["samples"] == 6
    assert one["progress"]["step"] == 3
    assert [each["id"] for each in lead.get(f"{base}/trainings").json()["results"]] == [told["id"]]
    curve = lead.get(f"{base}/trainings/{told['id']}/points?after=1").json()
    assert [point["step"] for point in curve["points"]] == [2, 3]
    assert curve["state"] == "succeeded"


def test_what_was_trained_elsewhere_is_measured_here(
    connection: Connection, lead: APIClient, base: str
) -> None:
    told = start(lead, base, connection, elsewhere=True)
    at = f"{base}/trainings/{told['id']}"
    assert lead.get(f"{at}/file").status_code == 404
    assert lead.post(f"{at}/finish", {"model": "x"}, format="json").status_code == 409
    run_all()
    assert lead.get(at).json()["state"] == "waiting"
    file = lead.get(f"{at}/file")
    assert b"".join(file.streaming_content) == b'{"messages": []}\n'  # type: ignore[attr-defined]
    wrong = lead.post(f"{at}/finish", {"model": " "}, format="json")
    assert wrong.status_code == 422
    sent = {"model": "ours:ft-1", "notes": "three epochs"}
    assert lead.post(f"{at}/finish", sent, format="json").json()["state"] == "evaluating"
    run_all()
    done = lead.get(at).json()
    assert (done["state"], done["version"]["label"]) == ("succeeded", "M1")
    version = connection.versions.get(number=1)
    assert (version.settings["model"], version.notes) == ("ours:ft-1", "three epochs")
    assert (version.snapshot_id, version.state) == (done["snapshot"]["id"], "candidate")
    assert serving(connection).label == "M0"  # nobody has set the loop up: a lead decides


def test_a_training_that_waits_can_be_cancelled(
    connection: Connection, lead: APIClient, base: str
) -> None:
    told = start(lead, base, connection, elsewhere=True)
    run_all()
    at = f"{base}/trainings/{told['id']}"
    assert lead.post(f"{at}/cancel").json()["state"] == "cancelled"
    assert lead.post(f"{at}/cancel").status_code == 409
    assert start(lead, base, connection)["state"] == "queued"


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({}, "connection"),
        ({"connection": 0}, "connection"),
        ({"settings": {"steps": 0}}, "settings.steps"),
    ],
)
def test_a_training_that_cannot_be_started_is_refused(
    connection: Connection, lead: APIClient, base: str, sent: dict[str, Any], path: str
) -> None:
    if "settings" in sent:
        sent = {"connection": connection.pk, **sent}
    answer = lead.post(f"{base}/trainings", sent, format="json")
    assert answer.status_code == 422
    assert [field["path"] for field in answer.json()["error"]["fields"]] == [path]


def test_a_step_that_is_no_number_is_refused(
    connection: Connection, lead: APIClient, base: str
) -> None:
    told = start(lead, base, connection)
    for after in ("x", "-1", "9" * 30):
        answer = lead.get(f"{base}/trainings/{told['id']}/points?after={after}")
        assert answer.status_code == 422


def test_the_loop_is_off_until_somebody_turns_it_on(
    connection: Connection, lead: APIClient, base: str
) -> None:
    off = lead.get(f"{base}/loop").json()
    assert (off["is_on"], off["state"], off["connection"]) == (False, "off", None)
    assert (off["batch_size"], off["next_at"], off["finished"]) == (1000, None, 6)
    sent = {"connection": connection.pk, "is_on": True, "batch_size": 10}
    on = lead.put(f"{base}/loop", sent, format="json").json()
    assert (on["state"], on["next_at"], on["training_run"]) == ("collecting", 10, None)
    start(lead, base, connection)
    training = lead.get(f"{base}/loop").json()
    assert (training["state"], training["counted"], training["next_at"]) == ("training", 6, 16)
    assert training["training_run"]["state"] == "queued"


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({"is_on": True}, "connection"),
        ({"batch_size": 0}, "batch_size"),
        ({"held_out_share": 0.9}, "held_out_share"),
        ({"metric": "luck"}, "metric"),
    ],
)
def test_a_loop_that_cannot_work_is_refused(
    connection: Connection, lead: APIClient, base: str, sent: dict[str, Any], path: str
) -> None:
    answer = lead.put(f"{base}/loop", sent, format="json")
    assert answer.status_code == 422
    assert [field["path"] for field in answer.json()["error"]["fields"]] == [path]
    assert lead.get(f"{base}/loop").json()["is_on"] is False


def test_the_timeline_tells_in_sentences_what_happened(
    connection: Connection, lead: APIClient, base: str
) -> None:
    sent = {"connection": connection.pk, "metric": "token_f1", "held_out_share": 0.5}
    lead.put(f"{base}/loop", sent | {"fewest_held_out": 1}, format="json")
    lead.put(f"{base}/loop", {"is_on": True}, format="json")
    start(lead, base, connection)
    run_all()
    start(lead, base, connection, failure="The disk is full.")
    run_all()
    told = lead.get(f"{base}/loop/events").json()["results"]
    sentences = [event["message"] for event in reversed(told)]
    assert sentences[:4] == [
        "Leo changed the loop: the model that learns, the figure that decides, "
        "how many held-out samples that takes, the share held out.",
        "Leo turned the loop on.",
        "Leo started training pupil on 6 samples.",
        "M1 of pupil is trained.",
    ]
    assert sentences[4].startswith("M1 takes over. token F1 rose from 0.000 to ")
    assert sentences[5:] == [
        "The loop lets M1 serve instead of M0.",
        "Leo started training pupil on 6 samples.",
        "Training pupil failed. The disk is full.",
    ]
    assert told[-1]["actor"]["username"] == "leo"
    assert told[2]["version"]["label"] == "M1"
