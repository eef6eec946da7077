"""How the installation is, part by part, each with what to do where it is not well."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.db.models import QuerySet

from annotate.core import clock
from annotate.core.health import checks, figures
from annotate.core.health.models import HealthMeasure
from annotate.core.health.services import EVERY
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job, WorkerBeat
from annotate.core.jobs.schemas import JobError
from annotate.core.jobs.waiting import WORKER_ALIVE
from annotate.core.schemas import Notice
from annotate.dashboards.schemas import health as schemas
from annotate.messages import Message

# A clock that was not heard of for so long stands still: two measurements are missing.
CLOCK_STANDS = 3 * EVERY
LONG_WAIT = timedelta(minutes=15)
# Below these shares of a disk, and these bytes, it is about to be full.
LITTLE_SPACE, NO_SPACE = 0.1, 0.02
LITTLE_BYTES, NO_BYTES = 5 * 1024**3, 1024**3
MOST_FAILED = 20
_WEB_SINCE = clock.now()
Level = Literal["ok", "warning", "bad"]


def health() -> schemas.InstallationHealth:
    """Everything of now. Raises no error of a part: a part that does not answer is told as bad."""
    now = clock.now()
    told = _figures()
    queues = figures.queues()
    return schemas.InstallationHealth(
        at=now,
        parts=_parts(told, queues, now),
        figures=told,
        workers=_workers(now),
        queues=[_queue(queue) for queue in queues],
        failed=_failed(now),
    )


def history(span: str) -> QuerySet[HealthMeasure]:
    """What was measured, oldest first: at most 289 rows of a day, or 721 of a month."""
    if span == "month":
        rows = HealthMeasure.objects.filter(is_hourly=True)
        return rows.filter(at__gte=clock.now() - timedelta(days=30)).order_by("at")
    return HealthMeasure.objects.filter(at__gte=clock.now() - timedelta(days=1)).order_by("at")


def _figures() -> schemas.HealthFigures:
    database, disk, runs = figures.database(), figures.disk(), figures.versions()
    files = figures.storage_disk()
    last = HealthMeasure.objects.order_by("-slot").first()
    return schemas.HealthFigures(
        web_since=_WEB_SINCE,
        clock_at=last.at if last else None,
        broker="redis" if settings.REDIS_URL else "filesystem",
        database_engine=database.engine,
        database_version=database.version,
        database_bytes=database.size,
        storage="files" if files else "objects",
        storage_free_bytes=files.free if files else None,
        disk_bytes=disk.total if disk else None,
        disk_free_bytes=disk.free if disk else None,
        failed_last_day=figures.failed_jobs(),
        **runs._asdict(),
    )


def _parts(
    told: schemas.HealthFigures, queues: Sequence[figures.Queue], now: datetime
) -> list[schemas.HealthPart]:
    said: dict[schemas.PartKey, tuple[Level, Message | None]] = {
        "web": ("ok", None),
        "workers": _workers_level(),
        "clock": _clock_level(told.clock_at, now),
        "queues": _queues_level(queues, now),
        "database": ("ok", None),
        "storage": _storage_level(),
        "disk": _disk_level(told.disk_bytes, told.disk_free_bytes),
        "versions": _versions_level(told.pending_migrations),
        "jobs": _jobs_level(told.failed_last_day),
    }
    return [
        schemas.HealthPart(key=key, level=level, problem=Notice.of(why) if why else None)
        for key, (level, why) in said.items()
    ]


def _workers_level() -> tuple[Level, Message | None]:
    if not checks.checked("broker", checks.broker)["ok"]:
        return "bad", Message("health_broker")
    if not jobs.workers().alive:
        return "bad", Message("health_no_worker")
    return "ok", None


def _clock_level(at: datetime | None, now: datetime) -> tuple[Level, Message | None]:
    if at is None:
        return "warning", Message("health_clock_new")
    return ("bad", Message("health_clock")) if at < now - CLOCK_STANDS else ("ok", None)


def _queues_level(queues: Sequence[figures.Queue], now: datetime) -> tuple[Level, Message | None]:
    late = [each for each in queues if each.oldest and each.oldest < now - LONG_WAIT]
    return ("warning", Message("health_queue")) if late else ("ok", None)


def _storage_level() -> tuple[Level, Message | None]:
    works = checks.checked("storage", checks.storage)["ok"]
    return ("ok", None) if works else ("bad", Message("health_storage"))


def _disk_level(total: int | None, free: int | None) -> tuple[Level, Message | None]:
    if total is None or free is None:
        return "warning", Message("health_disk_unread")
    if free < min(NO_BYTES, NO_SPACE * total):
        return "bad", Message("health_disk_full")
    is_little = free < min(LITTLE_BYTES, LITTLE_SPACE * total)
    return ("warning", Message("health_disk_little")) if is_little else ("ok", None)


def _versions_level(pending: int) -> tuple[Level, Message | None]:
    return ("bad", Message("health_migrations", count=pending)) if pending else ("ok", None)


def _jobs_level(failed: int) -> tuple[Level, Message | None]:
    return ("warning", Message("health_failed_jobs", count=failed)) if failed else ("ok", None)


def _workers(now: datetime) -> list[schemas.WorkerSeen]:
    """Those of the last day, the last seen first."""
    seen = WorkerBeat.objects.filter(seen_at__gte=now - timedelta(days=1)).order_by("-seen_at")
    return [
        schemas.WorkerSeen.from_row(each, is_alive=each.seen_at >= now - WORKER_ALIVE)
        for each in seen[:MOST_FAILED]
    ]


def _queue(queue: figures.Queue) -> schemas.JobQueue:
    return schemas.JobQueue(
        name=queue.name,
        title=jobs.title(queue.name),
        queued=queue.queued,
        running=queue.running,
        oldest_at=queue.oldest,
    )


def _failed(now: datetime) -> list[schemas.FailedJob]:
    since = now - figures.FAILED_WITHIN
    rows = Job.objects.filter(state=Job.State.FAILED, finished_at__gte=since)
    return [_failed_job(job) for job in rows.order_by("-finished_at", "-pk")[:MOST_FAILED]]


def _failed_job(job: Job) -> schemas.FailedJob:
    kind, _, number = job.scope.partition("/")
    return schemas.FailedJob(
        id=job.pk,
        name=job.name,
        title=jobs.title(job.name),
        project=int(number) if kind == "project" and number.isdecimal() else None,
        finished_at=job.finished_at,
        error=JobError.of_row(job.error) if job.error else None,
    )
