"""The second reader: what a model version says of finished descriptions, sentence by sentence.

What it says is evidence for those who review. It is no annotation: nothing is built on it, judged
by it or shown to annotators.
"""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.core.jobs.models import Job
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.workflow.models import Annotation


class SecondReading(models.Model):
    """Descriptions of finished images, read by one model version.

    Texts come in an order that is drawn once, so that the first so many are a sample of all.
    """

    class End(models.TextChoices):
        DONE = "done"
        SAMPLES = "samples"  # as many were read as may be
        COST = "cost"  # as much was paid as may be

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="second_readings")
    # As in a study, with what it was called when it was chosen.
    source = models.JSONField()
    source_title = models.CharField(max_length=300)
    version = models.ForeignKey(ModelVersion, on_delete=models.RESTRICT, related_name="+")
    # Of the question: another one may be answered otherwise.
    prompt = models.CharField(max_length=40)
    seed = models.BigIntegerField()
    # Of all runs together; null is any number, or any sum.
    most_samples = models.PositiveIntegerField(null=True)
    most_cost = models.FloatField(null=True)
    # Texts that this version has read before, or that are of no finished image; null until drawn.
    left_out = models.PositiveIntegerField(null=True)
    # Why the last run ended by itself; empty while it runs, and where it was stopped or failed.
    end = models.CharField(max_length=10, choices=End, blank=True)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    code_version = models.CharField(max_length=40, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)


class ReadText(models.Model):
    """One description, and what the version said of it.

    Nothing is asked twice by itself: a text is marked before the version is asked about it, one
    that is still marked when another run begins was interrupted, and a version has one row for a
    text, whichever run asks.
    """

    class State(models.TextChoices):
        PENDING = "pending"
        ASKED = "asked"
        ANSWERED = "answered"
        FAILED = "failed"
        INTERRUPTED = "interrupted"  # nobody knows whether it was answered
        WITHDRAWN = "withdrawn"  # from the project, or not finished any more, before it was read

    reading = models.ForeignKey(SecondReading, on_delete=models.CASCADE, related_name="texts")
    version = models.ForeignKey(ModelVersion, on_delete=models.RESTRICT, related_name="+")
    position = models.PositiveIntegerField()
    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="+")
    image = models.ForeignKey(Image, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.CharField(max_length=500, blank=True)
    # As they read when they were drawn: spelling may be corrected later.
    sentences = models.JSONField()
    # The final objects of the image then: [{"label": "kite", "box": {...}}, ...].
    marked = models.JSONField()
    state = models.CharField(max_length=11, choices=State, default=State.PENDING)
    # Why nothing is known, as `Message.to_json` gives it.
    problem = models.JSONField(null=True)
    # By sentence: [{"verdict": "seen" … "invalid", "box": {...} | None}, ...]; null until answered.
    said = models.JSONField(null=True)
    # Places of objects in `marked` that no sentence mentions; null where it did not say.
    not_mentioned = models.JSONField(null=True)
    # Sums of these: sentences by verdict, objects that are not mentioned, and objects it told of.
    seen = models.PositiveIntegerField(default=0)
    not_seen = models.PositiveIntegerField(default=0)
    contradicted = models.PositiveIntegerField(default=0)
    invalid = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    told_of = models.PositiveIntegerField(default=0)
    # Back end, version, parameters, question, raw answer, usage and time.
    provenance = models.JSONField(null=True)
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    cost = models.FloatField(default=0)
    seconds = models.FloatField(default=0)
    asked_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["reading", "position"], name="read_text_by_position"),
            models.UniqueConstraint(fields=["version", "annotation"], name="text_read_once"),
        ]
        indexes = [models.Index(fields=["reading", "state"], name="read_text_by_state")]
