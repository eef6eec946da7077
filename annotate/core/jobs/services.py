"""Start, run, renew, cancel and requeue jobs."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet

from annotate.core import clock, errors
from annotate.core.jobs import hooks, registry, wholes
from annotate.core.jobs.models import Job, WorkerBeat
from annotate.core.jobs.sending import send
from annotate.core.jobs.tracing import carry_out
from annotate.core.outages import outage
from annotate.messages import Message

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=settings.JOB_LEASE_SECONDS)
# A queued job whose message the broker lost is sent again after this long.
REQUEUE_AFTER = LEASE / 3
# Under which name this process shows that it lives, where it is a worker's.
_own_name = ""


class LeaseLost(Exception):
    """Another worker holds this job now."""


class Cancelled(Exception):
    """The job was cancelled while it ran."""


def start(
    *,
    name: str,
    scope: str,
    payload: dict[str, Any],
    max_attempts: int = 3,
    wait: timedelta = timedelta(0),
    by: int | None = None,
) -> Job:
    """Write a job row and wake a worker once the surrounding transaction is committed.

    Args:
        by: the account of whoever is to hear how it ended; None where nobody waits for it.
        wait: how long it is to wait for more of its kind. From `REQUEUE_AFTER` on nobody is woken:
            workers look for what has waited so long every few seconds.
    """
    registry.resolve(name)
    job = Job.objects.create(
        name=name, scope=scope, payload=payload, max_attempts=max_attempts, started_by=by
    )
    if wait < REQUEUE_AFTER:
        send(job, wait=wait)
    return job


def forget(ended: QuerySet[Job]) -> None:
    """Delete jobs that have ended, had no parts, and whose rows nothing refers to.

    Without looking for what refers to them, which takes a statement for each of ten tables; the
    database still refuses where something does.
    """
    ended._raw_delete(ended.db)


def start_in_parts(
    *,
    name: str,
    scope: str,
    payload: dict[str, Any],
    part_name: str,
    parts: Sequence[dict[str, Any]],
    total: int,
    at_once: int | None = None,
    by: int | None = None,
) -> Job:
    """Start one job for people to watch whose parts run on any number of workers.

    Args:
        part_name: the registered handler that runs each part.
        parts: the payload of each part.
        total: how many units of work all parts report together.
        at_once: how many parts may run at the same time, where there is a limit.
        by: as in `start`.
    """
    registry.resolve(part_name)
    with transaction.atomic():
        whole = Job.objects.create(
            name=name,
            scope=scope,
            payload=payload,
            state=Job.State.RUNNING,
            total=total,
            at_once=at_once,
            started_at=clock.now(),
            started_by=by,
        )
        rows = [Job(name=part_name, scope=scope, payload=part, parent=whole) for part in parts]
        send(*Job.objects.bulk_create(rows)[:at_once])
        wholes.move_on(whole.pk)
    return whole


def run(job_id: int) -> None:
    """Run one job if it is still to be run; safe to call twice or for a finished job."""
    job = _take(job_id)
    if job is None:
        return
    progress = _JobProgress(job)
    try:
        result = carry_out(job, progress)
    except (LeaseLost, Cancelled):
        log.info("Job %s stopped: no longer ours", job_id)
    except errors.AppError as expected:
        _finish(job, state=Job.State.FAILED, error=expected.body()["error"])
    except Exception as unexpected:
        log.exception("Job %s failed", job_id)
        _fail_or_retry(job, unexpected)
    else:
        _finish(job, state=Job.State.SUCCEEDED, result=result)


def _take(job_id: int) -> Job | None:
    """Take the lease by one conditional UPDATE; None when it is not to be had."""
    limited = Job.objects.filter(parts=job_id, at_once__isnull=False).values_list("pk", flat=True)
    for whole_id in limited:
        return _take_in_turn(job_id, whole_id)
    return _take_free(job_id)


def _take_in_turn(job_id: int, whole_id: int) -> Job | None:
    """Take a part while fewer of its siblings run than may; its turn comes when one ends."""
    with transaction.atomic():
        # The lock lets two workers count one after the other.
        whole = Job.objects.select_for_update(no_key=True).get(pk=whole_id)
        running = Job.objects.filter(
            parent=whole, state=Job.State.RUNNING, lease_expires_at__gte=clock.now()
        ).exclude(pk=job_id)
        if whole.at_once is not None and running.count() >= whole.at_once:
            return None
        return _take_free(job_id)


def _take_free(job_id: int) -> Job | None:
    now = clock.now()
    free = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, lease_expires_at__lt=now)
    taken = Job.objects.filter(free, pk=job_id).update(
        state=Job.State.RUNNING,
        lease_expires_at=now + LEASE,
        lease_number=F("lease_number") + 1,
        attempts=F("attempts") + 1,
        started_at=now,
        worker=_own_name,
        note=None,
        error=None,
    )
    return Job.objects.get(pk=job_id) if taken else None


class _JobProgress:
    """The handler's view of its job; every report is also a heartbeat."""

    def __init__(self, job: Job) -> None:
        self.job_id = job.pk
        self.scope = job.scope
        self._lease_number = job.lease_number
        self._parent_id = job.parent_id

    def report(self, done: int, total: int, note: Message | None = None) -> None:
        self._update(done=done, total=total, note=note.to_json() if note else None)
        if self._parent_id is not None:
            wholes.move_on(self._parent_id)

    def renew(self) -> None:
        self._update()

    def _update(self, **told: Any) -> None:
        mine = Job.objects.filter(
            pk=self.job_id, state=Job.State.RUNNING, lease_number=self._lease_number
        )
        if mine.update(**told, lease_expires_at=clock.now() + LEASE):
            return
        state = Job.objects.values_list("state", flat=True).filter(pk=self.job_id).first()
        raise Cancelled if state == Job.State.CANCELLED else LeaseLost


def _finish(job: Job, *, state: Job.State, result: Any = None, error: Any = None) -> None:
    ours = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, lease_number=job.lease_number)
    with transaction.atomic():
        if ours.update(
            state=state, result=result, error=error, finished_at=clock.now(), lease_expires_at=None
        ):
            job.state = state
            hooks.tell(job)
    if job.parent_id is not None:
        wholes.move_on(job.parent_id)
        wholes.send_next(job.parent_id)


def _fail_or_retry(job: Job, fault: Exception) -> None:
    passing = outage(fault)
    if passing is not None:
        _wait_out(job, passing)
        return
    error = errors.AppError(Message("job_failed", fault=type(fault).__name__), retry=True).body()[
        "error"
    ]
    if job.attempts >= job.max_attempts:
        _finish(job, state=Job.State.FAILED, error=error)
        return
    # Whoever cancelled it or took it over has the last word.
    if _queue_again(job, error=error):
        send(job)


def _wait_out(job: Job, passing: errors.AppError) -> None:
    """Let a job wait until a disk has room again: that is no attempt, and the sweeper sends it."""
    told = errors.AppError(
        passing.entry, code=passing.error_code, remedy=Message("job_goes_on_then"), retry=True
    )
    _queue_again(job, error=told.body()["error"], attempts=F("attempts") - 1)


def _queue_again(job: Job, **told: Any) -> bool:
    ours = Job.objects.filter(
        pk=job.pk, state=Job.State.RUNNING, lease_number=job.lease_number
    ).update(state=Job.State.QUEUED, queued_at=clock.now(), lease_expires_at=None, **told)
    return bool(ours)


def cancel(job: Job) -> None:
    """Cancel a job that has not finished; a running handler stops at its next report."""
    ended = {
        "state": Job.State.CANCELLED,
        "finished_at": clock.now(),
        "lease_expires_at": None,
    }
    with transaction.atomic():
        if not Job.objects.filter(pk=job.pk, state__in=Job.UNFINISHED).update(**ended):
            raise errors.Conflict(Message("job_ended"))
        Job.objects.filter(parent=job, state__in=Job.UNFINISHED).update(**ended)


def dismiss(job: Job) -> None:
    """Let a failed job be: nobody is told of it any more. To do so again changes nothing.

    Raises:
        Conflict: it has not failed, or was repeated meanwhile.
    """
    failed = Job.objects.filter(pk=job.pk, state=Job.State.FAILED)
    if failed.filter(dismissed_at=None).update(dismissed_at=clock.now()):
        return
    if not failed.exists():
        raise errors.Conflict(Message("job_not_failed"))


def retry(job: Job) -> None:
    """Queue a failed or cancelled job again; what it had done before is not done twice."""
    ended = Q(state__in=[Job.State.FAILED, Job.State.CANCELLED])
    again = {
        "attempts": 0,
        "queued_at": clock.now(),
        "finished_at": None,
        "dismissed_at": None,
        "error": None,
    }
    with transaction.atomic():
        is_whole = Job.objects.filter(parent=job).exists()
        parts = list(Job.objects.filter(ended, parent=job))
        state = Job.State.RUNNING if is_whole else Job.State.QUEUED
        if not Job.objects.filter(ended, pk=job.pk).update(state=state, **again):
            raise errors.Conflict(Message("job_not_repeatable"))
        Job.objects.filter(pk__in=[part.pk for part in parts]).update(
            state=Job.State.QUEUED, **again
        )
        for queued in parts if is_whole else [job]:
            send(queued)
        if is_whole:
            wholes.move_on(job.pk)  # its parts may all have ended just before it was cancelled


def requeue_stale() -> int:
    """Send again every job whose worker died or whose message was lost; return how many.

    What died in the moment in which the last part of a job had ended ends that job.
    """
    now = clock.now()
    dead = Q(state=Job.State.RUNNING, lease_expires_at__lt=now)
    lost = Q(state=Job.State.QUEUED)
    # Every worker sweeps every few seconds; a busy pool must not be flooded with messages.
    due = Q(queued_at__lt=now - REQUEUE_AFTER)
    again = []
    for job in Job.objects.filter(dead | lost, due).order_by("queued_at", "pk")[:100]:
        if job.state == Job.State.RUNNING and job.attempts >= job.max_attempts:
            _give_up(job)
            continue
        Job.objects.filter(pk=job.pk).update(queued_at=now)
        again.append(job)
    send(*again)
    wholes.end_left()
    return len(again)


def _give_up(job: Job) -> None:
    error = errors.AppError(Message("job_abandoned", count=job.attempts), retry=True).body()[
        "error"
    ]
    _finish(job, state=Job.State.FAILED, error=error)


def call_worker(name: str) -> None:
    """Say under which name this process, and those it forks, take jobs."""
    global _own_name
    _own_name = name


def beat(name: str, *, reaches_broker: bool = True) -> None:
    """Record that the worker process `name` is alive, and whether messages reach it."""
    told = {"seen_at": clock.now(), "reaches_broker": reaches_broker}
    WorkerBeat.objects.update_or_create(name=name, defaults=told)


def bury(name: str) -> None:
    """Record that a worker has died, which only whoever saw it die knows.

    Nobody waits for its leases to run out: what it was at goes on at the next worker.
    """
    WorkerBeat.objects.filter(name=name).delete()
    left = Job.objects.filter(worker=name, state=Job.State.RUNNING, lease_expires_at__isnull=False)
    for job in left:
        if job.attempts >= job.max_attempts:
            _give_up(job)
        elif Job.objects.filter(pk=job.pk, lease_number=job.lease_number, state=job.state).update(
            state=Job.State.QUEUED, queued_at=clock.now(), lease_expires_at=None
        ):
            send(job)
