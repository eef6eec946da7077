"""Annotations: append-only answers, and what judgements of them came to."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models.samples import Sample


class Purpose(models.TextChoices):
    """Why a task was given. Nobody who works on it can tell work from gold."""

    WORK = "work"
    GOLD = "gold"  # the right answer is known: it measures the annotator, not the image
    PRACTICE = "practice"
    TEST = "test"


class Annotation(AppendOnly):
    """An immutable answer: by a person, by a model version (a seed, index 0) or by an import."""

    class Origin(models.TextChoices):
        MODEL = "model"
        PERSON = "person"
        IMPORT = "import"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="annotations")
    stage_key = models.CharField(max_length=50)
    index = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=50)
    origin = models.CharField(max_length=6, choices=Origin)
    # Only work is counted, compared, advanced and exported.
    purpose = models.CharField(max_length=8, choices=Purpose, default=Purpose.WORK)
    # The answer this one judges, where the stage judges answers of an earlier stage.
    about = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, related_name="judgements", db_index=False
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="annotations"
    )
    producer = models.CharField(max_length=200, blank=True)
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="+")
    value = models.JSONField()
    scratch_reason = models.TextField(max_length=1000, blank=True)
    from_scratch = models.BooleanField(default=False)
    # {"self": {...}, "from_base": {...}, "from_seed": {...}}: what the kind measured.
    measures = models.JSONField(default=dict)
    # Whether a further round was opened, why, and the numbers that decided it.
    decision = models.JSONField(default=dict)
    active_seconds = models.FloatField(default=0)
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sample", "stage_key", "index"],
                condition=Q(origin="person", purpose="work", about__isnull=True),
                name="one_answer_per_task",
            ),
            models.UniqueConstraint(
                fields=["about", "stage_key", "index"],
                condition=Q(origin="person", purpose="work", about__isnull=False),
                name="one_judgement_per_task",
            ),
        ]
        indexes = [
            models.Index(
                fields=["about", "id"], condition=Q(about__isnull=False), name="judgement_by_answer"
            ),
        ]


class Outcome(models.Model):
    """What the judgements of one answer came to: kept or dropped, and the numbers that decided."""

    annotation = models.OneToOneField(Annotation, on_delete=models.CASCADE, related_name="outcome")
    stage_key = models.CharField(max_length=50)  # of the stage that judged
    kept = models.BooleanField()
    numbers = models.JSONField(default=dict)
    at = models.DateTimeField(default=now)
