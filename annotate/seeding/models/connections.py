"""Back ends as a project uses them, and the versions of what stands behind them."""

from django.conf import settings as installed
from django.db import models
from django.db.models import Q

from annotate.core.clock import now
from annotate.core.models import Job
from annotate.images.models import Image
from annotate.projects.models import Project


class Connection(models.Model):
    """A back end configured for one project: where it is and how it may be reached."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="connections")
    name = models.CharField(max_length=100)
    backend = models.CharField(max_length=50)
    # The back end's secrets as one encrypted text; see annotate/core/secret_store.py.
    secrets = models.TextField(blank=True)
    created_by = models.ForeignKey(
        installed.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    # An archived one is offered no more; what it made keeps its name.
    archived_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="connection_name"),
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
