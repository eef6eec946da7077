"""Why a job does not go on: nobody is there, nothing can be sent, or others come first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.conf import settings

from annotate.core import clock
from annotate.core.jobs import registry
from annotate.core.jobs.models import Job, WorkerBeat
from annotate.messages import Message, exists

# A worker that was not heard of for so long is taken to be gone.
WORKER_ALIVE = timedelta(seconds=30)
# So many of the jobs that run are looked at.
_MOST = 200


@dataclass(frozen=True)
class Running:
    """A job that some worker is at."""

    id: int
    name: str
    scope: str
    whole_id: int | None


@dataclass(frozen=True)
class Workers:
    """Who was seen in the last half minute, by heartbeats in the database.

    They tell of the broker as well: only a worker knows whether messages reach workers.
    """

    alive: int
    last_seen: datetime | None
    names: frozenset[str] = frozenset()
    reach_broker: bool = True

    @cached_property
    def running(self) -> Sequence[Running]:
        held = Job.objects.filter(state=Job.State.RUNNING, lease_expires_at__gte=clock.now())
        rows = held.order_by("pk").values_list("pk", "name", "scope", "parent_id")[:_MOST]
        return [Running(*row) for row in rows]

    def why_waits(self, job: Job) -> Message | None:
        """Why a job that has not ended does not go on just now; None where it does."""
        if job.state not in Job.UNFINISHED:
            return None
        if not self.alive:
            return Message("job_waits_for_worker")
        if job.lease_expires_at is not None and job.state == Job.State.RUNNING:
            lost = job.worker and job.worker not in self.names
            return Message("job_lost_its_worker") if lost else None
        if any(each.whole_id == job.pk for each in self.running):
            return None
        return self._why_nobody_takes(job)

    def _why_nobody_takes(self, job: Job) -> Message | None:
        if not self.reach_broker:
            return Message("job_waits_for_broker")
        before = [each for each in self.running if _queue(each.name) == _queue(job.name)]
        # Whoever is idle takes it at once.
        if len(before) < self.alive:
            return None
        return Message("job_waits_for_turn", running=_told(before, job.scope))


def workers() -> Workers:
    """Count the workers that are alive by their heartbeats in the database."""
    seen = list(WorkerBeat.objects.order_by("-seen_at")[:100])
    limit = clock.now() - WORKER_ALIVE
    here = [each for each in seen if each.seen_at >= limit]
    return Workers(
        alive=len(here),
        last_seen=seen[0].seen_at if seen else None,
        names=frozenset(each.name for each in here),
        reach_broker=any(each.reaches_broker for each in here),
    )


def _queue(name: str) -> str:
    return settings.JOB_QUEUES.get(registry.queue_of(name), settings.CELERY_TASK_DEFAULT_QUEUE)


def _told(running: Sequence[Running], scope: str) -> list[str | Message]:
    """What runs, each once; of what belongs to others, only that it is there."""
    names = {each.name: None for each in running if each.scope == scope}
    told: list[str | Message] = [_title(name) for name in names]
    if any(each.scope != scope for each in running):
        told.append(Message("job_of_another_project"))
    return told


def _title(name: str) -> str | Message:
    code = f"job_{name.replace('.', '_')}_title"
    return Message(code) if exists(code) else name
