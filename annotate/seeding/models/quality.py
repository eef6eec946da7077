"""What became of seeds, which samples got none, and in which order samples are handed out."""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.core.models import Job
from annotate.projects.models import Project
from annotate.seeding.models.connections import ModelVersion
from annotate.workflow.models import Annotation, Sample


class Arm(models.Model):
    """Whether a sample was drawn to be seeded or to start from nothing; drawn once, for good."""

    sample = models.OneToOneField(Sample, on_delete=models.CASCADE, related_name="seeding_arm")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    seeded = models.BooleanField()
    share = models.FloatField()  # of unseeded samples when it was drawn
    at = models.DateTimeField(default=now)

    class Meta:
        indexes = [models.Index(fields=["project", "seeded"], name="arm_by_project")]


class SeedOutcome(models.Model):
    """What people made of one sample's stage, written once when the sample is finished.

    One row per sample and stage, so that pages about versions read these rows and never the
    annotations. Where the sample had no seed, `seed` and what compares with it are null.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="+")
    stage_key = models.CharField(max_length=50)
    # The seed that people started from: not always the newest.
    seed = models.ForeignKey(Annotation, on_delete=models.CASCADE, null=True, related_name="+")
    version = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, null=True, related_name="+")
    rounds = models.PositiveSmallIntegerField()
    active_seconds = models.FloatField()  # of all rounds together
    first_seconds = models.FloatField()  # of the first round
    tokens = models.PositiveIntegerField()  # of the final answer
    seed_tokens = models.PositiveIntegerField(null=True)
    edit_distance = models.PositiveIntegerField(null=True)  # seed to final, in tokens
    edit_share = models.FloatField(null=True)
    jaccard = models.FloatField(null=True)  # seed to final
    rounds_jaccard = models.FloatField(null=True)  # of rounds 1 and 2
    kept = models.PositiveIntegerField(null=True)
    edited = models.PositiveIntegerField(null=True)
    added = models.PositiveIntegerField(null=True)
    removed = models.PositiveIntegerField(null=True)
    finished_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sample", "stage_key"], name="outcome_of_seed_once")
        ]
        indexes = [
            models.Index(fields=["project", "stage_key", "version"], name="outcome_by_version")
        ]


class SeedCounter(models.Model):
    """How many outcomes have a figure, what it adds up to, and its squares.

    By stage, version and arm: the page about seed quality reads these rows where there are many
    outcomes. Outcomes are written by a worker, one after the other, so that nobody waits.
    """

    ALL = ""  # counts the outcomes themselves
    FIGURES = (
        ALL,
        "edit_distance",
        "edit_share",
        "jaccard",
        "rounds_jaccard",
        "kept",
        "edited",
        "added",
        "removed",
        "first_seconds",
        "active_seconds",
        "rounds",
        "seed_tokens",
        "tokens",
    )
    SEEDED, UNSEEDED = "seeded", "unseeded"
    KEY = ("project_id", "stage_key", "version", "has_seed", "arm", "figure")
    COUNTERS = ("count", "total", "squares")

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    stage_key = models.CharField(max_length=50)
    version = models.BigIntegerField()  # its id; 0 for seeds from elsewhere, and for none
    has_seed = models.BooleanField()
    arm = models.CharField(max_length=8, blank=True)  # empty where the sample was not drawn
    figure = models.CharField(max_length=20, blank=True)
    count = models.BigIntegerField(default=0)
    total = models.FloatField(default=0)
    squares = models.FloatField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "stage_key", "version", "has_seed", "arm", "figure"],
                name="seed_counter_once",
            )
        ]

    @classmethod
    def arm_of(cls, seeded: bool | None) -> str:
        """Return the arm of a sample that was drawn to be seeded, or not, or not drawn."""
        return "" if seeded is None else cls.SEEDED if seeded else cls.UNSEEDED


class Ordering(models.Model):
    """One time that the order of unstarted samples was changed: by which rule, from what."""

    class Rule(models.TextChoices):
        RANDOM = "random"
        DISAGREEMENT = "disagreement"  # between the seeds of two versions
        LOW_CONFIDENCE = "low_confidence"  # of the detector
        DIVERSITY = "diversity"  # unlike what is finished and what comes before

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="orderings")
    rule = models.CharField(max_length=20, choices=Rule)
    # {"versions": [id, id], "seed": …}: all that decides the order besides the data.
    parameters = models.JSONField(default=dict)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, null=True, related_name="+")
    samples = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    applied_at = models.DateTimeField(null=True)


class SampleScore(models.Model):
    """What a rule made of one sample; the highest is handed out first."""

    ordering = models.ForeignKey(Ordering, on_delete=models.CASCADE, related_name="scores")
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="+")
    score = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ordering", "sample"], name="score_once")]
