"""What people are told about jobs and workers."""

from dataclasses import dataclass
from datetime import datetime

from annotate.core import clock
from annotate.core.jobs import registry, schemas
from annotate.core.jobs.models import Job, WorkerBeat
from annotate.core.jobs.services import WORKER_ALIVE
from annotate.core.schemas import Notice


@dataclass(frozen=True)
class Workers:
    """How many workers were seen in the last half minute, and when the last one was."""

    alive: int
    last_seen: datetime | None


def workers() -> Workers:
    """Count the workers that are alive by their heartbeats in the database."""
    seen = list(WorkerBeat.objects.order_by("-seen_at").values_list("seen_at", flat=True)[:100])
    limit = clock.now() - WORKER_ALIVE
    return Workers(alive=sum(at >= limit for at in seen), last_seen=seen[0] if seen else None)


def title(name: str) -> str:
    """Return what a job is called for people; a name no longer known is shown as it is."""
    return registry.resolve(name).title if name in registry.names() else name


def job_of(job: Job, *, worker_alive: bool) -> schemas.Job:
    return schemas.Job(
        id=job.pk,
        name=job.name,
        title=title(job.name),
        state=Job.State(job.state),
        done=job.done,
        total=job.total,
        note=Notice.restored(job.note),
        error=schemas.JobError.of_row(job.error) if job.error else None,
        attempts=job.attempts,
        created_at=job.created_at,
        started_at=job.started_at,
        finished_at=job.finished_at,
        worker_alive=worker_alive,
    )
