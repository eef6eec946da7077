from django.conf import settings
from django.db import models

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.core.models import Job
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Annotation


class Run(models.Model):
    """What imports and exports have in common. Without a job, a command did it directly."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="%(class)ss")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def state(self) -> str:
        """The state of the job, in the job's words."""
        if self.finished_at is not None:
            return Job.State.SUCCEEDED
        return self.job.state if self.job else Job.State.RUNNING


class Import(Run):
    """One attempt to bring images or answers in: how far it came, and what became of its rows.

    `position`, the counts and the images of a chunk of rows are written in one transaction, so a
    killed import goes on behind its last chunk.
    """

    class GivenAs(models.TextChoices):
        """What becomes of the objects and texts that come with pictures."""

        SEEDS = "seeds"
        ANSWERS = "answers"
        TEXTS = "texts"
        NOTHING = "nothing"

    # What people called it: a file or folder name.
    source = models.CharField(max_length=500)
    # A name of `exchange.answers.FORMATS`, or what pictures came in: `exchange.imports`.
    format = models.CharField(max_length=40)
    # The stage that answers, or texts that come with images, are brought in for, and that for
    # objects; empty where nothing takes them.
    stage_key = models.CharField(max_length=50, blank=True)
    objects_stage = models.CharField(max_length=50, blank=True)
    given_as = models.CharField(max_length=7, choices=GivenAs, default=GivenAs.SEEDS)
    # What the file of texts is called that is made of them, where they are given so.
    texts_name = models.CharField(max_length=200, blank=True)
    # What the columns of a table hold, where somebody corrected what was guessed.
    columns = models.JSONField(default=dict)
    # Whether pictures are fetched from the addresses that a list names.
    fetch = models.BooleanField(default=False)
    # The uploaded file below DATA_DIR/uploads; empty once it is no longer needed.
    upload = models.CharField(max_length=100, blank=True)
    # For rows that name no split themselves.
    split = models.CharField(max_length=5, blank=True)
    dry_run = models.BooleanField(default=False)
    position = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(default=0)
    added = models.PositiveBigIntegerField(default=0)
    skipped = models.PositiveBigIntegerField(default=0)
    failed = models.PositiveBigIntegerField(default=0)
    # Files that came with it and were not used: how many, and the first with the reason, as
    # {"name", "code"} of the catalogue.
    unused_count = models.PositiveBigIntegerField(default=0)
    unused = models.JSONField(default=list)
    # See `imports.understood.Understood`.
    understood = models.JSONField(default=dict)

    KEPT = 1000

    class Meta:
        indexes = [models.Index(fields=["project", "-id"], name="import_newest")]


class ImportProblem(models.Model):
    """Why a row was not brought in. The first thousand of an import are kept."""

    KEPT = 1000

    of = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="problems")
    row = models.PositiveBigIntegerField()
    name = models.CharField(max_length=500, blank=True)
    field = models.CharField(max_length=200, blank=True)
    code = models.CharField(max_length=60)
    message = models.CharField(max_length=1000)
    remedy = models.CharField(max_length=500, null=True)
    # The entries of the catalogue that these are in English, with the values of their slots.
    message_code = models.CharField(max_length=100, null=True)
    remedy_code = models.CharField(max_length=100, null=True)
    params = models.JSONField(default=dict)


class ImportedAnswer(models.Model):
    """Where an answer that came in with a file was from, and what the product has no place for."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    annotation = models.OneToOneField(Annotation, on_delete=models.CASCADE, related_name="+")
    of = models.ForeignKey(Import, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.CharField(max_length=500)
    detail = models.JSONField(default=dict)

    class Meta:
        constraints = [
            # The same file may be sent again.
            models.UniqueConstraint(fields=["project", "key"], name="answer_imported_once"),
        ]


class ImportedText(models.Model):
    """A text that is to be in a file of texts, which is made when its import is over: of one that
    is killed or cancelled nobody sees a half."""

    of = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="texts")
    row = models.PositiveBigIntegerField()
    place = models.PositiveSmallIntegerField()
    image = models.ForeignKey(Image, on_delete=models.CASCADE, related_name="+")
    text = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["of", "row", "place"], name="imported_text_once"),
        ]


class Export(Run):
    """One file written from a project, with its digest."""

    # A name of `exchange.exports.FORMATS`.
    format = models.CharField(max_length=40)
    with_unfinished = models.BooleanField(default=False)
    only_approved = models.BooleanField(default=False)
    # Only the images of this split; empty: all.
    split = models.CharField(max_length=5, blank=True)
    with_rejected = models.BooleanField(default=False)
    with_dropped = models.BooleanField(default=False)
    with_pictures = models.BooleanField(default=False)
    # The ids of the samples it is about; null: all.
    chosen = models.JSONField(null=True)
    # How many samples and answers were not exported, by the reason.
    left_out = models.JSONField(default=dict)
    # The name in the file storage; empty until it is complete, and once it was removed.
    file = models.CharField(max_length=200, blank=True)
    file_removed_at = models.DateTimeField(null=True)
    # The days of the rule of retention by which it was; null where an image was deleted for good.
    removed_after_days = models.PositiveIntegerField(null=True)
    samples = models.PositiveBigIntegerField(default=0)
    size_bytes = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        indexes = [models.Index(fields=["project", "-id"], name="export_newest")]


class Release(AppendOnly):
    """A version of the project's dataset, as a lead wished it; `FrozenRelease` is what it became.

    Without a job, a command builds it. Neither it nor what it became is ever changed, and both go
    with their project alone.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="releases")
    name = models.CharField(max_length=100)
    version = models.CharField(max_length=50)
    description = models.TextField(max_length=5000, blank=True)
    licence = models.CharField(max_length=200, blank=True)
    citation = models.TextField(max_length=5000, blank=True)
    # Names of `exchange.exports.FORMATS`, sorted.
    formats = models.JSONField()
    only_approved = models.BooleanField(default=False)
    # Only the images of this split; empty: all.
    split = models.CharField(max_length=5, blank=True)
    # The answers of the datasheet that the lead had written by then, by question.
    datasheet = models.JSONField(default=dict)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    job = models.OneToOneField(Job, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "name", "version"], name="release_version_once"
            ),
        ]
        indexes = [models.Index(fields=["project", "-id"], name="release_newest")]


class FrozenRelease(AppendOnly):
    """What a release came to: written once, when every file of it is stored."""

    release = models.OneToOneField(Release, on_delete=models.CASCADE, related_name="frozen")
    # Of its manifest, which names every other file with its own.
    digest = models.CharField(max_length=64)
    samples = models.PositiveBigIntegerField()
    size_bytes = models.PositiveBigIntegerField()
    # How many samples and answers are not in it, by the reason.
    left_out = models.JSONField(default=dict)
    at = models.DateTimeField(default=now)


class ReleaseFile(AppendOnly):
    """One file of a frozen release; where it lies follows from its digest."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="files")
    path = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    size_bytes = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "path"], name="release_file_once"),
        ]


class Datasheet(models.Model):
    """What leads wrote into the datasheet of a project; what they left alone is drafted."""

    project = models.OneToOneField(Project, on_delete=models.CASCADE, related_name="datasheet")
    # By question, see `exchange.releases.datasheet`.
    answers = models.JSONField(default=dict)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    updated_at = models.DateTimeField(default=now)


class HubAccess(models.Model):
    """The token with which leads of a project push its releases, and to which hub."""

    project = models.OneToOneField(Project, on_delete=models.CASCADE, related_name="hub_access")
    # The hub it was given for; it is sent to no other.
    endpoint = models.CharField(max_length=200)
    # Whose token it is, as the hub said.
    account = models.CharField(max_length=100)
    # Encrypted; see annotate/core/secret_store.py.
    token = models.TextField()
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    given_at = models.DateTimeField(default=now)


class HubPush(Run):
    """One time that a release was pushed to a repository of a hub."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="pushes")
    endpoint = models.CharField(max_length=200)
    repository = models.CharField(max_length=200)
    private = models.BooleanField()
    # What it came to: the state of the repository that holds the release, whether this push made
    # it, and whether only some see it.
    commit = models.CharField(max_length=64, blank=True)
    is_new = models.BooleanField(default=False)
    is_private = models.BooleanField(default=False)
    files = models.PositiveIntegerField(default=0)
    size_bytes = models.PositiveBigIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["release", "-id"], name="push_newest")]
