"""What may wait for leads, put in place by hand."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from annotate.core.jobs.models import Job
from annotate.crowd.models import Channel, Delivery, Participation, Payment
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.quality.models import Flag
from annotate.workflow.models import Annotation, Assignment, Sample, Task
from tests.conftest import client_of

EXPORT, IMPORT = "exchange.export", "exchange.import"


def home(user: User) -> dict[str, Any]:
    """Return the home of somebody, as it is answered."""
    answer = client_of(user).get("/api/v1/home")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def needs(user: User) -> list[tuple[str, str, int]]:
    """Return what needs somebody: kind, project and number, in order."""
    return [
        (need["kind"], (need["project"] or {}).get("name", ""), need["count"])
        for need in home(user)["needs"]
    ]


def kinds(user: User) -> list[str]:
    return [kind for kind, _, _ in needs(user)]


def projects(user: User, **params: Any) -> dict[str, Any]:
    answer = client_of(user).get("/api/v1/home/projects", params)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def failed_job(project: Project, at: datetime, name: str = EXPORT, **more: Any) -> Job:
    return Job.objects.create(
        name=name, scope=project.scope, state=Job.State.FAILED, finished_at=at, **more
    )


def answered(sample: Sample, user: User, at: datetime, *, skipped: bool = False) -> Assignment:
    """Put down that somebody gave an answer to a sample, or skipped it."""
    task = Task.objects.get(sample=sample, index=1)
    answer = None if skipped else _answer(task, user)
    state = Assignment.State.SKIPPED if skipped else Assignment.State.SUBMITTED
    return Assignment.objects.create(
        project_id=task.project_id,
        task=task,
        sample=sample,
        annotator=user,
        exclusion_group=task.exclusion_group,
        state=state,
        lease_expires_at=at,
        ended_at=at,
        answer=answer,
        submit_key=uuid4(),
    )


def _answer(task: Task, user: User) -> Annotation:
    return Annotation.objects.create(
        project_id=task.project_id,
        sample_id=task.sample_id,
        stage_key=task.stage_key,
        index=1,
        kind="objects.v1",
        origin="person",
        author=user,
        value={"objects": []},
    )


def flag(work: Assignment, code: str, at: datetime, state: str = Flag.State.OPEN) -> Flag:
    return Flag.objects.create(
        project_id=work.project_id,
        assignment=work,
        annotation=work.answer,
        annotator=work.annotator,
        stage_key="objects",
        code=code,
        state=state,
        numbers={},
        created_at=at,
    )


def payment(project: Project, lead: User, work: Assignment, at: datetime) -> Payment:
    """Put down what a visit has earned, in a project that takes in nobody any more."""
    channel = Channel.objects.create(
        project=project,
        name="Links",
        adapter="link",
        slug=f"links-{project.pk}",
        state=Channel.State.CLOSED,
        created_by=lead,
    )
    visit = Participation.objects.create(channel=channel, user=work.annotator)
    delivery = Delivery.objects.create(participation=visit, assignment=work)
    return Payment.objects.create(
        project=project, delivery=delivery, base=1, currency="EUR", created_at=at
    )


def enough_people(project: Project, number: int) -> None:
    """Bring in annotators until so many can work."""
    there = Membership.objects.filter(
        project=project, role=Role.ANNOTATOR, is_blocked=False
    ).count()
    start = User.objects.count()
    made = [User.objects.create(username=f"more{start + at}") for at in range(number - there)]
    Membership.objects.bulk_create(
        Membership(project=project, user=user, role=Role.ANNOTATOR) for user in made
    )
