"""Tasks whose right answer is known, and how people did on them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, Hit, Sample


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


class EntryConditions(models.Model):
    """What a project asks of somebody before their first task; a project without asks nothing."""

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, related_name="entry_conditions"
    )
    values = models.JSONField()
    changed_at = models.DateTimeField(default=now)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )


class ConsentText(AppendOnly):
    """One version of what people agree to before they work."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()
    body = models.TextField(max_length=100_000)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="consent_version"),
        ]


class Agreement(AppendOnly):
    """One person agreed to one version, then."""

    text = models.ForeignKey(ConsentText, on_delete=models.CASCADE, related_name="agreements")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["text", "user"], name="agreed_once"),
        ]


class Attempt(models.Model):
    """One practice HIT or one test of a person, begun and perhaps finished."""

    class Purpose(models.TextChoices):
        PRACTICE = "practice"
        TEST = "test"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="attempts", db_index=False
    )
    stage_key = models.CharField(max_length=50)
    purpose = models.CharField(max_length=8, choices=Purpose)
    hit = models.OneToOneField(Hit, on_delete=models.CASCADE, related_name="attempt")
    # The share of right values in [0, 1]; None until the HIT was submitted.
    score = models.FloatField(null=True)
    # The mark that was asked then: a later one changes no result.
    pass_mark = models.FloatField(default=0)
    passed = models.BooleanField(default=False)
    started_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True)
    # Struck by a lead, or begun anew before it came in: it counts neither for nor against anybody.
    reset_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["project", "user", "stage_key", "purpose"], name="attempt_of_person"
            )
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
