"""What annotators are told of their work when others have gone on from it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models import Assignment, Sample


class OutcomeNotice(models.Model):
    """That there is something to see of one answer. What it is, is read when it is looked at."""

    class Occasion(models.TextChoices):
        REPLACED = "replaced"  # the next person started from scratch instead of going on from it
        FINISHED = "finished"  # the sample is done

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="+")
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="+")
    occasion = models.CharField(max_length=8, choices=Occasion)
    created_at = models.DateTimeField(default=now)
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["annotator", "sample", "occasion"], name="told_once_per_sample"
            )
        ]
        indexes = [
            models.Index(fields=["annotator", "-id"], name="outcome_notices"),
            models.Index(
                fields=["annotator"],
                condition=Q(read_at__isnull=True),
                name="outcome_notices_unread",
            ),
        ]
