"""What a lead did with many answers in one act, answer by answer, so that it can be taken back."""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models import Assignment


class ReviewAct(models.Model):
    """One decision about many answers: one reason, one entry in the audit trail, one undo."""

    class Verb(models.TextChoices):
        APPROVE = "approve"
        REJECT = "reject"
        REQUEUE = "requeue"  # reject, or leave rejected, and have it done again
        FLAG = "flag"

    class State(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        UNDOING = "undoing"
        UNDONE = "undone"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    verb = models.CharField(max_length=10, choices=Verb)
    reason = models.TextField(max_length=1000, blank=True)
    keep_later = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(default=now)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    undone_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["project", "-id"], name="acts_of_project")]


class ActItem(models.Model):
    """One answer of an act: how it was before, and what became of it."""

    class State(models.TextChoices):
        PENDING = "pending"
        DONE = "done"
        UNCHANGED = "unchanged"  # it was so before
        FAILED = "failed"
        UNDONE = "undone"
        KEPT = "kept"  # it could not, or not wholly, be taken back

    act = models.ForeignKey(
        ReviewAct, on_delete=models.CASCADE, related_name="items", db_index=False
    )
    assignment = models.ForeignKey(
        Assignment, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    # Verdict, reason, judge and time before the act, the flags it settled or opened, and the
    # verdict's time after it: taken back is only what nobody has changed since.
    before = models.JSONField(default=dict)
    opened = models.PositiveSmallIntegerField(default=0)
    # Why it failed or was kept, as an entry of the catalogue.
    problem = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["act", "assignment"], name="once_in_an_act"),
        ]
