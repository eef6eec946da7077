"""Samples, and the batches in which they are collected."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.clock import now
from annotate.images.models import Image
from annotate.projects.models import Project


class Batch(models.Model):
    """Samples collected together; between batches leads review and block (VW App. A.1)."""

    class State(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="batches")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="batch_number"),
        ]


class BatchBlock(models.Model):
    """One person who is given no work of one batch."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="blocks")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="batch_blocks"
    )
    # Taken over from the batch before, when this one was opened.
    carried_over = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["batch", "user"], name="blocked_once_from_a_batch"),
        ]


class Sample(models.Model):
    """One image on its way through the stages of its project's recipe."""

    class State(models.TextChoices):
        WAITING = "waiting"  # for seeds, or for a lead to start it without
        OPEN = "open"
        DONE = "done"
        WITHDRAWN = "withdrawn"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="samples")
    image = models.OneToOneField(Image, on_delete=models.CASCADE, related_name="sample")
    batch = models.ForeignKey(
        Batch, on_delete=models.PROTECT, null=True, related_name="samples", db_index=False
    )
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    # That of the image, which never changes: progress is told by split without asking images.
    split = models.CharField(max_length=5, blank=True, default="")
    stage_key = models.CharField(max_length=50, blank=True)
    round = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["project", "state", "id"], name="sample_by_state"),
            # Most projects have no batches: their samples cost this index nothing.
            models.Index(
                fields=["batch", "id"], condition=Q(batch__isnull=False), name="sample_by_batch"
            ),
        ]
