from django.db import models

from annotate.core.clock import now


class HealthMeasure(models.Model):
    """What the clock measured at one moment; thinned after two days, gone after thirty."""

    # The number of the five minutes since 1970 in which it was measured: one row for each.
    slot = models.BigIntegerField(unique=True)
    at = models.DateTimeField(default=now)
    # The first of its hour, which is kept longer.
    is_hourly = models.BooleanField()
    workers = models.PositiveIntegerField()
    queued = models.PositiveIntegerField()
    running = models.PositiveIntegerField()
    # For how many seconds the job that waits longest has waited; 0 where none waits.
    longest_wait = models.PositiveIntegerField()
    # Jobs that failed in the day before.
    failed = models.PositiveIntegerField()
    database_bytes = models.PositiveBigIntegerField(null=True)
    disk_bytes = models.PositiveBigIntegerField(null=True)
    disk_free_bytes = models.PositiveBigIntegerField(null=True)
