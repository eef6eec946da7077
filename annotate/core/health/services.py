"""Measure the installation every five minutes, and keep what was measured for thirty days.

Measurements of each five minutes are kept for two days, one of each hour for thirty: some 1,300
small rows at most.
"""

from datetime import timedelta

from django.db import transaction

from annotate.core import clock
from annotate.core.health import figures
from annotate.core.health.models import HealthMeasure
from annotate.core.jobs.waiting import workers

EVERY = timedelta(minutes=5)
KEPT_ALL = timedelta(days=2)
KEPT_HOURLY = timedelta(days=30)


def measure() -> bool:
    """Write what is measured now; False where these five minutes have their row already."""
    now = clock.now()
    slot = int(now.timestamp() // EVERY.total_seconds())
    if HealthMeasure.objects.filter(slot=slot).exists():
        return False
    hour = now.replace(minute=0, second=0, microsecond=0)
    row = HealthMeasure(
        slot=slot,
        at=now,
        is_hourly=not HealthMeasure.objects.filter(at__gte=hour, is_hourly=True).exists(),
        **_measured(),
    )
    with transaction.atomic():
        # Two clocks, or a clock that was started again, write one row.
        HealthMeasure.objects.bulk_create([row], ignore_conflicts=True)
        HealthMeasure.objects.filter(is_hourly=False, at__lt=now - KEPT_ALL).delete()
        HealthMeasure.objects.filter(at__lt=now - KEPT_HOURLY).delete()
    return True


def _measured() -> dict[str, int | None]:
    queues = figures.queues()
    since = [queue.oldest for queue in queues if queue.oldest is not None]
    disk = figures.disk()
    waited = (clock.now() - min(since)).total_seconds() if since else 0
    return {
        "workers": workers().alive,
        "queued": sum(queue.queued for queue in queues),
        "running": sum(queue.running for queue in queues),
        "longest_wait": max(int(waited), 0),
        "failed": figures.failed_jobs(),
        "database_bytes": figures.database_bytes(),
        "disk_bytes": disk.total if disk else None,
        "disk_free_bytes": disk.free if disk else None,
    }
