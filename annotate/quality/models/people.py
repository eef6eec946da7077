"""What leads tell annotators, and whom they keep from further work."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Batch


class Feedback(models.Model):
    """A lead's word to an annotator about one answer, or about a few words of it."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="feedback")
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="feedback", db_index=False
    )
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    path = models.CharField(max_length=200)  # which text of the answer
    # Code points of that text; both or neither.
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    message = models.TextField(max_length=2000)
    created_at = models.DateTimeField(default=now)
    read_at = models.DateTimeField(null=True)
    # One short answer of the annotator; who answers has read it.
    reply = models.TextField(max_length=1000, blank=True)
    replied_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(replied_at__isnull=True) | Q(read_at__isnull=False),
                name="feedback_replied_is_read",
            ),
            models.CheckConstraint(
                condition=Q(start__isnull=True, end__isnull=True)
                | Q(start__isnull=False, end__gt=models.F("start")),
                name="feedback_span",
            ),
        ]
        indexes = [
            models.Index(fields=["annotator", "-id"], name="inbox"),
            models.Index(
                fields=["annotator"], condition=Q(read_at__isnull=True), name="inbox_unread"
            ),
            models.Index(fields=["project", "-id"], name="feedback_sent"),
        ]


class Block(models.Model):
    """A lead keeps somebody from a batch, a project or the platform: why, and what came of it."""

    class Scope(models.TextChoices):
        BATCH = "batch"
        PROJECT = "project"
        PLATFORM = "platform"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="blocks"
    )
    scope = models.CharField(max_length=10, choices=Scope)
    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    reason = models.TextField(max_length=1000)
    # What was known at that time: {"flags": {code: number}, "rejected": n, "submissions": n}.
    evidence = models.JSONField(default=dict)
    returned = models.PositiveIntegerField(default=0)
    requeued = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=now)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    lift_reason = models.TextField(max_length=1000, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(scope="batch", batch__isnull=False)
                | (~Q(scope="batch") & Q(batch__isnull=True)),
                name="block_of_a_batch_names_it",
            ),
            models.UniqueConstraint(
                fields=["project", "user", "scope"],
                condition=Q(lifted_at__isnull=True, batch__isnull=True),
                name="one_block_at_a_time",
            ),
            models.UniqueConstraint(
                fields=["batch", "user"],
                condition=Q(lifted_at__isnull=True, batch__isnull=False),
                name="one_batch_block_at_a_time",
            ),
        ]
        indexes = [models.Index(fields=["project", "-id"], name="block_by_project")]
