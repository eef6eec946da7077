"""Opening many samples without seeds is a job; the request answers at once."""

from typing import Any

import pytest

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.people.models import User
from annotate.projects.models import AuditEvent, Project
from annotate.seeding.services import unseeded
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample, Task
from tests.conftest import Cast, client_of
from tests.seeding.test_runs import waiting

__all__ = ["waiting"]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three waiting samples are many."""
    monkeypatch.setattr(unseeded, "AT_ONCE", 2)
    monkeypatch.setattr(unseeded, "PIECE", 2)


def skip(project: Project, user: User) -> Any:
    return client_of(user).post(f"/api/v1/projects/{project.pk}/seeding/skip").json()


def seeding(project: Project, user: User) -> Any:
    return client_of(user).get(f"/api/v1/projects/{project.pk}/seeding").json()


def test_many_samples_are_opened_by_a_job_that_can_be_watched(
    project: Project, people: Cast, waiting: list[Sample]
) -> None:
    answer = skip(project, people.lead)
    assert (answer["opened"], answer["job"]["state"]) == (None, "queued")
    assert not Task.objects.exists()
    assert seeding(project, people.lead)["opening"]["id"] == answer["job"]["id"]
    job_services.run(answer["job"]["id"])
    job = Job.objects.get(pk=answer["job"]["id"])
    assert (job.state, job.done, job.total, job.result) == ("succeeded", 3, 3, {"opened": 3})
    assert Task.objects.filter(state=Task.State.OPEN).count() == 3
    told = seeding(project, people.lead)
    assert (told["opening"], told["counts"]["waiting"]) == (None, 0)


def test_asked_twice_it_is_one_job_and_one_entry_in_the_audit(
    project: Project, people: Cast, waiting: list[Sample]
) -> None:
    first, second = skip(project, people.lead), skip(project, people.lead)
    assert first["job"]["id"] == second["job"]["id"]
    [entry] = AuditEvent.objects.filter(project=project, verb="seeding.skipped")
    assert (entry.actor, entry.data["samples"]) == (people.lead, 3)


def test_a_job_that_was_killed_goes_on_where_it_stopped(
    project: Project, people: Cast, waiting: list[Sample], monkeypatch: pytest.MonkeyPatch
) -> None:
    job_id = skip(project, people.lead)["job"]["id"]
    plain = workflow.open_by_id
    pieces: list[int] = []

    def killed(*, sample_ids: list[int], **others: Any) -> int:
        if pieces:
            raise SystemExit
        pieces.append(len(sample_ids))
        return plain(sample_ids=sample_ids, **others)

    with monkeypatch.context() as patch:
        patch.setattr(workflow, "open_by_id", killed)
        with pytest.raises(SystemExit):
            job_services.run(job_id)
    assert Sample.objects.filter(project=project, state=Sample.State.WAITING).count() == 1
    Job.objects.filter(pk=job_id).update(state=Job.State.QUEUED, lease_expires_at=None)
    job_services.run(job_id)
    assert not Sample.objects.filter(project=project, state=Sample.State.WAITING).exists()
    assert Task.objects.count() == 3
