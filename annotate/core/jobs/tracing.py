"""A job as the trace of its message tells it."""

from typing import Any

from annotate.core import clock, traces
from annotate.core.jobs.models import Job
from annotate.core.jobs.registry import Progress, resolve


def carry_out(job: Job, progress: Progress) -> dict[str, Any] | None:
    """Run the handler of a job; what ends it early, to be cancelled among it, is told by its type.

    Raises:
        RuntimeError: it is a job in parts, which is never queued itself.
    """
    _tell(job)
    handler = resolve(job.name).run
    try:
        if handler is None:
            raise RuntimeError("A job in parts is never queued itself.")
        return handler(job.payload, progress)
    except Exception as fault:
        traces.failed(fault)
        raise


def _tell(job: Job) -> None:
    waited = (job.started_at or clock.now()) - job.queued_at
    traces.note(
        name=f"job {job.name}",
        job_kind=job.name,
        job_id=job.pk,
        project_id=_project(job.scope),
        attempt=job.attempts,
        waited_ms=round(waited.total_seconds() * 1000),
    )


def _project(scope: str) -> int | None:
    """The project of "project/12"; None of other scopes.

    >>> _project("project/12"), _project("installation")
    (12, None)
    """
    kind, _, number = scope.partition("/")
    return int(number) if kind == "project" and number.isdecimal() else None
