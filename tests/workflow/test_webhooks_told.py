"""Endpoints are told of what people do: each act of the work is one event, for those who ask."""

import json
from typing import Any

import pytest

from annotate.projects.models import Project, WebhookDelivery
from annotate.projects.services import change_member, webhooks
from annotate.projects.webhook_events import EventType
from annotate.workflow import services
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, NewProject, add_samples
from tests.workflow.acts import describe, use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample(project: Project) -> Sample:
    use_recipe(project, {"key": "description", "rounds": 1})
    return add_samples(project, 1)[0]


def listen(project: Project, people: Cast, *events: EventType) -> None:
    address = "https://receiver.example/told"
    webhooks.make(project=project, actor=people.owner, url=address, events=events)


def told() -> list[tuple[str, dict[str, Any]]]:
    rows = WebhookDelivery.objects.order_by("pk").values_list("type", "body")
    return [(event, json.loads(body)["data"]) for event, body in rows]


def test_an_answer_its_verdict_and_the_end_of_its_sample_are_told_without_names(
    people: Cast, project: Project, sample: Sample
) -> None:
    listen(project, people)
    held = describe(project, people.ada, "A tree stands in a field.")
    answer = Annotation.objects.get(assignment=held)
    services.set_verdict(annotation=answer, verdict="approved", actor=people.lead)
    of = {"project": project.pk}
    # All of one transaction: what ends with an answer may be written before the answer.
    assert sorted(told(), key=lambda event: event[0]) == [
        (
            "annotation.reviewed",
            of | {"annotation": answer.pk, "verdict": "approved"},
        ),
        (
            "annotation.submitted",
            of | {"annotation": answer.pk, "sample": sample.pk, "stage": "description"},
        ),
        ("sample.finished", of | {"sample": sample.pk}),
    ]
    bodies = "".join(WebhookDelivery.objects.values_list("body", flat=True))
    assert people.ada.username not in bodies


def test_a_withdrawn_image_is_told(people: Cast, project: Project, sample: Sample) -> None:
    listen(project, people)
    services.withdraw_sample(sample=sample, actor=people.lead, reason="A passport.")
    assert told() == [("image.withdrawn", {"project": project.pk, "sample": sample.pk})]


def test_an_endpoint_is_told_what_it_asked_for_and_another_project_s_nothing(
    people: Cast, project: Project, sample: Sample, new_project: NewProject
) -> None:
    listen(project, people, "sample.finished")
    listen(new_project(), people)
    describe(project, people.ada, "A tree stands in a field.")
    assert [event for event, _ in told()] == ["sample.finished"]


def test_batches_and_who_may_work_again_are_told(
    people: Cast, project: Project, sample: Sample
) -> None:
    listen(project, people)
    batch = services.make_batch(project=project, actor=people.lead, size=1)
    services.close_batch(batch=batch, actor=people.lead)
    services.open_batch(batch=batch, actor=people.lead)
    membership = project.memberships.select_related("project").get(user=people.ada)
    for is_blocked in (True, False):
        change_member(membership=membership, actor=people.lead, role=None, is_blocked=is_blocked)
    of_batch = {"project": project.pk, "batch": batch.pk}
    of_member = {"project": project.pk, "member": membership.pk}
    assert told() == [
        ("batch.made", of_batch),
        ("batch.closed", of_batch),
        ("batch.opened", of_batch),
        ("member.blocked", of_member),
        ("member.unblocked", of_member),
    ]
