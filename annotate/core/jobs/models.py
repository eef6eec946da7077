from django.db import models

from annotate.core import origin
from annotate.core.clock import now


class Job(models.Model):
    """A piece of background work that a person can watch, cancel and repeat."""

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        SUCCEEDED = "succeeded"
        FAILED = "failed"
        CANCELLED = "cancelled"

    UNFINISHED = (State.QUEUED, State.RUNNING)

    name = models.CharField(max_length=100)
    # A job in parts is a row that workers never take: its parts do the work and move it on.
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="parts")
    # Of a job in parts: how many of them may run at the same time; null is any number.
    at_once = models.PositiveSmallIntegerField(null=True)
    # Whom it belongs to, e.g. "project/12": this layer knows no projects.
    scope = models.CharField(max_length=100)
    # The account of whoever is to hear how it ended: this layer knows no people.
    started_by = models.BigIntegerField(null=True)
    payload = models.JSONField(default=dict)
    # Headers of its messages: the request and the trace that it belongs to.
    origin = models.JSONField(default=origin.headers)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    # What it is at, as `Message.to_json` gives it.
    note = models.JSONField(null=True)
    result = models.JSONField(null=True)
    error = models.JSONField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    max_attempts = models.PositiveSmallIntegerField(default=3)
    lease_expires_at = models.DateTimeField(null=True)
    # A lease belongs to one attempt; a worker that comes back from the dead holds an old number.
    lease_number = models.PositiveIntegerField(default=0)
    # The heartbeat of whoever took it last; empty where it was no worker of a pool.
    worker = models.CharField(max_length=200, default="")
    queued_at = models.DateTimeField(default=now)
    created_at = models.DateTimeField(default=now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    # When somebody decided that a failed job needs nothing more; null where nobody has.
    dismissed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["scope", "-id"], name="job_scope"),
            models.Index(
                fields=["scope", "finished_at"],
                name="job_failed",
                condition=models.Q(state="failed", parent=None, dismissed_at=None),
            ),
            models.Index(
                fields=["state", "lease_expires_at"],
                name="job_unfinished",
                condition=models.Q(state__in=["queued", "running"]),
            ),
            # By which those are counted that failed in the last day.
            models.Index(
                fields=["finished_at"], name="job_failed_lately", condition=models.Q(state="failed")
            ),
        ]


class WorkerBeat(models.Model):
    """When each worker process was last seen alive."""

    name = models.CharField(max_length=200, primary_key=True)
    seen_at = models.DateTimeField()
    # Whether messages could reach it then.
    reaches_broker = models.BooleanField(default=True)
