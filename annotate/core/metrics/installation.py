"""Figures of what the installation stands on: jobs, workers, database and disks."""

from collections.abc import Iterator

from django.db import connection

from annotate.core import clock
from annotate.core.health import figures as health
from annotate.core.jobs import selectors as jobs
from annotate.core.metrics.hooks import Figure


def installation() -> Iterator[Figure]:
    """Six or seven short statements."""
    yield from _jobs()
    alive = jobs.workers().alive
    yield Figure(name="workers_alive", help="Workers that were heard of lately.", value=alive)
    yield from _connections()
    size = health.database_bytes()
    yield Figure(name="database_bytes", help="What the database takes on its disk.", value=size)
    yield from _disks()


def _jobs() -> Iterator[Figure]:
    now = clock.now()
    for queue in health.queues():
        for state, number in (("queued", queue.queued), ("running", queue.running)):
            labels = {"kind": queue.name, "state": state}
            yield Figure(name="jobs", help="Unfinished jobs.", value=number, labels=labels)
        waited = (now - queue.oldest).total_seconds() if queue.oldest else 0.0
        yield Figure(
            name="oldest_queued_job_seconds",
            help="How long the first job that waits has waited.",
            value=max(0.0, waited),
            labels={"kind": queue.name},
        )
    failed = health.failed_jobs()
    yield Figure(name="jobs_failed_last_day", help="Jobs that failed in a day.", value=failed)


def _connections() -> Iterator[Figure]:
    """How many connections this database has, and how many it allows; PostgreSQL alone has any."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(state, 'other'), count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() GROUP BY 1 ORDER BY 1"
        )
        for state, number in cursor.fetchall():
            yield Figure(
                name="database_connections",
                help="Connections to this database, by what they do.",
                value=number,
                labels={"state": str(state)},
            )
        cursor.execute("SHOW max_connections")
        yield Figure(
            name="database_connections_allowed",
            help="Connections that the server allows to all its databases together.",
            value=int(cursor.fetchone()[0]),
        )


def _disks() -> Iterator[Figure]:
    for name, space in (("data", health.disk()), ("files", health.storage_disk())):
        if space is None:
            continue
        for part, number in (("free", space.free), ("total", space.total)):
            yield Figure(
                name=f"disk_{part}_bytes",
                help=f"The {part} space of the disks that data and files are kept on.",
                value=number,
                labels={"disk": name},
            )
