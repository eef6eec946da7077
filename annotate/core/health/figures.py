"""Figures of the installation as it is now."""

import platform
import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import django
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Min

import annotate
from annotate.core import clock
from annotate.core.jobs.models import Job
from annotate.core.whole_files import on_disk

FAILED_WITHIN = timedelta(days=1)


class Space(NamedTuple):
    """Bytes of a disk."""

    total: int
    free: int


class Database(NamedTuple):
    """Which database this is, and how large: bytes, None where that cannot be read."""

    engine: str
    version: str
    size: int | None


class Versions(NamedTuple):
    """What runs here, and how many migrations it lacks."""

    product: str
    python: str
    django: str
    pending_migrations: int


@dataclass(frozen=True)
class Queue:
    """The unfinished jobs of one kind; `oldest` is since when the first of those queued waits."""

    name: str
    queued: int
    running: int
    oldest: datetime | None


def disk(folder: Path | None = None) -> Space | None:
    """The disk on which data is kept; None where it cannot be read."""
    try:
        usage = shutil.disk_usage(folder or settings.DATA_DIR)
    except OSError:
        return None
    return Space(usage.total, usage.free)


def storage_disk() -> Space | None:
    """The disk on which files are kept; None where an object store keeps them."""
    path = on_disk("health")
    return None if path is None else disk(Path(settings.MEDIA_ROOT)) or disk()


def database() -> Database:
    """One or two short statements."""
    is_postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version" if is_postgres else "SELECT sqlite_version()")
        version = str(cursor.fetchone()[0]).partition(" ")[0]
    return Database(connection.vendor, version, database_bytes())


def database_bytes() -> int:
    """What the database takes on its disk, without its log."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
        cursor.execute("PRAGMA page_count")
        pages = int(cursor.fetchone()[0])
        cursor.execute("PRAGMA page_size")
        return pages * int(cursor.fetchone()[0])


def versions() -> Versions:
    """Reads every migration there is: takes some tenths of a second."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return Versions(
        annotate.__version__, platform.python_version(), django.get_version(), len(plan)
    )


def queues() -> list[Queue]:
    """What waits and runs, by kind; one statement over the unfinished jobs alone."""
    unfinished = Job.objects.filter(state__in=Job.UNFINISHED).order_by("name")
    rows = unfinished.values("name", "state").annotate(number=Count("pk"), oldest=Min("created_at"))
    by_name: dict[str, dict[str, tuple[int, datetime]]] = {}
    for row in rows:
        by_name.setdefault(row["name"], {})[row["state"]] = (row["number"], row["oldest"])
    return [_queue(name, states) for name, states in by_name.items()]


def _queue(name: str, states: dict[str, tuple[int, datetime]]) -> Queue:
    queued, oldest = states.get(Job.State.QUEUED, (0, None))
    running, _ = states.get(Job.State.RUNNING, (0, None))
    return Queue(name, queued, running, oldest)


def failed_jobs() -> int:
    """How many jobs failed in the last day."""
    since = clock.now() - FAILED_WITHIN
    return Job.objects.filter(state=Job.State.FAILED, finished_at__gte=since).count()
