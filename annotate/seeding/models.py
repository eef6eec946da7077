from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.core.models import Job
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Sample


class SeedingRun(models.Model):
    """One pass of a detector, a captioner and a reader over samples that wait for seeds."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="seeding_runs")
    detector = models.CharField(max_length=100)
    captioner = models.CharField(max_length=100)
    # Reads the text in the images; empty where the recipe seeds no such stage, or nobody wants it.
    ocr = models.CharField(max_length=100, blank=True)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=now)


class SeededSample(models.Model):
    """How one sample fared in a run; a killed run goes on with those that are still pending."""

    class State(models.TextChoices):
        PENDING = "pending"
        SEEDED = "seeded"
        FAILED = "failed"

    run = models.ForeignKey(SeedingRun, on_delete=models.CASCADE, related_name="items")
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    problem = models.CharField(max_length=500, blank=True)
    # Detections that could not be used, with the reason: kept for the lead, never shown to others.
    dropped = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "sample"], name="sample_once_per_run")
        ]
        indexes = [models.Index(fields=["run", "state"], name="seeded_by_state")]


class SeedRecord(models.Model):
    """Where a seed came from: back end, version, parameters and time, per annotation."""

    annotation = models.OneToOneField(Annotation, on_delete=models.CASCADE, related_name="record")
    run = models.ForeignKey(SeedingRun, on_delete=models.CASCADE, null=True, related_name="+")
    provenance = models.JSONField(default=list)
