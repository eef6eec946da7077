"""Spellings that a machine doubts, what leads decided, and the words a project knows."""

from django.conf import settings
from django.db import models

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models import Annotation


class ProjectWord(models.Model):
    """A word that is right in this project, such as a brand; in lower case."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    word = models.CharField(max_length=100)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "word"], name="word_once_per_project"),
        ]


class Suggestion(models.Model):
    """One doubtful word in one text. `start` and `end` are code points of the text as typed."""

    class State(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        REJECTED = "rejected"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    annotation = models.ForeignKey(
        Annotation, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    path = models.CharField(max_length=200)
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    word = models.CharField(max_length=100)
    # [{"word", "confidence"}], best first; never empty.
    options = models.JSONField()
    confidence = models.FloatField()  # of the best option
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(default=now)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )

    class Meta:
        constraints = [
            # A text is looked at again and again; a word in it is one row all the same.
            models.UniqueConstraint(
                fields=["annotation", "path", "start", "end"], name="suggestion_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["project", "state", "-confidence", "-id"], name="suggestion_queue"
            ),
        ]


class Correction(AppendOnly):
    """One replacement in a text, or the undoing of an earlier one. The annotation stays as it is.

    Places are those of the text as typed, and corrections that hold do not overlap, so they can be
    applied in any order; they are applied in that of their places.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="+")
    suggestion = models.ForeignKey(
        Suggestion, on_delete=models.RESTRICT, related_name="corrections"
    )
    undoes = models.OneToOneField(
        "self", on_delete=models.RESTRICT, null=True, related_name="undone_by"
    )
    path = models.CharField(max_length=200)
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    before = models.CharField(max_length=100)
    after = models.CharField(max_length=100)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField(default=now)

    class Meta:
        indexes = [
            models.Index(fields=["project", "annotation"], name="correction_of_project"),
        ]
