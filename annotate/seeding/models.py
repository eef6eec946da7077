"""Connections, model versions, seeding runs, and what became of seeds."""

from django.conf import settings as installed
from django.db import models
from django.db.models import Q

from annotate.core.clock import now
from annotate.core.models import Job
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.seeding import spending_models as spending_models
from annotate.workflow.models import Annotation, Sample


class SharedConnection(models.Model):
    """A back end that admins configure once, for every project whose leads take it.

    A project that takes it has a `Connection` of its own that leads here: its versions, seeds and
    trials are the project's, while address, secrets and settings are kept here alone.
    """

    name = models.CharField(max_length=100)
    backend = models.CharField(max_length=50)
    # The complete settings, address and all.
    settings = models.JSONField(default=dict)
    # As a connection keeps them.
    secrets = models.TextField(blank=True)
    secrets_for = models.JSONField(default=list)
    created_by = models.ForeignKey(
        installed.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    # While it is set nobody is answered through it, in whatever project.
    disabled_at = models.DateTimeField(null=True)
    # The row stays, without its secrets: what it made keeps its name.
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["name"], condition=Q(deleted_at=None), name="shared_connection_name"
            ),
        ]


class Connection(models.Model):
    """A back end configured for one project: where it is and how it may be reached."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="connections")
    # Where it belongs to the installation: whose address, secrets and settings it has.
    shared = models.ForeignKey(
        SharedConnection, on_delete=models.PROTECT, null=True, related_name="taken"
    )
    name = models.CharField(max_length=100)
    backend = models.CharField(max_length=50)
    # The back end's secrets as one encrypted text; see annotate/core/secret_store.py.
    secrets = models.TextField(blank=True)
    # The servers they were given for, "https://example.org:443"; they are sent to no other.
    secrets_for = models.JSONField(default=list)
    created_by = models.ForeignKey(
        installed.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    # An archived one is offered no more; what it made keeps its name.
    archived_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="connection_name"),
            models.UniqueConstraint(fields=["project", "shared"], name="shared_connection_once"),
        ]


class Snapshot(models.Model):
    """What a version was trained on, frozen: a folder below MODELS_DIR, named by its digest."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="snapshots")
    digest = models.CharField(max_length=64)
    folder = models.CharField(max_length=300)
    samples = models.PositiveIntegerField()
    held_out = models.PositiveIntegerField()
    # {"tasks": {"label_prediction": n, …}, "last_annotation": id, …}
    facts = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=now)
    # When a rule of retention removed the folder; null again where the same data was frozen anew.
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "digest"], name="snapshot_digest"),
        ]


class ModelVersion(models.Model):
    """M₀ … Mₙ of a connection: immutable settings or weights, and how they came to be.

    M₀ is the connection as it was made. A change of settings that changes what it says makes a
    version, and so does each training.
    """

    class State(models.TextChoices):
        TRAINED = "trained"  # its weights are there; not yet measured
        CANDIDATE = "candidate"  # measured on held-out samples
        SERVING = "serving"
        RETIRED = "retired"

    class Source(models.TextChoices):
        BASE = "base"
        SETTINGS = "settings"
        TRAINING = "training"
        REGISTERED = "registered"  # trained elsewhere

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="model_versions")
    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.TRAINED)
    source = models.CharField(max_length=10, choices=Source, default=Source.BASE)
    base = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="+")
    snapshot = models.ForeignKey(
        Snapshot, on_delete=models.PROTECT, null=True, related_name="versions"
    )
    # The complete settings of the back end.
    settings = models.JSONField(default=dict)
    # The folder of its weights below MODELS_DIR; empty where it has none of its own.
    artifact = models.CharField(max_length=300, blank=True)
    artifact_sha256 = models.CharField(max_length=64, blank=True)
    # {"cider": …, "rouge_l": …, "token_f1": …, "box_iou": …, "samples": n}, on held-out samples.
    metrics = models.JSONField(default=dict)
    code_version = models.CharField(max_length=50, blank=True)
    notes = models.TextField(max_length=2000, blank=True)
    created_by = models.ForeignKey(
        installed.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    promoted_at = models.DateTimeField(null=True)
    retired_at = models.DateTimeField(null=True)
    # When a rule of retention removed its weights: it can serve no more.
    weights_gone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["connection", "number"], name="version_number"),
            models.UniqueConstraint(
                fields=["connection"],
                condition=Q(state="serving"),
                name="one_serving_version",
            ),
        ]

    @property
    def label(self) -> str:
        """What people call it: "M2"."""
        return f"M{self.number}"


class ModelAssignment(models.Model):
    """Which connection makes what for a project, and how many samples get no seeds at all."""

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, related_name="model_assignment"
    )
    detector = models.ForeignKey(Connection, on_delete=models.PROTECT, null=True, related_name="+")
    captioner = models.ForeignKey(Connection, on_delete=models.PROTECT, null=True, related_name="+")
    # Reads the text in images; null where nobody wants it.
    ocr = models.ForeignKey(Connection, on_delete=models.PROTECT, null=True, related_name="+")
    # The unseeded arm (IIW B.3): the share of samples that start from nothing, 0-1.
    unseeded_share = models.FloatField(default=0)
    updated_at = models.DateTimeField(default=now)


class Trial(models.Model):
    """“Try it on this image”: what a version says about one image, shown and thrown away."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    version = models.ForeignKey(ModelVersion, on_delete=models.CASCADE, related_name="+")
    image = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    job = models.OneToOneField(Job, on_delete=models.PROTECT, null=True, related_name="+")
    result = models.JSONField(null=True)
    created_by = models.ForeignKey(
        installed.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=now)


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
        installed.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
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
        installed.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
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
