"""What people are told about jobs and workers."""

from annotate.core.jobs import registry, schemas
from annotate.core.jobs.models import Job
from annotate.core.jobs.waiting import Workers, workers
from annotate.core.schemas import Notice
from annotate.messages import Message, exists

__all__ = ["Workers", "called", "job_of", "title", "workers"]


def title(name: str) -> str:
    """Return what a job is called for people; a name no longer known is shown as it is."""
    return registry.resolve(name).title if name in registry.names() else name


def called(name: str) -> Message | str:
    """What a job is called: an entry of the catalogue where it has one."""
    code = f"job_{name.replace('.', '_')}_title"
    return Message(code) if exists(code) else title(name)


def job_of(job: Job, workers: Workers) -> schemas.Job:
    why = workers.why_waits(job)
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
        worker_alive=workers.alive > 0,
        waiting=Notice.of(why) if why else None,
    )
