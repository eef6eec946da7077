"""Seeding runs, how each sample fared in them, and where each seed came from."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.clock import now
from annotate.core.models import Job
from annotate.projects.models import Project
from annotate.seeding.models.connections import ModelVersion
from annotate.workflow.models import Annotation, Sample


class SeedingRun(models.Model):
    """One pass of a detector, a captioner and a reader over samples."""

    class Over(models.TextChoices):
        WAITING = "waiting"  # samples that wait for seeds
        UNSTARTED = "unstarted"  # and those that have some but that nobody has started

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="seeding_runs")
    over = models.CharField(max_length=10, choices=Over, default=Over.WAITING)
    # The connections by name, as the run was asked for them.
    detector = models.CharField(max_length=100)
    captioner = models.CharField(max_length=100)
    # Reads the text in the images; empty where the recipe seeds no such stage, or nobody wants it.
    ocr = models.CharField(max_length=100, blank=True)
    # The versions that served when the run began: it keeps them to its end.
    detector_version = models.ForeignKey(
        ModelVersion, on_delete=models.PROTECT, null=True, related_name="+"
    )
    captioner_version = models.ForeignKey(
        ModelVersion, on_delete=models.PROTECT, null=True, related_name="+"
    )
    ocr_version = models.ForeignKey(
        ModelVersion, on_delete=models.PROTECT, null=True, related_name="+"
    )
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
        UNSEEDED = "unseeded"  # drawn to start from nothing
        STARTED = "started"  # somebody was faster: they keep what they see

    run = models.ForeignKey(SeedingRun, on_delete=models.CASCADE, related_name="items")
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    # In English, and as `Message.to_json` gives it.
    problem = models.CharField(max_length=500, blank=True)
    problem_message = models.JSONField(null=True)
    # Detections that could not be used, with the reason: kept for the lead, never shown to others.
    dropped = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "sample"], name="sample_once_per_run")
        ]
        indexes = [models.Index(fields=["run", "state"], name="seeded_by_state")]


class SeedRecord(models.Model):
    """Where a seed came from: back end, version, prompt, parameters, time and raw answer."""

    annotation = models.OneToOneField(Annotation, on_delete=models.CASCADE, related_name="record")
    run = models.ForeignKey(SeedingRun, on_delete=models.CASCADE, null=True, related_name="+")
    provenance = models.JSONField(default=list)
    sample = models.ForeignKey(
        Sample, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    stage_key = models.CharField(max_length=50, blank=True)
    # The version whose words or boxes these are, by which seeds are compared.
    version = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, null=True, related_name="+")
    # All versions that had a part in it, such as "4+7": no sample is seeded twice by the same.
    made_by = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sample", "stage_key", "made_by"],
                condition=Q(sample__isnull=False) & ~Q(made_by=""),
                name="seeded_once_by_a_version",
            ),
        ]
