"""What leads do about payments, said briefly."""

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.crowd import schemas
from annotate.crowd.models import Participation, Payment
from annotate.crowd.services import payments
from annotate.projects.models import Project
from annotate.workflow.models import Assignment
from tests.conftest import Cast


def judge(visit: Participation, *verdicts: str) -> None:
    """Give the answers of a visit these verdicts, in order."""
    made = Assignment.objects.filter(annotator=visit.user).order_by("started_at", "position", "pk")
    for assignment, verdict in zip(made, verdicts, strict=True):
        Assignment.objects.filter(pk=assignment.pk).update(verdict=verdict)


def compute(work: Project, people: Cast) -> schemas.Computed:
    return payments.compute(project=work, actor=people.owner)


def approved(work: Project, people: Cast) -> list[int]:
    """Compute and approve everything; return the ids."""
    compute(work, people)
    ids = list(Payment.objects.filter(state="computed").values_list("pk", flat=True))
    payments.approve(project=work, actor=people.owner, ids=ids)
    return ids


def send(work: Project, people: Cast, ids: list[int]) -> Job:
    """Send as a lead and a worker would."""
    job = payments.start_sending(project=work, actor=people.owner, ids=ids)
    job_services.run(job.pk)
    job.refresh_from_db()
    return job


def only() -> Payment:
    return Payment.objects.get()
