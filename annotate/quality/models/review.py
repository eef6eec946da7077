"""Reasons for a lead to look at an answer, the numbers behind them, and what is still to check."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, Batch, Sample


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
            models.Index(fields=["project", "state", "-annotation"], name="flag_queue"),
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


class TextPrint(models.Model):
    """What is kept of a text so that later ones of the same person are soon compared with it.

    It can be made again from the answer at any time.
    """

    annotation = models.OneToOneField(
        Annotation, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    assignment = models.ForeignKey(
        Assignment, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="+", db_index=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    stage_key = models.CharField(max_length=50)
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # As `annotate.analysis.prints.Prints` writes them.
    bands = models.BinaryField()
    tails = models.BinaryField()
    passages = models.BinaryField()

    class Meta:
        indexes = [
            models.Index(
                fields=["project", "stage_key", "annotator", "annotation"],
                name="text_print_of_person",
            ),
        ]


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
