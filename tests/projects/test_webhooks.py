"""Webhooks out: signed, sent again, numbered, and only where the operator lets them go."""

import base64
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from annotate.core.jobs.models import Job
from annotate.projects import services, webhook_secrets
from annotate.projects.models import Project, WebhookEndpoint
from annotate.projects.services import webhook_sending, webhooks
from tests.conftest import Cast, Clock, NewProject, client_of
from tests.crowd.stand_ins.server import Said
from tests.projects.receiving import Receiver, Told, header, is_signed


def test_an_event_is_received_once_with_its_signature(told: Told, receiver: Receiver) -> None:
    webhooks.note(told.endpoint.project, "sample.finished", {"sample": 7})
    told.send()
    told.send()
    (asked,) = receiver.asked
    assert is_signed(asked, told.secret)
    assert not is_signed(asked, "whsec_" + base64.b64encode(b"another").decode())
    assert asked.data["type"] == "sample.finished"
    assert asked.data["data"] == {"project": told.endpoint.project_id, "sample": 7}
    row = told.one()
    assert (row.state, row.number, row.status, row.attempts) == ("delivered", 1, 200, 1)


def test_a_refused_event_comes_again_after_growing_delays(
    told: Told, receiver: Receiver, time: Clock
) -> None:
    receiver.says = [Said(status=500), Said(status=503), Said()]
    webhooks.test(told.endpoint)
    waits = []
    for _ in range(3):
        told.send()
        waits.append((told.one().due_at - time.at).total_seconds())
        told.send()  # too early: nothing is sent
        time.forward(seconds=waits[-1])
    assert waits[:2] == [5, 300]
    assert len(receiver.asked) == 3
    assert len({header(asked, "webhook-id") for asked in receiver.asked}) == 1
    assert len({header(asked, "webhook-timestamp") for asked in receiver.asked}) == 3
    assert all(is_signed(asked, told.secret) for asked in receiver.asked)
    assert told.one().state == "delivered"


def test_after_the_last_attempt_it_is_given_up_and_a_lead_sends_it_again(
    told: Told, receiver: Receiver, time: Clock, settings: Settings, people: Cast
) -> None:
    settings.WEBHOOK_RETRY_SECONDS = [5]
    receiver.says = [Said(status=500), Said(status=500)]
    webhooks.test(told.endpoint)
    for _ in range(3):
        told.send()
        time.forward(hours=1)
    row = told.one()
    assert (row.state, row.attempts, row.status) == ("given_up", 2, 500)
    base = f"/api/v1/projects/{told.endpoint.project_id}/webhooks/{told.endpoint.pk}"
    again = client_of(people.lead).post(f"{base}/deliveries/{row.pk}/send")
    assert (again.status_code, again.json()["state"]) == (200, "pending")
    told.send()
    assert (told.one().state, told.one().number) == ("delivered", 1)
    assert len({header(asked, "webhook-id") for asked in receiver.asked}) == 1


def test_who_is_gone_is_asked_no_more(told: Told, receiver: Receiver, time: Clock) -> None:
    receiver.says = [Said(status=410)]
    project = told.endpoint.project
    webhooks.test(told.endpoint)
    told.send()
    time.forward(days=1)
    told.send()
    project.refresh_from_db()
    assert len(receiver.asked) == 1
    assert not project.has_webhooks
    assert told.one().state == "given_up"
    assert not WebhookEndpoint.objects.get().is_enabled


def test_a_redirect_is_not_followed(told: Told, receiver: Receiver) -> None:
    receiver.says = [Said(status=302, headers={"Location": receiver.address})]
    webhooks.test(told.endpoint)
    told.send()
    assert (len(receiver.asked), told.one().status, told.one().state) == (1, 302, "pending")


def test_who_hangs_up_is_tried_again(told: Told, receiver: Receiver) -> None:
    receiver.says = [Said(status=None)]
    webhooks.test(told.endpoint)
    told.send()
    row = told.one()
    assert (row.state, row.status) == ("pending", None)
    assert row.fault is not None


def test_who_is_silent_is_tried_again(
    told: Told, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_sending, "SECONDS", 0.000_001)
    webhooks.test(told.endpoint)
    told.send()
    assert (told.one().state, told.one().fault is None) == ("pending", False)


def test_a_private_address_is_refused(told: Told, receiver: Receiver, settings: Settings) -> None:
    settings.FETCH_PRIVATE_HOSTS = []
    webhooks.test(told.endpoint)
    WebhookEndpoint.objects.update(url=receiver.address.replace("http://", "https://"))
    told.send()
    assert receiver.asked == []
    fault = told.one().fault
    assert fault is not None
    assert fault["code"] == "server_not_public"


def test_a_worker_killed_before_it_noted_sends_the_same_id_again(
    told: Told, receiver: Receiver, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhooks.test(told.endpoint)
    with monkeypatch.context() as killed:

        def die(*_: Any) -> None:
            raise SystemExit

        killed.setattr(webhook_sending, "_note", die)
        with pytest.raises(SystemExit):
            told.send()
    told.send()
    assert len(receiver.asked) == 1  # the other attempt might still be under way
    time.forward(minutes=2)
    told.send()
    assert len({header(asked, "webhook-id") for asked in receiver.asked}) == 1
    assert (len(receiver.asked), told.one().state, told.one().number) == (2, "delivered", 1)


def test_deliveries_are_numbered_per_endpoint(told: Told, receiver: Receiver) -> None:
    for sample in (1, 2, 3):
        webhooks.note(told.endpoint.project, "sample.finished", {"sample": sample})
    told.send()
    rows = told.endpoint.deliveries.order_by("pk")
    assert list(rows.values_list("number", flat=True)) == [1, 2, 3]
    assert [asked.data["data"]["sample"] for asked in receiver.asked] == [1, 2, 3]


def test_a_secret_is_shown_once_and_falls_with_the_server(
    told: Told, receiver: Receiver, people: Cast
) -> None:
    client = client_of(people.lead)
    base = f"/api/v1/projects/{told.endpoint.project_id}/webhooks"
    assert [row["secret"] for row in client.get(base).json()] == [None]
    one = f"{base}/{told.endpoint.pk}"
    same = client.patch(one, {"url": f"{receiver.address}/else"}, format="json").json()
    other = client.patch(one, {"url": "https://example.org/"}, format="json").json()
    rotated = client.post(f"{one}/rotate", {}, format="json").json()
    assert same["secret"] is None
    assert len({told.secret, other["secret"], rotated["secret"]}) == 3
    stored = WebhookEndpoint.objects.get().secrets
    assert rotated["secret"] not in stored
    assert webhook_secrets.SECRETS.unseal(stored)["signing"] == rotated["secret"]


@pytest.mark.parametrize("url", ["http://example.org/", "ftp://a/", "https://u:p@a/", "https://["])
def test_an_address_that_is_never_asked_is_refused(
    project: Project, people: Cast, url: str
) -> None:
    base = f"/api/v1/projects/{project.pk}/webhooks"
    answer = client_of(people.lead).post(base, {"url": url}, format="json")
    assert (answer.status_code, WebhookEndpoint.objects.count()) == (422, 0)


def test_the_end_of_an_export_and_a_block_are_told_without_a_name(told: Told, people: Cast) -> None:
    project = told.endpoint.project
    job = Job(pk=5, name="exchange.export", scope=project.scope, state=Job.State.FAILED)
    webhooks.note_job(job)
    membership = project.memberships.select_related("project").get(user=people.ada)
    services.change_member(membership=membership, actor=people.owner, role=None, is_blocked=True)
    rows = list(told.endpoint.deliveries.order_by("pk"))
    assert [row.type for row in rows] == ["job.failed", "member.blocked"]
    assert "ada" not in rows[1].body


def test_an_endpoint_is_told_only_of_what_it_wants(told: Told) -> None:
    WebhookEndpoint.objects.update(events=["release.frozen"])
    webhooks.note(told.endpoint.project, "sample.finished", {"sample": 1})
    webhooks.note(told.endpoint.project, "release.frozen", {"release": 1})
    assert told.one().type == "release.frozen"


def test_one_job_is_started_after_the_commit(
    told: Told, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        webhooks.test(told.endpoint)
        webhooks.test(told.endpoint)
    assert Job.objects.filter(name=webhooks.DELIVER).count() == 1


def test_the_endpoint_of_another_project_is_not_found(
    told: Told, new_project: NewProject, people: Cast
) -> None:
    other = new_project(name="Other")
    client = client_of(people.lead)
    base = f"/api/v1/projects/{other.pk}/webhooks/{told.endpoint.pk}"
    assert client.get(f"{base}/deliveries").status_code == 404
    assert client.post(f"{base}/test").status_code == 404
