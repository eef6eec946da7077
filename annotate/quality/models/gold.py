"""Tasks whose right answer is known, and how people did on them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, Sample


class GoldItem(models.Model):
    """One sample, or one answer to be judged, with what is known to be right (TC §3.1).

    `expected` maps paths of `Kind.checkable` to their right values; paths left out do not count.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    stage_key = models.CharField(max_length=50)
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="+")
    # The answer to be judged, where the stage judges answers.
    about = models.ForeignKey(
        Annotation, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    # The answer that was found to be right, where the item was made from one.
    source = models.ForeignKey(
        Annotation, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    expected = models.JSONField()
    # Of known good quality or of known bad: a mix needs both.
    is_good = models.BooleanField(default=True)
    is_mixed = models.BooleanField(default=True)
    is_practice = models.BooleanField(default=False)
    is_test = models.BooleanField(default=False)
    # Shown after practice: why this is the right answer.
    note = models.TextField(max_length=2000, blank=True)
    # Retired rather than deleted: the evidence refers to it.
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=now)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "stage_key", "sample"],
                condition=Q(is_active=True, about__isnull=True),
                name="one_gold_per_sample",
            ),
            models.UniqueConstraint(
                fields=["project", "stage_key", "about"],
                condition=Q(is_active=True, about__isnull=False),
                name="one_gold_per_answer",
            ),
        ]
        indexes = [
            models.Index(
                fields=["project", "stage_key", "id"],
                condition=Q(is_active=True),
                name="gold_in_use",
            ),
        ]


class GoldResult(AppendOnly):
    """One known value against what somebody answered: evidence, and nothing more."""

    item = models.ForeignKey(GoldItem, on_delete=models.CASCADE, related_name="results")
    assignment = models.ForeignKey(
        Assignment, on_delete=models.CASCADE, related_name="gold_results", db_index=False
    )
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    path = models.CharField(max_length=200)
    expected = models.JSONField()
    given = models.JSONField(null=True)
    right = models.BooleanField()
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["assignment", "path"], name="one_result_per_place"),
        ]
        indexes = [models.Index(fields=["annotator", "-id"], name="gold_result_of_person")]
