"""Reasons for a lead to look at an answer, the numbers behind them, and what is still to check."""

from django.conf import settings
from django.db import models

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, Sample


class Flag(models.Model):
    """One reason to look at one answer, or at a task that was skipped. Never a punishment.

    A flag about a person hangs on an answer of theirs, so that there is something to look at.
    """

    class State(models.TextChoices):
        OPEN = "open"
        SETTLED = "settled"  # a lead has decided; no later check opens it again
        WITHDRAWN = "withdrawn"  # a later check, with more answers, did not find it any more

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    assignment = models.ForeignKey(
        Assignment, on_delete=models.CASCADE, related_name="flags", db_index=False
    )
    # None where a task was skipped.
    annotation = models.ForeignKey(
        Annotation, on_delete=models.CASCADE, null=True, related_name="flags", db_index=False
    )
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    stage_key = models.CharField(max_length=50)
    code = models.CharField(max_length=60)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    # Those of the newest evidence; once a lead has decided, those that the decision rests on.
    numbers = models.JSONField()
    # The other annotations it was decided by, at most as many as one can compare.
    related = models.JSONField(default=list)
    created_at = models.DateTimeField(default=now)
    changed_at = models.DateTimeField(default=now)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )

    class Meta:
        constraints = [
            # Checks run again and side by side; a reason is one row all the same.
            models.UniqueConstraint(fields=["assignment", "code"], name="one_flag_per_reason"),
        ]
        indexes = [
            # The queue: answers with open flags, newest first.
            models.Index(fields=["project", "state", "-assignment"], name="flag_queue"),
            models.Index(fields=["project", "annotator", "code"], name="flag_of_person"),
        ]


class Evidence(AppendOnly):
    """What one check found: the numbers of a flag at one time."""

    flag = models.ForeignKey(Flag, on_delete=models.CASCADE, related_name="evidence")
    numbers = models.JSONField()
    related = models.JSONField(default=list)
    at = models.DateTimeField(default=now)


class PendingCheck(models.Model):
    """A submission that no check has looked at yet.

    Rows are only added and removed, so that nobody who submits waits for a check that runs.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    stage_key = models.CharField(max_length=50)
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="+", db_index=False)
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )

    class Meta:
        indexes = [
            models.Index(fields=["project", "stage_key", "id"], name="pending_check_in_order"),
        ]


class StoredSettings(models.Model):
    """The settings of a project's checks, written out: a later default changes nothing here."""

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, related_name="quality_settings"
    )
    values = models.JSONField()
    changed_at = models.DateTimeField(default=now)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
