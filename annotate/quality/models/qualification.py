"""Who may begin: conditions, consent, practice and tests."""

from django.conf import settings
from django.db import models

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models import Hit


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
