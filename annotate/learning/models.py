"""Training runs, the loop that starts them, and the timeline of both."""

from django.conf import settings as installed
from django.db import models
from django.db.models import Q

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.core.models import Job
from annotate.projects.models import Project
from annotate.seeding.models import Connection, ModelVersion, SeedingRun, Snapshot


class TrainingRun(models.Model):
    """One training of a connection: from which version, on what, and what came of it."""

    class State(models.TextChoices):
        QUEUED = "queued"
        PREPARING = "preparing"  # the snapshot is being written
        TRAINING = "training"
        WAITING = "waiting"  # the training file is written; the weights are made elsewhere
        EVALUATING = "evaluating"
        PROMOTING = "promoting"
        SUCCEEDED = "succeeded"
        FAILED = "failed"
        CANCELLED = "cancelled"

    UNFINISHED = (
        State.QUEUED,
        State.PREPARING,
        State.TRAINING,
        State.WAITING,
        State.EVALUATING,
        State.PROMOTING,
    )

    class Reason(models.TextChoices):
        BATCH = "batch"  # so many samples were finished since the last one
        MANUAL = "manual"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="training_runs")
    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="trainings")
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    reason = models.CharField(max_length=10, choices=Reason)
    base = models.ForeignKey(ModelVersion, on_delete=models.PROTECT, related_name="+")
    snapshot = models.ForeignKey(Snapshot, on_delete=models.PROTECT, null=True, related_name="+")
    version = models.OneToOneField(
        ModelVersion, on_delete=models.SET_NULL, null=True, related_name="training"
    )
    job = models.OneToOneField(Job, on_delete=models.PROTECT, null=True, related_name="+")
    settings = models.JSONField(default=dict)
    # How many samples of the project were finished when it was started.
    finished_samples = models.PositiveIntegerField(default=0)
    # In English, and as `Message.to_json` gives it.
    problem = models.CharField(max_length=500, blank=True)
    problem_message = models.JSONField(null=True)
    # {"step": …, "steps": …, "seconds": …}: where it is.
    progress = models.JSONField(default=dict)
    created_by = models.ForeignKey(
        installed.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            # Single flight: two workers that race to start a run make one.
            models.UniqueConstraint(
                fields=["connection"],
                condition=Q(
                    state__in=[
                        "queued",
                        "preparing",
                        "training",
                        "waiting",
                        "evaluating",
                        "promoting",
                    ]
                ),
                name="one_training_at_a_time",
            ),
        ]


class TrainingPoint(models.Model):
    """One point of a loss curve. A resumed run writes the steps after its checkpoint again."""

    run = models.ForeignKey(TrainingRun, on_delete=models.CASCADE, related_name="points")
    step = models.PositiveIntegerField()
    epoch = models.FloatField()
    loss = models.FloatField(null=True)
    held_out_loss = models.FloatField(null=True)
    learning_rate = models.FloatField(null=True)
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "step"], name="point_once")]


class Loop(models.Model):
    """How a project's model learns: off until a lead turns it on."""

    class Promotion(models.TextChoices):
        MANUAL = "manual"
        BETTER = "better"  # than the serving version, on held-out samples

    project = models.OneToOneField(Project, on_delete=models.CASCADE, related_name="loop")
    connection = models.ForeignKey(
        Connection, on_delete=models.PROTECT, null=True, related_name="+"
    )
    is_on = models.BooleanField(default=False)
    batch_size = models.PositiveIntegerField(default=1000)
    promotion = models.CharField(max_length=10, choices=Promotion, default=Promotion.BETTER)
    # Which figure decides, and by how much a version must be better to be promoted.
    metric = models.CharField(max_length=30, default="cider")
    margin = models.FloatField(default=0)
    # On fewer held-out samples no version is promoted by itself: a rise there says little.
    fewest_held_out = models.PositiveIntegerField(default=30)
    # The share of finished samples that no version is trained on, where samples have no split.
    held_out_share = models.FloatField(default=0.1)
    # What the trainer of the connection's back end is told.
    training = models.JSONField(default=dict)
    # How many samples were finished when the last run was started: changed by a conditional
    # UPDATE, so that a batch starts one run however many workers notice it.
    counted = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(default=now)


class LoopEvent(AppendOnly):
    """The timeline: what the loop, or somebody, did."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="loop_events")
    verb = models.CharField(max_length=40)
    connection = models.ForeignKey(
        Connection, on_delete=models.CASCADE, null=True, related_name="+"
    )
    training = models.ForeignKey(TrainingRun, on_delete=models.CASCADE, null=True, related_name="+")
    version = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, null=True, related_name="+")
    seeding = models.ForeignKey(SeedingRun, on_delete=models.CASCADE, null=True, related_name="+")
    data = models.JSONField(default=dict)
    actor = models.ForeignKey(
        installed.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField(default=now)

    class Meta:
        indexes = [models.Index(fields=["project", "-id"], name="loop_event_newest")]


class Comparison(models.Model):
    """Two versions measured on the same held-out samples, because somebody asked for it."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="comparisons")
    old = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, related_name="+")
    new = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, related_name="+")
    # How many samples of the project were finished: while it is so many, nothing new is learned.
    finished_samples = models.PositiveIntegerField()
    job = models.OneToOneField(Job, on_delete=models.PROTECT, null=True, related_name="+")
    result = models.JSONField(null=True)
    created_by = models.ForeignKey(
        installed.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=now)


class KeptAnswer(models.Model):
    """What a version said while it was measured, so that it is asked once though a run stops.

    Rows go when the run has its figures; of one that never had any, by a rule of retention.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    version = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, related_name="+")
    run = models.CharField(max_length=40)  # "comparison/3", "training/7"
    key = models.CharField(max_length=64)  # of the question, with its picture
    answer = models.JSONField()
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "version", "key"], name="answer_kept_once")
        ]
