"""A broker that only takes messages, a handler that does as it is told, and words about jobs."""

from typing import Any

from annotate.core import jobs
from annotate.core.jobs import services
from annotate.core.jobs.models import Job


class Broker:
    """Takes messages as Celery's would, or is down."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.queues: list[str] = []
        self.countdowns: list[float | None] = []
        self.headers: list[dict[str, str]] = []
        self.down = False

    def send_task(
        self,
        name: str,
        args: list[int],
        queue: str,
        countdown: float | None,
        headers: dict[str, str],
    ) -> None:
        assert name == "core.run_job"
        if self.down:
            raise ConnectionRefusedError("no broker")
        self.sent += args
        self.queues.append(queue)
        self.countdowns.append(countdown)
        self.headers.append(headers)


class Handler:
    """Does what a test tells it to, and counts."""

    def __init__(self) -> None:
        self.runs = 0
        self.act: Any = lambda payload, progress: {"ok": True}

    def __call__(self, payload: dict[str, Any], progress: jobs.Progress) -> Any:
        self.runs += 1
        return self.act(payload, progress)


def new(**changes: Any) -> Job:
    return services.start(name="test.work", scope="project/1", payload={"n": 1}, **changes)


def fresh(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def error_of(job: Job) -> dict[str, Any]:
    error = fresh(job).error
    assert isinstance(error, dict)
    return error


def die(job: Job) -> None:
    """Leave a job as a worker does that was killed in the middle of it."""
    taken = services._take(job.pk)
    assert taken is not None
